"""Checks of lesson 05: cosines of any vectors, neighbours, fingerprints, files and token limits."""

import builtins
import itertools
import tempfile
from pathlib import Path

import numpy as np

from course_lib.checks import call, check_cases, check_value, failed, never_raises, same


def check_e5_1(numbers):
    """Check the seven predicted numbers."""
    right = [768_000, 768_000, 3_072_000, 5, 10, 2_000, 512]

    def at(place, *wrong):
        return lambda got, _: list(got)[place] in wrong

    rules = {
        "a": "each number of the query meets one of each row.",
        "b": "as many as for any other query?",
        "c": "how many numbers, and how many bytes each?",
        "d": "which chunks are left out of a dense search?",
        "e": "does a new chunk change the vectors of the others?",
        "f": "can vectors of two models be compared?",
        "g": "how many tokens of each of the two are read?",
    }
    hints = [
        (
            "seven",
            lambda got, _: not isinstance(got, (list, tuple)) or len(got) != 7,
            "Give a list of seven numbers, in the order a to g: numbers = [1, 2, 3, 4, 5, 6, 7].",
        ),
        (
            "chunks-only",
            at(0, 2_000, 384),
            "a: a dot product with one row is 384 products, and there are 2,000 rows.",
        ),
        (
            "words-of-the-query",
            at(1, 0, 3, 6_000),
            "b: the query is 384 numbers, whatever its words are, and none of them is 0.",
        ),
        ("bytes", at(2, 768_000), "c: these are the numbers. Each takes 4 bytes."),
        ("float64", at(2, 6_144_000), "c: these would be Python's numbers of 8 bytes."),
        (
            "no-hit",
            at(3, 0),
            "d: TF-IDF would find nothing. A dense vector has a cosine with every chunk.",
        ),
        (
            "all-chunks",
            at(3, 2_000),
            "d: k = 5 is asked for.",
        ),
        (
            "anew",
            at(4, 2_010, 2_000),
            "e: that is TF-IDF, where idf changes. Here each row depends on its own text only.",
        ),
        (
            "nothing-to-do",
            at(4, 0),
            "e: the new chunks need vectors, too.",
        ),
        (
            "same-shape",
            at(5, 0, 10),
            "f: the shape fits, the meaning of the numbers does not. All rows of the old model "
            "are useless to the new one.",
        ),
        (
            "with-new-ones",
            at(5, 2_010),
            "f: the chunks stay as they are here, 2,000 of them.",
        ),
        (
            "unread",
            at(6, 5_300, 5_256, 556),
            "g: behind the limit nothing has any influence, in both chunks.",
        ),
        ("one-chunk", at(6, 256), "g: that is one chunk; both together are asked for."),
        ("marks", at(6, 508, 516), "g: the two marks are among the 256."),
        *(
            (
                letter,
                lambda got, _, place=place: not same(right[place], list(got)[place]),
                f"{letter} is wrong (perhaps not alone): {sentence}",
            )
            for place, (letter, sentence) in enumerate(rules.items())
        ),
    ]
    return check_value("E5.1", numbers, right, hints)


