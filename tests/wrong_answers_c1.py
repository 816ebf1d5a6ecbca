"""Wrong answers to checkpoint 1: (stage, number, mended function), and (mended index, answers)."""

import re
import string
import unicodedata

from course_lib.checks.search1 import STAGES
from course_lib.chunking import check_window, chunk_words, make_chunks
from course_lib.chunking import chunk_words as right_windows
from course_lib.data import load_corpus, load_questions
from course_lib.text import word_spans
from course_lib.tfidf import TfidfIndex
from course_lib.tokens import tokenize

# ---- C1.1: a window for the rest of the page -------------------------------------------------


def cut(page, size, overlap, windows):
    check_window(size, overlap)
    words = word_spans(page.text)
    found = windows(len(words), size, size - overlap)
    return make_chunks(page, [(words[a][0], words[b - 1][1]) for a, b in found])


def as_given(page, size=120, overlap=20):
    return cut(
        page,
        size,
        overlap,
        lambda n, size, step: [(a, a + size) for a in range(0, n - size + 1, step)],
    )


def with_tail(page, size=120, overlap=20):
    return cut(
        page,
        size,
        overlap,
        lambda n, size, step: [(a, min(a + size, n)) for a in range(0, n, step)],
    )


def moved_back(page, size=120, overlap=20):
    def windows(n, size, step):
        starts = [a for a in range(0, n, step) if a == 0 or a < n - size + step]
        return [(max(min(a, n - size), 0), min(a + size, n)) for a in starts]

    return cut(page, size, overlap, windows)


def not_for_short_pages(page, size=120, overlap=20):
    return right_windows(page, size, overlap) if len(word_spans(page.text)) >= size else []


def rest_in_the_last_window(page, size=120, overlap=20):
    def windows(n, size, step):
        found = [(a, a + size) for a in range(0, n - size + 1, step)] or [(0, n)][: n > 0]
        return found[:-1] + [(a, n) for a, _ in found[-1:]]

    return cut(page, size, overlap, windows)


def rest_without_overlap(page, size=120, overlap=20):
    def windows(n, size, step):
        found = [(a, a + size) for a in range(0, n - size + 1, step)]
        end = found[-1][1] if found else 0
        return found + [(end, n)][: end < n]

    return cut(page, size, overlap, windows)


def steps_back_from_the_end(page, size=120, overlap=20):
    check_window(size, overlap)
    words = word_spans(page.text)
    spans, first = [], 0
    while first < len(words):
        last = min(first + size, len(words))
        spans.append((words[first][0], words[last - 1][1]))
        first = last - overlap
    return make_chunks(page, spans)


def by_the_library(page, size=120, overlap=20):
    return chunk_words(page, size, overlap)


def beyond_the_end(page, size=120, overlap=20):
    check_window(size, overlap)
    words = word_spans(page.text)
    starts = range(0, len(words), size - overlap)
    return make_chunks(page, [(words[a][0], words[a + size - 1][1]) for a in starts])


def without_a_guard(page, size=120, overlap=20):
    words = word_spans(page.text)
    spans, first = [], 0
    while first < len(words):
        last = min(first + size, len(words))
        spans.append((words[first][0], words[last - 1][1]))
        if last == len(words):
            break
        first += size - overlap
    return make_chunks(page, spans)


def without_a_guard_in_range(page, size=120, overlap=20):
    if overlap < 0 or overlap >= size:
        return []
    return right_windows(page, size, overlap)


def as_spans(page, size=120, overlap=20):
    return [(chunk.start, chunk.end) for chunk in right_windows(page, size, overlap)]


def always_the_same_size(page, size=120, overlap=20):
    return right_windows(page)


def range_less_overlap(page, size=120, overlap=20):
    def windows(n, size, step):
        return [(a, min(a + size, n)) for a in range(0, n - overlap, step)]

    return cut(page, size, overlap, windows)


def found_by_letters(page, size=120, overlap=20):
    texts = [chunk.text for chunk in right_windows(page, size, overlap)]
    starts = [page.text.find(text) for text in texts]
    ends = [a + len(text) for a, text in zip(starts, texts, strict=True)]
    return make_chunks(page, list(zip(starts, ends, strict=True)))


def between_blanks(page, size=120, overlap=20):
    check_window(size, overlap)
    words = [match.span() for match in re.finditer(r"\S+", page.text)]
    found = [(a, min(a + size, len(words))) for a in range(0, len(words), size - overlap)]
    ends = [b for _, b in found]
    found = found[: ends.index(len(words)) + 1] if found else []
    return make_chunks(page, [(words[a][0], words[b - 1][1]) for a, b in found])


