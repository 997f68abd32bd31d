"""How the scanners of `litgauge/tasks/agents` are called: an agent's words, what searches answer, pages, tasks."""

from __future__ import annotations

from datetime import date

from litgauge.tasks.agents.leak_filter import LeakFilter, is_undated
from litgauge.tasks.agents.offline.agents import CitedSentence, report
from litgauge.tasks.agents.outcome import WrittenFile, ending_of
from litgauge.tasks.agents.page_reader import ReadPage
from litgauge.tasks.agents.prompting import instructions
from litgauge.tasks.agents.search.arxiv import ARXIV
from litgauge.tasks.agents.search.dates import iso_date
from litgauge.tasks.agents.search.engine import SearchHit
from litgauge.tasks.agents.search.provider import line
from litgauge.tasks.agents.search.providers import PROVIDERS
from litgauge.tasks.agents.search.refusals import fault_in, refusal
from litgauge.tasks.agents.task_run import cited_pages
from litgauge.tasks.agents.tools import problem_of
from litgauge.tasks.agents.written_files import absent_files, safe_files
from litgauge.tasks.benchmark import AnswerKey, GivenTask
from litgauge.tasks.benchmarks.tvir.agents.figures import figure_path
from litgauge.tasks.llm.plain_json import in_whole_characters
from litgauge.tasks.llm.streams import whole_of
from litgauge.tasks.llm.turns import ModelTurn, ToolCall, turn_of
from litgauge.tasks.llm.written_calls import written_calls
from litgauge.tasks.records import WorkIdentity
from tests.agents.test_external_command import ANSWERS
from tests.linear.growth import Call, Prepare

SURVEY = WorkIdentity(arxiv_id="1901.00596", doi="10.1109/tnnls.2020.2978386", title="A Survey of Graphs by Hand")


def keeping(text: str) -> Call:
    """The text in every place of a search's result and of a page."""
    task = GivenTask("1", text, "2020-05", (SURVEY, WorkIdentity(title=text)))
    found = (SearchHit(text, f"https://e.org/{text}", text, text), ReadPage(f"https://e.org/{text}", text, text))
    key = AnswerKey((SURVEY, WorkIdentity(title=text)), text)
    return lambda: [(LeakFilter(task, key).verdict(one), is_undated(task, one)) for one in found]


def turning(text: str) -> Call:
    """The text as a model's words, thoughts, and calls."""
    call = {"id": text, "function": {"name": text, "arguments": text}}
    message = {"content": text, "reasoning_content": text, "tool_calls": [call]}
    return lambda: turn_of({"choices": [{"message": message, "finish_reason": text}]})


def written(text: str) -> Call:
    """The text as calls that a model wrote out, with and without their mark."""
    return lambda: [written_calls(one, ("search", "read_page")) for one in (text, f"<tool_call>{text}")]


AGENT_CALLS: dict[str, Prepare] = {
    "agents.task_run.cited_pages": lambda text: lambda: cited_pages(text, ()),
    "agents.outcome.ending_of": lambda text: lambda: ending_of(ModelTurn(text, "", "length", (), {}), ANSWERS),
    "agents.leak_filter.is_undated": keeping,
    "agents.offline.agents.report": lambda text: lambda: report(text, [(text, [CitedSentence(text, text, text)])]),
    "agents.prompting.instructions": lambda text: (
        lambda: instructions("base_model", GivenTask("1", text, "2020-05"), ANSWERS)
    ),
    "agents.search.dates.iso_date": lambda text: lambda: iso_date(text, date.max),
    "benchmarks.tvir.agents.figures.figure_path": lambda text: lambda: figure_path("chart", 1, 1, text, ".png"),
    "agents.search.provider.line": lambda text: lambda: (line(text), ARXIV.phrasings(text)),
    "agents.search.refusals.fault_in": lambda text: lambda: [fault_in(one, text) for one in PROVIDERS.values()],
    "agents.search.refusals.refusal": lambda text: lambda: [refusal(status, {}, text) for status in (400, 403, 500)],
    "agents.written_files.absent_files": lambda text: (
        lambda: absent_files(text, "report.md", [WrittenFile(text, b""), WrittenFile("images/a.png", b"")])
    ),
    "agents.written_files.safe_files": lambda text: (
        lambda: safe_files([WrittenFile(name, b"") for name in (text, f"{text}.png")], text)
    ),
    "agents.tools.problem_of": lambda text: (
        lambda: [problem_of(ToolCall(text, name, text), search=True) for name in ("search", text)]
    ),
    "llm.plain_json.in_whole_characters": lambda text: lambda: in_whole_characters([text], text),
    "llm.streams.whole_of": lambda text: lambda: [whole_of(one) for one in (text, f"data: {text}", f"data: {{{text}")],
    "llm.turns.turn_of": turning,
    "llm.written_calls.written_calls": written,
}

_OURS = "its texts are names of ours: of a file, a setting, a kind"

AGENT_LEFT_OUT: dict[str, str] = {
    "agents.search.local_documents.pages_in": _OURS,
    "agents.search.provider.image_hit": "cuts its texts with line",
    "agents.search.provider.object_at": _OURS,
    "agents.search.provider.of_images": _OURS,
    "agents.spending.filled_request": "fills a request with signs of its own",
    "agents.toolbox.open_toolbox": _OURS,
    "agents.kinds.agent_kind": _OURS,
    "agents.kinds.module_of": _OURS,
    "agents.external.process.absolute": _OURS,
    "agents.external.process.clean_environment": _OURS,
    "agents.prompting.template_digest": _OURS,
    "agents.search.provider.json_object": "asked by fault_in",
    "agents.search.provider.results_at": _OURS,
    "agents.search.refusals.advice": _OURS,
    "benchmarks.reportbench.answers.answer_key": "its text is the name of a task",
    "benchmarks.taxobench.answers.answer_key": "its text is the name of a task",
    "benchmarks.tvir.agents.outline.read_outline": "reads with llm.answers.read_answer",
    "benchmarks.tvir.agents.outline.read_part": "reads with llm.answers.read_answer",
}