def check_e5_2(cosines):
    """Check cosines of vectors of any length and type, worked out by hand."""
    half = 0.5**0.5
    cases = [
        ((np.array([[0.9, 0.1], [3.0, 3.0]]), np.array([2.0, 0.0])), [0.993884, half]),
        ((np.array([[3, 0], [0, 0], [1, 1]]), np.array([2, 0])), [1.0, 0.0, half]),
        ((np.array([[0.6, 0.8], [1.0, 0.0]]), np.array([3.0, 4.0])), [1.0, 0.6]),
        ((np.array([[2.0, 1.0, 0.0], [0.0, 3.0, 4.0]]), np.array([0.0, 0.0, 0.0])), [0.0, 0.0]),
        ((np.array([[100, 100], [100, -100]], np.int8), np.array([100, 100], np.int8)), [1.0, 0.0]),
        ((np.array([[200, 100], [100, 200]], np.uint8), np.array([200, 100], np.uint8)), [1, 0.8]),
        ((np.array([[300, 300]], np.float16), np.array([300, 300], np.float16)), [1.0]),
        ((np.array([[1e30, 1e30]]), np.array([1e30, 1e30])), [1.0]),
        ((np.array([[-1.0, 0.0], [0.0, -2.0]]), np.array([5.0, 0.0])), [-1.0, 0.0]),
        ((np.array([[1.0, 2.0, 2.0]]), np.array([1.0, 2.0])), ValueError),
        ((np.array([[1.0, 2.0, 2.0], [1.0, 0.0, 0.0]]), np.array([2.0])), ValueError),
    ]

    def parts(args):
        matrix, query = (np.float64(x) for x in args)
        rows, one = (np.sqrt((x**2).sum(axis=-1)) for x in (matrix, query))
        return matrix @ query, np.where(rows == 0, 1, rows), one or 1

    def gives(form):
        return lambda args, got, _: np.allclose(got, form(*parts(args)), atol=1e-6)

    hints = [
        (
            "float32",
            lambda args, got, _: np.abs(np.float64(args[0])).max() > 1e20,
            "float32 ends at 3.4e38, and the square of 1e30 is 1e60. Take float64.",
        ),
        (
            "zero",
            lambda args, got, _: np.isnan(np.float64(got)).any() and args[0].dtype != np.float16,
            "There is NaN, from 0 / 0. A vector of zeros has the cosine 0.0: divide by 1 there.",
        ),
        (
            "not-refused",
            lambda args, got, expected: (
                expected is ValueError and not isinstance(got, BaseException)
            ),
            "Matrix and query have different numbers of columns, and a result came. Compare "
            "matrix.shape[1] with len(query) first: NumPy repeats a query of one number.",
        ),
        (
            "cut",
            lambda args, got, expected: expected is ValueError and not isinstance(got, ValueError),
            "Matrix and query have different numbers of columns: raise ValueError.",
        ),
        (
            "overflow",
            lambda args, got, _: args[0].dtype in (np.int8, np.uint8, np.float16),
            "Numbers of a small type overflowed. Make both arguments float64 first of all; after "
            "the product (or the squares) it is too late.",
        ),
        (
            "length",
            gives(lambda dots, rows, query: dots),
            "This is the dot product: longer vectors win. Divide by both lengths.",
        ),
        (
            "query-length",
            gives(lambda dots, rows, query: dots / rows),
            "The rows are divided by their lengths. The query has one, too.",
        ),
        (
            "row-length",
            gives(lambda dots, rows, query: dots / query),
            "The query's length is taken out, those of the rows are not.",
        ),
        (
            "squared",
            gives(lambda dots, rows, query: dots / (rows * query) ** 2),
            "The length is the *root* of the sum of squares.",
        ),
        (
            "rounded",
            lambda args, got, expected: np.allclose(got, expected, atol=0.006),
            "Nearly. Do not round.",
        ),
        (
            "row-missing",
            lambda args, got, expected: len(got) < len(expected),
            "One cosine for each row, also for a row of zeros.",
        ),
        (
            "axis",
            lambda args, got, expected: len(got) == len(expected),
            "Check the lengths: one for each *row*, so the sum runs over axis 1.",
        ),
    ]
    return check_cases("E5.2", cosines, cases, hints)


