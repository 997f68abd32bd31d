"""Files that harm whoever decodes them trustingly are refused, and the process goes on."""

from __future__ import annotations

import resource
import struct
import time
import zlib
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.pictures import PictureFacts, check_picture, read_header, shown_picture
from litgauge.tasks.pictures.svg import missing_characters, read_svg
from tests.pictures.samples import BARS, drawing, packed_zeros, png, saved, svg
from tests.tables import each_row


def peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1.024e-3


def test_nine_hundred_megapixels_are_refused_by_the_header() -> None:
    head = png(30_000, 30_000, pixels=b"")
    before, began = peak_mb(), time.process_time()
    facts = check_picture(head)
    assert time.process_time() - began < 0.1
    assert peak_mb() - before < 100
    assert (facts.status, facts.reason, facts.width) == ("invalid", "too-large", 30_000)
    assert "900,000,000" in facts.detail or "30,000" in facts.detail
    with pytest.raises(Rejected, match="30,000"):
        shown_picture(head)


@each_row("form", ["GIF", "WEBP", "BMP", "TIFF", "JPEG"])
def test_so_are_they_in_other_formats(form: str) -> None:
    data = bytearray(saved(drawing(), form))
    big = {"GIF": (6, "<HH", 60_000, 60_000), "BMP": (18, "<ii", 60_000, -60_000)}
    if form in big:
        at, layout, *size = big[form]
        struct.pack_into(layout, data, at, *size)
    elif form == "JPEG":
        struct.pack_into(">HH", data, data.index(b"\xff\xc0") + 5, 60_000, 60_000)
    elif form == "TIFF":
        at = struct.unpack_from("<I", data, 4)[0]
        for entry in range(struct.unpack_from("<H", data, at)[0]):
            tag = struct.unpack_from("<H", data, at + 2 + 12 * entry)[0]
            if tag in {256, 257}:
                struct.pack_into("<HHII", data, at + 2 + 12 * entry, tag, 4, 1, 60_000)
    else:
        data[12:] = b"VP8X" + struct.pack("<I", 10) + bytes(4) + b"\xff\xff\x00\xff\xff\x00" + bytes(40)
    facts = check_picture(bytes(data))
    assert (facts.status, facts.reason) == ("invalid", "too-large")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "head"),
    [(b"zTXt", b"Comment\0\0"), (b"iTXt", b"Comment\0\1\0\0\0"), (b"iCCP", b"profile\0\0")],
    ids=["zTXt", "iTXt", "iCCP"],
)
def test_bombs_in_chunks_are_not_unpacked(name: bytes, head: bytes) -> None:
    data = png(64, 64, (name, head + packed_zeros(150_000_000)), pixels=bytes(65 * 64))
    facts = check_picture(data)
    assert facts.reason in {"", "broken"}
    assert facts.status == ("invalid" if facts.reason else "ok")


@pytest.mark.slow
def test_more_pixels_than_the_header_says_are_not_unpacked() -> None:
    assert check_picture(png(64, 64, pixels=bytes(65 * 64) + bytes(100_000_000))).status == "ok"


def svg_facts(content: str, size: str = 'width="300" height="200"', before: str = "") -> PictureFacts:
    return check_picture(svg(content, size, before), "chart.svg")


def test_entities_of_an_svg_reach_no_file_and_do_not_multiply() -> None:
    laughs = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    bomb = svg_facts("<text>&a9;</text>", before=f'<!DOCTYPE svg [<!ENTITY a0 "lol">{laughs}]>')
    outside = svg_facts("<text>&f;</text>", before='<!DOCTYPE svg [<!ENTITY f SYSTEM "file:///etc/passwd">]>')
    assert (bomb.reason, outside.reason) == ("unsafe", "unsafe")
    inside = svg_facts('<rect width="99" height="99" fill="&c;"/>', before='<!DOCTYPE svg [<!ENTITY c "red">]>')
    assert inside.status == "ok"


