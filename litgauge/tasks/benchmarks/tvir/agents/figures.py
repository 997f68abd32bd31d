"""Figures of the agent's report: pictures with all that is known of them, written beside the report."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from litgauge.tasks.agents.charts import Drawing
from litgauge.tasks.agents.outcome import WrittenFile
from litgauge.tasks.agents.picture_reader import HeldPicture
from litgauge.tasks.agents.recorded_calls import RecordedCalls
from litgauge.tasks.benchmarks.tvir.agents.outline import Source

RECORD = "figures.json"


@dataclass(frozen=True)
class MadeFigure:
    """A figure that was found or drawn."""

    path: str  # from the report's folder
    kind: Literal["image", "chart"]
    title: str
    description: str
    picture: HeldPicture
    sources: tuple[Source, ...]  # the page that shows an image; the pages of a chart's numbers
    licence: str = ""  # of an image, as its page says it; "" where it does not
    code: str = ""  # of a chart
    data: str = ""  # of a chart, CSV: what the code reads
    sandbox: str = ""  # how its code was fenced

    @classmethod
    def drawn(
        cls, path: str, title: str, description: str, drawing: Drawing, sources: tuple[Source, ...]
    ) -> MadeFigure:
        """Return a chart with the code and data that it was drawn by."""
        return cls(
            path, "chart", title, description, drawing.picture, sources,
            code=drawing.code, data=drawing.data, sandbox=drawing.sandbox,
        )  # fmt: skip


@dataclass(frozen=True)
class UnmadeFigure:
    """A figure that was planned and is not there."""

    section: str  # its id
    kind: Literal["image", "chart"]
    description: str
    why: str


def figure_path(kind: Literal["image", "chart"], section: int, number: int, title: str, suffix: str) -> str:
    """Return where a figure's file lies, from the report's folder.

    >>> figure_path("chart", 2, 1, "Share of wind, 2015–2020", ".png"), figure_path("image", 1, 2, "风筝", ".svg")
    ('charts/2-1-share-of-wind-2015-2020.png', 'images/1-2.svg')
    """
    words = "-".join(re.findall(r"[a-z0-9]+", title.lower()))[:48].strip("-")
    return f"{kind}s/{section}-{number}{'-' if words else ''}{words}{suffix}"


async def written_files(
    figures: Sequence[MadeFigure], unmade: Sequence[UnmadeFigure], recorded: RecordedCalls
) -> tuple[WrittenFile, ...]:
    """Return all that lies beside the report: pictures, code and data of charts, and one file about all figures.

    Raises Failed (not-recorded) where a picture is lost.
    """
    if not figures and not unmade:
        return ()
    files = []
    for figure in figures:
        stem = figure.path.rpartition(".")[0]
        files.append(WrittenFile(figure.path, await recorded.file(figure.picture.sha256, figure.path)))
        beside = {".py": figure.code, ".csv": figure.data}
        files += [WrittenFile(stem + suffix, text.encode()) for suffix, text in beside.items() if text]
    record = {"figures": [_record(figure) for figure in figures], "not_made": [vars(figure) for figure in unmade]}
    files.append(WrittenFile(RECORD, (json.dumps(record, ensure_ascii=False, indent=1) + "\n").encode()))
    return tuple(files)


def _record(figure: MadeFigure) -> dict[str, object]:
    stem = figure.path.rpartition(".")[0]
    picture = figure.picture
    return {
        "file": figure.path,
        "type": figure.kind,
        "title": figure.title,
        "description": figure.description,
        "sha256": picture.sha256,
        "media_type": picture.media_type,
        "width": picture.width,
        "height": picture.height,
        "sources": [source.model_dump() for source in figure.sources],
        **({"url": picture.url, "licence": figure.licence} if figure.kind == "image" else {}),
        **({"code": f"{stem}.py", "sandbox": figure.sandbox} if figure.code else {}),
        **({"data": f"{stem}.csv"} if figure.data else {}),
    }
