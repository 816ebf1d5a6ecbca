"""Checks of lesson 03: cosines by hand, with dicts and with arrays."""

import math
import re

import numpy as np

from course_lib.checks import (
    check_cases,
    check_value,
    failed,
    never_raises,
    not_done,
    passed,
    same,
    show,
)
from course_lib.documents import Document
from course_lib.tokens import tokenize

QUESTION = "How much is a bicycle to Vennish?"
CHANGES = "this dict may not be changed"
AMOUNT = re.compile(r"(?<![\d.,])4\.00(?![.,]?\d)")  # not in 14.00, 4.005 or 4.00.1
BICYCLES = ("bicycl", "bik", "cycl", "velo", "wheel", "pedal")  # how a word for one may begin


def check_e3_1(predicted):
    """Check the six cosines."""
    expected = [1, 0.71, 0, 0, 0.5, 0]

    def near(expected, got):
        return len(got) == 6 and same(expected, [*got], tolerance=0.011)

    def at(n, value):
        return lambda got, _: abs(list(got)[n] - value) < 0.011

    hints = [
        (
            "six",
            lambda got, _: (
                not isinstance(got, (list, tuple))
                or len(got) != 6
                or not all(isinstance(x, (int, float)) and x == x for x in got)
            ),
            "Give a list of six numbers, one a case: checks.check_e3_1([0.2, 0.3, …]). "
            "Where a text has no word, the lesson has settled the cosine.",
        ),
        (
            "degrees",
            lambda got, _: max(got) > 10,
            "These are angles. The cosine of 0 degrees is 1, of 90 degrees 0.",
        ),
        (
            "not-divided",
            lambda got, _: max(got) > 1.001 or at(4, 1)(got, None),
            "A dot product alone counts length, too. Divide it by both norms.",
        ),
        (
            "length",
            lambda got, _: not at(0, 1)(got, None),
            "a: all numbers of the chunk are twice those of the query, and order does not count. "
            "Is its arrow turned?",
        ),
        (
            "inflection",
            lambda got, _: not at(3, 0)(got, None),
            'd: "pump" and "pumps" are two terms with a column each. What do the vectors share?',
        ),
        (
            "zero",
            lambda got, _: not at(2, 0)(got, None) or not at(5, 0)(got, None),
            "c and f: there is no shared word, so no product, and a vector of zeros has the "
            "cosine 0.",
        ),
        (
            "share-of-words",
            lambda got, _: at(1, 0.5)(got, None),
            "b: half of the words, but not half of a cosine. What are the two norms?",
        ),
        (
            "other-words",
            lambda got, _: not at(4, 0.5)(got, None),
            "e: three columns, (1, 1, 0) and (0, 1, 1). What is shared, and what is each norm?",
        ),
        (
            "root",
            lambda got, _: True,
            "b: a norm is a root. For two words that weigh 1 each it is no whole number.",
        ),
    ]
    return check_value("E3.1", predicted, expected, hints, equal=near)


