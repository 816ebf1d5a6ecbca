"""Checks of lesson 04: the work of a search, columns, ties, and a document that comes later."""

import math

from course_lib.checks import (
    Endless,
    call,
    check_cases,
    check_value,
    failed,
    never_raises,
    same,
    show,
)
from course_lib.documents import Document
from course_lib.tfidf import TfidfIndex
from course_lib.tokens import tokenize


def check_e4_1(costs):
    """Check the seven predicted numbers."""
    right = [300_000, 223, 220, 10_100, 200_100, 5, 3]

    def at(place, *numbers):
        return lambda got, _: list(got)[place] in numbers

    def wrong(place):
        return lambda got, _: not same(right[place], list(got)[place])

    rules = {
        "a": "each chunk, in the column of each term.",
        "b": "each known term of the query brings as many postings as its df.",
        "c": "what do a repeated word and an unknown one cost?",
        "d": "tokens of the corpus, and of all queries.",
        "e": "as d, but how often is the corpus read?",
        "f": "which chunks score above 0, and how many of them come back?",
        "g": "which chunks score above 0, and how many of them come back?",
    }
    hints = [
        (
            "seven",
            lambda got, _: not isinstance(got, (list, tuple)) or len(got) != 7,
            "Give a list of seven numbers, in the order a to g: costs = [1, 2, 3, 4, 5, 6, 7].",
        ),
        (
            "swapped",
            lambda got, _: list(got)[1:3] == [220, 223],
            "Yours for b is c's, and yours for c is b's. Which query has which words?",
        ),
        (
            "tokens-for-terms",
            at(0, 2_000_000),
            "a: a vector has one column for each *different* term, however often it stands there.",
        ),
        (
            "without-zeros",
            at(0, 235, 47_000),
            "a: a full scan multiplies in every column, for all terms, zeros too.",
        ),
        (
            "chunks-of-a-query",
            at(1, 180, 200),
            "b: a chunk that is met through two terms is touched twice. Add the df of the terms.",
        ),
        (
            "repeated",
            at(2, 260, 261, 460, 461),
            "c: a repeated word has one weight, and its postings are walked through once.",
        ),
        (
            "unknown",
            at(2, 221, 420, 1_720),
            "c: a word that stands nowhere has no postings at all.",
        ),
        (
            "word-forgotten",
            lambda got, _: list(got)[1] == 43 or list(got)[2] == 40,
            'b or c: "the" is a term like any other, and has more postings than the rest together.',
        ),
        (
            "queries-forgotten",
            lambda got, _: list(got)[3] == 10_000 or list(got)[4] == 200_000,
            "d or e: the queries must be read as well, 5 tokens each.",
        ),
        (
            "index-once",
            at(3, 200_100, 100),
            "d: the corpus is read once, whatever the number of queries, and it must be read once.",
        ),
        (
            "index-each-time",
            at(4, 10_100, 202_000, 210_000, 210_100, 220_000),
            "e: 20 queries; for each of them the corpus is read once, 10,000 tokens, and the "
            "query, 5.",
        ),
        (
            "no-hit",
            at(5, 0),
            'f: the unknown word is dropped; "the" is left, and its chunks score above 0.',
        ),
        (
            "cutoff",
            at(5, 180),
            "f: k is a cutoff.",
        ),
        (
            "promise",
            at(6, 5, 0),
            "g: k is no promise. Chunks with neither word score 0 and are no hits.",
        ),
        *(
            (letter, wrong(place), f"{letter} is wrong (perhaps not alone): {sentence}")
            for place, (letter, sentence) in enumerate(rules.items())
        ),
    ]
    return check_value("E4.1", costs, right, hints)


