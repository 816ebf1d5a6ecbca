"""Running searches over questions: what counts as found, what stays in the mean, who wins."""

import math
import re
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lessons import lesson

from course_lib import Chunk, Document, Hit, TfidfIndex, load_chunks, load_questions
from course_lib.chunking import chunk_sections, make_chunks, merge_short
from course_lib.dense import DenseIndex
from course_lib.evaluation import (
    board_row,
    compare,
    evaluate,
    first_places,
    found_by_none,
    print_board,
)
from course_lib.hubs import busiest_share, k_occurrence, random_occurrence
from course_lib.metrics import (
    complete_at_k,
    hit_at_k,
    ndcg_at_k,
    precision_at_k,
    recall_at_k,
    reciprocal_rank,
)
from course_lib.stats import bootstrap, wilson
from course_lib.vectors import StoredEncoder

LESSON = lesson("07")
random_search, words_to_quote = LESSON["random_search"], LESSON["words_to_quote"]


def chunk(name, text):
    return Chunk(name, name.split("#")[0], text, 0, len(text))


def other(file, keyword, **more):
    return {"file": file, "quote": keyword, "keyword": keyword} | more


A0, A1 = chunk("a.md#0", "Dogs pay 5."), chunk("a.md#1", "Cats pay 7; dogs pay 5.")
B0, B1 = chunk("b.md#0", "Late: E42."), chunk("b.md#1", "Dogs pay 5 here, too.")
CHUNKS = [A0, A1, B0, B1]
DOGS = {"id": "q1", "kind": "fare", "question": "dogs?", "evidence": [[other("a.md", "5")]]}
BOTH = {
    "id": "q2",
    "kind": "fare",
    "question": "both?",
    "evidence": [[other("a.md", "7")], [other("b.md", "E42"), other("b.md", "here")]],
}
LATE = {"id": "q3", "kind": "code", "question": "late?", "evidence": [[other("b.md", "E42")]]}
QUESTIONS = [DOGS, BOTH, LATE]


def giving(**orders):
    """A search that gives these chunks to these questions."""
    return lambda query, k: [Hit(c, 1.0) for c in orders.get(query.strip("?"), [])][:k]


SEARCH = giving(dogs=[B1, A1, A0], both=[A1, A0, B0, B1], late=[])
FOUND = evaluate(SEARCH, QUESTIONS, 4)


# --- what counts as found ------------------------------------------------------------------------


def test_a_chunk_finds_every_facet_of_which_it_holds_an_alternative():
    """q1: B1 says the same on another page, no label there; q2: facets 0, none, 1, 1; q3: none."""
    assert FOUND.found == [[set(), {0}, {0}], [{0}, set(), {1}, {1}], []]
    assert FOUND.values(hit_at_k) == [1, 1, 0]
    assert FOUND.values(reciprocal_rank) == [1 / 2, 1, 0]
    assert FOUND.values(recall_at_k, 2) == [1, 1 / 2, 0]
    assert FOUND.values(complete_at_k, 2) == [1, 0, 0]
    assert FOUND.values(complete_at_k, 3) == [1, 1, 0]
    assert FOUND.values(precision_at_k) == [2 / 4, 3 / 4, 0]
    assert FOUND.values(ndcg_at_k, 2) == pytest.approx(
        [1 / math.log2(3), 1 / (1 + 1 / math.log2(3)), 0]
    )


def test_a_question_without_hits_stays_in_the_mean_and_among_the_misses():  # ME-02 c
    """Ranks 2, 1, none: MRR (1/2 + 1 + 0) / 3 = .5, not .75."""
    assert FOUND.mean(reciprocal_rank) == 0.5 and FOUND.mean(hit_at_k) == 2 / 3
    assert FOUND.misses() == [(LATE, [])]
    assert FOUND.misses(1) == [(DOGS, [Hit(B1, 1.0)]), (LATE, [])]


