"""Opt-out list: surveys whose authors asked to be left out of every next release."""

from __future__ import annotations

import datetime
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from litgauge.tasks.base.yaml_files import read_model
from litgauge.tasks.records import PersonName
from litgauge.tasks.text import normalise_arxiv_id, normalise_doi

RULE = "opted-out"


class _Survey(Protocol):
    @property
    def survey_id(self) -> str: ...
    @property
    def doi(self) -> str | None: ...
    @property
    def authors(self) -> tuple[PersonName, ...]: ...


class OptOut(BaseModel):
    """One request; it names the survey by one of arXiv id, DOI and author."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    arxiv_id: str | None = Field(None, description="arXiv id; a version is ignored")
    doi: str | None = Field(None, description="DOI of the published version")
    author: str | None = Field(None, description="'Family, Given': all surveys of this author")
    orcid: str | None = Field(
        None, description="Who the author is, for people; not matched", pattern=r"^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$"
    )
    date: datetime.date = Field(description="Date of the request")
    request: str = Field(min_length=1, description="Where the request is filed; never published")

    @field_validator("arxiv_id")
    @classmethod
    def _arxiv_id(cls, value: str | None) -> str | None:
        if value is not None and (value := normalise_arxiv_id(value)) is None:
            raise ValueError("this is no arXiv id")
        return value

    @field_validator("doi")
    @classmethod
    def _doi(cls, value: str | None) -> str | None:
        if value is not None and (value := normalise_doi(value)) is None:
            raise ValueError("this is no DOI")
        return value

    @field_validator("author")
    @classmethod
    def _author(cls, value: str | None) -> str | None:
        if value is not None:
            family, _, given = value.partition(",")
            if not (family.strip() and given.strip()):
                raise ValueError("write it as 'Family, Given'")
        return value

    @model_validator(mode="after")
    def _one_name(self) -> OptOut:
        if sum(value is not None for value in (self.arxiv_id, self.doi, self.author)) != 1:
            raise ValueError("give exactly one of arxiv_id, doi and author")
        if self.orcid and not self.author:
            raise ValueError("`orcid` needs `author`")
        return self

    def covers(self, survey: _Survey) -> bool:
        """True if the request is about this survey. Initials stand for every name that begins with them."""
        if self.arxiv_id is not None:
            return survey.survey_id == self.arxiv_id
        if self.doi is not None:
            return survey.doi is not None and normalise_doi(survey.doi) == self.doi
        family, given = (self.author or "").split(",", 1)
        return any(_same_person(PersonName(family, given), author) for author in survey.authors)


class OptOutList(BaseModel):
    """configs/opt_out.yaml."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: int = Field(ge=1, le=1, description="Version of this format")
    requests: tuple[OptOut, ...] = ()


def read_opt_outs(path: Path) -> OptOutList:
    """Return the opt-out list in a YAML file; ConfigError names line and key of what is wrong."""
    return read_model(
        OptOutList,
        path,
        data="No survey was left out, nothing was built",
        next_step="Correct the entry (ids need quotes) and run the same command again",
    )


def opted_out(requests: OptOutList, surveys: Iterable[_Survey]) -> dict[str, str]:
    """Return the surveys to leave out, each with a reason that repeats nothing about its authors.

    >>> opted_out(OptOutList(version=1), [])
    {}
    """
    reasons = {}
    for survey in surveys:
        request = next((request for request in requests.requests if request.covers(survey)), None)
        if request is not None:
            reasons[survey.survey_id] = f"left out at its authors' request of {request.date.isoformat()}"
    return reasons


def _same_person(wanted: PersonName, name: PersonName) -> bool:
    if _plain(wanted.family) != _plain(name.family):
        return False
    pairs = list(zip(_plain(wanted.given), _plain(name.given), strict=False))
    return bool(pairs) and all(a == b or (1 in (len(a), len(b)) and a[0] == b[0]) for a, b in pairs)


def _plain(name: str) -> tuple[str, ...]:
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(letter if letter.isalnum() else " " for letter in decomposed if not unicodedata.combining(letter))
    return tuple(letters.split())
