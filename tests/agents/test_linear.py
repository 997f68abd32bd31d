"""What reads foreign text takes time in proportion to it: processor time, on texts made to be looked at again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from litgauge.tasks.agents.external.task_json import answer_in
from litgauge.tasks.agents.offline.agents import relevant_sentences
from litgauge.tasks.agents.offline.topics import forbidden_title, queries_of
from litgauge.tasks.agents.page_reader import ReadPage
from litgauge.tasks.agents.search import SearchHit
from litgauge.tasks.agents.search.arxiv import ARXIV
from litgauge.tasks.agents.search.dates import iso_date
from litgauge.tasks.agents.search.provider import line
from tests.agents.test_leak_filter import TASK, reason_withheld
from tests.linear.growth import Call, grows_too_fast, quiet
from tests.linear.hostile_texts import Form

SCANNERS: dict[str, Callable[[str], Any]] = {
    "an answer": answer_in,
    "an address": lambda text: reason_withheld(TASK, SearchHit("x", text, "")),
    "a title": lambda text: reason_withheld(TASK, SearchHit(text, "https://e.org/", "")),
    "a page": lambda text: reason_withheld(TASK, ReadPage("https://e.org/", "x", text)),
    "a task": lambda text: (queries_of(text, 3), forbidden_title(text)),
    "a page to quote": lambda text: relevant_sentences("graphs", text, 2),
    "a date": lambda text: iso_date(text, date.max),
    "a snippet": line,
    "a query": ARXIV.phrasings,
}
UNITS = [
    "\x1b]",
    "\x1bP",
    "  ",
    "\n",
    "\n\n a rule:\n",
    " - ",
    "… ",
    "%25",
    '"',
    "| ",
    "a.b. ",
    "a ",
    "[",
    "1901.00596",
]
SIZE, LARGEST = 6_000, 24_000


@pytest.mark.soak
@pytest.mark.parametrize("name", list(SCANNERS))
def test_a_longer_text_takes_longer_in_proportion(name: str) -> None:
    def prepared(text: str) -> Call:
        return lambda: SCANNERS[name](text)

    with quiet():
        grew = {unit: grows_too_fast(prepared, Form(unit), SIZE, LARGEST) for unit in UNITS}
    assert not {unit: found for unit, found in grew.items() if found}
