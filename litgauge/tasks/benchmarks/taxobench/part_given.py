"""Deep-research tasks that give part of the experts' papers: what an agent loses of these, it had found."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.taxobench.published import GivenPaper
from litgauge.tasks.benchmarks.taxobench.release_rows import TaxoRows
from litgauge.tasks.benchmarks.taxobench.release_tables import part_given_prompt
from litgauge.tasks.benchmarks.taxobench.rows import PartGiven, TaxonomyPaper, TaxonomyTask


def part_tasks(release: TaxoRows, shares: Sequence[float]) -> tuple[list[TaxonomyTask], list[PartGiven]]:
    """Return a task for each survey and share, and the papers that it gives.

    The papers are drawn at random, the same in every release of the survey, and those of a smaller share are among
    those of a larger. At least one is given and one left out, so a survey of one paper has no such task.
    Raises UnusableInput where a share is not between 0 and 1, or no survey has two papers.
    """
    if wrong := [share for share in shares if not 0 < share < 1]:
        raise UnusableInput(f"a share lies between 0 and 1, not {wrong[0]:g}", where="--share")
    tasks, parts = [], []
    for task, papers in _drawn(release, shares):
        tasks.append(task)
        parts += [PartGiven(task.task_id, paper.paper) for paper in papers]
    if not tasks:
        raise UnusableInput("no survey has two papers", where=release.name)
    return tasks, parts


def _drawn(release: TaxoRows, shares: Sequence[float]) -> Iterator[tuple[TaxonomyTask, list[TaxonomyPaper]]]:
    for survey_id, survey in release.surveys.items():
        papers = sorted(release.papers.get(survey_id, ()), key=lambda paper: paper.paper)
        order = random.Random(survey_id).sample(papers, len(papers))
        for share in shares if len(papers) > 1 else ():
            count = min(max(round(share * len(papers)), 1), len(papers) - 1)
            part = sorted(order[:count], key=lambda paper: paper.paper)
            prompt = part_given_prompt(survey.topic, [GivenPaper(paper.title, paper.abstract) for paper in part])
            yield TaxonomyTask(f"{survey_id}-part-{100 * share:g}", survey_id, "part-given", prompt), part
