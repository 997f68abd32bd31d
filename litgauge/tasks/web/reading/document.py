"""A document of whatever type to its text and what it says about itself."""

from __future__ import annotations

from collections.abc import Callable

from litgauge.tasks.records import WorkIdentity
from litgauge.tasks.text import normalise_arxiv_id, normalise_doi
from litgauge.tasks.web.reading.characters import count_invisible, decode_text
from litgauge.tasks.web.reading.media_types import HTML, PDF
from litgauge.tasks.web.reading.webpage import ReadPage, read_html
from litgauge.tasks.web.scholarly import is_scholarly_text

ReadPdf = Callable[[bytes], tuple[str | None, str]]
"""Title and text of a PDF; raises Rejected or Failed. Known by its name, since it is called in another process."""

HTML_PER_TEXT = 4  # characters of HTML that are read for each character of text
_FIRST_PAGE_CHARS = 3_000


def read_document(kind: str, data: bytes, header: str, url: str, read_pdf: ReadPdf, *, max_chars: int) -> ReadPage:
    """Return the reading of the document at `url`; `kind` is its media type by content, `header` by its server.

    Raises what `read_pdf` raises.
    """
    if kind == PDF:
        title, text = read_pdf(data)
        identity = _printed_identity(title, text)
    else:
        title, text, identity = None, decode_text(data, header), WorkIdentity()
    if kind == HTML:
        return read_html(text[: max_chars * HTML_PER_TEXT], url)
    return ReadPage(title, text, identity, is_scholarly_text(text, url), invisible=count_invisible(text))


def _printed_identity(title: str | None, text: str) -> WorkIdentity:
    beginning = f"{title or ''}\n{text[:_FIRST_PAGE_CHARS]}"
    on_arxiv = [line for line in beginning.splitlines() if "arxiv:" in line.lower()]
    return WorkIdentity(
        # The works that a paper cites have DOIs, too; its own stands on its first page.
        doi=normalise_doi(beginning.partition("\nReferences")[0]),
        arxiv_id=next((arxiv_id for line in on_arxiv if (arxiv_id := normalise_arxiv_id(line))), None),
        title=title,
    )
