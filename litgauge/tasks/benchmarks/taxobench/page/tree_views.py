"""View of one answer: both trees, every paper with its place in the other, and the scores."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from litgauge.tasks.benchmark import AnswerMark, Metric, Rows, WrittenAnswer, metrics_in
from litgauge.tasks.benchmarks.taxobench import metrics
from litgauge.tasks.benchmarks.taxobench.baselines import BASELINES
from litgauge.tasks.benchmarks.taxobench.release_rows import TaxoRows
from litgauge.tasks.benchmarks.taxobench.rows import (
    AnswerNode,
    AnswerPaper,
    TaxonomyTask,
    TreeAnswer,
    TreeGrade,
    TreeScore,
)
from litgauge.tasks.benchmarks.taxobench.trees import Tree
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import LoadedRun
from litgauge.tasks.records.grouping import rows_by

MATCH, DOUBLED, INVENTED, MISSED = MARKS = (
    AnswerMark("found", "✓", "found"),
    AnswerMark("doubled", "⊕", "again"),
    AnswerMark("invented", "✗", "not the experts’"),
    AnswerMark("missed", "⊘", "missing"),
)
_MARKED = {"doubled": DOUBLED, "invented": INVENTED}
_COLOURS = 8
_DEEPEST = 9  # levels that are indented further


@dataclass(frozen=True, slots=True)
class Place:
    """A topic that holds papers, as the other tree's papers name it: by a sign of its own, and a colour."""

    sign: str  # "3" of the experts' topics, "C" of the agent's
    colour: int  # 0 to 7
    name: str


@dataclass(frozen=True, slots=True)
class PaperLine:
    """A paper in a tree."""

    mark: AnswerMark
    title: str
    elsewhere: Place | None  # where the other tree has it
    rule: str  # that matched it; "" without a match


@dataclass(frozen=True, slots=True)
class TopicLine:
    """A topic with the papers that stand at it."""

    level: int  # 1 is the root
    indent: int  # the same, up to where a page is wide enough
    name: str
    place: Place | None  # of a topic that holds papers
    nearest: str  # the other tree's topic whose name is nearest; "" where none is known
    similarity: float
    papers: tuple[PaperLine, ...]


@dataclass(frozen=True, slots=True)
class MeasureLine:
    """A metric of this tree, and of the trivial trees beside it."""

    metric: Metric
    value: float | None
    trivial: tuple[float | None, ...]  # in the order of `BASELINES`; None where there is none


@dataclass(frozen=True, slots=True)
class TreeView:
    """One answer, down to the papers."""

    task: TaxonomyTask
    topic: str
    origin: str
    file: str
    embedding: str
    remarks: tuple[str, ...]
    expert: tuple[TopicLine, ...]
    predicted: tuple[TopicLine, ...]  # empty where no tree was given, or what was given is none
    answer: str  # as it came, where it is no tree
    written: str  # as it came
    trivial: tuple[str, ...]  # the trivial trees, as columns
    measures: tuple[MeasureLine, ...]
    grades: tuple[TreeGrade, ...]  # the judge's
    tally: tuple[tuple[AnswerMark, int], ...]


def tree_views(
    release: TaxoRows, runs: Sequence[LoadedRun], _storage: Storage | None
) -> tuple[dict[str, TreeView], ...]:
    """Of each run, what to show of every task that was answered."""
    return tuple(_views(release, run.rows) for run in runs)


def task_titles(release: TaxoRows) -> dict[str, str]:
    """Return the topic of each task."""
    return {task.task_id: release.surveys[task.survey_id].topic for task in release.tasks}


def tally(view: TreeView) -> tuple[tuple[AnswerMark, int], ...]:
    """Return how many papers came out in each way."""
    return view.tally


def written(view: TreeView) -> WrittenAnswer | None:
    """Return the tree as the agent wrote it; None of an agent that gave none."""
    return WrittenAnswer(view.written) if view.written else None


def measured_metrics() -> tuple[Metric, ...]:
    """Return the metrics that are measured of trees and have a trivial counterpart."""
    fields = set(TreeScore.__dataclass_fields__) - {"expected", "found", "missing", "doubled", "invented"}
    return tuple(metric for metric in metrics_in(metrics) if metric.name in fields)


def _views(release: TaxoRows, rows: Rows) -> dict[str, TreeView]:
    nodes = rows_by(rows["answer_nodes"], lambda node: node.task_id)
    papers = rows_by(rows["answer_papers"], lambda paper: paper.task_id)
    scores = {(row.task_id, row.source): row for row in rows["tree_scores"]}
    grades = rows_by(rows.get("tree_grades", ()), lambda grade: grade.task_id)
    return {
        answer.task_id: _view(
            release, answer, nodes[answer.task_id], papers[answer.task_id], scores, grades[answer.task_id]
        )
        for answer in rows["answers"]
        if answer.task_id in release.task
    }


