"""Entries that are printed as in a bibliography, in any style: title, authors and year by learnt weights.

The reader of printed references (`litgauge.tasks.citations.printed`) knows the styles of LaTeX; an entry of a report
is passed to it as LaTeX of the same meaning. Forms that only agents write ("**Title** – Authors, Year") are read here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from litgauge.tasks.citations.entry_words import LONGEST_TITLE, YEAR, EntryWords, without_addresses
from litgauge.tasks.citations.marks.author_year_marks import NO_NAMES, label_key
from litgauge.tasks.citations.printed.looks import look
from litgauge.tasks.citations.printed.name_kinds import is_body, piece_kind
from litgauge.tasks.citations.printed.name_lists import printed_names
from litgauge.tasks.citations.printed.reading import Printed, read_printed_list
from litgauge.tasks.text import clean_title, compact_title
from litgauge.tasks.text.inline_markup import without_markup

MOST_NAMES = 200
"""Of one entry: more are not kept."""

TITLE_FIRST = 0.6
"""In a list in which more than this share of the entries begin with the title, the others are taken to do so too."""

_YEARS = re.compile(rf"(?<![\w/.–-])({YEAR})[a-z]?(?![\w/–-]|\.\d)")
_IN_BRACKETS = re.compile(rf"[(（\[]({YEAR})[a-z]?(?:,\s[^()\[\]]{{1,20}})?[)）\]]")
_PAGES = re.compile(r"\d+\s?[–-]{1,2}\s?\d+|\b(?:pp?|pages?|no|vol)[.:]?\s?\d[\w.]*|\d{4}\.\d{4,5}", re.IGNORECASE)
_CREDIT = re.compile(rf"(.{{8,{LONGEST_TITLE}}}?)\s*[(（]([^()（）]{{2,200}}?)[,，]?\s+({YEAR})[a-z]?[)）][\s.]*$")
_CREDIT_AFTER = re.compile(rf"[\s,.:;]*[(（]([^()（）]{{0,200}}?)[,，]?\s*({YEAR})[a-z]?[)）]")
_BY_ALONE = re.compile(r"[\s,.:;–—-]*by\s+([^()]{2,200}?)\.?\s*", re.IGNORECASE)
_FAMILY = re.compile(r"[^\W\d_a-z][^\W\d_]*[^\W\d_A-Z](?:['’-][^\W\d_]+)*")
_BETWEEN = re.compile(r"[?!”\"’']*[\s.,:;|–—―*_-]*(?:by\b)?[\s:]*", re.IGNORECASE)
_DASH = re.compile(r"[?!”\"’'.,]*\s*(?:[–—―|]|-\s|by\b)")
_NAMES_END = re.compile(
    rf"[\s,.(\[|–—-]*(?:{YEAR}|n\.d\.)|\s(?:[–—|-]|in|arXiv)\s|(?<![^\W\d_]{{1}})\.\s(?=[^\W\d_a-z][^\W\d_])|[(\[“*_]"
)
_INITIAL = re.compile(r"(?<![^\W\d_])[^\W\d_a-z]\.|\bet\.? al\b")
_BEGINS = re.compile(rf"(?:[.。]|{YEAR}[a-z]?\)?[.,:]?)\s+([^\s.,:;()]{{2,30}}(?:\s[^\s.,:;()]{{2,30}}){{0,2}}:)\s*$")
"""Text before a title that was cut behind its first colon."""
_NAME_BEGINS = re.compile(r"([^\W\d_a-z][\w'’-]+\s[A-Z]{1,3}(?:\s[A-Z]){0,2})\.\s+(?=\S{2})")
"""A last name without punctuation of its own, as Vancouver and GB/T 7714 print them, before a title."""
_CREDITED = re.compile(r"\s[–—-]\s|,?\sby\s|[.?!]\s(?=[^\W\d_a-z])")
_DATE_AT_END = re.compile(rf"[\s,.(（]+({YEAR})[a-z]?[)）]?[\s.]*$")
_QUOTES = "“”\"‘’'« »"
_BETWEEN_NAMES = re.compile(r",\s*(?:and\s|&\s*)?|\s(?:and|&)\s|;\s*")
_OTHERS = re.compile(r",?\s*(?:et\sal\.?|and (?:others|colleagues)|等)\W*$")
_CHINESE_OTHERS = re.compile(r" ?等\W*$")
_EMPHASIS = re.compile(
    r"(?<![\w*\\])(\*\*|\*)(?=[^\s*])([^*\n]{1,500}?)(?<=\S)\1(?![\w*])"
    r"|(?<![\w_\\])(__|_)(?=[^\s_])([^_\n]{1,500}?)(?<=\S)\3(?![\w_])"
    r"|<(i|em|cite|b|strong)>([^<>\n]{1,500})</(?:i|em|cite|b|strong)>",
    re.IGNORECASE,
)
_SPECIAL = re.compile(r"[\\{}$&#%_^~]")
_SPELT = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|<>~$&])")


def printed_words(entries: Sequence[str]) -> list[EntryWords | None]:
    """Return title, authors and year of each entry of a list, without labels; None where no title is found."""
    texts = [" ".join(raw.split()) for raw in entries]
    read = read_printed_list([_latex(text) for text in texts])
    read_entries = [_credited(text) or _words(text, parts) for text, parts in zip(texts, read, strict=True)]
    title_first = [words is not None and not words.head for words in read_entries]
    first = sum(title_first) > TITLE_FIRST * len(read_entries)
    return [
        _rejoined(text, words, first) if words else _begun_by_title(text) if first else None
        for text, words in zip(texts, read_entries, strict=True)
    ]


def _latex(text: str) -> str:
    """Return the LaTeX that an entry's Markdown means."""
    pieces, at = [], 0
    for match in _EMPHASIS.finditer(text):
        pieces.append(_spelt(text[at : match.start()]))
        bold = (match[1] or match[3]) in ("**", "__") or (match[5] or "").casefold() in ("b", "strong")
        pieces.append(rf"\{'textbf' if bold else 'emph'}{{{_spelt(match[2] or match[4] or match[6])}}}")
        at = match.end()
    return "".join((*pieces, _spelt(text[at:])))


