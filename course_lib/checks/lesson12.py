"""Checks of lesson 12: a guard by hand and as code, a threshold at a price, a pipeline mended."""

import copy
import functools
import re
from math import inf
from numbers import Real

import numpy as np

from course_lib.checks import (
    call,
    check_cases,
    check_value,
    failed,
    never_raises,
    not_all_there,
    not_done,
    passed,
    show,
)
from course_lib.data import load_chunks, load_questions
from course_lib.dense import DenseIndex
from course_lib.documents import Chunk, Hit
from course_lib.evidence import finds, has_keyword
from course_lib.fusion import Leg
from course_lib.judging import without_citations
from course_lib.llm import connect
from course_lib.pipeline import RagPipeline
from course_lib.prompt import REFUSAL, build_prompt
from course_lib.tokens import tokenize
from course_lib.vectors import StoredEncoder
from course_lib.words import content_words, figures


def check_e12_1(answers):
    """Check the seven predictions."""
    right = ["bce", 3, 2, 1, "abce", "c", 180]

    def letters(got):
        return "".join(sorted(set(filter(str.isalpha, "".join(got).lower()))))

    def close(want, got):
        return letters(got) == want if isinstance(want, str) else got == want

    def wrong(place):
        return lambda got, _: call(close, right[place], got[place]).value is not True

    def has(place, letter):
        return lambda got, _: letter in letters(got[place])

    def lacks(place, letter):
        return lambda got, _: letter not in letters(got[place])

    def at(place, value):
        return lambda got, _: got[place] == value

    hints = [
        (
            "seven",
            lambda got, _: not isinstance(got, (list, tuple)) or len(got) != 7,
            'Give a list of seven answers: answers = ["abc", 2, 3, 4, "abc", "abc", 7].',
        ),
        (
            "letters",
            lambda got, _: any(
                isinstance(want, str)
                and (not isinstance(part, (str, list, tuple)) or set(letters(part)) - set("abcdef"))
                for want, part in zip(right, got, strict=True)
            ),
            '1, 5 and 6 are letters from a to f, as one text like "abc".',
        ),
        ("border", has(0, "a"), "1: one too many. What equals the minimum passes."),
        ("added-up", lacks(0, "b"), "1: one is missing. Scores are not added up: the best counts."),
        ("nothing-found", lacks(0, "c"), "1: one is missing. What would stand in its prompt?"),
        ("first-only", has(0, "d"), "1: one too many. One good hit is enough, at whichever place."),
        (
            "covered",
            lacks(0, "e"),
            "1: one is missing. There are two minima, and who passes reaches both.",
        ),
        ("half-covered", has(0, "f"), "1: one too many. A share that equals its minimum passes."),
        ("each-asks", at(1, 6), "2: a refusal by the guard costs no call."),
        ("refusals", wrong(1), "2: whatever the guard lets pass is one call. Count on from 1."),
        (
            "swapped",
            lambda got, _: list(got[2:4]) == [1, 2],
            "3 and 4: a refusal is right if the question has *no* answer in the documents.",
        ),
        ("right", wrong(2), "3: of the refused ones, those without an answer."),
        ("wrong", wrong(3), "4: of the refused ones, those with an answer."),
        (
            "new-border",
            lacks(4, "a"),
            "5: one is missing. Whose best score lies between the old minimum and the new?",
        ),
        (
            "new-border-passes",
            has(4, "f"),
            "5: one too many. What equals the new minimum passes, too.",
        ),
        ("raised", wrong(4), "5: only min_score has changed: who else was refused before?"),
        (
            "unguarded",
            lacks(5, "c"),
            "6: one question has no hits: what would stand in the prompt?",
        ),
        ("no-minimum", wrong(5), "6: without a minimum whatever found something passes."),
        ("fused-passes", at(6, 0), "7: two first places give 1/61 + 1/61. Is that 0.3?"),
        ("fused", wrong(6), "7: compare 0.3 with the highest fused score there can be."),
    ]
    return check_value(
        "E12.1",
        answers,
        right,
        hints,
        equal=lambda want, got: len(got) == 7 and all(map(close, want, got)),
    )


