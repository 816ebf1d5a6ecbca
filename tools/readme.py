"""Parts of README.md that a script writes: what stands between two marks, and nothing else."""

from pathlib import Path

from run_notebooks import write_text

README = Path(__file__).resolve().parents[1] / "README.md"


class BadMarks(Exception):
    """README.md lacks the two marks of a part, or holds them twice."""


def replaced(text, name, lines):
    """The text of README with these lines as the part ``name``."""
    start, end = f"<!-- {name}: `course.py {name}` writes this part -->", f"<!-- end of {name} -->"
    if text.count(start) != 1 or text.count(end) != 1 or text.find(start) > text.find(end):
        raise BadMarks(f"README.md must hold these two lines, once each:\n{start}\n{end}")
    before, rest = text.split(start)
    return "\n".join([before + start, "", *lines, ""]) + end + rest.split(end)[1]


def update(name, lines, path=README):
    """Write the part ``name`` of README."""
    write_text(replaced(path.read_text(encoding="utf-8"), name, lines), path)
