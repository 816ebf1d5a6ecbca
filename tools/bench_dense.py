"""The dense section of the bench: search beside the bare matrix product and faiss, and the file."""

import tempfile
import tracemalloc
from pathlib import Path

import numpy as np
from measuring import (
    OURS,
    K,
    Section,
    Stop,
    compare_rankings,
    figures,
    machine,
    say,
    seconds,
    target,
    time_searches,
)

from course_lib import Chunk, load_chunks
from course_lib.dense import DenseIndex
from course_lib.encoders import Encoder, SentenceEncoder
from course_lib.vectors import StoredEncoder

SCALES = (1, 10, 50)  # times this many vectors:
UNIT = 10_000
DIMENSION, QUERIES, TIE = 384, 64, 1e-5
BARE, FAISS = "matrix @ query, argpartition", "faiss, IndexFlatIP"
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


def measure_size(n, repeats, per_chunk):
    """The rows for one number of vectors: one for each method, and one for the file."""
    matrix, queries = unit_vectors(n, seed=n), unit_vectors(QUERIES, seed=1)
    chunks = [Chunk(f"{row}#0", f"{row}", f"c{row}", 0, 1) for row in range(n)]
    index = DenseIndex(Table(matrix, queries)).index(chunks)
    searches, shown = methods(matrix, queries, index)
    alone, batch = [[number] for number in range(QUERIES)], list(range(QUERIES))
    for numbers in (*alone, batch):
        found = {name: shown[name](search(numbers)) for name, search in searches.items()}
        for name in (BARE, FAISS):
            for number, theirs, ours in zip(numbers, found[name], found[OURS], strict=True):
                compare_rankings(name, f"query {number}", theirs, ours, near=TIE, swaps=True)
    singles = time_searches(searches, alone, repeats)
    batches = time_searches(searches, [batch], repeats)
    rows = []
    for name in searches:
        times = {"single": singles[name]["median"], "batched": batches[name]["median"] / QUERIES}
        rows.append({"vectors": n, "method": name, **times, "peak": None})
    for row in rows[:2]:  # faiss allocates where Python does not see it
        tracemalloc.start()
        searches[row["method"]](batch)
        row["peak"] = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "index.npz"
        save, _ = seconds(index.save, path)
        load = min(seconds(DenseIndex.load, path, index.encoder, chunks)[0] for _ in range(2))
        size = path.stat().st_size
    file = {"vectors": n, "matrix": matrix.nbytes, "file": size, "save": save, "load": load}
    return rows, file | {"encode": per_chunk * n}


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


def measure_dense(scales=SCALES, quick=False):
    """Search, single and batched, load against encoding again, and memory."""
    per_chunk, rows, files = encoding_time(8 if quick else 64), [], []
    for n in [scale * UNIT for scale in scales]:
        say(f"{n:,} vectors ...")
        found, file = measure_size(n, 2 if quick or n > LIMIT_FROM else 5, per_chunk)
        rows += found
        files.append(file)
    result = {"dimension": DIMENSION, "queries": QUERIES, "k": K, "rows": rows, "files": files}
    parts = machine("numpy", "faiss-cpu", "torch", "sentence-transformers")
    return result | {"targets": judge_dense(rows), "machine": parts}


def judge_dense(rows):
    """Each target with its worst value over the sizes from 100,000."""
    targets = []
    for value in ("single", "batched"):
        times = {(row["vectors"], row["method"]): row[value] for row in rows}
        sizes = {n for n, _ in times if n >= LIMIT_FROM}
        if sizes:
            worst = max(times[n, OURS] / times[n, BARE] for n in sizes)
            targets.append(target(f"search, {value}", worst, LIMIT))
    return targets


DENSE = Section(
    measure_dense,
    SCALES,
    """**Dense search** over seeded vectors of {dimension} numbers and length 1. Search: the first
    {k} hits of {queries} queries, each alone (median) and all in one batch (time a query); all
    methods give the same ranking but for ties within 1e-5, which `course_lib` alone puts into an
    order that is the same on every machine. Memory: peak of the batch, besides the matrix. The
    file holds the matrix and what it belongs to; encode: what MiniLM would take for as many chunks
    of numpy's documentation, from a sample. Times are the processor's, in one thread, those of
    searches the best of several.""",
    {
        "rows": {
            "vectors": lambda row: f"{row['vectors']:,}",
            "method": lambda row: row["method"],
            "alone, ms": lambda row: figures(row["single"], 1e-3),
            "batched, ms": lambda row: figures(row["batched"], 1e-3),
            "memory, MB": lambda row: figures(row["peak"], 1e6),
        },
        "files": {
            "vectors": lambda row: f"{row['vectors']:,}",
            "matrix, MB": lambda row: figures(row["matrix"], 1e6),
            "file, MB": lambda row: figures(row["file"], 1e6),
            "save, s": lambda row: figures(row["save"]),
            "load, s": lambda row: figures(row["load"]),
            "encode, s": lambda row: figures(row["encode"]),
        },
    },
    f"Targets for `{OURS}`: its worst ratio to the bare product, from {LIMIT_FROM:,} vectors on.",
    reasons={},
)
