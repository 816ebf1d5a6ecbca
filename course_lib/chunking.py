"""Cut documents into chunks: by words, by sentences, by the sections of a Markdown page.

Every chunk is a slice of its document; offsets are kept, so a chunk can be traced to its place.
Left out: chunking by meaning, by code structure, by page layout. Lesson 01 builds the main ones.
"""

import re
from itertools import pairwise

from markdown_it import MarkdownIt

from course_lib.documents import Chunk, Document
from course_lib.inputs import _check_kind, _check_whole
from course_lib.text import Span, is_visible, sentence_spans, trim, word_spans

SEPARATORS = re.compile(r"\n(?=[^\S\n]*\n)"), re.compile(r"\n")  # between blocks, between lines
PARSER = MarkdownIt("commonmark").enable("table").disable("inline")


def make_chunks(document: Document, spans: list[Span], metadata: list | None = None) -> list[Chunk]:
    """Turn spans into chunks with ids "<document id>#0", "#1", ….

    Parameters
    ----------
    document : Document
    spans : list of (start, end), character offsets into ``document.text``
    metadata : list of dict, one a span; a "prefix" is put in front of the chunk's text
    Returns
    -------
    list of Chunk, in the order of the spans
    Raises
    ------
    ValueError    metadata has not one dict a span
    Built in: lesson 01
    """
    _check_metadata(spans, metadata)
    chunks = []
    for number, (start, end) in enumerate(spans):
        extra = metadata[number] if metadata else {}
        text = extra.get("prefix", "") + document.text[start:end]
        name = f"{document.id}#{number}"
        chunks.append(Chunk(name, document.id, text, start, end, extra))
    return chunks


def check_window(size: int, overlap: int) -> None:
    """Refuse a window that cannot move on: size >= 1 and 0 <= overlap < size.

    Raises
    ------
    ValueError    names the parameter that is wrong, its value and what is allowed
    TypeError     size or overlap is no whole number
    Built in: lesson 01
    """
    for name, value in (("size", size), ("overlap", overlap)):
        if not isinstance(value, int) or isinstance(value, bool):
            raise TypeError(f"{name} must be a whole number, got {value!r}")
    if size < 1:
        raise ValueError(f"size must be at least 1, got {size}")
    if not 0 <= overlap < size:
        raise ValueError(f"overlap must be from 0 to size - 1 = {size - 1}, got {overlap}")


def chunk_words(document: Document, size: int = 120, overlap: int = 20) -> list[Chunk]:
    """Slide a window of ``size`` words over a document; neighbours share ``overlap`` words.

    Parameters
    ----------
    document : Document
    size : int, >= 1            words in a chunk; the last chunk may have fewer
    overlap : int, 0 to size-1  words that a chunk repeats from the end of the one before
    Returns
    -------
    list of Chunk: none for n = 0 words, one for n <= size, else
    1 + ceil((n - size) / (size - overlap)); the last one ends with the last word
    Raises
    ------
    ValueError, TypeError       from ``check_window``, or if document is no Document
    Built in: lesson 01
    """
    _check_kind("document", document, Document, "a Document")
    check_window(size, overlap)
    words = word_spans(document.text)
    spans, first = [], 0
    while first < len(words):
        last = min(first + size, len(words))
        spans.append((words[first][0], words[last - 1][1]))
        if last == len(words):
            break
        first += size - overlap
    return make_chunks(document, spans)


def pack_spans(spans: list[Span], max_chars: int, prefix: dict | None = None) -> list[Span]:
    """Join neighbouring spans while the joined slice has at most ``max_chars`` characters.

    Parameters
    ----------
    spans : list of (start, end), in order
    max_chars : int, >= 1
    prefix : dict from a span's start to the text that is repeated if a piece begins there
    Returns
    -------
    list of (start, end); a span that is too long by itself stays as it is
    Built in: lesson 01
    """
    prefix, packed = prefix or {}, []
    for start, end in spans:
        begin = packed[-1][0] if packed else 0
        if packed and len(prefix.get(begin, "")) + end - begin <= max_chars:
            packed[-1] = (begin, end)
        else:
            packed.append((start, end))
    return packed


def fit_spans(text: str, spans: list[Span], max_chars: int) -> list[Span]:
    """Cut each span longer than ``max_chars`` between words, and a longer word anywhere.

    Parameters
    ----------
    text : str
    spans : list of (start, end)
    max_chars : int, >= 1
    Returns
    -------
    list of (start, end), none longer than ``max_chars`` characters
    Helper of chunk_sentences and chunk_sections.
    """
    fitted = []
    for start, end in spans:
        words = word_spans(text[start:end]) if end - start > max_chars else [(0, end - start)]
        words = [(start + a, start + b) for a, b in words]
        pieces = [(i, min(i + max_chars, b)) for a, b in words for i in range(a, b, max_chars)]
        fitted += [(a, b) for a, b in pack_spans(pieces, max_chars) if is_visible(text[a:b])]
    return fitted


