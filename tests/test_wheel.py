"""The wheel works in an empty folder: configs and sample are in it, and no folder of the user's stands in its way.

tests/flows/test_first_hour.py goes on where the demo and the server of these tests are.
"""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from tests.installed import Installed

pytestmark = [pytest.mark.slow, pytest.mark.prefect]

ROOT = Path(__file__).resolve().parents[1]


def test_the_demo_runs_and_keeps_everything_in_the_folder(installed_demo: str, installed: Installed) -> None:
    assert "frozen as reportbench@1" in installed_demo
    assert "litgauge show reportbench --storage data/demo" in installed_demo
    assert len(installed_demo.splitlines()) < 60, "two screens"
    demo = installed.folder / "data" / "demo"
    assert {path.name for path in demo.glob("*.html")} >= {"report.html", "scinetbench.html"}
    assert {path.name for path in installed.folder.iterdir()} == {"configs", "data", "flows", "tasks"}


@pytest.mark.usefixtures("installed_demo")
def test_the_demo_again_makes_nothing(installed: Installed) -> None:
    demo = installed.folder / "data" / "demo"
    before = {path: path.stat().st_mtime_ns for path in demo.rglob("*") if path.is_file()}
    assert installed.run("litgauge", "demo").count("nothing was touched since it was made") == len(
        [*demo.glob("*.html")]
    )
    assert {path: path.stat().st_mtime_ns for path in demo.rglob("*") if path.is_file()} == before


@pytest.mark.usefixtures("installed_demo")
def test_the_package_is_imported_from_the_wheel(installed: Installed) -> None:
    code = (
        "import litgauge; print(litgauge.__file__); "
        "print(len(litgauge.release('reportbench@1', storage='data/demo').references))"
    )
    place, references = installed.run("python", "-c", code).split()
    assert Path(place).is_relative_to(installed.programs.parent)
    assert int(references) > 0
    assert installed.run("litgauge", "--version").startswith("litgauge 0.")


def test_the_server_starts_with_its_deployments(installed_server: str, installed: Installed) -> None:
    assert httpx.get(f"{installed_server}/api/health").json() is True
    assert "a package of the user" not in installed.said
    assert {path.name for path in installed.folder.iterdir()} == {"configs", "data", "flows", "tasks"}


def test_configs_are_copied_for_editing_and_then_used(
    installed: Installed, installed_server: str, tmp_path: Path
) -> None:
    installed.run("litgauge", "init", folder=tmp_path)
    assert (tmp_path / "configs" / "judges" / "paper.yaml").read_bytes() == (
        ROOT / "configs" / "judges" / "paper.yaml"
    ).read_bytes()
    config = tmp_path / "configs" / "benchmarks" / "sample.yaml"
    config.write_text(config.read_text().replace("benchmark: reportbench", "benchmark: mine"))
    words = ("build", "reportbench", "--config", "sample")
    told = installed.run("litgauge", *words, folder=tmp_path, PREFECT_API_URL=f"{installed_server}/api")
    assert "frozen as mine@1" in told
    again = installed.run("litgauge", "init", folder=tmp_path)
    assert again.startswith("0 files copied")
