"""A command line that asks its model and its tools through us: any harness, under the rules of agents of ours."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from pydantic import Field

from litgauge.tasks.agents.external.command import FIXED, CommandAgent
from litgauge.tasks.agents.external.left_files import LeftFiles
from litgauge.tasks.agents.external.process import CommandResult, run_command
from litgauge.tasks.agents.external.settings import CommandSettings
from litgauge.tasks.agents.gateway.tools import check_package
from litgauge.tasks.agents.kinds import AgentKind
from litgauge.tasks.agents.session import Session
from litgauge.tasks.agents.settings import ModelAgentSettings, ToolSettings
from litgauge.tasks.agents.spending import CostBasis
from litgauge.tasks.base.secrets import know_secret
from litgauge.tasks.benchmark import GivenTask
from litgauge.tasks.fences.sandbox import PORT, check_fence
from litgauge.tasks.llm import ModelSettings

if TYPE_CHECKING:
    from litgauge.tasks.agents.gateway.server import Gateway

T = TypeVar("T")

TOOL = "command-with-gateway"


class GatewaySettings(CommandSettings, ModelAgentSettings, ToolSettings):
    """A command, the model that it asks through us, and its two tools."""

    kind: Literal["command-with-gateway"] = Field("command-with-gateway", title="Kind")
    max_calls: int = Field(50, ge=0, le=1000, title="Most calls a task", description="Of both tools together.")
    max_turns: int = Field(
        100, ge=1, le=10_000, title="Most turns a task", description="Turns of the model: each request counts."
    )


class GatewayAgent(CommandAgent):
    """See `Agent`."""

    def __init__(self, settings: GatewaySettings) -> None:
        super().__init__(settings)
        self._own = settings

    @property
    def tool(self) -> str:
        """Return the name of its call: what it read is known, unless it has another network than ours."""
        return super().tool if self._own.network or not self._own.fenced else TOOL

    async def run(
        self,
        command: Sequence[str],
        payload: str,
        take: Callable[[Path], Awaitable[LeftFiles]] | None,
        session: Session,
    ) -> CommandResult:
        """Run the command with the gateway of its task."""
        from litgauge.tasks.agents.gateway.server import Gateway  # and with it a web server

        settings = self._own
        gateway = Gateway(session, settings.sample, settings.max_turns, settings.page_characters)
        know_secret(gateway.token)

        def start(port: str, listener: int | None) -> Awaitable[CommandResult]:
            view = settings.view_with(listener)
            more = _environment(port, gateway.token, settings.model)
            return run_command(command, payload, settings.limits, settings.environment, take, view, more)

        with session.at_work_already():
            if settings.fenced and not settings.network:
                return await _within_fence(start, gateway)
            listener = socket.create_server(("127.0.0.1", 0))
            async with gateway.serving(listener):
                return await _until_ended(start(str(listener.getsockname()[1]), None), gateway)


async def _within_fence(
    start: Callable[[str, int | None], Awaitable[CommandResult]], gateway: Gateway
) -> CommandResult:
    """Run a command whose network is its own: the socket that listens there comes out of it, to be served here."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.setblocking(False)
        async with contextlib.AsyncExitStack() as stack:
            running = await stack.enter_async_context(_task(start(PORT, theirs.fileno())))
            arrival = await stack.enter_async_context(_task(_listener(ours)))
            await _first(running, arrival)
            if not arrival.done():  # it could not be started
                return await running
            await stack.enter_async_context(gateway.serving(arrival.result()))
            return await _until_ended(running, gateway)


async def _until_ended(command: Awaitable[CommandResult], gateway: Gateway) -> CommandResult:
    """Return how the command ended. Raises an error of ours as soon as there is one, and ends the command."""
    async with _task(command) as running:
        await _first(running, gateway.ended)
        if gateway.ended.done():
            gateway.ended.result()
        return await running


async def _first(*futures: asyncio.Future[Any]) -> None:
    await asyncio.wait(futures, return_when=asyncio.FIRST_COMPLETED)


@contextlib.asynccontextmanager
async def _task(work: Awaitable[T]) -> AsyncIterator[asyncio.Future[T]]:
    """Give some work under way, and end it with the block."""
    task = asyncio.ensure_future(work)
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _listener(ours: socket.socket) -> socket.socket:
    """Return the socket that is sent from within the fence."""
    loop = asyncio.get_running_loop()
    readable = asyncio.Event()
    loop.add_reader(ours, readable.set)
    try:
        await readable.wait()
    finally:
        loop.remove_reader(ours)
    _, descriptors, _, _ = socket.recv_fds(ours, 100, 1)
    listener = socket.socket(fileno=descriptors[0])
    listener.setblocking(False)
    return listener


def _environment(port: str, token: str, model: ModelSettings) -> Mapping[str, str]:
    address = f"http://127.0.0.1:{port}"
    tools = {"LITGAUGE_MCP": f"{address}/mcp", "LITGAUGE_TOKEN": token, "NO_PROXY": "127.0.0.1"}
    if model.provider == "offline":  # the command's own model, if it has one, is its own
        return tools
    return tools | {
        "OPENAI_BASE_URL": f"{address}/v1",
        "OPENAI_API_BASE": f"{address}/v1",  # as older packages name it
        "OPENAI_API_KEY": token,
        "ANTHROPIC_BASE_URL": address,
        "ANTHROPIC_API_KEY": token,
        "ANTHROPIC_AUTH_TOKEN": token,
        "LITGAUGE_MODEL": model.model,
    }


def _check(settings: GatewaySettings, _tasks: Sequence[GivenTask]) -> None:
    check_package()
    if settings.view is not None:
        check_fence(gateway=not settings.network)


def _forecast(basis: CostBasis, tasks: Sequence[GivenTask]) -> str | None:
    settings = basis.settings
    assert isinstance(settings, GatewaySettings)
    parts = [f"{len(tasks):,} tasks"]
    if basis.door is not None and basis.door.model != "offline":
        parts.append(
            f"at most {settings.max_turns:,} turns of {basis.door.model} each, whose cost follows from the agent"
        )
    if basis.search is not None and basis.search.usd_per_search:
        most = len(tasks) * settings.max_calls
        parts.append(f"at most {most:,} searches for ${most * basis.search.usd_per_search:,.2f}")
    return "; ".join(parts) if len(parts) > 1 else None


GATEWAY = AgentKind(
    "a command line with our model and tools",
    GatewaySettings,
    GatewayAgent,
    offline=True,
    fixed=FIXED,
    check=_check,
    forecast=_forecast,
)
