"""Pictures as the loopback model receives them: decoded, looked at, and counted."""

from __future__ import annotations

import base64
import hashlib
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote_to_bytes

from PIL import Image


@dataclass(frozen=True)
class ReceivedPicture:
    """A picture that arrived whole."""

    sha256: str
    media_type: str
    width: int
    height: int


def text_in(content: Any) -> str:
    """The text of a message's content; "" where there is none."""
    if isinstance(content, str) or content is None:
        return content or ""
    return "".join(part.get("text", "") for part in content)


def pictures_in(messages: Iterable[Mapping[str, Any]]) -> list[ReceivedPicture]:
    """The pictures of the messages. Raises ValueError for one that is not what it says it is."""
    parts = [part for message in messages if isinstance(message["content"], list) for part in message["content"]]
    return [_received(part["image_url"]["url"]) for part in parts if part["type"] == "image_url"]


def _received(url: str) -> ReceivedPicture:
    head, _, encoded = url.partition(",")
    scheme, _, media_type = head.removesuffix(";base64").partition(":")
    if scheme != "data" or not head.endswith(";base64"):
        raise ValueError("expected a data: URL")
    data = base64.b64decode(unquote_to_bytes(encoded), validate=True)
    with Image.open(io.BytesIO(data)) as picture:
        picture.load()
        if Image.MIME[picture.format or ""] != media_type:
            raise ValueError(f"the bytes are {picture.format}, not {media_type}")
        return ReceivedPicture(hashlib.sha256(data).hexdigest(), media_type, picture.width, picture.height)
