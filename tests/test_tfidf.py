"""TF-IDF from counts to a retriever: worked by hand, against scikit-learn, and with odd input."""

import math
import os
import subprocess
import sys
from collections import Counter, deque
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lessons import lesson
from scipy.sparse import csc_matrix
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer

from course_lib import Chunk, Document, Hit, TfidfIndex, load_chunks, load_questions, tokenize
from course_lib.inverted import LexicalIndex, count_postings
from course_lib.similarity import cosine, dot, unit_vector
from course_lib.tfidf import (
    count_terms,
    document_frequencies,
    idf_plain,
    idf_smooth,
    make_vocabulary,
    tfidf_vector,
)

term_shares = lesson("03")["term_shares"]
ROOT = Path(__file__).resolve().parents[1]
PUMPS = ["red pump red", "blue pump", "green valve"]
THE = ["the pump hums", "the valve leaks", "the seal wears", "the the the"]
LEAKS = ["pump leaks oil", "valve leaks water", "motor hums quietly", "sensor reads zero"]
SOME = ["red", "pump", "seal", "leak", "E42", "größe", "Größe", "启动泵", "启动", "?!", "the"]
WORDS = st.lists(st.sampled_from(SOME))
TEXT_LISTS = st.lists(WORDS.map(" ".join), max_size=7)
QUERIES = WORDS.map(" ".join)
close = pytest.approx


def chunks_of(texts):
    return [Chunk(f"d#{n}", "d", text, 0, len(text)) for n, text in enumerate(texts)]


def index_of(texts):
    return TfidfIndex().index(chunks_of(texts))


def scores_of(index, query):
    """The score of every chunk in corpus order, 0.0 for those that are no hit."""
    found = {hit.chunk.id: hit.score for hit in index.search(query, 10**9)}
    return [found.get(chunk.id, 0.0) for chunk in index.chunks_]


def plain_scores(texts, query, idf=idf_smooth):
    """The lessons' way: one list of numbers a chunk, the cosine with each."""
    token_lists = [tokenize(text) for text in texts]
    columns, df = make_vocabulary(token_lists), document_frequencies(token_lists)
    weights = {term: idf(count, len(texts)) for term, count in df.items()}
    vector = tfidf_vector(tokenize(query), columns, weights)
    return [cosine(tfidf_vector(tokens, columns, weights), vector) for tokens in token_lists]


# --- the parts, worked by hand -----------------------------------------------------------------


def test_terms_are_counted_in_the_order_of_first_appearance():
    assert list(count_terms(["pump", "red", "pump"]).items()) == [("pump", 2), ("red", 1)]
    assert count_terms([]) == {} == document_frequencies([]) == make_vocabulary([[], []])


def test_columns_are_numbered_in_the_order_of_first_appearance():
    columns = make_vocabulary([["pump", "seal", "pump"], [], ["leak", "seal"], ["valve"]])
    assert list(columns.items()) == [("pump", 0), ("seal", 1), ("leak", 2), ("valve", 3)]


def test_a_chunk_counts_once_for_a_term():
    df = document_frequencies([["red", "pump", "red"], ["pump", "blue"], []])
    assert list(df.items()) == [("red", 1), ("pump", 2), ("blue", 1)]


@pytest.mark.parametrize("kind", [tuple, deque, np.array])
def test_other_sequences_will_do(kind):
    tokens = kind(["red", "pump", "red"])
    assert count_terms(tokens) == {"red": 2, "pump": 1}
    assert make_vocabulary((tokens,)) == {"red": 0, "pump": 1}
    assert document_frequencies((tokens, tokens)) == {"red": 2, "pump": 2}


def test_idf_of_four_chunks():
    """ln(4/2), ln(4/3), ln(4/4), ln(4/5); smoothed ln(5/2) + 1, ln(5/3) + 1, ln(5/4) + 1, 1."""
    plain = [idf_plain(df, 4) for df in (1, 2, 3, 4)]
    assert plain == close([0.6931, 0.2877, 0, -0.2231], abs=5e-5)
    smooth = [idf_smooth(df, 4) for df in (1, 2, 3, 4)]
    assert smooth == close([1.9163, 1.5108, 1.2231, 1.0], abs=5e-5)
    assert idf_plain(0, 4) == close(math.log(4)) and idf_smooth(0, 4) == close(math.log(5) + 1)
    assert idf_plain(1, 1) == close(math.log(1 / 2)) and idf_smooth(1, 1) == 1.0
    assert idf_smooth(np.int64(1), np.int32(4)) == idf_smooth(1, 4)


