"""Tokens of pictures: the rules against what providers publish, and against what their endpoints were seen to count."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.llm.picture_tokens import read_rules, tokens_of
from litgauge.tasks.llm.pictures import PictureInput
from tests.tables import each_row

MODELS = ("gpt-6-luna", "gpt-5.5", "gpt-5-mini", "gpt-4.1-mini", "gpt-4o", "gpt-4o-mini", "o3", "claude-opus-5-5",
          "claude-haiku-4-5", "gemini-3.8-flash", "gemini-2.5-pro", "gemma3:27b", "qwen2.5vl:7b", "pixtral-12b",
          "mistral-small-3.2", "somebody/new-vl")  # fmt: skip


def picture(width: int, height: int) -> PictureInput:
    return PictureInput("0" * 64, "image/png", 1, width, height)


def expected(model: str, width: int, height: int, detail: str | None = None) -> int:
    return tokens_of([picture(width, height)], model, detail).expected  # type: ignore[arg-type]


@each_row(
    "model, detail, size, tokens",
    [
        # the examples of OpenAI's guide
        ("gpt-4o", "high", (1024, 1024), 765),
        ("gpt-4o", "high", (2048, 4096), 1105),
        ("gpt-4o", "low", (4096, 8192), 85),
        ("gpt-4o-2024-08-06", None, (512, 512), 255),
        ("gpt-4o-mini", "low", (1024, 1024), 2833),
        # usage of API replies: datasets/JOHNISKING/image-token-cost, and the forum threads named in the rules
        ("gpt-6-astra", None, (256, 256), 77),
        ("gpt-6-astra", None, (1920, 1080), 2448),
        ("gpt-6-astra", None, (4032, 3024), 14364),
        ("gpt-6-astra", "high", (2560, 1440), 2931),
        ("gpt-6-astra", "high", (4032, 3024), 2942),
        ("gpt-5.5", None, (3840, 2160), 9792),
        ("gpt-5.5", None, (4032, 3024), 11868),
        ("gpt-5-mini", None, (1280, 720), 1104),
        ("openai/gpt-5-mini", None, (2048, 768), 1844),
        ("claude-sonnet-5-5", None, (512, 512), 361),
        ("claude-sonnet-5-5", None, (1920, 1080), 2691),
        ("claude-haiku-4-5-20251001", None, (1024, 1024), 1369),
        # Google's and Qwen's documentation
        ("gemini-2.0-flash", None, (384, 384), 258),
        ("gemini-2.5-flash", None, (1024, 1024), 1032),
        ("gemini-3.8-flash", None, (4032, 3024), 1100),
        ("Qwen/Qwen2.5-VL-7B-Instruct", None, (1008, 1008), 1296),
        ("gpt-oss:20b", None, (1024, 1024), 0),
    ],
)
def test_tokens_that_providers_count(model: str, detail: str | None, size: tuple[int, int], tokens: int) -> None:
    assert expected(model, *size, detail) == tokens


@pytest.mark.parametrize(("size", "tokens"), [((1920, 1080), 1560), ((2560, 1440), 1592), ((4032, 3024), 1596)])
def test_models_that_make_pictures_smaller_are_met_within_a_tenth(size: tuple[int, int], tokens: int) -> None:
    assert abs(expected("claude-haiku-4-5", *size) - tokens) < 0.1 * tokens


@given(width=st.integers(1, 12_000), height=st.integers(1, 12_000), model=st.sampled_from(MODELS))
def test_the_bound_is_above_the_rule_and_grows_with_nothing_but_the_picture(
    width: int, height: int, model: str
) -> None:
    tokens = tokens_of([picture(width, height)], model, None)
    assert 0 < tokens.expected < tokens.most
    twice = tokens_of([picture(width, height)] * 2, model, None)
    assert (twice.expected, twice.most) == (2 * tokens.expected, 2 * tokens.most)


@given(width=st.integers(1, 12_000), height=st.integers(1, 12_000), model=st.sampled_from(MODELS))
def test_less_detail_never_costs_more(width: int, height: int, model: str) -> None:
    assert expected(model, width, height, "low") <= expected(model, width, height, "high")


def test_every_rule_has_its_source_and_the_last_is_for_every_model() -> None:
    rules = read_rules().rules
    assert all(rule.source.strip() for rule in rules)
    assert rules[-1].models == ("*",)
    assert read_rules().find("nobody/knows-this").sees
    assert not read_rules().find("openai/gpt-oss-120b").sees
    named = [pattern for rule in rules for pattern in rule.models]
    assert len(named) == len(set(named))
    for rule in rules[:-1]:  # none is hidden by one before it
        for pattern in rule.models:
            assert read_rules().find(pattern.replace("*", "x").replace("[3-9]", "3").replace("[23]", "2").replace(
                "[0-6]", "5").replace("[5-9]", "5")) is rule, pattern  # fmt: skip
