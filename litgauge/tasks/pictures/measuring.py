"""Measures of a picture's pixels: quality, hashes, ink."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from litgauge.tasks.pictures.headers import PictureHeader
from litgauge.tasks.pictures.ink import InkFacts, ink_of
from litgauge.tasks.pictures.limits import in_fence
from litgauge.tasks.pictures.quality import PictureQuality, quality_of
from litgauge.tasks.pictures.showing import accepted_header
from litgauge.tasks.pictures.similarity import PictureHashes


@dataclass(frozen=True, slots=True)
class PictureMeasures:
    """All measures of one picture, from one decoding."""

    quality: PictureQuality
    hashes: PictureHashes
    ink: InkFacts


def measure_picture(data: bytes) -> PictureMeasures:
    """Return all measures of the picture.

    Raises Rejected where it is no usable picture (the reasons of `check_picture`), and Failed.
    """
    return in_fence("measuring the picture", measured, data, accepted_header(data))


def ink(data: bytes) -> InkFacts:
    """Return how much is drawn, and frames in place of characters. Raises as `measure_picture`."""
    return measure_picture(data).ink


def measured(data: bytes, header: PictureHeader) -> PictureMeasures:
    """Return the measures, computed in this process."""
    import numpy as np
    from PIL import Image

    from litgauge.tasks.pictures.perceptual_hash import perceptual_hash
    from litgauge.tasks.pictures.pixels import released_pixels, turned

    pixels = released_pixels(data, header.media_type)
    stored = Image.fromarray(pixels)
    upright = turned(pixels, data, header.media_type)
    shown = stored if upright is pixels else Image.fromarray(upright)
    size = "{}x{}:".format(*shown.size).encode()
    hashes = PictureHashes(
        perceptual_hash(stored, 8),
        perceptual_hash(shown, 16),
        hashlib.sha256(size + np.ascontiguousarray(upright).tobytes()).hexdigest(),
    )
    return PictureMeasures(quality_of(pixels), hashes, ink_of(upright))