def check_e4_2(meant_words):
    """Check the words that a query with own columns really asks for."""
    four = {"red": 0, "pump": 1, "blue": 2, "green": 3}
    mixed = {"zinc": 2, "pump": 0, "valve": 3, "hose": 1}  # not in the order of its columns
    cases = [
        (("blue motor", four), ["red", "pump"]),
        (("blue blue", four), ["red"]),
        (("pump - seal", four), ["red", "pump"]),
        (("Green, blue: green motor!", four), ["red", "pump", "blue"]),
        (("valve tin", mixed), ["pump", "hose"]),
        (("motor", mixed), ["pump"]),
        (("a motor and a hose", mixed), ["pump", "hose", "zinc", "valve"]),
        (("one two three four five six", mixed), ["pump", "hose", "zinc", "valve"]),
        (("", four), []),
        (("?!", four), []),
        (("pump", {}), []),
    ]

    def words(args):
        return args[0].lower().split()

    def reached(args, n):
        """The words in the first n columns."""
        return [term for term, at in sorted(args[1].items(), key=lambda x: x[1]) if at < n]

    hints = [
        (
            "runs-out",
            lambda args, got, _: isinstance(got, (IndexError, KeyError)),
            "The query has more columns than the corpus has words. What lies beyond is lost: ask "
            "whether the corpus has the column.",
        ),
        (
            "kind",
            lambda args, got, expected: (
                not isinstance(got, (BaseException, list, tuple))
                and got is not None
                and set(got) == set(expected)
            ),
            "The words are right. Give them as a list, in the order of the columns.",
        ),
        (
            "numbers",
            lambda args, got, _: got and all(isinstance(x, int) for x in got),
            "These are columns. Give the words of the corpus that stand there.",
        ),
        (
            "own-words",
            lambda args, got, _: (
                got and set(got) <= set(tokenize(args[0])) and list(got) != reached(args, len(got))
            ),
            "These are the query's own words. Its weights lie in columns 0, 1, 2 …: which words "
            "does the *corpus* have there?",
        ),
        (
            "from-one",
            lambda args, got, expected: list(got) == reached(args, len(expected) + 1)[1:],
            "The first own column is 0, not 1.",
        ),
        (
            "dict-order",
            lambda args, got, expected: list(got) == list(args[1])[: len(expected)],
            "Words are taken in the order of the dict. It is the number of a word that counts, "
            "not its place in the dict.",
        ),
        (
            "repeated",
            lambda args, got, expected: (
                len(got) == min(len(tokenize(args[0])), len(args[1])) > len(expected)
            ),
            "A word that comes again has a column already. make_vocabulary sees to that.",
        ),
        (
            "unknown-dropped",
            lambda args, got, expected: (
                list(got) == reached(args, len({t for t in tokenize(args[0]) if t in args[1]}))
            ),
            "A column for the corpus's words only? This mistake numbers *all* words of the query; "
            "it never looks at the corpus.",
        ),
        (
            "split",
            lambda args, got, expected: list(got) == reached(args, len(dict.fromkeys(words(args)))),
            "Punctuation makes words of its own here. Cut with tokenize.",
        ),
    ]
    return check_cases("E4.2", meant_words, cases, hints)


