"""Writing, grading and ranking literature reviews by words and counts: a stand-in for models that understand them.

The writer puts together what its material says, line by line, and knows nothing else. The grades count: words of the
task that come again, works that are named with a year, words and sentences to each of them, words that join sentences,
headings. They tell a review that names works from one that does not, and nothing about whether it is true.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from litgauge.tasks.offline.english import WEAK
from litgauge.tasks.text.markdown import shorten
from litgauge.tasks.text.words import stems

_WORK = re.compile(r"[“\"]([^”\"\n]{3,300})[”\"] \((\d{4})")
_JOINING = re.compile(
    r"\b(therefore|thus|hence|because|since|however|whereas|while|although|later|then|first|next|finally|in turn|"
    r"building on|in contrast|by contrast|as a result|consequently)\b",
    re.IGNORECASE,
)
_HEADING = re.compile(r"(?m)^#{1,6} ")
_SENTENCE = re.compile(r"[.!?](?:\s|$)")
_PLENTY = {"works": 15, "words": 600, "joins": 12, "headings": 4}  # from which more is no better
_EXCERPT = 220  # characters of a line of the material


@dataclass(frozen=True, slots=True)
class Counted:
    """A grade from 1 to 10 and what it rests on."""

    reason: str
    score: int


def written_review(topic: str, material: str) -> str:
    """A review that says what the material says, section by section; without one, what any subject has in common."""
    lines = [f"# A review of {topic}", ""]
    if not material.strip():
        lines += [
            "## Introduction",
            "",
            f"Research on {topic} has grown quickly. Many methods were proposed, and later ones improve on others.",
            "",
            "## Open questions",
            "",
            f"It is open how well methods for {topic} hold elsewhere, and how they should be compared.",
        ]
        return "\n".join(lines) + "\n"
    material_lines: list[str] = []
    for line in material.splitlines():
        if line.startswith("### "):
            lines += [*_paragraph(material_lines), f"## {line.removeprefix('### ').rstrip(':')}", ""]
            material_lines = []
        elif _WORK.search(line):
            material_lines.append(line)
    return "\n".join([*lines, *_paragraph(material_lines)]) + "\n"


def _paragraph(material_lines: Sequence[str]) -> list[str]:
    """Return the lines as sentences, joined by when they come."""
    joints = ("First", "Then", "Building on this", "Later")
    sentences = [
        f"{joints[min(place, len(joints) - 1)]}, {shorten(re.sub(r'^(?:[0-9]+[.]|-) ', '', line), _EXCERPT)}."
        for place, line in enumerate(material_lines)
    ]
    return [" ".join(sentences), ""] if sentences else []


def review_grades(task: str, review: str) -> Mapping[str, Counted]:
    """Return the five grades of a review."""
    task_stems = stems(task.split("\n", 1)[0]) - WEAK
    review_stems = stems(review)
    shared = len(task_stems & review_stems) / max(1, len(task_stems))
    works = len({match[1].casefold() for match in _WORK.finditer(review)})
    words, joins = len(review.split()), len(_JOINING.findall(review))
    headings = len(_HEADING.findall(review))
    parts = {
        "relevance": (shared, f"{shared:.0%} of the task’s words come again"),
        "completeness": (works / _PLENTY["works"], f"{works} works are named with their years"),
        "depth": (
            min(1.0, works / 3) * words / _PLENTY["words"],
            f"{words} words in {len(_SENTENCE.findall(review))} sentences on {works} works",
        ),
        "consistency": (
            (joins / _PLENTY["joins"] + headings / _PLENTY["headings"]) / 2,
            f"{joins} words that join sentences, {headings} headings",
        ),
    }
    grades = {name: Counted(reason, _grade(share)) for name, (share, reason) in parts.items()}
    mean = sum(grade.score for grade in grades.values()) / len(grades)
    return {**grades, "usefulness": Counted("the mean of the other four", round(mean))}


def review_ranks(task: str, reviews: Mapping[str, str]) -> dict[str, int]:
    """Return the rank of each review by the sum of its grades; equal sums have the same rank."""
    sums = {name: sum(grade.score for grade in review_grades(task, text).values()) for name, text in reviews.items()}
    return {name: 1 + sum(other > own for other in sums.values()) for name, own in sums.items()}


def _grade(share: float) -> int:
    """
    >>> [_grade(share) for share in (0, 0.5, 1, 3)]
    [1, 6, 10, 10]
    """
    return 1 + round(9 * min(1.0, share) + 0.001)
