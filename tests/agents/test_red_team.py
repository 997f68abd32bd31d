"""What the leak filter makes of the red team's pages; `perf/leak_filter.py` measures all of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from litgauge.tasks.agents.leak_filter import Verdict
from litgauge.tasks.agents.page_reader import ReadPage
from tests.agents.red_team.measure import Count, filter_of, refused_pages, shown_leaks
from tests.agents.red_team.works import invented_cases, published_cases

UNKNOWN = frozenset({
    "excerpt without title",  # nothing but the survey's own text, which no release holds
    "result: cut at 30 letters",  # some are whole titles of other works, too
})  # fmt: skip


def wrong(counts: Mapping[str, Count]) -> dict[str, str]:
    return {kind: count.example for kind, count in counts.items() if count.wrong and kind not in UNKNOWN}


@pytest.mark.slow
def test_no_form_of_a_survey_is_shown_and_no_other_work_is_kept_back() -> None:
    cases = invented_cases(40)[::20]
    leaks = shown_leaks(cases)
    assert len(leaks) > 100
    assert not wrong(leaks)
    assert not wrong(refused_pages(cases))


def test_parts_of_the_references_are_counted_together() -> None:
    """A page that is read on shows nothing new; other works' pages are none of the list."""
    case = invented_cases(1)[0]
    keeper, third = filter_of(case), len(case.references) // 4

    def part(number: int, address: str) -> Verdict:
        text = "\n".join(paper.title for paper in case.references[number * third : (number + 1) * third])
        return keeper.admit(ReadPage(address, "Papers", text))

    assert not part(0, "https://blog.example/papers?page=1").withheld
    assert not part(0, "https://blog.example/papers?page=1").withheld
    assert "with the pages shown before" in part(1, "https://blog.example/papers?page=2").withheld
    assert "with the pages shown before" in part(2, "https://another.example/papers").withheld
    assert not keeper.admit(ReadPage("https://blog.example/papers?page=9", "Papers", "Nothing of it")).withheld


@pytest.mark.real
@pytest.mark.slow
def test_the_references_of_published_surveys_are_shown(real_data: Path) -> None:
    cases = published_cases(real_data / "reportbench_v1.1", sorted((real_data / "arxiv").glob("*.jsonl")))[::150]
    leaks, refusals = shown_leaks(cases), refused_pages(cases)
    for counts in (leaks, refusals):
        assert sum(count.wrong for count in counts.values()) < 0.01 * sum(count.total for count in counts.values())
