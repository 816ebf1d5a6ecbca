"""Wrong answers of lesson 05. See `wrong_answers`."""

import hashlib
import json
import re

import numpy as np

# ---- E5.2: which stands higher ------------------------------------------------------------------

HIGHER = ["B not", "A number", "A ok", "B order", "B ok", "A number", "B not", "A order"]


def higher(**changed):
    """The right answers, with some changed: higher(n1="A ok")."""
    return [changed.get(f"n{n}", answer) for n, answer in enumerate(HIGHER, 1)]


# ---- E5.3: near, but different ------------------------------------------------------------------


def table_of(matrix):
    return (np.float64(matrix) @ np.float64(matrix).T).round(6)


def numbers_in(text):
    return set(re.findall(r"\d+", text))


def pairs(
    matrix,
    texts,
    border,
    *,
    table=table_of,
    numbers=numbers_in,
    rows=lambda i, j: i < j,
    fits=lambda cosine, border: cosine >= border,
    differ=lambda a, b: a != b,
    sign=-1,
):
    cosines, held = table(matrix), [numbers(text) for text in texts]
    found = [
        (i, j)
        for i in range(len(texts))
        for j in range(len(texts))
        if rows(i, j) and fits(cosines[i, j], border) and differ(held[i], held[j])
    ]
    return sorted(found, key=lambda pair: (sign * cosines[pair], pair))


def both_ways(matrix, texts, border):
    return pairs(matrix, texts, border, rows=lambda i, j: i != j)


def larger_row_first(matrix, texts, border):
    return pairs(matrix, texts, border, rows=lambda i, j: i > j)


def with_itself(matrix, texts, border):
    return pairs(matrix, texts, border, rows=lambda i, j: i <= j, differ=lambda a, b: True)


def any_near_pair(matrix, texts, border):
    return pairs(matrix, texts, border, differ=lambda a, b: True)


def numbers_as_lists(matrix, texts, border):
    return pairs(matrix, texts, border, numbers=lambda text: re.findall(r"\d+", text))


def nothing_shared(matrix, texts, border):
    return pairs(matrix, texts, border, differ=lambda a, b: a and b and not a & b)


def disjoint(matrix, texts, border):
    return pairs(matrix, texts, border, differ=lambda a, b: not a & b)


def digits_instead(matrix, texts, border):
    return pairs(matrix, texts, border, numbers=lambda text: set(re.findall(r"\d", text)))


def above_the_border(matrix, texts, border):
    return pairs(matrix, texts, border, fits=lambda cosine, border: cosine > border)


def not_rounded(matrix, texts, border):
    return pairs(matrix, texts, border, table=lambda m: np.float64(m) @ np.float64(m).T)


def lowest_first(matrix, texts, border):
    return pairs(matrix, texts, border, sign=1)


def in_order_of_rows(matrix, texts, border):
    return sorted(pairs(matrix, texts, border))


def any_distance(matrix, texts, border):
    return pairs(matrix, texts, border, fits=lambda cosine, border: True)


def positive_only(matrix, texts, border):
    return pairs(matrix, texts, border, fits=lambda cosine, border: cosine >= max(border, 0))


def with_scores(matrix, texts, border):
    return [(i, j, float(table_of(matrix)[i, j])) for i, j in pairs(matrix, texts, border)]


# ---- E5.4: fooled fingerprints ------------------------------------------------------------------


def sha(text):
    return hashlib.sha256(text.encode()).hexdigest()


FOOLED = {
    "joined": (["ab", "c"], ["a", "bc"]),
    "sizes": (["red", "pump"], ["oil", "pump"]),
    "listed": None,
    "sorted": (["red", "pump"], ["pump", "red"]),
    "lines": (["a\nb", "c"], ["a", "b\nc"]),
}
BORDERS = FOOLED["joined"]
SWAPPED = (["a", "b"], ["b", "a"])


