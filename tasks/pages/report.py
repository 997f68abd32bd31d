"""report.html: one file, from the leaderboard down to each statement with the passage that it was judged by.

Reports and pages are hostile data: everything is escaped, only http and https become links, and a content security
policy lets nothing run, load or be sent that is not in the file by its hash.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from tasks.benchmarks.reportbench.release_rows import ReleaseRows, SourceLines
from tasks.errors import UnusableInput
from tasks.ledger import LoadedRun
from tasks.pages import metric_names as names
from tasks.pages.leaderboard import OFFLINE
from tasks.pages.markdown import shorten
from tasks.pages.report_pictures import interval_bar, precision_recall, shade
from tasks.pages.report_views import LONGEST_PASSAGE, LONGEST_REASON, VERDICTS, agent_views, telling_lines

_TEMPLATES = Path(__file__).parent / "templates"
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_WEB = re.compile(r"https?://[^\s\"'<>\\^`{|}]+", re.IGNORECASE)


def render_report(
    release: ReleaseRows,
    runs: Sequence[LoadedRun],
    *,
    sources: SourceLines | None = None,
    generated: str = "",
    statements: bool = True,
) -> str:
    """The page for these runs of one release, one per agent and judge, with all their tables.

    `sources` gives the text of the survey's lines beside matched references; `generated` is the time to print;
    `statements=False` leaves the statements out, for runs too big for one page (docs/ledger.md has the sizes). The same
    input gives the same bytes. Raises UnusableInput if there is no run, or a run is of another release.
    """
    if not runs:
        raise UnusableInput("there is no score run yet", where=release.name, next_step="Run `litgauge score` first")
    style, script = (_asset(name) for name in ("report.css", "report.js"))
    agents = agent_views(release, runs, sources)
    template = _environment().get_template("report.html")
    return template.render(
        release=release,
        agents=agents,
        generated=generated,
        with_statements=statements,
        picture=precision_recall(agents),
        domains=sorted({task.domain for task in release.tasks}),
        levels=sorted({task.level or "" for task in release.tasks}),
        style=Markup(style),
        script=Markup(script),
        policy=f"default-src 'none'; img-src data:; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'",
    )


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_printable,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        value=lambda value, metric: names.shown(metric, value),
        interval=lambda interval, metric: names.shown_interval(metric, interval),
        counts=names.shown_counts,
        metric=names.name_of,
        web=web_address,
        short=shorten,
    )
    environment.globals.update(
        NONE=names.NONE,
        TABLE_ONE=names.TABLE_ONE,
        OURS=names.OURS,
        CHARTED=names.CHARTED,
        VERDICTS=VERDICTS,
        OFFLINE=OFFLINE,
        LONGEST_PASSAGE=LONGEST_PASSAGE,
        LONGEST_REASON=LONGEST_REASON,
        interval_bar=interval_bar,
        shade=shade,
        telling_lines=telling_lines,
    )
    return environment


def web_address(url: str | None) -> str | None:
    """The address if a browser may be sent there: http or https, and nothing in it that does not belong there."""
    return url if url and _WEB.fullmatch(url) else None


def _printable(value: Any) -> Any:
    """Text without characters that HTML cannot hold."""
    return _UNPRINTABLE.sub("\ufffd", value) if type(value) is str else value


def _asset(name: str) -> str:
    return (_TEMPLATES / name).read_text(encoding="utf-8").strip()


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
