"""Papers of a taxonomy in a local file or folder, found by DOI, arXiv id or title."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.taxobench.build.settings import PaperSettings
from litgauge.tasks.harvest.corpus import corpus_lines, sources_root
from litgauge.tasks.harvest.fingerprint import source_digest
from litgauge.tasks.text import clean_text, clean_title, compact_title, normalise_arxiv_id, normalise_doi

_LEAST_TITLE = 12  # letters; a shorter title names more than one work


@dataclass(frozen=True, slots=True)
class KnownPaper:
    """A paper of the local file or folder."""

    title: str
    abstract: str
    doi: str | None
    arxiv_id: str | None
    source: str | None


@dataclass(frozen=True, slots=True)
class WantedPaper:
    """A paper of a taxonomy, by all that is known of it."""

    survey_id: str
    paper: int
    title: str
    abstract: str
    doi: str | None = None
    arxiv_id: str | None = None


@dataclass(frozen=True, slots=True)
class FoundPaper:
    """A paper of a taxonomy with its abstract, and where its text is to be had."""

    survey_id: str
    paper: int
    title: str
    abstract: str
    arxiv_id: str | None  # to be fetched by, if that is wanted
    source: str | None  # its local source
    digest: str  # of that source: another one is read anew


class KnownPapers:
    """Papers by their names."""

    def __init__(self, papers: Iterable[KnownPaper] = (), root: str = "") -> None:
        self._root = root
        self._by_name: dict[str, KnownPaper] = {}
        for paper in papers:
            for name in _names(paper.doi, paper.arxiv_id or "", paper.title):
                self._by_name.setdefault(name, paper)

    def find(self, paper: WantedPaper) -> FoundPaper:
        """Return the paper with what its row says of it; as it was where there is none."""
        names = _names(paper.doi, paper.arxiv_id or "", paper.title)
        row = next((self._by_name[name] for name in names if name in self._by_name), None)
        source = row.source if row else None
        digest = source_digest(Path(self._root) / source) if source else ""
        abstract = paper.abstract or (row.abstract if row else "")
        where = (paper.arxiv_id, source, digest)
        return FoundPaper(paper.survey_id, paper.paper, paper.title, " ".join(abstract.split()), *where)


def load_known_papers(settings: PaperSettings) -> KnownPapers:
    """Return the papers that a config names. Raises UnusableInput if its file or folder cannot be read."""
    if settings.path is None:
        return KnownPapers()
    return KnownPapers(_rows(settings.path), sources_root(settings.path, settings.root))


def _rows(path: str) -> Iterator[KnownPaper]:
    """A paper a line: arXiv's keys, OpenAlex's, or those of the published files (title, abs); of a folder its files."""
    for number, line in enumerate(corpus_lines(path), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            if not isinstance(row, dict):
                raise ValueError("it is no object")
        except (ValueError, RecursionError) as error:
            raise UnusableInput(
                f"the line cannot be read: {error}",
                where=f"{path}:{number}",
                next_step="Give JSON lines, a paper a line",
            ) from error
        source = _text(row, "source") or None
        stem = Path(source or "").name.partition(".tar")[0].rpartition(".")[0] or Path(source or "").name
        named = _text(row, "id") or stem
        yield KnownPaper(
            clean_title(_text(row, "title", "display_name") or (stem if source else "")),
            clean_text(_text(row, "abstract", "abs") or _inverted(row.get("abstract_inverted_index"))),
            normalise_doi(_text(row, "doi")),
            normalise_arxiv_id(_text(row, "arxiv_id") or named),
            source,
        )


def _text(row: Mapping[str, Any], *keys: str) -> str:
    return next((row[key] for key in keys if isinstance(row.get(key), str) and row[key].strip()), "")


def _inverted(index: Any) -> str:
    """An abstract as OpenAlex has it: words with the places that they stand at."""
    if not isinstance(index, dict):
        return ""
    places = [
        (at, word) for word, where in index.items() if isinstance(where, list) for at in where if isinstance(at, int)
    ]
    return " ".join(word for _, word in sorted(places))


def find_papers(papers: Sequence[WantedPaper], settings: PaperSettings) -> dict[str, FoundPaper]:
    """Every wanted paper with what is known of it, by `survey#number`."""
    catalogue = load_known_papers(settings)
    return {f"{paper.survey_id}#{paper.paper}": catalogue.find(paper) for paper in papers}


def _names(doi: str | None, arxiv_id: str, title: str) -> Iterator[str]:
    if doi:
        yield f"doi:{doi.lower()}"
    if plain := normalise_arxiv_id(arxiv_id):
        yield f"arxiv:{plain}"
    if len(compact := compact_title(title)) >= _LEAST_TITLE:
        yield f"title:{compact}"
