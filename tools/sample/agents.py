"""Writes the made-up agents' reports, the web they cite, and what must come out when they are scored.

What the agents say is in scripts/ (script.py explains the marks), what the web holds in works.jsonl and web.json.

    python -m tools.sample.agents            write data/sample/agents and data/sample/pages
    python -m tools.sample.agents --check    exit 1 and name the files that differ from what would be written
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.sample.expectation import expectation
from tools.sample.layout import json_file
from tools.sample.render import render
from tools.sample.script import Script, read_script
from tools.sample.web import Pages, read_web

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "sample"
SCRIPTS = Path(__file__).resolve().parent / "scripts"


def files(sample: Path = SAMPLE) -> Iterator[tuple[str, bytes]]:
    """Path under the sample and bytes of each file that this builder owns."""
    web = read_web(sample)
    pages = Pages(web)
    expected: dict[str, dict[str, Any]] = {}
    facts: dict[str, list[str]] = {}
    search: dict[str, list[str]] = {}
    for path in sorted(SCRIPTS.glob("*.txt")):
        script = read_script(path)
        report = render(script, web)
        for name in script.names:
            pages.add(name, script.agent, script.survey_id)
        for sentence in script.sentences:
            if sentence.truth is not None:
                facts.setdefault(script.survey_id, []).append(sentence.evidence)
                search[sentence.text] = [web.encyclopedia_address(script.survey_id)]
        name, data = _report_file(script, report.text)
        expected.setdefault(script.agent, {})[script.survey_id] = {
            "file": name,
            **expectation(script, report, web, _listed(sample, script.survey_id)),
        }
        yield f"agents/{name}", data
    for survey_id, lines in facts.items():
        pages.encyclopedia(survey_id, lines)
    yield "agents/expected.json", json_file(expected)
    yield "pages/index.json", json_file(dict(sorted(pages.index.items())))
    yield "pages/search.json", json_file(search)
    yield from ((f"pages/{name}", data) for name, data in sorted(pages.files.items()))


def _report_file(script: Script, text: str) -> tuple[str, bytes]:
    if script.agent == "careful":
        return f"careful/{script.survey_id}.md", text.encode()
    answer = {"arxiv_id": script.survey_id, "model": "careless", "response": text}
    return f"careless/{script.survey_id}.json", json_file(answer)


def _listed(sample: Path, survey_id: str) -> set[str]:
    expected = json.loads((sample / "expected" / f"{survey_id}.json").read_text(encoding="utf-8"))
    return {reference["key"] for reference in expected["references"]}


def main() -> int:
    """Writes or checks the files; 1 if --check finds a difference, or a page that nothing makes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    check = parser.parse_args().check
    made = dict(files())
    stale = [name for name, data in made.items() if not _holds(SAMPLE / name, data)]
    orphans = [path for path in sorted((SAMPLE / "pages").glob("*")) if f"pages/{path.name}" not in made]
    if not check:
        for name in stale:
            (SAMPLE / name).parent.mkdir(parents=True, exist_ok=True)
            (SAMPLE / name).write_bytes(made[name])
        for path in orphans:
            path.unlink()
    changed = [*stale, *(f"pages/{path.name}" for path in orphans)]
    sys.stdout.write(f"{'differ' if check else 'written'}: {', '.join(changed) or 'none'}\n")
    return int(check and bool(changed))


def _holds(path: Path, data: bytes) -> bool:
    return path.is_file() and path.read_bytes() == data


if __name__ == "__main__":
    raise SystemExit(main())
