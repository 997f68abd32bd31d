"""The end of the agent's work: sections, polished to one report, with the files of its figures."""

from __future__ import annotations

from litgauge.tasks.agents.outcome import AgentAnswer, Outcome
from litgauge.tasks.benchmarks.tvir.agents.figures import MadeFigure, UnmadeFigure, written_files
from litgauge.tasks.benchmarks.tvir.agents.stages import Workplace
from litgauge.tasks.reports.polishing import PolishedReport, polish


async def finished(
    work: Workplace,
    title: str,
    sections: list[str],
    figures_of_report: tuple[list[MadeFigure], list[UnmadeFigure]],
    failed: list[str],
) -> AgentAnswer:
    """Return the polished report with its files; what could not be made is in the outcome, never in the text."""
    figures, unmade = figures_of_report
    if not sections:
        return AgentAnswer("", "no-answer", "; ".join(("no section could be written", *failed)))
    report = polish([f"# {title.strip()}", *sections])
    files = await written_files(figures, unmade, work.session.means.recorded)
    if failed:
        return AgentAnswer(report.text, "incomplete", "; ".join((*failed, *_notes(report, unmade))), files)
    outcome: Outcome = "answered" if report.references or not work.session.means.answers.cites else "no-citations"
    return AgentAnswer(report.text, outcome, "; ".join(_notes(report, unmade)), files)


def _notes(report: PolishedReport, unmade: list[UnmadeFigure]) -> list[str]:
    """Return notes for a person on an answer."""
    notes = [f"{figure.kind} of section {figure.section} not made: {figure.why}" for figure in unmade]
    if report.unresolved:
        notes.append(f"{len(report.unresolved)} marks without an entry")
    return notes
