"""Records of runs in the ledger, beside their rows: agent, release, judges, code, cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from litgauge.tasks.records.table import column, row

NOBODY = "no judge"


def judged_by(judge: str) -> str:
    """Return who judged a run, in words that go on a sentence; `judge` as `ScoreRun.judge` has it.

    >>> judged_by("offline rules"), judged_by(NOBODY)
    ('judged by offline rules', 'without a judge')
    """
    return "without a judge" if judge == NOBODY else f"judged by {judge}"


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question as it was asked: its name and version, and the digest of all that decides what is asked."""

    label: str  # name@version
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Judge:
    """A model that answered questions of a run, and what for."""

    role: str  # what for: the benchmark's word
    provider: str  # "offline" or "openai"
    model: str  # "offline" for the rules
    parameters: str  # canonical JSON
    questions: tuple[AskedQuestion, ...]


@dataclass(frozen=True, slots=True)
class Spending:
    """Cost of a run: paid calls with their tokens, and free answers."""

    calls: int = 0
    cached: int = 0
    offline: int = 0
    faults: int = 0  # calls that brought no reply
    prompt_tokens: int = 0
    completion_tokens: int = 0
    usd: float = 0.0
    searches: int = 0  # of the web that were paid for, by a search endpoint or by a model's own tool


@dataclass(frozen=True, slots=True)
class AgentRun:
    """One agent's answers to one release, as they were found: every file is kept, so nobody needs the folder again."""

    run_id: str  # "" until it is in the ledger
    agent: str
    release: str  # "reportbench@3"
    release_digest: str
    source: str  # what was read, as the user named it
    files: int
    digest: str  # over the files: their names and bytes
    ingested: str  # ISO 8601, UTC
    order: int = 0  # counted up over the ledger: tells apart what happened at one moment; 0 of an older litgauge
    settings: str = ""  # of an agent that we ran: its config, as canonical JSON; "" of answers that were brought
    recorded: str = ""  # of an agent that we ran: digest of all that decided its answers, by which its calls are kept
    trajectory: str = ""  # of an agent that we ran: digest over all that it did
    counts: Mapping[str, int] = field(default_factory=dict)  # of an agent that we ran: tasks by outcome, calls, …
    spent: Spending = field(
        default_factory=Spending
    )  # by the run that kept it; replies that it found stored cost it nothing

    @property
    def ours(self) -> bool:
        """Return whether we ran the agent, so that its trajectory is kept."""
        return bool(self.settings)


@row
class AnswerFile:
    """One file of an agent's answers, of whatever kind, kept whole under its hash."""

    path: str = column("its path in the folder that was read")
    sha256: str = column("hash of its bytes; empty if it is too large to be kept")
    size: int = column("how many bytes it has")
    blob: str = column("where it is kept, under the storage root; empty if it is too large to be kept")


@dataclass(frozen=True, slots=True)
class ScoreRun:
    """One scoring of an agent run: everything that decides its numbers, and what it took to make them."""

    run_id: str  # "2026-11-20-careful-1"; "" until it is in the ledger
    agent: str
    agent_run: str  # run id of its answers
    answers: str  # digest over the files of the answers
    release: str
    release_digest: str
    judges: tuple[Judge, ...]
    code: Mapping[str, str]  # stage -> digest of its code
    settings: str  # canonical JSON
    spent: Spending
    evidence: str  # digest over the pages that it was judged by
    litgauge: str  # version
    started: str  # ISO 8601, UTC
    ended: str
    rescores: str = ""  # run id of the score run that this one repeats in part
    benchmark: str = "reportbench"  # the one that declares the run's tables and metrics; the first runs knew no other
    counts: Mapping[str, int] = field(default_factory=dict)  # tasks, scored, unscored (our fault), missing, strays, …
    order: int = 0  # as in AgentRun

    @property
    def offline(self) -> bool:
        """Return whether rules answered all questions, so that no model saw the reports."""
        return bool(self.judges) and all(judge.provider == "offline" for judge in self.judges)

    @property
    def judge(self) -> str:
        """Return who judged, for people: the models in order, "offline rules", or `NOBODY` where nobody was asked."""
        models = dict.fromkeys(judge.model for judge in self.judges if judge.model != "offline")
        return " + ".join(models) or ("offline rules" if self.judges else NOBODY)
