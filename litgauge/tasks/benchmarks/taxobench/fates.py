"""What became of each paper that the experts have: placed, misplaced, dropped, never found, or not known."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from litgauge.tasks.agents.survey_traces import SurveyTraces, readable
from litgauge.tasks.benchmarks.taxobench.assignment import best_pairing
from litgauge.tasks.benchmarks.taxobench.match_papers import align_papers
from litgauge.tasks.benchmarks.taxobench.release_rows import TaxoRows
from litgauge.tasks.benchmarks.taxobench.rows import AnswerPaper, Fate, PaperFate, TaxonomyTask, TreeAnswer
from litgauge.tasks.benchmarks.taxobench.trees import Tree
from litgauge.tasks.records import WorkIdentity

Shown = Mapping[str, Sequence[str]]
"""Texts that an agent was shown, by task; without a task whose texts nobody recorded."""


def paper_fates(
    answers: Iterable[TreeAnswer], papers: Iterable[AnswerPaper], release: TaxoRows, shown: Shown
) -> list[PaperFate]:
    """Return a row for each paper of the experts in each task that was answered, or asked.

    A paper stands where the experts have it if its topic is the partner of theirs: topics of the two trees that hold
    papers are paired one to one, so that most papers are at partners (as in the accuracy of clusterings). One that is
    not in the tree was dropped if the task gave it, or its title stood in what searches and pages showed; never found
    if all that was shown is known and it stood nowhere; else nobody knows which.
    """
    placed: dict[str, list[AnswerPaper]] = defaultdict(list)
    for paper in papers:
        if paper.expected >= 0:
            placed[paper.task_id].append(paper)
    rows: list[PaperFate] = []
    for answer in answers:
        if (task := release.task.get(answer.task_id)) is not None:
            rows += _of_task(task, placed[answer.task_id], release, shown.get(answer.task_id))
    return rows


def _of_task(
    task: TaxonomyTask, placed: Sequence[AnswerPaper], release: TaxoRows, shown: Sequence[str] | None
) -> Iterator[PaperFate]:
    expert = release.trees[task.survey_id]
    first = expert.first_places
    nodes: dict[int, int] = {}
    for paper in sorted(placed, key=lambda paper: paper.position):
        nodes.setdefault(first[paper.expected], paper.node)
    partners = _partners(expert, nodes)
    given_papers = given_positions(task, release)
    texts = None if shown is None else [readable(text) for text in shown]
    for position in sorted(set(first)):
        fate: Fate
        if position in nodes:
            fate = "placed" if partners.get(nodes[position]) == expert.papers[position].node else "misplaced"
        elif position in given_papers:
            fate = "dropped"
        else:
            fate = _absent(expert.papers[position].title, texts)
        yield PaperFate(task.task_id, position, position in given_papers, fate)


def _partners(expert: Tree, nodes: Mapping[int, int]) -> dict[int, int]:
    """Return the experts' topic of each topic of the agent's tree that has one."""
    ours = sorted({expert.papers[position].node for position in nodes})
    theirs = sorted(set(nodes.values()))
    shared = np.zeros((len(theirs), len(ours)))
    for position, node in nodes.items():
        shared[theirs.index(node), ours.index(expert.papers[position].node)] += 1
    rows, columns = best_pairing(shared)
    return {theirs[row]: ours[column] for row, column in zip(rows, columns, strict=True) if shared[row, column]}


def given_positions(task: TaxonomyTask, release: TaxoRows) -> set[int]:
    """Return the positions, in the experts' tree, of the papers that a task gives."""
    expert = release.trees[task.survey_id]
    if task.mode == "bottom-up":
        titles = [paper.title for paper in release.papers.get(task.survey_id, ())]
    else:
        numbers = release.part_given.get(task.task_id, frozenset())
        titles = [paper.title for paper in release.papers.get(task.survey_id, ()) if paper.paper in numbers]
    if not titles:
        return set()
    once = sorted(set(expert.first_places))
    pairs = align_papers([expert.papers[position].title for position in once], titles, numbers=False).pairs
    return {once[pair.expected] for pair in pairs}


def _absent(title: str, texts: Sequence[str] | None) -> Fate:
    if texts is None:
        return "unknown"
    traces = SurveyTraces([WorkIdentity(title=title)])
    findings = [traces.in_text(text) for text in texts]
    if any(finding.evidence for finding in findings):
        return "dropped"
    if any(finding.doubt for finding in findings) or not traces.has_title:
        return "unknown"  # a short title stands in many texts
    return "never-found"
