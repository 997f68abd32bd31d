"""Planted secrets, echoed in every encoding by an endpoint, a command and a judge: none is in any output."""

from __future__ import annotations

import base64
import html
import io
import json
import logging
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from unicodedata import normalize
from urllib.parse import quote, unquote

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from prefect.settings import PREFECT_HOME

from litgauge.flows.agents.run import run_on_release
from litgauge.flows.cli.console import out
from litgauge.flows.cli.exit_codes import UNUSABLE, ended
from litgauge.flows.cli.releases import publish_release
from litgauge.flows.cli.running import print_trajectory, write_answers
from litgauge.flows.cli.scoring import run_score, write_report
from litgauge.tasks.base.errors import LitgaugeError
from tests.agents.runs import PAGES, small_release
from tests.agents.search_server import search_server
from tests.flows.live import KEY_ENV, model_of
from tests.flows.test_score_money import ANSWERS
from tests.llm.openai_server import KEY, Asked, OpenAIServer

pytestmark = [pytest.mark.prefect, pytest.mark.usefixtures("temporary_prefect")]
RELEASE = "reportbench-v1.1"
CANARIES = {
    KEY_ENV: KEY,  # of the judge
    "CANARY_ENDPOINT_KEY": "can4ry/Of+the-endpoint=7",
    "CANARY_TOKEN": "can4ry\"of'thé<command>&8",
    "AWS_SECRET_ACCESS_KEY": "can4ry+of/the+storage/9",
    "PREFECT_API_AUTH_STRING": "somebody:can4ry-of-prefect-5",
}
SECRETS = (KEY, *list(CANARIES.values())[1:4], "can4ry-of-prefect-5")
OF_JUDGE, OF_ENDPOINT, OF_COMMAND = SECRETS[:1], (SECRETS[1], *SECRETS[3:]), SECRETS[2:3]  # what each can know


CITED = (
    "Agents can be measured by the scores that they reach in games of the Atari [one](https://arxiv.org/abs/1207.4708)."
)
UNCITED = (
    "Most kites were flown by hand before 1900, and 94 % of them had a tail of cloth that was longer than a metre."
)


def each(text: str, form: str) -> str:
    return "".join(form.format(ord(sign)) for sign in text)


def percent(text: str) -> str:
    return "".join(map("%{:02X}".format, text.encode()))


ENCODINGS: tuple[Callable[[str], str], ...] = (
    str,
    lambda secret: json.dumps(secret)[1:-1],
    lambda secret: each(secret, "\\u{:04x}"),
    lambda secret: json.dumps(each(secret, "\\u{:04X}"))[1:-1],
    lambda secret: each(secret, "\\x{:02x}"),
    lambda secret: each(secret, "\\{:03o}"),
    lambda secret: quote(secret, safe=""),
    percent,
    html.escape,
    lambda secret: each(secret, "&#{};"),
    lambda secret: each(secret, "&#x{:x};"),
    lambda secret: each(secret, "\\U{:08x}"),
    lambda secret: each(secret, "\\u{{{:x}}}"),
    lambda secret: quote(percent(secret)),
    lambda secret: quote(normalize("NFD", secret), safe=""),
    lambda secret: normalize("NFD", secret),
    lambda secret: " ".join(secret),
    lambda secret: "\u200b".join(secret),
    lambda secret: secret.encode().hex(" "),
    lambda secret: secret.encode().hex(":"),
    lambda secret: base64.b32encode(secret.encode()).decode(),
    lambda secret: secret.encode().hex(),
    lambda secret: base64.b64encode(secret.encode()).decode(),
    lambda secret: base64.urlsafe_b64encode(b"user:" + secret.encode()).decode(),
)


def echo(*secrets: str) -> str:
    """A report with secrets in every encoding, in prose, in addresses, in code."""
    parts = [encode(secret) for secret in secrets for encode in ENCODINGS]
    shown = [f"Kites fly in strong winds, says {part} of [one](https://e.org/x?k={part})." for part in parts]
    return "\n\n".join(["# Report", CITED, UNCITED, *shown, "```", *parts, "```"])


