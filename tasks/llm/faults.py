"""What can be wrong with a call, and what to do about it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tasks.http.retrying import is_busy, is_overloaded, retry_after_s
from tasks.llm.plain_json import plain_json
from tasks.llm.streams import is_stream, whole_of

Remedy = Literal["retry", "give-up", "stop", "without-schema"]

_SHOWN = 300  # characters of an endpoint's message
_KEY = re.compile(
    r"api.?key.{0,40}(invalid|not valid|incorrect|missing|expired|not found)"
    r"|(invalid|incorrect|missing|expired|no).{0,20}(api.?key|authentication|credential|token provided)",
    re.IGNORECASE,
)
_MODEL = re.compile(
    r"model.{0,80}(not exist|not found|not a valid|unknown|invalid model)"
    r"|(unknown|invalid|unsupported|no such) model|not a valid model",
    re.IGNORECASE,
)
_SCHEMA = re.compile(r"response_?format|json_?schema|structured.?output|guided|grammar|text\.format", re.IGNORECASE)
_LENGTH = re.compile(
    r"context.{0,10}(length|window|size|limit)|maximum.{0,20}(context|input|prompt)|maximum (model|sequence) length"
    r"|too (long|many tokens)|exceeds.{0,40}tokens|exceed.{0,30}(token limit|max.{0,5} length)|token count"
    r"|max_seq_len|max_new_tokens.{0,3} must be|reduce the length|range of input length",
    re.IGNORECASE,
)
_CONTEXT = re.compile(r"context.{0,20}exceed|exceed.{0,40}context", re.IGNORECASE)  # where it may be anything else
_TOOLS = re.compile(
    r"not support.{0,30}(\btools?\b|function.?call)|support tool use|enable-auto-tool-choice"
    r"|(\btools\b|\btool.(calling|use|choice)|function.?call\w*).{0,30}"
    r"(not (supported|enabled|available|permitted)|unsupported|requires\b|Extra inputs)"
    r"|(unrecognized|unknown|unsupported|unexpected).{0,20}(argument|parameter|field|key|property|input).{0,30}\btools\b",
    re.IGNORECASE,
)
_NO_CALL = re.compile(r"tool_use_failed|tool call validation failed", re.IGNORECASE)  # what Groq makes of a bad call
_A_MINUTE = re.compile(r"per (minute|day)|rate.?limit", re.IGNORECASE)
_POLICY = re.compile(
    r"content.?(filter|policy|management)|moderation|flagged|safety|usage polic"
    r"|(inappropriate|sensitive) content|data.?inspection|content exists risk|high.?risk",
    re.IGNORECASE,
)
_CREDIT = re.compile(
    r"insufficient.{0,10}(quota|balance|credit|fund)|exceeded your current quota|billing", re.IGNORECASE
)
_OUTPUT_LIMIT = re.compile(r"max_(completion_)?tokens.{0,40}(too large|at most|less than|maximum|range)", re.IGNORECASE)
_PAGE = re.compile(r"\s*<(!doctype|html|head|body)", re.IGNORECASE)
_FIELD = re.compile(r"\b(temperature|top_p|seed|reasoning_effort|max_tokens|max_completion_tokens)\b")


_WITHOUT_TOOLS = (
    "Take a model that calls functions, or start its server so that it does (vLLM: --enable-auto-tool-choice and "
    "--tool-call-parser; llama.cpp: --jinja); an agent of kind: single-shot needs none"
)
_STATUS_OF = {
    **dict.fromkeys(("rate_limit_exceeded", "insufficient_quota"), 429),
    **dict.fromkeys(("context_length_exceeded", "invalid_prompt", "content_filter"), 400),
}


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a call gave no completion."""

    reason: str  # as in Unscored
    detail: str
    remedy: Remedy
    billed: bool = False  # the endpoint may have worked for it, and charge for it
    throttled: bool = False  # it asked for less, or could not keep up
    retry_after_s: float | None = None
    next_step: str = ""  # for remedy "stop"


def of_status(status: int, headers: Mapping[str, str], text: str) -> Fault:
    """The fault behind an HTTP status other than 200."""
    return _of_said(status, *_said_in(text), retry_after_s(headers))


def _of_said(status: int, message: str, code: str, after: float | None) -> Fault:
    detail = f"HTTP {status}: {message}"[:_SHOWN]
    said = f"{code} {message}"
    if status == 402 or (status in (400, 403, 429) and _CREDIT.search(said)):
        return Fault("no-credit", detail, "stop", next_step="Top up the account, or raise its limit at the provider")
    if is_overloaded(status):
        reason = "rate-limit" if status == 429 else "server-error"
        return Fault(reason, detail, "retry", throttled=True, retry_after_s=after)
    if status in (400, 404, 422, 500, 501) and _TOOLS.search(said):
        return Fault("no-tools", detail, "stop", next_step=_WITHOUT_TOOLS)
    if status >= 500 and _CONTEXT.search(said):
        return Fault("too-long", detail, "give-up")
    if status == 409 or is_busy(status):  # 409: somebody else holds a lock on what it needs
        return Fault("server-error", detail, "retry", retry_after_s=after)
    if status == 401 or (status in (400, 403) and _KEY.search(said)):
        return _key_refused(detail)
    if status in (403, 451):
        return Fault("refused", detail, "give-up") if _POLICY.search(said) else _key_refused(detail)
    if status in (400, 413, 422):
        return _of_request(detail, said, too_large=status == 413)
    return Fault("not-found", detail, "stop", next_step="Check model and base_url (it ends in /v1 at most endpoints)")


