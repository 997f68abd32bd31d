"""LaTeX markup of a printed reference as single characters that patterns can see."""

from __future__ import annotations

import re
import unicodedata

EM, EM_END, QUOTE, QUOTE_END, BOLD, BOLD_END, BLOCK, GROUP, GROUP_END = (chr(0xE010 + number) for number in range(9))
MARKS = re.compile("[\ue010-\ue018]")
_STYLES = {
    **dict.fromkeys(("emph", "textit", "textsl", "em", "it", "itshape", "sl", "slshape", "mkbibemph"), (EM, EM_END)),
    **dict.fromkeys(("textbf", "bf", "bfseries", "mkbibbold"), (BOLD, BOLD_END)),
    **dict.fromkeys(("enquote", "mkbibquote"), (QUOTE, QUOTE_END)),
}
_TOKEN = re.compile(
    r"\\(?P<command>emph|textit|textsl|textbf|enquote|mkbibemph|mkbibbold|mkbibquote)[ \t\n]*\{"
    r"|\{[ \t\n]*\\(?P<switch>em|itshape|it|slshape|sl|bfseries|bf)(?![a-zA-Z])[ \t\n]*"
    r"|\\(?P<font>textsc|textrm|textsf|texttt|textup|mbox|bibnamefont|bibfnamefont|natexlab|bibinfo[ \t\n]*\{[a-z]"
    r"+\})[ \t\n]*\{"
    r"|\{[ \t\n]*\\(?P<small>sc|scshape|rm|sf|tt|upshape|normalfont)(?![a-zA-Z])[ \t\n]*"
    r"|(?P<block>\\newblock(?![a-zA-Z])|\\hskip[^\\{}]{0,60}\\relax)"
    r"|(?P<quote>``|\\BBOQ(?![a-zA-Z])|“|\\textquotedblleft(?![a-zA-Z]))|(?P<unquote>''|\\BBCQ(?![a-zA-Z])|”|\\textquotedblright(?![a-zA-Z]))"
    r"|(?P<url>\\(?:url|path|doi|dodoi|doarXiv|doeprint|eprint|nolinkurl|harvardurl|bibinfo[ \t\n]*\{(?:doi|url|ep"
    r"rint)\})[ \t\n]*(?=\{)|\$<\$)|\\href[ \t\n]*(?:@noop)?[ \t\n]*\{[^{}]*\}|(?P<open>\{)|(?P<close>\})"
    r"|\\(?P<noise>(?:mcite[a-zA-Z]+|EndOfBibitem|relax|BIBentry[a-zA-Z]+|bibitemend|bibAnnoteFile|PrintBackRefs|BibitemOpen|BibitemShut"
    r"|bibitem(?:Stop|NoStop)|harvard[a-z]+|abntrefinfo|dinatlabel|NAT@[a-z]+|capitalize|penalty-?\d*|natexlab\{[a-z]?\}|allowbreak|unskip|urlprefix|space(?=\\))(?![a-zA-Z])"
    r"(?:[ \t]*\{[^{}]*\})*)|\\(?:[a-zA-Z]+|.)",
    re.DOTALL,
)


def marked(body: str) -> str:
    """The LaTeX with emphasis, bold, quotations, groups and blocks as single characters."""
    body = _ET_AL.sub(r"\1 ", _URL_WORD.sub("", _YEAR_LETTER.sub(r"\1\2", _WARNING.sub("", body))))
    out: list[str] = []
    closers: list[str] = []
    position = 0
    for token in _TOKEN.finditer(body):
        out.append(body[position : token.start()])
        position = token.end()
        kind = token.lastgroup
        if kind in ("command", "switch"):
            opening, closing = _STYLES[token.group(kind)]
            out.append(opening)
            closers.append(closing)
        elif kind in ("font", "small"):
            out.append("{")
            closers.append("}")
        elif kind == "open":
            spoken = _is_spoken(body, position) and (not out or not _TAKES_ARGUMENT.search(out[-1]))
            out.append(GROUP if spoken else "{")
            closers.append(GROUP_END if spoken else "}")
        elif kind == "close":
            out.append(closers.pop() if closers else "")
        elif kind in _SINGLE:
            out.append(_SINGLE[kind])
        elif kind is None and not token.group().startswith("\\href"):
            out.append(token.group())
    out.append(body[position:])
    return "".join(out)


_SINGLE = {"block": BLOCK, "quote": QUOTE, "unquote": QUOTE_END, "url": f"{BLOCK} https://"}
_WARNING = re.compile(r"\\expandafter\s*\\csname.{0,700}?\\language\s*=\s*\\csname[^\\]{0,40}\\endcsname", re.DOTALL)
"""What IEEEtran prints into a title that is marked with a language it does not know."""
_YEAR_LETTER = re.compile(r"(\d{4})(?:\\natexlab)?\s*\{(?:\\em\s+|\\natexlab\s*\{)?([a-z])\}{1,2}")
_ET_AL = re.compile(
    r"(?:\\(?:emph|textit|textsl)[ \t\n]*\{|\{[ \t\n]*\\(?:em|it|sl|bgroup\s*\\em)(?![a-zA-Z])[ "
    r"\t\n]*|\{)[ \t\n]*(et[~\s]*al\.?,?)[ \t\n]*\}",
    re.IGNORECASE,
)
_URL_WORD = re.compile(r"[,.]?\s*\b[uU]RL:?\s*(?=\\url)|\\leavevmode|\\vrule height \S+ depth \S+ width \w+")
_TAKES_ARGUMENT = re.compile(r"\\(?:[a-zA-Z]+|.)$", re.DOTALL)


def _is_spoken(body: str, position: int) -> bool:
    """Whether a group holds words rather than an accent or a letter kept upper case."""
    return re.match(r"[^{}\\]{0,40}[\s~][^}]", body[position : position + 60]) is not None


def plain(text: str) -> str:
    """Text without the marks, on one line, without the punctuation around it."""
    return unicodedata.normalize("NFC", " ".join(MARKS.sub("", text).split()).strip(" ,;:"))
