"""Dense search: the vectors of all chunks in one matrix, a search is one product with the query.

Order is exact and the same on every machine and in every batch: float32 finds the candidates, all
rows within 1e-5 of the k-th score are scored again in float64 and rounded to 6 decimals.
Lesson 05 builds it.
"""

import json
import sys
from collections.abc import Iterator

import numpy as np

from course_lib.documents import Chunk, Hit, check_chunks
from course_lib.inputs import _check_list, _check_whole
from course_lib.ranking import Retriever, top_k
from course_lib.tokens import tokenize
from course_lib.vectors import _check_fits, read_arrays, text_key, write_arrays

MARGIN, DECIMALS = 1e-5, 6
BLOCK = 64  # queries in one product,
ROWS = 4096  # and rows scored again at once, so that neither needs much memory


class DenseIndex(Retriever):
    """Rank chunks by the cosine of their embedding with the query's.

    Parameters
    ----------
    encoder : see `course_lib.encoders`
    Attributes
    ----------
    matrix_ : (n_chunks, dimension) float32, rows of unit length
    cut_ : dict from the id of each chunk beyond the encoder's token limit to its number of tokens;
        what stands behind the limit adds nothing to the vector
    Built in: lesson 05
    """

    score_kind = "cosine"

    def __init__(self, encoder):
        self.encoder = encoder

    def _prepare(self):
        texts, encoder = [chunk.text for chunk in self.chunks_], self.encoder
        matrix, counts = encoder.encode_documents(texts), encoder.token_counts(texts)
        pairs = zip(self.chunks_, counts or [0] * len(texts), strict=True)
        cut = {c.id: n for c, n in pairs if n > (encoder.token_limit or n)}
        if cut and encoder.progress:
            first = f"{', '.join([*cut][:3])}{' …' * (len(cut) > 3)}; see cut_"
            print(f"{len(cut)} chunks beyond the token limit: {first}", file=sys.stderr)
        self._take(matrix, cut)

    def search(self, query: str, k: int = 5) -> list[Hit]:
        """Find the chunks nearest in meaning: one query, see `search_batch`."""
        return self.search_batch([query], k)[0]

    def search_batch(self, queries: list[str], k: int = 5) -> list[list[Hit]]:
        """Find the chunks nearest in meaning to each query.

        Parameters
        ----------
        queries : list of str
        k : int, >= 0               cutoff; more than there are chunks gives all
        Returns
        -------
        for each query a list of Hit, cosine descending, equal ones in the order of the chunks; none
        for a query without a letter or digit
        Raises
        ------
        TypeError, ValueError       a query is no string, k no whole number or below 0
        RuntimeError                nothing has been indexed yet
        """
        self._check_indexed()
        _check_list("queries", queries, str, "strings")
        k = _check_whole("k", k)
        asked = [n for n, query in enumerate(queries) if self.chunks_ and tokenize(query)]
        found = [[] for _ in queries]
        vectors = self.encoder.encode_queries([queries[n] for n in asked])
        for n, (rows, scores) in zip(asked, nearest(self.matrix_, vectors, k), strict=True):
            found[n] = [Hit(self.chunks_[r], s) for r, s in zip(rows, scores, strict=True)]
        return found

    def save(self, path) -> None:
        """Write the matrix and what it belongs to into one .npz file, whole or not at all."""
        self._check_indexed()
        write_arrays(path, self._belongs() | {"cut": self.cut_}, matrix=self.matrix_)

    @classmethod
    def load(cls, path, encoder, chunks: list[Chunk]) -> "DenseIndex":
        """Read what `save` wrote, if it fits this encoder and these chunks.

        Raises
        ------
        ValueError      the file is damaged, or belongs to another encoder, other weights, another
                        dimension or prefix, or other chunks; the message names the difference
        """
        index = cls(encoder)
        index.chunks_ = check_chunks(chunks)
        about, arrays = read_arrays(path)
        # The dimension of an API is unknown until its first answer.
        expected = index._belongs() | {"dimension": encoder.dimension or about.get("dimension")}
        _check_fits(path, about, expected)
        encoder.dimension = expected["dimension"]
        index._take(arrays.get("matrix"), about.get("cut", {}))
        return index

    def _take(self, matrix, cut):
        shape, found = (len(self.chunks_), self.encoder.dimension), getattr(matrix, "shape", None)
        if found != shape or matrix.dtype != np.float32:
            raise ValueError(f"vectors must be float32 of shape {shape}, got shape {found}")
        lengths = np.sqrt(np.einsum("nd,nd->n", matrix, matrix))
        for n in np.flatnonzero(~(np.abs(lengths - 1) < 1e-3)):  # NaN, too
            name = self.chunks_[n].id
            raise ValueError(f"vectors must have length 1, that of {name!r} has {lengths[n]:.4f}")
        self.matrix_, self.cut_ = matrix, cut

    def _belongs(self):
        encoder = self.encoder
        texts = json.dumps([[chunk.id, chunk.text] for chunk in self.chunks_])
        about = {"encoder": encoder.name, "weights": encoder.weights}
        about |= {"dimension": encoder.dimension, "prefixes": list(encoder.prefixes)}
        return about | {"hash of the chunks": text_key(texts).hex()}


def nearest(matrix: np.ndarray, vectors: np.ndarray, k: int) -> Iterator[tuple[list, list]]:
    """Find the k rows with the highest dot product for each vector.

    Parameters
    ----------
    matrix : (n, dim) float32       rows of unit length
    vectors : (m, dim) float32      rows of unit length
    k : int, >= 0
    Returns
    -------
    iterator of (row numbers, cosines rounded to 6 decimals), one for each vector, highest first,
    equal ones by row number
    Built in: lesson 05
    """
    for first in range(0, len(vectors), BLOCK):
        block = vectors[first : first + BLOCK]
        alone = len(block) == 1  # then a dot product for each row is faster than a matrix product
        products = [np.vecdot(matrix, block[0])] if alone else block @ matrix.T
        for vector, scores in zip(block, products, strict=True):
            rows = np.arange(len(scores))
            if 0 < k < len(scores):
                rows = np.flatnonzero(scores >= np.partition(scores, -k)[-k] - MARGIN)
            parts = np.split(rows, range(ROWS, len(rows), ROWS))
            exact = [(matrix[part].astype(np.float64) * vector).sum(axis=1) for part in parts]
            exact = np.round(np.concatenate(exact), DECIMALS)
            best = top_k(exact, k)
            yield rows[best].tolist(), exact[best].tolist()
