"""Behind `litgauge folders`: the taxonomies of a release as folders."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from flows.cli.console import kept_in
from flows.cli.output_files import check_folder
from tasks.base.errors import UnusableInput
from tasks.benchmarks.taxobench.benchmark import TAXOBENCH
from tasks.benchmarks.taxobench.folders import write_folders
from tasks.benchmarks.taxobench.release_rows import load_release_rows
from tasks.engine.storage import Storage
from tasks.releases.release import load


def write_tree_folders(name: str, to: Path, storage: str, out: Console) -> None:
    """Write them to a new or empty folder. Raises UnusableInput for another benchmark's release, or a full folder."""
    release = load(Storage(storage), name)
    if release.benchmark is not TAXOBENCH:
        raise UnusableInput(f"it is a release of {release.benchmark.title}, without taxonomies", where=release.name)
    check_folder(to)
    if to.is_dir() and any(to.iterdir()):
        raise UnusableInput(
            "the folder is not empty",
            where=f"--out {to}",
            data="Nothing was written",
            next_step="Name a new or empty folder: what people changed in a written one is never replaced",
        )
    rows = load_release_rows(release)
    count = write_folders(rows, to)
    out.print(
        f"{len(rows.trees)} taxonomies with {count:,} papers in {to}; after the review: "
        f"litgauge import taxobench {to}{kept_in(storage)}",
        soft_wrap=True,
    )
