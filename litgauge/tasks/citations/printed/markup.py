"""LaTeX markup of a printed reference as single characters that patterns can see."""

from __future__ import annotations

import re
import unicodedata

from litgauge.tasks.text import clean_text

EM, EM_END, QUOTE, QUOTE_END, BOLD, BOLD_END, BLOCK, GROUP, GROUP_END, LINK, LINK_END = (
    chr(0xE010 + number) for number in range(11)
)
NAMES = dict(
    zip(
        (EM, EM_END, QUOTE, QUOTE_END, BOLD, BOLD_END, BLOCK, GROUP, GROUP_END, LINK, LINK_END),
        "eEqQbBNgGlL",
        strict=True,
    )
)
"""The letter of each mark in a boundary."""
MARKS = re.compile("[\ue010-\ue01a]")
_STYLES = {
    **dict.fromkeys(("emph", "textit", "textsl", "em", "it", "itshape", "sl", "slshape", "mkbibemph"), (EM, EM_END)),
    **dict.fromkeys(("textbf", "bf", "bfseries", "mkbibbold"), (BOLD, BOLD_END)),
    **dict.fromkeys(
        (
            *("enquote", "mkbibquote", "Wrapquotes", "bibtitle", "bibtfont", "bibapifont"),
            *("btxtitlefont", "btxjtitlefont", "bblFontBookTitle"),
        ),
        (QUOTE, QUOTE_END),
    ),
}
_SPOKEN = {
    "harvardand": " and ",
    "btxandlong": " and ",
    "btxandshort": " and ",
    "bbland": " and ",
    "BIBand": " and ",
    "smfandname": " and ",
    "andname": " and ",
    "btxandcomma": ",",
    "bblAuthorsSep": "; ",
    "bblFirstnameSep": ", ",
    "bblAuthorYearSep": ". ",
    "bblAuthorTitleSep": ". ",
    "btxauthorcolon": ": ",
    "btxfnamespacelong": " ",
    "btxetalshort": " et al.",
    "btxetallong": " et al.",
    "bbletal": " et al.",
    "Bibetal": " et al.",
}
"""English words that commands of bibliography styles print."""
_TOKEN = re.compile(
    rf"\\(?P<spoken>{'|'.join(_SPOKEN)})(?![a-zA-Z])(?:[ \t\n]*\{{\}})?(?:\\ |[ \t\n]+)?"
    r"|\\(?P<command>emph|textit|textsl|textbf|enquote|mkbibemph|mkbibbold|mkbibquote|Wrapquotes|bibtitle|bibtfont"
    r"|bibapifont|btxj?titlefont|bblFontBookTitle)[ \t\n]*\{"
    r"|\\href[ \t\n]*(?:@noop)?[ \t\n]*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}[ \t\n%]*(?P<link>\{)"
    r"|\{[ \t\n]*\\(?P<switch>em|itshape|it|slshape|sl|bfseries|bf)(?![a-zA-Z])[ \t\n]*"
    r"|\\(?P<font>textsc|textrm|textsf|texttt|textup|mbox|bibnamefont|bibfnamefont|natexlab|bibinfo[ \t\n]*\{[a-z]"
    r"+\})[ \t\n]*\{"
    r"|\{[ \t\n]*\\(?P<small>sc|scshape|rm|sf|tt|upshape|normalfont)(?![a-zA-Z])[ \t\n]*"
    r"|(?P<block>\\newblock(?![a-zA-Z])|\\hskip[^\\{}]{0,60}\\relax)"
    r"|(?P<skip>\\(?:kern|[hv]skip|[hv]space\*?)[ \t\n]*\{?[ \t\n]*-?[\d.]+[ \t]*(?:em|ex|pt|mm|cm)\}?"
    r"|\\(?:(?:BIB)?foreignlanguage|selectlanguage|textcolor|color)[ \t\n]*\{[^{}]*\})"
    r"|(?P<quote>``|\\og(?![a-zA-Z])|\\BBOQ(?![a-zA-Z])|“|\\textquotedblleft(?![a-zA-Z]))|(?P<unquote>''|\\fg(?![a-zA-Z])|\\BBCQ(?![a-zA-Z])|”|\\textquotedblright(?![a-zA-Z]))"
    r"|(?P<url>\\(?:url|path|doi|dodoi|doarXiv|doeprint|eprint|nolinkurl|harvardurl|bibinfo[ \t\n]*\{(?:doi|url|ep"
    r"rint)\})[ \t\n]*(?=\{)|\$<\$)|(?P<open>\{)|(?P<close>\})"
    r"|\\(?P<noise>(?:mcite[a-zA-Z]+|EndOfBibitem|BIBentry[a-zA-Z]+|bibitemend|bibAnnoteFile|PrintBackRefs|BibitemOpen|BibitemShut"
    r"|bibitem(?:Stop|NoStop)|harvard[a-z]+|abntrefinfo|dinatlabel|NAT@[a-z]+|capitalize|natexlab\{[a-z]?\}|urlprefix)(?![a-zA-Z])"
    r"(?:[ \t]*\{[^{}]*\})*"
    r"|(?:penalty-?\d*|allowbreak|unskip|relax|space(?=\\))(?![a-zA-Z])(?:[ \t]*\{\})?)|\\(?:[a-zA-Z]+|.)",
    re.DOTALL,
)


