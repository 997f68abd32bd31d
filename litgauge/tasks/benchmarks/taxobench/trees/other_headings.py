"""Headings and levels of notations that are not Markdown's, rewritten as Markdown has them."""

from __future__ import annotations

import re
from collections import Counter

_UNDERLINED = re.compile(
    r"^(?P<words>\S.*)\n(?!```$|~~~$)(?P<sign>[=\-~^\"'`*+#.:_])(?P=sign){2,}[ \t]*$", re.MULTILINE
)
_EQUALS = re.compile(r"(?P<signs>={1,6})[ \t]+(?P<words>\S.*?)(?:[ \t]+(?P=signs))?")
_CHINESE = r"[一二三四五六七八九十百]{1,4}"
_CHAPTER = re.compile(
    rf"(?:#{{1,6}}[ \t]+)?(?:\*\*)?(?:(?P<top>{_CHINESE}[、．.]|第{_CHINESE}[章部]分?[ 、：:]?)"
    rf"|(?P<part>[（(]{_CHINESE}[）)]|第{_CHINESE}节[ 、：:]?))[ \t]*(?P<words>[^*]+?)(?:\*\*)?"
)
"""一、 is a chapter, （一） a part of one."""
_MIND_MAP = re.compile(r"@start(?:mindmap|wbs)\b[^\n]*\n(?P<inside>.*?)(?:@end(?:mindmap|wbs)|\Z)", re.DOTALL)
_BRANCH = re.compile(r"(?P<signs>[*+#-]{1,30})(?:\[[^\[\]]{0,30}\])?[_<>]?[ \t]+(?P<words>\S.*?);?")
_HEADING = re.compile(r"#{1,6}[ \t]+(?P<words>\S.*)")
_GOES_ON = re.compile(
    r"[ \t]*[(（\[](?:continued|cont(?:inue|['’]?d|\.)?|续|續|続き|계속|suite|fortsetzung|continuación|продолжение)"
    r"[^()（）\[\]]{0,40}[)）\]]\**$",
    re.IGNORECASE,
)
_MESSAGE_ENDS = re.compile(r"\W{0,9}(?:to be )?continue[ds]?\b.{0,60}", re.IGNORECASE)
_ORG, _ORG_TOP = (
    re.compile(r"^\*{2,6}[ \t]+(?!.*\*\*[ \t]*$)\S", re.MULTILINE),
    re.compile(r"^\*[ \t]+\S", re.MULTILINE),
)
_ORG_TITLE, _ORG_SETTING = (
    re.compile(r"^#\+title:[ \t]*(?P<words>\S.*)$", re.MULTILINE | re.IGNORECASE),
    re.compile(r"^#\+\w{1,30}:.*\n", re.MULTILINE),
)
_ORG_TAGS = re.compile(r"(?<=\S)(?:[ \t]+\[\d+(?:/\d+|%)\])?(?:[ \t]+:(?:[\w@#%]{1,30}:){1,9})?[ \t]*$", re.MULTILINE)
_ORG_LINE, _DASHED = re.compile(r"^(?P<stars>\*{1,6})[ \t]+", re.MULTILINE), re.compile(r"^[ \t]*[-+] \S", re.MULTILINE)
"""Headings of Org, among items with a dash."""
_DOTTED = re.compile(r"^(?:(?:\.[ \t]+)+|\.{1,40}[ \t]*)(?=[^\W\d])|^-{1,12}(?=[^\W\d])", re.MULTILINE)
"""Full stops, or dashes without a space behind them, in place of indentation."""
_CAPITALS = re.compile(
    r"(?:(?<=\n\n)|\A\s*+)(?=(?:[^A-Z\n]*+[A-Z]){3})[A-Z0-9][^\n\Wa-z]*(?:[ &/,:'’()-]+[^\n\Wa-z]+){0,7}(?=\n)"
)
"""Headings in capitals, each with a blank line above."""
_FEWEST_DOTTED = 2  # lines
_LEVEL = re.compile(
    r"^[ \t]*(?:[-*•][ \t]+)?\W{0,3}(?:level|lvl|depth|tier|l|h)[ _-]?(?P<depth>\d)\W{0,3}?[ \t]*"
    r"[:.)\]–—-]\W{0,3}?[ \t]+(?=\S)",
    re.MULTILINE | re.IGNORECASE,
)
"""The depth of a line in words: "Level 2: Owls", "[L2] Owls"."""
_KIND = re.compile(
    r"^[ \t]*(?:\*\*|__)?(?P<above>(?:sub-?[ ]?)*)(?:category|topic|theme|group|area|branch|cluster)"
    r"(?:[ ](?:[A-Z]|[IVX]{1,4}|[A-Z]?\d{1,2}(?:\.\d{1,2})*[a-z]?))?(?:\*\*|__)?[ \t]*[:：—–-](?:\*\*|__)?[ \t]+(?=\S)",
    re.MULTILINE | re.IGNORECASE,
)
"""The kind of a topic in words: "Category 1: Owls", "Subcategory 1a: Flight"."""
_PAPER = re.compile(
    r"^(?P<indent>[ \t]*)(?:paper|title)(?:[ ]\d{1,3})?[ \t]*[:：][ \t]+(?=\S)", re.MULTILINE | re.IGNORECASE
)
_ROOT = re.compile(r"^\W{0,3}root\W{0,3}[:：]\W{0,3}[ \t]+(?=\S)", re.MULTILINE | re.IGNORECASE)
_BULLETS = re.compile(r"^[ \t]*[-*•] \S", re.MULTILINE)
_QUOTED = re.compile(r"^[ \t]*(?P<signs>>(?:[ \t]?>)*)[ \t]*(?=[^\s>])", re.MULTILINE)
_WIKI_BOLD = re.compile(r"'{3}(?P<words>[^'\n]{1,300})'{3}")
_GRID_RULE = re.compile(r"^[ \t]*\+(?:[-=]+\+)+[ \t]*\n", re.MULTILINE)
_DEEPEST_HEADING = 6
_LONGEST_LINE = 400  # characters of a heading


