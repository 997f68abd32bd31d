"""TVIR's part of the demo where pictures cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from litgauge.flows.tvir.demo import run_demo
from litgauge.tasks.pictures import limits


def test_without_the_extra_it_is_left_out_and_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(limits, "find_spec", lambda _module: None)
    run_demo(str(tmp_path))
    assert "litgauge[figures]" in " ".join(capsys.readouterr().out.split())
    assert not list(tmp_path.iterdir())
