"""Coverage-guided fuzzing of whatever reads foreign text, a room at a time; the corpus is kept in `.fuzz`."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.linear.scanners import ROOMS

SECONDS = int(os.environ.get("LITGAUGE_FUZZ_SECONDS", "60"))
CORPUS = Path(os.environ.get("LITGAUGE_FUZZ_CORPUS", ".fuzz"))


@pytest.mark.soak
@pytest.mark.skipif(find_spec("atheris") is None, reason="needs the extra `fuzz` (atheris)")
@pytest.mark.parametrize("room", ROOMS)
def test_no_text_makes_a_reader_raise_hang_or_swell(room: str, repository: Path) -> None:
    command = [sys.executable, "-m", "tests.linear.fuzzing", room, str(SECONDS), str(CORPUS / room)]
    ended = subprocess.run(command, cwd=repository, capture_output=True, text=True, errors="replace", check=False)
    assert ended.returncode == 0, f"{' '.join(command)}\n{ended.stdout[-3000:]}\n{ended.stderr[-6000:]}"
