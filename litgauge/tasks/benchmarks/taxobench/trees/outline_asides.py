"""Parts of an outline that are no part of its tree: notes, statistics, offers, lists of steps, fields of papers."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, zip_longest

from litgauge.tasks.answers.outlines import OutlineLine
from litgauge.tasks.answers.sentences import is_description, is_sentence, lists_of_sentences
from litgauge.tasks.answers.work_lists.wordings import excludes
from litgauge.tasks.benchmarks.taxobench.trees.names import BOLD_LEAD, is_label, listed_papers
from litgauge.tasks.text.wordings import pattern

_PLACE = ("litgauge.tasks.benchmarks.taxobench.trees", "wordings.json")
_ASIDE, _ASIDE_BEHIND, _ASIDE_BEFORE, _DETAIL, _OFFER, _OUTLOOK = (
    pattern(*_PLACE, kind) for kind in ("aside", "aside behind", "aside before", "detail", "offer", "outlook")
)
_ASIDE_OR_TOPIC = pattern(*_PLACE, "aside or topic")
_SPELLED_OUT, _LEFT_OUT = pattern(*_PLACE, "names spelled out"), pattern(*_PLACE, "left out")
_LIKE_TITLE = re.compile(r"\b(?:19|20)\d\d\b|[\"“”«»\[\]()*_]|\w: [A-Z]|[a-z][A-Z]")
_SHORT_ITEM = 6  # words of what is no title, where nothing else says that it is one
_ADDRESS_OR_COUNT = re.compile(r"https?://|www\.|[:：]\s*\d+(?:\s*%|/\d+)?$")
_SHORT_FIELD = 2  # words
_LISTED = ("item", "plain")
_LONGEST_FIELD = 4  # words of its name
_INTRODUCTION_WORDS = 6  # a longer line before the last list introduces it


def without_asides(lines: Sequence[OutlineLine]) -> list[OutlineLine]:
    """Return the lines without the sections and lists that are called notes, summary, references and the like."""
    kept: list[OutlineLine] = []
    aside: int | None = None
    outlooks = set(_outlooks(lines)) - (topics := set(_topics_called_like_asides(lines)))
    headings = [at for at, line in enumerate(lines) if line.kind == "heading"]
    last = max((at for at in headings if at in topics or not (_is_aside(lines[at]) or at in outlooks)), default=-1)
    for at, line in enumerate(lines):
        if line.kind == "heading":
            if aside is not None and line.level <= aside:
                aside = None
            before = _ASIDE_BEFORE.fullmatch(line.text) and not any(entry.kind != "plain" for entry in kept[1:])
            if (
                aside is None
                and kept
                and (before or _ASIDE.fullmatch(line.text) or (at > last and (_is_aside(line) or at in outlooks)))
            ):
                aside = line.level
        if aside is None:
            kept.append(line)
    return kept if any(line.marked for line in kept) else []


def is_aside(name: str) -> bool:
    """Return whether a section of this name is no topic, wherever it stands."""
    return _ASIDE.fullmatch(name) is not None or _ASIDE_BEFORE.fullmatch(name) is not None


def is_field_label(name: str) -> bool:
    """Return whether words are the label of something that is said of a topic or paper: "Description", "Year"."""
    return _DETAIL.fullmatch(f"{name}:") is not None


def _topics_called_like_asides(lines: Sequence[OutlineLine]) -> Iterator[int]:
    """Yield the headings such as "Citations" and "Coverage" that have papers below them which stand nowhere else."""
    starts = [at for at, line in enumerate(lines) if line.kind == "heading"]
    times = Counter(line.text for line in lines if line.kind == "item")
    for start, end in pairwise([*starts, len(lines)]):
        items = [line for line in lines[start + 1 : end] if line.kind == "item"]
        if items and _ASIDE_OR_TOPIC.fullmatch(lines[start].text) and all(_is_paper(line, times) for line in items):
            yield start


def _is_paper(line: OutlineLine, times: Mapping[str, int]) -> bool:
    """Return whether an item looks like a title that stands nowhere else: no sentence, address or count."""
    spoken = line.text.endswith((".", "。")) and is_description(line.text)
    told = spoken or is_sentence(line.source) or _ADDRESS_OR_COUNT.search(line.text) or line.label.startswith("[")
    return not told and times[line.text] == 1 and len(line.text.split()) > _SHORT_FIELD


def without_comments(lines: Sequence[OutlineLine]) -> list[OutlineLine]:
    """Return the lines without lists behind the tree that hold sentences where those of the tree hold none.

    A line that introduces such a list goes with it, and so does a heading.
    """
    last = max((at for at, line in enumerate(lines) if line.kind in ("heading", "numbered", "table")), default=-1)
    for at, (line, after) in enumerate(pairwise(lines)):
        if at > max(last, 0) and line.kind == "plain" and after.kind == "item" and _is_aside(line):
            lines = lines[:at]  # "Sources", without a sign of a heading
            break
    runs = _list_runs(lines)
    spoken = lists_of_sentences([[lines[at].source for at in run if lines[at].kind == "item"] for run in runs])
    dropped: set[int] = set()
    for run in runs[len(runs) - spoken :]:
        if lines[run.start - 1].kind in ("item", "table"):
            break
        dropped.update((run.start - 1, *run))
    return [line for at, line in enumerate(lines) if at not in dropped]


def _outlooks(lines: Sequence[OutlineLine]) -> Iterator[int]:
    """Yield the headings of open challenges and the like whose items do not look like papers, as those of others do."""
    starts = [at for at, line in enumerate(lines) if line.kind in ("heading", "numbered")]
    for start, end in zip(starts, [*starts, len(lines)][1:], strict=True):
        items = [line for line in lines[start + 1 : end] if line.kind == "item"]
        titles = sum(1 for line in items if _LIKE_TITLE.search(line.source) or len(line.text.split()) > _SHORT_ITEM)
        sentences = sum(
            1 for line in items if line.text.endswith((".", "?", "。", "？")) or BOLD_LEAD.match(line.source)
        )
        if _OUTLOOK.fullmatch(lines[start].text) and (2 * titles < len(items) or 2 * sentences > len(items)):
            yield start


def _is_aside(line: OutlineLine) -> bool:
    return any(kind.fullmatch(line.text) for kind in (_ASIDE, _ASIDE_BEHIND, _SPELLED_OUT, _LEFT_OUT)) or excludes(
        line.text
    )


def is_left_out(name: str) -> bool:
    """Return whether a name is that of papers which stand nowhere in the tree: "Unassigned"."""
    return bool(name) and (excludes(name) or _LEFT_OUT.fullmatch(name) is not None)


def without_introduced_lists(lines: Sequence[OutlineLine]) -> list[OutlineLine]:
    """Return the lines without a flat list before the tree, and one behind it that a sentence introduces.

    "I went through these steps:" and "Do you want me to add:" stand before such lists.
    """
    headings = [at for at, line in enumerate(lines) if line.kind in ("heading", "numbered")]
    runs = _list_runs(lines)
    dropped: set[int] = set()
    if runs and _is_flat(lines, runs[0]) and _is_before_tree(lines, runs[0], headings):
        dropped.update(runs[0])
    if len(runs) > 1 and _is_flat(lines, runs[-1]) and not any(at >= runs[-2].stop for at in headings):
        before = lines[runs[-1].start - 1]
        if before.kind == "rule" or (before.kind == "plain" and _introduces(before)):
            dropped.update(runs[-1])
    return [line for at, line in enumerate(lines) if at not in dropped]


def without_labels(lines: Sequence[OutlineLine]) -> Iterator[OutlineLine]:
    """Yield the lines without those that say no more than that papers or topics follow, "**Key papers:**"; what stands
    below them stands in their place.
    """
    above: list[tuple[OutlineLine, int]] = []  # labels, and by how much what is below them is deeper
    for line, after in zip_longest(lines, lines[1:]):
        while above and (line.kind in ("heading", "numbered") or line.level <= above[-1][0].level):
            above.pop()
        if after and is_label(line.text) and not _ASIDE.fullmatch(line.text):
            if line.kind in _LISTED and after.level > line.level:
                above.append((line, after.level - line.level))
            continue
        if above:
            first = line.level == above[-1][0].level + above[-1][1]
            line = replace(
                line,
                level=line.level - sum(deeper for _, deeper in above),
                style=above[-1][0].style if first else line.style,
            )
        yield line


def without_opening(lines: Sequence[OutlineLine]) -> list[OutlineLine]:
    """Return the lines without what opens an answer before its tree: a heading, "Overview", over prose, and a list of
    what guides it, in another style than the tree, which follows at the same place.
    """
    kept = list(lines)
    top = next((at for at, line in enumerate(kept) if line.kind != "plain"), 0)
    if [line.kind for line in kept[top : top + 2]] == ["heading", "plain"] and _ASIDE_BEFORE.fullmatch(kept[top].text):
        del kept[top]
    items = [at for at, line in enumerate(kept) if line.kind == "item"]
    alike = [at for at in items if _shape(kept[at]) == _shape(kept[items[0]])]
    start, stop = (alike[0], alike[-1] + 1) if alike else (0, 0)
    in_a_row = stop - start == len(alike) > 1 and kept[start].style
    if in_a_row and stop < len(kept) and (kept[stop].kind, kept[stop].level) == ("item", kept[start].level):
        del kept[start:stop]
    return kept


def _shape(line: OutlineLine) -> tuple[str, int, str]:
    return line.kind, line.level, line.style


def without_offers(lines: Sequence[OutlineLine]) -> list[OutlineLine]:
    """Return the lines without what an answer asks or offers at its end: "Would you like me to:", and its list."""
    last = max((at for at, line in enumerate(lines) if line.kind in ("heading", "numbered", "table")), default=-1)
    for at, line in enumerate(lines):
        is_offer = line.kind in ("plain", "heading") and _OFFER.match(line.text)
        if is_offer and at >= last and any(before.kind != "plain" for before in lines[:at]):
            return list(lines[:at])
    runs = _list_runs(lines)
    below_topic = bool(runs) and lines[runs[-1].start - 1].kind in ("heading", "numbered")  # titles may be questions
    if len(runs) > 1 and not below_topic and all(lines[at].text.endswith(("?", "？")) for at in runs[-1]):
        return list(lines[: runs[-1].start])
    return list(lines)


def _is_before_tree(lines: Sequence[OutlineLine], run: range, headings: Sequence[int]) -> bool:
    """Return whether a list stands before the first heading, or before a nested list that prose parts from it."""
    rest = range(run.stop, len(lines))
    if any(at < run.start for at in headings) or not any(lines[at].kind in ("item", "table") for at in rest):
        return False
    return bool(headings) or (lines[run.stop].kind in ("plain", "rule") and not _is_flat(lines, rest))


def _introduces(line: OutlineLine) -> bool:
    return line.text.endswith((":", "?", "：", "？")) and len(line.text.split()) > _INTRODUCTION_WORDS


def _list_runs(lines: Sequence[OutlineLine]) -> list[range]:
    """Return the positions of items that follow each other without a heading, a rule or prose between them."""
    runs: list[range] = []
    for at, line in enumerate(lines):
        if line.kind == "item":
            if runs and runs[-1].stop == at:
                runs[-1] = range(runs[-1].start, at + 1)
            else:
                runs.append(range(at, at + 1))
        elif line.kind == "plain" and runs and runs[-1].stop == at and not (line.after_blank and line.level == 0):
            runs[-1] = range(runs[-1].start, at + 1)  # prose that belongs to an item
    return runs


def _is_flat(lines: Sequence[OutlineLine], run: range) -> bool:
    return len({(lines[at].level, lines[at].style) for at in run if lines[at].kind == "item"}) < 2


def without_prose_sections(lines: Sequence[OutlineLine]) -> list[OutlineLine]:
    """Return the lines without headings that have nothing but prose below them, where others have papers."""
    positions = [at for at, line in enumerate(lines) if line.kind in ("heading", "numbered")]
    ends = [*positions, len(lines)][1:]
    prose: set[int] = set()
    listed = False
    for at, end in zip(positions, ends, strict=True):
        kinds = {line.kind for line in lines[at + 1 : end]}
        deeper = end < len(lines) and lines[end].level > lines[at].level
        listed |= bool(kinds & {"item", "table"})
        if "plain" in kinds and not deeper and not kinds & {"item", "table"}:
            prose.add(at)
    return [line for at, line in enumerate(lines) if not (listed and at in prose)]


def without_details(lines: Sequence[OutlineLine]) -> Iterator[OutlineLine]:
    """Yield the lines without the items that tell of a paper or topic field by field, and what stands below them.

    A field is known by its name, or by returning below several topics with a description behind it.
    """
    detail: int | None = None
    returning = _returning_fields(lines)
    below_item = False
    for line in lines:
        if detail is not None and line.kind in ("item", "plain") and line.level > detail:
            continue
        told = line.kind == "item" or (line.kind == "plain" and below_item and not line.after_blank)
        below_item = line.kind == "item" or told
        is_detail = told and (_DETAIL.match(line.text) or _field(line) in returning) and not listed_papers(line.text)
        detail = line.level + (line.kind == "plain") if is_detail else None  # an item stands a column deeper
        if not is_detail:
            yield line


def _returning_fields(lines: Sequence[OutlineLine]) -> set[str]:
    """Return the names of fields with a description that stand in several lists, "Key challenge: needs all nodes"."""
    places: dict[str, set[int]] = defaultdict(set)
    described: Counter[str] = Counter()
    group = 0
    above = None
    for line in lines:
        if line.kind not in _LISTED or above is None or line.level < above.level or above.kind not in _LISTED:
            group += 1
        above = line
        if name := _field(line):
            places[name].add(group)
            described[name] += is_description(line.text[len(name) :]) or line.text.endswith((".", "。"))
    return {name for name, groups in places.items() if len(groups) > 1 and 2 * described[name] > len(groups)}


def _field(line: OutlineLine) -> str:
    """Return the name before a colon, "" for none or for a long one."""
    name, *rest = re.split("[:：]", line.text, maxsplit=1)
    is_field = line.kind in _LISTED and any(map(str.strip, rest)) and len(name.split()) <= _LONGEST_FIELD
    return name.casefold() if is_field else ""
