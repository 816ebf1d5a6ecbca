"""The inverted index: for each term the chunks that hold it, as NumPy arrays.

A search touches the entries ("postings") of its own terms only. What a posting weighs is left to
the retrievers built on it: TF-IDF in tfidf.py, BM25 in bm25.py. Lesson 04 builds it with dicts.
"""

from array import array
from collections import Counter, defaultdict, namedtuple

import numpy as np

from course_lib.documents import Hit
from course_lib.inputs import _check_text, _check_whole
from course_lib.ranking import Retriever, top_k
from course_lib.tokens import tokenize

DECIMALS = 9  # scores are rounded before they are ordered, so that every machine agrees


class Postings(namedtuple("Postings", "vocabulary starts rows counts lengths")):
    """Which term stands how often in which text. The postings of term t are starts[t]:starts[t+1].

    Parameters
    ----------
    vocabulary : dict from term to its number, in the order of first appearance
    starts : (n_terms + 1,) int64
    rows : (n_postings,) int32      number of the text, rising within a term
    counts : (n_postings,) int32    how often the term stands in it
    lengths : (n_texts,) int64      tokens in each text
    Helper of `LexicalIndex`.
    """


def count_postings(texts: list[str]) -> Postings:
    """Count the tokens of all texts and file them by term.  Helper of `LexicalIndex`.

    >>> count_postings(["red pump red", "blue pump"]).vocabulary
    {'red': 0, 'pump': 1, 'blue': 2}
    """
    vocabulary = defaultdict()
    vocabulary.default_factory = vocabulary.__len__  # an unknown term gets the next number
    terms, counts, sizes = array("i"), array("i"), []
    for text in texts:
        found = Counter(tokenize(text))
        terms.extend([vocabulary[term] for term in found])
        counts.extend(found.values())
        sizes.append(len(found))
    terms, counts = np.array(terms, np.int32), np.array(counts, np.int32)
    order = np.argsort(terms, kind="stable")  # by term, within it by text
    rows = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
    lengths = np.bincount(rows, counts, len(sizes)).astype(np.int64)
    starts = np.append(0, np.cumsum(np.bincount(terms, minlength=len(vocabulary))))
    return Postings(dict(vocabulary), starts, rows[order], counts[order], lengths)


class LexicalIndex(Retriever):
    """A retriever over an inverted index: ``.index(chunks)`` once, ``.search(query, k)`` often.

    A subclass says what a posting weighs (`_chunk_weights`) and what a query term weighs
    (`_query_weights`); a chunk's score is the sum of their products.
    Helper of TfidfIndex and BM25Index.
    """

    def _prepare(self):
        postings = count_postings(chunk.text for chunk in self.chunks_)
        self.vocabulary_, self.starts_ = postings.vocabulary, postings.starts
        self.rows_, self.weights_ = postings.rows, self._chunk_weights(postings)

    def search(self, query: str, k: int = 5) -> list[Hit]:
        """Find the chunks with the highest scores.

        Parameters
        ----------
        query : str
        k : int, >= 0               cutoff; fewer hits come if fewer chunks share a token with it
        Returns
        -------
        list of Hit, score descending, equal scores in the order of the chunks; no score is 0
        Raises
        ------
        TypeError, ValueError       query is no string, k no whole number or below 0
        RuntimeError                nothing has been indexed yet
        """
        k = _check_whole("k", k)
        scores = self._scores(query)
        lowest = np.partition(scores, -k)[-k] if 0 < k < len(scores) else 0.0
        rows = np.flatnonzero(scores > max(lowest - 10.0**-DECIMALS * 2, 0))  # ties stay
        rounded = np.round(scores[rows], DECIMALS)
        best = [n for n in top_k(rounded, k) if rounded[n]]
        return [Hit(self.chunks_[rows[n]], float(rounded[n])) for n in best]

    def explain(self, query: str, chunk_id: str) -> dict[str, float]:
        """Say why a chunk ranked where it did: what each term of the query adds to its score.

        Parameters
        ----------
        query : str
        chunk_id : str              such as ``hit.chunk.id``
        Returns
        -------
        dict from each term of the query to its share, highest first; 0.0 for a term that the chunk
        or the whole corpus lacks. The shares add up to the score.
        Raises
        ------
        ValueError                  no indexed chunk has this id
        """
        found = list(self._shares(query))
        row = next((n for n, chunk in enumerate(self.chunks_) if chunk.id == chunk_id), None)
        if row is None:
            raise ValueError(f"chunk_id must be the id of an indexed chunk, got {chunk_id!r}")
        shares = dict.fromkeys(tokenize(query), 0.0)
        shares |= {term: float(parts[rows == row].sum()) for term, rows, parts in found}
        return dict(sorted(shares.items(), key=lambda share: -share[1]))

    def _scores(self, query):
        found = [("", np.zeros(0, np.int32), np.zeros(0)), *self._shares(query)]
        _, rows, parts = zip(*found, strict=True)
        return np.bincount(np.concatenate(rows), np.concatenate(parts), len(self.chunks_))

    def _shares(self, query):
        """Give each term of the query that is known, the rows that hold it, and what it adds."""
        self._check_indexed()
        _check_text("query", query)
        known = Counter(term for term in tokenize(query) if term in self.vocabulary_)
        for term, weight in self._query_weights(known).items():
            number = self.vocabulary_[term]
            part = slice(self.starts_[number], self.starts_[number + 1])
            yield term, self.rows_[part], weight * self.weights_[part]
