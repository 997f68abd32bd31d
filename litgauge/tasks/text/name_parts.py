"""One name of a BibTeX list in its parts, as BibTeX parts it.

bibtexparser does the same; importing it takes half of what reading a short paper does (`tests/text/test_names.py`
holds both to be equal).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_TOKEN = re.compile(r"\\(?:[^\s~]|(?=[\s~])|\Z)|[{}]|[ ~\r\n\t]+|,|[^\\{}~, \r\n\t]+", re.DOTALL)
_BLANK = frozenset(" ~\r\n\t")
_LOWER, _UPPER, _NEITHER = 0, 1, -1


@dataclass(slots=True)
class NameParts:
    """The words of a name: given names, particles, family names, and Jr."""

    first: list[str] = field(default_factory=list)
    von: list[str] = field(default_factory=list)
    last: list[str] = field(default_factory=list)
    jr: list[str] = field(default_factory=list)


def name_parts(name: str) -> NameParts:
    """Return the parts of "First von Last", "von Last, First" or "von Last, Jr, First"; braces hold a word together.

    Blanks after a third comma part words of the given names; braces that nothing opens or closes are put in.
    """
    sections, cases = _words(name)
    if not sections[-1]:
        sections.pop()
        cases.pop()
    if not any(sections):
        return NameParts()
    if len(sections) == 1:
        return _in_order(sections[0], cases[0])
    parts = NameParts(first=sections[-1], jr=sections[1] if len(sections) == 3 else [])
    family, case = sections[0], cases[0]
    if len(family) < 2 or _LOWER not in case[:-1]:
        parts.last = family
    else:
        end = len(case) - 1 - case[:-1][::-1].index(_LOWER)
        parts.von, parts.last = family[:end], family[end:]
    return parts


def _in_order(words: list[str], case: list[int]) -> NameParts:
    if len(words) < 3 or _LOWER not in case:
        return NameParts(first=words[:-1], last=words[-1:])
    start = case.index(_LOWER)
    end = len(case) - case[::-1].index(_LOWER)
    end = min(end, len(words) - 1)
    return NameParts(words[:start], words[start:end], words[max(start, end) :])


def _words(name: str) -> tuple[list[list[str]], list[list[int]]]:
    """The words between commas, and the case of each: that of its first letter outside braces or in an accent."""
    sections: list[list[str]] = [[]]
    cases: list[list[int]] = [[]]
    word, case, level = "", _NEITHER, 0
    opened = command = special = False

    def finish() -> None:
        nonlocal word, case
        if word:
            sections[-1].append(word)
            cases[-1].append(case)
        word, case = "", _NEITHER

    for token in _TOKEN.findall(name):
        if token[0] == "\\" and len(token) == 2:
            letter = token[1]
            if opened:
                opened, command, special = False, letter.isalpha(), True
            elif case == _NEITHER and letter.isalpha():
                case = int(letter.isupper())
            word += token
        elif token == "{":
            level, word = level + 1, word + token
            opened, command, special = True, False, False
        elif token == "}":
            word = word + token if level else "{" + word + token
            level = max(0, level - 1)
            opened = command = special = False
        elif level:
            opened = False
            for character in token if command or (special and case == _NEITHER) else "":
                if command:
                    command = character.isalpha()
                elif case == _NEITHER and character.isalpha():
                    case = int(character.isupper())
            word += token
        elif token == "," or token[0] in _BLANK:
            finish()
            if token == "," and len(sections) < 3:
                sections.append([])
                cases.append([])
        else:
            if case == _NEITHER and (letter := next(filter(str.isalpha, token), "")):
                case = int(letter.isupper())
            word += token
    word += "}" * level
    finish()
    return sections, cases
