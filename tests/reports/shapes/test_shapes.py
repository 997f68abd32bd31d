"""Every shape of citations gives the same pairs."""

from __future__ import annotations

from tests.reports.shapes.known_text import expected_pairs, read_pairs
from tests.reports.shapes.marks import Place, Shape, shapes, written
from tests.reports.writing import read
from tests.tables import each_row

CASES = [(shape, place) for shape in shapes() for place in shape.places]


@each_row("shape, place", CASES)
def test_each_shape_gives_the_pairs_of_the_text(shape: Shape, place: Place) -> None:
    pairs = read_pairs(read(written(shape, place)), addresses=shape.addresses)
    assert pairs == expected_pairs(addresses=shape.addresses)
