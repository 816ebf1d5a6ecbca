"""Checks of lesson 10: fusion by hand and as functions, probes, a claim measured, a wrong force."""

import copy
import functools
import math
import re
from numbers import Real

from course_lib.bm25 import BM25Index
from course_lib.checks import (
    call,
    check_cases,
    check_value,
    failed,
    never_raises,
    not_all_there,
    not_done,
    passed,
    same,
    show,
)
from course_lib.data import load_chunks, load_questions
from course_lib.dense import DenseIndex
from course_lib.documents import Chunk
from course_lib.evaluation import evaluate
from course_lib.forced import ForcedIndex, exact_terms, normal
from course_lib.fusion import HybridIndex
from course_lib.metrics import hit_at_k, reciprocal_rank
from course_lib.vectors import StoredEncoder


def check_e10_1(answers):
    """Check the seven answers by hand."""
    right = [5 / 6, 5 / 12, 6, "qsptur", 63, 3, 0.0328]

    def close(want, got):
        if isinstance(want, str):
            return "".join(filter(str.isalpha, "".join(got))).lower() == want
        return isinstance(got, Real) and abs(got - want) < (6e-5 if want < 0.1 else 5e-3)

    def at(place, *values):
        return lambda got, _: any(close(value, got[place]) for value in values)

    def wrong(place):
        return lambda got, _: call(close, right[place], got[place]).value is not True

    rules = {
        "a": "1 / (1 + rank), for each of the two lists, added.",
        "b": "1 / (1 + rank), for each of the two lists, added.",
        "c": "each id that stands in any of the two lists, once.",
        "d": "write the six scores side by side. Two pairs are equal.",
        "e": "the last rank at which two equal shares are more than one share of rank 2.",
        "f": "which ranks give 1 / (60 + rank) + 1 / (60 + other rank) = 0.0325, rounded?",
        "g": "rank 1 in both lists; four decimals.",
    }
    hints = [
        (
            "seven",
            lambda got, _: not isinstance(got, (list, tuple)) or len(got) != 7,
            'Give a list of seven answers, a to g: answers = [1, 2, 3, "pqrstu", 5, 6, 0.7].',
        ),
        ("rank-0", at(0, 1.5), "a: ranks begin with 1, so the second place gives 1 / (1 + 2)."),
        ("rrf_k", at(0, 0.0325), "a: a to d are asked with rrf_k = 1."),
        ("moved-up", at(1, 0.45), "b: p keeps place 5, though q stands before it twice."),
        ("one-list", at(1, 0.25), "b: p stands in both lists."),
        ("places", at(2, 10, 9), "c: ids, not places: what stands in both lists is one."),
        ("both-only", at(2, 3), "c: one list is enough to be in the fused list."),
        ("tie", at(3, "sqptur", "sqputr", "qsputr"), "d: equal scores: the earlier letter first."),
        ("repeat", at(3, "qsptru"), "d: u stands at place 4 of its list, the repeat counted."),
        ("equal", at(4, 64), "e: there both scores are the same. In front means larger."),
        ("y-first", at(4, 61, 62), "e: y stands at rank 2 here, not at rank 1."),
        ("share", at(4, 123, 124), "e: the rank is asked for, not 60 + rank."),
        ("rank-1", at(5, 2), "f: two first places give 2 / 61. How much is that?"),
        ("leg", at(6, 0.0164), "g: that is the most from one list."),
        ("from-0", at(6, 0.0333), "g: the first rank is 1, not 0."),
        *(
            (letter, wrong(n), f"{letter}: {rule}")
            for n, (letter, rule) in enumerate(rules.items())
        ),
    ]
    letters = "abcdefg"  # the first wrong answer is spoken of first
    hints.sort(key=lambda hint: letters.find(hint[2][0]) if hint[2][1] == ":" else -1)
    return check_value(
        "E10.1",
        answers,
        right,
        hints,
        equal=lambda want, got: len(got) == 7 and all(map(close, want, got)),
    )


