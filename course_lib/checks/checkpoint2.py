"""Checks of checkpoint 2: three faults found by measuring, and the search and board without them.

C2.1 to C2.3 each take (stage, number, mended function), C2.4 (mended index, results). `open_stage`
shows the code of a stage to those who have measured that it is wrong. The numbers were measured on
the house corpus; the solution measures them again.
"""

from functools import cache

import numpy as np

from course_lib.checks import (
    call,
    check_cases,
    failed,
    never_raises,
    same,
)
from course_lib.checks.search2 import STAGES
from course_lib.checks.stages import Planted, by_library, check_mended
from course_lib.documents import Chunk
from course_lib.evidence import facets_found
from course_lib.metrics import hit_at_k, reciprocal_rank

FAULTS = {"C2.1": ("matrix", 289), "C2.2": ("judge", 111), "C2.3": ("rank", 748)}
N_CHUNKS, N_QUESTIONS, N_PATTERNS = 473, 210, 1024

FINDINGS = {  # [(key, numbers, sentence)]: numbers whose mistake is known
    "C2.1": [
        ("kept", (N_CHUNKS - 289,), "These chunks keep the law. How many break it?"),
        ("cases", (N_CHUNKS,), "These are all chunks that were tested. How many break the law?"),
        (
            "among-the-first",
            (261, 245),
            "That a chunk is among the first hits of its own text is less than the law asks. "
            "Compare its row with its text, encoded again.",
        ),
        ("pages", (32, 44), "These are pages. The law speaks of chunks: how many break it?"),
        (
            "long-pages",
            (353,),
            "So many chunks stand on pages with a fault. Some of them have the right row; ask each "
            "chunk.",
        ),
        (
            "numbers",
            (110976,),
            "These are the numbers inside the vectors. Make one cosine of each row, then count "
            "rows.",
        ),
        (
            "near",
            (262, 287),
            "Near is not the same: neighbours on a page are alike. A cosine below 1 by more than "
            "1e-5 breaks the law.",
        ),
    ],
    "C2.2": [
        ("kept", (N_CHUNKS * N_QUESTIONS - 111,), "These pairs keep the law. How many break it?"),
        (
            "cases",
            (N_CHUNKS * N_QUESTIONS,),
            "These are all pairs that were tested. How many break the law?",
        ),
        (
            "hits",
            (8, 13, 2, 3, 10),
            "So few came up among the hits. The stage can be asked about every chunk: take all "
            "pairs of a chunk and a question.",
        ),
        ("questions", (39,), "These are questions. One case is a chunk and a question."),
        ("chunks", (86,), "These are chunks. One case is a chunk and a question."),
        (
            "one-split",
            (66, 45),
            "That is one part of the questions, tune or test. The law is measured on all 210.",
        ),
        (
            "whole-question",
            (109,),
            "You allowed the files of the whole question. Each facet names its own: a chunk has to "
            "come from a file of each facet that it finds.",
        ),
        (
            "each-alternative",
            (175, 320),
            "A facet lists alternatives, and the file of any of them will do, not only that of the "
            "first. One chunk and one question are one case.",
        ),
        (
            "definition",
            (124,),
            "For so many pairs the judge is wrong. That is true and a better test, but the law of "
            "the table asks for less: how many find a facet that does not name their file?",
        ),
    ],
    "C2.3": [
        ("kept", (N_PATTERNS - 748,), "These patterns keep the law. How many break it?"),
        ("cases", (N_PATTERNS,), "These are all patterns. How many break the law?"),
        (
            "definition",
            (1013,),
            "So many values are not 1 / the first place. That is true and a better test, but the "
            "law of the table asks for less: how many are not between hit@1 and hit@10?",
        ),
        (
            "one-side",
            (511, 237),
            "The law speaks of all patterns, whether their first place finds something or not.",
        ),
        ("border", (750,), "A value of exactly 1 lies between. Count those above it."),
        (
            "other-k",
            (256, 384, 512, 576, 608, 656, 692, 722),
            "That is another k. Ask for ten places.",
        ),
        (
            "mended-index",
            (15, 19),
            "That is a search which has been mended in part. A pattern needs no search.",
        ),
    ],
}
PLANTED = Planted(
    STAGES,
    FAULTS,
    FINDINGS,
    {
        ("nearest", 289): (
            "So many chunks do not find themselves, yes. But does nearest give wrong rows, or are "
            "the rows in wrong places? Compare each row with its text, without a search."
        )
    },
    "Measure all that it says, on all cases: for matrix that the row of the chunk itself gives 1, "
    "for hit and rank each pattern, for judge each pair.",
)
open_stage = PLANTED.open_stage


