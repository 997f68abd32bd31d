"""Options of `litgauge taxobench inputs`, and of the form that starts the same."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from litgauge.flows.options import Advanced, Computed, Option

DRAWN = ("summary", "core-task", "contributions")


class InputsOptions(Computed):
    """Options of `litgauge taxobench inputs`."""

    release: Annotated[str, Option(argument=True, default="taxobench")] = Field(
        description="taxobench@1, or taxobench for the latest"
    )
    papers: Annotated[Path | None, Option(default="")] = Field(
        None, description="The papers themselves: a folder, or JSON lines with their sources"
    )
    fetch: Annotated[bool, Option(("--fetch",))] = Field(
        False, description="Fetch papers with an arXiv id from arXiv, slowly"
    )
    draw: Annotated[list[str] | None, Option(default=list(DRAWN))] = Field(
        None, description="summary, core-task or contributions; may be repeated [default: all three]"
    )
    model: Annotated[str | None, Option(default="offline")] = Field(
        None, description="Model: a file, or a name in configs/models (openai)"
    )
    advanced: Advanced = Field(None, description="Any other setting; what is not changed stays as it is")
