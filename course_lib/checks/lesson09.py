"""Checks of lesson 09: BM25 by hand and as a function, where it disagrees, cut endings."""

from course_lib.bm25 import BM25Index, idf_bm25, length_norm, saturation
from course_lib.checks import check_cases, check_value, failed, never_raises, not_done, passed
from course_lib.checks.stages import names_in
from course_lib.documents import Chunk
from course_lib.tfidf import TfidfIndex
from course_lib.tokens import tokenize
from course_lib.words import strip


def _near(a, b):
    return abs(float(a) - b) < 5e-3


def check_e9_1(numbers):
    """Check the ten numbers by hand."""
    right = [2, 1.5, 3, 1.5, 0.75, 1, 2, 8, 1, 5]

    def at(place, *values):
        return lambda got, _: any(_near(list(got)[place], value) for value in values)

    def wrong(place):
        return lambda got, _: not _near(list(got)[place], right[place])

    rules = {
        "a": "1 plus (chunks without + 0.5) / (chunks with + 0.5).",
        "b": "tf · (k1 + 1) / (tf + k1).",
        "c": "what does tf · (k1 + 1) / (tf + k1) come near to when tf grows and grows?",
        "d": "1 − b + b · length / average.",
        "e": "tf · (k1 + 1) / (tf + k1 · norm), with the norm of d.",
        "f": "put 0 for k1.",
        "g": "each word of the query adds its own, as often as it stands there.",
        "h": "N / (1 + df) has to be 1 or less. N is 9.",
        "i": "ln((1 + N) / (1 + df)) + 1, with df = N.",
        "j": "(N − df + 0.5) / (df + 0.5) has to be less than 1. N is 9.",
    }
    hints = [
        (
            "ten",
            lambda got, _: not isinstance(got, (list, tuple)) or len(got) != 10,
            "Give a list of ten numbers, in the order a to j: numbers = [1, 2, 3, …].",
        ),
        (
            "texts",
            lambda got, _: any(isinstance(number, str) for number in got),
            "Give numbers, without quotes.",
        ),
        ("logarithm", at(0, 0.6931), "a: the number *of which* the ln is taken was asked for."),
        ("without-one", at(0, 1), "a: the 1 that keeps it above 0 is missing."),
        ("plain-count", at(1, 3), "b: that is the count. It saturates."),
        ("k1", at(2, 2), "c: the factor above the line is k1 + 1."),
        ("full-length", at(3, 2), "d: that is length / average. b softens it."),
        ("norm-forgotten", at(4, 1), "e: that would be so at average length."),
        ("norm-divides", at(4, 1 / 1.5), "e: the norm multiplies k1, not the whole."),
        ("all-repeats", at(5, 7), "f: with k1 = 0 repeats do not count."),
        ("nothing", at(5, 0), "f: the word is there: above the line stands tf · 1."),
        ("once", at(6, 1), "g: a word that is repeated in the query counts each time."),
        ("pump-counts", at(6, 3), "g: pump does not stand in the chunk."),
        (
            "one-late",
            at(7, 9),
            "h: 0 counts, too. From which df on is 9 / (1 + df) at most 1?",
        ),
        ("half-forms", at(7, 4, 5), "h: that is half of the chunks, which matters for j."),
        ("smoothed-falls", at(8, 0), "i: the smoothed form adds 1 to every word, common or not."),
        ("other-form", at(8, 0.0513), "i: that is the idf of BM25. The smoothed form was asked."),
        (
            "still-above",
            at(9, 4),
            "j: put your df in. Is the number of which the ln is taken below 1?",
        ),
        *(
            (letter, wrong(n), f"{letter}: {rule}")
            for n, (letter, rule) in enumerate(rules.items())
        ),
    ]
    return check_value(
        "E9.1",
        numbers,
        right,
        hints,
        equal=lambda want, got: (
            len(got) == 10
            and not any(isinstance(number, str) for number in got)
            and all(map(_near, got, want))
        ),
    )


