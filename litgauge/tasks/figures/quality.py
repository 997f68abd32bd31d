"""The figures of a report as metrics see them, and the quality of its images."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from litgauge.tasks.records import Figure, FigurePicture, Unscored
from litgauge.tasks.records.figures import PictureMeasures
from litgauge.tasks.records.grouping import rows_by
from litgauge.tasks.statistics import MetricValue, Ratio

if TYPE_CHECKING:
    from litgauge.tasks.pictures.similarity import Mode


@dataclass(frozen=True, slots=True)
class JudgedFigure:
    """One figure of a report: whether it can be shown, and what it is."""

    number: int
    kind: Literal["image", "chart"]  # a figure of unknown type counts as an image
    status: Literal["ok", "invalid", "failed"]  # the best of its pictures; failed: ours
    captioned: bool
    in_context: bool


def judged_figures(figures: Iterable[Figure], pictures: Iterable[FigurePicture]) -> dict[str, list[JudgedFigure]]:
    """Return the figures of each report, by report; a figure without any picture is invalid."""
    statuses: dict[tuple[str, int], set[str]] = defaultdict(set)
    for picture in pictures:
        statuses[picture.report_id, picture.figure].add(picture.status)
    by_report: dict[str, list[JudgedFigure]] = defaultdict(list)
    for figure in figures:
        of = statuses[figure.report_id, figure.number]
        by_report[figure.report_id].append(
            JudgedFigure(
                figure.number,
                "chart" if figure.type == "chart" else "image",
                "ok" if "ok" in of else "failed" if "failed" in of else "invalid",
                bool(figure.caption.strip()),
                any(paragraph.strip() for paragraph in figure.context),
            )
        )
    return by_report


def image_quality(figures: Sequence[JudgedFigure], measures: Sequence[PictureMeasures], mode: Mode) -> MetricValue:
    """Return IQ of a report's images, 0 to 100 (B.2); an image without usable picture has the quality 0."""
    from litgauge.tasks.pictures import similarity
    from litgauge.tasks.pictures.quality import PictureQuality
    from litgauge.tasks.pictures.similarity import PictureHashes

    images = {figure.number: figure.status for figure in figures if figure.kind == "image"}
    measured = rows_by(sorted(measures, key=lambda row: (row.figure, row.part)), lambda row: row.figure)
    if unmeasured := [number for number, status in images.items() if status == "ok" and not measured[number]]:
        return Unscored(f"{len(unmeasured)} images were not measured")
    valid = [row for number in sorted(images) if images[number] == "ok" for row in measured[number]]
    broken = [None] * sum(status == "invalid" for status in images.values())
    qualities = [
        PictureQuality(row.resolution, row.aspect, row.sharpness, row.contrast, row.edge_sharpness, row.mean_grey)
        for row in valid
    ]
    hashes = [PictureHashes(row.phash64, row.phash256, row.pixels_sha256) for row in valid]
    return Ratio(100 * similarity.image_quality([*qualities, *broken], [*hashes, *broken], mode), 1)
