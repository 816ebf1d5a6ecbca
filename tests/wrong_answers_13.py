"""Plausible wrong answers to the exercises of lesson 13."""

import re

from course_lib import Document
from course_lib.bm25 import BM25Index
from course_lib.checks.lesson13 import TEMPLATE
from course_lib.judging import (
    is_refusal,
    parse_citations,
    split_answer,
    supported,
    without_citations,
)
from course_lib.llm import connect
from course_lib.pipeline import RagPipeline
from course_lib.words import figures

ANSWERS = {
    "a": ([1, 3], []),
    "b": ([4], [7]),
    "c": ([], []),
    "d": ([2, 3, 4], []),
    "e": ([3], [6]),
    "f": ([], [0]),
    "g": [[2], [1], [2, 1]],
}


def answers(**changed):
    return [*(ANSWERS | changed).values()]


# ---- E13.2: numbers from nowhere --------------------------------------------------------------


def citations_counted(answer, texts):
    return sorted(figures(answer) - figures(" ".join(texts)))


def numbers_taken_out(answer, texts):
    cited = parse_citations(answer, len(texts))
    told = figures(answer) - {str(n) for numbers in cited for n in numbers}
    return sorted(told - figures(" ".join(texts)))


def gives_set(answer, texts):
    return figures(without_citations(answer)) - figures(" ".join(texts))


def turned_round(answer, texts):
    return sorted(figures(" ".join(texts)) - figures(without_citations(answer)))


def in_both(answer, texts):
    return sorted(figures(" ".join(texts)) & figures(without_citations(answer)))


def first_text(answer, texts):
    return sorted(figures(without_citations(answer)) - figures(texts[0]))


def not_in_each(answer, texts):
    told = figures(without_citations(answer))
    return sorted(n for n in told if not all(n in figures(text) for text in texts))


def in_text(answer, texts):
    told = figures(without_citations(answer))
    return sorted(n for n in told if n not in " ".join(texts))


def by_pattern(answer, texts):
    pattern = r"\d+(?:\.\d+)?"
    found = re.findall(pattern, without_citations(answer))
    return sorted({*found} - {*re.findall(pattern, " ".join(texts))})


def digits_of(text):
    return {n.strip("abcdefghijklmnopqrstuvwxyz") for n in figures(text)}


def digits_only(answer, texts):
    return sorted(digits_of(without_citations(answer)) - digits_of(" ".join(texts)))


def words_unseen(answer, texts):
    told = without_citations(answer).replace("Nine", "9")
    return sorted(figures(told) - {n for t in texts for n in figures(t) if n != "9"})


def glued(answer, texts):
    return sorted(figures(without_citations(answer)) - figures("".join(texts)))


def one_only(answer, texts):
    return sorted(figures(without_citations(answer)) - figures(" ".join(texts)))[:1]


def biggest_first(answer, texts):
    return sorted(gives_set(answer, texts), reverse=True)


# ---- E13.3: cited, elsewhere, nowhere ---------------------------------------------------------


def pieces(answer, texts):
    return split_answer(answer, len(texts))


def raw_pieces(answer, texts):
    """Pieces whose numbers are not checked."""
    return [
        (sentence, cites or [int(n) for n in re.findall(r"\[(\d+)\]", answer)])
        for sentence, cites in split_answer(answer, len(texts))
    ]


def all_cited(answer, texts):
    numbers = parse_citations(answer, len(texts)).valid
    return [(sentence, numbers) for sentence, _ in split_answer(answer, len(texts))]


def own_only(answer, texts):
    """Pieces without the rule for a sentence that cites nothing."""
    sentences = re.split(r"(?<=\.)\s+(?!\[)", answer)
    parsed = [parse_citations(sentence, len(texts)).valid for sentence in sentences]
    return [(without_citations(s), cites) for s, cites in zip(sentences, parsed, strict=True)]


