"""The files of vectors: whole or refused; what is shipped is what the model gives."""

import os
import random
import re
import sys
import zipfile

import numpy as np
import pytest
import vectors as maker

from course_lib import load_chunks
from course_lib import vectors as library
from course_lib.data import DATASETS
from course_lib.encoders import MINILM, MINILM_SHA256, Encoder
from course_lib.vectors import StoredEncoder, load_vectors, read_arrays, text_key, write_arrays

TEXTS = maker.all_texts()
ABOUT = {"encoder": "model-a", "n": 3, "names": ["ä", "b"]}
ROWS = np.arange(6, dtype=np.float32).reshape(3, 2)


class Counting(Encoder):
    """Stands for the live model: one number a text, and a count of what it was asked."""

    name, dimension = "counting", 384

    def __init__(self):
        self.asked = []

    def _encode(self, texts):
        self.asked += texts
        rows = np.zeros((len(texts), 384))
        rows[range(len(texts)), [len(text) for text in texts]] = 1
        return rows

    def token_counts(self, texts):
        return [len(text) for text in texts]


# --- files ---------------------------------------------------------------------------------------


def test_what_is_written_is_read(tmp_path):
    path = tmp_path / "rows"  # no suffix is added
    write_arrays(path, ABOUT, rows=ROWS, more=np.zeros(0, np.int32))
    about, arrays = read_arrays(path)
    assert about == ABOUT and set(arrays) == {"rows", "more"}
    assert np.array_equal(arrays["rows"], ROWS) and arrays["rows"].dtype == np.float32
    assert [file.name for file in tmp_path.iterdir()] == ["rows"]
    write_arrays(str(path), {}, rows=ROWS[:1])
    assert read_arrays(str(path))[0] == {} and len(read_arrays(path)[1]["rows"]) == 1


def test_a_cut_file_is_refused_wherever_it_is_cut(tmp_path):
    whole, path = tmp_path / "whole", tmp_path / "cut"
    write_arrays(whole, ABOUT, rows=np.random.default_rng(0).random((40, 40), dtype=np.float32))
    content = whole.read_bytes()
    for length in [*range(0, 1300, 7), *range(0, len(content), 1000), len(content) - 1]:
        path.write_bytes(content[:length])
        with pytest.raises(ValueError, match="cut is cut, damaged or no file of vectors"):
            read_arrays(path)


def test_a_changed_byte_changes_no_number(tmp_path):
    """Each byte in turn: the file is refused, or (a date, a flag) the content is the same."""
    path = tmp_path / "rows"
    write_arrays(path, ABOUT, rows=ROWS)
    content, refused = path.read_bytes(), 0
    for place in range(len(content)):
        changed = bytearray(content)
        changed[place] ^= 0x55
        path.write_bytes(changed)
        try:
            about, arrays = read_arrays(path)
        except ValueError as error:
            assert "is cut, damaged or no file of vectors" in str(error)
            refused += 1
        else:
            assert about == ABOUT, place
            assert not arrays or np.array_equal(arrays.get("rows", ROWS), ROWS), place
    assert refused > 0.7 * len(content)


@pytest.mark.parametrize("content", [b"", b"text", b"PK\x03\x04", b"\x93NUMPY", b"\x80\x04K\x01."])
def test_other_files_are_refused(tmp_path, content):
    path = tmp_path / "other.npz"
    path.write_bytes(content)
    with pytest.raises(ValueError, match="is cut, damaged or no file of vectors"):
        read_arrays(path)


def test_pickles_and_other_archives_are_refused(tmp_path):
    path = tmp_path / "other.npz"
    objects = np.array([print], dtype=object)
    np.savez(path, about=objects)
    with pytest.raises(ValueError, match=r"damaged.*allow_pickle"):
        read_arrays(path)
    for arrays in ({"rows": ROWS}, {"about": ROWS}, {"about": np.frombuffer(b"[1]", np.uint8)}):
        np.savez(path, **arrays)
        with pytest.raises(ValueError, match="damaged or no file of vectors"):
            read_arrays(path)
    np.save(tmp_path / "one.npy", ROWS)
    with pytest.raises(ValueError, match="damaged or no file of vectors"):
        read_arrays(tmp_path / "one.npy")
    with pytest.raises(ValueError, match="Object arrays"):
        write_arrays(path, {}, rows=objects)


