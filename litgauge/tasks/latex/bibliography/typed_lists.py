r"""Bibliographies that are no \bibitem: typed numbers, items with labels, authors and years, pandoc's targets.

They are read only where a document has no other bibliography. Each comes with what cites it: a number in brackets, a
\ref, a link, or a name with its year.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest

from litgauge.tasks.citations.list_names import LIST_NAME
from litgauge.tasks.latex.bibliography.bibitem import Item
from litgauge.tasks.latex.bibliography.footnotes import footnote_works, printed_notes
from litgauge.tasks.latex.expansion.document import Document
from litgauge.tasks.records.references import Citation
from litgauge.tasks.text import clean_text

_REVTEX = re.compile(r"\\documentclass\s*(?:\[[^\[\]]*\])?\s*\{revtex")
_TARGET = re.compile(
    r"\\(?:hypertarget\{(ref-[^{}\s]+)\}\{\}|label\{(ref-[^{}\s]+)\}|bibitem\s*\[\\citeproctext\]\s*\{(ref-[^{}\s]+)\})%?"
)
_LINK = re.compile(r"\\(?:hyperlink|citeproc)\s*\{(ref-[^{}\s]+)\}")
_TARGETS_END = re.compile(r"\\end\{CSLReferences\}|\\end\{document\}|\\(?:section|chapter|appendix)(?![a-zA-Z])")
_TARGET_NOISE = re.compile(r"\\(?:leavevmode|phantomsection|vspace\s*\{[^{}]*\}|protect)(?![a-zA-Z])")

_LONGEST_HEADING = 120
_DECORATION = re.compile(
    r"\\(?:(?:sub)*section|chapter|paragraph|centerline|leftline|noindent|begin\s*\{(?:center|flushleft)\}"
    r"|end\s*\{(?:center|flushleft)\}|(?:big|med|small)skip|vfill|eject|newpage|vskip\s*[\d.]+\s*\w\w|par)(?![a-zA-Z])\*?"
)
_REGION_END = re.compile(r"\\end\s*\{document\}|\\(?:bye|end)(?![a-zA-Z{ ])|\\(?:section|chapter|appendix)(?![a-zA-Z])")
_NUMBER = r"[\[(]?(\d{1,4})[\])]?[.:]?"
_MARKS = (
    re.compile(rf"\\item(?:item)?\s*(?:\[\s*\{{?\s*{_NUMBER}\s*\}}?\s*\]|\{{\s*{_NUMBER}\s*\}})"),
    re.compile(r"\\item(?![a-zA-Z\[{])(?!\s*\[)()()"),
    re.compile(r"(?:^|\n|\\\\|\\par\b|[\w{}]\s*&)[^\S\n]*(?:\\[a-zA-Z]+(?:=?[\d.]+\w\w)?\s*)*\{?\[(\d{1,4})\]\}?()"),
    re.compile(r"(?:^|\n)\s*\\ref\s*\{(\d{1,4})\}()"),
    re.compile(r"(?:^|\n)[^\S\n]*(?:\\noindent\s*)?(\d{1,3})\.\s()"),
)
_LABEL = re.compile(r"\\label\s*\{([^{}]{1,200})\}")
_NOISE_START = re.compile(r"(?:[\s~&%]|\\(?:noindent|hang|par|,|;|\\)(?![a-zA-Z]))++")
_NOISE_END = re.compile(
    r"(?:\s|\\\\|\\(?:par|noindent|hang|hangindent=?[\d.]+\w\w|bigskip|medskip|smallskip|vfill|eject)(?![a-zA-Z])"
    r"|\\(?:end|begin)\s*\{[a-z]+\*?\}|(?<=\s)\{)++\Z"
)
_PARAGRAPH = re.compile(r"\n[ \t]*\n|\\par(?![a-zA-Z])|\\\\")
_PARAGRAPH_END = re.compile(r"(?:\n[ \t]*\n|\\par(?![a-zA-Z])|\\\\)\s*\Z")
_ITEM_YEAR = re.compile(r"(?<!\d)((?:1[6-9]|20)\d\d)([a-z]?)(?!\d)")
_FAMILY = re.compile(r"(?:\\[a-zA-Z]+\s*|[{}\s])*+((?:(?:van|von|de|der|den|la|le|di)\s+)*[^\W\d_a-z][\w'’-]+)")
_FEWEST = 2

_HIDDEN = re.compile(
    r"\\(?:begin)\s*\{(equation|align|eqnarray|gather|multline|displaymath|math|verbatim|lstlisting|tabular|array)\*?\}"
    r".{0,3000}?\\end\s*\{\1\*?\}|\\\[.{0,3000}?\\\]|\\\(.{0,3000}?\\\)|\$\$.{0,3000}?\$\$|(?<!\\)\$(?!\s*\^)(?:[^$\\]|\\.)*+\$"
    r"|\\[a-zA-Z]+\*?[ \t]*(?:\[[^\[\]]*\])+(?=\s*\{)|\\\\\s*\[[^\[\]]*\]",
    re.DOTALL,
)
_BRACKET = re.compile(
    r"(?<![\w\\])\{?\[\s*(\d{1,4}(?:\s*(?:[,;]|--?-?|–)\s*\d{1,4})*)\s*(?:[,;]\s*[^\[\]\d][^\[\]]{0,80})?\]\}?"
    r"|(?<=[a-zé)])\[(\d{1,4}(?:\s*(?:[,;]|--?-?|–)\s*\d{1,4})*)\]"
)
_JOINED = re.compile(r"(\d)\]\}?\s*(--?-?|–)\s*\{?\[(?=\d)")
_RANGE = re.compile(r"(\d+)\s*(?:--?-?|–)\s*(\d+)|(\d+)")
_REFERRING = re.compile(r"\\(?:ref|pageref|autoref|cref|Cref)\s*\{([^{}]{1,200})\}")


@dataclass(frozen=True, slots=True)
class TypedList:
    """The works of a list and the places that cite them, in the order of the text."""

    items: tuple[Item, ...] = ()
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True)
class _Work:
    key: str
    start: int
    stop: int


def read_typed_list(document: Document, survey_id: str) -> TypedList:
    """Return the list of a document that has no other bibliography, and what cites it; empty where it has none."""
    text = document.text
    if works := list(_pandoc(text)):
        cited = [(link.start(), link[1]) for link in _LINK.finditer(text)]
        return _typed(
            document,
            survey_id,
            works,
            cited or list(_by_names(text, works, document.body_start, works[0].start)),
            "hyperlink",
        )
    for heading, start in reversed(_headings(text, document.body_start)):
        closing = _REGION_END.search(text, start)
        stop = closing.start() if closing else len(text)
        if works := list(_numbered(text, start, stop)):
            labelled = {work.key for work in works if not work.key.isdigit()}
            cited = [
                (at.start(), key)
                for at in _REFERRING.finditer(text, document.body_start, heading)
                for key in at[1].split(",")
                if key in labelled
            ] or list(_by_numbers(text, [work.key for work in works], document.body_start, heading))
            if cited:
                return _typed(document, survey_id, works, cited, "typed")
        works = list(_paragraphs(text, start, stop))
        if cited := list(_by_names(text, works, document.body_start, heading)):
            return _typed(document, survey_id, works, cited, "typed")
    works = [_Work(f"note-{number}", *span) for number, span in enumerate(footnote_works(text, document.body_start), 1)]
    return _typed(document, survey_id, works, [(work.start, work.key) for work in works], "footnote")


def read_printed_notes(document: Document, survey_id: str) -> TypedList:
    """Return the works in footnotes of a document whose class prints those in its list (REVTeX)."""
    if _REVTEX.search(document.text) is None:
        return TypedList()
    works = [_Work(*work) for work in printed_notes(document.text, document.body_start)]
    return _typed(document, survey_id, works, [(work.start, work.key) for work in works], "footnote")


def _typed(
    document: Document, survey_id: str, works: Sequence[_Work], cited: Sequence[tuple[int, str]], command: str
) -> TypedList:
    known: dict[str, _Work] = {}
    for work in works:
        known.setdefault(work.key, work)
    items = tuple(
        Item(
            work.key,
            "",
            document.text[work.start : work.stop],
            work.start,
            document.place,
            document.place(work.start),
            "thebibliography",
            document.macros,
        )
        for work in known.values()
    )
    places = [(document.place(position), key) for position, key in sorted(cited, key=lambda at: at[0]) if key in known]
    return TypedList(
        items, tuple(Citation(survey_id, key, place.file, place.line, command, "", False) for place, key in places)
    )


def _pandoc(text: str) -> Iterator[_Work]:
    marks = list(_TARGET.finditer(text)) if "ref-" in text else []
    for mark, following in zip_longest(marks, marks[1:]):
        stop = following.start() if following else len(text)
        closing = _TARGETS_END.search(text, mark.end(), stop)
        stop = closing.start() if closing else stop
        start = mark.end()
        while noise := _TARGET_NOISE.search(text, start, min(stop, start + 40)):
            start = noise.end()
        yield _Work(mark[1] or mark[2] or mark[3], start, _trimmed(text, start, stop))


def _trimmed(text: str, start: int, stop: int) -> int:
    noise = _NOISE_END.search(text, max(start, stop - 200), stop)
    return noise.start() if noise else stop


def _headings(text: str, start: int) -> list[tuple[int, int]]:
    """Where the headings of lists of works begin and end: lines that hold nothing but one of their names."""
    found = []
    position = start
    for line in text[start:].splitlines(keepends=True):
        bare = line.strip()
        if bare and len(bare) < _LONGEST_HEADING:
            words = _DECORATION.sub(" ", bare.partition("\\label")[0]).strip()
            name = clean_text(words.strip("{} ") if "\\" not in words else words.strip()).strip(" .:{}[]")
            if name and LIST_NAME.fullmatch(name):
                found.append((position, position + len(line)))
        position += len(line)
    return found


def _numbered(text: str, start: int, stop: int) -> Iterator[_Work]:
    """The works of a list whose items have numbers, or would print them; their labels are their keys, if any."""
    for pattern in _MARKS:
        marks = list(pattern.finditer(text, start - 1, stop))  # with the end of the heading's line
        numbers = [int(mark[1] or mark[2] or position) for position, mark in enumerate(marks, 1)]
        if len(marks) < _FEWEST or numbers != sorted(set(numbers)):
            continue
        for mark, following, number in zip_longest(marks, marks[1:], numbers):
            end = following.start() if following else stop
            label = _LABEL.search(text, mark.end(), end)
            begin, finish = mark.end(), _trimmed(text, mark.end(), end)
            if label:
                before = text[mark.end() : label.start()].strip()
                begin, finish = (mark.end(), label.start()) if before else (label.end(), finish)
            noise = _NOISE_START.match(text, begin, finish)
            yield _Work(label[1] if label else str(number), noise.end() if noise else begin, finish)
        return


def _by_numbers(text: str, keys: Sequence[str], start: int, stop: int) -> Iterator[tuple[int, str]]:
    """Brackets in the text with nothing but numbers of the list in them; formulas and options are none."""
    body = _HIDDEN.sub(lambda hidden: " " * len(hidden.group()), text[start:stop])
    body = _JOINED.sub(lambda mark: f"{mark[1]}{'-':{len(mark.group()) - 1}}", body)
    known = set(keys)
    for mark in _BRACKET.finditer(body):
        cited: list[str] = []
        for part in _RANGE.finditer(mark[1] or mark[2]):
            first, last = int(part[1] or part[3]), int(part[2] or part[3])
            cited += map(str, range(first, min(last, first + len(known)) + 1))
        if cited and known.issuperset(cited):
            yield from ((start + mark.start(), key) for key in cited)


def _paragraphs(text: str, start: int, stop: int) -> Iterator[_Work]:
    """Paragraphs that begin with a name and hold a year, of a list where nearly all do; the key is both."""
    bounds = [start, *(mark.end() for mark in _PARAGRAPH.finditer(text, start, stop)), stop]
    works: list[_Work] = []
    others = 0
    for begin, end in pairwise(bounds):
        noise = _NOISE_START.match(text, begin, end)
        begin = noise.end() if noise else begin
        closing = _PARAGRAPH_END.search(text, begin, end)
        finish = _trimmed(text, begin, closing.start() if closing else end)
        family, year = _FAMILY.match(text, begin, finish), _ITEM_YEAR.search(text, begin, finish)
        if family and year:
            works.append(_Work(f"{family[1]}{year[1]}{year[2]}", begin, finish))
        elif clean_text(text[begin:finish]):
            others += 1
    if len(works) >= _FEWEST and others <= len(works) / 4:
        yield from works


def _by_names(text: str, works: Sequence[_Work], start: int, stop: int) -> Iterator[tuple[int, str]]:
    """Where the text before a list names the first author of a work and, soon after, its year."""
    for work in works:
        family, year = _FAMILY.match(text, work.start, work.stop), _ITEM_YEAR.search(text, work.start, work.stop)
        if family and year:
            named = re.compile(rf"\b{re.escape(family[1])}\b[^.;\d]{{0,80}}?\b{year[1]}{year[2]}\b")
            yield from ((at.start(), work.key) for at in named.finditer(text, start, stop))
