"""The works of an answer in Markdown or plain lines: items, headings, tables, arrows, lines."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from litgauge.tasks.answers.sentences import lists_of_sentences
from litgauge.tasks.answers.side_by_side import titles_side_by_side
from litgauge.tasks.answers.work_lists.answer_lines import MARKED
from litgauge.tasks.answers.work_lists.headed import (
    DETAIL,
    NUMBERED,
    SECTION,
    SIGNS,
    described_works,
    headings_with_text,
    identifier_of,
)
from litgauge.tasks.answers.work_lists.prose import (
    noted_entries,
    numbered_entries,
    prose_entries,
    separated_entries,
    set_off_entries,
    speaks,
    without_asides,
)
from litgauge.tasks.answers.work_lists.wordings import (
    alternatives_of,
    asks_for_action,
    is_advice,
    is_commentary,
    is_evident,
    names_nothing,
    refuses,
    wording,
)
from litgauge.tasks.citations.list_names import LIST_NAME
from litgauge.tasks.citations.marks.author_year_marks import label_key
from litgauge.tasks.citations.printed_work import is_identifier
from litgauge.tasks.text import normalise_arxiv_id, normalise_doi
from litgauge.tasks.text.inline_markup import without_markup

_HEADING = re.compile(rf"^#{{1,6}}[ \t]+\**(?:{NUMBERED})(?P<text>\S.*)$", re.IGNORECASE)
_INITIAL = re.compile(r"^\s*[A-Z][.)]\s")  # of an author, not the letter of an item
_ROMAN = re.compile(r"\s*\**[IVX]{1,4}[.)]\s")
_TITLED = re.compile(
    rf"^\s*(?:[-*+•◦‣][ \t]+|\**(?:{NUMBERED}))?[*_\"']*(?:{alternatives_of('title field')})[*_\"']*\s*[:=：][*_]*\s*"
    r"(?P<text>\S.*)$",
    re.IGNORECASE,
)
_BEGINNING = re.compile(r"^\s*(?:@\w{1,20}\s*\{|\{\s*$|\[\[|[-*_]{3,}\s*$)")
"""Of a work's fields, as in BibTeX, JSON or TOML."""
_ARROW = re.compile(r"[→⟶➜➔➝➞➡⇒⟹]\ufe0f?|[-=]{1,2}>|\$?\\(?:long)?(?:rightarrow|to)\b\$?")
_BACK = re.compile(r"[←⟵⬅⇐⟸]\ufe0f?|<[-=]{1,2}")
_HOOK = re.compile(r"^\s*(?:[↳⤷⮡↪]|[└╰][─-]{0,3}[>→]?)\s*\W*(?:[a-z]+\s+){0,3}(?=\S)")
"""The beginning of a further step of a path: "↳ cites"."""
_FEW = 3
"""Lines in which a list may stand within a line."""
_LABEL = re.compile(
    r"^\W*(?:(?:final |citation |shortest |true )?(?:path|chain|route|answer|result)|start|end|step \d+):\W*\s+",
    re.IGNORECASE,
)
_HALF_BOLD = re.compile(r"^[A-Za-z ]{1,30}:\*\*\s+(?=\S)")  # "Step 1 – Starting work:** …", without its number
_BOLD_FIELD = re.compile(r"\*\*(?P<name>[^*:]{1,30})(?::\*\*|\*\*:)\s+(?=(?:\S+\s+){2})")
_LEAD_IN = re.compile(
    r"^(?:[A-Z]?[a-z]+ ){2,6}(?=[“\"«„《][^“”\"«»„《》\n]{8,400}[”\"»“》])"
)  # "It cites", before a title
_PAGE = re.compile(r"https?://|\baccessed\b|\bretrieved\b", re.IGNORECASE)
_APA = re.compile(
    r"\W*\w[\w'’-]*(?: [\w'’-]+)?, (?:[A-Z]\.[- ]?)+[^()\n]{0,300}\((?:1[89]|20)\d\d[a-z]?[^()]{0,20}\)\. \S"
)
_IEEE = re.compile(
    r"\W*(?:\[\d{1,3}\]\s*)?(?:[A-Z]\.[- ]?){1,3}[^\W\d_a-z][^“\"\n]{1,200}?, ?[“\"][^”\"\n]{8,400}[”\"]"
)
_TITLE_BY = re.compile(
    r"[\W_]*(?P<title>\w[^\n“”\"]{3,300}) by (?P<people>[A-Z][^()\n]{1,200} \([^()\n]{0,120}\b(?:1[89]|20)\d\d\))[\W_]*"
)
_BRACKET = re.compile(r"[(（](?P<inside>[^()（）\n]{4,120})[)）]")
_SET_OFF_BEHIND = re.compile(r"\w[:,]?\s+[*_“\"«„「《]")
_PART = re.compile(r"\s*\d{1,2}\.\d")
_SENTENCES = 3  # lines that end in a full stop are entries from so many on


