"""PDFs made to harm their reader."""

from __future__ import annotations

import random
import zlib

from tests.papers.pdf.pdf_samples import paper


def assembled(objects: list[bytes], *, extra: bytes = b"") -> bytes:
    """A PDF of these objects, numbered from 1; the first one is the catalogue."""
    body, offsets = b"%PDF-1.5\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(body))
        body += b"%d 0 obj\n" % number + content + b"\nendobj\n"
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    tail = b"trailer << /Size %d /Root 1 0 R %s>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, extra, len(body))
    return body + head + table + tail


def stream(content: bytes, entries: bytes = b"") -> bytes:
    """A stream object."""
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(content), entries, content)


def page(
    contents: bytes, *more: bytes, resources: bytes = b"/Font << /F1 4 0 R >>", box: bytes = b"0 0 612 792"
) -> bytes:
    """One page; its contents are object 5, `more` the objects from 6 on."""
    return assembled(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [%s] /Contents 5 0 R /Resources << %s >> >>" % (box, resources),
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
            contents,
            *more,
        ]
    )


def nested_forms(depth: int, calls: int = 2) -> bytes:
    """Form XObjects that draw the next one so many times each: `calls ** depth` in all."""
    forms = []
    for level in range(depth):
        last = level == depth - 1
        drawn = b"BT /F1 9 Tf 9 9 Td (Kites fly.) Tj ET" if last else b"/X Do " * calls
        inner = b"/Font << /F1 4 0 R >>" if last else b"/XObject << /X %d 0 R >>" % (level + 7)
        forms.append(stream(drawn, b"/Type /XObject /Subtype /Form /BBox [0 0 99 99] /Resources << %s >>" % inner))
    return page(stream(b"/X Do"), *forms, resources=b"/XObject << /X 6 0 R >> /Font << /F1 4 0 R >>")


def packed_text(megabytes: int) -> bytes:
    """A page whose contents unpack to this much text."""
    line = b"BT /F1 9 Tf 9 9 Td (Kites fly in the wind.) Tj ET\n"
    packed = zlib.compress(line * (megabytes * 1_000_000 // len(line)), 9)
    return page(stream(packed, b"/Filter /FlateDecode"))


def packed_twice(megabytes: int) -> bytes:
    """Blanks that unpack to this much, in a stream that is packed several times over."""
    packed = b" " * (megabytes * 1_000_000)
    for _ in range(3):
        packed = zlib.compress(packed, 9)
    return page(stream(packed, b"/Filter [/FlateDecode /FlateDecode /FlateDecode]"))


def page_tree(depth: int, kids: int = 2) -> bytes:
    """A tree of pages whose nodes share their children: `kids ** depth` pages in a few hundred bytes."""
    nodes = [
        b"<< /Type /Pages /Count %d /Kids [%s] >>" % (kids ** (depth - level), b"%d 0 R " % (level + 3) * kids)
        for level in range(depth)
    ]
    leaf = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>"
    return assembled([b"<< /Type /Catalog /Pages 2 0 R >>", *nodes, leaf])


def counted(pages: int) -> bytes:
    """A document that says it has so many pages."""
    return paper().replace(b"/Count 3", b"/Count %d" % pages)


def deep_arrays(depth: int) -> bytes:
    """Arrays within arrays in the contents of a page, and in an object."""
    return page(stream(b"[" * depth + b"]" * depth + b" TJ"), b"[" * depth + b"]" * depth)


def mutated(seed: int) -> bytes:
    """A paper with bytes changed, cut out, doubled and swapped."""
    chance = random.Random(seed)
    data = bytearray(paper() if seed % 2 else nested_forms(4))
    for _ in range(chance.randint(1, 30)):
        place = chance.randrange(len(data))
        length = chance.randint(1, 40)
        match chance.randrange(5):
            case 0:
                data[place] = chance.randrange(256)
            case 1:
                del data[place : place + length]
            case 2:
                data[place:place] = data[place : place + length] * chance.randint(1, 50)
            case 3:
                data[place:place] = str(chance.choice([-1, 2**31, 2**32 - 1, 2**63, 10**30])).encode()
            case 4:
                other = chance.randrange(len(data))
                data[place : place + length] = data[other : other + length]
    return bytes(data[: chance.randrange(len(data))]) if seed % 7 == 0 else bytes(data)