def check_e9_2(weigh):
    """Check the weights of postings against values worked out with the lesson's parts."""

    def weights(postings, lengths, k1, b):
        average, idf = sum(lengths) / len(lengths), idf_bm25(len(postings), len(lengths))
        return [
            (row, idf * saturation(tf, k1, length_norm(lengths[row], average, b)))
            for row, tf in postings
        ]

    inputs = [
        ([(0, 2)], [3, 2, 2], 1.5, 0.75),
        ([(0, 1), (1, 1)], [3, 2, 2], 1.5, 0.75),
        ([(1, 3), (3, 1)], [10, 40, 5, 25], 1.2, 0.75),
        ([(0, 5), (2, 1)], [50, 1, 5], 0, 0.75),
        ([(0, 5), (2, 1)], [50, 1, 5], 2, 0),
        ([(1, 4)], [50, 8, 5], 2, 1),
    ]

    def other(make):
        def fits(args, got, _):
            return [pair[0] for pair in got] == [row for row, _ in args[0]] and all(
                _near(value, make(row, tf, args))
                for (row, value), (_, tf) in zip(got, args[0], strict=True)
            )

        return fits

    def parts(row, args):
        postings, lengths, k1, b = args
        average = sum(lengths) / len(lengths)
        return idf_bm25(len(postings), len(lengths)), length_norm(lengths[row], average, b), k1

    def no_idf(row, tf, args):
        _, norm, k1 = parts(row, args)
        return saturation(tf, k1, norm)

    def no_norm(row, tf, args):
        idf, _, k1 = parts(row, args)
        return idf * saturation(tf, k1)

    def divided(row, tf, args):
        idf, norm, k1 = parts(row, args)
        return idf * saturation(tf, k1) / norm

    def multiplied(row, tf, args):
        idf, norm, k1 = parts(row, args)
        return idf * saturation(tf, k1) * norm

    def bare(row, tf, args):
        return parts(row, args)[0] * tf

    hints = [
        ("no-idf", other(no_idf), "The idf is missing: a rare word would count like a common one."),
        ("no-norm", other(no_norm), "The length of the chunk plays no part."),
        ("divided", other(divided), "The norm belongs beside k1, inside saturation."),
        (
            "multiplied",
            other(multiplied),
            "So a long chunk gains. The norm multiplies k1, inside saturation, not the result.",
        ),
        ("bare", other(bare), "That is idf times the bare count. It has to saturate."),
        (
            "defaults",
            lambda args, got, _: (
                args[2:] != (1.5, 0.75)
                and any(
                    _near(value, dict(weights(*args[:2], *other))[row])
                    for row, value in got
                    for other in ((1.5, 0.75), (1.5, args[3]), (args[2], 0.75))
                    if not _near(dict(weights(*args))[row], dict(weights(*args[:2], *other))[row])
                )
            ),
            "k1 and b as they are given must reach saturation and length_norm.",
        ),
    ]
    cases = [(args, weights(*args)) for args in inputs]
    return check_cases("E9.2", weigh, cases, hints)


