"""Every stage that a room declares: in its stage.py, or as a grading in its judging.py."""

from __future__ import annotations

import importlib
import pkgutil

import tasks
from tasks.engine import Stage
from tasks.judge.grading import Grading


def declared_stages() -> dict[str, Stage]:
    """The stages by module and name: "tasks.judge.stage:pairs"."""
    found = {}
    for module in pkgutil.walk_packages(tasks.__path__, "tasks."):
        if module.name.endswith((".stage", ".judging")) and not module.name.startswith("tasks.engine."):
            for declared in vars(importlib.import_module(module.name)).values():
                stage = declared.stage if isinstance(declared, Grading) else declared
                if isinstance(stage, Stage):
                    found[f"{module.name}:{stage.name}"] = stage
    return found