@given(st.integers(1, 10**9), st.data())
def test_idf_falls_as_df_grows(n_chunks, data):
    df = data.draw(st.integers(0, n_chunks - 1))
    assert idf_smooth(df, n_chunks) > idf_smooth(df + 1, n_chunks) >= 1
    assert idf_plain(df, n_chunks) > idf_plain(df + 1, n_chunks)
    assert math.isclose(idf_plain(n_chunks - 1, n_chunks), 0, abs_tol=1e-12)
    assert idf_plain(n_chunks, n_chunks) < 0


def test_a_vector_is_tf_times_idf():
    """red twice: 2 * 1.5 = 3; pump: 1 * 1.25; motor is no term of the corpus."""
    columns, idf = {"red": 0, "blue": 1, "pump": 2}, {"red": 1.5, "blue": 9.0, "pump": 1.25}
    assert tfidf_vector(["red", "motor", "pump", "red"], columns, idf) == [3.0, 0.0, 1.25]
    assert tfidf_vector(["motor"], columns, idf) == tfidf_vector([], columns, idf) == [0.0] * 3
    assert tfidf_vector(["motor"], {}, {}) == []


def test_the_three_texts_of_the_lessons():
    """Smoothed idf ln(4/2) + 1 = 1.693147 of red (df 1) and ln(4/3) + 1 = 1.287682 of pump (df 2).

    Query (1.693147, 1.287682), length 2.127176. Chunk 0 (3.386294, 1.287682), length 3.622853:
    (1.693147 * 3.386294 + 1.287682 ** 2) / (2.127176 * 3.622853) = 7.391621 / 7.706450 = 0.959146.
    Chunk 1, pump and blue, has the query's length: 1.658125 / 2.127176 ** 2 = 0.366447.
    """
    assert [idf_smooth(1, 3), idf_smooth(2, 3)] == close([1.693147, 1.287682], abs=5e-7)
    expected = close([0.959146, 0.366447, 0.0], abs=5e-7)
    assert plain_scores(PUMPS, "red pump") == expected
    assert scores_of(index_of(PUMPS), "red pump") == expected


def test_what_plain_idf_does_to_a_word_in_all_chunks():
    """idf of the = ln(4/5) = -0.2231, of pump = hums = ln(4/2) = 0.6931; the query has the length
    sqrt(0.2231^2 + 0.6931^2) = 0.7282. "the the the" points along the: 0.2231 / 0.7282 = 0.3064.
    """
    assert plain_scores(THE, "the pump", idf_plain) == close(
        [0.7243, 0.068, 0.068, 0.3064], abs=5e-5
    )
    top = index_of(THE).search("the pump", 4)
    assert top[0].chunk.text == "the pump hums" and len(top) == 4


@given(TEXT_LISTS.filter(len), QUERIES)
def test_no_cosine_is_negative_even_with_negative_idf(texts, query):
    """Query and chunk carry the same idf: each product is tf * tf * idf squared."""
    assert min(plain_scores(texts, query, idf_plain)) >= 0


def test_term_shares():
    """red 2 * 3 = 6, pump 1 * 1 = 1, blue 4 * 0.5 = 2, seal 0: highest first, no zeros."""
    columns = {"red": 0, "pump": 1, "blue": 2, "seal": 3}
    shares = term_shares([2, 1, 4, 0], [3, 1, 0.5, 5], columns)
    assert list(shares.items()) == [("red", 6.0), ("blue", 2.0), ("pump", 1.0)]
    assert sum(shares.values()) == dot([2, 1, 4, 0], [3, 1, 0.5, 5])
    assert list(term_shares([1, -1, 1], [1, 1, 1], {"a": 2, "b": 0, "c": 1})) == ["a", "b", "c"]
    assert term_shares([], [], {}) == {}


# --- the parts: what is refused ----------------------------------------------------------------


@pytest.mark.parametrize("idf", [idf_plain, idf_smooth])
def test_counts_out_of_range(idf):
    for df in (-1, 5):
        with pytest.raises(ValueError, match=f"^df must be from 0 to n_chunks = 4, got {df}$"):
            idf(df, 4)
    for n_chunks in (0, -3):
        with pytest.raises(ValueError, match=f"^n_chunks must be 1 or more, got {n_chunks}$"):
            idf(0, n_chunks)
    for value in (1.0, "1", None, True, np.True_, math.nan):
        with pytest.raises(TypeError) as error:
            idf(value, 4)
        assert str(error.value) == f"df must be a whole number, got {value!r}"
        with pytest.raises(TypeError) as error:
            idf(1, value)
        assert str(error.value) == f"n_chunks must be a whole number, got {value!r}"


