"""Frozen releases and the score runs on them."""

from __future__ import annotations

import os
from dataclasses import asdict
from functools import cached_property
from typing import TYPE_CHECKING, Any

from litgauge._frames import frame_of, frame_of_values
from litgauge.tasks.base.errors import UnusableInput

if TYPE_CHECKING:  # these cost half a second, which only those pay who open a release
    import pandas as pd
    import pyarrow as pa

    from litgauge.tasks.ledger import LoadedRun
    from litgauge.tasks.releases.release import StoredRelease

_RUN_COLUMNS = ("run", "agent", "judge", "release", "started", "ended", "usd", "calls", "litgauge")


def release(name: str, storage: str | None = None) -> Release:
    """Return a release by its name: "reportbench@1", or "reportbench" for the latest.

    `storage` is the folder or URL that the command line's --storage names; without it LITGAUGE_STORAGE, else "data".
    Raises UnusableInput if the name is not one, ReleaseError if there is no such release.

    Example: `litgauge.release("reportbench@1", storage="data/demo").references`
    """
    from litgauge.tasks.engine.storage import Storage
    from litgauge.tasks.releases.release import load

    return Release(load(Storage(usual_storage(storage)), name))


def releases(storage: str | None = None) -> pd.DataFrame:
    """Return all releases of a storage, oldest first: release, created, digest, path, and the rows of each table.

    Example: `litgauge.releases("data/demo")`
    """
    from litgauge.tasks.engine.storage import Storage
    from litgauge.tasks.releases.release import list_releases

    rows = [{**entry, **entry["tables"]} for entry in list_releases(Storage(usual_storage(storage)))]
    tables = dict.fromkeys(name for entry in rows for name in entry["tables"])
    return frame_of_values(rows, ("release", "created", "digest", "path", *tables))


def usual_storage(storage: str | None) -> str:
    """Return the storage, by default that of the command line."""
    return storage or os.environ.get("LITGAUGE_STORAGE", "data")


