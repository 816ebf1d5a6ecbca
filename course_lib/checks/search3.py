"""The hybrid search of checkpoint 3 in nine stages, to be measured there. No part of the library.

Each docstring says what its stage should do. The checkpoint builds a search of them and finds out
which do it.
"""

from collections import Counter
from types import MappingProxyType

import numpy as np

from course_lib import bm25, ranking
from course_lib.tokens import tokenize


def cut_terms(text):
    """Give the terms of a text, in order, as lesson 02 does."""
    return tokenize(text)


def count_df(chunks):
    """Give {term: the number of chunks that hold it}.

    "red pump red" as a.md#0 and "blue pump" as a.md#1 should give {"red": 1, "pump": 2, "blue": 1}.
    """
    holders = {(term, chunk.doc_id) for chunk in chunks for term in tokenize(chunk.text)}
    return dict(Counter(term for term, _ in holders))


def weigh_term(df, n_chunks):
    """Give the idf of BM25 for a term that df of n_chunks hold, as lesson 09 does."""
    return bm25.idf_bm25(df, n_chunks)


def weigh(tf, length, average, idf, k1, b):
    """Give the BM25 weight of a term in a chunk of that length."""
    return idf * bm25.saturation(tf, k1, bm25.length_norm(length, average, b))


def add_up(postings, terms):
    """Give {row: score}: what each term of a query weighs in each chunk, added up.

    postings is {term: [(row, weight), ...]}; a term counts as often as it stands in the query.
    """
    scores = Counter()
    for term in terms:
        for row, weight in postings.get(term, []):
            scores[row] += weight
    return dict(scores)


def make_matrix(chunks, encode):
    """Give an array with the vector of each chunk, row n for chunk n."""
    return encode([chunk.text for chunk in chunks])


def nearest(matrix, vector, k):
    """Give [(row, score), ...] for the k rows nearest to a vector, equal ones by row.

    The rows [1, 0], [0, 1], [.6, .8] and the vector [0, 1] should give [(1, 1.0), (2, 0.8)] for
    k = 2, and all three rows for a k of 3 or more.
    """
    scores = np.round(matrix.astype(float) @ vector.astype(float), 6)
    k = min(k, len(scores))
    border = np.partition(scores, -k)[-k] if k else np.inf
    found = np.flatnonzero(scores >= border)[:k]
    return [(int(row), float(scores[row])) for row in found]


def fuse(rankings, rrf_k=60):
    """Give {row: score} by reciprocal rank fusion, each ranking a list of (row, score), best first.

    [[(7, 12.5), (4, 3.0)], [(4, 0.6)]] should give {7: 1/61, 4: 1/62 + 1/61}.
    """
    scores = {}
    for ranked in rankings:
        for rank, (row, share) in enumerate(ranked, start=1):
            scores[row] = scores.get(row, 0.0) + share / (rrf_k + rank)
    return scores


def first(scores, k):
    """Give [(row, score), ...] for the k highest of {row: score}, equal ones by row.

    Scores count as equal if they are so in 9 decimals.
    """
    rows = sorted(scores)
    rounded = [round(float(scores[row]), 9) for row in rows]
    return [(rows[n], rounded[n]) for n in ranking.top_k(rounded, k)]


# read-only: the checkpoint compares mended stages with the given ones until its end
STAGES = MappingProxyType(
    {
        "terms": cut_terms,
        "df": count_df,
        "idf": weigh_term,
        "weigh": weigh,
        "add": add_up,
        "matrix": make_matrix,
        "nearest": nearest,
        "fuse": fuse,
        "first": first,
    }
)
