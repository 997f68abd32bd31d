"""How real reports are read: statements, what points only, and what a model's boundaries change.

`python -m perf.report_reading [--boundaries]` reads all reports in LITGAUGE_REAL_DATA/reports. The first table counts,
for each system, the statements that cite, those of them that are short and have no verb, share or amount (an upper
bound of what is no claim: most are short claims), and the entries of lists. With `--boundaries` a model on loopback
splits the report with most pairs of each of ten systems, and the table says what was taken of what it gave.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import statistics
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.llm import Replies, open_door
from litgauge.tasks.records import AgentReport
from litgauge.tasks.reports import ReadReport, read_report
from litgauge.tasks.reports.ingest import ingest
from litgauge.tasks.reports.model_boundaries import ask_boundaries
from litgauge.tasks.reports.reading.source_words import asserts

REPORTS = 10
FEWEST_WORDS = 8


def reports() -> Iterator[tuple[str, AgentReport]]:
    """System and report, for all that are there."""
    root = Path(os.environ.get("LITGAUGE_REAL_DATA", "../shared/data")) / "reports"
    for folder in sorted(path for path in root.iterdir() if path.is_dir()):
        yield from ((folder.name, report) for report in ingest(folder, folder.name).reports)


def count() -> None:
    """The table of systems."""
    tally: dict[str, Counter[str]] = {}
    for system, report in reports():
        read = read_report(report)
        row = tally.setdefault(system, Counter())
        cited = [statement for statement in read.statements if statement.cited]
        row.update(
            reports=1,
            statements=len(read.statements),
            cited=len(cited),
            short=sum(len(re.findall(r"\w+", one.text)) < FEWEST_WORDS and not asserts(one.text) for one in cited),
            pairs=len(read.pairs),
            entries=len(read.entries),
            titles=sum(entry.words.title is not None for entry in read.entries),
        )
    columns = ("reports", "statements", "cited", "short", "pairs", "entries", "titles")
    print(f"{'system':22}" + "".join(f"{name:>12}" for name in columns))
    for system, row in tally.items():
        print(f"{system:22}" + "".join(f"{row[name]:12}" for name in columns))


def boundaries() -> None:
    """What a plausible splitter changes in ten reports, a third of whose requests fail."""
    from tests.llm.openai_server import KEY, Faults, OpenAIServer
    from tests.llm.questions import KEY_ENV, settings_for
    from tests.reports.splitting import misbehaving

    os.environ[KEY_ENV] = KEY
    best: dict[str, tuple[AgentReport, ReadReport]] = {}
    for system, report in reports():
        read = read_report(report)
        if system not in best or len(read.pairs) > len(best[system][1].pairs):
            best[system] = (report, read)
    chosen = sorted(best.values(), key=lambda pair: -len(pair[1].pairs))[:REPORTS]
    names = (
        "report",
        "statements",
        "drawn",
        "taken",
        "refused",
        "cited",
        "drawn",
        "pairs",
        "drawn",
        "words of a cited",
    )
    print(f"| {' | '.join(names)} |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
    faults = Faults(0.3, kinds=("rate-limit", "server-error", "dropped", "prose"))
    with tempfile.TemporaryDirectory() as folder, OpenAIServer({"report_statements": misbehaving}, faults) as server:
        door = open_door(settings_for(server), replies=Replies(Storage(folder)))
        for report, read in chosen:
            drawn = asyncio.run(ask_boundaries(report, read, door))
            refused = Counter(refusal.rule for refusal in drawn.refused)
            rules = ", ".join(f"{rule} {number}" for rule, number in refused.most_common())
            both = (read, drawn.read)
            cells = [
                report.report_id[:40],
                *(len(one.statements) for one in both),
                drawn.accepted,
                rules,
                *(_cited(one) for one in both),
                *(len(one.pairs) for one in both),
                " → ".join(_words(one) for one in both),
            ]
            print(f"| {' | '.join(str(cell) for cell in cells)} |")


def _cited(read: ReadReport) -> int:
    return sum(statement.cited for statement in read.statements)


def _words(read: ReadReport) -> str:
    lengths = [len(statement.text.split()) for statement in read.statements if statement.cited]
    return f"{statistics.mean(lengths):.1f}" if lengths else "–"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boundaries", action="store_true")
    if parser.parse_args().boundaries:
        boundaries()
    else:
        count()


if __name__ == "__main__":
    main()
