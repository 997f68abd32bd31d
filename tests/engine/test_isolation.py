"""One item never stops the others, whatever is raised and wherever: reading, forecasting, computing, storing it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.base.errors import ConfigError, Failed, ItemError, Rejected
from litgauge.tasks.engine import Context, ItemInput, Stage, each, each_async
from litgauge.tasks.engine.definition import Compute
from litgauge.tasks.engine.isolation import compute_apart
from litgauge.tasks.engine.items import ItemState
from litgauge.tasks.engine.memory import Outcome, read_manifest
from litgauge.tasks.engine.outputs import read_rows
from litgauge.tasks.engine.storage import Storage
from tests.engine.counting import COUNT, Counting, Length, Word, finish, stage_run, words
from tests.engine.injected import MuteError, OddError

INJECTED: tuple[type[BaseException], ...] = (
    ValueError, KeyError, RecursionError, MemoryError, StopIteration, UnicodeError, OSError, TimeoutError, EOFError,
    AssertionError, SystemError, BufferError, MuteError, OddError, asyncio.CancelledError,
)  # fmt: skip


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    """One kind of storage is enough here."""
    return Storage(str(tmp_path / "store"))


async def _later(item: ItemInput, context: Context) -> Any:
    await asyncio.sleep(0)
    return _count(item, context)


def _count(item: ItemInput, context: Context) -> Any:
    word = item.only_row(Word).text
    if word.startswith("raise-"):
        raise next(error for error in INJECTED if error.__name__ == word.removeprefix("raise-"))("injected")
    return {"lengths": [Length(word, len(word))]}


def _at_once(items: Sequence[ItemInput], context: Context) -> Iterator[Outcome]:
    """A stage of its own kind, which does nothing about errors."""
    for item in items:
        yield Outcome(item.id, item.key, _count(item, context))


def ended(stage: Stage, storage: Storage, tmp_path: Path, texts: Sequence[str]) -> dict[str, ItemState]:
    call = stage_run(stage, storage, words(storage, texts), Counting(journal=str(tmp_path / "j")))
    output = finish(call)
    rows = [row.text for row in read_rows(storage, output, "lengths", Length)]
    states = {state.id: state for state in read_manifest(storage, output).items}
    assert rows == [name for name in texts if states[name].status == "done"]
    return states


@pytest.mark.parametrize("compute", [each(_count), each_async(_later), _at_once])
def test_whatever_is_raised_is_kept_with_where_it_broke(compute: Compute, storage: Storage, tmp_path: Path) -> None:
    kinds = [error for error in INJECTED if error is not asyncio.CancelledError or "later" in str(compute)]
    bad = [f"raise-{error.__name__}" for error in kinds]
    texts = [text for pair in zip([f"word{n}" for n in range(len(bad))], bad, strict=True) for text in pair]

    states = ended(replace(COUNT, compute=compute), storage, tmp_path, texts)

    assert {name for name, state in states.items() if state.status == "done"} == set(texts) - set(bad)
    for name in bad:
        assert (states[name].status, states[name].rule) == ("failed", "bug")
        assert "in _count: " in states[name].trace


def test_what_is_about_the_run_is_raised(storage: Storage) -> None:
    def stop(items: Sequence[ItemInput], _context: Context) -> Iterator[Outcome]:
        raise ConfigError("a wrong setting")
        yield

    with pytest.raises(ConfigError):
        list(compute_apart(stop, [ItemInput("a", "a", {}, {})], Context(storage, None)))


@pytest.mark.parametrize("row", [Length("\ud800", 1), Length("big", 2**70), Length("none", None), "no row at all"])  # type: ignore[arg-type]
def test_a_row_that_cannot_be_stored_is_its_items_fault_alone(row: Any, storage: Storage, tmp_path: Path) -> None:
    def give(item: ItemInput, _context: Context) -> Any:
        word = item.only_row(Word).text
        return {"lengths": [row if word == "bad" else Length(word, len(word))]}

    states = ended(replace(COUNT, compute=each(give)), storage, tmp_path, ["good", "bad", "better"])

    assert {name: state.status for name, state in states.items()} == {
        "good": "done", "bad": "failed", "better": "done",
    }  # fmt: skip
    assert states["bad"].trace


@pytest.mark.parametrize("kind", [Rejected, Failed])
def test_a_reason_that_quotes_half_a_surrogate_pair_is_kept(
    kind: type[ItemError], storage: Storage, tmp_path: Path
) -> None:
    def give(item: ItemInput, _context: Context) -> Any:
        raise kind("odd", "it says \udfff")

    states = ended(replace(COUNT, compute=each(give)), storage, tmp_path, ["bad"])

    assert (states["bad"].rule, states["bad"].detail) == ("odd", "it says ?")


def test_a_stage_that_forgets_an_item_has_failed_on_it(storage: Storage, tmp_path: Path) -> None:
    def forget(items: Sequence[ItemInput], context: Context) -> Iterator[Outcome]:
        yield from COUNT.compute(items[:1], context)

    states = ended(replace(COUNT, compute=forget), storage, tmp_path, ["good", "bad"])

    assert (states["good"].status, states["bad"].status, states["bad"].rule) == ("done", "failed", "bug")


def test_a_forecast_goes_past_what_one_item_raises(storage: Storage, tmp_path: Path) -> None:
    asked: list[Any] = []

    class Counted:
        usd = 0.0

        def forecast_asked(self, pairs: Sequence[Any]) -> str:
            asked.extend(pairs)
            return "some"

    def asks(item: ItemInput, _context: Context) -> Any:
        return [(item.id, {})] if item.id != "bad" else [][1]

    call = stage_run(
        replace(COUNT, asks=asks), storage, words(storage, ["good", "bad"]), Counting(journal=str(tmp_path / "j"))
    )
    call = replace(call, run=replace(call.run, model=Counted()))

    assert call.forecast(call.pending()) == "some"
    assert asked == [("good", {})]


def test_rows_that_cannot_be_read_are_their_items_fault_alone(
    storage: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from litgauge.tasks.engine import isolation, plan

    def load(storage: Storage, items: Sequence[Any], tables: Any, held: Any = None) -> Any:
        if any(item.id == "bad" for item in items):
            raise ValueError("not what it was")
        return plan.load_inputs(storage, items, tables, held)

    monkeypatch.setattr(isolation, "load_inputs", load)

    states = ended(COUNT, storage, tmp_path, ["good", "bad", "better"])

    assert {state.id for state in states.values() if state.status == "failed"} == {"bad"}
    assert "not what it was" in states["bad"].detail
