"""Executes docs/notebook.ipynb, and keeps what its cells show: `python -m tools.notebook`, after `make demo`.

The cells are plain Python whose last expression is shown, so no kernel is needed to run them.
"""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).resolve().parents[1] / "docs" / "notebook.ipynb"


def executed(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with its code cells run in order in one namespace, in the working directory."""
    import pandas

    names: dict[str, Any] = {}
    cells = []
    count = 0
    with pandas.option_context("display.width", 100, "display.max_colwidth", 60, "display.max_columns", 12):
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                count += 1
                cell = {**cell, "execution_count": count, "outputs": _outputs("".join(cell["source"]), names, count)}
            cells.append(cell)
    return {**notebook, "cells": cells}


def _outputs(source: str, names: dict[str, Any], count: int) -> list[dict[str, Any]]:
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<cell>", "exec"), names)
    value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names) if isinstance(last, ast.Expr) else None
    if value is None:
        return []
    data = {"text/plain": repr(value).splitlines(keepends=True)}
    if hasattr(value, "_repr_html_"):
        data["text/html"] = value._repr_html_().splitlines(keepends=True)
    return [{"output_type": "execute_result", "execution_count": count, "metadata": {}, "data": data}]


def main() -> None:
    """Execute the notebook in place."""
    done = executed(json.loads(NOTEBOOK.read_text(encoding="utf-8")))
    NOTEBOOK.write_text(json.dumps(done, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
