"""Leak rate and false-refusal rate of what is kept from agents: `python -m perf.leak_filter [CASES] [published]`.

200 invented surveys, or those of ReportBench under LITGAUGE_REAL_DATA, in the forms of `tests/agents/red_team`: a leak
is a page or search result that gives the survey away and is shown; a false refusal is another one that is kept back.
The last line is the time that the filter takes for a page of 1 MB against 200 references.
"""

from __future__ import annotations

import itertools
import os
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from litgauge.tasks.agents.page_reader import ReadPage
from tests.agents.red_team.measure import Count, filter_of, refused_pages, shown_leaks
from tests.agents.red_team.works import Case, Paper, invented_cases, published_cases


def main(most: int, *, published: bool, examples: bool) -> None:
    cases = published_surveys()[:most] if published else invented_cases(most)
    print(f"{len(cases)} surveys")
    for heading, counts in (("leaks", shown_leaks(cases)), ("false refusals", refused_pages(cases))):
        print(f"\n| {heading}: kind | of | % | undecided |\n|---|---|---|---|")
        for kind, count in sorted(grouped(counts).items()):
            print(f"| {kind} | {count.total:,} | {share(count)} | {count.undecided or ''} |")
        whole = joined(counts.values())
        print(f"| **all** | {whole.total:,} | **{share(whole)}** | {whole.undecided or ''} |")
        for kind, count in counts.items() if examples else ():
            if count.wrong:
                print(f"{kind}: {share(count)} %, such as {count.example}")
    print(f"\na page of 1 MB: {1000 * large_page_s(cases[0]):.0f} ms")


def grouped(counts: Mapping[str, Count]) -> dict[str, Count]:
    """The counts with all forms of search results, and of addresses, as one each."""
    groups: dict[str, list[Count]] = defaultdict(list)
    for kind, count in counts.items():
        head = kind.partition(":")[0]
        groups[f"{head}, any form" if head in ("result", "address", "result at address") else kind].append(count)
    return {kind: joined(group) for kind, group in groups.items()}


def joined(counts: Iterable[Count]) -> Count:
    each = list(counts)
    return Count(sum(c.wrong for c in each), sum(c.total for c in each), sum(c.undecided for c in each))


def share(count: Count) -> str:
    return f"{100 * count.wrong / count.total:.2f}"


def published_surveys() -> list[Case]:
    folder = Path(os.environ.get("LITGAUGE_REAL_DATA", "../shared/data"))
    return published_cases(folder / "reportbench_v1.1", sorted((folder / "arxiv").glob("*.jsonl")))


def large_page_s(case: Case) -> float:
    """Return the processor's time for a page that names none of 200 references."""
    references = tuple(Paper(f"Something else about matter number {number}") for number in range(200))
    keeper = filter_of(Case(case.survey, references))
    words = itertools.islice(itertools.cycle(" ".join(case.similar[0].text).split()), 1_000_000 // 7)
    page = ReadPage("https://e.example/", "Long", " ".join(words)[:1_000_000])
    keeper.verdict(page)
    start = time.process_time()
    keeper.verdict(page)
    return time.process_time() - start


if __name__ == "__main__":
    numbers = [int(one) for one in sys.argv[1:] if one.isdecimal()]
    main(numbers[0] if numbers else 200, published="published" in sys.argv, examples="examples" in sys.argv)