# ---- E5.5: files --------------------------------------------------------------------------------


def key_of(model, texts):
    return sha(json.dumps([model, texts]))


def kept(
    texts,
    encoder,
    folder,
    *,
    key_of=key_of,
    errors=(ValueError, EOFError, OSError),
    fits=lambda path, key: path.exists() and path.read_text(encoding="utf-8") == key,
    key_first=False,
    new_key=True,
    new_matrix=True,
):
    matrix_path, key_path = folder / "matrix.npy", folder / "key.txt"
    key = key_of(encoder.name, texts)
    if fits(key_path, key):
        try:
            return np.load(matrix_path)
        except errors:
            pass
    matrix, there = encoder.encode_documents(texts), key_path.exists()
    if key_first:
        key_path.write_text(key, encoding="utf-8")
    if new_matrix or not there:
        np.save(matrix_path, matrix)
    if new_key or not there:
        key_path.write_text(key, encoding="utf-8")
    return matrix


def mended(texts, encoder, folder, key_of=key_of):
    """Right, but for the key."""
    key_path = folder / "key.txt"
    fits = key_path.exists() and key_path.read_text(encoding="utf-8")
    if fits != key_of(encoder.name, texts):
        key_path.unlink(missing_ok=True)
    return kept(texts, encoder, folder, key_of=key_of)


def always_encodes(texts, encoder, folder):
    return kept(texts, encoder, folder, fits=lambda path, key: False)


def loads_whatever_is_there(texts, encoder, folder):
    return kept(texts, encoder, folder, fits=lambda path, key: path.exists())


def shape_alone(texts, encoder, folder):
    return kept(texts, encoder, folder, key_of=lambda model, texts: f"{model} {len(texts)}")


def texts_alone(texts, encoder, folder):
    return kept(texts, encoder, folder, key_of=lambda model, texts: key_of("", texts))


def order_forgotten(texts, encoder, folder):
    return kept(texts, encoder, folder, key_of=lambda model, texts: key_of(model, sorted(texts)))


def lengths_alone(texts, encoder, folder):
    return kept(texts, encoder, folder, key_of=lambda model, t: key_of(model, [x[:8] for x in t]))


def key_written_first(texts, encoder, folder):
    return kept(texts, encoder, folder, key_first=True)


def old_key_beside_new_matrix(texts, encoder, folder):
    return kept(texts, encoder, folder)


def key_of_this_process(texts, encoder, folder):
    return mended(texts, encoder, folder, lambda model, texts: str(hash((model, *texts))))


def short_key(texts, encoder, folder):
    return mended(texts, encoder, folder, lambda model, texts: key_of(model, texts)[:6])


def old_key_stays(texts, encoder, folder):
    return kept(texts, encoder, folder, new_key=False)


def old_matrix_stays(texts, encoder, folder):
    return kept(texts, encoder, folder, new_matrix=False)


def cut_file_stops_it(texts, encoder, folder):
    return kept(texts, encoder, folder, errors=OSError)


def missing_matrix_stops_it(texts, encoder, folder):
    return kept(texts, encoder, folder, errors=(ValueError, EOFError))


def missing_key_stops_it(texts, encoder, folder):
    if not (folder / "matrix.npy").exists():
        return kept(texts, encoder, folder)
    return kept(texts, encoder, folder, fits=lambda path, key: path.read_text("utf-8") == key)


def other_file_names(texts, encoder, folder):
    np.save(folder / "vectors", encoder.encode_documents(texts))
    return np.load(folder / "vectors.npy")


def gives_nothing(texts, encoder, folder):
    kept(texts, encoder, folder)


# ---- E5.6: packing ------------------------------------------------------------------------------


def packed(pieces, count, limit, fits=None, blank=" "):
    fits = fits or (lambda chunk, piece: count(chunk + " " + piece) <= limit)
    chunks = []
    for piece in pieces:
        if chunks and fits(chunks[-1], piece):
            chunks[-1] += blank + piece
        else:
            chunks.append(piece)
    return chunks


