"""Domains before and after the sample, as a picture and as a table (ReportBench, figure 2)."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from litgauge.tasks.base.user_cache import cached
from litgauge.tasks.benchmarks.reportbench.build.domains.distribution import DomainCount
from litgauge.tasks.text.markdown import table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = (
    "#4477aa",
    "#66ccee",
    "#228833",
    "#ccbb44",
    "#ee6677",
    "#aa3377",
    "#997700",
    "#117733",
    "#88ccaa",
    "#cc6644",
    "#bbbbbb",
)
"""One for each domain in the paper's order, told apart without red-green sight; Unknown is grey."""

_MARGINS = {"left": 0.02, "right": 0.98, "bottom": 0.04, "top": 0.95, "wspace": 0.68, "hspace": 0.16}


def domain_chart(counts: tuple[DomainCount, ...], *, format: Literal["png", "svg"] = "png") -> bytes:
    """A picture of both distributions, a row each: shares as a pie, numbers as bars.

    The same counts give the same bytes, drawn once and kept in the user's cache. Nothing of matplotlib's global state
    is touched.
    """
    drawn_by = (version("matplotlib"), Path(__file__).read_text(encoding="utf-8"))
    key = hashlib.sha256(repr((counts, format, drawn_by)).encode()).hexdigest()
    return cached(f"domains-{key}.{format}", lambda: _drawn(counts, format))


def _drawn(counts: Sequence[DomainCount], format: str) -> bytes:
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(12, 9))  # the margins are fixed: to find them takes as long as to draw
    FigureCanvasAgg(figure)
    rows = (("All surveys", [count.before for count in counts]), ("Sample", [count.after for count in counts]))
    axes = figure.subplots(2, 2, width_ratios=(1, 1.2), gridspec_kw=_MARGINS)
    for (pie, bars), (name, numbers) in zip(axes, rows, strict=True):
        _pie(pie, name, numbers)
        _bars(bars, name, counts, numbers)
    out = io.BytesIO()
    metadata: dict[str, Any] = {"Date": None} if format == "svg" else {"Software": None}
    with matplotlib.rc_context({"svg.hashsalt": "domains", "svg.fonttype": "path"}):
        figure.savefig(out, format=format, dpi=110, metadata=metadata)
    return out.getvalue()


def domain_table(counts: Sequence[DomainCount]) -> str:
    """Return the same as a markdown table, with the share of each domain and a line of totals."""
    before, after = sum(count.before for count in counts), sum(count.after for count in counts)
    lines: list[tuple[object, ...]] = [
        (count.domain, count.before, _share(count.before, before), count.after, _share(count.after, after))
        for count in counts
    ]
    lines.append(("Total", before, _share(before, before), after, _share(after, after)))
    return table(("Domain", "Surveys", "Share", "Sample", "Share of the sample"), lines)


def _pie(axes: Axes, name: str, numbers: Sequence[int]) -> None:
    total = sum(numbers)
    axes.set_title(f"{name}: shares", fontsize=11)
    if not total:
        axes.axis("off")
        axes.text(0.5, 0.5, "no surveys", ha="center", va="center")
        return
    shown = [(_colour(place), number, _letter(place)) for place, number in enumerate(numbers) if number]
    axes.pie(
        [number for _, number, _ in shown],
        colors=[colour for colour, _, _ in shown],
        startangle=90,
        counterclock=False,
        labels=[letter for _, _, letter in shown],
        labeldistance=1.08,
        autopct=lambda share: f"{share:.0f} %" if share >= 3 else "",
        pctdistance=0.75,
        textprops={"fontsize": 9},
        wedgeprops={"linewidth": 1, "edgecolor": "white"},
    )


def _bars(axes: Axes, name: str, counts: Sequence[DomainCount], numbers: Sequence[int]) -> None:
    places = range(len(counts))
    axes.set_title(f"{name}: {sum(numbers):,} in numbers", fontsize=11)
    bars = axes.barh(places, numbers, color=[_colour(place) for place in places])
    axes.bar_label(bars, labels=[f"{number:,}" for number in numbers], padding=3, fontsize=9)
    axes.set_yticks(places, [f"{_letter(place)}  {count.domain}" for place, count in enumerate(counts)], fontsize=9)
    axes.invert_yaxis()
    axes.set_xlim(0, max(1, *numbers) * 1.12)
    axes.spines[["top", "right"]].set_visible(False)


def _colour(place: int) -> str:
    return COLOURS[place % len(COLOURS)]


def _letter(place: int) -> str:
    return chr(ord("A") + place) if place < 26 else str(place + 1)


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "–"