def check_e12_2(too_weak):
    """Check the guard that wants several hits; each case shows the mistake of its key."""
    turned = "The other way round: True means that too little was found."
    one = "One hit that reaches the minimum is not enough here: n are wanted."
    weak = "Count the hits that reach the minimum: how many do not plays no part."
    every = "Not all hits must reach the minimum, only n of them."
    place = "The good hits may stand at any place: a leg's scores do not come in their order."
    added = "Scores are not added up: one high score does not make up for a low one."
    exact = "n hits that reach the minimum are enough: exactly n, too."
    fixed = "n as it is given must be used."
    few = "There may be fewer hits than n. That is too few, and no error."
    absent = "None is no number: a hit that the leg did not find does not reach any minimum."
    border = "A score that equals the minimum reaches it."
    below = "A score may be 0 or negative, as cosines can: here only the minimum decides."
    table = [
        ("turned-round", turned, (0.1, 0.1), 0.3, 2, True),
        ("turned-round", turned, (0.4, 0.5, 0.6), 0.3, 2, False),
        ("exactly-n", exact, (0.4, 0.5), 0.3, 2, False),
        ("one-is-enough", one, (0.5, 0.05, 0.01), 0.3, 2, True),
        ("all", every, (0.5, 0.4, 0.2), 0.3, 2, False),
        ("weak-counted", weak, (0.5, 0.4, 0.2, 0.1), 0.3, 2, False),
        ("place", place, (0.2, 0.5, 0.6), 0.3, 2, False),
        ("place", place, (0.5, 0.2, 0.6), 0.3, 2, False),
        ("added-up", added, (0.9, 0.1, 0.1), 0.3, 2, True),
        ("fixed-n", fixed, (0.5, 0.2), 0.3, 1, False),
        ("fixed-n", fixed, (12.0, 11.0, 14.5), 11.5, 3, True),
        ("too-few", few, (0.5,), 0.3, 2, True),
        ("too-few", few, (), 0.3, 1, True),
        ("absent", absent, (0.41, None, 0.35), 0.3, 2, False),
        ("absent", absent, (None, None), 0.3, 1, True),
        ("border", border, (0.41, None, 0.3), 0.3, 2, False),
        ("border", border, (0.41, None, 0.3), 0.31, 2, True),
        ("below-0", below, (0.0, -0.2, None), -0.3, 2, False),
        ("below-0", below, (-0.1, -0.4, None), -0.3, 2, True),
    ]

    def shows(key):
        mine = [row[2:5] for row in table if row[0] == key]
        return lambda args, got, _: (
            args in mine and (isinstance(got, (bool, np.bool_, TypeError, IndexError)))
        )

    hints = [
        (
            "a-number",
            lambda args, got, _: isinstance(got, Real) and not isinstance(got, (bool, np.bool_)),
            "Give True or False: compare the count with n.",
        ),
        *((key, shows(key), sentence) for key, sentence in {r[0]: r[1] for r in table}.items()),
    ]
    return check_cases("E12.2", too_weak, [(row[2:5], row[5]) for row in table], hints)


def _cheapest(scores, answerable, price, cost=None, others=(inf,), latest=False):
    """The right threshold and its cost; the other arguments make it wrong."""

    def right_cost(threshold):
        return sum(
            (1 if has else 0) if score < threshold else 0 if has else price
            for score, has in zip(scores, answerable, strict=True)
        )

    cost = functools.partial(cost, scores, answerable, price) if cost else right_cost
    tried = [*map(float, scores), *others]
    return min(((t, cost(t)) for t in tried), key=lambda p: (p[1], -p[0] if latest else p[0]))


