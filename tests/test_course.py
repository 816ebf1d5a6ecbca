"""course.py without its installs: messages, set-up decisions, work copies, exit codes."""

import argparse
import ast
import importlib.util
import json
import shutil
import socket
import subprocess
import sys
import time
import types
from pathlib import Path

import pytest

COURSE = Path(__file__).resolve().parents[1] / "course.py"


def load(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


NOTEBOOK = """{"cells": [{"cell_type": "markdown", "source": "größe"}, {"cell_type": "code",
"execution_count": 1, "outputs": [{"name": "stdout", "text": "42"}], "source": "6 * 7"}]}"""


@pytest.fixture
def course(tmp_path, monkeypatch):
    """The module, with its folder moved to one of our own whose path has a space and an umlaut."""
    root = tmp_path / "mein Köfferchen"
    for folder in ("notebooks", "exercises", "solutions", ".venv/site"):
        (root / folder).mkdir(parents=True)
    for name in ("requirements.txt", "requirements-dev.txt", "constraints.txt", "pyproject.toml"):
        (root / name).write_text(name, encoding="utf-8")
    for name in ("notebooks/01_cut.ipynb", "exercises/01_cut_ex.ipynb", "notebooks/02_tf.ipynb"):
        (root / name).write_text(NOTEBOOK, encoding="utf-8")
    module = load(COURSE)
    place(module, root, monkeypatch)
    return module


def place(module, root, monkeypatch):
    monkeypatch.setattr(module, "ROOT", root)
    monkeypatch.setattr(module, "VENV", root / ".venv")
    monkeypatch.setattr(module, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(module, "STAMP", root / ".venv" / "installed.json")
    monkeypatch.setattr(module, "WORK", root / "work")
    monkeypatch.setattr(module, "look_at_venv", lambda: ((3, 11), root / ".venv" / "site"))


BOTH = ["requirements.txt", "requirements-dev.txt"]


# ---- messages --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "error, advice",
    [
        ("ERROR: Could not install: [Errno 28] No space left on device", "Make room"),
        ("OSError: [Errno 122] Disk quota exceeded", "Make room"),
        ("ERROR: [Errno 13] Permission denied: '/x'", "move the folder"),
        ("OSError: [Errno 30] Read-only file system: '/x'", "move the folder"),
        ("Retrying (Retry(total=4))\nERROR: No matching distribution found for x", "HTTPS_PROXY"),
        ("ERROR: HTTP error 404 while getting https://example.org/", "PIP_INDEX_URL"),
        ("ERROR: No matching distribution found for torch==2.13.0", "Intel chip"),
        ("ERROR: Cannot install torch==2.13.0 because of a conflict", "Intel chip"),
        ("ERROR: No matching distribution found for torchlike==1", "torchlike==1"),
        ("ERROR: No matching distribution found for numpy==2.4.6", "course.py wheels DIR"),
        ("zipfile.BadZipFile: Bad CRC-32", "Run this command again"),
    ],
)  # fmt: skip
def test_each_known_error_says_what_to_do(course, error, advice):
    assert advice in course.explain(error)


def test_unknown_error_on_a_full_disk(course, monkeypatch):
    assert course.explain("something else") is None
    usage = shutil.disk_usage(".")._replace(free=1000)
    monkeypatch.setattr(course.shutil, "disk_usage", lambda path: usage)
    assert "Make room" in course.explain("something else")


def test_a_failing_step_is_explained_by_its_errors(course, capfd):
    code = "import sys; print('working'); sys.exit('ERROR: [Errno 28] No space left on device')"
    with course.set_up_lock() as lock, pytest.raises(course.Stop, match="Make room"):
        course.install([sys.executable, "-c", code], lock)
    shown = capfd.readouterr()
    assert "working" in shown.out and "No space left" in shown.err


def test_missing_venv_module_names_the_package(course, monkeypatch):
    monkeypatch.setattr(course, "find_spec", lambda name: None if name == "ensurepip" else name)
    with pytest.raises(course.Stop, match=r"apt install python3\.\d+-venv"):
        course.make_venv(None)


@pytest.mark.parametrize("version, fits", [((3, 10), False), ((3, 11), True), ((3, 15), False)])
def test_python_version(course, version, fits):
    if fits:
        course.check_python(version)
    else:
        with pytest.raises(course.Stop, match=r"3\.11 to 3\.14"):
            course.check_python(version)


def old_pythons():
    names = [shutil.which(f"python3.{minor}") for minor in range(6, 11)]
    names += sorted(Path.home().glob(".pyenv/versions/3.[6-9].*/bin/python"))
    for name in filter(None, names):
        if subprocess.run([name, "-c", "pass"], capture_output=True).returncode == 0:
            yield name


def test_an_old_python_gets_the_message():
    ast.parse(COURSE.read_text(encoding="utf-8"), feature_version=(3, 7))
    python = next(old_pythons(), None)
    if python is None:
        pytest.skip("no Python older than 3.11 here")
    done = subprocess.run([python, COURSE, "lab"], capture_output=True, text=True)
    assert done.returncode == 1
    assert "needs Python 3.11" in done.stderr and "Traceback" not in done.stderr


# ---- set-up ----------------------------------------------------------------------------------


@pytest.fixture
def commands(course, monkeypatch):
    """The set-up's steps, written down instead of run."""
    steps = []
    monkeypatch.setattr(course, "install", lambda command, lock: steps.append(command[3:]))
    return steps


def asked_for(commands):
    return [step[step.index("-r") + 1] for step in commands if "-r" in step]


def test_the_first_run_installs_and_the_second_nothing(course, commands):
    course.set_up()
    assert asked_for(commands) == ["requirements.txt"]
    assert commands[-1][-2:] == ["-e", "."]
    commands.clear()
    course.set_up()
    assert commands == []


def test_test_after_lab_only_adds_its_own_part(course, commands):
    course.set_up()
    commands.clear()
    course.set_up(dev=True)
    assert asked_for(commands) == ["requirements-dev.txt"]
    assert course.due(BOTH) == []


@pytest.mark.parametrize(
    "changed, again",
    [
        ("requirements.txt", ["requirements.txt"]),
        ("requirements-dev.txt", ["requirements-dev.txt"]),
        ("constraints.txt", BOTH),
    ],
)
def test_a_changed_file_installs_again(course, commands, changed, again):
    course.set_up(dev=True)
    (course.ROOT / changed).write_text("changed", encoding="utf-8")
    assert course.due(BOTH) == again


def test_a_moved_folder_installs_again(course, commands, monkeypatch):
    course.set_up(dev=True)
    new = course.ROOT.with_name("renamed")
    course.ROOT.rename(new)
    place(course, new, monkeypatch)
    assert course.due(BOTH) == BOTH


def test_a_venv_that_does_not_run_installs_again(course, commands, monkeypatch):
    course.set_up()
    monkeypatch.setattr(course, "look_at_venv", lambda: None)
    assert course.due(["requirements.txt"]) == ["requirements.txt"]


def test_a_kill_in_the_middle_leaves_the_set_up_due(course, commands, monkeypatch):
    course.set_up()
    (course.ROOT / "requirements-dev.txt").write_text("changed", encoding="utf-8")

    def killed(command, lock):
        raise KeyboardInterrupt

    monkeypatch.setattr(course, "install", killed)
    with pytest.raises(KeyboardInterrupt):
        course.set_up(dev=True)
    assert course.due(BOTH) == BOTH


def test_a_half_written_stamp_counts_as_none(course, commands):
    course.set_up()
    course.STAMP.write_text(course.STAMP.read_text()[:20])
    assert course.due(["requirements.txt"]) == ["requirements.txt"]


def fake_package(site, name, files):
    """A package as pip leaves it: its files, and RECORD with their sizes."""
    info = site / f"{name}-1.0.dist-info"
    info.mkdir()
    rows = [f"{info.name}/RECORD,,"]
    for file, content in files.items():
        (site / file).parent.mkdir(exist_ok=True)
        (site / file).write_bytes(content)
        rows.append(f'"{file}",sha256=x,{len(content)}')
    (info / "RECORD").write_text("\n".join(rows), encoding="utf-8")
    return info


def test_incomplete_packages_are_found_and_forgotten(course, commands):
    site = course.VENV / "site"
    whole = fake_package(site, "whole", {"whole/a.py": b"1", "whole/b, c.py": b""})
    missing = fake_package(site, "missing", {"missing/a.py": b"1", "missing/b.py": b"2"})
    (site / "missing" / "b.py").unlink()
    cut = fake_package(site, "cut", {"cut/a.so": b"12345"})
    (site / "cut" / "a.so").write_bytes(b"123")
    unlisted = fake_package(site, "unlisted", {"unlisted/a.py": b"1"})
    (unlisted / "RECORD").unlink()
    (site / "~issing").mkdir()
    assert course.broken_packages(site) == [cut, missing, unlisted]
    assert not (site / "~issing").exists()
    course.set_up()
    assert whole.exists() and not cut.exists() and not missing.exists()


def test_an_incomplete_pip_makes_venv_anew(course, commands, monkeypatch):
    (fake_package(course.VENV / "site", "pip", {"pip/a.py": b"1"}) / "RECORD").unlink()
    made = []
    monkeypatch.setattr(course, "make_venv", lambda lock: made.append(1) or course.look_at_venv())
    course.set_up()
    assert made


def test_a_second_set_up_waits(course):
    code = (
        "import sys, importlib.util as u; from pathlib import Path;"
        "spec = u.spec_from_file_location('course', sys.argv[1]);"
        "course = u.module_from_spec(spec); spec.loader.exec_module(course);"
        "course.ROOT = Path(sys.argv[2])\n"
        "with course.set_up_lock(): print('mine', flush=True)"
    )
    command = [sys.executable, "-u", "-X", "utf8", "-c", code, COURSE, course.ROOT]
    with course.set_up_lock():
        second = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert "Waiting" in second.stdout.readline()
        time.sleep(0.7)
        assert second.poll() is None
    assert second.communicate(timeout=10)[0] == "mine\n"


def test_the_home_directory_has_no_say(course, monkeypatch):
    monkeypatch.setenv("HOME", str(course.ROOT / "nowhere"))
    monkeypatch.setenv("USERPROFILE", str(course.ROOT / "nowhere"))
    monkeypatch.setenv("MATPLOTLIBRC", "mine")
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    env = course.checked_environment()
    assert "MATPLOTLIBRC" not in env and "OPENAI_API_KEY" not in env
    assert env["PIP_NO_CACHE_DIR"] == "1" and env["HF_HUB_OFFLINE"] == "1"
    for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "MPLCONFIGDIR"):
        assert Path(env[name]).is_relative_to(course.VENV)
    assert course.environment()["OPENAI_API_KEY"] == "secret"  # `lab` leaves it to the learner


