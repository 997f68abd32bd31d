"""Languages, levels, domains and dimensions of TVIR, by the names that rows and pages have them by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

Language = Literal["zh", "en"]
Level = Literal["low", "medium", "high"]
Aspect = Literal["design", "facts", "logic", "visuals"]

LANGUAGES: Final[tuple[Language, ...]] = ("zh", "en")
LEVELS: Final[tuple[Level, ...]] = ("low", "medium", "high")
DOMAINS: Final = (
    "Technology & Intelligence",
    "Finance & Business",
    "Health & Medicine",
    "Law & Policy",
    "Environment & Energy",
    "Academic & Research",
    "Education & Culture",
    "Literature & Art",
    "History & Society",
    "Tourism & Entertainment",
)
"""In the order of the third digit of a published id (figure 2 of the paper)."""

ASPECTS: Final[Mapping[Aspect, str]] = {
    "design": "It follows the design principles of tasks.",
    "facts": "Entities, terms and claims in it are right.",
    "logic": "It is clear, and its questions belong together.",
    "visuals": "Its figures can be obtained, or drawn from public data.",
}
"""The aspects that experts review a draft by (section 3.2)."""


@dataclass(frozen=True, slots=True)
class LevelBounds:
    """Bounds of a level of complexity (A.2, E.1)."""

    characters: int  # of a Chinese task, about
    words: int  # of an English one, about
    visuals: tuple[int, int]  # required figures
    points: tuple[int, int]  # numbered points; 0: plain text will do
    questions: tuple[int, int]  # sub-questions of a point


BOUNDS: Final[Mapping[Level, LevelBounds]] = {
    "low": LevelBounds(200, 130, (1, 3), (0, 4), (1, 3)),
    "medium": LevelBounds(400, 260, (2, 4), (3, 4), (1, 3)),
    "high": LevelBounds(600, 390, (3, 5), (4, 5), (2, 4)),
}

WRITING: Final = ("coherence", "clarity", "conciseness", "style")
ANALYSIS: Final = ("causes", "depth", "criticism", "outlook", "breadth")
COMPOSITION: Final = ("layout", "variety")
"""The dimensions of the judge's grades of whole reports, by metric: WQ, ADB, MC (E.3)."""
