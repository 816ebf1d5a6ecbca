"""Plausible wrong answers to the exercises of lesson 12."""

from math import inf

import numpy as np

from course_lib import Document
from course_lib.bm25 import BM25Index
from course_lib.pipeline import RagPipeline, own_scores, weakness
from course_lib.prompt import REFUSAL, build_prompt

ANSWERS = ["bce", 3, 2, 1, "abce", "c", 180]


def answers(**changed):
    return [changed.get(f"n{n}", answer) for n, answer in enumerate(ANSWERS, 1)]


# ---- E12.2: several hits ----------------------------------------------------------------------


def there(scores):
    return [score for score in scores if score is not None]


def compares_none(scores, min_score, n=2):
    return sum(score >= min_score for score in scores) < n


def above_only(scores, min_score, n=2):
    return sum(score > min_score for score in there(scores)) < n


def turned_round(scores, min_score, n=2):
    return sum(score >= min_score for score in there(scores)) >= n


def any_hit(scores, min_score, n=2):
    return not any(score >= min_score for score in there(scores))


def counts_weak(scores, min_score, n=2):
    return len(scores) - sum(score >= min_score for score in there(scores)) >= n


def every_hit(scores, min_score, n=2):
    return not all(score is not None and score >= min_score for score in scores)


def not_exactly_n(scores, min_score, n=2):
    return sum(score >= min_score for score in there(scores)) <= n


def nth_as_it_stands(scores, min_score, n=2):
    return (scores[n - 1] or 0) < min_score


def first_n(scores, min_score, n=2):
    good = [score is not None and score >= min_score for score in scores[:n]]
    return sum(good) < n


def nth_of_all(scores, min_score, n=2):
    return sorted(there(scores), reverse=True)[n - 1] < min_score


def mean_of_n(scores, min_score, n=2):
    return sum(there(scores)) < n * min_score


def always_two(scores, min_score, n=2):
    return sum(score >= min_score for score in there(scores)) < 2


def zero_is_none(scores, min_score, n=2):
    return sum(bool(score) and score >= min_score for score in scores) < n


def gives_count(scores, min_score, n=2):
    return sum(score >= min_score for score in there(scores))


# ---- E12.3: the cheapest threshold ------------------------------------------------------------


def chooser(cost=None, tried=None, key=None, give=None):
    """A right answer but for what is given."""

    def right_cost(low, answerable, price):
        return (low & answerable).sum() + price * (~low & ~answerable).sum()

    def cheapest(scores, answerable, price):
        of = cost or right_cost
        thresholds = tried(scores) if tried else [*scores, inf]
        costs = {t: of(scores < t, answerable, price) for t in thresholds}
        best = min(costs, key=key(costs) if key else lambda t: (costs[t], t))
        return give(best, costs[best]) if give else (best, costs[best])

    return cheapest


def at_or_below(scores, answerable, price):
    costs = {}
    for threshold in (*scores, inf):
        low = scores <= threshold
        costs[threshold] = (low & answerable).sum() + price * (~low & ~answerable).sum()
    best = min(costs, key=lambda threshold: (costs[threshold], threshold))
    return best, costs[best]


def between(scores):
    ordered = np.sort(scores)
    return [-inf, *((ordered[1:] + ordered[:-1]) / 2), inf]


# ---- E12.4: the hasty pipeline ----------------------------------------------------------------


def pipeline(score=own_scores, low=None, early=False, shown=False, n=3):
    """A right answer but for what is given."""

    def careful(question, search, ask, min_score, leg):
        hits = search(question, n)
        prompt = build_prompt(question, hits)
        text = ask(prompt.text) if early else ""
        scores = score(hits, leg)
        weak = low(scores, min_score) if low else weakness(hits, scores, 1.0, min_score)
        if weak:
            return REFUSAL, prompt.sources if shown else ()
        return text or ask(prompt.text), prompt.sources

    return careful


def fused(hits, leg):
    return own_scores(hits)


def always_leg(hits, leg):
    return own_scores(hits, leg or "bm25")


def bm25_leg(hits, leg):
    return own_scores(hits, leg and "bm25")


def first_score(hits, leg):
    return own_scores(hits, leg)[:1]


def none_is_compared(scores, min_score):
    return not any(score >= min_score for score in scores)


def not_above(scores, min_score):
    return not any(score is not None and score > min_score for score in scores)


def best_of_none(scores, min_score):
    return not scores or max(there(scores)) < min_score


def looks_at_first(scores, min_score):
    return (scores[0] or 0) < min_score


def lets_unfound_pass(scores, min_score):
    return any(score is not None for score in scores) and not any(
        score is not None and score >= min_score for score in scores
    )


def forgets_unfound(scores, min_score):
    known = there(scores)
    return not scores or (known and max(known) < min_score)


