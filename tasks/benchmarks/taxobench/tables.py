"""The rows of a TaxoBench release and of its score runs, each beside its table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tasks.records import Table

Ask = Literal["deep-research", "bottom-up"]
_SURVEY = {"survey_id": "surveys.survey_id"}


@dataclass(frozen=True, slots=True)
class TaxonomySurvey:
    """A survey whose taxonomy is the ground truth."""

    survey_id: str
    topic: str
    origin: str  # "published", "reviewed", or "candidate": a tree that nobody has checked


SURVEYS = Table(
    "surveys",
    TaxonomySurvey,
    "the surveys whose taxonomies are the ground truth",
    {
        "survey_id": "name of the survey in this benchmark",
        "topic": "its title: what agents are told",
        "origin": "published, reviewed by experts, or candidate: a tree that nobody has checked",
    },
    key=("survey_id",),
)


@dataclass(frozen=True, slots=True)
class TaxonomyPaper:
    """A paper of a survey, as agents are given it."""

    survey_id: str
    paper: int  # from 1, in the order in which they are given
    title: str
    abstract: str


PAPERS = Table(
    "papers",
    TaxonomyPaper,
    "the papers of each survey, as bottom-up agents are given them",
    {
        "survey_id": "the survey",
        "paper": "number of the paper, from 1",
        "title": "its title",
        "abstract": "its abstract; empty where none is known",
    },
    key=("survey_id", "paper"),
    refers_to=_SURVEY,
)


@dataclass(frozen=True, slots=True)
class TaxonomyNode:
    """A topic of an expert taxonomy."""

    survey_id: str
    node: int  # from 0, the root, in pre-order
    parent: int  # -1 of the root
    name: str
    label: str  # as it was published
    depth: int


NODES = Table(
    "nodes",
    TaxonomyNode,
    "the topics of the experts' taxonomies",
    {
        "survey_id": "the survey",
        "node": "number of the topic, from 0, the root, in the order in which a tree is read",
        "parent": "the topic above; -1 of the root",
        "name": "its name, cleaned",
        "label": "its label as it was published",
        "depth": "topics above it",
    },
    key=("survey_id", "node"),
    refers_to=_SURVEY,
)


@dataclass(frozen=True, slots=True)
class Assignment:
    """A paper at a topic of an expert taxonomy."""

    survey_id: str
    node: int
    position: int  # among all papers of the tree, from 0
    title: str  # as the tree has it


ASSIGNMENTS = Table(
    "assignments",
    Assignment,
    "which paper the experts put at which topic",
    {
        "survey_id": "the survey",
        "node": "the topic",
        "position": "place among the papers of the tree, from 0",
        "title": "title of the paper, as the tree has it",
    },
    key=("survey_id", "position"),
    refers_to=_SURVEY,
)


@dataclass(frozen=True, slots=True)
class TaxonomyTask:
    """What an agent is asked."""

    task_id: str
    survey_id: str
    mode: Ask
    prompt: str


TASKS = Table(
    "tasks",
    TaxonomyTask,
    "what agents are given",
    {
        "task_id": "name of the task",
        "survey_id": "the survey whose taxonomy is the ideal answer",
        "mode": "deep-research: the topic alone; bottom-up: its papers, to be organised",
        "prompt": "the whole text that the agent gets",
    },
    key=("task_id",),
    refers_to=_SURVEY,
)


@dataclass(frozen=True, slots=True)
class TreeOddity:
    """What is odd about a tree or its papers."""

    survey_id: str
    code: str
    detail: str


ODDITIES = Table(
    "oddities",
    TreeOddity,
    "what is odd about the experts' trees: papers named twice, papers at inner nodes, empty nodes, …",
    {"survey_id": "the survey", "code": "what it is", "detail": "where"},
    refers_to=_SURVEY,
)

RELEASE_TABLES = (SURVEYS, PAPERS, NODES, ASSIGNMENTS, TASKS, ODDITIES)


@dataclass(frozen=True, slots=True)
class TreeAnswer:
    """An agent's answer to one task, as it came."""

    task_id: str
    file: str  # "" where the agent gave none
    answer: str  # text, or JSON; "" where the agent gave none


ANSWERS = Table(
    "answers",
    TreeAnswer,
    "the answers as they came",
    {"task_id": "the task", "file": "file that it came in; empty without an answer", "answer": "the answer"},
    key=("task_id",),
)


@dataclass(frozen=True, slots=True)
class AnswerNode:
    """A topic of an agent's tree."""

    task_id: str
    node: int
    parent: int
    name: str
    nearest: int  # the experts' topic whose name is nearest
    similarity: float  # to it, [-1, 1]


ANSWER_NODES = Table(
    "answer_nodes",
    AnswerNode,
    "the topics of the agents' trees",
    {
        "task_id": "the task",
        "node": "number of the topic, from 0, the root, in the order in which a tree is read",
        "parent": "the topic above; -1 of the root",
        "name": "its name",
        "nearest": "the experts' topic whose name is nearest",
        "similarity": "cosine of the two names",
    },
    key=("task_id", "node"),
)


@dataclass(frozen=True, slots=True)
class AnswerPaper:
    """A paper at a topic of an agent's tree."""

    task_id: str
    position: int
    node: int
    title: str
    expected: int  # position of the experts' paper that it is; -1 if none
    rule: str  # by which; "doubled" or "invented" without one


