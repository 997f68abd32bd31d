"""Every stage that a room declares: in its stage.py, or as a grading in its judging.py."""

from __future__ import annotations

import importlib
import pkgutil

from litgauge import tasks
from litgauge.tasks.engine import Stage
from litgauge.tasks.judge.grading import Grading


def declared_stages() -> dict[str, Stage]:
    """The stages by module and name: "litgauge.tasks.judge.stage:pairs"."""
    found = {}
    for module in pkgutil.walk_packages(tasks.__path__, f"{tasks.__name__}."):
        if module.name.endswith((".stage", ".judging")) and not module.name.startswith("litgauge.tasks.engine."):
            for declared in vars(importlib.import_module(module.name)).values():
                stage = declared.stage if isinstance(declared, Grading) else declared
                if isinstance(stage, Stage):
                    found[f"{module.name}:{stage.name}"] = stage
    return found
