"""Documents, the doors to the data, and the rule that says what a chunk answers."""

import dataclasses
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from known_items import (
    join_pairs,
    known_items,
    near_duplicates,
    shingles,
    split_of,
    summary_key,
)
from numpy_docs import (
    CLASSES,
    SHA256,
    VERSION,
    chunk_numpydoc,
    corpus_hash,
    summary_span,
)

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
from course_lib.evidence import facets_found, plain

ROOT = Path(__file__).resolve().parent.parent


# --- records ---------------------------------------------------------------------------------


def test_metadata_takes_no_part_in_equality_and_hash():
    a, b = Document("d", "t", {"x": 1}), Document("d", "t", {"x": 2})
    assert a == b and hash(a) == hash(b) and a != Document("d", "u")
    c, d = Chunk("d#0", "d", "t", 0, 1, {"x": 1}), Chunk("d#0", "d", "t", 0, 1)
    assert c == d and len({c, d}) == 1
    assert Hit(c, 0.5) == Hit(d, 0.5) and Hit(c, 0.5).legs == ()


def test_an_empty_slice_is_a_chunk():
    assert Chunk("d#0", "d", "", 3, 3).text == ""


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
        (
            lambda: Chunk("d#0", "d", "t", 2, 1),
            ValueError,
            "Chunk start must be from 0 to end = 1, got 2",
        ),
        (
            lambda: Chunk("d#0", "d", "t", -1, 1),
            ValueError,
            "start must be from 0 to end = 1, got -1",
        ),
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


def test_the_numpy_corpus_is_the_same_where_scipy_came_first():
    """SciPy, once imported, writes a docstring of its own over that of numpy.sinc."""
    code = (
        "import numpy; before = numpy.sinc.__doc__\n"
        "import scipy.special\n"
        "from course_lib.data import load_corpus; load_corpus('numpy')\n"
        "from numpy_docs import SHA256, corpus_hash, numpy_documents\n"
        "assert corpus_hash(numpy_documents()) == SHA256\n"
        "print(numpy.sinc.__doc__ != before)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert run.stdout == "True\n"


def test_another_numpy_is_refused(monkeypatch):
    import numpy_docs

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
        ("Notes",),
    ]
    assert chunks[0].text.startswith("This function is able") and "-----" not in chunks[1].text
    assert {chunk.metadata["summary"] for chunk in chunks} == {"Matrix or vector norm."}


@pytest.mark.parametrize(
    "text, summary",
    [
        ("Sort an array.", "Sort an array."),
        ("Sort an\narray. Fast.\n\nMore.", "Sort an array."),
        ("Sort an array\n\nMore.", "Sort an array"),
        ("sort(a, /)\n\nSort it, e.g. by size. Fast.", "Sort it, e.g. by size."),
        ("a.sort(axis=-1)\na.sort()\n\nlong(\nx\n)\n\nSort it.", "Sort it."),
        (".. warning::\n\nDoes nothing. Really.", "Does nothing."),
        ("Return (x1 == x2) element-wise.", "Return (x1 == x2) element-wise."),
        ("sort(a)", ""),
        ("", ""),
    ],
)
def test_the_summary_is_the_first_sentence_that_is_no_signature(text, summary):
    start, end = summary_span(text)
    assert " ".join(text[start:end].split()) == summary


def test_summary_and_see_also_are_left_out_of_the_chunks():
    text = (
        "sort(a)\n\nSort an\narray. In place.\n\nParameters\n----------\na : list\n\n"
        "See also\n--------\nmax : Return the maximum."
    )
    chunks = chunk_numpydoc(Document("numpy.sort", text))
    assert [chunk.text for chunk in chunks] == ["sort(a)", "In place.", "a : list"]
    sections = [(), (), ("Parameters",)]
    assert [chunk.metadata["path"] for chunk in chunks] == [("numpy.sort", *x) for x in sections]
    assert all(chunk.metadata["summary"] == "Sort an array." for chunk in chunks)
    shown = chunk_numpydoc(Document("numpy.sort", text), see_also=True)
    assert shown[:3] == chunks and shown[3].text == "max : Return the maximum."


def test_a_document_of_nothing_but_a_summary_keeps_it():
    text = "Sort an array.\n\nSee Also\n--------\nmax : Return the maximum."
    (chunk,) = chunk_numpydoc(Document("numpy.sort", text))
    assert chunk.text == chunk.metadata["summary"] == "Sort an array."
    # A corpus of such a document has no question: the index would hold the question itself.
    assert known_items([chunk]) == []


