"""The log of an agent's calls."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import Any

from litgauge.tasks.llm.replies import StoredReply
from litgauge.tasks.records.trajectories import AgentCall, CallStatus

_LONGEST = 4_000  # characters of arguments that are kept


class Trajectory:
    """The calls of one task, numbered from 1 in the order in which they began."""

    def __init__(self, task_id: str) -> None:
        self._task_id = task_id
        self.role = ""  # part of the agent that is at work
        self._calls: list[AgentCall] = []

    @property
    def calls(self) -> tuple[AgentCall, ...]:
        """The calls so far."""
        return tuple(self._calls)

    def begin(self, tool: str, arguments: Any) -> int:
        """Return the number of a new call. Concurrent calls are numbered in the order in which they began."""
        written = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
        number = len(self._calls) + 1
        self._calls.append(
            AgentCall(
                task_id=self._task_id,
                number=number,
                tool=tool[:_LONGEST],
                arguments=written[:_LONGEST],
                status="error",
                detail="it did not end",
                result="",
                addresses=(),
                reply="",
                model="",
                prompt_tokens=0,
                completion_tokens=0,
                usd=0.0,
                seconds=0.0,
                at="",
                role=self.role,
            )
        )
        return number

    def end(self, number: int, status: CallStatus, detail: str = "", **columns: Any) -> None:
        """Record how a call ended; `columns` are further ones of its row."""
        self._calls[number - 1] = replace(self._calls[number - 1], status=status, detail=detail, **columns)

    def end_with_reply(
        self,
        number: int,
        stored: StoredReply,
        *,
        addresses: tuple[str, ...] = (),
        status: CallStatus = "ok",
        detail: str = "",
        model: str = "",
        undated: int = 0,
        scores: tuple[float, ...] = (),
    ) -> None:
        """Record the stored reply of a call."""
        self.end(
            number,
            status,
            detail,
            result=digest_of(stored.body),
            addresses=addresses,
            reply=stored.key,
            model=model,
            prompt_tokens=stored.usage.prompt_tokens,
            completion_tokens=stored.usage.completion_tokens,
            reasoning_tokens=stored.usage.reasoning_tokens,
            usd=stored.cost_usd,
            seconds=stored.seconds,
            at=stored.asked_at,
            undated=undated,
            scores=scores,
        )


def digest_of(result: Any) -> str:
    """Return the sha256 (hex) of a text, or of the canonical JSON of anything else."""
    text = result if isinstance(result, str) else json.dumps(result, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
