"""Wrong answers to the exercises of lesson 08."""

from course_lib.chunking import chunk_sections
from course_lib.tfidf import TfidfIndex

RIGHT = (3, 4, 7 / 11, 11, 3, 4, "b")


TWO_MEANS = ("c", 0.5, 0, "b", "e", 0.04)
NOTE = "What can I do if I have it?"
CURED = "What can they do if they have it?"


def predicted(place, value, right=RIGHT):
    return (*right[:place], value, *right[place + 1 :])


# ---- E8.3: merging ----------------------------------------------------------------------------


def merging(pieces, min_chars, joins, mark="\n\n"):
    merged = []
    for page, text in pieces:
        if merged and joins(merged[-1], (page, text), min_chars):
            merged[-1] = (merged[-1][0], merged[-1][1] + mark + text)
        else:
            merged.append((page, text))
    return merged


def across_pages(pieces, min_chars):
    return merging(pieces, min_chars, lambda a, b, n: min(len(a[1]), len(b[1])) < n)


def up_to_the_border(pieces, min_chars):
    return merging(
        pieces, min_chars, lambda a, b, n: a[0] == b[0] and min(len(a[1]), len(b[1])) <= n
    )


def first_stays_short(pieces, min_chars):
    return merging(pieces, min_chars, lambda a, b, n: a[0] == b[0] and len(b[1]) < n)


def as_in_the_lesson(pieces, min_chars):
    joined = []
    for name in dict.fromkeys(page for page, _ in pieces):
        own = [piece for piece in pieces if piece[0] == name]
        merged = only_with_the_next(own, min_chars)
        if len(merged) > 1 and len(merged[-1][1]) < min_chars:
            page, text = merged.pop()
            merged[-1] = (page, merged[-1][1] + "\n\n" + text)
        joined += merged
    return joined


def only_with_the_next(pieces, min_chars):
    return merging(pieces, min_chars, lambda a, b, n: a[0] == b[0] and len(a[1]) < n)


def glued_with_a_blank(pieces, min_chars):
    return merging(
        pieces, min_chars, lambda a, b, n: a[0] == b[0] and min(len(a[1]), len(b[1])) < n, " "
    )


def measured(length, change=lambda text: text):
    def merge_back(pieces, min_chars):
        return merging(
            [(page, change(text)) for page, text in pieces],
            min_chars,
            lambda a, b, n: a[0] == b[0] and min(length(a[1]), len(b[1])) < n,
        )

    return merge_back


def in_words(pieces, min_chars):
    def joins(a, b, n):
        return a[0] == b[0] and min(len(a[1].split()), len(b[1].split())) < n

    return merging(pieces, min_chars, joins)


def short_ones_dropped(pieces, min_chars):
    return [piece for piece in pieces if len(piece[1]) >= min_chars]


def texts_alone(pieces, min_chars):
    return [text for _, text in pieces]


# ---- E8.4: the tests of a miss ----------------------------------------------------------------

TESTS = {
    "inflection": lambda ids, cut_ids, right, busy, n_held: bool({*cut_ids[:5]} & right),
    "catch-all chunk": lambda ids, cut_ids, right, busy, n_held: bool(
        {*[i for i in ids if i in right or i not in busy][:5]} & right
    ),
    "right topic, wrong detail": lambda ids, cut_ids, right, busy, n_held: bool(
        {i.split("#")[0] for i in ids[:5] if i not in right} & {i.split("#")[0] for i in right}
    ),
    "vocabulary": lambda ids, cut_ids, right, busy, n_held: n_held == 0,
}
INFLECTION, CATCH_ALL, TOPIC, VOCABULARY = TESTS


def diagnosing(change=lambda reasons: reasons, **other):
    """The right answer with other tests: in the order of TESTS, one is named by its first word."""

    def diagnose(*facts):
        tests = {n: other.get(n.split()[0].replace("-", ""), t) for n, t in TESTS.items()}
        return change([name for name, holds in tests.items() if holds(*facts)])

    return diagnose


def missed_alone(ids, cut_ids, right, busy, n_held):
    if {*ids[:5]} & right:
        return []
    return diagnosing()(ids, cut_ids, right, busy, n_held)


