"""Dot product to angle, rows of a matrix, and the order of scores."""

import math
import re
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lessons import lesson
from sklearn.metrics.pairwise import cosine_similarity
from sklearn.preprocessing import normalize

from course_lib.ranking import top_k
from course_lib.similarity import as_numbers, cosine, dot, norm, unit_rows, unit_vector

LESSON = lesson("03")  # built there, and in no need of checks
angle = LESSON["angle"]
PAIRWISE = [dot, cosine]
NAN, INF = math.nan, math.inf
# Numbers of ordinary size and zeros; two vectors of one length.
NUMBERS = st.one_of(st.just(0.0), st.floats(1e-6, 1e6), st.floats(-1e6, -1e-6))
VECTORS = st.lists(NUMBERS, min_size=1, max_size=6)
PAIRS = st.integers(1, 6).flatmap(
    lambda n: st.tuples(*[st.lists(NUMBERS, min_size=n, max_size=n)] * 2)
)
close = pytest.approx


# --- worked by hand ----------------------------------------------------------------------------


def test_dot_product():
    """1*4 + 2*(-5) + 3*6 = 4 - 10 + 18 = 12."""
    assert dot([1, 2, 3], [4, -5, 6]) == 12.0
    assert type(dot([1], [2])) is type(dot([], [])) is float


def test_norm():
    """sqrt(3*3 + 4*4 + 12*12) = sqrt(169) = 13."""
    assert norm([3, -4, 12]) == 13.0
    assert norm([]) == norm([0, 0]) == 0.0


def test_cosine():
    """(3*4 + 4*3) / (5 * 5) = 24/25; (1*(-2) + 0*1) / (1 * sqrt(5)) = -2 / sqrt(5)."""
    assert cosine([3, 4], [4, 3]) == close(0.96, abs=1e-15)
    assert cosine([1, 0], [-2, 1]) == close(-2 / math.sqrt(5), abs=1e-15)


@pytest.mark.parametrize(
    "a, b, degrees",
    [
        ([1, 0], [5, 0], 0),
        ([1, 0], [1, math.sqrt(3)], 60),
        ([1, 0], [0, 2], 90),
        ([1, 1], [-1, 0], 135),
        ([1, 2], [-2, -4], 180),
        ([0, 0], [1, 2], 90),
    ],
)
def test_angle(a, b, degrees):
    assert angle(a, b) == close(degrees, abs=1e-5)
    assert angle(b, a) == angle(a, b)


@pytest.mark.parametrize("value, degrees", [(1 + 2**-52, 0.0), (-1 - 2**-52, 180.0)])
def test_an_angle_survives_a_cosine_that_rounding_lifts_above_one(monkeypatch, value, degrees):
    """Only from -1 to 1 there is an arc cosine."""
    monkeypatch.setitem(LESSON, "cosine", lambda a, b: value)
    assert angle([1], [1]) == degrees


def test_unit_vector():
    """[3, 4] has length 5: [3/5, 4/5]."""
    assert unit_vector([3, -4]) == [0.6, -0.8]
    assert unit_vector([0, 0, 0]) == [0.0] * 3
    assert unit_vector([]) == []
    assert type(unit_vector(np.array([2, 0]))[0]) is float


def test_unit_rows():
    rows = unit_rows([[3, 4], [0, 0], [-2, 0]])
    assert rows.tolist() == [[0.6, 0.8], [0.0, 0.0], [-1.0, 0.0]]
    assert rows.dtype == np.float64
    assert unit_rows(np.zeros((0, 3))).shape == (0, 3)
    assert unit_rows(np.zeros((2, 0))).shape == (2, 0)


def test_unit_rows_leave_the_given_matrix_alone():
    matrix = np.array([[3.0, 4.0]])
    unit_rows(matrix)
    assert matrix.tolist() == [[3.0, 4.0]]


