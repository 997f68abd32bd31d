"""Files beside a single file of answers that its texts name, so that they are kept with it."""

from __future__ import annotations

import contextlib
import posixpath
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from litgauge.tasks.answers.attached import folded_path, spellings_of
from litgauge.tasks.answers.files import AnswerFile, is_archive
from litgauge.tasks.answers.json_values import json_value
from litgauge.tasks.answers.named_files import looks_like_file, named_files, texts_in


def files_beside(file: Path) -> list[str]:
    """Return the names of the files that the texts of a file of answers name, relative to its folder.

    Only files of which figures are made, never hidden ones or files above the folder; an archive has none.
    """
    answers = AnswerFile(file, file.name)
    if is_archive(answers) or answers.too_large or answers.kind is None or (text := answers.text()) is None:
        return []
    texts = _texts(text) if answers.kind in ("JSON", "JSON lines") else (text,)
    targets = dict.fromkeys(target for one in texts for target in named_files(one) if looks_like_file(target))
    names = (_existing(file.parent, target) for target in targets)
    found = list(dict.fromkeys(name for name in names if name and name != file.name))
    _names_in.cache_clear()
    return found


def _texts(text: str) -> Iterator[str]:
    """The texts in JSON, or in lines of it; broken lines have none."""
    with contextlib.suppress(ValueError, RecursionError):
        yield from texts_in(json_value(text))
        return
    for line in text.split("\n"):
        with contextlib.suppress(ValueError, RecursionError):
            yield from texts_in(json_value(line))


def _existing(folder: Path, target: str) -> str | None:
    """The file of a folder that a target means: of a path from a root the longest end that there is."""
    for spelling in spellings_of(target):
        parts = posixpath.normpath(spelling).split("/")
        ends = [parts[start:] for start in range(1, len(parts))] if not parts[0] else [parts]
        for end in ends:
            if not any(part.startswith(".") for part in end) and (name := _walked(folder, end)):
                return name
    return None


def _walked(folder: Path, parts: list[str]) -> str | None:
    """The name of the file at a path below a folder, as the file system spells it."""
    spelled: list[str] = []
    for part in parts:
        names = _names_in(str(folder.joinpath(*spelled)))
        alike = names.get(folded_path(part), ())
        if part not in alike and len(alike) != 1:
            return None
        spelled.append(part if part in alike else alike[0])
    return "/".join(spelled) if folder.joinpath(*spelled).is_file() else None


@cache
def _names_in(folder: str) -> Mapping[str, tuple[str, ...]]:
    names: dict[str, tuple[str, ...]] = defaultdict(tuple)
    with contextlib.suppress(OSError):
        for path in Path(folder).iterdir():
            names[folded_path(path.name)] += (path.name,)
    return names
