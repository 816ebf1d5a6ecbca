"""Measure dense search beside the bare matrix product and faiss: the dense section of the bench.

    bench_dense.py              10,000, 100,000 and 500,000 vectors; prints the section
    bench_dense.py --quick      10,000 only, few repeats

`measure_dense` gives numbers, `show_dense` shows them as lines of Markdown. Before anything is
timed the rankings are compared; where they differ by more than ties within 1e-5, the bench stops.
Times are seconds of the processor in one thread.
"""

import os

os.environ["OMP_NUM_THREADS"] = "1"  # before NumPy is loaded

import argparse
import math
import statistics
import sys
import tempfile
import tracemalloc
from pathlib import Path

import numpy as np
from bench import Stop, seconds
from messages import told

from course_lib import Chunk, load_chunks
from course_lib.dense import DenseIndex
from course_lib.encoders import Encoder, SentenceEncoder
from course_lib.vectors import StoredEncoder

SIZES = (10_000, 100_000, 500_000)
DIMENSION, QUERIES, K, TIE = 384, 64, 10, 1e-5
OURS, BARE, FAISS = "course_lib", "matrix @ query, argpartition", "faiss, IndexFlatIP"
LIMIT, LIMIT_FROM = 1.2, 100_000


class Table(Encoder):
    """Gives the vector whose number the text is: chunks "c0", "c1" …, queries "q0", "q1" …"""

    name, dimension = "table", DIMENSION

    def __init__(self, matrix, queries):
        self.rows = {"c": matrix, "q": queries}

    def _rows(self, texts, prefix):
        if not texts or texts[0][0] == "c":
            return self.rows["c"]
        return self.rows["q"][[int(text[1:]) for text in texts]]


