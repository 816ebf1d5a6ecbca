"""Checks of lesson 02: tokens, the forms of idf, and what a sum of weights rewards."""

from math import log

from course_lib.checks import check_cases, check_value
from course_lib.documents import Document


def check_e2_1(texts):
    """Check the tokens of six texts, each given as one text with blanks between them."""

    def case(letter, *tokens):
        return lambda got, _: _split(got)["abcdef".index(letter)] == list(tokens)

    def any_token(predicate):
        return lambda got, _: any(predicate(token) for tokens in _split(got) for token in tokens)

    def lacks(letter, token):
        return lambda got, _: token not in _split(got)["abcdef".index(letter)]

    hints = [
        (
            "six",
            lambda got, _: (
                not isinstance(got, (list, tuple))
                or len(got) != 6
                or any(not isinstance(text, (str, list, tuple)) for text in got)
            ),
            'Give a list of six texts, one a case: ["red pump", "7", "", "", "", ""].',
        ),
        (
            "capitals",
            any_token(lambda token: token != token.lower()),
            "Tokens are in small letters.",
        ),
        (
            "signs",
            any_token(lambda token: not token.replace("_", "a").isalnum()),
            "One of your tokens holds a sign that is no letter, digit or underscore. All such "
            "signs separate: they are in no token and are none.",
        ),
        (
            "underscore",
            lacks("b", "http_proxy"),
            "The underscore is the one sign that joins.",
        ),
        (
            "single",
            lambda got, _: any(
                token not in tokens
                for tokens, token in zip(_split(got), ("7", "0", "f", None, "s"), strict=False)
                if token
            ),
            "A single letter or digit is a token, too.",
        ),
        (
            "terms",
            lambda got, _: _split(got)[2].count("f") == 1 or _split(got)[1].count("0") == 1,
            "Write down all tokens: one that comes twice stands there twice.",
        ),
        (
            "small-words",
            lambda got, _: lacks("c", "is")(got, _) or lacks("e", "the")(got, _),
            "Small words are tokens like all others; nothing is dropped.",
        ),
        (
            "chinese",
            lambda got, _: not case("d", "停主", "主机")(got, _),
            "Chinese gives pairs of neighbours: the first character with the second, the second "
            "with the third.",
        ),
        (
            "empty",
            lambda got, _: not case("f")(got, _),
            "Where there is no letter or digit there is no token.",
        ),
        (
            "strokes",
            lambda got, _: True,
            "Write the texts down and put a stroke wherever a sign stands that is no letter, digit "
            "or underscore. The tokens stand between the strokes, in their order.",
        ),
    ]
    expected = ["ring 0800 2413 ext 7", "http_proxy 10 0 0 1", "f is not f", "停主 主机"]
    expected += ["the ship s e42", ""]

    def equal(expected, got):
        return isinstance(got, (list, tuple)) and _split(expected) == _split(got)

    return check_value("E2.1", texts, expected, hints, equal=equal)