def entries_of(lines: Sequence[str]) -> list[str]:
    """The entries of a list, each with what further lines say of it; else a chain of arrows, prose, or plain lines."""
    if len(lines) <= _FEW and (several := [entry for line in lines for entry in numbered_entries(line)]):
        return several
    if noted := [entry for line in lines if "[^" in line for entry in noted_entries(line)]:
        return noted
    told = any(_TITLED.match(line) or _HEADING.match(line) for line in lines)
    if not told and (described := described_works(lines)):
        return described
    if hooked := _hooked(lines):
        return hooked
    items, held = _items(lines)
    if items:
        addresses = all(map(is_identifier, items))  # the sources of what is said before
        return (prose_entries(_plain(lines)) if addresses else []) or items
    chains = [parts for line in lines if len(parts := links_of(line)) > 2]
    if chains:
        return chains[0]
    plain = _plain(lines)
    if 2 * len(references := [line for line in plain if _APA.match(line) or _IEEE.match(line)]) > len(plain):
        return references
    if len(plain) > 1 and all(credited := [_TITLE_BY.fullmatch(line) for line in plain]):
        return [f"“{match['title']}” by {match['people']}" for match in credited if match]
    if len(plain) > 1 and all(map(_ends_in_credit, plain)):
        return plain
    if not chains and (pairs := [parts for line in plain if len(parts := links_of(line)) == 2 and _are_titles(parts)]):
        return pairs[0]
    if speaks(plain):
        return prose_entries(plain) or held
    if set_off := set_off_entries(plain) or held:
        return set_off
    refused = any(map(refuses, plain))
    if len(headed := headings_with_text(lines)) > 1:
        return [] if refused and any(map(asks_for_action, headed)) else headed
    if len(plain) < len(lines) and any(map(MARKED.match, lines)):
        return []  # a list that names no works
    entries = _plain_entries(plain)
    if not entries and len(plain) >= _SENTENCES and all(line.rstrip().endswith(".") for line in plain):
        return [] if refused else [line.strip().rstrip(".") for line in plain]
    separated = separated_entries(plain[0]) if len(plain) == 1 else []
    return separated or entries


def _ends_in_credit(line: str) -> bool:
    """Return whether a line ends with the only people and year in it, and sets no title off behind words."""
    if _SET_OFF_BEHIND.search(line):
        return False
    credits_ = [match for match in _BRACKET.finditer(line) if label_key(match["inside"])]
    return len(credits_) == 1 and not line[credits_[0].end() :].strip(" *_.")


def _are_titles(parts: Sequence[str]) -> bool:
    """Return whether both ends of an arrow may be titles: words without a verb's small first letter."""
    words = [without_markup(part).strip(" \"'“”«»《》") for part in parts]
    return all(len(part.split()) > 2 and not part[:1].islower() and part[-1:] not in ".:" for part in words)


def _plain(lines: Sequence[str]) -> list[str]:
    """The lines that are no heading and no item."""
    return [
        line
        for line, following in zip(lines, [*lines[1:], ""], strict=False)
        if not (line.lstrip().startswith(("#", "```")) or (MARKED.match(line) and not _IEEE.match(line)))
        and not (SECTION.match(line) and MARKED.match(following))
    ]


def _hooked(lines: Sequence[str]) -> list[str]:
    """The works of a path whose steps stand below each other behind hooks; [] of other lines."""
    hooks = [at for at, line in enumerate(lines) if _HOOK.match(line)]
    steps = list(range(hooks[0], hooks[0] + len(hooks))) if hooks else []
    if not steps or not steps[0] or hooks != steps or any("├" in line for line in lines):
        return []
    return [_LABEL.sub("", lines[hooks[0] - 1]), *(_HOOK.sub("", lines[at]) for at in hooks)]


