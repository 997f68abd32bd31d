"""The type of a figure (retrieved image or drawn chart), with the evidence that decided it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Literal

from litgauge.tasks.records.figures import FigureNotation, FigureType
from litgauge.tasks.reports.figures.targets import FigureTarget
from litgauge.tasks.text.wordings import alternatives

Reason = Literal["software", "notation", "path", "generator", "address", "mixed", ""]

_PLACE = ("litgauge.tasks.reports.figures", "figure_wordings.json")
_GENERATOR = re.compile(alternatives(*_PLACE, "generator"), re.IGNORECASE)
_PROGRAM = re.compile(rf"\b(?:{alternatives(*_PLACE, 'drawing program')})", re.IGNORECASE)
_CHART_FOLDERS = frozenset(
    {"chart", "charts", "plot", "plots", "graph", "graphs", "diagrams", "generated", "generated_charts"}
)
_IMAGE_FOLDERS = frozenset({"image", "images", "img", "imgs", "photo", "photos", "pictures", "downloaded", "retrieved"})
_DRAWN_NOTATIONS: frozenset[FigureNotation] = frozenset({"fence", "ascii", "canvas", "svg"})
_PROGRAM_FILE = re.compile(r"\.(?:html?|json|vl|vg|mmd|mermaid|dot|gv|puml)(?:[?#].*)?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PictureEvidence:
    """Facts about a picture beside the text."""

    software: str = ""  # program that the file names: `PictureFacts.software`


NOTHING_KNOWN = PictureEvidence()


def figure_type(
    notation: FigureNotation,
    targets: Sequence[FigureTarget],
    evidence: Mapping[int, PictureEvidence] | None = None,
) -> tuple[FigureType, Reason]:
    """Return the type of a figure and the reason; `evidence` is by the number of the picture (`part`).

    In order: the program that the file names, the notation, the folder of the path, the address
    of a service that draws charts, any other web address (image). "unknown" without evidence, and where the
    figure's pictures differ ("mixed").
    """
    evidence_of = evidence or {}
    verdicts = [_of_picture(notation, target, evidence_of.get(target.part, NOTHING_KNOWN)) for target in targets]
    decided = [verdict for verdict in verdicts if verdict[0] != "unknown"]
    if not decided:
        return ("chart", "notation") if notation in _DRAWN_NOTATIONS else ("unknown", "")
    if len({type_ for type_, _ in decided}) > 1:
        return "unknown", "mixed"
    return decided[0]


def _of_picture(notation: FigureNotation, target: FigureTarget, evidence: PictureEvidence) -> tuple[FigureType, Reason]:
    if evidence.software and _PROGRAM.search(evidence.software):
        return "chart", "software"
    if notation in _DRAWN_NOTATIONS or target.form in ("svg", "code", "element"):
        return "chart", "notation"
    if target.form == "path":
        return _by_path(target.target)
    if target.form == "address":
        return ("chart", "generator") if _GENERATOR.search(target.target) else ("image", "address")
    return "unknown", ""


def _by_path(target: str) -> tuple[FigureType, Reason]:
    folders = {part.casefold() for part in PurePosixPath(target.replace("\\", "/")).parts[:-1]}
    if folders & _CHART_FOLDERS:
        return "chart", "path"
    if folders & _IMAGE_FOLDERS:
        return "image", "path"
    return ("chart", "notation") if _PROGRAM_FILE.search(target) else ("unknown", "")
