"""The handbook and its questions: every number of the data card, every quote, every link.

Most tests collect what is wrong into a list, so that a failure names all of it at once.
"""

import json
import operator
import re
import unicodedata
from collections import Counter
from functools import cache

import census
import pytest
import vectors

from course_lib.data import DATASETS, load_chunks, load_corpus
from course_lib.evidence import has_keyword, plain
from course_lib.vectors import load_vectors

HOUSE = DATASETS / "house"
FILES = sorted((HOUSE / "pages").rglob("*.md"))
TEXTS = {document.id: document.text for document in load_corpus("house")}
CHUNKS = load_chunks("house")
CONTENT = json.loads((HOUSE / "questions.json").read_text(encoding="utf-8"))
QUESTIONS = CONTENT["questions"]
ANSWERED = [question for question in QUESTIONS if question["answerable"]]
UNANSWERED = [question for question in QUESTIONS if not question["answerable"]]
TRANSLATED = [question for question in QUESTIONS if "de" in question or "zh" in question]
QUOTES = [(q, other) for q in ANSWERED for facet in q["evidence"] for other in facet]
CARD = (HOUSE / "README.md").read_text(encoding="utf-8")
NAME = operator.attrgetter("name")
KEYS = ["id", "question", "kind", "traits", "split", "answer", "values", "answerable", "evidence"]
SPELLED = {"13": "thirteen", "30": "thirty"}
REAL_NAMES = """
Airbnb, Amazon, Android, Apple, Atlassian, Booking.com, Brittany Ferries, CalMac,
Caledonian MacBrayne, Cisco, Color Line, Condor Ferries, Corsica Ferries, DFDS, Dell, Dropbox,
Excel, Facebook, Finnlines, Fjord Line, Fred Olsen, Garmin, GitHub, Google, Grimaldi, Hapag,
Hurtigruten, IBM, Intel, Irish Ferries, Jadrolinija, Lenovo, Linux, Maersk, Mastercard, Microsoft,
Moby Lines, Motorola, MySQL, NorthLink, Norled, Oracle, Outlook, P&O, PayPal, PostgreSQL,
Red Funnel, SAP, Salesforce, Samsung, Scandlines, Scania, Siemens, Slack, Sony, Stena, Stripe,
Tallink, TT-Line, Toyota, Twitter, Viking Line, Visa, Volvo, WhatsApp, Wightlink, Windows 10,
Windows 11, Windows XP, YouTube, Zoom
"""


def words(text):
    return re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", text).casefold())


def longest_shared_run(first, second):
    """Length of the longest run of words that both texts hold; names and codes count too."""
    second = words(second)
    best, ends = 0, Counter()
    for word in words(first):
        ends = Counter({j: ends[j - 1] + 1 for j, other in enumerate(second) if other == word})
        best = max(best, *ends.values(), 0)
    return best


def without_code(text):
    return re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)


def headings(text):
    return re.findall(r"^#+ (.+)$", without_code(text), re.M)


def slug(heading):
    return re.sub(r"[^\w\- ]", "", heading.casefold()).strip().replace(" ", "-")


def marked(other):
    """The standard chunks of an alternative's file that hold its keyword."""
    return [
        c for c in CHUNKS if c.doc_id == other["file"] and has_keyword(c.text, other["keyword"])
    ]


@cache
def questions_per_chunk():
    return Counter(
        id_ for q in ANSWERED for id_ in {c.id for other in census.firsts(q) for c in marked(other)}
    )


def number_in(questions, split):
    return sum(question["split"] == split for question in questions)


# --- the data card ---------------------------------------------------------------------------


def rows(*header):
    """The rows of the card's tables with this header, each a list of cells."""
    found = []
    for table in re.findall(r"(?:^\|.*\|\n)+", without_code(CARD), re.M):
        first, _, *rest = [
            [cell.strip() for cell in line.strip("|").split(" | ")] for line in table.splitlines()
        ]
        found += rest if first == list(header) else []
    assert found, f"the card has no table {header}"
    return found


def whole(cell):
    return int(cell.replace(",", "").replace("−", "-"))


