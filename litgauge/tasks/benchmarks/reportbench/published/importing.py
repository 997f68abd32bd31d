"""Published benchmarks on disk, imported as releases: as they are, and cleaned.

The folder is laid out as ReportBench v1.1 was published: one `ReportBench_v1.1.jsonl` with a task a line (the survey's
arXiv metadata, `application_domain`, `prompt`) and `gt/<arxiv_id>.jsonl` with a reference a line.
"""

from __future__ import annotations

import email.utils
import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from bibtexparser.middlewares.names import parse_single_name_into_parts, split_multiple_persons_names

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import About
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.benchmarks.reportbench.published import cleaning
from litgauge.tasks.benchmarks.reportbench.published.cleaning import clean_references, clean_surveys
from litgauge.tasks.benchmarks.reportbench.rows import Correction, DomainLabel, ReleaseTask
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import PersonName, Provenance, PublishedSurvey, Reference, row_digest
from litgauge.tasks.releases.freeze import Frozen, freeze_release
from litgauge.tasks.releases.manifest import StageLineage
from litgauge.tasks.text import normalise_arxiv_id, normalise_doi, repairs, split_names
from litgauge.tasks.text.repairs import repair_broken, repair_names

_Line = TypeVar("_Line")
_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
_URL = re.compile(r"https?://[^\s\"<>{}|\\^`]+[^\s\"<>{}|\\^`.,;)]")
_VENUES = ("journal", "booktitle", "journaltitle", "school", "institution", "publisher")


class _Version(msgspec.Struct):
    version: str
    created: str


class _TaskLine(msgspec.Struct):
    arxiv_id: str
    title: str
    abstract: str | None
    authors_parsed: list[list[str]]
    categories: str
    license: str | None
    doi: str | None
    versions: list[_Version]
    application_domain: str
    prompt: str


class _ReferenceLine(msgspec.Struct):
    bib_id: str
    title: str | None
    author: str | None
    meta_info: dict[str, str | None] | None


@dataclass(frozen=True)
class Published:
    """A published benchmark as it stands on disk."""

    name: str  # "reportbench-v1.1"
    surveys: tuple[PublishedSurvey, ...]
    references: tuple[Reference, ...]
    tasks: tuple[ReleaseTask, ...]
    domains: tuple[DomainLabel, ...]
    names: Mapping[str, tuple[tuple[PersonName, ...], bool]]  # by place: the authors when they are read well

    def tables(self) -> dict[str, Sequence[Any]]:
        """Return the rows of a release that holds it as it is."""
        return {"surveys": self.surveys, "references": self.references, "tasks": self.tasks, "domains": self.domains}

    def clean_tables(self) -> dict[str, Sequence[Any]]:
        """Return the rows of a release that holds it cleaned, with every repair in `corrections`."""
        surveys, of_surveys = clean_surveys(self.surveys)
        references, of_references = clean_references(self.references, self.names)
        corrections: list[Correction] = [*of_surveys, *of_references]
        return {**self.tables(), "surveys": surveys, "references": references, "corrections": corrections}


def import_published(storage: Storage, folder: Path) -> tuple[Frozen, Frozen]:
    """Two releases of the benchmark in `folder`: `<name>` as it is and `<name>-clean`; see `read_published`."""
    published = read_published(folder)
    tables, clean = published.tables(), published.clean_tables()
    read = _lineage("import", tables, (), __file__)
    cleaned = _lineage("clean", clean, ("import",), cleaning.__file__, repairs.__file__)
    as_it_is = freeze_release(
        storage, REPORTBENCH, tables, [read], name=published.name, about=_about(published, cleaned=False)
    )
    return as_it_is, freeze_release(
        storage,
        REPORTBENCH,
        clean,
        [read, cleaned],
        name=f"{published.name}-clean",
        about=_about(published, cleaned=True),
    )


def read_published(folder: Path) -> Published:
    """Return the published benchmark in a folder, every row as it is.

    DOI, arXiv id, year, venue and address of a reference are looked up in its `meta_info`; its title and the parts of
    its authors' names are not touched. Raises UnusableInput, with file and line, if the folder is not of that shape.
    """
    file = _task_file(folder)
    lines = list(_lines(folder, file, _TaskLine))
    lists = _reference_lists(folder, [task.arxiv_id for _, task in lines])
    surveys, tasks, domains = [], [], []
    for place, task in lines:
        survey = _survey(place, task)
        surveys.append(survey)
        cutoff = f"{survey.updated:%Y-%m}"
        tasks.append(
            ReleaseTask(
                survey.survey_id, survey.survey_id, None, task.prompt, cutoff, task.application_domain, "published"
            )
        )
        domains.append(DomainLabel(survey.survey_id, task.application_domain, "published label", "published", ""))
    rows = [
        (survey_id, place, line) for survey_id, path in lists for place, line in _lines(folder, path, _ReferenceLine)
    ]
    return Published(
        re.sub(r"[^a-z0-9.-]+", "-", file.stem.lower()),
        tuple(surveys),
        tuple(_reference(*row) for row in rows),
        tuple(tasks),
        tuple(domains),
        {place: split_names(repair_names(line.author or "")) for _, place, line in rows},
    )


def _task_file(folder: Path) -> Path:
    files = sorted(folder.glob("*.jsonl")) if folder.is_dir() else []
    if len(files) != 1 or not (folder / "gt").is_dir():
        raise UnusableInput(
            "this is no published benchmark: it needs one ReportBench_….jsonl and a folder gt/",
            where=str(folder),
            next_step="Name the folder that holds them",
        )
    return files[0]


