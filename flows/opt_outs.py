"""Surveys whose authors asked to be left out, for any benchmark that harvests."""

from __future__ import annotations

from dataclasses import dataclass

from flows.configs import shipped_or_own
from tasks.engine.memory import StageOutput
from tasks.engine.outputs import read_rows
from tasks.engine.run import Run
from tasks.harvest.optout import opted_out, read_opt_outs
from tasks.records import PersonName


def opt_outs(run: Run, harvested: StageOutput, path: str | None) -> dict[str, str]:
    """The harvested surveys whose authors asked to be left out, each with its reason."""
    if path is None:
        return {}
    listed = read_opt_outs(shipped_or_own(path))
    return opted_out(listed, read_rows(run.storage, harvested, "surveys", _Named)) if listed.requests else {}


@dataclass(frozen=True, slots=True)
class _Named:
    """The columns of a survey that a request may name it by."""

    survey_id: str
    doi: str | None
    authors: tuple[PersonName, ...]
