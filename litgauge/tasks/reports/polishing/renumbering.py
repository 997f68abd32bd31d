"""Renumbers a section's citation marks and figure labels for the whole report."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from litgauge.tasks.citations.marks.citation_marks import PLACE
from litgauge.tasks.citations.marks.mark_types import NUMBERS, numbers
from litgauge.tasks.reports.polishing.figure_labels import LABEL, REFERENCE, FigureNumbers, figure_anchor, is_elsewhere
from litgauge.tasks.reports.polishing.own_lists import code_lines, reference_number

_BRACKET = rf"\\?[\[［【]\s{{0,2}}\^?(?P<numbers>{NUMBERS})(?P<place>{PLACE})?\s{{0,2}}\\?[\]］】]"
_MARK = re.compile(_BRACKET, re.IGNORECASE)
_WORDS = r"(?:[^\[\]\n]|\[[^\[\]\n]{0,80}\]){0,400}"
_DESTINATION = r"[^()\s]{0,2048}(?:\([^()\s]{0,200}\)[^()\s]{0,2048}){0,3}"
_TITLE = r"(?:\s{1,2}\"[^\"\n]{0,300}\")?"
_TOKEN = re.compile(
    r"(?P<code>(?<!`)(?P<ticks>`{1,3})(?!`)[^\n]{1,1000}?(?<!`)(?P=ticks)(?!`))"
    r"|(?P<math>\$\$(?:(?!\n[ \t]*\n)[^$]){1,2000}\$\$|(?<![\\$\w])\$(?=[^\s$])[^$\n]{0,300}[^\s\\$]\$(?!\d))"
    r"|(?P<anchor>(?P<opens><a\s[^<>]{0,500}?href\s?=\s?[\"']?\#(?P<target>[\w.:-]{1,60})[\"']?[^<>]{0,200}>)"
    r"(?P<inner>(?:(?!</?a[\s>])[^\n]){0,300}?)(?P<closes></a\s?>))"
    rf"|(?P<image>!\[(?P<alt>[^\[\]\n]{{0,2000}}|{_WORDS})\]\({_DESTINATION}{_TITLE}\))"
    r"|(?P<tag></?[a-zA-Z](?:[^<>\"']|\"[^\"\n]{0,3000}\"|'[^'\n]{0,3000}'){0,60}>)"
    rf"|(?P<link>\[(?P<words>{_WORDS})\]\((?P<to>{_DESTINATION}){_TITLE}\))"
    r"|(?P<url>https?://[^\s<>\"]{1,2048})"
    rf"|(?P<mark>{_BRACKET})"
    rf"|(?P<figure>{REFERENCE})",
    re.IGNORECASE | re.DOTALL,
)
_READ_OUT = re.compile(r"(\b(?:alt|title|aria-label)\s?=\s?)(\"[^\"\n]*\"|'[^'\n]*')", re.IGNORECASE)
_FIGURE = re.compile(REFERENCE)
_TAG_ID = re.compile(r"(\bid\s?=\s?[\"']?)([\w.:-]{1,40})")
_NUMBER = re.compile(r"\d{1,4}")
_INTERVAL = re.compile(r"(?:∈|interval|range|CI|between|区间)\s*:?\s*$")
_HIGHEST = 999  # more is a year


@dataclass
class SectionNumbers:
    """New numbers of one section's entries and figures."""

    entry_of: Callable[[str, bool], int | None]  # (label, whether it is a link's) -> number in the report
    figures: FigureNumbers
    unresolved: list[str] = field(default_factory=list)  # numbers of marks without an entry, in the order of the text
    unknown_figures: list[str] = field(default_factory=list)  # numbers in references to figures that are not there


def renumbered(text: str, numbers_of: SectionNumbers) -> str:
    """Return the text with new numbers; code, mathematics and addresses stay as they are."""
    pieces: list[str] = []
    at = 0
    for start, end in _prose(text):
        pieces.append(text[at:start])
        at = start
        for token in _TOKEN.finditer(text, start, end):
            pieces += [text[at : token.start()], _replacement(token, numbers_of)]
            at = token.end()
        pieces.append(text[at:end])
        at = end
    return "".join((*pieces, text[at:]))


