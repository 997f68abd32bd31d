r"""What the \if… of TeX and of the engine's packages come to, where the source decides them."""

from __future__ import annotations

import re
from collections.abc import Callable

from tasks.latex.expansion import arguments, values
from tasks.latex.expansion.machine import Frame, Machine

PRIMITIVE = frozenset(
    """
    if ifcat ifx ifcase ifnum ifdim ifodd ifvmode ifhmode ifmmode ifinner ifvoid ifhbox ifvbox ifeof iftrue iffalse
    ifdefined ifcsname iffontchar ifincsname ifpdfabsnum ifpdfabsdim ifpdfprimitive
    """.split()  # noqa: SIM905
)
OF_KERNEL = frozenset(
    """
    if@twocolumn if@twoside if@filesw if@tempswa ifin@ if@mparswitch if@inlabel if@newlist if@noskipsec if@afterindent
    if@openright if@mainmatter if@titlepage if@restonecol if@compatibility if@firstcolumn if@nobreak if@minipage
    if@ignore if@pboxsw if@noitemarg if@specialpage if@reversemargin if@nmbrlist if@partsw if@rjfield if@negarg if@ovl
    if@endpe if@firstamp if@inmath if@insert if@fcolmade if@test if@eqnsw ifGin@ ifmeasuring@ ifcapitals
    """.split()  # noqa: SIM905
)
ENGINE = {
    **dict.fromkeys(("ifpdf", "ifpdftex", "ifPDFTeX", "ifetex", "ifeTeX", "ifCLASSINFOpdf"), True),
    **dict.fromkeys(
        """
        ifxetex ifXeTeX ifluatex ifLuaTeX ifluahbtex ifLuaHBTeX iftutex ifTUTeX ifptex ifpTeX ifuptex ifupTeX ifptexng
        ifpTeXng ifvtex ifVTeX ifalephtex ifAlephTeX ifHINT ifhint
        """.split(),  # noqa: SIM905
        False,
    ),
}
"""arXiv runs pdfLaTeX."""
_OPTIONAL_OF_IEEE = frozenset(
    f"ifCLASSOPTION{name}" for name in ("captionsoff", "compsoc", "conference", "peerreview", "draftcls", "transmag")
)
_SIGN = re.compile(r"\s*+([<=>])")
_END_OF_NAME = re.compile(r"\s*+([^{}]{1,200}?)\s*\\endcsname\s?")
_MOST_TOKENS = 20
_LONGEST_TEST = 2_000

Decision = tuple[bool | None, int]
"""What a conditional comes to (None: only TeX knows), and where its test ends."""
Decide = Callable[[Machine, Frame, int], Decision]


def decide(machine: Machine, frame: Frame, word: str, position: int) -> Decision:
    """What the conditional whose control word ends at `position` comes to."""
    if values.switch(word) in machine.switches:
        return machine.switches[word[2:]], position
    if word in ENGINE:
        return ENGINE[word], position
    if word in _OPTIONAL_OF_IEEE and "IEEEtran" in machine.facts.classes:
        return word.removeprefix("ifCLASSOPTION") in machine.facts.classes["IEEEtran"].replace(" ", "").split(
            ","
        ), position
    reader = _READERS.get(word)
    return reader(machine, frame, position) if reader else (None, position)


def case(machine: Machine, frame: Frame, position: int) -> tuple[int | None, int]:
    """The number after \\ifcase."""
    return values.number(machine, frame.text, position, frame.end)


def _characters(machine: Machine, frame: Frame, position: int) -> Decision:
    """\\if: the next two tokens once all is expanded; control words that are left are the same to it."""
    found: list[str] = []
    ahead = ""
    for _ in range(_MOST_TOKENS):
        if len(found) == 2:
            return found[0] == found[1], position
        if ahead:
            token = values.token(ahead, 0, len(ahead))
        else:
            position = arguments.skip_blank(frame.text, position, frame.end) if not found else position
            token = values.token(frame.text, position, frame.end)
        if token is None:
            break
        ahead, position = (ahead[token.end :], position) if ahead else ("", token.end)
        if not token.word:
            found.append(token.character)
        elif token.word == "detokenize" and not ahead:
            given = arguments.group(frame.text, token.end, frame.end)
            position = given.end if given else position
            ahead = frame.text[given.start : given.stop][:_LONGEST_TEST].replace("\\", "|") if given else ""
        elif token.word == "relax":
            found.append("\\relax")
        else:
            body = values.expanded(machine, f"\\{token.word}")
            if body == f"\\{token.word}":
                break
            ahead = body[:_LONGEST_TEST] + ahead
    return (found[0] == found[1] if len(found) == 2 else None), position


def _meanings(machine: Machine, frame: Frame, position: int) -> Decision:
    """\\ifx: the meanings of the next two tokens, unexpanded."""
    start = arguments.skip_blank(frame.text, position, frame.end)
    left = values.token(frame.text, start, frame.end)
    right = values.token(frame.text, left.end, frame.end) if left else None
    if not left or not right:
        return None, position
    return values.same(machine, left, right), right.end


def _numbers(machine: Machine, frame: Frame, position: int) -> Decision:
    left, end = values.number(machine, frame.text, position, frame.end)
    sign = _SIGN.match(frame.text, end, frame.end)
    if not sign:
        return None, position
    right, end = values.number(machine, frame.text, sign.end(), frame.end)
    return compare(left, sign[1], right), end


def _lengths(machine: Machine, frame: Frame, position: int) -> Decision:
    left, end = values.length(machine, frame.text, position, frame.end)
    sign = _SIGN.match(frame.text, end, frame.end)
    if not sign:
        return None, position
    right, end = values.length(machine, frame.text, sign.end(), frame.end)
    return compare(left, sign[1], right), end


def compare(left: float | None, sign: str, right: float | None) -> bool | None:
    """Two numbers compared; None where one of them is unknown."""
    if left is None or right is None:
        return None
    return {"<": left < right, "=": left == right, ">": left > right}[sign]


def _odd(machine: Machine, frame: Frame, position: int) -> Decision:
    value, end = values.number(machine, frame.text, position, frame.end)
    return (None if value is None else value % 2 == 1), end


def _defined(machine: Machine, frame: Frame, position: int) -> Decision:
    token = values.token(frame.text, arguments.skip_blank(frame.text, position, frame.end), frame.end)
    if not token or not token.word:
        return None, position
    return values.defined(machine, token.word), token.end


def _named(machine: Machine, frame: Frame, position: int) -> Decision:
    found = _END_OF_NAME.match(frame.text, position, frame.end)
    name = values.plain(machine, found[1]) if found else None
    if not found or not name:
        return None, found.end() if found else position
    return values.defined(machine, name), found.end()


_READERS: dict[str, Decide] = {
    "iftrue": lambda _machine, _frame, position: (True, position),
    "iffalse": lambda _machine, _frame, position: (False, position),
    "if@filesw": lambda _machine, _frame, position: (True, position),
    "if": _characters,
    "ifx": _meanings,
    "ifnum": _numbers,
    "ifdim": _lengths,
    "ifodd": _odd,
    "ifdefined": _defined,
    "ifcsname": _named,
}
