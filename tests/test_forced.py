"""What a query names exactly, and the chunks that hold it in front of any retriever's hits."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib import Chunk, Hit, TfidfIndex
from course_lib.bm25 import BM25Index
from course_lib.dense import DenseIndex
from course_lib.encoders import Encoder
from course_lib.forced import ForcedIndex, Hits, exact_terms, normal
from course_lib.fusion import HybridIndex


def chunks_of(texts):
    return [Chunk(f"d#{n}", "d", text, 0, len(text)) for n, text in enumerate(texts)]


def holds(query, text):
    """Which of the query's terms stand in a text."""
    return [term for term, pattern in exact_terms(query).items() if pattern.search(normal(text))]


class Letters(Encoder):
    """How often each letter occurs, and a 1."""

    name, dimension = "letters", 27

    def _encode(self, texts):
        letters = "abcdefghijklmnopqrstuvwxyz"
        return [[text.lower().count(letter) for letter in letters] + [1] for text in texts]


# --- what a query names --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "query, phrases",
    [
        *[(f"find {quoted} please", ["cold start"]) for quoted in ('"cold start"', "“cold start”")],
        *[(text, ["cold start"]) for text in ("«cold start»", "« cold start »", "»cold start«")],
        *[(text, ["cold start"]) for text in ("„cold start“", "„cold start”", "”cold start”")],
        *[(text, ["cold start"]) for text in ("'cold start'", "‘cold start’", "‚cold start‘")],
        *[(text, ["cold start"]) for text in ("‹cold start›", "›cold start‹", '"COLD  \n Start"')],
        *[(text, ["冷启动"]) for text in ("「冷启动」吗", "『冷启动』", "《冷启动》", "“冷启动”")],
        ("find „Kaltstart“ bitte", ["kaltstart"]),
        ('press "x" and "y"', ["x", "y"]),
        ('"b" then "a" then "B"', ["b", "a"]),
        ('"C++" or "größe"', ["c++", "grösse"]),
        ("“don’t panic”", ["don't panic"]),
        *[(text, []) for text in ('say ""', '" "', '"?!"', 'unbalanced "cold', "„“", "cold start")],
        *[(text, []) for text in ("don't ask the guests' crew, it's", "'twas and 'tis", "")],
    ],
)
def test_phrases_in_all_quotation_marks(query, phrases):
    assert list(exact_terms(query)) == phrases


@pytest.mark.parametrize(
    "query, numbers",
    [
        *[("order № 42", ["42"]), ("№7", ["7"]), ("№: 7", ["7"]), ("Nr. 42", ["42"])],
        *[("nr 42", ["42"]), ("No. 17", ["17"]), ("No.17", ["17"]), ("number 8", ["8"])],
        *[("Number 9?", ["9"]), ("N° 12, nº 3", ["12", "3"]), ("ID-0042", ["id0042"])],
        *[("id: 0042", ["id0042"]), ("RFC 9110", ["rfc9110"]), ("RFC9110", ["rfc9110"])],
        *[("No. 17.", ["17"]), ("No. 17, 18", ["17"]), ("order\n№\n42", ["42"])],
        *[(text, []) for text in ("there is no 5 pm ferry", "42", "casino. 7", "paid 12", "№")],
        *[(text, []) for text in ("number 2.4", "number 1,000", "No. 8:30", "numbers 5", "no. x")],
    ],
)
def test_numbers_announced_as_such(query, numbers):
    assert list(exact_terms(query)) == numbers