def check_e5_3(more_like_this):
    """Check the neighbours of each row."""
    three = np.array([[1.0, 0.0], [0.0, 1.0], [0.6, 0.8]])
    twice = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0]])
    noise = np.array([[1.0, 0.0], [0.8 - 1e-8, 0.6], [0.8, -0.6]])
    cases = [
        ((three, 1), [[2], [2], [1]]),
        ((three, 2), [[2, 1], [2, 0], [1, 0]]),
        ((three, 9), [[2, 1], [2, 0], [1, 0]]),
        ((three.astype(np.float32), 1), [[2], [2], [1]]),
        ((twice, 1), [[2], [0], [0]]),
        ((twice, 2), [[2, 1], [0, 2], [0, 1]]),
        ((noise, 1), [[1], [0], [0]]),
        ((np.array([[0.0, 1.0]] * 4), 2), [[1, 2], [0, 2], [0, 1], [0, 1]]),
        ((np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0]]), 2), [[2, 1], [2, 0], [0, 1]]),
        ((three, 0), [[], [], []]),
        ((np.array([[1.0, 0.0]]), 3), [[]]),
    ]

    def every(got):
        return [row for rows in got for row in rows]

    hints = [
        (
            "pairs",
            lambda args, got, _: any(isinstance(x, (tuple, list, float)) for x in every(got)),
            "Give row numbers alone, a list of them for each row.",
        ),
        (
            "one-list",
            lambda args, got, expected: any(isinstance(rows, int) for rows in got),
            "Give a list for each row, also where it holds one neighbour.",
        ),
        (
            "rows-missing",
            lambda args, got, expected: len(got) != len(expected),
            "There must be one list for each row of the matrix.",
        ),
        (
            "itself",
            lambda args, got, _: any(row in rows for row, rows in enumerate(got)),
            "A row is its own neighbour here. Leave it out by its *number*: if a text stands there "
            "twice, the row itself need not be the first.",
        ),
        (
            "uncut",
            lambda args, got, _: any(len(rows) > args[1] for rows in got),
            "These are more than k neighbours.",
        ),
        (
            "twin-lost",
            lambda args, got, expected: any(
                n not in rows and (args[0][n] == args[0][row]).all()
                for row, rows in enumerate(got)
                for n in expected[row]
            ),
            "An equal row is missing. It has the cosine 1 with this one, yet is another chunk: "
            "leave out the row's own number only.",
        ),
        (
            "too-few",
            lambda args, got, expected: any(
                len(a) < len(b) for a, b in zip(got, expected, strict=True)
            ),
            "Neighbours are missing. One of the first k may be the row itself: ask for one more.",
        ),
        (
            "opposite",
            lambda args, got, _: args[0].min() == -1 and args[1] == 2,
            "A cosine below 0 is still a cosine: -1 is the farthest, behind 0. Is a row's own "
            "score set to 0 or -1, or the sign dropped?",
        ),
        (
            "noise",
            lambda args, got, _: (args[0] == noise).all(),
            "Two cosines that are equal to 6 decimals are a tie, and ties go by row. Round first.",
        ),
        (
            "farthest",
            lambda args, got, _: args[1] == 1 and got == [[1], [0], [0]],
            "The farthest come first. The highest cosine belongs first.",
        ),
        (
            "ties",
            lambda args, got, expected: (
                [sorted(a) for a in got] == [sorted(b) for b in expected] or len(every(got)) > 0
            ),
            "Equal cosines go by row, the smaller number first.",
        ),
    ]
    return check_cases("E5.3", more_like_this, cases, hints)


