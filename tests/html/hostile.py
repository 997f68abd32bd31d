"""Score runs whose every text tries to break out of the page that shows it."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from litgauge.tasks.benchmarks.reportbench.release_rows import ReleaseRows
from litgauge.tasks.ledger import LoadedRun
from litgauge.tasks.records import WorkIdentity
from tests.benchmarks.reportbench.sample_run import release, sample_run

ATTACKS = (
    "<script>console.log('pwned')</script>",
    "</style><script>console.log('pwned')</script>",
    "</script><script>console.log('pwned')</script>",
    "<img src=x onerror=\"console.log('pwned')\">",
    '" onmouseover="console.log(\'pwned\')" x="',
    "' autofocus onfocus='console.log(1)' x='",
    "<svg onload=console.log('pwned')><animate onbegin=console.log(1)>",
    "--><!--<iframe src=javascript:console.log('pwned')></iframe>",
    "{{ 7 * 7 }}{% raw %}",
    "]]><b>&lt;script&gt;&#x3c;script&#x3e;",
    "</details></main><base href=//evil.example/><form action=//evil.example><meta http-equiv=refresh content=0>",
    "a\x00b\x08c\x1bd\x9fe\ud800f\u202egnp.exe\u2066",
)
ADDRESSES = (
    "javascript:console.log('pwned')",
    "JaVaScRiPt:console.log(1)",
    " javascript:console.log(1)",
    "java\nscript:console.log(1)",
    "data:text/html,<script>console.log('pwned')</script>",
    "vbscript:msgbox(1)",
    "//evil.example/x",
    "https://evil.example/\"onmouseover=\"console.log('pwned')",
    "https://evil.example/<script>console.log('pwned')</script>",
    "file:///etc/passwd",
    "http://",
)


def hostile_run() -> tuple[LoadedRun, ReleaseRows]:
    """`careless`, with every free text replaced by an attack and every address by an address that is none."""
    turn = _Turn()
    small = sample_run("careless")
    rows = {name: _spoilt(of, turn) for name, of in small.rows.items()}
    spoilt = replace(
        release(),
        name=f"sample@1{ATTACKS[0]}",
        tasks=tuple(replace(task, prompt=turn.text(), domain=turn.text()) for task in release().tasks),
        surveys={
            name: replace(survey, title=turn.text(), url=turn.address()) for name, survey in release().surveys.items()
        },
        references={
            name: tuple(replace(row, title=turn.text(), provenance=()) for row in rows)
            for name, rows in release().references.items()
        },
        citations={
            name: tuple(replace(row, section=turn.text(), file=turn.text()) for row in rows)
            for name, rows in release().citations.items()
        },
    )
    run = replace(small.run, agent=ATTACKS[2], settings=ATTACKS[0], litgauge=ATTACKS[4], started=ATTACKS[3])
    return LoadedRun(run, rows), spoilt


class _Turn:
    """One attack after another."""

    def __init__(self) -> None:
        self._number = 0

    def text(self) -> str:
        """The next text."""
        self._number += 1
        return ATTACKS[self._number % len(ATTACKS)]

    def address(self) -> str:
        """The next address."""
        self._number += 1
        return ADDRESSES[self._number % len(ADDRESSES)]


_TEXTS = ("text", "section", "label", "entry", "title", "reason", "passage", "evidence", "file", "question", "model")


def _spoilt(rows: tuple[Any, ...], turn: _Turn) -> tuple[Any, ...]:
    return tuple(_spoilt_row(row, turn) for row in rows)


def _spoilt_row(row: Any, turn: _Turn) -> Any:
    assert is_dataclass(row)
    changes: dict[str, Any] = {}
    for field in fields(row):
        if field.name in _TEXTS:
            changes[field.name] = turn.text()
        elif field.name in ("url", "final_url"):
            changes[field.name] = turn.address()
        elif field.name == "reasons" and hasattr(row, "votes"):
            changes["reasons"] = (turn.text(), turn.text())
        elif field.name == "identity":
            changes["identity"] = WorkIdentity(title=turn.text())
    return replace(row, **changes)
