"""Statements without citation: which are factual claims, and are they true? (ReportBench, sections 2.2 and 3.1)"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from litgauge.tasks.judge.asking import NOTHING, ask_until_sound, context_of, together, why
from litgauge.tasks.judge.questions import UNCITED_FACTS, UncitedFacts, numbered
from litgauge.tasks.judge.settings import FactSettings, JudgeSettings
from litgauge.tasks.judge.voters import Ballot, Tally, Voter, decided, tally
from litgauge.tasks.llm.reply import Asker, Unscored
from litgauge.tasks.records import FactVerdict, Statement
from litgauge.tasks.records.scoring import Truth
from litgauge.tasks.records.unscored import BUDGET, ENDPOINT


@dataclass(frozen=True, slots=True)
class FactSelection:
    """Selection among a report's statements without citation."""

    facts: tuple[Statement, ...]  # factual claims, to be voted on
    others: tuple[Statement, ...]  # opinions, transitions, common knowledge: not scored
    unscored: tuple[FactVerdict, ...]  # one for each statement that the judge failed to sort


async def find_facts(
    statements: Sequence[Statement], asker: Asker, settings: FactSettings, *, cited: Sequence[Statement] = ()
) -> FactSelection:
    """Return the statements without citation that are factual claims, neither opinion nor common knowledge.

    Statements with a citation are skipped; those in `cited` are shown to the judge, so that a statement that
    only repeats one is left out. An answer with a number that was not shown, or whose first words are not
    those of that statement, is refused and asked again; a statement that finally fails is unscored.
    """
    plain = [statement for statement in statements if not statement.cited]
    arguments = (
        "\n".join(f"- {' '.join(statement.text.split())}" for statement in cited)[: settings.batch_characters]
        or NOTHING
    )
    repeated = {" ".join(statement.text.split()) for statement in cited}
    batches = list(
        _batches(
            [statement for statement in plain if " ".join(statement.text.split()) not in repeated],
            settings.batch_characters,
        )
    )
    answers = await together(*(_facts_of(batch, arguments, asker, settings) for batch in batches))
    facts: list[Statement] = []
    unscored: list[FactVerdict] = []
    for batch, answer in zip(batches, answers, strict=True):
        if isinstance(answer, Unscored):
            reason = why(answer) if answer.reason in (BUDGET, ENDPOINT) else f"uncited-facts: {why(answer)}"
            unscored += [_without_votes(statement, "unscored", reason) for statement in batch]
        else:
            facts += [statement for statement in batch if statement.number in answer]
    settled = {fact.number for fact in facts} | {row.statement for row in unscored}
    return FactSelection(
        tuple(facts), tuple(statement for statement in plain if statement.number not in settled), tuple(unscored)
    )


async def judge_fact(
    statement: Statement, voters: Sequence[Voter], settings: JudgeSettings, *, context: str = ""
) -> FactVerdict:
    """Return the verdict on a statement; `context` are the sentences before it.

    All votes are cast at once, unless `stop_when_decided`: then one after another, voters in turn, until the rest
    cannot change the outcome, and the confidence is a lower bound. Where the budget ends before all are cast, a
    statement that they decide stays decided, and any other is unscored: the next run casts the rest. Raises errors that
    concern all questions.
    """
    turns = _turns(voters)
    ballots: list[Ballot] = []
    if settings.facts.stop_when_decided:
        for voter, number in turns:
            if decided([ballot.vote for ballot in ballots], planned=len(turns), least=settings.least_votes):
                break
            ballots.append(await voter.vote(statement.text, context, number))
    else:
        ballots += await together(*(voter.vote(statement.text, context, number) for voter, number in turns))
    cast = [ballot for ballot in ballots if ballot.cast]
    votes = [ballot.vote for ballot in cast]
    outcome = tally(votes, planned=len(turns), least=settings.least_votes)
    if len(cast) < len(ballots):
        if decided(votes, planned=len(turns), least=settings.least_votes):
            ballots = cast
        else:
            outcome = Tally("unscored", None, bound=False)
    return FactVerdict(
        report_id=statement.report_id,
        statement=statement.number,
        truth=outcome.truth,
        confidence=outcome.confidence,
        bound=outcome.bound,
        votes=tuple(ballot.vote for ballot in ballots),
        models=tuple(ballot.model for ballot in ballots),
        reasons=tuple(ballot.reason for ballot in ballots),
        replies=tuple(ballot.reply for ballot in ballots),
    )