@never_raises
def check_e5_4(fingerprint):
    """Check that a fingerprint is the same where it should be, and nowhere else."""
    a = ("m", ["a", "b"])
    cases = [
        ((a, ("m", ["a", "b"])), True),
        ((a, ("n", ["a", "b"])), False),
        ((a, ("m", ["a", "B"])), False),
        ((a, ("m", ["b", "a"])), False),
        ((("m", ["ab", "c"]), ("m", ["a", "bc"])), False),
        ((a, ("m", ["a b"])), False),
        ((a, ("m", ["a\nb"])), False),
        *(
            ((a, ("m", [f"a{sign}b"])), False)
            for sign in ("", ",", ", ", "|", ";", "\t", "\0", "#", "-", "\n\n", "', '", '", "')
        ),
        ((("m", ["a"]), ("m", ["a", "a"])), False),
        ((("ma", ["b"]), ("m", ["ab"])), False),
        ((("m", ["a"]), ("a", ["m"])), False),
        ((("m", []), ("m", [""])), False),
        ((("m", ["größe"]), ("m", ["größe"])), True),
    ]

    def equal(one, two):
        return fingerprint(*one) == fingerprint(*two)

    def values(args, place):
        return [x[place] for x in args]

    hints = [
        (
            "changes",
            lambda args, got, expected: expected is True and got is False,
            "The same input gives another fingerprint each time.",
        ),
        (
            "model",
            lambda args, got, _: got is True and args[0][1] == args[1][1],
            "Another model, the same fingerprint. Its name belongs into the hash.",
        ),
        (
            "order",
            lambda args, got, _: (
                got is True
                and sorted(args[0][1]) == sorted(args[1][1])
                and args[0][1] != args[1][1]
            ),
            "The order of the texts is lost. Vectors stand in rows, so it matters.",
        ),
        (
            "twice",
            lambda args, got, _: got is True and set(args[0][1]) == set(args[1][1]),
            "A text that stands there twice has two rows. Hash the list, not a set.",
        ),
        (
            "case",
            lambda args, got, _: got is True and args[1][1] == ["a", "B"],
            "A letter has changed, or only the number and length of the texts count here. Hash all "
            "of every text.",
        ),
        (
            "borders",
            lambda args, got, _: got is True and "".join(args[0][1]) == "".join(args[1][1]),
            "The borders between the texts are lost: the same letters, cut otherwise.",
        ),
        (
            "model-border",
            lambda args, got, _: got is True and len(set(values(args, 0))) == 2,
            "Model and texts run into each other, or change places.",
        ),
        (
            "separator",
            lambda args, got, _: got is True,
            "Your separator can be part of a text: two texts, or one that holds it? json.dumps "
            "marks each text's borders so that no text can imitate them.",
        ),
        (
            "bytes",
            lambda args, got, _: isinstance(got, (AttributeError, TypeError)),
            "`whole` must be one string: the last line encodes it.",
        ),
    ]
    if not callable(fingerprint):
        return check_cases("E5.4", fingerprint, [])
    asked, pythons = [], builtins.hash
    builtins.hash = lambda value: asked.append(1) or pythons(value)
    try:
        call(fingerprint, "m", ["a"])
    finally:
        builtins.hash = pythons
    if asked:
        sentence = "Python's hash() of a string is another number in each process. Leave it out."
        return failed("E5.4", "python-hash", sentence)
    return check_cases("E5.4", equal, cases, hints)


class _Encoder:
    """Stands for a model: rows that depend on name and text, and a count of its work."""

    def __init__(self, name="model-a"):
        self.name, self.asked = name, 0

    def encode_documents(self, texts):
        self.asked += 1
        return self.rows(texts)

    def rows(self, texts):
        rows = [[len(text), sum(map(ord, text)), len(self.name + text) % 7] for text in texts]
        return np.array(rows, np.float32).reshape(len(texts), 3) + (self.name == "model-b")


A, B = ["red pump", "blue valve", "green"], ["blue valve", "red pump", "green"]
C = ["red pump", "blue valwe", "green"]


def _no_change(folder):
    """Between two starts nothing happens."""


def _cut(folder):
    path = folder / "matrix.npy"
    path.write_bytes(path.read_bytes()[:-9])


def _empty(folder):
    (folder / "matrix.npy").write_bytes(b"")


def _no_matrix(folder):
    (folder / "matrix.npy").unlink()


def _no_key(folder):
    (folder / "key.txt").unlink()


_STORIES = {  # story: what is started, what happens after the first start, encodings expected
    "one start in an empty folder": (["A"], _no_change, 1),
    "two starts, nothing changed": (["A", "A"], _no_change, 1),
    "the texts in another order": (["A", "B"], _no_change, 2),
    "one letter of a text changed": (["A", "C"], _no_change, 2),
    "another model, the same texts": (["A", "A model-b"], _no_change, 2),
    "texts changed, then started again": (["A", "B", "B"], _no_change, 2),
    "texts changed and changed back": (["A", "C", "A"], _no_change, 3),
    "matrix.npy was cut off, two more starts": (["A", "A", "A"], _cut, 2),
    "matrix.npy is an empty file": (["A", "A"], _empty, 2),
    "matrix.npy is gone": (["A", "A"], _no_matrix, 2),
    "key.txt is gone": (["A", "A"], _no_key, 2),
    "the disk is full while matrix.npy of new texts is saved, then started again": (
        ["A", "B full", "B"],
        _no_change,
        3,
    ),
    "the power fails when matrix.npy of new texts is saved, then a start with the old texts": (
        ["A", "B power", "A"],
        _no_change,
        None,  # who keeps the old pair whole need not encode again
    ),
}


