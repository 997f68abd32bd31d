"""Drawing the inputs of a release from the UI: the form, and what it starts."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from typing import Any, get_args

from prefect import flow
from prefect.task_runners import ThreadPoolTaskRunner
from pydantic import ValidationError

from flows.configs import as_parameters, changed, model_file, shipped_models
from flows.orphans import end_with_parent
from flows.taxobench.config import TaxoInputsConfig
from flows.taxobench.inputs import draw_inputs
from flows.ui.deployments import Deployment
from flows.ui.forms import CHANGE, box, choice, folded, form
from flows.ui.offered import Offered, release_choice, storage_choice
from tasks.base.errors import ConfigError
from tasks.base.yaml_files import problems_of, read_model
from tasks.benchmarks.taxobench.benchmark import TAXOBENCH
from tasks.benchmarks.taxobench.inputs.rows import InputPart
from tasks.llm.settings import ModelSettings

_ALL: tuple[InputPart, ...] = get_args(InputPart)
_ASKED = ("kind", "release", "papers", "inputs", "model")


@flow(
    name="inputs",
    flow_run_name="{release}, model: {model}",
    task_runner=ThreadPoolTaskRunner(max_workers=8),  # type: ignore[arg-type]
    persist_result=False,
)
def draw_release_inputs(
    release: str = "taxobench",
    draw: Sequence[str] = _ALL,
    papers: str = "",
    fetch: bool = False,
    model: str = "offline",
    storage: str = "data",
    advanced: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Draw what agents may be told of the papers of a TaxoBench release; the next release has it.

    Args:
        release: taxobench@1, or taxobench for the latest
        draw: summary, core-task, contributions
        papers: the papers themselves, a folder or JSON lines with their sources; empty for their abstracts alone
        fetch: fetch papers with an arXiv id from arXiv, slowly
        model: who answers the questions, a file of configs/models
        storage: where everything is kept, a folder or s3://bucket/path
        advanced: any other setting; what is not changed stays as it is

    Returns what `draw_inputs` returns.
    """
    end_with_parent(signal.SIGTERM)
    values = {
        "release": release,
        "inputs": {"draw": tuple(draw)},
        "papers": {"path": papers or None, "fetch": fetch},
        "model": read_model(ModelSettings, model_file(model), data="Nothing was asked"),
    }
    try:
        config = TaxoInputsConfig.model_validate(values)
        if advanced:
            config = TaxoInputsConfig.model_validate(changed(as_parameters(config), advanced))
    except ValidationError as error:
        told = "; ".join(problems_of(error, TaxoInputsConfig))
        raise ConfigError(told, where="the form", data="Nothing was asked") from None
    result: dict[str, Any] = draw_inputs.fn(config, storage)
    return result


def inputs_deployment(offered: Offered) -> Deployment:
    """What the UI offers to start."""
    ours = offered.releases_of(TAXOBENCH)
    fields = {
        "release": release_choice(ours),
        "draw": {
            "type": "array",
            "items": choice(_ALL),
            "uniqueItems": True,
            "description": "Each is a question a paper.",
        },
        "papers": {"description": "Folder of the papers, or JSON lines with their sources. Empty: abstracts alone."},
        "fetch": {"title": "Fetch from arXiv", "description": "Papers with an arXiv id that are not found, slowly."},
        "model": {**choice(shipped_models()), "description": "Who answers the questions."},
        "storage": storage_choice(offered.storage),
        "advanced": {
            **folded(**{CHANGE: box(TaxoInputsConfig, as_parameters(TaxoInputsConfig()), without=_ASKED)}),
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
            "draw": list(_ALL),
            "papers": "",
            "fetch": False,
            "model": "offline",
            "storage": offered.storage,
            "advanced": None,
        },
        one_at_a_time=True,
    )
