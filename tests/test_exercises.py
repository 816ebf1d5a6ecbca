"""Exercises come from solutions, leak nothing, run to their end, and their checks can say no."""

import ast
import contextlib
import io
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import make_exercises
import nbformat
import pytest
import run_notebooks
from wrong_answers import WRONG

from course_lib import checks

ROOT = Path(__file__).resolve().parents[1]
SOLUTIONS = sorted((ROOT / "solutions").glob("*_sol.ipynb"))
EXERCISES = sorted((ROOT / "exercises").glob("*_ex.ipynb"))
CHECK = re.compile(r"check_[ec]\d+_\d+")
CHECKS = sorted(filter(CHECK.fullmatch, vars(checks)))


def code_cells(path):
    return [c for c in nbformat.read(path, as_version=4).cells if c.cell_type == "code"]


def checks_called(cell):
    """The names of the checks that a cell calls."""
    calls = [node for node in ast.walk(ast.parse(cell.source)) if isinstance(node, ast.Call)]
    names = [ast.unparse(call.func).split(".")[-1] for call in calls]
    return list(filter(CHECK.fullmatch, names))


def exercise_of(check):
    """check_e1_2 belongs to E1.2, check_c1_2 to C1.2."""
    return check.removeprefix("check_").upper().replace("_", ".")


# ---- made from solutions ----------------------------------------------------------------------


def test_there_are_exercises():
    assert SOLUTIONS, "no solution in solutions/: nothing is proved here"
    assert CHECKS, "course_lib.checks exports no check"


def test_exercises_are_what_their_solutions_give():
    assert not list(make_exercises.differences())


def telling(text):
    """The lines that would give a solution away, stripped: those with some content."""
    lines = {line.strip() for line in text.splitlines()}
    return {line for line in lines if len(line) >= 8 and not line.startswith("#")}


def leaked_lines(solution, exercise):
    """Lines of the solutions (regions and tagged cells) that can be read in the exercise."""
    secret, given = set(), set()
    for cell in solution.cells:
        if "solution" in cell.metadata.get("tags", []):
            secret |= telling(cell.source)
            continue
        lines = cell.source.splitlines()
        for first, last in reversed(make_exercises.regions(cell.source)):
            secret |= telling("\n".join(lines[first + 1 : last]))
            del lines[first : last + 1]
        given |= telling("\n".join(lines))
    texts = [cell.source for cell in exercise.cells]
    texts += [json.dumps(output) for cell in exercise.cells for output in cell.get("outputs", [])]
    shown = {line.strip() for text in texts for line in text.splitlines()}
    return sorted((secret - given) & shown)


@pytest.mark.parametrize("path", SOLUTIONS, ids=lambda path: path.stem)
def test_no_line_of_a_solution_is_left_in_its_exercise(path):
    exercise = ROOT / "exercises" / path.name.replace("_sol.", "_ex.")
    pair = [nbformat.read(p, as_version=4) for p in (path, exercise)]
    assert leaked_lines(*pair) == []


# ---- checks that can say yes, no and not yet --------------------------------------------------


def results_of_run(path):
    """Run an exercise notebook as a learner would who changes nothing: its results.

    JupyterLab's "Run All" knows no tags, so cells that the tests skip elsewhere run here, too.
    """
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        cell.metadata.pop("tags", None)
    listing = "import json\nfrom course_lib.checks import RESULTS\n"
    listing += "print(json.dumps([[r.exercise, r.status] for r in RESULTS]))"
    notebook.cells.append(nbformat.v4.new_code_cell(listing))
    run_notebooks.kernel_environment()
    run_notebooks.execute(notebook, path.parent)
    return json.loads(notebook.cells[-1].outputs[0].text)


@pytest.mark.parametrize("path", EXERCISES, ids=lambda path: path.stem)
def test_an_untouched_exercise_runs_to_its_end_with_nothing_done(path):
    expected = [exercise_of(n) for cell in code_cells(path) for n in checks_called(cell)]
    assert expected, "this notebook calls no check"
    assert results_of_run(path) == [[exercise, "not done yet"] for exercise in expected]


@pytest.mark.parametrize("path", SOLUTIONS, ids=lambda path: path.stem)
def test_the_model_answers_pass(path):
    for cell in code_cells(path):
        printed = "".join(output.get("text", "") for output in cell.outputs)
        for name in checks_called(cell):
            assert f"{exercise_of(name)} passed." in printed, f"[{cell.id}] {printed}"


def test_each_check_is_used_in_one_exercise():
    used = [n for path in SOLUTIONS for cell in code_cells(path) for n in checks_called(cell)]
    assert sorted(used) == CHECKS


def wrong_answer_problems(check, wrong):
    """A message for each wrong answer that a check lets pass, or answers with another hint."""
    if len(wrong) < 3:
        yield f"{len(wrong)} wrong answers, at least three are needed"
    for answer, hint in wrong:
        name = getattr(answer, "__name__", repr(answer))
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            result = check(answer)
        if hint == "general":
            yield f"{name}: the hint 'general' helps nobody"
        if (result.status, result.hint) != ("failed", hint):
            yield f"{name}: expected failed with {hint!r}, got {result}\n{printed.getvalue()}"


@pytest.mark.parametrize("name", CHECKS)
def test_wrong_answers_get_their_hint(name):
    problems = list(wrong_answer_problems(getattr(checks, name), WRONG.get(name, [])))
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("name", CHECKS)
@pytest.mark.parametrize("answer", [None, 7, "text", [], object(), float("nan"), lambda: 1])
def test_a_check_survives_any_answer(name, answer, capsys):
    result = getattr(checks, name)(answer)
    assert result.exercise == exercise_of(name)  # one of these may even be right
    assert exercise_of(name) in capsys.readouterr().out


def test_wrong_answers_belong_to_a_check():
    assert set(WRONG) <= set(CHECKS)


# ---- case NB-02: no order depends on the hash seed --------------------------------------------

DIGEST = """
import hashlib
from course_lib import load_chunks, load_questions
digest = hashlib.sha256()
for name in ("house", "numpy"):
    for chunk in load_chunks(name):
        digest.update(repr((chunk.id, chunk.text, chunk.metadata)).encode())
digest.update(repr(load_questions("house")).encode())
print(digest.hexdigest())
"""


def test_chunks_and_questions_do_not_depend_on_the_hash_seed():
    def digest(seed):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONUTF8": "1"}
        command = [sys.executable, "-c", DIGEST]
        run = subprocess.run(command, env=environment, capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
        return run.stdout

    with ThreadPoolExecutor(2) as pool:
        assert len(set(pool.map(digest, "123"))) == 1
