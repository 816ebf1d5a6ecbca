"""Wrong answers to the exercises of lesson 06."""

from course_lib.evidence import facets_found, has_keyword
from course_lib.metrics import reciprocal_rank

# ---- E6.1: five rankings ----------------------------------------------------------------------

GAINS = [1, 0, 0, 1]

# ---- E6.2: the judge --------------------------------------------------------------------------


def judged(fits):
    """A judge with another decision, fits(chunk, other)."""

    def judge(chunk, question):
        facets = enumerate(question["evidence"])
        return {n for n, facet in facets if any(fits(chunk, other) for other in facet)}

    return judge


def holds(chunk, other):
    return not other["keyword"] or has_keyword(chunk.text, other["keyword"])


def same_file(chunk, other):
    return chunk.doc_id == other["file"]


keyword_alone = judged(holds)
file_alone = judged(same_file)
empty_not_asked = judged(lambda c, o: same_file(c, o) and has_keyword(c.text, o["keyword"]))
empty_is_no = judged(
    lambda c, o: same_file(c, o) and bool(o["keyword"]) and has_keyword(c.text, o["keyword"])
)
plain_in = judged(lambda c, o: same_file(c, o) and o["keyword"] in c.text)
small_letters = judged(
    lambda c, o: (
        same_file(c, o) and (not o["keyword"] or has_keyword(c.text.lower(), o["keyword"].lower()))
    )
)
words_split = judged(
    lambda c, o: same_file(c, o) and f" {o['keyword']} " in f" {c.text} ".replace(":", " ")
)
or_the_quote = judged(lambda c, o: same_file(c, o) and (holds(c, o) or o["quote"] in c.text))
wrong_attribute = judged(lambda c, o: c.file == o["file"] and holds(c, o))
chunk_as_dict = judged(lambda c, o: same_file(c, o) and has_keyword(c.text, o["key"]))


no_brackets = judged(
    lambda c, o: (
        # `and` binds first: another page with the keyword will do
        (same_file(c, o) and not o["keyword"]) or has_keyword(c.text, o["keyword"])
    )
)


def mixed_up(chunk, question):
    found = set()
    for number, facet in enumerate(question["evidence"]):
        files = [other["file"] for other in facet]
        if chunk.doc_id in files and any(holds(chunk, other) for other in facet):
            found.add(number)
    return found


def yes_or_no(chunk, question):
    return bool(right_judge(chunk, question))


def alternatives_found(chunk, question):
    facets = question["evidence"]
    return {o["file"] for f in facets for o in f if same_file(chunk, o) and holds(chunk, o)}


def first_facet_only(chunk, question):
    return right_judge(chunk, question | {"evidence": question["evidence"][:1]})


def every_alternative(chunk, question):
    facets = enumerate(question["evidence"])
    return {n for n, f in facets if all(same_file(chunk, o) and holds(chunk, o) for o in f)}


right_judge = judged(lambda c, o: same_file(c, o) and holds(c, o))
swapped = judged(
    lambda c, o: (
        same_file(c, o) and (not o["keyword"] or bool(c.text and has_keyword(o["keyword"], c.text)))
    )
)
chunk_id_for_file = judged(lambda c, o: c.id == o["file"] and holds(c, o))


start_of_the_id = judged(lambda c, o: c.id.startswith(o["file"]) and holds(c, o))
inside_the_name = judged(lambda c, o: o["file"] in c.doc_id and holds(c, o))


def number_by_index(chunk, question):
    facets = question["evidence"]
    return {
        facets.index(f) for f in facets if any(same_file(chunk, o) and holds(chunk, o) for o in f)
    }


def empty_is_all(chunk, question):
    facets = question["evidence"]
    page = any(same_file(chunk, o) and not o["keyword"] for f in facets for o in f)
    return {*range(len(facets))} if page else right_judge(chunk, question)


def empty_on_any_page(chunk, question):
    found, facets = right_judge(chunk, question), question["evidence"]
    files = {o["file"] for f in facets for o in f}
    empty = {n for n, f in enumerate(facets) for o in f if not o["keyword"]}
    return found | empty if chunk.doc_id in files else found


