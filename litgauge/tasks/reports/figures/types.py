"""The type of a figure (retrieved image or drawn chart), with the evidence that decided it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, Literal

from litgauge.tasks.records.figures import FigureNotation, FigureType
from litgauge.tasks.reports.figures.targets import FigureTarget
from litgauge.tasks.text.wordings import alternatives

TypeMode = Literal["ours", "released"]
Reason = Literal["record", "software", "notation", "path", "generator", "address", "mixed", ""]

_PLACE = ("litgauge.tasks.reports.figures", "figure_wordings.json")
_GENERATOR = re.compile(alternatives(*_PLACE, "generator"), re.IGNORECASE)
_PROGRAM = re.compile(rf"\b(?:{alternatives(*_PLACE, 'drawing program')})", re.IGNORECASE)
_DRAWN_BY = re.compile(alternatives(*_PLACE, "drawn by"), re.IGNORECASE)
_CHART_FOLDERS = frozenset(
    {"chart", "charts", "plot", "plots", "graph", "graphs", "diagrams", "generated", "generated_charts"}
)
_IMAGE_FOLDERS = frozenset({"image", "images", "img", "imgs", "photo", "photos", "pictures", "downloaded", "retrieved"})
_DRAWN_NOTATIONS: frozenset[FigureNotation] = frozenset({"fence", "ascii", "canvas", "svg"})
_PROGRAM_FILE = re.compile(r"\.(?:html?|json|vl|vg|mmd|mermaid|dot|gv|puml)(?:[?#].*)?$", re.IGNORECASE)
_PATH_KEYS = ("path", "file", "filename", "name", "target", "src", "url")
_TYPE_KEYS = ("type", "kind", "figure_type", "category")
_TOOL_KEYS = ("tool", "origin", "source_tool", "made_by", "generator", "created_by")


@dataclass(frozen=True, slots=True)
class PictureEvidence:
    """Facts about a picture beside the text."""

    recorded: FigureType = "unknown"  # by the agent's own record
    software: str = ""  # program that the file names: `PictureFacts.software`


NOTHING_KNOWN = PictureEvidence()


def figure_type(
    notation: FigureNotation,
    targets: Sequence[FigureTarget],
    evidence: Mapping[int, PictureEvidence] | None = None,
    mode: TypeMode = "ours",
) -> tuple[FigureType, Reason]:
    """Return the type of a figure and the reason; `evidence` is by the number of the picture (`part`).

    In order: the agent's own record, the program that the file names, the notation, the folder of the path, the address
    of a service that draws charts, any other web address (image). "unknown" without evidence, and where the
    figure's pictures differ ("mixed"). Mode "released": path alone, as the code of TVIR has it (`images/` or http is an
    image, `charts/` a chart), so that charts in `images/` are images.
    """
    evidence_of = evidence or {}
    verdicts = [_of_picture(notation, target, evidence_of.get(target.part, NOTHING_KNOWN), mode) for target in targets]
    decided = [verdict for verdict in verdicts if verdict[0] != "unknown"]
    if not decided:
        return _of_none(notation, mode)
    if len({type_ for type_, _ in decided}) > 1:
        return "unknown", "mixed"
    return decided[0]


def recorded_types(manifest: Any) -> dict[str, FigureType]:
    """Return the types in an agent's file manifest, by path as written there.

    Read are objects, at any depth, with a path and a type ("image", "chart") or the tool that made the file.
    """
    types: dict[str, FigureType] = {}
    for entry in _objects(manifest):
        path = next((entry[key] for key in _PATH_KEYS if isinstance(entry.get(key), str) and entry[key]), None)
        if path is None:
            continue
        kind = next((str(entry[key]).casefold() for key in _TYPE_KEYS if entry.get(key)), "")
        tool = next((str(entry[key]) for key in _TOOL_KEYS if entry.get(key)), "")
        if kind in ("chart", "plot", "graph", "diagram", "visualization"):
            types.setdefault(path, "chart")
        elif kind in ("photo", "retrieved", "screenshot") or (kind == "image" and not tool):
            types.setdefault(path, "image")
        elif tool:
            types.setdefault(path, "chart" if _DRAWN_BY.search(tool) else "image")
    return types


def _objects(value: Any) -> Iterator[Mapping[str, Any]]:
    waiting = [value]
    while waiting:
        part = waiting.pop(0) if len(waiting) < 1_000 else waiting.pop()
        if isinstance(part, Mapping):
            yield part
            waiting.extend(part.values())
        elif isinstance(part, list | tuple):
            waiting.extend(part)


def _of_picture(
    notation: FigureNotation, target: FigureTarget, evidence: PictureEvidence, mode: TypeMode
) -> tuple[FigureType, Reason]:
    if mode == "released":
        return _released(target.target)
    if evidence.recorded != "unknown":
        return evidence.recorded, "record"
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


def _released(target: str) -> tuple[FigureType, Reason]:
    bare = target.removeprefix("./")
    if bare.startswith(("images/", "http")):
        return "image", "path"
    return ("chart", "path") if bare.startswith("charts/") else ("unknown", "")


def _of_none(notation: FigureNotation, mode: TypeMode) -> tuple[FigureType, Reason]:
    return ("chart", "notation") if notation in _DRAWN_NOTATIONS and mode == "ours" else ("unknown", "")
