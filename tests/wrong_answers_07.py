"""Wrong answers to the exercises of lesson 07."""

import math
import operator
import statistics

import numpy as np
from lessons import lesson

from course_lib.stats import bootstrap, wilson
from course_lib.tfidf import TfidfIndex

words_to_quote = lesson("07")["words_to_quote"]


def mean(values):
    return sum(values) / len(values)


# ---- E7.2: the same draw for both -------------------------------------------------------------


def b_minus_a(a, b, draws):
    return [mean([b[n] - a[n] for n in places]) for places in draws]


def each_question_once(a, b, draws):
    return [mean([a[n] - b[n] for n in set(places)]) for places in draws]


def repeats_in_the_length_alone(a, b, draws):
    return [sum(a[n] - b[n] for n in set(places)) / len(places) for places in draws]


def sum_of_differences(a, b, draws):
    return [sum(a[n] - b[n] for n in places) for places in draws]


def draw_plays_no_part(a, b, draws):
    return [mean(a) - mean(b) for _ in draws]


def only_a_is_drawn(a, b, draws):
    return [mean([a[n] for n in places]) - mean(b) for places in draws]


def divided_by_all(a, b, draws):
    return [sum(a[n] - b[n] for n in places) / len(a) for places in draws]


def wins_minus_losses(a, b, draws):
    return [mean([(a[n] > b[n]) - (a[n] < b[n]) for n in places]) for places in draws]


def mean_over_the_draws(a, b, draws):
    return mean([mean([a[n] - b[n] for n in places]) for places in draws] or [0])


def by_draw(one):
    return lambda a, b, draws: [one(a, b, places) for places in draws]


def by_the_first_draw(a, b, draws):
    return [sum(a[n] - b[n] for n in places) / len(draws[0]) for places in draws]


def each_draw_once(a, b, draws):
    return [mean([a[n] - b[n] for n in p]) for k, p in enumerate(draws) if p not in draws[:k]]


MORE_72 = [
    (by_draw(lambda a, b, p: mean([abs(a[n] - b[n]) for n in p])), "signless"),
    (by_draw(lambda a, b, p: mean([a[n] - b[n] for n in p if a[n] != b[n]])), "ties-dropped"),
    (by_draw(lambda a, b, p: sum(a[n] - b[n] for n in p) / len(set(p))), "length-of-set"),
    (
        by_draw(lambda a, b, p: mean([a[n] for n in p]) - mean([b[n] for n in {*p}])),
        "one-side-once",
    ),
    (by_draw(lambda a, b, p: mean([a[n] - b[k] for k, n in enumerate(p)])), "by-order"),
    (by_draw(lambda a, b, p: sum(a[n] - b[n] for n in p if n) / len(p)), "place-lost"),
    (by_draw(lambda a, b, p: mean([a[n - 1] - b[n - 1] for n in p])), "place-lost"),
    (by_draw(lambda a, b, p: max(-1, min(1, mean([a[n] - b[n] for n in p])))), "clipped"),
    (by_draw(lambda a, b, p: round(mean([a[n] - b[n] for n in p]), 3)), "rounded"),
    (by_draw(lambda a, b, p: [a[n] - b[n] for n in p]), "kind"),
    (by_the_first_draw, "first-draw"),
    (lambda a, b, d: [sum(a[n] - b[n] for n in p) / len(d) for p in d], "first-draw"),
    (each_draw_once, "draws-lost"),
    (lambda a, b, draws: b_minus_a(b, a, draws[::-1]), "order"),
]


# ---- E7.3: the difference of two searches, its interval, the verdict ---------------------------


def differences(new, old, ids):
    return [new.get(q, 0.0) - old.get(q, 0.0) for q in ids]


def side(low, high):
    return "new" if low > 0 else "old" if high < 0 else "not shown"


def reporting(made=differences, borders=bootstrap, verdict=lambda low, high, d: side(low, high)):
    def report_difference(new, old, ids):
        d = made(new, old, ids)
        low, high = borders(d)
        return mean(d), low, high, verdict(low, high, d)

    return report_difference


def by_place(new, old, ids):
    return [x - y for x, y in zip(new.values(), old.values())] or [0.0]  # noqa: B905


def answered_by_both(new, old, ids):
    return [new[q] - old[q] for q in ids if q in new and q in old] or [0.0]


