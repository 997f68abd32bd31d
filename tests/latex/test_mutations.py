"""A damaged .bib file loses the damaged field and nothing else."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from litgauge.tasks.latex.bibliography.bib_file import read_bib
from litgauge.tasks.latex.bibliography.entries import Entry
from litgauge.tasks.latex.sources.encoding import decode_bytes

pytestmark = pytest.mark.real

MUTATIONS = 400
EDITS = ("-{", "-}", '-"', "-,", "-=", "+{", "+}", '+"', "+%", "cut")


def damage(text: str, edit: str, dice: random.Random) -> tuple[str, int]:
    """The text with one edit, and where."""
    if edit == "cut":
        position = dice.randrange(len(text) // 2, len(text))
        return text[:position], position
    position = dice.randrange(len(text))
    if edit[0] == "+":
        return text[:position] + edit[1] + text[position:], position
    position = text.find(edit[1], position)
    return (text, -1) if position < 0 else (text[:position] + text[position + 1 :], position)


def values(entry: Entry) -> dict[str, str]:
    return {name: value.text for name, value in entry.fields.items()}


def test_no_undamaged_entry_is_lost_or_changed(real_data: Path) -> None:
    texts = [
        decode_bytes(path.read_bytes()).text
        for path in sorted((real_data / "latex").rglob("*.bib"))
        if 3_000 < path.stat().st_size < 150_000
    ]
    dice = random.Random(20)
    lost, hits, kept, several = [], 0, 0, 0
    for number in range(MUTATIONS):
        text, edit = dice.choice(texts), EDITS[number % len(EDITS)]
        damaged, position = damage(text, edit, dice)
        if position < 0:
            continue
        line = text.count("\n", 0, position) + 1
        sound, found = read_bib(text, "x").entries, read_bib(damaged, "x").entries
        by_key: dict[str, list[Entry]] = {}
        for entry in found:
            by_key.setdefault(entry.key, []).append(entry)
        hit = max((entry.place.line for entry in sound if entry.place.line <= line), default=0)
        for entry in sound:
            if entry.place.line == hit:
                hits += 1
                twins = by_key.get(entry.key, [])
                kept += bool(twins)
                several += (
                    edit != "cut"
                    and bool(twins)
                    and min(
                        sum(values(twin).get(name) != value for name, value in values(entry).items()) for twin in twins
                    )
                    > 2
                )
            elif edit != "cut" or entry.place.line < hit:
                same = any(values(twin) == values(entry) for twin in by_key.get(entry.key, []))
                lost += [] if same else [(edit, entry.key, entry.place.line)]
    assert lost == []
    assert hits > MUTATIONS / 2
    assert kept > 0.96 * hits  # the rest were hit in their key or in the head before it
    assert several < 0.02 * hits


def test_a_damaged_entry_is_kept_with_a_diagnostic() -> None:
    found = read_bib(
        "@article{a,\n title = {Open,\n author = {Ann Ames},\n year = 2001\n}\n\n@misc{b, title={Sound}}\n", "refs.bib"
    )
    assert [values(entry) for entry in found.entries] == [
        {"title": "Open", "author": "Ann Ames", "year": "2001"},
        {"title": "Sound"},
    ]
    assert [(note.code, note.line) for note in found.diagnostics][:1] == [("bib-value-open", 2)]
    assert found.entries[0].damaged
