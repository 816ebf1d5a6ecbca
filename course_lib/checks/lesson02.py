"""Checks of lesson 02: tokens, the forms of idf, and what a sum of weights rewards."""

from math import log

from course_lib.checks import check_cases, check_value
from course_lib.documents import Document


def check_e2_1(counts):
    """Check the six numbers of tokens."""

    def case(letter, *numbers):
        return lambda got, _: list(got)["abcdef".index(letter)] in numbers

    def not_case(letter, number):
        return lambda got, _: list(got)["abcdef".index(letter)] != number

    hints = [
        (
            "six",
            lambda got, _: not isinstance(got, (list, tuple)) or len(got) != 6,
            "Give a list of six numbers, one a case: checks.check_e2_1([1, 2, 3, 4, 5, 6]).",
        ),
        ("hyphen", case("a", 4), "a: a hyphen is no letter or digit, so it separates."),
        ("digit", case("a", 3), "a: digits are tokens as well, a single one too."),
        ("blanks", case("b", 1), "b: not only blanks separate, every sign does but one."),
        ("underscore", case("b", 3), "b: the underscore is the one sign that joins."),
        ("terms", case("c", 2), "c: a token that comes three times counts three times."),
        (
            "signs",
            lambda got, _: list(got)[2] > 4,
            "c: + and # are no letters. They are not part of a token and are no tokens.",
        ),
        (
            "single-letter",
            case("c", 1),
            "c: a single letter is a token, too.",
        ),
        (
            "chinese",
            not_case("d", 2),
            "d: pairs of neighbours: the first character with the second, the second with the "
            "third. The full stop is no letter.",
        ),
        (
            "apostrophe",
            not_case("e", 3),
            "e: the apostrophe separates, and a single letter is a token.",
        ),
        ("empty", not_case("f", 0), "f: where there is no letter or digit there is no token."),
        (
            "count",
            lambda got, _: True,
            "a to c: write the text down and put a stroke wherever a sign stands that is no "
            "letter, digit or underscore. Count what is left between the strokes.",
        ),
    ]
    return check_value("E2.1", counts, [5, 2, 4, 2, 3, 0], hints)


def check_e2_2(idf_unsmoothed):
    """Check the form ln(N / df) + 1."""
    cases = [
        ((2, 8), log(4) + 1),
        ((1, 3), log(3) + 1),
        ((3, 3), 1.0),
        ((1, 1), 1.0),
        ((0, 5), 0.0),
        ((452, 473), log(473 / 452) + 1),
    ]

    def gives(formula):
        return lambda args, got, _: args[0] and abs(got - formula(*args)) < 1e-6

    hints = [
        (
            "no-chunk",
            lambda args, got, _: args[0] == 0,
            "For df = 0 the two given lines return 0.0. Leave them as they are.",
        ),
        (
            "smoothed",
            gives(lambda df, n: log((1 + n) / (1 + df)) + 1),
            "This is the smoothed form. The new one has no 1 inside the logarithm.",
        ),
        (
            "plain",
            gives(lambda df, n: log(n / (1 + df))),
            "This is the lesson's first form. The new one has no 1 below the line, and one at the "
            "end.",
        ),
        ("no-one", gives(lambda df, n: log(n / df)), "The 1 at the end is missing."),
        (
            "upside-down",
            gives(lambda df, n: log(df / n) + 1),
            "The fraction is upside down: this grows with df. N belongs above the line.",
        ),
        (
            "one-inside",
            gives(lambda df, n: log(n / df + 1)),
            "The 1 stands inside the logarithm. Close its bracket before you add 1.",
        ),
        (
            "base",
            lambda args, got, _: any(
                abs(got - log(args[1] / args[0]) / log(base) - 1) < 1e-6 for base in (2, 10)
            ),
            "This is a logarithm with another base. ln is math.log with one argument.",
        ),
        (
            "no-logarithm",
            gives(lambda df, n: n / df + 1),
            "The logarithm is missing.",
        ),
    ]
    return check_cases("E2.2", idf_unsmoothed, cases, hints)