def counts():
    facets = [facet for q in ANSWERED for facet in q["evidence"]]
    firsts = [facet[0] for facet in facets]
    sections = Counter((chunk.doc_id, chunk.metadata["path"]) for chunk in CHUNKS)
    return {
        "departments": len({name.split("/")[0] for name in TEXTS}),
        "pages": len(TEXTS),
        "words (what blanks separate)": sum(len(text.split()) for text in TEXTS.values()),
        "characters": sum(map(len, TEXTS.values())),
        "standard chunks": len(CHUNKS),
        "standard chunks under 200 characters": sum(len(c.text) < 200 for c in CHUNKS),
        "characters in the longest standard chunk": max(len(c.text) for c in CHUNKS),
        "sections longer than 2,500 characters, so cut": sum(n > 1 for n in sections.values()),
        "questions": len(QUESTIONS),
        "questions with an answer": len(ANSWERED),
        "questions with an answer, tune": number_in(ANSWERED, "tune"),
        "questions with an answer, test": number_in(ANSWERED, "test"),
        "questions without an answer": len(UNANSWERED),
        "questions without an answer, tune": number_in(UNANSWERED, "tune"),
        "questions without an answer, test": number_in(UNANSWERED, "test"),
        "questions in German and Chinese, all with an answer": len(TRANSLATED),
        "questions in German and Chinese, tune": number_in(TRANSLATED, "tune"),
        "questions in German and Chinese, test": number_in(TRANSLATED, "test"),
        "questions in the set first-eight": len(CONTENT["sets"]["first-eight"]),
        "questions with more than one facet": sum(len(q["evidence"]) > 1 for q in ANSWERED),
        "questions whose facets stand on two pages or more": sum(
            len({other["file"] for other in census.firsts(q)}) > 1 for q in ANSWERED
        ),
        "facets": len(facets),
        "facets with more than one alternative": sum(len(facet) > 1 for facet in facets),
        "quotes (all alternatives of all facets)": len(QUOTES),
        "quotes of 20 words or more": sum(len(o["quote"].split()) >= 20 for _, o in QUOTES),
        "pages with the first alternative of a facet": len({other["file"] for other in firsts}),
        "chunks with the first alternative of a facet": len(questions_per_chunk()),
        "most questions on one chunk, by first alternatives": max(questions_per_chunk().values()),
        "questions with values": sum(bool(q["values"]) for q in ANSWERED),
        "answers that hold a digit, but ask for no value": sum(
            bool(re.search(r"\d", q["answer"])) and not q["values"] for q in ANSWERED
        ),
        "texts with a vector": len(load_vectors("house")[0]),
        "texts with a vector: of lesson 08's small experiment": len(set(vectors.LESSON_08)),
    }


def test_counts_of_the_card():
    assert [(what, whole(count)) for what, count in rows("what", "count")] == [*counts().items()]


def test_the_small_experiment_stands_in_lesson_08_and_not_in_the_handbook():
    (lesson,) = (DATASETS.parent / "notebooks").glob("08_*.ipynb")
    cells = json.loads(lesson.read_text(encoding="utf-8"))["cells"]
    code = "\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "code")
    missing = [text for text in vectors.LESSON_08 if text not in code]
    assert not missing
    pages = "\n".join(TEXTS.values())
    assert not [text for text in vectors.LESSON_08 if text in pages]


def test_kinds_of_the_card():
    stated = {
        kind: [whole(cell) for cell in cells]
        for kind, _, *cells in rows("kind", "what makes it hard", "tune", "test", "as a trait")
    }
    kinds = Counter((q["kind"], q["split"]) for q in QUESTIONS)
    traits = Counter(trait for q in QUESTIONS for trait in q["traits"])
    assert stated.keys() == {kind for kind, _ in kinds} | traits.keys()
    assert stated == {k: [kinds[k, "tune"], kinds[k, "test"], traits[k]] for k in stated}


def test_steps_of_the_card_add_up():
    *steps, last = [
        list(map(whole, cells)) for _, *cells in rows("step", "with an answer", "without")
    ]
    assert [sum(column) for column in zip(*steps, strict=True)] == last
    assert last == [len(ANSWERED), len(UNANSWERED)]


