"""The blocks of an answer in Markdown, each with the lines that it stands on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_MAX_NESTING = 60
_LONGEST = 2_000_000  # characters; of more, the rest is one block of text
_QUOTE = re.compile(r"^[ \t]{0,3}(?:>[ \t]?){1,20}")
_OFTEN_QUOTED = re.compile(r"(?:>[ \t]?){20}")

BlockKind = Literal["heading", "text", "table", "code", "html", "rule"]


@dataclass(frozen=True, slots=True)
class MarkdownBlock:
    """One block; paragraphs and lists between other blocks are one block of text."""

    kind: BlockKind
    first: int  # its first source line, from 0
    lines: tuple[str, ...]  # its source lines, without the marks of a quotation
    level: int = 0  # of a heading, 1 the highest
    content: str = ""  # of a heading its words, of code what the fence holds
    language: str = ""  # that the fence names, in small letters
    rows: tuple[tuple[str, ...], ...] = ()  # of a table, the head first


def markdown_blocks(text: str) -> list[MarkdownBlock]:
    """Return the blocks of a text in its order. Indented lines are text, not code: answers indent outlines.

    >>> blocks = markdown_blocks("# Owls\\n- Flight\\n\\n| a | b |\\n|---|---|\\n| 1 | 2 |\\n")
    >>> [(block.kind, block.first) for block in blocks]
    [('heading', 0), ('text', 1), ('table', 3)]
    >>> blocks[2].rows
    (('a', 'b'), ('1', '2'))
    """
    lines = [_unquoted(line) for line in text[:_LONGEST].replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    blocks: list[MarkdownBlock] = []
    at = 0
    for block in _marked_blocks(_parser().parse("\n".join(lines)), lines):
        if block.first < at:  # within a block that is there already
            continue
        blocks += _text(lines, at, block.first)
        blocks.append(block)
        at = block.first + len(block.lines)
    return [*blocks, *_text(lines, at, len(lines))]


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt  # only where it is needed

    parser = MarkdownIt("commonmark", {"maxNesting": _MAX_NESTING}).enable("table").disable(["code", "reference"])
    parser.core.ruler.disable(["inline", "text_join"])
    return parser


def _unquoted(line: str) -> str:
    return "" if _OFTEN_QUOTED.match(line) else _QUOTE.sub("", line) if ">" in line[:4] else line


def _text(lines: Sequence[str], start: int, end: int) -> Iterator[MarkdownBlock]:
    if any(line.strip() for line in lines[start:end]):
        yield MarkdownBlock("text", start, tuple(lines[start:end]))


def _marked_blocks(tokens: Sequence[Token], lines: Sequence[str]) -> Iterator[MarkdownBlock]:
    """The blocks that are not plain text or lists, wherever they stand."""
    for number, token in enumerate(tokens):
        if token.map is None:
            continue
        first, end = token.map
        source = tuple(lines[first:end])
        match token.type:
            case "heading_open" if token.level == 0 and not _is_ruled_prose(token, tokens[number + 1]):
                content = tokens[number + 1].content
                yield MarkdownBlock("heading", first, source, int(token.tag[1]), " ".join(content.split()))
            case "fence":
                language = token.info.strip().partition(" ")[0].lower()
                yield MarkdownBlock("code", first, source, content=token.content, language=language)
            case "html_block":
                yield MarkdownBlock("html", first, source, content=token.content)
            case "hr":
                yield MarkdownBlock("rule", first, source)
            case "table_open":
                yield MarkdownBlock("table", first, source, rows=tuple(_rows(tokens, number)))
            case _:
                pass


def _is_ruled_prose(heading: Token, words: Token) -> bool:
    """Return whether a line of hyphens parts a paragraph from what follows it, instead of underlining a heading."""
    return heading.markup == "-" and ("\n" in words.content or words.content.endswith(tuple(".!?:")))


def _rows(tokens: Sequence[Token], start: int) -> Iterator[tuple[str, ...]]:
    cells: list[str] = []
    for number in range(start, len(tokens)):
        token = tokens[number]
        if token.type == "inline":
            cells.append(token.content.strip())
        elif token.type == "tr_close":
            yield tuple(cells)
            cells = []
        elif token.type == "table_close":
            return