def check_e2_3(weigh):
    """Check the weights by share of the chunk."""
    lists = [["red", "pump", "red"], ["blue", "pump"], ["green", "valve"]]
    hums = ["the pump hums", "the valve leaks", "the seal wears", "the the the"]
    hums = [text.split() for text in hums]
    rare, common = log(4 / 2) + 1, log(4 / 3) + 1
    cases = [
        ((["red", "pump", "red"], lists), {"red": 2 / 3 * rare, "pump": common / 3}),
        ((["blue", "pump"], lists), {"blue": rare / 2, "pump": common / 2}),
        ((["motor", "pump"], lists), {"pump": common / 2}),
        ((["motor"], lists), {}),
        (([], lists), {}),
        ((["the", "the", "the"], hums), {"the": 1.0}),
        ((["pump", "the"], hums), {"pump": (log(5 / 2) + 1) / 2, "the": 0.5}),
        ((["seal", "leak"], [["pump", "seal", "leak"]]), {"seal": 0.5, "leak": 0.5}),
    ]

    def first(number):
        """In the first case, does "red" get this number?"""
        return lambda args, got, _: args[0][2:] == ["red"] and abs(got["red"] - number) < 1e-3

    hints = [
        (
            "dict",
            lambda args, got, _: isinstance(got, (list, tuple, int, float)),
            "Give a dict from term to weight, not a list or a number.",
        ),
        (
            "unknown",
            lambda args, got, _: (
                "motor" in args[0]
                and (isinstance(got, KeyError) or (isinstance(got, dict) and "motor" in got))
            ),
            "'motor' stands in no chunk of the corpus. Such terms are left out: ask df first.",
        ),
        (
            "known-only",
            lambda args, got, _: args[0] == ["motor", "pump"] and abs(got["pump"] - common) < 1e-6,
            "tf divides by all tokens of the chunk, also by those that the corpus does not know.",
        ),
        (
            "empty",
            lambda args, got, _: isinstance(got, ZeroDivisionError) and not args[0],
            "A chunk without tokens is allowed: it has no terms and gives {}. Divide only where "
            "there is a term to weigh.",
        ),
        ("count", first(2 * rare), "This tf is the count. Divide it by the number of tokens."),
        (
            "tf-forgotten",
            first(rare),
            "This is the idf alone, or the count over the number of "
            "different terms. tf is the count over the number of all tokens.",
        ),
        ("idf-forgotten", first(2 / 3), "This is tf alone. Multiply by idf."),
        (
            "df-of-tokens",
            first(2 / 3 * common),
            "'red' stands twice in one chunk, and its df is 1: count chunks, not tokens.",
        ),
        (
            "n-of-terms",
            lambda args, got, _: (
                args[0][2:] == ["red"]
                and any(abs(3 * got["pump"] - log((1 + n) / 3) - 1) < 1e-6 for n in (5, 7))
            ),
            "N is the number of chunks in the corpus, not of its terms or tokens.",
        ),
        (
            "other-idf",
            lambda args, got, _: any(
                first(2 / 3 * idf)(args, got, _)
                for idf in (log(3 / 2), log(2), log(3), log(3) + 1, log(3 / 2) + 1)
            ),
            "The idf has another form than the task gives: ln((1 + N) / (1 + df)) + 1.",
        ),
        (
            "each-token",
            lambda args, got, _: abs(got["red"] - rare / 3) < 1e-6,
            "'red' stands twice in this chunk and counts once. Add up, or count first.",
        ),
    ]
    return check_cases("E2.3", weigh, cases, hints)


def check_e2_4(page_frequencies):
    """Check the repaired count of pages."""
    mixed = [("a", ["x", "y"]), ("b", ["x"]), ("a", ["x"])]
    cases = [
        ((mixed,), {"x": 2, "y": 1}),
        (([("a", ["x", "y"]), ("a", ["x"]), ("b", ["x"])],), {"x": 2, "y": 1}),
        (([("a", ["x", "x", "x"])],), {"x": 1}),
        (([("a", ["x"]), ("b", ["y"]), ("a", ["y"]), ("b", ["y", "x"])],), {"x": 2, "y": 2}),
        (([("a", ["x"]), ("b", ["x"]), ("c", ["x", "x"])],), {"x": 3}),
        (([("a", []), ("b", ["y"])],), {"y": 1}),
        (([],), {}),
    ]
    hints = [
        (
            "pairs",
            lambda args, got, _: any(isinstance(term, tuple) for term in got),
            "The keys of the result are terms. The pairs of page and token only serve to remember.",
        ),
        (
            "sets",
            lambda args, got, _: any(isinstance(n, (set, list, dict)) for n in got.values()),
            "These are the pages themselves. Give how many they are.",
        ),
        (
            "once",
            lambda args, got, _: args[0] == mixed and got == {"x": 1, "y": 1},
            "'x' is counted once in all: after its first page it is never counted again. What "
            "must `seen` remember besides the token?",
        ),
        (
            "neighbours",
            lambda args, got, _: (
                args[0] == mixed and got == {"x": 3, "y": 1} and _by_neighbours(page_frequencies)
            ),
            "Page a comes back after page b, and by then it is forgotten. Remember pages for the "
            "whole run.",
        ),
        (
            "chunks-or-tokens",
            lambda args, got, expected: any(got[term] > expected[term] for term in expected),
            "A page that holds a term in two chunks, or twice in one, counts once. This counts "
            "chunks, or even tokens.",
        ),
        (
            "lost",
            lambda args, got, expected: set(got) < set(expected),
            "A term is missing that stands in a chunk.",
        ),
    ]
    return check_cases("E2.4", page_frequencies, cases, hints)


def _by_neighbours(page_frequencies):
    """Does it count right as long as the chunks of a page stand side by side?"""
    return page_frequencies([("a", ["x", "x"]), ("a", ["x"]), ("b", ["x"])]) == {"x": 2}


