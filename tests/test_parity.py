"""Lessons and library hold the same code, and no lesson imports what a later one builds.

A lesson cell tagged ``lib:course_lib.chunking.chunk_words`` is one definition and equals the
library's but for docstring, annotations and leading ``_check_…(…)`` calls. A cell tagged
``equiv:…`` is written otherwise on purpose: its results on the inputs in EQUIVALENT are the
library's.
"""

import ast
import importlib
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from lessons import code_cells, definitions_of

from course_lib import Chunk, Document, TfidfIndex
from course_lib.dense import DenseIndex
from course_lib.encoders import Encoder
from course_lib.fusion import HybridIndex
from course_lib.similarity import unit_rows

ROOT = Path(__file__).resolve().parents[1]
LIBRARY = ROOT / "course_lib"
LESSONS = sorted((ROOT / "notebooks").glob("*.ipynb"))

# Public names that no lesson builds: doors to data and models, records, what prints, and parts of
# longer functions. Whoever claims one with a tag lib: or equiv: takes it out.
HELPERS = {
    "course_lib.chunking": {
        *("fit_spans", "split_span", "line_starts", "trim_lines"),
        *("markdown_headings", "markdown_blocks"),
    },
    "course_lib.data": {
        *("load_corpus", "load_chunks", "load_folder", "load_questions", "load_answers"),
        "load_code",
    },
    "course_lib.documents": {"Document", "Chunk", "Hit", "check_chunks"},
    "course_lib.encoders": {
        *("Encoder", "SentenceEncoder", "OpenAIEncoder", "prefixes_of"),
    },
    "course_lib.evaluation": {
        *("Evaluation", "same_name", "first_places", "board_row", "print_board"),
    },
    "course_lib.evidence": {"plain", "has_keyword", "facets_found", "finds", "quote_survives"},
    "course_lib.forced": {"normal", "exact_terms", "Hits"},
    "course_lib.fusion": {"Leg"},
    "course_lib.inverted": {"LexicalIndex", "Postings", "count_postings"},
    "course_lib.judging": {
        *("Citations", "Claim", "Judgement", "without_citations", "is_refusal", "says_expected"),
    },
    "course_lib.llm": {"LLMError", "Reply", "connect", "ask"},
    "course_lib.pipeline": {"Answer"},
    "course_lib.prompt": {"Prompt", "Source", "count_words"},
    "course_lib.ranking": {"Retriever", "check_retriever"},
    "course_lib.similarity": {"as_numbers"},
    "course_lib.text": {"normalise_newlines", "is_visible", "trim", "goes_on"},
    "course_lib.tokens": {"fold", "marks_in", "token_pattern", "split_pairs"},
    "course_lib.vectors": {
        *("write_arrays", "read_arrays", "text_key", "load_vectors", "shipped", "StoredEncoder"),
    },
    "course_lib.words": {"strip", "content_words", "figures"},
}


class Letters(Encoder):
    """An encoder for comparisons: how often each letter occurs, and a 1."""

    name, dimension = "letters", 27

    def _encode(self, texts):
        letters = "abcdefghijklmnopqrstuvwxyz"
        return [[text.lower().count(letter) for letter in letters] + [1] for text in texts]


