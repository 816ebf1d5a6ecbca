"""Measure the course's scoreboard on the test questions of both corpora, and write README's part.

A method is a line of `searches`, and stands in both tables. The tests compare README with a fresh
run.
"""

import argparse
import sys

import readme
from measuring import paragraph, table
from messages import told

from course_lib import TfidfIndex, load_chunks, load_questions
from course_lib.bm25 import BM25Index
from course_lib.dense import DenseIndex
from course_lib.evaluation import board_row, evaluate, found_by_none
from course_lib.forced import ForcedIndex
from course_lib.fusion import HybridIndex
from course_lib.vectors import StoredEncoder

DEPTH, FIRST = 10, 5
CORPORA = {  # what a place in the ranking is, and what the questions are
    "house": ("chunk", "on the ferry line's handbook; found is a chunk that holds the evidence"),
    "numpy": (
        "document",
        "that look for a page of numpy's documentation by its summary line; found is the page, or "
        "one with the same summary or nearly the same text",
    ),
}


def searches(chunks):
    """The methods of the course as {name: search}, in the order of the lessons."""
    bm25, dense = BM25Index(), DenseIndex(StoredEncoder())
    hybrid = HybridIndex([bm25, dense])
    methods = {
        "TF-IDF": TfidfIndex(),
        "dense (MiniLM)": dense,
        "BM25": bm25,
        "hybrid (RRF)": hybrid,
        "hybrid, forced": ForcedIndex(hybrid),
    }
    return {name: method.index(chunks).search for name, method in methods.items()}


def measure(corpus, unit):
    questions = load_questions(corpus, split="test")
    methods = searches(load_chunks(corpus))
    return {n: evaluate(search, questions, DEPTH, unit=unit) for n, search in methods.items()}


def show(evaluations, what):
    """One corpus as lines of Markdown."""
    rows = []
    for name, row in ((name, board_row(found)) for name, found in evaluations.items()):
        means = [row[metric] for metric in ("hit@1", "hit@5", "MRR@10")]
        cells = [f"{mean:.3f} [{low:.3f} {high:.3f}]" for mean, low, high in means]
        rows.append([name, *cells, f"{row['unjudged@5']:.3f}"])
    everyone = list(evaluations.values())
    none = len(found_by_none(everyone, FIRST))
    return [
        *paragraph(f"**{len(everyone[0].questions)} questions** {what}:"),
        "",
        *table(["method", "hit@1", "hit@5", "MRR@10", "unjudged@5"], rows),
        "",
        *paragraph(f"Found by no method in the first {FIRST}: {none}."),
    ]


def board():
    """README's part."""
    lines = paragraph(f"""
        Only `test` questions, the first {DEPTH} hits. hit@k is the share of questions with
        something right in the first k places, MRR the mean of 1 / first right place (lesson 06); in
        brackets the 95 % interval, which does not tell whether two methods differ (lesson 07).
        unjudged@5 is the share of the first five places that no label
        covers. RRF joins the rankings of BM25 and dense; forced puts chunks first that hold what a
        question names exactly, such as a code (lesson 10).""")
    for corpus, (unit, what) in CORPORA.items():
        lines += ["", *show(measure(corpus, unit), what)]
    return lines


@told
def main(words=None):
    parser = argparse.ArgumentParser(prog="course.py board", description=__doc__.split("\n\n")[0])
    parser.parse_args(words)
    try:
        lines = board()
        print("\n".join(lines))
        readme.update("board", lines, readme.README)
    except readme.BadMarks as stop:
        print(f"\n{stop}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
