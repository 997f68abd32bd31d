"""Title, authors and year of an entry of a reference list, as far as its words have them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from litgauge.tasks.text import clean_title
from litgauge.tasks.text.inline_markup import without_markup

FEWEST_WORDS = 2
LONGEST_ENTRY = 2000
"""Characters of an entry that are looked at."""

LONGEST_TITLE = 300
"""Characters; an entry with more before its first full stop is a passage, not a title."""

YEAR = r"(?:1[89]|20)\d\d"


@dataclass(frozen=True, slots=True)
class EntryWords:
    """A work in the words of an entry."""

    title: str | None
    authors: tuple[str, ...]  # family names, in order
    year: int | None
    head: str  # what stands before the title: "Vaswani et al., 2017", "Reuters", ""
    venue: str | None = None  # where it is printed in italics


_ID = re.compile(
    r"(?:doi\s?:?\s*)?10\.\d{4,9}/\S+|(?:arxiv\s*(?:preprint)?\s*){1,3}\s?:?\s?\d{4}\.\S+|\bPMID\s*:?\s*\d+|\bPMC\d{5,}",
    re.IGNORECASE,
)
_URL = re.compile(r"<?(?:https?://|www\.)\S+")
_OPEN_BRACKET = re.compile(r"\s[(\[`<]\s*(?=[.,;)\]`>]|$|\s)[)\]`>]?")
"""Remains of the brackets around an address."""

_ACCESSED = re.compile(
    r"[\s(]{0,3}\b(?:last checked|accessed|retrieved|available (?:at|from|online))\b.*$", re.IGNORECASE | re.DOTALL
)
_QUOTED = re.compile(r"[“\"«「《]([^“”\"«»「」《》]{6,400})[”\"»」》]")
_ITALIC = re.compile(
    r"\*\*(?=\S)([^*\n]{6,400}?)\*\*|(?<![*\w])\*([^*\n]{6,400})\*(?![*\w])|(?<![_\w])_([^_\n]{6,400})_(?![_\w])"
    r"|<(?:i|em|cite)>([^<]{6,400})</(?:i|em|cite)>",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<![\d/.:-])((?:19|20)\d\d)[a-z]?(?![\d/])")
_PARTICLES = r"(?:(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|el|al|ten|ter|bin|ibn|O)[\s'’]){0,3}"
_SURNAME = rf"{_PARTICLES}[^\W\d_a-z][\w'’‐-]+"
_INITIALS = r"(?:(?:[A-Z][a-z]?\.?[\s-]?){1,4}|[A-Z]{1,4})"
_PERSON = (
    rf"(?:{_SURNAME}(?:\s[A-Z][\w'’-]+)?,?\s{_INITIALS}(?![a-z])"
    rf"|{_INITIALS}\s{_SURNAME}|{_SURNAME}(?:\s{_SURNAME}){{0,2}})"
)
# Atomic groups: without them, backtracking over the names would take exponential time.
_PEOPLE = (
    rf"(?>(?:{_PERSON})(?:(?:,\s?(?:and\s|&\s?)?|\s(?:and|&)\s|;\s?)(?:{_PERSON})){{0,60}}"
    r"(?:,?\s(?:et\sal\.?|and\sothers)|[,\s]{0,3}…[\s\w,.&]{0,80})?)"
)
_BY_YEAR = re.compile(
    rf"({_PEOPLE}|[^.()\n]{{2,90}}?)(?:\s\((?:Eds?\.|eds?\.)\))?"
    r"[.,]?\s?\(?((?:19|20)\d\d)[a-z]?(?:,\s\w+(?:\s\d{1,2})?)?\)?\s?[.:,]\s+"
)
_BY_ET_AL = re.compile(r"((?:[^\W\d_]\S*\s){1,12}et\sal\.?)\s?(?:\(((?:19|20)\d\d)\))?\s?[,.:—–-]\s*")
_BY_NAMES = re.compile(rf"({_PEOPLE})(?:\.\s+|(?<=\.)\s+|(?<=\.\s))")
_PUBLISHER = re.compile(r"(.{2,60}?)\s?(?:—|–| - |: )\s?(?=\S)")
_SITE = re.compile(r"\s+[|·•]\s+[^|·•]{1,80}$|\s+[-–—]\s+[^-–—|]{1,60}$")
_WILEY = re.compile(r"\s+-\s+[^-]{2,60}\s+-\s+(?:19|20)\d\d\s+-\s+.{2,120}$")
_SITE_FIRST = re.compile(r"^(?:\(?PDF\)?|Frontiers|PubMed|arXiv|\[\d{4}\.\d{4,5}\])\s*[|:]?\s+", re.IGNORECASE)
_TAIL = re.compile(r"\s*\((?:[^()]{0,60}?(?:19|20)\d\d[^()]{0,20}|PMID[^()]*|PDF|[A-Z][\w .&]{1,30})\)\s*:?$")
_DATE_BEHIND = re.compile(r"(?<=[^\W\d]|[?!)”\"’'\]])(?:[.;]\s|[.,;]?\s[(\[])(?:19|20)\d\d[a-z]?[)\]]?[\s.,]*$")
"""The year of publication behind a title: "Owls at night. 2019."."""

_DATED_FIELD = re.compile(r",\s((?:19|20)\d\d)[.,]\s{0,2}[<(`\[]{0,2}https?://")
"""The year between title and address: "Owls at night, 2019, https://…"."""

_SENTENCE_END = re.compile(
    r"(?<!\s[IVX])(?<!\s[IVX]{2})(?<!\s[IVX]{3})[.?!](?=\s+(?![IVX]{1,5}[.:])[A-Z\[*_“\"(]|\s*$)|\.\s+(?=In\b|arXiv|https?:)"
)
_NO_NAME = re.compile(
    r"^(?:source|sources|link|url|web ?page|website|see|available|accessed|retrieved)\b", re.IGNORECASE
)


def entry_words(raw: str, url: str | None = None) -> EntryWords:
    """Return the title, authors and year of an entry (without its label); each None or empty where it has none.

    >>> entry_words("Vaswani, A., Shazeer, N. (2017). Attention is all you need. NeurIPS. https://x.org/a").title
    'Attention is all you need'
    """
    text = without_addresses(raw)
    plain = without_markup(text)
    years = [int(year) for year in _YEAR.findall(plain)]
    head, title = _parted(text, plain)
    if title and (field := _DATED_FIELD.search(raw)):
        title = re.sub(rf",\s{field[1]}[\s.,]*$", "", title)
    title = without_site(title, url) if title else None
    authors = _families(head)
    by_year = _BY_YEAR.match(plain)
    year = (
        int(by_year[2]) if by_year and authors else years[-1] if years and (authors or len(set(years)) == 1) else None
    )
    return EntryWords(title, authors, year, head)


def without_addresses(raw: str) -> str:
    """An entry on one line without addresses, identifiers and the date of access."""
    bare = _OPEN_BRACKET.sub(" ", _ID.sub(" ", _URL.sub(" ", " ".join(raw.split()))))
    text = " ".join(bare.split()).strip(" -–—:;,<>")
    return _ACCESSED.sub("", text[:LONGEST_ENTRY])


def _parted(text: str, plain: str) -> tuple[str, str | None]:
    """Return the words before the title, and the title or the text that begins with it."""
    quoted = _QUOTED.search(plain)
    if quoted and len(quoted[1].split()) > FEWEST_WORDS and quoted.start() < 200:
        return plain[: quoted.start()].strip(" ,.:—–-"), quoted[1]
    italic = _ITALIC.search(text)
    if italic:
        words, before = (
            without_markup(next(filter(None, italic.groups()))),
            without_markup(text[: italic.start()]).strip(),
        )
        rest = _BY_YEAR.sub("", before + " ", count=1).strip() if before else ""
        if len(rest.split()) <= FEWEST_WORDS or (rest == before and len(before) < 40):
            return before.strip(" ,.:"), words
    for shape in (_BY_YEAR, _BY_ET_AL):
        match = shape.match(plain)
        if match and len(plain) - match.end() > 8 and _people(match[1]):
            return plain[: match.end()].strip(" ,.:—–-"), _first_sentence(plain[match.end() :])
    match = _BY_NAMES.match(plain)
    if (
        match
        and len(plain) - match.end() > 8
        and ("," in match[1] or " and " in match[1])
        and re.search(r"\b[A-Z]\.|\s[A-Z]{1,3}(?:,|$)", match[1])
    ):
        return match[1], _first_sentence(plain[match.end() :])
    return "", re.sub(r"^source\.\s+", "", plain, flags=re.IGNORECASE)


def _people(words: str) -> bool:
    """Return whether words before a year are people or a body, not the beginning of a title."""
    return (len(words.split()) <= 40 and not _NO_NAME.match(words)) or "et al" in words


def _first_sentence(text: str) -> str:
    match = _SENTENCE_END.search(text, min(8, len(text)))
    return text[: match.start()] if match and match.start() > 0 else text


def without_site(title: str, url: str | None) -> str | None:
    """Return the title without the site and date around it; None if it does not read like a title."""
    title = clean_title(_SITE_FIRST.sub("", _WILEY.sub("", _TAIL.sub("", title.strip(" :;,-–—，、；：")))))
    host = (urlsplit(url).hostname or "").removeprefix("www.") if url else ""
    for _ in range(2):
        site = _SITE.search(title)
        if site and len(title[: site.start()].split()) > FEWEST_WORDS and _is_site(site[0], host):
            title = clean_title(title[: site.start()])
    publisher = _PUBLISHER.match(title)
    if publisher and _is_site(publisher[1], host) and len(title[publisher.end() :].split()) > FEWEST_WORDS:
        title = clean_title(title[publisher.end() :])
    title = _TAIL.sub("", title).strip()
    if dated := _DATE_BEHIND.search(title):
        title = title[: dated.start()]
    bare = re.sub(r"\W", "", title)
    readable = (
        len(bare) > (1 if re.match(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]", bare) else 3)
        and len(title) <= LONGEST_TITLE
        and title[:1] not in "(,"
        and not re.fullmatch(r"[\w-]+(?:\.[\w-]+)+", title)
        and not _NO_NAME.fullmatch(title)
    )
    return title if readable else None


def _is_site(words: str, host: str) -> bool:
    """Return whether words name the site of the address, or a site that is known to add its name to titles."""
    compact = re.sub(r"[^a-z0-9]", "", words.casefold())
    domain = re.sub(r"[^a-z0-9]", "", host.casefold())
    site_names = (
        "wikipedia",
        "pmc",
        "sciencedirect",
        "pubmed",
        "springerlink",
        "arxiv",
        "researchgate",
        "nature",
        "frontiers",
        "mdpi",
        "wileyonlinelibrary",
        "oxfordacademic",
        "ieeexplore",
        "openreview",
        "semanticscholar",
        "requestpdf",
        "acm",
        "youtube",
    )
    parts = [part for part in host.split(".")[:-1] if len(part) > 2]
    return bool(compact) and (
        compact in domain or any(part in compact for part in parts) or any(name in compact for name in site_names)
    )


def _families(head: str) -> tuple[str, ...]:
    """Family names of "Vaswani, A., Shazeer, N.", "A. Vaswani and N. Shazeer", "Vaswani et al., 2017"."""
    names = re.sub(r"[,.]?\s*\(?(?:19|20)\d\d[a-z]?\)?\s*$", "", head).strip()
    if not names or _NO_NAME.match(names) or re.search(r"\d", names):
        return ()
    names = re.sub(r",?\s*(?:et\sal\.?|and others|…).*$", "", names)
    inverted = re.findall(rf"({_SURNAME}(?:[\s-]{_SURNAME})?),\s{_INITIALS}(?![a-z])", names)
    if inverted and not re.match(r"[A-Z]\.", names):  # "A. Vaswani, N. Shazeer" is not inverted
        return tuple(inverted)
    families = []
    for part in re.split(r",\s*(?:and\s|&\s*)?|\s(?:and|&)\s|;\s*", names):
        family = re.sub(rf"^(?:{_INITIALS}\s)+|\s+[A-Z]{{1,3}}\.?$", "", part.strip().strip("."))
        if family and len(family) <= 60 and family[:1].isupper() | ("\u4e00" <= family[:1] <= "\u9fff"):
            families.append(
                family.split()[-1]
                if len(family.split()) in (2, 3) and not family.isupper() and _person(family)
                else family
            )
    return tuple(families)


def _person(name: str) -> bool:
    """Return whether two or three words are a given name and a family name, not a body."""
    return not re.search(
        r"\b(?:Team|Group|Collaboration|Institute|University|Research|Lab|Labs|Inc|Foundation|Office|Agency|Academies)\b",
        name,
    )
