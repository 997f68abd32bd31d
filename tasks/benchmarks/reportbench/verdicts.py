"""The verdicts of a score run as the labels of a rater, and its votes, to see how far judges agree."""

from __future__ import annotations

from collections.abc import Iterator

from tasks.benchmark import Rows
from tasks.benchmarks.reportbench.run_tables import RunTables
from tasks.statistics import JudgedItem, Voting


def verdicts(rows: Rows) -> Iterator[JudgedItem]:
    """What judges were asked and said, by kind: cited, together, uncited, scholarly.

    What needed no judge (a page that cannot be had, a page whose own metadata says what it is) is none of it: two runs
    agree on that by themselves. Where the judge failed, there is no label.
    """
    tables = RunTables.of(rows)
    texts = {(row.report_id, row.number): row.text for row in tables.statements}
    for pair in tables.pairs:
        if pair.question:
            item = (pair.report_id, str(pair.statement), pair.page)
            label = None if pair.outcome == "judge-failed" else pair.outcome
            yield JudgedItem("cited", item, label, texts[pair.report_id, pair.statement])
    for joint in tables.joint:
        if joint.question:
            label = None if joint.outcome == "judge-failed" else joint.outcome
            item = (joint.report_id, str(joint.statement), "")
            yield JudgedItem("together", item, label, texts[joint.report_id, joint.statement])
    for fact in tables.facts:
        if fact.votes:
            truth = None if fact.truth == "unscored" else fact.truth
            item = (fact.report_id, str(fact.statement), "")
            yield JudgedItem("uncited", item, truth, texts[fact.report_id, fact.statement])
    for page in tables.page_verdicts:
        if page.question:
            scholarly = {True: "scholarly", False: "not-scholarly", None: None}[page.scholarly]
            yield JudgedItem("scholarly", (page.page,), scholarly)


def votings(rows: Rows) -> Iterator[Voting]:
    """The votes on statements without citation.

    "abstain" is a label like the others; a failed vote is none. A voting that stopped when it was decided is left out:
    who was not asked would have disagreed more often.
    """
    for fact in RunTables.of(rows).facts:
        if fact.votes and not fact.bound:
            yield Voting(fact.models, tuple(None if vote == "failed" else vote for vote in fact.votes))
