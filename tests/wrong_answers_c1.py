"""Wrong answers to checkpoint 1: (stage, number, mended function), and hits of all questions."""

import re
import string
import unicodedata

import numpy as np

from course_lib.chunking import check_window, chunk_words, make_chunks
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
    return chunk_words(page, size, overlap) if len(word_spans(page.text)) >= size else []


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
    return chunk_words(page, size, overlap)


def as_spans(page, size=120, overlap=20):
    return [(chunk.start, chunk.end) for chunk in chunk_words(page, size, overlap)]


# ---- C1.2: the chunks that hold a term -------------------------------------------------------


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


def each_once(query):
    return list(dict.fromkeys(tokenize(query)))


def one_text(query):
    return " ".join(tokenize(query))


# ---- C1.4: one fault is left -----------------------------------------------------------------


class WrongDf(TfidfIndex):
    """df counted for each occurrence."""

    def _chunk_weights(self, postings):
        n_chunks, repeats = len(postings.lengths), np.diff(postings.starts)
        df = np.add.reduceat(postings.counts, postings.starts[:-1])
        self.idf_ = np.log((1 + n_chunks) / (1 + df)) + 1
        weights = postings.counts * np.repeat(self.idf_, repeats)
        squares = np.bincount(postings.rows, weights**2, minlength=n_chunks)
        return weights / np.sqrt(squares)[postings.rows]


QUESTIONS = [question["question"] for question in load_questions("house")]
WINDOWS = [chunk for page in load_corpus("house") for chunk in chunk_words(page)]
RIGHT = TfidfIndex().index(WINDOWS)
FULL = TfidfIndex().index([chunk for page in load_corpus("house") for chunk in as_given(page)])


def answers(index, terms_of=tokenize, k=10):
    """The hits of all questions; terms that the index does not know are left out."""
    known = [[t for t in terms_of(q) if t in RIGHT.vocabulary_] for q in QUESTIONS]
    return [index.search(" ".join(terms), k) for terms in known]


WRONG_C1 = {
    "check_c1_1": [
        (7, "three-parts"),
        (("cut", 2169), "three-parts"),
        (("chunker", 2169, chunk_words), "no-stage"),
        (("compare", 12, chunk_words), "innocent"),
        (("query", 384, chunk_words), "other-fault"),
        (("cut", 5791, chunk_words), "shared-words"),
        (("cut", 44, chunk_words), "pages"),
        (("cut", 2207, chunk_words), "tokens"),
        (("cut", 916, chunk_words), "by-text"),
        (("cut", 45080, chunk_words), "kept"),
        (("cut", 100, chunk_words), "number"),
        (("cut", 2169, as_given), "still-lost"),
        (("cut", 2169, with_tail), "tail"),
        (("cut", 2169, moved_back), "moved-back"),
        (("cut", 2169, not_for_short_pages), "short-page"),
        (("cut", 2169, rest_in_the_last_window), "merged"),
        (("cut", 2169, rest_without_overlap), "overlap"),
        (("cut", 2169, beyond_the_end), "no-such-word"),
        (("cut", 2169, without_a_guard), "endless"),
        (("cut", 2169, without_a_guard_in_range), "guard"),
        (("cut", 2169, as_spans), "not-chunks"),
    ],
    "check_c1_2": [
        (("vector", 13, starts_anew), "innocent"),
        (("cut", 2169, starts_anew), "other-fault"),
        (("weigh", 3, starts_anew), "negative"),
        (("weigh", 3559, starts_anew), "value"),
        (("weigh", 944, starts_anew), "definition"),
        (("weigh", 13, occurrences), "occurrences"),
        (("weigh", 13, cut_off_at_n), "clipped"),
        (("weigh", 13, starts_anew), "last-chunk"),
        (("weigh", 13, share_of_chunks), "idf"),
        (("weigh", 13, only_repeated_terms), "too-small"),
        (("weigh", 13, first_chunk_only), "terms-missing"),
    ],
    "check_c1_3": [
        (("rank", 1, tokenize), "innocent"),
        (("weigh", 13, tokenize), "other-fault"),
        (("query", 0, tokenize), "first-only"),
        (("query", 58, tokenize), "kept"),
        (("query", 435, tokenize), "exactly"),
        (("query", 390, tokenize), "lists"),
        (("query", 110, tokenize), "rounded"),
        (("query", 384, stripped), "inside"),
        (("query", 384, punctuation_removed), "glued"),
        (("query", 384, case_kept), "case"),
        (("query", 384, word_characters), "second-rule"),
        (("query", 384, ascii_only), "second-rule"),
        (("query", 384, each_once), "once"),
        (("query", 384, one_text), "not-a-list"),
    ],
    "check_c1_4": [
        (answers(RIGHT)[:8], "one-a-question"),
        (RIGHT.search(QUESTIONS[0], 10), "one-a-question"),
        ([hits[0] for hits in answers(RIGHT)], "no-hits"),
        (answers(RIGHT, k=5), "k"),
        (answers(RIGHT, k=20), "k"),
        (answers(FULL), "cut"),
        (answers(RIGHT, stripped), "query"),
        (answers(WrongDf().index(WINDOWS)), "weigh"),
    ],
}
