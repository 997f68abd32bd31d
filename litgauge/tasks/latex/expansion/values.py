"""Values of control words, numbers and lengths in a test, as far as the source decides them."""

from __future__ import annotations

import re
from collections.abc import Hashable
from typing import NamedTuple

from litgauge.tasks.latex.expansion import arguments, definitions
from litgauge.tasks.latex.expansion.kernel_names import KERNEL_NAMES
from litgauge.tasks.latex.expansion.machine import Machine

UNDEFINED = frozenset({"undefined", "@undefined", "UnDeFiNeD"})
_OF_OTHER_ENGINES = frozenset(
    """
    XeTeXversion XeTeXrevision XeTeXinterchartoks luatexversion luatexrevision directlua luatexbanner Umathcode HCode
    Umathchar latexml LaTeXML kanjiskip ptexversion uptexversion outputmode pdfvariable
    """.split()  # noqa: SIM905
)
_OF_PACKAGES = frozenset(
    """
    chapter part citep citet citealt citealp citeauthor citeyear citeyearpar citetalias textcite parencite autocite url
    href hyperref hyperlink hypersetup texorpdfstring phantomsection autoref cref Cref nolinkurl doi bibfont bibsep
    newblock natexlab bibinfo includegraphics textcolor color definecolor xspace theorem lemma proof keywords email
    affiliation affil textsubscript text eqref subsection mathbb mathfrak boldsymbol bm ulem sout todo tikz lstset
    foreignlanguage selectlanguage iflanguage captionof subfigure tablenotemark onecolumngrid frontmatter mainmatter
    """.split()  # noqa: SIM905
)
"""Commands that documents like to test for, and that come from packages and classes which sources do not hold."""
_MENTIONED = re.compile(
    r"\\ifx\s*+(?:\\csname[^\\{}]{1,100}+\\endcsname|\\[a-zA-Z@]++)(?:\s*+\\[a-zA-Z@]++)?|\\ifcsname[^\\{}]{1,100}+\\endcsname"
    r"|\\(?:ifdefined|ifdef|ifundef|isundefined|let|[gex]?def|(?:re)?newcommand|providecommand|ifdefempty|ifdefvoid)"
    r"\s*+\*?+\s*+\{?+\s*+\\[a-zA-Z@]++|\\csname(?P<named>[^\\{}]{1,100}+)\\endcsname|\\(?P<used>[a-zA-Z@]++)"
)
_LOADED = re.compile(r"ver@(.+)\.(sty|cls)")
_WORD = re.compile(r"\\([a-zA-Z@]+)[ \t]*\n?[ \t]*")
_CSNAME = re.compile(r"\\csname([^\\{}]{1,100}+)\\endcsname\s*+")
_LENGTH = re.compile(
    r"\s*+([+-]?+)\s*+(\d{1,9}(?:[.,]\d{0,9})?|[.,]\d{1,9})\s*+(?:true\s*+)?(pt|cm|mm|in|bp|pc|dd|cc|sp)\s?"
)
_POINTS = {"pt": 1, "cm": 28.45274, "mm": 2.845274, "in": 72.27, "bp": 1.00375, "pc": 12, "dd": 1.07, "cc": 12.84}
_DIGITS = re.compile(r"\s*+([+-]*+)\s*+(?:(\d{1,9})|\"([0-9A-F]{1,7})|'([0-7]{1,9})|`\\?(.))\s?")
_CONSTANTS = {
    "z@": 0,
    "@ne": 1,
    "tw@": 2,
    "thr@@": 3,
    "m@ne": -1,
    "@m": 1000,
    "@M": 10000,
    "pdfoutput": 1,
    "pdftexversion": 140,
    "eTeXversion": 2,
}
_EMPTY = {"empty": "", "@empty": "", "space": " "}
MOST_STEPS = 50
LONGEST = 5_000

Meaning = Hashable
"""Two control words mean the same if their meanings are equal."""


class Token(NamedTuple):
    """A control word, `\\csname` or character of a test."""

    word: str  # "" for a character
    character: str
    end: int
    by_csname: bool = False  # made by \\csname, which gives undefined names the meaning of \\relax


def token(text: str, position: int, limit: int) -> Token | None:
    """Return the token at this position; blanks after a control word belong to it."""
    if position >= limit:
        return None
    if match := _CSNAME.match(text, position, limit):
        return Token(match[1].strip(), "", match.end(), by_csname=True)
    if word := _WORD.match(text, position, limit):
        return Token(word[1], "", word.end())
    end = position + (2 if text[position] == "\\" else 1)
    return Token("", text[position:end], end)


