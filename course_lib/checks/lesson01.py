"""Checks of lesson 01: windows, offsets, and what a cut costs."""

from functools import cache

from course_lib.checks import check_cases, check_value, failed, never_raises, not_done, passed, show
from course_lib.documents import Document

GUARD = "No window of this size and overlap can work. Refuse it first of all, with check_window."


def check_e1_1(counts):
    """Check the five numbers of chunks."""

    def says(*numbers):
        return lambda got, _: list(got) == list(numbers)

    hints = [
        (
            "five",
            lambda got, _: not isinstance(got, (list, tuple)) or len(got) != 5,
            "Give a list of five numbers, one a case: checks.check_e1_1([1, 2, 3, 4, 5]).",
        ),
        ("tail", says(4, 6, 1, 0, 5), "a and b: the last window repeats what stood before it."),
        (
            "rounded-down",
            says(2, 4, 1, 0, 5),
            "A window that is not full counts as well: round up.",
        ),
        (
            "no-overlap",
            says(2, 3, 1, 0, 5),
            "A further window brings size - overlap new words.",
        ),
        (
            "short-text",
            lambda got, _: list(got)[2] != 1,
            "c: the text has fewer words than the window. It is one piece; nothing is left over.",
        ),
        ("empty", lambda got, _: list(got)[3] != 0, "d: where there is no word there is no chunk."),
        (
            "count",
            lambda got, _: True,
            "Draw a, b and e as strokes. The first window takes size, each further one size - "
            "overlap more.",
        ),
    ]
    return check_value("E1.1", counts, [3, 5, 1, 0, 5], hints)


def check_e1_2(windows):
    """Check that the window stops in time."""
    cases = [
        ((10, 4, 2), [(0, 4), (2, 6), (4, 8), (6, 10)]),
        ((5, 4, 2), [(0, 4), (2, 5)]),
        ((11, 4, 2), [(0, 4), (2, 6), (4, 8), (6, 10), (8, 11)]),
        ((4, 4, 2), [(0, 4)]),
        ((3, 4, 2), [(0, 3)]),
        ((9, 3, 0), [(0, 3), (3, 6), (6, 9)]),
        ((7, 3, 2), [(0, 3), (1, 4), (2, 5), (3, 6), (4, 7)]),
        ((0, 4, 2), []),
    ]
    hints = [
        (
            "tail",
            lambda args, got, expected: len(got) > len(expected),
            "The last window only repeats words of the one before. Leave the loop as soon as a "
            "window holds the last word.",
        ),
        (
            "too-early",
            lambda args, got, expected: len(got) < len(expected),
            "The loop ends while words are left. Which window holds the last word?",
        ),
    ]
    return check_cases("E1.2", windows, cases, hints)


def check_e1_3(sentence_windows):
    """Check a window over sentences."""
    five = "Ring No. 7. Wait! Go on. Stop. End."  # (0,11) (12,17) (18,24) (25,30) (31,35)
    cases = [
        ((five, 2, 1), [(0, 17), (12, 24), (18, 30), (25, 35)]),
        ((five, 2, 0), [(0, 17), (18, 30), (31, 35)]),
        ((five, 3, 2), [(0, 24), (12, 30), (18, 35)]),
        ((five, 9, 3), [(0, 35)]),
        (("  One.\n\nTwo. ", 1, 0), [(2, 6), (8, 12)]),
        (("先关阀门。再开泵。", 1, 0), [(0, 5), (5, 9)]),
        (("", 2, 1), []),
        ((five, 2, 2), ValueError),
        ((five, 3, -1), ValueError),
        (("", 0, 0), ValueError),
    ]

    def texts(got):
        return isinstance(got, list) and got and all(isinstance(x, str) for x in got)

    hints = [
        (
            "texts",
            lambda args, got, _: texts(got),
            "These are texts. Give the spans: pairs (start, end) of characters.",
        ),
        ("guard", lambda args, got, expected: expected is ValueError, GUARD),
        (
            "tail",
            lambda args, got, expected: (
                len(got) > len(expected) and got[: len(expected)] == expected
            ),
            "The last window only repeats sentences. Stop when a window holds the last one.",
        ),
        (
            "numbers",
            lambda args, got, _: args[0] == five and max(end for _, end in got) <= 5,
            "These are numbers of sentences. Look up where the first starts and the last ends.",
        ),
        (
            "words",
            lambda args, got, _: args[0] == five and any(end in (4, 8, 23) for _, end in got),
            "These windows count words. A sentence may hold several: use sentence_spans.",
        ),
        (
            "last-sentence",
            lambda args, got, expected: [a for a, _ in got] == [a for a, _ in expected],
            "Each window starts right and ends wrong. It ends where its last sentence ends.",
        ),
        (
            "lost",
            lambda args, got, expected: got and got == expected[: len(got)],
            "The sentences at the end are lost. The last window may hold fewer than size.",
        ),
        (
            "step",
            lambda args, got, expected: len(got) != len(expected),
            "The windows do not move by size - overlap sentences.",
        ),
    ]
    return check_cases("E1.3", sentence_windows, cases, hints)


