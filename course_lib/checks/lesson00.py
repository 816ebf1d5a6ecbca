"""Checks of lesson 00, and the careful reader who comments on answers that the learner types."""

import functools
import re

from course_lib.checks import (
    call,
    check_cases,
    check_properties,
    check_value,
    failed,
    never_raises,
    not_done,
    passed,
    show,
)

REFUSAL = "I don't know based on the provided context."
LETTER_BY_LETTER = f"The refusal is this sentence, letter by letter, full stop included: {REFUSAL}"


# ---- the careful reader -------------------------------------------------------------------------

# question: (what proves the answer, words that an answer may hold, a right answer)
FACTS = {
    "Can my dog stay in the car during the crossing?": (
        "the car deck is locked",
        ("no", "not", "never", "nobody", "cannot", "forbidden", "prohibited", "locked", "leave"),
        "No, the car deck is locked.",
    ),
    "How much does a dog ticket cost?": (None, (), REFUSAL),
    "Is it cheaper to book on the web?": (
        "The web shop adds a fee",
        (
            *("no", "not", "never", "fee", "extra", "more", "dearer", "expensive", "surcharge"),
            *("1.50", "window is cheaper", "cheaper at the window", "less at the window"),
        ),
        "No, the web shop adds a fee.",
    ),
}
# Words that say nothing new, in whatever source.
PLAIN = """
a all allowed also always an and any are as at be because but buying by can cannot cost costs do
does due every everybody everyone expensive extra first for forbidden from has have if in is it
its leave less locked may more must need needs never no none not of on one online only or out
outside passenger pay pays people permitted possible prohibited should since so surcharge than
that the them there therefore they this to up was were when which while will with would you your
"""


def word_list(text):
    """The words of a text in small letters: "Don’t, 1,50!" -> ["don't", "1.50"].  Helper."""
    text = re.sub(r"(\d),(?=\d)", r"\1.", straight(text))
    return re.findall(r"\w+(?:[.'-]\w+)*", text.casefold())


def straight(text):
    """The text with each curly apostrophe as a straight one.  Helper."""
    return text.replace("’", "'")


def read_answer(answer, question, sources):
    """Comment on a typed answer: (key, sentence); the key is "right" or names what was missed.

    It knows the three questions in FACTS and nothing else, and says so; where the proof of an
    answer stands is looked up in ``sources``, a list of texts. Used in: 00.

    >>> dog = "Can my dog stay in the car during the crossing?"
    >>> sources = ["Web.", "Nobody stays below: the car deck is locked."]
    >>> read_answer("Dogs aren't allowed there. [Source 2]", dog, sources)[0]
    'right'
    >>> read_answer("No bananas. [Source 2]", dog, sources)[0]
    'unsure'
    >>> read_answer("No. [Source 1]", dog, sources)[0], read_answer(REFUSAL, dog, sources)[0]
    ('wrong-source', 'refused')
    >>> read_answer("No. [Source 1]", dog, ["Web."])[0], read_answer(REFUSAL, dog, ["Web."])[0]
    ('made-up', 'right')
    """
    if not isinstance(answer, str) or not answer.strip():
        return "no-text", "An answer is a text in quotes."
    cited = {int(number) for number in re.findall(r"\[source +(\d+)\]", answer, re.I)}
    said = word_list(re.sub(r"\[source +\d+\]", "", answer, flags=re.I))
    if question not in FACTS:
        return "unknown", (
            "I know only the three questions of the lesson. Be your own careful reader: put a"
            " finger on the words of the source that prove your answer."
        )
    proof, expected, model = FACTS[question]
    places = [n for n, text in enumerate(sources, 1) if proof and proof in text]
    answer = straight(answer.strip())
    if answer == REFUSAL and places:
        return "refused", "I find the answer in one of these sources. Read all of them once more."
    if answer == REFUSAL:
        return "right", "I find nothing that answers it, either. A made-up answer could mislead."
    if re.search(r"\b(don't|do not) know\b", " ".join(said)):
        return "half-refusal", LETTER_BY_LETTER
    if not places:
        return "made-up", (
            "I find nothing in these sources that proves this. (I know the texts as they were"
            " printed at first.) If you find nothing, either, then write the refusal, the last line"
            " of the rules, word for word."
        )
    if not cited:
        return "no-citation", "Where does it stand? End with [Source n], n being its number."
    if cited != {places[0]}:
        return "wrong-source", "Open each source that you cite: does it prove the answer by itself?"
    right_place = f"Source {places[0]} is the right place."
    compare = f"Compare yourself with: {model} [Source {places[0]}]"
    if "yes" in said:
        return "unsure", f"{right_place} You say yes; I do not find that there. {compare}"
    line = f" {' '.join(said)} "
    if "n't " not in line and not any(f" {words} " in line for words in expected):
        looked = f"I looked in your answer for one of {', '.join(expected)} and found none."
        return "unsure", f"{right_place} {looked} {compare}"
    known = set(word_list(" ".join([PLAIN, question, sources[places[0] - 1]])))
    new = [w for w in said if not {w, w.rstrip("s"), w + "s"} & known and not w.endswith("n't")]
    if new:
        new = f"These words are not in it: {', '.join(new)}. Do they only say the same?"
        return "unsure", f"{right_place} {new} {compare}"
    return "right", f"{right_place} I find nothing against your answer. {compare}"


