"""JSON with one innermost object or list to a line, so that people can read it and compare versions."""

from __future__ import annotations

import json
from typing import Any

_ROWS = {"statement", "urls"}  # keys by which a row is known that holds a short list


def json_file(value: Any) -> bytes:
    """The value as UTF-8 JSON, the keys in their order."""
    return (_lines(value) + "\n").encode()


def _lines(value: Any, depth: int = 0) -> str:
    parts = _parts(value)
    if not any(_parts(part) for part in parts) or (isinstance(value, dict) and set(value) & _ROWS):
        return json.dumps(value, ensure_ascii=False)
    margin = " " * (depth + 1)
    if isinstance(value, dict):
        names = [json.dumps(key, ensure_ascii=False) for key in value]
        rows = [f"{margin}{name}: {_lines(part, depth + 1)}" for name, part in zip(names, parts, strict=True)]
        return "{\n" + ",\n".join(rows) + "\n" + " " * depth + "}"
    flat = not any(isinstance(inner, dict) for part in parts for inner in _parts(part))
    rows = [margin + (json.dumps(part, ensure_ascii=False) if flat else _lines(part, depth + 1)) for part in parts]
    return "[\n" + ",\n".join(rows) + "\n" + " " * depth + "]"


def _parts(value: Any) -> list[Any]:
    return list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
