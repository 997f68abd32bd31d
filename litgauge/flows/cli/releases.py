"""Behind the commands that read releases, or import them; they start without Prefect."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from litgauge.flows.cli.console import kept_in, print_json
from litgauge.flows.cli.output_files import check_file, check_folder
from litgauge.flows.options import VerifyOptions
from litgauge.tasks.answers.names import file_of
from litgauge.tasks.base.errors import ReleaseError, UnusableInput
from litgauge.tasks.base.shipped import FIRST
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.manifest import MANIFEST
from litgauge.tasks.releases.release import StoredRelease, list_releases, load
from litgauge.tasks.text.markdown import shorten

if TYPE_CHECKING:
    from litgauge.tasks.releases.verify import Problem


def list_all(storage: str, out: Console, *, as_json: bool) -> None:
    """Print all releases, oldest first."""
    entries = list_releases(Storage(storage))
    if as_json:
        print_json(entries, out)
        return
    if not entries:
        demo, build = ("litgauge demo", "bold"), (f"litgauge build {FIRST}", "bold")
        out.print(Text.assemble(f"no releases in {storage}; ", demo, " or ", build, " makes one"))
        return
    for entry in entries:
        counts = Text(", ".join(f"{rows:,} {name}" for name, rows in entry["tables"].items()))
        if not entry["digest"]:
            counts = Text("cannot be read: see litgauge verify", "red")
        when, where = f"  {entry['created'][:16]}  ", f"  {entry['digest'][:12]}  {entry['path']}"
        out.print(Text.assemble((entry["release"], "bold"), when, counts, where), soft_wrap=True)


def show_release(name: str, storage: str, out: Console, *, as_json: bool) -> None:
    """Print what a release holds, how it was made, and its tasks."""
    release = load(Storage(storage), name)
    statistics = release.benchmark.statistics(release.benchmark.load(release))
    if as_json:
        print_json(msgspec.to_builtins(release.manifest) | {"path": release.path, "statistics": statistics}, out)
        return
    manifest = release.manifest
    origin = f" · frozen {manifest.created} · digest {manifest.digest[:16]} · {release.path}"
    out.print(Text.assemble((release.name, "bold"), origin), soft_wrap=True)
    tables = Table("table", "rows", "file")
    for table, entry in manifest.tables.items():
        tables.add_row(table, f"{entry.rows:,}", entry.file)
    out.print(tables)
    for term, value in statistics.items():
        out.print(Text.assemble(f"{term}: ", (value, "bold")))
    _show_lineage(release, out)
    _show_tasks(release, out)


def diff_releases(old: str, new: str, storage: str, out: Console, *, as_json: bool) -> None:
    """Print what came, went and changed between two releases, and why."""
    from rich.markdown import Markdown

    from litgauge.tasks.releases.diff import diff
    from litgauge.tasks.releases.diff_text import diff_markdown

    place = Storage(storage)
    difference = diff(load(place, old), load(place, new))
    if as_json:
        print_json(msgspec.to_builtins(difference), out)
    else:
        out.print(Markdown(diff_markdown(difference), hyperlinks=False))


def verify_release(options: VerifyOptions, out: Console) -> None:
    """Print whether a release is what was frozen; raises ReleaseError if it is not."""
    from litgauge.tasks.releases.signing import check_signature
    from litgauge.tasks.releases.verify import verify, verify_folder

    name, key = options.release, options.public_key
    folder = Path(name)
    published = "@" not in name and (folder / MANIFEST).is_file()
    if key and not published:
        raise UnusableInput("only a published folder is signed", where=name, next_step="Name the folder")
    problems = (
        verify_folder(Storage(str(folder.resolve())), "") if published else verify(Storage(options.storage), name)
    )
    problems += check_signature(folder, key) if key else []
    if options.as_json:
        print_json({"release": name, "intact": not problems, "problems": msgspec.to_builtins(problems)}, out)
    elif not problems:
        signed = ", and the key has signed it" if key else ""
        out.print(
            Text.assemble((f"{name} is intact", "green"), f": every byte, row and link is as it was frozen{signed}")
        )
    if problems:
        raise ReleaseError(
            f"{len(problems)} problems: {'; '.join(str(problem) for problem in problems[:5])}",
            where=name,
            next_step=f"Restore the files from a copy{_copies(problems)}, or build again from the same storage",
        )


def _copies(problems: Sequence[Problem]) -> str:
    """Places of copies of damaged files in the same storage."""
    copies = [f"{problem.copy} is {problem.file}" for problem in problems if problem.copy]
    return f" ({'; '.join(copies[:5])})" if copies else ""


def publish_release(name: str, folder: Path, storage: str, out: Console, key: Path | None = None) -> None:
    """Lay a release out for the Hugging Face hub."""
    from litgauge.tasks.releases.publish import publish

    target = publish(Storage(storage), name, check_folder(folder, "--to"), key=key)
    out.print(f"{name} lies in {target}; push it with: hf upload NAME {target} --repo-type dataset")


def publish_site(folder: Path, storage: str, release: str | None, out: Console, *, evidence: bool) -> None:
    """Write the results of all releases, or of one, as a web site."""
    from litgauge.flows.cli.site import write_site

    site = write_site(folder, storage, release, evidence=evidence)
    for damage in site.left_out:
        out.print(Text(f"left out: {damage}"), soft_wrap=True)
    out.print(
        f"{len(site.releases)} releases, {site.files:,} files in {site.folder}; open {site.folder / 'index.html'}"
    )


def import_published(dataset: str, folder: Path, storage: str, out: Console, *, as_json: bool) -> None:
    """Import a published data set, as its benchmark does: as it is, and cleaned where it needs to be."""
    from litgauge.flows.configs import imported
    from litgauge.tasks.benchmark import known_benchmarks

    importers = {name: place for benchmark in known_benchmarks().values() for name, place in benchmark.imports.items()}
    if dataset not in importers:
        raise UnusableInput(
            "this is no known data set", where=dataset, next_step=f"What can be imported is: {', '.join(importers)}"
        )
    frozen = imported(importers[dataset])(Storage(storage), folder)
    if as_json:
        print_json([msgspec.to_builtins(summary) for summary in frozen], out)
        return
    for summary in frozen:
        status = "imported as " if summary.new else "already there: "
        out.print(Text.assemble(status, (summary.release, "bold"), f" in {summary.path}"), soft_wrap=True)
    if len(frozen) > 1:
        command = f"litgauge diff {frozen[0].release} {frozen[1].release}"
        out.print(Text.assemble("\nWhat cleaning changed: ", (command, "bold")))


def write_tasks(name: str, to: Path, storage: str, out: Console, *, variant: str | None = None) -> None:
    """Write what an agent is given: a Markdown file a task, or JSON lines with task_id and prompt.

    Raises UnusableInput for a variant that the benchmark has not.
    """
    as_lines = to.suffix == ".jsonl"
    check_file(to) if as_lines else check_folder(to)
    release = load(Storage(storage), name)
    answers = release.benchmark.answers
    if variant is not None and variant not in answers.variants:
        raise UnusableInput(
            f"{release.benchmark.title} has no such variant of its tasks",
            where=f"--variant {variant}",
            next_step=f"It has: {', '.join(answers.variants) or 'none'}",
        )
    tasks_of = answers.given_tasks if variant is None else answers.variants[variant]
    tasks = tasks_of(release.benchmark.load(release))
    if as_lines:
        lines = [json.dumps({"task_id": task.task_id, "prompt": task.text}, ensure_ascii=False) for task in tasks]
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    else:
        files = {file_of(task.task_id, ".md"): f"{task.text}\n" for task in tasks}
        if len(files) < len(tasks):
            raise UnusableInput("two tasks would share a file", where=f"--out {to}", next_step="Name a .jsonl file")
        to.mkdir(parents=True, exist_ok=True)
        for file, text in files.items():
            (to / file).write_text(text, encoding="utf-8")
    example = f" (for instance {file_of(tasks[0].task_id, answers.suffix)})" if tasks else ""
    out.print(
        f"{len(tasks)} tasks of {release.name} in {to}. Answers: {answers.naming}{example}. Then: "
        f"litgauge score {release.name} --run DIR --agent NAME{kept_in(storage)}",
        soft_wrap=True,
    )


def _show_lineage(release: StoredRelease, out: Console) -> None:
    grid = Table("stage", "done", "rejected", "failed", "output")
    for stage in release.manifest.lineage:
        counts = [str(stage.counts.get(name, 0)) for name in ("done", "rejected", "failed")]
        grid.add_row(stage.stage, *counts, stage.output[:12])
    if release.manifest.lineage:
        out.print(grid)


def _show_tasks(release: StoredRelease, out: Console) -> None:
    """Print the tasks: the columns that the benchmark groups by, then those of the task, long texts shortened."""
    benchmark = release.benchmark
    table = release.table(benchmark.tasks)
    declared = benchmark.table(benchmark.tasks)
    key = declared.key if declared else ()
    columns_of_tasks = dict.fromkeys((*key, *benchmark.scoring.groups, *benchmark.task_columns))
    columns = [name for name in columns_of_tasks if name in table.column_names]
    grid = Table(*columns)
    for row in table.select(columns).to_pylist():
        grid.add_row(*(shorten("" if value is None else str(value), 100) for value in row.values()))
    out.print(grid)
