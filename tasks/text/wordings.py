"""Wordings of products and languages, which are data: JSON beside the module that looks for them."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def wordings(package: str, name: str) -> Any:
    """The content of a package's JSON file of wordings."""
    return json.loads((files(package) / name).read_text(encoding="utf-8"))


def wordings_digest(*places: tuple[str, str]) -> str:
    """The SHA-256 of files of wordings, each by its package and name: what was read with others is to be read again."""
    content = [(files(package) / name).read_bytes() for package, name in places]
    return hashlib.sha256(b"\0".join(content)).hexdigest()


def alternatives(package: str, name: str, kind: str) -> str:
    """All patterns of a kind of wording, of every language, as alternatives."""
    languages = wordings(package, name)[kind]
    return "|".join(pattern for entry in languages.values() if isinstance(entry, dict) for pattern in entry["patterns"])
