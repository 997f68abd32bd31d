"""Words that stand in for a judge of works, paths and citations."""

from __future__ import annotations

from litgauge.tasks.offline.relations import disruption_grade, novelty_grade, path_grade, sentiment_of
from tests.tables import each_row


@each_row(
    "sentence, sentiment",
    [
        ("We build on the seminal method of [this work].", "positive"),
        ("However, [this work] fails on thick paper, a clear limitation.", "negative"),
        ("[this work] is elegant, but its bounds are wrong.", "negative"),
        ("Sheets were listed in 2004 [this work].", "neutral"),
        ("", "neutral"),
    ],
)
def test_the_spirit_of_a_citation(sentence: str, sentiment: str) -> None:
    assert sentiment_of(sentence)[0] == sentiment


def test_a_review_is_less_novel_than_a_first_combination() -> None:
    new, _ = novelty_grade("A first, unexpected combination of owls and algebra", "")
    old, reason = novelty_grade("A review of surveys of owls", "")
    assert old < new <= 10
    assert "summing up" in reason
    assert 0 <= disruption_grade("", "")[0] <= 10


def test_a_path_is_as_good_as_its_worst_step() -> None:
    owls = ["Barn owls locate prey by hearing", "Hearing of barn owls and their prey", "Prey of barn owls"]
    strange, _ = path_grade([*owls, "Thermodynamics of cement"])
    assert strange < path_grade(owls)[0] <= 10
    assert path_grade(["alone"])[0] == 0
