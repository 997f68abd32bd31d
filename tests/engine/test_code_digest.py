"""The digest of a stage moves with what the code that it reaches does, and with nothing else."""

from __future__ import annotations

import ast
import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import tasks
from tasks.engine import Stage, each
from tasks.engine.code_digest import CodeTree, Target, code_digest, targets_of
from tests.engine.counting import COPY, COUNT, Counting, Length, Word, copy_word, count_letters
from tests.engine.declared import declared_stages

ROOM = {
    "tasks/__init__.py": "",
    "tasks/pears/__init__.py": "from tasks.pears.skin import peel\nfrom tasks.pears.core import halve\n"
    '__all__ = ["halve", "peel"]\n',
    "tasks/pears/skin.py": "def peel(x):\n    return x - 1\n",
    "tasks/pears/core.py": "def halve(x):\n    return x / 2\n",
    "tasks/pears/stage.py": '''"""Two stages."""
from __future__ import annotations

import functools
from typing import TYPE_CHECKING, cast

from tasks import fruit
from tasks.fruit import scales as balance
from tasks.pears import halve, peel

if TYPE_CHECKING:
    from tasks.kinds.colour import Colour


def doubled(function):
    return lambda x: 2 * function(x)


LEFT = 1
RIGHT = 2
REGISTER = []


class Basket:
    size = 3


class Crate(Basket):
    pass


def one(x: Colour, more=LEFT):
    """Say."""
    return peel(x) + doubled(fruit.weigh)(x)


@functools.cache
def two(x):
    from tasks.plums.stone import stone

    return stone(halve(x)) + balance.SCALE + cast("Crate", x).size + RIGHT
''',
    "tasks/fruit/__init__.py": "from .scales import weigh\nfrom .smell import *\n",
    "tasks/fruit/scales.py": 'SCALE = 2\nTABLE = "table.json"\ndef weigh(x):\n    return x * SCALE\n',
    "tasks/fruit/table.json": "{}",
    "tasks/fruit/smell.py": "def smell(x):\n    return x\n",
    "tasks/kinds/__init__.py": "",
    "tasks/kinds/colour.py": "class Colour:\n    red = 1\n",
    "tasks/plums/__init__.py": "import tasks.plums.garden  # for what it does\n__all__ = []\n",
    "tasks/plums/stone.py": "def stone(x):\n    return x\n",
    "tasks/plums/garden.py": "SIZE = 1\n",
    "tasks/nuts/__init__.py": "SIZE = 1\n",
}
STAGE = "tasks/pears/stage.py"


