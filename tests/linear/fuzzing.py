"""Coverage-guided fuzzing of every function that reads text: `python -m tests.linear.fuzzing ROOM SECONDS CORPUS`.

The first bytes of an input choose one of the room's scanners (scanners.py), the rest is what it reads. Wrong is what no
reader may do with any text: raise what is no refusal, take ten seconds, or two gigabytes. The corpus grows in its
folder from one run to the next; an input that went wrong is left there as crash-…, timeout-… or oom-….
"""

from __future__ import annotations

import sys
from pathlib import Path

LONGEST = 4_096  # bytes of an input
TIMEOUT_S = 10
MEMORY_MB = 2_000


def fuzz(room: str, seconds: int, corpus: Path) -> None:
    """Fuzz the scanners of a room; never returns: libFuzzer ends the process, with a code other than 0 at a fault."""
    import atheris

    with atheris.instrument_imports(include=["litgauge.tasks"]):
        from tests.linear.scanners import scanners

        own = [scanner for scanner in scanners() if scanner.name.split(".")[0] == room]
    calls = [call for scanner in own for call in scanner.calls()]

    def read(data: bytes) -> None:
        provider = atheris.FuzzedDataProvider(data)
        name, prepare = calls[provider.ConsumeIntInRange(0, len(calls) - 1)]
        text = provider.ConsumeBytes(LONGEST).decode("utf-8", "surrogateescape" if len(data) % 7 == 0 else "replace")
        try:
            prepare(text)()
        except BaseException as error:
            error.add_note(f"{name} was given {text!r}")
            raise

    corpus.mkdir(parents=True, exist_ok=True)
    arguments = [
        f"-max_total_time={seconds}",
        f"-max_len={LONGEST}",
        f"-timeout={TIMEOUT_S}",
        f"-rss_limit_mb={MEMORY_MB}",
        f"-artifact_prefix={corpus}/",
        "-print_final_stats=1",
        str(corpus),
    ]
    atheris.Setup([sys.argv[0], *arguments], read)
    atheris.Fuzz()


if __name__ == "__main__":
    fuzz(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
