r"""Loops of TikZ, as far as trees are drawn with them: \foreach \x/\y in {a/b, c/d} {…}, child foreach \x in "
r"{…} {…}."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from litgauge.tasks.latex.expansion.arguments import group, option, skip_blank

MOST_REPEATS = 200
_HEAD = re.compile(r"\\?foreach\s+(?P<names>\\[a-zA-Z]+(?:\s*/\s*\\[a-zA-Z]+)*)\s*(?:\[[^\[\]]*\]\s*)?\bin\b\s*(?=\{)")
_WHOLE = re.compile(r"-?\d{1,6}$")
_LONGEST_BODY = 50_000


class Loop(NamedTuple):
    """A loop: its variables, its values, what it repeats, and where it stands."""

    names: tuple[str, ...]
    values: tuple[tuple[str, ...], ...]
    body: str
    start: int
    stop: int


def loops(text: str, position: int, stop: int, *, anchored: bool = False) -> Iterator[Loop]:
    """Yield the loops between two positions, those in others left out; `anchored`, the one that begins there."""
    while position < stop:
        begin = skip_blank(text, position, stop)
        head = _HEAD.match(text, begin, stop) if anchored else _HEAD.search(text, position, stop)
        if head is None:
            return
        values = group(text, head.end(), stop)
        loop = _loop(text, head, values.start, values.stop, values.end, stop) if values else None
        position = loop.stop if loop else head.end()
        if loop is not None:
            yield loop
        if anchored:
            return


def _loop(text: str, head: re.Match[str], start: int, end: int, position: int, stop: int) -> Loop | None:
    names = tuple(name.strip() for name in head["names"].split("/"))
    position = skip_blank(text, position, stop)
    while options := option(text, position, stop):  # child foreach \x in {…} [options] {…}
        position = skip_blank(text, options.end, stop)
    body = group(text, position, stop)
    after = body.end if body else text.find(";", position, stop) + 1
    if after <= 0 or after - position > _LONGEST_BODY:
        return None
    raw = text[body.start : body.stop] if body else text[position:after]
    return Loop(names, tuple(_values(text[start:end], len(names))), raw, head.start(), after)


def _values(raw: str, count: int) -> Iterator[tuple[str, ...]]:
    parts = list(_split(raw, ","))
    values: list[str] = []
    for number, part in enumerate(parts[:MOST_REPEATS]):
        following = parts[number + 1] if number + 1 < len(parts) else ""
        if part in ("...", "\\dots", "\\ldots") and values and _WHOLE.match(values[-1]) and _WHOLE.match(following):
            first, last = int(values[-1]), int(following)
            values += [str(value) for value in range(first + 1, min(last, first + MOST_REPEATS))]
        else:
            values.append(part)
    for value in values[:MOST_REPEATS]:
        fields = [_unbraced(field) for field in _split(value, "/")] if count > 1 else [_unbraced(value)]
        yield tuple(fields[min(number, len(fields) - 1)] for number in range(count))


def _split(raw: str, sign: str) -> Iterator[str]:
    depth = start = 0
    for number, letter in enumerate(raw):
        depth += (letter == "{") - (letter == "}")
        if letter == sign and not depth:
            yield raw[start:number].strip()
            start = number + 1
    yield raw[start:].strip()


def _unbraced(raw: str) -> str:
    inside = group(raw, 0, len(raw)) if raw.startswith("{") else None
    return raw[inside.start : inside.stop] if inside and inside.end == len(raw) else raw


def repeated(loop: Loop) -> list[str]:
    """Return what the loop repeats, once for each of its values."""
    bodies = []
    for values in loop.values:
        body = loop.body
        for name, value in zip(loop.names, values, strict=True):
            body = re.sub(rf"{re.escape(name)}(?![a-zA-Z])", lambda _, value=value: value, body)  # type: ignore[misc]
        bodies.append(body[:_LONGEST_BODY])
    return bodies
