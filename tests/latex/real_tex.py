"""What real TeX cites: the keys that it writes into its .aux files."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

_KEYS = re.compile(r"\\citation\{([^{}]*)\}|\\abx@aux@cite\{[^{}]*\}\{([^{}]*)\}")
_CONTROL = re.compile(r"REVTEX\w*Control|ap[sj]rev\w*Control|\*")


def need_tex() -> None:
    """Skips the test where no TeX is installed."""
    if shutil.which("pdflatex") is None:
        pytest.skip("no TeX here: pdflatex is not installed")


def cited_by_tex(files: Mapping[str, bytes], main: str, folder: Path) -> list[str]:
    """The keys that pdflatex cites when it reads `main` among these files, written to `folder`, each once in order."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    where = (folder / main).parent
    command = ["pdflatex", "-interaction=nonstopmode", "-no-shell-escape", Path(main).name]
    subprocess.run(command, cwd=where, capture_output=True, stdin=subprocess.DEVNULL, timeout=60, check=False)
    # An included file has an .aux of its own, which the main one names where its citations belong.
    written = "\n".join(file.read_text("utf-8", "replace") for file in sorted(where.rglob("*.aux")))
    keys = (key.strip() for found in _KEYS.finditer(written) for key in (found[1] or found[2] or "").split(","))
    return [key for key in dict.fromkeys(keys) if key and not _CONTROL.fullmatch(key)]
