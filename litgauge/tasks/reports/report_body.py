"""What has been read of a report so far: its statements, and the citations that wait for theirs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from litgauge.tasks.records import AgentReport
from litgauge.tasks.records import StatementLink as Cited
from litgauge.tasks.records.scoring import CitationScope
from litgauge.tasks.reports.read_result import Draft
from litgauge.tasks.reports.reading.source_words import ANNOUNCES, is_name
from litgauge.tasks.reports.reading.surroundings import Surroundings
from litgauge.tasks.reports.references.resolver import Resolver


@dataclass(slots=True)
class TitledBlock:
    """Text under the title of a cited work: it is that work's, where it cites nothing itself."""

    cited: list[Cited]
    level: int  # of the heading that is the title; 0 where a paragraph is, -1 - indent where a list item is
    blocks: int = 0  # read so far
    used: bool = False
    scope: CitationScope = "block"


@dataclass(slots=True)
class Body:
    """State of reading: all that has been gathered so far."""

    report: AgentReport
    surface: str
    resolver: Resolver
    section: str = ""
    behind: int = 0  # where the last block ends
    parted: bool = False  # a heading that is marked as one stands before the next block
    drafts: list[Draft] = field(default_factory=list)
    attached: defaultdict[int, list[Cited]] = field(default_factory=lambda: defaultdict(list))  # by number of the draft
    stray: list[Cited] = field(default_factory=list)
    waiting: list[Cited] = field(default_factory=list)  # cited before the section's first statement
    source_columns: frozenset[int] = frozenset()
    titled: TitledBlock | None = None
    around: Surroundings = field(init=False)

    def __post_init__(self) -> None:
        self.around = Surroundings(self.surface)

    def attach(self, cited: Sequence[Cited]) -> None:
        """Give citations to the statement before, or let them wait for the section's first."""
        if self.drafts and (self.drafts[-1].section == self.section or not self.parted):
            self.attached[len(self.drafts) - 1].extend(scoped(cited, "paragraph"))
        else:
            self.waiting.extend(scoped(cited, "paragraph"))

    def open_title(self, cited: Sequence[Cited], level: int, title: str = "", scope: CitationScope = "block") -> None:
        """Begin the block under the title of a cited work."""
        self.close_title()
        self.around.title = title
        self.titled = TitledBlock(list(cited), level, scope=scope)

    def close_title(self) -> None:
        """End the block; a title that nothing stands under cites for no statement."""
        if self.titled and not self.titled.used:
            self.stray.extend(self.titled.cited)
        self.titled, self.around.title = None, ""

    def of_title(self) -> list[Cited]:
        """The citations of the title above, for a statement that has none of its own."""
        if self.titled is None:
            return []
        self.titled.used = True
        return scoped(self.titled.cited, self.titled.scope)

    def list_link(self, cited: Sequence[Cited], *, labelled: bool) -> None:
        """Give a list item that only links to the statement before it in its section.

        A list of links that no statement leads up to cites works, but bears nothing out; neither do the pages of a
        thing whose name leads up to them, where each is `labelled` ("Product: …").
        """
        last = self.drafts[-1] if self.drafts else None
        named = labelled and last and is_name(self.surface[last.start : last.end])
        if last and last.section == self.section and not self._offers(last) and not (named and not last.cited):
            self.attached[len(self.drafts) - 1].extend(scoped(cited, "paragraph"))
        else:
            self.stray.extend(cited)

    def _offers(self, draft: Draft) -> bool:
        """Return whether a statement only announces sources ("Useful sources to start with:")."""
        words = self.surface[draft.start : draft.end].rstrip(" *_")
        return words.endswith((":", "：")) and ANNOUNCES.search(words) is not None

    def statements(self) -> list[Draft]:
        """The statements with all that was given to them."""
        return [
            replace(draft, cited=(*draft.cited, *self.attached[number])) if number in self.attached else draft
            for number, draft in enumerate(self.drafts)
        ]


def scoped(cited: Sequence[Cited], scope: CitationScope) -> list[Cited]:
    """The citations with their scope."""
    return [replace(citation, scope=scope) for citation in cited]