def gives_reason(question, search, ask, min_score, leg):
    hits = search(question, 3)
    if reason := weakness(hits, own_scores(hits, leg), 1.0, min_score):
        return reason, ()
    return pipeline()(question, search, ask, min_score, leg)


def asks_twice(question, search, ask, min_score, leg):
    text, sources = pipeline()(question, search, ask, min_score, leg)
    if sources:
        ask(build_prompt(question, sources).text)
    return text, sources


def sources_forgotten(question, search, ask, min_score, leg):
    return pipeline()(question, search, ask, min_score, leg)[0], ()


def strong_hits_only(question, search, ask, min_score, leg):
    hits = search(question, 3)
    scores = own_scores(hits, leg)
    good = [h for h, s in zip(hits, scores, strict=True) if s is not None and s >= min_score]
    prompt = build_prompt(question, good)
    return (ask(prompt.text), prompt.sources) if good else (REFUSAL, ())


def question_only(question, search, ask, min_score, leg):
    return pipeline()(question, search, lambda _: ask(question), min_score, leg)


# ---- E12.6: assemble --------------------------------------------------------------------------

GARDEN = [
    Document(
        "tools.md",
        "# Tools\n\nThe shed opens at 08:00.\n\n## Mower\n\nThe mower runs on petrol. A full tank "
        "lasts 50 minutes.\n\n## Ladder\n\nThe ladder carries 120 kg and stands behind the shed.",
    ),
    Document(
        "plots.md",
        "# Plots\n\nA plot costs 45.00 a year, half of it from July on.\n\n## Water\n\nThe tap is "
        "off from November to March. Watering cans only, no hoses.\n\n## Compost\n\nCitrus peel "
        "and cooked food do not go on the compost.",
    ),
]
ANSWERED = {
    "What does a plot cost for a year?": "45.00",
    "How long does a full tank of the mower last?": "50",
    "Can cooked food go on the compost?": "Citrus",
}
TOILET, LADDER = "Is there a toilet behind the shed?", "Who mends the ladder?"
REFUSED = {TOILET: "toilet", LADDER: "mends"}

SPELT = ("plot costs a year half?", "The plot costs: year, half?")


def built(**options):
    return RagPipeline(BM25Index(), None, "", **options).build_index(GARDEN)


def answered(question, value):
    return dict([*ANSWERED.items()][:2]) | {question: value}


