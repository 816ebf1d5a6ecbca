"""Checks of lesson 05: costs, pairs and their cosines, fingerprints, files and token limits."""

import hashlib
import itertools
import json
import re
import tempfile
from pathlib import Path

import numpy as np

from course_lib.checks import call, check_cases, check_value, same


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
            at(6, 5_300),
            "g: behind the limit nothing has any influence, in both chunks.",
        ),
        (
            "one-capped",
            at(6, 5_256, 556),
            "g: one of the two is cut at the limit here, the other is not.",
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


def check_e5_2(higher):
    """Check which of two sentences stands higher, and in what the model is wrong there."""
    right = ["B not", "A number", "A ok", "B order", "B ok", "A number", "B not", "A order"]
    ways = {"ok", "not", "number", "order"}

    def parts(got):
        return [" ".join(answer.upper().split()).split(" ") for answer in got]

    def letters(got):
        return "".join(letter for letter, _ in parts(got))

    def words(got):
        return [way.lower() for _, way in parts(got)]

    def taken_for_ok(got):
        return [w == "ok" for w in words(got)]

    def fits(expected, got):
        return parts(got) == parts(expected)

    hints = [
        (
            "shape",
            lambda got, _: (
                not (
                    isinstance(got, (list, tuple))
                    and len(got) == 8
                    and all(isinstance(x, str) for x in got)
                    and all(len(x) == 2 and x[0] in "AB" for x in parts(got))
                    and {*words(got)} <= ways
                )
            ),
            "Give a list of eight texts, each A or B, a blank, and ok, not, number or order.",
        ),
        (
            "meaning",
            lambda got, _: letters(got) in ("AABABBAB", "ABABBBAB"),
            "You took the sentence that means the same, nearly always. The cosine does not know: "
            "what do the two sentences share with the first?",
        ),
        (
            "all-words",
            lambda got, _: letters(got) == "BAABAABA",
            'All but one. Counting shared words is not all: "your" and "was" are no topic.',
        ),
        (
            "letters",
            lambda got, expected: letters(got) != letters(expected),
            "Not all letters are right. Ask for each what the sentence is about, as if small "
            'words, digits and the order were blotted out, and see section 4, "To predict".',
        ),
        (
            "never-ok",
            lambda got, _: "ok" not in words(got),
            "The letters are right. But the model is not always wrong: sometimes the higher one "
            "means the same as the sentence.",
        ),
        (
            "trusting",
            lambda got, expected: (
                sum(taken_for_ok(got)) > 2 or taken_for_ok(got) != taken_for_ok(expected)
            ),
            "The letters are right. Read the sentence and the *higher* one alone: does somebody "
            "who acts on it do the same? Only then it is ok.",
        ),
        (
            "way",
            lambda got, expected: words(got) != words(expected),
            "The letters are right, and so is every ok. Look again at what the higher one "
            'changes: a code counts as a number, "never" as a negation.',
        ),
    ]
    return check_value("E5.2", higher, right, hints, equal=fits)


def check_e5_3(near_but_different):
    """Check pairs of rows that are near and hold different numbers."""
    four = np.array([[1.0, 0.0], [0.8, 0.6], [0.6, 0.8], [0.0, 1.0]])
    days = ["paid in 5 days", "paid in 50 days", "within 50 days", "dogs"]
    noise = np.array([[1.0, 0.0], [0.8 - 1e-8, 0.6], [0.8, -0.6]])
    three = np.array([[1.0, 0.0]] * 3)
    cases = [
        ((four, days, 0.5), [(0, 1), (2, 3), (0, 2), (1, 3)]),
        ((four, days, 0.8), [(0, 1), (2, 3)]),
        ((four, days, 0.9), []),
        ((four.astype(np.float32), days, 0.7), [(0, 1), (2, 3)]),
        ((four, ["E24", "E42", "42 and 42", "24"], 0.5), [(0, 1), (2, 3), (0, 2), (1, 3)]),
        ((three, ["1 then 2", "2 then 1", "2, 1, 2"], 0.5), []),
        ((three, ["no", "12", "1 and 2"], 1.0), [(0, 1), (0, 2), (1, 2)]),
        ((noise, ["a 1", "b 2", "c 3"], 0.8), [(0, 1), (0, 2)]),
        ((-four[[0, 1, 3]] * [[1], [-1], [1]], ["1", "2", "3"], -1.0), [(0, 2), (1, 2), (0, 1)]),
        ((four[:1], ["5"], 0.0), []),
        ((three[:2], ["2024: 5 days", "2024: 50 days"], 0.9), [(0, 1)]),
    ]

    def plain(got):
        return [tuple(pair) for pair in got]

    def both_hold_some(args, pairs):
        return [pair for pair in pairs if all(re.search(r"\d", args[1][n]) for n in pair)]

    hints = [
        (
            "scores",
            lambda args, got, _: any(
                len(pair) != 2 or any(isinstance(n, (float, str)) for n in pair) for pair in got
            ),
            "Give pairs of row numbers alone.",
        ),
        (
            "itself",
            lambda args, got, _: any(i == j for i, j in got),
            "A row is paired with itself. Only i < j counts.",
        ),
        (
            "both-ways",
            lambda args, got, _: any(i > j for i, j in got),
            "A pair comes with the larger row first, or both ways round. Only i < j counts.",
        ),
        (
            "above",
            lambda args, got, _: (args[0] is not noise) and args[2] == 0.8 and not got,
            "At least `border`: a cosine that is exactly the border is in.",
        ),
        (
            "noise",
            lambda args, got, expected: args[1][0] == "a 1" and plain(got) != expected,
            "Round to 6 decimals first: both cosines here are the border to 6 decimals, and equal.",
        ),
        (
            "no-numbers",
            lambda args, got, expected: plain(got) == both_hold_some(args, expected) != expected,
            "A text without numbers differs from one that holds some.",
        ),
        (
            "same-numbers",
            lambda args, got, _: any(
                {*re.findall(r"\d+", args[1][i])} == {*re.findall(r"\d+", args[1][j])}
                for i, j in got
            ),
            "These hold the same numbers. Compare the *sets* of the two texts: order and "
            "repeats do not count.",
        ),
        (
            "too-far",
            lambda args, got, expected: {*plain(got)} > {*expected},
            "A pair is below the border.",
        ),
        (
            "lost",
            lambda args, got, expected: {*plain(got)} < {*expected},
            "A pair is missing. Different are two sets that are not equal, even if they share "
            "a number, or if one has none; and a cosine may be below 0.",
        ),
        (
            "lowest-first",
            lambda args, got, expected: args[2] == 0.5 and plain(got)[:2] == [(0, 2), (1, 3)],
            "The lowest cosine comes first here. The highest belongs first.",
        ),
        (
            "order",
            lambda args, got, expected: {*plain(got)} == {*expected},
            "The right pairs in another order: highest cosine first, equal ones by i, then by j.",
        ),
    ]
    return check_cases("E5.3", near_but_different, cases, hints)


def check_e5_4(fooled):
    """Check that each pair of lists has the same fingerprint, where there is such a pair."""
    hashed = {
        "joined": lambda texts: "m" + "".join(texts),
        "sizes": lambda texts: f"m {[len(text) for text in texts]}",
        "listed": lambda texts: json.dumps(["m", texts]),
        "sorted": lambda texts: json.dumps(["m", *sorted(texts)]),
        "lines": lambda texts: "\n".join(["m", *texts]),
    }
    sound = "listed"

    def lists(got, name):
        return [list(texts) for texts in got[name]]

    def given(got):
        return [name for name in hashed if got[name] is not None]

    def two_texts(pair):
        return len(pair) == 2 and all(
            isinstance(texts, (list, tuple))
            and len(texts) == 2
            and all(isinstance(text, str) for text in texts)
            for texts in pair
        )

    def fools(got, name):
        return name in fooled_by(got, name)

    def fooled_by(got, name):
        one, two = lists(got, name)
        return [
            other for other in hashed if one != two and hashed[other](one) == hashed[other](two)
        ]

    def right(_, got):
        pairs = [name for name in hashed if name != sound]
        return (
            {*got} == {*hashed}
            and got[sound] is None
            and all(two_texts(got[name]) and fooled_by(got, name) == [name] for name in pairs)
        )

    advice = {
        "joined": "Where does the first text end and the second begin? The string does not say.",
        "sizes": "Only lengths stand in its string.",
        "listed": "Borders, order and every letter stand in its string. Can two lists give one?",
        "sorted": "What does sorting forget?",
        "lines": "A text may hold the sign that stands between two texts, too.",
    }
    hints = [
        (
            "names",
            lambda got, _: not isinstance(got, dict) or {*got} != {*hashed},
            "Give a dict with the five names: joined, sizes, listed, sorted, lines.",
        ),
        (
            "two-texts",
            lambda got, _: not all(two_texts(got[name]) for name in given(got)),
            'Each value is None or a pair of lists with two texts each: (["a", "b"], ["c", "d"]).',
        ),
        (
            "equal",
            lambda got, _: any(one == two for one, two in (lists(got, n) for n in given(got))),
            "The two lists of a pair are equal, so of course their fingerprints are.",
        ),
        (
            "all-fooled",
            lambda got, _: len(given(got)) == 5,
            "One of the five cannot be fooled. Which string can be read back, whatever the texts?",
        ),
        *(
            (
                f"not-{name}",
                lambda got, _, name=name: got[name] is not None and not fools(got, name),
                f"{name}: it tells these two lists apart. {sentence}",
            )
            for name, sentence in advice.items()
        ),
        *(
            (
                f"none-{name}",
                lambda got, _, name=name: got[name] is None,
                f"{name}: it can be fooled. {sentence}",
            )
            for name, sentence in advice.items()
            if name != sound
        ),
        *(
            (
                f"another-than-{name}",
                lambda got, _, name=name: fooled_by(got, name) != [name],
                f"{name}: this pair fools another of the five as well, so nobody can say which "
                f"fault it shows. {sentence} Let the two lists differ in that alone.",
            )
            for name, sentence in advice.items()
            if name != sound
        ),
    ]
    return check_value("E5.4", fooled, None, hints, equal=right)


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


def _key_of(model, texts):
    return hashlib.sha256(json.dumps([model, texts]).encode()).hexdigest()


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


_READ = "one start, then somebody reads key.txt"
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
        starts, happens, n = _STORIES.get(story, (["A"], _no_change, 1))
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
                if story == _READ:
                    key = (folder / "key.txt").read_text(encoding="utf-8").strip()
                    return "its key" if key == _key_of(encoder.name, texts) else key
                if not number:
                    happens(folder)
        return rows, n and sum(encoder.asked for encoder in models.values())

    cases = [
        (story, ([True] * sum(not s.endswith(("full", "power")) for s in starts), n))
        for story, (starts, _, n) in _STORIES.items()
    ]
    cases.append((_READ, "its key"))

    def told(word, *, right=None):
        def holds(args, got, expected):
            wrong_rows = isinstance(got, tuple) and not all(got[0])
            return word in args[0] and (right is None or wrong_rows is not right)

        return holds

    hints = [
        (
            "other-key",
            lambda args, got, _: args[0] == _READ and isinstance(got, str),
            "The key is another one than key_of(encoder.name, texts). Python's own hash gives "
            "another number in each new process, and a short key may fit by chance.",
        ),
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
            "no-pieces",
            lambda args, got, _: args[0] == [],
            "Without pieces there are no chunks: give an empty list.",
        ),
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
