"""Drawing the inputs of a release from the UI: the form, and what it starts."""

from __future__ import annotations

from typing import Any

from litgauge.flows.configs import as_parameters, shipped_models
from litgauge.flows.taxobench.config import TaxoInputsConfig, inputs_config
from litgauge.flows.taxobench.inputs import draw_inputs
from litgauge.flows.taxobench.options import DRAWN, InputsOptions
from litgauge.flows.ui.choices import Choices, release_choice, storage_choice
from litgauge.flows.ui.deployments import Deployment
from litgauge.flows.ui.forms import CHANGE, box, choice, folded, form, started_by
from litgauge.tasks.benchmarks.taxobench.benchmark import TAXOBENCH

_SEPARATE_FIELDS = ("kind", "release", "papers", "inputs", "model")


@started_by(InputsOptions, "inputs", "{release}, model: {model}")
def draw_release_inputs(options: InputsOptions) -> dict[str, Any]:
    """Draw what agents may be told of the papers of a TaxoBench release; the next release has it."""
    result: dict[str, Any] = draw_inputs.fn(inputs_config(options), options.storage)
    return result


def inputs_deployment(choices: Choices) -> Deployment:
    """Return the deployment that draws inputs."""
    ours = choices.releases_of(TAXOBENCH)
    fields = {
        "release": release_choice(ours),
        "draw": {
            "type": "array",
            "items": choice(DRAWN),
            "uniqueItems": True,
            "description": "Each is a question a paper.",
        },
        "papers": {},
        "fetch": {"title": "Fetch from arXiv"},
        "model": {**choice(shipped_models()), "description": "Who answers the questions."},
        "storage": storage_choice(choices.storage),
        "advanced": {
            **folded(**{CHANGE: box(TaxoInputsConfig, as_parameters(TaxoInputsConfig()), without=_SEPARATE_FIELDS)}),
            "description": "How papers are fetched and read.",
        },
    }
    return Deployment(
        draw_release_inputs,
        "inputs",
        "Draw summaries, core tasks and contributions from the papers of a TaxoBench release.",
        form(draw_release_inputs, fields),
        {
            "release": next(iter(ours), TAXOBENCH.name),
            "draw": list(DRAWN),
            "papers": "",
            "fetch": False,
            "model": "offline",
            "storage": choices.storage,
            "advanced": None,
        },
        one_at_a_time=True,
        tags=(TAXOBENCH.title,),
    )