def check_e3_2(dot_of_dicts):
    """Check the dot product of dicts."""
    cases = [
        (({"red": 4.0, "pump": 0.5}, {"pump": 3.0, "seal": 5.0}), 1.5),
        (({"red": 2.0, "pump": 1.5}, {"red": 3.0, "pump": 2.0}), 9.0),
        (({"red": 2.0, "pump": 1.5, "seal": 9.0}, {"pump": 2.0, "red": 3.0, "hum": 7.0}), 9.0),
        (({"a": 3.0}, {"b": 2.0}), 0.0),
        (({"a": 3.0, "b": -2.0, "c": 0.5}, {"a": 1.0, "b": 4.0, "c": 2.0}), -4.0),
        (({"a": 2.0, "b": 3.0, "c": 1.0}, {"c": 6.0, "a": 3.0, "b": 2.0}), 18.0),
        (({}, {"a": 1.0}), 0.0),
        (({"a": 1.0}, {}), 0.0),
        ((_Fixed(a=2.0, b=3.0), _Fixed(b=0.5, c=1.0)), 1.5),
    ]

    def summed(args, use):
        a, b = args
        return sum(use(a[term], b[term]) for term in a if term in b)

    def equals(use):
        return lambda args, got, _: math.isclose(got, summed(args, use))

    def by_place(args, got, _):
        a, b = args
        given = [a.values(), b.values()], [dict(sorted(x.items())).values() for x in args]
        return any(
            math.isclose(got, sum(x * y for x, y in zip(*pair, strict=False))) for pair in given
        )

    def products_of_sums(a, b):
        shared = sum(a[term] for term in a if term in b), sum(b[term] for term in b if term in a)
        every = sum(a.values()), sum(b.values())
        return {shared[0] * shared[1], every[0] * every[1], shared[0] * every[1]}

    hints = [
        (
            "changed",
            lambda args, got, _: isinstance(got, RuntimeError) and str(got) == CHANGES,
            "It changes a dict that it was given: the caller's vectors. Only read them.",
        ),
        (
            "by-place",
            lambda args, got, _: by_place(args, got, _) or isinstance(got, ValueError),
            "It multiplies by place, the first value of a with the first of b. Places say nothing "
            "in a dict: look up each term of a in b.",
        ),
        (
            "set",
            lambda args, got, expected: (
                got != expected
                and got
                == sum({x * args[1][term] for term, x in args[0].items() if term in args[1]})
            ),
            "Equal products are lost: a set keeps each value once. Add them up without the { }.",
        ),
        (
            "sum-of-sums",
            lambda args, got, expected: got in products_of_sums(*args),
            "The sums are multiplied: (x + y) × (u + v). Multiply the two weights of each term "
            "first, then add the products up.",
        ),
        (
            "unknown-term",
            lambda args, got, _: isinstance(got, (KeyError, TypeError)),
            "A term of a need not be in b. Then its weight there is 0: b.get(term, 0.0).",
        ),
        (
            "first-only",
            lambda args, got, expected: (
                isinstance(got, float) and len(args[0]) > 1 and got == _first(args) != expected
            ),
            "It stops after the first term: a `return` inside the loop.",
        ),
        (
            "last-only",
            lambda args, got, _: got == _last(args),
            "Only the last term counts. In a loop, `=` forgets what was added before: use `+=`.",
        ),
        ("adds", equals(lambda x, y: x + y), "Two weights of a term are multiplied, not added."),
        ("counts", equals(lambda x, y: 1), "It counts the shared terms. Multiply their weights."),
        (
            "own-weights",
            lambda args, got, _: (
                equals(lambda x, y: x * x)(args, got, _)
                or equals(lambda x, y: x)(args, got, _)
                or math.isclose(got, sum(x * x for x in args[0].values()))
                or math.isclose(got, sum(args[0].values()))
            ),
            "The weights come from a alone. What is the weight of the term in b?",
        ),
        (
            "other-weights",
            equals(lambda x, y: y),
            "The weights come from b alone. `weight` is the one in a.",
        ),
        (
            "default",
            lambda args, got, _: math.isclose(
                got, sum(x * args[1].get(term, 1) for term, x in args[0].items())
            ),
            "A term that b does not hold has the weight 0 there, not 1.",
        ),
        (
            "sign",
            lambda args, got, expected: expected < 0 and got > 0,
            "A weight may be negative, and so may a dot product.",
        ),
    ]
    return check_cases("E3.2", dot_of_dicts, cases, hints)


class _Fixed(dict):
    """A dict that refuses to be changed."""

    def _refuse(self, *args, **kwargs):
        raise RuntimeError(CHANGES)

    __setitem__ = __delitem__ = __ior__ = _refuse
    setdefault = update = pop = popitem = clear = _refuse

    def __deepcopy__(self, memo):
        return _Fixed(self)


def _first(args):
    a, b = args
    return next((x * b.get(term, 0.0) for term, x in a.items()), 0.0)


def _last(args):
    a, b = args
    return ([0.0] + [x * b.get(term, 0.0) for term, x in a.items()])[-1]