def check_e5_5(vectors_for):
    """Check what is loaded and what is encoded, in small stories."""

    def play(story):
        starts, happens, n = _STORIES[story]
        models = {name: _Encoder(name) for name in ("model-a", "model-b")}
        rows = []
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for number, start in enumerate(starts):
                texts = {"A": A, "B": B, "C": C}[start[0]]
                encoder = models["model-b" if "model-b" in start else "model-a"]
                if start.endswith(("full", "power")):
                    saved = start.endswith("power")
                    _with_failing_save(saved, vectors_for, list(texts), encoder, folder)
                    continue
                got = vectors_for(list(texts), encoder, folder)
                rows.append(got is not None and np.array_equal(got, encoder.rows(texts)))
                files = sorted(path.name for path in folder.iterdir())
                if not number and files != ["key.txt", "matrix.npy"]:
                    return f"files in the folder: {files}"
                if not number:
                    happens(folder)
        return rows, n and sum(encoder.asked for encoder in models.values())

    cases = [
        (story, ([True] * sum(not s.endswith(("full", "power")) for s in starts), n))
        for story, (starts, _, n) in _STORIES.items()
    ]

    def told(word, *, right=None):
        def holds(args, got, expected):
            wrong_rows = isinstance(got, tuple) and not all(got[0])
            return word in args[0] and (right is None or wrong_rows is not right)

        return holds

    hints = [
        (
            "files",
            lambda args, got, _: isinstance(got, str),
            'After a start the folder must hold "matrix.npy" and "key.txt", and nothing else.',
        ),
        (
            "none",
            lambda args, got, _: args[0].startswith("one start"),
            "Give back the matrix that the encoder made.",
        ),
        (
            "not-kept",
            lambda args, got, expected: (
                args[0].startswith("two starts") and isinstance(got, tuple) and got[1] > expected[1]
            ),
            "Nothing has changed, and it encodes again. Ask the key first; encode only if it does "
            "not fit.",
        ),
        (
            "cut-file",
            lambda args, got, _: "cut off" in args[0] or "empty file" in args[0],
            "A matrix that cannot be read counts as not there: catch ValueError, EOFError and "
            "OSError around np.load, then encode and save.",
        ),
        (
            "file-gone",
            lambda args, got, _: "is gone" in args[0],
            "Only one of the two files is there. Treat it as if there were none, and encode.",
        ),
        (
            "key-first",
            told("full", right=False),
            "A new key stood beside the old matrix: it fits, and the vectors are wrong. Write the "
            "key last.",
        ),
        (
            "old-key",
            told("power"),
            "The old key stood beside the new matrix: it fits the old texts, and the vectors are "
            "wrong. Delete the old key before you save the matrix.",
        ),
        (
            "stale-model",
            told("model", right=False),
            "The vectors of another model came back. The model's name belongs to the key.",
        ),
        (
            "stale-order",
            told("order", right=False),
            "The texts stand in another order, and the rows do not. The shape says nothing about "
            "that: compare the key.",
        ),
        (
            "stale-text",
            told("letter", right=False),
            "A text has changed, its vector has not. Compare the key of all texts.",
        ),
        (
            "not-renewed",
            told("changed"),
            "After a change *both* files must be written anew, matrix and key.",
        ),
    ]
    if not callable(vectors_for):
        return check_cases("E5.5", vectors_for, [])
    return check_cases("E5.5", play, cases, hints)


def _with_failing_save(saved, function, *args):
    """Call a function while np.save fails: before it saves, or right after."""

    def fails(*args, **kwargs):
        if saved:
            save(*args, **kwargs)
            raise OSError("the power failed")
        raise OSError("no space left on device")

    save, np.save = np.save, fails
    try:
        call(function, *args)
    finally:
        np.save = save


