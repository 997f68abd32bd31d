"""Printed works: what an entry of a list, a line or a cell says of a work, in whatever style it is written."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from tasks.citations.addresses import clean_url
from tasks.citations.bibtex import bibtex_entries
from tasks.citations.entry_words import YEAR, without_site
from tasks.citations.identifiers import identity_of
from tasks.citations.list_words import words_of_list
from tasks.citations.marks.annotations import annotated
from tasks.citations.marks.author_year_marks import label_key
from tasks.citations.printed.name_lists import printed_names
from tasks.citations.printed_entries import credit, families_of, without_credit
from tasks.text import clean_text, clean_title, normalise_arxiv_id, normalise_doi
from tasks.text.inline_markup import without_markup

LONGEST_ENTRY = 4_000
"""Characters of an entry that are read."""

_UNSEEN = re.compile(r"[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_TAG = re.compile(
    r"</?(?!(?:i|em|cite|b|strong|a|sup|ref|citation|source|grok:render|argument)\b)[a-zA-Z][a-zA-Z0-9]{0,9}\s*/?>"
)
_LABEL = re.compile(
    r"^\s*(?:\[\^?\d{1,4}\]:?\s*|\(?\d{1,3}[.)]\s+(?=\S)|[-*+•◦‣]\s+)?"
    r"(?:[*_]{0,2}(?:title|paper|work|name)[*_]{0,2}\s*:[*_]{0,2}\s*)?",
    re.IGNORECASE,
)
_OPENALEX = re.compile(
    r"(?:openalex\.org/(?:works/)?W?|openalex[\s:_-]{1,3}(?:id[\s:]{1,3})?W|^W(?=\d{1,12}$))(\d{1,12})\b|\b[Ww](\d{4,12})\b",
    re.IGNORECASE,
)
_OPENALEX_WORDS = re.compile(
    r" ?[(\[]? ?(?:https?://(?:api\.)?openalex\.org/\S*?W\d{1,12}|(?:openalex[\s:_-]{1,3})?(?:id[\s:]{1,3})?\bW\d{4,12}"
    r"|openalex[\s:_-]{1,3}(?:id[\s:]{1,3})?W\d{1,12}) ?[)\]]?",
    re.IGNORECASE,
)
_BARE_NUMBER = re.compile(r"\d{6,12}")
_YEAR = re.compile(rf"(?<![\d-])({YEAR})(?!\d)")
_LEAD = re.compile(
    r"\s?(?:(?P<bold>\*\*\*|\*\*|__)(?=\S)(?P<b>[^*\n]{2,400}?)(?<=\S)(?P=bold)"
    r"|(?P<italic>\*|_)(?=[^\s*_])(?P<i>[^*\n]{2,400}?)(?<=\S)(?P=italic)(?![\w*])"
    r"|<(?P<tag>i|em|cite|b|strong)>(?P<t>[^<>\n]{2,400})</(?P=tag)>"
    r"|[“\"«「《](?P<q>[^“”\"«»「」《》\n]{2,400})[”\"»」》]"
    r"|[‘'](?=\w)(?P<s>[^‘\n]{8,400}?)(?<=[\w.,!?])['’](?!\w))",
    re.IGNORECASE,
)
_INNER_QUOTES = re.compile(r"[“\"«「《]([^“”\"«»「」《》]{2,400})[”\"»」》][.,]?")
_TITLE = r"(?P<title>.{2,300}?)"
_DATE = rf"(?P<year>{YEAR})[a-z]?"
_CREDITED = re.compile(
    rf"{_TITLE},? ?[(（](?P<names>[^()（）]{{0,200}}?)[,，]? ?(?<!\d){_DATE}(?:[,;]\s[^()（）]{{0,80}})?[)）]"
    r"(?P<rest>.*)$"
)
_EXPLAINED = re.compile(r"\s*(?:[:;.,]\s|[–—-]\s|$)")
_DASHED = re.compile(rf"{_TITLE} [–—-]{{1,2}} (?P<names>[^–—:()]{{2,200}}?)[, ]{{1,2}}[(（]?{_DATE}[)）]?(?P<rest>.*)$")
_BY = re.compile(rf"{_TITLE},? by (?P<names>[^–—:()]{{2,200}}?)(?:[, ]{{0,2}}[(（]?{_DATE}[)）]?)?(?P<rest>)\.?$")
_SCORE = re.compile(r"^[01]?\.\d{1,4} |\s?\([\w ]{1,30}[:=] ?[\d.,]{1,12}%?\)$")
"""What a search gives an entry: "0.93 Owls at night", "Owls at night (score: 0.93)"."""
_KIND = re.compile(r"^\[(?:PDF|HTML|BOOK|CITATION)\]\s*", re.IGNORECASE)
"""What Google Scholar prints before a title."""
_ADDRESS = re.compile(r"<?https?://[^\s()<>]+>?")
_ATTACHED = re.compile(r"(?<=[^\W\d_])(?:\[\d{1,3}(?:[,–-] ?\d{1,3}){0,9}\]){1,9}(?=[\s.,;:]|$)")
"""Numbered marks right behind a word: "Owls by night[1][3]"."""
_CELLS = re.compile(r"(?P<title>[^|]{8,300}?) \| (?P<cells>[^|]{1,200}(?: \| [^|]{1,200}){0,4})$")
"""A line whose parts are set apart as the cells of a table: "Owls by night | 2019 | Nature"."""
_SEVERAL = re.compile(r"\bet al\b|,| and | & |\b[^\W\d_]\.")
"""What tells people from a venue: several of them, or an initial."""
_NO_BRACKETS = re.compile(r"[()]|[\s:.,–—-]+$")
_INITIAL = re.compile(r"(?<![^\W\d_])[^\W\d_a-z]\.(?:\s|,|$)|\bet\.? al\b")


@dataclass(frozen=True, slots=True)
class PrintedWork:
    """What is printed of a work: `authors` are family names as far as they can be told, identifiers are normalised."""

    title: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str | None = None
    doi: str | None = None
    arxiv_id: str | None = None
    openalex: int | None = None
    url: str | None = None

    @property
    def named(self) -> bool:
        """Return whether anything tells which work it is."""
        return bool(self.title or self.doi or self.arxiv_id or self.openalex is not None)


def read_printed(text: str) -> PrintedWork:
    """The work of one entry, in any usual style: IEEE, APA, Vancouver, Chicago, BibTeX, or as agents write them.

    >>> read_printed("GloVe (Pennington et al., 2014) ([aclanthology.org](https://aclanthology.org/D14-1162))").title
    'GloVe'
    """
    (work,) = read_printed_works([text])
    return work


def read_printed_works(texts: Sequence[str]) -> list[PrintedWork]:
    """The works of the entries of one list, in its order; entries in the style of bibliographies are read together."""
    entries = [_entry(text[:LONGEST_ENTRY]) for text in texts]
    plain = [number for number, entry in enumerate(entries) if entry.work is None]
    words = words_of_list([(entries[number].text, entries[number].url) for number in plain])
    works = {}
    for number, entry in zip(plain, words, strict=True):
        works[number] = PrintedWork(entry.title or "", entry.authors, entry.year, entry.venue)
    return [
        _completed(works[number] if entry.work is None else entry.work, entry) for number, entry in enumerate(entries)
    ]


def read_title(text: str) -> PrintedWork:
    """The work that a field for titles names: what else stands there is no more than marks, people and a year.

    >>> read_title("Owls by night (Ames, 2019) [1]").title
    'Owls by night'
    """
    raw = _ATTACHED.sub("", " ".join(_UNSEEN.sub("", text[:LONGEST_ENTRY]).split()))
    if label_key(without_markup(re.split(r"[.:] ", raw)[0])) or (_INITIAL.search(raw) and _is_credit(raw)):
        return read_printed(raw)  # a reference in full
    bare = annotated(raw)
    plain = without_markup(_OPENALEX_WORDS.sub(" ", bare.title or _ADDRESS.sub(" ", bare.text)))
    found = _CREDITED.fullmatch(plain)
    work = PrintedWork(clean_title(plain))
    if (
        found
        and not found["rest"].strip(" .")
        and (families_of(found["names"], int(found["year"])) or not found["names"])
    ):
        work = PrintedWork(
            clean_title(found["title"]), families_of(found["names"], int(found["year"])), int(found["year"])
        )
    urls = [url for one in bare.urls if (url := clean_url(one))]
    return _completed(work, _Entry(raw, urls[0] if urls else None, " ".join([raw, *urls])))


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry without marks, identifiers of OpenAlex and provider annotations."""

    text: str  # with the words of links, and addresses
    url: str | None
    whole: str  # as it was
    work: PrintedWork | None = None  # where its form tells title and authors


