"""What a file is, told by its bytes, and why it is no picture."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from litgauge.tasks.pictures import check_picture, read_header
from tests.pictures.samples import BARS, drawing, saved, svg
from tests.tables import each_row

FORMS = ["PNG", "JPEG", "GIF", "WEBP", "AVIF", "BMP", "TIFF"]


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_every_format_has_its_media_type_and_size_by_its_bytes(form: str) -> None:
    data = saved(drawing(), form)
    facts = check_picture(data, "figure")
    assert (facts.status, facts.media_type) == ("ok", f"image/{form.lower()}")
    assert (facts.width, facts.height, facts.frames, facts.warnings) == (240, 160, 1, ())
    assert (read_header(data).width, read_header(data).height) == (240, 160)


def test_an_icon_is_as_large_as_its_largest_picture() -> None:
    facts = check_picture(saved(drawing(256, 256), "ICO"))
    assert (facts.status, facts.media_type, facts.width) == ("ok", "image/vnd.microsoft.icon", 256)


@each_row(
    "data, reason",
    [
        (b"", "empty"),
        (b" \n ", "empty"),
        (b"<!DOCTYPE html><html><title>Not found</title></html>", "html"),
        (b"\xef\xbb\xbf\n<!-- x --><html lang=en>", "html"),
        (b'<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', "xml"),
        (b'{"error": "expired"}', "json"),
        (b"Access denied", "text"),
        (b"%PDF-1.7 ...", "pdf"),
        (b"PK\x03\x04" + bytes(40), "archive"),
        (b"\0\0\0\x18ftypmp42" + bytes(40), "video"),
        (bytes(range(256)), "unknown"),
        (b"BM and nothing of a bitmap in it", "text"),
    ],
)
def test_what_is_no_picture_is_said_to_be_what_it_is(data: bytes, reason: str) -> None:
    facts = check_picture(data, "chart.png")
    assert (facts.status, facts.reason, facts.media_type) == ("invalid", reason, "")


@pytest.mark.parametrize(
    ("data", "media_type"),
    [(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "image/heic"), (b"\xff\x0a" + bytes(30), "image/jxl"),
     (b"8BPS" + bytes(30), "image/vnd.adobe.photoshop"), (b"\0\0\0\x0cjP  \r\n\x87\n" + bytes(30), "image/jp2")],
)  # fmt: skip
def test_a_format_that_cannot_be_read_is_named_and_what_can_is_listed(data: bytes, media_type: str) -> None:
    facts = check_picture(data)
    assert (facts.status, facts.reason, facts.media_type) == ("invalid", "unsupported", media_type)
    assert media_type in facts.detail
    assert "image/webp" in facts.detail


@each_row("form", ["PNG", "JPEG", "GIF", "WEBP", "AVIF", "TIFF", "BMP"])
def test_half_of_a_file_is_no_picture(form: str) -> None:
    data = saved(Image.fromarray(np.random.default_rng(0).integers(0, 255, (160, 240, 3), np.uint8)), form)
    facts = check_picture(data[: len(data) // 2])
    assert facts.status == "invalid"
    assert facts.reason in {"truncated", "broken"}
    assert facts.media_type == f"image/{form.lower()}"


def test_a_tracking_pixel_is_too_small_and_the_limit_is_said() -> None:
    facts = check_picture(saved(drawing(1, 1), "GIF"))
    assert (facts.reason, facts.width, facts.height) == ("too-small", 1, 1)
    assert "16" in facts.detail


def test_an_animation_is_judged_by_its_first_frame_and_its_frames_are_counted() -> None:
    frames = [drawing(seed=seed) for seed in range(12)]
    for form in ("GIF", "WEBP", "PNG"):
        facts = check_picture(saved(frames[0], form, save_all=True, append_images=frames[1:], duration=80))
        assert (facts.status, facts.frames, facts.warnings) == ("ok", 12, ("animated",))


def test_a_picture_that_its_camera_turned_has_the_size_that_people_see() -> None:
    exif = Image.Exif()
    exif[274] = 6
    facts = check_picture(saved(drawing(), "JPEG", exif=exif))
    assert (facts.width, facts.height) == (160, 240)


@pytest.mark.slow
def test_software_resolution_transparency_and_colour_of_a_file() -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    from io import BytesIO

    from matplotlib.figure import Figure

    figure = Figure(figsize=(4, 3))
    figure.subplots().plot([1, 2])
    for form in ("png", "svg"):
        stream = BytesIO()
        figure.savefig(stream, format=form, dpi=150)
        facts = check_picture(stream.getvalue(), f"chart.{form}")
        assert facts.software.startswith("Matplotlib v")
        assert facts.status == "ok"
    cmyk = check_picture(saved(drawing().convert("CMYK"), "JPEG", dpi=(300, 300)))
    assert (cmyk.mode, cmyk.dpi, cmyk.alpha) == ("CMYK", 300, False)
    assert check_picture(saved(drawing().convert("RGBA"))).alpha


def test_one_colour_is_blank_and_a_wrong_suffix_is_told() -> None:
    facts = check_picture(saved(Image.new("RGB", (200, 100), "white"), "JPEG"), "images/chart.PNG")
    assert (facts.status, facts.warnings) == ("ok", ("blank", "misnamed"))


def test_the_size_of_an_svg_is_that_of_its_attributes_or_its_view_box() -> None:
    for size, expected in [
        ('width="4in" height="3in"', (384, 288)),
        ('viewBox="0 0 640 480"', (640, 480)),
        ('width="320" viewBox="0 0 640 480"', (320, 240)),
        ('width="100%" height="100%" viewBox="0,0,640,480"', (640, 480)),
        ("", (300, 150)),
        ('width="100000" height="50000" viewBox="0 0 20 10"', (100_000, 50_000)),
    ]:
        facts = check_picture(svg(BARS, size), "chart.svg")
        assert (facts.status, facts.media_type, facts.width, facts.height) == ("ok", "image/svg+xml", *expected)


def test_an_svg_in_gzip_in_utf_16_or_behind_a_doctype_is_one() -> None:
    import gzip

    text = svg(BARS)
    for data in (gzip.compress(text), text.decode().encode("utf-16"), b"<!DOCTYPE svg [ <!ENTITY a 'b'> ]>\n" + text):
        assert check_picture(data).media_type == "image/svg+xml"


@given(st.binary(max_size=400), st.sampled_from([saved(drawing(40, 40), form) for form in [*FORMS, "ICO"]]), st.data())
def test_headers_of_damaged_files_never_raise(noise: bytes, picture: bytes, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, min(len(picture), 120)))
    for damaged in (noise, picture[:cut] + noise, picture[:cut] + noise + picture[cut:]):
        header = read_header(damaged)
        assert bool(header.media_type) != bool(header.other)
        assert min(header.width, header.height) >= 0


@pytest.mark.slow
def test_the_room_is_imported_without_a_library_of_pixels() -> None:
    code = "import sys, litgauge.tasks.pictures\n"
    code += "print({'PIL', 'resvg_py', 'numpy'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"
