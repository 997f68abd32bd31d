"""Measures of pictures: the paper's formula, sharpness that sees blur, near duplicates, ink."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageFilter

from litgauge.tasks.pictures import (
    InkFacts,
    PictureHashes,
    PictureQuality,
    image_quality,
    ink,
    measure_picture,
    near_duplicates,
)
from tests.pictures.samples import BARS, drawing, saved, svg
from tests.tables import each_row


def formula(pixels: np.ndarray) -> float:
    """Q of TVIR, written down once more, on BGR pixels and in 64 bits."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    height, width = grey.shape
    brightness = grey.mean()
    bright, normal = brightness > 120, brightness > 80
    ratio = max(height, width) / min(height, width)
    aspect = 1 if ratio <= 2 else 1 - (ratio - 2) / 4 if ratio <= 4 else max(0, 0.5 - (ratio - 4) / 8)
    variances = [cv2.Laplacian(grey, cv2.CV_64F, ksize=size).var() for size in (1, 3, 5)]
    sharpness = min(1, np.dot(variances, (0.5, 0.3, 0.2)) / (90 if bright else 80 if normal else 50))
    side = max(min(height, width) // 4, 64)
    tops, lefts = range(0, height - side + 1, side), range(0, width - side + 1, side)
    local = [grey[top : top + side, left : left + side].std() for top in tops for left in lefts]
    contrast = 0.7 * grey.std() + 0.3 * np.median(local) if local else grey.std()
    contrast = min(1, contrast / (45 if bright else 55 if normal else 50))
    return 0.25 * min(1, min(height, width) / 400) + 0.15 * aspect + 0.35 * sharpness + 0.25 * contrast


@each_row("size", [(600, 450), (50, 40), (900, 120), (1_300, 90)])
@each_row("shade", [1.0, 0.4, 0.2])
def test_quality_is_the_formula(size: tuple[int, int], shade: float) -> None:
    picture = drawing(*size).point(lambda value: int(value * shade))
    assert measure_picture(saved(picture)).quality.quality == pytest.approx(
        formula(np.asarray(picture)[:, :, ::-1]), abs=1e-9
    )


def test_blur_lowers_our_quality_and_not_the_paper_s() -> None:
    sharp, blurred = (measure_picture(saved(picture)).quality for picture in (
        drawing(800, 600), drawing(800, 600).filter(ImageFilter.GaussianBlur(2))))  # fmt: skip
    assert sharp.sharpness == blurred.sharpness == 1
    assert blurred.edge_sharpness < 0.3 < 0.7 < sharp.edge_sharpness
    assert blurred.quality_ours < sharp.quality_ours - 0.3


def test_a_picture_of_one_colour_has_no_edges() -> None:
    quality = measure_picture(saved(Image.new("RGB", (500, 500), "white"))).quality
    assert (quality.sharpness, quality.contrast, quality.edge_sharpness) == (0, 0, 0)


def test_sixteen_bits_with_transparency_measure_as_eight() -> None:
    eight = np.dstack([np.asarray(drawing()), np.full((160, 240), 128, np.uint8)])
    sixteen = cv2.imencode(".png", eight.astype(np.uint16)[:, :, [2, 1, 0, 3]] * 257)[1].tobytes()
    assert measure_picture(sixteen).quality == measure_picture(saved(Image.fromarray(eight))).quality


def test_equal_pixels_have_equal_hashes_in_any_lossless_file() -> None:
    files = [saved(drawing(), "PNG"), saved(drawing(), "BMP"), saved(drawing(), "WEBP", lossless=True)]
    assert len({measure_picture(data).hashes for data in files}) == 1
    assert (
        measure_picture(files[0]).hashes.pixels_sha256 != measure_picture(saved(drawing(seed=1))).hashes.pixels_sha256
    )


def test_a_turned_copy_is_a_near_duplicate() -> None:
    exif = Image.Exif()
    exif[274] = 6
    turned = saved(drawing(400, 300).transpose(Image.Transpose.ROTATE_90), "JPEG", quality=95, exif=exif)
    hashes = [measure_picture(saved(drawing(400, 300))).hashes, measure_picture(turned).hashes]
    assert near_duplicates(hashes) == ((0, 1),)


def test_two_blank_pictures_are_near_duplicates_only_if_equal() -> None:
    white, grey = (measure_picture(saved(Image.new("RGB", (200, 200), shade))).hashes for shade in ("white", "grey"))
    assert near_duplicates([white, grey, white]) == ((0, 2),)


def hashes(bits: int) -> PictureHashes:
    return PictureHashes(f"{bits:016x}", f"{bits:064x}", f"{bits:x}")


def test_groups_are_of_the_first_picture_that_is_resembled() -> None:
    rows = [hashes(0), None, hashes(0x3FF), hashes(0xFFFFF), hashes(1 << 63)]
    assert near_duplicates(rows, "paper") == ((0, 2, 4),)
    assert near_duplicates(rows, "ours") == ()


def quality(value: float) -> PictureQuality:
    return PictureQuality(value, value, value, value, value, 0)


def test_image_quality_of_a_report() -> None:
    same = hashes(1 << 255)
    assert image_quality([], [], "paper") == 0
    assert image_quality([quality(1), None], [same, None], "paper") == 0.5
    assert image_quality([quality(1)] * 4, [same, same, hashes(0), hashes(~0 & (1 << 256) - 1)], "ours") == 0.8
    assert image_quality([quality(1)] * 9, [same] * 9, "paper") == 0.5  # the penalty is at most one half


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 2**256 - 1)), min_size=1, max_size=8))
def test_image_quality_is_a_share_and_grouping_a_partition(rows: list[tuple[float, int]]) -> None:
    marks = [PictureHashes(f"{bits % 2**64:016x}", f"{bits:064x}", str(bits)) for _, bits in rows]
    assert 0 <= image_quality([quality(value) for value, _ in rows], marks, "paper") <= 1
    members = [at for group in near_duplicates(marks, "paper") for at in group]
    assert len(members) == len(set(members))


def chart(title: str, dpi: int, form: str = "png") -> InkFacts:
    import warnings
    from io import BytesIO

    from matplotlib.figure import Figure

    figure = Figure(figsize=(5, 3))
    axes = figure.subplots()
    axes.bar([title[:2], "DDD", "000"], [3, 5, 2], fill=False)
    axes.plot([0, 1, 2], [4, 2, 3], "s", markerfacecolor="none")
    axes.set_title(title)
    stream = BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of missing glyphs
        figure.savefig(stream, format=form, dpi=dpi)
    return ink(stream.getvalue())


@pytest.mark.slow
@pytest.mark.parametrize("dpi", [72, 80, 90, 100, 120, 150, 200, 300])
def test_boxes_in_place_of_characters_are_seen_and_letters_are_none(dpi: int) -> None:
    assert not chart("BOO DODO 0000 QQQ HHH [][]", dpi).tofu
    assert chart("每月销售额 (Sales)", dpi).boxes >= 5
    assert chart("每月销售额 (Sales)", dpi, "svg").tofu


@pytest.mark.slow
def test_ink_of_a_chart_of_an_empty_picture_and_of_bars() -> None:
    facts = chart("Revenue by quarter", 100)
    assert 0.02 < facts.share < 0.2
    empty = ink(saved(Image.new("RGB", (400, 300), "navy")))
    assert (empty.blank, empty.share) == (True, 0)
    bars = ink(svg(BARS))
    assert bars.share == pytest.approx((60 * 150 + 60 * 110) / (300 * 200), abs=0.01)
    assert not bars.blank
