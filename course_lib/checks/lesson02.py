"""Checks of lesson 02: tokens, a form of idf, and what a sum of weights rewards."""

from math import log

from course_lib.checks import check_cases, check_properties, check_value
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
            "letters-digits",
            lambda got, _: not lacks("e", "42")(got, _),
            "Between a letter and a digit no token ends: both belong to one run.",
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


def check_e2_2(idf_to_zero):
    """Check an idf that is 0 at df = N, rises all the way to df = 0, and is close to the plain."""
    cases = [(8, 8), (1, 1), (2, 8), (7, 8), (0, 8), (0, 1), (3, 3), (999, 1000), (5, 1000)]
    cases += [(1000, 1000), (500, 1000), (1, 1000), (0, 1000)]

    def everywhere(args):
        return args[0] == args[1]

    def gives(formula):
        return lambda args, got, _: abs(got - formula(*args)) < 1e-6

    properties = [
        (
            "number",
            lambda args, got: isinstance(got + 0.0, float),
            "a number",
            "It must give a number. Does it end with return?",
        ),
        (
            "zero",
            lambda args, got: not everywhere(args) or abs(got) < 1e-9,
            "0, as df = N",
            "Put df = N into your formula. What stands in the fraction? It must be 1.",
        ),
        (
            "rises",
            lambda args, got: everywhere(args) or got > idf_to_zero(args[0] + 1, args[1]) + 1e-9,
            "more than for the next higher df",
            "A word in one chunk fewer must weigh more, down to a word that no chunk holds.",
        ),
        (
            "near-plain",
            lambda args, got: args[1] < 1000 or abs(got - log(1000 / (1 + args[0]))) < 0.01,
            "a number less than a hundredth away from idf_plain",
            "This is too far from idf_plain. Is it the logarithm of a fraction with 1 + df below "
            "the line?",
        ),
    ]
    hints = [
        (
            "one-left",
            lambda args, got, _: everywhere(args) and abs(got - 1) < 1e-9,
            "A word in every chunk weighs 1, as under the smoothed form. Which 1 of the formula "
            "does that?",
        ),
        (
            "below-zero",
            lambda args, got, _: (
                everywhere(args) and abs(got - log(args[0] / (1 + args[0]))) < 1e-9
            ),
            "This is the plain form: at df = N the line has N above and 1 + N below. What must "
            "stand above?",
        ),
        (
            "bracket",
            lambda args, got, _: args == (8, 8) and abs(got - log(9) / 9) < 1e-9,
            "The logarithm's bracket closes too early: the whole fraction belongs into it.",
        ),
        (
            "upside-down",
            lambda args, got, _: args[0] < args[1] and got < 0,
            "Rare words get negative weights: is the fraction upside down?",
        ),
        (
            "no-chunk",
            lambda args, got, _: args[0] == 0 and isinstance(got, (ZeroDivisionError, ValueError)),
            "df = 0 must be possible: what stands below the line must not be 0 then.",
        ),
        (
            "cut-off",
            lambda args, got, _: 0 < args[0] == args[1] - 1 and got == 0,
            "A word in all chunks but one weighs 0, too. To cut the plain form off at 0, or to "
            "catch df = N, leaves that; the fraction itself must change.",
        ),
        (
            "rarest",
            lambda args, got, _: args[0] == 0 and got <= idf_to_zero(1, args[1]),
            "A word that no chunk holds is the rarest of all: it must weigh more than with df 1.",
        ),
        (
            "base",
            lambda args, got, _: any(
                gives(lambda df, n, base=base: log((1 + n) / (1 + df)) / log(base))(args, got, _)
                for base in (2, 10)
            ),
            "This is a logarithm with another base. ln is math.log with one argument.",
        ),
    ]
    return check_properties("E2.2", idf_to_zero, cases, properties, hints)


