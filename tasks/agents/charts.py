"""Charts for an agent: code that it writes is run in the sandbox, once, and recorded with what came of it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tasks.agents.outcome import ToolError
from tasks.agents.picture_reader import HeldPicture
from tasks.agents.session import Session

DRAW = "draw_chart"


@dataclass(frozen=True, slots=True)
class Drawing:
    """A chart that was drawn, with what it was drawn from."""

    picture: HeldPicture
    code: str
    data: str  # CSV, as data.csv for the code
    sandbox: str  # how the code was fenced
    told: str  # to the model: size, warnings, output


async def draw_chart(session: Session, code: str, data: str, *, unfenced: bool = False) -> Drawing:
    """The picture that the code writes as chart.png (or chart.svg), its table as data.csv beside it.

    Raises ToolError where there is none, with what the code said, and Failed where we could not run it.
    """

    async def work() -> Mapping[str, Any]:
        try:
            return await _drawn(session, code, data, unfenced=unfenced)
        except ToolError as error:
            return {"error": str(error)}

    body = await session.call_external(DRAW, {"code": code, "data": data}, work)
    if error := body.get("error"):
        raise ToolError(str(error))
    return Drawing(session.pictures.load(body["picture"]), code, data, body["sandbox"], body["told"])


async def _drawn(session: Session, code: str, data: str, *, unfenced: bool) -> dict[str, Any]:
    raise ToolError("there is no sandbox here: no chart can be drawn")