def below_the_limit(pieces, count, limit):
    return packed(pieces, count, limit, lambda a, b: count(a + " " + b) < limit)


def counts_added(pieces, count, limit):
    return packed(pieces, count, limit, lambda a, b: count(a) + count(b) <= limit)


def without_blank(pieces, count, limit):
    return packed(pieces, count, limit, blank="")


def counted_before_joining(pieces, count, limit):
    return packed(pieces, count, limit, lambda a, b: count(a) < limit)


def long_pieces_dropped(pieces, count, limit):
    return packed([p for p in pieces if count(p) <= limit], count, limit)


def last_chunk_lost(pieces, count, limit):
    return packed(pieces, count, limit)[:-1]


def begins_empty(pieces, count, limit):
    chunks = [""]
    for piece in pieces:
        if count((chunks[-1] + " " + piece).strip()) <= limit:
            chunks[-1] = (chunks[-1] + " " + piece).strip()
        else:
            chunks.append(piece)
    return chunks


def begins_with_a_blank(pieces, count, limit):
    chunks = [""]
    for piece in pieces:
        if count(chunks[-1] + " " + piece) <= limit:
            chunks[-1] += " " + piece
        else:
            chunks.append(piece)
    return chunks


def first_that_has_room(pieces, count, limit):
    chunks = []
    for piece in pieces:
        for n, chunk in enumerate(chunks):
            if count(chunk + " " + piece) <= limit:
                chunks[n] += " " + piece
                break
        else:
            chunks.append(piece)
    return chunks


def nothing_joined(pieces, count, limit):
    return list(pieces)


def long_pieces_cut(pieces, count, limit):
    return packed([w for p in pieces for w in p.split()], count, limit)


def words_each(pieces, count, limit):
    return [word for piece in pieces for word in piece.split()]


def begins_with_the_first(pieces, count, limit):
    return packed([pieces[0], *pieces[1:]], count, limit)


def one_at_least(pieces, count, limit):
    return packed(pieces, count, limit) or [""]


def no_chunk_yet(pieces, count, limit):
    chunks = []
    for piece in pieces:
        if count(chunks[-1] + " " + piece) <= limit:
            chunks[-1] += " " + piece
        else:
            chunks.append(piece)
    return chunks


NUMBERS = [768_000, 768_000, 3_072_000, 5, 10, 2_000, 512]


def numbers(**changed):
    """The right numbers, with some changed: numbers(b=0)."""
    return [changed.get(letter, n) for letter, n in zip("abcdefg", NUMBERS, strict=True)]


