"""Judged tasks to measure: by hand, and as hypothesis draws them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from litgauge.tasks.records import FactVerdict, JointVerdict, PairVerdict, ReferenceMatch
from litgauge.tasks.records.scoring import PairOutcome, Truth, Vote
from litgauge.tasks.statistics import Group, TaskResult, TaskScore, Unscored
from litgauge.tasks.statistics.values import State


def match(number: int, key: str = "", rule: str = "") -> ReferenceMatch:
    return ReferenceMatch("agent/task", number, key, rule or ("title" if key else ""), "")


def pair(statement: int, outcome: PairOutcome, page: str = "https://example.org/") -> PairVerdict:
    kinds = {"unreachable": "citation", "not-supported": "statement"}
    hallucination = kinds.get(outcome, "")
    return PairVerdict("agent/task", statement, page, outcome, "", "", hallucination, "", "", "", "")  # type: ignore[arg-type]


def together(pairs: Sequence[PairVerdict]) -> Iterator[JointVerdict]:
    """A verdict on every statement with several pages: what the best of them says."""
    of: dict[int, dict[str, PairOutcome]] = defaultdict(dict)
    for one in pairs:
        of[one.statement][one.page] = one.outcome
    order: tuple[PairOutcome, ...] = ("supported", "judge-failed", "not-supported", "unreachable")
    for number, pages in of.items():
        if len(pages) > 1:
            best = next(outcome for outcome in order if outcome in pages.values())
            yield JointVerdict("agent/task", number, tuple(pages), best, "", "", "", "", "")


def fact(
    number: int, truth: Truth, votes: Sequence[Vote] = (), models: Sequence[str] = (), *, bound: bool = False
) -> FactVerdict:
    models = tuple(models) or ("one",) * len(votes)
    blank = ("",) * len(votes)
    return FactVerdict("agent/task", number, truth, None, bound, tuple(votes), models, blank, blank)


def judged(
    *,
    found: int = 0,
    cited: int = 0,
    listed: int = 10,
    pairs: Sequence[PairVerdict] | Unscored = (),
    facts: Sequence[FactVerdict] | Unscored = (),
    survey: str = "2003.00653",
    domain: str = "C",
    answered: bool = True,
) -> TaskResult:
    """A task whose report cites `cited` works, of which `found` are in the list."""
    parts = {
        "listed": listed,
        "matches": tuple(match(number, f"key{number}" if number < found else "") for number in range(cited)),
        "pairs": pairs if isinstance(pairs, Unscored) else tuple(pairs),
        "citations": pairs if isinstance(pairs, Unscored) else tuple((one.statement, one.page) for one in pairs),
        "joint": pairs if isinstance(pairs, Unscored) else tuple(together(pairs)),
        "facts": facts if isinstance(facts, Unscored) else tuple(facts),
        "unfollowed": 0,
        "undecided_pages": 0,
        "late_works": 0,
        "undated_works": 0,
        "cites_survey": False,
    }
    return TaskResult(survey, survey, {"domain": domain, "level": "sentence"}, answered, parts)


def but(task: TaskResult, **parts: Any) -> TaskResult:
    """The same with other parts."""
    return replace(task, parts={**task.parts, **parts})


def perfect(survey: str = "2003.00653") -> TaskResult:
    """Cites the list and nothing else; all it says is supported or true."""
    return judged(
        found=10,
        cited=10,
        listed=10,
        pairs=[pair(number, "supported") for number in range(5)],
        facts=[fact(9, "true")],
        survey=survey,
    )


def score(
    value: float | None,
    survey: str,
    state: State = "scored",
    *,
    metric: str = "precision",
    of: float = 1.0,
    domain: str = "C",
    level: str = "sentence",
) -> TaskScore:
    """One row; its ratio is value * of over of."""
    known = value is not None
    groups = (Group("domain", domain), Group("level", level))
    return TaskScore(survey, survey, groups, metric, state, value, (value or 0.0) * of, of if known else 0.0, "")


_OUTCOMES: tuple[PairOutcome, ...] = ("supported", "not-supported", "unreachable", "judge-failed")
_TRUTHS: tuple[Truth, ...] = ("true", "false", "undecided", "unscored")
PAIRS = st.lists(
    st.builds(pair, st.integers(0, 4), st.sampled_from(_OUTCOMES), st.sampled_from(["a", "b", "c"])),
    max_size=8,
    unique_by=lambda one: (one.statement, one.page),  # as the stage makes them: one verdict a pair
)
FACTS = st.lists(st.builds(fact, st.integers(0, 9), st.sampled_from(_TRUTHS)), max_size=6)
UNSCORED = st.just(Unscored("judge failed"))


@st.composite
def tasks(draw: st.DrawFn) -> TaskResult:
    """Any task: given or not, empty or full, scored or not."""
    listed = draw(st.integers(0, 8))
    found = draw(st.integers(0, listed))
    cited = found + draw(st.integers(0, 5))
    task = judged(
        found=found,
        cited=cited,
        listed=listed,
        pairs=draw(PAIRS | UNSCORED),
        facts=draw(FACTS | UNSCORED),
        survey=draw(st.sampled_from(["a", "b", "c", "d"])),
        domain=draw(st.sampled_from(["C", "D"])),
        answered=draw(st.booleans()),
    )
    late = draw(st.integers(0, cited))
    return but(
        task,
        matches=draw(st.just(task.parts["matches"]) | UNSCORED),
        undecided_pages=draw(st.integers(0, 2)),
        unfollowed=draw(st.integers(0, 3)),
        late_works=late,
        undated_works=draw(st.integers(0, cited - late)),
        cites_survey=draw(st.booleans()),
    )
