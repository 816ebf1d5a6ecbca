"""The lexical sections of the bench: TF-IDF beside lesson 04 and scikit-learn.

A method is a function that makes an index of chunks. `measure_lexical` compares and times any of
them, so a further section needs only its makers, as in `measure_tfidf`, and its text.
"""

import ast
import random
from functools import partial
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
    size_of,
    slope,
    target,
    time_builds,
    time_searches,
)
from run_notebooks import read_notebook

from course_lib import Chunk, TfidfIndex, load_chunks, load_questions, tokenize
from course_lib.text import sentence_spans

ROOT = Path(__file__).resolve().parents[1]
SCALES = (1, 10, 100)
PLAIN_UP_TO = 10  # beyond, the dicts of a lesson take gigabytes and minutes
LIMITS = {"search": 1.5, "build": 2.0, "memory": 1.5, "growth": 1.1}
PEER, PEER_ROWS = "scikit-learn, transposed", "scikit-learn"
TOKENS = "tokens alone"


# ---- corpora and questions --------------------------------------------------------------------


def grow(chunks, scale, seed=0):
    """The chunks, followed by made ones until there are ``scale`` times as many.

    A made chunk joins random sentences of two chunks, about as many characters as the first has.
    """
    rng = random.Random(seed)
    sentences = [[c.text[start:end] for start, end in sentence_spans(c.text)] for c in chunks]
    grown = list(chunks)
    while len(grown) < scale * len(chunks):
        first, second = (rng.randrange(len(chunks)) for _ in range(2))
        pool = sentences[first] + sentences[second]
        rng.shuffle(pool)
        text = ""
        for sentence in pool:
            if text and len(text) + len(sentence) / 2 > len(chunks[first].text):
                break
            text += f" {sentence}" if text else sentence
        name = f"made/{len(grown)}"
        grown.append(Chunk(f"{name}#0", name, text, 0, len(text)))
    return grown


def sample_queries(count, seed=0):
    """Some known-item questions of the numpy corpus, always the same."""
    queries = [question["question"] for question in load_questions("numpy")]
    return random.Random(seed).sample(queries, min(count, len(queries)))


# ---- any lexical method -----------------------------------------------------------------------


def lesson_class(name, lesson="04", root=ROOT):
    """A class as a lesson writes it: the imports and definitions up to its cell, run."""
    paths = list((root / "notebooks").glob(f"{lesson}_*.ipynb"))
    if len(paths) != 1:
        raise Stop(f"notebooks/ holds {len(paths)} lessons {lesson}, the bench needs one")
    path = paths[0]
    kinds = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
    space = {}
    try:
        notebook = read_notebook(path)
    except ValueError as error:
        raise Stop(str(error)) from None
    for cell in notebook.cells:
        if cell["cell_type"] == "code":
            try:
                tree = ast.parse(cell["source"])
                tree.body = [node for node in tree.body if isinstance(node, kinds)]
                exec(compile(tree, path.name, "exec"), space)
            except Exception as error:
                reason = f"{type(error).__name__}: {error}"
                raise Stop(f"cell {cell.id!r} of {path.name} does not run: {reason}") from None
            if any(getattr(node, "name", None) == name for node in tree.body):
                return space[name]
    raise Stop(f"{path.name} has no class {name}")


def measure_lexical(
    makers,
    peers,
    scales=SCALES,
    quick=False,
    chunks=None,
    queries=None,
    limits=LIMITS,
    batch=(),
    small=("lesson",),
):
    """Build, search and memory at each scale, as one row for each method, and the targets.

    ``makers``: {name: function of chunks that gives an index}, OURS among them. An index has
    .search(query, k), which gives Hits or (position, score) pairs, and may have .parts(), what
    counts as its memory. ``peers``: the names that OURS is judged by, ``limits``: how.
    ``batch``: questions for those with .search_batch(queries, k), whose ties may have any order.
    ``small``: how names begin that are left out of large corpora.
    """
    chunks = load_chunks("numpy") if chunks is None else chunks
    queries = sample_queries(20 if quick else 200) if queries is None else queries
    rows = []
    for scale in scales:
        say(f"{scale} x {len(chunks)} chunks ...")
        repeats = 1 if quick else {1: 5, 10: 3}.get(scale, 2)
        large = scale > PLAIN_UP_TO
        used = {n: make for n, make in makers.items() if not (large and n.startswith(small))}
        rows += measure_scale(used, grow(chunks, scale), queries, repeats, batch)
    targets = judge_lexical(rows, peers, limits)
    return {"queries": len(queries), "k": K, "rows": rows, "targets": targets}


