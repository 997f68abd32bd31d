"""A report's text as judges see it: invalid figures emptied, captions replaced; the original text is kept."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from litgauge.tasks.records.figures import Figure
from litgauge.tasks.reports.figures.targets import FigureTarget

OverlayMode = Literal["paper", "released", "ours"]

_SHOWN_REVISED: dict[OverlayMode, frozenset[str]] = {
    "paper": frozenset({"IA", "MC"}),
    "released": frozenset({"IA", "WQ", "ADB", "FLC", "MC"}),
    "ours": frozenset({"IA", "MC"}),
}


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of the text and its replacement; start == end inserts."""

    start: int
    end: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Overlay:
    """A text with edits, which maps offsets between the original and the shown text."""

    text: str
    edits: tuple[Edit, ...]  # in the order of the text
    _starts: tuple[int, ...]  # of the edits in the shown text

    def original(self, at: int) -> int:
        """Return the offset in the report's text of one in the shown text; within a replacement, that of the edit."""
        number = bisect_right(self._starts, at) - 1
        if number < 0:
            return at
        edit = self.edits[number]
        inside = at - self._starts[number]
        return edit.start if inside < len(edit.text) else edit.end + inside - len(edit.text)

    def shown(self, at: int) -> int:
        """Return the offset in the shown text of one in the report's text; within removed text, that of the edit."""
        number = bisect_right(self.edits, at, key=lambda edit: edit.start) - 1
        if number < 0:
            return at
        edit = self.edits[number]
        if at < edit.end:
            return self._starts[number]
        return self._starts[number] + len(edit.text) + at - edit.end


def shows_revisions(metric: str, mode: OverlayMode) -> bool:
    """Return whether the judge of a metric is shown revised captions.

    The paper (arXiv 2606.02320, appendix C) names IA and MC; the released code shows them to every judge of the whole
    text, since it writes them into the report. Ours follows the paper: text metrics read what the agent wrote. FCI
    reads the old captions in every mode.
    """
    return metric in _SHOWN_REVISED[mode]


def without_bytes(targets: Iterable[FigureTarget]) -> list[Edit]:
    """Return the edits that put "image/png inline" in place of pictures whose bytes stand in the text.

    A judge of the text reads no bytes; the picture is shown to it as a picture, or not at all.
    """
    return [Edit(target.start, target.end, target.target) for target in targets if target.form in ("data", "svg")]


def caption_revision(text: str, figure: Figure, caption: str) -> Edit:
    """Return the edit that gives a figure another caption: it replaces the words after the label, or is inserted.

    A figure without caption in the text gets one in a paragraph of its own, or in brackets where words stand beside it.
    """
    words = " ".join(caption.split())
    if figure.caption_start >= 0:
        return Edit(figure.caption_start, figure.caption_end, words)
    line_start = text.rfind("\n", 0, figure.start) + 1
    line_end = text.find("\n", figure.end)
    beside = text[line_start : figure.start] + text[figure.end : line_end if line_end >= 0 else len(text)]
    shown = (f" ({words})" if beside.strip() else f"\n\n{words}\n") if words else ""
    return Edit(figure.end, figure.end, shown)


def overlaid(text: str, emptied: Iterable[tuple[int, int]] = (), revisions: Iterable[Edit] = ()) -> Overlay:
    """Return the text with targets of invalid figures emptied and captions replaced, by position.

    A revision without words is left out: it would delete the agent's caption. Outside the edits nothing changes; of
    two that overlap the earlier counts, of two of one place the emptied one. Raises ValueError if a position is not in
    the text.
    """
    candidates = [Edit(start, end) for start, end in emptied if start < end]
    candidates += [edit for edit in revisions if edit.text.strip()]
    accepted: list[Edit] = []
    for edit in sorted(candidates, key=lambda edit: (edit.start, edit.end, edit.text)):
        if not 0 <= edit.start <= edit.end <= len(text):
            raise ValueError(f"an edit of {edit.start} to {edit.end} is not in a text of {len(text)} characters")
        again = bool(accepted) and edit.start == edit.end == accepted[-1].start
        if not accepted or (edit.start >= accepted[-1].end and not again):
            accepted.append(edit)
    pieces: list[str] = []
    starts: list[int] = []
    at = length = 0
    for edit in accepted:
        pieces += [text[at : edit.start], edit.text]
        starts.append(length + edit.start - at)
        length = starts[-1] + len(edit.text)
        at = edit.end
    pieces.append(text[at:])
    return Overlay("".join(pieces), tuple(accepted), tuple(starts))
