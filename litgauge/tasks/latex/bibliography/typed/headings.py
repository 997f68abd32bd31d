"""Headings of lists of works in a source, and where their lists begin and end."""

from __future__ import annotations

import re
from dataclasses import dataclass

from litgauge.tasks.citations.list_names import LIST_NAME
from litgauge.tasks.text import clean_text

_LONGEST_HEADING = 160
_NAMES_ELSEWHERE = re.compile(
    r"\\(?:addcontentsline|addtocontents|markboth|markright|label|hypertarget|input|include|bibliography|cite\w*"
    r"|pdfbookmark|ref)(?![a-zA-Z])(?:\[[^\[\]]*\]|\{[^{}]*\})*"
)
_DECORATION = re.compile(
    r"\\(?:begin|end)\s*\{[a-zA-Z]+\*?\}(?:\[[^\[\]]*\])?|\\[vh](?:skip|space\*?)\s*\{?[-\d.\s]+\\?\w*\}?"
    r"|\\(?:beginsection|section|chapter|paragraph)\*?\s*\[[^\[\]]*\]|\\fontsize\{[^{}]*\}\{[^{}]*\}"
    r"|\\setcounter\{\w+\}\{-?\d+\}|\\[a-zA-Z]+\*?|\\\\|%"
)
_OF_CHAPTER = re.compile(
    r"^(?:chapter|part|lecture)\s+\w{1,5}\W{0,3}\s|\s(?:for|of|to|in|zu|zum|du|del)\s(?:this\s)?(?:chapter|section|part|lecture|kapitel"
    r"|chapitre|capítulo)(?:\s\w{1,5})?$",
    re.IGNORECASE,
)
_REGION_END = re.compile(
    r"\\end\s*\{(?:document|frame)\}|\\(?:bye|end)(?![a-zA-Z{ ])"
    r"|\\(?:section|chapter|part|appendix|beginsection)(?![a-zA-Z])"
)
_ENVIRONMENT = re.compile(
    r"\\begin\s*\{(?:the)?(?:refs|reflist|references?(?:list)?|bib(?:list|lio\w*)|literatur\w*|(?:works?|list)cited)\*?\}",
    re.IGNORECASE,
)
"""Environments of the author's that begin with the heading."""
_CHAPTER_END = re.compile(r"\\end\s*\{document\}|\\(?:bye|end)(?![a-zA-Z{ ])|\\(?:chapter|part|appendix)(?![a-zA-Z])")


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of a source under a heading that names a list of works."""

    heading: int
    start: int
    stop: int


def list_regions(text: str, start: int) -> list[Region]:
    """Return where lists of works may stand: below lines that hold nothing but one of their names."""
    headings = [(begin.start(), begin.end()) for begin in _ENVIRONMENT.finditer(text, start)]
    position = start
    for line in text[start:].splitlines(keepends=True):
        if 3 < len(line) < _LONGEST_HEADING and _is_heading(line):
            headings.append((position, position + len(line)))
        position += len(line)
    regions: list[Region] = []
    headings.sort()
    for number, (heading, begin) in enumerate(headings):
        if regions and heading < regions[-1].stop:
            continue  # one kind of sources of a list: "Primary sources"
        whole = "\\chapter" in text[heading:begin]
        closing = (_CHAPTER_END if whole else _REGION_END).search(text, begin)
        stop = closing.start() if closing else len(text)
        if number + 1 < len(headings) and not whole:
            stop = min(stop, headings[number + 1][0])
        regions.append(Region(heading, begin, stop))
    return regions


def _is_heading(line: str) -> bool:
    words = _DECORATION.sub(" ", _NAMES_ELSEWHERE.sub(" ", line)) if "\\" in line else line
    name = clean_text(" ".join(words.replace("{", "").replace("}", "").split())).strip(" .:[]")
    return bool(name) and LIST_NAME.fullmatch(_OF_CHAPTER.sub("", name)) is not None
