"""What all sections of the bench need: the same time, size, comparison and table for each of them.

Times are seconds of the processor in one thread. On an idle machine that is the time on the clock,
and other programs disturb it less.
"""

import gc
import math
import os
import platform
import statistics
import sys
import textwrap
import time
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import numpy as np

K = 10  # depth of every search
OURS = "course_lib"


class Stop(Exception):
    """Ends the bench with a message."""


class Section(NamedTuple):
    """A part of the bench.

    ``measure(scales, quick)`` gives a dict of numbers, which becomes a part of bench.json:
    "machine" (see `machine`), "targets" (see `target`), and for each table a list of rows. The rest
    says how they are shown: ``about`` may name numbers of the dict in braces, ``tables`` holds for
    each list of rows {heading: function that gives a row's cell}, and ``reasons`` says for each
    target why it is missed, if it is.
    """

    measure: Callable
    scales: tuple
    about: str
    tables: dict
    note: str
    reasons: dict


# ---- measure ----------------------------------------------------------------------------------


def compare_rankings(name, query, theirs, ours, near=1.5e-9, swaps=False):
    """Stop unless both are the same list of (position, score), scores up to ``near``.

    (Scores are rounded to 9 decimals, so two that agree to 1e-9 may end one step apart.) With
    ``swaps`` the order of near scores is free, and so is which of them still stand in the list.
    """
    close = len(theirs) == len(ours)
    close = close and all(abs(a - b) <= near for (_, a), (_, b) in zip(theirs, ours, strict=True))
    positions = [[position for position, _ in ranking] for ranking in (theirs, ours)]
    if close and swaps:
        ranks, last = [dict(theirs), dict(ours)], ours[-1][1] if ours else 0
        scores = [[one.get(place, last) for one in ranks] for place in ranks[0] | ranks[1]]
        close = all(abs(a - b) <= near for a, b in scores)
    if not close or (not swaps and positions[0] != positions[1]):
        raise Stop(f"{name} ranks otherwise for {query!r}:\n{theirs}\nand {OURS}\n{ours}")


def size_of(*things):
    """Bytes of arrays, and of dicts, lists and tuples with all that they hold, each object once."""
    seen, total, waiting = set(), 0, list(things)
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        if isinstance(thing, np.ndarray):
            total += thing.nbytes
            continue
        total += sys.getsizeof(thing)
        if isinstance(thing, dict):
            waiting += [*thing.keys(), *thing.values()]
        elif isinstance(thing, (list, tuple)):
            waiting += thing
    return total


def seconds(function, *arguments):
    """Processor time of one call, and its result."""
    start = time.process_time()
    result = function(*arguments)
    return time.process_time() - start, result


def time_builds(makers, chunks, repeats):
    """Build with each method in turn, ``repeats`` times: the best times and the last results."""
    best, built = dict.fromkeys(makers, math.inf), dict.fromkeys(makers)
    for _ in range(repeats):
        for name, make in makers.items():
            built[name] = None  # the old one makes room first
            gc.collect()
            took, built[name] = seconds(make, chunks)
            best[name] = min(best[name], took)
    return best, built


def time_searches(searches, queries, repeats):
    """Median and 95th percentile over the queries, of the best of ``repeats`` times for each.

    A search is a function of the query. The methods take turns at every query, and the first of
    them changes from query to query.
    """
    best = {name: [math.inf] * len(queries) for name in searches}
    names = list(searches)
    for _ in range(repeats):
        for number, query in enumerate(queries):
            names.append(names.pop(0))
            for name in names:
                took, _ = seconds(searches[name], query)
                best[name][number] = min(best[name][number], took)
    return {
        name: {"median": statistics.median(times), "p95": float(np.quantile(times, 0.95))}
        for name, times in best.items()
    }


def slope(rows, value):
    """Growth from the second largest scale to the largest: 1 is linear, 2 is quadratic.

    The slope of log(value) over log(tokens). Smaller scales are left out, since fixed costs would
    hide the growth there.
    """
    small, large = rows[-2:]
    return math.log(large[value] / small[value]) / math.log(large["tokens"] / small["tokens"])


def target(what, value, limit):
    return {"what": what, "limit": limit, "value": value, "met": value <= limit}


def load():
    """How many programs want a processor, the mean of the last minute; 0 where nobody counts."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0


def machine(*packages):
    """What the times depend on."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        processor = next(line.split(": ")[1] for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        processor = platform.processor() or platform.machine()
    return {
        "processor": processor,
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "Python": platform.python_version(),
        **{package: metadata.version(package) for package in packages},
    }


def say(text):
    print(text, file=sys.stderr, flush=True)


# ---- show -------------------------------------------------------------------------------------


def figures(value, unit=1):
    """Three significant digits, without an exponent: 0.0123, 1.23, 12.3, 123, 1,230; "-" for None.

    ``unit`` is what the value is divided by.
    """
    if value is None:
        return "-"
    if not value:
        return "0"
    value = float(f"{value / unit:.2e}")
    return f"{value:,.{max(0, 2 - math.floor(math.log10(value)))}f}"


def table(header, rows):
    """Lines of a Markdown table: numbers to the right, the first column blank where it repeats."""
    words = [
        all(not cell[:1].isdigit() and cell != "-" for cell in column)
        for column in zip(*rows, strict=True)
    ]
    lines = [header, ["---" if word or not n else "---:" for n, word in enumerate(words)]]
    for before, row in zip([None, *rows], rows, strict=False):
        lines.append(["", *row[1:]] if before and before[0] == row[0] else row)
    return ["| " + " | ".join(line) + " |" for line in lines]


def paragraph(text):
    return textwrap.wrap(
        " ".join(text.split()), 100, break_long_words=False, break_on_hyphens=False
    )


def show_section(section, result):
    """A section as lines of Markdown: tables, targets, the reasons for missed ones, the machine."""
    lines = paragraph(section.about.format(**result))
    for name, columns in section.tables.items():
        rows = [[cell(row) for cell in columns.values()] for row in result[name]]
        lines += ["", *table([*columns], rows)]
    if result["targets"]:
        rows = [
            [t["what"], "met" if t["met"] else "MISSED", f"{t['value']:.2f}", f"{t['limit']:.2f}"]
            for t in result["targets"]
        ]
        lines += ["", *paragraph(section.note), ""]
        lines += table(["target", "", "measured", "at most"], rows)
    for missed in [t["what"] for t in result["targets"] if not t["met"]]:
        reason = section.reasons.get(missed, "the reason is not known yet.")
        lines += ["", *paragraph(f"Missed, {missed}: {reason}")]
    facts = result["machine"]
    versions = ", ".join(f"{key} {facts[key]}" for key in list(facts)[3:])
    where = f"{facts['processor']}, {facts['cores']} cores, {facts['system']}"
    beside = ""
    if result.get("load", 0) > 1:
        beside = f" Other programs ran beside it (load {result['load']:.1f} at its start)."
    return [*lines, "", *paragraph(f"Measured on {result['date']}: {where}; {versions}.{beside}")]