def _entry(raw: str) -> _Entry:
    whole = " ".join(_TAG.sub(" ", _UNSEEN.sub("", raw)).split())
    if whole.startswith("@") and (entries := list(bibtex_entries(whole))):
        return _Entry(whole, None, "", of_bibtex(entries[0][1]))
    bare = annotated(_credited_cells(_ATTACHED.sub("", whole[_label_end(whole) :])))
    urls = [url for one in bare.urls if (url := clean_url(one))]
    url = urls[0] if urls else None
    text = _SCORE.sub("", _OPENALEX_WORDS.sub(" ", bare.text).strip(" ,;|"))
    text = _KIND.sub("", text)
    known = (
        _behind(without_site(bare.title, url) or bare.title, text.partition(bare.title)[2])
        if bare.title
        else _of_agent(text)
    )
    return _Entry(text, url, " ".join([whole, *urls]), known)


def _credited_cells(text: str) -> str:
    """The entry with people and year in brackets behind the title, where they are set apart by bars.

    >>> _credited_cells("Owls by night | Ames et al. | 2019 | Nature")
    'Owls by night (Ames et al., 2019)'
    """
    found = _CELLS.fullmatch(text)
    cells = found["cells"].split(" | ") if found else []
    year = next((cell for cell in cells if _YEAR.fullmatch(cell.strip())), None)
    if found is None or year is None:
        return text
    names = next((cell for cell in cells if _SEVERAL.search(cell) and families_of(cell, int(year))), "")
    return f"{found['title']} ({names.strip()}{', ' if names else ''}{year.strip()})"