# ---- C2.1: row n for chunk n -----------------------------------------------------------------


class _Letters:
    """An encoder for small cases: how often each letter occurs."""

    def __call__(self, texts):
        return np.array([[text.count(x) for x in "abcd"] for text in texts], np.float32)

    def __repr__(self):
        return "an encode that counts the letters a to d"


_letters = _Letters()


def _chunks(*ids, texts="abcd"):
    return [Chunk(i, i.split("#")[0], t, 0, len(t)) for i, t in zip(ids, texts, strict=False)]


@never_raises
def check_c2_1(answer):
    """Check the first finding, and the mended stage."""
    problem = PLANTED.check_finding("C2.1", answer)
    if problem:
        return problem
    page = _chunks(*(f"a.md#{n}" for n in range(8, 12)))
    inputs = [
        page,
        _chunks(*(f"z.md#{n}" for n in range(11, 7, -1))),
        _chunks("a.md#1", "a.md#0"),
        _chunks("b.md#0", "b.md#1", "a.md#0"),
        _chunks("a.md#0", "b.md#0", "b.md#1", "c.md#0", texts=["a", "bc", "a", "a"]),
        _chunks("a.md#0"),
        _chunks("a.md#0", "a.md#0"),
        _chunks("x", "numpy.mean#3", "B", "b"),
    ]
    cases = [((chunks, _letters), _letters([c.text for c in chunks])) for chunks in inputs]

    def equal(expected, got):
        return isinstance(got, np.ndarray) and got.shape == expected.shape and same(expected, got)

    def in_order_of(key):
        def holds(args, got, _):
            return same(_letters([c.text for c in sorted(args[0], key=key)]), got)

        return holds

    hints = [
        (
            "not-texts",
            lambda args, got, _: isinstance(got, (AttributeError, TypeError)),
            "encode takes a list of texts: [chunk.text for chunk in chunks].",
        ),
        (
            "no-array",
            lambda args, got, expected: not isinstance(got, np.ndarray),
            "Give an array with a row for each chunk, as encode does, not a dict or a list.",
        ),
        (
            "global-chunks",
            lambda args, got, expected: len(got) == N_CHUNKS,
            "Here are four chunks, and you give a row for each chunk of the handbook. Use the "
            "chunks that your function is given, not `house`.",
        ),
        (
            "global-encoder",
            lambda args, got, expected: got.shape == (len(expected), 384),
            "These are vectors of the model. Use the encode that your function is given.",
        ),
        (
            "one-by-one",
            lambda args, got, expected: got.ndim == 3,
            "encode gives an array with a row for each text of a list. Call it once, with the list "
            "of all texts.",
        ),
        (
            "rows-missing",
            lambda args, got, expected: len(got) != len(expected),
            "There is not one row for each chunk. Chunks with equal texts have a row each.",
        ),
        (
            "one-row",
            lambda args, got, expected: got.shape != expected.shape,
            "Each chunk has a row of its own, with all its numbers.",
        ),
        (
            "sorted-ids",
            in_order_of(lambda chunk: chunk.id),
            "The rows are still in the order of the sorted ids.",
        ),
        (
            "sorted-again",
            lambda args, got, expected: (
                sorted(map(tuple, got.tolist())) == sorted(map(tuple, expected.tolist()))
            ),
            "You sort by a better rule, and here the chunks come otherwise. The rows follow the "
            "chunks, whatever their ids are.",
        ),
        (
            "by-id",
            lambda args, got, expected: len({c.id for c in args[0]}) < len(args[0]),
            "Here two chunks share an id, and still each has a row of its own. Go by the order of "
            "the chunks; no id is needed.",
        ),
        (
            "other-vectors",
            lambda args, got, expected: True,
            "These are not the vectors of the texts. Give what encode gives for them.",
        ),
    ]
    given = page[::-1]
    if not call(answer[2], given, _letters).raised and given != page[::-1]:
        sentence = "It changes the list of chunks that it is given, which others use, too."
        return failed("C2.1", "changes-its-input", sentence)
    return check_cases("C2.1", answer[2], cases, hints, equal=equal)


