"""A build that would gut a release is held like a refresh; one that was told to select other papers is not."""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from litgauge.flows.configs import load_build_config
from litgauge.flows.reportbench.build import build_reportbench
from litgauge.flows.ui.build_forms import build_release
from litgauge.tasks.base.errors import ReleaseHeld, UnusableInput
from litgauge.tasks.base.shipped_files import SAMPLE as SHIPPED
from litgauge.tasks.engine.progress import Event, Note, listening
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.release import load
from tests.flows.live import config_with
from tests.flows.test_cli import run

pytestmark = [pytest.mark.prefect, pytest.mark.usefixtures("temporary_prefect")]

GONE = ("9912.00001", "9912.00002", "9912.00003")


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory, repository: Path, temporary_prefect: None) -> Path:
    """The corpus of the sample, built once, and what its build has stored."""
    path = tmp_path_factory.mktemp("held") / "surveys.jsonl"
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(repository)
        path.write_bytes((SHIPPED / "surveys.jsonl").read_bytes())
        assert build(path)["release"] == "reportbench@1"
    Path(store(path)).rename(path.parent / "kept")
    return path


@pytest.fixture
def corpus(first: Path, repository: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sample's corpus as it was built, with the storage as it was then."""
    monkeypatch.chdir(repository)
    first.write_bytes((SHIPPED / "surveys.jsonl").read_bytes())
    shutil.rmtree(store(first), ignore_errors=True)
    shutil.copytree(first.parent / "kept", store(first))
    return first


def config(corpus: Path, **changes: Any) -> Path:
    """A config of the sample over this corpus."""
    harvest = {"source": "local", "path": str(corpus), "root": str(SHIPPED)}
    return config_with(corpus.parent, "build", harvest=harvest, **changes)


def store(corpus: Path) -> str:
    return str(corpus.parent / "store")


def build(corpus: Path, *, accept: bool = False, **changes: Any) -> dict[str, Any]:
    loaded = load_build_config(config(corpus, **changes))
    result: dict[str, Any] = build_reportbench(config=loaded, storage=store(corpus), accept=accept)
    return result


def lose(corpus: Path, *names: str) -> None:
    """Take papers out of the corpus, as a copy that broke off does."""
    lines = corpus.read_text(encoding="utf-8").splitlines(keepends=True)
    corpus.write_text("".join(line for line in lines if json.loads(line)["id"] not in names), encoding="utf-8")


@contextlib.contextmanager
def notes() -> Iterator[list[str]]:
    """What the build tells meanwhile."""
    told: list[str] = []

    def note(event: Event) -> None:
        if isinstance(event, Note):
            told.append(event.text)

    with listening(note):
        yield told


def surveys(corpus: Path) -> int:
    return load(Storage(store(corpus)), "reportbench").manifest.tables["surveys"].rows


def test_a_corpus_that_lost_papers_waits_until_a_person_accepts_it_by_the_form(
    corpus: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(UnusableInput, match="no release is held"):
        build(corpus, accept=True)
    lose(corpus, *GONE)
    capsys.readouterr()
    words = ("build", "reportbench", "--config", str(config(corpus)), "--storage", store(corpus))
    assert run(monkeypatch, *words) == 3
    told = capsys.readouterr().err
    assert "Went: 3 surveys" in told
    assert "--accept" in told
    form = {"config": str(config(corpus)), "storage": store(corpus)}
    with pytest.raises(ReleaseHeld, match=r"3 of 12 surveys would go; at most 1 may") as held:
        build_release(**form)
    assert held.value.exit_code == 3
    assert "by the form of the build" in held.value.next_step
    assert "Went: 3 surveys" in held.value.changes
    assert surveys(corpus) == 12
    assert build_release(**form, accept=True)["release"] == "reportbench@2"
    assert surveys(corpus) == 9
    assert build(corpus)["new"] is False


def test_one_paper_may_go(corpus: Path) -> None:
    lose(corpus, GONE[0])
    assert build(corpus)["release"] == "reportbench@2"


def test_a_selection_that_was_changed_is_no_accident_and_is_told(corpus: Path) -> None:
    with notes() as told:
        assert build(corpus, selection={"title_words": ["review"]})["release"] == "reportbench@2"
    assert any("selects other papers than reportbench@1" in text and "surveys would go" in text for text in told)


def test_a_benchmark_that_holds_nothing_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("build", "scinetbench", "--config", "scinetbench-sample", "--storage", str(tmp_path), "--accept")
    assert run(monkeypatch, *words) == 2
    assert "its releases are never held" in capsys.readouterr().err
