"""The manifest: its own digest, and the lineage read from the stages' outputs."""

from __future__ import annotations

import hashlib

import pytest

from litgauge.tasks.base.errors import Rejected, ReleaseError
from litgauge.tasks.benchmarks.reportbench.about import ABOUT
from litgauge.tasks.engine.memory import Outcome, StageMemory
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import Quarantined
from litgauge.tasks.records.signed import is_intact
from litgauge.tasks.releases.manifest import FORMAT, FileEntry, Manifest, decode, encode, lineage_of
from tests.releases.rows import lineage

MANIFEST = Manifest(
    FORMAT, "x@1", "x", 1, "d" * 64, "2026-01-01T00:00:00+00:00", "0.1", ABOUT, {"a": FileEntry("a" * 64, 1)}, {},
    tuple(lineage()),
)  # fmt: skip


def test_it_is_the_same_after_reading() -> None:
    data = encode(MANIFEST)
    assert is_intact(data)
    assert encode(decode(data, "here")) == data


def test_any_other_byte_is_noticed() -> None:
    data = encode(MANIFEST)
    assert not is_intact(data + b"\n")
    assert not is_intact(data.replace(b'"x@1"', b'"x@2"'))
    assert not is_intact(data.replace(b": ", b":  ", 1))
    assert not is_intact(b"\xff")


def test_a_field_of_a_later_version_is_no_damage() -> None:
    plain = encode(MANIFEST).replace(b'"number": 1,', b'"number": 1,\n "mood": "fine",')
    signature = plain[-67:-3]
    unsigned = plain.replace(signature, b"0" * 64)
    data = unsigned.replace(b"0" * 64 + b'"\n}', hashlib.sha256(unsigned).hexdigest().encode() + b'"\n}')
    assert is_intact(data)
    assert decode(data, "here").release == "x@1"


def test_a_format_of_the_future() -> None:
    with pytest.raises(ReleaseError, match=r"here: format 99 is not known here"):
        decode(encode(MANIFEST).replace(b'"format": 2', b'"format": 99'), "here")


def test_the_lineage_of_two_stages(storage: Storage) -> None:
    row = Quarantined("1", "s", "rejected", "r", "d")
    first = StageMemory(storage, "harvest", "code-a", "{}", {"rows": Quarantined})
    states = first.remember([
        Outcome("1", "k1", {"rows": [row]}),
        Outcome("2", "k2", Rejected("license", "no")),
        Outcome("3", "k3", Rejected("license", "no")),
    ])  # fmt: skip
    harvest = first.close(states, [])
    second = StageMemory(storage, "select", "code-b", '{"after":"2020"}', {"surveys": Quarantined})
    select = second.close(second.remember([Outcome("1", "k1", {"surveys": [row]})]), [harvest])

    told = lineage_of(storage, select, harvest)
    assert [stage.stage for stage in told] == ["harvest", "select"]
    assert told[0].counts == {"done": 1, "rejected": 2, "failed": 0, "rejected: license": 2}
    assert (told[1].code, told[1].inputs, told[1].tables) == ("code-b", ("harvest",), ("surveys",))
    assert told[0].settings != told[1].settings
    assert "2020" not in str(told)
