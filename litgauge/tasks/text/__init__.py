"""LaTeX or messy strings to clean Unicode, names, compact titles and identifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgauge.tasks.base.late_names import late_names

if TYPE_CHECKING:
    from litgauge.tasks.text.clean import clean_text as clean_text
    from litgauge.tasks.text.clean import clean_title as clean_title
    from litgauge.tasks.text.clean import compact_title as compact_title
    from litgauge.tasks.text.identifiers import normalise_arxiv_id as normalise_arxiv_id
    from litgauge.tasks.text.identifiers import normalise_doi as normalise_doi
    from litgauge.tasks.text.names import split_names as split_names

__getattr__ = late_names(__name__, __file__)