def switch(word: str) -> str:
    """Return the name of the flag that a conditional tests ("draft" of "ifdraft"); "" for other words."""
    return word[2:] if word.startswith("if") else ""


def defined(machine: Machine, name: str) -> bool | None:
    """Return whether TeX knows a control word here; None where that depends on files outside the source."""
    if match := _LOADED.fullmatch(name):
        return loaded(machine, match[1], match[2])
    facts = machine.facts
    if name in UNDEFINED or facts.meanings.get(name) in UNDEFINED:
        return False
    if name in machine.macros or switch(name) in machine.switches or name in facts.meanings or name in facts.numbers:
        return True
    if name in KERNEL_NAMES or name in _CONSTANTS:
        return True
    if name in _OF_OTHER_ENGINES:
        return False
    in_class = bool(machine.frames) and machine.frames[-1].silent  # where most names are other packages'
    if in_class or not name.isalpha() or not name.isascii() or name in _OF_PACKAGES or name in _used(machine):
        return None
    return False


def _used(machine: Machine) -> frozenset[str]:
    """Return the control words that the source uses in the text, so that somebody must define them."""
    if machine.facts.used is None:
        files = (path for path in machine.tree.members if path.endswith((".tex", ".ltx", ".sty", ".cls")))
        mentions = (mention for path in files for mention in _MENTIONED.finditer(machine.tree.text(path)))
        machine.facts.used = frozenset(
            (mention["used"] or mention["named"]).strip() for mention in mentions if mention.lastgroup
        )
    return machine.facts.used


def loaded(machine: Machine, name: str, kind: str) -> bool | None:
    """True if a package ("sty") or class ("cls") was loaded; None where another one may have loaded it."""
    if name in (machine.facts.packages if kind == "sty" else machine.facts.classes):
        return True
    if not machine.facts.classes:
        return None
    plain = all(loaded_class in _PLAIN_CLASSES for loaded_class in machine.facts.classes)
    return False if plain and (kind == "cls" or name not in _LOADED_BY_OTHERS) else None


_PLAIN_CLASSES = frozenset({"article", "report", "book", "letter", "proc", "minimal", "slides"})
_LOADED_BY_OTHERS = frozenset(
    """
    keyval xkeyval ifthen etoolbox graphicx graphics trig color xcolor url hyperref nameref amsmath amstext amsbsy
    amsopn amsgen amsfonts amssymb amsthm array calc kvoptions iftex ifpdf ifxetex ifluatex textcomp xspace float
    fontenc inputenc babel xparse expl3 caption subcaption caption3 tikz pgf pgffor everyshi ulem verbatim setspace
    tabularx
    """.split()  # noqa: SIM905
)


def meaning(machine: Machine, token: Token) -> Meaning | None:
    """Return the meaning that \\ifx compares; None where the source does not decide it."""
    if not token.word:
        return ("character", token.character)
    name = token.word
    macro = machine.macros.get(name)
    if macro is not None and macro.primitive:
        return meaning(machine, Token(macro.body.removeprefix("\\"), "", 0)) if macro.body != f"\\{name}" else None
    if macro is not None:
        own = macro.name if macro.default is not None or macro.optional or macro.star else ""
        return ("macro", own, macro.arguments, macro.delimited, macro.long, macro.body)
    if name in _EMPTY:
        return ("macro", "", 0, False, False, _EMPTY[name])
    if switch(name) in machine.switches:
        value = machine.switches[switch(name)]
        return None if value is None else ("command", f"if{str(value).lower()}")
    name = machine.facts.meanings.get(name, name)
    is_defined = defined(machine, name)
    if is_defined is False:
        return ("command", "relax") if token.by_csname else ("undefined",)
    return ("command", name) if is_defined and "@" not in name else None


def same(machine: Machine, left: Token, right: Token) -> bool | None:
    """True if two tokens mean the same to \\ifx."""
    if left.word and left.word == right.word and left.by_csname == right.by_csname:
        return True
    left_meaning, right_meaning = meaning(machine, left), meaning(machine, right)
    if left_meaning is None or right_meaning is None:
        return None
    if left_meaning == right_meaning:
        return True
    kernel = {left.word, right.word} - {"relax"} <= KERNEL_NAMES  # two of LaTeX's own may be one
    return None if kernel and left.word and right.word and "relax" not in (left.word, right.word) else False


