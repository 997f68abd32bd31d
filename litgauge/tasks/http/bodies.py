"""Bodies of answers over HTTP, no larger than they may be."""

from __future__ import annotations

import httpx


async def bounded_body(response: httpx.Response, most: int) -> bytes | None:
    """Return the body of a streamed answer, unpacked.

    None if it has more than `most` bytes, of which no more are read.
    """
    content = bytearray()
    async for chunk in response.aiter_bytes():
        content += chunk
        if len(content) > most:
            return None
    return bytes(content)
