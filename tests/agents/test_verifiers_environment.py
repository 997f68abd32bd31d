"""The example of an environment of verifiers, from its prompts to its rewards."""

from __future__ import annotations

import asyncio
import importlib.util
from pathlib import Path

import pytest

from tests.agents.runs import given, small_release

pytest.importorskip("verifiers")

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::DeprecationWarning")]

GOOD = "# R\n\nSeen [1].\n\n## References\n\n[1] Ames, Ada. Of subject 0. 2019.\n"


def test_prompts_and_rewards(repository: Path, tmp_path: Path) -> None:
    release = small_release(tmp_path, 1)
    place = repository / "configs" / "agents" / "verifiers_environment.py"
    found = importlib.util.spec_from_file_location("verifiers_environment", place)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    environment = module.load_environment(release.name, storage=release.storage.url)
    (row,) = environment.get_dataset()
    task = given(release)[0]
    assert (row["answer"], row["prompt"][-1]["content"]) == (task.task_id, task.text)

    rubric = environment.rubric.rubrics[0]  # beside it stand the package's own counts

    async def rewards(text: str) -> list[float]:
        completion = [{"role": "assistant", "content": text}]
        return [await function(completion=completion, answer=task.task_id) for function in rubric.funcs]

    good = asyncio.run(rewards(GOOD))
    assert (good[:3], rubric.weights[:3]) == ([1.0, 1.0, 1.0], [1.0, 0.0, 0.0])
    assert asyncio.run(rewards("I know nothing."))[0] == 0
