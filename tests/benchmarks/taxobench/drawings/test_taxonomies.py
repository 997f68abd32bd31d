"""Taxonomies as surveys draw, tabulate and write them, read into trees of topics with keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.benchmarks.taxobench.drawings import Candidate, Taxonomies, read_taxonomies
from litgauge.tasks.latex import open_path, open_source
from tests.benchmarks.taxobench.drawings.sources import SOURCES, Drawn, document
from tests.benchmarks.taxobench.drawings.unseen import NO_TAXONOMY, UNSEEN
from tests.linear.growth import Call, grows_too_fast, quiet
from tests.tables import each_row


def read(drawn: Drawn) -> Taxonomies:
    return read_taxonomies(open_source(document(drawn), "main.tex"), "s", "A Survey of Things")


def outline(candidate: Candidate) -> str:
    depths: list[int] = []
    lines: list[str] = [candidate.kind]
    for topic in candidate.topics:
        depths.append(depths[topic.parent] + 1 if topic.parent >= 0 else 0)
        keys = " ".join(one.key for one in topic.cited)
        lines.append(f"{'  ' * depths[-1]}{topic.name}{f': {keys}' if keys else ''}")
    return "\n".join(lines)


@each_row("drawn", [*SOURCES, *UNSEEN])
def test_a_taxonomy_is_read_as_it_is_drawn(drawn: Drawn) -> None:
    found = [outline(candidate) for candidate in read(drawn).candidates]
    assert drawn.outline.strip() in found, "\n\n".join(found) or "nothing"


@each_row("body", NO_TAXONOMY.values())
def test_what_shows_steps_sizes_or_files_is_no_taxonomy(body: str) -> None:
    assert [one.kind for one in read(Drawn("none", body, "")).candidates if one.kind != "sections"] == []


def test_a_figure_that_is_a_picture_is_a_candidate_of_which_nothing_is_read() -> None:
    body = r"\begin{figure}\includegraphics[width=\textwidth]{figs/tax.pdf}\caption{Our taxonomy}\end{figure}"
    [picture] = read(Drawn("picture", body, "")).candidates
    assert (picture.kind, picture.topics) == ("picture", ())
    assert "figs/tax.pdf" in picture.reasons[0]


def test_every_topic_and_key_has_its_line() -> None:
    body = (
        "\\begin{figure}\n\\begin{forest}\n[Root\n [A~\\cite{a1,\n  a2}]\n [B\n  [C~\\cite{c1,c2}]]]\n\\end{forest}\n"
    )
    drawn = Drawn("lines", f"{body}\\caption{{A taxonomy}}\\end{{figure}}", "")
    [tree] = read(drawn).candidates
    lines = document(drawn).decode().split("\n")
    for topic in tree.topics:
        assert topic.name in lines[topic.place.line - 1]
    assert [one.place.line for topic in tree.topics for one in topic.cited] == [
        lines.index(" [A~\\cite{a1,") + 1,
        lines.index(" [A~\\cite{a1,") + 1,
        lines.index("  [C~\\cite{c1,c2}]]]") + 1,
        lines.index("  [C~\\cite{c1,c2}]]]") + 1,
    ]


@each_row(
    "caption, word",
    [
        ("A taxonomy of methods", "taxonomy"),
        ("Typology of owls", "Typology"),
        ("Our \\emph{categorization} of the field", "categorization"),
        (
            "Classification of existing image compression methods",
            "Classification of existing image compression methods",
        ),
        ("大模型分类", "分类"),
        ("Classification accuracy on ImageNet", ""),
        ("Results by category", ""),
    ],
)
def test_captions_that_speak_of_a_taxonomy(caption: str, word: str) -> None:
    found = read(Drawn("caption", f"\\begin{{figure}}x\\caption{{{caption}}}\\end{{figure}}", ""))
    assert [one.word for one in found.spoken] == ([word] if word else [])


def test_a_leaf_is_a_paper_where_it_bears_its_title() -> None:
    body = (
        "\\begin{figure}\\begin{forest}[Owls [Hearing [Barn owls in the dark~\\cite{a}] [Facial discs~\\cite{b}]]"
        "[Flight [Silent wings~\\cite{c}] [Feather combs~\\cite{d}]]]\\end{forest}\\caption{Taxonomy}\\end{figure}"
    )
    source = open_source(document(Drawn("owls", body, "")), "main.tex")
    titles = {
        "a": "Barn Owls in the Dark: a Study",
        "b": "Facial Discs as Funnels",
        "c": "On flying",
        "d": "On plumage",
    }
    [tree] = read_taxonomies(source, "s", "Owls", titles).candidates
    assert outline(tree) == ("forest\nOwls\n  Hearing: a b\n  Flight\n    Silent wings: c\n    Feather combs: d")


def test_what_is_drawn_and_is_no_taxonomy_is_none() -> None:
    circle = (
        "\\begin{figure}\\begin{tikzpicture}\\node (a) {A}; \\node (b) {B}; \\node (c) {C}; \\node (d) {D "
        "\\cite{x,y,z}};"
        "\\draw (a) -- (b) -- (c) -- (d) -- (a);\\end{tikzpicture}\\caption{A pipeline}\\end{figure}"
    )
    plain = (
        "\\begin{tabular}{ll} Model & Score \\\\ \\hline A \\cite{a} & 1 \\\\ B \\cite{b} & 2 "
        "\\\\ C \\cite{c} & 3 \\end{tabular}"
    )
    bullets = (
        "\\begin{itemize}\\item We propose X \\cite{a}. \\item We test Y \\cite{b}. \\item Z \\cite{c}.\\end{itemize}"
    )
    assert read(Drawn("others", circle + plain + bullets, "")).candidates == ()


@pytest.mark.soak
@pytest.mark.parametrize(
    "piece",
    [
        "[A [B ",
        "\\node {x} child {",
        "\\graph {{ a -> {{",
        '\\tikz \\graph {{ "',
        "\\begin{forest}[",
        "\\Tree [.A ",
        "\\dirtree{.1 A. ",
        "\\begin{itemize}\\item ",
        "\\begin{tabular}{l} & \\\\ \\multirow{2}{*}{x} ",
        "\\section{a}\\cite{b}",
        "child foreach \\x in {1,...,200} {",
        "\\foreach \\x in {1,...,9} {\\node (\\x) {};",
        "{[(<",
        "\\citep[",
    ],
)
@pytest.mark.parametrize(
    "around", ["{}", "\\begin{{forest}}{}\\end{{forest}}", "\\begin{{tikzpicture}}{}\\end{{tikzpicture}}"]
)
def test_the_work_is_linear(piece: str, around: str) -> None:
    """Four times the source is about four times the work, whatever is never closed."""

    def prepared(pieces: str) -> Call:
        source = open_source(document(Drawn("hostile", around.format(pieces), "")), "main.tex")
        return lambda: read_taxonomies(source, "s")

    with quiet():
        assert not grows_too_fast(prepared, lambda times: piece.replace("{{", "{") * times, 150, 2_400)


@pytest.mark.real
def test_most_real_surveys_hold_a_candidate(real_data: Path) -> None:
    """At least twenty of the real sources hold a tree that places eight works, and each says where it stands."""
    large = 0
    for folder in sorted((real_data / "latex").iterdir()):
        tree = open_path(folder)
        try:
            found = read_taxonomies(tree, folder.name)
        except Rejected:
            continue
        large += any(len(candidate.keys) >= 8 for candidate in found.candidates)
        for candidate in found.candidates:
            assert all(topic.place.file in tree.members and topic.place.line for topic in candidate.topics)
            assert all(topic.name for topic in candidate.topics[1:])
    assert large >= 20


def test_a_word_is_a_topic_where_the_title_of_its_work_does_not_begin_with_it() -> None:
    body = (
        "\\begin{figure}\\begin{forest}[Defences [Reactive [Detection~\\cite{a}] [Purification~\\cite{b}]]"
        "[Proactive [Smoothie~\\cite{c}] [TRADES~\\cite{d}]]]\\end{forest}\\caption{Taxonomy}\\end{figure}"
    )
    source = open_source(document(Drawn("defences", body, "")), "main.tex")
    titles = {
        "a": "On the Detection of Adversarial Images",
        "b": "Diffusion for Cleaning",
        "c": "Smoothie: Certified Robustness",
        "d": "A Theory of Trade-Offs",
    }
    [tree] = read_taxonomies(source, "s", "Defences", titles).candidates
    assert outline(tree) == "forest\nDefences\n  Reactive\n    Detection: a\n    Purification: b\n  Proactive: c d"