@pytest.mark.filterwarnings("error")
def test_zero_vectors_have_no_direction():
    """[2, 1, 0] against [1, 0, 0]: 2 / (sqrt(5) * 1) = 0.894427; a zero row is never first."""
    rows = [[0, 0, 0], [2, 1, 0], [0, 3, 4]]
    scores = [cosine(row, [1, 0, 0]) for row in rows]
    assert scores == [0.0, close(0.894427, abs=5e-7), 0.0]
    assert top_k(scores, 3) == [1, 0, 2]
    assert [cosine(row, [0, 0, 0]) for row in rows] == [0.0, 0.0, 0.0]
    assert unit_rows(rows) @ [1, 0, 0] == close(np.array(scores), abs=1e-15)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "kind, a, b, product, value",
    [
        (np.uint8, [200, 100], [200, 100], 50_000, 1.0),
        (np.uint8, [200, 100], [100, 200], 40_000, 0.8),
        (np.int8, [100, 100], [100, 100], 20_000, 1.0),
        (np.float16, [300, 300], [300, 300], 180_000, 1.0),
        (np.float32, [1e30, 0], [1e30, 1e30], None, math.sqrt(0.5)),
        (np.int64, [2**40, 0], [2**40, 0], 2**80, 1.0),
    ],
)
def test_small_number_types_do_not_overflow(kind, a, b, product, value):
    a, b = np.array(a, dtype=kind), np.array(b, dtype=kind)
    assert product is None or dot(a, b) == product
    assert cosine(a, b) == close(value, abs=1e-7)
    assert unit_rows([a]).dtype == unit_rows(np.array([a])).dtype == np.float64
    assert (unit_rows(np.array([a])) @ unit_rows(np.array([b])).T).item() == close(value, abs=1e-7)
    assert norm(unit_vector(a)) == close(1)


def test_other_numbers_are_numbers():
    assert dot([Fraction(1, 2), True], (Decimal("3"), 2)) == 3.5
    assert dot(range(3), np.arange(3)) == 5.0


# --- refused -----------------------------------------------------------------------------------


@pytest.mark.parametrize("compare", PAIRWISE)
@pytest.mark.parametrize(
    "a, b", [([1, 1, 1, 1], [1, 1]), ([1, 0, 0, 0], [1]), ([3, 4], [3, 4, 12]), ([], [1])]
)
def test_vectors_of_two_spaces_are_refused(compare, a, b):
    for x, y in ((a, b), (b, a)):
        words = f"^a has {len(x)} numbers and b has {len(y)}: not the same space$"
        with pytest.raises(ValueError, match=words):
            compare(x, y)


@pytest.mark.parametrize("wrong", [NAN, INF, -INF])
def test_vectors_hold_finite_numbers(wrong):
    words = "must hold finite numbers only, it has NaN or infinity$"
    for compare in PAIRWISE:
        with pytest.raises(ValueError, match=f"^a {words}"):
            compare([1, wrong], [1, 2])
        with pytest.raises(ValueError, match=f"^b {words}"):
            compare([1, 2], np.array([wrong, 1]))
    for measure in (norm, unit_vector):
        with pytest.raises(ValueError, match=f"^a {words}"):
            measure([wrong])
    with pytest.raises(ValueError, match=f"^matrix {words}"):
        unit_rows([[1, 2], [wrong, 0]])
    with pytest.raises(ValueError, match=f"^scores {words}"):
        top_k([0.5, wrong], 1)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("wrong", [1e200, -1.1e150, 1e-200, -9e-151])
