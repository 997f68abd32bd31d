"""Topics of known papers in lines: headings, lists, outlines as people type them, tables, prose.

Lines that name known papers are papers, and so are lines of the same kind beside them. What leads to them is a topic,
unless it says no more than that topics or papers follow; all other lines are words about the answer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from litgauge.tasks.answers.outlines import ITALIC_LEVEL, Entry, OutlineLine, nested, plain_text
from litgauge.tasks.answers.sentences import ends_sentence, is_description, is_sentence
from litgauge.tasks.answers.work_lists.wordings import leaves_out
from litgauge.tasks.benchmarks.taxobench.trees.assignments import Assigned, Path, at_planned_topics
from litgauge.tasks.benchmarks.taxobench.trees.known_titles import KnownTitles, Mention
from litgauge.tasks.benchmarks.taxobench.trees.names import (
    BOLD_LEAD,
    STEPS,
    bare_name,
    is_introduction,
    is_label,
    is_papers_label,
    is_tree_label,
    topic_name,
)
from litgauge.tasks.benchmarks.taxobench.trees.names_in_one import papers_apart
from litgauge.tasks.benchmarks.taxobench.trees.outline_asides import (
    is_aside,
    is_field_label,
    is_left_out,
    without_asides,
    without_details,
    without_labels,
    without_offers,
    without_opening,
)
from litgauge.tasks.benchmarks.taxobench.trees.own_keys import KEYS, key_of, keys_in, references, with_cell_titles
from litgauge.tasks.benchmarks.taxobench.trees.titled_rows import row_paths, table_assignments
from litgauge.tasks.text import compact_title
from litgauge.tasks.text.wordings import pattern

_NOT_PLACED = pattern("litgauge.tasks.benchmarks.taxobench.trees", "wordings.json", "not placed")
_BETWEEN_WORDS = 6  # between two papers that are named side by side
_BEFORE_WORDS = 3  # before a title with which a line of prose begins
_FEWEST_ROWS = 3
_QUOTES = ('"', "“", "„", "«", "*", "_", "[")
_HEADINGS = ("heading", "numbered")
_MARKED = 6  # deepest level of a heading with number signs
_RETURNING = 0.7  # of the names before papers may be different ones
_ROOT_WORDS = 4  # of one on a line that ends in a colon; a longer one introduces the tree
_NAME_WORDS = 10  # of a topic on a line without a sign
_NUMBER = re.compile(r"\W*(?:(?:paper|ref(?:erence)?|p|no|title)\W{0,2})?\d{0,4}\W*", re.IGNORECASE)
_CREDIT = re.compile(
    r"\bet al\b|\b(?:19|20)\d\d\b|(?:^|[\s,&])(?:[A-Z]\.[\s-]?){1,3}(?:,|$|\s)|^[A-Z][\w'’-]+ (?:&|and) [A-Z][\w'’-]+$"
)
_LEAD_END = re.compile(r"\s*(?:[:：=–—-]|[(\[](?=\W*$))[\s\"“«„'*_(\[]*$")
_BETWEEN = re.compile(rf"{STEPS.pattern}|\s*::\s*|\s+[/|\\]\s+")
_AFTER = re.compile(r"[?!.\"”»'*_]*\s*(?:[-–—=]{0,2}>|→|➔|»|›|[-–—:|(\[]+)\s*(?P<label>[\w ]{1,20}:\s*)?(?=\S)")
_CODE = re.compile(
    r"\W{0,3}(?P<code>[A-Z](?:\.?\d{1,2}){0,3}|\d{1,2}(?:\.\d{1,2}){0,3}|[IVX]{1,4})[.):]?\s+(?P<words>\S.*)"
)
_FIELD = re.compile(r"[a-z_]{2,20}: ")
_INTRODUCED = re.compile(r"(?:\*\*|__)(?P<name>[^*_]{2,120})(?:\*\*|__) [a-z][^\n]*[:：]$")
"""A line that introduces the tree with its root in bold: "**Owls** can be grouped as follows:"."""
_MARKED_NAME = re.compile(r"(?P<sign>\*{1,2}|_{1,2})(?![*_\s])[^*_\n]{2,80}(?P=sign)\s*[:：]\s*\S")
_BOLD = re.compile(r"(?:\*\*|__)(?P<name>[^*_\n]{2,120})(?:\*\*|__)")
_REMARK = re.compile(r"\W*[^\W\d]\w*(?: \w+){0,2}[:：] (?:[^\s.!?]+ ){4,}[^\n]*[.!。]\W*$")
_HEAD_AND_PART = 2  # names in bold of a paragraph about a topic and those below it
SIGN = re.compile(r"(?:[^\w\s\"“«„'‘*_(\[]+|[A-Za-z]{0,2}\d{0,2}(?:\.\d{1,2}){0,4}[.)])(?=\s)")
"""What a line without a known sign may begin with: "h2.", "§", "A1."."""


@dataclass(slots=True)
class _Row:
    """A line, the papers that it names, and the words around them."""

    line: OutlineLine
    titles: list[str] = field(default_factory=list)
    passing: list[str] = field(default_factory=list)  # named among other words
    quoted: list[str] = field(default_factory=list)  # those of them that stand in quotes
    topic: str = ""  # before the papers
    before: str = ""  # a path before the paper
    after: str = ""
    keyed: bool = False  # its papers are named by their keys
    more: bool = False  # papers may stand beside those that are known


def line_assignments(lines: Sequence[OutlineLine], known: KnownTitles) -> list[Assigned]:
    """Return the papers that lines name, known and unknown, with their topics; [] of lines that name no known one."""
    lines = [part for line in lines if line.kind != "rule" for part in _at_bold_names(line, known)]
    keyed = references(lines, known)
    lines = [with_cell_titles(line, keyed) if line.rows else line for line in lines]
    lines = without_opening(list(without_labels(without_offers(lines))))
    rows = _rows(without_asides(lines) or lines, known, keyed)
    tables = {id(row.line): found for row in rows if (found := table_assignments(row.line.rows, known))}
    if not tables and not any(row.titles for row in rows):
        return []
    return _Outline(rows, tables).assignments()


def _at_bold_names(line: OutlineLine, known: KnownTitles) -> list[OutlineLine]:
    """Return a paragraph with a name in bold at its head as a heading and a line for each other name in bold.

    >>> line = OutlineLine("plain", 0, "", '**Owls.** **Flight** has "Wings of Owls", **Ears** "How Owls Hear".')
    >>> [part.source for part in _at_bold_names(line, KnownTitles(["Wings of Owls", "How Owls Hear"]))]
    ['Owls', '**Flight:** has "Wings of Owls", ', '**Ears:** "How Owls Hear".']
    """
    names = list(_BOLD.finditer(line.source)) if line.kind in ("plain", "item") else []
    names = [name for name in names if len(name["name"].split()) <= _NAME_WORDS and not known.meant([name["name"]])]
    if len(names) < _HEAD_AND_PART or names[0].start():
        return [line]
    ends = [*(name.start() for name in names[1:]), len(line.source)]
    parts = [line.source[name.start() : end] for name, end in zip(names, ends, strict=True)]
    if known.mentions(parts[0]) or not all(map(known.mentions, parts[1:])):
        return [line]
    head = topic_name(replace(line, text=names[0]["name"], source=names[0]["name"])).rstrip(".")
    heading = replace(line, text=head, source=head)
    if line.kind == "plain":
        heading = replace(heading, kind="heading", level=ITALIC_LEVEL + 1)
    below = replace(line, level=line.level + (line.kind == "item"), label="", style="", after_blank=True)
    rests = [part[len(name[0]) :].lstrip(" ,;:") for name, part in zip(names, parts, strict=True)]
    items = [f"**{name['name']}:** {rest}" for name, rest in zip(names[1:], rests[1:], strict=True)]
    return [heading, *(replace(below, text=plain_text(item), source=item) for item in items)]


def _rows(lines: Sequence[OutlineLine], known: KnownTitles, references: Mapping[str, str]) -> list[_Row]:
    """Return a row for each line but those of the answer's own references."""
    rows = [_row(line, known.mentions(line.text)) if line.kind != "table" else _Row(line) for line in lines]
    if references:
        entries = {
            at for at, row in enumerate(rows) if row.titles and references.get(key_of(row.line)) == row.titles[0]
        }
        rows = [row for at, row in enumerate(rows) if at not in entries | _label_of(entries, rows)]
    for row in rows:
        if references and not row.titles and (keys := keys_in(row.line.text, references)):
            row.titles = [references[key] for key in dict.fromkeys(keys)]
            first = next(group for group in KEYS.finditer(row.line.text) if keys_in(group[0], references))
            lead = row.line.text[: first.start()].strip(" :：–—-(")
            row.topic = bare_name(SIGN.sub("", lead).strip()) if lead else ""
            row.keyed = True
    rest = [row for row in rows if row.line.kind != "table" and (not row.titles or row.more)]
    marked = {row.line.text: bold["name"] for row in rest if (bold := BOLD_LEAD.match(row.line.source))}
    meant = known.meant([row.line.text for row in rest])
    named = known.meant(list(marked.values()))
    meant |= {text: named[name] for text, name in marked.items() if name in named and text not in meant}
    kinds = {row.line.kind for row in rows if row.titles or row.line.rows}
    apart = papers_apart([row.line.text for row in rest if row.line.text not in meant], known.titles, known.listed)
    names = known.found([name for _, names in apart.values() for name in names])
    for row in rest:
        topic, parts = apart.get(row.line.text, ("", []))
        titles = [names.get(part, part) for part in parts]
        if not row.titles and row.line.text in meant and (row.line.kind not in _HEADINGS or row.line.kind in kinds):
            row.titles = [meant[row.line.text]]
        elif len(titles) > len(row.titles):
            row.topic, row.titles = topic, titles
    titled = {title for row in rows for title in row.titles}
    if len({title for row in rows for title in row.passing} - titled) > len(titled):  # prose
        for row in rows:
            row.titles = list(dict.fromkeys([*row.titles, *row.passing]))
    titled = {title for row in rows for title in row.titles}
    for row in rows:
        if row.titles and row.line.kind == "plain":  # "Silent wings" shows how, while "Ears" …
            row.titles += [title for title in dict.fromkeys(row.quoted) if title not in titled]
        if is_papers_label(row.topic):
            row.topic = ""
    return [row for row in rows if not (row.titles and _leaves_out(row))]


