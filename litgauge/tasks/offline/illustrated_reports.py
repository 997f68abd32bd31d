"""Judging reports with figures by words, counts and a few measures of pixels: a stand-in for models that see.

The rules tell a report that does something from one that does not: an item whose words come again from one whose words
do not, a drawn chart from an empty one, a caption with words of its paragraph from one without. They know nothing of
what a picture shows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from litgauge.tasks.offline.english import WEAK
from litgauge.tasks.offline.figures import figures
from litgauge.tasks.offline.support import LEAST_SHARE, support
from litgauge.tasks.text.sentences import sentences
from litgauge.tasks.text.words import stems

Extent = Literal["full", "partial", "none"]

_PICTURE = re.compile(r"!\[[^\]\n]{0,400}\]\([^)\s]{1,2000}|<(?:img|figure|svg|canvas)\b", re.IGNORECASE)
_ASKS_PICTURE = re.compile(
    r"\b(figures?|charts?|plots?|diagrams?|images?|photos?|maps?|visuali[sz]\w*|illustrat\w*)\b|[图圖]|可视化",
    re.IGNORECASE,
)
_HEADING = re.compile(r"(?m)^#{1,6} ")
_REASONS = re.compile(
    r"\b(because|since|therefore|thus|hence|due to|leads? to|as a result|mechanism|drive[ns]?)\b|因为|由于|因此|导致",
    re.IGNORECASE,
)
_LIMITS = re.compile(
    r"\b(however|although|limit\w*|uncertain\w*|assum\w*|caveat\w*|alternativ\w*)\b|然而|局限|假设|不确定",
    re.IGNORECASE,
)
_OUTLOOK = re.compile(
    r"\b(should|recommend\w*|outlook|forecast\w*|scenario\w*|next step\w*|will)\b|建议|预计|未来", re.IGNORECASE
)
_MARK = re.compile(r"\[\d{1,3}\]|\(https?://")
_LONG_SENTENCE = 220  # characters that are hard to take in at once
_WORDS_A_FIGURE = 350  # of text, for each figure of a well illustrated report
_ALL, _SOME = 0.7, 0.4  # shares of an item's words


@dataclass(frozen=True, slots=True)
class RuleGrade:
    """A grade from 1 to 10 and what it rests on."""

    reason: str
    score: int


def support_of(statement: str, passages: str) -> tuple[str, str]:
    """Return supported, partial, unsupported or no-content, and the reason."""
    if len(passages.split()) < 5:
        return "no-content", "there is no text"
    measured = support(statement, passages)
    if measured.supported:
        return "supported", measured.reason
    return ("partial" if measured.coverage >= LEAST_SHARE else "unsupported"), measured.reason


def item_extent(item: str, report: str) -> tuple[Extent, str]:
    """Return how far a report deals with an item, by the words of it that come again."""
    item_stems = stems(item) - WEAK
    shared = len(item_stems & stems(report)) / max(1, len(item_stems))
    reason = f"{shared:.0%} of the item's words come again"
    if _ASKS_PICTURE.search(item) and not _PICTURE.search(report):
        return "none", f"{reason}, but there is no figure"
    return ("full" if shared >= _ALL else "partial" if shared >= _SOME else "none"), reason


def writing_grades(report: str) -> Mapping[str, RuleGrade]:
    """Return grades of coherence, clarity, conciseness and style, by counts."""
    report_sentences = [report[start:end] for start, end in sentences(report)]
    headings, words = len(_HEADING.findall(report)), max(1, len(report.split()))
    long = sum(len(sentence) > _LONG_SENTENCE for sentence in report_sentences) / max(1, len(report_sentences))
    again = 1 - len({sentence.strip().casefold() for sentence in report_sentences}) / max(1, len(report_sentences))
    marks = {bool(mark.startswith("[")) for mark in _MARK.findall(report)}
    return {
        "coherence": _grade(headings / max(1, words / 300), f"{headings} headings for {words} words"),
        "clarity": _grade(1 - long, f"{long:.0%} of the sentences are long"),
        "conciseness": _grade(1 - 4 * again, f"{again:.0%} of the sentences come again"),
        "style": _grade(1 if len(marks) < 2 else 0.5, f"{len(marks)} kinds of citation marks"),
    }


def depth_grades(task: str, report: str) -> Mapping[str, RuleGrade]:
    """Return grades of causes, depth, criticism, outlook and breadth, by words that speak of them."""
    words = max(1, len(report.split()))
    task_stems = stems(task) - WEAK
    shared = len(task_stems & stems(report)) / max(1, len(task_stems))

    def density(pattern: re.Pattern[str], name: str) -> RuleGrade:
        count = len(pattern.findall(report))
        return _grade(count / max(4.0, words / 120), f"{count} words of {name} among {words}")

    return {
        "causes": density(_REASONS, "cause"),
        "depth": _grade(words / 1200, f"{words} words"),
        "criticism": density(_LIMITS, "limits"),
        "outlook": density(_OUTLOOK, "outlook"),
        "breadth": _grade(shared, f"{shared:.0%} of the task's words come again"),
    }


def number_conflicts(report: str, most: int = 20) -> list[tuple[str, str]]:
    """Return pairs of sentences that say the same in the same words with other numbers."""
    first_sentences: dict[frozenset[str], str] = {}
    conflicts = []
    for start, end in sentences(report):
        sentence = report[start:end].strip()
        numbers = figures(sentence)
        key = frozenset(word for word in stems(sentence) - WEAK if not word[0].isdigit())
        if not numbers or len(key) < 5:
            continue
        earlier = first_sentences.setdefault(key, sentence)
        if earlier != sentence and not any(figure.agrees(other) for figure in figures(earlier) for other in numbers):
            conflicts.append((earlier, sentence))
    return conflicts[:most]


CHART_CHECKS: Final = (
    "no_overlap",
    "aligned",
    "complete",
    "balanced",
    "text_size",
    "contrast",
    "rendering",
    "plain",
    "uncrowded",
    "no_redundancy",
)
"""The ten checks of a chart (arXiv 2606.02320, appendix E.3)."""


def chart_checks(measures: Mapping[str, Any]) -> tuple[str, Mapping[str, bool]]:
    """Return the reason and the ten checks, as far as measures of pixels tell; an empty picture fails all."""
    blank, tofu = bool(measures.get("blank")), bool(measures.get("tofu"))
    ink, side = float(measures.get("ink", 0.1)), int(measures.get("short_side", 400))
    if blank:
        return "the picture is empty", dict.fromkeys(CHART_CHECKS, False)
    failed = {
        "rendering": tofu,
        "uncrowded": ink > 0.6,
        "text_size": side < 200,
        "balanced": ink < 0.01,
        "contrast": bool(measures.get("low_contrast")),
    }
    faults = [name for name, wrong in failed.items() if wrong]
    return (
        f"{ink:.0%} ink on a short side of {side} pixels; faults: {', '.join(faults) or 'none'}",
        {name: name not in faults for name in CHART_CHECKS},
    )


def layout_grade(report: str) -> RuleGrade:
    """Return the grade of number and spread of the figures."""
    places = [match.start() for match in _PICTURE.finditer(report)]
    figures_expected = max(1.0, len(report.split()) / _WORDS_A_FIGURE)
    thirds = {min(2, 3 * place // max(1, len(report))) for place in places}
    share = min(1.0, len(places) / figures_expected) * (len(thirds) + 1) / 4
    return _grade(share, f"{len(places)} figures in {len(thirds)} of three parts")


def caption_grades(caption: str, context: str) -> Mapping[str, RuleGrade]:
    """Return grades of accuracy, sufficiency and clarity, by the words that a caption shares with its paragraphs."""
    if not caption.strip():
        return {name: RuleGrade("there is no caption", 1) for name in ("accuracy", "sufficiency", "clarity")}
    own = stems(caption) - WEAK
    shared = len(own & stems(context)) / max(1, len(own))
    words = len(caption.split()) + len(re.findall(r"[\u4e00-\u9fff]", caption)) // 2
    return {
        "accuracy": _grade(0.4 + 0.6 * shared, f"{shared:.0%} of its words stand in the text around it"),
        "sufficiency": _grade(min(1.0, words / 8), f"{words} words"),
        "clarity": _grade(1.0 if words < 60 else 0.5, f"{words} words"),
    }


def context_grades(label: str, caption: str, context: str) -> Mapping[str, RuleGrade]:
    """Return grades of relevance, coherence and value; no paragraph gives the lowest."""
    own = stems(caption) - WEAK
    shared = len(own & stems(context)) / max(1, len(own)) if context.strip() else 0.0
    named = bool(label) and label.casefold() in context.casefold()
    relevance = _grade(shared, f"{shared:.0%} of the caption's words stand in the paragraphs")
    return {
        "relevance": relevance,
        "coherence": _grade(0.9 if named else 0.4 * bool(context.strip()), "named" if named else "not named"),
        "value": relevance,
    }


def chart_conflicts(caption: str, passages: Sequence[str]) -> list[tuple[str, str]]:
    """Return sentences of a caption with the sentence of a passage that gives another number for the same words."""
    conflicts = []
    stated = [passage[start:end] for passage in passages for start, end in sentences(passage)]
    for start, end in sentences(caption):
        sentence = caption[start:end].strip()
        own, numbers = stems(sentence) - WEAK, figures(sentence)
        for other in stated:
            theirs = figures(other)
            near = len(own & stems(other)) >= max(4, round(0.8 * len(own)))
            if near and numbers and theirs and not any(first.agrees(second) for first in numbers for second in theirs):
                conflicts.append((sentence, other.strip()))
                break
    return conflicts


def _grade(share: float, reason: str) -> RuleGrade:
    return RuleGrade(reason, 1 + round(9 * max(0.0, min(1.0, share)) + 0.001))