def _prose(text: str) -> list[tuple[int, int]]:
    """Return the stretches outside fenced code."""
    lines = text.split("\n")
    inside, _ = code_lines(lines)
    stretches: list[tuple[int, int]] = []
    at = 0
    for line, is_code in zip(lines, inside, strict=True):
        end = at + len(line)
        if not is_code:
            if stretches and stretches[-1][1] + 1 == at:
                stretches[-1] = (stretches[-1][0], end)
            else:
                stretches.append((at, end))
        at = end + 1
    return stretches


def _replacement(token: re.Match[str], numbers_of: SectionNumbers) -> str:
    match token.lastgroup:
        case "anchor":
            return _anchor(token, numbers_of)
        case "image":
            return f"![{_unlinked(token['alt'], token.start('alt'), numbers_of)}]" + token[0][len(token["alt"]) + 3 :]
        case "tag":
            return _tag(token, numbers_of)
        case "link":
            return _link(token, numbers_of)
        case "mark" if _is_mark(token):
            labels = numbers(token["numbers"])
            return "".join(dict.fromkeys(_cited(label, numbers_of, place=token["place"] or "") for label in labels))
        case "figure":
            return _figure(token, numbers_of)
        case _:
            return token[0]


def _is_mark(token: re.Match[str]) -> bool:
    labels = [int(number) for number in _NUMBER.findall(token["numbers"])]
    before = token.string[max(0, token.start() - 24) : token.start()]
    is_interval = len(labels) == 2 and _INTERVAL.search(before) is not None
    return not is_interval and all(1 <= number <= _HIGHEST for number in labels)


def _cited(label: str, numbers_of: SectionNumbers, *, place: str = "", linked: bool = False) -> str:
    """Return the mark of one entry, linked to it; without an entry, the number with a question mark."""
    number = _entry(label, numbers_of, linked=linked)
    return f"[{label}?{place}]" if number is None else f'<a href="#ref{number}">[{number}{place}]</a>'


def _entry(label: str, numbers_of: SectionNumbers, *, linked: bool) -> int | None:
    number = numbers_of.entry_of(str(int(label)), linked)
    if number is None:
        numbers_of.unresolved.append(str(int(label)))
    return number


def _anchor(token: re.Match[str], numbers_of: SectionNumbers) -> str:
    inner = token["inner"]
    if label := reference_number(token["target"]):
        number = _entry(label, numbers_of, linked=True)
        if number is None:
            match = _MARK.search(inner)
            return f"{inner[: match.start()]}[{label}?]{inner[match.end() :]}" if match else f"{inner}[{label}?]"
        match = re.search(r"(?<!\d)\d{1,3}(?!\d)", inner)
        shown = inner
        if match and (match[0].lstrip("0") == label or _MARK.match(inner.strip())):
            shown = inner[: match.start()] + str(number) + inner[match.end() :]
        return f'<a href="#ref{number}">{shown}{token["closes"]}'
    if label := figure_anchor(token["target"]):
        number = numbers_of.figures.of_anchor(label)
        if number is None:
            numbers_of.unknown_figures.append(label)
            return token[0]
        opens = token["opens"].replace(f"#{token['target']}", f"#fig{number}")
        return f"{opens}{_first_figure(inner, number)}{token['closes']}"
    return token[0]