def answered_by_new(new, old, ids):
    return [new[q] - old.get(q, 0) for q in ids if q in new] or [0.0]


def answered_by_old(new, old, ids):
    return [new.get(q, 0) - old[q] for q in ids if q in old] or [0.0]


def old_minus_new(new, old, ids):
    return differences(old, new, ids)


def all_ids(new, old, ids):
    return differences(new, old, sorted({*ids, *new, *old}))


def key_must_be_there(new, old, ids):
    return [new[q] - old[q] for q in ids]


def get_without_a_zero(new, old, ids):
    return [new.get(q) - old.get(q) for q in ids]


def one_interval_less_the_other(new, old, ids):
    ours, theirs = (bootstrap([side.get(q, 0.0) for q in ids]) for side in (new, old))
    low, high = ours[0] - theirs[1], ours[1] - theirs[0]
    return mean(differences(new, old, ids)), low, high, side(low, high)


def borders_one_by_one(new, old, ids):
    ours, theirs = (bootstrap([side.get(q, 0.0) for q in ids]) for side in (new, old))
    low, high = ours[0] - theirs[0], ours[1] - theirs[1]
    return mean(differences(new, old, ids)), low, high, side(low, high)


def judged_by_overlap(new, old, ids):
    d = differences(new, old, ids)
    ours, theirs = (bootstrap([side.get(q, 0.0) for q in ids]) for side in (new, old))
    return mean(d), *bootstrap(d), side(ours[0] - theirs[1], ours[1] - theirs[0])


def spread_of_differences(d):
    return np.quantile(d, [0.025, 0.975]).tolist()


def narrower(d):
    return bootstrap(d, level=0.9)


def sum_for_mean(new, old, ids):
    d = differences(new, old, ids)
    low, high = bootstrap(d)
    return sum(d), low, high, side(low, high)


def no_verdict(new, old, ids):
    d = differences(new, old, ids)
    return mean(d), *bootstrap(d)


def wins_and_losses(new, old, ids):
    return [float((d > 0) - (d < 0)) for d in differences(new, old, ids)]


def unlike_ones(new, old, ids):
    return [d for d in differences(new, old, ids) if d] or [0.0]


def of_the_new_alone(new, old, ids):
    low, high = bootstrap([new.get(q, 0.0) for q in ids])
    return mean(differences(new, old, ids)), low, high, side(low, high)


def rounded_report(new, old, ids):
    *numbers, verdict = reporting()(new, old, ids)
    return *(round(number, 2) for number in numbers), verdict


def middle_of_the_interval(new, old, ids):
    low, high = bootstrap(differences(new, old, ids))
    return (low + high) / 2, low, high, side(low, high)


MORE_73 = [
    (reporting(wins_and_losses), "signs"),
    (reporting(borders=lambda d: bootstrap([float((x > 0) - (x < 0)) for x in d])), "signs"),
    (reporting(unlike_ones), "ties-dropped"),
    (reporting(borders=lambda d: bootstrap([x for x in d if x] or [0.0])), "ties-dropped"),
    (reporting(lambda *args: [abs(d) for d in differences(*args)]), "signless"),
    (reporting(lambda new, old, ids: differences(new, old, [*new] or ids)), "other-ids"),
    (reporting(lambda n, o, ids: [n.get(q, 0.5) - o.get(q, 0.5) for q in ids]), "not-zero"),
    (reporting(borders=lambda d: bootstrap(d)[::-1]), "borders-swapped"),
    (reporting(borders=lambda d: (min(d), max(d))), "extremes"),
    (reporting(borders=lambda d: bootstrap(d, level=0.99)), "wide"),
    (reporting(borders=lambda d: bootstrap(d, level=0.05)), "level"),
    (reporting(borders=lambda d: wilson(sum(x > 0 for x in d), len(d))), "not-bootstrap"),
    (of_the_new_alone, "one-search"),
    (rounded_report, "middle"),
    (middle_of_the_interval, "middle"),
]


# ---- E7.4: nDCG -------------------------------------------------------------------------------


def discounted(ones):
    return sum(one / math.log2(1 + place) for place, one in enumerate(ones, 1))


def ones_of(ranking, relevant, k):
    return [int(x in relevant and x not in ranking[:n]) for n, x in enumerate(ranking[:k])]


