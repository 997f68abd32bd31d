"""The wheel works in an empty folder: configs and sample are in it, and no folder of the user's stands in its way."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import time
import venv
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.flows.live import free_port

pytestmark = [pytest.mark.slow, pytest.mark.prefect]

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of a new environment with the wheel alone in it; what it needs is borrowed from ours."""
    folder = tmp_path_factory.mktemp("wheel")
    build = "import sys, hatchling.build; print(hatchling.build.build_wheel(sys.argv[1]))"
    built = subprocess.run([sys.executable, "-c", build, folder], cwd=ROOT, capture_output=True, text=True, check=True)
    environment = folder / "environment"
    venv.create(environment)
    programs = environment / "bin"
    pip = [sys.executable, "-m", "pip", "--python", programs / "python", "--disable-pip-version-check"]
    subprocess.run(
        [*pip, "install", "--quiet", "--no-deps", "--no-index", folder / built.stdout.split()[-1]], check=True
    )
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(environment)}))
    (packages / "borrowed.pth").write_text("\n".join(path for path in sys.path if path.endswith("site-packages")))
    return programs


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A working directory with packages of the user's own, which nobody may import."""
    folder = tmp_path_factory.mktemp("home")
    for name in ("tasks", "flows", "configs"):
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text("raise SystemExit('a package of the user was imported')\n")
    return folder


@pytest.fixture(scope="module")
def environment(folder: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL", "TMPDIR") if name in os.environ}
    return {**kept, "HOME": str(folder.parent / "person"), "DO_NOT_TRACK": "1", "PYTHONWARNINGS": "default"}


@pytest.fixture(scope="module")
def demo(installed: Path, folder: Path, environment: dict[str, str]) -> str:
    """What the demo says."""
    return run(installed / "litgauge", "demo", folder=folder, environment=environment)


def run(*words: str | Path, folder: Path, environment: dict[str, str]) -> str:
    """Run a program; fails with what it said."""
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, timeout=500, check=False)
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def test_the_demo_runs_and_keeps_everything_in_the_folder(demo: str, folder: Path) -> None:
    assert "frozen as reportbench@1" in demo
    assert len(demo.splitlines()) < 60, "two screens"
    assert {path.name for path in (folder / "data" / "demo").glob("*.html")} >= {"report.html", "scinetbench.html"}
    assert {path.name for path in folder.iterdir()} == {"configs", "data", "flows", "tasks"}


@pytest.mark.usefixtures("demo")
def test_the_package_is_imported_from_the_wheel(installed: Path, folder: Path, environment: dict[str, str]) -> None:
    code = (
        "import litgauge; print(litgauge.__file__); "
        "print(len(litgauge.release('reportbench@1', storage='data/demo').references))"
    )
    place, references = run(installed / "python", "-c", code, folder=folder, environment=environment).split()
    assert Path(place).is_relative_to(installed.parent)
    assert int(references) > 0
    assert run(installed / "litgauge", "--version", folder=folder, environment=environment).startswith("litgauge 0.")


def test_configs_are_copied_for_editing_and_then_used(
    installed: Path, environment: dict[str, str], tmp_path: Path
) -> None:
    run(installed / "litgauge", "init", folder=tmp_path, environment=environment)
    assert (tmp_path / "configs" / "judges" / "paper.yaml").read_bytes() == (
        ROOT / "configs" / "judges" / "paper.yaml"
    ).read_bytes()
    config = tmp_path / "configs" / "benchmarks" / "sample.yaml"
    config.write_text(config.read_text().replace("benchmark: reportbench", "benchmark: mine"))
    told = run(
        installed / "litgauge", "build", "reportbench", "--config", "sample", folder=tmp_path, environment=environment
    )
    assert "frozen as mine@1" in told
    again = run(installed / "litgauge", "init", folder=tmp_path, environment=environment)
    assert again.startswith("0 files copied")


@pytest.fixture
def address(installed: Path, folder: Path, environment: dict[str, str]) -> Iterator[str]:
    """The address of `litgauge serve`, which is ready."""
    port = free_port()
    with (folder.parent / "said").open("wb") as said:
        words = [installed / "litgauge", "serve", "--port", str(port)]
        process = subprocess.Popen(words, cwd=folder, env=environment, stdout=said, stderr=said)
        try:
            ends = time.monotonic() + 240
            while "deployments are ready" not in (shown := (folder.parent / "said").read_text()):
                assert process.poll() is None, shown
                assert time.monotonic() < ends, shown
                time.sleep(0.3)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(timeout=60)
    shutil.rmtree(folder / "data" / "prefect", ignore_errors=True)


@pytest.mark.usefixtures("demo")
def test_the_server_starts_with_its_deployments(address: str, folder: Path) -> None:
    assert httpx.get(f"{address}/api/health").json() is True
    assert "a package of the user" not in (folder.parent / "said").read_text()
    assert {path.name for path in folder.iterdir()} == {"configs", "data", "flows", "tasks"}
