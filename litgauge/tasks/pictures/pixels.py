"""Pixels of a picture: upright, its first frame, on white. Runs in the processes of the fence."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps
from PIL.TiffImagePlugin import TiffImageFile

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.pictures.filters import Pixels
from litgauge.tasks.pictures.headers import AVIF, BMP, GIF, ICO, JPEG, PNG, SVG, TIFF, WEBP
from litgauge.tasks.pictures.limits import MOST_PIXELS, quiet
from litgauge.tasks.pictures.svg import draw_svg, read_svg

_READERS = {PNG: "PNG", JPEG: "JPEG", GIF: "GIF", WEBP: "WEBP", AVIF: "AVIF", BMP: "BMP", TIFF: "TIFF", ICO: "ICO"}
_ORIENTATION, _EXTRA_SAMPLES = 274, 338
_STRIP = 4_000_000  # pixels whose transparency is laid on white at once
_SVG_MEASURED_PX = 2_048


@contextmanager
def opened(data: bytes, media_type: str) -> Iterator[Image.Image]:
    """Open a picture for Pillow, not yet decoded. Raises Rejected whatever a library raises about the bytes."""
    Image.MAX_IMAGE_PIXELS = MOST_PIXELS
    try:
        with quiet(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(BytesIO(data), formats=[_READERS[media_type]]) as picture:
                yield picture
    except (MemoryError, Rejected):
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise Rejected("too-large", f"it has more than {MOST_PIXELS:,} pixels") from None
    except Exception as error:  # noqa: BLE001 - decoders raise whatever a damaged file makes them raise
        raise Rejected(_rule(str(error)), f"it cannot be decoded: {type(error).__name__}: {error}"[:300]) from None


def _rule(message: str) -> str:
    return "truncated" if "truncated" in message or "unexpected end" in message.lower() else "broken"


def upright(data: bytes, media_type: str, svg_px: int = _SVG_MEASURED_PX) -> Image.Image:
    """Return the first frame, turned as its EXIF data says, in RGB on white; an SVG at most `svg_px` pixels long.

    Raises Rejected ("truncated", "broken", "too-large", "unsafe").
    """
    if media_type == SVG:
        return draw_svg(read_svg(data), svg_px)
    with opened(data, media_type) as picture:
        picture.load()
        return on_white(ImageOps.exif_transpose(picture))


def on_white(picture: Image.Image) -> Image.Image:
    """Return the picture in RGB with white behind what is transparent, 16 bits a channel as their upper 8."""
    if picture.mode.startswith("I") or picture.mode == "F":
        values = np.nan_to_num(np.asarray(picture, dtype=np.float64))
        if picture.mode == "F":
            values = (values - values.min()) * (65_535 / max(float(np.ptp(values)), 1e-12))
        return Image.fromarray((np.clip(values, 0, 65_535) / 257).astype(np.uint8)).convert("RGB")
    if picture.has_transparency_data:
        picture = picture.convert("RGBA")
        ground = Image.new("RGBA", picture.size, "white")
        ground.alpha_composite(picture)
        return ground.convert("RGB")
    return picture.convert("RGB")


def released_pixels(data: bytes, media_type: str) -> Pixels:
    """Return the pixels as TVIR's released code has them, which decodes with OpenCV: blended with white, not turned.

    SVG and ICO, which OpenCV cannot read, are as `upright` gives them. Two faults are not followed: the alpha of 16
    bits is divided by its own maximum, and grey with alpha is blended, too. Pictures in TIFF whose colours are YCbCr or
    Lab may differ from OpenCV's. Raises as `upright`.
    """
    if media_type in {SVG, ICO}:
        return np.asarray(upright(data, media_type))
    with opened(data, media_type) as picture:
        picture.load()
        if picture.mode == "CMYK" and media_type == JPEG:
            return _from_inks(np.asarray(picture))
        if picture.mode.startswith("I") or picture.mode == "F":
            return np.stack([_eight_bits(np.asarray(picture))] * 3, axis=2)
        if picture.mode in ("1", "L") or (picture.mode == "LA" and media_type == TIFF):  # whatever is transparent
            picture = picture.convert("L")
        if picture.mode == "L" or not picture.has_transparency_data:
            return np.asarray(picture.convert("RGB"))
        shown = np.array(picture.convert("RGBA"))
        if isinstance(picture, TiffImageFile) and any(picture.tag_v2.get(_EXTRA_SAMPLES, ())):
            # libtiff multiplies colours by an alpha that the file declares.
            shown[:, :, :3] = (shown[:, :, :3].astype(np.uint16) * shown[:, :, 3:] + 127) // 255
        return _blended(shown)


def _eight_bits(values: NDArray[Any]) -> Pixels:
    if values.dtype == np.uint16:
        return np.asarray(values >> 8, np.uint8)
    values = np.nan_to_num(values.astype(np.float32))
    scaled: Pixels = ((values - values.min()) * (255 / max(float(np.ptp(values)), 1e-12))).astype(np.uint8)
    return scaled


def _from_inks(inks: Pixels) -> Pixels:
    """Return CMYK as RGB; OpenCV divides by 256."""
    black = 255 - inks[:, :, 3:].astype(np.int16)
    return (black - (inks[:, :, :3] * black >> 8)).astype(np.uint8)


def _blended(stored: Pixels) -> Pixels:
    """Return RGBA on white; alpha is a fraction of 64 bits, and what is left is cut off."""
    shown = np.empty((*stored.shape[:2], 3), np.uint8)
    rows = max(1, _STRIP // stored.shape[1])
    for top in range(0, stored.shape[0], rows):
        strip = stored[top : top + rows]
        alpha = strip[:, :, 3:] / 255.0
        shown[top : top + rows] = (strip[:, :, :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)
    return shown


def turned(pixels: Pixels, data: bytes, media_type: str) -> Pixels:
    """Return the pixels of `released_pixels` turned as the EXIF data say; those of TIFF are turned by then."""
    if media_type not in {JPEG, WEBP, AVIF} and not (media_type == PNG and b"eXIf" in data):
        return pixels  # Pillow would decode a PNG to look for it
    with opened(data, media_type) as picture:
        way = picture.getexif().get(_ORIENTATION, 1)
    if way not in range(2, 9):
        return pixels
    if way in {5, 6, 7, 8}:
        pixels = np.swapaxes(pixels, 0, 1)
    if way in {2, 3, 6, 7}:
        pixels = pixels[:, ::-1]
    if way in {3, 4, 7, 8}:
        pixels = pixels[::-1]
    return np.ascontiguousarray(pixels)
