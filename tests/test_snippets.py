"""Whatever stands as code on the pages holds: it is run, or checked as far as it can be, or says here why it is not.

Commands are run by tests/flows/test_first_hour.py, in the order of the pages. A new block belongs to one of these, or
the tests here fail.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable
from typing import Any

import yaml

from litgauge.flows.reportbench.config import BuildConfig
from litgauge.tasks.agents.kinds import agent_kind
from litgauge.tasks.agents.search.settings import SearchSettings
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.judge import JudgeSettings
from litgauge.tasks.llm.prices import PriceList
from tests.commands import COMMANDS, parts_of
from tests.snippets import Block, blocks, commands, words_of
from tests.tables import each_row

RUN_IN_TURN = (
    "README.md",
    "docs/first-steps.md",
    "docs/taxobench.md",
    "docs/notes/taxobench.md",
    "docs/network.md",
    "docs/reports.md",
)
"""Pages whose commands tests/flows/test_first_hour.py runs, but for those below."""

NOT_RUN = {
    r"export ": "sets a variable",
    r"make (?:demo|test|check|soak|bench)": "what they run, the tests run",
    r"pip install": "asks a package registry",
    r"docker ": "needs Docker",
    r".* --(?:model|judge) ": "wants a key, and costs money",
    r".* --snapshot ": "wants a file of gigabytes",
    r"litgauge serve": "runs until it is stopped: tests/flows/test_serve.py",
    r"litgauge audit .* --read": "wants sheets that people have filled in: tests/benchmarks/taxobench",
    r"litgauge (?:run|score) reportbench@1 .*(?:--agent|--run)": "wants an agent's run: tests/agents",
    r"litgauge import-inspect ": "wants a log of inspect_ai: tests/agents/test_inspect.py",
    r"inspect eval ": "asks a model by inspect_ai: tests/agents/test_inspect.py",
    r"litgauge trajectory ": "shows an agent's run: tests/flows/test_agent_runs.py",
    r"python -m perf\.": "takes minutes, and wants real data",
    r"litgauge funnel ": "tests/flows/test_funnel.py",
    r"litgauge reportbench review ": "wants experts: tests/flows/test_reportbench_review.py",
    r"litgauge (?:build taxobench|taxobench review|import taxobench review)": "tests/flows/test_taxobench_build.py",
    r"litgauge \w+ literature-review": "wants a release of SciNetBench: tests/flows/test_literature_review.py",
    r"litgauge (?:\w+ scinetbench|scinetbench queries)": "wants OpenAlex: tests/flows/test_scinetbench.py",
    r"litgauge (?:\w+ tvir|tvir )": "wants the published file, an agent, or experts: tests/flows/test_tvir_build.py",
    r"dask |.* --engine dask": "wants a cluster: tests/flows/test_dask.py",
    r"prefect ": "wants a server that others use, too",
    r"cp deploy/": "only copies: tests/test_deploy.py",
}
"""Commands that no test runs, each with the reason; those of litgauge are parsed all the same."""

LAYOUTS = {
    "README.md": (),
    "docs/answers.md": ("claude/000001",),
    "docs/architecture.md": ("harvest -> select",),
    "docs/storage.md": ("stages/<stage>",),
    "docs/evidence.md": ("blobs/<aa>",),
    "docs/extraction.md": ("bytes or folder",),
    "docs/first-steps.md": ("papers/",),
    "docs/ledger.md": ("ledger/claims",),
    "docs/notes/models.md": ("asking/<first",),
    "docs/releases.md": ("surveys.parquet",),
}
"""What is no code: folders and pictures made of letters, by how they begin."""

CONFIGS: dict[str, Callable[[Any], object]] = {
    "docs/agents.md": lambda found: (
        agent_kind(found["kind"]).settings.model_validate(found)
        if "kind" in found
        else SearchSettings.model_validate(found["search"])
    ),
    "docs/grobid.md": BuildConfig.model_validate,
    "docs/judging.md": JudgeSettings.model_validate,
    "docs/reportbench.md": lambda found: BuildConfig.model_validate({"kind": "reportbench", **found}),
    "docs/team.md": BuildConfig.model_validate,
    "docs/models.md": lambda found: (
        PriceList(prices=found) if isinstance(found, list) else BuildConfig.model_validate(found)
    ),
}
"""What takes the YAML of a page."""

PYTHON_RUN_ELSEWHERE = {"docs/agents.md": "tests/agents/test_docs_examples.py"}

RUN_AS_PYTHON = ("README.md", "docs/first-steps.md", "docs/network.md", "docs/reports.md")
"""Pages whose Python tests/flows/test_first_hour.py runs where their commands have run."""


def of_kind(kind: str) -> list[Block]:
    return [block for block in blocks() if block.kind == kind]


def not_run(command: str) -> bool:
    """Whether a reason stands above."""
    return any(re.match(shape, command) for shape in NOT_RUN)


def test_no_command_is_forgotten() -> None:
    run = {command for block, command in commands() if block.page in RUN_IN_TURN}
    left = [f"{block.place}: {command}" for block, command in commands() if command not in run and not not_run(command)]
    assert left == [], "run them in turn, or say above why not"
    told = [command for _, command in commands()]
    assert [shape for shape in NOT_RUN if not any(re.match(shape, command) for command in told)] == []


def test_every_other_block_is_known() -> None:
    odd = [block for block in blocks() if block.kind == "layout"]
    assert [one.place for one in odd if not one.text.startswith(LAYOUTS.get(one.page, ()) or "\0")] == []
    assert {block.page for block in blocks() if block.kind == "yaml"} == {*CONFIGS, "docs/reports.md"}


@each_row("command", sorted({one for _, one in commands() if one.startswith("litgauge ")}))
def test_litgauge_takes_the_words(command: str) -> None:
    """Every option and value is one that the command takes; nothing is run."""
    name, *words = words_of(command)[1:]
    found = COMMANDS[name]
    while inner := parts_of(found):  # `network path` is a command of a command
        name, *words = words
        found = inner[name]
    with found.make_context(name, words) as context:
        assert context.info_name == name


@each_row("block", of_kind("yaml"))
def test_configs_can_be_used(block: Block) -> None:
    found = yaml.safe_load(block.text)
    if block.page in CONFIGS:
        assert CONFIGS[block.page](found)


@each_row("block", of_kind("json"))
def test_json_is_json(block: Block) -> None:
    try:
        found = [json.loads(block.text)]
    except ValueError:
        found = [json.loads(line) for line in block.text.split("\n")]
    assert all(isinstance(one, (dict, list)) for one in found)


@each_row("block", of_kind("python"))
def test_python_is_run_there_or_here(block: Block) -> None:
    ast.parse(block.text)
    if block.page not in (*RUN_AS_PYTHON, *PYTHON_RUN_ELSEWHERE):
        exec(compile(block.text, block.place, "exec"), {"__name__": "snippet"})  # it defines, and asks for nothing


@each_row("block", of_kind("sql"))
def test_sql_names_a_table_that_there_is(block: Block) -> None:
    table = re.findall(r"/(\w+)\.parquet", block.text)
    assert table[0] in {one.name for one in REPORTBENCH.scoring.all_tables}
