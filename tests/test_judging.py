"""Judging answers: citations, what a source supports, answers with known faults."""

import re
import time
from collections import Counter

import pytest

from course_lib.data import DATASETS, load_answers, load_chunks, load_questions
from course_lib.documents import Chunk, Hit
from course_lib.evidence import facets_found
from course_lib.judging import (
    Citations,
    is_refusal,
    judge_answer,
    parse_citations,
    says_expected,
    split_answer,
    supported,
    without_citations,
)
from course_lib.prompt import REFUSAL
from course_lib.words import content_words, figures, strip

CHUNKS = {chunk.id: chunk for chunk in load_chunks("house")}
QUESTIONS = {question["id"]: question for question in load_questions("house", answerable=None)}
ANSWERS = load_answers()
SOURCES = [
    Chunk("fares.md#0", "fares.md", "Bicycles: €4.00 in summer, free in winter.", 0, 42),
    Chunk("dogs.md#0", "dogs.md", "A dog pays €3.50 each way.", 0, 26),
]
BIKE = {
    "question": "What does a bicycle cost in summer?",
    "answer": "4.00 euros in summer.",
    "values": ["4.00"],
    "answerable": True,
}
UNKNOWN = {"question": "Who?", "answer": "It does not say.", "values": [], "answerable": False}


# --- PR-04: citations ----------------------------------------------------------------------------


def test_pr_04():
    answer = (
        "Close the valve [1]. Prime it [2, 3] and wait [Source 2]. Not [7], not [0]. "
        "See list[0] and [1-3]; footnote[^2]."
    )
    assert parse_citations(answer, 3) == Citations([1, 2, 3], [7, 0])


@pytest.mark.parametrize(
    ("answer", "valid", "invalid"),
    [
        ("", [], []),
        ("It is free.", [], []),
        ("[1]", [1], []),
        ("Free [1][3].", [1, 3], []),
        ("Free [3] [1] [3].", [3, 1], []),
        ("Free[1].", [], []),
        ("See [1-3].", [1, 2, 3], []),
        ("[2-3]", [2, 3], []),
        ("[Source 1: fares.md, and 9], [Source 2, fares 2026.md]", [1, 2], ["fares 2026.md"]),
        ("[Source 1: a.md, Source 2: b.md > May 5]", [1, 2], []),
        ("[1, and 2] [2 & 3]", [1, 2, 3], []),
        ("[1/3] (Source 2) 【4】［5］", [1, 3, 2], [4, 5]),
        ("[Source: 1] [Source #2] [Source3]", [1, 2, 3], []),
        ("[1—3]", [1, 2, 3], []),
        ("[1 − 2]", [1, 2], []),
        ("9.50[1], €4.00[2], 启动[3]", [1, 2, 3], []),
        ("_it_[1] \u0438\u0445[2]", [1, 2], []),
        ("é[1] e\u0301[2]", [], []),
        ("``a [1]`` ```\n[2]\n``` [3]", [3], []),
        ("[2 adults] [3, or 1]", [3], ["2 adults", "or 1"]),
        ("[8:30] [2026-05-01]", [], ["8:30", "2026-05-01"]),
        ("(see Source 2) (1)", [], []),
        ("(see [2])", [2], []),
        ("“Free” [2].", [2], []),
        ("free.[2]", [2], []),
        ("[Source 1, Source 2], [sources 1 and 3], [SOURCE 2]", [1, 2, 3], []),
        ("[source 4]", [], [4]),
        ("[1; 2]", [1, 2], []),
        ("[ 1 ]", [1], []),
        ("[2-3] and [2–3]", [2, 3], []),
        ("[2-9]", [2], [9]),
        ("[3-1]", [3, 1], []),
        ("[0-2]", [2], [0]),
        ("[1-1000000000]", [1], [1000000000]),
        ("[1-100000000]", [1], [100000000]),
        ("[01]", [1], []),
        ("[-1], [1.5], [one], [], [x], [^1], [#1]", [], ["-1", "1.5"]),
        ("[2026]", [], [2026]),
        ("list[0], a[1][2], f(x)[1]", [1], []),
        ("`rows[1]` and `[2]` and [3]", [3], []),
        ("[99999999999999999999]", [], [99999999999999999999]),
        (f"[{'9' * 5000}]", [], ["9" * 5000]),
        ("[１]", [1], []),
        ("[1](fares.md)", [1], []),
        ("[[2]]", [2], []),
        ("[1\n", [], []),
        ("[1,2,\n3]", [1, 2, 3], []),
    ],
)
def test_citations(answer, valid, invalid):
    assert parse_citations(answer, 3) == Citations(valid, invalid)


