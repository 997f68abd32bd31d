"""Settings of `--set name=value`, which any command takes that reads a config."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.base.yaml_files import parse_yaml


def settings_of(pairs: Sequence[str]) -> dict[str, Any]:
    """Return the values of `--set name=value` options, each read as YAML; a full stop leads into a part of a config.

    Raises UnusableInput for one without a name.

    >>> settings_of(["sample.size=20", "sample.seed=1", "name=kites"])
    {'sample': {'size': 20, 'seed': 1}, 'name': 'kites'}
    """
    settings: dict[str, Any] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        *parts, key = name.split(".")
        if not (sign and key and all(parts)):
            raise UnusableInput("write it as name=value", where=f"--set {pair}")
        place = settings
        for part in parts:
            inner = place.setdefault(part, {})
            if not isinstance(inner, dict):
                raise UnusableInput(f"{part} already has a value", where=f"--set {pair}")
            place = inner
        place[key] = parse_yaml(value, f"--set {pair}")
    return settings
