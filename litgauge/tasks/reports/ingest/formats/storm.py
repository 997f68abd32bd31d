"""STORM: articles, and beside them which number stands for which page, and logs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from litgauge.tasks.answers.files import AnswerFile
from litgauge.tasks.records import GivenReference
from litgauge.tasks.reports.ingest.formats import plain_text
from litgauge.tasks.reports.ingest.report_files import FoundReport, IgnoredFile, Outcome

_SIDECAR = "url_to_info.json"
_LOGS = ("conversation_log.json", "raw_search_results.json", "run_config.json", "llm_call_history.jsonl")


def holds(file: AnswerFile) -> bool:
    """Return whether STORM wrote the file; an article is its own only with a list beside it."""
    path = file.path
    if path.name in _LOGS or path.name.endswith((_SIDECAR, "outline.txt")):
        return True
    return "gen_article" in path.name and plain_text.holds(file) and bool(_references_beside(path))


def outcomes(file: AnswerFile) -> Iterator[Outcome]:
    """The article with the list from `<prefix>url_to_info.json` beside it."""
    path = file.path
    if "gen_article" not in path.name:
        yield IgnoredFile(file.name, "sidecar" if path.name.endswith(_SIDECAR) else "log")
        return
    for outcome in plain_text.outcomes(file):
        if isinstance(outcome, FoundReport):
            yield replace(outcome, given=_references_beside(path), format="storm")
        else:
            yield outcome


def sidecars(article: Path) -> list[str]:
    """The names of the lists beside an article whose prefix it has too, the longest first; none for any other file."""
    if "gen_article" not in article.name:
        return []
    names = [path.name for path in article.parent.glob(f"*{_SIDECAR}")]
    return sorted((name for name in names if article.name.startswith(_prefix(name))), key=len, reverse=True)


def _references_beside(article: Path) -> tuple[GivenReference, ...]:
    """The list of the first sidecar that has one; () if there is none."""
    read = (_references(article.parent / name) for name in sidecars(article))
    return next((references for references in read if references), ())


def _prefix(sidecar: str) -> str:
    return sidecar.removesuffix(_SIDECAR)


def _references(path: Path) -> tuple[GivenReference, ...]:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
        numbers, infos = value["url_to_unified_index"], value["url_to_info"]
        return tuple(
            GivenReference(str(number), url, infos[url]["title"] if url in infos else None)
            for url, number in sorted(numbers.items(), key=lambda pair: int(pair[1]))
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):  # not STORM's, or half written
        return ()
