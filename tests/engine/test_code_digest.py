"""The code digest moves with what the code does, and with nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FILES = {
    "tasks/__init__.py": "",
    "tasks/pears/__init__.py": "",
    "tasks/pears/count.py": '"""Doc."""\nfrom tasks.fruit import weight\n\n'
    'def count(x):\n    """Say."""\n    return weight(x)\n',
    "tasks/fruit/__init__.py": "from tasks.fruit.scales import weight\n",
    "tasks/fruit/scales.py": "def weight(x):\n    return x * 2\n",
    "tasks/plums/__init__.py": "SIZE = 1\n",
}
SHOW = "from code_digest import code_digest; import sys; sys.stdout.write(code_digest('tasks.pears.count'))"


def digest(folder: Path, changed: dict[str, str]) -> str:
    for name, text in (FILES | changed).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    source = Path(__file__).resolve().parents[2] / "tasks" / "engine" / "code_digest.py"
    (folder / "code_digest.py").write_text(source.read_text())
    done = subprocess.run([sys.executable, "-c", SHOW], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


def test_it_follows_imports_and_ignores_comments_docstrings_and_other_rooms(tmp_path: Path) -> None:
    before = digest(tmp_path, {})
    reworded = FILES["tasks/pears/count.py"].replace("Doc.", "Other.").replace("Say.", "Tell.") + "# a comment\n"
    assert digest(tmp_path, {"tasks/pears/count.py": reworded}) == before
    assert digest(tmp_path, {"tasks/plums/__init__.py": "SIZE = 2\n"}) == before
    assert digest(tmp_path, {"tasks/fruit/scales.py": "def weight(x):\n    return x * 3\n"}) != before