def test_what_the_card_says_that_pooling_added_is_in_the_file():
    known = {question["id"]: question for question in QUESTIONS}
    for id_, alternative, _ in rows("question", "added alternative", "brought by"):
        others = [other for facet in known[id_]["evidence"] for other in facet[1:]]
        assert alternative in [f'`{other["file"]}`, "{other["keyword"]}"' for other in others]


def test_numbers_noted_at_the_time_agree_with_the_file():
    noted = [whole(number) for _, number in rows("noted at the time", "number")]
    written, aside, _, mended, unseen, seen, _, sure, unsure, added, _, _, _, *sample = noted
    steps = rows("step", "with an answer", "without")
    assert written - aside == whole(steps[0][1]) + whole(steps[0][2])
    assert unseen + seen == len(ANSWERED) and mended <= unseen
    assert added == len(rows("question", "added alternative", "brought by")) <= sure + unsure
    answered, unanswered, agreed, same, more = sample
    assert answered + unanswered == agreed == same + more


def test_census_of_the_card_and_its_minimums():
    found = census.count()
    stated = [
        (name, *map(whole, cells)) for name, *cells in rows("difficulty", "at least", "found")
    ]
    assert stated == [(name, census.MINIMUM[name], count) for name, count in found.items()]
    assert not [name for name, count in found.items() if count < census.MINIMUM[name]]


def test_difficulty_of_the_card():
    found = census.difficulty()  # by the vectors that are shipped
    stated = rows("split", "method", "hit@1", "hit@5", "MRR@10")
    assert [tuple(key) for *key, _, _, _ in stated] == list(found)
    for (*_, hit1, hit5, mrr), values in zip(stated, found.values(), strict=True):
        # one question of 70 may fall the other way where a processor rounds otherwise
        assert values == pytest.approx([float(hit1), float(hit5), float(mrr)], abs=0.02)
    assert max(found["tune", name][1] for name in ("TF-IDF", "BM25", "MiniLM")) <= 0.90


def test_headings_of_the_meant_contradictions_exist():
    named = re.findall(r"`([\w/-]+\.md)#([^`]+)`", CARD)
    assert len(named) > 100
    assert not [(name, heading) for name, heading in named if heading not in headings(TEXTS[name])]


def test_example_of_the_card_is_a_record():
    (example,) = re.findall(r"^```json\n(.*?)^```$", CARD, re.M | re.S)
    assert json.loads(example) in QUESTIONS


# --- pages -----------------------------------------------------------------------------------


def test_share_of_short_chunks_is_as_planned():
    assert 40 <= len(TEXTS) <= 55 and 380 <= len(CHUNKS) <= 480
    assert 0.15 <= sum(len(chunk.text) < 200 for chunk in CHUNKS) / len(CHUNKS) <= 0.20


@pytest.mark.parametrize("file", [*FILES, HOUSE / "README.md", HOUSE / "questions.json"], ids=NAME)
def test_file_is_clean(file):
    text = file.read_bytes().decode("utf-8")
    assert not re.search("[\ufeff\r\t]", text) and text == unicodedata.normalize("NFC", text)
    assert text.endswith("\n") and not text.endswith("\n\n")
    assert not re.search(r"[ \u00a0]$", text, re.M), "a line ends in a blank"
    if file.suffix == ".md":
        assert text.startswith("# ") and len(re.findall(r"^# ", without_code(text), re.M)) == 1


@pytest.mark.parametrize("file", [*FILES, HOUSE / "README.md"], ids=NAME)
def test_relative_links_and_anchors_resolve(file):
    for target in re.findall(r"\]\(([^)\s]+)\)", file.read_text(encoding="utf-8")):
        if target.startswith("https://"):
            continue
        name, _, anchor = target.partition("#")
        other = (file.parent / name).resolve() if name else file
        assert other.is_file(), target
        anchors = map(slug, headings(other.read_text(encoding="utf-8")))
        assert not anchor or anchor in anchors, target


def test_no_real_company_or_product_is_named():
    listed = [name.strip() for name in REAL_NAMES.split(",")]
    assert len(set(listed)) >= 60
    names = "|".join(map(re.escape, listed))
    for name, text in [*TEXTS.items(), ("questions", json.dumps(CONTENT, ensure_ascii=False))]:
        assert not re.findall(rf"(?<![^\W_])(?:{names})(?![^\W_])", text), name