def empty_if_the_first_is(chunk, question):
    fits = judged(lambda c, o: same_file(c, o) and has_keyword(c.text, o["keyword"] or "?"))
    facets = enumerate(question["evidence"])
    files = {n: {o["file"] for o in f} for n, f in facets if not f[0]["keyword"]}
    return fits(chunk, question) | {n for n in files if chunk.doc_id in files[n]}


def empty_for_the_facet(chunk, question):
    facets = enumerate(question["evidence"])
    files = {n: {o["file"] for o in f} for n, f in facets if any(not o["keyword"] for o in f)}
    return right_judge(chunk, question) | {n for n in files if chunk.doc_id in files[n]}


def stops_at_the_first(chunk, question):
    return {min(found)} if (found := right_judge(chunk, question)) else set()


def by_the_library(chunk, question):
    return facets_found(chunk, question)


def as_a_list(chunk, question):
    return sorted(right_judge(chunk, question))


def verdicts(**changes):
    """The right judge and the five verdicts, some of them changed: verdicts(n1="false hit")."""
    right = ("right find", "false hit", "false miss", "right miss", "false hit")
    return right_judge, [changes.get(f"n{n}", word) for n, word in enumerate(right, 1)]


VERDICTS = verdicts()[1]

# ---- E6.3: the reciprocal rank of a document --------------------------------------------------


def guarded(function):
    """With the guard for labels without a right page."""

    def document_rr(names, right, k):
        if not right:
            raise ValueError("right must hold at least one page")
        return function(names, right, k)

    document_rr.__name__ = function.__name__
    return document_rr


def first(pages, right, k, start=1):
    for rank, page in enumerate(pages[:k], start):
        if page in right:
            return 1 / rank
    return 0.0


def no_guard(names, right, k):
    return first(list(dict.fromkeys(names)), right, k)


@guarded
def by_chunk(names, right, k):
    return first(names, right, k)


@guarded
def cut_first(names, right, k):
    return first(list(dict.fromkeys(names[:k])), right, k)


@guarded
def neighbours_only(names, right, k):
    kept = [name for n, name in enumerate(names) if n == 0 or names[n - 1] != name]
    return first(kept, right, k)


@guarded
def last_two_only(names, right, k):
    kept = []
    for name in names:
        if name not in kept[-2:]:
            kept.append(name)
    return first(kept, right, k)


@guarded
def by_last_chunk(names, right, k):
    return first(list(dict.fromkeys(reversed(names)))[::-1], right, k)


@guarded
def k_chunks_more(names, right, k):
    return first(list(dict.fromkeys(names)), right, k + 1)


@guarded
def from_zero(names, right, k):
    return first(list(dict.fromkeys(names)), right, k, 0)


@guarded
def no_cutoff(names, right, k):
    return first(list(dict.fromkeys(names)), right, len(names))


@guarded
def the_rank(names, right, k):
    value = first(list(dict.fromkeys(names)), right, k)
    return round(1 / value) if value else 0.0


@guarded
def nothing_at_the_end(names, right, k):
    return first(list(dict.fromkeys(names)), right, k) or None


@guarded
def a_set(names, right, k):
    return first(set(names), right, k)


@guarded
def by_name(names, right, k):
    return first(sorted(set(names)), right, k)


@guarded
def mean_of_all(names, right, k):
    pages = list(dict.fromkeys(names))[:k]
    values = [1 / rank for rank, page in enumerate(pages, 1) if page in right]
    return sum(values) / len(values) if values else 0.0


@guarded
def only_a_hit(names, right, k):
    return float(any(page in right for page in list(dict.fromkeys(names))[:k]))


@guarded
def last_one(names, right, k):
    value = 0.0
    for rank, page in enumerate(list(dict.fromkeys(names))[:k], 1):
        if page in right:
            value = 1 / rank
    return value


# ---- E6.4: MRR with three bugs ----------------------------------------------------------------

CAUSES = ("C", "A", "F")


def mrr_like(skip=False, leak=False, last=False, start=1, dedupe=False, cut=True, divide=True):
    """The colleague's function with some of its bugs, or others."""

    def mrr(rankings, rights, k):
        if not rankings:
            raise ValueError("no questions")
        total, n, best = 0.0, 0, 0.0
        for ranking, right in zip(rankings, rights, strict=True):
            if skip and not ranking:
                continue
            n += 1
            best = best if leak else 0.0
            ranking = list(dict.fromkeys(ranking)) if dedupe else ranking
            for place, name in enumerate(ranking[:k] if cut else ranking, start):
                if name in right:
                    best = 1 / place
                    if not last:
                        break
            total += best
        return total / n if divide else total

    return mrr


