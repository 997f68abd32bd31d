r"""Conditionals of TeX: the value of an \if…, and which of its branches is text.

Of a conditional that only a run of TeX could decide, all branches are read.
"""

# ruff: noqa: ARG001  (handlers share one signature)

from __future__ import annotations

import re
from collections.abc import Callable

from litgauge.tasks.latex.expansion import arguments, values
from litgauge.tasks.latex.expansion.machine import KEEP, Frame, Handler, Machine

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
        ifpTeXng ifvtex ifVTeX ifalephtex ifAlephTeX ifHINT ifhint ifmmode
        """.split(),  # noqa: SIM905
        False,
    ),
}
"""arXiv runs pdfLaTeX. Formulas are not followed: what is written for both modes means the same in both."""
_OPTIONS_OF_IEEE = frozenset(
    f"ifCLASSOPTION{name}" for name in ("captionsoff", "compsoc", "conference", "peerreview", "draftcls", "transmag")
)
_SIGN = re.compile(r"\s*+([<=>])")
_END_OF_NAME = re.compile(r"\s*+([^{}]{1,200}?)\s*\\endcsname\s?")
_MOST_TOKENS = 20
_LONGEST_EXPANSION = 2_000

_BRANCHES_ARE_ARGUMENTS = re.compile(
    r"if(?:f|thenelse|toggle|bool|boolexpr|boolexpe|def|undef|csdef|csundef|defmacro|defparam|defempty|defvoid|defstring|defstrequal"
    r"|defcounter|deflength|defdimen|blank|notblank|strempty|strequal|str|numcomp|numequal|numgreater|numless|numodd|dimcomp"
    r"|dimequal|inlist|xinlist|packageloaded|nextchar|entrytype|keyword|category|field(?:undef|equals|equalstr|int|num|nums|xref)?"
    r"|name(?:undef|equals|sequal)?|list(?:undef|equals|equal)?|truthy|cite\w*|FileExists|Classloaded|moreitems|hyperref)$"
)
_DEFINING = re.compile(
    r"\\(?:newif|let|[gex]?def|(?:re)?newcommand|providecommand|DeclareRobustCommand|protect|string|noexpand)"
    r"[ \t\n]*+\*?+[ \t\n]*+\{?+[ \t\n]*+\Z"
)
_COUNTED = re.compile(
    r"\\[\\%]|%[^\n]*+|\\newif\s*+\\(?P<new>if[a-zA-Z@]*+)"
    r"|\\let\s*+\\[a-zA-Z@]++[ \t]*+=?+[ \t]*+\\(?:if[a-zA-Z@]*+|fi)(?![a-zA-Z@])"
    r"|\\(?:[gex]?def|(?:re)?newcommand|providecommand)\s*+\*?+\s*+\{?+\s*+\\if[a-zA-Z@]*+"
    r"|\\(?P<close>fi|repeat)(?![a-zA-Z@])|\\(?P<open>if[a-zA-Z@]*+)"
)
_BLANK_BEFORE_COMMAND = re.compile(r"[ \t]++(?=\\)")
_NEXT = re.compile(r"\s*+\\(if[a-zA-Z@]*+)")
_LONGEST_DEFINING = 60
_LONGEST_TEST, _LONGEST_BRANCHES = 60, 2_000
_MATTERING = re.compile(r"\\(?:[a-zA-Z@]*[cC]it|input|include|import|subfile|bibliography|addbibresource)")
MOST_TESTS_SHOWN = 20


Decision = tuple[bool | None, int]
"""The value of a conditional (None: only TeX knows it), and where its test ends."""
Test = Callable[[Machine, Frame, int], Decision]


def decide(machine: Machine, frame: Frame, word: str, position: int) -> Decision:
    """Return the value of the conditional whose control word ends at `position`."""
    if values.switch(word) in machine.switches:
        return machine.switches[word[2:]], position
    if word in ENGINE:
        return ENGINE[word], position
    if word in _OPTIONS_OF_IEEE and "IEEEtran" in machine.facts.classes:
        options = machine.facts.classes["IEEEtran"].replace(" ", "").split(",")
        return word.removeprefix("ifCLASSOPTION") in options, position
    test = _TESTS.get(word)
    return test(machine, frame, position) if test else (None, position)


def _characters(machine: Machine, frame: Frame, position: int) -> Decision:
    """\\if compares the next two tokens, expanded; to it, all unexpandable control words are equal."""
    compared: list[str] = []
    ahead = ""
    for _ in range(_MOST_TOKENS):
        if len(compared) == 2:
            return compared[0] == compared[1], position
        if ahead:
            token = values.token(ahead, 0, len(ahead))
        else:
            position = arguments.skip_blank(frame.text, position, frame.end) if not compared else position
            token = values.token(frame.text, position, frame.end)
        if token is None:
            break
        ahead, position = (ahead[token.end :], position) if ahead else ("", token.end)
        if not token.word:
            compared.append(token.character)
        elif token.word == "detokenize" and not ahead:
            contents = arguments.group(frame.text, token.end, frame.end)
            position = contents.end if contents else position
            detokenized = frame.text[contents.start : contents.stop] if contents else ""
            ahead = detokenized[:_LONGEST_EXPANSION].replace("\\", "|")
        elif token.word == "relax":
            compared.append("\\relax")
        else:
            body = values.expanded(machine, f"\\{token.word}")
            if body == f"\\{token.word}":
                break
            ahead = body[:_LONGEST_EXPANSION] + ahead
    return (compared[0] == compared[1] if len(compared) == 2 else None), position


def _meanings(machine: Machine, frame: Frame, position: int) -> Decision:
    """\\ifx compares the meanings of the next two tokens, unexpanded."""
    start = arguments.skip_blank(frame.text, position, frame.end)
    left = values.token(frame.text, start, frame.end)
    right = values.token(frame.text, left.end, frame.end) if left else None
    if not left or not right:
        return None, position
    return values.same(machine, left, right), right.end


def _numbers(machine: Machine, frame: Frame, position: int) -> Decision:
    return comparison(machine, frame.text, position, frame.end, values.number)


def _lengths(machine: Machine, frame: Frame, position: int) -> Decision:
    return comparison(machine, frame.text, position, frame.end, values.length)


def comparison(
    machine: Machine, text: str, position: int, limit: int, read: Callable[..., tuple[float | None, int]]
) -> Decision:
    """Return the value of "left < right", whose sides are numbers or lengths; (None, position) without a sign."""
    left, end = read(machine, text, position, limit)
    sign = _SIGN.match(text, end, limit)
    if not sign:
        return None, position
    right, end = read(machine, text, sign.end(), limit)
    return compare(left, sign[1], right), end


def compare(left: float | None, sign: str, right: float | None) -> bool | None:
    """Compare two numbers; None where one of them is unknown."""
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
    match = _END_OF_NAME.match(frame.text, position, frame.end)
    name = values.plain(machine, match[1]) if match else None
    if not match or not name:
        return None, match.end() if match else position
    return values.defined(machine, name), match.end()


_TESTS: dict[str, Test] = {
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


def open_branch(machine: Machine, frame: Frame, word: str, position: int, *, negated: bool = False) -> int:
    """Handle the conditional `word`: read or skip what follows, up to its \\else or \\fi."""
    if not _is_conditional(machine, frame, word, position):
        return KEEP
    if machine.skipping:
        machine.skipping += 1
        return position
    if word == "ifcase":
        return _open_case(machine, frame, position)
    branch, end = decide(machine, frame, word, position)
    if branch is None:
        test = frame.text[position - len(word) - 1 : min(end, position + _LONGEST_TEST)]
        undecided(machine, frame, test, _until_closed(frame, end))
    elif negated:
        branch = not branch
    machine.branches.append(branch)
    machine.skipping = int(branch is False)
    return end


def _is_conditional(machine: Machine, frame: Frame, word: str, position: int) -> bool:
    if word in PRIMITIVE or values.switch(word) in machine.switches:
        return True
    if _BRANCHES_ARE_ARGUMENTS.match(word):
        return False
    if word in OF_KERNEL or word in ENGINE:
        return True
    start = position - len(word) - 1
    if _DEFINING.search(frame.text, max(0, start - _LONGEST_DEFINING), start):
        return False
    return _closes_unknown_conditionals(machine, frame.text)


def _closes_unknown_conditionals(machine: Machine, text: str) -> bool:
    r"""True if a text holds more \fi than known conditionals: then its unknown \if… are conditionals of some package.

    To TeX, an \if… that nobody defines is no conditional; it skips such a word without counting it.
    """
    if text not in machine.facts.doubtful:
        opened: list[str] = []
        declared: set[str] = set()
        closed = 0
        for match in _COUNTED.finditer(text):
            if match["open"]:
                opened.append(match["open"])
            elif match["new"]:
                declared.add(match["new"])
            elif match["close"]:
                closed += 1
        names = PRIMITIVE | OF_KERNEL | ENGINE.keys() | declared
        machine.facts.doubtful[text] = closed > sum(word in names or word[2:] in machine.switches for word in opened)
    return machine.facts.doubtful[text]


def undecided(machine: Machine, frame: Frame, test: str, branches: str) -> None:
    """Add a diagnostic that all branches of a conditional are read, if keys depend on it; only for the first few."""
    if frame.silent or machine.facts.tests_shown >= MOST_TESTS_SHOWN or not _MATTERING.search(branches):
        return
    machine.facts.tests_shown += 1
    shown = " ".join(test.split())
    message = f"{shown}: only TeX can tell, so what every branch cites counts"
    machine.note("info", "condition-undecided", message, frame)


def _until_closed(frame: Frame, position: int) -> str:
    limit = min(frame.end, position + _LONGEST_BRANCHES)
    end = frame.text.find("\\fi", position, limit)
    return frame.text[position : end if end >= 0 else limit]


def _open_case(machine: Machine, frame: Frame, position: int) -> int:
    number, end = values.number(machine, frame.text, position, frame.end)
    if number is None:
        undecided(machine, frame, "\\ifcase", _until_closed(frame, end))
        machine.branches.append(None)
        return end
    machine.branches.append(number == 0)
    machine.skipping = int(number != 0)
    if number > 0:
        machine.facts.cases[len(machine.branches)] = number
    return end


def _or(machine: Machine, frame: Frame, word: str, position: int) -> int:
    if machine.skipping > 1 or not machine.branches:
        return position
    depth, cases = len(machine.branches), machine.facts.cases
    if machine.branches[-1]:
        machine.skipping = 1
    elif machine.branches[-1] is False and cases.get(depth):
        cases[depth] -= 1
        if not cases[depth]:
            machine.branches[-1], machine.skipping = True, 0
    return position


def _else(machine: Machine, frame: Frame, word: str, position: int) -> int:
    if machine.skipping > 1 or not machine.branches:
        return position
    if machine.branches[-1]:
        machine.skipping = 1
    elif machine.branches[-1] is False:
        machine.branches[-1], machine.skipping = True, 0
        if command := _BLANK_BEFORE_COMMAND.match(frame.text, position, frame.end):
            return command.end()  # the character after the command's name stays: it may end that name
    return position


def _fi(machine: Machine, frame: Frame, word: str, position: int) -> int:
    if machine.skipping > 1:
        machine.skipping -= 1
        return position
    was_read = not machine.skipping
    machine.skipping = 0
    if machine.branches:
        machine.facts.cases.pop(len(machine.branches), None)
        machine.branches.pop()
    if was_read and frame.text[position - 4 : position - 3] == "}":
        while position < frame.end and frame.text[position] in " \t":
            position += 1
    return position


def _unless(machine: Machine, frame: Frame, word: str, position: int) -> int:
    test = _NEXT.match(frame.text, position, frame.end)
    if machine.skipping or not test:
        return KEEP
    return open_branch(machine, frame, test[1], test.end(), negated=True)


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(PRIMITIVE - {"iftrue", "iffalse"}, open_branch),
    "if": open_branch,
    "else": _else,
    "fi": _fi,
    "repeat": _fi,  # \\loop ... \\if... \\repeat
    "or": _or,
    "unless": _unless,
}