def test_no_chunk_of_numpy_is_a_see_also_section():
    sections = {chunk.metadata["path"][-1].lower() for chunk in load_chunks("numpy")}
    assert "parameters" in sections and "see also" not in sections


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: load_corpus("nump"), "name must be one of 'house', 'numpy'; got 'nump'"),
        (lambda: load_chunks(""), "name must be one of 'house', 'numpy'; got ''"),
        (lambda: load_corpus(["house"]), "name must be one of"),
        (lambda: load_questions("x"), "name must be one of 'house', 'numpy'; got 'x'"),
        (
            lambda: load_questions("house", set=""),
            "set must be one of 'all', 'first-eight'; got ''",
        ),
        (lambda: load_questions("house", split=""), "split must be one of 'tune', 'test', None"),
        (lambda: load_questions("house", set="x"), "set must be one of 'all', 'first-eight'"),
        (lambda: load_questions("house", set="hand"), "'all', 'first-eight'; got 'hand'"),
        (lambda: load_questions("numpy", set="all"), "set must be one of 'known-item', 'hand'"),
        (lambda: load_questions("numpy", split="dev"), "split must be one of 'tune', 'test'"),
        (lambda: load_questions("house", split="dev"), "split must be one of 'tune', 'test'"),
        (
            lambda: load_questions("house", language="xx"),
            "language must be one of 'en', 'de', 'zh'; got 'xx'",
        ),
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


def test_questions_in_other_languages_keep_their_english_wording():
    english = {question["id"]: question for question in load_questions("house")}
    for language in ("de", "zh"):
        questions = load_questions("house", language=language)
        assert len(questions) == 60
        for question in questions:
            assert question["english"] == english[question["id"]]["question"]
            assert question["question"] == question[language] != question["english"]
            assert question["evidence"] == english[question["id"]]["evidence"]
    assert len(load_questions("house", split="tune", language="zh")) == 20
    with pytest.raises(ValueError, match="language must be one of 'en'; got 'de'"):
        load_questions("numpy", language="de")


def test_a_set_keeps_its_own_order():
    ids = json.loads((ROOT / "datasets/house/questions.json").read_text("utf-8"))["sets"]
    eight = load_questions("house", set="first-eight")
    assert [question["id"] for question in eight] == ids["first-eight"]


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


@pytest.mark.parametrize("nothing", ["", "  \n", "\u200b"])
def test_an_empty_keyword_or_quote_is_refused(nothing):
    with pytest.raises(ValueError, match="keyword must hold something visible"):
        has_keyword("text", nothing)
    with pytest.raises(ValueError, match="quote must hold something visible"):
        quote_survives([Chunk("a#0", "a", "text", 0, 4)], "a", nothing)