def wrapped(data: bytes) -> str:
    """Base64 as mail writes it: no line holds a whole secret."""
    return base64.encodebytes(data).decode()


def endpoint_answers() -> list[tuple[int, str]]:
    """What the endpoint says to one task after the other: answers, files, refusals, an error."""
    files = {
        "notes.txt": echo(*OF_ENDPOINT).encode(),
        "wide.txt": echo(*OF_ENDPOINT).encode("utf-16"),
        f"{SECRETS[1]}.md": b"named",
    }
    entries = [{"name": name, "data": wrapped(data)} for name, data in files.items()]
    return [
        (200, json.dumps({"answer": echo(*OF_ENDPOINT)})),
        (200, json.dumps({"answer": "# Report", "files": entries})),
        (400, json.dumps({"error": echo(*OF_ENDPOINT)})),
        (200, json.dumps({"error": {"message": SECRETS[1]}})),
        (500, f"the key {SECRETS[1]} is busy"),
        (403, f"the key {SECRETS[1]} is refused"),
    ]


PROGRAM = """
import json, os, pathlib, sys
number = int(json.load(sys.stdin)["task_id"][-1])
texts = pathlib.Path(sys.argv[1]).read_text()
sys.stderr.write(texts)
if number == 1:
    sys.exit(3)
folder = pathlib.Path(os.environ["LITGAUGE_OUTPUT"])
(folder / "notes.txt").write_text(texts)
(folder / "wide.txt").write_bytes(texts.encode("utf-16"))
(folder / ("x" + os.environ["CANARY_TOKEN"].replace("/", "") + ".txt")).write_text("named")
print(texts)
"""


def judged(asked: Asked) -> Mapping[str, Any]:
    """A verdict by the rules, with the judge's key in its reasons."""
    return {
        name: echo(*OF_JUDGE) if name == "reason" else value for name, value in ANSWERS[asked.schema](asked).items()
    }