def marked(body: str) -> str:
    """Return the LaTeX with emphasis, bold, quotations, groups and blocks as single characters."""
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
            spoken = _is_spoken(body, position) and not _TAKES_ARGUMENT.search(
                body, max(0, token.start() - 60), token.start()
            )
            out.append(GROUP if spoken else "{")
            closers.append(GROUP_END if spoken else "}")
        elif kind == "close":
            out.append(closers.pop() if closers else "")
        elif kind in _SINGLE:
            out.append(_SINGLE[kind])
        elif kind == "link":
            out.append(LINK)
            closers.append(LINK_END)
        elif kind == "spoken":
            out.append(_SPOKEN[token["spoken"]])
        elif kind == "skip":
            out.append(" ")
        elif kind is None:
            out.append(token.group())
    out.append(body[position:])
    return "".join(out)


def legible(body: str) -> str:
    """Return the text of a printed reference on one line, with marks for its markup; of several works, the first."""
    text = _LEAD.sub("", clean_text(marked(_NEXT_WORK.split(body, maxsplit=1)[0])).translate(_WIDE))
    text = _straight_quotes(_AND_ELSEWHERE.sub(" and ", _OTHERS.sub(" et al. ", text)))
    if "„" in text:
        text = text.replace("„", QUOTE).replace("“", QUOTE_END)
    text = text.translate(_QUOTES)
    return _QUOTED.sub(rf"{QUOTE}\1{QUOTE_END}", text) if QUOTE not in text else text


def in_latin(text: str) -> str:
    """Return the text with a Latin letter for each Cyrillic one, at the same place.

    What is told by looks reads capitals.
    """
    return text if text.isascii() else text.translate(_LATIN)


_CYRILLIC = "абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґўћђљњџј"
_LOOKS = "abvgdeezzyjklmnoprstufhccssjijeuaiiegucdlnxj"  # и is y: both stand for "and" too
_LATIN = str.maketrans(_CYRILLIC + _CYRILLIC.upper(), _LOOKS + _LOOKS.upper())
_OTHERS = re.compile(r"(?<=[;,])(?: and)? others (?=[^\W\d_]|[\ue010-\ue01a])|(?<=[;,])(?: and)? others(?=[.,;:])")
_AND_ELSEWHERE = re.compile(r"(?<=[^\W\d_]\.)\s(?:ve|és|ja|și|şi|a|та|і)\s(?=[^\W\d_a-z][\w'’-]+,\s[^\W\d_a-z]\.)")
"""The word before a last name, in languages whose names are else read as those of English: "Ak, A. ve Su, B."."""
_LEAD = re.compile(
    r"^[\s.,;:]*(?:\(?[a-h]\)\s+)?"
    r"(?:(?:[Ff]or (?:an? |the )?[a-z]+ ?[a-z]*,? )?[Ss]ee(?:,? (?:also|e\.g\.|for example))?[,:]?\s+)?"
)
"""Words before the names of the first work: "(a)", "For reviews, see:"."""


