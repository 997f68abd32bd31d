"""LaTeX e-prints to the works that they cite."""

from tasks.latex.expansion.document import Document, Place
from tasks.latex.expansion.expand import expand
from tasks.latex.extraction import Extraction, as_json, extract
from tasks.latex.pool import Job, extract_many
from tasks.latex.settings import Caps, ExtractionSettings
from tasks.latex.sources.opening import open_path, open_source
from tasks.latex.sources.tree import SourceTree

__all__ = [
    "Caps",
    "Document",
    "Extraction",
    "ExtractionSettings",
    "Job",
    "Place",
    "SourceTree",
    "as_json",
    "expand",
    "extract",
    "extract_many",
    "open_path",
    "open_source",
]
