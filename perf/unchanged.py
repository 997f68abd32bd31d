"""What a build costs in which nothing has changed: `python -m perf.unchanged [SURVEYS]`.

The sample's surveys, repeated under other ids, are built once; then again, with a Prefect server up.
The empty flow beside it is what Prefect costs by itself.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
SAMPLE = REPOSITORY / "data" / "sample"
os.environ |= {"DO_NOT_TRACK": "1", "PREFECT_SERVER_ANALYTICS_ENABLED": "false", "PREFECT_LOGGING_LEVEL": "CRITICAL"}


def main(surveys: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PREFECT_HOME"] = f"{folder}/prefect"
        from litgauge.flows.ui.address import ServerAddress
        from litgauge.flows.ui.server import prefect_server
        from tests.flows.live import free_port

        with prefect_server(ServerAddress(port=free_port()), Path(folder) / "server.log") as url:
            os.environ["PREFECT_API_URL"] = url
            measure(Path(folder), surveys)


def measure(folder: Path, surveys: int) -> None:
    from prefect import flow

    from litgauge.flows.configs import load_build_config
    from litgauge.flows.reportbench.build import build_reportbench
    from litgauge.flows.reportbench.config import BuildConfig

    base = load_build_config(REPOSITORY / "configs" / "benchmarks" / "sample.yaml").model_dump(mode="json")
    base["harvest"] |= {"path": str(write_corpus(folder, surveys)), "root": str(SAMPLE)}
    config = BuildConfig.model_validate(base)

    @flow
    def nothing() -> None: ...

    def timed(work) -> float:
        started = time.perf_counter()
        work()
        return time.perf_counter() - started

    def build() -> None:
        build_reportbench(config=config, storage=str(folder / "store"))

    timed(nothing)
    empty, first, again = timed(nothing), timed(build), timed(build)
    print(f"{surveys} surveys, offline provider, Prefect server up")
    for name, seconds in (("an empty flow", empty), ("first build", first), ("nothing changed", again)):
        print(f"{name:20}{seconds:8.2f} s")
    print(f"nothing changed, beyond an empty flow: {again - empty:.2f} s, {again / first:.3f} of the first build")


def write_corpus(folder: Path, surveys: int) -> Path:
    rows = [json.loads(line) for line in (SAMPLE / "surveys.jsonl").read_text(encoding="utf-8").splitlines()]
    good = [row for row in rows if row.get("source") and row["id"] <= "9912.00012"]
    path = folder / "surveys.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for number in range(surveys):
            row = good[number % len(good)]
            # Another id and title: the same title by the same author would be a duplicate.
            title = f"{row['title']} ({number})"
            file.write(json.dumps(row | {"id": f"9911.{number:05}", "title": title}) + "\n")
    return path


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
