"""The course's figures. Each function draws on ``ax`` and returns it; nothing is shown or saved.

One colour and marker for each method in the whole course, safe for colour-blind readers (the
palette of Okabe and Ito, 2008) and told apart in a greyscale print by marker and line. Helpers.
"""

import itertools
import math

import matplotlib.pyplot as plt

METHOD_STYLE = {
    "random": {"color": "#000000", "marker": "x", "linestyle": ":"},
    "in": {"color": "#777777", "marker": "v", "linestyle": "--"},
    "tfidf": {"color": "#56B4E9", "marker": "s", "linestyle": "-."},
    "bm25": {"color": "#E69F00", "marker": "^", "linestyle": "--"},
    "dense": {"color": "#009E73", "marker": "o", "linestyle": "-"},
    "hybrid": {"color": "#D55E00", "marker": "D", "linestyle": "-"},
}
WIDTH, DPI = 7.0, 80
BLUE, ORANGE, GREY = "#0072B2", "#E69F00", "#777777"


def new_axes(height: float = 3.0):
    """Make a figure of the course's width, ``height`` inches high, and return its axes."""
    _, ax = plt.subplots(figsize=(WIDTH, height), dpi=DPI, layout="constrained")
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    return ax


def plot_bars(values: dict[str, float], *, label: str, marked=(), ax=None):
    """Draw a horizontal bar with its number for each name; names in ``marked`` are orange, hatched.

    Parameters
    ----------
    values : dict from a name to a number, drawn from top to bottom
    label : str      what the numbers are, with the unit
    """
    ax = ax or new_axes(0.9 + 0.32 * len(values))
    colors = [ORANGE if name in marked else BLUE for name in values]
    bars = ax.barh(list(values), list(values.values()), color=colors)
    for name, bar in zip(values, bars, strict=True):
        bar.set_hatch("//" if name in marked else "")
        bar.set_edgecolor("white")
    ax.bar_label(bars, [f"{value:,.4g}" for value in values.values()], padding=3)
    ax.margins(x=0.12)
    ax.invert_yaxis()
    ax.set_xlabel(label)
    return ax


def plot_borders(cuts: dict[str, list], *, marked=(), ax=None):
    """Draw the chunks of one document as strips over its characters, one row for each way to cut.

    Parameters
    ----------
    cuts : dict from a name to a list of Chunk; neighbours differ in shade and height, so that
        overlap shows
    marked : list of (start, end), places to point out, shaded through all rows
    """
    ax = ax or new_axes(0.9 + 0.6 * len(cuts))
    for row, chunks in enumerate(cuts.values()):
        for number, chunk in enumerate(chunks):
            color, low = (("#0072B2", "#9CC9E8")[number % 2], row - 0.35 + 0.3 * (number % 2))
            strip = [(chunk.start, chunk.end - chunk.start)]
            ax.broken_barh(strip, (low, 0.4), facecolor=color, edgecolor="white")
    for start, end in marked:
        ax.axvspan(start, end, color=ORANGE, alpha=0.6, linewidth=0, zorder=0)
    ax.set_yticks(range(len(cuts)), list(cuts))
    ax.invert_yaxis()
    ax.set_xlabel("character in the document")
    return ax


def plot_heatmap(
    values,
    *,
    rows,
    columns,
    row_label: str,
    column_label: str,
    title: str,
    lowest: float = 0,
    highest: float = 1,
    ax=None,
):
    """Draw a table of numbers, shares if not told otherwise, as a heat map with the numbers in it.

    Parameters
    ----------
    values : list of lists of float or None, len(rows) x len(columns); None leaves the cell empty
    rows, columns : the values along the two sides, shown as labels
    lowest, highest : the numbers that get the darkest and the lightest colour
    """
    ax = ax or new_axes(1.2 + 0.42 * len(rows))
    table = [[float("nan") if value is None else value for value in row] for row in values]
    ax.imshow(table, cmap="cividis", vmin=lowest, vmax=highest, aspect="auto")
    for y, row in enumerate(values):
        for x, value in enumerate(row):
            if value is not None:
                color = "white" if value < lowest + 0.6 * (highest - lowest) else "black"
                ax.text(x, y, f"{value:.2f}", ha="center", va="center", color=color)
    ax.set_xticks(range(len(columns)), columns)
    ax.set_yticks(range(len(rows)), rows)
    ax.set_xlabel(column_label)
    ax.set_ylabel(row_label)
    ax.set_title(title, fontsize=11)
    return ax


