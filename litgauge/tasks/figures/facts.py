"""Facts of a report's figures that rules find: numbers against data and pages, axes, alternative texts, origins."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from litgauge.tasks.answers.attached import AttachedFile, NoFile, find_attached
from litgauge.tasks.figures.chart_data import Drawn, chart_numbers, numbers_in_text, value_axis
from litgauge.tasks.figures.credits import alternative_text, licence_of
from litgauge.tasks.figures.rows import FigureFacts
from litgauge.tasks.records import AgentReport, EvidencePage, Figure, FigureLink
from litgauge.tasks.reports.figure_pictures import ReportFiles
from litgauge.tasks.reports.figures.targets import FigureTarget

_CODE: Final = (".py", ".vl.json", ".vega.json", ".json", ".js", ".html")
_TABLE: Final = (".csv", ".tsv", ".data.csv")
_RECORD: Final = "figures.json"
_LARGEST: Final = 2_000_000  # bytes of a program or a table
_SCRIPT = re.compile(r"<script\b[^>]{0,1000}>(.*?)</script", re.IGNORECASE | re.DOTALL)
_ID = re.compile(r"""\bid\s{0,4}=\s{0,4}["']([^"'\s]{1,200})["']""")

Texts = Callable[[EvidencePage], str]


def figure_facts(
    report: AgentReport,
    figures: Sequence[Figure],
    targets: Sequence[FigureTarget],
    links: Sequence[FigureLink],
    files: ReportFiles,
    pages: Mapping[str, EvidencePage],
    text_of: Texts,
    read: Callable[[AttachedFile], bytes],
) -> list[FigureFacts]:
    """Return a row for each figure.

    `pages` are the cited pages by address; `read` returns the bytes of a file of the answer.
    """
    beside = _Beside(report, files, read)
    rows = []
    for figure in figures:
        own = [target for target in targets if target.figure == figure.number]
        cited = [
            pages[link.page] for link in links if link.figure == figure.number and link.page and link.page in pages
        ]
        texts = [text for page in cited if page.status == "ok" and (text := text_of(page)).strip()]
        rows.append(_facts(report, figure, beside.drawn(figure, own), beside.record(own), links, texts))
    return rows


def _facts(
    report: AgentReport,
    figure: Figure,
    drawn: Drawn,
    record: Mapping[str, Any],
    links: Iterable[FigureLink],
    texts: Sequence[str],
) -> FigureFacts:
    is_chart = figure.type == "chart"
    numbers = chart_numbers(drawn if is_chart else Drawn(), figure.caption)
    axis, reason = value_axis(drawn.code) if is_chart else ("unknown", "")
    addresses = [link.url for link in links if link.figure == figure.number and link.url]
    recorded = [source.get("url", "") for source in _listed(record.get("sources")) if isinstance(source, dict)]
    words = " ".join((figure.caption, figure.source, report.text[figure.start : figure.end][:5_000]))
    licence = licence_of(words) or str(record.get("licence") or "") or _stated(texts)
    return FigureFacts(
        report_id=report.report_id,
        figure=figure.number,
        data=numbers.origin,
        numbers=len(numbers.data),
        compared=numbers.compared,
        agreeing=numbers.agreeing,
        in_pages=numbers_in_text(numbers.data, texts) if texts and numbers.data else None,
        axis=axis,
        axis_reason=reason,
        alternative=alternative_text(figure.alt),
        page=next((str(address) for address in (*addresses, *recorded) if address), ""),
        licence=licence[:200],
    )


def _stated(texts: Sequence[str]) -> str:
    """Return the licence of a cited page; "" if it names several, as the picture's is unknown."""
    licences = {licence for text in texts if (licence := licence_of(text[:200_000]))}
    return licences.pop() if len(licences) == 1 else ""


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


class _Beside:
    """Programs, tables and records among the files of an answer."""

    def __init__(self, report: AgentReport, files: ReportFiles, read: Callable[[AttachedFile], bytes]) -> None:
        self._report, self._files, self._read = report, files, read
        self._scripts = [match[1] for match in _SCRIPT.finditer(report.text)]
        self._records = {str(record.get("file", "")): record for record in self._recorded()}

    def drawn(self, figure: Figure, targets: Sequence[FigureTarget]) -> Drawn:
        """Return program, table and block of a chart."""
        text = self._report.text
        block = text[figure.start : figure.end]
        for target in targets:
            if target.form == "code":
                return Drawn(code=text[target.start : target.end], block=block)
            if target.form == "element":
                return Drawn(code=self._script_of(text[target.start : target.end] or block), block=block)
            if target.form == "path":
                stem = target.target.rpartition(".")[0]
                own = self._text(target.target) if target.target.lower().endswith((".html", ".json")) else ""
                code = own or next(filter(None, (self._text(stem + suffix) for suffix in _CODE)), "")
                table = next(filter(None, (self._text(stem + suffix) for suffix in _TABLE)), "")
                return Drawn(code, table, block)
        return Drawn(block=block)

    def record(self, targets: Sequence[FigureTarget]) -> Mapping[str, Any]:
        """Return the agent's own record of a figure; {} without one."""
        return next((self._records[target.target] for target in targets if target.target in self._records), {})

    def _recorded(self) -> list[Mapping[str, Any]]:
        try:
            record = json.loads(self._text(_RECORD) or "{}")
        except (ValueError, RecursionError):
            return []
        entries = _listed(record.get("figures")) if isinstance(record, dict) else []
        return [entry for entry in entries if isinstance(entry, dict)]

    def _script_of(self, element: str) -> str:
        """Return the scripts that name the element that they draw into; all if it has no id."""
        named = _ID.search(element)
        return "\n".join(script for script in self._scripts if named is None or named[1] in script)

    def _text(self, name: str) -> str:
        file = find_attached(self._files.files, self._files.folders, name)
        if isinstance(file, NoFile) or not file.sha256 or file.size > _LARGEST:
            return ""
        return self._read(file).decode("utf-8", "replace")
