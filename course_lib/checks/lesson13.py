"""Checks of lesson 13: citations by hand, numbers from nowhere, judges, a base rate, a capstone."""

import functools
import re

from course_lib.checks import (
    check_cases,
    check_value,
    failed,
    never_raises,
    not_done,
    passed,
    show,
)
from course_lib.chunking import chunk_sections
from course_lib.data import load_answers, load_chunks, load_questions
from course_lib.evidence import finds, has_keyword, plain
from course_lib.judging import judge_answer, without_citations
from course_lib.pipeline import RagPipeline
from course_lib.prompt import REFUSAL
from course_lib.stats import wins_losses_ties
from course_lib.text import is_visible
from course_lib.tokens import tokenize
from course_lib.words import figures


def check_e13_1(answers):
    """Check six pairs of lists, and the sources of three sentences."""
    right = [
        *(([1, 3], []), ([4], [7]), ([], []), ([2, 3, 4], []), ([3], [6]), ([], [0])),
        [[2], [1], [1, 2]],
    ]

    def is_list(part):
        return isinstance(part, (list, tuple)) and all(type(n) is int for n in part)

    def alike(want, got):
        return len(got) == len(want) and all(
            sorted(a) == sorted(b) for a, b in zip(want, got, strict=True)
        )

    def wrong(place):
        return lambda got, _: not alike(right[place], got[place])

    def of(place, side, *lists):
        return lambda got, _: any(sorted(got[place][side]) == numbers for numbers in lists)

    def has(place, side, number):
        return lambda got, _: number in got[place][side]

    twice = "Each number comes once, however often it is cited."
    lists = [
        ("b-twice", of(1, 0, [4, 4]), twice),
        ("b-touches", of(1, 0, []), "b: `[4]` touches a bracket in front, not a word: it counts."),
        ("b-beyond", of(1, 1, []), "b: 7 is cited as well, and there is no such source."),
        (
            "c-code",
            wrong(2),
            "c: a bracket that touches a word, and what stands in backticks, is code.",
        ),
        ("d-ends", of(3, 0, [2, 4]), "d: a range stands for all of its numbers."),
        ("d-behind", of(3, 0, []), "d: a citation may stand behind the full stop."),
        (
            "e-inside",
            lambda got, _: {4, 5} & {*got[4][0], *got[4][1]},
            "e: a range that runs out of the sources counts by its two ends only.",
        ),
        ("f-last", has(5, 0, 4), "f: that is how Python counts. The sources begin at 1."),
        ("f-valid", has(5, 0, 0), "f: there is no source 0. The sources begin at 1."),
        ("f-silent", of(5, 1, []), "f: what points nowhere is reported, in the second list."),
        ("g-invalid", has(6, 1, 9), "The three sentences: 9 is no source, it can support nothing."),
        (
            "g-bare",
            lambda got, _: sorted(got[6][2]) != [1, 2],
            "The three sentences: one without a citation is held against all that the answer "
            "cites and that there is.",
        ),
        (
            "g-behind",
            wrong(6),
            "The three sentences: a citation behind a full stop belongs to the sentence in front.",
        ),
    ]
    lists += [
        (letter, wrong(place), f"{letter}: first the numbers from 1 to 4, then all others.")
        for place, letter in enumerate("abcdef")
    ]
    hints = [
        (
            "seven",
            lambda got, _: not isinstance(got, (list, tuple)) or len(got) != 7,
            "Give a list of seven: six pairs like ([1], []), then a list of three lists.",
        ),
        (
            "lists",
            lambda got, _: (
                not all(
                    isinstance(part, (list, tuple)) and len(part) == n and all(map(is_list, part))
                    for part, n in zip(got, [2] * 6 + [3], strict=True)
                )
            ),
            "a to f are pairs of lists of numbers, like ([1], []); the last is a list of three "
            "lists.",
        ),
        (
            "sides",
            lambda got, _: alike(got[1], right[1][::-1]),
            "First the numbers of sources that there are, then the others.",
        ),
        *lists,
    ]
    return check_value(
        "E13.1",
        answers,
        right,
        hints,
        equal=lambda want, got: len(got) == 7 and all(map(alike, want, got)),
    )


