"""The bench measures what it says: corpora, memory, the comparison of rankings, README's table.

No test here looks at a time.
"""

import sys

import bench
import bench_lexical as lexical
import measuring
import numpy as np
import pytest
import readme

import course
from course_lib import Chunk, load_chunks


def make_chunks(*texts):
    return [Chunk(f"{n}#0", str(n), text, 0, len(text)) for n, text in enumerate(texts)]


CHUNKS = load_chunks("house")[:60]


# ---- corpora ----------------------------------------------------------------------------------


def test_a_grown_corpus_is_seeded_and_of_the_stated_size():
    grown = lexical.grow(CHUNKS, 10)
    assert len(grown) == 600 and grown[:60] == CHUNKS
    assert len({chunk.id for chunk in grown}) == 600
    assert lexical.grow(CHUNKS, 10) == grown
    assert lexical.grow(CHUNKS, 10, seed=1) != grown
    assert lexical.grow(CHUNKS, 1) == CHUNKS


def test_a_made_chunk_joins_sentences_of_two_and_is_about_as_long_as_a_chunk():
    pair = make_chunks("One a. Two b. Six c.", "Red d. Tan e. Ash f.")
    parts = {"One a.", "Two b.", "Six c.", "Red d.", "Tan e.", "Ash f."}
    made = lexical.grow(pair, 50)[2:]
    for chunk in made:
        sentences = chunk.text.replace(". ", ".|").split("|")
        assert len(sentences) == 3 and set(sentences) <= parts
    mixed = [chunk for chunk in made if any(a in chunk.text for a in ("One", "Two", "Six"))]
    assert any(b in chunk.text for chunk in mixed for b in ("Red", "Tan", "Ash"))
    lengths = [np.mean([len(c.text) for c in some]) for some in (CHUNKS, lexical.grow(CHUNKS, 10))]
    assert 0.8 < lengths[1] / lengths[0] < 1.2


def test_the_questions_are_always_the_same():
    first, again = lexical.sample_queries(5), lexical.sample_queries(5)
    assert first == again and len(set(first)) == 5


# ---- what is compared and counted -------------------------------------------------------------

RANKING = [(7, 0.9), (2, 0.5), (4, 0.5)]


def test_equal_rankings_pass_up_to_a_billionth():
    measuring.compare_rankings("peer", "q", RANKING, list(RANKING))
    measuring.compare_rankings("peer", "q", [(7, 0.900000001), *RANKING[1:]], RANKING)
    measuring.compare_rankings("peer", "q", [], [])


@pytest.mark.parametrize(
    "wrong",
    [
        [(7, 0.9), (4, 0.5), (2, 0.5)],  # tied chunks changed places
        [(7, 0.900000002), (2, 0.5), (4, 0.5)],
        [(7, 0.9), (2, 0.5)],
        [*RANKING, (5, 0.1)],
        [],
    ],
)
def test_a_wrong_ranking_is_refused(wrong):
    with pytest.raises(measuring.Stop, match="peer ranks otherwise for 'q'"):
        measuring.compare_rankings("peer", "q", wrong, RANKING)


OTHERS = [(4, 0.9), (2, 0.5), (7, 0.500001)]


@pytest.mark.parametrize(
    "theirs, fits",
    [
        (OTHERS, True),
        ([(4, 0.9), (7, 0.500001), (2, 0.5)], True),
        ([(4, 0.900009), (2, 0.5), (9, 0.500004)], True),  # a tie at the border
        ([(4, 0.90002), (2, 0.5), (7, 0.500001)], False),
        ([(5, 0.9), (2, 0.5), (7, 0.500001)], False),
        ([(2, 0.9), (4, 0.5), (7, 0.500001)], False),  # right scores, wrong rows
        ([(4, 0.9), (2, 0.5)], False),
        ([], False),
    ],
)
def test_where_near_scores_may_swap_nothing_else_may(theirs, fits):
    if fits:
        measuring.compare_rankings("peer", "q", theirs, OTHERS, near=1e-5, swaps=True)
    else:
        with pytest.raises(measuring.Stop, match="peer ranks otherwise"):
            measuring.compare_rankings("peer", "q", theirs, OTHERS, near=1e-5, swaps=True)


def test_a_method_that_ranks_otherwise_stops_the_bench(monkeypatch):
    search = lexical.SklearnIndex.search
    monkeypatch.setattr(lexical.SklearnIndex, "search", lambda *a: search(*a)[::-1])
    with pytest.raises(measuring.Stop, match="scikit-learn ranks otherwise"):
        lexical.measure_tfidf((1,), chunks=CHUNKS, queries=["the price of a ticket"])


