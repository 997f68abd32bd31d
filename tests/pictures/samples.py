"""Pictures made for tests: ordinary ones, and files that harm whoever decodes them trustingly."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

SVG = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def drawing(width: int = 240, height: int = 160, seed: int = 0) -> Image.Image:
    """Some shapes on white, different for every seed."""
    random = np.random.default_rng(seed)
    picture = Image.new("RGB", (width, height), "white")
    draw = ImageDraw.Draw(picture)
    for _ in range(12):
        x, y = (int(random.integers(0, size)) for size in (width, height))
        draw.rectangle(
            (x, y, x + width // 5, y + height // 6), fill=tuple(int(part) for part in random.integers(0, 255, 3))
        )
    return picture


def saved(picture: Image.Image, form: str = "PNG", **options: Any) -> bytes:
    """The picture as a file."""
    stream = BytesIO()
    picture.save(stream, form, **options)
    return stream.getvalue()


def png(width: int, height: int, *chunks: tuple[bytes, bytes], pixels: bytes | None = None) -> bytes:
    """A PNG of grey pixels (black ones), with more chunks before its pixels; its pixels are packed piece by piece."""
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    packed = packed_zeros((width + 1) * height) if pixels is None else zlib.compress(pixels)
    parts = [(b"IHDR", header), *chunks, (b"IDAT", packed), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(map(_chunk, parts))


def packed_zeros(size: int) -> bytes:
    """So many zeros, compressed."""
    packer = zlib.compressobj(9)
    return b"".join([*(packer.compress(piece) for piece in _zeros(size)), packer.flush()])


def _zeros(size: int) -> Iterator[bytes]:
    piece = bytes(10_000_000)
    for _ in range(size // len(piece)):
        yield piece
    yield piece[: size % len(piece)]


def _chunk(part: tuple[bytes, bytes]) -> bytes:
    name, data = part
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def svg(content: str, size: str = 'width="300" height="200"', before: str = "") -> bytes:
    """An SVG with this content."""
    return f"{before}<svg {SVG} {size}>{content}</svg>".encode()


BARS = (
    '<rect x="10" y="20" width="60" height="150" fill="navy"/><rect x="90" y="60" width="60" height="110" fill="red"/>'
)
