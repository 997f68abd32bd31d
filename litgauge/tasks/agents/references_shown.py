"""References of a task's survey that an agent has been shown: many pages with a share each are the answer key, too."""

from __future__ import annotations

import re
from collections import defaultdict

from litgauge.tasks.agents.survey_traces import Finding, SurveyTraces
from litgauge.tasks.records import WorkIdentity
from litgauge.tasks.text.work_addresses import work_at

_LARGE_SHARE = 0.2  # of the references that a page names, which other works on the subject rarely cite
_PAGING = re.compile(
    r"(?<=[?&;])(?:page|p|offset|start|from|skip|cursor|token|after|limit|size|rows|count|per[-_]?page|page[-_]?size)"
    r"=[^&;#]*[&;]?",
    re.IGNORECASE,
)
_PART = re.compile(r"(?:(?<![^\W_])|(?<=page)|(?<=part))\d{1,3}(?![^\W_])", re.IGNORECASE)


class ReferencesShown:
    """Counts over one task the pages of one list together, and all pages that name a large share."""

    def __init__(self, traces: SurveyTraces) -> None:
        self._traces = traces
        self._by_list: defaultdict[str, frozenset[int]] = defaultdict(frozenset)

    def judge(self, text: str, url: str) -> Finding:
        """What a page would say together with those shown before it; without evidence it counts as shown."""
        named = self._traces.references_in(text)
        lists = [_list_of(url)] if work_at(url) in (None, WorkIdentity()) else []
        lists += ["large shares"] if self._traces.share_of(len(named)) > _LARGE_SHARE else []
        for name in lists:
            together = self._by_list[name] | named
            if named - self._by_list[name] and self._traces.is_key(len(together)):
                return Finding(f"{len(together)} of its references, with the pages shown before")
        for name in lists:
            self._by_list[name] |= named
        return Finding()


def _list_of(url: str) -> str:
    """Return an address without what says which page of a list it is.

    >>> _list_of("https://x.example/a?id=7777&page=2&sort=year"), _list_of("https://x.example/papers/part-3.md")
    ('https://x.example/a?id=7777&sort=year', 'https://x.example/papers/part-#.md')
    """
    return _PART.sub("#", _PAGING.sub("", url.partition("#")[0]).rstrip("?&;/"))
