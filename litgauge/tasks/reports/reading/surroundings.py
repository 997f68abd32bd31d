"""The context of a list item or a table row: the lines that lead up to it, the head of its table."""

from __future__ import annotations

from dataclasses import dataclass, field

from litgauge.tasks.reports.reading.block_types import Block
from litgauge.tasks.text.inline_markup import without_markup

LONGEST_LEAD = 200
"""Characters of a line that leads up to a list, and of a cell of a table's head, that are kept."""

MOST_LEADS = 4
"""Of lists in lists, the innermost."""

BETWEEN = " › "


@dataclass(slots=True)
class Surroundings:
    """Headings, leading lines and table heads above the current block."""

    surface: str
    heading: str = ""
    head: tuple[str, ...] = ()  # the cells of the table's head
    title: str = ""  # of the cited work that the block is about
    _leads: list[tuple[int, str]] = field(default_factory=list)  # indent (-1: of a paragraph) and words

    def enter(self, block: Block, heading: str = "") -> None:
        """Go on to the next block; `heading` are its words, if it is one."""
        if block.kind == "heading":
            self.heading, self._leads = heading, []
        if block.kind == "head-row":
            self.head = tuple(self._words(start, end) for start, end in block.cells)
        elif block.kind != "row":
            self.head = ()
        indent = self.indent(block) if block.kind == "item" else -1
        if block.kind in ("item", "text"):
            while self._leads and self._leads[-1][0] >= indent:
                self._leads.pop()

    def leave(self, block: Block) -> None:
        """Note what the block that was read leads up to: it ends with a colon."""
        if block.kind in ("item", "text") and self.surface[block.start : block.end].rstrip(" *_")[-1:] in (":", "："):
            begin = max(block.start, block.end - 3 * LONGEST_LEAD)
            words = self._words(begin, block.end)[-LONGEST_LEAD:]
            self._leads.append((self.indent(block) if block.kind == "item" else -1, words))

    def of_item(self) -> str:
        """The heading of a list item and the lines that lead up to it."""
        return self._joined([words for _, words in self._leads[-MOST_LEADS:]])

    def of_text(self) -> str:
        """The cited work that a paragraph is about; "" for others."""
        return self._joined([]) if self.title else ""

    def of_row(self) -> str:
        """The heading of a table row, the line above its table and the table's head."""
        return self._joined([*(words for _, words in self._leads[-1:]), " | ".join(cell for cell in self.head if cell)])

    def of_cell(self, block: Block, column: int) -> str:
        """The heading of a cell that is read alone, its column's head and the first cell of its row."""
        head = self.head[column] if column < len(self.head) else ""
        first = self._words(*block.cells[0]) if column else ""
        return self._joined([first, head])

    def _joined(self, parts: list[str]) -> str:
        return BETWEEN.join(part for part in (self.heading, self.title, *parts) if part.strip(" |"))

    def _words(self, start: int, end: int) -> str:
        return without_markup(self.surface[start : min(end, start + 3 * LONGEST_LEAD)])[: 3 * LONGEST_LEAD]

    def indent(self, block: Block) -> int:
        """Blanks before a list item's bullet."""
        line = self.surface.rfind("\n", max(0, block.start - 200), block.start) + 1
        start = max(line, block.start - 200)
        text = self.surface[start : block.start]
        return len(text) - len(text.lstrip())
