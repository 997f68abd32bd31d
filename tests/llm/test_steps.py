"""Blocking steps of coroutines in threads."""

from __future__ import annotations

import asyncio
import contextvars
import threading
import time

import pytest

from litgauge.tasks.llm.steps import Steps


async def test_results_and_errors_reach_who_waits() -> None:
    steps = Steps()

    def divided(number: int) -> float:
        return 12 / number

    done = await asyncio.gather(*(steps.do(lambda n=n: divided(n)) for n in range(50)), return_exceptions=True)
    assert isinstance(done[0], ZeroDivisionError)
    assert done[1:] == [12 / number for number in range(1, 50)]


async def test_a_step_sees_the_context_of_who_asks_for_it() -> None:
    """A step that finds a damaged file says so to the flow that it is a step of."""
    flow: contextvars.ContextVar[str] = contextvars.ContextVar("flow")
    steps = Steps()

    async def within(name: str) -> str:
        flow.set(name)
        return await steps.do(flow.get)

    names = [f"flow {number}" for number in range(50)]
    assert await asyncio.gather(*(within(name) for name in names)) == names


def test_loops_in_several_threads_share_them() -> None:
    steps, sums = Steps(), []

    async def ask() -> None:
        sums.append(sum(await asyncio.gather(*(steps.do(lambda n=n: n) for n in range(300)))))

    threads = [threading.Thread(target=lambda: asyncio.run(ask())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert sums == [44_850] * 4


@pytest.mark.parametrize("slow", [False, True])
async def test_slow_steps_are_done_side_by_side(slow: bool) -> None:
    steps, began = Steps(slow=slow), time.monotonic()
    await asyncio.gather(*(steps.do(lambda: time.sleep(0.02)) for _ in range(40)))
    assert time.monotonic() - began < 0.5  # 0.8 one after another


async def test_what_nobody_waits_for_is_given_back() -> None:
    steps, lost, release = Steps(), [], threading.Event()
    waiting = asyncio.create_task(steps.do(lambda: release.wait(5) and "claim", lost=lost.append))
    await asyncio.sleep(0.02)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    release.set()
    assert await steps.do(lambda: "next") == "next"
    assert lost == ["claim"]
