"""Rows of a TaxoBench release and of its score runs, each beside its table."""

from __future__ import annotations

from typing import Literal

from litgauge.tasks.records import Table
from litgauge.tasks.records.table import column, row

Ask = Literal["deep-research", "bottom-up", "part-given"]
_SURVEY = {"survey_id": "surveys.survey_id"}


@row
class TaxonomySurvey:
    """A survey whose taxonomy is the ground truth."""

    survey_id: str = column("name of the survey in this benchmark")
    topic: str = column("its title: what agents are told")
    origin: str = column("published, reviewed by experts, or candidate: a tree that nobody has checked")


SURVEYS = Table(
    "surveys",
    TaxonomySurvey,
    "the surveys whose taxonomies are the ground truth",
    key=("survey_id",),
)


@row
class TaxonomyPaper:
    """A paper of a survey, as agents are given it."""

    survey_id: str = column("the survey")
    paper: int = column("number of the paper, from 1")
    title: str = column("its title")
    abstract: str = column("its abstract; empty where none is known")


PAPERS = Table(
    "papers",
    TaxonomyPaper,
    "the papers of each survey, as bottom-up agents are given them",
    key=("survey_id", "paper"),
    refers_to=_SURVEY,
)


@row
class TaxonomyNode:
    """A topic of an expert taxonomy."""

    survey_id: str = column("the survey")
    node: int = column("number of the topic, from 0, the root, in the order in which a tree is read")
    parent: int = column("the topic above; -1 of the root")
    name: str = column("its name, cleaned")
    label: str = column("its label as it was published")
    depth: int = column("topics above it")


NODES = Table(
    "nodes",
    TaxonomyNode,
    "the topics of the experts' taxonomies",
    key=("survey_id", "node"),
    refers_to=_SURVEY,
)


@row
class Assignment:
    """A paper at a topic of an expert taxonomy."""

    survey_id: str = column("the survey")
    node: int = column("the topic")
    position: int = column("place among the papers of the tree, from 0")
    title: str = column("title of the paper, as the tree has it")


ASSIGNMENTS = Table(
    "assignments",
    Assignment,
    "which paper the experts put at which topic",
    key=("survey_id", "position"),
    refers_to=_SURVEY,
)


@row
class TaxonomyTask:
    """A task."""

    task_id: str = column("name of the task")
    survey_id: str = column("the survey whose taxonomy is the ideal answer")
    mode: Ask = column(
        "deep-research: the topic alone; bottom-up: its papers, to be organised; part-given: the topic and some of them"
    )
    prompt: str = column("the whole text that the agent gets")


TASKS = Table(
    "tasks",
    TaxonomyTask,
    "what agents are given",
    key=("task_id",),
    refers_to=_SURVEY,
)


@row
class PartGiven:
    """A paper that a task of the mode part-given gives."""

    task_id: str = column("the task")
    paper: int = column("number of the paper among those of the survey")


PARTS_GIVEN = Table(
    "parts_given",
    PartGiven,
    "the papers that tasks of the mode part-given give: what an agent loses of them, it had found",
    key=("task_id", "paper"),
    refers_to={"task_id": "tasks.task_id"},
    required=False,
)


@row
class TreeOddity:
    """An oddity of a tree or its papers."""

    survey_id: str = column("the survey")
    code: str = column("what it is")
    detail: str = column("where")


ODDITIES = Table(
    "oddities",
    TreeOddity,
    "what is odd about the experts' trees: papers named twice, papers at inner nodes, empty nodes, …",
    refers_to=_SURVEY,
)


@row
class ReviewedTree:
    """A survey's tree as one reviewer left it."""

    survey_id: str = column("the survey")
    reviewer: int = column("number of the reviewer, from 1: the same person in every survey of a review")
    names: tuple[str, ...] = column("the topics, the root first, in the order in which a tree is read")
    parents: tuple[int, ...] = column("the topic above each; -1 of the root")
    titles: tuple[str, ...] = column("the papers, at each place where they stand")
    places: tuple[int, ...] = column("the topic of each")