@pytest.mark.parametrize("wrong", ["red pump", None, 5, iter(["red"])])
def test_a_text_that_nobody_has_cut_is_refused(wrong):
    kind = type(wrong).__name__
    words = f"must be a list of strings, got {kind}$"
    with pytest.raises(TypeError, match=f"^tokens {words}"):
        count_terms(wrong)
    with pytest.raises(TypeError, match=f"^tokens {words}"):
        tfidf_vector(wrong, {"red": 0}, {"red": 1.0})
    for count in (make_vocabulary, document_frequencies):
        with pytest.raises(
            TypeError, match=f"^token_lists must be a list of lists .*, got {kind}$"
        ):
            count(wrong)
        with pytest.raises(TypeError, match=f"^token_lists\\[1\\] {words}"):
            count([["red"], wrong])


@pytest.mark.parametrize("wrong", [1, None, ["red"], b"red"])
def test_tokens_are_strings(wrong):
    calls = {
        "tokens": [count_terms, lambda tokens: tfidf_vector(tokens, {"red": 0}, {"red": 1.0})],
        "token_lists[0]": [lambda t: make_vocabulary([t]), lambda t: document_frequencies([t])],
    }
    for name, functions in calls.items():
        for call in functions:
            with pytest.raises(TypeError) as error:
                call(["red", wrong])
            assert str(error.value) == f"{name} must hold strings only, got {wrong!r}"


def test_weights_and_columns_that_do_not_fit_are_refused():
    with pytest.raises(TypeError, match=r"^idf\['red'\] must be a number, got None$"):
        tfidf_vector(["motor", "red"], {"red": 0}, {"motor": 1.0})
    for column in (2, -1):
        with pytest.raises(
            ValueError, match=rf"^columns\['red'\] must be from 0 to 1, got {column}$"
        ):
            tfidf_vector(["red"], {"pump": 0, "red": column}, {"red": 1.0})
    with pytest.raises(ValueError, match=r"^columns\['red'\] must be from 0 to 0, got 1$"):
        tfidf_vector(["red"], {"red": 1}, {"red": 1.0})
    for columns, idf, words in ((None, {}, "columns .* NoneType"), ({}, [1.0], "idf .* list")):
        with pytest.raises(TypeError, match=words.replace(".*", "must be a dict by term, got")):
            tfidf_vector(["red"], columns, idf)


@pytest.mark.parametrize("column", ["0", None, 0.0, True, 2, -1, 1])
def test_columns_are_numbered_from_0_and_each_once(column):
    columns, idf = {"pump": 1, "red": column}, {"pump": 1.0, "red": 1.0}
    words = rf"^columns\['red'\] must be (from 0 to 1|a whole number), got {column!r}$"
    if column == 1 and column is not True:
        words = "^columns must differ, 'red' has 1, as 'pump'$"
    with pytest.raises((TypeError, ValueError), match=words):
        tfidf_vector(["pump", "red"], columns, idf)


@pytest.mark.parametrize("weight", ["1.0", None, math.nan, math.inf])
def test_an_idf_is_a_finite_number(weight):
    with pytest.raises(
        (TypeError, ValueError), match=r"^idf\['red'\] must be (a number|finite), got"
    ):
        tfidf_vector(["red"], {"red": 0}, {"red": weight})


@pytest.mark.parametrize("columns", [["red"], "r", None, 3])
def test_columns_are_a_dict(columns):
    with pytest.raises(TypeError, match=r"^columns must be a dict by term, got"):
        tfidf_vector(["red"], columns, {"red": 1.0})


# --- against scikit-learn, on both corpora -----------------------------------------------------


@cache
def peer(name):
    """Index, texts, questions of a corpus in every language and set; scikit-learn's weights."""
    chunks = load_chunks(name)
    chosen = [{"language": language} for language in ("en", "de", "zh")]
    if name == "numpy":
        chosen = [{"set": "known-item"}, {"set": "hand"}]
    questions = [q for choice in chosen for q in load_questions(name, answerable=None, **choice)]
    queries = list(dict.fromkeys(question["question"] for question in questions))
    vectorizer = TfidfVectorizer(analyzer=tokenize)
    matrix = vectorizer.fit_transform(chunk.text for chunk in chunks)
    return chunks, queries, vectorizer, matrix, TfidfIndex().index(chunks)


