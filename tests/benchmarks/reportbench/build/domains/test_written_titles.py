"""The offline rule on 100 titles of many fields that were written for it, words with two meanings among them."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from litgauge.tasks.benchmarks.reportbench.build.domains.catalog import canonical
from litgauge.tasks.benchmarks.reportbench.build.domains.classify import DOMAIN_QUESTION

TITLES = yaml.safe_load(Path(__file__).with_name("written_titles.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("name", "wrong"), [("first", 2), ("second", 5)])
def test_the_rule_and_the_writer_agree(name: str, wrong: int) -> None:
    missed = [
        title
        for letter, title, abstract, category in TITLES[name]
        if _domain(title, abstract, category) != canonical(letter)
    ]
    assert len(missed) == wrong, missed  # measured: change it when the words change, and say so


def test_an_ambiguous_word_needs_company() -> None:
    assert _domain("Falling Liquid Film Flow", "Waves form in a regular fashion.") != canonical("J")
    assert _domain("Old Film Footage", "Archives of cinema restore each film.") == canonical("J")


def _domain(title: str, abstract: str, category: str = "") -> str:
    inputs = {"title": title, "abstract": abstract, "categories": category or "none", "domains": ""}
    return DOMAIN_QUESTION.offline(inputs).domain
