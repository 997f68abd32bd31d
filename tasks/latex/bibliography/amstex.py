"""Works whose parts AMS-TeX names (\\ref ... \\endref), and \\bibitem and \\Bibitem of Russian journals like it."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import zip_longest

from tasks.citations.printed.name_lists import printed_names
from tasks.latex.bibliography.entries import Value
from tasks.latex.expansion.document import Place
from tasks.records.surveys import PersonName
from tasks.text import clean_text

_FIELD = re.compile(
    r"\\(by|bysame|paper|book|inbook|jour|yr|vol|issue|pages|page|publ|publaddr|paperinfo|bookinfo|eds?|finalinfo|toappear"
    r"|lang|transl|moreref|key|no|manyby|miscnote|endref|mathnet|mathscinet|zmath|crossref|isi|elib)(?![a-zA-Z])"
)
_NAMES = {"paper": "title", "jour": "journal", "yr": "year"}

Locate = Callable[[int], Place]


def ams_fields(body: str, locate: Locate) -> tuple[dict[str, Value], tuple[PersonName, ...] | None, bool]:
    """What AMS-TeX's commands name (\\by A. Ames \\paper Title \\jour J \\yr 2001), also in a \\bibitem."""
    marks = list(_FIELD.finditer(body))
    given: dict[str, Value] = {}
    for mark, following in zip_longest(marks, marks[1:]):
        text = body[mark.end() : following.start() if following else len(body)].strip(" \t\n,.")
        given.setdefault(mark[1], Value(text, locate(mark.start())))
    if not given.keys() & {"paper", "book", "by", "jour"}:
        return {}, None, False
    fields = {field: given[name] for name, field in _NAMES.items() if name in given}
    whole = given.get("inbook") or given.get("book")
    if whole:
        fields["booktitle" if "title" in fields else "title"] = whole
    people, et_al = printed_names(clean_text(given["by"].text)) if "by" in given else (None, False)
    return fields, people, et_al
