"""A published release that its publisher has signed, and what a reader sees of it."""

from __future__ import annotations

from pathlib import Path

import minisign
import pytest

from litgauge.tasks.base.errors import ConfigError, ReleaseError, UnusableInput
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.publish import publish
from litgauge.tasks.releases.signing import PASSWORD, check_signature
from litgauge.tasks.releases.verify import SIGNATURE, verify_folder
from tests.flows.test_cli import run


@pytest.fixture
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a key pair under a password, and a public key of somebody else."""
    pair = minisign.KeyPair.generate()
    (tmp_path / "mine.pub").write_bytes(bytes(pair.public_key))
    pair.secret_key.encrypt("a password", opslimit=2**15, memlimit=2**20)
    (tmp_path / "mine.key").write_bytes(bytes(pair.secret_key))
    (tmp_path / "other.pub").write_bytes(bytes(minisign.KeyPair.generate().public_key))
    monkeypatch.setenv(PASSWORD, "a password")
    return tmp_path


@pytest.mark.slow
def test_a_signed_release_is_checked_with_the_public_key(
    frozen: Path, keys: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    storage, hub = Storage(str(frozen)), keys / "hub"
    publish(storage, "reportbench", hub, key=keys / "mine.key")
    publish(storage, "reportbench", hub, key=keys / "mine.key")  # again changes nothing
    assert verify_folder(Storage(str(hub)), "") == []
    assert check_signature(hub, str(keys / "mine.pub")) == []
    assert run(monkeypatch, "verify", str(hub), "--public-key", str(keys / "mine.pub")) == 0
    assert "the key has signed it" in capsys.readouterr().out
    assert run(monkeypatch, "verify", str(hub), "--public-key", str(keys / "other.pub")) == ReleaseError.exit_code
    manifest = hub / "manifest.json"
    manifest.write_bytes(manifest.read_bytes() + b" ")
    assert [problem.file for problem in check_signature(hub, str(keys / "mine.pub"))] == [SIGNATURE]
    (hub / SIGNATURE).unlink()
    assert "is not signed" in check_signature(hub, str(keys / "mine.pub"))[0].what


@pytest.mark.slow
def test_what_cannot_sign_or_check_is_said(
    frozen: Path, keys: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    storage, hub = Storage(str(frozen)), tmp_path / "hub"
    for password, key in (("wrong", "mine.key"), ("a password", "mine.pub"), ("a password", "gone.key")):
        monkeypatch.setenv(PASSWORD, password)
        with pytest.raises(UnusableInput, match=key):
            publish(storage, "reportbench", hub, key=keys / key)
        assert not hub.exists()
    publish(storage, "reportbench", hub)
    with pytest.raises(UnusableInput, match="no public key"):
        check_signature(hub, "RWnonsense")
    monkeypatch.setitem(__import__("sys").modules, "minisign", None)
    with pytest.raises(ConfigError, match="litgauge\\[sign\\]"):
        check_signature(hub, str(keys / "mine.pub"))
