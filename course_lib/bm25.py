"""BM25, the ranking that search engines ship: rare words count more, repeats less, long texts less.

The form is Lucene's idf with the textbook's factor (k1 + 1), so a score is (k1 + 1) times that of
bm25s's method "lucene". Lesson 09 builds it, one step at a time.
"""

import math

import numpy as np

from course_lib.inputs import _check_number
from course_lib.inverted import LexicalIndex
from course_lib.tfidf import _check_counts


def idf_bm25(df: int, n_chunks: int) -> float:
    """Inverse document frequency of BM25, ln(1 + (N - df + 0.5) / (df + 0.5)), never negative.

    Parameters
    ----------
    df : int, 0 <= df <= n_chunks       chunks that hold the term
    n_chunks : int, >= 1                chunks in the corpus, N
    Returns
    -------
    float, > 0, natural log; falls as df grows
    Raises
    ------
    TypeError, ValueError               df or n_chunks out of range
    Source: Lucene's BM25Similarity.   Built in: lesson 09
    Example
    -------
    >>> [round(idf_bm25(df, 4), 4) for df in (1, 2, 3, 4)]
    [1.204, 0.6931, 0.3567, 0.1054]
    """
    _check_counts(df, n_chunks)
    return math.log(1 + (n_chunks - df + 0.5) / (df + 0.5))


def length_norm(length, average, b: float = 0.75):
    """Say how long a chunk is beside the average, softened by b: 1 for a chunk of average length.

    Parameters
    ----------
    length : number or array, >= 0      tokens in the chunk
    average : float, > 0                tokens in the average chunk
    b : float, 0 <= b <= 1              0: length does not matter; 1: it matters in full
    Returns
    -------
    number or array, >= 1 - b
    Built in: lesson 09
    Example
    -------
    >>> [length_norm(length, 100, b=0.75) for length in (0, 100, 300)]
    [0.25, 1.0, 2.5]
    """
    return 1 - b + b * length / average


def saturation(tf, k1: float = 1.5, norm=1.0):
    """Count repeats less and less: 1 for the first in a chunk of average length, at most k1 + 1.

    Parameters
    ----------
    tf : number or array, > 0           how often the term stands in the chunk
    k1 : float, >= 0                    0: repeats do not count; large: they count in full
    norm : number or array, > 0         of the chunk, see `length_norm`
    Returns
    -------
    number or array, > 0
    Built in: lesson 09
    Example
    -------
    >>> [round(saturation(tf, k1=1.5), 3) for tf in (1, 2, 3, 100)]
    [1.0, 1.429, 1.667, 2.463]
    """
    return tf * (k1 + 1) / (tf + k1 * norm)


class BM25Index(LexicalIndex):
    """Rank chunks by BM25. A query word that is repeated counts each time.

    ``.index(chunks) -> self`` once, ``.search(query, k=5) -> list of Hit`` often, ``.explain(query,
    chunk_id)`` for the share of each term. Scores lie above 0 and have no upper limit.

    Parameters
    ----------
    k1 : float, >= 0            how slowly repeats saturate, see `saturation`
    b : float, 0 <= b <= 1      how much length counts, see `length_norm`
    Raises
    ------
    TypeError, ValueError       k1 or b is no number or out of range
    Built in: lesson 09

    >>> from course_lib import Chunk
    >>> texts = ["red pump red", "blue pump", "green valve"]
    >>> chunks = [Chunk(f"{n}#0", str(n), text, 0, len(text)) for n, text in enumerate(texts)]
    >>> [(hit.chunk.text, hit.score) for hit in BM25Index().index(chunks).search("red pump")]
    [('red pump red', 1.699786907), ('blue pump', 0.502293955)]
    """

    score_kind = "bm25"

    def __init__(self, k1: float = 1.5, b: float = 0.75):
        self.k1 = float(_check_number("k1", k1, 0))
        self.b = float(_check_number("b", b, 0, 1))

    def _chunk_weights(self, postings):
        lengths, df = postings.lengths, np.diff(postings.starts)
        idf = np.array([idf_bm25(count, len(lengths)) for count in df.tolist()])
        norms = length_norm(lengths, max(lengths.sum(), 1) / max(len(lengths), 1), self.b)
        return np.repeat(idf, df) * saturation(postings.counts, self.k1, norms[postings.rows])

    def _query_weights(self, counts):
        return {term: float(count) for term, count in counts.items()}