def _label_of(entries: set[int], rows: Sequence[_Row]) -> set[int]:
    """Return the place of the line above a list, which says what it is: "Paper key:"; of a heading if nothing else
    stands below it.
    """
    above = min(entries, default=0) - 1
    if above < 0:
        return set()
    behind = next((rows[at].line for at in range(above + 1, len(rows)) if at not in entries), None)
    heading = rows[above].line if rows[above].line.kind == "heading" else None
    alone = behind is None or (behind.kind == "heading" and heading is not None and behind.level <= heading.level)
    return {above} if rows[above].line.kind == "plain" or (heading and alone) else set()


def _row(line: OutlineLine, mentions: Sequence[Mention]) -> _Row:
    row = _Row(line)
    if not mentions:
        return row
    text = line.text
    before = text[: mentions[0].start]
    row.topic, row.before = _lead(line, before)
    named: list[Mention] = []
    if line.kind != "plain" or row.topic or row.before or len(re.findall(r"\w+", before)) <= _BEFORE_WORDS:
        named = list(_side_by_side(text, mentions, among_words=bool(row.topic)))
    row.titles = list(dict.fromkeys(one.title for one in named))
    row.passing = [one.title for one in mentions if one.title not in row.titles]
    row.quoted = [one.title for one in mentions if one.title in row.passing and text[: one.start].endswith(_QUOTES)]
    row.more = any(sign in text[: mentions[0].start] + text[mentions[-1].end :] for sign in ",;")
    if len(row.titles) == 1 and (behind := _AFTER.match(text, named[-1].end)):
        row.after = text[behind.end() :].strip(" \t*_()[].")
    return row


