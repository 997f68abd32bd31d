"""`litgauge trees`: the metrics of trees, one JSON object per row; starts without Prefect."""

from __future__ import annotations

from itertools import chain, islice
from pathlib import Path

from rich.console import Console
from rich.text import Text

from litgauge.flows.cli.console import json_line
from litgauge.flows.cli.output_files import check_file, opened
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.taxobench.match_papers import Mode
from litgauge.tasks.benchmarks.taxobench.name_vectors import Kind, name_vectors
from litgauge.tasks.benchmarks.taxobench.published import BrokenRow, published_rows
from litgauge.tasks.benchmarks.taxobench.tree_lines import tree_line
from litgauge.tasks.text.terminal import plain


def score_trees(file: Path, output: Path | None, mode: Mode, kind: Kind | None, err: Console) -> None:
    """Write one JSON line per row, in their order; rows that are none are told on `err` with their line.

    Raises UnusableInput if the file cannot be read or holds no row, or if the embedding is not installed.
    """
    if output is not None:
        check_file(output)
    rows = published_rows(file)
    first = list(islice(rows, 1))  # an input that cannot be read is refused before anything is said
    names = name_vectors(kind)
    fallen_back = kind is None and names.name.startswith("lexical")
    why = ": the extra `embeddings` is not installed" if fallen_back else ""
    err.print(f"names are compared by {names.name}{why}", highlight=False)
    usable = False
    with opened(output) as stream:
        for row in chain(first, rows):
            usable = usable or not isinstance(row, BrokenRow)
            if isinstance(row, BrokenRow):
                err.print(Text(plain(f"{file}:{row.line}: {row.reason}")), soft_wrap=True, highlight=False)
            stream.write(json_line(tree_line(row, names, mode)))
        if not usable:
            raise UnusableInput(
                "no line of it is a row",
                where=str(file),
                next_step="Give JSON lines with id, gt and hierarchy_tree (docs/taxobench.md)",
            )
