"""report.html: one file, from the leaderboard down to each answer with what its scores were counted from.

Answers and pages are hostile data: everything is escaped, only http and https become links, and a content security
policy lets nothing run, load or be sent that is not in the file by its hash. What only one benchmark shows, it
declares (`litgauge.tasks.benchmark.Page`); its templates see what these see.
"""

from __future__ import annotations

import base64
import hashlib
import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined, Template
from markupsafe import Markup

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import (
    Benchmark,
    Grid,
    PagePart,
    ShownPage,
    Square,
    Stretch,
    WrittenAnswer,
    printed_values,
)
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.html.columns import charted, headed, parted, tables
from litgauge.tasks.html.definitions import Definitions
from litgauge.tasks.html.front import judge_note, ranking_metrics, title, verdict
from litgauge.tasks.html.frozen_pages import page_name, passage_anchor
from litgauge.tasks.html.leaderboard import labels_note
from litgauge.tasks.html.picture_pages import picture_name, thumbnails
from litgauge.tasks.html.report_views import AgentView, agent_views, column_values, left_out
from litgauge.tasks.html.run_history import histories
from litgauge.tasks.html.square import square_view
from litgauge.tasks.html.template_code import TemplateCode
from litgauge.tasks.html.trajectories import AgentTrajectories, trajectories
from litgauge.tasks.ledger import LoadedRun
from litgauge.tasks.records import EvidencePage, FigurePicture, judged_by
from litgauge.tasks.text.markdown import shorten

OWN = "own"
"""The prefix of a benchmark's own templates."""

LARGE = 2_000_000
"""Characters from which a page is packed; smaller ones need no script."""
# Content is escaped, so none of it can look like these markers, which stand around what an answer shows when opened.
OPENING, CLOSING = '<div class="inside"><!--inside-->', "<!--/inside--></div>"
_INSIDE = re.compile(f"{re.escape(OPENING)}(.*?){re.escape(CLOSING)}", re.DOTALL)
_WITHOUT_SCRIPT = (
    "<noscript><p>This page is large: what stands here is packed, and its script unpacks it.</p></noscript>"
)

_TEMPLATES = Path(__file__).parent / "templates"
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_WEB = re.compile(r"https?://[^\s\"'<>\\^`{|}]+", re.IGNORECASE)
_HIDING = "body:has(#f-{0}:not(:checked)) .s.{0}"  # filters by mark need no script
_CHOICE = "body:has(#c-{0}:not(:checked)) .m-{0} {{ display: none; }}"  # nor do columns
_HEAT_COLUMNS = 10  # agents times metrics that stand beside each other in a heat map of 1,280 pixels


@dataclass(frozen=True)
class Neighbours:
    """Addresses of the pages beside this one; None for a page that does not exist."""

    frozen: Callable[[str, str], str] | None = None  # run id and name of a frozen page (`page_name`) -> address
    run: Callable[[str, str], str] | None = None  # release and run id -> address of that run's page
    contents: str = ""  # of the list of all releases
    report: str = ""  # of this release's report, where it is another page
    tasks: str = ""  # of the table of this release's tasks
    task: Callable[[str], str] | None = None  # task id -> address of the page with all answers to it


@dataclass(frozen=True)
class ReleaseResults:
    """Agents of one release with their answers, from which its pages are rendered."""

    benchmark: Benchmark
    release: Any  # as the benchmark loads it
    agents: tuple[AgentView, ...]
    trajectories: Mapping[int, AgentTrajectories]  # by the number of an agent of ours
    storage: Storage | None
    caution: str


def release_results(
    loaded_release: Any, runs: Sequence[LoadedRun], *, storage: Storage | None = None, caution: str = ""
) -> ReleaseResults:
    """Return the results of these runs of one release, one per agent and judge, with all their tables.

    `loaded_release` is what the benchmark's `load` gives and has a name and a digest; `storage` gives what the
    benchmark shows of sources beside its answers, and the runs before these; `caution` is what the release says must be
    said beside its numbers. Raises UnusableInput if there is no run, or a run is of another release.
    """
    if not runs:
        raise UnusableInput(
            "there is no score run yet", where=loaded_release.name, next_step="Run `litgauge score` first"
        )
    benchmark = runs[0].benchmark
    agents = agent_views(benchmark, loaded_release, runs, storage)
    for loaded in runs:
        if loaded.run.release_digest != loaded_release.digest:
            raise UnusableInput(
                f"it was scored on {loaded.run.release}, not on {loaded_release.name}", where=loaded.run.run_id
            )
    return ReleaseResults(benchmark, loaded_release, agents, trajectories(agents), storage, caution)


