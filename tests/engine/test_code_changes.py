"""Two chained stages, really run: a change in the code of the second redoes the second alone."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOM = {
    "first/stage.py": """from litgauge.tasks.engine import Stage, each
from litgauge.tasks.orchard.rows import Fruit

def _grow(item, context):
    return {"fruits": [Fruit(item.only_row(Fruit).name, 1)]}

GROW = Stage("grow", reads={"fruits": Fruit}, writes={"fruits": Fruit}, compute=each(_grow))
""",
    "second/stage.py": """from litgauge.tasks.engine import Stage, each
from litgauge.tasks.orchard.press import pressed
from litgauge.tasks.orchard.rows import Fruit

SUGAR = 2

def _press(item, context):
    fruit = item.only_row(Fruit)
    return {"fruits": [Fruit(fruit.name, pressed(fruit.weight) + SUGAR)]}

PRESS = Stage("press", reads={"fruits": Fruit}, writes={"fruits": Fruit}, compute=each(_press))
""",
    "press.py": "def pressed(weight):\n    return weight * 3\n",
    "rows.py": """from dataclasses import dataclass

@dataclass(frozen=True)
class Fruit:
    name: str
    weight: int
""",
}
RUN = """
import json, sys
from litgauge.tasks.engine import plan_items
from litgauge.tasks.engine.outputs import write_rows
from litgauge.tasks.engine.outputs import read_rows
from litgauge.tasks.engine.run import Run, StageRun
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.orchard.first.stage import GROW
from litgauge.tasks.orchard.rows import Fruit
from litgauge.tasks.orchard.second.stage import PRESS

storage = Storage("store")
output = write_rows(storage, "fruits", "fruits", Fruit, {name: Fruit(name, 0) for name in ("pear", "fig")})
done = {}
for stage in (GROW, PRESS):
    call = StageRun(stage, Run(storage), None, {}, tuple(plan_items(storage, [[output]], stage.reads)), (output,))
    states = [state for batch in call.batches(call.pending()) for state in call.compute(batch)]
    output = call.close(states, 0)
    done[stage.name] = [state.id for state in states]
done["weights"] = [fruit.weight for fruit in read_rows(storage, output, "fruits", Fruit)]
sys.stdout.write(json.dumps(done))
"""


@pytest.fixture
def project(tmp_path: Path, repository: Path) -> Path:
    """A project with the engine and a room of two stages."""
    for room in ("base", "engine", "records"):
        shutil.copytree(repository / "litgauge" / "tasks" / room, tmp_path / "litgauge" / "tasks" / room)
    for package in ("litgauge", "litgauge/tasks"):
        shutil.copy(repository / package / "__init__.py", tmp_path / package / "__init__.py")
    for name, text in ROOM.items():
        path = tmp_path / "litgauge" / "tasks" / "orchard" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        (path.parent / "__init__.py").touch()
        path.write_text(text)
    return tmp_path


def run(project: Path) -> dict[str, list[object]]:
    done = subprocess.run([sys.executable, "-c", RUN], cwd=project, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, list[object]] = json.loads(done.stdout)
    return found


def change(path: Path, old: str, new: str) -> None:
    """Change the code to another length: what Python has compiled is for one of this length."""
    assert len(old) != len(new)
    path.write_text(path.read_text().replace(old, new))


@pytest.mark.slow
def test_the_second_stage_alone_is_done_again(project: Path) -> None:
    room = project / "litgauge" / "tasks" / "orchard"
    assert run(project) == {"grow": ["pear", "fig"], "press": ["pear", "fig"], "weights": [5, 5]}
    assert run(project) == {"grow": [], "press": [], "weights": [5, 5]}
    change(room / "second" / "stage.py", "SUGAR = 2", "SUGAR = 40")
    change(room / "press.py", "* 3", "* 50")  # tests/contracts/test_lineage.py sees that each alone would do
    assert run(project) == {"grow": [], "press": ["pear", "fig"], "weights": [90, 90]}
    change(room / "first" / "stage.py", ".name, 1)", ".name, 20)")
    assert run(project) == {"grow": ["pear", "fig"], "press": ["pear", "fig"], "weights": [1040, 1040]}