# ---- verbs -----------------------------------------------------------------------------------


def test_copies_are_made_once_and_never_overwritten(course):
    assert len(course.copy_to_work()) == 3
    mine = course.WORK / "exercises" / "01_cut_ex.ipynb"
    mine.write_text("my answer", encoding="utf-8")
    (course.WORK / "notebooks" / "02_tf.ipynb").unlink()
    assert course.copy_to_work() == [course.WORK / "notebooks" / "02_tf.ipynb"]
    assert mine.read_text(encoding="utf-8") == "my answer"
    assert not list(course.WORK.rglob("*.tmp"))


def test_a_lesson_is_copied_without_outputs_and_an_exercise_as_it_is(course):
    course.copy_to_work()
    lesson = json.loads((course.WORK / "notebooks" / "01_cut.ipynb").read_text(encoding="utf-8"))
    markdown, code = lesson["cells"]
    assert markdown["source"] == "größe" and code["source"] == "6 * 7"
    assert code["outputs"] == [] and code["execution_count"] is None
    copy = course.WORK / "exercises" / "01_cut_ex.ipynb"
    assert copy.read_text(encoding="utf-8") == NOTEBOOK


def test_reset_keeps_what_was_there(course):
    course.copy_to_work()
    mine = course.WORK / "exercises" / "01_cut_ex.ipynb"
    for number, answer in enumerate(["first", "second"], 1):
        mine.write_text(answer, encoding="utf-8")
        assert course.main(["reset", "1"]) == 0
        assert mine.read_text(encoding="utf-8") == NOTEBOOK
        old = mine.with_name(f"01_cut_ex-old-{number}.ipynb")
        assert old.read_text(encoding="utf-8") == answer
    assert course.main(["reset", "01"]) == 0  # nothing to renew, so nothing is kept
    assert len(list(course.WORK.rglob("*-old-*"))) == 2


