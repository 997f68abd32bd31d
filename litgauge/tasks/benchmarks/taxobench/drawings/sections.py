"""Hierarchy of sections as a tree, each work in the section that discusses it most."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from litgauge.tasks.benchmarks.taxobench.drawings.captions import Heading, at
from litgauge.tasks.latex.citations import CitedSpan
from litgauge.tasks.text import compact_title

_RANK = {"part": 0, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5, "subparagraph": 6}
_LABEL = re.compile(r"\\label[ \t]*\{([^{}\\]{1,200})\}")
_APPENDIX = re.compile(
    r"\\(?:appendix|appendices|startappendix|backmatter)(?![a-zA-Z@])|\\begin\{(?:appendix|appendices)\}"
)
_FRAME = re.compile(
    r"(?:general |brief |short )?(?:introduction|intro|motivation|background|preliminar\w+|notations?"
    r"|definitions?|scope|outline"
    r"|organi[sz]ation|contributions?|research (?:questions?|method\w*)|(?:survey |review |search )?(?:method"
    r"|methodology|protocol"
    r"|strategy)|related (?:works?|surveys?|reviews?)|conclu(?:sions?|ding).*|summary|discussions?|(?:open "
    r"|future |current )?"
    r"(?:challenges?|directions?|problems?|issues?|works?|outlook|perspectives?|research)(?: and .*)?"
    r"|limitations?|lessons.*"
    r"|acknowledg\w+|references|bibliography|appendi\w+.*|supplement.*|funding|author.*|abbreviations?|acronyms|glossary|abstract"
    r"|executive summary|data availability|conflicts? of interest|einleitung|fazit|introducción|conclusiones|引言"
    r"|绪论|结论|总结.*|参考文献|致谢|前言)"
    r"(?:(?:,| and| &) (?:introduction|background|motivation|discussions?|conclusions?|outlook|future.*"
    r"|perspectives?|related works?|preliminaries|scope|notations?|summary|definitions?|overview))*",
    re.IGNORECASE,
)
"""Headings of what frames a survey: no topic of its taxonomy."""
_ABBREVIATION = re.compile(r"\([^()]{1,20}\)")
_PLURAL = re.compile(r"(?<=[^\W\d_]{2}[^\W\d_s])s\b")


@dataclass(frozen=True, slots=True)
class Section:
    """A section: its heading, its parent (-1 of those at the top), and what its own text cites, as often as it does."""

    heading: Heading
    name: str
    parent: int
    stop: int  # where the next one begins
    cited: Mapping[str, int]  # key -> position of its first citation here
    counts: Mapping[str, int]
    labels: tuple[str, ...]
    framing: bool  # introduction, conclusion, …, or below one, or in the appendix


class Sections:
    """Sections of a document, by label and by name."""

    def __init__(
        self,
        text: str,
        headings: Sequence[Heading],
        spans: Sequence[CitedSpan],
        drawn: Sequence[tuple[int, int]],
        plain: Callable[[str], str],
    ) -> None:
        self.all: list[Section] = []
        starts = [heading.position for heading in headings]
        cited: dict[int, dict[str, int]] = defaultdict(dict)
        counts: dict[int, Counter[str]] = defaultdict(Counter)
        covered = _Covered(drawn)
        for span in spans:
            if not covered.holds(span.start):
                number = at(starts, span.start)
                for key in span.keys:
                    cited[number].setdefault(key, span.start)
                    counts[number][key] += 1
        labels: dict[int, list[str]] = defaultdict(list)
        for label in _LABEL.finditer(text, starts[0] if starts else len(text)):
            if not covered.holds(label.start()):
                labels[at(starts, label.start())].append(label[1].strip())
        appendix = _APPENDIX.search(text, starts[0]) if starts else None
        above: list[int] = []
        for number, heading in enumerate(headings):
            while above and _RANK[headings[above[-1]].command] >= _RANK[heading.command]:
                above.pop()
            parent = above[-1] if above else -1
            above.append(number)
            name = plain(heading.raw)
            framing = _frames(name) or (parent >= 0 and self.all[parent].framing)
            framing = framing or (appendix is not None and appendix.start() < heading.position)
            stop = starts[number + 1] if number + 1 < len(starts) else len(text)
            own = tuple(labels[number])
            self.all.append(Section(heading, name, parent, stop, cited[number], counts[number], own, framing))
        self._children: dict[int, list[int]] = defaultdict(list)
        for number, section in enumerate(self.all):
            self._children[section.parent].append(number)
        self._by_label = {label: number for number, section in enumerate(self.all) for label in section.labels}
        self._by_name: dict[str, int] = {}
        for number, section in enumerate(self.all):
            if section.name and not section.framing:
                self._by_name.setdefault(compared_name(section.name), number)

    def children(self, number: int) -> Sequence[int]:
        """Return the sections in a section; of -1 those at the top."""
        return self._children[number]

    def find(self, name: str, labels: Sequence[str]) -> int:
        """Return the section that a box points to by a label, or has the name of; -1 if there is none."""
        for label in labels:
            if label in self._by_label:
                return self._by_label[label]
        return self._by_name.get(compared_name(name), -1) if len(name) > 2 else -1

    def around(self, position: int) -> Iterator[int]:
        """Yield the section in which a position lies, and those around it."""
        number = at([section.heading.position for section in self.all], position)
        while number >= 0:
            yield number
            number = self.all[number].parent

    def share(self, number: int, key: str) -> float:
        """Return the share of a work's citations, without those of introduction and conclusion, that a section has."""
        times = sum(section.counts.get(key, 0) for section in self.all if not section.framing)
        return self.all[number].counts.get(key, 0) / times if times else 0.0

    def cited_in(self, number: int) -> dict[str, int]:
        """Return what a section and all in it cite, with the position of the first citation."""
        depths: dict[str, int] = {}
        waiting = [number]
        while waiting:
            section = waiting.pop()
            for key, position in self.all[section].cited.items():
                depths.setdefault(key, position)
            waiting.extend(self._children[section])
        return depths

    def homes(self) -> dict[int, dict[str, int]]:
        """By section, the works that it discusses most (of equals the deepest, then the first), with the position."""
        depths: list[int] = []
        best: dict[str, tuple[tuple[bool, int, int], int]] = {}
        for number, section in enumerate(self.all):
            depths.append(depths[section.parent] + 1 if section.parent >= 0 else 0)
            for key, times in () if section.framing else section.counts.items():
                rank = (not self._children[number], times, depths[number])
                if key not in best or rank > best[key][0]:
                    best[key] = rank, number
        homes: dict[int, dict[str, int]] = defaultdict(dict)
        for key, (_, number) in best.items():
            homes[number][key] = self.all[number].cited[key]
        return homes


def _frames(name: str) -> bool:
    return _FRAME.fullmatch(re.sub(r"^[\dIVX.]+\s+", "", name).strip(" .:")) is not None


class _Covered:
    """Stretches of a text that are drawings and tables: what they cite is not the section's own."""

    def __init__(self, stretches: Sequence[tuple[int, int]]) -> None:
        self._ends: list[int] = []
        self._starts: list[int] = []
        for start, stop in sorted(stretches):
            if self._ends and start < self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], stop)
            else:
                self._starts.append(start)
                self._ends.append(stop)

    def holds(self, position: int) -> bool:
        """Return whether a position lies in one of them."""
        number = at(self._starts, position)
        return number >= 0 and position < self._ends[number]


def compared_name(name: str) -> str:
    """A name by which a box and a section are the same: Jailbreak and Jailbreaks (JB), Data & Models and …."""
    words = _ABBREVIATION.sub(" ", name).replace("&", " and ")
    return compact_title(_PLURAL.sub("", words)) or compact_title(name)
