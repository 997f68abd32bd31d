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

from typing import TYPE_CHECKING

from litgauge.tasks.base.late_names import late_names

if TYPE_CHECKING:
    from litgauge.tasks.latex.caps import Caps
    from litgauge.tasks.latex.contexts import citation_contexts
    from litgauge.tasks.latex.expansion.document import Document, Place
    from litgauge.tasks.latex.expansion.expand import expand
    from litgauge.tasks.latex.extraction import Extraction, as_json, extract
    from litgauge.tasks.latex.pool import Job, extract_many
    from litgauge.tasks.latex.settings import ExtractionSettings
    from litgauge.tasks.latex.sources.archive import open_path, open_source
    from litgauge.tasks.latex.sources.tree import SourceTree

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

__getattr__ = late_names(
    __name__,
    {
        "caps": "Caps",
        "contexts": "citation_contexts",
        "expansion.document": "Document Place",
        "expansion.expand": "expand",
        "extraction": "Extraction as_json extract",
        "pool": "Job extract_many",
        "settings": "ExtractionSettings",
        "sources.archive": "open_path open_source",
        "sources.tree": "SourceTree",
    },
)
