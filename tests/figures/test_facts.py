"""Facts of figures out of an answer with files: programs and tables beside pictures, records, licences, pages."""

from __future__ import annotations

import hashlib
import json

from litgauge.tasks.answers.attached import AttachedFile
from litgauge.tasks.figures.credits import alternative_text
from litgauge.tasks.figures.facts import figure_facts
from litgauge.tasks.figures.rows import FigureFacts
from litgauge.tasks.records import AgentReport, EvidencePage, WorkIdentity
from litgauge.tasks.reports import read_report
from litgauge.tasks.reports.figure_pictures import ReportFiles
from tests.tables import each_row

TEXT = """# Wind

![Installed power by year](charts/power.png)

*Figure 1: Installed power reached 50 GW [1].*

![img_2](images/mill.jpg)

*Figure 2: A mill. Photo: A. Ames, CC BY-SA 4.0.*

<figure><canvas id="c1"></canvas><figcaption>Figure 3: Shares.</figcaption></figure>
<script>new Chart(document.getElementById("c1"), {type: "bar", data: {datasets: [{data: [31, 32, 33]}]},
 options: {scales: {y: {min: 30}}}})</script>

## References

[1] Wind. https://wind.example/power
"""
FILES = {
    "charts/power.png": b"",
    "charts/power.py": b"import pandas as pd\npd.read_csv('data.csv').plot.bar()\n",
    "charts/power.csv": b"year,GW\n2019,40\n2020,50\n",
    "figures.json": json.dumps(
        {"figures": [{"file": "images/mill.jpg", "sources": [{"url": "https://mill.example"}]}, 7]}
    ).encode(),
}


def facts(text: str = TEXT, files: dict[str, bytes] | None = None) -> list[FigureFacts]:
    kept = {hashlib.sha256(data).hexdigest(): data for data in (files if files is not None else FILES).values()}
    attached = tuple(
        AttachedFile(name, hashlib.sha256(data).hexdigest(), len(data))
        for name, data in (files if files is not None else FILES).items()
    )
    report = AgentReport("r", "me", "t", "t", "t/report.md", "markdown", text, "0" * 64)
    read = read_report(report)
    page = next((link.page for link in read.figure_links if link.page), "")
    page_row = EvidencePage(page, page, page, "ok", "", 200, "text/html", "", "", "", "Wind", WorkIdentity(), "", None)
    return figure_facts(
        report, read.figures, read.figure_targets, read.figure_links, ReportFiles("r", ("",), attached),
        {page: page_row}, lambda _page: "There were 40 GW at first.",
        lambda file: kept[file.sha256],
    )  # fmt: skip


def test_a_chart_is_held_against_its_table_and_its_page() -> None:
    chart = facts()[0]
    assert (chart.data, chart.numbers, chart.compared, chart.agreeing, chart.in_pages) == ("table", 2, 1, 1, 1)
    assert (chart.axis, chart.alternative) == ("full", "Installed power by year")
    assert chart.page == "https://wind.example/power"


def test_an_image_has_its_page_from_the_record_and_its_licence_from_the_caption() -> None:
    image = facts()[1]
    assert (image.page, image.licence, image.alternative) == ("https://mill.example", "CC BY-SA 4.0", "")


def test_a_script_that_draws_into_a_canvas_is_its_code() -> None:
    canvas = facts()[2]
    assert (canvas.data, canvas.numbers, canvas.axis) == ("inline", 3, "truncated")


@each_row("record", [b"[1]", b"{", b'{"figures": 3}', b'{"figures": [{"file": 1, "sources": 2}]}', b"\xff"])
def test_records_of_any_shape_are_no_fault(record: bytes) -> None:
    assert facts(files={"figures.json": record})[1].page == ""


@each_row("alt", ["", "image", "Figure 3", "图 2", "chart-1.png", "..", "12"])
def test_empty_words_are_no_alternative_text(alt: str) -> None:
    assert alternative_text(alt) == ""
