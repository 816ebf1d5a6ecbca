"""The machinery is shown to fail: each test plants a fault and looks whether it is found.

Small notebooks are written to a temporary folder; nothing here touches the course's own.
"""

import base64
import copy
import errno
import itertools
import json
import os
import re
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import check_notebooks
import make_exercises
import nbformat
import numpy as np
import pytest
import run_notebooks
import vectors
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from test_exercises import leaked_lines, wrong_answer_problems
from test_parity import code_lines, drift, imports_ahead

from course_lib import checks

ROOT = Path(__file__).resolve().parents[1]

# ---- small notebooks -------------------------------------------------------------------------


def printed(text, name="stdout"):
    return new_output("stream", name=name, text=text)


def figure(size=100):
    data = {
        "image/png": base64.b64encode(bytes(size)).decode(),
        "text/plain": "<Figure size 600x300 with 1 Axes>",
    }
    return new_output("display_data", data=data)


def code(source, *outputs, count=1, tags=()):
    cell = new_code_cell(source, outputs=list(outputs), execution_count=count)
    cell.metadata = {"tags": list(tags)} if tags else {}
    return cell


def text(source, *tags):
    return new_markdown_cell(source, metadata={"tags": list(tags)} if tags else {})


def write(path, *cells):
    """Write a notebook in normal form."""
    path.parent.mkdir(parents=True, exist_ok=True)
    notebook = run_notebooks.normalise(new_notebook(cells=list(cells)))
    run_notebooks.write_text(run_notebooks.to_text(notebook), path)
    return path


def lesson(*more):
    """The cells of a lesson that breaks no rule, with more cells before its last."""
    start = [
        text("# 01 · Cut documents\n\n## A part of it\n\n" + "word " * 1300),
        text("Half of it, 50 %, is 0.5 ([here](#A-part-of-it)); CC BY 4.0, Python 3.11, E1.2."),
        code("import math", count=1),
        code("guess = None", count=2),
        code("reveal(guess, 4)", printed("no guess yet; it is 4\n"), count=3),
        code("show(1)", figure(), count=4),
        text("It rises."),
        code("show(2)", figure(), count=5),
        text("It falls."),
        code("print(0.5)", printed("0.5\n"), count=6),
    ]
    for count, cell in enumerate([c for c in more if c.cell_type == "code"], 7):
        cell.execution_count = cell.execution_count and count
    filler = [text(f"Line {number}.") for number in range(25)]
    return [*start, *filler, *more, text("The end.")]


def findings(path):
    return [f"[{cell}] {message}" for _, cell, message in check_notebooks.check(ROOT, [path])[0]]


# ---- what strict nbval finds and what not (cases NB-01, NB-03, NB-04) ------------------------


def nbval(folder, cwd=None):
    """The outcome of each notebook in a folder under the options of the real run: {stem: ok?}."""
    options = ["--nbval", "--nbval-current-env", "--nbval-cell-timeout=120", "-rA", "--tb=no"]
    options += ["-p", "nbval.plugin", "-p", "no:cacheprovider"]
    options += [f"--rootdir={folder}", "-c", os.devnull]
    command = [sys.executable, "-m", "pytest", *options, str(folder)]
    env = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # starts twice as fast
    run = subprocess.run(command, cwd=cwd, env=env, capture_output=True, encoding="utf-8")
    lines = re.findall(r"^(PASSED|FAILED|ERROR) .*?(\w+)\.ipynb", run.stdout, re.M)
    assert lines, run.stdout + run.stderr
    return {
        stem: all(outcome == "PASSED" for outcome, other in lines if other == stem)
        for _, stem in lines
    }


def test_strict_nbval_sees_a_changed_output_and_a_warning_but_not_a_vacuous_cell(tmp_path):
    write(tmp_path / "good.ipynb", code("print(1 + 1)", printed("2\n")))
    write(tmp_path / "changed.ipynb", code("print(1 + 1)", printed("3\n")))
    vacuous = write(tmp_path / "vacuous.ipynb", code("print(1 + 1)", count=None))
    warning = 'import warnings\nwarnings.warn("old")\nprint("ok")'
    write(tmp_path / "warns.ipynb", code(warning, printed("ok\n")))  # NB-01
    foreign = write(tmp_path / "foreign.ipynb", code("print(1 + 1)", printed("2\n")))
    other = foreign.read_text("utf-8").replace('"name": "python3"', '"name": "rag-course-env"')
    foreign.write_text(other, encoding="utf-8")  # NB-03
    expected = {"good": True, "changed": False, "warns": False, "foreign": True, "vacuous": True}
    assert nbval(tmp_path) == expected
    assert any("execution count None" in line for line in findings(vacuous))
    assert any("kernel python3" in line for line in findings(foreign))


def test_notebooks_find_library_and_data_from_any_folder(tmp_path):  # NB-04
    source = 'from course_lib import load_corpus\nprint(load_corpus("house")[0].text[0])'
    write(tmp_path / "notebooks" / "n.ipynb", code(source, printed("#\n")))
    folders = [tmp_path, tmp_path / "notebooks", Path(tmp_path.anchor)]
    with ThreadPoolExecutor(2) as pool:
        for outcome in pool.map(lambda cwd: nbval(tmp_path / "notebooks", cwd), folders):
            assert outcome == {"n": True}


# ---- the checker, rule by rule ---------------------------------------------------------------

