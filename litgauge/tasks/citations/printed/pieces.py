"""A printed reference cut at everything that may end a part of it: punctuation, markup, dates, brackets."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from litgauge.tasks.citations.printed.brackets import inner_brackets
from litgauge.tasks.citations.printed.markup import GROUP, GROUP_END, MARKS, NAMES
from litgauge.tasks.citations.printed.name_kinds import piece_kind

_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Mai|Jun|Jul|Aug|Sep|Sept|Oct|Okt|Nov|Dec|Dez)[a-zé]{0,7}\.?"
_DATE = (
    rf"(?:{_MONTH}(?:[/–-]{_MONTH})?,?\s+)?(?:\d{{1,2}}(?:[–-]\d{{1,2}})?(?:st|nd|rd|th)?,?\s+)?(?:{_MONTH},?\s+)?"
    r"(?:1[5-9]|20)\d\d(?:/\d\d)?[a-z]?"
)
_UNDATED = r"n\.\s?d\.|s\.\s?d\.|in press|forthcoming|to appear"
_MARK = "[\ue010-\ue01a]"
_TOKEN = re.compile(
    rf"\s*[(\[](?P<paren>{_DATE}|{_UNDATED})[)\]]"
    rf"|(?P<bare>(?<![\w.–/:-])(?:{_DATE})(?=[.,:;)\]]*(?:\s|{_MARK}|$)))"
    rf"|(?P<mark>{_MARK})"
    rf"|(?P<stop>[.?!]+)(?=[”’)\]]*(?:\s|{_MARK}|$))"
    rf"|(?P<point>[,;:](?=[”’]?(?:\s|{_MARK}|$)))"
    r"|(?P<slash>\s//?(?=\s)|(?<=\.)/(?=[^\W\d_])|(?<=[^\W\d_]{2})/(?=[^\W\d_]+, [A-Z]\.))"
    r"|(?P<dash>\s[–—]{1,2}(?=\s)|—)"
    rf"|(?P<bracket>\s*(?P<which>[(\[])(?=\S))|(?P<close>[)\]](?=[.,:;]?(?:\s|{_MARK}|$)))"
    rf"|(?P<inside>(?<=[^\s,.])\s(?=[Ii]n:?\s(?:{_MARK}|Proc)|[Ii]n:\s))"
)
_ABBREVIATED = re.compile(
    r"(?:^|[\s(\[\ue010-\ue01a])(?:vs|[Ss]t|[Nn]o|[Vv]ol|[Dd]r|[Jj]r|[Ss]r|pp?|ed|eds|[Hh]rsg|[Cc]f|approx|Fig|Eq|Mr|Mrs|Ms|Mt|et|ca|[Ss]er|Bd)$"
)
_ET_AL = re.compile(r"\bet\.?[\s~]al$")
_SINGLE = re.compile(r"(?:^|[\s.\-‐({\ue010-\ue01a])([A-ZÀ-ÞŁŚŻŠČĆĐ]|Ch|Th|Yu|Ya|Ju|Zh|Sh)$")
_LOWER_BEFORE = re.compile(
    r"(?:(?:^|[\s(])(?!(?:and|und|et|en|og|och|van|von|de|der|den|da|di|la|le|ten|ter|bin|al)\s)[a-zà-ÿ]{2,}|[Pp]art|\d)\s[A-Z]$"
)
_TURNED = re.compile(r"^[^\w]*[^\W\d_a-z][^,.;:\ue010-\ue017]{0,40},\s+[^\W\d_a-z]?[a-z]{0,2}\.")
_NAME_FOLLOWS = re.compile(
    r"\s+(?:(?:and|&|und|et|y|i|van|von|de|der|den|del|della|di|da|du|la|le|ter|ten|bin|al|['’]t)\s"
    r"|[^\W\d_a-z][\w’'‐-]*\.|[^\W\d_a-z][\w’'‐-]*\s*(?:,|;|$|\.\s|and\s|&)|[^\W\d_a-z]\w*\s[^\W\d_a-z][\w’'‐-]*\s*(?:,|;|$|and\s|&))"
)
_INITIALS_FIRST = re.compile(
    r"(?:[(\[]?(?:19|20)\d\d[)\]]?[,.:]?\s+)?\W{0,3}(?:[^\W\d_a-z][a-z]?\.[\s~‐-]*){1,4}(?:v[ao]n\s|de[rn]?\s|la\s){0,3}"
    r"[^\W\d_a-z][\w’'‐-]+"
)
_NAME_ENDS = re.compile(
    rf"\s+[^\W\d_a-z][\w’'‐-]*(?:\s[^\W\d_a-z][\w’'‐-]+)?\s*(?:[:(\[]|{_MARK}|[–—-]\s|(?:19|20)\d\d)"
)
"""A name that a title follows at once, where all names begin with their initials."""
_DATED = re.compile(rf"(?:{_DATE}|{_UNDATED})")
_WORDS = re.compile(r"[^\s~”’\ue010-\ue01a]")
_GROUPS = re.compile(f"[{GROUP}{GROUP_END}]")
_PART_BEFORE = re.compile(rf"(?:^|[.,:;)\]]|{_MARK}|\b(?:and|&))\s*$")
_INITIAL_BEFORE = re.compile(r"(?<![^\W_])[^\W\d_a-z]\.\s*$")
_PART_AFTER = re.compile(rf"\s*(?:[.,:;?!(\[]|{_MARK}|$|and\b|&)")
_LONGEST = 1_500
"""Pieces of one reference that are looked at."""


@dataclass(frozen=True)
class Pieces:
    """Text between boundaries: `starts[i]:ends[i]` of `text`, after the boundary `marks[i]`.

    `marks` has one entry more than there are pieces. A boundary is written with a letter for markup (N block, e and E
    emphasis, q and Q quotation, b and B bold, g and G group, l and L link), Y for a date in brackets, and punctuation
    as it is; a date without brackets is a piece of its own. `soft` boundaries follow an initial: they end a list of
    names, or nothing.
    """

    text: str
    starts: list[int]
    ends: list[int]
    marks: list[str]
    soft: list[bool]

    def __len__(self) -> int:
        return len(self.starts)

    def __getitem__(self, number: int) -> str:
        """Return the words of a piece, without marks."""
        return MARKS.sub("", self.text[self.starts[number] : self.ends[number]])

    def span(self, first: int, last: int) -> str:
        """Return the text from piece `first` up to piece `last`, with the marks between them."""
        return self.text[self.starts[first] : self.ends[last - 1]] if first < last else ""

    @cached_property
    def kinds(self) -> list[str]:
        """Return what each piece looks like, see `piece_kind`."""
        return [piece_kind(self[number]) for number in range(len(self))]

    @cached_property
    def dated(self) -> list[bool]:
        """Return whether a piece is nothing but a date."""
        return [_DATED.fullmatch(self[number].strip()) is not None for number in range(len(self))]


def cut(text: str) -> Pieces:
    """Return the pieces of a printed reference in which marks stand for markup."""
    turned = _TURNED.match(text) is not None
    initials_first = _INITIALS_FIRST.match(text) is not None
    starts: list[int] = []
    ends: list[int] = []
    marks: list[str] = []
    soft: list[bool] = []
    mark, light, position = "", False, 0
    inner = _inner_groups(text) | inner_brackets(text)
    for token in _TOKEN.finditer(text):
        at = token.start("which") if token.lastgroup == "bracket" else token.start()
        symbol, weak = ("", False) if at in inner else _symbol(text, token, turned, initials_first)
        if not symbol:
            continue
        inside = token.lastgroup == "bare"
        before = text[position : token.start()]
        if _WORDS.search(before):
            starts.append(position + len(before) - len(before.lstrip()))
            ends.append(position + len(before.rstrip()))
            marks.append(mark)
            soft.append(light)
            mark, light = "", weak
        else:
            light = light and weak
        if inside:
            starts.append(token.start())
            ends.append(token.end())
            marks.append(mark)
            soft.append(False)
            mark, light = "", False
        else:
            mark += symbol
        position = token.end()
        if len(starts) >= _LONGEST:
            break
    rest = text[position:]
    if _WORDS.search(rest) and len(starts) < _LONGEST:
        starts.append(position + len(rest) - len(rest.lstrip()))
        ends.append(position + len(rest.rstrip()))
        marks.append(mark)
        soft.append(light)
        mark = ""
    return Pieces(text, starts, ends, [*marks, mark], [*soft, False])


def _inner_groups(text: str) -> set[int]:
    """Return where braces open and close that protect a word or two, and do not hold a whole part together."""
    inner: set[int] = set()
    opened: list[int] = []
    for match in _GROUPS.finditer(text):
        if match.group() == GROUP:
            opened.append(match.start())
        elif not opened:
            inner.add(match.start())
        else:
            start = opened.pop()
            whole = _PART_BEFORE.search(text, max(0, start - 4), start) and _PART_AFTER.match(text, match.end())
            named = _INITIAL_BEFORE.search(text, max(0, start - 4), start)
            if not whole or named or " " not in text[start : match.start()]:
                inner |= {start, match.start()}
    return inner.union(opened)


def _symbol(text: str, token: re.Match[str], turned: bool, initials_first: bool) -> tuple[str, bool]:
    """Return how a boundary is written, "" where there is none; and whether it follows an initial."""
    match token.lastgroup:
        case "mark":
            return NAMES[token.group()], False
        case "paren":
            return "Y", False
        case "bare":
            return "y", False
        case "stop":
            return _stop(text, token, turned, initials_first)
        case "slash":
            return token.group().strip(), False
        case "dash":
            return "—", False
        case "bracket" | "which":
            return token["which"], False
        case "inside":
            return "i", False
        case _:
            return token.group(), False


def _stop(text: str, token: re.Match[str], turned: bool, initials_first: bool) -> tuple[str, bool]:
    if token.group()[0] != ".":
        return token.group()[0], False
    before = text[max(0, token.start() - 14) : token.start()]
    after = _GROUPS.sub("", text[token.end() : token.end() + 60])
    if _ET_AL.search(before):
        return ".", False
    if _ABBREVIATED.search(before):
        return ("", False) if re.match(r"\s+[\da-z(]|\s+[A-Z]", after) else (".", False)
    if _SINGLE.search(before):
        if MARKS.match(after.lstrip()) or not after.strip():
            return ".", False
        if _LOWER_BEFORE.search(before):
            return ".", False
        if re.match(r"\s*[,;:&(]|\s+(?:and|und|et|y|&)\s|\s*[A-ZÀ-Þ]\.(?:[\s,-]|$)", after):
            return "", False
        follows = _NAME_FOLLOWS.match(after) or (initials_first and _NAME_ENDS.match(after))
        return (".", True) if turned or not follows else ("", False)
    if re.match(r"\s+[a-zà-ÿ]", after) and not re.match(
        r"\s+(?:ar[Xx]iv|bioRxiv|http|doi|in[:\s]|url|www|e[A-Z])", after
    ):
        return (".", False) if re.match(r"\s+\w+[/:.\d]", after) else ("", False)
    return ".", False
