"""The figures of results: found by rank, intervals, wins and losses, ranks, a map of vectors, hubs.

Like those of plots.py. The projection (PCA) stands here, too: it serves the figure only. Helpers.
"""

from collections import Counter

import matplotlib.pyplot as plt
import numpy as np

from course_lib.plots import BLUE, DPI, GREY, METHOD_STYLE, ORANGE, WIDTH, new_axes, plot_lines


def new_panels(rows: int, columns: int, height: float = 2.4) -> list:
    """Make a figure of several panels, each ``height`` inches high, and return their axes."""
    size = (WIDTH * 1.15, height * rows)
    _, axes = plt.subplots(rows, columns, figsize=size, dpi=DPI, layout="constrained")
    for ax in axes.flat:
        for side in ("top", "right"):
            ax.spines[side].set_visible(False)
    return list(axes.flat)


def plot_found_by_rank(curves: dict[str, list[float]], *, ax=None):
    """Draw the share of questions found by rank 1, 2, 3 …, one line a method.

    Parameters
    ----------
    curves : dict from a name to the shares, see Evaluation.found_by_rank; names in METHOD_STYLE
        get their own style
    """
    points = {name: list(enumerate(shares, 1)) for name, shares in curves.items()}
    ax = plot_lines(points, x_label="rank", y_label="share found by this rank", ax=ax)
    ax.set_xticks(range(1, max(map(len, curves.values())) + 1))
    ax.set_ylim(0, 1)
    return ax


def plot_intervals(
    rows: dict[str, tuple[float, float, float]], *, label: str, marked=None, ax=None
):
    """Draw one dot with its interval for each name, from top to bottom.

    Parameters
    ----------
    rows : dict from a name to (value, low, high); names in METHOD_STYLE get their own style
    label : str      what the numbers are, with the unit
    marked : float, optional     where a thin vertical line stands, 0 for differences
    """
    ax = ax or new_axes(0.9 + 0.36 * len(rows))
    if marked is not None:
        ax.axvline(marked, color=GREY, linewidth=1)
    for row, (name, (value, low, high)) in enumerate(rows.items()):
        style = METHOD_STYLE.get(name, {"color": BLUE, "marker": "o"})
        ax.plot([low, high], [row, row], color=style["color"], linewidth=2.5)
        ax.plot(value, row, color=style["color"], marker=style["marker"], markersize=8)
        ax.annotate(f"{value:.3f}", (value, row), (0, 6), textcoords="offset points", ha="center")
    ax.set_yticks(range(len(rows)), list(rows))
    ax.set_ylim(len(rows) - 0.5, -0.7)
    ax.set_xlabel(label)
    return ax


def plot_wins(differences: list[float], *, names: tuple[str, str], label: str, ax=None):
    """Draw one dot for each question, sorted: above the line the first method wins, below it loses.

    Parameters
    ----------
    differences : one number a question, first method minus second
    names : the two methods
    label : str      what the numbers are, with the unit
    """
    ax = ax or new_axes(2.8)
    ordered = sorted(differences, reverse=True)
    looks = (
        (f"{names[0]} better", {"color": BLUE, "marker": "^"}, lambda d: d > 0),
        ("alike", {"color": GREY, "marker": "."}, lambda d: d == 0),
        (f"{names[1]} better", {"color": ORANGE, "marker": "v"}, lambda d: d < 0),
    )
    for name, style, belongs in looks:
        points = [(place, d) for place, d in enumerate(ordered, 1) if belongs(d)]
        if points:
            text = f"{name}: {len(points)}"
            ax.plot(*zip(*points, strict=True), linestyle="", markersize=6, label=text, **style)
    ax.axhline(0, color=GREY, linewidth=1)
    ax.legend(frameon=False)
    ax.set_xlabel("questions, sorted by the difference")
    ax.set_ylabel(label)
    return ax


def plot_rank_pairs(groups: dict[str, list], *, x_label: str, y_label: str, limit=100, ax=None):
    """Draw the rank of the right chunk under one search against that under another, log axes.

    Parameters
    ----------
    groups : dict from a name to a list of (x, y), ranks from 1; what lies beyond ``limit`` is drawn
        at the edge; a larger point is several questions; at most 4 groups
    """
    ax, edge = ax or new_axes(4.4), 1.6 * limit
    looks = zip((BLUE, ORANGE, "#009E73", GREY), "o^Dx", strict=True)
    for (name, pairs), (color, marker) in zip(groups.items(), looks, strict=False):
        counts = Counter(tuple(r if r <= limit else edge for r in pair) for pair in pairs)
        style = {"color": color, "marker": marker, "alpha": 0.75, "label": f"{name}: {len(pairs)}"}
        sizes = [26 * count for count in counts.values()]
        ax.scatter(*zip(*counts, strict=True), s=sizes, clip_on=False, **style)
    ax.set(xscale="log", yscale="log", xlim=(0.85, edge * 1.15), ylim=(0.85, edge * 1.15))
    ticks = [1, 2, 5, 10, 20, 50]
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_ticks([*ticks, edge], [*map(str, ticks), f"> {limit}"])
        axis.set_ticks([], minor=True)
    ax.axvline(5.5, color=GREY, linewidth=1)
    ax.axhline(5.5, color=GREY, linewidth=1)
    ax.legend(frameon=False, loc="upper left", bbox_to_anchor=(1.02, 1), markerscale=0.9)
    ax.set_xlabel(x_label)
    ax.set_ylabel(y_label)
    return ax


