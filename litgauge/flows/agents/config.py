"""Agents' configs: the files of configs/agents, and any other, read as their kind wants them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError

from litgauge.flows.configs import changed, config_file, shipped
from litgauge.tasks.agents.kinds import KINDS, agent_kind, agent_kinds
from litgauge.tasks.agents.settings import AgentSettings, ModelAgentSettings
from litgauge.tasks.base.errors import ConfigError, UnusableInput
from litgauge.tasks.base.yaml_files import problems_of, read_config, validated
from litgauge.tasks.text.name_rules import valid_name

_NEXT = "docs/agents.md shows every kind and key"


def load_agent_config(
    name: str, *, model: str | None = None, changes: Mapping[str, Any] = MappingProxyType({})
) -> AgentSettings:
    """The config in a file of configs/agents by its name, or in any other by its path.

    `model` stands for the one that it names, and `changes` for keys of it, at any depth. Raises ConfigError with line
    and key of what is wrong, UnusableInput if there is no such file.
    """
    path = config_file("agents", name, "--agent")
    values = {"name": path.stem, **read_config(path, next_step=_NEXT)}
    kind = agent_kind(_kind_of(values, path)).settings
    if model is not None and not issubclass(kind, ModelAgentSettings):
        raise ConfigError(
            "this kind of agent asks no model",
            where=f"--model {model}",
            data="Nothing was run",
            next_step="Leave it out",
        )
    named = model if model is not None else values.get("model")
    if isinstance(named, str):
        values["model"] = _model_values(named, path)
    read = validated(kind, values, path, data="Nothing was run", next_step=_NEXT)
    return changed_config(read, changes) if changes else read


def changed_config(settings: AgentSettings, changes: Mapping[str, Any]) -> AgentSettings:
    """The settings with what a form or an option changed of them. Raises ConfigError."""
    return config_of(changed(settings.model_dump(mode="json"), changes))


def config_of(values: Mapping[str, Any]) -> AgentSettings:
    """The config in values that were a config before. Raises ConfigError."""
    kind = agent_kind(str(values.get("kind"))).settings
    try:
        return kind.model_validate(values)
    except ValidationError as error:
        raise ConfigError("; ".join(problems_of(error, kind)), where="the agent", data="Nothing was run") from None


def agent_name(settings: AgentSettings, name: str = "") -> str:
    """Return the name of the agent in tables. Raises UnusableInput for a name that cannot be shown."""
    try:
        return valid_name(name or settings.name or settings.kind)
    except ValueError as error:
        raise UnusableInput(str(error), where="name of the agent", data="Nothing was run") from None


def shipped_agents() -> list[str]:
    """The names of the files in configs/agents."""
    return shipped("agents")


def _kind_of(values: Mapping[str, Any], path: Path) -> str:
    kind = values.get("kind")
    kinds = KINDS if isinstance(kind, str) and kind in KINDS else agent_kinds()
    if not isinstance(kind, str) or kind not in kinds:
        problem = f"there is no kind of agent {kind!r}" if kind else "it does not say what kind of agent it is"
        raise ConfigError(
            f"kind: {problem}; there is {', '.join(kinds)}", where=str(path), data="Nothing was run", next_step=_NEXT
        )
    return kind


def _model_values(name: str, path: Path) -> dict[str, Any]:
    """The keys of a file of configs/models, by its name or its path, seen from here or from the agent's own file."""
    beside = path.parent / name
    return read_config(beside if beside.is_file() else config_file("models", name, "model"))
