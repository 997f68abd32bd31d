"""Characters that a reader does not see, but a model does: a sign that a page speaks to machines.

They are counted in what the server sent and written beside the frozen page (trafilatura drops them from the text of
HTML, other texts keep them). What protects a judge is the fence around all data (tasks.llm.template), which no text
can name.
"""

from __future__ import annotations

import re

# Soft hyphens, joiners and direction marks are used honestly, so they are not counted: zero-width spaces, direction
# overrides, invisible operators and tags (with which ASCII is written invisibly) are.
_INVISIBLE = re.compile(
    "[\u180e\u200b\u202a-\u202e\u2060-\u2069\ufff9-\ufffb\U000e0000-\U000e007f\U000e0100-\U000e01ef]"
)


def count_invisible(text: str) -> int:
    """How many characters of the text are made to be unseen.

    >>> count_invisible("two\\u200b\\u2060 of them")
    2
    """
    return len(_INVISIBLE.findall(text))
