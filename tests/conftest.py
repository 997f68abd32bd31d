"""Fixtures that every test may use, and which tests share a worker when several run side by side."""

from __future__ import annotations

import atexit
import gc
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from litgauge.tasks.engine.storage import Storage
from tests.groups import SHARED, UNTIL_GROUP_ENDS, group_of
from tests.installed import Installed
from tests.side_by_side import files_of

REPOSITORY = Path(__file__).resolve().parents[1]

# `make test` and `make check` try the same examples in every run, so that a change is judged by what it changed; `make
# soak` draws new ones, and what it finds belongs into a test. Nothing is kept that workers would share. A busy machine
# is no fault of the code: tests that measure time say so, and count the processor's.
hypothesis.settings.register_profile(
    "litgauge",
    database=None,
    deadline=None,
    derandomize=True,
    max_examples=25,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.register_profile(
    "soak", hypothesis.settings.get_profile("litgauge"), derandomize=False, max_examples=500
)
hypothesis.settings.load_profile("litgauge")

# Collecting makes little garbage and looks for much: see pytest_collection_finish.
gc.disable()

# Prefect looks for its home when it is first imported: each worker has one of its own, and nobody's is touched.
_PREFECT_HOME = tempfile.TemporaryDirectory(prefix="litgauge-prefect-")
os.environ["PREFECT_HOME"] = _PREFECT_HOME.name

# Every worker collects for itself, so files without a test of the part that is run are not imported.
_SOME_DEAR = re.compile(r"\bmark\.(?:slow|real|prefect|s3|tex)\b|\bON_S3\b")
_ALL_DEAR = re.compile(r"^pytestmark = .*\bmark\.(?:slow|real|prefect|s3|tex|soak|browser)\b", re.MULTILINE)

_SHARE = pytest.StashKey[frozenset[Path]]()


def has_dear(path: Path) -> bool:
    """Whether a test of the file may need more than its process, or long."""
    return bool(_SOME_DEAR.search(path.read_text(encoding="utf-8")))


def has_quick(path: Path) -> bool:
    """Whether a test of the file may be one of `make check`."""
    return not _ALL_DEAR.search(path.read_text(encoding="utf-8"))


PARTS = {"dear": has_dear, "quick": has_quick}


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--share 1/2`: only the first half of the test files is looked at. `--part`: only those with tests of it."""
    parser.addoption("--share", default="1/1", help="I/N: collect the I-th of N shares of the test files")
    parser.addoption("--part", choices=PARTS, help="leave files out that have no test of this part of `make test`")


def pytest_configure(config: pytest.Config) -> None:
    """Find the files of the part and of the share."""
    config.stash[_SHARE] = files_of(config.getoption("share"), PARTS.get(config.getoption("part")))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave the files of other parts and shares alone: they are not imported."""
    is_test = collection_path.name.startswith("test_") and collection_path.suffix == ".py"
    return True if is_test and collection_path not in config.stash[_SHARE] else None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """A worker a core and one more: tests of commands and servers wait for their processes half of the time."""
    return len(os.sched_getaffinity(0)) + 1


@pytest.hookimpl(tryfirst=True)  # before xdist looks for groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that share a server or a browser stay on one worker and come first; the others go where there is room."""
    dear = [item for item in items if any(map(item.get_closest_marker, ("slow", "real", "prefect", "s3", "tex")))]
    lost = {item.path for item in dear if not (item.get_closest_marker("soak") or has_dear(item.path))}
    if lost:
        raise pytest.UsageError(f"`--part dear` would leave out what does not name its marks: {sorted(lost)}")
    order = [*SHARED.values(), None]
    groups = {item: group_of(item) for item in items}
    for item, group in groups.items():
        if group:
            item.add_marker(pytest.mark.xdist_group(group))
    items.sort(key=lambda item: (order.index(groups[item]), _place_in_group(item)))


def _place_in_group(item: pytest.Item) -> int:
    """A server that nobody asks costs as much as a test: first those who want what it needs, last those who end it."""
    if item.get_closest_marker("ends_group"):
        return 2
    return int("served" in getattr(item, "fixturenames", []))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Fail at once where pytest-xdist does not see the groups: servers would be started once a worker, unnoticed.

    What collecting has made stays to the end: the collector need not look through it again, which takes half a second
    each time and falls on whichever test is running; it looks less often, too.
    """
    gc.freeze()
    gc.enable()
    gc.set_threshold(10_000, 20, 20)
    lost = [item.nodeid for item in session.items if group_of(item) and "@" not in item.nodeid.rpartition("]")[2]]
    if getattr(session.config.option, "loadgroup", False) and lost:
        raise pytest.UsageError(f"pytest-xdist gave {len(lost)} tests no group, {lost[0]} among them")


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """End the servers of a group with the last of its tests: an idle one costs as much as a test."""
    if nextitem is None or group_of(nextitem) != group_of(item):
        UNTIL_GROUP_ENDS.close()


def pytest_make_parametrize_id(val: object) -> str | None:
    """Bytes by their length: packed ones hold the time, and each worker must know a test by the same name.

    Long texts by their beginning and length: a worker sends the names of all tests, and some texts have a megabyte.
    """
    if isinstance(val, bytes):
        return f"{len(val)}-bytes"
    if isinstance(val, str) and len(val) > 100:
        return f"{val[:60].encode('unicode_escape').decode('ascii')}-{len(val)}-characters"
    return None


def pytest_unconfigure() -> None:
    """Remove what the tests' Prefect left behind. Modules end as they would without us, after pytest's collecting."""
    atexit.register(gc.unfreeze)
    _PREFECT_HOME.cleanup()


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of real inputs; the test is skipped where it is absent."""
    folder = Path(os.environ.get("LITGAUGE_REAL_DATA", REPOSITORY.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"real data not found at {folder}: set LITGAUGE_REAL_DATA")
    return folder


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of the repository."""
    return REPOSITORY


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel in an environment of its own."""
    return Installed.into(tmp_path_factory.mktemp("installed"))


@pytest.fixture(scope="session")
def installed_demo(installed: Installed) -> str:
    """What `litgauge demo` of the wheel says; Prefect starts a server of its own for it."""
    return installed.run("litgauge", "demo")


@pytest.fixture(scope="session")
def s3_bucket() -> Iterator[str]:
    """The URL of a bucket on an S3 server of our own on loopback."""
    import s3fs
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_ACCESS_KEY_ID", "test")
        patch.setenv("AWS_SECRET_ACCESS_KEY", "test")
        patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        patch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
        s3fs.S3FileSystem(skip_instance_cache=True).mkdir("litgauge-tests")
        yield "s3://litgauge-tests"
    server.stop()


@pytest.fixture(params=["local", "memory", pytest.param("s3", marks=[pytest.mark.s3, pytest.mark.soak])])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> Storage:
    """An empty storage of each kind; on S3 in `make soak`, or where the test says `ON_S3` (tests/storages.py)."""
    match request.param:
        case "local":
            return Storage(str(tmp_path / "store"))
        case "memory":
            return Storage(f"memory://{tmp_path.name}")
        case _:
            return Storage(f"{request.getfixturevalue('s3_bucket')}/{tmp_path.name}")
