"""Checks of lesson 07: intervals, paired differences, nDCG, tune and test, cuts."""

import math

import numpy as np

from course_lib.checks import check_cases, check_value, same
from course_lib.chunking import chunk_sections, chunk_words
from course_lib.documents import Document
from course_lib.stats import bootstrap


def check_e7_1(numbers):
    """Check the seven numbers by hand."""
    ours, best = 0.6309 + 0.4307, 1 + 0.6309 + 0.5  # places 2 and 4; three in front
    right = [2 / 3, 2 / 5, 0, ours / best, 1, 1.0, 800]

    def at(place, *values):
        return lambda got, _: any(_near(v, list(got)[place]) for v in values)

    def wrong(place):
        return lambda got, _: not _near(right[place], list(got)[place])

    rules = {
        "a": "right things found, of all right things.",
        "b": "places that hold something right and new, of all places asked for.",
        "c": "1 if all right things are found, else 0.",
        "d": "the discounts of the places with something right and new, by those of the best.",
        "e": "go through the five pairs: wins of `ours` minus losses.",
        "f": "the mean of draws that can hold nothing but ones.",
        "g": "how does the width depend on the number of questions?",
    }
    hints = [
        (
            "seven",
            lambda got, _: not isinstance(got, (list, tuple)) or len(got) != 7,
            "Give a list of seven numbers, in the order a to g: numbers = [1, 2, 3, 4, 5, 6, 7].",
        ),
        (
            "hit-for-recall",
            at(0, 1),
            "a: 1 is hit@5. Recall asks how much was found; a second a is no further thing.",
        ),
        ("repeat-in-recall", at(0, 3 / 4, 3 / 5), "a: the second a is no further right thing."),
        ("swapped", at(0, 2 / 5, 2 / 4), "a: recall divides by the number of right things."),
        ("short-list", at(1, 2 / 4, 3 / 4), "b: five places were asked for, and an empty counts."),
        ("repeat", at(1, 3 / 5), "b: the second a is a repeat, and holds nothing new."),
        ("partly", at(2, 2 / 3), "c: complete@k is all or nothing."),
        (
            "repeat-in-ndcg",
            at(3, (ours + 0.5) / best),
            "d: the second a keeps its place, and gains nothing.",
        ),
        (
            "repeat-removed",
            at(3, (0.6309 + 0.5) / best),
            "d: the second a keeps its place: b stays at place 4.",
        ),
        (
            "best-of-found",
            at(3, ours / (1 + 0.6309)),
            "d: the best ranking has all three right things in front, not the two that were found.",
        ),
        (
            "best-full",
            at(3, ours / (best + 0.4307 + 0.3869)),
            "d: there are three right things, so the best ranking has three, not five.",
        ),
        ("not-divided", at(3, ours), "d: that is ours. Divide it by that of the best ranking."),
        ("wins-only", at(4, 2), "e: take the losses away from the wins."),
        ("turned-round", at(4, -1), "e: `ours` minus `theirs`, not the other way round."),
        (
            "wilson",
            lambda got, _: 0.7 < float(list(got)[5]) < 0.8,
            "f: that is Wilson's border. What can the bootstrap draw from twelve ones?",
        ),
        ("twice", at(6, 400), "g: the number of questions stands under a square root."),
        ("added", at(6, 600), "g: 800 in all, or 600 more? The task asks for all."),
        ("half", at(6, 100, 50), "g: a narrower interval needs more questions, not fewer."),
        *(
            (letter, wrong(place), f"{letter} is wrong (perhaps not alone): {sentence}")
            for place, (letter, sentence) in enumerate(rules.items())
        ),
    ]
    return check_value("E7.1", numbers, right, hints, equal=_numbers)


def _near(expected, got):
    return abs(float(expected) - float(got)) <= 0.005  # two decimals are enough


def _numbers(expected, got):
    return len(expected) == len(got) and all(map(_near, expected, got))


