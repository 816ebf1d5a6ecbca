"""Wrong answers to checkpoint 2: (stage, number, mended function), and (mended index, results)."""

import numpy as np

from course_lib.checks.search2 import STAGES
from course_lib.data import load_chunks, load_questions
from course_lib.dense import DenseIndex
from course_lib.evaluation import evaluate
from course_lib.evidence import facets_found, has_keyword
from course_lib.metrics import hit_at_k, reciprocal_rank
from course_lib.vectors import StoredEncoder

# ---- C2.1: row n for chunk n -----------------------------------------------------------------


def in_order(chunks, encode):
    return np.array(encode([chunk.text for chunk in chunks]))


def as_given(chunks, encode):
    return in_order(sorted(chunks, key=lambda chunk: chunk.id), encode)


def by_page_and_number(chunks, encode):
    def key(chunk):
        page, _, number = chunk.id.partition("#")
        return page, int(number or 0)

    return in_order(sorted(chunks, key=key), encode)


def backwards(chunks, encode):
    return in_order(chunks[::-1], encode)


def sorted_in_place(chunks, encode):
    chunks.sort(key=lambda chunk: chunk.id)
    return in_order(chunks, encode)


def equal_texts_once(chunks, encode):
    return np.array(encode(list(dict.fromkeys(chunk.text for chunk in chunks))))


def chunks_for_texts(chunks, encode):
    return np.array(encode(chunks))


def as_lists(chunks, encode):
    return in_order(chunks, encode).tolist()


def of_the_handbook(chunks, encode):
    return in_order(HOUSE, encode)


def by_the_model(chunks, encode):
    return np.ones((len(chunks), 384), np.float32)  # encoder.encode_documents: another width


def one_by_one(chunks, encode):
    return np.array([encode([chunk.text]) for chunk in chunks])


def by_id(chunks, encode):
    return dict(zip([c.id for c in chunks], in_order(chunks, encode), strict=True))


def looked_up_by_id(chunks, encode):
    rows = by_id(chunks, encode)
    return np.array([rows[chunk.id] for chunk in chunks])


def ids_for_texts(chunks, encode):
    return np.array(encode([chunk.id for chunk in chunks]))


def flat(chunks, encode):
    return in_order(chunks, encode).ravel()


# ---- C2.2: file and keyword ------------------------------------------------------------------


def facets(fits):
    """A judge that finds a facet if one alternative fits (chunk, alternative, facet, question)."""

    def judge(chunk, question):
        evidence = question["evidence"]
        return {
            n
            for n, facet in enumerate(evidence)
            for other in facet
            if fits(chunk, other, facet, evidence)
        }

    return judge


def holds(chunk, other):
    return has_keyword(chunk.text, other["keyword"])


def same_page(chunk, other):
    return chunk.doc_id == other["file"]


keyword_only = facets(lambda chunk, other, *_: holds(chunk, other))
page_only = facets(lambda chunk, other, *_: same_page(chunk, other))
any_file_of_the_facet = facets(
    lambda chunk, other, facet, _: (
        holds(chunk, other) and any(same_page(chunk, another) for another in facet)
    )
)
any_file_of_the_question = facets(
    lambda chunk, other, _, evidence: (
        holds(chunk, other) and any(same_page(chunk, x) for facet in evidence for x in facet)
    )
)
first_alternative_only = facets(
    lambda chunk, other, facet, _: (
        other is facet[0] and same_page(chunk, other) and holds(chunk, other)
    )
)
plain_in = facets(
    lambda chunk, other, *_: same_page(chunk, other) and other["keyword"] in chunk.text
)
small_letters = facets(
    lambda chunk, other, *_: (
        same_page(chunk, other) and has_keyword(chunk.text.lower(), other["keyword"].lower())
    )
)
line_by_line = facets(
    lambda chunk, other, *_: (
        same_page(chunk, other)
        and any(has_keyword(line, other["keyword"]) for line in chunk.text.split("\n"))
    )
)
end_of_the_name = facets(
    lambda chunk, other, *_: chunk.doc_id.endswith(other["file"]) and holds(chunk, other)
)
start_of_the_id = facets(
    lambda chunk, other, *_: chunk.id.startswith(other["file"]) and holds(chunk, other)
)
with_file = facets(lambda chunk, other, *_: same_page(chunk, other) and holds(chunk, other))


def yes_or_no(chunk, question):
    return bool(with_file(chunk, question))


def as_a_list(chunk, question):
    return sorted(with_file(chunk, question))


def first_facet_only(chunk, question):
    return with_file(chunk, {"evidence": question["evidence"][:1]})


def by_the_library(chunk, question):
    return facets_found(chunk, question)


# ---- C2.3: the first place that finds something ----------------------------------------------


