"""Dense search: exact order however it is asked, and files that fit or are refused."""

import operator
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from course_lib import Chunk, dense
from course_lib.dense import DenseIndex, nearest
from course_lib.encoders import Encoder
from course_lib.similarity import unit_rows
from course_lib.vectors import read_arrays, write_arrays

RNG = np.random.default_rng(0)


def make(texts):
    return [Chunk(f"{n}#0", f"{n}", text, 0, len(text)) for n, text in enumerate(texts)]


class Given(Encoder):
    """Gives each text the vector that stands in a table, as it is."""

    name, weights = "model-a", "w"

    def __init__(self, table, **attributes):
        self.table = table
        vars(self).update(attributes)
        self.dimension = attributes.get("dimension", len(next(iter(table.values()), [])))

    def _encode(self, texts):
        return [self.table[text] for text in texts]


class Raw(Given):
    """The same, not brought to length one: an encoder that forgets it."""

    def _rows(self, texts, prefix):
        return np.array([self.table[text] for text in texts], np.float32)


def random_index(n, dimension=8, **attributes):
    rng, texts = np.random.default_rng(n), [f"text {number}" for number in range(n)]
    table = dict(zip(texts, rng.standard_normal((n, dimension)), strict=True))
    table |= {f"query {q}": rng.standard_normal(dimension) for q in range(70)}
    encoder = Given(table, dimension=dimension, **attributes)
    return DenseIndex(encoder).index(make(texts)), table


def ids(hits):
    return [int(hit.chunk.doc_id) for hit in hits]


# --- order ---------------------------------------------------------------------------------------


def test_length_does_not_win():  # DE-01
    """cos(q, A) = .9 / sqrt(.82) = .993884, cos(q, B) = 3 / sqrt(18) = .707107; dot: .9 and 3."""
    table = {"q": [1, 0], "B": [3, 3], "A": [0.9, 0.1]}
    hits = DenseIndex(Given(table)).index(make("BA")).search("q")
    assert [(hit.chunk.text, hit.score) for hit in hits] == [("A", 0.993884), ("B", 0.707107)]


@pytest.mark.parametrize("row", [[3, 3], [0.9, 0.1], [0, 0], [1.002, 0], [float("nan"), 1]])
def test_rows_of_another_length_are_refused_by_the_chunks_id(row):  # DE-01
    index = DenseIndex(Raw({"a": [1, 0], "b": row}))
    with pytest.raises(ValueError, match=r"vectors must have length 1, that of '1#0' has"):
        index.index(make("ab"))
    assert index.chunks_ is None
    assert len(DenseIndex(Raw({"a": [1, 0.0009]})).index(make("a")).chunks_) == 1


def test_a_query_of_zeros_scores_zero_without_a_warning(recwarn):  # CO-01
    table = {"a": [2, 1, 0], "b": [0, 3, 4], "q": [1, 0, 0], "nothing": [0, 0, 0]}
    index = DenseIndex(Given(table)).index(make("ba"))
    assert [(hit.chunk.text, hit.score) for hit in index.search("q")] == [("a", 0.894427), ("b", 0)]
    assert [hit.score for hit in index.search("nothing")] == [0, 0] and not recwarn.list
    assert ids(index.search("nothing")) == [0, 1]


def test_equal_scores_keep_the_order_of_the_chunks():  # BM-03
    """a: cosines .3 .7 .7 0 .7; b: twenty, all 0 but the eighth."""
    rows = {str(n): [c, (1 - c * c) ** 0.5] for n, c in enumerate([0.3, 0.7, 0.7, 0.0, 0.7])}
    hits = DenseIndex(Given(rows | {"q": [1, 0]})).index(make(rows)).search("q")
    assert ids(hits) == [1, 2, 4, 0, 3] and [hit.score for hit in hits] == [0.7, 0.7, 0.7, 0.3, 0]
    rows = {str(n): [int(n == 7), int(n != 7)] for n in range(20)}
    index = DenseIndex(Given(rows | {"q": [1, 0]})).index(make(rows))
    assert ids(index.search("q")) == [7, 0, 1, 2, 3]