def is_remark(text: str) -> bool:
    """Return whether a line explains and names no paper; a title may be a question, and words may follow it.

    >>> is_remark("Each of these is quiet."), is_remark("Why are owls quiet?"), is_remark("Owls: how they fly.")
    (True, False, False)
    """
    return is_sentence(text) and not re.search(r"[?？]\W*$|[:：]\s|\s[–—-]\s", text)


def are_remarks(texts: Sequence[str]) -> bool:
    """Return whether lines of a list explain, each with a word or two before its colon, and name no papers.

    >>> are_remarks(["Overlap: Some papers could stand in several groups.", "Scope: Only owls are taken into account."])
    True
    """
    return bool(texts) and all(_REMARK.match(text) is not None for text in texts)


def named_beside(text: str, known: KnownTitles) -> bool:
    """Return whether words before or behind a known title are the name of a topic or field, or lead there.

    >>> known = KnownTitles(["Silent Wings: How Owls Fly"])
    >>> lines = "Flight: Silent Wings: How Owls Fly", "Silent Wings: How Owls Fly (2020)"
    >>> [named_beside(text, known) for text in lines]
    [True, False]
    """
    mentions = known.mentions(text)
    row = _row(OutlineLine("item", 0, text, text), mentions)
    behind = text[mentions[-1].end :] if mentions else ""
    return bool(row.topic or row.before or STEPS.search(behind) or _FIELD.match(text) or _MARKED_NAME.match(text))


