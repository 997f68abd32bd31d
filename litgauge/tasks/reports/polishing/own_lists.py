"""Cuts the reference list of a section with its own numbering from the text, entry by entry."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from litgauge.tasks.citations.list_names import LIST_NAME

_ID = r"<(?:a|span|p|li|div)\s+(?:id|name)\s?=\s?[\"']?([\w.:-]{1,60})[\"']?\s?>\s?(?:</(?:a|span)\s?>)?"
_ENTRY = re.compile(
    rf"\s*(?:[-*+]\s+)?(?P<ids>(?:{_ID}\s*){{0,3}})(?:[-*+]\s+)?"
    r"(?:\[\^?(?P<square>\d{1,4})\^?\](?!\():?|[【［](?P<wide>\d{1,4})[】］]|(?P<dotted>\d{1,4})[.)、](?=\s))?"
    rf"\s*(?:{_ID}\s*){{0,3}}(?P<rest>.*)"
)
_IDS = re.compile(_ID)
_BULLET = re.compile(r"\s{0,3}[-*+]\s+(?P<rest>\S.*)")
_DEFINITION = re.compile(r"\s{0,3}\[\^?(?P<square>\d{1,4})\]:\s*(?P<rest>\S.*)")
_OPENED = re.compile(r"<(a|span|p|li|div)\s[^<>]*>\s*$")
_ADDRESS = re.compile(r"https?://|\bwww\.|\bdoi\b|\barxiv\b", re.IGNORECASE)
_CONTINUES = re.compile(r"(?:[ \t]{2,}|\t)\S|\s*<?(?:https?://|www\.)\S+>?\s*$")
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")
_REFERENCE_ID = re.compile(r"\D{0,20}(?:ref|cit|bib|note|fn|src|source)[a-z]{0,10}[\W_]{0,2}(\d{1,4})", re.IGNORECASE)
_LONGEST_NAME = 120
_SAYS = re.compile(r"[^\W_]")
_LABELLED = frozenset({"square", "anchor"})
_NUMBERED = _LABELLED | {"dotted"}

Form = Literal["square", "anchor", "dotted", "bullet", ""]


_CODE = re.compile(r"(?<!`)(`{1,3})(?!`)[^\n]{1,1000}?(?<!`)\1(?!`)")


@dataclass(frozen=True, slots=True)
class OwnEntry:
    """One entry of a section's list."""

    label: str  # its number in that list
    anchor: str  # the number of its element's id, if it has one that differs
    text: str  # on one line, without its label


@dataclass(frozen=True, slots=True)
class SectionParts:
    """A section apart from its lists."""

    body: str
    entries: tuple[OwnEntry, ...]
    heading: str  # heading of its first list; "" without


@dataclass(frozen=True, slots=True)
class _Line:
    form: Form
    label: str
    anchor: str
    rest: str


def code_lines(lines: Sequence[str]) -> tuple[list[bool], str]:
    """Return which lines are in fenced code, and the fence that would close an open block; "" if all are closed."""
    inside, opened = [], ""
    for line in lines:
        fence = _FENCE.match(line)
        inside.append(bool(opened or fence))
        if fence and not opened:
            opened = "" if fence[1][0] == "`" and "`" in fence[2] else fence[1]
            inside[-1] = bool(opened)
        elif fence and fence[1].startswith(opened) and not fence[2].strip():
            opened = ""
    return inside, opened


def without_code(text: str) -> str:
    """Return the text with blanks in place of fenced code and code in its lines; offsets stay."""
    lines = text.split("\n")
    inside, _ = code_lines(lines)
    prose = (" " * len(line) if code else line for line, code in zip(lines, inside, strict=True))
    return _CODE.sub(lambda code: " " * len(code[0]), "\n".join(prose))


