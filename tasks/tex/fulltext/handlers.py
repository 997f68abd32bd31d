"""What the text reader does at each command that is neither plain text nor simply dropped."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from tasks.tex.expansion import arguments
from tasks.tex.fulltext import commands as table
from tasks.tex.fulltext.reader import Frame, Handler, Reader

LONGEST_FORMULA = 20_000

_NAME = re.compile(r"\s*\{\s*([^{}\\]{1,60}?)\s*\}")
_DEF = re.compile(r"\s*\\[a-zA-Z@]+[^{}\\]{0,100}(?=\{)")
_DIMENSION = re.compile(r"\s*=?\s*-?[\d.]+\s*(?:\\[a-zA-Z]+|[a-z]{2})?(?:\s*(?:plus|minus)\s*[\d.]+\s*[a-z]{2,4}){0,2}")
_ALIGNMENT = re.compile(
    r"(?<!\\)&|\\\\\*?(?:\[[^\[\]]{0,20}\])?"
    r"|\\label\{[^{}]{0,200}\}|\\(?:nonumber|notag|limits|displaystyle)(?![a-zA-Z])"
)
_BLANK_LINE = re.compile(r"\n[ \t]*\n\s*|\\par(?![a-zA-Z])")
_LABEL = re.compile(r"[:_.\-\d]")
_UNIT = re.compile(r"\\([a-zA-Z]+)")
_STOPS = (".", ":", "?", "!")


def _heading(reader: Reader, frame: Frame, word: str) -> None:
    reader.open_part(table.HEADINGS[word], reader.inline(frame.argument()))


def _run_in(reader: Reader, frame: Frame, _word: str) -> None:
    title = reader.inline(frame.argument())
    reader.flush()
    if title:
        reader.put(title + (" " if title.endswith(_STOPS) else ". "))


def _begin(reader: Reader, frame: Frame, _word: str) -> None:
    """An environment: dropped, formula, abstract, or nothing but text."""
    named = _NAME.match(frame.text, frame.position)
    if named is None:
        return
    name = named[1].rstrip("*")
    frame.position = named.end()
    if name in table.DROPPED_ENVIRONMENTS:
        frame.position = _environment_end(frame, named[1], len(frame.text))[1]
        return
    frame.skip(table.ENVIRONMENT_ARGUMENTS.get(name, 0))
    if name in table.DISPLAYS or name in table.MATRICES:
        _formula(reader, frame, named[1], displayed=name in table.DISPLAYS)
    elif name in table.ABSTRACTS:
        reader.open_abstract()


def _formula(reader: Reader, frame: Frame, name: str, *, displayed: bool) -> None:
    """Reads on in a formula without the marks of its rows and columns."""
    stop, end = _environment_end(frame, name, frame.position + LONGEST_FORMULA)
    if stop == frame.position:
        return
    formula = _BLANK_LINE.sub(" ", _ALIGNMENT.sub(" ", frame.text[frame.position : stop]))
    frame.position = end
    if displayed:
        reader.put(" $")
        reader.push("$ ")
        formula = formula.replace("$", " ")
    reader.push(formula.strip())


def _end(reader: Reader, frame: Frame, _word: str) -> None:
    named = _NAME.match(frame.text, frame.position)
    if named is None:
        return
    frame.position = named.end()
    name = named[1].rstrip("*")
    if name in table.ABSTRACTS:
        reader.close_abstract()
    elif name in table.LISTS:
        reader.flush()
    elif name == "titlepage":
        reader.leave_front()


def _abstract(reader: Reader, frame: Frame, _word: str) -> None:
    """\\abstract{...}; Astronomy & Astrophysics gives it five groups."""
    reader.flush()
    for _ in range(5):
        before = frame.position
        content = frame.argument()
        if frame.position == before:
            break
        reader.abstract.extend(reader.paragraphs(content))
    reader.leave_front()


def _maketitle(reader: Reader, _frame: Frame, _word: str) -> None:
    reader.leave_front()


def _footnote(reader: Reader, frame: Frame, _word: str) -> None:
    """A footnote stands in its sentence, in brackets."""
    content = frame.argument()
    if content:
        reader.put(" (")
        reader.push(") ")
        reader.push(_BLANK_LINE.sub(" ", content))


def _item(reader: Reader, frame: Frame, _word: str) -> None:
    """An item of a list is a paragraph; its label stays."""
    reader.flush()
    label = frame.option()
    if label is not None:
        reader.put(f"{reader.inline(label)} ")


def _paragraph_end(reader: Reader, _frame: Frame, _word: str) -> None:
    reader.flush()


def _skip_one(_reader: Reader, frame: Frame, _word: str) -> None:
    frame.skip(1)


def _definition(_reader: Reader, frame: Frame, word: str) -> None:
    """\\newcommand in the text: the document's macros know it already."""
    named = arguments.argument(frame.text, frame.position, len(frame.text))
    if named:
        frame.position = named.end
        frame.skip(2 if word.endswith("DocumentCommand") else 1)