def check_e7_2(drawn_differences):
    """Check the mean differences of drawn questions."""
    a, b = [1, 0.5, 0, 0.25], [0, 0.5, 1, 0]
    more = [0.9, 0.4, 0.2, 0.7, 0.5, 0.3, 0.1], [0.1, 0.4, 0.6, 0.2, 0.1, 0.8, 0.9]
    cases = [
        ((*more, [[5, 0, 0, 0, 1], [3, 2, 6, 3, 1, 1]]), [0.38, -0.2 / 6]),
        (([1, 0, 1], [0, 0, 1], [[0, 0, 2], [1, 2, 1]]), [2 / 3, 0.0]),
        ((a, b, [[3, 3, 3, 2], [0, 2, 2, 3]]), [-0.0625, -0.1875]),
        ((a, b, [[0, 1, 2, 3]]), [0.0625]),
        ((b, a, [[0, 0, 0, 0], [1, 1, 1, 1]]), [-1.0, 0.0]),
        ((a, b, [[3, 0]]), [0.625]),
        ((a, b, [[0, 0, 1], [2], [2]]), [2 / 3, -1.0, -1.0]),
        (([3, 0.5], [0, 2.5], [[0, 0], [0, 1], [1, 1]]), [3.0, 0.5, -2.0]),
        ((a, b, []), []),
    ]

    def drawn(args, one):
        return [one(*args[:2], places) for places in args[2]]

    def mean(values):
        return sum(values) / len(values)

    def gives(one):
        return lambda args, got, _: bool(args[2]) and same(drawn(args, one), got)

    def other_order(args, got, want):
        return len(got) > 1 and same(sorted(want), sorted(got))

    def draws_lost(args, got, want):
        kept = [places for n, places in enumerate(args[2]) if places not in args[2][:n]]
        return len(got) == len(kept) < len(want)

    hints = [
        (
            "kind",
            lambda args, got, _: isinstance(got[0], (list, tuple)),
            "one_draw gives one number: the mean of the differences, not all of them.",
        ),
        (
            "turned-round",
            gives(lambda a, b, p: mean([b[n] - a[n] for n in p])),
            "The difference is a minus b.",
        ),
        (
            "signless",
            lambda args, got, want: any(
                gives(one)(args, got, want)
                for one in (
                    lambda a, b, p: mean([abs(a[n] - b[n]) for n in p]),
                    lambda a, b, p: abs(mean([a[n] - b[n] for n in p])),
                )
            ),
            "The sign is lost: where b is better, the difference lies below 0.",
        ),
        (
            "ties-dropped",
            gives(lambda a, b, p: mean([a[n] - b[n] for n in p if a[n] != b[n]] or [0])),
            "Drawn questions on which both are alike are left out. They count 0 and stay.",
        ),
        (
            "length-of-set",
            gives(lambda a, b, p: sum(a[n] - b[n] for n in p) / len(set(p))),
            "A question that is drawn twice counts twice in the length, too.",
        ),
        (
            "one-side-once",
            lambda args, got, want: any(
                gives(
                    lambda a, b, p, x=x, y=y: (
                        mean([a[n] for n in x(p)]) - mean([b[n] for n in y(p)])
                    )
                )(args, got, want)
                for x, y in ((list, set), (set, list))
            ),
            "One search gets the repeated questions once only. Both get the same draw.",
        ),
        (
            "by-order",
            gives(lambda a, b, p: mean([a[n] - b[i] for i, n in enumerate(p)])),
            "b is read by the order in the draw. Both searches are asked the drawn question.",
        ),
        (
            "place-lost",
            lambda args, got, want: any(
                gives(one)(args, got, want)
                for one in (
                    lambda a, b, p: sum(a[n] - b[n] for n in p if n) / len(p),
                    lambda a, b, p: mean([a[n] - b[n] for n in p[:-1]] or [0]),
                    lambda a, b, p: mean([a[n] - b[n] for n in p[1:]] or [0]),
                    lambda a, b, p: mean([a[n - 1] - b[n - 1] for n in p]),
                )
            ),
            "Places begin at 0, and every place of the draw counts, the first and the last too.",
        ),
        (
            "first-draw",
            lambda args, got, want: any(
                same([w * len(p) / size for w, p in zip(want, args[2], strict=True)], got)
                for size in (len(args[2][0]), len(args[2]))
            ),
            "It divides by the length of the first draw, or by how many draws there are. Each draw "
            "has a length of its own.",
        ),
        (
            "clipped",
            lambda args, got, want: same([max(-1, min(1, w)) for w in want], got),
            "A difference of values may be larger than 1: leave it as it is.",
        ),
        (
            "rounded",
            lambda args, got, want: same(want, got, 0.01),
            "Do not round: a mean of 2,000 rounded numbers is no longer the right one.",
        ),
        ("draws-lost", draws_lost, "A draw that comes twice gives two numbers."),
        ("order", other_order, "One number for each draw, in the order of the draws."),
        (
            "repeats-lost",
            gives(lambda a, b, p: mean([a[n] - b[n] for n in set(p)])),
            "A question that is drawn twice counts twice: a set forgets that.",
        ),
        (
            "repeats-in-length",
            gives(lambda a, b, p: sum(a[n] - b[n] for n in set(p)) / len(p)),
            "A question that is drawn twice is added twice, not only counted in the length.",
        ),
        (
            "sum",
            gives(lambda a, b, p: sum(a[n] - b[n] for n in p)),
            "That is the sum. Divide by the number of drawn questions.",
        ),
        (
            "all-questions",
            gives(lambda a, b, p: mean(a) - mean(b)),
            "That is the difference over all questions, whatever was drawn. Use the places.",
        ),
        (
            "not-paired",
            gives(lambda a, b, p: mean([a[n] for n in p]) - mean(b)),
            "Both searches get the drawn questions, b too.",
        ),
        (
            "wrong-size",
            gives(lambda a, b, p: sum(a[n] - b[n] for n in p) / len(a)),
            "Divide by the number of questions in the draw.",
        ),
        (
            "wins",
            gives(lambda a, b, p: mean([(a[n] > b[n]) - (a[n] < b[n]) for n in p])),
            "That counts wins and losses. The size of each difference matters here.",
        ),
        (
            "a-number",
            lambda args, got, _: isinstance(got, (int, float)),
            "Give a list, with one number for each draw.",
        ),
    ]
    return check_cases("E7.2", drawn_differences, cases, hints)


