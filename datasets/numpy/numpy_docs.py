"""The documentation inside the installed numpy as a corpus: one document for each docstring.

The text belongs to numpy and is read from the installed package. Its version is pinned and its hash
is compared, since every number about this corpus depends on it. Left out: number types (their
docstrings name the machine's platform), docstrings under 150 characters, repeated docstrings, and
four families of polynomials whose pages repeat those of the two that are kept.
Helper of all lessons.
"""

import hashlib
import importlib
import inspect
import re
from functools import cache

from course_lib.chunking import make_chunks, split_span
from course_lib.documents import Chunk, Document
from course_lib.text import Span, sentence_spans, trim

VERSION = "2.4.6"
SHA256 = "db596f6b60f625574a7d52794a104b77249c1ce340f308cbe393cefff09fe27f"
MODULES = (
    *("numpy", "numpy.linalg", "numpy.fft", "numpy.random", "numpy.ma", "numpy.polynomial"),
    *("numpy.polynomial.polynomial", "numpy.polynomial.chebyshev", "numpy.strings", "numpy.char"),
    *("numpy.rec", "numpy.testing", "numpy.lib.format", "numpy.lib.recfunctions"),
    "numpy.lib.stride_tricks",
)
CLASSES = (
    *("numpy.ndarray", "numpy.ma.MaskedArray", "numpy.random.Generator", "numpy.dtype"),
    *("numpy.ufunc", "numpy.nditer", "numpy.poly1d", "numpy.polynomial.Polynomial"),
)
MIN_CHARS = 150
SECTION = re.compile(
    r"^(Parameters|Returns|Yields|Receives|Other Parameters|Raises|Warns|Warnings|See [Aa]lso|Notes"
    r"|References|Examples|Attributes|Methods)\n-{3,}$",
    re.MULTILINE,
)
PARAGRAPH = re.compile(r"\S.*?(?=\n\n|\Z)", re.DOTALL)
# "add(x1, x2, /, out=None)" in front of the summary of functions written in C; ".. warning::".
NO_SUMMARY = re.compile(r"[\w.]+\(|\.\. ")


@cache
def numpy_documents() -> tuple[Document, ...]:
    """Read the corpus: ids are dotted names, "numpy.linalg.norm"; every line is stripped.

    Raises
    ------
    RuntimeError    the installed numpy is another version, or its docstrings are stripped (-OO)
    """
    import numpy

    documents, seen = [], set()
    for name, value in _named_objects():
        if name == "numpy.sinc":  # SciPy, once imported, writes a text of its own over this one
            value = inspect.unwrap(value)
        docstring = getattr(value, "__doc__", None)
        if not isinstance(docstring, str) or name.endswith(".expandtabs"):
            continue
        # Python 3.13 strips some indentation and widens tabs when it compiles: only stripped lines
        # are alike in all versions, and the one docstring with tabs inside is left out above.
        text = "\n".join(line.strip() for line in docstring.strip().splitlines())
        if len(text) >= MIN_CHARS and text not in seen:
            seen.add(text)
            documents.append(Document(name, text))
    found = corpus_hash(documents)
    if found != SHA256:
        raise RuntimeError(
            f"the documentation of the installed numpy {numpy.__version__} is not the course's: "
            f"{len(documents)} documents with hash {found[:12]}, expected {SHA256[:12]}. "
            f"The course needs numpy=={VERSION} and a Python run without -OO."
        )
    return tuple(documents)


def corpus_hash(documents) -> str:
    """SHA-256 over all ids and texts, in order, as 64 hexadecimal digits.  Helper."""
    lines = "\0".join(f"{document.id}\0{document.text}" for document in documents)
    return hashlib.sha256(lines.encode()).hexdigest()


def summary_span(text: str) -> Span:
    """Find the summary: the first sentence of the first paragraph that is no call signature.

    Parameters
    ----------
    text : str    a docstring, or its opening text
    Returns
    -------
    (start, end); (0, 0) if there is none
    Helper of chunk_numpydoc.
    Example
    -------
    >>> text = "add(x1, x2, /)\\n\\nAdd arguments\\nelement-wise. Like ``x1 + x2``."
    >>> start, end = summary_span(text)
    >>> text[start:end]
    'Add arguments\\nelement-wise.'
    """
    for paragraph in PARAGRAPH.finditer(text):
        sentences = [] if NO_SUMMARY.match(paragraph[0]) else sentence_spans(paragraph[0])
        if sentences:
            start, end = sentences[0]
            return paragraph.start() + start, paragraph.start() + end
    return 0, 0


def chunk_numpydoc(
    document: Document, max_chars: int = 2500, see_also: bool = False
) -> list[Chunk]:
    """Make one chunk of each numpydoc section (Parameters, Returns, Notes …) of a docstring.

    Parameters
    ----------
    document : Document
    max_chars : int      longer sections are cut at blank lines, then between lines, then words
    see_also : bool      True keeps the sections "See Also", whose texts are other pages' summaries
    Returns
    -------
    list of Chunk. metadata["path"] is (name,) for the opening text, else (name, section). The
    summary stands in no chunk but in metadata["summary"] of them all; only a document that would
    have no chunk left keeps it as its text.
    Helper of all lessons.
    """
    text, heads = document.text, list(SECTION.finditer(document.text))
    borders = [*(head.start() for head in heads), len(text)]
    first, last = summary_span(text[: borders[0]])
    parts = [((), 0, first), ((), last, borders[0])]
    parts += [
        ((head[1],), head.end(), end)
        for head, end in zip(heads, borders[1:], strict=True)
        if see_also or head[1].lower() != "see also"
    ]
    parts = [(section, *trim(text, start, end)) for section, start, end in parts]
    parts = [part for part in parts if part[1] < part[2]]
    if not parts and first < last:
        parts = [((), first, last)]
    summary, spans, metadata = " ".join(text[first:last].split()), [], []
    for section, start, end in parts:
        pieces = split_span(text, start, end, max_chars)
        spans += pieces
        metadata += [{"path": (document.id, *section), "summary": summary} for _ in pieces]
    return make_chunks(document, spans, metadata)


def _named_objects():
    import numpy

    for module_name in MODULES:
        module = importlib.import_module(module_name)
        public = getattr(module, "__all__", None) or [n for n in dir(module) if n[0] != "_"]
        for name in sorted(public):
            value = getattr(module, name, None)
            is_type = isinstance(value, type) and issubclass(value, numpy.generic)
            if callable(value) and not inspect.ismodule(value) and not is_type:
                home = getattr(value, "__module__", None) or "numpy"
                if home.startswith("numpy"):
                    yield f"{module_name}.{name}", value
    for class_name in CLASSES:
        module_name, name = class_name.rsplit(".", 1)
        owner = getattr(importlib.import_module(module_name), name)
        for member in sorted(vars(owner)):
            if not member.startswith("_"):
                yield f"{class_name}.{member}", getattr(owner, member)
