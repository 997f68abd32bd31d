"""The works that one answer lists, whatever form it has."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tasks.benchmarks.scinetbench.snapshot.rows import number_of
from tasks.reports.references.identifiers import identity_of
from tasks.reports.references.list_words import words_of_list
from tasks.text import clean_title, normalise_arxiv_id, normalise_doi

MOST_LISTED = 1_000
"""Works of one answer that are read; of more, the rest is left out."""
_LONGEST_LINE = 2_000
_TITLES = ("title", "paper_title", "name", "paper", "work", "display_name", "reference", "text")
_AUTHORS = ("first_author", "author", "authors")
_YEARS = ("year", "publication_year", "date", "published")
_DOIS = ("doi", "DOI")
_ARXIV = ("arxiv_id", "arxiv", "arxivId", "eprint")
_OPENALEX = ("openalex", "openalex_id", "openalexId", "work_id", "id")
_ADDRESSES = ("url", "link", "href", "address")
_ORDERS = ("rank", "position", "place", "order", "step", "no", "#")
_SENTIMENTS = ("sentiment", "stance", "tone")
_LISTS = (
    "works", "papers", "answer", "answers", "results", "list", "ranking", "path", "chain", "pairs", "items",
    "retrieved", "references", "citations", "output", "response", "final_answer", "candidates",
)  # fmt: skip
_PAIRS = (
    ("citing", "cited"),
    ("source", "target"),
    ("from", "to"),
    ("paper_a", "paper_b"),
    ("a", "b"),
    ("first", "second"),
)
_ITEM = re.compile(r"^\s{0,8}(?:[-*+•]\s+|\(?\d{1,4}[.):]\s+|\[\d{1,4}\]\s*)(?P<text>\S.*)$")
_FENCE = re.compile(r"```[a-zA-Z]*[ \t]*\n(.*?)```", re.DOTALL)
_LINK = re.compile(r"\[([^\[\]]{1,500})\]\((https?://[^\s()]+(?:\([^\s()]*\)[^\s()]*)?)\)")
_URL = re.compile(r"https?://[^\s<>\"'\])}]+")
_WORK = re.compile(r"(?:openalex\.org/(?:works/)?|\b)[wW](\d{4,12})\b")
_NUMBER = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
_NOTHING = frozenset({"", "null", "none", "n/a", "[]", "{}"})
_LABEL = re.compile(r"^[A-Za-z ]{1,20}:\s+")
_ARROW = re.compile(r"\s*(?:→|⟶|->|=>|-->)\s*")


@dataclass(frozen=True, slots=True)
class ListedWork:
    """A work as an answer describes it."""

    title: str = ""
    author: str = ""
    year: int | None = None
    doi: str | None = None
    arxiv_id: str | None = None
    openalex: int | None = None
    sentiment: str = ""

    @property
    def named(self) -> bool:
        """Whether anything tells which work it is."""
        return bool(self.title or self.doi or self.arxiv_id or self.openalex is not None)


@dataclass(frozen=True, slots=True)
class ReadList:
    """The works in the order of the answer."""

    works: tuple[ListedWork, ...]
    pairs: tuple[tuple[ListedWork, ListedWork], ...] = ()  # where the answer gives pairs instead
    remark: str = ""


def read_list(text: str, *, form: str = "") -> ReadList:
    """The works of an answer: JSON (also in prose), CSV with a head, a Markdown list or table, a chain of arrows.

    `form` is "csv" where the file says so. Never raises: what is no list is one without works, and a remark.
    """
    text = text.strip().removeprefix("\ufeff")
    if text.lower() in _NOTHING:
        return ReadList((), remark="the answer is empty")
    found = None if form == "csv" else _of_json(text)
    if found is None and (form == "csv" or _is_csv(text)):
        found = _of_csv(text)
    if found is None:
        found = _of_lines(text)
    if len(found.works) > MOST_LISTED:
        return replace(
            found, works=found.works[:MOST_LISTED], remark=f"of {len(found.works):,} works {MOST_LISTED:,} are read"
        )
    return found if found.works or found.pairs else replace(found, remark=found.remark or "it lists no work")


def read_value(value: Any) -> ReadList | None:
    """The works of a value of JSON; None if it is no list of works."""
    if isinstance(value, str):
        return read_list(value)
    if isinstance(value, Mapping):
        inner = next((value[name] for name in _LISTS if isinstance(value.get(name), list | Mapping)), None)
        if inner is None and (numbered := _numbered(value)) is not None:
            inner = numbered
        if inner is None and isinstance(value.get("nodes"), list):
            inner = value["nodes"]
        if inner is None:
            texts = [value[name] for name in _LISTS if isinstance(value.get(name), str)]
            return read_list(texts[0]) if texts else None
        return read_value(inner)
    if not isinstance(value, list):
        return None
    return _of_items(value)


def _of_items(items: Sequence[Any]) -> ReadList:
    pairs = [pair for item in items if (pair := _pair(item)) is not None]
    if pairs and len(pairs) * 2 >= len(items):
        return ReadList((), tuple(pairs))
    rows = [item for item in items if isinstance(item, Mapping)]
    plain = iter(_of_texts([str(item) for item in items if isinstance(item, str | int) and not isinstance(item, bool)]))
    if rows and all(_order(row) is not None for row in rows) and len(rows) == len(items):
        items = sorted(items, key=lambda row: _order(row) or 0)
    works = [
        _of_mapping(item) if isinstance(item, Mapping) else next(plain)
        for item in items
        if isinstance(item, Mapping | str | int) and not isinstance(item, bool)
    ]
    return ReadList(tuple(work for work in works if work.named))


def _numbered(value: Mapping[str, Any]) -> list[Any] | None:
    """The values of {"1": …, "2": …} in their order."""
    if value and all(str(name).strip().isdecimal() for name in value):
        return [value[name] for name in sorted(value, key=lambda name: int(str(name)))]
    return None


def _order(row: Mapping[str, Any]) -> float | None:
    found = _value(row, _ORDERS)
    try:
        return None if found is None else float(str(found).strip().rstrip("."))
    except ValueError:
        return None


def _pair(item: Any) -> tuple[ListedWork, ListedWork] | None:
    if isinstance(item, list) and len(item) == 2:
        first, second = (_single(one) for one in item)
        return (first, second) if first.named and second.named else None
    if not isinstance(item, Mapping):
        return None
    for one, other in _PAIRS:
        if one in item and other in item:
            sentiment = str(_value(item, _SENTIMENTS) or "").lower()
            first, second = _single(item[one]), _single(item[other])
            if first.named and second.named:
                return replace(first, sentiment=sentiment), replace(second, sentiment=sentiment)
    return None


def _single(value: Any) -> ListedWork:
    if isinstance(value, Mapping):
        return _of_mapping(value)
    return _of_texts([str(value)])[0] if isinstance(value, str | int) and str(value).strip() else ListedWork()


def _of_mapping(row: Mapping[str, Any]) -> ListedWork:
    inner = next((row[name] for name in ("paper", "work") if isinstance(row.get(name), Mapping)), None)
    if inner is not None:
        row = {**row, **inner}
    title = _value(row, _TITLES)
    doi, arxiv = str(_value(row, _DOIS) or ""), str(_value(row, _ARXIV) or "")
    address, name = str(_value(row, _ADDRESSES) or ""), str(_value(row, _OPENALEX) or "")
    year = _NUMBER.search(str(_value(row, _YEARS) or ""))
    told = ListedWork(
        title=clean_title(str(title)) if isinstance(title, str) else "",
        author=_author(_value(row, _AUTHORS)),
        year=int(year[1]) if year else None,
        doi=normalise_doi(doi),
        arxiv_id=normalise_arxiv_id(arxiv),
        openalex=_openalex(name) if not name.isdecimal() else (number_of(name) if len(name) > 5 else None),
        sentiment=str(_value(row, _SENTIMENTS) or "").lower(),
    )
    return _completed(told, " ".join([doi, arxiv, address, name]))


def _value(row: Mapping[str, Any], names: Sequence[str]) -> Any:
    folded = {str(name).strip().lower(): value for name, value in row.items()}
    return next((folded[name.lower()] for name in names if folded.get(name.lower()) not in (None, "", [])), None)


def _author(value: Any) -> str:
    first = value[0] if isinstance(value, list) and value else value
    if isinstance(first, Mapping):
        first = first.get("name") or first.get("family")
    return re.split(r";|,?\s+and\s+|,\s|\s+et al", str(first))[0].strip() if isinstance(first, str) else ""


def _completed(work: ListedWork, text: str) -> ListedWork:
    """The work with the identifiers that a text about it holds."""
    address = _URL.search(text)
    identity = identity_of(address[0].rstrip(".,;") if address else None, text)
    return replace(
        work,
        doi=work.doi or identity.doi or normalise_doi(text),
        arxiv_id=work.arxiv_id or identity.arxiv_id,
        openalex=work.openalex if work.openalex is not None else _openalex(text),
    )


def _openalex(text: str) -> int | None:
    found = _WORK.search(text)
    return int(found[1]) if found else None


def _of_json(text: str) -> ReadList | None:
    """The first value of JSON in the text that is a list of works."""
    for candidate in (text, *(found[1] for found in _FENCE.finditer(text))):
        stripped = candidate.strip()
        if stripped[:1] in "[{" and (value := _loaded(stripped)) is not None:
            return read_value(value) or ReadList((), remark="its JSON holds no list of works")
    decoder = json.JSONDecoder()
    for found in list(re.finditer(r"\[\s*[\[{\"]|\{\s*\"", text))[:20]:
        try:
            value, _ = decoder.raw_decode(text, found.start())
        except (ValueError, RecursionError):
            continue
        read = read_value(value)
        if read is not None and (len(read.works) > 1 or read.pairs):
            return read
    return None


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _is_csv(text: str) -> bool:
    head = [cell.strip().lower() for cell in text.split("\n", 1)[0].split(",")]
    return len(head) > 1 and any(cell in (*_TITLES, *_DOIS, "arxiv_id", "openalex") for cell in head)


def _of_csv(text: str) -> ReadList:
    try:
        dialect: Any = csv.Sniffer().sniff(text[:4_000], delimiters=",;\t|")
    except csv.Error:
        dialect = csv.excel
    try:
        rows = [row for row in csv.reader(io.StringIO(text), dialect) if any(cell.strip() for cell in row)]
    except csv.Error as error:
        return ReadList((), remark=f"its CSV cannot be read: {error}")
    if not rows:
        return ReadList(())
    head = [cell.strip().lower() for cell in rows[0]]
    known = {*_TITLES, *_DOIS, *_ARXIV, *_OPENALEX, *_ADDRESSES, *(name for pair in _PAIRS for name in pair)}
    if not {name.lower() for name in known} & set(head):
        return ReadList(tuple(work for work in _of_texts([" ".join(row) for row in rows]) if work.named))
    return _of_items([dict(zip(head, row, strict=False)) for row in rows[1:]])


def _of_lines(text: str) -> ReadList:
    """The items of a Markdown list or table, a chain of arrows, or the lines of a plain list."""
    lines = [line for line in text.split("\n") if line.strip() and len(line) <= _LONGEST_LINE]
    table = [row for line in lines if (row := _cells(line)) is not None]
    if len(table) > 1:
        head = [cell.strip("* ").lower() for cell in table[0]]
        return _of_items([dict(zip(head, row, strict=False)) for row in table[1:]])
    items = [found["text"] for line in lines if (found := _ITEM.match(line))]
    if not items:
        chains = [parts for line in lines if len(parts := _ARROW.split(line.strip())) > 2]
        items = [_LABEL.sub("", part) for part in chains[0]] if chains else [line for line in lines if _is_entry(line)]
    return ReadList(tuple(work for work in _of_texts(items) if work.named))


def _is_entry(line: str) -> bool:
    """Whether a line without a mark of a list names a work, and is no sentence about it."""
    bare = line.strip()
    if bare.startswith("#"):
        return False
    return bare[-1] not in ".?!:…" or bool(_URL.search(bare) or _WORK.search(bare) or normalise_doi(bare))


def _cells(line: str) -> list[str] | None:
    bare = line.strip()
    if not (bare.startswith("|") and bare.endswith("|")) or len(bare) < 3:
        return None
    cells = [cell.strip() for cell in bare.strip("|").split("|")]
    return None if all(set(cell) <= set("-: ") for cell in cells) else cells


def _of_texts(texts: Sequence[str]) -> list[ListedWork]:
    """Works that are described in words, as entries of one list."""
    linked = [_LINK.search(text) for text in texts]
    plain = [_LINK.sub(r"\1 \2", text) for text in texts]
    words = words_of_list([(text, link[2] if link else None) for text, link in zip(plain, linked, strict=True)])
    works = []
    for text, link, told in zip(plain, linked, words, strict=True):
        title = told.title or ""
        if link and not _URL.fullmatch(link[1]) and len(link[1].split()) > 1:
            title = link[1]
        bare = "" if _WORK.fullmatch(title.strip()) or normalise_doi(title) == title.strip().lower() else title
        author = told.authors[0] if told.authors else ""
        works.append(_completed(ListedWork(clean_title(bare), author, told.year), text))
    return works
