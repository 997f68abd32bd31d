"""Behind `litgauge taxobench inputs`: the inputs of a release drawn, with progress on the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from rich.text import Text

from flows.cli.building import Told
from flows.cli.console import err, kept_in
from flows.cli.progress import TerminalProgress
from flows.configs import config_file
from flows.taxobench.config import TaxoInputsConfig
from flows.taxobench.inputs import draw_inputs
from flows.temporary_server import have_prefect
from tasks.base.errors import UnusableInput
from tasks.base.yaml_files import problems_of, read_model
from tasks.engine.progress import listening
from tasks.llm.settings import ModelSettings


def draw_inputs_of(
    release: str, papers: Path | None, draw: Sequence[str], storage: str, model: str | None, *, fetch: bool
) -> Told:
    """Draw them. Raises UnusableInput for a release without taxonomies, and for papers that cannot be read."""
    values: dict[str, Any] = {"release": release, "papers": {"path": str(papers) if papers else None, "fetch": fetch}}
    if draw:
        values["inputs"] = {"draw": tuple(dict.fromkeys(draw))}
    if model is not None:
        values["model"] = read_model(ModelSettings, config_file("models", model, "--model"), data="Nothing was asked")
    try:
        config = TaxoInputsConfig.model_validate(values)
    except ValidationError as error:
        raise UnusableInput("; ".join(problems_of(error, TaxoInputsConfig)), data="Nothing was asked") from None
    have_prefect()
    with TerminalProgress(err) as progress, listening(progress):
        result = draw_inputs(config=config, storage=storage)
    head = "frozen as" if result["new"] else "nothing changed: still"
    told = Text.assemble(
        f"{head} ", (result["release"], "bold"), f" in {result['path']}: {result['tables']['inputs']:,} "
    )
    told.append(f"rows in its table inputs. See it: litgauge show {result['release']}{kept_in(storage)}")
    if config.model.provider == "offline":
        told.append("\nThey were drawn offline, by rules and not by a model; the release says so.")
    return Told(told, result)