def finder(split=pieces, at=-1, cited=None, other=None, refusal=True, words=("cited", "elsewhere")):
    """A right answer but for what is given."""

    def where_said(answer, texts):
        if refusal and is_refusal(answer):
            return []
        said = []
        for sentence, cites in split(answer, texts):
            theirs = [texts[n + at] for n in cites]
            in_cited = cited or (lambda s, some: supported(s, "\n".join(some)))
            in_other = other or (lambda s, some: any(supported(s, text) for text in some))
            verdict = words[0] if in_cited(sentence, theirs) else "nowhere"
            if verdict == "nowhere" and in_other(sentence, texts):
                verdict = words[1]
            said.append((sentence, verdict))
        return said

    return where_said


def alone(sentence, texts):
    return any(supported(sentence, text) for text in texts)


def joined(sentence, texts):
    return supported(sentence, "\n".join(texts))


def run_together(sentence, texts):
    return supported(sentence, "".join(texts))


def know_is_refusal(answer, texts):
    return [] if "know" in answer else finder()(answer, texts)


def at_share(share):
    return lambda sentence, texts: supported(sentence, "\n".join(texts), share)


def never(sentence, texts):
    return False


def uncited_is_cited(sentence, texts):
    return not texts or joined(sentence, texts)


def others_first(answer, texts):
    return [(s, "elsewhere" if alone(s, texts) else v) for s, v in finder()(answer, texts)]


def verdicts_only(answer, texts):
    return [verdict for _, verdict in finder()(answer, texts)]


def with_citations(answer, texts):
    return [(answer, verdict) for _, verdict in finder()(answer, texts)]


def first_sentence(answer, texts):
    return finder()(answer, texts)[:1]


# ---- E13.4: a judge who nods ------------------------------------------------------------------


def judge(split=pieces, at=-1, looked_at=None, count=True, refusal=True, beyond=True, says=joined):
    """A right answer but for what is given."""

    def rightly_cited(answer, texts):
        if refusal and is_refusal(answer):
            return True
        valid, invalid = parse_citations(answer, len(texts))
        if (count and not valid) or (beyond and invalid):
            return False
        return all(
            says(sentence, looked_at(texts) if looked_at else [texts[n + at] for n in cites])
            for sentence, cites in split(answer, texts)
        )

    return rightly_cited


def nods(answer, texts):
    numbers = re.findall(r"\[(\d+)\]", answer)
    cited = [texts[int(n) - 1] for n in numbers]
    said = without_citations(answer)
    return all(supported(said, "\n".join(texts)) for text in cited)


def by_simple_pattern(answer, texts):
    numbers = [int(n) for n in re.findall(r"\[(\d+)\]", answer)]
    if is_refusal(answer) or not numbers or not all(0 < n <= len(texts) for n in numbers):
        return is_refusal(answer)
    return judge()(answer, texts)


def source_unread(answer, texts):
    return judge()(answer, texts) or "[Source" in answer


def no_citation_nods(answer, texts):
    valid, invalid = parse_citations(answer, len(texts))
    return judge()(answer, texts) or not (valid or invalid)


def last_is_zero(answer, texts):
    return judge()(answer.replace("[0]", f"[{len(texts)}]"), texts)


def breaks_off(answer, texts):
    numbers = [int(n) for n in re.findall(r"\[(\d+)\]", answer)]
    return bool([texts[n - 1] for n in numbers if n] or True) and judge()(answer, texts)


def as_one_bag(answer, texts):
    return judge(lambda a, t: [(without_citations(a), parse_citations(a, len(t)).valid)])(
        answer, texts
    )


def one_is_enough(answer, texts):
    valid, invalid = parse_citations(answer, len(texts))
    said = [
        joined(sentence, [texts[n - 1] for n in cites])
        for sentence, cites in split_answer(answer, len(texts))
    ]
    return is_refusal(answer) or (bool(valid) and not invalid and any(said))


def each_source(answer, texts):
    valid, invalid = parse_citations(answer, len(texts))
    said = [
        supported(sentence, texts[n - 1])
        for sentence, cites in split_answer(answer, len(texts))
        for n in cites
    ]
    return is_refusal(answer) or (bool(valid) and not invalid and all(said))


def any_refusal(answer, texts):
    return "don't know" in answer or judge()(answer, texts)


