"""Checks of lesson 09: BM25 by hand and as a function, where it disagrees, cut endings."""

from course_lib.bm25 import BM25Index, idf_bm25, length_norm, saturation
from course_lib.checks import check_cases, check_value, failed, never_raises, not_done, passed
from course_lib.documents import Chunk
from course_lib.tfidf import TfidfIndex


def _near(a, b):
    return abs(float(a) - b) < 5e-3


def check_e9_1(numbers):
    """Check the seven numbers by hand."""
    right = [2, 1.5, 3, 1.5, 0.75, 1, 2]

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
    }
    hints = [
        (
            "seven",
            lambda got, _: not isinstance(got, (list, tuple)) or len(got) != 7,
            "Give a list of seven numbers, in the order a to g: numbers = [1, 2, 3, 4, 5, 6, 7].",
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
        equal=lambda want, got: len(got) == 7 and all(map(_near, got, want)),
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

    def bare(row, tf, args):
        return parts(row, args)[0] * tf

    hints = [
        ("no-idf", other(no_idf), "The idf is missing: a rare word would count like a common one."),
        ("no-norm", other(no_norm), "The length of the chunk plays no part."),
        ("divided", other(divided), "The norm belongs beside k1, inside saturation."),
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


def check_e9_3(all_scores):
    """Check the scores of whole small corpora, empty ones among them."""
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
            lambda args, got, want: isinstance(got, ZeroDivisionError),
            "Chunks without tokens: there is no average to divide by.",
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
    """Check that TF-IDF and BM25 put different texts first, without ties."""
    texts, query = answer
    if texts is None or query is None or texts is ... or query is ...:
        return not_done("E9.4")
    fine = isinstance(texts, (list, tuple)) and all(isinstance(text, str) for text in texts)
    if not fine or not 2 <= len(texts) <= 5 or not isinstance(query, str):
        return failed("E9.4", "form", "Give a list of two to five texts, and the query as a text.")
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
        return failed("E9.4", "agree", f"Both put {firsts['BM25']!r} first.")
    return passed("E9.4")


def check_e9_5(search_with):
    """Check a search over changed words: hits, scores, original chunks."""
    texts = ["Pumps leak, and pumps hum.", "The pumping station", "A leaking valve", "Nothing here"]
    chunks = [Chunk(f"{n}#0", str(n), text, 0, len(text)) for n, text in enumerate(texts)]

    def first_four(word):
        return word[:4]

    def backwards(word):
        return word[::-1]

    def asked(change, query, k):
        made = search_with(chunks, change)
        return [(hit.chunk.text, round(hit.score, 6)) for hit in made(query, k)]

    def expected(change, query, k):
        joined = [
            " ".join(map(change, text.lower().replace(",", "").replace(".", "").split()))
            for text in texts
        ]
        index = BM25Index().index(
            [Chunk(f"{n}#0", str(n), text, 0, len(text)) for n, text in enumerate(joined)]
        )
        hits = index.search(" ".join(map(change, query.lower().split())), k)
        return [(texts[int(hit.chunk.doc_id)], round(hit.score, 6)) for hit in hits]

    if search_with is None or search_with is ...:
        return not_done("E9.5")
    inputs = [
        (first_four, "pumping", 5),
        (first_four, "Leaks", 5),
        (first_four, "pump leak", 1),
        (str, "pumps", 5),
        (str, "pump", 5),
        (backwards, "leak", 5),
        (first_four, "xyz", 5),
    ]
    hints = [
        (
            "changed-chunks",
            lambda args, got, want: got and any(text not in texts for text, _ in got),
            "The hits hold the changed chunks. Put the original ones in.",
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
    return check_cases("E9.5", asked, [(args, expected(*args)) for args in inputs], hints)
