"""Many sources at once: limits are felt by one source alone."""

from __future__ import annotations

import itertools
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from litgauge.tasks.latex import Extraction, ExtractionSettings, Job, extract_many
from tests.latex.sources import BIB, document, tarball

pytestmark = pytest.mark.slow
GOOD = tarball([("ms.tex", document("\\cite{a}").encode()), ("refs.bib", BIB.encode())])


def outline(found: list[Extraction]) -> list[tuple[str, str]]:
    return [(extraction.survey_id, extraction.status) for extraction in found]


def test_the_order_of_the_jobs_is_kept_and_bad_sources_stand_in_their_place() -> None:
    jobs = [
        Job("one", GOOD),
        Job("two", b"\x00rubbish"),
        Job("three", Path("no/such/file")),
        Job("four", b"%PDF-1.4"),
        Job("five", GOOD),
    ]
    assert outline(list(extract_many(jobs, workers=2))) == [
        ("one", "ok"),
        ("two", "rejected"),
        ("three", "failed"),
        ("four", "no-latex"),
        ("five", "ok"),
    ]


def test_a_folder_that_is_named_like_ours_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tasks").mkdir()
    (tmp_path / "tasks" / "__init__.py").write_text("raise SystemExit('somebody else')")
    monkeypatch.setattr(sys, "path", [path or str(Path.cwd()) for path in sys.path])
    monkeypatch.chdir(tmp_path)
    assert outline(list(extract_many([Job("one", GOOD)]))) == [("one", "ok")]


def test_a_source_that_takes_too_long_is_stopped_and_the_others_go_on() -> None:
    slow = tarball([("ms.tex", (document(r"\newcommand{\a}{b}\a " * 700_000)).encode())])
    # Time enough for the good ones on a busy machine, a fraction of what the slow one takes.
    limit = ExtractionSettings(time_limit_s=3)
    found = list(extract_many([Job("one", GOOD), Job("slow", slow), Job("three", GOOD)], 1, limit))
    assert outline(found) == [("one", "ok"), ("slow", "failed"), ("three", "ok")]
    assert found[1].diagnostics[0].code == "time-limit"


def test_a_source_that_needs_too_much_memory_is_stopped_and_the_others_go_on() -> None:
    large = tarball([(f"{number}.tex", document("x" * 10_000_000).encode()) for number in range(20)])
    found = list(extract_many([Job("large", large), Job("two", GOOD)], 1, ExtractionSettings(memory_limit_mb=200)))
    assert outline(found) == [("large", "failed"), ("two", "ok")]
    assert found[0].diagnostics[0].code == "memory-limit"


def test_results_come_while_jobs_are_still_endless() -> None:
    endless = (Job(str(number), GOOD) for number in itertools.count())
    assert [extraction.survey_id for extraction in itertools.islice(extract_many(endless, workers=2), 20)] == [
        str(number) for number in range(20)
    ]


def test_it_works_from_inside_a_thread() -> None:
    found: list[Extraction] = []
    thread = threading.Thread(target=lambda: found.extend(extract_many([Job("one", GOOD)])))
    thread.start()
    thread.join(30)
    assert outline(found) == [("one", "ok")]


def test_the_extractor_starts_without_prefect_and_pyarrow(repository: Path) -> None:
    code = "import sys, litgauge.tasks.latex; print(sorted({'prefect', 'pyarrow', 'pandas'} & set(sys.modules)))"
    output = subprocess.run([sys.executable, "-c", code], cwd=repository, capture_output=True, text=True, check=True)
    assert output.stdout.strip() == "[]"
