"""Typed rows and their Arrow schemas: the vocabulary of the whole system."""

from tasks.records.rows import from_table, row_digest, schema_of, to_table
from tasks.records.surveys import Dropped, PersonName, SourceFile, Survey
from tasks.records.references import Citation, Diagnostic, Provenance, Reference
from tasks.records.texts import FullText, Section
from tasks.records.tasks import DomainLabel, Prompt, PromptLevel, ReleaseTask, SampleChoice
from tasks.records.quarantine import Quarantined
from tasks.records.release import Correction, PublishedSurvey, published_survey

__all__ = [
    "Citation", "Correction", "Diagnostic", "DomainLabel", "Dropped", "FullText", "PersonName", "Prompt", "PromptLevel",
    "Provenance", "PublishedSurvey", "Quarantined", "Reference", "ReleaseTask", "SampleChoice", "Section", "SourceFile", "Survey",
    "from_table", "published_survey", "row_digest", "schema_of", "to_table",
]