def test_unknown_words_and_every_k():  # BM-04
    texts = ["pump leaks oil", "valve leaks water", "motor hums quietly", "sensor reads zero"]
    table = dict(zip(texts, np.eye(4).tolist(), strict=True)) | {"leaks": [1, 1, 0, 0]}
    index = DenseIndex(Given(table)).index(make(texts))
    assert ids(index.search("leaks", 10)) == [0, 1, 2, 3]
    assert ids(index.search("leaks", 4)) == ids(index.search("leaks", 10**9)) == [0, 1, 2, 3]
    assert ids(index.search("leaks", np.int64(2))) == [0, 1]
    assert index.search("leaks", 0) == index.search("", 2) == index.search("?!", 2) == []
    assert index.search(" \u200b\ufeff", 2) == []
    for k, error in ((-1, ValueError), (2.5, TypeError), (True, TypeError), ("2", TypeError)):
        with pytest.raises(error, match=f"k must be .* got {k!r}"):
            index.search("leaks", k)


def test_an_empty_index_gives_no_hits_and_none_at_all_is_an_error():
    index = DenseIndex(Given({"q": [1, 0]}))
    for ask in (lambda: index.search("q"), lambda: index.search_batch([]), lambda: index.save("x")):
        with pytest.raises(RuntimeError, match=r"nothing is indexed yet: call \.index\(chunks\)"):
            ask()
    assert index.index([]) is index
    assert index.search("q") == [] and index.search_batch(["q", ""], 3) == [[], []]
    assert index.matrix_.shape == (0, 2) and index.cut_ == {}


@pytest.mark.parametrize("n", [1, 5, 63, 64, 65, 300])
def test_batch_single_and_a_plain_sort_agree(n):
    index, table = random_index(n)
    queries = [f"query {number}" for number in range(70)]  # more than one block
    rows, vectors = index.matrix_.astype(float), index.encoder.encode_queries(queries).astype(float)
    exact = np.round((vectors[:, None] * rows).sum(axis=2), 6)
    cosines = unit_rows([table[q] for q in queries]) @ unit_rows(list(table.values())[:n]).T
    assert exact == pytest.approx(cosines, abs=1e-6)
    for k in (1, 5, n):
        batch = index.search_batch(queries, k)
        assert batch == [index.search(query, k) for query in queries]
        for hits, scores in zip(batch, exact, strict=True):
            best = np.argsort(-scores, kind="stable")[:k]
            assert ids(hits) == best.tolist()
            assert [hit.score for hit in hits] == scores[best].tolist()
    assert all(isinstance(hit.score, float) and hit.legs == () for hit in batch[0])


def test_five_hits_are_given_where_nothing_else_is_asked():
    index, _ = random_index(9)
    assert index.search("query 0") == index.search("query 0", 5)
    assert index.search_batch(["query 0"]) == index.search_batch(["query 0"], 5)


def test_queries_without_a_word_keep_their_places_in_a_batch():
    index, _ = random_index(5)
    one, none, other = index.search_batch(["query 0", "?!", "query 1"], 2)
    assert one == index.search("query 0", 2) and other == index.search("query 1", 2) and none == []


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 90), st.integers(1, 4), st.integers(0, 2**32 - 1), st.integers(1, 6))
def test_five_are_a_prefix_of_ten_and_equal_rows_score_alike(n, kinds, seed, blocks):
    """Rows are copies of a few: ties at every border, however many queries share a product."""
    rng = np.random.default_rng(seed)
    kinds = unit_rows(rng.standard_normal((kinds, 384))).astype(np.float32)
    matrix = kinds[rng.integers(0, len(kinds), n)]
    vectors = unit_rows(rng.standard_normal((blocks * 17, 384))).astype(np.float32)
    deep, few = list(nearest(matrix, vectors, 10)), list(nearest(matrix, vectors, 5))
    for vector, (rows, scores), (first, their) in zip(vectors, deep, few, strict=True):
        assert (rows[:5], scores[:5]) == (first, their)
        ((alone, same),) = nearest(matrix, vector[None], 10)
        assert (alone, same) == (rows, scores)
        by_row = {}
        for row, score in zip(rows, scores, strict=True):
            assert by_row.setdefault(matrix[row].tobytes(), score) == score
        assert list(zip(scores, rows, strict=True)) == sorted(
            zip(scores, rows, strict=True), key=lambda pair: (-pair[0], pair[1])
        )


