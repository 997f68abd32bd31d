"""Score runs of the two made-up agents, as they must come out, on a release of the sample's own references."""

from __future__ import annotations

import html
import json
import re
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium

from litgauge.tasks.benchmark import score_rows
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.benchmarks.reportbench.release_rows import ReleaseRows
from litgauge.tasks.benchmarks.reportbench.rows import ReleaseTask
from litgauge.tasks.benchmarks.reportbench.run_rows import RunTables
from litgauge.tasks.latex import Extraction, extract, open_path
from litgauge.tasks.ledger import LoadedRun
from litgauge.tasks.records import (
    AgentReport,
    AskedQuestion,
    CitedWork,
    EvidencePage,
    FactVerdict,
    Judge,
    PageVerdict,
    PairVerdict,
    PublishedSurvey,
    ScoreRun,
    Spending,
    Statement,
    StatementLink,
    WorkIdentity,
)
from litgauge.tasks.text import normalise_arxiv_id, normalise_doi

SAMPLE = Path(__file__).resolve().parents[3] / "data" / "sample"
AGENTS = ("careful", "careless")
RULES = "offline"
JUDGES = (
    Judge("pairs", "offline", RULES, "{}", (AskedQuestion("statement_verdict@1", "ab" * 32),)),
    Judge("joint", "offline", RULES, "{}", ()),
    Judge("facts", "offline", RULES, "{}", ()),
)
LEVELS = ("sentence", "paragraph", "detail")
OUTCOMES = {"supported": "supported", "not supported": "not-supported", "unreachable": "unreachable"}


@cache
def expected() -> dict[str, dict[str, Any]]:
    """data/sample/agents/expected.json."""
    found: dict[str, dict[str, Any]] = json.loads((SAMPLE / "agents" / "expected.json").read_text(encoding="utf-8"))
    return found


@cache
def release() -> ReleaseRows:
    """A release of the surveys that an agent answers, references read from their LaTeX; one task each."""
    surveys = sorted({survey for of_agent in expected().values() for survey in of_agent})
    extracted = {survey: _extracted(survey) for survey in surveys}
    rows = {row["id"]: row for row in _json_lines("surveys.jsonl")}
    fates = {row["id"]: row for row in _json_lines("fates.jsonl") if row["fate"] == "released"}
    return ReleaseRows(
        name="sample@1",
        digest="5a" * 32,
        tasks=tuple(_task(number, survey, fates[survey]) for number, survey in enumerate(surveys)),
        surveys={survey: _survey(rows[survey]) for survey in surveys},
        references={survey: extracted[survey].references for survey in surveys},
        citations={survey: extracted[survey].citations for survey in surveys},
    )


@cache
def sample_run(agent: str) -> LoadedRun:
    """What a score run of the agent must hold, matches and scores made from the verdicts."""
    rows, counts = score_rows(REPORTBENCH.scoring, sample_tables(agent).rows(), release(), JUDGES)
    run = ScoreRun(
        run_id=f"2026-01-02-{agent}-1",
        agent=agent,
        agent_run=f"2026-01-01-{agent}-1",
        answers=sha256(agent.encode()).hexdigest(),
        release=release().name,
        release_digest=release().digest,
        judges=JUDGES,
        code={"pairs": "c0" * 32, "scores": "c1" * 32},
        settings="{}",
        spent=Spending(offline=200),
        evidence="",
        litgauge="0.1.0",
        started="2026-01-02T10:00:00+00:00",
        ended="2026-01-02T10:01:00+00:00",
        counts=counts,
    )
    return LoadedRun(run, rows)


def sample_tables(agent: str) -> RunTables:
    """Everything but matches, violations and scores."""
    tables = RunTables()
    for survey, report in expected()[agent].items():
        text = report_text(report["file"])
        one = _report_tables(f"{agent}/{survey}", agent, survey, report, text)
        merged = {name: (*rows, *one.rows()[name]) for name, rows in tables.rows().items()}
        tables = RunTables(**merged)
    pages = {page.page: page for page in tables.pages}
    verdicts = {verdict.page: verdict for verdict in tables.page_verdicts}
    return replace(tables, pages=tuple(pages.values()), page_verdicts=tuple(verdicts.values()))