def _leaves_out(row: _Row) -> bool:
    """Return whether a line says that its papers stand nowhere in the tree."""
    text = row.line.text
    beside = text[: text.find(row.titles[0])] if row.titles[0] in text else row.topic
    return is_left_out(row.topic) or leaves_out(beside) or _NOT_PLACED.search(beside) is not None


def _side_by_side(text: str, mentions: Sequence[Mention], *, among_words: bool) -> Iterator[Mention]:
    """Yield the first of a line's titles, and those with little but brackets between them and the one before."""
    end = mentions[0].end
    for mention in mentions:
        between = re.sub(r"\([^()]*\)|\[[^\[\]]*\]", "", text[end : mention.start])
        if mention.end > end and len(between.split()) > _BETWEEN_WORDS and not among_words:
            return
        yield mention
        end = mention.end


def _lead(line: OutlineLine, before: str) -> tuple[str, str]:
    """Return the name before the first paper of a line, or the path before it."""
    if _NUMBER.fullmatch(before) or (_CREDIT.search(before) and not STEPS.search(before)):
        return "", ""
    bare = before.strip(" \t:：\"“«'*_")
    if _BETWEEN.search(before) or bare.endswith("/"):
        return "", bare.strip("/|>→ ") if not bare.endswith("/") else bare.strip("/ ").replace("/", " / ")
    bold = BOLD_LEAD.match(line.source)
    if bold and plain_text(bold["name"]) in before:
        return bare_name(plain_text(bold["name"])).rstrip("."), ""
    end = _LEAD_END.search(before)
    if end and end.start() and len(before[: end.start()].split()) <= _NAME_WORDS:
        return bare_name(before[: end.start()]), ""
    return "", ""


