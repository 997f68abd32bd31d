"""What orchestration costs on 1,000 surveys, and what an unchanged build costs: `python perf/orchestration.py`.

The same work (references and full text of the sample's sources, repeated) is done by calling the rooms' functions,
through the store without Prefect, and as Prefect runs it against a server that is up.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
SURVEYS = 1000
os.environ |= {"DO_NOT_TRACK": "1", "PREFECT_SERVER_ANALYTICS_ENABLED": "false", "PREFECT_LOGGING_LEVEL": "CRITICAL"}
sys.path.insert(0, str(REPOSITORY))


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PREFECT_HOME"] = f"{folder}/prefect"
        from litgauge.flows.ui.address import ServerAddress
        from litgauge.flows.ui.server import prefect_server
        from tests.flows.live import free_port

        with prefect_server(ServerAddress(port=free_port()), Path(folder) / "server.log") as url:
            os.environ["PREFECT_API_URL"] = url
            measure(Path(folder))


def measure(folder: Path) -> None:
    from litgauge.tasks.engine.memory import StageOutput
    from litgauge.tasks.engine.storage import Storage

    storage = Storage(str(folder / "sources"))
    sources = store_sources(storage)

    def timed(work: Callable[[Storage, StageOutput], object]) -> float:
        started = time.perf_counter()
        work(storage, sources)
        return time.perf_counter() - started

    in_prefect(storage, sources, "warm-up", items=5)
    plain = timed(in_a_loop)
    stored = timed(through_the_store)
    orchestrated = timed(lambda where, what: in_prefect(where, what, "run"))
    unchanged = timed(lambda where, what: in_prefect(where, what, "run"))
    print(f"{SURVEYS} surveys: full text of {len(source_files())} sources, repeated")
    print(f"{'':34}{'seconds':>9}{'ratio':>8}")
    for name, seconds in (
        ("the room's function in a loop", plain),
        ("through the store, no Prefect", stored),
        ("as Prefect runs it", orchestrated),
        ("as Prefect runs it, all done before", unchanged),
    ):
        print(f"{name:36}{seconds:7.2f}{seconds / plain:8.3f}")
    print(f"orchestration on top of the store: {100 * (orchestrated / stored - 1):.1f} %")


def source_files() -> list[tuple[str, bytes]]:
    """Real sources where they are (LITGAUGE_REAL_DATA), else the sample's, which are far smaller than a survey."""
    from litgauge.tasks.harvest.local import pack_folder

    real = Path(os.environ.get("LITGAUGE_REAL_DATA", REPOSITORY.parent / "shared" / "data")) / "latex"
    if real.is_dir():
        return [(folder.name, pack_folder(folder, 200_000_000)) for folder in sorted(real.iterdir())]
    files = sorted((REPOSITORY / "data" / "sample" / "sources").glob("9912.*.tar.gz"))
    return [(file.name, file.read_bytes()) for file in files if "9912.00015" not in file.name]  # hostile: no text


def store_sources(storage):
    from litgauge.tasks.engine.memory import Outcome, StageMemory
    from litgauge.tasks.records import SourceFile

    files = source_files()
    memory = StageMemory(storage, "sources", "code", "{}", {"sources": SourceFile})
    outcomes = []
    for number in range(SURVEYS):
        name, data = files[number % len(files)]
        row = SourceFile(f"{number:05}", str(number), len(data), "tar", name, storage.keep_blob(data))
        outcomes.append(Outcome(row.survey_id, row.survey_id, {"sources": [row]}))
    return memory.close(memory.remember(outcomes), [])


def in_a_loop(storage, sources) -> int:
    from litgauge.tasks.engine.outputs import read_rows
    from litgauge.tasks.papers.fulltext import read_fulltext
    from litgauge.tasks.papers.settings import FulltextSettings
    from litgauge.tasks.records import SourceFile

    rows = read_rows(storage, sources, "sources", SourceFile)
    texts = [read_fulltext(storage.read(row.blob), row.survey_id, FulltextSettings()) for row in rows]
    return len(texts)


def stage_run(storage, sources, lineage: str, items: int):
    from litgauge.tasks.engine import plan_items
    from litgauge.tasks.engine.run import Run, StageRun
    from litgauge.tasks.papers.settings import FulltextSettings
    from litgauge.tasks.papers.stage import FULLTEXT

    planned = tuple(plan_items(storage, [[sources]], FULLTEXT.reads))[:items]
    return StageRun(FULLTEXT, Run(storage), FulltextSettings(), {"of": lineage}, planned, (sources,))


def through_the_store(storage, sources) -> object:
    call = stage_run(storage, sources, "store", SURVEYS)
    return call.close([state for batch in call.batches(call.pending()) for state in call.compute(batch)], 0)


def in_prefect(storage, sources, lineage: str, items: int = SURVEYS) -> object:
    from prefect import flow
    from prefect.task_runners import ThreadPoolTaskRunner

    from litgauge.tasks.engine import plan_items
    from litgauge.tasks.engine.run import Run
    from litgauge.tasks.engine.stage import run_stage
    from litgauge.tasks.papers.settings import FulltextSettings
    from litgauge.tasks.papers.stage import FULLTEXT

    @flow(name="benchmark", task_runner=ThreadPoolTaskRunner(max_workers=1))
    def benchmark() -> int:
        planned = plan_items(storage, [[sources]], FULLTEXT.reads)[:items]
        output = run_stage(
            FULLTEXT,
            Run(storage),
            FulltextSettings(),
            [[sources]],
            items=planned,
            deciding={"of": f"prefect {lineage}"},
        )
        return output.done

    return benchmark()


if __name__ == "__main__":
    main()
