"""The wheel works in an empty folder: configs and sample are in it, and no folder of the user's stands in its way.

tests/flows/test_first_hour.py goes on where the demo is; the server is that of tests/flows/test_serve.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.flows.served import Served
from tests.installed import Installed

pytestmark = [pytest.mark.slow, pytest.mark.prefect]

ROOT = Path(__file__).resolve().parents[2]


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
    log = demo / "prefect" / "temporary-server.log"
    log.unlink()
    before = {path: path.stat().st_mtime_ns for path in demo.rglob("*") if path.is_file()}
    assert installed.run("litgauge", "demo").count("nothing was touched since it was made") == len(
        [*demo.glob("*.html")]
    )
    assert {path: path.stat().st_mtime_ns for path in demo.rglob("*") if path.is_file()} == before
    assert not log.exists(), "no server was needed"


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


@pytest.mark.usefixtures("installed_demo")
def test_the_server_starts_with_its_deployments(served: Served, installed: Installed) -> None:
    assert "deployments are ready" in served.said
    assert "a package of the user" not in served.said
    assert {path.name for path in installed.folder.iterdir()} == {"configs", "data", "flows", "tasks"}


def test_configs_are_copied_for_editing(installed: Installed, tmp_path: Path) -> None:
    """tests/flows/test_config.py sees that they are used then, and the test below from the wheel."""
    installed.run("litgauge", "init", folder=tmp_path)
    copied = {path.relative_to(tmp_path) for path in (tmp_path / "configs").rglob("*.yaml")}
    assert Path("configs", "judges", "paper.yaml") in copied
    assert all((tmp_path / path).read_bytes() == (ROOT / path).read_bytes() for path in copied)
    again = installed.run("litgauge", "init", folder=tmp_path)
    assert again.startswith("0 files copied")


@pytest.mark.soak
def test_an_edited_config_is_used(installed: Installed, live_prefect: str, tmp_path: Path) -> None:
    installed.run("litgauge", "init", folder=tmp_path)
    config = tmp_path / "configs" / "benchmarks" / "sample.yaml"
    config.write_text(config.read_text().replace("benchmark: reportbench", "benchmark: mine"))
    words = ("build", "reportbench", "--config", "sample")
    told = installed.run("litgauge", *words, folder=tmp_path, PREFECT_API_URL=live_prefect)
    assert "frozen as mine@1" in told
