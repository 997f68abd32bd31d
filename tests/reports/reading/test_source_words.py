"""What only points to a source is no statement, and no claim is taken for that."""

from __future__ import annotations

from tests.reports.writing import LIST, cited, read, statements
from tests.tables import each_row


@each_row(
    "pointer",
    [
        "**URL:** https://one.example/a", "Source: [Met Office](https://one.example/a)", "来源：https://one.example/a",
        "*Source: Met Office, interviews with [sailors](https://one.example/a)*", "Quelle: https://one.example/a",
        "Links: AP report [1]; the office's news.", "See [the guide](https://one.example/a).", "Vogel et al. [1]",
        "Vogel et al. 2010; review/critique [1]", "[Met Office](https://one.example/a) -",
        "Источник: https://one.example/a", "参照：https://one.example/a",
    ],
)  # fmt: skip
def test_what_points_belongs_to_the_statement_before(pointer: str) -> None:
    pairs = cited(f"# Rain\n\nIt rains a lot.\n\n{pointer}\n{LIST}")
    assert [(text, url) for text, _, url in pairs] == [("It rains a lot.", "https://one.example/a")]


@each_row(
    "claim",
    [
        "Source: the office says that rain grew by 3 % https://one.example/a", "Rain fell by 3 %: https://one.example/a",
        "[Rain fell by a third in May](https://one.example/a)", "[It rains.](https://one.example/a)",
        "Evidence: dams hold more water each year [1].", "Usage patterns and data of visitors https://one.example/a",
        "Private dams for some rivers https://one.example/a", "降水量下降了3%：https://one.example/a",
    ],
)  # fmt: skip
def test_what_claims_stays_a_statement(claim: str) -> None:
    assert len(statements(f"# Rain\n\nIt rains a lot.\n\n{claim}\n{LIST}")) == 2


@each_row(
    "heading, items",
    [
        ("## 关键引文", ["[风筝的历史](https://one.example/a)", "[夜间飞行](https://two.example/b)：北京大学"]),
        ("### Most useful sources", ["Review: **Kites** — https://one.example/a", "Notes: *Wind* — https://two.example/b"]),
        ("## Полезные источники", ["Ветер и змеи — https://one.example/a", "История — https://two.example/b"]),
        ("## Lectures conseillées", ["[Vents](https://one.example/a) – revue", "[Ailes](https://two.example/b)"]),
        ("## Sources and References | 数据来源", ["[Met](https://one.example/a) - Weather", "[Sea](https://two.example/b)"]),
    ],
)  # fmt: skip
def test_a_list_of_links_is_a_list_in_any_language(heading: str, items: list[str]) -> None:
    found = read("# Rain\n\nIt rains a lot.\n\n" + heading + "\n\n" + "\n".join(f"- {item}" for item in items) + "\n")
    assert [statement.text for statement in found.statements] == ["It rains a lot."]
    assert [entry.url for entry in found.entries] == ["https://one.example/a", "https://two.example/b"]


@each_row(
    "prose",
    [
        "Smith et al. (2020) introduced kites, which now fly everywhere [1].",
        "The field was opened by Smith (2020), who showed that kites fly at night.",
        "- Smith et al. (2020) found that kites fly at night [1].\n- Jones (2021) reported strong wind in May [2].",
        "- The office says that rain grew in 2023 ([Met](https://one.example/a)).",
    ],
)
@each_row("name", ["Key literature", "Literature", "Sources", "References"])
def test_prose_under_the_name_of_a_list_is_prose(name: str, prose: str) -> None:
    found = read(f"# Kites\n\n## {name}\n\n{prose}\n\n## List\n{LIST}")
    assert len(found.statements) == prose.count("\n") + 1
    assert len(found.entries) == 3


def test_works_printed_again_with_their_numbers_are_no_statements() -> None:
    text = (
        "It rains [1].\n\n## Key references\n\nAmes, B. & Boyle, C. (2016). Kites at night (Review of Wind). [1]\n"
        "Clay et al. (2021). Wind by day (Air). [2]\n" + LIST
    )
    assert statements(text) == ["It rains."]


def test_an_aside_that_names_the_source_belongs_to_the_sentence_before() -> None:
    text = (
        "It rains. (Source: https://one.example/a) It snows. It pours (Source: Reuters, https://two.example/b). "
        "It hails. *[Source: [Met](https://three.example/c)]* It thaws。（来源：https://four.example/d）Fog."
    )
    assert [(words, url) for words, _, url in cited(text)] == [
        ("It rains.", "https://one.example/a"), ("It pours.", "https://two.example/b"),
        ("It hails.", "https://three.example/c"), ("It thaws。", "https://four.example/d"),
    ]  # fmt: skip
    assert [text for text in statements(text) if text in ("It snows.", "Fog.")] == ["It snows.", "Fog."]


def test_a_nested_link_belongs_to_its_item_and_a_link_before_a_remark_to_the_remark() -> None:
    text = (
        "- Rain grows each year.\n  - [Reuters on rain](https://one.example/a)\n- Snow falls less.\n"
        "  - [BBC](https://two.example/b)\n- **[Kite](https://three.example/c)** - Supports five languages.\n"
    )
    assert [(words, url) for words, _, url in cited(text)] == [
        ("Rain grows each year.", "https://one.example/a"), ("Snow falls less.", "https://two.example/b"),
        ("Kite - Supports five languages.", "https://three.example/c"),
    ]  # fmt: skip