def careful_reader(answer, question, sources):
    """Print what a careful reader says about the answer to a question of the lesson."""
    if answer is None or answer is ...:
        print("no answer yet: write yours in place of None, in quotes, and run this cell again")
    else:
        print(read_answer(answer, question, sources)[1])


# ---- the checks ---------------------------------------------------------------------------------


def raised(got):
    """Is this an exception instead of a result?  Helper."""
    return isinstance(got, BaseException)


def check_e0_1(answer):
    """Check three counts by whole words, three by letters, and the order that follows from each."""
    words, letters = (2, 3, 2), (4, 3, 2)

    def order(counts):
        return "".join(sorted("ABC", key=lambda name: -counts["ABC".index(name)]))

    hints = [
        (
            "four",
            lambda got, _: (
                len(got) != 4
                or not all(type(n) is int for part in got[:2] for n in part)
                or [len(part) for part in got] != [3, 3, 3, 3]
                or not all(isinstance(part, str) for part in got[2:])
            ),
            "Give three whole numbers, three whole numbers, and twice three letters such as 'CAB'.",
        ),
        (
            "substring",
            lambda got, _: got[0] == letters,
            "Whole words first: letters inside a longer word do not count there.",
        ),
        (
            "longer-words",
            lambda got, _: got[0][0] == 3,
            '"cart" and "shown" are other words than "art" and "show".',
        ),
        (
            "capitals",
            lambda got, _: got[0] == (2, 2, 2) or (got[0] == words and got[1][1] == 2),
            'Capitals do not matter: "Art" and "art" are the same word.',
        ),
        ("words", lambda got, _: got[0] != words, "Whole words: write the shared ones under each."),
        (
            "letters",
            lambda got, _: got[1] == words,
            "By letters you counted whole words again: look inside the longer words, too.",
        ),
        (
            "inside",
            lambda got, _: got[1][0] == 3,
            'By letters A has one more: look inside "cart" and inside "shown".',
        ),
        (
            "count-letters",
            lambda got, _: got[1] != letters,
            "By letters: go through the five words of the question, one by one, for each text.",
        ),
        (
            "twice",
            lambda got, _: any(sorted(part) != ["A", "B", "C"] for part in got[2:]),
            "An order holds each of the three letters once.",
        ),
        (
            "tie",
            lambda got, _: got[2] == "BCA",
            "Two texts share the same number of words. Which of them stands earlier?",
        ),
        ("order", lambda got, _: True, "Your counts are right. The highest comes first."),
    ]
    if isinstance(answer, (tuple, list)) and not any(x is None or x is ... for x in answer):
        answer = tuple(x.strip().upper() if isinstance(x, str) else x for x in answer)
        answer = tuple(tuple(x) if isinstance(x, list) else x for x in answer)
    shape = [("four", lambda got, _: not isinstance(got, tuple), hints[0][2])]
    # Anything unexpected in the first predicate (no length, say) is the wrong form, too.
    first = hints[0][1]
    hints[0] = ("four", lambda got, _: call(first, got, None).value is not False, hints[0][2])
    expected = (words, letters, order(words), order(letters))
    return check_value("E0.1", answer, expected, shape + hints)


