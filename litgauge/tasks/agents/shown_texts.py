"""Texts that an agent's searches and pages showed it, from the record of its calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.llm.replies import Replies, StoredReply
from litgauge.tasks.records.grouping import rows_by
from litgauge.tasks.records.trajectories import MODEL, READ_PAGE, SEARCH, AgentCall

_FOREIGN = frozenset(("command", "http"))  # programs and endpoints of others: what they see, nobody records


def shown_texts(storage: Storage, calls: Iterable[AgentCall]) -> dict[str, tuple[str, ...]]:
    """Return, by task, the hits that searches showed (title, address and extract) and the text of the pages read.

    What was withheld is left out. Tasks of which this is not known are left out: those that somebody else's program
    worked on, and those without a call of a tool or a model. Raises DamagedFile where the text of a page is lost.
    """
    by_task = rows_by(calls, lambda call: call.task_id)
    replies = Replies(storage)
    return {
        task: tuple(text for call in own for text in _texts(storage, replies, call))
        for task, own in by_task.items()
        if any(call.tool == MODEL or call.addresses for call in own) and not any(call.tool in _FOREIGN for call in own)
    }


def _texts(storage: Storage, replies: Replies, call: AgentCall) -> Iterator[str]:
    if call.tool not in (SEARCH, READ_PAGE) or call.status != "ok" or not call.reply:
        return
    stored = replies.read(call.reply)
    if stored is None:
        return
    if call.tool == READ_PAGE:
        yield _page_text(storage, stored)
        return
    shown = set(call.addresses)
    for hit in (*stored.body.get("hits", ()), *stored.body.get("works", ())):
        if hit.get("url", hit.get("address")) in shown:
            yield "\n".join(str(value) for value in hit.values() if isinstance(value, str))


def _page_text(storage: Storage, stored: StoredReply) -> str:
    body: Mapping[str, str] = stored.body
    blob = body.get("text_blob", "")
    text = storage.read_checked(blob).decode("utf-8", "replace") if blob else ""
    return f"{body.get('title', '')}\n{text}"
