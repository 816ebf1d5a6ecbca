"""Checks of checkpoint 3: three faults found by measuring, and the hybrid search without them.

C3.1 to C3.3 each take (stage, number, mended function), C3.4 (mended index, results). `try_laws`
tries a learner's laws on stages of ours; `open_stage` shows the code of a stage to those who have
measured that it is wrong. The numbers were measured on the house corpus; the solution measures them
again.
"""

from collections import Counter
from functools import cache

import numpy as np

from course_lib.bm25 import idf_bm25
from course_lib.checks import call, check_cases, never_raises, same
from course_lib.checks.search3 import STAGES
from course_lib.checks.stages import Planted, by_library, check_mended
from course_lib.documents import Chunk
from course_lib.evaluation import Evaluation
from course_lib.fusion import fuse_rrf
from course_lib.tokens import tokenize

FAULTS = {"C3.1": ("df", 429), "C3.2": ("nearest", 5172), "C3.3": ("fuse", 384)}
N_NEIGHBOURS, N_PLACES, N_ORDERS = 472, 10290, 420

FINDINGS = {  # [(key, numbers, sentence)]: numbers whose mistake is known
    "C3.1": [
        ("kept", (N_NEIGHBOURS - 429,), "These pairs keep the law. How many break it?"),
        (
            "cases",
            (N_NEIGHBOURS, N_NEIGHBOURS + 1),
            "That is all that was tested. How many pairs of neighbours break the law?",
        ),
        (
            "terms",
            (1085, 6115),
            "These are terms. One case is a pair of neighbours, and it counts once, however many "
            "of its terms are wrong.",
        ),
        ("pages", (44,), "These are pages. One case is a pair of neighbours."),
    ],
    "C3.2": [
        ("kept", (N_PLACES - 5172,), "These places keep the law. How many break it?"),
        ("cases", (N_PLACES,), "These are all places that were tested. How many break the law?"),
        (
            "questions",
            (208, 210),
            "These are questions, and nearly all. One case is a place in the list of a question: "
            "how often is the next hit nearer?",
        ),
        (
            "other-k",
            (422, 945, 959),
            "These are the first hits only. Ask the stage as the search asks it, for 50.",
        ),
        (
            "forgiven",
            (5170,),
            "You forgave a difference of 1e-5. These scores are rounded to 6 decimals: compare "
            "them as they are.",
        ),
        (
            "one-split",
            (3427, 1745),
            "That is one part of the questions, tune or test. The law is measured on all 210.",
        ),
    ],
    "C3.3": [
        ("kept", (N_ORDERS - 384,), "These orders stay. How many change?"),
        (
            "cases",
            (N_ORDERS,),
            "These are all cases. Or did you compare scores? The law speaks of the order: how "
            "often does that change?",
        ),
        (
            "one-leg",
            (176, 208),
            "That is one of the two legs. Double the scores of the one, then those of the other.",
        ),
        ("questions", (209, 175), "These are questions. One case is a question and a leg."),
        (
            "first-places",
            (27, 78),
            "These are the first places only. Compare the order of all that the two legs found.",
        ),
        (
            "one-split",
            (254, 130),
            "That is one part of the questions, tune or test. The law is measured on all 210.",
        ),
        (
            "mended-index",
            (393, 419),
            "That is a search which has been mended in part. Measure the one that was given.",
        ),
    ],
}
PLANTED = Planted(
    STAGES,
    FAULTS,
    FINDINGS,
    {},
    "Measure all that it says, on all cases: for df each pair of neighbours, for nearest each of "
    "49 places, for fuse the whole order.",
)
open_stage = PLANTED.open_stage


# ---- the laws --------------------------------------------------------------------------------


def _df(chunks, key):
    """Count for each term the different keys of the chunks that hold it."""
    pairs = {(term, key(chunk)) for chunk in chunks for term in tokenize(chunk.text)}
    return dict(Counter(term for term, _ in pairs))


def _best_first(matrix, vector, k):
    """All rows with their scores, best first, cut to k."""
    scores = np.round(matrix.astype(float) @ vector.astype(float), 6).tolist()
    return sorted(enumerate(scores), key=_highest)[:k]


def _highest(pair):
    """Sorts pairs (row, score): the highest score first, equal ones by row."""
    return -pair[1], pair[0]


def _fused(rankings, rrf_k=60):
    """Reciprocal rank fusion of rankings with scores."""
    return fuse_rrf([[row for row, _ in ranked] for ranked in rankings], rrf_k)