def check_e0_2(shared_words):
    """Check the function with one line missing, on texts counted by hand."""
    cases = [
        (
            (
                "Is the cart free, today?",
                "Free today: the big cart down at quay one, two and three.",
            ),
            4,
        ),
        (("Where is the art?", "A cart waits at the start of a quay."), 1),
        (("the dog, the DOG", "No dog."), 1),
        (("dog", "Dog, dog and dog!"), 1),
        (("Is SOUP hot?", "No soup."), 1),
        (("May a horse come?", "Sheep travel below."), 0),
        (("", "Anything."), 0),
    ]

    def clean(text):
        return {word.strip(".,:;?!").lower() for word in text.split()}

    def gives(operation):
        # In the first case each of these operations gives another number.
        return lambda args, got, _: args == cases[0][0] and got == operation(*map(clean, args))

    hints = [
        (
            "texts",
            lambda args, got, _: isinstance(got, TypeError) and "unsupported operand" in str(got),
            "& works on sets, and question and text are texts: words(…) makes a set of each.",
        ),
        (
            "name",
            lambda args, got, _: isinstance(got, NameError),
            "A name that does not exist here. The function that you may use is called words.",
        ),
        (
            "number",
            lambda args, got, _: not raised(got) and got is not None and type(got) is not int,
            "Give back how many: one number.",
        ),
        ("one-side", gives(lambda q, t: len(q)), "It counts the question alone, without the text."),
        ("one-side", gives(lambda q, t: len(t)), "It counts the text alone, without the question."),
        (
            "all-words",
            gives(lambda q, t: len(q | t)),
            "Only words that stand in both count: & gives what two sets share, | gives all.",
        ),
        (
            "difference",
            gives(lambda q, t: len(q - t)),
            "It counts words of the question that the text lacks. & gives what both hold.",
        ),
        (
            "difference",
            gives(lambda q, t: len(q ^ t)),
            "It counts words that stand in one of the two only. & gives what both hold.",
        ),
        (
            "single-letters",
            lambda args, got, _: args == cases[0][0] and got == len(set(args[0]) & set(args[1])),
            "set(text) holds single letters. words(text) holds words.",
        ),
        (
            "substring",
            lambda args, got, _: args[0] == "Where is the art?" and got > 1,
            '"art" was found inside "cart" or "start". Compare words with words.',
        ),
        (
            "repeats",
            lambda args, got, _: "dog" in args[0] and got > 1,
            "A word counts once, however often it stands there. A set keeps each word once.",
        ),
        (
            "case",
            lambda args, got, expected: got < expected,
            "A word was missed: are capitals and punctuation gone on both sides? Use words().",
        ),
    ]
    return check_cases("E0.2", shared_words, cases, hints)


