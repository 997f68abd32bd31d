"""An answer without what products put around it: thoughts, callouts, an element, signs of a chat."""

from __future__ import annotations

import re

from litgauge.tasks.text.inline_markup import plain_keycaps, plain_wiki_links

_THOUGHTS = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL)
_CALLOUT = re.compile(r"^(>[ \t]*)\[!\w{1,20}\][+-]?[ \t]*", re.MULTILINE)
_WRAPPED = re.compile(
    r"^<(?P<tag>[a-zA-Z][\w-]{1,30})(?:\s[^<>]{0,300})?>[ \t]*\n(?P<inside>[^<]+)</(?P=tag)>[ \t]*$", re.MULTILINE
)
"""An answer in an element of its own, without others in it."""


def unwrapped(text: str) -> str:
    r"""Return an answer without what products put around it.

    >>> unwrapped("<think>Owls?</think>\n> [!NOTE] Gulls")
    '\n> Gulls'
    """
    text = _THOUGHTS.sub("", text, count=1) if text.lstrip().startswith("<think") else text
    text = plain_keycaps(plain_wiki_links(text.lstrip("\ufeff")))
    text = _CALLOUT.sub(r"\1", text)
    inside = _WRAPPED.search(text)
    return inside["inside"] if inside else text
