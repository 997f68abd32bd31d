"""Which key may go to which address, where a run is started from a form: the config files on disk say it.

Whoever can start a run from the UI or the API can type an address; the keys are those of the person who started the
server. So a run of a deployment takes a key only to a place that a file in configs/, or in a folder that
LITGAUGE_CONFIGS names, pairs it with. The command line needs no such rule: there the same person says both.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pydantic import BaseModel

from flows.configs import CONFIGS
from tasks.errors import ConfigError, LitgaugeError
from tasks.judge.settings import SearchSettings
from tasks.llm.settings import ModelSettings
from tasks.yaml_files import read_mapping

FOLDERS = "LITGAUGE_CONFIGS"

Pair = tuple[str, str]  # the name of the key's variable, and where it goes: scheme://host:port

_USUAL_PORTS = {"http": 80, "https": 443}


def check_keys(config: BaseModel) -> None:
    """Raises ConfigError if the config sends a key somewhere that no config file sends it."""
    allowed = set(_pairs_on_disk())
    for place, (variable, address) in _pairs(config, ()):
        if (variable, address) not in allowed:
            raise ConfigError(
                f"no config file on disk sends the key in {variable} to {address}",
                where=".".join(place),
                data="Nothing was run and the key was not read",
                next_step=f"Put a file that names both into configs/, or into a folder that {FOLDERS} names, "
                "or start the run from the command line",
            )


def _pairs(value: Any, place: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Pair]]:
    """Every key of a config that goes somewhere, and where the config says it."""
    if isinstance(value, ModelSettings | SearchSettings):
        yield from (((*place, "api_key_env"), pair) for pair in _pair(value))
    if isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from _pairs(getattr(value, name), (*place, name))
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _pairs(inner, (*place, str(name)))
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value):
            yield from _pairs(inner, (*place, str(number)))


def _pair(settings: ModelSettings | SearchSettings) -> Iterator[Pair]:
    address = settings.base_url if isinstance(settings, ModelSettings) else settings.url
    if settings.api_key_env and not (isinstance(settings, ModelSettings) and settings.provider == "offline"):
        yield settings.api_key_env, _origin(address)


def _pairs_on_disk() -> Iterator[Pair]:
    for folder in (CONFIGS, *map(Path, filter(None, os.environ.get(FOLDERS, "").split(os.pathsep)))):
        for path in sorted(folder.rglob("*.y*ml")):
            try:
                yield from _written(read_mapping(path))
            except LitgaugeError:
                continue  # who wants to use it is told


def _written(value: Any) -> Iterator[Pair]:
    """The pairs in a file, whatever it is a config of; a key or an address that it leaves out is the usual one."""
    if isinstance(value, dict):
        usual = ModelSettings.model_fields
        if value.get("provider") == "openai" or "base_url" in value:
            address = value.get("base_url", usual["base_url"].default)
            yield str(value.get("api_key_env", usual["api_key_env"].default)), _origin(str(address))
        elif "url" in value and value.get("api_key_env"):
            yield str(value["api_key_env"]), _origin(str(value["url"]))
        for inner in value.values():
            yield from _written(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _written(inner)


def _origin(address: str) -> str:
    try:
        parts = urlsplit(address)
        return f"{parts.scheme}://{(parts.hostname or '').lower()}:{parts.port or _USUAL_PORTS.get(parts.scheme, 0)}"
    except ValueError:
        return ""
