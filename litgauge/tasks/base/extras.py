"""Extras: packages that only some uses need, and what to type where they are missing."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec

from litgauge.tasks.base.errors import ConfigError


def missing_packages(packages: Mapping[str, str]) -> list[str]:
    """Return the packages, given by the module that each brings, that are not installed; imports nothing."""
    return [package for module, package in packages.items() if find_spec(module) is None]


MATPLOTLIB = {"matplotlib": "matplotlib"}
"""What the extra `charts` brings."""


def check_charts(purpose: str, *, where: str) -> None:
    """Raise ConfigError that names the extra `charts` if it is not installed; see `check_extra`."""
    check_extra("charts", MATPLOTLIB, purpose, where=where)


def check_extra(extra: str, packages: Mapping[str, str], purpose: str, *, where: str) -> None:
    """Raise ConfigError with the extra's pip line if one of the packages is missing.

    `purpose` is a clause: "matplotlib draws the charts".
    """
    if missing := missing_packages(packages):
        raise ConfigError(
            f"{purpose}, and the extra `{extra}` is not installed (there is no {' and no '.join(missing)})",
            where=where,
            data="Nothing was computed",
            next_step=pip_line(extra),
        )


def pip_line(extra: str) -> str:
    """Return the advice how to install an extra, without a full stop."""
    return (
        f'Install it with `pip install "litgauge[{extra}]"` (from the repository: '
        f'`.venv/bin/pip install -c constraints.txt -e ".[{extra}]"`)'
    )
