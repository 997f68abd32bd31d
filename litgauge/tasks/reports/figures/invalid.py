"""Pictures that are none by the text alone; whether a file or an address holds a picture, its pixels tell."""

from __future__ import annotations

import re
from typing import Literal

from litgauge.tasks.reports.figures.targets import FigureTarget, inline_picture

InvalidMode = Literal["paper", "released", "ours"]
InvalidReason = Literal["empty", "placeholder", "broken", "ascii-art", "mermaid", "not-rendered", ""]

_STAND_IN = re.compile(
    r"(?:^|[/.])(?:via\.placeholder|placeholder|placehold|placekitten|placeimg|dummyimage|picsum)\.(?:com|co|it|photos)\b"
    r"|^(?:https?://)?(?:www\.)?example\.(?:com|org|net)/|(?:^|/)(?:path|your|insert)[-_/](?:to|here|your|image|the)\b"
    r"|^\W?(?:image|chart|figure|picture|insert|your)[-_ ]?(?:url|link|path|here)(?:[-_ ]?here)?\W?$"
    r"|^[<\[{(].*[>\]})]$",
    re.IGNORECASE,
)
_MERMAID = frozenset({"mermaid", "flowchart", "flow", "sequence", "gantt", "mindmap"})


def invalid_reason(text: str, target: FigureTarget, mode: InvalidMode = "ours") -> InvalidReason:
    """Return why a target is no usable picture, as far as the report's text can tell; "" where it cannot.

    TVIR (arXiv 2606.02320, appendix C) takes text in place of a picture as absent: drawings of letters, Mermaid and
    other code that nothing rendered; so do "paper" and "released". In "ours" code is left to those who can draw it.
    """
    if target.form == "none":
        return "empty"
    if target.language == "ascii":
        return "ascii-art"
    if target.form == "code" and target.language not in ("iframe", "svg"):
        if not text[target.start : target.end].strip():
            return "empty"
        if mode != "ours":
            return "mermaid" if target.language in _MERMAID else "not-rendered"
    if target.form == "data":
        packed = inline_picture(text, target)
        return "broken" if packed is None else "" if packed else "empty"
    if target.form in ("path", "address") and _STAND_IN.search(target.target):
        return "placeholder"
    return ""