BAD_OUTPUTS = {  # NB-02 and more: a stored text -> what is said of it
    "<object object at 0x7f3a5c1d2e30>": "a memory address",
    "read /us" + "r/share/notes.md": "a path",
    "np.float64(0.5)": "bare NumPy number",
    "0.123456": "more than 4 decimals",
    "built in 0.123 s": "a time",
    "took 3 ms": "a time",
    "at 12:30:01": "a time",
    "x" * 10_001: "more than 10 kB",
}
BAD_CODE = {
    "x = 'a long line' + '" + "y" * 80 + "'": "more than 79",
    "\n".join("print(1)" for _ in range(26)): "more than 25 lines",
    "%timeit 1": "a magic: %timeit",
    "!ls": "a magic: !ls",
    "print?": "a magic: print?",
    "print(": "no Python",
    "": "an empty cell",
    "import time; time.perf_counter()": "another value each time",
    "datetime.now()": "another value each time",
    "np.random.rand(3)": "another value each time",
    "random.shuffle([1])": "another value each time",
    "np.random.default_rng()": "without a seed",
    "random.Random()": "without a seed",
    "for x in tqdm(range(3)): pass": "a progress bar",
    "print({'pump', 'valve'})": "the order of a set",
    "print(set('ab') & set('bc'))": "the order of a set",
    "vocabulary = set('ab')\nprint(f'{vocabulary}')": "the order of a set",
    "' '.join({'a', 'b'})": "the order of a set",
    "[x for x in {'a', 'b'}]": "a loop over a set",
    "for x in set('ab'): print(x)": "a loop over a set",
    "import sys; sys.path.append('..')": "sys.path reaches outside",
    "import os; os.chdir('..')": "os.chdir reaches outside",
    "urlopen('https://example.org')": "urlopen reaches outside",
    "requests.get('https://example.org')": "requests.get reaches outside",
    "subprocess.run(['pip', 'install', 'x'])": "subprocess.run reaches outside",
    "client, model = connect()": "connect() without local=True",
    "1  # NBVAL_SKIP": "a comment steers nbval",
}
BAD_TEXT = {
    "The best finds 0.73 of them.": "0.73 stands in no output",
    "It is right in 73 % of cases.": "73 % stands in no output",
    "It is right in 73 percent of cases.": "73 percent stands in no output",
    "It is 73.5 per cent.": "73.5 per cent stands in no output",
    "The handbook gives 1,234 chunks.": "1,234 stands in no output",
    "There are 4711 of `these`.": "4711 stands in no output",
    "`a` has `4711` pages, `b` none.": "4711 stands in no output",
    "See [there](#No-such-part).": "no such heading",
    "See [there](#a-part-of-it).": "no such heading",
    "See [the next](../notebooks/99_none.ipynb).": "no such file",
    "See [the data](../datasets/house/README.md).": "a notebook links only to",
    "![a picture](https://example.org/a.png)": "an image from the web",
    'A <img src="https://example.org/a.png"> picture.': "an image from the web",
}
BAD_CELLS = {
    "a stored error": code("1 / 0", new_output("error", ename="E", evalue="", traceback=[])),
    "stderr is stored": code("f(1)", printed("old\n", "stderr")),  # NB-01
    "of kind text/html": code("f(1)", new_output("display_data", data={"text/html": "<b>"})),
    "of kind image/svg+xml": code("f(1)", new_output("display_data", data={"image/svg+xml": ""})),
    "more than 80 kB": code("f(1)", figure(80_001)),
    "no text after the figure": code("f(1)", figure()),
    "unknown tag 'raises-exception'": code("1 / 0", printed("x"), tags=["raises-exception"]),
    "only go together": code("f(1)", printed("x"), tags=["nbval-skip"]),
    "the tag solution belongs": text("Because.", "solution"),
    "an optional cell that was run": code("1", tags=["nbval-skip", "skip-execution"]),
    "execution count None instead of 7": code("print(1)", printed("1\n"), count=None),
    "shows nothing": code("x = 1"),
    "does not reveal() this guess": code("guess = None"),
}


def test_a_good_lesson_gives_no_finding(tmp_path):
    optional = code("connect()", count=None, tags=["nbval-skip", "skip-execution"])
    timed = code("t = time.time()\nprint(t)", printed("0.2 s"), tags=["nbval-ignore-output"])
    good = [
        code("client = connect(local=True); print(sorted({1}))", printed("[1]\n")),
        code("'%d' % 3; rng = np.random.default_rng(0)\nrng.random(1)[0] < 2", printed("True\n")),
        text("A source: [a study](https://example.org) found 0.73, others 12.5 %.\n\nMore text."),
        text("Source: the data card says 87 %."),
        text("In 1998, about 4711 of `x[4711]`, at most 2,500: 20 × 300 = 6,000 <a id='4711'></a>"),
        text("## Check yourself\n\nA text has 4711 words."),
        timed,
        optional,
    ]
    assert findings(write(tmp_path / "01_cut.ipynb", *lesson(*good))) == []


@pytest.mark.parametrize("shown, message", BAD_OUTPUTS.items(), ids=BAD_OUTPUTS.values())
def test_the_checker_refuses_an_output(tmp_path, shown, message):
    path = write(tmp_path / "01_cut.ipynb", *lesson(code("f(1)", printed(shown))))
    found = findings(path)
    assert found and all(message in line for line in found)


@pytest.mark.parametrize("source, message", BAD_CODE.items(), ids=[k[-30:] for k in BAD_CODE])
def test_the_checker_refuses_code(tmp_path, source, message):
    path = write(tmp_path / "01_cut.ipynb", *lesson(code(source, printed("x\n"))))
    assert [line for line in findings(path) if message not in line] == []
    assert any(message in line for line in findings(path))