def _scores_added(rankings, rrf_k=60):
    """The scores of the legs, added up."""
    scores = Counter()
    for ranked in rankings:
        scores.update(dict(ranked))
    return dict(scores)


PROBES = {  # {stage: (cases, how many a wrong stage breaks, a right stage, a wrong one)}
    "df": (
        N_NEIGHBOURS,
        472,
        lambda chunks: _df(chunks, lambda chunk: chunk.id),
        lambda chunks: {t: n + 1 for t, n in _df(chunks, lambda chunk: chunk.id).items()},
    ),
    "idf": (N_NEIGHBOURS, 472, idf_bm25, lambda df, n_chunks: -idf_bm25(df, n_chunks)),
    "add": (
        210,
        210,
        STAGES["add"],
        lambda postings, terms: dict(pair for t in terms for pair in postings.get(t, [])),
    ),
    "matrix": (473, 473, lambda matrix: matrix, lambda matrix: np.roll(matrix, 1, axis=0)),
    "nearest": (N_PLACES, 10288, _best_first, lambda *args: _best_first(*args)[::-1]),
    "fuse": (N_ORDERS, 417, _fused, _scores_added),
}


def try_laws(laws, index):
    """Print of each law whether it counts all cases, none on a right stage, some on a wrong one.

    laws : {stage: function (index) -> list of bool, or None}. The stage of the index is exchanged
    for one of ours, so nothing is said about the given one. An error in a law comes through.
    """
    for name, (n, breaks, *stages) in PROBES.items():
        if laws.get(name) is None:
            print(f"{name:8} no law yet")
            continue
        right, wrong = (laws[name](_exchanged(index, name, stage)) for stage in stages)
        if len(right) != n:
            verdict = f"it has {len(right)} cases, the table means {n}"
        elif sum(right):
            verdict = f"a right stage breaks it {sum(right)} times: it asks for something else"
        elif not sum(wrong):
            verdict = "a wrong stage never breaks it: does it ask the stages of its index?"
        elif sum(wrong) != breaks:
            verdict = f"a wrong stage breaks it {sum(wrong)} times, the law of the table {breaks}"
        else:
            verdict = f"fine: {n} cases, none broken by a right stage, {breaks} by a wrong one"
        print(f"{name:8} {verdict}")


def _exchanged(index, name, stage):
    """The index with another stage; for matrix, stage says what becomes of the matrix."""
    if name == "matrix":
        rows = stage(index["matrix"])
        return {**index, "matrix": rows, "stages": {**index["stages"], name: lambda *_: rows}}
    return {**index, "stages": {**index["stages"], name: stage}}


# ---- C3.1: chunks that hold a term -----------------------------------------------------------


def _chunks(**texts):
    """Chunks by id, "a0" for a.md#0."""
    return [Chunk(f"{i[0]}.md#{i[1:]}", f"{i[0]}.md", t, 0, len(t)) for i, t in texts.items()]


@never_raises
def check_c3_1(answer):
    """Check the first finding, and the mended stage."""
    problem = PLANTED.check_finding("C3.1", answer)
    if problem:
        return problem
    inputs = [
        _chunks(a0="red pump red", a1="blue pump"),
        _chunks(a0="oil", b0="oil", c0="oil", a1="oil"),
        _chunks(a0="red pump", b0="blue pump", a1="green pump"),
        _chunks(a0="oil oil oil"),
        _chunks(a0="Oil, OIL", a1="oil?"),
        _chunks(a0="", a1="valve"),
        [],
    ]
    cases = [((chunks,), _df(chunks, lambda chunk: chunk.id)) for chunks in inputs]

    def counts(key):
        return lambda args, got, _: same(_df(args[0], key), got)

    hints = [
        (
            "not-a-dict",
            lambda args, got, _: not isinstance(got, (dict, BaseException)),
            "Give a dict from each term to a number.",
        ),
        ("pages", counts(lambda chunk: chunk.doc_id), "These are still the pages that hold it."),
        (
            "equal-texts",
            counts(lambda chunk: chunk.text),
            "Two chunks with the same text are two chunks.",
        ),
        (
            "numbers-alone",
            counts(lambda chunk: chunk.id.rpartition("#")[2]),
            "a.md#0 and b.md#0 have the same number and are two chunks. Take the whole id.",
        ),
        (
            "occurrences",
            lambda args, got, _: same(
                dict(Counter(t for c in args[0] for t in tokenize(c.text))), got
            ),
            "That is how often the term stands there. A chunk counts once, however often.",
        ),
        (
            "other-terms",
            lambda args, got, want: isinstance(got, dict) and got.keys() != want.keys(),
            "The terms are those of tokenize, as in the code that was printed.",
        ),
    ]
    return check_cases("C3.1", answer[2], cases, hints)


