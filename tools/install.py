"""Installs the repository into this Python's environment, at the versions of constraints.txt.

`python tools/install.py '.[test]'`. It is pip in a few lines in place of hundreds, which are shown where pip fails.
Modules are compiled when they are first imported: most never are.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

CONSTRAINTS = Path(__file__).resolve().parents[1] / "constraints.txt"
_PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-color", "install", "--no-compile")
_FETCHED = re.compile(r"\s*(?:Downloading|Using cached) \S+\.(?:whl|tar\.gz|zip) \(([\d.]+) (kB|MB|GB)\)")
_MEGABYTES = {"kB": 0.001, "MB": 1.0, "GB": 1000.0}
_MOST_LINES = 40  # of a pip that fails


@dataclass
class Progress:
    """What pip has done by its output."""

    stage: str = "looking up packages"
    collected: int = 0
    fetched: int = 0
    megabytes: float = 0.0

    def read(self, line: str) -> None:
        """Take a line of the output."""
        if line.startswith("Collecting "):
            self.collected += 1
        elif found := _FETCHED.match(line):
            self.stage = "fetching packages"
            self.fetched += 1
            self.megabytes += float(found[1]) * _MEGABYTES[found[2]]
        elif line.startswith("Installing collected packages:"):
            self.stage = "unpacking packages"
            self.collected = line.count(",") + 1

    def __str__(self) -> str:
        fetched = f", {self.fetched} fetched ({self.megabytes:.0f} MB)" if self.fetched else ""
        return f"{self.stage}: {self.collected}{fetched}"


def progress_lines(lines: Iterable[str], *, live: bool) -> Iterator[str]:
    """Yield what to print while these lines come: on a terminal one line that changes, else one for each stage."""
    progress, before = Progress(), ""
    for line in lines:
        progress.read(line)
        text = f"\r  {progress!s:<70}" if live else f"  {progress.stage}\n"
        if text != before:
            yield text
        before = text
    if progress.collected:
        end = f"  {progress.collected} packages, {progress.megabytes:.0f} MB of them fetched"
        yield ("\r" if live else "") + f"{end:<72}\n"


def install(*words: str) -> int:
    """Install with pip; returns its exit code."""
    command = [*_PIP, "--progress-bar=off", f"--constraint={CONSTRAINTS}", *words]
    lines: list[str] = []

    def read(output: Iterable[str]) -> Iterator[str]:
        for line in output:
            lines.append(line)
            yield line

    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as pip:
        for text in progress_lines(read(pip.stdout or ()), live=sys.stdout.isatty()):
            sys.stdout.write(text)
            sys.stdout.flush()
    if pip.returncode:
        sys.stderr.writelines(["\n", *lines[-_MOST_LINES:]])
    return pip.returncode


def main(wanted: str) -> int:
    """Install what is wanted with the pip of constraints.txt: that of an old Python takes twice as long."""
    began = time.monotonic()
    subprocess.run([*_PIP, "--quiet", "--quiet", f"--constraint={CONSTRAINTS}", "--upgrade", "pip"], check=True)
    code = install("--editable", wanted)
    if not code:
        sys.stdout.write(f"  installed in {time.monotonic() - began:.0f} s\n")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
