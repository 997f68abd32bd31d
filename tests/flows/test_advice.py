"""What the messages of a build advise is done, rule by rule; then the next build has the survey."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from litgauge.flows.reportbench.build import build_reportbench
from litgauge.flows.reportbench.config import BuildConfig
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import PublishedSurvey
from litgauge.tasks.records.quarantine import NEXT_STEPS
from litgauge.tasks.releases.fallen import fallen_of_last_run
from litgauge.tasks.releases.release import load
from tests.flows.arxiv_world import SAMPLES, sample_row

SOURCE = (SAMPLES / "sources" / "9912.00007.gz").read_bytes()
NOTE = rb"\documentclass{article}\begin{document}\cite{a,b,c,d,e,f}"
ENTRIES = b"".join(rb"\bibitem{%c} A. Author. A Work of Number %c. 2019." % (key, key) for key in b"abcdef")
LIST = rb"\begin{thebibliography}{9}" + ENTRIES + rb"\end{thebibliography}\end{document}"
PROSE = b"We review what is known about engines of all kinds, and how they came about. " * 40
UNTITLED = NOTE + PROSE + LIST

Row = dict[str, Any]


def zipped(**files: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in files.items():
            archive.writestr(f"{name}.tex", data)
    return packed.getvalue()


@dataclass(frozen=True)
class Case:
    """A survey that falls out by a rule, and what a person does about it in the corpus; the config is for all."""

    rule: str
    changes: Row = field(default_factory=dict)  # of its row
    source: bytes = SOURCE
    mended: Row = field(default_factory=dict)  # of its row, as the advice says
    put: bytes | None = None  # source that is put in its place
    before: Callable[[Path], None] | None = None  # makes the corpus what it is
    after: Callable[[Path], None] | None = None


def looped(folder: Path) -> None:
    path = folder / "unreadable-source"
    path.unlink()
    path.symlink_to(path)


def unlooped(folder: Path) -> None:
    (folder / "unreadable-source").unlink()
    (folder / "unreadable-source").write_bytes(SOURCE)


def outside(folder: Path) -> None:
    (folder / "outside-root").rename(folder.parent / "outside-root")


def inside(folder: Path) -> None:
    (folder.parent / "outside-root").rename(folder / "outside-root")


def linked(folder: Path) -> None:
    (folder / "paper").mkdir()
    (folder.parent / "main.tex").write_bytes(gzip.decompress(SOURCE))
    (folder / "paper" / "main.tex").symlink_to(folder.parent / "main.tex")


def copied(folder: Path) -> None:
    (folder / "paper" / "main.tex").unlink()
    (folder / "paper" / "main.tex").write_bytes(gzip.decompress(SOURCE))


AWAY = {"source": "../outside-root"}
TWIN = {"authors": "Twin Author", "authors_parsed": None}
OLD = [{"version": "v1", "created": "Mon, 5 Mar 2018 10:00:00 GMT"}]
RELAXED = {
    "submitted_after": None, "title_words": (), "evidence_required": False, "licenses": (), "categories": (),
    "withdrawn_out": False, "duplicates_out": False, "ask_model": False,
}  # fmt: skip
BY_THE_PAPERS_RULES = [
    Case("missing-date", {"versions": None, "update_date": None}, mended={"date": "2021-03"}),
    Case("too-old", {"versions": OLD}),
    Case("title", {"title": "Engines of All Kinds"}),
    Case("publication-evidence", {"comments": "Published as a Technical Report", "journal-ref": None}),
    Case("licence", {"license": None}),
    Case("category", {"categories": "math.HO"}),
    Case("withdrawn", {"comments": "Accepted by CSUR. This paper has been withdrawn"}),
    Case("duplicate", TWIN),
    Case("", TWIN),
    Case("not-a-survey", {"title": "A Galaxy Redshift Survey: Data Release", "abstract": "We observed 100 galaxies."}),
    Case("no-source", {"source": None}, mended={"source": "no-source"}),
    Case("no-source", {"source": "later"}, after=lambda folder: put(folder / "later")),
    Case("no-source", {"source": "paper"}, before=linked, after=copied),
    Case(
        "outside-root", {"source": "../outside-root"}, mended={"source": "outside-root"}, before=outside, after=inside
    ),
    Case("too-large", source=zipped(main=gzip.decompress(SOURCE), large=bytes(range(256)) * 4000)),
    Case("unreadable-source", before=looped, after=unlooped),
    Case("html-page", source=b"<!DOCTYPE html><html><body>Sign in</body></html>", put=SOURCE),
    Case("postscript", source=b"%!PS-Adobe-2.0\nshowpage", put=SOURCE),
    Case("unknown-format", source=b"\x00\x01\x02 nothing that anybody knows", put=SOURCE),
    Case("unusable-source", source=zipped(main=gzip.decompress(SOURCE))[:-200], put=SOURCE),
    Case("no-latex", source=(SAMPLES / "sources" / "9912.00013.pdf").read_bytes(), put=SOURCE),
    Case("no-references", source=UNTITLED.replace(b"\\cite{a,b,c,d,e,f}", b""), put=SOURCE),
    Case("too-few-references", source=NOTE.replace(b",d,e,f", b"") + PROSE + LIST.replace(ENTRIES, ENTRIES[:150])),
    Case("no-text", source=NOTE + LIST, put=SOURCE),
]
WITHOUT_METADATA = [
    Case("prompt-cutoff", {"versions": None, "update_date": None}, source=UNTITLED, mended={"date": "2021-03"}),
    Case("prompt-title", {"title": ""}, source=UNTITLED, mended={"title": "Engines of Many Kinds: A Survey"}),
    Case(
        "domain-material",
        {"title": "", "abstract": None},
        source=UNTITLED,
        mended={"title": "Engines and Health: A Survey", "abstract": "We review engines for hospitals."},
    ),
]
ELSEWHERE = {
    "broken-row": "tests/harvest/test_snapshot.py reads the mended line: a file with other bytes is read again",
    **dict.fromkeys(
        ("archive-too-large", "archive-too-many-members", "archive-bomb", "archive-unknown", "archive-unreadable",
         "memory-limit", "time-limit", "result-limit", "worker-died",
         "pdf-too-large", "pdf-broken", "pdf-encrypted", "pdf-too-slow", "pdf-no-text", "pdf-unreadable-text",
         "grobid-no-content", "grobid-refused", "extraction-failed"),
        "another source in its place, as for the rules above: a verdict belongs to the bytes of a source",
    ),
    **dict.fromkeys(
        ("grobid-busy", "grobid-timeout", "grobid-unreachable", "grobid-error", "server-error", "empty-answer",
         "time-out", "forbidden", "no-answer"),
        "a failure: tests/engine/test_stage_run.py sees that the next run tries it again",
    ),
    **dict.fromkeys(
        ("missing-file", "damaged-file", "wrong-size", "wrong-count", "missing-column", "no-works", "no-material",
         "no-taxonomy-caption", "no-taxonomy-tree", "taxonomy-too-small", "cited-too-little", "picture-missing"),
        "of builds of other benchmarks",
    ),
    "grobid-version": "tests/papers/test_documents.py asks with the server's version, and with another",
    "unknown-domain": "tests/benchmarks/reportbench/build/domains/test_review.py and test_sample.py do both",
    "bug": "a report",
}  # fmt: skip


def put(path: Path, data: bytes = SOURCE) -> None:
    path.write_bytes(data)


def rows_of(cases: list[Case], *, mended: bool) -> Iterator[Row]:
    """A row a case: one of the sample's, with authors of its own, so that none is the double of another."""
    base = sample_row("9912.00007")
    for number, case in enumerate(cases):
        own = {"id": f"{number:02}-{case.rule}", "authors": f"Ada Author{chr(65 + number)}", "authors_parsed": None}
        yield base | own | {"source": source_of(case)} | case.changes | (case.mended if mended else {})


