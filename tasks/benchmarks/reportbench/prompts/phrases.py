"""The words that a survey's text uses for its own subject: key phrases, defined abbreviations, names of systems."""

from __future__ import annotations

import re
from collections import Counter

from tasks.benchmarks.reportbench.prompts.casing import Casing
from tasks.benchmarks.reportbench.prompts.titles import fold
from tasks.benchmarks.reportbench.prompts.vocabulary import (
    NO_SYSTEMS,
    NOUNS_IN_ING,
    STRONG_ENDINGS,
    generic_words,
    stop_words,
    word_set,
)

_WEAK_END = re.compile(r".*(?:ly|ed|ous|ive|ful|less|able|ible|ical|ary|al|ic)$")
_SENTENCE = re.compile(r"(?<=[.!?;:])\s+|\n+|[,()\[\]\u2014\u201c\u201d\"]|\s[-\u2013]+\s|/")
_TOKEN = re.compile(r"[^\W_]+(?:['\u2019.+*-][^\W_]+)*[+*]?")
_DEFINED = re.compile(r"\(\s*(?P<short>[A-Za-z][A-Za-z0-9-]{1,9}?)s?\s*\)")
_NAMED = re.compile(
    r"(?<![\w@/.\\-])(?:[A-Z][a-z]+(?:[A-Z][a-z0-9]*)+[A-Z0-9]*|[A-Z]{2,}[a-z]*\d*-?[A-Z][a-z]+\w*|"
    r"[A-Z]{2,6}-[A-Z][\w]+|[a-z]{1,2}[A-Z][A-Za-z]{2,})(?![\w@/-])"
)
MOST_WORDS, MOST_CHARACTERS, RANKED = 4, 60, 60
_AFTER_WHICH_A_VERB = word_set("to can could may might will would should must cannot we they not who which that")
_URL = re.compile(r"(?:https?://|www\.)\S+|\S+@\S+")


def key_phrases(abstract: str, text: str, casing: Casing) -> tuple[str, ...]:
    """Noun phrases of two to four words, the most telling first.

    Candidates stand in the abstract (or, without one, in the text) between stop words, verbs and punctuation;
    they rank by how often abstract and text use them, phrases of the abstract's lists before others.
    """
    own = len(abstract.split()) >= 40
    source = abstract if own else f"{abstract}\n{text}"
    counts: Counter[tuple[str, ...]] = Counter()
    spelled: dict[tuple[str, ...], str] = {}
    for phrase in _candidates(source):
        folded = fold(phrase)
        counts[folded] += 1
        spelled.setdefault(folded, phrase)
    body = f" {' '.join(fold(text))} " if own else ""
    ranked = sorted(counts, key=lambda words: -_weight(words, counts[words], body))
    return _distinct([casing.apply(spelled[words]) for words in ranked[:RANKED]])


def defined_terms(text: str, *, least: int = 2) -> tuple[str, ...]:
    """What the text defines an abbreviation for and then uses: "support vector machine (SVM)", most used first.

    The letters of the abbreviation are the initials of the words before it (Schwartz and Hearst, 2003, in its
    strict form), so that the long form is sure.
    """
    found: dict[str, str] = {}
    for match in _DEFINED.finditer(text):
        short = match["short"]
        long_form = _long_form(short, text[max(0, match.start() - 120) : match.start()])
        known = short.casefold() in found or short.casefold() in NO_SYSTEMS
        if long_form and not known and sum(letter.isupper() for letter in short) >= 2:
            found[short.casefold()] = f"{long_form} ({short})"
    uses = Counter(word.casefold() for word in _TOKEN.findall(text))
    kept = [term for short, term in found.items() if uses[short] >= least]
    return tuple(sorted(kept, key=lambda term: -uses[term.rsplit("(", 1)[1][:-1].casefold()]))


def named_systems(text: str, *, least: int = 3) -> tuple[str, ...]:
    """Names with capitals inside ("TextGCN", "VoxelNet") that the text uses often, most used first."""
    counts = Counter(match[0] for match in _NAMED.finditer(text))
    names = [
        name
        for name, count in counts.most_common()
        if count >= least and not set(fold(name)) & NO_SYSTEMS and not re.fullmatch(r"[A-Z]+s", name)
    ]
    return tuple(name for name in names if not re.search(rf"\b{re.escape(name)}\s+(?:et al|and [A-Z]\w+ \()", text))


def _candidates(text: str) -> list[str]:
    stop, phrases = stop_words(), []
    for stretch in _SENTENCE.split(_URL.sub(" . ", text)):
        run: list[str] = []
        before = ""
        for token in [*_TOKEN.findall(stretch), "the"]:
            low = token.casefold()
            verb = before in _AFTER_WHICH_A_VERB and not low.endswith(("tion", "ment", "ity"))
            gerund = not run and low.endswith("ing") and low not in NOUNS_IN_ING
            if low in stop or verb or gerund or _is_adverb(low) or not token[0].isalpha() or not token.isascii():
                phrases += [" ".join(run)] if _is_phrase(run) else []
                run = []
            else:
                run.append(token)
            before = low
    return phrases


def _is_adverb(word: str) -> bool:
    return word.endswith("ly") and word not in STRONG_ENDINGS


def _is_phrase(run: list[str]) -> bool:
    if not 2 <= len(run) <= MOST_WORDS or len(" ".join(run)) > MOST_CHARACTERS:
        return False
    if any(len(word) < 3 and not word.isupper() for word in run):
        return False
    last = run[-1].casefold()
    weak = bool(_WEAK_END.match(last)) and last not in STRONG_ENDINGS
    generic = generic_words()
    return not weak and not any({word.casefold(), *fold(word)} & generic for word in run)


def _weight(words: tuple[str, ...], in_source: int, body: str) -> float:
    return (1 + in_source + min(body.count(f" {' '.join(words)} "), 40)) * (1 + 0.2 * min(len(words), 3))


def _distinct(phrases: list[str]) -> tuple[str, ...]:
    """Each phrase once; one that mostly repeats an earlier one is left out."""
    kept: list[str] = []
    for phrase in phrases:
        words = set(fold(phrase))
        if all(len(words & set(fold(other))) < min(len(words), len(set(fold(other)))) for other in kept):
            kept.append(phrase)
    return tuple(kept)


def _long_form(short: str, before: str) -> str | None:
    letters = [letter for letter in short.casefold() if letter.isalnum()]
    words = re.findall(r"[^\s(),;:]+", re.split(r"[.;:()]\s|\n", before)[-1])
    parts = [(index, part) for index, word in enumerate(words) for part in re.split(r"[-/]", word) if part]
    for skipped in (0, 1, 2):  # small words carry no letter: "bag of words (BW)"
        tail = parts[-(len(letters) + skipped) :]
        bearing = [part for _, part in tail if not skipped or part.casefold() not in stop_words()]
        if len(bearing) == len(letters) and all(p[:1].casefold() == c for p, c in zip(bearing, letters, strict=True)):
            long_form = " ".join(words[tail[0][0] :])
            return long_form if len(fold(long_form)) >= 2 else None
    return None
