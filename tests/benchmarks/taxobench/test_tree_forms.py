"""Forms of trees, generated: DOT, tables joined by a key, lines that name several papers, files with a head."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest

from litgauge.tasks.benchmarks.taxobench.match_trees import align_trees
from litgauge.tasks.benchmarks.taxobench.short_titles import named_by_part
from litgauge.tasks.benchmarks.taxobench.trees import read_tree
from litgauge.tasks.benchmarks.taxobench.trees.known_leaves import leaves_as_papers
from litgauge.tasks.benchmarks.taxobench.trees.names_in_one import papers_apart

GPT, PARK = "MemGPT: Towards LLMs as Operating Systems", "Generative Agents: Simulacra of Human Behavior"
SHINN, WANG = "Reflexion: Agents with Verbal Learning", "Voyager: An Open-Ended Embodied Agent"
YAO, ACT = "Tree of Thoughts: Deliberate Problem Solving", "ReAct: Synergizing Reasoning and Acting"
TOOL, API = "Toolformer: Models Can Teach Themselves to Use Tools", "Gorilla: A Model Connected with Massive APIs"
TREE: dict[str, Any] = {
    "Memory": {"Short-term": [GPT, PARK], "Long-term": [SHINN, WANG]}, "Planning": [YAO, ACT], "Tool use": [TOOL, API],
}  # fmt: skip
TITLES = [GPT, PARK, SHINN, WANG, YAO, ACT, TOOL, API]
EXPERT = {
    "name": "Agents",
    "subtopics": [
        {"name": "Memory", "subtopics": [{"name": name, "papers": papers} for name, papers in TREE["Memory"].items()]},
        *({"name": name, "papers": TREE[name]} for name in ("Planning", "Tool use")),
    ],
}
HOMES = {("Memory", "Short-term"): [GPT, PARK], ("Memory", "Long-term"): [SHINN, WANG],
         ("Planning",): [YAO, ACT], ("Tool use",): [TOOL, API]}  # fmt: skip
TOPICS = {"Memory": None, "Short-term": "Memory", "Long-term": "Memory", "Planning": None, "Tool use": None}
ROWS = [(way, title) for way, titles in HOMES.items() for title in titles]


def placed(answer: Any) -> tuple[dict[tuple[str, ...], list[str]], int, int]:
    """The papers of each topic, without the root's name, and how many are invented and doubled."""
    expert, tree = read_tree(EXPERT).tree, read_tree(answer).tree
    assert expert is not None
    assert tree is not None
    titles = [paper.title for paper in expert.papers]
    tree = leaves_as_papers(tree, titles)
    aligned = align_trees(expert, tree).papers
    topics: dict[tuple[str, ...], list[str]] = {}
    for pair in aligned.pairs:
        way = tree.named_path(tree.papers[pair.found].node)
        topics.setdefault(way[1:] if way[0] in ("", "Agents") else way, []).append(titles[pair.expected])
    return topics, len(aligned.invented), len(aligned.doubled)


def nodes() -> tuple[dict[str, str], list[tuple[str, str]]]:
    """The labels and the edges of the tree as a graph."""
    labels, edges = {"n0": "Agents"}, []
    ids = {"": "n0"}
    for topic, above in TOPICS.items():
        ids[topic] = f"n{len(labels)}"
        labels[ids[topic]] = topic
        edges.append((ids[above or ""], ids[topic]))
    for way, title in ROWS:
        node = f"n{len(labels)}"
        labels[node] = title
        edges.append((ids[way[-1]], node))
    return labels, edges


HEADS = ("graph taxonomy {\n", "graph {\n", "graph G {\n", 'strict digraph "Agents" {', "digraph T\n{\n",
         "digraph { // from general -> specific\n")  # fmt: skip
EDGES = ("{} -- {};\n", "{} -> {}\n", "{}:e->{}:w [label=\"has\"]; // x -> y\n", "{} -> {} /* a -> b */;")  # fmt: skip
BEFORE = ("", "Here is the graph:\n\n", "```dot\n")


@pytest.mark.parametrize(("head", "edge", "before"), list(itertools.product(HEADS, EDGES, BEFORE)))
def test_a_graph_in_dot_is_read(head: str, edge: str, before: str) -> None:
    labels, edges = nodes()
    body = "".join(f'  {name} [label="{label}", shape=box];\n' for name, label in labels.items())
    body += "# root -> nothing\n" + "".join(edge.format(*pair) for pair in edges)
    assert placed(f"{before}{head}  rankdir=LR;\n{body}}}\n") == (HOMES, 0, 0)


