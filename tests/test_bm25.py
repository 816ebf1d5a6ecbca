"""BM25: worked by hand, equal to bm25s on both corpora, and where rank_bm25 ranks otherwise."""

import math
from functools import cache

import bm25s
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from course_lib import Chunk, Hit, load_chunks, load_questions, tokenize
from course_lib.bm25 import BM25Index, idf_bm25, length_norm, saturation

PUMPS = ["red pump red", "blue pump", "green valve"]
LEAKS = ["pump leaks oil", "valve leaks water", "motor hums quietly", "sensor reads zero"]
THE = ["the pump leaks", "the valve sticks", "the motor hums", "sensor reads zero"]
SOME = ["red", "pump", "seal", "leak", "E42", "größe", "启动泵", "?!", "the"]
TEXTS = st.lists(st.lists(st.sampled_from(SOME)).map(" ".join), max_size=7)
QUERIES = st.lists(st.sampled_from(SOME), max_size=6).map(" ".join)
K1, B = st.sampled_from([0, 0.4, 0.9, 1.5, 2, 30]), st.sampled_from([0, 0.3, 0.75, 1])
close = pytest.approx


def chunks_of(texts):
    return [Chunk(f"d#{n}", "d", text, 0, len(text)) for n, text in enumerate(texts)]


def index_of(texts, **options):
    return BM25Index(**options).index(chunks_of(texts))


def scores_of(index, query):
    """The score of every chunk in corpus order, 0.0 for those that are no hit."""
    found = {hit.chunk.id: hit.score for hit in index.search(query, 10**9)}
    return [found.get(chunk.id, 0.0) for chunk in index.chunks_]


def plain_scores(texts, query, k1=1.5, b=0.75):
    """The formula, term by term and chunk by chunk."""
    token_lists = [tokenize(text) for text in texts]
    average = sum(map(len, token_lists)) / len(texts)
    scores = []
    for tokens in token_lists:
        score = 0.0
        for term in tokenize(query):
            if tf := tokens.count(term):
                df = sum(term in others for others in token_lists)
                norm = length_norm(len(tokens), average, b)
                score += idf_bm25(df, len(texts)) * saturation(tf, k1, norm)
        scores.append(score)
    return scores


# --- the parts -----------------------------------------------------------------------------------


def test_idf_of_four_chunks():
    """ln(1 + 3.5/1.5) = ln(10/3), ln(1 + 2.5/2.5) = ln 2, ln(1 + 1.5/3.5) = ln(10/7), ln(10/9)."""
    expected = [math.log(10 / 3), math.log(2), math.log(10 / 7), math.log(10 / 9)]
    assert [idf_bm25(df, 4) for df in (1, 2, 3, 4)] == close(expected, rel=1e-14)
    assert idf_bm25(0, 1) == close(math.log(4)) and idf_bm25(1, 1) == close(math.log(4 / 3))
    assert idf_bm25(np.int64(1), np.int32(4)) == idf_bm25(1, 4)


@given(st.integers(1, 10**9), st.data())
def test_idf_falls_as_df_grows_and_stays_above_zero(n_chunks, data):
    df = data.draw(st.integers(0, n_chunks - 1))
    assert idf_bm25(df, n_chunks) > idf_bm25(df + 1, n_chunks) > 0


def test_a_chunk_of_average_length_counts_as_one():
    """1 - 0.75 + 0.75 * 300/100 = 2.5; b = 0: always 1; b = 1: the ratio itself."""
    assert [length_norm(n, 100) for n in (0, 50, 100, 300)] == [0.25, 0.625, 1.0, 2.5]
    assert [length_norm(n, 100, b=0) for n in (0, 50, 300)] == [1, 1, 1]
    assert [length_norm(n, 100, b=1) for n in (0, 50, 300)] == [0, 0.5, 3]
    assert length_norm(np.array([0, 100]), 100).tolist() == [0.25, 1.0]


