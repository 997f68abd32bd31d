"""The prompts without a model: sentences built from the survey's own title, abstract, outline and text."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from tasks.benchmarks.reportbench.prompts.casing import Casing
from tasks.benchmarks.reportbench.prompts.headings import Themes, themes
from tasks.benchmarks.reportbench.prompts.phrases import defined_terms, key_phrases, named_systems
from tasks.benchmarks.reportbench.prompts.titles import fold, title_in
from tasks.benchmarks.reportbench.prompts.topics import topic_candidates
from tasks.benchmarks.reportbench.prompts.vocabulary import word_set

NOTHING = "none"
"""Stands for an input that there is nothing for."""

_SENTENCES = (
    "Give an overview of the research on {topic}, drawing only on work published before {cutoff}.",
    "What is the state of research on {topic}, going by the literature published before {cutoff} alone?",
    "Review the scientific literature on {topic}, and use only papers published before {cutoff}.",
    "Which lines of work have shaped the research on {topic}, judged by papers published before {cutoff} only?",
)
_OPENINGS = (
    "I would like to understand the research on {topic}.",
    "I am preparing an overview of {topic}.",
    "Please survey the research on {topic} for me.",
)
_CLOSINGS = (
    "Rely only on literature published before {cutoff}.",
    "Every work you draw on must have been published before {cutoff}.",
    "Consider nothing but papers published before {cutoff}.",
)


_INSTITUTIONS = word_set("""university institute institution association society foundation department laboratory
    center centre council ministry agency committee group consortium school academy college organization organisation
    union commission office corporation company act programme program""")


@dataclass(frozen=True, slots=True)
class Material:
    """What the offline prompts are made of."""

    topic: str
    themes: Themes
    phrases: tuple[str, ...]
    terms: tuple[str, ...]
    systems: tuple[str, ...]
    venues: tuple[str, ...]
    cutoff: str  # "April 2025"
    pick: int  # decides between wordings, by the survey alone


def gather(inputs: Mapping[str, Any]) -> Material | None:
    """The material in a question's inputs; None where they hold no English that names a subject.

    After a refused attempt (`faults`), what was taken from the running text stays out: abbreviations, names, venues.
    """
    title, abstract = str(inputs["title"]), _english_lines(str(inputs["abstract"]))
    text, careful = _english_lines(str(inputs["text"])), str(inputs["faults"]) != NOTHING
    casing = Casing.of(f"{abstract}\n{text}")
    phrases = tuple(phrase for phrase in key_phrases(abstract, text, casing) if title_in(phrase, title) is None)
    topic = next(iter(topic_candidates(title, abstract or text[:3000], phrases, casing)), None)
    if topic is None:
        return None
    venues = [venue for venue in str(inputs["venues"]).split("; ") if venue and venue != NOTHING]
    terms = () if careful else _fit(defined_terms(f"{abstract}\n{text}"), casing, topic)
    systems = () if careful else named_systems(f"{abstract}\n{text}")
    return Material(
        topic=topic,
        themes=themes(str(inputs["outline"]), title, casing),
        phrases=tuple(islice((phrase for phrase in phrases if not _says(topic, phrase)), 8)),
        terms=tuple(term for term in terms if title_in(term, title) is None),
        systems=tuple(system for system in systems if title_in(system, title) is None)[:5],
        venues=() if careful else tuple(venues),
        cutoff=str(inputs["cutoff"]),
        pick=int.from_bytes(hashlib.sha256(title.encode()).digest()[:4], "big"),
    )


def sentence(material: Material) -> str:
    """One sentence that names the field."""
    return _SENTENCES[material.pick % len(_SENTENCES)].format(topic=material.topic, cutoff=material.cutoff)


def paragraph(material: Material) -> str:
    """A short paragraph: the field, its subtopics and the methods."""
    parts = [_OPENINGS[material.pick % len(_OPENINGS)].format(topic=material.topic)]
    subjects = _subjects(material, 4)
    if subjects:
        parts.append(f"Summarise what is known about {_listed(subjects)}, and explain how the approaches differ.")
    else:
        parts.append("Summarise the main approaches, explain how they differ, and say what each is good for.")
    if material.terms:
        parts.append(f"Pay attention to methods and notions such as {_listed(material.terms[:3])}.")
    else:
        parts.append("Say on which assumptions the approaches rest and how well they have been tested.")
    parts.append(_CLOSINGS[material.pick % len(_CLOSINGS)].format(cutoff=material.cutoff))
    return " ".join(parts)


def detail(material: Material) -> str:
    """A detailed question: scope, directions, methods, evaluation, open questions, and constraints."""
    points = []
    subjects = _subjects(material, 10)
    if subjects:
        points.append(f"Themes: cover {_listed(subjects[:5])}, and relate them to each other.")
    if subjects[5:]:
        points.append(f"Further aspects: also take up {_listed(subjects[5:])}.")
    methods = "Methods: describe the main approaches, the ideas behind them, and where each works best"
    points.append(f"{methods}; this includes {_listed(material.terms[:4])}." if material.terms else f"{methods}.")
    if material.systems:
        points.append(f"Systems and resources: describe the part that {_listed(material.systems)} played.")
    points.append(
        "Evidence: compare the data sets, benchmarks and measures in use, and what the results show."
        if material.themes.evaluation
        else "Evidence: say how the approaches have been tested, and what the results show."
    )
    points.append(
        "Open questions: name the limitations of today's work and the directions that follow from them."
        if material.themes.open_problems
        else "Open questions: name what remains unsolved, and why."
    )
    return "\n".join(
        [
            f"I need a detailed and well-organised survey of the research on {material.topic}. "
            "Please cover the following points:",
            *(f"{number}. {point}" for number, point in enumerate(points, start=1)),
            "Constraints:",
            *(f"- {line}" for line in _constraints(material)),
        ]
    )


def _constraints(material: Material) -> list[str]:
    lines = [f"Use only works published before {material.cutoff}.", "Draw mainly on literature written in English."]
    if len(material.venues) >= 2:
        lines.append(f"Where possible, prefer work from venues such as {_listed(material.venues[:5])}.")
    return lines


def _subjects(material: Material, most: int) -> list[str]:
    """Section titles first, filled up with key phrases; none that repeats the topic or another."""
    chosen: list[str] = []
    for phrase in [*_spread(material.themes.subjects, most), *material.phrases]:
        if (
            len(chosen) < most
            and not _says(material.topic, phrase)
            and not any(_says(other, phrase) or _says(phrase, other) for other in chosen)
        ):
            chosen.append(phrase)
    return chosen


def _spread(subjects: Sequence[str], most: int) -> list[str]:
    """At most so many, evenly over the survey, so that its second half is heard too."""
    if len(subjects) <= most:
        return list(subjects)
    return [subjects[index * len(subjects) // most] for index in range(most)]


def _says(phrase: str, other: str) -> bool:
    """Whether one phrase already holds all the words of the other."""
    return set(fold(other)) <= set(fold(phrase))


def _fit(terms: tuple[str, ...], casing: Casing, topic: str) -> tuple[str, ...]:
    """Terms as the text would write them inside a sentence: names keep their capitals, institutions are left out."""
    kept = []
    for long_form, _, short in (term.rpartition(" (") for term in terms):
        words = fold(long_form)
        if not set(words) & _INSTITUTIONS and not _says(topic, long_form):
            ordinary = all(casing.knows(word) for word in re.findall(r"[^\W_]+", long_form) if word.istitle())
            kept.append(f"{casing.apply(long_form) if ordinary else long_form} ({short}")
    return tuple(kept)


def _listed(items: Sequence[str]) -> str:
    if len(items) < 2:
        return "".join(items)
    joint = "; " if any("," in item for item in items) else ", "
    return f"{joint.join(items[:-1])}{joint if len(items) > 2 else ' '}and {items[-1]}"


def _english_lines(text: str) -> str:
    """The lines in Latin script."""
    lines = [line for line in re.split(r"\n+", text) if line.strip()]
    return "\n".join(line for line in lines if sum(c.isascii() for c in line) >= 0.8 * len(line))
