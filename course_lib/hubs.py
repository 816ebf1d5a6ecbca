"""Which chunks turn up again and again? k-occurrence, over what chance alone would do.

A chunk that is near to many questions and answers none of them is a hub, the catch-all chunk. One
that answers many questions is none: so right and wrong appearances are counted apart. Lesson 08
builds it.
"""

import math
import random

import numpy as np


def k_occurrence(evaluation, chunks: list, k: int = 5) -> np.ndarray:
    """Count how often each chunk stands in the first k places.

    Parameters
    ----------
    evaluation : Evaluation     with the unit "chunk"
    chunks : list of Chunk      all that were searched
    k : int
    Returns
    -------
    (n_chunks, 2) int: right appearances (the chunk holds a facet of the question) and wrong ones
    Raises
    ------
    ValueError                  a hit is not among the chunks, or k is beyond the depth
    Built in: lesson 08
    """
    evaluation._check_depth(k)
    rows = {chunk.id: row for row, chunk in enumerate(chunks)}
    counts = np.zeros((len(chunks), 2), int)
    for hits, found in zip(evaluation.hits, evaluation.found, strict=True):
        for hit, facets in zip(hits[:k], found[:k], strict=True):
            if hit.chunk.id not in rows:
                raise ValueError(f"chunks must hold every hit, {hit.chunk.id!r} is missing")
            counts[rows[hit.chunk.id], 0 if facets else 1] += 1
    return counts


def random_occurrence(evaluation, n_chunks: int, k=5, n_samples=200, seed=0) -> np.ndarray:
    """Count the same if each question drew its hits at random, as many as it has.

    Parameters
    ----------
    evaluation : Evaluation     how many questions, and how many hits each has in its first k
    n_chunks : int              that were searched
    k, n_samples, seed : int
    Returns
    -------
    (n_samples, n_chunks) int, each row sorted, the busiest chunk first; its quantiles along axis 0
    are the band that the sorted counts of a search without hubs stay in
    Built in: lesson 08
    """
    evaluation._check_depth(k)
    rng, sizes = random.Random(seed), [len(hits[:k]) for hits in evaluation.hits]
    counts = np.zeros((n_samples, n_chunks), int)
    for row in counts:
        for size in sizes:
            row[rng.sample(range(n_chunks), size)] += 1
    return -np.sort(-counts, axis=1)


def busiest_share(counts: list[int], share: float = 0.05) -> float:
    """Give the share of all appearances that the busiest chunks hold, 5 % of them by default.

    Parameters
    ----------
    counts : one number for each chunk that was searched, 0 too
    share : float, above 0, at most 1       a part of a chunk counts as a whole one
    Built in: lesson 08

    >>> busiest_share([6, 1, 0, 3], 0.25)
    0.6
    """
    busiest = sorted(counts, reverse=True)[: math.ceil(share * len(counts))]
    return float(sum(busiest) / sum(counts)) if sum(counts) else 0.0