def with_markdown_headings(text: str) -> str:
    """Return the text with the headings of Org, reStructuredText, AsciiDoc, MediaWiki, Chinese outlines and PlantUML's
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
    if len(_ORG.findall(text)) > 1 and _ORG_TOP.search(text) and _DASHED.search(text):
        text, titles = _ORG_TITLE.subn(r"# \g<words>", _ORG_TAGS.sub("", text), count=1)
        text = _ORG_LINE.sub(lambda match: "#" * (len(match["stars"]) + titles) + " ", _ORG_SETTING.sub("", text))
    if len(_DOTTED.findall(text)) > _FEWEST_DOTTED:
        text = _DOTTED.sub(lambda match: " " * len(match[0]), text)
    if len(_CAPITALS.findall(text)) > _FEWEST_DOTTED and not _HEADING.search(text):
        top = _CAPITALS.match(text)  # the root, where another one follows
        text = _CAPITALS.sub(
            lambda match: f"{'#' if top and match.start() == top.start() else '##'} {match[0].strip()}", text
        )
    depths = Counter(match["depth"] for match in _LEVEL.finditer(text))
    if len(depths) > _FEWEST_DOTTED or (len(depths) == _FEWEST_DOTTED and depths.total() > _FEWEST_DOTTED):
        text = _PAPER.sub(r"\g<indent>- ", text)
        below = _BULLETS.search(_LEVEL.sub("", text)) is not None
        text = _ROOT.sub("# ", text, count=1) if below else text
        text = _LEVEL.sub(lambda match: _at_depth(int(match["depth"]), heading=below), text)
    if len({match["above"].lower().count("sub") for match in _KIND.finditer(text)}) > 1:
        text = _KIND.sub(lambda match: _at_depth(match["above"].lower().count("sub") + 1, heading=True), text)
        text = _PAPER.sub(r"\g<indent>- ", text)
    if len({match["signs"].count(">") for match in _QUOTED.finditer(text)}) > 1:  # levels of quotations
        text = _QUOTED.sub(lambda match: "  " * match["signs"].count(">"), text)
    text = _WIKI_BOLD.sub(r"**\g<words>**", text)
    if len(_GRID_RULE.findall(text)) > 1:
        text = _without_grid(text)
    if has_underlines(text):
        levels: dict[str, int] = {}
        text = _UNDERLINED.sub(
            lambda match: f"{'#' * (levels.setdefault(match['sign'], len(levels)) + 1)} {match['words']}", text
        )
    lines = text.split("\n")
    for shape, level in ((_EQUALS, _equals), (_CHAPTER, _chapter)):
        found = {at: match for at, line in enumerate(lines) if (match := _whole(shape, line))}
        if len(found) > 1:
            lines = [
                f"{level(found[at])} {found[at]['words']}" if at in found else line for at, line in enumerate(lines)
            ]
    return "\n".join(_without_repeats(lines))


def _at_depth(depth: int, *, heading: bool) -> str:
    """Return the sign of a line at a depth that words say: of a heading where a list stands below such lines."""
    return "#" * min(depth + 1, _DEEPEST_HEADING) + " " if heading else "  " * depth + "- "


def _whole(shape: re.Pattern[str], line: str) -> re.Match[str] | None:
    """Return the match of a whole line that is short enough for a heading."""
    line = line.strip()
    return shape.fullmatch(line) if len(line) <= _LONGEST_LINE else None


def _equals(match: re.Match[str]) -> str:
    return "#" * len(match["signs"])


def _chapter(match: re.Match[str]) -> str:
    return "##" if match["top"] else "###"


def has_underlines(text: str) -> bool:
    """Return whether headings are underlined with signs that Markdown does not have."""
    return len({match["sign"] for match in _UNDERLINED.finditer(text)} - {"=", "-"}) > 0


def _without_grid(text: str) -> str:
    """Return the text with its first table of lines drawn around all cells as Markdown has it."""
    rules = list(_GRID_RULE.finditer(text))
    head, rest = (_GRID_RULE.sub("", part) for part in (text[: rules[1].start()], text[rules[1].end() :]))
    return f"{head}|{'---|' * (rules[1][0].count('+') - 1)}\n{rest}"


def _mind_map(text: str) -> str:
    branches = (match for line in text.split("\n") if (match := _whole(_BRANCH, line)))
    return "\n".join(f"{'  ' * (len(match['signs']) - 1)}- {match['words']}" for match in branches)


def _without_repeats(lines: list[str]) -> list[str]:
    """Return the lines as they are where no heading goes on."""
    headings = {at: match for at, line in enumerate(lines) if (match := _whole(_HEADING, line))}
    bare = {at: _GOES_ON.sub("", match["words"]) for at, match in headings.items()}
    if all(bare[at] == match["words"] for at, match in headings.items()):
        return lines
    kept: list[str] = []
    last = ""  # heading
    for at, line in enumerate(lines):
        if at not in headings:
            if not _whole(_MESSAGE_ENDS, line):
                kept.append(line)
            continue
        name = bare[at].strip("* ")
        if bare[at] == headings[at]["words"]:
            kept.append(line)
        elif name != last:
            kept.append(f"{line[: line.index(headings[at]['words'])]}{bare[at]}")
        last = name
    return kept
