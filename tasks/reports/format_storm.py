"""STORM keeps beside its articles which number stands for which page."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from tasks.records import GivenReference
from tasks.reports.found import Found

SIDECAR = "url_to_info.json"
LOGS = (
    "conversation_log.json",
    "raw_search_results.json",
    "run_config.json",
    "llm_call_history.jsonl",
    "direct_gen_outline.txt",
)


def with_sidecars(folder: Path, found: Iterable[Found]) -> list[Found]:
    """The reports, those of STORM with the list from `<prefix>url_to_info.json` beside them."""
    found = list(found)
    places = {(folder / report.file).parent for report in found if "gen_article" in report.file}
    sidecars = {
        path: references
        for place in sorted(places)
        for path in sorted(place.glob(f"*{SIDECAR}"))
        if (references := _references(path))
    }
    result = []
    for report in found:
        path = folder / report.file.partition("#")[0]
        match = max(
            (
                sidecar
                for sidecar in sidecars
                if sidecar.parent == path.parent and path.name.startswith(sidecar.name.removesuffix(SIDECAR))
            ),
            key=lambda sidecar: len(sidecar.name),
            default=None,
        )
        storm = match is not None and "gen_article" in path.name and not report.given
        result.append(replace(report, given=sidecars[match], format="storm") if storm and match else report)
    return result


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
