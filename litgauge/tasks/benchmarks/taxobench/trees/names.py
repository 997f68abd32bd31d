"""Names of topics and papers in a line of an outline or a cell of a table, without what stands around them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from litgauge.tasks.answers.outlines import OutlineLine, plain_text
from litgauge.tasks.answers.sentences import is_description
from litgauge.tasks.answers.side_by_side import JOINER, titles_side_by_side
from litgauge.tasks.text.wordings import pattern, patterns

_PLACE = ("litgauge.tasks.benchmarks.taxobench.trees", "wordings.json")
_PAPERS = re.compile(
    rf"\W{{0,4}}(?:{patterns(*_PLACE, 'papers label')})"
    r"(?:\s*[(\[]\d+[)\]])?\W{0,4}?\s*[:：]\W{0,4}?\s*(?P<rest>(?:[\[\"'“(*_]*\w.*)?)",
    re.IGNORECASE,
)
_INTRODUCTION = pattern(*_PLACE, "introduction")
_TOPICS, _TREE = pattern(*_PLACE, "topics label"), pattern(*_PLACE, "tree label")
_KIND, _COUNT = pattern(*_PLACE, "kind of topic"), pattern(*_PLACE, "count of papers")
_COUNT_BEFORE = re.compile(r"^[(\[]\s*\d+[^()\[\]\d]{0,20}[)\]]\s*[:：–—-]\s*")
_AROUND = "*_/:： "
_PICTURES_BEHIND = re.compile(r"(?:\s+[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]\ufe0f?)+$")
_LINK = re.compile(r"!?\[(?P<text>[^\[\]]+)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)")
_MARK = re.compile(r"\s*(?:\(\s*\[[^\[\]]+\]\([^()\s]+\)\s*\)|【[^【】]{1,60}】|\[\^?\d+(?:[\s,;–-]+\^?\d+)*\])")
_LEAD = re.compile(
    r"^(?P<sign>\*\*\*|\*\*|__|[*_])(?P<name>(?:(?!(?P=sign)).){1,200}?)\s*[:：]?(?P=sign)\s*[:：–—-]*\s*(?P<rest>\S.*)$"
)
BOLD_LEAD = re.compile(r"(?:\*\*|__)(?P<name>[^*_]{1,120}?)[:：]?(?:\*\*|__)\s*[:：–—-]?\s+\S")
"""A name in bold, and what is said of it on the same line."""
_DASHED = re.compile(r"\s+(?:[–—→]|->)\s+(?P<rest>\S.*)$")
_EXPLAINED = re.compile(r"\s*[:：]\s+(?P<rest>\S.*)$")
_LONGEST_BEFORE_NAMES = 5  # words of a topic before short names; of more words, what follows is a subtitle
_COINED = re.compile(r"\w[A-Z]|\d")
_MOST_OF_NAME = 3  # words of a work's name
_FEWEST_WORDS = 3  # of a description behind a dash
_LONGEST_LABEL = 6  # words of a name that may end in a full stop which is not its own
_FEWEST_EXPLAINING = 6  # behind a colon
_SENTENCE_ENDS = re.compile(r"[.!?。]\s+(?=\W{0,4}[^\W\d_a-z])")
_IN_BRACKETS = re.compile(r"(?:\([^()]*\)|（[^（）]*）|\[[^\[\]]*\](?!\())[\s.,;]*")
_QUOTED_TITLE = re.compile(
    r"\"(?=[^\"]*\s)[^\"]{6,300}\"|“(?=[^“”]*\s)[^“”]{6,300}”|«(?=[^«»]*\s)[^«»]{6,300}»|《[^《》]{2,300}》"
)
_QUOTED_IN_BRACKETS = re.compile(r"(?P<name>[^()\"“”]{2,80}?)\s*[(（](?P<rest>[\"“][^()]{6,2000}[\"”])[)）]")
_MOST_BETWEEN = 6  # words between two titles of a list
_NUMBERS = re.compile(r"(?=\D{0,12}\d)(?:papers?|refs?|p(?=\d)|and|\d++|[\s,;&#\[\]().–-])++", re.IGNORECASE)
_NUMBER = re.compile(r"(?P<first>\d{1,4})(?:\s*[–-]\s*(?P<last>\d{1,4}))?")
_JOINED = re.compile(rf"\s*(?:,\s*)?{JOINER}\s+|\s*[,，、]\s*")
_BREAK = re.compile(r"<br ?/?>|\n", re.IGNORECASE)
_ENTRY_MARK = re.compile(r"^(?:[-*•◦▪–]\s+|\d{1,3}[.)]\s+)")
STEPS = re.compile(r"(?<!\s)\s++(?:>|→|➔|»|›|::|->|=>)\s+")
"""What stands between the topics of a path."""
SIDE_BY_SIDE = " / "
"""Stands between lines of a label that may be several papers, or one whose title is wrapped."""
NOTHING = frozenset({"", "none", "n/a", "nil"})
"""What stands in place of papers or topics, without brackets and dashes, where there are none."""
_MOST_NUMBERS = 500
_LONGEST = 4_000  # characters in which titles in quotes, or what stands around a name, are looked for


@dataclass(frozen=True, slots=True)
class ListedPapers:
    """A label such as "Papers:", and what stands behind it on the line."""

    rest: str


def listed_papers(text: str) -> ListedPapers | None:
    """Return what a line says behind the label "Papers:"; None if it has no such label.

    >>> listed_papers("**Key papers (2):** Owls; Gulls"), listed_papers("Papers on owls: a survey")
    (ListedPapers(rest='Owls; Gulls'), None)
    """
    match = _PAPERS.fullmatch(text)
    return ListedPapers(match["rest"].strip()) if match else None


def papers_behind_sentence(text: str) -> tuple[str, str] | None:
    """Return the sentences of a line and its last part, where that is labelled "Papers:"; None of other lines.

    >>> papers_behind_sentence("How owls fly. Papers: Silent wings; Feathers.")
    ('How owls fly.', 'Papers: Silent wings; Feathers.')
    """
    for end in _SENTENCE_ENDS.finditer(text[:_LONGEST]):
        if listed_papers(text[end.end() :]):
            return text[: end.start() + 1], text[end.end() :]
    return None


def is_papers_label(text: str) -> bool:
    """Return whether a heading says no more than that papers follow: "Key papers"."""
    match = _PAPERS.fullmatch(f"{text.rstrip(' :：*_')}:")
    return match is not None and not match["rest"]


def is_topics_label(text: str) -> bool:
    """Return whether a line says no more than that topics follow: "Sub-categories:"."""
    return _TOPICS.fullmatch(text) is not None


def is_label(text: str) -> bool:
    """Return whether a line says no more than that papers or topics follow."""
    return is_papers_label(text) or is_topics_label(text)


def is_introduction(text: str) -> bool:
    """Return whether a line introduces what follows, and does not name it: "Here is my taxonomy:"."""
    return _INTRODUCTION.match(text) is not None


def is_tree_label(text: str) -> bool:
    """Return whether a line says no more than that a tree follows: "Proposed taxonomy"."""
    return _TREE.fullmatch(text) is not None


def topic_name(line: OutlineLine) -> str:
    """Return the name of a topic without its kind, count, citation marks and description.

    >>> topic_name(OutlineLine("item", 1, "Category 2: Memory (3 papers)"))
    'Memory'
    >>> topic_name(OutlineLine("item", 1, "Memory: how it lasts", "**Memory**: how it lasts"))
    'Memory'
    """
    lead = _LEAD.match(line.source)
    name = bare_name(plain_text(lead["name"]) if lead else line.text)
    return name.rstrip(".") if name.count(".") == 1 and len(name.split()) <= _LONGEST_LABEL else name


def bare_name(text: str) -> str:
    """Return the same for a name that is text alone; a name that is nothing but a kind or count stays."""
    text = " ".join(text.split())
    if len(text) > _LONGEST:
        return text
    name = _PICTURES_BEHIND.sub("", _LINK.sub(r"\g<text>", _MARK.sub("", text)).strip(_AROUND))
    name = _COUNT.sub("", _KIND.sub("", name)) or name
    for remark, fewest in ((_DASHED, _FEWEST_WORDS), (_EXPLAINED, _FEWEST_EXPLAINING)):
        match = remark.search(name)
        if match and match.start() and len(match["rest"].split()) >= fewest and _explains(match["rest"]):
            name = name[: match.start()]
    name = _COUNT.sub("", name).strip(_AROUND) or text.strip(_AROUND)
    return name[1:-1] if name[:1] == "[" and name.find("]") == len(name) - 1 > 1 else name


def _explains(words: str) -> bool:
    return is_description(words) or words.endswith((".", "。"))


def is_side_by_side(line: OutlineLine) -> bool:
    """Return whether a line has a topic in bold and several titles in quotes behind it."""
    lead = _LEAD.match(line.source) or _QUOTED_IN_BRACKETS.fullmatch(line.text)
    return lead is not None and len(titles_between_names(lead["rest"])) > 1


def inline_papers(line: OutlineLine, *, alone: bool = False) -> tuple[str, list[str]] | None:
    """A topic with its papers on one line, "Memory: [1], [2]" or "**Memory:** Owls; Gulls"; None for other lines.

    `alone`: a topic in bold may have a single paper in quotes.
    """
    if (bracketed := _QUOTED_IN_BRACKETS.fullmatch(line.text)) and _QUOTED_TITLE.match(bracketed["rest"]):
        titles = titles_between_names(bracketed["rest"])
        return (bare_name(bracketed["name"]), titles) if len(titles) > (0 if alone else 1) else None
    lead = _LEAD.match(line.source)
    name, rest = (plain_text(lead["name"]), lead["rest"]) if lead else ("", "")
    if not lead:
        name, colon, rest = (part.strip() for part in line.text.partition(": "))
        if not colon or not rest:
            return None
    rest = _COUNT_BEFORE.sub("", rest) or rest
    if _IN_BRACKETS.fullmatch(rest):
        return None  # a title and its year
    papers = split_papers(rest)
    if len(papers) == 1 and len(quoted := titles_between_names(rest)) > 1:
        papers = quoted
    if lead and len(papers) == 1 and len(names := _names_joined(rest)) > 1 and all(map(_is_short_name, names)):
        papers = names
    names = rest.rstrip(".").split(", ") if len(name.split()) <= _LONGEST_BEFORE_NAMES else []
    coined = 2 * sum(1 for one in names if _COINED.search(one)) >= len(names) or not any(" " in one for one in names)
    if len(papers) == 1 and len(names) > 1 and coined and all(map(_is_short_name, names)):
        papers = names
    is_single = alone and lead and _QUOTED_TITLE.fullmatch(rest.rstrip(" .。"))
    if len(papers) > 1 or is_single or (_NUMBERS.fullmatch(rest) and papers):
        return bare_name(name), papers
    return None


def titles_between_names(words: str) -> list[str]:
    """Return the titles in quotes of a list that has a short name before each, or little else; [] of other texts.

    >>> titles_between_names('DPR ("Dense owls at night"), and Col ("Gulls at sea")')
    ['"Dense owls at night"', '"Gulls at sea"']
    """
    titles = [match[0] for match in _QUOTED_TITLE.finditer(words)] if len(words) <= _LONGEST else []
    between = _QUOTED_TITLE.sub("|", words).split("|")
    return titles if all(len(part.split()) <= _MOST_BETWEEN for part in between) else []


def _names_joined(words: str) -> list[str]:
    """Return what commas and "and" set apart: MemGPT, Voyager and ReAct."""
    return [name for name in _JOINED.split(words.strip().rstrip(".")) if name]


def _is_short_name(words: str) -> bool:
    """Return whether words are a work's name, not a part of its title: ToT, ReAct, Tree of Thoughts."""
    few = words.split()
    return 0 < len(few) <= _MOST_OF_NAME and few[0] not in ("and", "or") and any(map(str.isupper, few[0]))