@pytest.mark.skipif(sys.platform == "darwin", reason="a Mac keeps one of the two names")
def test_load_folder_refuses_two_spellings_of_one_name(tmp_path):
    for name in ("\u00e4.md", "a\u0308.md"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    with pytest.raises(ValueError, match="one spelling of its accents"):
        load_folder(tmp_path)


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
    assert facets_found(Chunk("a.md#1", "a.md", "E421 rings", 30, 40), question) == set()
    assert finds([wrong_file, Hit(other, 1.0)], question) and not finds([wrong_file], question)
    assert not finds([], question)
    assert quote_survives([both], "a.md", "rings for ten minutes")
    assert not quote_survives([both], "b.md", "rings for ten minutes")
    assert not quote_survives([both], "a.md", "for ten minutes exactly")


@pytest.mark.parametrize("other", [{"file": "a.md", "keyword": ""}, {"file": "a.md"}])
def test_an_alternative_without_keyword_is_the_document_itself(other):
    question = {"evidence": [[other]]}
    assert finds([Chunk("a.md#7", "a.md", "anything", 0, 8)], question)
    assert not finds([Chunk("b.md#7", "b.md", "anything", 0, 8)], question)


def test_every_quote_survives_in_its_whole_page_and_every_standard_chunk_set_finds_the_facets():
    pages = [Chunk(f"{d.id}#0", d.id, d.text, 0, len(d.text)) for d in load_corpus("house")]
    chunks = load_chunks("house")
    for question in load_questions("house"):
        found = set().union(*(facets_found(chunk, question) for chunk in chunks))
        assert found == set(range(len(question["evidence"])))
        for facet in question["evidence"]:
            assert all(quote_survives(pages, other["file"], other["quote"]) for other in facet)


# --- numpy's questions -----------------------------------------------------------------------


def indexed_texts():
    texts = {}
    for chunk in load_chunks("numpy"):
        texts.setdefault(chunk.doc_id, []).append(chunk.text)
    return {name: "\n\n".join(parts) for name, parts in texts.items()}


def right_documents(question):
    return [other["file"] for facet in question["evidence"] for other in facet]


def test_shingles_are_runs_of_five_words():
    assert shingles("a b c\nd e f") == {tuple("abcde"), tuple("bcdef")}
    assert shingles("a b") == {("a", "b")} and shingles("") == {()}


def test_near_duplicates_share_more_than_half_of_their_runs():
    """Runs of five words: a has 3 (abcde, bcdef, cdefg), b 2, c 2, d 1.

    a and b share 2 of 3: .667, a pair.     a and c share 1 (abcde) of 4: .25.
    b and c share 1 (abcde) of 3: .333.     a and d share 1 of 3: .333.
    b and d share 1 (abcde) of 2: .500, which is not over the limit. So do c and d.
    """
    texts = {"a": "a b c d e f g", "b": "a b c d e f", "c": "a b c d e x", "d": "a b c d e"}
    assert near_duplicates(texts) == [("a", "b")]
    assert near_duplicates(texts, limit=0.49) == [("a", "b"), ("b", "d"), ("c", "d")]


def test_boilerplate_makes_no_duplicates():
    """abcde stands in three texts. With common=2 it does not count, and nothing is shared."""
    texts = {"a": "a b c d e x", "b": "a b c d e", "c": "a b c d e"}
    assert near_duplicates(texts) == [("b", "c")]
    assert near_duplicates(texts, common=2) == []


def test_pairs_are_joined_to_groups_in_order():
    groups = join_pairs(["a", "b", "c", "d"], [("d", "b"), ("a", "d")])
    assert groups == {"a": ["a", "b", "d"], "b": ["a", "b", "d"], "c": ["c"], "d": ["a", "b", "d"]}


def test_the_split_is_a_hash_of_the_id():
    """16 leaves the remainder 1 by 3, so a hexadecimal number leaves that of its digits' sum."""
    assert hashlib.sha256(b"numpy.min").hexdigest().startswith("a8d5dfc4")
    for name in ("numpy.max", "numpy.min", "numpy.mean"):
        digits = hashlib.sha256(name.encode()).hexdigest()
        assert split_of(name) == ("test" if sum(int(digit, 16) for digit in digits) % 3 else "tune")
    assert [split_of(f"numpy.{name}") for name in ("max", "min", "mean")] == [
        "test",
        "tune",
        "test",
    ]


def test_known_items_of_a_small_corpus():
    """Five pages: a and b have the same summary, b and c nearly the same text; d is a stub.

    Texts of more than 200 characters are made of different words; c has one word more than b, so
    they share all 59 runs of b, of 60. e repeats its summary in its text.
    """

    def words(letter, count):
        return " ".join(f"{letter}{number}" for number in range(count))

    pages = {
        "a": ("Sort `it`.", words("x", 70)),
        "b": ("Sort it", words("y", 63)),
        "c": ("Order it.", words("y", 64)),
        "d": ("Count it.", "Refer to `a`."),
        "e": ("Add it.", "We add. Add\nit. " + words("z", 70)),
    }
    chunks = [
        Chunk(f"{name}#0", name, text, 0, len(text), {"summary": summary})
        for name, (summary, text) in pages.items()
    ]
    questions = known_items(chunks)
    assert [(q["id"], q["question"], right_documents(q)) for q in questions] == [
        ("a", "Sort `it`.", ["a", "b", "c"]),
        ("c", "Order it.", ["a", "b", "c"]),
    ]


def test_known_items_have_the_form_of_the_house_questions():
    questions = load_questions("numpy")
    assert questions == load_questions("numpy", set="known-item")
    keys = {"id", "question", "kind", "split", "answer", "values", "answerable", "evidence"}
    assert all(set(question) == keys for question in questions)
    tune, test = (load_questions("numpy", split=split) for split in ("tune", "test"))
    assert len(tune) + len(test) == len(questions) and 0.3 < len(tune) / len(questions) < 0.37
    names = {document.id for document in load_corpus("numpy")}
    for question in questions:
        assert question["split"] == split_of(question["id"]) and question["answerable"]
        assert question["id"] in right_documents(question) and len(question["evidence"]) == 1
        assert set(right_documents(question)) <= names
        assert {other["keyword"] for other in question["evidence"][0]} == {""}
    assert len({summary_key(question["question"]) for question in questions}) == len(questions)
    questions[0]["question"] = "changed"
    assert load_questions("numpy")[0]["question"] != "changed"


def test_no_known_item_stands_in_the_indexed_text_of_its_document():
    texts = indexed_texts()
    for question in load_questions("numpy"):
        assert question["question"] not in plain(texts[question["id"]])


def test_known_items_are_the_same_in_another_process_and_need_no_heavy_import():
    code = (
        "import sys, hashlib, json; from course_lib import load_questions\n"
        "text = json.dumps(load_questions('numpy'))\n"
        "assert not {'torch', 'sklearn', 'matplotlib'} & set(sys.modules)\n"
        "print(hashlib.sha256(text.encode()).hexdigest())"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
        ).stdout
        for _ in range(2)
    ]
    assert runs[0] == runs[1]