def check_e0_3(build_prompt):
    """Check the prompt: rules, sources in order with their file, question last."""
    two = [
        ("guests/soup.md", "  Soup is served from 11:00.\nBread is free."),
        ("crew/boots.md", "Boots stay outside."),
    ]
    ten = [(f"page{n}.md", f"Line {n} stays as it is.") for n in range(1, 11)]
    cases = [
        ("When is soup served?", two),
        ("Where do the boots stay?", list(reversed(two))),
        ("Which line is the seventh?", ten),
    ]

    def headers(sources):
        return [f"[Source {n}] {file}\n" for n, (file, _) in enumerate(sources, 1)]

    def blocks(sources):
        return [f"[Source {n}] {file}\n{text}" for n, (file, text) in enumerate(sources, 1)]

    def in_order(prompt, parts):
        places = [prompt.find(part) for part in parts]
        return -1 not in places and places == sorted(places)

    properties = [
        ("text", lambda a, got: isinstance(got, str), "one text", "Join the parts: one string."),
        (
            "f-string",
            lambda a, got: not re.search(r"\{\w+\}", got),
            "values in place of the {braces}",
            'A name in braces is filled in only in an f-string: f"… {REFUSAL}".',
        ),
        (
            "apostrophe",
            lambda a, got: REFUSAL in got or REFUSAL not in straight(got),
            f"the sentence {REFUSAL}",
            "The apostrophe in it is curly (’). Put the straight one, or use the name REFUSAL.",
        ),
        (
            "refusal",
            lambda a, got: REFUSAL in got,
            f"the sentence {REFUSAL}",
            "The rules must quote the refusal letter by letter, full stop included.",
        ),
        (
            "pair",
            lambda a, got: not any(repr(pair) in got for pair in a[1]),
            "file and text, not the pair in brackets",
            "Each source is a pair: unpack it, for number, (file, text) in enumerate(…).",
        ),
        (
            "last-only",
            lambda a, got: a[1][-1][1] not in got or any(part.strip() in got for part in a[1][0]),
            "all sources",
            "Only the last source is there: collect them in the loop (append), do not replace.",
        ),
        (
            "text-changed",
            lambda a, got: all(text in got for _, text in a[1]),
            "every source's text, unchanged",
            "A source was left out or altered. Copy its text as it is, blanks and line breaks too.",
        ),
        (
            "file-missing",
            lambda a, got: all(file in got for file, _ in a[1]),
            "every source's file name",
            "Name the file behind the number: [Source 1] guests/soup.md",
        ),
        (
            "bracket",
            lambda a, got: not re.search(r"\[Source \d+[^]\d]", got),
            "[Source 1] with nothing else in the brackets",
            "Close the bracket before the file name: [Source 1] guests/soup.md",
        ),
        (
            "counter",
            lambda a, got: len(set(re.findall(r"\[Source (\d+)\]", got))) != 1,
            "sources numbered from 1, as [Source 1], [Source 2] …",
            "All sources have the same number: it has to rise with each of them.",
        ),
        (
            "numbers",
            lambda a, got: (
                all(f"[Source {n}]" in got for n, _ in enumerate(a[1], 1))
                and not re.search(rf"\[Source (0|{len(a[1]) + 1})\]", got)
            ),
            "sources numbered from 1, as [Source 1], [Source 2] …",
            "Count from 1 and in square brackets: enumerate(sources, start=1).",
        ),
        (
            "header-line",
            lambda a, got: (
                not in_order(got, [h.strip() for h in headers(a[1])])
                or in_order(got, headers(a[1]))
            ),
            "[Source n] and the file in one line, the text in the next",
            'Between the file and its text stands one line break: "\\n".',
        ),
        (
            "order",
            lambda a, got: in_order(got, blocks(a[1])),
            "[Source n] and the file in one line, the text in the next, in the order given",
            "Write each source as its header line, a line break, its text, in the order given.",
        ),
        (
            "question-last",
            lambda a, got: got.rstrip().endswith(a[0]),
            "the question at the very end",
            "The question comes last, after all sources, and nothing after it.",
        ),
        (
            "rules-first",
            lambda a, got: got.index(REFUSAL) < got.index("[Source 1] " + a[1][0][0]),
            "the rules before the sources",
            "Put the rules first: the model should know what to do before it reads.",
        ),
        (
            "glued",
            lambda a, got: all(f"\n\n{block}\n\n" in got for block in blocks(a[1])),
            "an empty line before and after each source",
            'The parts run into each other. "\\n\\n".join(parts) puts an empty line between them.',
        ),
        (
            "trailing",
            lambda a, got: got.endswith(a[0]),
            "nothing after the question",
            "A blank or a line break follows the question. Leave it out.",
        ),
    ]
    return check_properties("E0.3", build_prompt, cases, properties)