def test_repeats_count_less_and_less():
    """2 * 2.5 / (2 + 1.5) = 1.428571; in a chunk with norm 2: 2 * 2.5 / (2 + 3) = 1."""
    assert [saturation(tf) for tf in (1, 2)] == close([1, 10 / 7])
    assert saturation(2, 1.5, norm=2) == 1 and saturation(1, 1.5, norm=2) == 2.5 / 4
    assert [saturation(tf, k1=0, norm=norm) for tf, norm in ((1, 0.3), (9, 4))] == [1, 1]
    assert saturation(np.array([1, 4]), 2, np.array([1, 0.5])).tolist() == [1, 2.4]


@given(st.integers(1, 10**4), K1, st.floats(0.01, 50), st.floats(0.01, 50))
def test_saturation_rises_with_tf_below_its_limit_and_falls_with_length(tf, k1, norm, more):
    once, again = saturation(tf, k1, norm), saturation(tf + 1, k1, norm)
    assert (once == close(again)) if k1 == 0 else once < again < k1 + 1
    assert saturation(tf, k1, norm + more) <= once


@pytest.mark.parametrize("df, n_chunks", [(-1, 4), (5, 4), (0, 0), (1.0, 4), (True, 4), (1, "4")])
def test_counts_out_of_range(df, n_chunks):
    with pytest.raises((TypeError, ValueError), match=r"^(df|n_chunks) must be "):
        idf_bm25(df, n_chunks)


# --- the index, worked by hand -------------------------------------------------------------------


def test_the_three_texts_of_the_lessons():
    """N = 3, lengths 3, 2, 2, average 7/3. idf of red ln(1 + 2.5/1.5) = 0.980829, of pump
    ln(1 + 1.5/2.5) = 0.470004. Norm of chunk 0: 0.25 + 0.75 * 9/7 = 1.214286, of chunk 1:
    0.25 + 0.75 * 6/7 = 0.892857. Chunk 0: 0.980829 * 5 / (2 + 1.821429) = 1.283328 for red,
    0.470004 * 2.5 / (1 + 1.821429) = 0.416459 for pump. Chunk 1: 0.470004 * 2.5 / 2.339286
    = 0.502294.
    """
    index = index_of(PUMPS)
    assert scores_of(index, "red pump") == close([1.699787, 0.502294, 0], abs=5e-7)
    assert scores_of(index, "red pump") == close(plain_scores(PUMPS, "red pump"), abs=1e-9)
    hits = index.search("red pump")
    assert hits[0].chunk is index.chunks_[0] and type(hits[0].score) is float
    assert index.score_kind == "bm25" and hits[0].legs == ()


@pytest.mark.parametrize(
    "texts, query, expected",
    [
        (LEAKS, "leaks", [math.log(2), math.log(2), 0, 0]),  # df = N/2
        (THE, "the", [0.356675, 0.356675, 0.356675, 0]),  # ln(10/7); the classic idf is below 0
        (["pump seal", "valve gasket"], "pump", [0.693147, 0]),
        (["the", "the"], "the", [math.log(1.2), math.log(1.2)]),  # in all: ln(1 + 0.5/2.5)
        (["pump"], "pump", [math.log(4 / 3)]),
    ],
)
def test_words_in_half_or_more_of_the_chunks_never_count_against_them(texts, query, expected):
    """All chunks of a corpus are of one length and tf is 1, so a score is the idf."""
    assert scores_of(index_of(texts), query) == close(expected, abs=5e-7)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "texts, query, expected",
    [
        ([], "a", []),
        ([""], "a", [0]),
        (["", "?!"], "a", [0, 0]),
        (["a", ""], "a", [0.478033, 0]),
        (["pump seal", "", "valve"], "pump", [0.676434, 0, 0]),
    ],
)
@pytest.mark.parametrize("b", [0, 0.75, 1])
def test_chunks_without_words(texts, query, expected, b):
    """An empty chunk counts in N and in the average. ``a`` and an empty one: idf ln 2, average 0.5,
    norm 0.25 + 0.75 * 2 = 1.75: ln 2 * 2.5 / (1 + 1.5 * 1.75) = 0.478033.
    """
    found = scores_of(index_of(texts, b=b), query)
    assert [bool(score) for score in found] == [bool(score) for score in expected]
    if b == 0.75:
        assert found == close(expected, abs=5e-7)