def test_a_missing_file_is_told_by_its_name(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"nowhere\.npz"):
        read_arrays(tmp_path / "nowhere.npz")
    with pytest.raises(FileNotFoundError, match="no such folder"):
        write_arrays(tmp_path / "no such folder" / "a.npz", {}, rows=ROWS)


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "rows.npz"
    write_arrays(path, ABOUT, rows=ROWS)
    before = path.read_bytes()

    def half(file, **_):
        file.write(b"half")
        raise OSError("disk full")

    monkeypatch.setattr(np, "savez", half)
    with pytest.raises(OSError, match="disk full"):
        write_arrays(path, {}, rows=ROWS)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]


def test_the_new_file_appears_under_its_name_only_when_it_is_whole(tmp_path, monkeypatch):
    path, seen, savez = tmp_path / "rows.npz", [], np.savez

    def watch(file, **arrays):
        savez(file, **arrays)
        seen.append((path.exists(), os.path.basename(file.name)))

    monkeypatch.setattr(np, "savez", watch)
    write_arrays(path, ABOUT, rows=ROWS)
    assert seen == [(False, f"rows.npz.{os.getpid()}.unfinished")]


# --- what is shipped -----------------------------------------------------------------------------


@pytest.mark.parametrize("name, dtype", [("house", np.float32), ("numpy", np.float16)])
def test_every_text_of_the_course_has_its_vector(name, dtype):
    rows, matrix, tokens = load_vectors(name)
    assert matrix.dtype == dtype and matrix.shape == (len(rows), 384) and len(tokens) == len(rows)
    assert set(rows) == {text_key(text) for text in TEXTS[name]}
    assert sorted(rows.values()) == list(range(len(rows)))
    assert np.linalg.norm(matrix.astype(float), axis=1) == pytest.approx(1, abs=2e-3)


def test_texts_are_those_that_lessons_encode():
    """Standard chunks, chunks merged and with their heading path, questions in three languages."""
    house, chunks = TEXTS["house"], load_chunks("house")
    assert {chunk.text for chunk in chunks} <= set(house)
    assert {chunk.text for chunk in load_chunks("numpy")} <= set(TEXTS["numpy"])
    path = next(chunk for chunk in chunks if chunk.metadata["path"])
    assert " > ".join(path.metadata["path"]) + "\n" + path.text in house
    assert any(len(text) > 0 and "\u4e00" <= text[0] <= "\u9fff" for text in house)


def test_files_are_small_and_hold_no_pickle():
    files = list(DATASETS.glob("*/vectors.npz"))
    assert len(files) == 2 and sum(file.stat().st_size for file in files) < 10_000_000
    for file in files:
        with zipfile.ZipFile(file) as content:
            for name in content.namelist():
                assert b"'O'" not in content.read(name)[:128] and name.endswith(".npy")


@pytest.mark.parametrize("name", ["house", "numpy"])
def test_a_sample_is_what_the_model_gives_today(name, minilm, capsys):
    sample = random.Random(5).sample(TEXTS[name], 60)
    assert maker.lowest_cosine(name, sample, minilm) >= 0.9999
    assert maker.lowest_cosine(name, [*sample, "a text that nobody wrote"], minilm) == 0
    assert "1 texts have no vector" in capsys.readouterr().out


def test_the_check_notices_other_vectors_and_other_counts(monkeypatch, capsys):
    rows, matrix, tokens = {text_key("a"): 0, text_key("bb"): 1}, np.eye(2, 384), [1, 2]
    model = Counting()
    for place, (matrix, tokens, lowest) in enumerate(
        [
            (np.eye(4, 384)[[1, 2]], [1, 2], 1.0),
            (np.eye(4, 384)[[1, 3]], [1, 2], 0.0),
            (np.eye(4, 384)[[1, 2]] * 3, [1, 2], 1.0),
            (np.eye(4, 384)[[1, 2]], [1, 3], 0.0),
        ]
    ):
        stored = (rows, matrix, tokens)
        monkeypatch.setattr(maker, "load_vectors", lambda name, stored=stored: stored)
        assert maker.lowest_cosine("x", ["a", "bb"], model) == pytest.approx(lowest), place
    assert capsys.readouterr().out == "x: the numbers of tokens differ\n"