# Inputs for cells tagged equiv: {"course_lib.module.name": [(argument, …), …]}. For a class, a
# retriever, an input is (chunks, query, k), and the encoder if it needs one.
RNG = np.random.default_rng(0)
TEXTS = ("red pump red", "", "blue pump", "green valve", "pump blue", "Pumps, 泵阀 and the pump")
CHUNKS = [Chunk(f"{n}#0", f"{n}", text, 0, len(text)) for n, text in enumerate(TEXTS)]
SPELLED = ("alarm E-42", "E 42, the valve", "no code, a valve", "E421", "7 blue valves", "e42")
CODED = CHUNKS + [Chunk(f"c#{n}", "c", text, 0, len(text)) for n, text in enumerate(SPELLED)]
QUERIES = ("red pump", "pump pump blue", "valve?", "xylophone", "", "?!", "the 泵阀", "blue motor")
PAGE = "# Fares\n\nA ticket.\n\n## Dogs\n\n- small: free\n- tall: 3.50\n"
SEARCH = TfidfIndex().index(CHUNKS).search
ASKED = [
    {"question": query, "evidence": [[{"file": "0", "keyword": "red"}], [{"file": "4"}]]}
    for query in QUERIES
]
EQUIVALENT = {
    "course_lib.evaluation.evaluate": [
        (search, ASKED, k)
        for search in (SEARCH, lambda query, k: (SEARCH(query, k) * 2)[:k], lambda query, k: [])
        for k in (1, 2, 10)
    ],
    "course_lib.chunking.pack_spans": [
        ([(0, 4), (5, 9), (10, 14), (15, 30)], size) for size in (4, 9, 15, 100)
    ],
    "course_lib.chunking.chunk_sections": [
        (Document("a.md", text),) for text in (PAGE, "no heading", "", "Before.\n\n" + PAGE)
    ],
    "course_lib.metrics.ndcg_at_k": [
        (ranking, relevant, k)
        for ranking in (list("xayzw"), list("ab"), list("aab"), [{0, 1}, set(), {1, 2}], [])
        for relevant in ({"a"}, {"a", "b", "c", "d"}, [0, 1], {0, 1, 2, 3})
        for k in (0, 1, 2, 5)
    ],
    "course_lib.ranking.top_k": [
        (scores, k)
        for scores in ([0.3, 0.7, 0.7, 0.0, 0.7], [0.0] * 7 + [1.0] + [0.0] * 12, [], [-1, 2, -1])
        for k in (0, 1, 3, 5, 99)
    ],
    "course_lib.dense.nearest": [
        (unit_rows(rows).astype(np.float32), unit_rows(vectors).astype(np.float32), k)
        for rows in (RNG.standard_normal((90, 8)), RNG.integers(-1, 2, (50, 3)), np.zeros((0, 3)))
        for vectors in (RNG.standard_normal((n, rows.shape[1])) for n in (0, 1, 7))
        for k in (0, 1, 5, 99)
    ],
    "course_lib.dense.DenseIndex": [
        (chunks, query, k, Letters())
        for chunks in (CHUNKS, CHUNKS[:1], [])
        for query in QUERIES
        for k in (0, 1, 2, 99)
    ],
    "course_lib.bm25.BM25Index": [
        (chunks, query, k)
        for chunks in (CHUNKS, CHUNKS[:1], [])
        for query in QUERIES
        for k in (0, 1, 2, 99)
    ],
    "course_lib.fusion.HybridIndex": [
        (chunks, query, k, [TfidfIndex(), DenseIndex(Letters())], rrf_k, depth)
        for chunks in (CHUNKS, CHUNKS[:1], [])
        for query in QUERIES
        for k, rrf_k, depth in ((0, 60, 100), (1, 60, 100), (99, 60, 100), (99, 0, 2), (2, 9, 1))
    ],
    "course_lib.forced.ForcedIndex": [
        (chunks, query, k, retriever)
        for chunks in (CODED, CODED[:1], [])
        for query in (*QUERIES, "valve E42", "'red pump' or e-42?", "“blue”, No. 7", "E4")
        for k in (0, 1, 2, 99)
        for retriever in (TfidfIndex(), DenseIndex(Letters()))
    ],
    "course_lib.pipeline.RagPipeline": [
        (retriever, query, options)
        for retriever in (TfidfIndex(), DenseIndex(Letters()))
        for query in ("red pump", "green valve?", "xylophone", "")
        for options in ({}, {"k": 1}, {"min_score": 0.97}, {"min_score": 0.3, "min_covered": 1})
    ]
    + [
        (HybridIndex([TfidfIndex(), DenseIndex(Letters())]), "red valve", options)
        for options in ({"min_covered": 1}, {"min_score": 0.9, "leg": "tfidf"}, {"leg": "cosine"})
    ],
    "course_lib.tfidf.TfidfIndex": [
        (chunks, query, k)
        for chunks in (CHUNKS, CHUNKS[:1], [])
        for query in QUERIES
        for k in (0, 1, 2, 99)
    ],
}
# Modules whose names any lesson may use: they teach nothing themselves.
PLUMBING = {"course_lib.plots", "course_lib.plots_results", "course_lib.checks"}


# ---- reading code -----------------------------------------------------------------------------


def tags(cell, prefix):
    return [t.removeprefix(prefix) for t in cell.metadata.get("tags", []) if t.startswith(prefix)]


def number(path):
    return Path(path).stem[:2]


def library_source(module, library=LIBRARY):
    parts = module.split(".")[1:]
    return library.joinpath(*parts).with_suffix(".py").read_text(encoding="utf-8")


def public_names(library=LIBRARY):
    """The dotted name of each public function and class that a lesson could build."""
    names = set()
    for path in sorted(library.glob("*.py")):
        module = f"course_lib.{path.stem}"
        if path.stem != "__init__" and module not in PLUMBING:
            body = ast.parse(path.read_text(encoding="utf-8")).body
            defined = [n.name for n in body if isinstance(n, (ast.FunctionDef, ast.ClassDef))]
            names |= {f"{module}.{name}" for name in defined if not name.startswith("_")}
    return names


def helper_names():
    return {f"{module}.{name}" for module, names in HELPERS.items() for name in names}