def test_fields_of_records_and_lines_of_leaves_are_papers() -> None:
    ids = {topic: f"t{at}" for at, topic in enumerate(TOPICS)}
    edges = "".join(f"{ids[above] if above else 'r'} -> {ids[topic]};\n" for topic, above in TOPICS.items())
    names = {way[-1]: [title.partition(":")[0] for title in titles] for way, titles in HOMES.items()}
    records = "".join(
        f'{ids[topic]} [label="{{<p>{"|".join([topic, *names.get(topic, [])])}}}"];\n' for topic in TOPICS
    )
    assert placed(f'digraph {{ node [shape=record]; r [label="Agents"];\n{records}{edges}}}') == (HOMES, 0, 0)
    plain = "".join(f'{ids[topic]} [label="{topic}"];\n' for topic in TOPICS)
    leaves = "".join(
        f'l{ids[topic]} [label="' + "\\n".join(names[topic]) + f'"]; {ids[topic]} -> l{ids[topic]};\n'
        for topic in names
    )
    assert placed(f'digraph {{ r [label="Agents"];\n{plain}{leaves}{edges}}}') == (HOMES, 0, 0)
    wrapped = "".join(
        f'p{at} [label="' + title.replace(": ", ":\\n") + f'"]; {ids[way[-1]]} -> p{at};\n'
        for at, (way, title) in enumerate(ROWS)
    )
    assert placed(f'digraph {{ r [label="Agents"];\n{plain}{wrapped}{edges}}}') == (HOMES, 0, 0)


def _clusters(tree: Any, opening: str, node: str, closing: str) -> str:
    parts = []
    for at, (name, below) in enumerate(tree.items() if isinstance(tree, dict) else enumerate(tree)):
        if isinstance(below, str):
            parts.append(node.format(f"n{TITLES.index(below)}", below))
        else:
            parts.append(opening.format(f"{at}{len(name)}", name) + _clusters(below, opening, node, closing) + closing)
    return "".join(parts)


def test_clusters_without_edges_are_topics() -> None:
    dot = _clusters(TREE, 'subgraph cluster_{} {{ label="{}"; color=red;\n', '{} [label="{}"];\n', "}\n")
    assert placed(f"digraph G {{\n{dot}}}") == (HOMES, 0, 0)
    mermaid = _clusters(TREE, 'subgraph s{}["{}"]\n', '{}["{}"]\n', "end\n")
    assert placed(f"flowchart TB\n{mermaid}") == (HOMES, 0, 0)
    assert placed(f"flowchart TB\nr[Agents] --> s06\nr --> s18\nr --> s28\n{mermaid}")[0] == HOMES


