"""Figures of reports that answer no release, by rule."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from rich.console import Console

from flows.cli.figure_lines import write_figure_lines
from tasks.base.errors import UnusableInput

pytestmark = pytest.mark.slow


def test_a_folder_of_reports_gives_a_line_each(repository: Path, tmp_path: Path) -> None:
    folder, out = tmp_path / "reports", tmp_path / "figures.jsonl"
    shutil.copytree(repository / "data" / "sample" / "tvir" / "agents" / "careful", folder)
    chart = folder / "104001" / "charts" / "pairs.png"
    shutil.copy(chart, chart.with_name("again.png"))
    report = folder / "104001" / "report.md"
    added = "\n\n![again](charts/again.png)\n\n*Figure 9: The same pairs.*\n\n![gone](charts/gone.png)\n"
    report.write_text(report.read_text() + added + '\n<Chart htmlFile="trend.html" />\n')
    chart.with_name("trend.html").write_text("<script>new Chart(c, {})</script><p>A chart, and no report.</p>")

    write_figure_lines([folder], out, Console(quiet=True))

    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert len(lines) == 3
    (found,) = (
        line for line in lines if any("again.png" in p["target"] for f in line["figures"] for p in f["pictures"])
    )
    pictures = {p["target"]: p for figure in found["figures"] for p in figure["pictures"]}
    assert (pictures["charts/gone.png"]["status"], pictures["charts/gone.png"]["reason"]) == ("invalid", "missing")
    assert pictures["charts/pairs.png"]["quality"] > 0.5
    numbers = [n for n, figure in enumerate(found["figures"]) for p in figure["pictures"]
               if p["target"] in ("charts/pairs.png", "charts/again.png")]  # fmt: skip
    assert found["near_duplicates"] == [numbers]
    assert "picture-unusable" in {error["code"] for error in found["structural_errors"]}


def test_where_there_is_no_report_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(UnusableInput, match="no such file"):
        write_figure_lines([tmp_path / "nowhere"], None, Console(quiet=True))
    (tmp_path / "empty").mkdir()
    with pytest.raises(UnusableInput, match="no report"):
        write_figure_lines([tmp_path / "empty"], None, Console(quiet=True))
