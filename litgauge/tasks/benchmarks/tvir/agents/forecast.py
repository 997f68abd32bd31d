"""Forecast of the agent's calls and cost, before its first paid call."""

from __future__ import annotations

from collections.abc import Sequence

from litgauge.tasks.agents.spending import CostBasis, filled_request
from litgauge.tasks.benchmark import GivenTask
from litgauge.tasks.benchmarks.tvir.agents.settings import TvirAgentSettings
from litgauge.tasks.llm import Forecast

_EXPECTED_TURNS = 0.5  # share of a stage's turns that it takes
_EXPECTED_VISUALS = 1  # of each kind in a section
_TOKENS = {"tvir_planner": 400, "tvir_images": 200, "tvir_charts": 700, "tvir_writer": 700}  # of a turn


def forecast_tvir(basis: CostBasis, tasks: Sequence[GivenTask]) -> str | None:
    """Return the calls and their cost in words; None if the run costs nothing.

    Expected are half of each stage's turns and one figure of each kind a section; at most, all that is allowed.
    """
    settings = basis.settings
    assert isinstance(settings, TvirAgentSettings)
    paid = basis.door is not None and basis.door.model != "offline"
    turns = _turns(settings, settings.most_visuals)
    searches = len(tasks) * sum(times * limit for times, limit in turns.values())
    prices = [engine.usd_per_search for engine in (basis.search, basis.images) if engine is not None]
    if not tasks or (not paid and not any(prices)):
        return None
    parts = [f"{len(tasks):,} tasks"]
    if paid:
        parts.append(str(_model_forecast(basis, settings, tasks).times(len(tasks))))
    if any(prices):
        usd = min(searches, len(tasks) * settings.max_calls) * max(prices)
        parts.append(f"at most {min(searches, len(tasks) * settings.max_calls):,} searches for ${usd:,.2f}")
    return "; ".join(parts)


def _turns(settings: TvirAgentSettings, visuals: int) -> dict[str, tuple[int, int]]:
    """How often each stage is gone through for a task, and its limit of turns."""
    sections = settings.most_sections
    return {
        "tvir_planner": (1, settings.planner_turns),
        "tvir_images": (sections * visuals if "image" in settings.tools else 0, settings.image_turns),
        "tvir_charts": (sections * visuals if "chart" in settings.tools else 0, settings.chart_turns),
        "tvir_writer": (sections, settings.writer_turns),
    }


def _model_forecast(basis: CostBasis, settings: TvirAgentSettings, tasks: Sequence[GivenTask]) -> Forecast:
    """Of a task of middle length."""
    task = sorted(tasks, key=lambda task: len(task.text))[len(tasks) // 2]
    expected, most = Forecast(), Forecast()
    least = min(_EXPECTED_VISUALS, settings.most_visuals)
    for name, (times, limit) in _turns(settings, least).items():
        expected += _stage(basis, task, name, max(1, round(limit * _EXPECTED_TURNS)), 0.5).times(times)
    for name, (times, limit) in _turns(settings, settings.most_visuals).items():
        most += _stage(basis, task, name, limit, 1.0).times(times)
    return Forecast(
        calls=expected.calls,
        prompt_tokens=expected.prompt_tokens,
        completion_tokens=expected.completion_tokens,
        completion_tokens_most=most.completion_tokens_most,
        usd_expected=expected.usd_expected,
        usd_worst=most.usd_worst,
    )


def _stage(basis: CostBasis, task: GivenTask, name: str, turns: int, share: float) -> Forecast:
    """One time through a stage, each tool's result as long as this share of the longest."""
    assert basis.door is not None
    total = Forecast()
    for turn in range(turns):
        total += basis.door.forecast_turn(filled_request(basis, task, turn, share, template=name), _TOKENS[name])
    return total
