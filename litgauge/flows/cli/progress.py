"""Progress of a run on a terminal: a bar per stage, with counts and money."""

from __future__ import annotations

import threading
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn
from rich.text import Text

from litgauge.tasks.engine.progress import Event, ItemsDone, Note, StageEnded, StageStarted
from litgauge.tasks.text.terminal import plain


class TerminalProgress:
    """Shows events as rich progress bars; on a pipe, one line per finished stage instead."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._live = console.is_terminal
        self._bars: dict[str, TaskID] = {}
        self._rejected: dict[str, int] = {}
        self._failed: dict[str, int] = {}
        self._lock = threading.Lock()
        self._progress = Progress(
            SpinnerColumn(finished_text="[green]✓[/]"),
            TextColumn("{task.description:<12}"),
            BarColumn(bar_width=28),
            MofNCompleteColumn(),
            TextColumn("{task.fields[counts]}"),
            TimeElapsedColumn(),
            console=console,
            disable=not self._live,
        )

    def __enter__(self) -> TerminalProgress:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()

    def __call__(self, event: Event) -> None:
        with self._lock:
            match event:
                case StageStarted():
                    self._start(event)
                case ItemsDone():
                    self._advance(event)
                case StageEnded():
                    self._end(event)
                case Note():
                    for line in event.text.split("\n"):
                        line_text = Text.assemble(
                            (f"{event.stage}:", "yellow" if event.warns else "dim"), " ", plain(line)
                        )
                        self._console.print(line_text, soft_wrap=True)

    def _start(self, event: StageStarted) -> None:
        self._rejected[event.stage] = self._failed[event.stage] = 0
        reused = f"{event.reused} reused" if event.reused else ""
        # A stage without items is done at once: rich shows a bar of total 0 as finished.
        bar = self._progress.add_task(event.stage, total=event.total, completed=event.reused, counts=reused)
        self._bars[event.stage] = bar

    def _advance(self, event: ItemsDone) -> None:
        if event.stage not in self._bars:
            return
        self._rejected[event.stage] += sum(state.status == "rejected" for state in event.states)
        self._failed[event.stage] += sum(state.status == "failed" for state in event.states)
        money = f"${event.usd:.2f}" if event.usd else ""
        counts = _counts(self._rejected[event.stage], self._failed[event.stage], money)
        self._progress.update(self._bars[event.stage], advance=len(event.states), counts=counts)

    def _end(self, event: StageEnded) -> None:
        reused = f"{event.reused} reused" if event.reused else ""
        counts = _counts(event.rejected, event.failed, reused)
        bar = self._bars.get(event.stage)
        if bar is not None:
            self._progress.update(bar, completed=event.done + event.rejected + event.failed, counts=counts)
        if not self._live:
            self._console.print(f"{event.stage}: {event.done} done" + (f", {counts}" if counts else ""))


def _counts(rejected: int, failed: int, more: str) -> str:
    parts = [f"{rejected} rejected" if rejected else "", f"{failed} failed" if failed else "", more]
    return ", ".join(part for part in parts if part)
