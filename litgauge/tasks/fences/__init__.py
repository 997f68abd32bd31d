"""Processing of untrusted input in processes with limits on time, memory and the size of results."""

from litgauge.tasks.fences.fence import Fence, run_fenced
from litgauge.tasks.fences.outcomes import Limits, Stopped
from litgauge.tasks.fences.shared import shared_fence

__all__ = ["Fence", "Limits", "Stopped", "run_fenced", "shared_fence"]
