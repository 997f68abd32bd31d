"""The distributions as picture and table."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ElementTree

import pytest
from PIL import Image

from litgauge.tasks.benchmarks.reportbench.build.domains import DOMAIN_NAMES, DomainCount
from litgauge.tasks.benchmarks.reportbench.build.domains.charts import COLOURS, domain_chart, domain_table

COUNTS = tuple(DomainCount(domain, 10 * place, min(10 * place, 20)) for place, domain in enumerate(DOMAIN_NAMES))
EMPTY = tuple(DomainCount(domain, 0, 0) for domain in DOMAIN_NAMES)


@pytest.mark.slow
def test_the_picture_is_a_png_of_a_readable_size() -> None:
    with Image.open(io.BytesIO(domain_chart(COUNTS))) as picture:
        assert picture.format == "PNG"
        assert picture.width >= 1000
        colours = picture.convert("RGB").getcolors(maxcolors=10_000_000) or []
    shown = {colour for _, colour in colours}
    drawn = [colour for colour, count in zip(COLOURS, COUNTS, strict=True) if count.before]
    assert all(tuple(bytes.fromhex(colour[1:])) in shown for colour in drawn)


def test_the_svg_is_well_formed_and_has_no_date() -> None:
    svg = domain_chart(COUNTS, format="svg")
    assert ElementTree.fromstring(svg).tag.endswith("svg")
    assert b"dc:date" not in svg


@pytest.mark.slow
def test_no_surveys_are_a_picture_too() -> None:
    assert domain_chart(EMPTY).startswith(b"\x89PNG")


def test_the_table_ends_in_totals() -> None:
    lines = domain_table(COUNTS).splitlines()
    assert len(lines) == 2 + len(DOMAIN_NAMES) + 1
    assert lines[3] == "| Information and Communications Technology | 10 | 1.8% | 10 | 5.3% |"
    assert lines[-1] == "| Total | 550 | 100.0% | 190 | 100.0% |"


def test_an_empty_table_divides_by_nothing() -> None:
    assert domain_table(EMPTY).splitlines()[-1] == "| Total | 0 | – | 0 | – |"
