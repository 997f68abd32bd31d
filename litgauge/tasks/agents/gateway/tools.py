"""The two tools as a server of the Model Context Protocol (package `mcp`, extra `gateway`)."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from litgauge.tasks.agents.outcome import ToolError
from litgauge.tasks.agents.prompting import fenced
from litgauge.tasks.agents.session import Session
from litgauge.tasks.agents.tools import call_tool, declared_tools, problem_of
from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.llm.turns import ToolCall

if TYPE_CHECKING:
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

_NAME = "litgauge"


async def tool_result(name: str, arguments: Mapping[str, Any], session: Session, page_characters: int) -> str:
    """Return what a tool gives, as a model is told it. Raises as `call_tool` does, ToolError for what is no call."""
    call = ToolCall("", name, json.dumps(dict(arguments), ensure_ascii=False))
    if problem := problem_of(call, search=session.means.search is not None):
        raise session.reject_call(call.name, call.arguments, problem)
    text = await call_tool(call, session, page_characters)
    return f"{fenced(name, text)}\nCalls left: {session.calls_left}"


def check_package() -> None:
    """Raises ConfigError where the package is not installed."""
    try:
        import mcp.server.lowlevel  # noqa: F401
    except ImportError:
        raise ConfigError(
            "the gateway's tools need the package mcp",
            where="kind: command-with-gateway",
            data="Nothing was run",
            next_step="Install litgauge[gateway]",
        ) from None


def tool_server(
    call: Callable[[str, Mapping[str, Any]], Awaitable[str]], *, search: bool
) -> StreamableHTTPSessionManager:
    """Return a server of the tools over streamable HTTP, without sessions; `call` raises ToolError for the agent."""
    import mcp_types as types
    from mcp.server.lowlevel import Server
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

    declared = [
        types.Tool(
            name=function["name"], description=function["description"], input_schema=_schema(function["parameters"])
        )
        for function in (tool["function"] for tool in declared_tools(search=search))
    ]

    async def list_tools(_context: Any, _params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=declared)

    async def call_tool(_context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        try:
            text, failed = await call(params.name, params.arguments or {}), False
        except ToolError as error:
            text, failed = f"error: {error}", True
        return types.CallToolResult(content=[types.TextContent(type="text", text=text)], is_error=failed)

    server = Server(_NAME, on_list_tools=list_tools, on_call_tool=call_tool)
    return StreamableHTTPSessionManager(app=server, json_response=True, stateless=True)


def _schema(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments in JSON Schema; what may be left out may be null, as some frameworks read nothing else."""
    properties = {
        name: parameter if name in parameters["required"] else {**parameter, "nullable": True}
        for name, parameter in parameters["properties"].items()
    }
    return {**parameters, "properties": properties}