def claims(paths):
    """{dotted name: numbers of the lessons that build it}."""
    found = {}
    for path in paths:
        for cell in code_cells(path):
            for name in tags(cell, "lib:") + tags(cell, "equiv:"):
                found.setdefault(name, []).append(number(path))
    return found


# ---- one cell and the library -----------------------------------------------------------------


class Bare(ast.NodeTransformer):
    """Drops docstrings, annotations and leading _check_…(…) calls."""

    def visit_arg(self, node):
        node.annotation = None
        return node

    def visit_AnnAssign(self, node):
        self.generic_visit(node)
        plain = ast.Assign([node.target], node.value) if node.value else ast.Pass()
        return ast.copy_location(plain, node)

    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        node.returns = None
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        while body and is_input_check(body[0]):
            body = body[1:]
        node.body = body
        return node

    def visit_ClassDef(self, node):
        self.generic_visit(node)
        node.body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        return node


def is_input_check(statement):
    call = statement.value if isinstance(statement, ast.Expr) else None
    name = ast.unparse(call.func) if isinstance(call, ast.Call) else ""
    return name.split(".")[-1].startswith("_check_")


def drift(cell_source, dotted, library=LIBRARY):
    """What is wrong with a cell tagged lib:dotted, None if it is the library's definition."""
    module, name = dotted.rsplit(".", 1)
    body = ast.parse(cell_source).body
    if len(body) != 1 or getattr(body[0], "name", None) != name:
        return f"a cell tagged lib:{dotted} holds the definition of {name} and nothing else"
    theirs = [
        node
        for node in ast.parse(library_source(module, library)).body
        if getattr(node, "name", None) == name
    ]
    if not theirs:
        return f"{dotted} is not in the library"
    ours, theirs = (ast.unparse(Bare().visit(node)) for node in (body[0], theirs[0]))
    return None if ours == theirs else f"lesson:\n{ours}\n\nlibrary:\n{theirs}"


def found_by(retriever):
    """How a class with .index and .search is compared: by its hits."""
    return lambda chunks, query, k, *parts: retriever(*parts).index(chunks).search(query, k)


def answered_by(pipeline):
    """How a pipeline is compared: by what it answers, whose text is the prompt that it sent."""

    def create(messages, **_):
        message = SimpleNamespace(content=messages[-1]["content"])
        choices = [SimpleNamespace(message=message, finish_reason="stop")]
        return SimpleNamespace(choices=choices, model="echo", usage=None)

    chat = SimpleNamespace(completions=SimpleNamespace(create=create))
    client = SimpleNamespace(chat=chat, base_url=SimpleNamespace(host=""), api_key="none")
    documents = [Document(f"{n}.md", text) for n, text in enumerate(TEXTS)]

    def answer(retriever, question, options):
        made = pipeline(retriever, client, "echo", **options).build_index(documents)
        answer = made.answer(question)
        return answer.text, answer.sources, answer.reason

    return answer


# ---- the tests --------------------------------------------------------------------------------


def test_there_are_lessons():
    assert LESSONS, "no lesson in notebooks/: nothing is proved here"


def test_tagged_cells_equal_the_library():
    wrong = []
    for path in LESSONS:
        for cell in code_cells(path):
            for dotted in tags(cell, "lib:"):
                if message := drift(cell.source, dotted):
                    wrong.append(f"{path.name} [{cell.id}] {message}")
    assert not wrong, "\n\n".join(wrong)


def test_equivalent_cells_give_the_same_results():
    for path in LESSONS:
        cells = code_cells(path)
        for index, cell in enumerate(cells):
            for dotted in tags(cell, "equiv:"):
                module, name = dotted.rsplit(".", 1)
                ours = definitions_of(cells[: index + 1])[name]
                theirs = getattr(importlib.import_module(module), name)
                assert EQUIVALENT.get(dotted), f"EQUIVALENT has no inputs for {dotted}"
                if isinstance(theirs, type):
                    compared = answered_by if hasattr(theirs, "answer") else found_by
                    ours, theirs = compared(ours), compared(theirs)
                for arguments in EQUIVALENT[dotted]:
                    got, expected = ours(*arguments), theirs(*arguments)
                    expected = list(expected) if isinstance(expected, Iterator) else expected
                    assert got == expected, f"{path.name} [{cell.id}]"


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_that_builds_library_code_shows_that_both_agree(path):
    cells = code_cells(path)
    builds = any(tags(cell, "lib:") or tags(cell, "equiv:") for cell in cells)
    shown = [cell for cell in cells if tags(cell, "parity")]
    assert not builds or any(cell.outputs for cell in shown), "no cell tagged parity prints a line"


