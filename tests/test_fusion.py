"""Reciprocal rank fusion: worked by hand, equal to ranx, and the index over several searches."""

import copy
import json
import math
import os
import random
import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ir_measures import MRR, Qrel, ScoredDoc, Success, calc_aggregate

from course_lib import Chunk, Hit, TfidfIndex, load_chunks, load_questions
from course_lib.bm25 import BM25Index
from course_lib.dense import DenseIndex
from course_lib.evaluation import evaluate
from course_lib.evidence import finds
from course_lib.fusion import HybridIndex, Leg, fuse_rrf
from course_lib.metrics import hit_at_k, reciprocal_rank
from course_lib.vectors import StoredEncoder

RANKINGS = st.lists(st.lists(st.integers(0, 12), max_size=9), max_size=4)
PLAIN = st.lists(st.lists(st.integers(0, 12), max_size=9, unique=True), max_size=4)
close = pytest.approx


def chunks_of(texts):
    return [Chunk(f"d#{n}", "d", text, 0, len(text)) for n, text in enumerate(texts)]


def rounded(scores):
    return {name: round(score, 6) for name, score in scores.items()}


class Fixed:
    """A search that finds the given chunks, whatever is asked; no search_batch."""

    def __init__(self, places, score_kind="fixed", scores=None):
        self.places, self.score_kind, self.scores = places, score_kind, scores
        self.asked = []

    def index(self, chunks):
        self.chunks = chunks
        return self

    def search(self, query, k=5):
        self.asked.append((query, k))
        scores = self.scores or [9 - n for n in range(len(self.places))]
        pairs = list(zip(self.places, scores, strict=True))[:k]
        return [Hit(self.chunks[place], score) for place, score in pairs]


class Broken(Fixed):
    def index(self, chunks):
        raise OSError("no room left")


# --- worked by hand ------------------------------------------------------------------------------


def test_ranks_start_at_1():
    """b 1/62 + 1/61 = 0.032522, a 1/61 + 1/63 = 0.032266, d 1/62 = 0.016129, c 1/63 = 0.015873."""
    scores = fuse_rrf([["a", "b", "c"], ["b", "d", "a"]])
    expected = {"b": 0.032522, "a": 0.032266, "d": 0.016129, "c": 0.015873}
    assert list(rounded(scores).items()) == list(expected.items())


def test_from_rank_0_another_one_would_win():
    """x at 1 and 20, y at 5 and 14: 1/61 + 1/80 = 0.028893 < 1/65 + 1/74 = 0.028898."""
    first = ["x", "p1", "p2", "p3", "y"]
    second = [f"q{n}" for n in range(13)] + ["y"] + [f"r{n}" for n in range(5)] + ["x"]
    scores = fuse_rrf([first, second])
    assert list(scores)[:2] == ["y", "x"]
    assert rounded(scores)["y"] == 0.028898 and rounded(scores)["x"] == 0.028893
    assert list(fuse_rrf([first, second], rrf_k=59))[:2] == ["x", "y"]


@pytest.mark.parametrize(
    "rankings, expected",
    [
        # only the first place of x counts; b keeps its place 5: 1/65
        ([list("xaxxb"), list("ac")], {"a": 0.032522, "x": 0.016393, "c": 0.016129, "b": 0.015385}),
        # absent gives nothing: t 1/64 + 1/62
        (
            [list("mnot"), list("pt")],
            {"t": 0.031754, "m": 0.016393, "p": 0.016393, "n": 0.016129, "o": 0.015873},
        ),
        ([list("pqr"), []], {"p": 0.016393, "q": 0.016129, "r": 0.015873}),
        ([[], list("pqr")], {"p": 0.016393, "q": 0.016129, "r": 0.015873}),
        ([], {}),
        ([[], []], {}),
        ([list("ab"), list("ba")], {"a": 0.032522, "b": 0.032522}),  # a tie: by id
        ([list("ba")] * 3, {"b": 0.04918, "a": 0.048387}),  # 3/61, 3/62
    ],
)
def test_repeats_absence_and_ties(rankings, expected):
    assert list(rounded(fuse_rrf(rankings)).items()) == list(expected.items())


