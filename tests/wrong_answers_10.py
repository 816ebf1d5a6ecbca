"""Wrong answers to the exercises of lesson 10."""

import statistics

import numpy as np

from course_lib.stats import bootstrap

ANSWERS = [5 / 6, 5 / 12, 6, "qsptur", 63, 3, 0.0328]


def answers(**changed):
    return [changed.get(letter, x) for letter, x in zip("abcdefg", ANSWERS, strict=True)]


# ---- E10.2: the rank that counts ----------------------------------------------------------------


def fuser(ranks):
    def fuse(rankings, rrf_k=60):
        scores = {}
        for ranking in rankings:
            for name, rank in ranks(ranking).items():
                scores[name] = scores.get(name, 0) + 1 / (rrf_k + rank)
        return scores

    return fuse


def from_0(ranking):
    return {name: ranking.index(name) for name in ranking}


def last(ranking):
    return {name: rank for rank, name in enumerate(ranking, 1)}


def moved_up(ranking):
    return {name: rank for rank, name in enumerate(dict.fromkeys(ranking), 1)}


def worst_first(ranking):
    return {name: len(ranking) - ranking.index(name) for name in ranking}


def pairs(ranking):
    return list(enumerate(ranking, 1))


# ---- E10.3: standard scores of any number of legs ----------------------------------------------


def standard(
    absent=min, spread=np.std, mean=np.mean, weigh=True, ids=set.union, order=None, guard=None
):
    def fuse_standard(legs, weights):
        names = [set(leg) for leg in legs]
        fused = dict.fromkeys(sorted(ids(*names), reverse=True) if names else (), 0.0)
        for leg, weight in zip(legs, weights, strict=True):
            scores = [*leg.values()]
            if guard(scores) if guard else len(set(scores)) > 1:
                centre, deviation = mean(scores), spread(scores)
                for name in fused:
                    score = leg[name] if name in leg else absent(scores)
                    fused[name] += (weight if weigh else 1) * (score - centre) / deviation
        return dict(sorted(fused.items(), key=order or (lambda pair: (-pair[1], pair[0]))))

    return fuse_standard


def every_leg_has_all(legs, weights):
    fused = {}
    for name in dict.fromkeys(name for leg in legs for name in leg):
        fused[name] = sum(
            weight * (leg[name] - statistics.mean(leg.values())) / statistics.pstdev(leg.values())
            for leg, weight in zip(legs, weights, strict=True)
        )
    return fused


def filled_before(legs, weights):
    names = {name for leg in legs for name in leg}
    filled = [{n: leg.get(n, min(leg.values())) for n in names} if leg else {} for leg in legs]
    return standard()(filled, weights)


def changes_legs(legs, weights):
    fused = standard()(legs, weights)
    for leg in legs:
        for name in fused:
            leg.setdefault(name, 0)
    return fused


def first_two(legs, weights):
    fused = standard()(legs[:2], weights[:2])
    return {**fused, **{name: 0.0 for leg in legs for name in leg if name not in fused}}


def just_two(legs, weights):
    one, two = legs
    return standard()([one, two], weights)


def list_of_pairs(legs, weights):
    return [*standard()(legs, weights).items()]


def nan_for_nothing(legs, weights):
    with np.errstate(all="ignore"):
        return standard(guard=bool)(legs, weights)


def raw_worst(scores):
    return min(scores) * np.std(scores) + np.mean(scores)


def rounded(legs, weights):
    return {name: round(score, 4) for name, score in standard()(legs, weights).items()}


# ---- E10.4: probes ------------------------------------------------------------------------------

ANNA = [dict.fromkeys("xyabcd", 1), dict.fromkeys("zyefgx", 1)], 1.1667, 1
BEN = [{"m": 1, "t": 1}, {"t": 1}], 1, 0.833
CLEO = [{"a": 10, "t": 1, "c": 1}, {"t": 1, "c": 1, "a": 1}], 0.75, 0.533
AGREED = [{"a": 5, "b": 4}, {"a": 2, "b": 1}], 2, 2
TWO_CAUSES = [{"x": 1, "y": 1, "z": 1}, {"w": 1, "v": 1, "y": 1, "u": 1}], 1, 1  # x first, too


# ---- E10.5: what the questions show -------------------------------------------------------------


def verdict(low, high):
    return "shown" if low > 0 else "refuted" if high < 0 else "open"


def judge(new, old, factor):
    return verdict(*bootstrap([x - factor * y for x, y in zip(new, old, strict=True)]))


