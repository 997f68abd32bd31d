"""Lines of surveys' sources that name a reference."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from litgauge.tasks.base.errors import DamagedFile, Rejected
from litgauge.tasks.benchmarks.reportbench.release_rows import ReleaseRows
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import Citation

if TYPE_CHECKING:
    from litgauge.tasks.latex import SourceTree

_LONGEST_LINE = 240  # characters


@dataclass(frozen=True, slots=True)
class SourceLine:
    """One line of a survey's source that names a reference."""

    place: str  # "sections/intro.tex:12"
    what: str  # "\\citep in Introduction", "title"
    text: str  # the line as it stands, of a long one a stretch; "" where the source is not at hand


@dataclass(frozen=True)
class SourceLines:
    """Lines of surveys' sources, as far as storage has kept the e-prints (imported releases have none).

    Without storage, the places are named and their text is left empty.
    """

    release: ReleaseRows
    storage: Storage | None = None
    _lines_by_survey: dict[str, dict[str, tuple[SourceLine, ...]]] = field(default_factory=dict, repr=False)

    def of(self, survey_id: str, key: str) -> tuple[SourceLine, ...]:
        """Return where the survey cites the reference, in the order of its text, then where its fields come from."""
        if survey_id not in self._lines_by_survey:  # a source is opened once, and not kept open
            self._lines_by_survey[survey_id] = self._read(survey_id)
        return self._lines_by_survey[survey_id].get(key, ())

    def _read(self, survey_id: str) -> dict[str, tuple[SourceLine, ...]]:
        tree = self._opened(survey_id)
        files = _Files(tree)
        cited: dict[str, list[SourceLine]] = defaultdict(list)
        for row in self.release.citations.get(survey_id, ()):
            cited[row.key].append(files.line(f"{row.file}:{row.line}", _citing(row), row.key))
        lines_of = {}
        for reference in self.release.references.get(survey_id, ()):
            fields: dict[str, list[str]] = defaultdict(list)
            for origin in reference.provenance:
                fields[origin.place].append(origin.field)
            own = [files.line(place, ", ".join(names)) for place, names in fields.items()]
            keys = (reference.key, *reference.aliases)
            lines = (*(line for key in keys for line in cited[key]), *own)
            lines_of.update(dict.fromkeys(keys, lines))
        return lines_of

    def _opened(self, survey_id: str) -> SourceTree | None:
        survey = self.release.surveys.get(survey_id)
        digest = survey.source_sha256 if survey else None
        if not digest or self.storage is None:
            return None
        from litgauge.tasks.latex import open_source  # LaTeX takes long to import

        try:
            return open_source(self.storage.read_checked(f"blobs/{digest[:2]}/{digest}"), survey_id)
        except (DamagedFile, Rejected):
            return None


class _Files:
    """Lines of a source, each file split once."""

    def __init__(self, tree: SourceTree | None) -> None:
        self._tree = tree
        self._lines: dict[str, list[str]] = {}

    def line(self, place: str, what: str, key: str = "") -> SourceLine:
        """Return the line at "refs.bib:12"; of a long one, the stretch around the key."""
        file, _, number = place.rpartition(":")
        if self._tree is None or file not in self._tree.members or not number.isdecimal():
            return SourceLine(place, what, "")
        if file not in self._lines:
            self._lines[file] = self._tree.text(file).split("\n")  # as the extractor counts: a form feed ends no line
        lines = self._lines[file]
        text = lines[int(number) - 1] if 0 < int(number) <= len(lines) else ""
        return SourceLine(place, what, _around(key, text.strip()))


def _around(key: str, text: str) -> str:
    if len(text) <= _LONGEST_LINE:
        return text
    start = max(0, min(text.find(key) - _LONGEST_LINE // 2, len(text) - _LONGEST_LINE)) if key else 0
    end = start + _LONGEST_LINE
    return f"{'… ' if start else ''}{text[start:end].strip()}{' …' if end < len(text) else ''}"


def _citing(citation: Citation) -> str:
    where = f" in {citation.section}" if citation.section else ""
    return f"\\{citation.command}{where}{', appendix' if citation.in_appendix else ''}"