WRONG_05 = {
    "check_e5_1": [
        (numbers(a=2_000), "chunks-only"),
        (numbers(b=0), "words-of-the-query"),
        (numbers(c=768_000), "bytes"),
        (numbers(c=6_144_000), "float64"),
        (numbers(d=0), "no-hit"),
        (numbers(d=2_000), "all-chunks"),
        (numbers(e=2_010), "anew"),
        (numbers(e=0), "nothing-to-do"),
        (numbers(f=0), "same-shape"),
        (numbers(f=2_010), "with-new-ones"),
        (numbers(g=5_300), "unread"),
        (numbers(g=556), "one-capped"),
        (numbers(g=256), "one-chunk"),
        (numbers(g=508), "marks"),
        (NUMBERS[:3], "seven"),
        (numbers(a=1), "a"),
        (numbers(g=1), "g"),
    ],
    "check_e5_2": [
        (HIGHER[:5], "shape"),
        (["B", "A", "A", "B", "B", "A", "B", "A"], "shape"),
        (higher(n1="B negation"), "shape"),
        ([f"{letter} ok" for letter in "AABABBAB"], "meaning"),
        (higher(n5="A ok"), "all-words"),
        (higher(n8="B ok"), "letters"),
        (higher(n3="B number", n5="A ok"), "letters"),
        (higher(n3="A order", n5="B order"), "never-ok"),
        (higher(n1="B ok"), "trusting"),
        (["B ok", "A ok", "A ok", "B ok", "B ok", "A ok", "B ok", "A ok"], "trusting"),
        (higher(n3="A order"), "trusting"),
        (higher(n6="A order"), "way"),
    ],
    "check_e5_3": [
        (both_ways, "both-ways"),
        (larger_row_first, "both-ways"),
        (with_itself, "itself"),
        (any_near_pair, "same-numbers"),
        (numbers_as_lists, "same-numbers"),
        (nothing_shared, "no-numbers"),
        (digits_instead, "lost"),
        (disjoint, "lost"),
        (above_the_border, "above"),
        (not_rounded, "noise"),
        (lowest_first, "lowest-first"),
        (in_order_of_rows, "order"),
        (any_distance, "too-far"),
        (positive_only, "lost"),
        (with_scores, "scores"),
    ],
    "check_e5_4": [
        (FOOLED | {"lines": None}, "none-lines"),
        (FOOLED | {"joined": None}, "none-joined"),
        (FOOLED | {"sorted": BORDERS}, "not-sorted"),
        (FOOLED | {"lines": BORDERS}, "not-lines"),
        (FOOLED | {"sizes": BORDERS}, "not-sizes"),
        (FOOLED | {"listed": BORDERS}, "all-fooled"),
        (FOOLED | {"listed": BORDERS, "sizes": None}, "not-listed"),
        (FOOLED | {"joined": (["a", "b"], ["a", "b"])}, "equal"),
        (FOOLED | {"joined": (["ab"], ["a", "b"])}, "two-texts"),
        (FOOLED | {"sizes": SWAPPED}, "another-than-sizes"),
        (FOOLED | {"sorted": SWAPPED}, "another-than-sorted"),
        (FOOLED | {"sorted": SWAPPED, "sizes": SWAPPED}, "another-than-sizes"),
        (FOOLED | {"joined": (["aa", "a"], ["a", "aa"])}, "another-than-joined"),
        (FOOLED | {"lines": (["a\n", "a"], ["a", "\na"])}, "another-than-lines"),
        ({"joined": BORDERS}, "names"),
        (dict.fromkeys(FOOLED, BORDERS), "all-fooled"),
    ],
    "check_e5_5": [
        (always_encodes, "not-kept"),
        (loads_whatever_is_there, "stale-order"),
        (shape_alone, "stale-order"),
        (order_forgotten, "stale-order"),
        (lengths_alone, "stale-text"),
        (texts_alone, "stale-model"),
        (key_written_first, "key-first"),
        (old_key_beside_new_matrix, "old-key"),
        (key_of_this_process, "other-key"),
        (short_key, "other-key"),
        (old_key_stays, "not-renewed"),
        (old_matrix_stays, "not-renewed"),
        (cut_file_stops_it, "cut-file"),
        (missing_matrix_stops_it, "file-gone"),
        (missing_key_stops_it, "file-gone"),
        (other_file_names, "files"),
        (gives_nothing, "none"),
    ],
    "check_e5_6": [
        (below_the_limit, "at-most"),
        (counts_added, "marks"),
        (without_blank, "joined-tightly"),
        (counted_before_joining, "too-long"),
        (long_pieces_dropped, "lost"),
        (last_chunk_lost, "lost"),
        (begins_empty, "empty-chunk"),
        (begins_with_a_blank, "joined-tightly"),
        (first_that_has_room, "order"),
        (nothing_joined, "unpacked"),
        (words_each, "cut-apart"),
        (long_pieces_cut, "cut-apart"),
        (no_chunk_yet, "no-first"),
        (begins_with_the_first, "no-pieces"),
        (one_at_least, "no-pieces"),
    ],
}