def check_e7_3(report_difference):
    """Check the difference of two searches, its interval and the verdict."""
    gaps = (
        {"q6": 0.5, "q3": 1.0, "q1": 1.0, "q9": 1.0, "q7": 1.0, "q2": 0.5, "q8": 0.75},
        {"q5": 0.75, "q7": 1.0, "q2": 0.75, "q1": 0.5},
        [f"q{n}" for n in range(1, 9)],
    )
    ids = [*"abcdefghijklmnopqrst"]
    some = dict.fromkeys(ids[:3], 1.0)
    better, worse = dict.fromkeys(ids[:11], 1.0), dict.fromkeys(ids[8:12], 1.0)
    # Borders that every seed gives: the draws fall on few values. By hand for three won of twenty:
    # no draw of a won question has the chance 0.85 ** 20 = 0.039, more than 0.025, so low is 0.
    cases = [
        (gaps, (0.21875, -0.15625, 0.5625, "not shown")),
        (({"b": 1.0}, {"a": 0.5, "b": 0.5}, ["a", "b"]), (0.0, -0.5, 0.5, "not shown")),
        ((better, worse, ids), (0.35, 0.1, 0.6, "new")),
        ((worse, better, ids), (-0.35, -0.6, -0.1, "old")),
        ((some, {}, ids), (0.15, 0.0, 0.3, "not shown")),
        (({}, some, ids), (-0.15, -0.3, 0.0, "not shown")),
        (({}, {}, ids), (0.0, 0.0, 0.0, "not shown")),
    ]

    def mean(values):
        return sum(values) / len(values)

    def gives(one):
        """Is the first number the mean of these differences?"""
        return lambda args, got, want: not same(want[0], got[0]) and same(mean(one(*args)), got[0])

    def differences(new, old, ids):
        return [new.get(q, 0.0) - old.get(q, 0.0) for q in ids]

    def signs(new, old, ids):
        return [float((d > 0) - (d < 0)) for d in differences(new, old, ids)]

    def unlike(new, old, ids):
        return [d for d in differences(new, old, ids) if d] or [0.0]

    def both(new, old, ids):
        return [q for q in ids if q in new and q in old]

    def near(got, borders):
        return all(abs(x - y) < 0.04 for x, y in zip(got[1:3], borders, strict=True))

    def apart(args, got, _):
        ours, theirs = (bootstrap([side.get(q, 0.0) for q in args[2]]) for side in args[:2])
        turned = theirs[::-1]
        return any(
            near(got, [x - y for x, y in zip(ours, o, strict=True)]) for o in (theirs, turned)
        )

    def verdict(wanted, said):
        """Are the numbers right, and the verdict this one in place of that?"""
        return lambda args, got, want: (
            _near_report(want[:3], got[:3]) and want[3] == wanted and got[3] == said
        )

    hints = [
        (
            "missing-key",
            lambda args, got, _: isinstance(got, KeyError),
            "An id may be missing in a dict: use .get with the value that counts then.",
        ),
        (
            "no-zero",
            lambda args, got, _: isinstance(got, TypeError) and "NoneType" in str(got),
            "A missing value is None with .get(q). What counts for a question without results?",
        ),
        (
            "four",
            lambda args, got, _: (
                not isinstance(got, BaseException)
                and (not isinstance(got, (tuple, list)) or len(got) != 4)
            ),
            "Give four things: (difference, low, high, verdict).",
        ),
        (
            "words",
            lambda args, got, _: got[3] not in ("new", "old", "not shown"),
            'The verdict is "new", "old" or "not shown". No interval shows that two are equal.',
        ),
        (
            "touches",
            lambda args, got, want: (
                0 in want[1:3] and any(verdict("not shown", x)(args, got, want) for x in _SIDES)
            ),
            "A border of exactly 0: the interval holds 0, so nothing is shown.",
        ),
        (
            "by-mean",
            lambda args, got, want: any(verdict("not shown", x)(args, got, want) for x in _SIDES),
            "A difference is there in these questions, but its interval holds 0.",
        ),
        (
            "one-sided",
            verdict("old", "not shown"),
            "An interval below 0 shows something, too: the old search is better.",
        ),
        (
            "overlap",
            verdict("new", "not shown"),
            "The interval of the difference lies above 0. Whether the two searches' own intervals "
            "overlap decides nothing.",
        ),
        (
            "names-swapped",
            lambda args, got, want: any(
                verdict(*pair)(args, got, want) for pair in (_SIDES, _SIDES[::-1])
            ),
            "The numbers are right; above 0 the new search is better, below 0 the old one.",
        ),
        (
            "turned-round",
            gives(lambda new, old, ids: differences(old, new, ids)),
            "The difference is new minus old.",
        ),
        (
            "by-place",
            gives(lambda new, old, ids: [x - y for x, y in zip(new.values(), old.values())]),  # noqa: B905
            "Values meet by their place in the dicts. Look each id up in both.",
        ),
        (
            "dropped",
            gives(lambda new, old, ids: [new[q] - old[q] for q in both(new, old, ids)]),
            "A question that one search cannot answer is dropped. It counts 0 and stays.",
        ),
        (
            "new-only",
            gives(lambda new, old, ids: [new[q] - old.get(q, 0) for q in ids if q in new]),
            "Questions that the new search cannot answer are dropped: its failures vanish.",
        ),
        (
            "old-only",
            gives(lambda new, old, ids: [new.get(q, 0) - old[q] for q in ids if q in old]),
            "Questions that the old search cannot answer are dropped.",
        ),
        (
            "other-ids",
            gives(lambda new, old, ids: differences(new, old, {*ids, *new, *old})),
            "Only the ids of `ids` count, each once.",
        ),
        (
            "other-ids",
            lambda args, got, want: any(
                gives(lambda new, old, ids, some=some: differences(new, old, some(new, old)))(
                    args, got, want
                )
                for some in (lambda new, old: new, lambda new, old: old, lambda new, old: new | old)
            ),
            "The questions are those of `ids`, not those that stand in the dicts.",
        ),
        (
            "signs",
            lambda args, got, want: (
                gives(lambda *args: signs(*args))(args, got, want)
                or (same(want[0], got[0]) and same(bootstrap(signs(*args)), got[1:3]))
            ),
            "These are wins and losses, +1 and −1. The size of each difference counts.",
        ),
        (
            "signless",
            gives(lambda *args: [abs(d) for d in differences(*args)]),
            "The sign is lost: where the old search is better, the difference is negative.",
        ),
        (
            "ties-dropped",
            lambda args, got, want: (
                gives(lambda *args: unlike(*args))(args, got, want)
                or (same(want[0], got[0]) and same(bootstrap(unlike(*args)), got[1:3]))
            ),
            "Questions on which both are alike are left out. They count 0 and stay in the mean.",
        ),
        (
            "not-zero",
            lambda args, got, want: any(
                gives(lambda new, old, ids, v=v: [new.get(q, v) - old.get(q, v) for q in ids])(
                    args, got, want
                )
                for v in (1, 0.5)
            ),
            "A question without an entry counts 0: .get(q, 0.0).",
        ),
        (
            "sum",
            lambda args, got, want: (
                not same(want[0], got[0]) and same(sum(differences(*args)), got[0])
            ),
            "That is the sum of the differences. Divide by the number of ids.",
        ),
        (
            "middle",
            lambda args, got, want: (
                not same(want[0], got[0])
                and (
                    same((got[1] + got[2]) / 2, got[0]) or near([0, got[0], got[0]], [want[0]] * 2)
                )
            ),
            "The first number is the mean of the differences itself, not rounded, and not the "
            "middle of the interval.",
        ),
        (
            "borders-swapped",
            lambda args, got, want: got[1] > got[2] and near([0, got[2], got[1]], want[1:3]),
            "The lower border comes first: (difference, low, high, verdict).",
        ),
        (
            "one-search",
            lambda args, got, want: any(
                not near(got, want[1:3]) and near(got, bootstrap([s.get(q, 0.0) for q in args[2]]))
                for s in args[:2]
            ),
            "That is the interval of one search alone. It belongs to the differences.",
        ),
        (
            "extremes",
            lambda args, got, _: near(got, (min(differences(*args)), max(differences(*args)))),
            "These are the smallest and the largest difference. The interval is of their mean: "
            "bootstrap(…).",
        ),
        (
            "level",
            lambda args, got, want: (
                same(want[0], got[0]) and 0 <= got[2] - got[1] < 0.1 * (want[2] - want[1])
            ),
            "The interval is too narrow for 95 %: leave the level of `bootstrap` alone.",
        ),
        ("apart", apart, "Two intervals, taken apart: make one, of the differences."),
        (
            "scatter",
            lambda args, got, _: near(
                got, np.quantile(differences(*args), [0.025, 0.975]).tolist()
            ),
            "That is where single differences lie. The interval is of their mean: bootstrap(…).",
        ),
        (
            "level",
            lambda args, got, want: (
                same(want[0], got[0]) and want[1] + 0.03 < got[1] <= got[2] < want[2] - 0.02
            ),
            "The interval is too narrow for 95 %: leave the level of `bootstrap` alone.",
        ),
        (
            "wide",
            lambda args, got, want: got[1] < want[1] - 0.03 and want[2] + 0.02 < got[2],
            "The interval is too wide for 95 %: leave the level of `bootstrap` alone.",
        ),
        (
            "not-bootstrap",
            lambda args, got, want: same(want[0], got[0]),
            "The difference is right, the borders not: bootstrap(…) of the differences gives both.",
        ),
    ]
    return check_cases("E7.3", report_difference, cases, hints, equal=_near_report)


