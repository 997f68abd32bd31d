"""Many agents on one release, and a long history of score runs: parts of `perf.scale`.

One agent's 100 reports are scored by the rules, with some pairs each; its run is then repeated under other names and
days, every score of it drawn anew.
"""

from __future__ import annotations

import random
import shutil
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from perf._measured import HEAD, command, files_of, measured, step

TASKS = 100
PAIRS = 20  # cited statements of a report
AGENTS = 20  # of the history


def leaderboard(folder: Path, agents: int) -> None:
    """One run of each agent."""
    _prepare(folder, agents, 1)
    store = ("--storage", str(folder / "store"))
    command("leaderboard", "leaderboard", "reportbench", *store)
    command("compare, two agents", "compare", "reportbench", "agent-0", "agent-1", *store)
    command("report", "report", "reportbench", "--out", str(folder / "report.html"), *store)
    print(f"{'':46}a page of {(folder / 'report.html').stat().st_size / 1e6:,.1f} MB; {files_of(folder / 'store')}")
    step("perf._scale_ledger", "board", folder)


def history(folder: Path, runs: int) -> None:
    """Every agent scored again and again."""
    _prepare(folder, AGENTS, max(1, runs // AGENTS))
    store = ("--storage", str(folder / "store"))
    for words in (["show", "reportbench"], ["releases"], ["verify", "reportbench"], ["leaderboard", "reportbench"]):
        command(words[0], *words, *store)
    command("report", "report", "reportbench", "--out", str(folder / "report.html"), *store)
    command("prune (shown, not done)", "prune", *store)
    step("perf._scale_ledger", "append", folder)
    step("perf._scale_ledger", "forms", folder)
    print(f"{'':46}{files_of(folder / 'store')}")


def board(folder: str) -> None:
    """The leaderboard, Python and its libraries loaded."""
    from litgauge.tasks.engine.storage import Storage
    from litgauge.tasks.ledger import leaderboard as ranked
    from litgauge.tasks.ledger import load_newest
    from litgauge.tasks.releases.release import load

    storage = Storage(f"{folder}/store")
    release = load(storage, "reportbench").name
    with measured("leaderboard, without the start of Python"):
        runs, _ = load_newest(storage, release, ["scores"])
        assert len(ranked(runs).rows) == len(runs)


def append(folder: str) -> None:
    """One more run."""
    from litgauge.tasks.engine.storage import Storage
    from litgauge.tasks.ledger import append_score_run, list_score_runs, load_score_run

    storage = Storage(f"{folder}/store")
    newest = list_score_runs(storage)[-1]
    loaded = load_score_run(storage, newest)
    with measured("one more run appended"):
        append_score_run(storage, newest, loaded.rows)


def forms(folder: str) -> None:
    """What `serve` lists for its forms."""
    from litgauge.flows.ui.deployments import choices_in

    with measured("what the forms of serve offer"):
        assert choices_in(f"{folder}/store").runs


def _prepare(folder: Path, agents: int, times: int) -> None:
    print(HEAD)
    step("perf._scale_ledger", "score_once", folder, environment={"PREFECT_HOME": f"{folder}/prefect"})
    step("perf._scale_ledger", "repeat", folder, agents, times)


def score_once(folder: str) -> None:
    """A release, and one agent's reports on it, scored."""
    from litgauge.flows.reportbench.config import ScoreConfig
    from litgauge.flows.reportbench.score import score_reports
    from litgauge.flows.runtime.temporary_server import have_prefect
    from litgauge.tasks.judge import JudgeSettings
    from perf.scoring import write_pages, write_release, write_reports

    have_prefect()
    place = Path(folder)
    pages = write_pages(place)
    write_release(place, TASKS)
    write_reports(place / "reports", TASKS, PAIRS)
    config = ScoreConfig(run=str(place / "reports"), agent="agent-0", pages=str(pages), judge=JudgeSettings())
    with measured(f"{TASKS} reports scored by the rules"):
        score_reports(config=config, storage=f"{folder}/store")
    shutil.rmtree(place / "reports")


def repeat(folder: str, agents: str, times: str) -> None:
    """The same run for every agent, so many times."""
    from litgauge.tasks.engine.storage import Storage
    from litgauge.tasks.ledger import append_score_run, list_score_runs, load_score_run

    storage = Storage(f"{folder}/store")
    loaded = load_score_run(storage, list_score_runs(storage)[0])
    drawn = random.Random(0)
    day = datetime(2026, 1, 5, tzinfo=UTC)
    left = [(f"agent-{number}", week) for week in range(int(times)) for number in range(int(agents))][1:]
    with measured(f"{len(left)} more runs appended"):
        for agent, week in left:
            scores = [replace(one, **_other(one, drawn)) for one in loaded.rows["scores"]]
            ended = (day + timedelta(weeks=week)).isoformat()
            append_score_run(storage, replace(loaded.run, agent=agent, ended=ended), {**loaded.rows, "scores": scores})


def _other(score: object, drawn: random.Random) -> dict[str, float]:
    """Another value for a score that has one."""
    if getattr(score, "state", "") != "scored":
        return {}
    share = drawn.random()
    return {"value": share, "numerator": share * getattr(score, "denominator", 1.0)}
