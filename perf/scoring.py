"""What a score run costs beyond its judge calls: `python -m perf.scoring [REPORTS] [PAIRS]`.

Reports with 65 pairs each are judged by a server in a process of its own, with 200 ms latency and 64 calls at once,
then again. The ideal is calls x latency / 64; what the scoring process itself needs is its CPU time, in all and a call,
which a busy machine does not change much. Eight score runs then append to the ledger at once.
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import threading
import time
from pathlib import Path

from perf._judge_server import MODEL, judge_server
from perf._measured import step

REPOSITORY = Path(__file__).resolve().parents[1]
LATENCY_S, AT_ONCE = 0.2, 64
os.environ |= {"DO_NOT_TRACK": "1", "PREFECT_SERVER_ANALYTICS_ENABLED": "false", "PREFECT_LOGGING_LEVEL": "CRITICAL"}
sys.path.insert(0, str(REPOSITORY))


def main(reports: int, pairs: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PREFECT_HOME"] = f"{folder}/prefect"
        from litgauge.flows.ui.address import ServerAddress
        from litgauge.flows.ui.server import prefect_server
        from tests.flows.live import free_port

        with prefect_server(ServerAddress(port=free_port()), Path(folder) / "server.log") as url:
            os.environ["PREFECT_API_URL"] = url
            measure(Path(folder), reports, pairs)


def measure(folder: Path, reports: int, pairs: int) -> None:
    from litgauge.flows.reportbench.config import ScoreConfig
    from litgauge.flows.reportbench.score import score_reports
    from litgauge.tasks.engine.storage import Storage
    from litgauge.tasks.ledger import list_score_runs

    pages = write_pages(folder)
    step("perf.scoring", "prepare", folder, reports, pairs)
    with judge_server(LATENCY_S) as url:
        model = {
            "provider": "openai", "model": MODEL, "base_url": url, "api_key_env": "", "max_concurrency": AT_ONCE,
        }  # fmt: skip
        config = ScoreConfig.model_validate(
            {
                "run": str(folder / "reports"),
                "agent": "bench",
                "pages": str(pages),
                "facts": False,
                "judge": {"model": model},
            }
        )

        def timed() -> tuple[float, float, int]:
            started, used = time.perf_counter(), time.process_time()
            spent = score_reports(config=config, storage=str(folder / "store"))["spent"]
            return time.perf_counter() - started, time.process_time() - used, spent["calls"]

        first, used, calls = timed()
        again, _, repeated = timed()
    ideal = calls * LATENCY_S / AT_ONCE
    print(f"{reports} reports x {pairs} pairs: {calls} calls, {LATENCY_S:.1f} s each, {AT_ONCE} at once")
    print(f"ideal {ideal:.1f} s, score run {first:.1f} s, ratio {first / ideal:.2f}")
    print(f"CPU of this process: {used:.1f} s, {1000 * used / calls:.1f} ms a call, {used / ideal:.2f} of the ideal")
    print(f"again: {again:.1f} s, {repeated} calls")
    threads = [
        threading.Thread(target=lambda: score_reports(config=config, storage=str(folder / "store"))) for _ in range(8)
    ]
    started = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = list_score_runs(Storage(str(folder / "store")))
    print(f"eight at once: {time.perf_counter() - started:.1f} s, {len(kept)} of 10 score runs in the ledger")
    print(f"peak memory of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def prepare(folder: str, reports: str, pairs: str) -> None:
    """The release and the reports; in a process of its own, so that freezing a release is not in the memory."""
    write_release(Path(folder), int(reports))
    write_reports(Path(folder) / "reports", int(reports), int(pairs))


def write_pages(folder: Path) -> Path:
    import json

    pages = folder / "pages"
    pages.mkdir()
    facts = "".join(f"<p>Fact {number} is known to hold in every case that was looked at.</p>" for number in range(200))
    (pages / "one.html").write_text(
        "<html><head><title>Facts</title><meta name='citation_title' content='Facts'></head>"
        f"<body><article>{facts}</article></body></html>"
    )
    entry = {"file": "one.html", "status": 200, "content_type": "text/html"}
    (pages / "index.json").write_text(json.dumps({"https://example.org/facts": entry}))
    return pages


def write_release(folder: Path, reports: int) -> None:
    from dataclasses import replace

    from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
    from litgauge.tasks.engine.storage import Storage
    from litgauge.tasks.releases.freeze import freeze_release
    from tests.releases.rows import SURVEY, benchmark, lineage

    rows = benchmark()
    survey, task, prompt = SURVEY, rows["tasks"][0], rows["prompts"][0]
    ids = [f"2201.{number:05}" for number in range(reports)]
    rows["surveys"] = [replace(survey, survey_id=name) for name in ids]
    rows["references"] = [replace(rows["references"][0], survey_id=name) for name in ids]
    rows["citations"] = []
    rows["prompts"] = [replace(prompt, survey_id=name) for name in ids]
    rows["tasks"] = [replace(task, task_id=name, survey_id=name) for name in ids]
    freeze_release(Storage(str(folder / "store")), REPORTBENCH, rows, lineage())


def write_reports(folder: Path, reports: int, pairs: int) -> None:
    folder.mkdir()
    for number in range(reports):
        lines = [
            f"In study {number} fact {pair} is known to hold in every case [source](https://example.org/facts).\n"
            for pair in range(pairs)
        ]
        (folder / f"2201.{number:05}.md").write_text("# Report\n\n" + "\n".join(lines))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100, int(sys.argv[2]) if len(sys.argv) > 2 else 65)
