"""Pictures for an agent: fetched once through the guard, frozen as pages are, checked; also those that it draws."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from litgauge.tasks.agents.outcome import ToolError
from litgauge.tasks.agents.search.local_images import FOLDER
from litgauge.tasks.base.errors import Failed, UnusableInput
from litgauge.tasks.citations.addresses import page_of
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.llm.pictures import PictureInput
from litgauge.tasks.pictures import check_picture, shown_picture
from litgauge.tasks.text.user_files import read_inside
from litgauge.tasks.web import EvidenceStore, Fetcher, collect_evidence

_OURS = frozenset({"no-network", "not-frozen", "damaged"})  # what no other picture would fare better with
_LONGEST_PX = 2_048  # of a picture that a model sees
SUFFIXES: Mapping[str, str] = {
    "image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp", "image/svg+xml": ".svg",
    "image/avif": ".avif", "image/bmp": ".bmp", "image/tiff": ".tiff", "image/x-icon": ".ico",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class HeldPicture:
    """A usable picture whose bytes the storage has."""

    url: str  # as it was asked for; "" of one that was drawn
    sha256: str
    size: int  # bytes
    media_type: str
    width: int  # pixels
    height: int
    shown: PictureInput  # the same as a model is shown it: PNG or JPEG, upright, fitted

    @property
    def suffix(self) -> str:
        """Return the suffix of a file with it."""
        return SUFFIXES.get(self.media_type, "")


class PictureReader:
    """Reads pictures: frozen ones from the store, others fetched once and frozen. Belongs to one event loop."""

    def __init__(
        self, storage: Storage, store: EvidenceStore, fetcher: Fetcher | None, folder: str | None = None
    ) -> None:
        """`store` is one of pictures; `folder` holds those whose addresses begin with "folder:"."""
        self._storage, self._store, self._fetcher, self._folder = storage, store, fetcher, folder

    async def read(self, url: str) -> Mapping[str, Any]:
        """The picture as it is recorded: `load` makes a HeldPicture of that.

        Raises ToolError where there is no picture that can be shown, Failed where none could be had (no network).
        """
        data = await asyncio.to_thread(self._of_folder, url) if url.startswith(FOLDER) else await self._fetched(url)
        return {**await self.keep(data, url), "url": url}

    async def keep(self, data: bytes, name: str) -> dict[str, Any]:
        """Store a picture and as it is shown, and return its record. Raises ToolError if it cannot be shown."""
        facts = await asyncio.to_thread(check_picture, data, name)
        if facts.status != "ok":
            raise ToolError(f"this is no picture that can be used: {facts.detail} ({facts.reason})")
        shown = await asyncio.to_thread(shown_picture, data, _LONGEST_PX)
        path = await asyncio.to_thread(self._storage.keep_blob, data)
        shown_path = await asyncio.to_thread(self._storage.keep_blob, shown.data)
        as_input = PictureInput(_sha256(shown_path), shown.media_type, len(shown.data), shown.width, shown.height)
        sizes = {"size": len(data), "width": facts.width, "height": facts.height}
        return {"url": "", "sha256": _sha256(path), "media_type": facts.media_type, **sizes, "shown": asdict(as_input)}

    def load(self, recorded: Mapping[str, Any]) -> HeldPicture:
        """The picture of a record."""
        names = ("url", "sha256", "size", "media_type", "width", "height")
        return HeldPicture(**{name: recorded[name] for name in names}, shown=PictureInput(**recorded["shown"]))

    def _of_folder(self, url: str) -> bytes:
        try:
            if self._folder is None:
                raise ToolError("there is no folder of pictures")
            return read_inside(Path(self._folder), url.removeprefix(FOLDER))
        except (UnusableInput, OSError):
            raise ToolError("no such picture") from None

    async def _fetched(self, url: str) -> bytes:
        async for picture in collect_evidence({page_of(url): url}, self._store, self._fetcher):
            if picture.status == "ok":
                return await asyncio.to_thread(self._store.data, picture)
            if picture.reason in _OURS:
                raise Failed(picture.reason, f"{url[:200]} could not be had: {picture.detail[:300] or picture.reason}")
            raise ToolError(f"this picture cannot be had ({picture.reason})")
        raise Failed("bug", f"could not fetch {url[:200]}")


def _sha256(path: str) -> str:
    return path.rpartition("/")[2]
