"""Handlers of commands that are neither plain text nor dropped."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from litgauge.tasks.latex.expansion.arguments import Cursor, environment_ends
from litgauge.tasks.papers.latex_text import commands as table
from litgauge.tasks.papers.latex_text.reader import Handler, Reader

LONGEST_FORMULA = 20_000

_NAME = re.compile(r"\s*\{\s*([^{}\\]{1,60}?)\s*\}")
_DIMENSION = re.compile(r"\s*=?\s*-?[\d.]+\s*(?:\\[a-zA-Z]+|[a-z]{2})?(?:\s*(?:plus|minus)\s*[\d.]+\s*[a-z]{2,4}){0,2}")
_ALIGNMENT = re.compile(
    r"(?<!\\)&|\\\\\*?(?:\[[^\[\]]{0,20}\])?"
    r"|\\label\{[^{}]{0,200}\}|\\(?:nonumber|notag|limits|displaystyle)(?![a-zA-Z])"
)
_BLANK_LINE = re.compile(r"\n[ \t]*\n\s*|\\par(?![a-zA-Z])")
_LABEL = re.compile(r"[:_.\-\d]")
_UNIT = re.compile(r"\\([a-zA-Z]+)")
_STOPS = (".", ":", "?", "!")


def _heading(reader: Reader, cursor: Cursor, word: str) -> None:
    reader.open_part(table.HEADINGS[word], reader.inline(cursor.argument()))


def _run_in(reader: Reader, cursor: Cursor, _word: str) -> None:
    title = reader.inline(cursor.argument())
    reader.flush()
    if title:
        reader.put(title + (" " if title.endswith(_STOPS) else ". "))


def _begin(reader: Reader, cursor: Cursor, _word: str) -> None:
    """An environment: dropped, formula, abstract, or nothing but text."""
    match = _NAME.match(cursor.text, cursor.position)
    if match is None:
        return
    name = match[1].rstrip("*")
    cursor.position = match.end()
    stop, end = environment_ends(cursor.text).get(cursor.position, (cursor.position, cursor.position))
    if name in table.DROPPED_ENVIRONMENTS:
        cursor.position = end
        return
    cursor.skip(table.ENVIRONMENT_ARGUMENTS.get(name, 0))
    if name in table.DISPLAYS or name in table.MATRICES:
        if cursor.position < stop <= cursor.position + LONGEST_FORMULA:
            formula = _BLANK_LINE.sub(" ", _ALIGNMENT.sub(" ", cursor.text[cursor.position : stop]))
            cursor.position = end
            _read_formula(reader, formula, displayed=name in table.DISPLAYS)
    elif name in table.ABSTRACTS:
        reader.open_abstract()


def _read_formula(reader: Reader, formula: str, *, displayed: bool) -> None:
    """Reads on in a formula that is rid of the marks of its rows and columns."""
    if displayed:
        reader.put(" $")
        reader.push("$ ")
        formula = formula.replace("$", " ")
    reader.push(formula.strip())


def _end(reader: Reader, cursor: Cursor, _word: str) -> None:
    match = _NAME.match(cursor.text, cursor.position)
    if match is None:
        return
    cursor.position = match.end()
    name = match[1].rstrip("*")
    if name in table.ABSTRACTS:
        reader.close_abstract()
    elif name in table.LISTS:
        reader.flush()
    elif name == "titlepage":
        reader.leave_front()


def _abstract(reader: Reader, cursor: Cursor, _word: str) -> None:
    """\\abstract{...}; Astronomy & Astrophysics gives it five groups."""
    reader.flush()
    for _ in range(5):
        before = cursor.position
        content = cursor.argument()
        if cursor.position == before:
            break
        reader.abstract.extend(reader.paragraphs(content))
    reader.leave_front()


def _maketitle(reader: Reader, _cursor: Cursor, _word: str) -> None:
    reader.leave_front()


def _footnote(reader: Reader, cursor: Cursor, _word: str) -> None:
    """A footnote stands in its sentence, in brackets."""
    content = cursor.argument()
    if content:
        reader.put(" (")
        reader.push(") ")
        reader.push(_BLANK_LINE.sub(" ", content))


def _item(reader: Reader, cursor: Cursor, _word: str) -> None:
    """An item of a list is a paragraph; its label stays."""
    reader.flush()
    label = cursor.option()
    if label is not None:
        reader.put(f"{reader.inline(label)} ")


def _paragraph_end(reader: Reader, _cursor: Cursor, _word: str) -> None:
    reader.flush()


def _skip_one(_reader: Reader, cursor: Cursor, _word: str) -> None:
    cursor.skip(1)


def _acronym(reader: Reader, cursor: Cursor, word: str) -> None:
    """\\gls{label} prints the short form."""
    label = cursor.argument().strip()
    reader.put(reader.acronyms.get(label, label.replace("_", " ")) + table.ACRONYMS[word])


def _quantity(reader: Reader, cursor: Cursor, word: str) -> None:
    """siunitx: \\SI{5}{\\kilo\\metre} -> 5 kilometre."""
    amounts = [cursor.argument() for _ in range(2 if word.endswith("range") else 1)]
    reader.put(f"{'–'.join(amounts)} ")
    _unit(reader, cursor, word)


def _unit(reader: Reader, cursor: Cursor, _word: str) -> None:
    reader.put(_UNIT.sub(r"\1", cursor.argument().replace("\\per", " per ")))


def _length(_reader: Reader, cursor: Cursor, _word: str) -> None:
    """\\vskip 3pt plus 1fil"""
    match = _DIMENSION.match(cursor.text, cursor.position)
    if match:
        cursor.position = match.end()


def _linked(_reader: Reader, cursor: Cursor, word: str) -> None:
    """\\hyperref[label]{text}, \\hyperlink{label}{text}: the text stays."""
    if word == "hyperlink":
        cursor.argument()
    cursor.option()


def _reference(reader: Reader, cursor: Cursor, word: str) -> None:
    """\\autoref{fig:a} -> Figure."""
    label = cursor.argument()
    if word.endswith("range"):
        cursor.argument()
    reader.put(table.LABELS.get(_LABEL.split(label.strip(), maxsplit=1)[0].lower(), ""))


def _space(reader: Reader, _cursor: Cursor, _word: str) -> None:
    """\\xspace: a space, which goes again before a mark."""
    reader.put(" ")


_BY_KIND: tuple[tuple[frozenset[str] | Mapping[str, object], Handler], ...] = (
    (table.HEADINGS, _heading),
    (table.RUN_IN, _run_in),
    (table.FOOTNOTES, _footnote),
    (table.TITLES, _skip_one),
    (table.ABSTRACTS, _abstract),
    (table.ACRONYMS, _acronym),
    (table.UNITS, _quantity),
    (table.PARAGRAPH_ENDS, _paragraph_end),
    (table.LENGTHS, _length),
    (table.NAMED_REFERENCES, _reference),
)
HANDLERS: Mapping[str, Handler] = MappingProxyType(
    {
        **{word: handler for words, handler in _BY_KIND for word in words},
        "begin": _begin,
        "end": _end,
        "item": _item,
        "maketitle": _maketitle,
        "si": _unit,
        "unit": _unit,
        "hyperref": _linked,
        "hyperlink": _linked,
        "xspace": _space,
    }
)
"""Handlers by control word."""
