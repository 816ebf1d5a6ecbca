"""Run a search over a set of questions and say how well it did: means, misses, scoreboard.

`evaluate` takes any function ``search(query, k)``. What counts as found is a parameter and is
printed with the results. Lesson 06 builds it; lesson 07 adds the intervals and `compare`.
"""

from collections import namedtuple
from collections.abc import Callable, Iterable
from functools import partial

from course_lib.documents import Hit
from course_lib.evidence import facets_found
from course_lib.inputs import _check_choice, _check_kind, _check_list, _check_text, _check_whole
from course_lib.metrics import hit_at_k, reciprocal_rank
from course_lib.stats import bootstrap, wilson, wins_losses_ties


def same_name(key: str, attribute: str, hit: Hit, question: dict) -> set[int]:
    """Give the numbers of the facets whose label ``key`` is that attribute of the hit's chunk.

    Helper of `evaluate`.
    """
    name, facets = getattr(hit.chunk, attribute), enumerate(question["evidence"])
    return {n for n, facet in facets if any(other.get(key) == name for other in facet)}


JUDGES = {"evidence": facets_found, "document id": partial(same_name, "file", "doc_id")}
JUDGES["chunk id"] = partial(same_name, "chunk", "id")
UNITS = ("chunk", "document")


class Evaluation(namedtuple("Evaluation", "questions hits found k judge unit")):
    """What a search found for each question. Places beyond the last hit are empty.

    Parameters
    ----------
    questions : list of dict
    hits : for each question a list of at most k Hit, in order
    found : for each question a list of sets: the facets that each hit holds; a chunk that the
        search gave before holds none
    k : int             depth of the search
    judge, unit : str   what counts as found, and what a place is, see `evaluate`
    Used in: lesson 06 on
    """

    def values(self, metric: Callable, k: int | None = None) -> list[float]:
        """Give a metric of course_lib.metrics for each question, cut at k (default: the depth)."""
        k = self.k if k is None else k
        self._check_depth(k)
        relevant = [range(len(question["evidence"])) for question in self.questions]
        return [metric(f, r, k) for f, r in zip(self.found, relevant, strict=True)]

    def mean(self, metric: Callable, k: int | None = None) -> float:
        """Give the mean of a metric; a question without any hit counts 0 and stays in it."""
        return sum(self.values(metric, k)) / len(self.questions)

    def misses(self, k: int | None = None) -> list[tuple[dict, list[Hit]]]:
        """Give the questions of which nothing was found, each with what was found instead."""
        rows = zip(self.questions, self.hits, self.values(hit_at_k, k), strict=True)
        return [(question, hits[:k]) for question, hits, value in rows if not value]

    def found_by_rank(self) -> list[float]:
        """Give the share of questions found by rank 1, 2 … up to the depth: all hit rates."""
        return [self.mean(hit_at_k, k) for k in range(1, self.k + 1)]

    def unjudged(self, k: int) -> float:
        """Give the share of the hits in the first k places that no label covers."""
        self._check_depth(k)
        places = [facets for found in self.found for facets in found[:k]]
        return sum(not facets for facets in places) / len(places) if places else 0.0

    def _check_depth(self, k):
        _check_whole("k", k, 0, self.k, "the depth of the search, ")


def evaluate(search, questions, k: int = 10, *, judge="evidence", unit="chunk") -> Evaluation:
    """Ask a search every question and judge what comes back.

    Parameters
    ----------
    search : function (query, k) -> list of Hit
    questions : list of dict        with "question" and "evidence", see load_questions; at least one
    k : int, >= 1                   depth
    judge : str                     what counts as found: "evidence" (file and keyword), "document
                                    id" (the right file) or "chunk id" (labels with a key "chunk")
    unit : str                      what a place in the ranking is: "chunk", or "document", which
                                    stands where its best chunk stands
    Returns
    -------
    Evaluation
    Raises
    ------
    ValueError                      no questions, one without evidence, unknown judge or unit
    TypeError                       search is no function, or gives something else than Hit
    Built in: lesson 06
    """
    questions = list(questions or ())
    _check_questions(search, questions, k, judge, unit)
    hits = [first_places(search, question["question"], k, unit) for question in questions]
    found = []
    for ranked, question in zip(hits, questions, strict=True):
        ids = [hit.chunk.id for hit in ranked]
        facets = [JUDGES[judge](hit, question) for hit in ranked]
        found.append([set() if ids[n] in ids[:n] else facets[n] for n in range(len(ids))])
    return Evaluation(questions, hits, found, k, judge, unit)


