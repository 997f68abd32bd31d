"""Behind `litgauge tvir review`: drafts as sheets for experts, and how far their reviews have come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from litgauge.flows.cli.console import kept_in, print_json
from litgauge.flows.cli.output_files import check_folder
from litgauge.flows.cli.sheet_files import check_new_sheet, expert_names, write_sheet
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.tvir.benchmark import TVIR
from litgauge.tasks.benchmarks.tvir.build.review import EXPERTS, SHEET, Review, read_review, review_rows, standing
from litgauge.tasks.benchmarks.tvir.build.stage import DRAFTS
from litgauge.tasks.benchmarks.tvir.build.topics import Topic
from litgauge.tasks.benchmarks.tvir.rows import Draft
from litgauge.tasks.benchmarks.tvir.settings import ASPECTS
from litgauge.tasks.engine.outputs import read_rows
from litgauge.tasks.engine.run_records import last_run
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.statistics import JudgedItem, agreements


@dataclass(frozen=True)
class _Drafted:
    """Drafts of the last build of a series."""

    drafts: tuple[Draft, ...]
    topics: dict[str, Topic]


def write_review_sheets(
    of: str, to: Path, read: Path | None, experts: Sequence[str], storage: str, out: Console
) -> None:
    """Write a sheet for each expert with the drafts that are open: all of them, or those after a first review."""
    drafted = _drafted(of, storage)
    review = read_review(read, drafted.drafts, drafted.topics) if read else Review()
    names = expert_names(experts, EXPERTS)
    drafts = [
        draft for draft in (*drafted.drafts, *review.revisions) if standing(draft, review.votes, len(names)) == "open"
    ]
    if not drafts:
        raise UnusableInput("no draft is left to review", where=of, next_step="Name the folder in the config and build")
    sheets = {name: check_new_sheet(check_folder(to) / f"{name}.csv") for name in names}
    to.mkdir(parents=True, exist_ok=True)
    for name, path in sheets.items():
        write_sheet(path, SHEET, review_rows(drafts, drafted.topics, name))
    out.print(
        f"{len(drafts)} drafts in {to}, a sheet for each of {', '.join(names)}: yes or no in {', '.join(ASPECTS)}, "
        f"why, and a better wording where there is one. Then: litgauge tvir review {of} --read {to}{kept_in(storage)}",
        soft_wrap=True,
    )


def print_review(of: str, read: Path, storage: str, out: Console, *, as_json: bool) -> None:
    """Print how drafts stand, aspect by aspect, and how far experts agree. Raises as `read_review`."""
    drafted = _drafted(of, storage)
    review = read_review(read, drafted.drafts, drafted.topics)
    raters = {vote.reviewer for vote in review.votes}
    drafts = (*drafted.drafts, *review.revisions)
    standings = {draft.draft_id: standing(draft, review.votes, max(EXPERTS, len(raters))) for draft in drafts}
    labels = {
        rater: [
            JudgedItem(vote.aspect, (vote.draft_id,), "yes" if vote.accepted else "no")
            for vote in review.votes
            if vote.reviewer == rater
        ]
        for rater in sorted(raters)
    }
    agreed = agreements(labels)
    if as_json:
        value = {
            "drafts": standings,
            "revisions": len(review.revisions),
            "agreement": [asdict(agreement) for agreement in agreed],
        }
        print_json(value, out)
        return
    grid = Table("aspect", "yes", "no", "agree", "Fleiss", title="Votes", title_justify="left")
    for aspect in ASPECTS:
        votes = Counter(vote.accepted for vote in review.votes if vote.aspect == aspect)
        shares = [(agreement.raw, agreement.fleiss) for agreement in agreed if agreement.kind == aspect] or [
            (None, None)
        ]
        numbers = ("–" if share is None else f"{share:.2f}" for share in shares[0])
        grid.add_row(aspect, str(votes[True]), str(votes[False]), *numbers)
    out.print(grid)
    counts = Counter(standings.values())
    out.print(
        f"{counts['accepted']} drafts accepted, {counts['refused']} refused, {counts['open']} open; "
        f"{len(review.revisions)} revisions. Open ones as sheets: litgauge tvir review {of} --read {read} --out "
        f"FOLDER{kept_in(storage)}; to release what is accepted, build with review: {{folder: {read}}}",
        soft_wrap=True,
    )


def _drafted(of: str, storage: str) -> _Drafted:
    record = last_run(Storage(storage), (TVIR.name, of))
    output = next((output for output in record.outputs if output.stage == DRAFTS.name), None) if record else None
    if output is None:
        raise UnusableInput(
            "no build of this name has drafted anything here",
            where=of,
            next_step=f"Run litgauge build tvir{kept_in(storage)}, or name its series and --storage",
        )
    drafts = tuple(read_rows(Storage(storage), output, "drafts", Draft))
    topics = {topic.topic_id: topic for topic in read_rows(Storage(storage), output, "topics", Topic)}
    return _Drafted(drafts, topics)
