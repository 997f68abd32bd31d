"""Prefect's settings as litgauge ships them, for a folder that has no prefect.toml: Prefect reads one only there."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from litgauge.tasks.base.shipped_files import PREFECT_SETTINGS


def shipped_prefect_settings() -> dict[str, str]:
    """Return the settings as environment variables; none where the working directory has its own prefect.toml."""
    if Path(PREFECT_SETTINGS.name).exists():
        return {}
    return dict(_variables("PREFECT", tomllib.loads(PREFECT_SETTINGS.read_text(encoding="utf-8"))))


def _variables(name: str, settings: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in settings.items():
        variable = f"{name}_{key.upper()}"
        if isinstance(value, dict):
            yield from _variables(variable, value)
        else:
            yield variable, str(value).lower() if isinstance(value, bool) else str(value)
