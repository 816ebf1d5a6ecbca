"""Compare ways to cut documents fairly: by the words that are read before the answer is there.

File and keyword favour large chunks, which hold more, and k large chunks are more to read than k
small ones. So chunkings are compared by words, and beside an order that knows nothing. Lesson 07
builds it.
"""

import math
from collections.abc import Callable

import numpy as np

from course_lib.documents import Chunk, Hit
from course_lib.evidence import plain, quote_survives
from course_lib.ranking import top_k


def words_to_quote(search, questions: list[dict], max_words: int = 1200) -> list[float]:
    """Count the words that are read, best chunk first, until the first right quote is complete.

    Parameters
    ----------
    search : function (query, k) -> list of Hit
    questions : list of dict        with evidence, see load_questions
    max_words : int, >= 1           where to stop; the last chunk is read as far as that
    Returns
    -------
    for each question the number of words, infinite if the quote does not come within max_words, or
    if every chunk has only a part of it; <= 300 for one that is found within 300 words
    Built in: lesson 07
    """
    return [_words(search(q["question"], max_words), q, max_words) for q in questions]


def random_search(chunks: list[Chunk], seed: int = 0) -> Callable:
    """Give a search that knows nothing: for each query the chunks in a random order of its own.

    The same query and seed give the same order.  Used in: lesson 07 on
    """

    def search(query: str, k: int = 5) -> list[Hit]:
        scores = np.random.default_rng([seed, *query.encode()]).random(len(chunks))
        return [Hit(chunks[n], float(scores[n])) for n in top_k(scores, k)]

    return search


def _words(hits, question, max_words):
    alternatives = [other for facet in question["evidence"] for other in facet]
    words = 0
    for hit in hits:
        text = plain(hit.chunk.text)
        held = [o for o in alternatives if quote_survives([hit.chunk], o["file"], o["quote"])]
        ends = [text.find(plain(o["quote"])) + len(plain(o["quote"])) for o in held]
        words += len(text[: min(ends, default=None)].split())
        if ends or words >= max_words:
            return words if ends and words <= max_words else math.inf
    return math.inf
