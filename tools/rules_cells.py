"""Rules for the form of a notebook and for its stored outputs; `check_notebooks.py` applies them.

A rule is a function that yields (cell id, message); its decorator names the kinds of notebooks.
"""

import ast
import base64
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from run_notebooks import METADATA, readable_id

ALL = ("lesson", "solution", "exercise")
STORED = ("lesson", "solution")  # kinds that are executed and keep their outputs
TAGS = {"parity", "nbval-ignore-output", "nbval-skip", "skip-execution", "solution"}
OPTIONAL = {"nbval-skip", "skip-execution"}  # both: a cell that CI never runs
RULES = []  # (kinds, rule)


def rule(*kinds):
    """Register a rule for these kinds of notebooks."""

    def register(function):
        RULES.append((kinds, function))
        return function

    return register


@dataclass
class Book:
    """A notebook with what the rules ask of it."""

    path: Path
    notebook: object
    size: int = 0

    @cached_property
    def kind(self):
        ends = {"_sol": "solution", "_ex": "exercise"}
        return next((kind for end, kind in ends.items() if self.path.stem.endswith(end)), "lesson")

    @cached_property
    def cells(self):
        return self.notebook.cells

    @cached_property
    def code(self):
        return [cell for cell in self.cells if cell.cell_type == "code"]

    @cached_property
    def markdown(self):
        return [cell for cell in self.cells if cell.cell_type == "markdown"]


def tags(cell):
    return set(cell.metadata.get("tags", []))


def is_optional(cell):
    return tags(cell) >= OPTIONAL


def is_compared(cell):
    """Does nbval compare the outputs of this cell?"""
    return not tags(cell) & (OPTIONAL | {"nbval-ignore-output"})


def output_texts(cell):
    """The texts that a cell stores: printed, or shown as its value."""
    for output in cell.get("outputs", []):
        yield from [output.text] if "text" in output else []
        yield from [output.data["text/plain"]] if "text/plain" in output.get("data", {}) else []


def has_image(cell):
    return any("image/png" in output.get("data", {}) for output in cell.get("outputs", []))


def tree(cell):
    """The syntax tree of a code cell; of an empty one where it is no Python."""
    try:
        return ast.parse(cell.source)
    except SyntaxError:
        return ast.parse("")


def calls(cell):
    """(dotted name, call) for each call in a cell."""
    for node in ast.walk(tree(cell)):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func), node


# ---- form -------------------------------------------------------------------------------------


@rule(*ALL)
def metadata(book):
    if book.notebook.metadata != METADATA:
        yield "", "metadata is not kernel python3 and language alone: run it with run_notebooks.py"
    for cell in book.cells:
        for name in set(cell.metadata) - {"tags"}:
            yield cell.id, f"foreign metadata {name!r}"
        if "attachments" in cell:
            yield cell.id, "an attachment"


@rule(*ALL)
def ids(book):
    seen = set()
    for cell in book.cells:
        if cell.id in seen:
            yield cell.id, "this id occurs twice"
        if not readable_id(cell.id):
            yield cell.id, "the id is not readable (small letters, digits, hyphens, not random)"
        seen.add(cell.id)


@rule(*ALL)
def known_tags(book):
    for cell in book.cells:
        for tag in sorted(tags(cell) - TAGS):
            if not re.fullmatch(r"(lib|equiv):course_lib(\.\w+)+", tag):
                yield cell.id, f"unknown tag {tag!r}"
        if len(tags(cell) & OPTIONAL) == 1:
            yield cell.id, "nbval-skip and skip-execution only go together"
        if "solution" in tags(cell) and book.kind != "solution":
            yield cell.id, "the tag solution belongs in solutions"
        if cell.cell_type == "code" and re.search(r"#\s*(NBVAL|PYTEST_VALIDATE)_", cell.source):
            yield cell.id, "a comment steers nbval: use a tag, which is seen here"


@rule(*ALL)
def sizes(book):
    if book.size > 300_000:
        yield "", f"the file has {book.size:,} bytes, more than 300,000"
    for cell in book.code:
        lines = cell.source.splitlines()
        if not cell.source.strip():
            yield cell.id, "an empty cell"
        if sum(1 for line in lines if line.strip()) > 25:
            yield cell.id, "more than 25 lines of code"
        for number, line in enumerate(lines, 1):
            if len(line) > 79:
                yield cell.id, f"line {number} has {len(line)} characters, more than 79"


# ---- what nbval needs in order to compare anything --------------------------------------------


@rule(*STORED)
def execution_counts(book):
    expected = 0
    for cell in book.code:
        if is_optional(cell):
            if cell.execution_count is not None or cell.outputs:
                yield cell.id, "an optional cell that was run: count and outputs must be empty"
            continue
        expected += 1
        if cell.execution_count != expected:
            yield cell.id, f"execution count {cell.execution_count} instead of {expected}"


@rule("exercise")
def untouched(book):
    for cell in book.code:
        if cell.execution_count is not None or cell.outputs:
            yield cell.id, "an exercise is stored without counts and outputs"


@rule(*STORED)
def something_compared(book):
    texts = [text for cell in book.code if is_compared(cell) for text in output_texts(cell)]
    if not any(text.strip() and not text.startswith("<Figure") for text in texts):
        yield "", "no output of this notebook is compared"


@rule(*ALL)
def plain_python(book):
    for cell in book.code:
        try:
            ast.parse(cell.source)
        except SyntaxError as error:
            lines = cell.source.splitlines()
            magic = [line for line in lines if re.match(r"\s*[%!?]|.*\?\s*$", line)]
            yield cell.id, f"a magic: {magic[0]}" if magic else f"no Python: {error.msg}"


# ---- outputs ----------------------------------------------------------------------------------


@rule(*STORED)
def output_kinds(book):
    for cell in book.code:
        for output in cell.outputs:
            if output.output_type == "error":
                yield cell.id, f"a stored error: {output.ename}"
            if output.get("name") == "stderr":
                yield cell.id, f"stderr is stored: {output.text.strip()[:60]}"
            for kind in set(output.get("data", {})) - {"text/plain", "image/png"}:
                yield cell.id, f"an output of kind {kind}"
            image = output.get("data", {}).get("image/png", "")
            if len(base64.b64decode(image)) > 80_000:
                yield cell.id, "an image of more than 80 kB"
        if sum(len(text.encode()) for text in output_texts(cell)) > 10_000:
            yield cell.id, "more than 10 kB of text"


UNSTABLE = {
    r"0x[0-9a-fA-F]{6,}": "a memory address",
    r"(?<![\w.])/(?:home|root|Users|tmp|var|private|usr)/\S|\b[A-Z]:\\\w|site-packages": "a path",
    r"\bnp\.(float|int|uint|bool|str)\d*_?\(": "a bare NumPy number (print a rounded float)",
    r"\d\.\d{5,}": "more than 4 decimals",
}
TIMES = (
    r"\b\d+\.\d+ ?(?:s|sec|seconds)\b|\b\d+(?:\.\d+)? ?(?:ms|µs|us|ns)\b|it/s\b|\b\d\d:\d\d:\d\d\b"
)


@rule(*STORED)
def stable_outputs(book):
    for cell in book.code:
        for text in output_texts(cell):
            patterns = {**UNSTABLE, TIMES: "a time"} if is_compared(cell) else UNSTABLE
            for pattern, what in patterns.items():
                if found := re.search(pattern, text):
                    yield cell.id, f"the output shows {what}: {found.group()}"
