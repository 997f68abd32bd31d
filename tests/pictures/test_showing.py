"""What judges and pages are shown: upright, fitted, on white, in PNG or JPEG."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.pictures import (
    ShownPicture,
    check_picture,
    measure_picture,
    near_duplicates,
    shown_picture,
    thumbnail,
)
from tests.pictures.samples import BARS, drawing, saved, svg
from tests.tables import each_row


def opened(shown: ShownPicture) -> Image.Image:
    picture = Image.open(BytesIO(shown.data))
    assert (picture.size, picture.get_format_mimetype()) == ((shown.width, shown.height), shown.media_type)
    assert picture.mode == "RGB"
    return picture


@each_row("form", ["PNG", "GIF", "WEBP", "AVIF", "BMP", "TIFF", "JPEG"])
def test_a_picture_that_fits_keeps_its_size_and_its_look(form: str) -> None:
    shown = shown_picture(saved(drawing(), form))
    assert shown.media_type == ("image/jpeg" if form == "JPEG" else "image/png")
    difference = np.asarray(opened(shown), int) - np.asarray(drawing(), int)
    assert np.abs(difference).mean() < (0.01 if form in {"PNG", "BMP", "TIFF"} else 12)


@pytest.mark.slow
def test_a_large_one_is_fitted_and_a_photograph_becomes_jpeg() -> None:
    noise = Image.fromarray(np.random.default_rng(0).integers(0, 255, (1_500, 3_000, 3), np.uint8))
    shown = shown_picture(saved(noise, "BMP"))
    assert (shown.width, shown.height, shown.media_type) == (2_048, 1_024, "image/jpeg")
    small = thumbnail(saved(noise, "PNG"))
    assert (small.width, small.height, small.media_type) == (320, 160, "image/jpeg")
    assert len(small.data) < 60_000


def test_extreme_shapes_keep_a_pixel() -> None:
    assert (thumbnail(saved(drawing(3_000, 2))).width, thumbnail(saved(drawing(3_000, 2))).height) == (320, 1)


TURNED_BACK = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


@each_row("form", ["TIFF", "PNG", "WEBP", "AVIF", "JPEG"])
@each_row("way", TURNED_BACK)
def test_a_turned_photograph_is_shown_and_measured_upright(way: int, form: str) -> None:
    exif = Image.Exif()
    exif[274] = way
    data = saved(drawing().transpose(TURNED_BACK[way]), form, exif=exif, quality=100)
    shown = opened(shown_picture(data))
    assert np.abs(np.asarray(shown, int) - np.asarray(drawing(), int)).mean() < 2
    facts = check_picture(data)
    assert (facts.width, facts.height) == (240, 160)
    assert near_duplicates([measure_picture(data).hashes, measure_picture(saved(drawing())).hashes]) == ((0, 1),)


def test_what_is_transparent_is_white() -> None:
    clear = Image.new("RGBA", (60, 40), (255, 0, 0, 0))
    clear.paste((0, 0, 255, 255), (0, 0, 30, 40))
    palette = Image.new("P", (60, 40), 1)
    palette.putpalette([255, 0, 0, 0, 0, 255])
    palette.paste(0, (30, 0, 60, 40))
    files = [saved(clear), saved(clear, "WEBP", lossless=True), saved(palette, "GIF", transparency=0),
             saved(palette, "PNG", transparency=0)]  # fmt: skip
    for data in files:
        shown = opened(shown_picture(data))
        assert (shown.getpixel((10, 10)), shown.getpixel((50, 10))) == ((0, 0, 255), (255, 255, 255))


def test_sixteen_bits_are_shown_as_eight() -> None:
    ramp = np.tile(np.linspace(0, 65_535, 256).astype(np.uint16), (64, 1))
    shown = np.asarray(opened(shown_picture(saved(Image.fromarray(ramp), "PNG"))))
    assert np.abs(shown[0, :, 0].astype(int) - np.arange(256)).max() <= 1


@pytest.mark.slow
def test_an_svg_is_drawn_large_enough_to_read_and_never_larger_than_asked() -> None:
    assert shown_picture(svg(BARS)).width == 1_024
    assert shown_picture(svg(BARS, 'width="100000" height="50000" viewBox="0 0 20 10"')).width == 2_048
    assert thumbnail(svg(BARS)).width == 320
    assert opened(shown_picture(svg(BARS))).getpixel((100, 300)) == (0, 0, 128)


def test_the_first_frame_of_an_animation_is_shown() -> None:
    frames = [drawing(seed=seed) for seed in range(3)]
    shown = opened(shown_picture(saved(frames[0], "WEBP", save_all=True, append_images=frames[1:], lossless=True)))
    assert np.array_equal(np.asarray(shown), np.asarray(frames[0]))


@pytest.mark.parametrize(("data", "rule"), [(b"<html>", "html"), (b"", "empty"), (b"8BPS" + bytes(30), "unsupported"),
                                            (saved(drawing())[:200], "truncated")])  # fmt: skip
def test_what_is_no_picture_is_refused_with_its_reason(data: bytes, rule: str) -> None:
    with pytest.raises(Rejected) as refused:
        shown_picture(data)
    assert refused.value.rule == rule