@pytest.mark.parametrize(
    "answer",
    [
        "[1" * 50_000,
        ". [" * 30_000,
        ". [1" * 30_000,
        "`" * 99_999,
        f"[1{' ' * 99_999}]",
        "a[" * 50_000,
    ],
)
def test_long_answers_take_no_long_time(answer):
    start = time.process_time()
    split_answer(answer, 3), parse_citations(answer, 3)
    assert time.process_time() - start < 5


def test_without_sources_each_number_is_invalid():
    assert parse_citations("Yes [1], no [0].", 0) == Citations([], [1, 0])


@pytest.mark.parametrize(
    ("answer", "n", "error", "message"),
    [
        (None, 3, TypeError, "answer must be a string, got NoneType"),
        (["[1]"], 3, TypeError, "answer must be a string, got list"),
        ("[1]", -1, ValueError, "n_sources must be 0 or more, got -1"),
        ("[1]", 2.5, TypeError, "n_sources must be a whole number, got 2.5"),
    ],
)
def test_bad_citations(answer, n, error, message):
    with pytest.raises(error, match=message):
        parse_citations(answer, n)


# --- sentences and what supports them ------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "pieces"),
    [
        ("Free [1].", [("Free.", [1])]),
        ("Free. [1]", [("Free.", [1])]),
        ("Free. [Source 1: a.md] Ask [3].", [("Free.", [1]), ("Ask.", [3])]),
        ("Free. [1] [2] Ask aboard [3].", [("Free.", [1, 2]), ("Ask aboard.", [3])]),
        ("Yes. It is free [2].", [("Yes.", [2]), ("It is free.", [2])]),
        ("Free [1]. Paid [2]. Ask.", [("Free.", [1]), ("Paid.", [2]), ("Ask.", [1, 2])]),
        ("Free. Ask.", [("Free.", []), ("Ask.", [])]),
        ("Free [9].", [("Free.", [])]),
        ("- free [1]\n- paid [2]", [("- free", [1]), ("- paid", [2])]),
        ("Take a[0] now [1].", [("Take a[0] now.", [1])]),
        ("", []),
        ("[1]", [("", [1])]),
    ],
)
def test_split_answer(answer, pieces):
    assert split_answer(answer, 3) == pieces


def test_without_citations():
    text = "Free [1] in `a[1]` and [Source 2], see list[0]."
    assert without_citations(text) == "Free in `a[1]` and, see list[0]."


SOURCE = (
    "A lantern is good for thirteen months. From 04:20 watch P-12; in all €1,284.60, at most 8 h."
)


@pytest.mark.parametrize(
    ("sentence", "holds"),
    [
        ("Lanterns are good for 13 months.", True),
        ("Lanterns are good for 14 months.", False),
        ("Watch P12 from 4:20.", True),
        ("Watch P-21 from 4:20.", False),
        ("Watch 12 from 4:20.", False),  # a number is no code
        ("In all 1284.6 euros.", False),  # "euro" is one of one content words, and stands as a sign
        ("In all 1284.6.", True),
        ("Seven hours at most, says the lantern.", False),
        ("Yes.", True),
        ("", True),
        ("Tickets for dogs are sold aboard.", False),
    ],
)
def test_supported(sentence, holds):
    assert supported(sentence, SOURCE) is holds


@pytest.mark.parametrize("share", [float("nan"), float("inf"), -0.1, 1.1, 2])
def test_a_share_is_from_0_to_1(share):
    with pytest.raises(ValueError, match="min_share must be"):
        supported("Yes.", SOURCE, share)
    with pytest.raises(TypeError, match=r"min_share must be a number, got '0\.5'"):
        judge_answer("Bicycles: €4.00 [1].", SOURCES, BIKE, "0.5")


def test_the_share_has_two_sides():
    source = "red green blue"
    assert supported("red green blue white grey", source, 0.6)
    assert not supported("red green white grey black", source, 0.6)
    assert supported("white", source, 0) and not supported("white", source, 0.01)


