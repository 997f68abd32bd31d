"""Which trees of which surveys become taxonomies, and what a release of them says."""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import Rejected, UnusableInput
from litgauge.tasks.benchmarks.taxobench.about import about_built
from litgauge.tasks.benchmarks.taxobench.build.assembly import settle
from litgauge.tasks.benchmarks.taxobench.build.candidates import candidate_rows, choose, taxonomies_in, titles_of
from litgauge.tasks.benchmarks.taxobench.build.citation_counts import read_counts
from litgauge.tasks.benchmarks.taxobench.build.rows import ChosenTree
from litgauge.tasks.benchmarks.taxobench.build.settings import TaxonomySettings
from litgauge.tasks.benchmarks.taxobench.release_tables import Item
from litgauge.tasks.benchmarks.taxobench.trees import Placed, Tree
from litgauge.tasks.latex import extract, open_source
from litgauge.tasks.records import Survey

SOURCE = r"""
\documentclass{article}\usepackage{forest}\title{A Survey of Owls}\begin{document}\maketitle
\section{Introduction} Owls \cite{intro}.
\begin{figure}\begin{forest}
[Owls [Hearing [Barn~\cite{barn}; Eagle~\cite{eagle}; Ear~\cite{ear,eagle2}]]
 [Flight [Silent~\cite{wings,combs}] [Lost~\cite{nowhere,nowhere2}]]]
\end{forest}\caption{A taxonomy of owls}\end{figure}
\section{Hearing} \cite{barn,eagle,ear,disc} \section{Flight} \cite{wings} and \cite{combs,moult}.
\section{Food} \cite{mice,voles}
\begin{thebibliography}{9}
\bibitem{intro} A. Bird. \newblock What owls are. \newblock Owl Journal, 2001.
\bibitem{barn} A. Bird. \newblock How barn owls locate prey in the dark. \newblock Owl Journal, 2002.
\bibitem{eagle} B. Bird. \newblock Eagle owls at dusk. \newblock Owl Journal, 2003.
\bibitem{eagle2} B. Bird. \newblock Eagle owls at dusk. \newblock Owl Journal, 2003.
\bibitem{ear} C. Bird. \newblock Ears that sit askew. \newblock Owl Journal, 2004.
\bibitem{disc} C. Bird. \newblock Facial discs as funnels. \newblock Owl Journal, 2005.
\bibitem{wings} D. Bird. \newblock Silent wings in owls. \newblock Owl Journal, 2006.
\bibitem{combs} E. Bird. \newblock Combs on the leading edge. \newblock Owl Journal, 2007.
\bibitem{moult} E. Bird. \newblock Moult in owls of the north. \newblock Owl Journal, 2008.
\bibitem{mice} F. Bird. \newblock Mice and what owls make of them. \newblock Owl Journal, 2009.
\bibitem{voles} F. Bird. \newblock Voles in good years and bad. \newblock Owl Journal, 2010.
\end{thebibliography}\end{document}
"""
SMALL = TaxonomySettings(min_papers=3, min_topics=2)


def chosen(settings: TaxonomySettings, source: str = SOURCE) -> ChosenTree:
    data = source.encode()
    references = extract(open_source(data, "main.tex"), "s").references
    found = taxonomies_in(data, "s", "", titles_of(references))
    rows = candidate_rows("s", found, references)
    parts = (rows[name] for name in ("candidates", "topics", "papers", "spoken"))
    return choose("s", found.title, *parts, settings)


def placed(tree: ChosenTree) -> dict[str, list[str]]:
    homes: dict[str, list[str]] = {}
    for paper in tree.papers:
        homes.setdefault(tree.names[paper.node], []).append(paper.title)
    return homes


def test_a_drawing_is_read_with_its_keys_as_papers() -> None:
    tree = chosen(replace_settings(kinds=("forest",)))
    assert (tree.topic, tree.kind, tree.names) == (
        "A Survey of Owls",
        "forest",
        ("Owls", "Hearing", "Flight", "Silent", "Lost"),
    )
    hearing = [
        "How barn owls locate prey in the dark",
        "Eagle owls at dusk",
        "Ears that sit askew",
    ]  # two keys, one work
    assert placed(tree) == {"Hearing": hearing, "Silent": ["Silent wings in owls", "Combs on the leading edge"]}
    assert tree.unresolved == ("nowhere", "nowhere2")
    assert [(one.kind, one.chosen) for one in tree.candidates] == [
        ("forest", True),
        ("sections", False),
        ("joined", False),
    ]
    lines = SOURCE.split("\n")
    assert all(f"{paper.key}" in lines[paper.line - 1] for paper in tree.papers)
    assert "its caption speaks of taxonomy" in tree.candidates[0].reasons


def test_a_drawing_of_half_the_works_is_joined_with_the_sections_that_its_topics_name() -> None:
    tree = chosen(SMALL)
    homes = placed(tree)
    assert (tree.kind, "Food" in homes) == ("joined", False)  # which the drawing does not name
    assert homes["Hearing"][3:] == ["Facial discs as funnels"]
    assert homes["Flight"] == ["Moult in owls of the north"]
    assert "2 topics are called like sections, without 1" in tree.candidates[-1].reasons
    assert len(tree.confidences) == len(tree.names)
    assert {paper.key: paper.via for paper in tree.papers}["moult"] == "section"


