"""Judging stages: which cited pages are scholarly works, and how every statement of a report comes out.

Pairs and facts are stages of their own, so that all pairs are asked before the first vote: when the money ends, it is
the votes that wait for the next run.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace

from litgauge.tasks.base.errors import Failed
from litgauge.tasks.engine import (
    AFTER_FAULTS,
    Context,
    ItemInput,
    PlannedItem,
    Stage,
    Unsettled,
    each,
    each_async,
    plan_items,
)
from litgauge.tasks.engine.definition import Rows
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import done_items, read_items_of
from litgauge.tasks.engine.plan import with_items
from litgauge.tasks.engine.progress import Note, tell
from litgauge.tasks.engine.run import Run, StageRun
from litgauge.tasks.engine.stage import run_stage
from litgauge.tasks.judge.asking import why
from litgauge.tasks.judge.cited_passages import CitedPassages, cited_passages
from litgauge.tasks.judge.citing_report import citing_report, judge_pairs, page_text
from litgauge.tasks.judge.facts import judge_facts
from litgauge.tasks.judge.forecast import ScoreForecast, forecast_judging
from litgauge.tasks.judge.panel import Panel
from litgauge.tasks.judge.questions import FACT_QUESTIONS, PAIR_QUESTIONS
from litgauge.tasks.judge.settings import PairSettings
from litgauge.tasks.llm.door import ScoringDoor, asker
from litgauge.tasks.llm.reply import Asker, Unscored
from litgauge.tasks.records import (
    AgentReport,
    EvidencePage,
    FactVerdict,
    Figure,
    FigureLink,
    JointVerdict,
    PageVerdict,
    PairVerdict,
    Statement,
    StatementLink,
)
from litgauge.tasks.records.unscored import NO_JUDGE
from litgauge.tasks.reports.unfollowed import as_judged
from litgauge.tasks.web import SCHOLARLY_PAGE, DamagedPageError, scholarly_inputs

_LOOPS = 2  # event loops under way: calls wait in one as well as in eight, which would wait for each other beside that

_BEGUN = 2  # pairs for each call that may be under way


@dataclass(frozen=True)
class Judging:
    """Work of the judges in a score run: the items of each stage, and the settings that decide its rows."""

    run: Run
    panel: Panel | None  # None: nobody judges
    reports: StageOutput
    read: StageOutput
    pages: StageOutput

    def of_pages(self) -> StageRun:
        """Return whether each page that was had is a scholarly work."""
        items = plan_items(self.run.storage, [[self.pages]], PAGES.reads)
        return StageRun(PAGES, self.run, None, self.run.lineage_of([SCHOLARLY_PAGE]), tuple(items), (self.pages,))

    def of_pairs(self) -> StageRun:
        """Return the verdicts on pairs of statement and page, and on statements with several pages."""
        assert self.panel is not None
        deciding = self.run.lineage_of(PAIR_QUESTIONS) | {"judge": self.panel.settings.deciding_pairs}
        items = _with_pages(self.run, PAIRS, self.reports, self.read, self.pages)
        return StageRun(PAIRS, self.run, self.panel, deciding, tuple(items), (self.reports, self.read, self.pages))

    def of_facts(self) -> StageRun:
        """Return the verdicts on statements without citation."""
        assert self.panel is not None
        deciding = self.run.lineage_of(FACT_QUESTIONS) | {"judge": self.panel.settings.deciding_facts}
        items = plan_items(self.run.storage, [[self.reports], [self.read]], FACTS.reads)
        return StageRun(FACTS, self.run, self.panel, deciding, tuple(items), (self.reports, self.read))


def cited_passages_of(
    run: Run, settings: PairSettings, reports: StageOutput, read: StageOutput, pages: StageOutput
) -> StageOutput:
    """Return the passages of all pages that a statement or a figure cites; no model is asked."""
    deciding = {"passages": settings.model_dump(include={"passages", "passage_characters"})}
    items = _with_pages(run, PASSAGES, reports, read, pages)
    return run_stage(PASSAGES, run, settings, [[reports], [read], [pages]], items=items, deciding=deciding)


def _with_pages(
    run: Run, stage: Stage, reports: StageOutput, read: StageOutput, pages: StageOutput
) -> list[PlannedItem]:
    """Return the reports, each with the pages that it cites."""
    storage = run.storage
    items = plan_items(storage, [[reports], [read]], stage.reads)
    links = read_items_of(storage, read, "links", StatementLink)
    cited = {item.id: [link.page for link in links[item.id]] for item in items}
    if "figure_links" in stage.reads:
        sources = read_items_of(storage, read, "figure_links", FigureLink)
        for item in items:
            cited[item.id] += [link.page for link in sources[item.id]]
    return with_items(items, done_items(storage, pages), "pages", cited)


def foresee(judging: Judging, *, facts: bool) -> ScoreForecast:
    """Return what all stages will ask and cost, told before any of them has asked; nothing is paid for."""
    if judging.panel is None:
        return ScoreForecast((), 0, None)
    forecast = forecast_judging(
        judging.panel, judging.of_pages(), judging.of_pairs(), judging.of_facts() if facts else None
    )
    if forecast.lines:
        tell(Note("forecast", str(forecast)))
    return forecast


def judge(call: StageRun) -> StageOutput:
    """Do one of the stages of a judging."""
    return run_stage(
        call.stage,
        call.run,
        call.settings,
        [[output] for output in call.inputs],
        items=call.items,
        deciding=call.deciding,
    )


async def _judge_page(item: ItemInput, context: Context) -> Rows | Unsettled:
    page = item.only_row(EvidencePage)
    if page.status != "ok":
        row = PageVerdict(page.page, page.sha256, None, None, page.reason or page.status, "", "", "")
        return {"page_verdicts": [row]}
    if page.scholarly is not None:
        row = PageVerdict(page.page, page.sha256, page.scholarly, page.title, "by the page's own metadata", "", "", "")
        return {"page_verdicts": [row]}
    if context.model is None:
        row = PageVerdict(page.page, page.sha256, None, page.title, NO_JUDGE, "", "", "")
        return Unsettled({"page_verdicts": [row]})
    try:
        inputs = scholarly_inputs(page.final_url, page.title, page_text(context.storage, page))
    except DamagedPageError as damage:
        raise Failed("damaged", str(damage)) from None
    reply = await _asker(context).ask(SCHOLARLY_PAGE, inputs)
    if isinstance(reply.answer, Unscored):
        reason = why(reply.answer)
        row = PageVerdict(page.page, page.sha256, None, page.title, reason, reply.question, reply.model, reply.key)
        return Unsettled({"page_verdicts": [row]})
    answer = reply.answer
    row = PageVerdict(
        page.page, page.sha256, answer.is_scholarly, answer.title or page.title, answer.reason, reply.question,
        reply.model, reply.key,
    )  # fmt: skip
    return {"page_verdicts": [row]}


@dataclass(frozen=True)
class _PairsAtWork:
    """State shared by the reports of one event loop."""

    panel: Panel
    places: asyncio.Semaphore


@contextlib.asynccontextmanager
async def _sharing_places(context: Context) -> AsyncIterator[Context]:
    """Not all pairs of all reports begin at once: the passages of the last are looked for while the first are asked."""
    places = asyncio.Semaphore(_BEGUN * asker(context).calls_at_once)
    yield replace(context, settings=_PairsAtWork(context.settings, places))


async def _judge_pairs(item: ItemInput, context: Context) -> Rows | Unsettled:
    shared: _PairsAtWork = context.settings
    report = citing_report(item, context.storage)
    pairs, joint = await judge_pairs(report, _asker(context), shared.panel.settings.pairs, shared.places)
    rows: Rows = {"pairs": pairs, "joint": joint}
    ours = {pair.outcome for pair in pairs} | {verdict.outcome for verdict in joint}
    return Unsettled(rows) if "judge-failed" in ours else rows


def _passages(item: ItemInput, context: Context) -> Rows:
    settings: PairSettings = context.settings
    report = citing_report(item, context.storage)
    figures = item.all(Figure), item.all(FigureLink)
    report_id = item.only_row(AgentReport).report_id
    rows = cited_passages(report_id, report.statements, report.links, *figures, report.pages, report.texts, settings)
    return {"passages": rows}


async def _judge_facts(item: ItemInput, context: Context) -> Rows | Unsettled:
    panel: Panel = context.settings
    statements = as_judged(item.all(Statement), item.all(StatementLink))
    facts = await judge_facts(statements, _asker(context), panel.voters, panel.settings)
    rows = {"facts": facts}
    return Unsettled(rows) if any(fact.truth == "unscored" for fact in facts) else rows


def _asker(context: Context) -> Asker:
    return ScoringDoor(asker(context))


PAGES = Stage(
    "pages", reads={"pages": EvidencePage}, writes={"page_verdicts": PageVerdict}, compute=each_async(_judge_page),
    batch=50, asks=lambda _item, _context: [],
    retries=AFTER_FAULTS,
)  # fmt: skip
PAIRS = Stage(
    "pairs",
    reads={"reports": AgentReport, "statements": Statement, "links": StatementLink, "pages": EvidencePage},
    writes={"pairs": PairVerdict, "joint": JointVerdict},
    compute=each_async(_judge_pairs, _sharing_places),
    batch=10,
    at_once=_LOOPS,
    asks=lambda _item, _context: [],  # forecast as a whole, with what depends on replies: litgauge.tasks.judge.forecast
    retries=AFTER_FAULTS,
)
PASSAGES = Stage(
    "passages",
    reads={
        "reports": AgentReport,
        "statements": Statement,
        "links": StatementLink,
        "figures": Figure,
        "figure_links": FigureLink,
        "pages": EvidencePage,
    },
    writes={"passages": CitedPassages},
    compute=each(_passages),
    batch=10,
)
FACTS = Stage(
    "facts",
    reads={"reports": AgentReport, "statements": Statement, "links": StatementLink},
    writes={"facts": FactVerdict},
    compute=each_async(_judge_facts),
    batch=10,
    at_once=_LOOPS,
    asks=lambda _item, _context: [],
    retries=AFTER_FAULTS,
)