@pytest.mark.parametrize("content", [b'{"cells": [{"cell', b"", b"[1]", b'{"cells": [1]}', b"\xff"])
@pytest.mark.parametrize("name", ["notebooks/01_cut.ipynb", "exercises/01_cut_ex.ipynb"])
def test_a_damaged_notebook_is_not_copied(course, name, content):
    course.copy_to_work()
    mine, source = course.WORK / name, course.ROOT / name
    mine.write_text("mine", encoding="utf-8")
    source.write_bytes(content)
    with pytest.raises(course.Stop, match=f"{source.name} is damaged(.|\n)*git restore"):
        course.reset(argparse.Namespace(lesson="01"))
    assert mine.read_text(encoding="utf-8") == "mine"
    mine.unlink()
    with pytest.raises(course.Stop, match="is damaged"):
        course.copy_to_work()
    assert not mine.exists()


def test_reset_of_a_checkpoint(course):
    for name in ("checkpoint_1", "checkpoint_10"):
        for folder, end in (("exercises", "ex"), ("solutions", "sol")):
            (course.ROOT / folder / f"{name}_{end}.ipynb").write_text(NOTEBOOK, encoding="utf-8")
    course.copy_to_work()
    mine = sorted(course.WORK.rglob("checkpoint_*.ipynb"))
    for path in mine:
        path.write_text("my answer", encoding="utf-8")
    assert course.main(["reset", "checkpoint_1"]) == 0
    renewed = {path.name for path in mine if path.read_text(encoding="utf-8") == NOTEBOOK}
    assert renewed == {"checkpoint_1_ex.ipynb", "checkpoint_1_sol.ipynb"}
    assert len(list(course.WORK.rglob("checkpoint_1_*-old-1.ipynb"))) == 2


