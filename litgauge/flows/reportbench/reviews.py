"""Behind `litgauge reportbench review`: sheets on the tasks of a release for experts, and what they say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from litgauge.flows.cli.console import kept_in, print_json
from litgauge.flows.cli.grade_sheets import number_text
from litgauge.flows.cli.output_files import check_folder
from litgauge.flows.cli.sheet_files import check_new_sheet, expert_names, write_sheet
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.benchmarks.reportbench.build.domains import DOMAIN_REVIEW, review_rows
from litgauge.tasks.benchmarks.reportbench.build.domains.review import EXPERT_DOMAIN, read_experts
from litgauge.tasks.benchmarks.reportbench.build.prompts.review import (
    PROMPT_ASPECTS,
    PROMPT_REVIEW,
    PromptVotes,
    prompt_id,
    prompt_rows,
    read_votes,
)
from litgauge.tasks.benchmarks.reportbench.rows import DomainLabel, Prompt, ReleaseTask
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import PublishedSurvey
from litgauge.tasks.releases.release import StoredRelease, load
from litgauge.tasks.sheets import most_say, restored
from litgauge.tasks.statistics import JudgedItem, agreements

EXPERTS = 4
"""As many as validated the paper's 100 tasks (2.1.3)."""
_DOMAINS, _PROMPTS = "domains", "prompts"  # folders of a review


@dataclass(frozen=True)
class _Tasks:
    """Of a release, what its tasks rest on."""

    titles: Mapping[str, str]
    labels: Mapping[str, DomainLabel]
    prompts: Mapping[str, Prompt]  # by their names in sheets


@dataclass(frozen=True)
class _DomainReview:
    """What experts say of the domains of surveys, survey by survey."""

    domains: Mapping[str, Mapping[str, str]]  # domain by expert, by survey

    def most_say(self, survey_id: str) -> str | None:
        """Return the domain that most of them give; None if there is none."""
        return most_say(list(self.domains.get(survey_id, {}).values()))


def write_review_sheets(
    name: str, to: Path, experts: Sequence[str], storage: str, out: Console, *, xlsx: bool = False
) -> None:
    """Write two sheets for each expert, on the domains and on the prompts of a release's tasks."""
    tasks = _tasks_of(load(Storage(storage), name))
    names, suffix = expert_names(experts, EXPERTS), ".xlsx" if xlsx else ".csv"
    sheets = {
        (kind, expert): check_new_sheet(check_folder(to / kind) / f"{expert}{suffix}")
        for kind in (_DOMAINS, _PROMPTS)
        for expert in names
    }
    for (kind, expert), path in sheets.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if kind == _DOMAINS:
            write_sheet(path, DOMAIN_REVIEW, review_rows(tasks.labels.values(), tasks.titles, filled_in=False))
        else:
            write_sheet(path, PROMPT_REVIEW, prompt_rows(tasks.prompts.values(), tasks.titles, expert))
    out.print(
        f"{len(tasks.labels)} domains and {len(tasks.prompts)} prompts in {to}, two sheets for each of "
        f"{', '.join(names)}: the right domain in {EXPERT_DOMAIN.name}, yes or no in {', '.join(PROMPT_ASPECTS)}. "
        f"Then: litgauge reportbench review {name} --read {to}{kept_in(storage)}",
        soft_wrap=True,
    )


def print_review(name: str, read: Path, storage: str, out: Console, *, as_json: bool) -> None:
    """Print what most experts say, and how far they agree. Raises UnusableInput for rows about other tasks."""
    tasks = _tasks_of(load(Storage(storage), name))
    domains = _domain_review(read / _DOMAINS, tasks)
    votes = read_votes(read / _PROMPTS)
    if unknown := sorted({voted for voted, _, _ in votes.votes} - set(tasks.prompts)):
        raise UnusableInput(
            f"there is no prompt {unknown[0]!r} among the tasks of {name}",
            where=str(read / _PROMPTS),
            data=PROMPT_REVIEW.unused,
            next_step="Name the release that the sheets were written from",
        )
    value = _as_json(tasks, domains, votes)
    if as_json:
        print_json(value, out)
        return
    _print_domains(value["domains"], out)
    _print_prompts(value["prompts"], votes, out)
    out.print(
        f"To build with it: domains: {{review: {read / _DOMAINS}}}, sample: {{prompt_review: {read / _PROMPTS}}}",
        soft_wrap=True,
    )


