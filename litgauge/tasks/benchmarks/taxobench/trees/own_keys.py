"""Keys by which an answer names papers of a list of its own: "[1]", "P3"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from litgauge.tasks.answers.outlines import OutlineLine
from litgauge.tasks.benchmarks.taxobench.trees.known_titles import KnownTitles

_KEY = re.compile(r"\W{0,2}\[\^?(?P<key>[\w.:+-]{1,40})\]|(?P<code>[A-Z]{1,2}\d{1,4})(?=\W)")
KEYS = re.compile(r"\[\^?[\w.:+-]{1,40}(?:[\],;\s&^\[–-]{1,4}\^?[\w.:+-]{1,40})*\]|\b[A-Z]{1,2}\d{1,4}\b")
"""Keys as lines and cells name them."""
_FEWEST_PAPERS = 3  # of a table that names them by their keys


def references(lines: Sequence[OutlineLine], known: KnownTitles) -> dict[str, str]:
    """Return the titles by the keys, "[1]" or "P3", under which an answer lists them and names them elsewhere."""
    keyed = {line.text: key for line in lines if line.kind != "table" and (key := key_of(line))}
    found = known.found(list(keyed))
    titles = {keyed[text]: title for text, title in found.items()}
    named = {key for line in lines if line.text not in found for key in keys_in(line.text, titles)}
    named |= {
        key
        for line in lines
        for column in _key_columns(line, titles)
        for row in line.rows
        for key in _cell_keys(row[column])
    }
    return titles if len(named) > 1 and 2 * len(named) >= len(titles) else {}


def _key_columns(line: OutlineLine, titles: Mapping[str, str]) -> list[int]:
    """Return the columns of a table that name most of the papers by their keys, each about once."""
    columns = []
    for column in range(min(map(len, line.rows), default=0)):
        keys = [key for row in line.rows[1:] for key in _cell_keys(row[column])]
        if set(keys) <= titles.keys() and 2 * len(set(keys)) >= max(len(titles), len(keys), 2 * _FEWEST_PAPERS):
            columns.append(column)
    return columns


def _cell_keys(cell: str) -> list[str]:
    """Return the keys in a cell that holds nothing else: "1, 2", "[P3]"."""
    keys = re.findall(r"[A-Za-z]{0,2}\d{1,4}", cell)
    return keys if keys and not re.sub(r"[A-Za-z]{0,2}\d{1,4}|[\s,;&#^\[\]().]", "", cell) else []


def with_cell_titles(line: OutlineLine, titles: Mapping[str, str]) -> OutlineLine:
    """Return a table with the titles in place of the keys that its cells hold."""
    columns = _key_columns(line, titles)
    rows = [
        tuple(
            "; ".join(f'"{titles[key]}"' for key in _cell_keys(cell)) if at in columns and _cell_keys(cell) else cell
            for at, cell in enumerate(row)
        )
        for row in line.rows
    ]
    return replace(line, rows=tuple(rows)) if columns else line


def key_of(line: OutlineLine) -> str:
    """Return the key with which a line begins; "" for none."""
    if line.label.strip("[]").isdecimal() and line.kind == "item":
        return line.label.strip("[]().")
    match = _KEY.match(line.text)
    return (match["key"] or match["code"]) if match else line.label.strip("().") if line.kind == "item" else ""


def keys_in(text: str, titles: Mapping[str, str]) -> list[str]:
    """Return the keys in a text that a list has, ranges such as "[3-5]" spelled out."""
    keys: list[str] = []
    for group in KEYS.findall(text):
        for key in re.split(r"[\],;\s&^\[]+", group):
            first, dash, last = key.partition("–" if "–" in key else "-")
            if key in titles:
                keys.append(key)
            elif dash and first.isdecimal() and last.isdecimal():
                keys += [str(at) for at in range(int(first), min(int(last), int(first) + 500) + 1) if str(at) in titles]
    return keys
