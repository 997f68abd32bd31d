"""Whatever happens to a file under a storage root: the same result, or a message that names it; never another number.

The files are those that lie on disk after two builds and four score runs of the miniature benchmark, so a new kind of
file is damaged like the others from the day it is written. No Prefect, so that one life takes some milliseconds.
"""

from __future__ import annotations

import os
import random
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from litgauge.flows.pipeline.freeze import Freezing, frozen_release
from litgauge.flows.pipeline.score import take_answers
from litgauge.flows.pipeline.score_settings import ScoreSettings
from litgauge.tasks.base.errors import LitgaugeError
from litgauge.tasks.benchmark import registry, score_rows
from litgauge.tasks.benchmark.plain import StageTables
from litgauge.tasks.engine import Context, ItemInput, Stage, each
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import read_rows, write_rows
from litgauge.tasks.engine.progress import Event, Note, listening
from litgauge.tasks.engine.prune import plan_prune, prune
from litgauge.tasks.engine.reachable import roots_in
from litgauge.tasks.engine.repair import with_repair
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import (
    append_score_run,
    list_agent_runs,
    list_score_runs,
    load_newest,
    load_score_run,
    restored_answers,
)
from litgauge.tasks.ledger.runs import load_agent_run
from litgauge.tasks.llm.prices import Usage
from litgauge.tasks.llm.replies import Replies, StoredReply
from litgauge.tasks.records import ScoreRun, Spending, from_table
from litgauge.tasks.releases.diff import diff
from litgauge.tasks.releases.release import list_releases, load
from litgauge.tasks.releases.verify import verify
from litgauge.tasks.statistics import summaries
from tests.engine.counting import COPY, Copy, Word, finish, stage_run
from tests.mini.benchmark import ABOUT, MINI
from tests.mini.flows import HUNT
from tests.mini.rows import Topic

pytestmark = pytest.mark.slow
SERIES = [
    {"owls": ["barn", "snowy"], "newts": ["palmate"]},
    {"owls": ["barn", "snowy", "tawny"], "newts": ["palmate"], "gulls": ["herring"]},
]
LISTS = {
    "finder": {"hunt-owls": "barn\nsnowy", "hunt-newts": "palmate", "hunt-gulls": "herring"},
    "guesser": {"hunt-owls": "eagle\nbarn", "hunt-newts": "toad"},
}
QUESTIONS = [f"{number}{'c' * 63}" for number in range(3)]


@dataclass(frozen=True, slots=True)
class Said:
    """What a blob says."""

    text: str


def read_blob(item: ItemInput, context: Context) -> dict[str, list[Said]]:
    return {"said": [Said(context.storage.read_checked(item.only_row(Copy).blob).decode())]}


READ = Stage("read", reads={"copies": Copy}, writes={"said": Said}, compute=each(read_blob), batch=2)