def test_rrf_k_and_weights():
    """rrf_k = 0: a 1/1 + 1/3, b 1/2. Weights 1 and 3: b 1/62 + 3/61, a 1/61."""
    assert fuse_rrf([["a", "b"], ["c", "d", "a"]], rrf_k=0) == close(
        {"a": 4 / 3, "c": 1, "b": 0.5, "d": 0.5}
    )
    assert list(fuse_rrf([["a", "b"], ["b"]], weights=[1, 3]).items()) == [
        ("b", close(1 / 62 + 3 / 61)),
        ("a", close(1 / 61)),
    ]
    assert list(fuse_rrf([["a"], ["b"]], weights=(1, 2))) == ["b", "a"]
    assert fuse_rrf([["a"], ["b"]], weights=[1, 0]) == {"a": close(1 / 61), "b": 0}


def test_equal_sums_are_equal_numbers():
    """Three shares in any order; ranks 6 and 3 against 4 twice: 1/6 + 1/3 = 1/4 + 1/4."""
    lists = [["x", "y"], ["y", "z"], ["z", "x"]]
    assert len(set(fuse_rrf(lists).values())) == 1 and list(fuse_rrf(lists)) == ["x", "y", "z"]
    first, second = ["p", "q", "b", "a", "r", "s"], ["t", "u", "v", "a", "w", "b"]
    scores = fuse_rrf([first, second], rrf_k=0)
    assert scores["a"] == scores["b"] == 0.5


# --- whatever the rankings -----------------------------------------------------------------------


@given(RANKINGS, st.sampled_from([0, 1, 60, 1000]), st.randoms(use_true_random=False))
def test_the_order_of_the_lists_does_not_matter(rankings, rrf_k, chance):
    order = chance.sample(range(len(rankings)), len(rankings))
    weights = [chance.choice([0.1, 0.2, 0.3, 1, 7]) for _ in rankings]
    first = fuse_rrf(rankings, rrf_k, weights)
    again = fuse_rrf([rankings[n] for n in order], rrf_k, [weights[n] for n in order])
    assert list(first.items()) == list(again.items())


@given(RANKINGS, st.sampled_from([0, 1, 60, 1000]))
def test_scores_are_those_of_exact_fractions_and_ties_go_by_id(rankings, rrf_k):
    exact = {}
    for ranking in rankings:
        for name in set(ranking):
            share = Fraction(1, rrf_k + 1 + ranking.index(name))
            exact[name] = exact.get(name, 0) + share
    scores = fuse_rrf(rankings, rrf_k)
    assert list(scores) == sorted(exact, key=lambda name: (-exact[name], name))
    assert scores == close({name: float(score) for name, score in exact.items()}, abs=1e-12)


RANX = """
import json, sys
from ranx import Run, fuse
fused = []
for rankings, rrf_k in json.load(sys.stdin):
    runs = [Run({"q": {name: -n for n, name in enumerate(r)}}) for r in rankings]
    fused.append(fuse(runs, norm=None, method="rrf", params={"k": rrf_k}).to_dict()["q"])
json.dump(fused, sys.stdout)
"""


