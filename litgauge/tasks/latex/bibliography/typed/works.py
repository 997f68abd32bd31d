"""Works of a typed list: where each begins and ends, and by what the text may cite it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from litgauge.tasks.latex.expansion import arguments
from litgauge.tasks.text import clean_text

_COUNTED = r"\\(?:arabic|roman|Roman|alph|the)\s*\{\w+\}|\\the\w+|\\number\s*\\\w+|\\value\s*\{\w+\}"
_NUMBER = rf"\{{?[\[(]?\{{?(?:(\d{{1,4}})|(?:{_COUNTED}))\}}?[\])]?[.:]?\}}?"
_FONT = (
    r"(?:\\(?:bf|bfseries|textbf|textrm|textsc|rm|sf|small|footnotesize|mbox|makebox(?:\[[^\[\]]*\]){0,2}"
    r"|hbox(?:\s*to\s*[\d.]+\s*\w\w)?)(?![a-zA-Z])\s*\{?\s*){0,4}"
)
_BEGIN = (
    r"(?:^|\n|\\\\(?:\[[^\[\]]*\])?+|\\par\b|[\w{}]\s*&|\\item(?![a-zA-Z]))[^\S\n]*"
    r"(?:\{?\\[a-zA-Z]+(?:(?:=|\s(?:to|spread)\s)?-?[\d.]+\\?\w+)?(?:(?:\[[^\[\]]*\]){1,2}(?=\{))?(?:\{[^{}]*\}){0,3}\s*){0,12}\{?"
)
_NUMBERED = (
    re.compile(rf"\\item(?:item)?\s*(?:\[\s*{_FONT}{_NUMBER}\s*\}}*\s*\]|\{{\s*{_FONT}{_NUMBER}\s*\}})"),
    re.compile(rf"{_BEGIN}\{{?\[\}}?(?:(\d{{1,4}})|(?:{_COUNTED}))\{{?\]\}}?()"),
    re.compile(r"(?:^|\n)\s*\\ref\s*\{(\d{1,4})\}()"),
    re.compile(r"(?:^|\n|\\\\|\\par\b|[\w{}]\s*&)[^\S\n]*(?:\\[a-zA-Z]+\s*){0,8}(\d{1,3})[.)](?:\s|~|\\ )()"),
    re.compile(r"(?:^|\n|\\\\|\\par\b)[^\S\n]*(?:\\[a-zA-Z]+\s*){0,8}\((\d{1,3})\)(?:\s|~)()"),
    re.compile(
        r"(?:^|\n)[^\S\n]*(?:\\[a-zA-Z]+\s*){0,8}(?:\$\s*\^\s*\{?(\d{1,3})\}?\s*\$|\\textsuperscript\{(\d{1,3})\})"
    ),
)
_ITEM_OPTION = re.compile(r"\\item\s*(?=\[)")
_TAGGED = re.compile(rf"{_BEGIN}\[([^\[\]\\{{}}]{{1,60}}|[^\[\]]{{2,60}}\+[^\[\]]{{1,20}})\]\}}?")
_ITEM = re.compile(r"\\item(?:item)?(?![a-zA-Z])(?:\s*\[\s*(?:\\[a-zA-Z]+\s*|\$\\?\w+\$|[–—*-]*)?\])?(?:\s*\{\s*\})?")
_PARAGRAPH = re.compile(
    r"\n[ \t]*\n|\\(?:sub){0,2}section\*?\s*\{[^{}]*\}|\\par(?![a-zA-Z])|\\\\"
    r"|\\item(?:item)?(?![a-zA-Z])(?:\s*\[\s*\])?"
)
_ANCHOR = re.compile(r"\\(?:label|hypertarget)\s*\{([^{}]{1,200})\}(?:\{\})?")
_LIST_END = re.compile(
    r"\\end\s*\{(?:enumerate|itemize|description|list|trivlist|tabular|longtable|multicols|hangparas|flushleft|compactitem"
    r"|compactenum|etaremune|frame|thebibliography)\*?\}"
)
_NOISE_START = re.compile(
    r"(?:[\s~&%\]]|\\(?:noindent|hang|par|leavevmode|smallskip|medskip|bigskip|quad|qquad|newline|small|footnotesize|hfill?"
    r"|raggedright|,|;|\\|\ )(?![a-zA-Z])"
    r"|\\(?:hang(?:indent|after)|leftskip|parindent|[vh]skip|setlength\{[^{}]*\}|itemsep|parsep|parskip)\s*=?\s*\{?-?[\d.]*"
    r"\s*(?:\\\w+|(?:em|ex|pt|mm|cm|in|pc|sp)(?![a-zA-Z]))?\}?"
    rf"|(?:\\(?:make|[hlr])?box\s*(?:\[[^\[\]]*\])*\s*\{{)?\s*(?:{_COUNTED})[.:)\]]*\}}?"
    r"|\\begin\{[a-z]+\*?\}(?:\[[^\[\]]*\]|\{[^{}]*\}){0,4}|\\[vh]space\*?\{[^{}]*\}|\\refstepcounter\{\w+\}"
    r"|\\(?:label|hypertarget)\{[^{}]*\}(?:\{\})?|\\(?:sub){0,2}section\*?\s*\{[^{}]*\}|\\parbox(?:\[[^\[\]]*\])?\{[^{}]*\}\{?|\\enspace(?![a-zA-Z])|\})++"
)
_NOISE_END = re.compile(
    r"(?:\s|\\(?:sub){0,2}section\*?\s*\{[^{}]*\}|\\\\(?:\[[^\[\]]*\])?|\\(?:par|noindent|hang|hangindent=?[\d.]+\w\w|hangafter=?-?\d+|bigskip|medskip|smallskip|vfill|eject"
    r"|newline|newpage|clearpage|hline)(?![a-zA-Z])"
    r"|\\(?:end|begin)\s*\{[a-zA-Z]+\*?\}(?:\[[^\[\]]*\])?|\\refstepcounter\{\w+\}|(?<=\s)\{|\\[vh](?:space\*?|skip)\s*\{?-?[\d.]+\s*\w+\}?)++\Z"
)
_DASH = re.compile(
    r"(?:\{|\s)*(?:-{2,}|[—–―]{1,6}|(?:\\_|_){2,}|\\(?:textemdash|textendash|bysame|rule\{[^{}]*\}\{[^{}]*\})(?:\{\})?)\}?"
    r"[\s.,~]*"
)
_LOOKS_PRINTED = re.compile(
    r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)|https?://|\\url|\\href|[aA]r[xX]iv|[Ii]n pre(?:ss|paration)|[Tt]o appear"
    r"|[Ff]orthcoming|(?<!\w)[^\W\d_a-z]\.[\s~-]"
)
_STARTS_WITH_NAME = re.compile(
    r"(?:\\[a-zA-Z]+\*?\s*|[{}\s~\[(‘“`\"']|\\[^\w\s])*+(?:[^\W\d_a-z]|(?:van|von|de|der|den|la|le|di|da|al|el|'t|d')[\s'-])"
)
_DATED = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_FEWEST, _MOST = 2, 5_000
_LONGEST_WORK = 4_000


@dataclass(frozen=True, slots=True)
class Work:
    """A work of a list: its stretch of the source and its names: number, label in brackets, target of links."""

    start: int
    stop: int
    number: int
    tag: str = ""
    anchor: str = ""
    repeats_authors: bool = False  # a dash stands for the authors of the work before


def works_of(text: str, start: int, stop: int) -> list[Work]:
    """Return the works between two positions, parted by numbers, labels, items or paragraphs.

    Empty where most of what is parted has no look of a work.
    """
    for cut in (_by_numbers, _by_tags, _by_items, _by_paragraphs):
        works = list(cut(text, start, stop))[:_MOST]
        if len(works) >= _FEWEST and look_like_works(text, works):
            return works
    return []


def look_like_works(text: str, works: Sequence[Work], share: float = 0.6) -> bool:
    """Return whether at least this share of works begins with a capital and has a year, an address or initials."""
    alike = sum(
        _STARTS_WITH_NAME.match(text, work.start, work.stop) is not None
        and _LOOKS_PRINTED.search(text, work.start, work.stop) is not None
        for work in works
    )
    return alike >= share * len(works)


def _by_numbers(text: str, start: int, stop: int) -> Iterator[Work]:
    for pattern in _NUMBERED:
        marks = list(pattern.finditer(text, max(start - 1, 0), stop))  # with the end of the heading's line
        numbers = [int(next(filter(None, mark.groups()), position)) for position, mark in enumerate(marks, 1)]
        if len(marks) >= _FEWEST and numbers == sorted(set(numbers)):
            yield from _parted(text, [(mark.start(), mark.end(), "") for mark in marks], stop, numbers)
            return


def _by_tags(text: str, start: int, stop: int) -> Iterator[Work]:
    """Works whose labels are no numbers: [SJ19], [Knuth 1984]; every one has its own."""
    marks: list[tuple[int, int, str]] = []
    for item in _ITEM_OPTION.finditer(text, start, stop):
        if span := arguments.option(text, item.end(), stop):
            marks.append((item.start(), span.end, _tag(text[span.start : span.stop])))
    if len(marks) < _FEWEST:
        marks = [(mark.start(), mark.end(), _tag(mark[1])) for mark in _TAGGED.finditer(text, max(start - 1, 0), stop)]
    tags = [tag for _, _, tag in marks]
    if len(marks) >= _FEWEST and all(tags) and len(set(tags)) == len(tags) and any(map(str.isalpha, "".join(tags))):
        yield from _parted(text, marks, stop)


def _tag(raw: str) -> str:
    return clean_text(raw).strip("[]() .:")


def _by_items(text: str, start: int, stop: int) -> Iterator[Work]:
    marks = [(mark.start(), mark.end(), "") for mark in _ITEM.finditer(text, start, stop)]
    yield from _parted(text, marks, stop)


def _by_paragraphs(text: str, start: int, stop: int) -> Iterator[Work]:
    """Paragraphs that begin with a name and hold a year, of a list where nearly all do."""
    ends = _LIST_END.search(text, start, stop)
    bounds = [start, *(mark.end() for mark in _PARAGRAPH.finditer(text, start, ends.start() if ends else stop))]
    marks = [(begin, begin, "") for begin in bounds]
    works = [work for work in _parted(text, marks, stop) if clean_text(text[work.start : work.stop])]
    dated = [work for work in works if _DATED.search(text, work.start, work.stop)]
    if len(works) - len(dated) <= len(dated) / 4:
        yield from dated


def _parted(
    text: str, marks: Sequence[tuple[int, int, str]], stop: int, numbers: Sequence[int] | None = None
) -> Iterator[Work]:
    """The works between marks, each up to the next; the last one ends with its list."""
    for position, ((_, begin, tag), (following, _, _)) in enumerate(pairwise([*marks, (stop, stop, "")])):
        end = following
        if (closing := _LIST_END.search(text, begin, end)) and (position == len(marks) - 1 or not tag):
            end = closing.start()
        if position == len(marks) - 1:
            end = _end_of_last(text, begin, end)
        anchor = _ANCHOR.search(text, begin, end)
        finish = _trimmed(text, begin, end)
        if anchor and anchor.end() >= finish:  # behind the work
            finish = _trimmed(text, begin, anchor.start())
        noise = _NOISE_START.match(text, begin, finish)
        begin = noise.end() if noise else begin
        dash = _DASH.match(text, begin, finish)
        yield Work(
            dash.end() if dash else begin,
            finish,
            numbers[position] if numbers else position + 1,
            tag,
            anchor[1] if anchor else "",
            dash is not None and position > 0,
        )


def _end_of_last(text: str, start: int, stop: int) -> int:
    """The last work goes on for one paragraph: what follows belongs to no list."""
    first = _NOISE_START.match(text, start, stop)
    blank = text.find("\n\n", first.end() if first else start, stop)
    return min(stop if blank < 0 else blank, start + _LONGEST_WORK)


def _trimmed(text: str, start: int, stop: int) -> int:
    noise = _NOISE_END.search(text, max(start, stop - 200), stop)
    return noise.start() if noise else stop
