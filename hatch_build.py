"""Build hook of hatchling: files of the checkout that a wheel carries inside the package."""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SHIPPED = {
    "configs": "litgauge/configs",
    "data/sample": "litgauge/sample",
    "prefect.toml": "litgauge/prefect.toml",
}
"""Path in the checkout -> path in the wheel, where litgauge/tasks/base/shipped_files.py looks for it."""


class ShippedFiles(BuildHookInterface[Any]):
    """Adds them to a wheel; an editable installation reads them in the checkout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the files before the wheel is written."""
        if version == "standard":
            build_data["force_include"].update(SHIPPED)