def _straight_quotes(text: str) -> str:
    """Typewriter quotation marks, also where they close what others opened, as marks."""
    if '"' not in text:
        return text
    depth, parts, position = 0, [], 0
    for match in _ANY_QUOTE.finditer(text):
        parts.append(text[position : match.start()])
        position = match.end()
        if match.group() == '"':
            opens = depth == 0 and _OPENS.search(text, max(0, position - 3), position - 1) is not None
            mark = QUOTE if opens else QUOTE_END if depth else ""
        else:
            mark = match.group()
        depth = max(0, depth + (mark == QUOTE) - (mark == QUOTE_END))
        parts.append(mark)
    return "".join((*parts, text[position:]))


_ANY_QUOTE = re.compile(f'["{QUOTE}{QUOTE_END}]')
_OPENS = re.compile("(?:^|[\\s(\\[\ue010-\ue01a])$")
_NEXT_WORK = re.compile(
    r"(?<=[\d)\]}]);\s*(?:\\\\|\\newline\b)"
    r"|(?<=[\d)\]]);\s+(?=(?:[A-Z]\.[\s~-]*)+[A-Z][a-z]|\([bB]\)\s|see also\s|ibid)"
)
"""Beginning of a second work in one item, as physicists write them."""
_QUOTES = str.maketrans({"«": QUOTE, "»": QUOTE_END, "「": QUOTE, "」": QUOTE_END, "『": QUOTE, "』": QUOTE_END})
_WIDE = str.maketrans(
    {"［": " [", "］": "]", "（": " (", "）": ")", "，": ", ", "；": "; ", "：": ": ", "．": ". ", "。": ". "}
)
_QUOTED = re.compile(
    "(?:(?<=[\\s(\ue010-\ue01a])|^)[‘`]((?:(?![’'](?:[\\s,.;:)\ue010-\ue01a]|$)|[‘`]).){3,400}?"
    "(?:(?<=[^\\W\\d_]s)[’']\\s(?:(?![’'](?:[\\s,.;:)\ue010-\ue01a]|$)|[‘`]).){3,400}?(?=[’'](?:[,.;:)\ue010-\ue01a]|$))|))[’'](?=[\\s,.;:)\ue010-\ue01a]|$)"
)
"""Words between single marks; after a plural's apostrophe the closing one is looked for before punctuation."""
_SINGLE = {"block": BLOCK, "quote": QUOTE, "unquote": QUOTE_END, "url": f"{BLOCK} https://"}
_WARNING = re.compile(r"\\expandafter\s*\\csname.{0,700}?\\language\s*=\s*\\csname[^\\]{0,40}\\endcsname", re.DOTALL)
"""Words that IEEEtran prints into a title that is marked with a language it does not know."""
_YEAR_LETTER = re.compile(r"(\d{4})(?:\\natexlab)?\s*\{(?:\\em\s+|\\natexlab\s*\{)?([a-z])\}{1,2}")
_ET_AL = re.compile(
    r"(?:\\[a-zA-Z]+[ \t\n]*\{|\{[ \t\n]*\\(?:em|it|sl|bgroup\s*\\em)(?![a-zA-Z])[ "
    r"\t\n]*|\{)[ \t\n]*(et[~\s]*al\.?,?)[ \t\n]*\}",
    re.IGNORECASE,
)
_URL_WORD = re.compile(r"\b[uU]RL:?\s*+(?=\\url)|\\leavevmode|\\vrule height \S+ depth \S+ width \w+")
_TAKES_ARGUMENT = re.compile(r"\\(?:[a-zA-Z@]+|.)[ \t\n]*$", re.DOTALL)


def _is_spoken(body: str, position: int) -> bool:
    """Return whether a group holds words rather than an accent or a letter kept upper case."""
    return re.match(r"[^{}\\]{0,40}[\s~][^}]", body[position : position + 60]) is not None


def plain(text: str) -> str:
    """Text without the marks, on one line, without the punctuation around it."""
    return unicodedata.normalize("NFC", " ".join(MARKS.sub("", text).split()).strip(" ,;:"))
