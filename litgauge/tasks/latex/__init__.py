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
    from litgauge.tasks.latex.caps import Caps as Caps
    from litgauge.tasks.latex.contexts import citation_contexts as citation_contexts
    from litgauge.tasks.latex.expansion.document import Document as Document
    from litgauge.tasks.latex.expansion.document import Place as Place
    from litgauge.tasks.latex.expansion.expand import expand as expand
    from litgauge.tasks.latex.extraction import Extraction as Extraction
    from litgauge.tasks.latex.extraction import as_json as as_json
    from litgauge.tasks.latex.extraction import extract as extract
    from litgauge.tasks.latex.pool import Job as Job
    from litgauge.tasks.latex.pool import extract_many as extract_many
    from litgauge.tasks.latex.settings import ExtractionSettings as ExtractionSettings
    from litgauge.tasks.latex.sources.archive import open_path as open_path
    from litgauge.tasks.latex.sources.archive import open_source as open_source
    from litgauge.tasks.latex.sources.tree import SourceTree as SourceTree

__getattr__ = late_names(__name__, __file__)
