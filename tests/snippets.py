"""What stands as code on the pages: each block, of which kind it is, and the commands in it."""

from __future__ import annotations

import ast
import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import yaml
from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parents[1]
_SHOWN = [
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs" / "notes").glob("*.md")),
]  # a note after its page
PAGES = ["README.md", *(path.relative_to(ROOT).as_posix() for path in _SHOWN)]
"""CONTRIBUTING.md has a test of its own, which does all that it says."""

PROGRAMS = ("litgauge", "make", "python", "pip", "docker", "prefect", "hf", "export", "git", "curl", "ssh")
Kind = Literal["commands", "python", "json", "yaml", "sql", "layout"]


@dataclass(frozen=True)
class Block:
    """One block of code; `place` is "docs/ui.md:3"."""

    page: str
    line: int
    language: str  # of a fenced one; "" of an indented one
    text: str

    @property
    def place(self) -> str:
        """Where it stands."""
        return f"{self.page}:{self.line}"

    @property
    def kind(self) -> Kind:
        """What it holds; a layout is whatever is no code: files of a folder, a picture made of letters."""
        if self.language in ("yaml", "json", "python", "sql"):
            return self.language  # type: ignore[return-value]
        if self.language in ("sh", "bash", "console") or any(_program(line) in PROGRAMS for line in self._lines):
            return "commands"
        if self.text.lower().startswith("select "):
            return "sql"
        return "json" if _is_json(self.text) else "python" if _is_python(self.text) else _yaml_or_layout(self.text)

    @property
    def commands(self) -> list[str]:
        """Its commands, one a line, without comments and `.venv/bin/`."""
        found = (re.sub(r"(?:^|\s+)# .*$", "", line).strip() for line in self._lines)
        return [re.sub(r"^(?:\$ )?(?:\.venv/bin/)?", "", line) for line in found if line]

    @property
    def _lines(self) -> list[str]:
        return self.text.replace("\\\n", " ").split("\n")


def words_of(command: str) -> list[str]:
    """A command as its program gets it."""
    return shlex.split(command)


@cache
def blocks() -> tuple[Block, ...]:
    """Every block of every page, in order."""
    return tuple(block for page in PAGES for block in _blocks(page))


def commands() -> Iterator[tuple[Block, str]]:
    """Every command with the block in which it stands."""
    for block in blocks():
        if block.kind == "commands":
            yield from ((block, command) for command in block.commands)


def _blocks(page: str) -> Iterator[Block]:
    for token in MarkdownIt("commonmark").parse((ROOT / page).read_text(encoding="utf-8")):
        if token.type == "fence" and token.map:
            yield Block(page, token.map[0] + 1, token.info.split(" ")[0], token.content.rstrip("\n"))
        elif token.type == "code_block" and token.map:
            yield from _paragraphs(page, token.map[0] + 1, token.content)


def _paragraphs(page: str, line: int, text: str) -> Iterator[Block]:
    """An indented block, parted where a command or a layout begins anew: Markdown sees one where pages have several."""
    whole = Block(page, line, "", text.rstrip("\n"))
    if whole.kind != "commands":
        yield whole
        return
    for part in re.finditer(r"(?:.+\n?)+", text):
        yield Block(page, line + text[: part.start()].count("\n"), "", part[0].rstrip("\n"))


def _program(line: str) -> str:
    return line.strip().removeprefix("$ ").removeprefix(".venv/bin/").split(" ")[0]


def _is_json(text: str) -> bool:
    try:
        for line in text.split("\n"):
            json.loads(line)
    except ValueError:
        return _loads(text)
    return True


def _loads(text: str) -> bool:
    try:
        return isinstance(json.loads(text), (dict, list))
    except ValueError:
        return False


def _is_python(text: str) -> bool:
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return False
    return any(
        isinstance(node, (ast.Import, ast.ImportFrom, ast.Assign, ast.Await, ast.Call)) for node in ast.walk(tree)
    )


def _yaml_or_layout(text: str) -> Kind:
    try:
        found = yaml.safe_load(text)
    except yaml.YAMLError:
        return "layout"
    return "yaml" if isinstance(found, (dict, list)) else "layout"
