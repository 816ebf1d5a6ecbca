"""Measure how fast the library is and how much memory it takes, beside the field's own code.

    bench.py                    all sections, all scales; writes tools/bench.json and README's table
    bench.py tfidf              one section; the others keep their numbers and their date
    bench.py --scales 1 10      fewer scales, printed only
    bench.py --quick            the smallest scale with few questions, printed only
    bench.py readme             write README's table anew from tools/bench.json

A section is a pair in SECTIONS: a function that measures and gives numbers, and one that shows them
as lines of Markdown. Every method answers the same questions, and the rankings are compared before
anything is timed: where they differ, the bench stops. Times are seconds of the processor in one
thread. On an idle machine that is the time on the clock, and other programs disturb it less.
"""

import os

os.environ["OMP_NUM_THREADS"] = "1"  # before NumPy is loaded

import argparse
import ast
import gc
import json
import math
import platform
import random
import statistics
import sys
import textwrap
import time
from datetime import date
from importlib import metadata
from pathlib import Path

import numpy as np
from messages import told
from run_notebooks import read_notebook, write_text

from course_lib import Chunk, TfidfIndex, load_chunks, load_questions, tokenize
from course_lib.text import sentence_spans

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "tools/bench.json"
README = ROOT / "README.md"
START, END = "<!-- bench: `course.py bench` writes this part -->", "<!-- end of bench -->"
SCALES = (1, 10, 100)
K = 10


class Stop(Exception):
    """Ends the bench with a message."""


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


# ---- what every section needs -----------------------------------------------------------------


def size_of(*things):
    """Bytes of arrays, and of dicts, lists and tuples with all that they hold, each object once."""
    seen, total, waiting = set(), 0, list(things)
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        if isinstance(thing, np.ndarray):
            total += thing.nbytes
            continue
        total += sys.getsizeof(thing)
        if isinstance(thing, dict):
            waiting += [*thing.keys(), *thing.values()]
        elif isinstance(thing, (list, tuple)):
            waiting += thing
    return total


def compare_rankings(name, query, theirs, ours):
    """Stop unless both are the same (position, score) pairs in the same order.

    Scores are rounded to 9 decimals, so two that agree to 1e-9 may end one step apart.
    """
    same = [position for position, _ in theirs] == [position for position, _ in ours]
    if not same or any(abs(a - b) > 1.5e-9 for (_, a), (_, b) in zip(theirs, ours, strict=True)):
        raise Stop(f"{name} ranks otherwise for {query!r}:\n{theirs}\nand course_lib\n{ours}")


def seconds(function, *arguments):
    """Processor time of one call, and its result."""
    start = time.process_time()
    result = function(*arguments)
    return time.process_time() - start, result


def time_builds(makers, chunks, repeats):
    """Build with each method in turn, ``repeats`` times: the best times and the last results."""
    best, built = dict.fromkeys(makers, math.inf), dict.fromkeys(makers)
    for _ in range(repeats):
        for name, make in makers.items():
            built[name] = None  # the old one makes room first
            gc.collect()
            took, built[name] = seconds(make, chunks)
            best[name] = min(best[name], took)
    return best, built


def time_searches(searches, queries, repeats):
    """Median and 95th percentile over the queries, of the best of ``repeats`` times for each.

    The methods take turns at every query, and the first of them changes from query to query.
    """
    best = {name: [math.inf] * len(queries) for name in searches}
    names = list(searches)
    for _ in range(repeats):
        for number, query in enumerate(queries):
            names.append(names.pop(0))
            for name in names:
                took, _ = seconds(searches[name], query, K)
                best[name][number] = min(best[name][number], took)
    return {
        name: {"median": statistics.median(times), "p95": float(np.quantile(times, 0.95))}
        for name, times in best.items()
    }


def slope(rows, value):
    """Growth from the second largest scale to the largest: 1 is linear, 2 is quadratic.

    The slope of log(value) over log(tokens). Smaller scales are left out, since fixed costs would
    hide the growth there.
    """
    small, large = rows[-2:]
    return math.log(large[value] / small[value]) / math.log(large["tokens"] / small["tokens"])


