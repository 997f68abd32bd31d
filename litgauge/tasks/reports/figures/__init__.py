"""Figures of a report: pictures in any notation, with captions, sources, types, and how a judge is shown them.

`read_report` gives a report's figures. Beside it are functions for those who judge them: bytes that stand in the text
(`inline_picture`), pictures that are none by the text (`invalid_reason`), types by more evidence (`figure_type`), the
text with emptied targets and revised captions (`overlaid`).
"""

from litgauge.tasks.reports.figures.invalid import invalid_reason
from litgauge.tasks.reports.figures.overlay import caption_revision, overlaid, shows_revisions, without_bytes
from litgauge.tasks.reports.figures.targets import FigureTarget, inline_picture
from litgauge.tasks.reports.figures.types import PictureEvidence, figure_type

__all__ = [
    "FigureTarget",
    "PictureEvidence",
    "caption_revision",
    "figure_type",
    "inline_picture",
    "invalid_reason",
    "overlaid",
    "shows_revisions",
    "without_bytes",
]
