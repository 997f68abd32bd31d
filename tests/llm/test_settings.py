"""Settings and prices, as they are shipped and as they are mistyped."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.base.yaml_files import read_model
from litgauge.tasks.llm import ModelSettings, Replies, open_door
from litgauge.tasks.llm.prices import Price, PriceList, Usage, read_prices
from tests.llm.questions import IS_REVIEW, papers
from tests.tables import each_row

MODELS = Path(__file__).parents[2] / "configs" / "models"


@pytest.mark.parametrize("path", sorted(MODELS.glob("*.yaml")), ids=lambda path: path.stem)
async def test_shipped_configs_open_a_door(path: Path, replies: Replies, repository: Path) -> None:
    settings = read_model(ModelSettings, path)
    door = open_door(settings, replies=replies)  # so a budget has its price
    forecast = await door.forecast(IS_REVIEW, papers(3))
    assert forecast.calls == (0 if settings.provider == "offline" else 3)
    assert f"configs/models/{path.name}" in (repository / "docs" / "models.md").read_text(encoding="utf-8")


def test_every_setting_is_explained() -> None:
    for name, field in ModelSettings.model_fields.items():
        assert field.title, name


@each_row(
    "text, complaint",
    [
        ("provider: openai\nmodel: m\nmax_concurency: 3", "max_concurency: unknown key; did you mean max_concurrency"),
        ("provider: cohere", "provider: Input should be 'offline', 'openai', 'anthropic' or 'gemini'"),
        ("provider: anthropic", "needs the name of a model"),
        ("provider: openai", "needs the name of a model"),
        (
            "provider: openai\nmodel: m\nparameters: {temperature: 3}",
            "parameters.temperature: Input should be less than or equal to 2",
        ),
        ("provider: openai\nmodel: m\nbase_url: api.openai.com/v1", "give a full URL"),
        ("provider: openai\nmodel: m\nextra_body: {model: other}", "extra_body: model has its own setting"),
        (
            "provider: openai\nmodel: m\nextra_body: {response_format: {type: json_object}}",
            "only with structured: repair",
        ),
        ("provider: openai\nmodel: [", "is not YAML, line 2"),
        ("- a list", "must be a mapping"),
    ],
)
def test_mistakes_in_a_config(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "model.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=complaint) as refused:
        read_model(ModelSettings, path)
    assert str(path) in str(refused.value)


def test_a_config_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot be read \(No such file or directory\)"):
        read_model(ModelSettings, tmp_path / "none.yaml")


@each_row(
    "url, name",
    [
        ("https://api.openai.com/v1", "api.openai.com"),
        ("https://API.DeepSeek.com", "api.deepseek.com"),
        ("http://localhost:8000/v1", "local"),
        ("http://127.0.0.1:11434/v1", "local"),
        ("http://192.168.0.7:8000/v1", "local"),
        ("http://[::1]:8000/v1", "local"),
        ("http://gpu-node:8000/v1", "local"),
        ("http://gpu.lan/v1", "local"),
        ("http://8.8.8.8/v1", "8.8.8.8"),
    ],
)
def test_what_an_endpoint_is_called(url: str, name: str) -> None:
    assert ModelSettings(provider="openai", model="m", base_url=url).endpoint_name == name
    assert ModelSettings(provider="openai", model="m", base_url=url, endpoint="ours").endpoint_name == "ours"


@pytest.mark.parametrize("more", ["", "/", "/chat/completions", "/chat/completions/"])
def test_the_address_of_a_request_is_one_of_the_api(more: str) -> None:
    assert (
        ModelSettings(provider="openai", model="m", base_url=f"https://e.org/v1{more}").base_url == "https://e.org/v1"
    )


def test_a_version_may_stand_in_the_address_and_nothing_else() -> None:
    address = "https://ours.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21"
    kept = ModelSettings(provider="openai", model="m", base_url=address).base_url
    assert kept == "https://ours.openai.azure.com/openai/deployments/d?api-version=2024-10-21"
    with pytest.raises(ValueError, match="api-version"):
        ModelSettings(provider="openai", model="m", base_url="https://e.org/v1?api-version=1&key=mine")


def test_shipped_prices_are_dated_and_sourced() -> None:
    prices = read_prices().prices
    assert len(prices) > 5
    for price in prices:
        assert price.as_of >= datetime.date(2026, 1, 1)
        assert price.endpoint == "local" or price.source.startswith("https://")


def test_prices_by_endpoint_snapshot_and_day() -> None:
    day = datetime.date(2026, 11, 20)
    old = Price(model="m", endpoint="a.example", input=1, output=1, as_of=day, until=datetime.date(2026, 12, 31))
    new = Price(model="m", endpoint="a.example", input=2, output=2, as_of=day)
    free = Price(model="*", endpoint="local", input=0, output=0, as_of=day)
    prices = PriceList(prices=(old, new, free))
    assert prices.find("m", "a.example", day) == old
    assert prices.find("m-2026-08-07", "a.example", day) == old
    assert prices.find("m", "a.example", datetime.date(2027, 1, 1)) == new
    assert prices.find("anything", "local", day) == free
    assert prices.find("m", "b.example", day) is None
    assert prices.find("m-fast", "a.example", day) is None


def test_long_prompts_cost_more() -> None:
    price = Price.model_validate(
        {
            "model": "m",
            "input": 1,
            "output": 10,
            "as_of": "2026-01-01",
            "cache_write": 1.25,
            "long_prompts": {"over": 1000, "input_factor": 2, "output_factor": 1.5},
        }
    )
    assert price.cost_usd(Usage(1000, 100)) == pytest.approx(0.002)
    assert price.cost_usd(Usage(1001, 100)) == pytest.approx((1001 * 2 + 100 * 15) / 1e6)
    assert price.bound_usd(1000, 100) == pytest.approx((1000 * 1.25 + 100 * 10) / 1e6)


def test_broken_price_lists(tmp_path: Path) -> None:
    path = tmp_path / "prices.yaml"
    path.write_text("- {model: m, input: -1, output: 0, as_of: 2026-01-01}", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"prices.0.input: Input should be greater than or equal to 0"):
        read_prices(path)
