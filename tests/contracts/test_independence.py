"""No code outside a benchmark's rooms knows a benchmark: it neither imports one nor says the name of one."""

from __future__ import annotations

import ast
import configparser
from collections.abc import Iterable, Iterator
from pathlib import Path

from litgauge.tasks.base.shipped import COMMANDS_FOR_ANYBODY, FIRST, SHIPPED
from litgauge.tasks.benchmark import known_benchmarks

ROOT = Path(__file__).resolve().parents[2]
ROOMS = {name: place.split(".")[3] for name, place in SHIPPED.items()}
REGISTRY = Path("litgauge/tasks/base/shipped.py")
SAYS_A_NAME = {
    Path("litgauge/tasks/records/ledger.py"): "the first score runs were all of one benchmark, and do not say of which",
    Path("litgauge/tasks/releases/manifest.py"): "as the first releases",
}
"""Files that hold the name of a benchmark as a value, each with its reason."""


def generic_modules() -> list[Path]:
    """The modules that are in no benchmark's rooms."""
    rooms = [
        folder for room in ROOMS.values() for folder in (f"litgauge/tasks/benchmarks/{room}", f"litgauge/flows/{room}")
    ]
    files = [path.relative_to(ROOT) for path in (ROOT / "litgauge").rglob("*.py")]
    return sorted(file for file in files if not any(file.is_relative_to(room) for room in rooms))


def names_one(text: str, names: Iterable[str] = (*SHIPPED, *ROOMS.values())) -> bool:
    """Whether a source can import or name a benchmark: where none of the names stands, it need not be parsed."""
    return any(name in text for name in names)


def imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{one.name}" for one in node.names)


def values(tree: ast.AST) -> Iterator[str]:
    """The strings of a module that are no docstrings."""
    sentences = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in sentences:
            yield node.value


def of_a_room(name: str) -> bool:
    """Whether a dotted name is in a benchmark's rooms."""
    return any(
        f"{name}.".startswith((f"litgauge.tasks.benchmarks.{room}.", f"litgauge.flows.{room}."))
        for room in ROOMS.values()
    )


def test_the_rooms_are_there() -> None:
    assert all((ROOT / "litgauge" / "tasks" / "benchmarks" / room).is_dir() for room in ROOMS.values())
    assert len(generic_modules()) > 300


def test_generic_code_knows_no_benchmark() -> None:
    known: dict[Path, list[str]] = {}
    for file in generic_modules():
        text = (ROOT / file).read_text(encoding="utf-8")
        if not names_one(text):
            assert file not in SAYS_A_NAME, file
            continue
        tree = ast.parse(text)
        known[file] = [name for name in imports(tree) if of_a_room(name)]
        if file != REGISTRY:
            named = [value for value in values(tree) if value in SHIPPED or of_a_room(value.partition(":")[0])]
            known[file] += [] if named and file in SAYS_A_NAME else named
            assert named or file not in SAYS_A_NAME, file
    assert {file: names for file, names in known.items() if names} == {}


def test_the_import_contract_holds_every_generic_package() -> None:
    contracts = configparser.ConfigParser()
    contracts.read(ROOT / ".importlinter")
    held = set(contracts["importlinter:contract:generic"]["source_modules"].split())
    modules = {".".join(file.with_suffix("").parts) for file in generic_modules() if file.name != "__init__.py"}
    outside = {name for name in modules if not any(f"{name}.".startswith(f"{source}.") for source in held)}
    assert {name for name in outside if name.startswith(("litgauge.tasks.", "litgauge.flows."))} == set()


def test_what_is_said_for_old_data_is_the_first_benchmark() -> None:
    for file in SAYS_A_NAME:
        assert {value for value in values(ast.parse((ROOT / file).read_text())) if value in SHIPPED} == {FIRST}


def test_a_benchmark_imports_no_other() -> None:
    for name, room in ROOMS.items():
        other_rooms = [one for one in ROOMS.values() if one != room]
        others = [f"{top}.{one}." for top in ("litgauge.tasks.benchmarks", "litgauge.flows") for one in other_rooms]
        for folder in (ROOT / "litgauge" / "tasks" / "benchmarks" / room, ROOT / "litgauge" / "flows" / room):
            for path in folder.rglob("*.py"):
                text = path.read_text(encoding="utf-8")
                if names_one(text, other_rooms):
                    found = [one for one in imports(ast.parse(text)) if f"{one}.".startswith(tuple(others))]
                    assert found == [], (name, path)


def test_what_a_benchmark_needs_is_known() -> None:
    known = known_benchmarks()
    for one in known.values():
        assert not one.needs or (one.needs in known and one.needs != one.name)


def test_commands_for_anybody_are_commands_of_a_benchmark() -> None:
    declared = {one.flows.commands.partition(":")[0] for one in known_benchmarks().values()}
    assert {place.partition(":")[0] for place in COMMANDS_FOR_ANYBODY.values()} <= declared
