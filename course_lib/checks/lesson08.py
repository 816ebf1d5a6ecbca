"""Checks of lesson 08: hubs counted and foretold, reasons, merging, a home-made catch-all."""

import itertools
import re
from collections import Counter
from functools import partial

from course_lib.checks import (
    check_cases,
    check_value,
    failed,
    never_raises,
    not_done,
    passed,
    same,
)
from course_lib.data import load_chunks, load_questions
from course_lib.documents import Chunk, Document
from course_lib.tfidf import TfidfIndex, document_frequencies
from course_lib.tokens import tokenize


def _by_number(right, tolerance, *sentences):
    """A hint for each answer of several that is wrong, the first one first."""
    return [
        (f"answer-{n + 1}", lambda got, _, n=n: not same(right[n], got[n], tolerance), sentence)
        for n, sentence in enumerate(sentences)
    ]


def check_e8_1(answers):
    """Check the seven predictions."""
    right = (3, 4, 7 / 11, 11, 3, 4, "b")

    def at(place, *values):
        return lambda got, _: any(same(value, got[place], 1e-3) for value in values)

    hints = [
        (
            "seven",
            lambda got, _: not isinstance(got, (list, tuple)) or len(got) != 7,
            'Give seven answers in the order 1 to 7: answers = (1, 2, 0.5, 4, 5, 6, "f").',
        ),
        ("popular", at(6, "a"), "7: a is busy, but each time it is right. Who is never right?"),
        (
            "seldom",
            at(6, "c", "d"),
            "7: it is never right, but is it busy? Half of the questions find it. Who is found "
            "more often?",
        ),
        (
            "never",
            at(6, "e", "f"),
            "7: no question finds it. A catch-all turns up again and again.",
        ),
        (
            "full-lists",
            lambda got, _: at(3, 12)(got, _) or at(2, 7 / 12)(got, _),
            "3 or 4: question 4 has two hits. A lexical search does not fill its places.",
        ),
        ("wrong-alone", at(2, 6 / 8, 4 / 8), "3: all appearances count, right ones too."),
        (
            "rounded",
            lambda got, _: got[2] in (0.6, 0.63, 0.64),
            "3: right, but write a fraction, x / y, or three decimals.",
        ),
        ("one-chunk", at(2, 4 / 11), "3: a third of six chunks are two."),
        ("four-chunks", at(4, 4, 6), "5: question 4 may draw chunks that another has, too."),
        ("at-least-k", at(4, 1, 2), "5: the three chunks of one question are all different."),
        ("no-repeat", at(5, 11, 12), "6: within one question a chunk is drawn at most once."),
        ("not-k", at(5, 3), "6: each of the four questions may draw the same chunk."),
        *_by_number(
            right,
            1e-3,
            "1: count the brackets around a.",
            "2: b stands without brackets each time. How often?",
            "3: the two largest sums, divided by all places.",
            "4: a draw fills as many places as the search did.",
            "5: what is the smallest number of chunks that fills the longest list?",
            "6: how many questions can draw one and the same chunk?",
            '7: one letter in quotes: "a" to "f".',
        ),
    ]
    return check_value("E8.1", answers, right, hints, equal=partial(same, tolerance=1e-3))