@pytest.mark.parametrize(
    "query, codes",
    [
        *[
            (text, ["e42"])
            for text in (
                "E42",
                "e-42!",
                "E\u221242",
                "E‑42",
                "(E–42)",
                "Ｅ４２",
                "E\u00ad42",
                "E42?",
            )
        ],
        *[("W-3 and W3, L17", ["w3", "l17"]), ("AB-12-C3", ["ab12c3"]), ("8A", ["8a"])],
        *[("x4711y", ["x4711y"]), ("float64 log1p", ["float64", "log1p"]), ("E42是什么", ["e42"])],
        *[("Ä7", ["ä7"]), ("10pm", ["10pm"]), ("COVID-19", ["covid19"]), ("4.5 E42.", ["e42"])],
        *[(text, []) for text in ("24-hour desk", "1.5kg", "v2.4", "E 42", "C#", "2 4", "a_b")],
        ("E42, E-42 and e42", ["e42"]),
        ("E42,E43:E44 or E42.E45?", ["e42", "e43", "e44", "e45"]),
        ("E\u201042, E\u201543", ["e42", "e43"]),
        ('"E-42" and E42', ["e-42", "e42"]),
        ('"E42" and E-42', ["e42"]),
        ("x '7b' No. 3 and 9c", ["7b", "9c", "3"]),
    ],
)
def test_codes_mix_letters_and_digits(query, codes):
    assert list(exact_terms(query)) == codes


@pytest.mark.parametrize(
    "query, found, missed",
    [
        (
            "E-42",
            ["alarm E42.", "e 42", "E-42", "E\u201142", "(E–42)", "E\n42", "x-E42", "看E42吧"],
            ["E421", "XE42", "E4", "E--42", "E.42", "E42b", "4 2", "E42.5", "éE42"],
        ),
        ("E42", ["e-42", "e 42", "E41,E42", "1:E42", "E\u201042"], ["e042"]),
        ('"42"', ["42", "4.42"], ["420"]),
        ("8A", ["8a", "8-A"], ["8 a", "18a", "8ab", "1.8a", "8a.5"]),
        ("RFC 9110", ["rfc9110", "RFC-9110"], ["rfc 91101", "9110"]),
        (
            "No. 42",
            ["№ 42", "is 42, ok", "42.", "(42)", "E 42", "42 and 43", "4, 42", "共42页"],
            ["420", "142", "E42", "4.42", "42.5", "42,5", "1:42", "42:10", "42nd", "4 2"],
        ),
        (
            '"cold start"',
            [
                "a COLD\nstart.",
                "cold  start",
                "cold\u00a0start",
                "'cold start'",
                "cold_x, cold start",
            ],
            ["cold starts", "scold start", "cold, start", "cold-start", "coldstart"],
        ),
        ('"C++"', ["c++", "C++11", "the C++ code"], ["C+", "objc++"]),
        ('"+x"', ["a+x", "+x y"], ["+xy"]),
        ('"don\'t"', ["don’t go", "Don't"], ["dont"]),
        ('"24-hour"', ["24‑hour desk"], ["24 hour"]),
        ("“冷启动”", ["请冷启动机器"], ["冷 启动"]),
        ('"größe"', ["GRÖSSE", "Gro\u0308ße"], ["größen"]),
        ('"a.b"', ["a.b"], ["axb"]),
        ('"[x]*"', ["y[x]*"], ["x"]),
    ],
)
def test_where_a_term_is_found(query, found, missed):
    assert [text for text in found if not holds(query, text)] == []
    assert [text for text in missed if holds(query, text)] == []


LETTERS = st.text(st.sampled_from("abcxyzé"), min_size=1, max_size=3)
DIGITS = st.text(st.sampled_from("0123456789"), min_size=1, max_size=4)


@given(LETTERS, DIGITS, *[st.sampled_from(["", "-", "\u2011"])] * 2)
def test_a_code_is_found_in_every_spelling_and_in_no_longer_one(letters, digits, asked, written):
    code, text = letters + asked + digits, f"see {letters}{written}{digits}, then"
    assert list(exact_terms(f"what is {code.upper()}?")) == [normal(letters + digits)]
    assert holds(code, text) and holds(code, f"{letters} {digits}")
    for longer in (f"{code}1", f"{code}a", f"1{code}", f"a{code}", f"{code}.5", f"{code}é"):
        assert not holds(code, longer)


@given(st.text(max_size=40))
def test_any_text_may_be_asked(text):
    for term, pattern in exact_terms(text).items():
        assert pattern.search(normal(term)) and term == normal(term)
    quoted = normal(text.replace('"', ""))
    if any(letter.isalnum() for letter in quoted):
        assert holds(f'"{quoted}"', quoted)