def json_of(text: str, headers: Mapping[str, str]) -> Any | Fault:
    """Return what a reply with status 200 holds, or the fault of one that holds no JSON."""
    try:
        found = whole_of(text) if is_stream(text) else plain_json(text)
        if found is not None or not is_stream(text):
            return found
    except (ValueError, RecursionError):
        pass
    if "html" in headers.get("content-type", "").lower() or _PAGE.match(text):
        return Fault(
            "not-the-protocol",
            f"answers with a web page{_title(text)}, not with a completion",
            "stop",
            next_step="Check base_url: it is the address of the API (…/v1), not of the site or of a log-in page",
        )
    return _broken(text)


def of_body(body: Any) -> Fault:
    """The fault of a reply with status 200 whose JSON is no completion."""
    return _broken(f"an object of {', '.join(body)}" if isinstance(body, dict) else type(body).__name__)


def of_reported(body: Mapping[str, Any]) -> Fault:
    """The fault of a reply with status 200 in which a gateway reports the failure of the server behind it."""
    error = body.get("error")
    code = str(error.get("code")) if isinstance(error, dict) else ""
    status = int(code) if re.fullmatch("[45][0-9]{2}", code) else _STATUS_OF.get(code, 502)
    return _of_said(status, *_said(body), None)


def of_time_out(seconds: float) -> Fault:
    """No whole reply within the time-out."""
    return Fault("time-out", f"no whole reply within {seconds:g} s", "retry", billed=True, throttled=True)


def of_size(error: Exception) -> Fault:
    """A reply that was not read to its end: it would be as long the next time."""
    return Fault("too-large", f"{error}", "give-up", billed=True)


def of_connection(cause: BaseException | None) -> Fault:
    """No connection, or one that broke."""
    kind = type(cause).__name__
    detail = f"{kind}: {cause}"[:_SHOWN]
    if kind in ("ConnectError", "ConnectTimeout", "PoolTimeout", "ProxyError", "UnsupportedProtocol"):
        return Fault(
            "unreachable",
            detail,
            "retry",
            next_step="Check base_url, the network and the proxy, and that the server runs",
        )
    return Fault("disconnected", detail, "retry", billed=True)


def _said_in(text: str) -> tuple[str, str]:
    """Message and code of an error body, in any of the shapes that endpoints use."""
    try:
        return _said(json.loads(text))
    except (ValueError, RecursionError):
        return f"a web page{_title(text)}" if "<html" in text.lower() else text.strip()[:_SHOWN] or "no message", ""


def _said(body: Any) -> tuple[str, str]:
    if isinstance(body, list) and body:
        body = body[0]
    error = body.get("error", body) if isinstance(body, dict) else body
    if not isinstance(error, dict):
        return str(error), ""
    message = error.get("message") or error.get("detail") or json.dumps(error)[:_SHOWN]
    return str(message), " ".join(str(error[name]) for name in ("code", "param", "metadata") if error.get(name))


def _broken(text: str) -> Fault:
    detail = f"HTTP 200 with a body that is no completion: {text[:80]!r}"
    return Fault("broken-reply", detail, "retry", billed=True)


def _of_request(detail: str, said: str, *, too_large: bool) -> Fault:
    if _MODEL.search(said):
        return Fault("not-found", detail, "stop", next_step="Check model: this endpoint does not know that name")
    if too_large and _A_MINUTE.search(said):  # the account's limit, which is less than the model's
        return Fault("rate-limit", detail, "give-up", throttled=True)
    if too_large or _LENGTH.search(said):
        return Fault("too-long", detail, "give-up")
    if _NO_CALL.search(said):
        return Fault("broken-reply", detail, "retry", billed=True)
    if _SCHEMA.search(said):
        return Fault(
            "no-schema",
            detail,
            "without-schema",
            next_step="Set structured: repair, this endpoint does not enforce schemas",
        )
    if _OUTPUT_LIMIT.search(said):  # of one question: the limit is raised for replies that were cut off
        return Fault("bad-request", detail, "give-up", next_step="Lower max_output_tokens")
    if field := _FIELD.search(said):
        advice = (
            "Set token_limit_field to the other of its two values"
            if "max" in field[0]
            else f"Add {field[0]} to omit: this model does not take it"
        )
        return Fault("bad-parameter", detail, "stop", next_step=advice)
    if _POLICY.search(said):
        return Fault("refused", detail, "give-up")
    return Fault(
        "bad-request",
        detail,
        "give-up",
        next_step="Check parameters and extra_body against the provider's documentation",
    )


def _key_refused(detail: str) -> Fault:
    return Fault("key-refused", detail, "stop")


def _title(page: str) -> str:
    found = re.search(r"<title[^>]*>\s*([^<]{1,80})", page, re.IGNORECASE)
    return f' ("{found[1].strip()}")' if found else ""