def expanded(machine: Machine, text: str) -> str:
    """Return the text with its macros expanded, a bounded number of times; other commands stay."""
    steps = position = 0
    while steps < MOST_STEPS and (match := _WORD.search(text, position)):
        body = _body(machine, match[1], text, match)
        if body is None:
            position = match.end()
            continue
        text = f"{text[: match.start()]}{body[0]}{text[body[1] :]}"
        position = match.start()
        steps += 1
        if len(text) > LONGEST:
            break
    return text


def _body(machine: Machine, word: str, text: str, match: re.Match[str]) -> tuple[str, int] | None:
    macro = machine.macros.get(word)
    if macro is None:
        if word == "jobname":
            return machine.job, match.end()
        return (_EMPTY[word], match.end()) if word in _EMPTY else None
    if macro.delimited or macro.primitive:
        return None
    if macro.arguments == 0:
        return macro.body, match.end()
    return definitions.called(macro, text, match.end(1), len(text))


def plain(machine: Machine, text: str) -> str | None:
    """Return the text fully expanded, with single blanks; None where commands remain."""
    whole = " ".join(expanded(machine, text).split())
    return None if "\\" in whole else whole


def equal(machine: Machine, left: str, right: str) -> bool | None:
    """True if two texts are the same once they are expanded."""
    left_words, right_words = expanded(machine, left).split(), expanded(machine, right).split()
    if left_words == right_words:
        return True
    return None if any("\\" in word for word in (*left_words, *right_words)) else False


def number(machine: Machine, text: str, position: int, limit: int, depth: int = 0) -> tuple[int | None, int]:
    """Return the number at this position and where it ends; (None, position) where only TeX knows it."""
    if digits := _DIGITS.match(text, position, limit):
        sign = -1 if digits[1].count("-") % 2 else 1
        bases = ((digits[2], 10), (digits[3], 16), (digits[4], 8))
        value = next((int(spelled, base) for spelled, base in bases if spelled), None)
        return sign * (ord(digits[5]) if value is None else value), digits.end()
    head = token(text, arguments.skip_blank(text, position, limit), limit)
    if head is None or not head.word or depth > 9:
        return None, position
    if head.word in ("the", "number"):
        return number(machine, text, head.end, limit, depth + 1)
    if head.word in ("value", "arabic"):
        if not (counter := arguments.group(text, head.end, limit)):
            return None, position
        return machine.facts.numbers.get(f"c@{text[counter.start : counter.stop].strip()}"), counter.end
    if head.word in ("pdfstrcmp", "strcmp"):
        return _compared(machine, text, head.end, limit)
    macro = machine.macros.get(head.word)
    if macro is not None and macro.arguments == 0 and not macro.primitive:
        body = macro.body.strip()
        value, end = number(machine, body, 0, len(body), depth + 1)
        return (value, head.end) if value is not None and end >= len(body) else (None, position)
    return machine.facts.numbers.get(head.word, _CONSTANTS.get(head.word)), head.end


def _compared(machine: Machine, text: str, position: int, limit: int) -> tuple[int | None, int]:
    left = arguments.group(text, position, limit)
    right = arguments.group(text, left.end, limit) if left else None
    if not left or not right:
        return None, position
    left_text, right_text = (plain(machine, text[part.start : part.stop]) for part in (left, right))
    if left_text is None or right_text is None:
        return None, right.end
    return (left_text > right_text) - (left_text < right_text), right.end


def length(machine: Machine, text: str, position: int, limit: int) -> tuple[float | None, int]:
    """Return the length at this position in points and where it ends; None where only TeX knows it."""
    if match := _LENGTH.match(text, position, limit):
        points = float(match[2].replace(",", ".")) * _POINTS.get(match[3], 1 / 65536)
        return (-points if match[1] == "-" else points), match.end()
    register = token(text, arguments.skip_blank(text, position, limit), limit)
    if register is None or not register.word:
        return None, position
    if register.word in ("z@", "p@"):
        return float(register.word == "p@"), register.end
    macro = machine.macros.get(register.word)
    if macro is not None and macro.arguments == 0 and (match := _LENGTH.fullmatch(macro.body)):
        return length(machine, match.group(), 0, len(match.group()))[0], register.end
    return None, position