REVIEWS = Table(
    "reviews",
    ReviewedTree,
    "the tree of each reviewer who accepted the survey: how far two experts agree is what a score can reach",
    key=("survey_id", "reviewer"),
    refers_to=_SURVEY,
    required=False,
)

RELEASE_TABLES = (SURVEYS, PAPERS, NODES, ASSIGNMENTS, TASKS, ODDITIES)


@row
class TreeAnswer:
    """An agent's answer to one task, as it came."""

    task_id: str = column("the task")
    file: str = column("file that it came in; empty without an answer")
    answer: str = column("the answer")


ANSWERS = Table(
    "answers",
    TreeAnswer,
    "the answers as they came",
    key=("task_id",),
)


@row
class AnswerNode:
    """A topic of an agent's tree."""

    task_id: str = column("the task")
    node: int = column("number of the topic, from 0, the root, in the order in which a tree is read")
    parent: int = column("the topic above; -1 of the root")
    name: str = column("its name")
    nearest: int = column("the experts' topic whose name is nearest")
    similarity: float = column("cosine of the two names, [-1, 1]")


ANSWER_NODES = Table(
    "answer_nodes",
    AnswerNode,
    "the topics of the agents' trees",
    key=("task_id", "node"),
)


@row
class AnswerPaper:
    """A paper at a topic of an agent's tree."""

    task_id: str = column("the task")
    position: int = column("place among the papers of the tree, from 0")
    node: int = column("the topic that it stands at")
    title: str = column("its title, as the agent wrote it")
    expected: int = column("position of the experts' paper that it is; -1 if none")
    rule: str = column("by which it is that paper; doubled or invented where it is none")


ANSWER_PAPERS = Table(
    "answer_papers",
    AnswerPaper,
    "the papers of the agents' trees, and which of the experts' they are",
    key=("task_id", "position"),
)


@row
class TreeScore:
    """Measures of one tree; empty where we could not measure."""

    task_id: str = column("the task")
    source: str = column(
        "answer; as released: what the published evaluators give it; the trivial baseline that it is; or the reviewers "
        "whose trees are compared"
    )
    state: str = column("measured, missing or unreadable")
    recall: float | None = column("share of the experts' papers that the tree holds")
    coverage: float | None = column("share of the papers given that the tree holds")
    ari: float | None = column("adjusted Rand index with the experts' categories")
    ami: float | None = column("adjusted mutual information with them")
    homogeneity: float | None = column("whether a category holds papers of one category of the experts")
    completeness: float | None = column("whether the papers of the experts' categories stay together")
    v_measure: float | None = column("harmonic mean of the two")
    ted: float | None = column("edit distance of the topics over their number")
    ted_unordered: float | None = column("the same without regard to the order of siblings")
    nsr: float | None = column("node soft recall")
    nsp: float | None = column("node soft precision")
    soft_f1: float | None = column("harmonic mean of the two")
    sem_path: float | None = column("likeness of the ways to each paper that was found")
    expected: int = column("papers of the experts' tree, each once however many topics it stands at")
    found: int = column("of these, in the agent's")
    missing: int = column("of these, not in the agent's")
    doubled: int = column("papers that the agent's tree holds again")
    invented: int = column("papers that nobody expected")
    embedding: str = column("what the likeness of names was taken from")
    remarks: str = column("what is odd about the tree, a line each")
    ted_unordered_least: float | None = column(
        "what ted_unordered is proven not to be below: the same where it is exact; empty in older runs", default=None
    )


TREE_SCORES = Table(
    "tree_scores",
    TreeScore,
    "what is measured of the agents' trees, and of trivial ones beside them",
    key=("task_id", "source"),
)


