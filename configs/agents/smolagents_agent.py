"""An agent of smolagents behind litgauge's gateway: configs/agents/smolagents.yaml runs it.

The task comes as JSON on standard input, the report goes to standard output; model and tools are where the
environment says. Whatever else the framework can do, it does in the fence.
"""

import contextlib
import json
import os
import sys

from smolagents import MCPClient, OpenAIServerModel, ToolCallingAgent

task = json.load(sys.stdin)
model = OpenAIServerModel(model_id=os.environ["LITGAUGE_MODEL"])  # address and token: OPENAI_BASE_URL, OPENAI_API_KEY
tools = {
    "url": os.environ["LITGAUGE_MCP"],
    "transport": "streamable-http",
    "headers": {"Authorization": f"Bearer {os.environ['LITGAUGE_TOKEN']}"},
}
with contextlib.redirect_stdout(sys.stderr), MCPClient(tools, structured_output=False) as found:
    agent = ToolCallingAgent(tools=found, model=model, max_steps=12, verbosity_level=0)
    report = agent.run(f"{task['prompt']}\n\nGive the report in Markdown as your final answer; cite with links.")
sys.stdout.write(str(report))
