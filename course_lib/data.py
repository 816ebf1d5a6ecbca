"""The doors to the course's data, and to a folder of your own.

Data are found from the place of this package, never from the current folder. Names of documents use
"/" on every system. Helpers of all lessons.
"""

import importlib.util
import json
import sys
import unicodedata
from functools import cache
from pathlib import Path

from course_lib.chunking import chunk_sections
from course_lib.documents import Chunk, Document
from course_lib.inputs import _check_choice

DATASETS = Path(__file__).resolve().parent.parent / "datasets"
# The code that makes the numpy corpus and its questions stands beside its data card.
NUMPY_DOCS, KNOWN_ITEMS = DATASETS / "numpy/numpy_docs.py", DATASETS / "numpy/known_items.py"
CORPORA = ("house", "numpy")
SUFFIXES = (".md", ".txt")
LANGUAGES = ("en", "de", "zh")


def load_corpus(name: str) -> list[Document]:
    """Load one of the course's corpora.

    Parameters
    ----------
    name : str    "house": the handbook of a fictional ferry line, ids like "tickets/fares.md";
                  "numpy": the documentation inside the installed numpy, ids like "numpy.mean"
    Returns
    -------
    list of Document, always in the same order
    Raises
    ------
    ValueError    unknown name
    RuntimeError  the installed numpy is not the pinned one
    """
    _check_choice("name", name, CORPORA)
    if name == "numpy":
        return list(load_code(NUMPY_DOCS).numpy_documents())
    return load_folder(DATASETS / "house/pages")


def load_chunks(name: str) -> list[Chunk]:
    """Load a corpus cut into standard chunks: one for each section, at most 2,500 characters.

    Parameters
    ----------
    name : str    "house" or "numpy", as in ``load_corpus``
    Returns
    -------
    list of Chunk, in the order of the documents; the headings above are in metadata["path"]. For
    numpy without the sections "See Also", and with each document's summary in metadata["summary"]
    """
    cut = load_code(NUMPY_DOCS).chunk_numpydoc if name == "numpy" else chunk_sections
    return [chunk for document in load_corpus(name) for chunk in cut(document)]


def load_folder(path: str | Path) -> list[Document]:
    """Load all ``.md`` and ``.txt`` files of a folder and its subfolders; hidden ones are left out.

    Parameters
    ----------
    path : str or Path    the folder; files are read as UTF-8
    Returns
    -------
    list of Document, sorted by id; the id is the path below the folder: "tickets/fares.md"
    Raises
    ------
    ValueError            no such folder, no such files in it, or a file that is not UTF-8
    OSError               a file that cannot be read
    """
    folder = Path(path)
    if not folder.is_dir():
        raise ValueError(f"path must be an existing folder, got {str(path)!r}")
    documents = {}
    for file in folder.rglob("*"):
        name = unicodedata.normalize("NFC", file.relative_to(folder).as_posix())
        if "/." in f"/{name}" or file.suffix.lower() not in SUFFIXES or not file.is_file():
            continue
        try:
            text = file.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError as error:
            raise ValueError(f"{file} is not UTF-8 (byte {error.start}): save it so") from None
        if name in documents:
            raise ValueError(f"path must hold a name in one spelling of its accents: {name!r}")
        documents[name] = Document(name, text)
    if not documents:
        raise ValueError(f"path must hold files ending in {' or '.join(SUFFIXES)}: {str(path)!r}")
    return [documents[name] for name in sorted(documents)]


def load_questions(name, set=None, split=None, language="en", answerable=True) -> list[dict]:
    """Load the questions of a corpus.

    Parameters
    ----------
    name : str              "house" or "numpy"
    set : str, optional     house: "all" (default) or "first-eight"; numpy: "known-item" (default),
                            made from the summaries when first asked for, or "hand"
    split : str, optional   "tune" or "test"; default both
    language : str          "en", or "de" or "zh": the sixty house questions that are also put in
                            German and Chinese; their English wording is then under "english"
    answerable : bool       True: those with an answer; False: those without; None: both
    Returns
    -------
    list of dict with the keys id, question, kind, split, answer, values, answerable, evidence;
    ``evidence`` is a list of facets, each a list of alternatives {file, quote, keyword}
    Raises
    ------
    ValueError              unknown name, set, split or language
    """
    _check_choice("name", name, CORPORA)
    content = json.loads((DATASETS / name / "questions.json").read_text(encoding="utf-8"))
    first = "all" if name == "house" else "known-item"
    chosen = first if set is None else set
    _check_choice("set", chosen, (first, *content["sets"]))
    _check_choice("split", split, ("tune", "test", None))
    _check_choice("language", language, LANGUAGES if name == "house" else LANGUAGES[:1])
    _check_choice("answerable", answerable, (True, False, None))
    questions = json.loads(_known_items()) if chosen == "known-item" else content["questions"]
    by_id = {question["id"]: question for question in questions}
    questions = [by_id[key] for key in content["sets"].get(chosen, by_id)]
    if language != "en":
        there = [q for q in questions if language in q]
        questions = [q | {"english": q["question"], "question": q[language]} for q in there]
    for key, value in (("split", split), ("answerable", answerable)):
        questions = [question for question in questions if value in (None, question[key])]
    return questions


def load_answers(split: str | None = None) -> list[dict]:
    """Load the answers with known faults that judges are tried on, to questions of the house.

    Parameters
    ----------
    split : str, optional   "tune" or "test", the split of the question; default both
    Returns
    -------
    list of dict with the keys id, question (its id), split, sources (ids of standard chunks, in the
    order of their numbers), answer; the labels cited_right, faithful and answers; error, the kind
    of fault, "right" where there is none
    Raises
    ------
    ValueError              unknown split
    """
    _check_choice("split", split, ("tune", "test", None))
    content = json.loads((DATASETS / "house/answers.json").read_text(encoding="utf-8"))
    return [answer for answer in content["answers"] if split in (None, answer["split"])]


@cache
def _known_items():
    return json.dumps(load_code(KNOWN_ITEMS).known_items(load_chunks("numpy")))


def load_code(file: Path):
    """Load a file of Python that stands outside this package, once.  Helper."""
    if file.stem not in sys.modules:
        spec = importlib.util.spec_from_file_location(file.stem, file)
        sys.modules[file.stem] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[file.stem])
    return sys.modules[file.stem]