def check_e8_2(answers):
    """Check the hub that two means foretell."""
    right = ("c", 0.5, 0, "b", "e", 0.04)

    def at(place, *values):
        return lambda got, _: any(same(value, got[place], 5e-3) for value in values)

    hints = [
        (
            "six",
            lambda got, _: not isinstance(got, (list, tuple)) or len(got) != 6,
            'Give six answers in the order 1 to 6: answers = ("a", 0.1, 0.1, "a", "a", 0.1).',
        ),
        (
            "wrong-mean",
            lambda got, _: at(0, "b")(got, _) or at(1, 0.672, 0.728)(got, _),
            "1 and 2: that is nearness to the mean of the chunks. Whose mean gives mean scores?",
        ),
        ("cosine", at(1, 1), "2: a mean score is c · m. Nothing is divided by the length of m."),
        (
            "one-number",
            at(0, "e"),
            "1: both numbers of the mean count, not the larger one alone. Work out all five.",
        ),
        (
            "not-taken-off",
            at(2, 0.48, 0.728),
            "3: b · (q − m), averaged over the questions. What is the mean of q − m?",
        ),
        ("wrong-chunk", at(2, -0.248), "3: here each side has its own mean: take off [0.3, 0.4]."),
        ("whose-mean", at(3, "c"), "4: the wrong mean is that of the chunks."),
        (
            "no-handicap",
            at(4, "c"),
            "5: each chunk loses its own c · (mean of the chunks), so the order changes.",
        ),
        ("blamed", at(4, "b"), "5: b loses most by it. Write the difference for all five."),
        ("before", at(5, 0.4), "6: 0.4 is what it has before the wrong mean is taken off."),
        ("turned", at(5, -0.04), "6: mean question first, then what is taken off."),
        *_by_number(
            right,
            5e-3,
            "1: the largest c · (mean question).",
            "2: the dot product of that chunk and the mean question.",
            "3: c · (mean question) − c · (mean taken off), with the same mean twice.",
            "4: the largest c · (mean of the chunks).",
            "5: the largest c · (mean question) − c · (mean of the chunks).",
            "6: that difference for the chunk of answer 5.",
        ),
    ]
    return check_value("E8.2", answers, right, hints, equal=partial(same, tolerance=5e-3))