def check_e3_3(more_like_this):
    """Check the order of the rows most like one of them."""
    toy = [[1, 0], [2, 2], [0, 3], [5, 0], [0, 0]]
    lengths = [[1, 0], [9, 9], [1, 0.5], [2, 0.5]]
    twin = [[0, 0], [4, 0], [1, 3], [2, 0], [3, 1]]
    small = np.array([[200, 100], [100, 200], [0, 0], [100, 50], [250, 0]], dtype=np.uint8)
    signed = [[1.0, 2.0], [-1.0, -2.0], [-2.0, 2.0], [2.0, 1.0]]
    equal = [[1, 1, 0]] + [[0, 1, 0]] * 9 + [[1, 0, 0]] + [[0, 1, 0]] * 9
    many = [[3, 1]] + [[1, n % 3] for n in range(200)]  # three cosines, many times
    of_many = [n + 1 for rest in (0, 1, 2) for n in range(rest, 200, 3)]
    scaled = [[1, 2, 3], [7, 1, 0], [3, 6, 9], [0.1, 0.2, 0.3], [7, 14, 21]]
    near = [[1, 0], [3, 4], [3.0001, 4]]  # cosines 0.6 and 0.6000128
    nearer = [[1, 0], [3, 4], [3.00000002, 4]]  # cosines 0.6 and 0.60000000256
    low = [[1, 0], [0, 1], [1, 250], [1, 20], [3, 4]]  # cosines 0, 0.004, 0.05 and 0.6
    cases = [
        ((toy, 0), [3, 1]),
        ((lengths, 0), [3, 2, 1]),
        ((toy, 1), [0, 2, 3]),
        ((toy, 4), []),
        ((twin, 3), [1, 4, 2]),
        ((signed, 0), [3, 2]),
        ((equal, 0), list(range(1, 20))),
        ((scaled, 0), [2, 3, 4, 1]),
        ((many, 0), of_many),
        ((small, 0), [3, 4, 1]),
        (([[1.0, 2.0]], 0), []),
        ((near, 0), [2, 1]),
        ((nearer, 0), [2, 1]),
        ((low, 0), [4, 3, 2]),
        ((np.array([[1.0, 0.0, 0.0], [9.0, 9.0, 9.0], [1.0, 0.5, 0.0]]), 0), [2, 1]),
    ]

    def is_row_list(got):
        return isinstance(got, (list, tuple, np.ndarray)) and all(
            isinstance(x, (int, np.integer)) for x in got
        )

    hints = [
        (
            "scores",
            lambda args, got, _: (
                isinstance(got, (list, tuple, np.ndarray)) and len(got) and not is_row_list(got)
            ),
            "Give the positions of the rows, whole numbers in a list, not their scores.",
        ),
        (
            "first-left-out",
            lambda args, got, expected: (
                args[1] in got and [n for n in got if n in expected] == expected[1:]
            ),
            "A right hit is missing. Is the first of the order left out? Another row may have the "
            "same direction and stand before `row`: leave out `row` by its position.",
        ),
        (
            "itself",
            lambda args, got, expected: args[1] in list(got) and args[1] not in expected,
            "The row itself is among the hits. Leave `row` out by its position.",
        ),
        (
            "overflow",
            lambda args, got, _: getattr(args[0], "dtype", None) == np.uint8,
            "These are numbers of type uint8, from 0 to 255, and products overflow. Turn the "
            "matrix into floats first; unit_rows does.",
        ),
        (
            "zeros",
            lambda args, got, expected: set(got) > set(expected),
            "Rows with a cosine of 0 or less are no hits: leave them out.",
        ),
        (
            "reversed",
            lambda args, got, expected: expected == [3, 1] and list(got) == [1, 3],
            "The least alike come first. Sort the negative of the scores.",
        ),
        (
            "dot",
            lambda args, got, expected: expected == [3, 2, 1] and list(got) == [1, 3, 2],
            "This is the order of the dot products, which favours long rows. Use unit rows.",
        ),
        (
            "rounded-away",
            lambda args, got, _: same(args[0], near) or same(args[0], nearer, 1e-12),
            "Two cosines that differ within nine decimals are no tie. Round to 9, not to fewer.",
        ),
        (
            "border",
            lambda args, got, expected: same(args[0], low) and set(got) < set(expected),
            "A row with a low cosine is left out. 0.004 is above 0, too: only 0 and less is out.",
        ),
        (
            "ties",
            lambda args, got, expected: sorted(got) == sorted(expected),
            "Equal cosines keep the order of the rows: round to nine decimals, then "
            'np.argsort(-scores, kind="stable").',
        ),
        (
            "missing",
            lambda args, got, expected: set(got) < set(expected),
            "Rows are missing. Every other row with a cosine above 0 is a hit.",
        ),
    ]
    return check_cases("E3.3", more_like_this, cases, hints)


