"""PDFs written by hand: what a test says stands on the pages, and nothing else."""

from __future__ import annotations

Printed = tuple[str, float, float, float]  # text, x, y, size


def pdf(pages: list[list[Printed]], *, extra: bytes = b"") -> bytes:
    """A PDF in Helvetica whose pages print these lines in this order."""
    first = 4
    kids = " ".join(f"{first + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for number, lines in enumerate(pages):
        content = b"".join(_printed(line) for line in lines)
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {first + 2 * number + 1} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>".encode()
        )
        objects.append(b"<< /Length %d >>\nstream\n" % len(content) + content + b"\nendstream")
    body = b"%PDF-1.4\n"
    offsets = []
    for number, content in enumerate(objects, 1):
        offsets.append(len(body))
        body += b"%d 0 obj\n" % number + content + b"\nendobj\n"
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return (
        body
        + b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
        + table
        + b"trailer << /Size %d /Root 1 0 R " % (len(objects) + 1)
        + extra
        + b">>\nstartxref\n%d\n%%%%EOF\n" % len(body)
    )


def _printed(line: Printed) -> bytes:
    text, x, y, size = line
    escaped = text.encode("cp1252").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
    return b"BT /F1 %.1f Tf %.1f %.1f Td (" % (size, x, y) + escaped + b") Tj ET\n"


def column(text: list[str], x: float, top: float, size: float = 10.0) -> list[Printed]:
    """Lines one under the other."""
    return [(line, x, top - 12 * place, size) for place, line in enumerate(text)]


def paper(pages: int = 3) -> bytes:
    """A short paper with running heads, page numbers, headings and a list of works."""
    body = [
        "Kites are flown wherever there is wind and open ground to run on, and have",
        "been for two thousand years. Their lines are kept taut by the wind itself, as",
        "every child learns on the first windy day of the year that it remembers well.",
    ]
    printed = []
    for number in range(pages):
        lines: list[Printed] = [("Journal of Kites, vol. 3", 72, 760, 8)]
        if number == 0:
            lines += [
                ("A Survey of Kites", 180, 700, 18),
                ("Ann Author", 250, 670, 10),
                ("Abstract", 280, 640, 10),
                *column(["We survey kites and what holds them up."], 72, 620),
                ("1 Introduction", 72, 590, 14),
            ]
        else:
            lines += [(f"{number + 1} Section {'ABC'[number]}", 72, 700, 14)]
        lines += column(body, 72, 560) + column(body, 72, 500)
        if number == pages - 1:
            works = ["[1] H. Fry. Lift. 2014.", "[2] J. Liu. Drag. 2015."]
            lines += [("References", 72, 400, 14), *column(works, 72, 380)]
        printed.append([*lines, (str(number + 1), 300, 40, 10)])
    return pdf(printed)
