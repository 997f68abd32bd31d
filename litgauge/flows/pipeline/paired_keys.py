"""Addresses to which a run that is started from a form may send a key: those that config files on disk name.

Whoever can start a run from the UI or the API can type an address; the keys are those of the person who started the
server. So a run of a deployment takes a key only to a place that a file in configs/, or in a folder that
LITGAUGE_CONFIGS names, pairs it with; and it runs a command only if such a file has it word for word, with the
variables that it is given. The command line needs no such rule: there the same person says both.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pydantic import BaseModel, ValidationError

from litgauge.tasks.base.errors import ConfigError, LitgaugeError
from litgauge.tasks.base.secrets import SecretRegister, names_secret
from litgauge.tasks.base.shipped_files import config_folders
from litgauge.tasks.base.yaml_files import read_mapping
from litgauge.tasks.judge.settings import SearchSettings
from litgauge.tasks.llm.settings import ModelSettings

if TYPE_CHECKING:
    from litgauge.tasks.agents.search.settings import SearchSettings as AgentSearchSettings

FOLDERS = "LITGAUGE_CONFIGS"

Pair = tuple[str, str]  # the name of the key's variable, and where it goes: scheme://host:port; or `_RUN`, and what

_RUN = "command"  # in the place of a key: what is run
_COMMAND = "command"  # the kind of agent that runs it
_AGENTS = "litgauge.tasks.agents."
_USUAL_PORTS = {"http": 80, "https": 443}


def check_keys(config: BaseModel) -> None:
    """Raise ConfigError if the config sends a key somewhere, or runs a command, that no config file on disk names."""
    allowed = set(_pairs_on_disk())
    for place, (what, where) in _pairs(config, ()):
        if (what, where) not in allowed:
            wish = f"runs {where[:300]}" if what == _RUN else f"sends the key in {what} to {where}"
            raise ConfigError(
                f"no config file on disk {wish}",
                where=".".join(place),
                data="Nothing was run and no key was read",
                next_step=f"Put a file that names it all into configs/, or into a folder that {FOLDERS} names, "
                "or start the run from the command line",
            )


def check_values(config: BaseModel) -> None:
    """Raise ConfigError if the value of a key that the config names stands in it as well: configs are stored."""
    text = config.model_dump_json()
    for place, (what, where) in _pairs(config, ()):
        for name in _secrets_in(what, where):
            secrets = SecretRegister()
            secrets.add(os.environ.get(name, "").strip())
            if secrets.redacted(text) != text:
                raise ConfigError(
                    f"the value of {name} stands in the config, which is stored and shown",
                    where=".".join(place),
                    data="Nothing was run",
                    next_step="Leave it out: the variable's name is enough",
                )


def _secrets_in(what: str, where: str) -> Iterator[str]:
    """Yield the variables with secrets that are sent somewhere, or given to a command."""
    if what == _RUN:
        yield from filter(names_secret, json.loads(where)[1])
    else:
        yield what


def _pairs(value: Any, place: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Pair]]:
    """Every key of a config that goes somewhere, and where the config says it."""
    for what, where in _pair(value):
        yield (*place, "command" if what == _RUN else "api_key_env"), (what, where)
    if isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from _pairs(getattr(value, name), (*place, name))
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _pairs(inner, (*place, str(name)))
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value):
            yield from _pairs(inner, (*place, str(number)))


def _pair(settings: Any) -> Iterator[Pair]:
    """Yield the key that these settings send, and where; or what they run."""
    if isinstance(settings, ModelSettings) and settings.provider != "offline":
        yield from _sent(settings.api_key_env, settings.base_url)
    if isinstance(settings, SearchSettings):
        yield from _sent(settings.api_key_env, settings.url)
    if any(kind.__module__.startswith(_AGENTS) for kind in type(settings).__mro__):
        yield from _pair_of_agent(settings)


def _pair_of_agent(settings: Any) -> Iterator[Pair]:
    # Loaded where a config has one: an unchanged build would wait for them a tenth of its time.
    from litgauge.tasks.agents.external.settings import CommandSettings, HttpSettings
    from litgauge.tasks.agents.search.settings import SearchSettings as AgentSearchSettings

    if isinstance(settings, CommandSettings):
        yield _RUN, _order(settings.command, settings.environment)
    if isinstance(settings, HttpSettings):
        yield from _sent(settings.api_key_env, settings.url)
    if isinstance(settings, AgentSearchSettings):
        yield from _sent(settings.key_variable, settings.address)


def _sent(variable: str, address: str) -> Iterator[Pair]:
    if variable:
        yield variable, _origin(address)


def _order(command: Sequence[Any], environment: Sequence[Any]) -> str:
    return json.dumps([list(command), sorted(map(str, environment))])


def _pairs_on_disk() -> Iterator[Pair]:
    for folder in (*config_folders(), *map(Path, filter(None, os.environ.get(FOLDERS, "").split(os.pathsep)))):
        for path in sorted(folder.rglob("*.y*ml")):
            try:
                yield from _pairs_in(read_mapping(path))
            except LitgaugeError:
                continue  # who wants to use it is told


def _pairs_in(value: Any) -> Iterator[Pair]:
    """Yield the pairs in a file, whatever it is a config of.

    A key or an address that it leaves out is the usual one.
    """
    if isinstance(value, dict):
        usual = ModelSettings.model_fields
        if value.get("kind") == _COMMAND:
            yield from _run_in(value)
        elif (search := _search_in(value)) is not None:
            yield from _pair(search)
        elif value.get("provider") == "openai" or "base_url" in value:
            address = value.get("base_url", usual["base_url"].default)
            yield str(value.get("api_key_env", usual["api_key_env"].default)), _origin(str(address))
        elif "url" in value and value.get("api_key_env"):
            yield str(value["api_key_env"]), _origin(str(value["url"]))
        for inner in value.values():
            yield from _pairs_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _pairs_in(inner)


def _search_in(value: Mapping[str, Any]) -> AgentSearchSettings | None:
    """Return the search of an agent, if these are the keys of one.

    One without a key pairs nothing, whatever a model's is.
    """
    from litgauge.tasks.agents.search.settings import SearchSettings as AgentSearchSettings

    try:
        search = AgentSearchSettings.model_validate({"provider": "none", **value})
    except ValidationError:
        return None
    return search if search.engine else None


def _run_in(value: Mapping[str, Any]) -> Iterator[Pair]:
    from litgauge.tasks.agents.external.settings import CommandSettings

    try:
        yield from _pair(CommandSettings.model_validate(value))
    except ValidationError:
        return  # who wants to use it is told


def _origin(address: str) -> str:
    try:
        parts = urlsplit(address)
        return f"{parts.scheme}://{(parts.hostname or '').lower()}:{parts.port or _USUAL_PORTS.get(parts.scheme, 0)}"
    except ValueError:
        return ""
