"""The works that prose names: quoted or set off titles in their order, and lists within a line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from litgauge.tasks.answers.work_lists.wordings import leaves_out, refuses, wording
from litgauge.tasks.citations.marks.author_year_marks import label_key
from litgauge.tasks.text.inline_markup import without_markup

_QUOTED = re.compile(
    r"„([^„“”\n]{2,400})[“”]|[“«「《]([^“”«»「」《》\n]{2,400})[”»」》]|(?<![\w])‘(?=\w)([^‘\n]{8,400}?)’(?![\w])|(?<![\w=])\"([^\"\n]{2,400})\"(?!\w)"
    r"|(?<![\w’'])'(?=\w)([^‘\n]{8,400}?)(?<=[\w.,!?])'(?![\w])"
)
_ITALIC = re.compile(
    r"(?<![\w*])\*([^\s*][^*\n]{1,400}?)(?<=\S)\*(?![\w*])|(?<![\w_])_([^\s_][^_\n]{1,400}?)(?<=\S)_(?![\w_])"
    r"|<(?:i|em|cite)>([^<\n]{2,400})</(?:i|em|cite)>",
    re.IGNORECASE,
)
_BOLD = re.compile(r"\*\*([^\s*][^*\n]{1,400}?)(?<=\S)\*\*|__([^\s_][^_\n]{1,400}?)(?<=\S)__")
_CREDIT = re.compile(r"[*_”\"’]{0,3}\s?[(（][^()（）]{0,120}(?:1[89]|20)\d\d|[*_”\"’]{0,3},? by [A-Z]")
_SENTENCE_BEFORE = re.compile(r"[^.!?。！？\n]{0,400}$")
_SENTENCE_BEHIND = re.compile(r"(?:[^.!?。！？\n]|\.(?=\S))*")
_VENUE_BEFORE = re.compile(r"\b(?:in|journal|of|published by|proceedings)\W{0,3}$", re.IGNORECASE)
_VENUE = re.compile(
    r"(?:the )?(?:(?:international |european |american )?(?:journal|conference|workshop|symposium)|proceedings|annals"
    r"|transactions|ieee|acm|lecture notes|advances in neural)\b",
    re.IGNORECASE,
)
_SHORT_NAME = re.compile(
    r"(?<![\w“\"*_«-])(?=[\w-]{0,30}(?:\w[A-Z]|\d))[A-Z][\w+-]{1,30}"
    r"(?= ?\((?:[A-Z][\w'’-]+)[^()\n]{0,60}(?:1[89]|20)\d\d)"
)
"""A name as models and data sets have it, with its authors and year behind it."""
_CREDITED_NAME = re.compile(
    r"(?<![\w“\"*_«-])[A-Z][\w+-]{1,30}(?= ?\([A-Z][\w'’-]+ (?:et al\.?|(?:and|&) [A-Z][\w'’-]+),? (?:1[89]|20)\d\d\))"
)
"""Any name with authors and year behind it, where no title is set off."""
_FEWEST_WORDS = 3
_INLINE = re.compile(r"(?:(?<=^)|(?<=[\s:;,]))[(（]?(\d{1,2})[.)）]\s+(?=\S)")
_JOINED = re.compile(r"[\s,;.]*(?:\b(?:and|und|et)\b)?[\s,;]*$")
_BRACKET = re.compile(r"\s?[(（](?P<inside>[^()（）\n]{4,120})[)）]")
_NOTE_MARK = re.compile(r"(?<=\w)\[\^[\w-]{1,12}\]")
_TO_TITLE = re.compile(r"[\s,;:.]*(?:[a-zà-ÿ]+[\s,]+){0,6}(?=[^\W_a-zà-ÿ])")
"""What stands between two titles of a sentence: ", followed by"."""
_COLON = re.compile(r"\s?(?::(?!//)|：)\s?")
_SEMICOLON = re.compile(r"[;；]")
_AND = re.compile(r"^(?:and|und|et|y|e|en|и)\s", re.IGNORECASE)
_SHORTEST_ANSWER = 5
_LONGEST_TITLE = 40  # words
_BEHIND = 200
_LONGEST_SENTENCE = 600
_WIDE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{4}")
_LINKED = re.compile(r"(?<!!)\[([^\[\]\n]{8,300})\]\([^()\s]+\)")
_KINDS = (_QUOTED, _ITALIC, _BOLD, _LINKED)


_LOW_QUOTED = re.compile(r"^[„»](?P<title>[^„“”»«\n]{4,400})[“”«]")
_BY = re.compile(
    r"^(?P<title>[“\"«][^“”\"«»\n]{4,400}[”\"»]),? (?:von|par|por|di|van|av|door|от|przez) (?=[^\W\d_a-z])"
)
_IN_ORDER = re.compile(
    r"(?:the|these|my|our)\s(?:[a-z]+\s){0,6}?are,? (?:in (?:this |that |rank |ranked |descending )?order|as follows)"
    r",? (?=[A-Z\d])",
    re.IGNORECASE,
)
_COMMA = re.compile(r",\s+(?:and\s+)?(?=[A-Z\d])")
_ASIDE = re.compile(r"(?<=\s)[\"“](?=[a-z])[^\"“”\n]{2,200}[\"”]")


def without_asides(entry: str) -> str:
    """Return an entry that begins with a title in bold without the words that its explanation quotes."""
    return _ASIDE.sub("", entry) if re.match(r"(?:\*\*)?\w[^*]{10,}\*\*", entry) else entry


def set_off_entries(lines: Sequence[str]) -> list[str]:
    """The lines that begin with a title in bold, where two do or sentences stand around or behind one; else []."""
    entries = [line for line in lines if (found := _BOLD.match(line)) and _is_title(line, found, _BOLD)]
    said = any(line.rstrip(" *_)").endswith((".", "!", "。")) for line in lines)
    return list(map(without_asides, entries)) if len(entries) > 1 or said else []


def prose_entries(lines: Sequence[str]) -> list[str]:
    """The titles that sentences quote, each with the words behind it; [] if the lines are no prose about works.

    Titles in a sentence that says what was not found, or not included, are left out.
    """
    text = "\n".join(lines)
    kinds = [[match for match in kind.finditer(text) if _is_title(text, match, kind)] for kind in _KINDS]
    within = {at for titles in kinds[1:] for match in titles for at in range(match.start() + 1, match.end())}
    kinds[0] = [match for match in kinds[0] if match.start() not in within]
    if not any(kinds) and (credited_titles := [entry for line in lines for entry in credited_entries(line)]):
        return credited_titles
    credited = [titles for titles in kinds if any(_CREDIT.match(text, title.end()) for title in titles)]
    titles = next(filter(None, (*credited, *kinds)), [])
    titles = sorted([*titles, *_names_beside(text, titles)], key=lambda title: title.start())
    starts = [*(title.start() for title in titles[1:]), len(text)]
    entries = [
        text[title.start() : min(stop, _end_of_credit(text, title) or title.end() + _BEHIND)].split("\n")[0]
        for title, stop in zip(titles, starts, strict=False)
        if not (refuses(before := _before(text, title.start())) or leaves_out(before) or _left_out(text, title, stop))
    ]
    return [_by_people(_JOINED.sub("", entry)) for entry in entries]


def _by_people(entry: str) -> str:
    """Return an entry in German quotation marks, or with people behind a word for "by", as English has them."""
    entry = _LOW_QUOTED.sub(r"“\g<title>”", entry)
    return _BY.sub(r"\g<title> by ", entry)


def _left_out(text: str, title: re.Match[str], stop: int) -> bool:
    """Return whether the rest of a sentence says that the work of its title is no part of the answer."""
    behind = _SENTENCE_BEHIND.match(text, title.end(), title.end() + _LONGEST_SENTENCE)
    if behind is None:
        return False
    own = behind[0][: max(0, min(stop - title.end(), _BEHIND))]
    return wording("left out behind").search(own) is not None or wording("none behind").search(behind[0]) is not None


def _end_of_credit(text: str, title: re.Match[str]) -> int:
    """Return where the brackets behind a name end, beyond which nothing is said of it; 0 for a title."""
    return text.find(")", title.end()) + 1 if title.re in (_SHORT_NAME, _CREDITED_NAME) else 0


def _names_beside(text: str, titles: Sequence[re.Match[str]]) -> Iterator[re.Match[str]]:
    """Yield short names with authors and year that stand in no title: "GloVe (Pennington et al., 2014)"."""
    for name in (_SHORT_NAME if titles else _CREDITED_NAME).finditer(text):
        if not any(title.start() <= name.start() < title.end() for title in titles):
            yield name


def speaks(lines: Sequence[str]) -> bool:
    """Return whether lines that hold titles say more than these: sentences, not one title a line."""
    for line in lines:
        if (name := _CREDITED_NAME.search(line)) and len(line[: name.start()].split()) > 1:
            return True
        for kind in _KINDS:
            titles = [found for found in kind.finditer(line) if _is_title(line, found, kind)]
            before = line[: titles[0].start()] if titles else ""
            if len(titles) > 1 or len(before.split()) > 1 or _WIDE.search(before):
                return True
    return any(map(credited_entries, lines))


def numbered_entries(line: str) -> list[str]:
    """The entries of a numbered list within a line; [] if there is none.

    >>> numbered_entries("The works are (1) Owls at night; (2) Gulls by day.")
    ['Owls at night', 'Gulls by day']
    """
    numbers = list(_in_sequence(line))
    stops = [*(found.start() for found in numbers[1:]), len(line)]
    entries = [_JOINED.sub("", line[found.end() : stop]) for found, stop in zip(numbers, stops, strict=False)]
    return entries if len(entries) > 1 else []


def separated_entries(line: str) -> list[str]:
    """The entries that semicolons or bars set apart, or what follows "The answer is:"; [] for any other line.

    >>> separated_entries("The works are: Owls at night (2001); Gulls by day; and Terns in spring.")
    ['Owls at night (2001)', 'Gulls by day', 'Terns in spring']
    >>> separated_entries("The works are, in order, Owls at night, Gulls: A study, and Terns in spring.")
    ['Owls at night', 'Gulls: A study', 'Terns in spring']
    """
    if (order := _IN_ORDER.match(line)) and ", and " in line:
        parts = _COMMA.split(line[order.end() :].strip(" ."))
        return parts if all(len(part.split()) >= _FEWEST_WORDS for part in parts) else []
    head, *rest = _COLON.split(line, maxsplit=1)
    introduced = (
        bool(rest) and not refuses(head) and wording("introduction").fullmatch(without_markup(head)) is not None
    )
    words = (rest[0] if introduced else line).strip().rstrip(". 。")
    parts = [part.strip() for part in _SEMICOLON.split(words)]
    parts = parts if len(parts) > 1 else [part.strip() for part in words.split(" | ")]
    if len(parts) > 1 and all(len(part.split()) >= _FEWEST_WORDS and not label_key(part) for part in parts):
        return [_AND.sub("", part) for part in parts]
    return [words] if introduced and len(words) > _SHORTEST_ANSWER else []


def credited_entries(line: str) -> list[str]:
    """The titles of a sentence that nothing sets off but the people and year in brackets behind each.

    The first stands behind words that introduce it, or at the beginning where others follow; [] for any other line.

    >>> credited_entries("It is cited by Owls at night (Ames, 2001), followed by Gulls (Bell et al., 2003).")
    ['Owls at night (Ames, 2001)', 'Gulls (Bell et al., 2003)']
    >>> credited_entries("Owls are quiet (Ames, 2001), and gulls are not (Bell et al., 2003).")
    []
    """
    return _entries_before([match for match in _BRACKET.finditer(line) if label_key(match["inside"])], line)


def noted_entries(line: str) -> list[str]:
    """Return the titles of a sentence that lists them with the mark of a footnote behind each; [] of other lines.

    >>> noted_entries("These are Owls at night[^1], Gulls[^2] and Terns[^b].")
    ['Owls at night', 'Gulls', 'Terns']
    """
    notes = list(_NOTE_MARK.finditer(line))
    if len(notes) < 2 or _lead_to_title(line[: notes[0].start()]) is None:
        return []
    return [_NOTE_MARK.sub("", entry) for entry in _entries_before(notes, line)]


def _entries_before(credits_: Sequence[re.Match[str]], line: str) -> list[str]:
    """Return the titles of a sentence, each with what stands behind it; [] where they are no list."""
    entries: list[str] = []
    start = 0
    for match in credits_:
        words = line[start : match.start()]
        lead = _TO_TITLE.match(words) if start else _lead_to_title(words)
        if start and lead is None:
            return []
        if not refuses(line[: start + (lead.end() if lead else 0)]):
            title = (words[lead.end() :] if lead else words).strip()
            if not title or len(title.split()) > _LONGEST_TITLE or ". " in title:
                return []
            entries.append(title + line[match.start() : match.end()])
        if lead is None and len(credits_) < 2:
            return []
        start = match.end()
    return entries


def _lead_to_title(words: str) -> re.Match[str] | None:
    """Return the words that introduce a title, with a sign behind them that may begin one."""
    leads = wording("lead to a title").finditer(words)
    return next(
        (
            lead
            for lead in leads
            if words[lead.end() : lead.end() + 1].strip().isalnum() and not words[lead.end()].islower()
        ),
        None,
    )


def _in_sequence(line: str) -> Iterator[re.Match[str]]:
    wanted = 1
    for found in _INLINE.finditer(line):
        if int(found[1]) == wanted:
            wanted += 1
            yield found


def _before(text: str, at: int) -> str:
    """The sentence that a title stands in, up to it."""
    found = _SENTENCE_BEFORE.search(text, max(0, at - 400), at)
    return found[0] if found else ""


def _is_title(text: str, found: re.Match[str], kind: re.Pattern[str]) -> bool:
    words = next(filter(None, found.groups()), "").strip()
    plain = without_markup(words).strip(" ,.")
    if not plain or plain.endswith(":") or label_key(plain) or plain[0].islower():
        return False
    if kind is not _QUOTED and _VENUE_BEFORE.search(text, max(0, found.start() - 30), found.start()):
        return False
    if kind is _ITALIC and _VENUE.match(plain) and not _CREDIT.match(text, found.end()):
        return False
    return (
        len(plain.split()) >= _FEWEST_WORDS
        or _WIDE.search(plain) is not None
        or _CREDIT.match(text, found.end()) is not None
    )