@dataclass
class Life:
    """One storage, and everything that people do with it."""

    root: Path
    lists: Path
    notes: list[str] = field(default_factory=list)
    answers: str = ""  # the run of an agent's answers
    scored: str = ""  # a score run

    @property
    def storage(self) -> Storage:
        return Storage(str(self.root))

    def build(self, series: int = 1) -> Any:
        """Stages with rows and with blobs, and a release: its rows, and what the blobs say."""
        storage = self.storage
        storage.sweep()
        return with_repair(storage, lambda: self._built(storage, SERIES[series]))

    def _built(self, storage: Storage, papers: Mapping[str, list[str]]) -> Any:
        run = Run(storage)
        rows = {name: Topic(name, f"{name}:{' '.join(of)}", "birds") for name, of in papers.items()}
        topics = write_rows(storage, "topics", "topics", Topic, rows)
        hunts = finish(stage_run(HUNT, storage, topics))
        words = write_rows(storage, "words", "words", Word, {name: Word(name) for name in papers})
        said = finish(stage_run(READ, storage, finish(stage_run(COPY, storage, words))))
        frozen = frozen_release(Freezing(run, MINI, StageTables((hunts,)), "mini", ABOUT))
        return frozen.digest, _rows(storage, said), _release_rows(storage, frozen.release)

    def score(self, agent: str) -> Any:
        """An agent's means on the latest release."""
        storage = self.storage
        return with_repair(storage, lambda: self._scored(storage, agent))

    def _scored(self, storage: Storage, agent: str) -> Any:
        settings = ScoreSettings(release="mini", run=str(self.lists / agent), agent=agent)
        answered = take_answers(Run(storage), settings)
        rows, counts = score_rows(MINI.scoring, answered.rows, answered.release, ())
        run = ScoreRun(
            run_id="", agent=agent, agent_run=answered.agent_run.run_id, answers=answered.agent_run.digest,
            release=answered.release.name, release_digest=answered.release.digest, judges=(), code={}, settings="{}",
            spent=Spending(), evidence="", litgauge="1", started=answered.started, ended=answered.started,
            benchmark="mini", counts=counts,
        )  # fmt: skip
        kept = append_score_run(storage, run, rows)
        return self._means([load_score_run(storage, kept)])

    def ask(self) -> list[Any]:
        """What a model said, or says again."""
        replies = Replies(self.storage)
        return [(replies.read(key) or replies.keep(_reply(key))).body for key in QUESTIONS]

    def board(self) -> Any:
        """The means of the agents on the second release."""
        runs, left_out = load_newest(self.storage, "mini@2")
        self.notes += [str(damage) for damage in left_out]
        return self._means(runs) if runs else "nobody"

    def _means(self, runs: Any) -> Any:
        """Nobody asks for intervals here, which are dear."""
        found = {one.run.agent: summaries(one.rows["scores"], resamples=1) for one in runs}
        return {agent: {name: one.mean for name, one in of.items()} for agent, of in found.items()}

    def readings(self) -> dict[str, Callable[[], Any]]:
        """What only reads."""
        storage = self.storage
        return {
            "releases": lambda: [(one["release"], one["digest"], one["tables"]) for one in list_releases(storage)][:2],
            "show": lambda: _release_rows(storage, "mini@2"),
            "verify": lambda: [str(problem) for problem in verify(storage, "mini@2")],
            "diff": lambda: diff(load(storage, "mini@1"), load(storage, "mini@2")).to_json(),
            "board": self.board,
            "a run": lambda: load_score_run(storage, self.scored).rows,
            "answers": lambda: _answers(storage, self.answers),
            "prune": lambda: plan_prune(storage, roots_in(storage, ["releases", "claims", "ledger"])).counts,
        }

    def all(self) -> dict[str, Any]:
        """Everything that can be seen, done in the order in which people do it."""
        with listening(self._hear):
            first = {name: of for name, of in self.readings().items() if name != "verify"}  # a dear one, as diff is
            seen = {f"{name} before": _tried(of) for name, of in first.items()}
            seen |= {"build": _tried(self.build), "ask": _tried(self.ask)}
            seen |= {f"score {agent}": _tried(lambda agent=agent: self.score(agent)) for agent in LISTS}  # type: ignore[misc]
            last = {name: of for name, of in self.readings().items() if name != "diff"}
            return seen | {f"{name} after": _tried(of) for name, of in last.items()}

    def _hear(self, event: Event) -> None:
        if isinstance(event, Note):
            self.notes.append(event.text)


def _tried(work: Callable[[], Any]) -> Any:
    try:
        return work()
    except LitgaugeError as error:
        return error


def _rows(storage: Storage, output: StageOutput) -> list[str]:
    return sorted(row.text for row in read_rows(storage, output, "said", Said))


def _release_rows(storage: Storage, name: str) -> Any:
    release = load(storage, name)
    return {table.name: list(from_table(table.row, release.table(table.name))) for table in MINI.tables}


def _answers(storage: Storage, run: str) -> Any:
    with restored_answers(storage, load_agent_run(storage, run)[1]) as place:
        return {path.name: path.read_text() for path in sorted(place.iterdir())}