def check_e2_5(answer):
    """Check the number of pumps, and whether the plain form can be fooled."""

    def pumps(*numbers):
        return lambda got, _: got[0] in numbers

    hints = [
        (
            "two-values",
            lambda got, _: (
                type(got) is not tuple
                or len(got) != 2
                or type(got[0]) is not int
                or type(got[1]) is not bool
            ),
            "Give a whole number and True or False: checks.check_e2_5((100, True)).",
        ),
        (
            "old-weights",
            pumps(4),
            "Four are enough with the weights of the three old texts. The fourth text changes N "
            "and the df of 'pump', and so the weights of all.",
        ),
        (
            "too-few",
            lambda got, _: got[0] < 4,
            "That many do not reach the first text. What do its two 'red' and its 'pump' weigh?",
        ),
        (
            "not-least",
            lambda got, _: got[0] > 5,
            "Enough, but is it the least? Try one less.",
        ),
        (
            "plain",
            lambda got, _: got[1],
            "Under the plain form: 'pump' stands in three of four chunks. What does it weigh, and "
            "what is a thousand times that?",
        ),
    ]
    return check_value("E2.5", answer, (5, False), hints)


def check_e2_6(key_terms):
    """Check the heaviest terms of documents."""

    def documents(*texts):
        return [Document(name, text) for name, text in zip("abcdef", texts, strict=False)]

    toy = documents("red pump red", "blue pump", "valve green")
    air = documents("air pump", "air valve", "red seal")
    twice = documents("pump air air", "air valve", "red seal", "green lamp", "grey rope")
    the = documents("the the red", "the pump", "the valve")
    signs = documents("Pump, pump! NO_PROXY", "The no_proxy.")
    cases = [
        ((toy, 1), {"a": ["red"], "b": ["blue"], "c": ["green"]}),
        ((toy, 2), {"a": ["red", "pump"], "b": ["blue", "pump"], "c": ["green", "valve"]}),
        ((air, 2), {"a": ["pump", "air"], "b": ["valve", "air"], "c": ["red", "seal"]}),
        ((twice, 1), {"a": ["air"], "b": ["valve"], "c": ["red"], "d": ["green"], "e": ["grey"]}),
        ((the, 1), {"a": ["the"], "b": ["pump"], "c": ["valve"]}),
        ((signs, 3), {"a": ["pump", "no_proxy"], "b": ["the", "no_proxy"]}),
        ((documents("", "red"), 2), {"a": [], "b": ["red"]}),
        ((toy, 0), {"a": [], "b": [], "c": []}),
        (([], 3), {}),
    ]

    def terms_of(got, name):
        return list(got[name])

    hints = [
        (
            "keys",
            lambda args, got, expected: not isinstance(got, dict) or set(got) != set(expected),
            "Give a dict with the id of every document, also of one without terms.",
        ),
        (
            "weights",
            lambda args, got, _: (
                any(not isinstance(term, str) for terms in got.values() for term in terms)
                or any(isinstance(terms, (dict, str)) for terms in got.values())
            ),
            "Give a list of terms for each document, without their weights.",
        ),
        (
            "tokens",
            lambda args, got, _: args[0] == signs,
            "Capital letters and signs: the terms must come from tokenize.",
        ),
        (
            "lightest-first",
            lambda args, got, _: (
                args[0] == toy
                and terms_of(got, "b")[:1] == ["pump"]
                and "blue" not in terms_of(got, "a")
            ),
            "The lightest terms come first. Sort by minus the weight.",
        ),
        (
            "no-tf",
            lambda args, got, _: args[0] == twice and terms_of(got, "a") == ["pump"],
            "'air' stands twice in document a: 2 × 1.6931 is more than 1 × 2.0986. Multiply idf "
            "by the count.",
        ),
        (
            "no-idf",
            lambda args, got, _: args[0] == air and terms_of(got, "a") == ["air", "pump"],
            "'air' stands in two documents, 'pump' in one, so 'pump' is heavier. Multiply the "
            "count by idf.",
        ),
        (
            "other-idf",
            lambda args, got, _: args[0] == the and terms_of(got, "a") == ["red"],
            "Under the form of the task, ln((1 + N) / (1 + df)) + 1, 'the' weighs 2 here, 'red' "
            "1.6931. Which form do you use?",
        ),
        (
            "number",
            lambda args, got, expected: any(
                len(got[name]) != len(expected[name]) for name in expected
            ),
            "Give the k heaviest terms, or all where a document has fewer.",
        ),
        (
            "ties",
            lambda args, got, expected: any(
                set(got[name]) == set(expected[name]) or name == "c"
                for name in expected
                if list(got[name]) != expected[name]
            ),
            "Terms of equal weight come in alphabetical order.",
        ),
    ]
    return check_cases("E2.6", key_terms, cases, hints)
