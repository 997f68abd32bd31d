"""Behind `litgauge taxobench inputs`: the inputs of a release drawn, with progress on the terminal."""

from __future__ import annotations

from rich.text import Text

from flows.cli.building import Outcome
from flows.cli.console import err, kept_in
from flows.cli.progress import TerminalProgress
from flows.runtime.temporary_server import have_prefect
from flows.taxobench.config import inputs_config
from flows.taxobench.inputs import draw_inputs
from flows.taxobench.options import InputsOptions
from tasks.engine.progress import listening


def draw_inputs_of(options: InputsOptions) -> Outcome:
    """Draw them. Raises UnusableInput for a release without taxonomies, and for papers that cannot be read."""
    config, storage = inputs_config(options), options.storage
    have_prefect()
    with TerminalProgress(err) as progress, listening(progress):
        result = draw_inputs(config=config, storage=storage)
    head = "frozen as" if result["new"] else "nothing changed: still"
    text = Text.assemble(
        f"{head} ", (result["release"], "bold"), f" in {result['path']}: {result['tables']['inputs']:,} "
    )
    text.append(f"rows in its table inputs. See it: litgauge show {result['release']}{kept_in(storage)}")
    if config.model.provider == "offline":
        text.append("\nThey were drawn offline, by rules and not by a model; the release says so.")
    return Outcome(text, result)
