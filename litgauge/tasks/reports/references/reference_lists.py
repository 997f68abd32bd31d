"""Reference lists of a report: their blocks, their entries, and look-up by label."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from html import unescape

from litgauge.tasks.citations.addresses import clean_url, page_of
from litgauge.tasks.citations.entry_words import EntryWords
from litgauge.tasks.citations.identifiers import address_of, has_identifier, identity_of, together
from litgauge.tasks.citations.list_words import words_of_list
from litgauge.tasks.citations.marks.annotations import is_label
from litgauge.tasks.citations.marks.author_year_marks import label_key, name_key
from litgauge.tasks.citations.marks.citation_marks import marks_of
from litgauge.tasks.citations.marks.mark_types import LEAD, NUMBER, RAISED
from litgauge.tasks.records import WorkIdentity
from litgauge.tasks.reports.reading.block_types import Block
from litgauge.tasks.reports.references.list_regions import LABEL, list_regions
from litgauge.tasks.text import compact_title
from litgauge.tasks.text.inline_markup import without_markup


@dataclass(frozen=True, slots=True)
class ListEntry:
    """One entry of a reference list."""

    number: int  # from 0, in the order of the text
    list_number: int  # from 0: a report may have several lists
    labels: tuple[str, ...]  # "3", "^note", "#ref3"; () in a list without labels
    keys: tuple[str, ...]  # "surname year", if it begins with names
    start: int
    end: int
    text: str  # visible text without label
    urls: tuple[str, ...]  # cleaned, each once; if there is none, that of its DOI or arXiv id
    url: str | None  # the first
    page: str | None
    identity: WorkIdentity
    words: EntryWords


@dataclass(frozen=True, slots=True)
class ReferenceLists:
    """All entries of a report, with the blocks of its lists."""

    entries: tuple[ListEntry, ...]
    blocks: frozenset[int]  # indexes of the blocks that belong to a list, its heading included
    _by_label: dict[str, list[ListEntry]] = field(default_factory=dict)

    def knows(self, label: str) -> bool:
        """Return whether any list has the label."""
        return label in self._by_label

    def find(self, label: str, at: int) -> ListEntry | None:
        """Return the entry with this label: of the first list after the offset that has it, else of the last before."""
        candidates = self._by_label.get(label)
        if not candidates:
            return None
        behind = bisect_right(candidates, at, key=lambda entry: entry.start)
        return candidates[min(behind, len(candidates) - 1)]


_ELEMENT_ID = re.compile(r"<[a-zA-Z][a-zA-Z0-9]{0,15}\s[^<>]{0,300}?\b(?:id|name)\s?=\s?[\"']?([\w:.-]{1,60})")
_TAGS_BEFORE = re.compile(
    r"(?:\s*<(?!a\s[^<>]{0,300}href\s?=\s?[\"']?(?:https?:)?//)/?[a-zA-Z][a-zA-Z0-9]{0,15}(?:[\s/][^<>]{0,300})?>)+"
)
_BACK = re.compile(
    r"<a\s[^<>]{0,2048}href\s?=\s?[\"']?#[^<>]{0,200}>[^<]{0,20}</a\s?>|\[[↩↑^⬆️ ]{1,4}\]\(#[^()\s]{0,80}\)|[↩⬆]\ufe0e?"
)
_LINKED_LABEL = re.compile(
    r"\s*\[\[[^\[\]\n]{1,120}\]\(([^()\s]{1,2048})\)\]\s*(?:(?:Document|Source|Paper|Reference|Article)\s\d{1,3}\s?[:.]\s)?"
    r"(?=(?:[^\s\[]{1,40}\s+){2})"
)
_NUMBERED = re.compile(rf"\^?(?:{LEAD}|#)({NUMBER})", re.IGNORECASE)
_LETTERED = re.compile(r"\^?(?:[A-Z]{1,3}-?)?\d{1,4}\^?")
_HTML_LINK = re.compile(r"<a\s[^<>]{0,2048}>([^<>\n]{1,400})</a\s?>")
_LINK = re.compile(r"\[((?:[^\[\]\n]|\[[^\[\]\n]{0,80}\]){1,400})\]\((?:[^()\s]|\([^()\s]{0,200}\)){1,2048}\)")


def reference_lists(text: str, surface: str, blocks: Sequence[Block]) -> ReferenceLists:
    """Return the reference lists of a report: under headings for references, footnotes, definitions, labelled runs.

    A heading is not needed: lines with a label in brackets and an address are a list too.
    Prose under the heading is no entry.
    """
    used: set[int] = set()
    entries: list[ListEntry] = []
    for list_number, members in enumerate(list_regions(surface, blocks, used)):
        read = [_labelled_entry(text, surface, blocks, indexes) for indexes in members]
        words = words_of_list([(entry.shown, entry.urls[0] if entry.urls else None) for entry in read])
        for entry, entry_words in zip(read, words, strict=True):
            entries.append(entry.listed(len(entries), list_number, entry_words))
    entries.sort(key=lambda entry: entry.start)
    return _indexed(entries, frozenset(used))


def completed(lists: ReferenceLists, side_list: ReferenceLists) -> ReferenceLists:
    """Return the lists with entries without address completed from the list beside the report."""
    entries = []
    for entry in lists.entries:
        listed = next((side_entry for label in entry.labels if (side_entry := side_list.find(label, 0))), None)
        if entry.url is None and listed is not None and listed.url:
            title = listed.words.title or entry.words.title
            identity = replace(listed.identity, title=title)
            words = replace(entry.words, title=title)
            entry = replace(entry, urls=listed.urls, url=listed.url, page=listed.page, identity=identity, words=words)
        entries.append(entry)
    return _indexed(entries, lists.blocks)


def _indexed(entries: Sequence[ListEntry], blocks: frozenset[int]) -> ReferenceLists:
    by_label: dict[str, list[ListEntry]] = {}
    for entry in entries:
        for label in dict.fromkeys((*entry.labels, *entry.keys)):
            by_label.setdefault(label, []).append(entry)
    return ReferenceLists(tuple(entries), blocks, by_label)


def side_lists(references: Iterable[tuple[str, str | None, str | None]]) -> ReferenceLists:
    """Return the list that came beside the report, from label, address and title of each work."""
    entries = []
    for number, (label, address, title) in enumerate(references):
        url = clean_url(address) if address else None
        page, text = page_of(url) if url else None, title or address or label
        urls, identity = (url,) if url else (), identity_of(url, title, title)
        words = EntryWords(title, (), None, "")
        entries.append(ListEntry(number, 0, (label,), (), -1, -1, text, urls, url, page, identity, words))
    return _indexed(entries, frozenset())


FEWEST_LINKED = 3
"""Words of a link that may be a title."""

_DATED = re.compile(r"(?:19|20)\d\d|\bet al\b")


@dataclass(frozen=True, slots=True)
class _LabelledEntry:
    """An entry whose words are not read yet."""

    start: int
    end: int
    labels: tuple[str, ...]
    raw: str  # without labels
    shown: str  # visible text with the signs of emphasis
    urls: tuple[str, ...]

    def listed(self, number: int, list_number: int, words: EntryWords) -> ListEntry:
        words = replace(words, title=self._linked_title(words.title))
        identity = _merged(self.urls, self.raw, words.title)
        named = address_of(identity) if not self.urls else None
        urls = (named,) if named else self.urls
        url = urls[0] if urls else None
        return ListEntry(
            number=number,
            list_number=list_number,
            labels=self.labels,
            keys=_keys(words),
            start=self.start,
            end=self.end,
            text=without_markup(self.shown),
            urls=urls,
            url=url,
            page=page_of(url) if url else None,
            identity=identity,
            words=words,
        )

    def _linked_title(self, title: str | None) -> str | None:
        """Return the words of the entry's only link, if the title begins with them or is their beginning."""
        links = [*_LINK.finditer(self.raw), *_HTML_LINK.finditer(self.raw)]
        linked = [link[1] for link in links if not is_label(link[1])]
        words = without_markup(linked[0]).strip(' .,“”"') if len(linked) == 1 else ""
        if not title or len(words.split()) < FEWEST_LINKED or _DATED.search(words) or title == words:
            return title
        longer, shorter = compact_title(title), compact_title(words)
        cut = len(title.split()) < FEWEST_LINKED and shorter.startswith(longer) and re.match(r"[^,:]{1,40}[,:]", words)
        return words if longer.startswith(shorter) or cut else title