# ---- C2.2: file and keyword ------------------------------------------------------------------


def _chunk(page, text):
    return Chunk(f"{page}#0", page, text, 0, len(text))


def _question(*facets):
    """A question whose facets are lists of (file, keyword)."""
    return {
        "question": "?",
        "evidence": [[{"file": f, "keyword": w} for f, w in facet] for facet in facets],
    }


HOURS = "Kept for 48 hours."


@never_raises
def check_c2_2(answer):
    """Check the second finding, and the mended stage."""
    problem = PLANTED.check_finding("C2.2", answer) or by_library("C2.2", answer[2], facets_found)
    if problem:
        return problem
    in_a, in_b = [("a.md", "48 hours")], [("b.md", "48 hours")]
    cases = [
        ((_chunk("a.md", HOURS), _question(in_a)), {0}),
        ((_chunk("b.md", HOURS), _question(in_a)), set()),
        ((_chunk("a.md", "Kept for a year."), _question(in_a)), set()),
        ((_chunk("b.md", HOURS), _question(in_a + in_b)), {0}),
        ((_chunk("a.md", HOURS), _question([("a.md", "two days"), *in_a])), {0}),
        ((_chunk("a.md", HOURS), _question(in_b, [("a.md", "two days")])), set()),
        ((_chunk("b.md", HOURS), _question([*in_a, ("b.md", "two days")])), set()),
        ((_chunk("a.md", HOURS), _question(in_b, in_a)), {1}),
        ((_chunk("b.md", HOURS), _question(in_a, in_a + in_b, in_b)), {1, 2}),
        ((_chunk("a.md", "48 hours, 12 cars"), _question(in_a, [("a.md", "12")])), {0, 1}),
        ((_chunk("a.md", "120 cars"), _question([("a.md", "12")])), set()),
        ((_chunk("a.md", "Alarm e42"), _question([("a.md", "E42")])), set()),
        ((_chunk("a.md", "Kept for 48\n  hours."), _question(in_a)), {0}),
        ((_chunk("old/a.md", HOURS), _question(in_a)), set()),
        ((_chunk("a.md", HOURS), _question([("old/a.md", "48 hours")])), set()),
        ((_chunk("a.md.old", HOURS), _question(in_a)), set()),
    ]

    def files(question, numbers):
        return {other["file"] for n in numbers for other in question["evidence"][n]}

    hints = [
        (
            "not-a-set",
            lambda args, got, _: not isinstance(got, (set, frozenset, BaseException)),
            "Give a set with the numbers of the facets, set() if there is none.",
        ),
        (
            "inside",
            lambda args, got, _: args[0].text == "120 cars",
            "Here 12 stands inside another number. has_keyword takes care of that: keep it.",
        ),
        (
            "capitals",
            lambda args, got, _: args[0].text == "Alarm e42",
            "Capitals count in a code. has_keyword takes care of that: keep it.",
        ),
        (
            "blanks",
            lambda args, got, _: "\n" in args[0].text,
            "A line break is a blank. has_keyword takes care of that: keep it.",
        ),
        (
            "part-of-a-name",
            lambda args, got, _: "old" in repr(args),
            "Here one name is a part of another: old/a.md, a.md.old and a.md are three files. "
            "Compare the whole name with chunk.doc_id.",
        ),
        (
            "other-page",
            lambda args, got, expected: (
                got > expected
                and args[0].doc_id not in files(args[1], range(len(args[1]["evidence"])))
            ),
            "The keyword stands there, but on a page that the question does not name.",
        ),
        (
            "other-facet",
            lambda args, got, expected: (
                got > expected
                and any(args[0].doc_id not in files(args[1], [n]) for n in got - expected)
            ),
            "The page is one of another facet of the question. Each facet names its own.",
        ),
        (
            "page-only",
            lambda args, got, expected: got > expected and "year" in args[0].text,
            "The page alone does not answer: the keyword has to stand in the chunk, too.",
        ),
        (
            "mixed",
            lambda args, got, expected: got > expected,
            "The file is that of one alternative, the keyword that of another. Both have to be of "
            "the same.",
        ),
        (
            "first-alternative",
            lambda args, got, expected: got < expected and len(args[1]["evidence"]) == 1,
            "One alternative that fits is enough, be it the first or a later one.",
        ),
        (
            "facets-missing",
            lambda args, got, expected: isinstance(got, (set, frozenset)) and got != expected,
            "Give the number of each facet that the chunk finds, counted from 0.",
        ),
    ]
    return check_cases("C2.2", answer[2], cases, hints)


