"""Metrics: hand-worked values, policies, and the field's own code as oracle."""

import json
import math
import os
import random
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.metrics import (
    complete_at_k,
    gains,
    hit_at_k,
    ndcg_at_k,
    places,
    precision_at_k,
    recall_at_k,
    reciprocal_rank,
)

METRICS = (
    hit_at_k,
    reciprocal_rank,
    recall_at_k,
    precision_at_k,
    complete_at_k,
    ndcg_at_k,
)


def values(ranking, relevant, k):
    return {metric.__name__: metric(ranking, relevant, k) for metric in METRICS}


# --- by hand -------------------------------------------------------------------------------------


def test_a_repeat_keeps_its_place_and_gains_nothing():  # ME-01
    """c3 c3 c8 c1, relevant c1 c3 c5: places 1 and 4 gain.

    DCG = 1/log2(2) + 1/log2(5) = 1 + .430677; best = 1 + .630930 + .5; 1.430677 / 2.130930.
    """
    ranking, relevant = ["c3", "c3", "c8", "c1"], {"c3", "c1", "c5"}
    assert recall_at_k(ranking, relevant, 4) == 2 / 3
    assert precision_at_k(ranking, relevant, 4) == 2 / 4
    assert ndcg_at_k(ranking, relevant, 4) == pytest.approx(0.671386, abs=1e-6)
    assert set(values(["c3", "c3"], {"c3"}, 2).values()) == {1.0, 0.5}
    assert recall_at_k(["c3", "c3"], {"c3"}, 2) == ndcg_at_k(["c3", "c3"], {"c3"}, 2) == 1.0
    assert precision_at_k(["c3", "c3"], {"c3"}, 2) == 0.5
    assert values(ranking, ["c1", "c3", "c3", "c5", "c5"], 4) == values(ranking, relevant, 4)


def test_nothing_retrieved_is_zero_and_nothing_relevant_is_an_error():  # ME-02 a, b
    assert set(values([], {"d1"}, 5).values()) == {0.0}
    for metric in METRICS:
        for nothing in ([], set(), range(0)):
            with pytest.raises(ValueError, match="relevant must hold ids, at least one, got"):
                metric(["d1"], nothing, 5)


def test_places_that_are_not_filled_count():  # ME-03
    """d1 d9, relevant d1 d2 d3, k = 5: nDCG = 1 / (1 + .630930 + .5) = .469279."""
    found = values(["d1", "d9"], {"d1", "d2", "d3"}, 5)
    assert found["precision_at_k"] == 1 / 5 and found["recall_at_k"] == 1 / 3
    assert found["hit_at_k"] == found["reciprocal_rank"] == 1.0 and found["complete_at_k"] == 0.0
    assert found["ndcg_at_k"] == pytest.approx(0.469279, abs=1e-6)


def test_hit_rate_is_not_recall_and_rank_takes_the_first_only():  # ME-03
    four = {"a", "b", "c", "d"}
    assert hit_at_k(["a", "x"], four, 1) == 1.0 and recall_at_k(["a", "x"], four, 1) == 0.25
    assert reciprocal_rank(["x", "a", "b"], {"a", "b"}, 3) == 1 / 2
    assert reciprocal_rank(["x", "a", "b"], {"b"}, 2) == 0.0
    assert reciprocal_rank(["x", "a", "b"], {"b"}, 3) == 1 / 3


def test_the_ideal_comes_from_the_labels_and_is_cut_at_k():  # ME-04 a, b
    """a: (1/log2(3)) / (1 + 1/log2(3) + 1/2) = .630930 / 2.130930."""
    assert ndcg_at_k(list("xayzw"), set("abc"), 5) == pytest.approx(0.296082, abs=1e-6)
    assert ndcg_at_k(list("ab"), set("abcd"), 2) == 1.0