def _reference_lists(folder: Path, survey_ids: Sequence[str]) -> list[tuple[str, Path]]:
    present = {path.stem: path for path in sorted((folder / "gt").glob("*.jsonl"))}
    twice = sorted({survey for survey in survey_ids if survey_ids.count(survey) > 1})
    missing = sorted(set(survey_ids) - set(present))
    surplus = sorted(set(present) - set(survey_ids))
    for problem, names in (
        ("more than one task for", twice),
        ("no list of references for", missing),
        ("no task for the list of", surplus),
    ):
        if names:
            raise UnusableInput(
                f"there is {problem} {', '.join(names[:5])}",
                where=str(folder),
                data="Nothing was imported",
                next_step="Fetch the published files again",
            )
    return [(survey, present[survey]) for survey in survey_ids]


def _lines(folder: Path, path: Path, line_type: type[_Line]) -> Iterator[tuple[str, _Line]]:
    """Every line that is not blank, with its place relative to the folder."""
    for number, line in enumerate(path.read_bytes().split(b"\n"), start=1):
        place = f"{path.relative_to(folder).as_posix()}:{number}"
        if not line.strip():
            continue
        try:
            yield place, msgspec.json.decode(line, type=line_type)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise UnusableInput(
                f"this line cannot be read: {error}",
                where=f"{folder}/{place}",
                data="Nothing was imported",
                next_step="Fetch the published files again",
            ) from error


def _survey(place: str, task: _TaskLine) -> PublishedSurvey:
    survey_id = normalise_arxiv_id(task.arxiv_id)
    try:
        days = [_day(version.created) for version in task.versions]
    except (TypeError, ValueError):
        days = []
    if survey_id != task.arxiv_id or not days:
        raise UnusableInput(
            "the survey needs an arXiv id and the dates of its versions",
            where=place,
            data="Nothing was imported",
            next_step="Fetch the published files again",
        )
    authors = tuple(PersonName(parts[0], " ".join(part for part in parts[1:] if part)) for parts in task.authors_parsed)
    return PublishedSurvey(
        survey_id,
        task.title,
        task.abstract,
        authors,
        tuple(task.categories.split()),
        task.license,
        task.doi,
        f"https://arxiv.org/abs/{survey_id}",
        days[0],
        days[-1],
        len(days),
        None,
        (),
    )


def _day(created: str) -> date:
    return email.utils.parsedate_to_datetime(created).date()


def _reference(survey_id: str, place: str, line: _ReferenceLine) -> Reference:
    meta = {name: value for name, value in (line.meta_info or {}).items() if value}
    authors, et_al = _plain_names(line.author or "")
    year = _YEAR.search(meta.get("year", "") or meta.get("date", ""))
    sources = [meta.get(name, "") for name in ("eprint", "journal", "url", "doi", "note", "howpublished")]
    url = next(
        (
            match.group()
            for name in ("url", "howpublished", "note")
            if (match := _URL.search(repair_broken(meta.get(name, ""))))
        ),
        None,
    )
    return Reference(
        survey_id,
        line.bib_id,
        "misc",
        line.title,
        authors,
        et_al,
        int(year.group()) if year else None,
        next((meta[name] for name in _VENUES if name in meta), None),
        normalise_doi(meta.get("doi", "")),
        next((arxiv_id for source in sources if (arxiv_id := normalise_arxiv_id(source))), None),
        url,
        "published",
        True,
        (),
        (Provenance("row", place),),
    )


def _plain_names(raw: str) -> tuple[tuple[PersonName, ...], bool]:
    """Return the names of a list with their parts told apart and nothing else done to them."""
    people = []
    names = split_multiple_persons_names(" ".join(raw.split()))
    et_al = bool(names) and names[-1].lower() == "others"
    for name in names[:-1] if et_al else names:
        parts = parse_single_name_into_parts(name, strict=False)
        family, given = " ".join([*parts.von, *parts.last]), " ".join([*parts.first, *parts.jr])
        if family or given:
            people.append(PersonName(family, given) if family else PersonName(given, ""))
    return tuple(people), et_al


def _lineage(stage: str, tables: Mapping[str, Sequence[Any]], inputs: tuple[str, ...], *files: str) -> StageLineage:
    code = hashlib.sha256(b"".join(Path(file).read_bytes() for file in files)).hexdigest()
    output = row_digest(*((name, *rows) for name, rows in sorted(tables.items())))
    counts = {f"rows: {name}": len(rows) for name, rows in tables.items()}
    return StageLineage(
        stage, code, row_digest(), output, inputs, {"done": len(tables["surveys"]), **counts}, tuple(tables)
    )


def _about(published: Published, *, cleaned: bool) -> About:
    title = published.name.replace("reportbench-", "ReportBench ")
    lines = (
        "Imported from the published files: every row of every list, one prompt for each task without standing rules, "
        "and the domain names that its authors used. The published lists do not say where in a survey a work is cited."
    )
    limits = [
        "Works that the published extraction lost are not in the lists.",
        "The prompts do not forbid the use of the survey itself.",
    ]
    if not cleaned:
        limits.append("Rows that are there twice, template entries and mangled strings stand as they were published.")
        return About(f"{title}, as published", _SUMMARY, lines, tuple(limits))
    lines += (
        " Then cleaned: rows that stand there twice and entries of LaTeX templates were removed, titles, names and "
        "venues mended; the table `corrections` holds every repair with its rule."
    )
    return About(f"{title}, cleaned", _SUMMARY, lines, tuple(limits))


_SUMMARY = (
    "The survey tasks of ReportBench (arXiv 2508.15804) with the works that each survey cites as ground truth, in the "
    "tables of litgauge."
)
