"""Score runs of real reports by a judge that misbehaves: `python -m perf.misbehaving_judge [FOLDER SYSTEM…]`.

Of the cited pages, made up here, a tenth is gone, a tenth answers 403, and the others say half of the statements that
cite them, word for word: so the right outcome of every pair is known. Three of ten requests to the judge go wrong, in
eleven ways of transport and of the model. Printed is a row a system; then the same run again, which must ask nothing.
"""

from __future__ import annotations

import hashlib
import html
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from perf._measured import QUIET

if TYPE_CHECKING:
    from litgauge.tasks.ledger import LoadedRun
    from litgauge.tasks.records import AgentReport
    from tests.llm.openai_server import Asked, OpenAIServer

REPOSITORY = Path(__file__).resolve().parents[1]
REPORTS = REPOSITORY.parent / "shared" / "data" / "reports"
SYSTEMS = ("claude_tickr_0929", "ds_deepscholar-base", "gemini_api_tool")
MOST_REPORTS = 4  # of a system
RATE = 0.3
HEAD = (
    "| system | reports | statements | cited | pairs | supported | not | unreachable | page not opened | judge failed "
    "| verdicts right | requests | went wrong | replies paid | stored | again |\n"
    f"|---|{'---:|' * 15}"
)


def main(folder: Path, systems: Sequence[str]) -> None:
    """Print the table."""
    sys.path.insert(0, str(REPOSITORY))
    print(HEAD)
    with tempfile.TemporaryDirectory() as scratch, prefect(Path(scratch)):
        for system in systems:
            print(row_of(system, folder / system, Path(scratch) / system), flush=True)


@contextmanager
def prefect(folder: Path) -> Iterator[None]:
    os.environ |= {**QUIET, "PREFECT_HOME": f"{folder}/prefect"}
    from litgauge.flows.ui.address import ServerAddress
    from litgauge.flows.ui.server import prefect_server
    from tests.flows.live import free_port

    with prefect_server(ServerAddress(port=free_port()), folder / "server.log") as url:
        os.environ["PREFECT_API_URL"] = url
        yield


def row_of(system: str, source: Path, folder: Path) -> str:
    """Lay out a benchmark of one system's reports, score them twice, and say how that went."""
    from litgauge.tasks.benchmarks.reportbench.published.importing import import_published
    from litgauge.tasks.engine.storage import Storage
    from litgauge.tasks.reports.ingest import ingest
    from tests.llm.openai_server import KEY, Faults, OpenAIServer

    reports = ingest(source, system).reports[:MOST_REPORTS]
    lay_out(folder, reports)
    import_published(Storage(str(folder / "store")), folder / "published")
    answers = {
        "supporting_passage": passage, "statement_verdict": verdict, "joint_verdict": verdict,
        "scholarly_page": scholarly, "uncited_facts": by_rules, "fact_vote": by_rules,
    }  # fmt: skip
    os.environ["LITGAUGE_TEST_KEY"] = KEY
    with OpenAIServer(answers, faults=Faults(RATE), model="*") as server:
        began = time.perf_counter()
        run = scored(server, folder)
        seconds, requests, faults = time.perf_counter() - began, server.log.requests, server.log.faults.total()
        replies = server.log.replies
        scored(server, folder)
        again = server.log.requests - requests
    stored = len(list((folder / "store").glob("replies/*/*.json")))
    counts, right = outcomes(run)
    cells = (
        system, len(reports), len(run.rows["statements"]), sum(one.cited for one in run.rows["statements"]),
        len(run.rows["pairs"]), counts["supported"], counts["not-supported"], counts["unreachable"],
        counts["page not opened"], counts["judge failed"], f"{right} of {counts.total() - counts['judge failed']}",
        requests, faults, replies, stored, again,
    )  # fmt: skip
    print(f"{system}: {seconds:.0f} s", file=sys.stderr)
    return f"| {' | '.join(map(str, cells))} |"


def lay_out(folder: Path, reports: Sequence[AgentReport]) -> None:
    """Write a published benchmark whose prompts the reports answer, the reports, and the pages that they cite."""
    (folder / "published" / "gt").mkdir(parents=True)
    (folder / "answers").mkdir()
    tasks, rows = [], []
    for number, report in enumerate(reports):
        prompt = f"Question {number}: what is known of the subject of report {report.report_id}, and since when?"
        name = f"2101.{number:05}"
        task = {
            "arxiv_id": name, "title": f"A survey of subject {number}", "abstract": None, "categories": "cs.CV",
            "authors_parsed": [["Ames", "Ada", ""]], "license": None, "doi": None, "application_domain": "Kites",
            "versions": [{"version": "v1", "created": "Mon, 4 Jan 2021 10:00:00 GMT"}], "prompt": prompt,
        }  # fmt: skip
        tasks.append(json.dumps(task))
        entry = {"bib_id": "one", "title": f"A work on subject {number}", "author": "Ames, Ada", "meta_info": {}}
        (folder / "published" / "gt" / f"{name}.jsonl").write_text(json.dumps(entry) + "\n", encoding="utf-8")
        rows.append(json.dumps({"id": str(number), "prompt": prompt, "article": report.text}))
    (folder / "published" / "ReportBench_v1.1.jsonl").write_text("\n".join(tasks), encoding="utf-8")
    (folder / "answers" / "reports.jsonl").write_text("\n".join(rows), encoding="utf-8")
    lay_out_pages(folder / "pages", reports)


