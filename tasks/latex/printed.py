"""A printed reference back to its parts: who, what, and the rest.

Styles print the same parts in many ways; what tells them apart is markup (\\newblock, emphasis, quotation marks, braces
that a .bib file put around its title, bold volumes) and the shape of an author list. Where a style prints no title,
none is made up.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tasks.latex import printed_look as look
from tasks.latex.authorlist import has_initials, is_body, looks_like_authors
from tasks.latex.markup import BLOCK, BOLD, BOLD_END, EM, EM_END, GROUP, GROUP_END, QUOTE, QUOTE_END, marked, plain
from tasks.text import clean_text

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
    parts = (clean_text(part) for part in marked(body[:_LONGEST]).split(BLOCK))
    blocks = [
        text.replace(BOLD, "", 1).replace(BOLD_END, "", 1) if text.startswith(BOLD) else text
        for text in parts
        if re.search(r"\w", text)
    ]
    kept = blocks[:1] + [
        text for text in blocks[1:] if not look.ONLY_LINK.match(plain(text)) and not look.NOTE.fullmatch(plain(text))
    ]
    if not kept:
        return Printed("", None, "")
    found = _in_blocks(kept, len(blocks)) if len(kept) > 1 else _in_one(kept[0])
    if not found.title and len(kept) == 1 and not found.authors:
        found = Printed("", _alone(kept[0]), "")
    return found if titles else Printed(found.authors, None, found.rest)


def _alone(text: str) -> str | None:
    """A single sentence that is neither people nor a journal with its volume: the title of a work without authors."""
    words = plain(text)
    stop = look.STOP.search(text)
    if look.JOURNAL_LIKE.search(words) or BOLD in text or re.match(r"(?:in|see|private)\b", words, re.IGNORECASE):
        return None
    whole = stop is None or not text[stop.end() :].strip() or look.ONLY_LINK.fullmatch(plain(text[stop.end() :]))
    return _title(text[: stop.end()] if stop else text) if whole and 1 < len(words.split()) < 40 else None


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
        if alone.authors and alone.title and (_holds_journal(alone) or re.search(r"\d{4}|n\.d\.|:", first)):
            return Printed(alone.authors, alone.title, after_first)
    if _authorless(first, second):
        return Printed("", _title(first), after_first)
    block = look.LEADING_YEAR.sub("", second)
    rest = blocks[2:]
    if not re.search(r"\w", block) and rest:
        block, rest = rest[0], rest[1:]
    title, after = _title_of_block(block, alone=bool(rest) or printed > 2)
    return Printed(_who(first), title, " ".join([after, *rest]).strip())


def _holds_journal(found: Printed) -> bool:
    return len(plain(found.rest)) > 3 and re.search(r"\d", found.rest) is not None


def _authorless(first: str, second: str) -> bool:
    """Whether the first block is the title of a work without authors: prose, before a link, a date or a venue."""
    words = plain(first)
    if looks_like_authors(_who(first), marked=True) and not (
        look.LINKISH.search(second) and len(words.split()) > 2 and not has_initials(words)
    ):
        return False
    return (
        not has_initials(words)
        and re.search(r"\bet al\b|\band [A-Z]|&", words) is None
        and not re.search(r"\(?(?:19|20)\d\d[a-z]?\)?\.?$", words)
    )


def _styled_title(first: str) -> tuple[str, str] | None:
    """A title that stands in the first block, marked, after the authors."""
    for opening, closing in ((QUOTE, QUOTE_END), (EM, EM_END)):
        start = first.find(opening)
        end = first.find(closing, start + 1)
        if start >= 0 and end > start and not re.search(r"\bet\.? al", first[start:end]):
            who, title = (
                _who(_without_year(first[:start])),
                _title(_quotation(first, start) if opening == QUOTE else first[start:end]),
            )
            if (
                title
                and len(title) > 2
                and (not who or looks_like_authors(who, marked=opening == QUOTE))
                and not look.VOLUME.match(first[end + 1 :])
            ):
                return who, title
    return None


def _title_of_block(block: str, alone: bool) -> tuple[str | None, str]:
    """The title in a block of its own; with `alone`, other blocks hold the rest."""
    text = look.SERIES.sub("", look.MEDIUM.sub("", block)).strip()
    if inside := re.search(r",?\s[Ii]n:\s", text):
        return _title(text[: inside.start()]), text[inside.start() :]
    if text.startswith(QUOTE) and QUOTE_END in text:
        quoted = _quotation(text, 0)
        if not re.search(r"\w{2}.*\w", text[len(quoted) + 1 :]) or text[len(quoted) - 1] in ",." or not alone:
            return _title(quoted), text[len(quoted) :]
    if text.startswith(EM) and EM_END in text:
        end = text.index(EM_END)
        after = text[end + 1 :]
        if look.VOLUME.match(after) and not re.match(r"[\s,]*vol|[\s,.]*\(?(?:19|20)\d\d\)?\.?$", after):
            return None, text
        return _title(text[:end]), after
    if text.startswith(GROUP) and (grouped := _grouped(text)):
        return grouped
    if BOLD in text or (not alone and (EM in text or look.LINKISH.search(text))):
        return _running_title(text)
    if not alone and look.JOURNAL_LIKE.search(plain(text)):
        return _running_title(text)
    return _title(look.DATE_END.sub("", text)), ""


def _grouped(text: str) -> tuple[str | None, str] | None:
    """A title that the .bib file put in braces as a whole."""
    depth = 0
    for found in re.finditer(f"[{GROUP}{GROUP_END}]", text):
        depth += 1 if found.group() == GROUP else -1
        if depth == 0:
            after = text[found.end() :]
            whole = re.match(r"\s*(?:[.,;?!]|\(|$|\[)", after) and len(text[: found.end()].split()) > 2
            return (
                (_title(text[: found.end()]), after) if whole and not look.VOLUME.match(after.lstrip(" ,.")) else None
            )
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
    for shape in (look.YEAR_AFTER_AUTHORS, look.COLON):
        found = shape.match(text)
        if (
            found
            and looks_like_authors(who := _who(found["who"]))
            and (shape is look.YEAR_AFTER_AUTHORS or _ends_a_list(who))
        ):
            title, rest = _running_title(look.LEADING_YEAR.sub("", text[found.end() :]))
            return Printed(who, title, rest)
    return _emphasised(text)


def _ends_a_list(who: str) -> bool:
    """Whether the last of the names before a colon is one: with initials, or alone."""
    last = who.rpartition(",")[2]
    if "," not in who:
        return has_initials(who) or "{" in who or len(who.split()) == 1 or is_body(who)
    return has_initials(last) or last.strip().startswith("{") or re.search(r"\bet\.? al", last) is not None


def _without_year(text: str) -> str:
    return re.sub(rf"[\s,.:(]*{look.YEAR_MARK}[\s,.:)]*$", "", text)


def _running_title(after: str) -> tuple[str | None, str]:
    """The title at the start of what follows authors and year."""
    after = look.SERIES.sub("", after.lstrip(" ,.:;")) if ";" in after else after.lstrip(" ,.:;")
    if after.startswith(EM) and EM_END in after:
        end = after.index(EM_END)
        return (None, after) if look.VOLUME.match(after[end + 1 :]) else (_title(after[:end]), after[end + 1 :])
    if after.startswith(GROUP) and (grouped := _grouped(after)):
        return grouped
    stop, mark = look.STOP.search(after), _first_mark(after)
    tail = look.JOURNAL_TAIL.search(after)
    if stop and stop.start() <= mark and not (tail and tail.start() < stop.start()):
        cut = stop.end()
    elif tail and tail.start() <= mark:
        cut = tail.start()
    elif mark < len(after) and after[mark] == EM:
        cut = mark
    elif (dated := look.DATE_END.search(after)) and mark == len(after):
        cut = dated.start()
    elif (
        mark == len(after)
        and (piece := re.split(r",\s", after, maxsplit=1)[0])
        and (piece == after or (len(piece.split()) > 3 and not re.search(r",\s*[A-Z]{0,2}\d+", after[len(piece) :])))
    ):
        cut = len(piece)
    else:
        return None, after
    candidate = look.DATE_END.sub("", after[:cut])
    if _journal_like(candidate, after[cut:]):
        return None, after
    return _title(candidate), after[cut:]


def _journal_like(candidate: str, rest: str) -> bool:
    """Whether this is a journal with volume and page, or only an abbreviation, rather than a title."""
    words = plain(candidate)
    if look.JOURNAL_LIKE.search(words) or re.match(r"in\s|In:", words):
        return True
    if len(words.split()) <= 3 and look.JOURNAL_LIKE.search(plain(candidate + rest[:60])):
        return True
    short = [word for word in words.split() if word.endswith(".")]
    return (len(words.split()) < 2 and look.VOLUME.match(rest) is not None) or (
        len(short) > 1 and len(short) >= len(words.split()) / 2
    )


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
        journal = look.VOLUME.match(after) is not None
        if not who or looks_like_authors(who, marked=not journal and "," not in _last_piece(who)):
            return Printed(who, None if journal else _title(text[start:end]), after)
        break
    return _sentences(text)


def _last_piece(who: str) -> str:
    return who.rpartition(". ")[2] if re.search(r"[a-z]{3}\. ", who) else ""


def _sentences(text: str) -> Printed:
    """Authors, full stop, title, full stop; or authors, title, journal between commas."""
    for end in look.STOP.finditer(text):
        if looks_like_authors(who := _who(text[: end.start()])):
            title, rest = _running_title(text[end.end() :])
            return Printed(who, title, rest)
        break
    if whole := _title_in_braces(text):
        return whole
    end_of_names = _authors_end(text)
    if not end_of_names:
        return Printed("", None, text)
    after = text[end_of_names:].lstrip(" ,.")
    return Printed(_who(text[:end_of_names]), _title_among_commas(after), after)


def _title_in_braces(text: str) -> Printed | None:
    """Authors, then a title that the .bib file put in braces: however odd a name before it is."""
    for found in re.finditer(f", (?={GROUP})", text[: _first_mark(text)]):
        grouped = _grouped(text[found.end() :])
        if grouped and grouped[0] and len(grouped[0].split()) > 3 and not looks_like_authors(grouped[0]):
            who = _who(text[: found.start()])
            return Printed(who, grouped[0], grouped[1]) if looks_like_authors(who, marked=True) else None
    return None


def _authors_end(text: str) -> int:
    """Where a comma-separated author list ends and something else begins; 0 if it does not begin with one."""
    stop = _first_mark(text)
    ends = [found.start() for found in re.finditer(r",\s|(?<=[^\W\d]{2})\.\s+(?=[A-Z]\w{3})", text[:stop])][:400]
    best, start = 0, 0
    initials = has_initials(text[: ends[0]]) if ends else False
    for end in ends:
        piece = _who(text[start:end]).removeprefix("and ").removeprefix("& ")
        if not looks_like_authors(piece) or (
            best and initials and not has_initials(piece) and not re.search(r"[Cc]ollaboration|et\.? al", piece)
        ):
            break
        best, start = end, end + 1
    return best


def _title_among_commas(after: str) -> str | None:
    """A title before a journal, between commas."""
    if after.startswith(GROUP) and (grouped := _grouped(after)):
        return grouped[0]
    tail = look.JOURNAL_TAIL.search(after)
    if tail and "," not in after[: tail.start()][-3:]:
        return None if _journal_like(after[: tail.start()], after[tail.start() :]) else _title(after[: tail.start()])
    dated = look.DATE_END.search(after)
    piece = after[: dated.start()] if dated else re.split(r",\s|[.?!]\s", after, maxsplit=1)[0]
    piece = re.split(r",\s(?=[A-Z])", piece, maxsplit=1)[0]
    words = plain(piece).split()
    if re.match(r"(?:Proceedings|Proc\.|Conference|Workshop|Advances in)\b", " ".join(words)):
        return None
    fewest = 1 if dated and after[dated.start() :].lstrip().startswith("(") else 3
    if (
        len(words) < fewest
        or re.search(r"[\ue010\ue014]", piece)
        or _journal_like(piece, "")
        or re.match(r"\d", words[0])
    ):
        return None
    return _title(piece)


def _title(text: str) -> str | None:
    cleaned = plain(look.MEDIUM.sub("", text.partition("http")[0])).strip(' ,.;:“”"').strip()
    return (
        cleaned
        if re.search(r"[^\W\d]", cleaned) and not look.NO_TITLE.fullmatch(cleaned) and not look.VENUE.match(cleaned)
        else None
    )
