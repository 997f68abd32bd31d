"""A digest of the code behind a stage, taken from syntax trees, so that nobody has to bump a version."""

from __future__ import annotations

import ast
import hashlib
import importlib.util
from functools import cache
from pathlib import Path

_OURS = "tasks"
# What moves and keeps rows but never decides what is in them.
_PLUMBING = ("tasks.engine", "tasks.errors", "tasks.llm")


@cache
def code_digest(*modules: str) -> str:
    """sha256 (hex) over the syntax trees of the modules and of all modules of ours that they import.

    Comments, docstrings and layout do not count. The door to models and the storage plumbing do not
    either: a question carries its own fingerprint, and its replies are cached by content.
    """
    digest = hashlib.sha256()
    for name in sorted(_reachable(modules)):
        digest.update(f"{name}\0{_tree_digest(name)}\0".encode())
    return digest.hexdigest()


def _reachable(modules: tuple[str, ...]) -> set[str]:
    found: set[str] = set()
    waiting = list(modules)
    while waiting:
        name = waiting.pop()
        if name in found or name.startswith(_PLUMBING):
            continue
        found.add(name)
        waiting.extend(_imports(name))
    return found


@cache
def _tree(name: str) -> ast.Module:
    return ast.parse(_path(name).read_text(encoding="utf-8"))


@cache
def _path(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(name)
    return Path(spec.origin)


@cache
def _imports(name: str) -> frozenset[str]:
    package = name if _path(name).name == "__init__.py" else name.rpartition(".")[0]
    found: set[str] = set()
    for node in ast.walk(_tree(name)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            found.add(base)
            found.update(f"{base}.{alias.name}" for alias in node.names)
    return frozenset(module for module in found if _is_module(module))


@cache
def _is_module(name: str) -> bool:
    if name.partition(".")[0] != _OURS:
        return False
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False


@cache
def _tree_digest(name: str) -> str:
    tree = _tree(name)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            _drop_docstring(node)
    return hashlib.sha256(ast.dump(tree).encode()).hexdigest()


def _drop_docstring(node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    first = node.body[0] if node.body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        node.body = node.body[1:]