def _labelled_entry(text: str, surface: str, blocks: Sequence[Block], indexes: Sequence[int]) -> _LabelledEntry:
    own_blocks = [blocks[index] for index in indexes]
    before = blocks[indexes[0] - 1].end if indexes[0] else 0
    start, end = own_blocks[0].start, own_blocks[-1].end
    own, raw = _labelled("\n".join(surface[block.start : block.end] for block in own_blocks))
    ids = [f"#{element_id}" for element_id in _ELEMENT_ID.findall(text[before : min(end, start + 400)])]
    labels = tuple(dict.fromkeys((*ids, *_marked(surface, own_blocks[0]), *own)))
    marks = marks_of(raw, 0, len(raw), lambda _: False, bytearray(len(raw)))
    urls = tuple(dict.fromkeys(url for mark in marks if mark.url and (url := clean_url(mark.url))))
    return _LabelledEntry(start, end, labels, raw, _shown(raw), urls)


def _labelled(raw: str) -> tuple[list[str], str]:
    """Return the labels that an entry begins with ("[1] [4] Title" has two), and the rest.

    The address of linked names (“[[Ames 2019](…)] Document 1: Kites”) is kept, after the rest.
    """
    labels = []
    at = _behind_tags(raw, 0)
    while label_match := LABEL.match(raw, at):
        label = next(part for part in label_match.groups() if part and part != ":")
        if label_match[1] and (numbered := _NUMBERED.fullmatch(label)):
            label = numbered[1]  # "[ref_1]", "[^1^]"
        if label_match[1] and not _LETTERED.fullmatch(label) and not label_match[2] and label[0] != "^":
            break  # "[PDF] Title"
        label = label.translate(RAISED)
        labels.append(str(int(label)) if label.isdecimal() else label.casefold())
        at = _behind_tags(raw, label_match.end())
        if label_match[0].lstrip().count("[") > label_match[0].count("]"):  # "[[1](#ref-1) Kites](https://…)"
            return labels, f"[{raw[at:]}"
    if linked := _LINKED_LABEL.match(raw, at):
        return labels, f"{raw[linked.end() :]} {linked[1]}"
    return labels, raw[at:]