def split_papers(text: str) -> list[str]:
    """Return the papers that stand side by side in a cell or behind a label.

    >>> split_papers("Owls; Gulls"), split_papers("[1], [3-4]"), split_papers("Owls, gulls, and terns")
    (['Owls', 'Gulls'], ['1', '3', '4'], ['Owls, gulls, and terns'])
    >>> split_papers('"Owls", "Gulls, again" (2020)'), split_papers("• Owls<br>• Gulls")
    (['"Owls"', '"Gulls, again" (2020)'], ['Owls', 'Gulls'])
    """
    text = "\n".join(" ".join(line.split()) for line in text.strip().splitlines())
    if _NUMBERS.fullmatch(text):
        return [str(number) for match in _NUMBER.finditer(text) for number in _number_range(match)][:_MOST_NUMBERS]
    parts = [part for line in _BREAK.split(text) for part in (line.split(";") if ";" in line else _wrapped(line))]
    sign = next((sign for sign in (" • ", " · ") if sign in text), None)
    if len(parts) == 1 and sign:
        parts = text.split(sign)
    words = (_ENTRY_MARK.sub("", plain_text(part)).strip() for part in parts)
    return [word for word in words if word.strip("().-–— ").lower() not in NOTHING]


def numbered_papers(text: str) -> list[str]:
    """Return the numbers of a line that holds nothing else, "[1], [2]"; [] of other lines."""
    return split_papers(text) if _NUMBERS.fullmatch(text) else []


def _number_range(match: re.Match[str]) -> range:
    first = int(match["first"])
    last = int(match["last"] or first)
    return range(first, min(last, first + _MOST_NUMBERS) + 1)


def _wrapped(text: str) -> list[str]:
    """Return the titles in quotes, links or emphasis that make up the text, each with what is in brackets behind it."""
    titles, rest = titles_side_by_side(text)
    return titles if titles and not rest.strip(" .,;&") else [text]