# ---- C2.3: the first place that finds something ----------------------------------------------


@never_raises
def check_c2_3(answer):
    """Check the third finding, and the mended stage."""
    problem = PLANTED.check_finding("C2.3", answer) or by_library(
        "C2.3", answer[2], reciprocal_rank
    )
    if problem:
        return problem
    no = set()
    cases = [
        (([no, no, {1}, no], 10), 1 / 3),
        (([{0}, {0}], 10), 1.0),
        (([no, {0}, {0}, {0}], 10), 0.5),
        (([no, {0}, {1}], 10), 0.5),
        (([no, no, {0, 1}, no], 10), 1 / 3),
        (([no, no, {1}, no, {0}, {2}], 10), 1 / 3),
        (([no, no, no], 10), 0.0),
        (([], 10), 0.0),
        (([no, no, {0}], 2), 0.0),
        (([no, {0}, {0}], 2), 0.5),
        (([no] * 10 + [{0}], 10), 0.0),
        (([no] * 9 + [{3}], 10), 0.1),
        (([{0}], 0), 0.0),
    ]

    def shares(args):
        return [1 / place for place, facets in enumerate(args[0][: args[1]], 1) if facets]

    hints = [
        (
            "sums",
            lambda args, got, _: len(shares(args)) > 1 and same(got, sum(shares(args))),
            "Each place that finds something still adds its share. Only the first one counts.",
        ),
        (
            "clipped",
            lambda args, got, _: len(shares(args)) > 1 and same(got, min(1.0, sum(shares(args)))),
            "Cut off at 1 the sum keeps the law, and is still not 1 / the first place.",
        ),
        (
            "mean",
            lambda args, got, _: (
                len(shares(args)) > 1 and same(got, sum(shares(args)) / len(shares(args)))
            ),
            "That is the mean over the places that find something. Only the first one counts.",
        ),
        (
            "last",
            lambda args, got, _: len(shares(args)) > 1 and same(got, shares(args)[-1]),
            "That is 1 / the last place that finds something. Leave the loop at the first one.",
        ),
        (
            "from-zero",
            lambda args, got, expected: (
                isinstance(got, ZeroDivisionError)
                or (0 < expected < 1 and same(got, 1 / (1 / expected - 1)))
            ),
            "The first place is place 1, not 0.",
        ),
        (
            "beyond-k",
            lambda args, got, expected: (
                expected == 0 and not isinstance(got, BaseException) and got and any(args[0])
            ),
            "Only the first k places count. What stands behind them is not found.",
        ),
        (
            "place",
            lambda args, got, expected: (
                expected and got in (round(1 / expected), round(1 / expected) - 1)
            ),
            "That is the place. The reciprocal rank is 1 divided by it, counted from 1.",
        ),
        (
            "from-two",
            lambda args, got, expected: expected and same(got, 1 / (1 / expected + 1)),
            "One is added twice: the first place is place 1.",
        ),
        (
            "too-short",
            lambda args, got, _: isinstance(got, IndexError) and len(args[0]) < args[1],
            "There are fewer than k places here, as a search may give fewer hits. Go through "
            "found[:k], not through k numbers.",
        ),
        (
            "too-long",
            lambda args, got, expected: expected and got == 0 and len(args[0]) > args[1],
            "The list is longer than k. Its first k places still count.",
        ),
        (
            "missed",
            lambda args, got, expected: expected and got == 0,
            "A place does find something here. Any set that is not empty counts, whichever facets "
            "it holds, and not only at the first place.",
        ),
        (
            "hit",
            lambda args, got, expected: 0 < expected < 1 and got == 1,
            "That is hit@k: it does not ask at which place.",
        ),
        (
            "nothing-found",
            lambda args, got, expected: expected == 0,
            "Nothing is found in the first k places: that is 0.0, and it stays in the mean.",
        ),
        (
            "facets",
            lambda args, got, _: any(len(facets) > 1 for facets in args[0]),
            "A place counts once, however many facets it finds.",
        ),
    ]
    return check_cases("C2.3", answer[2], cases, hints)


