"""Difference of two releases as markdown."""

from __future__ import annotations

from collections import Counter

from litgauge.tasks.releases.diff import CHANGES, ReleaseDiff, RowChange
from litgauge.tasks.text.markdown import code_span, escaped, table

_VERBS = {"came": "Came", "went": "Went", "changed": "Changed"}
_WIDTH = 100
_CONTEXT = 20


def diff_markdown(difference: ReleaseDiff, *, shown: int = 50) -> str:
    """A page for people: counts, causes, stages, then at most `shown` rows of every kind (the JSON has them all)."""
    lines = [f"# {escaped(difference.before)} → {escaped(difference.after)}", ""]
    if difference.same:
        return "\n".join([*lines, "The rows of both are the same.", ""])
    counts = [(name, c.before, c.after, c.came, c.went, c.changed) for name, c in difference.tables.items()]
    lines += [table(("table", "before", "after", "came", "went", "changed"), counts)]
    if difference.stages:
        lines += ["", "## Stages", "", *(f"- {escaped(str(change))}" for change in difference.stages)]
    for name in difference.tables:
        for change in CHANGES:
            rows = [row for row in difference.changes if (row.table, row.change) == (name, change)]
            if rows:
                lines += [
                    "",
                    f"## {_VERBS[change]}: {len(rows):,} {escaped(name)}",
                    "",
                    *_causes(rows),
                    *_rows(rows, shown),
                ]
    return "\n".join([*lines, ""])


def _causes(rows: list[RowChange]) -> list[str]:
    causes = Counter(row.cause for row in rows).most_common()
    return [table(("cause", "rows"), causes), ""]


def _rows(rows: list[RowChange], shown: int) -> list[str]:
    lines = []
    for row in rows[:shown]:
        name = row.survey_id if row.key == row.survey_id else f"{row.survey_id} {row.key}"
        lines.append(f"- {code_span(_cut(name))} {_flat(row.title)}: {_flat(row.why, 300)}")
        for field in row.fields:
            why = f" ({escaped(field.why)})" if field.why and field.why != row.why else ""
            before, after = _around_the_difference(field.before, field.after)
            lines.append(f"  - {escaped(field.field)}: “{before}” → “{after}”{why}")
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
    return escaped(_cut(text, width))


def _cut(text: str, width: int = _WIDTH) -> str:
    line = " ".join(text.split())
    return line if len(line) <= width else line[: width - 1] + "…"
