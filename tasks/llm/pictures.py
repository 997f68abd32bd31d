"""A picture as an input of a question: its hash, never its bytes, stands in keys and stored replies."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PictureInput:
    """One picture that a question shows the model. Its bytes are read from the storage when the request is sent.

    As an input of a question it stands for `{{name}}` of the template, where the text says which picture it is.
    """

    sha256: str  # hex, of the bytes; they are a blob of the storage (`Storage.keep_blob`)
    media_type: str  # image/png, image/jpeg, image/webp or image/gif
    size: int  # bytes
    width: int  # pixels
    height: int  # pixels