def cut_lists(text: str) -> SectionParts:
    """Return a section's body and the entries of its lists.

    Entries are labelled (or linked) lines right under the name of a list, footnote definitions, and a
    labelled run with addresses at the section's end. All else stays in the body, also after a list.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    code, open_fence = code_lines(lines)
    if open_fence:
        lines, code = [*lines, open_fence], [*code, True]
    entries: dict[int, OwnEntry] = {}
    cut: set[int] = set()
    heading = ""
    for at, line in enumerate(lines):
        if code[at] or at in cut:
            continue
        if definition := _DEFINITION.match(line):
            entries |= _own_entries(lines, code, at, OwnEntry(definition["square"], "", definition["rest"]), cut)
        elif is_list_name(line) and (members := _under_name(lines, code, at)):
            heading = heading or line.strip().strip("#*_: ：")
            cut.add(at)
            for place, entry in members.items():
                entries |= _own_entries(lines, code, place, entry, cut)
    for place, entry in _at_end(lines, code, cut).items():
        entries |= _own_entries(lines, code, place, entry, cut)
    body_lines = [None if at in cut else line for at, line in enumerate(lines)]
    return SectionParts(_joined(body_lines), tuple(entries[at] for at in sorted(entries)), heading)


def is_list_name(line: str) -> bool:
    """Return whether a line is the name of a reference list and nothing else."""
    name = line.strip()
    return bool(name) and len(name.strip(" #*_")) <= _LONGEST_NAME and LIST_NAME.fullmatch(name) is not None


def _under_name(lines: Sequence[str], code: Sequence[bool], name: int) -> dict[int, OwnEntry]:
    stop = next((at for at in range(name + 1, len(lines)) if _ends_region(lines[at], code[at])), len(lines))
    inside = [at for at in range(name + 1, stop) if lines[at].strip()]
    read = {at: _read(lines[at]) for at in inside if not (_goes_on(lines[at]) and _is_behind(lines, at, name))}
    forms = {line.form for line in read.values()}
    labelled = bool(forms & _LABELLED)
    pure = not any(code[at] for at in inside) and forms <= _NUMBERED
    members: dict[int, OwnEntry] = {}
    for position, (at, line) in enumerate(read.items(), start=1):
        linked = _ADDRESS.search(line.rest) is not None
        if line.form in _LABELLED or (line.form == "dotted" and (pure or linked)):
            members[at] = OwnEntry(line.label, line.anchor, line.rest)
        elif line.form == "bullet" and linked and not labelled and "dotted" not in forms:
            members[at] = OwnEntry(str(position), "", line.rest)
    members = {at: entry for at, entry in members.items() if not code[at]}
    return members if members and next(iter(members)) == inside[0] else {}


def _ends_region(line: str, is_code: bool) -> bool:
    return not is_code and (_HEADING.match(line) is not None or is_list_name(line))


def _is_behind(lines: Sequence[str], at: int, name: int) -> bool:
    """Return whether a line comes right after another one under the name."""
    return at - 1 > name and bool(lines[at - 1].strip())


def _at_end(lines: Sequence[str], code: Sequence[bool], cut: set[int]) -> dict[int, OwnEntry]:
    """Return labelled lines with addresses that end the section without a heading."""
    members: dict[int, OwnEntry] = {}
    for at in range(len(lines) - 1, -1, -1):
        if at in cut or not lines[at].strip():
            continue
        line = _read(lines[at])
        if code[at] or line.form not in _LABELLED or not (line.form == "anchor" or _ADDRESS.search(line.rest)):
            break
        members[at] = OwnEntry(line.label, line.anchor, line.rest)
    return dict(sorted(members.items()))


def _read(line: str) -> _Line:
    match = _ENTRY.match(line)
    assert match is not None  # every part of it may be empty
    rest = match["rest"]
    if not _SAYS.search(rest):
        return _Line("", "", "", line)
    ids = _IDS.findall(match["ids"])
    anchor = next((number for name in ids if (number := reference_number(name))), "")
    if opened := _OPENED.search(match["ids"]):
        rest = _without_closing(rest, opened[1])
    label = match["square"] or match["wide"]
    if anchor:
        return _Line("anchor", str(int(label or match["dotted"] or anchor)), anchor, rest)
    if label and not ids:
        return _Line("square", str(int(label)), "", rest)
    if match["dotted"] and not ids:
        return _Line("dotted", str(int(match["dotted"])), "", rest)
    if bullet := _BULLET.match(line):
        return _Line("bullet", "", "", bullet["rest"])
    return _Line("", "", "", line)


def _without_closing(text: str, tag: str) -> str:
    """Return an entry without the closing tag of the element that its label opened."""
    end = f"</{tag}>"
    return text.rstrip()[: -len(end)] if text.rstrip().endswith(end) and f"<{tag}" not in text else text


def reference_number(name: str) -> str:
    """Return the number of a reference's id or of a link to it; "" for the name of anything else.

    >>> reference_number("ref-03"), reference_number("cite_note-7"), reference_number("fig1")
    ('3', '7', '')
    """
    match = _REFERENCE_ID.fullmatch(name)
    return str(int(match[1])) if match else ""


def _own_entries(
    lines: Sequence[str], code: Sequence[bool], at: int, entry: OwnEntry, cut: set[int]
) -> dict[int, OwnEntry]:
    """Cut an entry with its continuation lines; return it by its line number."""
    texts = [entry.text]
    cut.add(at)
    for following in range(at + 1, len(lines)):
        if following in cut or code[following] or not _goes_on(lines[following]):
            break
        texts.append(lines[following])
        cut.add(following)
    return {at: OwnEntry(str(int(entry.label)), entry.anchor, " ".join(" ".join(texts).split()))}


def _goes_on(line: str) -> bool:
    """Return whether a line continues the entry above it: it is indented, or an address."""
    return _CONTINUES.match(line) is not None and _read(line).form not in _NUMBERED and not _DEFINITION.match(line)


def _joined(lines: Sequence[str | None]) -> str:
    """Return the remaining lines, with an empty one in place of each cut, so that paragraphs stay apart."""
    out: list[str] = []
    gap = False
    for line in lines:
        if line is None:
            gap = True
            continue
        blank = not line.strip()
        before = out[-1].strip() if out else ""
        if gap and blank and not before:
            continue
        if gap and before and not blank:
            out.append("")
        gap = gap and blank
        out.append(line)
    while out and not out[0].strip():
        out.pop(0)
    while out and not out[-1].strip():
        out.pop()
    return "\n".join(out)