# ---- C3.2: nearest first ---------------------------------------------------------------------


@never_raises
def check_c3_2(answer):
    """Check the second finding, and the mended stage."""
    problem = PLANTED.check_finding("C3.2", answer)
    if problem:
        return problem
    three = np.array([[1, 0], [0, 1], [0.6, 0.8]], np.float32)
    up, right = np.array([0, 1], np.float32), np.array([1, 0], np.float32)
    spread = np.array([[0.1, 0], [0.5, 0], [0.3, 0], [0.9, 0], [0.7, 0]], np.float32)
    twins = np.array([[0.5, 0], [0.5, 0], [0.5, 0], [0.9, 0], [0.5, 0]], np.float32)
    close = np.array([[0.99999994, 0], [1, 0]], np.float32)
    # with few rows every sort of NumPy keeps the order of equal ones
    many = np.array([[n * 7 % 5 / 4, 0] for n in range(400)], np.float32)
    of_many = sorted(enumerate(many[:, 0].tolist()), key=_highest)
    cases = [
        ((three, up, 2), [(1, 1.0), (2, 0.8)]),
        ((three, right, 2), [(0, 1.0), (2, 0.6)]),
        ((three, up, 3), [(1, 1.0), (2, 0.8), (0, 0.0)]),
        ((spread, right, 3), [(3, 0.9), (4, 0.7), (1, 0.5)]),
        ((spread, right, 1), [(3, 0.9)]),
        ((spread, right, 9), [(3, 0.9), (4, 0.7), (1, 0.5), (2, 0.3), (0, 0.1)]),
        ((twins, right, 3), [(3, 0.9), (0, 0.5), (1, 0.5)]),
        ((twins, right, 2), [(3, 0.9), (0, 0.5)]),
        ((twins, right, 5), [(3, 0.9), (0, 0.5), (1, 0.5), (2, 0.5), (4, 0.5)]),
        ((close, right, 2), [(0, 1.0), (1, 1.0)]),
        ((spread, right, 0), []),
        ((-spread, right, 2), [(0, -0.1), (2, -0.3)]),
        ((many, right, 60), of_many[:60]),
    ]

    def rows(pairs):
        return [row for row, _ in pairs]

    hints = [
        (
            "not-pairs",
            lambda args, got, want: isinstance(got, np.ndarray) or (got and np.ndim(got[0]) != 1),
            "Give a list of pairs (row, score), as the example of the docstring.",
        ),
        (
            "k-0",
            lambda args, got, want: args[2] == 0,
            "For k = 0 nothing is asked for: give an empty list.",
        ),
        (
            "k-large",
            lambda args, got, want: args[2] > len(args[0]),
            "There are fewer rows than k: give all of them.",
        ),
        (
            "by-row",
            lambda args, got, want: (
                rows(got) == sorted(rows(got)) and sorted(rows(got)) == sorted(rows(want))
            ),
            "These are the right rows, still in the order of the rows. The nearest comes first.",
        ),
        (
            "not-rounded",
            lambda args, got, want: same(args[0], close),
            "Scores that are equal in 6 decimals count as equal: order the rounded ones.",
        ),
        (
            "upside-down",
            lambda args, got, want: len(want) > 1 and same(got, want[::-1]),
            "The nearest comes first, not last.",
        ),
        (
            "cut-first",
            lambda args, got, want: (
                len(got) == args[2] and same(args[0], twins) and 3 not in rows(got)
            ),
            "Four rows tie at the border. It cuts the list before it orders it, and the nearest "
            "row falls off.",
        ),
        (
            "too-many",
            lambda args, got, want: len(got) > args[2],
            "These are more than k: rows that tie at the border came along. Cut after ordering.",
        ),
        (
            "places",
            lambda args, got, want: sorted(rows(got)) == [*range(len(want))] != sorted(rows(want)),
            "These are places in the list of those found, not rows of the matrix.",
        ),
        (
            "unstable",
            lambda args, got, want: len(args[0]) > 5 and [x for _, x in got] == [1.0] * args[2],
            "400 rows, many of them equal: their order is lost. np.argsort keeps it only with "
            'kind="stable".',
        ),
        (
            "ties",
            lambda args, got, want: [x for _, x in got] == [x for _, x in want],
            "Equal scores come by row, the lower first.",
        ),
        (
            "farthest",
            lambda args, got, want: same(got, _farthest(args)),
            "These are the rows that are farthest away.",
        ),
    ]

    def equal(want, got):
        return isinstance(got, list) and same(want, got)

    return check_cases("C3.2", answer[2], cases, hints, equal=equal)