@pytest.mark.parametrize("name, at_least", [("house", 300), ("numpy", 800)])
def test_every_score_and_rank_is_that_of_scikit_learn(name, at_least):
    """All scores of some questions, the first twenty of the others."""
    chunks, queries, vectorizer, matrix, index = peer(name)
    assert len(queries) >= at_least
    places = {chunk.id: place for place, chunk in enumerate(chunks)}
    products = (vectorizer.transform(queries) @ matrix.T).toarray()
    for number, (query, expected) in enumerate(zip(queries, products, strict=True)):
        k = 20 if number % 40 else len(chunks)
        hits = index.search(query, k)
        rows = [places[hit.chunk.id] for hit in hits]
        rounded = np.round(expected, 9)
        order = np.argsort(-rounded, kind="stable")
        assert rows == order[: min(k, np.count_nonzero(rounded))].tolist()
        assert np.abs(expected[rows] - [hit.score for hit in hits]).max(initial=0) < 1e-9


@pytest.mark.parametrize("name", ["house", "numpy"])
def test_vocabulary_counts_idf_and_vectors_are_those_of_scikit_learn(name):
    chunks, _, vectorizer, matrix, index = peer(name)
    token_lists = [tokenize(chunk.text) for chunk in chunks]
    columns, df = make_vocabulary(token_lists), document_frequencies(token_lists)
    idf = {term: idf_smooth(count, len(chunks)) for term, count in df.items()}
    terms = vectorizer.get_feature_names_out().tolist()
    assert sorted(columns) == terms and index.vocabulary_ == columns
    assert [idf[term] for term in terms] == close(vectorizer.idf_, abs=1e-9)
    assert index.idf_.tolist() == [idf[term] for term in columns]

    counter = CountVectorizer(analyzer=list)
    counts = counter.fit_transform(token_lists)
    assert [df[term] for term in terms] == np.diff(counts.tocsc().indptr).tolist()
    order = [columns[term] for term in terms]
    parts = (index.weights_, index.rows_, index.starts_)
    ours = csc_matrix(parts, shape=(len(chunks), len(columns)))[:, order].tocsr()
    assert ours.nnz == matrix.nnz == counts.nnz and abs(ours - matrix).max() < 1e-9

    for row in range(0, len(chunks), 1 if name == "house" else 10):
        part = counts[row].tocoo()
        found = {terms[c]: int(n) for c, n in zip(part.col, part.data, strict=True)}
        assert count_terms(token_lists[row]) == found
        vector = np.array(tfidf_vector(token_lists[row], columns, idf))[order]
        length = np.linalg.norm(vector) or 1
        assert np.abs(vector / length - matrix[row].toarray()[0]).max() < 1e-9


def test_the_plain_cosine_is_the_score_of_the_index():
    chunks, queries, _, _, index = peer("house")
    token_lists = [tokenize(chunk.text) for chunk in chunks]
    columns, df = make_vocabulary(token_lists), document_frequencies(token_lists)
    idf = {term: idf_smooth(count, len(chunks)) for term, count in df.items()}
    places = {chunk.id: place for place, chunk in enumerate(chunks)}
    for query in queries[::8]:
        vector = tfidf_vector(tokenize(query), columns, idf)
        for hit in index.search(query, 20)[::7]:
            other = tfidf_vector(token_lists[places[hit.chunk.id]], columns, idf)
            assert cosine(vector, other) == close(hit.score, abs=1e-9)
            shares = term_shares(unit_vector(vector), unit_vector(other), columns)
            explained = index.explain(query, hit.chunk.id)
            assert {t: s for t, s in explained.items() if s} == close(shares, abs=1e-12)
            assert list(explained.values()) == sorted(explained.values(), reverse=True)


@given(TEXT_LISTS.filter(lambda texts: any(map(tokenize, texts))), QUERIES)
def test_small_corpora_against_scikit_learn_and_the_plain_way(texts, query):
    vectorizer = TfidfVectorizer(analyzer=tokenize)
    matrix = vectorizer.fit_transform(texts)
    expected = (vectorizer.transform([query]) @ matrix.T).toarray()[0]
    assert scores_of(index_of(texts), query) == close(expected, abs=1e-9)
    assert plain_scores(texts, query) == close(expected, abs=1e-9)


# --- the retriever: cases ------------------------------------------------------------------------


@pytest.mark.parametrize("query", ["kidneys", "kidneys?", "KIDNEYS", "„Kidneys“"])
def test_punctuation_and_case_do_not_hide_a_word(query):
    texts = ["The body filters blood in the kidneys.", "Kidneys, unlike lungs, make urine."]
    scores = scores_of(index_of([*texts, "The lungs exchange oxygen."]), query)
    assert scores[0] > 0 and scores[1] > 0 and scores[2] == 0