def plot_paired_bars(values: dict[str, tuple[float, float]], *, names: tuple, label: str, ax=None):
    """Draw two bars with their numbers for each name: blue, and orange hatched.

    Parameters
    ----------
    values : dict from a name to two numbers, drawn from top to bottom
    names : what the first and the second number are, for the legend
    label : str      what the numbers count, with the unit
    """
    ax = ax or new_axes(1.2 + 0.45 * len(values))
    styles = ({"color": BLUE}, {"color": ORANGE, "hatch": "//"})
    for side, (name, style) in enumerate(zip(names, styles, strict=True)):
        places = [row + 0.4 * side - 0.2 for row in range(len(values))]
        numbers = [pair[side] for pair in values.values()]
        bars = ax.barh(places, numbers, 0.38, edgecolor="white", label=name, **style)
        ax.bar_label(bars, padding=3)
    ax.set_yticks(range(len(values)), list(values))
    ax.margins(x=0.08)
    ax.invert_yaxis()
    ax.set_xlabel(label)
    ax.legend(frameon=False, loc="lower right", bbox_to_anchor=(1, 1), ncols=2)
    return ax


def plot_points(
    points: list,
    *,
    x_label: str,
    y_label: str,
    marked=(),
    name="",
    steps=(),
    steps_name="",
    ax=None,
):
    """Draw (x, y) points, x on a logarithmic axis; those in ``marked`` again, as big diamonds.

    Parameters
    ----------
    points, marked : list of (x, y), x > 0
    steps : list of (x from, x to, y), drawn as lines
    name, steps_name : str      what is marked and what the lines are, for the legend
    """
    ax = ax or new_axes(3.6)
    ax.scatter(*zip(*points, strict=True), s=24, color=BLUE, alpha=0.4, linewidths=0)
    if marked:
        style = {"s": 90, "color": ORANGE, "marker": "D", "edgecolors": "black", "label": name}
        ax.scatter(*zip(*marked, strict=True), **style)
    for number, (left, right, y) in enumerate(steps):
        label = None if number else steps_name
        ax.plot([left, right], [y, y], color="black", linewidth=2.5, label=label)
    if marked or steps:
        ax.legend(frameon=False, loc="upper left")
    ax.set_xscale("log")
    ax.xaxis.set_major_formatter("{x:,.0f}")
    ax.set_xlabel(x_label)
    ax.set_ylabel(y_label)
    return ax


def plot_lines(
    curves: dict[str, list], *, x_label: str, y_label: str, log_x=False, marked=(), ax=None
):
    """Draw one line with markers for each name, told apart by colour, marker and line.

    Parameters
    ----------
    curves : dict from a name to a list of (x, y); names in METHOD_STYLE get their own style
    marked : list of y, drawn as thin horizontal lines, 0 for instance
    log_x : bool     x on a logarithmic axis
    """
    ax = ax or new_axes(3.4)
    for height in marked:
        ax.axhline(height, color=GREY, linewidth=1)
    looks = zip(
        (BLUE, ORANGE, "#009E73", "#CC79A7", GREY),
        "os^Dv",
        ("-", "--", "-.", ":", "-"),
        strict=True,
    )
    others = itertools.cycle(looks)
    for name, points in curves.items():
        color, marker, line = next(others)
        style = {"color": color, "marker": marker, "linestyle": line}
        style = METHOD_STYLE.get(name, style)
        ax.plot(*zip(*points, strict=True), label=name, markersize=5, **style)
    if len(curves) > 1:
        ax.legend(frameon=False)
    if log_x:
        ax.set_xscale("log")
        ax.xaxis.set_major_formatter("{x:,.0f}")
    ax.set_xlabel(x_label)
    ax.set_ylabel(y_label)
    return ax