def gives_list(answer, texts):
    valid, invalid = parse_citations(answer, len(texts))
    return valid and not invalid and judge()(answer, texts)


# ---- E13.6: the capstone ----------------------------------------------------------------------

PAGES = [
    Document(
        "rules.md",
        "# Rules\n\nIn force since 2025.\n\n## Dues\n\nA plot is 48.00 for twelve months.\n\n"
        "## Common work\n\nEvery plot owes six hours a year.\n\n## Fires\n\nOnly in the stone "
        "ring, and never from May to September.",
    ),
    Document(
        "old.md",
        "# Rules of 2023\n\n> **Superseded on 1 March 2025**\n\n## Dues\n\nA plot costs 39.00 a "
        "year, paid by the end of February.\n\n## Common work\n\nEach plot owes four hours of "
        "common work a year.\n\n## Fires\n\nFires may be lit on any plot after sunset.",
    ),
    Document(
        "tools.md",
        "# Tools\n\nThe taps are off from November to March.\n\n## Mower\n\nIt runs on petrol. A "
        "full tank lasts 50 minutes.\n\n## Chipper\n\nNever alone: two people, both with goggles.",
    ),
]


def question(text, file="", quote="", keyword=""):
    one = {"file": file, "quote": quote, "keyword": keyword}
    return {"question": text, "answerable": bool(file), "evidence": [[one]] if file else []}


TRACED = "What does a plot cost a year?"
QUESTIONS = [
    question(TRACED, "rules.md", "A plot is 48.00 for", "48.00"),
    question("How much do I work?", "rules.md", "Every plot owes six hours a year.", "six hours"),
    question("May I light a fire in July?", "rules.md", "Only in the stone ring", "stone ring"),
    question(
        "What did a plot cost before, by the end of February?",
        "old.md",
        "A plot costs 39.00 a year",
        "39.00",
    ),
    question("Is there water in January?", "tools.md", "from November to March", "November"),
    question("How long can I mow at once?", "tools.md", "A full tank lasts 50 minutes.", "50"),
    question("Can I shred by myself?", "tools.md", "two people, both with goggles", "goggles"),
    question("May I shred with a friend?", "tools.md", "Never alone: two people", "two people"),
    question("Is there a toilet?"),
    question("Who mends the chipper?"),
]


def system(pages=PAGES, **options):
    return RagPipeline(BM25Index(), *connect(local=True), **options).build_index(pages)


BEFORE, AFTER = system(), system([page for page in PAGES if page.id != "old.md"])
REPORT = {
    "Text": "Rules of a garden, three pages.",
    "Questions": "Ten, two of them without an answer.",
    "Measured": "Right chunk 3 of 8; right 1 wrong 1 refused 6.",
    "Judge": "By quote; all ten verdicts read.",
    "Diagnosis": "Dues: cited from old.md, no notice there.",
    "Change": "The old page is out of the index.",
    "Result": "Not mended. Right chunk: won 0, lost 1, tied 6.",
    "Not known": "Whether anybody asks for old rules.",
}


def capstone(n=None, changed=None, **parts):
    """A right answer but for question n, or for the parts that are given."""
    questions = QUESTIONS if n is None else [*QUESTIONS[:n], changed, *QUESTIONS[n + 1 :]]
    given = {"documents": PAGES, "questions": questions, "traced": TRACED}
    given |= {"before": BEFORE, "after": AFTER, "report": REPORT}
    return tuple((given | parts).values())


def cost(quote="A plot is 48.00 for", keyword="48.00", file="rules.md", text=None):
    return capstone(0, question(text or TRACED, file, quote, keyword))