def test_many_equal_rows_are_scored_again_in_blocks(monkeypatch):
    monkeypatch.setattr(dense, "ROWS", 7)
    matrix = np.repeat(unit_rows(RNG.standard_normal((2, 384))).astype(np.float32), 50, axis=0)
    ((rows, scores),) = nearest(matrix, matrix[:1], 60)
    assert rows == list(range(60)) and len(set(scores[:50])) == len(set(scores[50:])) == 1
    assert scores[0] == 1.0
    ((rows, _),) = nearest(matrix, matrix[:1], 0)
    assert rows == []


def test_scores_that_float32_cannot_tell_apart_are_ordered_in_float64():
    """Rows 2e-6 apart stand in the wrong order of float32 sums somewhere; the exact one counts."""
    steps = np.arange(200)[::-1] * 2e-6 + 0.5
    matrix = np.stack([steps, np.sqrt(1 - steps**2)], axis=1)
    spread = np.zeros((200, 32))
    spread[:, :2] = matrix
    turn, _ = np.linalg.qr(RNG.standard_normal((32, 32)))
    rows32 = (spread @ turn).astype(np.float32)
    query = turn[:1].astype(np.float32)
    exact = np.round((rows32.astype(np.float64) * query.astype(np.float64)).sum(axis=1), 6)
    expected = np.argsort(-exact, kind="stable")
    for k in (1, 3, 10, 150):
        ((rows, scores),) = nearest(rows32, query, k)
        assert rows == expected[:k].tolist() and scores == exact[expected[:k]].tolist()


def test_a_hit_just_under_the_border_in_float32_is_not_lost(monkeypatch):
    """float32 may put the best row below another by its rounding: the margin brings it back."""
    matrix = np.array([[0.5, 0.0], [0.5 + 3e-6, 0.0]], np.float32)
    real = operator.matmul

    class Worse(np.ndarray):
        def __matmul__(self, other):
            return np.asarray(real(np.asarray(self), np.asarray(other))) - np.array([[0, 6e-6]])

    query = np.array([[1, 0], [1, 0]], np.float32).view(Worse)
    assert list(nearest(matrix, query, 1)) == [([1], [0.500003])] * 2


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize("chunks", ["text", {"a": 1}, None, 5, ["text"], [None]])
def test_what_is_no_list_of_chunks_is_refused(chunks):
    index, _ = random_index(2)
    before = index.chunks_
    with pytest.raises(TypeError, match=r"chunks must (be a list of|hold) Chunk"):
        index.index(chunks)
    assert index.chunks_ is before
    with pytest.raises(ValueError, match="different ids, '0#0' occurs 2 times"):
        index.index(make("a") * 2)


@pytest.mark.parametrize("query", [None, 5, b"a", ["a"]])
def test_what_is_no_string_is_no_query(query):
    index, _ = random_index(2)
    said = f"queries must hold strings only, got {re.escape(repr(query))}"
    with pytest.raises(TypeError, match=said):
        index.search(query)
    for queries in ("query 0", {"query 0"}, {"query 0": 1}, (q for q in ["query 0"]), None):
        with pytest.raises(TypeError, match="queries must be a list of strings, got"):
            index.search_batch(queries)


def test_a_failed_index_leaves_the_old_one_whole():
    index, table = random_index(3)
    before, hits = index.matrix_, index.search("query 0")
    table["bad"] = [1.0] * 5
    with pytest.raises(ValueError, match=r"vectors of model-a must .* \(1, 8\), got \(1, 5\)"):
        index.index(make(["bad"]))
    assert index.matrix_ is before and index.search("query 0") == hits
    assert ids(index.index(make(["text 2"])).search("query 0")) == [0]


def test_vectors_of_another_shape_are_refused():
    class Short(Raw):
        def _rows(self, texts, prefix):
            return super()._rows(texts[:1], prefix)

    with pytest.raises(ValueError, match=r"float32 of shape \(2, 2\), got shape \(1, 2\)"):
        DenseIndex(Short({"a": [1, 0], "b": [0, 1]})).index(make("ab"))


