"""Labels of published nodes: their name, and what stands around it."""

from __future__ import annotations

import re
from dataclasses import dataclass

_LEAD = re.compile(
    r"(?:\d+(?:\.\d+)*(?!\.?\d)\s*[_.)]|[A-Z]\s*[_.)](?![A-Z]\.)|\((?:\d+|[a-z]|[ivx]+)\)|\d+(?:\.\d+)+(?=\s+[A-Z])|[IVX]+\.(?=\s))"
    r"\s*(?=[^\W_])|[-–—•]\s+"
)
_CITED = re.compile(r"\[\s*\d+(?:\s*[,;–-]\s*\d+)*\s*\]")


@dataclass(frozen=True, slots=True)
class Label:
    """A label taken apart; the three parts together are the label."""

    lead: str
    name: str
    tail: str

    @property
    def written(self) -> str:
        """The label as it stood."""
        return f"{self.lead}{self.name}{self.tail}"


def read_label(label: str) -> Label:
    """A label's name without the number before it and the citation behind it; one that is nothing else keeps it.

    >>> read_label("4_A Survey")
    Label(lead='4_', name='A Survey', tail='')
    >>> [read_label(label).name for label in ("Memory [162]", "[162]", "3D Vision", "2.5D", "1.58-bit")]
    ['Memory', '[162]', '3D Vision', '2.5D', '1.58-bit']
    >>> [read_label(label).name for label in ("3.1 Encoders", "3.1. Encoders", "(c) Decoders", "II. Data", "U.S. law")]
    ['Encoders', 'Encoders', 'Decoders', 'Data', 'U.S. law']
    """
    if _CITED.fullmatch(label.strip()):
        return Label("", label, "")
    lead = _LEAD.match(label)
    start, end = lead.end() if lead else 0, _end_of_name(label)
    if not label[start:end].strip():
        return Label("", label, "")
    return Label(label[:start], label[start:end], label[end:])


def _end_of_name(label: str) -> int:
    """Where the citation, or the filling, behind a name begins."""
    name = label.rstrip()
    if name.endswith("]") and _CITED.fullmatch(name, opening := name.rfind("[")):
        name = name[:opening]
    return len(name.rstrip().rstrip("_").rstrip())