ANSWER_PAPERS = Table(
    "answer_papers",
    AnswerPaper,
    "the papers of the agents' trees, and which of the experts' they are",
    {
        "task_id": "the task",
        "position": "place among the papers of the tree, from 0",
        "node": "the topic that it stands at",
        "title": "its title, as the agent wrote it",
        "expected": "position of the experts' paper that it is; -1 if none",
        "rule": "by which it is that paper; doubled or invented where it is none",
    },
    key=("task_id", "position"),
)


@dataclass(frozen=True, slots=True)
class TreeScore:
    """What is measured of one tree; empty where we could not measure."""

    task_id: str
    source: str  # "answer", or the trivial baseline that it is
    state: str  # measured, missing, unreadable
    recall: float | None
    coverage: float | None
    ari: float | None
    ami: float | None
    homogeneity: float | None
    completeness: float | None
    v_measure: float | None
    ted: float | None
    ted_unordered: float | None
    nsr: float | None
    nsp: float | None
    soft_f1: float | None
    sem_path: float | None
    expected: int
    found: int
    missing: int
    doubled: int
    invented: int
    embedding: str
    remarks: str  # diagnostics, a line each


TREE_SCORES = Table(
    "tree_scores",
    TreeScore,
    "what is measured of the agents' trees, and of trivial ones beside them",
    {
        "task_id": "the task",
        "source": "answer, or the trivial baseline that it is",
        "state": "measured, missing or unreadable",
        "recall": "share of the experts' papers that the tree holds",
        "coverage": "share of the papers given that the tree holds",
        "ari": "adjusted Rand index with the experts' categories",
        "ami": "adjusted mutual information with them",
        "homogeneity": "whether a category holds papers of one category of the experts",
        "completeness": "whether the papers of the experts' categories stay together",
        "v_measure": "harmonic mean of the two",
        "ted": "edit distance of the topics over their number",
        "ted_unordered": "the same without regard to the order of siblings, constrained",
        "nsr": "node soft recall",
        "nsp": "node soft precision",
        "soft_f1": "harmonic mean of the two",
        "sem_path": "likeness of the ways to each paper that was found",
        "expected": "papers of the experts' tree, each once however many topics it stands at",
        "found": "of these, in the agent's",
        "missing": "of these, not in the agent's",
        "doubled": "papers that the agent's tree holds again",
        "invented": "papers that nobody expected",
        "embedding": "what the likeness of names was taken from",
        "remarks": "what is odd about the tree, a line each",
    },
    key=("task_id", "source"),
)


@dataclass(frozen=True, slots=True)
class TreeGrade:
    """One of a judge's four grades of a tree."""

    task_id: str
    dimension: str  # coverage, organisation, logic, topology
    score: int | None  # 1 to 5; None where the judge failed
    evidence: str
    reason: str  # the judge's; why there is no grade where it failed
    question: str
    model: str
    reply: str  # key of the stored reply; "" for rules


TREE_GRADES = Table(
    "tree_grades",
    TreeGrade,
    "a judge's grades of the agents' trees, if one was asked",
    {
        "task_id": "the task",
        "dimension": "coverage, organisation, logic or topology",
        "score": "grade from 1 to 5; empty where the judge failed",
        "evidence": "topics that it rests on",
        "reason": "why; why there is no grade where the judge failed",
        "question": "question and version",
        "model": "who answered; offline for rules",
        "reply": "key of the stored reply; empty for rules",
    },
    key=("task_id", "dimension"),
)


@dataclass(frozen=True, slots=True)
class TreeErrors:
    """The types of errors that a judge found in one dimension of a tree (Table 6)."""

    task_id: str
    dimension: str  # coverage, organisation, logic, topology
    judged: bool  # False where the judge failed
    types: tuple[str, ...]  # of `judging.error_types`
    evidence: tuple[str, ...]  # of each type
    reason: str  # why there is none where the judge failed; else empty
    question: str
    model: str
    reply: str  # key of the stored reply; "" for rules


TREE_ERRORS = Table(
    "tree_errors",
    TreeErrors,
    "the types of errors that a judge found in the agents' trees, if one was asked for them",
    {
        "task_id": "the task",
        "dimension": "coverage, organisation, logic or topology",
        "judged": "whether the judge gave an answer",
        "types": "the types of errors, none where the judge found none",
        "evidence": "topics that show each of them",
        "reason": "why there is no answer where the judge failed",
        "question": "question and version",
        "model": "who answered; offline for rules",
        "reply": "key of the stored reply; empty for rules",
    },
    key=("task_id", "dimension"),
)


@dataclass(frozen=True, slots=True)
class AgentInput:
    """What a bottom-up agent was told of each paper, where it is known."""

    system: str  # which is compared with itself under other inputs: the model
    input: str  # title-abstract, summary or core-task


AGENT_INPUTS = Table(
    "agent_inputs",
    AgentInput,
    "what the agent was told of each paper, where it is known",
    {
        "system": "what is compared with itself under other inputs",
        "input": "title-abstract, summary (beside them) or core-task (and contributions, beside them)",
    },
    key=("system",),
)

RUN_TABLES = (ANSWERS, ANSWER_NODES, ANSWER_PAPERS, TREE_SCORES, TREE_GRADES, TREE_ERRORS, AGENT_INPUTS)