def lay_out(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def moved(folder: Path, file: str, old: str, new: str) -> set[str]:
    """Which of the two stages of the room move, if this stands in a file instead of that."""
    lay_out(folder, ROOM)
    before = digests(folder)
    assert old in ROOM[file]
    (folder / file).write_text(ROOM[file].replace(old, new))
    after = digests(folder)
    return {name for name in before if before[name] != after[name]}


def digests(folder: Path) -> dict[str, str]:
    tree = CodeTree(folder)
    return {name: tree.digest([Target("tasks.pears.stage", name)]) for name in ("one", "two")}


@pytest.mark.parametrize(
    ("file", "old", "new", "stages"),
    [
        (STAGE, '"""Two stages."""', '"""Some."""  # more', set()),
        (STAGE, '"""Say."""', '"""Tell."""', set()),
        (STAGE, "LEFT = 1", "LEFT = 9", {"one"}),
        (STAGE, "RIGHT = 2", "RIGHT = 9", {"two"}),
        (STAGE, "2 * function", "3 * function", {"one"}),
        (STAGE, "size = 3", "size = 4", {"two"}),
        (STAGE, "REGISTER = []", "REGISTER = []\nREGISTER.append(1)", {"one", "two"}),
        (STAGE, "REGISTER = []", "REGISTER = []\nREGISTER += [1]", {"one", "two"}),
        (STAGE, "REGISTER = []", "REGISTER = [1]", set()),
        (STAGE, "REGISTER = []", "REGISTER = []\n@doubled\ndef three(x):\n    return x", {"one", "two"}),
        (STAGE, "REGISTER = []", "REGISTER = []\nimport tasks.nuts", {"one", "two"}),
        ("tasks/pears/skin.py", "x - 1", "x - 2", {"one"}),
        ("tasks/pears/core.py", "x / 2", "x / 3", {"two"}),
        ("tasks/fruit/scales.py", "x * SCALE", "x + SCALE", {"one", "two"}),
        ("tasks/fruit/table.json", "{}", "[]", {"one", "two"}),
        ("tasks/fruit/smell.py", "return x", "return 2 * x", set()),
        ("tasks/kinds/colour.py", "red = 1", "red = 2", {"one"}),
        ("tasks/plums/stone.py", "return x", "return 2 * x", {"two"}),
        ("tasks/plums/garden.py", "SIZE = 1", "SIZE = 2", {"two"}),
        ("tasks/nuts/__init__.py", "SIZE = 1", "SIZE = 2", set()),
    ],
)
def test_names_are_followed(tmp_path: Path, file: str, old: str, new: str, stages: set[str]) -> None:
    assert moved(tmp_path, file, old, new) == stages


def test_a_star_import_is_followed_where_the_name_is_had_from_nowhere_else(tmp_path: Path) -> None:
    changed = {STAGE: ROOM[STAGE].replace("fruit.weigh", "fruit.smell")}
    lay_out(tmp_path, ROOM | changed)
    before = digests(tmp_path)["one"]
    (tmp_path / "tasks/fruit/smell.py").write_text("def smell(x):\n    return 2 * x\n")
    assert digests(tmp_path)["one"] != before


def test_a_function_is_found_through_wrappers_partial_calls_and_closures() -> None:
    def bind(function, more):  # type: ignore[no-untyped-def]
        return functools.partial(lambda item, context: function(item, context), more)

    wanted = Target("tests.engine.counting", "count_letters")
    assert targets_of(each(count_letters))[0] == wanted
    assert wanted in targets_of(each(bind(count_letters, copy_word)))
    assert Target("tests.engine.counting", "copy_word") in targets_of(each(bind(count_letters, copy_word)))


def test_code_outside_of_the_project_is_refused() -> None:
    with pytest.raises(LookupError, match="functools"):
        code_digest(functools.reduce)


ORCHARD = {
    "orchard/__init__.py": "",
    "orchard/fruit.py": "SWEETNESS = 3\n",
    "orchard/tools.py": "LENGTH = 5\n",
    "orchard/stage.py": """
from tasks.engine.definition import Stage, each
from orchard.fruit import SWEETNESS

def taste(item, context):
    return {"tasted": [SWEETNESS]}

STAGE = Stage("taste", reads={}, writes={}, compute=each(taste))
""",
}


def digest_of_the_orchard(folder: Path, **changed: str) -> str:
    """The digest of a stage in a package outside of the repository, in a process that finds it on its path."""
    for name, text in {**ORCHARD, **{f"orchard/{name}.py": text for name, text in changed.items()}}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    told = (
        "from tasks.engine.code_digest import code_digest; from orchard.stage import STAGE; print(code_digest(STAGE))"
    )
    paths = os.pathsep.join([str(folder), str(Path(tasks.__path__[0]).parent)])
    done = subprocess.run(
        [sys.executable, "-B", "-c", told],
        env=os.environ | {"PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_code_of_a_benchmark_that_lives_elsewhere_is_followed_there(tmp_path: Path) -> None:
    plain = digest_of_the_orchard(tmp_path / "one")
    assert digest_of_the_orchard(tmp_path / "another place") == plain
    assert digest_of_the_orchard(tmp_path / "sweeter", fruit="SWEETNESS = 4\n") != plain
    assert digest_of_the_orchard(tmp_path / "longer", tools="LENGTH = 6\n") == plain


def test_row_types_count_and_settings_of_the_declaration_do_not() -> None:
    def declared(**changes: object) -> str:
        return code_digest(Stage(**{"name": "a", "reads": {}, "writes": {}, "compute": COUNT.compute} | changes))  # type: ignore[arg-type]

    assert declared(batch=7, name="b", retries=(1,)) == declared()
    assert declared(asks=lambda _item, _context: []) != declared()
    assert {target.name for target in targets_of(COUNT)} == {"count_letters", Word.__name__, Length.__name__}
    assert Target("tests.engine.counting", Counting.__name__) not in targets_of(COPY)


# The proof over the project itself: every module that a stage reaches, found from the tree.


def altered(node: ast.AST) -> bool:
    """Change one constant or one branch below this node; False if there is none."""
    documented = {id(one.body[0].value) for one in ast.walk(node) if _has_docstring(one)}  # type: ignore[attr-defined]
    for one in ast.walk(node):
        match one:
            case ast.Constant(value=bool()):
                one.value = not one.value
            case ast.Constant(value=int() | float()):
                one.value += 1
            case ast.Constant(value=str()) if id(one) not in documented:
                one.value += "~"
            case ast.If() | ast.IfExp():
                one.test = ast.UnaryOp(ast.Not(), one.test)
            case ast.Return(value=ast.expr() as value):
                one.value = ast.Tuple([value], ast.Load())
            case _:
                continue
        return True
    return False


def _has_docstring(node: ast.AST) -> bool:
    if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) or not node.body:
        return False
    return isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant)


def mutants(text: str, reached: dict[str, set[str]], *, by_name: bool) -> Iterator[tuple[str, set[str]]]:
    """The module with one thing altered, and the stages that must notice: each reached statement, or the module."""
    whole = ast.parse(text)
    if not by_name:
        if altered(whole):
            yield ast.unparse(whole), set(reached)
        return
    for number, statement in enumerate(whole.body):
        noticing = {stage for stage, names in reached.items() if names & _binds(statement)}
        if noticing and not isinstance(statement, ast.Import | ast.ImportFrom):
            copy = ast.parse(text)
            if altered(copy.body[number]):
                yield ast.unparse(copy), noticing


def _binds(statement: ast.stmt) -> set[str]:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {statement.name}
    targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
    return {target.id for target in targets if isinstance(target, ast.Name)}


@pytest.mark.slow
@pytest.mark.parametrize("every", [25, pytest.param(1, marks=pytest.mark.soak)])
def test_one_change_in_any_module_that_a_stage_reaches_moves_it_and_no_other(
    every: int, tmp_path: Path, repository: Path
) -> None:
    shutil.copytree(repository / "tasks", tmp_path / "tasks", ignore=shutil.ignore_patterns("__pycache__"))
    declared = declared_stages()
    stages = {name: targets_of(stage) for name, stage in declared.items()}
    tree = CodeTree(tmp_path)
    before = {name: tree.digest(targets) for name, targets in stages.items()}
    assert before == {name: code_digest(stage) for name, stage in declared.items()}
    reached: dict[Path, dict[str, set[str]]] = {}
    for name, targets in stages.items():
        for module, units in tree.reached(targets).items():
            stem = tmp_path / module.replace(".", "/")
            path = stem / "__init__.py" if stem.is_dir() else stem.with_suffix(".py")
            reached.setdefault(path, {})[name] = {bound for unit in units for bound in unit.binds}
    cases = 0
    for path, by_stage in sorted(reached.items())[::every]:
        text = path.read_text(encoding="utf-8")
        for mutant, noticing in mutants(text, by_stage, by_name=path.name in ("stage.py", "__init__.py")):
            path.write_text(mutant, encoding="utf-8")
            tree = CodeTree(tmp_path)
            moved = {name for name, targets in stages.items() if tree.digest(targets) != before[name]}
            assert moved == noticing, f"{path.relative_to(tmp_path)}: {sorted(moved ^ noticing)}"
            cases += 1
        path.write_text(text, encoding="utf-8")
    assert {name.partition(":")[0] for name in declared} <= {
        ".".join(path.relative_to(tmp_path).with_suffix("").parts) for path in reached
    }
    assert cases > len(reached) // (2 * every)
