"""Settings of TVIR-Agent: limits and ablations of the paper (sections 4 and 5.4)."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from litgauge.tasks.agents.settings import ImageToolSettings, ModelAgentSettings


class TvirAgentSettings(ModelAgentSettings, ImageToolSettings):
    """An agent in stages, each with a model, tools and a limit of turns; rules where no model is named."""

    kind: Literal["tvir-agent"] = Field("tvir-agent", title="Kind")
    temperature: float = Field(0.3, ge=0, le=2, title="Temperature", description="Where the model's own is not set.")
    planner_turns: int = Field(20, ge=1, le=200, title="Turns of the planner", description="Replies of the model.")
    image_turns: int = Field(5, ge=1, le=100, title="Turns of the image searcher", description="For one picture.")
    chart_turns: int = Field(10, ge=1, le=100, title="Turns of the chart generator", description="For one chart.")
    writer_turns: int = Field(10, ge=1, le=100, title="Turns of the writer", description="For one section.")
    most_sections: int = Field(7, ge=1, le=30, title="Most sections", description="Introduction and conclusion, too.")
    most_visuals: int = Field(3, ge=0, le=10, title="Most figures of a section", description="The rest is not planned.")
    notes: bool = Field(True, title="Research notes", description="Off: an ablation, the planner passes on no notes.")
    with_images: bool = Field(True, title="Images", description="Off: an ablation without retrieved images.")
    with_charts: bool = Field(True, title="Charts", description="Off: an ablation without generated charts.")
    allow_unfenced: bool = Field(
        False,
        title="Draw without a sandbox",
        description="Run the code of charts as a plain program where this machine can fence nothing.",
    )
    max_calls: int = Field(
        600, ge=0, le=1000, title="Most calls a task", description="Of all tools and stages together."
    )

    @property
    def tools(self) -> tuple[str, ...]:
        """Return the kinds of figures that may be planned."""
        kinds = {"image": self.with_images and self.images.provider != "none", "chart": self.with_charts}
        return tuple(kind for kind, enabled in kinds.items() if enabled)
