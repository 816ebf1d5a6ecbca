"""Checks of checkpoint 1: three faults found by measuring, and the search without them.

C1.1 to C1.3 each take (stage, number, mended function), C1.4 (mended index, answers). The numbers
were measured on the house corpus; the solution measures them again.
"""

import copy
from functools import cache
from itertools import pairwise

from course_lib.checks import (
    Endless,
    _unanswered,
    call,
    check_cases,
    failed,
    never_raises,
    not_done,
    passed,
    show,
)
from course_lib.chunking import chunk_words
from course_lib.documents import Document
from course_lib.tfidf import document_frequencies
from course_lib.tokens import tokenize

STAGES = ("cut", "count", "df", "idf", "vector", "compare", "query", "rank")
FAULTS = {"C1.1": ("cut", 2169), "C1.2": ("df", 13), "C1.3": ("query", 384)}
MEASURE_FIRST = "name the stage and give the number that you measured."
NOW_MEND = "stage and number are right. Now open the stage and mend it."


def _check_finding(exercise, answer, hints):
    """The `Result` for a wrong or missing stage or number, None if both are right.

    A stage alone is never called right or wrong, or trying them all would find the faults.
    hints : [(key, numbers, sentence)], for wrong numbers whose mistake is known.
    """
    if _unanswered(answer[:2] if type(answer) is tuple else answer):
        return not_done(exercise, MEASURE_FIRST)
    if not isinstance(answer, (tuple, list)) or len(answer) != 3:
        sentence = "Give three things: (stage, number, your function), as in the cell."
        return failed(exercise, "three-parts", sentence, got=show(answer))
    named, counted, mended = answer
    name = named.strip().casefold() if isinstance(named, str) else named
    if name not in STAGES:
        sentence = f"Give the name of a stage as text, one of {', '.join(STAGES)}."
        return failed(exercise, "no-stage", sentence, got=show(named))
    got = f"{named}, {show(counted)}"
    if isinstance(counted, str):
        sentence = "Give the number as a number, without quotes."
        return failed(exercise, "quotes", sentence, got=got)
    if isinstance(counted, bool) or not isinstance(counted, (int, float)):
        counted = getattr(counted, "item", lambda: None)()  # a NumPy number
    if (name, counted) == FAULTS[exercise]:
        return not_done(exercise, NOW_MEND) if mended is None or mended is ... else None
    if (name, counted) in FAULTS.values():
        sentence = "Well measured, but it belongs to another task. Go along the table in order."
        return failed(exercise, "other-task", sentence, got=got)
    if (name, counted) == ("idf", 13):
        sentence = (
            "So many idf are below 1, yes. But is that the fault of idf, or of what it was given? "
            "Call the stage alone, with values of df that are possible."
        )
        return failed(exercise, "passed-on", sentence, got=got)
    if counted == 0:
        sentence = (
            "A law that nothing breaks convicts no stage. Measure all that it says: that the right "
            "chunk comes first, say, is less than that two vectors are the same."
        )
        return failed(exercise, "kept-by-all", sentence, got=got)
    for key, numbers, sentence in hints:
        if name == FAULTS[exercise][0] and counted in numbers:
            return failed(exercise, key, sentence, got=got)
    sentence = (
        "Stage and number are not a right pair. Count what the law of the stage speaks of, each "
        "thing that breaks it once, floats within 1e-9 as equal, on the search as it was given."
    )
    return failed(exercise, "number", sentence, got=got)


def _mend_by_library(exercise, function, whole):
    """The `Result` if the learner handed in the library's function for the whole stage."""
    used = getattr(getattr(function, "__code__", None), "co_names", ())
    if function is not whole and whole.__name__ not in used:
        return None
    sentence = f"{whole.__name__} does all of it, yes. Here mend the function that was printed."
    return failed(exercise, "library", sentence)


@never_raises
def check_c1_1(answer):
    """Check the first finding, and the mended stage."""
    hints = [
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
            "by-text",
            (916, 939, 231, 811),
            "You looked words up by their letters, and the same word may stand in another chunk. "
            "Ask for the place: is its start inside a chunk?",
        ),
        (
            "kept",
            (47249 - 2169,),
            "These words keep the law. How many break it?",
        ),
    ]
    problem = _check_finding("C1.1", answer, hints)
    return problem or _check_cut(answer[2])


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
            "endless",
            lambda args, got, expected: isinstance(got, Endless),
            "The loop has no end. Leave it once a window holds the last word, and keep the "
            "guard at the start: a window that does not move on must be refused.",
        ),
        (
            "guard",
            lambda args, got, expected: expected is ValueError,
            "No window of this size and overlap can work. Keep the guard that refuses it.",
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
    problem = _mend_by_library("C1.1", mended_cut, chunk_words)
    return problem or check_cases("C1.1", mended_cut, cases, hints, equal=equal)


@never_raises
def check_c1_2(answer):
    """Check the second finding, and the mended stage."""
    hints = [
        (
            "negative",
            (3,),
            "So many have a negative idf. The law speaks of df: more terms have a df that is above "
            "the number of chunks.",
        ),
        (
            "value",
            (3559, 3559 - 442),
            "This belongs to a single term. How many terms break the law?",
        ),
        (
            "kept",
            (3708 - 13,),
            "These terms keep the law. How many break it?",
        ),
        (
            "definition",
            (944,),
            "For so many terms df is not the number of chunks that hold it. That is true and a "
            "better test, but the law of the table asks for less: how many are above the number of "
            "chunks?",
        ),
    ]
    problem = _check_finding("C1.2", answer, hints)
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
    hints = [
        ("kept", (442 - 384,), "These chunks keep the law. How many break it?"),
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
        (
            "rounded",
            (110, 358),
            "Rounded too far: 0.996 is not 1. Take all within 1e-9 as equal.",
        ),
    ]
    problem = _check_finding("C1.3", answer, hints)
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
    if _unanswered(answer):
        return not_done("C1.4")
    if not isinstance(answer, (tuple, list)) or len(answer) != 2:
        sentence = "Give two things: (mended_index, answers), as in the cell."
        return failed("C1.4", "two-parts", sentence, got=show(answer))
    problem = _index_problem(answer[0]) or _answers_problem(answer[1])
    return failed("C1.4", *problem) if problem else passed("C1.4")


def _index_problem(index):
    """Key and sentence for what is wrong with the index, None if nothing is."""
    if not isinstance(index, dict) or not {"stages", "chunks", "df"} <= set(index):
        return "no-index", "The first of the two is the index: what build gave back."
    windows, df, _ = _right()
    if [_place(chunk) for chunk in index["chunks"]] != windows:
        return "cut", "The chunks of the index are not those of the stage that you mended in C1.1."
    if index["df"] != df:
        return "df", "The chunks of the index are right, the numbers of C1.2 are not."
    for text in ("Who's on watch?", "Tag V-23 (port)"):
        if call(index["stages"]["query"], text).value != tokenize(text):
            return "query", "Chunks and df are right. Queries do not go through the stage of C1.3."
    return None


def _answers_problem(answers):
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
        return None
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
    from course_lib.data import load_questions

    windows, _ = _library()
    df = document_frequencies([tokenize(chunk.text) for chunk in windows])
    hits = _hits([question["question"] for question in load_questions("house")])
    return [_place(chunk) for chunk in windows], df, hits


@cache
def _asked_whole():
    from course_lib.data import load_questions

    return _hits([str(question) for question in load_questions("house")])