def _split(texts):
    """The tokens of each text; lists of tokens are taken as they are."""
    return [text.split() if isinstance(text, str) else list(text) for text in texts]


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
        (
            "one-below",
            gives(lambda df, n: log(n / (1 + df)) + 1),
            "The 1 at the end is right. But below the line stands df alone, without a 1.",
        ),
        (
            "ones-inside",
            gives(lambda df, n: log((1 + n) / (1 + df))),
            "These are the smoothed form's two ones, and its last is gone. It is the other way "
            "round: none inside the logarithm, and one at the end.",
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
        (
            "zeros",
            lambda args, got, expected: (
                set(got) > set(expected) and all(not got[t] for t in set(got) - set(expected))
            ),
            "Only the terms of this chunk belong into the dict, not all terms of the corpus.",
        ),
        (
            "rounded",
            lambda args, got, expected: all(
                abs(got[term] - weight) < 0.01 for term, weight in expected.items()
            ),
            "Nearly: are these numbers rounded? Give them as they come.",
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
    glued = [("a", ["bc"]), ("ab", ["c"])]
    later = [("a", ["x"]), ("b", ["y"]), ("a", ["y"]), ("b", ["y", "x"])]
    cases = [
        ((mixed,), {"x": 2, "y": 1}),
        (([("a", ["x", "y"]), ("a", ["x"]), ("b", ["x"])],), {"x": 2, "y": 1}),
        (([("a", ["x", "x", "x"])],), {"x": 1}),
        ((later,), {"x": 2, "y": 2}),
        (([("a", ["x"]), ("b", ["x"]), ("c", ["x", "x"])],), {"x": 3}),
        (([("a", []), ("b", ["y"])],), {"y": 1}),
        ((glued,), {"bc": 1, "c": 1}),
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
            "glued",
            lambda args, got, _: args[0] == glued,
            "Page 'a' with 'bc' and page 'ab' with 'c' are one text when glued together. Remember "
            "the pair.",
        ),
        (
            "one-a-page",
            lambda args, got, _: args[0] == mixed and got == {"x": 2},
            "Only the first token of each page is counted: `seen` remembers pages alone.",
        ),
        (
            "first-chunk",
            lambda args, got, _: args[0] == later and got == {"x": 1, "y": 1},
            "A later chunk of a page can hold terms that its first chunk has not. They count, too.",
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
    """Check how often a word must be repeated, under the smoothed and under the plain idf."""

    def first(*numbers):
        return lambda got, _: got[0] in numbers

    def second(*numbers):
        return lambda got, _: got[1] in numbers

    hints = [
        (
            "two-values",
            lambda got, _: (
                type(got) is not tuple
                or len(got) != 2
                or any(type(number) is not int for number in got)
            ),
            "Give two whole numbers: checks.check_e2_5((100, 200)).",
        ),
        (
            "old-weights",
            first(4),
            "Four are enough with the weights of the three old texts. The fourth text changes N "
            "and the df of 'pump', and so the weights of all.",
        ),
        (
            "smoothed-score",
            lambda got, _: got[0] != 5,
            "First number: what do the two 'red' and the 'pump' of the first text weigh together, "
            "with N = 4? Divide by the weight of one 'pump'; the score must be higher, not equal.",
        ),
        (
            "smoothed-again",
            second(4),
            "Second number: this is right for the smoothed idf. The question is about the plain "
            "one.",
        ),
        (
            "plain-tie",
            second(9),
            "Second number: nine pumps weigh 2.0083. Is that more than 2 × 0.9163 + 0.2231?",
        ),
        (
            "plain-score",
            lambda got, _: got[1] != 10,
            "Second number: with five texts, 'pump' (df 3) weighs ln(5 / 4) and 'red' (df 1) "
            "ln(5 / 2). Which score is to beat, and what does one 'pump' add?",
        ),
    ]
    return check_value("E2.5", answer, (5, 10), hints)


def check_e2_6(key_terms):
    """Check the heaviest terms of documents."""

    def documents(*texts):
        return [Document(name, text) for name, text in zip("abcdef", texts, strict=False)]

    toy = documents("red pump red", "blue pump", "valve green")
    air = documents("air pump", "air valve", "red seal")
    twice = documents("pump air air", "air valve", "red seal", "green lamp", "grey rope")
    the = documents("the the red", "the pump", "the valve")
    five = documents("the the red", "the pump", "the valve", "the seal", "the lamp")
    signs = documents("Pump, pump! NO_PROXY", "The no_proxy.")
    cases = [
        ((toy, 1), {"a": ["red"], "b": ["blue"], "c": ["green"]}),
        ((toy, 2), {"a": ["red", "pump"], "b": ["blue", "pump"], "c": ["green", "valve"]}),
        ((air, 2), {"a": ["pump", "air"], "b": ["valve", "air"], "c": ["red", "seal"]}),
        ((twice, 1), {"a": ["air"], "b": ["valve"], "c": ["red"], "d": ["green"], "e": ["grey"]}),
        ((the, 1), {"a": ["the"], "b": ["pump"], "c": ["valve"]}),
        (
            (five, 1),
            {"a": ["red"], "b": ["pump"], "c": ["valve"], "d": ["seal"], "e": ["lamp"]},
        ),
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
            lambda args, got, expected: (
                got is not None
                and not isinstance(got, BaseException)
                and (not isinstance(got, dict) or set(got) != set(expected))
            ),
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
            "'air' stands in two documents, 'pump' in one, so 'pump' is heavier. Is the count "
            "multiplied by idf, and is df counted over all documents, not in one alone?",
        ),
        (
            "other-idf",
            lambda args, got, _: args[0] == the and terms_of(got, "a") == ["red"],
            "Under the form of the task, ln((1 + N) / (1 + df)) + 1, 'the' weighs 2 here, 'red' "
            "1.6931. Which form do you use?",
        ),
        (
            "n",
            lambda args, got, _: args[0] == five and terms_of(got, "a") == ["the"],
            "With N = 5, 2 × idf of 'the' is 2, and idf of 'red' is ln(6 / 2) + 1, a little more. "
            "Is your N the number of documents?",
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
