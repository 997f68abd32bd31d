"""Which cited works count: by what they are, whatever their pages let us see."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from litgauge.tasks.benchmarks.reportbench.release_rows import ReleaseRows
from litgauge.tasks.benchmarks.reportbench.run_rows import RunTables
from litgauge.tasks.benchmarks.reportbench.scoring import derive, match_report, task_results
from litgauge.tasks.records import AgentReport, CitedWork, EvidencePage, PageVerdict, PersonName, WorkIdentity
from litgauge.tasks.statistics import TaskResult
from tests.benchmarks.reportbench.sample_run import release as sample_release
from tests.identity.works import listed

REFERENCES = [
    *(
        listed(
            f"A study of subject number {number}",
            "Ada Example",
            key=f"k{number}",
            year=2015,
            doi=f"10.5555/ok.{number}",
        )
        for number in range(20)
    ),
    listed("Deep learning", "Yann LeCun", key="lecun", year=2015),
    listed("The bitter lesson", "Richard Sutton", key="sutton", year=2019),
    listed("Sparks of general intelligence in machines", "Ada Example", key="sparks", year=2019),
]


def release() -> ReleaseRows:
    base = sample_release()
    task = replace(base.tasks[0], cutoff="2020-06")
    return replace(base, tasks=(task,), references={task.survey_id: tuple(REFERENCES)})


def work(number: int, url: str | None, title: str | None = None, **more: Any) -> CitedWork:
    identity = more.pop("identity", WorkIdentity(title=title))
    return CitedWork("a/1", number, url, url, identity, title, more.get("authors", ()), more.get("year"), ())


def page(url: str, status: Any = "ok", reason: str = "", **more: Any) -> EvidencePage:
    values: dict[str, Any] = {
        "page": url, "url": url, "final_url": url, "status": status, "reason": reason, "http_status": 0,
        "content_type": "text/html", "fetched": "", "sha256": "", "blob": "", "title": None,
        "identity": WorkIdentity(), "text_blob": "", "scholarly": None, **more,
    }  # fmt: skip
    return EvidencePage(**values)


def verdict(url: str, scholarly: bool | None, title: str | None = None) -> PageVerdict:
    return PageVerdict(url, "", scholarly, title, "", "", "", "")


def result(works: list[CitedWork], pages: list[EvidencePage], verdicts: list[PageVerdict] | None = None) -> TaskResult:
    """What came of a report that cites these works."""
    (task,) = release().tasks
    report = AgentReport("a/1", "a", task.task_id, task.survey_id, "1.md", "markdown", "It says something.", "00")
    told = verdicts or [verdict(one.page, True if one.status == "ok" else None, one.title) for one in pages]
    tables = RunTables(reports=(report,), works=tuple(works), pages=tuple(pages), page_verdicts=tuple(told))
    (found,) = task_results(derive(tables.rows(), release()), release())
    return found


def keys(found: TaskResult) -> list[str]:
    return [match.key for match in found.parts["matches"]]


def test_doi_works_count_whatever_their_pages_answer() -> None:
    works = [
        work(n, f"https://doi.org/10.5555/ok.{n}", identity=WorkIdentity(doi=f"10.5555/ok.{n}")) for n in range(20)
    ]
    answers: list[tuple[Any, str]] = [
        ("ok", ""),
        ("failed", "http-403"),
        ("unreachable", "time-out"),
        ("failed", "robots"),
    ]
    pages = [page(one.page or "", *answers[one.number % 4]) for one in works]
    assert sorted(keys(result(works, pages))) == sorted(f"k{n}" for n in range(20))
    without_links = [work(n, None, REFERENCES[n].title) for n in range(20)]
    assert sorted(keys(result(without_links, []))) == sorted(f"k{n}" for n in range(20))


@pytest.mark.parametrize("reason", ["http-404", "http-410", "dns"])
def test_an_invented_address_stays_in_the_denominator(reason: str) -> None:
    url = "https://nowhere.example/paper"
    found = result([work(0, url)], [page(url, "unreachable", reason)])
    assert (keys(found), found.parts["undecided_pages"]) == ([""], 0)


@pytest.mark.parametrize(
    ("status", "reason"), [("failed", "http-403"), ("unreachable", "time-out"), ("unreachable", "http-500"), ("ok", "")]
)
def test_what_nobody_can_tell_is_in_no_denominator_and_counted(status: Any, reason: str) -> None:
    url = "https://somewhere.example/page"
    found = result([work(0, url)], [page(url, status, reason)], [verdict(url, None)])
    assert (keys(found), found.parts["undecided_pages"]) == ([], 1)


def test_a_site_without_works_is_none_even_where_it_is_shut() -> None:
    url = "https://en.wikipedia.org/wiki/Loop"
    found = result([work(0, url)], [page(url, "failed", "http-403")])
    assert (keys(found), found.parts["undecided_pages"]) == ([], 0)


@pytest.mark.parametrize("identity", [{"openreview_id": "abcd"}, {"acl_id": "N19-1423"}, {"pubmed_id": "28102"}])
def test_every_identifier_makes_a_work(identity: dict[str, str]) -> None:
    url = "https://blog.example/x"
    found = result([work(0, url, identity=WorkIdentity(**identity))], [page(url, "failed", "http-403")])
    assert keys(found) == [""]


def test_a_title_that_the_survey_lists_counts_where_the_page_is_shut() -> None:
    url = "https://publisher.example/7"
    found = result([work(0, url, "A study of subject number 3")], [page(url, "failed", "bot-wall")])
    assert (keys(found), found.parts["undecided_pages"]) == (["k3"], 0)


def test_an_encyclopedias_article_of_that_name_is_not_the_work() -> None:
    wiki, blog, talk = "https://en.wikipedia.org/wiki/Deep_learning", "https://blog.example/d", "https://blog.example/s"
    works = [work(0, wiki), work(1, blog, "The bitter lesson", authors=("Sutton",), year=2019), work(2, talk)]
    pages = [
        page(wiki, title="Deep learning - Wikipedia"), page(blog, title="Blog"),
        page(talk, title="Sparks of general intelligence in machines"),
    ]  # fmt: skip
    found = result(works, pages, [verdict(one.page, False) for one in pages])
    assert keys(found) == ["sutton", "sparks"]  # by its author; by a title that names nothing else


def test_the_pages_authors_and_date_tell_works_apart_and_variants_together() -> None:
    url = "https://journal.example/1"
    told = {"authors": (PersonName("Example", "Ada"),), "published": "2015-03", "scholarly": True}
    typo = page(url, title="A studdy of subject number 3 | Journal of Studies", **told)
    assert keys(result([work(0, url)], [typo])) == ["k3"]
    assert keys(result([work(0, url)], [replace(typo, authors=(), published="")])) == [""]
    other = page(url, title="Deep learning", authors=(PersonName("Goodfellow", "Ian"),), scholarly=True)
    assert keys(result([work(0, url)], [other])) == [""]


def test_an_entry_does_not_make_a_listed_work_of_another_article() -> None:
    url = "https://journal.example/1"
    works = [work(0, url, "A study of subject number 3")]
    assert keys(result(works, [page(url, title="Umbrellas under tropical rain storms", scholarly=True)])) == [""]
    assert keys(result(works, [page(url, title="Microsoft Word - final.docx", scholarly=True)])) == ["k3"]


def test_late_works_are_found_by_the_date_of_their_page_and_undated_ones_counted() -> None:
    works = [work(n, f"https://journal.example/{n}") for n in range(4)]
    dates = ["2021-02", "2020-02", "", "2024-01"]
    titles = ["Late loops of string", "Early loops of string", "Loops of string", "A study of subject number 3"]
    pages = [
        page(one.page or "", title=title, published=date, scholarly=True)
        for one, title, date in zip(works, titles, dates, strict=True)
    ]
    found = result(works, pages)
    assert keys(found) == ["", "", "", "k3"]  # the last page is a later edition of what the survey cites
    assert (found.parts["late_works"], found.parts["undated_works"]) == (1, 1)
    (late,) = match_report(
        works, {one.page: one for one in pages}, {one.page: verdict(one.page, True) for one in pages},
        release().tasks[0], release(),
    ).violations  # fmt: skip
    assert (late.cited, late.appeared, late.evidence) == (0, "2021-02", "date of its page")
