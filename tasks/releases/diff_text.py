"""The difference of two releases as markdown."""

from __future__ import annotations

from collections import Counter

from tasks.releases.diff import CHANGES, ReleaseDiff, RowChange

_VERBS = {"came": "Came", "went": "Went", "changed": "Changed"}
_WIDTH = 100
_CONTEXT = 20


def diff_markdown(difference: ReleaseDiff, *, shown: int = 50) -> str:
    """A page for people: counts, causes, stages, then at most `shown` rows of every kind (the JSON has them all)."""
    lines = [f"# {difference.before} → {difference.after}", ""]
    if difference.same:
        return "\n".join([*lines, "The rows of both are the same.", ""])
    lines += ["| table | before | after | came | went | changed |", "|---|---:|---:|---:|---:|---:|"]
    lines += [
        f"| {name} | {count.before:,} | {count.after:,} | {count.came:,} | {count.went:,} | {count.changed:,} |"
        for name, count in difference.tables.items()
    ]
    if difference.stages:
        lines += ["", "## Stages", "", *(f"- {change}" for change in difference.stages)]
    for table in difference.tables:
        for change in CHANGES:
            rows = [row for row in difference.changes if (row.table, row.change) == (table, change)]
            if rows:
                lines += ["", f"## {_VERBS[change]}: {len(rows):,} {table}", "", *_causes(rows), *_rows(rows, shown)]
    return "\n".join([*lines, ""])


def _causes(rows: list[RowChange]) -> list[str]:
    causes = Counter(row.cause for row in rows).most_common()
    return ["| cause | rows |", "|---|---:|", *(f"| {cause} | {count:,} |" for cause, count in causes), ""]


def _rows(rows: list[RowChange], shown: int) -> list[str]:
    lines = []
    for row in rows[:shown]:
        name = row.survey_id if row.key == row.survey_id else f"{row.survey_id} {row.key}"
        lines.append(f"- `{_flat(name)}` {_flat(row.title)}: {_flat(row.why, 300)}")
        for field in row.fields:
            why = f" ({field.why})" if field.why and field.why != row.why else ""
            before, after = _around_the_difference(field.before, field.after)
            lines.append(f"  - {field.field}: “{before}” → “{after}”{why}")
    if len(rows) > shown:
        lines.append(f"- … and {len(rows) - shown:,} more, in the JSON")
    return lines


def _around_the_difference(before: str, after: str) -> tuple[str, str]:
    """Both values from a little before the place where they part."""
    shorter = min(len(before), len(after))
    common = next((place for place in range(shorter) if before[place] != after[place]), shorter)
    start = common - _CONTEXT if common > _WIDTH // 2 else 0
    first, second = (_flat("…" * (start > 0) + text[start:]) for text in (before, after))
    return first, second


def _flat(text: str, width: int = _WIDTH) -> str:
    line = " ".join(text.split()).replace("`", "'").replace("<", "&lt;")
    return line if len(line) <= width else line[: width - 1] + "…"
