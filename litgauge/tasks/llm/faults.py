"""Faults of a call, and the next step for each."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from litgauge.tasks.base.errors import DamagedFile
from litgauge.tasks.http.retrying import is_busy, is_overloaded, retry_after_s
from litgauge.tasks.llm.plain_json import plain_json
from litgauge.tasks.llm.streams import is_stream, whole_of

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
_CONTEXT = re.compile(r"context.{0,20}exceed|exceed.{0,40}context", re.IGNORECASE)  # for statuses with other causes
_TOOLS = re.compile(
    r"not support.{0,30}(\btools?\b|function.?call)|support tool use|enable-auto-tool-choice"
    r"|(\btools\b|\btool.(calling|use|choice)|function.?call\w*).{0,30}"
    r"(not (supported|enabled|available|permitted)|unsupported|requires\b|Extra inputs)"
    r"|(unrecognized|unknown|unsupported|unexpected).{0,20}(argument|parameter|field|key|property|input).{0,30}\btools\b",
    re.IGNORECASE,
)
_NO_CALL = re.compile(r"tool_use_failed|tool call validation failed", re.IGNORECASE)  # Groq's error for a bad call
_A_MINUTE = re.compile(r"per (minute|day)|rate.?limit", re.IGNORECASE)
_POLICY = re.compile(
    r"content.?(filter|policy|management)|moderation|flagged|safety|usage polic"
    r"|(inappropriate|sensitive) content|data.?inspection|content exists risk|high.?risk",
    re.IGNORECASE,
)
_NO_VISION = re.compile(
    r"(n.t|\bnot?|\bnone) (\w+ ){0,4}(supports?|accepts?|takes?|handles?|ha(?:s|ve)) (\w+ ){0,3}"
    r"(images?|image_url|pictures?|vision|visual|multi-?modal)"
    r"|(images?|image_url|vision|multi-?modal)\b.{0,40}"
    r"(not (supported|enabled|available|allowed|permitted)|unsupported|only supported)"
    r"|not a (multi-?modal|vision)|text.only|mmproj|unknown variant.{0,4}image_url|data required for image input"
    r"|must be a str(ing)?\b|should be a (valid )?str(ing)?\b|at most 0 image",
    re.IGNORECASE,
)
_FORMAT = re.compile(r"(format|media.?type|mime)", re.IGNORECASE)
_TOO_MANY = re.compile(
    r"(too many|at most|more than|maximum|limit|exceed\w*).{0,40}\bimages?\b(?!.{0,12}(size|dimension|bytes))"
    r"|\b(number of|how many) images",
    re.IGNORECASE,
)
_PICTURE = re.compile(r"\b(images?|image_url|pictures?|base64)\b", re.IGNORECASE)
_REQUEST_SIZE = re.compile(r"(request|payload|body|entity).{0,40}(too large|size|exceed)", re.IGNORECASE)
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
_WITHOUT_VISION = (
    "Take a model that sees pictures, or start its server so that it does (llama.cpp: --mmproj); vision: no in its "
    "settings says beforehand that it does not"
)
_LARGE_BODY = 20_000_000  # bytes; some endpoints close the connection on larger ones
_STATUS_OF = {
    **dict.fromkeys(("rate_limit_exceeded", "insufficient_quota"), 429),
    **dict.fromkeys(("context_length_exceeded", "invalid_prompt", "content_filter"), 400),
}


@dataclass(frozen=True, slots=True)
class Fault:
    """Reason why a call gave no completion."""

    reason: str  # as in Unscored
    detail: str
    remedy: Remedy
    billed: bool = False  # the endpoint may charge for the call
    throttled: bool = False  # the endpoint is overloaded or limits the rate
    retry_after_s: float | None = None
    next_step: str = ""  # for remedy "stop"


def of_status(status: int, headers: Mapping[str, str], text: str, *, pictures: bool = False) -> Fault:
    """Return the fault behind an HTTP status other than 200; `pictures`: the request had some."""
    return _of_message(status, *_error_in(text), retry_after_s(headers), pictures=pictures)


def _of_message(status: int, message: str, code: str, after: float | None, *, pictures: bool) -> Fault:
    detail = f"HTTP {status}: {message}"[:_SHOWN]
    words = f"{code} {message}"
    if status == 402 or (status in (400, 403, 429) and _CREDIT.search(words)):
        return Fault("no-credit", detail, "stop", next_step="Top up the account, or raise its limit at the provider")
    if is_overloaded(status):
        reason = "rate-limit" if status == 429 else "server-error"
        return Fault(reason, detail, "retry", throttled=True, retry_after_s=after)
    if pictures and (fault := _of_pictures(status, detail, words)):
        return fault
    if status in (400, 404, 422, 500, 501) and _TOOLS.search(words):
        return Fault("no-tools", detail, "stop", next_step=_WITHOUT_TOOLS)
    if status >= 500 and _CONTEXT.search(words):
        return Fault("too-long", detail, "give-up")
    if status == 409 or is_busy(status):  # 409: a resource is locked by another request
        return Fault("server-error", detail, "retry", retry_after_s=after)
    if status == 401 or (status in (400, 403) and _KEY.search(words)):
        return _key_refused(detail)
    if status in (403, 451):
        return Fault("refused", detail, "give-up") if _POLICY.search(words) else _key_refused(detail)
    if status in (400, 413, 422):
        return _of_request(detail, words, too_large=status == 413)
    return Fault("not-found", detail, "stop", next_step="Check model and base_url (it ends in /v1 at most endpoints)")


def json_of(text: str, headers: Mapping[str, str]) -> Any | Fault:
    """Return the JSON of a reply with status 200, or the fault of one without JSON."""
    try:
        value = whole_of(text) if is_stream(text) else plain_json(text)
        if value is not None or not is_stream(text):
            return value
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
    """Return the fault of a reply with status 200 whose JSON is no completion."""
    return _broken(f"an object of {', '.join(body)}" if isinstance(body, dict) else type(body).__name__)


def of_reported(body: Mapping[str, Any], *, pictures: bool = False) -> Fault:
    """Return the fault of a reply with status 200 in which a gateway reports the failure of its server."""
    error = body.get("error")
    code = str(error.get("code")) if isinstance(error, dict) else ""
    status = int(code) if re.fullmatch("[45][0-9]{2}", code) else _STATUS_OF.get(code, 502)
    return _of_message(status, *_error_of(body), None, pictures=pictures)


def of_time_out(seconds: float) -> Fault:
    """Return the fault of a reply that was not complete within the time-out."""
    return Fault("time-out", f"no whole reply within {seconds:g} s", "retry", billed=True, throttled=True)


def of_size(error: Exception) -> Fault:
    """Return the fault of a reply that is too long to be read; it would be as long the next time."""
    return Fault("too-large", f"{error}", "give-up", billed=True)


def of_lost_picture(damage: DamagedFile) -> Fault:
    """Return the fault of a picture whose bytes in the storage are missing or damaged."""
    return Fault("picture-lost", f"{damage.where}: {damage.what}, so the question was not asked", "give-up")


_UNREACHED = frozenset(
    {"Unreached", "InvalidURL", "ConnectError", "ConnectTimeout", "PoolTimeout", "ProxyError", "UnsupportedProtocol"}
)
"""Kinds of errors, of all clients, after which nothing was sent."""


def of_connection(cause: BaseException | None, *, sent_bytes: int = 0) -> Fault:
    """Return the fault of a missing or broken connection; `sent_bytes` is the size of the request's pictures."""
    kind = type(cause).__name__
    detail = (str(cause) if kind == "Unreached" else f"{kind}: {cause}")[:_SHOWN]
    if kind in (
        "Unreached",
        "InvalidURL",
        "ConnectError",
        "ConnectTimeout",
        "PoolTimeout",
        "ProxyError",
        "UnsupportedProtocol",
    ):
        return Fault(
            "unreachable",
            detail,
            "retry",
            next_step="Check base_url, the network and the proxy, and that the server runs",
        )
    if sent_bytes > _LARGE_BODY:
        return Fault("request-too-large", f"{detail}, at {sent_bytes:,} bytes of pictures", "give-up", billed=True)
    return Fault("disconnected", detail, "retry", billed=True)