@never_raises
def check_e3_4(answer):
    """Check the letter of the wrong line, a matrix that hides it, and the repaired cosines."""
    if not (isinstance(answer, tuple) and len(answer) == 3):
        sentence = "Give all three: checks.check_e3_4((wrong_line, harmless, cosines_of))."
        return failed("E3.4", "three", sentence, got=show(answer))
    line, harmless, cosines_of = answer
    if line is None or line is ... or harmless is None or harmless is ...:
        why = "name the wrong line, a to f, and give `harmless`, then write the function."
        return not_done("E3.4", why)
    letter = str(line).strip().casefold()
    right_lines = {
        "a": "Line a makes an array of floats of the matrix, and that is right.",
        "b": "Line b makes an array of floats of the query, and that is right.",
        "d": "Line d would be right if `lengths` held one norm for each row. Print `lengths`.",
        "e": "Line e is the norm of the query, or 1 for zeros, and that is right.",
        "f": "Line f would be right if `units` were unit rows. Print them: are they?",
    }
    if letter != "c":
        sentence = right_lines.get(letter, "Give one letter, a to f, in quotes.")
        key = "line" if letter in right_lines else "letter"
        return failed("E3.4", key, sentence, got=show(line))
    key, sentence = _not_harmless(harmless)
    if key:
        return failed("E3.4", key, sentence, got=show(harmless))
    return _check_cosines(cosines_of)


def _not_harmless(harmless):
    """Key and sentence of what is wrong with the matrix that is to hide the bug, or two ""."""
    try:
        matrix = np.array(harmless, dtype=float)
    except (TypeError, ValueError):
        matrix = np.zeros(0)
    if matrix.shape != (2, 2) or not np.isfinite(matrix).all() or not matrix.all():
        return "matrix", "`harmless` must have two rows of two numbers, none of them 0."
    rows, columns = (np.sqrt((matrix**2).sum(axis=axis)) for axis in (1, 0))
    (a, b), (c, d) = matrix / rows[:, None]
    if abs(a * d - b * c) < 1e-9 and a * c > 0:
        return "one-direction", "Both rows of `harmless` point in the same direction."
    if not np.allclose(matrix / rows[:, None], matrix / columns, atol=1e-9):
        norms = [" and ".join(f"{norm:.4f}" for norm in pair) for pair in (rows, columns)]
        return "harmful", (
            f"The rows of `harmless` have the norms {norms[0]}, but the numbers of each row are "
            f"divided by {norms[1]}, one after the other. What must hold for these four?"
        )
    return "", ""