@never_raises
def check_e4_3(search_allowed):
    """Check the search that keeps to allowed pages."""
    pages = ["a.md", "b.md", "b.md"]
    red = {"red": [(0, 3.0), (1, 1.0), (2, 2.0)]}
    many = ["a.md", "b.md", "a.md", "b.md", "c.md", "b.md"]
    two = {
        "red": [(5, 1.0), (0, 9.0), (3, 1.0)],
        "pump": [(1, 1.0), (2, 7.0), (3, 1.0), (4, 0.5)],
    }
    tied = {"red": [(3, 1.0), (5, 1.0)], "pump": [(0, 1.0), (1, 1.0)]}
    both = {"red": 1.0, "pump": 1.0}
    noise = {"a": [(0, 0.3), (1, 0.1)], "b": [(0, 0.2), (1, 0.2)], "c": [(0, 0.1), (1, 0.3)]}
    close = [
        {"red": [(0, 0.51), (1, 0.54)]},
        {"red": [(0, 0.12341), (1, 0.12344)]},
        {"red": [(0, 0.100000002), (1, 0.100000004)]},
    ]
    cases = [
        (({"red": 1.0}, red, pages, {"b.md"}, 5), [(2, 2.0), (1, 1.0)]),
        (({"red": 1.0}, red, pages, {"b.md"}, 1), [(2, 2.0)]),
        (({"red": 0.5}, red, pages, {"a.md", "b.md"}, 2), [(0, 1.5), (2, 1.0)]),
        ((both, two, many, {"b.md"}, 2), [(3, 2.0), (1, 1.0)]),
        ((both, two, many, {"b.md", "c.md"}, 9), [(3, 2.0), (1, 1.0), (5, 1.0), (4, 0.5)]),
        ((both, tied, many, {"a.md", "b.md"}, 3), [(0, 1.0), (1, 1.0), (3, 1.0)]),
        (({"red": 1.0, "motor": 1.0}, red, pages, {"a.md"}, 3), [(0, 3.0)]),
        (({"red": 1.0}, red, pages, {"z.md"}, 3), []),
        (({"red": 1.0}, red, pages, set(), 3), []),
        (({"red": 1.0}, red, pages, {"b.md"}, 0), []),
        (({"motor": 1.0}, red, pages, {"a.md"}, 2), []),
        (({"red": 1.0}, red, pages, {"b.md"}, -1), ValueError),
        (({"motor": 1.0}, red, pages, {"b.md"}, -1), ValueError),
        ((dict.fromkeys("abc", 1.0), noise, many, {"a.md", "b.md"}, 2), [(0, 0.6), (1, 0.6)]),
        *(
            (({"red": 1.0}, lists, pages, {"a.md", "b.md"}, 3), lists["red"][::-1])
            for lists in close
        ),
    ]

    def pages_found(args, got):
        return [args[2][row] for row, _ in got]

    def met(args):
        """The allowed rows that the query meets, in order."""
        rows = {row for term in args[0] for row, _ in args[1].get(term, [])}
        return sorted(row for row in rows if args[2][row] in args[3])

    def unweighted(args):
        """The right rows, with sums that leave out the query's weights."""
        pairs = [pair for term in args[0] for pair in args[1].get(term, [])]
        return [(row, sum(x for at, x in pairs if at == row)) for row in met(args)]

    hints = [
        (
            "negative-k",
            lambda args, got, _: args[4] < 0 and not isinstance(got, Exception),
            "A negative k must be refused, even if nothing was found. Ask top_k in every case.",
        ),
        (
            "weight-forgotten",
            lambda args, got, expected: (
                set(args[0].values()) != {1.0} and got and set(got) <= set(unweighted(args))
            ),
            "These are sums of the chunks' weights alone. Each is multiplied by the query's weight "
            "of the term first.",
        ),
        (
            "rounded-away",
            lambda args, got, _: args[1] in close and [row for row, _ in got] == [0, 1],
            "Two scores that differ within nine decimals are no tie. Round to 9, not to fewer.",
        ),
        (
            "noise",
            lambda args, got, _: len(args[0]) == 3 and same([(1, 0.6), (0, 0.6)], got),
            "0.3 + 0.2 + 0.1 and 0.1 + 0.2 + 0.3 are a tie, but differ in their last digit. Round "
            "the sums to 9 decimals before they are ordered.",
        ),
        (
            "unknown-term",
            lambda args, got, _: isinstance(got, KeyError) and got.args == ("motor",),
            "A term of the query has no postings. Ask with postings.get(term, []).",
        ),
        (
            "places",
            lambda args, got, expected: [(met(args)[at], x) for at, x in got] == expected,
            "The scores are right, but `top_k` gives places in the list that it was handed. Look "
            "up which row stands at each place.",
        ),
        (
            "not-allowed",
            lambda args, got, _: any(page not in args[3] for page in pages_found(args, got)),
            "A chunk of a page that is not allowed came back.",
        ),
        (
            "pairs",
            lambda args, got, _: any(not isinstance(x, tuple) or len(x) != 2 for x in got),
            "Give a list of pairs (row, score).",
        ),
        (
            "swapped",
            lambda args, got, expected: [(b, a) for a, b in got] == expected,
            "The members of the pairs have changed places: (row, score).",
        ),
        (
            "zeros",
            lambda args, got, _: any(score == 0 for _, score in got),
            "A chunk that shares no term with the query is no hit. Give a score only to chunks "
            "that are met in the postings.",
        ),
        (
            "rows-for-pages",
            lambda args, got, expected: got == [] and expected and args[4] >= len(args[2]),
            "Nothing came back. `allowed` holds pages, not rows: pages[row] is the page of a row.",
        ),
        (
            "filter-after-cut",
            lambda args, got, expected: len(got) < len(expected) and got == expected[: len(got)],
            "Something allowed is missing. Is the list cut to k first and filtered afterwards? "
            "Filter before the cut.",
        ),
        (
            "uncut",
            lambda args, got, expected: len(got) > args[4],
            "These are more than k pairs.",
        ),
        (
            "ties",
            lambda args, got, expected: (
                [score for _, score in got] == [score for _, score in expected]
            ),
            "The scores are right, the rows are not. Equal scores go by row, and a dict keeps the "
            "order in which chunks were met.",
        ),
        (
            "order",
            lambda args, got, expected: sorted(got) == sorted(expected),
            "The pairs are right, their order is not: highest score first.",
        ),
        (
            "one-term",
            lambda args, got, expected: len(args[0]) > 1 and args[4] > 0,
            "A chunk with two terms of the query gets the sum of both products.",
        ),
    ]
    postings_read, pages_read = _work(search_allowed)
    if max(postings_read, pages_read) > 24:
        sentence = (
            "The result is right, but postings are read again for each chunk or for terms that "
            "nobody asked for, or there is a loop over all chunks or a list with a place for each. "
            "Loop over the query's terms, inside over each one's postings; keep sums in a dict."
        )
        found = f"{postings_read:,} postings were read, and {pages_read:,} chunks' pages"
        what = "400 chunks, and a query whose two terms have 6 postings in all"
        return failed("E4.3", "too-much-work", sentence, input=what, got=found)
    refused = call(search_allowed, {"red": 1.0}, red, pages, {"b.md"}, -1)
    if refused.raised and type(refused.value) is ValueError and _by_chance(refused.value):
        sentence = (
            "A negative k ends in a ValueError, but of a text that is no number. Refuse k itself, "
            "or hand it to top_k."
        )
        return failed("E4.3", "by-chance", sentence, input="k = -1", got=show(refused.value))
    return check_cases("E4.3", search_allowed, cases, hints)