def test_numbers_whose_squares_leave_the_range_are_refused(wrong):
    """1e200 squared is infinite and 1e-200 squared 0: the cosine with itself would be NaN or 0."""
    number = re.escape(f"{abs(wrong):g}")
    words = f"must hold 0 or sizes of 1e-150 to 1e150, got {number}$"
    for compare in PAIRWISE:
        with pytest.raises(ValueError, match=f"^a {words}"):
            compare([wrong, 0], [1, 2])
        with pytest.raises(ValueError, match=f"^b {words}"):
            compare([1, 2], [0, wrong])
    for measure in (norm, unit_vector):
        with pytest.raises(ValueError, match=f"^a {words}"):
            measure([wrong])
    with pytest.raises(ValueError, match=f"^matrix {words}"):
        unit_rows([[1, 0], [wrong, 0]])


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("size", [1e150, 1e-150])
def test_numbers_at_the_border_are_measured(size):
    a = [size, -size, 0]
    assert cosine(a, a) == close(1) and cosine(a, [1, 0, 0]) == close(math.sqrt(0.5))
    assert norm(unit_vector(a)) == norm(unit_rows([a])[0]) == close(1)
    assert cosine([1, 1e-200], [1, 1e-200]) == 1.0  # small beside others does no harm


@pytest.mark.parametrize("wrong", ["12", None, 3, 2.5, iter([1, 2])])
def test_vectors_are_sequences(wrong):
    words = f"must be a sequence of numbers, got {re.escape(repr(wrong))}$"
    for compare in PAIRWISE:
        with pytest.raises(ValueError, match=f"^a {words}"):
            compare(wrong, [1, 2])
        with pytest.raises(ValueError, match=f"^b {words}"):
            compare([1, 2], wrong)
    with pytest.raises(ValueError, match=f"^a {words}"):
        norm(wrong)


NO_NUMBERS = [["1", "2"], ["a"], [[1, 2]], [[1], [1, 2]], [1j], np.array([1j]), {0: 1}, {1}, b"12"]
NO_NUMBERS += [np.array(["1"]), np.array(["2026-01-01"], dtype="M8"), [1, "2"], [10**400]]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("wrong", NO_NUMBERS, ids=repr)
def test_no_numbers(wrong):
    for call in (norm, unit_vector, lambda a: dot(a, a)):
        with pytest.raises(ValueError, match=r"^a must be a sequence of numbers, got "):
            call(wrong)
    with pytest.raises(ValueError, match=r"^scores must be a sequence of numbers, got "):
        top_k(wrong, 1)
    with pytest.raises(ValueError, match=r"^b must be a sequence of numbers, got "):
        cosine([1], wrong)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "wrong", [None, 3, "ab", [], [1, 2], [[1], [1, 2]], [["1"]], [[[1]]], [[1j]], [[10**400]]]
)
def test_a_matrix_has_rows_of_equally_many_numbers(wrong):
    with pytest.raises(ValueError, match=r"^matrix must be rows of equally many numbers, got "):
        unit_rows(wrong)


def test_a_long_wrong_value_is_cut_in_the_message():
    with pytest.raises(ValueError) as error:
        as_numbers("a", [[1]] * 1000)
    assert len(str(error.value)) < 130


# --- properties and scikit-learn -----------------------------------------------------------------


@given(PAIRS)
def test_bounds_and_symmetry(pair):
    a, b = pair
    assert dot(a, b) == dot(b, a) and cosine(a, b) == cosine(b, a)
    assert -1 - 1e-12 <= cosine(a, b) <= 1 + 1e-12 and 0 <= angle(a, b) <= 180
    assert norm(a) >= 0 and cosine(a, a) == close(1.0 if any(a) else 0.0)


@given(PAIRS, st.floats(1e-3, 1e3))
def test_length_does_not_count(pair, factor):
    a, b = pair
    longer = [factor * x for x in a]
    assert cosine(longer, b) == close(cosine(a, b), abs=1e-12)
    assert cosine([-x for x in a], b) == close(-cosine(a, b), abs=1e-12)
    assert norm(longer) == close(factor * norm(a))


@given(PAIRS)
def test_for_unit_vectors_the_cosine_is_a_dot_product_and_tells_the_distance(pair):
    """|a - b|^2 = 1 - 2 a.b + 1 = 2 - 2 cos."""
    a, b = map(unit_vector, pair)
    assert dot(a, b) == close(cosine(*pair), abs=1e-12)
    if any(a) and any(b):
        assert norm(a) == close(1)
        distance = sum((x - y) ** 2 for x, y in zip(a, b, strict=True))
        assert distance == close(2 - 2 * cosine(*pair), abs=1e-12)


