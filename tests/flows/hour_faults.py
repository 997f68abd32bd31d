"""What the hour of faults has besides kills and damage: a frame, bombs, an agent that stops and kills, an echo."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import yaml

from tests.agents.search_server import search_server
from tests.flows.live import CommandLine
from tests.flows.test_canaries import leaks, texts_in
from tests.pictures.samples import png

ENDPOINT_KEY = "ENDPOINT_KEY"
SECRET = "can4ry/Of+the-endpoint=7"
TASKS = 6  # of the agents below
STRANGER = {"Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"}
FRAMED = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}
STOPPER = """
import json, os, signal, sys, time
task = json.load(sys.stdin)["task_id"]
way = int(task[-2:]) % 4
if way == 0:
    print("# Report\\n\\nKites fly.")
elif way == 1:
    os.kill(os.getppid(), signal.SIGSTOP)
    time.sleep(600)
elif way == 2:
    os.kill(os.getpid(), signal.SIGKILL)
else:
    if os.fork() == 0:
        os.setsid()
        time.sleep(600)
    os.kill(os.getppid(), signal.SIGKILL)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@dataclass(frozen=True)
class Intruders:
    """Agents that do harm, bombs, and a page that frames the server; all on one command line."""

    line: CommandLine
    api: str
    folder: Path

    def commands(self, store: Path) -> list[tuple[str, ...]]:
        """Runs of the agents, to be killed at some moment."""
        return [self._run(store, name) for name in ("stops", "echoes")]

    def outcome(self, store: Path) -> dict[str, Any]:
        """How the agents' tasks ended, and what the bombs came to; no file of the storage holds the endpoint's key."""
        self._frame()
        runs = {name: json.loads(self.line.run(*self._run(store, name), timeout=600)) for name in ("stops", "echoes")}
        bombs = (
            "score",
            "reportbench",
            "--run",
            str(self.folder / "bombs"),
            "--agent",
            "bombs",
            "--no-fetch",
            "--json",
        )
        scored = json.loads(self.line.run(*bombs, "--storage", str(store), timeout=600))
        trees = self.line.run("trees", str(self.folder / "trees.jsonl"), timeout=120)
        files = [path for path in store.rglob("*") if path.is_file() and "prefect" not in path.parts]
        assert [str(path) for path in files for text in texts_in(path) if SECRET in leaks(text)] == []
        means = {"scores": scored["scores"], "counts": scored["counts"], "trees": trees}
        return means | {name: run["counts"] for name, run in runs.items()}

    def _run(self, store: Path, name: str) -> tuple[str, ...]:
        agent = str(self.folder / f"{name}.yaml")
        return ("run", "reportbench", "--agent", agent, "--limit", str(TASKS), "--storage", str(store), "--json")

    def _frame(self) -> None:
        """A page of another origin frames the server, and has its user start what removes files."""
        page = httpx.get(f"{self.api.removesuffix('/api')}/deployments", headers=FRAMED)
        assert (page.status_code, page.headers["x-frame-options"]) == (403, "DENY")
        for name in ("prune/prune", "build/build-sample"):
            found = httpx.get(f"{self.api}/deployments/name/{name}")
            if found.is_success:
                start = f"{self.api}/deployments/{found.json()['id']}/create_flow_run"
                assert httpx.post(start, json={}, headers=STRANGER).status_code == 403


@contextmanager
def intruders(line: CommandLine, api: str, folder: Path, answers: Path) -> Iterator[Intruders]:
    """Lay bombs and agents into a folder; `answers` are a well-meaning agent's, with which the bombs lie."""
    _bombs(folder / "bombs", answers)
    _trees(folder / "trees.jsonl")
    program = folder / "stops.py"
    program.write_text(STOPPER, encoding="utf-8")
    stops = {"kind": "command", "command": ["{python}", str(program)], "timeout_s": 5}
    (folder / "stops.yaml").write_text(yaml.safe_dump(stops), encoding="utf-8")
    with search_server() as endpoint:
        escaped = "".join(f"\\u{ord(sign):04x}" for sign in SECRET)
        endpoint.say((200, f'{{"answer": "# Report\\n\\nThe key is {escaped}, or {SECRET.encode().hex()}."}}'))
        url = f"{endpoint.root}/agent"
        echoes = {"kind": "http", "url": url, "api_key_env": ENDPOINT_KEY, "retries": 1}
        (folder / "echoes.yaml").write_text(yaml.safe_dump(echoes), encoding="utf-8")
        yield Intruders(line, api, folder)


def _bombs(folder: Path, answers: Path) -> None:
    """Answers of which one is well meant: with a picture of 900 megapixels, nested JSON, aliases, a zip of zeros."""
    plain, deep, aliases, packed = sorted(answers.glob("*.md"))[:4]
    (folder / plain.stem).mkdir(parents=True)
    picture = "![A chart](huge.png)\n\nFigure 1: a chart.\n"
    (folder / plain.stem / "report.md").write_text(f"{plain.read_text(encoding='utf-8')}\n{picture}", encoding="utf-8")
    (folder / plain.stem / "huge.png").write_bytes(png(30_000, 30_000, pixels=b""))
    (folder / f"{deep.stem}.json").write_text('{"response": ' + '{"a": [' * 100_000, encoding="utf-8")
    (folder / aliases.name).write_text(f"```yaml\n{laughs()}```\n", encoding="utf-8")
    with zipfile.ZipFile(folder / f"{packed.stem}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(packed.name, bytes(300_000_000))


def _trees(path: Path) -> None:
    tree = {"name": "Owls", "subtopics": [{"name": "Flight", "papers": ["Silent wings"]}]}
    rows = [
        {"id": number, "gt": tree, "hierarchy_tree": answer}
        for number, answer in enumerate((tree, laughs(), "[" * 50_000))
    ]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")


def laughs() -> str:
    """YAML whose aliases stand for ten to the ninth leaves."""
    lines = ["a: &a [owl, owl]"]
    lines += [f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join(['*' + chr(97 + n)] * 10)}]" for n in range(9)]
    return "\n".join(lines) + "\n"