def _label_end(text: str) -> int:
    found = _LABEL.match(text)
    return found.end() if found and found.end() < len(text) else 0


def of_bibtex(fields: Mapping[str, str]) -> PrintedWork:
    """The work of a BibTeX entry's fields."""
    people = printed_names(fields.get("author", "").replace(" and ", "; "))[0]
    year = _YEAR.search(fields.get("year") or fields.get("date") or "")
    eprint = fields.get("eprint", "")
    return PrintedWork(
        clean_title(fields.get("title", "")),
        tuple(person.family for person in people),
        int(year[1]) if year else None,
        clean_text(fields.get("journal") or fields.get("booktitle") or "") or None,
        normalise_doi(fields.get("doi") or fields.get("url") or ""),
        normalise_arxiv_id(eprint) or normalise_arxiv_id(fields.get("url") or fields.get("journal") or ""),
        None,
        clean_url(fields["url"]) if fields.get("url") else None,
    )


def _of_agent(text: str) -> PrintedWork | None:
    """The work of a form that bibliographies do not have: a title that is set off, or what follows it in brackets."""
    lead = _LEAD.match(text)
    if lead:
        title = next(filter(None, lead.group("b", "i", "t", "q", "s")))
        if inner := _INNER_QUOTES.fullmatch(title.strip()):
            title = inner[1]
        rest = text[lead.end() :]
        if _is_credit(title):
            following = _set_off(rest)
            return _credited(f"{following} ({_NO_BRACKETS.sub('', without_markup(title))})") if following else None
        if lead["b"] and _is_label(title, rest):
            return _of_agent(rest.lstrip(" :.,–—-"))
        work = None if lead["q"] else _credited(without_markup(title))
        return _behind(work.title, rest, work) if work else _behind(title, rest)
    return _credited(without_markup(text))


def _set_off(rest: str) -> str:
    """The title that follows its authors, quoted or in italics; "" where none does."""
    found = _LEAD.match(rest.lstrip(" :.,–—-"))
    return (
        clean_title(without_markup(next(filter(None, (found["b"], found["i"], found["t"], found["q"])), "")))
        if found
        else ""
    )


def _is_label(lead: str, rest: str) -> bool:
    """Return whether words in bold are a label or a topic, and the title stands quoted or in italics behind them."""
    found = _LEAD.match(rest.lstrip(" :.,–—-"))
    return (lead.rstrip().endswith(":") or rest.lstrip().startswith(":")) and bool(found and (found["q"] or found["i"]))


def _is_credit(words: str) -> bool:
    """Return whether words are people and a year, not a title."""
    plain = without_markup(words).strip(" :.,–—-")
    return label_key(plain) is not None or bool(_YEAR.search(plain) and _INITIAL.search(re.split(r"[(（]", plain)[0]))