def check_e12_3(cheapest):
    """Check the cheapest threshold against counts by hand."""
    toy = [0.2, 0.3, 0.35, 0.45], [False, True, False, True]
    mixed = [7.1, 3.0, 5.2, 9.4, 3.0, 4.4, 8.0], [True, False, True, True, True, False, False]
    inputs = [
        (*mixed, 2, (5.2, 3)),
        (*toy, 1, (0.3, 1)),
        (*toy, 3, (0.45, 1)),
        (*toy, 0.25, (0.3, 0.25)),
        ([0.9, 0.2, 0.5], [False, True, True], 5, (inf, 2)),
        ([0.9, 0.2, 0.5], [False, True, True], 1, (0.2, 1)),
        (*mixed, 0.25, (3.0, 0.75)),
        (*mixed, 1, (5.2, 2)),
        (*mixed, 10, (9.4, 3)),
        ([-0.1, 0.3, -0.4], [False, True, False], 2, (0.3, 0)),
        ([0.5, 0.5], [True, False], 1, (0.5, 1)),
        ([0.4, 0.6], [True, True], 4, (0.4, 0)),
        ([0.4, 0.6], [False, False], 4, (inf, 0)),
    ]
    cases = [((np.array(s), np.array(a), price), want) for s, a, price, want in inputs]

    def like(**changed):
        def fits(args, got, _):
            threshold, cost = _cheapest(*args, **changed)
            return got[0] == threshold and abs(got[1] - cost) < 1e-9

        return fits

    def border(scores, answerable, price, threshold):
        low = scores <= threshold
        return (low & answerable).sum() + price * (~low & ~answerable).sum()

    def other_error(scores, answerable, price, threshold):
        low = scores < threshold
        return price * (low & answerable).sum() + (~low & ~answerable).sum()

    def all_refusals(scores, answerable, price, threshold):
        low = scores < threshold
        return low.sum() + price * (~low & ~answerable).sum()

    def turned(scores, answerable, price, threshold):
        low = scores < threshold
        return (low & ~answerable).sum() + price * (~low & answerable).sum()

    def refused_priced(scores, answerable, price, threshold):
        low = scores < threshold
        return (low & answerable).sum() + price * (low & ~answerable).sum()

    def free(scores, answerable, price, threshold):
        low = scores < threshold
        return (low & answerable).sum() + (~low & ~answerable).sum()

    def no_wrong_refusals(scores, answerable, price, threshold):
        return price * ((scores >= threshold) & ~answerable).sum()

    hints = [
        (
            "two",
            lambda args, got, _: not isinstance(got, (tuple, list, BaseException)) or len(got) != 2,
            "Give two numbers: (threshold, cost).",
        ),
        (
            "swapped",
            lambda args, got, want: got[0] == want[1] and got[1] == want[0],
            "Threshold first, then its cost.",
        ),
        ("other-error", like(cost=other_error), "The price belongs to what passes wrongly."),
        (
            "refused-priced",
            like(cost=refused_priced),
            "The price is paid for what *passes* without an answer, `~low`; refused, it is right.",
        ),
        ("free", like(cost=free), "The price plays no part."),
        ("border", like(cost=border), "A score that equals the threshold passes."),
        ("all-refusals", like(cost=all_refusals), "A right refusal costs nothing."),
        ("turned", like(cost=turned), "These are the right ones. The two errors cost."),
        (
            "half",
            like(cost=no_wrong_refusals),
            "Wrong refusals cost, too: 1 each.",
        ),
        ("no-inf", like(others=()), "Refusing all is among the choices: try `inf`, too."),
        (
            "latest",
            like(latest=True),
            "Of several with the same cost take the lowest threshold: it refuses least.",
        ),
        (
            "between",
            lambda args, got, _: got[0] not in (*args[0], inf),
            "Only scores that occur, and inf, are tried as thresholds.",
        ),
        (
            "cost",
            lambda args, got, want: got[0] == want[0],
            "The threshold is right, its cost is not: wrong refusals + price · passes.",
        ),
    ]
    return check_cases("E12.3", cheapest, cases, hints)


KINDS = ("bm25", "cosine")


def _hits(rows):
    """Hits with the given (fused, bm25, cosine) scores."""
    found = []
    for n, (fused, *scores) in enumerate(rows):
        chunk = Chunk(f"p.md#{n}", "p.md", f"Text {n}.", 0, 7)
        legs = [
            None if score is None else Leg(kind, n + 1, score)
            for kind, score in zip(KINDS, scores, strict=True)
        ]
        found.append(Hit(chunk, fused, tuple(legs)))
    return found


