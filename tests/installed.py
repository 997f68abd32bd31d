"""The wheel in an environment of its own, what it needs borrowed from ours but no extra, and a folder to work in."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from tests.core_only import hiding_line

ROOT = Path(__file__).resolve().parents[1]
KEPT = ("PATH", "LANG", "LC_ALL", "TMPDIR")


@dataclass(frozen=True)
class Installed:
    """The folder of programs of an environment with the wheel, and a working directory with other packages in it."""

    programs: Path
    folder: Path

    @classmethod
    def into(cls, place: Path) -> Self:
        """Build the wheel and install it; nobody may import the packages in the working directory."""
        build = "import sys, hatchling.build; print(hatchling.build.build_wheel(sys.argv[1]))"
        words = [sys.executable, "-c", build, place]
        built = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
        environment = place / "environment"
        venv.create(environment)
        programs = environment / "bin"
        pip = [sys.executable, "-m", "pip", "--python", programs / "python", "--disable-pip-version-check"]
        wheel = place / built.stdout.split()[-1]
        subprocess.run([*pip, "install", "--quiet", "--no-deps", "--no-index", wheel], check=True)
        packages = Path(sysconfig.get_path("purelib", vars={"base": str(environment)}))
        borrowed = [path for path in sys.path if path.endswith("site-packages")]
        (packages / "borrowed.pth").write_text("\n".join([*borrowed, hiding_line()]))
        folder = place / "home"
        for name in ("tasks", "flows", "configs"):
            (folder / name).mkdir(parents=True)
            (folder / name / "__init__.py").write_text("raise SystemExit('a package of the user was imported')\n")
        return cls(programs, folder)

    @property
    def environment(self) -> dict[str, str]:
        """The variables of the programs: none of Prefect, and another home."""
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        own = {"HOME": str(self.folder.parent / "person"), "DO_NOT_TRACK": "1", "PYTHONWARNINGS": "default"}
        return kept | own

    def run(self, program: str, *words: str, folder: Path | None = None, **environment: str) -> str:
        """Run a program to its end; its standard output. Fails with what it said."""
        done = subprocess.run(
            [self.programs / program, *words],
            cwd=folder or self.folder,
            env=self.environment | environment,
            capture_output=True,
            text=True,
            timeout=900,
            check=False,
        )
        assert done.returncode == 0, f"{program} {' '.join(words)}\n{done.stdout}\n{done.stderr}"
        return done.stdout
