"""Chart code of a model: run in the sandbox, and its pictures looked at."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.base.extras import check_charts
from litgauge.tasks.fences.sandbox import Fastening, SandboxLimits, SandboxRun, run_sandboxed
from litgauge.tasks.pictures.checking import check_picture
from litgauge.tasks.pictures.fonts import ChartFonts, chart_fonts, environment
from litgauge.tasks.pictures.headers import PNG, SVG
from litgauge.tasks.pictures.measuring import ink

ChartStatus = Literal[
    "ok", "blank", "no-picture", "failed",
    "time-limit", "memory-limit", "output-limit", "process-limit", "disk-limit",
]  # fmt: skip
_SHOWN = 20_000  # characters of each stream
_MISSING_GLYPH = re.compile(r"Glyph \d+ \((.{1,60}?)\) missing from")
_MOST_PICTURES = 20


@dataclass(frozen=True, slots=True)
class ChartRun:
    """Result of chart code."""

    status: ChartStatus
    """"ok": a picture was drawn; "blank": all are of one colour; "failed": the code raised an error."""
    pictures: tuple[tuple[str, bytes], ...]  # name and bytes of every PNG and SVG that can be shown
    notes: tuple[str, ...]  # for whoever wrote the code: why a picture is not taken, blank, or shows boxes
    stdout: str  # at most its first 20,000 characters
    stderr: str  # at most its last 20,000
    degree: str  # what held the code: "landlock 7 + namespaces + seccomp + limits"
    seconds: float


async def run_chart(
    code: str,
    files: Mapping[str, bytes],
    limits: SandboxLimits = SandboxLimits(),  # noqa: B008 - frozen
    *,
    allow_none: bool = False,
    fastening: Fastening | None = None,
) -> ChartRun:
    """Run Python code that draws charts with matplotlib into its folder, which holds `files`.

    The strongest means of this machine hold it (`run_sandboxed`); `allow_none` also runs it where there is none, with
    the user's rights. PNG and SVG are taken, from subfolders too. The same code and files give the same bytes. Raises
    ConfigError without the extra `charts` or without a sandbox, UnusableInput for a name of `files` that leads
    outside, Failed where something of ours broke.
    """
    check_charts("chart code draws with matplotlib", where="charts")
    fonts = await chart_fonts(allow_none=allow_none, fastening=fastening)
    run = await run_sandboxed(
        code, {**files, **fonts.files}, limits, environment(), allow_none=allow_none, fastening=fastening
    )
    return await asyncio.to_thread(_judged, run, fonts)


def _judged(run: SandboxRun, fonts: ChartFonts) -> ChartRun:
    stderr = run.error.decode("utf-8", "replace")
    notes = [f"{name}: {_REASONS[reason]}" for name, reason in run.written.left]
    pictures, drawn = [], False
    for name, data in run.written.files[:_MOST_PICTURES]:
        usable, blank, note = _looked_at(name, data)
        notes += note
        if usable:
            pictures.append((name, data))
            drawn |= not blank
    if missing := list(dict.fromkeys(_MISSING_GLYPH.findall(stderr))):
        notes.append(f"characters that no font has: {', '.join(missing[:5])}")
    if any(_BOXES in note for note in notes) or missing:
        notes.append(_font_advice(fonts))
    if run.stopped:
        notes.append(run.detail)
    return ChartRun(
        _status(run, pictures=bool(pictures), drawn=drawn), tuple(pictures), tuple(notes),
        run.output.decode("utf-8", "replace")[:_SHOWN], stderr[-_SHOWN:], run.degree, run.seconds,
    )  # fmt: skip


_BOXES = "characters are shown as boxes"
_REASONS = {
    "link": "it is a link, which is not followed",
    "no file": "it is no file",
    "too large": "it is too large",
    "too many": "there are more files, which were not looked at",
}


def _looked_at(name: str, data: bytes) -> tuple[bool, bool, list[str]]:
    """Return whether a file is a usable picture, whether it is blank, and what is to be said about it."""
    facts = check_picture(data, name)
    if not facts.media_type:
        return False, False, []  # a table, a text: not meant as a picture
    if facts.status != "ok":
        return False, False, [f"{name}: no usable picture: {facts.detail}"]
    if facts.media_type not in {PNG, SVG}:
        return False, False, [f"{name}: {facts.media_type} is not taken: save PNG or SVG"]
    try:
        drawn = ink(data)
    except Rejected as reason:
        return False, False, [f"{name}: no usable picture: {reason.what}"]
    if "blank" in facts.warnings or drawn.blank:
        return True, True, [f"{name}: it is blank"]
    boxes = drawn.tofu or "missing-characters" in facts.warnings
    return True, False, [f"{name}: {_BOXES}"] if boxes else []


def _font_advice(fonts: ChartFonts) -> str:
    if fonts.cjk:
        return f"fonts with Chinese, Japanese and Korean characters: {', '.join(fonts.cjk)}"
    return "no font with Chinese, Japanese or Korean characters is installed (`apt install fonts-noto-cjk`)"


def _status(run: SandboxRun, *, pictures: bool, drawn: bool) -> ChartStatus:
    if run.stopped:
        return run.stopped  # type: ignore[return-value]  # one of the limits
    if run.code:
        return "failed"
    return "ok" if drawn else "blank" if pictures else "no-picture"
