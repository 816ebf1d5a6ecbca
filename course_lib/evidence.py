"""Does a chunk answer a question? Decided by file and keyword, which survive any way of cutting.

A question's evidence is a list of facets; each facet lists alternatives {file, quote, keyword}. A
chunk finds a facet if it comes from the file of one alternative and holds its keyword; without a
keyword the file itself is the answer. The rule is explained and audited in lesson 06; before that
it counts how many of eight questions are found. Helpers.
"""

import re
import unicodedata

from course_lib.documents import Chunk, Hit
from course_lib.text import is_visible


def plain(text: str) -> str:
    """Normalise a text for comparison: NFKC, blanks collapsed, case kept: "a\\n b" -> "a b"."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def has_keyword(text: str, keyword: str) -> bool:
    """Tell whether a text holds a keyword with no letter or digit touching either end.

    Parameters
    ----------
    text, keyword : str    compared as ``plain`` gives them
    Raises
    ------
    ValueError             empty keyword
    Example
    -------
    >>> has_keyword("Alarm E42, deck 12", "E42"), has_keyword("120 cars", "12")
    (True, False)
    """
    keyword = plain(keyword)
    if not is_visible(keyword):
        raise ValueError(f"keyword must hold something visible, got {keyword!r}")
    return re.search(rf"(?<![^\W_]){re.escape(keyword)}(?![^\W_])", plain(text)) is not None


def facets_found(chunk: Chunk | Hit, question: dict) -> set[int]:
    """Give the numbers of the question's facets that a chunk (or a hit's chunk) finds.

    An alternative whose "keyword" is "" or missing means any chunk of its file.
    """
    chunk, facets = getattr(chunk, "chunk", chunk), enumerate(question["evidence"])
    return {number for number, facet in facets if any(_holds(chunk, other) for other in facet)}


def _holds(chunk, other):
    keyword = other.get("keyword")
    return other["file"] == chunk.doc_id and (not keyword or has_keyword(chunk.text, keyword))


def finds(results: list[Chunk | Hit], question: dict) -> bool:
    """Tell whether at least one of the results finds a facet of the question."""
    return any(facets_found(result, question) for result in results)


def quote_survives(chunks: list[Chunk], file: str, quote: str) -> bool:
    """Tell whether one chunk of the file holds the whole quote, line breaks aside."""
    quote = plain(quote)
    if not is_visible(quote):
        raise ValueError(f"quote must hold something visible, got {quote!r}")
    return any(chunk.doc_id == file and quote in plain(chunk.text) for chunk in chunks)