@pytest.mark.parametrize("source, message", BAD_TEXT.items(), ids=BAD_TEXT)
def test_the_checker_refuses_a_text(tmp_path, source, message):
    path = write(tmp_path / "01_cut.ipynb", *lesson(text(source)))
    assert [message in line for line in findings(path)] == [True]


@pytest.mark.parametrize("message, cell", BAD_CELLS.items(), ids=BAD_CELLS)
def test_the_checker_refuses_a_cell(tmp_path, message, cell):
    cells = lesson(cell, code("print(1)", printed("1\n"), count=8))
    path = write(tmp_path / "01_cut.ipynb", *cells)
    assert any(message in line for line in findings(path))


def test_the_checker_refuses_the_wrong_form(tmp_path):
    path = write(tmp_path / "01_cut.ipynb", *lesson())
    notebook = nbformat.read(path, as_version=4)
    notebook.metadata["kernelspec"]["name"] = "rag-course-env"  # NB-03
    notebook.cells[0].metadata["scrolled"] = True
    notebook.cells[1].id = "f3a09c1e"
    notebook.cells[2].id = notebook.cells[3].id
    notebook.cells[2].metadata["padding"] = "x" * 300_000
    path.write_text(nbformat.v4.writes(notebook), encoding="utf-8")
    found = "\n".join(findings(path))
    for message in ("kernel python3", "scrolled", "not readable", "occurs twice", "bytes, more"):
        assert message in found


def test_the_checker_refuses_the_wrong_shape_of_a_lesson(tmp_path):
    path = write(tmp_path / "02_cut.ipynb", text("# 01 · Chunks"), code("f(1)", figure()))
    found = "\n".join(findings(path))
    for message in [
        "the first line is not '# 02",
        "2 cells instead of",
        "2 words of text instead of",
        "1 figures instead of",
        "no prediction",
        "no output of this notebook is compared",
    ]:
        assert message in found
    path = write(tmp_path / "01_cut.ipynb", text("# 01 · Chunks"))
    assert "does not start with a verb known" in "\n".join(findings(path))
    run = write(tmp_path / "01_cut_ex.ipynb", text("# 01 · Cut"), code("f(1)", printed("1")))
    assert "without counts and outputs" in "\n".join(findings(run))
    (tmp_path / "03_cut.ipynb").write_text("{", encoding="utf-8")
    assert "no notebook" in findings(tmp_path / "03_cut.ipynb")[0]


def test_the_checker_looks_at_names_pages_keys_and_machine_paths(tmp_path):
    write(tmp_path / "notebooks" / "01_cut.ipynb", *lesson())
    write(tmp_path / "notebooks" / "01_twice.ipynb", *lesson())
    write(tmp_path / "notebooks" / "Chunks.ipynb", *lesson())
    for name in ("exercises/01_cut_ex", "exercises/01_twice_ex", "solutions/01_cut_sol"):
        write(tmp_path / f"{name}.ipynb", text("# 01 · Cut"), code("1", printed("1\n")))
    page = "# A & B, `c`\n\n[up](#a--b-c) [down](#nothing) [file](none.md)\n\nsk-" + "a1" * 12
    (tmp_path / "README.md").write_text(page + "\n/ho" + "me/ada/x", encoding="utf-8")
    found = "\n".join(
        f"{path.name}: {text}" for path, _, text in check_notebooks.check(tmp_path)[0]
    )
    for message in [
        "01_twice.ipynb: has no partner in solutions/",
        "01_twice.ipynb: two lessons have the number 01",
        "Chunks.ipynb: the name is not NN_name.ipynb",
        "README.md: #nothing: no such heading",
        "README.md: none.md: no such file",
        "README.md: looks like a key",
        "README.md: a path of one machine",
    ]:
        assert message in found
    assert "a--b-c" not in found


def test_the_checker_reports_and_counts(tmp_path, capsys):
    skip = code("1", count=None, tags=["nbval-skip", "skip-execution"])
    path = write(tmp_path / "01_cut.ipynb", *lesson(skip))
    assert check_notebooks.main([str(path)]) == 0
    shown = capsys.readouterr().out
    assert "not compared, as the tag" in shown and "1 notebook checked, nothing to report" in shown
    assert check_notebooks.main([str(write(path, text("# 01 · Cut")))]) == 1
    assert "findings" in capsys.readouterr().out
    assert check_notebooks.main([str(write(path, *lesson(text("It is 0.73."))))]) == 1
    assert "1 notebook checked, 1 finding\n" in capsys.readouterr().out
    empty = tmp_path / "empty"
    empty.mkdir()
    assert check_notebooks.main([], empty) == 1  # no notebook at all is no success
    assert "no notebook at all" in capsys.readouterr().out


def test_a_checkpoint_has_its_own_name_and_numbers_and_needs_no_lesson(tmp_path, capsys):
    first = text("# Checkpoint 1 · Find three faults · solutions")
    number, cell = text("## C1.2 · The second fault"), code(SOLUTION)
    write(tmp_path / "solutions" / "checkpoint_1_sol.ipynb", first, number, cell)
    assert make_exercises.main([], tmp_path) == 0
    path = tmp_path / "exercises" / "checkpoint_1_ex.ipynb"
    exercise = run_notebooks.read_notebook(path)
    assert exercise.cells[0].source.endswith("· exercises")
    assert 'raise NotImplementedError("C1.2")' in exercise.cells[2].source
    assert not list(check_notebooks.names(tmp_path))
    found = run_notebooks.find("checkpoint_1", tmp_path, check_notebooks.FOLDERS)
    assert [path.name for path in found] == ["checkpoint_1_ex.ipynb", "checkpoint_1_sol.ipynb"]
    path.unlink()
    assert [m for *_, m in check_notebooks.names(tmp_path)] == ["has no partner in exercises/"]