@given(st.integers(0, 2**32), st.integers(1, 9), st.integers(1, 9))
def test_equal_to_scikit_learn(seed, n, dim):
    rng = np.random.default_rng(seed)
    matrix = rng.normal(size=(n, dim)) * rng.integers(0, 2, size=(n, 1))  # some rows of zeros
    query = rng.normal(size=dim)
    expected = cosine_similarity(matrix, [query])[:, 0]
    assert [cosine(row, query) for row in matrix] == close(expected, abs=1e-12)
    assert unit_rows(matrix) == close(normalize(matrix), abs=1e-12)
    assert unit_rows(matrix) == close(np.array([unit_vector(row) for row in matrix]), abs=1e-15)


# --- the order of scores -------------------------------------------------------------------------


def test_equal_scores_keep_their_order():
    assert top_k([0.3, 0.7, 0.7, 0.0, 0.7], 5) == [1, 2, 4, 0, 3]
    assert top_k([0.3, 0.7, 0.7, 0.0, 0.7], 2) == [1, 2]
    assert top_k([0.0] * 7 + [1.0] + [0.0] * 12, 5) == [7, 0, 1, 2, 3]
    assert top_k(np.zeros(1000), 1000) == list(range(1000))
    assert top_k([-0.0, 0.0, -1.0], 3) == [0, 1, 2]


def test_any_numbers_can_be_ordered():
    assert top_k([2, True, 3.5], 3) == [2, 0, 1]
    assert top_k(np.array([1, 3, 2], dtype=np.uint8), 2) == [1, 2]
    assert top_k([1e300, -1e300, 1e-300], 3) == [0, 2, 1]
    assert top_k([], 3) == []
    assert all(type(place) is int for place in top_k(np.arange(4.0), 2))


@given(
    st.lists(st.sampled_from([-1.0, -0.0, 0.0, 0.25, 0.5, 1.0]), max_size=40), st.integers(0, 45)
)
def test_order_is_score_descending_then_position(scores, k):
    expected = sorted(range(len(scores)), key=lambda place: (-scores[place], place))
    assert top_k(scores, k) == expected[:k]


@pytest.mark.parametrize("kinds", [10, 10**9])
def test_the_order_of_many_scores(kinds):
    scores = np.random.default_rng(0).integers(0, kinds, size=2000) / kinds
    expected = sorted(range(2000), key=lambda place: (-scores[place], place))
    for k in (1, 2, 10, 700, 1000, 1300, 1999, 2000):
        assert top_k(scores, k) == expected[:k]


def test_k_beyond_all_gives_all():
    assert top_k([0.1, 0.2], 10**9) == top_k([0.1, 0.2], 2**80) == [1, 0]
    assert top_k([0.1, 0.2], 0) == []
    assert top_k([0.1, 0.2], np.int64(1)) == [1]


def test_k_below_zero_is_refused():
    for k in (-1, -(10**9), np.int8(-1)):
        with pytest.raises(ValueError, match=f"^k must be 0 or more, got {int(k)}$"):
            top_k([0.1, 0.2], k)
    assert top_k([0.1, 0.2], np.uint8(1)) == [1]


@pytest.mark.parametrize("k", [True, False, 2.5, 2.0, "2", None, [2], np.True_, NAN, INF])
def test_k_is_a_whole_number(k):
    with pytest.raises(TypeError) as error:
        top_k([0.1, 0.2], k)
    assert str(error.value) == f"k must be a whole number, got {k!r}"


@pytest.mark.parametrize("wrong", [None, 3.0, "abc", [[0.5]]])
def test_scores_are_one_row(wrong):
    with pytest.raises(ValueError, match=r"^scores must be a sequence of numbers, got "):
        top_k(wrong, 1)
