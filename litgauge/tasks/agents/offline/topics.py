"""Queries for the subject of a task: its own words, without those by which anything is asked."""

from __future__ import annotations

import re

from litgauge.tasks.text.words import stems, words

_RULE = re.compile(r"\brules?\b", re.IGNORECASE)
_QUOTED = re.compile(r"[\"“]([^\"“”\n]{10,300})[\"”]")
_PARTS = re.compile(r"[.,;:?!()\n]+|\s(?:and|or)\s")
_MARKS = re.compile(r"^\W*\d*[.)]?\s*")
_LONGEST = 300  # characters of a query
_TASK_WORDS = stems(
    "survey review overview research literature paper papers work works publish published publication please "
    "summarise summary explain describe cover compare relate state area field approach approaches method methods "
    "differ different assumption test tested evidence result results theme themes question questions open limitation "
    "direction topic write written report need detailed organised organized English cite citation reference "
    "references study studies January February March April May June July August September October November December "
    "known say take use using main idea ideas best point points following aspect aspects further constraint "
    "constraints draw mainly line lines judge judged shaped going alone only rely date dates data set sets benchmark "
    "benchmarks measure measures today"
)


def queries_of(text: str, most: int) -> tuple[str, ...]:
    """At most `most` queries: first all that the task is about, then its parts, in their order; () if it says nothing.

    >>> queries_of("Please survey the research on Transformer architectures. Cover long inputs, and attention.", 3)
    ('Transformer architectures long inputs attention', 'Transformer architectures', 'long inputs')
    """
    body, _ = _body_and_rules(text)
    parts = [topic for part in _PARTS.split(body) if (topic := _topic_words(part))]
    whole = " ".join(dict.fromkeys(word for part in parts for word in part.split()))[:_LONGEST]
    return tuple(dict.fromkeys(filter(None, (whole, *parts))))[:most]


def forbidden_title(text: str) -> str:
    """The title that a task's rules tell the agent not to cite; "" where they name none."""
    topic = _QUOTED.search(_body_and_rules(text)[1])
    return topic[1].strip() if topic else ""


def _body_and_rules(text: str) -> tuple[str, str]:
    """Return the question and the rules of the answer: these begin behind an empty line, with one that names them."""
    lines = text.split("\n")
    for number in range(1, len(lines)):
        line = lines[number].rstrip()
        if line.endswith(":") and not lines[number - 1].strip() and _RULE.search(line):
            return "\n".join(lines[:number]), "\n".join(lines[number:])
    return text, ""


def _topic_words(part: str) -> str:
    """The words of a part of a text that say what it is about, as they stand."""
    part = _MARKS.sub("", part)
    return " ".join(
        word.text for word in words(part) if word.stem and not word.stem.isdigit() and word.stem not in _TASK_WORDS
    )
