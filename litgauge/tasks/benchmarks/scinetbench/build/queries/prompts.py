"""Prompts of queries, in our own words."""

from __future__ import annotations

from litgauge.tasks.benchmarks.scinetbench.rows import Relation

_FORM = (
    "Answer with a JSON list, a CSV file or a numbered Markdown list, one work a line{order}. Give each work's title "
    "and, where you know it, its DOI, arXiv id or OpenAlex id."
)
_LIST = _FORM.format(order=", the best one first")
_EGO: dict[str, str] = {
    "novel": (
        "Which works on {sub_field} are the most novel, in that they build on knowledge that is hardly ever brought "
        "together? What counts is how unusual the mix of venues is that a work draws on, not how famous it is."
    ),
    "disruptive": (
        "Which works on {sub_field} are the most disruptive, in that those who cite them no longer cite what they were "
        "built upon? What counts is that a work took the place of its predecessors, not how famous it is."
    ),
}
_PAIR: dict[str, str] = {
    "cites": "Which works cite {subject}?",
    "cites-positively": "Which works cite {subject} with approval: they build on it, confirm it or praise it?",
    "cites-critically": "Which works cite {subject} critically: they question it or name its limits?",
    "together": "Which works are often cited together with {subject}, within the same paragraph of other works?",
}
_PATH = (
    "Along which chain of citations did research get from {target} to {subject}? Name the works of the most "
    "influential chain: each cites the next one, the first is {subject}, the last is {target}, and the works in "
    "between are those that others took up most. There are at most {hops} citations in it."
)


def list_prompt(relation: Relation, *, sub_field: str = "", subject: str = "", length: int) -> str:
    """A query whose answer is a ranked list.

    >>> list_prompt("cites", subject="“Owls” (2001)", length=50).split("?")[0]
    'Which works cite “Owls” (2001)'
    """
    question = (_EGO | _PAIR)[relation].format(sub_field=sub_field, subject=subject)
    return f"{question}\n\nList up to {length} works. {_LIST}"


def path_prompt(subject: str, target: str, max_hops: int) -> str:
    """A query whose answer is a path."""
    question = _PATH.format(subject=subject, target=target, hops=max_hops)
    return f"{question}\n\n{_FORM.format(order=', in the order of the chain')}"


def named(work: int, title: str, year: int) -> str:
    """A work as a query names it.

    >>> named(12, "Owls", 2001)
    '“Owls” (2001, OpenAlex W12)'
    """
    return f"“{title or 'untitled'}” ({year}, OpenAlex W{work})"