def _by_chance(error):
    """Does the error come from int("x") or float("x")? Then it says nothing about k."""
    return str(error).startswith(("invalid literal for int()", "could not convert string"))


class _Counted(list):
    """A list that notes how many of its members are looked at; its length asks for all."""

    def __init__(self, members, seen):
        super().__init__(members)
        self.seen = seen

    def __iter__(self):
        self.seen.append(super().__len__())
        return super().__iter__()

    def __len__(self):
        self.seen.append(super().__len__())
        return super().__len__()

    def __getitem__(self, place):
        self.seen.append(1)
        return super().__getitem__(place)


def _work(search_allowed):
    """How many postings and pages a search looks at that finds what it should; 0, 0 if not."""
    read, looked = [], []
    postings = {f"t{n}": _Counted([(n, 1.0), (n + 1, 1.0), (n + 2, 1.0)], read) for n in range(398)}
    pages = _Counted(["a.md"] * 400, looked)
    got = call(search_allowed, {"t7": 1.0, "t8": 2.0}, postings, pages, {"a.md"}, 9)
    right = not got.raised and same([(8, 3.0), (9, 3.0), (10, 2.0), (7, 1.0)], got.value)
    return (sum(read), sum(looked)) if right else (0, 0)


def check_e4_4(best_rows):
    """Check that ties and rounding do not change the order."""
    low, high = 0.3 + 0.2 + 0.1, 0.1 + 0.2 + 0.3  # 0.6 and a hair more
    cases = [
        (({6: low, 4: high, 1: low, 5: low, 2: 0.9}, 5), [2, 1, 4, 5, 6]),
        (({4: 0.5, 0: 0.5, 2: 0.9}, 2), [2, 0]),
        (({0: 0.5, 4: 0.5, 2: 0.9}, 3), [2, 0, 4]),
        (({1: low, 2: high}, 2), [1, 2]),
        (({2: low, 1: high, 0: 0.1}, 3), [1, 2, 0]),
        (({2: high, 1: low, 7: 0.7}, 2), [7, 1]),
        (({10: 0.2, 9: 0.2, 1: 0.2}, 3), [1, 9, 10]),
        (({3: 0.12341, 1: 0.12340}, 2), [3, 1]),
        (({3: 0.1234567, 1: 0.1234565}, 2), [3, 1]),
        (({3: 0.100000004, 1: 0.100000002}, 2), [3, 1]),
        (({3: 0.1000000004, 1: 0.1000000001}, 2), [1, 3]),
        (({5: 0.1, 6: 0.2}, 99), [6, 5]),
        (({5: 0.1, 6: 0.2}, 0), []),
        (({}, 3), []),
        (({5: 0.1, 6: 0.2}, -1), ValueError),
        (({}, -1), ValueError),
    ]

    def in_order(sums):
        return sorted(sums, key=lambda row: (-round(sums[row], 9), row))

    def by(key):
        return lambda args, got, _: got == sorted(args[0], key=key(args[0]))[: args[1]]

    hints = [
        (
            "negative-k",
            lambda args, got, _: args[1] < 0,
            "A negative k would quietly drop the last result. Refuse it first of all.",
        ),
        (
            "pairs",
            lambda args, got, _: any(isinstance(x, tuple) for x in got),
            "Give the rows alone, not pairs.",
        ),
        (
            "places",
            lambda args, got, _: got and any(row not in args[0] for row in got),
            "These are places in a list or scores, not rows: the keys of `sums` are the rows.",
        ),
        (
            "cut-first",
            lambda args, got, _: got == in_order(dict([*args[0].items()][: args[1]])),
            "The list is cut to k before it is in order. Sort all rows, then cut.",
        ),
        (
            "rounded-away",
            lambda args, got, expected: (
                3 in args[0] and 1 in args[0] and max(args[0].values()) < 0.2 and got == [1, 3]
            ),
            "Two scores that differ in the ninth decimal, or before it, are no tie. Round to 9.",
        ),
        (
            "rounded-too-late",
            lambda args, got, expected: list(args[0]) == [3, 1] and expected == [1, 3] == got[::-1],
            "Two scores that are equal in nine decimals are a tie. Round to 9, not to more.",
        ),
        (
            "backwards",
            by(lambda sums: lambda row: (-round(sums[row], 9), -row)),
            "Ties come with the larger row first. Is a whole pair sorted with reverse=True? Take "
            "the negative score and the row, and no reverse.",
        ),
        (
            "lowest-first",
            by(lambda sums: lambda row: (round(sums[row], 9), row)),
            "The lowest score comes first.",
        ),
        (
            "noise",
            by(lambda sums: lambda row: (-sums[row], row)),
            "Ties go by row now. But two scores of 0.6 differ in their last digit, by the order "
            "of adding. Round before you compare.",
        ),
        (
            "order-of-meeting",
            by(lambda sums: lambda row: -round(sums[row], 9)),
            "Equal scores still stand in the order of the dict. The row must be in the key, too.",
        ),
        (
            "as-before",
            by(lambda sums: lambda row: -sums[row]),
            "Here the score alone decides, unrounded: neither reason for the trouble is gone.",
        ),
        (
            "uncut",
            lambda args, got, _: len(got) > args[1],
            "These are more than k rows.",
        ),
        (
            "too-few",
            lambda args, got, expected: len(got) < len(expected),
            "Rows are missing. Every row counts, up to k.",
        ),
    ]
    return check_cases("E4.4", best_rows, cases, hints)