@pytest.mark.parametrize("text", ["U\u0308ber die Gro\u0308ße", "\u00dcber die Gr\u00f6ße"])
@pytest.mark.parametrize("query", ["gro\u0308ße", "gr\u00f6ße", "GRÖSSE"])
def test_umlauts_in_both_forms_are_found(text, query):
    assert len(index_of([text, "other"]).search(query)) == 1


def test_names_numbers_and_single_letters_are_found():
    """vitamin C helps skin: C and skin have df 1, idf ln(3/2) + 1 = 1.405465, the others 1.

    (1 + 1.405465^2) / sqrt(1 + 1.405465^2) / sqrt(2 + 2 * 1.405465^2) = 1 / sqrt(2) = 0.707107;
    the other chunk shares vitamin alone: 1 / (1 + 1.405465^2) / sqrt(2) = 0.237656.
    """
    texts = ["Pass timeout=None to wait forever.", "The default timeout is 5 seconds."]
    scores = scores_of(index_of([*texts, "None of the servers answered."]), "timeout=None")
    assert scores[0] > max(scores[1:])
    scores = scores_of(index_of(["vitamin C helps skin", "vitamin D helps bones"]), "vitamin C")
    assert scores == close([0.707107, 0.237656], abs=5e-7)
    assert scores_of(index_of(["1 2", "3 4"]), "3") == close([0, math.sqrt(0.5)])
    texts = ["Set no_proxy here", "A proxy", "See https://example.org/api/v1?x=1 there"]
    assert [hit.chunk.id for hit in index_of(texts).search("NO_PROXY")] == ["d#0"]
    assert [hit.chunk.id for hit in index_of(texts).search("example.org")] == ["d#2"]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "query, scores", [("pump", [0.577350]), ("pump seal leak", [1.0]), ("motor", [0.0])]
)
def test_a_corpus_of_one_chunk(query, scores):
    """All idf are 1: 1 / sqrt(3) = 0.577350."""
    assert scores_of(index_of(["pump seal leak"]), query) == close(scores, abs=5e-7)
    assert plain_scores(["pump seal leak"], query) == close(scores, abs=5e-7)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("query", ["xylophone", "", "?!", " \n", "\u200b", "😀", "水泵"])
def test_an_empty_chunk_and_a_query_without_known_words(query):
    """idf of red is ln(4/2) + 1, that of pump the same: red scores 1 / sqrt(2)."""
    texts = ["red pump", "", "green valve"]
    index = index_of(texts)
    assert index.search(query) == []
    assert plain_scores(texts, query) == [0.0, 0.0, 0.0]
    assert scores_of(index, f"red {query}")[1] == 0.0
    assert [hit.chunk.id for hit in index.search("red", 3)] == ["d#0"]
    assert scores_of(index, "red") == close([math.sqrt(0.5), 0, 0])
    assert scores_of(index, f"red {query}") == scores_of(index, "red")


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("texts", [[], [""], ["", "?!"], ["\u200b \ufeff"]])
def test_a_corpus_without_words(texts):
    index = index_of(texts)
    assert index.search("pump", 3) == [] and index.vocabulary_ == {}
    assert index.chunks_ == chunks_of(texts)


@pytest.mark.parametrize(
    "query, k, found",
    [
        *[("leaks", 10, [0, 1]), ("xyz", 2, []), ("", 2, []), ("?!", 2, []), ("leaks", 0, [])],
        *[("leaks", 1, [0]), ("leaks", 10**9, [0, 1]), ("leaks", 2**70, [0, 1])],
        ("zero hums", 9, [2, 3]),
    ],
)
def test_unknown_words_and_every_k(query, k, found):
    assert [hit.chunk.id for hit in index_of(LEAKS).search(query, k)] == [f"d#{n}" for n in found]


def test_k_is_five_if_nothing_is_said():
    index = index_of(["pump"] * 7)
    assert index.search("pump") == index.search("pump", 5) == index.search(query="pump", k=5)
    assert len(index.search("pump")) == 5


def test_a_repeated_query_word_counts_twice():
    """Query (red 2, blue 1) in a corpus with equal idf: 2 / sqrt(5) and 1 / sqrt(5)."""
    assert scores_of(index_of(["red", "blue"]), "red blue red") == close([2 / 5**0.5, 1 / 5**0.5])


