"""OpenAlex's snapshot: its files, whatever the layout, and what a row of works says."""

from litgauge.tasks.benchmarks.scinetbench.build.snapshot.files import Snapshot, SnapshotFile, find_snapshot
from litgauge.tasks.benchmarks.scinetbench.build.snapshot.rows import ScannedWork

__all__ = ["ScannedWork", "Snapshot", "SnapshotFile", "find_snapshot"]
