"""Processing of untrusted input in processes with limits on time, memory and the size of results."""

from tasks.fences.fence import Fence, run_fenced
from tasks.fences.outcomes import Limits, Stopped
from tasks.fences.shared import shared_fence

__all__ = ["Fence", "Limits", "Stopped", "run_fenced", "shared_fence"]
