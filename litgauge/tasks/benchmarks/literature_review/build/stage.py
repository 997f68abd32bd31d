"""Stage of a build: from a release and a choice of topics to a study."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.literature_review.build.materials import Materials
from litgauge.tasks.benchmarks.literature_review.build.network import NetworkRelease
from litgauge.tasks.benchmarks.literature_review.build.topics import Topic, check_works, chosen_topics
from litgauge.tasks.benchmarks.literature_review.prompts import topic_request
from litgauge.tasks.benchmarks.literature_review.rows import Fact, Material, ReviewTask, ReviewTopic
from litgauge.tasks.benchmarks.literature_review.settings import MaterialSettings, Setting
from litgauge.tasks.engine import Context, ItemInput, PlannedItem, Stage, each
from litgauge.tasks.engine.definition import Rows
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import read_rows
from litgauge.tasks.engine.progress import Note, tell
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.stage import run_stage


@dataclass(frozen=True)
class StudyCall:
    """Inputs of a study."""

    release: NetworkRelease
    named: str  # how its topics were chosen: sub-fields, paths, or the name of a file
    topics: tuple[Topic, ...]
    settings: tuple[Setting, ...]
    material: MaterialSettings
    seed: int

    @staticmethod
    def of(
        release: NetworkRelease,
        topics: tuple[str, Path, int | None],
        settings: Sequence[Setting],
        material: MaterialSettings,
        seed: int,
    ) -> StudyCall:
        """Return a call with its topics: the name of the choice, the file if it is one, and the number of topics."""
        named, path, count = topics
        chosen = chosen_topics(release, named, path, count, seed)
        check_works(chosen, release)
        return StudyCall(release, Path(named).name, chosen, tuple(settings), material, seed)

    @property
    def digest(self) -> str:
        """Return the SHA-256 (hex) of everything that decides the study."""
        inputs = [
            [self.release.name, self.release.digest, self.named, self.seed],
            [asdict(topic) for topic in self.topics],
            list(self.settings),
            self.material.model_dump(mode="json"),
        ]
        return hashlib.sha256(json.dumps(inputs, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


@dataclass(frozen=True)
class StudyOutputs:
    """Outputs of a build."""

    study: StageOutput

    @property
    def last(self) -> tuple[StageOutput, ...]:
        """Return the outputs that all others lead to."""
        return (self.study,)


def make_study(run: Run, call: StudyCall) -> StudyOutputs:
    """Make topics, materials and tasks. Raises UnusableInput if no setting applies to any topic."""
    output = run_stage(STUDY, run, call, [], items=[PlannedItem("study", call.digest)], deciding={})
    if next(read_rows(run.storage, output, "tasks", ReviewTask), None) is None:
        raise UnusableInput(
            f"it has nothing to give on these {len(call.topics)} topics in {', '.join(call.settings)}",
            where=call.release.name,
            data="Nothing was released",
            next_step="`litgauge quarantine --last` says why; name other topics, or other settings",
        )
    return StudyOutputs(output)


def _study(_item: ItemInput, context: Context) -> Rows:
    call: StudyCall = context.settings
    materials_of = Materials(call.release, call.topics, call.material)
    materials = [materials_of.of(topic, setting) for topic in call.topics for setting in call.settings]
    tasks = [
        ReviewTask(f"{material.topic}-{material.setting}", material.topic, material.setting)
        for material in materials
        if material.applies
    ]
    if without := Counter(f"{material.setting}: {material.reason}" for material in materials if not material.applies):
        reasons = "; ".join(f"{count} of {len(call.topics)} topics, {why}" for why, count in without.items())
        tell(Note("study", f"without a material, and so without a task: {reasons}"))
    return {
        "topics": [_topic(topic, materials_of) for topic in call.topics],
        "materials": materials,
        "tasks": tasks,
        "study": list(_facts(call)),
    }


def _topic(topic: Topic, materials: Materials) -> ReviewTopic:
    ends = ["" if work is None else materials.described(work) for work in (topic.older, topic.newer)]
    text = topic_request(topic.name, topic.description, *ends)
    return ReviewTopic(topic.topic, topic.name, topic.description, topic.sub_field, topic.newer, topic.older, text)


def _facts(call: StudyCall) -> list[Fact]:
    facts = {
        "release": call.release.name,
        "release digest": call.release.digest,
        "network": call.release.facts.get("digest", ""),
        "topics": call.named,
        "seed": str(call.seed),
        "settings": ", ".join(call.settings),
        **{f"material: {name}": str(value) for name, value in call.material.model_dump(mode="json").items()},
    }
    return [Fact(name, value) for name, value in facts.items()]


STUDY = Stage(
    "study",
    reads={},
    writes={"topics": ReviewTopic, "materials": Material, "tasks": ReviewTask, "study": Fact},
    compute=each(_study),
    batch=1,
    at_once=1,
)
