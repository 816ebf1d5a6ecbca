"""The course's figures. Each function draws on ``ax`` and returns it; nothing is shown or saved.

One colour and marker for each method in the whole course, safe for colour-blind readers (the
palette of Okabe and Ito, 2008) and told apart in a greyscale print by marker and line. Helpers.
"""

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
            ax.broken_barh([(chunk.start, chunk.end - chunk.start)], (low, 0.4), facecolor=color)
    for start, end in marked:
        ax.axvspan(start, end, color=ORANGE, alpha=0.45, linewidth=0)
    ax.set_yticks(range(len(cuts)), list(cuts))
    ax.invert_yaxis()
    ax.set_xlabel("character in the document")
    return ax


def plot_heatmap(values, *, rows, columns, row_label: str, column_label: str, title: str, ax=None):
    """Draw a table of shares from 0 to 1 as a heat map with the numbers in the cells.

    Parameters
    ----------
    values : list of lists of float or None, len(rows) x len(columns); None leaves the cell empty
    rows, columns : the values along the two sides, shown as labels
    """
    ax = ax or new_axes(1.2 + 0.42 * len(rows))
    table = [[float("nan") if value is None else value for value in row] for row in values]
    ax.imshow(table, cmap="cividis", vmin=0, vmax=1, aspect="auto")
    for y, row in enumerate(values):
        for x, value in enumerate(row):
            if value is not None:
                color = "white" if value < 0.6 else "black"
                ax.text(x, y, f"{value:.2f}", ha="center", va="center", color=color)
    ax.set_xticks(range(len(columns)), columns)
    ax.set_yticks(range(len(rows)), rows)
    ax.set_xlabel(column_label)
    ax.set_ylabel(row_label)
    ax.set_title(title, fontsize=11)
    return ax
