"""Evidence is frozen: first wins, bytes are checked, and a run is repeated without a network."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import StorageError
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import EvidencePage, PersonName
from litgauge.tasks.web import EvidenceStore, collect_evidence
from tests.web.web import ARTICLE, PDF, QUICK, SITE, Web

PAGE = f"http://{SITE}/article"


async def test_what_is_frozen_comes_back_as_it_was(web: Web, storage: Storage) -> None:
    fetched = await web.fetch(PAGE)
    store = EvidenceStore(storage)

    put = store.put(fetched)

    assert store.get(PAGE) == put
    assert put.identity == fetched.identity
    assert store.data(put) == ARTICLE.encode()
    assert store.text(put) == fetched.text
    assert store.get("http://other.example/") is None


async def test_who_comes_first_wins(web: Web, storage: Storage) -> None:
    store = EvidenceStore(storage)
    first = store.put(await web.fetch(PAGE))
    second = store.put(replace(await web.fetch(f"http://{SITE}/lie?body=text&says=text/plain"), page=PAGE))

    assert second == first
    assert store.get(PAGE) == first


async def test_a_new_snapshot_is_made_only_when_asked_for(web: Web, storage: Storage) -> None:
    store = EvidenceStore(storage)
    fetched = await web.fetch(PAGE)
    first = store.put(fetched)
    second = store.put(replace(fetched, fetched="2030-01-01T00:00:00+00:00"), new_snapshot=True)

    assert second.fetched == "2030-01-01T00:00:00+00:00"
    assert store.get(PAGE) == second
    assert store.get(PAGE, 1) == first
    assert store.get(PAGE, 2) == second
    assert store.get(PAGE, 3) is None


async def test_two_writers_at_once(web: Web, tmp_path: object) -> None:
    storage = Storage(f"{tmp_path}/store")
    fetched = await web.fetch(PAGE)
    versions = [replace(fetched, fetched=f"20{year}-01-01T00:00:00+00:00") for year in range(30, 46)]

    records = await asyncio.gather(*(asyncio.to_thread(EvidenceStore(storage).put, version) for version in versions))

    assert len(set(records)) == 1
    assert EvidenceStore(storage).get(PAGE) == records[0]


async def test_what_we_failed_on_is_not_frozen(web: Web, storage: Storage) -> None:
    store = EvidenceStore(storage)

    failed = store.put(await web.fetch(f"http://{SITE}/status?is=403"))
    missing = store.put(await web.fetch(f"http://{SITE}/nothing"))
    refused = store.put(await web.fetch("http://127.0.0.1/"))

    assert (failed.status, store.get(failed.page)) == ("failed", None)
    assert (missing.status, store.get(missing.page)) == ("unreachable", missing)
    assert (refused.status, store.get(refused.page)) == ("refused", refused)


async def test_the_manifest_tells_the_whole_story(web: Web, tmp_path: object) -> None:
    storage = Storage(f"{tmp_path}/store")
    EvidenceStore(storage).put(await web.fetch(f"http://{SITE}/redirect?to=/lie%3Fbody=pdf%26says=text/html"))
    folder = storage.names("evidence")[0]
    name = storage.names(f"evidence/{folder}")[0]

    manifest = json.loads(storage.read(f"evidence/{folder}/{name}"))

    assert name.startswith(folder)
    assert manifest["hops"][1] == f"http://{SITE}/lie?body=pdf&says=text/html"
    assert ["content-type", "text/html"] in manifest["documents"][0]["headers"]
    assert manifest["documents"][0]["content_type"] == "application/pdf"
    assert storage.read(manifest["documents"][0]["blob"]) == PDF
    assert manifest["invisible_characters"] == 0
    assert "trafilatura" in manifest["read_by"]


async def test_bytes_that_were_changed_are_noticed(web: Web, tmp_path: object) -> None:
    storage = Storage(f"{tmp_path}/store")
    store = EvidenceStore(storage)
    page = store.put(await web.fetch(PAGE))
    with open(storage.locate(page.blob), "ab") as blob:  # noqa: PTH123
        blob.write(b"!")

    with pytest.raises(StorageError):
        store.data(page)


@pytest.mark.slow
async def test_collecting_fetches_what_is_missing_and_nothing_twice(web: Web, tmp_path: object) -> None:
    store = EvidenceStore(Storage(f"{tmp_path}/store"))
    addresses = {f"page-{n}": f"http://{SITE}/article?n={n}" for n in range(6)} | {"gone": f"http://{SITE}/nothing"}

    async def collected(network: bool = True) -> dict[str, EvidencePage]:
        if not network:
            return {page.page: page async for page in collect_evidence(addresses, store, None)}
        async with web.fetcher(QUICK) as fetcher:
            pages = collect_evidence(addresses, store, fetcher)
            return {page.page: page async for page in pages}

    first = await collected()
    asked = len(web.asked)
    again = await collected()
    offline = await collected(network=False)
    assert (asked, len(web.asked)) == (7, 7)
    assert first == again == offline
    assert {page.status for name, page in first.items() if name != "gone"} == {"ok"}

    addresses["new"] = f"http://{SITE}/article?n=new"
    assert (await collected(network=False))["new"].reason == "not-frozen"


async def test_a_page_frozen_before_pages_kept_authors_and_dates_has_none(web: Web, tmp_path: Path) -> None:
    store = EvidenceStore(Storage(f"{tmp_path}/store"))
    put = store.put(replace(await web.fetch(PAGE), authors=(PersonName("Example", "Ada"),), published="2020-01"))
    assert store.get(PAGE) == put
    assert put.published == "2020-01"
    (file,) = (tmp_path / "store" / "evidence").rglob("*.json")
    manifest = json.loads(file.read_text(encoding="utf-8"))
    del manifest["page"]["authors"], manifest["page"]["published"], manifest["digest"]
    file.chmod(0o644)
    file.write_text(json.dumps(manifest), encoding="utf-8")
    assert store.get(PAGE) == replace(put, authors=(), published="")