def _by_case(rows):
    """Cases for check_cases, and a hint for each: rows of (key, sentence, args, expected)."""
    rows = [*rows]
    cases = [(args, expected) for _, _, args, expected in rows]
    hints = [
        (key, lambda args, got, _, mine=mine: args == mine, sentence)
        for key, sentence, mine, _ in rows
    ]
    return cases, hints


def check_e13_2(from_nowhere):
    """Check the numbers and codes that stand in no source; most cases show one mistake."""
    cited = "The number of a citation is none of the answer's."
    enough = "One text that holds the number is enough, whichever it is."
    table = [
        (
            "basic",
            "4.50 stands in no text, 3 does.",
            ("Bikes pay 4.50, dogs 3.", ["Bikes pay 4.00, dogs 3."]),
            ["4.5"],
        ),
        ("citation", cited, ("Dogs pay 3 [2].", ["Dogs pay 3."]), []),
        ("citation", cited, ("Dogs pay 3 [Source 1] [1-2].", ["Dogs: 3."]), []),
        (
            "both-2",
            "Here 2 is a price and a citation. Take out the brackets, not each 2.",
            ("Dogs pay 2 [2].", ["Cats.", "Dogs pay."]),
            ["2"],
        ),
        ("any-text", enough, ("Dogs pay 3 [1].", ["Dogs: 3.", "Bikes: 7."]), []),
        ("any-text", enough, ("Dogs pay 3 [2].", ["Bikes: 7.", "Dogs: 3."]), []),
        ("words", "Nine is a number, too: ask figures.", ("Nine pay.", ["9 pay."]), []),
        (
            "substring",
            "A 4 inside 140 or 24.50 is another number: compare the sets.",
            ("Dogs pay 4.", ["Bikes: 140, cars 24.50."]),
            ["4"],
        ),
        (
            "code",
            "A code is more than its digits: E42 is not 42.",
            ("Alarm E42.", ["Alarm E24 at 42 degrees."]),
            ["e42"],
        ),
        (
            "glued",
            "Join the texts with a space between them: a 4 at an end and a 0 at a start are no 40.",
            ("Dogs pay 4.", ["Dogs pay 4", "0 cats."]),
            [],
        ),
        ("no-texts", "Without texts every number is from nowhere.", ("It costs 3.", []), ["3"]),
        (
            "several",
            "Give all of them, sorted.",
            ("30, 4, 120, 7, 55 and 8.", ["Nothing."]),
            ["120", "30", "4", "55", "7", "8"],
        ),
    ]
    cases, by_case = _by_case(table)

    def gives(sets):
        return lambda args, got, want: (
            want != []
            and list(got) == sorted(sets(figures(args[0]), figures("\n".join(args[1])))) != []
        )

    hints = [
        (
            "list",
            lambda args, got, _: isinstance(got, (set, frozenset, str, int, bool)),
            "Give a sorted list: sorted(…) makes one of a set.",
        ),
        (
            "order",
            lambda args, got, want: got != want and sorted(got) == want,
            "These are the right ones. Give them as sorted() orders texts: '120' before '30'.",
        ),
        (
            "turned",
            gives(lambda a, b: b - a),
            "The other way round: these stand in the texts, and not in the answer.",
        ),
        ("both", gives(lambda a, b: a & b), "These stand in answer and texts. The others."),
        (
            "spelling",
            lambda args, got, want: "4.50" in got,
            "Let figures find the numbers: 4.5 and 4.50 are one.",
        ),
        *by_case,
    ]
    return check_cases("E13.2", from_nowhere, cases, hints)


THREE = (
    "Dogs pay 3 euros on every ship.",
    "Cats travel free in a basket.",
    "Bikes pay 4.50 in summer.",
)
OPEN = ("Dogs pay on ships", "Cats travel free")  # no full stops: glued, two words become one
GLUED = (
    "glued",
    'Join the texts with "\n" between them: else the last word of one and the first of the next '
    "become one word.",
    ("Cats travel free on ships [1, 2].", list(OPEN)),
)