def _view(
    release: TaxoRows,
    answer: TreeAnswer,
    nodes: Sequence[AnswerNode],
    papers: Sequence[AnswerPaper],
    scores: Mapping[tuple[str, str], TreeScore],
    grades: Sequence[TreeGrade],
) -> TreeView:
    task = release.task[answer.task_id]
    survey, expert = release.surveys[task.survey_id], release.trees[task.survey_id]
    nodes = sorted(nodes, key=lambda node: node.node)
    ours = _places(expert.categories, expert.names, [str(number) for number in range(1, len(expert) + 1)])
    theirs = _places(sorted({paper.node for paper in papers}), [node.name for node in nodes], None)
    expert_lines, predicted = _expert_lines(expert, ours, theirs, papers), _lines(nodes, papers, expert, ours, theirs)
    own = scores.get((task.task_id, "answer"))
    counts = Counter(line.mark for topic in (*predicted, *expert_lines) for line in topic.papers if line.mark != MATCH)
    counts[MATCH] = len({expert.first_places[paper.expected] for paper in papers if paper.expected >= 0})
    counts[MISSED] = own.missing if own else counts[MISSED]
    return TreeView(
        task=task,
        topic=survey.topic,
        origin=survey.origin,
        file=answer.file,
        embedding=own.embedding if own else "",
        remarks=tuple(own.remarks.split("\n")) if own and own.remarks else (),
        expert=expert_lines,
        predicted=predicted,
        answer="" if predicted else answer.answer,
        written=answer.answer,
        trivial=BASELINES,
        measures=tuple(_measure(metric, task.task_id, scores) for metric in measured_metrics()),
        grades=tuple(grades),
        tally=tuple((mark, counts[mark]) for mark in MARKS if counts[mark]),
    )


def _measure(metric: Metric, task_id: str, scores: Mapping[tuple[str, str], TreeScore]) -> MeasureLine:
    rows = [scores.get((task_id, source)) for source in ("answer", *BASELINES)]
    value, *trivial = (getattr(row, metric.name) if row else None for row in rows)
    return MeasureLine(metric, value, tuple(trivial))


def _places(holding: Sequence[int], names: Sequence[str], signs: Sequence[str] | None) -> dict[int, Place]:
    """Return the topics that hold papers, by node."""
    return {
        node: Place(signs[at] if signs else _letters(at), at % _COLOURS, names[node]) for at, node in enumerate(holding)
    }


def _letters(number: int) -> str:
    """A, B, …, Z, AA, AB, ….

    >>> [_letters(number) for number in (0, 25, 26, 27)]
    ['A', 'Z', 'AA', 'AB']
    """
    above, rest = divmod(number, 26)
    return (_letters(above - 1) if above else "") + chr(ord("A") + rest)


def _expert_lines(
    expert: Tree, ours: Mapping[int, Place], theirs: Mapping[int, Place], papers: Sequence[AnswerPaper]
) -> tuple[TopicLine, ...]:
    placed = {paper.expected: paper for paper in papers if paper.expected >= 0}
    first = expert.first_places
    at: dict[int, list[PaperLine]] = defaultdict(list)
    for position, paper in enumerate(expert.papers):
        place = placed.get(position) or placed.get(first[position])
        line = PaperLine(MATCH if place else MISSED, paper.title, theirs[place.node] if place else None, "")
        at[paper.node].append(line)
    return tuple(
        TopicLine(depth + 1, min(depth, _DEEPEST), name, ours.get(node), "", 0.0, tuple(at[node]))
        for node, (name, depth) in enumerate(zip(expert.names, expert.depths, strict=True))
    )


def _lines(
    nodes: Sequence[AnswerNode],
    papers: Sequence[AnswerPaper],
    expert: Tree,
    ours: Mapping[int, Place],
    theirs: Mapping[int, Place],
) -> tuple[TopicLine, ...]:
    at: dict[int, list[PaperLine]] = defaultdict(list)
    for paper in sorted(papers, key=lambda paper: paper.position):
        expected = paper.expected >= 0
        elsewhere = ours[expert.papers[paper.expected].node] if expected else None
        mark = MATCH if expected else _MARKED.get(paper.rule, INVENTED)
        at[paper.node].append(PaperLine(mark, paper.title, elsewhere, paper.rule if expected else ""))
    depths = Tree(tuple(node.name for node in nodes), tuple(node.parent for node in nodes)).depths
    return tuple(
        TopicLine(
            depth + 1,
            min(depth, _DEEPEST),
            node.name,
            theirs.get(node.node),
            expert.names[node.nearest],
            node.similarity,
            tuple(at[node.node]),
        )
        for node, depth in zip(nodes, depths, strict=True)
    )
