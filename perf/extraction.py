"""Speed of the extractor beside a plain pipeline, in one run.

`python -m perf.extraction [FOLDER ...] [--plain SCRIPT]`

The plain pipeline is pylatexenc's walker and bibtexparser with its own middleware (a script that reads
`--list FILE` and prints a JSON line per tree). Both read the same trees from disk; the plain one is told the main file.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from litgauge.tasks.latex import extract, open_path

SHARED = Path(__file__).resolve().parents[1].parent / "shared"
ROUNDS = 3
LIBRARIES = "import sys; sys.path.insert(0, '.'); import perf.extraction as b; b.measure_ours(sys.argv[1])"


def papers(folder: Path) -> list[Path]:
    """The source trees under a folder."""
    return sorted(path for path in folder.iterdir() if (path / "gold.json").is_file())


def megabytes(folder: Path) -> float:
    """The TeX, .bib and .bbl that an extractor may have to read."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.suffix in (".tex", ".bib", ".bbl")) / 1e6


def measure_ours(folder: str) -> None:
    """In a process of its own: CPU seconds for all trees, the best of three rounds, and peak memory."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        for paper in papers(Path(folder)):
            extract(open_path(paper), paper.name)
        best = min(best, time.process_time() - start)
    print(json.dumps({"cpu_s": best, "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3}))


def measure_plain(folder: Path, script: Path) -> dict[str, float]:
    """The plain pipeline's CPU seconds for the same trees, as it reports them, and its peak memory."""
    with tempfile.NamedTemporaryFile("w", suffix=".tsv") as listing:
        _list_papers(folder, listing)
        output = subprocess.run(
            [sys.executable, str(script), "--list", listing.name], capture_output=True, text=True, check=True
        )
    seconds = [json.loads(line)["cpu_s"] for line in output.stdout.splitlines()]
    return {"cpu_s": sum(seconds), "peak_mb": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1e3}


def _list_papers(folder: Path, listing: IO[str]) -> None:
    for paper in papers(folder):
        listing.write(f"{paper}\t{json.loads((paper / 'gold.json').read_text(encoding='utf-8'))['main_tex']}\n")
    listing.flush()


def process_seconds(command: Sequence[str]) -> float:
    """CPU seconds of a process and those it starts, its start-up and imports included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def whole_processes(folder: Path, script: Path) -> tuple[float, float]:
    """CPU seconds of one process that reads all trees once, ours and the plain pipeline's, start-up included.

    Ours collects garbage as seldom as `litgauge extract` and the workers of builds do.
    """
    once = (
        "import gc; gc.set_threshold(50_000, 20, 100); import perf.extraction as b; "
        f"b.ROUNDS = 1; b.measure_ours({str(folder)!r})"
    )
    with tempfile.NamedTemporaryFile("w", suffix=".tsv") as listing:
        _list_papers(folder, listing)
        plain = process_seconds([sys.executable, str(script), "--list", listing.name])
    return min(process_seconds([sys.executable, "-c", once]) for _ in range(ROUNDS)), plain


def wall_seconds(folder: Path, workers: int, copies: int) -> float:
    """Wall time of `copies` rounds over all trees with this many worker processes, their start left out."""
    from litgauge.tasks.latex import Job, extract_many  # with multiprocessing, which `measure_ours` does not need

    jobs = [Job(paper.name, paper, paper.name) for _ in range(copies) for paper in papers(folder)]
    results = extract_many([jobs[0]] * workers + jobs, workers)
    for _ in range(workers):
        next(results)
    start = time.perf_counter()
    for _ in results:
        pass
    return time.perf_counter() - start


def main(arguments: list[str]) -> None:
    """Print the comparison."""
    script = (
        Path(arguments.pop(arguments.index("--plain") + 1))
        if "--plain" in arguments
        else SHARED / "tools" / "baseline_pipeline.py"
    )
    arguments = [argument for argument in arguments if argument != "--plain"]
    for folder in (
        map(Path, arguments) if arguments else (SHARED / "data" / "latex", SHARED / "data" / "latex_uploaded")
    ):
        _compare(folder, script)


def _compare(folder: Path, script: Path) -> None:
    count, size = len(papers(folder)), megabytes(folder)
    plain = measure_plain(folder, script) if script.is_file() else None
    output = subprocess.run([sys.executable, "-c", LIBRARIES, str(folder)], capture_output=True, text=True, check=True)
    ours = json.loads(output.stdout)
    print(f"{folder.name}: {count} papers, {size:.1f} MB of TeX, .bib and .bbl")
    for name, figures in (("litgauge", ours), ("plain pipeline", plain)):
        if figures:
            print(
                f"{name:15} {count / figures['cpu_s']:7.1f} papers/s/core {size / figures['cpu_s']:6.2f} MB/s/core "
                f"{figures['cpu_s'] / count * 1e3:7.1f} ms/paper, peak {figures['peak_mb']:.0f} MB"
            )
    if plain:
        print(f"{'':15} {plain['cpu_s'] / ours['cpu_s']:7.1f} times as fast")
        whole, other = whole_processes(folder, script)
        print(f"{'':15} {other / whole:7.1f} times with start-up and imports ({whole:.2f} s and {other:.2f} s of CPU)")
    one, two = wall_seconds(folder, 1, 4), wall_seconds(folder, 2, 4)
    print(
        f"two workers: {one / two:.2f} times one worker ({4 * count / one:.1f} and {4 * count / two:.1f} papers/s,"
        f" wall)"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