def _check_cosines(cosines_of):
    cases = [
        (([[3, 0], [0, 1], [1, 1]], [1, 0]), [1.0, 0.0, math.sqrt(0.5)]),
        (([[3, 4], [4, 3]], [3, 4]), [1.0, 0.96]),
        (([[1, 2], [3, 1]], [0, 1]), [2 / math.sqrt(5), 1 / math.sqrt(10)]),
        (([[2, 1, 0], [0, 3, 4]], [5, 0, 0]), [2 / math.sqrt(5), 0.0]),
        (([[0, 0, 0], [2, 1, 0], [0, 3, 4]], [1, 0, 0]), [0.0, 2 / math.sqrt(5), 0.0]),
        (([[1, 0], [0, 2]], [0, 0]), [0.0, 0.0]),
        (([[1, 2], [3, 0]], [-1, -2]), [-1.0, -1 / math.sqrt(5)]),
        (([[1, 1, 1, 1]], [1, 0, 0, 0]), [0.5]),
        ((np.array([[200, 100]], dtype=np.uint8), np.array([200, 100], dtype=np.uint8)), [1.0]),
    ]

    def scaled(args, rows, query):
        """The numbers that come out if rows or query are not divided as they should be."""
        matrix, q = np.asarray(args[0], float), np.asarray(args[1], float)
        with np.errstate(all="ignore"):
            lengths = {
                "none": 1.0,
                "columns": np.sqrt((matrix**2).sum(axis=0)),
                "all": np.sqrt((matrix**2).sum()),
                "squares": (matrix**2).sum(axis=1, keepdims=True),
                "right": np.sqrt((matrix**2).sum(axis=1, keepdims=True)),
                "sum": np.abs(matrix).sum(axis=1, keepdims=True),
                "across": np.sqrt((matrix**2).sum(axis=1)) if len(matrix) == len(q) else 1.0,
            }[rows]
            lengths = np.where(lengths == 0, 1, lengths)
            length = (np.sqrt(q @ q) or 1) if query else 1
            return (matrix / lengths @ q / length).tolist()

    def like(rows, query=True):
        return lambda args, got, _: same(scaled(args, rows, query), got)

    def has_nan(got):
        return any(math.isnan(x) for x in np.asarray(got, float).ravel())

    hints = [
        (
            "keepdims",
            lambda args, got, _: isinstance(got, ValueError),
            "The shapes do not fit: NumPy sets one length for each row over the columns. How can "
            "the lengths stand as a column, one beside each row?",
        ),
        (
            "number",
            lambda args, got, _: not isinstance(got, (list, tuple, np.ndarray, Exception)),
            "Give a list with one cosine for each row.",
        ),
        (
            "length",
            lambda args, got, _: len(got) != len(args[0]),
            "Give one cosine for each row of the matrix: as many numbers as rows.",
        ),
        (
            "sign",
            lambda args, got, expected: min(expected) < 0 and same(np.abs(expected), np.abs(got)),
            "A cosine may be negative: these vectors point away from each other.",
        ),
        (
            "nan",
            lambda args, got, _: isinstance(got, ZeroDivisionError) or has_nan(got),
            "0 / 0 is no number. A row of zeros, or a query of zeros, has the cosine 0.0.",
        ),
        (
            "columns",
            like("columns"),
            "As before: the norms are those of the columns. Which axis runs along a row?",
        ),
        (
            "whole-matrix",
            like("all"),
            "One norm for the whole matrix. Each row needs its own: axis=1.",
        ),
        (
            "query-norm",
            like("right", query=False),
            "The rows are unit rows, but the norm of the query is missing.",
        ),
        (
            "no-norm",
            lambda a, g, _: like("none")(a, g, _) or like("none", False)(a, g, _),
            "The rows keep their lengths. Divide each by its own norm.",
        ),
        (
            "root",
            lambda a, g, _: like("squares")(a, g, _) or like("sum")(a, g, _),
            "A norm is the root of the sum of the squares.",
        ),
        (
            "across",
            like("across"),
            "For a square matrix the lengths fit both ways, and each number was divided by the "
            "norm of another row. The lengths must stand as a column, each beside its own row.",
        ),
    ]
    return check_cases("E3.4", cosines_of, cases, hints)


@never_raises
def check_e3_5(texts):
    """Check a text that says nothing and scores high, and an answer that scores 0."""
    if texts is None or (isinstance(texts, tuple) and any(text is None for text in texts)):
        return not_done("E3.5")
    if not (
        isinstance(texts, (tuple, list))
        and len(texts) == 2
        and all(isinstance(text, str) for text in texts)
    ):
        sentence = "Give two texts: checks.check_e3_5((useless, answer))."
        return failed("E3.5", "two-texts", sentence, got=show(texts))
    useless, answer = texts
    asked, spam, told = (tokenize(text) for text in (QUESTION, useless, answer))

    def no(key, sentence, got):
        return failed("E3.5", key, sentence, got=got)

    if spam == asked:
        return no("question", "useless is the question itself. Change it a little.", useless)
    if {"4", "four"} & set(spam):
        sentence = "useless holds the amount, so it is of use. Leave 4.00 out, 4 and four, too."
        return no("no-use", sentence, useless)
    score = _count_cosine(asked, spam)
    if score < 0.95 - 1e-9:
        sentence = (
            "useless has other words than the question, or in other proportions. Which change "
            "leaves all counts as they are, or multiplies all of them?"
        )
        return no("not-high", sentence, f"cosine {score:.4f}")
    if not AMOUNT.search(answer):
        sentence = "answer must hold 4.00, as a number of its own, or it is no answer."
        return no("amount", sentence, answer)
    if len(answer.split()) < 4:
        return no("short", "answer must have four words or more, so that one understands.", answer)
    shared = [term for term in dict.fromkeys(told) if term in asked]
    if shared:
        words = ", ".join(shared)
        sentence = f"answer shares words with the question: {words}. Find others, or other forms."
        return no("shared", sentence, f"cosine {_count_cosine(asked, told):.4f}")
    if len(set(told)) < 5:
        return no("repeated", "answer must have four different words or more.", answer)
    if not any(term.startswith(BICYCLES) for term in told):
        sentence = (
            "answer must say what costs that much: another form of the word bicycle, or another "
            "word for it."
        )
        return no("thing", sentence, answer)
    return passed("E3.5")


