"""Wordings of products and languages, which are data: JSON beside the module that looks for them."""

from __future__ import annotations

import hashlib
import json
import re
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def wordings(package: str, name: str) -> Any:
    """Return the content of a package's JSON file of wordings."""
    return json.loads((files(package) / name).read_text(encoding="utf-8"))


def wordings_digest(*places: tuple[str, str]) -> str:
    """Return the SHA-256 (hex) of files of wordings, each by its package and name."""
    content = [(files(package) / name).read_bytes() for package, name in places]
    return hashlib.sha256(b"\0".join(content)).hexdigest()


@cache
def pattern(package: str, name: str, kind: str) -> re.Pattern[str]:
    """Return the pattern of a kind of wording; case does not matter."""
    return re.compile(patterns(package, name, kind), re.IGNORECASE)


def patterns(package: str, name: str, kind: str) -> str:
    """Return all patterns of a kind of wording as alternatives."""
    return "|".join(f"(?:{pattern})" for pattern in wordings(package, name)[kind]["patterns"])


def alternatives(package: str, name: str, kind: str) -> str:
    """Return all patterns of a kind of wording, of every language, as alternatives."""
    languages = wordings(package, name)[kind]
    return "|".join(pattern for entry in languages.values() if isinstance(entry, dict) for pattern in entry["patterns"])