def shares(found, k):
    return [1 / place for place, facets in enumerate(found[:k], 1) if facets]


def every_place(found, k):
    return sum(shares(found, k))


def every_new_facet(found, k):
    before = [set().union(*found[:place]) for place in range(len(found))]
    return sum(1 / n for n, f in enumerate(found[:k], 1) if f - before[n - 1])


def cut_off_at_1(found, k):
    return min(1.0, sum(shares(found, k)))


def mean_of_shares(found, k):
    return sum(shares(found, k)) / max(1, len(shares(found, k)))


def last_place(found, k):
    return min(shares(found, k), default=0.0)


def counted_from_0(found, k):
    return next((1 / place for place, facets in enumerate(found[:k]) if facets), 0.0)


def whole_list(found, k):
    return max(shares(found, len(found)), default=0.0)


def the_place(found, k):
    return next((place for place, facets in enumerate(found[:k], 1) if facets), 0.0)


def the_index(found, k):
    return next((place for place, facets in enumerate(found[:k]) if facets), 0.0)


def counted_from_2(found, k):
    return next((1 / place for place, facets in enumerate(found[:k], 2) if facets), 0.0)


def k_numbers(found, k):
    return next((1 / (place + 1) for place in range(k) if found[place]), 0.0)


def long_list_is_nothing(found, k):
    return max(shares(found, k), default=0.0) if len(found) <= k else 0.0


def facet_0_alone(found, k):
    return 1 / (found.index({0}) + 1) if {0} in found[:k] else 0.0


def first_place_alone(found, k):
    return float(bool(found and k and found[0]))


def hit_rate(found, k):
    return float(any(found[:k]))


def no_default(found, k):
    return max(shares(found, k))


def every_facet(found, k):
    places = ((len(facets), place) for place, facets in enumerate(found[:k], 1) if facets)
    return next((n / place for n, place in places), 0.0)


def forgets_to_return(found, k):
    for place, facets in enumerate(found[:k], 1):
        if facets:
            return 1 / place


def by_the_metric(found, k):
    return reciprocal_rank(found, range(9), k)


# ---- C2.4: one fault is left, or other results -----------------------------------------------

HOUSE = load_chunks("house")
ENCODER = StoredEncoder("house")
RIGHT = DenseIndex(ENCODER).index(HOUSE)
MENDED = {"matrix": in_order, "judge": with_file, "rank": lambda f, k: max([0.0, *shares(f, k)])}


def index(chunks=HOUSE, **other):
    """An index as build makes it from mended stages, but for what is given."""
    return {"stages": {**STAGES, **MENDED, **other}, "chunks": chunks, "matrix": RIGHT.matrix_}


def results(search=RIGHT.search, split="test", judge=with_file, **values):
    """What measure gives, but for what is given."""
    found = evaluate(search, load_questions("house", split=split), 10)
    pairs = zip(found.hits, found.questions, strict=True)
    return {
        "hits": found.hits,
        "found": [[judge(hit.chunk, q) for hit in hits] for hits, q in pairs],
        "values": {
            "hit@1": found.values(hit_at_k, 1),
            "hit@5": found.values(hit_at_k, 5),
            "MRR@10": found.values(reciprocal_rank, 10),
        }
        | values,
    }


GIVEN = DenseIndex(ENCODER).index(HOUSE)
GIVEN.matrix_ = as_given(HOUSE, ENCODER.encode_documents)
AGAIN = DenseIndex(ENCODER).index(load_chunks("house"))
SUMMED = [every_place(found, 10) for found in results()["found"]]

