"""Near duplicates among pictures, and a report's image quality, which they lower (TVIR, section 3.4.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from litgauge.tasks.pictures.quality import PictureQuality

Mode = Literal["paper", "ours"]

_PAPER_BITS, _OUR_BITS = 10, 8  # Hamming distance up to which two pictures are near duplicates: of 64, of 256
_LEAST_SET_BITS = 32  # of 256: a picture with fewer has no structure to compare
_PENALTY, _MOST_PENALTY = 0.8, 0.5


@dataclass(frozen=True, slots=True)
class PictureHashes:
    """Hashes of a picture's content."""

    phash64: str  # perceptual hash of 8 x 8 bits, hex
    phash256: str  # of 16 x 16 bits, hex
    pixels_sha256: str  # of its upright RGB pixels and their size: equal for one picture in two lossless files


def near_duplicates(hashes: Sequence[PictureHashes | None], mode: Mode = "ours") -> tuple[tuple[int, ...], ...]:
    """Return groups of two and more near duplicates, as positions, in order; None (a broken picture) is in no group.

    paper: 64-bit perceptual hashes at a Hamming distance up to 10. On real reports this confuses curves of two
    experiments. ours: 256-bit hashes at a distance up to 8, or equal pixels. In both, a picture joins the
    group of the first picture that it resembles.
    """
    alike: Callable[[PictureHashes, PictureHashes], bool] = _alike_in_paper if mode == "paper" else _alike
    groups: list[tuple[int, ...]] = []
    grouped: set[int] = set()
    for first, current in enumerate(hashes):
        if current is None or first in grouped:
            continue
        rest = enumerate(hashes[first + 1 :], first + 1)
        group = [
            first,
            *(
                at
                for at, candidate in rest
                if candidate is not None and at not in grouped and alike(current, candidate)
            ),
        ]
        if len(group) > 1:
            grouped.update(group)
            groups.append(tuple(group))
    return tuple(groups)


def _alike_in_paper(first: PictureHashes, second: PictureHashes) -> bool:
    return _distance(first.phash64, second.phash64) <= _PAPER_BITS


def _alike(first: PictureHashes, second: PictureHashes) -> bool:
    if first.pixels_sha256 == second.pixels_sha256:
        return True
    structured = min(int(picture.phash256, 16).bit_count() for picture in (first, second)) >= _LEAST_SET_BITS
    return structured and _distance(first.phash256, second.phash256) <= _OUR_BITS


def _distance(first: str, second: str) -> int:
    return (int(first, 16) ^ int(second, 16)).bit_count()


def image_quality(
    qualities: Sequence[PictureQuality | None], hashes: Sequence[PictureHashes | None], mode: Mode = "ours"
) -> float:
    """Return IQ of a report's images, in [0, 1]: mean quality, lowered by the share of near duplicates.

    None stands for an image without usable pixels, whose quality is 0. No image at all: 0. Mode paper is the formula
    of TVIR, section 3.4.3 and appendix B.2, with the released code's constants; ours has another sharpness and
    another rule for duplicates (`PictureQuality.quality_ours`, `near_duplicates`).
    """
    if not qualities:
        return 0.0
    values = [0.0 if item is None else item.quality if mode == "paper" else item.quality_ours for item in qualities]
    usable = sum(item is not None for item in hashes)
    repeated = sum(len(group) - 1 for group in near_duplicates(hashes, mode))
    penalty = min(_MOST_PENALTY, _PENALTY * repeated / usable) if usable else 0.0
    return sum(values) / len(values) * (1 - penalty)
