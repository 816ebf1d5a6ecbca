"""Wrong answers to checkpoint 3: (stage, number, mended function), and (mended index, results)."""

from collections import Counter

import numpy as np

from course_lib.bm25 import BM25Index
from course_lib.checks.search3 import STAGES
from course_lib.data import load_chunks, load_questions
from course_lib.dense import DenseIndex
from course_lib.evaluation import evaluate
from course_lib.fusion import HybridIndex, fuse_rrf
from course_lib.tokens import tokenize
from course_lib.vectors import StoredEncoder

# ---- C3.1: chunks that hold a term -----------------------------------------------------------


def df_by(key, terms=tokenize):
    """A df that counts the different keys of the chunks that hold a term."""

    def df(chunks):
        pairs = {(term, key(chunk)) for chunk in chunks for term in terms(chunk.text)}
        return dict(Counter(term for term, _ in pairs))

    return df


of_pages = df_by(lambda chunk: chunk.doc_id)
of_chunks = df_by(lambda chunk: chunk.id)
of_texts = df_by(lambda chunk: chunk.text)
of_numbers = df_by(lambda chunk: chunk.id.rpartition("#")[2])
of_blanks = df_by(lambda chunk: chunk.id, str.split)


def of_occurrences(chunks):
    return dict(Counter(term for chunk in chunks for term in tokenize(chunk.text)))


def as_pairs(chunks):
    return list(of_chunks(chunks).items())


# ---- C3.2: nearest first ---------------------------------------------------------------------


def scores_of(matrix, vector):
    return np.round(matrix.astype(float) @ vector.astype(float), 6)


def pairs(rows, scores):
    return [(int(row), float(scores[row])) for row in rows]


def in_order(matrix, vector, k):
    scores = scores_of(matrix, vector)
    return pairs(np.argsort(-scores, kind="stable")[:k], scores)


def cut_and_sorted(matrix, vector, k):
    found = STAGES["nearest"](matrix, vector, k)
    return sorted(found, key=lambda pair: (-pair[1], pair[0]))


def upwards(matrix, vector, k):
    return in_order(matrix, vector, k)[::-1]


def turned_round(matrix, vector, k):
    scores = scores_of(matrix, vector)
    return pairs(np.argsort(scores, kind="stable")[::-1][:k], scores)


def lowest(matrix, vector, k):
    scores = scores_of(matrix, vector)
    return pairs(np.argsort(scores, kind="stable")[:k], scores)


def all_at_the_border(matrix, vector, k):
    scores = scores_of(matrix, vector)
    k = min(k, len(scores))
    rows = np.flatnonzero(scores >= np.partition(scores, -k)[-k]) if k else []
    return pairs(sorted(rows, key=lambda row: -scores[row]), scores)


def places_of_candidates(matrix, vector, k):
    scores = scores_of(matrix, vector)
    k = min(k, len(scores))
    found = np.flatnonzero(scores >= np.partition(scores, -k)[-k]) if k else np.zeros(0, int)
    order = np.argsort(-scores[found], kind="stable")[:k]
    return [(int(n), float(scores[found][n])) for n in order]


def unrounded(matrix, vector, k):
    scores = matrix.astype(float) @ vector.astype(float)
    return pairs(np.argsort(-scores, kind="stable")[:k], scores)


def rows_alone(matrix, vector, k):
    return [row for row, _ in in_order(matrix, vector, k)]


def two_arrays(matrix, vector, k):
    return np.array(in_order(matrix, vector, k))


def no_small_corpus(matrix, vector, k):
    scores = scores_of(matrix, vector)
    rows = np.flatnonzero(scores >= np.partition(scores, -k)[-k]) if k else []
    return pairs(sorted(rows, key=lambda row: -scores[row])[:k], scores)


def unstable(matrix, vector, k):
    scores = scores_of(matrix, vector)
    return pairs(np.argsort(-scores)[:k], scores)


def all_for_0(matrix, vector, k):
    return in_order(matrix, vector, k or None)


