"""Typed rows and their Arrow schemas: the vocabulary of the whole system."""

from tasks.records.ledger import (
    AgentRun,
    AnswerFile,
    AskedQuestion,
    Judge,
    PageVerdict,
    ScoreRun,
    Spending,
    UnscoredPart,
    Violation,
)
from tasks.records.quarantine import Quarantined
from tasks.records.references import (
    Citation,
    CitationContext,
    Diagnostic,
    Provenance,
    Reference,
    SourceDiagnostic,
)
from tasks.records.release import Correction, PublishedSurvey, published_survey
from tasks.records.rows import from_table, row_digest, schema_of, to_table
from tasks.records.scoring import (
    AgentReport,
    EvidencePage,
    FactVerdict,
    GivenReference,
    PairVerdict,
    ReferenceMatch,
    Statement,
    StatementLink,
    WorkIdentity,
)
from tasks.records.surveys import Dropped, PersonName, SourceFile, Survey
from tasks.records.table import Table
from tasks.records.tasks import DomainLabel, Prompt, PromptLevel, ReleaseTask, SampleChoice
from tasks.records.texts import FullText, Section
from tasks.records.unscored import Unscored
from tasks.records.works import CitedWork

__all__ = [
    "AgentReport",
    "AgentRun",
    "AnswerFile",
    "AskedQuestion",
    "Citation",
    "CitationContext",
    "CitedWork",
    "Correction",
    "Diagnostic",
    "DomainLabel",
    "Dropped",
    "EvidencePage",
    "FactVerdict",
    "FullText",
    "GivenReference",
    "Judge",
    "PageVerdict",
    "PairVerdict",
    "PersonName",
    "Prompt",
    "PromptLevel",
    "Provenance",
    "PublishedSurvey",
    "Quarantined",
    "Reference",
    "ReferenceMatch",
    "ReleaseTask",
    "SampleChoice",
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
    "published_survey",
    "row_digest",
    "schema_of",
    "to_table",
]
