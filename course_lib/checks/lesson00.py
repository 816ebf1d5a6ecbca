"""Checks of lesson 00, and the careful reader who judges the answers that the learner types."""

import re

from course_lib.checks import (
    check_cases,
    check_properties,
    check_value,
    failed,
    never_raises,
    not_done,
    passed,
    show,
)
from course_lib.documents import Document

REFUSAL = "I don't know based on the provided context."


# ---- the careful reader -------------------------------------------------------------------------


def judge_answer(answer, source, words=()):
    """Judge a typed answer: (key, sentence), the key is "right" or names the mistake.

    source : number of the source that holds the answer, None if only the refusal is right
    words : a right answer holds at least one of them, and no "yes" if that is not one of them
    Used in: 00.
    """
    if not isinstance(answer, str) or not answer.strip():
        return "no-text", "An answer is a text in quotes."
    plain = " ".join(answer.replace("’", "'").casefold().split())
    refusal = REFUSAL.casefold().rstrip(".")
    cited = re.findall(r"\[source (\d+)\]", plain)
    said = set(re.findall(r"\w+(?:[.']\w+)*", re.sub(r"\[source \d+\]", "", plain)))
    if plain.rstrip(".") == refusal:
        if source is None:
            return "right", "Right: no source says it, and the answer does not pretend to."
        return "refused", "A source does answer this. Read all of them once more."
    if re.search(r"(don't|do not) know", plain):
        return "half-refusal", f"A refusal is this one sentence, word for word: {REFUSAL}"
    if source is None:
        return "made-up", "No source says this. True or not, nobody can look it up in them."
    if not cited:
        return "no-citation", "Where does it stand? End with [Source n], n being its number."
    if set(cited) != {str(source)}:
        return "wrong-source", "Open each source that you cite: does it prove the answer by itself?"
    if not said & set(words) or ("yes" in said and "yes" not in words):
        return "wrong-answer", f"Source {source} is the right place, but it says something else."
    return "right", f"Right: a careful reader opens source {source} and finds it there."


def careful_reader(number, answer):
    """Print what a careful reader says about the answer to question 1, 2 or 3 of the lesson."""
    keys = {
        1: (1, ("no", "not", "cannot", "can't", "locked", "nobody", "decks")),
        2: (None,),
        3: (2, ("no", "not", "isn't", "window", "fee", "dearer", "more")),
    }
    if answer is None or answer is ...:
        print("no answer yet: write yours in place of None, in quotes, and run this cell again")
    else:
        print(judge_answer(answer, *keys[number])[1])


# ---- the checks ---------------------------------------------------------------------------------


def check_e0_1(answer):
    """Check the three letters: first and second by whole words, first by `in`."""
    hints = [
        (
            "three",
            lambda got, _: not isinstance(got, tuple) or len(got) != 3,
            'Give the check three letters: checks.check_e0_1(("A", "A", "A")).',
        ),
        (
            "substring",
            lambda got, _: got[0] == "A",
            '"art" is no word of its own in "cart", nor "show" in "shown". Whole words first.',
        ),
        (
            "tie",
            lambda got, _: got[0] == "B" and got[1] == "C",
            "Two texts share the same number of words. Which of them stands earlier?",
        ),
        (
            "letters",
            lambda got, _: got[:2] == ("B", "A"),
            'For `in`, letters inside a longer word count too: "art" in "cart" is True.',
        ),
        ("words", lambda got, _: True, "Write the shared words under each text, then count."),
    ]
    if isinstance(answer, tuple):
        answer = tuple(x.strip().upper() if isinstance(x, str) else x for x in answer)
    return check_value("E0.1", answer, ("B", "A", "A"), hints)