def test_the_checker_takes_numbers_and_paths(tmp_path, capsys):
    path = write(tmp_path / "notebooks" / "01_cut.ipynb", *lesson())
    write(tmp_path / "solutions" / "02_count_sol.ipynb", *lesson())
    for name in ("01", "1", "01_cut", str(path)):
        assert check_notebooks.main([name], tmp_path) == 0
    assert capsys.readouterr().out.count("1 notebook checked") == 4
    assert check_notebooks.main(["77"], tmp_path) == 2
    assert capsys.readouterr().err == "There is no notebook 77. There are: 01 02.\n"


def test_the_checker_finds_an_exercise_changed_by_hand(tmp_path):
    write(tmp_path / "solutions" / "01_cut_sol.ipynb", text("## E1.2"), code(SOLUTION))
    assert make_exercises.main([], tmp_path) == 0
    path = tmp_path / "exercises" / "01_cut_ex.ipynb"

    def found(*paths):
        return [m for p, _, m in check_notebooks.check(tmp_path, paths)[0] if "not what" in m]

    assert found() == found(path) == []
    path.write_text(path.read_text("utf-8").replace("Write", "write"), encoding="utf-8")
    assert len(found()) == len(found(path)) == 1
    source = "### BEGIN SOLUTION\nx = 1"
    write(tmp_path / "solutions" / "01_cut_sol.ipynb", text("## E1.2"), code(source))
    assert any("no exercises can be" in m for _, _, m in check_notebooks.check(tmp_path)[0])


# ---- exercises -------------------------------------------------------------------------------

SOLUTION = '''def cut(text, size):
    """Cut a text."""
    words = text.split()
    ### BEGIN SOLUTION
    # step by step
    starts = range(0, len(words), size)
    return [words[i : i + size] for i in starts]
    ### END SOLUTION'''
VALUE = "### BEGIN SOLUTION\nsize, overlap = 3, 1\n### END SOLUTION\nprint(size)"


def solution_notebook(*cells):
    title, head = text("# 01 · Cut documents · solutions"), text("## E1.2 · Cut a text")
    return run_notebooks.normalise(new_notebook(cells=[title, head, text("### Hint"), *cells]))


def test_an_exercise_is_made_and_leaks_nothing():
    secret = text("Because the last window is short.", "solution")
    solution = solution_notebook(code(SOLUTION, printed("x")), code(VALUE), secret)
    exercise = make_exercises.make_exercise(solution)
    assert exercise.cells[0].source == "# 01 · Cut documents · exercises"
    assert exercise.cells[3].source == (
        'def cut(text, size):\n    """Cut a text."""\n    words = text.split()\n'
        '    # Write your code here (about 2 lines).\n    raise NotImplementedError("E1.2")'
    )
    assert exercise.cells[4].source == (
        "size = None  # your answer\noverlap = None  # your answer\nprint(size)"
    )
    assert [cell.id for cell in exercise.cells] == [cell.id for cell in solution.cells[:-1]]
    assert exercise.cells[3].outputs == [] and exercise.cells[3].execution_count is None
    assert leaked_lines(solution, exercise) == []
    again = make_exercises.make_exercise(solution)
    assert run_notebooks.to_text(again) == run_notebooks.to_text(exercise)


@pytest.mark.parametrize("indent", ["", "    ", "        "])
def test_a_leaked_solution_line_is_found(indent):
    solution = solution_notebook(code(SOLUTION), text("Since it is short.", "solution"))
    exercise = make_exercises.make_exercise(solution)
    exercise.cells[3].source += f"\n{indent}starts = range(0, len(words), size)"
    exercise.cells[2].source += "\nSince it is short."
    expected = ["Since it is short.", "starts = range(0, len(words), size)"]
    assert leaked_lines(solution, exercise) == expected


@pytest.mark.parametrize(
    "source, message",
    {
        "### BEGIN SOLUTION\nx = 1": "without ### END",
        "### begin solution\nx = 1\n### end solution": "alone in a line",
        "#  BEGIN-SOLUTION\nx = 1": "alone in a line",
        "x = 1\n### END SOLUTION": "without ### BEGIN",
        "### BEGIN SOLUTION\n### BEGIN SOLUTION\nx = 1\n### END SOLUTION": "inside another",
        "### BEGIN SOLUTION\nprint(1)\n### END SOLUTION": "may only assign",
        "### BEGIN SOLUTION\nx[0] = 1\n### END SOLUTION": "assigns no plain name",
        "### BEGIN SOLUTION\n### END SOLUTION": "assigns nothing",
        "# BEGIN SOLUTION\nx = 1": "a marker is",
        "if 1:\n    ### BEGIN SOLUTION\n    x = 1\n    ### END SOLUTION": "stand in a function",
        "def f():\n    ### BEGIN SOLUTION\n    x = 1\n### END SOLUTION": "not indented like",
    }.items(),
)
def test_wrong_markers_abort(source, message):
    with pytest.raises(make_exercises.SourceError, match=message):
        make_exercises.make_exercise(solution_notebook(code(source)))


def test_a_changed_missing_or_orphaned_exercise_is_listed(tmp_path, capsys):
    for name in ("01_cut", "02_count"):
        write(tmp_path / "solutions" / f"{name}_sol.ipynb", text("## E1.2"), code(SOLUTION))
    assert make_exercises.main([], tmp_path) == 0 == make_exercises.main(["--check"], tmp_path)
    changed = tmp_path / "exercises" / "01_cut_ex.ipynb"
    changed.write_text(changed.read_text("utf-8").replace("Write", "write"), encoding="utf-8")
    (tmp_path / "exercises" / "02_count_ex.ipynb").rename(tmp_path / "exercises" / "03_x_ex.ipynb")
    capsys.readouterr()
    assert make_exercises.main(["--check"], tmp_path) == 1
    shown = capsys.readouterr().out
    assert re.findall(r"(\w+)\.ipynb: (\w+)", shown) == [
        ("01_cut_ex", "not"),
        ("02_count_ex", "missing"),
        ("03_x_ex", "has"),
    ]


