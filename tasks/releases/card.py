"""The data-set card of a release: README.md with the front matter that the Hugging Face hub reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec
import pyarrow as pa
import pyarrow.compute as pc
import yaml

from tasks.releases.manifest import About, Manifest, StageLineage

CARD = "README.md"
LICENSE = "LICENSE"
_TEXTS = Path(__file__).resolve().parents[2] / "configs" / "release"
_DEFAULT_TABLE = "tasks"
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))


class _Described(msgspec.Struct, frozen=True):
    holds: str
    columns: dict[str, str]


REPORTBENCH = About(
    title="ReportBench, rebuilt by litgauge",
    summary=(
        "Research tasks whose ideal answer is already written: each asks for a survey that experts have published, "
        "and the works which that survey cites are the ground truth. An agent is given the prompt, writes its report, "
        "and is scored by how much of the survey's literature it finds and by whether its statements hold."
    ),
    made=(
        "Surveys are selected from arXiv metadata by rules (date, title, evidence of publication, licence) and by a "
        "question about title and abstract. The works that a survey cites in its text are read from its LaTeX source, "
        "each with the file and line of every citation. Prompts at three levels of detail are written backwards from "
        "the survey; each names the month after which nothing may be cited. Surveys are then labelled with a domain "
        "and down-sampled so that the domains are as even as the supply allows. The construction follows ReportBench "
        "(arXiv 2508.15804)."
    ),
    limits=(
        "arXiv is mostly science and engineering, and so are these tasks.",
        "What a survey does not cite is not wrong: a good report may cite works that its survey lacks.",
        "References are read from sources, not from the typeset paper; what could not be resolved is left out.",
        "A model may know the survey itself from its training; the standing rules of a task forbid using it.",
    ),
)


def render_card(manifest: Manifest, tables: Mapping[str, pa.Table], contact: str = "") -> bytes:
    """README.md of a release whose manifest names every table's file; `contact` is where authors write to."""
    front = yaml.safe_dump(_front_matter(manifest), sort_keys=False, allow_unicode=True)
    sections = [
        f"# {manifest.about.title}\n\n{manifest.about.summary}\n",
        _identity(manifest),
        _label(tables),
        _how_made(manifest),
        _contents(manifest),
        _usage(manifest),
        "## Known limits\n\n" + "\n".join(f"- {limit}" for limit in manifest.about.limits) + "\n",
        (_TEXTS / "licence_and_opt_out.md")
        .read_text(encoding="utf-8")
        .replace("{{contact}}", contact or "the publisher of this data set"),
    ]
    return f"---\n{front}---\n\n{chr(10).join(section for section in sections if section)}".encode()


def license_text() -> bytes:
    """The legal code of CC0 1.0."""
    return (_TEXTS / "CC0-1.0.txt").read_bytes()


def _front_matter(manifest: Manifest) -> dict[str, object]:
    configs = []
    # Hugging Face datasets cannot load a table without rows; its file is there all the same.
    filled = {name: entry for name, entry in manifest.tables.items() if entry.rows}
    for name, entry in filled.items():
        config: dict[str, object] = {"config_name": name, "data_files": [{"split": "test", "path": entry.file}]}
        if name == (_DEFAULT_TABLE if _DEFAULT_TABLE in filled else next(iter(filled))):
            config["default"] = True
        configs.append(config)
    return {
        "pretty_name": manifest.about.title,
        "license": "cc0-1.0",
        "language": ["en"],
        "task_categories": ["text-generation", "text-retrieval"],
        "tags": ["benchmark", "deep-research", "survey", "citations", "scientific-literature"],
        "size_categories": [_size(sum(entry.rows for entry in manifest.tables.values()))],
        "configs": configs,
    }


def _size(rows: int) -> str:
    return next((label for bound, label in _SIZES if rows < bound), "1M<n<10M")


def _identity(manifest: Manifest) -> str:
    return (
        f"Release **{manifest.release}**, frozen on {manifest.created[:10]} by litgauge {manifest.litgauge}. "
        f"Its rows have the digest `{manifest.digest}`; `manifest.json` holds the hash of every file.\n"
    )


def _label(tables: Mapping[str, pa.Table]) -> str:
    lines = []
    for name, what in (("prompts", "prompts were written"), ("domains", "domain labels were given")):
        models = tables[name]["model"] if name in tables else pa.chunked_array([[]], pa.string())
        offline = pc.sum(pc.equal(models, "offline")).as_py() or 0
        if offline:
            lines.append(
                f"> **Offline provider:** {offline} of {len(models)} {what} by deterministic rules, without "
                "any model. They try out the system; do not compare agents by them."
            )
    return "\n>\n".join(lines) + "\n" if lines else ""


def _how_made(manifest: Manifest) -> str:
    lines = ["## How it was made", "", manifest.about.made, ""]
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


def _contents(manifest: Manifest) -> str:
    lines = ["## What is in it", "", "Plain Parquet files, one for each table.", ""]
    for name, entry in manifest.tables.items():
        lines += [
            f"### {name}",
            "",
            f"`{entry.file}`, {entry.rows:,} rows: {describe_table(name)}.",
            "",
            "| field | type | meaning |",
            "|---|---|---|",
        ]
        lines += [
            f"| {column.name} | {_type(column.type)} | {describe(name, column.name)} |" for column in entry.columns
        ]
        lines.append("")
    return "\n".join(lines)


def describe(table: str, column: str) -> str:
    """What a column means, in a few words; its name where another version of litgauge made it."""
    return _descriptions()[table].columns.get(column, column)


def describe_table(table: str) -> str:
    """What a table holds."""
    return _descriptions()[table].holds


@cache
def _descriptions() -> dict[str, _Described]:
    return msgspec.yaml.decode((_TEXTS / "tables.yaml").read_bytes(), type=dict[str, _Described])


def _type(arrow: str) -> str:
    return arrow.replace(" not null", "").replace("item: ", "").replace("|", "\\|")


def _usage(manifest: Manifest) -> str:
    names: Sequence[str] = list(manifest.tables)
    lines = [
        "## How to read it",
        "",
        "```python",
        "from datasets import load_dataset",
        "",
        'tasks = load_dataset("PATH OR NAME", split="test")',
    ]
    if "references" in names:
        lines.append('references = load_dataset("PATH OR NAME", "references", split="test")')
    return "\n".join([*lines, "```", "", "pandas, DuckDB and Polars read the Parquet files as they lie.", ""])
