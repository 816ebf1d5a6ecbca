"""Compare vectors: dot product, norm and cosine, in plain Python, then rows of a matrix.

A vector is any sequence of numbers, a NumPy array too. All sums run in Python's float (64 bits), so
that small number types do not overflow; numbers whose squares would even so are refused. Lesson 03
builds it.
"""

import math

import numpy as np


def dot(a: list[float], b: list[float]) -> float:
    """Add up the products of the numbers in the same place: [1, 2] and [3, 4] -> 1*3 + 2*4 = 11.

    Parameters
    ----------
    a, b : sequences of the same number of finite numbers
    Returns
    -------
    float
    Raises
    ------
    ValueError              lengths differ (the message gives both), or a number is NaN or infinite
    Built in: lesson 03
    Example
    -------
    >>> dot([1, 2], [3, 4])
    11.0
    """
    _check_sizes("a", a)
    _check_sizes("b", b)
    if len(a) != len(b):
        raise ValueError(f"a has {len(a)} numbers and b has {len(b)}: not the same space")
    return sum((float(x) * float(y) for x, y in zip(a, b, strict=True)), 0.0)


def norm(a: list[float]) -> float:
    """Measure the length of a vector: the root of the sum of squares, [3, 4] -> 5.

    Parameters
    ----------
    a : sequence of finite numbers
    Returns
    -------
    float, >= 0
    Raises
    ------
    ValueError              a number is NaN or infinite
    Built in: lesson 03
    Example
    -------
    >>> norm([3, 4])
    5.0
    """
    return math.sqrt(dot(a, a))


def cosine(a: list[float], b: list[float]) -> float:
    """Compare the directions of two vectors: dot product divided by both norms.

    Parameters
    ----------
    a, b : sequences of the same number of finite numbers
    Returns
    -------
    float, from -1 to 1 but for rounding; 0.0 if a vector is all zeros and so has no direction
    Raises
    ------
    ValueError              lengths differ (the message gives both), or a number is NaN or infinite
    Built in: lesson 03
    Example
    -------
    >>> round(cosine([2, 1, 0], [1, 0, 0]), 6)
    0.894427
    """
    product, lengths = dot(a, b), norm(a) * norm(b)
    return product / lengths if lengths else 0.0


def unit_vector(a: list[float]) -> list[float]:
    """Shrink or stretch a vector to length 1: [3, 4] -> [0.6, 0.8]; all zeros stay zeros.

    Parameters
    ----------
    a : sequence of finite numbers
    Returns
    -------
    list of float
    Raises
    ------
    ValueError              a number is NaN or infinite
    Built in: lesson 03
    Example
    -------
    >>> unit_vector([3, 4])
    [0.6, 0.8]
    """
    length = norm(a)
    return [float(x) / length for x in a] if length else [0.0] * len(a)


def unit_rows(matrix) -> np.ndarray:
    """Bring each row of a matrix to length 1, as `unit_vector` does for one vector.

    Parameters
    ----------
    matrix : (n, dim) array of finite numbers, or a list of n vectors
    Returns
    -------
    (n, dim) float64 array; rows of zeros stay zeros
    Raises
    ------
    ValueError              not two axes, or a number is NaN or infinite
    Built in: lesson 03
    Example
    -------
    >>> unit_rows([[3, 4], [0, 0]])
    array([[0.6, 0.8],
           [0. , 0. ]])
    """
    _check_sizes("matrix", matrix, axes=2)
    matrix = np.asarray(matrix, dtype=np.float64)
    lengths = np.sqrt((matrix**2).sum(axis=1, keepdims=True))
    return matrix / np.where(lengths == 0, 1, lengths)


def as_numbers(name, values, axes: int = 1) -> np.ndarray:
    """Read values as an array of finite numbers, or say what is wrong with them.  Helper.

    >>> as_numbers("a", [1, 2])
    array([1., 2.])
    """
    try:
        array = np.asarray(values)
        array = array.astype(np.float64) if array.dtype.kind in "biufO" else None
    except (TypeError, ValueError, OverflowError):
        array = None
    if array is None or array.ndim != axes:
        kind = "a sequence of numbers" if axes == 1 else "rows of equally many numbers"
        raise ValueError(f"{name} must be {kind}, got {values!r:.80}")
    if not np.isfinite(array).all():
        raise ValueError(f"{name} must hold finite numbers only, it has NaN or infinity")
    return array


def _check_sizes(name, values, axes=1):
    """Refuse numbers whose squares leave the range of a float."""
    largest = np.abs(as_numbers(name, values, axes)).max(axis=-1, initial=0)
    wrong = largest[(largest > 1e150) | ((largest > 0) & (largest < 1e-150))]
    if len(wrong):
        raise ValueError(f"{name} must hold 0 or sizes of 1e-150 to 1e150, got {wrong[0]:g}")