def measure_scale(makers, chunks, queries, repeats, batch=()):
    place = {chunk.id: n for n, chunk in enumerate(chunks)}
    count = {TOKENS: lambda chunks: sum(len(tokenize(chunk.text)) for chunk in chunks)}
    builds, built = time_builds(count | makers, chunks, repeats)
    tokens = built.pop(TOKENS)
    say("  compares the rankings")
    for query in queries:
        found = {name: index.search(query, K) for name, index in built.items()}
        for name, hits in found.items():
            if hits and hasattr(hits[0], "chunk"):
                found[name] = [(place[hit.chunk.id], hit.score) for hit in hits]
        for name in built:
            compare_rankings(name, query, found[name], found[OURS], swaps=bool(batch))
    say("  times the searches")
    searches = {name: partial(index.search, k=K) for name, index in built.items()}
    times = time_searches(searches, queries, repeats)
    rows = [{"method": TOKENS, "build": builds[TOKENS]}]
    for name, index in built.items():
        held = {key: part for key, part in vars(index).items() if key != "chunks_"}.values()
        memory = size_of(*(index.parts() if hasattr(index, "parts") else held))
        timed = {"search": times[name]["median"], "search_p95": times[name]["p95"]}
        if batch and hasattr(index, "search_batch"):
            say(f"  times the batch of {name}")
            took = min(seconds(index.search_batch, batch, K)[0] for _ in range(min(repeats, 2)))
            timed["batch"] = took / len(batch)
        rows.append({"method": name, "build": builds[name], **timed, "memory": memory})
    return [{"chunks": len(chunks), "tokens": tokens, **row} for row in rows]


def judge_lexical(rows, peers, limits=LIMITS):
    """Each target with its worst value over the scales, beside the best of the peers."""
    targets = []
    ours = [row for row in rows if row["method"] == OURS]
    values = [value for value in limits if value != "growth"]
    for value in values:
        ratios = []
        for row in ours:
            others = [r for r in rows if r["chunks"] == row["chunks"] and r["method"] in peers]
            ratios.append(row[value] / min(other[value] for other in others))
        targets.append(target(value, max(ratios), limits[value]))
    for value in values if len(ours) > 1 else ():
        targets.append(target(f"growth of {value}", slope(ours, value), limits["growth"]))
    return targets


COLUMNS = {
    "chunks": lambda row: f"{row['chunks']:,}",
    "method": lambda row: row["method"],
    "build, s": lambda row: figures(row["build"]),
    "search, ms": lambda row: figures(row.get("search"), 1e-3),
    "memory, MB": lambda row: figures(row.get("memory"), 1e6),
}
GROWTH = f"""Growth is the slope of log value over log tokens between the two largest corpora; 1 is
    linear, and up to {LIMITS["growth"]} is taken for it, since a time that is off by 20 % moves it
    by 0.08."""


# ---- TF-IDF -----------------------------------------------------------------------------------


class SklearnIndex:
    """scikit-learn's TF-IDF on our tokens, ranked by the course's rule.

    ``transposed``: one row for each term, which is an inverted index and the faster form. Otherwise
    one row for each chunk, as the vectorizer gives it.
    """

    def __init__(self, transposed):
        self.transposed = transposed

    def index(self, chunks):
        from sklearn.feature_extraction.text import TfidfVectorizer

        ours = {"tokenizer": tokenize, "token_pattern": None, "lowercase": False}
        self.vectorizer = TfidfVectorizer(**ours)
        matrix = self.vectorizer.fit_transform([chunk.text for chunk in chunks])
        self.matrix = matrix.T.tocsr() if self.transposed else matrix
        return self

    def search(self, query, k):
        vector = self.vectorizer.transform([query])
        found = vector @ self.matrix if self.transposed else (self.matrix @ vector.T).T
        rows, scores = found.tocoo().coords[1], np.round(found.data, 9)
        if len(scores) > k:
            keep = np.flatnonzero(scores >= np.partition(scores, -k)[-k])
            rows, scores = rows[keep], scores[keep]
        order = np.lexsort((rows, -scores))[:k]
        return [
            (row, score) for row, score in zip(rows[order], scores[order], strict=True) if score
        ]

    def parts(self):
        matrix, vectorizer = self.matrix, self.vectorizer
        arrays = matrix.data, matrix.indices, matrix.indptr, vectorizer.idf_
        return *arrays, vectorizer.vocabulary_


def measure_tfidf(scales=SCALES, quick=False, **corpus):
    lesson_index = lesson_class("TfidfIndex")
    makers = {
        "lesson 04, dicts": lambda chunks: lesson_index().index(chunks),
        OURS: lambda chunks: TfidfIndex().index(chunks),
        PEER_ROWS: lambda chunks: SklearnIndex(transposed=False).index(chunks),
        PEER: lambda chunks: SklearnIndex(transposed=True).index(chunks),
    }
    measured = measure_lexical(makers, (PEER, PEER_ROWS), scales, quick, **corpus)
    return measured | {"machine": machine("numpy", "scipy", "scikit-learn")}


TFIDF = Section(
    measure_tfidf,
    SCALES,
    """**TF-IDF** on the chunks of numpy's documentation, then with made ones besides, which join
    random sentences of two of them and so bring no new words. Build: from chunks to index,
    tokenising included. Search: the first {k} hits, median of {queries} known-item questions; all
    methods give the same ranking. Memory: index arrays and vocabulary, without the texts. All
    tokenise as the course does; transposed means one row for each term, which makes scikit-learn's
    matrix an inverted index. The dicts of lesson 04 are left out where they would take gigabytes.
    Times are the processor's, in one thread, the best of several.""",
    {"rows": COLUMNS},
    f"Targets for `{OURS}`: its worst ratio to the better of scikit-learn's two forms. {GROWTH}",
    reasons={},
)