class Release:
    """A frozen release. Each of its tables is an attribute: `release.references`.

    A table is read on first use, and checked against the hash that it was frozen with. Raises ReleaseError if
    it was changed.
    """

    def __init__(self, stored: StoredRelease) -> None:
        self._stored = stored
        self._frames: dict[str, pd.DataFrame] = {}

    @property
    def name(self) -> str:
        """`reportbench@1`."""
        return self._stored.name

    @property
    def path(self) -> str:
        """Folder or URL of the release."""
        return self._stored.path

    @property
    def digest(self) -> str:
        """sha256 (hex) of the content: equal releases have equal digests."""
        return self._stored.digest

    @property
    def created(self) -> str:
        """Time at which it was frozen, ISO 8601, UTC."""
        return self._stored.created

    @property
    def tables(self) -> dict[str, str]:
        """Names of the tables, each with what a row of it is."""
        declared = self._stored.benchmark
        tables = {name: declared.table(name) for name in self._stored.manifest.tables}
        return {name: table.holds if table else "" for name, table in tables.items()}

    def columns(self, table: str) -> dict[str, str]:
        """Return the meaning of each column of a table of the release or of its score runs."""
        benchmark = self._stored.benchmark
        tables = {table.name: table for table in (*benchmark.scoring.all_tables, *benchmark.tables)}
        if table not in tables:
            raise UnusableInput(f"no such table; available: {', '.join(tables)}", where=table)
        return dict(tables[table].columns)

    def table(self, name: str) -> pd.DataFrame:
        """Return a table by its name, the same frame each time. Raises ReleaseError if there is none of that name."""
        if name not in self._frames:
            self._frames[name] = frame_of(self.arrow(name))
        return self._frames[name]

    def arrow(self, name: str) -> pa.Table:
        """Return a table as an Arrow table, for Polars, DuckDB, or use without pandas."""
        return self._stored.table(name)

    @cached_property
    def runs(self) -> pd.DataFrame:
        """Score runs on the release, oldest first: run, agent, judge, times, cost, and tasks by state.

        They are read once; open the release again to see later ones.
        """
        from litgauge.tasks.ledger import list_score_runs

        rows = []
        for run in list_score_runs(self._stored.storage, release=self.name):
            head = (run.run_id, run.agent, run.judge, run.release, run.started, run.ended)
            spent = (run.spent.usd, run.spent.calls, run.litgauge)
            rows.append({**dict(zip(_RUN_COLUMNS, head + spent, strict=True)), **run.counts})
        return frame_of_values(rows, (*_RUN_COLUMNS, *dict.fromkeys(key for row in rows for key in row)))

    def scores(self, agent: str | None = None, *, judge: str | None = None, run: str | None = None) -> pd.DataFrame:
        """Return each metric of each task, of the newest run of every agent and judge or of those that are named.

        `state` says whether the value is a score, unscored because litgauge failed, or missing because the agent did;
        groups of tasks (a domain, a level) are columns of their own.

        Example: `release.scores("careful").pivot(index="task_id", columns="metric", values="value")`
        """
        scores = self.scored("scores", agent, judge=judge, run=run)
        groups = [{group["column"]: group["value"] for group in row} for row in scores.pop("groups")]
        first = list(scores.columns).index("cluster") + 1
        for place, name in enumerate(self._stored.benchmark.scoring.groups):
            scores.insert(first + place, name, [row.get(name) for row in groups])
        return scores

    def scored(
        self, table: str, agent: str | None = None, *, judge: str | None = None, run: str | None = None
    ) -> pd.DataFrame:
        """Return any table of score runs, with run, agent and judge before its own columns.

        It covers the newest run of every agent and judge, or those that are named. Raises UnusableInput if there is no
        such table or run.

        Example: `release.scored("pairs", "careful")`
        """
        import pyarrow as pa

        from litgauge.tasks.records import to_table

        declared = {table.name: table for table in self._stored.benchmark.scoring.all_tables}
        if table not in declared:
            raise UnusableInput(f"score runs have no such table; available: {', '.join(declared)}", where=table)
        parts = []
        for loaded in self._loaded(agent, judge, run):
            rows = to_table(declared[table].row, loaded.rows.get(table, ()))
            run_columns = {"run": loaded.run.run_id, "agent": loaded.run.agent, "judge": loaded.run.judge}
            for place, (name, value) in enumerate(run_columns.items()):
                rows = rows.add_column(place, name, pa.array([value] * rows.num_rows, pa.string()))
            parts.append(rows)
        return frame_of(pa.concat_tables(parts))

    def verdicts(self, agent: str | None = None, *, judge: str | None = None, run: str | None = None) -> pd.DataFrame:
        """Return the verdicts, in every benchmark as run, agent, judge, kind of verdict, item, label.

        Example: `release.verdicts("careful").groupby(["kind", "label"]).size()`
        """
        rows = []
        for loaded in self._loaded(agent, judge, run):
            run_columns = {"run": loaded.run.run_id, "agent": loaded.run.agent, "judge": loaded.run.judge}
            rows += [run_columns | asdict(item) for item in self._stored.benchmark.scoring.verdicts(loaded.rows)]
        return frame_of_values(rows, dict.fromkeys(("run", "agent", "judge", *(key for row in rows for key in row))))

    def leaderboard(self) -> pd.DataFrame:
        """Return a row per agent and judge: each metric's mean, and beside it its 95 % interval.

        The values are those of `litgauge leaderboard`. Raises UnusableInput if no agent was scored on the release yet.
        """
        from litgauge.tasks.ledger import leaderboard

        rows = []
        for entry in leaderboard(self._loaded(None, None, None)).rows:
            row: dict[str, Any] = {"agent": entry.agent, "judge": entry.run.judge, "run": entry.run.run_id}
            for name, summary in entry.summaries.items():
                interval = summary.interval
                row[name] = summary.mean
                row |= {f"{name}_low": interval and interval.low, f"{name}_high": interval and interval.high}
            rows.append(row)
        return frame_of_values(rows, dict.fromkeys(key for row in rows for key in row))

    def _loaded(self, agent: str | None, judge: str | None, run: str | None) -> list[LoadedRun]:
        from litgauge.tasks.ledger import list_score_runs, load_score_run, newest_runs

        runs = list_score_runs(self._stored.storage, release=self.name)
        chosen = [entry for entry in runs if entry.run_id == run] if run else newest_runs(runs)
        chosen = [entry for entry in chosen if agent in (None, entry.agent) and judge in (None, entry.judge)]
        if not chosen:
            runs_here = (
                ", ".join(sorted({f"{entry.agent} by {entry.judge} ({entry.run_id})" for entry in runs})) or "none"
            )
            raise UnusableInput(
                f"no such score run; available: {runs_here}",
                where=f"{self.name}, {run or agent or judge or 'any agent'}",
                next_step=f"Run litgauge score {self.name} --run DIR --agent NAME",
            )
        return [load_score_run(self._stored.storage, entry) for entry in chosen]

    def __getattr__(self, name: str) -> pd.DataFrame:
        if name.startswith("_") or name not in self._stored.manifest.tables:
            tables = ", ".join(self._stored.manifest.tables) if not name.startswith("_") else ""
            raise AttributeError(f"{type(self).__name__} has no {name!r}; its tables are {tables}")
        return self.table(name)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._stored.manifest.tables]

    def __repr__(self) -> str:
        counts = ", ".join(f"{entry.rows:,} {name}" for name, entry in self._stored.manifest.tables.items())
        return f"<{self.name}: {counts}>"
