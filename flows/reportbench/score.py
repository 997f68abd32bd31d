"""ReportBench's evaluation: from an agent's reports to numbers (arXiv 2508.15804, sections 2.2 and 3)."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from prefect import flow
from prefect.artifacts import create_markdown_artifact
from prefect.runtime import flow_run
from prefect.task_runners import ThreadPoolTaskRunner

from flows.reportbench.judging import JudgedRun, fetcher_of, open_judged_run
from flows.reportbench.score_config import ScoreConfig
from tasks.benchmarks.reportbench.release_rows import ReleaseRows, load_release_rows
from tasks.benchmarks.reportbench.run_tables import RunTables
from tasks.benchmarks.reportbench.scoring import score_tables
from tasks.engine.code_digest import code_digest
from tasks.engine.memory import StageOutput, read_manifest
from tasks.engine.outputs import read_rows
from tasks.engine.storage import Storage
from tasks.judge import FACT_VOTE, STATEMENT_VERDICT, SUPPORTING_PASSAGE, UNCITED_FACTS, Panel
from tasks.judge.stage import PAGES, STATEMENTS, judge_pages, judge_statements
from tasks.ledger import append_agent_run, append_score_run, list_score_runs, load_score_run, newest_runs
from tasks.llm.question import Question
from tasks.llm.settings import ModelSettings
from tasks.pages.leaderboard import leaderboard, leaderboard_markdown
from tasks.records import (
    AgentRun,
    AskedQuestion,
    CitedWork,
    EvidencePage,
    FactVerdict,
    Judge,
    PageVerdict,
    PairVerdict,
    ScoreRun,
    Spending,
    Statement,
    StatementLink,
    UnscoredPart,
)
from tasks.releases.manifest import litgauge_version
from tasks.reports import Ingested, ingest
from tasks.reports.stage import READING, keep_reports, read_reports
from tasks.web import SCHOLARLY_PAGE
from tasks.web.stage import collect_pages


def score_name() -> str:
    """What the run is called in the UI: agent, release and judge."""
    config = flow_run.parameters["config"]
    values = config if isinstance(config, dict) else config.model_dump(mode="json")
    judge = values["judge"]["model"]["model"] or "offline rules"
    return f"{values['agent']} on {values['release']}, judged by {judge}"


@flow(
    name="score-reports",
    flow_run_name=score_name,
    task_runner=ThreadPoolTaskRunner(max_workers=8),  # type: ignore[arg-type]
    persist_result=False,
)
def score_reports(config: ScoreConfig = ScoreConfig(), storage: str = "data", rescores: str = "") -> dict[str, Any]:  # noqa: B008
    """Score an agent's reports against a release.

    Pages that are frozen, replies that are stored and reports that were judged before are reused, so Retry and a
    repeated run cost nothing.

    Args:
        config: which reports, which release, who judges
        storage: where everything is kept, a folder or s3://bucket/path
        rescores: id of the score run that this one repeats with another release, judge or metric code

    Returns {"run", "agent", "release", "counts", "scores": {metric: mean}, "listed": {kind: [lines]}}.
    """
    return score(config, storage, rescores)


def score(config: ScoreConfig, storage: str, rescores: str = "") -> dict[str, Any]:
    """All stages, inside whichever flow asks for them."""
    with open_judged_run(config, storage) as judged:
        return _score(judged, config, rescores)


def _score(judged: JudgedRun, config: ScoreConfig, rescores: str) -> dict[str, Any]:
    run, panel = judged.run, judged.panel
    started = _now()
    release = load_release_rows(run.storage, config.release)
    titles = {name: survey.title for name, survey in release.surveys.items()}
    ingested = ingest(Path(config.run), config.agent, release.tasks, titles)
    agent_run = append_agent_run(run.storage, _agent_run(config, release), ingested.reports)

    reports = keep_reports(run, ingested.reports)
    read = read_reports(run, reports, boundaries=config.boundaries)
    pages = collect_pages(run, _addresses(run.storage, read), fetcher_of(config))
    page_verdicts = judge_pages(run, pages)
    verdicts = judge_statements(run, reports, read, pages, panel, facts=config.facts)

    tables = RunTables(
        reports=ingested.reports,
        statements=tuple(read_rows(run.storage, read, "statements", Statement)),
        links=tuple(read_rows(run.storage, read, "links", StatementLink)),
        works=tuple(read_rows(run.storage, read, "works", CitedWork)),
        pages=tuple(read_rows(run.storage, pages, "pages", EvidencePage)),
        page_verdicts=tuple(read_rows(run.storage, page_verdicts, "page_verdicts", PageVerdict)),
        pairs=tuple(read_rows(run.storage, verdicts, "pairs", PairVerdict)),
        facts=tuple(read_rows(run.storage, verdicts, "facts", FactVerdict)),
        unscored=_unscored(run.storage, read, verdicts, facts=config.facts),
    )
    scored = score_tables(tables, release)
    kept = append_score_run(
        run.storage, _score_run(config, release, agent_run.run_id, panel, started, rescores), scored
    )
    _show(run.storage, release.name)
    means = leaderboard([load_score_run(run.storage, kept)])[0]
    return {
        "run": kept.run_id, "agent": config.agent, "release": release.name, "judge": kept.judge,
        "counts": {name: getattr(kept.counts, name) for name in kept.counts.__slots__},
        "scores": {name: summary.mean for name, summary in means.summaries.items()},
        "listed": _listed(ingested),
    }  # fmt: skip


def _addresses(storage: Storage, read: StageOutput) -> dict[str, str]:
    """Every cited page with the URL by which it is asked for, the first one that a report gives."""
    found: dict[str, str] = {}
    for link in read_rows(storage, read, "links", StatementLink):
        if link.page and link.url:
            found.setdefault(link.page, link.url)
    for work in read_rows(storage, read, "works", CitedWork):
        if work.page and work.url:
            found.setdefault(work.page, work.url)
    return dict(sorted(found.items()))


def _unscored(storage: Storage, read: StageOutput, verdicts: StageOutput, *, facts: bool) -> tuple[UnscoredPart, ...]:
    """The reports, or parts of them, that we failed on as a whole."""
    rows = []
    for item in read_manifest(storage, read).items:
        if item.status != "done":
            rows.append(UnscoredPart(item.id, "reading", f"{item.rule}: {item.detail}"))
    for item in read_manifest(storage, verdicts).items:
        if item.status != "done":
            rows += [UnscoredPart(item.id, part, f"{item.rule}: {item.detail}") for part in ("pairs", "facts")]
        elif not facts:
            rows.append(UnscoredPart(item.id, "facts", "not-asked-for"))
    return tuple(rows)


def _agent_run(config: ScoreConfig, release: ReleaseRows) -> AgentRun:
    return AgentRun("", config.agent, release.name, release.digest, config.run, 0, "", _now())


def _score_run(
    config: ScoreConfig, release: ReleaseRows, agent_run: str, panel: Panel, started: str, rescores: str
) -> ScoreRun:
    stages = (READING, PAGES, STATEMENTS)
    settings = config.model_dump(mode="json", exclude={"run", "agent", "release"})
    return ScoreRun(
        run_id="", agent=config.agent, agent_run=agent_run, release=release.name, release_digest=release.digest,
        judges=_judges(panel),
        code={stage.name: code_digest(stage) for stage in stages} | {"metrics": code_digest("tasks.metrics")},
        settings=json.dumps(settings, sort_keys=True),
        spent=_spending(panel), evidence="", litgauge=litgauge_version(), started=started, ended=_now(),
        rescores=rescores,
    )  # fmt: skip


def _judges(panel: Panel) -> tuple[Judge, ...]:
    model = panel.door.settings
    parameters = json.dumps(model.parameters.model_dump(mode="json"), sort_keys=True)
    roles = {"pages": (SCHOLARLY_PAGE,), "passages": (SUPPORTING_PASSAGE,), "pairs": (STATEMENT_VERDICT,)}
    judges = [
        Judge(role, model.provider, panel.door.model, parameters, tuple(_asked(one) for one in questions))  # type: ignore[arg-type]
        for role, questions in roles.items()
    ]
    voters: list[tuple[ModelSettings, str, Question[Any]]] = [(model, panel.door.model, UNCITED_FACTS)]
    voters += [(voter.model, voter.model.model or "offline", FACT_VOTE) for voter in panel.settings.voters]
    for settings, name, question in voters:
        values = json.dumps(settings.parameters.model_dump(mode="json"), sort_keys=True)
        judges.append(Judge("facts", settings.provider, name, values, (_asked(question),)))
    return tuple(judges)


def _asked(question: Any) -> AskedQuestion:
    return AskedQuestion(question.label, question.fingerprint)


def _spending(panel: Panel) -> Spending:
    total = Spending()
    for door in panel.doors:
        spent = door.spent
        total = replace(
            total, calls=total.calls + spent.calls, cached=total.cached + spent.cached,
            offline=total.offline + spent.offline, faults=total.faults + spent.faults,
            prompt_tokens=total.prompt_tokens + spent.prompt_tokens,
            completion_tokens=total.completion_tokens + spent.completion_tokens, usd=total.usd + spent.usd,
        )  # fmt: skip
    return total


def _show(storage: Storage, release: str) -> None:
    runs = [load_score_run(storage, run) for run in newest_runs(list_score_runs(storage, release=release))]
    markdown = leaderboard_markdown(leaderboard(runs))
    create_markdown_artifact(key="leaderboard", markdown=markdown, description=f"All agents on {release}")


def _listed(ingested: Ingested) -> dict[str, list[str]]:
    """What matched nothing, or twice, or could not be read: for a person to look at."""
    return {
        "missing": list(ingested.missing),
        "unmatched": [f"{one.report.file}: {one.reason}: {one.detail}" for one in ingested.unmatched],
        "doubles": [f"{one.report_id}: {one.taken} taken, not {', '.join(one.others)}" for one in ingested.doubles],
        "empty": [f"{one.file}: {one.reason}" for one in ingested.empty],
        "broken": [str(one) for one in ingested.broken],
        "ignored": [str(one) for one in ingested.ignored],
    }


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