def _behind(title: str, rest: str, known: PrintedWork | None = None) -> PrintedWork:
    """A title that is known, with the people and the year behind it, unless they are known too."""
    families, year = credit(without_markup(_ADDRESS.sub(" ", rest))[:300])
    if known:
        families, year = known.authors or families, known.year or year
    return PrintedWork(clean_title(without_markup(title).strip('“”"«»')), families, year)


def _credited(text: str) -> PrintedWork | None:
    """What "Title (Authors, Year): why", "Title – Authors, Year" and "Title by Authors" say; None for other forms."""
    for shape in (_CREDITED, _DASHED, _BY):
        found = shape.fullmatch(text)
        if not found or not _EXPLAINED.match(found["rest"]):
            continue
        names, year = found["names"].strip(" ,"), int(found["year"]) if found["year"] else None
        families = families_of(names, year)
        title = clean_title(found["title"]).strip('“”"‘’*_')
        if not names and not _is_head(title):
            return PrintedWork(*_without_people(title), year)
        people = shape is _CREDITED or _are_people(names, year, alone=shape is _DASHED)
        if families and people and not _INITIAL.search(title):
            return PrintedWork(title, families, year)
    return None


def _without_people(title: str) -> tuple[str, tuple[str, ...]]:
    """A title and the people behind it, where these can be nothing else: "Kites by Ada Ames and Bea Boyle"."""
    bare, families = without_credit(title)
    behind = title[len(bare) :]
    people = families and _are_people(behind, None, alone=behind.strip()[:1] in "-–—")
    return (bare, families) if people else (title, ())


def _are_people(names: str, year: int | None, *, alone: bool) -> bool:
    """Whether words that look like names can be nothing else: several in full, with initials or "et al.", or a label.

    "Classification by Neural Networks" has none. `alone`: a single name in full counts too.
    """
    words = re.sub(r"^[\s,–—-]*(?:by )?", "", names)
    several = [part for part in re.split(r", (?:and |& )?| and | & ", words) if part]
    full = len(several) > (0 if alone else 1) and all(len(part.split()) in (2, 3) for part in several)
    labelled = year is not None and label_key(f"{words}, {year}") is not None
    return full or labelled or _INITIAL.search(words) is not None


def _is_head(words: str) -> bool:
    """Return whether words before a year in brackets are names, as in APA's "Ames, A., & Boyle, B. (2019). Kites"."""
    return _INITIAL.search(words) is not None or label_key(f"{words}, 2000") is not None


def _completed(work: PrintedWork, entry: _Entry) -> PrintedWork:
    """The work with the identifiers that the entry holds; a title that is one of them is none."""
    text = entry.whole
    identity = identity_of(entry.url, text)
    bare = text.split()[0].strip("<>.,;\"'()[]") if len(text.split()) in (1, 2) else ""
    number = openalex_in(text)
    if number is None and _BARE_NUMBER.fullmatch(bare):
        number = int(bare)
    arxiv_id = work.arxiv_id or identity.arxiv_id or (normalise_arxiv_id(bare) if bare else None)
    doi = work.doi or identity.doi or normalise_doi(text)
    title = "" if is_identifier(work.title) else work.title
    return replace(
        work,
        title=title,
        doi=None if doi and normalise_arxiv_id(doi) else doi,
        arxiv_id=arxiv_id or (normalise_arxiv_id(doi) if doi else None),
        openalex=work.openalex if work.openalex is not None else number,
        url=work.url or entry.url,
    )


def openalex_in(text: str) -> int | None:
    """Return OpenAlex's number in a text; None where there is none."""
    found = _OPENALEX.search(text.strip())
    return int(found[1] or found[2]) if found else None


def is_identifier(text: str) -> bool:
    """Return whether a text is one identifier or address and nothing else.

    >>> [is_identifier(text) for text in ("W2741809807", "10.1000/182", "1706.03762", "GloVe")]
    [True, True, True, False]
    """
    bare = text.strip().strip("<>.,;\"'")
    if not bare or " " in bare:
        return False
    found = _OPENALEX.search(bare)
    if found and len(found[0]) >= len(bare.removeprefix("https://").removeprefix("http://").removeprefix("api.")):
        return True
    return bool(
        _BARE_NUMBER.fullmatch(bare)
        or normalise_doi(bare) == bare.lower()
        or (urlsplit(bare).scheme in ("http", "https") if "://" in bare else False)
        or normalise_arxiv_id(bare)
    )