def test_words_and_figures():
    assert content_words("The cancelled ferries and 12 dogs, E42, 25kg, utf8, RFC9110, 6 m³") == {
        *("cancel", "fer", "dog", "kg", "m")
    }
    assert figures("8A, e42, E-24, 0.50, 007, 10.4.0.12, 24th, 3-4, two") == {
        *("8a", "e42", "e24", "0.5", "7", "10.4.0.12", "24", "3", "4", "2")
    }
    assert figures("0, 0.0, 00, ninety, 1,000 and 100") == {"0", "90", "1000", "100"}
    assert figures("utf8, ABC42, RFC-9110, COVID-19, E‑42, mid-2026, No-7") == {
        *("utf8", "abc42", "rfc9110", "covid19", "e42", "2026", "no7")
    }
    assert figures("10.0.0.10 and 10.0.0.1; 1,5 15 1.5; 12:30; v1.20") == {
        *("10.0.0.10", "10.0.0.1", "1,5", "15", "1.5", "12:30", "v1.20")
    }
    assert figures("zero, 1.20, 12.30, 1,284,000.00") == {"0", "1.2", "12.3", "1284000"}
    assert figures("212½") == {"212", "1⁄2"} and figures("10²") == {"10", "2"}
    assert figures("m³") == {"3"}
    assert figures("one of us") == content_words("one of us") == set()


@pytest.mark.parametrize(
    ("words", "stem"),
    [
        ("cancel cancels cancelled cancelling cancellation cancellations", "cancel"),
        ("ferry ferries", "fer"),
        ("adds", "ad"),
        ("add", "add"),  # no ending, so both letters stay
        ("nations", "nation"),  # "ations" would leave one letter
        ("sing", "sing"),
    ],
)
def test_endings(words, stem):
    assert {strip(word) for word in words.split()} == {stem}


@pytest.mark.parametrize(
    ("text", "refuses"),
    [
        (REFUSAL, True),
        (REFUSAL.upper(), True),
        (f"\n{REFUSAL[:-1]}", True),
        *[
            (text, True)
            for text in (f"**{REFUSAL}**", f'"{REFUSAL}"', f"> {REFUSAL}", f"_{REFUSAL}_")
        ],
        *[(f"{REFUSAL[:-1]}{end}", True) for end in (" [Source 1].", "! [1]", "。", " [1][2]")],
        *[(REFUSAL.replace("'", sign), True) for sign in "’‘`"],
        (REFUSAL.replace(" ", " \n "), True),
        (f"{REFUSAL} The table lists fares only.", False),
        (f"{REFUSAL} But bikes are free on Mars [1].", False),
        ("I don't know based on the provided", False),
        ("I don’t know based on the provided context", True),
        ("I don't know.", False),
        (f"He said: {REFUSAL}", False),
        (f"{REFUSAL[:-1]}, but a dog pays €3.50 [2].", False),
        ("The sources do not say what a dog pays.", False),  # in other words: not recognised
        ("", False),
    ],
)
def test_is_refusal(text, refuses):
    assert is_refusal(text) is refuses


# --- the judge by rule ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("A bicycle is €4.00 in summer [1].", (True, True, True)),
        ("A bicycle is €4.50 in summer [1].", (False, False, False)),
        ("Bicycles are €4.00 [2].", (False, True, True)),
        ("Bicycles are €4.00 [3].", (False, True, True)),
        ("Bicycles: €4.00 [1, 3].", (False, True, True)),
        ("Bicycles are €4.00.", (False, True, True)),
        ("A bicycle is free in winter [1].", (True, True, False)),
        ("A dog pays €3.50 [2].", (True, True, False)),
        ("Bicycles: €4.00 [1]. Helmets are usual.", (False, False, True)),
        (REFUSAL, (True, True, False)),
        ("", (False, True, False)),
    ],
)
def test_judge_answer(answer, verdict):
    hits = [Hit(chunk, 1.0) for chunk in SOURCES]
    for sources in (SOURCES, hits):
        judged = judge_answer(answer, sources, BIKE)
        assert (judged.cited, judged.faithful, judged.answers) == verdict


