"""JSON, YAML, Markdown blocks and outlines, as answers write them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.answers.json_values import TOO_DEEP, json_values
from litgauge.tasks.answers.markdown_blocks import markdown_blocks
from litgauge.tasks.answers.outlines import Entry, nested, outline_lines
from litgauge.tasks.answers.yaml_values import looks_like_yaml, yaml_value
from tests.tables import each_row

BROKEN = {
    "cut off": ('{"name": "Owls", "papers": ["Silent wi', [{"name": "Owls", "papers": ["Silent wi…"]}]),
    "trailing comma": ('{"papers": ["Owls", "Gulls",],}', [{"papers": ["Owls", "Gulls"]}]),
    "comments": ('{"a": 1, // one\n"b": "http://x.org" /* two */}', [{"a": 1, "b": "http://x.org"}]),
    "Python": (
        "{'name': 'Owls', 'found': True, 'papers': ('Wings',)}",
        [{"name": "Owls", "found": True, "papers": ["Wings"]}],
    ),
    "curly quotes": ("{“name”: “Owls”}", [{"name": "Owls"}]),
    "no comma between lines": ('{"name": "Owls"\n"papers": ["Wings"]}', [{"name": "Owls", "papers": ["Wings"]}]),
}
WHOLE = {
    "in prose": ('Here: {"a": [1]} and [{"b": 2}].', [{"a": [1]}, [{"b": 2}]]),
    "citation marks": ("as shown before [1, 2]", []),
    "lines": ('{"id": 1}\n{"id": 2}\n', [{"id": 1}, {"id": 2}]),
    "line break in a string": ('{"a": "Owls\nand gulls"}', [{"a": "Owls\nand gulls"}]),
    "nested too deep": ("[" * 100_000, [TOO_DEEP]),
}


@each_row("text, values", WHOLE.values())
def test_json_is_found_between_words(text: str, values: list[Any]) -> None:
    found = list(json_values(text))
    assert [one.value for one in found] == values
    assert not any(one.repaired for one in found)


@each_row("text, values", BROKEN.values())
def test_broken_json_is_repaired_and_says_so(text: str, values: list[Any]) -> None:
    found = list(json_values(text))
    assert [one.value for one in found] == values
    assert all(one.repaired for one in found)


YAML = {
    "mapping": ("Owls:\n  Flight:\n    - Silent wings\n", {"Owls": {"Flight": ["Silent wings"]}}),
    "values are text": ("year: 2020\nopen: no\n", {"year": "2020", "open": "no"}),
    "a title with a colon": ("Owls:\n- Wings: a survey's end\n", {"Owls": ["Wings: a survey's end"]}),
    "fields of an entry": ("- name: Owls\n  year: 1\n", [{"name": "Owls", "year": "1"}]),
    "plain text": ("Owls fly at night.", None),
    "aliases": ("a: &a [1]\nb: *a\n", None),
    "nested too deep": ("[" * 5_000, None),
    "broken": ("Owls: [unclosed\n", None),
}


@each_row("text, value", YAML.values())
def test_yaml(text: str, value: Any) -> None:
    assert yaml_value(text) == value


def test_prose_and_markdown_do_not_look_like_yaml() -> None:
    assert looks_like_yaml("Owls:\n  Flight:\n    - Silent wings\n")
    assert not looks_like_yaml("Here is the taxonomy:\n\n# Owls\n- Flight\n")


BLOCKS = {
    "fence": ("Here:\n~~~YAML x\na: 1\n~~~\n", [("text", 0), ("code", 1)]),
    "open fence": ("```json\n{}\n", [("code", 0)]),
    "indented lines": ("Owls\n\n    - Flight\n", [("text", 0)]),
    "quoted": ("> # Owls\n> - Flight\n", [("heading", 0), ("text", 1)]),
    "windows": ("# Owls\r\n\r\n---\r\nFlight\r\n", [("heading", 0), ("rule", 2), ("text", 3)]),
    "a line of hyphens below a sentence": ("This is the end.\n---\n# Owls\n", [("text", 0), ("heading", 2)]),
    "table": ("| a | b |\n|---|---|\n| 1 | 2 |\n\nOwls", [("table", 0), ("text", 3)]),
}


@each_row("text, blocks", BLOCKS.values())
def test_markdown_blocks(text: str, blocks: list[tuple[str, int]]) -> None:
    assert [(block.kind, block.first) for block in markdown_blocks(text)] == blocks


def test_a_fence_gives_its_language_and_content() -> None:
    (block,) = markdown_blocks("```JSON title\n{}\n```")
    assert (block.language, block.content) == ("json", "{}\n")


@given(st.text(alphabet="#-*>|`~ \n\tOw1.:<", max_size=200))
def test_blocks_stand_in_order_and_lose_no_words(text: str) -> None:
    blocks = markdown_blocks(text)
    ends = [block.first + len(block.lines) for block in blocks]
    assert all(end <= after.first for end, after in zip(ends, blocks[1:], strict=False))
    lost = set(range(text.count("\n") + 1)) - {
        n for block in blocks for n in range(block.first, block.first + len(block.lines))
    }
    assert not any("O" in text.split("\n")[number] for number in lost)


OUTLINES = {
    "bullets": ("- Owls\n  - Flight\n    - Wings\n- Gulls", ["Owls", " Flight", "  Wings", "Gulls"]),
    "headings": ("# Birds\n## Owls\n- Wings\n## Gulls", ["Birds", " Owls", "  Wings", " Gulls"]),
    "decimal numbers": (
        "1. Birds\n1.1 Owls\n- Wings\n1.2 Gulls\n2. Fish",
        ["Birds", " Owls", "  Wings", " Gulls", "Fish"],
    ),
    "drawn": ("```\nBirds\n├── Owls\n│   └── Wings\n└── Gulls\n```", ["Birds", " Owls", "  Wings", " Gulls"]),
    "bullets below numbers": ("1. Owls\n- Flight\n2. Gulls\n- Cries", ["Owls", " Flight", "Gulls", " Cries"]),
    "bold and italic headings": ("**A. Owls**\n*Flight*\n- Wings", ["Owls", " Flight", "  Wings"]),
    "checkboxes and pictures": ("- [x] 🦉 Owls\n- [ ] **Gulls**", ["Owls", "Gulls"]),
    "tabs": ("- Owls\n\t- Flight", ["Owls", " Flight"]),
}


@each_row("text, tree", OUTLINES.values())
def test_outlines_nest_as_they_are_written(text: str, tree: list[str]) -> None:
    assert list(_indented(nested(outline_lines(markdown_blocks(text))))) == tree


def _indented(entries: list[Entry], depth: int = 0) -> Iterator[str]:
    for entry in entries:
        yield " " * depth + entry.line.text
        yield from _indented(entry.below, depth + 1)
