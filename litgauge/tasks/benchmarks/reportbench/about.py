"""Description of how a release was made, for its card."""

from __future__ import annotations

import msgspec

from litgauge.tasks.benchmark import About

_SUMMARY = (
    "Research tasks whose ideal answer is already written: each asks for a survey that experts have published, "
    "and the works which that survey cites are the ground truth. An agent is given the prompt, writes its report, "
    "and is scored by how much of the survey's literature it finds and by whether its statements hold."
)
_ARXIV = "Surveys are selected from arXiv metadata by rules (date, title, evidence of publication, licence)"
_LOCAL = "Surveys come from a corpus that the builder of this release has put together"
_RULED = " and were filtered by the same rules as arXiv's (date, title, evidence of publication, licence)"
_BY_QUESTION = " and by a question about title and abstract"
_THEN = (
    ". The works that a survey cites in its text are read from its LaTeX source, "
    "each with the file and line of every citation. Prompts at three levels of detail are written backwards from "
    "the survey; each names the month after which nothing may be cited. Surveys are then labelled with a domain "
    "and down-sampled so that the domains are as even as the supply allows. The construction follows ReportBench "
    "(arXiv 2508.15804)."
)

ABOUT = About(
    title="ReportBench, rebuilt by litgauge",
    summary=_SUMMARY,
    made=_ARXIV + _BY_QUESTION + _THEN,
    limits=(
        "arXiv is mostly science and engineering, and so are these tasks.",
        "What a survey does not cite is not wrong: a good report may cite works that its survey lacks.",
        "References are read from sources, not from the typeset paper; what could not be resolved is left out.",
        "A model may know the survey itself from its training; the standing rules of a task forbid using it.",
    ),
)


def about_local(name: str, *, ruled: bool, by_question: bool) -> About:
    """Return the description of a user's own corpus: whether rules, and whether a question, selected from it."""
    text = _LOCAL + (_RULED if ruled else "") + (_BY_QUESTION if by_question else "") + _THEN
    return msgspec.structs.replace(ABOUT, title=f"{name}, built by litgauge", made=text)
