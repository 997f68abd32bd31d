"""Agents side by side, on the terminal, in Prefect, for programs."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.console import Console, RenderableType

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import score_rows
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.html.columns import charted, parted, tables
from litgauge.tasks.html.front import verdict, verdict_sentence
from litgauge.tasks.html.kept_verdicts import keep_verdict, verdict_of
from litgauge.tasks.html.leaderboard import (
    compare_table,
    leaderboard_json,
    leaderboard_markdown,
    leaderboard_table,
)
from litgauge.tasks.html.report_views import ranked_agents
from litgauge.tasks.ledger import LoadedRun, compare_runs, leaderboard
from litgauge.tasks.records import Judge, UnscoredPart
from litgauge.tasks.records.signed import sign
from tests.benchmarks.reportbench.sample_run import AGENTS, JUDGES, release, sample_run

RUNS = [sample_run(agent) for agent in AGENTS]
VERDICT = "careful leads in F1."
METRICS = {metric.name: metric for metric in REPORTBENCH.scoring.metrics}


def printed(what: RenderableType, width: int = 130) -> str:
    plain = Console(width=width, force_terminal=False)
    with plain.capture() as text:
        plain.print(what)
    return text.get()


def test_the_better_agent_comes_first_whatever_the_order() -> None:
    assert [row.agent for row in leaderboard(RUNS[::-1]).rows] == ["careful", "careless"]


def test_every_cell_has_mean_interval_mean_of_the_given_and_counts() -> None:
    text = printed(leaderboard_table(leaderboard(RUNS), VERDICT))
    for part in ("0.864", "0.312–0.988", "given 0.972", "8/0/1", "OFFLINE RULES"):
        assert part in text
    assert "…" not in text


@pytest.mark.parametrize("width", [80, 100, 200])
def test_nothing_is_cut_off_on_any_terminal(width: int) -> None:
    for table in (leaderboard_table(leaderboard(RUNS), VERDICT), compare_table(*RUNS)):
        text = printed(table, width)
        assert "…" not in text
        assert max(map(len, text.splitlines())) <= width
        assert "0.152–0.397" in text or "0.312–0.988" in text


def test_what_we_failed_on_is_counted_beside_the_mean() -> None:
    lost = UnscoredPart("careful/9912.00001", "pairs", "time-out")
    run = LoadedRun(
        RUNS[0].run, score_rows(REPORTBENCH.scoring, {**RUNS[0].rows, "unscored": (lost,)}, release(), JUDGES)[0]
    )
    assert "7/1/1" in printed(leaderboard_table(leaderboard([run]), VERDICT))


@pytest.mark.slow
def test_markdown_holds_the_chart_and_survives_an_agent_with_bars_in_its_name() -> None:
    named = LoadedRun(replace(RUNS[0].run, agent="a|b <script>"), RUNS[0].rows)
    text = leaderboard_markdown(leaderboard([named, RUNS[1]]), VERDICT)
    (chart,) = re.findall(r"!\[[^]]*\]\(data:image/svg\+xml;base64,([^)]+)\)", text)
    drawn = ElementTree.fromstring(base64.b64decode(chart))
    words = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert words.count("a|b <script> (offline rules)") == len(charted(REPORTBENCH.scoring))
    assert "a\\|b &lt;script&gt;" in text
    assert "OFFLINE RULES" in text
    table = [line for line in text.splitlines() if line.startswith("|")]
    (_, paper), (_, beside) = tables(REPORTBENCH.scoring)
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in table} == {len(paper) + 2, len(beside) + 2}


def test_json_holds_every_metric_with_its_counts() -> None:
    rows = json.loads(json.dumps(leaderboard_json(leaderboard(RUNS))))
    assert [row["agent"] for row in rows] == ["careful", "careless"]
    assert set(rows[0]["metrics"]) == {name for name, metric in METRICS.items() if not metric.where}
    precision = rows[0]["metrics"]["precision"]
    assert precision["mean"] == pytest.approx(0.864, abs=1e-3)
    assert (precision["scored"], precision["unscored"], precision["missing"]) == (8, 0, 1)
    assert precision["interval"]["low"] < precision["mean"] < precision["interval"]["high"]
    assert rows[0]["offline"] is True


def test_a_model_is_named_and_is_not_called_offline() -> None:
    judge = Judge("pairs", "openai", "judge-1", "{}", ())
    judged = [LoadedRun(replace(loaded.run, judges=(judge,)), loaded.rows) for loaded in RUNS]
    text = printed(leaderboard_table(leaderboard(judged), VERDICT))
    assert "judge-1" in text
    assert "OFFLINE" not in text


def test_two_agents_are_compared_survey_by_survey() -> None:
    found = {row.metric: row for row in compare_runs(*RUNS)}
    match_rate = found["match_rate"]
    assert match_rate.clusters == 9
    assert match_rate.difference == pytest.approx(0.624, abs=1e-3)
    assert match_rate.p == pytest.approx(2 / 256)
    text = printed(compare_table(*RUNS))
    assert "+0.624" in text
    assert "0.00781" in text
    assert "8:0" in text


def test_where_lower_is_better_the_better_agent_is_the_lower_one() -> None:
    line = next(line for line in printed(compare_table(*RUNS)).splitlines() if "Survey cited ↓" in line)
    assert "-1.000" in line
    assert "8:0" in line


def test_an_agent_does_not_differ_from_itself() -> None:
    assert {row.difference for row in compare_runs(RUNS[1], RUNS[1])} <= {0.0, None}


def test_different_judges_are_named_loudly() -> None:
    judge = Judge("pairs", "openai", "judge-1", "{}", ())
    other = LoadedRun(replace(RUNS[1].run, judges=(judge,)), RUNS[1].rows)
    assert "NOT THE SAME JUDGE" in printed(compare_table(RUNS[0], other))


def test_runs_of_two_releases_are_not_mixed() -> None:
    strange = LoadedRun(replace(RUNS[1].run, release_digest="00" * 32, release="sample@2"), RUNS[1].rows)
    for call in (lambda: leaderboard([RUNS[0], strange]), lambda: compare_runs(RUNS[0], strange)):
        with pytest.raises(UnusableInput, match="rescore"):
            call()


def test_the_papers_columns_and_ours_are_two_tables() -> None:
    (title, paper), (_, beside) = tables(REPORTBENCH.scoring)
    assert title == "Table 1 of the paper"
    declared = REPORTBENCH.scoring.metrics
    assert paper == tuple(metric for metric in declared if metric.shown == "paper")
    assert beside == tuple(metric for metric in declared if metric.shown == "beside")


def test_a_table_that_is_too_wide_for_a_page_is_parted_between_its_headings() -> None:
    metrics = tuple(replace(METRICS["recall"], name=f"{under}{n}", under=under) for under in "aabbcc" for n in range(2))
    wide = ("Table 1", metrics)
    parts = parted((wide, ("Table 2", metrics[:3])), most=9)
    assert [(title, {metric.under for metric in of}, len(of)) for title, of in parts] == [
        ("Table 1", {"a", "b"}, 8),
        ("Table 1, continued", {"c"}, 4),
        ("Table 2", {"a"}, 3),
    ]
    assert parted((("Table 1", metrics[:4]),), most=3) == (("Table 1", metrics[:4]),)


@pytest.mark.slow
def test_metrics_that_were_added_or_taken_away_since_break_no_table() -> None:
    """A run keeps the metrics of its day: what it lacks is a dash, what nobody declares any more is passed over."""
    rows = [score for score in RUNS[0].rows["scores"] if score.metric != "f1"]
    gone = [replace(score, metric="sharpness") for score in rows if score.metric == "recall"]
    old = LoadedRun(RUNS[0].run, {**RUNS[0].rows, "scores": (*rows, *gone)})
    board = leaderboard([old, RUNS[1]])
    assert [row.agent for row in board.rows] == ["careless", "careful"]
    for text in (
        printed(leaderboard_table(board, VERDICT)),
        leaderboard_markdown(board, VERDICT),
        printed(compare_table(old, RUNS[1])),
    ):
        assert "sharpness" not in text
    assert "sharpness" in leaderboard_json(board)[1]["metrics"]


def test_a_run_without_scores_has_dashes() -> None:
    bare = LoadedRun(RUNS[0].run, {**RUNS[0].rows, "scores": ()})
    assert "–" in printed(leaderboard_table(leaderboard([bare]), VERDICT))
    assert leaderboard_json(leaderboard([bare]))[0]["metrics"] == {}


def test_the_sentence_that_the_page_begins_with_is_kept_for_these_runs(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    sentence = keep_verdict(storage, RUNS)
    standing = verdict(REPORTBENCH, ranked_agents(REPORTBENCH, RUNS))
    assert sentence == f"{standing.leader} {standing.claim}"
    (kept,) = (tmp_path / "ledger").rglob("*.json")
    kept.write_bytes(sign(b'{"verdict": "as it was kept"}'))
    assert verdict_of(storage, RUNS) == "as it was kept"
    for changed in (kept.read_bytes().replace(b"as it was", b"as nobody"), b"\xff\xfe", b""):
        kept.write_bytes(changed)
        assert verdict_of(storage, RUNS) == sentence
    assert verdict_of(storage, RUNS[:1]) == verdict_sentence(REPORTBENCH, RUNS[:1])
