"""Citation counts of surveys from OpenAlex works in a local file (section 2.2)."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TextIO

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.records import Survey
from litgauge.tasks.text import compact_title, normalise_arxiv_id, normalise_doi

_LONGEST_LINE = 8_000_000
_LEAST_TITLE = 12  # letters; a shorter title names more than one work


class CitationCounts:
    """Counts by DOI, arXiv id and title."""

    def __init__(self, counts: Mapping[str, int]) -> None:
        self._counts = counts

    def of(self, survey: Survey) -> int | None:
        """Return the citation count of a survey; None if the file does not hold it."""
        names = [
            f"doi:{survey.doi}" if survey.doi else "",
            f"arxiv:{normalise_arxiv_id(survey.survey_id)}",
            _by_title(survey.title),
        ]
        return next((self._counts[name] for name in names if name in self._counts), None)


def read_counts(path: Path) -> CitationCounts:
    """Return the counts in a file.

    A work a line, or lists of works under `results`, as OpenAlex's interface gives them.

    Of several works of one name the highest count stands. Raises UnusableInput, with the line, for what is no work.
    """
    counts: dict[str, int] = {}
    for line, work in _works(path):
        count = work.get("cited_by_count")
        if not isinstance(count, int) or isinstance(count, bool):
            raise UnusableInput("it has no cited_by_count", where=f"{path}:{line}", next_step="Give OpenAlex works")
        for name in _names(work):
            counts[name] = max(count, counts.get(name, 0))
    return CitationCounts(counts)


def _works(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        with _open(path) as stream:
            number = 0
            while line := stream.readline(_LONGEST_LINE):
                number += 1
                if not line.strip():
                    continue
                value = json.loads(line)
                listed = value.get("results") if isinstance(value, dict) else value
                works = listed if isinstance(listed, list) else [value]
                if not all(isinstance(work, dict) for work in works):
                    raise UnusableInput("the line is no work", where=f"{path}:{number}", next_step="Give JSON lines")
                for work in works:
                    yield number, work
    except (ValueError, RecursionError) as error:
        raise UnusableInput(f"the line is no JSON: {error}", where=f"{path}:{number}") from error
    except OSError as error:
        raise UnusableInput(
            f"the file cannot be read: {error.strerror or error}",
            where=str(path),
            next_step="Name a file of OpenAlex works as taxonomies.citation_counts, or none",
        ) from error


def _open(path: Path) -> TextIO:
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8", errors="replace")
    return path.open(encoding="utf-8", errors="replace")


def _names(work: Mapping[str, Any]) -> Iterator[str]:
    doi = normalise_doi(str(work.get("doi") or ""))
    if doi:
        yield f"doi:{doi}"
    for place in work.get("locations") or []:
        url = str(place.get("landing_page_url") or "") if isinstance(place, dict) else ""
        if "arxiv" in url.lower() and (arxiv_id := normalise_arxiv_id(url)):
            yield f"arxiv:{arxiv_id}"
    if doi and (arxiv_id := normalise_arxiv_id(doi)) and "arxiv" in doi:
        yield f"arxiv:{arxiv_id}"
    if name := _by_title(str(work.get("title") or work.get("display_name") or "")):
        yield name


def _by_title(title: str) -> str:
    compact = compact_title(title)
    return f"title:{compact}" if len(compact) >= _LEAST_TITLE else ""
