"""Vectors in files: written whole or not at all, read without pickle, refused when they do not fit.

The course ships the vectors of all texts that its lessons encode, so that a lesson starts in a
second and needs no torch. `StoredEncoder` looks them up. Lesson 05 shows how they are made.
"""

import hashlib
import json
import os
from pathlib import Path

import numpy as np

from course_lib.data import DATASETS
from course_lib.encoders import MINILM, MINILM_SHA256, Encoder, SentenceEncoder
from course_lib.inputs import _check_choice


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
            np.savez(file, allow_pickle=False, about=note, **arrays)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def read_arrays(path) -> tuple[dict, dict[str, np.ndarray]]:
    """Read what `write_arrays` wrote: (about, arrays by name).

    Raises
    ------
    OSError                 no such file, not readable
    ValueError              the file is cut, damaged or something else
    Helper of lesson 05.
    """
    with open(path, "rb") as file:  # what fails in here lies in the file's content
        try:
            with np.load(file, allow_pickle=False) as content:
                arrays = {name: content[name] for name in content.files}
            return dict(json.loads(arrays.pop("about").tobytes())), arrays
        except Exception as error:
            raise ValueError(f"{path} is cut, damaged or no file of vectors ({error})") from None


def _check_fits(path, about, expected):
    for key, here in expected.items():
        if about.get(key) != here:
            raise ValueError(f"{path} does not fit: its {key} is {about.get(key)!r}, here {here!r}")


def text_key(text: str) -> bytes:
    """SHA-256 of a text, as 32 bytes.  Helper of StoredEncoder."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def load_vectors(name: str) -> tuple[dict[bytes, int], np.ndarray, list[int]]:
    """Read the vectors that the course ships for a corpus and its questions.

    Parameters
    ----------
    name : "house" or "numpy"
    Returns
    -------
    dict from the SHA-256 of a text to its row; the (n, 384) matrix, float32 for house, float16 for
    numpy; the number of tokens of each text
    Raises
    ------
    ValueError      unknown name, or the file is damaged or was made by another model
    Used in: lesson 06 on
    """
    _check_choice("name", name, shipped())
    path = DATASETS / name / "vectors.npz"
    about, arrays = read_arrays(path)
    _check_fits(path, about, {"encoder": MINILM, "weights": MINILM_SHA256, "prefixes": ["", ""]})
    shapes, n = {name: array.shape for name, array in arrays.items()}, about.get("n")
    if shapes != {"keys": (n, 32), "matrix": (n, 384), "tokens": (n,)}:
        raise ValueError(f"{path} is damaged: its arrays have the shapes {shapes}")
    rows = {key.tobytes(): row for row, key in enumerate(arrays["keys"])}
    return rows, arrays["matrix"], arrays["tokens"].tolist()


def shipped() -> list[str]:
    """Name the corpora whose vectors the course ships.  Helper."""
    return sorted(path.parent.name for path in DATASETS.glob("*/vectors.npz"))


class StoredEncoder(Encoder):
    """MiniLM from the vectors that the course ships; the model is loaded for an unknown text only.

    Parameters
    ----------
    names : corpora whose vectors to use, default: all that are shipped
    Attributes
    ----------
    live : SentenceEncoder or None      the model, once it was needed; what it encodes is kept, too
    Used in: lesson 06 on
    """

    name, weights, dimension, token_limit = MINILM, MINILM_SHA256, 384, 256
    live = None

    def __init__(self, *names: str):
        self._known = {}  # from a text's key to its vector and its number of tokens
        for corpus in names or shipped():
            rows, matrix, tokens = load_vectors(corpus)
            self._known |= {key: (matrix[row], tokens[row]) for key, row in rows.items()}

    def token_counts(self, texts):
        """Count the tokens of each text, marks included."""
        return [count for _, count in self._look_up(texts)]

    def _encode(self, texts):
        return [vector for vector, _ in self._look_up(texts)]

    def _look_up(self, texts):
        missing = [text for text in dict.fromkeys(texts) if text_key(text) not in self._known]
        if missing:
            self.live = self.live or SentenceEncoder(progress=False)
            vectors, counts = self.live.encode_documents(missing), self.live.token_counts(missing)
            found = zip(missing, vectors, counts, strict=True)
            self._known |= {text_key(text): row for text, *row in found}
        return [self._known[text_key(text)] for text in texts]
