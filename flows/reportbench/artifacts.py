"""What Prefect's UI shows of a build: the funnel, the distributions, the quarantine and the release."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any

import pyarrow.compute as pc

from flows.artifacts import show_markdown
from flows.reportbench.config import BuildConfig
from tasks.benchmarks.reportbench.assembly import BuildOutputs, quarantine
from tasks.benchmarks.reportbench.domains import Draw, distribution
from tasks.benchmarks.reportbench.domains.charts import domain_chart, domain_table
from tasks.benchmarks.reportbench.left_out import STAGES
from tasks.benchmarks.reportbench.tables import ReleaseTask, SampleChoice
from tasks.engine.memory import StageOutput
from tasks.engine.outputs import count_rows, read_rows, read_table
from tasks.engine.run import Run
from tasks.harvest.rows import BrokenRow
from tasks.harvest.rules import RULES as _RULES
from tasks.llm.door import Door
from tasks.pages.funnel import Fallout, FunnelStep, funnel_markdown, funnel_steps, quarantine_markdown, stage_fallouts
from tasks.records import Dropped, Quarantined
from tasks.text.markdown import code_span, escaped, shorten, table


def show_selection(run: Run, harvested: StageOutput, outputs: BuildOutputs) -> list[FunnelStep]:
    """What fell out and why, and the domains: there before anything is frozen, so also when nothing can be.

    Returns the steps of the funnel.
    """
    left_out = quarantine(run.storage, outputs)
    total, broken, steps = build_funnel(run, harvested, left_out)
    show_markdown("funnel", funnel_markdown(total, broken, steps), "What each step let through")
    show_markdown("quarantine", quarantine_markdown(left_out), "Surveys that fell out, and why")
    show_markdown("distributions", _distributions(run, outputs), "Domains before and after the sample")
    return list(steps)


def show_release(run: Run, config: BuildConfig, outputs: BuildOutputs, release: dict[str, Any]) -> None:
    """The frozen release and its tasks."""
    show_markdown("release", _release(run, config, outputs, release), "The frozen release")


def build_funnel(
    run: Run, harvested: StageOutput, left_out: Sequence[Quarantined]
) -> tuple[int, int, tuple[FunnelStep, ...]]:
    """Rows harvested, broken rows among them, and the steps from the first rule to the release."""
    fallen = _harvest_fallouts(run, harvested)
    surveys = count_rows(run.storage, harvested, "surveys")
    broken = count_rows(run.storage, harvested, "broken")
    if broken:
        first = next(read_rows(run.storage, harvested, "broken", BrokenRow))
        fallen = [Fallout("harvest", "broken-row", broken, (f"line {first.line_number}: {first.error}",)), *fallen]
    later = [fallout for stage in STAGES for fallout in stage_fallouts(stage, left_out)]
    total = surveys + broken + sum(fallout.dropped for fallout in fallen if fallout.rule != "broken-row")
    return total, broken, funnel_steps(total, [*fallen, *later])


def _harvest_fallouts(run: Run, harvested: StageOutput) -> list[Fallout]:
    dropped = read_table(run.storage, harvested, "dropped", Dropped)
    counts = dict(zip(*(column.to_pylist() for column in pc.value_counts(dropped["rule"]).flatten()), strict=True))
    fallouts = []
    for rule in dict.fromkeys(rule for rule in _RULES if rule in counts) | dict.fromkeys(sorted(counts)):
        telling = pc.and_(pc.equal(dropped["rule"], rule), pc.not_equal(dropped["example"], ""))
        shown = dropped.take(pc.indices_nonzero(telling).slice(0, 3))
        examples = tuple(f"{row['survey_id']}: {row['example']}" for row in shown.to_pylist())
        fallouts.append(Fallout("harvest", rule, counts[rule], examples))
    return fallouts


def _distributions(run: Run, outputs: BuildOutputs) -> str:
    tasks = {task.survey_id: task for task in read_rows(run.storage, outputs.sample, "tasks", ReleaseTask)}
    choices = read_rows(run.storage, outputs.sample, "choices", SampleChoice)
    counts = distribution(Draw(row.survey_id, row.domain, tasks.get(row.survey_id), row.reason) for row in choices)
    picture = base64.b64encode(domain_chart(counts)).decode()
    return f"{domain_table(counts)}\n\n![Domains before and after the sample](data:image/png;base64,{picture})"


def _release(run: Run, config: BuildConfig, outputs: BuildOutputs, release: dict[str, Any]) -> str:
    state = "new" if release["new"] else "unchanged"
    name = escaped(release["release"])
    head = f"**{name}** ({state}), digest `{release['digest'][:16]}`, in {code_span(release['path'])}"
    model = config.model
    who = "answered **offline**, by rules" if model.provider == "offline" else f"answered by {escaped(model.model)}"
    spent = run.model.spent if isinstance(run.model, Door) else None
    money = ""
    if spent is not None and spent.calls:
        money = f"; {spent.calls} calls, {spent.cached} reused, ${spent.usd:.4f}"
    rows = [(name, count) for name, count in release["tables"].items()]
    tasks = [
        (task.task_id, task.domain, task.level or "", shorten(task.prompt, 140))
        for task in read_rows(run.storage, outputs.sample, "tasks", ReleaseTask)
    ]
    return "\n\n".join(
        [
            head,
            f"Questions were {who}{money}.",
            table(["table", "rows"], rows),
            "### Tasks",
            table(["task", "domain", "level", "prompt"], tasks[:100]),
        ]
    )
