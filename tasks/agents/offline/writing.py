"""Reports of the offline agents: sentences of pages, each with a link to its page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tasks.text.sentences import sentences
from tasks.text.words import stems

_FEWEST_WORDS, _MOST_CHARS = 7, 400
_READ_CHARS = 20_000  # of a page


@dataclass(frozen=True, slots=True)
class CitedSentence:
    """A sentence, and what it cites."""

    text: str
    title: str = ""
    url: str = ""  # "" for a sentence without citation


def relevant_sentences(query: str, text: str, most: int) -> list[str]:
    """The sentences of a page that share most words with the query, in the order of the page."""
    wanted = stems(query)
    lines = text[:_READ_CHARS].splitlines()  # a heading is no beginning of a sentence
    candidates = [" ".join(line[start:end].split()) for line in lines for start, end in sentences(line)]
    statements = [text for text in dict.fromkeys(candidates) if _is_statement(text)]
    best = sorted(statements, key=lambda text: -len(wanted & stems(text)))[:most]
    return [text for text in statements if text in best]


def report(title: str, sections: Sequence[tuple[str, Sequence[CitedSentence]]]) -> str:
    """The report in Markdown; sections without a sentence are left out."""
    parts = [f"# {title}"]
    for heading, sentences_cited in sections:
        if sentences_cited:
            parts.append(f"## {heading}\n\n" + "\n\n".join(map(_sentence, sentences_cited)))
    return "\n\n".join(parts) + "\n"


def _sentence(cited: CitedSentence) -> str:
    if not cited.url:
        return cited.text
    label = cited.title.replace("[", "(").replace("]", ")") or cited.url
    return f"{cited.text.rstrip('. ')} [{label}]({cited.url.replace('(', '%28').replace(')', '%29')})."


def _is_statement(sentence: str) -> bool:
    return (
        len(sentence) <= _MOST_CHARS
        and len(sentence.split()) >= _FEWEST_WORDS
        and sentence[-1:] in ".!"
        and not set("[]()<>|{}") & set(sentence)
    )
