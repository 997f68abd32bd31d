"""Tasks that an agent is given, and the reader of its answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from litgauge.tasks.benchmark import Answer, AnswerKey, AnswerRows, Answers, GivenPaper, GivenTask, Notation, PaperNote
from litgauge.tasks.benchmarks.taxobench.paper_inputs import SETTINGS, describe_paper
from litgauge.tasks.benchmarks.taxobench.release_rows import TaxoRows
from litgauge.tasks.benchmarks.taxobench.rows import PaperInput, TaxonomyTask, TreeAnswer
from litgauge.tasks.benchmarks.taxobench.trees.tree_text import has_answer
from litgauge.tasks.records import WorkIdentity
from litgauge.tasks.records.grouping import rows_by


def given_tasks(release: TaxoRows) -> tuple[GivenTask, ...]:
    """Every task, in the release's order: its prompt, its papers if they are given, and the survey itself withheld."""
    return tuple(
        GivenTask(
            task.task_id,
            task.prompt,
            withheld=(WorkIdentity(title=release.surveys[task.survey_id].topic),),
            papers=_given_papers(release, task.survey_id) if task.mode == "bottom-up" else (),
            topic=release.surveys[task.survey_id].topic,
        )
        for task in release.tasks
    )


def answer_key(release: TaxoRows, task_id: str) -> AnswerKey:
    """Return the papers that the experts' tree of a task holds."""
    papers = release.papers.get(release.task[task_id].survey_id, ())
    return AnswerKey(tuple(WorkIdentity(title=paper.title) for paper in papers))


def _given_papers(release: TaxoRows, survey_id: str) -> tuple[GivenPaper, ...]:
    """Return the papers of a survey, each with what was drawn from it for the other inputs (section 4)."""
    drawn = rows_by(release.inputs.get(survey_id, ()), lambda row: row.paper)
    papers = release.papers.get(survey_id, ())
    notes = {paper.paper: tuple(_notes(drawn[paper.paper])) for paper in papers}
    return tuple(GivenPaper(paper.title, paper.abstract, notes[paper.paper]) for paper in papers)


def _notes(drawn: Sequence[PaperInput]) -> Iterator[PaperNote]:
    for setting in SETTINGS[1:] if drawn else ():
        if text := describe_paper("", "", drawn, setting).strip():
            yield PaperNote(setting, text)


def parse_tree(answer: Answer, task: TaxonomyTask) -> AnswerRows:
    """Return the answer as it was given: its tree is read where it is measured."""
    other = next(filter(has_answer, (answer.content, *answer.others)), answer.content)
    return {"answers": [TreeAnswer(task.task_id, answer.place, replace(answer, content=other).text)]}


def no_tree(task: TaxonomyTask) -> AnswerRows:
    """Return the row of a task for which the agent gave no tree."""
    return {"answers": [TreeAnswer(task.task_id, "", "")]}


def task_spellings(name: str, row: Mapping[str, Any]) -> Iterator[str]:
    """Names of the task that a row answers.

    A published row names its survey alone and answers the bottom-up task, unless it says `"mode": "deep-research"`, or
    `"part-50"` for a task that gives half of the papers.
    """
    mode = str(row.get("mode", ""))
    if not mode.startswith("part-"):
        mode = "research" if "research" in mode else "bottom-up"
    yield from (name, f"{name}-{mode}", f"survey-{name}-{mode}")


ANSWERS = Answers(
    given_tasks=given_tasks,
    answer_key=answer_key,
    naming="one file a task, named by it (.json or .md), or JSON lines with task_id and answer, "
    "or with id and hierarchy_tree as published",
    parse=parse_tree,
    notation=Notation(
        whole=("JSON", "text", "outline"),
        fields=("hierarchy_tree", "tree", "lists", "answer", "response", "output", "text", "content", "taxonomy"),
        spellings=task_spellings,
    ),
    part=lambda task: task.mode,
    unanswered=no_tree,
)