def unit_vectors(n, seed):
    """n seeded vectors of length one, float32: every direction alike, so no help for any index."""
    rows = np.random.default_rng(seed).standard_normal((n, DIMENSION), dtype=np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows


def bare(matrix, queries, k):
    """What nobody can do with less: the product, the k best by argpartition, put in order."""
    scores = (matrix @ queries[0])[None] if len(queries) == 1 else queries @ matrix.T
    rows = np.argpartition(scores, -k, axis=1)[:, -k:]
    found = np.take_along_axis(scores, rows, axis=1)
    order = np.argsort(-found, axis=1)
    return np.take_along_axis(rows, order, axis=1), np.take_along_axis(found, order, axis=1)


def compare_rankings(name, theirs, ours, tie=TIE):
    """Stop unless both lists of (row, score) are the same but for rows that differ by a tie."""
    same = len(theirs) == len(ours)
    same = same and all(abs(a - b) <= tie for (_, a), (_, b) in zip(theirs, ours, strict=True))
    scores = dict(ours) | dict(theirs)
    only = {row for row, _ in theirs} ^ {row for row, _ in ours}
    if not same or any(abs(scores[row] - ours[-1][1]) > tie for row in only):
        raise Stop(f"{name} ranks otherwise:\n{theirs}\nand course_lib\n{ours}")


def methods(matrix, queries, index):
    """{name: search(numbers of queries) -> for each a list of (row, score)}"""
    import faiss

    faiss.omp_set_num_threads(1)
    flat = faiss.IndexFlatIP(DIMENSION)
    flat.add(matrix)
    rows_of = {chunk.id: row for row, chunk in enumerate(index.chunks_)}

    def pairs(rows, scores):
        return [list(zip(r, s, strict=True)) for r, s in zip(rows, scores, strict=True)]

    def ours(hits):
        return [[(rows_of[hit.chunk.id], hit.score) for hit in found] for found in hits]

    texts = [f"q{number}" for number in range(len(queries))]
    searches = {  # without `pairs` and `ours`, which are for the comparison only
        OURS: lambda ns: index.search_batch([texts[n] for n in ns], K),
        BARE: lambda ns: bare(matrix, queries[ns], K),
        FAISS: lambda ns: flat.search(queries[ns], K)[::-1],
    }
    shown = {OURS: ours, BARE: lambda x: pairs(*x), FAISS: lambda x: pairs(*x)}
    return searches, shown


def time_searches(searches, repeats):
    """For each method the median time of one query alone, and that of one among 64 in a batch."""
    singles = {name: [math.inf] * QUERIES for name in searches}
    batches, names = dict.fromkeys(searches, math.inf), list(searches)
    for _ in range(repeats):
        for number in range(QUERIES):
            names.append(names.pop(0))  # the methods take turns, and so does the first of them
            for name in names:
                took, _ = seconds(searches[name], [number])
                singles[name][number] = min(singles[name][number], took)
        for name in names:
            took, _ = seconds(searches[name], list(range(QUERIES)))
            batches[name] = min(batches[name], took)
    return {
        name: {"single": statistics.median(singles[name]), "batched": batches[name] / QUERIES}
        for name in searches
    }


def measure_size(n, repeats, per_chunk):
    """All rows for one number of vectors."""
    matrix, queries = unit_vectors(n, seed=n), unit_vectors(QUERIES, seed=1)
    chunks = [Chunk(f"{row}#0", f"{row}", f"c{row}", 0, 1) for row in range(n)]
    index = DenseIndex(Table(matrix, queries)).index(chunks)
    searches, shown = methods(matrix, queries, index)
    for numbers in ([0], list(range(QUERIES))):
        found = {name: shown[name](search(numbers)) for name, search in searches.items()}
        for name in (BARE, FAISS):
            for theirs, ours in zip(found[name], found[OURS], strict=True):
                compare_rankings(name, theirs, ours)
    times = time_searches(searches, repeats)
    peaks = {}
    for name in (OURS, BARE):  # faiss allocates where Python does not see it
        tracemalloc.start()
        searches[name](list(range(QUERIES)))
        peaks[name] = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "index.npz"
        save, _ = seconds(index.save, path)
        load = min(seconds(DenseIndex.load, path, index.encoder, chunks)[0] for _ in range(2))
        size = path.stat().st_size
    rows = [{"vectors": n, "method": name, **times[name]} for name in searches]
    for row in rows:
        row["peak"] = peaks.get(row["method"])
    files = {"vectors": n, "save": save, "load": load, "file": size, "matrix": matrix.nbytes}
    return rows, files | {"encode": per_chunk and per_chunk * n}


def encoding_time(n):
    """Seconds a text that MiniLM needs on numpy's chunks, in one thread; a sample of n."""
    import torch

    torch.set_num_threads(1)
    chunks = load_chunks("numpy")
    texts = [chunk.text for chunk in chunks[:: len(chunks) // n]][:n]
    encode = SentenceEncoder(progress=False).encode_documents
    encode(texts[:1])  # the first one is slow
    took, fresh = seconds(encode, texts)
    stored = StoredEncoder("numpy").encode_documents(texts)
    if np.abs(fresh - stored).max() > 1e-3:
        raise Stop("the vectors that are shipped are not those of this model")
    return took / n


def measure_dense(sizes=SIZES, quick=False):
    """Search, single and batched, load against encoding again, and memory."""
    per_chunk, rows, files = encoding_time(8 if quick else 64), [], []
    for n in sizes[:1] if quick else sizes:
        print(f"dense: {n:,} vectors ...", file=sys.stderr, flush=True)
        found, file = measure_size(n, 2 if quick or n > LIMIT_FROM else 5, per_chunk)
        rows += found
        files.append(file)
    return {"queries": QUERIES, "k": K, "rows": rows, "files": files, "targets": judge_dense(rows)}


def judge_dense(rows):
    """Each target with its worst value over the sizes from 100,000."""
    targets = []
    for value in ("single", "batched"):
        times = {(row["vectors"], row["method"]): row[value] for row in rows}
        sizes = {n for n, _ in times if n >= LIMIT_FROM}
        ratios = [times[n, OURS] / times[n, BARE] for n in sizes]
        if ratios:
            targets.append({"what": f"search, {value}", "limit": LIMIT, "value": max(ratios)})
    return [{**target, "met": target["value"] <= target["limit"]} for target in targets]


def show_dense(result):
    def line(*cells):
        return "| " + " | ".join(cells) + " |"

    lines = [
        f"**Dense search** over seeded unit vectors of {DIMENSION} numbers, the first {result['k']}"
        f" hits, {result['queries']} queries alone and in one batch; all methods give the same"
        " ranking but for ties within 1e-5. Ours orders exactly and gives Hits.",
        "",
        line("vectors", "method", "alone, ms", "batched, ms a query", "peak of a batch, MB"),
        line("---", "---", "---:", "---:", "---:"),
    ]
    for row in result["rows"]:
        peak = f"{row['peak'] / 1e6:,.1f}" if row["peak"] else "-"
        times = (f"{row[value] * 1e3:.3f}" for value in ("single", "batched"))
        lines.append(line(f"{row['vectors']:,}", row["method"], *times, peak))
    lines += ["", line("vectors", "matrix, MB", "file, MB", "save, s", "load, s", "encode, s")]
    lines.append(line("---", *["---:"] * 5))
    for file in result["files"]:
        sizes = (f"{file[value] / 1e6:,.1f}" for value in ("matrix", "file"))
        times = (f"{file[value]:.2f}" for value in ("save", "load"))
        lines.append(line(f"{file['vectors']:,}", *sizes, *times, f"{file['encode']:,.0f}"))
    lines += ["", line("target", "", "measured", "at most"), line("---", "---", "---:", "---:")]
    for target in result["targets"]:
        met = "met" if target["met"] else "MISSED"
        lines.append(line(target["what"], met, f"{target['value']:.2f}", f"{target['limit']:.2f}"))
    return lines


@told
def main(arguments=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true")
    try:
        print("\n".join(show_dense(measure_dense(quick=parser.parse_args(arguments).quick))))
    except Stop as stop:
        print(stop, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