WRONG_13 = {
    "check_e13_1": [
        (answers()[:6], "seven"),
        (answers(a=[1, 3]), "lists"),
        (answers(g=[2, 1, 2]), "lists"),
        (answers(b=([7], [4])), "sides"),
        (answers(a=([1], [])), "a"),
        (answers(b=([4, 4], [7])), "b-twice"),
        (answers(b=([], [7])), "b-touches"),
        (answers(b=([4], [])), "b-beyond"),
        (answers(c=([3], [])), "c-code"),
        (answers(c=([2], [])), "c-code"),
        (answers(d=([2, 4], [])), "d-ends"),
        (answers(d=([], [])), "d-behind"),
        (answers(e=([3, 4], [5, 6])), "e-inside"),
        (answers(e=([], [3, 6])), "e"),
        (answers(f=([4], [])), "f-last"),
        (answers(f=([0], [])), "f-valid"),
        (answers(f=([], [])), "f-silent"),
        (answers(g=[[2], [1, 9], [2, 1]]), "g-invalid"),
        (answers(g=[[2], [1], []]), "g-bare"),
        (answers(g=[[], [2, 1], [1, 2]]), "g-behind"),
    ],
    "check_e13_2": [
        (citations_counted, "citation"),
        (numbers_taken_out, "both-2"),
        (gives_set, "list"),
        (turned_round, "turned"),
        (in_both, "both"),
        (first_text, "any-text"),
        (not_in_each, "any-text"),
        (in_text, "substring"),
        (by_pattern, "spelling"),
        (digits_only, "code"),
        (words_unseen, "words"),
        (glued, "glued"),
        (one_only, "several"),
        (biggest_first, "order"),
    ],
    "check_e13_3": [
        (finder(at=0), "shifted"),
        (finder(split=all_cited), "whole-answer"),
        (finder(split=raw_pieces), "beyond"),
        (finder(split=own_only), "bare"),
        (finder(cited=alone), "together"),
        (finder(other=joined), "patched"),
        (finder(other=never), "elsewhere"),
        (finder(cited=run_together), "glued"),
        (know_is_refusal, "other-refusal"),
        (finder(cited=alone, other=joined), "together"),
        (finder(cited=uncited_is_cited), "uncited"),
        (finder(refusal=False), "refusal"),
        (finder(words=("yes", "no")), "verdicts"),
        (finder(cited=at_share(0.8)), "too-strict"),
        (finder(cited=at_share(0.5)), "too-loose"),
        (others_first, "shifted"),
        (verdicts_only, "pairs"),
        (with_citations, "citation-left"),
        (first_sentence, "first-only"),
    ],
    "check_e13_4": [
        (nods, "any-source"),
        (judge(looked_at=list), "any-source"),
        (judge(at=0), "turned"),
        (by_simple_pattern, "list"),
        (source_unread, "unread"),
        (no_citation_nods, "uncited"),
        (last_is_zero, "zero"),
        (breaks_off, "beyond"),
        (judge(beyond=False), "also-beyond"),
        (judge(count=False), "no-words"),
        (judge(says=at_share(0.75)), "too-strict"),
        (judge(says=at_share(0.5)), "too-loose"),
        (any_refusal, "other-refusal"),
        (judge(says=run_together), "glued"),
        (as_one_bag, "one-bag"),
        (judge(split=all_cited), "whole-answer"),
        (judge(split=own_only), "bare"),
        (judge(refusal=False), "refusal"),
        (one_is_enough, "one-bag"),
        (each_source, "list"),
        (gives_list, "bool"),
    ],
    "check_e13_5": [
        ([21, 4, 42, 368], "five"),
        ([0.525, 0.4, 42, 368, 594], "shares"),
        ([25, 1, 50, 92, 878], "tune"),
        ([18, 1, 36, 92, 864], "old-share"),
        ([19, 4, 38, 368, 590], "missed"),
        ([21, 6, 42, 552, 410], "let-pass"),
        ([20, 4, 40, 368, 592], "found"),
        ([21, 5, 42, 460, 502], "accused"),
        ([21, 4, 420, 368, 594], "same-mixture"),
        ([21, 4, 21, 368, 594], "found-1000"),
        ([21, 4, 42, 4, 594], "few"),
        ([21, 4, 42, 552, 594], "accused-1000"),
        ([21, 4, 42, 368, 410], "accusations"),
        ([21, 4, 42, 368, 552], "pass-only"),
        ([21, 4, 42, 368, 42], "hits-only"),
        ([21, 4, 42, 368, 920], "agreement"),
    ],
    "check_e13_6": [
        (capstone()[:5], "six"),
        (capstone(questions=QUESTIONS[:9]), "ten"),
        (capstone(8, {"question": "Is there a toilet?"}), "made"),
        (capstone(8, QUESTIONS[9]), "twice"),
        (cost(file="dues.md"), "file"),
        (cost(quote="48.00"), "quote-length"),
        (cost(quote="A plot costs 48.00 a year"), "not-verbatim"),
        (cost(keyword="4"), "keyword"),
        (cost(keyword=""), "keyword"),
        (cost(text="Does a plot really cost 48.00 a year?"), "in-question"),
        (cost(text="A plot is for what?"), "copied"),
        (
            capstone(questions=[*QUESTIONS[:5], *QUESTIONS[8:], *map(question, "abc")]),
            "few-answers",
        ),
        (
            capstone(8, question("Who may shred?", "tools.md", "two people, both", "both")),
            "all-answers",
        ),
        (capstone(before=BM25Index()), "no-pipeline"),
        (capstone(after=RagPipeline(BM25Index(), None, "")), "not-built"),
        (capstone(after=BEFORE), "one-object"),
        (capstone(traced="common work"), "traced"),
        (capstone(traced=QUESTIONS[2]["question"]), "traced-refused"),
        (capstone(traced=QUESTIONS[3]["question"]), "traced-right"),
        (capstone(traced="Is there a toilet?"), "traced-right"),
        (capstone(after=system()), "no-change"),
        (capstone(report={"Text": "Three pages."}), "parts"),
        (capstone(report=REPORT | {"Change": ""}), "empty"),
        (capstone(report=REPORT | {"Change": "x x x x x x"}), "empty"),
        (capstone(report=TEMPLATE), "template"),
        (capstone(report=REPORT | {"Judge": TEMPLATE["Judge"]}), "template"),
        (capstone(report=REPORT | {"Questions": TEMPLATE["Questions"] + ": 2"}), "template"),
        (capstone(report=REPORT | {"Diagnosis": TEMPLATE["Diagnosis"] + ": old.md"}), "template"),
        (capstone(report=REPORT | {"Not known": TEMPLATE["Not known"] + ", too"}), "template"),
        (capstone(report=REPORT | {"Change": REPORT["Text"]}), "one-text"),
        (
            capstone(report=REPORT | {"Questions": "Ten, some of them without answer."}),
            "unanswerable",
        ),
        (capstone(report=REPORT | {"Diagnosis": "Cited from tools.md, no notice."}), "elsewhere"),
        (capstone(report=REPORT | {"Measured": "Right chunk 8 of 10, three right."}), "measured"),
        (capstone(report=REPORT | {"Measured": "The right chunk in 3 of 8."}), "answers"),
        (
            capstone(report=REPORT | {"Measured": "Chunk 3 of 8; right 8 wrong 0 refused 0."}),
            "answers",
        ),
        (capstone(after=system(k=20)), "change"),
        (capstone(after=system(min_covered=0.9)), "change"),
        (capstone(report=REPORT | {"Result": "Chunks: won 0, lost 1, tied 6."}), "mended"),
        (
            capstone(report=REPORT | {"Result": "Mended. Right chunk: won 0, lost 1, tied 6."}),
            "mended-not",
        ),
        (capstone(report=REPORT | {"Diagnosis": "Somehow the old page misled us."}), "untraced"),
        (
            capstone(report=REPORT | {"Result": "Not mended. It is better than before."}),
            "no-result",
        ),
        (
            capstone(report=REPORT | {"Result": "Chunks found, not mended: won 1, lost 1, tied 6"}),
            "traced-counted",
        ),
        (
            capstone(report=REPORT | {"Result": "Chunks found, not mended: won 1, lost 0, tied 6"}),
            "turned",
        ),
        (
            capstone(report=REPORT | {"Result": "Chunks found, not mended: won 7, lost 0, tied 0"}),
            "result",
        ),
    ],
}