def check_e13_3(where_said):
    """Check the verdicts of a sentence; most cases show one mistake."""
    dogs, cats, both = "Dogs pay 3 euros.", "Cats travel free.", "Dogs pay 3 euros, bikes 4.50."
    own = "Each sentence is held against what it cites itself: take its numbers from split_answer."
    rows = [
        ("cited", "Source 1 says it: texts[0].", "Dogs pay 3 euros [1].", (dogs, "cited")),
        (
            "elsewhere",
            "The cited source does not say it, but another does.",
            "Dogs pay 3 euros [2].",
            (dogs, "elsewhere"),
        ),
        (
            "nowhere",
            "8 stands in no source.",
            "Dogs pay 8 euros [1].",
            ("Dogs pay 8 euros.", "nowhere"),
        ),
        ("whole-answer", own, "Dogs pay 3 euros [2]. Cats travel free [1].", (dogs, "elsewhere")),
        ("together", "The sources that a sentence cites count together: join them.", None, None),
        ("patched", '"elsewhere" wants one source that says it alone.', None, None),
        (
            "uncited",
            "It cites nothing, so nothing that it cites says it; source 2 does.",
            "Cats travel free.",
            (cats, "elsewhere"),
        ),
        (
            "bare",
            "A sentence without a citation is held against what the answer cites: split_answer.",
            "Cats travel free [2]. In a basket.",
            (cats, "cited"),
        ),
        (
            "beyond",
            "There is no source 7, and source 2 says it: split_answer leaves out what is not "
            "there.",
            "Cats travel free [7].",
            (cats, "elsewhere"),
        ),
        (
            "zero",
            "There is no source 0. texts[-1] is the last one; split_answer leaves out what is not "
            "there.",
            "Bikes pay 4.50 in summer [0].",
            ("Bikes pay 4.50 in summer.", "elsewhere"),
        ),
        (
            "too-strict",
            "Two of its three words stand in source 2, enough at 0.6: leave min_share as it is.",
            "Cats are free aboard [2].",
            ("Cats are free aboard.", "cited"),
        ),
        (
            "too-loose",
            "One of its two words stands in a source, too little at 0.6: leave min_share as it is.",
            "Cats sleep [2].",
            ("Cats sleep.", "nowhere"),
        ),
        (
            "other-refusal",
            "This is no refusal, and 9 stands nowhere. is_refusal knows the fixed sentence.",
            "I don't know why, but dogs pay 9 euros [1].",
            ("I don't know why, but dogs pay 9 euros.", "nowhere"),
        ),
        ("refusal", "A refusal says nothing: an empty list.", REFUSAL, None),
    ]
    expected = {key: [pair] for key, _, _, pair in rows}
    expected["whole-answer"] = [(dogs, "elsewhere"), (cats, "elsewhere")]
    expected["bare"] = [(cats, "cited"), ("In a basket.", "cited")]
    expected |= {"together": [(both, "cited")], "patched": [(both, "nowhere")], "refusal": []}
    asked = {key: answer for key, _, answer, _ in rows}
    asked["together"] = "Dogs pay 3 euros, bikes 4.50 [1, 3]."
    asked["patched"] = "Dogs pay 3 euros, bikes 4.50 [2]."
    cases, by_case = _by_case(
        [
            *(
                (key, sentence, (asked[key], list(THREE)), expected[key])
                for key, sentence, *_ in rows
            ),
            (*GLUED, [("Cats travel free on ships.", "cited")]),
        ]
    )
    hints = [
        (
            "pairs",
            lambda args, got, _: (
                not isinstance(got, (list, BaseException))
                or (
                    isinstance(got, list)
                    and not all(isinstance(pair, (tuple, list)) and len(pair) == 2 for pair in got)
                )
            ),
            "Give a list of pairs: [(sentence, verdict), …].",
        ),
        (
            "verdicts",
            lambda args, got, _: any(
                verdict not in ("cited", "elsewhere", "nowhere") for _, verdict in got
            ),
            'A verdict is one of "cited", "elsewhere", "nowhere".',
        ),
        (
            "citation-left",
            lambda args, got, _: any("[" in sentence for sentence, _ in got),
            "The sentences come without their citations: split_answer gives them so.",
        ),
        (
            "shifted",
            lambda args, got, want: args[0] == asked["cited"] and got[0][1] == "elsewhere",
            "It cites source 1, and that says it. Is source n looked up as texts[n - 1], and asked "
            "before the others?",
        ),
        (
            "first-only",
            lambda args, got, want: 0 < len(got) < len(want),
            "A pair for each sentence of the answer, not for the first alone.",
        ),
        *by_case,
    ]
    return check_cases("E13.3", where_said, cases, hints)


