"""The dense search of checkpoint 2 and its measurement in nine stages. No part of the library.

Each docstring says what its stage should do. The checkpoint builds a search of them, measures it
and finds out which do it.
"""

from collections import Counter
from types import MappingProxyType

import numpy as np

from course_lib import dense, stats
from course_lib.evidence import has_keyword


def split_questions(questions):
    """Give two lists: the questions to choose by (tune), and those to report (test)."""
    return tuple([q for q in questions if q["split"] == name] for name in ("tune", "test"))


def make_matrix(chunks, encode):
    """Give an array with the vector of each chunk, row n for chunk n.

    encode takes a list of texts and gives a row for each. For the chunks "a.md#1", "a.md#0" the
    first row should belong to "a.md#1", whatever the ids are.
    """
    texts = {chunk.id: chunk.text for chunk in chunks}
    names = sorted(texts)
    rows = encode([texts[name] for name in names])
    return np.array(rows)


def nearest(matrix, vector, k):
    """Give (positions, scores) of the k rows nearest to a vector, as lesson 05 does."""
    return next(dense.nearest(matrix, vector[None], k))


def judge(chunk, question):
    """Give the set of the numbers of the facets that a chunk finds.

    A facet is a list of alternatives, each with a file and a keyword. A chunk that holds "48 hours"
    and comes from a.md should find [[{"file": "a.md", "keyword": "48 hours"}]], so {0} comes back.
    """
    return {
        number
        for number, facet in enumerate(question["evidence"])
        for other in facet
        if has_keyword(chunk.text, other["keyword"])
    }


def hit(found, k):
    """Give 1.0 if one of the first k places finds something, else 0.0."""
    return float(any(found[:k]))


def rank(found, k):
    """Give the reciprocal rank: 1 / the first of the first k places that finds something, else 0.0.

    found holds the set of facets of each place. [set(), {0}, {1}] and k = 10 should give 0.5.
    """
    value = 0.0
    for place, facets in enumerate(found[:k], 1):
        if facets:
            value += 1 / place
    return value


def mean(values):
    """Give the mean over all questions, those that found nothing included."""
    return sum(values) / len(values)


def interval(successes, n):
    """Give Wilson's interval of a rate, (low, high), as lesson 07 does."""
    return stats.wilson(successes, n)


def appearances(rankings, k):
    """Count for each chunk how often it stands in the first k places: {id: number}."""
    return dict(Counter(hit.chunk.id for hits in rankings for hit in hits[:k]))


# read-only: the checkpoint compares mended stages with the given ones until its end
STAGES = MappingProxyType(
    {
        "split": split_questions,
        "matrix": make_matrix,
        "nearest": nearest,
        "judge": judge,
        "hit": hit,
        "rank": rank,
        "mean": mean,
        "interval": interval,
        "busy": appearances,
    }
)