def test_the_curve_holds_every_hit_rate():
    assert FOUND.found_by_rank() == [1 / 3, 2 / 3, 2 / 3, 2 / 3]
    assert FOUND.found_by_rank() == [FOUND.mean(hit_at_k, k) for k in (1, 2, 3, 4)]


def test_unjudged_places_are_those_that_no_label_covers():
    assert FOUND.unjudged(4) == 2 / 7 and FOUND.unjudged(1) == 1 / 2
    assert evaluate(giving(), QUESTIONS).unjudged(5) == 0.0


def test_judges():
    by_file = evaluate(SEARCH, QUESTIONS, 4, judge="document id")
    assert by_file.found == [[set(), {0}, {0}], [{0}, {0}, {1}, {1}], []]
    labelled = DOGS | {"evidence": [[{"chunk": "b.md#1"}], [{"chunk": "x"}, {"chunk": "a.md#0"}]]}
    by_chunk = evaluate(SEARCH, [labelled, BOTH], 4, judge="chunk id")
    assert by_chunk.found == [[{0}, set(), {1}], [set()] * 4]
    assert (by_file.judge, by_chunk.judge, FOUND.judge) == ("document id", "chunk id", "evidence")


def test_a_document_stands_where_its_best_chunk_stands():
    by_page = evaluate(SEARCH, QUESTIONS, 4, judge="document id", unit="document")
    assert [[hit.chunk.id for hit in hits] for hits in by_page.hits] == [
        ["b.md#1", "a.md#1"],
        ["a.md#1", "b.md#0"],
        [],
    ]
    assert by_page.values(reciprocal_rank) == [1 / 2, 1, 0]


def test_documents_are_searched_as_deep_as_it_takes():
    many = [chunk(f"a.md#{n}", "x") for n in range(30)] + [B0, chunk("c.md#0", "y")]
    asked = []

    def search(query, k):
        asked.append(k)
        return [Hit(c, 0.0) for c in many[:k]]

    hits = first_places(search, "q", 2, "document")
    assert [hit.chunk.id for hit in hits] == ["a.md#0", "b.md#0"] and asked == [2, 8, 32]
    asked.clear()
    assert len(first_places(search, "q", 5, "document")) == 3 and asked == [5, 20, 80]
    assert len(first_places(search, "q", 5)) == 5


def test_a_repeated_chunk_keeps_its_place_and_gains_nothing():  # ME-01
    found = evaluate(giving(dogs=[A0, A0, A1, A0]), [DOGS], 4)
    assert found.found == [[{0}, set(), {0}, set()]]
    assert found.values(precision_at_k) == [2 / 4] and found.values(recall_at_k) == [1]


def test_a_search_that_gives_too_many_is_cut():
    greedy = evaluate(lambda query, k: [Hit(c, 0.0) for c in CHUNKS], QUESTIONS, 2)
    assert [len(hits) for hits in greedy.hits] == [2, 2, 2]
    few = evaluate(lambda query, k: (Hit(c, 0.0) for c in CHUNKS), QUESTIONS, 3)  # an iterator
    assert [len(hits) for hits in few.hits] == [3, 3, 3]


def test_depths_where_nothing_else_is_asked():
    chunks = [chunk(f"{n}#0", f"{n}") for n in range(20)]
    search = random_search(chunks)
    found = evaluate(search, QUESTIONS)
    assert found.k == 10 and [len(hits) for hits in found.hits] == [10] * 3
    assert len(search("q")) == 5 and search("q") == random_search(chunks, 0)("q")
    assert np.array_equal(k_occurrence(found, chunks), k_occurrence(found, chunks, 5))
    samples = random_occurrence(found, 20)
    assert samples.shape == (200, 20) and set(samples.sum(axis=1)) == {15}
    assert np.array_equal(samples, random_occurrence(found, 20, 5, 200, 0))
    words = [Chunk("a.md#0", "a.md", "w " * 1199 + text, 0, 9) for text in ("5", "w 5")]
    assert words_to_quote(giving(dogs=words[:1]), [DOGS]) == [1200]
    assert words_to_quote(giving(dogs=words[1:]), [DOGS]) == [math.inf]