def plot_arrows(vectors: dict[str, tuple[float, float]], *, x_label: str, y_label: str, ax=None):
    """Draw vectors of two numbers as arrows from the origin, with the angle to the first one.

    Parameters
    ----------
    vectors : dict from a name to (x, y); the first is orange, all others blue
    """
    ax = ax or new_axes(4.2)
    first = next(iter(vectors.values()))
    start = math.degrees(math.atan2(first[1], first[0]))
    for number, (name, (x, y)) in enumerate(vectors.items()):
        color = BLUE if number else ORANGE
        style = {"arrowstyle": "-|>", "color": color, "linewidth": 2.2, "shrinkA": 0, "shrinkB": 0}
        ax.annotate("", (x, y), (0, 0), arrowprops=style)
        turn = abs(math.degrees(math.atan2(y, x)) - start)
        text = f"{name}, {turn:.0f}°" if number else name
        ax.annotate(text, (x, y), (6, 4), textcoords="offset points")
    reach = 1.25 * max(max(map(abs, vector)) for vector in vectors.values())
    lows = [min(0, *(vector[side] for vector in vectors.values())) for side in (0, 1)]
    ax.set(xlim=(1.2 * lows[0], reach), ylim=(1.2 * lows[1], reach), aspect="equal")
    ax.set_xlabel(x_label)
    ax.set_ylabel(y_label)
    return ax


def plot_shares(rows: dict[str, dict[str, float]], *, label: str, digits=4, ax=None):
    """Draw one bar for each name, put together from the shares of its terms, with the term in it.

    The seven terms with the largest shares have a colour each, the rest of a bar is grey; what does
    not fit into its part of a bar stands in a legend.

    Parameters
    ----------
    rows : dict from a name to {term: share}, shares >= 0, drawn from top to bottom
    label : str      what the shares add up to, with the unit
    digits : int     decimals of the sums
    """
    ax = ax or new_axes(0.9 + 0.42 * len(rows))
    highest = {}
    for term, share in itertools.chain(*(shares.items() for shares in rows.values())):
        highest[term] = max(share, highest.get(term, 0))
    named = sorted(highest, key=lambda term: -highest[term])[:7]
    palette = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#F0E442", "#D55E00")
    colors = dict(zip(named, palette, strict=False)) | {"(others)": "#BBBBBB"}
    whole = max((sum(shares.values()) for shares in rows.values()), default=0) or 1
    drawn, nameless = {}, False
    for row, shares in enumerate(rows.values()):
        left, total = 0.0, sum(shares.values())
        parts = {term: share for term, share in shares.items() if term in named}
        parts["(others)"] = total - sum(parts.values())
        for term, share in parts.items():
            if share <= 1e-9 * whole:
                continue
            bar = ax.barh(row, share, 0.7, left=left, color=colors[term], edgecolor="white")
            drawn.setdefault(term, bar)
            if share > 0.023 * whole * len(term):  # else the word does not fit
                ink = "white" if colors[term] in ("#0072B2", "#D55E00") else "black"
                ax.text(left + share / 2, row, term, ha="center", va="center", color=ink)
            else:
                nameless = True
            left += share
        sum_text = f"{total:.{digits}f}"
        ax.annotate(sum_text, (left, row), (4, 0), textcoords="offset points", va="center")
    if nameless:
        drawn |= {"(others)": drawn.pop("(others)")} if "(others)" in drawn else {}
        ax.legend(drawn.values(), drawn, frameon=False, loc="upper left", bbox_to_anchor=(1.04, 1))
    ax.set_yticks(range(len(rows)), list(rows))
    ax.margins(x=0.12)
    ax.invert_yaxis()
    ax.set_xlabel(label)
    return ax


def plot_lengths(lengths: dict[str, list[float]], *, label: str, ax=None):
    """Draw one row of dots for each name, a dot a value, with a bar at the median.

    Parameters
    ----------
    lengths : dict from a name to its values; dots are spread over the row's height in order
    label : str      what the values are, with the unit
    """
    ax = ax or new_axes(0.9 + 0.8 * len(lengths))
    for row, values in enumerate(lengths.values()):
        heights = [row - 0.3 + 0.6 * (number * 7 % 13) / 12 for number in range(len(values))]
        ax.plot(values, heights, ".", color=BLUE, alpha=0.35, markersize=4)
        middle = sorted(values)[len(values) // 2]
        ax.plot([middle, middle], [row - 0.38, row + 0.38], color=ORANGE, linewidth=3)
    ax.set_yticks(range(len(lengths)), list(lengths))
    ax.invert_yaxis()
    ax.set_xlim(left=0)
    ax.set_xlabel(label)
    return ax
