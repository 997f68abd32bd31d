"""The digest of a stage moves with what the code that it reaches does, and with nothing else."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
from pathlib import Path

import pytest

from litgauge import tasks
from litgauge.tasks.engine import Stage, each
from litgauge.tasks.engine.code_digest import CodeTree, Target, code_digest, targets_of
from tests.engine.counting import COPY, COUNT, Counting, Length, Word, copy_word, count_letters
from tests.tables import each_row

ROOM = {
    "litgauge/__init__.py": "",
    "litgauge/tasks/__init__.py": "",
    "litgauge/tasks/pears/__init__.py": "from litgauge.tasks.pears.skin import peel\n"
    "from litgauge.tasks.pears.core import halve\n"
    '__all__ = ["halve", "peel"]\n',
    "litgauge/tasks/pears/skin.py": "def peel(x):\n    return x - 1\n",
    "litgauge/tasks/pears/core.py": "def halve(x):\n    return x / 2\n",
    "litgauge/tasks/pears/stage.py": '''"""Two stages."""
from __future__ import annotations

import functools
from typing import TYPE_CHECKING, cast

from litgauge.tasks import fruit
from litgauge.tasks.fruit import scales as balance
from litgauge.tasks.pears import halve, peel

if TYPE_CHECKING:
    from litgauge.tasks.kinds.colour import Colour


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
    from litgauge.tasks.plums.stone import stone

    return stone(halve(x)) + balance.SCALE + cast("Crate", x).size + RIGHT
''',
    "litgauge/tasks/fruit/__init__.py": "from .scales import weigh\nfrom .smell import *\n",
    "litgauge/tasks/fruit/scales.py": 'SCALE = 2\nTABLE = "table.json"\ndef weigh(x):\n    return x * SCALE\n',
    "litgauge/tasks/fruit/table.json": "{}",
    "litgauge/tasks/fruit/smell.py": "def smell(x):\n    return x\n",
    "litgauge/tasks/kinds/__init__.py": "",
    "litgauge/tasks/kinds/colour.py": "class Colour:\n    red = 1\n",
    "litgauge/tasks/plums/__init__.py": "import litgauge.tasks.plums.garden  # for what it does\n__all__ = []\n",
    "litgauge/tasks/plums/stone.py": "def stone(x):\n    return x\n",
    "litgauge/tasks/plums/garden.py": "SIZE = 1\n",
    "litgauge/tasks/nuts/__init__.py": "SIZE = 1\n",
}
STAGE = "litgauge/tasks/pears/stage.py"


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
    tree = CodeTree({"litgauge": folder})
    return {name: tree.digest([Target("litgauge.tasks.pears.stage", name)]) for name in ("one", "two")}


@each_row(
    "file, old, new, stages",
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
        (STAGE, "REGISTER = []", "REGISTER = []\nimport litgauge.tasks.nuts", {"one", "two"}),
        ("litgauge/tasks/pears/skin.py", "x - 1", "x - 2", {"one"}),
        ("litgauge/tasks/pears/core.py", "x / 2", "x / 3", {"two"}),
        ("litgauge/tasks/fruit/scales.py", "x * SCALE", "x + SCALE", {"one", "two"}),
        ("litgauge/tasks/fruit/table.json", "{}", "[]", {"one", "two"}),
        ("litgauge/tasks/fruit/smell.py", "return x", "return 2 * x", set()),
        ("litgauge/tasks/kinds/colour.py", "red = 1", "red = 2", {"one"}),
        ("litgauge/tasks/plums/stone.py", "return x", "return 2 * x", {"two"}),
        ("litgauge/tasks/plums/garden.py", "SIZE = 1", "SIZE = 2", {"two"}),
        ("litgauge/tasks/nuts/__init__.py", "SIZE = 1", "SIZE = 2", set()),
    ],
)
def test_names_are_followed(tmp_path: Path, file: str, old: str, new: str, stages: set[str]) -> None:
    assert moved(tmp_path, file, old, new) == stages


def test_a_star_import_is_followed_where_the_name_is_had_from_nowhere_else(tmp_path: Path) -> None:
    changed = {STAGE: ROOM[STAGE].replace("fruit.weigh", "fruit.smell")}
    lay_out(tmp_path, ROOM | changed)
    before = digests(tmp_path)["one"]
    (tmp_path / "litgauge/tasks/fruit/smell.py").write_text("def smell(x):\n    return 2 * x\n")
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
from litgauge.tasks.engine.definition import Stage, each
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
    told = "from litgauge.tasks.engine.code_digest import code_digest\nfrom orchard.stage import STAGE\n"
    told += "print(code_digest(STAGE))"
    paths = os.pathsep.join([str(folder), str(Path(tasks.__path__[0]).parents[1])])
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
