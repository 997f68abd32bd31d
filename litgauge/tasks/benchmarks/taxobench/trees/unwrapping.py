"""An answer without what products put around it: thoughts, callouts, an element, a message or call in JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from litgauge.tasks.text.inline_markup import plain_keycaps, plain_wiki_links
from litgauge.tasks.text.wordings import patterns

_SHORTEST, _DEEPEST = 30, 6  # of a text in a value
_THOUGHTS = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL)
_FOLD = re.compile(
    r"</?details\b[^<>]*>|<summary\b[^<>]*>(?P<name>[^<>]*(?:<[^<>/]+>[^<>]*</[^<>]+>)?[^<>]*)</summary>", re.I
)
_CALLOUT = re.compile(r"^(>[ \t]*)\[!\w{1,20}\][+-]?[ \t]*(?P<name>\S)?", re.MULTILINE)
_STEP, _FINAL_ANSWER = (
    re.compile(r"^\W{0,4}(?:thought|action(?: input)?|observation|agent|task)\W{0,3}[:：]", re.M | re.I),
    re.compile(r"^\W{0,4}final answer\W{0,3}[:：]\W{0,3}?(?=\s)", re.M | re.I),
)
"""Steps of an agent that thinks, acts and observes, and what stands behind the last of them."""
_BRANCH_COMMENT = re.compile(
    r"^(?P<branch>[ │┃║|]*(?:[├└|`+\\┣┗╠╚]|[╰╞])[─—━═-]+[^\n]*?\S)[ \t]{2,}(?:#|//|←|<--?)[ \t][^\n]*$", re.M
)
"""What is said of a drawn branch behind it."""
_CONTROL = re.compile(r"<\|\w{1,30}\|>|<(?:end_code|end_of_turn|start_of_turn|eos|bos|/?s)>|^TERMINATE$", re.MULTILINE)
"""Signs by which models and their frameworks end turns and code."""
_STRUCK = re.compile(
    r"^[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+~~[^~\n]{1,600}~~[^\n]{0,200}\n|~~(?!~)[^~\n]{1,600}~~", re.MULTILINE
)
"""An item, or words, struck through."""
_LEADER = re.compile(r"(?<=\w)(?: \.{3,80} |\.{4,80} ?)(?=[\w\[\"])")
"""Dots that lead from a topic to its papers."""
_LEGEND = re.compile(
    rf"^\W{{0,4}}(?:{patterns('litgauge.tasks.benchmarks.taxobench.trees', 'wordings.json', 'legend')}).*\n",
    re.M | re.I,
)
_WRAPPED = re.compile(
    r"^<(?P<tag>[a-zA-Z][\w-]{1,30})(?:\s[^<>]{0,300})?>[ \t]*\n(?P<inside>[^<]+)</(?P=tag)>[ \t]*$", re.MULTILINE
)
"""An answer in an element of its own, without others in it."""


def unwrapped(text: str) -> str:
    r"""Return an answer without what products put around it.

    >>> unwrapped("<think>Owls?</think>\n> [!NOTE] Gulls")
    '\n> #### Gulls'
    """
    text = _LEADER.sub(": ", _STRUCK.sub("", _CONTROL.sub("", text)))
    text = _THOUGHTS.sub("", text, count=1) if text.lstrip().startswith("<think") else text
    text = plain_keycaps(plain_wiki_links(text.lstrip("\ufeff")))
    text = _BRANCH_COMMENT.sub(r"\g<branch>", _final_answer(text))
    text = _LEGEND.sub("", _CALLOUT.sub(_named_callout, text))
    inside = _WRAPPED.search(text)
    return _without_folds(inside["inside"] if inside else text)


def _final_answer(text: str) -> str:
    """Return what an agent says last of a text that tells its steps, too."""
    *_, last = (None, *_FINAL_ANSWER.finditer(text))
    return text[last.end() :] if last and _STEP.search(text[: last.start()]) else text


def _named_callout(callout: re.Match[str]) -> str:
    """Return a callout's first line with its title as a heading."""
    return f"{callout[1]}#### {callout['name']}" if callout["name"] else callout[1]


def _without_folds(text: str) -> str:
    """Return Markdown with the summaries of what can be folded as headings; HTML with lists of its own unchanged.

    >>> _without_folds("<details><summary>Owls</summary>\\n- Wings</details>")
    '\\n\\n## Owls\\n\\n- Wings\\n'
    """
    if "<summary" not in text or "<li" in text:
        return text
    depth = 0
    pieces: list[str] = []
    end = 0
    for fold in _FOLD.finditer(text):
        depth += {"<d": 1, "</": -1}.get(fold[0][:2].lower(), 0)
        heading = f"\n{'#' * min(depth + 1, _DEEPEST)} {fold['name'].strip()}\n" if fold["name"] else "\n"
        pieces += text[end : fold.start()], heading
        end = fold.end()
    return "".join((*pieces, text[end:]))


def texts_in(value: Any, depth: int = 0) -> Iterator[str]:
    """Yield the texts within a value that may hold a tree; each is shorter than what it was read from."""
    if isinstance(value, str):
        if len(value) >= _SHORTEST and any(sign in value for sign in "{[\n"):
            yield value
    elif depth < _DEEPEST and isinstance(value, (Mapping, list)):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from texts_in(inner, depth + 1)