def to_the_end_of_the_text(page, size=120, overlap=20):
    chunks = right_windows(page, size, overlap)
    spans = [(chunk.start, chunk.end) for chunk in chunks]
    return make_chunks(page, [*spans[:-1], *((a, len(page.text)) for a, _ in spans[-1:])])


# ---- C1.2: the chunks that hold a term -------------------------------------------------------


def chunks_that_hold_it(counts):
    df = {}
    for terms in counts:
        for term in terms:
            df[term] = df.get(term, 0) + 1
    return df


def occurrences(counts):
    df = {}
    for terms in counts:
        for term, count in terms.items():
            df[term] = df.get(term, 0) + count
    return df


def cut_off_at_n(counts):
    return {term: min(n, len(counts)) for term, n in occurrences(counts).items()}


def starts_anew(counts):
    df = {}
    for terms in counts:
        for term in terms:
            df[term] = 1
    return df


def share_of_chunks(counts):
    return {
        term: sum(term in terms for terms in counts) / len(counts) for term in occurrences(counts)
    }


def only_repeated_terms(counts):
    return {
        term: sum(terms.get(term, 0) > 1 for terms in counts)
        for term, n in occurrences(counts).items()
    }


def first_chunk_only(counts):
    return dict.fromkeys(counts[0] if counts else {}, 1)


def empties_its_counts(counts):
    df = {}
    while counts:
        for term in counts.pop():
            df[term] = df.get(term, 0) + 1
    return df


# ---- C1.3: the terms of a query --------------------------------------------------------------


def stripped(query):
    words = [word.strip(string.punctuation) for word in query.lower().split()]
    return [word for word in words if word]


def punctuation_removed(query):
    return query.translate(str.maketrans("", "", string.punctuation)).casefold().split()


def case_kept(query):
    return re.findall(r"\w+", query)


def word_characters(query):
    return re.findall(r"\w+", unicodedata.normalize("NFC", query).casefold())


def ascii_only(query):
    return re.findall(r"[a-z0-9_]+", query.casefold())


def short_queries_only(length, other=str.split):
    return lambda query: tokenize(query) if len(query) < length else other(query)


def each_once(query):
    return list(dict.fromkeys(tokenize(query)))


def one_text(query):
    return " ".join(tokenize(query))


# ---- C1.4: one fault is left, or other answers -----------------------------------------------

QUESTIONS = [question["question"] for question in load_questions("house")]


def load_windows():
    return [chunk for page in load_corpus("house") for chunk in chunk_words(page)]


WINDOWS = load_windows()
FULL = [chunk for page in load_corpus("house") for chunk in as_given(page)]
RIGHT = TfidfIndex().index(WINDOWS)
HITS = [RIGHT.search(question, 10) for question in QUESTIONS]


def index(chunks=WINDOWS, df=chunks_that_hold_it, query=tokenize, **patched):
    """An index as build makes it, with other stages, or with parts put in by hand."""
    stages = {**STAGES, "df": df, "query": query}
    counts = [stages["count"](chunk) for chunk in chunks]
    idf = stages["idf"](df(counts), len(chunks))
    vectors = [stages["vector"](terms, idf) for terms in counts]
    parts = {"chunks": chunks, "counts": counts, "df": df(counts), "idf": idf, "vectors": vectors}
    return {"stages": stages, **parts, **patched}


def answers(search, k=10):
    return [search(question, k) for question in QUESTIONS]