@pytest.mark.parametrize(
    "query",
    ["no." + " " * 10**5, '"a' * 10**4, "'" * 10**5, "«" * 10**5, "a-" * 10**5, "1" * 10**4],
)
def test_long_queries_take_no_long_time(query):
    start = time.process_time()
    exact_terms(query + "x")
    assert time.process_time() - start < 1


def test_a_bare_list_of_hits_forces_nothing():
    assert Hits().forced == Hits().left_out == 0


# --- the index -----------------------------------------------------------------------------------

TEXTS = [
    "the pump hums when it is cold",  # 0
    "alarm E-42: the pump runs dry, start again",  # 1
    "a cold\nstart needs ten minutes",  # 2
    "after a Cold Start, wait",  # 3
    "start the pump, cold or warm, start it",  # 4
    "see E 42 for the seal",  # 5
    "room 42, E421",  # 6
]
RETRIEVERS = {
    "tfidf": TfidfIndex,
    "bm25": BM25Index,
    "cosine": lambda: DenseIndex(Letters()),
    "rrf": lambda: HybridIndex([BM25Index(), DenseIndex(Letters())], depth=3),
}
QUERIES = [
    *['how long is a "cold start"', "alarm E42", "E42 or „cold start“", "number 42", "the pump"],
    *['"pump" "start" "the"', '"xylophone" pump', "", "E42", "№ 42 E42 '42'"],
]


@pytest.mark.parametrize("kind", RETRIEVERS)
@pytest.mark.parametrize("query", QUERIES)
def test_chunks_with_a_term_come_first_in_the_retrievers_order(kind, query):
    chunks = chunks_of(TEXTS)
    inner, index = RETRIEVERS[kind]().index(chunks), ForcedIndex(RETRIEVERS[kind]()).index(chunks)
    ranked = inner.search(query, 99)
    held = {chunk.id for chunk in chunks if holds(query, chunk.text)}
    known = {hit.chunk.id for hit in ranked}
    forced = [hit for hit in ranked if hit.chunk.id in held]
    forced += [Hit(chunk, 0.0) for chunk in chunks if chunk.id in held - known]
    expected = forced + [hit for hit in ranked if hit.chunk.id not in held]
    for k in (0, 1, 2, 3, 99):
        hits = index.search(query, k)
        assert isinstance(hits, Hits) and hits == expected[:k]
        assert (hits.forced, hits.left_out) == (min(len(held), k), max(len(held) - k, 0))
        assert len({hit.chunk.id for hit in hits}) == len(hits) <= k
        (batched,) = index.search_batch([query], k)
        assert (batched, batched.forced, batched.left_out) == (hits, hits.forced, hits.left_out)
    assert index.search(query) == expected[:5] and index.score_kind == kind


def test_every_chunk_with_the_phrase_is_included():
    """The words cold and start stand in chunk 4, too, and twice: BM25 alone has it first."""
    hits = ForcedIndex(BM25Index()).index(chunks_of(TEXTS)).search('"cold start"', 3)
    assert [hit.chunk.id for hit in hits] == ["d#3", "d#2", "d#4"]
    assert hits[2].score > hits[1].score and (hits.forced, hits.left_out) == (2, 0)


def test_a_forced_chunk_that_the_retriever_does_not_find_comes_last_of_the_forced_with_score_0():
    """Tokens of the query: e42, alarm. Chunk 1 has alarm, chunk 5 neither (e, 42)."""
    index = ForcedIndex(BM25Index()).index(chunks_of(TEXTS))
    hits = index.search("E42 alarm", 5)
    assert [(hit.chunk.id, bool(hit.score)) for hit in hits] == [("d#1", True), ("d#5", False)]
    assert [hit.chunk.id for hit in index.search("E42")] == ["d#1", "d#5"]


def test_what_has_no_place_is_counted():
    index = ForcedIndex(BM25Index()).index(chunks_of(["E42"] * 9 + ["E43"]))
    hits = index.search("E-42", 4)
    assert (len(hits), hits.forced, hits.left_out) == (4, 4, 5)
    assert [hit.chunk.id for hit in hits] == ["d#0", "d#1", "d#2", "d#3"]
    hits = index.search("E-42", 0)
    assert (hits, hits.forced, hits.left_out) == ([], 0, 9)
    hits = index.search("E43 E44")
    assert (hits.forced, hits.left_out) == (1, 0)