@never_raises
def check_e12_4(careful):
    """Check the repaired pipeline: text, sources and calls counted."""

    def run(rows, min_score, leg):
        """(text, number of sources, calls) for hits with these scores."""
        hits, sent = _hits(rows), []

        def search(question, k=5):
            return hits[:k]

        def ask(text):
            sent.append(text)
            right = build_prompt("Why?", hits[:3]).text
            return "Because [Source 1]." if text == right else "another prompt"

        text, sources = careful("Why?", search, ask, min_score, leg)
        return text, len(sources), len(sent)

    if careful is None or careful is ...:
        return not_done("E12.4")
    if not callable(careful):
        sentence = "Give the check your function itself, without brackets and arguments."
        return failed("E12.4", "no-function", sentence, got=show(careful))
    refusal = (REFUSAL, 0, 0)
    strong = [(0.0328, 14.2, 0.61), (0.0318, 9.1, 0.4), (0.0311, 8.8, 0.35), (0.03, 2.0, 0.1)]
    weak = [(0.0328, 5.1, 0.31), (0.0322, 4.0, 0.27)]
    mixed = [(0.0325, 3.0, 0.2), (0.032, 13.5, None), (0.0164, None, 0.45)]
    alone = [(0.0164, None, 0.7)]
    cases = [
        ((weak, 8.0, "bm25"), refusal),
        ((strong, 8.0, "bm25"), ("Because [Source 1].", 3, 1)),
        (([], 8.0, "bm25"), refusal),
        ((mixed, 8.0, "bm25"), ("Because [Source 1].", 3, 1)),
        ((mixed, 0.45, "cosine"), ("Because [Source 1].", 3, 1)),
        ((weak, 0.32, "cosine"), refusal),
        ((alone, 0.3, "bm25"), refusal),
        ((alone, 0.0164, None), ("Because [Source 1].", 1, 1)),
        ((strong, 14.2, "bm25"), ("Because [Source 1].", 3, 1)),
        ((strong, 14.21, "bm25"), refusal),
    ]

    def shape(got):
        return isinstance(got, tuple) and len(got) == 3

    def needless(rows, got, want):
        return shape(got) and got[0] == REFUSAL != want[0] and bool(rows)

    hints = [
        (
            "no-hits",
            lambda args, got, _: args[0] == [] and isinstance(got, (IndexError, ValueError)),
            "Nothing was found: there is no first hit to look at. That is a refusal, too.",
        ),
        (
            "absent",
            lambda args, got, _: isinstance(got, ValueError) or "NoneType" in str(got),
            "A score is None where the leg did not find the hit, perhaps for all of them: None "
            "cannot be compared, and of nothing there is no highest.",
        ),
        (
            "reason-as-text",
            lambda args, got, want: want[0] == REFUSAL != got[0] and got[2] == 0,
            "It refuses, without a call. The text must be the fixed refusal, REFUSAL.",
        ),
        (
            "call-first",
            lambda args, got, want: want[0] == REFUSAL == got[0] and got[2] > 0,
            "It refuses, but the model was asked before. Look at the scores first, then call.",
        ),
        (
            "sources-shown",
            lambda args, got, want: want[0] == REFUSAL == got[0] and got[1] > 0,
            "A refusal comes without sources: give () beside it.",
        ),
        (
            "no-refusal",
            lambda args, got, want: want[0] == REFUSAL and not args[0] and got[2] > 0,
            "Nothing was found, and the model was asked all the same, with no source at all.",
        ),
        (
            "own-score-forgotten",
            lambda args, got, want: args[2] is None and (got != want),
            "leg=None means the score of the search itself, hit.score.",
        ),
        (
            "fused",
            lambda args, got, want: (
                needless(args[0], got, want)
                and args[1] > 1
                and args[0] is not mixed
                and args[0][0][1] > args[1]
            ),
            "Refused, though the leg's score is high enough. Does it read the fused score?",
        ),
        (
            "border",
            lambda args, got, want: (
                needless(args[0], got, want)
                and args[1] == max(row[1 + KINDS.index(args[2])] or 0 for row in args[0])
            ),
            "A score that equals the minimum passes.",
        ),
        (
            "first-only",
            lambda args, got, want: needless(args[0], got, want) and args[0][0][1] < args[1],
            "One hit that reaches the minimum is enough, at whichever place it stands.",
        ),
        (
            "another-prompt",
            lambda args, got, want: got[0] == "another prompt",
            "The prompt must be build_prompt(question, hits).text, with all three of the hits.",
        ),
        (
            "calls",
            lambda args, got, want: got[0] == want[0] and got[2] > 1,
            "An answer needs one call, not several.",
        ),
        (
            "sources",
            lambda args, got, want: got[0] == want[0] and got[1] != want[1],
            "The sources are those of the prompt, prompt.sources.",
        ),
        (
            "another-leg",
            lambda args, got, want: want[0] == REFUSAL != got[0] and args[2] == "cosine",
            'The leg is "cosine" here, and another\'s score was read: use leg as it is given.',
        ),
        (
            "passes",
            lambda args, got, want: want[0] == REFUSAL != got[0],
            "It lets pass what the leg scores below the minimum, or did not find at all.",
        ),
    ]
    return check_cases("E12.4", run, cases, hints)


@functools.cache
def _looked_up(corpus, **which):
    """(best score, found among the first three) for each question of a set."""
    index = _index(corpus)
    asked = [(q, index.search(q["question"], 3)) for q in load_questions(corpus, **which)]
    return [(hits[0].score, finds(hits, question)) for question, hits in asked]


