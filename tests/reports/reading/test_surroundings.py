"""What a list item or a table row carries to the judge, outside its own text and offsets."""

from __future__ import annotations

from tests.reports.writing import read


def contexts(text: str) -> dict[str, str]:
    return {statement.text: statement.context for statement in read(text).statements}


def test_an_item_carries_its_heading_and_what_leads_up_to_it() -> None:
    found = contexts(
        "# Kites\n\n## Wind in 2024\n\nThree causes explain it:\n\n- **Heat** grew. It grows on.\n- Pressure:\n"
        "  - fell in May\n- Trade winds\n\nNothing is carried on.\n\n- a lone item\n\n## Rain\n\n- less of it\n"
    )
    assert found == {
        "Three causes explain it:": "",
        "Heat grew.": "Wind in 2024 › Three causes explain it:",
        "It grows on.": "Wind in 2024 › Three causes explain it:",
        "Pressure:": "Wind in 2024 › Three causes explain it:",
        "fell in May": "Wind in 2024 › Three causes explain it: › Pressure:",
        "Trade winds": "Wind in 2024 › Three causes explain it:",
        "Nothing is carried on.": "",
        "a lone item": "Wind in 2024",
        "less of it": "Rain",
    }


def test_a_row_carries_the_head_of_its_table_and_a_cell_read_alone_its_row_and_column() -> None:
    found = contexts(
        "## Wind\n\n| Year | Speed (m/s) | Source |\n|---|---|---|\n| 2020 | 12.5 | [1](https://one.example/a) |\n\n"
        "| Country | The law |\n|---|---|\n| Norway | It forbids kites near airports. It allows them elsewhere. |\n"
    )
    assert found["2020 | 12.5 |"] == "Wind › Year | Speed (m/s) | Source"
    assert found["It allows them elsewhere."] == "Wind › Norway › The law"


def test_html_tables_have_heads_too_and_a_table_without_head_has_none() -> None:
    html = "<h2>Wind</h2><table><tr><th>Year</th><th>Speed</th></tr><tr><td>2020</td><td>12</td></tr></table>"
    assert list(contexts(html).values()) == ["Wind › Year | Speed"]
    assert list(contexts("## Wind\n\nIt blows.\n\n| 2020 | 12.5 m |\n| 2021 | 13.5 m |\n").values()) == [
        "",
        "Wind",
        "Wind",
    ]