def swapped(new, old, factor):
    return judge(old, new, factor)


def no_factor(new, old, factor):
    return judge(new, old, 1)


def no_interval(new, old, factor):
    gain = sum(new) - factor * sum(old)
    return verdict(gain, gain)


def at_border(new, old, factor):
    low, high = bootstrap([x - factor * y for x, y in zip(new, old, strict=True)])
    return "shown" if low >= 0 else "refuted" if high <= 0 else "open"


def quotient(new, old, factor):
    ratios = [x / y for x, y in zip(new, old, strict=True)]
    return verdict(*(border - factor for border in bootstrap(ratios)))


def unpaired(new, old, factor):
    ours, theirs = bootstrap(new), bootstrap([factor * y for y in old])
    return verdict(ours[0] - theirs[1], ours[1] - theirs[0])


def factor_on_new(new, old, factor):
    return verdict(*bootstrap([factor * x - y for x, y in zip(new, old, strict=True)]))


def old_divided(new, old, factor):
    return judge(new, old, 1 / factor)


def percent_points(new, old, factor):
    low, high = bootstrap([x - y for x, y in zip(new, old, strict=True)])
    return verdict(low - (factor - 1), high - (factor - 1))


def level_90(new, old, factor):
    gains = [x - factor * y for x, y in zip(new, old, strict=True)]
    return verdict(*bootstrap(gains, level=0.9))


def always_open(new, old, factor):
    return "open"


def mean_of_old(new, old, factor):
    return verdict(*bootstrap([x - factor * statistics.mean(old) for x in new]))


def yes_or_no(new, old, factor):
    return judge(new, old, factor) == "shown"


# ---- E10.6: forced, and wrong -------------------------------------------------------------------

QUERY = "The bilge alarm E42 does not stop"
ANSWER = "Bilge alarm E.42 does not stop: close the valve."
LIST = "E41, E42 and E43 are listed in the annex."