def test_several_facets_in_one_place():
    """{0, 1} then {2}: units 0 1 2 one behind the other, all there is: nDCG 1.

    {}, {0, 1}, {2} with three facets: 1/log2(3) + 1/log2(4) + 1/log2(5) over the best
    1 + 1/log2(3) + 1/log2(4): 1.561606 / 2.130930 = .732828.
    """
    assert gains([{0, 1}, {1, 2}, {0}], range(3), 3) == [2, 1, 0]
    assert ndcg_at_k([{0, 1}, {2}], range(3), 2) == 1.0
    assert ndcg_at_k([set(), {0, 1}, {2}], range(3), 3) == pytest.approx(0.732828, abs=1e-6)
    assert ndcg_at_k([{0, 1, 2}], range(3), 1) == 1.0
    assert recall_at_k([{0, 1}, {1}], range(4), 2) == 0.5
    assert complete_at_k([{0, 1}, {2}], range(3), 1) == 0.0
    assert complete_at_k([{0, 1}, {2}], range(3), 2) == 1.0


def test_two_chunks_that_answer_alike_are_both_useful():
    """Precision counts chunks with a facet, all else counts facets."""
    ranking = [{0}, {0}, set(), {0}]
    assert precision_at_k(ranking, range(2), 4) == 3 / 4
    assert recall_at_k(ranking, range(2), 4) == 1 / 2
    assert gains(ranking, range(2), 4) == [1, 0, 0, 0]
    assert precision_at_k([{5}], range(2), 1) == 0.0  # a facet that nobody asked for


def test_places():
    assert places(["a", "b", "a", "c"], 3) == [{"a"}, {"b"}, set()]
    assert places([{0}, {0}, frozenset({1})], 9) == [{0}, {0}, {1}]
    assert places([], 3) == places(["a"], 0) == []


@pytest.mark.parametrize("metric", METRICS)
def test_bad_input_is_named(metric):
    assert metric(["a"], {"a"}, 0) == 0.0
    for k, error in ((-1, ValueError), (1.5, TypeError), (None, TypeError), (True, TypeError)):
        with pytest.raises(error, match=f"k must be .*{k}"):
            metric(["a"], {"a"}, k)
    for relevant in ("c3", {"a": 3}, None, 5):
        with pytest.raises(TypeError, match="relevant must be a list of ids, got"):
            metric(["a"], relevant, 1)
    for ranking in ("c3", {"a": 3}, None, 5, {"a"}, {"a": 3}.keys()):  # a set has no order
        with pytest.raises(TypeError, match="ranking must be a list of ids, got"):
            metric(ranking, {"a"}, 1)


# --- the field's own code ------------------------------------------------------------------------

NAMES = {
    "hit_at_k": ("Success@{}", "hit_rate@{}"),
    "reciprocal_rank": ("RR@{}", "mrr@{}"),
    "recall_at_k": ("R@{}", "recall@{}"),
    "precision_at_k": ("P@{}", "precision@{}"),
    "ndcg_at_k": ("nDCG@{}", "ndcg@{}"),
}
CUTOFFS = (1, 3, 5, 10)


@pytest.fixture(scope="module")
def random_rankings():
    """{question: (ranking, relevant)}: some empty, some shorter than k, some with nothing right."""
    rng, ids, cases = random.Random(4), [f"d{n}" for n in range(15)], {}
    for number in range(80):
        ranking = rng.sample(ids, rng.choice([0, 1, 3, 8, 15]))
        cases[f"q{number}"] = (ranking, set(rng.sample(ids, rng.randint(1, 7))))
    return cases


@pytest.fixture(scope="module")
def as_dicts(random_rankings):
    labels = {q: dict.fromkeys(sorted(right), 1) for q, (_, right) in random_rankings.items()}
    run = {
        q: {id_: 1.0 - place / 100 for place, id_ in enumerate(ranking)}
        for q, (ranking, _) in random_rankings.items()
    }
    return labels, run


