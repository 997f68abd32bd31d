"""Charts for an agent: its code is run once in the sandbox, and recorded with its result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from litgauge.tasks.agents.outcome import ToolError
from litgauge.tasks.agents.picture_reader import HeldPicture
from litgauge.tasks.agents.session import Session
from litgauge.tasks.pictures.charts import ChartRun, run_chart

DRAW, CHART, TABLE = "draw_chart", "chart", "data.csv"
_SHOWN = 2_000  # characters of the code's output
_STATUS = {
    "failed": "the code ended with an error",
    "blank": "the picture is blank",
    "no-picture": f"the code wrote no picture: save it as {CHART}.png",
}


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawn chart with its data."""

    picture: HeldPicture
    code: str
    data: str  # CSV, as data.csv for the code
    sandbox: str  # how the code was confined
    notice: str  # text for the model: size, warnings, output


async def draw_chart(session: Session, code: str, data: str, *, unfenced: bool = False) -> Drawing:
    """Return the picture that the code writes as chart.png (or chart.svg), given its table as data.csv.

    Raises ToolError with the code's output if there is none, and Failed if we could not run it.
    """

    async def work() -> Mapping[str, Any]:
        return await _drawn(session, code, data, unfenced=unfenced)

    body = await session.call_tool(DRAW, {"code": code, "data": data}, work)
    return Drawing(session.pictures.load(body["picture"]), code, data, body["sandbox"], body["told"])


async def _drawn(session: Session, code: str, data: str, *, unfenced: bool) -> dict[str, Any]:
    run = await run_chart(code, {TABLE: data.encode("utf-8", "replace")}, allow_none=unfenced)
    messages = _messages(run)
    if run.status != "ok":
        raise ToolError(f"{_STATUS.get(run.status, run.status)}\n{messages}".strip())
    name, picture = _chosen(run.pictures)
    picture_file = await session.pictures.keep(picture, name)
    size = f"{picture_file['width']} x {picture_file['height']} pixels"
    notice = f"{name}: {picture_file['media_type']}, {size}\n{messages}".strip()
    return {"picture": picture_file, "sandbox": run.degree, "told": notice}


def _chosen(pictures: Sequence[tuple[str, bytes]]) -> tuple[str, bytes]:
    """Return the picture with the requested name, else the first."""
    by_name = dict(pictures)
    name = next((name for name in (f"{CHART}.png", f"{CHART}.svg") if name in by_name), pictures[0][0])
    return name, by_name[name]


def _messages(run: ChartRun) -> str:
    """Return the messages of the code and of the checks of its pictures."""
    parts = [*run.notes, run.stdout.strip()[:_SHOWN], run.stderr.strip()[-_SHOWN:]]
    return "\n".join(filter(None, parts))
