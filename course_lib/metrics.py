"""Score a ranking against what is relevant, and a search over a set of questions.

A ranking is a list with one entry for each place: an id, or the set of relevant things that the hit
holds (facets). A repeat keeps its place and gains nothing. Labels say yes or no, there are no
grades, so that linear and exponential gain are the same. Hit rate is success@k, not recall. Equal
to ir_measures and ranx. Lessons 06 and 07 build it.
"""

import math

from course_lib.inputs import _check_list, _check_whole


def places(ranking: list, k: int) -> list[set]:
    """Give what each of the first k places holds, as a set: an id that comes again holds nothing.

    >>> places(["c3", "c3", {0, 1}], 3)
    [{'c3'}, set(), {0, 1}]

    Built in: lesson 06
    """
    held, before = [], set()
    for place in ranking[:k]:
        if isinstance(place, (set, frozenset)):
            held.append(place)
        else:
            held.append({place} - before)
            before.add(place)
    return held


def gains(ranking: list, relevant: set | list, k: int) -> list[int]:
    """Count for each of the first k places the relevant things that no place before it held.

    >>> gains(["c3", "c3", "c8", "c1"], {"c3", "c1", "c5"}, 4), gains([{0, 1}, set()], {0, 1}, 5)
    ([1, 0, 0, 1], [2, 0])

    Raises ValueError if nothing is relevant: that is a fault of the labels. Built in: lesson 06
    """
    _check_ranking(ranking, relevant, k)
    left, found = set(relevant), []
    for place in places(ranking, k):
        new = left & place
        left -= new
        found.append(len(new))
    return found


def hit_at_k(ranking: list, relevant: set | list, k: int) -> float:
    """1.0 if one of the first k places is relevant, else 0.0. The mean is the hit rate.

    Built in: lesson 06
    """
    return float(any(gains(ranking, relevant, k)))


def reciprocal_rank(ranking: list, relevant: set | list, k: int) -> float:
    """1 / place of the first relevant one among the first k, 0.0 if there is none.

    The mean is MRR@k. Built in: lesson 06
    """
    found = gains(ranking, relevant, k)
    return next((1 / place for place, gain in enumerate(found, 1) if gain), 0.0)


def recall_at_k(ranking: list, relevant: set | list, k: int) -> float:
    """Share of what is relevant that the first k places hold. Built in: lesson 07"""
    return sum(gains(ranking, relevant, k)) / len(set(relevant))


def precision_at_k(ranking: list, relevant: set | list, k: int) -> float:
    """Share of the k places that hold something relevant; places that are not filled count.

    Two chunks that answer alike both count, the same id twice counts once. Built in: lesson 07
    """
    _check_ranking(ranking, relevant, k)
    useful = [place for place in places(ranking, k) if place & set(relevant)]
    return len(useful) / k if k else 0.0


def complete_at_k(ranking: list, relevant: set | list, k: int) -> float:
    """1.0 if the first k places together hold all that is relevant, else 0.0.

    Built in: lesson 07
    """
    return float(recall_at_k(ranking, relevant, k) == 1)


def ndcg_at_k(ranking: list, relevant: set | list, k: int) -> float:
    """Discounted gain of the first k places, divided by that of the best possible ranking.

    Each relevant thing gains 1 / log2(1 + place) (linear gain); several in one place count as if
    they stood one behind the other. The best ranking comes from the labels, cut at k.
    Built in: lesson 07

    >>> round(ndcg_at_k(["x", "a", "y", "z", "w"], {"a", "b", "c"}, 5), 6)
    0.296082
    """
    units = [n < gain for gain in gains(ranking, relevant, k) for n in range(max(1, gain))]
    discounted = sum(1 / math.log2(1 + place) for place, unit in enumerate(units, 1) if unit)
    n_best = max(min(k, len(set(relevant))), sum(units))
    best = sum(1 / math.log2(1 + place) for place in range(1, n_best + 1))
    return discounted / best if best else 0.0


def _check_ranking(ranking, relevant, k):
    _check_whole("k", k)
    _check_list("ranking", ranking, object, "ids")
    unordered = isinstance(relevant, (set, frozenset))
    _check_list("relevant", list(relevant) if unordered else relevant, object, "ids", some=True)