def check_e2_3(score):
    """Check the sum of weights with a tf that levels off."""
    idf = {"red": 2.0, "pump": 1.0, "the": 0.5, "blue": 3.0}
    red = ["red", "red", "pump", "red"]
    cases = [
        ((["red", "pump"], red, idf), 2 * (1 + log(3)) + 1),
        ((["pump"], ["blue", "pump"], idf), 1.0),
        ((["blue"], red, idf), 0.0),
        ((["motor", "pump"], red, idf), 1.0),
        ((["red", "pump", "red"], ["red", "pump"], idf), 5.0),
        ((["the", "the"], ["the"] * 40, idf), 1 + log(40)),
        ((["the", "blue"], ["the", "blue", "the", "blue", "the"], idf), None),
        (([], red, idf), 0.0),
        ((["red"], [], idf), 0.0),
    ]
    both = 0.5 * (1 + log(3)) + 3 * (1 + log(2))
    cases = [(args, both if expected is None else expected) for args, expected in cases]

    def first(number):
        """Is this the number in the first case?"""
        return lambda args, got, _: args[:2] == (cases[0][0][0], red) and abs(got - number) < 1e-3

    hints = [
        (
            "absent",
            lambda args, got, _: isinstance(got, (KeyError, ValueError)),
            "A token of the query that does not stand in the chunk adds nothing, and math.log(0) "
            "is an error. Ask first whether the chunk holds it.",
        ),
        (
            "weight-of-absent",
            lambda args, got, _: args[0] == ["blue"] and got > 0,
            "'blue' does not stand in this chunk. Its tf is 0, not 1.",
        ),
        (
            "list",
            lambda args, got, _: isinstance(got, (list, dict)),
            "Give one number, the weights added up.",
        ),
        ("count", first(7), "This tf is the count. The task takes 1 + ln(count)."),
        ("once", first(3), "Here tf is always 1. 'red' stands three times: its tf is 1 + ln(3)."),
        (
            "one-missing",
            first(2 * log(3)),
            "A word that stands once has tf 1 + ln(1) = 1. The 1 is missing.",
        ),
        (
            "one-inside",
            first(2 * log(4) + log(2)),
            "The 1 stands outside the logarithm: 1 + ln(count), not ln(1 + count).",
        ),
        (
            "bracket",
            first(2 + 2 * log(3)),
            "idf must be multiplied with both parts, the 1 and the logarithm: set brackets.",
        ),
        (
            "base",
            lambda args, got, _: any(
                first(2 * (1 + log(3) / log(base)) + 1)(args, got, _) for base in (2, 10)
            ),
            "This is a logarithm with another base. ln is math.log with one argument.",
        ),
        (
            "no-idf",
            first(2 + log(3)),
            "This is tf alone. Multiply each tf by the idf of its term.",
        ),
        (
            "share",
            first((2 * (1 + log(3)) + 1) / 4),
            "Nothing is divided by the number of tokens here.",
        ),
        (
            "each-token",
            first(6 * (1 + log(3)) + 1),
            "'red' stands three times in this chunk and is added three times. Go through the "
            "tokens of the query, not of the chunk.",
        ),
        (
            "query-twice",
            lambda args, got, expected: (len(set(args[0])) < len(args[0])) and 0 < got < expected,
            "A token that stands twice in the query is added twice.",
        ),
    ]
    return check_cases("E2.3", score, cases, hints)


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
            "swapped",
            lambda got, _: got == (10, 5),
            "First the number under the smoothed idf, then that under the plain one.",
        ),
        (
            "old-weights",
            first(4),
            "First number: did you take the weights of the three old texts? The fourth changes N "
            "and the df of 'pump'. Compute all weights anew.",
        ),
        (
            "smoothed-more",
            lambda got, _: got[0] > 5,
            "First number: with so many its score is the highest, but do fewer do, too?",
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
            "Second number: close. Work out both scores to four decimals; which is higher?",
        ),
        (
            "plain-more",
            lambda got, _: got[1] > 10,
            "Second number: with so many its score is the highest, but do fewer do, too?",
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
