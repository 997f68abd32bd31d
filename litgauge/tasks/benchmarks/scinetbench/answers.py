"""Tasks as agents get them, and the works that their answers list."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from litgauge.tasks.answers.rows import folded_field
from litgauge.tasks.answers.work_lists.lists import MOST_LISTED, ReadList, paired, read_answer
from litgauge.tasks.answers.work_lists.works import ListedWork, names_works
from litgauge.tasks.benchmark import Answer, AnswerRows, Answers, GivenTask, Notation
from litgauge.tasks.benchmarks.scinetbench.release import NetworkRows
from litgauge.tasks.benchmarks.scinetbench.rows import AnsweredWork, NetworkTask, TaskAnswer


def given_tasks(release: NetworkRows) -> tuple[GivenTask, ...]:
    """Return the prompt of every task, in the release's order."""
    return tuple(GivenTask(task.task_id, task.prompt) for task in release.tasks)


def parse_works(answer: Answer, task: NetworkTask) -> AnswerRows:
    """Return the works that an answer lists, in its order."""
    read = read_answer(answer)
    works = answered_works(task, read)
    return {
        "answers": [TaskAnswer(task.task_id, answer.place, len(works), read.remark)],
        "listed": [_row(task.task_id, number, work) for number, work in enumerate(works)],
    }


def no_works(task: NetworkTask) -> AnswerRows:
    """Return the rows of a task that the agent did not answer."""
    return {"answers": [TaskAnswer(task.task_id, "", 0, "")], "listed": []}


def is_entry(names: Collection[str]) -> bool:
    """Return whether fields of these names describe a work, or a pair of works."""
    return names_works(list(names)) or paired(names)


def answered_works(task: NetworkTask, read: ReadList) -> list[ListedWork]:
    """Return the works that answer the task: the other work of each pair; along a path, its works in order.

    Of a pair, the work asked about is recognised by its OpenAlex number; without one, the citing work answers.
    """
    if not read.pairs:
        return list(read.works)
    if task.kind == "path-wise":
        return _chained(read.pairs)[:MOST_LISTED]
    own = {task.subject}
    return [second if first.openalex in own and first.openalex is not None else first for first, second in read.pairs]


def _chained(pairs: Sequence[tuple[ListedWork, ListedWork]]) -> list[ListedWork]:
    """Return the works of a path's steps from its newer end, in whatever order the steps stand.

    Of steps that are no one chain all works, as they stand.
    """
    steps = {_identity_of(citing): (citing, cited) for citing, cited in pairs}
    cited_works = {_identity_of(cited) for _, cited in pairs}
    beginnings = [citing for citing, _ in pairs if _identity_of(citing) not in cited_works]
    chain = beginnings[:1]
    while chain and (step := steps.pop(_identity_of(chain[-1]), None)):
        chain.append(step[1])
    return chain if len(chain) == len(pairs) + 1 else [work for pair in pairs for work in pair]


def _identity_of(work: ListedWork) -> str:
    """Return the key under which an answer repeats a work."""
    return str(work.openalex or work.doi or work.arxiv_id or folded_field(work.title))


def _row(task_id: str, position: int, work: ListedWork) -> AnsweredWork:
    return AnsweredWork(
        task_id, position, work.title, work.author, work.year, work.doi, work.arxiv_id, work.openalex, work.sentiment
    )


ANSWERS = Answers(
    given_tasks=given_tasks,
    naming="one file a task, named by it (.json, .md or .csv), or one file for all: JSON lines with task_id and "
    "answer, JSON with an answer by task, CSV with a column task_id, or a run as TREC has it",
    parse=parse_works,
    notation=Notation(
        whole=("JSON", "text", "table", "run"),
        fields=("answer", "answers", "works", "papers", "list", "ranked_list", "ranking", "path", "pairs", "results",
                "retrieved", "response", "output", "text"),
        is_entry=is_entry,
    ),
    part=lambda task: task.kind,
    unanswered=no_works,
)  # fmt: skip
