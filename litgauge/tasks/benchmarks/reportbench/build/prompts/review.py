"""Sheet on which experts review prompts, and which prompts most of them refuse."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from litgauge.tasks.benchmarks.reportbench.rows import Prompt
from litgauge.tasks.sheets import (
    REMARK,
    Sheet,
    Standing,
    Text,
    YesNo,
    check_once,
    filled,
    read_shared,
    sheets_in,
    shown,
    standing,
)
from litgauge.tasks.sheets.declaration import RATER, Entry

PROMPT_ASPECTS: Mapping[str, str] = {
    "fits": "the survey would be a good answer to it",
    "hidden": "it does not give the survey away",
    "clear": "it is clear what is asked for",
}
PROMPT = shown("prompt_id", "names the prompt; do not change it", required=True)
VOTES = {aspect: filled(aspect, f"yes or no: {meaning}", YesNo()) for aspect, meaning in PROMPT_ASPECTS.items()}
REASON = filled("reason", "why, wherever you say no", Text())
PROMPT_REVIEW = Sheet(
    "the review of prompts",
    (
        PROMPT,
        shown(RATER, "whose votes these are"),
        shown("title", "the survey that it was written from"),
        shown("level", "the level of detail"),
        shown("cutoff", "the month after which nothing may be cited"),
        shown("prompt", "the prompt"),
        *VOTES.values(),
        REASON,
        REMARK,
    ),
    "No vote was used",
    byte_order_mark=True,
)


@dataclass(frozen=True)
class PromptVotes:
    """What experts say of prompts: their names, and their votes by prompt, expert and aspect."""

    experts: tuple[str, ...]
    votes: Mapping[tuple[str, str, str], bool]

    def standing(self, prompt_id: str) -> Standing:
        """Return how a prompt stands: in each aspect most of the experts decide."""
        cast: dict[str, list[bool]] = {aspect: [] for aspect in PROMPT_ASPECTS}
        for (voted, _, aspect), vote in self.votes.items():
            if voted == prompt_id:
                cast[aspect].append(vote)
        return standing(cast, len(self.experts))


def prompt_id(prompt: Prompt) -> str:
    """Return the name of a prompt in sheets: of its survey, its level and its words."""
    return f"{prompt.survey_id}/{prompt.level}/{hashlib.sha256(prompt.body.encode()).hexdigest()[:8]}"


def prompt_rows(prompts: Iterable[Prompt], titles: Mapping[str, str], expert: str) -> Iterator[Mapping[str, str]]:
    """Yield the rows of an expert's sheet."""
    for prompt in prompts:
        yield {
            PROMPT.name: prompt_id(prompt),
            RATER: expert,
            "title": titles.get(prompt.survey_id, ""),
            "level": prompt.level,
            "cutoff": prompt.cutoff,
            "prompt": prompt.body,
        }


def prompt_review_files(folder: Path) -> list[Path]:
    """Return the sheets of a review of prompts. Raises UnusableInput where there is none."""
    return sheets_in(folder, PROMPT_REVIEW, "Name the folder `prompts` that `litgauge reportbench review` wrote")


def read_votes(folder: Path) -> PromptVotes:
    """Return what experts say of prompts in a folder of sheets.

    Raises UnusableInput where there is no sheet, and, with file and line, for what is neither yes nor no, a row without
    a prompt's name, and two votes of one expert on one aspect.
    """
    entries = read_shared(PROMPT_REVIEW, prompt_review_files(folder))
    check_once(entries, _name)
    for entry in entries:
        if not _name(entry) and any(entry[column] is not None for column in VOTES.values()):
            raise entry.refusal("a vote without a prompt_id", PROMPT.name)
    votes = {
        (_name(entry), entry.rater, aspect): vote
        for entry in entries
        for aspect, column in VOTES.items()
        if (vote := entry[column]) is not None
    }
    return PromptVotes(tuple(dict.fromkeys(entry.rater for entry in entries)), votes)


def not_refused(prompts: Iterable[Prompt], folder: Path) -> tuple[Prompt, ...]:
    """Return the prompts that most experts do not refuse. Raises as `read_votes`."""
    review = read_votes(folder)
    voted = {name for name, _, _ in review.votes}
    return tuple(
        prompt for prompt in prompts if (name := prompt_id(prompt)) not in voted or review.standing(name) != "refused"
    )


def _name(entry: Entry) -> str:
    return entry.text(PROMPT.name).strip()
