"""Form that an expert fills in beside the folders of a taxonomy: three controls and a verdict (section 2.3)."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.base.yaml_files import line_of, read_config, validated
from litgauge.tasks.text import compact_title

FORM = "review.yaml"
_NEXT = "Mend the line; the comments in the file say what it may hold"
_TEMPLATE = """\
# The review of one taxonomy by one expert. The folders beside this file are the taxonomy: a folder is a topic, a text
# file a paper (its title in the first line, its abstract below). Rename, move, add and remove folders and files as you
# see fit; where the survey cites a paper stands in {where}. Then fill in this form. Lines that begin with # are notes
# to you.
survey: {survey}
expert: {expert}

# 1. Disambiguation: is any paper here under two names, or in two versions? Then list the pairs:
#    same:
#      - {{paper: "title that goes", is: "title that stays"}}
disambiguation:
  done: false    # true once you have looked
  same: []

# 2. Deduplication: does a paper stand at several topics? Leave it at the one where it belongs (remove the other files).
#    Papers that belong at several on purpose:
#    on_purpose:
#      - "title"
{several}deduplication:
  done: false
  on_purpose: []

# 3. Validation: does every paper stand where the survey's text puts it? Papers of which you are not sure:
#    doubtful:
#      - "title"
validation:
  done: false
  doubtful: []

# accept: it is how the survey organises its field, as you have left it. reject: it is not, or cannot be mended.
verdict: open    # open, accept or reject
reason: ""       # needed to reject
"""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Control(_Part):
    done: bool


class SamePaper(_Part):
    """Two names of one paper."""

    paper: str = Field(min_length=1)
    is_: str = Field(min_length=1, alias="is")


class Disambiguation(_Control):
    """Papers under several names or in several versions."""

    same: tuple[SamePaper, ...] = ()


class Deduplication(_Control):
    """Papers at several topics."""

    on_purpose: tuple[str, ...] = ()


class Validation(_Control):
    """Papers against the survey's text."""

    doubtful: tuple[str, ...] = ()


class ReviewForm(_Part):
    """What one expert says of one taxonomy."""

    survey: str
    expert: str
    disambiguation: Disambiguation
    deduplication: Deduplication
    validation: Validation
    verdict: Literal["open", "accept", "reject"] = "open"
    reason: str = ""

    @property
    def complete(self) -> bool:
        """Return whether the form counts: a verdict, and for one that accepts all three controls."""
        all_controls = self.disambiguation.done and self.deduplication.done and self.validation.done
        return self.verdict == "reject" or (self.verdict == "accept" and all_controls)


def write_form(folder: Path, survey_id: str, expert: str, where: str, several: Sequence[str] = ()) -> None:
    """An empty form in a survey's folder; `several` are papers that stand at more than one topic."""
    listed = "".join(f"#    stands at several: {' '.join(title.split())}\n" for title in several)
    text = _TEMPLATE.format(
        survey=json.dumps(survey_id), expert=json.dumps(expert), where=where or "its bibliography", several=listed
    )
    (folder / FORM).write_text(text, encoding="utf-8")


def read_form(path: Path, survey_id: str, expert: str, titles: Collection[str]) -> ReviewForm:
    """A form that somebody has filled in, checked against the folder that it lies in.

    Raises ConfigError, with the line, for what is no form, contradicts itself, or names papers that are not there.
    """
    values = read_config(path, next_step=_NEXT)
    form = validated(ReviewForm, values, path, data="The review was not read", next_step=_NEXT)
    for location, problem in _faults(form, survey_id, expert, {compact_title(title) for title in titles}):
        where = f"{path}:{line_of(path, location)}"
        raise ConfigError(problem, where=where, data="The review was not read", next_step=_NEXT)
    return form


def _faults(
    form: ReviewForm, survey_id: str, expert: str, titles: Collection[str]
) -> Iterator[tuple[tuple[str | int, ...], str]]:
    if form.survey != survey_id:
        yield ("survey",), f"survey: it is {form.survey}, but lies in the folder of {survey_id}"
    if form.expert != expert:
        yield ("expert",), f"expert: it is {form.expert}, but lies in the folder of {expert}"
    for number, pair in enumerate(form.disambiguation.same):
        place = ("disambiguation", "same", number)
        if compact_title(pair.is_) not in titles:
            yield place, f"disambiguation.same.{number}.is: there is no paper “{pair.is_}” in this folder"
        if compact_title(pair.paper) == compact_title(pair.is_):
            yield place, f"disambiguation.same.{number}: both are the same name"
    listed = {"deduplication": form.deduplication.on_purpose, "validation": form.validation.doubtful}
    for part, papers in listed.items():
        key = "on_purpose" if part == "deduplication" else "doubtful"
        for number, title in enumerate(papers):
            if compact_title(title) not in titles:
                yield (part, key, number), f"{part}.{key}.{number}: there is no paper “{title}” in this folder"
    if form.verdict == "reject" and not form.reason.strip():
        yield ("verdict",), "verdict: a rejection needs its reason"
    controls: tuple[tuple[str, _Control], ...] = (
        ("disambiguation", form.disambiguation),
        ("deduplication", form.deduplication),
        ("validation", form.validation),
    )
    for name, control in controls:
        if form.verdict == "accept" and not control.done:
            yield (name, "done"), f"{name}.done: it is false, so the taxonomy cannot be accepted yet"