MORE_84 = [
    (diagnosing(lambda reasons: reasons[:1]), "first-alone"),
    (diagnosing(lambda reasons: reasons[::-1]), "order"),
    (diagnosing(set), "kind"),
    (diagnosing(lambda reasons: [r.upper() for r in reasons]), "spelling"),
    (missed_alone, "found-skipped"),
    (diagnosing(inflection=lambda i, c, r, b, n: bool({*c} & r)), "five-letters"),
    (diagnosing(inflection=lambda i, c, r, b, n: r <= {*c[:5]}), "any-right"),
    (
        diagnosing(catchall=lambda i, c, r, b, n: bool({*[x for x in i if x not in b][:5]} & r)),
        "right-left-out",
    ),
    (
        diagnosing(
            catchall=lambda i, c, r, b, n: bool({*[x for x in i[:5] if x in r or x not in b]} & r)
        ),
        "not-refilled",
    ),
    (
        diagnosing(
            catchall=lambda i, c, r, b, n: bool({*[x for x in i if x in r or x not in b]} & r)
        ),
        "beyond-five",
    ),
    (
        diagnosing(
            right=lambda i, c, r, b, n: bool(
                {x.split("#")[0] for x in i[:5]} & {x.split("#")[0] for x in r}
            )
        ),
        "right-hit",
    ),
    (
        diagnosing(
            right=lambda i, c, r, b, n: bool(
                {x.split("#")[0] for x in i if x not in r} & {x.split("#")[0] for x in r}
            )
        ),
        "beyond-fifth",
    ),
    (
        diagnosing(
            right=lambda i, c, r, b, n: bool(
                {x[:-2] for x in i[:5] if x not in r} & {x[:-2] for x in r}
            )
        ),
        "page",
    ),
    (
        diagnosing(
            right=lambda i, c, r, b, n: any(
                x.split("#")[0] in y for x in i[:5] if x not in r for y in r
            )
        ),
        "page",
    ),
    (diagnosing(right=lambda i, c, r, b, n: bool({*i[:5]} & r)), "page"),
    *(
        (
            diagnosing(
                right=lambda i, c, r, b, n, k=k: bool(
                    {x.split("#")[0] for x in i[:k] if x not in r} & {x.split("#")[0] for x in r}
                )
            ),
            key,
        )
        for k, key in ((1, "fifth"), (3, "fifth"), (4, "fifth"), (6, "beyond-fifth"))
    ),
    (
        diagnosing(
            right=lambda i, c, r, b, n: bool(
                {x.split("#")[0] for x in i[:5] if x not in r and x not in b}
                & {x.split("#")[0] for x in r}
            )
        ),
        "fifth",
    ),
    (
        diagnosing(
            right=lambda i, c, r, b, n: bool(
                {x.split("#")[0] for x in [y for y in i if y not in r][:5]}
                & {x.split("#")[0] for x in r}
            )
        ),
        "beyond-fifth",
    ),
    (diagnosing(vocabulary=lambda i, c, r, b, n: n < 2), "no-word"),
    (diagnosing(vocabulary=lambda i, c, r, b, n: False), "no-word"),
]


# ---- E8.6: busy chunks ------------------------------------------------------------------------


def counted(documents, queries, k, name=lambda hit: hit.chunk.id, zeros=True):
    chunks = [c for document in documents for c in chunk_sections(document)]
    index, counts = TfidfIndex().index(chunks), {}
    if zeros:
        counts = {chunk.id: 0 for chunk in chunks}
    for query in queries:
        for hit in index.search(query, k):
            counts[name(hit)] = counts.get(name(hit), 0) + 1
    return counts


def busiest(counts):
    return sorted(counts.items(), key=lambda pair: -pair[1])


def limit_included(documents, queries, k, limit):
    return [pair for pair in busiest(counted(documents, queries, k)) if pair[1] >= limit]


def in_corpus_order(documents, queries, k, limit):
    return [pair for pair in counted(documents, queries, k).items() if pair[1] > limit]


def as_first_found(documents, queries, k, limit):
    counts = counted(documents, queries, k, zeros=False)
    return [pair for pair in busiest(counts) if pair[1] > limit]


def pages_counted(documents, queries, k, limit):
    counts = counted(documents, queries, k, lambda hit: hit.chunk.doc_id, False)
    return [pair for pair in busiest(counts) if pair[1] > limit]


def each_query_once(documents, queries, k, limit):
    counts = counted(documents, list(dict.fromkeys(queries)), k)
    return [pair for pair in busiest(counts) if pair[1] > limit]


def a_dict(documents, queries, k, limit):
    return {name: n for name, n in counted(documents, queries, k).items() if n > limit}


def names_alone(documents, queries, k, limit):
    return [name for name, n in busiest(counted(documents, queries, k)) if n > limit]


def k_ignored(documents, queries, k, limit):
    return [pair for pair in busiest(counted(documents, queries, 99)) if pair[1] > limit]


def by_id(documents, queries, k, limit):
    pairs = counted(documents, queries, k).items()
    return [pair for pair in sorted(pairs, key=lambda p: (-p[1], p[0])) if pair[1] > limit]


def one_index_a_page(documents, queries, k, limit):
    counts = {}
    for document in documents:
        counts |= counted([document], queries, k)
    return [pair for pair in busiest(counts) if pair[1] > limit]


def count_before_name(documents, queries, k, limit):
    return [(n, name) for name, n in busiest(counted(documents, queries, k)) if n > limit]


def list_cut_at_k(documents, queries, k, limit):
    return [pair for pair in busiest(counted(documents, queries, k)) if pair[1] > limit][:k]


def last_query_lost(documents, queries, k, limit):
    return [pair for pair in busiest(counted(documents, queries[:-1], k)) if pair[1] > limit]