def _spelt(text: str) -> str:
    return _SPECIAL.sub(lambda match: _SPELT.get(match[0], f"\\{match[0]}"), _ESCAPED.sub(r"\1", text))


def _credited(text: str) -> EntryWords | None:
    """Return the words of an entry of the form "Title (Authors, Year)"."""
    match = _CREDIT.fullmatch(without_markup(text))
    if not match or _INITIAL.search(match[1]):
        return None
    families = _families(match[2]) or (_alone(match[2]) if label_key(f"{match[2]}, {match[3]}") else ())
    title = clean_title(match[1]).strip('“”"‘’')
    return EntryWords(title, families, int(match[3]), "") if families else None


def credit(rest: str) -> tuple[tuple[str, ...], int | None]:
    """Return the family names and the year behind a title.

    "(Ames et al., 2019)", " – Ada Ames, 2019", " by A. Ames (2019)".

    >>> credit(" by Ada Ames and Bea Boyle (2019), who measured kites")
    (('Ames', 'Boyle'), 2019)
    """
    bracketed = _CREDIT_AFTER.match(rest)
    if bracketed:
        year = int(bracketed[2])
        return families_of(bracketed[1].strip(" ,"), year) or _behind(rest), year
    alone = _BY_ALONE.fullmatch(rest)
    return families_of(alone[1], None) if alone else _behind(rest), _year("", rest)


def families_of(names: str, year: int | None) -> tuple[str, ...]:
    """Return the family names of words that are people or a body; a single one only with a year.

    () for anything else.
    """
    alone = year is not None and label_key(f"{names}, {year}") is not None
    return _families(names) or (_alone(names) if alone else ())


def _words(text: str, printed: Printed) -> EntryWords | None:
    """Return the words of a printed entry from its parts; None if there is no title among them."""
    title = clean_title(printed.title or "")
    if len(compact_title(title)) < 4 or len(title) > LONGEST_TITLE:
        return None
    plain = without_markup(text)
    at, length = _place(plain, title)
    before, behind = (plain[:at], plain[at + length :]) if at >= 0 else (plain, "")
    head = before.strip(" ,.:—–-“\"‘'") if at > 0 else ""
    families = _people(printed.authors) if head else _behind(behind)
    return EntryWords(title, families, _year(before, behind), head, printed.venue)


def _people(names: str) -> tuple[str, ...]:
    people, _ = printed_names(names)
    return tuple(person.family for person in people if person.family[:1] not in ("", "("))[:MOST_NAMES]


def _behind(rest: str) -> tuple[str, ...]:
    """Return the people after a title: " – Lichao Sun et al., 2018", ". A. Ames and B. Boyle (2020)"."""
    separator = _BETWEEN.match(rest)
    start = separator.end() if separator else 0
    end = _NAMES_END.search(rest, start, start + 1_000)
    names = rest[start : end.start() if end else start].strip(" ,.(")
    return _families(names) or (_alone(names) if _DASH.match(rest) else ())


