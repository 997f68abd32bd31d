"""Topics of known papers in values: JSON, YAML, XML, and whatever nests names in brackets.

Strings that are known papers are papers; what they stand in tells their topics: the name of an object, a key that is no
field, the words before a list, and the fields beside a title that return.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from litgauge.tasks.benchmarks.taxobench.trees.assignments import Assigned, Path
from litgauge.tasks.benchmarks.taxobench.trees.json_fields import is_about, is_field_name
from litgauge.tasks.benchmarks.taxobench.trees.json_keys import CHILDREN, MAX_DEPTH, NAMES, PAPERS, WRAPPERS
from litgauge.tasks.benchmarks.taxobench.trees.json_legends import with_legend_titles
from litgauge.tasks.benchmarks.taxobench.trees.json_rows import parents_first
from litgauge.tasks.benchmarks.taxobench.trees.known_titles import KnownTitles
from litgauge.tasks.benchmarks.taxobench.trees.titled_rows import row_paths

_AROUND = (
    "arguments",
    "args",
    "parameters",
    "params",
    "input",
    "output",
    "data",
    "payload",
    "content",
    "message",
    "return_values",
)
"""Keys of what a call or a message holds."""


def _key(words: str) -> str:
    """Return the name of a field without signs and in lower case."""
    return re.sub(r"[\W_]", "", words).lower()


_FIELDS = frozenset(_key(key) for key in (*CHILDREN, *PAPERS, *WRAPPERS, *NAMES, *_AROUND))
_LONGEST_NAME = 15  # words of a topic


def value_assignments(value: Any, known: KnownTitles) -> list[Assigned]:
    """Return the papers in a value with their topics; [] of one that names no known paper.

    >>> known = KnownTitles(["Silent Wings of Owls", "Ears of the Barn Owl"])
    >>> value_assignments({"bucket": "Owls", "inner": [{"bucket": "Flight", "stuff": ["Silent Wings of Owls"]}]}, known)
    [(('Owls', 'Flight'), 'Silent Wings of Owls')]
    """
    value = with_legend_titles(value)
    reader = _Value(value, known)
    return list(reader.below(_nested_keys(value), ())) if reader.found else []


def _nested_keys(value: Any) -> Any:
    """Return an object of lists that name its other keys, {"Owls": ["Flight"], "Flight": ["Wings"]}, with these as its
    topics; any other value unchanged.
    """
    if not isinstance(value, Mapping) or not all(isinstance(inner, list) for inner in value.values()):
        return value
    names = list(value)
    place = {name: at for at, name in enumerate(names)}
    above = [-1] * len(names)
    for at, inner in enumerate(value.values()):
        for one in inner:
            if isinstance(one, str) and above[place.get(one, at)] < 0 and place.get(one, at) != at:
                above[place[one]] = at
    order = parents_first(above)
    if order is None or above.count(-1) == len(names):
        return value
    grown: dict[str, dict[str, Any]] = {name: {"name": name, "papers": [], "subtopics": []} for name in names}
    for at in order:
        grown[names[at]]["papers"] = [one for one in value[names[at]] if not isinstance(one, str) or one not in place]
        if above[at] >= 0:
            grown[names[above[at]]]["subtopics"].append(grown[names[at]])
    return [grown[name] for at, name in enumerate(names) if above[at] < 0]


class _Value:
    """A value, and the known papers in it."""

    def __init__(self, value: Any, known: KnownTitles) -> None:
        keys: Counter[str] = Counter()
        names: Counter[str] = Counter()
        objects = [inner for inner in _parts(value) if isinstance(inner, Mapping)]
        for inner in objects:
            keys.update(key for key, below in inner.items() if isinstance(below, (Mapping, list)))
            names.update(key for key, below in inner.items() if isinstance(below, str))
        self.found = known.found(strings_in(value))
        self._known = known
        self._returning = {key for key, times in keys.items() if times > 1}
        self._named = [key for key, times in names.items() if times == len(objects) > 1 and not is_about(key)]
        self._held: dict[int, int] = {}

    def below(self, value: Any, path: Path, depth: int = 0) -> Iterator[Assigned]:
        """Yield the papers in a value that stands at a topic."""
        if depth > MAX_DEPTH:
            return
        if isinstance(value, str):
            if value in self.found:
                yield path, self.found[value]
        elif isinstance(value, Mapping):
            yield from self._in_object(value, path, depth)
        elif isinstance(value, list):
            yield from self._in_list(value, path, depth)

    def _in_list(self, values: list[Any], path: Path, depth: int) -> Iterator[Assigned]:
        rows = [value for value in values if isinstance(value, Mapping) and self._title(value)]
        paths = dict(
            zip(
                map(id, rows),
                row_paths([_texts(row, self.found) for row in rows], returning=len(path) < 2),
                strict=True,
            )
        )
        alone = all(isinstance(value, str) for value in values)
        titled = {
            key
            for row in rows
            for key, inner in row.items()
            if inner == self._title(row) or self.found.get(str(inner)) == self._title(row)
        }
        name: Path = ()
        for at, value in enumerate(values):
            here = (*path, *name)
            if isinstance(value, str) and value not in self.found and not alone:
                name = (value,) if self._leads(values, at) else name
            elif isinstance(value, list) and (steps := self._steps(values, at)):
                name = steps
            elif id(value) in paths:
                yield (*here, *paths[id(value)]), self._title(value)
            elif alone and any(isinstance(other, str) and other in self.found for other in values):
                yield here, self.found.get(value, value)
            elif isinstance(value, Mapping) and (unknown := self._unknown(value, titled)):
                yield here, unknown
            else:
                yield from self.below(value, here, depth + 1)

    def _unknown(self, value: Mapping[str, Any], titled: set[str]) -> str:
        """Return the title of an object beside those of known papers that has one in the same field; "" of others."""
        held = any(isinstance(inner, (Mapping, list)) for inner in value.values())
        return (
            next((inner for key, inner in value.items() if key in titled and isinstance(inner, str)), "")
            if not held
            else ""
        )

    def _leads(self, values: Sequence[Any], at: int) -> bool:
        """Return whether a string in a list names what stands behind it."""
        behind = values[at + 1] if at + 1 < len(values) else None
        return not at or isinstance(behind, (list, Mapping))

    def _steps(self, values: Sequence[Any], at: int) -> Path:
        """Return the path that a list of names is, before a paper."""
        steps, behind = values[at], values[at + 1] if at + 1 < len(values) else None
        named = any(
            isinstance(one, str) and one in self.found for one in (behind if isinstance(behind, list) else [behind])
        )
        alone = steps and all(isinstance(step, str) and step not in self.found for step in steps)
        return tuple(steps) if named and alone else ()

    def _in_object(self, value: Mapping[str, Any], path: Path, depth: int) -> Iterator[Assigned]:
        if title := self._title(value):
            yield (*path, *row_paths([_texts(value, self.found)], returning=False)[0]), title
            return
        naming = self._naming(value)
        here = (*path, value[naming]) if naming else path
        keyed = {key: inner for key, inner in value.items() if key in self.found}
        if keyed:
            ways = row_paths(
                [
                    {"topic": _joined(inner)} if not isinstance(inner, Mapping) else _texts(inner, self.found)
                    for inner in keyed.values()
                ]
            )
            yield from (((*here, *way), self.found[key]) for key, way in zip(keyed, ways, strict=True))
        topics = not naming and any(self._holds(inner) and not self._is_field(key) for key, inner in value.items())
        for key, inner in value.items():
            if topics and inner in (None, [], {}) and not self._is_field(key):
                yield (*here, key), ""  # a topic without papers
            if key in keyed or key == naming or not self._holds(inner):
                continue
            step = () if naming or self._is_field(key) else (key,)
            yield from self.below(inner, (*here, *step), depth + 1)
        if naming and any(inner == [] for inner in value.values()) and not self._holds(value):
            yield here, ""

    def _title(self, value: Mapping[str, Any]) -> str:
        """Return the paper that an object is about; "" of one that holds several."""
        titles = [self.found[inner] for inner in value.values() if isinstance(inner, str) and inner in self.found]
        held = any(isinstance(inner, (Mapping, list)) and self._holds(inner) for inner in value.values())
        return titles[0] if titles and not held else ""

    def _naming(self, value: Mapping[str, Any]) -> str:
        """Return the field with the name of a topic; "" of an object without one."""
        texts = [
            key
            for key, inner in value.items()
            if isinstance(inner, str) and inner not in self.found and not _is_identifier(inner)
        ]
        known = [key for key in (*NAMES, "value", *self._named) if key in texts]
        if known:
            return known[0]
        short = [
            key
            for key in texts
            if is_field_name(key) and not is_about(key) and 0 < len(value[key].split()) <= _LONGEST_NAME
        ]
        return short[0] if short else ""

    def _is_field(self, key: str) -> bool:
        return _key(key) in _FIELDS or (key in self._returning and is_field_name(key))

    def _holds(self, value: Any) -> bool:
        """Return whether a value names a known paper."""
        if isinstance(value, str):
            return value in self.found
        if id(value) not in self._held:
            self._held[id(value)] = any(
                (isinstance(inner, str) and inner in self.found)
                or (isinstance(inner, Mapping) and not self.found.keys().isdisjoint(inner))
                for inner in _parts(value)
            )
        return bool(self._held[id(value)])


def _is_identifier(words: str) -> bool:
    """Return whether a text is spelled as programs name things, not people topics: submit_taxonomy."""
    return words.islower() and "_" in words


def _texts(row: Mapping[str, Any], found: Mapping[str, str]) -> dict[str, str]:
    texts = {key: _joined(inner) for key, inner in row.items() if not key.startswith("@")}
    return {key: words for key, words in texts.items() if words and words not in found}


def _joined(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(step, str) for step in value):
        return " > ".join(value)
    return value if isinstance(value, str) else ""


def strings_in(value: Any) -> list[str]:
    """Return the strings and keys of a value."""
    parts = list(_parts(value))
    return [one for part in parts for one in (part if isinstance(part, Mapping) else [part]) if isinstance(one, str)]


def _parts(value: Any) -> Iterator[Any]:
    """Yield a value and all within it."""
    waiting = [(value, 0)]
    while waiting:
        inner, depth = waiting.pop()
        yield inner
        if depth < MAX_DEPTH and isinstance(inner, (Mapping, list)):
            waiting += [(one, depth + 1) for one in (inner.values() if isinstance(inner, Mapping) else inner)]


_TOKEN = re.compile(
    r"\"(?:[^\"\\\n]|\\.)*+\"?|'(?:[^'\\\n]|\\.){0,300}+'(?!\w)|[][(){}]|[^][(){}\"',;\n]++|.", re.DOTALL
)


class _Bare(str):
    """Words without quotes."""

    __slots__ = ()


_QUOTED = 2  # strings in quotes of a text in which words without them are none


def bracketed_value(text: str) -> list[Any]:
    """Return the strings of a text in nested lists, a list for each pair of brackets; without quotes, its words.

    >>> bracketed_value('new Node("Owls", [new Node("Flight", ["Wings"])])')
    [['Owls', [['Flight', ['Wings']]]]]
    >>> bracketed_value('(Owls (Flight "Wings" "Tails"))')
    [['Owls', [['Flight', ['Wings', 'Tails']]]]]
    >>> bracketed_value("Owls {Flight {Wings; Tails}}")
    ['Owls', ['Flight', ['Wings', 'Tails']]]
    """
    tokens = _TOKEN.findall(text)
    quoted = sum(1 for token in tokens if token[0] in "\"'" and len(token) > 2) >= _QUOTED
    top: list[Any] = []
    above = [top]
    for before, token, behind in zip(["", *tokens], tokens, [*tokens[1:], ""], strict=False):
        names = before in ("(", "[", "{") and (behind not in ("(", "[", "{") or token.endswith(" "))
        if token in "([{":
            if len(above) > MAX_DEPTH:
                return []
            inner: list[Any] = []
            above[-1].append(inner)
            above.append(inner)
        elif token in ")]}":
            if quoted and above[-1] and isinstance(above[-1][0], _Bare):
                above[-1][1:] = [above[-1][1:]]
            del above[len(above) - 1 if len(above) > 1 else 1 :]
        elif len(token) > 1 and token[0] in "\"'" and token[0] == token[-1]:
            above[-1].append(token[1:-1])
        elif (not quoted or names) and any(map(str.isalnum, token)):
            words = token.strip(" \t-:=>*→")
            if words and not (quoted and _key(words) in _FIELDS):
                above[-1].append(_Bare(words))
    return top
