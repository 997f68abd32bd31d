"""A picture as judges and pages are shown it: upright, fitted, of one frame, in a format that all of them read."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.pictures.headers import JPEG, PNG, SVG, PictureHeader, read_header
from litgauge.tasks.pictures.limits import MOST_BYTES, MOST_PIXELS, in_fence

if TYPE_CHECKING:
    from PIL import Image

_LARGE_PNG = 2_000_000  # bytes of a whole picture above which a photograph is better told in JPEG
_LARGE_THUMBNAIL = 40_000
_JPEG_QUALITY = 90


@dataclass(frozen=True, slots=True)
class ShownPicture:
    """A picture in PNG or JPEG, without metadata."""

    data: bytes
    media_type: str  # image/png or image/jpeg
    width: int  # pixels
    height: int


def shown_picture(data: bytes, longest: int = 2_048) -> ShownPicture:
    """Return the picture upright, on white, its first frame, its longer side at most `longest` pixels.

    JPEG stays JPEG; anything else becomes PNG unless that takes more than 2 MB. Nothing is enlarged but an SVG, which
    is drawn with a longer side of 1,024 pixels at least. Raises Rejected where it is no usable picture (the reasons
    of `check_picture`), and Failed.
    """
    return in_fence("showing the picture", _shown, data, accepted_header(data), longest, _LARGE_PNG)


def thumbnail(data: bytes, longest: int = 320) -> ShownPicture:
    """Return the picture as `shown_picture` does, small: in JPEG where a PNG takes more than 40 kB."""
    return in_fence("making the thumbnail", _shown, data, accepted_header(data), longest, _LARGE_THUMBNAIL)


def accepted_header(data: bytes) -> PictureHeader:
    """Return the header of a picture that may be decoded. Raises Rejected with the reasons of `check_picture`."""
    header = read_header(data)
    if not header.supported:
        raise Rejected(
            header.other or "unsupported", f"it is no picture that can be read ({header.media_type or header.other})"
        )
    if header.width * header.height > MOST_PIXELS or len(data) > MOST_BYTES:
        raise Rejected("too-large", f"it has {header.width:,} x {header.height:,} pixels and {len(data):,} bytes")
    return header


def _shown(data: bytes, header: PictureHeader, longest: int, large: int) -> ShownPicture:
    from PIL import Image

    from litgauge.tasks.pictures.pixels import upright

    picture = upright(data, header.media_type, longest)
    if max(picture.size) > longest:
        scale = longest / max(picture.size)
        size = max(1, round(picture.width * scale)), max(1, round(picture.height * scale))
        picture = picture.resize(size, Image.Resampling.LANCZOS, reducing_gap=3.0)
    if header.media_type == JPEG:
        return _written(picture, JPEG)
    shown = _written(picture, PNG)
    return (
        shown
        if len(shown.data) <= large or header.media_type == SVG
        else min(shown, _written(picture, JPEG), key=_size)
    )


def _written(picture: Image.Image, media_type: str) -> ShownPicture:
    stream = BytesIO()
    if media_type == PNG:
        picture.save(stream, "PNG", compress_level=6)
    else:
        picture.save(stream, "JPEG", quality=_JPEG_QUALITY, subsampling=0)
    return ShownPicture(stream.getvalue(), media_type, picture.width, picture.height)


def _size(picture: ShownPicture) -> int:
    return len(picture.data)
