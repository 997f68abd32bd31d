"""Joins sections into one report with one reference list and one numbering of marks and figures.

Source: TVIR (arXiv 2606.02320, section 4.4). Two entries are one work if their addresses are one page (`page_of`);
without an address, if their words are equal. Uncited entries are left out, as in the paper, and returned.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from litgauge.tasks.citations.addresses import clean_url, page_of
from litgauge.tasks.citations.marks.annotations import annotated
from litgauge.tasks.reports.polishing.figure_labels import figure_numbers
from litgauge.tasks.reports.polishing.own_lists import OwnEntry, SectionParts, cut_lists
from litgauge.tasks.reports.polishing.renumbering import SectionNumbers, renumbered

HEADING = "References"


@dataclass(frozen=True, slots=True)
class UnresolvedMark:
    """A mark, or a reference to a figure, that leads nowhere."""

    section: int  # from 0
    number: str  # in its section


@dataclass(frozen=True, slots=True)
class PolishedReport:
    """A report in Markdown, with findings about its sections."""

    text: str
    references: tuple[str, ...]  # entries of its list, number 1 first
    uncited: tuple[str, ...]  # entries that no mark cites: they are not in the list
    unresolved: tuple[UnresolvedMark, ...]  # marks without an entry: "[7?]" in the text
    unknown_figures: tuple[UnresolvedMark, ...]  # figures that the text names and its section does not have
    figures: int  # number of figures with a label or an id


def polish(sections: Sequence[str], heading: str = HEADING) -> PolishedReport:
    """Return the sections as one report; each begins with its heading and has marks and figures numbered by itself.

    `heading` is for the list where no section names its own. Pure and total; polishing a polished report changes
    nothing.

    >>> polish(["# Kites\\n\\nThey fly [2].\\n\\n## References\\n[2] Lee, https://a.org/x"]).text
    '# Kites\\n\\nThey fly <a href="#ref1">[1]</a>.\\n\\n## References\\n\\n<a id="ref1"></a> [1] Lee, https://a.org/x\\n'
    """
    parts = [cut_lists(section) for section in sections]
    works = _Works()
    numbered: list[SectionNumbers] = []
    bodies: list[str] = []
    figures = 0
    for part in parts:
        of_section = SectionNumbers(_numbering(part, works), figure_numbers(part.body, figures + 1))
        figures += len(of_section.figures.figures)
        bodies.append(renumbered(part.body, of_section))
        numbered.append(of_section)
    uncited = tuple(entry.text for part in parts for entry in part.entries if _key(entry.text) not in works.numbers)
    name = next((part.heading for part in parts if part.heading), heading)
    references = works.references(part.entries for part in parts)
    listed = [f'<a id="ref{number}"></a> [{number}] {text}' for number, text in enumerate(references, start=1)]
    pieces = [*filter(None, bodies), *([f"## {name}", *listed] if listed else [])]
    return PolishedReport(
        text="\n\n".join(pieces) + "\n" if pieces else "",
        references=references,
        uncited=tuple(dict.fromkeys(uncited)),
        unresolved=_places([section.unresolved for section in numbered]),
        unknown_figures=_places([section.unknown_figures for section in numbered]),
        figures=figures,
    )


@dataclass
class _Works:
    """The cited works by their identity."""

    numbers: dict[str, int] = field(default_factory=dict)  # key -> number in the report, in the order of citing

    def number(self, text: str) -> int:
        return self.numbers.setdefault(_key(text), len(self.numbers) + 1)

    def references(self, entries: Iterable[Sequence[OwnEntry]]) -> tuple[str, ...]:
        """Return the entries by number; of several with one page the longest, the first of equals."""
        chosen = dict.fromkeys(self.numbers, "")
        for entry in (entry for listed in entries for entry in listed):
            key = _key(entry.text)
            if len(entry.text) > len(chosen.get(key, entry.text)):
                chosen[key] = entry.text
        return tuple(chosen.values())


def _numbering(part: SectionParts, works: _Works) -> Callable[[str, bool], int | None]:
    """Return a function from a section's label to its number in the report; of equal labels, the first counts."""
    by_label: dict[str, str] = {}
    by_anchor: dict[str, str] = {}
    for entry in part.entries:
        by_label.setdefault(entry.label, entry.text)
        if entry.anchor:
            by_anchor.setdefault(entry.anchor, entry.text)

    def number_of(label: str, linked: bool) -> int | None:
        first, second = (by_anchor, by_label) if linked else (by_label, by_anchor)
        text = first.get(label) or second.get(label)
        return works.number(text) if text else None

    return number_of


def _key(text: str) -> str:
    """Return the identity of a work: the page of the first address, else all words."""
    url = next((clean for raw in annotated(text).urls if (clean := clean_url(raw))), None)
    return page_of(url) if url else " ".join(unicodedata.normalize("NFC", text).casefold().split())


def _places(by_section: Sequence[Sequence[str]]) -> tuple[UnresolvedMark, ...]:
    return tuple(UnresolvedMark(section, number) for section, numbers in enumerate(by_section) for number in numbers)
