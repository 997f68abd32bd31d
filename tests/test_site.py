"""The documentation site is built without a warning, and has the pages that are made at build time."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands import every_command

ROOT = Path(__file__).resolve().parents[1]
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("site")]  # built once, by one worker
REFERENCES = ("commands", "configuration", "metrics", "tables", "python")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("mkdocstrings", reason="the extra docs is not installed")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", folder]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


def test_the_references_are_made_out_of_the_declarations(site: Path) -> None:
    pages = {name: (site / "reference" / f"{name}.html").read_text(encoding="utf-8") for name in REFERENCES}
    missing = [name for name, _ in every_command() if f"<code>litgauge {name}</code>" not in pages["commands"]]
    assert missing == []
    assert "max_failed_share" in pages["configuration"]
    assert "unresolved_keys" in pages["tables"]  # of a release
    assert "page_verdicts" in pages["tables"]  # of a score run
    assert "leaderboard" in pages["python"]


def test_pages_of_the_site_load_nothing_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert re.findall(r"<(?:script|img)[^>]* src=\"?(https?://[^\" >]+)", text) == [], page
        assert re.findall(r"<link[^>]* rel=\"?(?:stylesheet|preload)[^>]*href=\"?https?:", text) == [], page
        assert "](docs/" not in text
