"""Score runs with a judge, of any benchmark: their settings, their runs, and the judging itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from litgauge.flows.pipeline.run import prefect_secret, prepare, run_pipeline
from litgauge.flows.pipeline.score import AgentAnswers, JudgeRecord, conclude
from litgauge.flows.pipeline.score_settings import JudgedSettings
from litgauge.tasks.benchmark import Rows
from litgauge.tasks.engine import Asked, Stage, plan_items
from litgauge.tasks.engine.outputs import read_rows, write_rows
from litgauge.tasks.engine.plan import load_inputs
from litgauge.tasks.engine.progress import Note, tell
from litgauge.tasks.engine.run import Run, StageRun
from litgauge.tasks.engine.stage import run_stage
from litgauge.tasks.judge import Panel, Searcher, open_panel
from litgauge.tasks.judge.account import judge_of, spending_of
from litgauge.tasks.judge.failed_share import check_failed_share
from litgauge.tasks.judge.forecast import ScoreForecast, forecast_questions
from litgauge.tasks.judge.grading import Grading, failures
from litgauge.tasks.llm.replies import Replies
from litgauge.tasks.records import Judge

Config = TypeVar("Config", bound=JudgedSettings)


def run_judged(
    stages: Callable[[Run, Any, Config, str], dict[str, Any]],
    config: Config,
    storage_url: str,
    rescores: str,
    *,
    searches: Searcher | None = None,
) -> dict[str, Any]:
    """Open a run of a scoring, and return what `stages` returns for the run, its panel, the config and `rescores`.

    The panel is None where the config names no judge. `searches` finds pages for voters without a web of their own.
    """
    start, judge = prepare(config, storage_url), config.judge
    panel = None
    if judge is not None:
        panel = open_panel(
            judge, replies=Replies(start.storage), secrets=prefect_secret, at_hand=searches, ask_again=config.ask_again
        )
    return run_pipeline(
        lambda run: stages(run, panel, config, rescores),
        start,
        panel.door if panel else None,
        answering=judge.model.answering if judge else {},
        answering_each={name: model.answering for name, model in judge.models.items()} if judge else {},
        max_failed_share=config.max_failed_share,
    )


@dataclass(frozen=True)
class Judging:
    """All that a score run has its judge grade: planned, forecast as a whole, and done."""

    run: Run
    panel: Panel | None  # None: nobody judges
    things: Mapping[Grading[Any, Any], Mapping[str, Any] | None]  # by name; None: the judge is not asked for these
    what: str  # the things, for people: "works and paths"

    def forecast(self) -> ScoreForecast:
        """Return what will be asked and what it will cost, and log it; nothing is paid for."""
        if self.panel is None:
            return ScoreForecast((), 0, None, self.what)
        questions: list[Asked] = []
        pending: set[str] = set()
        for grading, call in self._calls.items():
            for item in load_inputs(call.run.storage, call.pending(), call.stage.reads):
                if (question := grading.first_question(item)) is not None:
                    questions.append(question)
                    pending.add(item.id)
        forecast = forecast_questions(self.panel, questions, len(pending), self.what)
        if forecast.lines:
            tell(Note("forecast", str(forecast)))
        return forecast

    def rows(self) -> dict[str, list[Any]]:
        """Return the rows of the judge's answers, by table; what was judged before is reused."""
        rows: dict[str, list[Any]] = {table: [] for grading in self.things for table in grading.kinds}
        for grading, call in self._calls.items():
            output = run_stage(
                call.stage, call.run, None, [list(call.inputs)], items=call.items, deciding=call.deciding
            )
            for table, kind in grading.kinds.items():
                rows[table] += read_rows(self.run.storage, output, table, kind)
        return rows

    def conclude(
        self,
        config: JudgedSettings,
        answers: AgentAnswers,
        rows: Rows,
        stages: Sequence[Stage] = (),
        evidence: str = "",
    ) -> dict[str, Any]:
        """Conclude the score run; `stages` made other rows, `evidence` is the digest of the pages shown to the judge.

        Raises TooManyFailures, when the run is written, if the judge failed on more than the allowed share.
        """
        if self.panel is None:
            return conclude(self.run, config, answers, rows, JudgeRecord(stages=stages, evidence=evidence))
        record = JudgeRecord(self.judges, (*stages, *self.stages), spending_of(self.panel), evidence)
        result = conclude(self.run, config, answers, rows, record)
        check_failed_share(failures(self.things, rows), config.max_failed_share, result["run"], self.what)
        return result

    @property
    def judges(self) -> tuple[Judge, ...]:
        """Return who answered, and what for."""
        roles = [(grading.role, question) for grading in self._calls for question in grading.questions]
        panel = self.panel
        return tuple(judge_of(role, panel.door.of(question), (question,)) for role, question in roles if panel)

    @property
    def stages(self) -> tuple[Stage, ...]:
        """Return the stages that the judge's answers come from."""
        return tuple(call.stage for call in self._calls.values())

    @cached_property
    def _calls(self) -> dict[Grading[Any, Any], StageRun]:
        if self.panel is None:
            return {}
        gradings = {grading: things for grading, things in self.things.items() if things is not None}
        return {grading: self._planned(grading, things) for grading, things in gradings.items()}

    def _planned(self, grading: Grading[Any, Any], things: Mapping[str, Any]) -> StageRun:
        """Return the stage over all things; who answers these questions, and their words, decide its rows."""
        stage, storage = grading.stage, self.run.storage
        stored = write_rows(storage, grading.things, grading.things, grading.thing, things)
        items = tuple(plan_items(storage, [[stored]], stage.reads))
        return StageRun(stage, self.run, None, self.run.lineage_of(grading.questions), items, (stored,))