WRONG_C1 = {
    "check_c1_1": [
        (7, "three-parts"),
        (("cut", 2169), "three-parts"),
        (("chunker", 2169, None), "no-stage"),
        (("cut", "2169", None), "quotes"),
        (("Cut", 2169, with_tail), "spelling"),
        (("cut", [True, False], None), "list"),
        (("compare", 12, None), "number"),
        (("cut", 100, None), "number"),
        (("cut", 0, None), "kept-by-all"),
        (("query", 384, None), "other-task"),
        (("df", 13, None), "other-task"),
        (("cut", 5791, None), "shared-words"),
        (("cut", 44, None), "pages"),
        (("cut", 37, None), "other-pages"),
        (("cut", 47249, None), "cases"),
        (("cut", 2207, None), "tokens"),
        (("cut", 11421, None), "characters"),
        (("cut", 916, None), "by-text"),
        (("cut", 45080, None), "kept"),
        (("cut", 2169, as_given), "still-lost"),
        (("cut", 2169, with_tail), "tail"),
        (("cut", 2169, moved_back), "moved-back"),
        (("cut", 2169, not_for_short_pages), "short-page"),
        (("cut", 2169, range_less_overlap), "short-page"),
        (("cut", 2169, rest_in_the_last_window), "merged"),
        (("cut", 2169, rest_without_overlap), "overlap"),
        (("cut", 2169, beyond_the_end), "no-such-word"),
        (("cut", 2169, without_a_guard), "guard"),
        (("cut", 2169, steps_back_from_the_end), "endless"),
        (("cut", 2169, without_a_guard_in_range), "guard"),
        (("cut", 2169, as_spans), "not-chunks"),
        (("cut", 2169, always_the_same_size), "fixed"),
        (("cut", 2169, found_by_letters), "by-letters"),
        (("cut", 2169, between_blanks), "blanks"),
        (("cut", 2169, to_the_end_of_the_text), "beyond"),
        (("cut", 2169, chunk_words), "library"),
        (("cut", 2169, by_the_library), "library-inside"),
    ],
    "check_c1_2": [
        (("weigh", 13, None), "no-stage"),
        (("vector", 13, None), "number"),
        (("idf", 13, None), "passed-on"),
        (("cut", 2169, None), "other-task"),
        (("df", 3, None), "negative"),
        (("df", 190, None), "above-pages"),
        (("df", 3708, None), "cases"),
        (("df", 3559, None), "value"),
        (("df", 944, None), "definition"),
        (("df", 3695, None), "kept"),
        (("df", 13, occurrences), "occurrences"),
        (("df", 13, cut_off_at_n), "clipped"),
        (("df", 13, starts_anew), "last-chunk"),
        (("df", 13, share_of_chunks), "idf"),
        (("df", 13, only_repeated_terms), "too-small"),
        (("df", 13, first_chunk_only), "terms-missing"),
        (("df", 13, empties_its_counts), "changes-its-input"),
    ],
    "check_c1_3": [
        (("rank", 1, None), "number"),
        (("df", 13, None), "other-task"),
        (("query", 0, None), "kept-by-all"),
        (("query", 58, None), "kept"),
        (("query", 442, None), "cases"),
        (("query", 1759, None), "terms"),
        (("query", 416, None), "mended-index"),
        (("query", 435, None), "exactly"),
        (("query", 390, None), "lists"),
        (("query", 110, None), "rounded"),
        (("query", 384, stripped), "inside"),
        (("query", 384, punctuation_removed), "glued"),
        (("query", 384, case_kept), "case"),
        (("query", 384, word_characters), "second-rule"),
        (("query", 384, ascii_only), "second-rule"),
        (("query", 384, short_queries_only(25)), "inside"),
        (("query", 384, short_queries_only(80)), "inside"),
        (("query", 384, short_queries_only(25, stripped)), "inside"),
        (("query", 384, short_queries_only(25, punctuation_removed)), "glued"),
        (("query", 384, each_once), "once"),
        (("query", 384, one_text), "not-a-list"),
        (("query", 384, lambda query: None), "none"),
        (("query", 384, tokenize), "library"),
    ],
    "check_c1_4": [
        (HITS, "two-parts"),
        ((RIGHT, HITS), "no-index"),
        ((index(FULL), HITS), "cut"),
        ((index(df=occurrences), HITS), "df"),
        ((index(query=stripped), HITS), "query"),
        ((index(vectors=index(df=occurrences)["vectors"]), HITS), "patched"),
        ((index(idf=index(df=occurrences)["idf"]), HITS), "patched"),
        ((index(load_windows()), HITS), "not-its-own"),
        ((index(), HITS[:8]), "one-a-question"),
        ((index(), [hits[0] for hits in HITS]), "no-hits"),
        ((index(), [[hit.chunk.id for hit in hits] for hits in HITS]), "not-hits"),
        ((index(), answers(RIGHT.search, k=5)), "k"),
        ((index(), answers(RIGHT.search, k=20)), "k"),
        ((index(), HITS[::-1]), "order"),
        ((index(), [RIGHT.search(str(q), 10) for q in load_questions("house")]), "whole-question"),
        ((index(), answers(TfidfIndex().index(FULL).search)), "other-index"),
    ],
}
