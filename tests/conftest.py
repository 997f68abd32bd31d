"""Fixtures that every test may use."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tasks.engine.storage import Storage

REPOSITORY = Path(__file__).resolve().parents[1]


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


@pytest.fixture(params=["local", "memory", "s3"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> Storage:
    """An empty storage of each kind."""
    match request.param:
        case "local":
            return Storage(str(tmp_path / "store"))
        case "memory":
            return Storage(f"memory://{tmp_path.name}")
        case _:
            return Storage(f"{request.getfixturevalue('s3_bucket')}/{tmp_path.name}")
