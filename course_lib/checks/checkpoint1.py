"""Checks of checkpoint 1: three faults found by measuring, and the search without them.

C1.1 to C1.3 each take (stage, number, mended function). The numbers were measured on the house
corpus; the solution measures them again.
"""

from functools import cache

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
from course_lib.documents import Document

STAGES = ("cut", "count", "weigh", "vector", "query", "compare", "rank")
FAULTY = ("cut", "weigh", "query")
MEASURE_FIRST = "name the stage and give the number that you measured."
NOW_MEND = "stage and number are right. Now mend the function, then run its cell and this one."


def _check_finding(exercise, answer, stage, number, hints):
    """The `Result` for a wrong or missing stage or number, None if both are right.

    hints : [(key, numbers, sentence)], for wrong numbers whose mistake is known.
    """
    if _unanswered(answer):
        return not_done(exercise, MEASURE_FIRST)
    if not isinstance(answer, (tuple, list)) or len(answer) != 3:
        sentence = "Give three things: (stage, number, your function), as in the cell."
        return failed(exercise, "three-parts", sentence, got=show(answer))
    named, counted, _ = answer
    name = named.strip().casefold() if isinstance(named, str) else named
    if name not in STAGES:
        sentence = f"Give the name of a stage as text, one of {', '.join(STAGES)}."
        return failed(exercise, "no-stage", sentence, got=show(named))
    if name not in FAULTY:
        sentence = (
            f"The law of {name!r} holds: count again how often it is broken, and take floats "
            "within 1e-9 as equal. A stage passes on what came in wrong, so test it alone."
        )
        return failed(exercise, "innocent", sentence, got=show(named))
    if name != stage:
        sentence = "This stage is faulty, but it belongs to another task: go along the table."
        return failed(exercise, "other-fault", sentence, got=show(named))
    if isinstance(counted, bool) or not isinstance(counted, (int, float)):
        counted = getattr(counted, "item", lambda: None)()  # a NumPy number
    if counted == number:
        return None
    for key, numbers, sentence in hints:
        if counted in numbers:
            return failed(exercise, key, sentence, got=show(counted))
    sentence = (
        f"The stage is right, the number is not. Count what the law of {stage!r} speaks of, each "
        "thing that breaks it once, on the search as it was given."
    )
    return failed(exercise, "number", sentence, got=show(counted))


def _check_mended(exercise, function, cases, hints, equal=None):
    """Check the mended function, once the finding is right."""
    result = call(_is_stub, function)
    if result.value is True:
        return not_done(exercise, NOW_MEND)
    equal = {"equal": equal} if equal else {}
    return check_cases(exercise, function, cases, hints, **equal)


def _is_stub(function):
    """Does the function still raise the error that stands in an untouched cell?"""
    outcome = call(function, [])
    return outcome.raised and isinstance(outcome.value, NotImplementedError)


@never_raises
def check_c1_1(answer):
    """Check the first fault, the lost tail, and the mended cut."""
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
    problem = _check_finding("C1.1", answer, "cut", 2169, hints)
    return problem or _check_cut(answer[2])


def _page(n_words):
    return Document("page.md", " ".join("abcdefghij"[:n_words]))


