"""Documents, the doors to the data, and the rule that says what a chunk answers."""

import dataclasses
import re
from pathlib import Path

import pytest

import course_lib
from course_lib import (
    Chunk,
    Document,
    Hit,
    finds,
    has_keyword,
    load_chunks,
    load_corpus,
    load_folder,
    load_questions,
    quote_survives,
)
from course_lib.evidence import facets_found
from course_lib.numpy_docs import CLASSES, SHA256, VERSION, corpus_hash

ROOT = Path(__file__).resolve().parent.parent


# --- records ---------------------------------------------------------------------------------


def test_metadata_takes_no_part_in_equality_and_hash():
    a, b = Document("d", "t", {"x": 1}), Document("d", "t", {"x": 2})
    assert a == b and hash(a) == hash(b) and a != Document("d", "u")
    c, d = Chunk("d#0", "d", "t", 0, 1, {"x": 1}), Chunk("d#0", "d", "t", 0, 1)
    assert c == d and len({c, d}) == 1
    assert Hit(c, 0.5) == Hit(d, 0.5) and Hit(c, 0.5).legs == ()


@pytest.mark.parametrize("record", [Document("d", "t"), Chunk("d#0", "d", "t", 0, 1)])
def test_records_are_frozen(record):
    with pytest.raises(dataclasses.FrozenInstanceError):
        record.text = "other"


@pytest.mark.parametrize(
    "make, error, words",
    [
        (lambda: Document("", "t"), ValueError, "id must not be empty, got ''"),
        (lambda: Document(3, "t"), TypeError, "id must be a string, got int"),
        (lambda: Document("d", None), TypeError, "text must be a string, got NoneType"),
        (lambda: Document("d", b"t"), TypeError, "text must be a string, got bytes"),
        (lambda: Chunk("d#0", "d", "t", 2, 1), ValueError, "start <= end, got 2, 1"),
        (lambda: Chunk("d#0", "d", "t", -1, 1), ValueError, "start <= end, got -1, 1"),
        (lambda: Chunk("d#0", "d", "t", "0", 1), TypeError, "start must be a whole number"),
        (lambda: Chunk("", "d", "t", 0, 1), ValueError, "Chunk id must not be empty"),
        (lambda: Chunk("d#0", None, "t", 0, 1), TypeError, "doc_id must be a string"),
    ],
)
def test_wrong_records_are_refused(make, error, words):
    with pytest.raises(error, match=re.escape(words)):
        make()


# --- doors -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["house", "numpy"])
def test_standard_chunks_are_slices_of_their_documents(name):
    documents = {document.id: document for document in load_corpus(name)}
    chunks = load_chunks(name)
    assert len({chunk.id for chunk in chunks}) == len(chunks)
    assert {chunk.doc_id for chunk in chunks} == set(documents)
    for chunk in chunks:
        prefix = chunk.metadata.get("prefix", "")
        assert chunk.text == prefix + documents[chunk.doc_id].text[chunk.start : chunk.end]
        assert len(chunk.text) <= 2500 and chunk.metadata["path"]


def test_the_doors_do_not_depend_on_the_current_folder(tmp_path, monkeypatch):
    before = load_corpus("house"), load_questions("house")
    monkeypatch.chdir(tmp_path)
    assert (load_corpus("house"), load_questions("house")) == before


def test_numpy_is_the_pinned_one_and_agrees_with_the_requirements():
    documents = load_corpus("numpy")
    assert corpus_hash(documents) == SHA256
    assert f"numpy=={VERSION} " in (ROOT / "requirements.txt").read_text(encoding="utf-8")
    ids = [document.id for document in documents]
    assert len(set(ids)) == len(ids) and {"numpy.mean", "numpy.linalg.norm"} <= set(ids)
    assert all(any(name.startswith(owner) for name in ids) for owner in CLASSES)
    lines = [line for document in documents for line in document.text.split("\n")]
    assert all(line == line.strip() and "\t" not in line for line in lines)


def test_another_numpy_is_refused(monkeypatch):
    from course_lib import numpy_docs

    numpy_docs.numpy_documents.cache_clear()
    monkeypatch.setattr(numpy_docs, "MODULES", ("numpy.fft",))
    with pytest.raises(RuntimeError, match=rf"needs numpy=={re.escape(VERSION)}"):
        load_corpus("numpy")
    monkeypatch.undo()
    numpy_docs.numpy_documents.cache_clear()


