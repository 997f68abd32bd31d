"""Directions to look a survey up, and the occasion of its publication."""

from __future__ import annotations

from litgauge.tasks.benchmarks.reportbench.build.prompts.trails import trail_in
from tests.tables import each_row


@each_row(
    "text",
    [
        "It should resemble what was presented in the BUZZ 2019 special session on hives.",
        "Address the readers of the 2nd International Workshop on Bees.",
        "A good target is Article 68 in ACM Comput. Surv. 55(4).",
        "Its model is in the Journal of Bees, volume 65, pages 569-631.",
        "The scope is that of the seminar report from Eindhoven.",
        "Proceed as taught at the Hive School.",
    ],
)
def test_the_occasion_of_a_publication_is_a_trail(text: str) -> None:
    assert trail_in(text)


@each_row(
    "text",
    [
        "Papers presented at BUZZ 2021 deserve room, and so do workshops and special issues.",
        "Cover Article 22 of the GDPR, volume data, and issue trackers.",
        "Write about twenty pages for the third year of a course.",
    ],
)
def test_venues_of_sources_are_none(text: str) -> None:
    assert trail_in(text) is None
