"""What a sentence says, as sets: its content words without their endings, its numbers and codes.

Rules of thumb for English, used where the course compares an answer with its sources.
Helpers of lessons 12 and 13.
"""

import re

from course_lib.evidence import plain
from course_lib.tokens import tokenize

FUNCTION_WORDS = """a about after all also an and any anybody anyone are as at be because been
before but by can cannot could did do does done each either else every for from get gets go goes had
has have he her here him his how i if in instead into is it its just may me might more most must my
no nobody none nor not nothing of off on once one only or other our out over own s same she should
since so some somebody someone something still such t than that the their them then there these they
thing this those through till to too under until up us very was we well were what when where whether
which while who whose why will with without would yes yet you your"""
STOP = frozenset(FUNCTION_WORDS.split())
# The longest ending that leaves three letters.
ENDING = re.compile(r"(?<=...)(ations?|ings?|ies|ed|es|ly|s|e|y)\Z")
# A number or a code: 4, 04:20, 1,284.60, E42, P-12, RFC9110, 8A, 1⁄2. No letter or digit in front.
# A hyphen belongs to a code behind one or two letters or capitals: P-12, but not mid-2026.
FIGURE = r"(?<![^\W_])([A-Za-z]*)(?:(?<!\w[a-z]{2})[-‐-―−])?0*(\d+(?:[.,:⁄]\d+)*)([A-Z]?)"
RAISED = re.compile(r"(?<=\w)(?=[²³¹⁰⁴-⁹¼-¾⅐-⅞])")  # m³ is not m3, and 1½ not 11⁄2
SPELLED = """zero two three four five six seven eight nine ten eleven twelve thirteen fourteen
fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety"""
# Without 1: "one" is a pronoun, too.
NUMBERS = dict(zip(SPELLED.split(), map(str, [0, *range(2, 20), *range(20, 91, 10)]), strict=True))


def strip(word: str) -> str:
    """Cut the longest ending that leaves three letters, and a double letter: cancelled -> cancel.

    Lesson 09 cuts the same endings, one after the other.
    """
    stem = ENDING.sub("", word)
    return stem[:-1] if stem != word and stem[-1] == stem[-2] else stem


def content_words(text: str) -> set[str]:
    """Give the words that carry the content, without endings; numbers and codes are not among them.

    >>> sorted(content_words("Do the dogs travel free on all 4 ferries?"))
    ['dog', 'fer', 'fre', 'travel']
    """
    tokens = set(tokenize(re.sub(FIGURE, " ", plain(RAISED.sub(" ", text)))))
    return {strip(token) for token in tokens - STOP - NUMBERS.keys()}


def figures(text: str) -> set[str]:
    """Give the numbers and codes, each in one spelling; small numbers also from words.

    Signs, units and what a number counts are not read: -5, 5 % and 5 € are 5. As a number 1.20 is
    1.2, also in a version; 1,5 is no 1.5, twenty-four is 20 and 4.

    >>> sorted(figures("P-12 at 04:20, for thirteen months and €1,284.60 (4.00)"))
    ['1284.6', '13', '4', '4:20', 'p12']
    """
    found = {NUMBERS[token] for token in tokenize(text) if token in NUMBERS}
    for letters, number, letter in re.findall(FIGURE, plain(RAISED.sub(" ", text))):
        code = letters + re.sub(r",(?=\d{3}(?!\d))", "", number)  # 1,284 is 1284
        code = re.sub(r"^(\d+)\.0+$|^(\d+\.\d*?)0+$", r"\1\2", code)  # 3.50 is 3.5
        found.add((code + letter).lower())
    return found