def _families(names: str) -> tuple[str, ...]:
    """Return the family names of several people, of one in full, or a body; () if the words may be a venue."""
    if not names or re.search(r"\d", names):
        return ()
    names = _CHINESE_OTHERS.sub(" et al.", names)
    pieces = [piece for piece in _BETWEEN_NAMES.split(_OTHERS.sub("", names)) if piece]
    several = len(pieces) > 1 or _OTHERS.search(names) is not None
    if not several and (look(names) in ("journal", "meeting", "press", "url", "thesis", "in") or " " not in names):
        return ()
    if len(pieces) > 1 and not is_body(names) and all(_FAMILY.fullmatch(piece) for piece in pieces):
        return tuple(pieces)  # "Ames & Boyle" are two people; nobody writes "Ames, Ada" after a title
    people = all(piece_kind(piece)[:1] in "NnI" and len(piece.split()) <= 5 for piece in pieces)
    return _people(names) if people or is_body(names) else ()


def _alone(name: str) -> tuple[str, ...]:
    """Return a single family name ("(Power, 2011)", "– Power (2011)"), if the words can be one."""
    if not re.fullmatch(r"[^\W\d_a-z][\w'’-]{1,30}", name) or name.casefold() in NO_NAMES:
        return ()
    return () if look(name) in ("journal", "meeting", "press", "acronym", "note") else (name,)


def _year(before: str, behind: str) -> int | None:
    """Return the year in the text around a title: one in brackets, else the last that is no page."""
    for part in (behind, before):
        if bracketed := _IN_BRACKETS.search(part):
            return int(bracketed[1])
    outside = without_addresses(f"{before}\n{behind}")
    years = _YEARS.findall(_PAGES.sub(" ", outside)) or _YEARS.findall(outside)
    return int(years[-1]) if years else None


def _place(plain: str, title: str) -> tuple[int, int]:
    """Return offset and length of a title in a text, ignoring spaces and marks; offset -1 if it is not there."""
    places = [place for place, character in enumerate(plain) if character.isalnum()]
    letters = "".join(plain[place] for place in places)
    title_letters = "".join(character for character in title if character.isalnum())
    at = letters.find(title_letters)
    return (places[at], places[at + len(title_letters) - 1] + 1 - places[at]) if at >= 0 and title_letters else (-1, 0)


def _rejoined(text: str, words: EntryWords, title_first: bool) -> EntryWords:
    """Return the words with a wrong cut at a name or colon corrected, as far as the entry and its list show it."""
    plain, title = without_markup(text), words.title or ""
    at, length = _place(plain, title)
    if at < 0:
        return words
    if title_first and at == 0 and re.match(r",\s[a-z]", plain[length:]):
        return _begun_by_title(text) or words  # "Waves, winds and other sources of noise, 2018"
    if (
        plain[:at].strip(_QUOTES)
        and title_first
        and not _INITIAL.search(words.head)
        and not re.search(YEAR, words.head)
    ):
        whole, authors = without_credit(clean_title(plain[: at + length]))
        return EntryWords(whole, authors or _behind(plain[at + length :]), words.year, "")
    if begins := _BEGINS.search(plain, max(0, at - 100), at):
        head = plain[: begins.start(1)].strip(" ,.:—–-“\"‘'")
        return EntryWords(f"{begins[1]} {title}", _people(_undated(head)) or words.authors, words.year, head)
    if name := _NAME_BEGINS.match(title):
        head = f"{plain[:at]}{name[1]}"
        if at == 0 or re.search(r"\s[A-Z]{1,3}(?:\s[A-Z])*\s*,?\s*$", plain[:at].rstrip(" ,;")):
            return EntryWords(title[name.end() :], _people(head), words.year, head)
    return words


def _begun_by_title(text: str) -> EntryWords | None:
    """Return the words of "Title – Authors, Year", a form that needs other entries which begin with the title."""
    plain = without_markup(text)
    dated = _DATE_AT_END.search(plain)
    if dated is None:
        return None
    title, authors = without_credit(clean_title(plain[: dated.start()]))
    return EntryWords(title.strip('“”"‘’'), authors, int(dated[1]), "") if len(compact_title(title)) > 3 else None


def without_credit(title: str) -> tuple[str, tuple[str, ...]]:
    """Return a title without the people after a dash or "by", and these people."""
    *_, last = (None, *_CREDITED.finditer(title))
    families = _families(title[last.end() :]) if last else ()
    return (clean_title(title[: last.start()]), families) if last and families else (title, ())


def _undated(head: str) -> str:
    return re.sub(rf"[\s,.(]*{YEAR}[a-z]?\)?[\s.,]*$", "", head)