def check_e8_3(merge_back):
    """Check the merged pieces."""
    cases = [
        (
            ([("a", "a long one"), ("a", "tiny"), ("b", "tiny")], 5),
            [("a", "a long one\n\ntiny"), ("b", "tiny")],
        ),
        (
            ([("a", "long one"), ("a", "tiny"), ("a", "another"), ("a", "12345")], 5),
            [("a", "long one\n\ntiny"), ("a", "another"), ("a", "12345")],
        ),
        (([("a", "one"), ("a", "second")], 5), [("a", "one\n\nsecond")]),
        (
            ([("a", "xx"), ("a", "yyy"), ("a", "plenty")], 5),
            [("a", "xx\n\nyyy"), ("a", "plenty")],
        ),
        (
            ([("a", "x"), ("a", "y"), ("a", "z"), ("a", "enough")], 5),
            [("a", "x\n\ny\n\nz"), ("a", "enough")],
        ),
        (
            ([("a", "long one"), ("b", "no"), ("b", "enough"), ("b", "more text")], 5),
            [("a", "long one"), ("b", "no\n\nenough"), ("b", "more text")],
        ),
        (
            ([("a", "first one"), ("a", "s"), ("a", "t"), ("a", "second")], 4),
            [("a", "first one\n\ns\n\nt"), ("a", "second")],
        ),
        (
            ([("a", "x"), ("a", "y"), ("a", "enough"), ("a", "plenty")], 5),
            [("a", "x\n\ny\n\nenough"), ("a", "plenty")],
        ),
        (
            ([("b", "x"), ("b", "yy"), ("b", "enough"), ("b", "z")], 5),
            [("b", "x\n\nyy"), ("b", "enough\n\nz")],
        ),
        (
            ([("a", "four five"), ("a", " pad "), ("a", "plenty")], 5),
            [("a", "four five"), ("a", " pad "), ("a", "plenty")],
        ),
        (([("a", "no")], 5), [("a", "no")]),
        (([("a", "no"), ("a", "yes")], 0), [("a", "no"), ("a", "yes")]),
        (([], 5), []),
    ]

    def letters(pairs):
        return sorted("".join("".join(text for _, text in pairs).split()))

    def no_separator(args, got, expected):
        bare = [(page, text.replace("\n", "").replace(" ", "")) for page, text in expected]
        return bare == [(p, t.replace("\n", "").replace(" ", "")) for p, t in got]

    def pages_mix(args, got, _):
        kept = {page: "" for page, _ in args[0]}
        for page, text in got:
            kept[page] += "".join(text.split())
        whole = {page: "" for page, _ in args[0]}
        for page, text in args[0]:
            whole[page] += "".join(text.split())
        return any(sorted(kept[page]) != sorted(whole[page]) for page in whole)

    def too_short_left(args, got, _):
        """A short piece that has a piece of its page before it, or behind it."""
        pages = [page for page, _ in got]
        return any(len(text) < args[1] and pages.count(page) > 1 for page, text in got)

    def border(args, got, _):
        return len(got) < len(args[0]) and got == _merged(args[0], args[1] + 1)

    def bare(pair):
        return pair[0], pair[1].strip()

    def sum_of_parts(text):
        return len(text.replace("\n\n", ""))

    def words(text):
        return len(text.split())

    def first_part(text):
        return len(text.split("\n\n")[0])

    def last_part(text):
        return len(text.split("\n\n")[-1])

    hints = [
        (
            "kind",
            lambda args, got, _: (
                (not isinstance(got, list) or any(not isinstance(x, (tuple, list)) for x in got))
                and not isinstance(got, BaseException)
                and got is not None
            ),
            "Give a list of pairs (page, text).",
        ),
        (
            "lost",
            lambda args, got, _: letters(got) != letters(args[0]),
            "Text is lost or doubled. Each piece stands once in the result, short ones too.",
        ),
        ("pages", pages_mix, "Text of one page has come to another. Compare the pages first."),
        (
            "stripped",
            lambda args, got, want: (
                [*map(bare, got)] == [*map(bare, want)]
                or (args[0] and got == _merged([*map(bare, args[0])], args[1]))
            ),
            "Text and pages stay as they are: count the blanks of a piece, too, and keep them.",
        ),
        ("separator", no_separator, 'The right pieces are joined, but not with "\\n\\n".'),
        ("border", border, "A piece of exactly min_chars is long enough: compare with <."),
        (
            "forward",
            lambda args, got, _: got == _forward(args[0], args[1]),
            "You join a short piece with the next one, as the lesson did. Here: the one before.",
        ),
        (
            "length-of-parts",
            lambda args, got, _: got == _merged(args[0], args[1], sum_of_parts),
            'The text joined so far counts as a whole: "x\\n\\nyy" has 5 characters.',
        ),
        (
            "length-of-first",
            lambda args, got, _: got == _merged(args[0], args[1], first_part),
            "The piece before has grown by joining: ask how long it is now.",
        ),
        (
            "length-of-last",
            lambda args, got, _: got == _merged(args[0], args[1], last_part),
            "The piece before has grown by joining: all of it counts, not its last part alone.",
        ),
        (
            "words",
            lambda args, got, _: got == _merged(args[0], args[1], words, words),
            "min_chars counts characters, not words.",
        ),
        (
            "first",
            lambda args, got, _: (
                (too_short_left(args, got, _) and len(got[0][1]) < args[1])
                or any(
                    len(t) < args[1] and p not in [q for q, _ in got[:n]]
                    for n, (p, t) in enumerate(got)
                    if [q for q, _ in got].count(p) > 1
                )
            ),
            "A short first piece of a page must take the next one along, until it is long enough.",
        ),
        ("short-left", too_short_left, "A short piece is left over that has one before it."),
    ]
    return check_cases("E8.3", merge_back, cases, hints)


def _merged(pieces, min_chars, length=len, length_of_new=len):
    """As the exercise joins, with lengths (of what is joined so far, of a piece) of some kind."""
    merged = []
    for page, text in pieces:
        before = merged[-1] if merged else ("", "")
        if merged and before[0] == page and min(length(before[1]), length_of_new(text)) < min_chars:
            merged[-1] = (page, before[1] + "\n\n" + text)
        else:
            merged.append((page, text))
    return merged