def test_equal_texts_keep_the_order_of_the_corpus():
    hits = index_of(["seal", "pump", "seal", "pump", "seal"]).search("seal pump", 9)
    assert [hit.chunk.id for hit in hits] == ["d#1", "d#3", "d#0", "d#2", "d#4"]  # pump is rarer
    hits = index_of(["b a", "x", "a b", "a b"] * 30).search("a b", 200)
    places = [int(hit.chunk.id[2:]) for hit in hits]
    assert places == sorted(places) and len(places) == 90


def test_a_hit_holds_the_chunk_itself_and_a_rounded_score():
    chunks = chunks_of(PUMPS)
    index = TfidfIndex().index(chunks)
    hits = index.search("red pump")
    assert hits == [Hit(chunks[0], 0.959146395), Hit(chunks[1], 0.366446816)]
    assert hits[0].chunk is chunks[0] and type(hits[0].score) is float
    assert index.score_kind == "tfidf" and hits[0].legs == ()


# --- the retriever: why a chunk ranked where it did ----------------------------------------------


def test_explain_names_every_term_of_the_query():
    """red 1.693147 * 3.386294 / 7.706450 = 0.743986, pump 1.658125 / 7.706450 = 0.215161."""
    index = index_of(PUMPS)
    shares = index.explain("pump motor RED green", "d#0")
    assert list(shares) == ["red", "pump", "motor", "green"]
    assert shares["motor"] == shares["green"] == 0.0
    expected = {"red": close(0.743986, abs=5e-7), "pump": close(0.215161, abs=5e-7)}
    assert index.explain("red pump", "d#0") == expected
    assert index.explain("red pump", "d#2") == {"red": 0.0, "pump": 0.0}
    assert index.explain("?!", "d#0") == {}
    assert all(type(share) is float for share in shares.values())


@given(TEXT_LISTS, QUERIES)
def test_explained_shares_add_up_to_the_score(texts, query):
    index = index_of(texts)
    for chunk, score in zip(index.chunks_, scores_of(index, query), strict=True):
        shares = index.explain(query, chunk.id)
        assert sum(shares.values()) == close(score, abs=1e-9)
        assert list(shares.values()) == sorted(shares.values(), reverse=True)
        assert set(shares) == set(tokenize(query))
        held = set(tokenize(chunk.text))
        assert all((share > 0) == (term in held) for term, share in shares.items())


@pytest.mark.parametrize("wrong", ["d#9", "", None, 0, "d"])
def test_explain_refuses_an_id_that_is_not_indexed(wrong):
    with pytest.raises(ValueError) as error:
        index_of(PUMPS).explain("red", wrong)
    assert str(error.value) == f"chunk_id must be the id of an indexed chunk, got {wrong!r}"


# --- the retriever: properties -------------------------------------------------------------------


@given(TEXT_LISTS, QUERIES, st.integers(0, 9), st.integers(0, 9))
def test_fewer_hits_are_the_first_of_more(texts, query, k, more):
    index = index_of(texts)
    hits = index.search(query, k + more)
    assert index.search(query, k) == hits[:k] and len(hits) <= k + more
    places = [int(hit.chunk.id[2:]) for hit in hits]
    keys = [(-hit.score, place) for hit, place in zip(hits, places, strict=True)]
    assert keys == sorted(keys) and all(0 < hit.score <= 1 for hit in hits)


@given(TEXT_LISTS, QUERIES)
def test_hits_are_the_chunks_that_share_a_word(texts, query):
    words = set(tokenize(query))
    found = {hit.chunk.text for hit in index_of(texts).search(query, 99)}
    assert found == {text for text in texts if words & set(tokenize(text))}


@given(TEXT_LISTS, QUERIES, st.randoms(use_true_random=False))
def test_the_order_of_the_corpus_does_not_change_a_score(texts, query, chance):
    chunks = chunks_of(texts)
    mixed = chance.sample(chunks, len(chunks))
    scores = dict(zip(chunks, scores_of(TfidfIndex().index(chunks), query), strict=True))
    assert scores_of(TfidfIndex().index(mixed), query) == close(
        [scores[c] for c in mixed], abs=2e-9
    )


@given(TEXT_LISTS, QUERIES, st.integers(2, 20))
def test_a_text_repeated_as_a_whole_scores_the_same(texts, query, times):
    longer = [texts[0], " ".join([texts[0]] * times), *texts[1:]] if texts else []
    scores = scores_of(index_of(longer), query)
    assert scores[:1] == close(scores[1:2], abs=2e-9)
    assert scores_of(index_of(longer), f"{query} {query}") == close(scores, abs=2e-9)