def report_text(file: str) -> str:
    """A report as the agent wrote it."""
    raw = (SAMPLE / "agents" / file).read_text(encoding="utf-8")
    return str(json.loads(raw)["response"]) if file.endswith(".json") else raw


def source_path(survey: str) -> Path:
    """The survey's e-print."""
    (path,) = (SAMPLE / "sources").glob(f"{survey}.*")
    return path


@cache
def _extracted(survey: str) -> Extraction:
    return extract(open_path(source_path(survey)), survey)


def _json_lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (SAMPLE / name).read_text(encoding="utf-8").splitlines()]


def _task(number: int, survey: str, fate: dict[str, Any]) -> ReleaseTask:
    level = LEVELS[number % 3]
    prompt = f"Write a report on the subject of survey {survey}, from work published up to {fate['cutoff']}."
    return ReleaseTask(survey, survey, level, prompt, fate["cutoff"], fate["domain"], "the only one")  # type: ignore[arg-type]


def _survey(row: dict[str, Any]) -> PublishedSurvey:
    return PublishedSurvey(
        survey_id=row["id"],
        title=" ".join(row["title"].split()),
        abstract=None,
        authors=(),
        categories=(),
        license=None,
        doi=row["doi"],
        url=f"https://arxiv.org/abs/{row['id']}",
        submitted=None,
        updated=None,
        version=1,
        source_sha256=sha256(source_path(row["id"]).read_bytes()).hexdigest(),
        unresolved_keys=(),
    )


def _report_tables(report_id: str, agent: str, survey: str, report: dict[str, Any], text: str) -> RunTables:
    pages = {url: reference["urls"][0] for reference in report["references"] for url in reference["urls"]}
    statements, places = _statements(report_id, report, text)
    links, pairs = [], {}
    for cited in report["cited"]:
        number, page = places[cited["statement"]], pages.get(cited["url"], cited["url"])
        start, end = cited["at"]
        links.append(_link(report_id, number, start, end, cited["url"], page))
        pairs[number, page] = _pair(report_id, number, page, cited)
    return RunTables(
        reports=(
            AgentReport(
                report_id, agent, survey, survey, report["file"], "markdown", text, sha256(text.encode()).hexdigest()
            ),
        ),
        statements=tuple(statements),
        links=tuple(links),
        works=tuple(_works(report_id, report, links)),
        pages=tuple(_page(pages[reference["urls"][0]], reference) for reference in report["references"]),
        page_verdicts=tuple(_page_verdict(reference) for reference in report["references"]),
        pairs=tuple(pairs.values()),
        facts=tuple(_fact(report_id, places[row["statement"]], row["true"]) for row in report["uncited"]),
    )


def _statements(report_id: str, report: dict[str, Any], text: str) -> tuple[list[Statement], dict[str, int]]:
    found = {row["statement"]: (row["at"][0], row["at"][1], True) for row in report["cited"]}
    for row in report["uncited"]:
        start = text.index(row["statement"])
        found[row["statement"]] = (start, start + len(row["statement"]), False)
    ordered = sorted(found.items(), key=lambda item: item[1])
    headings = [(match.start(), match[1]) for match in re.finditer(r"^#+ (.+)$", text, re.MULTILINE)]
    rows = [
        Statement(report_id, number, start, end, words, _section(headings, start), cited, "rules")
        for number, (words, (start, end, cited)) in enumerate(ordered)
    ]
    return rows, {words: number for number, (words, _) in enumerate(ordered)}


def _section(headings: list[tuple[int, str]], start: int) -> str:
    return next((title for place, title in reversed(headings) if place < start), "")


def _link(report_id: str, statement: int, start: int, end: int, url: str, page: str) -> StatementLink:
    return StatementLink(report_id, statement, "link", "[link]", start, end, url, page, _identity(url), None)


def _identity(url: str) -> WorkIdentity:
    return WorkIdentity(doi=normalise_doi(url), arxiv_id=normalise_arxiv_id(url))