def plot_slopes(columns: dict[str, list], *, marked, title: str, first=5, limit=100, ax=None):
    """Draw how the rank of each chunk changes from one ranking to the next, one line a chunk.

    Parameters
    ----------
    columns : dict from a name to a ranking, a list of ids; drawn are the ``first`` of each
    marked : id             drawn in orange, with its ranks
    limit : int             ranks beyond it, and absent ids, are drawn at the lower edge
    """
    ax, edge = ax or new_axes(3.6), 1.6 * limit
    drawn = dict.fromkeys(name for ranking in columns.values() for name in ranking[:first])
    for name in [*drawn, marked]:
        ranks = [r.index(name) + 1 if name in r[:limit] else edge for r in columns.values()]
        style = {"color": GREY, "linewidth": 1, "markersize": 4, "alpha": 0.7}
        if name == marked:
            style = {"color": ORANGE, "linewidth": 3, "markersize": 8}
            for x, rank in enumerate(ranks):
                text = str(rank) if rank <= limit else ""
                ax.annotate(text, (x, rank), (6, 7), textcoords="offset points")
        ax.plot(range(len(columns)), ranks, marker="o", **style)
    ax.set(yscale="log", ylim=(edge * 1.3, 0.75), xlim=(-0.2, len(columns) - 0.6))
    ticks = [1, 2, 5, 10, 20, 50]
    ax.set_yticks([*ticks, edge], [*map(str, ticks), f"> {limit}"])
    ax.set_yticks([], minor=True)
    ax.set_xticks(range(len(columns)), list(columns))
    ax.set_ylabel("rank")
    ax.set_title(title, fontsize=11)
    return ax


def plot_occurrence(counts, samples, *, label: str, level: float = 0.95, ax=None):
    """Draw how often each chunk was found, busiest first, over the band of random draws.

    Parameters
    ----------
    counts : one number a chunk, 0 too
    samples : (n_samples, n_chunks), each row sorted, see course_lib.hubs.random_occurrence
    label : str      what is counted
    """
    ax = ax or new_axes(3.2)
    places = np.arange(1, len(counts) + 1)
    low, high = np.quantile(samples, [(1 - level) / 2, (1 + level) / 2], axis=0)
    ax.fill_between(places, low, high, color=GREY, alpha=0.4, step="mid", label="random draws")
    ax.step(places, sorted(counts, reverse=True), where="mid", color=BLUE, label="found", lw=2)
    ax.set_xscale("log")
    ax.xaxis.set_major_formatter("{x:,.0f}")
    ax.legend(frameon=False)
    ax.set_xlabel("chunks, busiest first")
    ax.set_ylabel(label)
    return ax


def project(vectors) -> tuple[np.ndarray, np.ndarray]:
    """Flatten vectors to two numbers each, along the directions in which they differ most (PCA).

    Parameters
    ----------
    vectors : (n, dim) array, n >= 2, dim >= 2
    Returns
    -------
    (n, 2) coordinates, the sign chosen so that the farthest point of each axis is positive; and the
    share of all differences (variance) that each of the two axes keeps
    """
    centred = np.asarray(vectors, dtype=np.float64)
    centred = centred - centred.mean(axis=0)
    left, sizes, _ = np.linalg.svd(centred, full_matrices=False)
    points = left[:, :2] * sizes[:2]
    farthest = points[np.abs(points).argmax(axis=0), [0, 1]]
    kept = sizes[:2] ** 2 / max((sizes**2).sum(), 1e-300)
    return points * np.where(farthest < 0, -1, 1), kept


def plot_projection(vectors, names: list[str], *, groups: list[str] | None = None, ax=None):
    """Draw vectors of many numbers as points in the plane, see `project`, with their names.

    Parameters
    ----------
    vectors : (n, dim) array
    names : list of n str, "" for a point without a name
    groups : list of n str, optional    points of one group share colour and marker; at most 5
    """
    groups = groups or [""] * len(names)
    if len(set(groups)) > 5:
        raise ValueError(f"groups must be at most 5 groups, got {len(set(groups))}")
    if not len(vectors) == len(names) == len(groups):
        counts = f"{len(vectors)} vectors, {len(names)} names, {len(groups)} groups"
        raise ValueError(f"names and groups must be one a vector, got {counts}")
    ax = ax or new_axes(4.6)
    points, kept = project(vectors)
    looks = zip((BLUE, ORANGE, "#009E73", "#CC79A7", GREY), "os^Dv", strict=True)
    for group, (color, marker) in zip(dict.fromkeys(groups), looks, strict=False):
        chosen = points[[other == group for other in groups]]
        ax.scatter(*chosen.T, color=color, marker=marker, s=46, label=group)
    for name, point in zip(names, points, strict=True):
        ax.annotate(name, point, (5, 4), textcoords="offset points", fontsize=9)
    if len(set(groups)) > 1:
        ax.legend(frameon=False)
    ax.margins(0.15)
    ax.set_xlabel(f"first direction, {kept[0]:.0%} of the differences")
    ax.set_ylabel(f"second direction, {kept[1]:.0%} of the differences")
    return ax


def plot_spread(values: list[float], *, label: str, marked: float, level: float = 0.95, ax=None):
    """Draw how often each value came, the middle 95 % of all shaded, and a line at one value.

    Parameters
    ----------
    values : many numbers
    label : str       what they are, with the unit
    marked : float    where the line stands
    """
    ax = ax or new_axes(2.6)
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    heights, at = np.unique(np.round(values, 9), return_counts=True)
    ax.axvspan(low, high, color=GREY, alpha=0.25, label=f"middle {level:.0%}")
    ax.vlines(heights, 0, at, color=BLUE, linewidth=3)
    ax.axvline(marked, color=ORANGE, linewidth=2, linestyle="--", label="measured")
    ax.set_ylim(bottom=0)
    ax.legend(frameon=False)
    ax.set_xlabel(label)
    ax.set_ylabel("draws")
    return ax
