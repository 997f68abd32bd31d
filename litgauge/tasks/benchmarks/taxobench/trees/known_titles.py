"""Known papers in the lines of an answer: which titles a line names, and what stands beside them."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from litgauge.tasks.benchmarks.taxobench.match_papers import titles_meant
from litgauge.tasks.text import compact_title

_WORD = re.compile(r"[^\W_]+")
_SET_OFF = re.compile(r"[^\w\s]\s*$|^\s*$|\t\s*$"), re.compile(r"^\s*(?:[^\w\s'’-]|-+[>\s]|$)")
"""What stands before and behind a short title that is no part of a sentence."""
_MASK = re.compile(r"Title(?P<at>\d+)x")
_SHORTEST_PART = 3  # letters
_LONG = 4  # words of a title that is one wherever it stands
_LONGEST_LINE = 600  # characters of a line that may be a title as a whole


@functools.lru_cache(maxsize=20_000)
def _spelling(word: str) -> str:
    return compact_title(word)


@dataclass(frozen=True, slots=True)
class Mention:
    """A known title in a text."""

    start: int
    end: int
    title: str  # as it is known


class KnownTitles:
    """The titles that an answer may name; those that are `listed` by their numbers, too."""

    def __init__(self, titles: Iterable[str], listed: Sequence[str] | None = None) -> None:
        self.titles = tuple(dict.fromkeys(titles))
        self.listed = self.titles if listed is None else tuple(listed)
        self._by_compact = {compact_title(title) or title: title for title in reversed(self.titles)}
        self._meant: dict[str, str] = {}  # looked up before
        self._words: dict[str, Any] = {}
        for title in self.titles:
            words = [_spelling(word) for word in _WORD.findall(title)]
            node = self._words
            for word in words:
                node = node.setdefault(word, {})
            if words:
                node[""] = title, len(words)

    def mentions(self, text: str) -> list[Mention]:
        """Return the titles that stand in a text word by word, whatever signs are between the words.

        A title of less than four words must be set off from the words around it.

        >>> known = KnownTitles(["Silent Wings: How Owls Fly", "Ears"])
        >>> [one.title for one in known.mentions("*Silent wings – how owls fly*; Ears, and ears of barn owls")]
        ['Silent Wings: How Owls Fly', 'Ears']
        """
        words = list(_WORD.finditer(text.replace("×", "x")))
        found: list[Mention] = []
        at = 0
        while at < len(words):
            node: dict[str, Any] = self._words
            best: Any = None
            for ahead in range(at, len(words)):
                if not (node := node.get(_spelling(words[ahead][0]), {})):
                    break
                best = node.get("", best)
            if best and (best[1] >= _LONG or _is_set_off(text, words[at].start(), words[at + best[1] - 1].end())):
                found.append(Mention(words[at].start(), words[at + best[1] - 1].end(), best[0]))
                at += best[1]
            else:
                at += 1
        return found

    def meant(self, texts: Sequence[str]) -> dict[str, str]:
        """Return the title that each text means as a whole, however it is written; texts that mean none are left out.

        >>> KnownTitles(["Silent Wings: How Owls Fly"]).meant(["Silent Wings (Ames, 2020)", "Ears"])
        {'Silent Wings (Ames, 2020)': 'Silent Wings: How Owls Fly'}
        """
        texts = list(dict.fromkeys(text for text in texts if len(text) <= _LONGEST_LINE))
        new = [text for text in texts if text not in self._meant]
        found = titles_meant(self.titles, new)
        self._meant |= {text: self._by_compact[found[at]] if at in found else "" for at, text in enumerate(new)}
        return {text: title for text in texts if (title := self._meant[text])}

    def holds(self, text: str) -> bool:
        """Return whether a text is a part of a title that is no name of its own."""
        part = compact_title(text)
        return len(part) > _SHORTEST_PART and any(part in compact for compact in self._by_compact)

    def masked(self, text: str) -> str:
        """Return a text with a word without any signs in place of each title, which `unmasked` takes back.

        >>> known = KnownTitles(["Silent Wings: How Owls Fly"])
        >>> known.masked("- Silent wings: how owls fly!"), known.unmasked([known.masked("Silent wings: how owls fly")])
        ('- Title0x!', ['Silent Wings: How Owls Fly'])
        """
        places = {title: f"Title{at}x" for at, title in enumerate(self.titles)}
        pieces: list[str] = []
        end = 0
        for mention in self.mentions(text):
            pieces += text[end : mention.start], places[mention.title]
            end = mention.end
        return "".join((*pieces, text[end:]))

    def unmasked(self, value: Any) -> Any:
        """Return a value, as JSON has them, with the titles in place of the words that `masked` put there."""
        if isinstance(value, str):
            return _MASK.sub(lambda mask: self.titles[int(mask["at"])], value)
        if isinstance(value, list):
            return [self.unmasked(inner) for inner in value]
        if isinstance(value, dict):
            return {self.unmasked(key): self.unmasked(inner) for key, inner in value.items()}
        return value

    def found(self, texts: Sequence[str]) -> dict[str, str]:
        """Return the same where a title may also stand among other words: the first of a text counts."""
        named = {text: mentions[0].title for text in dict.fromkeys(texts) if (mentions := self.mentions(text))}
        return named | self.meant([text for text in texts if text not in named])


def _is_set_off(text: str, start: int, end: int) -> bool:
    before, behind = _SET_OFF
    return (
        before.search(text, max(0, start - 20), start) is not None and behind.search(text[end : end + 20]) is not None
    )