def test_memory_counts_each_object_once():
    numbers, word = [0.5, 0.5 + 0.25], "pump"
    size = sys.getsizeof
    assert measuring.size_of(np.zeros((2, 5))) == 80
    assert measuring.size_of(np.zeros(3, np.int32), np.zeros(3, np.int32)) == 24
    listed = size(numbers) + size(numbers[0]) + size(numbers[1])
    assert measuring.size_of(numbers) == listed
    assert measuring.size_of(numbers, numbers, {word: numbers}) == listed + size(word) + size(
        {word: 1}
    )
    pairs = {word: [(1000, 0.125)]}
    (pair,) = pairs[word]
    parts = [pairs, word, pairs[word], pair, *pair]
    assert measuring.size_of(pairs) == sum(map(size, parts))


def test_the_slope_of_growth_is_taken_between_the_two_largest():
    rows = [{"tokens": n, "work": n**2, "fixed": 3} for n in (1, 10, 1000)]
    rows[0] = {"tokens": 1, "work": 999, "fixed": 1}
    assert measuring.slope(rows, "work") == pytest.approx(2)
    assert measuring.slope(rows, "fixed") == 0


def test_three_digits():
    numbers = (0, 0.01234, 0.5, 1.2345, 9.999, 99.96, 123.4, 1234.5)
    shown = ["0", "0.0123", "0.500", "1.23", "10.0", "100", "123", "1,230"]
    assert [measuring.figures(number) for number in numbers] == shown


# ---- a run, and what is shown of it -----------------------------------------------------------


def test_a_small_run_has_every_method_and_every_target():
    result = lexical.measure_tfidf((1, 2), chunks=CHUNKS, queries=["lost my ticket", "xyzzy"])
    methods = ["tokens alone", "lesson 04, dicts", measuring.OURS, lexical.PEER_ROWS, lexical.PEER]
    assert [(row["chunks"], row["method"]) for row in result["rows"]] == [
        (count, method) for count in (60, 120) for method in methods
    ]
    measured = [row for row in result["rows"] if row["method"] != "tokens alone"]
    assert all(row[key] > 0 for row in measured for key in ("build", "memory", "search_p95"))
    ratios, growth = ["search", "build", "memory"], "growth of "
    whats = [target["what"] for target in result["targets"]]
    assert whats == ratios + [growth + what for what in ratios]
    lines = bench.show({"tfidf": {"date": "2026-11-30", **result}})
    assert sum(line.startswith("| 60 |") or line.startswith("| 120 |") for line in lines) == 2


def test_targets_take_the_worst_scale_and_the_better_peer():
    rows = [
        {"chunks": n, "tokens": n, "method": method, "search": s, "build": n, "memory": n}
        for n, ours, peer, slow in ((1, 4, 2, 8), (10, 1, 2, 8))
        for method, s in ((measuring.OURS, ours), (lexical.PEER, peer), (lexical.PEER_ROWS, slow))
    ]
    search, build, *_, growth = lexical.judge_lexical(rows, (lexical.PEER, lexical.PEER_ROWS))
    assert search == {"what": "search", "limit": 1.5, "value": 2, "met": False}
    assert build["value"] == 1 and build["met"]
    assert growth["what"] == "growth of memory" and growth["value"] == pytest.approx(1)
    shown = {"queries": 1, "k": 10, "rows": rows, "targets": [search, build]}
    shown |= {"machine": measuring.machine("numpy"), "date": "2026-11-30"}
    lines = measuring.show_section(lexical.TFIDF, shown)
    table = ["| search | MISSED | 2.00 | 1.50 |", "| build | met | 1.00 | 2.00 |"]
    assert all(line in lines for line in table)
    assert "Missed, search: the reason is not known yet." in lines
    known = lexical.TFIDF._replace(reasons={"search": "it is slow.", "build": "-"})
    missed = [line for line in measuring.show_section(known, shown) if "Missed" in line]
    assert missed == ["Missed, search: it is slow."]
    for load, told in ((0, False), (0.9, False), (7.25, True)):
        ends = " ".join(measuring.show_section(known, shown | {"load": load})[-2:])
        assert ends.endswith("Other programs ran beside it (load 7.2 at its start).") == told


def test_a_table_leaves_out_what_repeats_and_puts_numbers_to_the_right():
    rows = [["60", "ours", "1.0"], ["60", "theirs", "-"], ["120", "ours", "3.0"]]
    assert measuring.table(["chunks", "method", "time"], rows) == [
        "| chunks | method | time |",
        "| --- | --- | ---: |",
        "| 60 | ours | 1.0 |",
        "|  | theirs | - |",
        "| 120 | ours | 3.0 |",
    ]


def test_the_readme_holds_what_was_measured():
    text = readme.README.read_text(encoding="utf-8")
    results = bench.read_results()
    assert set(results) == set(bench.SECTIONS)
    assert readme.replaced(text, "bench", bench.show(results)) == text, "run tools/bench.py readme"
    (target, *_) = results["tfidf"]["targets"]
    changed = {**results["tfidf"], "targets": [{**target, "value": 77.0}]}
    assert readme.replaced(text, "bench", bench.show({"tfidf": changed})) != text


