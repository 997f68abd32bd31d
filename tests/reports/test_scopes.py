"""The scope of a citation: sentence, list item, block under a cited title, paragraph."""

from __future__ import annotations

import pytest

from tests.reports.writing import read
from tests.tables import each_row

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


@each_row(
    "text, cited",
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


SECOND = "https://arxiv.org/abs/2001.05678"
TITLES = ("### Kites in wind ([link]({}))", "### [Kites in wind]({})", "**[Kites in wind]({})**")
METADATA = ("Authors: Ann Lee, Bob Kim", "Published: 2024", "Venue: Journal of Sailing", "Year: 2024", "DOI: none yet")
LABELS = ("**{}:** {}", "{}: {}", "**{}**: {}", "*{}:* {}")


def pairs(text: str) -> list[tuple[str, str | None]]:
    """Every statement with its only address."""
    found = read(text)
    urls = {link.statement: link.url for link in found.links}
    assert len(urls) == len(found.links)
    return [(statement.text, urls.get(number)) for number, statement in enumerate(found.statements)]


def labelled(form: str, *lines: str) -> list[str]:
    """Lines "Label: words", the labels set in the form."""
    return [form.format(*line.split(": ", 1)) for line in lines]


@each_row("title", TITLES)
@each_row("form", LABELS)
@each_row("rule", ["\n---\n", "\n***\n", ""])
def test_a_record_with_its_own_source_ends_the_block_above(title: str, form: str, rule: str) -> None:
    record = labelled(
        form, "Paper: Fog over harbours", f"Link: {SECOND}", "Summary: Fog delays flights. It costs $4 million a year."
    )
    below = "\n".join(["- Kites carry 12 kg of load.", rule, *record])
    assert (
        pairs(f"# Works\n\n{title.format(ADDRESS)}\n\n{below}\n\n## End\n\nIt rains at night.\n")
        == [
            ("Kites carry 12 kg of load.", ADDRESS),
            ("Summary: Fog delays flights.", SECOND),
            ("It costs $4 million a year.", SECOND),
            ("It rains at night.", None),
        ]
        or not rule
    )


@each_row("title", TITLES)
@each_row("rule", ["---", "***", "___", "* * *", "<hr>", '<hr class="c9"/>'])
def test_a_thematic_break_ends_the_block(title: str, rule: str) -> None:
    text = f"{title.format(ADDRESS)}\n\n- Kites carry 12 kg of load.\n\n{rule}\n\n**Note:** fog costs $4 million.\n"
    assert pairs(text) == [("Kites carry 12 kg of load.", ADDRESS), ("Note: fog costs $4 million.", None)]


@each_row("bullet", ["- ", "1. ", "* "])
@each_row("form", LABELS)
def test_lines_below_a_linked_title_in_its_item_are_that_works(bullet: str, form: str) -> None:
    lines = labelled(form, "Authors: Ann Lee", "Summary: It measures snow in Norway.", "Method: Satellite pictures.")
    text = "\n   ".join([f"{bullet}**[Snow from above]({ADDRESS})** (Lee, 2024)", *lines])
    assert pairs(text) == [("Summary: It measures snow in Norway.", ADDRESS), ("Method: Satellite pictures.", ADDRESS)]


@each_row("title", TITLES)
@each_row("form", LABELS)
@each_row("metadata", METADATA)
def test_metadata_under_a_cited_title_is_no_statement(title: str, form: str, metadata: str) -> None:
    lines = labelled(form, metadata, "Summary: Wind grows by 3 % a decade. Farmers lose money.")
    items = "".join(f"- {line}\n" for line in lines)
    assert pairs(f"{title.format(ADDRESS)}\n\n{items}") == [
        ("Summary: Wind grows by 3 % a decade.", ADDRESS),
        ("Farmers lose money.", ADDRESS),
    ]


def test_a_claim_with_its_link_is_no_title_of_the_line_below() -> None:
    text = f"- **The number of boats rises to 24 by 2050** [1]({ADDRESS}).\n  This favours: small sails.\n"
    assert pairs(text)[0] == ("The number of boats rises to 24 by 2050.", ADDRESS)
