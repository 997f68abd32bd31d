"""How the rules write: sentences that stand on pages, each with a link to its page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tasks.text.sentences import sentences
from tasks.text.words import stems

_FEWEST_WORDS, _MOST_CHARS = 7, 400
_READ_CHARS = 20_000  # of a page


@dataclass(frozen=True, slots=True)
class Written:
    """A sentence, and what it cites."""

    text: str
    title: str = ""
    url: str = ""  # "" for a sentence without citation


def telling_sentences(query: str, text: str, most: int) -> list[str]:
    """The sentences of a page that share most words with the query, in the order of the page."""
    wanted = stems(query)
    lines = text[:_READ_CHARS].splitlines()  # a heading is no beginning of a sentence
    found = [" ".join(line[start:end].split()) for line in lines for start, end in sentences(line)]
    whole = [one for one in dict.fromkeys(found) if _is_statement(one)]
    best = sorted(whole, key=lambda one: -len(wanted & stems(one)))[:most]
    return [one for one in whole if one in best]


def report(title: str, sections: Sequence[tuple[str, Sequence[Written]]]) -> str:
    """The report in Markdown; sections without a sentence are left out."""
    parts = [f"# {title}"]
    for heading, written in sections:
        if written:
            parts.append(f"## {heading}\n\n" + "\n\n".join(map(_sentence, written)))
    return "\n\n".join(parts) + "\n"


def _sentence(written: Written) -> str:
    if not written.url:
        return written.text
    label = written.title.replace("[", "(").replace("]", ")") or written.url
    return f"{written.text.rstrip('. ')} [{label}]({written.url.replace('(', '%28').replace(')', '%29')})."


def _is_statement(sentence: str) -> bool:
    return (
        len(sentence) <= _MOST_CHARS
        and len(sentence.split()) >= _FEWEST_WORDS
        and sentence[-1:] in ".!"
        and not set("[]()<>|{}") & set(sentence)
    )