def _farthest(args):
    """The k pairs with the lowest scores."""
    scores = np.round(args[0].astype(float) @ args[1].astype(float), 6).tolist()
    order = sorted(range(len(scores)), key=lambda row: (scores[row], row))
    return [(row, scores[row]) for row in order[: args[2]]]


# ---- C3.3: ranks alone -----------------------------------------------------------------------

TWO = [[(7, 12.5), (4, 3.0)], [(4, 0.6)]]


@never_raises
def check_c3_3(answer):
    """Check the third finding, and the mended stage."""
    problem = PLANTED.check_finding("C3.3", answer) or by_library("C3.3", answer[2], fuse_rrf)
    if problem:
        return problem
    cases = [
        ((TWO,), {7: 1 / 61, 4: 1 / 62 + 1 / 61}),
        ((TWO[::-1],), {4: 1 / 62 + 1 / 61, 7: 1 / 61}),
        (
            ([[(1, 9.0), (2, 8.0), (3, 7.0)], [(3, 0.9), (1, 0.8)]], 10),
            {1: 1 / 11 + 1 / 12, 2: 1 / 12, 3: 1 / 13 + 1 / 11},
        ),
        (([[(5, 1.0)], [(5, 1.0)]],), {5: 2 / 61}),
        (([[(5, -0.2), (6, -0.4)], []],), {5: 1 / 61, 6: 1 / 62}),
        (([[(1, 0.0)], [(2, 0.0)], [(1, 0.0)]], 0), {1: 2.0, 2: 1.0}),
        (([[], []],), {}),
    ]

    def like(part):
        """Does each row get the sum of part(rank, score, rrf_k) over the legs?"""

        def fits(args, got, _):
            rrf_k, sums = (args[1] if len(args) > 1 else 60), {}
            for ranked in args[0]:
                for rank, (row, score) in enumerate(ranked, 1):
                    sums[row] = sums.get(row, 0.0) + part(rank, score, rrf_k)
            return same(sums, got)

        return fits

    def absent_is_last(args, got, _):
        names = {row for ranked in args[0] for row, _ in ranked}
        ranks = [{row: n for n, (row, _) in enumerate(ranked, 1)} for ranked in args[0]]
        return any(
            same(
                {row: sum(1 / (60 + r.get(row, len(r) + extra)) for r in ranks) for row in names},
                got,
            )
            for extra in (0, 1)
        )

    def last_leg_only(args, got, _):
        parts = [{row: 1 / (60 + n) for n, (row, _) in enumerate(x, 1)} for x in args[0]]
        return same({row: share for part in parts for row, share in part.items()}, got)

    def counts_on(args, got, _):
        sums, rank = {}, 0
        for ranked in args[0]:
            for row, _score in ranked:
                rank += 1
                sums[row] = sums.get(row, 0.0) + 1 / (60 + rank)
        return same(sums, got)

    hints = [
        (
            "not-a-dict",
            lambda args, got, _: not isinstance(got, (dict, BaseException)),
            "Give a dict from each row to its score.",
        ),
        (
            "pairs",
            lambda args, got, _: any(isinstance(key, tuple) for key in got),
            "The keys are pairs of row and score, so the same row of two legs never meets. Take "
            "the row.",
        ),
        (
            "scores",
            like(lambda rank, score, rrf_k: score / (rrf_k + rank)),
            "The scores of the legs still count. Only the rank does.",
        ),
        (
            "scores-added",
            like(lambda rank, score, rrf_k: score),
            "These are the scores, added. Reciprocal rank fusion looks at ranks alone.",
        ),
        (
            "from-zero",
            like(lambda rank, score, rrf_k: 1 / (rrf_k + rank - 1)),
            "The first place has rank 1.",
        ),
        (
            "no-constant",
            like(lambda rank, score, rrf_k: 1 / rank),
            "The share is 1 / (rrf_k + rank).",
        ),
        (
            "fixed-k",
            like(lambda rank, score, rrf_k: 1 / (60 + rank)),
            "rrf_k as it is given has to be used.",
        ),
        (
            "halves",
            like(lambda rank, score, rrf_k: 0.5 / (rrf_k + rank)),
            "The shares are added, not averaged.",
        ),
        ("overwritten", last_leg_only, "A later leg overwrites what an earlier one gave: add."),
        (
            "absent",
            absent_is_last,
            "What a leg has not found gets nothing from it, not the share of a last place.",
        ),
        ("counts-on", counts_on, "Each leg starts again at rank 1."),
    ]
    return check_cases("C3.3", answer[2], cases, hints)