def chunk_sentences(document: Document, max_chars: int = 500) -> list[Chunk]:
    """Pack whole sentences into chunks of at most ``max_chars`` characters.

    Parameters
    ----------
    document : Document
    max_chars : int, >= 1       a longer sentence is cut between words, a longer word anywhere
    Returns
    -------
    list of Chunk, none longer than ``max_chars``; nothing but blanks is left out
    Raises
    ------
    ValueError, TypeError       document is no Document, max_chars no whole number from 1
    Built in: lesson 01
    """
    _check_cutting(document, max_chars)
    sentences = fit_spans(document.text, sentence_spans(document.text), max_chars)
    return make_chunks(document, pack_spans(sentences, max_chars))


def markdown_headings(text: str) -> list[tuple[int, str, int, int]]:
    """Find the headings of a Markdown page with a CommonMark parser.

    Parameters
    ----------
    text : str      a "#" in a code block, a quote or a list item makes no section
    Returns
    -------
    list of (level from 1 to 6, title, offset of the heading, offset behind it)
    Helper of section_spans.
    """
    text = text.replace("\r\n", " \n").replace("\r", "\n")  # no offset moves
    lines, tokens = line_starts(text), PARSER.parse(text)
    found = [(a, b) for a, b in pairwise(tokens) if a.type == "heading_open" and a.level == 0]
    return [(int(a.tag[1]), b.content, lines[a.map[0]], lines[a.map[1]]) for a, b in found]


def section_spans(text: str) -> list[tuple[tuple[str, ...], int, int]]:
    """Find the sections of a Markdown page: the text from one heading to the next.

    Parameters
    ----------
    text : str
    Returns
    -------
    list of (path, start, end), in order: path holds the titles from the page's own down to the
    section's; the slice is the body without the heading. Text before the first heading has the
    path (). A heading with subsections and no text of its own gives no section; one with neither
    gives its own line.
    Built in: lesson 01
    Example
    -------
    >>> page = "# Pump\\nStart it.\\n## Valve\\nClose it.\\n"
    >>> [(path, page[start:end]) for path, start, end in section_spans(page)]
    [(('Pump',), 'Start it.'), (('Pump', 'Valve'), 'Close it.')]
    """
    headings = markdown_headings(text)
    borders = [heading[2] for heading in headings] + [len(text)]
    sections, above = [((), *trim_lines(text, 0, borders[0]))], []
    for number, (level, title, begin, behind) in enumerate(headings):
        above = [h for h in above if h[0] < level] + [(level, title)]
        start, end = trim_lines(text, behind, borders[number + 1])
        following = headings[number + 1 : number + 2]
        if start == end and not any(h[0] > level for h in following):
            start, end = trim_lines(text, begin, behind)
        sections.append((tuple(title for _, title in above), start, end))
    return [section for section in sections if section[1] < section[2]]


def chunk_sections(document: Document, max_chars: int = 2500) -> list[Chunk]:
    """Make one chunk of each section of a Markdown page; cut longer sections between blocks.

    Parameters
    ----------
    document : Document
    max_chars : int, >= 1       prefix included. Longer sections are cut between paragraphs, lists,
                                tables and code blocks; a longer block at blank lines, then between
                                lines, then between words. A table is cut between rows.
    Returns
    -------
    list of Chunk. metadata: "path", the headings above (not in the text); "prefix", the header of
    a table whose later rows the chunk holds; "oversized", True for a single row that is too long
    Raises
    ------
    ValueError, TypeError       document is no Document, max_chars no whole number from 1
    Built in: lesson 01, without the limit
    """
    _check_cutting(document, max_chars)
    text, spans, metadata = document.text, [], []
    for path, start, end in section_spans(text):
        fits = end - start <= max_chars
        blocks, header_of = ([(start, end)], {}) if fits else markdown_blocks(text, start, end)
        parts = []
        for block in blocks:
            parts += [block] if block[0] in header_of else split_span(text, *block, max_chars)
        for begin, stop in pack_spans(parts, max_chars, header_of):
            prefix = header_of.get(begin, "")
            oversized = len(prefix) + stop - begin > max_chars
            extra = {"path": path, "prefix": prefix, "oversized": oversized}
            spans.append((begin, stop))
            metadata.append({key: value for key, value in extra.items() if value or key == "path"})
    return make_chunks(document, spans, metadata)


