"""Trees as agents write them: what surrounds a tree is left out, and papers are found however they are printed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from litgauge.tasks.benchmarks.taxobench.match_trees import align_trees
from litgauge.tasks.benchmarks.taxobench.trees import Tree, read_tree
from litgauge.tasks.benchmarks.taxobench.trees.known_leaves import leaves_as_papers

TITLES = (
    "Silent Wings: How Owls Fly at Night", "A Survey on Feathers, Past and Present",
    "Is Hearing Better Than Sight? A Study", "2.5D Sound Maps of Northern Forests",
)  # fmt: skip
EXPERT: dict[str, Any] = {
    "name": "Owls",
    "subtopics": [
        {"name": "Flight", "papers": list(TITLES[:2])},
        {"name": "Senses", "subtopics": [{"name": "Hearing", "papers": list(TITLES[2:])}]},
    ],
}
EXPECTED = {
    ("Owls",): [],
    ("Owls", "Flight"): [TITLES[1], TITLES[0]],
    ("Owls", "Senses"): [],
    ("Owls", "Senses", "Hearing"): [TITLES[3], TITLES[2]],
}
NUMBERED_PATHS = "\n".join(
    f"{number}. {title} → {path}"
    for number, (title, path) in enumerate(
        zip(TITLES, ["Owls > Flight"] * 2 + ["Owls > Senses > Hearing"] * 2, strict=True), 1
    )
)
GRAPH = ("Owls", "Flight", "Senses", "Hearing", "{0}", "{1}", "{2}", "{3}")
EDGES = ((0, 1), (0, 2), (2, 3), (1, 4), (1, 5), (3, 6), (3, 7))

CASES = {
    "comments and commas too many": """```json
{ // the root
  "name": "Owls", "subtopics": [
    {"name": "Flight", "papers": ["{0}", "{1}",]}, # two
    {"name": "Senses", "subtopics": [{"name": "Hearing", "papers": ["{2}", "{3}"]}]} /* one */
  ]
}
```
Note: ["a", "b"] were left out.""",
    "cut off in a fence": 'Here it is:\n```json\n{"name": "Owls", "subtopics": [{"name": "Flight", "papers": ["{0}", '
    '"{1}"]}, {"name": "Senses", "subtopics": [{"name": "Hearing", "papers": ["{2}", "2.5D Sound Maps of Northern For',
    "parts in fences": '```json\n{"name": "Owls", "subtopics": [{"name": "Flight", "papers": ["{0}", "{1}"]}]}\n```\n'
    'and\n```json\n{"name": "Owls", "subtopics": [{"name": "Senses", "subtopics": [{"name": "Hearing", "papers": '
    '["{2}", "{3}"]}]}]}\n```',
    "a comma missing": '{"name": "Owls",\n"subtopics": [{"name": "Flight", "papers": ["{0}"\n"{1}"]}\n{"name": '
    '"Senses", "subtopics": [{"name": "Hearing", "papers": ["{2}", "{3}"]}]}]}',
    "tuples of Python": "{'Owls': {'Flight': ('{0}', '{1}'), 'Senses': {'Hearing': ('{2}', '{3}')}}}",
    "papers without content": '{"Owls": {"Flight": {"{0}": null, "{1}": null}, "Senses": {"Hearing": {"{2}": {}, '
    '"{3}": {}}}}}',
    "topics of each paper": '{"papers": {"{0}": "Owls > Flight", "{1}": "Owls > Flight", "{2}": '
    '"Owls > Senses > Hearing", "{3}": "Owls > Senses > Hearing"}}',
    "lines of JSON": '{"title": "{0}", "path": "Owls > Flight"}\n{"title": "{1}", "path": "Owls > Flight"}\n'
    '{"title": "{2}", "path": "Owls > Senses > Hearing"}\n{"title": "{3}", "path": "Owls > Senses > Hearing"}',
    "explained, with sections around": """# Owls

## Introduction
Owls are quiet. I went through these steps:
- reading
- sorting

## 1. Flight — how they move through the air
- **{0}** — wings without noise
- *{1}* (Ames et al., 2020)

## 2. Senses
What they perceive.
### 2.1 Hearing
1. "{2}" [3]
2. {3}: maps of where sounds are.

## Open questions
Many remain.

## Key takeaways
- Owls hear well.""",
    "IEEE with marks": """# Owls