@never_raises
def check_e9_3(all_scores):
    """Check the scores of whole small corpora, empty ones among them."""
    if "BM25Index" in names_in(all_scores):
        return failed("E9.3", "index", "No index this time: count and add up yourself.")
    three = [["red", "pump", "red"], ["blue", "pump"], ["green", "valve"]]
    leaks = [text.split() for text in ("pump leaks oil", "valve leaks water", "motor hums quietly")]
    cases = [
        ((three, ["red", "pump"]), [1.699787, 0.502294, 0.0]),
        ((leaks, ["leaks"]), [0.470004, 0.470004, 0.0]),
        ((three, ["motor"]), [0.0, 0.0, 0.0]),
        ((three, []), [0.0, 0.0, 0.0]),
        ((three, ["red", "red"]), [2.566656, 0.0, 0.0]),
        ((three, ["pump"], 0, 0.75), [0.470004, 0.470004, 0.0]),
        ((three, ["red"], 2, 0), [1.471244, 0.0, 0.0]),
        (([["pump", "seal"], [], ["valve"]], ["pump"]), [0.676434, 0.0, 0.0]),
        (([["pump"], ["pumps"], ["oil"]], ["pump"]), [0.980829, 0.0, 0.0]),
        (([[], []], ["pump"]), [0.0, 0.0]),
        (([], ["pump"]), []),
    ]
    hints = [
        (
            "length",
            lambda args, got, want: len(got) != len(want),
            "One number for each chunk, in their order, 0.0 where nothing fits.",
        ),
        (
            "once",
            lambda args, got, want: args[1] == ["red", "red"] and _near(got[0], want[0] / 2),
            "A word that stands twice in the query counts twice.",
        ),
        (
            "empty",
            lambda args, got, want: isinstance(got, ZeroDivisionError) and not any(args[0]),
            "Chunks without tokens: there is no average to divide by.",
        ),
        (
            "absent",
            lambda args, got, want: isinstance(got, ZeroDivisionError) and args[2:3] == (0,),
            "With k1 = 0 a word that is not there gives 0 / 0. Leave out the chunks without it.",
        ),
        (
            "average",
            lambda args, got, want: [] in args[0] and _near(got[0], 0.857407),
            "The average is over all chunks: one without tokens counts, with the length 0.",
        ),
        (
            "inside",
            lambda args, got, want: ["pumps"] in args[0],
            "pumps is another word than pump: compare whole tokens.",
        ),
        (
            "occurrences",
            lambda args, got, want: (
                args[1] == ["red", "pump"]
                and _near(got[0], want[0] - 0.980829 * 1.308411 + idf_bm25(2, 3) * 1.308411)
            ),
            "df counts chunks that hold the word, not the times that it stands there.",
        ),
        (
            "no-length",
            lambda args, got, want: args[1] == ["red", "pump"] and _near(got[0], 1.871188),
            "The length of the chunk plays no part.",
        ),
        (
            "fixed",
            lambda args, got, want: len(args) > 2 and len(got) == len(want),
            "k1 and b as they are given must be used.",
        ),
    ]
    return check_cases("E9.3", all_scores, cases, hints)


@never_raises
def check_e9_4(answer):
    """Check that TF-IDF and BM25 put different texts first, without ties, and find one never."""
    if answer is None or any(part is None or part is ... for part in answer):
        return not_done("E9.4")
    texts, query, unfound = answer
    fine = isinstance(texts, (list, tuple)) and all(isinstance(text, str) for text in texts)
    if not fine or not 3 <= len(texts) <= 6 or not isinstance(query, str):
        return failed("E9.4", "form", "Give a list of three to six texts, and the query as a text.")
    if len(set(texts)) < len(texts):
        return failed("E9.4", "twice", "Two of your texts are the same: which is first, then?")
    chunks = [Chunk(f"{n}#0", str(n), text, 0, len(text)) for n, text in enumerate(texts)]
    firsts = {}
    for name, index in (("TF-IDF", TfidfIndex()), ("BM25", BM25Index())):
        hits = index.index(chunks).search(query, 2)
        if not hits:
            return failed("E9.4", "no-hits", f"{name} finds nothing for {query!r}.")
        if len(hits) > 1 and hits[1].score > hits[0].score - 1e-6:
            hint = f"By {name} the first two are a tie: {hits[0].chunk.text!r}, "
            return failed("E9.4", "tie", f"{hint}{hits[1].chunk.text!r}.")
        firsts[name] = hits[0].chunk.text
    if firsts["TF-IDF"] == firsts["BM25"]:
        hint = (
            f"Both put {firsts['BM25']!r} first. To a cosine only the shares of the words in a "
            "text matter, to BM25 how often the word stands there: let one text win by each."
        )
        return failed("E9.4", "agree", hint)
    return _unfound_problem(texts, query, unfound) or passed("E9.4")


