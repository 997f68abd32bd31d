"""Requirements with hashes out of pip's report: `pip install --dry-run --ignore-installed --report - . | this`.

Each line is a file that pip would install on this machine, so the result holds for this system and this Python. No
address is written: where the files come from is for whoever installs to say.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any


def requirements(report: dict[str, Any]) -> Iterator[str]:
    """Yield a line for each package, by name; the project itself is none."""
    for entry in sorted(report["install"], key=lambda entry: entry["metadata"]["name"].lower()):
        if digest := entry["download_info"].get("archive_info", {}).get("hashes", {}).get("sha256"):
            yield f"{entry['metadata']['name']}=={entry['metadata']['version']} --hash=sha256:{digest}"


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in requirements(json.load(sys.stdin)))
