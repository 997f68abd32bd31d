"""Trees in whatever shape they come."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.benchmarks.taxobench.trees import Tree, read_tree
from litgauge.tasks.benchmarks.taxobench.trees.tree import nested
from litgauge.tasks.text.wordings import pattern, wordings
from tests.linear.growth import Call, grows_too_fast
from tests.linear.hostile_texts import CHAINS, Chain

PUBLISHED: dict[str, Any] = {
    "name": "Agents",
    "subtopics": [
        {"name": "Planning", "papers": ["Paper one", "Paper two"]},
        {"name": "Memory", "subtopics": [{"name": "Long-term", "papers": ["Paper three"]}]},
    ],
}
SHAPES: dict[str, Any] = {
    "published": PUBLISHED,
    "text": json.dumps(PUBLISHED),
    "fence": f"Here is the tree:\n```json\n{json.dumps(PUBLISHED, indent=1)}\n```\nIt has two branches.",
    "thoughts": f"<think>{{not json}}</think>{json.dumps(PUBLISHED)}",
    "wrapped": {"taxonomy": PUBLISHED},
    "one in a list": [PUBLISHED],
    "children": json.loads(json.dumps(PUBLISHED).replace("subtopics", "children").replace('"name"', '"title"')),
    "keys": {"Agents": {"Planning": ["Paper one", "Paper two"], "Memory": {"Long-term": ["Paper three"]}}},
    "objects": {
        "topic": "Agents",
        "children": [
            {"topic": "Planning", "papers": [{"title": "Paper one"}, {"title": "Paper two", "year": 2024}]},
            {"topic": "Memory", "children": [{"topic": "Long-term", "papers": [{"name": "Paper three"}]}]},
        ],
    },
    "comma": json.dumps(PUBLISHED).replace("]}", "],}"),
    "parents": [
        {"id": 1, "parent": None, "name": "Agents"},
        {"id": 2, "parent": 1, "name": "Planning", "papers": ["Paper one", "Paper two"]},
        {"id": 4, "parent": 3, "name": "Long-term", "papers": ["Paper three"]},
        {"id": 3, "parent": 1, "name": "Memory"},
    ],
    "bullets": "- Agents\n  - Planning\n    - Paper one\n    - Paper two\n"
    "  - Memory\n    - Long-term\n      - Paper three\n",
    "numbers": "1. Agents\n   1. Planning\n      1. Paper one\n      2. Paper two\n   2. Memory\n      1. Long-term\n"
    "         1. Paper three\n",
    "headings": "# Agents\n\n## Planning\n\n- Paper one\n- Paper two\n\n"
    "## Memory\n\n### Long-term\n\nSome words on it.\n\n- Paper three\n",
    "numbered headings": "# Agents\n## 1. Planning\n* Paper one\n* Paper two\n"
    "## 2 Memory\n### 2.1 Long-term\n* Paper three\n",
    "drawn": "Agents\n├── Planning\n│   ├── Paper one\n│   └── Paper two\n"
    "└── Memory\n    └── Long-term\n        └── Paper three\n",
    "indented": "Agents\n\tPlanning\n\t\tPaper one\n\t\tPaper two\n\tMemory\n\t\tLong-term\n\t\t\tPaper three\n",
    "papers said": "- **Agents**\n  - **Planning**\n    - Papers:\n      - Paper one\n      - Paper two\n"
    "  - **Memory**\n    - Long-term\n"
    "      - Papers:\n        - Paper three\n",
    "drawn by hand": "Agents/\n+-- Planning/\n|   +-- Paper one\n|   \\-- Paper two\n\\-- Memory/\n"
    "    \\-- Long-term/\n"
    "        \\-- Paper three\n",
    "outline": "1 Agents\n1.1 Planning\n- Paper one\n- Paper two\n1.2 Memory\n1.2.1 Long-term\n1. Paper three\n",
    "outline of headings": "# Agents\n## 1. Planning\n1. Paper one\n2. Paper two\n## 2. Memory\n"
    "## 2.1. Long-term\n- Paper three\n"
    "## 2.2 Notes\n- Each once.",
    "bold lines": "# Agents\n**Planning:**\n1. Paper one\n2. Paper two\n## Memory\n**Long-term**\n*Words on it.*\n"
    "* Paper three\n"
    "# Notes\n- Each once.",
    "said before": "Here is the taxonomy that I have made of them:\n- Agents\n  - Planning\n    - Paper one\n"
    "    - Paper two\n"
    "  - Memory\n    - Long-term\n      - Paper three\n\nI hope this helps.",
    "papers in a line": "# Agents\n## Planning\nPapers: Paper one; Paper two\n## Memory\n### Long-term\n"
    "**Papers:** Paper three\n",
    "quoted, boxes": "> 1) Agents\n>   a) [x] Planning\n>     i) Paper one\n>     ii) Paper two\n>   b) Memory\n"
    ">     i) Long-term\n>       i) Paper three\n",
    "ways": "Agents > Planning > Paper one\nAgents > Memory > Long-term > Paper three\nAgents > Planning > Paper two\n",
    "mind map": "```mermaid\nmindmap\n  root((Agents))\n    Planning\n      [Paper one]\n      p2[\"Paper two\"]\n"
    "    Memory\n      (Long-term)\n        Paper three\n```",
    "graph": "```mermaid\ngraph TD\n  A[Agents] --> B(Planning) & C[\"Memory\"]\n  B --> p1[Paper one]\n"
    "  B -->|holds| p2[Paper two]\n"
    "  C -- has --> D{Long-term}\n  D --> p3[\"Paper three\"]:::leaf\n  style A fill:#fff\n```",
    "XML": '<topic name="Agents"><topic name="Planning"><paper>Paper one</paper><paper title="Paper two"/></topic>'
    "<topic><name>Memory</name><subtopics><topic><name>Long-term</name><papers><paper><title>Paper three</title>"
    "</paper>"
    "</papers></topic></subtopics></topic></topic>",
    "HTML": "<ul><li>Agents<ul><li><b>Planning</b><ul><li>Paper one<li>Paper two</ul><li>Memory<ul><li>Long-term<ul>"
    "<li>Paper three</ul></ul></ul></ul>",
    "YAML": "```yaml\nAgents:\n  Planning:\n    - Paper one\n    - Paper two\n  Memory:\n    Long-term:\n"
    "    - \"Paper three\"\n```",
    "YAML of records": "- name: Agents\n  subtopics:\n    - name: Planning\n      papers:\n        - Paper one\n"
    "        - 'Paper two'\n"
    "    - name: Memory\n      subtopics:\n        - name: Long-term\n          papers: [Paper three]\n",
    "rows": [
        {"title": "Paper one", "path": "Agents > Planning"},
        {"title": "Paper three", "path": ["Agents", "Memory", "Long-term"]},
        {"title": "Paper two", "path": "Agents / Planning"},
    ],
    "capitals": {
        "Name": "Agents",
        "Children": [
            {"Name": "Planning", "Papers": "Paper one; Paper two"},
            {"Name": "Memory", "Children": [{"level_3": "Long-term", "papers": ["Paper three"]}]},
        ],
    },
    "kinds and counts": "# Agents\n## Category 1: Planning (2 papers)\n- Paper one\n- Paper two\n"
    "## Category 2: Memory\n### Sub-topic 2.1: Long-term [1]\n- Paper three\n",
    "CDATA": "<?xml version='1.0'?><!-- mine --><tree name='Agents'><group name='Planning'><p><![CDATA[Paper one]]></p>"
    "<p>Paper two</p></group><group name='Memory'><group name='Long-term'><p>Paper three</p></group></group></tree>",
    "remark": {"remark": "by method", "taxonomy": PUBLISHED, "notes": ["none"]},
    "drawn in a fence": "```\nAgents\n├── Planning\n│   ├── Paper one\n│   └── Paper two\n"
    "└── Memory\n    └── Long-term\n"
    "        └── Paper three\n```",
}  # fmt: skip


TABLE = """
| # | Topic | Sub-topic | Papers |
|---|:-----:|---|---|
| 1 | **Planning** | Search | Paper one; Paper two |
| 2 | | Rules | Paper three<br>Paper four |
| 3 | Memory | | Paper five |
"""


def _tree(answer: Any) -> Tree:
    read = read_tree(answer)
    assert read.tree is not None, read.diagnostics
    return read.tree


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_is_the_same_tree(shape: str) -> None:
    assert nested(_tree(SHAPES[shape])) == PUBLISHED


@pytest.mark.parametrize("table", [TABLE, TABLE.replace("\n| ", "\n").replace(" |\n", "\n")])
def test_a_table_is_a_tree_by_its_columns(table: str) -> None:
    assert nested(_tree(table)) == {
        "name": "",
        "subtopics": [
            {
                "name": "Planning",
                "subtopics": [
                    {"name": "Search", "papers": ["Paper one", "Paper two"]},
                    {"name": "Rules", "papers": ["Paper three", "Paper four"]},
                ],
            },
            {"name": "Memory", "papers": ["Paper five"]},
        ],
    }


def test_a_title_that_an_answer_breaks_off_in_is_marked_as_cut_off() -> None:
    cut = json.dumps(PUBLISHED)
    tree = _tree(cut[: cut.index("three")])
    assert [placed.title for placed in tree.papers] == ["Paper one", "Paper two", "Paper …"]


HOSTILE = {
    "aliases of aliases": "```yaml\na0: &a0 [x, x]\n"
    + "".join(f"a{at + 1}: &a{at + 1} [*a{at}, *a{at}, *a{at}, *a{at}]\n" for at in range(12))
    + "```",
    "quotes in quotes": "> " * 20_000 + "x\n- y",
    "lists in lists": "- " * 20_000 + "x",
    "tables": "|a|" + "b|" * 2_000 + "\n|-|" + "-|" * 2_000 + "\n" + "|x|" * 2_000,
    "aliases": "a: &a [x, x]\nb: &b\n  - *a\n  - *a\nc:\n  - *b\n",
    "entity": '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><topic name="A"><paper>&x;</paper></topic>',
    "open tags": "<t>" * 5_000,
    "long chain": "graph TD\n" + "".join(f"  N{at} --> N{at + 1}\n" for at in range(3_000)),
    "deep map": "mindmap\n" + "".join(f"{' ' * at}x\n" for at in range(2_000)),
    "deep YAML": "a:\nb:\n" + "".join(f"{' ' * at}a:\n" for at in range(2_000)),
}


@pytest.mark.slow
@pytest.mark.parametrize("hostile", HOSTILE)
def test_what_repeats_itself_reaches_out_or_never_ends_raises_nothing(hostile: str) -> None:
    assert "root:" not in str(read_tree(HOSTILE[hostile]).tree)


@pytest.mark.parametrize("nothing", [None, "", "FIX FAILED", " fix failed ", {}, [], "null"])
def test_nothing_given_is_missing(nothing: Any) -> None:
    read = read_tree(nothing)
    assert read.tree is None
    assert read.missing


@pytest.mark.slow
@pytest.mark.parametrize(
    "bad",
    [
        "I am sorry, I cannot do that.", 5, True, "[1, 2, 3]", {"error": "too long"}, "{" * 100_000, "[" * 100_000,
        [{"id": 1, "parent": 2, "name": "a"}, {"id": 2, "parent": 1, "name": "b"}],
    ],
)  # fmt: skip
def test_what_is_no_tree_is_said_and_nothing_raises(bad: Any) -> None:
    read = read_tree(bad)
    assert read.tree is None
    assert not read.missing
    assert read.diagnostics[0].message


def test_oddities_are_told() -> None:
    odd = {
        "name": "R",
        "papers": ["P", "P"],
        "subtopics": [{"name": "Empty"}, {"papers": ["Q", None, 3.5]}, {"name": "S", "papers": ["P"]}],
    }
    read = read_tree(odd)
    codes = {one.code for one in read.diagnostics}
    assert codes == {"papers-at-inner-node", "empty-node", "name-missing", "paper-twice", "paper-unreadable"}


def test_several_roots_come_under_one() -> None:
    read = read_tree([{"name": "A", "papers": ["p"]}, {"name": "B", "papers": ["q"]}])
    assert read.tree is not None
    assert read.tree.names == ("", "A", "B")
    assert "several-roots" in {one.code for one in read.diagnostics}


@pytest.mark.soak
def test_ten_thousand_nodes_and_a_thousand_levels_are_read_and_more_is_refused() -> None:
    broad = {"name": "R", "subtopics": [{"name": f"t{n}", "papers": [f"p{n}"]} for n in range(10_000)]}
    assert len(_tree(broad)) == 10_001
    deep: dict[str, Any] = {"name": "leaf", "papers": ["p"]}
    for number in range(5_000):
        deep = {"name": f"level {number}", "subtopics": [deep]}
    assert _tree(deep).depth == 5_001
    huge = read_tree({"name": "R", "subtopics": [{"name": f"t{n}"} for n in range(30_000)]})
    assert huge.tree is None
    assert huge.diagnostics[0].code == "tree-too-large"


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from(["name", "subtopics", "papers", "children", "x", "parent"]), inner, max_size=4
            )
        ),
        max_leaves=20,
    )
    | st.text(alphabet='-*# \n\t{}[]":,a1├│', max_size=60)
)
def test_any_value_is_a_tree_or_says_why_not(value: Any) -> None:
    read = read_tree(value)
    if read.tree is None:
        assert read.diagnostics
    else:
        assert read.tree.parents[0] == -1
        assert all(-1 < parent < node for node, parent in enumerate(read.tree.parents) if node)
        assert all(0 <= placed.node < len(read.tree) for placed in read.tree.papers)


@pytest.mark.parametrize("piece", ["<!-- a -->", "<!-- ", "<?xml a>", "<a>", "&", "<"])
def test_markup_that_never_becomes_a_tree_ends(piece: str) -> None:
    assert read_tree(piece * 2_000 + "x").tree is None


@pytest.mark.soak  # by the clock
@pytest.mark.parametrize("chain", CHAINS)
def test_chains_and_groups_take_time_in_proportion(chain: Chain) -> None:
    def prepared(text: str) -> Call:
        return lambda: read_tree(text)

    assert not grows_too_fast(prepared, chain, 5_000, 80_000)  # fewer nodes than a tree may have


def test_few_signs_do_not_stand_for_millions_of_edges() -> None:
    group = "{" + " ".join(f"a{number}" for number in range(1_000)) + "}"
    few = "{" + " ".join(f"a{number}" for number in range(30)) + "}"
    assert len(read_tree("digraph {" + f"b -> {few}; c -> {few}" + "}").tree or ()) == 3
    assert read_tree("digraph {" + " -> ".join([group] * 3) + "}").tree is None


_WORDINGS = ("litgauge.tasks.benchmarks.taxobench.trees", "wordings.json")


@pytest.mark.parametrize("kind", wordings(*_WORDINGS))
def test_a_wording_matches_its_example(kind: str) -> None:
    assert pattern(*_WORDINGS, kind).search(wordings(*_WORDINGS)[kind]["example"])