def _fused(rankings, rrf_k, ranks):
    scores = {}
    for ranking in rankings:
        for name, rank in ranks(ranking).items():
            scores[name] = scores.get(name, 0) + 1 / (rrf_k + rank)
    return scores


def check_e10_2(fuse):
    """Check the ranks through the fused scores."""

    def first(ranking):
        return {name: ranking.index(name) + 1 for name in ranking}

    def from_0(ranking):
        return {name: ranking.index(name) for name in ranking}

    def last(ranking):
        return {name: rank for rank, name in enumerate(ranking, 1)}

    def moved_up(ranking):
        return {name: rank for rank, name in enumerate(dict.fromkeys(ranking), 1)}

    def worst_first(ranking):
        return {name: len(ranking) - ranking.index(name) for name in ranking}

    inputs = [
        ([["a", "b", "c"], ["b", "d", "a"]], 60),
        ([["a", "a", "b"], ["b"]], 1),
        ([["x", "a", "x", "x", "b"], ["a", "c"]], 60),
        ([["x", "y", "z"], ["y", "y", "x", "y", "w"], ["z"]], 0),
        ([["p", "q"], []], 60),
        ([], 60),
    ]

    def other(ranks):
        return lambda args, got, _: same(_fused(*args, ranks), got)

    hints = [
        ("from-0", other(from_0), "Ranks are counted from 1."),
        ("last", other(last), "The last place of a repeated id counts there, not its first."),
        ("moved-up", other(moved_up), "What stands behind a repeat must keep its place."),
        ("worst-first", other(worst_first), "The first of a ranking has rank 1, not the last."),
        (
            "no-dict",
            lambda args, got, _: isinstance(got, AttributeError),
            "The line must give a dict, from id to rank.",
        ),
    ]
    cases = [(args, _fused(*args, first)) for args in inputs]
    return check_cases("E10.2", fuse, cases, hints)


def _mean_of(scores):
    return sum(scores) / len(scores)


def _deviation(scores):
    mean = _mean_of(scores)
    return (sum((x - mean) ** 2 for x in scores) / len(scores)) ** 0.5


def _standard(legs, weights, absent=min, spread=_deviation, centre=_mean_of, fill=False):
    """Fuse standard scores. absent : raw score of an absent id. fill : is it scored like a hit."""
    fused = {name: 0.0 for leg in legs for name in leg}
    for leg, weight in zip(legs, weights, strict=True):
        if fill and leg:
            leg = {name: leg.get(name, absent([*leg.values()])) for name in fused}
        scores = [*leg.values()]
        if len(set(scores)) > 1:
            mean = centre(scores)
            for name in fused:
                score = leg[name] if name in leg else absent(scores)
                fused[name] += weight * (score - mean) / spread(scores)
    return dict(sorted(fused.items(), key=lambda pair: (-pair[1], pair[0])))