# --- the retriever: life cycle and odd input -----------------------------------------------------


def test_nothing_is_found_before_something_is_indexed():
    for call in (lambda index: index.search("pump"), lambda index: index.explain("pump", "d#0")):
        with pytest.raises(
            RuntimeError, match=r"^nothing is indexed yet: call .index\(chunks\) first$"
        ):
            call(TfidfIndex())


def test_indexing_again_replaces_everything():
    index = index_of(THE)
    assert index.index(chunks_of(PUMPS)) is index
    new = index_of(PUMPS)
    assert index.search("red pump", 9) == new.search("red pump", 9)
    assert index.search("hums") == [] and index.vocabulary_ == new.vocabulary_
    assert index.idf_.tolist() == new.idf_.tolist()
    assert index.index([]).search("red") == []


def test_two_indexes_share_nothing():
    one, two = index_of(THE), index_of(PUMPS)
    assert one.search("hums") and not two.search("hums")
    assert vars(LexicalIndex).get("chunks_") is vars(TfidfIndex).get("chunks_") is None


def test_the_list_that_was_indexed_may_change_later():
    chunks = chunks_of(PUMPS)
    index = TfidfIndex().index(chunks)
    chunks.clear()
    assert len(index.search("pump")) == 2


def test_any_iterable_of_chunks_will_do():
    expected = index_of(PUMPS).search("pump")
    assert TfidfIndex().index(tuple(chunks_of(PUMPS))).search("pump") == expected
    assert TfidfIndex().index(chunk for chunk in chunks_of(PUMPS)).search("pump") == expected


SAME = Chunk("a.md#1", "a.md", "pump", 0, 4)
WRONG_CHUNKS = [
    (None, TypeError, "chunks must be a list of Chunk, got NoneType"),
    (3, TypeError, "chunks must be a list of Chunk, got int"),
    ("pump", TypeError, "chunks must be a list of Chunk, got str"),
    (SAME, TypeError, "chunks must be a list of Chunk, got Chunk"),
    ({}, TypeError, "chunks must be a list of Chunk, got dict"),
    ({"a": SAME}, TypeError, "chunks must be a list of Chunk, got dict"),
    ({SAME}, TypeError, "chunks must be a list of Chunk, got set"),  # its order changes by run
    ([SAME, "pump"], TypeError, "chunks must hold Chunk only, got 'pump'"),
    ([None], TypeError, "chunks must hold Chunk only, got None"),
    ([Document("a", "b")], TypeError, "chunks must hold Chunk only, got Document(id='a', text='b'"),
    ([SAME, SAME], ValueError, "chunks must have different ids, 'a.md#1' occurs 2 times"),
    ([SAME] * 3, ValueError, "chunks must have different ids, 'a.md#1' occurs 3 times"),
]


@pytest.mark.parametrize("wrong, error, words", WRONG_CHUNKS)
def test_wrong_chunks_are_refused_and_leave_the_old_index_whole(wrong, error, words):
    index = index_of(PUMPS)
    before, hits = dict(vars(index)), index.search("red pump")
    with pytest.raises(error) as raised:
        index.index(wrong)
    assert str(raised.value).startswith(words) and len(str(raised.value)) < 110
    assert vars(index).keys() == before.keys()
    assert all(value is before[name] for name, value in vars(index).items())
    assert index.search("red pump") == hits
    with pytest.raises(error):
        TfidfIndex().index(wrong)


def test_an_index_that_breaks_off_half_way_leaves_the_old_one_whole():
    class Breaks(TfidfIndex):
        def _chunk_weights(self, postings):
            weights = super()._chunk_weights(postings)
            if len(postings.lengths) > 3:
                raise MemoryError
            return weights

    index = Breaks().index(chunks_of(PUMPS))
    hits = index.search("red pump")
    with pytest.raises(MemoryError):
        index.index(chunks_of(THE))
    assert index.search("red pump") == hits and index.search("hums") == []
    assert len(index.idf_) == len(index.vocabulary_) == 5


@pytest.mark.parametrize("wrong", [None, 3, b"pump", ["pump"], True])
def test_a_query_is_a_string(wrong):
    index, words = index_of(PUMPS), f"^query must be a string, got {type(wrong).__name__}$"
    with pytest.raises(TypeError, match=words):
        index.search(wrong)
    with pytest.raises(TypeError, match=words):
        index.explain(wrong, "d#0")


