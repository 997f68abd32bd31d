"""Scoring as a whole, in small: a published benchmark, three agents who cite in three shapes, a judge that fails often.

What must hold of every number is recomputed from the rows; a run that the money ends and one that is killed go on to
the scores of one that nobody disturbed.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from litgauge.flows.cli.scoring import write_report
from litgauge.flows.configs import score_config
from litgauge.flows.reportbench.score import score_reports
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.benchmarks.reportbench.published.importing import import_published
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import LoadedRun, list_score_runs, load_score_run
from tests.flows.live import KEY_ENV, command_line, half_written
from tests.flows.test_score_money import ANSWERS
from tests.llm.openai_server import KEY, Faults, OpenAIServer

pytestmark = [pytest.mark.prefect, pytest.mark.usefixtures("temporary_prefect")]
RELEASE = "reportbench-v1.1"
AGENTS = ("footnotes", "links", "numbers")
BROKEN = Faults(0.3, kinds=("rate-limit", "server-error", "bad-gateway", "dropped", "cut-body"))
CONCURRENCY = 4
SUBJECTS = ("kites", "umbrellas")
PROMPTS = {
    subject: f"How have {subject} been built since 1900, and what is known of their lift?" for subject in SUBJECTS
}

SAID = (  # sentence, where its mark leads; the first two stand on their pages, the third stands in two halves on two
    ("{s} of 1903 weighed 12 kilograms and carried a camera.", ("one",)),
    ("Ames measured a lift of 40 newtons for {s} in 1911.", ("two",)),
    ("{s} were sold in 14 countries by 1920 and taxed in Spain from 1931.", ("one", "two")),
    ("{s} were forbidden in 1950 by 30 parliaments.", ("two",)),
    ("Nobody has flown {s} above 9 kilometres since 1962.", ("gone",)),
    ("The archive in Lyon holds 700 drawings of {s}.", ("closed",)),
)
UNCITED = ("{s} were painted red in Portugal until 1938.", "The museum in Turin keeps 25 of the {s} of Rossi.")
NO_ENTRY = "In 1907 silk was used for most {s}."


def address(subject: str, page: str) -> str:
    return f"https://{page}.example.org/{subject}"


def report(agent: str, subject: str) -> str:
    """What one agent says of one subject, marked and listed in its own way."""
    pages = ("one", "two", "gone", "closed")
    number = {page: place for place, page in enumerate(pages, start=1)}
    marks = {
        "footnotes": lambda page: f"[^{number[page]}]",
        "links": lambda page: f" ([{page}]({address(subject, page)}))",
        "numbers": lambda page: f"[{number[page]}]",
    }
    lines = [f"# {subject.title()}", ""]
    for sentence, to in SAID:
        lines += [sentence.format(s=subject.title()).removesuffix(".") + "".join(map(marks[agent], to)) + ".", ""]
    lines += [f"{one.format(s=subject.title())}\n" for one in UNCITED]
    if agent == "numbers":
        lines += [NO_ENTRY.format(s=subject.title()).removesuffix(".") + " [9].", "", "## References", ""]
        lines += [
            f"[{number[page]}] A study of {subject}, part {number[page]}. {address(subject, page)}" for page in pages
        ]
    elif agent == "footnotes":
        lines += [f"[^{number[page]}]: {address(subject, page)}" for page in pages]
    return "\n".join(lines) + "\n"


def lay_out(folder: Path) -> None:
    """The benchmark, the agents' reports, and the pages."""
    (folder / "published" / "gt").mkdir(parents=True)
    tasks = []
    for place, subject in enumerate(SUBJECTS):
        task = {
            "arxiv_id": f"2101.0000{place}", "title": f"A survey of {subject}", "abstract": None, "categories": "cs.CV",
            "authors_parsed": [["Ames", "Ada", ""]], "license": None, "doi": None, "application_domain": "Kites",
            "versions": [{"version": "v1", "created": "Mon, 4 Jan 2021 10:00:00 GMT"}], "prompt": PROMPTS[subject],
        }  # fmt: skip
        tasks.append(json.dumps(task))
        entry = {"bib_id": "one", "title": f"Of {subject} and their weight", "author": "Ames, Ada", "meta_info": {}}
        (folder / "published" / "gt" / f"2101.0000{place}.jsonl").write_text(json.dumps(entry) + "\n", encoding="utf-8")
    (folder / "published" / "ReportBench_v1.1.jsonl").write_text("\n".join(tasks), encoding="utf-8")
    for agent in AGENTS:
        (folder / agent).mkdir()
        rows = [{"id": str(n), "prompt": PROMPTS[s], "article": report(agent, s)} for n, s in enumerate(SUBJECTS)]
        (folder / agent / "reports.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    _lay_out_pages(folder / "pages")


def _lay_out_pages(folder: Path) -> None:
    folder.mkdir()
    index: dict[str, Any] = {}
    for subject in SUBJECTS:
        name = subject.title()
        says = {
            "one": f"{SAID[0][0].format(s=name)} {name} were sold in 14 countries by 1920.",
            "two": f"{SAID[1][0].format(s=name)} {name} were taxed in Spain from 1931.",
        }
        for page, text in says.items():
            title = {"one": f"Of {subject} and their weight"}.get(page, f"Lift of {subject}")
            meta = f'<meta name="citation_title" content="{title}"><meta name="citation_author" content="Ames, Ada">'
            body = f"<p>{text}</p><p>Much else is said here about weather, string and patience.</p>"
            file = f"{page}-{subject}.html"
            (folder / file).write_text(f"<html><head>{meta}</head><body>{body}</body></html>", encoding="utf-8")
            index[address(subject, page)] = {"status": 200, "content_type": "text/html", "file": file}
        index[address(subject, "closed")] = {"status": 403, "content_type": "text/html", "file": f"one-{subject}.html"}
    (folder / "index.json").write_text(json.dumps(index), encoding="utf-8")


def judge_of(server: OpenAIServer, budget_usd: float | None = None) -> dict[str, Any]:
    model = {
        "provider": "openai", "model": "gpt-6-luna", "base_url": server.url, "endpoint": "api.openai.com",
        "api_key_env": KEY_ENV, "parameters": {"max_output_tokens": 300}, "backoff_s": 0.01, "backoff_max_s": 0.05,
        "retries": 12, "max_concurrency": CONCURRENCY,
    }  # fmt: skip
    return {"model": model, "voters": [{"model": model, "votes": 2}], "facts": {"sample": 1}, "budget_usd": budget_usd}


def scored(folder: Path, store: Path, agent: str, judge: Mapping[str, Any]) -> LoadedRun:
    values = {"release": RELEASE, "run": str(folder / agent), "agent": agent, "pages": str(folder / "pages")}
    config = score_config(REPORTBENCH, {**values, "judge": judge})
    result = score_reports(config=config, storage=str(store))
    return load_score_run(Storage(str(store)), result["run"])


def outcome(run: LoadedRun) -> Any:
    """Verdicts and numbers, without what names the asking."""
    pairs = sorted((row.report_id, row.statement, row.page, row.outcome) for row in run.rows["pairs"])
    facts = sorted((row.report_id, row.statement, row.truth, row.votes) for row in run.rows["facts"])
    return pairs, facts, [(row.task_id, row.metric, row.state, row.value) for row in run.rows["scores"]]


@pytest.fixture(scope="module")
def laid_out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("end-to-end")
    lay_out(folder)
    return folder


@pytest.fixture(scope="module")
def whole(laid_out: Path) -> Iterator[dict[str, LoadedRun]]:
    """Each agent's run that nobody disturbed, but for the judge, which fails three times in ten."""
    store = laid_out / "whole"
    import_published(Storage(str(store)), laid_out / "published")
    with pytest.MonkeyPatch.context() as patch, OpenAIServer(ANSWERS, faults=BROKEN, model="*") as server:
        patch.setenv(KEY_ENV, KEY)
        yield {agent: scored(laid_out, store, agent, judge_of(server)) for agent in AGENTS}


@pytest.mark.parametrize("agent", AGENTS)
def test_every_number_follows_from_the_rows(whole: dict[str, LoadedRun], agent: str) -> None:
    run = whole[agent]
    rows = run.rows
    linked = {(link.report_id, link.statement, link.page) for link in rows["links"] if link.page}
    assert Counter((pair.report_id, pair.statement, pair.page) for pair in rows["pairs"]) == Counter(linked)
    cited = {(one.report_id, one.number) for one in rows["statements"] if one.cited}
    followed = {(pair.report_id, pair.statement) for pair in rows["pairs"]}
    judged = {(fact.report_id, fact.statement) for fact in rows["facts"]}
    unfollowed = cited - followed
    assert followed <= cited
    assert not followed & judged
    assert len(unfollowed) == (len(SUBJECTS) if agent == "numbers" else 0)

    want = {"supported": 2, "not-supported": 3, "unreachable": 1, "judge-failed": 1}
    assert Counter(pair.outcome for pair in rows["pairs"]) == {name: 2 * count for name, count in want.items()}
    assert {verdict.outcome for verdict in rows["joint"]} == {"supported"}  # each page alone says half of it
    values = {(row.metric): row.value for row in rows["scores"]}  # both reports are alike
    assert values["match_rate"] == pytest.approx(2 / 6)
    assert values["statement_match_rate"] == pytest.approx(2 / 5)
    assert values["joint_match_rate"] == pytest.approx(3 / 5)
    assert values["recall"] == 1
    assert values["unfollowed_citations"] == pytest.approx(1 / 7 if agent == "numbers" else 0)
    drawn = Counter(fact.report_id for fact in rows["facts"] if fact.votes)
    assert set(drawn.values()) == {1}
    assert values["uncited_statements"] == 2 + (agent == "numbers")


def test_three_shapes_of_one_report_have_the_same_verdicts(whole: dict[str, LoadedRun], laid_out: Path) -> None:
    verdicts = [Counter((pair.page, pair.outcome) for pair in run.rows["pairs"]) for run in whole.values()]
    assert verdicts[0] == verdicts[1] == verdicts[2]
    page = write_report(RELEASE, laid_out / "report.html", str(laid_out / "whole")).read_text(encoding="utf-8")
    assert "by its 2 pages together" in page
    assert "its citation cannot be followed" in page


def test_a_run_that_the_money_ends_goes_on_to_the_same_scores(whole: dict[str, LoadedRun], laid_out: Path) -> None:
    store = laid_out / "poor"
    import_published(Storage(str(store)), laid_out / "published")
    with OpenAIServer(ANSWERS, model="*") as server:
        nothing = scored(laid_out, store, "numbers", judge_of(server, 0.00001))
        part = scored(laid_out, store, "numbers", judge_of(server, 0.0008))
        paid = server.log.replies
        last = scored(laid_out, store, "numbers", judge_of(server, 1.0))
        assert len(list(store.glob("replies/*/*.json"))) == server.log.replies > paid > 0
    assert (nothing.run.counts["left_by_budget"], part.run.counts["left_by_budget"]) > (0, 0)
    states = {row.metric: (row.state, row.reason) for row in nothing.rows["scores"]}
    for metric in ("match_rate", "statement_hallucination", "factual_accuracy", "uncited_statements"):
        assert states[metric] == ("unscored", "budget")  # the broken link alone is no rate, opinions are no facts
    assert outcome(last) == outcome(whole["numbers"])


@pytest.mark.soak
def test_a_run_that_is_killed_goes_on_to_the_same_scores(
    whole: dict[str, LoadedRun], laid_out: Path, live_prefect: str
) -> None:
    store = laid_out / "killed"
    import_published(Storage(str(store)), laid_out / "published")
    with OpenAIServer(ANSWERS, latency_s=0.1, model="*") as server:
        judge = laid_out / "judge.yaml"
        judge.write_text(yaml.safe_dump(judge_of(server)), encoding="utf-8")
        process = command_line(laid_out, live_prefect).start(
            "score", RELEASE, "--run", str(laid_out / "footnotes"), "--agent", "footnotes", "--judge", str(judge),
            "--pages", str(laid_out / "pages"), "--storage", str(store),
        )  # fmt: skip
        end = time.monotonic() + 120
        while server.log.replies < 8 and process.poll() is None and time.monotonic() < end:
            time.sleep(0.02)
        process.kill()
        _, told = process.communicate()
        assert server.log.replies >= 8, told
        assert half_written(store) == []
        assert list_score_runs(Storage(str(store))) == []
        run = scored(laid_out, store, "footnotes", judge_of(server))
        stored = len(list(store.glob("replies/*/*.json")))
        assert server.log.replies - stored <= CONCURRENCY  # what was under way when it was killed
    assert outcome(run) == outcome(whole["footnotes"])
