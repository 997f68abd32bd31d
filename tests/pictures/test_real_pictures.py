"""The figures to reach, on pictures of a real report."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from litgauge.tasks.pictures import check_picture, image_quality, measure_picture, near_duplicates
from tests.pictures.samples import saved
from tests.pictures.test_measures import formula

pytestmark = [pytest.mark.real, pytest.mark.slow]
FOLDER = "figures/ms-agent/task_20250617a/resources"


@pytest.fixture(scope="module")
def pictures(real_data: Path) -> list[bytes]:
    return [path.read_bytes() for path in sorted((real_data / FOLDER).iterdir())]


def on_white(data: bytes) -> np.ndarray:
    stored = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    if stored.ndim == 2:
        return cv2.cvtColor(stored, cv2.COLOR_GRAY2BGR)
    if stored.shape[2] == 3:
        return stored
    alpha = stored[:, :, 3:] / 255.0
    return (stored[:, :, :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)


def test_every_real_picture_is_one(pictures: list[bytes]) -> None:
    facts = [check_picture(data) for data in pictures]
    assert len(facts) == 106
    assert {(item.status, item.warnings) for item in facts} == {("ok", ())}


def test_quality_is_that_of_the_released_formula(real_data: Path, pictures: list[bytes]) -> None:
    report = real_data / "tvir/reports/claude-4-5/000001/images"
    for data in [*pictures[:10], *(path.read_bytes() for path in sorted(report.iterdir()))]:
        assert measure_picture(data).quality.quality == pytest.approx(formula(on_white(data)), abs=1e-9)


def test_every_blurred_picture_is_below_every_sharp_one(pictures: list[bytes]) -> None:
    sharp = [measure_picture(data).quality for data in pictures[:20]]
    blurred = [measure_picture(saved(Image.fromarray(cv2.GaussianBlur(on_white(data), (0, 0), 1)[:, :, ::-1]))).quality
               for data in pictures[:20]]  # fmt: skip
    assert max(item.edge_sharpness for item in blurred) < min(item.edge_sharpness for item in sharp)
    assert [item.sharpness for item in blurred] == [1.0] * 20  # the paper's measure sees nothing


def test_honest_series_have_no_near_duplicates_and_true_copies_are_found(pictures: list[bytes]) -> None:
    originals = [measure_picture(data) for data in pictures]
    hashes = [item.hashes for item in originals]
    assert len(near_duplicates(hashes, "paper")) == 5  # different figures, all of them
    assert near_duplicates(hashes, "ours") == ()
    qualities = [item.quality for item in originals]
    assert image_quality(qualities, hashes, "paper") < image_quality(qualities, hashes, "ours")
    copies = [copy for data in pictures[:12] for copy in _copies(data)]
    detected = [
        near_duplicates([hashes[at // 2], measure_picture(copy).hashes]) != () for at, copy in enumerate(copies)
    ]
    assert sum(detected) >= 0.95 * len(detected)


def _copies(data: bytes) -> tuple[bytes, bytes]:
    """In JPEG of quality 60, and at half the size."""
    picture = Image.fromarray(on_white(data)[:, :, ::-1])
    with Image.open(BytesIO(data)) as whole:
        half = whole.convert("RGBA").resize((max(1, whole.width // 2), max(1, whole.height // 2)))
    return saved(picture, "JPEG", quality=60), saved(half)