def first_labels(rankings, rights, k):
    return mrr_like()(rankings, rights[:1] * len(rankings), k)


def all_labels(rankings, rights, k):
    return mrr_like()(rankings, [set().union(*rights)] * len(rankings), k)


def ends_at_an_empty_one(rankings, rights, k):
    n = rankings.index([]) if [] in rankings else len(rankings)
    return mrr_like(divide=False)(rankings[:n], rights[:n], k) / len(rankings) if n else 0.0


def one_place_less(rankings, rights, k):
    return mrr_like()(rankings, rights, k - (k > 2))


def by_the_metric(rankings, rights, k):
    if not rankings:
        raise ValueError("no questions")
    pairs = list(zip(rankings, rights, strict=True))
    return sum(reciprocal_rank(r, s, k) for r, s in pairs) / len(pairs)


def no_questions_is_zero(rankings, rights, k):
    return mrr_like()(rankings, rights, k) if rankings else 0.0


def leak_of_empty_ones_mended(rankings, rights, k):
    if not rankings:
        raise ValueError("no questions")
    total, best = 0.0, 0.0
    for ranking, right in zip(rankings, rights, strict=True):
        ranks = [place for place, name in enumerate(ranking[:k], 1) if name in right]
        best = 1 / ranks[0] if ranks else best
        total += best if ranking else 0.0
    return total / len(rankings)


def over_the_found(rankings, rights, k):
    values = [mrr_like()([r], [s], k) for r, s in zip(rankings, rights, strict=True) if r]
    found = [value for value in values if value]
    return sum(found) / len(found)


def only_those_with_a_right_hit(rankings, rights, k):
    values = [mrr_like()([r], [s], k) for r, s in zip(rankings, rights, strict=True)]
    found = [v for v, r in zip(values, rankings, strict=True) if v or not r]
    return sum(found) / len(found)


def all_places_added(rankings, rights, k):
    if not rankings:
        raise ValueError("no questions")
    total = 0.0
    for ranking, right in zip(rankings, rights, strict=True):
        for place, name in enumerate(ranking[:k], 1):
            if name in right:
                total += 1 / place
    return total / len(rankings)


def returned_in_the_loop(rankings, rights, k):
    if not rankings:
        raise ValueError("no questions")
    for ranking, right in zip(rankings, rights, strict=True):
        for place, name in enumerate(ranking[:k], 1):
            if name in right:
                return 1 / place / len(rankings)
    return 0.0


def hits_counted(rankings, rights, k):
    pairs = zip(rankings, rights, strict=True)
    return sum(bool(right & set(ranking[:k])) for ranking, right in pairs) / len(rankings)


# ---- E6.5: five questions of one's own --------------------------------------------------------

MINE = [
    {
        "question": "Somebody went through my bag. Can you look at the video?",
        "file": "it/backups.md",
        "quote": "The cameras overwrite themselves after 72 hours",
        "keyword": "cameras overwrite",
    },
    {
        "question": "How small may the crew of the old ship get?",
        "file": "ships/patience.md",
        "quote": "Nine of us sail her, seven when fewer than 90 passengers are booked.",
        "keyword": "Nine of us sail her",
    },
    {
        "question": "My crates have been standing at the pier since Monday. What now?",
        "file": "tickets/freight-tariff.md",
        "quote": "Twenty-four hours on the quay are free",
        "keyword": "on the quay are free",
    },
    {
        "question": "I could sit in an office. For how long?",
        "file": "crew/sickness.md",
        "quote": "a trial of up to 20 duties in the ticket office",
        "keyword": "trial of up to 20 duties",
    },
]
LAST = {
    "question": "Our old lad will not move at the ramp. Do we lose the fare?",
    "file": "guests/pets-and-cars.md",
    "quote": "If the animal refuses, its ticket and that of one person are paid back in full",
    "keyword": "animal refuses",
}


