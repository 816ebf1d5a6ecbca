"""Measure how fast the library is and how much memory it takes, beside the field's own code.

    bench.py                    all sections, all scales; writes tools/bench.json and README's table
    bench.py tfidf              one section; the others keep their numbers and their date
    bench.py --scales 1 10      fewer scales, printed only
    bench.py --quick            the smallest scale with few questions, printed only
    bench.py readme             write README's table anew from tools/bench.json

A section is a `Section` (measuring.py) in SECTIONS: a function that measures, and how its numbers
are shown. Every method answers the same questions, and the rankings are compared before anything
is timed: where they differ, the bench stops.
"""

import os

os.environ["OMP_NUM_THREADS"] = "1"  # before NumPy is loaded

import argparse
import json
import sys
from datetime import date
from pathlib import Path

import measuring
import readme
from bench_bm25 import BM25
from bench_dense import DENSE
from bench_lexical import TFIDF
from messages import told
from run_notebooks import write_text

RESULTS = Path(__file__).resolve().parent / "bench.json"
SECTIONS = {"tfidf": TFIDF, "bm25": BM25, "dense": DENSE}
SCALES = "; ".join(f"{n} {' '.join(map(str, s.scales))}" for n, s in SECTIONS.items())


def show(results):
    """All sections as lines of Markdown, each with its machine and its date."""
    lines = []
    for name, section in SECTIONS.items():
        if name in results:
            lines += [*[""][: len(lines)], *measuring.show_section(section, results[name])]
    return lines


def read_results():
    try:
        results = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    except ValueError:
        results = None
    if not isinstance(results, dict):
        raise measuring.Stop(
            f"{RESULTS.name} is damaged: fetch the committed one with `git restore {RESULTS}`,\n"
            "or delete it and measure everything anew"
        )
    return results


@told
def main(words=None):
    parser = argparse.ArgumentParser(prog="course.py bench", description=__doc__.split("\n\n")[0])
    parser.add_argument(
        "what",
        nargs="*",
        metavar="SECTION",
        help=f"{', '.join(SECTIONS)}; or readme: write README's table anew from what was measured",
    )
    parser.add_argument(
        "--scales", nargs="+", type=int, metavar="N", help="sizes, default: " + SCALES
    )
    parser.add_argument("--quick", action="store_true", help="one scale, few questions")
    args = parser.parse_args(words)
    unknown = [name for name in args.what if name not in [*SECTIONS, "readme"]]
    if unknown or min(args.scales or [1]) < 1:
        parser.error(f"unknown: {unknown[0]}" if unknown else "a scale is 1 or more")
    try:
        results = read_results()
        if args.what == ["readme"]:
            if not results:
                raise measuring.Stop("nothing has been measured yet: run `course.py bench`")
            readme.update("bench", show(results), readme.README)
            return 0
        if not (args.quick or args.scales):  # its faults should not show after minutes only
            readme.replaced(readme.README.read_text(encoding="utf-8"), "bench", [])
        for name in [name for name in args.what if name in SECTIONS] or SECTIONS:
            scales = SECTIONS[name].scales[: 1 if args.quick else None]
            scales = tuple(sorted(set(args.scales or scales)))
            measuring.say(name)
            facts = {"date": date.today().isoformat(), "load": measuring.load()}
            results[name] = facts | SECTIONS[name].measure(scales, args.quick)
            print("\n".join(show({name: results[name]})), end="\n\n")
        if args.quick or args.scales:
            print("Only a full run is kept: tools/bench.json and README.md are as they were.")
            return 0
        write_text(json.dumps(results, indent=1) + "\n", RESULTS)
        readme.update("bench", show(results), readme.README)
    except (measuring.Stop, readme.BadMarks) as stop:
        print(f"\n{stop}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
