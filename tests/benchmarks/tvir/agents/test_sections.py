"""What a stage gives, checked before it is used."""

from __future__ import annotations

import pytest

from litgauge.tasks.agents.stage_conversation import InvalidResult
from litgauge.tasks.benchmarks.tvir.agents.outline import read_outline
from litgauge.tasks.benchmarks.tvir.agents.rules import series_in
from litgauge.tasks.benchmarks.tvir.agents.settings import TvirAgentSettings
from litgauge.tasks.benchmarks.tvir.agents.stages import read_section
from tests.benchmarks.tvir.agents.world import OUTLINE
from tests.tables import each_row

LIST = "\n\n## References\n[1] Ames, https://a.org"


@pytest.mark.parametrize(
    ("text", "section"),
    [
        (f"Owls fly [1].{LIST}", f"## Owls\n\nOwls fly [1].{LIST}"),
        (f"## **Owls**\n\nThey fly [1].{LIST}", f"## Owls\n\nThey fly [1].{LIST}"),
        (f"```markdown\n# Owls\nThey fly [1].{LIST}\n```", f"## Owls\n\nThey fly [1].{LIST}"),
        ("No source is wanted here.", "## Owls\n\nNo source is wanted here."),
    ],
)
def test_a_section_stands_under_its_own_heading(text: str, section: str) -> None:
    assert read_section(text, "Owls", []) == section


@each_row(
    "text, paths, why",
    [
        ("", [], "no text"),
        ("# Owls", [], "no text"),
        ("Owls [insert figure here] fly.", [], "placeholder"),
        (f"Owls fly [2].{LIST}", [], "marks without an entry in your list of references: 2"),
        ("Owls fly.", ["images/1-1.png"], "the figure images/1-1.png is not shown"),
        ("![x](images/2-1.png)", [], "there is no figure images/2-1.png"),
    ],
)
def test_what_cannot_be_used_is_told(text: str, paths: list[str], why: str) -> None:
    with pytest.raises(InvalidResult, match=why):
        read_section(text, "Owls", paths)


def test_an_outline_is_held_to_its_limits() -> None:
    import json

    settings = TvirAgentSettings(with_charts=False, notes=False)
    outline = read_outline(f"Here it is:\n```json\n{json.dumps(OUTLINE)}\n```", settings)
    assert [len(section.visual_elements) for section in outline.sections] == [0, 2]
    assert not any(section.research_notes for section in outline.sections)
    for change, why in (
        ({"title": " "}, "a title is empty"),
        ({"sections": OUTLINE["sections"][:1] * 2}, "two sections have the same id"),  # type: ignore[index]
        ({"sections": []}, "0 sections"),
        ({"sections": "many"}, "not the requested JSON"),
    ):
        with pytest.raises(InvalidResult, match=why):
            read_outline(json.dumps({**OUTLINE, **change}), settings)
    with pytest.raises(InvalidResult, match="more than 1 visual"):
        read_outline(json.dumps(OUTLINE), TvirAgentSettings(most_visuals=1))


def test_numbers_by_year() -> None:
    text = "In 2019 it was 12 GW. In 2020 and 2021 it was 15 GW. By 2021, 1,200.5 GW.\nIn 2022 we saw 3 GW and 4 GW."
    assert series_in(text) == []
    (series,) = series_in(text + " In 2023 there were 9 GW, says Figure 3.")
    assert series.points == ((2019, 12.0), (2021, 1200.5), (2023, 9.0))
