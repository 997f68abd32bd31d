"""Titles that differ by spelling, and titles that differ by a word that matters."""

from __future__ import annotations

from litgauge.tasks.identity.spelling import differ_by_spelling
from tests.tables import each_row


@each_row(
    "one, other",
    [
        ("data base layout", "database layout"),
        ("a wire harness in car production", "wire harness in a car production"),
        ("modelling behaviour", "modeling behavior"),
        ("optimisation of colour maps", "optimization of color maps"),
        ("robustnes of networks", "robustness of networks"),
        ("casual inference", "causal inference"),
        ("graph neural network for traffic", "graph neural networks for traffic"),
    ],
)
def test_spelling(one: str, other: str) -> None:
    assert differ_by_spelling(one.split(), other.split())
    assert differ_by_spelling(other.split(), one.split())


@each_row(
    "one, other",
    [
        ("methods for fault detection part i", "methods for fault detection part ii"),
        ("statistical mechanics", "statistical mechanics ii"),
        ("search for ww resonances", "search for zz resonances"),
        ("proton proton collisions", "photon photon collisions"),
        ("learning from labeled data", "learning from unlabeled data"),
        ("fast nearest neighbor translation", "faster nearest neighbor translation"),
        ("understanding generalization", "understanding still generalization"),
        ("deepicp registration", "deepvcp registration"),
        ("scanning with 2d images", "scanning with 4d images"),
        ("control without feedback", "control with feedback"),
    ],
)
def test_another_title(one: str, other: str) -> None:
    assert not differ_by_spelling(one.split(), other.split())
    assert not differ_by_spelling(other.split(), one.split())
