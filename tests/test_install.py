"""What `make demo` and `make test` show while pip installs."""

from __future__ import annotations

import pytest

from tools.install import install, progress_lines

OUTPUT = """\
Obtaining file:///home/me/litgauge
  Preparing editable metadata (pyproject.toml): finished with status 'done'
Collecting arrow==1.0 (from litgauge==0.2.0)
  Downloading arrow-1.0-py3-none-any.whl.metadata (4.0 kB)
WARNING: Location 'file:///mirror/owl/' is ignored: it is neither a file nor a directory.
Collecting owl (from arrow==1.0->litgauge==0.2.0)
  Downloading owl-2.0.tar.gz.metadata (4.0 kB)
Downloading owl_types-1.0-py3-none-any.whl (1.0 MB)
  Downloading arrow-1.0-py3-none-any.whl (1.5 MB)
  Using cached owl-2.0.tar.gz (500 kB)
Installing collected packages: owl, arrow, litgauge
Successfully installed arrow-1.0 litgauge-0.2.0 owl-2.0
""".splitlines(keepends=True)


def test_a_pipe_has_a_line_for_each_stage() -> None:
    assert [text.strip() for text in progress_lines(OUTPUT, live=False)] == [
        "looking up packages", "fetching packages", "unpacking packages", "3 packages, 3 MB of them fetched",
    ]  # fmt: skip


def test_a_terminal_has_one_line_that_changes() -> None:
    written = "".join(progress_lines(OUTPUT, live=True))
    assert written.count("\n") == 1
    assert "looking up packages: 2 " in written
    assert "unpacking packages: 3, 3 fetched (3 MB)" in written
    assert "WARNING" not in written


def test_what_pip_says_is_shown_where_it_fails(capfd: pytest.CaptureFixture[str]) -> None:
    assert install("--no-index", "--dry-run", "no-such-package-anywhere") == 1
    assert "No matching distribution found for no-such-package-anywhere" in capfd.readouterr().err
