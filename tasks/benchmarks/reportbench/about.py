"""What a release's card says of how it came about."""

from __future__ import annotations

import msgspec

from flows.reportbench.config import BuildConfig
from tasks.releases.card import REPORTBENCH
from tasks.releases.manifest import About

_ARXIV = "Surveys are selected from arXiv metadata by rules (date, title, evidence of publication, licence)"
_LOCAL = "Surveys come from a corpus that the builder of this release has put together"
_FURTHER = " and were filtered by the same rules as arXiv's (date, title, evidence of publication, licence)"


def about(config: BuildConfig) -> About:
    """The card's words for a build with this config."""
    if config.harvest.source == "snapshot":
        return REPORTBENCH
    selection = config.selection
    ruled = bool(selection.title_words) or selection.evidence_required or bool(selection.licenses)
    first = _LOCAL + (_FURTHER if ruled else "")
    asked = " and by a question about title and abstract" if selection.ask_model else ""
    made = REPORTBENCH.made.replace(f"{_ARXIV} and by a question about title and abstract", first + asked)
    return msgspec.structs.replace(REPORTBENCH, title=f"{config.benchmark}, built by litgauge", made=made)
