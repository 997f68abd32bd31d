"""Snapshots of OpenAlex made up for tests: rows, and files of them in every layout."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

ADDRESS = "https://openalex.org/"


def row(number: int, references: Iterable[int] = (), year: int = 2010, **other: Any) -> dict[str, Any]:
    """A row of works as OpenAlex writes it, with what the network has no use for."""
    title = other.pop("title", f"Owls of the {number}th kind")
    venue = other.pop("venue", 1 + number % 3)
    topics = other.pop("topics", [])
    source = {"id": f"{ADDRESS}S{venue}", "display_name": f"Venue {venue}", "type": "journal"}
    return {
        "id": f"{ADDRESS}W{number}",
        "doi": f"https://doi.org/10.1000/{number}",
        "title": title,
        "display_name": title,
        "publication_year": year,
        "publication_date": f"{year}-03-01",
        "primary_location": {"source": source if venue else None, "landing_page_url": None, "license": "cc-by"},
        "topics": [{"id": f"{ADDRESS}T{topic}", "score": 0.9} for topic in topics],
        "authorships": [{"author": {"display_name": f"Ada Owl{number}"}, "raw_affiliation_strings": ["Nest"]}],
        "abstract_inverted_index": {"hearing": [1], "Of": [0]},
        "referenced_works": [f"{ADDRESS}W{cited}" for cited in references],
        "cited_by_count": 3,
        "is_paratext": False,
        "type": "article",
        "a_field_of_next_year": {"nobody": ["knows"]},
        "updated_date": "2026-01-02T03:04:05",
        **other,
    }


def write_lines(path: Path, rows: Iterable[Mapping[str, Any]]) -> Path:
    """A file of JSON lines, gzipped where its name says so."""
    path.parent.mkdir(parents=True, exist_ok=True)
    data = "".join(json.dumps(one) + "\n" for one in rows).encode()
    path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)
    return path


def write_manifest(folder: Path, names: Sequence[str]) -> None:
    """The manifest of a folder of works as it was before 2026."""
    entries = [{"url": f"s3://openalex/data/works/{name}"} for name in names]
    (folder / "manifest").write_text(json.dumps({"entries": entries, "meta": {}}), encoding="utf-8")


def listed(folder: Path, names: Sequence[str]) -> dict[str, Any]:
    """The manifest of a folder of works as it is since 2026, of gzipped lines that are there."""
    files = [
        {
            "url": f"s3://openalex/data/jsonl/works/{name}",
            "meta": {
                "content_length": (folder / name).stat().st_size,
                "record_count": gzip.decompress((folder / name).read_bytes()).count(b"\n"),
            },
        }
        for name in names
    ]
    total = sum(file["meta"]["record_count"] for file in files)
    return {"date": "2026-09-23", "format": "jsonl", "entity": "works", "record_count": total, "files": files}
