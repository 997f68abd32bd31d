"""Values that are written as calls of constructors, as Python prints objects: Node(name="Owls", papers=["…"])."""

from __future__ import annotations

import ast
import re
from typing import Any

_BEGIN = re.compile(r"\s*(?:\w{1,60}\s*(?::\s*\w{1,60}\s*)?=\s*)?(?P<call>[A-Z]\w{0,60}\()")
_LONGEST = 400_000  # characters
_DEEPEST = 60  # brackets in brackets, beyond which Python's parser may not come back


def call_value(text: str) -> Any | None:
    """Return the value of a text that is one call, its arguments as fields; None of other texts.

    >>> call_value("Node('Owls', papers=['Ears'], year=None)")
    {'name': 'Owls', 'papers': ['Ears'], 'year': None}
    """
    begin = _BEGIN.match(text)
    if begin is None or len(text) > _LONGEST or _depth(text) > _DEEPEST:
        return None
    try:
        return _value(ast.parse(text[begin.start("call") :].strip(), mode="eval").body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _depth(text: str) -> int:
    depth = deepest = 0
    for sign in text:
        depth += (sign in "([{") - (sign in ")]}")
        deepest = max(deepest, depth)
    return deepest


def _value(node: ast.expr) -> Any:
    """Return the value of an expression. Raises ValueError for one that is no call, list or constant."""
    match node:
        case ast.Call(args=args, keywords=keywords):
            fields = {keyword.arg: _value(keyword.value) for keyword in keywords if keyword.arg}
            return {**_named([_value(argument) for argument in args]), **fields}
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            return [_value(element) for element in elements]
        case ast.Dict(keys=keys, values=values):
            return {str(_value(key)): _value(value) for key, value in zip(keys, values, strict=True) if key is not None}
        case ast.Constant(value=value):
            return value
        case _:
            raise ValueError(type(node).__name__)


def _named(arguments: list[Any]) -> dict[str, Any]:
    """Return the name and the contents that stand without their names."""
    named: dict[str, Any] = {}
    for argument in arguments:
        if isinstance(argument, str):
            named.setdefault("name", argument)
        elif isinstance(argument, list):
            named.setdefault("papers" if all(isinstance(entry, str) for entry in argument) else "children", argument)
    return named