def check_e1_4(paragraph_spans):
    """Check the repaired offsets of paragraphs."""
    cases = [
        ("A b.\n\n  C.", [(0, 4), (8, 10)]),
        ("One.\n\nTwo.\n\nThree.", [(0, 4), (6, 10), (12, 18)]),
        ("One. \n\nTwo.", [(0, 4), (7, 11)]),
        ("One.\n\n\nTwo.\n\nSix.", [(0, 4), (7, 11), (13, 17)]),
        ("Fares\n\nDogs\n\nFares", [(0, 5), (7, 11), (13, 18)]),
        ("One.\n\n \n\n\n\nTwo.", [(0, 4), (11, 15)]),
        ("", []),
    ]

    def first_copy(args, got, _):
        return args == ("Fares\n\nDogs\n\nFares",) and got[2] == (0, 5)

    hints = [
        (
            "pieces",
            lambda args, got, _: any(len(span) != 2 for span in got),
            "Give pairs (start, end) only; the piece is text[start:end].",
        ),
        (
            "first-copy",
            first_copy,
            "A paragraph that stands twice was looked up in the whole text.",
        ),
        (
            "empty",
            lambda args, got, _: any(start == end for start, end in got),
            "A part of nothing but blanks gives no paragraph.",
        ),
        (
            "shifted",
            lambda args, got, expected: [b - a for a, b in got] == [b - a for a, b in expected],
            "Each span is as long as its paragraph, but starts at a wrong place. What has strip() "
            "taken away in front?",
        ),
        (
            "blanks",
            lambda args, got, _: (
                any(args[0][a:b].strip() != args[0][a:b] for a, b in got)
                and [a for a, _ in got] == _plain_starts(args[0])
            ),
            "The spans hold the blanks around the paragraph too. Both borders move inwards.",
        ),
        (
            "length",
            lambda args, got, expected: [a for a, _ in got] == [a for a, _ in expected],
            "Each span starts right but ends wrong. It ends its paragraph's length later.",
        ),
    ]
    return check_cases("E1.4", paragraph_spans, cases, hints)


def _plain_starts(text):
    """Where the parts between empty lines start that hold anything."""
    starts, at = [], 0
    for part in text.split("\n\n"):
        starts += [at] if part.strip() else []
        at += len(part) + 2
    return starts


@never_raises
def check_e1_5(choice):
    """Check a window against the budget, measured on the handbook as it is."""
    if choice is None or (isinstance(choice, tuple) and None in choice):
        return not_done("E1.5")
    whole = isinstance(choice, (tuple, list)) and all(type(number) is int for number in choice)
    if not whole or len(choice) != 2:
        sentence = "Give two whole numbers: checks.check_e1_5((size, overlap))."
        return failed("E1.5", "two-numbers", sentence, got=show(choice))
    size, overlap = choice
    if not 0 <= overlap < size:
        sentence = "This window does not move on: overlap must be from 0 to size - 1."
        return failed("E1.5", "guard", sentence, got=show(choice))
    if size > 200:
        return failed("E1.5", "too-long", "A chunk may hold 200 words, no more.", got=show(choice))
    alive, stored = _price(size, overlap)
    got = f"{choice}: {alive} of 100 quotes survive, {stored} words stored for 100"
    if stored > 125:
        sentence = "Too many copies: less overlap, or a larger window with the same overlap."
        return failed("E1.5", "too-dear", sentence, got=got)
    if alive < 98:
        sentence = "Too many quotes are torn. Which overlap saves them all, whatever the size?"
        return failed("E1.5", "torn", sentence, got=got)
    return passed("E1.5")


@cache
def _price(size, overlap):
    """Quotes of 100 that survive, and words stored for 100 words of the handbook."""
    from course_lib.chunking import chunk_words
    from course_lib.data import load_corpus, load_questions
    from course_lib.evidence import quote_survives
    from course_lib.text import word_spans

    pages = load_corpus("house")
    chunks = [chunk for page in pages for chunk in chunk_words(page, size, overlap)]
    alive = [
        quote_survives(chunks, other["file"], other["quote"])
        for question in load_questions("house")
        for facet in question["evidence"]
        for other in facet
    ]
    stored, words = (sum(len(word_spans(x.text)) for x in xs) for xs in (chunks, pages))
    return round(100 * sum(alive) / len(alive)), round(100 * stored / words)


def check_e1_6(cut_report):
    """Check the report on small documents counted by hand."""
    gap = Document("gap.md", "# A\n\nMind the gap.")
    long = Document("long.md", "## B\n\n" + "ab " * 130 + "\n\n## C\n\nDo.")
    cases = [
        (([gap],), {"words": (1, 18), "sentences": (1, 18), "sections": (1, 13)}),
        # 135 words: windows of 120 and 35; 118 times "ab " and 5 behind "## B" are 359 characters
        (([long],), {"words": (2, 359), "sentences": (1, 407), "sections": (2, 389)}),
        (([long, gap],), {"words": (3, 359), "sentences": (2, 407), "sections": (3, 389)}),
        (([],), {"words": (0, 0), "sentences": (0, 0), "sections": (0, 0)}),
        (([Document("empty.md", "")],), {"words": (0, 0), "sentences": (0, 0), "sections": (0, 0)}),
    ]
    keys = {"words", "sentences", "sections"}
    hints = [
        (
            "no-chunk",
            lambda args, got, _: isinstance(got, ValueError),
            "Without any chunk there is no longest one: max(lengths, default=0).",
        ),
        (
            "keys",
            lambda args, got, _: not isinstance(got, dict) or set(got) != keys,
            'Give back a dictionary with the keys "words", "sentences" and "sections".',
        ),
        (
            "pairs",
            lambda args, got, _: any(len(pair) != 2 for pair in got.values()),
            "Each value is a pair: (number of chunks, characters of the longest).",
        ),
        (
            "last-only",
            lambda args, got, _: len(args[0]) == 2 and got["words"][0] < 3,
            "Only one document was counted. Collect the chunks of all of them first.",
        ),
        (
            "characters",
            lambda args, got, expected: (
                [n for n, _ in got.values()] == [n for n, _ in expected.values()]
            ),
            "The numbers of chunks are right, the longest are not: count characters.",
        ),
        (
            "cutters",
            lambda args, got, expected: True,
            "Which cutter made which number? Use each with its own default sizes.",
        ),
    ]
    return check_cases("E1.6", cut_report, cases, hints)