def _plain_entries(lines: Sequence[str]) -> list[str]:
    """The lines that are no sentences; one that holds only people and a year belongs to the one before."""
    entries: list[str] = []
    placed = [wording("place in a list").match(line) for line in lines]
    if sum(found is not None for found in placed) > 1:
        lines = [line[found.end() :] if found else line for line, found in zip(lines, placed, strict=True)]
    for line in lines:
        bare = line.strip(" *_")
        if not bare:
            continue
        if entries and label_key(bare.lstrip("-–—*_ ").rstrip("*_ .")):
            entries[-1] += f" {bare}"
        elif refuses(bare):
            continue
        elif bare[-1] not in ".?!:…。！？：" or _has_identifier(line) or _APA.match(line):
            entries.append(line)
    return entries


def links_of(line: str) -> list[str]:
    """The links of a chain of arrows, a label before each dropped; the line itself where there is no arrow."""
    parts = _BACK.split(line)[::-1] if _BACK.search(line) else _ARROW.split(line)
    return [_LABEL.sub("", part.strip()) for part in parts] if len(parts) > 1 else [line]


@dataclass
class _Run:
    """Items that stand together, with the words before them."""

    before: str
    heading: str
    items: list[_Item]


@dataclass
class _Item:
    text: str
    depth: int
    numbered: bool
    below: list[str]  # the items of a list under it
    has_parts: bool = False  # these are numbered below it: 1.1, 1.2


