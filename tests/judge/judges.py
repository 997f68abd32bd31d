"""A model that judges as it is told to, behind a server on loopback."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.llm import ModelSettings, Replies, open_door
from litgauge.tasks.llm.door import Door
from tests.llm.openai_server import Asked, OpenAIServer

KEY_ENV = "LITGAUGE_TEST_KEY"


def door_to(server: OpenAIServer, folder: Path, **changes: Any) -> Door:
    """A door to the server: quick, and patient enough for its faults."""
    return open_door(model_of(server, **changes), replies=Replies(Storage(str(folder))))


def model_of(server: OpenAIServer, **changes: Any) -> ModelSettings:
    """The server as a model."""
    values = {
        "provider": "openai", "model": server.model, "base_url": server.url, "api_key_env": KEY_ENV, "timeout_s": 5.0,
        "backoff_s": 0.001, "backoff_max_s": 0.01, **changes,
    }  # fmt: skip
    return ModelSettings.model_validate(values)


def data_in(message: str) -> dict[str, str]:
    """The fenced inputs of a message, by name."""
    return dict(_fenced(message))


def _fenced(message: str) -> Iterator[tuple[str, str]]:
    for found in re.finditer(r'<data-([0-9a-f]{16}) name="(\w+)">\n?(.*?)\n?</data-\1>', message, re.DOTALL):
        yield found[2], found[3]


def quoting(*quotes: str) -> Mapping[str, Any]:
    """The answer that quotes these sentences."""
    return {"quotes": list(quotes)}


def ruling(asked: Asked) -> Mapping[str, Any]:
    """What the offline rules would say: a model that is right as often as they are, through the wire."""
    from litgauge.tasks.judge import QUESTIONS

    question = next(one for one in QUESTIONS if one.name == asked.schema)
    answer = question.offline(data_in(asked.user))
    return answer.model_dump()
