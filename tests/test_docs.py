"""The pages are true: each command, option, file, module, setting and table that they name is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from litgauge.flows import config_reference
from litgauge.flows.cli.panels import PANEL_OF, PANELS
from litgauge.flows.configs import imported
from litgauge.flows.reportbench.config import BuildConfig, ScoreConfig
from litgauge.flows.runtime.engine import EngineSettings
from litgauge.flows.ui.build_forms import config_from_form
from litgauge.flows.ui.deployments import served_deployments
from litgauge.tasks.agents.kinds import agent_kind, agent_kinds
from litgauge.tasks.benchmark import known_benchmarks
from tests import snippets
from tests.commands import COMMANDS, parts_of
from tests.tables import each_row

ROOT = Path(__file__).resolve().parents[1]
PAGES = ["CONTRIBUTING.md", *snippets.PAGES]
PLACE = re.compile(r"`((?:tasks|flows|tests|configs|docs|perf|training|tools|data/sample)/[\w./-]*)`")


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def commands_in(page: str) -> list[tuple[str, str]]:
    """The commands that a page names, each with what follows it; in a row of a table the name may stand alone."""
    text = text_of(page)
    found = re.findall(r"(?:`|bin/|    )litgauge ([a-z-]+)([^`|\n]*)|flows\.cli ([a-z]+)([^`|\n]*)", text)
    cells = re.findall(r"^\| (`litgauge [^|]*)\|", text, re.MULTILINE)
    short = [
        words.removeprefix("litgauge ").partition(" ") for cell in cells for words in re.findall(r"`([^`]+)`", cell)
    ]
    return [(one or other, rest or more) for one, rest, other, more in found] + [
        (name, rest) for name, _, rest in short
    ]


@each_row("page", PAGES)
def test_named_commands_and_options_exist(page: str) -> None:
    for name, rest in commands_in(page):
        assert name in COMMANDS, name
        command = COMMANDS[name]
        if words := re.match(r" ?([a-z]+)", rest):  # of a group of commands
            command = parts_of(command).get(words[1], command)
        known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
        assert set(re.findall(r"(?<![\w-])--[a-z-]+", rest)) <= known, (name, rest)


def test_help_has_every_command_in_a_panel() -> None:
    assert {*PANEL_OF, *known_benchmarks()} == set(COMMANDS)
    panels = [command.rich_help_panel for command in COMMANDS.values()]
    assert [*dict.fromkeys(panels)] == [*PANELS]


@each_row("page", PAGES)
def test_named_files_modules_and_targets_exist(page: str) -> None:
    text = re.sub(r"^```.*?^```", "", text_of(page), flags=re.MULTILINE | re.DOTALL)
    linked = [(ROOT / page).parent / path for path in re.findall(r"\]\(((?!http)[^)#…]+)\)", text)]
    made = set(re.findall(r"^\+ (\S+)$", text_of(page), re.MULTILINE))  # by who does what the page says
    paths = {*PLACE.findall(text), *re.findall(r"configs/[\w./-]+\.yaml", text)}
    named = [ROOT / path for path in sorted(paths - made)]
    assert [str(path) for path in (*linked, *named) if not path.exists()] == []
    modules = re.findall(r"python -m ((?:tasks|flows|perf|training|tools)[\w.]*)", text)
    places = [ROOT / module.replace(".", "/") for module in modules]
    assert [str(path) for path in places if not (path.is_dir() or path.with_suffix(".py").exists())] == []
    targets = re.findall(r"^(\w+):", text_of("Makefile"), re.MULTILINE)
    assert set(re.findall(r"(?:`|^ {4})make (\w+)", text, re.MULTILINE)) <= set(targets)


_FENCED = re.compile(r"^```.*?^```|`[^`\n]*`", re.DOTALL | re.MULTILINE)
"""Code, in which Markdown is an example."""


def test_pictures_are_small_and_told_in_words() -> None:
    shown = [
        (page, *found)
        for page in PAGES
        for found in re.findall(r"!\[([^]]*)\]\((?!http)([^)]+)\)", _FENCED.sub("", text_of(page)))
    ]
    assert ("README.md", "docs/report.png") in {(page, path) for page, _, path in shown}
    for page, words, path in shown:
        assert len(words) > 5, path
        assert ((ROOT / page).parent / path).stat().st_size < 100_000, path


def test_the_configuration_reference_can_be_made() -> None:
    made = config_reference.config_reference(known_benchmarks().values())
    assert all(f"`{key}`" in made for key in ("release", "judge", "max_failed_share", "budget_usd"))


def test_every_key_of_a_config_says_what_it_does() -> None:
    found = list(config_reference.settings_of(known_benchmarks().values()))
    assert len(found) > 200
    silent = [f"{model.__name__}.{name}" for model, name in found if not config_reference.sentence_of(model, name)]
    assert silent == [], "give each a description: a sentence"


@each_row("page", [page for page in PAGES if page.startswith("docs/")])
def test_configs_on_a_page_can_be_used(page: str) -> None:
    for block in re.findall(r"^```yaml\n(.*?)^```", text_of(page), re.MULTILINE | re.DOTALL):
        values = yaml.safe_load(block)
        kind = values.get("kind")
        (agent_kind(kind).settings if kind in agent_kinds() else BuildConfig).model_validate(values)


def test_settings_of_a_score_run_are_named_as_they_are() -> None:
    pairs = re.findall(r'--set "?(\w+)=([^"`]*?)(?=["`]| --)', text_of("docs/judging.md"))
    assert pairs
    ScoreConfig.model_validate({name: yaml.safe_load(value) for name, value in pairs})


@pytest.mark.slow
def test_what_the_guide_to_the_ui_names_is_offered(tmp_path: Path) -> None:
    rows = re.findall(r"^\| (`[^|]+) \|", text_of("docs/ui.md"), re.MULTILINE)
    told = {name for row in rows for name in re.findall(r"`([a-z-]+)`", row)}
    served = {deployment.name for deployment in served_deployments(str(tmp_path))}
    artifacts = {"funnel", "quarantine", "distributions", "release", "held", "fallen-out", "leaderboard"}
    assert told
    assert told - artifacts <= served


@pytest.mark.slow
def test_deployments_for_a_work_pool_have_flows_and_usable_parameters() -> None:
    deployments = yaml.safe_load(text_of("prefect.yaml"))["deployments"]
    assert deployments
    for deployment in deployments:
        module, _, name = deployment["entrypoint"].rpartition(".")
        flow, parameters = imported(f"{module}:{name}"), deployment["parameters"]
        run = {"run": "one"} if deployment["name"] == "rescore" else {}  # what its form asks for
        flow.validate_parameters({**run, **parameters})
        if "config" in parameters:
            asked = (parameters["config"], parameters.get("corpus", ""), parameters["model"], parameters["advanced"])
            assert isinstance(config_from_form(*asked)[1], EngineSettings)
