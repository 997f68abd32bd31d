"""A picture as an input of questions: its hash, never its bytes, stands in keys and stored replies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

PART = "picture"  # type of a part of a message's content; the other type is "text"
MEDIA_TYPES = ("image/png", "image/jpeg", "image/webp", "image/gif")  # what endpoints take

_SHA256 = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class PictureInput:
    """One picture that a question shows the model. Its bytes are read from the storage when the request is sent.

    As an input of a question it stands for `{{name}}` of the template, where the text says which picture it is; so
    does a sequence of them. Raises ValueError for a media type that no endpoint takes, and for impossible sizes.
    """

    sha256: str  # hex, of the bytes; they are a blob of the storage (`Storage.keep_blob`)
    media_type: str  # one of MEDIA_TYPES
    size: int  # bytes
    width: int  # pixels
    height: int  # pixels

    def __post_init__(self) -> None:
        if self.media_type not in MEDIA_TYPES:
            raise ValueError(f"no endpoint takes {self.media_type}: give one of {', '.join(MEDIA_TYPES)}")
        if not _SHA256.fullmatch(self.sha256) or min(self.size, self.width, self.height) < 1:
            raise ValueError("a picture has a sha256 in hex, at least one byte and at least one pixel")

    @property
    def label(self) -> str:
        """Media type and size, as the text of a question says them.

        >>> PictureInput("0" * 64, "image/png", 9_000, 800, 600).label
        'image/png, 800 x 600 pixels'
        """
        return f"{self.media_type}, {self.width} x {self.height} pixels"

    @property
    def part(self) -> dict[str, Any]:
        """The part of a message's content that stands for it."""
        return {"type": PART, **asdict(self)}


def pictures_of(value: Any) -> tuple[PictureInput, ...]:
    """Return the pictures that an input is: one, or a sequence of nothing else; () for every other value."""
    if isinstance(value, PictureInput):
        return (value,)
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return tuple(value) if all(isinstance(item, PictureInput) for item in value) else ()
    return ()


def pictures_in(messages: Iterable[Mapping[str, Any]]) -> tuple[PictureInput, ...]:
    """Return the pictures of messages, in order, as often as they are shown."""
    return tuple(
        _picture(part) for message in messages for part in parts_of(message.get("content")) if part["type"] == PART
    )


def parts_of(content: str | Sequence[Mapping[str, Any]] | None) -> Sequence[Mapping[str, Any]]:
    """Return the content of a message as parts: a text is one part, nothing is none."""
    if isinstance(content, str):
        return [text_part(content)] if content else []
    return content or []


def text_part(text: str) -> dict[str, Any]:
    """Return the part that stands for a text."""
    return {"type": "text", "text": text}


def text_of(content: str | Sequence[Mapping[str, Any]] | None) -> str:
    """Return the text of a message's content, without its pictures."""
    return "".join(part["text"] for part in parts_of(content) if part["type"] == "text")


def _picture(part: Mapping[str, Any]) -> PictureInput:
    return PictureInput(**{name: value for name, value in part.items() if name != "type"})