def source_of(case: Case) -> str:
    return case.rule or "good"


def corpus(folder: Path, cases: list[Case]) -> Path:
    folder.mkdir()
    for case in cases:
        if not case.changes.get("source"):
            put(folder / source_of(case), case.source)
    for case in cases:
        if case.rule == "outside-root":
            put(folder / source_of(case), case.source)
        if case.before:
            case.before(folder)
    write_corpus(folder, rows_of(cases, mended=False))
    return folder


def follow(folder: Path, cases: list[Case]) -> None:
    for case in cases:
        if case.put is not None:
            put(folder / source_of(case), case.put)
        if case.after:
            case.after(folder)
    write_corpus(folder, rows_of(cases, mended=True))


def write_corpus(folder: Path, rows: Iterator[Row]) -> None:
    lines = [json.dumps(row) + "\n" for row in rows]
    (folder / "surveys.jsonl").write_text("".join(lines), encoding="utf-8")


def config_of(folder: Path, **changes: Any) -> BuildConfig:
    fixed = {
        "harvest": {"source": "local", "path": str(folder / "surveys.jsonl")}, "opt_out": None, "min_references": 5,
        "max_failed_share": 1.0, "prompts": {"undated": "reject"},
    }  # fmt: skip
    return BuildConfig.model_validate(fixed | changes)


