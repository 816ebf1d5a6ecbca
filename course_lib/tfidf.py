"""TF-IDF: weigh a term by how often it stands in a chunk and how few chunks hold it.

First the parts, in plain Python, then `TfidfIndex`, the same numbers on an inverted index. Equal
to scikit-learn's TfidfVectorizer, given our tokens. Lessons 02 to 04 build it.
"""

import math
from collections.abc import Mapping

import numpy as np

from course_lib.inputs import _check_kind, _check_list, _check_number, _check_whole
from course_lib.inverted import LexicalIndex


def count_terms(tokens: list[str]) -> dict[str, int]:
    """Count how often each term stands in a list of tokens: the term frequency, tf.

    Parameters
    ----------
    tokens : list of str
    Returns
    -------
    dict from term to count, >= 1, in the order of first appearance
    Raises
    ------
    TypeError               tokens is a text that nobody has cut, or holds something else than str
    Built in: lesson 02
    Example
    -------
    >>> count_terms(["red", "pump", "red"])
    {'red': 2, 'pump': 1}
    """
    _check_list("tokens", tokens, str, "strings")
    counts = {}
    for token in tokens:
        counts[token] = counts.get(token, 0) + 1
    return counts


def make_vocabulary(token_lists: list[list[str]]) -> dict[str, int]:
    """Give each term of a corpus a column: 0, 1, 2 … in the order of first appearance.

    Parameters
    ----------
    token_lists : one list of tokens a chunk
    Returns
    -------
    dict from term to column
    Raises
    ------
    TypeError               a text stands where its list of tokens should, or no str in a list
    Built in: lesson 02
    Example
    -------
    >>> make_vocabulary([["red", "pump"], ["blue", "pump"]])
    {'red': 0, 'pump': 1, 'blue': 2}
    """
    _check_token_lists(token_lists)
    columns = {}
    for tokens in token_lists:
        for token in tokens:
            if token not in columns:
                columns[token] = len(columns)
    return columns


def document_frequencies(token_lists: list[list[str]]) -> dict[str, int]:
    """Count for each term the chunks that hold it: the document frequency, df.

    Parameters
    ----------
    token_lists : one list of tokens a chunk
    Returns
    -------
    dict from term to number of chunks, 1 <= df <= len(token_lists)
    Raises
    ------
    TypeError               as in make_vocabulary
    Built in: lesson 02
    Example
    -------
    >>> document_frequencies([["red", "pump", "red"], ["blue", "pump"]])
    {'red': 1, 'pump': 2, 'blue': 1}
    """
    _check_token_lists(token_lists)
    df = {}
    for tokens in token_lists:
        for term in count_terms(tokens):
            df[term] = df.get(term, 0) + 1
    return df


def idf_plain(df: int, n_chunks: int) -> float:
    """Inverse document frequency in the form log(N / (1 + df)), whose faults lesson 02 shows.

    Parameters
    ----------
    df : int, 0 <= df <= n_chunks       chunks that hold the term
    n_chunks : int, >= 1                chunks in the corpus, N
    Returns
    -------
    float, natural log; 0 for a term in all chunks but one, negative for a term in all
    Raises
    ------
    TypeError, ValueError               df or n_chunks out of range
    Built in: lesson 02
    Example
    -------
    >>> [round(idf_plain(df, 4), 4) for df in (1, 2, 3, 4)]
    [0.6931, 0.2877, 0.0, -0.2231]
    """
    _check_counts(df, n_chunks)
    return math.log(n_chunks / (1 + df))


def idf_smooth(df: int, n_chunks: int) -> float:
    """Inverse document frequency in the smoothed form ln((1 + N) / (1 + df)) + 1, the default.

    As if one more chunk held every term once. Differs from the textbook's ln(N / df) by that and
    by the 1 at the end, which keeps it positive.

    Parameters
    ----------
    df : int, 0 <= df <= n_chunks       chunks that hold the term
    n_chunks : int, >= 1                chunks in the corpus, N
    Returns
    -------
    float, >= 1, natural log; falls as df grows
    Raises
    ------
    TypeError, ValueError               df or n_chunks out of range
    Source: scikit-learn's TfidfTransformer, smooth_idf=True.   Built in: lesson 02
    Example
    -------
    >>> [round(idf_smooth(df, 4), 4) for df in (1, 2, 3, 4)]
    [1.9163, 1.5108, 1.2231, 1.0]
    """
    _check_counts(df, n_chunks)
    return math.log((1 + n_chunks) / (1 + df)) + 1


