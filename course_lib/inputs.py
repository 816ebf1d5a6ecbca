"""What a function says about input that it cannot use: the argument, its value, what is allowed.

A name that starts with ``_check_`` marks a line of defence; lessons show the functions without
these lines. Helpers of all modules.
"""

import math
from collections.abc import Collection, Mapping, Set
from numbers import Integral, Real


def _check_kind(name, value, kind, wanted):
    """Refuse what is not of this kind: "query must be a string, got list"."""
    if not isinstance(value, kind):
        raise TypeError(f"{name} must be {wanted}, got {type(value).__name__}")


def _check_text(name, value, some=False):
    """Refuse what is no string, or with ``some`` what is empty."""
    _check_kind(name, value, str, "a string")
    if some and not value:
        raise ValueError(f"{name} must not be empty, got {value!r}")


def _check_list(name, values, kind, wanted, some=False):
    """Refuse a text, a set (it has no order) or an iterator (it can be read once), and other items.

    ``some``: there must be at least one.
    """
    if isinstance(values, (str, bytes, Mapping, Set)) or not isinstance(values, Collection):
        raise TypeError(f"{name} must be a list of {wanted}, got {type(values).__name__}")
    for value in values:
        if not isinstance(value, kind):
            raise TypeError(f"{name} must hold {wanted} only, got {value!r:.60}")
    if some and not len(values):
        raise ValueError(f"{name} must hold {wanted}, at least one, got {values!r}")


def _check_number(name, value, lowest=-math.inf, highest=math.inf, of="", kind=Real):
    """Give back a finite number in this range; ``of`` says what the highest one is."""
    if isinstance(value, bool) or not isinstance(value, kind):
        wanted = "a whole number" if kind is Integral else "a number"
        raise TypeError(f"{name} must be {wanted}, got {value!r:.60}")
    if not abs(value) < math.inf:
        raise ValueError(f"{name} must be finite, got {value}")
    if not lowest <= value <= highest:
        limits = f"from {lowest} to {of}{highest}" if highest < math.inf else f"{lowest} or more"
        raise ValueError(f"{name} must be {limits}, got {value}")
    return value


def _check_whole(name, value, lowest=0, highest=math.inf, of=""):
    """Give back a whole number in this range, as an int."""
    return int(_check_number(name, value, lowest, highest, of, Integral))


def _check_choice(name, value, choices):
    """Refuse what is not among these."""
    if value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, choices))}; got {value!r}")
