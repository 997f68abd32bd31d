"""A corpus of one's own: JSON lines whose rows need no more than a source, or just a folder of papers."""

from __future__ import annotations

import hashlib
import json
import os
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.harvest.json_lines import read_lines
from litgauge.tasks.harvest.papers import papers_in, stem_of
from litgauge.tasks.harvest.rows import UnreadableRowError, parse_day, survey_id
from litgauge.tasks.text import split_names

LONGEST_ROW = 16 << 20  # bytes; a text that long is no title and no abstract
LONGEST_ID = 120  # bytes: what any file system takes for a name, with an ending

_MONTH = re.compile(r"\d{4}-\d{2}")
_NO_NAME = re.compile(r'[\x00-\x1f\x7f\\:*?"<>|]')


def corpus_lines(path: str) -> Iterator[bytes]:
    """Yield the lines of a local corpus; of a folder a row for each of its papers, with nothing but its source.

    Raises as `read_lines`, and UnusableInput for a folder without a paper.
    """
    if not Path(path).is_dir():
        yield from read_lines(path)
        return
    for paper in check_papers(path):  # a name that is no UTF-8 makes a row that is none either, and is said to be so
        yield json.dumps({"source": paper}, ensure_ascii=False).encode("utf-8", "surrogateescape") + b"\n"


def check_papers(folder: str) -> list[str]:
    """Return the papers of a folder, as paths relative to it. Raises UnusableInput if there is none."""
    papers = papers_in(Path(folder))
    if not papers:
        raise UnusableInput(
            "there is no paper in this folder",
            where=folder,
            next_step="Give a folder of e-prints (.tar.gz, .zip, .gz, .tex, or a folder each) or PDFs",
        )
    return papers


def sources_root(path: str, root: str | None) -> str:
    """Return the folder that `source` paths start from, and out of which none may lead."""
    return root or (path if Path(path).is_dir() else str(Path(path).parent))


def folder_digest(path: str) -> str | None:
    """Return what a folder holds, as far as its rows say it: the names of its papers; None if the path is no folder.

    What is in the papers is looked at where they are read (`fingerprint.source_digest`).
    """
    if not Path(path).is_dir():
        return None
    return hashlib.sha256("\0".join(papers_in(Path(path))).encode("utf-8", "surrogateescape")).hexdigest()


class CorpusRows:
    """Rows of a local corpus, in the input's order, as rows of the snapshot's schema.

    A row without an id is named after its source. `date` (a day or a month) stands for the versions, `authors` may be
    a list of names.
    """

    def __init__(self) -> None:
        self._lines: dict[tuple[str, int], int] = {}  # id and number of versions -> line
        self._ids: set[str] = set()
        self._number = 0

    def row(self, line: bytes) -> bytes:
        """Return the next line's row; UnreadableRowError says what is wrong with it."""
        self._number += 1
        if len(line) > LONGEST_ROW:
            raise UnreadableRowError(f"the row has more than {LONGEST_ROW >> 20} MB")
        if not line.strip():
            return line
        values = _mapping(line)
        name = values.get("id") or values.get("arxiv_id") or ""
        if not isinstance(name, str):
            raise UnreadableRowError("its id is no text")
        name = name.strip() or self._named_after(values)
        _check_id(name)
        versions = values.get("versions")
        key = survey_id(name), len(versions) if isinstance(versions, list) else 0
        if earlier_line := self._lines.get(key):
            raise UnreadableRowError(f"its id {name} is that of line {earlier_line}, which is kept")
        self._lines[key] = self._number
        self._ids.add(key[0])
        return msgspec.json.encode({**values, **_dated(values), **_authored(values), "id": name})

    def _named_after(self, values: dict[str, Any]) -> str:
        source = values.get("source")
        if not isinstance(source, str) or not source.strip():
            raise UnreadableRowError("it has neither id nor source")
        base_name = name = id_of(source)
        number = 1
        while survey_id(name) in self._ids:
            number += 1
            name = f"{base_name}-{number}"
        return name


def id_of(source: str) -> str:
    """An id for the paper of a source: the path without its ending, of letters and digits of any script.

    >>> id_of("Über Netze (v2).tar.gz"), id_of("nlp/2003.00653v2"), id_of("./")
    ('Über-Netze-v2', 'nlp-2003.00653v2', 'paper')
    """
    place = PurePosixPath(unicodedata.normalize("NFC", source.replace("\\", "/")))
    parts = [*place.parent.parts, stem_of(place.name)]
    plain = re.sub(r"[^\w.-]+", "-", "-".join(parts))
    return plain.encode()[:LONGEST_ID].decode(errors="ignore").strip("-.") or "paper"


def _mapping(line: bytes) -> dict[str, Any]:
    try:
        line.decode()
        return msgspec.json.decode(line.rstrip(b"\r\n"), type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableRowError(str(error) or type(error).__name__) from None


def _check_id(name: str) -> None:
    """An id names files: of prompts that are written out, and of the reports that answer them."""
    parts = PurePosixPath(name).parts
    if name.startswith("/") or ".." in parts or not parts or name.endswith("/") or "//" in name:
        raise UnreadableRowError(f"its id {name[:LONGEST_ID]!r} is a path, and would name files elsewhere")
    if _NO_NAME.search(name) or len(os.fsencode(name)) > LONGEST_ID:
        raise UnreadableRowError(
            f"its id {name[:LONGEST_ID]!r} cannot name a file: it has more than {LONGEST_ID} bytes, or one of "
            r'\ : * ? " < > |'
        )


def _dated(values: dict[str, Any]) -> dict[str, Any]:
    day = values.get("date")
    if day is None or values.get("versions"):
        return {}
    whole = f"{day}-01" if isinstance(day, str) and _MONTH.fullmatch(day.strip()) else day
    if not isinstance(whole, str) or parse_day(whole) is None:
        raise UnreadableRowError(f"its date {day!r} is neither a day (2024-05-31) nor a month (2024-05)")
    return {"versions": [{"version": "v1", "created": whole}]}


def _authored(values: dict[str, Any]) -> dict[str, Any]:
    names = values.get("authors")
    if not isinstance(names, list):
        return {}
    if not all(isinstance(name, str) for name in names):
        raise UnreadableRowError("its authors are neither a text nor a list of names")
    people = [person for name in names for person in split_names(name)[0]]
    return {"authors": None, "authors_parsed": [[person.family, person.given] for person in people]}
