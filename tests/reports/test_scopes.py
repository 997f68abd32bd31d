"""The scope of a citation: sentence, list item, block under a cited title, paragraph."""

from __future__ import annotations

import pytest

from tests.reports.writing import read

ADDRESS = "https://arxiv.org/abs/1901.01234"


def scopes(text: str) -> list[tuple[str, str]]:
    """The statements that cite, with the scope of their citation."""
    found = read(text)
    return [(found.statements[link.statement].text, link.scope) for link in found.links]


@pytest.mark.parametrize(
    "title",
    [
        "**Ames, 2025, “Kites in wind”** (arXiv:1901.01234)",
        "### Ames and Boyle (2019) — *Kites in wind* (arXiv:1901.01234)",
        f"**[Kites in wind]({ADDRESS})**",
        f"Ames & Boyle (2019). *Kites in wind*. {ADDRESS}",
    ],
)
def test_claims_under_a_cited_title_are_cited_and_the_title_is_not_one(title: str) -> None:
    below = "- Kites were flown for two hours.\n- They carry 12 kg of load.\n\n## End\n\nIt rains.\n"
    text = f"## Papers\n\n{title}\n\n{below}"
    assert scopes(text) == [("Kites were flown for two hours.", "block"), ("They carry 12 kg of load.", "block")]


def test_an_item_that_begins_with_its_source() -> None:
    text = f"- [Kites in wind]({ADDRESS}) – They carry 12 kg. They fly for two hours.\n- It rains.\n"
    assert [scope for _, scope in scopes(text)] in (["sentence"], ["item", "item"])


def test_a_source_line_is_for_the_paragraph() -> None:
    assert scopes(f"Kites carry 12 kg of load.\n\nSource: {ADDRESS}\n") == [("Kites carry 12 kg of load.", "paragraph")]


def test_a_claim_behind_a_label_is_no_title() -> None:
    text = f"**Forum:** The [thread]({ADDRESS}) discusses kites.\n\n**Conclusion:** Kites are dangerous.\n"
    assert scopes(text) == [("Forum: The thread discusses kites.", "sentence")]


def test_a_line_with_numbers_that_leads_up_to_a_list_is_for_its_items() -> None:
    entries = f"## References\n\n[1] Kites in wind. {ADDRESS}\n"
    text = f"**Key points on the curve ([1]):**\n\n- 1 kg: they fly for two hours.\n- Kites carry 12 kg.\n\n{entries}"
    assert scopes(text) == [("1 kg: they fly for two hours.", "block"), ("Kites carry 12 kg.", "block")]


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        (f"- **Box Kite**\n  - Product: [Box Kite Classic]({ADDRESS})\n  - Wiki: [Kite]({ADDRESS}2)\n", []),
        (f"- Kites carry 12 kg\n  - Product: [Box Kite Classic]({ADDRESS})\n", ["Kites carry 12 kg"]),
        (f"- **Box Kite**\n  - [Box Kite Classic]({ADDRESS})\n", ["Box Kite"]),
        (f'| Topic | Title | Link |\n|---|---|---|\n| Wind | "Kites in Strong Wind" | {ADDRESS} |\n', []),
        (f'| Topic | Said | Link |\n|---|---|---|\n| Wind | "they fall down" | {ADDRESS} |\n', ["they fall down"]),
        (f'| Topic | Title | Link |\n|---|---|---|\n| $12 | "Kites in Strong Wind" | {ADDRESS} |\n', ["$12"]),
    ],
)
def test_a_name_or_a_title_beside_its_pages_claims_nothing(text: str, cited: list[str]) -> None:
    found = [statement for statement, _ in scopes(text)]
    assert len(found) == len(cited)
    assert all(words in statement for words, statement in zip(cited, found, strict=True))