def test_questions_may_come_one_by_one():
    assert evaluate(SEARCH, (question for question in QUESTIONS), 4) == FOUND


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change, error, said",
    [
        ({"questions": []}, ValueError, "questions must hold dicts, at least one"),  # ME-02 d
        (
            {"questions": [DOGS, DOGS | {"evidence": []}]},
            ValueError,
            "evidence of 'q1' must hold facets",
        ),
        (
            {"questions": [DOGS | {"evidence": [[]]}]},
            ValueError,
            "a facet of .* must hold dicts, at least one",
        ),
        ({"questions": [{"question": "x"}]}, TypeError, "evidence of 'x' must be a list of fac"),
        ({"questions": (q for q in ())}, ValueError, "questions must hold dicts, at least one"),
        ({"questions": None}, ValueError, "questions must hold dicts, at least one"),
        (
            {"questions": [DOGS | {"evidence": DOGS["evidence"][0]}]},
            TypeError,
            "a facet of .* list of dicts",
        ),
        (
            {"questions": [DOGS | {"evidence": "a.md"}]},
            TypeError,
            "evidence of 'q1' must be a list",
        ),
        (
            {"search": lambda q, k: None},
            TypeError,
            "hits of search must be a list of Hit, got None",
        ),
        ({"questions": ["dogs?"]}, TypeError, "questions must hold dicts only, got 'dogs"),
        ({"questions": [{"evidence": [[1]]}]}, TypeError, "the question of .* must be a string"),
        ({"judge": "file"}, ValueError, "judge must be one of .*'evidence'.*; got 'file'"),
        ({"unit": "page"}, ValueError, "unit must be one of 'chunk', 'document'; got 'page'"),
        ({"k": 0}, ValueError, "k must be 1 or more, got 0"),
        ({"k": -1}, ValueError, "k must be 1 or more, got -1"),
        ({"k": 2.5}, TypeError, "k must be a whole number"),
        ({"search": TfidfIndex()}, TypeError, "such as .search, got TfidfIndex"),
        ({"search": lambda q, k: ["a"]}, TypeError, "hits of search must hold Hit only, got 'a'"),
        (
            {"search": lambda q, k: CHUNKS},
            TypeError,
            "hits of search must hold Hit only, got Chunk",
        ),
    ],
)
def test_bad_input_is_named(change, error, said):
    arguments = {"search": SEARCH, "questions": QUESTIONS, "k": 3} | change
    with pytest.raises(error, match=said):
        evaluate(**arguments)


def test_no_deeper_than_was_searched():
    asking = [lambda k: FOUND.values(hit_at_k, k), lambda k: FOUND.mean(hit_at_k, k)]
    asking += [FOUND.unjudged, lambda k: k_occurrence(FOUND, CHUNKS, k)]
    for ask in (*asking, lambda k: random_occurrence(FOUND, 4, k)):
        with pytest.raises(
            ValueError, match="k must be from 0 to the depth of the search, 4, got 5"
        ):
            ask(5)
        with pytest.raises(ValueError, match="k must be from 0 to the depth"):
            ask(-1)
    with pytest.raises(ValueError, match="k must be from 0 to the depth of the search, 4, got 5"):
        board_row(FOUND)
    with pytest.raises(TypeError, match="k must be a whole number"):
        FOUND.values(hit_at_k, 1.5)


# --- two methods and more ------------------------------------------------------------------------

OTHER = evaluate(giving(dogs=[A0], both=[B1], late=[A0, B0]), QUESTIONS, 10)
TEN = evaluate(SEARCH, QUESTIONS, 10)