def render_report(
    loaded_release: Any,
    runs: Sequence[LoadedRun],
    *,
    storage: Storage | None = None,
    generated: str = "",
    neighbours: Neighbours = Neighbours(),
    caution: str = "",
) -> str:
    """Return the page for these runs of one release; the arguments are those of `release_results` and `render_results`.

    Raises UnusableInput if there is no run, or a run is of another release.
    """
    results = release_results(loaded_release, runs, storage=storage, caution=caution)
    return render_results(results, generated=generated, neighbours=neighbours)


def render_results(results: ReleaseResults, *, generated: str = "", neighbours: Neighbours = Neighbours()) -> str:
    """Return the page of a release.

    `generated` is the time to print; `neighbours` says which pages stand beside it. Of a large page the inside of the
    answers is compressed, and its script unpacks what is opened. The same input gives the same bytes.
    """
    agents, storage = results.agents, results.storage
    return _pack(
        rendered(
            "report.html",
            "report.js",
            results,
            neighbours,
            generated=generated,
            trajectories=results.trajectories,
            histories=histories(storage, [agent.run for agent in agents]),
            **_declared(results.benchmark, results.release, agents),
        )
    )


def rendered(template: str, script: str, results: ReleaseResults, neighbours: Neighbours, **values: Any) -> str:
    """Return a page of a release from a template and a script of this room; `values` are for the template.

    Its policy lets nothing run, load or be sent that is not in it by its hash.
    """
    page, scoring = results.benchmark.page, results.benchmark.scoring
    return framed(
        environment(page.templates).get_template(template),
        _style(results.benchmark),
        script,
        benchmark=results.benchmark,
        release=results.release,
        agents=results.agents,
        caution=results.caution,
        judge_note=judge_note(results.benchmark, results.agents),
        page=page,
        words=page.words,
        charted=charted(scoring),
        metrics=scoring.metrics,
        marks=page.answer.marks if page.answer else (),
        columns=[(name, page.column(name), column_values(results.agents, name)) for name in scoring.groups],
        definitions=Definitions(),
        neighbours=neighbours,
        run_page=neighbours.run,
        frozen=_frozen_link(neighbours),
        original=_original_link(neighbours),
        thumbnail=thumbnails(results.storage),
        **values,
    )


def framed(template: Template, style: str, script: str, **values: Any) -> str:
    """Return a page with this style and the script of this name, which are all that its policy lets run and load."""
    code = _asset(_TEMPLATES / script) if script else ""
    runs = f"'{_hash(code)}'" if code else "'none'"
    policy = (
        f"default-src 'none'; img-src data:; style-src '{_hash(style)}'; script-src {runs}; base-uri 'none'; "
        "form-action 'none'"
    )
    return template.render(style=Markup(style), script=Markup(code), policy=policy, **values)


def _pack(page: str) -> str:
    """Return the page; in a large one the inside of each answer is deflated (zlib, base64).

    The same page gives the same bytes.
    """
    return _INSIDE.sub(_pack_inside, page) if len(page) > LARGE else page


def _pack_inside(match: re.Match[str]) -> str:
    data = base64.b64encode(zlib.compress(match[1].encode("utf-8"), 9)).decode("ascii")
    return f'<div class="inside" data-packed="{data}">{_WITHOUT_SCRIPT}</div>'


def web_address(url: str | None) -> str | None:
    """Return the address if a browser may be sent there.

    Http or https, and nothing in it that does not belong there.
    """
    return url if url and _WEB.fullmatch(url) else None