def fallen(store: str) -> dict[str, str]:
    return {row.survey_id: row.rule for row in fallen_of_last_run(Storage(store)).rows if row.stage != "sample"}


def released(store: str) -> set[str]:
    return {row.survey_id for row in load(Storage(store), "reportbench").rows("surveys", PublishedSurvey)}


@pytest.mark.prefect
@pytest.mark.slow
@pytest.mark.usefixtures("temporary_prefect")
class TestFollowed:
    """Each builds twice: before and after the advice is followed."""

    def test_the_advice_of_rules_about_rows_and_sources(self, tmp_path: Path) -> None:
        cases = BY_THE_PAPERS_RULES
        folder, store = corpus(tmp_path / "papers", cases), str(tmp_path / "store")
        categories = {"selection": {"categories": (sample_row("9912.00007")["categories"].split()[0],)}}
        build_reportbench(config=config_of(folder, sources={"max_bytes": 500_000}, **categories), storage=store)
        names = [row["id"] for row in rows_of(cases, mended=False)]
        assert fallen(store) == {name: case.rule for name, case in zip(names, cases, strict=True) if case.rule}

        follow(folder, cases)
        build_reportbench(config=config_of(folder, selection=RELAXED, min_references=1), storage=store)
        assert fallen(store) == {}
        assert released(store) == set(names)

    def test_the_advice_of_rules_about_missing_metadata(self, tmp_path: Path) -> None:
        good = Case("", {"title": "Engines of All Kinds: A Survey"})
        cases = [good, *WITHOUT_METADATA]
        folder, store = corpus(tmp_path / "papers", cases), str(tmp_path / "store")
        names = [row["id"] for row in rows_of(cases, mended=False)]
        config = config_of(folder, selection=RELAXED)
        build_reportbench(config=config, storage=store)
        assert fallen(store).keys() == {name for name, case in zip(names, cases, strict=True) if case.rule}
        assert set(fallen(store).values()) <= {case.rule for case in cases}
        follow(folder, cases)
        build_reportbench(config=config, storage=store)
        assert fallen(store) == {}
        assert released(store) == set(names)

    def test_a_root_above_a_source_lets_it_in(self, tmp_path: Path) -> None:
        case = Case("outside-root", AWAY, before=outside)
        folder, store = corpus(tmp_path / "papers", [case, Case("")]), str(tmp_path / "store")
        build_reportbench(config=config_of(folder), storage=store)
        assert set(fallen(store).values()) == {"outside-root"}
        rows = [row | {"source": place} for row, place in zip(
            rows_of([case, Case("")], mended=False), ("outside-root", "papers/"), strict=True)]  # fmt: skip
        put(folder / "main.tex", gzip.decompress(SOURCE))
        write_corpus(folder, iter(rows))
        harvest = {"source": "local", "path": str(folder / "surveys.jsonl"), "root": str(tmp_path)}
        build_reportbench(config=config_of(folder, harvest=harvest), storage=store)
        assert fallen(store) == {}


def test_every_advice_is_followed_here_or_elsewhere() -> None:
    followed = {case.rule for case in (*BY_THE_PAPERS_RULES, *WITHOUT_METADATA)} - {""}
    nothing = {rule for rule, advice in NEXT_STEPS.items() if advice.startswith("nothing")}
    assert followed <= NEXT_STEPS.keys()
    assert NEXT_STEPS.keys() - followed - nothing == ELSEWHERE.keys()
