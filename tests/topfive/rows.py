"""Rows of TopFive's releases and score runs."""

from __future__ import annotations

from litgauge.tasks.records import Table
from litgauge.tasks.records.table import column, row


@row
class TopWork:
    """One of the works that a survey cites most."""

    survey_id: str = column("the survey")
    place: int = column("1 to 5, the most cited first")
    title: str = column("title of the work")
    citations: int = column("places in the survey's text that cite it")


@row
class TopTask:
    """One survey whose most cited works are asked for."""

    task_id: str = column("name of the task")
    survey_id: str = column("the survey")
    title: str = column("title of the survey: all that an agent is told")


@row
class NamedWork:
    """A work that an agent names."""

    task_id: str = column("the task")
    place: int = column("place in the agent's list, from 1")
    title: str = column("title as the agent writes it")


WORKS = Table("works", TopWork, "the five works that each survey cites most", key=("survey_id", "place"))
TASKS = Table("tasks", TopTask, "the surveys that agents are asked about", key=("task_id",))
NAMED = Table("named", NamedWork, "the works that the agent names", key=("task_id", "place"))
