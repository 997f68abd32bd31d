"""Hash-pinned requirements out of pip's report (`make sbom`)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path


def test_every_package_has_the_hash_of_its_file_and_the_project_is_none(repository: Path) -> None:
    def entry(name: str, **info: object) -> dict[str, object]:
        return {"metadata": {"name": name, "version": "1.2"}, "download_info": info}

    hashed = {"archive_info": {"hashes": {"sha256": "ab" * 32}}, "url": "https://a.example/x.whl"}
    report = {"install": [entry("zeta", **hashed), entry("litgauge", dir_info={}), entry("Alpha", **hashed)]}
    tool = [sys.executable, str(repository / "tools" / "hashed_requirements.py")]
    written = subprocess.run(tool, input=json.dumps(report), capture_output=True, text=True, check=True).stdout
    digest = f"--hash=sha256:{'ab' * 32}"
    assert written.splitlines() == [f"Alpha==1.2 {digest}", f"zeta==1.2 {digest}"]
