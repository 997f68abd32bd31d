"""Pixels, filters and hashes: to the last bit those of OpenCV and ImageHash, which TVIR's released code takes."""

from __future__ import annotations

from typing import Any

import cv2
import imagehash
import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from litgauge.tasks.pictures.components import components, shrunk
from litgauge.tasks.pictures.filters import Deviation, grey_of, strips
from litgauge.tasks.pictures.headers import read_header
from litgauge.tasks.pictures.perceptual_hash import perceptual_hash
from litgauge.tasks.pictures.pixels import released_pixels
from litgauge.tasks.pictures.quality import edge_sharpness
from tests.pictures.samples import drawing, saved
from tests.tables import each_row

RANDOM = np.random.default_rng(0)
NOISE = RANDOM.integers(0, 256, (97, 131, 3), dtype=np.uint8)
SEEN_THROUGH = np.dstack([NOISE, RANDOM.integers(0, 256, NOISE.shape[:2], dtype=np.uint8)])


def pictures() -> list[np.ndarray]:
    """RGB pixels: noise, a smooth picture, drawings, one colour, thin ones."""
    smooth = np.asarray(Image.fromarray(NOISE).resize((700, 410)))
    mirrored = np.asarray(drawing(300, 200, 3))
    return [
        NOISE, smooth, np.asarray(drawing(900, 1_300)), np.full((40, 90, 3), 255, np.uint8), NOISE[:17, :120].copy(),
        np.hstack([mirrored, mirrored[:, ::-1]]),
    ]  # fmt: skip


def as_opencv(data: bytes) -> np.ndarray:
    """RGB pixels as TVIR's code has them."""
    stored: Any = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    if stored.dtype == np.uint16:
        stored = (stored >> 8).astype(np.uint8)
    if stored.dtype == np.float32:
        stored = ((stored - stored.min()) * (255 / np.ptp(stored))).astype(np.uint8)
    if stored.ndim == 2:
        return np.asarray(cv2.cvtColor(stored, cv2.COLOR_GRAY2RGB))
    if stored.shape[2] == 4:
        alpha = stored[:, :, 3:] / 255.0
        stored = (stored[:, :, :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)
    return np.asarray(cv2.cvtColor(stored, cv2.COLOR_BGR2RGB))


def files() -> list[tuple[str, bytes]]:
    """Files of every format that OpenCV reads, in the modes that figures come in."""
    rgb, rgba = Image.fromarray(NOISE), Image.fromarray(SEEN_THROUGH)
    grey, few = rgb.convert("L"), rgb.quantize(13)
    deep = Image.fromarray(NOISE[:, :, 0].astype(np.uint16) * 251)
    modes = {"RGB": rgb, "L": grey, "1": rgb.convert("1"), "P": few, "RGBA": rgba}
    made = {
        **{f"PNG {mode}": saved(picture) for mode, picture in {**modes, "LA": rgba.convert("LA"), "16": deep}.items()},
        "PNG transparent colour": saved(few, transparency=3),
        "PNG transparent palette": saved(rgb.quantize(4), transparency=bytes([0, 128, 255, 60])),
        "PNG transparent grey": saved(grey, transparency=7),
        **{f"JPEG {quality}": saved(rgb, "JPEG", quality=quality) for quality in (30, 75, 95)},
        **{f"JPEG {mode}": saved(rgb.convert(mode), "JPEG", progressive=True) for mode in ("L", "CMYK")},
        **{f"{form} {mode}": saved(modes[mode], form) for form in ("GIF", "BMP", "TIFF") for mode in modes},
        **{f"TIFF {name}": saved(rgb, "TIFF", compression=name) for name in ("tiff_lzw", "jpeg", "packbits")},
        "TIFF LA": saved(rgba.convert("LA"), "TIFF"),
        "TIFF 16": saved(deep, "TIFF"),
        "TIFF F": saved(grey.convert("F"), "TIFF"),
        **{f"{form} {mode}": saved(modes[mode], form) for form in ("WEBP", "AVIF") for mode in ("RGB", "RGBA")},
    }
    return list(made.items())


@each_row("name, data", files())
def test_pixels_of_a_file(name: str, data: bytes) -> None:
    assert np.array_equal(released_pixels(data, read_header(data).media_type), as_opencv(data))


@each_row("pixels", pictures())
def test_grey_laplacians_and_edges(pixels: np.ndarray) -> None:
    grey: Any = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    assert np.array_equal(grey_of(pixels), grey)
    for size in (1, 3, 5):
        deviation = Deviation()
        for strip in strips(grey):
            deviation.add(strip.laplacian(size))
        assert deviation.value == cv2.meanStdDev(cv2.Laplacian(grey, cv2.CV_16S, ksize=size))[1].item()
    assert edge_sharpness(grey) == edges_by_opencv(grey)


def edges_by_opencv(grey: Any) -> float:
    square = np.ones((3, 3), np.uint8)
    across, down = (cv2.Sobel(grey, cv2.CV_32F, *way, ksize=1) for way in ((1, 0), (0, 1)))
    squared: Any = cv2.dilate(across * across + down * down, square)
    bend: Any = cv2.dilate(np.abs(cv2.Laplacian(grey, cv2.CV_32F, ksize=1)), square)
    rank = int(squared.size * 0.95)
    edges = squared >= max(float(np.partition(squared, rank, axis=None)[rank]), 1.0)
    slope = float(np.sqrt(squared[edges], dtype=np.float64).sum())
    return round(float(bend[edges].sum(dtype=np.float64)) / slope, 9) if slope else 0.0


@given(st.integers(1, 40), st.integers(1, 40), st.floats(0.02, 0.98), st.integers(0, 2**32))
def test_components_and_their_order(height: int, width: int, share: float, seed: int) -> None:
    strokes = (np.random.default_rng(seed).random((height, width)) < share).astype(np.uint8)
    _, _, theirs, _ = cv2.connectedComponentsWithStats(strokes, connectivity=8)
    assert components(strokes).tolist() == theirs[1:].tolist()


@each_row("width, height", [(65, 48), (43, 32), (130, 96), (100, 71), (64, 9), (17, 96)])
def test_smaller_pictures(width: int, height: int) -> None:
    pixels = NOISE[:96, :130].copy()
    theirs = cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA)
    assert np.array_equal(shrunk(pixels, width, height), theirs)


@each_row("pixels", pictures())
@each_row("size", [8, 16])
def test_hashes(pixels: np.ndarray, size: int) -> None:
    picture = Image.fromarray(pixels)
    assert perceptual_hash(picture, size) == str(imagehash.phash(picture, hash_size=size))
