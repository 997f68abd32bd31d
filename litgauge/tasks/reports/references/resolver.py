"""Resolves citation marks to the entry of a list, or to their own address."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence

from litgauge.tasks.citations.addresses import clean_url, page_of
from litgauge.tasks.citations.identifiers import identity_of
from litgauge.tasks.citations.marks.author_year_marks import label_key
from litgauge.tasks.citations.marks.citation_marks import Mark
from litgauge.tasks.records import AgentReport, StatementLink
from litgauge.tasks.reports.references.reference_lists import ListEntry, ReferenceLists
from litgauge.tasks.text import compact_title

FEWEST_NAMED = 3
"""Marks of several authors in brackets by which a report cites by names."""

_FAMILY = re.compile(r"[^\W\d_a-z][^\W\d_A-Z]{2,}(?:[-’'][^\W\d_]{2,}){0,2},?\s(?:19|20)\d\d[a-z]?")
"""One family name and a year: no acronym, and no name of a product."""

NEAR = 5
"""Characters: brackets, stops and blanks between two marks of one citation."""


class Resolver:
    """Resolves the marks of one report, by its reference lists and the list that came beside it."""

    def __init__(self, report: AgentReport, lists: ReferenceLists, side_list: ReferenceLists) -> None:
        self._report, self._lists, self._side_list = report, lists, side_list
        self._by_page = {entry.page: entry for entry in reversed(lists.entries) if entry.page}
        self._by_words: dict[str, list[ListEntry]] = defaultdict(list)
        for entry in lists.entries:
            if not entry.page and entry.words.head:
                self._by_words[compact_title(entry.words.head)].append(entry)
        self._pages_of_words: dict[str, dict[str, int]] = defaultdict(dict)  # each page with its number

    def resolves(self, mark: Mark) -> bool:
        """Return whether a list has an entry of the mark; all entries if it may be an interval ("[0, 1]")."""
        if mark.kind == "number" and not mark.sure and len(mark.targets) > 1 and mark.targets[0] == "0":
            return all(self._find(label, mark.start) for label in mark.targets)
        return any(self._lists.knows(target) or self._side_list.knows(target) for target in _labels(mark))

    def citations_among(self, marks: Sequence[Mark]) -> set[Mark]:
        """Return the marks that are citations: those with an entry, and those that are certain to be citations.

        Names with a year that no list knows ("Ma et al. (2023) proposed …") are citations in a report that cites by
        names, that is, where a list knows some or where nothing else cites; elsewhere in brackets ("(Ma et al.,
        2023)"), unless another mark stands beside them ("(Ma et al., 2023) [5]").
        """
        resolved = {mark for mark in marks if self.resolves(mark)}
        named = [mark for mark in marks if mark.kind == "author-year"]
        by_names = any(mark in resolved for mark in named) or len(named) == len(marks)
        edges = {edge for mark in marks if mark.kind != "author-year" for edge in (mark.start, mark.end)}
        beside = {mark for mark in named if self._stands_beside(mark, edges)} if not by_names else set()
        sure = {
            mark
            for mark in marks
            if mark.sure and (by_names or mark.kind != "author-year" or not (mark.words or mark in beside))
        }
        named_in_brackets = [mark for mark in named if not mark.words and mark in sure | resolved]
        if len(named_in_brackets) >= FEWEST_NAMED:  # then "(Fukami 2015)" is certain to be a citation
            sure |= {mark for mark in named if not mark.words and _FAMILY.fullmatch(self._text_of(mark))}
        return resolved | sure

    def _text_of(self, mark: Mark) -> str:
        return self._report.text[mark.start : mark.end]

    def _stands_beside(self, mark: Mark, edges: Collection[int]) -> bool:
        """Return whether another mark begins or ends next to this one, with only brackets between them."""
        text = self._report.text
        for step, at in ((1, mark.end), (-1, mark.start - 1)):
            for place in range(at, at + step * NEAR, step):
                if (place if step > 0 else place + 1) in edges:
                    return True
                if not 0 <= place < len(text) or text[place].isalnum():
                    break
        return False

    def learn(self, marks: Sequence[Mark]) -> None:
        """Record the words and pages of links, so that entries without address are distinguished by their words.

        The k-th page that is cited by the same words ("source") is the k-th entry that begins with them.
        """
        for mark in marks:
            url = clean_url(mark.url) if mark.url and mark.words else None
            words = compact_title(mark.words.strip("()[]")) if url else ""
            if url and words in self._by_words:
                pages = self._pages_of_words[words]
                pages.setdefault(page_of(url), len(pages))

    def citations(self, mark: Mark) -> list[StatementLink]:
        """Return one citation for each work that the mark names; at least one."""
        if mark.url:
            url = clean_url(mark.url)
            page = page_of(url) if url else None
            entry = self._beside(mark, page)
            return [self._cited(mark, url, entry)]
        if mark.kind in ("link", "anchor"):
            entry = next((entry for target in _labels(mark) if (entry := self._find(target, mark.start))), None)
            return [self._cited(mark, entry.url if entry else None, entry)]
        cited = []
        for target in mark.targets or ("",):
            entry = next((entry for label in _spellings(target) if (entry := self._find(label, mark.start))), None)
            cited.append(self._cited(mark, entry.url if entry else None, entry))
        return cited

    def _find(self, label: str, at: int) -> ListEntry | None:
        return self._lists.find(label, at) or self._side_list.find(label, at)

    def _beside(self, mark: Mark, page: str | None) -> ListEntry | None:
        """Return the entry of a link's work, by its address or its words."""
        if page in self._by_page:
            return self._by_page[page]
        key = label_key(mark.words) if mark.words else None
        words = compact_title(mark.words.strip("()[]"))
        candidates, pages = self._by_words.get(words, []), self._pages_of_words.get(words, {})
        if page in pages and len(pages) == len(candidates):
            return candidates[pages[page]]
        if len(candidates) == 1:
            return candidates[0]
        entry = self._lists.find(key, mark.start) if key else None
        return entry if entry and not entry.url else None

    def _cited(self, mark: Mark, url: str | None, entry: ListEntry | None) -> StatementLink:
        title = entry.words.title if entry else _title_of(mark)
        if entry and url == entry.url:
            identity, page = entry.identity, entry.page
        else:
            identity, page = identity_of(url, entry.text if entry else None, title), page_of(url) if url else None
        label = self._text_of(mark)
        return StatementLink(
            self._report.report_id,
            -1,
            mark.kind,
            label,
            mark.start,
            mark.end,
            url,
            page,
            identity,
            entry.text if entry else None,
        )


def _labels(mark: Mark) -> list[str]:
    return [label for target in mark.targets for label in _spellings(target)]


def _spellings(target: str) -> list[str]:
    """Return a target's spellings in lists: "3" for "^3" and "#ref3", "smith 2020" for "smith 2020a".

    "card:2f|3" names one work in two ways.
    """
    if "|" in target:
        return [spelling for name in target.split("|") for spelling in _spellings(name)]
    if target.startswith("^"):
        return [target, target[1:]]
    if target.startswith("#"):
        number = re.search(r"\d{1,4}$", target)
        return [target, *([str(int(number[0]))] if number else [])]
    if target.isdecimal():
        return [str(int(target)), f"^{int(target)}"]
    return [target, target[:-1]] if re.search(r" \d{4}[a-z]$", target) else [target]


def _title_of(mark: Mark) -> str | None:
    """Return the words of a link if they can be a title: five words or more, and not names with a year."""
    words = re.sub(r"<[^<>]{0,200}>|[*_`]", "", mark.words).strip()
    return words if len(words.split()) >= 5 and not label_key(words) else None
