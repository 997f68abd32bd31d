"""Traces of a survey in a text: its identifiers, its title, its references, and passages of its abstract."""

from __future__ import annotations

import base64
import binascii
import html
import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import unquote

from litgauge.tasks.records import WorkIdentity
from litgauge.tasks.text import clean_text

_FEWEST_WORDS, _FEWEST_LETTERS = 4, 20  # of a title that names a work anywhere in a text
_SURE_WORDS = 6  # of a title that needs no sign of punctuation around it
_LETTERS_OF_REFERENCE = 20  # a shorter title of a reference is in many texts
_FEWEST_REFERENCES = 5
_MOST_SHARE = 1 / 3  # of the survey's references that a page may name
_KNOWN_SHARE = 0.5  # of references with known identifiers, needed to decide a list of identifiers
_LISTED_SHARE = 0.7  # of the works that an index lists as cited by one work
_PASSAGE_LETTERS, _PASSAGE_SHARE = 60, 0.5  # of an abstract
_MOST_DEPTH = 60  # of JSON

_GOES_ON = re.compile(  # after words that are only the beginning of another title
    r"[\s_+-]{1,20}(?:for|in|of|on|with|using|from|and|to|via|based|under|through|towards?|across|at)(?![^\W_])"
)
_WORD_BEHIND = re.compile(r"[ \t_+-]{1,3}[^\W_]")
_WORD_BEFORE = re.compile(r"([^\W_]{1,40})[ \t_+-]{1,3}\Z")
_STARTS_ANEW = frozenset(
    """a an the what how when why is are recent recently towards toward on""".split()  # noqa: SIM905
)
_PROSE = frozenset(  # words before a title that are no part of it
    """a an and article as at book by chapter cite cited cites entitled from in is of on or our original paper pdf post
    preprint read reading review see slides study survey talk the their this title titled to video with work""".split()  # noqa: SIM905
)
_CITING_LIST = re.compile(
    r"/references(?:[/?#]|$)|cited_?by[:=]|referenced_works|fields=[^&#]{0,500}?\breferences\b|\breferences\(",
    re.IGNORECASE,
)
_TITLE_FIELD = re.compile(r'"(?:title|display_name|article-title|volume-title|unstructured)"\s{0,9}:')
_NUMBERED_WORK = re.compile(r'openalex\.org/W\d|"(?:paperId|corpusId|recid)"', re.IGNORECASE)
_ARXIV_NUMBER = re.compile(  # as a word of its own, or behind "arXiv:", "abs/" and the like
    r"(?<!\d)(?<!\d\.)(\d{4}\.\d{4,5})(?:v\d{1,2})?(?!\d|\.\d)|(?<![a-z-])([a-z]{2,10}(?:-[a-z]{2,10})?)(?:\.[a-z]{2})?/(\d{7})(?!\d)"
)
_DOI = re.compile(r"(?<![\d.])10\.\d{4,9}/[^\s\"'<>&?#]{1,200}")
_ARXIV_DOI = "10.48550/arxiv."
_BASE64 = re.compile(r"[A-Za-z0-9_-]{24,2000}={0,2}")
_MOST_DECODED = 20
_JSON_BEGINS = re.compile(r"\s*[\[{]")
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
_UNWORDED = re.compile(r"[\W_]+")
_ASCII_SIGNS = bytes(code for code in range(128) if not chr(code).isalnum())
_WORD = re.compile(r"[^\W_]+")
_BETWEEN_LETTERS, _BETWEEN_WORDS = r"[\W_]{0,4}+", r"[\W_]{0,40}+"


@dataclass(frozen=True)
class Finding:
    """Trace of the survey in a text: its evidence, or why it cannot be decided. Both may be ""."""

    evidence: str = ""
    doubt: str = ""


