"""Score runs of any benchmark: take an agent's answers, compute the numbers, keep both."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from prefect import flow

from litgauge.flows.pipeline.artifacts import show_markdown, show_score
from litgauge.flows.pipeline.run import config_name, prepare, run_pipeline
from litgauge.flows.pipeline.score_settings import ScoreSettings
from litgauge.flows.runtime.engine import ENGINE_FIELDS
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import EXCUSED, Benchmark, ExcusedTask, ReadAnswers, Rows, read_answers, score_rows
from litgauge.tasks.engine.code_digest import code_digest
from litgauge.tasks.engine.definition import Stage
from litgauge.tasks.engine.progress import Note, tell
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.html.kept_verdicts import keep_verdict
from litgauge.tasks.html.leaderboard import leaderboard_markdown
from litgauge.tasks.ledger import (
    append_agent_run,
    append_score_run,
    find_score_run,
    keep_answers,
    leaderboard,
    list_agent_runs,
    load_agent_run,
    load_newest,
    load_score_run,
    load_trajectory,
    restored_answers,
)
from litgauge.tasks.records import AgentRun, AnswerFile, Judge, ScoreRun, Spending
from litgauge.tasks.records.trajectories import NOT_RUN, OURS, OUTCOMES, AgentOutcome
from litgauge.tasks.releases.manifest import litgauge_version
from litgauge.tasks.releases.release import load


@dataclass(frozen=True)
class AgentAnswers:
    """An agent's answers to a release, read and kept."""

    benchmark: Benchmark
    release: Any  # as the benchmark loads it
    agent_run: AgentRun
    reading: ReadAnswers
    started: str
    rescores: str

    @property
    def rows(self) -> Rows:
        """Return the rows that the answers give at once."""
        return self.reading.rows

    def with_listed(self, kind: str, lines: Sequence[str]) -> AgentAnswers:
        """Return these answers with further lines to list about them."""
        return replace(self, reading=ReadAnswers(self.reading.rows, {**self.reading.listed, kind: lines}))


@dataclass(frozen=True)
class JudgeRecord:
    """Judges of a run, their code and evidence, and what they cost."""

    judges: tuple[Judge, ...] = ()
    stages: Sequence[Stage] = ()
    spent: Spending = field(default_factory=Spending)
    evidence: str = ""


def take_answers(run: Run, config: ScoreSettings, rescores: str = "") -> AgentAnswers:
    """Read the agent's answers and keep every file of them; those of the run that is rescored are there already."""
    stored = load(run.storage, config.release)
    benchmark = stored.benchmark
    release = benchmark.load(stored)
    started = _now()
    earlier_run = _known_run(run.storage, config.run, rescores)
    outcomes = load_trajectory(run.storage, earlier_run.run_id).get(OUTCOMES.name, ()) if earlier_run else ()
    run_tasks = [outcome.task_id for outcome in outcomes if outcome.outcome != NOT_RUN]
    with _answer_files(run, benchmark, release, config, earlier_run) as (folder, files, left_out):
        answers = read_answers(
            benchmark.answers,
            folder if files or not run_tasks else None,
            config.agent,
            release,
            keep=run.storage.keep_blob,
            run_tasks=run_tasks,
        )
    agent_run = (
        earlier_run
        if earlier_run and earlier_run.ours
        else append_agent_run(
            run.storage,
            AgentRun("", config.agent, stored.name, stored.digest, config.run, 0, "", _now()),
            files,
        )
    )
    if left_out:
        ignored = [*answers.listed.get("ignored", ()), *left_out]
        answers = ReadAnswers(answers.rows, {**answers.listed, "ignored": ignored})
    answers = _excusing(answers, outcomes)
    return AgentAnswers(benchmark, release, agent_run, answers, started, rescores)


score_name = config_name(lambda config: f"{config['agent']} on {config['release']}")
"""Name of a score run in Prefect's UI: agent and release."""


@flow(name="score-answers", flow_run_name=score_name, persist_result=False)
def score_answers(
    config: ScoreSettings = ScoreSettings(),  # noqa: B008
    storage: str = "data",
    rescores: str = "",
) -> dict[str, Any]:
    """Score an agent's answers to a benchmark that asks no judge.

    Args:
        config: which answers, and which release
        storage: where everything is kept, a folder or s3://bucket/path
        rescores: id of the score run that this one repeats with another release or metric code

    Returns {"run", "agent", "release", "judge", "counts", "spent", "scores": {metric: mean}, "listed": {kind: lines},
    "warnings": lines}.
    """

    def stages(run: Run) -> dict[str, Any]:
        answers = take_answers(run, config, rescores)
        return conclude(run, config, answers, answers.rows, JudgeRecord())

    return run_pipeline(stages, prepare(config, storage))


