"""What a sentence says, as sets: its content words without their endings, its numbers and codes.

Rules of thumb for English, used where the course compares an answer with its sources.
Helpers of lessons 12 and 13.
"""

import re

from course_lib.evidence import plain
from course_lib.tokens import tokenize

FUNCTION_WORDS = """
a about after all also an and any anybody anyone are as at be because been before but by can cannot
could did do does done each either else every for from get gets go goes had has have he her here him
his how i if in instead into is it its just may me might more most must my no nobody none nor not
nothing of off on once one only or other our out over own s same she should since so some somebody
someone something still such t than that the their them then there these they thing this those
through till to too under until up us very was we well were what when where whether which while who
whose why will with without would yes yet you your
"""
STOP = frozenset(FUNCTION_WORDS.split())
ENDINGS = ("ations", "ation", "ings", "ing", "ies", "ed", "es", "ly", "s", "e", "y")
# A number or a code: 4, 04:20, 1,284.60, E42, P-12, 8A. No letter or digit in front.
FIGURE = re.compile(r"(?<![^\W_])([A-Za-z]{0,2})-?(\d+(?:[.,:]\d+)*)([A-Z]?)")
NUMBER_WORDS = """zero - two three four five six seven eight nine ten eleven twelve thirteen
fourteen fifteen sixteen seventeen eighteen nineteen twenty"""
NUMBERS = {word: str(n) for n, word in enumerate(NUMBER_WORDS.split())}  # "one" is a pronoun, too
NUMBERS |= {"thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "ninety": "90"}


def strip(word: str) -> str:
    """Cut the first ending that leaves three letters, and a double letter: "cancelled" -> "cancel".

    Built in: lesson 09
    """
    for ending in ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= 3:
            return stem[:-1] if stem[-1] == stem[-2] else stem
    return word


def content_words(text: str) -> set[str]:
    """Give the words that carry the content, without endings; numbers and codes are not among them.

    >>> sorted(content_words("Do the dogs travel free on all 4 ferries?"))
    ['dog', 'fer', 'fre', 'travel']
    """
    tokens = set(tokenize(FIGURE.sub(" ", plain(text))))
    return {strip(token) for token in tokens - STOP - NUMBERS.keys()}


def figures(text: str) -> set[str]:
    """Give the numbers and codes, each in one spelling; numbers up to twenty also from words.

    >>> sorted(figures("P-12 at 04:20, for thirteen months and €1,284.60 (4.00)"))
    ['1284.6', '13', '4', '4:20', 'p12']
    """
    found = {NUMBERS[token] for token in tokenize(text) if token in NUMBERS}
    for letters, number, letter in FIGURE.findall(plain(text)):
        number = number.replace(",", "").lstrip("0")
        number = number.rstrip("0").rstrip(".") if "." in number else number
        found.add((letters + (number or "0") + letter).lower())
    return found
