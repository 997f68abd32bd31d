"""The outputs of all stages of a ReportBench build of any size, under the lineages that a real build would give them.

The flow runs as it is, every stage plans by its own function and closes as it always does; only the rows of an item are
made up instead of computed. So a real build after it finds every item done.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from litgauge.tasks.base.errors import ItemError, Rejected
from litgauge.tasks.benchmarks.reportbench.build.domains import DOMAIN_NAMES
from litgauge.tasks.benchmarks.reportbench.rows import DomainLabel, Prompt
from litgauge.tasks.engine.definition import PlannedItem, Rows, Stage
from litgauge.tasks.engine.memory import Outcome, StageOutput, StoredPart
from litgauge.tasks.engine.plan import plan_items
from litgauge.tasks.engine.run import Run, StageRun
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import (
    Citation,
    Dropped,
    FullText,
    PersonName,
    Provenance,
    Reference,
    Section,
    SourceDiagnostic,
    SourceFile,
    Survey,
    schema_of,
)

DROPPED = 2_500_000  # rows of arXiv's snapshot that are no surveys
CHARACTERS = 50_000  # of a full text
FALLEN = 20  # one survey in so many has no LaTeX
_NAMES = tuple(PersonName(f"Family{number}", "Given N.") for number in range(4))
_WORDS = "a title of a work that many surveys cite, as long as such titles are"
_DAY = date(2021, 1, 4)
_FIRST_WEEK = date(2026, 1, 5)
_WEEK = re.compile(r"increment:(\d{4}-\d\d-\d\d)_.*")  # of a refresh


class SyntheticStages:
    """Stands in for `run_stage`: what a stage has planned is remembered with rows made up here."""

    def __init__(self, surveys: int, references: int, new_a_week: int = 0) -> None:
        self._surveys, self._references, self._new = surveys, references // surveys, new_a_week
        self._rows: Mapping[str, Callable[[str], Rows | ItemError]] = {
            "surveys": lambda name: {"surveys": [survey(name)]},
            "sources": lambda name: {"sources": [_source(name)]},
            "references": self._cited,
            "pdf-references": lambda _name: Rejected("no-text-source", "no server for PDFs is named"),
            "fulltext": lambda name: {"fulltexts": [_text(name)]},
            "prompts": lambda name: {"prompts": _prompts(name)},
            "domains": lambda name: {"domains": [_label(name)]},
        }

    def run_stage(
        self,
        stage: Stage,
        run: Run,
        settings: Any,
        upstream: Sequence[Sequence[StageOutput]],
        *,
        items: Sequence[PlannedItem] | None = None,
        deciding: Mapping[str, Any],
    ) -> StageOutput:
        """The output of a stage; what looks at everything at once (the sample) is computed."""
        planned = tuple(items if items is not None else plan_items(run.storage, upstream, stage.reads))
        call = StageRun(stage, run, settings, deciding, planned, tuple(one for group in upstream for one in group))
        states = []
        for batch in call.batches(call.pending()):
            if stage.name == "sample":
                states += call.compute(batch)
            else:
                states += call.memory.remember(list(self._outcomes(run.storage, stage, batch)))
        return call.close(states, 0)

    def _outcomes(self, storage: Storage, stage: Stage, batch: Sequence[PlannedItem]) -> Iterator[Outcome]:
        for item in batch:
            rows = self._harvested(storage, item.id) if stage.name == "harvest" else self._rows[stage.name](item.id)
            yield Outcome(item.id, item.key, rows)

    def _harvested(self, storage: Storage, item: str) -> Rows:
        if week := _WEEK.fullmatch(item):
            first = (date.fromisoformat(week[1]) - _FIRST_WEEK).days // 7 * self._new
            return {"surveys": [survey(f"2201.{first + number:05}") for number in range(self._new)]}
        harvested = self._surveys + self._surveys // FALLEN
        return {"surveys": [survey(_name(number)) for number in range(harvested)], "dropped": _dropped(storage)}

    def _cited(self, name: str) -> Rows | ItemError:
        if name.startswith("2101.") and int(name[5:]) >= self._surveys:
            return Rejected("no-latex", "its references cannot be read from the source: it is a PDF")
        numbers = range(self._references)
        return {
            "references": [_reference(name, number) for number in numbers],
            "citations": [_citation(name, number) for number in (*numbers, *numbers[::2])],
            "diagnostics": [SourceDiagnostic(name, "warning", "no-entry", "key9999 has no entry", "main.tex", 7)],
        }


def survey(name: str) -> Survey:
    """The survey with this id."""
    return Survey(
        survey_id=name,
        title=f"A Survey of Subject {name}",
        abstract=f"We review what is known of {name}. " * 30,
        authors=_NAMES,
        categories=("cs.LG", "cs.AI"),
        license="http://creativecommons.org/licenses/by/4.0/",
        comments="Accepted",
        journal_ref=None,
        doi=None,
        submitted=_DAY,
        updated=_DAY,
        version=1,
        source=None,
        origin="snapshot",
    )


def _name(number: int) -> str:
    return f"2101.{number:05}"


def _dropped(storage: Storage) -> StoredPart:
    names = pa.array([f"19{number:010}" for number in range(DROPPED)])
    rules = pa.array(["title" if number % 3 else "submitted" for number in range(DROPPED)])
    examples = pa.array(["On something else than a survey" if number % 3 else "" for number in range(DROPPED)])
    with storage.open_part("stages/harvest/dropped", ".parquet") as part:
        pq.write_table(pa.table([names, rules, examples], schema=schema_of(Dropped)), part.file, compression="zstd")
    return StoredPart(part.path, DROPPED, "the same in every run")


def _source(name: str) -> SourceFile:
    digest = hashlib.sha256(name.encode()).hexdigest()
    return SourceFile(name, digest, 1, "tar", f"https://arxiv.org/e-print/{name}", f"blobs/{digest[:2]}/{digest}")


def _reference(survey_id: str, number: int) -> Reference:
    return Reference(
        survey_id=survey_id,
        key=f"family{number}title",
        type="article",
        title=f"{survey_id} {number}: {_WORDS}",
        authors=_NAMES,
        et_al=False,
        year=1990 + number % 30,
        venue="Journal of Things That Are Cited",
        doi=f"10.1000/{survey_id}.{number}" if number % 2 else None,
        arxiv_id=None,
        url=None,
        origin="bib",
        in_main_text=True,
        aliases=(f"alias{number}",) if number % 10 == 0 else (),
        provenance=tuple(
            Provenance(field, f"refs.bib:{10 * number + line}")
            for line, field in enumerate(("title", "authors", "year", "venue", "doi"))
        ),
    )


def _citation(survey_id: str, number: int) -> Citation:
    # Some by another case or an alias, and one by a key that nothing explains.
    key = "key9999" if number == 1 else f"ALIAS{number}" if number % 10 == 0 else f"family{number}title"
    return Citation(survey_id, key, "main.tex", 20 + number, "citep", "Related Work", False)


def _text(name: str) -> FullText:
    words = f"What is known of {name}, in a sentence of a text. "
    return FullText(name, None, None, (Section(1, "Introduction", words * (CHARACTERS // len(words))),), "latex")


def _prompts(name: str) -> list[Prompt]:
    return [
        Prompt(name, level, f"What is known of {name}? " * 6, "Cite pages.", "2021-01", "offline", f"{level}@1")
        for level in ("sentence", "paragraph", "detail")
    ]


def _label(name: str) -> DomainLabel:
    return DomainLabel(name, DOMAIN_NAMES[int(name[5:]) % len(DOMAIN_NAMES)], "by its words", "offline", "domain@1")