def _check_cut(mended_cut):
    def texts(chunks):
        return [chunk.text for chunk in chunks]

    def equal(expected, chunks):
        """The texts are right, and ids and offsets belong to them."""
        ids = [chunk.id for chunk in chunks]
        slices = [_page(10).text[chunk.start : chunk.end] for chunk in chunks]
        numbered = ids == [f"page.md#{n}" for n in range(len(ids))]
        return texts(chunks) == list(expected) == slices and numbered

    cases = [
        ((_page(6), 3, 1), ["a b c", "c d e", "e f"]),
        ((_page(7), 3, 1), ["a b c", "c d e", "e f g"]),
        ((_page(8), 3, 1), ["a b c", "c d e", "e f g", "g h"]),
        ((_page(2), 3, 1), ["a b"]),
        ((_page(3), 3, 1), ["a b c"]),
        ((_page(4), 3, 2), ["a b c", "b c d"]),
        ((_page(5), 4, 1), ["a b c d", "d e"]),
        ((_page(7), 3, 0), ["a b c", "d e f", "g"]),
        ((_page(6), 3, 0), ["a b c", "d e f"]),
        ((_page(9), 5, 3), ["a b c d e", "c d e f g", "e f g h i"]),
        ((_page(1), 1, 0), ["a"]),
        ((_page(0), 3, 1), []),
        ((_page(5), 2, 2), ValueError),
        ((_page(5), 3, -1), ValueError),
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
            "The loop has no end. Leave it once a window holds the last word, and call "
            "check_window first: a window that does not move on must be refused.",
        ),
        (
            "guard",
            lambda args, got, expected: expected is ValueError,
            "No window of this size and overlap can work. Refuse it with check_window.",
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
    return _check_mended("C1.1", mended_cut, cases, hints, equal)


@never_raises
def check_c1_2(answer):
    """Check the second fault, df counted for each occurrence, and the mended df."""
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
    problem = _check_finding("C1.2", answer, "weigh", 13, hints)
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
            "These are no counts. Give df; make_idf makes the idf of it.",
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
    return _check_mended("C1.2", answer[2], cases, hints)


@never_raises
def check_c1_3(answer):
    """Check the third fault, another tokeniser for queries, and the mended terms."""
    hints = [
        (
            "first-only",
            (0,),
            "Each chunk comes first for its own text, yes. But does it get the score 1?",
        ),
        ("kept", (442 - 384,), "These chunks keep the law. How many break it?"),
        (
            "exactly",
            (435, 428),
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
    problem = _check_finding("C1.3", answer, "query", 384, hints)
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
            lambda args, got, expected: got != expected,
            "This is a second rule, which agrees with that of the chunks for most words and not "
            "here. Use the very function that cuts the chunks.",
        ),
    ]
    return _check_mended("C1.3", answer[2], cases, hints)


@never_raises
def check_c1_4(answers):
    """Check the hits of all questions against the library's."""
    if _unanswered(answers):
        return not_done("C1.4")
    right = _right_answers()
    if not isinstance(answers, (list, tuple)) or len(answers) != len(right):
        sentence = f"Give a list with one entry for each of the {len(right)} questions, in order."
        return failed("C1.4", "one-a-question", sentence, got=show(answers))
    if not all(isinstance(hits, (list, tuple)) for hits in answers):
        sentence = "Each entry is the list of hits that search gave back."
        return failed("C1.4", "no-hits", sentence, got=show(answers[0]))
    pairs = [[(_chunk_key(hit), hit.score) for hit in hits] for hits in answers]
    wrong = [n for n in range(len(right)) if not _same_hits(pairs[n], right[n])]
    if not wrong:
        return passed("C1.4")
    key, sentence = _why(pairs, right, wrong)
    got = f"{len(right) - len(wrong)} of {len(right)} questions have the library's ten hits"
    return failed("C1.4", key, sentence, got=got)


def _chunk_key(hit):
    return hit.chunk.doc_id, hit.chunk.start, hit.chunk.end


def _same_hits(ours, theirs):
    return [key for key, _ in ours] == [key for key, _ in theirs] and all(
        abs(a - b) < 1e-6 for (_, a), (_, b) in zip(ours, theirs, strict=True)
    )


def _why(pairs, right, wrong):
    """Key and sentence for answers that differ from the library's."""
    if all(
        _same_hits(ours, theirs[: len(ours)]) for ours, theirs in zip(pairs, right, strict=True)
    ):
        return "k", "These hits are right, but too few. Ask for 10."
    if any(len(ours) > 10 for ours in pairs):
        return "k", "These are too many hits. Ask for 10."
    tails, plain = _tails_and_plain()
    if not any(key in tails for ours in pairs for key, _ in ours):
        return "cut", "No hit is the last window of a page: build the index with your mended_cut."
    if not set(wrong) & plain:
        return (
            "query",
            "Right for each question without punctuation inside a word, and wrong for others: "
            "search with your mended_terms.",
        )
    return "weigh", "The windows are right, the scores are not: build with your mended_df."


@cache
def _right_answers():
    from course_lib.chunking import chunk_words
    from course_lib.data import load_corpus, load_questions
    from course_lib.tfidf import TfidfIndex

    index = TfidfIndex().index([c for page in load_corpus("house") for c in chunk_words(page)])
    hits = [index.search(question["question"], 10) for question in load_questions("house")]
    return [[(_chunk_key(hit), hit.score) for hit in found] for found in hits]


@cache
def _tails_and_plain():
    """The short last windows, and the numbers of the questions that any tokeniser cuts alike."""
    import string

    from course_lib.chunking import chunk_words
    from course_lib.data import load_corpus, load_questions
    from course_lib.text import word_spans
    from course_lib.tokens import tokenize

    tails = set()
    for page in load_corpus("house"):
        last = chunk_words(page)[-1]
        if len(word_spans(last.text)) < 120:
            tails.add((last.doc_id, last.start, last.end))
    texts = [question["question"] for question in load_questions("house")]
    plain = {
        n
        for n, text in enumerate(texts)
        if [w for w in (x.strip(string.punctuation) for x in text.lower().split()) if w]
        == tokenize(text)
    }
    return tails, plain