def test_equal_to_ir_measures(random_rankings, as_dicts):
    import ir_measures

    labels, run = as_dicts
    metrics = {metric.__name__: metric for metric in METRICS}
    asked = {
        ir_measures.parse_measure(theirs.format(k)): (metrics[ours], k)
        for ours, (theirs, _) in NAMES.items()
        for k in CUTOFFS
    }
    compared = 0
    for found in ir_measures.iter_calc(list(asked), labels, run):
        metric, k = asked[found.measure]
        expected = metric(*random_rankings[found.query_id], k)
        assert found.value == pytest.approx(expected, abs=1e-9), (found, k)
        compared += 1
    assert compared >= len(asked) * sum(bool(ranking) for ranking, _ in random_rankings.values())
    means = ir_measures.calc_aggregate(list(asked), labels, run)
    for measure, (metric, k) in asked.items():  # a question without results stays in the mean
        ours = [metric(*case, k) for case in random_rankings.values()]
        assert means[measure] == pytest.approx(sum(ours) / len(ours), abs=1e-9)


RANX = """
import json, sys
from ranx import Qrels, Run, evaluate

labels, run, names = json.load(sys.stdin)
found = evaluate(Qrels(labels), Run(run), names, make_comparable=True)
print(json.dumps({name: float(value) for name, value in found.items()}))
"""


def test_equal_to_ranx(random_rankings, as_dicts):
    """In a process of its own: compiling its functions would take two minutes."""
    labels, run = as_dicts
    metrics = {metric.__name__: metric for metric in METRICS}
    names = [name.format(k) for _, name in NAMES.values() for k in CUTOFFS]
    full = {question: found for question, found in run.items() if found}
    found = subprocess.run(
        [sys.executable, "-c", RANX],
        input=json.dumps([labels, full, names]),
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
    )
    assert found.returncode == 0, found.stderr
    means = json.loads(found.stdout)
    for ours, (_, name) in NAMES.items():
        for k in CUTOFFS:
            values = [metrics[ours](*case, k) for case in random_rankings.values()]
            assert means[name.format(k)] == pytest.approx(sum(values) / len(values), abs=1e-9)


# --- properties ----------------------------------------------------------------------------------

RANKINGS = st.lists(st.sampled_from("abcdefgh"), max_size=12)
FACETS = st.lists(st.sets(st.integers(0, 4)), max_size=8)
LABELS = st.sets(st.sampled_from("abcdefgh"), min_size=1)


@given(st.one_of(st.tuples(RANKINGS, LABELS), st.tuples(FACETS, st.just(set(range(4))))))
def test_bounds_and_what_a_deeper_look_can_do(case):
    ranking, relevant = case
    before = values(ranking, relevant, 0)
    for k in range(1, 14):
        now = values(ranking, relevant, k)
        assert all(0 <= value <= 1 for value in now.values())
        for name in ("hit_at_k", "recall_at_k", "reciprocal_rank", "complete_at_k"):
            assert now[name] >= before[name]
        assert now["hit_at_k"] == (now["recall_at_k"] > 0) == (now["reciprocal_rank"] > 0)
        assert now["hit_at_k"] == (now["precision_at_k"] > 0) == (now["ndcg_at_k"] > 0)
        assert now["complete_at_k"] == (now["recall_at_k"] == 1)
        assert sum(gains(ranking, relevant, k)) == round(now["recall_at_k"] * len(relevant))
        before = now


@given(RANKINGS, LABELS, st.integers(1, 12))
def test_what_stands_behind_k_and_what_labels_are_listed_twice_change_nothing(ranking, relevant, k):
    expected = values(ranking, relevant, k)
    if len(ranking) >= k:
        assert values([*ranking[:k], *relevant], relevant, k) == expected
    assert values(ranking, [*relevant, *relevant], k) == expected
    assert values([{id_} for id_ in dict.fromkeys(ranking)], relevant, k) == values(
        list(dict.fromkeys(ranking)), relevant, k
    )


@given(LABELS)
def test_the_best_ranking_is_perfect(relevant):
    ranking = [*sorted(relevant), "x", "y"]
    n = len(relevant)
    assert set(values(ranking, relevant, n).values()) == {1.0}
    for k in range(1, n + 1):
        assert ndcg_at_k(ranking, relevant, k) == 1.0
    worse = ["x", *sorted(relevant)]
    assert ndcg_at_k(worse, relevant, n + 1) < 1
    assert math.isclose(reciprocal_rank(worse, relevant, n + 1), 0.5)