def markdown_blocks(text: str, start: int, end: int) -> tuple[list[Span], dict[int, str]]:
    """Cut a section into blocks, and each table into its rows.  Helper of chunk_sections.

    Returns
    -------
    blocks : list of (start, end); a table's first block holds its header and its first row
    header_of : dict from the start of each table block to the header to repeat in front of it,
        "" for the first
    """
    cuts, header_of = {start, end}, {}
    lines = [start + offset for offset in line_starts(text[start:end])]
    for token in PARSER.parse(text[start:end]):
        if token.level == 0 and token.map:
            cuts.add(lines[token.map[0]])
        if token.type == "table_open":
            first, last = token.map
            cuts.add(lines[last])
            header = text[lines[first] : lines[min(first + 2, last)]]
            header_of |= {lines[first]: ""} | {lines[row]: header for row in range(first + 3, last)}
    return _between(text, sorted(cuts | set(header_of))), header_of


def split_span(text: str, start: int, end: int, max_chars: int, marks=SEPARATORS) -> list[Span]:
    """Cut a span at blank lines, what is still too long between lines, then words.  Helper.

    Returns
    -------
    list of (start, end), none longer than ``max_chars`` characters
    """
    if end - start <= max_chars or not marks:
        return fit_spans(text, [(start, end)], max_chars)
    borders, parts = [start, *(mark.end() for mark in marks[0].finditer(text, start, end)), end], []
    for part in _between(text, borders):
        parts += split_span(text, *part, max_chars, marks[1:])
    return pack_spans(parts, max_chars)


def add_heading_path(chunks: list[Chunk]) -> list[Chunk]:
    """Repeat the headings above each chunk in front of its text: "Fares > Children\\nUnder 4 …".

    Parameters
    ----------
    chunks : list of Chunk with metadata["path"]
    Returns
    -------
    list of Chunk with the same ids and offsets; metadata["prefix"] holds what stands in front
    Built in: lesson 01
    """
    titled = []
    for chunk in chunks:
        path = " > ".join(chunk.metadata.get("path", ()))
        line = path + "\n" if path else ""
        prefix = line + chunk.metadata.get("prefix", "")
        extra = chunk.metadata | {"prefix": prefix}
        span, text = (chunk.start, chunk.end), line + chunk.text
        titled.append(Chunk(chunk.id, chunk.doc_id, text, *span, extra))
    return titled


def line_starts(text: str) -> list[int]:
    """Give the offset of each line, and the length of the text: "a\\nbc" -> [0, 2, 4].  Helper."""
    return [0, *(mark.end() for mark in SEPARATORS[1].finditer(text)), len(text)]


def trim_lines(text: str, start: int, end: int) -> Span:
    """Like ``trim``, but the first line keeps its indentation, which means something in Markdown.

    Helper of chunk_sections.
    """
    first, last = trim(text, start, end)
    return max(start, text.rfind("\n", start, first) + 1), last


def _between(text, borders):
    spans = [trim_lines(text, a, b) for a, b in pairwise(borders)]
    return [(a, b) for a, b in spans if a < b]


def _check_metadata(spans, metadata):
    if metadata is not None and len(metadata) != len(spans):
        raise ValueError(f"metadata must hold one dict a span: {len(spans)}, got {len(metadata)}")


def merge_short(document: Document, chunks: list[Chunk], min_chars: int = 200) -> list[Chunk]:
    """Join each short chunk with the next one of its document, the last with the one before.

    Parameters
    ----------
    document : Document
    chunks : list of Chunk      all of this document, in order
    min_chars : int, >= 0       a chunk whose slice is shorter is joined
    Returns
    -------
    list of Chunk with new ids; path and prefix are those of the first piece
    Built in: lesson 08
    Example
    -------
    >>> page = Document("a.md", "One. Two two. Three three.")
    >>> [c.text for c in merge_short(page, make_chunks(page, [(0, 4), (5, 13), (14, 26)]), 8)]
    ['One. Two two.', 'Three three.']
    """
    groups = []
    for chunk in chunks:
        if groups and groups[-1][-1].end - groups[-1][0].start < min_chars:
            groups[-1].append(chunk)
        else:
            groups.append([chunk])
    if len(groups) > 1 and groups[-1][-1].end - groups[-1][0].start < min_chars:
        groups[-2:] = [groups[-2] + groups[-1]]
    spans = [(group[0].start, group[-1].end) for group in groups]
    return make_chunks(document, spans, [group[0].metadata for group in groups])


def _check_cutting(document, max_chars):
    _check_kind("document", document, Document, "a Document")
    _check_whole("max_chars", max_chars, 1)