def _error_in(text: str) -> tuple[str, str]:
    """Return message and code of an error body, in any of the shapes that endpoints use."""
    try:
        return _error_of(json.loads(text))
    except (ValueError, RecursionError):
        return f"a web page{_title(text)}" if "<html" in text.lower() else text.strip()[:_SHOWN] or "no message", ""


def _error_of(body: Any) -> tuple[str, str]:
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


def _of_request(detail: str, words: str, *, too_large: bool) -> Fault:
    if _MODEL.search(words):
        return Fault("not-found", detail, "stop", next_step="Check model: this endpoint does not know that name")
    if too_large and _A_MINUTE.search(words):  # the account's limit, which is less than the model's
        return Fault("rate-limit", detail, "give-up", throttled=True)
    if too_large or _LENGTH.search(words):
        return Fault("too-long", detail, "give-up")
    if _NO_CALL.search(words):
        return Fault("broken-reply", detail, "retry", billed=True)
    if _SCHEMA.search(words):
        return Fault(
            "no-schema",
            detail,
            "without-schema",
            next_step="Set structured: repair, this endpoint does not enforce schemas",
        )
    if _OUTPUT_LIMIT.search(words):  # of one question: the limit is raised for replies that were cut off
        return Fault("bad-request", detail, "give-up", next_step="Lower max_output_tokens")
    if field := _FIELD.search(words):
        advice = (
            "Set token_limit_field to the other of its two values"
            if "max" in field[0]
            else f"Add {field[0]} to omit: this model does not take it"
        )
        return Fault("bad-parameter", detail, "stop", next_step=advice)
    if _POLICY.search(words):
        return Fault("refused", detail, "give-up")
    return Fault(
        "bad-request",
        detail,
        "give-up",
        next_step="Check parameters and extra_body against the provider's documentation",
    )


def _of_pictures(status: int, detail: str, words: str) -> Fault | None:
    """Return the fault of a request that is due to its pictures; None for other faults."""
    if status == 413 and not _A_MINUTE.search(words):
        return Fault("request-too-large", detail, "give-up")
    if status not in (400, 404, 415, 422, 500, 501):
        return None
    if _NO_VISION.search(words) and not _FORMAT.search(words):
        return Fault("no-vision", detail, "stop", next_step=_WITHOUT_VISION)
    if status >= 500 or _LENGTH.search(words):
        return None
    if _TOO_MANY.search(words):
        return Fault("too-many-pictures", detail, "give-up")
    if _REQUEST_SIZE.search(words):
        return Fault("request-too-large", detail, "give-up")
    if _PICTURE.search(words) and not _SCHEMA.search(words):
        return Fault("picture-refused", detail, "give-up")
    return None


def of_blindness(source: str) -> Fault:
    """Return the fault of a picture for a model without vision, by its settings or our table; nothing is sent."""
    return Fault("no-vision", f"by {source}; nothing was sent", "stop", next_step=_WITHOUT_VISION)


def _key_refused(detail: str) -> Fault:
    return Fault("key-refused", detail, "stop")


def _title(page: str) -> str:
    match = re.search(r"<title[^>]*>\s*([^<]{1,80})", page, re.IGNORECASE)
    return f' ("{match[1].strip()}")' if match else ""
