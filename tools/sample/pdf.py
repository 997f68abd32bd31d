"""A small PDF out of plain text with "#" headings: one font family, no compression, the same bytes every time."""

from __future__ import annotations

import textwrap

LINES_PER_PAGE = 62
LINE_PT, LEFT_PT, TOP_PT = 11.5, 62, 780
WIDTH = 100  # characters, at 9.5 pt


def pdf_of(text: str) -> bytes:
    """A4 pages that hold the text, wrapped; "# " and "## " begin headings. The text must be Latin-1."""
    lines = _lines(text)
    pages = [lines[start : start + LINES_PER_PAGE] for start in range(0, len(lines), LINES_PER_PAGE)]
    kids = [5 + 2 * number for number in range(len(pages))]
    title = text.splitlines()[0].lstrip("# ")
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{' '.join(f'{kid} 0 R' for kid in kids)}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Bold /Encoding /WinAnsiEncoding >>",
    ]
    for page, kid in zip(pages, kids, strict=True):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {kid + 1} 0 R "
            "/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>"
        )
        stream = _stream(page)
        objects.append(f"<< /Length {len(stream.encode('latin-1'))} >>\nstream\n{stream}\nendstream")
    objects.append(f"<< /Title ({_escaped(title)}) >>")
    return _file(objects)


def _lines(text: str) -> list[tuple[str, float, str]]:
    """Font, size and text of each printed line."""
    lines: list[tuple[str, float, str]] = []
    for paragraph in text.splitlines():
        marks = len(paragraph) - len(paragraph.lstrip("#"))
        font, size = ("F2", {1: 14.0, 2: 11.0}[marks]) if marks else ("F1", 9.5)
        wrapped = textwrap.wrap(paragraph.lstrip("# "), 72 if marks == 1 else WIDTH) or [""]
        lines += [(font, size, line) for line in wrapped]
    return lines


def _stream(lines: list[tuple[str, float, str]]) -> str:
    shown = [f"/{font} {size} Tf ({_escaped(line)}) Tj T*" for font, size, line in lines]
    return "\n".join(["BT", f"{LINE_PT} TL", f"{LEFT_PT} {TOP_PT} Td", *shown, "ET"])


def _escaped(line: str) -> str:
    return line.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def _file(objects: list[str]) -> bytes:
    data = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    offsets = []
    for number, content in enumerate(objects, start=1):
        offsets.append(len(data))
        data += f"{number} 0 obj\n{content}\nendobj\n".encode("latin-1")
    table = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
    start = len(data)
    count = len(objects) + 1
    data += (
        f"xref\n0 {count}\n0000000000 65535 f \n{table}trailer\n<< /Size {count} /Root 1 0 R "
        f"/Info {len(objects)} 0 R >>\nstartxref\n{start}\n%%EOF\n"
    ).encode("latin-1")
    return bytes(data)
