"""One HTTP request of a paid call that asks no model, such as a search: its answer as text, or its fault."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import httpx

from litgauge.tasks.base.secrets import redacted
from litgauge.tasks.http import USER_AGENT
from litgauge.tasks.http.bodies import bounded_body
from litgauge.tasks.http.certificates import trusted_certificates
from litgauge.tasks.llm import faults
from litgauge.tasks.llm.faults import Fault
from litgauge.tasks.text.encodings import decoded

_MOST_BYTES = 4_000_000
_HEADERS = {"user-agent": USER_AGENT, "accept-encoding": "gzip, deflate"}  # others unpack to thousands of times at once


@dataclass(frozen=True, slots=True)
class TextAnswer:
    """An answer, read to its end; its text does not hold the key."""

    status: int
    headers: Mapping[str, str]
    text: str


async def fetch_text(
    method: str,
    url: str,
    *,
    timeout_s: float,
    params: Mapping[str, str] | None = None,
    body: Any = None,
    headers: Mapping[str, str],
) -> TextAnswer | Fault:
    """The answer of any status. Redirects are not followed, so that the key stays where it belongs.

    `body` is sent as JSON. Secrets are cut out of texts and faults.
    """
    try:
        async with (
            asyncio.timeout(timeout_s),
            httpx.AsyncClient(timeout=timeout_s, verify=trusted_certificates()) as client,
            client.stream(method, url, params=params, json=body, headers={**_HEADERS, **headers}) as response,
        ):
            content = await bounded_body(response, _MOST_BYTES)
    except (TimeoutError, httpx.TimeoutException):
        return faults.of_time_out(timeout_s)
    except (httpx.TransportError, httpx.DecodingError) as error:
        return replace(fault := faults.of_connection(error), detail=redacted(fault.detail))
    if content is None:
        return Fault("too-large", f"an answer of more than {_MOST_BYTES:,} bytes", "give-up", billed=True)
    text = redacted(decoded(content, response.charset_encoding))
    return TextAnswer(response.status_code, response.headers, text)
