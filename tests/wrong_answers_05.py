"""Wrong answers of lesson 05. See `wrong_answers`."""

import hashlib
import itertools
import json

import numpy as np

from course_lib.ranking import top_k

# ---- E5.2: cosines ----------------------------------------------------------------------------


def as_it_was(matrix, query):
    return (matrix @ query).tolist()


def float_but_dot(matrix, query):
    return (np.float64(matrix) @ np.float64(query)).tolist()


def lengths_of(matrix):
    return np.sqrt((np.float64(matrix) ** 2).sum(axis=1))


def nan_for_zeros(matrix, query):
    matrix, query = np.float64(matrix), np.float64(query)
    with np.errstate(invalid="ignore"):
        return (matrix @ query / (lengths_of(matrix) * np.linalg.norm(query))).tolist()


def safe(lengths):
    return np.where(lengths == 0, 1, lengths)


def rows_only(matrix, query):
    return (np.float64(matrix) @ np.float64(query) / safe(lengths_of(matrix))).tolist()


def query_only(matrix, query):
    matrix, query = np.float64(matrix), np.float64(query)
    return (matrix @ query / (np.linalg.norm(query) or 1)).tolist()


def floats_too_late(matrix, query):
    lengths = safe(lengths_of(matrix) * np.linalg.norm(np.float64(query)))
    return (np.float64(matrix @ query) / lengths).tolist()


def float32_is_too_small(matrix, query):
    with np.errstate(over="ignore", invalid="ignore"):
        matrix, query = np.float32(matrix), np.float32(query)
        lengths = np.sqrt((matrix**2).sum(axis=1)) * np.sqrt((query**2).sum())
        return (matrix @ query / safe(lengths)).tolist()


def no_root(matrix, query):
    matrix, query = np.float64(matrix), np.float64(query)
    return (matrix @ query / safe((matrix**2).sum(axis=1) * (query**2).sum())).tolist()


def right_cosines(matrix, query):
    matrix, query = np.float64(matrix), np.float64(query)
    dots = (matrix * query).sum(axis=1)  # repeats a query of one number
    return (dots / safe(lengths_of(matrix) * np.linalg.norm(query))).tolist()


def rounded_to_two(matrix, query):
    return [round(x, 2) for x in right_cosines(matrix, query)]


def zero_rows_dropped(matrix, query):
    return [x for x, n in zip(right_cosines(matrix, query), lengths_of(matrix), strict=True) if n]


def wrong_axis(matrix, query):
    matrix, query = np.float64(matrix), np.float64(query)
    if matrix.shape[1] != len(query):
        raise ValueError
    columns = safe(np.sqrt((matrix**2).sum(axis=0)))
    return (matrix / columns @ query / (np.linalg.norm(query) or 1)).tolist()


def other_error(matrix, query):
    if np.shape(matrix)[1] != len(query):
        raise IndexError("not the same space")
    return right_cosines(matrix, query)


# ---- E5.3: neighbours ---------------------------------------------------------------------------


def table_of(matrix):
    return (np.float64(matrix) @ np.float64(matrix).T).round(6)


def keeps_itself(matrix, k):
    return [top_k(scores, k) for scores in table_of(matrix)]


def drops_the_first(matrix, k):
    return [top_k(scores, k + 1)[1:] for scores in table_of(matrix)]


def not_one_more(matrix, k):
    return [[n for n in top_k(s, k) if n != row] for row, s in enumerate(table_of(matrix))]


def not_cut(matrix, k):
    return [[n for n in top_k(s, k + 1) if n != row] for row, s in enumerate(table_of(matrix))]


def drops_cosine_one(matrix, k):
    return [[n for n in top_k(s, 99) if s[n] < 1][:k] for s in table_of(matrix)]


def own_score_zero(matrix, k):
    table = table_of(matrix)
    np.fill_diagonal(table, -1)
    found = []
    for row, scores in enumerate(np.abs(table)):
        found.append([n for n in top_k(scores, k + 1) if n != row][:k])
    return found