WRONG_C2 = {
    "check_c2_1": [
        (7, "three-parts"),
        (("matrix", 289), "three-parts"),
        (("encoder", 289, None), "no-stage"),
        (("Matrix", 289, None), "spelling"),
        (("matrix", "289", None), "quotes"),
        (("matrix", [True, False], None), "list"),
        (("nearest", 289, None), "passed-on"),
        (("judge", 111, None), "other-task"),
        (("rank", 748, None), "other-task"),
        (("split", 140, None), "number"),
        (("matrix", 100, None), "number"),
        (("matrix", 0, None), "kept-by-all"),
        (("matrix", 184, None), "kept"),
        (("matrix", 473, None), "cases"),
        (("matrix", 261, None), "among-the-first"),
        (("matrix", 32, None), "pages"),
        (("matrix", 353, None), "long-pages"),
        (("matrix", 110976, None), "numbers"),
        (("matrix", 262, None), "near"),
        (("matrix", 289, 7), "no-function"),
        (("matrix", 289, as_given), "sorted-ids"),
        (("matrix", 289, looked_up_by_id), "by-id"),
        (("matrix", 289, by_page_and_number), "sorted-again"),
        (("matrix", 289, backwards), "sorted-again"),
        (("matrix", 289, sorted_in_place), "changes-its-input"),
        (("matrix", 289, equal_texts_once), "rows-missing"),
        (("matrix", 289, chunks_for_texts), "not-texts"),
        (("matrix", 289, as_lists), "no-array"),
        (("matrix", 289, by_id), "no-array"),
        (("matrix", 289, flat), "rows-missing"),
        (("matrix", 289, of_the_handbook), "global-chunks"),
        (("matrix", 289, by_the_model), "global-encoder"),
        (("matrix", 289, one_by_one), "one-by-one"),
        (("matrix", 289, ids_for_texts), "other-vectors"),
    ],
    "check_c2_2": [
        (("judges", 111, None), "no-stage"),
        (("matrix", 289, None), "other-task"),
        (("hit", 2, None), "number"),
        (("judge", 0, None), "kept-by-all"),
        (("judge", 99219, None), "kept"),
        (("judge", 99330, None), "cases"),
        (("judge", 8, None), "hits"),
        (("judge", 39, None), "questions"),
        (("judge", 86, None), "chunks"),
        (("judge", 66, None), "one-split"),
        (("judge", 109, None), "whole-question"),
        (("judge", 175, None), "each-alternative"),
        (("judge", 320, None), "each-alternative"),
        (("judge", 124, None), "definition"),
        (("judge", 111, keyword_only), "other-page"),
        (("judge", 111, page_only), "page-only"),
        (("judge", 111, any_file_of_the_facet), "mixed"),
        (("judge", 111, any_file_of_the_question), "other-facet"),
        (("judge", 111, first_alternative_only), "first-alternative"),
        (("judge", 111, plain_in), "inside"),
        (("judge", 111, small_letters), "capitals"),
        (("judge", 111, line_by_line), "blanks"),
        (("judge", 111, end_of_the_name), "part-of-a-name"),
        (("judge", 111, start_of_the_id), "part-of-a-name"),
        (("judge", 111, yes_or_no), "not-a-set"),
        (("judge", 111, as_a_list), "not-a-set"),
        (("judge", 111, first_facet_only), "facets-missing"),
        (("judge", 111, facets_found), "library"),
        (("judge", 111, by_the_library), "library-inside"),
    ],
    "check_c2_3": [
        (("mean", 1, None), "number"),
        (("judge", 111, None), "other-task"),
        (("rank", 0, None), "kept-by-all"),
        (("rank", 276, None), "kept"),
        (("rank", 1024, None), "cases"),
        (("rank", 1013, None), "definition"),
        (("rank", 511, None), "one-side"),
        (("rank", 750, None), "border"),
        (("rank", 576, None), "other-k"),
        (("rank", 19, None), "mended-index"),
        (("rank", 748, every_place), "sums"),
        (("rank", 748, every_new_facet), "sums"),
        (("rank", 748, cut_off_at_1), "clipped"),
        (("rank", 748, mean_of_shares), "mean"),
        (("rank", 748, last_place), "last"),
        (("rank", 748, counted_from_0), "from-zero"),
        (("rank", 748, whole_list), "beyond-k"),
        (("rank", 748, the_place), "place"),
        (("rank", 748, the_index), "place"),
        (("rank", 748, counted_from_2), "from-two"),
        (("rank", 748, k_numbers), "too-short"),
        (("rank", 748, long_list_is_nothing), "too-long"),
        (("rank", 748, facet_0_alone), "missed"),
        (("rank", 748, first_place_alone), "missed"),
        (("rank", 748, hit_rate), "hit"),
        (("rank", 748, no_default), "nothing-found"),
        (("rank", 748, every_facet), "facets"),
        (("rank", 748, forgets_to_return), "nothing-found"),
        (("rank", 748, by_the_metric), "library-inside"),
        (("rank", 748, reciprocal_rank), "library"),
    ],
    "check_c2_4": [
        (results(), "two-parts"),
        ((RIGHT, results()), "no-index"),
        ((index(HOUSE[:9]), results()), "chunks"),
        ((index(matrix=as_given), results()), "matrix"),
        ((index(judge=keyword_only), results()), "judge"),
        ((index(rank=every_place), results()), "rank"),
        ((index() | {"matrix": GIVEN.matrix_}, results()), "old-matrix"),
        ((index(), results()["values"]), "no-results"),
        ((index(), results(split="tune")), "questions"),
        ((index(), results(split=None)), "questions"),
        ((index(), results(GIVEN.search)), "other-search"),
        ((index(), results(AGAIN.search)), "not-its-own"),
        ((index(), results(judge=keyword_only)), "old-judge"),
        ((index(), results(**{"MRR@10": SUMMED})), "old-metric"),
    ],
}
