"""What a model with tools says in tests: a good one, and one that uses its tools badly in every way.

Both read two pages, and answer with what stands on the first of them; so their answers are the same.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from tests.llm.openai_server import Asked

PAGES = ("https://arxiv.org/abs/1706.03762", "https://arxiv.org/abs/1512.03385")
Messages = Sequence[Mapping[str, Any]]


def good(asked: Asked, messages: Messages) -> dict[str, Any]:
    """Reads a page a turn, and answers with what it saw."""
    seen = results(messages)
    left = [page for page in PAGES if page not in "".join(seen)]
    if left and asked.body.get("tool_choice") == "auto":
        return {"tool_calls": [(f"call-{len(messages)}", "read_page", json.dumps({"url": left[0]}))]}
    return {"content": answer(asked, seen)}


def bad(asked: Asked, messages: Messages) -> dict[str, Any]:
    """The same with an unknown tool, broken arguments, the same call again, text without end, and calls it has not."""
    turn = sum(message["role"] == "assistant" for message in messages)
    match turn:
        case 0:
            return {"tool_calls": [("a", "browse!", "{}"), ("b", "read_page", '{"url": ')]}
        case 1:
            return {"tool_calls": [("c", "read_page", "[]"), ("d", "read_page", json.dumps({"url": PAGES[0]}))]}
        case 2:
            return {"tool_calls": [("e", "read_page", json.dumps({"url": PAGES[0]}))]}
        case 3:
            return {"tool_calls": [("f", "read_page", json.dumps({"url": PAGES[1]}))]}
        case 4:
            if asked.body["max_completion_tokens"] <= 4096:
                return {"content": "and so on " * 500, "finish_reason": "length"}
            return {"tool_calls": [(f"g{n}", "read_page", json.dumps({"url": PAGES[0] + f"v{n}"})) for n in range(6)]}
        case _:
            return {"content": answer(asked, results(messages))}


def results(messages: Messages) -> list[str]:
    """What the tools gave."""
    return [message["content"] for message in messages if message["role"] == "tool"]


def answer(asked: Asked, seen: Sequence[str]) -> str:
    """A report that rests on the pages that were read."""
    read = [page for page in PAGES if any(page in one for one in seen)]
    titles = [re.search(rf"data-[0-9a-f]+ name=[^>]*>\n(.*)\n{re.escape(page)}", "\n".join(seen)) for page in read]
    told = [f"It is known [{found[1] if found else page}]({page})." for page, found in zip(read, titles, strict=True)]
    subject = hashlib.sha256(asked.user.encode()).hexdigest()[:8]
    return f"# On {subject}\n\n" + "\n\n".join(told)