def _works(report_id: str, report: dict[str, Any], links: list[StatementLink]) -> list[CitedWork]:
    works = []
    for number, reference in enumerate(report["references"]):
        url = reference["urls"][0]
        citing = tuple(dict.fromkeys(link.statement for link in links if link.page == url))
        works.append(CitedWork(report_id, number, url, url, _identity(url), None, (), None, citing))
    return works


@cache
def _index() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads((SAMPLE / "pages" / "index.json").read_text(encoding="utf-8"))
    return found


def _entry(url: str) -> dict[str, Any]:
    entry = _index().get(url, {"error": "private-address"})
    while entry.get("status") == 302:
        entry = _index().get(entry["location"], {"error": "private-address"})
    return entry


def _page(page: str, reference: dict[str, Any]) -> EvidencePage:
    entry = _entry(page)
    data = (SAMPLE / "pages" / entry["file"]).read_bytes() if reference["reachable"] else b""
    digest = sha256(data).hexdigest() if data else ""
    return EvidencePage(
        page=page,
        url=page,
        final_url=page,
        status="ok" if data else "unreachable",
        reason="" if data else str(entry.get("error") or f"http-{entry.get('status')}"),
        http_status=int(entry.get("status", 0)),
        content_type=entry.get("content_type", ""),
        fetched="2026-01-02T10:00:30+00:00",
        sha256=digest,
        blob=f"blobs/{digest[:2]}/{digest}" if digest else "",
        title=reference["title"],
        identity=_identity(page),
        text_blob="",
        scholarly=reference["scholarly"],
    )


def _page_verdict(reference: dict[str, Any]) -> PageVerdict:
    page = reference["urls"][0]
    return PageVerdict(page, "", reference["scholarly"], reference["title"], "its metadata say so", "", RULES, "")


def _pair(report_id: str, statement: int, page: str, cited: dict[str, Any]) -> PairVerdict:
    outcome = OUTCOMES[cited["verdict"]]
    reasons = {
        "supported": "The page says the same.",
        "not-supported": "The page says something else.",
        "unreachable": str(_entry(cited["url"]).get("error") or f"http-{_entry(cited['url']).get('status')}"),
    }
    hallucination = {"supported": "", "not-supported": "statement", "unreachable": "citation"}[outcome]
    return PairVerdict(
        report_id=report_id,
        statement=statement,
        page=page,
        outcome=outcome,  # type: ignore[arg-type]
        passage="" if outcome == "unreachable" else _passage(cited["url"], cited["statement"]),
        reason=reasons[outcome],
        hallucination=hallucination,  # type: ignore[arg-type]
        evidence_sha256="",
        question="statement_verdict@1",
        model=RULES,
        reply="",
    )


@cache
def _sentences(file: str) -> list[str]:
    path = SAMPLE / "pages" / file
    if path.suffix == ".pdf":
        with pdfium.PdfDocument(path) as document:
            text = " ".join(page.get_textpage().get_text_bounded() for page in document)
    else:
        text = re.sub(r"(?s)<(style|script)\b.*?</\1>|<head\b.*?</head>", " ", path.read_text(encoding="utf-8"))
        text = html.unescape(re.sub(r"<[^>]+>", " ", text))
    return re.split(r"(?<=[.!?])\s+", " ".join(text.split()))


def _passage(url: str, statement: str) -> str:
    """The page's sentence that has most words of the statement."""
    wanted = set(re.findall(r"\w{4,}", statement.lower()))
    sentences = _sentences(str(_entry(url).get("file")))
    return max(sentences, key=lambda sentence: len(wanted & set(re.findall(r"\w{4,}", sentence.lower()))))


def _fact(report_id: str, statement: int, true: bool) -> FactVerdict:
    vote = "true" if true else "false"
    votes = (vote,) * 6
    return FactVerdict(
        report_id,
        statement,
        vote,
        1.0,
        False,
        votes,
        (RULES,) * 6,
        ("An encyclopedia says so.",) * 6,
        ("",) * 6,  # type: ignore[arg-type]
    )
