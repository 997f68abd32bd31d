"""The blocks of a report that are its reference lists."""

from __future__ import annotations

import re
from collections.abc import Sequence

from litgauge.tasks.citations.list_names import LIST_NAME
from litgauge.tasks.reports.reading.block_types import Block
from litgauge.tasks.reports.reading.source_words import ANNOUNCES, asserts

_WEAK_NAME = re.compile(
    r"[\W\d_]*+(?:(?:key|selected|main|primary|other|additional)\s+)?(?:notes?|links?|citations?|literature|注释|文献|引用)[\W_]*+",
    re.IGNORECASE,
)
"""Names that often head something else: what stands under them must look like entries."""

LABEL = re.compile(
    r"\s*(?:\[(\^?[\w.:-]{1,40})\^?\](:?)(?!\()|【(\d{1,4})】|(\d{1,3})[.)、](?=\s)|[(（](\d{1,3})[)）](?=\s)"
    r"|([⁰¹²³⁴-⁹]{1,3})(?:\s?:)?(?=\s)|\^(\d{1,3})\^|\*\*\[?\^?([A-Z]{0,3}\d{1,4})\]?[.:)]?\*\*[.:)]?(?=\s)|\[{1,3}(\d{1,4})\]{1,2}\(#[^()\s]{1,80}\)|\\bibitem(?:\[[^\[\]]{0,200}\])?\{([^{}\s]{1,80})\})\s*"
)
_BRACKET_LABEL = re.compile(
    r"\s*(?:\[{1,3}\d{1,4}\]{1,2}\(#|(?:\*\*)?\[(?:\^?[\w.:-]{1,20})\^?\]:?(?!\()|【\d{1,4}】|[⁰¹²³⁴-⁹]{1,3}\s?:\s|\^\d{1,3}\^\s|\\bibitem\b)"
)
_DEFINITION = re.compile(
    r"\s{0,3}\[([^\[\]^\n][^\[\]\n]{0,80})\]:\s*<?((?:https?://|www\.)[^\s<>]{2,2048})>?\s*(?:[\"'(][^\n]{0,300})?$"
)
_FOOTNOTE = re.compile(r"\s{0,3}\[\^[\w.:-]{1,40}\^?\]:")
_TAG = re.compile(r"</?[a-zA-Z][a-zA-Z0-9]{0,15}(?:[\s/][^<>]{0,300})?>")
LONGEST_NAME = 400
"""Characters of the name of a list with its tags."""

LINKED = 0.5
"""Of the blocks under a heading that announces sources, more than this share are links, or it is no list."""

LONGEST_LINK = 1_000
"""Characters of a list item that is taken for a link with its name."""

_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s)\]]+|\barxiv:\d{4}\.\d+|\bdoi:\s?10\.\d\S+", re.IGNORECASE)
_LINK_TARGET = re.compile(r"\]\([^()\s]{0,2048}\)")
_PRINTED_AND_CITED = re.compile(
    r"[\s*_–-]{0,6}(?:(?:[^\W\d_a-z][\w'’‐‑./-]*|and|&|et|al\.?|of|on|de|der|den|van|von|la|le|di|da)[,;]?\s){1,40}"
    r"(?:\((?:19|20)\d\d[a-z]?\)[.,:]?\s?[^\W\da-z_]|[“\"]).{5,600}\[[\d,\s–-]{1,20}\]\W*$"
)
_NARRATES = re.compile(
    r"(?:\bet\sal\.?|[^\W\d_]{2})\s\((?:19|20)\d\d[a-z]?\),?\s(?:who|which|has|have|had|is|are|was|were|and|also|first|found|showed?"
    r"|[a-z]{3,}(?:ed|es))\b"
)
_CITES_NUMBER = re.compile(
    r"(?<=[^\W\d_.!?)”\"%\d])\s?\[\^?\d{1,3}(?:\s?[,–-]\s?\d{1,3}){0,9}\](?![(:\[])|[^\W\d_]{3}[.!?]\s?\[\d{1,3}\]"
)
_CITES_IN_BRACKETS = re.compile(r"[\w%]\s\(\[[^\[\]\n]{1,200}\]\((?:https?:|www\.)")
_ENDS_WITH_NUMBER = re.compile(r"\[[\d,\s–-]{1,20}\]\W*$")
_URL_ONLY = re.compile(
    r"\s*(?:[-*]\s+)?(?:(?:URL|Link|Available at|Retrieved from)\s*:\s*)?<?(?:https?://|www\.)\S+>?\s*$", re.IGNORECASE
)
_LOOKS_DATED = re.compile(r"[(,.;:*_]\s?(?:19|20)\d\d[a-z]?\b|\bdoi\b|\barxiv\b|https?://|www\.", re.IGNORECASE)


