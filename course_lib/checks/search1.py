"""The search of checkpoint 1 in eight stages, to be measured there. No part of the library.

Each docstring says what its stage should do. The checkpoint builds an index of them and finds out
which do it.
"""

import math
import string
from types import MappingProxyType

from course_lib.chunking import make_chunks
from course_lib.text import word_spans
from course_lib.tfidf import count_terms
from course_lib.tokens import tokenize


def cut_page(page, size=120, overlap=20):
    """Cut a page into windows of words, as lesson 01 does; the last one may be short.

    With size 3 and overlap 1, "a b c d e f" should give "a b c", "c d e", "e f", and "a b c"
    only "a b c". A page without words gives no chunk.
    """
    if not 0 <= overlap < size:
        raise ValueError(f"overlap must be from 0 to size - 1, got {overlap} for size {size}")
    words = word_spans(page.text)
    spans, first = [], 0
    while first + size <= len(words):
        last = first + size
        spans.append((words[first][0], words[last - 1][1]))
        first += size - overlap
    return make_chunks(page, spans)


def count_chunk(chunk):
    """Give {term: how often it stands in the chunk}."""
    return count_terms(tokenize(chunk.text))


def count_df(counts):
    """Give {term: df}, from a list with the counts of each chunk.

    [{"red": 2, "pump": 1}, {"pump": 3}] should give {"red": 1, "pump": 2}.
    """
    df = {}
    for terms in counts:
        for term, count in terms.items():
            df[term] = df.get(term, 0) + count
    return df


def make_idf(df, n_chunks):
    """Give {term: smoothed idf}, from {term: df} and the number of chunks."""
    return {term: math.log((1 + n_chunks) / (1 + count)) + 1 for term, count in df.items()}


def make_vector(terms, idf):
    """Give {term: weight}, a vector of length 1, from the counts of a text."""
    weights = {term: count * idf[term] for term, count in terms.items() if term in idf}
    length = math.sqrt(sum(weight**2 for weight in weights.values()))
    return {term: weight / length for term, weight in weights.items()}


def compare(a, b):
    """Give the dot product of two vectors."""
    return sum(weight * b[term] for term, weight in a.items() if term in b)


def query_terms(query):
    """Cut a query into the terms that a chunk with the same text would have.

    "Who's on watch?" should give ["who", "s", "on", "watch"].
    """
    words = [word.strip(string.punctuation) for word in query.lower().split()]
    return [word for word in words if word]


def rank(scores, k):
    """Give the positions of the k highest scores above 0, equal ones in the order of the chunks."""
    found = [n for n, score in enumerate(scores) if score > 0]
    return sorted(found, key=lambda n: (-scores[n], n))[:k]


# read-only: the checkpoint compares mended stages with the given ones until its end
STAGES = MappingProxyType(
    {
        "cut": cut_page,
        "count": count_chunk,
        "df": count_df,
        "idf": make_idf,
        "vector": make_vector,
        "compare": compare,
        "query": query_terms,
        "rank": rank,
    }
)