# ---- C2.4: the whole -------------------------------------------------------------------------


@never_raises
def check_c2_4(answer):
    """Check the mended index, and its results on the test questions against the library's."""
    return check_mended(
        "C2.4",
        answer,
        "mended_results",
        lambda index, mended_results: (
            _index_problem(index) or _results_problem(index, mended_results)
        ),
    )


def _index_problem(index):
    """Key and sentence for what is wrong with the index, None if nothing is."""
    if not isinstance(index, dict) or not {"stages", "chunks", "matrix"} <= set(index):
        return "no-index", "The first of the two is the index: what build gave back."
    right, stages = _library()[0], index["stages"]
    if [chunk.id for chunk in index["chunks"]] != [chunk.id for chunk in right.chunks_]:
        return "chunks", "The index is built over house, all chunks in their order."
    pair = _chunks("a.md#1", "a.md#0")
    if not same(_letters("ab"), call(stages["matrix"], pair, _letters).value):
        return "matrix", "matrix is not mended. Did C2.1 pass, is its function in the index?"
    if call(stages["judge"], _chunk("b.md", HOURS), _question([("a.md", "48 hours")])).value:
        return "judge", "judge is not mended. Did C2.2 pass, is its function in the index?"
    if not same(0.5, call(stages["rank"], [set(), {0}, {0}], 10).value):
        return "rank", "rank is not mended. Did C2.3 pass, is its function in the index?"
    matrix = index["matrix"]
    if getattr(matrix, "shape", None) != right.matrix_.shape or not np.allclose(
        matrix, right.matrix_, atol=1e-5
    ):
        sentence = "The stages are mended, the matrix is still the given one. Let build make it."
        return "old-matrix", sentence
    return None


def _results_problem(index, results):
    """Key and sentence for what is wrong with the results, None if nothing is."""
    _, right, sets = _library()
    if not isinstance(results, dict) or not {"hits", "found", "values"} <= set(results):
        return "no-results", "The second of the two is what measure gave back."
    n = len(results["hits"])
    if n != len(right.hits):
        name = {len(tune): name for name, tune in sets.items()}.get(n, f"{n}")
        return "questions", f"The report is about the {len(right.hits)} test questions, not {name}."
    ids = [[hit.chunk.id for hit in hits] for hits in results["hits"]]
    if ids != [[hit.chunk.id for hit in hits] for hits in right.hits]:
        sentence = "These are not the hits of the mended index. Give measure a search in it."
        return "other-search", sentence
    own = {id(chunk) for chunk in index["chunks"]}
    if not all(id(hit.chunk) in own for hits in results["hits"] for hit in hits):
        return "not-its-own", "These hits are right, but of another index. Search in yours."
    if not same([list(map(set, found)) for found in results["found"]], right.found):
        sentence = (
            "The hits are right, what they find is not: the given judge has judged. Give measure "
            "the mended stages."
        )
        return "old-judge", sentence
    values = {
        "hit@1": right.values(hit_at_k, 1),
        "hit@5": right.values(hit_at_k, 5),
        "MRR@10": right.values(reciprocal_rank, 10),
    }
    for name, column in values.items():
        if not same(column, results["values"].get(name)):
            sentence = (
                f"Hits and findings are right, {name} is not. Let measure score with the mended "
                "stages, and change nothing afterwards."
            )
            return "old-metric", sentence
    return None


@cache
def _library():
    """The library's index, its evaluation on the test questions, and all sets by name."""
    from course_lib.data import load_chunks, load_questions
    from course_lib.dense import DenseIndex
    from course_lib.evaluation import evaluate
    from course_lib.vectors import StoredEncoder

    index = DenseIndex(StoredEncoder("house")).index(load_chunks("house"))
    test = load_questions("house", split="test")
    sets = {"tune": load_questions("house", split="tune"), "all": load_questions("house")}
    return index, evaluate(index.search, test, 10), sets