def test_each_public_name_is_built_in_one_lesson_or_listed_as_helper():
    built, helpers, public = claims(LESSONS), helper_names(), public_names()
    twice = {name: where for name, where in built.items() if len(where) > 1}
    assert not twice, f"built more than once: {twice}"
    homeless = sorted(public - set(built) - helpers)
    assert not homeless, f"neither built in a lesson nor in HELPERS: {homeless}"
    gone = sorted((set(built) | helpers) - public)
    assert not gone, f"not in the library (any more): {gone}"
    both = sorted(helpers & set(built))
    assert not both, f"built in a lesson, so take it out of HELPERS: {both}"


def test_docstrings_name_the_lesson_that_builds_a_name():
    said = {}
    for dotted in sorted(public_names()):
        module, name = dotted.rsplit(".", 1)
        text = getattr(importlib.import_module(module), name).__doc__ or ""
        if found := re.findall(r"Built in: lesson (\d\d)", text):
            said[dotted] = found
    written = {name: where for name, where in said.items() if where <= [number(LESSONS[-1])]}
    assert written == claims(LESSONS)


def library_names_used(cells):
    """(cell, dotted or bare name) for each name of course_lib that cells import or reach."""
    modules = {}  # name in the notebook -> module of the library
    for cell in cells:
        for node in ast.walk(ast.parse(cell.source)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("course_lib"):
                for alias in node.names:
                    if node.module == "course_lib" and (LIBRARY / f"{alias.name}.py").exists():
                        modules[alias.asname or alias.name] = f"course_lib.{alias.name}"
                    else:
                        yield cell, f"{node.module}.{alias.name}"
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.name.startswith("course_lib"):
                        modules[alias.asname or "course_lib"] = alias.asname and alias.name
            elif isinstance(node, ast.Attribute):
                start, *rest = ast.unparse(node).split(".")
                if start in modules and rest[-1:] == [node.attr]:
                    yield cell, ".".join([modules[start] or "course_lib", *rest])


def imports_ahead(path, built):
    """A message for each name that a lesson uses before it, or an earlier one, has built it.

    Names in capitals are constants, which nobody builds.
    """
    cells, own = code_cells(path), {}
    for index, cell in enumerate(cells):
        own |= dict.fromkeys(tags(cell, "lib:") + tags(cell, "equiv:"), index)
    modules = {f"course_lib.{p.stem}" for p in LIBRARY.iterdir()} | {"course_lib"}
    for cell, dotted in library_names_used(cells):
        home = {name.rsplit(".", 1)[1]: name for name in built}
        name = home.get(dotted.rsplit(".", 1)[1], dotted)
        free = dotted in modules or any(dotted.startswith(f"{m}.") for m in PLUMBING)
        helper = name.rsplit(".", 1)[1] in {helper.rsplit(".", 1)[1] for helper in helper_names()}
        lesson = built.get(name, ["99"])[0]
        free = free or helper or dotted.rsplit(".", 1)[1].isupper()
        if not free and lesson >= number(path) and own.get(name, 999) >= cells.index(cell):
            yield f"{path.name} [{cell.id}] uses {dotted}, which no earlier lesson has built"


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_imports_only_what_earlier_lessons_have_built(path):
    found = list(imports_ahead(path, claims(LESSONS)))
    assert not found, "\n".join(found)


LOOKED_UP = [path for path in LESSONS if "06" <= number(path) <= "08"]
LOOKED_UP += sorted((ROOT / "solutions").glob("checkpoint_[23]_*.ipynb"))


@pytest.mark.parametrize("path", LOOKED_UP, ids=lambda path: path.stem)
def test_the_last_cell_asserts_that_vectors_were_looked_up(path):
    """The model was not loaded by then: the run of the notebook proves it."""
    last = ast.parse(code_cells(path)[-1].source).body
    asserted = [ast.unparse(node.test) for node in last if isinstance(node, ast.Assert)]
    assert any("'torch' not in sys.modules" in test for test in asserted)


# ---- the shape of the library -----------------------------------------------------------------


def code_lines(source):
    """The numbers of the lines that hold code: no blank line, comment or docstring."""
    nothing = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
    nothing |= {tokenize.ENDMARKER, tokenize.ENCODING}
    lines = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in nothing:
            lines |= set(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        documented = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        if isinstance(node, documented) and ast.get_docstring(node) is not None:
            lines -= set(range(node.body[0].lineno, node.body[0].end_lineno + 1))
    return lines


def test_the_library_stays_small():
    sizes = {p.name: len(code_lines(p.read_text("utf-8"))) for p in LIBRARY.glob("*.py")}
    assert all(size < 200 for size in sizes.values()), sizes
    assert sum(size for name, size in sizes.items() if not name.startswith("plots")) < 1500, sizes


@pytest.mark.parametrize("module", ["course_lib", "course_lib.checks"])
def test_importing_the_library_loads_nothing_heavy(module):
    code = f"import sys, {module}; print([m for m in ('torch', 'matplotlib') if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