# ---- parity ----------------------------------------------------------------------------------

LIBRARY = '''
def share(part: int, whole: int = 1) -> float:
    """A share."""
    _check_positive("whole", whole)
    ratio: float = part / whole
    return ratio
'''
DOTTED = "course_lib.shares.share"


@pytest.mark.parametrize(
    "lesson_code, message",
    [
        ("def share(part, whole=1):\n    ratio = part / whole\n    return ratio", None),
        (
            'def share(part, whole=1):\n    """Own."""\n    ratio = part / whole\n    return ratio',
            None,
        ),
        ("def share(part, whole=1):\n    ratio = part * whole\n    return ratio", "library:"),
        ("def share(part, whole=2):\n    ratio = part / whole\n    return ratio", "library:"),
        (
            "def share(part, whole=1):\n    ratio = part / whole\n    return ratio\nx = 1",
            "nothing else",
        ),
        ("def other(part):\n    return part", "the definition of share"),
    ],
)
def test_a_drifted_library_function_is_found(tmp_path, lesson_code, message):
    (tmp_path / "shares.py").write_text(LIBRARY, encoding="utf-8")
    found = drift(lesson_code, DOTTED, tmp_path)
    assert found is None if message is None else message in found
    if message is None:  # one operator changed in the library
        (tmp_path / "shares.py").write_text(LIBRARY.replace("/", "//"), encoding="utf-8")
        assert "library:" in drift(lesson_code, DOTTED, tmp_path)


def test_a_name_imported_ahead_is_found(tmp_path):
    late = {"course_lib.chunking.chunk_words": ["07"]}
    for source in (
        "from course_lib import chunk_words, load_corpus, plots",
        "from course_lib.chunking import chunk_words",
        "import course_lib\ncourse_lib.chunking.chunk_words('a')",
        "from course_lib import chunking\nchunking.chunk_words('a')",
    ):
        path = write(tmp_path / "03_early.ipynb", code(source))
        assert ["uses course_lib" in line for line in imports_ahead(path, late)] == [True]
        path = write(tmp_path / "08_late.ipynb", code(source))
        assert list(imports_ahead(path, late)) == []
        built = code("def chunk_words(): 1", tags=["lib:course_lib.chunking.chunk_words"])
        path = write(tmp_path / "07_now.ipynb", code(source), built, code(source + "  # after"))
        assert len(list(imports_ahead(path, late))) == 1


def test_code_lines_are_counted_without_text():
    assert code_lines(LIBRARY + "\n# a comment\n\nTEXT = '''a\nb'''\n") == {2, 4, 5, 6, 10, 11}


# ---- checks ----------------------------------------------------------------------------------


def always_right(answer):
    return checks.passed("E9.1")


def too_vague(answer):
    return checks.check_value("E9.1", answer, 3)


def test_a_wrong_answer_that_passes_is_found():
    wrong = [(1, "one"), (2, "two"), (4, "four")]
    assert len(list(wrong_answer_problems(always_right, wrong))) == 3
    assert len(list(wrong_answer_problems(too_vague, wrong))) == 3
    assert len(list(wrong_answer_problems(too_vague, [(1, "general")] * 3))) == 3
    hints = [("low", lambda got, expected: got < expected, "Too low.")]

    def good(answer):
        return checks.check_value("E9.1", answer, 3, hints)

    assert list(wrong_answer_problems(good, [(1, "low"), (2, "low"), (0, "low")])) == []
    assert "three are needed" in next(wrong_answer_problems(good, [(1, "low")]))


class Hostile:
    """Raises whatever is asked of it."""

    def _raise(self, *args):
        raise RuntimeError("hostile")

    __eq__ = __repr__ = __str__ = __bool__ = __len__ = __iter__ = __call__ = __hash__ = _raise
    __deepcopy__ = __float__ = _raise


def endless(n):
    total = 0
    while True:
        total += n


def recursive(n):
    return recursive(n + 1)


def unfinished(n):
    raise NotImplementedError("E9.1")


ANSWERS = [  # answer, status, hint
    (lambda n: 2 * n, "passed", ""),
    (lambda n: np.float64(2 * n), "passed", ""),
    (unfinished, "not done yet", ""),
    (None, "not done yet", ""),
    (..., "not done yet", ""),
    (endless, "failed", "endless"),
    (recursive, "failed", "error"),
    (lambda n: 1 / 0, "failed", "error"),
    (lambda n: sys.exit(1), "failed", "exit"),
    (lambda: 1, "failed", "arguments"),
    (lambda n, m: 1, "failed", "arguments"),
    (lambda n: None, "failed", "none"),
    (lambda n: (x for x in [n]), "failed", "generator"),
    (lambda n: itertools.repeat(n), "failed", "generator"),
    (lambda n: Hostile(), "failed", "general"),
    (lambda n: "6", "failed", "general"),
    (Hostile(), "failed", "error"),
    (6, "failed", "no-function"),
    (lambda n: 3 * n, "failed", "three"),
]