def check_e10_3(fuse_standard):
    """Check the fused scores and their order."""
    inputs = [
        ([{"a": 9, "b": 5, "c": 1}, {"b": 3, "a": 1}], [0.4, 0.6]),
        ([{"c": 3, "a": 7, "b": 6}, {"b": 0.2, "c": 0.6, "a": 0.3}], [1, 2]),
        ([{**dict.fromkeys("ebdac", 4), "f": 7}, {"g": 2, "f": 1}], [0.5, 0.5]),
        ([{"a": -0.2, "b": 0.6, "c": -0.6}, {"d": 2, "e": 2}], [1, 1]),
        ([{"d": 3, "b": 1, "c": 2}, {"a": 0.1, "b": 0.1, "c": 0.1}], [0.5, 0.5]),
        ([{"a": 1, "b": 0}, {"b": 30, "a": 10, "c": 5}, {"c": 5, "a": 4}], [0.2, 0.3, 0.5]),
        ([{"b": 2, "a": 1}, {}, {"c": 8}], [0.2, 0.4, 0.4]),
        ([], []),
    ]
    if _changes_its_input(fuse_standard, *inputs[0]):
        sentence = (
            "The scores are right, but the dicts that came in are changed. Write to a new one."
        )
        return failed("E10.3", "changed", sentence)

    def other(**changed):
        return lambda args, got, _: same(_standard(*args, **changed), got)

    def sample(scores):
        return _deviation(scores) * (len(scores) / (len(scores) - 1)) ** 0.5

    def raised(kind):
        return lambda args, got, _: isinstance(got, kind)

    def nothing_to_say(args):
        return any(len(set(leg.values())) < 2 for leg in args[0])

    hints = [
        (
            "order",
            lambda args, got, want: same(got, want),
            "The scores are right. The order is best first, equal scores by id.",
        ),
        (
            "empty",
            lambda args, got, _: isinstance(got, ValueError) and not all(args[0]),
            "A leg without hits has no worst one: it must be passed over.",
        ),
        (
            "divided",
            lambda args, got, _: isinstance(got, ZeroDivisionError) or _not_a_number(got),
            "Scores that are all equal have the deviation 0: such a leg must add 0.",
        ),
        (
            "two-legs",
            lambda args, got, _: isinstance(got, ValueError) and len(args[0]) != 2,
            "There may be more than two legs, or none.",
        ),
        (
            "two-only",
            lambda args, got, want: (
                len(args[0]) > 2
                and same({**dict.fromkeys(want, 0), **_standard(args[0][:2], args[1][:2])}, got)
            ),
            "Only the first two legs play a part.",
        ),
        (
            "min-max",
            other(centre=min, spread=_range),
            "That is min-max: take off the mean, divide by the standard deviation.",
        ),
        (
            "last",
            other(absent=lambda scores: scores[-1]),
            "A leg comes in any order: the worst that it found is its lowest score, not its last.",
        ),
        (
            "filled",
            other(fill=True),
            "Mean and deviation are of what the leg found: fill in the absent ids afterwards.",
        ),
        ("absent", raised(KeyError), "Not every leg holds every id. What is it worth if absent?"),
        (
            "absent-0",
            other(absent=_mean_of),
            "An absent id got 0, which is the mean here. It is worth as much as the worst found.",
        ),
        (
            "raw-0",
            other(absent=lambda scores: 0),
            "An absent id got the raw score 0. It is worth as much as the worst found.",
        ),
        (
            "raw-worst",
            other(absent=lambda scores: min(scores) * _deviation(scores) + _mean_of(scores)),
            "An absent id got the worst raw score. Bring it to the new scale, like all others.",
        ),
        ("rounded", _rounded, "The scores are rounded: leave them as they are."),
        ("sample", other(spread=sample), "That divides by n − 1 under the root. np.std: by n."),
        (
            "variance",
            other(spread=lambda scores: _deviation(scores) ** 2),
            "Divided by the variance. Its root is the standard deviation.",
        ),
        ("spread", other(spread=lambda scores: 1), "The mean is off, the deviation plays no part."),
        (
            "range",
            other(spread=_range),
            "Divided by the range of the scores, not by their standard deviation.",
        ),
        ("mean", other(centre=lambda scores: 0), "The mean must be taken off before dividing."),
        (
            "weights",
            lambda args, got, _: same(_standard(args[0], [1] * len(args[1])), got),
            "The weights play no part.",
        ),
        (
            "missing",
            lambda args, got, want: isinstance(got, dict) and got.keys() < want.keys(),
            "An id is missing: to be in one leg is enough.",
        ),
        (
            "pairs",
            lambda args, got, want: same([*want.items()], got),
            "Give a dict, not a list of pairs.",
        ),
        (
            "equal",
            lambda args, got, want: nothing_to_say(args) and got.keys() == want.keys(),
            "A leg of equal scores must add 0. Compare the scores: np.std need not be exactly 0.",
        ),
    ]
    return check_cases(
        "E10.3",
        fuse_standard,
        [(args, _standard(*args)) for args in inputs],
        hints,
        equal=lambda want, got: same(want, got) and [*want] == [*got],
    )


