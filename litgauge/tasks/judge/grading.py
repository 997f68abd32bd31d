"""A stage in which a judge grades things, declared by the thing, the question and the rows of its answer.

A declaration gives the stage, with its retries and unsettled items, and the readings of its rows: the judge's
failures, and its grades as the labels of a rater. The flows plan, forecast and run it
(`litgauge.flows.pipeline.judging`). ReportBench's questions, which follow from replies, have stages of their own
(`litgauge.tasks.judge.stage`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from litgauge.tasks.engine.definition import AFTER_FAULTS, Asked, Context, ItemInput, Rows, Stage, Unsettled, each_async
from litgauge.tasks.judge.asking import NOTHING, ask_until_sound, why
from litgauge.tasks.llm.door import ScoringDoor, asker
from litgauge.tasks.llm.question import Question
from litgauge.tasks.llm.reply import Unscored
from litgauge.tasks.records import Table
from litgauge.tasks.records.unscored import left_by_budget, left_by_page

Thing = TypeVar("Thing")
Answer = TypeVar("Answer", bound=BaseModel)
Inputs = Mapping[str, Any]

_ATTEMPTS = 2  # answers to a question if the first one is unsound


@dataclass(frozen=True, slots=True)
class Judgement(Generic[Answer]):
    """The judge's answer about one thing, or the reason why there is none."""

    answer: Answer | None
    failure: str  # "" if there is an answer
    source: tuple[str, str, str]  # question, model, and the key of the stored reply
    fault: str = ""  # of an unsound answer that is kept (`Grading.keeps_unsound`)


@dataclass(frozen=True, eq=False)
class Grading(Generic[Thing, Answer]):
    """A judge's answer about each thing of a kind."""

    name: str  # of the stage
    role: str  # of the judge in the ledger (`litgauge.tasks.records.Judge`)
    thing: type[Thing]  # a row with everything that the answer depends on
    things: str  # name under which these rows are kept
    row: type[Any]
    table: str  # of the rows made from the answers
    questions: tuple[Question[Answer], ...]
    ask: Callable[[Thing], tuple[Question[Answer], Inputs] | None]  # None: there is nothing to ask about
    rows: Callable[[Thing, Judgement[Answer]], Sequence[Any]]
    fault: Callable[[Thing, Answer], str] | None = None  # fault of an unsound answer, which is asked for once more
    failed: Callable[[Any], bool] = lambda row: row.score is None
    also: tuple[Table, ...] = ()  # tables of further rows of an answer, one for each type of row
    owns: Callable[[Any], bool] = lambda _row: True  # which rows of the table are this grading's, if it shares it
    keeps_unsound: bool = False  # whether a second unsound answer is kept, with its fault
    sample: Callable[[Thing], int] = lambda _thing: 0  # number of an independent judging of the same thing
    subject: Callable[[Any], Hashable] = lambda row: row.task_id  # the thing that a row is about
    batch: int = 20

    @cached_property
    def stage(self) -> Stage:
        """Return the stage that judges every thing by itself."""
        return Stage(
            self.name,
            reads={self.things: self.thing},
            writes=self.kinds,
            compute=each_async(
                _judging(self.kinds, self.thing, self.ask, self.rows, self.fault, self.sample, self.keeps_unsound)
            ),
            batch=self.batch,
            asks=lambda _item, _context: [],  # forecast as a whole: `asked`
            retries=AFTER_FAULTS,
        )

    @property
    def kinds(self) -> dict[str, type[Any]]:
        """Return the tables of an answer's rows, with the types of these rows."""
        return {self.table: self.row, **{table.name: table.row for table in self.also}}

    def first_question(self, item: ItemInput) -> Asked | None:
        """Return the first question about a thing, for a forecast."""
        questions = self.ask(item.only_row(self.thing))
        return (
            questions if questions is None or self.fault is None else (questions[0], {**questions[1], "fault": NOTHING})
        )

    def outcomes(self, rows: Iterable[Any]) -> list[str]:
        """Return, for each thing to be judged, why there is no answer; "" if there is one."""
        return list(
            {self.subject(row): row.reason if self.failed(row) else "" for row in rows if self.owns(row)}.values()
        )


def outcomes(gradings: Iterable[Grading[Any, Any]], rows: Mapping[str, Iterable[Any]]) -> Iterator[str]:
    """Yield the outcomes of several gradings from the tables of a score run."""
    for grading in gradings:
        yield from grading.outcomes(rows.get(grading.table, ()))


def budget_left(gradings: Iterable[Grading[Any, Any]], rows: Mapping[str, Iterable[Any]]) -> int:
    """Return how many things were not judged because the run's budget was used up."""
    return sum(map(left_by_budget, outcomes(gradings, rows)))


def failures(gradings: Iterable[Grading[Any, Any]], rows: Mapping[str, Iterable[Any]]) -> list[str]:
    """Return the outcomes of questions to the judge, without those beyond the budget and pages that we failed on."""
    return [outcome for outcome in outcomes(gradings, rows) if not (left_by_budget(outcome) or left_by_page(outcome))]


def _judging(
    kinds: Mapping[str, type[Any]],
    thing: type[Thing],
    ask: Callable[[Thing], tuple[Question[Answer], Inputs] | None],
    rows: Callable[[Thing, Judgement[Answer]], Sequence[Any]],
    fault: Callable[[Thing, Answer], str] | None,
    sample: Callable[[Thing], int],
    keeps_unsound: bool,
) -> Callable[[ItemInput, Context], Any]:
    """Return the computation of a stage.

    The functions in its closure decide the rows: the code digest follows each of them.
    """

    def by_table(rows: Sequence[Any]) -> Rows:
        return {table: [row for row in rows if type(row) is kind] for table, kind in kinds.items()}

    async def judge(item: ItemInput, context: Context) -> Rows | Unsettled:
        subject = item.only_row(thing)
        request = ask(subject)
        if request is None:
            return {table: [] for table in kinds}
        question, inputs = request
        door, first = ScoringDoor(asker(context)), sample(subject)
        answer: Answer | Unscored
        wrong = ""
        if fault is None:
            reply = await door.ask(question, inputs, sample=first)
            answer = reply.answer
        else:
            fault_of = fault
            attempts = 0

            def sound(answer: Answer) -> Answer | Unscored:
                nonlocal wrong, attempts
                wrong, attempts = fault_of(subject, answer), attempts + 1
                is_kept = keeps_unsound and attempts == _ATTEMPTS
                return Unscored("invalid-answer", wrong) if wrong and not is_kept else answer

            samples = range(first * _ATTEMPTS, (first + 1) * _ATTEMPTS)
            answer, reply = await ask_until_sound(door, question, inputs, sound, samples)
        source = (reply.question, reply.model, reply.key)
        if isinstance(answer, Unscored):
            return Unsettled(by_table(rows(subject, Judgement(None, why(answer), source))))
        return by_table(rows(subject, Judgement(answer, "", source, wrong)))

    return judge
