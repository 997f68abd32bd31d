"""Lines of real papers' sources: long paragraphs, many files, odd encodings."""

from __future__ import annotations

import io
import tarfile
from dataclasses import replace
from pathlib import Path

import pytest

from litgauge.tasks.benchmarks.reportbench.source_lines import SourceLines
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.latex import extract, open_source
from tests.benchmarks.reportbench.sample_run import release

PAPERS = ("astropy-v5", "convnet-survey", "binning-review", "citizen-science-astro")


@pytest.mark.real
@pytest.mark.parametrize("paper", PAPERS)
def test_each_reference_of_a_real_paper_has_lines_that_show_its_key(
    paper: str, real_data: Path, tmp_path: Path
) -> None:
    folder = real_data / "latex" / paper
    if not folder.is_dir():
        pytest.skip(f"{folder} is not there")
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        archive.add(folder, arcname=".")
    storage = Storage(str(tmp_path))
    digest = storage.keep_blob(packed.getvalue()).rsplit("/", 1)[-1]
    found = extract(open_source(packed.getvalue(), paper), paper)
    survey = replace(next(iter(release().surveys.values())), survey_id=paper, source_sha256=digest)
    rows = replace(
        release(), surveys={paper: survey}, references={paper: found.references}, citations={paper: found.citations}
    )
    lines = SourceLines(rows, storage)
    shown = {reference.key: lines.of(paper, reference.key) for reference in found.references}
    assert len(shown) > 20
    assert all(line.text for of in shown.values() for line in of)
    naming = sum(any(key in line.text for line in of) for key, of in shown.items())
    assert naming >= 0.95 * len(shown)  # a list of keys may go on over several lines