def test_a_term_in_no_chunk_changes_nothing():
    index, plain = ForcedIndex(BM25Index()).index(chunks_of(TEXTS)), BM25Index()
    plain.index(chunks_of(TEXTS))
    for query in ('"warm pump" cold', "E43 pump", "pump No. 9"):
        hits = index.search(query)
        assert hits == plain.search(query) and (hits.forced, hits.left_out) == (0, 0)


def test_without_a_term_the_retriever_is_asked_for_k_only():
    asked = []

    class Counting(BM25Index):
        def search(self, query, k=5):
            asked.append(k)
            return super().search(query, k)

    index = ForcedIndex(Counting()).index(chunks_of(TEXTS))
    index.search("pump", 2), index.search("E43", 2), index.search("E42", 2)
    assert asked == [2, 2, 7]


WORDS = st.lists(st.sampled_from(["pump", "E42", "E-42", "cold", "start", "42", "E"]), max_size=6)


@given(st.lists(WORDS.map(" ".join), max_size=6), WORDS.map(" ".join), *[st.integers(0, 7)] * 2)
def test_fewer_hits_are_the_first_of_more(texts, query, k, more):
    index = ForcedIndex(BM25Index()).index(chunks_of(texts))
    for asked in (query, f'"{query}"'):
        fewer, most = index.search(asked, k), index.search(asked, k + more)
        assert fewer == most[:k] and len(fewer) <= k
        assert fewer.forced + fewer.left_out == most.forced + most.left_out


def test_an_empty_corpus():
    index = ForcedIndex(BM25Index()).index([])
    hits = index.search('"pump" E42')
    assert (hits, hits.forced, hits.left_out) == ([], 0, 0) and index.search_batch([]) == []


def test_the_retriever_handed_in_stays_as_it_is_and_a_failure_leaves_the_old_index_whole():
    inner = BM25Index().index(chunks_of(["motor"]))
    index = ForcedIndex(inner).index(chunks_of(TEXTS))
    assert inner.search("motor") and not inner.search("pump") and index.search("pump")
    before = index.search("E42 pump")
    twice = chunks_of(["x"]) * 2
    with pytest.raises(ValueError, match=r"^chunks must have different ids"):
        index.index(twice)

    class Broken(BM25Index):
        def index(self, chunks):
            raise OSError("no room left")

    index.retriever, kept = Broken(), index.retriever
    with pytest.raises(OSError, match="no room left"):
        index.index(chunks_of(["motor"]))
    index.retriever = kept
    assert index.search("E42 pump") == before and index.search("motor") == []
    assert index.index(chunks_of(["motor E42"])) is index
    assert len(index.search("E42")) == 1


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", [BM25Index, None, "bm25", BM25Index().search, []])
def test_a_retriever_has_the_usual_surface(wrong):
    words = "retriever must have .index, .search and .score_kind, got "
    with pytest.raises(TypeError) as caught:
        ForcedIndex(wrong)
    assert str(caught.value) == words + f"{wrong!r:.60}"


@pytest.mark.parametrize("wrong", [None, 5, b"E42", ["E42"]])
def test_a_query_is_a_string(wrong):
    index = ForcedIndex(BM25Index()).index(chunks_of(TEXTS))
    for call in (exact_terms, index.search, lambda query: index.search_batch(["red", query])):
        with pytest.raises(
            TypeError, match=f"^query must be a string, got {type(wrong).__name__}$"
        ):
            call(wrong)


def test_bad_k_and_nothing_indexed():
    index = ForcedIndex(BM25Index()).index(chunks_of(TEXTS))
    for query in ("E42", "pump"):
        with pytest.raises(ValueError, match=r"^k must be 0 or more, got -1$"):
            index.search(query, -1)
        with pytest.raises(TypeError, match=r"^k must be a whole number, got 1\.5$"):
            index.search(query, 1.5)
    with pytest.raises(RuntimeError, match=r"^nothing is indexed yet: call \.index"):
        ForcedIndex(BM25Index()).search("pump")
    with pytest.raises(TypeError, match=r"^chunks must hold Chunk only"):
        index.index(["E42"])