def ones_with_repeats(ranking, relevant, k):
    return [int(x in relevant) for x in ranking[:k]]


def labels_cut(ranking, relevant, k):
    return min(k, len(relevant))


def ndcg(ones=ones_of, n_best=labels_cut, value=discounted):
    return lambda *args: value(ones(*args)) / value([1] * n_best(*args))


def with_both_bugs(ranking, relevant, k):
    ones = ones_with_repeats(ranking, relevant, k)
    return discounted(ones) / discounted(sorted(ones, reverse=True))


def zero_if_nothing_was_found(ranking, relevant, k):
    ones = ones_of(ranking, relevant, k)
    return discounted(ones) / discounted(sorted(ones, reverse=True)) if any(ones) else 0.0


def repeats_removed(ranking, relevant, k):
    return ones_of([*dict.fromkeys(ranking)], relevant, k)


def ones_not_cut(ranking, relevant, k):
    return ones_of(ranking, relevant, len(ranking))


# ---- E7.5: choose on tune, report on test -----------------------------------------------------


def reported(tune, test, base, name):
    return name, *(mean(side[name]) - mean(side[base]) for side in (tune, test))


def chosen_on_test(tune, test, base):
    return reported(tune, test, base, max(test, key=lambda n: mean(test[n])))


def chosen_on_both(tune, test, base):
    name = max(tune, key=lambda n: mean(list(tune[n]) + list(test[n])))
    return reported(tune, test, base, name)


def largest_name(tune, test, base):
    return reported(tune, test, base, max(tune))


def best_of_each(tune, test, base):
    name = max(tune, key=lambda n: mean(tune[n]))
    best = max(mean(values) for values in test.values())
    return name, mean(tune[name]) - mean(tune[base]), best - mean(test[base])


def means_alone(tune, test, base):
    name = max(tune, key=lambda n: mean(tune[n]))
    return name, mean(tune[name]), mean(test[name])


def sums(tune, test, base):
    name = max(tune, key=lambda n: sum(tune[n]))
    return name, *(sum(side[name]) - sum(side[base]) for side in (tune, test))


def base_is_the_first(tune, test, base):
    name = max(tune, key=lambda n: mean(tune[n]))
    return reported(tune, test, next(iter(tune)), name)


def base_minus_chosen(tune, test, base):
    name, *gains = reported(tune, test, base, max(tune, key=lambda n: mean(tune[n])))
    return name, *(-gain for gain in gains)


def last_of_ties(tune, test, base):
    return reported(tune, test, base, max(reversed(list(tune)), key=lambda n: mean(tune[n])))


def never_the_base(tune, test, base):
    others = [name for name in tune if name != base]
    return reported(tune, test, base, max(others, key=lambda n: mean(tune[n])))


def lists_compared(tune, test, base):
    return reported(tune, test, base, max(tune, key=tune.get))


def chosen_by(value):
    def choose(tune, test, base):
        return reported(tune, test, base, max(tune, key=lambda n: value(tune[n], tune[base])))

    return choose


def gained(change):
    def report(tune, test, base):
        name, *gains = reported(tune, test, base, max(tune, key=lambda n: mean(tune[n])))
        return name, *change(*gains)

    return report


def ratios(tune, test, base):
    name = max(tune, key=lambda n: mean(tune[n]))
    return name, *(mean(side[name]) / mean(side[base]) - 1 for side in (tune, test))


def base_of_tune(tune, test, base):
    name = max(tune, key=lambda n: mean(tune[n]))
    return name, *(mean(side[name]) - mean(tune[base]) for side in (tune, test))


def won_minus_lost(tune, test, base):
    def net(side):
        pairs = zip(side[name], side[base], strict=True)
        return mean([(x > y) - (x < y) for x, y in pairs])

    name = max(tune, key=lambda n: mean(tune[n]))
    return name, net(tune), net(test)


