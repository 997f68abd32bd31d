"""What an agent run costs beyond its model: `python -m perf.agents [TASKS]`; `… throttled [TASKS]`: among 429s.

A model on loopback, in a process of its own, takes 300 ms a turn and reads five pages a task, one a turn, before it
answers; 32 tasks are under way at once. The ideal is turns x latency / 32. Then the same again (everything is stored),
and with four times the tasks for the memory. What the harness itself needs is its CPU time a turn, which a busy
machine does not change much.

`throttled`: the same with 2 % and 10 % of all requests refused at random (429, Retry-After: 1), as multiples of the
time without a refusal.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
import tempfile
import time
from pathlib import Path

from litgauge.tasks.agents.base_model import BaseModelSettings
from litgauge.tasks.base.errors import ItemError
from perf._judge_server import CALLS, MODEL, PAGES, SENTENCE, judge_server
from tests.agents.runs import run, small_release

LATENCY_S, SLOW_S, AT_ONCE, MORE = 0.3, 2.0, 32, 4


def main(tasks: int) -> None:
    with tempfile.TemporaryDirectory() as name, judge_server(LATENCY_S) as url:
        folder = Path(name)
        settings = settings_for(url, write_pages(folder))
        measure(folder / "warm", settings, 2, "first pages")
        ratio = measure(folder / "some", settings, tasks, "asked")
        small = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        measure(folder / "more", settings, MORE * tasks, "four times the tasks")
        large = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(f"{ratio:.2f} times the ideal; memory {small // 1024} MB, with {MORE} times the tasks {large // 1024} MB")


def main_throttled(tasks: int) -> None:
    clean = 0.0
    for share in (0.0, 0.02, 0.1):
        with tempfile.TemporaryDirectory() as name, judge_server(SLOW_S, share) as url:
            folder = Path(name)
            settings = settings_for(url, write_pages(folder))
            measure(folder / "warm", settings, 2, "first pages")
            ratio = measure(folder / "some", settings, tasks, f"{share:.0%} refused", SLOW_S)
            clean = clean or ratio
            print(f"{share:.0%} refused: {ratio / clean:.2f} times the time without")


def settings_for(url: str, pages: Path) -> BaseModelSettings:
    model = {
        "provider": "openai", "model": MODEL, "base_url": url, "api_key_env": "", "max_concurrency": AT_ONCE,
    }  # fmt: skip
    return BaseModelSettings.model_validate(
        {"model": model, "at_once": AT_ONCE, "pages": str(pages), "search": {"provider": "none"}}
    )


def measure(folder: Path, settings: BaseModelSettings, tasks: int, what: str, latency_s: float = LATENCY_S) -> float:
    """Print time and CPU of a run, and of the same again; wall time over the ideal of the first."""
    release = small_release(folder, tasks)
    turns = tasks * (CALLS + 1)
    ideal = turns * latency_s / AT_ONCE
    taken = []
    for _ in range(2):
        began, used = time.monotonic(), time.process_time()
        found, toolbox = asyncio.run(run(settings, release))
        taken.append(time.monotonic() - began)
        used = time.process_time() - used
        failed = sum(isinstance(one, ItemError) for one in found)
        print(
            f"{what}: {tasks} tasks, {toolbox.spent.calls} calls, {toolbox.spent.cached} stored, {failed} failed: "
            f"{taken[-1]:.2f} s (ideal {ideal:.2f} s), CPU {used:.2f} s, {1000 * used / turns:.2f} ms a turn"
        )
    return taken[0] / ideal


def write_pages(folder: Path) -> Path:
    """The pages that the model reads, of some ten thousand characters each."""
    pages = folder / "pages"
    pages.mkdir()
    for number in range(len(PAGES)):
        text = f"<title>Page {number}</title><h1>Page {number}</h1><p>{' '.join([SENTENCE] * 150)}</p>"
        (pages / f"{number}.html").write_text(text, encoding="utf-8")
    index = {
        url: {"status": 200, "content_type": "text/html", "file": f"{number}.html"} for number, url in enumerate(PAGES)
    }
    (pages / "index.json").write_text(json.dumps(index), encoding="utf-8")
    return pages


if __name__ == "__main__":
    counts = [int(one) for one in sys.argv[1:] if one.isdecimal()]
    (main_throttled if "throttled" in sys.argv else main)(counts[0] if counts else 100)