def test_a_refusal_is_right_only_where_there_is_no_answer():
    for sources in (SOURCES, []):
        judged = judge_answer(REFUSAL, sources, UNKNOWN)
        assert judged == (Citations([], []), [], True, True, True)
    told = judge_answer("A dog pays €3.50 [2].", SOURCES, UNKNOWN)
    assert (told.faithful, told.answers) == (True, False)


def test_what_stands_behind_a_refusal_is_judged():
    judged = judge_answer(f"{REFUSAL} But bikes are free on Mars [1].", SOURCES, UNKNOWN)
    assert not judged.cited and not judged.faithful and not judged.answers and judged.claims
    assert not says_expected(UNKNOWN["answer"], UNKNOWN)
    assert not says_expected(REFUSAL, QUESTIONS["h260"])


def test_claims_name_the_sentence_that_fails():
    judged = judge_answer("Bicycles: €4.00 [1]. A dog pays €3.60 [2].", SOURCES, BIKE)
    assert [(c.text, c.cites, c.in_cited, c.in_any) for c in judged.claims] == [
        ("Bicycles: €4.00.", [1], True, True),
        ("A dog pays €3.60.", [2], False, False),
    ]


def test_the_number_of_a_citation_is_no_value():
    question = BIKE | {"values": ["2"]}
    assert not says_expected("A dog pays [2].", question)
    assert says_expected("Two dogs pay [1].", question)


def test_expected_words_where_there_is_no_value():
    question = BIKE | {"values": [], "answer": "Yes: ring the galley of Lady Ostrey."}
    assert says_expected("Ring the galley on Lady Ostrey [1].", question)
    assert not says_expected("Ring the Salt House [1].", question)
    assert not says_expected("No: ring the galley of Lady Ostrey [1].", question)
    assert says_expected("Nobody but the galley of Lady Ostrey [1].", question)


def test_half_of_the_expected_words_are_enough():
    question = BIKE | {"values": [], "answer": "red green white black"}
    assert says_expected("red green", question) and not says_expected("red", question)
    question["answer"] = "red green white black grey"  # three of five
    assert says_expected("red green white", question) and not says_expected("red green", question)


def test_where_the_question_has_all_expected_words_yes_or_no_decides():
    assert says_expected("Yes, they do [1].", QUESTIONS["h260"])
    for wrong in ("", "Penguins fly.", "Maybe [1].", "No, teachers count as heads.", "Yesterday"):
        assert not says_expected(wrong, QUESTIONS["h260"])
    question = QUESTIONS["h260"] | {"answer": "Teachers count as heads."}  # neither
    assert not says_expected("Teachers count as heads.", question)


def test_bad_input_of_the_judge():
    with pytest.raises(TypeError, match="answer must be a string"):
        judge_answer(None, SOURCES, BIKE)
    with pytest.raises(TypeError, match="must hold Chunk only, got 'text'"):
        judge_answer("Yes [1].", ["text"], BIKE)
    with pytest.raises(ValueError, match="must have different ids"):
        judge_answer("Yes [1].", SOURCES[:1] * 2, BIKE)


# --- the answers with known faults ---------------------------------------------------------------

LABELS = ("cited_right", "faithful", "answers")
PATTERNS = {  # what the kind of fault says about the labels; None: it depends
    "right": (True, True, True),
    "wrong number": (False, False, False),
    "wrong citation": (False, True, True),
    "missing exception": (True, True, False),
    "other season": (None, None, False),
    "superseded page": (True, True, False),
    "memory mixed in": (False, False, None),
    "needless refusal": (True, True, False),
    "answered though unanswerable": (None, None, False),
}


def card_rows(*header):
    text = (DATASETS / "house/README.md").read_text(encoding="utf-8")
    (table,) = re.findall(rf"^\| {' . '.join(header)} \|\n\|[-|]+\n((?:\|.*\n)+)", text, re.M)
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]


def test_the_answers_are_whole():
    keys = ["id", "question", "split", "sources", "answer", *LABELS, "error"]
    assert [list(answer) for answer in ANSWERS] == [keys] * len(ANSWERS)
    assert [answer["id"] for answer in ANSWERS] == [f"a{n:03}" for n in range(1, len(ANSWERS) + 1)]
    assert len({answer["answer"] for answer in ANSWERS if not is_refusal(answer["answer"])}) == len(
        [answer for answer in ANSWERS if not is_refusal(answer["answer"])]
    )
    for answer in ANSWERS:
        assert answer["split"] == QUESTIONS[answer["question"]]["split"], answer["id"]
        assert set(answer["sources"]) <= CHUNKS.keys(), answer["id"]
        assert 1 <= len(set(answer["sources"])) == len(answer["sources"]) <= 3, answer["id"]
        assert all(type(answer[name]) is bool for name in LABELS), answer["id"]


