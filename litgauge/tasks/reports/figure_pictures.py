"""Pictures of a report's figures, from the answer's files, the web or the text itself, with their measures.

A picture is "invalid" where it is missing, broken, empty or drawn in text, the agent's fault; a picture that we could
not get or read is "failed" and does not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from litgauge.tasks.answers.attached import AttachedFile, NoFile, find_attached
from litgauge.tasks.base.errors import DamagedFile, Failed, Rejected
from litgauge.tasks.citations.addresses import clean_url, page_of
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.pictures import PictureFacts, check_picture, measure_picture, shown_picture
from litgauge.tasks.records import AgentReport, EvidencePage, Figure, FigurePicture
from litgauge.tasks.records.figures import PictureMeasures
from litgauge.tasks.records.table import Table, column, row
from litgauge.tasks.reports.figures.invalid import InvalidMode, invalid_reason
from litgauge.tasks.reports.figures.targets import FigureTarget, inline_picture
from litgauge.tasks.reports.figures.types import PictureEvidence, figure_type

_PROGRAMS = frozenset({"html", "json"})  # charts as programs, which nothing here draws
_PICTURE_NAME = re.compile(r"\.(?:png|jpe?g|gif|webp|avif|bmp|tiff?|ico|svg)(?:[?#].{0,2000})?$", re.IGNORECASE)


@row
class ReportFiles:
    """The files of one report."""

    report_id: str = column("the report")
    folders: tuple[str, ...] = column("folders of the run that names in its text may start from, its own first")
    files: tuple[AttachedFile, ...] = column("the files, named from the folder of the report's own file")


REPORT_FILES = Table("report_files", ReportFiles, "the files that belong to a report", key=("report_id",))


@dataclass(frozen=True)
class FrozenFigures:
    """The figures of a report with the measures of their pixels."""

    figures: tuple[Figure, ...]  # types with the evidence of the files
    pictures: tuple[FigurePicture, ...]
    measures: tuple[PictureMeasures, ...]  # of the pictures that are ok


@dataclass(frozen=True, slots=True)
class _Bytes:
    data: bytes
    name: str = ""


@dataclass(frozen=True, slots=True)
class _Nothing:
    status: str  # invalid or failed
    reason: str


def picture_addresses(targets: Iterable[FigureTarget]) -> dict[str, str]:
    """Return the addresses of pictures on the web, by their canonical addresses."""
    addresses = (clean_url(target.target) for target in targets if target.form == "address")
    return {page_of(address): address for address in addresses if address}


def frozen_figures(
    report: AgentReport,
    figures: Sequence[Figure],
    targets: Sequence[FigureTarget],
    files: ReportFiles,
    fetched: Mapping[str, EvidencePage],
    storage: Storage,
    mode: InvalidMode = "paper",
) -> FrozenFigures:
    """Return every picture of the figures; its bytes, and the version that judges see, are blobs of the storage.

    `fetched` are the pictures of the web by address (`picture_addresses`), `files` those of the answer. In mode "ours"
    code that nothing drew is left to those who can draw it.
    """
    pictures, measures = [], []
    evidence: dict[int, dict[int, PictureEvidence]] = {}
    for target in targets:
        picture, measured = _Freezing(report, files, fetched, storage, mode).picture(target)
        pictures.append(picture)
        measures += [measured] if measured else []
        if picture.software:
            evidence.setdefault(target.figure, {})[target.part] = PictureEvidence(software=picture.software)
    typed = []
    for figure in figures:
        own = [target for target in targets if target.figure == figure.number]
        kind, reason = figure_type(figure.notation, own, evidence.get(figure.number))
        typed.append(replace(figure, type=kind, type_reason=reason))
    return FrozenFigures(tuple(typed), tuple(pictures), tuple(measures))


@dataclass(frozen=True)
class _Freezing:
    report: AgentReport
    files: ReportFiles
    fetched: Mapping[str, EvidencePage]
    storage: Storage
    mode: InvalidMode

    def picture(self, target: FigureTarget) -> tuple[FigurePicture, PictureMeasures | None]:
        """Return the row of one target, with its measures if it is a picture."""
        if by_text := invalid_reason(self.report.text, target, self.mode):
            return self._none(target, _Nothing("invalid", by_text)), None
        content = self._bytes(target)
        if isinstance(content, _Nothing):
            return self._none(target, content), None
        try:
            facts = check_picture(content.data, content.name)
            if facts.status != "ok":
                named = _PICTURE_NAME.search(target.target) is not None  # an error page, saved as a picture
                drawn = (facts.reason not in _PROGRAMS or named) and target.form != "code"
                reason = facts.reason if drawn else "not-rendered"
                return self._none(target, _Nothing("invalid", reason), facts), None
            return self._measured(target, content.data, facts)
        except Rejected as refused:
            return self._none(target, _Nothing("invalid", refused.rule)), None
        except Failed as ours:
            return self._none(target, _Nothing("failed", ours.rule)), None

    def _bytes(self, target: FigureTarget) -> _Bytes | _Nothing:
        if target.form == "path":
            return self._of_file(target.target)
        if target.form == "address":
            return self._of_web(target.target)
        data = inline_picture(self.report.text, target)
        if data is None:
            return _Nothing("invalid", "not-rendered" if target.form == "element" else "broken")
        return _Bytes(data)

    def _of_file(self, name: str) -> _Bytes | _Nothing:
        file = find_attached(self.files.files, self.files.folders, name)
        if isinstance(file, NoFile):
            return _Nothing("invalid", "missing" if file.reason == "absent" else file.reason)
        if not file.sha256:
            return _Nothing("failed", "too-large")
        return self._blob(file.sha256, file.name)

    def _of_web(self, target: str) -> _Bytes | _Nothing:
        page = self.fetched.get(page_of(clean_url(target) or target))
        if page is None or (page.status == "ok" and not page.sha256):
            return _Nothing("failed", "not-fetched")
        if page.status == "ok":
            return self._blob(page.sha256, "")
        is_dead = page.status == "unreachable" or page.leads_nowhere
        return _Nothing("invalid" if is_dead else "failed", page.reason or page.status)

    def _blob(self, sha256: str, name: str) -> _Bytes | _Nothing:
        try:
            return _Bytes(self.storage.read_checked(self.storage.blob_path(sha256)), name)
        except DamagedFile:
            return _Nothing("failed", "damaged")

    def _none(self, target: FigureTarget, failure: _Nothing, facts: PictureFacts | None = None) -> FigurePicture:
        row = self._row(target)
        row |= {"status": failure.status, "reason": failure.reason}
        if facts:
            row |= {"media_type": facts.media_type, "width": facts.width, "height": facts.height}
        return FigurePicture(**row)  # type: ignore[arg-type]

    def _measured(
        self, target: FigureTarget, data: bytes, facts: PictureFacts
    ) -> tuple[FigurePicture, PictureMeasures]:
        shown, measured = shown_picture(data), measure_picture(data)
        quality, hashes, ink = measured.quality, measured.hashes, measured.ink
        if ink.blank and "blank-labels" in facts.warnings:
            raise Failed("blank-labels", "all of it is HTML in a foreignObject, which we cannot draw")
        row = self._row(target) | {
            "sha256": _name_of(self.storage.keep_blob(data)),
            "media_type": facts.media_type,
            "size": len(data),
            "width": facts.width,
            "height": facts.height,
            "frames": facts.frames,
            "software": facts.software,
            "shown_sha256": _name_of(self.storage.keep_blob(shown.data)),
            "shown_media_type": shown.media_type,
            "shown_size": len(shown.data),
            "shown_width": shown.width,
            "shown_height": shown.height,
        }
        measures = PictureMeasures(
            report_id=self.report.report_id,
            figure=target.figure,
            part=target.part,
            resolution=quality.resolution,
            aspect=quality.aspect,
            sharpness=quality.sharpness,
            contrast=quality.contrast,
            quality=quality.quality,
            quality_ours=quality.quality_ours,
            edge_sharpness=quality.edge_sharpness,
            mean_grey=quality.mean_grey,
            phash64=hashes.phash64,
            phash256=hashes.phash256,
            pixels_sha256=hashes.pixels_sha256,
            ink=ink.share,
            blank=ink.blank,
            tofu=ink.tofu,
        )
        return FigurePicture(**row), measures  # type: ignore[arg-type]

    def _row(self, target: FigureTarget) -> dict[str, object]:
        return {
            "report_id": self.report.report_id,
            "figure": target.figure,
            "part": target.part,
            "target": target.target,
            "target_start": target.start,
            "target_end": target.end,
            "status": "ok",
            "reason": "",
            "sha256": "",
            "media_type": target.media_type,
            "size": 0,
            "width": 0,
            "height": 0,
            "frames": 0,
            "software": "",
            "shown_sha256": "",
            "shown_media_type": "",
            "shown_size": 0,
            "shown_width": 0,
            "shown_height": 0,
        }


def _name_of(blob: str) -> str:
    return blob.rsplit("/", 1)[-1]