def _forward(pieces, min_chars):
    """As lesson 08 joins: each short piece with the next one of its page."""
    joined = []
    for page, group in itertools.groupby(pieces, key=lambda piece: piece[0]):
        texts = []
        for _, text in group:
            if texts and len(texts[-1]) < min_chars:
                texts[-1] += "\n\n" + text
            else:
                texts.append(text)
        if len(texts) > 1 and len(texts[-1]) < min_chars:
            texts[-2:] = ["\n\n".join(texts[-2:])]
        joined += [(page, text) for text in texts]
    return joined


FOUR = ("inflection", "catch-all chunk", "right topic, wrong detail", "vocabulary")


def check_e8_4(diagnose):
    """Check which tests hold for made-up questions."""
    nine = [f"a.md#{n}" for n in range(1, 10)]
    other = [f"b.md#{n}" for n in range(1, 10)]
    inflection, catch_all, topic, vocabulary = FOUR
    cases = [
        ((nine, nine, {"a.md#8"}, {"a.md#2", "a.md#4"}, 2), [topic]),
        ((nine, other, {"b.md#5", "a.md#9"}, {"a.md#9"}, 1), [inflection, topic]),
        ((nine, nine, {"b.md#3"}, set(), 0), [vocabulary]),
        ((nine, other, {"b.md#6", "c.md#1"}, set(nine), 3), []),
        ((nine, other, {"a.md#6"}, {"a.md#1"}, 1), [catch_all, topic]),
        (([*other[:5], "a.md#1"], nine[1:], {"a.md#1"}, {"b.md#2", "a.md#1"}, 2), [catch_all]),
        ((other, nine, {"b.md#10", "a.md#12"}, {"b.md#1"}, 0), [topic, vocabulary]),
        ((["b.md#10", *nine], [], {"b.md#1"}, {"a.md#2"}, 1), [topic]),
        ((["c.md#1", *other], ["c.md#1"], {"c.md#1"}, {"b.md#1"}, 1), [inflection, catch_all]),
        (([], ["a.md#1"], {"a.md#1"}, set(), 0), [inflection, vocabulary]),
        (([*other[:4], "a.md#1", "a.md#2"], other, {"a.md#9"}, set(), 1), [topic]),
        (([*other[:3], "a.md#1", "c.md#1"], other, {"a.md#9"}, {"a.md#1"}, 1), [topic]),
        (
            (["c.md#1", "d.md#1", *other[:3], "c.md#2"], other, {"c.md#1"}, {"b.md#1"}, 2),
            [catch_all],
        ),
        ((nine[:5], nine, {"aa.md#1"}, set(), 1), []),
        (([*other[:5], *nine], other, {"a.md#9"}, set(), 1), []),
    ]

    def differs(got, want):
        """The reasons that are given wrongly, and those that are missing."""
        return {*got} - {*want}, {*want} - {*got}

    def wrongly(reason):
        return lambda args, got, want: reason in differs(got, want)[0]

    def missing(reason):
        return lambda args, got, want: reason in differs(got, want)[1]

    def right_out(args, got, want):
        return catch_all in differs(got, want)[1] and {*args[2]} & {*args[3]}

    def page_of(ids):
        return {name.split("#")[0] for name in ids}

    def is_found(args):
        return bool({*args[0][:5]} & {*args[2]})

    hints = [
        (
            "kind",
            lambda args, got, _: isinstance(got, (str, set, tuple, dict, bool)),
            "Give a list of reasons, an empty one if no test holds.",
        ),
        (
            "spelling",
            lambda args, got, _: any(reason not in FOUR for reason in got),
            "A reason is one of: " + ", ".join(FOUR) + ".",
        ),
        (
            "first-alone",
            lambda args, got, want: len(want) > 1 and got == want[:1],
            "Only the first test that holds is listed. A question may have several reasons.",
        ),
        (
            "order",
            lambda args, got, want: sorted(got) == sorted(want),
            "The right reasons. List them in the order of the task.",
        ),
        (
            "found-skipped",
            lambda args, got, want: is_found(args) and got == [],
            "Nothing is listed for a question that is found. A control asks the tests of those, "
            "too.",
        ),
        (
            "five-letters",
            wrongly(inflection),
            "inflection: a right chunk must stand in the first five of cut_ids.",
        ),
        (
            "any-right",
            missing(inflection),
            "inflection: one right chunk in the first five of cut_ids is enough, others may miss.",
        ),
        (
            "right-left-out",
            right_out,
            "catch-all chunk: a right chunk stays in the list, even if it is a busy one.",
        ),
        (
            "not-refilled",
            missing(catch_all),
            "catch-all chunk: leave the busy ones out first, then take five. Others move up.",
        ),
        (
            "beyond-five",
            wrongly(catch_all),
            "catch-all chunk: without the busy ones, a right chunk must come into the first five.",
        ),
        (
            "fifth",
            lambda args, got, want: (
                topic in differs(got, want)[1] and page_of(args[0][:3]).isdisjoint(page_of(args[2]))
            ),
            "right topic, wrong detail: all of the first five count, busy chunks and the fifth, "
            "too.",
        ),
        (
            "beyond-fifth",
            lambda args, got, want: (
                topic in differs(got, want)[0]
                and not {*args[0][:5]}.isdisjoint(args[2])
                and not page_of(args[0][5:]).isdisjoint(page_of(args[2]))
            ),
            "right topic, wrong detail: take the first five hits, then leave the right ones out. "
            "What stands sixth does not count.",
        ),
        (
            "right-hit",
            lambda args, got, want: (
                topic in differs(got, want)[0] and any(hit in args[2] for hit in args[0][:5])
            ),
            "right topic, wrong detail: a hit that is right does not count. Look at wrong hits.",
        ),
        (
            "page",
            lambda args, got, want: topic in {*differs(got, want)[0], *differs(got, want)[1]},
            "right topic, wrong detail: compare pages, the whole part of an id before #, in the "
            "first five.",
        ),
        (
            "no-word",
            lambda args, got, want: vocabulary in {*differs(got, want)[0], *differs(got, want)[1]},
            "vocabulary: it holds if n_held is 0, and only then.",
        ),
    ]
    return check_cases("E8.4", diagnose, cases, hints)