class _Outline:
    """Lines below each other, with the papers that they name."""

    def __init__(self, rows: Sequence[_Row], tables: Mapping[int, list[Assigned]]) -> None:
        self._rows = {id(row.line): row for row in rows}
        self._tables = tables
        self._kept = {id(line) for line in without_details([row.line for row in rows])}
        self._entries = nested(list(self._lines(rows)))
        self._held: dict[int, int] = {}  # papers at and below an entry
        for entry in reversed(list(_all(self._entries))):
            self._held[id(entry)] = len(self._titles(entry)) + sum(self._held[id(below)] for below in entry.below)

    def _lines(self, rows: Sequence[_Row]) -> Iterator[OutlineLine]:
        """Yield the lines that may be topics and papers, those without a sign as items a column further left or at
        their place.
        """
        bold = min(
            (row.line.level for row in rows if row.line.kind == "heading" and row.line.level > _MARKED), default=0
        )
        for at, row in enumerate(rows):
            line, after = row.line, rows[at + 1] if at + 1 < len(rows) else None
            if (
                at
                and line.level == ITALIC_LEVEL
                and line.kind == "heading"
                and rows[at - 1].titles
                and not line.after_blank
            ):
                continue  # what is said of the paper above
            if not at and line.kind == "plain" and (root := _INTRODUCED.match(line.source)):
                line = replace(line, kind="heading", level=0, text=root["name"], source=root["name"])
                self._rows[id(line)] = replace(row, line=line)
                yield line
            elif line.kind != "plain":
                yield line
            elif row.titles and row.topic and bold and BOLD_LEAD.match(line.source):
                line = replace(line, kind="heading", level=bold)
                self._rows[id(line)] = replace(row, line=line)
                yield line
            elif row.titles or self._is_beside(rows, at) or (at and _is_field(row, rows[at - 1])):
                yield self._as_item(row, line.level + 1)
            elif after is not None and _names(row, after, first=not at):
                yield self._as_item(row, line.level)

    def _as_item(self, row: _Row, level: int) -> OutlineLine:
        sign = None if row.titles else SIGN.match(row.line.text)
        line = replace(row.line, kind="item", level=level)
        if sign and sign.end():
            style = sign[0] if sign[0].startswith("h") else re.sub(r"\d+", "1", re.sub(r"[A-Z]", "A", sign[0]))
            text = row.line.text[sign.end() :].strip()
            line = replace(line, level=row.line.level + 1, text=text, source=text, style=style)
        self._rows[id(line)] = replace(row, line=line)
        return line

    def _is_beside(self, rows: Sequence[_Row], at: int) -> bool:
        """Return whether a line without a sign stands among papers, and looks like one."""
        line = rows[at].line
        near = (rows[other].line for other in (at - 1, at + 1) if 0 <= other < len(rows) and rows[other].titles)
        alike = any(other.kind == "plain" and other.level == line.level for other in near)
        below_paper = at > 0 and bool(rows[at - 1].titles) and not line.after_blank
        return (
            alike
            and below_paper
            and id(line) in self._kept
            and not is_sentence(line.text)
            and (not is_description(line.text) or (at + 1 < len(rows) and bool(rows[at + 1].titles)))
        )

    def _row(self, entry: Entry) -> _Row:
        return self._rows[id(entry.line)]

    def _titles(self, entry: Entry) -> list[str]:
        return self._row(entry).titles or [title for _, title in self._tables.get(id(entry.line), ())]

    def assignments(self) -> list[Assigned]:
        """Return the papers with their topics."""
        assigned: list[Assigned] = []
        fields: dict[int, dict[str, str]] = {}  # of known papers, by their place in the list
        plans: list[list[Path]] = []
        codes: dict[str, Path] = {}  # of topics that hold no papers where they stand
        entries = _under_title(self._without_repeats(self._entries), self._held)
        waiting: list[tuple[Entry, Path, Sequence[Entry]]] = [(entry, (), entries) for entry in reversed(entries)]
        while waiting:
            entry, path, beside = waiting.pop()
            row, below = self._row(entry), entry.below
            if id(entry.line) in self._tables:
                table = self._tables[id(entry.line)]
                fields |= {len(assigned) + at: {} for at in range(len(table))}
                assigned += [((*path, *steps), title) for steps, title in table]
            elif row.titles:
                here = (
                    (*path, row.topic) if self._has_topic(row, beside) else (*path, row.before) if row.before else path
                )
                fields |= {len(assigned) + at: self._fields(entry) for at in range(len(row.titles))}
                assigned += [(here, title) for title in row.titles]
                waiting += [(one, here, below) for one in reversed(below) if self._held[id(one)]]
            elif any(self._held[id(one)] for one in below):
                here = path if _is_label(entry.line) else (*path, topic_name(entry.line))
                waiting += [(one, here, below) for one in reversed(below)]
            else:
                plans += [_paths_of(entry)] if below else []
                codes |= _codes_of(entry)
                assigned += self._unknown(entry, path, beside)
        assigned, fields = _without_list(assigned, fields)
        assigned = _with_fields(assigned, fields)
        if codes and all(path and path[-1].rstrip(".:") in codes for path, title in assigned if title):
            return [(path, "") for path in codes.values()] + [
                (codes[path[-1].rstrip(".:")], title) for path, title in assigned if title
            ]
        return at_planned_topics([assigned[at] for at in fields], plans) or assigned

    def _has_topic(self, row: _Row, beside: Sequence[Entry]) -> bool:
        """Return whether the name before a line's papers is their topic: there are several, or others beside it have
        such a name.
        """
        if not row.topic:
            return False
        others = [other for entry in beside if (other := self._row(entry)).titles and other is not row]
        if row.keyed and not is_sentence(row.topic) and len(row.topic.split()) <= _NAME_WORDS:
            return len(row.titles) > 1 or not compact_title(row.titles[0]).startswith(compact_title(row.topic))
        if len(row.titles) > 1:
            times = sum(1 for other in self._rows.values() if other.topic == row.topic and other.titles)
            return times < 2 or bool(others)
        if any(other.before or (len(other.titles) > 1 and other.topic) for other in others):
            return True
        topics = [other.topic for other in (row, *others) if other.topic]
        return len(others) < len(topics) and 1 < len(set(topics)) <= _RETURNING * len(topics)

    def _fields(self, entry: Entry) -> dict[str, str]:
        """Return what is said of a paper: before and behind it, and on the lines below."""
        row = self._row(entry)
        said = {"before it": row.topic, "behind it": row.after} if len(row.titles) == 1 else {}
        for one in entry.below:
            name, colon, value = one.line.text.partition(":")
            if colon and value:
                said[name.strip()] = value.strip()
        return {name: words for name, words in said.items() if words}

    def _unknown(self, entry: Entry, path: Path, beside: Sequence[Entry]) -> Iterator[Assigned]:
        """Yield the papers that nobody knows: lines among known ones, and below topics among topics of known ones."""
        line = entry.line
        alike = [
            one for one in beside if (one.line.kind, one.line.style) == (line.kind, line.style) and self._held[id(one)]
        ]
        papers = [one for one in alike if self._row(one).titles]
        if not entry.below:
            if papers and line.kind == "item" and self._may_be_paper(line):
                yield path, line.text
            elif (
                alike
                and not papers
                and not (is_tree_label(line.text) or is_aside(line.text))
                and (line.kind == "heading" or self._may_be_topic(line, alike))
            ):
                yield (*path, topic_name(line)), ""
            return
        leaves = [one for one in _all(entry.below) if not one.below]
        kinds = {(row.line.kind, row.line.style) for row in self._rows.values() if row.titles}
        if (
            not alike
            or papers
            or are_remarks([one.line.text for one in leaves])
            or not all((one.line.kind, one.line.style) in kinds and self._may_be_paper(one.line) for one in leaves)
        ):
            return
        waiting = [(entry, path)]
        while waiting:
            one, here = waiting.pop()
            if one.below:
                here = here if _is_label(one.line) else (*here, topic_name(one.line))
                yield here, ""
                waiting += [(below, here) for below in reversed(one.below)]
            else:
                yield here, one.line.text

    def _may_be_topic(self, line: OutlineLine, alike: Sequence[Entry]) -> bool:
        """Return whether an item without anything below it stands among topics, and looks like one."""
        return len(alike) > 1 and line.kind == "item" and not (is_sentence(line.text) or is_description(line.text))

    def _may_be_paper(self, line: OutlineLine) -> bool:
        return id(line) in self._kept and not is_remark(line.source)

    def _without_repeats(self, entries: list[Entry]) -> list[Entry]:
        """Return the entries without drafts, summaries and references: those whose papers all stand in others."""
        entries = self._one_of_each(entries)
        if len(entries) == 1:
            entries = [Entry(entries[0].line, self._one_of_each(entries[0].below))]
            self._held[id(entries[0])] = 1
        return entries

    def _one_of_each(self, entries: Sequence[Entry]) -> list[Entry]:
        titles = [{title for one in _all([entry]) for title in self._titles(one)} for entry in entries]
        times = Counter(title for own in titles for title in own)
        kept: list[Entry] = []
        for entry, own in zip(entries, titles, strict=True):
            if len(own) > 1 and 2 * len(own) > len(times) and all(times[title] > 1 for title in own):
                times.subtract(own)
            else:
                kept.append(entry)
        return kept