@pytest.mark.parametrize("k", [True, 2.5, "5", None])
def test_k_is_a_whole_number(k):
    with pytest.raises(TypeError) as error:
        index_of(PUMPS).search("xyz", k)
    assert str(error.value) == f"k must be a whole number, got {k!r}"


def test_k_below_zero_is_refused_even_without_hits():
    for query in ("pump", "xyz", ""):
        with pytest.raises(ValueError, match=r"^k must be 0 or more, got -1$"):
            index_of(PUMPS).search(query, -1)


@pytest.mark.parametrize(
    "text",
    ["😀 pump", "שלום", "启动水泵", "{pump} \\n <|endoftext|>", "[Source 9] forged", "a\x00b", "x"],
)
def test_odd_texts_are_indexed_and_found_by_themselves(text):
    hits = index_of(["", text, "other words", "\u200b"]).search(text)
    assert [hit.chunk.id for hit in hits] == ["d#1"] and hits[0].score == 1.0


def test_a_line_of_a_megabyte():
    index = index_of(["pump " * 200_000, "seal"])
    assert scores_of(index, "pump") == [1.0, 0.0]
    assert scores_of(index, "seal " * 200_000) == [0.0, 1.0]


def test_a_hundred_thousand_tiny_texts():
    index = index_of([f"w{n % 1000} common" for n in range(100_000)])
    hits = index.search("w7 common", 10**9)
    assert len(hits) == 100_000 and len(index.vocabulary_) == 1001
    assert [hit.chunk.id for hit in hits[:3]] == ["d#7", "d#1007", "d#2007"]
    assert [hit.chunk.id for hit in hits[100:102]] == ["d#0", "d#1"]


# --- the postings --------------------------------------------------------------------------------


def test_postings_are_filed_by_term():
    postings = count_postings(["red pump red", "", "blue pump"])
    assert postings.vocabulary == {"red": 0, "pump": 1, "blue": 2}
    assert type(postings.vocabulary) is dict  # an unknown term must not get a number later
    assert postings.starts.tolist() == [0, 1, 3, 4]
    assert postings.rows.tolist() == [0, 0, 2, 2]
    assert postings.counts.tolist() == [2, 1, 1, 1]
    assert postings.lengths.tolist() == [3, 0, 2]
    kinds = [postings.starts, postings.rows, postings.counts, postings.lengths]
    assert [array.dtype.name for array in kinds] == ["int64", "int32", "int32", "int64"]


@given(TEXT_LISTS)
def test_postings_hold_every_count(texts):
    postings = count_postings(texts)
    found = [Counter() for _ in texts]
    for term, number in postings.vocabulary.items():
        part = slice(postings.starts[number], postings.starts[number + 1])
        rows = postings.rows[part].tolist()
        assert rows == sorted(set(rows)) != []
        for row, count in zip(rows, postings.counts[part].tolist(), strict=True):
            found[row][term] = count
    assert found == [Counter(tokenize(text)) for text in texts]
    assert postings.lengths.tolist() == [len(tokenize(text)) for text in texts]
    assert postings.vocabulary == make_vocabulary([tokenize(text) for text in texts])
    kinds = [postings.starts, postings.rows, postings.counts, postings.lengths]
    assert [array.dtype.name for array in kinds] == ["int64", "int32", "int32", "int64"]


def test_postings_cannot_be_assigned_again():
    with pytest.raises(AttributeError):
        count_postings([]).starts = None


def test_an_unfinished_subclass_says_so():
    class Half(LexicalIndex):
        def _chunk_weights(self, postings):
            return postings.counts

    with pytest.raises(AttributeError, match="_chunk_weights"):
        LexicalIndex().index(chunks_of(PUMPS))
    with pytest.raises(AttributeError, match="_query_weights"):
        Half().index(chunks_of(PUMPS)).search("pump")


# --- another process -----------------------------------------------------------------------------


def test_vocabulary_and_hits_do_not_depend_on_the_hash_seed():
    code = (
        "from course_lib import *; index = TfidfIndex().index(load_chunks('house'))\n"
        "print(list(index.vocabulary_))\n"
        "for q in load_questions('house')[:40]:\n"
        "    hits = index.search(q['question'], 50)\n"
        "    print([(hit.chunk.id, hit.score) for hit in hits])\n"
        "    print(index.explain(q['question'], hits[0].chunk.id))\n"
    )
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", code],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            cwd=ROOT,
        )
        for seed in "123"
    ]
    outputs = [run.communicate()[0] for run in runs]
    assert outputs[0].count(b"\n") == 81 and outputs[0] == outputs[1] == outputs[2]
    assert [run.returncode for run in runs] == [0, 0, 0]
