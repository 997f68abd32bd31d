"""A net below the reading of classes and styles: a source whose citations they swallow is read again without them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from litgauge.tasks.latex.citations import CitedWorks, find_citations
from litgauge.tasks.latex.expansion.document import Document
from litgauge.tasks.latex.expansion.relevance import is_package
from litgauge.tasks.records.references import Diagnostic

_PLAIN = re.compile(
    r"\\(?:[cC]ite(?:p|t|alp|alt|author|year|yearpar|num|online)?|(?:paren|text|auto|foot|smart|super)cite|onlinecite)\*?"
    r"[ \t]*+(?:\[[^\[\]{}]{0,500}\][ \t]*+){0,2}\{([^{}\\#%]{1,5000})\}"
)
_COMMENT = re.compile(r"(?<!\\)%[^\n]*+\n?+")
_END = "\\end{document}"
LEAST_SHARE = 0.25
"""Of the keys that plain commands name in the author's files: with fewer, the source is read again.

Class code that is mistaken for the author's takes all citations or most of them; what authors hide on purpose by an
option or a shorthand of their own style (notes, a long version) is a part.
"""

Expand = Callable[[bool], Document]
"""Expands the source with its classes and styles, or without."""


def read_citations(expand: Expand, survey_id: str) -> tuple[Document, CitedWorks, list[Diagnostic]]:
    """Return the document and what it cites, with a diagnostic if its classes and styles had to be left out.

    They are left out where fewer than LEAST_SHARE of the keys that plain cite commands name in the author's own files
    come out, and most of the missing ones come back without them. Raises what `expand` raises.
    """
    document = expand(True)
    cited = find_citations(document, survey_id)
    if not any(map(is_package, document.files)):
        return document, cited, []
    named_keys, cited_keys = frozenset(_named(document)), _keys(cited)
    missing = named_keys - cited_keys
    if len(named_keys & cited_keys) >= LEAST_SHARE * len(named_keys):
        return document, cited, []
    without = expand(False)
    again = find_citations(without, survey_id)
    if len(missing & _keys(again)) <= len(missing) / 2:
        return document, cited, []  # it is the text itself that leaves them out
    note = Diagnostic(
        "warning",
        "packages-ignored",
        "read again without its classes and styles: with them, "
        f"{len(named_keys & cited_keys)} of the {len(named_keys)} keys that its text cites came out",
        document.main,
        0,
    )
    return without, again, [note]


def _named(document: Document) -> Iterator[str]:
    """Yield the keys that plain cite commands name in the files that the author wrote and the document reads."""
    for path in document.files:
        if is_package(path):
            continue
        text = _COMMENT.sub("", document.tree.text(path).partition(_END)[0])
        for match in _PLAIN.finditer(text):
            yield from filter(None, (" ".join(key.split()) for key in match[1].split(",")))


def _keys(cited: CitedWorks) -> frozenset[str]:
    return frozenset((*(citation.key for citation in cited.citations), *cited.nocite_keys))
