"""Make exercises/NN_name_ex.ipynb from solutions/NN_name_sol.ipynb, the one source of both.

    make_exercises.py            writes all exercises
    make_exercises.py --check    writes nothing, lists each exercise that is not what it would write

What happens to a solution notebook:

- a cell tagged ``solution`` is dropped;
- the lines from ``### BEGIN SOLUTION`` to ``### END SOLUTION`` inside a function become
  ``# Write your code here (about N lines).`` and ``raise NotImplementedError("E1.2")``;
- at the left margin they may only assign names, and become ``name = None  # your answer``;
- outputs and execution counts are dropped, a title ending in "· solution" ends in "· exercises".

The number E1.2 is taken from the first line of the cell if that is a comment holding one, else from
the nearest heading above with one. The rest, ids and tags too, stays as it is: same input, same
bytes.
"""

import ast
import re
import sys
from pathlib import Path

from messages import told
from run_notebooks import ROOT, normalise, read_notebook, to_text, write_text

BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"
NUMBER = re.compile(r"\b[EC]\d+\.\d+\b")


class SourceError(ValueError):
    """A solution notebook that no exercise can be made from; the message says where and why."""


def regions(source):
    """(first, last) line index of each pair of markers in a cell, the markers included."""
    found, begin = [], None
    for index, line in enumerate(source.splitlines()):
        if line.strip() not in (BEGIN, END):
            if re.search(r"#\W*(begin|end)[\s_-]+solution", line, re.IGNORECASE):
                raise SourceError(
                    f"line {index + 1}: a marker is {BEGIN} or {END}, alone in a line"
                )
        elif line.strip() == BEGIN:
            if begin is not None:
                raise SourceError(f"line {index + 1}: {BEGIN} inside another region")
            begin = index
        else:
            if begin is None:
                raise SourceError(f"line {index + 1}: {END} without {BEGIN}")
            if source.splitlines()[begin].index("#") != line.index("#"):
                raise SourceError(f"line {index + 1}: {END} is not indented like its {BEGIN}")
            found.append((begin, index))
            begin = None
    if begin is not None:
        raise SourceError(f"line {begin + 1}: {BEGIN} without {END}")
    return found


def assigned_names(code):
    """The names that a region at the left margin assigns; SourceError if it does more."""
    names = []
    for statement in ast.parse(code).body:
        if isinstance(statement, ast.Assign):
            targets = statement.targets
        elif isinstance(statement, ast.AnnAssign):
            targets = [statement.target]
        else:
            raise SourceError(
                f"a region at the left margin may only assign: {ast.unparse(statement)}"
            )
        for target in targets:
            for name in target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]:
                if not isinstance(name, ast.Name):
                    raise SourceError(f"assigns no plain name: {ast.unparse(statement)}")
                names.append(name.id)
    if not names:
        raise SourceError("a region at the left margin assigns nothing")
    return list(dict.fromkeys(names))


def stub(source, number):
    """The source of a cell with each region replaced by what the learner starts from."""
    lines = source.splitlines()
    functions = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    ]
    for first, last in reversed(regions(source)):
        inside = lines[first + 1 : last]
        indent = lines[first][: len(lines[first]) - len(lines[first].lstrip())]
        if not indent:
            names = assigned_names("\n".join(inside))
            lines[first : last + 1] = [f"{name} = None  # your answer" for name in names]
            continue
        if not any(f.lineno <= first + 1 <= f.end_lineno for f in functions):
            raise SourceError(f"line {first + 1}: an indented region must stand in a function")
        if not number:
            raise SourceError("no number such as E1.2 in the first line or the heading above")
        count = sum(1 for line in inside if line.strip() and not line.strip().startswith("#"))
        about = f"about {count} line{'s' * (count != 1)}"
        lines[first : last + 1] = [
            f"{indent}# Write your code here ({about}).",
            f'{indent}raise NotImplementedError("{number}")',
        ]
    return "\n".join(lines)


def exercise_number(source, heading):
    """The number of the exercise that a cell belongs to, None if it has none."""
    first = source.lstrip().split("\n", 1)[0]
    found = (first.startswith("#") and NUMBER.search(first)) or NUMBER.search(heading)
    return found.group() if found else None


def make_exercise(solution):
    """The exercise notebook of a solution notebook; SourceError names the cell that is wrong."""
    exercise = normalise(solution)
    heading, cells = "", []
    for cell in exercise.cells:
        if cell.cell_type == "markdown":
            for line in re.findall(r"^#{1,6} .*", cell.source, re.M):
                heading = line if NUMBER.search(line) else heading
        if "solution" in cell.metadata.get("tags", []):
            continue
        try:
            if cell.cell_type == "code":
                if regions(cell.source):
                    cell.source = stub(cell.source, exercise_number(cell.source, heading))
                cell.outputs, cell.execution_count = [], None
            elif regions(cell.source):
                raise SourceError("markers in Markdown: tag the whole cell solution")
        except (SourceError, SyntaxError) as error:
            raise SourceError(f"cell {cell.id!r}: {error}") from None
        cells.append(cell)
    if cells and cells[0].cell_type == "markdown":
        title, *rest = cells[0].source.split("\n")
        cells[0].source = "\n".join([re.sub(r"· solutions?\s*$", "· exercises", title), *rest])
    exercise.cells = cells
    return exercise


def planned(root=ROOT):
    """{path of an exercise: its text} for all solutions; ValueError names the wrong file."""
    texts = {}
    for path in sorted(root.glob("solutions/*_sol.ipynb")):
        target = root / "exercises" / f"{path.stem.removesuffix('_sol')}_ex.ipynb"
        try:
            texts[target] = to_text(make_exercise(read_notebook(path)))
        except SourceError as error:
            raise SourceError(f"{path.relative_to(root).as_posix()}: {error}") from None
    return texts


def differences(root=ROOT):
    """(path, message): an exercise that is not what its solution gives, or lacks either."""
    texts = planned(root)
    for path, text in texts.items():
        if not path.exists():
            yield path, "missing: run `course.py exercises`"
        elif path.read_bytes() != text.encode("utf-8"):
            yield path, "not what its solution gives: run `course.py exercises`"
    for path in sorted(set(root.glob("exercises/*.ipynb")) - set(texts)):
        yield path, "has no solution"


@told
def main(arguments=None, root=ROOT):
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments not in ([], ["--check"]):
        print(__doc__)
        return 0 if arguments in (["-h"], ["--help"]) else 2
    try:
        if arguments:
            lines = [f"{p.relative_to(root).as_posix()}: {text}" for p, text in differences(root)]
            print(
                "\n".join(lines) or f"{len(planned(root))} exercises, all as their solutions give"
            )
            return 1 if lines else 0
        for path, text in planned(root).items():
            write_text(text, path)
            print(f"wrote {Path(path).relative_to(root).as_posix()}")
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