def _behind_tags(raw: str, at: int) -> int:
    tags = _TAGS_BEFORE.match(raw, at)
    return tags.end() if tags else at


def _marked(surface: str, block: Block) -> list[str]:
    """Return the number of the entry in a list or a table's first column."""
    if block.kind == "item" and block.label[:1].isdecimal():
        return [str(int(block.label.rstrip(".)")))]
    first = surface[slice(*block.cells[0])].strip("[]^. ") if block.kind == "row" else ""
    return [first] if first.isdecimal() else []


def _shown(raw: str) -> str:
    """Return the entry's words, with the words of links, without the link back to the text."""
    raw = _BACK.sub("", raw)
    raw = unescape(raw) if "&" in raw else raw
    raw = _LINK.sub(lambda link: "" if is_label(link[1]) else link[1], raw)
    return re.sub(r"</?(?:a|span|div|p|li|b|strong|sup)\b[^<>]{0,2048}>", "", raw)


def _merged(urls: Sequence[str], raw: str, title: str | None) -> WorkIdentity:
    """Return the identity from all addresses of the entry, else from its words."""
    identities = [identity for url in urls if has_identifier(identity := identity_of(url))]
    return together(identities, title) if identities else identity_of(None, raw, title)


def _keys(words: EntryWords) -> tuple[str, ...]:
    if not words.authors or words.year is None:
        return ()
    lettered = re.search(rf"{words.year}([a-z])\b", words.head)
    key = name_key(words.authors[0], words.year)
    by_head = label_key(words.head)
    return tuple(dict.fromkeys(part for part in (by_head, f"{key}{lettered[1]}" if lettered else key, key) if part))
