"""The three records that the whole course passes around: a document, a chunk of it, a search hit.

All three are frozen: once made, nothing in them can be assigned again. Lesson 01 builds them up.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from course_lib.inputs import _check_list, _check_text, _check_whole
from course_lib.text import normalise_newlines


@dataclass(frozen=True)
class Document:
    """One text with a name.

    Parameters
    ----------
    id : str, not empty     name of the document, for a file its path with "/", "tickets/fares.md"
    text : str              line ends become "\\n" when the document is made, so that offsets agree
    metadata : dict         anything else; takes no part in ``==`` and ``hash``
    Raises
    ------
    TypeError, ValueError   id or text is no string, or the id is empty
    Used in: lesson 01 on
    """

    id: str
    text: str
    metadata: dict = field(default_factory=dict, compare=False)

    def __post_init__(self):
        _check_text("Document id", self.id, some=True)
        _check_text("Document text", self.text)
        object.__setattr__(self, "text", normalise_newlines(self.text))


@dataclass(frozen=True)
class Chunk:
    """A piece of a document that can be found and shown by itself.

    Parameters
    ----------
    id : str                the document's id, "#", and the chunk's number from 0: "fares.md#2"
    doc_id : str            id of the document that it was cut from
    text : str              ``metadata.get("prefix", "") + document.text[start:end]``
    start, end : int        character offsets in the document's text, 0 <= start <= end
    metadata : dict         "path": titles of the headings above; "prefix": repeated text in front;
                            "oversized": True for a table row longer than the limit
    Raises
    ------
    TypeError, ValueError   an id or the text is no string, an id is empty, offsets are no range
    Used in: lesson 01 on
    """

    id: str
    doc_id: str
    text: str
    start: int
    end: int
    metadata: dict = field(default_factory=dict, compare=False)

    def __post_init__(self):
        _check_text("Chunk id", self.id, some=True)
        _check_text("Chunk doc_id", self.doc_id, some=True)
        _check_text("Chunk text", self.text)
        _check_whole("Chunk end", self.end)
        _check_whole("Chunk start", self.start, 0, self.end, "end = ")


@dataclass(frozen=True)
class Hit:
    """One search result.

    Parameters
    ----------
    chunk : Chunk           what was found
    score : float           how well it fits; only comparable within one search
    legs : tuple            where the score comes from when several searches were joined
    Used in: lesson 04 on
    """

    chunk: Chunk
    score: float
    legs: tuple = ()


def check_chunks(chunks) -> list[Chunk]:
    """Refuse what is no list of Chunk (a set has no order), and ids that occur twice.  Helper."""
    chunks = list(chunks) if isinstance(chunks, Iterator) else chunks
    _check_list("chunks", chunks, Chunk, "Chunk")
    (twice, times), *_ = Counter(chunk.id for chunk in chunks).most_common(1) or [("", 1)]
    if times > 1:
        raise ValueError(f"chunks must have different ids, {twice!r} occurs {times} times")
    return list(chunks)
