"""LaTeX e-prints to the works that they cite."""

from tasks.tex.expansion.document import Document, Place
from tasks.tex.expansion.expand import expand
from tasks.tex.extraction import Extraction, as_json, extract
from tasks.tex.pool import Job, extract_many
from tasks.tex.settings import Caps, ExtractionSettings
from tasks.tex.sources.opening import open_path, open_source
from tasks.tex.sources.tree import SourceTree

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