def machine(*packages):
    """What the times depend on."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        processor = next(line.split(": ")[1] for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        processor = platform.processor() or platform.machine()
    return {
        "processor": processor,
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "Python": platform.python_version(),
        **{package: metadata.version(package) for package in packages},
    }


def table(header, rows):
    """Lines of a Markdown table, numbers to the right."""
    lines = [header, ["---", "---", *["---:"] * (len(header) - 2)], *rows]
    return ["| " + " | ".join(line) + " |" for line in lines]


def paragraph(text):
    return textwrap.wrap(
        " ".join(text.split()), 100, break_long_words=False, break_on_hyphens=False
    )


def say(text):
    print(text, file=sys.stderr, flush=True)


# ---- TF-IDF -----------------------------------------------------------------------------------

PLAIN_UP_TO = 10  # beyond, the dicts of lesson 04 take gigabytes and minutes
LIMITS = {"search": 1.5, "build": 2.0, "memory": 1.5, "growth": 1.1}
PLAIN, OURS = "lesson 04, dicts", "course_lib"
PEER, PEER_ROWS = "scikit-learn, transposed", "scikit-learn"


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


def measure_tfidf(scales=SCALES, quick=False, chunks=None, queries=None):
    """Build, search and memory at each scale, as one row for each method."""
    chunks = load_chunks("numpy") if chunks is None else chunks
    queries = sample_queries(20 if quick else 200) if queries is None else queries
    rows = []
    for scale in scales:
        say(f"tfidf: {scale} x {len(chunks)} chunks ...")
        repeats = 1 if quick else {1: 5, 10: 3}.get(scale, 2)
        rows += measure_scale(grow(chunks, scale), queries, repeats, scale <= PLAIN_UP_TO)
    return {
        "queries": len(queries),
        "k": K,
        "rows": rows,
        "targets": judge_tfidf(rows),
        "machine": machine("numpy", "scipy", "scikit-learn"),
    }


def measure_scale(chunks, queries, repeats, with_plain):
    place = {chunk.id: n for n, chunk in enumerate(chunks)}
    lesson_index = lesson_class("TfidfIndex")
    makers = {
        "tokens alone": lambda chunks: sum(len(tokenize(chunk.text)) for chunk in chunks),
        PLAIN: lambda chunks: lesson_index().index(chunks),
        OURS: lambda chunks: TfidfIndex().index(chunks),
        PEER_ROWS: lambda chunks: SklearnIndex(transposed=False).index(chunks),
        PEER: lambda chunks: SklearnIndex(transposed=True).index(chunks),
    }
    if not with_plain:
        del makers[PLAIN]
    builds, built = time_builds(makers, chunks, repeats)
    tokens = built.pop("tokens alone")
    say("  compares the rankings")
    for query in queries:
        ours = [(place[hit.chunk.id], hit.score) for hit in built[OURS].search(query, K)]
        for name, index in built.items():
            found = index.search(query, K)
            if name in (PLAIN, OURS):
                found = [(place[hit.chunk.id], hit.score) for hit in found]
            compare_rankings(name, query, found, ours)
    say("  times the searches")
    times = time_searches({name: index.search for name, index in built.items()}, queries, repeats)
    rows = [{"method": "tokens alone", "build": builds["tokens alone"]}]
    for name, index in built.items():
        held = {key: part for key, part in vars(index).items() if key != "chunks_"}.values()
        memory = size_of(*(index.parts() if hasattr(index, "parts") else held))
        timed = {"search": times[name]["median"], "search_p95": times[name]["p95"]}
        rows.append({"method": name, "build": builds[name], **timed, "memory": memory})
    return [{"chunks": len(chunks), "tokens": tokens, **row} for row in rows]


def judge_tfidf(rows):
    """Each target with its worst value over the scales, beside scikit-learn's better form."""
    targets = []
    ours = [row for row in rows if row["method"] == OURS]
    for value in ("search", "build", "memory"):
        ratios = []
        for row in ours:
            peers = [r for r in rows if r["chunks"] == row["chunks"]]
            peers = [r[value] for r in peers if r["method"] in (PEER, PEER_ROWS)]
            ratios.append(row[value] / min(peers))
        targets.append({"what": value, "limit": LIMITS[value], "value": max(ratios)})
    for value in ("search", "build", "memory") if len(ours) > 1 else ():
        growth = {"what": f"growth of {value}", "limit": LIMITS["growth"]}
        targets.append({**growth, "value": slope(ours, value)})
    return [{**target, "met": target["value"] <= target["limit"]} for target in targets]


