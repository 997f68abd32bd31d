"""Headings of reference lists, in many languages (source_wordings.json)."""

from __future__ import annotations

import re

from litgauge.tasks.text.wordings import alternatives

_NAMES = alternatives("litgauge.tasks.citations", "source_wordings.json", "list name")
LIST_NAME = re.compile(
    r"\\begin\{thebibliography\}(?:\{[^{}\n]{0,40}\})?|[\W_]*+(?:\d+(?:\.\d+)*[.)]?\s+|[IVX]+\.\s+)?"
    rf"(?:(?:key|selected|full|primary|main|cited|numbered|all|additional|other)\s+){{0,2}}(?:{_NAMES})"
    rf"(?:\s*(?:and|&|/|\|)\s*(?:{_NAMES}|notes|bibliography|further reading|links|resources)){{0,3}}"
    r"\s*+(?:[(（][^()（）]{0,60}[)）])?[\W_]*+",
    re.IGNORECASE,
)
