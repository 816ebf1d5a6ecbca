"""README and CONTRIBUTING name every verb and every notebook, with the minutes that they state."""

import re

import nbformat
import pytest

import course

README = (course.ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (course.ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
LESSONS = sorted((course.ROOT / "notebooks").glob("*.ipynb"))
CHECKPOINTS = sorted((course.ROOT / "solutions").glob("checkpoint_*.ipynb"))


def text(path):
    cells = nbformat.read(path, as_version=4).cells
    return "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


def test_every_verb_is_told():
    verbs = next(a.choices for a in course.command_line()._actions if a.dest == "verb")
    missing = [verb for verb in verbs if f"course.py {verb}" not in README + CONTRIBUTING]
    assert not missing and len(verbs) > 10


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_stands_in_the_table_with_its_minutes(path):
    read, exercises = re.search(r"\*\*Time\D+(\d+)\D+(\d+)", text(path)).groups()
    number = path.stem[:2]
    (row,) = re.findall(rf"\| {number} \| \[.*\]\(notebooks/{path.name}\) \|.*", README)
    assert f"| {read} + {exercises} |" in row
    (solution,) = (course.ROOT / "solutions").glob(f"{number}_*.ipynb")
    minutes = re.findall(r"\*Difficulty \d of 5 · (\d+) minutes", text(solution))
    assert sum(map(int, minutes)) == int(exercises)


@pytest.mark.parametrize("path", CHECKPOINTS, ids=lambda path: path.stem)
def test_a_checkpoint_stands_in_the_table_with_its_minutes(path):
    minutes = re.search(r"about (\d+) minutes", text(path)).group(1)
    exercise = path.name.replace("_sol", "_ex")
    (row,) = re.findall(rf"\| \[.*\]\(exercises/{exercise}\) \|.*", README)
    assert f"| {minutes} |" in row