def check_e13_4(rightly_cited):
    """Check the mended judge; most cases show one mistake."""
    zero = "There is no source 0; texts[-1] is the last one. What points nowhere makes it False."
    own = "Each sentence is held against what it cites itself, not against all that is cited."
    rows = [
        ("simple", "Source 1 says it.", "Dogs pay 3 euros [1].", True),
        (
            "any-source",
            "Another source says it, not the cited one.",
            "Dogs pay 3 euros [2].",
            False,
        ),
        (
            "list",
            "[1, 3] cites two sources, and together they say it.",
            "Dogs pay 3 euros, bikes 4.50 [1, 3].",
            True,
        ),
        ("list", "[Source 1] cites source 1.", "Dogs pay 3 euros [Source 1].", True),
        ("unread", "[Source 1] cites source 1. Does it say 8?", "Dogs pay 8 [Source 1].", False),
        ("uncited", "It cites nothing. all([]) is True: ask first.", "Cats travel free.", False),
        ("zero", zero, "Bikes pay 4.50 in summer [0].", False),
        (
            "beyond",
            "There is no source 7: that makes it False, and is no error.",
            "Cats travel free [7].",
            False,
        ),
        (
            "also-beyond",
            "One citation is right, the other points nowhere: False.",
            "Cats travel free [2, 7].",
            False,
        ),
        (
            "also-beyond",
            "A sentence may be right and the other cite what is not there: False.",
            "Cats travel free [2]. Dogs pay 3 euros [1] [0].",
            False,
        ),
        (
            "bare",
            "A sentence without a citation is held against what the answer cites: split_answer.",
            "Cats travel free [2]. In a basket.",
            True,
        ),
        (
            "too-loose",
            "One of its two words stands in source 2, too little at 0.6: leave min_share as it is.",
            "Cats sleep [2].",
            False,
        ),
        (
            "one-bag",
            "The second sentence is not in its source. Each must be, and by itself: in one bag it "
            "drowns among the words of the first.",
            "Dogs pay 3 euros on every ship. [1] Cats swim [2].",
            False,
        ),
        ("whole-answer", own, "Dogs pay 3 euros [2]. Cats travel free [1].", False),
        (
            "too-strict",
            "Two of its three words stand in source 2, enough at 0.6: leave min_share as it is.",
            "Cats are free aboard [2].",
            True,
        ),
        (
            "no-words",
            "It cites nothing, and has no word that a source could lack, so supported lets it "
            "pass. Ask first whether valid is empty.",
            "That is so.",
            False,
        ),
        (
            "other-refusal",
            "This begins like a refusal and is none: it says 9, which stands nowhere. is_refusal "
            "knows the fixed sentence.",
            "I don't know why, but dogs pay 9 euros [1].",
            False,
        ),
        ("refusal", "A refusal claims nothing: True.", REFUSAL, True),
    ]
    cases, by_case = _by_case(
        [
            *((key, sentence, (answer, list(THREE)), want) for key, sentence, answer, want in rows),
            (*GLUED, True),
        ]
    )
    hints = [
        (
            "bool",
            lambda args, got, _: not isinstance(got, (bool, BaseException)),
            "Give True or False: bool(…) makes one of a list.",
        ),
        (
            "turned",
            lambda args, got, want: args[0] == rows[0][2] and got is False,
            "This one is rightly cited. Source n stands in texts[n - 1].",
        ),
        *by_case,
    ]
    return check_cases("E13.4", rightly_cited, cases, hints)


@functools.cache
def _by_sources(split, min_share):
    """(wrong ones found, right ones accused) among the labelled answers."""
    chunks = {chunk.id: chunk for chunk in load_chunks("house")}
    asked = {q["id"]: q for q in load_questions("house", answerable=None)}
    accused = [
        row["error"] == "right"
        for row in load_answers(split)
        for verdict in [
            judge_answer(
                row["answer"],
                [chunks[name] for name in row["sources"]],
                asked[row["question"]],
                min_share,
            )
        ]
        if not (verdict.cited and verdict.faithful)
    ]
    return accused.count(False), accused.count(True)