def _tasks_of(release: StoredRelease) -> _Tasks:
    if release.benchmark is not REPORTBENCH:
        raise UnusableInput(f"it is a release of {release.benchmark.title}", where=release.name)
    tasks = {task.survey_id: task for task in release.rows("tasks", ReleaseTask)}
    drawn = {(task.survey_id, task.level) for task in tasks.values()}
    prompts = [row for row in release.rows("prompts", Prompt) if (row.survey_id, row.level) in drawn]
    labels = [row for row in release.rows("domains", DomainLabel) if row.survey_id in tasks]
    titles = {row.survey_id: row.title for row in release.rows("surveys", PublishedSurvey)}
    return _Tasks(titles, {row.survey_id: row for row in labels}, {prompt_id(prompt): prompt for prompt in prompts})


def _domain_review(folder: Path, tasks: _Tasks) -> _DomainReview:
    domains: dict[str, dict[str, str]] = {}
    for entry in read_experts(folder):
        written = entry.text("survey_id").strip()
        survey = restored(written, set(tasks.labels)) or written
        if survey not in tasks.labels:
            raise entry.refusal(f"there is no task of {survey!r}", "survey_id", "Name the release of the sheets")
        domains.setdefault(survey, {})[entry.rater] = entry[EXPERT_DOMAIN] or ""
    return _DomainReview(domains)


def _as_json(tasks: _Tasks, domains: _DomainReview, votes: PromptVotes) -> dict[str, Any]:
    experts = list(dict.fromkeys(expert for of in domains.domains.values() for expert in of))
    labels = {
        expert: [JudgedItem("domain", (name,), of[expert]) for name, of in domains.domains.items() if expert in of]
        for expert in experts
    }
    majorities = {name: domains.most_say(name) for name in domains.domains}
    corrected = {
        name: {"title": tasks.titles.get(name, ""), "given": tasks.labels[name].domain, "experts": domain}
        for name, domain in majorities.items()
        if domain not in (None, tasks.labels[name].domain)
    }
    cast = {
        expert: [
            JudgedItem(aspect, (name,), "yes" if vote else "no")
            for (name, by, aspect), vote in votes.votes.items()
            if by == expert
        ]
        for expert in votes.experts
    }
    return {
        "domains": {
            "experts": experts,
            "reviewed": len(domains.domains),
            "of": len(tasks.labels),
            "confirmed": sum(domain == tasks.labels[name].domain for name, domain in majorities.items()),
            "corrected": corrected,
            "undecided": [name for name, domain in majorities.items() if domain is None],
            "agreement": [asdict(of) for of in agreements(labels)],
        },
        "prompts": {
            "experts": list(votes.experts),
            "standing": {name: votes.standing(name) for name in tasks.prompts},
            "agreement": [asdict(of) for of in agreements(cast)],
        },
    }


def _print_domains(review: Mapping[str, Any], out: Console) -> None:
    [agreement] = review["agreement"] or [{"raw": None, "fleiss": None}]
    out.print(
        f"Domains: {review['reviewed']} of {review['of']} reviewed by {len(review['experts'])} experts, "
        f"{review['confirmed']} confirmed, {len(review['corrected'])} corrected, {len(review['undecided'])} undecided; "
        f"agreement {number_text(agreement['raw'])}, Fleiss {number_text(agreement['fleiss'])}",
        soft_wrap=True,
    )
    grid = Table("survey", "title", "domain now", "most experts say")
    for name, row in review["corrected"].items():
        grid.add_row(name, row["title"], row["given"], row["experts"])
    if review["corrected"]:
        out.print(grid)


def _print_prompts(review: Mapping[str, Any], votes: PromptVotes, out: Console) -> None:
    counts = Counter(review["standing"].values())
    out.print(
        f"Prompts: {counts['accepted']} accepted, {counts['refused']} refused, {counts['open']} open", soft_wrap=True
    )
    grid = Table("aspect", "yes", "no", "agreement", "Fleiss")
    shares = {of["kind"]: (of["raw"], of["fleiss"]) for of in review["agreement"]}
    for aspect in PROMPT_ASPECTS:
        cast = Counter(vote for (_, _, of), vote in votes.votes.items() if of == aspect)
        raw, fleiss = shares.get(aspect, (None, None))
        grid.add_row(aspect, str(cast[True]), str(cast[False]), number_text(raw), number_text(fleiss))
    out.print(grid)
