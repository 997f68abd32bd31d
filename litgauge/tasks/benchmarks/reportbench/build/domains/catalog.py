"""Application domains: their names, other spellings, and what the offline rule looks for."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Literal, Self, get_args

from pydantic import BaseModel, ConfigDict, Field, model_validator

from litgauge.tasks.base.shipped_files import CONFIGS
from litgauge.tasks.base.yaml_files import read_model

DomainName = Literal[
    "Basic Research and Scientific Exploration",
    "Information and Communications Technology",
    "Artificial Intelligence and Data Intelligence",
    "Healthcare and Biomedicine",
    "Manufacturing and Smart Manufacturing",
    "Transportation and Smart Mobility",
    "Public Safety and Social Governance",
    "Finance and Business Services",
    "Energy and Environmental Sustainability",
    "Culture, Media, and Digital Content",
    "Unknown",
]

UNKNOWN: DomainName = "Unknown"
DOMAIN_NAMES: tuple[DomainName, ...] = get_args(DomainName)
"""In the paper's order, Unknown last."""

DOMAINS_FILE = CONFIGS / "domains.yaml"


class Domain(BaseModel):
    """One domain, as configs/domains.yaml describes it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: DomainName
    letter: str = Field(pattern=r"^[A-K]$")
    about: str
    aliases: tuple[str, ...] = ()
    categories: dict[str, float] = Field(default_factory=dict)  # arXiv category or archive -> weight
    keywords: dict[int, tuple[str, ...]] = Field(default_factory=dict)  # weight -> words
    methods: tuple[str, ...] = ()  # words and categories that are enough where no domain has evidence


class Catalog(BaseModel):
    """All domains; every one of the paper's eleven names once."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    domains: tuple[Domain, ...]
    ambiguous: tuple[str, ...] = ()  # words that count only beside another word of the same domain
    figurative: tuple[str, ...] = ()  # phrases whose words do not mean a domain

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if tuple(domain.name for domain in self.domains) != DOMAIN_NAMES:
            raise ValueError(f"the domains must be, in this order: {', '.join(DOMAIN_NAMES)}")
        owners: dict[str, set[str]] = {}
        for domain in self.domains:
            for spelling in (domain.name, *domain.aliases):
                owners.setdefault(_folded(spelling), set()).add(domain.name)
        shared = sorted(spelling for spelling, names in owners.items() if len(names) > 1)
        if shared:
            raise ValueError(f"spellings that stand for two domains: {', '.join(shared)}")
        return self


def read_catalog(path: Path = DOMAINS_FILE) -> Catalog:
    """Return the domains of a file. Raises ConfigError with line and key at fault."""
    return read_model(Catalog, path, next_step="configs/domains.yaml as it ships shows every key")


@cache
def catalog() -> Catalog:
    """Return the domains that ship, read once."""
    return read_catalog()


def canonical(spelling: str) -> DomainName | None:
    """Return the domain that a spelling stands for, or None: names, aliases and letters, without regard to case.

    >>> canonical("Information and Communication Technology (ICT)")
    'Information and Communications Technology'
    """
    return _spellings().get(_folded(spelling))


@cache
def _spellings() -> dict[str, DomainName]:
    return {
        _folded(spelling): domain.name
        for domain in catalog().domains
        for spelling in (domain.name, domain.letter, *domain.aliases)
    }


def _folded(spelling: str) -> str:
    return re.sub(r"[^a-z]+", " ", spelling.casefold().replace("&", " and ")).strip()