async def judge_facts(
    statements: Sequence[Statement], asker: Asker, voters: Sequence[Voter], settings: JudgeSettings
) -> list[FactVerdict]:
    """Return a row for every factual claim without citation of a report, in order; those in the sample have votes."""
    selection = await select_facts(statements, asker, settings.facts)
    chosen, not_drawn = draw_facts(selection.facts, settings.facts)
    voted = await together(
        *(judge_fact(fact, voters, settings, context=context_of(statements, fact)) for fact in chosen)
    )
    verdicts = [*voted, *selection.unscored, *(not_sampled(fact) for fact in not_drawn)]
    return sorted(verdicts, key=lambda verdict: verdict.statement)


async def select_facts(statements: Sequence[Statement], asker: Asker, settings: FactSettings) -> FactSelection:
    """Return the factual claims of a whole report."""
    cited = [statement for statement in statements if statement.cited]
    return await find_facts(statements, asker, settings, cited=cited)


def not_sampled(statement: Statement) -> FactVerdict:
    """Return the row of a factual claim outside the sample: counted, but in no rate."""
    return _without_votes(statement, "not-sampled")


def _turns(voters: Sequence[Voter]) -> list[tuple[Voter, int]]:
    """Return every vote once, the voters in turn, so that a decision by the first few is one of all models."""
    most = max(voter.votes for voter in voters)
    return [(voter, number) for number in range(most) for voter in voters if number < voter.votes]


def _batches(statements: Sequence[Statement], characters: int) -> Iterator[list[Statement]]:
    batch: list[Statement] = []
    size = 0
    for statement in statements:
        if batch and size + len(statement.text) > characters:
            yield batch
            batch, size = [], 0
        batch.append(statement)
        size += len(statement.text)
    if batch:
        yield batch


async def _facts_of(
    batch: Sequence[Statement], cited: str, asker: Asker, settings: FactSettings
) -> frozenset[int] | Unscored:
    shown = {statement.number: statement.text for statement in batch}

    def numbers(answer: UncitedFacts) -> frozenset[int] | Unscored:
        fault = _fault(answer, shown)
        return Unscored("statement-not-shown", fault) if fault else frozenset(claim.number for claim in answer.facts)

    inputs = {"statements": numbered(shown), "cited": cited}
    facts, _ = await ask_until_sound(asker, UNCITED_FACTS, inputs, numbers, range(settings.attempts))
    return facts


def _fault(answer: UncitedFacts, shown: dict[int, str]) -> str:
    for claim in answer.facts:
        if claim.number not in shown:
            return f"There is no statement [{claim.number}]"
        if not _folded(shown[claim.number]).startswith(_folded(claim.opening)) or not _folded(claim.opening):
            return f'Statement [{claim.number}] does not begin with "{claim.opening[:100]}"'
    return ""


def _folded(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def _without_votes(statement: Statement, truth: Truth, *reasons: str) -> FactVerdict:
    return FactVerdict(
        report_id=statement.report_id,
        statement=statement.number,
        truth=truth,
        confidence=None,
        bound=False,
        votes=(),
        models=(),
        reasons=reasons,
        replies=(),
    )


def draw_facts(facts: Sequence[Statement], settings: FactSettings) -> tuple[list[Statement], list[Statement]]:
    """Return the facts to be voted on and the others, each in the order of the report.

    Every fact has the same chance, so shares in the sample are unbiased for the report. The draw depends on the
    seed and on the statement's number and text, not on the judge; a larger sample contains a smaller one.
    """
    if settings.sample == "all" or len(facts) <= settings.sample:
        return list(facts), []
    ranked = sorted(facts, key=lambda fact: _rank(fact, settings.seed))
    chosen = {fact.number for fact in ranked[: settings.sample]}
    return [fact for fact in facts if fact.number in chosen], [fact for fact in facts if fact.number not in chosen]


def _rank(fact: Statement, seed: int) -> str:
    return hashlib.sha256(f"{seed}\0{fact.number}\0{fact.text}".encode("utf-8", "replace")).hexdigest()
