"""Format of some bytes, and the pixels that their header promises; nothing is decoded and no library is used."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from dataclasses import dataclass

from litgauge.tasks.text.filekinds import beginning, compression_of, kind_of_head

PNG, JPEG, GIF, WEBP, AVIF = "image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"
BMP, TIFF, ICO, SVG = "image/bmp", "image/tiff", "image/vnd.microsoft.icon", "image/svg+xml"
SUPPORTED = (PNG, JPEG, GIF, WEBP, AVIF, BMP, TIFF, ICO, SVG)
"""Media types whose pixels can be read."""
SUFFIXES = {"png": PNG, "jpg": JPEG, "jpeg": JPEG, "jfif": JPEG, "gif": GIF, "webp": WEBP, "avif": AVIF, "bmp": BMP,
            "tif": TIFF, "tiff": TIFF, "ico": ICO, "svg": SVG, "svgz": SVG}  # fmt: skip

_HEAD = 65_536
_BMP_HEADERS = {size.to_bytes(4, "little") for size in (12, 40, 52, 56, 64, 108, 124)}
_START = re.compile(  # possessive: blanks and comments can be divided among the repetitions in too many ways
    r"(?:\s+|<\?[^>]*>|<!--.*?-->|<!DOCTYPE(?:[^>\[]|\[[^\]]*\])*+>)*+<(?:[\w.-]+:)?([\w.-]+)",
    re.DOTALL | re.IGNORECASE,
)
_OTHER_PICTURES = (  # that nothing here can read
    (b"\xff\x0a", "image/jxl"),
    (b"\0\0\0\x0cJXL \r\n\x87\n", "image/jxl"),
    (b"\0\0\0\x0cjP  \r\n\x87\n", "image/jp2"),
    (b"\xff\x4f\xff\x51", "image/jp2"),
    (b"8BPS", "image/vnd.adobe.photoshop"),
    (b"\xd7\xcd\xc6\x9a", "image/wmf"),
    (b"\x01\0\0\0\x58\0\0\0", "image/emf"),
    (b"\x01\0\0\0\x6c\0\0\0", "image/emf"),
    (b"gimp xcf", "image/x-xcf"),
    (b"qoif", "image/qoi"),
    (b"DDS ", "image/vnd-ms.dds"),
)
_HEIF = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"})
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}  # JPEG's markers that hold its size
_MARKER = re.compile(rb"\xff([^\xff\0])")
_MOST_SEGMENTS = 10_000
_ALONE = frozenset({0x01, *range(0xD0, 0xD9)})  # JPEG's markers without a length


@dataclass(frozen=True, slots=True)
class PictureHeader:
    """Format of a file by its first bytes, and its size as its header says, not turned upright."""

    media_type: str  # empty unless it is a picture, also one that cannot be read
    width: int = 0  # pixels; 0 where the header does not say, as in every SVG
    height: int = 0
    other: str = ""  # of no picture: "empty", "html", "xml", "json", "text", "pdf", "archive", "video", "unknown"

    @property
    def supported(self) -> bool:
        """Return whether its pixels can be read."""
        return self.media_type in SUPPORTED


def read_header(data: bytes) -> PictureHeader:
    """Return what the bytes are, and the size that their header says.

    >>> read_header(b"GIF89a" + bytes([64, 1, 200, 0]))
    PictureHeader(media_type='image/gif', width=320, height=200, other='')
    >>> read_header(b"<!DOCTYPE html><title>404</title>").other
    'html'
    """
    for is_it, media_type, size in _READERS:
        if is_it(data):
            try:
                width, height = size(data)
            except (struct.error, IndexError):  # it ends before its size does
                width = height = 0
            return PictureHeader(media_type, width, height)
    if data[4:8] == b"ftyp":
        return _of_brands(data)
    if other := next((name for magic, name in _OTHER_PICTURES if data.startswith(magic)), ""):
        return PictureHeader(other)
    return _of_text(data)


def _of_brands(data: bytes) -> PictureHeader:
    """Return what a file of the ISO base format (AVIF, HEIC, MP4) is."""
    size = min(int.from_bytes(data[:4], "big"), 4_096)
    brands = {data[8:12], *(data[at : at + 4] for at in range(16, size, 4))}
    if brands & {b"avif", b"avis"}:
        return PictureHeader(AVIF, *_avif_size(data))
    return PictureHeader("image/heic") if brands & _HEIF else PictureHeader("", other="video")


def _of_text(data: bytes) -> PictureHeader:
    if not data.strip():
        return PictureHeader("", other="empty")
    head = beginning(data) or b""
    text = _decoded(head)
    root = _START.match(text)
    name = root.group(1).lower() if root else ""
    if name == "svg":
        return PictureHeader(SVG)
    return PictureHeader("", other=_other(data, head, text, name))


def _other(data: bytes, head: bytes, text: str, root: str) -> str:
    kind = kind_of_head(head)
    if compression_of(data) or kind in {"zip", "tar"}:
        return "archive"
    if kind in {"pdf", "postscript"}:
        return "pdf" if kind == "pdf" else "unknown"
    if data.startswith(b"\x1aE\xdf\xa3"):
        return "video"
    if "\0" in text or sum(not (mark.isprintable() or mark.isspace()) for mark in text) * 50 > len(text):
        return "unknown"
    if kind == "html" or root in {"html", "head", "body", "title", "meta", "div", "script", "p", "center", "h1"}:
        return "html"
    if root and (text.lstrip().startswith("<?xml") or f"</{root}" in text.lower()):
        return "xml"
    return "json" if re.match(r"\s*[\[{]", text) else "text"


def _decoded(head: bytes) -> str:
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return head.decode("utf-16", "replace")
    return head.decode("utf-8-sig", "replace")


def _png_size(data: bytes) -> tuple[int, int]:
    return struct.unpack_from(">II", data, 16)


def _gif_size(data: bytes) -> tuple[int, int]:
    return struct.unpack_from("<HH", data, 6)


def _bmp_size(data: bytes) -> tuple[int, int]:
    if data[14] == 12:  # the header of OS/2
        return struct.unpack_from("<HH", data, 18)
    width, height = struct.unpack_from("<ii", data, 18)
    return abs(width), abs(height)  # a negative height says that the top row is first


def _jpeg_size(data: bytes) -> tuple[int, int]:
    at = 2
    for _ in range(_MOST_SEGMENTS):
        marker = _MARKER.search(data, at)
        if marker is None:
            break
        code, at = marker.group(1)[0], marker.end()
        if code in _FRAMES:
            height, width = struct.unpack_from(">HH", data, at + 3)
            return width, height
        if code not in _ALONE:
            at += struct.unpack_from(">H", data, at)[0]
    return 0, 0


def _webp_size(data: bytes) -> tuple[int, int]:
    match data[12:16]:
        case b"VP8X":
            return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
        case b"VP8L":
            bits = struct.unpack_from("<I", data, 21)[0]
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case _:
            width, height = struct.unpack_from("<HH", data, 26)
            return width & 0x3FFF, height & 0x3FFF


def _avif_size(data: bytes) -> tuple[int, int]:
    """Return the largest of its sizes: a picture of tiles has that of a tile, too."""
    sizes = [struct.unpack_from(">II", data, box.end() + 4) for box in re.finditer(b"ispe", data[:_HEAD])
             if box.end() + 12 <= len(data)]  # fmt: skip
    return max(sizes, key=lambda size: size[0] * size[1], default=(0, 0))


def _tiff_size(data: bytes) -> tuple[int, int]:
    order = "<" if data[:2] == b"II" else ">"
    at = struct.unpack_from(f"{order}I", data, 4)[0]
    sizes = {256: 0, 257: 0}
    for entry in range(struct.unpack_from(f"{order}H", data, at)[0]):
        tag, kind = struct.unpack_from(f"{order}HH", data, at + 2 + 12 * entry)
        if tag in sizes:
            sizes[tag] = struct.unpack_from(f"{order}{'H' if kind == 3 else 'I'}", data, at + 10 + 12 * entry)[0]
    return sizes[256], sizes[257]


def _ico_size(data: bytes) -> tuple[int, int]:
    """Return the size of the largest of its pictures."""
    sizes = [(data[at] or 256, data[at + 1] or 256) for at in range(6, 6 + 16 * data[4], 16)]
    return max(sizes, key=lambda size: size[0] * size[1])


def _begins(*magic: bytes) -> Callable[[bytes], bool]:
    return lambda data: data.startswith(magic)


_READERS: tuple[tuple[Callable[[bytes], bool], str, Callable[[bytes], tuple[int, int]]], ...] = (
    (_begins(b"\x89PNG\r\n\x1a\n"), PNG, _png_size),
    (_begins(b"\xff\xd8\xff"), JPEG, _jpeg_size),
    (_begins(b"GIF87a", b"GIF89a"), GIF, _gif_size),
    (lambda data: data.startswith(b"RIFF") and data[8:12] == b"WEBP", WEBP, _webp_size),
    (_begins(b"II*\0", b"MM\0*"), TIFF, _tiff_size),
    (lambda data: data.startswith(b"BM") and data[14:18] in _BMP_HEADERS, BMP, _bmp_size),
    (lambda data: data.startswith(b"\0\0\1\0") and len(data) > 21 and data[4] > 0 and data[9] == 0, ICO, _ico_size),
)
