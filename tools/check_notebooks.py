"""Check what nbval does not see in the notebooks; a list and exit code 1 if anything is found.

    check_notebooks.py                all notebooks, whether the exercises are what the solutions
                                      give, the links in all pages, no key or path anywhere
    check_notebooks.py NN or path …   only the notebooks with these numbers, or these files

nbval compares outputs, but says nothing of a cell without a count, never compares a figure, and
lets a stored error pass. The rules stand in rules_cells.py (form, outputs), rules_code.py (code,
shape of a lesson) and rules_text.py (numbers in the text, links), those for the project as a whole
here. Cells whose output nobody compares are listed.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

import make_exercises
import nbformat
import rules_code  # noqa: F401  (each of these modules adds its rules to RULES)
from messages import told
from rules_cells import RULES, Book, is_compared
from rules_text import FOLDERS, page_links
from run_notebooks import ROOT, find, shown

SECRETS = re.compile(
    r"\bsk-[\w-]{20,}|\bgh[pousr]_\w{30,}|\bAKIA[A-Z0-9]{16}\b|-{5}BEGIN [A-Z ]*PRIVATE KEY"
)
MACHINE = re.compile(r"(?<![\w.])/(?:home|Users|root)/\w|\b[A-Z]:\\+Users\b")
BINARY = {".npz", ".npy", ".png", ".jpg", ".gif", ".ico", ".pdf", ".docx", ".pptx", ".xlsx"}


def check_book(book):
    """(cell id, message) from every rule for this kind of notebook."""
    for kinds, rule in RULES:
        if book.kind in kinds:
            yield from rule(book)


def read_book(path):
    """The `Book` of a file; ValueError if it is no notebook. Nothing is repaired on the way."""
    try:
        notebook = nbformat.reader.reads(path.read_text(encoding="utf-8"))
        if all("id" in cell for cell in notebook.cells):
            for error in nbformat.validator.iter_validate(notebook):
                raise error
            return Book(path, notebook, path.stat().st_size)
    except Exception as error:  # nbformat raises errors of many kinds
        raise ValueError(f"no notebook: {type(error).__name__}") from None
    raise ValueError("a cell has no id: run it with run_notebooks.py")


def names(root):
    """(file, "", message) for each lesson, exercise or solution whose partners are missing."""
    found = {}
    for folder, end in zip(FOLDERS, ("", "_ex", "_sol"), strict=True):
        for path in sorted((root / folder).glob("*.ipynb")):
            match = re.fullmatch(
                rf"((?:\d\d|checkpoint)_[a-z0-9]+(?:_[a-z0-9]+)*?){end}", path.stem
            )
            if not match:
                yield path, "", f"the name is not NN_name{end}.ipynb"
            else:
                found.setdefault(match[1], {})[folder] = path
    numbers = {}
    for name, paths in found.items():
        wanted = FOLDERS[1:] if name.startswith("checkpoint") else FOLDERS
        for folder in set(wanted) - set(paths):
            yield next(iter(paths.values())), "", f"has no partner in {folder}/"
        if numbers.setdefault(name[:2], name) != name and name[:2].isdigit():
            yield next(iter(paths.values())), "", f"two lessons have the number {name[:2]}"


def committed(root):
    """The files of the project: as git knows them, or all but hidden ones and work/ without git."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True, encoding="utf-8"
    )
    if listed.returncode == 0:
        return [
            root / name for name in listed.stdout.split("\0") if name and (root / name).is_file()
        ]
    parts = {path: path.relative_to(root).parts for path in root.rglob("*") if path.is_file()}
    hidden = re.compile(r"work$|\..*|__pycache__$|.*\.egg-info$")
    return [path for path, names in parts.items() if not any(map(hidden.match, names[:-1]))]


def leaks(path):
    """("", message) for each key and each path of somebody's machine in a text file."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        yield "", "is not UTF-8"
        return
    if SECRETS.search(text):
        yield "", f"looks like a key: {SECRETS.search(text).group()[:12]} …"
    if MACHINE.search(text):
        yield "", f"a path of one machine: {MACHINE.search(text).group()}"


def check(root, paths=()):
    """All findings (path, cell id, message), and the notebooks that were looked at."""
    findings, books = [], []
    chosen = [Path(path).resolve() for path in paths]
    files = chosen or committed(root)
    notebooks = chosen or [
        path for name in FOLDERS for path in sorted((root / name).glob("*.ipynb"))
    ]
    for path in notebooks:
        if path.suffix == ".ipynb":
            try:
                books.append(read_book(path))
            except ValueError as error:
                findings.append((path, "", str(error)))
                continue
            findings += [(path, *finding) for finding in check_book(books[-1])]
    if not chosen or any(path.parent == root / "exercises" for path in chosen):
        try:
            different = list(make_exercises.differences(root))
        except ValueError as error:
            findings.append((root / "solutions", "", f"no exercises can be made: {error}"))
            different = []
        findings += [(path, "", text) for path, text in different if not chosen or path in chosen]
    for path in files:
        if path.suffix == ".md":
            findings += [(path, *finding) for finding in page_links(path)]
        if path.suffix not in BINARY:
            findings += [(path, *finding) for finding in leaks(path)]
    if not chosen:
        findings += names(root)
    if not (chosen or books):
        findings.append((root / FOLDERS[0], "", "no notebook at all"))
    return findings, books


@told
def main(arguments=None, root=ROOT):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*")
    options = parser.parse_args(arguments)
    try:
        files = [path for name in options.files for path in find(name, root, FOLDERS)]
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    findings, books = check(root, files)
    for path, cell_id, message in findings:
        print(f"{shown(path, root)}{f' [{cell_id}]' if cell_id else ''}: {message}")
    for book in books:
        if book.kind != "exercise":
            for cell in book.code:
                if not is_compared(cell):
                    print(
                        f"not compared, as the tag of the cell says (nothing to do): "
                        f"{shown(book.path, root)} [{cell.id}]"
                    )
    count = f"{len(books)} notebook{'s' * (len(books) != 1)} checked"
    found = f"{len(findings)} finding{'s' * (len(findings) != 1)}" if findings else ""
    print(f"{count}, {found or 'nothing to report'}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
