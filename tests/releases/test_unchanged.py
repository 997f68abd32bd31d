"""What is not looked at where nothing changed, and releases whose digest was taken as format 1 has it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.freeze import Frozen, freeze_release, unchanged_release
from litgauge.tasks.releases.manifest import MANIFEST, Manifest, encode
from litgauge.tasks.releases.release import load
from litgauge.tasks.releases.tables import content_digest_1
from litgauge.tasks.releases.verify import verify
from tests.releases.rows import benchmark, with_title


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    return Storage(str(tmp_path))


def _freeze(storage: Storage, made_from: str) -> Frozen:
    return freeze_release(storage, REPORTBENCH, benchmark(), made_from=made_from)


def test_a_release_is_found_by_what_it_was_made_from(storage: Storage) -> None:
    assert unchanged_release(storage, "reportbench", "code 1") is None
    frozen = _freeze(storage, "code 1")
    found = unchanged_release(storage, "reportbench", "code 1")
    assert found is not None
    assert (found.release, found.new, found.digest) == (frozen.release, False, frozen.digest)
    assert unchanged_release(storage, "reportbench", "code 2") is None


@pytest.mark.slow
def test_another_origin_that_led_to_the_same_rows_is_assembled_once(storage: Storage) -> None:
    _freeze(storage, "code 1")
    assert not _freeze(storage, "code 2").new
    for origin in ("code 1", "code 2"):
        found = unchanged_release(storage, "reportbench", origin)
        assert found is not None
        assert found.release == "reportbench@1"
    freeze_release(storage, REPORTBENCH, with_title("Graphs, Matched"), made_from="code 3")
    assert unchanged_release(storage, "reportbench", "code 2") is None  # it led to a release that is not the latest


@pytest.mark.slow
@pytest.mark.parametrize("origin", ["code 1", "code 2"])
def test_a_damaged_release_is_not_found_by_its_origin(storage: Storage, origin: str) -> None:
    _freeze(storage, "code 1")
    _freeze(storage, "code 2")
    file = Path(load(storage, "reportbench").path) / "references.parquet"
    file.write_bytes(file.read_bytes()[:-1] + b"x")
    assert unchanged_release(storage, "reportbench", origin) is None


@pytest.mark.slow
def test_a_release_of_format_1_is_read_verified_and_found_unchanged(storage: Storage) -> None:
    _freeze(storage, "")
    release = load(storage, "reportbench")
    digest = content_digest_1(REPORTBENCH, release.tables())
    assert digest != release.digest
    _rewrite(storage, msgspec.structs.replace(release.manifest, format=1, digest=digest))
    assert verify(storage, "reportbench@1") == []
    frozen = _freeze(storage, "later code")
    assert (frozen.release, frozen.new, frozen.digest) == ("reportbench@1", False, digest)
    assert unchanged_release(storage, "reportbench", "later code") is not None
    assert freeze_release(storage, REPORTBENCH, with_title("Graphs, Matched")).release == "reportbench@2"


def test_a_digest_of_format_1_that_is_not_that_of_the_rows(storage: Storage) -> None:
    _freeze(storage, "")
    _rewrite(storage, msgspec.structs.replace(load(storage, "reportbench").manifest, format=1))
    assert [problem.what for problem in verify(storage, "reportbench")] == ["the digest is not that of the rows"]


def _rewrite(storage: Storage, manifest: Manifest) -> None:
    """Another manifest, as if it had been frozen and claimed so."""
    data = encode(manifest)
    (Path(storage.locate("releases")) / "reportbench/1" / MANIFEST).write_bytes(data)
    (Path(storage.locate("claims")) / "reportbench/1.json").write_bytes(data)
