"""Prefect's settings are the same from prefect.toml, which it reads in a checkout, and in any other folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from litgauge.flows.runtime.prefect_settings import shipped_prefect_settings

ROOT = Path(__file__).resolve().parents[2]
SHOW = "from prefect.settings import get_current_settings as s; print(sorted(s().to_environment_variables().items()))"


@pytest.mark.slow
def test_the_settings_that_ship_hold_in_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PREFECT_")}
    plain |= {"PREFECT_HOME": str(tmp_path / "prefect")}

    def settings(folder: Path, environment: dict[str, str]) -> str:
        command = [sys.executable, "-c", SHOW]
        return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True).stdout

    monkeypatch.chdir(tmp_path)
    shipped = shipped_prefect_settings()
    assert settings(tmp_path, plain | shipped) == settings(ROOT, plain) != settings(tmp_path, plain)
    (tmp_path / "prefect.toml").touch()
    assert shipped_prefect_settings() == {}