def _declared(benchmark: Benchmark, release: Any, agents: Sequence[AgentView]) -> Mapping[str, Any]:
    """Return what the templates see of the declaration."""
    page, scoring = benchmark.page, benchmark.scoring
    shown = ShownPage(release, agents)
    names = {metric.name: metric.short for metric in scoring.metrics}
    tasks = len({answer.task_id for agent in agents for answer in agent.answers})
    to_choose, at_first = ranking_metrics(scoring)
    return {
        "title": title(benchmark, len({agent.name for agent in agents}), tasks),
        "verdict": verdict(benchmark, agents),
        "headline": [scoring.metric(name) for name in scoring.headline],
        "columns_to_choose": to_choose,
        "choices": [metric for metric in scoring.metrics if metric in to_choose],
        "columns_at_first": at_first,
        "heat_metrics": max(1, _HEAT_COLUMNS // len(agents)),
        "tables": parted(
            tables(scoring, {name for agent in agents for name in agent.summaries})[bool(page.leaderboard) :]
        ),
        "labels_note": labels_note((agent.name, agent.corrected) for agent in agents),
        "name_of": lambda metric: names.get(metric, metric),
        "left_out": left_out(agents),
        "own_leaderboard": [_section(part, shown) for part in page.parts if part.anchor == page.leaderboard],
        "own_first": [_section(part, shown) for part in page.parts if part.first and part.anchor != page.leaderboard],
        "own_parts": [_section(part, shown) for part in page.parts if not part.first],
    }


def _section(part: PagePart | Square, shown: ShownPage) -> tuple[PagePart | Square, str, Any, Sequence[Grid]]:
    """A section, its template, and what that sees as `view` and `grids`."""
    if isinstance(part, Square):
        return part, "square.html", square_view(part, shown), ()
    view = part.view(shown)
    return (
        part,
        f"{OWN}/{part.template}" if part.template else "grids.html",
        view,
        tuple(part.grids(view) if part.grids else ()),
    )


def _frozen_link(neighbours: Neighbours) -> Callable[[str, EvidencePage | None, str], str]:
    """Of a run, a page and a passage the address where that is shown; "" where such pages are not at hand."""

    def link(run_id: str, page: EvidencePage | None, passage: str = "") -> str:
        if page is None or neighbours.frozen is None:
            return ""
        return neighbours.frozen(run_id, page_name(page)) + (f"#{passage_anchor(passage)}" if passage else "")

    return link


def _original_link(neighbours: Neighbours) -> Callable[[str, FigurePicture], str]:
    """Of a run and a picture the address where that is shown whole; "" where such pages are not at hand."""

    def link(run_id: str, picture: FigurePicture) -> str:
        if picture.status != "ok" or neighbours.frozen is None:
            return ""
        return neighbours.frozen(run_id, picture_name(picture))

    return link


def _pieces(written: WrittenAnswer) -> Iterator[tuple[str, Stretch | None]]:
    """Return the text, cut where its stretches begin and end; of stretches that overlap the first has the text."""
    at = 0
    for stretch in sorted(written.stretches, key=lambda stretch: (stretch.start, stretch.end)):
        start, end = max(at, stretch.start), min(stretch.end, len(written.text))
        if start >= end:
            continue
        yield written.text[at:start], None
        yield written.text[start:end], stretch
        at = end
    yield written.text[at:], None


@cache
def environment(templates: Path | None) -> Environment:
    """Return the page's templates and filters, with the templates of a benchmark."""
    loaders: list[BaseLoader] = [FileSystemLoader(_TEMPLATES)]
    if templates:
        loaders.append(PrefixLoader({OWN: FileSystemLoader(templates)}))
    jinja = Environment(
        loader=ChoiceLoader(loaders),
        bytecode_cache=TemplateCode(),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_printable,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    jinja.filters.update(
        value=lambda value, metric: printed_values.shown(metric, value),
        difference=lambda value, metric: printed_values.shown_difference(metric, value),
        judged_by=judged_by,
        interval=lambda interval, metric: printed_values.shown_interval(metric, interval),
        counts=printed_values.shown_counts,
        heading=printed_values.heading,
        headed=headed,
        web=web_address,
        short=shorten,
        cut=_cut,
        sentence=_sentence,
        pieces=_pieces,
    )
    jinja.globals.update(
        NONE=printed_values.NONE,
        OWN=OWN,
        bar=printed_values.bar,
        shade=printed_values.shade,
        OPENING=Markup(OPENING),
        CLOSING=Markup(CLOSING),
    )
    return jinja


def _cut(text: str, length: int) -> str:
    """Return the text as it stands, a long one cut off with an ellipsis."""
    return text if len(text) <= length else f"{text[:length]} …"


def _sentence(text: str) -> str:
    """Return the text with a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:].removesuffix('.')}."


def _printable(value: Any) -> Any:
    """Text without characters that HTML cannot hold."""
    return _UNPRINTABLE.sub("\ufffd", value) if type(value) is str else value


def _style(benchmark: Benchmark) -> str:
    """Return the style of all pages, the benchmark's own, and how columns and marks are hidden."""
    page = benchmark.page
    parts = [plain_style()]
    own = page.templates / "style.css" if page.templates else None
    if own and own.exists():
        parts.append(_asset(own))
    parts += [_CHOICE.format(metric.name) for metric in ranking_metrics(benchmark.scoring)[0]]
    if page.answer and page.answer.marks:
        hiding = ",\n".join(_HIDING.format(mark.code) for mark in page.answer.marks)
        parts.append(f"{hiding} {{ display: none; }}")
        parts += [f'.w.{mark.code}::before {{ content: "{mark.sign} "; }}' for mark in page.answer.marks]
    return "\n".join(parts)


def plain_style() -> str:
    """Return the style that all pages share."""
    return _asset(_TEMPLATES / "report.css")


def _asset(path: Path) -> str:
    return path.read_text(encoding="utf-8").strip()


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