_SIDES = ("new", "old")


def _near_report(expected, got):
    """Equal, but for the little by which another seed moves the borders?"""
    pairs = zip(expected[1:3], got[1:3], strict=True)
    near = all(abs(float(x) - float(y)) < 0.04 for x, y in pairs)
    return (
        len(expected) == len(got)
        and near
        and same([expected[0], *expected[3:]], [got[0], *got[3:]])
    )


def check_e7_4(ndcg):
    """Check nDCG on rankings with repeats, gaps and fewer places than right things."""
    three = {"a", "b", "c"}
    # ME-01, ME-03 and ME-04, worked out with 1 / log2(1 + place): 1, 0.630930, 0.5, 0.430677 …
    cases = [
        (([*"xayb"], three, 4), (0.630930 + 0.430677) / 2.130930),
        (([*"xayzw"], three, 5), 0.630930 / 2.130930),
        ((["c3", "c3", "c8", "c1"], {"c3", "c1", "c5"}, 4), 1.430677 / 2.130930),
        ((["d1", "d9"], {"d1", "d2", "d3"}, 5), 1 / 2.130930),
        (([*"ab"], {*"abcd"}, 2), 1.0),
        (([*"xab"], {*"ab"}, 2), 0.630930 / 1.630930),
        ((["c3", "c3"], {"c3"}, 2), 1.0),
        (([*"axx"], {"a"}, 3), 1.0),
        (([*"xy"], {"a"}, 2), 0.0),
        (([], {"a"}, 3), 0.0),
    ]

    def discounted(ones):
        return sum(one / math.log2(1 + place) for place, one in enumerate(ones, 1))

    def marks(ranking, relevant, k):
        first = [thing not in ranking[:n] for n, thing in enumerate(ranking)]
        return [int(new and thing in relevant) for new, thing in zip(first, ranking, strict=True)][
            :k
        ]

    def repeated(ranking, relevant, k):
        return [int(thing in relevant) for thing in ranking[:k]]

    def n_best(ranking, relevant, k):
        return min(k, len(relevant))

    def gives(ones=marks, n=n_best, value=discounted):
        """Does the answer come from these ones, and a best ranking of n ones?"""
        return lambda args, got, _: same(value(ones(*args)) / value([1] * n(*args)), got)

    def either(*predicates):
        return lambda *facts: any(predicate(*facts) for predicate in predicates)

    hints = [
        (
            "nothing-found",
            lambda args, got, _: isinstance(got, ZeroDivisionError),
            "Nothing was found, and yet there is a best ranking: it comes from `relevant`.",
        ),
        (
            "best-of-found",
            lambda args, got, _: any(
                sum(found) != n_best(*args)
                and same(discounted(found) / discounted([1] * sum(found)), got)
                for found in (marks(*args), repeated(*args))
            ),
            "The best ranking has all that is right, not what was found: take it from `relevant`.",
        ),
        (
            "best-full",
            either(
                gives(n=lambda ranking, relevant, k: k),
                gives(n=lambda ranking, relevant, k: min(k, len(ranking))),
                gives(n=lambda ranking, relevant, k: len(ranking)),
            ),
            "The best ranking has a 1 for each right thing, not one for each place.",
        ),
        (
            "best-not-cut",
            gives(n=lambda ranking, relevant, k: len(relevant)),
            "Four right things cannot stand in two places: cut the best ranking at k, too.",
        ),
        (
            "repeat-gains",
            gives(repeated),
            "An id that comes again gains once more. It keeps its place, and gains nothing.",
        ),
        (
            "repeat-removed",
            gives(lambda ranking, relevant, k: repeated([*dict.fromkeys(ranking)], relevant, k)),
            "A repeat is taken out, and what follows moves up. It keeps its place.",
        ),
        (
            "not-cut",
            gives(lambda ranking, relevant, k: marks(ranking, relevant, len(ranking))),
            "Only the first k places of the ranking count.",
        ),
        (
            "not-divided",
            gives(n=lambda ranking, relevant, k: 1),
            "That is the discounted gain. Divide it by that of the best ranking.",
        ),
        (
            "no-discount",
            gives(value=sum),
            "All places count alike here: `discounted` gives a late one less.",
        ),
    ]
    return check_cases("E7.4", ndcg, cases, hints)


