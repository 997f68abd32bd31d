"""Behind `litgauge tvir weights` and `extraction`: what people's sheets say of image quality and of the reading."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

from litgauge.flows.cli.console import kept_in, print_json
from litgauge.flows.cli.grade_sheets import interval_text, number_text
from litgauge.flows.cli.sheet_files import check_new_sheet, write_sheet
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.tvir.extraction import SHEET, read_reliability, sheet_rows
from litgauge.tasks.benchmarks.tvir.weights import PAPER, PARTS, read_weights
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import find_score_run, load_score_run


def print_weights(sheets: Sequence[Path], out: Console, *, as_json: bool) -> None:
    """Print the fitted weights beside the paper's. Raises as `read_weights`."""
    fitted = read_weights(sheets)
    if as_json:
        print_json({**asdict(fitted), "parts": PARTS, "paper": PAPER}, out)
        return
    grid = Table("part", title="Weights of image quality", title_justify="left")
    for name in ("fitted", "paper"):
        grid.add_column(name, justify="right")
    for part, weight, interval, paper in zip(PARTS, fitted.weights, fitted.intervals, PAPER, strict=True):
        grid.add_row(part, f"{number_text(weight)}{interval_text(interval)}", f"{paper:.2f}")
    out.print(grid)
    out.print(
        f"{fitted.ratings:,} ratings of {fitted.pictures:,} pictures; they explain {fitted.r_squared:.0%} of the "
        "overall ratings. Below: 95 % bootstrap intervals over pictures.",
        soft_wrap=True,
    )


def write_extraction_sheet(run_id: str, path: Path, storage: str, out: Console) -> None:
    """Write what was read out of a run's reports, for people to check."""
    check_new_sheet(path)
    run = find_score_run(Storage(storage), run_id)
    rows = list(sheet_rows(load_score_run(Storage(storage), run).rows))
    if not rows:
        raise UnusableInput("nothing was read out of the reports of this run", where=run_id)
    write_sheet(path, SHEET, rows)
    out.print(
        f"{len(rows):,} rows in {path}: yes or no in the column right; add a row without id for what was missed. Then: "
        f"litgauge tvir extraction {path}{kept_in(storage)}",
        soft_wrap=True,
    )


def print_extraction(sheets: Sequence[Path], out: Console, *, as_json: bool) -> None:
    """Print Table 5. Raises as `read_reliability`."""
    results = read_reliability(sheets)
    if as_json:
        print_json([asdict(result) for result in results], out)
        return
    grid = Table("found", title="Table 5, reliability of the reading", title_justify="left")
    for name in ("reports", "precision", "recall", "F1"):
        grid.add_column(name, justify="right")
    for result in results:
        values = {"precision": result.precision, "recall": result.recall, "f1": result.f1}
        texts = [f"{number_text(value)}{interval_text(result.intervals[name])}" for name, value in values.items()]
        grid.add_row(f"{result.target}s", str(result.reports), *texts)
    out.print(grid)
