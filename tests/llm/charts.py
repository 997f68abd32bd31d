"""Charts to show to a model, and a question about them."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PIL import Image
from pydantic import BaseModel, Field

from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.llm import Question
from litgauge.tasks.llm.pictures import PictureInput
from tests.llm.openai_server import Asked


class Legibility(BaseModel):
    """Whether charts can be read."""

    reason: str = Field(description="One sentence.")
    legible: bool


def by_size(inputs: Mapping[str, Any]) -> Legibility:
    """The offline rule: it is handed the picture as it is."""
    chart = inputs["chart"]
    return Legibility(reason=chart.label, legible=chart.width > 100)


LEGIBLE_CHART = Question(
    name="legible_chart",
    version=1,
    answer=Legibility,
    offline=by_size,
    parameters={"temperature": 0},
    folder=Path(__file__).parent / "prompts",
)


def legible(asked: Asked) -> dict[str, Any]:
    """What a model says that has seen as many charts as it was told of."""
    told = asked.user.count("picture ")
    return {"reason": f"{len(asked.pictures)} of {told}", "legible": len(asked.pictures) == told}


def drawn(width: int, height: int, form: str = "PNG", color: str = "teal") -> bytes:
    """A picture of this size in one colour."""
    file = io.BytesIO()
    Image.new("RGB", (width, height), color).save(file, form)
    return file.getvalue()


def kept(storage: Storage, width: int, height: int, form: str = "PNG", color: str = "teal") -> PictureInput:
    """Such a picture, its bytes in the storage."""
    data = drawn(width, height, form, color)
    storage.keep_blob(data)
    return PictureInput(hashlib.sha256(data).hexdigest(), f"image/{form.lower()}", len(data), width, height)
