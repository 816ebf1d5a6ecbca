"""Checks of lesson 01: windows, offsets, and what a cut costs."""

from functools import cache
from itertools import pairwise

from course_lib.checks import (
    Endless,
    check_cases,
    check_value,
    failed,
    never_raises,
    not_done,
    passed,
    show,
)
from course_lib.chunking import chunk_sections, chunk_sentences, chunk_words
from course_lib.documents import Document
from course_lib.text import sentence_spans, word_spans

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
        (
            "tail",
            lambda got, _: list(got) in ([4, 6, 1, 0, 5], [4, 5, 1, 0, 5], [3, 6, 1, 0, 5]),
            "a or b: one window too many, the last only repeats what stood before it.",
        ),
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


def check_e1_2(windows_from_end):
    """Check that the window from the end stops in time."""
    cases = [
        ((10, 4, 2), [(6, 10), (4, 8), (2, 6), (0, 4)]),
        ((5, 4, 2), [(1, 5), (0, 3)]),
        ((11, 4, 2), [(7, 11), (5, 9), (3, 7), (1, 5), (0, 3)]),
        ((4, 4, 2), [(0, 4)]),
        ((3, 4, 2), [(0, 3)]),
        ((9, 3, 0), [(6, 9), (3, 6), (0, 3)]),
        ((7, 3, 2), [(4, 7), (3, 6), (2, 5), (1, 4), (0, 3)]),
        ((0, 4, 2), []),
    ]
    hints = [
        (
            "no-step",
            lambda args, got, expected: isinstance(got, Endless),
            "The loop has no end: in some round last does not become smaller. `continue` "
            "skips the line that moves it; to leave the loop takes `break`.",
        ),
        (
            "oldest-first",
            lambda args, got, expected: len(got) > 1 and list(got) == expected[::-1],
            "These are the right windows, the oldest first. The one at the end of the text leads.",
        ),
        (
            "tail",
            lambda args, got, expected: len(got) > len(expected),
            "The last window only repeats words of the one before. Leave the loop as soon as a "
            "window holds the first word of the text.",
        ),
        (
            "first-window",
            lambda args, got, expected: len(got) == 1 and len(expected) > 2,
            "It stops after one window. From the end, already the first window holds the last "
            "word. Which one holds word 0?",
        ),
        (
            "too-early",
            lambda args, got, expected: len(got) < len(expected),
            "The loop ends while words are left. Which window holds word 0?",
        ),
    ]
    return check_cases("E1.2", windows_from_end, cases, hints)