@pytest.mark.parametrize(
    "query, k, found",
    [
        *[("leaks", 10, [0, 1]), ("xyz", 2, []), ("", 2, []), ("?!", 2, []), ("leaks", 0, [])],
        *[("leaks", 1, [0]), ("leaks", 2**70, [0, 1]), ("zero xyz hums", 9, [2, 3])],
    ],
)
def test_unknown_words_and_every_k(query, k, found):
    assert [hit.chunk.id for hit in index_of(LEAKS).search(query, k)] == [f"d#{n}" for n in found]


def test_k1_0_counts_a_word_once_and_b_0_takes_no_note_of_length():
    """k1 = 0: each chunk with red scores ln(1 + 1.5/2.5) = 0.470004, however often and long."""
    texts = ["red red red", "red and many more words", "green"]
    assert scores_of(index_of(texts, k1=0), "red") == close([0.470004, 0.470004, 0], abs=5e-7)
    assert index_of(texts, k1=0).search("red") == index_of(texts, k1=0, b=1).search("red")
    texts = ["red", "red and many more words", "green"]
    short, long, _ = scores_of(index_of(texts, b=0), "red")
    assert short == long == close(0.470004, abs=5e-7)
    short, long, _ = scores_of(index_of(texts), "red")
    assert short > 0.470004 > long


def test_a_repeated_query_word_counts_each_time():
    index = index_of(PUMPS)
    once, twice, thrice = (scores_of(index, " ".join(["pump"] * n)) for n in (1, 2, 3))
    assert twice == close([2 * score for score in once], abs=2e-9)
    assert thrice == close([3 * score for score in once], abs=3e-9)


def test_equal_scores_keep_the_order_of_the_corpus():
    scores = [hit.chunk.id for hit in index_of(["x", "a b", "b a"] * 40).search("a b", 100)]
    assert scores == [f"d#{n}" for n in range(120) if n % 3][:100]


# --- whatever the texts --------------------------------------------------------------------------


@given(TEXTS.filter(len), QUERIES, K1, B)
def test_small_corpora_against_the_formula_and_the_shares(texts, query, k1, b):
    assume(any(map(tokenize, texts)))
    index = index_of(texts, k1=k1, b=b)
    scores = scores_of(index, query)
    assert scores == close(plain_scores(texts, query, k1, b), abs=1e-8)
    for chunk, score in zip(index.chunks_, scores, strict=True):
        shares = index.explain(query, chunk.id)
        assert list(shares) == sorted(shares, key=lambda term: -shares[term])
        assert set(shares) == set(tokenize(query)) and sum(shares.values()) == close(
            score, abs=1e-8
        )


@given(TEXTS, QUERIES, K1, B, st.integers(0, 8), st.integers(0, 8))
def test_fewer_hits_are_the_first_of_more(texts, query, k1, b, k, more):
    index = index_of(texts, k1=k1, b=b)
    assert index.search(query, k) == index.search(query, k + more)[:k]
    assert index.search_batch([query, "red", query], k) == [
        index.search(text, k) for text in (query, "red", query)
    ]


@given(TEXTS, QUERIES, K1, B)
def test_a_chunk_with_a_query_word_ranks_above_all_without(texts, query, k1, b):
    """Hits are those that share a word, and no score is negative or 0."""
    hits = index_of(texts, k1=k1, b=b).search(query, 99)
    asked = set(tokenize(query))
    sharing = {f"d#{n}" for n, text in enumerate(texts) if asked & set(tokenize(text))}
    assert {hit.chunk.id for hit in hits} == sharing
    assert all(hit.score > 0 for hit in hits)