def _reply(key: str) -> StoredReply:
    return StoredReply(key, "q@1", "openai", {"asked": key}, {"said": key[0]}, Usage(1, 1), 0.5, 0.1, "2026-11-20")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Life]:
    """A storage that has seen two builds, the scorings of two agents, and a model's replies; tests copy it."""
    folder = tmp_path_factory.mktemp("made")
    for agent, lists in LISTS.items():
        (folder / "lists" / agent).mkdir(parents=True)
        for task, text in lists.items():
            (folder / "lists" / agent / f"{task}.csv").write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(registry.VARIABLE, "tests.mini.benchmark:MINI")
        life = Life(folder / "store", folder / "lists")
        life.build(0)
        life.build(1)
        life.ask()
        for agent in LISTS:
            life.score(agent)
            life.score(agent)
        life.answers, life.scored = list_agent_runs(life.storage)[0].run_id, list_score_runs(life.storage)[0].run_id
        (life.root / "tmp" / f"host.1.{'d' * 32}").write_bytes(b"half")
        yield life


HARMS = ("cut", "flipped", "emptied", "garbage", "deleted", "a folder instead", "its folder deleted", "another's")
LITTER = (
    ".DS_Store", "Thumbs.db", "desktop.ini", ".notes.swp", "notes~", "12", "a copy.json", "._x.parquet", "1.json.tmp",
)  # fmt: skip


def harm_file(path: Path, harm: str, dice: random.Random) -> None:
    """What disks, editors, sync services and people do to a file."""
    data = path.read_bytes()
    if harm == "its folder deleted":
        shutil.rmtree(path.parent)
        return
    path.unlink()
    match harm:
        case "cut":
            path.write_bytes(data[: dice.randrange(max(1, len(data)))])
        case "flipped":
            place = dice.randrange(max(1, len(data)))
            path.write_bytes(data[:place] + bytes(byte ^ 1 << dice.randrange(8) for byte in data[place : place + 1])
                             + data[place + 1 :])  # fmt: skip
        case "emptied":
            path.write_bytes(b"")
        case "garbage":
            path.write_bytes(dice.randbytes(len(data)))
        case "a folder instead":
            path.mkdir()
        case "another's":
            others = [other for other in sorted(path.parents[1].rglob(f"*{path.suffix}")) if other.is_file()]
            path.write_bytes(dice.choice(others).read_bytes() if others else b"other")


def kind_of(path: str) -> str:
    """What kind of file it is: its path without what tells it from others of its kind."""
    plain = re.sub(r"^(stages|items|outputs)/[^/]+", r"\1/stage", re.sub(r"[0-9a-f]{24,}", "#", path))
    return re.sub(r"(?<=/)[0-9a-f]{2}(?=/)|[0-9]+|finder|guesser", "#", plain)


