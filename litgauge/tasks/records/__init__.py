"""Typed rows and their Arrow schemas: the vocabulary of the whole system."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from litgauge.tasks.records.figures import FIGURE_LINKS, FIGURE_PICTURES, FIGURES, Figure, FigureLink, FigurePicture
    from litgauge.tasks.records.ledger import AgentRun, AnswerFile, AskedQuestion, Judge, ScoreRun, Spending, judged_by
    from litgauge.tasks.records.published import SURVEYS, PublishedSurvey, published_survey
    from litgauge.tasks.records.quarantine import QUARANTINE, Quarantined
    from litgauge.tasks.records.references import (
        CITATIONS,
        REFERENCES,
        Citation,
        CitationContext,
        Diagnostic,
        Provenance,
        Reference,
        SourceDiagnostic,
    )
    from litgauge.tasks.records.rows import from_table, optional_columns, row_digest, schema_of, to_table
    from litgauge.tasks.records.scoring import (
        FACTS,
        JOINT,
        LINKS,
        MATCHES,
        PAGE_VERDICTS,
        PAGES,
        PAIRS,
        REPORTS,
        STATEMENTS,
        UNSCORED,
        VIOLATIONS,
        AgentReport,
        EvidencePage,
        FactVerdict,
        GivenReference,
        JointVerdict,
        PageVerdict,
        PairVerdict,
        PlacedCitation,
        ReferenceMatch,
        Statement,
        StatementLink,
        UnscoredPart,
        Violation,
        WorkIdentity,
    )
    from litgauge.tasks.records.surveys import Dropped, PersonName, SourceFile, Survey
    from litgauge.tasks.records.table import Table
    from litgauge.tasks.records.texts import FullText, Section
    from litgauge.tasks.records.unscored import Unscored
    from litgauge.tasks.records.works import WORKS, CitedWork

__all__ = [
    "CITATIONS",
    "FACTS",
    "FIGURES",
    "FIGURE_LINKS",
    "FIGURE_PICTURES",
    "JOINT",
    "LINKS",
    "MATCHES",
    "PAGES",
    "PAGE_VERDICTS",
    "PAIRS",
    "QUARANTINE",
    "REFERENCES",
    "REPORTS",
    "STATEMENTS",
    "SURVEYS",
    "UNSCORED",
    "VIOLATIONS",
    "WORKS",
    "AgentReport",
    "AgentRun",
    "AnswerFile",
    "AskedQuestion",
    "Citation",
    "CitationContext",
    "CitedWork",
    "Diagnostic",
    "Dropped",
    "EvidencePage",
    "FactVerdict",
    "Figure",
    "FigureLink",
    "FigurePicture",
    "FullText",
    "GivenReference",
    "JointVerdict",
    "Judge",
    "PageVerdict",
    "PairVerdict",
    "PersonName",
    "PlacedCitation",
    "Provenance",
    "PublishedSurvey",
    "Quarantined",
    "Reference",
    "ReferenceMatch",
    "ScoreRun",
    "Section",
    "SourceDiagnostic",
    "SourceFile",
    "Spending",
    "Statement",
    "StatementLink",
    "Survey",
    "Table",
    "Unscored",
    "UnscoredPart",
    "Violation",
    "WorkIdentity",
    "from_table",
    "judged_by",
    "optional_columns",
    "published_survey",
    "row_digest",
    "schema_of",
    "to_table",
]

_MODULES = {
    "figures": "FIGURE_LINKS FIGURE_PICTURES FIGURES Figure FigureLink FigurePicture",
    "ledger": "AgentRun AnswerFile AskedQuestion Judge ScoreRun Spending judged_by",
    "published": "SURVEYS PublishedSurvey published_survey",
    "quarantine": "QUARANTINE Quarantined",
    "references": "CITATIONS REFERENCES Citation CitationContext Diagnostic Provenance Reference SourceDiagnostic",
    "rows": "from_table optional_columns row_digest schema_of to_table",
    "scoring": """
    FACTS JOINT LINKS MATCHES PAGE_VERDICTS PAGES PAIRS REPORTS STATEMENTS UNSCORED VIOLATIONS
    AgentReport EvidencePage FactVerdict GivenReference JointVerdict PageVerdict PairVerdict
    PlacedCitation ReferenceMatch Statement StatementLink UnscoredPart Violation WorkIdentity
    """,
    "surveys": "Dropped PersonName SourceFile Survey",
    "table": "Table",
    "texts": "FullText Section",
    "unscored": "Unscored",
    "works": "WORKS CitedWork",
}
_LATE = {name: module for module, names in _MODULES.items() for name in names.split()}
"""The module of each name: a paper is read with two of them, and all take as long to load as it to read."""


def __getattr__(name: str) -> Any:
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{_LATE[name]}"), name)
    return value
