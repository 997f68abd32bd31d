"""litgauge for notebooks: releases, scores, extractions and readings as pandas data frames.

    import litgauge

    release = litgauge.release("reportbench@1", storage="data/demo")
    release.references                    any table of the release, as a data frame
    release.leaderboard()                 each agent's means
    release.scores("careful")             each metric of each task
    litgauge.extract("paper.tar.gz").references
    litgauge.read("report.md").statements
    litgauge.network("citations.csv", "works.csv").disruption()

Nothing here changes stored data, asks a model or uses the network: that is for the command line and the pipelines.
Errors are those of the command line (`LitgaugeError` and below), with the same messages. Importing this is quick:
heavy packages are loaded by the first call that needs them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgauge.tasks.base.late_names import late_names

if TYPE_CHECKING:
    from litgauge._network import CitedPath, Network, network
    from litgauge._releases import Release, release, releases
    from litgauge._sources import Extracted, Matched, Readings, extract, match, read
    from litgauge.tasks.base.errors import ConfigError, LitgaugeError, ReleaseError, StorageError, UnusableInput

__all__ = [
    "CitedPath",
    "ConfigError",
    "Extracted",
    "LitgaugeError",
    "Matched",
    "Network",
    "Readings",
    "Release",
    "ReleaseError",
    "StorageError",
    "UnusableInput",
    "extract",
    "match",
    "network",
    "read",
    "release",
    "releases",
]

__getattr__ = late_names(__name__, __file__)


def __dir__() -> list[str]:
    return __all__