@functools.cache
def _index(corpus):
    return DenseIndex(StoredEncoder()).index(load_chunks(corpus))


def _cost(looked_up, threshold=0.7):
    """(refused, of these found) at a threshold."""
    low = [found for score, found in looked_up if score < threshold]
    return [len(low), sum(low)]


@never_raises
def check_e12_5(costs):
    """Check the four counts."""
    if costs is None or costs is ...:
        return not_done("E12.5")
    titles, by_hand = _looked_up("numpy", split="test"), _looked_up("numpy", set="hand")
    first, second = _cost(titles), _cost(by_hand)
    right = [*first, *second]

    def found(looked_up):
        return sum(hit for _, hit in looked_up)

    def is_pair(start, *values):
        return lambda got, _: list(got[start : start + 2]) == list(values)

    def is_at(place, value):
        return lambda got, _: got[place] == value

    passed_titles = [len(titles) - first[0], found(titles) - first[1]]
    hints = [
        (
            "four",
            lambda got, _: not isinstance(got, (list, tuple)) or len(got) != 4,
            "Give a list of four counts, the two of the titles first.",
        ),
        (
            "shares",
            lambda got, _: any(0 < value < 1 for value in got),
            "Counts were asked for, no shares.",
        ),
        (
            "by-hand-first",
            lambda got, _: list(got) == [*second, *first],
            "The titles first, then the questions by hand.",
        ),
        (
            "pairs",
            lambda got, _: list(got) == [first[0], second[0], first[1], second[1]],
            "Both numbers of the titles first, then both of the questions by hand.",
        ),
        ("passed", is_pair(0, *passed_titles), "These are the titles that *pass* 0.7."),
        (
            "tune",
            is_pair(0, *_cost(_looked_up("numpy", split="tune"))),
            "These are the titles of tune.",
        ),
        (
            "handbook",
            is_pair(0, *_cost(_looked_up("house", split="test"))),
            "That is the ferry line's handbook. Ask numpy's pages.",
        ),
        (
            "all-found",
            is_at(1, found(titles)),
            "Second: of the *refused* titles only, those that were found.",
        ),
        (
            "missed",
            is_at(1, first[0] - first[1]),
            "Second: these are the refused titles that were *not* found.",
        ),
        ("found-passed", is_at(1, passed_titles[1]), "Second: these were found and pass."),
        (
            "refused",
            lambda got, want: got[0] != want[0],
            "First: the titles whose best score lies below 0.7.",
        ),
        (
            "lost",
            lambda got, want: got[1] != want[1],
            "Second: refused, and a right chunk among the first three.",
        ),
        (
            "hand-missed",
            is_at(3, second[0] - second[1]),
            "Fourth: these are the refused questions that were *not* found.",
        ),
        ("hand", lambda got, _: True, "Third and fourth: the same for the questions by hand."),
    ]
    return check_value("E12.5", costs, right, hints)


class _Counting:
    """A client that counts its calls and hands them on to the reader."""

    def __init__(self):
        self.client, self.calls = connect(local=True)[0], 0
        self.chat = self.completions = self

    def create(self, **options):
        """Count, then ask."""
        self.calls += 1
        return self.client.chat.completions.create(**options)

    def __getattr__(self, name):
        return getattr(self.client, name)


@never_raises
def check_e12_6(answer):
    """Check a pipeline on five questions: three answered, two refused without a call."""
    form = "Give three things: (pipeline, answered, refused)."
    if problem := not_all_there("E12.6", answer, 3, "three", form):
        return problem
    for problem in (_misfit(*answer), _misassembled(*answer), _misbehaviour(*answer)):
        for key, sentence in problem:
            return failed("E12.6", key, sentence)
    return passed("E12.6")


