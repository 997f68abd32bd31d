"""Which kind of source arXiv or a local corpus gave, and what is no source at all."""

from __future__ import annotations

import re

from tasks.base.errors import Failed, Rejected
from tasks.records.surveys import SourceKind
from tasks.text.filekinds import beginning, kind_of_head

_NOTICE_BYTES = 4096
_DOCUMENT = re.compile(rb"\\(?:document(?:class|style)|begin\s*\{document|input|bye|end)\b")
_WITHDRAWN = re.compile(rb"\bwithdraw(?:n|al)\b", re.IGNORECASE)


def source_kind(data: bytes, where: str) -> SourceKind:
    """The kind of a usable source, told by its content (`filekinds.kind_of`): a gzipped tar is "tar".

    Raises Rejected (withdrawn, postscript, unknown-format) or Failed (html-page).
    """
    head = beginning(data)
    kind = "damaged" if head is None else kind_of_head(head)
    if kind == "html":
        raise Failed("html-page", "the server gave a web page instead of the source", where=where)
    if kind == "postscript":
        raise Rejected("postscript", "the source is PostScript, which holds no readable references", where=where)
    if kind == "tar" or kind == "zip" or kind == "pdf":
        return kind
    if head is not None and _is_notice(head):
        raise Rejected("withdrawn", "arXiv holds only a notice of withdrawal", where=where)
    if kind == "tex":
        return kind
    raise Rejected("unknown-format", f"neither tar, zip, TeX nor PDF: it begins with {data[:12]!r}", where=where)


def _is_notice(text: bytes) -> bool:
    """Empty, or what arXiv keeps of a withdrawn paper: a few lines, often after %auto-ignore, and no document."""
    words = text.strip()
    if not words:
        return True
    return (
        len(text) < _NOTICE_BYTES
        and not _DOCUMENT.search(words)
        and (words.startswith(b"%auto-ignore") or bool(_WITHDRAWN.search(words)))
    )
