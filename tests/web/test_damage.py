"""Frozen pages that were altered, cut or lost are never used: fetched again, or failed with the file's name."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import EvidencePage
from litgauge.tasks.web import DamagedPageError, EvidenceStore, Fetcher, collect_evidence
from tests.web.web import QUICK, SITE, Web

PAGE = f"http://{SITE}/article"
GONE = f"http://{SITE}/nothing"
SETTINGS = QUICK.model_copy(
    update={"attempts": 1, "robots": False, "read_timeout_s": 10.0, "total_timeout_s": 20.0, "connect_timeout_s": 10.0}
)


def flipped(data: bytes) -> bytes:
    place = random.Random(len(data)).randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


DAMAGES: dict[str, Callable[[bytes], bytes | None]] = {
    "flipped": flipped,
    "cut": lambda data: data[: len(data) // 2],
    "emptied": lambda _: b"",
    "lengthened": lambda data: data + b"!",
    "another": lambda _: b'{"page": {}, "digest": ""}',
    "nested": lambda _: b"[" * 100_000,
    "lost": lambda _: None,
}


@pytest.fixture
def store(tmp_path: Path) -> EvidenceStore:
    return EvidenceStore(Storage(str(tmp_path)))


async def collected(store: EvidenceStore, fetcher: Fetcher | None, url: str = PAGE) -> EvidencePage:
    if fetcher is None:
        (page,) = [page async for page in collect_evidence({url: url}, store, None)]
        return page
    async with fetcher:
        (page,) = [page async for page in collect_evidence({url: url}, store, fetcher)]
        return page


def damage(path: Path, how: str) -> None:
    damaged = DAMAGES[how](path.read_bytes())
    path.unlink()
    if damaged is not None:
        path.write_bytes(damaged)


def files_of(store: EvidenceStore, page: EvidencePage, tmp_path: Path) -> dict[str, Path]:
    (snapshot,) = (tmp_path / "evidence").rglob("*.json")
    return {"snapshot": snapshot, "bytes": tmp_path / page.blob, "text": tmp_path / page.text_blob}


@pytest.mark.parametrize("how", DAMAGES)
@pytest.mark.parametrize("which", ["snapshot", "bytes", "text"])
async def test_a_page_that_was_altered_is_fetched_again(
    web: Web, store: EvidenceStore, tmp_path: Path, which: str, how: str
) -> None:
    first = await collected(store, web.fetcher(SETTINGS))
    path = files_of(store, first, tmp_path)[which]
    damage(path, how)

    if (which, how) == ("snapshot", "lost"):  # then nobody knows that it was frozen
        assert store.get(PAGE) is None
    else:
        with pytest.raises(DamagedPageError, match=path.name):
            store.get(PAGE)
        alone = await collected(store, None)
        assert (alone.status, alone.reason) == ("failed", "damaged")
        assert path.name in alone.detail
    again = await collected(store, web.fetcher(SETTINGS))
    assert (again.sha256, again.text_blob, again.status) == (first.sha256, first.text_blob, "ok")
    assert store.get(PAGE) == again  # healed: the next run needs no web
    assert await collected(store, None) == again
    assert "42 turns" in store.text(again)


async def test_a_status_that_was_flipped_is_noticed(web: Web, store: EvidenceStore, tmp_path: Path) -> None:
    """An altered word of a snapshot that is JSON as before, and would make a page that is gone one that was had."""
    await collected(store, web.fetcher(SETTINGS), GONE)
    (snapshot,) = (tmp_path / "evidence").rglob("*.json")
    text = snapshot.read_text(encoding="utf-8")
    for word, other in (("unreachable", "refused"), ("http-404", "http-410"), ("404", "200")):
        assert word in text
        snapshot.unlink()
        snapshot.write_text(text.replace(word, other), encoding="utf-8")
        with pytest.raises(DamagedPageError):
            store.get(GONE)


async def test_an_old_snapshot_without_a_digest_is_believed_as_far_as_it_makes_sense(
    web: Web, store: EvidenceStore, tmp_path: Path
) -> None:
    page = await collected(store, web.fetcher(SETTINGS))
    (snapshot,) = (tmp_path / "evidence").rglob("*.json")
    said = json.loads(snapshot.read_text(encoding="utf-8"))
    del said["digest"]
    snapshot.unlink()
    snapshot.write_text(json.dumps(said), encoding="utf-8")
    assert store.get(PAGE) == page

    said["page"]["status"] = "unreachable"
    snapshot.write_text(json.dumps(said), encoding="utf-8")
    with pytest.raises(DamagedPageError):
        store.get(PAGE)


@pytest.mark.slow
async def test_a_damaged_page_that_cannot_be_had_again_is_ours(web: Web, store: EvidenceStore, tmp_path: Path) -> None:
    page = await collected(store, web.fetcher(SETTINGS))
    damage(tmp_path / page.text_blob, "cut")
    web.pages["/article"] = web.pages["/hang"]

    now = await collected(store, web.fetcher(SETTINGS.model_copy(update={"read_timeout_s": 0.2})))

    assert (now.status, now.reason) == ("failed", "damaged")
    assert page.text_blob in now.detail
    assert "time-out" in now.detail


async def test_files_of_others_are_no_snapshots(web: Web, store: EvidenceStore, tmp_path: Path) -> None:
    page = await collected(store, web.fetcher(SETTINGS))
    (snapshot,) = (tmp_path / "evidence").rglob("*.json")
    for name in (".DS_Store", f"{snapshot.stem}.json.bak", f"{snapshot.stem}.two.json", f"{snapshot.stem}.0.json"):
        (snapshot.parent / name).write_bytes(b"\0")

    assert store.get(PAGE) == page


async def test_a_snapshot_in_the_middle_may_be_missing(web: Web, store: EvidenceStore, tmp_path: Path) -> None:
    fetched = await web.fetch(PAGE, SETTINGS)
    for _ in range(3):
        latest = store.put(fetched, new_snapshot=True)
    next((tmp_path / "evidence").rglob("*.2.json")).unlink()

    assert store.get(PAGE) == latest
    assert store.get(PAGE, 2) is None
    store.put(fetched, new_snapshot=True)
    assert store.get(PAGE, 4) == latest
