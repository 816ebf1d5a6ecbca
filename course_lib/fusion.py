"""Join several rankings into one by rank alone: reciprocal rank fusion, and the index built on it.

A fused score says how high the searches ranked a chunk, not how well it fits: read the score of a
leg for that. Lesson 10 builds it.
"""

import copy
import math
from collections import namedtuple

from course_lib.documents import Hit
from course_lib.inputs import _check_list, _check_number, _check_whole
from course_lib.ranking import Retriever, check_retriever

DECIMALS = 12  # equal sums of reciprocals become equal numbers


def fuse_rrf(rankings: list[list], rrf_k: float = 60, weights=()) -> dict:
    """Join rankings: each gives 1 / (rrf_k + rank) to what it ranks, ranks counted from 1.

    Parameters
    ----------
    rankings : list of lists of ids     best first; a repeated id counts at its first place, and an
                                        absent one gets nothing
    rrf_k : float, >= 0                 how little the first places stand out
    weights : list of float, >= 0       one for each ranking; default 1 each
    Returns
    -------
    dict from id to score, best first; equal scores by id, ascending, so that neither the order of
    the rankings nor of the sum decides
    Raises
    ------
    TypeError, ValueError               rankings, rrf_k or weights are none such
    Source: Cormack, Clarke and Büttcher, 2009.   Built in: lesson 10
    Example
    -------
    >>> {name: round(score, 6) for name, score in fuse_rrf([["a", "b", "c"], ["b", "d"]]).items()}
    {'b': 0.032522, 'a': 0.016393, 'd': 0.016129, 'c': 0.015873}
    """
    _check_fusion(rankings, rrf_k, weights)
    parts = {}
    for ranking, weight in zip(rankings, weights or [1] * len(rankings), strict=True):
        first = {}
        for rank, name in enumerate(ranking, start=1):
            first.setdefault(name, rank)
        for name, rank in first.items():
            parts.setdefault(name, []).append(weight / (rrf_k + rank))
    scores = {name: round(math.fsum(shares), DECIMALS) for name, shares in parts.items()}
    return dict(sorted(scores.items(), key=lambda item: (-item[1], item[0])))


class Leg(namedtuple("Leg", "kind rank score")):
    """What one search said of a chunk: the kind of its score, the chunk's rank from 1, the score.

    Helper of HybridIndex.
    """


class HybridIndex(Retriever):
    """Rank chunks by reciprocal rank fusion of several searches ("legs").

    ``.index(chunks) -> self`` once, ``.search(query, k=5) -> list of Hit`` often. ``hit.legs`` has
    for each leg its `Leg`, or None if it did not find the chunk; ``hit.score`` only orders.

    Parameters
    ----------
    legs : list of retrievers       BM25Index, DenseIndex …; they are copied, not changed
    rrf_k, weights                  see `fuse_rrf`
    depth : int, >= 1               hits taken from each leg; no more than that of each can come out
    Raises
    ------
    TypeError, ValueError           an argument is none such
    Built in: lesson 10
    """

    score_kind = "rrf"

    def __init__(self, legs: list, rrf_k: float = 60, depth: int = 100, weights=()):
        _check_list("legs", legs, object, "retrievers", some=True)
        for leg in legs:
            check_retriever("legs", leg)
        _check_whole("depth", depth, 1)
        _check_fusion([()] * len(legs), rrf_k, weights)
        self.legs, self.rrf_k, self.depth, self.weights = list(legs), rrf_k, depth, weights

    def _prepare(self):
        self.legs = [copy.copy(leg).index(self.chunks_) for leg in self.legs]
        self.places_ = {chunk.id: place for place, chunk in enumerate(self.chunks_)}

    def search(self, query: str, k: int = 5) -> list[Hit]:
        """Find the chunks that the legs rank highest.

        Parameters
        ----------
        query : str
        k : int, >= 0               cutoff; at most all that the legs found in their depth
        Returns
        -------
        list of Hit, fused score descending, equal ones in the order of the chunks
        Raises
        ------
        TypeError, ValueError       query is no string, k no whole number or below 0
        RuntimeError                nothing has been indexed yet
        """
        self._check_indexed()
        k, rankings, found = _check_whole("k", k), [], []
        for leg in self.legs:
            hits = list(enumerate(leg.search(query, self.depth), start=1))
            rankings.append([self.places_[hit.chunk.id] for _, hit in hits])
            said = [Leg(leg.score_kind, rank, hit.score) for rank, hit in hits]
            found.append(dict(zip(rankings[-1][::-1], said[::-1], strict=True)))  # its first place
        scores = fuse_rrf(rankings, self.rrf_k, self.weights)
        best = list(scores)[:k]
        return [Hit(self.chunks_[n], scores[n], tuple(leg.get(n) for leg in found)) for n in best]


def _check_fusion(rankings, rrf_k, weights):
    _check_list("rankings", rankings, (list, tuple), "lists of ids")
    _check_number("rrf_k", rrf_k, 0)
    _check_list("weights", weights, object, "numbers")
    if len(weights) not in (0, len(rankings)):
        raise ValueError(f"weights must hold {len(rankings)} numbers, got {len(weights)}")
    for weight in weights:
        _check_number("weights", weight, 0)
