"""The ten domains and Unknown, in all their spellings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.benchmarks.reportbench.build.domains import DOMAIN_NAMES, UNKNOWN, canonical
from litgauge.tasks.benchmarks.reportbench.build.domains.catalog import catalog, read_catalog
from tests.tables import each_row


def test_there_are_the_papers_ten_and_unknown() -> None:
    assert len(DOMAIN_NAMES) == 11
    assert [domain.letter for domain in catalog().domains] == list("ABCDEFGHIJK")
    assert DOMAIN_NAMES[-1] == UNKNOWN


@each_row(
    "spelling, name",
    [
        ("Information and Communication Technology (ICT)", "Information and Communications Technology"),
        ("Transportation and Intelligent Mobility", "Transportation and Smart Mobility"),
        ("Culture, Media and Digital Content", "Culture, Media, and Digital Content"),
        ("  healthcare AND biomedicine ", "Healthcare and Biomedicine"),
        ("Finance & Business Services", "Finance and Business Services"),
        ("Unknown Category", "Unknown"),
        ("E", "Manufacturing and Smart Manufacturing"),
        ("Cooking", None),
        ("", None),
    ],
)
def test_spellings_stand_for_their_domain(spelling: str, name: str | None) -> None:
    assert canonical(spelling) == name


@pytest.mark.real
def test_every_published_spelling_is_known(real_data: Path) -> None:
    lines = (real_data / "reportbench_v1.1" / "ReportBench_v1.1.jsonl").read_text(encoding="utf-8").splitlines()
    published = {json.loads(line)["application_domain"] for line in lines}
    assert len(published) == 10
    assert {canonical(spelling) for spelling in published} == set(DOMAIN_NAMES) - {UNKNOWN}


@each_row(
    "text, said",
    [
        ("domains: []", "must be, in this order"),
        ("domains: [{name: Cooking, letter: A, about: x}]", "domains.0.name"),
        ("domain: []", "domains"),
        ("domains: [", "is not YAML"),
    ],
)
def test_a_broken_catalog_is_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "domains.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=said):
        read_catalog(path)


def test_one_spelling_cannot_stand_for_two_domains(tmp_path: Path) -> None:
    rows = [
        f"- {{name: '{name}', letter: {'ABCDEFGHIJK'[place]}, about: x, aliases: [Things]}}"
        for place, name in enumerate(DOMAIN_NAMES)
    ]
    path = tmp_path / "domains.yaml"
    path.write_text("domains:\n" + "\n".join(rows), encoding="utf-8")
    with pytest.raises(ConfigError, match="two domains: things"):
        read_catalog(path)
