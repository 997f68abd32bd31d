"""Calls of Prefect's API that the server of `litgauge serve` answers: those of its UI, forms, worker and clients.

Whatever reads is let through. What changes something is on a list, and some of its contents are refused: a deployment
that names code other than our forms, settings of a process that runs it, an automation that calls an address.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

DEEPEST = 64
MOST_CONTAINERS = 20_000  # objects and lists in a body: each may lack several fields


@dataclass(frozen=True, slots=True)
class BodyLimits:
    """Size of the largest body that a call is sent: in bytes, and in JSON values, each of which may become an error."""

    length: int
    values: int


_OTHERS = BodyLimits(2**18, 25_000)
_LIMITS = {
    "logs/": BodyLimits(4 * 2**20, 100_000),  # Prefect's clients send at most 4 MB of log lines at once
    "artifacts/": BodyLimits(2**20, 25_000),  # our longest lists
    "events/in": BodyLimits(3 * 2**19, 25_000),  # Prefect refuses larger events
}

_API = "/api/"
_READING = frozenset({"GET", "HEAD", "OPTIONS"})
_ID = r"[^/]+"

_READS = re.compile(
    rf"(?:.+/)?(?:filter|count|paginate|history|lateness|validate)|events/(?:count-by/{_ID})|ui/.+"
    rf"|deployments/get_scheduled_flow_runs|automations/templates/validate"
    rf"|flow_runs/{_ID}/input/filter|work_(?:pools|queues)/{_ID}/concurrency_status"
)
_CHANGES = re.compile(
    rf"POST (?:flows/|flow_runs/|task_runs/|logs/|events|artifacts/|deployments/|automations/|block_documents/)"
    rf"|POST (?:flows|deployments|flow_runs)/bulk_delete|POST flow_runs/bulk_set_state"
    rf"|(?:PATCH|DELETE) (?:flows|flow_runs|task_runs|artifacts|deployments|block_documents)/{_ID}"
    rf"|(?:PUT|PATCH|DELETE) automations/{_ID}|DELETE automations/owned-by/{_ID}"
    rf"|POST (?:flow_runs|task_runs)/{_ID}/set_state|POST flow_runs/{_ID}/(?:resume|input)|PATCH flow_runs/{_ID}/labels"
    rf"|DELETE flow_runs/{_ID}/input/{_ID}"
    rf"|POST deployments/{_ID}/(?:create_flow_run|create_flow_run/bulk|pause_deployment|resume_deployment|schedules?)"
    rf"|(?:PATCH|DELETE) deployments/{_ID}/schedules/{_ID}"
    rf"|(?:POST|PATCH|DELETE) (?:v2/)?concurrency_limits/.*"
    rf"|PUT saved_searches/|DELETE saved_searches/{_ID}"
    rf"|POST block_types/install_system_block_types"
)
_CODE = ("pull_steps", "storage_document_id", "infrastructure_document_id", "job_variables", "infra_overrides", "path")
_CHECKED_BY_FORMS = ("parameters", "parameter_openapi_schema")
_ACTIONS = frozenset(
    {
        "do-nothing",
        "send-notification",
        "run-deployment",
        "pause-deployment",
        "resume-deployment",
        "cancel-flow-run",
        "suspend-flow-run",
        "resume-flow-run",
        "change-flow-run-state",
        "pause-automation",
        "resume-automation",
    }
)
_LISTS = re.compile(rf"deployments/{_ID}/(?:create_flow_run/bulk|schedules)")
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)', re.DOTALL)  # one without an end is all of the rest
_STEPS = {ord("{"): 1, ord("["): 1, ord("}"): -1, ord("]"): -1}
_NO_BRACKETS = bytes(code for code in range(256) if code not in _STEPS)


def has_body(method: str) -> bool:
    """Return whether the body of such a request is looked at."""
    return method not in _READING


def is_answered(method: str, path: str) -> bool:
    """Return whether a request is one of those that this server answers; what is not the API's always is."""
    if method in _READING or not path.startswith(_API):
        return True
    call = path.removeprefix(_API)
    if method == "POST" and _READS.fullmatch(call):
        return True
    return bool(_CHANGES.fullmatch(f"{method} {call}"))


def limits_of(path: str) -> BodyLimits:
    """Return how large the body of a request may be, or a message of a stream."""
    return _LIMITS.get(path.removeprefix(_API), _OTHERS)


def unusable_json(path: str, body: bytes) -> str:
    """Return why a JSON body is not handed on, by its length, encoding, number of values and depth; "" if it is."""
    limits = limits_of(path)
    if len(body) > limits.length:
        return f"this request is longer than {limits.length // 2**10} kB"
    if b"\0" in body or not _is_utf8(body):  # JSON in another encoding would not be what is counted here
        return "this request is no text in UTF-8"
    if len(body) < limits.values and body.count(b"{") + body.count(b"[") <= DEEPEST:
        return ""
    signs = _STRING.sub(b"", body)
    containers = signs.count(b"{") + signs.count(b"[")
    if containers > MOST_CONTAINERS:
        return f"this request holds more than {MOST_CONTAINERS:,} objects and lists"
    if signs.count(b",") + containers > limits.values:
        return f"this request holds more than {limits.values:,} values"
    if max(accumulate(map(_STEPS.__getitem__, signs.translate(None, _NO_BRACKETS))), default=0) > DEEPEST:
        return f"this request is nested deeper than {DEEPEST} levels"
    return ""


def _is_utf8(body: bytes) -> bool:
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True


def refused_contents(path: str, body: bytes, own_code: Callable[[], Collection[str]]) -> str:
    """Return why the contents of a change are refused; "" if they are not.

    `own_code` gives the entry points of our own deployments; it is asked only where a body names one.
    """
    call = path.removeprefix(_API)
    if not call.startswith(("deployments", "flow_runs", "automations")):
        return ""
    try:
        content = json.loads(body or b"null")
    except (ValueError, RecursionError):
        return "this request is no JSON"
    if isinstance(content, list) and not _LISTS.fullmatch(call):
        return "this call takes an object"
    for values in _objects(content):
        if any(values.get(name) for name in _CODE[:-1]) or (_is_deployment(call) and values.get("path")):
            return "deployments of this server take no code and no settings of processes from outside"
        entrypoint = values.get("entrypoint")
        if entrypoint and entrypoint not in own_code():
            return "deployments of this server start the forms of litgauge and nothing else"
        if call.startswith("automations") and any(
            isinstance(action, dict) and action.get("type") not in _ACTIONS for action in _actions_of(values)
        ):
            return "automations of this server send notifications and control runs, and nothing else"
    return ""


def _is_deployment(call: str) -> bool:
    return call.startswith("deployments") and "create_flow_run" not in call


def _actions_of(values: dict[str, Any]) -> Iterator[Any]:
    for name in ("actions", "actions_on_trigger", "actions_on_resolve"):
        listed = values.get(name)
        yield from listed if isinstance(listed, list) else ()


def _objects(content: Any) -> Iterator[dict[str, Any]]:
    """Yield every JSON object in a value, but for the parameters of a run: a form of ours checks these."""
    waiting = [content]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            yield value
            waiting.extend(
                part for name, part in value.items() if name not in ("parameters", "parameter_openapi_schema")
            )
        elif isinstance(value, list):
            waiting.extend(value)