@given(st.integers(1, 20), st.integers(1, 20), K1.filter(bool), B)
def test_more_of_a_word_scores_higher_in_chunks_of_one_length(tf, more, k1, b):
    texts = ["red " * tf + "x " * more, "red " * (tf + more), "green"]
    fewer, most, none = scores_of(index_of(texts, k1=k1, b=b), "red")
    assert most > fewer > none == 0


@given(TEXTS, QUERIES, st.randoms(use_true_random=False))
def test_the_order_of_the_corpus_does_not_change_a_score(texts, query, chance):
    order = chance.sample(range(len(texts)), len(texts))
    scores = scores_of(index_of(texts), query)
    assert scores_of(index_of([texts[n] for n in order]), query) == [scores[n] for n in order]


# --- against bm25s and rank_bm25 -----------------------------------------------------------------

GRID = [(k1, b) for k1 in (0, 0.9, 1.5, 2) for b in (0, 0.75, 1)]


@cache
def corpus(name):
    """Chunks, their tokens, and all questions, in all languages."""
    chosen = [{"language": language} for language in ("en", "de", "zh")]
    if name == "numpy":
        chosen = [{"set": "known-item"}, {"set": "hand"}]
    questions = [q for choice in chosen for q in load_questions(name, answerable=None, **choice)]
    chunks = load_chunks(name)
    queries = list(dict.fromkeys(question["question"] for question in questions))
    queries += ["the the of the", f"{queries[0]} {queries[0]}"]  # repeated words
    return chunks, [tokenize(chunk.text) for chunk in chunks], queries


@pytest.mark.parametrize("name, every", [("house", 3), ("numpy", 20)])
@pytest.mark.parametrize("k1, b", GRID)
def test_every_score_is_that_of_bm25s(name, every, k1, b):
    """All scores of a part of the questions, and every rank of theirs but among near ties."""
    chunks, token_lists, queries = corpus(name)
    peer = bm25s.BM25(method="lucene", k1=k1, b=b, dtype="float64")
    peer.index(token_lists, show_progress=False)
    index = BM25Index(k1=k1, b=b).index(chunks)
    asked = queries[GRID.index((k1, b)) % every : -2 : every] + queries[-2:]
    for query in asked:
        tokens = [token for token in tokenize(query) if token in peer.vocab_dict]
        expected = peer.get_scores(tokens) * (k1 + 1) if tokens else np.zeros(len(chunks))
        scores = index._scores(query)
        assert np.abs(scores - expected).max() < 1e-6
        order = [hit.chunk.id for hit in index.search(query, 20)]
        rounded = np.round(expected, 9)
        best = np.argsort(-rounded, kind="stable")[: min(20, np.count_nonzero(rounded))]
        assert order == [chunks[row].id for row in best]


def okapi(texts, query):
    return BM25Okapi([tokenize(text) for text in texts]).get_scores(tokenize(query)).tolist()


def test_rank_bm25_lets_a_common_word_count_more_than_a_rarer_one():
    """leak stands in two of four chunks: its classic idf ln(2.5/2.5) is 0. the stands in three, its
    classic idf ln(1.5/3.5) = -0.847298 is replaced by a quarter of the mean idf. That mean is
    (3 * 0.847298 + 0 - 0.847298) / 5 = 0.338919, so a match of the counts 0.084730. BM25Index:
    leak ln 2 = 0.693147, the ln(10/7) = 0.356675.
    """
    texts = ["the pump", "the valve", "the leak", "oil leak"]
    both = 0.693147 + 0.356675
    expected = [0.356675, 0.356675, both, 0.693147]
    assert scores_of(index_of(texts), "the leak") == close(expected, abs=5e-7)
    assert okapi(texts, "the leak") == close([0.08473, 0.08473, 0.08473, 0], abs=5e-7)