GOOD = built(min_score=4)
WRONG_12 = {
    "check_e12_1": [
        (ANSWERS[:6], "seven"),
        (answers(n1=3), "letters"),
        (answers(n5="abcg"), "letters"),
        (answers(n1="abce"), "border"),
        (answers(n1="ce"), "added-up"),
        (answers(n1="be"), "nothing-found"),
        (answers(n1="bcde"), "first-only"),
        (answers(n1="bc"), "covered"),
        (answers(n1="bcef"), "half-covered"),
        (answers(n2=6), "each-asks"),
        (answers(n2=4), "refusals"),
        (answers(n3=1, n4=2), "swapped"),
        (answers(n3=3), "right"),
        (answers(n4=0), "wrong"),
        (answers(n5="bce"), "new-border"),
        (answers(n5="abcef"), "new-border-passes"),
        (answers(n5="abc"), "raised"),
        (answers(n6=""), "unguarded"),
        (answers(n6="cd"), "no-minimum"),
        (answers(n7=0), "fused-passes"),
        (answers(n7=90), "fused"),
    ],
    "check_e12_2": [
        (compares_none, "absent"),
        (nth_of_all, "too-few"),
        (above_only, "border"),
        (turned_round, "turned-round"),
        (any_hit, "one-is-enough"),
        (counts_weak, "weak-counted"),
        (every_hit, "all"),
        (first_n, "place"),
        (not_exactly_n, "exactly-n"),
        (nth_as_it_stands, "place"),
        (mean_of_n, "added-up"),
        (always_two, "fixed-n"),
        (zero_is_none, "below-0"),
        (gives_count, "a-number"),
    ],
    "check_e12_3": [
        (chooser(lambda low, a, p: p * (low & a).sum() + (~low & ~a).sum()), "other-error"),
        (chooser(lambda low, a, p: (low & a).sum() + (~low & ~a).sum()), "free"),
        (chooser(lambda low, a, p: low.sum() + p * (~low & ~a).sum()), "all-refusals"),
        (chooser(lambda low, a, p: (low & ~a).sum() + p * (~low & a).sum()), "turned"),
        (chooser(lambda low, a, p: p * (~low & ~a).sum()), "half"),
        (chooser(lambda low, a, p: (low & a).sum() + p * (low & ~a).sum()), "refused-priced"),
        (at_or_below, "border"),
        (chooser(tried=list), "no-inf"),
        (chooser(key=lambda costs: lambda t: (costs[t], -t)), "latest"),
        (chooser(tried=between), "between"),
        (chooser(give=lambda t, cost: (cost, t)), "swapped"),
        (chooser(give=lambda t, cost: t), "two"),
        (chooser(give=lambda t, cost: (t, cost + 1)), "cost"),
    ],
    "check_e12_4": [
        (pipeline(early=True), "call-first"),
        (pipeline(fused), "fused"),
        (pipeline(shown=True), "sources-shown"),
        (pipeline(always_leg), "own-score-forgotten"),
        (pipeline(bm25_leg), "another-leg"),
        (pipeline(first_score), "first-only"),
        (pipeline(low=none_is_compared), "absent"),
        (pipeline(low=best_of_none), "absent"),
        (pipeline(low=not_above), "border"),
        (pipeline(low=looks_at_first), "no-hits"),
        (pipeline(low=lets_unfound_pass), "no-refusal"),
        (pipeline(low=forgets_unfound), "passes"),
        (pipeline(n=5), "another-prompt"),
        (strong_hits_only, "another-prompt"),
        (question_only, "another-prompt"),
        (gives_reason, "reason-as-text"),
        (asks_twice, "calls"),
        (sources_forgotten, "sources"),
    ],
    "check_e12_5": [
        ([391, 231], "four"),
        ([0.70, 0.66, 1, 0.39], "shares"),
        ([44, 17, 391, 231], "by-hand-first"),
        ([391, 44, 231, 17], "pairs"),
        ([164, 118, 0, 0], "passed"),
        ([180, 101, 44, 17], "tune"),
        ([139, 56, 44, 17], "handbook"),
        ([391, 349, 44, 17], "all-found"),
        ([391, 160, 44, 27], "missed"),
        ([391, 118, 44, 17], "found-passed"),
        ([390, 231, 44, 17], "refused"),
        ([391, 200, 44, 17], "lost"),
        ([391, 231, 44, 27], "hand-missed"),
        ([391, 231, 40, 17], "hand"),
    ],
    "check_e12_6": [
        ((GOOD, ANSWERED), "three"),
        ((BM25Index(), ANSWERED, REFUSED), "no-pipeline"),
        ((GOOD, [*ANSWERED], REFUSED), "answered"),
        ((GOOD, dict.fromkeys(ANSWERED, "."), REFUSED), "answered"),
        ((GOOD, dict.fromkeys(ANSWERED, "the"), REFUSED), "answered"),
        ((GOOD, dict([*ANSWERED.items()][:2]), REFUSED), "answered"),
        ((GOOD, ANSWERED, "Who?"), "refused"),
        ((GOOD, ANSWERED, [*REFUSED]), "refused"),
        ((GOOD, ANSWERED, {TOILET: "toilet"}), "refused"),
        ((GOOD, dict.fromkeys(("plot costs year half?", *SPELT), "45.00"), REFUSED), "five"),
        ((GOOD, dict.fromkeys(ANSWERED, "Source"), REFUSED), "same-piece"),
        ((GOOD, answered("Can cooked food go on the compost?", "compost"), REFUSED), "in-question"),
        ((GOOD, ANSWERED, {TOILET: "toilet", LADDER: "paints"}), "not-asked"),
        ((GOOD, ANSWERED, {TOILET: "toilet", LADDER: LADDER}), "whole-question"),
        ((GOOD, ANSWERED, {TOILET: "toilet", "Qqq ladder?": "Qqq"}), "invented"),
        ((GOOD, ANSWERED, {TOILET: "toilet", "Xvbnm mower petrol?": "Xvbnm"}), "invented"),
        ((GOOD, answered("A full tank lasts", "50 minutes"), REFUSED), "copied"),
        ((GOOD, answered("The ladder carries and stands?", "120"), REFUSED), "copied"),
        ((RagPipeline(BM25Index(), None, "", min_score=4), ANSWERED, REFUSED), "not-built"),
        ((built(), ANSWERED, REFUSED), "no-guard"),
        ((GOOD, answered("Can cooked food go on the compost?", "Source"), REFUSED), "no-piece"),
        ((GOOD, answered("Can cooked food go on the compost?", "itrus"), REFUSED), "no-piece"),
        ((GOOD, ANSWERED, {TOILET: "toilet", "When does the shed open?": "open"}), "answerable"),
        ((GOOD, ANSWERED, {TOILET: "shed", LADDER: "mends"}), "answerable"),
        ((built(min_score=7), ANSWERED, REFUSED), "too-high"),
        ((GOOD, answered("When is the tap off?", "November"), REFUSED), "reader-refused"),
        ((GOOD, answered("Can cooked food go on the compost?", "hoses"), REFUSED), "wrong-answer"),
        ((built(min_score=2.5), ANSWERED, REFUSED), "too-low"),
        ((GOOD, ANSWERED, {TOILET: "toilet", "Bonjour?": "bonjour"}), "nothing-found"),
        ((GOOD, ANSWERED, {LADDER: "mends", "What does the mower weigh?": "weigh"}), "idle"),
    ],
}