def check_e0_2(shared_words):
    """Check the function with one line missing, on texts counted by hand."""
    cases = [
        (("Is the cart free?", "The cart is free on Sundays."), 4),
        (("Where is the art?", "A cart waits at the start of a quay."), 1),
        (("the dog, the DOG", "No dog."), 1),
        (("dog", "Dog, dog and dog!"), 1),
        (("May a horse come?", "Sheep travel below."), 0),
        (("", "Anything."), 0),
    ]
    hints = [
        ("number", lambda args, got, _: type(got) is not int, "Give back how many: one number."),
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
            "all-words",
            lambda args, got, _: got > 4 or (not args[0] and got),
            "Only words that stand in both count: & gives what two sets share, | gives all.",
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
        ("guests/soup.md", "Soup is served from 11:00.\nBread is free."),
        ("crew/boots.md", "Boots stay outside."),
    ]
    ten = [(f"page{n}.md", f"Line {n} stays as it is.") for n in range(1, 11)]
    cases = [
        ("When is soup served?", two),
        ("Where do the boots stay?", list(reversed(two))),
        ("Which line is the seventh?", ten),
    ]

    def headers(sources):
        return [f"[Source {n}] {file}\n{text}" for n, (file, text) in enumerate(sources, 1)]

    def in_order(prompt, parts):
        places = [prompt.find(part) for part in parts]
        return -1 not in places and places == sorted(places)

    properties = [
        ("text", lambda a, got: isinstance(got, str), "one text", "Join the parts: one string."),
        (
            "refusal",
            lambda a, got: REFUSAL in got,
            f"the sentence {REFUSAL}",
            "The rules must quote the refusal letter by letter, full stop included.",
        ),
        (
            "text-changed",
            lambda a, got: all(text in got for _, text in a[1]),
            "every source's text, unchanged",
            "A source was left out or altered. Copy its text as it is, line breaks too.",
        ),
        (
            "file-missing",
            lambda a, got: all(file in got for file, _ in a[1]),
            "every source's file name",
            "Name the file behind the number: [Source 1] guests/soup.md",
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
            "order",
            lambda a, got: in_order(got, headers(a[1])),
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
    ]
    return check_properties("E0.3", build_prompt, cases, properties)


def check_e0_4(cost_of_pasting):
    """Check the repaired cost function on texts whose tokens are easy to count."""
    cases = [
        (("ship " * 800, 1000, 2.0), 2.0),
        (("abcd" * 1000, 1000, 3.0), 3.0),
        (("ship " * 800, 10, 2.0), 0.02),
        (("a b " * 100_000, 500, 4.0), 200.0),
        (("", 1000, 2.0), 0.0),
    ]

    def off_by(factor):
        return lambda args, got, expected: expected and abs(got / expected / factor - 1) < 1e-6

    hints = [
        (
            "words",
            lambda args, got, _: (
                abs(got - len(args[0].split()) * args[1] * args[2] / 1_000_000) < 1e-9
            ),
            "It still counts words. A token is estimated as 4 characters, blanks included.",
        ),
        (
            "characters",
            off_by(4),
            "It counts characters. Four of them make about one token.",
        ),
        ("thousand", off_by(1000), "1,000 times too much: the price is for a million tokens."),
        ("question", off_by(0.001), "1,000 times too little: every question sends the text again."),
        (
            "questions",
            lambda args, got, expected: args[1] != 1000 and got != expected,
            "It does not depend on the number of questions as it should. Use that argument.",
        ),
    ]
    return check_cases("E0.4", cost_of_pasting, cases, hints)


@never_raises
def check_e0_5(answers):
    """Check three typed answers: two with a citation, one refusal."""
    if answers is None or (isinstance(answers, tuple) and None in answers):
        return not_done("E0.5")
    if not isinstance(answers, tuple) or len(answers) != 3:
        sentence = "Give the check all three: checks.check_e0_5((answer_a, answer_b, answer_c))."
        return failed("E0.5", "three", sentence, got=show(answers))
    keys = [
        ("a", 2, {"40", "forty"}),
        ("b", None, ()),
        ("c", 3, {"no", "not", "none", "never", "full"}),
    ]
    for answer, (name, source, words) in zip(answers, keys, strict=True):
        key, sentence = judge_answer(answer, source, words)
        if key != "right":
            return failed("E0.5", key, sentence, input=f"question {name}", got=show(answer))
    return passed("E0.5")


def check_e0_6(folder_report):
    """Check the report on small documents counted by hand."""
    one = [Document("a.md", "Mind the gap")]
    two = [Document("a.md", "abcd" * 100), Document("b/c.txt", "ab cd\nef " * 400)]
    cases = [
        ((one, 1.0), {"documents": 1, "words": 3, "characters": 12, "tokens": 3.0, "cost": 0.003}),
        (
            (two, 2.0),
            {"documents": 2, "words": 1201, "characters": 4000, "tokens": 1000.0, "cost": 2.0},
        ),
    ]
    keys = ("documents", "words", "characters", "tokens", "cost")
    hints = [
        ("dict", lambda args, got, _: not isinstance(got, dict), "Give back a dictionary."),
        (
            "keys",
            lambda args, got, _: sorted(got) != sorted(keys),
            f"The dictionary's keys are {', '.join(keys)}.",
        ),
        (
            "last-only",
            lambda args, got, _: len(args[0]) == 2 and got["characters"] in (400, 3600),
            "Only one document was counted. Sum over all of them.",
        ),
        (
            "words",
            lambda args, got, expected: got["words"] != expected["words"],
            'Words are what text.split() gives: it cuts at line breaks too, split(" ") does not.',
        ),
        (
            "tokens",
            lambda args, got, expected: got["tokens"] != expected["tokens"],
            "Tokens are all characters / 4.",
        ),
        (
            "cost",
            lambda args, got, expected: abs(got["cost"] - expected["cost"]) > 1e-9,
            "The cost is for 1,000 questions, the price for 1,000,000 tokens.",
        ),
    ]
    return check_cases("E0.6", folder_report, cases, hints)
