"""Run notebooks on a fresh kernel and store them in one normal form; edit one as a script.

    run [NN or path …]        all lessons and solutions, or those with these numbers, or these files
    edit NN or path           writes the notebook as a script to work/edit/NAME.py
    save NN or path           merges that script back; outputs of unchanged cells are kept
    save SCRIPT NOTEBOOK      the same for any script; makes the notebook when there is none

Beside the script lies NAME.before, the script as `edit` or the last `save` wrote it: `edit`
overwrites no script that differs from it, `save` no notebook whose text or code does.

A run stops at the first error, shows the cell and leaves the file as it was. Cells tagged
``skip-execution`` are not run. In normal form metadata is cut to the kernel's name and the cells'
tags, and each cell has an id that can be read, so that a diff shows what an author changed.
"""

import argparse
import os
import re
import sys
import tempfile
import time
import unicodedata
from pathlib import Path

import jupytext
import nbclient
import nbformat
from jupytext.combine import combine_inputs_with_outputs
from messages import told
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

ROOT = Path(__file__).resolve().parents[1]
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
READABLE_ID = re.compile(r"(?=.{2,64}$)[a-z0-9]+(-[a-z0-9]+)*")
RANDOM_ID = re.compile(r"[0-9a-f]{8}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}")
TIMEOUT = 300  # seconds for one cell


# ---- the normal form -------------------------------------------------------------------------


def readable_id(cell_id):
    """Is this an id made by a person, and not a random one?"""
    return bool(READABLE_ID.fullmatch(cell_id)) and not RANDOM_ID.fullmatch(cell_id)


def slug(cell):
    """An id from the name of the function that a cell builds, or else from its first words."""
    built = [tag for tag in cell.metadata.get("tags", []) if tag.startswith(("lib:", "equiv:"))]
    if built:
        text = built[0].rsplit(".", 1)[-1]
    else:
        text = next((line for line in cell.source.splitlines() if line.strip("#-> \t")), "")
        text = re.sub(r"\]\([^)]*\)", " ", text)  # the target of a link says little
    text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    words = "-".join(re.findall(r"[a-z0-9]+", text)[:5])[:40].strip("-")
    return words if readable_id(words) else f"{cell.cell_type}-{words}".strip("-")


def merge_streams(outputs):
    """Join neighbouring pieces of one stream: how print is cut up depends on timing."""
    merged = []
    for output in outputs:
        output = nbformat.from_dict(output)
        if "metadata" in output:
            output.metadata = {}
        if merged and output.get("name", 0) == merged[-1].get("name", 1):  # both are streams
            merged[-1].text += output.text
        else:
            merged.append(output)
    return merged


def normalise(notebook):
    """Bring a notebook into the one form that is committed; readable ids stay as they are."""
    notebook = nbformat.from_dict(notebook)
    notebook.metadata = nbformat.from_dict(METADATA)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    taken = {cell.get("id") for cell in notebook.cells if readable_id(cell.get("id", ""))}
    seen = set()
    for cell in notebook.cells:
        tags = cell.metadata.get("tags", [])
        cell.metadata = nbformat.from_dict({"tags": sorted(set(tags))} if tags else {})
        cell.pop("attachments", None)
        if not readable_id(cell.get("id", "")) or cell.id in seen:
            wanted, number = slug(cell), 1
            cell.id = wanted
            while cell.id in taken | seen:
                number += 1
                cell.id = f"{wanted}-{number}"
        seen.add(cell.id)
        if cell.cell_type == "code":
            cell.outputs = merge_streams(cell.outputs)
    return notebook


def to_text(notebook):
    """The text of a notebook file: sorted keys, one blank of indent, a newline at the end."""
    nbformat.validate(notebook)
    return nbformat.writes(notebook).rstrip("\n") + "\n"


def read_notebook(path):
    """Read a notebook, raising its format to 4.5 so that every cell has an id.

    ValueError, which names the file, if it is no notebook.
    """
    try:
        notebook = nbformat.read(path, as_version=4)
        nbformat.validate(notebook)
    except OSError:
        raise
    except Exception as error:  # nbformat raises errors of many kinds
        raise ValueError(
            f"{shown(path)} is damaged, or no notebook ({type(error).__name__}): mend it, or fetch "
            "the committed one with `git restore`"
        ) from None
    return notebook