def test_the_counts_of_the_card():
    found = Counter((answer["error"], answer["split"]) for answer in ANSWERS)
    assert [
        (error, int(tune), int(test))
        for error, _, tune, test in card_rows("error", "what is wrong", "tune", "test")
    ] == [(error, found[error, "tune"], found[error, "test"]) for error in PATTERNS]
    assert min(found[error, "tune"] + found[error, "test"] for error in PATTERNS) >= 8
    assert [(name, int(yes), int(no)) for name, yes, no in card_rows("label", "yes", "no")] == [
        (name, sum(a[name] for a in ANSWERS), sum(not a[name] for a in ANSWERS)) for name in LABELS
    ]


def test_labels_fit_the_fault():
    for answer in ANSWERS:
        labels = [answer[name] for name in LABELS]
        pattern = PATTERNS[answer["error"]]
        assert all(want in (None, got) for want, got in zip(pattern, labels, strict=True)), answer
        assert answer["faithful"] or not answer["cited_right"], answer["id"]
        question = QUESTIONS[answer["question"]]
        unanswerable = answer["error"] == "answered though unanswerable"
        if not is_refusal(answer["answer"]):
            assert question["answerable"] is not unanswerable, answer["id"]


def test_right_answers_hold_the_values_and_refuse_where_there_is_none():
    for answer in ANSWERS:
        question, text = QUESTIONS[answer["question"]], without_citations(answer["answer"])
        if answer["error"] in ("right", "wrong citation"):
            assert is_refusal(text) is not question["answerable"], answer["id"]
            assert figures(" ".join(question["values"])) <= figures(text), answer["id"]


def test_the_sources_hold_what_the_label_supposes():
    """Every facet of the question is among the sources, where the answer could have been right."""
    for answer in ANSWERS:
        question = QUESTIONS[answer["question"]]
        chunks = [CHUNKS[source] for source in answer["sources"]]
        found = set().union(*(facets_found(chunk, question) for chunk in chunks))
        if answer["error"] in ("right", "wrong citation", "missing exception", "needless refusal"):
            assert len(found) == len(question["evidence"]), answer["id"]


def test_the_door():
    halves = [load_answers("tune"), load_answers("test")]
    assert sorted(a["id"] for half in halves for a in half) == [a["id"] for a in ANSWERS]
    with pytest.raises(ValueError, match="split must be one of 'tune', 'test', None; got 'all'"):
        load_answers("all")


def called_wrong(split):
    """How many answers of each kind the rules call wrong: by the sources alone, and in all."""
    by_sources, in_all = Counter(), Counter()
    for answer in load_answers(split):
        sources = [CHUNKS[source] for source in answer["sources"]]
        judged = judge_answer(answer["answer"], sources, QUESTIONS[answer["question"]])
        held = judged.cited and judged.faithful
        by_sources[answer["error"]] += not held
        in_all[answer["error"]] += not (held and judged.answers)
    return {error: (by_sources[error], in_all[error]) for error in PATTERNS}


def test_what_the_rules_find():
    """Measured once the threshold was chosen on tune; lesson 13 tells these counts."""
    assert called_wrong("tune") == {
        "right": (1, 1),
        "wrong number": (4, 4),
        "wrong citation": (4, 4),
        "missing exception": (1, 3),
        "other season": (2, 5),
        "superseded page": (0, 5),
        "memory mixed in": (5, 5),
        "needless refusal": (2, 5),
        "answered though unanswerable": (3, 5),
    }
    assert called_wrong("test") == {
        "right": (1, 1),
        "wrong number": (4, 5),
        "wrong citation": (4, 5),
        "missing exception": (1, 4),
        "other season": (1, 5),
        "superseded page": (0, 5),
        "memory mixed in": (5, 5),
        "needless refusal": (1, 5),
        "answered though unanswerable": (2, 5),
    }