def tfidf_vector(tokens: list[str], columns: dict[str, int], idf: dict[str, float]) -> list[float]:
    """Turn tokens into numbers: tf times idf in the column of each term, 0 elsewhere.

    Parameters
    ----------
    tokens : list of str
    columns : dict from term to column      of the corpus, see `make_vocabulary`
    idf : dict from term to weight
    Returns
    -------
    list of len(columns) float; tokens that the corpus does not know are left out
    Raises
    ------
    TypeError, ValueError   tokens is a text; idf lacks a term of columns or has no number for it;
                            a column out of range or given twice
    Built in: lesson 02
    Example
    -------
    >>> tfidf_vector(["red", "red", "motor"], {"red": 0, "pump": 1}, {"red": 1.5, "pump": 1.0})
    [3.0, 0.0]
    """
    _check_list("tokens", tokens, str, "strings")
    _check_terms(columns, idf, tokens)
    vector = [0.0] * len(columns)
    for term, count in count_terms(tokens).items():
        if term in columns:
            vector[columns[term]] = count * idf[term]
    return vector


class TfidfIndex(LexicalIndex):
    """Rank chunks by the cosine of their TF-IDF vectors with the query's: counts, smoothed idf.

    ``.index(chunks) -> self`` once, ``.search(query, k=5) -> list of Hit`` often, ``.explain(query,
    chunk_id)`` for the share of each term. Scores lie above 0 and, but for rounding, at most at 1.
    Built in: lesson 04

    >>> from course_lib import Chunk
    >>> texts = ["red pump red", "blue pump", "green valve"]
    >>> chunks = [Chunk(f"{n}#0", str(n), text, 0, len(text)) for n, text in enumerate(texts)]
    >>> index = TfidfIndex().index(chunks)
    >>> [(hit.chunk.text, hit.score) for hit in index.search("red pump")]
    [('red pump red', 0.959146395), ('blue pump', 0.366446816)]
    """

    score_kind = "tfidf"

    def _chunk_weights(self, postings):
        n_chunks, df = len(postings.lengths), np.diff(postings.starts)
        self.idf_ = np.array([idf_smooth(count, n_chunks) for count in df.tolist()])
        weights = postings.counts * np.repeat(self.idf_, df)
        squares = np.bincount(postings.rows, weights**2, minlength=n_chunks)
        return weights / np.sqrt(squares)[postings.rows]

    def _query_weights(self, counts):
        idf = {term: float(self.idf_[self.vocabulary_[term]]) for term in counts}
        weights = {term: count * idf[term] for term, count in counts.items()}
        length = math.sqrt(sum(weight**2 for weight in weights.values()))
        return {term: weight / length for term, weight in weights.items()}


def _check_counts(df, n_chunks):
    _check_whole("n_chunks", n_chunks, 1)
    _check_whole("df", df, 0, n_chunks, "n_chunks = ")


def _check_token_lists(token_lists):
    _check_list("token_lists", token_lists, object, "lists of tokens")
    for place, tokens in enumerate(token_lists):
        _check_list(f"token_lists[{place}]", tokens, str, "strings")


def _check_terms(columns, idf, tokens):
    _check_kind("columns", columns, Mapping, "a dict by term")
    _check_kind("idf", idf, Mapping, "a dict by term")
    taken = {}
    for term in (token for token in tokens if token in columns):
        _check_number(f"idf[{term!r}]", idf.get(term))
        column = _check_whole(f"columns[{term!r}]", columns[term], 0, len(columns) - 1)
        if taken.setdefault(column, term) != term:
            raise ValueError(f"columns must differ, {term!r} has {column}, as {taken[column]!r}")