def _is_field(row: _Row, above: _Row) -> bool:
    """Return whether a line without a sign tells something of the paper above it, "Category: Owls"."""
    line = row.line
    below = bool(above.titles) and line.level >= above.line.level and not line.after_blank
    return below and 0 < len(line.text.partition(":")[0].split()) < _BEFORE_WORDS + 1 and ": " in line.text


def _names(row: _Row, after: _Row, *, first: bool) -> bool:
    """Return whether a line without a sign may name what stands below it."""
    line = row.line
    if ends_sentence(line.text) or len(line.text.split()) > _NAME_WORDS or is_introduction(line.text):
        return False
    label, *rest = re.split("[:：]", line.text, maxsplit=1)
    if any(map(str.strip, rest)) and is_field_label(label):
        return False
    if is_tree_label(line.text) or (
        first and line.source.endswith((":", "：")) and len(line.text.split()) > _ROOT_WORDS
    ):
        return False
    if after.line.kind == "item" and after.line.level <= line.level:
        return False
    if after.line.kind == "plain":
        return after.line.level > line.level or bool(after.titles) or first or not ends_sentence(after.line.text)
    return True


def _is_label(line: OutlineLine) -> bool:
    """Return whether a line says no more than that topics or papers follow."""
    return is_label(line.text) or _NUMBER.fullmatch(line.text) is not None