def kinds_on_disk(root: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path in sorted(root.rglob("*")):
        if path.is_file():
            relative = path.relative_to(root).as_posix()
            found.setdefault(kind_of(relative), []).append(relative)
    return found


def live_with(made: Life, folder: Path, path: str, harm: str, dice: random.Random) -> None:
    """Damage a copy of the storage, do everything, and hold what comes of it to what came of the whole one."""
    life = replace(made, root=folder, notes=[])
    shutil.copytree(made.root, folder)
    expected = _expected(made, folder.parent / "whole")
    harm_file(folder / path, harm, dice)
    seen = life.all()
    told = " ".join(life.notes + [str(one) for one in seen.values() if isinstance(one, LitgaugeError)])
    for name, value in seen.items():
        where = f"{harm}: {path}: {name}: {value}"
        if isinstance(value, LitgaugeError):
            assert names_it(str(value), path), where
        elif name.startswith("verify"):
            assert value == [] or names_it(" ".join(value), path), where
        elif value != expected[name]:
            assert may_differ(name, value, expected[name], path, told), f"{where} instead of {expected[name]}"
    assert life.build() == expected["build"]
    again = replace(life, notes=[])
    with listening(again._hear):
        assert again.build() == expected["build"]
        assert again.ask() == expected["ask"]
    assert again.notes == [], f"{harm}: {path}: it is told again: {again.notes}"
    prune_what_is_old(life, path)


def prune_what_is_old(life: Life, path: str) -> None:
    """Pruning takes nothing that a build or a run still needs, and says so where it cannot know."""
    storage = life.storage
    for file in life.root.rglob("*"):
        os.utime(file, (1, 1))
    before = life.build(), _tried(life.board)
    try:
        prune(storage, plan_prune(storage, roots_in(storage, ["releases", "claims", "ledger"])))
    except LitgaugeError as error:
        if not names_it(str(error), path):
            raise
    assert (life.build(), _tried(life.board)) == before


def names_it(message: str, path: str) -> bool:
    """Whether a message names the file, or the release or the run that it is a file of."""
    release = re.match(r"(?:releases|claims)/mini/([0-9]+)", path)
    run = re.search(r"[0-9-]+-(?:finder|guesser)-[0-9]+", path)
    parts = [path, path.rpartition("/")[0], path.rpartition("/")[2]]
    named = [f"mini@{release[1]}", f"releases/mini/{release[1]}", "releases/mini", "there is none"] if release else []
    return any(part in message for part in (*parts, *named, *([run[0]] if run else [])) if part)


def may_differ(name: str, value: Any, expected: Any, path: str, told: str) -> bool:
    """A release or a run that is gone is missing from lists; what is shown of the others is as it was."""
    what = name.rpartition(" ")[0]
    if what == "prune":
        return True  # how many files are old is no result
    if what == "releases":
        intact = [one for one in value if one[1]]
        return path.startswith(("releases/", "claims/")) and all(one in expected for one in intact)
    if what == "board":
        gone = path.startswith("ledger/") and (names_it(told, path) or "score_runs" in path)
        return gone and (value == "nobody" or all(expected[agent] == means for agent, means in value.items()))
    return False


_whole: dict[str, dict[str, Any]] = {}


def _expected(made: Life, folder: Path) -> dict[str, Any]:
    if str(made.root) not in _whole:
        shutil.copytree(made.root, folder)
        life = replace(made, root=folder, notes=[])
        _whole[str(made.root)] = life.all()
        assert life.notes == []
        assert not [one for one in _whole[str(made.root)].values() if isinstance(one, LitgaugeError)]
    return _whole[str(made.root)]


def test_every_kind_of_file_is_on_disk(made: Life) -> None:
    """What this test damages: were one missing here, nobody would have damaged it."""
    roots = {path.partition("/")[0] for kind in kinds_on_disk(made.root).values() for path in kind}
    assert roots == {
        "blobs", "claims", "items", "ledger", "outputs", "releases", "replies", "stages", "tmp", "origins",
    } - {"origins"}  # fmt: skip


@pytest.mark.parametrize("harm", HARMS)
def test_damage_to_any_file_heals_or_is_named(harm: str, made: Life, tmp_path: Path) -> None:
    seed = random.randrange(10**9)
    dice = random.Random(seed)
    kinds = kinds_on_disk(made.root)
    kind = dice.choice(sorted(kinds))
    try:
        live_with(made, tmp_path / "store", dice.choice(kinds[kind]), harm, dice)
    except Exception as error:
        error.add_note(f"seed {seed}, {harm}, a file like {kind}")
        raise


@pytest.mark.soak
@pytest.mark.parametrize("harm", HARMS)
def test_damage_to_every_kind_of_file(harm: str, made: Life, tmp_path: Path) -> None:
    dice = random.Random(7)
    for number, (_, paths) in enumerate(sorted(kinds_on_disk(made.root).items())):
        for path in dice.sample(paths, min(len(paths), 3)):
            live_with(made, tmp_path / f"{number}{len(path)}{hash(path)}" / "store", path, harm, dice)


def test_what_others_leave_beside_our_files_is_nobodys_business(made: Life, tmp_path: Path) -> None:
    shutil.copytree(made.root, tmp_path / "store")
    folders = [path for path in (tmp_path / "store").rglob("*") if path.is_dir()]
    for folder in folders:
        release = re.search(r"releases/mini/[0-9]+$", str(folder))  # where verify names all but what systems leave
        if not release:
            (folder / "empty folder").mkdir()
        for name in LITTER[: 3 if release else None]:
            if not (folder / name).exists():
                (folder / name).write_bytes(b"\x00\x01 none of ours")
    life = replace(made, root=tmp_path / "store", notes=[])
    expected = _expected(made, tmp_path / "whole")
    assert life.all() == expected
    assert life.notes == []
    prune_what_is_old(life, "")
    assert all((folder / ".DS_Store").exists() for folder in folders)
