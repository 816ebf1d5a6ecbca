"""How far a measured mean can be off: Wilson's interval for rates, the bootstrap for all else.

All intervals are for 95 % unless told otherwise; the bootstrap is seeded. Lesson 07 builds it.
"""

from statistics import NormalDist

import numpy as np

from course_lib.inputs import _check_whole
from course_lib.similarity import as_numbers


def wilson(successes: int, n: int, level: float = 0.95) -> tuple[float, float]:
    """Give Wilson's interval for a rate.

    Parameters
    ----------
    successes, n : int, 0 <= successes <= n, n >= 1
    level : float, between 0 and 1
    Returns
    -------
    (low, high), both from 0 to 1
    Raises
    ------
    ValueError          out of range
    Source: Wilson 1927, without continuity correction.   Built in: lesson 07
    Example
    -------
    >>> [round(border, 4) for border in wilson(20, 20)]
    [0.8389, 1.0]
    """
    _check_rate(successes, n, level)
    z = NormalDist().inv_cdf((1 + level) / 2)
    rate = successes / n
    middle = (rate + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * (rate * (1 - rate) / n + z * z / (4 * n * n)) ** 0.5
    return max(0.0, middle - half), min(1.0, middle + half)


def bootstrap(values, level=0.95, n_samples=10_000, seed=0) -> tuple[float, float]:
    """Give the percentile interval of a mean, by drawing the questions again and again.

    Parameters
    ----------
    values : one finite number a question; for two methods their differences, question by question
    level : float, between 0 and 1
    n_samples : int, >= 1       samples, each of len(values) questions drawn with replacement
    seed : int
    Returns
    -------
    (low, high)
    Raises
    ------
    ValueError                  no values, not one row of finite numbers, a parameter out of range
    Source: Efron 1979, percentile method.   Built in: lesson 07
    Example
    -------
    >>> bootstrap([1.0, 1.0, 1.0])
    (1.0, 1.0)
    """
    _check_values(values, level, n_samples)
    values, rng = np.asarray(values, dtype=np.float64), np.random.default_rng(seed)
    means = [values[rng.integers(0, len(values), len(values))].mean() for _ in range(n_samples)]
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def wins_losses_ties(a: list[float], b: list[float]) -> tuple[int, int, int]:
    """Count the questions that a does better than b, worse, and alike.

    >>> wins_losses_ties([1, 0.5, 0], [0, 0.5, 0])
    (1, 0, 2)

    Raises ValueError if the lengths differ. Built in: lesson 07
    """
    pairs = list(zip(a, b, strict=True))
    wins, losses = sum(x > y for x, y in pairs), sum(x < y for x, y in pairs)
    return wins, losses, len(pairs) - wins - losses


def _check_rate(successes, n, level):
    if not (n >= 1 and 0 <= successes <= n) or successes % 1 or n % 1:
        got = f"got {successes} and {n}"
        raise ValueError(f"successes and n must be whole, 0 <= successes <= n, n >= 1, {got}")
    _check_level(level)


def _check_values(values, level, n_samples):
    if not len(as_numbers("values", values)):
        raise ValueError("values must hold at least one number, got none")
    _check_whole("n_samples", n_samples, 1)
    _check_level(level)


def _check_level(level):
    if not 0 < level < 1:
        raise ValueError(f"level must lie between 0 and 1, got {level}")
