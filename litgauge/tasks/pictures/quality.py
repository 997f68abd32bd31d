"""Image quality by formula (TVIR, arXiv 2606.02320, section 3.4.3 and appendix C; constants of its released code)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from litgauge.tasks.pictures.filters import Pixels

_RESOLUTION_PX = 400.0
_LEAST_BLOCK_PX = 64
_STRONGEST = 0.05  # share of the pixels that counts as edges
_BLURRED, _SHARP = 0.3, 0.7  # edge sharpness that scores 0 and 1
_WEIGHTS = (0.25, 0.15, 0.35, 0.25)  # of resolution, aspect, sharpness, contrast


@dataclass(frozen=True, slots=True)
class PictureQuality:
    """Measures of one picture, each in [0, 1] with 1 best, unless stated otherwise."""

    resolution: float  # 1 from a shorter side of 400 pixels on
    aspect: float  # 1 up to 2 : 1, 0 from 8 : 1 on
    sharpness: float  # of the paper: variance of the Laplacian; 1 for nearly every picture, blurred or not
    contrast: float
    edge_sharpness: float  # ours, from 0: change of slope over slope at the strongest edges; .64 and more when sharp
    mean_grey: float  # from 0 to 255

    @property
    def quality(self) -> float:
        """Return Q of the paper."""
        return _weighted(self.resolution, self.aspect, self.sharpness, self.contrast)

    @property
    def quality_ours(self) -> float:
        """Return Q with a sharpness that detects blur: edge sharpness, 0 up to .3 and 1 from .7 on, linear between."""
        sharpness = min(1.0, max(0.0, (self.edge_sharpness - _BLURRED) / (_SHARP - _BLURRED)))
        return _weighted(self.resolution, self.aspect, sharpness, self.contrast)


def _weighted(*scores: float) -> float:
    return sum(weight * score for weight, score in zip(_WEIGHTS, scores, strict=True))


def quality_of(pixels: Pixels) -> PictureQuality:
    """Return the measures of RGB pixels."""
    from litgauge.tasks.pictures.filters import grey_of

    grey = grey_of(pixels)
    height, width = grey.shape
    mean = float(grey.mean())
    return PictureQuality(
        resolution=min(1.0, min(height, width) / _RESOLUTION_PX),
        aspect=_aspect(max(width, height) / min(width, height)),
        sharpness=_sharpness(grey, 90 if mean > 120 else 80 if mean > 80 else 50),
        contrast=_contrast(grey, 45 if mean > 120 else 55 if mean > 80 else 50),
        edge_sharpness=edge_sharpness(grey),
        mean_grey=mean,
    )


def _aspect(ratio: float) -> float:
    if ratio <= 2:
        return 1.0
    return 1 - (ratio - 2) / 4 if ratio <= 4 else max(0.0, 0.5 - (ratio - 4) / 8)


def _sharpness(grey: Pixels, threshold: float) -> float:
    """Return S."""
    from litgauge.tasks.pictures.filters import Deviation, strips

    deviations = {size: Deviation() for size in (1, 3, 5)}
    for strip in strips(grey):
        for size, part in deviations.items():
            part.add(strip.laplacian(size))
    small, middle, large = (part.value**2 for part in deviations.values())
    return min(1.0, (0.5 * small + 0.3 * middle + 0.2 * large) / threshold)


def _contrast(grey: Pixels, norm: float) -> float:
    import numpy as np

    from litgauge.tasks.pictures.filters import deviation

    height, width = grey.shape
    side = max(min(height, width) // 4, _LEAST_BLOCK_PX)
    blocks = [
        deviation(grey[top : top + side, left : left + side])
        for top in range(0, height - side + 1, side)
        for left in range(0, width - side + 1, side)
    ]
    contrast = deviation(grey)
    if blocks:
        contrast = 0.7 * contrast + 0.3 * float(np.median(blocks))
    return min(1.0, contrast / norm)


def edge_sharpness(grey: Pixels) -> float:
    """Return the mean |Laplacian| over the mean gradient at the 5 % strongest edges; 0 where there is no edge.

    Both are the largest in 3 x 3 pixels, so that thin lines and edges between two pixels count alike. Measured on 106
    pictures of a real report: .64-1.5 as they are, .30-.64 after a Gaussian blur of sigma 1.
    """
    import numpy as np

    from litgauge.tasks.pictures.filters import largest_around, strips

    squared, bend = np.empty(grey.shape, np.int32), np.empty(grey.shape, np.int16)
    for strip in strips(grey):
        across = strip.moved(0, 1, 1) - strip.moved(0, -1, 1)
        down = strip.moved(1, 0, 1) - strip.moved(-1, 0, 1)
        slopes = np.square(across, dtype=np.int32) + np.square(down, dtype=np.int32)
        squared[strip.rows] = largest_around(slopes)
        bend[strip.rows] = largest_around(np.abs(strip.laplacian(1, 1)))
    rank = int(squared.size * (1 - _STRONGEST))
    edges = squared >= max(int(np.partition(squared, rank, axis=None)[rank]), 1)
    slope = float(np.sqrt(squared[edges], dtype=np.float64).sum())
    return round(float(bend[edges].sum(dtype=np.float64)) / slope, 9) if slope else 0.0
