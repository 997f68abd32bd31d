"""Figures of reports that answer no release, by rule."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from PIL import Image
from rich.console import Console

from litgauge.flows.cli.figure_lines import write_figure_lines
from litgauge.tasks.base.errors import UnusableInput
from tests.pictures.samples import BARS, drawing, png, saved, svg

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


def _bad_pictures() -> dict[str, tuple[bytes, str]]:
    """Files under the names of pictures, each with why it is none; "" for one that is, "failed" where we cannot say."""
    turned = Image.Exif()
    turned[0x0112] = 6
    label = '<foreignObject width="90" height="20"><p xmlns="http://www.w3.org/1999/xhtml">Start</p></foreignObject>'
    whole = saved(drawing())
    return {
        "half.png": (whole[: len(whole) // 2], "truncated"),
        "half.jpg": (saved(drawing(), "JPEG")[:900], "truncated"),
        "empty.png": (b"", "empty"),
        "page.png": (b"<!DOCTYPE html><html><body>404</body></html>", "html"),
        "denied.png": (b'<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', "xml"),
        "tracker.png": (saved(drawing(1, 1)), "too-small"),
        "bomb.png": (png(30_000, 30_000, pixels=b""), "too-large"),
        "phone.heic": (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(400), "unsupported"),
        "moving.gif": (saved(drawing(), "GIF", save_all=True, append_images=[drawing(seed=1)]), ""),
        "print.jpg": (saved(drawing().convert("CMYK"), "JPEG"), ""),
        "deep.png": (saved(drawing().convert("I;16")), ""),
        "turned.jpg": (saved(drawing(), "JPEG", exif=turned), ""),
        "new.avif": (saved(drawing(), "AVIF"), ""),
        "entity.svg": (
            svg("<text>&x;</text>", before='<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hosts">]>'),
            "unsafe",
        ),
        "outside.svg": (svg(f'{BARS}<image href="http://127.0.0.1:9/x.png" width="9" height="9"/>'), ""),
        "wide.svg": (svg(BARS, 'width="100000" height="100000"'), ""),
        "label.svg": (svg(label), "failed"),
        "itself.svg": (svg(f'<g id="a"><use href="#a"/>{BARS}</g>'), ""),
        "../up.png": (whole, "outside"),
        "%2e%2e/up.png": (b"", "outside"),
        "/etc/hosts": (b"", "missing"),
        "https://site.example/x.png": (b"", "failed"),
    }


DRAWN = """
```mermaid
graph TD; A-->B
```

*Figure 301: A and B.*

```
+---+     +---+     +---+
| A |---->| B |---->| C |
+---+     +---+     +---+
  |                   |
  +-------------------+
```

*Figure 302: A, B and C.*

```vega-lite
{"data": {"url": "https://site.example/d.csv"}, "mark": "bar"}
```

*Figure 303: Data from elsewhere.*
"""


def test_bad_figures_have_their_reason_and_the_others_are_measured(tmp_path: Path) -> None:
    cases, folder = _bad_pictures(), tmp_path / "reports"
    folder.mkdir()
    lines = []
    for number, (name, (data, _)) in enumerate(cases.items(), start=1):
        lines.append(f"![{name}]({name})\n\n*Figure {number}: The same words.*\n\nFigure {number} says so.\n")
        if data:
            (folder / name).write_bytes(data)
    (folder / "empty.png").write_bytes(b"")
    (folder / "r.md").write_text("# Bad\n\n" + "\n".join(lines) + DRAWN)

    write_figure_lines([folder], tmp_path / "out.jsonl", Console(quiet=True))

    (line,) = (json.loads(text) for text in (tmp_path / "out.jsonl").read_text().splitlines())
    found = {
        p["target"]: p["reason"] if p["status"] == "invalid" else p["status"]
        for f in line["figures"]
        for p in f["pictures"]
    }
    wanted = {name: reason or "ok" for name, (_, reason) in cases.items()}
    assert {name: found[name] for name in wanted} == wanted
    assert [found[name] for name in ("mermaid", "drawing of letters", "vega-lite")] == [
        "mermaid", "ascii-art", "not-rendered",
    ]  # fmt: skip
    assert len(line["figures"]) == len(cases) + 3
