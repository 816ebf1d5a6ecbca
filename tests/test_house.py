"""The handbook and its questions: every number of the data card, every quote, every link."""

import json
import re
import unicodedata
from collections import Counter

import pytest

from course_lib.data import DATASETS, load_chunks, load_corpus, load_questions
from course_lib.evidence import has_keyword, plain

HOUSE = DATASETS / "house"
PAGES = sorted((HOUSE / "pages").rglob("*.md"))
CONTENT = json.loads((HOUSE / "questions.json").read_text(encoding="utf-8"))
QUESTIONS = CONTENT["questions"]
QUOTES = [
    pytest.param(question, other, id=f"{question['id']}-{number}-{place}")
    for question in QUESTIONS
    for number, facet in enumerate(question["evidence"])
    for place, other in enumerate(facet)
]
MAX_SHARED_RUN = 4


def page_text(name):
    return (HOUSE / "pages" / name).read_text(encoding="utf-8")


def words(text):
    return re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", text).casefold())


def longest_shared_run(first, second):
    """Length of the longest run of words that both texts hold.

    >>> longest_shared_run("the ramp is up now", "When the ramp is shut")
    3
    """
    first, second = words(first), words(second)
    best, ends = 0, Counter()
    for word in first:
        ends = Counter({j: ends[j - 1] + 1 for j, other in enumerate(second) if other == word})
        best = max(best, *ends.values(), 0)
    return best


def slug(heading):
    return re.sub(r"[^\w\- ]", "", heading.casefold()).strip().replace(" ", "-")


def counts():
    chunks, texts = load_chunks("house"), [page.text for page in load_corpus("house")]
    quotes = [quote.values[1]["quote"] for quote in QUOTES]
    sections = Counter((chunk.doc_id, chunk.metadata["path"]) for chunk in chunks)
    splits = Counter(question["split"] for question in QUESTIONS)
    return {
        "Pages": len(texts),
        "Words": sum(len(text.split()) for text in texts),
        "Characters": sum(len(text) for text in texts),
        "Standard chunks": len(chunks),
        "Standard chunks under 200 characters": sum(len(chunk.text) < 200 for chunk in chunks),
        "Characters in the longest standard chunk": max(len(chunk.text) for chunk in chunks),
        "Sections cut because they are longer than 2,500 characters": sum(
            pieces > 1 for pieces in sections.values()
        ),
        "Questions with an answer": len(load_questions("house")),
        "Questions without an answer": len(load_questions("house", answerable=False)),
        "Questions in the set first-eight": len(load_questions("house", set="first-eight")),
        "Questions in the split tune": splits["tune"],
        "Questions in the split test": splits["test"],
        "Evidence quotes": len(quotes),
        "Evidence quotes of 20 words or more": sum(len(q.split()) >= 20 for q in quotes),
    }


def test_every_number_of_the_data_card():
    card = (HOUSE / "README.md").read_text(encoding="utf-8")
    table = card.split("## Counts")[1].split("\n## ")[0]
    stated = {
        name: int(number.replace(",", ""))
        for name, number in re.findall(r"^\| (.+?) \| ([\d,]+) \|$", table, re.M)
    }
    assert stated == counts()


def test_share_of_short_chunks_is_as_planned():
    found = counts()
    short = found["Standard chunks under 200 characters"] / found["Standard chunks"]
    assert 0.15 <= short <= 0.20


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_page_is_clean(page):
    raw = page.read_bytes()
    text = raw.decode("utf-8")
    assert not raw.startswith(b"\xef\xbb\xbf") and text == unicodedata.normalize("NFC", text)
    assert "\r" not in text and "\t" not in text
    assert text.endswith("\n") and not text.endswith("\n\n")
    assert not re.search(r"[ \u00a0]$", text, re.M), "a line ends in a blank"
    assert 700 <= len(text.split()) <= 1500
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    assert text.startswith("# ") and len(re.findall(r"^# ", prose, re.M)) == 1


@pytest.mark.parametrize("page", [*PAGES, HOUSE / "README.md"], ids=lambda page: page.name)
def test_relative_links_and_anchors_resolve(page):
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if target.startswith("https://"):
            continue
        name, _, anchor = target.partition("#")
        other = (page.parent / name).resolve() if name else page
        assert other.is_file(), target
        headings = re.findall(r"^#+ (.+)$", other.read_text(encoding="utf-8"), re.M)
        assert not anchor or anchor in map(slug, headings), target


def test_questions_are_complete_and_ids_unique():
    keys = {"id", "question", "kind", "split", "answer", "values", "answerable", "evidence"}
    ids = [question["id"] for question in QUESTIONS]
    assert len(set(ids)) == len(ids) and ids == sorted(ids)
    for question in QUESTIONS:
        assert set(question) == keys, question["id"]
        assert question["split"] in {"tune", "test"}
        assert question["question"] and question["answer"] and question["kind"]
        assert question["answerable"] == bool(question["evidence"])
        assert all(facet for facet in question["evidence"])


def test_sets_name_known_questions():
    known = {question["id"]: question for question in QUESTIONS}
    for name, ids in CONTENT["sets"].items():
        assert len(set(ids)) == len(ids) and set(ids) <= set(known), name
    eight = [known[id_] for id_ in CONTENT["sets"]["first-eight"]]
    assert len(eight) == 8
    assert all(q["split"] == "tune" and q["answerable"] for q in eight)


@pytest.mark.parametrize("question, other", QUOTES)
def test_quote_is_there_once_with_its_keyword(question, other):
    text, quote = page_text(other["file"]), other["quote"]
    assert text.count(quote) == 1
    assert 3 <= len(quote.split()) <= 40
    block = next(part for part in text.split("\n\n") if quote in part)
    assert has_keyword(block, other["keyword"])


@pytest.mark.parametrize("question, other", QUOTES)
def test_keyword_marks_the_chunk_of_its_quote_and_at_most_two_more(question, other):
    chunks = [chunk for chunk in load_chunks("house") if chunk.doc_id == other["file"]]
    marked = [chunk for chunk in chunks if has_keyword(chunk.text, other["keyword"])]
    assert 1 <= len(marked) <= 3
    assert any(plain(other["quote"]) in plain(chunk.text) for chunk in marked)


@pytest.mark.parametrize("question, other", QUOTES)
def test_question_does_not_copy_its_evidence(question, other):
    assert longest_shared_run(question["question"], other["quote"]) <= MAX_SHARED_RUN


def test_values_stand_in_the_answer():
    for question in QUESTIONS:
        for value in question["values"]:
            assert has_keyword(question["answer"], value), (question["id"], value)


def test_longest_shared_run_counts_words_in_a_row():
    assert longest_shared_run("the ramp is up now", "When the ramp is shut") == 3
    assert longest_shared_run("a b", "c d") == 0
