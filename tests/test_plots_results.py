"""The figures of results hold the numbers that they are given; the projection is PCA."""

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import pytest
from sklearn.decomposition import PCA

from course_lib import plots_results as plots
from course_lib.plots import METHOD_STYLE


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def test_found_by_rank():
    ax = plots.plot_found_by_rank({"tfidf": [0.2, 0.4, 0.5], "dense": [0.3, 0.3, 0.6]})
    first, second = ax.lines
    assert first.get_xydata().tolist() == [[1, 0.2], [2, 0.4], [3, 0.5]]
    assert second.get_color() == METHOD_STYLE["dense"]["color"]
    assert ax.get_ylim() == (0, 1) and ax.get_xticks().tolist() == [1, 2, 3]


def test_intervals():
    ax = plots.plot_intervals(
        {"dense": (0.4, 0.3, 0.6), "other": (0.1, -0.1, 0.2)}, label="hit@5", marked=0
    )
    zero, interval, dot, *_ = ax.lines
    assert zero.get_xdata() == [0, 0]
    assert interval.get_xydata().tolist() == [[0.3, 0], [0.6, 0]]
    assert dot.get_xydata().tolist() == [[0.4, 0]]
    assert dot.get_marker() == METHOD_STYLE["dense"]["marker"]
    assert [text.get_text() for text in ax.texts] == ["0.400", "0.100"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["dense", "other"]
    assert ax.get_xlabel() == "hit@5" and ax.yaxis_inverted()


def test_wins():
    ax = plots.plot_wins([0, 1, -0.5, 0.5, 0], names=("dense", "tfidf"), label="RR")
    shown = [text.get_text() for text in ax.get_legend().get_texts()]
    assert shown == ["dense better: 2", "alike: 2", "tfidf better: 1"]
    assert [line.get_xydata().tolist() for line in ax.lines[:3]] == [
        [[1, 1], [2, 0.5]],
        [[3, 0], [4, 0]],
        [[5, -0.5]],
    ]
    ax = plots.plot_wins([1, 1], names=("a", "b"), label="RR")
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["a better: 2"]


def test_rank_pairs():
    groups = {"both": [(1, 2), (1, 2), (5, 1)], "neither": [(300, float("inf")), (6, 100)]}
    ax = plots.plot_rank_pairs(groups, x_label="bm25", y_label="dense")
    both, neither = ax.collections
    assert both.get_offsets().tolist() == [[1, 2], [5, 1]]
    assert both.get_sizes().tolist() == [52, 26]
    assert neither.get_offsets().tolist() == [[160, 160], [6, 100]]
    shown = [text.get_text() for text in ax.get_legend().get_texts()]
    assert shown == ["both: 3", "neither: 2"]
    assert ax.get_xscale() == ax.get_yscale() == "log"


def test_slopes():
    columns = {"bm25": [7, 8], "hybrid": [7, 9, 8], "dense": [9, 7]}
    ax = plots.plot_slopes(columns, marked=8, title="one question", first=1)
    lines = [line.get_ydata().tolist() for line in ax.lines]
    assert lines == [[1, 1, 2], [160, 2, 1], [2, 3, 160]]  # 7, 9 and, marked, 8
    assert ax.lines[2].get_color() == plots.ORANGE != ax.lines[0].get_color()
    assert [text.get_text() for text in ax.texts] == ["2", "3", ""]
    assert ax.yaxis_inverted() and ax.get_title() == "one question"


def test_occurrence():
    samples = np.array([[3, 1, 0], [2, 2, 0], [2, 1, 1]])
    ax = plots.plot_occurrence([0, 4, 1], samples, label="top-5 places")
    assert ax.lines[0].get_xydata().tolist() == [[1, 4], [2, 1], [3, 0]]
    (band,) = ax.collections
    low, high = np.quantile(samples[:, 0], [0.025, 0.975])
    assert {low, high} <= set(band.get_paths()[0].vertices[:, 1].round(9).tolist())


def test_projection_is_that_of_scikit_learn_but_for_the_sign():
    vectors = np.random.default_rng(0).standard_normal((30, 8)) * [9, 5, 3, 1, 1, 1, 1, 1] + 4
    points, kept = plots.project(vectors)
    pca = PCA(2).fit(vectors)
    assert np.abs(points) == pytest.approx(np.abs(pca.transform(vectors)))
    assert kept == pytest.approx(pca.explained_variance_ratio_)
    assert (points.max(axis=0) == np.abs(points).max(axis=0)).all()
    again, _ = plots.project(-vectors)
    assert np.abs(again) == pytest.approx(np.abs(points))
    assert plots.project([[1, 2], [1, 2]])[1].tolist() == [0, 0]


def test_projection_figure():
    vectors = np.eye(4, 6)
    ax = plots.plot_projection(vectors, ["a", "", "c", "d"], groups=["x", "x", "y", "y"])
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["x", "y"]
    assert len(ax.collections) == 2 and len(ax.collections[0].get_offsets()) == 2
    assert ax.get_xlabel() == "first direction, 33% of the differences"
    plain = plots.plot_projection(vectors, list("abcd"))
    assert plain.get_legend() is None and len(plain.collections[0].get_offsets()) == 4
    with pytest.raises(ValueError, match="one a vector, got 4 vectors, 1 names, 1 groups"):
        plots.plot_projection(vectors, ["a"])
    with pytest.raises(ValueError, match="at most 5 groups"):
        plots.plot_projection(np.eye(6), list("abcdef"), groups=list("abcdef"))
