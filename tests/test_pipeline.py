"""The pipeline: its guard, what it calls, what it hands back. The model is a fake that counts."""

from types import SimpleNamespace

import pytest

from course_lib.bm25 import BM25Index
from course_lib.documents import Chunk, Document, Hit
from course_lib.forced import ForcedIndex, Hits
from course_lib.fusion import HybridIndex, Leg
from course_lib.judging import Citations
from course_lib.pipeline import RagPipeline, covered_share, weakness
from course_lib.prompt import REFUSAL
from course_lib.ranking import Retriever
from course_lib.tfidf import TfidfIndex

CHUNKS = [Chunk(f"p.md#{n}", "p.md", text, 0, len(text)) for n, text in enumerate("abc")]
DOCUMENTS = [
    Document("fares.md", "# Fares\n\nA bicycle costs 4.00.\n\n## Dogs\n\nA dog costs 3.50."),
    Document("alarms.md", "# Alarms\n\nE42 is heat on the car deck. E24 is water."),
]


class Model:
    """A client that answers the same to all, and keeps the prompts."""

    def __init__(self, text="A bicycle costs 4.00 [1].", finish_reason="stop"):
        self.prompts, self.api_key, self.base_url = [], "none", SimpleNamespace(host="127.0.0.1")
        self.chat = SimpleNamespace(completions=SimpleNamespace(create=self.create))
        message = SimpleNamespace(content=text)
        self.choice = SimpleNamespace(message=message, finish_reason=finish_reason)

    def create(self, *, messages, **options):
        self.prompts.append(messages[-1]["content"])
        return SimpleNamespace(choices=[self.choice], model="fake", usage=None)


class Fixed(Retriever):
    """A retriever that finds what it was told."""

    def __init__(self, hits, score_kind="cosine", legs=()):
        self.hits, self.score_kind, self.legs = hits, score_kind, legs

    def index(self, chunks):
        self.chunks_ = chunks
        return self

    def search(self, query, k=5):
        return self.hits if len(self.hits) <= k else self.hits[:k]


def hits(*scores, legs=()):
    return [Hit(chunk, score, legs) for chunk, score in zip(CHUNKS, scores, strict=False)]


def ask(found, question="a b c", model=None, **options):
    model = model or Model()
    answer = RagPipeline(Fixed(found), model, "fake", **options).answer(question)
    return answer, len(model.prompts)


# --- PR-05: nothing, or only weak results --------------------------------------------------------


@pytest.mark.parametrize(
    ("found", "options"),
    [
        ([], {}),
        (hits(0.0, 0.0, 0.0), {}),
        (hits(-0.2, -0.3), {}),
        (hits(0.05, 0.04), {"min_score": 0.3}),
        (hits(0.2999), {"min_score": 0.3}),
        (hits(0.9), {"min_covered": 0.5}),
        (hits(-0.2), {"min_score": -0.1}),
    ],
    ids=["no hit", "all 0", "all below 0", "weak", "just below", "not covered", "negative"],
)
def test_refuses_without_a_call(found, options):
    answer, calls = ask(found, **options)
    assert (answer.text, answer.sources, answer.refused, calls) == (REFUSAL, (), True, 0)
    assert answer.citations == Citations([], []) and answer.reason


@pytest.mark.parametrize(
    ("found", "question", "options"),
    [
        (hits(0.30), "a", {"min_score": 0.3}),
        (hits(0.31, 0.01), "a", {"min_score": 0.3}),
        (hits(0.01, 0.0), "a", {}),
        (hits(0.9, 0.8), "b x", {"min_covered": 0.5}),
        (hits(0.9), "x", {"min_score": 0, "min_covered": 0}),
        (hits(0.9), "a", {"min_score": -1.0}),
    ],
    ids=["0.30 passes at 0.3", "one is enough", "no minimum", "half", "zeros", "below 0"],
)
def test_asks_when_something_is_strong_enough(found, question, options):
    answer, calls = ask(found, question, **options)
    assert (answer.refused, answer.reason, calls) == (False, "", 1)


def test_reasons_tell_the_three_apart():
    given = [([], {}), (hits(0.1), {"min_score": 0.3}), (hits(0.9), {"min_covered": 0.9})]
    reasons = [ask(found, **options)[0].reason for found, options in given]
    assert reasons == [
        "nothing was found",
        "the best score is 0.1, below 0.3",
        "the share of covered words is 0.00, below 0.90",
    ]


def test_scores_and_share_are_told_even_after_a_refusal():
    answer, _ = ask(hits(0.2, 0.1), question="fare bicycle", min_score=0.3)
    assert (answer.scores, answer.covered) == ((0.2, 0.1), 0.0)


# --- never a fused score -------------------------------------------------------------------------