def test_an_svg_shows_no_file_and_no_address(tmp_path: Path) -> None:
    secret = tmp_path / "secret.png"
    secret.write_bytes(saved(drawing()))
    nested = svg(f'<image href="{secret}" width="300" height="200"/>')
    for target in (str(secret), secret.as_uri(), "http://127.0.0.1:9/x.png", f"data:image/svg+xml,{quote(nested)}"):
        for tag in ("image", "feImage", "use"):
            content = f'<{tag} xlink:href="{target}" href="{target}" width="300" height="200"/>'
            facts = svg_facts(
                f'<filter id="f">{content}</filter><rect width="9" height="9" filter="url(#f)"/>{content}'
            )
            assert (facts.status, facts.warnings) == ("ok", ("blank", "outside"))


def test_html_labels_are_told_since_they_are_not_drawn() -> None:
    label = '<foreignObject width="90" height="20"><p xmlns="http://www.w3.org/1999/xhtml">Start</p></foreignObject>'
    assert svg_facts(BARS + label).warnings == ("blank-labels",)
    assert svg_facts(f"{BARS}<switch>{label}<text y='20'>Start</text></switch>").warnings == ()


def test_characters_without_a_font_are_told() -> None:
    assert svg_facts(f"{BARS}<text y='20'>Größe → 5 µm<tspan>é</tspan></text>").warnings == ()
    assert svg_facts(f"{BARS}<text y='20'>x<tspan>\U0010fff0\u0378</tspan></text>").warnings == ()  # no characters
    texts = read_svg(svg("<text>Größe<tspan>中</tspan></text><desc>é</desc>"))
    assert texts.characters == "öß中"
    assert missing_characters(replace(texts, characters="öß\U0010fffd")) == "\U0010fffd"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("content", "size"),
    [
        (BARS, 'width="100000" height="100000"'),
        (BARS, 'width="1e30" height="1e30" viewBox="0 0 10 10"'),
        (BARS, 'width="nan" height="inf"'),
        (BARS, 'width="100000" height="1"'),
        ('<g id="a"><use href="#a"/></g>', 'width="300" height="200"'),
        ('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>', 'width="300" height="200"'),
        ("<g>" * 200_000 + "</g>" * 200_000, 'width="300" height="200"'),
        ('<script>while (true);</script><rect width="99" height="99"/>', 'width="300" height="200"'),
        ('<filter id="f"><feGaussianBlur stdDeviation="1e9"/></filter><rect width="99" height="99" filter="url(#f)"/>',
         'width="300" height="200"'),
        ('<pattern id="p" width="1e-9" height="1e-9"><rect width="1" height="1"/></pattern>'
         '<rect width="99" height="99" fill="url(#p)"/>', 'width="300" height="200"'),
        ('<text font-family="No Such Font" y="40">Text</text>', 'width="300" height="200"'),
        ('<svg xmlns="x"', ""),
    ],
)  # fmt: skip
def test_no_svg_takes_the_process_down(content: str, size: str) -> None:
    facts = svg_facts(content, size)
    assert facts.status == "ok" or facts.reason in {
        "broken", "unsafe", "too-small", "time-limit", "memory-limit", "worker-died"}  # fmt: skip
    assert check_picture(svg(BARS)).status == "ok"


@pytest.mark.slow
def test_uses_that_multiply_end_with_a_reason() -> None:
    layers = "".join(
        f'<g id="l{n}">{"<use href=" + chr(34) + f"#l{n - 1}" + chr(34) + "/>" * 10}</g>' for n in range(1, 12)
    )
    facts = svg_facts(f'<rect id="l0" width="9" height="9"/>{layers}<use href="#l11"/>')
    assert facts.status == "ok" or facts.reason in {"broken", "time-limit", "memory-limit", "worker-died"}


def test_random_damage_is_a_reason_and_never_an_error() -> None:
    whole = saved(drawing(), "PNG")
    for at in range(8, len(whole), max(1, len(whole) // 40)):
        damaged = whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]
        facts = check_picture(damaged)
        assert (facts.status == "ok") == (facts.reason == "")
    assert zlib.crc32(whole)


@pytest.mark.parametrize("start", [b" " * 5_000, b"<!--a-->" * 1_000, b"<!DOCTYPE svg [<!ENTITY a 'b'>" * 500])
def test_a_long_start_of_no_picture_is_read_once(start: bytes) -> None:
    """Not in every division of its blanks, comments and declarations among repetitions."""
    assert read_header(start + b"x").media_type == ""
