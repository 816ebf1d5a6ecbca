"""Checks of checkpoint 1: three faults found by measuring, and the search without them.

C1.1 to C1.3 each take (stage, number, mended function), C1.4 (mended index, answers). `open_stage`
shows the code of a stage to those who have measured that it is wrong. The numbers were measured on
the house corpus; the solution measures them again.
"""

import copy
from functools import cache
from itertools import pairwise

from course_lib.checks import (
    Endless,
    call,
    check_cases,
    failed,
    never_raises,
    show,
)
from course_lib.checks.search1 import STAGES
from course_lib.checks.stages import Planted, by_library, check_mended
from course_lib.chunking import chunk_words
from course_lib.documents import Document
from course_lib.tfidf import count_terms, document_frequencies
from course_lib.tokens import tokenize

FAULTS = {"C1.1": ("cut", 2169), "C1.2": ("df", 13), "C1.3": ("query", 384)}
SAMPLE = 5  # questions that C1.4 asks the mended index itself

FINDINGS = {  # [(key, numbers, sentence)]: numbers whose mistake is known
    "C1.1": [
        (
            "shared-words",
            (47249 - 53040, 53040 - 47249, 53040),
            "Neighbours share words, so the words of the chunks add up to more than the pages "
            "hold. Ask for each word of a page whether a chunk holds it.",
        ),
        ("pages", (44,), "These are pages. The law speaks of words: how many are in no chunk?"),
        ("characters", (11421, 11377), "These are characters. The law speaks of words."),
        ("tokens", (2207,), "These are tokens. The law speaks of words, as word_spans finds them."),
        (
            "other-pages",
            (37,),
            "Each page counts its places from 0, so a chunk of another page seems to hold the "
            "word. Ask only the chunks of that page: their doc_id is the id of the page.",
        ),
        (
            "by-text",
            (916, 939, 231, 811),
            "You looked words up by their letters, and the same word may stand in another chunk. "
            "Ask for the place: is its start inside a chunk?",
        ),
        ("kept", (47249 - 2169,), "These words keep the law. How many break it?"),
        ("cases", (47249,), "These are all words that were tested. How many break the law?"),
    ],
    "C1.2": [
        (
            "negative",
            (3,),
            "So many have a negative idf. The law speaks of df: more terms have a df that is above "
            "the number of chunks.",
        ),
        (
            "above-pages",
            (190,),
            "So many have a df above the number of pages. A df counts chunks, and there are more "
            "of them than pages.",
        ),
        (
            "value",
            (3559, 3559 - 442),
            "This belongs to a single term. How many terms break the law?",
        ),
        ("kept", (3708 - 13,), "These terms keep the law. How many break it?"),
        ("cases", (3708,), "These are all terms that were tested. How many break the law?"),
        (
            "definition",
            (944,),
            "For so many terms df is not the number of chunks that hold it. That is true and a "
            "better test, but the law of the table asks for less: how many are above the number of "
            "chunks?",
        ),
    ],
    "C1.3": [
        ("kept", (442 - 384,), "These chunks keep the law. How many break it?"),
        ("cases", (442,), "These are all chunks that were tested. How many break the law?"),
        (
            "terms",
            (1759, 1990, 743),
            "These are terms that a query asks for in vain. The law speaks of chunks: how many get "
            "another vector?",
        ),
        (
            "mended-index",
            (416,),
            "That is the number for a search that has been mended in part. Measure the given one.",
        ),
        (
            "exactly",
            (435, 428, 470, 471, 436),
            "Floats are seldom exactly 1. Take all within 1e-9 as equal.",
        ),
        (
            "lists",
            (390,),
            "You compared lists of terms. In some chunks they differ in a term that no chunk "
            "holds, and that changes no vector. Compare the vectors.",
        ),
        ("rounded", (110, 358), "Rounded too far: 0.996 is not 1. Take all within 1e-9 as equal."),
    ],
}


