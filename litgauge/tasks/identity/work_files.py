"""Files of references and cited works, one JSON object a line, written by users or by `extract` and `read`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Generic, TypeVar

import msgspec

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.identity.traits import DescribedWork
from litgauge.tasks.records import PersonName, Provenance, Reference
from litgauge.tasks.text import normalise_arxiv_id, normalise_doi, split_names
from litgauge.tasks.text.repairs import repair_names

_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
_IN_META = ("eprint", "journal", "url", "doi", "note", "howpublished")
_Line = TypeVar("_Line")
_Work = TypeVar("_Work")


@dataclass(frozen=True, slots=True)
class Listed(Generic[_Work]):
    """Works of a file, with the line of each."""

    works: tuple[_Work, ...]
    lines: tuple[int, ...]


class _Name(msgspec.Struct):
    family: str
    given: str | None = None


_Names = str | list[str | _Name] | None


class _CitedLine(msgspec.Struct):
    title: str | None = None
    authors: _Names = None
    author: _Names = None
    year: int | float | str | None = None
    doi: str | None = None
    arxiv_id: str | None = None
    url: str | None = None
    references: list[_CitedLine] | None = None  # in a line written by `extract` or `read`


class _TruthLine(_CitedLine):
    references: list[_TruthLine] | None = None  # type: ignore[assignment]
    source: str | None = None
    survey_id: str | None = None
    key: str | None = None
    bib_id: str | None = None
    type: str | None = None
    venue: str | None = None
    et_al: bool = False
    aliases: list[str] = []
    meta_info: dict[str, str | None] | None = None


def read_cited(path: Path) -> Listed[DescribedWork]:
    """Return the cited works of a file of JSON lines.

    `title` and, where known, `doi`, `arxiv_id`, `authors`, `year`, `url`.

    `authors` is a list of names or of {"family", "given"}, or one string as BibTeX writes it. Fields of other names are
    ignored, blank lines too; a file without lines cites nothing. Output of `extract` and `read` is accepted too: the
    references of all its lines. Raises UnusableInput with file and line for a line that is no such object, or names
    neither title nor identifier.
    """
    works, lines = [], []
    for number, line in _works_in(_lines(path, _CitedLine)):
        if not (line.title or line.doi or line.arxiv_id or line.url):
            raise _unusable("this cited work has no title, DOI, arXiv id or address", path, number)
        names, _ = _names(line)
        year = _year(line.year)
        works.append(DescribedWork(line.title, names, year, line.doi, line.arxiv_id, line.url))
        lines.append(number)
    return Listed(tuple(works), tuple(lines))


def read_truth(path: Path, survey: str | None = None) -> Listed[Reference]:
    """Return the references of one survey: rows of a release as JSON lines, published rows, or lines of `extract`.

    A published row has bib_id, title, author and meta_info; of `extract`'s lines the source stands for the survey.

    Raises UnusableInput with file and line for any other line, and as `of_one_survey`.
    """
    works, lines = [], []
    for number, line in _truths_in(_lines(path, _TruthLine)):
        key = line.key or line.bib_id
        if key is None:
            raise _unusable("this row is no reference: it has neither key nor bib_id", path, number)
        works.append(_reference(line, key, path, number))
        lines.append(number)
    return of_one_survey(Listed(tuple(works), tuple(lines)), survey, str(path))


def of_one_survey(references: Listed[Reference], survey: str | None, where: str) -> Listed[Reference]:
    """Return the references of the survey, or all if they belong to one survey and none is named.

    A source that `extract` read may be named by its path or its name. Raises UnusableInput where there is no reference,
    none of that survey, or those of several and none is named.
    """
    surveys = dict.fromkeys(work.survey_id for work in references.works)
    if not surveys:
        raise UnusableInput("there are no references in it", where=where, data="Nothing was matched")
    named = [name for name in surveys if survey in (None, name, PurePath(name).name)]
    if len(named) == 1:
        places = [place for place, work in enumerate(references.works) if work.survey_id == named[0]]
        return Listed(
            tuple(references.works[place] for place in places), tuple(references.lines[place] for place in places)
        )
    shown = f"{', '.join(sorted(surveys)[:5])}{' …' if len(surveys) > 5 else ''}"
    raise UnusableInput(
        f"its rows are of {len(surveys)} surveys, and {'of none named so' if survey else 'one must be named'}: {shown}",
        where=where,
        data="Nothing was matched",
        next_step="Name one of them: --survey ID",
    )


def _works_in(lines: Iterable[tuple[int, _CitedLine]]) -> Iterator[tuple[int, _CitedLine]]:
    for number, line in lines:
        if line.references is None:
            yield number, line
        for work in line.references or ():
            if work.title or work.doi or work.arxiv_id or work.url:  # else an unreadable entry of a report
                yield number, work


def _truths_in(lines: Iterable[tuple[int, _TruthLine]]) -> Iterator[tuple[int, _TruthLine]]:
    for number, line in lines:
        if line.references is None:
            yield number, line
        for work in line.references or ():
            yield number, msgspec.structs.replace(work, survey_id=work.survey_id or line.source)


def _reference(line: _TruthLine, key: str, path: Path, number: int) -> Reference:
    meta = {name: value for name, value in (line.meta_info or {}).items() if value}
    names, et_al = _names(line)
    year = _YEAR.search(meta.get("year", "") or meta.get("date", ""))
    return Reference(
        survey_id=line.survey_id or "",
        key=key,
        type=line.type or "misc",
        title=line.title,
        authors=names,
        et_al=line.et_al or et_al,
        year=_year(line.year) or (int(year.group()) if year else None),
        venue=line.venue,
        doi=normalise_doi(line.doi or meta.get("doi", "")),
        arxiv_id=normalise_arxiv_id(line.arxiv_id or "")
        or next((arxiv_id for name in _IN_META if (arxiv_id := normalise_arxiv_id(meta.get(name, "")))), None),
        url=line.url or meta.get("url"),
        origin="published",
        in_main_text=True,
        aliases=tuple(line.aliases),
        provenance=(Provenance("row", f"{path.name}:{number}"),),
    )


def _names(line: _CitedLine) -> tuple[tuple[PersonName, ...], bool]:
    """Return the people of a line, and whether there are more of them."""
    authors = line.authors if line.authors is not None else line.author
    if authors is None:
        return (), False
    if isinstance(authors, str):
        return split_names(repair_names(authors.replace(";", " and ")))
    people: list[PersonName] = []
    et_al = False
    for name in authors:
        if isinstance(name, _Name):
            people.append(PersonName(name.family, name.given or ""))
            continue
        people_of_name, more = split_names(name)
        people += people_of_name
        et_al = et_al or more
    return tuple(people), et_al


def _year(raw: float | str | None) -> int | None:
    """Return the year in a field that may also hold a date or "n.d."."""
    if isinstance(raw, str):
        match = _YEAR.search(raw)
        return int(match.group()) if match else None
    return None if raw is None else int(raw)


def _lines(path: Path, line_type: type[_Line]) -> Iterator[tuple[int, _Line]]:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UnusableInput(f"it cannot be read: {error.strerror}", where=str(path)) from None
    for number, line in enumerate(content.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            yield number, msgspec.json.decode(line, type=line_type)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise _unusable(f"this line cannot be read: {error}", path, number) from None


def _unusable(what: str, path: Path, number: int) -> UnusableInput:
    return UnusableInput(
        what, where=f"{path}:{number}", data="Nothing was matched", next_step="Mend or remove the line"
    )
