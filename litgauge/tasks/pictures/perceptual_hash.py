"""Perceptual hashes by the cosine transform, bit for bit those of the package ImageHash.

The transform is computed in the order of operations of scipy's (pocketfft): in a picture with symmetries many
coefficients are 0 but for rounding, and whether they lie above the median is in the hash, too.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image

_Values = NDArray[np.float64]
_OVERSAMPLED = 4  # pixels on each side for a bit


def perceptual_hash(picture: Image.Image, size: int) -> str:
    """Return the hash of size x size bits, hex: which of the lowest frequencies are above their median.

    Source: hackerfactor.com, Looks Like It (2011), as in ImageHash's `phash`.
    """
    side = _OVERSAMPLED * size
    pixels = np.asarray(picture.convert("L").resize((side, side), Image.Resampling.LANCZOS))
    low = _cosine_transform(_cosine_transform(pixels.T).T)[:size, :size]
    bits = "".join("01"[int(above)] for above in (low > np.median(low)).ravel())
    return f"{int(bits, 2):0{size * size // 4}x}"


def _cosine_transform(rows: NDArray[np.generic]) -> _Values:
    """Return twice the sum of x[n] cos(pi k (2 n + 1) / 2 N) of each row, whose length N is a multiple of 4."""
    values = np.array(rows, np.float64)
    size = values.shape[-1]
    half = np.zeros((*values.shape[:-1], size // 2 + 1), np.complex128)
    half[..., 0], half[..., -1] = 2 * values[..., 0], 2 * values[..., -1]
    odd, even = values[..., 1:-1:2], values[..., 2:-1:2]
    half.real[..., 1:-1], half.imag[..., 1:-1] = even + odd, even - odd
    values = np.fft.irfft(half, size, norm="forward")
    cosines = _cosines(size)
    low = np.arange(1, size // 2)
    high = size - low
    low_part = cosines[low] * values[..., high] + cosines[high] * values[..., low]
    high_part = cosines[low] * values[..., low] - cosines[high] * values[..., high]
    values[..., low], values[..., high] = 0.5 * (low_part + high_part), 0.5 * (low_part - high_part)
    values[..., size // 2] *= cosines[size // 2]
    return values


@cache
def _cosines(size: int) -> _Values:
    """Return cos(pi k / 2 N) for k below N: of a sum of two angles, so that few are computed."""
    step = 1
    while step * step < 2 * size + 1:
        step *= 2
    turns = [divmod(number, step) for number in range(size)]
    angles = [(_angle(size, large * step), _angle(size, small)) for large, small in turns]
    return np.array([small[0] * large[0] - small[1] * large[1] for large, small in angles])


def _angle(size: int, number: int) -> tuple[float, float]:
    """Return cosine and sine of pi number / 2 size, by an angle up to an eighth of a turn."""
    if 2 * number < size:
        return math.cos(number * math.pi / (2 * size)), math.sin(number * math.pi / (2 * size))
    return math.sin((size - number) * math.pi / (2 * size)), math.cos((size - number) * math.pi / (2 * size))
