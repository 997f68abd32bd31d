"""Data-set card of a release: README.md with the front matter that the Hugging Face hub reads."""

from __future__ import annotations

from collections.abc import Mapping

import pyarrow as pa
import yaml

from litgauge.tasks.base.shipped_files import CONFIGS
from litgauge.tasks.benchmark import Benchmark
from litgauge.tasks.releases.funnel import stages_markdown
from litgauge.tasks.releases.manifest import Manifest, StageLineage

CARD = "README.md"
LICENSE = "LICENSE"
_TEXTS = CONFIGS / "release"
_DEFAULT_TABLE = "tasks"
_WHOLE = "Plain Parquet files, one for each table."
_PARTED = "Plain Parquet files, one for each table; large tables are folders of such files."
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))


def render_card(manifest: Manifest, benchmark: Benchmark, tables: Mapping[str, pa.Table], contact: str = "") -> bytes:
    """README.md of a release whose manifest names the files of every table; `contact` is where authors write to."""
    front = yaml.safe_dump(_front_matter(manifest, benchmark), sort_keys=False, allow_unicode=True)
    sections = [
        f"# {manifest.about.title}\n\n{manifest.about.summary}\n",
        _identity(manifest),
        benchmark.card_notes(tables),
        _how_made(manifest),
        _contents(manifest, benchmark),
        _usage(manifest),
        "## Known limits\n\n" + "\n".join(f"- {limit}" for limit in manifest.about.limits) + "\n",
        (_TEXTS / "licence_and_opt_out.md")
        .read_text(encoding="utf-8")
        .replace("{{contact}}", contact or "the publisher of this data set"),
    ]
    return f"---\n{front}---\n\n{chr(10).join(section for section in sections if section)}".encode()


def license_text() -> bytes:
    """Return the legal code of CC0 1.0."""
    return (_TEXTS / "CC0-1.0.txt").read_bytes()


def _front_matter(manifest: Manifest, benchmark: Benchmark) -> dict[str, object]:
    configs = []
    # Hugging Face datasets cannot load a table without rows; its file is there all the same.
    filled = {name: entry for name, entry in manifest.tables.items() if entry.rows}
    for name in filled:
        config: dict[str, object] = {
            "config_name": name,
            "data_files": [{"split": "test", "path": _files(manifest, name)}],
        }
        if name == (_DEFAULT_TABLE if _DEFAULT_TABLE in filled else next(iter(filled))):
            config["default"] = True
        configs.append(config)
    return {
        "pretty_name": manifest.about.title,
        "license": "cc0-1.0",
        "language": ["en"],
        "task_categories": ["text-generation", "text-retrieval"],
        "tags": ["benchmark", "deep-research", "scientific-literature", *benchmark.card_tags],
        "size_categories": [_size(sum(entry.rows for entry in manifest.tables.values()))],
        "configs": configs,
    }


def _files(manifest: Manifest, table: str) -> str:
    place = manifest.tables[table].file
    return place if place in manifest.files else f"{place}/*.parquet"


def _size(rows: int) -> str:
    return next((label for limit, label in _SIZES if rows < limit), "1M<n<10M")


def _identity(manifest: Manifest) -> str:
    return (
        f"Release **{manifest.release}**, frozen on {manifest.created[:10]} by litgauge {manifest.litgauge}. "
        f"Its rows have the digest `{manifest.digest}`; `manifest.json` holds the hash of every file.\n"
    )


def _how_made(manifest: Manifest) -> str:
    lines = ["## How it was made", "", manifest.about.made, ""]
    if manifest.funnel is not None:
        head = f"Of {manifest.funnel.harvested:,} harvested papers were left, stage by stage:"
        lines += [head, "", stages_markdown(manifest.funnel), ""]
    if manifest.lineage:
        lines += ["| stage | done | rejected | failed | rejected by |", "|---|---:|---:|---:|---|"]
        lines += [_stage_line(stage) for stage in manifest.lineage]
        lines.append("")
    return "\n".join(lines)


def _stage_line(stage: StageLineage) -> str:
    rules = {
        name.removeprefix("rejected: "): count
        for name, count in stage.counts.items()
        if ": " in name and name.startswith("rejected")
    }
    by = ", ".join(f"{rule} {count:,}" for rule, count in sorted(rules.items(), key=lambda rule: (-rule[1], rule[0])))
    done, rejected, failed = (stage.counts.get(status, 0) for status in ("done", "rejected", "failed"))
    return f"| {stage.stage} | {done:,} | {rejected:,} | {failed:,} | {by} |"


def _contents(manifest: Manifest, benchmark: Benchmark) -> str:
    lines = [
        "## What is in it",
        "",
        _PARTED if any(entry.file not in manifest.files for entry in manifest.tables.values()) else _WHOLE,
        "",
    ]
    for name, entry in manifest.tables.items():
        lines += [
            f"### {name}",
            "",
            f"`{_files(manifest, name)}`, {entry.rows:,} rows: {describe_table(benchmark, name)}.",
            "",
            "| field | type | meaning |",
            "|---|---|---|",
        ]
        lines += [
            f"| {column.name} | {_type(column.type)} | {describe(benchmark, name, column.name)} |"
            for column in entry.columns
        ]
        lines.append("")
    return "\n".join(lines)


def describe(benchmark: Benchmark, table: str, column: str) -> str:
    """Return what a column means, in a few words; its name where another version of litgauge made it."""
    declared = benchmark.table(table)
    return declared.columns.get(column, column) if declared else column


def describe_table(benchmark: Benchmark, table: str) -> str:
    """Return what a row of a table is; the table's name where another version of litgauge made it."""
    declared = benchmark.table(table)
    return declared.holds if declared else table


def _type(arrow: str) -> str:
    return arrow.replace(" not null", "").replace("item: ", "").replace("|", "\\|")


def _usage(manifest: Manifest) -> str:
    filled = [name for name, entry in manifest.tables.items() if entry.rows]
    default = _DEFAULT_TABLE if _DEFAULT_TABLE in filled else next(iter(filled), _DEFAULT_TABLE)
    other = next((name for name in filled[1:] if name != default), "")
    lines = [
        "## How to read it",
        "",
        "```python",
        "from datasets import load_dataset",
        "",
        f'{default} = load_dataset("PATH OR NAME", split="test")',
        *([f'{other} = load_dataset("PATH OR NAME", "{other}", split="test")'] if other else []),
        "```",
    ]
    return "\n".join([*lines, "", "pandas, DuckDB and Polars read the Parquet files as they lie.", ""])