def _without_list(
    assigned: list[Assigned], fields: dict[int, dict[str, str]]
) -> tuple[list[Assigned], dict[int, dict[str, str]]]:
    """Return the papers without a list of them at no topic, where all of them stand at topics, too."""
    at_topics = {title for path, title in assigned if path}
    kept = [at for at, (path, _) in enumerate(assigned) if path]
    listed = [title for path, title in assigned if not path]
    if len(listed) < _FEWEST_ROWS or not at_topics.issuperset(listed):
        return assigned, fields
    return [assigned[at] for at in kept], {new: fields[at] for new, at in enumerate(kept) if at in fields}


def _with_fields(assigned: list[Assigned], fields: Mapping[int, Mapping[str, str]]) -> list[Assigned]:
    """Return the papers at topics that are named beside them, where nothing else tells the known ones apart."""
    if len({assigned[at][0] for at in fields}) > 1 or len(fields) < _FEWEST_ROWS:
        return assigned
    for at, steps in zip(fields, row_paths(list(fields.values())), strict=True):
        assigned[at] = ((*assigned[at][0], *steps), assigned[at][1])
    return assigned


def _under_title(entries: list[Entry], held: dict[int, int]) -> list[Entry]:
    """Return the forest below its first entry, where that holds nothing and others do."""
    if (
        len(entries) < 3
        or entries[0].below
        or held.get(id(entries[0]), 1)
        or not all(held.get(id(entry), 1) for entry in entries[1:3])
    ):
        return entries
    top = Entry(entries[0].line, entries[1:])
    held[id(top)] = 1
    return [top]


def _all(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yield entries and all below them, each before those below it."""
    waiting = list(entries)[::-1]
    while waiting:
        entry = waiting.pop()
        yield entry
        waiting += reversed(entry.below)


def _codes_of(entry: Entry) -> dict[str, Path]:
    """Return the path of each line of an entry by the number or letter that it begins with, "A1. Owls"."""
    codes: dict[str, Path] = {}
    waiting: list[tuple[Entry, Path]] = [(entry, ())]
    while waiting:
        one, path = waiting.pop()
        whole = plain_text(one.line.source) if one.line.kind == "heading" else f"{one.line.label} {one.line.text}"
        code = _CODE.match(whole)
        here = (*path, topic_name(replace(one.line, text=code["words"], source=code["words"]) if code else one.line))
        codes |= {code["code"]: here} if code else {}
        waiting += [(below, here) for below in reversed(one.below)]
    return codes


def _paths_of(entry: Entry) -> list[Path]:
    """Return the path of each line of an entry that holds no papers."""
    paths: list[Path] = []
    waiting: list[tuple[Entry, Path]] = [(entry, ())]
    while waiting:
        one, path = waiting.pop()
        paths.append((*path, topic_name(one.line)))
        waiting += [(below, paths[-1]) for below in reversed(one.below)]
    return paths
