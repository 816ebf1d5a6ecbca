"""Intervals: against published and peers' numbers, and whether they hold what they promise."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from course_lib.stats import bootstrap, wilson, wins_losses_ties

NAN, INF = float("nan"), float("inf")


def test_wilson_by_hand():
    """7 of 10, z = 1.959964, z² = 3.841459: middle (.7 + .192073) / 1.384146 = .644493;
    half 1.959964 / 1.384146 · sqrt(.021 + .009604) = .247716: .396777 to .892209."""
    assert wilson(7, 10) == pytest.approx((0.396777, 0.892209), abs=2e-6)
    assert wilson(20, 20) == pytest.approx((20 / (20 + 3.841459), 1.0), abs=1e-6)
    assert wilson(0, 20) == pytest.approx((0.0, 3.841459 / (20 + 3.841459)), abs=1e-6)


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.99])
@pytest.mark.parametrize("n", [1, 2, 20, 140, 700])
def test_wilson_equals_scipy(n, level):
    for successes in {0, 1, n // 3, n // 2, n - 1, n}:
        theirs = scipy_stats.binomtest(successes, n).proportion_ci(level, method="wilson")
        assert wilson(successes, n, level) == pytest.approx(tuple(theirs), abs=1e-12)


@given(st.integers(1, 500), st.integers(0, 500))
def test_wilson_holds_the_rate_and_lies_between_0_and_1(n, successes):
    successes = min(n, successes)
    low, high = wilson(successes, n)
    assert 0 <= low < high <= 1 and low - 1e-12 <= successes / n <= high + 1e-12
    assert (1 - high, 1 - low) == pytest.approx(wilson(n - successes, n), abs=1e-12)
    narrower, wider = wilson(successes, n, 0.5), wilson(4 * successes, 4 * n)
    assert narrower[1] - narrower[0] < high - low > wider[1] - wider[0]


@pytest.mark.parametrize("rate", [0.05, 0.3, 0.5, 0.9])
@pytest.mark.parametrize("n", [20, 140])
def test_wilson_covers_the_true_rate_about_95_times_of_100(n, rate):
    """Exactly, by adding up the binomial probabilities of the counts whose interval holds it."""
    covered = sum(
        scipy_stats.binom.pmf(count, n, rate)
        for count in range(n + 1)
        if wilson(count, n)[0] <= rate <= wilson(count, n)[1]
    )
    assert 0.92 < covered < 0.985


@pytest.mark.parametrize(
    "arguments, said",
    [
        ((-1, 10), "0 <= successes <= n"),
        ((11, 10), "0 <= successes <= n"),
        ((0, 0), "n >= 1, got 0 and 0"),
        ((0.5, 10), "must be whole"),
        ((NAN, 10), "must be whole"),
        ((1, 10, 0), "level must lie between 0 and 1, got 0"),
        ((1, 10, 1), "level must lie between 0 and 1, got 1"),
        ((1, 10, 95), "level must lie between 0 and 1, got 95"),
        ((1, 10, NAN), "level must lie between 0 and 1"),
    ],
)
def test_wilson_refuses(arguments, said):
    with pytest.raises(ValueError, match=said):
        wilson(*arguments)


def test_bootstrap_of_two_values_by_hand():
    """0 and 1: a sample's mean is 0, 1/2, 1 with probability 1/4, 1/2, 1/4."""
    assert bootstrap([0, 1]) == (0.0, 1.0)
    assert bootstrap([0.5], n_samples=1) == (0.5, 0.5)
    assert bootstrap([0, 1], level=0.4) == (0.5, 0.5)
    assert bootstrap([0.25] * 9) == (0.25, 0.25)


@pytest.mark.parametrize("n", [5, 70, 140])
def test_bootstrap_equals_scipys_percentile_method(n):
    values = np.random.default_rng(n).choice([0, 0.2, 1 / 3, 0.5, 1], n)
    theirs = scipy_stats.bootstrap(
        (values,), np.mean, n_resamples=9999, method="percentile", rng=np.random.default_rng(1)
    ).confidence_interval
    width = theirs.high - theirs.low
    assert bootstrap(values.tolist()) == pytest.approx(tuple(theirs), abs=0.05 * width)
    assert bootstrap(values) == bootstrap(values.tolist())


def test_bootstrap_draws_whole_samples_with_replacement_from_the_seed():
    """The same by other code: indices, then means, then quantiles."""
    values = np.random.default_rng(0).random(30)
    rng = np.random.default_rng(7)
    means = [values[rng.integers(0, 30, 30)].mean() for _ in range(500)]
    assert bootstrap(values, 0.9, 500, 7) == pytest.approx(tuple(np.quantile(means, [0.05, 0.95])))
    assert bootstrap(values) == bootstrap(values, 0.95, 10_000, 0) != bootstrap(values, seed=1)


def test_bootstrap_covers_a_true_mean_about_95_times_of_100():
    rng, covered = np.random.default_rng(3), 0
    for _ in range(200):
        low, high = bootstrap(rng.random(60), n_samples=300)
        covered += low <= 0.5 <= high
    assert 0.90 <= covered / 200 <= 0.985


def test_the_paired_interval_is_narrower_than_that_of_two_separate_ones():
    rng = np.random.default_rng(5)
    a = rng.random(100)
    b = np.clip(a + rng.normal(0.05, 0.05, 100), 0, 1)
    low, high = bootstrap(b - a)
    assert 0 < low < np.mean(b - a) < high
    separate = [bootstrap(x) for x in (a, b)]
    assert high - low < min(top - bottom for bottom, top in separate) / 2


@settings(max_examples=25)
@given(st.lists(st.floats(-1, 1), min_size=1, max_size=20))
def test_bootstrap_stays_among_the_values(values):
    low, high = bootstrap(values, n_samples=50)
    assert min(values) - 1e-12 <= low <= high <= max(values) + 1e-12


@pytest.mark.parametrize(
    "values, options, said",
    [
        ([], {}, "values must hold at least one number, got none"),
        ([1, NAN], {}, "values must hold finite numbers only"),
        ([INF], {}, "values must hold finite numbers only"),
        ([[0, 1], [1, 1]], {}, "values must be a sequence of numbers, got"),  # of two searches
        (["1", "0"], {}, "values must be a sequence of numbers, got"),
        ((x for x in [1]), {}, "values must be a sequence of numbers, got"),
        ([1], {"level": 1}, "level must lie between 0 and 1, got 1"),
        ([1], {"n_samples": 0}, "n_samples must be 1 or more, got 0"),
    ],
)
def test_bootstrap_refuses(values, options, said):
    with pytest.raises(ValueError, match=said):
        bootstrap(values, **options)


def test_wins_losses_ties():
    assert wins_losses_ties([1, 0.5, 0, 0.3], [0, 0.5, 0, 0.4]) == (1, 1, 2)
    assert wins_losses_ties([], []) == (0, 0, 0)
    for one, other in (([1], []), ([], [1])):
        with pytest.raises(ValueError):
            wins_losses_ties(one, other)


def test_more_questions_make_the_interval_narrower_by_the_root():
    widths = [math.dist(*[[x] for x in wilson(n // 2, n)]) for n in (20, 140, 700)]
    assert widths == pytest.approx([0.4014, 0.1634, 0.0739], abs=1e-4)
