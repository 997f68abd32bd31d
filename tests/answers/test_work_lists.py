"""Answers of any form are read as the works that they list, and none is taken for one that is no list."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.answers.work_lists.lists import ListedWork, read_list
from tests.tables import each_row

TERNS = "Where arctic terns sleep"
OWLS, GULLS = "Hearing of barn owls at night", "What herring gulls eat on roofs"


@each_row(
    "text",
    [
        json.dumps([OWLS, GULLS]),
        json.dumps([{"title": GULLS, "rank": 2}, {"title": OWLS, "rank": 1}]),
        json.dumps({"query": "birds", "results": [{"paper": {"title": OWLS}}, {"paper": {"title": GULLS}}]}),
        json.dumps({"2": GULLS, "1": OWLS}),
        json.dumps({"answer": f"1. {OWLS}\n2. {GULLS}"}),
        f"Here is what I found:\n```json\n{json.dumps({'papers': [{'name': OWLS}, {'name': GULLS}]})}\n```\nEnjoy.",
        f"Sure! {json.dumps([{'title': OWLS}, {'title': GULLS}])} That is all.",
        f"1. **{OWLS}**\n2. **{GULLS}**",
        f"## Works\n\n- {OWLS}\n- {GULLS}\n",
        f"Intro sentence.\n\n1) {OWLS} (2001)\n2) [{GULLS}](https://example.org/gulls)",
        f"| Rank | Title |\n| --- | --- |\n| 1 | {OWLS} |\n| 2 | {GULLS} |",
        f"rank,title\n2,{GULLS}\n1,{OWLS}",
        f"{OWLS}\n{GULLS}",
        f"{OWLS}.\n{GULLS}.\n".replace("\n", "\n\n").strip() + f"\n\n{TERNS}.",
        json.dumps([{"Paper Title": OWLS, "Year": 2001}, {"Paper Title": GULLS, "Year": 2002}]),
        json.dumps({"query": "birds", "ranked_list": [OWLS, GULLS]}),
        json.dumps({"top_papers": {"list": [{"paperTitle": OWLS}, {"paperTitle": GULLS}]}}),
        json.dumps({"rank_2": GULLS, "rank_1": OWLS}),
        json.dumps({OWLS: {"year": 2001}, GULLS: {"year": 2002}}),
        json.dumps([[1, OWLS, 2001], [2, GULLS, 2002]]),
        f"{json.dumps({'title': OWLS})}\n{json.dumps({'title': GULLS})}",
        f"[{{'title': '{OWLS}'}}, {{'title': '{GULLS}'}},]",
        f'[{{"title": "{OWLS}"}}, {{"title": "{GULLS}"}},]',
        f"Rank | Title\n---|---\n1 | {OWLS}\n2 | {GULLS}",
        f"1. **{OWLS}**\n   - Year: 2001\n   - Why: it is new\n2. **{GULLS}**\n   - Year: 2002",
        f"### 1. {OWLS}\n**Year:** 2001\n\nIt is new.\n\n### 2. {GULLS}\nIt is newer.",
        f"#1: {OWLS}\n#2: {GULLS}",
        f"01 - {OWLS}\n02 - {GULLS}",
        f"Rank 1: {OWLS} (2001)\nRank 2: {GULLS} (2002)",
        f"a) {OWLS}\nb) {GULLS}",
        f"1、{OWLS}\n2、{GULLS}",
        f"- title: {OWLS}\n  year: 2001\n- title: {GULLS}\n  year: 2002",
        f"1. {OWLS} - Ada Falz (2001)\n2. {GULLS} – Bo Knick and Cy Lund, 2002",
        f"Sure!\n```csv\nrank,title\n2,{GULLS}\n1,{OWLS}\n```",
        json.dumps([[OWLS], [GULLS]]),
        f"**1.** {OWLS}\n**2.** {GULLS}",
        f"> 1. {OWLS}\n> 2. {GULLS}",
        f"1\ufe0f\u20e3 {OWLS}\n2\ufe0f\u20e3 {GULLS}",
        f"1. {OWLS}\n   - It is new.\n   - **Why:** nobody heard them\n2. {GULLS}\n   * Nobody saw them eat!",
        f" * {OWLS}.\n * {GULLS}.",
        f"**Title:** {OWLS}  \n**Year:** 2001  \n\n**Title:** {GULLS}  \n**Year:** 2002",
        f"@article{{a,\n  year = {{2001}},\n  title = {{{OWLS}}}\n}}\n@misc{{b,\n  title = {{{GULLS}}},\n}}",
        f'[\n  {{\n    "title": "{OWLS}",\n    "year": 2001\n  }},\n  {{\n    "title": "{GULLS}",\n    "ye',  # cut off
        f"| Rank | Title |\n|--|--|\n| 1 | [{OWLS}](https://example.org/owls) |\n| 2 | {GULLS} |",
        f"| Word | Means |\n|--|--|\n| owl | bird |\n\n| Rank | Title |\n|--|--|\n| 1 | {OWLS} |\n| 2 | {GULLS} |",
        f"| Title | Why |\n|--|--|\n| {OWLS} | new<br>and odd |\n|--|--|\n| {GULLS} | new |",
        f"<ul><li>{OWLS}</li><li>{GULLS}</li></ul>",
        f"{GULLS} ← {OWLS} ← {TERNS}",
        json.dumps([[1, OWLS], [2, GULLS]]),
        json.dumps([{"title": [OWLS], "issued": {"date-parts": [[2001]]}}, {"title": [GULLS]}]),
        f"<ol>\n<li>{OWLS}</li>\n<li>{GULLS}</li>\n</ol>",
    ],
)
def test_the_works_are_read_in_their_order(text: str) -> None:
    assert [work.title for work in read_list(text).works if work.title != TERNS] == [OWLS, GULLS]


def test_a_chain_of_arrows_is_a_path() -> None:
    found = read_list(f"path: {OWLS} → {GULLS} -> W12345678")
    assert [(work.title, work.openalex) for work in found.works] == [(OWLS, None), (GULLS, None), ("", 12345678)]


@each_row(
    "text, expected",
    [
        ('["https://openalex.org/W2741809807"]', ListedWork(openalex=2741809807)),
        ('[{"id": "W2741809807"}]', ListedWork(openalex=2741809807)),
        ('[{"openalex_id": 2741809807}]', ListedWork(openalex=2741809807)),
        ('[{"DOI": "https://doi.org/10.1109/CVPR.2016.90"}]', ListedWork(doi="10.1109/cvpr.2016.90")),
        ('[{"arXiv": "1706.03762v5"}]', ListedWork(arxiv_id="1706.03762")),
        ('[{"url": "https://arxiv.org/abs/1706.03762"}]', ListedWork(arxiv_id="1706.03762")),
        ("- 10.1109/CVPR.2016.90", ListedWork(doi="10.1109/cvpr.2016.90")),
        ('[{"title": "Owls.", "year": "2001", "authors": ["Ada Falz"]}]', ListedWork("Owls", "Ada Falz", 2001)),
        ("[2741809807]", ListedWork(openalex=2741809807)),
        ('["2741809807"]', ListedWork(openalex=2741809807)),
        ('["w2741809807"]', ListedWork(openalex=2741809807)),
        ('["openalex:W2741809807"]', ListedWork(openalex=2741809807)),
        ('["https://api.openalex.org/works/W2741809807"]', ListedWork(openalex=2741809807)),
        ('[{"OpenAlex ID": "W2741809807"}]', ListedWork(openalex=2741809807)),
        ('[{"work": 2741809807}]', ListedWork(openalex=2741809807)),
        ('[{"ids": {"openalex": "https://openalex.org/W2741809807"}}]', ListedWork(openalex=2741809807)),
        ('[{"externalIds": {"DOI": "10.1000/182"}}]', ListedWork(doi="10.1000/182")),
        ('[{"doi_url": "https://doi.org/10.1000/182"}]', ListedWork(doi="10.1000/182")),
        ('["DOI: 10.1000/182"]', ListedWork(doi="10.1000/182")),
        ("1. 2741809807", ListedWork(openalex=2741809807)),
        ('["W12"]', ListedWork(openalex=12)),
        (
            "| Title |\n|--|\n| [Owls at night](https://doi.org/10.1000/182) |",
            ListedWork("Owls at night", doi="10.1000/182"),
        ),
        ("[2741809807.0]", ListedWork(openalex=2741809807)),
        ('{"answer": 2741809807}', ListedWork(openalex=2741809807)),
        ('[{"openalex_id": "2741809807.0"}]', ListedWork(openalex=2741809807)),
        ('["W2741809807 \u200e\u202e"]', ListedWork(openalex=2741809807)),
        ('["1706.03762"]', ListedWork(arxiv_id="1706.03762")),
        ('["hep-th/9901001"]', ListedWork(arxiv_id="hep-th/9901001")),
        (
            f'[{10**30}, -5, true, {{"openalex": "{9**40}"}}, "W12"]',
            ListedWork(openalex=12),
        ),
        ('[{"id": 3, "title": "Owls"}]', ListedWork("Owls")),  # a number in a list is no OpenAlex id
    ],
)
def test_what_identifies_a_work_is_found(text: str, expected: ListedWork) -> None:
    assert read_list(text).works == (expected,)


def test_a_field_belongs_to_the_work_that_it_stands_with_before_its_title_or_behind() -> None:
    fields = [f'"title": "{OWLS}",', '"doi": "10.1000/182",']
    cut_off = "\n".join(["[{", *fields, "},", "{", *reversed(fields), "},", "{"])
    assert read_list(cut_off).works == (ListedWork(OWLS, doi="10.1000/182"),) * 2


@each_row(
    "text",
    [
        "",
        "  ",
        "I could not find any paper.",
        "{}",
        "[]",
        '{"error": 1}',
        "null",
        "[[1,2]]",
        "# Works",
        '{"answer": 42}',
    ],
)
def test_what_is_no_list_lists_nothing(text: str) -> None:
    found = read_list(text)
    assert found.works == ()
    assert found.remark


def test_rows_without_a_head_are_read_by_what_their_cells_look_like() -> None:
    found = read_list(f'1,"{OWLS}",2001,W2741809807\n2,"{GULLS}",2002,10.1000/182', form="csv")
    assert found.works == (
        ListedWork(OWLS, year=2001, openalex=2741809807),
        ListedWork(GULLS, year=2002, doi="10.1000/182"),
    )
    assert [work.openalex for work in read_list("W2741809807\nW2741809808", form="csv").works] == [
        2741809807,
        2741809808,
    ]
    assert [work.openalex for work in read_list("W2741809807, W2741809808; W2741809809").works] == [
        2741809807,
        2741809808,
        2741809809,
    ]


def test_what_further_lines_say_of_an_item_belongs_to_it() -> None:
    (found,) = read_list(f"1. **{OWLS}**\n   - DOI: 10.1000/182\n   - Authors: Ada Falz\n   - Why: unusual").works
    assert (found.title, found.doi) == (OWLS, "10.1000/182")


def test_pairs_are_kept_as_pairs() -> None:
    text = json.dumps({"pairs": [{"citing": {"title": OWLS}, "cited": GULLS, "sentiment": "Positive"}]})
    ((citing, cited),) = read_list(text).pairs
    assert (citing.title, cited.title, citing.sentiment) == (OWLS, GULLS, "positive")
    ((one, other),) = read_list(json.dumps([["W11111111", "W22222222"]])).pairs
    assert (one.openalex, other.openalex) == (11111111, 22222222)


@pytest.mark.parametrize(
    "text",
    [
        "- W11111111 -> W22222222\n- W22222222 $\\rightarrow$ W33333333",
        json.dumps(["W11111111 → W22222222", "W22222222 → W33333333"]),
        json.dumps([[["W11111111", "W22222222"], ["W22222222", "W33333333"]]]),
    ],
)
def test_pairs_may_be_lines_with_an_arrow(text: str) -> None:
    pairs = [(one.openalex, other.openalex) for one, other in read_list(text).pairs]
    assert pairs == [(11111111, 22222222), (22222222, 33333333)]


def test_a_list_in_a_list_is_that_list() -> None:
    numbers = [f"W{number}" for number in (11111111, 22222222, 33333333)]
    assert [f"W{work.openalex}" for work in read_list(json.dumps([numbers])).works] == numbers
    assert [work.title for work in read_list(json.dumps([[OWLS, "Ada Falz", 2001]])).works] == [OWLS]


@pytest.mark.slow
def test_an_endless_list_is_cut() -> None:
    found = read_list(json.dumps([f"A title of number {number}" for number in range(5000)]))
    assert len(found.works) == 1000
    assert "5,000" in found.remark


@given(st.text(max_size=300))
def test_nothing_makes_it_fail(text: str) -> None:
    read_list(text)
    read_list(f"[{text}")
    read_list(f"1. {text}\n2. {text}", form="csv")