def test_reset_of_an_unknown_lesson(course, capsys):
    assert course.main(["reset", "7"]) == 1
    assert "no lesson 7. There are: 01 02" in capsys.readouterr().err


def test_a_port_in_use(capsys):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        command = [sys.executable, COURSE, "lab", "--no-browser", "--port", str(port)]
        done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1
    assert f"Port {port} is in use" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "raised, code", [(KeyboardInterrupt(), 130), (PermissionError(13, "Permission denied"), 1)]
)
def test_no_bare_traceback(course, monkeypatch, capsys, raised, code):
    def broken(*args, **kwargs):
        raise raised

    monkeypatch.setattr(course, "set_up", broken)
    assert course.main(["test"]) == code
    assert "Traceback" not in capsys.readouterr().err


def test_wrong_words_end_with_code_2(course):
    for words in (
        [],
        ["learn"],
        ["test", "--fast"],
        ["reset"],
        ["exercises", "01"],
        ["edit", "01", "x"],
    ):
        with pytest.raises(SystemExit) as ended:
            course.main(words)
        assert ended.value.code == 2


@pytest.mark.parametrize(
    "failing, last",
    [
        (None, "6 passed, 0 failed"),
        ("ruff", "4 passed, 2 failed"),
        ("lessons", "5 passed, 1 failed"),
    ],
)
def test_test_goes_on_and_counts(course, monkeypatch, capsys, failing, last):
    (course.ROOT / "solutions" / "01_cut_sol.ipynb").write_text("new", encoding="utf-8")
    monkeypatch.setattr(course, "set_up", lambda dev: "python")
    monkeypatch.setattr(course.subprocess, "call", lambda command, **more: failing in command)
    lessons = int(failing == "lessons")
    beside = types.SimpleNamespace(wait=lambda: lessons, poll=lambda: lessons)
    monkeypatch.setattr(course.subprocess, "Popen", lambda command, **more: beside)
    assert course.main(["test"]) == (1 if failing else 0)
    assert capsys.readouterr().out.splitlines()[-1] == f"course: {last}"


def test_test_does_not_pass_on_nothing(course, monkeypatch, capsys):
    monkeypatch.setattr(course, "set_up", lambda dev: "python")
    monkeypatch.setattr(course.subprocess, "call", lambda command, **more: 0)
    assert course.main(["test"]) == 1  # there are no solutions in this folder
    assert "no notebook in solutions/" in capsys.readouterr().out


def test_model_installs_without_dependencies_and_serves(course, monkeypatch):
    done = []
    monkeypatch.setattr(course, "set_up", lambda: "python")
    monkeypatch.setattr(course, "install", lambda command, lock: done.append(command))
    monkeypatch.setattr(course.subprocess, "call", lambda command, env: done.append(command) or 7)
    assert course.main(["model"]) == 7
    installed, served = done
    assert installed[:4] == ["python", "-m", "pip", "install"] and "--no-deps" in installed
    assert (COURSE.parent / installed[-1]).is_file()
    script = Path(served[1]).relative_to(course.ROOT)
    assert served[0] == "python" and (COURSE.parent / script).is_file()


def test_doctor_reports_what_is_broken(monkeypatch, capsys):
    doctor = load(COURSE.parent / "tools" / "doctor.py")
    for name in ("check_kernel", "check_corpus", "check_library", "check_model", "check_python"):
        monkeypatch.setattr(doctor, name, lambda *words: "works")
    monkeypatch.setattr(doctor, "VENV", Path(sys.prefix).resolve())
    monkeypatch.setattr(doctor, "STAMP", COURSE)
    monkeypatch.setattr(doctor, "pins", lambda: {"pytest": {"0.1"}, "numpy": {"0.2", "0.3"}})
    assert doctor.main() == 1
    shown = capsys.readouterr().out
    assert "pytest is" in shown and "not 0.2 or 0.3" in shown and "1 of 11 do not work" in shown


def test_doctor_before_the_first_lab(monkeypatch, capsys):
    doctor = load(COURSE.parent / "tools" / "doctor.py")
    monkeypatch.setattr(doctor, "STAMP", COURSE / "none")
    assert doctor.main() == 1
    shown = capsys.readouterr().out
    assert "not installed yet" in shown and "BROKEN" not in shown and "All of it" not in shown