class SurveyTraces:
    """A survey, prepared for searching texts; made once per task. Time is linear in the text."""

    def __init__(
        self, works: Sequence[WorkIdentity], references: Sequence[WorkIdentity] = (), abstract: str | None = None
    ) -> None:
        self._references, self._abstract = references, abstract or ""
        self._last_page: tuple[str, frozenset[int]] = "", frozenset()
        namesakes = {squeezed(clean_text(reference.title or "")) for reference in references}
        titles = (title for work in works for title in _wordings(work.title or ""))
        self._titles = tuple(title for title in titles if title.is_telling and title.letters not in namesakes)
        self._identifiers = tuple(pattern for work in works for pattern in _patterns(work))

    @property
    def has_title(self) -> bool:
        """Return whether a title is long enough to name a work anywhere in a text."""
        return bool(self._titles)

    def in_text(self, text: str, *, with_title: bool = True) -> Finding:
        """Return the trace in a text by identifier or title, as `readable` or `readable_address` gives it."""
        small = text.casefold()
        for name, sign, pattern in self._identifiers:
            if sign in small and pattern.search(small):
                return Finding(name)
        doubt = Finding()
        letters = squeezed(text) if self._titles and with_title else ""
        for title in self._titles:
            if title.letters in letters:
                place = title.place_in(_folded(text))
                if place.evidence:
                    return place
                doubt = place if place.doubt else doubt
        return doubt

    def in_page(self, text: str, url: str) -> Finding:
        """Return the trace on a page, by the works that it names and passages of the abstract."""
        letters = squeezed(readable(text)) if self._passages else ""
        shown = sum(passage in letters for passage in self._passages)
        if shown and shown >= _PASSAGE_SHARE * len(self._passages):
            return Finding("its abstract")
        named = len(self.references_in(text))
        if self.is_key(named):
            return Finding(f"{named} of {len(self._signs)} of its references on one page")
        return self._in_citing_list(text, named) if _CITING_LIST.search(readable_address(url)) else Finding()

    def references_in(self, text: str) -> frozenset[int]:
        """Return the numbers of the survey's references that a page names by title or identifier."""
        if self._last_page[0] != text:
            plain = readable(text)
            letters, numbers = squeezed(plain), frozenset(_arxiv_numbers(plain))
            named = (
                place
                for place, (signs, number) in enumerate(self._signs)
                if number in numbers or any(sign in letters for sign in signs)
            )
            self._last_page = text, frozenset(named)
        return self._last_page[1]

    def is_key(self, named: int) -> bool:
        """Return whether this many of the survey's references are an answer key."""
        return named >= _FEWEST_REFERENCES and named > _MOST_SHARE * len(self._signs)

    def share_of(self, named: int) -> float:
        """Return this number as a share of the survey's references."""
        return named / len(self._signs) if self._signs else 0.0

    def _in_citing_list(self, text: str, named: int) -> Finding:
        """Return the trace in a list of one work's citations, by titles or by identifiers alone."""
        plain = readable(text)
        titles, numbers = len(_TITLE_FIELD.findall(text)), len(set(_arxiv_numbers(plain)))
        dois = len({doi for doi in _DOI.findall(plain.casefold()) if not doi.startswith(_ARXIV_DOI)})
        listed = max(titles, numbers, dois)
        if listed and named >= max(_LISTED_SHARE * listed, min(3, listed)):
            return Finding(f"{named} of its references among the {listed} works that some work cites")
        if not titles and (not self._has_identifiers if listed else _NUMBERED_WORK.search(text)):
            return Finding("undecided: the numbers of all that some work cites")
        return Finding()

    @property
    def _has_identifiers(self) -> bool:
        """Return whether enough of the references have one, so that a list of identifiers alone can be decided."""
        identified = sum(bool(work.doi or work.arxiv_id) for work in self._references)
        return identified >= _KNOWN_SHARE * len(self._references)

    @cached_property
    def _signs(self) -> tuple[tuple[tuple[str, ...], str], ...]:
        """Return the signs of each reference: title and DOI in squeezed text, and its arXiv number."""
        signs = (
            (tuple(filter(None, (_long_title(work), squeezed(work.doi or "")))), _number_of(work))
            for work in self._references
        )
        return tuple(dict.fromkeys(sign for sign in signs if any(sign)))

    @cached_property
    def _passages(self) -> tuple[str, ...]:
        letters = squeezed(clean_text(self._abstract))
        ends = range(_PASSAGE_LETTERS, len(letters) + 1, _PASSAGE_LETTERS)
        return tuple(letters[end - _PASSAGE_LETTERS : end] for end in ends)


@dataclass(frozen=True)
class _Title:
    """One wording of a title."""

    words: tuple[str, ...]

    @cached_property
    def letters(self) -> str:
        return "".join(self.words)

    @property
    def is_telling(self) -> bool:
        return len(self.words) >= _FEWEST_WORDS and len(self.letters) >= _FEWEST_LETTERS

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        """Return a pattern of its letters in order, which allows line breaks, hyphens, marks and accents in between."""
        whole = _BETWEEN_WORDS.join(_BETWEEN_LETTERS.join(word) for word in self.words)
        return re.compile(rf"(?<![^\W_]){whole}(?![^\W_])")

    def place_in(self, text: str) -> Finding:
        """Return the finding for a folded text that contains its letters: as a title, or as a part of another one."""
        doubt = Finding()
        for place in self._pattern.finditer(text):
            why = self._part_of_another(text[max(0, place.start() - 50) : place.start()], text[place.end() :][:40])
            if not why:
                return Finding("its title")
            doubt = Finding(doubt=why)
        return doubt

    def _part_of_another(self, before: str, behind: str) -> str:
        if _GOES_ON.match(behind) or (len(self.words) < _SURE_WORDS and _WORD_BEHIND.match(behind)):
            return "its title, or the beginning of another one"
        word = _WORD_BEFORE.search(before)
        if word and self.words[0] not in _STARTS_ANEW and word[1] not in _PROSE and not word[1].isdigit():
            return "its title, or the end of another one"
        return ""


