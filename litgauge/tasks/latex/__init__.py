"""LaTeX sources of papers to the works that they cite, without running TeX.

    tree = open_path(Path("2301.00001.tar.gz"))     # an archive, a folder or a .tex file, in memory
    extraction = extract(tree, "2301.00001")        # references, citations with file and line, diagnostics
    document = expand(tree)                         # the text that TeX would typeset, every \\input followed
    document.place(1_234)                           # the file and line that a character comes from

`extract` never raises for what a source holds; `extract_many` reads many sources, each in a process with limits on
time and memory. `expand` follows inputs, definitions and conditionals as pdfLaTeX would, as far as they decide which
text there is; `citation_contexts` returns the sentence and paragraph around each citation. Nothing is written to disk,
and no path outside the source can be named.
"""

from typing import TYPE_CHECKING, Any

from litgauge.tasks.latex.caps import Caps
from litgauge.tasks.latex.contexts import citation_contexts
from litgauge.tasks.latex.expansion.document import Document, Place
from litgauge.tasks.latex.expansion.expand import expand
from litgauge.tasks.latex.extraction import Extraction, as_json, extract
from litgauge.tasks.latex.sources.archive import open_path, open_source
from litgauge.tasks.latex.sources.tree import SourceTree

if TYPE_CHECKING:
    from litgauge.tasks.latex.pool import Job, extract_many
    from litgauge.tasks.latex.settings import ExtractionSettings

__all__ = [
    "Caps",
    "Document",
    "Extraction",
    "ExtractionSettings",
    "Job",
    "Place",
    "SourceTree",
    "as_json",
    "citation_contexts",
    "expand",
    "extract",
    "extract_many",
    "open_path",
    "open_source",
]

_LATE = {
    "Job": "litgauge.tasks.latex.pool",
    "extract_many": "litgauge.tasks.latex.pool",
    "ExtractionSettings": "litgauge.tasks.latex.settings",
}
"""Names that load multiprocessing or pydantic, which take as long to start as a paper to read."""


def __getattr__(name: str) -> Any:
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LATE[name]), name)
