"""The distributions as picture and table."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

from litgauge.tasks.benchmarks.reportbench.build.domains import DOMAIN_NAMES, DomainCount
from litgauge.tasks.benchmarks.reportbench.build.domains.charts import COLOURS, domain_chart, domain_table
from litgauge.tasks.pictures.svg import draw_svg, read_svg

COUNTS = tuple(DomainCount(domain, 10 * place, min(10 * place, 20)) for place, domain in enumerate(DOMAIN_NAMES))
EMPTY = tuple(DomainCount(domain, 0, 0) for domain in DOMAIN_NAMES)


def test_the_picture_has_every_colour_and_number() -> None:
    chart = domain_chart(COUNTS)
    picture = draw_svg(read_svg(chart.encode()), 1100)
    colours = {colour for _, colour in picture.getcolors(maxcolors=10_000_000) or []}
    shown = [colour for colour, count in zip(COLOURS, COUNTS, strict=True) if count.before]
    assert all(tuple(bytes.fromhex(colour[1:])) in colours for colour in shown)
    texts = {part.text for part in ElementTree.fromstring(chart).iter("{http://www.w3.org/2000/svg}text")}
    assert {
        "All surveys: 550 in numbers",
        "Sample: 190 in numbers",
        "B  Information and Communications Technology",
    } <= texts


def test_a_slice_ends_where_the_next_begins_and_letters_lie_around() -> None:
    halves = ElementTree.fromstring(domain_chart((DomainCount("a", 1, 1), DomainCount("b & c", 1, 0))))
    first, second, whole = (path.get("d", "") for path in halves.iter("{http://www.w3.org/2000/svg}path"))
    assert first == "M210 210L210.00 60.00A150 150 0 0 1 210.00 360.00Z"
    assert second.startswith("M210 210L210.00 360.00A")
    assert whole.startswith("M210 210L210.00 60.00A150 150 0 1 1 ")


def test_no_surveys_are_a_picture_too() -> None:
    assert "no surveys" in domain_chart(EMPTY)


def test_the_table_ends_in_totals() -> None:
    lines = domain_table(COUNTS).splitlines()
    assert len(lines) == 2 + len(DOMAIN_NAMES) + 1
    assert lines[3] == "| Information and Communications Technology | 10 | 1.8% | 10 | 5.3% |"
    assert lines[-1] == "| Total | 550 | 100.0% | 190 | 100.0% |"


def test_an_empty_table_divides_by_nothing() -> None:
    assert domain_table(EMPTY).splitlines()[-1] == "| Total | 0 | – | 0 | – |"