def list_regions(surface: str, blocks: Sequence[Block], used: set[int]) -> list[list[list[int]]]:
    """Return the lists, each a list of entries, each the indexes of its blocks; adds all blocks of lists to `used`."""
    lists = []
    at = run_from = 0
    while at < len(blocks):
        block = blocks[at]
        if repeated := _repeated(surface, blocks, at):
            used.update((at, *repeated))
        elif _is_name(surface, block):
            stop = _region_end(surface, blocks, at)
            members = _members(surface, blocks, range(at + 1, stop))
            weak = not (block.kind == "heading" and block.marked) or bool(
                _WEAK_NAME.fullmatch(surface[block.start : block.end])
            )
            if members and not (
                weak and 2 * sum(_shows_source(surface, blocks, entry) for entry in members) < len(members)
            ):
                lists.append(members)
                used.add(at)
                used.update(index for entry in members for index in entry)
                at = stop
                continue
        elif _announces(surface, block) and (members := _linked(surface, blocks, at)):
            lists.append(members)
            used.add(at)
            used.update(index for entry in members for index in entry)
            at += 1
            continue
        elif block.kind in ("text", "item") and at >= run_from:
            run, run_from = _run(surface, blocks, at)
            if run:
                lists.append(run)
                used.update(index for entry in run for index in entry)
                at = run[-1][-1] + 1
                continue
        at += 1
    return lists


def _is_name(surface: str, block: Block) -> bool:
    if block.kind not in ("heading", "text") or block.end - block.start > LONGEST_NAME or len(block.lines) > 1:
        return False
    return bool(LIST_NAME.fullmatch(_TAG.sub("", surface[block.start : block.end])))


def _announces(surface: str, block: Block) -> bool:
    """Return whether a heading announces sources ("Most useful sources to start with", "关键引文")."""
    return block.kind == "heading" and ANNOUNCES.search(surface, block.start, block.end) is not None


def _repeated(surface: str, blocks: Sequence[Block], at: int) -> list[int]:
    """Return blocks under a heading for sources that repeat works of another list ("A. Ames (2020). Kites. [3]").

    They claim nothing, and the number names the entry; a line before them that ends with a colon belongs to them.
    """
    if blocks[at].kind != "heading" or not (_is_name(surface, blocks[at]) or _announces(surface, blocks[at])):
        return []
    index = at + 1
    if index < len(blocks) and surface[blocks[index].end - 1] in ":：":
        index += 1
    indexes, printed = list[int](), 0
    while index < len(blocks) and blocks[index].kind in ("text", "item"):
        block = blocks[index]
        if _BRACKET_LABEL.match(surface, block.start, block.end):
            break
        lines = [surface[slice(*line)] for line in block.lines]
        is_printed = all(_PRINTED_AND_CITED.match(line) for line in lines)
        printed += is_printed
        if is_printed or all(_ENDS_WITH_NUMBER.search(line) and not asserts(line) for line in lines):
            indexes.append(index)
        index += 1
    return indexes if printed > LINKED * len(indexes) else []


def _linked(surface: str, blocks: Sequence[Block], at: int) -> list[list[int]]:
    """Return the items under a heading for sources, if most blocks there are items that only name and link them."""
    inside: list[int] = []
    for index in range(at + 1, len(blocks)):
        if blocks[index].kind not in ("text", "item") or (blocks[index].level and blocks[index].marked):
            break
        inside.append(index)
    links = [index for index in inside if blocks[index].kind == "item" and _names_a_link(surface, blocks[index])]
    return [[index] for index in links] if links and len(links) > LINKED * len(inside) else []


def _names_a_link(surface: str, block: Block) -> bool:
    """Return whether an item is a link with its name, and claims nothing ("[Kites](…) – wind data", "Kites: https://…")."""
    piece = surface[block.start : block.end]
    if len(piece) > LONGEST_LINK or not _ADDRESS.search(piece):
        return False
    words = _ADDRESS.sub(" ", _LINK_TARGET.sub("]", piece))
    return not asserts(words) and not re.search(r"[.。!?]\s+\S", words)


def _region_end(surface: str, blocks: Sequence[Block], at: int) -> int:
    """Return the index of the first block that is not under the list's name."""
    name = blocks[at]
    for index in range(at + 1, len(blocks)):
        block = blocks[index]
        if block.kind in ("row", "head-row") and not (name.kind == "heading" and name.marked):
            return index
        if block.kind == "heading" and block.marked:
            if name.kind != "heading" or not name.marked or block.level <= name.level:
                return index
        elif _is_name(surface, block) or (
            block.kind == "heading"
            and not any(_reads_like_entry(surface, following) for following in blocks[index + 1 : index + 2])
        ):
            return index
    return len(blocks)