@never_raises
def check_e8_5(notes):
    """Check the learner's catch-all note and its cure by counting what both do."""
    parts = notes if isinstance(notes, tuple) else (notes,)
    if any(part is None or part is ... for part in parts):
        return not_done("E8.5")
    if (
        not isinstance(notes, (list, tuple))
        or len(notes) != 4
        or not all(isinstance(note, str) and tokenize(note) for note in notes[:2])
    ):
        sentence = 'Give two notes in quotes and two counts: notes = ("…", "…", 1, 2).'
        return failed("E8.5", "text", sentence, got=repr(notes)[:80])
    notes, said = notes[:2], notes[2:]
    asked = [question["question"] for question in load_questions("house")]
    df = document_frequencies([tokenize(chunk.text) for chunk in load_chunks("house")])
    for note in notes:
        if problem := _no_note(note, df):
            return failed("E8.5", *problem, got=note)
    counts = [_times_found(note, asked) for note in notes]
    got = " | ".join(f"{n}: {note}" for n, note in zip(counts, notes, strict=True))
    wanted, words = "at least 40 of 210, then at most half", [tokenize(note) for note in notes]
    replaced = {pair for pair in zip(*words, strict=False) if pair[0] != pair[1]}
    problems = [
        (
            counts[0] < 25,
            "topic",
            "The first note is seldom found. Which words do the questions share?",
        ),
        (counts[0] < 40, "more", "The direction is right. Which words do more of them have?"),
        (
            len(words[0]) != len(words[1]) or len(replaced) != 1,
            "one-word",
            "The notes must have the same words in the same order but for one, put in place of it.",
        ),
        (
            any(before in words[1] for before, _ in replaced),
            "everywhere",
            "Replace the word wherever it stands.",
        ),
    ]
    for holds, key, sentence in problems:
        if holds:
            return failed("E8.5", key, sentence, expected=wanted, got=got)
    if 2 * counts[1] > counts[0]:
        problem = _still_found(words[0], *replaced, counts[0], asked)
        return failed("E8.5", *problem, expected=wanted, got=got)
    for holds, key, sentence in _counts_of_words(replaced, df, asked, said):
        if holds:
            return failed("E8.5", key, sentence, expected=wanted, got=got)
    print(f"in the first five of {counts[0]} and of {counts[1]} of 210 questions")
    return passed("E8.5")


