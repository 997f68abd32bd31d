"""A judge on loopback that believes everything, a process of its own: `python -m perf._judge_server LATENCY_S [SHARE]`.

It writes its port to standard output and serves until its standard input ends. It is as small as it can be, so that a
benchmark measures its client: what a request asks is told by the name of its schema, and the answer is always the same.
A model that is given tools reads `CALLS` pages, one a turn, and then answers. A random share of all requests is
answered 429 instead, with a Retry-After of a second.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import subprocess
import sys
from collections.abc import Iterator

MODEL = "believer"
CALLS = 5
PAGES = tuple(f"https://pages.example.org/{number}" for number in range(CALLS))
SENTENCE = "Fact 1 is known to hold in every case that was looked at."
_ANSWERS = {
    "supporting_passage": {"quotes": [SENTENCE]},
    "statement_verdict": {"reason": "It says so.", "supported": True},
}


_REFUSAL = b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 1\r\ncontent-length: 2\r\n\r\n{}"


@contextlib.contextmanager
def judge_server(latency_s: float, refused_share: float = 0.0) -> Iterator[str]:
    """The base URL of such a server while the block runs."""
    command = [sys.executable, "-m", "perf._judge_server", str(latency_s), str(refused_share)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield f"http://127.0.0.1:{int(process.stdout.readline())}/v1"
        finally:
            process.stdin.close()


async def serve(latency_s: float, refused_share: float) -> None:
    """Answer until standard input ends."""
    rng = random.Random(24)

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).lower()
                length = int(head.split(b"content-length:")[1].split(b"\r\n")[0])
                asked = await reader.readexactly(length)
                if rng.random() < refused_share:
                    writer.write(_REFUSAL)
                    continue
                await asyncio.sleep(latency_s)
                body = _completion(asked)
                writer.write(
                    b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%s"
                    % (len(body), body)
                )
                await writer.drain()
        writer.close()

    server = await asyncio.start_server(talk, "127.0.0.1", 0, backlog=256)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.to_thread(sys.stdin.read)
    server.close()


def _message(asked: bytes) -> dict[str, object]:
    if b'"tools":' not in asked:
        answer = next(answer for name, answer in _ANSWERS.items() if f'"name":"{name}"'.encode() in asked)
        return {"role": "assistant", "content": json.dumps(answer)}
    read = asked.count(b'"role":"tool"')
    if read == CALLS:
        return {"role": "assistant", "content": f"{SENTENCE} [1]({PAGES[0]})"}
    function = {"name": "read_page", "arguments": json.dumps({"url": PAGES[read]})}
    call = {"id": f"c{read}", "type": "function", "function": function}
    return {"role": "assistant", "content": None, "tool_calls": [call]}


def _completion(asked: bytes) -> bytes:
    message = _message(asked)
    completion = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": MODEL,
        "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
        "usage": {"prompt_tokens": len(asked) // 4, "completion_tokens": 20, "total_tokens": len(asked) // 4 + 20},
    }
    return json.dumps(completion).encode()


if __name__ == "__main__":
    asyncio.run(serve(*map(float, sys.argv[1:3])))