# --- questions -------------------------------------------------------------------------------


def test_records_are_complete_and_in_order():
    assert [q["id"] for q in QUESTIONS] == [f"h{n:03}" for n in range(1, len(QUESTIONS) + 1)]
    assert len({q["question"] for q in QUESTIONS}) == len(QUESTIONS)
    for question in QUESTIONS:
        optional = ["de", "zh"] if question in TRANSLATED else []
        assert list(question) == KEYS + optional, question["id"]
        assert question["question"] and question["answer"] and question["kind"]
        assert question["answerable"] == bool(question["evidence"])
        assert all(question["evidence"])


def test_splits_have_their_sizes_and_kinds_are_balanced():
    assert [number_in(ANSWERED, split) for split in ("tune", "test")] == [70, 140]
    assert [number_in(UNANSWERED, split) for split in ("tune", "test")] == [20, 40]
    for kind, total in Counter(q["kind"] for q in QUESTIONS).items():
        tune = sum(q["kind"] == kind and q["split"] == "tune" for q in QUESTIONS)
        assert abs(tune - total / 3) <= 1, kind


def test_sets_and_twins_name_known_questions():
    known = {question["id"]: question for question in QUESTIONS}
    for name, ids in CONTENT["sets"].items():
        assert len(set(ids)) == len(ids) and set(ids) <= set(known), name
    eight = [known[id_] for id_ in CONTENT["sets"]["first-eight"]]
    assert len(eight) == 8 and all(q["split"] == "tune" and q["answerable"] for q in eight)
    for name, (one, other) in CONTENT["twins"].items():
        assert one and other and not set(one) & set(other), name
        assert all(known[id_]["answerable"] for id_ in [*one, *other]), name


def test_quotes_stand_once_with_their_keyword_beside_them():
    wrong = []
    for question, other in QUOTES:
        text, quote = TEXTS[other["file"]], other["quote"]
        beside = [part for part in text.split("\n\n") if quote in part]
        fits = text.count(quote) == 1 and "\n" not in quote and 3 <= len(quote.split()) <= 40
        if not (fits and has_keyword(beside[0], other["keyword"])):
            wrong.append((question["id"], quote))
    assert not wrong


def test_keyword_marks_the_chunk_of_its_quote_and_at_most_two_more():
    wrong = []
    for question, other in QUOTES:
        chunks = marked(other)
        holds = any(plain(other["quote"]) in plain(chunk.text) for chunk in chunks)
        if not (holds and len(chunks) <= 3):
            wrong.append((question["id"], other["keyword"], len(chunks)))
    assert not wrong


def test_at_most_three_questions_for_one_chunk():
    assert not [(id_, n) for id_, n in questions_per_chunk().items() if n > 3]


def test_question_does_not_copy_its_evidence():
    runs = [(q["id"], longest_shared_run(q["question"], other["quote"])) for q, other in QUOTES]
    assert not [(id_, run) for id_, run in runs if run > 4]


def test_values_stand_in_the_answer():
    wrong = [
        (question["id"], value)
        for question in ANSWERED
        for value in question["values"]
        if not has_keyword(question["answer"], value)
        and not has_keyword(question["answer"].casefold(), SPELLED.get(value, value))
    ]
    assert not wrong


def test_questions_without_an_answer_have_nothing_to_find():
    for question in UNANSWERED:
        assert question["evidence"] == question["values"] == [], question["id"]
        assert question["kind"] in ("near miss", "far")


def test_sixty_questions_are_also_german_and_chinese():
    assert Counter(q["split"] for q in TRANSLATED) == {"tune": 20, "test": 40}
    for question in TRANSLATED:
        german, chinese = question["de"], question["zh"]
        assert question["answerable"] and german != question["question"], question["id"]
        assert re.search(r"[\u4e00-\u9fff]{2}", chinese), question["id"]
        assert not re.search(r"[\u4e00-\u9fff]", german), question["id"]


def test_longest_shared_run_counts_words_in_a_row():
    assert longest_shared_run("the ramp is up now", "When the ramp is shut") == 3
    assert longest_shared_run("a b", "c d") == 0