def lay_out_pages(folder: Path, reports: Sequence[AgentReport]) -> None:
    from litgauge.tasks.reports import read_report

    folder.mkdir()
    said: dict[str, tuple[str, list[str]]] = {}  # address and what its page says, by page
    for report in reports:
        read = read_report(report)
        for link in read.links:
            if link.page and link.url:
                sentences = said.setdefault(link.page, (link.url, []))[1]
                if is_said(read.statements[link.statement].text, link.page):
                    sentences.append(read.statements[link.statement].text)
    index: dict[str, Any] = {}
    for page, (url, sentences) in said.items():
        if (fate := fate_of(page)) == "gone":
            continue  # an index that does not have it says 404
        file = f"{hashlib.sha256(page.encode()).hexdigest()[:16]}.html"
        body = "".join(f"<p>{html.escape(sentence)}</p>" for sentence in [*dict.fromkeys(sentences), FILLER])
        (folder / file).write_text(f"<html><body><article>{body}</article></body></html>", encoding="utf-8")
        index[url] = {"status": 403 if fate == "closed" else 200, "content_type": "text/html", "file": file}
    (folder / "index.json").write_text(json.dumps(index), encoding="utf-8")


FILLER = "Much else is written here about weather, string and patience, none of which anybody has cited so far."


def fate_of(page: str) -> str:
    """Return what becomes of a page: "gone", "closed", or "open"."""
    return {0: "gone", 1: "closed"}.get(int(hashlib.sha256(page.encode()).hexdigest(), 16) % 10, "open")


def is_said(statement: str, page: str) -> bool:
    """Return whether the page says the statement: half of them do."""
    return int(hashlib.sha256(f"{statement}\0{page}".encode()).hexdigest(), 16) % 2 == 0


def outcomes(run: LoadedRun) -> tuple[Counter[str], int]:
    """Return how often each outcome came, and how many of those that were judged are right."""
    texts = {(one.report_id, one.number): one.text for one in run.rows["statements"]}
    counts: Counter[str] = Counter()
    right = 0
    for pair in run.rows["pairs"]:
        got = pair.outcome
        if got == "judge-failed":
            got = "page not opened" if pair.reason.startswith("page-") else "judge failed"
        statement = texts[pair.report_id, pair.statement]
        said = "supported" if is_said(statement, pair.page) else "not-supported"
        right += got == {"gone": "unreachable", "closed": "page not opened", "open": said}[fate_of(pair.page)]
        counts[got] += 1
    return counts, right


def scored(server: OpenAIServer, folder: Path) -> LoadedRun:
    from litgauge.flows.configs import score_config
    from litgauge.flows.reportbench.score import score_reports
    from litgauge.tasks.base.errors import TooManyFailures
    from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
    from litgauge.tasks.engine.storage import Storage
    from litgauge.tasks.ledger import list_score_runs, load_score_run

    model = {
        "provider": "openai", "model": server.model, "base_url": server.url, "api_key_env": "LITGAUGE_TEST_KEY",
        "timeout_s": 5.0, "backoff_s": 0.01, "backoff_max_s": 0.05, "retries": 12, "max_concurrency": 16,
    }  # fmt: skip
    judge = {"model": model, "voters": [{"model": model, "votes": 2, "web": "none"}], "facts": {"sample": 5}}
    values = {"release": "reportbench-v1.1", "run": str(folder / "answers"), "agent": folder.name}
    config = score_config(REPORTBENCH, {**values, "pages": str(folder / "pages"), "judge": judge})
    storage = Storage(str(folder / "store"))
    try:
        return load_score_run(storage, score_reports(config=config, storage=storage.url)["run"])
    except TooManyFailures:
        return load_score_run(storage, list_score_runs(storage)[-1])


def passage(asked: Asked) -> Mapping[str, Any]:
    """Quote the statement where the document has it."""
    inputs = data_of(asked)
    return {"quotes": [inputs["statement"]] if plain(inputs["statement"]) in plain(inputs["document"]) else []}


def verdict(asked: Asked) -> Mapping[str, Any]:
    """Believe what stands in the passage."""
    inputs = data_of(asked)
    statement = plain(inputs.pop("statement"))
    shown = [plain(text) for name, text in inputs.items() if name != "context"]
    return {"reason": "It does, or does not.", "supported": any(statement in text for text in shown)}


def scholarly(asked: Asked) -> Mapping[str, Any]:
    from litgauge.tasks.web import SCHOLARLY_PAGE

    return SCHOLARLY_PAGE.offline(data_of(asked)).model_dump()


def by_rules(asked: Asked) -> Mapping[str, Any]:
    from tests.judge.judges import ruling

    return ruling(asked)


def data_of(asked: Asked) -> dict[str, str]:
    from tests.judge.judges import data_in

    return data_in(asked.user)


def plain(text: str) -> str:
    """Return the text on one line."""
    return " ".join(text.split())


if __name__ == "__main__":
    given = sys.argv[1:]
    main(Path(given[0]) if given else REPORTS, given[1:] or SYSTEMS)
