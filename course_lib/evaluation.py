"""Run a search over a set of questions and say how well it did: means, misses, scoreboard.

`evaluate` takes any function ``search(query, k)``. What counts as found is a parameter and is
printed with the results. Lesson 06 builds it; lesson 07 adds the intervals.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from course_lib.documents import Hit
from course_lib.evidence import facets_found
from course_lib.metrics import hit_at_k, reciprocal_rank
from course_lib.ranking import check_k
from course_lib.stats import bootstrap, wilson


def same_document(hit: Hit, question: dict) -> set[int]:
    """Give the numbers of the facets that the hit's document holds.  Helper of `evaluate`."""
    facets = enumerate(question["evidence"])
    return {n for n, facet in facets if any(o["file"] == hit.chunk.doc_id for o in facet)}


def same_chunk(hit: Hit, question: dict) -> set[int]:
    """Give the numbers of the facets labelled with the hit's chunk id.  Helper of `evaluate`."""
    facets = enumerate(question["evidence"])
    return {n for n, facet in facets if any(o.get("chunk") == hit.chunk.id for o in facet)}


JUDGES = {"evidence": facets_found, "document id": same_document, "chunk id": same_chunk}
UNITS = {"chunk": lambda hit: hit.chunk.id, "document": lambda hit: hit.chunk.doc_id}


@dataclass(frozen=True)
class Evaluation:
    """What a search found for each question. Places beyond the last hit are empty.

    Parameters
    ----------
    questions : list of dict
    hits : for each question a list of at most k Hit, in order
    found : for each question a list of sets: the facets that each hit holds
    k : int             depth of the search
    judge, unit : str   what counts as found, and what a place is, see `evaluate`
    Built in: lesson 06
    """

    questions: list[dict]
    hits: list[list[Hit]]
    found: list[list[set]]
    k: int
    judge: str
    unit: str

    def values(self, metric: Callable, k: int | None = None) -> list[float]:
        """Give a metric of course_lib.metrics for each question, cut at k (default: the depth)."""
        k = self.k if k is None else check_k(k)
        if k > self.k:
            raise ValueError(f"k must be at most the depth of the search, {self.k}, got {k}")
        relevant = [range(len(question["evidence"])) for question in self.questions]
        return [metric(f, r, k) for f, r in zip(self.found, relevant, strict=True)]

    def mean(self, metric: Callable, k: int | None = None) -> float:
        """Give the mean of a metric; a question without any hit counts 0 and stays in it."""
        return sum(self.values(metric, k)) / len(self.questions)

    def misses(self, k: int | None = None) -> list[tuple[dict, list[Hit]]]:
        """Give the questions of which nothing was found, each with what was found instead."""
        rows = zip(self.questions, self.hits, self.values(hit_at_k, k), strict=True)
        return [(question, hits[:k]) for question, hits, value in rows if not value]

    def unjudged(self, k: int) -> float:
        """Give the share of the hits in the first k places that no label covers."""
        places = [facets for found in self.found for facets in found[:k]]
        return sum(not facets for facets in places) / len(places) if places else 0.0


def evaluate(
    search: Callable, questions: Sequence[dict], k: int = 10, *, judge="evidence", unit="chunk"
) -> Evaluation:
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
    Built in: lesson 06
    """
    _check_questions(questions, k, judge, unit)
    hits = [first_places(search, q["question"], k, UNITS[unit]) for q in questions]
    found = [
        [set(JUDGES[judge](hit, question)) for hit in ranked]
        for ranked, question in zip(hits, questions, strict=True)
    ]
    return Evaluation(list(questions), hits, found, k, judge, unit)


def first_places(search: Callable, query: str, k: int, unit: Callable) -> list[Hit]:
    """Give the first hit of each of the first k different units, searching as deep as it takes.

    Helper of `evaluate`.
    """
    depth = k
    while True:
        hits = list(search(query, depth))
        first = {unit(hit): hit for hit in reversed(hits)}  # the best of each stays
        if len(first) >= k or len(hits) < depth:
            return [hit for hit in hits if first[unit(hit)] is hit][:k]
        depth *= 4


def board_row(evaluation: Evaluation) -> dict:
    """Measure what the course's scoreboard shows of a method.

    Returns
    -------
    dict: "n" questions; "hit@1", "hit@5", "MRR@10" as (mean, low, high), rates with Wilson's
    interval, MRR with the bootstrap's; "unjudged@5". The depth must be at least 10.
    Built in: lesson 07
    """
    n, row = len(evaluation.questions), {}
    for k in (1, 5):
        hits = int(sum(evaluation.values(hit_at_k, k)))
        row[f"hit@{k}"] = (hits / n, *wilson(hits, n))
    ranks = evaluation.values(reciprocal_rank, 10)
    row["MRR@10"] = (sum(ranks) / n, *bootstrap(ranks))
    return {"n": n, **row, "unjudged@5": evaluation.unjudged(5)}


def print_board(rows: dict[str, dict]) -> None:
    """Print the scoreboard, one line a method, each mean with its interval.  Helper."""
    width = max(map(len, rows))
    columns = ("hit@1", "hit@5", "MRR@10")
    print(f"{'':{width}}   n  {''.join(f'{name:20}' for name in columns)}unjudged@5")
    for name, row in rows.items():
        cells = (f"{m:.3f} [{low:.3f} {high:.3f}]" for m, low, high in map(row.get, columns))
        means = "".join(f"{cell:20}" for cell in cells)
        print(f"{name:{width}} {row['n']:3}  {means}{row['unjudged@5']:.3f}")


def _check_questions(questions, k, judge, unit):
    if check_k(k) < 1:
        raise ValueError(f"k must be at least 1, got {k}")
    if not questions:
        raise ValueError("questions must hold at least one question, got none")
    for question in questions:
        if not question.get("evidence"):
            raise ValueError(f"question {question.get('id')!r} has no evidence: nothing to find")
    for name, value, known in (("judge", judge, JUDGES), ("unit", unit, UNITS)):
        if value not in known:
            raise ValueError(f"{name} must be one of {sorted(known)}, got {value!r}")