def check_e0_4(cost_of_pasting):
    """Check the repaired cost function on texts whose tokens are easy to count."""
    cases = [
        (("A dog and a cat ate a pea!", 1000, 2.0), 0.013),  # 26 characters, 6.5 tokens
        (("abcd", 1000, 3.0), 0.003),
        (("Soup, bread", 4000, 5.0), 0.055),
        (("abcdabcd", 10, 250.0), 0.005),
        (("", 1000, 2.0), 0.0),
        (("  Hot soups\n \n", 1000, 4.0), 0.014),
        (("Käse", 1000, 3.0), 0.003),
    ]

    def instead(tokens):
        """Is it the right sum with another number of tokens?"""
        return lambda args, got, _: abs(got - tokens(args[0]) * args[1] * args[2] / 1e6) < 1e-9

    def off_by(factor):
        return lambda args, got, expected: expected and abs(got / expected / factor - 1) < 1e-6

    hints = [
        (
            "text",
            lambda args, got, _: isinstance(got, str),
            "Give back a number, not a text. (No f-string, no round, no dollar sign.)",
        ),
        (
            "words",
            instead(lambda text: len(text.split())),
            "It still counts words. A token is estimated as 4 characters, blanks included.",
        ),
        (
            "scaled-words",
            lambda args, got, _: any(
                instead(lambda text, f=factor: len(text.split()) * f)(args, got, _)
                for factor in (1 / 4, 4, 1 / 0.75, 1.3, 1.33)
            ),
            "Words are counted, not characters: what does text.split() give?",
        ),
        (
            "set",
            lambda args, got, _: any(
                instead(lambda text, d=d: len(set(text)) / d)(args, got, _) for d in (1, 4)
            ),
            "A set keeps each character once. All of them count: len(text).",
        ),
        (
            "blanks",
            lambda args, got, _: any(
                instead(lambda text, f=form: len(f(text)) / 4)(args, got, _)
                for form in (
                    str.strip,
                    str.rstrip,
                    str.lstrip,
                    lambda text: "".join(text.split()),
                    lambda text: " ".join(text.split()),
                    lambda text: text.replace(" ", ""),
                    lambda text: text.replace("\n", ""),
                )
            ),
            "Blanks and line breaks are characters, too: len(text) counts them all.",
        ),
        (
            "bytes",
            instead(lambda text: len(text.encode()) / 4),
            'It counts bytes, and "ä" has two. Count characters: len(text).',
        ),
        ("characters", off_by(4), "It counts characters. Four of them make about one token."),
        (
            "whole",
            lambda args, got, _: any(
                instead(f)(args, got, _)
                for f in (
                    lambda t: len(t) // 4,
                    lambda t: round(len(t) / 4),
                    lambda t: -(-len(t) // 4),
                )
            ),
            "The tokens were rounded. Use / and keep the decimals, it is an estimate anyway.",
        ),
        (
            "million",
            off_by(1_000_000),
            "A million times too much: the price is for a million tokens.",
        ),
        ("thousand", off_by(1000), "1,000 times too much: the price is for a million tokens."),
        ("question", off_by(0.001), "1,000 times too little: every question sends the text again."),
        (
            "rounded",
            lambda args, got, expected: any(
                abs(got - round(expected, places)) < 1e-12 for places in (1, 2)
            ),
            "The result was rounded. Round when you print, not when you compute.",
        ),
        (
            "questions",
            lambda args, got, _: abs(got - len(args[0]) / 4 * 1000 * args[2] / 1e6) < 1e-9,
            "It does not depend on the number of questions as it should. Use that argument.",
        ),
        (
            "price",
            lambda args, got, _: abs(got - len(args[0]) / 4 * args[1] / 1e6) < 1e-9,
            "It does not depend on the price. Use that argument.",
        ),
    ]
    return check_cases("E0.4", cost_of_pasting, cases, hints)


@never_raises
def check_e0_5(answers):
    """Check three answers: (number, source), the refusal, ("yes" or "no", source)."""
    if answers is None or (isinstance(answers, tuple) and any(a is None for a in answers)):
        return not_done("E0.5")
    if not isinstance(answers, tuple) or len(answers) != 3:
        sentence = "Give the check all three: checks.check_e0_5((answer_a, answer_b, answer_c))."
        return failed("E0.5", "three", sentence, got=show(answers))
    keys = [("a", {"40", "forty"}, 2), ("b", (), None), ("c", {"no"}, 3)]
    for answer, (name, values, source) in zip(answers, keys, strict=True):
        key, sentence = judge_pair(answer, values, source)
        if key != "right":
            return failed("E0.5", key, sentence, input=f"question {name}", got=show(answer))
    return passed("E0.5")


def judge_pair(answer, values, source):
    """(key, sentence) for an answer: a pair (value, source number), or the refusal.  Helper.

    values : the right values as texts in small letters. source : None if only the refusal is right.
    """
    if isinstance(answer, str):
        if straight(answer) == REFUSAL and source is None:
            return "right", ""
        if straight(answer) == REFUSAL:
            return "refused", "A source does answer this. Read all of them once more."
        if "know" in answer:
            return "half-refusal", LETTER_BY_LETTER
        return "pair", "Write a pair, as in (75, 1), or the refusal as a text in quotes."
    if not isinstance(answer, (tuple, list)) or len(answer) != 2:
        return "pair", "Write a pair, as in (75, 1), or the refusal as a text in quotes."
    value, cited = answer
    if isinstance(cited, float):
        return "source-number", "Write the number of the source without decimals: 2, not 2.0."
    if isinstance(value, bool):
        value = "yes" if value else "no"
    said = word_list(f"{value:g}" if isinstance(value, float) else str(value))
    cited = [int(number) for number in re.findall(r"\d+", str(cited))]
    if source is None:
        return "made-up", "No source says this. True or not, nobody can look it up in them."
    if cited != [source] and said == [str(source)]:
        return "swapped", "First the answer, then the number of its source."
    if cited != [source]:
        return "wrong-source", "Open the source that you cite: does it prove the answer by itself?"
    if not said or said[0] not in values:
        wanted = '"yes" or "no"' if "no" in values else "a number"
        return "value", f"That is the right source. Answer with {wanted}, and read it once more."
    return "right", ""


@never_raises
def check_e0_6(answer):
    """Check the text that beats the right one, then the function that counts over questions."""
    question, right = "Can I get a refund for the dog?", "Refunds are paid at the window."

    def plain_score(question, text):
        return sum(w in text.lower() for w in {w.strip(".,:;?!").lower() for w in question.split()})

    if answer is None or (isinstance(answer, tuple) and any(part is None for part in answer)):
        return not_done("E0.6")
    if not isinstance(answer, tuple) or len(answer) != 2:
        sentence = "Give the check both: checks.check_e0_6((decoy, count_found))."
        return failed("E0.6", "two", sentence, got=show(answer))
    decoy, count_found = answer
    if not isinstance(decoy, str):
        return failed("E0.6", "decoy-text", "The decoy is a text in quotes.", got=show(decoy))
    for word in ("refund", "dog"):
        if word in decoy.lower():
            sentence = f'"{word}" is in it. Beat the right text without this word.'
            return failed("E0.6", "decoy-word", sentence, got=show(decoy))
    if (points := plain_score(question, decoy)) <= plain_score(question, right):
        sentence = f"It has {points} words of the question. Which small words could it hold?"
        wanted = f"more than {plain_score(question, right)}"
        return failed("E0.6", "decoy-low", sentence, expected=wanted, got=show(decoy))
    cases = counting_cases()
    return check_cases("E0.6", count_found, cases, counting_hints(count_found, cases))


class LettersOfTheQuestion:
    """A score for the check that tells question from text.  Helper of check_e0_6."""

    def __init__(self):
        """Nothing has been asked so far."""
        self.asked = []

    def __call__(self, question, text):
        """How many letters of the text the question holds: "ab" and "aabc" give 3."""
        self.asked.append((question, text))
        return sum(letter in question for letter in text)

    def __repr__(self):
        """What the check prints as input."""
        return "(score: how many letters of the text the question holds)"


def counting_cases():
    """Cases for count_found(questions, texts, score, k), by hand.  Helper of check_e0_6."""
    score, texts = LettersOfTheQuestion(), ["ab", "abc", "x", "abx", "cd"]
    tied = [("ab", ["abx"])]  # ab, abc, abx are equal: the third place
    two = [("abc", ["nowhere", "abc"]), ("x", ["x"]), ("cd", ["ab"])]
    return [
        (([("abc", ["abc"])], texts, score, 1), 1),
        (([("abc", ["cd"])], texts, score, 1), 0),
        ((tied, texts, score, 2), 0),
        ((tied, texts, score, 3), 1),
        ((two, texts, score, 1), 2),
        (([("abx", ["abx", "ab"])], texts, score, 5), 1),
        (([*two, ("dc", ["cd"]), ("q", ["gone"])], texts, score, 1), 3),
        (([("cd", ["cd"]), ("ab", ["ab"])], texts, score, 1), 2),
        (([("aab", ["aa"])], ["ab", "aab", "aa", "b"], score, 1), 0),
        (([("a", ["aaa"])], ["ab", "a", "aaa"], score, 1), 1),
        (([("a", ["ab"])], ["a", "a", "ab"], score, 2), 0),
        (([("a", ["x"])], ["b", "c", "d", "e", "f", "x", "g"], score, 6), 1),
        (([("a", ["x"]), ("x", ["x"])], ["b", "x", "a"], score, 3), 2),
        (([("a", ["a"]), ("b", ["a"])], ["b", "a"], score, 9), 2),
        (([], texts, score, 3), 0),
    ]


def plain_count(questions, texts, score, k, **changed):
    """What count_found gives, or gives with one thing done otherwise.  Helper of check_e0_6."""
    do = {"reverse": True, "take": None, "each": False, "zero": True, **changed}
    total = 0
    for question, right in questions:
        points = {text: score(question, text) for text in texts}
        ranked = sorted(texts, key=points.get, reverse=do["reverse"])
        ranked = [text for text in ranked if do["zero"] or points[text]]
        found = sum(text in right[: do["take"]] for text in ranked[:k])
        total += found if do["each"] else found > 0
    return total


def counting_hints(count_found, cases):
    """Hints from what the function gives in all cases, and from how it uses its arguments."""
    cases = [args for args, _ in cases if args[0]]

    @functools.cache
    def trial():
        """What it gives in each case, and what is odd in the way there."""
        values, odd = [], set()
        for questions, texts, _, k in cases:
            score, given, asked = LettersOfTheQuestion(), list(texts), {q for q, _ in questions}
            values.append(call(count_found, list(questions), given, score, k).value or 0)
            odd |= {"changes"} if given != texts else set()
            odd |= {"asks"} if score.asked else set()
            for q, text in score.asked:
                if q in asked and text in texts:
                    continue
                odd.add("swapped" if q in texts and text in asked else "strange")
        return values, odd

    def all_as(count):
        """Does it give in all cases what this function gives?"""
        return lambda *_: trial()[0] == [count(*args) for args in cases]

    def otherwise(**changed):
        return all_as(lambda *args: plain_count(*args, **changed))

    def with_k(other):
        return all_as(lambda qs, texts, score, k: plain_count(qs, texts, score, other))

    def of_first(take_k):
        return all_as(lambda qs, texts, score, k: plain_count(qs[:1], texts, score, take_k or k))

    twice = next(n for n, (_, texts, _, _) in enumerate(cases) if len(set(texts)) < len(texts))
    early_return = "return stands inside the loop and ends it. It belongs below, after the loop."
    return [
        (
            "number",
            lambda args, got, _: not raised(got) and got is not None and type(got) is not int,
            "Give back how many questions: one whole number.",
        ),
        (
            "large-k",
            lambda args, got, _: isinstance(got, IndexError) and args[3] > len(args[1]),
            "k may be larger than the number of texts. The slice ranked[:k] can bear that.",
        ),
        (
            "in-place",
            lambda *_: "changes" in trial()[1],
            "It changes texts itself, so the next question meets another order. Use sorted(texts).",
        ),
        (
            "swapped",
            lambda *_: "swapped" in trial()[1],
            "First the question, then the text: score(question, text).",
        ),
        (
            "outside",
            lambda *_: "strange" in trial()[1],
            "score gets something that is not among the arguments: a name from another cell?",
        ),
        (
            "other-score",
            lambda args, got, _: not raised(got) and "asks" not in trial()[1],
            "It never calls score. Call that, not by_letters or another function, by its name.",
        ),
        ("return-in-loop", of_first(None), early_return),
        ("return-in-loop", of_first(1), early_return),
        (
            "return-in-loop",
            all_as(lambda *args: min(plain_count(*args), 1)),
            "return at the first find ends it: the other questions are never counted.",
        ),
        (
            "list-in-list",
            lambda *_: not any(trial()[0]),
            "It never finds one. The right texts are a list, and no list is in a list of texts:"
            " look for each text by itself.",
        ),
        (
            "first-right-only",
            otherwise(take=1),
            "A question may have several right texts; one of them is enough.",
        ),
        (
            "each-hit",
            otherwise(each=True),
            "A question counts once, however many of its right texts are found.",
        ),
        (
            "ties",
            all_as(lambda qs, texts, score, k: plain_count(qs, texts[::-1], score, k)),
            "Among equal scores the earlier text comes first. sorted(…, reverse=True) does that.",
        ),
        ("not-cut", with_k(None), "Only the first k texts count: ranked[:k]."),
        ("fixed-k", with_k(1), "It looks at the first text only. Look at the first k."),
        ("fixed-k", with_k(5), "It looks at the first five. Look at the first k."),
        (
            "turned",
            otherwise(reverse=False),
            "The lowest score comes first: sorted(…, reverse=True) turns it round.",
        ),
        (
            "zero",
            otherwise(zero=False),
            "A text with score 0 is still a text: it stands at the end, but it counts.",
        ),
        (
            "set",
            lambda *_: trial()[0][twice] != 0,
            "A text that stands twice takes two places. A set or dict drops one, a list does not.",
        ),
    ]