def conclude(run: Run, config: ScoreSettings, answers: AgentAnswers, rows: Rows, judged: JudgeRecord) -> dict[str, Any]:
    """Make the numbers, append the run to the ledger, show the leaderboard.

    Returns {"run", "agent", "release", "judge", "counts", "spent", "scores": {metric: mean}, "unscored": {metric: tasks
    that we failed on}, "listed": {kind: lines}, "warnings": lines}.
    """
    benchmark = answers.benchmark
    rows = {**rows, EXCUSED.name: answers.rows.get(EXCUSED.name, ())}
    scored, counts = score_rows(benchmark.scoring, rows, answers.release, judged.judges)
    counts = {**counts, "strays": len(answers.reading.listed.get("unmatched", ()))}
    settings = config.model_dump(mode="json", exclude={"run", "agent", "release", *ENGINE_FIELDS})
    score_run = append_score_run(
        run.storage,
        ScoreRun(
            run_id="",
            agent=config.agent,
            agent_run=answers.agent_run.run_id,
            answers=answers.agent_run.digest,
            release=answers.release.name,
            release_digest=answers.release.digest,
            judges=judged.judges,
            code={stage.name: code_digest(stage) for stage in judged.stages} | {"metrics": _metric_code(benchmark)},
            settings=json.dumps(settings, sort_keys=True),
            spent=judged.spent,
            evidence=judged.evidence,
            litgauge=litgauge_version(),
            started=answers.started,
            ended=_now(),
            rescores=answers.rescores,
            benchmark=benchmark.name,
            counts=counts,
        ),
        scored,
    )
    sentence = _show(run, score_run.release)
    row = leaderboard([load_score_run(run.storage, score_run, ["scores"])]).rows[0]
    show_score(row, benchmark.scoring.metrics, answers.reading.listed, run.storage.url, sentence)
    return {
        "run": score_run.run_id,
        "agent": config.agent,
        "release": score_run.release,
        "judge": score_run.judge,
        "counts": dict(score_run.counts),
        "spent": asdict(score_run.spent),
        "scores": {name: summary.mean for name, summary in row.summaries.items()},
        "unscored": {name: summary.unscored for name, summary in row.summaries.items() if summary.unscored},
        "listed": {kind: list(lines) for kind, lines in answers.reading.listed.items()},
        "warnings": [],
    }


def _excusing(answers: ReadAnswers, outcomes: Sequence[AgentOutcome]) -> ReadAnswers:
    """Return the answers, with the tasks that an agent of ours was not asked, or on which we failed while it worked."""
    excused_outcomes = [outcome for outcome in outcomes if outcome.outcome in (OURS, NOT_RUN)]
    if not excused_outcomes:
        return answers
    rows = [
        ExcusedTask(outcome.task_id, f"{outcome.outcome}: {outcome.detail}", outcome.outcome != NOT_RUN)
        for outcome in excused_outcomes
    ]
    names = {outcome.task_id for outcome in excused_outcomes}
    listed = {kind: [line for line in lines if line not in names] for kind, lines in answers.listed.items()}
    for kind, was_asked in (("not asked", False), ("our fault", True)):
        if lines := [f"{row.task_id}: {row.reason}" for row in rows if row.asked is was_asked]:
            listed[kind] = [*listed.get(kind, ()), *lines]
    unread = [row for row in answers.rows.get(EXCUSED.name, ()) if row.task_id not in names]
    return ReadAnswers({**answers.rows, EXCUSED.name: [*unread, *rows]}, listed)


def _known_run(storage: Storage, named: str, rescores: str) -> AgentRun | None:
    """Return the agent run whose answers are scored, if the ledger has it: by a score run of it, or by its own id."""
    if rescores:
        return load_agent_run(storage, find_score_run(storage, rescores).agent_run)[0]
    if Path(named).exists():
        return None
    return next((run for run in list_agent_runs(storage) if run.run_id == named), None)


@contextlib.contextmanager
def _answer_files(
    run: Run, benchmark: Benchmark, release: Any, config: ScoreSettings, agent_run: AgentRun | None
) -> Iterator[tuple[Path, Sequence[AnswerFile], Sequence[str]]]:
    """A folder with the answers as they are kept: what is read is what is scored again later."""
    if agent_run is not None:
        files: Sequence[AnswerFile] = load_agent_run(run.storage, agent_run.run_id)[1]
        left_out: Sequence[str] = ()
    else:
        place = Path(config.run)
        beside = benchmark.answers.names_beside(place) if place.is_file() else ()
        stored = keep_answers(run.storage, place, config.agent, beside, benchmark.answers.task_folder(place, release))
        files, left_out = stored.files, stored.left_out
    with restored_answers(run.storage, files) as folder:
        try:
            yield folder, files, left_out
        except UnusableInput as error:
            source = Path(config.run)  # the user knows their own folder
            where = error.where.replace(str(folder), str(source.parent) if source.is_file() else config.run)
            raise UnusableInput(error.what, where=where, data=error.data, next_step=error.next_step) from error


def _metric_code(benchmark: Benchmark) -> str:
    """Return the digest of all code that makes numbers out of verdicts."""
    scoring = benchmark.scoring
    makers: list[Callable[..., Any]] = [scoring.derive, scoring.results, *(metric.of for metric in scoring.metrics)]
    return hashlib.sha256("".join(code_digest(maker) for maker in makers).encode()).hexdigest()


def _show(run: Run, release: str) -> str:
    """Show the leaderboard, and return the sentence that it begins with."""
    runs, left_out = load_newest(run.storage, release, ["scores"])
    for damage in left_out:
        tell(Note("leaderboard", f"left out: {damage}"))
    board = leaderboard(runs, load(run.storage, release).manifest.about.caution)
    sentence = keep_verdict(run.storage, runs)
    shown = leaderboard_markdown(board, sentence)
    show_markdown("leaderboard", shown, f"All agents on {release}")
    return sentence


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")