def test_a_prefix_is_for_the_model_alone():  # DE-02
    table = {"passage: Öffne das Ventil": [1, 0], "query: Ventil": [1, 1]}
    chunks = make(["Öffne das Ventil"])
    index = DenseIndex(Given(table, prefixes=("query: ", "passage: "))).index(chunks)
    (hit,) = index.search("Ventil")
    assert hit.chunk is chunks[0] and hit.chunk.text == "Öffne das Ventil"
    assert hit.score == 0.707107


# --- the token limit -----------------------------------------------------------------------------


class Counting(Given):
    token_limit = 3

    def token_counts(self, texts):
        return [len(text.split()) for text in texts]


TABLE = {
    text: [1, 0] for text in ("one two three", "a b c d", "x", "1 2 3 4 5", "p q r s", "k l m n")
}


def test_chunks_beyond_the_token_limit_are_listed(capsys):
    index = DenseIndex(Counting(TABLE)).index(make(TABLE))
    assert index.cut_ == {"1#0": 4, "3#0": 5, "4#0": 4, "5#0": 4}
    assert capsys.readouterr() == ("", "")  # silent where progress is off
    for unknown in (
        Counting(TABLE, token_limit=None),
        Counting(TABLE, token_counts=lambda texts: None),
    ):
        assert DenseIndex(unknown).index(make(TABLE)).cut_ == {}


def test_chunks_beyond_the_token_limit_are_reported_where_progress_is_on(capsys):
    encoder = Counting(TABLE, progress=True)
    DenseIndex(encoder).index(make(TABLE))
    expected = "4 chunks beyond the token limit: 1#0, 3#0, 4#0 …; see cut_\n"
    assert capsys.readouterr() == ("", expected)
    DenseIndex(encoder).index(make(list(TABLE)[:5]))
    assert capsys.readouterr().err.endswith(": 1#0, 3#0, 4#0; see cut_\n")
    DenseIndex(encoder).index(make(list(TABLE)[:2]))
    assert capsys.readouterr().err == "1 chunks beyond the token limit: 1#0; see cut_\n"
    DenseIndex(encoder).index(make(["x"]))
    assert capsys.readouterr().err == ""


# --- files (DE-03) -------------------------------------------------------------------------------


@pytest.fixture
def saved(tmp_path):
    encoder = Counting(TABLE, prefixes=("q: ", ""))
    index = DenseIndex(encoder).index(make(TABLE))
    index.save(tmp_path / "index.npz")
    return tmp_path / "index.npz", encoder, index


def test_what_is_saved_is_loaded_and_needs_no_encoding(saved):
    path, encoder, index = saved
    for name in ("encode_documents", "token_counts"):
        setattr(encoder, name, None)
    again = DenseIndex.load(path, encoder, make(TABLE))
    assert np.array_equal(again.matrix_, index.matrix_) and again.matrix_.dtype == np.float32
    assert again.cut_ == index.cut_ and again.chunks_ == index.chunks_
    encoder.table = TABLE | {"q: x": [3, 1]}
    assert again.search("x") == index.search("x") != []


def test_an_index_of_nothing_can_be_saved(tmp_path):
    encoder = Given({"q": [1, 0]})
    DenseIndex(encoder).index([]).save(tmp_path / "empty.npz")
    assert DenseIndex.load(tmp_path / "empty.npz", encoder, []).search("q") == []


CHANGES = [
    ({"name": "model-b"}, "its encoder is 'model-a', here 'model-b'"),
    ({"weights": "v"}, "its weights is 'w', here 'v'"),
    ({"dimension": 512}, "its dimension is 2, here 512"),
    ({"prefixes": ("", "")}, r"its prefixes is \['q: ', ''\], here \['', ''\]"),
]


@pytest.mark.parametrize("change, said", CHANGES)
def test_a_file_of_another_encoder_is_refused_on_loading(saved, change, said):
    path, *_ = saved
    other = Counting(TABLE, **({"prefixes": ("q: ", "")} | change))
    with pytest.raises(ValueError, match=f"index.npz does not fit: {said}"):
        DenseIndex.load(path, other, make(TABLE))


