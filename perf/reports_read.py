"""How real reports are read: the tables of docs/notes/reports.md.

    python -m perf.reports_read FOLDER [AGENT…]

FOLDER holds a folder per agent. With `dls/dls_extracted.jsonl` among them, the published (fact, address) pairs of that
system are compared with ours as well.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from pathlib import Path

from litgauge.tasks.citations.addresses import clean_url, page_of
from litgauge.tasks.records import AgentReport
from litgauge.tasks.reports import ReadReport, cited_works, read_report
from litgauge.tasks.reports.diagnostics import diagnose
from litgauge.tasks.reports.ingest import ingest

HEAD = (
    "| agent | reports | statements | cited | links by kind | pairs | unresolved | entry without address | stray |"
    " entries | pages | with identifier | works (with title) | told |"
)


def table(folder: Path, agents: list[str]) -> list[str]:
    """The lines of the table, one an agent."""
    lines = [HEAD, "|---|---:|---:|---:|---|" + "---:|" * 8 + "---|"]
    for agent in agents:
        rows = ingest(folder / agent, agent).reports
        lines.append(_line(agent, [(row, read_report(row)) for row in rows]))
    return lines


def _line(agent: str, taken: list[tuple[AgentReport, ReadReport]]) -> str:
    reads = [read for _, read in taken]
    links = [link for read in reads for link in read.links]
    works = [work for read in reads for work in cited_works(read)]
    kinds = Counter(link.marker for link in links)
    told = Counter(one.code for row, read in taken for one in diagnose(row, read))
    identified = sum(any(getattr(work.identity, name) for name in _IDENTIFIERS) for work in works)
    cells = [
        agent,
        len(taken),
        sum(len(read.statements) for read in reads),
        sum(statement.cited for read in reads for statement in read.statements),
        ", ".join(f"{kind} {count}" for kind, count in kinds.most_common()) or "–",
        sum(len(read.pairs) for read in reads),
        sum(len(read.unresolved) for read in reads),
        sum(link.url is None and link.entry is not None for link in links),
        sum(len(read.stray) for read in reads),
        sum(len(read.entries) for read in reads),
        sum(work.page is not None for work in works),
        identified,
        f"{len(works)} ({sum(work.title is not None for work in works)})",
        ", ".join(f"{code} {count}" for code, count in told.items()) or "–",
    ]
    return f"| {' | '.join(map(str, cells))} |"


_IDENTIFIERS = ("doi", "arxiv_id", "openreview_id", "acl_id", "pubmed_id", "semantic_scholar_id")


def published_pairs(path: Path) -> list[str]:
    """For each report of a published extraction: its pairs and ours by page and count, and how its facts differ."""
    lines = []
    for raw in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(raw)
        read = read_report(AgentReport(str(row["id"]), "", None, None, "", "", row["article"], ""))
        theirs = Counter(page_of(url) for one in row["citations"] if (url := clean_url(one["url"] or "")))
        ours = Counter(link.page for link in read.links if link.page)
        stray = sum(link.page is not None for link in read.stray)
        facts = Counter(_likeness(one, read) for one in row["citations"])
        kinds = ", ".join(f"{kind} {count}" for kind, count in facts.most_common()) or "none"
        lines.append(
            f"report {row['id']}: theirs {theirs.total()}, ours {ours.total()}, both {(theirs & ours).total()}, outside"
            f" of statements {stray}; facts: {kinds}"
        )
    return lines


def _likeness(citation: dict[str, str], read: ReadReport) -> str:
    fact = _bare(citation["fact"])
    own = [
        _bare(read.statements[link.statement].text) for link in read.links if link.label == f"[{citation['ref_idx']}]"
    ]
    if fact in own:
        return "equal"
    if any(fact in statement for statement in own):
        return "part of ours"
    return "ours is part" if any(statement in fact for statement in own) else "reworded"


def _bare(text: str) -> str:
    return "".join(character for character in re.sub(r"\[\d+\]", "", text).casefold() if character.isalnum())


if __name__ == "__main__":
    root = Path(sys.argv[1])
    named = sys.argv[2:] or sorted(path.name for path in root.iterdir() if path.is_dir())
    sys.stdout.write("\n".join(table(root, named)) + "\n")
    if (extraction := root / "dls" / "dls_extracted.jsonl").exists():
        sys.stdout.write("\n".join(published_pairs(extraction)) + "\n")
