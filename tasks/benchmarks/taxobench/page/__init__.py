"""What only TaxoBench shows on its pages."""

from __future__ import annotations

from tasks.declaration import Page, Words

PAGE = Page(
    words=Words(answer="tree", answers="trees", cluster="survey", clusters="surveys", pieces="papers"),
    columns={"mode": "Mode"},
)