def check_e7_5(choose_and_report):
    """Check the choice on tune and the two gains."""
    # Each wrong way to choose takes another variant, so that its hint is about itself.
    tune = {
        "f": [0.1, 0.9, 0.6, 0.5, 0.3],
        "n": [0.2, 0.2, 0.4, 0, 0.2],
        "a": [0, 1, 0, 0, 0],
        "s": [0.3, 0.3, 0.5, 0.1, 0.3],
        "m": [0, 0.5, 0.5, 1, 1],  # the best, with t and d
        "t": [1, 0.5, 0.5, 0.5, 0.5],
        "c": [1, 1, 0, 0, 0.5],
        "g": [0, 0.6, 0.6, 0.6, 0.7],
        "b": [0.7, 0.6, 0.5, 0.5, 0.5],
        "d": [0.5, 1, 0.5, 0.5, 0.5],
        "e": [0, 0, 0, 0, 0.5],
        "w": [0, 0.2, 0, 0, 0.2],
        "h": [0, 0, 0, 0, 0.25],
        "k": [0.1, 0, 0.1, 0.1, 0.1],
    }
    test = {name: [0, 0, 0.5, 0] for name in "fastghwkc"} | {
        "n": [1, 0.5, 0.5, 0],
        "m": [0, 0, 1, 0],
        "b": [1, 1, 1, 0],  # the best of both together
        "d": [0, 1, 0, 1],
        "e": [1, 1, 1, 0.2],  # the best
    }
    test = {name: test[name] for name in tune}
    small = {"old": [0, 1], "new": [1, 1]}, {"old": [1, 1, 0, 1], "new": [1, 0, 0, 1]}
    close = {"x": [0.58, 0.58], "y": [0.7, 0.5]}, {"x": [1, 0], "y": [1, 1]}
    cases = [
        ((tune, test, "n"), ("m", 0.4, -0.25)),
        ((tune, test, "m"), ("m", 0.0, 0.0)),
        ((tune, test, "d"), ("m", 0.0, -0.25)),
        ((tune, test, "c"), ("m", 0.1, 0.125)),
        ((*close, "x"), ("y", 0.02, 0.5)),
        ((*small, "old"), ("new", 0.5, -0.25)),
    ]

    def mean(values):
        return sum(values) / len(values)

    def gap(side, name, base):
        return mean(side[name]) - mean(side[base])

    def best(side, value=mean):
        return max(side, key=lambda name: value(side[name]))

    def chosen(choose):
        """Is the wrong variant the one that is chosen in this way?"""
        return lambda args, got, want: got[0] == choose(*args) != want[0]

    def gains(tune_gain, test_gain=None):
        """Is the variant the right one, and are these its gains?"""

        def predicate(args, got, want):
            sides = zip(args[:2], (tune_gain, test_gain or tune_gain), strict=True)
            wrong = [gain(side, want[0], args[2]) for side, gain in sides]
            return got[0] == want[0] and same(wrong, got[1:])

        return predicate

    def median(values):
        return sorted(values)[len(values) // 2]

    def wins(tune, test, base):
        return best(tune, lambda values: sum(x > y for x, y in zip(values, tune[base])))  # noqa: B905

    def both_sets(tune, test, base):
        return best({name: [*tune[name], *test[name]] for name in tune})

    def ties(args, got, want):
        highest = mean(args[0][want[0]])
        return got[0] != want[0] and abs(mean(args[0][got[0]]) - highest) < 1e-9

    hints = [
        (
            "three",
            lambda args, got, _: not isinstance(got, (tuple, list, Exception)) or len(got) != 3,
            "Give three things: (name, gain on tune, gain on test).",
        ),
        (
            "name",
            lambda args, got, _: got[0] not in args[0],
            "The first of the three is the name of the variant, a key of `tune`.",
        ),
        (
            "chosen-on-test",
            chosen(lambda tune, test, base: best(test)),
            "It chooses by the questions that it reports on. Choose by tune alone.",
        ),
        (
            "both-sets",
            chosen(both_sets),
            "The test questions play a part in the choice. Choose by tune alone.",
        ),
        (
            "without-base",
            lambda args, got, want: (
                want[0] == args[2]
                and got[0] == best({n: v for n, v in args[0].items() if n != args[2]})
            ),
            "The base may be chosen, too, if nothing is better.",
        ),
        ("last-of-ties", ties, "Several variants tie on tune: take the first in the dict."),
        (
            "largest-name",
            chosen(lambda tune, test, base: max(tune)),
            "max(tune) takes the largest name. Let a key give the mean of each: max(tune, key=…).",
        ),
        (
            "list-order",
            chosen(lambda tune, test, base: max(tune, key=tune.get)),
            "max(…, key=tune.get) compares the lists, first values first. Compare their means.",
        ),
        (
            "highest-value",
            chosen(lambda tune, test, base: best(tune, max)),
            "Compare means, not single values.",
        ),
        (
            "rounded",
            chosen(lambda tune, test, base: best(tune, lambda values: round(mean(values), 1))),
            "Do not round before you compare: 0.58 is less than 0.6.",
        ),
        (
            "lowest",
            chosen(lambda tune, test, base: min(tune, key=lambda name: mean(tune[name]))),
            "That is the lowest mean on tune. Take the highest.",
        ),
        (
            "median",
            chosen(lambda tune, test, base: best(tune, median)),
            "That is the highest median. Compare means.",
        ),
        (
            "wins",
            chosen(wins),
            "That one wins on most questions. Compare means: it counts how much is won, too.",
        ),
        (
            "base-chosen",
            chosen(lambda tune, test, base: base),
            "It always chooses the base, whatever the means on tune are.",
        ),
        (
            "not-highest",
            lambda args, got, want: got[0] != want[0],
            "Another variant has a higher mean on tune. Work out all the means by hand.",
        ),
        (
            "swapped",
            lambda args, got, want: same([want[2], want[1]], got[1:]),
            "The gain on tune comes first, then the gain on test.",
        ),
        (
            "no-base",
            gains(lambda side, name, base: mean(side[name])),
            "These are the means themselves. Report their difference to the base.",
        ),
        (
            "sums",
            gains(lambda side, name, base: sum(side[name]) - sum(side[base])),
            "These are sums. Tune and test differ in size, so take means.",
        ),
        (
            "first-is-base",
            gains(lambda side, name, base: gap(side, name, next(iter(side)))),
            "The base is the variant that is named, not the first one.",
        ),
        (
            "turned-round",
            gains(lambda side, name, base: gap(side, base, name)),
            "A gain is the chosen one minus the base.",
        ),
        (
            "best-gain-on-test",
            gains(gap, lambda side, name, base: gap(side, best(side), base)),
            "The gain on test belongs to the variant that was chosen, not to the best one there.",
        ),
        (
            "base-of-tune",
            lambda args, got, want: same(mean(args[1][want[0]]) - mean(args[0][args[2]]), got[2]),
            "On test, too, the base's own mean is taken off: that of its test values.",
        ),
        (
            "never-below-0",
            lambda args, got, want: got[2] in (0, -want[2]) and want[2] < 0,
            "On test the chosen one is worse than the base: the gain is negative. Say so.",
        ),
        (
            "ratio",
            gains(lambda side, name, base: mean(side[name]) / mean(side[base]) - 1),
            "That is a share of the base's mean. A gain is the difference of the two means.",
        ),
        (
            "gains",
            lambda args, got, want: got[0] == want[0],
            "The right variant is chosen. On each side: its mean, minus the base's mean there.",
        ),
    ]
    return check_cases("E7.5", choose_and_report, cases, hints)


class _Counted(list):
    """A list that is short in the report of a check."""

    def __repr__(self):
        names = (getattr(one, "id", None) or one["question"] for one in self)
        return f"[{', '.join(names)}]"


class _Named(dict):
    """A dict that shows its keys alone."""

    def __repr__(self):
        return f"cuts: {', '.join(self) or 'none'}"


PAGES = [
    Document(
        "dogs.md",
        "# Dogs\n\nDogs are welcome on board.\n\n## On deck\n\nA dog must wear a lead on deck.\n\n"
        "## Fares\n\nA dog travels for three fifty in all seasons.\n",
    ),
    Document(
        "bikes.md",
        "# Bikes\n\nBikes stand in lane four.\n\n## Fares\n\nA bike costs eight in winter and "
        "twelve in summer, tandems the same.\n",
    ),
]


def _ask(question, file, quote):
    return {"question": question, "evidence": [[{"file": file, "quote": quote}]]}


QUESTIONS = [
    _ask("must a dog wear a lead", "dogs.md", "must wear a lead"),
    _ask("a dog travels for", "dogs.md", "three fifty in all seasons"),
    _ask("where do bikes stand", "bikes.md", "lane four"),
    _ask("a bike costs in winter", "bikes.md", "twelve in summer, tandems"),
    _ask("submarine", "bikes.md", "lane four"),
]
CUTS = {
    "sections": chunk_sections,
    "pages": lambda page: chunk_words(page, 999, 0),
    "threes": lambda page: chunk_words(page, 3, 0),
}

# Wilson's intervals, worked out for 0, 1, 3 and 4 of 5, and for 2 of 2.
NONE, ONE = (0, 0.0, 0.434482465), (1, 0.036224109, 0.62446537)
THREE, FOUR = (3, 0.230724281, 0.882379226), (4, 0.37553463, 0.963775891)
REPORTS = {
    40: {"sections": FOUR, "pages": FOUR, "threes": NONE},
    9: {"sections": THREE, "pages": ONE, "threes": NONE},
}
TWO_OF_TWO = (2, 0.342380228, 1.0)
ONE_OF_ONE = (1, 0.206549315, 1.0)
LONG = Document("long.md", "# Ropes\n\n" + "rope " * 1300 + "and the spare anchor.\n")
LAST = [_ask("anchor", "long.md", "the spare anchor")]  # 1,306 words


def check_e7_6(report_cuts):
    """Check the counts and intervals of three cuts on two small pages."""
    pages, questions, two = map(_Counted, (PAGES, QUESTIONS, QUESTIONS[:2]))
    whole = _Named(pages=lambda page: chunk_words(page, 9999, 0))
    cases = [
        ((pages, questions, _Named(CUTS), 40), REPORTS[40]),
        ((pages, questions, _Named(CUTS), 9), REPORTS[9]),
        ((pages, two, _Named(sections=chunk_sections), 40), {"sections": TWO_OF_TWO}),
        ((pages, questions, _Named(), 40), {}),
        ((_Counted([LONG]), _Counted(LAST), whole, 2000), {"pages": ONE_OF_ONE}),
    ]

    def counts(report):
        return {name: values[0] for name, values in report.items()}

    def right_counts(got, want):
        return counts(got) == counts(want)

    hints = [
        (
            "no-dict",
            lambda args, got, want: not isinstance(got, (dict, Exception)),
            "Give a dict from the name of each cut to its three numbers.",
        ),
        (
            "names",
            lambda args, got, want: set(got) != set(want),
            "The report has one entry for each name in cuts, and no other.",
        ),
        (
            "three",
            lambda args, got, want: (
                isinstance(got, dict)
                and any(not isinstance(v, (tuple, list)) or len(v) != 3 for v in got.values())
            ),
            "Each name gets three numbers: (answered, low, high).",
        ),
        (
            "rates",
            lambda args, got, want: all(
                same(values[0], want[name][0] / len(args[1])) for name, values in got.items()
            ),
            "The first number is the count of answered questions, not their share.",
        ),
        (
            "words",
            lambda args, got, want: any(v[0] > len(args[1]) for v in got.values()),
            "More are answered than were asked. Count the questions, do not add up their words.",
        ),
        (
            "everything",
            lambda args, got, want: all(v[0] == len(args[1]) for v in got.values()),
            "It counts every question. Those that are not answered have the value infinity.",
        ),
        (
            "interval",
            lambda args, got, want: right_counts(got, want),
            "The counts are right, the intervals not: wilson(answered, number of questions).",
        ),
        (
            "limit",
            lambda args, got, want: args[3] == 9 and counts(got) == counts(REPORTS[40]),
            "The limit plays no part. Count what is answered within `limit` words.",
        ),
        (
            "border",
            lambda args, got, want: args[3] == 9 and got["sections"][0] == 2,
            "A question that needs exactly `limit` words is answered within it.",
        ),
        (
            "limit-not-passed",
            lambda args, got, want: args[3] > 1200 and counts(got) == {"pages": 0},
            "words_to_quote stops at 1,200 words unless it is given another limit.",
        ),
        (
            "one-cut",
            lambda args, got, want: len({v[0] for v in got.values()}) == 1 and len(got) > 1,
            "All cuts have the same count. Cut, index and search anew for each.",
        ),
        (
            "too-few",
            lambda args, got, want: any(v[0] < want[name][0] for name, v in got.items()),
            "Fewer are answered than should be. Are the chunks of all pages in one index?",
        ),
    ]
    return check_cases("E7.6", report_cuts, cases, hints)