# ---- C3.3: ranks alone -----------------------------------------------------------------------


def fuser(share, start=1):
    """A fusion that adds up share(rank, score, rrf_k)."""

    def fuse(rankings, rrf_k=60):
        scores = {}
        for ranked in rankings:
            for rank, (row, score) in enumerate(ranked, start):
                scores[row] = scores.get(row, 0.0) + share(rank, score, rrf_k)
        return scores

    return fuse


ranks_alone = fuser(lambda rank, score, rrf_k: 1 / (rrf_k + rank))


def overwritten(rankings, rrf_k=60):
    scores = {}
    for ranked in rankings:
        scores |= {row: 1 / (rrf_k + rank) for rank, (row, _) in enumerate(ranked, 1)}
    return scores


def by_pairs(rankings, rrf_k=60):
    return Counter(
        {pair: 1 / (rrf_k + n) for ranked in rankings for n, pair in enumerate(ranked, 1)}
    )


def absent_is_last(rankings, rrf_k=60):
    rows = {row for ranked in rankings for row, _ in ranked}
    ranks = [{row: n for n, (row, _) in enumerate(ranked, 1)} for ranked in rankings]
    return {row: sum(1 / (rrf_k + r.get(row, len(r) + 1)) for r in ranks) for row in rows}


def counts_on(rankings, rrf_k=60):
    joined = [pair for ranked in rankings for pair in ranked]
    return ranks_alone([joined], rrf_k)


def as_a_ranking(rankings, rrf_k=60):
    return sorted(ranks_alone(rankings, rrf_k).items())


def by_the_library(rankings, rrf_k=60):
    return fuse_rrf([[row for row, _ in ranked] for ranked in rankings], rrf_k)


def by_the_library_within(rankings, rrf_k=60):
    rows = [[row for row, _ in ranked] for ranked in rankings]
    return next(fuse_rrf(part, rrf_k) for part in [rows])


# ---- C3.4: one fault is left, or other results -----------------------------------------------

HOUSE = load_chunks("house")
LEGS = [BM25Index(k1=1.2, b=0.75), DenseIndex(StoredEncoder("house"))]
RIGHT = HybridIndex(LEGS, depth=50).index(HOUSE)
AGAIN = HybridIndex(LEGS, depth=50).index(load_chunks("house"))
OTHER = HybridIndex([BM25Index(), LEGS[1]], depth=50).index(HOUSE)
MENDED = {"df": of_chunks, "nearest": in_order, "fuse": ranks_alone}


def index(chunks=HOUSE, weight=None, **other):
    """An index as build makes it from mended stages, but for what is given."""
    right = RIGHT.legs[0].explain("the", HOUSE[0].id)["the"]
    return {
        "stages": {**STAGES, **MENDED, **other},
        "chunks": chunks,
        "postings": {"the": [(0, right if weight is None else weight)]},
        "matrix": RIGHT.legs[1].matrix_,
    }


def results(search=RIGHT.search, split="test", k=10):
    return evaluate(search, load_questions("house", split=split), k)