WRONG_10 = {
    "check_e10_1": [
        (ANSWERS[:6], "seven"),
        (answers(a=1.5), "rank-0"),
        (answers(a=0.0325), "rrf_k"),
        (answers(b=0.45), "moved-up"),
        (answers(b=0.25), "one-list"),
        (answers(c=10), "places"),
        (answers(c=3), "both-only"),
        (answers(d="sqptur"), "tie"),
        (answers(d="qsputr"), "tie"),
        (answers(d="qsptru"), "repeat"),
        (answers(e=64), "equal"),
        (answers(e=61), "y-first"),
        (answers(e=124), "share"),
        (answers(f=2), "rank-1"),
        (answers(g=0.0164), "leg"),
        (answers(g=0.0333), "from-0"),
        (answers(g=0.0325), "g"),
        (answers(d="pqrstu"), "d"),
        (answers(c=7, e=64, f=2), "c"),
        (answers(d=6), "d"),
        (answers(f=(1, 2)), "f"),
    ],
    "check_e10_2": [
        (fuser(from_0), "from-0"),
        (fuser(last), "last"),
        (fuser(moved_up), "moved-up"),
        (fuser(worst_first), "worst-first"),
        (fuser(pairs), "no-dict"),
    ],
    "check_e10_3": [
        (standard(absent=np.mean), "absent-0"),
        (standard(absent=lambda scores: 0), "raw-0"),
        (standard(spread=statistics.stdev), "sample"),
        (standard(spread=np.var), "variance"),
        (standard(spread=lambda scores: 1), "spread"),
        (standard(spread=np.ptp), "range"),
        (standard(mean=lambda scores: 0), "mean"),
        (standard(weigh=False), "weights"),
        (standard(ids=set.intersection), "missing"),
        (standard(order=lambda pair: -pair[1]), "order"),
        (standard(order=lambda pair: pair[0]), "order"),
        (standard(spread=statistics.pstdev, mean=statistics.mean, guard=bool), "divided"),
        (nan_for_nothing, "divided"),
        (standard(guard=lambda scores: scores and np.std(scores) > 0), "equal"),
        (standard(guard=lambda scores: min(scores) < max(scores)), "empty"),
        (standard(mean=min, spread=np.ptp), "min-max"),
        (standard(absent=lambda scores: scores[-1]), "last"),
        (filled_before, "filled"),
        (changes_legs, "changed"),
        (first_two, "two-only"),
        (just_two, "two-legs"),
        (every_leg_has_all, "absent"),
        (list_of_pairs, "pairs"),
        (standard(absent=raw_worst), "raw-worst"),
        (rounded, "rounded"),
    ],
    "check_e10_4": [
        ((ANNA, BEN), "three"),
        ((ANNA, BEN, CLEO[0]), "scores-too"),
        ((ANNA, BEN, ({"a": 1}, 1, 1)), "form"),
        ((ANNA, BEN, ([{"a": 1}, {}], 1, 1)), "form"),
        ((ANNA, BEN, ([{"a": 0}, {"a": 1}], 1, 1)), "scores"),
        ((ANNA, BEN, ([{"a": 1, "b": 2}, {"a": 1}], 1, 1)), "rising"),
        ((ANNA, ([{"a": 1, "b": 1}, {"b": 1, "a": 1}], 1, 1), CLEO), "tie"),
        ((AGREED, BEN, CLEO), "silent-anna"),
        ((ANNA, CLEO, BEN), "silent-ben"),
        ((ANNA, BEN, AGREED), "silent-cleo"),
        ((ANNA, TWO_CAUSES, CLEO), "also-anna"),
        ((ANNA, BEN, (CLEO[0], "0.75", 0.533)), "numbers"),
        ((ANNA, BEN, (CLEO[0], 0.533, 0.75)), "turned"),
        (((ANNA[0], 0.643, 0.667), BEN, CLEO), "by-right"),
        ((ANNA, BEN, (CLEO[0], 0.75, 0.833)), "by-right"),
        ((ANNA, (BEN[0], 0.833, 0.833), CLEO), "score"),
    ],
    "check_e10_5": [
        ((always_open, 2, -0.011), "constant"),
        ((mean_of_old, 2, -0.011), "mean-of-old"),
        ((judge, 2), "three"),
        ((judge, "2", -0.011), "numbers"),
        ((judge, 3, -0.011), "weights"),
        ((judge, 8, 0.011), "chose-on-test"),
        ((judge, 1, -0.017), "chose-by-hit"),
        ((judge, 4, 0.008), "weight"),
        ((judge, 2, 0.011), "sign"),
        ((judge, 2, 0.022), "tune"),
        ((judge, 2, 0.108), "bm25"),
        ((judge, 2, -0.064), "hit"),
        ((judge, 2, 0.335), "mean"),
        ((judge, 2, -0.017), "equal-weights"),
        ((judge, 2, 0.5), "difference"),
        ((swapped, 2, -0.011), "swapped"),
        ((no_factor, 2, -0.011), "no-factor"),
        ((factor_on_new, 2, -0.011), "factor-on-new"),
        ((old_divided, 2, -0.011), "factor-on-new"),
        ((percent_points, 2, -0.011), "points"),
        ((level_90, 2, -0.011), "level"),
        ((no_interval, 2, -0.011), "no-interval"),
        ((at_border, 2, -0.011), "border"),
        ((quotient, 2, -0.011), "quotient"),
        ((unpaired, 2, -0.011), "unpaired"),
        ((yes_or_no, 2, -0.011), "words"),
    ],
    "check_e10_6": [
        (([ANSWER], QUERY), "form"),
        (([ANSWER, LIST, LIST], QUERY), "twice"),
        (([ANSWER, LIST], "The bilge alarm does not stop"), "no-term"),
        ((["Bilge alarm E43 does not stop: help.", LIST], QUERY), "no-answer"),
        ((["Bilge alarm E421 does not stop: help.", LIST], QUERY), "longer"),
        ((["Bilge alarm FE42 does not stop: help.", LIST], QUERY), "longer"),
        ((["Bilge alarm E42x does not stop: help.", LIST], QUERY), "longer"),
        ((["Bilge alarm E.42.7 does not stop: help.", LIST], QUERY), "longer"),
        ((["Are 4.2 bilge alarms that do not stop too many?", LIST], QUERY), "longer"),
        ((["Bilge alarm E4.2 does not stop: help.", LIST], QUERY), "apart"),
        ((["Bilge alarm E 4 2 does not stop: help.", LIST], QUERY), "apart"),
        ((["Bilge alarm on plan E, 42 guests: does not stop.", LIST], QUERY), "apart"),
        ((["Bilge alarms: table E. 42 of them do not stop.", LIST], QUERY), "apart"),
        ((["Bilge alarm E\u200b42 does not stop: help.", LIST], QUERY), "apart"),
        ((["Bilge alarm E-42 does not stop: help.", LIST], QUERY), "known"),
        (([ANSWER, "The pump room is locked."], QUERY), "none"),
        ((["See E.42.", "The bilge alarm E42 does not stop."], QUERY), "bm25"),
    ],
}
