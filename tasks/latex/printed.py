"""A printed reference back to its parts: who, what, and the rest.

Styles print the same parts in many ways; what tells them apart is markup (\\newblock, emphasis, quotation marks, braces that a
.bib file put around its title, bold volumes) and the shape of an author list. Where a style prints no title, none is made up.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tasks.latex.authorlist import has_initials, is_body, looks_like_authors
from tasks.text import clean_text

EM, EM_END, QUOTE, QUOTE_END, BOLD, BOLD_END, BLOCK, GROUP, GROUP_END = (chr(0xE010 + number) for number in range(9))
_MARKS = re.compile("[\ue010-\ue018]")
_STYLES = {
    **dict.fromkeys(("emph", "textit", "textsl", "em", "it", "itshape", "sl", "slshape", "mkbibemph"), (EM, EM_END)),
    **dict.fromkeys(("textbf", "bf", "bfseries", "mkbibbold"), (BOLD, BOLD_END)),
    **dict.fromkeys(("enquote", "mkbibquote"), (QUOTE, QUOTE_END)),
}
_TOKEN = re.compile(
    r"\\(?P<command>emph|textit|textsl|textbf|enquote|mkbibemph|mkbibbold|mkbibquote)[ \t\n]*\{"
    r"|\{[ \t\n]*\\(?P<switch>em|itshape|it|slshape|sl|bfseries|bf)(?![a-zA-Z])[ \t\n]*"
    r"|\\(?P<font>textsc|textrm|textsf|texttt|textup|mbox|bibnamefont|bibfnamefont|natexlab|bibinfo[ \t\n]*\{[a-z]+\})[ \t\n]*\{"
    r"|\{[ \t\n]*\\(?P<small>sc|scshape|rm|sf|tt|upshape|normalfont)(?![a-zA-Z])[ \t\n]*"
    r"|(?P<block>\\newblock(?![a-zA-Z])|\\hskip[^\\{}]{0,60}\\relax)"
    r"|(?P<quote>``|\\BBOQ(?![a-zA-Z])|“|\\textquotedblleft(?![a-zA-Z]))|(?P<unquote>''|\\BBCQ(?![a-zA-Z])|”|\\textquotedblright(?![a-zA-Z]))"
    r"|(?P<url>\\(?:url|path|doi|dodoi|doarXiv|doeprint|eprint|nolinkurl|harvardurl|bibinfo[ \t\n]*\{(?:doi|url|eprint)\})[ \t\n]*(?=\{)|\$<\$)|\\href[ \t\n]*(?:@noop)?[ \t\n]*\{[^{}]*\}|(?P<open>\{)|(?P<close>\})"
    r"|\\(?P<noise>(?:mcite[a-zA-Z]+|EndOfBibitem|relax|BIBentry[a-zA-Z]+|bibitemend|bibAnnoteFile|PrintBackRefs|BibitemOpen|BibitemShut"
    r"|bibitem(?:Stop|NoStop)|harvard[a-z]+|abntrefinfo|dinatlabel|NAT@[a-z]+|capitalize|penalty-?\d*|natexlab\{[a-z]?\}|allowbreak|unskip|urlprefix|space(?=\\))(?![a-zA-Z])"
    r"(?:[ \t]*\{[^{}]*\})*)|\\(?:[a-zA-Z]+|.)", re.DOTALL)
_YEAR_MARK = r"[(\[]?(?:19|20|18|17|16)\d\d[a-z]?[)\]]?"
_LEADING_YEAR = re.compile(rf"^[\s,.:;]*{_YEAR_MARK}[\s.,:;]*(?=\W|$)[\s.,:;]*")
_YEAR_AFTER_AUTHORS = re.compile(r"^(?P<who>[^\ue010-\ue016]{2,6000}?)[\s,.:;]*[(\[,:\s.](?:(?:19|20|18)\d\d[a-z]?|n\.\s?d\.)[)\]]?[.,:;)\s]+(?=\S)")
_COLON = re.compile(r"^(?P<who>[^:\ue010-\ue016]{2,6000}?)\s*:\s+")
_STOP = re.compile(r"(?<!\b[A-ZÀ-Þ])(?<!\bvs)(?<!\bSt)(?<!\bNo)(?<!\bVol)(?<!\bDr)(?<!\bal)(?<!\bvol)(?<!\bno)(?<!\bJr)(?<!\bpp)[.?!][\"”’\ue018\ue013]*"
                   r"(?=\s+(?:[\"“(\[A-Z0-9À-Þ\ue010-\ue017]|ar[Xx]iv|bioRxiv|http|doi)|\s*$|\s*[\ue010\ue014])")
_MEDIUM = re.compile(r"\s*\[(?:[A-Z]{1,2}(?:/[A-Z]{2})?|Computer software|Dataset|Internet)\].*$", re.DOTALL)
_DATE_END = re.compile(
    r"(?:[,.;]\s*(?:[A-Z][a-zé]{2,8}\.?,?\s*|\d{1,2}\s*|[A-Z][a-z]+\s*[–-]\s*[A-Z][a-z]+\s*)?(?:\d{1,2},?\s+)?(?:19|20)\d\d[a-z]?"
    r"|\s*\((?:[A-Z][a-zé]{2,8}\.?,?\s+|\d{1,2}\s+)?(?:19|20)\d\d[a-z]?\))[\s.;,]*$")
_SERIES = re.compile(r";\s*(?:19|20)\d\d\b.*$|[.,]\s*[Vv]ol(?:ume)?\.?\s*\w{1,6}\s+of\b.*$", re.DOTALL)
_VOLUME = re.compile(rf"^[\s,/.;{GROUP_END}]*(?:{BOLD}|\(?(?:19|20)\d\d\b\)?[\s,;:.]*(?:{BOLD}|\d|vol\b|pp?\b)|vol\b|v\.|(?!(?:19|20)\d\d\b)\d+(?!\d|nd|rd|st|th|\w)|[A-Z]\d)", re.IGNORECASE)
_LINKISH = re.compile(r"https?:|www\.|^\s*(?:url|doi|arxiv|available|online|accessed|retrieved|note|cited by)\b", re.IGNORECASE)
_ONLY_LINK = re.compile(
    r"(?:url|doi|arxiv|available (?:from|at|online)?|\[?online\]?|eprint|cited by|isbn|issn|[\s:.,])*(?:https?://|10\.\d{4,}/|arxiv[:.]|\d{4}\.\d{4,5})",
    re.IGNORECASE)
_NOTE = re.compile(r"(?:available (?:from|at|online)|accessed|cited|last accessed|retrieved|url|doi|online)\b[\w\s:.,/-]{0,60}", re.IGNORECASE)
_JOURNAL_TAIL = re.compile(
    rf",\s(?:(?P<in>[Ii]n:?\s|(?=ar[Xx]iv))|(?P<journal>(?:(?!\. |In: )[^,]){{2,120}}?)\s?(?:{BOLD}|[A-Z]?\d+[A-Z]?\s?(?:\([\w\s/–-]+\)\s)?\((?:[A-Z][a-z.]+\s)?(?:19|20)\d\d\)|[A-Z]?\d+[A-Z]?\s?\(\d|\d+(?:,\s|:)(?:no\b|pp?\b|\d+\s?[-–])))")
_JOURNAL_LIKE = re.compile(r",\s*[A-Z]{0,2}\d+[A-Z]?,\s*(?:pp?\.\s*)?[A-Za-z]{0,3}\.?\d+|\(\d{4}\)\s*[A-Z]?\d+|^\S+\s+\d+[,:]\s*[A-Z]?\d+|,\s*(?:in press|submitted|in prep)\b|,\s*[a-z]\w+$")
_VENUE = re.compile(
    r"(?:arxiv|corr\b|biorxiv|medrxiv|ph\.?\s?d\.?\s+thesis|master'?s?'?\s+thesis|(?:in\s)?proceedings\b|proc\.|journal of|j\.\s|ieee trans|advances in neural|"
    r"physical review|phys\.\s|international conference on|lecture notes|astronomical society|technical report|tech\.\s|\W)", re.IGNORECASE)
_NO_TITLE = re.compile(r"(?:in|and|ed|eds|edited by|see|url|accessed|available|online|ibid|et al|to appear|in press|submitted)[.:]?", re.IGNORECASE)
_LONGEST = 20_000


@dataclass(frozen=True, slots=True)
class Printed:
    """The parts of a printed reference that could be told apart; `authors` keeps braces around names."""

    authors: str
    title: str | None
    rest: str

    @property
    def venue(self) -> str | None:
        """The first emphasised words after the title."""
        found = re.search(f"{EM}([^{EM}{EM_END}]{{3,200}}){EM_END}", self.rest)
        words = plain(found.group(1)) if found else ""
        return words if re.search(r"[^\W\d]{2}", words) and not re.fullmatch(r"in:?", words, re.IGNORECASE) else None


def read_printed(body: str, *, titles: bool = True) -> Printed:
    """The parts of a reference as a style printed it; only who, where the style is known to print no title."""
    parts = (clean_text(part) for part in _marked(body[:_LONGEST]).split(BLOCK))
    blocks = [text.replace(BOLD, "", 1).replace(BOLD_END, "", 1) if text.startswith(BOLD) else text for text in parts if re.search(r"\w", text)]
    kept = blocks[:1] + [text for text in blocks[1:] if not _ONLY_LINK.match(plain(text)) and not _NOTE.fullmatch(plain(text))]
    if not kept:
        return Printed("", None, "")
    found = _in_blocks(kept, len(blocks)) if len(kept) > 1 else _in_one(kept[0])
    if not found.title and len(kept) == 1 and not found.authors:
        found = Printed("", _alone(kept[0]), "")
    return found if titles else Printed(found.authors, None, found.rest)


def _alone(text: str) -> str | None:
    """A single sentence that is neither people nor a journal with its volume: the title of a work without authors."""
    words = plain(text)
    stop = _STOP.search(text)
    if _JOURNAL_LIKE.search(words) or BOLD in text or re.match(r"(?:in|see|private)\b", words, re.IGNORECASE):
        return None
    whole = stop is None or not text[stop.end() :].strip() or _ONLY_LINK.fullmatch(plain(text[stop.end() :]))
    return _title(text[: stop.end()] if stop else text) if whole and 1 < len(words.split()) < 40 else None


def _marked(body: str) -> str:
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
_ET_AL = re.compile(r"(?:\\(?:emph|textit|textsl)[ \t\n]*\{|\{[ \t\n]*\\(?:em|it|sl|bgroup\s*\\em)(?![a-zA-Z])[ \t\n]*|\{)[ \t\n]*(et[~\s]*al\.?,?)[ \t\n]*\}", re.IGNORECASE)
_URL_WORD = re.compile(r"[,.]?\s*\b[uU]RL:?\s*(?=\\url)|\\leavevmode|\\vrule height \S+ depth \S+ width \w+")
_TAKES_ARGUMENT = re.compile(r"\\(?:[a-zA-Z]+|.)$", re.DOTALL)


def _is_spoken(body: str, position: int) -> bool:
    """Whether a group holds words rather than an accent or a letter kept upper case."""
    return re.match(r"[^{}\\]{0,40}[\s~][^}]", body[position : position + 60]) is not None


def plain(text: str) -> str:
    """Text without the marks, on one line, without the punctuation around it."""
    return " ".join(_MARKS.sub("", text).split()).strip(" ,;:")


def _who(text: str) -> str:
    """An author list, with groups in braces."""
    braced = re.sub(f"{GROUP}([^{GROUP}{GROUP_END}]*){GROUP_END}", r"{\1}", text)
    return plain(braced)


def _in_blocks(blocks: list[str], printed: int) -> Printed:
    first, second = blocks[0], blocks[1]
    after_first = " ".join(blocks[1:])
    if inside := _styled_title(first):
        return Printed(inside[0], inside[1], after_first)
    if not looks_like_authors(_who(first), marked=re.search(r"\d", _without_year(first)) is None):
        alone = _in_one(first)
        if alone.authors and alone.title and (_holds_journal(first, alone) or re.search(r"\d{4}|n\.d\.|:", first)):
            return Printed(alone.authors, alone.title, after_first)
    if _authorless(first, second):
        return Printed("", _title(first), after_first)
    block = _LEADING_YEAR.sub("", second)
    rest = blocks[2:]
    if not re.search(r"\w", block) and rest:
        block, rest = rest[0], rest[1:]
    title, after = _title_of_block(block, alone=bool(rest) or printed > 2)
    return Printed(_who(first), title, " ".join([after, *rest]).strip())


def _holds_journal(first: str, found: Printed) -> bool:
    return len(plain(found.rest)) > 3 and re.search(r"\d", found.rest) is not None


def _authorless(first: str, second: str) -> bool:
    """Whether the first block is the title of a work without authors: prose, before a link, a date or a venue."""
    words = plain(first)
    if looks_like_authors(_who(first), marked=True) and not (_LINKISH.search(second) and len(words.split()) > 2 and not has_initials(words)):
        return False
    return not has_initials(words) and re.search(r"\bet al\b|\band [A-Z]|&", words) is None and not re.search(r"\(?(?:19|20)\d\d[a-z]?\)?\.?$", words)


def _styled_title(first: str) -> tuple[str, str] | None:
    """A title that stands in the first block, marked, after the authors."""
    for opening, closing in ((QUOTE, QUOTE_END), (EM, EM_END)):
        start = first.find(opening)
        end = first.find(closing, start + 1)
        if start >= 0 and end > start and not re.search(r"\bet\.? al", first[start:end]):
            who, title = _who(_without_year(first[:start])), _title(_quotation(first, start) if opening == QUOTE else first[start:end])
            if title and len(title) > 2 and (not who or looks_like_authors(who, marked=opening == QUOTE)) and not _VOLUME.match(first[end + 1 :]):
                return who, title
    return None


def _title_of_block(block: str, alone: bool) -> tuple[str | None, str]:
    """The title in a block of its own; with `alone`, other blocks hold the rest."""
    text = _SERIES.sub("", _MEDIUM.sub("", block)).strip()
    if inside := re.search(r",?\s[Ii]n:\s", text):
        return _title(text[: inside.start()]), text[inside.start() :]
    if text.startswith(QUOTE) and QUOTE_END in text:
        quoted = _quotation(text, 0)
        if not re.search(r"\w{2}.*\w", text[len(quoted) + 1 :]) or text[len(quoted) - 1] in ",." or not alone:
            return _title(quoted), text[len(quoted) :]
    if text.startswith(EM) and EM_END in text:
        end = text.index(EM_END)
        after = text[end + 1 :]
        if _VOLUME.match(after) and not re.match(r"[\s,]*vol|[\s,.]*\(?(?:19|20)\d\d\)?\.?$", after):
            return None, text
        return _title(text[:end]), after
    if text.startswith(GROUP) and (grouped := _grouped(text)):
        return grouped
    if BOLD in text or (not alone and (EM in text or _LINKISH.search(text))):
        return _running_title(text)
    if not alone and _JOURNAL_LIKE.search(plain(text)):
        return _running_title(text)
    return _title(_DATE_END.sub("", text)), ""


def _grouped(text: str) -> tuple[str | None, str] | None:
    """A title that the .bib file put in braces as a whole."""
    depth = 0
    for found in re.finditer(f"[{GROUP}{GROUP_END}]", text):
        depth += 1 if found.group() == GROUP else -1
        if depth == 0:
            after = text[found.end() :]
            whole = re.match(r"\s*(?:[.,;?!]|\(|$|\[)", after) and len(text[: found.end()].split()) > 2
            return (_title(text[: found.end()]), after) if whole and not _VOLUME.match(after.lstrip(" ,.")) else None
    return None


def _quotation(text: str, start: int) -> str:
    """From an opening mark to the closing mark that balances it."""
    depth = 0
    for position in range(start, len(text)):
        depth += (text[position] == QUOTE) - (text[position] == QUOTE_END)
        if depth == 0:
            return text[start:position]
    return text[start:]


def _in_one(text: str) -> Printed:
    text = re.sub(f"^{GROUP}(.*){GROUP_END}[.\\s]*$", r"\1", text) if text.count(GROUP) == 1 else text
    start = text.find(QUOTE)
    if start >= 0 and QUOTE_END in text[start:]:
        quoted = _quotation(text, start)
        who = _who(_without_year(text[:start]))
        title = _title(quoted)
        if title and len(title) > 2 and (not who or looks_like_authors(who, marked=True)):
            return Printed(who, title, text[start + len(quoted) :])
    single = re.search(r"(?:^|[\s,(])[‘'`]([^‘`]{3,400}?)[’'](?=[,.\s)]|$)", text)
    if single and looks_like_authors(before := _who(_without_year(text[: single.start()]))):
        return Printed(before, _title(single.group(1)), text[single.end() :])
    for shape in (_YEAR_AFTER_AUTHORS, _COLON):
        found = shape.match(text)
        if found and looks_like_authors(who := _who(found["who"])) and (shape is _YEAR_AFTER_AUTHORS or _ends_a_list(who)):
            title, rest = _running_title(_LEADING_YEAR.sub("", text[found.end() :]))
            return Printed(who, title, rest)
    return _emphasised(text)


def _ends_a_list(who: str) -> bool:
    """Whether the last of the names before a colon is one: with initials, or alone."""
    last = who.rpartition(",")[2]
    if "," not in who:
        return has_initials(who) or "{" in who or len(who.split()) == 1 or is_body(who)
    return has_initials(last) or last.strip().startswith("{") or re.search(r"\bet\.? al", last) is not None


def _without_year(text: str) -> str:
    return re.sub(rf"[\s,.:(]*{_YEAR_MARK}[\s,.:)]*$", "", text)


def _running_title(after: str) -> tuple[str | None, str]:
    """The title at the start of what follows authors and year."""
    after = _SERIES.sub("", after.lstrip(" ,.:;")) if ";" in after else after.lstrip(" ,.:;")
    if after.startswith(EM) and EM_END in after:
        end = after.index(EM_END)
        return (None, after) if _VOLUME.match(after[end + 1 :]) else (_title(after[:end]), after[end + 1 :])
    if after.startswith(GROUP) and (grouped := _grouped(after)):
        return grouped
    stop, mark = _STOP.search(after), _first_mark(after)
    tail = _JOURNAL_TAIL.search(after)
    if stop and stop.start() <= mark and not (tail and tail.start() < stop.start()):
        cut = stop.end()
    elif tail and tail.start() <= mark:
        cut = tail.start()
    elif mark < len(after) and after[mark] == EM:
        cut = mark
    elif (dated := _DATE_END.search(after)) and mark == len(after):
        cut = dated.start()
    elif mark == len(after) and (piece := re.split(r",\s", after, maxsplit=1)[0]) and (
            piece == after or len(piece.split()) > 3 and not re.search(r",\s*[A-Z]{0,2}\d+", after[len(piece) :])):
        cut = len(piece)
    else:
        return None, after
    candidate = _DATE_END.sub("", after[:cut])
    if _journal_like(candidate, after[cut:]):
        return None, after
    return _title(candidate), after[cut:]


def _journal_like(candidate: str, rest: str) -> bool:
    """Whether this is a journal with volume and page, or only an abbreviation, rather than a title."""
    words = plain(candidate)
    if _JOURNAL_LIKE.search(words) or re.match(r"in\s|In:", words):
        return True
    if len(words.split()) <= 3 and _JOURNAL_LIKE.search(plain(candidate + rest[:60])):
        return True
    short = [word for word in words.split() if word.endswith(".")]
    return len(words.split()) < 2 and _VOLUME.match(rest) is not None or len(short) > 1 and len(short) >= len(words.split()) / 2


def _first_mark(text: str) -> int:
    found = re.search(f"[{EM}{BOLD}]", text)
    return found.start() if found else len(text)


def _emphasised(text: str) -> Printed:
    """amsplain, siam, JHEP: authors, an emphasised title, the rest."""
    start = text.find(EM)
    while start >= 0:
        end = text.find(EM_END, start)
        if end < 0:
            break
        if re.fullmatch(r"(?:et\.?\s*al\.?|in|and)[\s.,]*", plain(text[start:end]), re.IGNORECASE):
            start = text.find(EM, end)
            continue
        if in_venue := re.search(r"[\s,.](?:[Ii]n:?|bblin)\s*$", text[:start]):
            who = _who(_without_year(text[: in_venue.start()]))
            return Printed(who, None, text[start:]) if looks_like_authors(who) else _sentences(text)
        who, after = _who(_without_year(text[:start])), text[end + 1 :]
        journal = _VOLUME.match(after) is not None
        if not who or looks_like_authors(who, marked=not journal and "," not in _last_piece(who)):
            return Printed(who, None if journal else _title(text[start:end]), after)
        break
    return _sentences(text)


def _last_piece(who: str) -> str:
    return who.rpartition(". ")[2] if re.search(r"[a-z]{3}\. ", who) else ""


def _sentences(text: str) -> Printed:
    """Authors, full stop, title, full stop; or authors, title, journal between commas."""
    for end in _STOP.finditer(text):
        if looks_like_authors(who := _who(text[: end.start()])):
            title, rest = _running_title(text[end.end() :])
            return Printed(who, title, rest)
        break
    end_of_names = _authors_end(text)
    if not end_of_names:
        return Printed("", None, text)
    after = text[end_of_names:].lstrip(" ,.")
    return Printed(_who(text[:end_of_names]), _title_among_commas(after), after)


def _authors_end(text: str) -> int:
    """Where a comma-separated author list ends and something that is no name begins; 0 if it does not begin with one."""
    stop = _first_mark(text)
    ends = [found.start() for found in re.finditer(r",\s|(?<=[^\W\d]{2})\.\s+(?=[A-Z]\w{3})", text[:stop])][:400]
    best, start = 0, 0
    initials = has_initials(text[: ends[0]]) if ends else False
    for end in ends:
        piece = _who(text[start:end]).removeprefix("and ").removeprefix("& ")
        if not looks_like_authors(piece) or (best and initials and not has_initials(piece) and not re.search(r"[Cc]ollaboration|et\.? al", piece)):
            break
        best, start = end, end + 1
    return best


def _title_among_commas(after: str) -> str | None:
    """A title before a journal, between commas."""
    if after.startswith(GROUP) and (grouped := _grouped(after)):
        return grouped[0]
    tail = _JOURNAL_TAIL.search(after)
    if tail and "," not in after[: tail.start()][-3:]:
        return None if _journal_like(after[: tail.start()], after[tail.start() :]) else _title(after[: tail.start()])
    dated = _DATE_END.search(after)
    piece = after[: dated.start()] if dated else re.split(r",\s|[.?!]\s", after, maxsplit=1)[0]
    piece = re.split(r",\s(?=[A-Z])", piece, maxsplit=1)[0]
    words = plain(piece).split()
    if re.match(r"(?:Proceedings|Proc\.|Conference|Workshop|Advances in)\b", " ".join(words)):
        return None
    if len(words) < 3 or re.search(r"[\ue010\ue014]", piece) or _journal_like(piece, "") or re.match(r"\d", words[0]):
        return None
    return _title(piece)


def _title(text: str) -> str | None:
    cleaned = plain(_MEDIUM.sub("", text.partition("http")[0])).strip(" ,.;:“”\"").strip()
    return cleaned if re.search(r"[^\W\d]", cleaned) and not _NO_TITLE.fullmatch(cleaned) and not _VENUE.match(cleaned) else None