PLANTED = Planted(
    STAGES,
    FAULTS,
    FINDINGS,
    {
        (
            "idf",
            13,
        ): "So many idf are below 1, yes. But is that the fault of idf, or of what it was "
        "given? Call the stage alone, with values of df that are possible."
    },
    "Measure all that it says: that the right chunk comes first, say, is less than that two "
    "vectors are the same.",
)
open_stage = PLANTED.open_stage


@never_raises
def check_c1_1(answer):
    """Check the first finding, and the mended stage."""
    return PLANTED.check_finding("C1.1", answer) or _check_cut(answer[2])


PLAIN = {n: Document(f"{n}.md", " ".join("abcdefghij"[:n])) for n in range(11)}
REPEATS = Document("repeats.md", "a b a c a b a c a")
BLANKS = Document("blanks.md", "a b c d \n\n ")
NO_BLANKS = Document("no_blanks.md", "启动泵 a")
PAGES = {page.id: page for page in (*PLAIN.values(), REPEATS, BLANKS, NO_BLANKS)}


def _check_cut(mended_cut):
    def texts(chunks):
        return [chunk.text for chunk in chunks]

    def equal(expected, chunks):
        """The texts are right, and ids and places belong to them."""
        pages = [PAGES[chunk.doc_id] for chunk in chunks]
        ids = [f"{page.id}#{n}" for n, page in enumerate(pages)]
        slices = [page.text[c.start : c.end] for page, c in zip(pages, chunks, strict=True)]
        starts = [chunk.start for chunk in chunks]
        return (
            texts(chunks) == list(expected) == slices
            and [chunk.id for chunk in chunks] == ids
            and all(a < b for a, b in pairwise(starts))
        )

    cases = [
        ((PLAIN[6], 3, 1), ["a b c", "c d e", "e f"]),
        ((PLAIN[7], 3, 1), ["a b c", "c d e", "e f g"]),
        ((PLAIN[8], 3, 1), ["a b c", "c d e", "e f g", "g h"]),
        ((PLAIN[2], 3, 1), ["a b"]),
        ((PLAIN[2], 3, 2), ["a b"]),
        ((PLAIN[1], 3, 2), ["a"]),
        ((PLAIN[3], 3, 1), ["a b c"]),
        ((PLAIN[4], 3, 2), ["a b c", "b c d"]),
        ((PLAIN[5], 4, 1), ["a b c d", "d e"]),
        ((PLAIN[7], 3, 0), ["a b c", "d e f", "g"]),
        ((PLAIN[6], 3, 0), ["a b c", "d e f"]),
        ((PLAIN[9], 5, 3), ["a b c d e", "c d e f g", "e f g h i"]),
        ((PLAIN[1], 1, 0), ["a"]),
        ((PLAIN[0], 3, 1), []),
        ((BLANKS, 3, 1), ["a b c", "c d"]),
        ((REPEATS, 3, 1), ["a b a", "a c a", "a b a", "a c a"]),
        ((NO_BLANKS, 2, 0), ["启动", "泵 a"]),
        ((PLAIN[5], 2, 2), ValueError),
        ((PLAIN[5], 3, -1), ValueError),
    ]

    def moved_back(args, got, expected):
        return (
            texts(got)[:-1] == expected[:-1]
            and texts(got)[-1] != expected[-1]
            and texts(got)[-1].endswith(expected[-1])
        )

    hints = [
        (
            "guard",
            lambda args, got, expected: expected is ValueError,
            "With this size and overlap no window could move on. Keep the guard at the start, "
            "which refuses them.",
        ),
        (
            "endless",
            lambda args, got, expected: isinstance(got, Endless),
            "The loop has no end. Leave it once a window holds the last word.",
        ),
        (
            "no-such-word",
            lambda args, got, expected: isinstance(got, IndexError),
            "You ask for a word beyond the last one. Hold last at len(words), with min.",
        ),
        (
            "not-chunks",
            lambda args, got, expected: (
                isinstance(got, list) and got and not hasattr(got[0], "text")
            ),
            "These are no chunks. Give the spans to make_chunks, as before.",
        ),
        (
            "blanks",
            lambda args, got, expected: args[0] == NO_BLANKS,
            "Words are what word_spans finds, not what stands between blanks.",
        ),
        (
            "fixed",
            lambda args, got, expected: (
                len(expected) > 1 and texts(got) == [args[0].text] and args[1] < 120
            ),
            "size and overlap are not used: a window of another size came out.",
        ),
        (
            "beyond",
            lambda args, got, expected: (
                texts(got)[-1] != expected[-1] and texts(got)[-1].rstrip() == expected[-1]
            ),
            "The last window reaches beyond the last word. It ends where that word ends.",
        ),
        (
            "by-letters",
            lambda args, got, expected: args[0] == REPEATS,
            "This page repeats its words. Take the places that word_spans gives, do not look for "
            "the letters.",
        ),
        (
            "short-page",
            lambda args, got, expected: got == [] and len(expected) == 1,
            "A page with fewer words than a window is one short chunk, and yours has none.",
        ),
        (
            "still-lost",
            lambda args, got, expected: (
                len(got) < len(expected) and texts(got) == expected[: len(got)]
            ),
            "Words at the end of the page are still in no chunk.",
        ),
        (
            "tail",
            lambda args, got, expected: (
                len(got) > len(expected) and texts(got)[: len(expected)] == expected
            ),
            "The last window only repeats words of the one before. Leave the loop as soon as a "
            "window holds the last word of the page.",
        ),
        (
            "moved-back",
            moved_back,
            "The last window was moved back until it is full. Here it starts where the step puts "
            "it and may be short, as in lesson 01.",
        ),
        (
            "merged",
            lambda args, got, expected: (
                len(got) < len(expected) and texts(got)[-1].endswith(expected[-1][-1])
            ),
            "The rest has been put into another window, which is longer than size now. Give it a "
            "window of its own.",
        ),
        (
            "overlap",
            lambda args, got, expected: texts(got)[:1] == expected[:1],
            "The windows do not start size - overlap words after each other, or end wrong.",
        ),
    ]
    problem = by_library("C1.1", mended_cut, chunk_words)
    return problem or check_cases("C1.1", mended_cut, cases, hints, equal=equal)


