"""Forecast of a score run's questions and cost, before its first paid call.

The judging code itself is run on some of the reports, behind doors that know only what is stored: a stored answer
leads on as it will in the run, and what is not stored is counted. What depends on answers that nobody has yet (the
verdict on a passage, the votes on a fact) is forecast from counts: pairs, statements without citation, the draw.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from litgauge.tasks.engine.definition import ItemInput, PlannedItem
from litgauge.tasks.engine.plan import load_inputs
from litgauge.tasks.engine.run import StageRun
from litgauge.tasks.judge.asking import NOTHING, context_of
from litgauge.tasks.judge.citing_report import CitingReport, citing_report, distinct_pairs, judge_pairs, page_text
from litgauge.tasks.judge.facts import draw_facts, judge_fact, select_facts
from litgauge.tasks.judge.forecast_asker import NOT_STORED, ForecastAsker, ForecastCounts, forecast_voters
from litgauge.tasks.judge.panel import Panel
from litgauge.tasks.judge.questions import JOINT_VERDICT, STATEMENT_VERDICT
from litgauge.tasks.llm.forecast import Forecast
from litgauge.tasks.llm.question import Question
from litgauge.tasks.records import EvidencePage, Statement, StatementLink
from litgauge.tasks.reports.unfollowed import as_judged
from litgauge.tasks.web import SCHOLARLY_PAGE, DamagedPageError, scholarly_inputs

Item = TypeVar("Item")

_REPORTS, _PAGES = 8, 100  # looked at; the others are taken to be like them
_LOADED = 50  # reports at once, to be counted
_FACT_SHARE = 0.5  # of the statements without citation, where no judge has said yet which are facts
_JOINT_SHARE = 0.5  # of the statements with several pages, where no judge has looked at these yet
_PASSAGE = "x" * 600  # what a judge typically quotes


@dataclass(frozen=True, slots=True)
class ForecastLine:
    """One question, put to one model."""

    question: str
    model: str
    forecast: Forecast


@dataclass(frozen=True, slots=True)
class ScoreForecast:
    """Questions still to be asked; pages and reports judged before cost nothing."""

    lines: tuple[ForecastLine, ...]
    reports: int  # that are still to be judged
    budget_usd: float | None
    what: str = "reports"  # what they are called

    def __add__(self, other: ScoreForecast) -> ScoreForecast:
        """Return what both will ask; the budget is one."""
        what = " and ".join(part.what for part in (self, other) if part.lines) or self.what
        return ScoreForecast((*self.lines, *other.lines), self.reports + other.reports, self.budget_usd, what)

    @property
    def total(self) -> Forecast:
        """All questions together."""
        return sum((line.forecast for line in self.lines), Forecast())

    @property
    def lasts(self) -> float:
        """Return the share of it that the budget is expected to pay for, [0, 1]."""
        expected = self.total.usd_expected
        return 1.0 if self.budget_usd is None or not expected else min(1.0, self.budget_usd / expected)

    def __str__(self) -> str:
        lines = [f"{self.reports:,} {self.what} to judge: {self.total}"]
        lines += [f"  {line.question}, {line.model}: {line.forecast}" for line in self.lines]
        if self.lasts < 1:
            lines.append(
                f"  The budget of ${self.budget_usd:,.2f} pays for about {self.lasts:.0%} of it: what is not asked is "
                "unscored, and the next run continues"
            )
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        lines = [{"question": line.question, "model": line.model, **_figures(line.forecast)} for line in self.lines]
        money = {"budget_usd": self.budget_usd, "lasts": self.lasts}
        return {"reports": self.reports, "what": self.what, **money, **_figures(self.total), "questions": lines}


def forecast_judging(panel: Panel, pages: StageRun, pairs: StageRun, facts: StageRun | None) -> ScoreForecast:
    """Return what the stages will ask; nothing where rules answer all questions. Asks nobody but the store."""
    if panel.is_by_rules:
        return ScoreForecast((), 0, panel.budget.limit_usd)
    work = _Work(panel, ForecastCounts())
    pending = {pairs.stage.name: pairs.pending()} | ({facts.stage.name: facts.pending()} if facts else {})

    async def foresee() -> None:
        await work.pages(pages)
        await work.pairs(pairs, pending[pairs.stage.name])
        if facts is not None:
            await work.facts(facts, pending[facts.stage.name])

    asyncio.run(foresee())
    lines = tuple(ForecastLine(*who, line) for who, line in work.counts.lines.items() if line.calls or line.cached)
    reports = {item.id for items in pending.values() for item in items}
    return ScoreForecast(lines, len(reports) if lines else 0, panel.budget.limit_usd)


def forecast_questions(
    panel: Panel, questions: Iterable[tuple[Question[Any], Mapping[str, Any]]], answers: int, what: str
) -> ScoreForecast:
    """Return what asking all these questions will call and cost, where nothing depends on a reply.

    `answers` of the agent, called `what`, are still to be judged. Asks nobody but the store.
    """
    by_question: dict[str, tuple[Question[Any], list[Mapping[str, Any]]]] = {}
    for question, inputs in questions:
        by_question.setdefault(question.label, (question, []))[1].append(inputs)

    async def foresee() -> list[ForecastLine]:
        return [
            ForecastLine(question.name, panel.door.of(question).model, await panel.door.forecast(question, many))
            for question, many in by_question.values()
        ]

    lines = tuple(line for line in asyncio.run(foresee()) if line.forecast.calls or line.forecast.cached)
    return ScoreForecast(lines, answers if lines else 0, panel.budget.limit_usd, what)


@dataclass(frozen=True)
class _Work:
    panel: Panel
    counts: ForecastCounts

    async def pages(self, call: StageRun) -> None:
        """Forecast the questions about pages whose own metadata does not say whether they are scholarly works."""
        items = load_inputs(call.run.storage, call.pending(), call.stage.reads)
        undecided = [
            page for item in items if (page := item.only_row(EvidencePage)).status == "ok" and page.scholarly is None
        ]
        forecast_counts = ForecastCounts()
        for page in (some := _spread(undecided, _PAGES)):
            try:
                inputs = scholarly_inputs(page.final_url, page.title, page_text(call.run.storage, page))
            except DamagedPageError:  # the stage says so; nothing will be asked
                continue
            await ForecastAsker(self.panel.door, forecast_counts).ask(SCHOLARLY_PAGE, inputs)
        self.counts.add_all(forecast_counts, len(undecided) / max(1, len(some)))

    async def pairs(self, call: StageRun, pending: Sequence[PlannedItem]) -> None:
        """Forecast pairs, the verdicts that follow from passages, and statements with several pages."""
        looked_at = {item.id for item in _spread(pending, _REPORTS)}
        counts, counted, number = ForecastCounts(), 0, 0
        for item in _loaded(call, pending):
            pairs = _askable_pairs(item)
            number += pairs
            if item.id in looked_at:
                counted += pairs
                await self._report(citing_report(item, call.run.storage), counts)
        self.counts.add_all(counts, number / max(1, counted))

    async def _report(self, report: CitingReport, counts: ForecastCounts) -> None:
        asker = ForecastAsker(self.panel.door, counts)
        pairs, joint = await judge_pairs(report, asker, self.panel.settings.pairs)
        statement = max((statement.text for statement in report.statements), key=len, default="")
        inputs = {"statement": statement, "context": NOTHING, "title": NOTHING, "passage": _PASSAGE}
        # A pair without passage waits for it; what a verdict is asked about then is not known yet.
        waiting = sum(pair.reason == NOT_STORED and not pair.passage for pair in pairs)
        await counts.add_questions(self.panel.door, STATEMENT_VERDICT, inputs, waiting)
        open_still = sum(pair.reason == NOT_STORED and not pair.question for pair in joint)
        inputs = {"statement": statement, "context": NOTHING, "passages": _PASSAGE * 2}
        await counts.add_questions(self.panel.door, JOINT_VERDICT, inputs, open_still * _JOINT_SHARE)

    async def facts(self, call: StageRun, pending: Sequence[PlannedItem]) -> None:
        """Forecast the lists of facts, and the votes on those that will be drawn."""
        looked_at = {item.id for item in _spread(pending, _REPORTS)}
        counts, counted, number = ForecastCounts(), 0, 0
        for item in _loaded(call, pending):
            statements = as_judged(item.all(Statement), item.all(StatementLink))
            plain = sum(not statement.cited for statement in statements)
            number += plain
            if item.id in looked_at:
                counted += plain
                await self._votes(statements, counts)
        self.counts.add_all(counts, number / max(1, counted))

    async def _votes(self, statements: Sequence[Statement], counts: ForecastCounts) -> None:
        settings = self.panel.settings
        selection = await select_facts(statements, ForecastAsker(self.panel.door, counts), settings.facts)
        drawn, _ = draw_facts(selection.facts, settings.facts)
        numbers = {row.statement for row in selection.unscored}
        unknown = [statement for statement in statements if statement.number in numbers]
        most = len(unknown) if settings.facts.sample == "all" else min(len(unknown), settings.facts.sample - len(drawn))
        expected = min(most, round(_FACT_SHARE * len(unknown)))
        saved = (settings.votes // 2 + 1) / settings.votes if settings.facts.stop_when_decided else 1.0
        for facts, worst in ((drawn, 1.0), (_spread(unknown, expected), most / max(1, expected))):
            votes = ForecastCounts()
            voters = forecast_voters(self.panel.voters, self.panel.voter_doors, votes)
            for fact in facts:
                await judge_fact(fact, voters, settings, context=context_of(statements, fact))
            counts.add_all(votes, saved, worst=worst / saved)


def _loaded(call: StageRun, pending: Sequence[PlannedItem]) -> Iterator[ItemInput]:
    for start in range(0, len(pending), _LOADED):
        yield from load_inputs(call.run.storage, pending[start : start + _LOADED], call.stage.reads, call.cache)


def _askable_pairs(item: ItemInput) -> int:
    pages = {page.page: page for page in item.all(EvidencePage) if page.status == "ok"}
    return len(distinct_pairs(item.all(StatementLink), pages))


def _spread(items: Sequence[Item], most: int) -> list[Item]:
    """At most so many of them, from beginning to end."""
    return [items[place * len(items) // most] for place in range(most)] if len(items) > most else list(items)


def _figures(forecast: Forecast) -> dict[str, Any]:
    return {
        "calls": forecast.calls,
        "stored": forecast.cached,
        "usd_expected": forecast.usd_expected,
        "usd_most": forecast.usd_worst,
    }