@pytest.mark.parametrize("answer, status, hint", ANSWERS)
def test_a_check_of_a_function_never_raises(answer, status, hint, capsys):
    hints = [("broken", lambda args, got, expected: 1 / 0, ""), ("three", is_triple, "Twice.")]
    result = checks.check_cases("E9.1", answer, [(3, 6), ((4,), 8)], hints)
    assert (result.status, result.hint) == (status, hint)
    shown = capsys.readouterr()
    assert shown.out.startswith("E9.1 ") and not shown.err and "Traceback" not in shown.out
    assert checks.RESULTS[-1] is result


def is_triple(args, got, expected):
    return got == 3 * args[0]


def test_a_report_says_what_a_beginner_needs(capsys):
    def halve(n):
        print("my own line")
        return n / (n - 3)

    checks.check_cases("E9.1", halve, [(3, 6)])
    assert capsys.readouterr().out == (
        "my own line\nE9.1 not right yet.\n  input: 3\n  expected: 6\n"
        "  got: ZeroDivisionError: division by zero\n"
        "  hint: It stops with ZeroDivisionError: division by zero"
        " in your line: return n / (n - 3)\n"
    )


def test_the_step_limit_counts_the_learners_lines_only():
    """Work of a library, such as its first import, must not look like an endless loop."""

    def calls_a_library():
        return json.dumps(list(range(20_000)), indent=1).count("\n")

    def loops_around_a_library():
        while True:
            json.dumps([1], indent=1)

    def a_library_that_never_ends():
        return statistics.mean(itertools.repeat(1))

    ended = checks.call(a_library_that_never_ends, seconds=0.2).value
    assert isinstance(ended, checks.Endless)
    assert checks.call(calls_a_library, steps=50).value == 20_001
    assert isinstance(checks.call(loops_around_a_library, steps=50).value, checks.Endless)


def test_a_guard_clause_can_be_asked_for():
    def guarded(n):
        if n < 0:
            raise ValueError("n must not be negative")
        return n

    cases = [(2, 2), (-1, ValueError)]
    assert checks.check_cases("E9.1", guarded, cases).status == "passed"
    assert checks.check_cases("E9.1", lambda n: n, cases).status == "failed"


def test_properties_are_checked_for_every_input(capsys):
    short = ("long", lambda args, got: max(map(len, got)) <= args[1], "at most n words", "Count.")
    cases = [(["a", "b", "c"], 2)]
    good = checks.check_properties("E9.1", lambda w, n: [w[:n], w[n:]], cases, [short])
    assert good.status == "passed"
    bad = checks.check_properties("E9.1", lambda w, n: [w], cases, [short])
    assert (bad.status, bad.hint) == ("failed", "long")
    assert "expected: at most n words" in capsys.readouterr().out
    assert checks.check_properties("E9.1", lambda w, n: 5, cases, [short]).status == "failed"


NAN = float("nan")
EQUAL = [(1, 1.0), (0.3, 0.1 + 0.2), (NAN, np.nan), ([1, 2], (1, 2)), ((1, 2), np.array([1, 2]))]
EQUAL += [
    ({"a": 1.0}, {"a": np.int64(1)}),
    ({1, 2}, {2, 1}),
    ("a", np.str_("a")),
    (10**400, 10**400),
]
UNEQUAL = [(1, 2), (1, True), (NAN, 0.0), ([1], [1, 2]), ("1", 1), ({"a": 1}, {"b": 1}), (0, 1e-3)]


def test_values_are_compared_with_sense():
    for expected, got in EQUAL:
        assert checks.same(expected, got), (expected, got)
        assert checks.check_value("E9.1", got, expected).status == "passed"
    for expected, got in UNEQUAL:
        assert not checks.same(expected, got), (expected, got)
    loop = []
    loop.append(loop)
    for answer in (Hostile(), loop, print, (x for x in "ab"), Hostile):
        assert checks.check_value("E9.1", answer, [1]).status == "failed"
    assert checks.check_value("E9.1", (1, None), (1, 2)).status == "not done yet"


@pytest.mark.parametrize(
    "guess, shown",
    [
        (None, "no guess yet; it is 1,200 words"),
        (1000, "your guess: 1,000 words; it is 1,200 words: 200 too low"),
        ("1300", "your guess: 1300 words; it is 1,200 words: 100 too high"),
        (1200.0, "your guess: 1,200.0 words; it is 1,200 words: exactly right"),
        ("many", "your guess: many words; it is 1,200 words: not this time"),
        (NAN, "your guess: nan words; it is 1,200 words: not this time"),
    ],
)
def test_a_prediction_is_compared(guess, shown, capsys):
    checks.reveal(guess, 1200, "words")
    assert capsys.readouterr().out == shown + "\n"


def test_a_prediction_of_any_kind_is_survived(capsys):
    for guess in (Hostile(), [], 10**400, Hostile, True):
        checks.reveal(guess, 0.25)
        checks.reveal(0.5, guess)
    checks.reveal(" Yes", "yes")
    assert capsys.readouterr().out.endswith("right\n")


# ---- running, editing, saving ----------------------------------------------------------------


