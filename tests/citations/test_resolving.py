"""Printed works are found among known ones, and no other work is taken for one."""

from __future__ import annotations

from litgauge.tasks.citations.printed_work import PrintedWork
from litgauge.tasks.citations.resolving import KnownWork, Resolver
from litgauge.tasks.citations.works import read_printed
from tests.tables import each_row

KNOWN = (
    KnownWork(1, "Hearing of barn owls at night", "Ada Ames", 2019, doi="10.1000/owls", openalex=11),
    KnownWork(2, "OwlNet: Learning to hear in the dark", "Bea Boyle", 2020, openalex=12),
    KnownWork(3, "What gulls eat: a field study of roofs", "Cy Clay", 2018),
    KnownWork(4, "A survey of owls: ears and eyes", "Di Dunn", 2010),
    KnownWork(5, "What gulls eat", "Ed Ernst", 2001, doi="10.1000/gulls"),
)


@each_row(
    "text, key",
    [
        ("Hearing of barn owls at night", 1),
        ("Hearing of barn owls at night. A study with microphones", 1),
        ("Hearing of barn owls at night introduces microphones", 1),
        ("Hearing of barn owls at night in Norway", None),
        ("Hearing of the long-eared owls at night", None),
        ("Hearing of barn owls at nihgt", 1),
        ("Hearing of barn ow…", None),
        ("OwlNet", 2),
        ("OwlNet (Boyle, 2020)", 2),
        ("OwlNet (Clay, 2020)", None),
        ("OwlNet (Boyle, 2012)", None),
        ("OwlNet: Learning to hear in the d…", 2),
        ("A survey of owls", None),
        ("A survey of owls (Dunn, 2010)", 4),
        ("What gulls eat", 5),
        ("What gulls eat (Clay, 2018)", 3),
        ("https://openalex.org/W12", 2),
        ("OwlNet: Learning to hear in the dark (OpenAlex: W11)", 2),
        ("Hearing of barn owls at night doi:10.1000/gulls", 1),
        ("10.1000/OWLS", 1),
    ],
)
def test_a_printed_work_is_the_known_one_that_is_meant(text: str, key: int | None) -> None:
    (found,) = Resolver(KNOWN).resolve([read_printed(text)])
    assert found.key == key


def test_a_work_that_is_listed_again_is_known_again() -> None:
    first, second, third = Resolver(KNOWN).resolve(
        [PrintedWork("Hearing of barn owls at night"), PrintedWork("Gulls"), PrintedWork(openalex=11)]
    )
    assert (first.key, second.key, third.key) == (1, None, 1)