def check_e1_3(sentence_windows):
    """Check a window over sentences whose last window is full."""
    five = "Ring No. 7. Wait! Go on. Stop. End."
    spans = [(0, 11), (12, 17), (18, 24), (25, 30), (31, 35)]
    twice = "Wait. Go. Wait. Go."
    cases = [
        ((five, 2, 1), [(0, 17), (12, 24), (18, 30), (25, 35)]),
        ((five, 3, 2), [(0, 24), (12, 30), (18, 35)]),
        ((five, 2, 0), [(0, 17), (18, 30), (25, 35)]),
        ((five, 4, 1), [(0, 30), (12, 35)]),
        ((five, 3, 1), [(0, 24), (18, 35)]),
        ((five, 9, 3), [(0, 35)]),
        ((five, 5, 0), [(0, 35)]),
        (("  One.\n\nTwo. ", 1, 0), [(2, 6), (8, 12)]),
        (("One.\nTwo.", 2, 0), [(0, 9)]),
        ((twice, 2, 0), [(0, 9), (10, 19)]),
        (("先关阀门。再开泵。", 1, 0), [(0, 5), (5, 9)]),
        (("One.", 2, 1), [(0, 4)]),
        (("One. Two.", 4, 2), [(0, 9)]),
        (("", 2, 1), []),
        ((five, 2, 2), ValueError),
        ((five, 3, -1), ValueError),
        (("", 0, 0), ValueError),
    ]

    def texts(got):
        return isinstance(got, list) and got and all(isinstance(x, str) for x in got)

    def one_too_many(args, got, _):
        size = args[1]
        return args[0] == five and size < 5 and got[0] == (0, spans[size][1])

    hints = [
        (
            "texts",
            lambda args, got, _: texts(got),
            "These are texts. Give the spans: pairs (start, end) of characters.",
        ),
        ("guard", lambda args, got, expected: expected is ValueError, GUARD),
        (
            "no-break",
            lambda args, got, _: isinstance(got, Endless),
            "The loop has no end. Leave it with `break` once a window holds the last sentence, and "
            "move first by size - overlap in each round.",
        ),
        (
            "no-such-sentence",
            lambda args, got, _: isinstance(got, IndexError),
            "You ask for a sentence that does not exist: numbers go from 0 to len(sentences) - 1. "
            "Look at how last is held back at the end, and at texts of few sentences or none.",
        ),
        (
            "glued",
            lambda args, got, _: isinstance(got, ValueError) and "substring" in str(got),
            "Sentences joined with a blank need not stand in the text like that. Take start and "
            "end from sentence_spans.",
        ),
        (
            "first-copy",
            lambda args, got, _: args[0] == twice and got == [(0, 9), (0, 9)],
            "A sentence that stands twice was looked up in the whole text. Take start and end from "
            "sentence_spans.",
        ),
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
            "one-too-many",
            one_too_many,
            "Each window holds one sentence too many. The sentence at last is no longer part of "
            "it: the last one has the number last - 1.",
        ),
        (
            "below-zero",
            lambda args, got, expected: (
                len(sentence_spans(args[0])) < args[1]
                and len(got) == 1
                and got[0][0] > expected[0][0]
            ),
            "The text has fewer than size sentences, so last - size is below 0, and Python counts "
            "such a number from the end. Hold it at 0.",
        ),
        (
            "short",
            lambda args, got, expected: (
                got[:-1] == expected[:-1]
                and got[-1][0] > expected[-1][0]
                and got[-1][1] == expected[-1][1]
            ),
            "The last window is short. Move its start back until it holds size sentences.",
        ),
        (
            "last-sentence",
            lambda args, got, expected: [a for a, _ in got] == [a for a, _ in expected],
            "Each window starts right and ends wrong. It ends where its last sentence ends.",
        ),
        (
            "lost",
            lambda args, got, expected: (
                len(got) < len(expected) and list(got) == expected[: len(got)]
            ),
            "Sentences are lost. The last one must be in a window, also if all of them are fewer "
            "than size.",
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
        ("One.\n\n Two.\n\n   Three.\n\n\tSix.", [(0, 4), (7, 11), (16, 22), (25, 29)]),
        ("One.\n\n \n\n\n\nTwo.", [(0, 4), (11, 15)]),
        ("One\ntwo.\n\nThree.", [(0, 8), (10, 16)]),
        ("", []),
        ("  A.\n\nB.", [(2, 4), (6, 8)]),
        ("\n\n\nA.\n\n B.\n\n", [(3, 5), (8, 10)]),
        ("A cat\n\nA", [(0, 5), (7, 8)]),
        ("A cat\n\ncat", [(0, 5), (7, 10)]),
        ("Fares\n\nFares", [(0, 5), (7, 12)]),
    ]

    def front_lost(args, got, expected):
        lost = len(args[0]) - len(args[0].lstrip())
        return lost and [(a + lost, b + lost) for a, b in got] == expected

    def first_copy(args, got, _):
        return args == ("Fares\n\nDogs\n\nFares",) and got[2] == (0, 5)

    hints = [
        (
            "no-step",
            lambda args, got, _: isinstance(got, Endless),
            "The loop has no end. `at` must grow in each round, also for a part of blanks.",
        ),
        (
            "no-such-character",
            lambda args, got, _: isinstance(got, IndexError),
            "A part may be empty and has no first character then. Ask for `if piece` first.",
        ),
        (
            "front",
            front_lost,
            "All spans are too far left by what stands before the first paragraph. Is the text "
            "itself stripped before it is split? Offsets count from the start of the whole text.",
        ),
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
            "part-of-another",
            lambda args, got, _: any(b > c for (_, b), (c, _) in pairwise(got)),
            "A paragraph was found inside the one before. Go on looking behind that one's end.",
        ),
        (
            "end-forgotten",
            lambda args, got, expected: (
                [a for a, _ in got] == [a for a, _ in expected]
                and any(end < right for (_, end), (_, right) in zip(got, expected, strict=True))
            ),
            "The start has moved and the end has not, so pieces are too short at the end. Count "
            "the length from the new start.",
        ),
        (
            "empty",
            lambda args, got, _: any(start == end for start, end in got),
            "A part of nothing but blanks gives no paragraph.",
        ),
        (
            "lines",
            lambda args, got, expected: len(got) > len(expected),
            "These are more pieces than paragraphs. A single line end is no end of a paragraph.",
        ),
        (
            "tab",
            lambda args, got, expected: (
                [b for _, b in got] == [b for _, b in expected]
                and any(args[0][a] == "\t" for a, _ in got)
            ),
            "A tab is a blank as well. strip() without an argument takes every kind away.",
        ),
        (
            "falls-behind",
            lambda args, got, expected: (
                [b - a for a, b in got] == [b - a for a, b in expected]
                and any(a < b for (a, _), b in zip(got, _plain_starts(args[0]), strict=True))
            ),
            "`at` falls behind: each round it must grow by the whole part and the two line ends, "
            "blanks included, and also if the part holds nothing else.",
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
    """Check a window against the budget, at every place where the first window could start."""
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
    if size > 150:
        return failed("E1.5", "too-long", "A chunk may hold 150 words, no more.", got=show(choice))
    torn, stored = _price(size, overlap)
    got = f"{choice}: {torn} quotes torn at the worst start, {stored} words stored for 100"
    if stored > 130:
        sentence = (
            "Too many copies. How long is the longest quote? One word less is overlap enough. "
            "Or a larger window with the same overlap."
        )
        return failed("E1.5", "too-dear", sentence, got=got)
    if torn:
        sentence = "Quotes can be torn. Which overlap saves them all, wherever the windows start?"
        return failed("E1.5", "torn", sentence, got=got)
    return passed("E1.5")


@cache
def _price(size, overlap):
    """Quotes torn at the worst start of the first window, words stored for 100 of the handbook."""
    from course_lib.data import load_corpus

    step, pages = size - overlap, load_corpus("house")
    torn = [
        # the last window that starts at or before a quote ends before the quote does
        sum(last >= (first + start) // step * step - start + size for first, last in _places())
        for start in range(step)
    ]
    chunks = [chunk for page in pages for chunk in chunk_words(page, size, overlap)]
    stored, words = (sum(len(word_spans(x.text)) for x in xs) for xs in (chunks, pages))
    return max(torn), round(100 * stored / words)


@cache
def _places():
    """Of each quote, the numbers of its first and its last word in the page."""
    from course_lib.data import load_corpus, load_questions

    texts, places = {page.id: page.text for page in load_corpus("house")}, []
    words = {name: word_spans(text) for name, text in texts.items()}
    for question in load_questions("house"):
        for place in (place for facet in question["evidence"] for place in facet):
            at = texts[place["file"]].index(place["quote"])
            behind = at + len(place["quote"])
            first = sum(end <= at for _, end in words[place["file"]])
            last = sum(start < behind for start, _ in words[place["file"]]) - 1
            places.append((first, last))
    return places


def check_e1_6(cut_report):
    """Check the report on small documents counted by hand."""
    gap = Document("gap.md", "# A\n\nMind the gap.")
    long = Document("long.md", "## B\n\n" + "ab " * 130 + "\n\n## C\n\nDo.")
    # 135 words: windows of 120 and 35; 118 times "ab " and 5 behind "## B" are 359 characters
    in_long = {
        "words": (2, 359, "long.md#0"),
        "sentences": (1, 407, "long.md#0"),
        "sections": (2, 389, "long.md#0"),
    }
    in_both = {
        "words": (3, 359, "long.md#0"),
        "sentences": (2, 407, "long.md#0"),
        "sections": (3, 389, "long.md#0"),
    }
    # one word more than two windows hold with an overlap of 20, and just as many
    limits = [Document("w221", "a " * 221), Document("w220", "a " * 220)]
    # two sentences, with the blank between them 500 and 501 characters
    limits += [Document(f"s{n}", "A" * 249 + ". " + "B" * (n - 252) + ".") for n in (500, 501)]
    # two paragraphs, with the empty line between them 2,500 and 2,501 characters
    limits += [Document(f"p{n}", "A" * 1249 + "\n\n" + "B" * (n - 1251)) for n in (2500, 2501)]
    # a header of 18 characters, rows of 99 and 2,449: the second piece repeats the header
    rows = "".join(f"| {'a' * n} |\n" for n in (95, 2445))
    table = Document("table", "| Name |\n|------|\n" + rows)
    nothing = dict.fromkeys(("words", "sentences", "sections"), (0, 0, None))

    def expect(*triples):
        return dict(zip(nothing, triples, strict=True))

    cases = [
        (([gap],), expect((1, 18, "gap.md#0"), (1, 18, "gap.md#0"), (1, 13, "gap.md#0"))),
        (([long],), in_long),
        (([long, gap],), in_both),
        (([gap, long],), in_both),
        (([],), nothing),
        (([Document("empty.md", "")],), nothing),
        ((limits[:2],), expect((5, 239, "w221#0"), (2, 441, "w221#0"), (2, 441, "w221#0"))),
        ((limits[2:4],), expect((2, 501, "s501#0"), (3, 500, "s500#0"), (2, 501, "s501#0"))),
        ((limits[4:],), expect((2, 2501, "p2501#0"), (12, 500, "p2500#0"), (3, 2500, "p2500#0"))),
        (([table],), expect((1, 2567, "table#0"), (6, 500, "table#1"), (2, 2467, "table#1"))),
    ]

    def column(answer, *numbers):
        return [[triple[number] for number in numbers] for triple in answer.values()]

    def chunks(args, name):
        """The chunks of one cutter, by id."""
        cut = {"words": chunk_words, "sentences": chunk_sentences, "sections": chunk_sections}
        return {chunk.id: chunk for document in args[0] for chunk in cut[name](document)}

    def third(test):
        """A predicate: does test(documents, third member) hold for some cutter?"""
        return lambda args, got, _: any(test(args[0], triple[2]) for triple in got.values())

    def not_the_longest(args, got, expected):
        """Counts are right, and each length is that of the chunk named."""
        named = [chunks(args, name)[triple[2]] for name, triple in got.items()]
        return column(got, 0) == column(expected, 0) and column(got, 1) == [
            [len(chunk.text)] for chunk in named
        ]

    hints = [
        (
            "no-step",
            lambda args, got, _: isinstance(got, Endless),
            "It has a loop without an end. `for d in documents`, and in it `for chunk in cut(d)`, "
            "end by themselves; a `while` needs a step in each round.",
        ),
        (
            "no-chunk",
            lambda args, got, expected: expected == nothing and isinstance(got, Exception),
            "Without any chunk there is no longest one: give (0, 0, None).",
        ),
        (
            "keys",
            lambda args, got, _: (
                not isinstance(got, BaseException)
                and (not isinstance(got, dict) or set(got) != set(nothing))
            ),
            'Give back a dictionary with the keys "words", "sentences" and "sections".',
        ),
        (
            "triples",
            lambda args, got, _: any(len(triple) != 3 for triple in got.values()),
            "Each value is a triple: (number of chunks, characters of the longest, its id).",
        ),
        (
            "order",
            lambda args, got, _: any(isinstance(triple[1], str) for triple in got.values()),
            "The second and the third have changed places: (number, characters, id).",
        ),
        (
            "document-id",
            third(lambda documents, x: x in [document.id for document in documents]),
            "This is the id of the document. The chunk has its own, with # and a number: chunk.id.",
        ),
        (
            "text",
            third(
                lambda documents, x: (
                    hasattr(x, "text") or (x and any(x in document.text for document in documents))
                )
            ),
            "The third is the chunk or its text. Give its id, chunk.id.",
        ),
        (
            "per-document",
            lambda args, got, expected: (
                column(got, 0) == [[len(args[0])]] * 3 and column(got, 1) == column(expected, 1)
            ),
            "This counts documents. The count grows by one for each chunk, so in the inner loop.",
        ),
        (
            "each-document",
            lambda args, got, expected: (
                len(args[0]) == 2
                and args[0][0].id in ("gap.md", "long.md")
                and column(got, 0) != column(expected, 0)
            ),
            "Cut each document by itself, and count the chunks of all of them together.",
        ),
        (
            "not-the-longest",
            lambda args, got, expected: (
                not_the_longest(args, got, expected) and column(got, 1) != column(expected, 1)
            ),
            "These chunks have that length, but there is a longer one. Is the longest set back "
            "to 0 inside the loop? Set it once for each cutter, before its first chunk.",
        ),
        (
            "prefix",
            lambda args, got, expected: (
                args[0] == [table] and column(got, 0) == column(expected, 0)
            ),
            "Count the characters of chunk.text. It can be longer than the slice: a later piece of "
            "a table has the header in front.",
        ),
        (
            "id",
            lambda args, got, expected: column(got, 0, 1) == column(expected, 0, 1),
            "The numbers are right, the ids are not. If several chunks are equally long, it is the "
            "first; without any chunk, None.",
        ),
        (
            "characters",
            lambda args, got, expected: column(got, 0) == column(expected, 0),
            "The numbers of chunks are right, the longest are not: count characters.",
        ),
        (
            "cutters",
            lambda args, got, expected: column(got, 0) != column(expected, 0),
            "Which cutter made which number? Use each with its own default sizes.",
        ),
    ]
    return check_cases("E1.6", cut_report, cases, hints)
