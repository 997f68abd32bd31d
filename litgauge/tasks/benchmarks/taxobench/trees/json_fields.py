"""Fields of JSON under the names that the readers know, told by what they hold and by how often they return."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from litgauge.tasks.benchmarks.taxobench.trees.json_keys import CHILDREN, MAX_DEPTH, PAPERS, has_name
from litgauge.tasks.text.wordings import pattern

_Kind = Literal["children", "papers"]
_FIELD = re.compile(r"[_@$#]?[a-z][a-z0-9]*(?:[_-]?[A-Za-z0-9]+)*")
"""How programs name fields, not people topics: in small letters, without blanks."""
_LEVEL = re.compile(r"(?:(?:sub)*(?:level|tier|layer|depth)|l)\d{1,2}(?:\w{0,20})")
_NAME = re.compile(r"(?:\w{0,20}(?:topic|name|title|subject|theme|category|domain)|survey|field)(?:level)?\d{0,2}")
_ABOUT = re.compile(
    r"(?:keywords?|authors?|tags?|examples?|notes?|remarks?|metadata|statistics|stats|summary|ids?|aliases|venues?|years?"
    r"|\w{0,20}(?:ideas?|challenges?|contributions?|features?|characteristics|criteria|links?|urls?|points|questions"
    r"|limitations|methods|datasets|metrics|trends|directions|unclassified|unassigned|excluded|omitted)\w{0,12})"
)
"""Fields that say something of a topic or paper, or hold what is not in the tree."""
_PLACE = ("litgauge.tasks.benchmarks.taxobench.trees", "wordings.json")
_PAPERS_COLUMN, _TOPICS_COLUMN = pattern(*_PLACE, "papers column"), pattern(*_PLACE, "topics column")
_BELOW = re.compile(
    r"(?:子|下级)?(?:类别|分类|节点|主题)|子(?:类|项)|(?:下位|サブ)?(?:カテゴリー?|分類)|하위 ?(?:분류|카테고리)"
)
_FOLDED: Mapping[str, str] = {re.sub(r"[_-]", "", key).lower(): key for key in (*PAPERS, *CHILDREN)}


def with_known_fields(value: Any) -> Any:
    """Return a JSON value with the fields of topics and papers under names that are known; topics stay as they are.

    A field is told from a topic by its spelling (`leaf_papers`, `level_2`) and by returning in several objects, where
    the topics of a tree do not; what its values hold tells papers from topics.

    >>> with_known_fields({"Owls": {"Flight": {"_papers": ["Wings"]}, "Senses": {"_papers": ["Ears"]}}})
    {'Owls': {'Flight': {'papers': ['Wings']}, 'Senses': {'papers': ['Ears']}}}
    >>> with_known_fields({"survey_topic": "Owls", "level_1": [{"name": "Flight", "papers": ["Wings"]}]})
    {'survey_topic': 'Owls', 'children': [{'name': 'Flight', 'papers': ['Wings']}], 'name': 'Owls'}
    """
    held: dict[str, list[tuple[Mapping[str, Any], Any]]] = defaultdict(list)
    for row in _objects(value):
        for key, inner in row.items():
            if isinstance(inner, (Mapping, list)) and (_FIELD.fullmatch(key) or not key.isascii()):
                held[key].append((row, inner))
    renamed = {key: kind for key, uses in held.items() if (kind := _kind(key, uses)) and kind != key}
    return _renamed(value, renamed)


def is_field_name(key: str) -> bool:
    """Return whether a key is spelled as programs name fields, not people topics."""
    return _FIELD.fullmatch(key) is not None


def is_about(key: str) -> bool:
    """Return whether a field says something of a topic or paper, and holds none."""
    return _ABOUT.fullmatch(re.sub(r"[_@$#-]", "", key).lower()) is not None


def _objects(value: Any) -> Iterator[Mapping[str, Any]]:
    """Yield all objects within a value."""
    waiting = [(value, 0)]
    while waiting:
        inner, depth = waiting.pop()
        if isinstance(inner, Mapping):
            yield inner
        if isinstance(inner, (Mapping, list)) and depth < MAX_DEPTH:
            waiting += [(one, depth + 1) for one in (inner.values() if isinstance(inner, Mapping) else inner)]


def _kind(key: str, uses: list[tuple[Mapping[str, Any], Any]]) -> str | None:
    """Return the name under which a field is known; None for a topic, for a known one, and for what is neither."""
    folded = re.sub(r"[_@$#-]", "", key).lower()
    if key in (*PAPERS, *CHILDREN) or _ABOUT.fullmatch(folded):
        return None
    if folded in _FOLDED:
        return _FOLDED[folded]
    if not key.isascii():
        return _foreign_kind(key)
    level = _LEVEL.fullmatch(folded)
    if not level and (len(uses) < 2 or not any(has_name(row) or _naming(row) for row, _ in uses)):
        return None
    if any(key != known and isinstance(row.get(known), list) for row, _ in uses for known in PAPERS if not level):
        return None  # beside the papers themselves
    entries = [entry for _, inner in uses for entry in (inner if isinstance(inner, list) else inner.values())]
    if any(isinstance(entry, Mapping) and _holds_lists(entry) for entry in entries):
        return "children"
    return "papers" if entries and all(isinstance(entry, (str, int, Mapping)) for entry in entries) else None


def _foreign_kind(key: str) -> str | None:
    """Return the same for a field whose name is Chinese, Japanese, Korean or Russian."""
    if _PAPERS_COLUMN.fullmatch(key):
        return "papers"
    return "children" if _TOPICS_COLUMN.fullmatch(key) or _BELOW.fullmatch(key) else None


def _naming(row: Mapping[str, Any]) -> str | None:
    """Return the field with the name of a topic that has none under a known one."""
    texts = [key for key, inner in row.items() if isinstance(inner, str)]
    named = [
        key for key in texts if _NAME.fullmatch(_folded(key)) or (not key.isascii() and _TOPICS_COLUMN.search(key))
    ]
    return next(iter(named), None)


def _holds_lists(entry: Mapping[str, Any]) -> bool:
    return any(isinstance(inner, (list, Mapping)) and not _ABOUT.fullmatch(str(key)) for key, inner in entry.items())


def _renamed(value: Any, names: Mapping[str, str], depth: int = 0) -> Any:
    if depth > MAX_DEPTH:
        return value
    if isinstance(value, list):
        return [_renamed(inner, names, depth + 1) for inner in value]
    if not isinstance(value, Mapping):
        return value
    row: dict[str, Any] = {}
    for key, inner in value.items():
        name = names.get(key, key)
        row[name if name not in row and (name == key or name not in value) else key] = _renamed(inner, names, depth + 1)
    lists = any(isinstance(row.get(key), list) for key in (*CHILDREN, *PAPERS))
    if (lists or row.keys() & {*names.values()}) and not has_name(row) and (naming := _naming(row)):
        row["name"] = row[naming]
    return row


def _folded(key: str) -> str:
    return re.sub(r"[_@$# -]", "", key).lower()