@never_raises
def check_c1_2(answer):
    """Check the second finding, and the mended stage."""
    problem = PLANTED.check_finding("C1.2", answer)
    if problem:
        return problem
    three = [{"red": 2, "pump": 1}, {"blue": 1, "pump": 1}, {"green": 1, "valve": 1}]
    the = [{"the": 5, "seal": 1}, {"the": 2}, {"the": 1, "seal": 4, "pump": 1}]
    cases = [
        ((the,), {"the": 3, "seal": 2, "pump": 1}),
        (([{"red": 2, "pump": 1}, {"pump": 3}],), {"red": 1, "pump": 2}),
        ((three,), {"red": 1, "pump": 2, "blue": 1, "green": 1, "valve": 1}),
        (([{"a": 9}],), {"a": 1}),
        (([{}, {"a": 1}],), {"a": 1}),
        (([],), {}),
    ]

    def occurrences(counts):
        sums = {}
        for terms in counts:
            for term, count in terms.items():
                sums[term] = sums.get(term, 0) + count
        return sums

    hints = [
        (
            "clipped",
            lambda args, got, _: (
                got == {t: min(n, len(args[0])) for t, n in occurrences(args[0]).items()}
                and got != occurrences(args[0])
            ),
            "Cut off at the number of chunks, df keeps the law and is still not the number of "
            "chunks that hold the term.",
        ),
        (
            "occurrences",
            lambda args, got, _: got == occurrences(args[0]),
            "Each chunk still adds as often as it holds the term. How much should it add?",
        ),
        (
            "idf",
            lambda args, got, _: any(isinstance(x, float) and x % 1 for x in got.values()),
            "These are no counts. Give df; the next stage makes the idf of it.",
        ),
        (
            "last-chunk",
            lambda args, got, expected: (
                set(got) == set(expected) and all(value == 1 for value in got.values())
            ),
            "Each term has df 1: a later chunk must add to what earlier chunks have counted.",
        ),
        (
            "terms-missing",
            lambda args, got, expected: not set(expected) <= set(got),
            "Terms are missing. Each term of each chunk counts, however often it stands there.",
        ),
        (
            "too-small",
            lambda args, got, expected: any(got[t] < n for t, n in expected.items()),
            "A df is too small. A chunk that holds the term adds 1, be it once or often there.",
        ),
    ]
    if _changes(answer[2], three):
        sentence = "It changes the counts that it is given, and build needs them afterwards."
        return failed("C1.2", "changes-its-input", sentence, input=show(three))
    return check_cases("C1.2", answer[2], cases, hints)


