"""The papers of a taxonomy among those that are at hand: by DOI, arXiv id or title."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tasks.benchmarks.taxobench.inputs.settings import PaperSettings
from tasks.harvest.corpus import sources_root
from tasks.harvest.fingerprint import source_digest
from tasks.harvest.settings import SelectionSettings
from tasks.harvest.snapshot import harvest_snapshot
from tasks.records import Survey
from tasks.text import compact_title, normalise_arxiv_id

_LEAST_TITLE = 12  # letters; a shorter title names more than one work
EVERYTHING = SelectionSettings(
    submitted_after=None,
    title_words=(),
    evidence_required=False,
    licenses=(),
    allow_no_license=True,
    withdrawn_out=False,
    duplicates_out=False,
    ask_model=False,
)


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


class PapersAtHand:
    """Papers by their names."""

    def __init__(self, papers: Iterable[Survey] = (), root: str = "") -> None:
        self._root = root
        self._by_name: dict[str, Survey] = {}
        for paper in papers:
            for name in _names(paper.doi, paper.survey_id, paper.title):
                self._by_name.setdefault(name, paper)

    def found(self, wanted: WantedPaper) -> FoundPaper:
        """The paper with what its row says of it; as it was where there is none."""
        names = _names(wanted.doi, wanted.arxiv_id or "", wanted.title)
        row = next((self._by_name[name] for name in names if name in self._by_name), None)
        source = row.source if row else None
        digest = source_digest(Path(self._root) / source) if source else ""
        abstract = wanted.abstract or (row.abstract or "" if row else "")
        where = (wanted.arxiv_id, source, digest)
        return FoundPaper(wanted.survey_id, wanted.paper, wanted.title, " ".join(abstract.split()), *where)


def papers_at_hand(settings: PaperSettings) -> PapersAtHand:
    """The papers that a config names. Raises UnusableInput if its file or folder cannot be read."""
    if settings.path is None:
        return PapersAtHand()
    parts = harvest_snapshot(settings.path, EVERYTHING, "local")
    rows = [survey for part in parts for survey in part.surveys]
    return PapersAtHand(rows, sources_root(settings.path, settings.root))


def all_found(wanted: Sequence[WantedPaper], settings: PaperSettings) -> dict[str, FoundPaper]:
    """Every wanted paper with what is known of it, by `survey#number`."""
    known = papers_at_hand(settings)
    return {f"{one.survey_id}#{one.paper}": known.found(one) for one in wanted}


def _names(doi: str | None, arxiv_id: str, title: str) -> Iterator[str]:
    if doi:
        yield f"doi:{doi.lower()}"
    if plain := normalise_arxiv_id(arxiv_id):
        yield f"arxiv:{plain}"
    if len(compact := compact_title(title)) >= _LEAST_TITLE:
        yield f"title:{compact}"