def _link(token: re.Match[str], numbers_of: SectionNumbers) -> str:
    words, to = token["words"], token["to"]
    numbered = re.fullmatch(r"\\?\[?\^?\s?(\d{1,3})\s?\\?\]?", words.strip())
    label = reference_number(to[1:]) if to.startswith("#") else ""
    if label or (numbered and (to.startswith("#") and to[1:].isdecimal())):
        label = label or str(int(to[1:]))
        if numbered:
            return _cited(label, numbers_of, linked=True)
        number = _entry(label, numbers_of, linked=True)
        return f"{words}[{label}?]" if number is None else f'<a href="#ref{number}">{words}</a>'
    if to.startswith("#") and (figure := figure_anchor(to[1:])):
        shown = numbers_of.figures.of_anchor(figure)
        if shown is None:
            numbers_of.unknown_figures.append(figure)
            return token[0]
        return f"[{_first_figure(words, shown)}](#fig{shown})"
    if numbered and int(numbered[1]) >= 1:
        number = _entry(numbered[1], numbers_of, linked=False)
        shown_number = f"{numbered[1]}?" if number is None else str(number)
        return f"[[{shown_number}]]{token[0][len(words) + 2 :]}"
    return token[0]


def _tag(token: re.Match[str], numbers_of: SectionNumbers) -> str:
    """Return a tag with its figure's id and the marks in its attributes for screen readers renumbered."""
    figures = numbers_of.figures

    def id_of(match: re.Match[str]) -> str:
        label = figure_anchor(match[2])
        number = (figures.around(token.start()) or figures.of_anchor(label)) if label else None
        return f"{match[1]}fig{number}" if number else match[0]

    def read_out(match: re.Match[str]) -> str:
        words = figures.relabelled(match[2][1:-1], token.start())
        return match[1] + match[2][0] + _unlinked(words, -1, numbers_of) + match[2][-1]

    return _TAG_ID.sub(id_of, _READ_OUT.sub(read_out, token[0]))


def _unlinked(text: str, start: int, numbers_of: SectionNumbers) -> str:
    """Return a text that cannot have links with new numbers in its marks and in a figure's label at its beginning."""

    def mark(match: re.Match[str]) -> str:
        if not _is_mark(match):
            return match[0]
        labels = [str(int(label)) for label in numbers(match["numbers"])]
        shown = [(label, _entry(label, numbers_of, linked=False)) for label in labels]
        place = match["place"] or ""
        return "".join(f"[{label}?{place}]" if new is None else f"[{new}{place}]" for label, new in shown)

    label = LABEL.match(text)
    new = numbers_of.figures.label_at(start + label.start("number")) if label and start >= 0 else None
    if label and new is not None:
        text = f"{text[: label.start('number')]}{new}{text[label.end('number') :]}"
    return _MARK.sub(mark, text)


def _figure(token: re.Match[str], numbers_of: SectionNumbers) -> str:
    """Return a label or a reference to one renumbered; captions' words and figures of other works stay."""
    figures = numbers_of.figures
    at = token.start("labels") + len(token["gap"])
    label = figures.label_at(at)
    if label is not None:
        return token["word"] + token["gap"] + str(label) + token["labels"][len(token["gap"]) + _digits(token) :]
    if figures.in_caption(token.start()) or is_elsewhere(token.string, token.start(), token.end()):
        return token[0]
    several = token["word"].lower().rstrip(".").endswith("s") or not token["word"].isascii()

    def number_of(match: re.Match[str]) -> str:
        new = figures.of_number(str(int(match[0])))
        if new is None:
            numbers_of.unknown_figures.append(str(int(match[0])))
        return match[0] if new is None else str(new)

    return token["word"] + re.sub(r"\d{1,3}", number_of, token["labels"], count=0 if several else 1)


def _digits(token: re.Match[str]) -> int:
    match = re.match(r"\d+", token["labels"][len(token["gap"]) :])
    assert match is not None
    return match.end()


def _first_figure(words: str, number: int) -> str:
    """Return the words of a link to a figure, with its new number if they have one."""
    match = _FIGURE.search(words)
    if match is None:
        return re.sub(r"^\d{1,3}$", str(number), words.strip()) if words.strip().isdecimal() else words
    at = match.start("labels")
    return words[:at] + re.sub(r"\d{1,3}", str(number), words[at:], count=1)