def texts_in(path: Path) -> Iterator[str]:
    """What a file holds, unpacked; one that a test has damaged as far as it can be read."""
    yield str(path)
    try:
        data = path.read_bytes()
    except FileNotFoundError:  # a mark of who is at work
        return
    if path.suffix == ".parquet":
        with suppress(pa.ArrowException):
            yield json.dumps(pq.read_table(io.BytesIO(data)).to_pylist(), default=str, ensure_ascii=False)
            return
    text = (_unzipped(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8", "replace")
    yield text
    yield data.decode("utf-16", "replace")
    for packed in re.findall(r'data-packed="([^"]+)"', text):
        yield zlib.decompress(base64.b64decode(packed)).decode()


def _unzipped(data: bytes) -> bytes:
    try:
        return zlib.decompressobj(wbits=31).decompress(data)
    except zlib.error:
        return data


def readings(text: str) -> Iterator[str]:
    """A text, and what it says without the escapes of JSON, Python, URLs, HTML, blanks, Base64, Base32 and hex."""
    for _ in range(4):
        yield normalize("NFC", text)
        yield normalize("NFC", re.sub(r"[\s\u200b]", "", text))
        text = unquote(html.unescape(text))
        text = re.sub(r"\\+(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))", lambda m: chr(int(m[1] or m[2], 16)), text)
        text = re.sub(r"\\+(?:U([0-9a-f]{8})|u\{([0-9a-f]+)\})", lambda m: chr(int(m[1] or m[2], 16)), text)
        text = re.sub(r"\\+([0-7]{3})", lambda m: chr(int(m[1], 8)), text)
        text = re.sub(r"\\+(?=\W)", "", text)
    for run in re.findall(r"(?:[0-9a-fA-F]{2}[ :]){8,}[0-9a-fA-F]{2}", text):
        yield bytes.fromhex(run.replace(":", " ")).decode("utf-8", "replace")
    for run in re.findall(r"[A-Z2-7]{16,}", text):
        for start in range(8):
            part = run[start : len(run) - ((len(run) - start) % 8 in (1, 3, 6))]
            yield base64.b32decode(part + "=" * (-len(part) % 8)).decode("utf-8", "replace")
    for run in set(re.findall(r"[\w+/-]{16,}", text, re.ASCII)):
        for start in range(4):
            part = run[start:].replace("-", "+").replace("_", "/")
            whole = part[: len(part) - (len(part) % 4 == 1)]
            data = base64.b64decode(whole + "=" * (-len(whole) % 4))
            yield data.decode("latin-1")
            yield data.decode("utf-8", "replace")
        if re.fullmatch(r"(?:[0-9a-fA-F]{2})+", run):
            yield bytes.fromhex(run).decode("utf-8", "replace")


def leaks(text: str) -> set[str]:
    """The secrets that somebody who reads a text can find in it."""
    return {secret for reading in readings(text) for secret in SECRETS if secret in reading}


def test_no_output_holds_a_planted_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for name, value in CANARIES.items():
        monkeypatch.setenv(name, value)
    small_release(tmp_path, 6)
    store = str(tmp_path / "store")
    runs = []
    with search_server() as endpoint:
        http = {"kind": "http", "url": f"{endpoint.root}/agent", "api_key_env": "CANARY_ENDPOINT_KEY", "retries": 0}
        http |= {"at_once": 1, "max_failed_share": 1.0}
        endpoint.say(*endpoint_answers())
        assert (
            ended(lambda: runs.append(run_on_release(release=RELEASE, agent=http, limit=5, storage=store)["run"])) == 0
        )
        assert ended(lambda: run_on_release(release=RELEASE, agent=http, storage=store)) != 0
    program, texts = tmp_path / "echoing" / "program.py", tmp_path / "echoing" / "texts"
    program.parent.mkdir()
    program.write_text(PROGRAM, encoding="utf-8")
    texts.write_text(echo(*OF_COMMAND), encoding="utf-8")
    command = {"kind": "command", "command": ["{python}", str(program), str(texts)], "environment": ["CANARY_TOKEN"]}
    runs.append(run_on_release(release=RELEASE, agent=command, limit=2, storage=store)["run"])
    with OpenAIServer(dict.fromkeys(ANSWERS, judged), model="*") as judge:
        values = {"judge": {"model": model_of(judge)}, "pages": str(PAGES), "agent": "echo"}
        scored = run_score(RELEASE, {**values, "run": runs[0]}, store)
        assert judge.log.replies
    for run in runs:
        write_answers(run, tmp_path / "answers" / run, store)
        print_trajectory(run, None, store, as_json=True)
        print_trajectory(run, None, store, as_json=False)
    out.print(repr(scored))
    write_report(RELEASE, tmp_path / "report.html", store, pages=True)
    publish_release(RELEASE, tmp_path / "hub", store, out)
    logging.getLogger("prefect").error("a library says %s", echo(*SECRETS), exc_info=LitgaugeError(echo(*SECRETS)))

    typed = {**command, "command": ["{python}", str(program), CANARIES["CANARY_TOKEN"]]}
    assert ended(lambda: run_on_release(release=RELEASE, agent=typed, storage=store)) == UNUSABLE

    texts.unlink()
    shown = capfd.readouterr()
    (tmp_path / "terminal.txt").write_text(shown.out + shown.err, encoding="utf-8")
    files = [path for path in (*tmp_path.rglob("*"), *PREFECT_HOME.value().rglob("*.db*")) if path.is_file()]
    assert [(path, found) for path in files for text in texts_in(path) if (found := leaks(text))] == []


def test_every_encoding_is_found_where_it_is() -> None:
    for encode in ENCODINGS:
        assert all(secret in leaks(f"x {encode(secret)} y") for secret in SECRETS)