def test_compare_by_hand():
    """RR of one method 1/2, 1, 0; of the other 1, 1, 1/2: differences -1/2, 0, -1/2."""
    found = compare(TEN, OTHER, reciprocal_rank)
    low, high = bootstrap([-0.5, 0, -0.5])
    assert found == {
        "difference": pytest.approx(-1 / 3),
        **{"low": low, "high": high, "wins": 0, "losses": 2, "ties": 1},
    }
    turned = compare(OTHER, TEN, reciprocal_rank)
    assert (turned["wins"], turned["losses"], turned["ties"]) == (2, 0, 1)
    assert turned["difference"] == pytest.approx(1 / 3)
    assert compare(TEN, OTHER, hit_at_k, 1)["losses"] == 1


def test_only_evaluations_of_the_same_questions_judged_alike_are_compared():
    others = [
        evaluate(SEARCH, QUESTIONS[:2], 10),
        evaluate(SEARCH, QUESTIONS[::-1], 10),
        evaluate(SEARCH, QUESTIONS, 10, judge="document id"),
        evaluate(SEARCH, QUESTIONS, 10, unit="document"),
        evaluate(SEARCH, [DOGS, BOTH, LATE | {"evidence": DOGS["evidence"]}], 10),
    ]
    for unlike in others:
        for ask in (
            lambda e: compare(TEN, e, hit_at_k),
            lambda e: found_by_none([TEN, e], 5),
            lambda e: print_board({"a": TEN, "b": e}),
        ):
            with pytest.raises(ValueError, match="of the same questions, judged alike"):
                ask(unlike)
    with pytest.raises(ValueError, match="evaluations must be"):
        found_by_none([], 5)
    german = [question | {"question": "auf Deutsch"} for question in QUESTIONS]
    assert compare(TEN, evaluate(SEARCH, german, 10), hit_at_k)["losses"] == 0  # by id


def test_questions_that_no_method_answers():
    assert found_by_none([TEN], 5) == [LATE]
    assert found_by_none([TEN, OTHER], 5) == []
    assert found_by_none([TEN, OTHER], 1) == [LATE]


def test_board(capsys):
    row = board_row(TEN)
    assert row == {
        "n": 3,
        "hit@1": (1 / 3, *wilson(1, 3)),
        "hit@5": (2 / 3, *wilson(2, 3)),
        "MRR@10": (0.5, *bootstrap([0.5, 1, 0])),
        "unjudged@5": 2 / 7,
    }
    print_board({"ours": TEN, "another": OTHER})
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "3 questions; found: by evidence; a place: one chunk"
    assert lines[1].split() == ["hit@1", "hit@5", "MRR@10", "unjudged@5"]
    assert re.split(r"\s{2,}", lines[2]) == [
        "ours",
        "0.333 [0.061 0.792] 0.667 [0.208 0.939] 0.500 [0.000 1.000] 0.286",
    ]
    assert (
        lines[3].startswith("another  0.667")
        and len({line.index("0.") for line in lines[2:4]}) == 1
    )
    assert lines[4:] == ["found by no method in the first 5: 0"]
    sixth = evaluate(giving(late=[A0, A0, A0, A0, A0, B0]), [LATE])
    print_board({"sixth": sixth})
    assert capsys.readouterr().out.endswith("found by no method in the first 5: 1\n")


# --- on the course's corpora ---------------------------------------------------------------------


def test_both_corpora_give_the_same_as_plain_code():
    """hit@5 and MRR@10 of TF-IDF and MiniLM, counted otherwise: ranks of the first right chunk."""
    chunks, questions = load_chunks("house"), load_questions("house", split="tune")
    for index in (TfidfIndex(), DenseIndex(StoredEncoder("house"))):
        search, ranks = index.index(chunks).search, []
        for question in questions:
            right = [
                any(
                    o["file"] == hit.chunk.doc_id
                    and o["keyword"] in " ".join(hit.chunk.text.split())
                    for facet in question["evidence"]
                    for o in facet
                )
                for hit in search(question["question"], 10)
            ]
            ranks.append(right.index(True) + 1 if True in right else math.inf)
        found = evaluate(search, questions)
        assert found.mean(hit_at_k, 5) == pytest.approx(sum(r <= 5 for r in ranks) / 70, abs=0.03)
        assert found.mean(reciprocal_rank) == pytest.approx(
            sum(1 / r for r in ranks) / 70, abs=0.03
        )