IDS = {topic: at for at, topic in enumerate(TOPICS, 1)}
TABLES = {
    "ids": {
        "categories": [{"id": IDS[t], "name": t, "parentId": IDS.get(up or "")} for t, up in TOPICS.items()],
        "papers": [{"title": title, "category_id": IDS[way[-1]], "year": 2023} for way, title in ROWS],
    },
    "names": {
        "categories": [{"name": t} if up is None else {"name": t, "parent": up} for t, up in TOPICS.items()],
        "papers": [{"id": at, "title": title, "category": way[-1]} for at, (way, title) in enumerate(ROWS)],
    },
    "several homes": {
        "topics": [{"id": f"T{IDS[t]}", "label": t, "parent_topic": f"T{IDS[up]}" if up else None}
                   for t, up in TOPICS.items()],
        "documents": [{"paper": title, "topics": [f"T{IDS[way[-1]]}"]} for way, title in ROWS],
    },
    "children by id": {
        "nodes": [
            {"id": "r", "name": "Agents", "children": [t for t, up in TOPICS.items() if up is None]},
            *({"id": t, "name": t, "children": [c for c, up in TOPICS.items() if up == t],
               "papers": HOMES.get((t,), []) or HOMES.get(("Memory", t), [])} for t in TOPICS),
        ]
    },
    "objects by id": {
        "nodes": {t: {"name": t, "parent": up, "papers": HOMES.get((t,), []) or HOMES.get(("Memory", t), [])}
                  for t, up in TOPICS.items()}
    },
    "papers by id": {
        "categories": [{"id": IDS[t], "name": t, "parent_id": IDS.get(up or ""),
                        "papers": [f"p{TITLES.index(p)}" for way, p in ROWS if way[-1] == t]}
                       for t, up in TOPICS.items()],
        "papers": [{"id": f"p{at}", "title": title} for at, title in enumerate(TITLES)],
    },
    "a third table": {
        "categories": [{"id": f"c{IDS[t]}", "name": t, "parent": f"c{IDS[up]}" if up else ""}
                       for t, up in TOPICS.items()],
        "papers": [{"id": f"p{at}", "title": title} for at, title in enumerate(TITLES)],
        "assignments": [{"paper_id": f"p{TITLES.index(p)}", "category_id": f"c{IDS[way[-1]]}"} for way, p in ROWS],
    },
    "lists by topic": {
        "taxonomy": {"Agents": {"Memory": ["Short-term", "Long-term"], "Planning": [], "Tool use": []}},
        "assignments": {way[-1]: titles for way, titles in HOMES.items()},
    },
    "pairs": [{"parent": up or "Agents", "child": t} for t, up in TOPICS.items()]
    + [{"parent": way[-1], "child": title} for way, title in ROWS],
    "paths by title": {title: "/".join(way) for way, title in ROWS},
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("wrapped", [False, True])
def test_tables_that_belong_together_are_joined(name: str, wrapped: bool) -> None:
    value = {"result": TABLES[name]} if wrapped else TABLES[name]
    assert placed(json.dumps(value)) == (HOMES, 0, 0)


def test_tables_that_do_not_fit_are_no_tree() -> None:
    topics = [{"id": IDS[t], "name": t, "parentId": IDS.get(up or "")} for t, up in TOPICS.items()]
    read = read_tree({"categories": topics, "papers": [{"title": title, "category_id": 77} for title in TITLES]})
    assert read.tree is None
    assert "tables" in read.diagnostics[0].message


def test_topics_of_one_name_in_two_branches_keep_their_papers() -> None:
    tree = read_tree(
        {"Content": {"A": ["Owls", "Gulls"], "B": ["Terns"]}, "Other": {"A": ["Wrens"], "B": ["Larks"]}}
    ).tree
    assert tree is not None
    assert {(tree.named_path(paper.node)[1:], paper.title) for paper in tree.papers} >= {
        (("Content", "A"), "Owls"),
        (("Other", "A"), "Wrens"),
    }


SHORT = {way: " {} ".join(title.partition(":")[0] for title in titles) for way, titles in HOMES.items()}


@pytest.mark.parametrize("joiner", ["and", "&", ",", "/", ", and", "und", "et", "和", "+"])
def test_a_line_that_names_several_papers_is_taken_apart(joiner: str) -> None:
    lines = {way[-1]: words.format(joiner).replace(" ,", ",") for way, words in SHORT.items()}
    items = "\n".join(f"- {topic}: {lines[topic]}" for topic in ("Planning", "Tool use"))
    nested = "\n".join(f"  - {topic}: {lines[topic]}" for topic in ("Short-term", "Long-term"))
    assert placed(f"# Agents\n- Memory\n{nested}\n{items}\n") == (HOMES, 0, 0)
    bold = "\n\n".join(f"**{topic}**: {lines[topic]}." for topic in ("Short-term", "Long-term"))
    rest = "\n\n".join(f"## {topic}\n\n- {lines[topic]}" for topic in ("Planning", "Tool use"))
    assert placed(f"# Agents\n\n## Memory\n\n{bold}\n\n{rest}\n") == (HOMES, 0, 0)


def test_a_title_with_and_in_it_stays_whole() -> None:
    assert placed(EXPERT) == (HOMES, 0, 0)
    papers = [f"- {title}" for title in ("Owls and Gulls", "Toolformer and Owls")]
    tree = read_tree("# Agents\n## Memory\n" + "\n".join(papers) + "\n## Planning\n- x\n").tree
    assert tree is not None
    assert [paper.title for paper in leaves_as_papers(tree, TITLES).papers][:2] == [
        "Owls and Gulls",
        "Toolformer and Owls",
    ]


def _outlines(tree: Any, element: str, attribute: str) -> str:
    if isinstance(tree, list):
        return "".join(f'<{element} {attribute}="{title}" _note="x"/>' for title in tree)
    return "".join(
        f'<{element} {attribute}="{name}">{_outlines(below, element, attribute)}</{element}>'
        for name, below in tree.items()
    )


OPML_HEADS = ("<head/>", "<head><title>Agents</title></head>",
              "<head><title>A</title><dateCreated>2025</dateCreated><ownerName>GPT</ownerName></head>")  # fmt: skip
CSV_HEADS = (
    "一级分类,二级分类,论文", "分類,サブ分類,論文", "Kategorie,Unterkategorie,Titel", "Catégorie,Sous-catégorie,Titre",
    "Categoría,Subcategoría,Título", "Категория,Подкатегория,Название", "대분류,소분류,제목",
    "Kategória,Alkategória,Cikk", "Category,Subcategory,Paper",
)  # fmt: skip


@pytest.mark.parametrize("head", OPML_HEADS)
def test_the_head_of_opml_holds_no_papers(head: str) -> None:
    body = _outlines(TREE, "outline", "text")
    assert placed(f'<?xml version="1.0"?>\n<opml version="2.0">{head}<body>{body}</body></opml>') == (HOMES, 0, 0)


@pytest.mark.parametrize("head", CSV_HEADS)
def test_heads_of_csv_in_any_language_are_no_rows(head: str) -> None:
    rows = [f'{way[0]},{way[1] if len(way) > 1 else ""},"{title}"' for way, title in ROWS]
    assert placed("\n".join([head, *rows])) == (HOMES, 0, 0)
    first = [f'"{title}",{way[0]},{way[1] if len(way) > 1 else ""}' for way, title in ROWS]
    assert placed("\n".join(first)) == (HOMES, 0, 0)


def test_rows_of_yaml_and_graphml_are_read() -> None:
    rows = [f'- path: {" / ".join(way)}\n  paper: "{title}"\n' for way, title in ROWS]
    assert placed("".join(rows)) == (HOMES, 0, 0)
    labels, edges = nodes()
    inside = "".join(f'<node id="{name}"><data key="d0">{label}</data></node>' for name, label in labels.items())
    inside += "".join(f'<edge source="{above}" target="{below}"/>' for above, below in edges)
    key = '<key id="d0" for="node" attr.name="label" attr.type="string"/>'
    graphml = f'<graphml xmlns="http://graphml.graphdrawing.org/xmlns">{key}<graph>{inside}</graph></graphml>'
    assert placed(f'<?xml version="1.0" encoding="UTF-8"?>{graphml}') == (HOMES, 0, 0)


@pytest.mark.parametrize(
    "heading", ["Open challenges", "Future directions", "Open problems and future work", "Offene Fragen", "未来方向"]
)
def test_bullets_of_an_outlook_are_no_papers(heading: str) -> None:
    outline = "# Agents\n" + "".join(
        f"## {name}\n" + "".join(f"- {title}\n" for title in below)
        if isinstance(below, list)
        else f"## {name}\n"
        + "".join(f"### {topic}\n" + "".join(f"- {t}\n" for t in titles) for topic, titles in below.items())
        for name, below in TREE.items()
    )
    assert placed(f"{outline}## {heading}\n- Scaling of memory\n- Safety of tools\n") == (HOMES, 0, 0)
    kept = read_tree(f"{outline}## {heading}\n- Owls: A Survey of Everything Open (2024)\n").tree
    assert kept is not None
    assert heading in kept.names


@pytest.mark.parametrize(
    "page",
    [
        "<html><head><title>x</title></head><body><h1>502 Bad Gateway</h1><ul><li>retry</li></ul></body></html>",
        "<html><body><h1>504 Gateway Time-out</h1><hr><center>nginx</center></body></html>",
        "<!DOCTYPE html><html><body><h1>Service Unavailable</h1><p>Guru</p><ul><li>XID</li></ul></body></html>",
        "<html><body><h2>Just a moment...</h2><ul><li>Checking</li><li>your browser</li></ul></body></html>",
    ],
)
def test_the_page_of_an_error_is_no_tree(page: str) -> None:
    assert read_tree(page).tree is None


def _constructors(name: str, below: Any, named: str) -> str:
    if isinstance(below, dict):
        return f"Node({named}{name!r}, children=[{', '.join(_constructors(*inner, named) for inner in below.items())}])"
    return f"Node({named}{name!r}, papers={below!r})"


def _outline(tree: Any, signs: str, number: str = "") -> str:
    lines = []
    for at, (name, below) in enumerate(tree.items(), 1):
        label = f"{number}{at}" if number or signs == "1" else ""
        if isinstance(below, dict):
            lines.append(f"{signs} {label} {name}\n{_outline(below, signs + signs[0], f'{label}.' if label else '')}")
        else:
            lines.append(f"{signs} {label} {name}\n" + "".join(f"- [[{title}]]\n" for title in below))
    return "".join(lines)


FURTHER = {
    "constructors": _constructors("Agents", TREE, "name="),
    "constructors without names": f"taxonomy = {_constructors('Agents', TREE, '')}",
    "Org with wiki links": f"* Agents\n{_outline(TREE, '**')}",
    "wiki links": f"# Agents\n{_outline(TREE, '##')}",
    "numbered names": json.dumps(
        {"1. Memory": {"1.1 Short-term": [GPT, PARK], "1.2 Long-term": [SHINN, WANG]}, "2. Planning": [YAO, ACT],
         "3. Tool use": [TOOL, API]}
    ),
    "labels": json.dumps([{"title": title, "labels": way} for way, title in ROWS]),
    "objects by title": json.dumps({title: {"path": way, "confidence": 0.9} for way, title in ROWS}),
    "columns of papers": "category,subcategory,paper1,paper2\n"
    + "".join(f'{way[0]},{"".join(way[1:])},"{one}","{other}"\n' for way, (one, other) in HOMES.items()),
    "counts before papers": "# Agents\n## Memory (4)\n- **Short-term** (2 papers): *" + f"{GPT}*, *{PARK}*\n"
    f"- **Long-term** (2): *{SHINN}*, *{WANG}*\n"
    f"## Planning (2)\n- *{YAO}*\n- *{ACT}*\n## Tool use\n- {TOOL}\n- {API}\n",
    "arrows below a topic": "Agents\n- Memory\n  - Short-term → MemGPT / Generative Agents\n"
    "  - Long-term → Reflexion / Voyager\n- Planning → ToT / ReAct\n- Tool use → Toolformer / Gorilla\n",
    "explained in another language": f"# Agents\n\n以下に分類を示します。\n\n"
    f"## Memory\n### Short-term\n1. {GPT}：OS風の管理\n"
    f"2. {PARK}：観察\n### Long-term\n1. {SHINN}\n2. {WANG}\n"
    f"## Planning\n1. {YAO}\n2. {ACT}\n## Tool use\n1. {TOOL}\n2. {API}\n",
    "Mermaid in a line": "graph TD; "
    + " ".join(f'{above}["{nodes()[0][above]}"] --> {below}["{nodes()[0][below]}"];' for above, below in nodes()[1]),
    "lists by level": json.dumps(
        [{"level1": way[0], "level2": "".join(way[1:]), "papers": titles} for way, titles in HOMES.items()]
    ),
    "labels and parents of a chart": json.dumps(
        {"labels": ["Agents", *TOPICS, *TITLES],
         "parents": ["", *(up or "Agents" for up in TOPICS.values()), *(way[-1] for way, _ in ROWS)]}
    ),
    "a draft before": f"Draft:\n- Agents\n  - {GPT}\n  - {YAO}\n\nFinal taxonomy:\n\n# Agents\n{_outline(TREE, '##')}",
}  # fmt: skip


@pytest.mark.parametrize("name", FURTHER)
def test_further_notations_are_read(name: str) -> None:
    assert placed(FURTHER[name]) == (HOMES, 0, 0)


def test_entries_of_bibtex_are_no_tree() -> None:
    entries = [
        f"@article{{k{at},\n  title = {{{title}}},\n  keywords = {{Memory}}\n}}" for at, title in enumerate(TITLES)
    ]
    assert read_tree("\n".join(entries)).tree is None


def test_a_part_of_a_title_is_a_paper_where_the_papers_were_given_and_nowhere_else() -> None:
    """An agent that searches by itself may mean another paper by words that a title has."""
    line = "Embodied Agent, Massive APIs"
    assert papers_apart([line], TITLES, TITLES) == {line: ("", ["Embodied Agent", "Massive APIs"])}
    assert papers_apart([line], TITLES, []) == {}


@pytest.mark.parametrize("name", ["BERT", "How silent are owls?", "Gulls"])
def test_what_is_no_part_of_a_title_names_no_paper(name: str) -> None:
    assert named_by_part([name], ["BERT4Rec: Recommendation of Owls", "The Silent Flight of Owls at Night"]) == {}


def test_a_last_topic_may_hold_nothing_but_a_title_that_asks() -> None:
    text = "## Flight\n- Silent Wings of Owls\n- Feathers of Gulls\n\n## Ears\n- How Powerful Are the Ears of Owls?"
    read = read_tree(text).tree
    assert read is not None
    assert [placed.title for placed in read.papers][-1] == "How Powerful Are the Ears of Owls?"
