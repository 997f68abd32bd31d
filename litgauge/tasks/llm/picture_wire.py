"""Pictures as the two APIs take them: their bytes are put in here, when a request is sent, and nowhere before."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from litgauge.tasks.llm.picture_tokens import Detail
from litgauge.tasks.llm.pictures import PART, PictureInput, text_of, text_part

if TYPE_CHECKING:  # whoever only asks a question need not wait for what storage is read with
    from litgauge.tasks.engine.storage import Storage

DataURLs = Mapping[str, str]
"""The bytes of pictures as `data:` URLs, by sha256."""

_DATA_URL = re.compile(r"data:image(?:/|\\/)[\w.+-]+;base64,(?:[A-Za-z0-9+/=]|\\/)*")
_LONG_BASE64 = re.compile(r"[A-Za-z0-9+/]{200,}=*")
_HIDDEN = "[picture]"


def data_urls(storage: Storage, pictures: Iterable[PictureInput]) -> DataURLs:
    """Return the bytes of pictures, read from the storage. Raises DamagedFile where they are missing or changed."""
    unique = {storage.blob_path(picture.sha256): picture for picture in pictures}
    contents = storage.read_all_checked(list(unique))
    return {
        picture.sha256: f"data:{picture.media_type};base64,{base64.b64encode(contents[path]).decode()}"
        for path, picture in unique.items()
    }


def chat_messages(messages: Iterable[Mapping[str, Any]], urls: DataURLs, detail: Detail | None) -> list[Any]:
    """Return messages as Chat Completions has them.

    A tool's result is text there: its pictures follow in a message of the user, behind all results of the turn.
    """
    sent: list[Any] = []
    waiting: list[dict[str, Any]] = []
    for message in messages:
        content = message.get("content")
        if message.get("role") != "tool" and waiting:
            sent.append({"role": "user", "content": waiting})
            waiting = []
        if isinstance(content, str) or content is None:
            sent.append(message)
        elif message.get("role") == "tool":
            sent.append({**message, "content": text_of(content)})
            waiting.append(text_part(f"Pictures in the result of call {message['tool_call_id']}:"))
            waiting += [_chat_part(part, urls, detail) for part in content if part["type"] == PART]
        else:
            sent.append({**message, "content": [_chat_part(part, urls, detail) for part in content]})
    return [*sent, {"role": "user", "content": waiting}] if waiting else sent


def response_content(
    content: Sequence[Mapping[str, Any]], urls: DataURLs, detail: Detail | None
) -> list[dict[str, Any]]:
    """Return the parts of a message, or of a tool's result, as the Responses API has them."""
    return [
        {"type": "input_image", "image_url": urls[part["sha256"]], "detail": detail or "auto"}
        if part["type"] == PART
        else {"type": "input_text", "text": part["text"]}
        for part in content
    ]


def without_bytes(text: str, *, error: bool) -> str:
    """Return what an endpoint said to a request with pictures without their bytes, which some repeat.

    An error may hold them bare, too; an answer holds sealed thoughts that look the same.

    >>> without_bytes("cannot read data:image/png;base64,iVBORw0KGgo= here", error=True)
    'cannot read [picture] here'
    """
    text = _DATA_URL.sub(_HIDDEN, text)
    return _LONG_BASE64.sub(_HIDDEN, text) if error else text


def _chat_part(part: Mapping[str, Any], urls: DataURLs, detail: Detail | None) -> dict[str, Any]:
    if part["type"] != PART:
        return dict(part)
    return {"type": "image_url", "image_url": {"url": urls[part["sha256"]], **({"detail": detail} if detail else {})}}