def _times_found(note, asked):
    """For how many questions a note that is added to the handbook is among TF-IDF's first five."""
    index = TfidfIndex().index([*load_chunks("house"), Chunk("note#0", "note", note, 0, len(note))])
    hits = [index.search(question, 5) for question in asked]
    return sum(any(hit.chunk.doc_id == "note" for hit in few) for few in hits)


def _still_found(words, pair, n_before, asked):
    """Key and sentence for a word replaced with too little effect: try each word of the note."""
    other = "them" if "they" in words else "they"  # an everyday word that few questions have
    without = {
        word: _times_found(" ".join(other if w == word else w for w in words), asked)
        for word in dict.fromkeys(words)
    }
    before, after = pair
    if 2 * without[before] <= n_before:
        return "in-its-place", (
            f"{before!r} is the right word to replace, but {after!r} brings the note back: it "
            "stands in many questions, too. Put one in its place that few have."
        )
    if 2 * min(without.values()) <= n_before:
        return "not-the-cause", (
            f"The second is found too often: in this note another word than {before!r} weighs "
            "most. Look which, and replace that one."
        )
    return "no-single-word", (
        "This note hangs on no single word: whichever you replace, it is found more than half as "
        "often. Take a note in which one word weighs most by far."
    )


def _counts_of_words(replaced, df, asked, said):
    """(holds, key, sentence) for what can be wrong with the counts of the two words."""
    words = next(iter(replaced), ("", ""))
    tokens = [tokenize(question) for question in asked]
    right = [sum(word in some for some in tokens) for word in words]
    often = [sum(some.count(word) for some in tokens) for word in words]
    yield (
        right[0] != right[1] and same(right[::-1], said),
        "counts-swapped",
        "First the questions with the replaced word, then those with the word in its place.",
    )
    yield (
        right != [*said] == [df.get(word, 0) for word in words],
        "chunks-counted",
        "That counts chunks of the handbook. Count the questions that have the word.",
    )
    yield (
        right != often and same(often, said),
        "each-time",
        "A question that has the word twice counts once.",
    )
    yield (
        not same(right, said),
        "counts",
        "The counts are wrong. In how many of the 210 questions does each of the two words stand? "
        "Whole words count, by tokenize.",
    )


def _no_note(note, df):
    """Key and sentence of what keeps a text from being a note of the exercise, or None."""
    tokens = tokenize(note)
    if len(note.split()) > 8 or len(tokens) > 12:
        return "long", f"That are {max(len(note.split()), len(tokens))} words, 8 are allowed."
    if rare := [token for token in tokens if df.get(token, 0) < 10]:
        sentence = f"{rare[0]!r} stands in {df.get(rare[0], 0)} chunks. Which words stand in many?"
        return "rare", sentence
    if not re.fullmatch(r"[^.!?]+[.!?]", note.strip()):
        return "sentence", "A note is one sentence, closed by one of . ! ?"
    if any(a == b for a, b in itertools.pairwise(tokens)):
        return "sentence", "The same word twice in a row makes no sentence."
    if len({*tokens}) < 5 or max(Counter(tokens).values()) > 2:
        sentence = "A note says more than a word or two: take at least five different words, none "
        return "few", sentence + "of them more than twice."
    return None


