"""An environment of verifiers (for training or evaluation) on the offline rewards of a release.

`load_environment` is what `vf-eval` and trainers look for; put this file into a package of your own, or call it.
Rewards are those of `litgauge.tasks.agents.reward`: no judge, no model, no network.
"""

from __future__ import annotations

from typing import Any

import verifiers as vf
from datasets import Dataset

from litgauge.tasks.agents.reward import CitationReward, CitationRewards
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.release import load


def load_environment(release: str, storage: str = "data") -> vf.Environment:
    """Return the tasks of a release as prompts, and F1 of the works cited as the reward."""
    stored = load(Storage(storage), release)
    tasks = stored.benchmark.answers.given(stored.benchmark.load(stored))
    rewards = CitationRewards(stored)

    def reward_of(completion: Any, answer: str) -> CitationReward:
        return rewards.reward(answer, str(completion[-1]["content"]))

    async def f1(completion: Any, answer: str) -> float:
        return reward_of(completion, answer).f1

    async def precision(completion: Any, answer: str) -> float:
        return reward_of(completion, answer).precision

    async def recall(completion: Any, answer: str) -> float:
        return reward_of(completion, answer).recall

    rows = [{"question": task.text, "answer": task.task_id} for task in tasks]
    rubric = vf.Rubric(funcs=[f1, precision, recall], weights=[1.0, 0.0, 0.0])
    return vf.SingleTurnEnv(dataset=Dataset.from_list(rows), rubric=rubric)
