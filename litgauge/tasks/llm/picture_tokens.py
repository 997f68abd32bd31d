"""Tokens that an endpoint counts for a picture: configs/picture_tokens.yaml, rules with their source and date."""

from __future__ import annotations

import datetime
import functools
import math
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from litgauge.tasks.base.shipped_files import own_or_shipped_config
from litgauge.tasks.base.yaml_files import read_yaml, validated
from litgauge.tasks.llm.pictures import PictureInput

Detail = Literal["auto", "low", "high", "original"]

_FRAME = 64  # tokens that some endpoints add to a picture: marks around it, a note that it was made smaller
_SLACK = 1.1  # of upper bounds over the rule


class _Rule(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Limits(_Rule):
    """Sizes to which a picture is made smaller before its tokens are counted."""

    longest: int | None = Field(None, ge=1)  # side, in pixels
    patches: int | None = Field(None, ge=1)


class Patches(_Rule):
    """One token for each square patch of a grid, times a factor."""

    by: Literal["patches"]
    side: int = Field(ge=1)  # of a patch, in pixels
    factor: float = Field(1, gt=0)
    rows: bool = False  # whether a token ends every row of patches
    limits: dict[Detail, Limits] = {}  # of "auto" where a detail has none of its own

    def count(self, width: int, height: int, detail: Detail) -> int:
        """Return the tokens of a picture of this size, in pixels.

        >>> newer = Patches(by="patches", side=32, factor=1.2, limits={"auto": Limits(patches=1536)})
        >>> newer.count(1280, 720, "auto"), newer.count(4000, 4000, "auto")
        (1104, 1826)
        """
        limits = self.limits.get(detail) or self.limits.get("auto") or Limits()
        scale = min(1.0, (limits.longest or math.inf) / max(width, height))
        columns, rows = self._grid(width, height, scale)
        if limits.patches is not None and columns * rows > limits.patches:
            scale = math.sqrt(limits.patches * self.side**2 / (width * height))
            across, down = width * scale / self.side, height * scale / self.side
            if min(across, down) >= 1:  # so that one side is made of whole patches
                scale *= min(int(across) / across, int(down) / down)
            columns, rows = self._grid(width, height, scale)
            columns, rows = min(columns, limits.patches), min(rows, max(1, limits.patches // columns))
        return math.ceil(columns * rows * self.factor) + (rows if self.rows else 0)

    def _grid(self, width: int, height: int, scale: float) -> tuple[int, int]:
        # Rounded first: a side that is a whole number of patches must not become one more by its last binary digit.
        return tuple(max(1, math.ceil(round(side * scale / self.side, 6))) for side in (width, height))  # type: ignore[return-value]


class Tiles(_Rule):
    """A base and so much for each tile of a picture that was fitted into a square, then to a shortest side."""

    by: Literal["tiles"]
    base: int = Field(ge=0)
    tile: int = Field(ge=1)
    side: int = Field(512, ge=1)
    longest: int | None = Field(None, ge=1)
    shortest: int | None = Field(None, ge=1)

    def count(self, width: int, height: int, detail: Detail) -> int:
        """Return the tokens of a picture of this size, in pixels.

        >>> gpt4o = Tiles(by="tiles", base=85, tile=170, longest=2048, shortest=768)
        >>> gpt4o.count(1024, 1024, "high"), gpt4o.count(2048, 4096, "high"), gpt4o.count(4096, 8192, "low")
        (765, 1105, 85)
        """
        if detail == "low" and self.base:
            return self.base
        scale = min(1.0, (self.longest or math.inf) / max(width, height))
        scale = min(scale, (self.shortest or math.inf) / min(width, height))
        across, down = (max(1, math.ceil(round(length * scale / self.side, 6))) for length in (width, height))
        return self.base + self.tile * across * down


class Fixed(_Rule):
    """The same number for every picture."""

    by: Literal["picture"]
    tokens: int = Field(ge=1)

    def count(self, width: int, height: int, detail: Detail) -> int:  # noqa: ARG002 - as of the others
        """Return the tokens of a picture."""
        return self.tokens


class Blind(_Rule):
    """The model takes no pictures."""

    by: Literal["none"]


class PictureRule(_Rule):
    """Counting of pictures by some models."""

    models: tuple[str, ...]  # patterns (*, ?) of names in lower case, with or without the provider before "/"
    count: Annotated[Patches | Tiles | Fixed | Blind, Field(discriminator="by")]
    at_least: int = Field(0, ge=0)  # tokens of the upper bound
    as_of: datetime.date  # the day on which the rule was looked up
    source: str

    @property
    def sees(self) -> bool:
        """Return whether the models take pictures."""
        return not isinstance(self.count, Blind)

    def fits(self, model: str) -> bool:
        """Return whether the rule is for this model."""
        name = model.lower()
        return any(fnmatchcase(form, pattern) for pattern in self.models for form in (name, name.rpartition("/")[2]))

    def tokens(self, picture: PictureInput, detail: Detail) -> PictureTokens:
        """Return the tokens of a picture; none for models that take none."""
        if isinstance(self.count, Blind):
            return PictureTokens(0, 0)
        width, height = picture.width, picture.height
        larger = math.ceil(width * 1.02) + 1, math.ceil(height * 1.02) + 1  # rounding may begin another row of tiles
        most = max(self.count.count(width, height, detail), self.count.count(*larger, detail), self.at_least)
        return PictureTokens(self.count.count(width, height, detail), math.ceil(most * _SLACK) + _FRAME)


class PictureRules(_Rule):
    """All known rules; the first that fits counts, and the last fits every model."""

    rules: tuple[PictureRule, ...] = Field(min_length=1)

    def find(self, model: str) -> PictureRule:
        """Return the rule of a model; the last one for a model that nobody knows."""
        return next((rule for rule in self.rules if rule.fits(model)), self.rules[-1])


@dataclass(frozen=True, slots=True)
class PictureTokens:
    """Tokens of pictures."""

    expected: int
    most: int


@functools.cache
def read_rules(path: Path | None = None) -> PictureRules:
    """Return the rules of a YAML file, configs/picture_tokens.yaml if none is named. Raises ConfigError."""
    path = path or own_or_shipped_config("picture_tokens.yaml")
    return validated(PictureRules, {"rules": read_yaml(path) or []}, path)


def tokens_of(pictures: Iterable[PictureInput], model: str, detail: Detail | None) -> PictureTokens:
    """Return the tokens of pictures that are shown to this model; nothing of their bytes is counted as text."""
    pictures = tuple(pictures)
    if not pictures:
        return PictureTokens(0, 0)
    rule = read_rules().find(model)
    per_picture = [rule.tokens(picture, detail or "auto") for picture in pictures]
    return PictureTokens(sum(tokens.expected for tokens in per_picture), sum(tokens.most for tokens in per_picture))