def fused(*pairs):
    kinds = ("bm25", "cosine")
    return [
        Hit(chunk, 0.03, tuple(s and Leg(kind, 1, s) for kind, s in zip(kinds, pair, strict=True)))
        for chunk, pair in zip(CHUNKS, pairs, strict=False)
    ]


def hybrid():
    return HybridIndex([BM25Index(), TfidfIndex()])


def test_a_fused_score_is_no_measure():
    with pytest.raises(ValueError, match=r"fused scores: name a leg, one of \['bm25', 'tfidf'\]"):
        RagPipeline(hybrid(), Model(), "fake", min_score=0.01)
    with pytest.raises(ValueError, match="fused"):
        RagPipeline(ForcedIndex(hybrid()), Model(), "fake", min_score=0.01)
    RagPipeline(hybrid(), Model(), "fake", min_covered=0.5)  # the share is no score


@pytest.mark.parametrize(
    ("pairs", "calls"),
    [
        ([(9.0, 0.30), (8.0, 0.1)], 1),
        ([(9.0, 0.29), (8.0, 0.1)], 0),
        ([(9.0, None), (8.0, 0.4)], 1),  # the fused first was not found by this leg
        ([(9.0, None), (8.0, None)], 0),
    ],
)
def test_the_named_leg_decides(pairs, calls):
    legs = [SimpleNamespace(score_kind=kind) for kind in ("bm25", "cosine")]
    model = Model()
    retriever = Fixed(fused(*pairs), "rrf", legs)
    pipeline = RagPipeline(retriever, model, "fake", min_score=0.3, leg="cosine")
    answer = pipeline.answer("a")
    assert len(model.prompts) == calls
    assert answer.scores == tuple(pair[1] for pair in pairs)


@pytest.mark.parametrize("wrap", [lambda index: index, ForcedIndex], ids=["hybrid", "forced"])
def test_a_leg_is_found_through_the_wrapper(wrap):
    pipeline = RagPipeline(wrap(hybrid()), Model(), "fake", min_score=99, leg="bm25")
    answer = pipeline.build_index(DOCUMENTS).answer("What does a bicycle cost?")
    assert answer.reason.endswith(", below 99") and 0 < answer.scores[0] < 99


@pytest.mark.parametrize(
    ("retriever", "leg", "known"),
    [
        (HybridIndex([HybridIndex([BM25Index()])]), "rrf", "None"),
        (
            ForcedIndex(HybridIndex([HybridIndex([BM25Index()]), TfidfIndex()])),
            "rrf",
            "None, 'tfidf'",
        ),
        (HybridIndex([BM25Index(k1=10), BM25Index(k1=0), TfidfIndex()]), "bm25", "None, 'tfidf'"),
        (ForcedIndex(hybrid()), "cosine", "None, 'bm25', 'tfidf'"),
    ],
)
def test_a_leg_that_is_fused_or_one_of_two_is_refused(retriever, leg, known):
    with pytest.raises(ValueError, match=f"leg must be one of {known}; got '{leg}'"):
        RagPipeline(retriever, Model(), "fake", min_score=0.1, leg=leg)


def test_a_leg_is_found_through_two_wrappers():
    retriever = ForcedIndex(ForcedIndex(hybrid()))
    pipeline = RagPipeline(retriever, Model(), "fake", min_score=0.1, leg="bm25")
    answer = pipeline.build_index(DOCUMENTS).answer("What does a bicycle cost?")
    assert not answer.reason and answer.scores[0] > 0.1


def test_a_minimum_set_later_is_checked_too():
    pipeline = RagPipeline(hybrid(), Model(), "fake").build_index(DOCUMENTS)
    pipeline.min_score = 0.01
    with pytest.raises(ValueError, match="fused scores: name a leg"):
        pipeline.answer("What does a bicycle cost?")


def test_nan_passes_no_guard():
    nan = float("nan")
    for found, options in ((hits(nan), {}), (hits(nan), {"min_score": 0.3})):
        assert ask(found, "a", **options)[1] == 0
    for covered, minima in ((1.0, (nan, None)), (1.0, (None, nan)), (nan, (None, 0.5))):
        assert weakness(hits(0.9), [0.9], covered, *minima)


def test_pipelines_are_equal_only_to_themselves_and_take_three_hits():
    pipeline = RagPipeline(Fixed([]), Model(), "fake")
    assert pipeline.k == 3
    assert pipeline != RagPipeline(pipeline.retriever, pipeline.client, "fake")


def test_a_forced_hit_counts_though_its_score_is_0():
    found = Hits(hits(0.0))
    found.forced = 1
    answer, calls = ask(found, "a")
    assert (answer.refused, calls) == (False, 1)


# --- what comes back -----------------------------------------------------------------------------