def check_e4_5(add_text):
    """Check that a text is added to an index of counts, and that every length is new."""

    def idf(n, df):
        return math.log((1 + n) / (1 + df)) + 1

    def norms(n, postings, weight=idf, chunks=None):
        """The length of each chunk's vector, with N = n."""
        return [
            math.hypot(
                *(x * weight(n, len(p)) for p in postings.values() for at, x in p if at == row)
            )
            for row in range(n if chunks is None else chunks)
        ]

    def index(n, **postings):
        return {"n": n, "postings": postings, "norms": norms(n, postings)}

    two, one = math.log(3 / 2) + 1, 1.0  # idf with N = 2, of df 1 and df 2
    cases = [
        (
            ({"n": 1, "postings": {"red": [(0, 2)]}, "norms": [2.0]}, "Red valve"),
            {
                "n": 2,
                "postings": {"red": [(0, 2), (1, 1)], "valve": [(1, 1)]},
                "norms": [2 * one, math.sqrt(one**2 + two**2)],
            },
        ),
        (
            ({"n": 1, "postings": {"red": [(0, 2)]}, "norms": [2.0]}, "valve"),
            {
                "n": 2,
                "postings": {"red": [(0, 2)], "valve": [(1, 1)]},
                "norms": [2 * two, two],
            },
        ),
        ((index(0), "red pump red"), index(1, red=[(0, 2)], pump=[(0, 1)])),
        (
            (index(3, red=[(0, 2)], pump=[(0, 1), (2, 4)]), "Pump, pump!"),
            index(4, red=[(0, 2)], pump=[(0, 1), (2, 4), (3, 2)]),
        ),
        ((index(5, red=[(4, 1)]), ""), index(6, red=[(4, 1)])),
        ((index(2, red=[(0, 1)]), "?!"), index(3, red=[(0, 1)])),
        (
            (index(9, red=[(0, 1)]), "NO_PROXY 7"),
            index(10, **{"red": [(0, 1)], "no_proxy": [(9, 1)], "7": [(9, 1)]}),
        ),
    ]

    def lengths(rule):
        """Is all else right, and are the lengths those that the rule gives?"""

        def holds(args, got, expected):
            counts = all(got[key] == expected[key] for key in ("n", "postings"))
            return counts and rule(args, got["norms"], expected["norms"], expected)

        return holds

    def entries(got):
        return got["postings"]

    def new_pairs(args, got):
        """The pairs that were added, by term."""
        before = args[0]["postings"]
        return {t: pairs[len(before.get(t, [])) :] for t, pairs in entries(got).items()}

    hints = [
        (
            "no-index",
            lambda args, got, _: (
                not isinstance(got, BaseException)
                and (not isinstance(got, dict) or set(got) != {"n", "postings", "norms"})
            ),
            'Give the index back: a dict with "n", "postings" and "norms".',
        ),
        (
            "norms-forgotten",
            lengths(lambda args, got, right, _: len(got) != len(right)),
            "norms must hold one length for each chunk, the new one among them.",
        ),
        (
            "no-root",
            lengths(lambda args, got, right, _: same([x * x for x in right], got)),
            "These are sums of squares. A length is the root of one.",
        ),
        (
            "counts-alone",
            lengths(
                lambda args, got, _, all_: same(
                    norms(all_["n"], all_["postings"], lambda n, df: 1), got
                )
            ),
            "These are lengths of counts. The vector's numbers are count times idf.",
        ),
        (
            "idf-too-early",
            lengths(
                lambda args, got, _, all_: same(
                    norms(args[0]["n"], all_["postings"], chunks=all_["n"]), got
                )
            ),
            "These lengths hold idf with the old N. Let n grow first.",
        ),
        (
            "stale-norms",
            lengths(lambda args, got, _, __: args[0]["n"] and same(args[0]["norms"], got[:-1])),
            "Old chunks have their old lengths. N has grown, so idf has changed, and with it the "
            "vectors of chunks that nobody touched.",
        ),
        (
            "norms-wrong",
            lengths(lambda args, got, right, _: True),
            "Counts are right, lengths are not. For each chunk: the root of the sum of "
            "(count × idf)² over all its terms.",
        ),
        (
            "unknown-dropped",
            lambda args, got, expected: (
                (isinstance(got, KeyError) or not set(entries(expected)) <= set(entries(got)))
                and not any("," in t or t != t.lower() for t in (entries(got) if _is(got) else ()))
            ),
            "A term that is new to the index is missing or stops it. Make an empty list of "
            "postings for it, then add to that.",
        ),
        (
            "split",
            lambda args, got, expected: set(entries(got)) - set(entries(expected)),
            "There are terms that tokenize does not give. Cut with tokenize, not with split().",
        ),
        (
            "n-forgotten",
            lambda args, got, expected: got["n"] == args[0]["n"] != expected["n"],
            "One more chunk is in the index, so n must grow by one, also for an empty text.",
        ),
        (
            "n-wrong",
            lambda args, got, expected: got["n"] != expected["n"],
            "n counts chunks: a text adds exactly 1.",
        ),
        (
            "replaced",
            lambda args, got, expected: any(
                entries(got)[term][: len(pairs)] != pairs
                for term, pairs in args[0]["postings"].items()
            ),
            "Old postings are gone or changed. Add behind them.",
        ),
        (
            "swapped",
            lambda args, got, expected: (
                {t: [(b, a) for a, b in pairs] for t, pairs in new_pairs(args, got).items()}
                == new_pairs(args, expected)
            ),
            "The members of the new pairs have changed places: (row, count).",
        ),
        (
            "row",
            lambda args, got, _: any(
                row != args[0]["n"] for pairs in new_pairs(args, got).values() for row, _ in pairs
            ),
            "The row is wrong. Rows count from 0, so the new one has the number of chunks that "
            "were there *before*.",
        ),
        (
            "each-token",
            lambda args, got, _: any(len(pairs) > 1 for pairs in new_pairs(args, got).values()),
            "A term got several pairs for one chunk, so its df is too large. One pair for each "
            "different term, with its count.",
        ),
        (
            "ones",
            lambda args, got, expected: all(
                count == 1 for pairs in new_pairs(args, got).values() for _, count in pairs
            ),
            "Every count is 1. How often does the term stand in the text?",
        ),
    ]
    return check_cases("E4.5", add_text, cases, hints)


