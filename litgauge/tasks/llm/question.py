"""A question: something asked of a model, with its typed answer and its offline rule."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from litgauge.tasks.base.shipped_files import PROMPTS

Answer = TypeVar("Answer", bound=BaseModel)


@dataclass(frozen=True)
class Question(Generic[Answer]):
    """A template, the type of its answer, and a deterministic rule that needs no model.

    The template `<name>.md` has a system part and a user part, parted by a line
    `---`; `{{name}}` marks an input. Inputs are data: the door fences them, so that a survey
    or a page cannot give the model orders.
    """

    name: str
    version: int
    answer: type[Answer]
    offline: Callable[[Mapping[str, Any]], Answer]
    parameters: Mapping[str, Any] = field(default_factory=dict)  # e.g. {"temperature": 0}, as in settings.Parameters
    expected_tokens: int = 300  # of a typical reply, for forecasts until real ones are stored
    folder: Path = PROMPTS  # where the template lies

    @property
    def label(self) -> str:
        """`name@version`, as it stands in records."""
        return f"{self.name}@{self.version}"

    @cached_property
    def template(self) -> str:
        """The template's text, read once."""
        return (self.folder / f"{self.name}.md").read_text(encoding="utf-8")

    @property
    def fingerprint(self) -> str:
        """sha256 over everything that decides what is asked: template, answer schema, parameters."""
        schema = json.dumps(self.answer.model_json_schema(), sort_keys=True)
        settings = json.dumps(dict(self.parameters), sort_keys=True)
        text = "\0".join([self.label, self.template, schema, settings])
        return hashlib.sha256(text.encode()).hexdigest()