def _changes(function, value):
    """Does a function change the value that it is called with?"""
    given = copy.deepcopy(value)
    return not call(function, given).raised and given != value


@never_raises
def check_c1_3(answer):
    """Check the third finding, and the mended stage."""
    problem = PLANTED.check_finding("C1.3", answer) or by_library(
        "C1.3", answer[2], tokenize, calls=False
    )
    if problem:
        return problem
    cases = [
        ("Who's on watch?", ["who", "s", "on", "watch"]),
        ("Red pump, red valve!", ["red", "pump", "red", "valve"]),
        ("Tag V-23 (port)", ["tag", "v", "23", "port"]),
        ("E42/E24", ["e42", "e24"]),
        ("set NO_PROXY=1", ["set", "no_proxy", "1"]),
        ("12.50 euros", ["12", "50", "euros"]),
        ("Straße STRASSE", ["strasse", "strasse"]),
        ("Gro\u0308ße", ["grösse"]),
        ("启动泵", ["启动", "动泵"]),
        (
            "Who's on watch when the ferry's pump fails at 12.50, and where's the key of V-23?",
            [
                *("who", "s", "on", "watch", "when", "the", "ferry", "s", "pump", "fails", "at"),
                *("12", "50", "and", "where", "s", "the", "key", "of", "v", "23"),
            ],
        ),
        (" ?! ", []),
        ("", []),
    ]

    def joined(args, got, _):
        return any(not part.isalnum() for token in got for part in token.replace("_", ""))

    hints = [
        (
            "not-a-list",
            lambda args, got, _: isinstance(got, (str, dict, set)),
            "Give a list of terms, in order, repeats included.",
        ),
        (
            "once",
            lambda args, got, expected: (
                len(got) < len(expected) and sorted(set(got)) == sorted(set(expected))
            ),
            "A repeated word of the query counts each time. Leave repeats in.",
        ),
        (
            "glued",
            lambda args, got, expected: (
                len(got) < len(expected) and "".join(got) == "".join(expected)
            ),
            "Punctuation inside a word is gone, but its two sides are glued together now. In the "
            "chunks they are two terms.",
        ),
        (
            "inside",
            joined,
            "Punctuation inside a word still stands there. The chunks were cut at it.",
        ),
        (
            "case",
            lambda args, got, expected: [t.casefold() for t in got] == expected,
            "Capital and small letters are still apart, or folded otherwise than in the chunks.",
        ),
        (
            "second-rule",
            lambda args, got, expected: isinstance(got, list) and got != expected,
            "This is a second rule, which agrees with that of the chunks for most words and not "
            "here. Use the very function that cuts the chunks.",
        ),
    ]
    return check_cases("C1.3", answer[2], cases, hints)


@never_raises
def check_c1_4(answer):
    """Check the mended index, and its hits of all questions against the library's."""
    return check_mended(
        "C1.4",
        answer,
        "answers",
        lambda index, answers: _index_problem(index) or _answers_problem(index, answers),
    )


