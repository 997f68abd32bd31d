"""The offline judge against published verdicts: `python -m perf.published_verdicts [dls_validated.jsonl]`.

The file holds deep-research reports with facts that were taken out of them, the text of the page that each fact cites,
and a verdict of a published validator (supported, unsupported, unknown) on each pair. The offline rules judge the same
pairs by the same texts. The figures are printed, not judged: no threshold depends on them.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.llm import ModelSettings, Replies, open_door
from litgauge.tasks.statistics import JudgedItem, agreements
from perf.offline_judge import DEFAULT, outcome

FILE = "reports/dls/dls_validated.jsonl"
LABELS = {"supported": "supported", "unsupported": "not-supported"}  # "unknown" is no label


def pairs(path: Path) -> Iterator[tuple[str, str, str]]:
    """Statement, text of its page, and the published verdict."""
    with path.open(encoding="utf-8") as lines:
        pages = [page for line in lines for page in json.loads(line)["citations_deduped"].values()]
    for page in pages:
        for verdict in page.get("validate_res") or ():
            if verdict["result"] in LABELS and page["url_content"]:
                yield page["facts"][verdict["idx"]], page["url_content"], LABELS[verdict["result"]]


async def main(path: Path) -> None:
    """Print how the rules and the published verdicts agree."""
    published, ours = [], []
    with tempfile.TemporaryDirectory() as folder:
        door = open_door(ModelSettings(), replies=Replies(Storage(folder)))
        for number, (statement, text, verdict) in enumerate(pairs(path)):
            published.append(JudgedItem("cited", (str(number),), verdict))
            ours.append(JudgedItem("cited", (str(number),), (await outcome(door, statement, "", text))[0]))
    (found,) = agreements({"published": published, "offline rules": ours})
    (two,) = found.between
    print(f"{two.items} pairs, agree {two.raw:.1%}, Cohen's kappa {two.kappa:.2f}")
    counts = Counter({(said, ruled): count for said, ruled, count in two.confusion})
    for said in LABELS.values():
        total = sum(count for (one, _), count in counts.items() if one == said)
        print(f"  published as {said:14} {total:4}: the rules support {counts[said, 'supported'] / total:.1%}")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT / FILE))
