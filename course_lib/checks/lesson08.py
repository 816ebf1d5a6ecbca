"""Checks of lesson 08: hubs counted and drawn, centring, merging, a home-made catch-all chunk."""

import itertools
import re
from collections import Counter

import numpy as np

from course_lib.checks import (
    check_cases,
    check_properties,
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
            "full-lists",
            lambda got, _: at(3, 12)(got, _) or at(2, 7 / 12)(got, _),
            "3 or 4: question 4 has two hits. A lexical search does not fill its places.",
        ),
        ("wrong-alone", at(2, 6 / 8, 4 / 8), "3: all appearances count, right ones too."),
        ("one-chunk", at(2, 4 / 11), "3: a third of six chunks are two."),
        ("four-chunks", at(4, 4, 6), "5: question 4 may draw chunks that another has, too."),
        ("at-least-k", at(4, 1, 2), "5: the three chunks of one question are all different."),
        ("no-repeat", at(5, 11, 12), "6: within one question a chunk is drawn at most once."),
        ("not-k", at(5, 3), "6: each of the four questions may draw the same chunk."),
        *(
            (f"answer-{n + 1}", lambda got, _, n=n: not same(right[n], got[n], 1e-3), text)
            for n, text in enumerate(
                (
                    "1: count the brackets around a.",
                    "2: b stands without brackets each time. How often?",
                    "3: the two largest sums, divided by all places.",
                    "4: a draw fills as many places as the search did.",
                    "5: what is the smallest number of chunks that fills the longest list?",
                    "6: how many questions can draw one and the same chunk?",
                    '7: one letter in quotes: "a" to "f".',
                )
            )
        ),
    ]
    close = lambda expected, got: same(expected, got, 1e-3)  # noqa: E731
    return check_value("E8.1", answers, right, hints, equal=close)


def check_e8_2(centred_scores):
    """Check the centred scores."""

    def arrays(*rows):
        return tuple(np.array(row, dtype=float) for row in rows)

    def one_mean(args, got, _):
        chunks, query, mean, _ = args
        return same(_scores(chunks, query, mean, mean), got)

    def no_mean(args, got, _):
        chunks, query, mean, other = args
        return same(_scores(chunks, query, mean, 0 * other), got)

    def added(args, got, _):
        chunks, query, mean, other = args
        return same(_scores(chunks, query, mean, -other), got)

    def other_length(args, got, expected):
        pairs = [(x, y) for x, y in zip(expected, got, strict=True) if abs(x) > 1e-9]
        return pairs and all(same(y / x, pairs[0][1] / pairs[0][0]) for x, y in pairs)

    def turned(args, got, expected):
        return same([-x for x in expected], got)

    cases = [
        (arrays([[4, 5], [2, 1]], [3, 6], [1, 1], [0, 2]), [1.0, 0.6]),
        (arrays([[1, 0, 0], [0, 2, 0], [0, 0, 3]], [0, 3, 5], [0, 0, 0], [0, 0, 1]), [0, 0.6, 0.8]),
        (arrays([[2, 2], [1, 5]], [4, 1], [1, 2], [1, 1]), [1.0, 0.0]),
        (arrays([[3, 4]], [2, 2], [0, 0], [2, 2]), [0.0]),
    ]
    hints = [
        ("one-mean", one_mean, "That is the mean of the chunks. Each side has its own mean."),
        ("not-centred", no_mean, "The query still has its mean in it: subtract question_mean."),
        ("added", added, "The mean is taken off, not added."),
        ("sign", turned, "All signs are turned: it is query - question_mean, in this order."),
        ("length", other_length, "All scores are off by one factor: the query needs length 1."),
        (
            "shape",
            lambda args, got, _: isinstance(got, list) and got and isinstance(got[0], list),
            "unit_rows gives rows: take row 0.",
        ),
    ]
    return check_cases("E8.2", centred_scores, cases, hints)


