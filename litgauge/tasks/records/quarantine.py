"""Items rejected on the way to a release, each with its reason and the possible remedy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from litgauge.tasks.records.table import Table, column, row


@row
class Quarantined:
    """A survey that a stage rejected (a result) or failed on (tried again by the next run)."""

    survey_id: str = column("the survey")
    stage: str = column("stage that it fell out of")
    status: Literal["rejected", "failed"] = column("rejected for good, or failed for now")
    rule: str = column("rule by which it fell out")
    detail: str = column("the reason in words")


QUARANTINE = Table(
    "quarantine",
    Quarantined,
    "surveys that fell out on the way, each with its rule",
    key=("survey_id",),
    bookkeeping=("detail",),
)

_AGAIN = "build again: what failed is tried again, and nothing else"
_SELECTION = "relax it (`--set selection.{}=…`), if such surveys are wanted"
_SOURCE = "put a source with LaTeX in its place, or leave the survey out"
_PDF = "give its LaTeX source, or a PDF with text"
_PROMPT = "build with another model (--model), or relax `--set prompts.…=…`"
_GROBID = "start GROBID, and build again with `--set fulltext.grobid.url=http://localhost:8070`"

NEXT_STEPS: Mapping[str, str] = {
    "broken-row": "mend the line in the metadata file",
    "deleted": "nothing: arXiv has deleted it",
    "unreadable": "nothing for now: the record before stays, if there is one; report the value that the detail shows",
    "missing-date": _SELECTION.format("submitted_after") + ", or give the row a date",
    "too-old": _SELECTION.format("submitted_after"),
    "title": _SELECTION.format("title_words"),
    "publication-evidence": _SELECTION.format("evidence_required"),
    "licence": _SELECTION.format("licenses"),
    "category": _SELECTION.format("categories"),
    "withdrawn": _SELECTION.format("withdrawn_out"),
    "duplicate": _SELECTION.format("duplicates_out"),
    "superseded": "nothing: a newer version of it fell out",
    "not-a-survey": _SELECTION.format("ask_model"),
    "opted-out": "nothing: its authors asked for it",
    "no-answer": "see the detail for what the model failed on; the next run asks it again",
    "no-source": "name its source in the corpus (`source`), or leave it out",
    "outside-root": "put the source into the corpus's folder, or name with `--set harvest.root=…` the folder "
    "that all `source` paths start from and lie in",
    "too-large": "raise it: `--set sources.max_bytes=…`",
    "unreadable-source": "see that the file is there and may be read, and build again",
    "html-page": "put the source in the place of the web page, or, if it comes from arXiv, build again",
    "postscript": _SOURCE,
    "unknown-format": _SOURCE,
    "archive-too-large": _SOURCE,
    "archive-too-many-members": _SOURCE,
    "archive-bomb": _SOURCE,
    "archive-unreadable": _SOURCE,
    "archive-unknown": _SOURCE,
    "unusable-source": _SOURCE,
    "no-latex": f"give its LaTeX source, or {_GROBID}",
    "no-references": "see what was read with `litgauge extract`, and put a source with its bibliography in its place",
    "too-few-references": "lower it (`--set min_references=…`), or see with `litgauge extract` what was not read",
    "no-text": "see that its source is the paper and not a note",
    "extraction-failed": "see what stops it with `litgauge extract`, and report it",
    "grobid-no-content": _PDF,
    "grobid-refused": _PDF,
    "grobid-busy": _AGAIN,
    "grobid-timeout": "build again with a higher `--set fulltext.grobid.timeout_s=…`",
    "grobid-unreachable": _GROBID,
    "grobid-error": _AGAIN,
    "grobid-version": "start that version, or change `fulltext.grobid.version`, and build again",
    "pdf-too-large": _PDF,
    "pdf-broken": _PDF,
    "picture-missing": (
        "give a source with the figure's file, or see the survey's other trees in `litgauge taxobench review`"
    ),
    "pdf-encrypted": "give the PDF without its password",
    "pdf-too-slow": _PDF,
    "pdf-no-text": _PDF,
    "pdf-unreadable-text": _PDF,
    "domain-material": "give its title and abstract in the corpus",
    "unknown-domain": "label it (`litgauge reportbench domains`, then `--set domains.review=…`), or take such surveys, "
    "too (`--set sample.unknown=true`)",
    "not-drawn": "nothing: it is in the release, and the sample drew others; `--set sample.size=…` says how many",
    "prompt-cutoff": "give the survey a date in the corpus",
    "prompt-title": "give its title in the corpus",
    "no-taxonomy-caption": "`--set taxonomies.must_speak=false`, if any tree will do",
    "no-material": "a release with such queries for its sub-field, or leave the setting out",
    "no-taxonomy-tree": "name more kinds (`--set taxonomies.kinds=…`), or leave the survey out",
    "taxonomy-too-small": "lower `--set taxonomies.min_papers=…` or `--set taxonomies.min_topics=…`, if such trees "
    "are wanted",
    "cited-too-little": "lower it (`--set taxonomies.min_citations=…`), if such surveys are wanted",
    "server-error": _AGAIN,
    "empty-answer": _AGAIN,
    "time-out": _AGAIN,
    "forbidden": "wait a day, ask less often (`--set sources.request_interval_s=…`), and build again",
    **dict.fromkeys(("memory-limit", "time-limit", "result-limit", "worker-died"), _SOURCE),
    "missing-file": "download the file again, or the manifest that names it",
    "damaged-file": "download the file again",
    "wrong-size": "download the file again, or the manifest, if the snapshot's release has changed meanwhile",
    "wrong-count": "download the file again, or the manifest, if the snapshot's release has changed meanwhile",
    "missing-column": "see that it is a file of OpenAlex's works, and leave others out of `snapshot.path`",
    "no-works": "see that it is a file of OpenAlex's works, and leave others out of `snapshot.path`",
    "bug": "report it: this is a bug in litgauge",
}
"""Next step for each rule, as the end of a sentence; see `next_step` for those that are not here."""


def next_step(rule: str, status: str) -> str:
    """Return what a person can do about an item that fell out by this rule.

    >>> next_step("title", "rejected")
    'relax it (`--set selection.title_words=…`), if such surveys are wanted'
    """
    if rule in NEXT_STEPS:
        return NEXT_STEPS[rule]
    if rule.startswith("prompt-"):
        return _AGAIN if status == "failed" else _PROMPT
    return _AGAIN if status == "failed" else "see what the detail says; docs/diagnostics.md explains the words"