@row
class TreeGrade:
    """One of a judge's four grades of a tree."""

    task_id: str = column("the task")
    dimension: str = column("coverage, organisation, logic or topology")
    score: int | None = column("grade from 1 to 5; empty where the judge failed")
    evidence: str = column("topics that it rests on")
    reason: str = column("why; why there is no grade where the judge failed")
    question: str = column("question and version")
    model: str = column("who answered; offline for rules")
    reply: str = column("key of the stored reply; empty for rules")


TREE_GRADES = Table(
    "tree_grades",
    TreeGrade,
    "a judge's grades of the agents' trees, if one was asked",
    key=("task_id", "dimension"),
)


@row
class TreeErrors:
    """Types of errors that a judge found in one dimension of a tree (Table 6)."""

    task_id: str = column("the task")
    dimension: str = column("coverage, organisation, logic or topology")
    judged: bool = column("whether the judge gave an answer")
    types: tuple[str, ...] = column("the types of errors, none where the judge found none")
    evidence: tuple[str, ...] = column("topics that show each of them")
    reason: str = column("why there is no answer where the judge failed")
    question: str = column("question and version")
    model: str = column("who answered; offline for rules")
    reply: str = column("key of the stored reply; empty for rules")


TREE_ERRORS = Table(
    "tree_errors",
    TreeErrors,
    "the types of errors that a judge found in the agents' trees, if one was asked for them",
    key=("task_id", "dimension"),
)


@row
class AgentInput:
    """Text of each paper that a bottom-up agent was given, where it is known."""

    system: str = column("what is compared with itself under other inputs")
    input: str = column("title-abstract, summary (beside them) or core-task (and contributions, beside them)")


AGENT_INPUTS = Table(
    "agent_inputs",
    AgentInput,
    "what the agent was told of each paper, where it is known",
    key=("system",),
)

Fate = Literal["placed", "misplaced", "dropped", "never-found", "unknown"]


@row
class PaperFate:
    """What became of one paper of the experts' in an agent's tree."""

    task_id: str = column("the task")
    position: int = column("first place of the paper in the experts' tree, from 0")
    given: bool = column("whether the task gave it")
    fate: Fate = column(
        "placed; misplaced: at another topic; dropped: given or shown, and left out; never-found; unknown: not in the "
        "tree, and nobody recorded all that the agent was shown"
    )


PAPER_FATES = Table(
    "paper_fates",
    PaperFate,
    "what became of each paper of the experts'",
    key=("task_id", "position"),
)

RUN_TABLES = (ANSWERS, ANSWER_NODES, ANSWER_PAPERS, TREE_SCORES, PAPER_FATES, TREE_GRADES, TREE_ERRORS, AGENT_INPUTS)


InputPart = Literal["summary", "core-task", "contributions"]
InputKind = Literal["problem", "motivation", "method", "conclusion", "contribution", "core-task", "none"]
"""none: nothing of this part was drawn, and `reason` says why."""


@row
class PaperInput:
    """One thing that was drawn from a paper; or, with a reason, that nothing could be."""

    survey_id: str = column("the survey")
    paper: int = column("number of the paper")
    part: InputPart = column("summary (the second input), core-task or contributions (together the third)")
    position: int = column("place among the items of this part, from 1")
    kind: InputKind = column(
        "problem, motivation, method, conclusion, contribution or core-task; none where the part gave nothing"
    )
    name: str = column("what it is, in a few words")
    said: str = column("what it is, in one or two sentences; of a core task a phrase of 5 to 15 words")
    span: str = column("the words of the paper that it rests on, as they stand there")
    place: str = column("where they stand: title, abstract, or the heading of the section")
    read_from: str = column("what was read: fulltext, abstract or title")
    reason: str = column("why there is none; empty where there is one")
    question: str = column("question and version")
    model: str = column("who answered; offline for rules")
    reply: str = column("key of the stored reply; empty for rules")


INPUTS = Table(
    "inputs",
    PaperInput,
    "what was drawn from the papers for agents that are told more than title and abstract",
    key=("survey_id", "paper", "part", "position"),
    refers_to={"survey_id": "surveys.survey_id"},
    required=False,
)
