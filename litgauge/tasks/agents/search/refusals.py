"""Why a provider gives no results, told from what it says: a busy server, a query it refuses, a key, the credit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

from litgauge.tasks.agents.search.provider import Addressed, Provider, UnreadAnswer
from litgauge.tasks.http.retrying import is_busy, is_overloaded, retry_after_s
from litgauge.tasks.llm.faults import Fault

_SHOWN = 300  # characters of a provider's message
_LOOKED_AT = 4_000  # characters of one that are searched for what it means
_CREDIT = re.compile(
    r"credits?\b.{0,30}(?:exhaust|used up|left|exceed)|not enough credit|insufficient.{0,10}(?:credit|quota|balance)"
    r"|(?:run|ran) out of (?:searches|credits|queries)|quota.{0,10}(?:limited|exceeded|exhausted)|usage.?limit"
    r"|exceeds? your.{0,20}(?:plan|quota)|pay.?as.?you.?go limit|billing (?:details|hard)",
    re.IGNORECASE,
)
_KEY = re.compile(
    r"(?:key|token|credential).{0,40}(?:invalid|not valid|incorrect|missing|expired|not found)|unauthori[sz]ed"
    r"|(?:invalid|incorrect|missing|expired|no valid).{0,30}(?:key|token|credential)|_TOKEN_INVALID",
    re.IGNORECASE,
)
_PAGE = re.compile(r"\s*<(?:!doctype html|html|head|body)", re.IGNORECASE)
_NO_CREDIT = frozenset({402, 432, 433})  # Tavily's plan and pay-as-you-go limits are 432 and 433


def fault_in(provider: Provider[Addressed], text: str) -> Fault | None:
    """Return what is wrong with an answer 200, if anything is: such a one is never stored."""
    try:
        tuple(provider.read(text, date.max))
    except UnreadAnswer as unread:
        detail = f"{unread}"[:_SHOWN]
        if _CREDIT.search(detail):
            return _stop("no-credit", detail)
        if _KEY.search(detail):
            return _stop("key-refused", detail)
        if _PAGE.match(text):
            return _stop("not-the-protocol", "answers with a web page, not with results")
        return Fault("broken-answer", detail, "retry") if unread.passing else Fault("bad-request", detail, "give-up")
    return None


def refusal(status: int, headers: Mapping[str, str], text: str) -> Fault:
    """The fault of an answer other than 200."""
    after = retry_after_s(headers)
    detail = f"HTTP {status}: {_message(text)}"[:_SHOWN]
    if status in _NO_CREDIT or (400 <= status < 500 and _CREDIT.search(text[:_LOOKED_AT])):
        return _stop("no-credit", detail)
    if is_busy(status):
        return Fault(
            "rate-limit" if status == 429 else "server-error",
            detail, "retry", throttled=is_overloaded(status), retry_after_s=after,
        )  # fmt: skip
    if status in (401, 403, 407) or (status in (400, 422) and _KEY.search(text[:_LOOKED_AT])):
        return _stop("key-refused", detail)
    if status in (400, 413, 414, 422):
        return Fault("bad-request", detail, "give-up")
    return _stop("not-found", detail)


def advice(fault: Fault, provider: Provider[Addressed], variable: str) -> tuple[str, str]:
    """Return what a fault says about the provider, and what to do about it."""
    step = {
        "no-credit": f"Top up the account at {provider.name}, or choose another search.provider",
        "key-refused": f"Check the key in {variable}"
        if variable
        else provider.refused or "Name the variable of a key in search.api_key_env",
        "unreachable": "Check search.base_url, the network and the proxy",
    }.get(fault.reason, "Check search.base_url and search.provider")
    return f"the search provider cannot be used: {fault.reason} ({fault.detail})", step


def _stop(reason: str, detail: str) -> Fault:
    return Fault(reason, detail, "stop")


def _message(text: str) -> str:
    """Return what an error body says, whatever its shape."""
    if _PAGE.match(text):
        return "a web page"
    return " ".join(text.split()) or "no message"