def not_rounded(matrix, k):
    table = np.float64(matrix) @ np.float64(matrix).T
    return [[n for n in top_k(s, k + 1) if n != row][:k] for row, s in enumerate(table)]


def farthest_first(matrix, k):
    table = -table_of(matrix)
    return [[n for n in top_k(s, len(s)) if n != row][:k] for row, s in enumerate(table)]


def ties_from_behind(matrix, k):
    found = []
    for row, scores in enumerate(table_of(matrix)):
        order = np.argsort(scores, kind="stable")[::-1].tolist()
        found.append([n for n in order if n != row][:k])
    return found


def right_neighbours(matrix, k):
    return [[n for n in top_k(s, k + 1) if n != row][:k] for row, s in enumerate(table_of(matrix))]


def with_scores(matrix, k):
    table = table_of(matrix)
    return [
        [(n, table[row][n]) for n in rows] for row, rows in enumerate(right_neighbours(matrix, k))
    ]


def one_flat_list(matrix, k):
    return [n for rows in right_neighbours(matrix, k) for n in rows]


def first_row_alone(matrix, k):
    return right_neighbours(matrix, k)[:1]


# ---- E5.4: fingerprint --------------------------------------------------------------------------


def sha(text):
    return hashlib.sha256(text.encode()).hexdigest()


def joined(model, texts):
    return sha(model + "".join(texts))


def joined_with_lines(model, texts):
    return sha("\n".join([model, *texts]))


def joined_with_commas(model, texts):
    return sha(",".join([model, *texts]))


def without_model(model, texts):
    return sha(json.dumps(texts))


def texts_sorted(model, texts):
    return sha(json.dumps([model, sorted(texts)]))


def as_a_set(model, texts):
    return sha(json.dumps([model, list(dict.fromkeys(texts))]))


def lengths_only(model, texts):
    return sha(json.dumps([model, [len(text) for text in texts]]))


def number_of_texts(model, texts):
    return sha(f"{model} {len(texts)}")


def model_glued(model, texts):
    return sha(model + json.dumps(texts)[2:])


def with_hash(model, texts):
    return sha(str(hash((model, *texts))))


_DAY = itertools.count()


def another_each_time(model, texts):
    return sha(json.dumps([model, texts, next(_DAY)]))


def not_a_string(model, texts):
    whole = [model, texts]
    return hashlib.sha256(whole.encode()).hexdigest()


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
        (numbers(g=256), "one-chunk"),
        (numbers(g=508), "marks"),
        (NUMBERS[:3], "seven"),
        (numbers(a=1), "a"),
        (numbers(g=1), "g"),
    ],
    "check_e5_2": [
        (as_it_was, "length"),
        (float_but_dot, "length"),
        (nan_for_zeros, "zero"),
        (rows_only, "query-length"),
        (query_only, "row-length"),
        (floats_too_late, "overflow"),
        (float32_is_too_small, "float32"),
        (no_root, "squared"),
        (right_cosines, "not-refused"),
        (rounded_to_two, "rounded"),
        (zero_rows_dropped, "row-missing"),
        (wrong_axis, "axis"),
        (other_error, "cut"),
    ],
    "check_e5_3": [
        (keeps_itself, "itself"),
        (drops_the_first, "itself"),
        (not_one_more, "too-few"),
        (not_cut, "uncut"),
        (drops_cosine_one, "twin-lost"),
        (own_score_zero, "opposite"),
        (not_rounded, "noise"),
        (farthest_first, "farthest"),
        (ties_from_behind, "ties"),
        (with_scores, "pairs"),
        (one_flat_list, "one-list"),
        (first_row_alone, "rows-missing"),
    ],
    "check_e5_4": [
        (joined, "borders"),
        (joined_with_lines, "separator"),
        (joined_with_commas, "separator"),
        (without_model, "model"),
        (texts_sorted, "order"),
        (as_a_set, "twice"),
        (lengths_only, "case"),
        (number_of_texts, "case"),
        (model_glued, "model-border"),
        (with_hash, "python-hash"),
        (another_each_time, "changes"),
        (not_a_string, "bytes"),
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
    ],
}