def write_text(text, path):
    """Write a file by way of a temporary one: it is there in full or not at all."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.chmod(temporary, path.stat().st_mode if path.exists() else 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


# ---- run -------------------------------------------------------------------------------------


def kernel_environment():
    """What a kernel sees: one thread, inline figures, no key. Kernels inherit it from here."""
    for name in [name for name in os.environ if name.startswith("OPENAI_")]:
        del os.environ[name]
    os.environ.update(
        OMP_NUM_THREADS="1",
        MPLBACKEND="module://matplotlib_inline.backend_inline",
        JUPYTER_PREFER_ENV_PATH="1",  # the kernel of this environment, not one of the user
    )


def execute(notebook, folder):
    """Run all cells in the folder; RuntimeError with cell, source and cause at the first error."""
    current = []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    client = nbclient.NotebookClient(
        notebook,
        timeout=TIMEOUT,
        kernel_name="python3",
        record_timing=False,
        extra_arguments=["--log-level=ERROR"],
        resources={"metadata": {"path": str(folder)}},
        on_cell_start=lambda cell, cell_index: current.append(cell),
    )
    try:
        client.execute()
    except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
        lines = re.sub(r"\x1b\[[0-9;]*m", "", str(error)).strip().splitlines()
        cell = current[-1]
        report = [f"cell {cell.id!r}:", *(f"    {line}" for line in cell.source.splitlines())]
        raise RuntimeError("\n".join(report + lines[-12:])) from None
    return notebook


def run(paths):
    """Run each notebook and store it; a list of the files that failed."""
    kernel_environment()
    failed = []
    for path in paths:
        start = time.monotonic()
        try:
            notebook = execute(normalise(read_notebook(path)), path.parent)
        except (RuntimeError, ValueError) as error:
            print(f"{shown(path)}: stopped, the file is unchanged\n{error}", flush=True)
            failed.append(path)
            continue
        write_text(to_text(normalise(notebook)), path)
        print(f"{shown(path)}: {time.monotonic() - start:.1f} s", flush=True)
    return failed


# ---- edit and save ---------------------------------------------------------------------------


def script_of(path, root=ROOT):
    """Where `edit` puts the script of a notebook."""
    return root / "work" / "edit" / f"{path.stem}.py"


def as_script(path):
    """The text of a notebook as a script, its cells marked by ``# %%``."""
    notebook = read_notebook(path)
    notebook.metadata = nbformat.from_dict({"jupytext": {"notebook_metadata_filter": "-all"}})
    return jupytext.writes(notebook, fmt="py:percent")


def text_of(path):
    try:
        return path.read_text(encoding="utf-8") if path.exists() else None
    except UnicodeDecodeError as error:
        raise ValueError(f"{shown(path)} is not in UTF-8 ({error.reason})") from None


def write_script(path, root):
    """Write a notebook's script, and what was written once more beside it."""
    script = script_of(path, root)
    for file in (script, script.with_suffix(".before")):
        write_text(as_script(path), file)
    return script


def edit(path, root=ROOT):
    """Write the script of a notebook; ValueError if there is one with unsaved changes."""
    script = script_of(path, root)
    if text_of(script) not in (None, text_of(script.with_suffix(".before")), as_script(path)):
        raise ValueError(f"{shown(script, root)} has unsaved changes: save it, or delete it")
    return write_script(path, root)


def save(script, path, root=ROOT):
    """Merge a script into a notebook (made if absent): did code change?

    Unchanged cells keep id and outputs. ValueError if the notebook is not what `edit` saw.
    """
    own = script == script_of(path, root)
    notebook, sources = jupytext.reads(text_of(script), fmt="py:percent"), None
    if path.exists():
        if own and text_of(script.with_suffix(".before")) != as_script(path):
            raise ValueError(
                f"{shown(path, root)} has changed since {shown(script, root)} was written: rename "
                "the script,\nrun edit again, and take over your changes from the renamed one"
            )
        stored = read_notebook(path)
        sources = code_sources(stored)
        if 2 * len(notebook.cells) < len(stored.cells):
            raise ValueError(
                f"{shown(script, root)} holds {len(notebook.cells)} cells, {shown(path, root)} "
                f"{len(stored.cells)}:\nis it damaged? To drop many cells, go in smaller steps"
            )
        notebook = combine_inputs_with_outputs(notebook, stored, fmt="py:percent")
    write_text(to_text(normalise(notebook)), path)
    if own:
        write_script(path, root)
    return code_sources(notebook) != sources


def code_sources(notebook):
    return [cell.source for cell in notebook.cells if cell.cell_type == "code"]


# ---- command line ----------------------------------------------------------------------------


def find(name, root=ROOT, folders=("notebooks", "solutions")):
    """The notebooks that a number, or the file that a path means; ValueError if there is none."""
    if Path(name).is_file():
        return [Path(name).resolve()]
    start = f"{int(name):02}_" if name.isdecimal() else name
    books = [path for folder in folders for path in sorted((root / folder).glob("*.ipynb"))]
    paths = [path for path in books if path.name.startswith(start)]
    if not paths:
        known = sorted({re.match(r"\d+|[a-z]+_\d+|", path.name).group() for path in books})
        raise ValueError(f"There is no notebook {name}. There are: {' '.join(known) or 'none'}.")
    return paths


def shown(path, root=ROOT):
    """A path for a message: relative to the project if it lies in it."""
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)


@told
def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="course.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("verb", choices=["run", "edit", "save"])
    parser.add_argument("names", nargs="*")
    options = parser.parse_args(arguments)
    try:
        if options.verb == "run":
            names = options.names or [""]
            return 1 if run([path for name in names for path in find(name)]) else 0
        if options.verb == "save" and len(options.names) == 2:
            script, path = (Path(name).resolve() for name in options.names)
        elif len(options.names) == 1:
            path = find(options.names[0])[0]
            script = script_of(path)
        else:
            parser.error(f"{options.verb} takes one notebook (save also a script and a notebook)")
        if path.stem.endswith("_ex"):
            name = path.stem.removesuffix("_ex")
            raise ValueError(f"{shown(path)} is generated: edit solutions/{name}_sol.ipynb")
        if options.verb == "edit":
            print(f"edit {shown(edit(path))}, then save {options.names[0]}")
        elif not script.is_file():
            raise ValueError(f"there is no script {shown(script)}: run edit first")
        elif path.suffix != ".ipynb":
            raise ValueError(f"{shown(path)} is no path of a notebook")
        else:
            changed = save(script, path)
            print(f"saved {shown(path)}{'; run it again to renew its outputs' * changed}")
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