def in_ranx(cases):
    """What ranx makes of (rankings, rrf_k), in a process where it need not compile itself first."""
    run = subprocess.run(
        [sys.executable, "-c", RANX],
        input=json.dumps(cases),
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(run.stdout)


def test_scores_are_those_of_ranx(house):
    """300 random sets of two to five rankings, and the legs' on 50 questions of the house."""
    chance = random.Random(0)
    cases = [
        (
            [
                chance.sample("abcdefghijkl", chance.randint(1, 9))
                for _ in range(chance.randint(2, 5))
            ],
            chance.choice([1, 10, 60, 1000]),
        )
        for _ in range(300)
    ]
    index, questions = house
    asked = [question["question"] for question in questions[:50]]
    for query in asked:
        found = [[h.chunk.id for h in leg.search(query, 100)] for leg in index.legs]
        assert all(found)
        cases.append((found, 60))
    fused = in_ranx(cases)
    for (rankings, rrf_k), theirs in zip(cases, fused, strict=True):
        assert fuse_rrf(rankings, rrf_k) == close(theirs, abs=1e-11)
    for query, (rankings, _), theirs in zip(asked, cases[300:], fused[300:], strict=True):
        hits = index.search(query, 200)
        assert {hit.chunk.id: hit.score for hit in hits} == close(theirs, abs=1e-11)
        for hit in hits:
            for leg, ranking in zip(hit.legs, rankings, strict=True):
                assert (leg is None) == (hit.chunk.id not in ranking)
                assert leg is None or ranking[leg.rank - 1] == hit.chunk.id


@given(PLAIN, st.integers(0, 12))
def test_a_better_place_never_lowers_a_score(rankings, name):
    for ranking in rankings:
        if name in ranking[1:]:
            before = fuse_rrf(rankings)[name]
            place = ranking.index(name)
            ranking[place - 1 : place + 1] = reversed(ranking[place - 1 : place + 1])
            assert fuse_rrf(rankings)[name] > before


# --- the index -----------------------------------------------------------------------------------

FIVE = chunks_of(["red pump", "blue pump", "green valve", "old seal", "red seal"])


def hybrid(*legs, **options):
    return HybridIndex(legs, **options).index(FIVE)


def test_hits_say_which_leg_found_them_at_which_rank_with_which_score():
    index = hybrid(Fixed([2, 0], "bm25", [7.5, 0.1]), Fixed([0, 3], "cosine", [0.9, 0.2]))
    assert index.search("anything") == [
        Hit(FIVE[0], round(1 / 62 + 1 / 61, 12), (Leg("bm25", 2, 0.1), Leg("cosine", 1, 0.9))),
        Hit(FIVE[2], round(1 / 61, 12), (Leg("bm25", 1, 7.5), None)),
        Hit(FIVE[3], round(1 / 62, 12), (None, Leg("cosine", 2, 0.2))),
    ]
    assert index.score_kind == "rrf"


def test_a_score_depends_on_ranks_alone():
    """What is not RRF: rank terms multiplied by a score, where a first place with 0.2 adds less."""
    weak = hybrid(Fixed([1, 0], scores=[0.2, 0.1]), Fixed([0, 2], scores=[0.9, 0.1]))
    strong = hybrid(Fixed([1, 0], scores=[900, 1]), Fixed([0, 2], scores=[0.0, -5]))
    found = [[(hit.chunk, hit.score) for hit in index.search("q")] for index in (weak, strong)]
    assert found[0] == found[1]


def test_ties_keep_the_order_of_the_corpus_whatever_the_ids_and_the_order_of_the_legs():
    chunks = [Chunk(f"{name}#0", name, name, 0, 1) for name in "zya"]
    for legs in ([Fixed([2]), Fixed([0])], [Fixed([0]), Fixed([2])]):
        hits = HybridIndex(legs).index(chunks).search("q")
        assert [hit.chunk.id for hit in hits] == ["z#0", "a#0"]


def test_depth_is_what_each_leg_is_asked_for_whatever_k():
    first, second = Fixed([0, 1, 2, 3, 4]), Fixed([4, 3, 2, 1, 0])
    index = HybridIndex([first, second], depth=2).index(FIVE)
    assert [hit.chunk.id for hit in index.search("q", 99)] == ["d#0", "d#4", "d#1", "d#3"]
    index.search("q", 1), index.search("q", 0)
    assert [leg.asked for leg in index.legs] == [[("q", 2)] * 3] * 2
    six = HybridIndex([Fixed(range(6))]).index(chunks_of("abcdef"))
    assert len(six.search("q")) == 5
    assert HybridIndex([first]).depth == 100 and HybridIndex([first]).rrf_k == 60


def test_rrf_k_and_weights_reach_the_fusion():
    legs = [Fixed([0, 1, 2]), Fixed([3, 2, 1])]
    hits = hybrid(*legs, rrf_k=1, weights=[1, 3]).search("q", 2)
    assert [(hit.chunk.id, hit.score) for hit in hits] == [("d#3", 1.5), ("d#2", 1.25)]


def test_a_leg_that_repeats_a_chunk_counts_it_once():
    (first, second) = hybrid(Fixed([0, 0, 1], scores=[3, 2, 1])).search("q")
    assert first.score == round(1 / 61, 12) and first.legs == (Leg("fixed", 1, 3),)
    assert second.legs == (Leg("fixed", 3, 1),)


def test_an_index_may_be_a_leg_of_another():
    inner = HybridIndex([Fixed([0, 1]), Fixed([0, 2])])
    hits = hybrid(inner, Fixed([1, 3])).search("q")
    assert [hit.chunk.id for hit in hits] == ["d#1", "d#0", "d#3", "d#2"]
    assert hits[1].legs == (Leg("rrf", 1, round(2 / 61, 12)), None)


def test_legs_that_find_nothing():
    empty = HybridIndex([BM25Index(), TfidfIndex()]).index([])
    assert empty.search("pump") == [] and empty.search_batch(["pump", ""]) == [[], []]
    index = hybrid(BM25Index(), Fixed([3]))
    assert index.search("xylophone") == [
        Hit(FIVE[3], round(1 / 61, 12), (None, Leg("fixed", 1, 9)))
    ]
    assert hybrid(BM25Index()).search("?!") == []


WORDS = st.lists(st.sampled_from(["red", "blue", "pump", "seal", "E42", "the"]), max_size=5)


@given(st.lists(WORDS.map(" ".join), max_size=6), WORDS.map(" ".join), *[st.integers(0, 7)] * 2)
def test_fewer_hits_are_the_first_of_more(texts, query, k, more):
    legs = [BM25Index(), TfidfIndex(), BM25Index(k1=0, b=0)]
    index = HybridIndex(legs, depth=3).index(chunks_of(texts))
    assert index.search(query, k) == index.search(query, k + more)[:k]
    assert index.search_batch([query, "red"], k) == [index.search(q, k) for q in (query, "red")]


def test_the_legs_handed_in_stay_as_they_are():
    leg = BM25Index().index(chunks_of(["motor"]))
    index = HybridIndex([leg, leg]).index(FIVE)
    assert index.search("pump") and leg.search("motor") and not leg.search("pump")
    assert HybridIndex([BM25Index()]).index(iter(FIVE)).search("pump")


def test_a_leg_that_fails_leaves_the_old_index_whole():
    index = hybrid(BM25Index(), TfidfIndex())
    before = index.search("red pump")
    index.legs[1] = Broken([])
    with pytest.raises(OSError, match="no room left"):
        index.index(chunks_of(["motor"]))
    index.legs[1] = TfidfIndex().index(FIVE)
    assert index.search("red pump") == before and index.search("motor") == []
    with pytest.raises(ValueError, match=r"^chunks must have different ids"):
        index.index([FIVE[0], FIVE[0]])
    assert index.search("red pump") == before
    assert index.index(FIVE[:1]) is index and len(index.search("red pump")) == 1


def test_a_nested_index_that_fails_leaves_the_old_one_whole():
    index = hybrid(HybridIndex([BM25Index(), TfidfIndex()]), BM25Index())
    before = index.search("red pump")
    inner = index.legs[0]
    inner.legs[1] = Broken([])
    with pytest.raises(OSError, match="no room left"):
        index.index(chunks_of(["motor"]))
    inner.legs[1] = TfidfIndex().index(FIVE)
    assert index.search("red pump") == before and index.chunks_ == FIVE


# --- on the house corpus -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def house():
    legs = [BM25Index(), DenseIndex(StoredEncoder())]
    return HybridIndex(legs).index(load_chunks("house")), load_questions("house", split="test")


def test_the_fused_run_scores_as_in_ir_measures(house):
    """The hits are the run; what is relevant is told by `finds`, and one chunk elsewhere."""
    index, questions = house
    found = evaluate(index.search, questions, 10)
    ours = [found.mean(metric, k) for metric, k in ((hit_at_k, 5), (reciprocal_rank, 10))]
    run, qrels = [], []
    for question in questions:
        qrels.append(Qrel(question["id"], "elsewhere", 1))
        for rank, hit in enumerate(index.search(question["question"], 10), 1):
            run.append(ScoredDoc(question["id"], hit.chunk.id, -rank))
            qrels.append(Qrel(question["id"], hit.chunk.id, int(finds([hit], question))))
    theirs = calc_aggregate([Success @ 5, MRR @ 10], qrels, run)
    assert ours == close([theirs[Success @ 5], theirs[MRR @ 10]], abs=1e-12)


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments, error, words",
    [
        (("ab",), TypeError, "rankings must be a list of lists of ids, got str"),
        ((["ab"],), TypeError, "rankings must hold lists of ids only, got 'ab'"),
        ((5,), TypeError, "rankings must be a list of lists of ids, got int"),
        (({"a": 1},), TypeError, "rankings must be a list of lists of ids, got dict"),
        (([{"a"}],), TypeError, "rankings must hold lists of ids only, got {'a'}"),
        (([["a"]], -1), ValueError, "rrf_k must be 0 or more, got -1"),
        (([["a"]], math.nan), ValueError, "rrf_k must be finite, got nan"),
        (([["a"]], math.inf), ValueError, "rrf_k must be finite, got inf"),
        (([["a"]], "60"), TypeError, "rrf_k must be a number, got '60'"),
        (([["a"]], None), TypeError, "rrf_k must be a number, got None"),
        (([["a"]], 60, [1, 2]), ValueError, "weights must hold 1 numbers, got 2"),
        (([["a"]], 60, [-1]), ValueError, "weights must be 0 or more, got -1"),
        (([["a"]], 60, [None]), TypeError, "weights must be a number, got None"),
        (([["a"]], 60, 2), TypeError, "weights must be a list of numbers, got int"),
        (([["a"]], 60, "1"), TypeError, "weights must be a list of numbers, got str"),
    ],
)
def test_bad_rankings_and_parameters(arguments, error, words):
    with pytest.raises(error) as caught:
        fuse_rrf(*arguments)
    assert str(caught.value) == words