def _items(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """The texts of items, with the identifiers that the lines below one give for it, and those that are held back.

    Held back are items under a heading that speaks about the answer, and pages that it names as its sources: they are
    its list only where nothing else is.
    """
    if any(_TITLED.match(line) and not MARKED.match(line) for line in lines) or sum(map(_is_titled, lines)) > 1:
        return list(_titled(lines)), []
    runs = [run for run in _runs(lines) if run.items]
    if spoken := lists_of_sentences([[item.text for item in run.items] for run in runs]):
        runs = runs[:-spoken]
    refused = any(refuses(run.before) for run in runs) or refuses(" ".join(_opening(lines)))
    works: list[str] = []
    held: list[str] = []
    for run in runs:
        _strip_labels(run.items)
        entries = [item.text for item in run.items]
        sources = LIST_NAME.fullmatch(run.heading) or LIST_NAME.fullmatch(run.before)
        if sources and (works or (refused and not any(map(is_evident, entries)))):
            continue
        if is_advice(run.before, entries, heading=run.heading, refused=refused):
            continue
        topics = any(map(_is_topic, run.items))
        found = [entry for item in run.items for entry in _works_of(item, among_topics=topics)]
        if is_commentary(run.heading) or is_commentary(run.before):
            telling = sum(is_evident(entry) or _set_off(entry) for entry in entries)
            held.extend(found if 2 * telling > len(entries) and not sources else [])
        elif sources and 2 * sum(map(_is_page, entries)) > len(entries):
            held.extend(found)
        else:
            works.extend(found)
    return works, held


def _strip_labels(items: Sequence[_Item]) -> None:
    """Take the labels from items that all have one in bold, of which some return: "**Start:** …", "**Cites:** …"."""
    labels = [label for item in items if (label := _BOLD_FIELD.match(item.text))]
    if len(labels) == len(items) > len({label["name"].lower() for label in labels}):
        for item, label in zip(items, labels, strict=True):
            item.text = item.text[label.end() :]


def _opening(lines: Sequence[str]) -> list[str]:
    """The first lines, before the first item or heading."""
    words = itertools.takewhile(lambda line: not (MARKED.match(line) or SECTION.match(line)), lines)
    return list(itertools.islice(words, 3))


def _is_page(entry: str) -> bool:
    """Return whether a source is a web page, and not a work that can be told by its identifier."""
    return bool(_PAGE.search(entry)) and not (normalise_doi(entry) or normalise_arxiv_id(entry))


def _is_titled(line: str) -> bool:
    return _TITLED.match(line) is not None


def _works_of(item: _Item, *, among_topics: bool) -> list[str]:
    """The work of an item, or those of the list below it where the item is their topic."""
    item.text = _LEAD_IN.sub("", _HALF_BOLD.sub("", without_asides(item.text)))
    if names_nothing(item.text):
        return []
    if label_key(without_markup(item.text).strip(" .:–—-")) and item.below:
        return [f"{item.text} {item.below[0]}"]  # "**Ames (2019)**", and below it the title
    titles, _ = titles_side_by_side(item.text)
    if titles and all(map(_names_a_work, titles)) and len({title[0] for title in titles}) == 1:
        return titles
    alone = among_topics and len(item.below) == 1 and is_evident(item.below[0]) and not is_evident(item.text)
    return item.below if alone or _is_topic(item) else [item.text]


def _names_a_work(title: str) -> bool:
    """Return whether words that are set off are several, and neither people nor a label."""
    words = without_markup(title).strip('"“”„«»「」《》')
    return len(words.split()) > 2 and not label_key(words) and not words.endswith(":")


def _is_topic(item: _Item) -> bool:
    if item.has_parts and not is_evident(item.text):
        return True
    if item.below and not item.numbered and without_markup(item.text).endswith((":", "：")):
        return True
    works = [entry for entry in item.below if is_evident(entry) or _set_off(entry)]
    return not item.numbered and not is_evident(item.text) and len(works) > 1 and 2 * len(works) > len(item.below)


def _set_off(entry: str) -> bool:
    """Return whether an entry begins with words in bold that are no label of a field."""
    return entry.startswith("**") and not re.match(r"\*\*[^*]{1,40}(?::\*\*|\*\*:)", entry)


def _runs(lines: Sequence[str]) -> Iterator[_Run]:
    numbered = any(_HEADING.match(line) for line in lines)
    roman = any(re.match(r"\s*\**II[.)]", line) for line in lines)
    run = _Run("", "", [])
    for line in lines:
        items = run.items
        detail = DETAIL.match(line) if items and not _is_label(line) else None
        head = _HEADING.match(line)
        initial = _INITIAL.match(line) and not (roman and _ROMAN.match(line))
        marked = head or (None if numbered or initial else MARKED.match(line))
        if detail and detail["id"] and not (marked and _identifies(items[-1].text)):
            items[-1].text += f" {identifier_of(detail)}"
        elif detail and not detail["id"]:
            continue
        elif marked:
            depth = _depth(line)
            if items and not head and depth > items[-1].depth:
                items[-1].below.append(marked["text"])
                items[-1].has_parts |= _PART.match(line) is not None
            else:
                counted = head is not None or line.lstrip(" *(#")[:1] not in "-+•◦‣"
                items.append(_Item(marked["text"], depth, counted, []))
        elif heading := SECTION.match(line):
            yield run
            run = _Run("", (heading["text"] or heading["bold"]).strip(" *:#"), [])
        elif items and line.rstrip(" *_").endswith((":", "：")) and _depth(line) == 0:
            yield run
            run = _Run(line.strip(" *_:："), run.heading, [])
        elif items and _depth(line) > items[-1].depth and line.lstrip()[0].islower() and not items[-1].below:
            items[-1].text += f" {line.strip()}"  # the title goes on
        elif not items:
            introduces = line.rstrip(" *_").endswith((":", "："))
            run.before = line.strip(" *_:：") if introduces else f"{run.before} {line}".strip()
    yield run


def _is_label(line: str) -> bool:
    """Return whether a line is a heading that ends in a colon: "**Notes:**"."""
    return SECTION.match(line) is not None and line.rstrip(" *_").endswith((":", "："))


def _identifies(entry: str) -> bool:
    """Return whether an entry is nothing but an identifier, named or not, and what is said of it in brackets."""
    entry = re.sub(r"\s+\([^()]*\)\W*$", "", entry)
    return is_identifier(re.sub(r"^\W*(?:doi|arxiv|openalex)\W+", "", entry, flags=re.IGNORECASE))


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _titled(lines: Sequence[str]) -> Iterator[str]:
    """The titles of works that are told field by field, each with its identifiers."""
    title, identifiers = "", list[str]()
    for line in lines:
        found, detail = _TITLED.match(line), DETAIL.match(line)
        if (found or _BEGINNING.match(line)) and title:
            yield " ".join([title, *identifiers])
            title, identifiers = "", []
        if found:
            title = found["text"].strip(SIGNS)
        elif detail and detail["id"]:
            identifiers.append(identifier_of(detail))
    if title:
        yield " ".join([title, *identifiers])


def _has_identifier(line: str) -> bool:
    return bool(re.search(r"https?://|\b[wW]\d{4,12}\b|\b10\.\d{4,9}/", line))
