"""Options of `litgauge taxobench inputs`, and of the form that starts the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from litgauge.flows.options import Computed, option

DRAWN = ("summary", "core-task", "contributions")


class InputsOptions(Computed):
    """Options of `litgauge taxobench inputs`."""

    release: str = option("taxobench@1, or taxobench for the latest", argument=True, in_form="taxobench")
    papers: Path | None = option(
        "The papers themselves: a folder, or JSON lines with their sources", default=None, in_form=""
    )
    fetch: bool = option("Fetch papers with an arXiv id from arXiv, slowly", default=False, names=("--fetch",))
    draw: list[str] | None = option(
        "summary, core-task or contributions; may be repeated [default: all three]", default=None, in_form=list(DRAWN)
    )
    model: str | None = option("Model: a file, or a name in configs/models (openai)", default=None, in_form="offline")
    advanced: dict[str, Any] | None = option(
        "Any other setting; what is not changed stays as it is", default=None, terminal=False
    )