def test_a_file_of_other_chunks_is_refused(saved):
    path, encoder, _ = saved
    chunks = make(TABLE)
    renamed = [Chunk("z#0", *list(vars(chunks[0]).values())[1:]), *chunks[1:]]
    for others in (
        chunks[:-1],
        [*chunks, *make(["more"] * 7)[6:]],
        [chunks[1], chunks[0], *chunks[2:]],
        [*make(["one two three."]), *chunks[1:]],
        renamed,
        [],
    ):
        with pytest.raises(ValueError, match="does not fit: its hash of the chunks is"):
            DenseIndex.load(path, encoder, others)


def test_ids_and_texts_cannot_be_taken_for_each_other(tmp_path):
    """The hash knows where an id ends and a text begins."""
    one = [Chunk("a", "d", "b\0c\0d", 0, 5)]
    two = [Chunk("a", "d", "b", 0, 1), Chunk("c", "d", "d", 0, 1)]
    encoder = Given({"b\0c\0d": [1, 0], "b": [1, 0], "d": [0, 1]})
    belongs = [DenseIndex(encoder).index(chunks)._belongs() for chunks in (one, two)]
    assert belongs[0] != belongs[1]


def test_an_api_whose_dimension_is_unknown_takes_that_of_the_file(saved):
    path, *_ = saved
    fresh = Counting(TABLE, dimension=0, prefixes=("q: ", ""))
    index = DenseIndex.load(path, fresh, make(TABLE))
    assert fresh.dimension == 2
    fresh.table = {"q: x": [1, 0, 0]}
    with pytest.raises(ValueError, match=r"vectors of model-a must .* \(1, 2\), got \(1, 3\)"):
        index.search("x")


def test_a_saved_matrix_of_other_numbers_is_refused(saved):
    path, encoder, _ = saved
    about, arrays = read_arrays(path)
    ragged = arrays["matrix"][:-1]
    for matrix in (
        ragged,
        arrays["matrix"][:, :1],
        arrays["matrix"] * 2,
        arrays["matrix"] * np.nan,
        arrays["matrix"].astype(np.float64),
        arrays["matrix"].astype(np.uint8),
        arrays["matrix"].ravel(),
    ):
        write_arrays(path, about, matrix=matrix.astype(matrix.dtype))
        with pytest.raises(ValueError, match="vectors must"):
            DenseIndex.load(path, encoder, make(TABLE))
    write_arrays(path, about, other=arrays["matrix"])
    with pytest.raises(ValueError, match=r"vectors must .* got shape None"):
        DenseIndex.load(path, encoder, make(TABLE))
    write_arrays(path, {}, matrix=arrays["matrix"])
    with pytest.raises(ValueError, match="its encoder is None, here 'model-a'"):
        DenseIndex.load(path, encoder, make(TABLE))


def test_a_cut_or_changed_index_file_is_refused(tmp_path):
    index, _ = random_index(300)
    path = tmp_path / "index.npz"
    index.save(path)
    content = path.read_bytes()
    assert len(content) > 9_000
    for length in range(0, len(content), 1000):
        path.write_bytes(content[:length])
        with pytest.raises(ValueError, match="cut, damaged or no file of vectors"):
            DenseIndex.load(path, index.encoder, index.chunks_)
    middle = len(content) // 2
    path.write_bytes(content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :])
    with pytest.raises(ValueError, match="cut, damaged or no file of vectors"):
        DenseIndex.load(path, index.encoder, index.chunks_)
    path.write_bytes(content)
    assert len(DenseIndex.load(path, index.encoder, index.chunks_).chunks_) == 300


def test_loading_does_not_touch_what_is_there(saved):
    path, encoder, _ = saved
    with pytest.raises(FileNotFoundError):
        DenseIndex.load(path.with_name("none.npz"), encoder, make(TABLE))
    before = encoder.dimension
    with pytest.raises(ValueError, match="does not fit"):
        DenseIndex.load(path, encoder, [])
    assert encoder.dimension == before and [f.name for f in path.parent.iterdir()] == ["index.npz"]