MORE_75 = [
    (chosen_by(lambda values, base: -mean(values)), "lowest"),
    (chosen_by(lambda values, base: statistics.median(values)), "median"),
    (chosen_by(lambda values, base: max(values)), "highest-value"),
    (chosen_by(lambda values, base: sum(map(operator.gt, values, base))), "wins"),
    (chosen_by(lambda values, base: round(mean(values), 1)), "rounded"),
    (lambda tune, test, base: reported(tune, test, base, base), "base-chosen"),
    (lambda tune, test, base: reported(tune, test, base, next(iter(tune))), "not-highest"),
    (
        lambda tune, test, base: reported(
            tune, test, base, min(tune, key=lambda n: (-mean(tune[n]), n))
        ),
        "last-of-ties",
    ),
    (gained(lambda on_tune, on_test: (on_test, on_tune)), "swapped"),
    (gained(lambda on_tune, on_test: (on_tune, max(0, on_test))), "never-below-0"),
    (gained(lambda on_tune, on_test: (abs(on_tune), abs(on_test))), "never-below-0"),
    (ratios, "ratio"),
    (base_of_tune, "base-of-tune"),
    (won_minus_lost, "gains"),
]


def name_alone(tune, test, base):
    return max(tune, key=lambda n: mean(tune[n]))


# ---- E7.6: cuts of a folder -------------------------------------------------------------------


def needs(pages, questions, cut, limit):
    chunks = [chunk for page in pages for chunk in cut(page)]
    return words_to_quote(TfidfIndex().index(chunks).search, questions, limit)


def pages_not_joined(pages, questions, cuts, limit):
    index = [TfidfIndex().index([cut(page) for page in pages]) for cut in cuts.values()]
    return dict(zip(cuts, index, strict=True))


def report(count, limits=wilson):
    def report_cuts(pages, questions, cuts, limit):
        made = {}
        for name, cut in cuts.items():
            n = count(needs(pages, questions, cut, limit), limit)
            made[name] = (n, *limits(n, len(questions)))
        return made

    return report_cuts


def shares(pages, questions, cuts, limit):
    made = report(lambda needed, limit: sum(n <= limit for n in needed))
    made = made(pages, questions, cuts, limit)
    return {name: (n / len(questions), low, high) for name, (n, low, high) in made.items()}


def without_intervals(pages, questions, cuts, limit):
    made = report(lambda needed, limit: sum(n <= limit for n in needed))
    return {name: n for name, (n, *_) in made(pages, questions, cuts, limit).items()}


def last_page_only(pages, questions, cuts, limit):
    return report(lambda needed, limit: sum(n <= limit for n in needed))(
        pages[-1:], questions, cuts, limit
    )


def first_cut_only(pages, questions, cuts, limit):
    cut = next(iter(cuts.values()), None)
    return report(lambda needed, limit: sum(n <= limit for n in needed))(
        pages, questions, dict.fromkeys(cuts, cut), limit
    )


def limit_ignored(pages, questions, cuts, limit):
    return report(lambda needed, limit: sum(n <= limit for n in needed))(
        pages, questions, cuts, 1200
    )


def limit_counted_only(pages, questions, cuts, limit):
    report_cuts = {}
    for name, cut in cuts.items():
        needed = needs(pages, questions, cut, 1200)
        answered = sum(words <= limit for words in needed)
        report_cuts[name] = (answered, *wilson(answered, len(questions)))
    return report_cuts


def by_bootstrap(n, size):
    return bootstrap([1.0] * n + [0.0] * (size - n), n_samples=200)


NUMBERS = [2 / 3, 2 / 5, 0, 1.06 / 2.13, 1, 1.0, 800]


def numbers(**changed):
    return [changed.get(letter, n) for letter, n in zip("abcdefg", NUMBERS, strict=True)]