def _scores(chunks, query, chunk_mean, question_mean):
    def unit(rows):
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        return rows / np.where(lengths == 0, 1, lengths)

    return (unit(chunks - chunk_mean) @ unit((query - question_mean)[None])[0]).tolist()


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
        ("separator", no_separator, 'The right pieces are joined, but not with "\\n\\n".'),
        ("border", border, "A piece of exactly min_chars is long enough: compare with <."),
        (
            "forward",
            lambda args, got, _: got == _forward(args[0], args[1]),
            "You join a short piece with the next one, as the lesson did. Here: the one before.",
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


def _merged(pieces, min_chars):
    merged = []
    for page, text in pieces:
        if merged and merged[-1][0] == page and min(len(merged[-1][1]), len(text)) < min_chars:
            merged[-1] = (page, merged[-1][1] + "\n\n" + text)
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


def check_e8_4(draw):
    """Check the repaired random draw by what must hold for each."""
    cases = [([4, 0, 1], 4, 1), ([4, 4], 4, 0), ([0, 0], 3, 2), ([], 2, 3), ([1] * 100, 100, 4)]
    cases += [([2, 3] * 20, 5, seed) for seed in range(5, 9)]

    def reached(args, got):
        return args[1] < 100 or 40 < sum(n > 0 for n in got) < 90

    properties = [
        (
            "length",
            lambda args, got: isinstance(got, list) and len(got) == args[1],
            "a list with one count for each chunk",
            "Each chunk has its count, those that were not drawn a 0.",
        ),
        (
            "sizes",
            lambda args, got: sum(got) == sum(args[0]),
            "counts that sum up to all hits of the search",
            "Each question draws as many chunks as its own search gave, not more and not fewer.",
        ),
        (
            "twice",
            lambda args, got: max(got, default=0) <= sum(size > 0 for size in args[0]),
            "no chunk more often than there are questions with a hit",
            "Within one question a chunk was drawn twice. Which method of rng never does that?",
        ),
        (
            "twice",
            lambda args, got: args[:2] != ([4, 4], 4) or got == [2, 2, 2, 2],
            "[2, 2, 2, 2]: who draws 4 of 4 has them all",
            "Within one question a chunk was drawn twice. Which method of rng never does that?",
        ),
        (
            "order",
            lambda args, got: got == sorted(got, reverse=True),
            "the largest count first",
            "Sort the counts downwards before you give them back.",
        ),
        (
            "random",
            reached,
            "about two thirds of 100 chunks drawn by 100 questions with one hit each",
            "Draw anew for each question, out of all chunks.",
        ),
        (
            "seed",
            lambda args, got: len(args[0]) < 40 or _varies(draw, args, got),
            "the same counts for the same seed, others for other seeds",
            "Make random.Random(seed) inside the function, with the seed that it was given.",
        ),
    ]
    return check_properties("E8.4", draw, cases, properties)


def _varies(draw, args, got):
    sizes, n_chunks, seed = args
    others = [draw(list(sizes), n_chunks, other) for other in range(20, 40)]
    return draw(list(sizes), n_chunks, seed) == got and any(other != got for other in others)


@never_raises
def check_e8_5(note):
    """Check the learner's catch-all note by counting what it does."""
    if note is None or note is ...:
        return not_done("E8.5")
    if not isinstance(note, str) or not tokenize(note):
        return failed("E8.5", "text", "Give the note as a text in quotes.", got=repr(note)[:80])
    house, words = load_chunks("house"), note.split()
    if len(words) > 8 or len(tokenize(note)) > 12:
        sentence = f"That are {max(len(words), len(tokenize(note)))} words, at most 8 are allowed."
        return failed("E8.5", "long", sentence, got=note)
    df = document_frequencies([tokenize(chunk.text) for chunk in house])
    if rare := [token for token in tokenize(note) if df.get(token, 0) < 10]:
        sentence = f"{rare[0]!r} stands in {df.get(rare[0], 0)} chunks. Which words stand in many?"
        return failed("E8.5", "rare", sentence, got=note)
    index = TfidfIndex().index([*house, Chunk("note#0", "note", note, 0, len(note))])
    asked = [question["question"] for question in load_questions("house")]
    n = sum(any(hit.chunk.doc_id == "note" for hit in index.search(q, 5)) for q in asked)
    if n < 25:
        sentence = "Seldom found. Take small words that the questions share, not the answers."
        return failed("E8.5", "topic", sentence, expected="at least 40 of 210", got=f"{n}: {note}")
    if n < 40:
        sentence = "The direction is right. Which small words do more of the questions have?"
        return failed("E8.5", "more", sentence, expected="at least 40 of 210", got=f"{n}: {note}")
    sentence = f"Found for {n} questions, but a note is one sentence, closed by one of . ! ?"
    if not re.fullmatch(r"[^.!?]+[.!?]", note.strip()):
        return failed("E8.5", "sentence", sentence, got=note)
    times = Counter(tokenize(note))
    if len(times) < 5 or max(times.values()) > 2:
        sentence = f"Found for {n} questions, but a note says more than a word or two: take at "
        sentence += "least five different words, none of them more than twice."
        return failed("E8.5", "few", sentence, got=note)
    print(f"in the first five of {n} of 210 questions")
    return passed("E8.5")


def check_e8_6(busy_chunks):
    """Check the busy chunks of small folders."""
    pump = Document("a.md", "Red pump.")
    two = [
        Document("b.md", "# B\n\nGreen valve.\n\n## C\n\nRed seal.\n"),
        Document("a.md", "Red pump."),
    ]
    many = ["red", "red", "valve", "green valve", "pump", "motor"]
    cases = [
        (([pump], ["pump", "red", "motor"], 5, 1), [("a.md#0", 2)]),
        ((two, many, 5, 0), [("a.md#0", 3), ("b.md#0", 2), ("b.md#1", 2)]),
        ((two, many, 5, 2), [("a.md#0", 3)]),
        ((two, many, 1, 0), [("b.md#0", 2), ("b.md#1", 2), ("a.md#0", 1)]),
        ((two, many, 5, 3), []),
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
            "Only the first k hits of a query count.",
        ),
        (
            "empty",
            lambda args, got, _: isinstance(got, BaseException) and not (args[0] and args[1]),
            "No documents or no queries: an empty list.",
        ),
    ]
    return check_cases("E8.6", busy_chunks, cases, hints)
