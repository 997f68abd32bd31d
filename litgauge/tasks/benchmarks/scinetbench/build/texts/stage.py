"""Stages of citing texts: reading each file, and judging the sentiment of its citations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.scinetbench.build.texts.linking import LinkedMention, LinkedText, link_texts
from litgauge.tasks.benchmarks.scinetbench.build.texts.reading import (
    TextMention,
    TextReference,
    TextWork,
    find_texts,
    read_text,
)
from litgauge.tasks.benchmarks.scinetbench.build.texts.sentiment import CITATION_SENTIMENT
from litgauge.tasks.benchmarks.scinetbench.rows import Measured, Mention, NetworkWork
from litgauge.tasks.engine import (
    AFTER_FAULTS,
    Asked,
    Context,
    ItemInput,
    PlannedItem,
    Stage,
    Unsettled,
    each,
    each_async,
)
from litgauge.tasks.engine.definition import Rows
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import read_rows, read_table, write_rows
from litgauge.tasks.engine.plan import plan_items
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.stage import run_stage
from litgauge.tasks.harvest.fingerprint import known_digest
from litgauge.tasks.llm.door import BudgetedDoor, asker
from litgauge.tasks.llm.reply import Unscored
from litgauge.tasks.records import row_digest


@dataclass(frozen=True)
class _Files:
    """Files behind the items, by id."""

    files: dict[str, Path]


def read_texts(run: Run, folder: Path) -> StageOutput:
    """Return the citations in every file of a folder.

    Raises UnusableInput if there is no such folder, or no text in it.
    """
    files = find_texts(folder) if folder.is_dir() else {}
    if not files:
        raise UnusableInput(
            "there is no text here (.tex, .xml, .gz, .tar, .zip)",
            where=f"texts.path, {folder}",
            next_step="Name a folder of LaTeX sources or GROBID's TEI, a file a work, or leave texts.path empty",
        )
    items = [PlannedItem(name, row_digest(name, known_digest(str(path), run.storage))) for name, path in files.items()]
    return run_stage(TEXTS, run, _Files(files), [], items=items, deciding={})


def judge_mentions(
    run: Run, texts: StageOutput, network: StageOutput, measures: StageOutput, least: int
) -> StageOutput:
    """Return the citations within the network; those of a work with at least `least` citers have a sentiment."""
    cited = read_table(run.storage, measures, "measures", Measured)
    cited_enough = frozenset(
        work
        for work, count in zip(cited["work"].to_pylist(), cited["citations"].to_pylist(), strict=True)
        if count >= least
    )
    linked = link_texts(
        list(read_rows(run.storage, texts, "texts", TextWork)),
        list(read_rows(run.storage, texts, "references", TextReference)),
        list(read_rows(run.storage, texts, "mentions", TextMention)),
        read_table(run.storage, network, "works", NetworkWork),
        cited_enough,
    )
    by_work = {f"W{text.citing}": text for text in linked}
    stored = write_rows(run.storage, "linked-texts", "texts", LinkedText, by_work)
    items = plan_items(run.storage, [[stored]], MENTIONS.reads)
    return run_stage(MENTIONS, run, None, [[stored, texts]], items=items, deciding=run.lineage_of([CITATION_SENTIMENT]))


def _text(item: ItemInput, context: Context) -> Rows:
    text = read_text(context.settings.files[item.id], item.id)
    return {"texts": [text.work], "references": text.references, "mentions": text.mentions}


def _inputs(mention: LinkedMention) -> dict[str, str]:
    return {"title": mention.title, "sentence": mention.sentence, "paragraph": mention.context}


def _questions(item: ItemInput, _context: Context) -> list[Asked]:
    return [(CITATION_SENTIMENT, _inputs(mention)) for mention in item.only_row(LinkedText).mentions if mention.asked]


async def _mentions(item: ItemInput, context: Context) -> Rows | Unsettled:
    text, asking = item.only_row(LinkedText), BudgetedDoor(asker(context))
    rows: list[Mention] = []
    settled = True
    for mention in text.mentions:
        place = (text.citing, mention.cited, mention.place, mention.paragraph, mention.sentence)
        if not mention.asked:
            rows.append(Mention(*place, None, "nobody was asked"))
            continue
        answer = (await asking.ask(CITATION_SENTIMENT, _inputs(mention))).answer
        if isinstance(answer, Unscored):
            settled = False
            rows.append(Mention(*place, None, f"{answer.reason}: {answer.detail}"))
        else:
            rows.append(Mention(*place, answer.sentiment, answer.reason))
    tables: dict[str, Sequence[Mention]] = {"mentions": rows}
    return tables if settled else Unsettled(tables)


TEXTS = Stage(
    "texts",
    reads={},
    writes={"texts": TextWork, "references": TextReference, "mentions": TextMention},
    compute=each(_text),
    batch=25,
    at_once=4,
)
MENTIONS = Stage(
    "mentions",
    reads={"texts": LinkedText},
    writes={"mentions": Mention},
    compute=each_async(_mentions),
    batch=25,
    asks=_questions,
    retries=AFTER_FAULTS,
)