def _misfit(pipeline, answered, refused):
    """What is wrong with the form, as (key, sentence)."""

    def are_texts(pairs, n):
        return (
            isinstance(pairs, dict)
            and len(pairs) == n
            and all(isinstance(t, str) and _said(t) for pair in pairs.items() for t in pair)
        )

    if not isinstance(pipeline, RagPipeline):
        yield "no-pipeline", f"pipeline must be a RagPipeline, not {show(pipeline)}."
    if not are_texts(answered, 3):
        sentence = "answered: a dict of three questions, each with a text to be answered: "
        yield "answered", f"{sentence}a number, a name, a word that says something."
    elif not are_texts(refused, 2):
        sentence = "refused: a dict of two questions, each with a word that stands in no document."
        yield "refused", sentence
    elif len({frozenset(_said(question)) for question in (*answered, *refused)}) < 5:
        yield "five", "Five different questions, in more than their small words."
    elif len({frozenset(_said(value)) for value in answered.values()}) < 3:
        yield (
            "same-piece",
            "Three different texts to be answered: one that fits all proves nothing.",
        )
    else:
        for question, value in answered.items():
            if value.lower() in question.lower():
                sentence = f"{value!r} stands in the question {question!r}: that proves nothing."
                yield "in-question", sentence
        for question, word in refused.items():
            if len(_said(word)) > 1 and _said(word) == _said(question):
                sentence = f"Of {question!r} give the one word that stands in no document."
                yield "whole-question", sentence
            if _is_invented(word):
                sentence = f"{word!r}: is that a word? Ask what somebody might want to know."
                yield "invented", sentence
            if not _said(word) <= _said(question):
                yield "not-asked", f"{word!r} is no word of the question {question!r}."


def _said(text):
    """What a text says: its content words, numbers and codes."""
    return content_words(text) | figures(text)


def _is_invented(word):
    """Tell whether a word has no vowel and is no abbreviation, or one letter three times."""
    vowel = re.search(r"[aeiouy\d]|[^\x00-\x7f]", word.lower())
    return bool(re.search(r"([a-z])\1\1", word.lower()) or not (vowel or word.isupper()))


def _is_copied(question, text):
    """Tell whether a question's words stand in this order in one sentence of the text."""
    words = tokenize(question)
    sentences = (iter(tokenize(part)) for part in re.split(r"[.!?]\s|\n\s*\n", text))
    return len(words) > 2 and any(all(w in rest for w in words) for rest in sentences)


def _misassembled(pipeline, answered, refused):
    """What the pipeline lacks, as (key, sentence)."""
    if pipeline.builds == 0:
        yield (
            "not-built",
            "The pipeline has built no index: pipeline.build_index(documents) comes first.",
        )
    if pipeline.min_score is None and pipeline.min_covered is None:
        yield "no-guard", "The pipeline has no guard: give min_score or min_covered."
    text = "\n".join(chunk.text for chunk in pipeline.retriever.chunks_ or ())
    for question in (*answered, *refused):
        if _is_copied(question, text):
            sentence = f"{question!r} is copied from the documents. Ask as somebody would who "
            yield "copied", f"{sentence}has not read them."
    for value in answered.values():
        if not has_keyword(text.lower(), value.lower()):
            yield "no-piece", f"{value!r} stands in none of the documents."
    for question, word in refused.items():
        if _said(word) & _said(text):
            sentence = f"{word!r} stands in the documents: do they answer {question!r} after all?"
            yield "answerable", sentence


def _misbehaviour(pipeline, answered, refused):
    """What goes wrong with the five questions, as (key, sentence)."""
    client = _Counting()
    guarded, open_one = copy.copy(pipeline), copy.copy(pipeline)
    guarded.client = open_one.client = client
    open_one.min_score = open_one.min_covered = None
    for question, value in answered.items():
        got = guarded.answer(question)
        if not got.sources:
            yield "too-high", f"{question!r} is refused by the guard: {got.reason}."
        if got.refused:
            sentence = f"The guard lets {question!r} pass, and the reader refuses. Other words?"
            yield "reader-refused", sentence
        if not has_keyword(without_citations(got.text).lower(), value.lower()):
            yield "wrong-answer", f"{question!r} is answered {got.text!r}, without {value!r}."
    for question in refused:
        before, got = client.calls, guarded.answer(question)
        if client.calls > before:
            best = max((s for s in got.scores if s is not None), default=0)
            sentence = f"The guard lets {question!r} pass: best score {best:.4g}, "
            yield "too-low", f"{sentence}covered {got.covered:.2f}."
        if got.reason == "nothing was found":
            yield "nothing-found", f"{question!r} finds nothing at all: no minimum was needed."
        hits = open_one.retriever.search(question, open_one.k)
        if not _said(question) & _said("\n".join(hit.chunk.text for hit in hits)):
            yield "far", f"{question!r} shares no content word with what it finds: too easy."
    if all(open_one.answer(question).refused for question in refused):
        sentence = "The reader would refuse both by itself: find one that it answers, wrongly."
        yield "idle", sentence
