"""Three inputs of section 4 for a release that there is, whoever made it: imported, reviewed or built."""

from __future__ import annotations

from typing import Any

import msgspec
from prefect import flow

from litgauge.flows.pipeline.run import prefect_secret, prepare, run_pipeline
from litgauge.flows.taxobench.config import TaxoInputsConfig
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.taxobench.benchmark import TAXOBENCH
from litgauge.tasks.benchmarks.taxobench.build.known_papers import WantedPaper
from litgauge.tasks.benchmarks.taxobench.build.rows import PaperSource
from litgauge.tasks.benchmarks.taxobench.build.stage import ReadingSettings, draw_all_inputs, read_papers
from litgauge.tasks.benchmarks.taxobench.rows import INPUTS, Assignment, PaperInput, TaxonomyPaper
from litgauge.tasks.engine.outputs import read_rows
from litgauge.tasks.engine.run import Run
from litgauge.tasks.llm.door import open_door
from litgauge.tasks.llm.replies import Replies
from litgauge.tasks.releases.freeze import freeze_release
from litgauge.tasks.releases.manifest import lineage_of
from litgauge.tasks.releases.release import StoredRelease, load, parse_name

_OFFLINE = "Facts about the papers were extracted offline, by rules and not by a model."


@flow(
    name="draw-inputs",
    flow_run_name="{config}",
    persist_result=False,
)
def draw_inputs(config: TaxoInputsConfig = TaxoInputsConfig(), storage: str = "data") -> dict[str, Any]:  # noqa: B008
    """Draw what agents may be told of the papers of a release: the next release has it, and is the same otherwise.

    Args:
        config: which release, where its papers are found, and who answers
        storage: where everything is kept, a folder or s3://bucket/path

    Returns {"release", "path", "digest", "new", "tables": {name: rows}}.
    """
    start = prepare(config, storage)
    return run_pipeline(
        lambda run: _draw(run, config),
        start,
        open_door(config.model, replies=Replies(start.storage), secrets=prefect_secret),
        answering=config.model.answering,
        max_failed_share=config.max_failed_share,
        request_intervals_s=dict.fromkeys(("sources", "paper-texts"), config.sources.request_interval_s),
    )


def _draw(run: Run, config: TaxoInputsConfig) -> dict[str, Any]:
    release = load(run.storage, config.release)
    if release.benchmark is not TAXOBENCH:
        raise UnusableInput(f"it is a release of {release.benchmark.title}, without taxonomies", where=release.name)
    if not config.inputs.draw:
        raise UnusableInput("there is nothing to extract", where="inputs.draw", next_step="Name summary, core-task, …")
    texts = read_papers(
        run,
        list(_wanted_papers(release)),
        ReadingSettings(papers=config.papers, sources=config.sources, fulltext=config.fulltext),
    )
    inputs = draw_all_inputs(run, texts, config.inputs.draw)
    tables: dict[str, Any] = {
        table.name: list(release.rows(table.name, table.row)) for table in TAXOBENCH.tables if release.has(table.name)
    }
    tables[INPUTS.name] = list(read_rows(run.storage, inputs, "inputs", PaperInput))
    about = release.manifest.about
    if config.model.provider == "offline" and _OFFLINE not in about.made:
        about = msgspec.structs.replace(about, made=f"{about.made} {_OFFLINE}")
    lineage = [*release.manifest.lineage, *lineage_of(run.storage, inputs)]
    series, _ = parse_name(release.name)
    frozen = freeze_release(run.storage, TAXOBENCH, tables, lineage, name=series, about=about)
    summary = {"release": frozen.release, "path": frozen.path, "digest": frozen.digest, "new": frozen.new}
    return summary | {"tables": dict(frozen.tables)}


def _wanted_papers(release: StoredRelease) -> list[WantedPaper]:
    """Return the papers of a release, with the identifiers that its survey's bibliography gave them, if it was
    built.
    """
    placed = {
        (assignment.survey_id, assignment.position): assignment.title
        for assignment in release.rows("assignments", Assignment)
    }
    identifiers = {
        (paper_source.survey_id, placed.get((paper_source.survey_id, paper_source.position), "")): (
            paper_source.doi,
            paper_source.arxiv_id,
        )
        for paper_source in (release.rows("provenance", PaperSource) if release.has("provenance") else ())
    }
    return [
        WantedPaper(
            paper.survey_id,
            paper.paper,
            paper.title,
            paper.abstract,
            *identifiers.get((paper.survey_id, paper.title), (None, None)),
        )
        for paper in release.rows("papers", TaxonomyPaper)
    ]
