"""Put scores in order, the same on every machine: highest first, equal scores by position.

Lesson 04 builds it.
"""

import copy

import numpy as np

from course_lib.documents import Chunk, check_chunks
from course_lib.inputs import _check_whole
from course_lib.similarity import as_numbers


def top_k(scores, k: int) -> list[int]:
    """Give the positions of the k highest scores, highest first; equal scores keep their order.

    Parameters
    ----------
    scores : sequence of n finite numbers, or array of shape (n,)
    k : int, >= 0           cutoff; more than n gives all n
    Returns
    -------
    list of int, at most k positions
    Raises
    ------
    TypeError, ValueError   k is no whole number or below 0; scores are not one row of numbers, or
                            one is NaN or infinite
    Built in: lesson 04
    Example
    -------
    >>> top_k([0.3, 0.7, 0.7, 0.0, 0.7], 3)
    [1, 2, 4]
    """
    k = _check_whole("k", k)
    scores = as_numbers("scores", scores)
    candidates = np.arange(len(scores))
    if 0 < k < len(scores):  # leave out what cannot be among the first k; ties at the border stay
        candidates = np.flatnonzero(scores >= np.partition(scores, -k)[-k])
    order = np.argsort(-scores[candidates], kind="stable")[:k]
    return candidates[order].tolist()


class Retriever:
    """What all searches share: ``index(chunks)`` once, then ``search(query, k)``.

    A subclass defines ``search``, and ``_prepare()``, which stores what it needs of ``chunks_``.

    Attributes
    ----------
    score_kind : str            what its scores are: "tfidf", "bm25", "cosine", "rrf"
    chunks_ : list of Chunk     what is indexed; None before the first index
    Helper of LexicalIndex, DenseIndex, HybridIndex and ForcedIndex.
    """

    score_kind, chunks_ = "", None

    def index(self, chunks: list[Chunk]) -> "Retriever":
        """Prepare the search of these chunks. Whatever was indexed before is replaced.

        Parameters
        ----------
        chunks : list of Chunk      ids occur once; an empty list gives an index without hits
        Returns
        -------
        the retriever itself
        Raises
        ------
        TypeError, ValueError       something else than a Chunk, or an id occurs twice
        """
        new = copy.copy(self)  # a failure before the last step leaves the old index whole
        new.chunks_ = check_chunks(chunks)
        new._prepare()
        vars(self).update(vars(new))
        return self

    def search_batch(self, queries: list[str], k: int = 5) -> list[list]:
        """Search for each query, see `search`."""
        return [self.search(query, k) for query in queries]

    def _check_indexed(self):
        if self.chunks_ is None:
            raise RuntimeError("nothing is indexed yet: call .index(chunks) first")


def check_retriever(name: str, value) -> None:
    """Refuse what lacks the surface of all retrievers.  Helper of HybridIndex and ForcedIndex."""
    surface = ("index", "search", "score_kind")
    if isinstance(value, type) or not all(hasattr(value, part) for part in surface):
        raise TypeError(f"{name} must have .index, .search and .score_kind, got {value!r:.60}")