def _rounded(args, got, want):
    """Are these the right scores, cut to some decimals?"""
    return any(same({one: round(x, n) for one, x in want.items()}, got) for n in range(1, 6))


def _range(scores):
    return max(scores) - min(scores)


def _changes_its_input(function, legs, weights):
    """Does a function that is right otherwise write into the dicts it is given?"""
    given = copy.deepcopy(legs)
    got = call(function, given, weights).value
    return given != legs and call(same, _standard(legs, weights), got).value is True


def _not_a_number(got):
    return isinstance(got, dict) and any(math.isnan(score) for score in got.values())


SHARES = {  # what each colleague adds for one leg
    "anna": lambda rank, leg, score: 1 / rank if rank else 0,
    "ben": lambda rank, leg, score: 1 / (1 + (rank or len(leg))),
    "cleo": lambda rank, leg, score: score / max(leg.values()) / (1 + rank) if rank else 0,
    "right": lambda rank, leg, score: 1 / (1 + rank) if rank else 0,
}


def _fused_by(name, legs):
    """{id: score} as a colleague fuses."""
    fused = {}
    for leg in legs:
        places = {one: n for n, one in enumerate(leg, start=1)}
        for one in {one for other in legs for one in other}:
            share = SHARES[name](places.get(one, 0), leg, leg.get(one, 0))
            fused[one] = fused.get(one, 0) + share
    return fused


def _first(name, legs):
    """The id that a colleague puts first, None for a tie."""
    fused = _fused_by(name, legs)
    best, *others = sorted(fused, key=fused.get, reverse=True)
    return None if others and math.isclose(fused[best], fused[others[0]]) else best


@never_raises
def check_e10_4(answers):
    """Check that each probe shows one colleague's mistake, only that one, and by which scores."""
    form = "Give three answers: (for_anna, for_ben, for_cleo)."
    if problem := not_all_there("E10.4", answers, 3, "three", form):
        return problem
    if any(
        part is None or part is ...
        for answer in answers
        for part in (answer if isinstance(answer, (list, tuple)) else [answer])
    ):
        return not_done("E10.4")
    problems = {
        name: problem
        for name, answer in zip(SHARES, answers, strict=False)
        if (problem := _no_answer(name, answer))
    }
    if problems:
        key, _ = next(iter(problems.values()))
        sentences = (f"{name}: {sentence}" for name, (_, sentence) in problems.items())
        return failed("E10.4", key, "\n        ".join(sentences))
    return passed("E10.4")


def _no_answer(name, answer):
    """What is wrong with one answer, a probe and two scores, as (key, sentence)."""
    if not isinstance(answer, (list, tuple)) or len(answer) != 3:
        return "scores-too", "give the probe and the two scores: [{…}, {…}], 1.5, 1.25."
    legs, *scores = answer
    if problem := _no_probe(legs) or _blind(name, legs):
        return problem
    if not all(isinstance(x, Real) for x in scores):
        return "numbers", "the two scores are numbers."
    fused, right = _fused_by(name, legs), _fused_by("right", legs)
    firsts = [max(fused, key=fused.get), max(right, key=right.get)]
    close = [abs(x - fused[one]) < 1e-3 for x, one in zip(scores, firsts, strict=True)]
    if all(close):
        return None
    if all(abs(x - fused[one]) < 1e-3 for x, one in zip(scores, firsts[::-1], strict=True)):
        return "turned", "the two scores are the right ones in the other order."
    if all(abs(x - right[one]) < 1e-3 for x, one in zip(scores, firsts, strict=True)):
        return "by-right", f"the probe is good, but these are the scores of right, not of {name}."
    which = "first" if not close[0] else "second"
    return "score", f"the probe is good, but {name} comes to another {which} score."


