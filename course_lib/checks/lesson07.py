"""Checks of lesson 07: intervals, paired differences, several facets, tune and test, cuts."""

import math

from course_lib.checks import check_cases, check_value, same
from course_lib.chunking import chunk_sections, chunk_words
from course_lib.documents import Document


def check_e7_1(numbers):
    """Check the seven numbers by hand."""
    right = [2 / 3, 2 / 5, 0, 1, 1.0, 800, 256]

    def at(place, *values):
        return lambda got, _: any(_near(v, list(got)[place]) for v in values)

    def wrong(place):
        return lambda got, _: not _near(right[place], list(got)[place])

    rules = {
        "a": "right things found, of all right things.",
        "b": "places that hold something right and new, of all places asked for.",
        "c": "1 if all right things are found, else 0.",
        "d": "go through the five pairs: wins of `ours` minus losses.",
        "e": "the mean of draws that can hold nothing but ones.",
        "f": "how does the width depend on the number of questions?",
        "g": "each of the four draws can give each of the four questions.",
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
        (
            "repeat-in-recall",
            at(0, 3 / 3, 3 / 4, 3 / 5),
            "a: the second a is no further right thing.",
        ),
        ("swapped", at(0, 2 / 5, 2 / 4), "a: recall divides by the number of right things."),
        ("short-list", at(1, 2 / 4, 3 / 4), "b: five places were asked for, and an empty counts."),
        ("repeat", at(1, 3 / 5), "b: the second a is a repeat, and holds nothing new."),
        ("partly", at(2, 2 / 3), "c: complete@k is all or nothing."),
        ("wins-only", at(3, 2), "d: take the losses away from the wins."),
        ("turned-round", at(3, -1), "d: `ours` minus `theirs`, not the other way round."),
        (
            "wilson",
            lambda got, _: 0.7 < float(list(got)[4]) < 0.8,
            "e: that is Wilson's border. What can the bootstrap draw from twelve ones?",
        ),
        ("twice", at(5, 400), "f: the number of questions stands under a square root."),
        ("added", at(5, 600), "f: 800 in all, or 600 more? The task asks for all."),
        ("half", at(5, 100, 50), "f: a narrower interval needs more questions, not fewer."),
        ("without", at(6, 24), "g: that is the number of orders. Drawn questions are put back."),
        ("times", at(6, 16, 64), "g: 4 draws with 4 possibilities each; three gave 3 · 3 · 3."),
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
    cases = [
        (([1, 0, 1], [0, 0, 1], [[0, 0, 2], [1, 2, 1]]), [2 / 3, 0.0]),
        ((a, b, [[3, 3, 3, 2], [0, 2, 2, 3]]), [-0.0625, -0.1875]),
        ((a, b, [[0, 1, 2, 3]]), [0.0625]),
        ((b, a, [[0, 0, 0, 0], [1, 1, 1, 1]]), [-1.0, 0.0]),
        ((a, b, [[3, 0]]), [0.625]),
        ((a, b, []), []),
    ]

    def drawn(args, one):
        return [one(*args[:2], places) for places in args[2]]

    def mean(values):
        return sum(values) / len(values)

    def gives(one):
        return lambda args, got, _: bool(args[2]) and same(drawn(args, one), got)

    hints = [
        (
            "turned-round",
            gives(lambda a, b, p: mean([b[n] - a[n] for n in p])),
            "The difference is a minus b.",
        ),
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


def check_e7_3(words_to_complete):
    """Check the words read until all facets are there."""
    cases = [
        (([{1}, {1}, set(), {0}], [21, 32, 50, 43], 2), 146),
        (([set(), {1}, {1}, {0}], [50, 20, 30, 40], 2), 140),
        (([{0}], [30], 1), 30),
        (([{0, 1}, {2}], [200, 90], 3), 290),
        (([{0, 1}, {0}], [200, 90], 2), 200),
        (([{0}, {0}, set()], [10, 10, 10], 2), math.inf),
        (([], [], 1), math.inf),
        (([{0}, {1}], [100, 200], 2, 300), 300),
        (([{0}, {1}], [100, 201], 2, 300), math.inf),
        (([set(), {2}, {0}, set(), {1}], [7, 11, 13, 17, 19], 3), 67),
    ]

    def read(args):
        return {sum(args[1][:n]) for n in range(len(args[1]) + 1)}

    def before_last(args, want):
        return max(words for words in read(args) if words < want)

    def first(args):
        found, words = args[:2]
        at = next(n for n, facets in enumerate(found, 1) if facets)
        return sum(words[:at])

    hints = [
        (
            "no-limit",
            lambda args, got, want: want == math.inf and len(args) > 3 and got > args[3],
            "More than max_words were read: math.inf.",
        ),
        (
            "not-infinite",
            lambda args, got, want: (
                want == math.inf and (got is None or got in (0, -1, sum(args[1])))
            ),
            "If not all facets were met, the result is math.inf, after the last hit, too.",
        ),
        (
            "border",
            lambda args, got, want: got == math.inf and len(args) > 3 and want == args[3],
            "Exactly max_words is within.",
        ),
        (
            "first-only",
            lambda args, got, want: got == first(args),
            "That is where the first facet is met. Go on until all n_facets are.",
        ),
        (
            "last-chunk",
            lambda args, got, want: got == before_last(args, want),
            "The chunk that completes the answer is read, too: add its words before you ask.",
        ),
        (
            "repeats",
            lambda args, got, want: got in read(args) and got < want,
            "It stops too early. A facet that comes again is no new one, and several may come at "
            "once: keep a set of those met.",
        ),
        (
            "useful-only",
            lambda args, got, want: (
                got < want and got == sum(words for f, words in zip(*args[:2], strict=True) if f)
            ),
            "Chunks that bring nothing are read as well.",
        ),
        (
            "chunks",
            lambda args, got, want: got in range(1, len(args[0]) + 1),
            "That counts chunks. Add up their words.",
        ),
        (
            "too-late",
            lambda args, got, want: got == math.inf or (got in read(args) and got > want),
            "It goes on although all facets were met. One hit can hold several facets: compare the "
            "number of different facets met with n_facets.",
        ),
    ]
    return check_cases("E7.3", words_to_complete, cases, hints)


def check_e7_4(differences):
    """Check differences from dicts in other orders, and with gaps."""
    three = ["q1", "q2", "q3"]
    new = {"q3": 0.5, "q1": 1.0, "q5": 0.25, "q9": 1.0}
    old = {"q2": 0.25, "q1": 0.5, "q3": 1.0}
    cases = [
        ((new, old, ["q3", "q1", "q2", "q5", "q4"]), [-0.5, 0.5, -0.25, 0.25, 0.0]),
        (({"b": 1.0}, {"a": 0.5, "b": 0.5}, ["a", "b"]), [-0.5, 0.5]),
        (({"q3": 0.5}, {"q1": 0.25}, three), [-0.25, 0.0, 0.5]),
        (({}, {}, three), [0.0, 0.0, 0.0]),
        (({"q9": 1.0, "q1": 1.0}, {"q1": 1.0, "q8": 1.0}, ["q1"]), [0.0]),
        (({"q1": 1.0, "q2": 0.5}, {"q2": 0.5}, ["q2", "q1"]), [0.0, 1.0]),
    ]

    def gives(one):
        return lambda args, got, _: same(one(*args), got)

    def both(new, old, ids):
        return [q for q in ids if q in new and q in old]

    hints = [
        (
            "by-place",
            gives(lambda new, old, ids: [x - y for x, y in zip(new.values(), old.values())]),  # noqa: B905
            "Values still meet by their place in the dicts. Look each id up in both.",
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
            "turned-round",
            gives(lambda new, old, ids: [old.get(q, 0) - new.get(q, 0) for q in ids]),
            "The difference is new minus old.",
        ),
        (
            "sorted",
            gives(lambda new, old, ids: [new.get(q, 0) - old.get(q, 0) for q in sorted(ids)]),
            "Keep the order of ids.",
        ),
        (
            "other-ids",
            lambda args, got, _: isinstance(got, list) and len(got) > len(args[2]),
            "Only the ids of `ids` count, each once.",
        ),
        (
            "missing-key",
            lambda args, got, _: isinstance(got, KeyError),
            "An id may be missing in a dict: use .get with the value that counts then.",
        ),
        (
            "mean",
            lambda args, got, _: isinstance(got, (int, float)),
            "Give the list of differences, one an id, not their mean.",
        ),
        (
            "no-zero",
            lambda args, got, _: isinstance(got, TypeError),
            "A missing value is None with .get(q). What counts for a question without results?",
        ),
    ]
    return check_cases("E7.4", differences, cases, hints)


def check_e7_5(choose_and_report):
    """Check the choice on tune and the two gains."""
    tune = {
        "f": [0, 0.9, 0.6, 0.5, 0.5],
        "a": [0, 1, 0, 0, 0],
        "b": [1, 0, 1, 0, 1],  # the best, with d
        "c": [1, 1, 0, 0, 0.5],
        "d": [0, 1, 1, 0, 1],
        "e": [0, 0, 0, 0, 0.5],
    }
    test = {
        "f": [1, 1, 1, 0.1],
        "a": [1, 1, 0, 0],
        "b": [0, 0, 1, 0],
        "c": [1, 1, 1, 0],
        "d": [0, 1, 0, 1],
        "e": [1, 1, 1, 0.2],  # the best
    }
    small = {"old": [0, 1], "new": [1, 1]}, {"old": [1, 1, 0, 1], "new": [1, 0, 0, 1]}
    cases = [
        ((tune, test, "a"), ("b", 0.4, -0.25)),
        ((tune, test, "b"), ("b", 0.0, 0.0)),
        ((tune, test, "c"), ("b", 0.1, -0.5)),
        ((*small, "old"), ("new", 0.5, -0.25)),
    ]

    def mean(values):
        return sum(values) / len(values)

    def gives(choose, gain=lambda side, name, base: mean(side[name]) - mean(side[base])):
        def predicate(args, got, _):
            tune, test, base = args
            name = choose(tune, test, base)
            return same((name, gain(tune, name, base), gain(test, name, base)), got)

        return predicate

    def on_tune(tune, test, base):
        return max(tune, key=lambda name: mean(tune[name]))

    hints = [
        (
            "chosen-on-test",
            gives(lambda tune, test, base: max(test, key=lambda name: mean(test[name]))),
            "It chooses by the questions that it reports on. Choose by tune alone.",
        ),
        (
            "both-sets",
            gives(
                lambda tune, test, base: max(
                    tune, key=lambda name: mean(list(tune[name]) + list(test[name]))
                )
            ),
            "The test questions play a part in the choice. Choose by tune alone.",
        ),
        (
            "best-gain-on-test",
            lambda args, got, _: (
                isinstance(got, tuple)
                and len(got) == 3
                and got[0] == on_tune(*args)
                and same(got[2], max(map(mean, args[1].values())) - mean(args[1][args[2]]))
            ),
            "The gain on test belongs to the variant that was chosen, not to the best one there.",
        ),
        (
            "no-base",
            gives(on_tune, lambda side, name, base: mean(side[name])),
            "These are the means themselves. Report their difference to the base.",
        ),
        (
            "sums",
            gives(on_tune, lambda side, name, base: sum(side[name]) - sum(side[base])),
            "These are sums. Tune and test differ in size, so take means.",
        ),
        (
            "first-is-base",
            gives(
                on_tune, lambda side, name, base: mean(side[name]) - mean(side[next(iter(side))])
            ),
            "The base is the variant that is named, not the first one.",
        ),
        (
            "turned-round",
            gives(on_tune, lambda side, name, base: mean(side[base]) - mean(side[name])),
            "A gain is the chosen one minus the base.",
        ),
        (
            "without-base",
            gives(
                lambda tune, test, base: max(
                    [name for name in tune if name != base], key=lambda name: mean(tune[name])
                )
            ),
            "The base may be chosen, too, if nothing is better.",
        ),
        (
            "last-of-ties",
            gives(
                lambda tune, test, base: max(
                    reversed(list(tune)), key=lambda name: mean(tune[name])
                )
            ),
            "Two variants tie on tune: take the first.",
        ),
        (
            "highest-value",
            gives(lambda tune, test, base: max(tune, key=lambda name: max(tune[name]))),
            "Compare means, not single values.",
        ),
        (
            "list-order",
            gives(lambda tune, test, base: max(tune, key=lambda name: tune[name])),
            "max(…, key=tune.get) compares the lists, first values first. Compare their means.",
        ),
        (
            "three",
            lambda args, got, _: not isinstance(got, (tuple, list)) or len(got) != 3,
            "Give three things: (name, gain on tune, gain on test).",
        ),
    ]
    return check_cases("E7.5", choose_and_report, cases, hints)


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
    cases = [
        ((PAGES, QUESTIONS, CUTS, 40), REPORTS[40]),
        ((PAGES, QUESTIONS, CUTS, 9), REPORTS[9]),
        ((PAGES, QUESTIONS[:2], {"sections": chunk_sections}, 40), {"sections": TWO_OF_TWO}),
        ((PAGES, QUESTIONS, {}, 40), {}),
        (
            ([LONG], LAST, {"pages": lambda page: chunk_words(page, 9999, 0)}, 2000),
            {"pages": ONE_OF_ONE},
        ),
    ]

    def counts(report):
        return {name: values[0] for name, values in report.items()}

    def right_counts(got, want):
        return counts(got) == counts(want)

    hints = [
        (
            "no-dict",
            lambda args, got, want: not isinstance(got, dict),
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
