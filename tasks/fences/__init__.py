"""Work on what strangers made, in processes that are stopped when they take too long or too much memory."""

from tasks.fences.outcomes import Limits, Stopped
from tasks.fences.pool import run_fenced

__all__ = ["Limits", "Stopped", "run_fenced"]