def show_tfidf(result):
    lines, last = [], None
    for row in result["rows"]:
        cells = ["" if row["chunks"] == last else f"{row['chunks']:,}", row["method"]]
        cells.append(figures(row["build"]))
        cells.append(figures(row["search"] * 1e3) if "search" in row else "-")
        cells.append(figures(row["memory"] / 1e6) if "memory" in row else "-")
        lines.append(cells)
        last = row["chunks"]
    corpora = paragraph(f"""
        **TF-IDF** on the chunks of numpy's documentation, then with made ones besides, which join
        random sentences of two of them and so bring no new words. Build: from chunks to index,
        tokenising included. Search: the first {result["k"]} hits, median of {result["queries"]}
        known-item questions; all methods give the same ranking. Memory: index arrays and
        vocabulary, without the texts. All tokenise as the course does; transposed means one row
        for each term, which makes scikit-learn's matrix an inverted index. The dicts of lesson 04
        are left out where they would take gigabytes. Times are the processor's, in one thread,
        the best of several.""")
    limits = paragraph(f"""
        Targets for `course_lib`: its worst ratio to the better of scikit-learn's two forms. Growth
        is the slope of log value over log tokens between the two largest corpora; 1 is linear,
        and up to {LIMITS["growth"]} is taken for it, since a time that is off by 20 % moves it by
        0.08.""")
    targets = [
        [
            target["what"],
            "met" if target["met"] else "MISSED",
            f"{target['value']:.2f}",
            f"{target['limit']:.2f}",
        ]
        for target in result["targets"]
    ]
    measured = table(["chunks", "method", "build, s", "search, ms", "memory, MB"], lines)
    judged = table(["target", "", "measured", "at most"], targets)
    return [*corpora, "", *measured, "", *limits, "", *judged]


def figures(value):
    """Three significant digits, without an exponent: 0.0123, 1.23, 12.3, 123, 1,230."""
    if not value:
        return "0"
    value = float(f"{value:.2e}")
    return f"{value:,.{max(0, 2 - math.floor(math.log10(value)))}f}"


SECTIONS = {"tfidf": (measure_tfidf, show_tfidf)}


# ---- the command ------------------------------------------------------------------------------


def show(results):
    """All sections as lines of Markdown, each with its machine and its date."""
    lines = []
    for name, (_, show_section) in SECTIONS.items():
        if name in results:
            result = results[name]
            facts = result["machine"]
            versions = [f"{key} {facts[key]}" for key in list(facts)[3:]]
            where = f"{facts['processor']}, {facts['cores']} cores, {facts['system']}"
            lines += [*show_section(result), ""]
            lines += paragraph(f"Measured on {result['date']}: {where}; {', '.join(versions)}.")
            lines.append("")
    return lines


def readme_with(text, lines):
    """The text of README with these lines between its marks."""
    if text.count(START) != 1 or text.count(END) != 1:
        raise Stop(f"README.md must hold these two lines, once each:\n{START}\n{END}")
    before, rest = text.split(START)
    return "\n".join([before + START, "", *lines]) + END + rest.split(END)[1]


def write_readme(results):
    text = README.read_text(encoding="utf-8")
    write_text(readme_with(text, show(results)), README)


def read_results():
    try:
        results = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    except ValueError:
        results = None
    if not isinstance(results, dict):
        raise Stop(
            f"{RESULTS.name} is damaged: fetch the committed one with `git restore {RESULTS}`,\n"
            "or delete it and measure everything anew"
        )
    return results


@told
def main(words=None):
    parser = argparse.ArgumentParser(prog="course.py bench", description=__doc__.split("\n\n")[0])
    parser.add_argument(
        "what",
        nargs="*",
        metavar="SECTION",
        help=f"{', '.join(SECTIONS)}; or readme: write README's table anew from what was measured",
    )
    parser.add_argument("--scales", nargs="+", type=int, metavar="N", help="default: 1 10 100")
    parser.add_argument("--quick", action="store_true", help="one scale, few questions")
    args = parser.parse_args(words)
    unknown = [name for name in args.what if name not in [*SECTIONS, "readme"]]
    if unknown or min(args.scales or [1]) < 1:
        parser.error(f"unknown: {unknown[0]}" if unknown else "a scale is 1 or more")
    scales = sorted(set(args.scales)) if args.scales else SCALES[:1] if args.quick else SCALES
    try:
        results = read_results()
        if args.what == ["readme"]:
            if not results:
                raise Stop("nothing has been measured yet: run `course.py bench`")
            write_readme(results)
            return 0
        if not (args.quick or args.scales):  # its faults should not show after minutes only
            readme_with(README.read_text(encoding="utf-8"), [])
        for name in [name for name in args.what if name in SECTIONS] or SECTIONS:
            measured = SECTIONS[name][0](scales, args.quick)
            results[name] = {"date": date.today().isoformat(), **measured}
            print("\n".join(show({name: results[name]})))
        if args.quick or args.scales:
            print("Only a full run is kept: tools/bench.json and README.md are as they were.")
            return 0
        write_text(json.dumps(results, indent=1) + "\n", RESULTS)
        write_readme(results)
    except Stop as stop:
        print(f"\n{stop}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
