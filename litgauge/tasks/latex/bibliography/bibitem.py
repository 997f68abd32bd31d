"""One printed \\bibitem as it stands in its list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from litgauge.tasks.latex.bibliography.entries import Locate
from litgauge.tasks.latex.expansion.definitions import Macro
from litgauge.tasks.latex.expansion.document import Place
from litgauge.tasks.records.references import ReferenceOrigin


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """A \\bibitem that nobody has read yet: reading is dear, and what a .bib has is not needed from here."""

    key: str
    label: str  # the bracketed part
    body: str
    start: int  # position of `body` for `locate`
    locate: Locate
    place: Place
    origin: ReferenceOrigin
    macros: Mapping[str, Macro]
    same_authors: Item | None = None  # the item before, where a rule stands for its authors
    title: str = ""  # LaTeX of the title, where its markup says it; then the body is without it
    authors: str = ""  # and the names, in plain text
    venue: str = ""