def test_a_run_stores_normal_form_or_nothing(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "nobody may see this")
    source = "import os, sys\nprint('a', flush=True)\nprint('b')"
    source += "\nprint([name for name in os.environ if 'OPENAI' in name])"
    path = tmp_path / "01_cut.ipynb"
    skip = code("1 / 0", printed("stale"), tags=["nbval-skip", "skip-execution"])
    write(path, text("# 01 · Cut"), code(source), skip, code("os.getcwd() == os.sep", count=9))
    assert run_notebooks.run([path]) == []
    stored = nbformat.read(path, as_version=4)
    assert [cell.id for cell in stored.cells] == [
        "01-cut",
        "import-os-sys",
        "1-0",
        "os-getcwd-os-sep",
    ]
    assert [cell.get("execution_count") for cell in stored.cells] == [None, 1, None, 2]
    assert stored.cells[1].outputs == [printed("a\nb\n[]\n")]
    assert stored.cells[2].outputs == [] and stored.metadata == run_notebooks.METADATA
    before = path.read_bytes()
    assert run_notebooks.run([path]) == [] and path.read_bytes() == before
    write(path, *stored.cells, code("x = 1\nundefined"))
    before = path.read_bytes()
    assert run_notebooks.run([path]) == [path] and path.read_bytes() == before
    shown = capsys.readouterr().out
    assert "cell 'x-1'" in shown and "undefined" in shown and "NameError" in shown
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


def test_ids_are_made_readable_and_kept():
    cells = [text("## Längen & Maße"), code("x", tags=["lib:course_lib.a.chunk_words"]), code("x")]
    cells += [code("### "), text("Long words " * 20), code("x")]
    cells[5].id = "mine"
    made = run_notebooks.normalise(new_notebook(cells=cells)).cells
    expected = ["langen-mae", "chunk-words", "code-x", "code", "long-words-long-words-long", "mine"]
    assert [cell.id for cell in made] == expected
    again = new_notebook(cells=made)
    again.cells.append(copy.deepcopy(made[5]))  # a copied cell keeps its id in some editors
    made = run_notebooks.normalise(again).cells
    assert [cell.id for cell in made] == [*expected, "code-x-2"]


def test_edit_and_save_keep_ids_tags_and_outputs(tmp_path):
    cells = [text("# 01 · Cut"), code("print(1)", printed("1\n"), tags=["parity"]), code("x")]
    path = write(tmp_path / "01_cut.ipynb", *cells)
    before = nbformat.read(path, as_version=4)
    script = run_notebooks.edit(path, tmp_path)
    source = script.read_text("utf-8")
    assert not run_notebooks.save(script, path, tmp_path)
    assert nbformat.read(path, as_version=4) == before
    script.write_text(source.replace("Cut", "Cut pages"), encoding="utf-8")
    assert not run_notebooks.save(script, path, tmp_path)  # no code changed: no need to run
    after = nbformat.read(path, as_version=4)
    assert after.cells[0].source == "# 01 · Cut pages" and after.cells[1:] == before.cells[1:]
    script.write_text(source.replace("print(1)", "print(2)"), encoding="utf-8")
    assert run_notebooks.save(script, path, tmp_path)
    assert run_notebooks.save(script, tmp_path / "02_new.ipynb", tmp_path)
    assert len(nbformat.read(tmp_path / "02_new.ipynb", as_version=4).cells) == 3


def test_neither_edit_nor_save_overwrites_other_changes(tmp_path):
    path = write(tmp_path / "01_cut.ipynb", text("# 01 · Cut"), code("print(1)"))
    committed = path.read_bytes()
    script = run_notebooks.edit(path, tmp_path)
    changed = script.read_text("utf-8").replace("Cut", "Cut pages")
    script.write_text(changed, encoding="utf-8")
    os.utime(script, (1, 1))  # however old
    with pytest.raises(ValueError, match="unsaved changes"):
        run_notebooks.edit(path, tmp_path)
    assert script.read_text("utf-8") == changed
    run_notebooks.save(script, path, tmp_path)
    assert run_notebooks.run([path]) == []
    script.write_text(changed + "# more", encoding="utf-8")
    run_notebooks.save(script, path, tmp_path)  # new outputs alone do no harm
    path.write_bytes(committed)  # as git checkout does
    with pytest.raises(ValueError, match="has changed since"):
        run_notebooks.save(script, path, tmp_path)
    assert path.read_bytes() == committed
    assert run_notebooks.save(script.rename(tmp_path / "kept.py"), tmp_path / "02.ipynb", tmp_path)
    run_notebooks.edit(path, tmp_path)
    script.with_suffix(".before").unlink()  # nothing says what the script was made from
    with pytest.raises(ValueError, match="has changed since"):
        run_notebooks.save(script, path, tmp_path)


def test_a_damaged_script_is_not_saved(tmp_path):
    path = write(tmp_path / "01_cut.ipynb", *(text(f"part {n}") for n in range(6)))
    before = path.read_bytes()
    for content in ("", "# %% [markdown]\n# part 0\n"):
        script = tmp_path / "other.py"
        script.write_text(content, encoding="utf-8")
        with pytest.raises(ValueError, match="is it damaged"):
            run_notebooks.save(script, path, tmp_path)
        assert path.read_bytes() == before


def test_an_exercise_is_not_edited(capsys):
    path = next((ROOT / "exercises").glob("*.ipynb"))
    for words in (["edit", str(path)], ["save", str(path)]):
        assert run_notebooks.main(words) == 1
        assert f"edit solutions/{path.stem[:-3]}_sol.ipynb" in capsys.readouterr().err


# ---- damaged notebooks, full disks -----------------------------------------------------------

CELL = '{"cell_type": "code", "metadata": {}, "id": "ab-c"}'  # has neither source nor outputs
DAMAGED = {
    "cut in half": '{"cells": [{"cell_type": "mark',
    "empty": "",
    "a list": "[1, 2]",
    "no cells": '{"metadata": {}, "nbformat": 4, "nbformat_minor": 5}',
    "half a cell": f'{{"cells": [{CELL}], "metadata": {{}}, "nbformat": 4, "nbformat_minor": 5}}',
    "a later format": '{"cells": [], "metadata": {}, "nbformat": 99, "nbformat_minor": 5}',
    "not UTF-8": b"\xff\xfe{}",
    "nested without end": "[" * 100_000,
}