def _no_probe(legs):
    """What is wrong with the form of a probe, as (key, sentence)."""
    if (
        not isinstance(legs, (list, tuple))
        or len(legs) != 2
        or not all(isinstance(leg, dict) and 1 <= len(leg) <= 8 for leg in legs)
        or not all(isinstance(name, str) for leg in legs for name in leg)
    ):
        return "form", "a probe is a list of two dicts, each with one to eight ids (texts)."
    for leg in legs:
        scores = [*leg.values()]
        if not all(isinstance(x, Real) and 0 < x < math.inf for x in scores):
            return "scores", "all scores must be positive numbers."
        if scores != sorted(scores, reverse=True):
            return "rising", "a leg is best first: its scores must not rise."
    return None


def _blind(name, legs):
    """Why a probe does not show this mistake alone, as (key, sentence)."""
    firsts = {other: _first(other, legs) for other in SHARES}
    for other in ("right", name):
        if firsts[other] is None:
            return "tie", f"{other} has a tie for the first place. Make it clear."
    if firsts[name] == firsts["right"]:
        also = [other for other in SHARES if firsts[other] != firsts["right"]]
        shown = f" It shows the mistake of {also[0]}." if also else ""
        return f"silent-{name}", f"this probe does not show it: {firsts[name]} is first.{shown}"
    for other in SHARES:
        if other != name and firsts[other] != firsts["right"]:
            sentence = f"{other} does not put {firsts['right']} first either: which cause is it?"
            return f"also-{other}", sentence
    return None


WEIGHTS = (1, 2, 4, 8)


@functools.cache
def _measured():
    """{(leg or weight, split, metric): values} on the handbook, measured afresh."""
    chunks, legs = load_chunks("house"), (BM25Index(), DenseIndex(StoredEncoder()))
    indexes = {leg.score_kind: leg for leg in legs}
    indexes |= {weight: HybridIndex(legs, weights=[1, weight]) for weight in WEIGHTS}
    values = {}
    for name, index in indexes.items():
        index.index(chunks)
        for split in ("tune", "test"):
            found = evaluate(index.search, load_questions("house", split=split))
            values[name, split, "MRR"] = found.values(reciprocal_rank, 10)
            values[name, split, "hit"] = found.values(hit_at_k, 5)
    return values


def _mean(*key):
    values = _measured()[key]
    return sum(values) / len(values)


@never_raises
def check_e10_5(answer):
    """Check weight and difference against a fresh measurement, then the function."""
    why = "judge, weight and difference are looked at together."
    form = "Give three things: (judge, weight, difference)."
    if problem := not_all_there("E10.5", answer, 3, "three", form, why):
        return problem
    judge, weight, difference = answer
    if not all(isinstance(x, Real) and math.isfinite(x) for x in (weight, difference)):
        return failed("E10.5", "numbers", "Weight and difference are two numbers.")
    for key, sentence in _misread(weight, difference):
        return failed("E10.5", key, sentence, got=f"{weight}, {difference}")
    return _check_judge(judge)


def _misread(weight, difference):
    """What is wrong with the two numbers, as (key, sentence)."""

    def best(split, metric):
        return max(WEIGHTS, key=lambda w: _mean(w, split, metric))

    def gain(name, split, metric, base="cosine"):
        return _mean(name, split, metric) - _mean(base, split, metric)

    right = best("tune", "MRR")
    others = {
        "sign": (-gain(right, "test", "MRR"), "hybrid minus dense, in this order."),
        "tune": (gain(right, "tune", "MRR"), "that is the difference on tune."),
        "bm25": (gain(right, "test", "MRR", "bm25"), "that is the difference to BM25."),
        "hit": (gain(right, "test", "hit"), "that is hit@5. MRR@10 was asked for."),
        "mean": (_mean(right, "test", "MRR"), "that is the mean of the hybrid itself."),
        "percent": (100 * gain(right, "test", "MRR"), "no percent: a difference of two means."),
        "equal-weights": (gain(1, "test", "MRR"), "that is the hybrid without a weight."),
    }
    if weight not in WEIGHTS:
        yield "weights", "Weight: one of 1, 2, 4 and 8."
    if weight != right:
        if weight == best("test", "MRR"):
            yield "chose-on-test", "That weight is the best on test. Test has no say in the choice."
        if weight == best("tune", "hit"):
            yield "chose-by-hit", "That weight is the best by hit@5. Choose by MRR@10."
        yield "weight", "Another weight has a higher MRR@10 on tune."
    for key, (value, sentence) in others.items():
        if abs(difference - value) < 6e-4:
            yield key, f"Difference: {sentence}"
    if abs(difference - gain(right, "test", "MRR")) > 6e-4:
        yield "difference", "Difference: mean of the hybrid minus mean of dense, on test."