# --- an equal number of words --------------------------------------------------------------------


def test_words_are_counted_until_the_quote_is_complete():
    """4 words of B1 and one more, then "Cats pay 7" ends with the third word of A1: 5 + 3."""
    question = {"question": "both?", "evidence": [[other("a.md", "pay 7")]]}
    assert words_to_quote(giving(both=[B1, A1]), [question]) == [8]
    assert words_to_quote(giving(both=[B1, A1]), [question], 8) == [8]
    assert words_to_quote(giving(both=[B1, A1]), [question], 7) == [math.inf]
    assert words_to_quote(giving(both=[B1, A0]), [question]) == [math.inf]
    assert words_to_quote(giving(), [question, question]) == [math.inf] * 2


def test_the_first_quote_in_reading_order_counts_and_only_in_its_file():
    question = {
        "question": "q",
        "evidence": [[other("b.md", "pay 5")], [other("a.md", "dogs pay")]],
    }
    assert words_to_quote(giving(q=[A0, A1, B1]), [question]) == [3 + 5]
    two = {"question": "q", "evidence": [[other("a.md", "dogs pay")], [other("a.md", "Cats")]]}
    assert words_to_quote(giving(q=[A1]), [two]) == [1]
    torn = {"question": "q", "evidence": [[other("a.md", "5. Cats")]]}
    assert words_to_quote(giving(q=[A0, A1]), [torn]) == [math.inf]
    spread = Chunk("a.md#0", "a.md", "Dogs  pay\n\n5.", 0, 13)
    assert words_to_quote(
        giving(q=[spread]), [two | {"evidence": [[other("a.md", "Dogs pay 5")]]}]
    ) == [3]


def test_words_do_not_depend_on_how_the_same_order_of_text_is_cut():
    text = " ".join(f"w{n}" for n in range(40))
    page = Document("a.md", text)
    question = {"question": "q", "evidence": [[other("a.md", "w21 w22")]]}
    starts = [match.start() for match in re.finditer(r"w\d+", text)] + [len(text)]
    for size in (40, 20, 10, 5):
        spans = [(starts[n], starts[n + size]) for n in range(0, 40, size)]
        search = giving(q=make_chunks(page, spans))
        assert words_to_quote(search, [question]) == [23]


def test_random_search_knows_nothing_and_stays_the_same():
    search = random_search(CHUNKS, seed=1)
    orders = {tuple(hit.chunk.id for hit in search(f"query {n}", 4)) for n in range(200)}
    assert len(orders) == 24  # all orders come
    assert search("q", 4) == random_search(CHUNKS, seed=1)("q", 4)
    assert search("q", 2) == search("q", 4)[:2] and len(search("q", 99)) == 4
    assert any(search(f"{n}", 4) != random_search(CHUNKS, seed=2)(f"{n}", 4) for n in range(9))
    scores = [hit.score for hit in search("q", 4)]
    assert scores == sorted(scores, reverse=True) and search("q", 0) == []
    first = Counter(search(f"q{n}", 1)[0].chunk.id for n in range(2000))
    assert min(first.values()) > 400


# --- hubs ----------------------------------------------------------------------------------------


def test_k_occurrence_counts_right_and_wrong_apart():
    assert k_occurrence(FOUND, CHUNKS, 4).tolist() == [[1, 1], [2, 0], [1, 0], [1, 1]]
    assert k_occurrence(FOUND, CHUNKS, 1).tolist() == [[0, 0], [1, 0], [0, 0], [0, 1]]
    with pytest.raises(ValueError, match=r"chunks must hold every hit, 'b\.md#1' is missing"):
        k_occurrence(FOUND, CHUNKS[:3], 4)


