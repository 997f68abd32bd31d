"""The published tasks as a release: `query.json`, a list of {"id", "query", "checklist": {section: [question]}}."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import msgspec

from litgauge.tasks.answers.json_values import json_value
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.tvir.about import ABOUT
from litgauge.tasks.benchmarks.tvir.benchmark import TVIR
from litgauge.tasks.benchmarks.tvir.build.checks import asks_for_figure, is_in
from litgauge.tasks.benchmarks.tvir.rows import ChecklistItem, ReportTask
from litgauge.tasks.benchmarks.tvir.settings import DOMAINS, LANGUAGES, LEVELS, Language, Level
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import row_digest
from litgauge.tasks.releases.freeze import Frozen, freeze_release
from litgauge.tasks.releases.manifest import StageLineage
from litgauge.tasks.text.encodings import file_text
from litgauge.tasks.text.user_files import LARGEST, TooLarge

FILE = "query.json"
_ID = re.compile(r"([01])([012])(\d)\d{3}")
_SPOKEN: Mapping[str, Language] = {"zh": "zh", "chinese": "zh", "中文": "zh", "en": "en", "english": "en", "英文": "en"}
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class PublishedTasks:
    """The rows of a published file."""

    tasks: tuple[ReportTask, ...]
    checklist: tuple[ChecklistItem, ...]


def import_published(storage: Storage, place: Path) -> tuple[Frozen, ...]:
    """One release of the tasks in a published file, or in the `query.json` of a folder.

    Raises UnusableInput, with the place in the file, where a task does not fit.
    """
    published = read_published(place / FILE if place.is_dir() else place)
    rows = {"tasks": published.tasks, "checklist": published.checklist, "drafts": (), "reviews": ()}
    code = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()
    output = row_digest(*published.tasks, *published.checklist)
    counts = {"done": len(published.tasks), **{f"rows: {name}": len(of) for name, of in rows.items()}}
    lineage = StageLineage("import", code, row_digest(), output, (), counts, tuple(rows))
    about = msgspec.structs.replace(ABOUT, title="TVIR-Bench, as published", made="Imported from the published file.")
    return (freeze_release(storage, TVIR, rows, [lineage], name="tvir", about=about),)


def read_published(file: Path) -> PublishedTasks:
    """Return the tasks and checklists of a published file.

    Language, level and domain are fields of a task, or else the first three digits of its id. Raises UnusableInput for
    a file that is no such list, and for the first task that does not fit: an id given twice or without meaning, a text
    in another language than its task says, a checklist that is empty, or has an item twice.
    """
    tasks: dict[str, ReportTask] = {}
    checklist: list[ChecklistItem] = []
    for number, value in enumerate(_values(file)):
        refuse = _Refusal(f"{file}, task {number + 1}")
        if not isinstance(value, Mapping):
            raise refuse("it is no object")
        task = _task(value, refuse)
        refuse = _Refusal(f"{file}, task {number + 1} ({task.task_id})")
        if task.task_id in tasks:
            raise refuse("its id is repeated")
        if not is_in(task.prompt, task.language):
            raise refuse(f"its text is not in the language that it is said to have ({task.language})")
        tasks[task.task_id] = task
        checklist += _items(task.task_id, value.get("checklist"), refuse)
    if not tasks:
        raise UnusableInput("there is no task in it", where=str(file), data="Nothing was imported")
    return PublishedTasks(tuple(tasks.values()), tuple(checklist))


@dataclass(frozen=True, slots=True)
class _Refusal:
    """The error for a task at a place."""

    where: str

    def __call__(self, why: str) -> UnusableInput:
        return UnusableInput(why, where=self.where, data="Nothing was imported", next_step="Mend or remove the task")


def _values(file: Path) -> Sequence[Any]:
    try:
        if (size := file.stat().st_size) > LARGEST:
            raise TooLarge(size, str(file))
        text = file_text(file.read_bytes())
    except OSError as error:
        raise UnusableInput(
            f"it cannot be read: {error.strerror}", where=str(file), next_step=f"Give the published {FILE}"
        ) from error
    try:
        value = json_value(text or "", lambda text: json.loads(text, object_pairs_hook=_distinct))
    except (ValueError, RecursionError) as error:
        raise UnusableInput(f"it is no JSON: {error}", where=str(file), data="Nothing was imported") from error
    if not isinstance(value, list):
        raise UnusableInput("it is no list of tasks", where=str(file), data="Nothing was imported")
    return value


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose names are distinct: of two sections with one name JSON readers keep the last, unsaid."""
    names = [name for name, _ in pairs]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise ValueError(f"an object has the name {twice!r} twice")
    return dict(pairs)


def _task(row: Mapping[str, Any], refuse: _Refusal) -> ReportTask:
    name, prompt = row.get("id"), row.get("query")
    if not isinstance(name, str) or not name.strip():
        raise refuse("it has no id")
    if not isinstance(prompt, str) or not _LETTER.search(prompt):
        raise refuse("it has no query")
    digits = _ID.fullmatch(name)
    declared = [row.get(field) for field in ("language", "level", "domain")]
    if digits is None and None in declared:
        raise refuse(
            f"neither its id {name!r} nor fields of it say language (0, 1), level (0 to 2) and domain (0 to 9)"
        )
    codes = [int(digit) for digit in digits.groups()] if digits else [0, 0, 0]
    language: Language = (
        LANGUAGES[codes[0]] if declared[0] is None else _declared_value(declared[0], _SPOKEN, "language", refuse)
    )
    levels: Mapping[str, Level] = {level: level for level in get_args(Level)}
    level = LEVELS[codes[1]] if declared[1] is None else _declared_value(declared[1], levels, "level", refuse)
    domains = {domain.lower(): domain for domain in DOMAINS}
    domain = DOMAINS[codes[2]] if declared[2] is None else _declared_value(declared[2], domains, "domain", refuse)
    return ReportTask(name.strip(), prompt.strip(), language, level, domain, "", "")


def _declared_value(value: Any, names: Mapping[str, Any], field: str, refuse: _Refusal) -> Any:
    code = names.get(value.strip().lower()) if isinstance(value, str) else None
    if code is None:
        raise refuse(f"its {field} is {value!r}, not one of: {', '.join(map(str, dict.fromkeys(names.values())))}")
    return code


def _items(task_id: str, checklist: Any, refuse: _Refusal) -> Iterator[ChecklistItem]:
    if not isinstance(checklist, Mapping) or not checklist:
        raise refuse("it has no checklist")
    texts: set[str] = set()
    for section, questions in checklist.items():
        if not isinstance(questions, list) or not questions:
            raise refuse(f"the section {section!r} of its checklist is empty")
        for text in questions:
            if not isinstance(text, str) or not _LETTER.search(text):
                raise refuse(f"the section {section!r} of its checklist has an item without text")
            if (plain := " ".join(text.split())) in texts:
                raise refuse(f"its checklist has an item twice: {plain!r}")
            texts.add(plain)
            yield ChecklistItem(task_id, len(texts) - 1, section.strip(), plain, asks_for_figure(plain), "")