def _unfound_problem(texts, query, unfound):
    """The `Result` if the text at that place can be found by words, or is none, else None."""
    if isinstance(unfound, bool) or not isinstance(unfound, int) or not 0 <= unfound < len(texts):
        hint = f"unfound is the place of a text, a number from 0 to {len(texts) - 1}."
        return failed("E9.4", "no-place", hint)
    theirs, asked = tokenize(texts[unfound]), tokenize(query)
    shared = sorted(set(theirs) & set(asked))
    if shared:
        hint = f"{texts[unfound]!r} can be found: it shares {shared[0]!r} with the query."
        return failed("E9.4", "shares", hint)
    near = [
        (a, b)
        for a in theirs
        for b in asked
        if strip(a) == strip(b) or (min(len(a), len(b)) > 3 and a[:4] == b[:4])
    ]
    if near:
        hint = f"{near[0][0]!r} and {near[0][1]!r} differ only in their ends: a stemmer joins them."
        return failed("E9.4", "endings", hint)
    if len(theirs) < 3:
        hint = f"{texts[unfound]!r} is too short to answer anything. Say it in a few words."
        return failed("E9.4", "no-answer", hint)
    return None


def check_e9_5(choose_and_report):
    """Check that the choice is made on tune alone and the gain taken on test alone."""
    two = {"a": [0, 1], "b": [1, 1]}
    cases = [
        (
            (
                {"a": [0, 1, 1], "b": [1, 1, 1], "c": [0, 0, 0]},
                {"a": [1, 0, 1, 1], "b": [0, 0, 1, 0], "c": [1, 1, 1, 1]},
                "a",
            ),
            ("b", -0.5),
        ),
        ((two, {"a": [1, 0, 1, 1], "b": [0, 0, 1, 1]}, "a"), ("b", -0.25)),
        ((two, {"a": [0, 0, 0, 1], "b": [1, 0, 1, 1]}, "a"), ("b", 0.5)),
        ((two, {"a": [1, 1, 1, 1], "b": [0, 0, 0, 1]}, "b"), ("b", 0.0)),
        (
            (
                {"a": [0.5, 0.5], "b": [1, 0.2], "c": [0.2, 0.9]},
                {"a": [0.3, 0.3, 0.3], "b": [0.4, 0.1, 0.1], "c": [1, 1, 1]},
                "a",
            ),
            ("b", -0.1),
        ),
        (
            ({"a": [0, 1], "b": [1, 0], "c": [0.5, 0]}, {"a": [1], "b": [0], "c": [0]}, "b"),
            ("b", 0),
        ),
        (
            ({"a": [0, 1], "b": [1, 0], "c": [0.5, 0]}, {"a": [1], "b": [0], "c": [0.5]}, "c"),
            ("a", 0.5),
        ),
        (({(1.5, 0.75): [0.2, 0.4]}, {(1.5, 0.75): [1, 0, 0]}, (1.5, 0.75)), ((1.5, 0.75), 0)),
    ]

    def mean(values):
        return sum(values) / len(values)

    def best(values):
        return max(values, key=lambda name: mean(values[name]))

    def tied(args):
        tune = args[0]
        return len({name for name in tune if mean(tune[name]) == mean(tune[best(tune)])}) > 1

    def gain_is(make):
        return lambda args, got, want: got[0] == want[0] and _near(got[1], make(want[0], *args))

    hints = [
        (
            "two",
            lambda args, got, want: not isinstance(got, (tuple, BaseException)) or len(got) != 2,
            "Give two things: the setting, and its gain on test.",
        ),
        (
            "kept-for-ties",
            lambda args, got, want: tied(args) and args[2] == want[0] != got[0],
            "Nothing is better on tune than the default, so it stays.",
        ),
        (
            "last-of-equals",
            lambda args, got, want: tied(args) and got[0] != want[0],
            "Of equal ones the first wins, unless the default is among them.",
        ),
        (
            "chosen-on-test",
            lambda args, got, want: got[0] != want[0] and got[0] == best(args[1]),
            "It has chosen by the test questions, on which it then reports.",
        ),
        (
            "never-changes",
            lambda args, got, want: got[0] != want[0] and got[0] == args[2],
            "Another setting is better on tune: that one is chosen, whatever it does on test.",
        ),
        (
            "gain-on-tune",
            gain_is(lambda name, tune, test, default: mean(tune[name]) - mean(tune[default])),
            "That is the gain on tune, the luck of the choice included. Report on test.",
        ),
        (
            "no-difference",
            gain_is(lambda name, tune, test, default: mean(test[name])),
            "That is the mean on test. The gain is that less the mean of the default.",
        ),
        (
            "sums",
            gain_is(lambda name, tune, test, default: sum(test[name]) - sum(test[default])),
            "That is a difference of sums. Take means.",
        ),
        (
            "wrong-way",
            gain_is(lambda name, tune, test, default: mean(test[default]) - mean(test[name])),
            "The gain is the chosen less the default; a loss is below 0.",
        ),
        (
            "across",
            gain_is(lambda name, tune, test, default: mean(test[name]) - mean(tune[default])),
            "Both means of the gain are taken on test.",
        ),
    ]
    return check_cases("E9.5", choose_and_report, cases, hints)