def test_a_table_stands_below_its_section_and_a_table_beside_the_subject_is_not_the_taxonomy() -> None:
    rows = r" \\ Small & \cite{mice,voles} \\ Large & \cite{hares,ducks} \\ Tiny & \cite{a,b} \\ "
    table = r"\begin{table}\begin{tabular}{ll} Prey & Works" + rows + r"\end{tabular}\caption{Prey by size}\end{table}"
    more = "".join(
        rf"\bibitem{{{key}}} G. Bird. The {key} of the night. 2011. " for key in ("hares", "ducks", "a", "b")
    )
    undrawn = re.sub(r"(?s)\\begin{figure}.*?\\end{figure}", "", SOURCE)
    source = undrawn.replace(r"\cite{mice,voles}", r"\cite{mice,voles,hares}" + table).replace(
        r"\end{the", more + r"\end{the"
    )
    tree = chosen(replace_settings(must_speak=False), source)
    homes = placed(tree)
    assert tree.kind == "joined"
    assert set(homes) >= {"Hearing", "Flight", "Small", "Large"}
    assert tree.names[tree.parents[tree.names.index("Small")]] == "Food"
    assert len(homes["Large"]) == 2


def test_the_sections_stand_in_where_no_drawing_is_large_enough() -> None:
    tree = chosen(replace_settings(min_papers=6, kinds=("forest", "sections")))
    assert (tree.kind, tree.names[0]) == ("sections", "A Survey of Owls")
    assert placed(tree)["Food"] == ["Mice and what owls make of them", "Voles in good years and bad"]


def replace_settings(**changes: object) -> TaxonomySettings:
    return SMALL.model_copy(update=changes)


@pytest.mark.parametrize(
    ("settings", "source", "rule"),
    [
        (SMALL, SOURCE.replace("A taxonomy of owls", "Owls"), "no-taxonomy-caption"),
        (replace_settings(kinds=("dirtree",)), SOURCE, "no-taxonomy-tree"),
        (replace_settings(min_papers=50), SOURCE, "taxonomy-too-small"),
    ],
)
def test_surveys_fall_out_by_a_rule(settings: TaxonomySettings, source: str, rule: str) -> None:
    with pytest.raises(Rejected) as fallen:
        chosen(settings, source)
    assert fallen.value.rule == rule


def survey(name: str, title: str, doi: str | None = None) -> Survey:
    return Survey(name, title, None, (), (), None, None, None, doi, None, None, 1, None, "local")


def test_citation_counts_by_doi_number_and_title(tmp_path: Path) -> None:
    works = [
        {"doi": "https://doi.org/10.1000/OWLS", "title": "Owls", "cited_by_count": 7},
        {
            "title": "Gulls of the North Sea",
            "cited_by_count": 70,
            "locations": [{"landing_page_url": "http://arxiv.org/abs/2003.00653v2"}],
        },
        {"results": [{"display_name": "Gulls of the North Sea!", "cited_by_count": 90}]},
    ]
    path = tmp_path / "works.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, works)).encode()))
    counts = read_counts(path)
    assert counts.of(survey("local/a", "Other", "10.1000/owls")) == 7
    assert counts.of(survey("2003.00653", "Other")) == 70
    assert counts.of(survey("local/b", "Gulls of the north sea")) == 90
    assert counts.of(survey("local/c", "Owls")) is None  # too short a title to tell works by


@pytest.mark.parametrize(("text", "where"), [("{}", ":1"), ('{"cited_by_count": 3}\nno', ":2"), ("[1]", ":1")])
def test_a_file_of_counts_with_a_fault_is_refused_with_its_line(tmp_path: Path, text: str, where: str) -> None:
    path = tmp_path / "works.jsonl"
    path.write_text(text)
    with pytest.raises(UnusableInput, match=f"works.jsonl{where}"):
        read_counts(path)


def test_nothing_unreviewed_is_released_unless_it_is_asked_for() -> None:
    trees = [replace(chosen(SMALL), survey_id=name) for name in ("cs/0112017", "b", "c")]
    reviewed = Item(
        "b",
        "Owls",
        "reviewed",
        (),
        Tree(("Owls", "Wings"), (-1, 0), (Placed("Silent Wings in Owls", 1), Placed("New", 1))),
    )
    strict = settle(trees, {"b": reviewed}, {"c": "no taxonomy"}, include=False)
    assert (list(strict.trees), strict.waiting) == (["b"], ("cs-0112017",))
    papers = strict.trees["b"].papers
    assert [(paper.title, paper.key, paper.line > 0) for paper in papers] == [
        ("Silent Wings in Owls", "wings", True),
        ("New", "", False),  # that the reviewers added
    ]
    assert about_built(strict, "openai").caution == ""
    lenient = settle(trees, {"b": reviewed}, {"c": "no taxonomy"}, include=True)
    assert {name: tree.origin for name, tree in lenient.trees.items()} == {"cs-0112017": "candidate", "b": "reviewed"}
    assert about_built(lenient, "openai").caution.startswith("UNREVIEWED: 1 of the 2")