@never_raises
def check_e13_5(counts):
    """Check the five counts."""
    if counts is None or counts is ...:
        return not_done("E13.5")
    found, accused = _by_sources("test", 0.8)
    most, many = 80 * found // 40, 920 * accused // 10
    right = [found, accused, most, many, most + 920 - many]

    def starts(*values):
        return lambda got, _: tuple(got[: len(values)]) == values

    def is_at(place, *values):
        return lambda got, _: got[place] in values

    def wrong(place):
        return lambda got, _: got[place] != right[place]

    hints = [
        (
            "five",
            lambda got, _: not isinstance(got, (list, tuple)) or len(got) != 5,
            "Give a list of five numbers.",
        ),
        ("shares", lambda got, _: any(0 < n < 1 for n in got), "Counts were asked for, no shares."),
        ("tune", starts(*_by_sources("tune", 0.8)), "1 and 2: these are the answers of tune."),
        ("old-share", starts(*_by_sources("test", 0.6)), "1 and 2: this is 0.6. Measure 0.8."),
        ("missed", is_at(0, 40 - found), "1: these are the wrong ones that it lets pass."),
        ("let-pass", is_at(1, 10 - accused), "2: these are the right ones that it lets pass."),
        ("found", wrong(0), "1: by_sources(test, 0.8) gives both numbers."),
        ("accused", wrong(1), "2: by_sources(test, 0.8) gives both numbers."),
        ("same-mixture", is_at(2, found * 20), "3: of the 1,000 only 80 are wrong."),
        ("found-1000", wrong(2), "3: of 80 it finds the same share as of the 40."),
        ("few", is_at(3, accused, accused * 2), "4: the share of the 10, of 920."),
        ("accused-1000", wrong(3), "4: of 920 it accuses the same share as of the 10."),
        ("accusations", is_at(4, most + many), "5: that is how often it accuses."),
        (
            "pass-only",
            is_at(4, 920 - many),
            "5: it is right as well where it accuses a wrong answer.",
        ),
        ("hits-only", is_at(4, most), "5: it is right as well where it lets a right answer pass."),
        ("agreement", lambda got, _: True, "5: wrong ones found, and right ones let pass."),
    ]
    return check_value("E13.5", counts, right, hints)


TEMPLATE = {
    "Text": "what it is, how many pages, what is superseded or missing",
    "Questions": "how many without an answer; written before or after looking",
    "Measured": "right chunk, right, wrong, refused",
    "Judge": "its rule; how many verdicts you read, how many you agreed with",
    "Diagnosis": "one answer, traced to its page; who shares the cause",
    "Change": "one, and what it could cost",
    "Result": "mended or not; won, lost, tied, the interval, without the traced question",
    "Not known": "what ten questions cannot show",
}


EVIDENCE = ("file", "quote", "keyword")


@never_raises
def check_e13_6(capstone):
    """Check a capstone by its parts: ten questions, two systems, a report with their counts."""
    if capstone is None or capstone is ...:
        return not_done("E13.6")
    if not isinstance(capstone, (list, tuple)) or len(capstone) != 6:
        sentence = "Give six things: (documents, questions, traced, before, after, report)."
        return failed("E13.6", "six", sentence)
    documents, questions, traced, before, after, report = capstone
    if questions is None or questions is ...:
        return not_done("E13.6")
    pages = {page.id: page for page in documents}
    stages = [
        (lambda: _questions_problem(questions, pages), (traced, before, after)),
        (lambda: _systems_problem(questions, traced, before, after), (report,)),
        (lambda: _report_problem(*capstone), ()),
    ]
    said = ["The questions verify.", "Questions and systems are in order."]
    then = ["Next: before, traced and after.", "Next: the report."]
    for number, (problem_of, wanted) in enumerate(stages):
        for key, sentence in problem_of():
            return failed("E13.6", key, sentence)
        if any(part is None or part is ... for part in wanted):
            return not_done("E13.6", f"{said[number]} {then[number]}")
    return passed("E13.6")