def test_the_maker_writes_what_the_library_loads(tmp_path, monkeypatch):
    (tmp_path / "toy").mkdir()
    model = Counting()
    model.name, model.weights = MINILM, MINILM_SHA256
    for module in (maker, library):
        monkeypatch.setattr(module, "DATASETS", tmp_path)
    monkeypatch.setattr(maker, "encoder", lambda: model)
    monkeypatch.setitem(maker.DTYPES, "toy", np.float16)
    maker.write("toy", ["a", "bb", "船"])
    rows, matrix, tokens = load_vectors("toy")
    assert rows == {text_key("a"): 0, text_key("bb"): 1, text_key("船"): 2}
    assert tokens == [1, 2, 1] and matrix.dtype == np.float16
    assert matrix.argmax(axis=1).tolist() == [1, 2, 1]
    encoder = StoredEncoder()
    assert encoder.encode_queries(["bb"])[0].argmax() == 2 and encoder.token_counts(["bb"]) == [2]
    # what does not fit is refused by name
    about, arrays = read_arrays(tmp_path / "toy/vectors.npz")
    for key, value in (("encoder", "other"), ("weights", "0" * 64), ("prefixes", ["q: ", ""])):
        write_arrays(tmp_path / "toy/vectors.npz", about | {key: value}, **arrays)
        with pytest.raises(
            ValueError, match=f"does not fit: its {key} is {re.escape(repr(value))}"
        ):
            load_vectors("toy")
    for name in arrays:
        write_arrays(tmp_path / "toy/vectors.npz", about, **(arrays | {name: arrays[name][:2]}))
        with pytest.raises(ValueError, match="is damaged: its arrays have the shapes"):
            load_vectors("toy")
        others = {other: array for other, array in arrays.items() if other != name}
        write_arrays(tmp_path / "toy/vectors.npz", about, **others)
        with pytest.raises(ValueError, match="is damaged: its arrays have the shapes"):
            load_vectors("toy")


def test_unknown_corpora_are_refused():
    for name in ("nowhere", "", "../house"):
        with pytest.raises(ValueError, match="name must be one of 'house', 'numpy'; got"):
            load_vectors(name)
        with pytest.raises(ValueError, match="name must be one of"):
            StoredEncoder(name)


# --- looking vectors up --------------------------------------------------------------------------


def test_known_texts_need_no_model(monkeypatch):
    monkeypatch.setattr(library, "SentenceEncoder", None)  # would fail if it were called
    encoder, chunks = StoredEncoder(), load_chunks("house")
    texts = [chunk.text for chunk in chunks]
    rows, matrix, tokens = load_vectors("house")
    places = [rows[text_key(text)] for text in texts]
    assert encoder.encode_documents(texts) == pytest.approx(matrix[places], abs=1e-6)
    assert encoder.encode_queries(texts[:2]) == pytest.approx(matrix[places[:2]], abs=1e-6)
    assert encoder.token_counts(texts) == [tokens[place] for place in places]
    assert encoder.live is None
    numpy_text = load_chunks("numpy")[0].text
    assert encoder.encode_documents([numpy_text]).dtype == np.float32


def test_an_unknown_text_is_encoded_once_by_the_live_model(monkeypatch):
    made = []
    monkeypatch.setattr(
        library, "SentenceEncoder", lambda progress: made.append(progress) or Counting()
    )
    encoder, known = StoredEncoder("house"), TEXTS["house"][0]
    rows = encoder.encode_documents(["new", known, "new", "newer"])
    assert made == [False] and encoder.live.asked == ["new", "newer"]
    assert rows[[0, 2, 3]].argmax(axis=1).tolist() == [3, 3, 5]
    assert rows[1] == pytest.approx(StoredEncoder("house").encode_queries([known])[0])
    assert encoder.token_counts(["newer", "new"]) == [5, 3]
    assert encoder.encode_queries(["new"])[0].argmax() == 3
    assert made == [False] and encoder.live.asked == ["new", "newer"]


def test_stored_and_live_encoder_are_the_same_to_a_saved_index(minilm):
    stored = StoredEncoder("house")
    for name in ("name", "weights", "dimension", "token_limit", "prefixes"):
        assert getattr(stored, name) == getattr(minilm, name)
    sample = random.Random(1).sample(TEXTS["house"], 5)
    assert stored.encode_documents(sample) == pytest.approx(
        minilm.encode_documents(sample), abs=1e-4
    )
    assert not stored.progress and "torch" in sys.modules


@pytest.mark.parametrize("text", ["\ud800", "", "\0", "ä" * 1_000_000])
def test_every_text_has_a_key(text):
    assert len(text_key(text)) == 32 and text_key(text) != text_key(text + "x")
