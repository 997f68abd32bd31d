"""Artifacts of a build in Prefect's UI: the funnel, the distributions, the quarantine and the release."""

from __future__ import annotations

import base64
from typing import Any

from litgauge.flows.pipeline.artifacts import show_markdown
from litgauge.flows.reportbench.config import BuildConfig
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.benchmarks.reportbench.build.assembly import BuildOutputs, quarantine
from litgauge.tasks.benchmarks.reportbench.build.domains import Draw, distribution
from litgauge.tasks.benchmarks.reportbench.build.domains.charts import domain_chart, domain_table
from litgauge.tasks.benchmarks.reportbench.rows import ReleaseTask, SampleChoice
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import read_rows
from litgauge.tasks.engine.run import Run
from litgauge.tasks.html.funnel import funnel_markdown, quarantine_markdown
from litgauge.tasks.llm.door import Door
from litgauge.tasks.releases.funnel import HARVEST, Funnel, build_funnel
from litgauge.tasks.text.markdown import code_span, escaped, shorten, table


def show_selection(run: Run, harvested: StageOutput, outputs: BuildOutputs) -> Funnel:
    """Show what fell out and why, and the domains: before anything is frozen, so also when nothing can be."""
    funnel = build_funnel(run.storage, REPORTBENCH, {HARVEST: harvested, **outputs.by_stage})
    assert funnel is not None  # it has harvested
    show_markdown("funnel", funnel_markdown(funnel), "Surveys left after each step, beside the paper")
    show_markdown("quarantine", quarantine_markdown(quarantine(run.storage, outputs)), "Rejected surveys, with reasons")
    show_markdown("distributions", _distributions(run, outputs), "Domains before and after the sample")
    return funnel


def show_release(run: Run, config: BuildConfig, outputs: BuildOutputs, release: dict[str, Any]) -> None:
    """Show a frozen release and its tasks."""
    show_markdown("release", _release(run, config, outputs, release), "The frozen release")


def _distributions(run: Run, outputs: BuildOutputs) -> str:
    tasks = {task.survey_id: task for task in read_rows(run.storage, outputs.sample, "tasks", ReleaseTask)}
    choices = read_rows(run.storage, outputs.sample, "choices", SampleChoice)
    counts = distribution(Draw(row.survey_id, row.domain, tasks.get(row.survey_id), row.reason) for row in choices)
    picture = base64.b64encode(domain_chart(counts).encode()).decode()
    return f"{domain_table(counts)}\n\n![Domains before and after the sample](data:image/svg+xml;base64,{picture})"


def _release(run: Run, config: BuildConfig, outputs: BuildOutputs, release: dict[str, Any]) -> str:
    state = "new" if release["new"] else "unchanged"
    name = escaped(release["release"])
    head = f"**{name}** ({state}), digest `{release['digest'][:16]}`, in {code_span(release['path'])}"
    model = config.model
    by = "answered **offline**, by rules" if model.provider == "offline" else f"answered by {escaped(model.model)}"
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
            f"Questions were {by}{money}.",
            table(["table", "rows"], rows),
            "### Tasks",
            table(["task", "domain", "level", "prompt"], tasks[:100]),
        ]
    )
