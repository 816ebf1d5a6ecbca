"""Rules for Markdown: numbers that stand in no output, links and anchors.

`check_notebooks.py` applies them; the links also in README.md and the other pages.
"""

import re
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote, urlsplit

import nbformat
from markdown_it import MarkdownIt
from rules_cells import ALL, STORED, output_texts, rule

PARSER = MarkdownIt("commonmark").enable("table")
FOLDERS = ("notebooks", "exercises", "solutions")  # what a learner's copy has beside it

# ---- numbers ----------------------------------------------------------------------------------

CLAIM = re.compile(
    r"(?<![\w.,-])[-−]?(?P<number>(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?)"
    r"(?P<percent>\s?(?:%|per\s?cent\b))?(?!\d|\.\d)"
)
STATED = re.compile(r"(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d*\.?\d+)(\s?(?:%|per\s?cent\b))?")
LABEL = re.compile(
    r"\b(?:sections?|versions?|exercises?|figures?|tables?|python|numpy|jupyterlab|CC BY)\s+$"
    r"|^#+\s+$|§\s*$",
    re.I | re.M,
)
NO_PROSE = re.compile(r"`[^`]*`|\]\([^)]*\)|<[^>]*>")  # code, targets of links, HTML
NOT_MEASURED = re.compile(r"\b(?:about|at most)\s+$|[×/+=⌈]\s*$", re.I)  # or a sum by hand
SUM_GOES_ON = re.compile(r"\s*[×/+=]")


def value(text):
    """A number's text as a number: "1,400.50" is 1400.5."""
    return float(text.replace(",", ""))


def claims(paragraph):
    """Each decimal, percentage and large integer of a paragraph: (text, number, a percentage?)."""
    prose = NO_PROSE.sub(blanked, paragraph)
    for found in CLAIM.finditer(paragraph):
        number, percent = found["number"], found["percent"]
        if not number or LABEL.search(paragraph[: found.start()]):
            continue
        if "." in number or percent or is_large(found, prose):
            yield found.group(), value(number), bool(percent)


def blanked(found):
    """Blanks for code and the like; a code span that is only a number is a number."""
    return found[0] if re.fullmatch(r"`[\d.,]+`", found[0]) else " " * len(found[0])


def is_large(found, prose):
    """Is this an integer of three digits or more that looks measured, and no year?"""
    number = found["number"]
    return (
        len(number) >= 3
        and number in prose[found.start() : found.end()]
        and not re.fullmatch(r"19\d\d|20\d\d", number)
        and not NOT_MEASURED.search(prose[: found.start()])
        and not SUM_GOES_ON.match(prose[found.end() :])
    )


def stated(book):
    """All numbers in code and outputs of a notebook, those before a percent sign apart."""
    texts = [cell.source for cell in book.code]
    texts += [text for cell in book.code for text in output_texts(cell)]
    numbers, percentages = set(), set()
    for number, percent in STATED.findall("\n".join(texts)):
        (percentages if percent else numbers).add(value(number))
    return numbers, percentages


@rule(*STORED)
def numbers_have_a_source(book):
    numbers, percentages = stated(book)
    for cell in book.markdown:
        invented = re.match(r"#+ Check yourself", cell.source)  # its questions bring own numbers
        for paragraph in re.split(r"\n\s*\n", cell.source):
            if re.search(r"\bSource:|\]\(https?://", paragraph):
                continue
            for text, number, is_percentage in claims(paragraph):
                known = number in percentages or (
                    any(abs(number / 100 - other) < 1e-9 for other in numbers)
                    if is_percentage
                    else number in numbers
                )
                if not (known or (invented and number.is_integer() and not is_percentage)):
                    yield cell.id, f"{text} stands in no output or code of this notebook"


# ---- links ------------------------------------------------------------------------------------


def inline_tokens(text):
    """All tokens of a Markdown text, those inside lines too."""
    for token in PARSER.parse(text):
        yield token
        yield from token.children or []


def links(text):
    """(target, is it an image) of each link, image and HTML reference."""
    for token in inline_tokens(text):
        if token.type == "link_open":
            yield str(token.attrs["href"]), False
        elif token.type == "image":
            yield str(token.attrs["src"]), True
        elif token.type in ("html_block", "html_inline"):
            for name, target in re.findall(r"\b(href|src)=[\"']([^\"']*)", token.content):
                yield target, name == "src"


def headings(text):
    """The plain text of each heading."""
    tokens = PARSER.parse(text)
    for before, token in pairwise(tokens):
        if before.type == "heading_open":
            parts = [t.content for t in token.children if t.type in ("text", "code_inline")]
            yield "".join(parts)


def notebook_anchors(text):
    """Anchors as JupyterLab makes them: blanks become hyphens, all else stays."""
    return {heading.replace(" ", "-") for heading in headings(text)}


def page_anchors(text):
    """Anchors as GitHub makes them for a page: small letters, no punctuation, -1 for a repeat."""
    anchors = []
    for heading in headings(text):
        slug = re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
        used = sum(1 for a in anchors if re.fullmatch(re.escape(slug) + r"(-\d+)?", a))
        anchors.append(f"{slug}-{used}" if slug in anchors else slug)
    return set(anchors)


def anchors_of(path):
    """The anchors of a notebook or a page on disk."""
    if path.suffix == ".ipynb":
        cells = nbformat.reader.reads(path.read_text(encoding="utf-8")).cells
        found = [notebook_anchors(c.source) for c in cells if c.cell_type == "markdown"]
        return set().union(*found)
    return page_anchors(path.read_text(encoding="utf-8")) if path.suffix == ".md" else set()


def link_problems(path, text):
    """A message for each link in a cell or a page that leads nowhere or should not be there."""
    for target, is_image in links(text):
        parts = urlsplit(target)
        if parts.scheme or parts.netloc:
            if is_image:
                yield f"an image from the web: {target}"
            elif parts.scheme not in ("http", "https", "mailto"):
                yield f"a link of a strange kind: {target}"
            continue
        other = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if path.suffix == ".ipynb" and parts.path:
            pattern = rf"(\.\./({'|'.join(FOLDERS)})/)?[\w.-]+\.ipynb"
            if not re.fullmatch(pattern, unquote(parts.path)):
                yield f"{target}: a notebook links only to ../{', ../'.join(FOLDERS)}"
                continue
        if not other.exists():
            yield f"{target}: no such file"
            continue
        try:
            if parts.fragment and unquote(parts.fragment) not in anchors_of(other):
                yield f"{target}: no such heading"
        except Exception:  # nbformat raises errors of many kinds
            yield f"{target}: that file cannot be read"


@rule(*ALL)
def notebook_links(book):
    for cell in book.markdown:
        for message in link_problems(book.path, cell.source):
            yield cell.id, message


def page_links(path: Path):
    """(\"\", message) for each bad link in a Markdown page."""
    for message in link_problems(path, path.read_text(encoding="utf-8")):
        yield "", message