def test_hand_questions_are_marked_by_quote_and_keyword():
    pages = {document.id: plain(document.text) for document in load_corpus("numpy")}
    chunks = {}
    for chunk in load_chunks("numpy"):
        chunks.setdefault(chunk.doc_id, []).append(chunk)
    questions = load_questions("numpy", set="hand")
    assert len(questions) >= 40 and {question["split"] for question in questions} == {"test"}
    assert load_questions("numpy", set="hand", split="tune") == []
    for question in questions:
        assert question["answer"].endswith(".") and question["evidence"]
        for other in (other for facet in question["evidence"] for other in facet):
            quote, own = plain(other["quote"]), chunks[other["file"]]
            assert 3 <= len(quote.split()) <= 40 and pages[other["file"]].count(quote) == 1
            marked = [chunk for chunk in own if has_keyword(chunk.text, other["keyword"])]
            assert 1 <= len(marked) <= 3
            assert any(quote in plain(chunk.text) for chunk in marked)
            name = other["file"].rsplit(".", 1)[1]
            asked = question["question"].lower()
            assert name == "at" or name not in re.findall(r"\w+", asked)


def test_every_number_of_the_numpy_card_is_true():
    card = (ROOT / "datasets/numpy/README.md").read_text(encoding="utf-8")
    stated = dict(re.findall(r"^\| ([^|]+) \| ([\d,]+) \|$", card, re.MULTILINE))
    documents, chunks, texts = load_corpus("numpy"), load_chunks("numpy"), indexed_texts()
    asked, hand = load_questions("numpy"), load_questions("numpy", set="hand")
    summaries = {chunk.doc_id: chunk.metadata["summary"] for chunk in chunks}
    keys = {summary_key(question["question"]) for question in asked}
    whole = {name for name, text in texts.items() if len(text) >= 200}
    others = sorted(whole - {question["id"] for question in asked})
    repeated = [name for name in others if summary_key(summaries[name]) in keys]
    groups = {tuple(right_documents(question)) for question in asked}
    measured = {
        "documents": len(documents),
        "characters": sum(len(document.text) for document in documents),
        "words": sum(len(document.text.split()) for document in documents),
        "standard chunks": len(chunks),
        "standard chunks under 200 characters": sum(len(chunk.text) < 200 for chunk in chunks),
        "known-item questions": len(asked),
        "known-item questions, tune": sum(question["split"] == "tune" for question in asked),
        "known-item questions, test": sum(question["split"] == "test" for question in asked),
        "questions with more than one right document": sum(
            len(right_documents(question)) > 1 for question in asked
        ),
        "groups of more than one right document": sum(len(group) > 1 for group in groups),
        "documents in the largest group": max(map(len, groups)),
        "documents not asked: stubs": len(documents) - len(whole),
        "documents not asked: summary already asked": len(repeated),
        "documents not asked: text repeats the summary": len(others) - len(repeated),
        "hand-written questions, all test": len(hand),
    } | {
        f"hand-written: {kind}": sum(question["kind"] == kind for question in hand)
        for kind in ("easy", "other words", "parameter", "note", "two alike")
    }
    assert stated == {name: f"{value:,}" for name, value in measured.items()}
    assert len(asked) + len(others) + len(documents) - len(whole) == len(documents)
    assert all(summaries[name] in plain(texts[name]) for name in set(others) - set(repeated))
    assert SHA256 in card and f"numpy {VERSION}," in card