def _check_judge(judge):
    # One number in all questions, so that the interval is a point: new, old, factor.
    points = [(1, 0.5, 1.2), (1, 0.5, 3), (0.55, 0.5, 1.2), (0.3, 0.2, 1.2), (0.5, 0.55, 1.2)]
    old, none = [1.0] * 8 + [0.0] * 32, [0, 0, 0]
    barely = [1.0] * 12 + [0.0] * 8, [0.0] * 12 + [1.0] * 5 + [0.0] * 3, 1
    apart = [1.0] * 11 + [0.0] * 9, [0.0] * 11 + [1.0] * 6 + [0.0] * 3, 1

    def sign(gain):
        return "shown" if gain > 0 else "refuted" if gain < 0 else "open"

    def case(new, old, factor):
        return [new] * 3, [old] * 3, factor

    def right(new, old, factor):
        return new - factor * old

    cases = [
        *((case(*point), sign(right(*point))) for point in points),
        (([1.0] * 14 + [0.0] * 26, old, 1), "shown"),
        (([0, 1, 0, 1, 0], [1, 0, 1, 0, 1], 1), "open"),
        (apart, "open"),
        (barely, "open"),
        (([1, 0, 0], none, 2), "open"),
        ((none, [1, 0, 0], 1), "open"),
    ]

    @functools.cache
    def answers():
        return [call(judge, *case(*point)).value for point in points]

    def like(gain):
        """Does the function judge all points as if this were the gain?"""
        return lambda *_: answers() == [sign(gain(*point)) for point in points]

    hints = [
        (
            "words",
            lambda args, got, _: (
                not isinstance(got, BaseException)
                and got is not None
                and got not in ("shown", "refuted", "open")
            ),
            'Give one of three texts: "shown", "refuted" or "open".',
        ),
        (
            "constant",
            lambda *_: [call(judge, *case(1, 1, 1)).value] * len(points) == answers(),
            "It says the same of all claims. Does the interval lie above 0, below, or across?",
        ),
        (
            "quotient",
            lambda args, got, _: isinstance(got, ZeroDivisionError),
            "A question that the old search misses has 0: subtract, do not divide.",
        ),
        (
            "border",
            lambda args, got, _: none in args,
            "One border is exactly 0: that leaves it open.",
        ),
        (
            "swapped",
            like(lambda new, old, factor: old - factor * new),
            "New minus old: which of the two is multiplied by the factor?",
        ),
        (
            "factor-on-new",
            like(lambda new, old, factor: factor * new - old),
            "Better by so much: the old number is multiplied by the factor, the new one stays.",
        ),
        (
            "points",
            like(lambda new, old, factor: new - old - (factor - 1)),
            "Those are percent points: from 0.2 to 0.3 is 0.1 more, and 50 % more.",
        ),
        (
            "no-factor",
            like(lambda new, old, factor: new - old),
            "The factor plays no part: better is less than better by so much.",
        ),
        (
            "mean-of-old",
            lambda args, got, _: args == apart and got == "shown",
            "Each new number goes with the old one of the same question, not with their mean.",
        ),
        (
            "level",
            lambda args, got, _: args == barely and got == "shown",
            "Another interval: take the level and the samples that `bootstrap` takes by default.",
        ),
        (
            "no-interval",
            lambda args, got, want: (
                want == "open" and got == sign(sum(args[0]) - args[2] * sum(args[1]))
            ),
            "The mean alone shows nothing: look at both borders of its interval.",
        ),
        (
            "unpaired",
            lambda args, got, want: (want, got) == ("shown", "open"),
            "One interval, of the differences question by question, not one for each search.",
        ),
    ]
    return check_cases("E10.5", judge, cases, hints)


