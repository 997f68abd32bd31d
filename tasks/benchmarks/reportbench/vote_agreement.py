"""The votes on statements as labels of judges, to see how far the judges agree (ReportBench, section 3.1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tasks.metrics.coefficients import Agreement, Label, agreement, cohen_kappa
from tasks.records import FactVerdict


@dataclass(frozen=True, slots=True)
class VoteAgreement:
    """Agreement of all votes on a statement, of each model with itself, and of the models' majorities."""

    votes: Agreement
    within: Mapping[str, Agreement]  # repeated votes of one model
    between: Mapping[tuple[str, str], float | None]  # Cohen's kappa of two models' majorities


def vote_agreement(facts: Iterable[FactVerdict]) -> VoteAgreement:
    """Agreement of the judges of statements without citation.

    "abstain" is a label like the others; a failed vote is none. Statements whose voting stopped when it was decided
    are left out: who was not asked would have disagreed more often.
    """
    complete = [fact for fact in facts if not fact.bound]
    models = sorted({model for fact in complete for model in fact.models})
    majorities = {model: [_majority(_votes(fact, model)) for fact in complete] for model in models}
    return VoteAgreement(
        agreement([_votes(fact) for fact in complete]),
        {model: agreement([_votes(fact, model) for fact in complete]) for model in models},
        {(one, other): cohen_kappa(majorities[one], majorities[other]) for one, other in combinations(models, 2)},
    )


def _votes(fact: FactVerdict, model: str | None = None) -> list[Label]:
    cast = zip(fact.models, fact.votes, strict=True)
    return [None if vote == "failed" else vote for by, vote in cast if model is None or by == model]


def _majority(votes: Sequence[Label]) -> Label:
    """The label that more votes have than any other; None for a tie or no vote."""
    counts: dict[Label, int] = defaultdict(int)
    for vote in votes:
        if vote is not None:
            counts[vote] += 1
    best = max(counts.values(), default=0)
    leaders = [label for label, count in counts.items() if count == best]
    return leaders[0] if len(leaders) == 1 else None
