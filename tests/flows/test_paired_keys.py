"""A run that is started from a form sends a key only where a config file on disk sends it."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from pydantic import BaseModel

from litgauge.flows.configs import load_build_config, shipped_build_configs, shipped_judges
from litgauge.flows.pipeline.paired_keys import FOLDERS, check_keys
from litgauge.flows.pipeline.run import prepare
from litgauge.tasks.agents.external.settings import CommandSettings, HttpSettings
from litgauge.tasks.agents.search.settings import SearchSettings as AgentSearchSettings
from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.judge.settings import SearchSettings
from litgauge.tasks.llm.settings import ModelSettings

pytestmark = pytest.mark.slow


class Config(BaseModel):
    """Settings as deep as any config's."""

    models: dict[str, ModelSettings] = {}
    voters: tuple[ModelSettings, ...] = ()
    search: SearchSettings | None = None


def model(base_url: str, key: str = "OPENAI_API_KEY", provider: str = "openai") -> ModelSettings:
    return ModelSettings.model_validate({"provider": provider, "model": "m", "base_url": base_url, "api_key_env": key})


@pytest.mark.parametrize(
    ("base_url", "key"),
    [
        ("https://evil.example/v1", "OPENAI_API_KEY"),
        ("http://api.openai.com/v1", "OPENAI_API_KEY"),
        ("https://api.openai.com:8443/v1", "OPENAI_API_KEY"),
        ("https://api.openai.com.evil.example/v1", "OPENAI_API_KEY"),
        ("https://api.deepseek.com", "OPENAI_API_KEY"),
        ("https://api.openai.com/v1", "AWS_SECRET_ACCESS_KEY"),
        ("http://localhost:11434/v1", "OPENAI_API_KEY"),
    ],
)
def test_a_key_goes_nowhere_else(base_url: str, key: str) -> None:
    for config in (Config(voters=(model(base_url, key),)), Config(models={"a": model(base_url, key)})):
        with pytest.raises(ConfigError, match=key):
            check_keys(config)
    with pytest.raises(ConfigError, match=key):
        check_keys(Config(search=SearchSettings(url=f"{base_url}?q={{query}}", api_key_env=key)))


def test_what_sends_no_key_is_nobodys_business() -> None:
    check_keys(Config(voters=(model("http://evil.example", ""), model("http://evil.example", provider="offline"))))


def test_the_run_of_a_form_sends_it_nowhere_else_either(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = Config(voters=(model("https://evil.example/v1"),))
    assert prepare(wanted, str(tmp_path)).config == wanted  # a person's own command
    monkeypatch.setenv("PREFECT__RUNTIME__DEPLOYMENT__ID", "a-form")
    with pytest.raises(ConfigError, match="no config file on disk sends the key in OPENAI_API_KEY"):
        prepare(wanted, str(tmp_path))


def test_whatever_ships_may_be_started() -> None:
    for path in shipped_build_configs():
        check_keys(load_build_config(path))
    assert shipped_judges()


def test_a_folder_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = Config(voters=(model("https://gpu.example:8000/v1", "GPU_KEY"),))
    with pytest.raises(ConfigError):
        check_keys(wanted)
    (tmp_path / "broken.yaml").write_text("a: [")
    own = {"deep": [{"model": {"base_url": "https://GPU.example:8000/v1/", "api_key_env": "GPU_KEY"}}]}
    (tmp_path / "own.yaml").write_text(yaml.safe_dump(own))
    monkeypatch.setenv(FOLDERS, str(tmp_path))
    check_keys(wanted)


class AgentParts(BaseModel):
    """What agents are configured with."""

    search: AgentSearchSettings = AgentSearchSettings()
    agent: CommandSettings | HttpSettings | None = None


def test_searches_and_agents_of_others_are_held_to_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = {
        "search": AgentSearchSettings(provider="tavily"),
        "proxied": AgentSearchSettings(provider="tavily", base_url="https://proxy.example/brave"),
    }
    agents = [
        HttpSettings(kind="http", url="https://agent.example/ask", api_key_env="AGENT_KEY"),
        CommandSettings(kind="command", command=("agent", "--fast"), environment=("AGENT_KEY",)),
    ]
    tried = [AgentParts(search=search) for search in wanted.values()] + [AgentParts(agent=agent) for agent in agents]
    monkeypatch.setenv(FOLDERS, str(tmp_path))
    (tmp_path / "none.yaml").write_text("search: {provider: searxng, base_url: 'https://proxy.example/brave'}")
    for config in tried:
        with pytest.raises(ConfigError, match=r"no config file on disk (sends the key|runs)"):
            check_keys(config)
    (tmp_path / "own.yaml").write_text(
        yaml.safe_dump(
            {
                "one": {"provider": "tavily"},
                "other": {"provider": "tavily", "base_url": "https://proxy.example"},
                "third": {"kind": "http", "url": "https://agent.example/v2", "api_key_env": "AGENT_KEY"},
                "fourth": {"kind": "command", "command": ["agent", "--fast"], "environment": ["AGENT_KEY"]},
            }
        )
    )
    for config in tried:
        check_keys(config)
    # Not a word more: neither another argument nor another variable, and a search without a key pairs no model's.
    for other in (
        CommandSettings(kind="command", command=("agent", "--fast", "; rm"), environment=("AGENT_KEY",)),
        CommandSettings(kind="command", command=("agent", "--fast"), environment=("AGENT_KEY", "OPENAI_API_KEY")),
        CommandSettings(kind="command", command=("agent --fast",)),
    ):
        with pytest.raises(ConfigError, match="runs"):
            check_keys(AgentParts(agent=other))
    with pytest.raises(ConfigError, match="OPENAI_API_KEY"):
        check_keys(Config(voters=(model("https://proxy.example/brave"),)))
    check_keys(AgentParts(search=AgentSearchSettings(provider="arxiv", base_url="http://anywhere.example")))