@pytest.mark.parametrize(
    "options, error, words",
    [
        ({"legs": []}, ValueError, "legs must hold retrievers, at least one, got []"),
        ({"legs": BM25Index()}, TypeError, "legs must be a list of retrievers, got BM25Index"),
        ({"legs": [BM25Index]}, TypeError, "legs must have .index, .search and .score_kind, got <"),
        ({"legs": [Fixed([]).search]}, TypeError, "legs must have .index, .search and .score_kind"),
        ({"legs": "ab"}, TypeError, "legs must be a list of retrievers, got str"),
        ({"depth": 0}, ValueError, "depth must be 1 or more, got 0"),
        ({"depth": -1}, ValueError, "depth must be 1 or more, got -1"),
        ({"depth": 1.5}, TypeError, "depth must be a whole number, got 1.5"),
        ({"rrf_k": -1}, ValueError, "rrf_k must be 0 or more, got -1"),
        ({"weights": [1]}, ValueError, "weights must hold 2 numbers, got 1"),
        ({"weights": [1, math.nan]}, ValueError, "weights must be finite, got nan"),
    ],
)
def test_bad_legs_and_parameters(options, error, words):
    with pytest.raises(error) as caught:
        HybridIndex(**{"legs": [BM25Index(), TfidfIndex()]} | options)
    assert str(caught.value).startswith(words)


def test_bad_queries_and_k():
    index = hybrid(BM25Index(), TfidfIndex())
    for search in (index.search, lambda query, k=5: index.search_batch([query], k)):
        with pytest.raises(TypeError, match=r"^query must be a string, got NoneType$"):
            search(None)
        with pytest.raises(ValueError, match=r"^k must be 0 or more, got -1$"):
            search("pump", -1)
        with pytest.raises(TypeError, match=r"^k must be a whole number, got 1\.5$"):
            search("pump", 1.5)
    with pytest.raises(RuntimeError, match=r"^nothing is indexed yet: call \.index"):
        HybridIndex([copy.copy(index)]).search("pump")
