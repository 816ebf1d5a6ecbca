"""Dense search: the vectors of all chunks in one matrix, a search is one product with the query.

Order is exact and the same on every machine and in every batch: float32 finds the candidates, all
rows within 1e-5 of the k-th score are scored again in float64 and rounded to 6 decimals.
Lesson 05 builds it.
"""

import hashlib
import json
import sys
from collections.abc import Iterator, Sequence

import numpy as np

from course_lib.documents import Chunk, Hit, check_chunks
from course_lib.encoders import check_texts
from course_lib.ranking import Retriever, check_k, top_k
from course_lib.tokens import tokenize
from course_lib.vectors import read_arrays, write_arrays

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

    def index(self, chunks: list[Chunk]) -> "DenseIndex":
        """Encode all chunks. Whatever was indexed before is replaced, unless something fails.

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
        texts, encoder = [chunk.text for chunk in chunks], self.encoder
        matrix, counts = encoder.encode_documents(texts), encoder.token_counts(texts)
        pairs = zip(chunks, counts or [0] * len(chunks), strict=True)
        cut = {c.id: n for c, n in pairs if n > (encoder.token_limit or n)}
        if cut and encoder.progress:
            first = f"{', '.join([*cut][:3])}{' …' * (len(cut) > 3)}; see cut_"
            print(f"{len(cut)} chunks beyond the token limit: {first}", file=sys.stderr)
        return self._take(chunks, matrix, cut)

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
        self._check_indexed()
        check_texts("queries", queries)
        k = check_k(k)
        asked = [n for n, query in enumerate(queries) if self.chunks_ and tokenize(query)]
        found = [[] for _ in queries]
        vectors = self.encoder.encode_queries([queries[n] for n in asked])
        for n, (rows, scores) in zip(asked, nearest(self.matrix_, vectors, k), strict=True):
            found[n] = [Hit(self.chunks_[r], s) for r, s in zip(rows, scores, strict=True)]
        return found

    def save(self, path) -> None:
        """Write the matrix and what it belongs to into one .npz file, whole or not at all."""
        self._check_indexed()
        about = self._belongs(self.chunks_) | {"cut": self.cut_}
        write_arrays(path, about, matrix=self.matrix_)

    @classmethod
    def load(cls, path, encoder, chunks: list[Chunk]) -> "DenseIndex":
        """Read what `save` wrote, if it fits this encoder and these chunks.

        Raises
        ------
        ValueError      the file is damaged, or belongs to another encoder, other weights, another
                        dimension or prefix, or other chunks; the message names the difference
        """
        index, chunks = cls(encoder), check_chunks(chunks)
        about, arrays = read_arrays(path)
        expected = index._belongs(chunks)
        if not encoder.dimension:  # an API tells it with its first answer
            expected["dimension"] = about.get("dimension")
        for name, here in expected.items():
            if about.get(name) != here:
                raise ValueError(
                    f"{path} does not fit: its {name} is {about.get(name)!r}, here {here!r}"
                )
        encoder.dimension = expected["dimension"]
        return index._take(chunks, arrays.get("matrix"), about.get("cut", {}))

    def _take(self, chunks, matrix, cut):
        shape, found = (len(chunks), self.encoder.dimension), getattr(matrix, "shape", None)
        if found != shape or matrix.dtype != np.float32:
            raise ValueError(f"vectors must be float32 of shape {shape}, got shape {found}")
        lengths = np.sqrt(np.einsum("nd,nd->n", matrix, matrix))
        for n in np.flatnonzero(~(np.abs(lengths - 1) < 1e-3)):  # NaN, too
            raise ValueError(
                f"vectors must have length 1, that of {chunks[n].id!r} has {lengths[n]:.4f}"
            )
        self.matrix_, self.chunks_, self.cut_ = matrix, chunks, cut
        return self

    def _belongs(self, chunks):
        encoder = self.encoder
        texts = json.dumps([[chunk.id, chunk.text] for chunk in chunks])
        return {
            "encoder": encoder.name,
            "weights": encoder.weights,
            "dimension": encoder.dimension,
            "prefixes": list(encoder.prefixes),
            "hash of the chunks": hashlib.sha256(texts.encode()).hexdigest(),
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