## Flight ([site.org](https://site.org/a?utm_source=openai))
- [1] A. Ames, B. Bell et al., "{0}," in Proc. Birds, 2020, pp. 1–9.
- [2] C. Cole, "{1}," arXiv:2001.00001, 2020.【1†source】
## Senses
### Hearing
- Dunn, D., & Eads, E. (2021). {2}. Journal of Owls, 3(2), 1–10.
- [{3}](https://arxiv.org/abs/2001.00002) ([site.org](https://site.org/b?utm_source=openai))

### References
[1] A. Ames, "Something else," 2019.
[2] Another.""",
    "details below papers": """- Owls
  - **Flight**: how they move
    - {0}
      - Authors: Ames
      - Key idea: fringes
    - {1}
      - Looks back on feathers.
  - Senses
    - Hearing
      - Paper 3
        - Title: {2}
      - {3}

Would you like me to add any of the following for you?
- more papers
- a figure""",
    "labels": """Owls
Flight:
  - {0}
  - {1}
Senses:
  Hearing:
    - {2}
    - {3}""",
    "bold lines": "Here is the taxonomy:\n\n**Owls**\n\n**1. Flight**\n- {0}\n- {1}\n\n**2. Senses**\n\n"
    "**2.1 Hearing**\n- {2}\n- {3}\n\n**Note:** each once. Do you want:\n- more?",
    "numbers without indentation": "Owls\nI. Flight\n1. {0}\n2. {1}\nII. Senses\nA. Hearing\n1. {2}\n2. {3}",
    "papers by number": "# Owls\n## Flight (2 papers)\nPapers: [1-2]\n## Senses\n- Hearing: [3], [4]",
    "papers on a line": "# Owls\n## Flight\n**Key papers:** {0}; {1}\n## Senses\n- **Hearing:** {2}; {3}",
    "papers without bullets": "# Owls\n## Flight\n{0}\n{1}\n## Senses\n### Hearing\n{2}\n{3}",
    "paths behind papers": NUMBERED_PATHS,
    "paths as headings": "### Owls > Flight\n- {0}\n- {1}\n### Owls > Senses > Hearing\n- {2}\n- {3}",
    "slashes": "Owls/Flight/{0}\nOwls/Flight/{1}\nOwls/Senses/Hearing/{2}\nOwls/Senses/Hearing/{3}",
    "table, several papers in a cell": """# Owls
| Topic | Sub-topic | Count | Papers |
|:--|:--|--:|:--|
| **Flight** | n/a | 2 | "{0}", "{1}" |
| **Senses** | | | (none) |
| | Hearing | 2 | P3, P4 |""",
    "table, papers first": """## Owls

| # | Paper | Category | Subcategory | Year |
|---|---|---|---|---|
| 1 | {0} | Flight | – | 2020 |
| 2 | {1} | Flight | – | 2020 |
| 3 | {2} | Senses | Hearing | 2020 |
| 4 | {3} | Senses | Hearing | 2020 |""",
    "tables below headings": """# Owls
## Flight
| Title | Authors | Year |
|---|---|---|
| {0} | Ames | 2020 |
| {1} | Bell | 2020 |
## Senses
### Hearing
| Title | Authors | Year |
|---|---|---|
| {2} | Cole | 2020 |
| {3} | Dunn | 2020 |""",
    "drawn in a fence, notes behind": "```\nOwls (4)\n|-- Flight (2)\n|   |-- {0}\n|   `-- {1}\n`-- 👂 Senses\n"
    "    `-- Hearing [2]\n        |-- {2}\n        `-- {3}\n```\n**Rationale**\n- By sense.\n- By motion.",
    "levels of signs": "- Owls\n-- Flight\n--- {0}\n--- {1}\n-- Senses\n--- Hearing\n---- {2}\n---- {3}",
    "mind map": "```mermaid\nmindmap\n  root((Owls))\n    Flight\n      {0}\n      {1}\n    Senses\n      Hearing\n"
    "        {2}\n        {3}\n```",
    "details of HTML": "Sure:\n\n<details><summary>Owls</summary>\n<details><summary>Flight</summary>\n\n- {0}\n"
    "- {1}\n\n</details>\n<details><summary>Senses</summary>\n<details><summary>Hearing</summary>\n\n- {2}\n- {3}\n\n"
    "</details>\n</details>\n</details>",
    "headings of HTML": "<h1>Owls</h1><p>Birds.</p><h2>Flight</h2><ul><li>{0}</li><li><i>{1}</i></li></ul>"
    "<h2>Senses</h2><h3>Hearing</h3><table><tr><th>Paper</th><th>Year</th></tr><tr><td>{2}</td><td>2020</td></tr>"
    "<tr><td>{3}</td><td>2020</td></tr></table>",
    "nodes and edges": json.dumps(
        {
            "nodes": [{"id": at, "label": label} for at, label in enumerate(GRAPH)],
            "edges": [{"source": above, "target": below} for above, below in EDGES],
        }
    ),
    "edges that lead up": json.dumps([{"data": {"source": GRAPH[low], "target": GRAPH[up]}} for up, low in EDGES]),
    "DOT": '```dot\ndigraph {\n  rankdir=LR; node [shape=box];\n  0 [label="Owls"]; 1 [label=<<b>Flight</b>>];\n'
    '  2 [label="Senses"] 3 [label="Hearing", style="rounded,filled"];\n  0 -> {1 2}; 2 -> 3; 1 -> "{0}";\n'
    '  1 -> "{1}" [weight=0]\n 3 -> "{2}"; 3 -> "{3}" // papers\n}\n```',
    "OPML": '<?xml version="1.0"?><opml version="2.0"><head><title>T</title></head><body><outline text="Owls">'
    '<outline text="Flight"><outline text="{0}"/><outline text="{1}"/></outline><outline text="Senses">'
    '<outline text="Hearing"><outline text="{2}"/><outline text="{3}"/></outline></outline></outline></body></opml>',
    "CSV of levels": "level1;level_2;level3;title\nOwls;Flight;;{0}\nOwls;Flight;;{1}\nOwls;Senses;Hearing;{2}\n"
    "Owls;Senses;Hearing;{3}",
    "CSV without a head": '"Owls > Flight","{0}"\n"Owls > Flight","{1}"\n"Owls > Senses > Hearing","{2}"\n'
    '"Owls > Senses > Hearing","{3}"',
    "CSV of nodes": "id,parent_id,name\n1,,Owls\n2,1,Flight\n3,1,Senses\n4,3,Hearing\n"
    '5,2,"{0}"\n6,2,"{1}"\n7,4,"{2}"\n8,4,"{3}"',
    "forest": "\\begin{forest}\nfor tree={draw, grow=east}\n[Owls, fill=blue!10\n [Flight [{{0}}, leaf] [{{1}}]]\n"
    " [Senses, for children={draw} [Hearing [{{2}}][{{3}}]]]]\n\\end{forest}",
    "LaTeX sections": "\\section{Owls}\n\\subsection{Flight}\n\\begin{itemize}\n\\item \\emph{{0}}\n\\item {1}\n"
    "\\end{itemize}\n\\subsection{Senses}\\subsubsection{Hearing}\\begin{enumerate}\\item {2}"
    "\\item {3}\n\\end{enumerate}",
    "reStructuredText": "Owls\n====\n\nFlight\n------\n\n* {0}\n* {1}\n\nSenses\n------\n\nHearing\n~~~~~~~\n"
    "\n* {2}\n* {3}\n",
    "tree of Windows": "Owls\n+---Flight\n|       {0}\n|       {1}\n\\---Senses\n    \\---Hearing\n"
    "            {2}\n            {3}",
    "topics and assignments": json.dumps(
        {
            "taxonomy": {"Owls": {"Flight": [], "Senses": ["Hearing"]}},
            "assignments": [
                {"title": f"{{{at}}}", "category": topic} for at, topic in enumerate(["Flight"] * 2 + ["Hearing"] * 2)
            ],
        }
    ),
    "what it asks and offers at the end": "# Owls\n## Flight\n- The {0} paper\n- {1}（猫头鹰）\n## Senses\n"
    "### Hearing\n- {2}. Introduces maps.\n- {3} [bird2020ears]\n\nShould I:\n- add gulls?\n- split Senses\n",
    "questions in another language": "# Owls\n## Flight\n- {0}\n- {1}\n## Senses\n### Hearing\n- {2}\n- {3}\n\n"
    "如果需要进一步细化，请告诉我：\n- 是否需要添加更多论文？\n- 英文版本\n",
    "papers assigned to topics named before": "Proposed hierarchy:\n\nOwls\n1. Flight\n2. Senses\n   2.1 Hearing\n\n"
    "Paper assignments:\n\n1. Flight: {0}; {1}\n2.1 Hearing: {2}; {3}\n",
    "bullets assigned to topics named before": "- Owls\n  - Flight\n  - Senses\n    - Hearing\n\n## Assignments\n\n"
    "- Flight: {0}; {1}\n- **Hearing**: {2}; {3}\n\nLet me know what to change.\n",
    "AsciiDoc": "= Owls\n\n== Flight\n\n* {0}\n* {1}\n\n== Senses\n\n=== Hearing\n\n* {2}\n* {3}\n",
    "MediaWiki": "= Owls =\n== Flight ==\n* ''{0}''\n* {1}\n== Senses ==\n=== Hearing ===\n* {2}\n* {3}\n",
    "PlantUML": "@startmindmap\ntitle Birds\n* Owls\n**[#blue] Flight\n***_ {0}\n***_ {1}\n** Senses\n*** Hearing\n"
    "**** {2}\n**** {3}\n@endmindmap",
    "numbers of Chinese outlines": "以下是分类：\n\n# Owls\n\n一、Flight\n1. {0}：飞行研究\n2. {1}\n二、Senses\n"
    "（一）Hearing\n1. {2}，听觉\n2. {3}\n",
    "a heading that goes on": "# Owls\n## Flight\n- {0}\n\n*(continued in next message)*\n\n## Flight (continued)\n"
    "- {1}\n## Senses\n### Hearing\n- {2}\n- {3}",
    "a value in JavaScript": "```js\nconst taxonomy = {\n  // all\n  name: 'Owls', subtopics: [\n    {name: 'Flight', "
    "papers: ['{0}', '{1}']},\n    {name: 'Senses', subtopics: [{name: 'Hearing', papers: ['{2}', '{3}'],}]},\n  ]"
    ",\n};\n```",
    "a value in Python": "```python\nimport json\n\ntaxonomy: dict[str, list] = {'Owls': {'Flight': ['{0}', '{1}'], "
    "'Senses': {'Hearing': ['{2}', '{3}']}}}\nprint(json.dumps(taxonomy))\n```",
    "JSON in a string": json.dumps(
        {"status": "ok", "result": '{"Owls": {"Flight": ["{0}", "{1}"], "Senses": {"Hearing": ["{2}", "{3}"]}}}'}
    ),
    "rows below the survey": json.dumps(
        {
            "survey": "Owls",
            "assignments": [
                {"id": at, "paper": f"{{{at}}}", "category": topic, "subcategory": inner, "confidence": 0.9}
                for at, (topic, inner) in enumerate([("Flight", None)] * 2 + [("Senses", "Hearing")] * 2)
            ],
        }
    ),
    "a message in JSON": json.dumps(
        {"role": "assistant", "content": "# Owls\n## Flight\n- {0}\n- {1}\n## Senses\n### Hearing\n- {2}\n- {3}"}
    ),
    "a call of a tool": json.dumps(
        [
            {
                "type": "function",
                "function": {
                    "name": "submit",
                    "arguments": '{"taxonomy": '
                    '{"Owls": {"Flight": ["{0}", "{1}"], "Senses": {"Hearing": ["{2}", "{3}"]}}}}',
                },
            }
        ]
    ),
    "a list of paths": json.dumps(
        ["Owls > Flight > {0}", "Owls > Flight > {1}", *(f"Owls > Senses > Hearing > {at}" for at in ("{2}", "{3}"))]
    ),
    "topics of each paper in lists": json.dumps(
        {
            "{0}": ["Owls", "Flight"],
            "{1}": ["Owls", "Flight"],
            **{at: ["Owls", "Senses", "Hearing"] for at in ("{2}", "{3}")},
        }
    ),
    "CSV with short levels": 'L1,L2,L3,Paper ID,Paper Title\nOwls,Flight,,1,"{0}"\nOwls,Flight,,2,"{1}"\n'
    'Owls,Senses,Hearing,3,"{2}"\nOwls,Senses,Hearing,4,"{3}"',
    "a table of counts before": "# Owls\n| Topic | Papers |\n|---|---|\n| Flight | 2 |\n| Senses | 3 |\n\n"
    "## 1. Flight\n1. {0}\n2. {1}\n## 2. Senses\n### 2.1. Hearing\n1. {2}\n2. {3}",
    "lines with numbered levels": "\n".join(
        json.dumps({"level_1": "Owls", "level_2": topic, "level_3": inner, "title": f"{{{at}}}"})
        for at, (topic, inner) in enumerate([("Flight", "")] * 2 + [("Senses", "Hearing")] * 2)
    ),
    "brackets": '("Owls" ("Flight" "{0}" "{1}") ("Senses" ("Hearing" "{2}" "{3}")))',
}


def _placed(tree: Tree | None, expert: Tree) -> tuple[dict[tuple[str, ...], list[str]], int, int]:
    """The expected papers of each topic by its path, and how many papers are invented and doubled."""
    assert tree is not None
    titles = [placed.title for placed in expert.papers]
    tree = leaves_as_papers(tree, titles)
    papers = align_trees(expert, tree).papers
    topics: dict[tuple[str, ...], list[str]] = {tree.named_path(node): [] for node in range(len(tree))}
    for pair in papers.pairs:
        topics[tree.named_path(tree.papers[pair.found].node)].append(titles[pair.expected])
    return {path: sorted(found) for path, found in topics.items()}, len(papers.invented), len(papers.doubled)


HERE = Path(__file__).parent
WRITTEN, TABLES = (yaml.safe_load((HERE / f"written_{name}.yaml").read_text("utf-8")) for name in ("trees", "tables"))


def _filled(text: str) -> str:
    for number, title in enumerate(TITLES):
        text = text.replace(f"{{{number}}}", title)
    return text


@pytest.mark.parametrize("case", WRITTEN, ids=[case["name"] for case in WRITTEN])
def test_written_answers_are_read_as_a_person_would(case: dict[str, Any]) -> None:
    read, expert = read_tree(_filled(case["text"]), TITLES if case.get("known") else ()), read_tree(EXPERT).tree
    assert expert is not None
    if case.get("unreadable"):
        assert read.tree is None
    else:
        expected = {(case.get("root", "Owls"), *path[1:]): papers for path, papers in EXPECTED.items()}
        assert _placed(read.tree, expert) == (expected, 0, 0)


@pytest.mark.parametrize("case", TABLES, ids=[case["name"] for case in TABLES])
def test_tables_of_any_layout_are_read(case: dict[str, Any]) -> None:
    expert = read_tree(EXPERT).tree
    assert expert is not None
    flight, hearing = EXPECTED["Owls", "Flight"], EXPECTED["Owls", "Senses", "Hearing"]
    read = read_tree(_filled(case["text"])).tree
    assert _placed(read, expert) == ({("",): [], ("", "Flight"): flight, ("", "Hearing"): hearing}, 0, 0)


@pytest.mark.parametrize("case", CASES)
def test_the_tree_is_read_without_what_stands_around_it(case: str) -> None:
    text = _filled(CASES[case])
    expert = read_tree(EXPERT).tree
    assert expert is not None
    assert _placed(read_tree(text).tree, expert) == (EXPECTED, 0, 0)


@pytest.mark.parametrize(
    "foreign",
    [
        "class Node:\n    def __init__(self, name):\n        self.name = name\n\nroot = Node('Owls')\n",
        "\\begin{itemize}\n\\item A\n  \\item B\n\\end{itemize}",
        "((A,B)C,(D,E)F)G;",
        "digraph { a -> b; b -> c; c -> a }",
    ],
)
def test_a_notation_that_is_not_read_is_said(foreign: str) -> None:
    read = read_tree(foreign)
    assert read.tree is None
    assert "Mermaid" in read.diagnostics[0].message


@pytest.mark.real
def test_blind_answers_are_read_as_expected(real_data: Path) -> None:
    blind = json.loads((real_data / "answers/taxobench_trees.json").read_text(encoding="utf-8"))
    expert = read_tree(blind["expert"]).tree
    assert expert is not None
    wrong = []
    for case in blind["cases"]:
        topics, invented, doubled = _placed(read_tree(case["answer"]).tree, expert)
        expected = {tuple(path.split("/")): sorted(papers) for path, papers in case["expected"].items()}
        if (topics, invented, doubled) != (expected, case["invented"], case["doubled"]):
            wrong.append(case["name"])
    assert not wrong
