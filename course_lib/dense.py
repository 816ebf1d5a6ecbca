"""Dense search: the vectors of all chunks in one matrix, a search is one product with the query.

Order is exact and the same on every machine and in every batch: float32 finds the candidates, all
rows within 1e-5 of the k-th score are scored again in float64 and rounded to 6 decimals.
Lesson 05 builds it.
"""

import hashlib
from collections.abc import Iterator, Sequence

import numpy as np

from course_lib.documents import Chunk, Hit, check_chunks
from course_lib.ranking import check_k, top_k
from course_lib.tokens import tokenize
from course_lib.vectors import read_arrays, write_arrays

MARGIN, DECIMALS = 1e-5, 6
BLOCK = 64  # queries in one product, so that a batch needs little memory


class DenseIndex:
    """Rank chunks by the cosine of their embedding with the query's.

    Parameters
    ----------
    encoder : see `course_lib.encoders`
    Attributes
    ----------
    matrix_ : (n_chunks, dimension) float32, rows of unit length
    cut_ : dict from the id of each chunk beyond the encoder's token limit to its number of tokens;
        what stands behind the limit cannot be found
    Built in: lesson 05
    """

    score_kind = "cosine"
    chunks_ = None

    def __init__(self, encoder):
        self.encoder = encoder

    def index(self, chunks: list[Chunk]) -> "DenseIndex":
        """Encode all chunks. Whatever was indexed before is replaced.

        Parameters
        ----------
        chunks : list of Chunk      ids occur once; an empty list gives an index without hits
        Returns
        -------
        the index itself
        Raises
        ------
        TypeError, ValueError       something else than a Chunk, or an id occurs twice
        """
        chunks = check_chunks(chunks)
        texts = [chunk.text for chunk in chunks]
        return self._take(chunks, self.encoder.encode_documents(texts))

    def search(self, query: str, k: int = 5) -> list[Hit]:
        """Find the chunks nearest in meaning: one query, see `search_batch`."""
        return self.search_batch([query], k)[0]

    def search_batch(self, queries: Sequence[str], k: int = 5) -> list[list[Hit]]:
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
        k = check_k(k)
        if self.chunks_ is None:
            raise RuntimeError("nothing is indexed yet: call .index(chunks) first")
        if isinstance(queries, str) or not all(isinstance(query, str) for query in queries):
            raise TypeError(f"query must be a string, got {queries!r:.60}")
        asked = [n for n, query in enumerate(queries) if self.chunks_ and tokenize(query)]
        found = [[] for _ in queries]
        vectors = self.encoder.encode_queries([queries[n] for n in asked])
        for n, (rows, scores) in zip(asked, nearest(self.matrix_, vectors, k), strict=True):
            found[n] = [Hit(self.chunks_[r], s) for r, s in zip(rows, scores, strict=True)]
        return found

    def save(self, path) -> None:
        """Write the matrix and what it belongs to into one .npz file, whole or not at all."""
        if self.chunks_ is None:
            raise RuntimeError("nothing is indexed yet: call .index(chunks) first")
        write_arrays(path, self._belongs(self.chunks_), matrix=self.matrix_)

    @classmethod
    def load(cls, path, encoder, chunks: list[Chunk]) -> "DenseIndex":
        """Read what `save` wrote, if it fits this encoder and these chunks.

        Raises
        ------
        ValueError      the file is damaged, or belongs to another encoder, other weights, another
                        dimension or prefix, or other chunks; the message names the difference
        """
        index, chunks = cls(encoder), check_chunks(chunks)
        belongs, arrays = read_arrays(path)
        for name, here in index._belongs(chunks).items():
            if belongs.get(name) != here:
                raise ValueError(
                    f"{path} does not fit: its {name} is {belongs.get(name)!r}, here {here!r}"
                )
        matrix = arrays.get("matrix")
        shape = (len(chunks), encoder.dimension)
        if matrix is None or matrix.shape != shape or not np.isfinite(matrix).all():
            raise ValueError(f"{path} holds no matrix of {shape} finite numbers")
        return index._take(chunks, matrix)

    def _take(self, chunks, matrix):
        lengths = np.sqrt(np.einsum("nd,nd->n", matrix, matrix))
        for n in np.flatnonzero(~(np.abs(lengths - 1) < 1e-3)):  # NaN, too
            raise ValueError(
                f"vectors must have length 1, that of {chunks[n].id!r} has {lengths[n]:.4f}"
            )
        counts = self.encoder.token_counts([chunk.text for chunk in chunks]) or []
        limit = self.encoder.token_limit or float("inf")
        over = zip(chunks, counts, strict=False)
        self.cut_ = {chunk.id: count for chunk, count in over if count > limit}
        self.matrix_, self.chunks_ = matrix, chunks
        return self

    def _belongs(self, chunks):
        encoder = self.encoder
        lines = "\0".join(f"{chunk.id}\0{chunk.text}" for chunk in chunks)
        return {
            "encoder": encoder.name,
            "weights": encoder.weights,
            "dimension": encoder.dimension,
            "prefixes": list(encoder.prefixes),
            "hash of the chunks": hashlib.sha256(lines.encode()).hexdigest(),
        }


def nearest(
    matrix: np.ndarray, vectors: np.ndarray, k: int
) -> Iterator[tuple[list[int], list[float]]]:
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
    Helper of DenseIndex.
    """
    for first in range(0, len(vectors), BLOCK):
        block = vectors[first : first + BLOCK]
        for vector, scores in zip(block, block @ matrix.T, strict=True):
            rows = np.arange(len(scores))
            if 0 < k < len(scores):
                rows = np.flatnonzero(scores >= np.partition(scores, -k)[-k] - MARGIN)
            exact = (matrix[rows].astype(np.float64) * vector.astype(np.float64)).sum(axis=1)
            exact = np.round(exact, DECIMALS)
            best = top_k(exact, k)
            yield rows[best].tolist(), exact[best].tolist()