@never_raises
def check_e10_6(answer):
    """Check that forcing puts another text before the answer, which names the same."""
    if problem := not_all_there("E10.6", answer, 2, "two", "Give two things: (texts, query)."):
        return problem
    texts, query = answer
    fine = isinstance(texts, (list, tuple)) and all(isinstance(text, str) for text in texts)
    if not fine or not 2 <= len(texts) <= 5 or not isinstance(query, str):
        return failed("E10.6", "form", "Give a list of two to five texts, and the query as a text.")
    if len({normal(text) for text in texts}) < len(texts):
        return failed("E10.6", "twice", "Two of your texts are the same: which is the answer?")
    if problem := _not_forced_wrong(list(texts), query):
        key, sentence = problem
        return failed("E10.6", key, sentence, got=f"{show(query)} over {show(texts)}")
    return passed("E10.6")


def _not_forced_wrong(texts, query):
    """What is missing for a wrong force, as (key, sentence)."""

    def stands(term, units, between):
        """The parts of a term in the first text, such signs between them, if no part of more."""
        before, after = r"(?<![^\W_])(?<![^\W_][^\w\s])(?<![^\W_]_)", r"(?!(?:[^\w\s]|_)?[^\W_])"
        parts = map(re.escape, re.findall(units, term))
        return re.search(before + between.join(parts) + after, normal(texts[0]))

    def bare(text):
        return re.sub(r"[\W_]", "", normal(text))

    terms = exact_terms(query)
    if not terms:
        return "no-term", "Your query names nothing exactly: no code, quoted phrase, announced No."
    named = ", ".join(terms)
    holders = [any(p.search(normal(text)) for p in terms.values()) for text in texts]
    if holders[0]:
        return "known", "The forced match knows the spelling of your first text: it is forced, too."
    whole = [stands(term, r"\d+|[^\W\d_]+", r"(?:[^\w\s]|_){0,2}") for term in terms]
    if not any(found and found[0].isprintable() for found in whole):
        if any(stands(term, r"[^\W_]", r"[\W_]{0,3}") for term in terms):
            sentence = (
                f"The signs of {named} stand in your first text, but a blank or too much between"
            )
            return "apart", f"{sentence}, or a sign within the digits, makes it something else."
        if any(bare(term) in bare(texts[0]) for term in terms):
            sentence = f"The signs of {named} stand in your first text as parts of other words"
            return "longer", f"{sentence} or of a longer code. That names something else."
        return (
            "no-answer",
            f"The first text must hold what the query names ({named}), spelled anew.",
        )
    if not any(holders):
        return "none", "No text is forced. One besides the answer must hold what the query names."
    chunks = [Chunk(f"{n}#0", str(n), text, 0, len(text)) for n, text in enumerate(texts)]
    hits = BM25Index().index(chunks).search(query, 2)
    if not hits or hits[0].chunk.text != texts[0]:
        return "bm25", "BM25 alone does not put your first text first. Share more words with it."
    if len(hits) > 1 and hits[1].score > hits[0].score - 1e-6:
        return "tie", "For BM25 the first two texts are a tie. Share more words with the answer."
    if ForcedIndex(BM25Index()).index(chunks).search(query, 1)[0].chunk.text == texts[0]:
        return "first", "With forced matches your first text is still first."
    return None