def test_index_once_answer_often():
    model = Model()
    pipeline = RagPipeline(BM25Index(), model, "fake", k=2).build_index(DOCUMENTS)
    answers = [pipeline.answer(text) for text in ("cost of a bicycle", "a dog", "what is E42")]
    assert (pipeline.builds, len(model.prompts)) == (1, 3)
    first = answers[0]
    assert [hit.chunk.id for hit in first.sources] == ["fares.md#0", "fares.md#1"]
    assert first.citations == Citations([1], []) and not first.refused
    assert all(hit.chunk.text in model.prompts[0] for hit in first.sources)
    assert pipeline.build_index(DOCUMENTS[1:]).builds == 2
    assert pipeline.answer("bicycle").reason == "nothing was found"


def test_the_given_retriever_is_not_changed():
    index = BM25Index()
    RagPipeline(index, Model(), "fake").build_index(DOCUMENTS)
    assert index.chunks_ is None


def test_a_failed_build_leaves_the_index():
    pipeline = RagPipeline(BM25Index(), Model(), "fake").build_index(DOCUMENTS)
    with pytest.raises(ValueError, match="different ids"):
        pipeline.build_index([DOCUMENTS[0], DOCUMENTS[0]])
    assert pipeline.builds == 1 and not pipeline.answer("bicycle").refused


@pytest.mark.parametrize(
    "text",
    [REFUSAL, REFUSAL[:-1], f" {REFUSAL}\n", REFUSAL.replace("'", "’"), f"**{REFUSAL}** [1]"],
)
def test_a_refusal_of_the_model_is_recognised(text):
    answer, calls = ask(hits(0.9), "a", Model(text))
    assert (answer.refused, answer.reason, calls) == (True, "the model refused", 1)
    assert len(answer.sources) == 1


def test_a_cut_answer_is_named():
    answer, _ = ask(hits(0.9), "a", Model("It is free unl", "length"))
    assert (answer.refused, answer.reason) == (False, "it may be cut off")
    answer, _ = ask(hits(0.9), "a", Model(f"{REFUSAL} But it is free [1]."))
    assert (answer.refused, answer.reason) == (False, "")


def test_invalid_citations_are_reported():
    answer, _ = ask(hits(0.9, 0.8), "a", Model("Yes [2], no [3], never [0]."))
    assert answer.citations == Citations([2], [3, 0])


def test_the_budget_shortens_the_sources_and_the_citations_with_them():
    model = Model("Yes [2].")
    whole, _ = ask(hits(0.9, 0.8), "a", model)
    words = len(model.prompts[0].split())
    short, _ = ask(hits(0.9, 0.8), "a", model, budget=words - 1)
    assert (len(whole.sources), whole.citations) == (2, Citations([2], []))
    assert (len(short.sources), short.citations) == (1, Citations([], [2]))
    assert len(short.scores) == 2  # of all hits


def test_covered_share():
    found = [Hit(Chunk("a#0", "a", "Two dogs cost €3.50 on alarm E42.", 0, 33), 1.0)]
    questions = {
        "Does a dog cost 3.5?": 1.0,
        "What do dogs and cats cost?": 2 / 3,
        "Is it E-42?": 1.0,
        "Is it E24?": 0.0,
        "And what of it?": 0.0,
        "": 0.0,
    }
    assert {text: covered_share(text, found) for text in questions} == questions
    assert covered_share("dogs", []) == 0.0


# --- bad input -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"k": 0}, ValueError, "k must be 1 or more, got 0"),
        ({"k": -1}, ValueError, "k must be 1 or more"),
        ({"k": 2.5}, TypeError, "k must be a whole number, got 2.5"),
        ({"min_score": "0.3"}, TypeError, "min_score must be a number, got '0.3'"),
        ({"min_score": ""}, TypeError, "min_score must be a number, got ''"),
        ({"min_covered": []}, TypeError, r"min_covered must be a number, got \[\]"),
        ({"min_score": float("nan")}, ValueError, "min_score must be finite, got nan"),
        ({"min_covered": 1.1}, ValueError, "min_covered must be from 0 to 1, got 1.1"),
        ({"min_covered": -0.1}, ValueError, "min_covered must be from 0 to 1, got -0.1"),
        ({"leg": "bm25"}, ValueError, "leg must be one of None; got 'bm25'"),
        ({"leg": 0}, ValueError, "leg must be one of"),
    ],
)
def test_bad_options(options, error, message):
    with pytest.raises(error, match=message):
        RagPipeline(Fixed([]), Model(), "fake", **options)


def test_bad_retriever_question_and_order():
    with pytest.raises(TypeError, match=r"retriever must have .index"):
        RagPipeline(BM25Index, Model(), "fake")
    with pytest.raises(TypeError, match="question must be a string, got int"):
        RagPipeline(Fixed([]), Model(), "fake").answer(3)
    with pytest.raises(RuntimeError, match="nothing is indexed yet"):
        RagPipeline(BM25Index(), Model(), "fake").answer("bicycle")
    with pytest.raises(ValueError, match="budget"):
        ask(hits(0.9), "a", budget=3)
