"""The text: claims and the works that each cites, and what must be read of it whatever its shape."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from litgauge.tasks.reports import ReadReport
from litgauge.tasks.text import compact_title


@dataclass(frozen=True, slots=True)
class Source:
    """A cited work."""

    number: int
    given: str
    family: str
    given2: str
    family2: str
    title: str
    year: int
    venue: str
    url: str

    @property
    def site(self) -> str:
        """The host of its address."""
        return self.url.split("/")[2]


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement, without its full stop, and the numbers of the works that it cites."""

    text: str
    cites: tuple[int, ...]


SOURCES = tuple(
    Source(number, *row)
    for number, row in enumerate(
        (
            ("Amelie", "Ames", "Bela", "Boyle", "Kites in a steady wind and what they lift", 2019, "Journal of Sailing",
             "https://arxiv.org/abs/1901.01234"),
            ("Cora", "Clay", "Dirk", "Dunn", "Sails: a survey of cloth under load", 2020, "Annals of Cloth",
             "https://cloth.example.org/under_load.pdf"),
            ("Emil", "Ernst", "Flora", "Frey", "Learning to steer from noisy logs", 2017, "Journal of Sailing",
             "https://example.net/steer?id=7&lang=en"),
            ("Gil", "Graf", "Hanna", "Holt", "Deep keels (and shallow ones) need not be deep", 2021, "Annals of Cloth",
             "https://en.wikipedia.example/wiki/Keel_(boat)"),
            ("Ida", "Imhof", "Jan", "Jung", "Rudder-free control of small boats", 2022, "Journal of Sailing",
             "https://doi.org/10.1000/rudder.2022.5"),
            ("Karl", "Kern", "Lia", "Lang", "Waves, winds and other sources of noise", 2018, "Noise Letters",
             "https://noise.example.com/waves-and-winds/"),
        ),
        1,
    )
)  # fmt: skip

PARAGRAPH = (
    Claim("Kites that are flown in a steady wind carry 12.5 kg of load", (1,)),
    Claim("Cloth under load stretches by 3% within the first year, e.g. in the tropics", (2, 3)),
    Claim("Nobody has measured the other fibres so far", ()),
)
SECOND = (
    Claim("The authors of the logbook project find that noisy logs are good enough for steering", (3,)),
    Claim("Keels may be shallow where the hull is wide", (4, 5)),
)
ITEMS = (
    Claim("Small boats were controlled without any rudder for two hours", (5,)),
    Claim("Waves explain more of the noise than winds do", (1, 6)),
)
CLAIMS = (*PARAGRAPH, *SECOND, *ITEMS)

Pair = tuple[str, str]


def expected_pairs(claims: Iterable[Claim] = CLAIMS, *, addresses: bool = True) -> set[Pair]:
    """The letters of each claim with the address of each work that it cites, or with the letters of its title."""
    return {
        (compact_title(claim.text), source.url.rstrip("/") if addresses else compact_title(source.title))
        for claim in claims
        for source in sources_of(claim)
    }


def read_pairs(read: ReadReport, *, addresses: bool = True) -> set[Pair]:
    """The pairs that were read, in the same form; what leads nowhere stands with its label."""
    return {
        (
            compact_title(read.statements[link.statement].text),
            _named(link.page, link.identity.title, link.label, addresses),
        )
        for link in read.links
    }


def _named(page: str | None, title: str | None, label: str, addresses: bool) -> str:
    return (page if addresses else compact_title(title or "")) or label


def sources_of(claim: Claim) -> Sequence[Source]:
    """The works that a claim cites."""
    return [SOURCES[number - 1] for number in claim.cites]
