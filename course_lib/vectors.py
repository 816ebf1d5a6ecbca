"""Vectors in files: written whole or not at all, read without pickle, refused when they do not fit.

The course ships the vectors of all texts that its lessons encode, so that a lesson starts in a
second and needs no torch. `StoredEncoder` looks them up. Lesson 05 shows how they are made.
"""

import hashlib
import json
import os
import zipfile
from pathlib import Path

import numpy as np

from course_lib.data import DATASETS
from course_lib.encoders import MINILM, MINILM_SHA256, Encoder


def write_arrays(path, about: dict, **arrays: np.ndarray) -> None:
    """Write arrays and what they belong to into one .npz file, under a temporary name first.

    Parameters
    ----------
    path : str or Path      replaced if it exists
    about : dict            names, numbers and lists of them, kept as JSON
    arrays : by name
    Raises
    ------
    OSError                 the folder is missing or not writable, the disk is full; nothing is left
    Helper of lesson 05.
    """
    path = Path(path)
    note = np.frombuffer(json.dumps(about, ensure_ascii=False).encode(), np.uint8)
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.unfinished")
    try:
        with unfinished.open("wb") as file:
            np.savez(file, about=note, **arrays)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def read_arrays(path) -> tuple[dict, dict[str, np.ndarray]]:
    """Read what `write_arrays` wrote: (about, arrays by name).

    Raises
    ------
    FileNotFoundError
    ValueError              the file is cut, damaged or something else
    Helper of lesson 05.
    """
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        about = json.loads(arrays.pop("about").tobytes())
    except (ValueError, KeyError, AttributeError, EOFError, zipfile.BadZipFile) as error:
        raise ValueError(f"{path} is cut, damaged or no file of vectors ({error})") from None
    return about, arrays


def text_key(text: str) -> bytes:
    """SHA-256 of a text, as 32 bytes.  Helper of StoredEncoder."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def load_vectors(name: str) -> tuple[dict[bytes, int], np.ndarray]:
    """Read the vectors that the course ships for a corpus and its questions.

    Parameters
    ----------
    name : "house" or "numpy"
    Returns
    -------
    dict from the SHA-256 of a text to its row, and the (n, 384) matrix: float32 for house,
    float16 for numpy
    Raises
    ------
    ValueError      unknown name, or the file is damaged or was made by another model
    Used in: lesson 06 on
    """
    known = sorted(path.parent.name for path in DATASETS.glob("*/vectors.npz"))
    if name not in known:
        raise ValueError(f"name must be one of {known}, got {name!r}")
    path = DATASETS / name / "vectors.npz"
    about, arrays = read_arrays(path)
    for key, value in {"encoder": MINILM, "weights": MINILM_SHA256, "prefixes": ["", ""]}.items():
        if about.get(key) != value:
            raise ValueError(f"{path} does not fit: its {key} is {about.get(key)!r}, not {value!r}")
    keys, matrix = arrays.get("keys"), arrays.get("matrix")
    if keys is None or matrix is None or keys.shape != (len(matrix), 32) or matrix.ndim != 2:
        raise ValueError(f"{path} is damaged: keys and matrix do not belong together")
    return {key.tobytes(): row for row, key in enumerate(keys)}, matrix


class StoredEncoder(Encoder):
    """MiniLM from the vectors that the course ships; the model is loaded for an unknown text only.

    Parameters
    ----------
    names : corpora whose vectors to use, default: all that are shipped
    live : Encoder, optional        for texts that are not there; default: MiniLM, when needed first
    Built in: lesson 06
    """

    name, weights, dimension, token_limit = MINILM, MINILM_SHA256, 384, 256

    def __init__(self, *names: str, live: Encoder | None = None):
        names = names or sorted(path.parent.name for path in DATASETS.glob("*/vectors.npz"))
        self.stores, self.live = [load_vectors(name) for name in names], live

    def token_counts(self, texts):
        """None: counting needs the model."""
        return None

    def _encode(self, texts):
        found = {}
        for text in texts:
            for rows, matrix in self.stores:
                row = rows.get(text_key(text))
                if row is not None:
                    found[text] = matrix[row].astype(np.float32)
                    break
        missing = [text for text in dict.fromkeys(texts) if text not in found]
        if missing:
            if self.live is None:
                from course_lib.encoders import SentenceEncoder

                self.live = SentenceEncoder(progress=False)
            found |= zip(missing, self.live.encode_documents(missing), strict=True)
        return [found[text] for text in texts]
