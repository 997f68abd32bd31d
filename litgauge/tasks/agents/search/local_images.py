"""Pictures that can be had without a network: those of stored pages and of a folder, found by the words beside them."""

from __future__ import annotations

import hashlib
import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from litgauge.tasks.agents.search.engine import ImageHit
from litgauge.tasks.agents.search.local_documents import pages_in
from litgauge.tasks.agents.search.local_index import LocalSearch
from litgauge.tasks.agents.search.page_pictures import PagePicture, pictures_of_document, pictures_of_page
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.citations.addresses import page_of
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.judge.stored_pages import digest_of_pages
from litgauge.tasks.records import EvidencePage
from litgauge.tasks.retrieval.bm25 import Bm25Index, best, query_terms, titled
from litgauge.tasks.text.user_files import files_of, read_inside
from litgauge.tasks.web import DamagedPageError, EvidenceStore, stored_addresses

FOLDER = "folder:"
"""Beginning of the addresses of pictures in a folder of the user's; their path in it follows."""

NO_PICTURES = (
    "the local search for pictures has none: no stored page shows one that is stored, too. Name a folder of pictures "
    "(--set images.folder=FOLDER) or of stored pages (--set pages=FOLDER), or a search of the web "
    "(--set images.provider=serper)"
)
"""Message for the user where there is nothing to find."""

PICTURES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".avif", ".bmp", ".tif", ".tiff"})
_DOCUMENTS = frozenset({".md", ".markdown", ".mdx", ".html", ".htm", ".xhtml"})
_MOST_FILES, _MOST_PAGES = 20_000, 20_000
_PARTS = re.compile(r"[\W_]+|(?<=[a-z])(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class ImageDocument:
    """A picture of the index."""

    hit: ImageHit
    text: str  # caption, heading and name


class LocalImageIndex:
    """Pictures, ranked by BM25 over alt text and caption; ties in the order given. Of any thread."""

    def __init__(self, documents: Iterable[ImageDocument]) -> None:
        self.documents = tuple(documents)
        self._index = Bm25Index.of(titled(document.hit.title, document.text) for document in self.documents)

    def find(self, query: str, limit: int) -> tuple[ImageHit, ...]:
        """The best pictures that share a word with the query, at most `limit`; deterministic."""
        scores = self._index.scores(query_terms(query))
        return tuple(self.documents[place].hit for place in best(scores, limit))


@dataclass(frozen=True)
class LocalImages:
    """The pictures of the pages at hand, and of a folder."""

    storage: Storage
    pages: str | None = None  # a folder of stored pages that stands for the web
    folder: str | None = None  # pictures, and documents that show them

    def search(self) -> LocalSearch[ImageHit]:
        """Return the search over them; made by its first query."""
        return LocalSearch(lambda: self.answering, lambda: LocalImageIndex(self.all()), NO_PICTURES)

    @cached_property
    def answering(self) -> dict[str, Any]:
        """Return what decides its pictures, but for pages of the web: those that are frozen at the first search."""
        return {"finds": "images", "pages": digest_of_pages(self.pages), "folder": _digest(self.folder)}

    def all(self) -> tuple[ImageDocument, ...]:
        """Every picture once, those of the folder first; blocking. Raises UnusableInput where the folder is none."""
        documents: dict[str, ImageDocument] = {}
        for document in (*_in_folder(self.folder), *self._on_pages()):
            documents.setdefault(document.hit.url, document)
        return tuple(documents.values())

    def _on_pages(self) -> Iterator[ImageDocument]:
        """Pictures that stored pages show and that are stored themselves."""
        store = EvidenceStore(self.storage, digest_of_pages(self.pages))
        frozen = EvidenceStore(self.storage, digest_of_pages(self.pages), "picture")
        stored = None if self.pages is None else {page_of(url) for url in stored_addresses(Path(self.pages))}
        for page in store.pages(_MOST_PAGES) if self.pages is None else pages_in(self.pages, store):
            if "html" not in page.content_type:
                continue
            try:
                html = store.data(page).decode("utf-8", "replace")
            except DamagedPageError:
                continue  # whoever reads the page is told
            for picture in pictures_of_page(html, page.final_url):
                name = page_of(picture.url)
                if (name in stored) if stored is not None else _is_frozen(frozen, name):
                    yield _on_page(picture, page)


def _is_frozen(store: EvidenceStore, name: str) -> bool:
    try:
        document = store.get(name)
    except DamagedPageError:
        return False
    return document is not None and document.status == "ok"


def _on_page(picture: PagePicture, page: EvidencePage) -> ImageDocument:
    title = picture.alt or picture.caption or page.title or picture.url
    hit = ImageHit(
        title[:500], picture.url, page.final_url, picture.width, picture.height, page.title or "",
        date=page.published, caption=picture.caption,
    )  # fmt: skip
    return ImageDocument(hit, f"{picture.caption} {picture.heading} {page.title or ''}")


def _in_folder(folder: str | None) -> Iterator[ImageDocument]:
    """Pictures of a folder, described by the documents there that show them and by their names."""
    if folder is None:
        return
    names = _names(Path(folder))
    shown: dict[str, PagePicture] = {}
    for name in names:
        if Path(name).suffix.lower() in _DOCUMENTS:
            text = _read(folder, name).decode("utf-8", "replace")
            read = (
                pictures_of_document(text)
                if name.lower().endswith((".md", ".markdown", ".mdx"))
                else (pictures_of_page(text, ""))
            )
            for picture in read:
                target = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(picture.url)))
                shown.setdefault(target, picture)
    for name in names:
        if Path(name).suffix.lower() in PICTURES:
            words = " ".join(filter(None, _PARTS.split(Path(name).stem)))
            picture = shown.get(name, PagePicture(name, "", "", ""))
            title = picture.alt or picture.caption or words or name
            hit = ImageHit(title[:500], FOLDER + name, caption=picture.caption)
            yield ImageDocument(hit, f"{picture.caption} {picture.heading} {words}")


def _names(folder: Path) -> list[str]:
    """Paths of its pictures and documents in a fixed order."""
    if not folder.is_dir():
        raise UnusableInput("no such folder of pictures", where=str(folder), data="Nothing was asked")
    suffixes = PICTURES | _DOCUMENTS
    return sorted(name for name in files_of(folder).names if Path(name).suffix.lower() in suffixes)[:_MOST_FILES]


def _read(folder: str, name: str) -> bytes:
    try:
        return read_inside(Path(folder), name)
    except (UnusableInput, OSError):
        return b""


def _digest(folder: str | None) -> str:
    """Return the digest of all that is in a folder of pictures; "" without one."""
    if folder is None:
        return ""
    digest = hashlib.sha256()
    for name in _names(Path(folder)):
        digest.update(f"{name}\0{hashlib.sha256(_read(folder, name)).hexdigest()}\0".encode("utf-8", "replace"))
    return digest.hexdigest()[:24]
