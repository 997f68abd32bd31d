"""What is kept from an agent, so that it answers the task and does not look the answer up."""

from __future__ import annotations

from tasks.agents.pages import ReadPage
from tasks.agents.search.engine import SearchHit
from tasks.declaration import GivenTask


def kept_from(task: GivenTask, found: SearchHit | ReadPage) -> str:
    """Why this may not be shown to an agent that answers the task; "" if it may."""
    identity = found.identity
    for work in task.withheld:
        if identity.arxiv_id and identity.arxiv_id == work.arxiv_id:
            return "it is the survey itself"
        if identity.doi and work.doi and identity.doi.casefold() == work.doi.casefold():
            return "it is the survey itself"
        if found.title and work.title and found.title.casefold() == work.title.casefold():
            return "it is the survey itself"
    if task.cutoff and found.date and found.date[: len(task.cutoff)] > task.cutoff:
        return f"it was published after {task.cutoff}"
    return ""