@pytest.fixture(params=DAMAGED.values(), ids=DAMAGED)
def damaged(request, tmp_path):
    """A solution that is no notebook any more, beside its exercise as it was."""
    path = write(tmp_path / "solutions" / "01_cut_sol.ipynb", text("# 01 · solution"))
    assert make_exercises.main([], tmp_path) == 0
    content = request.param
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_a_damaged_notebook_is_named_and_left_alone(damaged, tmp_path, capsys, monkeypatch):
    before, whole = damaged.read_bytes(), write(tmp_path / "02_whole.ipynb", text("# 02 · x"))
    monkeypatch.setattr(run_notebooks, "execute", lambda notebook, folder: notebook)
    assert run_notebooks.main(["run", str(damaged), str(whole)]) == 1
    shown = capsys.readouterr().out
    assert "01_cut_sol.ipynb is damaged, or no notebook" in shown and "git restore" in shown
    assert "02_whole.ipynb: 0.0 s" in shown  # the others are run
    script = tmp_path / "some.py"
    script.write_text("# %%\n1\n", encoding="utf-8")
    for words in (["edit", str(damaged)], ["save", str(script), str(damaged)]):
        assert run_notebooks.main(words) == 1
        assert "01_cut_sol.ipynb is damaged" in capsys.readouterr().err
    assert damaged.read_bytes() == before


def test_no_exercise_is_made_or_passed_while_its_solution_is_damaged(damaged, tmp_path, capsys):
    exercise = tmp_path / "exercises" / "01_cut_ex.ipynb"
    before = exercise.read_bytes()
    for words in ([], ["--check"]):
        assert make_exercises.main(words, tmp_path) == 1
        assert "01_cut_sol.ipynb is damaged" in capsys.readouterr().err
    for words in ([], [str(exercise)], [str(damaged)]):
        assert check_notebooks.main(words, tmp_path) == 1
    assert "no notebook: " in capsys.readouterr().out
    assert exercise.read_bytes() == before
    found, _ = check_notebooks.check(tmp_path, [exercise])
    (made,) = [message for _, _, message in found if "no exercises can be made" in message]
    assert "01_cut_sol.ipynb is damaged" in made


def test_a_link_into_a_damaged_notebook_is_reported(tmp_path):
    link = text("# 01 · x\n\n[there](../notebooks/02_b.ipynb#Part) [it](../notebooks/02_b.ipynb)")
    path = write(tmp_path / "notebooks" / "01_a.ipynb", link)
    path.with_name("02_b.ipynb").write_text("half", encoding="utf-8")
    problems = [line for line in findings(path) if "02_b" in line]
    assert len(problems) == 1 and "02_b.ipynb#Part: that file cannot be read" in problems[0]


def test_a_script_that_is_not_utf8_is_named(tmp_path, capsys):
    script, path = tmp_path / "some.py", write(tmp_path / "01_a.ipynb", text("# 01 · x"))
    script.write_bytes(b"# %%\n\xff")
    assert run_notebooks.main(["save", str(script), str(path)]) == 1
    assert "some.py is not in UTF-8" in capsys.readouterr().err


@pytest.mark.parametrize(
    "number, advice",
    [(errno.ENOSPC, "Make room"), (errno.EROFS, "cannot write"), (errno.EISDIR, "Mend this")],
)
def test_what_the_system_refuses_is_told_without_a_traceback(
    tmp_path, capsys, monkeypatch, number, advice
):
    path = write(tmp_path / "solutions" / "01_cut_sol.ipynb", text("# 01 · solution"))
    before = path.read_bytes()

    def refused(*args, **kwargs):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(run_notebooks, "execute", lambda notebook, folder: notebook)
    monkeypatch.setattr(run_notebooks.os, "replace", refused)
    assert run_notebooks.main(["run", str(path)]) == 1
    assert make_exercises.main([], tmp_path) == 1
    shown = capsys.readouterr().err
    assert shown.count(os.strerror(number)) == 2 and shown.count(advice) == 2
    assert path.read_bytes() == before
    assert list(tmp_path.glob("*/.*")) == []  # nothing half written is left


def test_a_script_that_is_stopped_says_so(tmp_path, capsys, monkeypatch):
    def stopped(*args):
        raise KeyboardInterrupt

    monkeypatch.setattr(make_exercises, "planned", stopped)
    assert make_exercises.main([], tmp_path) == 130
    assert capsys.readouterr().err == "\nStopped.\n"


def test_damaged_vectors_are_told(monkeypatch, capsys):
    def damaged(*args):
        raise ValueError("datasets/house/vectors.npz is cut, damaged or no file of vectors")

    monkeypatch.setattr(vectors, "all_texts", lambda: {"house": ["a"]})
    monkeypatch.setattr(vectors, "encoder", lambda: None)
    monkeypatch.setattr(vectors, "lowest_cosine", damaged)
    assert vectors.main(["check"]) == 1
    shown = capsys.readouterr().out
    assert "vectors.npz is cut" in shown and "git restore" in shown


def test_vectors_that_are_no_numbers_fail_the_check(monkeypatch, capsys):
    monkeypatch.setattr(vectors, "all_texts", lambda: {"house": ["a"]})
    monkeypatch.setattr(vectors, "encoder", lambda: None)
    for lowest, code in ((1.0, 0), (0.9998, 1), (float("nan"), 1)):
        monkeypatch.setattr(vectors, "lowest_cosine", lambda *args, lowest=lowest: lowest)
        assert vectors.main(["check"]) == code
    assert "lowest cosine nan" in capsys.readouterr().out
