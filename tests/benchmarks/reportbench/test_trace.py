"""From a number down to the statement, the passage, the reference and its line in the survey's LaTeX."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import Metric
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.benchmarks.reportbench.source_lines import SourceLines
from litgauge.tasks.benchmarks.reportbench.trace import COUNTED, Tracer
from litgauge.tasks.engine.storage import Storage
from tests.benchmarks.reportbench.sample_run import release, sample_run, source_path
from tests.tables import each_row

CARELESS = sample_run("careless")
TASK = "9912.00001"


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> SourceLines:
    storage = Storage(str(tmp_path_factory.mktemp("store")))
    for survey in release().surveys:
        storage.keep_blob(source_path(survey).read_bytes())
    return SourceLines(release(), storage)


def test_a_precision_leads_to_each_work_its_reference_and_the_line_that_cites_it(sources: SourceLines) -> None:
    trace = Tracer(CARELESS, release(), sources).task(TASK, "precision")
    (score,) = trace.scores
    counted = [traced for traced in trace.works if traced.match]
    assert (score.numerator, score.denominator) == (sum(bool(t.reference) for t in counted), len(counted))
    transformer = next(traced for traced in counted if traced.match and traced.match.key == "vaswani2017")
    assert transformer.reference is not None
    assert transformer.reference.title == "Attention Is All You Need"
    assert [statement.number for statement in transformer.statements] == [0, 1]
    first, *_, last = transformer.lines
    assert (first.place, first.what) == ("sections/introduction.tex:11", "\\citet in From recurrence to attention")
    assert "\\citet{vaswani2017}" in first.text
    assert last.place.startswith("transformers.bib:")
    assert trace.pairs == trace.facts == ()


def test_every_line_of_every_matched_reference_names_what_it_is_said_to_name(sources: SourceLines) -> None:
    """Over all sources of the sample: .bib, .bbl and inline bibliographies, macros among them."""
    tracer = Tracer(CARELESS, release(), sources)
    seen = 0
    for task in release().tasks:
        for work in tracer.task(task.task_id).works:
            for line in work.lines:
                assert line.text, line
                seen += 1
            if work.reference:
                titles = [line.text for line in work.lines if "title" in line.what.split(", ")]
                assert titles
    assert seen > 200


def test_a_match_rate_leads_to_each_pair_with_passage_and_page() -> None:
    trace = Tracer(CARELESS, release()).task(TASK, "match_rate")
    (score,) = trace.scores
    outcomes = [traced.verdict.outcome for traced in trace.pairs]
    assert (score.numerator, score.denominator) == (outcomes.count("supported"), len(outcomes))
    traced = trace.pairs[1]
    assert traced.statement is not None
    assert "41.8 BLEU" in traced.statement.text
    assert "28.4 BLEU" in traced.verdict.passage
    assert traced.page is not None
    assert traced.page.title == "Attention Is All You Need"
    assert [link.url for link in traced.links] == ["https://arxiv.org/abs/1706.03762v7?utm_source=chatgpt.com"]


def test_a_factual_accuracy_leads_to_each_vote() -> None:
    trace = Tracer(CARELESS, release()).task(TASK, "factual_accuracy")
    assert [traced.verdict.truth for traced in trace.facts] == ["false", "false"]
    assert trace.facts[0].statement is not None
    assert trace.facts[0].statement.text == "The Transformer was invented at DeepMind in London."


def test_a_recall_leads_to_what_was_missed() -> None:
    trace = Tracer(CARELESS, release()).task(TASK, "recall")
    (score,) = trace.scores
    assert len(trace.missed) == score.denominator - score.numerator


def test_a_mean_leads_to_all_tasks_and_a_missing_report_to_nothing() -> None:
    traces = Tracer(sample_run("careful"), release()).number("precision")
    assert [trace.task.task_id for trace in traces] == [task.task_id for task in release().tasks]
    missing = next(trace for trace in traces if trace.report is None)
    assert missing.works == missing.statements == ()
    assert len(missing.missed) == 15


def test_without_sources_the_places_are_named_all_the_same() -> None:
    trace = Tracer(CARELESS, release()).task(TASK)
    lines = next(work.lines for work in trace.works if work.reference)
    assert lines[0].place == "sections/introduction.tex:11"
    assert {line.text for line in lines} == {""}


@pytest.mark.slow
def test_a_source_that_is_not_the_releases_is_not_shown(tmp_path_factory: pytest.TempPathFactory) -> None:
    survey = replace(release().surveys[TASK], source_sha256="00" * 32)
    other = replace(release(), surveys={**release().surveys, TASK: survey})
    lines = SourceLines(other, Storage(str(tmp_path_factory.mktemp("store")))).of(TASK, "vaswani2017")
    assert {line.text for line in lines} == {""}


def test_of_a_paragraph_on_one_line_the_stretch_around_the_key_is_shown(tmp_path: Path) -> None:
    text = f"\\documentclass{{article}} {'before ' * 90}\\cite{{vaswani2017}} drew{' after' * 90}"
    storage = Storage(str(tmp_path))
    tex = storage.keep_blob(text.encode())
    survey = replace(release().surveys[TASK], source_sha256=tex.rsplit("/", 1)[-1])
    citation = replace(release().citations[TASK][0], key="vaswani2017", file=f"{TASK}.tex", line=1)
    other = replace(
        release(), surveys={TASK: survey}, citations={TASK: (citation, replace(citation, line=99, file="gone.tex"))}
    )
    shown, beyond, *_ = SourceLines(other, storage).of(TASK, "vaswani2017")
    assert "\\cite{vaswani2017} drew" in shown.text
    assert shown.text.startswith("… ")
    assert shown.text.endswith(" …")
    assert len(shown.text) < 250
    assert beyond.text == ""


OWN = [metric for metric in REPORTBENCH.scoring.metrics if not metric.where]


@each_row("metric", OWN)
def test_every_metric_leads_to_the_rows_that_it_needs_and_to_no_others(metric: Metric) -> None:
    trace = Tracer(CARELESS, release()).task(TASK, metric.name)
    shown = {rows for rows in COUNTED if getattr(trace, rows)}
    assert shown == {rows for rows, parts in COUNTED.items() if parts & {*metric.needs}}
    assert shown
    assert [score.metric for score in trace.scores] == [metric.name]


@pytest.mark.parametrize(("task", "metric"), [("9999.00001", None), (TASK, "sharpness")])
def test_an_unknown_task_or_metric_is_refused(task: str, metric: str | None) -> None:
    with pytest.raises(UnusableInput):
        Tracer(CARELESS, release()).task(task, metric)


def test_a_run_is_traced_on_its_own_release_only() -> None:
    with pytest.raises(UnusableInput, match="sample@1"):
        Tracer(CARELESS, replace(release(), name="sample@2", digest="00" * 32))