def check_e9_6(search_with):
    """Check a search over changed words: hits, scores, original chunks."""
    texts = ["Pumps leak, and pumps hum.", "The pumping station", "A leaking valve", "Nothing here"]
    ids = ["a#0", "a#1", "b#0", "b#1"]
    chunks = [Chunk(i, i[0], text, 0, len(text)) for i, text in zip(ids, texts, strict=True)]
    changes = {  # as they are printed
        "word": str,
        "word[:4]": lambda word: word[:4],
        "word[::-1]": lambda word: word[::-1],
        "word + 's'": lambda word: word + "s",
    }

    def asked(change, query, k):
        made = search_with(chunks, changes[change])
        return [(hit.chunk.text, round(hit.score, 6)) for hit in made(query, k)]

    def expected(change, query, k):
        def changed(text):
            return " ".join(map(changes[change], tokenize(text)))

        index = BM25Index().index(
            [
                Chunk(i, i[0], changed(text), 0, len(text))
                for i, text in zip(ids, texts, strict=True)
            ]
        )
        hits = index.search(changed(query), k)
        return [(texts[ids.index(hit.chunk.id)], round(hit.score, 6)) for hit in hits]

    if search_with is None or search_with is ...:
        return not_done("E9.6")
    inputs = [
        ("word[:4]", "pump", 5),
        ("word[:4]", "pumping", 5),
        ("word[:4]", "Leaks", 5),
        ("word[:4]", "pump leak", 1),
        ("word", "pumps", 5),
        ("word", "pump", 5),
        ("word[::-1]", "leak", 5),
        ("word[:4]", "xyz", 5),
        ("word + 's'", "leak", 5),
        ("word + 's'", "Leak?", 5),
    ]
    hints = [
        (
            "changed-chunks",
            lambda args, got, want: got and any(text not in texts for text, _ in got),
            "The hits hold the changed chunks. Put the original ones in.",
        ),
        (
            "by-document",
            lambda args, got, want: (
                got and [score for _, score in got] == [score for _, score in want]
            ),
            "The scores are right, the chunks are not: a document has several. Go by chunk id.",
        ),
        (
            "tokens",
            lambda args, got, want: args[0].endswith("'s'") and not got,
            "A comma came along: cut text and query with tokenize, then change each token.",
        ),
        (
            "chunks-as-they-were",
            lambda args, got, want: args[1] == "pump" and got == [],
            "Nothing is found: the tokens of the chunks must go through `change`, too.",
        ),
        (
            "query",
            lambda args, got, want: isinstance(got, list) and want and not got,
            "Nothing is found: the query must go through `change`, too.",
        ),
        (
            "chunks",
            lambda args, got, want: isinstance(got, list) and len(got) < len(want),
            "A chunk is missing: every token of every chunk goes through `change`.",
        ),
        (
            "unchanged",
            lambda args, got, want: isinstance(got, list) and len(got) > len(want),
            "More is found than `change` allows.",
        ),
    ]
    return check_cases("E9.6", asked, [(args, expected(*args)) for args in inputs], hints)