def test_rank_bm25_puts_a_chunk_without_the_word_first_where_most_words_are_common():
    """pump in two of three: the mean idf is (2 ln(1.5/2.5) + ln(2.5/1.5)) / 3 < 0, and so is the
    floor. Two chunks are the fewest: there, more of the word scores less.
    """
    texts = ["red pump", "red pump", "valve"]
    first, second, other = scores_of(index_of(texts), "pump")
    assert first == second > other == 0
    first, second, other = okapi(texts, "pump")
    assert first == second < other == 0
    once, twice = scores_of(index_of(["pump", "pump pump"]), "pump")
    assert twice > once > 0
    once, twice = okapi(["pump", "pump pump"], "pump")
    assert twice < once < 0


def test_where_no_word_is_common_rank_bm25_is_close():
    """The same saturation and length, ln(x) in place of ln(1 + x): 5 chunks, df 1: x = 3."""
    texts = ["red pump red", "blue pipe", "green valve", "old seal", "new motor oil"]
    ours, theirs = scores_of(index_of(texts), "red"), okapi(texts, "red")
    assert theirs[0] * math.log(4) == close(ours[0] * math.log(3), abs=1e-8)


# --- indexed again, and what is refused ----------------------------------------------------------


@pytest.mark.parametrize(
    "options, error, words",
    [
        ({"k1": -0.1}, ValueError, "k1 must be 0 or more, got -0.1"),
        ({"k1": math.inf}, ValueError, "k1 must be finite, got inf"),
        ({"k1": math.nan}, ValueError, "k1 must be finite, got nan"),
        ({"b": -0.1}, ValueError, "b must be from 0 to 1, got -0.1"),
        ({"b": 1.01}, ValueError, "b must be from 0 to 1, got 1.01"),
        ({"b": math.nan}, ValueError, "b must be finite, got nan"),
        ({"k1": "1.5"}, TypeError, "k1 must be a number, got '1.5'"),
        ({"k1": None}, TypeError, "k1 must be a number, got None"),
        ({"b": True}, TypeError, "b must be a number, got True"),
        ({"b": 1j}, TypeError, "b must be a number, got 1j"),
    ],
)
def test_parameters_out_of_range(options, error, words):
    with pytest.raises(error) as caught:
        BM25Index(**options)
    assert str(caught.value) == words


def test_other_numbers_will_do():
    index = BM25Index(k1=np.float32(1.5), b=np.int64(1))
    assert (index.k1, index.b) == (1.5, 1.0) and type(index.k1) is type(index.b) is float
    assert (BM25Index().k1, BM25Index().b) == (1.5, 0.75)


def test_nothing_is_found_before_something_is_indexed():
    index = BM25Index()
    for call in (index.search, lambda q: index.search_batch([q]), lambda q: index.explain(q, "x")):
        with pytest.raises(RuntimeError, match=r"^nothing is indexed yet: call \.index\(chunks\)"):
            call("pump")


def test_indexing_again_replaces_everything_or_nothing():
    index = index_of(PUMPS)
    before = index.search("red pump")
    with pytest.raises(TypeError, match=r"^chunks must hold Chunk only"):
        index.index([*chunks_of(["motor"]), "motor"])
    assert index.search("red pump") == before
    chunks = chunks_of(["motor"])
    assert index.index(chunks) is index
    assert index.search("motor") == [Hit(chunks[0], round(math.log(4 / 3), 9))]
    assert index.search("red pump") == []


@pytest.mark.parametrize("wrong", [None, 5, ["pump"], b"pump"])
def test_a_query_is_a_string(wrong):
    index = index_of(PUMPS)
    for call in (index.search, lambda q: index.search_batch(["red", q])):
        with pytest.raises(
            TypeError, match=f"^query must be a string, got {type(wrong).__name__}$"
        ):
            call(wrong)


def test_k_is_a_whole_number_from_0():
    for k, error in ((-1, ValueError), (1.5, TypeError), ("5", TypeError), (True, TypeError)):
        for call in (index_of(PUMPS).search, lambda q, k: index_of(PUMPS).search_batch([q], k)):
            with pytest.raises(error, match=r"^k must be "):
                call("pump", k)