# ---- C3.4: the whole -------------------------------------------------------------------------


@never_raises
def check_c3_4(answer):
    """Check the mended index, and its results on the test questions against the library's."""
    return check_mended(
        "C3.4",
        answer,
        "mended_results",
        lambda index, results: _index_problem(index) or _results_problem(index, results),
    )


def _index_problem(index):
    """Key and sentence for what is wrong with the index, None if nothing is."""
    if not isinstance(index, dict) or not {"stages", "chunks", "postings", "matrix"} <= set(index):
        return "no-index", "The first of the two is the index: what build gave back."
    right, stages = _library()[0], index["stages"]
    if [chunk.id for chunk in index["chunks"]] != [chunk.id for chunk in right.chunks_]:
        return "chunks", "The index is built over house, all chunks in their order."
    if not same({"oil": 2}, call(stages["df"], _chunks(a0="oil", a1="oil")).value):
        return "df", "df is not mended. Did C3.1 pass, is its function in the index?"
    eye = np.eye(2, dtype=np.float32)
    if not same([(1, 1.0), (0, 0.0)], call(stages["nearest"], eye, eye[1], 2).value):
        return "nearest", "nearest is not mended. Did C3.2 pass, is its function in the index?"
    if not same({7: 1 / 61, 4: 1 / 62 + 1 / 61}, call(stages["fuse"], TWO).value):
        return "fuse", "fuse is not mended. Did C3.3 pass, is its function in the index?"
    weight = dict(index["postings"].get("the", [])).get(0)
    if not same(right.legs[0].explain("the", right.chunks_[0].id)["the"], weight):
        sentence = "The stages are mended, the postings are still the given ones. Let build file."
        return "old-postings", sentence
    return None


def _results_problem(index, results):
    """Key and sentence for what is wrong with the results, None if nothing is."""
    _, right, sets = _library()
    if not isinstance(results, Evaluation):
        return "no-results", "The second of the two is what measure gave back."
    n = len(results.questions)
    if n != len(right.questions):
        name = {len(tune): name for name, tune in sets.items()}.get(n, f"{n}")
        return (
            "questions",
            f"The report is about the {len(right.questions)} test questions, not {name}.",
        )
    ids, wanted = ([[h.chunk.id for h in hits] for hits in x.hits] for x in (results, right))
    if ids != wanted:
        for place, name in enumerate(("words", "meaning")):
            leg = [[h.chunk.id for h in hits] for hits in _legs()[place]]
            if ids == leg:
                return "one-leg", f"These are the hits of {name} alone. Measure the whole search."
        sentence = "These are not the hits of the mended index. Measure a search in it, ten hits."
        return "other-search", sentence
    own = {id(chunk) for chunk in index["chunks"]}
    if not all(id(hit.chunk) in own for hits in results.hits for hit in hits):
        return "not-its-own", "These hits are right, but of another index. Search in yours."
    return None


@cache
def _library():
    """The library's index, its evaluation on the test questions, and all sets by name."""
    from course_lib.bm25 import BM25Index
    from course_lib.data import load_chunks, load_questions
    from course_lib.dense import DenseIndex
    from course_lib.evaluation import evaluate
    from course_lib.fusion import HybridIndex
    from course_lib.vectors import StoredEncoder

    legs = [BM25Index(k1=1.2, b=0.75), DenseIndex(StoredEncoder("house"))]
    index = HybridIndex(legs, depth=50).index(load_chunks("house"))
    test = load_questions("house", split="test")
    sets = {"tune": load_questions("house", split="tune"), "all": load_questions("house")}
    return index, evaluate(index.search, test, 10), sets


@cache
def _legs():
    """The first ten hits of each leg, for each test question."""
    index, right, _ = _library()
    asked = [question["question"] for question in right.questions]
    return [leg.search_batch(asked, 10) for leg in index.legs]