def _members(surface: str, blocks: Sequence[Block], region: range) -> list[list[int]]:
    """Return the entries under a list's name; prose between labelled entries is no entry."""
    inside = [
        index
        for index in region
        if blocks[index].kind in ("text", "item", "row")
        or (blocks[index].kind == "heading" and not blocks[index].marked)
    ]
    labelled = {index for index in inside if _is_labelled(surface, blocks[index])}
    entries: list[list[int]] = []
    for index in inside:
        piece = surface[blocks[index].start : blocks[index].end]
        if index in labelled:
            if not _is_prose(surface, blocks[index]):
                entries.append([index])
        elif entries and _URL_ONLY.fullmatch(piece):
            entries[-1].append(index)
        elif labelled:
            if entries and entries[-1][-1] == index - 1 and len(piece) < 600 and re.search(r"https?://|www\.", piece):
                entries[-1].append(index)
        elif _reads_like_entry(surface, blocks[index]) and not _claims(piece):
            entries.append([index])
    return entries


def _is_labelled(surface: str, block: Block) -> bool:
    if block.kind == "item" or block.kind == "row":
        return True
    return bool(LABEL.match(_TAG.sub("", surface[block.start : min(block.end, block.start + 400)])))


def _is_prose(surface: str, block: Block) -> bool:
    """Return whether an item without number is a remark ("- No primary sources were provided with the request. …")."""
    piece = surface[block.start : block.end].rstrip()
    unnumbered = block.kind == "item" and not block.label[:1].isdecimal() and not _BRACKET_LABEL.match(piece)
    return (unnumbered and len(piece) > 120 and piece.endswith(".") and not _LOOKS_DATED.search(piece)) or (
        not _BRACKET_LABEL.match(piece) and _claims(piece)
    )


def _claims(piece: str) -> bool:
    """Return whether a block under a list's name cites others: "Smith (2020) found …", "… since 2019 [1]."."""
    words = _LINK_TARGET.sub("]", piece)
    return bool(
        _NARRATES.search(words)
        or (_CITES_NUMBER.search(words) and (asserts(words) or words.rstrip(" *_")[-1:] in ".。"))
        or (_CITES_IN_BRACKETS.search(piece) and asserts(words))
    )


def _shows_source(surface: str, blocks: Sequence[Block], entry: list[int]) -> bool:
    piece = surface[blocks[entry[0]].start : blocks[entry[-1]].end]
    return blocks[entry[0]].label[:1].isdecimal() or bool(_BRACKET_LABEL.match(piece) or _LOOKS_DATED.search(piece))


def _reads_like_entry(surface: str, block: Block) -> bool:
    """Return whether a block without label is an entry: with a date or an address, or short and no whole sentence."""
    piece = surface[block.start : block.end]
    return bool(_LOOKS_DATED.search(piece)) or (len(piece) < 250 and not piece.rstrip().endswith((".", ":")))


def _run(surface: str, blocks: Sequence[Block], at: int) -> tuple[list[list[int]], int]:
    """Return a list without a name that begins here: footnotes, definitions, or labelled lines, most with an address.

    The second value is the index of the next block at which one may begin; otherwise labelled lines that are no list
    would be examined again and again.
    """
    entries: list[list[int]] = []
    addressed, sure = list[bool](), list[bool]()  # of each entry
    all_sure = True
    index = at
    while index < len(blocks) and blocks[index].kind in ("text", "item"):
        block = blocks[index]
        piece = surface[block.start : block.end]
        if _BRACKET_LABEL.match(piece) and not (block.kind == "item" and block.label[:1].isdecimal()):
            entries.append([index])
            addressed.append(bool(re.search(r"https?://|www\.", piece)))
            sure.append(bool(_FOOTNOTE.match(piece) or _DEFINITION.match(piece)))
            all_sure = all_sure and sure[-1]
        elif entries and _URL_ONLY.fullmatch(piece):
            entries[-1].append(index)
            if len(entries[-1]) == 2 and not re.search(r"https?://", surface[blocks[index - 1].start : block.start]):
                addressed[-1] = True
        elif entries and all_sure and block.kind == "text" and surface[block.start - 2 : block.start] == "  ":
            entries[-1].append(index)  # a footnote's further paragraph is indented
        else:
            break
        index += 1
    first = _first_of_list(addressed, sure, last=index == len(blocks))
    if first == 0:
        return entries, index
    return [], index if first is None else entries[first][0]


def _first_of_list(addressed: Sequence[bool], sure: Sequence[bool], *, last: bool) -> int | None:
    """Return the first entry from which on they are enough for a list; `last`: the report ends with them."""
    first = None
    with_address = unsure = 0
    for number in range(len(sure) - 1, -1, -1):
        count = len(sure) - number
        with_address += addressed[number]
        unsure += not sure[number]
        if not unsure or (with_address * 2 >= count and (count > 1 or last)) or (last and count > 2):
            first = number
    return first
