"""Venues as a prompt names them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.benchmarks.reportbench.build.prompts.venues import frequent_venues, venue_name
from tests.tables import each_row


@each_row(
    "venue, name",
    [
        (
            "Proceedings of the 35th International Conference on Machine Learning, 2018",
            "International Conference on Machine Learning",
        ),
        ("In Proc. of the 2019 IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)", "CVPR"),
        ("IEEE Transactions on Robotics, vol. 12", "IEEE Transactions on Robotics"),
        ("Nature", "Nature"),
        ("arXiv preprint arXiv:2001.00001", None),
        ("CoRR", None),
        ("MIT Press", None),
        ("", None),
    ],
)
def test_venues_are_named_as_people_name_them(venue: str, name: str | None) -> None:
    assert venue_name(venue) == name


def test_only_venues_that_return_are_asked_for() -> None:
    assert frequent_venues(["Nature"] * 3 + ["Science"] * 2 + ["NATURE, 2020"]) == ("Nature",)


@given(st.text(max_size=120))
def test_a_venue_has_a_name_or_is_none(text: str) -> None:
    assert venue_name(text) != ""
