"""Headings and levels of notations that are not Markdown's, rewritten as Markdown has them."""

from __future__ import annotations

import re

_UNDERLINED = re.compile(r"^(?P<words>\S.*)\n(?P<sign>[=\-~^\"'`*+#.:_])(?P=sign){2,}[ \t]*$", re.MULTILINE)
_EQUALS = re.compile(r"^(?P<signs>={1,6})[ \t]+(?P<words>\S(?:.{0,500}?\S)?)(?:[ \t]+(?P=signs))?[ \t]*$", re.MULTILINE)
_CHINESE = r"[一二三四五六七八九十百]{1,4}"
_CHAPTER = re.compile(
    rf"^[ \t]*(?:#{{1,6}}[ \t]+)?(?:\*\*)?(?:(?P<top>{_CHINESE}[、．.]|第{_CHINESE}[章部]分?[ 、：:]?)"
    rf"|(?P<part>[（(]{_CHINESE}[）)]|第{_CHINESE}节[ 、：:]?))[ \t]*(?P<words>[^*\n]{{1,300}}?)(?:\*\*)?[ \t]*$",
    re.MULTILINE,
)
"""一、 is a chapter, （一） a part of one."""
_MIND_MAP = re.compile(r"@start(?:mindmap|wbs)\b[^\n]*\n(?P<inside>.*?)(?:@end(?:mindmap|wbs)|\Z)", re.DOTALL)
_BRANCH = re.compile(r"^[ \t]*(?P<signs>[*+#-]{1,30})(?:\[[^\[\]\n]{0,30}\])?[_<>]?[ \t]+(?P<words>\S[^\n]*?);?[ \t]*$")
_HEADING = re.compile(r"^#{1,6}[ \t]+(?P<words>\S.*?)[ \t]*$")
_GOES_ON = re.compile(
    r"[ \t]*[(（\[](?:continued|cont(?:inue|['’]?d|\.)?|续|續|続き|계속|suite|fortsetzung|continuación|продолжение)"
    r"[^()（）\[\]]{0,40}[)）\]]\**[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_MESSAGE_ENDS = re.compile(r"^\W*(?:to be )?continue[ds]?\b[^\n]{0,60}$", re.IGNORECASE)


def with_markdown_headings(text: str) -> str:
    """Return the text with the headings of reStructuredText, AsciiDoc, MediaWiki, Chinese outlines and PlantUML's
    mind maps as Markdown's, and without headings that say that the topic above goes on.

    >>> with_markdown_headings("== Owls ==\\n* Silent wings\\n=== Ears ===\\n")
    '## Owls\\n* Silent wings\\n### Ears\\n'
    >>> with_markdown_headings("一、Owls\\n（一）Flight\\n二、Gulls")
    '## Owls\\n### Flight\\n## Gulls'
    >>> with_markdown_headings("@startmindmap\\ntitle Birds\\n* Owls\\n** Silent wings\\n@endmindmap")
    '- Owls\\n  - Silent wings'
    >>> with_markdown_headings("# Owls\\n- Ears\\n# Owls (continued)\\n- Wings")
    '# Owls\\n- Ears\\n- Wings'
    """
    if branches := _MIND_MAP.search(text):
        return _mind_map(branches["inside"])
    if has_underlines(text):
        levels: dict[str, int] = {}
        text = _UNDERLINED.sub(
            lambda match: f"{'#' * (levels.setdefault(match['sign'], len(levels)) + 1)} {match['words']}", text
        )
    if _several(_EQUALS, text):
        text = _EQUALS.sub(lambda match: f"{'#' * len(match['signs'])} {match['words']}", text)
    if _several(_CHAPTER, text):
        text = _CHAPTER.sub(lambda match: f"{'##' if match['top'] else '###'} {match['words']}", text)
    return _without_repeats(text) if _GOES_ON.search(text) else text


def has_underlines(text: str) -> bool:
    """Return whether headings are underlined with signs that Markdown does not have."""
    return len({match["sign"] for match in _UNDERLINED.finditer(text)} - {"=", "-"}) > 0


def _several(shape: re.Pattern[str], text: str, fewest: int = 2) -> bool:
    return sum(1 for _, _ in zip(shape.finditer(text), range(fewest), strict=False)) == fewest


def _mind_map(text: str) -> str:
    branches = filter(None, map(_BRANCH.match, text.split("\n")))
    return "\n".join(f"{'  ' * (len(match['signs']) - 1)}- {match['words']}" for match in branches)


def _without_repeats(text: str) -> str:
    kept: list[str] = []
    last = ""  # heading
    for line in text.split("\n"):
        heading = _HEADING.match(line)
        if heading is None:
            if not _MESSAGE_ENDS.match(line):
                kept.append(line)
            continue
        words = _GOES_ON.sub("", heading["words"])
        if words == heading["words"] or words.strip("* ") != last:
            kept.append(line[: heading.start("words")] + words)
        last = words.strip("* ")
    return "\n".join(kept)
