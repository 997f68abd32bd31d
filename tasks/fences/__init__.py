"""Work on what strangers made, in processes that are stopped when they take too long or too much memory."""

from tasks.fences.fence import Fence, run_fenced
from tasks.fences.outcomes import Limits, Stopped
from tasks.fences.shared import shared_fence

__all__ = ["Fence", "Limits", "Stopped", "run_fenced", "shared_fence"]
