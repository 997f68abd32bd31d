"""Outputs: chunks of items that equal outputs share, old manifests, and rows read as Arrow."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec
import pytest

from litgauge.tasks.base.errors import StorageError
from litgauge.tasks.engine.items import ItemState, keep_items, read_items
from litgauge.tasks.engine.memory import FORMAT, Outcome, StageManifest, StageMemory, StageOutput, read_manifest
from litgauge.tasks.engine.outputs import read_items_of, read_rows, read_table, write_rows
from litgauge.tasks.engine.storage import Storage
from tests.engine.counting import COPY, Copy, Length, finish, stage_run, words


def letters(storage: Storage, batches: Sequence[Sequence[str]], order: Sequence[str]) -> StageOutput:
    """An output with as many rows a word as the word has letters, computed in these batches, in this order of items."""
    memory = StageMemory(storage, "letters", "code", "{}", {"letters": Length})
    for batch in batches:
        rows = {word: [Length(word, at) for at in range(len(word))] for word in batch}
        memory.remember([Outcome(word, word, {"letters": rows[word]}) for word in batch])
    return memory.close([memory.states()[word] for word in order], [])


def spelled(order: Sequence[str]) -> list[dict[str, object]]:
    return [{"text": word, "letters": at} for word in order for at in range(len(word))]


@pytest.mark.parametrize(
    ("batches", "order"),
    [
        ([["plum", "fig"], ["quince", "apple"]], ["plum", "fig", "quince", "apple"]),
        ([["plum", "fig"], ["quince", "apple"]], ["apple", "plum", "quince", "fig"]),
        ([["plum", "fig", "quince", "apple"]], ["quince", "fig"]),
        ([["plum"], ["fig"]], ["fig", "plum", "fig"]),
    ],
)
def test_rows_come_in_the_order_of_items_wherever_they_lie(
    storage: Storage, batches: Sequence[Sequence[str]], order: Sequence[str]
) -> None:
    output = letters(storage, batches, order)
    found = read_table(storage, output, "letters", Length)
    wanted = spelled(list(dict.fromkeys(order)))
    assert found.to_pylist() == wanted
    assert [msgspec.to_builtins(row) for row in read_rows(storage, output, "letters", Length)] == wanted


def test_the_rows_of_some_items_are_read_alone(storage: Storage) -> None:
    output = letters(storage, [["plum", "fig", "quince"], ["apple"]], ["plum", "fig", "quince", "apple"])
    some = read_table(storage, output, "letters", Length, items={"apple", "fig", "medlar"})
    assert some.to_pylist() == spelled(["fig", "apple"])
    assert some.nbytes < 2 * 8 * (3 + 5) + 100
    assert read_table(storage, output, "letters", Length, items=[]).schema.names == ["text", "letters"]


def test_rows_of_many_batches_are_read_by_item(storage: Storage) -> None:
    texts = [f"w{number}" for number in range(30)]
    output = letters(storage, [texts[start : start + 2] for start in range(0, 30, 2)], texts[::-1])
    assert {word: len(rows) for word, rows in read_items_of(storage, output, "letters", Length).items()} == {
        word: len(word) for word in texts
    }


def states(count: int) -> list[ItemState]:
    return [ItemState(f"2101.{number:05}", f"key {number}", "done", "digest") for number in range(count)]


def test_an_output_that_differs_in_one_item_shares_all_chunks_but_one(storage: Storage) -> None:
    before = states(5000)
    added = [*before[:1234], ItemState("new", "key", "rejected", rule="no-latex"), *before[1234:]]
    first, second = keep_items(storage, "tex", before), keep_items(storage, "tex", added)
    assert len(first) >= 5
    assert len(set(second) - set(first)) == 1
    assert list(read_items(storage, second)) == added


def test_items_without_a_boundary_among_them_still_make_bounded_chunks(storage: Storage) -> None:
    same = [ItemState("2101.00001", str(number), "done") for number in range(5000)]
    chunks = keep_items(storage, "tex", same)
    assert len(chunks) == 3
    assert list(read_items(storage, chunks)) == same


def test_manifests_of_the_first_format_are_read(storage: Storage) -> None:
    output = finish(stage_run(COPY, storage, words(storage, ["pear", "fig"])))
    manifest = read_manifest(storage, output)
    old = msgspec.to_builtins(manifest)
    del old["chunks"], old["format"], old["digest"]
    path = "outputs/copy/old.json"
    storage.create(path, msgspec.json.encode(old))
    as_before = msgspec.structs.replace(output, manifest=path)
    assert read_manifest(storage, as_before).items == manifest.items
    assert [copy.text for copy in read_rows(storage, as_before, "copies", Copy)] == ["pear", "fig"]


def test_a_manifest_of_a_later_format_is_refused(storage: Storage) -> None:
    later = StageManifest("copy", "l", "c", "{}", (), {}, format=FORMAT + 1)
    storage.create("outputs/copy/later.json", msgspec.json.encode(later))
    with pytest.raises(StorageError, match="version of litgauge that wrote it"):
        read_manifest(storage, "outputs/copy/later.json")


def test_any_order_and_any_batches_give_the_rows_of_the_items(storage: Storage) -> None:
    dice = random.Random(7)
    texts = [f"w{number}" for number in range(12)]
    for _ in range(5):
        cuts = sorted(dice.sample(range(1, 12), 3))
        batches = [texts[start:end] for start, end in zip([0, *cuts], [*cuts, 12], strict=True)]
        order = dice.sample(texts, 9)
        assert read_table(storage, letters(storage, batches, order), "letters", Length).to_pylist() == spelled(order)


def test_rows_that_a_stage_stored_under_another_table_are_stored_again(storage: Storage) -> None:
    rows = {word: Length(word, len(word)) for word in ("plum", "fig")}
    before = write_rows(storage, "words", "things", Length, rows)
    now = write_rows(storage, "words", "words", Length, rows)
    assert list(read_rows(storage, now, "words", Length)) == list(rows.values())
    assert list(read_rows(storage, before, "things", Length)) == list(rows.values())
