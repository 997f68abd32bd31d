"""Ink on a picture: its amount, and frames drawn in place of missing characters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from litgauge.tasks.pictures.filters import Pixels

_LONGEST_PX = 2_048  # larger pictures are scaled down to this
_INK = 24  # of 255: distance of ink from the ground in one channel
_STROKE = 0.4  # share of the largest distance from which on a pixel is part of a stroke
_LEAST_TEXT_PX, _MOST_TEXT_PX = 4, 64
_MOST_TEXT_SHARE = 0.12  # of the picture's shorter side
_MOST_PARTS = 1_500  # components that are compared with one another
_SAMPLE = 200_000  # pixels from which the ground is determined
_GAP = 1.6  # widths or heights of a letter up to which the next one is its neighbour
_LEAST_FRAME_PX = 10
_SIDE = 0.8  # share of each side between its corners that a frame covers
_CORNER = 0.15  # of the shorter side: how far a corner reaches; those of D and O are empty
_SAME = 0.85  # share of pixels that are equal in two frames of one missing character
_LEAST_BOXES = 3
_BLANK = 0.0005


@dataclass(frozen=True, slots=True)
class InkFacts:
    """Ink differs from the ground, the most frequent colour. Sizes are pixels of the scaled picture."""

    share: float  # of the picture's pixels, in [0, 1]
    boxes: int  # equal frames in a row, as drawn for characters that the font lacks
    width: int  # of the fitted picture
    height: int

    @property
    def blank(self) -> bool:
        """Return whether almost nothing is drawn: less than .05 % of the pixels."""
        return self.share < _BLANK

    @property
    def tofu(self) -> bool:
        """Return whether characters are shown as boxes. Fewer than three boxes may be part of the drawing."""
        return self.boxes >= _LEAST_BOXES


def ink_of(pixels: Pixels) -> InkFacts:
    """Return the facts about RGB pixels; they are fitted into 2,048 pixels before."""
    from litgauge.tasks.pictures.components import shrunk

    scale = _LONGEST_PX / max(pixels.shape[:2])
    if scale < 1:
        pixels = shrunk(pixels, max(1, round(pixels.shape[1] * scale)), max(1, round(pixels.shape[0] * scale)))
    distance = _from_ground(pixels)
    share = float((distance > _INK).mean())
    strokes = (distance >= max(2.0 * _INK, _STROKE * float(distance.max()))).astype("uint8")
    letters = _letters(strokes)
    return InkFacts(share, _boxes(strokes, letters), pixels.shape[1], pixels.shape[0])


def _from_ground(pixels: Pixels) -> Any:
    """Return for each pixel the largest distance in a channel from the most frequent colour."""
    import numpy as np

    sample = pixels.reshape(-1, 3)[:: max(1, pixels.size // (3 * _SAMPLE))]
    coarse = (sample >> 3).astype(np.int32)
    codes = (coarse[:, 0] << 10) | (coarse[:, 1] << 5) | coarse[:, 2]
    ground = np.median(sample[codes == np.bincount(codes).argmax()], axis=0).astype(np.float32)
    distance = np.zeros(pixels.shape[:2], np.float32)
    for channel, level in enumerate(ground):
        np.maximum(distance, np.abs(pixels[:, :, channel] - level), out=distance)
    return np.rint(distance).astype(np.uint8)


def _letters(strokes: Any) -> Any:
    """Return left, top, width, height of components that are as large as letters, at most some thousands."""
    import numpy as np

    from litgauge.tasks.pictures.components import components

    stats = components(strokes)
    most = max(_LEAST_TEXT_PX, min(_MOST_TEXT_PX, _MOST_TEXT_SHARE * min(strokes.shape)))
    width, height, area = stats[:, 2], stats[:, 3], stats[:, 4]
    longer = np.maximum(width, height)
    fits = (longer >= _LEAST_TEXT_PX) & (longer <= most) & (area >= _LEAST_TEXT_PX)
    return stats[fits][:_MOST_PARTS, :4]


def _beside(start: Any, length: Any, cross: Any, thickness: Any) -> Any:
    """Return which letters are neighbours along one axis: similar in thickness, overlapping, with a small gap."""
    import numpy as np

    gap = np.maximum(start[:, None], start) - np.minimum((start + length)[:, None], start + length)
    overlap = np.minimum((cross + thickness)[:, None], cross + thickness) - np.maximum(cross[:, None], cross)
    least = np.minimum(thickness[:, None], thickness)
    alike = np.maximum(thickness[:, None], thickness) <= 2 * least
    near = (gap <= _GAP * least) & (gap >= -1)
    result = alike & near & (2 * overlap >= least)
    np.fill_diagonal(result, False)
    return result


def _boxes(strokes: Any, letters: Any) -> int:
    """Return the number of frames that have an equal one next to them."""
    import numpy as np

    frames = [letter for letter in letters if _is_frame(strokes[_part(letter)])]
    if len(frames) < 2:
        return 0
    left, top, width, height = np.array(frames, np.int32).T
    near = _beside(left, width, top, height) | _beside(top, height, left, width)
    parts = [strokes[_part(letter)] for letter in frames]
    return sum(
        any(_equal(parts[first], parts[second]) for second in np.flatnonzero(near[first]))
        for first in range(len(parts))
    )


def _part(letter: Any) -> tuple[slice, slice]:
    left, top, width, height = map(int, letter)
    return slice(top, top + height), slice(left, left + width)


def _is_frame(part: Any) -> bool:
    """Return whether the ink covers all four sides and corners, and not the inside."""
    height, width = part.shape
    if min(height, width) < _LEAST_FRAME_PX or not 0.4 <= width / height <= 2.5:
        return False
    for _ in range(4):  # each side in turn
        if not _covered(part[0]) and _covered(part[1]):
            part = part[1:]  # the outermost row is a faint edge
        if not _covered(part[0]):
            return False
        part = part.T[::-1]
    reach = max(2, round(_CORNER * min(part.shape)))
    corners = (part[rows, columns] for rows in _ends(reach) for columns in _ends(reach))
    return all(2 * int(corner.sum()) >= corner.size for corner in corners) and _is_open(part)


def _covered(side: Any) -> bool:
    return bool(side[1:-1].mean() >= _SIDE)


def _ends(reach: int) -> tuple[slice, slice]:
    return slice(None, reach), slice(-reach, None)


def _is_open(part: Any) -> bool:
    """Return whether a ring inside the frame is mostly empty: a letter's strokes would cross it."""
    height, width = part.shape
    for depth in range(1, max(2, min(height, width) // 3)):
        ring = (part[depth, depth : width - depth], part[-depth - 1, depth : width - depth],
                part[depth : height - depth, depth], part[depth : height - depth, -depth - 1])  # fmt: skip
        if sum(int(side.sum()) for side in ring) <= 0.4 * sum(side.size for side in ring):
            return True
    return False


def _equal(first: Any, second: Any) -> bool:
    import numpy as np

    height, width = min(first.shape[0], second.shape[0]), min(first.shape[1], second.shape[1])
    if max(abs(first.shape[0] - second.shape[0]), abs(first.shape[1] - second.shape[1])) > 1:
        return False
    return bool(np.mean(first[:height, :width] == second[:height, :width]) >= _SAME)
