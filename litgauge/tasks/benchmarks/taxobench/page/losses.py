"""Where the experts' papers are lost: never found, found and dropped, or misplaced (in place of findings 3 and 4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import get_args

import numpy as np

from litgauge.tasks.benchmark import ShownPage
from litgauge.tasks.benchmarks.taxobench.page.by_mode import LABELS
from litgauge.tasks.benchmarks.taxobench.rows import Fate, PaperFate
from litgauge.tasks.statistics import Interval
from litgauge.tasks.statistics.means import SEED
from litgauge.tasks.statistics.resampling import share_intervals

FATES: tuple[Fate, ...] = get_args(Fate)
IN_TASK, NOT_IN_TASK = "given", "not given"


@dataclass(frozen=True, slots=True)
class FateShare:
    """Share of papers that one fate has; none where nobody can know."""

    papers: int
    share: float | None  # [0, 1]
    interval: Interval | None  # 95 %, bootstrap over surveys


@dataclass(frozen=True, slots=True)
class LossLine:
    """One agent's papers of one mode: those that its tasks gave, or those that it had to find."""

    name: str
    number: int
    mode: str
    part: str  # IN_TASK or NOT_IN_TASK
    papers: int
    shares: Mapping[Fate, FateShare]


def losses(page: ShownPage) -> tuple[LossLine, ...]:
    """Return the lines of all agents, mode by mode."""
    modes = dict.fromkeys(task.mode for task in page.release.tasks)
    survey_of = {task.task_id: task.survey_id for task in page.release.tasks}
    lines = []
    for mode in modes:
        for agent in page.agents:
            fates = [row for row in agent.rows.get("paper_fates", ()) if _mode(page, row) == mode]
            for part, is_given in ((IN_TASK, True), (NOT_IN_TASK, False)):
                if own := [row for row in fates if row.given == is_given]:
                    lines.append(LossLine(agent.name, agent.number, mode, part, len(own), _shares(own, survey_of)))
    return tuple(lines)


def label(mode: str) -> str:
    """Return a mode in words."""
    return LABELS.get(mode, mode)


def _mode(page: ShownPage, row: PaperFate) -> str:
    task = page.release.task.get(row.task_id)
    return task.mode if task else ""


def _shares(rows: Iterable[PaperFate], survey_of: Mapping[str, str]) -> dict[Fate, FateShare]:
    by_survey: dict[str, list[float]] = defaultdict(lambda: [0.0] * len(FATES))
    for row in rows:
        by_survey[survey_of[row.task_id]][FATES.index(row.fate)] += 1
    counts = np.array(list(by_survey.values()))
    totals = counts.sum(axis=1)
    shares, sums = counts.sum(axis=0) / totals.sum(), counts.sum(axis=0)
    intervals = share_intervals(counts, totals, seed=SEED)
    all_decided = not sums[FATES.index("unknown")]
    return {
        fate: FateShare(int(sums[at]), None, None)
        if fate in ("dropped", "never-found") and not all_decided and not sums[at]
        else FateShare(int(sums[at]), float(shares[at]), intervals[at])
        for at, fate in enumerate(FATES)
    }