def test_each_missed_target_has_its_reason():
    for name, result in bench.read_results().items():
        missed = {target["what"] for target in result["targets"] if not target["met"]}
        assert missed <= set(bench.SECTIONS[name].reasons)


def test_a_readme_without_the_marks_is_refused():
    start, end = "<!-- bench: `course.py bench` writes this part -->", "<!-- end of bench -->"
    for text in ("# Course\n", start, f"{end}\n{start}", f"{start}\n{end}\n{start}\n{end}"):
        with pytest.raises(readme.BadMarks, match="once each"):
            readme.replaced(text, "bench", ["new"])
    assert readme.replaced(f"a{start}b{end}c", "bench", ["x"]) == f"a{start}\n\nx\n{end}c"


MARKS = "a\n<!-- bench: `course.py bench` writes this part -->\n{}<!-- end of bench -->\nb\n"


def test_only_a_full_run_is_kept(monkeypatch, capsys, tmp_path):
    def measure(scales, quick):
        return {"machine": {}, "scales": scales}

    section = measuring.Section(measure, (1, 10, 100), "", {}, "", {})
    monkeypatch.setattr(bench, "SECTIONS", {"tfidf": section})
    monkeypatch.setattr(bench, "show", lambda results: [str(results["tfidf"]["scales"])])
    monkeypatch.setattr(bench, "RESULTS", tmp_path / "bench.json")
    monkeypatch.setattr(readme, "README", tmp_path / "README.md")
    readme.README.write_text(MARKS.format("old\n"), encoding="utf-8")
    for words, scales in ((["--quick"], "(1,)"), (["--scales", "10", "1"], "(1, 10)")):
        assert bench.main(words) == 0
        assert scales in capsys.readouterr().out and not bench.RESULTS.exists()
    assert bench.main([]) == 0
    assert bench.read_results()["tfidf"]["scales"] == [1, 10, 100]
    text = readme.README.read_text(encoding="utf-8")
    assert text == MARKS.format("\n(1, 10, 100)\n")
    with pytest.raises(SystemExit):
        bench.main(["nothing"])


@pytest.mark.parametrize("content", ["", "[1]", '{"tfidf": '])
def test_damaged_results_are_refused(monkeypatch, capsys, tmp_path, content):
    monkeypatch.setattr(bench, "RESULTS", tmp_path / "bench.json")
    bench.RESULTS.write_text(content, encoding="utf-8")
    for words in (["readme"], ["--quick"]):
        assert bench.main(words) == 1
        assert "bench.json is damaged" in capsys.readouterr().err


def test_the_readme_keeps_its_table_when_nothing_has_been_measured(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(bench, "RESULTS", tmp_path / "bench.json")
    monkeypatch.setattr(readme, "update", lambda *a: pytest.fail("was written"))
    assert bench.main(["readme"]) == 1
    assert "nothing has been measured" in capsys.readouterr().err


def test_a_readme_without_the_marks_stops_the_bench_before_it_measures(
    monkeypatch, capsys, tmp_path
):
    monkeypatch.setattr(readme, "README", tmp_path / "README.md")
    readme.README.write_text("# Course\n", encoding="utf-8")
    failing = lexical.TFIDF._replace(measure=lambda *a: pytest.fail("measured"))
    monkeypatch.setattr(bench, "SECTIONS", {"tfidf": failing})
    for words in ([], ["tfidf"]):
        assert bench.main(words) == 1
        assert "once each" in capsys.readouterr().err
    monkeypatch.undo()
    monkeypatch.setattr(readme, "README", tmp_path / "README.md")
    assert bench.main(["readme"]) == 1


NOT_RUNNING = '{"cells": [{"cell_type": "code", "execution_count": null, "id": "broken-cell",\
"metadata": {}, "outputs": [], "source": "class TfidfIndex(:"}], "metadata": {}, "nbformat": 4,\
"nbformat_minor": 5}'


@pytest.mark.parametrize(
    "content, words",
    [
        (None, "holds 0 lessons 04"),
        ('{"cells": [', "04_x.ipynb is damaged"),
        (NOT_RUNNING, "cell 'broken-cell' of 04_x.ipynb does not run: SyntaxError"),
    ],
)
def test_a_lesson_without_its_class_stops_the_bench(tmp_path, content, words):
    (tmp_path / "notebooks").mkdir()
    if content:
        (tmp_path / "notebooks" / "04_x.ipynb").write_text(content, encoding="utf-8")
    with pytest.raises(measuring.Stop, match=words):
        lexical.lesson_class("TfidfIndex", root=tmp_path)


def test_the_verb_hands_its_options_on(monkeypatch):
    called = []
    monkeypatch.setattr(course, "set_up", lambda dev: "python")
    monkeypatch.setattr(course.subprocess, "call", lambda words, env: called.append(words) or 0)
    assert course.main(["bench", "tfidf", "--scales", "1", "10", "--quick"]) == 0
    assert called[0][2:] == ["tfidf", "--scales", "1", "10", "--quick"]