def test_numpy_chunks_follow_the_numpydoc_sections():
    chunks = [chunk for chunk in load_chunks("numpy") if chunk.doc_id == "numpy.linalg.norm"]
    assert [chunk.metadata["path"][1:] for chunk in chunks[:4]] == [
        (),
        ("Parameters",),
        ("Returns",),
        ("See Also",),
    ]
    assert chunks[0].text.startswith("Matrix or vector norm.") and "-----" not in chunks[1].text


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: load_corpus("nump"), "name must be one of 'house', 'numpy'; got 'nump'"),
        (lambda: load_chunks(""), "name must be one of 'house', 'numpy'; got ''"),
        (lambda: load_corpus(["house"]), "name must be one of"),
        (lambda: load_questions("numpy"), "name must be one of 'house'; got 'numpy'"),
        (lambda: load_questions("house", set="x"), "set must be one of 'all', 'first-eight'"),
        (lambda: load_questions("house", split="dev"), "split must be one of 'tune', 'test'"),
        (lambda: load_questions("house", language="xx"), "language must be one of 'en'"),
        (lambda: load_questions("house", answerable="yes"), "answerable must be one of True"),
    ],
)
def test_unknown_choices_are_named(call, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        call()


def test_questions_can_be_chosen():
    every = load_questions("house", answerable=None)
    yes, no = load_questions("house"), load_questions("house", answerable=False)
    assert len(every) == len(yes) + len(no) and no
    assert all(question["evidence"] for question in yes)
    assert not any(question["evidence"] for question in no)
    eight = load_questions("house", set="first-eight")
    assert len(eight) == 8 and {question["split"] for question in eight} == {"tune"}
    assert load_questions("house", set="all") == yes
    tune, test = (load_questions("house", split=split) for split in ("tune", "test"))
    assert len(tune) + len(test) == len(yes)
    yes[0]["question"] = "changed"
    assert load_questions("house")[0]["question"] != "changed"


def test_load_folder(tmp_path):
    (tmp_path / "Über mich").mkdir()
    (tmp_path / "Über mich" / "b.md").write_bytes(b"\xef\xbb\xbf# B\r\nx")
    (tmp_path / "a.TXT").write_text("ä", encoding="utf-8")
    (tmp_path / "empty.md").write_text("")
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "no.md").write_text("no")
    (tmp_path / "skip.pdf").write_bytes(b"%PDF")
    (tmp_path / "folder.md").mkdir()
    documents = load_folder(str(tmp_path))
    assert [document.id for document in documents] == ["a.TXT", "empty.md", "Über mich/b.md"]
    assert [document.text for document in documents] == ["ä", "", "# B\nx"]


@pytest.mark.parametrize("name, words", [("gone", "existing folder"), (".", "must hold files")])
def test_load_folder_says_what_is_wrong(tmp_path, name, words):
    with pytest.raises(ValueError, match=words):
        load_folder(tmp_path / name)


def test_load_folder_names_the_file_that_is_not_utf8(tmp_path):
    (tmp_path / "old.txt").write_bytes("Größe".encode("cp1252"))
    with pytest.raises(ValueError, match=r"old\.txt is not UTF-8 \(byte 2\)"):
        load_folder(tmp_path)


# --- evidence --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, keyword, found",
    [
        ("deck 12", "12", True),
        ("deck 120", "12", False),
        ("deck 112", "12", False),
        ("deck 12.50", "12", True),
        ("alarm E42.", "E42", True),
        ("alarm E421", "E42", False),
        ("alarm e42", "E42", False),
        ("cold\n  start", "cold start", True),
        ("ｅ４２ and Ｅ４２", "E42", True),
        ("hold_minutes = 20", "minutes", True),
        ("für Größe", "Gro\u0308ße", True),
        ("a (b) c", "(b)", True),
        ("12 €", "€", True),
    ],
)
def test_keywords(text, keyword, found):
    assert has_keyword(text, keyword) is found


@pytest.mark.parametrize("keyword", ["", "  \n"])
def test_an_empty_keyword_is_refused(keyword):
    with pytest.raises(ValueError, match="keyword must hold something visible"):
        has_keyword("text", keyword)


def test_facets_and_quotes():
    question = {
        "evidence": [
            [{"file": "a.md", "quote": "", "keyword": "E42"}, {"file": "b.md", "keyword": "E42"}],
            [{"file": "a.md", "quote": "", "keyword": "ten minutes"}],
        ]
    }
    both = Chunk("a.md#0", "a.md", "E42 rings for ten\nminutes", 0, 25)
    other = Chunk("b.md#0", "b.md", "E42 for ten minutes", 0, 19)
    wrong_file = Chunk("c.md#0", "c.md", "E42 rings for ten minutes", 0, 25)
    assert facets_found(both, question) == {0, 1}
    assert facets_found(Hit(other, 1.0), question) == {0}
    assert facets_found(wrong_file, question) == set()
    assert finds([wrong_file, Hit(other, 1.0)], question) and not finds([wrong_file], question)
    assert not finds([], question)
    assert quote_survives([both], "a.md", "rings for ten minutes")
    assert not quote_survives([both], "b.md", "rings for ten minutes")
    assert not quote_survives([both], "a.md", "for ten minutes exactly")


def test_every_quote_survives_in_its_whole_page_and_every_standard_chunk_set_finds_the_facets():
    pages = [Chunk(f"{d.id}#0", d.id, d.text, 0, len(d.text)) for d in load_corpus("house")]
    chunks = load_chunks("house")
    for question in load_questions("house"):
        found = set().union(*(facets_found(chunk, question) for chunk in chunks))
        assert found == set(range(len(question["evidence"])))
        for facet in question["evidence"]:
            assert all(quote_survives(pages, other["file"], other["quote"]) for other in facet)


def test_public_names_are_importable_and_listed_once():
    assert len(set(course_lib.__all__)) == len(course_lib.__all__)
    assert all(hasattr(course_lib, name) for name in course_lib.__all__)


def test_every_number_of_the_numpy_card_is_true():
    card = (ROOT / "datasets/numpy/README.md").read_text(encoding="utf-8")
    stated = dict(re.findall(r"^\| ([a-z0-9 ]+) \| ([\d,]+) \|$", card, re.MULTILINE))
    documents, chunks = load_corpus("numpy"), load_chunks("numpy")
    measured = {
        "documents": len(documents),
        "characters": sum(len(document.text) for document in documents),
        "words": sum(len(document.text.split()) for document in documents),
        "standard chunks": len(chunks),
        "standard chunks under 200 characters": sum(len(chunk.text) < 200 for chunk in chunks),
    }
    assert stated == {name: f"{value:,}" for name, value in measured.items()}
    assert SHA256 in card and f"numpy {VERSION}," in card