def first_places(search: Callable, query: str, k: int, unit: str = "chunk") -> list[Hit]:
    """Give the first k hits, or the first hit of each of the first k documents.

    Helper of `evaluate`.
    """
    depth = k
    while True:
        hits = search(query, depth)
        hits = list(hits) if isinstance(hits, Iterable) else hits
        _check_list("the hits of search", hits, Hit, "Hit")
        first = {}
        for place, hit in enumerate(hits):
            first.setdefault(hit.chunk.doc_id if unit == "document" else place, hit)
        if len(first) >= k or len(hits) < depth:
            return list(first.values())[:k]
        depth *= 4  # more chunks, until they come from enough documents


def compare(a: Evaluation, b: Evaluation, metric: Callable, k: int | None = None) -> dict:
    """Compare two methods question by question.

    Parameters
    ----------
    a, b : Evaluation       of the same questions, judged alike
    metric, k : as in Evaluation.values
    Returns
    -------
    dict: "difference" of the means, a - b; "low", "high", its bootstrap interval; "wins", "losses",
    "ties" of a
    Raises
    ------
    ValueError              other questions, or judged otherwise
    Built in: lesson 07
    """
    _check_alike([a, b])
    ours, theirs = a.values(metric, k), b.values(metric, k)
    differences = [x - y for x, y in zip(ours, theirs, strict=True)]
    low, high = bootstrap(differences)
    wins, losses, ties = wins_losses_ties(ours, theirs)
    result = {"difference": sum(differences) / len(differences), "low": low, "high": high}
    return result | {"wins": wins, "losses": losses, "ties": ties}


def found_by_none(evaluations: list[Evaluation], k: int) -> list[dict]:
    """Give the questions that no method answers in its first k places.  Built in: lesson 06"""
    _check_alike(evaluations)
    columns = zip(*(evaluation.values(hit_at_k, k) for evaluation in evaluations), strict=True)
    rows = zip(evaluations[0].questions, columns, strict=True)
    return [question for question, values in rows if not any(values)]


def board_row(evaluation: Evaluation) -> dict:
    """Measure what the course's scoreboard shows of a method.

    Returns
    -------
    dict: "n" questions; "hit@1", "hit@5", "MRR@10" as (mean, low, high), rates with Wilson's
    interval, MRR with the bootstrap's; "unjudged@5". The depth must be at least 10.
    Used in: lesson 07 on
    """
    n, row = len(evaluation.questions), {}
    for k in (1, 5):
        hits = int(sum(evaluation.values(hit_at_k, k)))
        row[f"hit@{k}"] = (hits / n, *wilson(hits, n))
    ranks = evaluation.values(reciprocal_rank, 10)
    row["MRR@10"] = (sum(ranks) / n, *bootstrap(ranks))
    return {"n": n, **row, "unjudged@5": evaluation.unjudged(5)}


def print_board(evaluations: dict[str, Evaluation]) -> None:
    """Print the scoreboard, one line a method, each mean with its interval.  Helper."""
    first, *_ = alike = list(evaluations.values())
    none, columns = len(found_by_none(alike, 5)), ("hit@1", "hit@5", "MRR@10")
    width = max(map(len, evaluations))
    print(f"{len(first.questions)} questions; found: by {first.judge}; a place: one {first.unit}")
    print(f"{'':{width}}  {''.join(f'{name:20}' for name in columns)}unjudged@5")
    for name, row in ((name, board_row(evaluation)) for name, evaluation in evaluations.items()):
        cells = (f"{m:.3f} [{low:.3f} {high:.3f}]" for m, low, high in map(row.get, columns))
        means = "".join(f"{cell:20}" for cell in cells)
        print(f"{name:{width}}  {means}{row['unjudged@5']:.3f}")
    print(f"found by no method in the first 5: {none}")


def _check_questions(search, questions, k, judge, unit):
    _check_kind("search", search, Callable, "a function (query, k), such as .search")
    _check_whole("k", k, 1)
    _check_choice("judge", judge, JUDGES)
    _check_choice("unit", unit, UNITS)
    _check_list("questions", questions, dict, "dicts", some=True)
    for question in questions:
        _check_text(f"the question of {question!r:.60}", question.get("question"))
        name, facets = question.get("id", question["question"]), question.get("evidence")
        _check_list(f"evidence of {name!r}", facets, object, "facets", some=True)
        for facet in facets:
            _check_list(f"a facet of {name!r}", facet, dict, "dicts", some=True)


def _check_alike(runs):
    judged = {(run.judge, run.unit) for run in runs}
    asked = [[(q.get("id", q["question"]), q["evidence"]) for q in run.questions] for run in runs]
    if len(judged) != 1 or any(questions != asked[0] for questions in asked):
        raise ValueError("evaluations must be of the same questions, judged alike")