def _is(got):
    return isinstance(got, dict) and isinstance(got.get("postings"), dict)


@never_raises
def check_e4_6(search_report):
    """Check the report on small documents; every cosine worked out by hand or by scikit-learn."""
    pump = Document("a.md", "Red pump.")
    # the three texts of the lesson, two of them sections of one page
    page = Document("p.md", "# One\n\nred pump red\n\n# Two\n\nblue pump\n")
    valve = Document("v.md", "green valve")
    # the terms stand in another order than their shares: first not by place, then not by letter
    turned = [
        Document("r.md", "pump red red"),
        Document("v.md", "valve pump pump"),
        Document("s.md", "seal"),
    ]
    hits = [("p.md#0", 0.9591, ["red", "pump"]), ("p.md#1", 0.3664, ["pump"])]
    cases = [
        (([pump], ["the pump", "motor"], 3), [[("a.md#0", 0.7071, ["pump"])], []]),
        (([page, valve], ["red pump"], 5), [hits]),
        (
            ([page, valve], ["red pump", "valve", "pump"], 1),
            [
                hits[:1],
                [("v.md#0", 0.7071, ["valve"])],
                [("p.md#1", 0.6053, ["pump"])],
            ],
        ),
        (([page, valve], ["pump red"], 5), [hits]),
        (([page, valve], ["motor", ""], 5), [[], []]),
        (([page, valve], [], 5), []),
        (([], ["red"], 5), [[]]),
        (([valve, page], ["the blue"], 0), [[]]),
        (
            (turned, ["red pump", "pump valve"], 5),
            [
                [("r.md#0", 0.9591, ["red", "pump"]), ("v.md#0", 0.5058, ["pump"])],
                [("v.md#0", 0.9431, ["pump", "valve"]), ("r.md#0", 0.2152, ["pump"])],
            ],
        ),
    ]

    def flat(report):
        return [hit for hits in report for hit in hits]

    def column(report, place):
        return [hit[place] for hit in flat(report)]

    hints = [
        (
            "no-step",
            lambda args, got, _: isinstance(got, Endless),
            "It has a loop without an end. Three `for` loops are all it needs.",
        ),
        (
            "one-report",
            lambda args, got, _: (
                isinstance(got, dict)
                or (got and len(args[1]) and all(isinstance(hit, tuple) for hit in got))
            ),
            "Give a list of reports, one for each query, also where there is one query only.",
        ),
        (
            "missing-report",
            lambda args, got, expected: len(got) != len(expected),
            "There must be as many reports as queries; a query without hits has the report [].",
        ),
        (
            "triples",
            lambda args, got, _: any(len(hit) != 3 for hit in flat(got)),
            "Each hit is a triple: (chunk id, score, list of terms).",
        ),
        (
            "zero-terms",
            lambda args, got, expected: (
                column(got, 0) == column(expected, 0)
                and any(
                    len(a) > len(b)
                    for a, b in zip(column(got, 2), column(expected, 2), strict=True)
                )
            ),
            "A term that the chunk lacks is in the list. Keep those with a share above 0.",
        ),
        (
            "shares",
            lambda args, got, _: any(isinstance(terms, dict) for terms in column(got, 2)),
            "The third is a list of terms, without their shares.",
        ),
        (
            "term-order",
            lambda args, got, expected: (
                [sorted(terms) for terms in column(got, 2)]
                == [sorted(terms) for terms in column(expected, 2)]
                and column(got, 0) == column(expected, 0)
                and column(got, 2) != column(expected, 2)
            ),
            "The terms are right, their order is not. `explain` has them in order already.",
        ),
        (
            "one-term",
            lambda args, got, expected: (
                column(got, 0) == column(expected, 0)
                and any(
                    terms != right
                    for terms, right in zip(column(got, 2), column(expected, 2), strict=True)
                )
            ),
            "Terms are missing: all that the chunk shares with the query belong in the list.",
        ),
        (
            "chunk",
            lambda args, got, _: any(not isinstance(name, str) for name in column(got, 0)),
            "The first is the id of the chunk, hit.chunk.id.",
        ),
        (
            "document-id",
            lambda args, got, _: any("#" not in name for name in column(got, 0)),
            "The first is the id of the chunk, with # and a number, not that of its document.",
        ),
        (
            "unrounded",
            lambda args, got, expected: (
                column(got, 0) == column(expected, 0)
                and all(
                    round(a, 4) == b
                    for a, b in zip(column(got, 1), column(expected, 1), strict=True)
                )
            ),
            "Round the score to 4 decimals.",
        ),
        (
            "cut-off",
            lambda args, got, expected: (
                column(got, 0) == column(expected, 0)
                and same(column(expected, 1), column(got, 1), tolerance=0.00015)
            ),
            "A score is off by 0.0001: digits are cut off, or rounded up. 0.94309 rounds to "
            "0.9431; round(score, 4) does it.",
        ),
        (
            "own-idf",
            lambda args, got, expected: len(args[0]) > 1,
            "Scores or hits are not those of one index over all chunks. Are documents indexed one "
            "by one, or only the last? Or not cut with chunk_sections?",
        ),
    ]
    got, built = _times_built(search_report, [pump], ["red", "the pump", "red"], 3)
    if built > 1 and not got.raised:
        sentence = (
            "Index once: one index, over the chunks of all documents, before the loop over the "
            "queries."
        )
        found = f"the index was built {built} times"
        return failed("E4.6", "index-in-the-loop", sentence, input="three queries", got=found)
    return check_cases("E4.6", search_report, cases, hints, equal=lambda a, b: a == b)


def _times_built(function, *args):
    """Outcome of a call, and how often it built an index."""
    calls, index = [], TfidfIndex.index

    def counted(self, chunks):
        calls.append(1)
        return index(self, chunks)

    TfidfIndex.index = counted
    try:
        return call(function, *args), len(calls)
    finally:
        del TfidfIndex.index