def check_e8_6(busy_chunks):
    """Check the busy chunks of small folders."""
    pump = Document("a.md", "Red pump.")
    two = [
        Document("b.md", "# B\n\nGreen valve.\n\n## C\n\nRed seal.\n"),
        Document("a.md", "Red pump."),
    ]
    steps = Document("s.md", "".join(f"# Step {n}\n\nPump.\n\n" for n in range(12)))
    blue = Document("a.md", "Blue pump.")
    many = ["red", "red", "valve", "green valve", "pump", "motor"]
    cases = [
        (([pump], ["pump", "red", "motor"], 5, 1), [("a.md#0", 2)]),
        ((two, many, 5, 0), [("a.md#0", 3), ("b.md#0", 2), ("b.md#1", 2)]),
        ((two, many, 5, 2), [("a.md#0", 3)]),
        ((two, many, 1, 0), [("b.md#0", 2), ("b.md#1", 2), ("a.md#0", 1)]),
        ((two, many, 5, 3), []),
        (([Document("z.md", "Red pump."), blue], ["pump"], 5, 0), [("z.md#0", 1), ("a.md#0", 1)]),
        (([steps], ["pump", "pump", "valve"], 20, 1), [(f"s.md#{n}", 2) for n in range(12)]),
        (([steps], ["pump"], 20, 0), [(f"s.md#{n}", 1) for n in range(12)]),
        ((two, [], 5, 0), []),
        (([], ["red"], 5, 0), []),
    ]

    def counts(got):
        return dict(got) if isinstance(got, list) else {}

    hints = [
        (
            "kind",
            lambda args, got, _: (
                isinstance(got, dict)
                or (isinstance(got, list) and any(isinstance(x, (str, Chunk)) for x in got))
            ),
            "Give a list of pairs (chunk id, count).",
        ),
        (
            "pairs",
            lambda args, got, _: any(not isinstance(name, str) for name, _ in got),
            "A pair is (chunk id, count), in this order.",
        ),
        (
            "at-limit",
            lambda args, got, _: any(n == args[3] for n in counts(got).values()) and args[3] > 0,
            "More than limit: a chunk that is found exactly limit times is not busy.",
        ),
        (
            "zeros",
            lambda args, got, _: any(n == 0 for n in counts(got).values()),
            "Chunks that were never found do not belong into the list.",
        ),
        (
            "pages",
            lambda args, got, _: any("#" not in str(name) for name in counts(got)),
            "Count chunks, by hit.chunk.id, not pages.",
        ),
        (
            "order",
            lambda args, got, expected: sorted(map(tuple, got)) == sorted(expected),
            "The right chunks in the wrong order: largest count first, equals as in the corpus.",
        ),
        (
            "list-cut",
            lambda args, got, want: got == want[: len(got)] and len(got) == args[2] < len(want),
            "The list itself is cut at k. It holds all chunks that are found too often.",
        ),
        (
            "repeated",
            lambda args, got, expected: (
                len(set(args[1])) < len(args[1])
                and counts(got).get("a.md#0", 0) < dict(expected).get("a.md#0", 0)
            ),
            "A query that comes twice counts twice.",
        ),
        (
            "k",
            lambda args, got, expected: args[2] == 1 and sum(counts(got).values()) > 5,
            "Only the first k hits of a query count, out of one index of all the chunks.",
        ),
        (
            "sections",
            lambda args, got, want: sum(counts(got).values()) < sum(dict(want).values()),
            "Some are found less often than should be. Are the chunks those of chunk_sections, "
            "and do all queries count?",
        ),
        (
            "empty",
            lambda args, got, _: isinstance(got, BaseException) and not (args[0] and args[1]),
            "No documents or no queries: an empty list.",
        ),
    ]
    return check_cases("E8.6", busy_chunks, cases, hints)
