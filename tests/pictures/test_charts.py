"""Chart code of a model, from the code to pictures that were looked at."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.fences.sandbox import SandboxLimits, strongest_fastening
from litgauge.tasks.pictures import check_picture, fonts
from litgauge.tasks.pictures.charts import ChartRun, run_chart
from litgauge.tasks.pictures.fonts import ChartFonts, chart_fonts

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(strongest_fastening() == "none", reason="this machine has no sandbox"),
]
PLOT = "import matplotlib.pyplot as plt\nplt.plot([1, 3, 2])\nplt.title('{title}')\n"


def drawn(code: str, limits: SandboxLimits | None = None, **files: bytes) -> ChartRun:
    return asyncio.run(
        run_chart(code, {name.replace("_", "."): data for name, data in files.items()}, limits or SandboxLimits())
    )


def test_a_chart_of_a_table_is_drawn_in_png_and_svg() -> None:
    code = """
import csv, os
import matplotlib.pyplot as plt
rows = list(csv.DictReader(open("data.csv")))
plt.bar([row["year"] for row in rows], [float(row["value"]) for row in rows])
os.makedirs("charts", exist_ok=True)
plt.savefig("charts/bars.png", dpi=300)
plt.savefig("bars.svg")
print("saved")
"""
    run = drawn(code, data_csv=b"year,value\n2023,4\n2024,7\n")
    assert (run.status, run.notes, run.stdout) == ("ok", (), "saved\n")
    assert [name for name, _ in run.pictures] == ["bars.svg", "charts/bars.png"]
    facts = [check_picture(data) for _, data in run.pictures]
    assert [item.media_type for item in facts] == ["image/svg+xml", "image/png"]
    assert facts[1].width == 1_920
    assert strongest_fastening() in run.degree


def test_the_same_code_gives_the_same_bytes() -> None:
    code = PLOT.format(title="Sales") + "plt.savefig('a.png'); plt.savefig('a.svg')"
    assert drawn(code).pictures == drawn(code).pictures


def test_boxes_for_chinese_are_told_to_who_wrote_the_code() -> None:
    run = drawn(PLOT.format(title="每月销售额与市场份额") + "plt.savefig('a.png')")
    if asyncio.run(chart_fonts()).cjk:
        assert run.notes == ()
        return
    assert run.status == "ok"
    assert "a.png: characters are shown as boxes" in run.notes
    assert any("CJK UNIFIED IDEOGRAPH-6BCF" in note for note in run.notes)
    assert any("fonts-noto-cjk" in note for note in run.notes)


@pytest.mark.parametrize(
    ("code", "status", "note"),
    [
        ("import matplotlib.pyplot as plt; plt.figure().savefig('a.png')", "blank", "a.png: it is blank"),
        ("print('nothing')", "no-picture", ""),
        (PLOT.format(title="x") + "plt.show()", "no-picture", ""),
        (PLOT.format(title="x") + "plt.savefig('a.jpg')", "no-picture", "a.jpg: image/jpeg is not taken"),
        ("open('a.png', 'w').write('<html>')", "no-picture", ""),
        ("open('a.png', 'wb').write(b'\\x89PNG\\r\\n\\x1a\\n')", "no-picture", "a.png: no usable picture"),
        ("open('a.svg', 'w').write('<svg><text>&x;</text></svg>')", "no-picture", "a.svg: no usable picture"),
        ("import os; os.link('data.csv', 'a.png')", "no-picture", "a.png: it is a link"),
        ("x = [bytearray(10**8) for _ in range(99)]", "memory-limit", "it took more than 3,000 MB of memory"),
    ],
)
def test_what_is_no_chart_is_said_to_be_none(code: str, status: str, note: str) -> None:
    run = drawn(code, data_csv=b"a\n")
    assert run.status == status
    assert any(text.startswith(note) for text in run.notes) if note else run.notes == ()


def test_an_error_of_the_code_keeps_what_was_drawn_before_and_shows_its_line() -> None:
    run = drawn(PLOT.format(title="x") + "plt.savefig('a.png')\nprint('x' * 30_000)\n1 / 0")
    assert (run.status, [name for name, _ in run.pictures], len(run.stdout)) == ("failed", ["a.png"], 20_000)
    assert run.stderr.startswith('Traceback (most recent call last):\n  File "chart.py", line 6')
    assert run.stderr.endswith("ZeroDivisionError: division by zero\n")


def test_names_of_files_stay_in_the_folder() -> None:
    with pytest.raises(UnusableInput, match="no name of a file"):
        asyncio.run(run_chart("", {"../data.csv": b""}))


def test_fonts_are_listed_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(fonts, "_prepared", {})
    listed = asyncio.run(chart_fonts())
    [kept] = (tmp_path / "litgauge").iterdir()
    other = '{"ttflist": [{"name": "DejaVu Sans"}, {"name": "Noto Sans CJK SC"}]}'
    kept.write_text(json.dumps([listed.name, other]))  # whatever fonts this machine has
    monkeypatch.setattr(fonts, "_prepared", {})
    again = asyncio.run(chart_fonts())
    assert (again.name, again.cjk) == (listed.name, ("Noto Sans CJK SC",))
    assert b"DejaVu Sans, Noto Sans CJK SC" in again.files[".matplotlib/matplotlibrc"]


def test_fonts_with_cjk_characters_are_known_by_name() -> None:
    listing = b'{"ttflist": [{"name": "WenQuanYi Zen Hei"}, {"name": "DejaVu Sans"}, {"name": "Noto Sans CJK JP"}]}'
    assert ChartFonts("fontlist.json", listing).cjk == ("Noto Sans CJK JP", "WenQuanYi Zen Hei")
