"""A command and the form that starts the same say of each option what its class says of it."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from litgauge.flows.options import (
    REQUIRED,
    AgentOptions,
    BuildOptions,
    Options,
    PruneOptions,
    RefreshOptions,
    RescoreOptions,
    ScoreOptions,
    VerifyOptions,
    options_of,
)
from litgauge.flows.taxobench.inputs_form import draw_release_inputs
from litgauge.flows.taxobench.options import DRAWN, InputsOptions
from litgauge.flows.ui.agent_forms import run_agent
from litgauge.flows.ui.build_forms import build_release, refresh_release
from litgauge.flows.ui.score_forms import rescore_run, score_agent
from litgauge.flows.ui.upkeep_forms import prune_stored, verify_stored
from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.benchmarks.taxobench.rows import InputPart
from tests.commands import every_command
from tests.tables import each_row

STARTED = [
    ("build", build_release, BuildOptions),
    ("refresh", refresh_release, RefreshOptions),
    ("run", run_agent, AgentOptions),
    ("score", score_agent, ScoreOptions),
    ("rescore", rescore_run, RescoreOptions),
    ("verify", verify_stored, VerifyOptions),
    ("prune", prune_stored, PruneOptions),
    ("taxobench inputs", draw_release_inputs, InputsOptions),
]


@each_row("name, form, kind", STARTED)
def test_command_and_form_are_made_of_one_class(name: str, form: Any, kind: type[Options]) -> None:
    parameters = {one.name: one for one in dict(every_command())[name].params}
    boxes = form.parameters.model_dump()["properties"]
    for field in options_of(kind):
        option = field.option
        assert option.description
        if option.terminal:
            assert parameters[field.name].help == option.description
            assert parameters[field.name].required == (option.argument or field.default is REQUIRED)
        if option.ui:
            assert boxes[option.form or field.name]["description"] == option.description
    assert set(boxes) == {field.option.form or field.name for field in options_of(kind) if field.option.ui}


def test_what_a_form_sends_is_checked_before_anything_is_done() -> None:
    with pytest.raises(ConfigError, match="older_than_h"):
        prune_stored.fn(remove="", older_than_h=0.5, replies=False, storage="nowhere")
    with pytest.raises(ConfigError, match="release"):
        verify_stored.fn(release="", storage="nowhere")


def test_what_can_be_drawn_is_what_there_are_questions_for() -> None:
    assert get_args(InputPart) == DRAWN
