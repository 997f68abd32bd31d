"""The tables of a ReportBench release, each declared beside what its columns mean."""

from __future__ import annotations

from tasks.records import (
    Citation,
    Correction,
    DomainLabel,
    Prompt,
    PublishedSurvey,
    Quarantined,
    Reference,
    ReleaseTask,
    SampleChoice,
    Table,
)

_SURVEY = {"survey_id": "surveys.survey_id"}

SURVEYS = Table(
    "surveys",
    PublishedSurvey,
    "the papers that serve as ground truth, essential metadata only",
    {
        "survey_id": "arXiv id without version, or the id of a local source",
        "title": "title of the survey",
        "abstract": "its abstract, where the source of the metadata has one",
        "authors": "family and given names, in the order of the paper; a body has no given name",
        "categories": "arXiv categories, the primary one first",
        "license": "licence of the paper itself, not of this data set",
        "doi": "DOI of the published version",
        "url": "page on arXiv; none for a local source",
        "submitted": "date of the first version",
        "updated": "date of the last version",
        "version": "number of the last version",
        "source_sha256": "hash of the source that the references were read from",
        "unresolved_keys": "keys cited that no bibliography explains; not among the references, never guessed",
    },
    key=("survey_id",),
)

REFERENCES = Table(
    "references",
    Reference,
    "the works that each survey cites",
    {
        "survey_id": "the survey that cites the work",
        "key": "citation key in the source",
        "type": "kind of entry, as in BibTeX; misc where the source does not say",
        "title": "title of the work",
        "authors": "family and given names; a body has no given name",
        "et_al": "whether the author list ends in “and others”",
        "year": "year of publication",
        "venue": "journal, proceedings, school or publisher",
        "doi": "DOI, lower case, without resolver",
        "arxiv_id": "arXiv id without version",
        "url": "address given in the source",
        "origin": "what the fields were read from",
        "in_main_text": "whether it is cited before the appendix at least once",
        "aliases": "other keys of the same work that were merged into this row",
        "provenance": "file and line that each value came from",
    },
    refers_to=_SURVEY,
)

CITATIONS = Table(
    "citations",
    Citation,
    "every place where a survey cites a reference",
    {
        "survey_id": "the survey",
        "key": "key of the reference cited, or one of its aliases",
        "file": "file of the source",
        "line": "line in it, from 1; 0 where the format has no lines",
        "command": "citation command, without the backslash",
        "section": "title of the section it stands in",
        "in_appendix": "whether it stands in the appendix",
    },
    refers_to=_SURVEY,
)

PROMPTS = Table(
    "prompts",
    Prompt,
    "the questions written for each survey, at every level",
    {
        "survey_id": "the survey that would be the ideal answer",
        "level": "sentence, paragraph or detail",
        "body": "the question, with its cut-off",
        "rules": "standing rules that go with the question",
        "cutoff": "year and month of the survey's last version",
        "model": "the model that wrote it; “offline” for a deterministic rule",
        "question": "name and version of the question put to the model",
    },
    key=("survey_id", "level"),
    refers_to=_SURVEY,
)

TASKS = Table(
    "tasks",
    ReleaseTask,
    "the tasks of the benchmark, one prompt for each survey drawn",
    {
        "task_id": "name of the task",
        "survey_id": "the survey that would be the ideal answer",
        "level": "level of the prompt; none where an imported benchmark does not say",
        "prompt": "what the agent is given",
        "cutoff": "year and month after which nothing may be cited",
        "domain": "application domain of the survey",
        "chosen": "why this survey and this level were drawn",
    },
    key=("task_id",),
    refers_to=_SURVEY,
)

QUARANTINE = Table(
    "quarantine",
    Quarantined,
    "surveys that fell out on the way, each with its rule",
    {
        "survey_id": "the survey",
        "stage": "stage that it fell out of",
        "status": "rejected for good, or failed for now",
        "rule": "rule by which it fell out",
        "detail": "the reason in words",
    },
    key=("survey_id",),
    bookkeeping=("detail",),
)

DOMAINS = Table(
    "domains",
    DomainLabel,
    "the application domain of each survey",
    {
        "survey_id": "the survey",
        "domain": "one of the benchmark's names",
        "reason": "the reason given for it",
        "model": "who gave the label; “offline” for a deterministic rule",
        "question": "name and version of the question put to the model",
    },
    key=("survey_id",),
    refers_to=_SURVEY,
    required=False,
)

CHOICES = Table(
    "choices",
    SampleChoice,
    "whether the balanced sample drew each survey, and why",
    {
        "survey_id": "the survey",
        "domain": "its application domain; empty where it has none",
        "chosen": "whether it became a task",
        "reason": "the reason in words",
    },
    key=("survey_id",),
    required=False,
)

CORRECTIONS = Table(
    "corrections",
    Correction,
    "the repairs made to an imported benchmark, one by one",
    {
        "survey_id": "the survey",
        "key": "key of the reference; empty for the survey itself",
        "place": "file and line in what was imported",
        "field": "the field that was changed; empty where the whole row was removed",
        "rule": "rule of the repair",
        "before": "the value as it was",
        "after": "the value as it is",
        "detail": "the reason in words",
    },
    required=False,
)

RELEASE_TABLES = (SURVEYS, REFERENCES, CITATIONS, PROMPTS, TASKS, QUARANTINE, DOMAINS, CHOICES, CORRECTIONS)
