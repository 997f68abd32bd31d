"""Which parts of the demo need not be run again: nobody has touched what they are made of, nor what they made.

demo.json beside the pages     a stamp of the files of each part, by benchmark
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from litgauge.flows.cli.frozen_files import folder_beside
from litgauge.flows.cli.output_files import whole_file
from litgauge.tasks.base.file_stamps import stamp_of
from litgauge.tasks.base.shipped import SHIPPED
from litgauge.tasks.base.shipped_files import PACKAGE, SAMPLE, config_folders

_NAME = "demo.json"


class DemoMemory:
    """Stamps of the parts that ended well, in the demo's folder.

    A part's stamp is over the code, the sample and the configs, and over its release, its score runs and its page.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._sources = [PACKAGE, SAMPLE, *config_folders()]
        self._stamps = self._read()

    def has(self, benchmark: str, page: Path) -> bool:
        """Return whether a part was run, and stands as it was left; False for a benchmark that does not ship."""
        return benchmark in SHIPPED and self._stamps.get(benchmark) == self._stamp(benchmark, page)

    def keep(self, benchmark: str, page: Path) -> None:
        """Keep that a part was run."""
        self._stamps[benchmark] = self._stamp(benchmark, page)
        with whole_file(self._folder / _NAME) as stream:
            stream.write(msgspec.json.encode(self._stamps).decode())

    def _stamp(self, benchmark: str, page: Path) -> str:
        ledger = self._folder / "ledger"
        runs = [*ledger.glob(f"score_runs/{benchmark}@*"), *ledger.glob(f"labels/{benchmark}@*")]
        outputs = [self._folder / "releases" / benchmark, *runs, page.resolve(), folder_beside(page.resolve())]
        return stamp_of([*self._sources, *outputs])

    def _read(self) -> dict[str, str]:
        try:
            return msgspec.json.decode((self._folder / _NAME).read_bytes(), type=dict[str, str])
        except (FileNotFoundError, msgspec.DecodeError):
            return {}