WRONG_08 = {
    "check_e8_1": [
        (predicted(6, "a"), "popular"),
        (predicted(3, 12), "full-lists"),
        (predicted(2, 7 / 12), "full-lists"),
        (predicted(2, 4 / 11), "one-chunk"),
        (predicted(2, 0.64), "rounded"),
        (predicted(2, 6 / 8), "wrong-alone"),
        (predicted(4, 4), "four-chunks"),
        (predicted(4, 1), "at-least-k"),
        (predicted(5, 11), "no-repeat"),
        (predicted(5, 3), "not-k"),
        (predicted(0, 4), "answer-1"),
        (predicted(1, 3), "answer-2"),
        (predicted(6, "c"), "seldom"),
        (predicted(6, "d"), "seldom"),
        (predicted(6, "e"), "never"),
        (predicted(6, "b and a"), "answer-7"),
        (RIGHT[:6], "seven"),
    ],
    "check_e8_2": [
        (predicted(0, "b", TWO_MEANS), "wrong-mean"),
        (predicted(1, 0.672, TWO_MEANS), "wrong-mean"),
        (("b", 0.728, *TWO_MEANS[2:]), "wrong-mean"),
        (predicted(0, "e", TWO_MEANS), "one-number"),
        (predicted(1, 1.0, TWO_MEANS), "cosine"),
        (predicted(2, 0.48, TWO_MEANS), "not-taken-off"),
        (predicted(2, -0.248, TWO_MEANS), "wrong-chunk"),
        (predicted(3, "c", TWO_MEANS), "whose-mean"),
        ((*TWO_MEANS[:4], "c", -0.172), "no-handicap"),
        (predicted(4, "b", TWO_MEANS), "blamed"),
        (predicted(5, 0.4, TWO_MEANS), "before"),
        (predicted(5, -0.04, TWO_MEANS), "turned"),
        (predicted(4, "d", TWO_MEANS), "answer-5"),
        (TWO_MEANS[:5], "six"),
    ],
    "check_e8_3": [
        (across_pages, "pages"),
        (up_to_the_border, "border"),
        (first_stays_short, "first"),
        (as_in_the_lesson, "forward"),
        (only_with_the_next, "short-left"),
        (glued_with_a_blank, "separator"),
        (measured(lambda text: len(text.replace("\n\n", ""))), "length-of-parts"),
        (measured(lambda text: len(text.split("\n\n")[0])), "length-of-first"),
        (measured(lambda text: len(text.split("\n\n")[-1])), "length-of-last"),
        (measured(len, str.strip), "stripped"),
        (in_words, "words"),
        (short_ones_dropped, "lost"),
        (texts_alone, "kind"),
    ],
    "check_e8_4": MORE_84,
    "check_e8_5": [
        (("Please ask us if you have any questions.", NOTE, 112, 19), "rare"),
        (("This is for all on the boat.", "This is for you on the boat.", 112, 19), "topic"),
        (("Can I? May I? Must I? If you do not know what to do, ask.", NOTE, 112, 19), "long"),
        (("the and of to in a for with", NOTE, 112, 19), "sentence"),
        (("It was on a boat, not a ship.", "It was on a boat, not a car.", 112, 19), "topic"),
        (("I", "they", 112, 19), "sentence"),
        (("I.", "They.", 112, 19), "few"),
        (("I do what I can.", "They do what they can.", 112, 19), "few"),
        (("I do if I can have I what.", NOTE, 112, 19), "few"),
        ((NOTE, "You are on the ship for one hour.", 112, 19), "one-word"),
        ((NOTE, "What can they do if they have them?", 112, 19), "one-word"),
        ((NOTE, "What can I do if they have it?", 112, 19), "everywhere"),
        ((NOTE, "What may I do if I have it?", 112, 19), "not-the-cause"),
        ((NOTE, "What can I see if I have it?", 112, 19), "not-the-cause"),
        (("What do I have to do?", "What do you have to do?", 112, 12), "not-the-cause"),
        (
            ("I do not know what I can do.", "We do not know what we can do.", 112, 32),
            "in-its-place",
        ),
        (("How do I do it here?", "How do you do it here?", 112, 12), "no-single-word"),
        (("My my what how do does.", "Our our what how do does.", 56, 4), "sentence"),
        ((NOTE, NOTE, 112, 19), "one-word"),
        ((NOTE, CURED), "text"),
        (NOTE, "text"),
        ((NOTE, CURED, 19, 112), "counts-swapped"),
        ((NOTE, CURED, 165, 113), "chunks-counted"),
        ((NOTE, CURED, 151, 21), "each-time"),
        ((NOTE, CURED, 1, 1), "counts"),
    ],
    "check_e8_6": [
        (limit_included, "at-limit"),
        (in_corpus_order, "order"),
        (as_first_found, "order"),
        (pages_counted, "pages"),
        (each_query_once, "repeated"),
        (a_dict, "kind"),
        (names_alone, "kind"),
        (k_ignored, "k"),
        (by_id, "order"),
        (one_index_a_page, "k"),
        (list_cut_at_k, "list-cut"),
        (count_before_name, "pairs"),
        (last_query_lost, "sections"),
    ],
}