def _index_problem(index):
    """Key and sentence for what is wrong with the index, None if nothing is."""
    parts = {"stages", "chunks", "counts", "df", "idf", "vectors"}
    if not isinstance(index, dict) or not parts <= set(index):
        return "no-index", "The first of the two is the index: what build gave back."
    windows, df, right = _right()
    if [_place(chunk) for chunk in index["chunks"]] != windows:
        return "cut", "The chunks of the index are not right. Did C1.1 pass, is its function in it?"
    if index["df"] != df:
        return "df", "The chunks are right, df is not. Did C1.2 pass, is its function in it?"
    for text in ("Who's on watch?", "Tag V-23 (port)"):
        if call(index["stages"]["query"], text).value != tokenize(text):
            sentence = "Chunks and df are right, queries not. Did C1.3 pass, is its function in it?"
            return "query", sentence
    found = [call(_search, index, question).value for question in _questions()[:SAMPLE]]
    if call(_all_same, found, right[:SAMPLE]).value is not True:
        sentence = "Its parts do not belong together. Give build all stages, and let it make all."
        return "patched", sentence
    return None


def _search(index, query):
    """The ten hits of an index as (place, score), found by the stages that it holds."""
    stages = index["stages"]
    asked = stages["vector"](count_terms(stages["query"](query)), index["idf"])
    scores = [round(stages["compare"](asked, vector), 9) for vector in index["vectors"]]
    return [(_place(index["chunks"][n]), scores[n]) for n in stages["rank"](scores, 10)]


def _answers_problem(index, answers):
    """Key and sentence for what is wrong with the answers, None if nothing is."""
    _, _, right = _right()
    if not isinstance(answers, (list, tuple)) or len(answers) != len(right):
        return "one-a-question", f"Answers has one entry for each of the {len(right)} questions."
    if not all(isinstance(hits, (list, tuple)) for hits in answers):
        return "no-hits", "Each entry of answers is the list of hits that search gave back."
    if not all(hasattr(hit, "chunk") and hasattr(hit, "score") for h in answers for hit in h):
        return "not-hits", "Keep the hits themselves, not their ids, texts or scores alone."
    pairs = [[(_place(hit.chunk), hit.score) for hit in hits] for hits in answers]
    if _all_same(pairs, right):
        own = {id(chunk) for chunk in index["chunks"]}
        if all(id(hit.chunk) in own for hits in answers for hit in hits):
            return None
        sentence = "These hits are right, but of another index. Let search find them in yours."
        return "not-its-own", sentence
    if any(len(ours) > 10 for ours in pairs):
        return "k", "These are too many hits. Ask for 10."
    if _all_same(pairs, [theirs[: len(ours)] for ours, theirs in zip(pairs, right, strict=True)]):
        return "k", "These hits are right, but too few. Ask for 10."
    if all(any(_same_hits(ours, theirs) for theirs in right) for ours in pairs):
        return "order", "These are the right lists in another order. Go through questions in order."
    if _all_same(pairs, _asked_whole()):
        return "whole-question", 'A question is a dict. Its text, q["question"], is the query.'
    sentence = "The index is mended, but these are not its hits. Search it, not the index as given."
    return "other-index", sentence


def _place(chunk):
    return chunk.doc_id, chunk.start, chunk.end


def _same_hits(ours, theirs):
    return [place for place, _ in ours] == [place for place, _ in theirs] and all(
        abs(a - b) < 1e-6 for (_, a), (_, b) in zip(ours, theirs, strict=True)
    )


def _all_same(ours, theirs):
    return all(map(_same_hits, ours, theirs))


@cache
def _library():
    from course_lib.data import load_corpus
    from course_lib.tfidf import TfidfIndex

    windows = [chunk for page in load_corpus("house") for chunk in chunk_words(page)]
    return windows, TfidfIndex().index(windows)


def _hits(queries):
    """The library's ten hits for each query, as (place, score)."""
    found = [_library()[1].search(query, 10) for query in queries]
    return [[(_place(hit.chunk), hit.score) for hit in hits] for hits in found]


@cache
def _right():
    """The places of all windows, df, and the hits of all questions."""
    windows, _ = _library()
    df = document_frequencies([tokenize(chunk.text) for chunk in windows])
    return [_place(chunk) for chunk in windows], df, _hits(_questions())


@cache
def _questions():
    from course_lib.data import load_questions

    return [question["question"] for question in load_questions("house")]


@cache
def _asked_whole():
    from course_lib.data import load_questions

    return _hits([str(question) for question in load_questions("house")])
