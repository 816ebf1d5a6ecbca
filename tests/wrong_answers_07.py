"""Wrong answers to the exercises of lesson 07."""

import math

from course_lib.budget import words_to_quote
from course_lib.stats import bootstrap, wilson
from course_lib.tfidf import TfidfIndex


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


# ---- E7.3: words until all facets are there ---------------------------------------------------


def first_facet(found, words, n_facets, max_words=1200):
    read = 0
    for facets, length in zip(found, words, strict=True):
        read += length
        if facets:
            return read if read <= max_words else math.inf
    return math.inf


def counts_repeats(found, words, n_facets, max_words=1200):
    n, read = 0, 0
    for facets, length in zip(found, words, strict=True):
        n, read = n + len(facets), read + length
        if n >= n_facets:
            return read if read <= max_words else math.inf
    return math.inf


def without_the_last_chunk(found, words, n_facets, max_words=1200):
    met, read = set(), 0
    for facets, length in zip(found, words, strict=True):
        met |= facets
        if len(met) == n_facets:
            return read if read <= max_words else math.inf
        read += length
    return math.inf


def useful_chunks_only(found, words, n_facets, max_words=1200):
    met, read = set(), 0
    for facets, length in zip(found, words, strict=True):
        met |= facets
        read += length if facets else 0
        if len(met) == n_facets:
            return read if read <= max_words else math.inf
    return math.inf


def counts_chunks(found, words, n_facets, max_words=1200):
    met = set()
    for n, facets in enumerate(found, 1):
        met |= facets
        if len(met) == n_facets:
            return n if sum(words[:n]) <= max_words else math.inf
    return math.inf


def none_at_the_end(found, words, n_facets, max_words=1200):
    met, read = set(), 0
    for facets, length in zip(found, words, strict=True):
        met, read = met | facets, read + length
        if len(met) == n_facets:
            return read if read <= max_words else math.inf
    return None


def all_words_at_the_end(found, words, n_facets, max_words=1200):
    met, read = set(), 0
    for facets, length in zip(found, words, strict=True):
        met, read = met | facets, read + length
        if len(met) == n_facets:
            break
    return read if read <= max_words else math.inf


def no_limit(found, words, n_facets, max_words=1200):
    met, read = set(), 0
    for facets, length in zip(found, words, strict=True):
        met, read = met | facets, read + length
        if len(met) == n_facets:
            return read
    return math.inf


def below_the_limit(found, words, n_facets, max_words=1200):
    read = no_limit(found, words, n_facets)
    return read if read < max_words else math.inf


def reads_everything(found, words, n_facets, max_words=1200):
    complete = len(set().union(*found)) == n_facets and sum(words) <= max_words
    return sum(words) if complete else math.inf


def one_facet_a_chunk(found, words, n_facets, max_words=1200):
    met, read = set(), 0
    for facets, length in zip(found, words, strict=True):
        met, read = met | set(list(facets)[:1]), read + length
        if len(met) == n_facets:
            return read if read <= max_words else math.inf
    return math.inf


# ---- E7.4: differences from dicts -------------------------------------------------------------


def by_place(new, old, ids):
    return [x - y for x, y in zip(new.values(), old.values())]  # noqa: B905


def answered_by_both(new, old, ids):
    return [new[q] - old[q] for q in ids if q in new and q in old]


def answered_by_new(new, old, ids):
    return [new[q] - old.get(q, 0) for q in ids if q in new]


def answered_by_old(new, old, ids):
    return [new.get(q, 0) - old[q] for q in ids if q in old]


def old_minus_new(new, old, ids):
    return [old.get(q, 0) - new.get(q, 0) for q in ids]


def sorted_ids(new, old, ids):
    return [new.get(q, 0) - old.get(q, 0) for q in sorted(ids)]


def all_ids(new, old, ids):
    return [new.get(q, 0) - old.get(q, 0) for q in [*ids, *(set(new) | set(old)) - set(ids)]]


def key_must_be_there(new, old, ids):
    return [new[q] - old[q] for q in ids]


def get_without_a_zero(new, old, ids):
    return [new.get(q) - old.get(q) for q in ids]


def mean_of_them(new, old, ids):
    return mean([new.get(q, 0) - old.get(q, 0) for q in ids])


# ---- E7.5: choose on tune, report on test -----------------------------------------------------


def reported(tune, test, base, name):
    return name, *(mean(side[name]) - mean(side[base]) for side in (tune, test))


def chosen_on_test(tune, test, base):
    return reported(tune, test, base, max(test, key=lambda n: mean(test[n])))


def chosen_on_both(tune, test, base):
    name = max(tune, key=lambda n: mean(list(tune[n]) + list(test[n])))
    return reported(tune, test, base, name)


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


def name_alone(tune, test, base):
    return max(tune, key=lambda n: mean(tune[n]))


# ---- E7.6: cuts of a folder -------------------------------------------------------------------


def needs(pages, questions, cut, limit):
    chunks = [chunk for page in pages for chunk in cut(page)]
    return words_to_quote(TfidfIndex().index(chunks).search, questions, limit)


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


NUMBERS = [2 / 3, 2 / 5, 0, 1, 1.0, 800, 256]


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
        (numbers(d=2), "wins-only"),
        (numbers(d=-1), "turned-round"),
        (numbers(e=0.7575), "wilson"),
        (numbers(f=400), "twice"),
        (numbers(f=600), "added"),
        (numbers(f=100), "half"),
        (numbers(g=24), "without"),
        (numbers(g=16), "times"),
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
    ],
    "check_e7_3": [
        (first_facet, "first-only"),
        (counts_repeats, "repeats"),
        (without_the_last_chunk, "last-chunk"),
        (useful_chunks_only, "useful-only"),
        (counts_chunks, "chunks"),
        (none_at_the_end, "not-infinite"),
        (all_words_at_the_end, "not-infinite"),
        (no_limit, "no-limit"),
        (below_the_limit, "border"),
        (one_facet_a_chunk, "too-late"),
        (reads_everything, "too-late"),
    ],
    "check_e7_4": [
        (by_place, "by-place"),
        (answered_by_both, "dropped"),
        (answered_by_new, "new-only"),
        (answered_by_old, "old-only"),
        (old_minus_new, "turned-round"),
        (sorted_ids, "sorted"),
        (all_ids, "other-ids"),
        (key_must_be_there, "missing-key"),
        (get_without_a_zero, "no-zero"),
        (mean_of_them, "mean"),
    ],
    "check_e7_5": [
        (chosen_on_test, "chosen-on-test"),
        (chosen_on_both, "both-sets"),
        (best_of_each, "best-gain-on-test"),
        (means_alone, "no-base"),
        (sums, "sums"),
        (base_is_the_first, "first-is-base"),
        (base_minus_chosen, "turned-round"),
        (last_of_ties, "last-of-ties"),
        (never_the_base, "without-base"),
        (lists_compared, "list-order"),
        (name_alone, "three"),
    ],
    "check_e7_6": [
        (report(lambda needed, limit: len(needed)), "everything"),
        (report(lambda needed, limit: sum(n < limit for n in needed)), "border"),
        (report(lambda needed, limit: sum(n <= limit for n in needed), by_bootstrap), "interval"),
        (shares, "rates"),
        (without_intervals, "three"),
        (last_page_only, "too-few"),
        (first_cut_only, "one-cut"),
        (limit_ignored, "limit"),
        (limit_counted_only, "limit-not-passed"),
        (lambda pages, questions, cuts, limit: {}, "names"),
        (lambda pages, questions, cuts, limit: [(1, 0.2, 0.4)], "no-dict"),
    ],
}
