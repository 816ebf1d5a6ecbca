"""Forced matches: chunks that hold exactly what a query names come first, whatever their score.

A query names something exactly by quotation marks ("cold start"), by a code (E42) or by a number
announced as one (No. 17, RFC 9110). Lesson 10 builds it as the cure for the exact code that a
search by meaning misses, and measures its price.
"""

import copy
import re

from course_lib.documents import Hit
from course_lib.evidence import plain
from course_lib.inputs import _check_text, _check_whole
from course_lib.ranking import Retriever, check_retriever
from course_lib.tokens import EAST_ASIAN, UNSEEN

# All quotation marks in use. Single ones only where no letter or digit stands outside: "it's".
QUOTED = re.compile(
    r'"([^"]*)"|[“„]([^“”„]*)[“”]|”([^”]*)”|«([^«»]*)»|»([^«»]*)«|‹([^‹›]*)›|›([^‹›]*)‹'
    r"|「([^「」]*)」|『([^『』]*)』|《([^《》]*)》|(?<!\w)['‘‚]([^'‘’‚]*)['‘’](?!\w)"
)
LETTER, SIGN = rf"[^\W\d_{EAST_ASIAN}]", rf"[^\W_{EAST_ASIAN}]"  # a letter; a letter or digit
# Hyphens, dashes and the minus, and the apostrophe, in one form each.
SAME = UNSEEN | dict.fromkeys([*range(0x2010, 0x2016), 0x2212], "-") | {0x2019: "'"}
# E42, E-42, 8A; not 24-hour: what is joined by a hyphen begins with its letters.
ALONE, END = rf"(?<!{SIGN})(?<!\d[.,:])", rf"(?!{SIGN}|[.,:]\d)"  # no part of a number like 4.42
CODE = rf"(?:(?<!{SIGN}){LETTER}+-?\d{SIGN}*(?:-{SIGN}+)*|{ALONE}\d+{LETTER}{SIGN}*){END}"
ANNOUNCED = re.compile(rf"(?:№|{ALONE}(?:n[°º]|no\.|nr\.?|number|(id|rfc)))[\s:-]*(\d+){END}")


def normal(text: str) -> str:
    """Make equal what a reader takes as equal: case, blanks, hyphens, widths.  Helper."""
    return plain(text.translate(SAME)).casefold()


def exact_terms(query: str) -> dict[str, re.Pattern]:
    """Find what a query names exactly: quoted phrases, codes, announced numbers.

    Parameters
    ----------
    query : str
    Returns
    -------
    dict from each term to the pattern that finds it in a text given by `normal`. A code or number
    is found in its other usual spellings, too: E42, E-42, "E 42". No letter or digit may touch a
    term, so No. 42 is not found in 420, in E42 or in 4.42; "42" in quotation marks is in the last.
    Raises
    ------
    TypeError       query is no string
    Helper of ForcedIndex.
    Example
    -------
    >>> list(exact_terms('Is „Cold Start“ alarm E-42, as in No. 17 or RFC 9110?'))
    ['cold start', 'e42', '17', 'rfc9110']
    """
    _check_text("query", query)
    phrases = [normal("".join(groups)) for groups in QUOTED.findall(query)]
    patterns = {phrase: _apart(phrase, phrase) for phrase in phrases if re.search(r"\w", phrase)}
    rest = QUOTED.sub(" ", query.translate(SAME)).casefold()
    codes = re.findall(CODE, normal(ANNOUNCED.sub(" ", rest)))
    codes += ["".join(groups) for groups in ANNOUNCED.findall(rest)]
    for code in codes:
        first, *parts = re.findall(rf"\d+|{LETTER}+", normal(code))
        spelled = rf"(?<!\d[.,:]{first})" if first.isdigit() else ""
        # "E 42", but not "8 a" for 8A
        spelled += "".join((r"[-\s]?" if part.isdigit() else "-?") + part for part in parts)
        term = "".join([first, *parts])
        patterns.setdefault(term, _apart(term, first, spelled + r"(?![.,:]\d)"))
    return {term: re.compile(pattern) for term, pattern in patterns.items()}


class Hits(list):
    """A list of Hit that also says how many of its first are forced, and how many did not fit.

    Helper of ForcedIndex.
    """

    forced = left_out = 0


class ForcedIndex(Retriever):
    """Put chunks that hold what the query names exactly in front of a retriever's other hits.

    ``.index(chunks) -> self`` once, ``.search(query, k=5) -> Hits`` often; the result is a list of
    Hit with ``.forced``, how many of the first were forced, and ``.left_out``, how many more hold a
    term but had no place among k. Scores are the retriever's and no longer fall from hit to hit.

    Parameters
    ----------
    retriever : BM25Index, DenseIndex, HybridIndex …        it is copied, not changed
    Built in: lesson 10
    """

    def __init__(self, retriever):
        check_retriever("retriever", retriever)
        self.retriever, self.score_kind = retriever, retriever.score_kind
        self.legs = getattr(retriever, "legs", ())

    def _prepare(self):
        self.retriever = copy.copy(self.retriever).index(self.chunks_)
        self.texts_ = [normal(chunk.text) for chunk in self.chunks_]

    def search(self, query: str, k: int = 5) -> Hits:
        """Find chunks: forced ones first, in the retriever's order, then its other hits.

        A forced chunk that the retriever itself does not find comes after those that it does, in
        the order of the chunks, with score 0. Never more than k hits in all.

        Raises
        ------
        TypeError, ValueError       query is no string, k no whole number or below 0
        RuntimeError                nothing has been indexed yet
        """
        self._check_indexed()
        k, patterns = _check_whole("k", k), exact_terms(query).values()
        pairs = zip(self.chunks_, self.texts_, strict=True) if patterns else ()
        holders = {c.id: Hit(c, 0.0) for c, text in pairs if any(p.search(text) for p in patterns)}
        ranked = self.retriever.search(query, len(self.chunks_) if holders else k)
        first = {hit.chunk.id: hit for hit in ranked if hit.chunk.id in holders}
        forced = list((first | holders | first).values())
        others = [hit for hit in ranked if hit.chunk.id not in holders]
        hits = Hits([*forced, *others][:k])
        hits.forced, hits.left_out = min(len(forced), k), max(len(forced) - k, 0)
        return hits


def _apart(term, first, rest=""):
    """No letter or digit may touch the ends, but where a term ends in a sign or in Chinese.

    The pattern starts with letters and looks back behind them: so it is found ten times sooner.
    """
    first = re.escape(first)
    before = f"(?<!{SIGN}{first})" if re.match(SIGN, term) else ""
    return first + before + rest + (f"(?!{SIGN})" if re.search(f"{SIGN}$", term) else "")