def mine_with(**changes):
    """Four right questions and one with these changes."""
    return [*MINE, LAST | changes]


LONG = (
    "If the animal refuses, its ticket and that of one person are paid back in full, up to the "
    "minute of departure, however late the person decided to give in. We call it the Bruno rule, "
    "after a dog the size of a sofa who sat down"
)
COPIED = "Surely the crew can give me a pill for feeling sick?"
COPYING = "If my dog refuses, is its ticket and that of one person paid back?"

WRONG_06 = {
    "check_e6_1": [
        ((0.25, 0.5, 0.4375, 0.375, GAINS), "empty-left-out"),
        ((1 / 3, 2 / 3, 1.75 / 3, 0.75, GAINS), "empty-left-out"),
        ((0.2, 0.4, 1.75 / 3, 0.3, GAINS), "empty-left-out"),
        ((0.2, 0.6, 0.4, 0.4, GAINS), "repeat-dropped"),
        ((20, 40, 35, 30, GAINS), "percent"),
        ((1, 2, 0.35, 0.3, GAINS), "counts"),
        ((0.2, 0.4, 1.4, 0.3, GAINS), "mean-of-ranks"),
        ((0.2, 0.4, (5 / 12 + 5 / 8 + 1 / 4) / 5, 0.3, GAINS), "all-places"),
        ((0.2, 0.4, 0.35, 0.35, GAINS), "no-cutoff"),
        ((0.2, 0.4, 0.35, 0.3, [1, 1, 0, 1]), "repeat-gains"),
        ((0.2, 0.4, 0.35, 0.3, [0, 1, 1, 0]), "gains-of-the-first"),
        ((0.2, 0.4, 0.35, 0.3, [1, 0, 0, 0]), "gains"),
        ((0.4, 0.4, 0.35, 0.3, GAINS), "hit-1"),
        ((0.2, 0.2, 0.35, 0.3, GAINS), "hit-2"),
        ((0.2, 0.4, 0.3, 0.3, GAINS), "mrr-10"),
        ((0.2, 0.4, 0.35, 0.2, GAINS), "mrr-3"),
        ([0.2, 0.4, 0.35], "five"),
    ],
    "check_e6_2": [
        ((keyword_alone, VERDICTS), "file"),
        ((no_brackets, VERDICTS), "file"),
        ((file_alone, VERDICTS), "keyword"),
        ((empty_not_asked, VERDICTS), "empty-refused"),
        ((empty_is_no, VERDICTS), "empty"),
        ((plain_in, VERDICTS), "inside"),
        ((small_letters, VERDICTS), "case"),
        ((words_split, VERDICTS), "line"),
        ((or_the_quote, VERDICTS), "quote"),
        ((mixed_up, VERDICTS), "or"),
        ((wrong_attribute, VERDICTS), "attribute"),
        ((chunk_as_dict, VERDICTS), "attribute"),
        ((yes_or_no, VERDICTS), "facet-numbers"),
        ((alternatives_found, VERDICTS), "facet-numbers"),
        ((first_facet_only, VERDICTS), "first-facet"),
        ((every_alternative, VERDICTS), "all-alternatives"),
        ((as_a_list, VERDICTS), "a-set"),
        ((swapped, VERDICTS), "nothing-found"),
        ((chunk_id_for_file, VERDICTS), "nothing-found"),
        ((start_of_the_id, VERDICTS), "part-of-a-name"),
        ((inside_the_name, VERDICTS), "part-of-a-name"),
        ((number_by_index, VERDICTS), "equal-facets"),
        ((empty_is_all, VERDICTS), "empty-elsewhere"),
        ((empty_on_any_page, VERDICTS), "empty-elsewhere"),
        ((empty_if_the_first_is, VERDICTS), "empty"),
        ((empty_for_the_facet, VERDICTS), "empty-elsewhere"),
        ((stops_at_the_first, VERDICTS), "first-facet"),
        ((facets_found, VERDICTS), "library"),
        ((by_the_library, VERDICTS), "library"),
        (right_judge, "two-parts"),
        ((right_judge, ["yes"] * 5), "five-verdicts"),
        ((right_judge, ["false hit"] * 4), "five-verdicts"),
        (verdicts(n1="false hit"), "answer"),
        (verdicts(n3="right miss"), "answer"),
        (verdicts(n2="right find"), "answer"),
        (verdicts(n4="false miss"), "answer"),
        (verdicts(n3="right find"), "rule"),
        (verdicts(n5="right miss"), "rule"),
    ],
    "check_e6_3": [
        (no_guard, "nothing-right"),
        (by_chunk, "by-chunk"),
        (cut_first, "cut-first"),
        (neighbours_only, "neighbours"),
        (last_two_only, "neighbours"),
        (by_last_chunk, "last"),
        (k_chunks_more, "no-cutoff"),
        (from_zero, "from-zero"),
        (no_cutoff, "no-cutoff"),
        (the_rank, "rank"),
        (nothing_at_the_end, "not-found"),
        (a_set, "order-lost"),
        (by_name, "sorted"),
        (mean_of_all, "mean"),
        (only_a_hit, "hit"),
        (last_one, "last"),
    ],
    "check_e6_4": [
        ((mrr_like(skip=True), CAUSES), "skipped"),
        ((mrr_like(skip=True, leak=True, last=True), CAUSES), "skipped"),
        ((mrr_like(leak=True), CAUSES), "leak"),
        ((leak_of_empty_ones_mended, CAUSES), "over-found"),
        ((only_those_with_a_right_hit, CAUSES), "over-found"),
        ((over_the_found, CAUSES), "skipped"),
        ((mrr_like(last=True), CAUSES), "last"),
        ((mrr_like(start=0), CAUSES), "from-zero"),
        ((mrr_like(dedupe=True), CAUSES), "repeats"),
        ((mrr_like(cut=False), CAUSES), "no-cutoff"),
        ((mrr_like(divide=False), CAUSES), "sum"),
        ((no_questions_is_zero, CAUSES), "no-questions"),
        ((all_places_added, CAUSES), "all-places"),
        ((returned_in_the_loop, CAUSES), "first-question"),
        ((hits_counted, CAUSES), "hit-rate"),
        ((first_labels, CAUSES), "other-labels"),
        ((all_labels, CAUSES), "other-labels"),
        ((ends_at_an_empty_one, CAUSES), "stopped"),
        ((one_place_less, CAUSES), "one-place-less"),
        ((by_the_metric, CAUSES), "library"),
        (mrr_like(), "two-parts"),
        ((mrr_like(), "CAF"), "three-letters"),
        ((mrr_like(), ("C", "A")), "three-letters"),
        ((mrr_like(), ("D", "A", "F")), "cause-1"),
        ((mrr_like(), ("C", "G", "F")), "cause-2"),
        ((mrr_like(), ("C", "A", "E")), "cause-3"),
        ((mrr_like(last=True), ("C", "A", "F")), "last"),
    ],
    "check_e6_5": [
        ([], "five"),
        (MINE, "five"),
        ([*MINE, ("question", "file")], "keys"),
        (mine_with(keyword=""), "text"),
        (mine_with(file="guests/pets.md"), "file"),
        (mine_with(question="Dogs?"), "short-question"),
        (mine_with(question="Dogs, dogs, dogs, dogs?"), "short-question"),
        (mine_with(question="Bla blub asdf qwer foo?"), "no-words"),
        (mine_with(question="In full, one person and its ticket?"), "from-the-quote"),
        (mine_with(question=COPIED), "copied"),
        ([*MINE, MINE[0]], "twice"),
        (mine_with(quote="animal refuses"), "quote-length"),
        (mine_with(quote=LONG), "quote-length"),
        (mine_with(quote="If the animal refuses, the ticket is paid back"), "not-verbatim"),
        (mine_with(quote="the car deck"), "quote-twice"),
        (mine_with(quote=LAST["quote"], keyword="Animal Refuses"), "keyword-nowhere"),
        (mine_with(keyword="animal refus"), "keyword-nowhere"),
        (mine_with(keyword="Nobody stays below"), "keyword-nowhere"),
        (mine_with(keyword="The key"), "keyword-nowhere"),
        (mine_with(keyword="everybody comes upstairs"), "keyword-elsewhere"),
        (mine_with(keyword="the"), "keyword-common"),
        (mine_with(question=COPYING), "own-words"),
    ],
}