def test_random_occurrence_draws_as_many_hits_as_each_question_has():
    samples = random_occurrence(FOUND, 4, 4, n_samples=50)
    assert samples.shape == (50, 4) and set(samples.sum(axis=1)) == {7}
    assert (np.diff(samples, axis=1) <= 0).all()
    assert (samples[:, 3] >= 1).all()  # q2 has four hits: every chunk once
    assert np.array_equal(samples, random_occurrence(FOUND, 4, 4, n_samples=50))
    others = random_occurrence(FOUND, 9, 4, seed=1)
    assert not np.array_equal(random_occurrence(FOUND, 9, 4), others)
    assert set(random_occurrence(FOUND, 4, 1, 5).sum(axis=1)) == {2}


def test_a_random_search_stays_in_the_band():
    chunks = [chunk(f"{n}#0", "x") for n in range(100)]
    questions = [DOGS | {"id": f"{n}", "question": f"q{n}"} for n in range(140)]
    found = evaluate(random_search(chunks), questions, 5)
    counts = np.sort(k_occurrence(found, chunks).sum(axis=1))[::-1]
    samples = random_occurrence(found, 100)
    low, high = np.quantile(samples, [0.005, 0.995], axis=0)
    assert ((low <= counts) & (counts <= high)).mean() > 0.9
    assert samples.mean() == pytest.approx(140 * 5 / 100)
    hub = evaluate(lambda query, k: [Hit(c, 0.0) for c in chunks[:k]], questions, 5)
    assert k_occurrence(hub, chunks).sum(axis=1).max() == 140 > high[0]


def test_busiest_share():
    assert busiest_share([6, 1, 0, 3], 0.25) == 0.6
    assert busiest_share([1] * 100) == 0.05
    assert busiest_share([1] * 100 + [0]) == 0.06  # six chunks are 5 % of 101 and a part of one
    assert busiest_share([0, 0]) == 0.0 and busiest_share([2, 1], 1) == 1.0


# --- short chunks merged -------------------------------------------------------------------------


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(1, 30), max_size=12), st.integers(0, 60))
def test_merging_loses_nothing_and_leaves_no_short_chunk(sizes, min_chars):
    spans, start = [], 0
    for size in sizes:
        spans.append((start, start + size))
        start += size + 1
    page = Document("a.md", "x" * start)
    merged = merge_short(page, make_chunks(page, spans), min_chars)
    borders = [(c.start, c.end) for c in merged]
    begins, ends = [b for b, _ in borders], [e for _, e in borders]
    assert set(begins) <= {b for b, _ in spans} and set(ends) <= {e for _, e in spans}
    assert [*begins, start] == [*[0] * bool(spans), *[end + 1 for end in ends]] or not spans
    assert all(end - begin >= min_chars for begin, end in borders) or len(borders) == 1
    assert [c.text for c in merged] == [page.text[b:e] for b, e in borders]


def test_merging_sections_and_repeated_headers():
    """The first chunk of a group gives path and prefix; pages stay apart; ids are new."""
    text = "# P\n\nshort\n\n## A\n\n" + "a" * 250 + "\n\n## B\n\nlast\n"
    page = Document("p.md", text)
    (one,) = merge_short(page, chunk_sections(page))
    assert one.id == "p.md#0" and one.metadata == {"path": ("P",)}
    assert one.text == text[one.start : one.end] and one.text.startswith("short")
    assert one.text.endswith("last")
    pieces = make_chunks(page, [(0, 3), (5, 10)], [{"prefix": "head\n"}, {"prefix": "x"}])
    (both,) = merge_short(page, pieces, 5)
    assert both.text == "head\n" + text[0:10] and both.metadata["prefix"] == "head\n"
    assert merge_short(page, [], 5) == []