def _questions_problem(questions, pages):
    """What is wrong with the questions, as (key, sentence)."""
    if not isinstance(questions, (list, tuple)) or len(questions) < 10:
        yield "ten", "questions: a list of ten, each made by question(…)."
    for n, one in enumerate(questions, 1):
        if not _made(one):
            yield "made", f"Question {n}: make it with question(text, file, quote, keyword), texts."
    told = [" ".join(tokenize(one["question"])) for one in questions]
    if len(set(told)) < len(told) or "" in told:
        yield "twice", "Ten different questions, none of them empty."
    for n, one in enumerate(questions, 1):
        for facet in one["evidence"]:
            for key, sentence in _evidence_problem(one["question"], facet[0], pages):
                yield key, f"Question {n}: {sentence}"
    with_answer = sum(bool(one["evidence"]) for one in questions)
    if with_answer < 6:
        yield "few-answers", "At least six of the questions must have an answer in the text."
    if len(questions) - with_answer < 2:
        yield "all-answers", "At least two must have no answer: question(text) without a file."


def _made(one):
    """Is it a question as question(…) makes them, all of texts?"""
    if not isinstance(one, dict) or not {"question", "answerable", "evidence"} <= set(one):
        return False
    others = [facet[0].get(name) for facet in one["evidence"] for name in EVIDENCE]
    return all(isinstance(text, str) for text in (one["question"], *others))


def _evidence_problem(asked, other, pages):
    """What is wrong with the evidence of a question, as (key, sentence)."""
    file, quote, keyword = (other[name] for name in EVIDENCE)
    if file not in pages:
        yield "file", f"there is no file {show(file)}; the first ones are {[*pages][:3]}."
    if not 3 <= len(plain(quote).split()) <= 40:
        yield "quote-length", "a quote has 3 to 40 words."
    if plain(quote) not in plain(pages[file].text):
        yield "not-verbatim", f"the quote does not stand in {file} word for word. Copy it."
    if not is_visible(keyword) or not has_keyword(quote, keyword):
        yield "keyword", "the keyword must stand in the quote, whole, with the same capitals."
    if has_keyword(asked.casefold(), keyword.casefold()):
        yield "in-question", f"the question holds the keyword {keyword!r}: that proves nothing."
    if sum(has_keyword(chunk.text, keyword) for chunk in chunk_sections(pages[file])) > 3:
        yield "keyword-common", "the keyword marks more than three sections. Take a rarer one."
    if len({*tokenize(asked)} - {*tokenize(quote)}) < 3:
        yield "copied", "nearly all of its words stand in the quote. Who asks has not read it."


def _systems_problem(questions, traced, before, after):
    """What is wrong with the two systems, as (key, sentence)."""
    for name, system in (("before", before), ("after", after)):
        if not isinstance(system, RagPipeline):
            yield "no-pipeline", f"{name} must be a RagPipeline, not {show(system)}."
        if not system.builds:
            yield "not-built", f"{name} has no index: build_index(documents) comes first."
    if before is after:
        yield (
            "one-object",
            "before and after are one object: build_index changes the pipeline that it is called "
            "on. Make a second RagPipeline.",
        )
    if traced not in [one["question"] for one in questions]:
        yield "traced", "traced must be the text of one of your questions."
    for one in questions:
        if one["question"] == traced:
            yield from _traced_problem(one, before)
    settings = ("model", "k", "min_score", "min_covered", "leg", "budget")
    alike = all(getattr(before, name) == getattr(after, name) for name in settings)
    came = [[_ids(system, one) for one in questions] for system in (before, after)]
    if alike and came[0] == came[1]:
        yield (
            "no-change",
            "after gives the same hits as before to all ten: the change touches none of them.",
        )


def _traced_problem(one, before):
    """What is wrong with the traced question, as (key, sentence)."""
    if one["evidence"] and not _found(before, [one])[0]:
        return  # its right chunk was missed
    word = _word(before, one)
    if word == "refused" and one["evidence"]:
        yield (
            "traced-refused",
            "traced: its right chunk was there and the answer is a refusal, so no page misled. "
            "Take a wrong answer, or a question whose right chunk is missing. If most answers are "
            "refusals, see hint 1.",
        )
    elif word != "wrong":
        yield (
            "traced-right",
            "traced: what before says to it is right. Take a wrong answer, or a question whose "
            "right chunk is missing.",
        )


def _word(system, one):
    """What the system's answer is, by the rule of the exercise: right, wrong or refused."""
    reply = system.answer(one["question"])
    told = plain(without_citations(reply.text))
    quotes = [plain(other["quote"]) for facet in one["evidence"] for other in facet]
    if reply.refused:
        return "refused"
    return "right" if any(quote in told or told in quote for quote in quotes) else "wrong"