WRONG_C3 = {
    "check_c3_1": [
        (7, "three-parts"),
        (("df", 429), "three-parts"),
        (("tf", 429, None), "no-stage"),
        (("DF", 429, None), "spelling"),
        (("df", "429", None), "quotes"),
        (("df", [True, False], None), "list"),
        (("nearest", 5172, None), "other-task"),
        (("fuse", 384, None), "other-task"),
        (("idf", 429, None), "number"),
        (("df", 12, None), "number"),
        (("df", 0, None), "kept-by-all"),
        (("df", 43, None), "kept"),
        (("df", 472, None), "cases"),
        (("df", 1085, None), "terms"),
        (("df", 44, None), "pages"),
        (("df", 429, 7), "no-function"),
        (("df", 429, of_pages), "pages"),
        (("df", 429, of_texts), "equal-texts"),
        (("df", 429, of_numbers), "numbers-alone"),
        (("df", 429, of_occurrences), "occurrences"),
        (("df", 429, of_blanks), "other-terms"),
        (("df", 429, as_pairs), "not-a-dict"),
    ],
    "check_c3_2": [
        (("df", 429, None), "other-task"),
        (("matrix", 5172, None), "number"),
        (("nearest", 0, None), "kept-by-all"),
        (("nearest", 5118, None), "kept"),
        (("nearest", 10290, None), "cases"),
        (("nearest", 208, None), "questions"),
        (("nearest", 959, None), "other-k"),
        (("nearest", 5170, None), "forgiven"),
        (("nearest", 3427, None), "one-split"),
        (("nearest", 5172, STAGES["nearest"]), "by-row"),
        (("nearest", 5172, cut_and_sorted), "cut-first"),
        (("nearest", 5172, upwards), "upside-down"),
        (("nearest", 5172, turned_round), "ties"),
        (("nearest", 5172, lowest), "farthest"),
        (("nearest", 5172, all_at_the_border), "too-many"),
        (("nearest", 5172, places_of_candidates), "places"),
        (("nearest", 5172, unrounded), "not-rounded"),
        (("nearest", 5172, rows_alone), "not-pairs"),
        (("nearest", 5172, two_arrays), "not-pairs"),
        (("nearest", 5172, no_small_corpus), "k-large"),
        (("nearest", 5172, all_for_0), "k-0"),
        (("nearest", 5172, unstable), "unstable"),
    ],
    "check_c3_3": [
        (("fusion", 384, None), "no-stage"),
        (("nearest", 5172, None), "other-task"),
        (("first", 384, None), "number"),
        (("fuse", 0, None), "kept-by-all"),
        (("fuse", 36, None), "kept"),
        (("fuse", 420, None), "cases"),
        (("fuse", 176, None), "one-leg"),
        (("fuse", 209, None), "questions"),
        (("fuse", 78, None), "first-places"),
        (("fuse", 254, None), "one-split"),
        (("fuse", 419, None), "mended-index"),
        (("fuse", 384, STAGES["fuse"]), "scores"),
        (("fuse", 384, fuser(lambda rank, score, rrf_k: score)), "scores-added"),
        (("fuse", 384, fuser(lambda n, score, rrf_k: 1 / (rrf_k + n), start=0)), "from-zero"),
        (("fuse", 384, fuser(lambda rank, score, rrf_k: 1 / rank)), "no-constant"),
        (("fuse", 384, fuser(lambda rank, score, rrf_k: 1 / (60 + rank))), "fixed-k"),
        (("fuse", 384, fuser(lambda rank, score, rrf_k: 0.5 / (rrf_k + rank))), "halves"),
        (("fuse", 384, overwritten), "overwritten"),
        (("fuse", 384, by_pairs), "pairs"),
        (("fuse", 384, absent_is_last), "absent"),
        (("fuse", 384, counts_on), "counts-on"),
        (("fuse", 384, as_a_ranking), "not-a-dict"),
        (("fuse", 384, fuse_rrf), "library"),
        (("fuse", 384, by_the_library), "library-inside"),
        (("fuse", 384, by_the_library_within), "library-inside"),
    ],
    "check_c3_4": [
        (results(), "two-parts"),
        ((RIGHT, results()), "no-index"),
        ((index(HOUSE[:9]), results()), "chunks"),
        ((index(df=of_pages), results()), "df"),
        ((index(nearest=STAGES["nearest"]), results()), "nearest"),
        ((index(fuse=overwritten), results()), "fuse"),
        ((index(weight=0.7), results()), "old-postings"),
        ((index(), results().found), "no-results"),
        ((index(), results(split="tune")), "questions"),
        ((index(), results(split=None)), "questions"),
        ((index(), results(RIGHT.legs[0].search)), "one-leg"),
        ((index(), results(RIGHT.legs[1].search)), "one-leg"),
        ((index(), results(OTHER.search)), "other-search"),
        ((index(), results(k=5)), "other-search"),
        ((index(), results(AGAIN.search)), "not-its-own"),
    ],
}