class _Count:
    """A count of tokens for the check: it shows how it counts."""

    def __init__(self, how, function):
        self.how, self.function = how, function

    def __call__(self, text):
        return self.function(text)

    def __repr__(self):
        return self.how


def check_e5_6(fit_pieces):
    """Check packing by tokens."""
    words = _Count("number of words", lambda text: len(text.split()))
    marks = _Count("number of words + 2", lambda text: len(text.split()) + 2)
    letters = _Count("number of characters", len)
    cases = [
        ((["a b", "c", "d", "e f g h"], words, 3), ["a b c", "d", "e f g h"]),
        ((["a b", "c d"], words, 4), ["a b c d"]),
        ((["a b", "c d", "e"], words, 3), ["a b", "c d e"]),
        ((["a", "b", "c"], marks, 4), ["a b", "c"]),
        ((["ab", "cd", "e"], letters, 4), ["ab", "cd e"]),
        ((["a", "b c d e", "f"], words, 3), ["a", "b c d e", "f"]),
        ((["a b c d", "e", "f"], words, 2), ["a b c d", "e f"]),
        ((["a b", "c d e", "f"], words, 3), ["a b", "c d e", "f"]),
        ((["one"], words, 9), ["one"]),
        (([], words, 3), []),
    ]

    def pieces_in(got):
        return " ".join(got).split()

    def ends(texts):
        """After how many words a text ends."""
        return set(itertools.accumulate(len(text.split()) for text in texts))

    def below(pieces, count, limit):
        chunks = []
        for piece in pieces:
            joined = f"{chunks[-1]} {piece}" if chunks else piece
            fits = chunks and count(joined) < limit
            chunks[-1 if fits else len(chunks) :] = [joined if fits else piece]
        return chunks

    hints = [
        (
            "no-first",
            lambda args, got, _: isinstance(got, IndexError),
            "There is no chunk yet when the first piece comes. It begins one.",
        ),
        (
            "joined-tightly",
            lambda args, got, _: (
                ("".join(got) == "".join(args[0]) and len(got) != len(args[0]))
                or any("  " in x or x != x.strip() for x in got)
            ),
            "Join pieces with one blank, no more and no less.",
        ),
        (
            "empty-chunk",
            lambda args, got, _: any(not text.strip() for text in got),
            "There is an empty chunk. Begin with an empty list, and a chunk when a piece comes.",
        ),
        (
            "cut-apart",
            lambda args, got, _: (
                pieces_in(got) == pieces_in(args[0]) and not ends(got) <= ends(args[0])
            ),
            "A piece was cut. Pieces stay whole, also one above the limit.",
        ),
        (
            "lost",
            lambda args, got, _: len(pieces_in(got)) < len(pieces_in(args[0])),
            "Text is missing. Is the last chunk kept when the loop ends, and a piece above the "
            "limit, too?",
        ),
        (
            "order",
            lambda args, got, _: pieces_in(got) != pieces_in(args[0]),
            "The pieces have changed places, or come twice. Only the *last* chunk may grow.",
        ),
        (
            "too-long",
            lambda args, got, _: any(args[1](x) > args[2] and x not in args[0] for x in got),
            "A chunk of several pieces is above the limit. Count the joined text, with its blank, "
            "before you join.",
        ),
        (
            "marks",
            lambda args, got, _: args[1].how.endswith("2"),
            "Two counts were added: each text has its own two marks, the joined one only two in "
            "all. Count the joined text.",
        ),
        (
            "at-most",
            lambda args, got, _: list(got) == below(*args) != args[0],
            "At most `limit` tokens: exactly so many are fine.",
        ),
        (
            "unpacked",
            lambda args, got, _: list(got) == args[0],
            "Nothing was joined. A piece joins the last chunk if both fit together.",
        ),
        (
            "room-left",
            lambda args, got, expected: len(got) > len(expected),
            "Too many chunks. A piece joins the last chunk if both fit together.",
        ),
    ]
    return check_cases("E5.6", fit_pieces, cases, hints)