def _ids(system, one):
    return [hit.chunk.text for hit in system.retriever.search(one["question"], system.k)]


def _found(system, questions):
    """1 or 0 for each question: is a right chunk among what the system would send?"""
    return [
        int(finds(system.retriever.search(one["question"], system.k), one)) for one in questions
    ]


def _report_problem(documents, questions, traced, before, after, report):
    """What the report lacks, as (key, sentence)."""
    if not isinstance(report, dict) or set(report) != set(TEMPLATE):
        yield "parts", f"report: a dict with the eight parts {', '.join(TEMPLATE)}."
    for part, what in TEMPLATE.items():
        if not isinstance(report[part], str) or len({*tokenize(report[part])}) < 4:
            yield "empty", f"{part}: write a sentence of at least four different words."
        if len({*tokenize(report[part])} - {*tokenize(what)}) < 4:
            yield (
                "template",
                f"{part}: at least four words of your own; those of the template ({what!r}) do "
                "not count.",
            )
    if len({*map(plain, report.values())}) < len(TEMPLATE):
        yield "one-text", "Two parts of the report are the same text."
    with_answer = [one for one in questions if one["evidence"]]
    others = [one for one in with_answer if one["question"] != traced]
    found = f"{sum(_found(before, with_answer))} of {len(with_answer)}"
    if not re.search(rf"\b{found}\b", report["Measured"]):
        sentence = (
            'Measured: write in how many the right chunk came before, like "5 of 8", of those'
        )
        yield "measured", f"{sentence} with an answer. The check counts something else than you."
    words = [_word(before, one) for one in with_answer]
    counted = [words.count(word) for word in ("right", "wrong", "refused")]
    line = re.search(r"right (\d+),? wrong (\d+),? refused (\d+)", report["Measured"])
    if not line or [*map(int, line.groups())] != counted:
        yield (
            "answers",
            'Measured: write the answers before as printed, "right 3 wrong 2 refused 3", of the '
            "questions with an answer. The check counts something else than you.",
        )
    if str(len(questions) - len(with_answer)) not in figures(report["Questions"]):
        yield "unanswerable", "Questions: write how many of them have no answer."
    hits = before.retriever.search(traced, before.k)
    files = {hit.chunk.doc_id for hit in hits} | {
        facet[0]["file"]
        for one in questions
        if one["question"] == traced
        for facet in one["evidence"]
    }
    if not any(has_keyword(report["Diagnosis"], page.id) for page in documents):
        yield "untraced", "Diagnosis: name the file that misled, as the citation gives it."
    if not any(has_keyword(report["Diagnosis"], file) for file in files):
        yield (
            "elsewhere",
            "Diagnosis: the file that you name is neither among the sources of traced nor the one "
            "that was missed.",
        )
    for name in ("k", "min_score", "min_covered"):
        new = getattr(after, name)
        if new not in (None, getattr(before, name)) and not (
            figures(f"{new:g}") <= figures(report["Change"])
        ):
            yield "change", f"Change: after has {name}={new:g}, before had not. Say so."
    asked = next(one for one in questions if one["question"] == traced)
    mended = _word(after, asked) == ("right" if asked["evidence"] else "refused")
    said = re.findall(r"(\bnot )?\bmended\b", report["Result"].lower())
    if not said:
        yield "mended", 'Result: was the traced question "mended" or "not mended"?'
    if mended != (said[0] == ""):
        yield (
            "mended-not",
            "Result: look at what after says to the traced question. Is it answered rightly now, "
            "or refused if it has no answer?",
        )
    line = re.search(r"won (\d+),? lost (\d+),? tied (\d+)", report["Result"])
    if not line:
        yield "no-result", 'Result: write it as printed, "won 1, lost 0, tied 6".'
    came = tuple(int(number) for number in line.groups())
    counts, with_traced, turned = (
        wins_losses_ties(_found(a, rows), _found(b, rows))
        for a, b, rows in (
            (after, before, others),
            (after, before, with_answer),
            (before, after, others),
        )
    )
    if came == counts:
        return
    if came == with_traced:
        yield "traced-counted", "Result: leave out the traced question: it suggested the change."
    if came == turned:
        yield "turned", "Result: won is what after finds and before does not."
    yield "result", "Result: that is not the line of the right chunk. Run the cells again, copy it."
