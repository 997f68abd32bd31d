"""Names that somebody gives: refused in words, or such that every folder, bucket and terminal holds them."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgauge.flows.configs import score_config
from litgauge.flows.reportbench.config import BuildConfig
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.releases.release import parse_name
from litgauge.tasks.text.name_rules import LONGEST, valid_name
from litgauge.tasks.text.terminal import is_plain
from tests.tables import each_row

BAD = ("", " ", "\t", "x" * 300, ".", "..", ".hidden", "end.", "a/b", "a\\b", "a\nb", "\x1b[2J", "a\u202eb", "a\u200bb",
       "e\u0301", "\ud800", "con", "NUL", "com1.txt", "LPT9", "\0")  # fmt: skip
GOOD = ("gpt-4.1", "GPT 5 (deep résearch)", "深度研究", "[bold]", "o3 | pro", "a" * LONGEST, "console")


@each_row("name", BAD)
def test_bad_names_are_refused_before_any_work(name: str) -> None:
    with pytest.raises(ValueError, match="name"):
        valid_name(name)
    with pytest.raises(UnusableInput, match="agent"):
        score_config(REPORTBENCH, {"agent": name})
    assert score_config(REPORTBENCH, {"agent": name}, in_ledger=True).agent == name
    with pytest.raises(ValueError, match="benchmark"):
        BuildConfig(benchmark=name)
    with pytest.raises(UnusableInput):
        parse_name(name + "@1" if name.strip() else name)


@each_row("name", GOOD)
def test_good_names_stay_as_they_are(name: str) -> None:
    assert valid_name(f" {name} ") == name
    assert score_config(REPORTBENCH, {"agent": name}).agent == name


@given(st.text())
def test_whatever_passes_can_be_kept_and_shown(text: str) -> None:
    try:
        name = valid_name(text)
    except ValueError:
        return
    assert is_plain(name)
    assert unicodedata.is_normalized("NFC", name)
    assert not {"/", "\\"} & set(name)
    assert name.encode()
    assert valid_name(name) == name