def _count_cosine(a, b):
    """The cosine of two token lists by plain counts."""
    product = sum(a.count(term) * b.count(term) for term in set(a))
    squares = [sum(x.count(term) ** 2 for term in set(x)) for x in (a, b)]
    return product / math.sqrt(squares[0] * squares[1]) if all(squares) else 0.0


def check_e3_6(most_alike):
    """Check the pair of documents most alike."""

    def made(*texts):
        return [Document(f"{name}.md", text) for name, text in zip("abcdefg", texts, strict=False)]

    close = made("x " + "y " * 9, "x x " + "y " * 15, "u u " + "v " * 5, "u u u " + "v " * 8)
    long = made("red pump " * 30 + "hum", "hum", "hum seal", "red seal seal seal red red")
    cases = [
        (made("red pump", "blue pump", "red pump red"), ("a.md", "c.md", 0.9582647)),
        (made("red pump", "green valve", "red pump red"), ("a.md", "c.md", 0.9486833)),
        (made("red", "hum", "red red red"), ("a.md", "c.md", 1.0)),
        (made("blue pump", "pump hums", "seal", "the pump"), ("a.md", "b.md", 0.2894752)),
        (made("x y", "b", "b", "y x", "b"), ("a.md", "d.md", 1.0)),
        (made("red pump", "pump red", "red pump red pump red pump"), ("a.md", "b.md", 1.0)),
        (made("a a b b", "b a b a", "a a b b a a b b a a b b"), ("a.md", "b.md", 1.0)),
        (long, ("b.md", "c.md", 0.6292275)),
        (close, ("c.md", "d.md", 0.9997638)),  # a and b have 0.9997603
        (made("Red pump.", "green valve", "red pump red"), ("a.md", "c.md", 0.9486833)),
        (made("red", "green", "blue"), None),
        (made("red", ""), None),
        (made("", "", ""), None),
        (made("red"), None),
        ([], None),
    ]

    def ids(got):
        return tuple(got)[:2]

    hints = [
        (
            "none",
            lambda args, got, expected: expected is None and got is not None,
            "With fewer than two documents, or where no two share a word, the answer is None.",
        ),
        (
            "split",
            lambda args, got, _: any("." in document.text for document in args[0]),
            "Here are a capital letter and a full stop, which tokenize takes away and split() "
            "keeps. Make the vectors with vectors_of.",
        ),
        (
            "missed",
            lambda args, got, expected: got is None,
            "Two of these documents share a word, so there is a pair.",
        ),
        (
            "triple",
            lambda args, got, expected: (
                expected is not None and (not isinstance(got, (tuple, list)) or len(got) != 3)
            ),
            "Give three values: the two ids and the cosine.",
        ),
        (
            "positions",
            lambda args, got, _: not all(isinstance(name, str) for name in ids(got)),
            "Give the ids of the two documents, not their positions or themselves.",
        ),
        (
            "itself",
            lambda args, got, _: got[0] == got[1],
            "A document is compared with itself; that cosine is always 1. Let j begin behind i.",
        ),
        (
            "swapped",
            lambda args, got, expected: ids(got) == expected[1::-1],
            "The right pair the wrong way round: the document that comes first is named first.",
        ),
        (
            "cosine",
            lambda args, got, expected: ids(got) == expected[:2],
            "The right pair, but another cosine. Are both vectors unit vectors, with the smoothed "
            "idf over all documents?",
        ),
        (
            "rounded-away",
            lambda args, got, expected: (
                ids(expected) == ("c.md", "d.md") and ids(got) == ("a.md", "b.md")
            ),
            "0.9997603 and 0.9997638 are no tie. Round to nine decimals, not to fewer.",
        ),
        (
            "ties",
            lambda args, got, expected: same(expected[2], got[2]),
            "Several pairs are equal. Keep the first: only a higher cosine replaces it, compared "
            "after rounding to nine decimals.",
        ),
        (
            "least",
            lambda args, got, expected: got[2] < expected[2],
            "Another pair is more alike. Is every pair compared, and the highest kept?",
        ),
        (
            "dot",
            lambda args, got, _: got[2] > 1.000001,
            "This is no cosine: dot products favour long documents. Use unit_rows.",
        ),
        (
            "weights",
            lambda args, got, expected: True,
            "Another pair is more alike by the smoothed idf. Use vectors_of, then unit_rows.",
        ),
    ]
    return check_cases("E3.6", most_alike, cases, hints)
