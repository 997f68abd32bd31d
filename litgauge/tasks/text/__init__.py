"""LaTeX or messy strings to clean Unicode, names, compact titles and identifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgauge.tasks.base.late_names import late_names

if TYPE_CHECKING:
    from litgauge.tasks.text.clean import clean_text, clean_title, compact_title
    from litgauge.tasks.text.identifiers import normalise_arxiv_id, normalise_doi
    from litgauge.tasks.text.names import split_names

__all__ = ["clean_text", "clean_title", "compact_title", "normalise_arxiv_id", "normalise_doi", "split_names"]

__getattr__ = late_names(
    __name__,
    {
        "clean": "clean_text clean_title compact_title",
        "identifiers": "normalise_arxiv_id normalise_doi",
        "names": "split_names",
    },
)