WRONG_07 = {
    "check_e7_1": [
        (NUMBERS[:6], "seven"),
        (numbers(a=1), "hit-for-recall"),
        (numbers(a=3 / 5), "repeat-in-recall"),
        (numbers(a=2 / 5, b=2 / 3), "swapped"),
        (numbers(b=2 / 4), "short-list"),
        (numbers(b=3 / 5), "repeat"),
        (numbers(c=2 / 3), "partly"),
        (numbers(d=1.56 / 2.13), "repeat-in-ndcg"),
        (numbers(d=1.13 / 2.13), "repeat-removed"),
        (numbers(d=1.06 / 1.63), "best-of-found"),
        (numbers(d=1.06 / 2.95), "best-full"),
        (numbers(d=1.06), "not-divided"),
        (numbers(e=2), "wins-only"),
        (numbers(e=-1), "turned-round"),
        (numbers(f=0.7575), "wilson"),
        (numbers(g=400), "twice"),
        (numbers(g=600), "added"),
        (numbers(g=100), "half"),
        (numbers(d=0.9), "d"),
        (numbers(a=0.1), "a"),
        (numbers(a=0.67, c=0.5), "c"),
    ],
    "check_e7_2": [
        (b_minus_a, "turned-round"),
        (each_question_once, "repeats-lost"),
        (repeats_in_the_length_alone, "repeats-in-length"),
        (sum_of_differences, "sum"),
        (draw_plays_no_part, "all-questions"),
        (only_a_is_drawn, "not-paired"),
        (divided_by_all, "wrong-size"),
        (wins_minus_losses, "wins"),
        (mean_over_the_draws, "a-number"),
        *MORE_72,
    ],
    "check_e7_3": [
        (reporting(by_place), "by-place"),
        (reporting(answered_by_both), "dropped"),
        (reporting(answered_by_new), "new-only"),
        (reporting(answered_by_old), "old-only"),
        (reporting(old_minus_new), "turned-round"),
        (reporting(all_ids), "other-ids"),
        (reporting(key_must_be_there), "missing-key"),
        (reporting(get_without_a_zero), "no-zero"),
        (sum_for_mean, "sum"),
        (one_interval_less_the_other, "apart"),
        (borders_one_by_one, "apart"),
        (reporting(borders=spread_of_differences), "scatter"),
        (reporting(borders=narrower), "level"),
        (reporting(verdict=lambda low, high, d: side(mean(d), mean(d))), "by-mean"),
        (reporting(verdict=lambda low, high, d: "new" if low >= 0 else side(low, high)), "touches"),
        (reporting(verdict=lambda low, high, d: "new" if low > 0 else "not shown"), "one-sided"),
        (reporting(verdict=lambda low, high, d: side(-high, -low)), "names-swapped"),
        (
            reporting(verdict=lambda low, high, d: side(low, high).replace("not shown", "equal")),
            "words",
        ),
        (judged_by_overlap, "overlap"),
        (no_verdict, "four"),
        *MORE_73,
    ],
    "check_e7_4": [
        (with_both_bugs, "best-of-found"),
        (zero_if_nothing_was_found, "best-of-found"),
        (ndcg(ones_with_repeats), "repeat-gains"),
        (ndcg(repeats_removed), "repeat-removed"),
        (ndcg(n_best=lambda ranking, relevant, k: k), "best-full"),
        (ndcg(n_best=lambda ranking, relevant, k: min(k, len(ranking)) or 1), "best-full"),
        (ndcg(n_best=lambda ranking, relevant, k: len(relevant)), "best-not-cut"),
        (ndcg(ones_not_cut), "not-cut"),
        (ndcg(n_best=lambda ranking, relevant, k: 1), "not-divided"),
        (ndcg(value=sum), "no-discount"),
    ],
    "check_e7_5": [
        (chosen_on_test, "chosen-on-test"),
        (chosen_on_both, "both-sets"),
        (largest_name, "largest-name"),
        (best_of_each, "best-gain-on-test"),
        (means_alone, "no-base"),
        (sums, "sums"),
        (base_is_the_first, "first-is-base"),
        (base_minus_chosen, "turned-round"),
        (last_of_ties, "last-of-ties"),
        (never_the_base, "without-base"),
        (lists_compared, "list-order"),
        (name_alone, "three"),
        *MORE_75,
    ],
    "check_e7_6": [
        (report(lambda needed, limit: len(needed)), "everything"),
        (report(lambda needed, limit: sum(n < limit for n in needed)), "border"),
        (report(lambda needed, limit: sum(n <= limit for n in needed), by_bootstrap), "interval"),
        (report(lambda needed, limit: sum(needed), lambda n, size: (0, 0)), "words"),
        (shares, "rates"),
        (pages_not_joined, "error"),
        (without_intervals, "three"),
        (last_page_only, "too-few"),
        (first_cut_only, "one-cut"),
        (limit_ignored, "limit"),
        (limit_counted_only, "limit-not-passed"),
        (lambda pages, questions, cuts, limit: {}, "names"),
        (lambda pages, questions, cuts, limit: [(1, 0.2, 0.4)], "no-dict"),
    ],
}
