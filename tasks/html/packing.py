"""Large pages loaded lean: the inside of an answer travels compressed, and the page's script unpacks what is opened.

The markers stand in the templates around what an answer shows when it is opened. Content is escaped, so none of it can
look like one.
"""

from __future__ import annotations

import base64
import re
import zlib

LARGE = 2_000_000
"""Characters from which a page is packed; smaller ones need no script."""
OPENING, CLOSING = '<div class="inside"><!--inside-->', "<!--/inside--></div>"
_INSIDE = re.compile(f"{re.escape(OPENING)}(.*?){re.escape(CLOSING)}", re.DOTALL)
_WITHOUT_SCRIPT = (
    "<noscript><p>This page is large: what stands here is packed, and its script unpacks it.</p></noscript>"
)


def packed(page: str) -> str:
    """The page as it is or, where it is large, with the inside of each answer deflated (zlib, base64).

    The same page gives the same bytes.
    """
    return _INSIDE.sub(_packed, page) if len(page) > LARGE else page


def _packed(match: re.Match[str]) -> str:
    data = base64.b64encode(zlib.compress(match[1].encode("utf-8"), 9)).decode("ascii")
    return f'<div class="inside" data-packed="{data}">{_WITHOUT_SCRIPT}</div>'
