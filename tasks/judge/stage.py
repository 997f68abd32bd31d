"""The judging stages: which cited pages are scholarly works, and how every statement of a report comes out."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tasks.engine import AFTER_FAULTS, Asked, Context, ItemInput, PlannedItem, Stage, Unsettled, each_async, plan_items
from tasks.engine.definition import Rows
from tasks.engine.memory import StageOutput
from tasks.engine.outputs import done_items, read_items_of
from tasks.engine.run import Run
from tasks.engine.stage import run_stage
from tasks.errors import Failed
from tasks.judge import QUESTIONS, Panel, find_facts, judge_fact, judge_pair, together
from tasks.llm.door import asker
from tasks.llm.reply import Unscored
from tasks.records import (
    AgentReport,
    EvidencePage,
    FactVerdict,
    PageVerdict,
    PairVerdict,
    Statement,
    StatementLink,
)
from tasks.web import SCHOLARLY_PAGE, scholarly_inputs

CONTEXT_STATEMENTS = 2  # sentences before a statement that tell what "it" is


@dataclass(frozen=True)
class JudgeCall:
    """Who judges, and what of a report is judged."""

    panel: Panel
    facts: bool


def judge_pages(run: Run, pages: StageOutput) -> StageOutput:
    """Whether each page that was had is a scholarly work: by its own metadata, else by the judge."""
    deciding = run.lineage_of([SCHOLARLY_PAGE])
    return run_stage(PAGES, run, None, [[pages]], deciding=deciding)


def judge_statements(
    run: Run, reports: StageOutput, read: StageOutput, pages: StageOutput, panel: Panel, *, facts: bool
) -> StageOutput:
    """A verdict on every (statement, page) pair, and with `facts` on every factual statement without citation."""
    deciding = run.lineage_of(QUESTIONS) | {"judge": panel.settings.deciding, "facts": facts}
    items = _with_pages(run, plan_items(run.storage, [[reports], [read]], STATEMENTS.reads), read, pages)
    call = JudgeCall(panel, facts)
    return run_stage(STATEMENTS, run, call, [[reports], [read], [pages]], items=items, deciding=deciding)


def _with_pages(run: Run, items: Sequence[PlannedItem], read: StageOutput, pages: StageOutput) -> list[PlannedItem]:
    """The reports, each with the pages that it cites: their content decides, too."""
    known = done_items(run.storage, pages)
    links = read_items_of(run.storage, read, "links", StatementLink)
    planned = []
    for item in items:
        cited = dict.fromkeys(link.page for link in links[item.id] if link.page in known)
        states = [known[page] for page in cited if page is not None]
        places = tuple(state.parts["pages"] for state in states)
        key = "\0".join([item.key, *(state.digest for state in states)])
        planned.append(PlannedItem(item.id, _digest(key), {**item.parts, "pages": places}))
    return planned


async def _judge_page(item: ItemInput, context: Context) -> Rows:
    page = item.one(EvidencePage)
    if page.status != "ok":
        row = PageVerdict(page.page, page.sha256, None, None, page.reason or page.status, "", "", "")
        return {"page_verdicts": [row]}
    if page.scholarly is not None:
        row = PageVerdict(page.page, page.sha256, page.scholarly, page.title, "by the page's own metadata", "", "", "")
        return {"page_verdicts": [row]}
    ((question, inputs),) = _asked_of_page(item, context)
    reply = await asker(context).ask(question, inputs)
    if isinstance(reply.answer, Unscored):
        raise Failed(reply.answer.reason, reply.answer.detail)
    answer = reply.answer
    row = PageVerdict(
        page.page, page.sha256, answer.is_scholarly, answer.title or page.title, answer.reason, reply.question,
        reply.model, reply.key,
    )  # fmt: skip
    return {"page_verdicts": [row]}


def _asked_of_page(item: ItemInput, context: Context) -> list[Asked]:
    page = item.one(EvidencePage)
    if page.status != "ok" or page.scholarly is not None:
        return []
    return [(SCHOLARLY_PAGE, scholarly_inputs(page.final_url, page.title, _text(context, page)))]


async def _judge_report(item: ItemInput, context: Context) -> Rows | Unsettled:
    call: JudgeCall = context.settings
    statements = item.all(Statement)
    pages = {page.page: page for page in item.all(EvidencePage)}
    texts = {name: _text(context, page) for name, page in pages.items()}
    pairs = await together(
        *(_pair(link, statements, pages, texts, context, call) for link in _distinct(item.all(StatementLink), pages))
    )
    facts: Sequence[FactVerdict] = ()
    if call.facts:
        facts = await _facts(statements, context, call)
    rows = {"pairs": pairs, "facts": facts}
    ours = any(pair.outcome == "judge-failed" for pair in pairs) or any(fact.truth == "unscored" for fact in facts)
    return Unsettled(rows) if ours else rows


async def _pair(
    link: StatementLink, statements: Sequence[Statement], pages: Mapping[str, EvidencePage],
    texts: Mapping[str, str], context: Context, call: JudgeCall,
) -> PairVerdict:  # fmt: skip
    page = pages[link.page or ""]
    statement = statements[link.statement]
    return await judge_pair(
        statement, page, texts[page.page], asker(context), call.panel.settings.pairs, link=link,
        context=_before(statements, statement),
    )  # fmt: skip


async def _facts(statements: Sequence[Statement], context: Context, call: JudgeCall) -> list[FactVerdict]:
    cited = [statement for statement in statements if statement.cited]
    selection = await find_facts(statements, asker(context), call.panel.settings.facts, cited=cited)
    voted = await together(
        *(
            judge_fact(fact, call.panel.voters, call.panel.settings, context=_before(statements, fact))
            for fact in selection.facts
        )
    )
    return sorted([*voted, *selection.unscored], key=lambda verdict: verdict.statement)


def _distinct(links: Sequence[StatementLink], pages: Mapping[str, Any]) -> list[StatementLink]:
    """One link for each pair of statement and page; a citation outside any statement makes no pair."""
    found: dict[tuple[int, str], StatementLink] = {}
    for link in links:
        if link.statement >= 0 and link.page in pages:
            found.setdefault((link.statement, link.page or ""), link)
    return list(found.values())


def _before(statements: Sequence[Statement], statement: Statement) -> str:
    """What a judge is shown before a statement: what an item or a row stands under, and the sentences before."""
    first = max(0, statement.number - CONTEXT_STATEMENTS)
    sentences = " ".join(one.text for one in statements[first : statement.number])
    return " … ".join(part for part in (statement.context, sentences) if part)


def _text(context: Context, page: EvidencePage) -> str:
    return context.storage.read(page.text_blob).decode() if page.text_blob else ""


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


PAGES = Stage(
    "pages", reads={"pages": EvidencePage}, writes={"page_verdicts": PageVerdict}, compute=each_async(_judge_page),
    batch=50, asks=_asked_of_page,
    retries=AFTER_FAULTS,
)  # fmt: skip
STATEMENTS = Stage(
    "statements",
    reads={"reports": AgentReport, "statements": Statement, "links": StatementLink, "pages": EvidencePage},
    writes={"pairs": PairVerdict, "facts": FactVerdict},
    compute=each_async(_judge_report),
    batch=5,
    asks=lambda _item, _context: [],
    retries=AFTER_FAULTS,
)
