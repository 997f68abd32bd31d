"""Requests to an object store of builds in which nothing has changed: `python -m perf.requests [SURVEYS]`.

The sample's surveys, repeated under other ids, are built twice on an S3 server on loopback (moto); those of the second
build are counted. The aim is fewer than 100 for 96 surveys.
"""

from __future__ import annotations

import logging
import os
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

from perf.unchanged import REPOSITORY, SAMPLE, write_corpus

os.environ |= {
    "DO_NOT_TRACK": "1",
    "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
    "PREFECT_LOGGING_LEVEL": "CRITICAL",
    "AWS_ACCESS_KEY_ID": "test",
    "AWS_SECRET_ACCESS_KEY": "test",
    "AWS_DEFAULT_REGION": "us-east-1",
}


class RequestLog(logging.Handler):
    """Counts the requests in the log of the server, by method and folder of the storage."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: Counter[tuple[str, str]] = Counter()
        server = logging.getLogger("werkzeug")
        server.handlers, server.propagate = [self], False
        server.setLevel(logging.INFO)

    def emit(self, record: logging.LogRecord) -> None:
        """Count one request."""
        method, address = re.search(r"([A-Z]{3,6}) (/\S*)", record.getMessage()).groups()
        folder = re.search(r"store(?:/|%2F)(\w+)", address)
        self.counts["LIST" if "list-type" in address else method, folder[1] if folder else ""] += 1


def main(surveys: int) -> None:
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    os.environ["AWS_ENDPOINT_URL"] = f"http://{host}:{port}"
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PREFECT_HOME"] = f"{folder}/prefect"
        counts = requests_of_second_build(Path(folder), surveys)
    server.stop()
    print(f"{surveys} surveys, nothing changed: {counts.total()} requests")
    for (method, folder), number in counts.most_common():
        print(f"{number:6} {method:5} {folder}")


def requests_of_second_build(folder: Path, surveys: int) -> Counter[tuple[str, str]]:
    """Return how many requests there were, by method and folder of the storage."""
    import s3fs

    from litgauge.flows.configs import load_build_config
    from litgauge.flows.reportbench.build import build_reportbench
    from litgauge.flows.reportbench.config import BuildConfig
    from litgauge.flows.runtime.temporary_server import have_prefect

    have_prefect()
    s3fs.S3FileSystem(skip_instance_cache=True).mkdir("bench")
    base = load_build_config(REPOSITORY / "configs" / "benchmarks" / "sample.yaml").model_dump(mode="json")
    base["harvest"] |= {"path": str(write_corpus(folder, surveys)), "root": str(SAMPLE)}
    config = BuildConfig.model_validate(base)
    log = RequestLog()
    for _ in range(2):
        log.counts.clear()
        build_reportbench(config=config, storage="s3://bench/store")
    return log.counts


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 96)