def squeezed(text: str) -> str:
    """Return the letters and digits of a text, compatibility-decomposed and case-folded.

    >>> squeezed("Écu-nets: 2 µm") == squeezed("ECU NETS 2 μm")
    True
    """
    folded = _folded(text)
    if folded.isascii():
        return folded.encode().translate(None, _ASCII_SIGNS).decode()
    return _UNWORDED.sub("", folded)


def readable(text: str) -> str:
    """Return a text in readable form: strings of JSON on separate lines, entities resolved."""
    if _JSON_BEGINS.match(text):
        try:
            return "\n".join(_strings(json.loads(text), 0))
        except (ValueError, RecursionError):
            pass
    if "\\u" in text:
        text = _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)
    return html.unescape(text) if "&" in text else text


def readable_address(url: str) -> str:
    """Return an address without escapes, and below it the decoded Base64 in it.

    >>> readable_address("https://p.example/?u=aHR0cHM6Ly9hcnhpdi5vcmcvYWJzLzE3MDYuMDM3NjI")
    'https://p.example/?u=aHR0cHM6Ly9hcnhpdi5vcmcvYWJzLzE3MDYuMDM3NjI\\nhttps://arxiv.org/abs/1706.03762'
    """
    address = unquote(unquote(url))
    coded = [match[0] for match, _ in zip(_BASE64.finditer(address), range(_MOST_DECODED), strict=False)]
    return "\n".join([address, *filter(None, map(_decoded, coded))])


def _decoded(coded: str) -> str:
    try:
        text = base64.urlsafe_b64decode(coded.rstrip("=") + "=" * (-len(coded.rstrip("=")) % 4)).decode()
    except (binascii.Error, ValueError):
        return ""
    return text if text.isprintable() else ""


def _folded(text: str) -> str:
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())


def _strings(value: Any, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield html.unescape(value)
    elif depth < _MOST_DEPTH and isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _strings(item, depth + 1)


def _wordings(title: str) -> Iterator[_Title]:
    """Yield wordings of a title: without TeX, as it is, and with "and" for "&"."""
    plain = clean_text(title)
    for wording in dict.fromkeys((plain, title, plain.replace("&", " and "), re.sub(r"\band\b", "&", plain))):
        yield _Title(tuple(_WORD.findall(_unmarked(_folded(wording)))))


def _unmarked(text: str) -> str:
    return "".join(sign for sign in text if not unicodedata.combining(sign))


def _long_title(work: WorkIdentity) -> str:
    title = squeezed(clean_text(work.title or ""))
    return title if len(title) >= _LETTERS_OF_REFERENCE else ""


def _number_of(work: WorkIdentity) -> str:
    """Return the arXiv number of a work, or the one in its DOI; or ""."""
    doi = (work.doi or "").casefold()
    return (work.arxiv_id or (doi.removeprefix(_ARXIV_DOI) if doi.startswith(_ARXIV_DOI) else "")).casefold()


def _arxiv_numbers(text: str) -> Iterator[str]:
    for match in _ARXIV_NUMBER.finditer(text.casefold()):
        yield match[1] or f"{match[2]}/{match[3]}"


def _patterns(work: WorkIdentity) -> Iterator[tuple[str, str, re.Pattern[str]]]:
    """Yield patterns of a work's identifiers in lower-case texts and addresses, each with a part of the identifier."""
    if work.arxiv_id:
        archive, _, number = work.arxiv_id.casefold().rpartition("/")
        before = rf"{re.escape(archive)}(?:\.[a-z]{{2}})?[/_-]" if archive else ""
        pattern = rf"(?<!\d)(?<!\d\.){before}{number.replace('.', '[._-]')}(?!\d)"
        yield f"arXiv number {work.arxiv_id}", number.rpartition(".")[2], re.compile(pattern)
    if work.doi:
        doi = work.doi.casefold()
        yield f"DOI {work.doi}", doi, re.compile(re.escape(doi) + r"(?!\w|[.-](?!pdf|html?)\w)")
    if work.pubmed_id:
        number = work.pubmed_id.casefold().removeprefix("pmc")
        pattern = rf"(?:pubmed|pmid|pmc|/med)\D{{0,12}}{re.escape(number)}(?!\d)"
        yield f"PubMed number {work.pubmed_id}", number, re.compile(pattern)
    for name, identifier in (
        ("OpenReview", work.openreview_id), ("ACL", work.acl_id), ("Semantic Scholar", work.semantic_scholar_id),
    ):  # fmt: skip
        if identifier:
            sign = identifier.casefold()
            yield f"{name} number {identifier}", sign, re.compile(rf"(?<![\w-]){re.escape(sign)}(?![\w-]|\.\d)")