def _plain_definition(_reader: Reader, frame: Frame, _word: str) -> None:
    """\\def\\name#1{...}"""
    named = _DEF.match(frame.text, frame.position)
    if named:
        frame.position = named.end()
        frame.skip(1)


def _acronym(reader: Reader, frame: Frame, word: str) -> None:
    """\\gls{label} prints the short form."""
    label = frame.argument().strip()
    reader.put(reader.acronyms.get(label, label.replace("_", " ")) + table.ACRONYMS[word])


def _quantity(reader: Reader, frame: Frame, word: str) -> None:
    """siunitx: \\SI{5}{\\kilo\\metre} -> 5 kilometre."""
    amounts = [frame.argument() for _ in range(2 if word.endswith("range") else 1)]
    reader.put(f"{'–'.join(amounts)} ")
    _unit(reader, frame, word)


def _unit(reader: Reader, frame: Frame, _word: str) -> None:
    reader.put(_UNIT.sub(r"\1", frame.argument().replace("\\per", " per ")))


def _length(_reader: Reader, frame: Frame, _word: str) -> None:
    """\\vskip 3pt plus 1fil"""
    found = _DIMENSION.match(frame.text, frame.position)
    if found:
        frame.position = found.end()


def _linked(_reader: Reader, frame: Frame, word: str) -> None:
    """\\hyperref[label]{text}, \\hyperlink{label}{text}: the text stays."""
    if word == "hyperlink":
        frame.argument()
    frame.option()


def _reference(reader: Reader, frame: Frame, word: str) -> None:
    """\\autoref{fig:a} -> Figure."""
    label = frame.argument()
    if word.endswith("range"):
        frame.argument()
    reader.put(table.LABELS.get(_LABEL.split(label.strip(), maxsplit=1)[0].lower(), ""))


def _space(reader: Reader, _frame: Frame, _word: str) -> None:
    """\\xspace: a space, which goes again before a mark."""
    reader.put(" ")


def _environment_end(frame: Frame, name: str, limit: int) -> tuple[int, int]:
    """Where the \\end that closes an environment begins and ends; the frame's position where none does."""
    mark = re.compile(rf"\\(begin|end)\s*\{{\s*{re.escape(name)}\s*\}}")
    depth = 1
    for found in mark.finditer(frame.text, frame.position, limit) if frame.misses.left > 0 else ():
        depth += 1 if found[1] == "begin" else -1
        if depth == 0:
            return found.span()
    frame.misses.left -= 1
    return frame.position, frame.position


_BY_KIND: tuple[tuple[frozenset[str] | Mapping[str, object], Handler], ...] = (
    (table.HEADINGS, _heading),
    (table.RUN_IN, _run_in),
    (table.FOOTNOTES, _footnote),
    (table.TITLES, _skip_one),
    (table.ABSTRACTS, _abstract),
    (table.DEFINITIONS, _definition),
    (table.PLAIN_DEFINITIONS, _plain_definition),
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
