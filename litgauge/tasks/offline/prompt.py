"""Prompts made of a survey's own words: its title in other words, its headings, abbreviations and frequent phrases.

The sentences are the same for every survey, and nothing is understood: a heading that names no subject can slip in, and
a motto in a title can pass for the field. What is said holds the cut-off and, as far as `reveals` can tell, keeps the
title out.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from litgauge.tasks.offline.english import stem_set, word_set
from litgauge.tasks.offline.wording import (
    HEADS,
    ROUTINE,
    completed,
    own_names,
    phrases,
    spelling,
    subjects_in,
    whole_in,
)
from litgauge.tasks.text.words import STOP_WORDS, stems

Level = Literal["sentence", "paragraph", "detail"]

_SENTENCES = (
    "Give an overview of the research on {topic}, drawing only on work published before {cutoff}.",
    "What is the state of research on {topic}, going by the literature published before {cutoff} alone?",
    "Which lines of work have shaped the research on {topic}, judged by papers published before {cutoff} only?",
)
_OPENINGS = ("I would like to understand the research on {topic}.", "Please survey the research on {topic}.")
_OPENERS = re.compile(
    r"^(?:(?:.*\b(?:project|technical|final|research) report\b"
    r"|towards?|exploring|investigating|understanding|advancing|rethinking|revisiting|leveraging|using|employing"
    r"|how (?:can|far are we from)|the|an?|and|of|on|in|for|to|(?:an? |the )?(?:[\w-]+ )?"
    r"(?:advances|progress|developments|trends|analysis|evaluation|comparison|benchmark|roadmap|state of the art|role"
    r"|use|art|art and science|look|introduction|guide"
    r"|overview|insights?|power|ideas|ways|understanding|practices|review|survey|study|dive|resurgence|potential)\s+(?:in|into|on|of|for|at"
    r"|to))\s+)+",
    re.IGNORECASE,
)
_DANGLING = re.compile(
    r"(?:\s+(?:and|of|on|in|for|to|at|via|based on|with|by|from|an?|the|its|their))+$", re.IGNORECASE
)
_LINKS = {"using": "that builds on", "via": "by means of", "by": "by means of",
          "through": "by means of", "from": "on the basis of", "with": "together with",
          "on": "with regard to", "to": "with regard to"}  # fmt: skip
_ITS_USES = re.compile(
    r"\s*(?:,|and|&)\s+(?:its|their)\s+(?:\w+\s+)?(?:applications?|uses?|challenges|methods)\b", re.IGNORECASE
)
_FINITE = re.compile(
    r"(?<!to )\b(?:is|are|was|does|do|can|could|should|must|improves?|enables?|benefits?|needs?|helps?|makes?|gives?"
    r"|meets?|beats?)\b",
    re.IGNORECASE,
)
"""Words that make a sentence of a title."""
_UNFINISHED = re.compile(
    r"-(?:based|driven|aware|oriented|level|free|specific|inspired|centric|efficient|guided|enabled|assisted) "
    r"(?:for|in|of|on|to|with|from|by)\b"
)
"""A quality without what has it."""
_NO_TITLE = re.compile(
    r"^(?:the )?(?:sub)?title(?: here)?$|\.[a-z]{3}\b|\b(?:your|template)\b|^(?:that|which|who)\b|^\d[\d,]{2,} ",
    re.IGNORECASE,
)
"""What a template left, or half a clause: no field."""
_PURPOSE = re.compile(r"^(?P<field>.{12,}?) (?:using|via|through|by means of|based on|in the (?:age|era|times?) of) ")
_NO_HEAD = re.compile(r" and the | (?:made|built|drawn|given|found|known|based)$")
"""Stands before an "of" that belongs to more than the last word, or to no noun."""
_NUMBERED_PART = re.compile(r" (?-i:I{1,3}|IV|V)$")
_NEW_ERA = re.compile(r" as an? (?:new )?(?:era|paradigm|frontier|revolution)\b", re.IGNORECASE)
_PLACE_OF_USE = re.compile(
    r"^(?:the |an? )?(?:practice|context|wild|field|literature|general|detail|depth)$", re.IGNORECASE
)
_NUMBER = re.compile(
    r"^(?:(?:appendix|section|chapter|part)\s+)?(?:(?:[\dIVX]+(?:\.\d+)*|[A-Z])[.):]*\s+|\d+(?:\.\d+)+\.?\s*|\d+\.\s*)",
    re.IGNORECASE,
)
_UNFIT = re.compile(
    r"[?!:;=<>\\$@#|]|\d{4}|xxx|^(?:list|table|notes) (?:of|on)\b"
    r"|\b(?:let|suppose|assume|denote|proof|heading|subsection|subsubsection|placeholder|lorem|ipsum|untitled|preamble|WG"
    r"|glossary|checklist|thesis|dissertation|paper|article|survey|review|chapter)\b"
    r"|(?<![\w-])\w*\dx[\dN]|\b\w(?:\s+\w)+\b|[_^*={}]|\b(?:you|your|we|our|us|my|how|what|why|when|who|vs|et al|this"
    r"|will|should|must|be|other|some)\b",
    re.IGNORECASE,
)
_EVALUATION = re.compile(r"\b(?:data ?sets?|benchmarks?|evaluations?|metrics?|measures?|experiments?)\b", re.IGNORECASE)
_DEFINED = re.compile(r"(?<![\w-])((?:[A-Za-z][\w-]*\s+){1,8})\(\s*([A-Z][A-Za-z]{0,2}[A-Z]{1,5})s?\s*\)")
_SYSTEM = re.compile(r"(?<![\w@/.\\-])[A-Z][a-z]+[A-Z][A-Za-z0-9]+(?![\w@/-])(?!\s+et al)")
_NO_SYSTEMS = word_set("LaTeX BibTeX GitHub GitLab YouTube LinkedIn ResearchGate ScienceDirect JavaScript PowerPoint")
_INSTITUTION = stem_set("""university institute association society foundation department laboratory center council
    ministry agency committee consortium academy organization union commission office corporation program telescope""")
_ORGANISED = re.compile(
    r"\s*\b(?:(?:community )?white paper|working[- ]group|(?-i:[A-Z][A-Z0-9]+) collaboration$|(?:a )?report$).*$",
    re.IGNORECASE,
)
_NAMED_WORD = re.compile(r"[^\W\d_]{4}|\b[A-Z]{2,}")
_INFINITIVES = word_set("""enable improve support predict detect solve make build learn generate achieve reduce increase
    help understand explain control design create find protect prevent evaluate measure""")
_ACTIVITY = re.compile(r".*(?:ation|ition|sion|ction|ment|sis|ance|ence|ysis|ery)s?$")
_ADDRESS = re.compile(r"https?://\S+|www\.\S+")
_MOST_WORDS = 7  # of a heading or a phrase; a topic may have twice as many


@dataclass(frozen=True, slots=True)
class Material:
    """Facts about the survey; "" stands for what there is not."""

    subjects: tuple[str, ...]  # the parts of its title, without the words that only say "survey"
    abstract: str
    outline: str  # section titles, one a line
    text: str
    venues: tuple[str, ...]
    cutoff: str  # "April 2025"
    careful: bool  # an attempt was refused: abbreviations, names and venues stay out
    reveals: Callable[[str], bool]  # whether a phrase gives the title away


def write_prompt(level: Level, material: Material) -> str:
    """Return the prompt, the same for the same material; "" where it holds no English that names a subject."""
    written = _latin(_ADDRESS.sub(" ", f"{material.abstract}\n{material.text}"))
    spelled, own = spelling(written), own_names(material.subjects, written)
    names = _naming(own)
    wording = subjects_in(_latin(material.abstract), " ".join(material.subjects), spelled) + phrases(written, spelled)
    whole = whole_in(written)
    wording = [phrase for phrase in wording if phrase.isascii() and "_" not in phrase and whole(phrase)]
    returning = [phrase for phrase in wording if not material.reveals(phrase) and not names(phrase)]
    if material.careful:
        returning = [phrase for phrase in returning if not re.search(r"[a-z][A-Z]|[A-Z]{2}", phrase)]
    topic = next(_topics(material, written, spelled, returning, own), "")
    if not topic:
        return ""
    pick = int.from_bytes(hashlib.sha256("".join(material.subjects).encode()).digest()[:4], "big")
    if level == "sentence":
        return _SENTENCES[pick % len(_SENTENCES)].format(topic=topic, cutoff=material.cutoff)
    terms = [] if material.careful else [term for term in _terms(written) if not material.reveals(term)]
    terms = [term for term in terms if not names(term)]
    headings = [title for title in _headings(material, spelled) if not names(title)]
    if level == "paragraph":
        opening = _OPENINGS[pick % len(_OPENINGS)].format(topic=topic)
        return _paragraph(opening, _fresh([*headings, *returning], topic, 4), terms, material.cutoff)
    systems = [] if material.careful else [name for name in _systems(written) if not names(name)]
    return _detail(topic, _fresh([*headings, *returning], topic, 10), terms, systems, material)


def _naming(own: Sequence[str]) -> Callable[[str], bool]:
    """True if a phrase holds a name that the authors gave their own system."""
    names = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in own) or r"(?!)", re.IGNORECASE)
    return lambda phrase: names.search(phrase) is not None


def _paragraph(opening: str, subjects: Sequence[str], terms: Sequence[str], cutoff: str) -> str:
    about = f"what is known about {_listed(subjects)}" if subjects else "the main approaches"
    attention = (
        f"Pay attention to methods and notions such as {_listed(terms[:3])}."
        if terms
        else "Say on which assumptions the approaches rest and how well they have been tested."
    )
    return (
        f"{opening} Summarise {about}, and explain how the approaches differ. {attention} "
        f"Rely only on literature published before {cutoff}."
    )


def _detail(
    topic: str, subjects: Sequence[str], terms: Sequence[str], systems: Sequence[str], material: Material
) -> str:
    methods = "Methods: describe the main approaches, the ideas behind them, and where each works best"
    names = [name for name in systems if not material.reveals(name)]
    venues = () if material.careful else material.venues
    others = "them to each other" if subjects[1:] else "it to the rest"
    points = [
        f"Themes: cover {_listed(subjects[:5])}, and relate {others}." if subjects else "",
        f"Further aspects: also take up {_listed(subjects[5:])}." if subjects[5:] else "",
        f"{methods}; this includes {_listed(terms[:4])}." if terms else f"{methods}.",
        f"Systems and resources: describe the part that {_listed(names)} played." if names else "",
        "Evidence: compare the data sets, benchmarks and measures in use, and what the results show."
        if _EVALUATION.search(material.outline)
        else "Evidence: say how the approaches have been tested, and what the results show.",
        "Open questions: name the limitations of today's work and the directions that follow from them.",
    ]
    constraints = [
        f"Use only works published before {material.cutoff}.",
        "Draw mainly on literature written in English.",
        f"Where possible, prefer work from venues such as {_listed(venues[:5])}." if len(venues) > 1 else "",
    ]
    return "\n".join(
        [
            f"I need a detailed and well-organised survey of the research on {topic}. "
            "Please cover the following points:",
            *(f"{number}. {point}" for number, point in enumerate(filter(None, points), start=1)),
            "Constraints:",
            *(f"- {line}" for line in filter(None, constraints)),
        ]
    )


def _topics(
    material: Material, written: str, spelled: Callable[[str], str], returning: Sequence[str], own: Sequence[str]
) -> Iterator[str]:
    """Names for the field that do not give the title away: its parts, as they are or re-joined; then phrases."""
    spoken = stems(material.abstract or material.text[:3_000])
    parts: dict[
        str, float
    ] = {}  # with how much of them the abstract speaks of; the field stands first, unless a motto does
    for place, part in enumerate(material.subjects):
        subject, organised = _subject(part)
        if len(named := [each.strip() for each in _FINITE.split(re.sub(r" from\b", "", subject))]) == 2 and all(named):
            subject = f"{named[1]} and {named[0]}"  # "A benefits from B"
        subject = completed(subject, written)
        if subject in own or _NO_TITLE.search(part) or _FINITE.search(subject) or _UNFINISHED.search(f"{subject} of"):
            continue
        if (telling := stems(subject) - ROUTINE) and (len(subject) > 3 or subject.isupper()):
            share = (len(telling & spoken) + 0.5) / (len(telling) + 1) * min(len(telling), 4)
            joined = re.sub(r"^from (.+) to (.+)$", r"\1 and \2", spelled(subject))
            parts[joined] = share * (1.0 if place else 1.5) * (0.3 if organised else 1.0)
    ranked = sorted(parts, key=lambda part: -parts[part])
    abstract = f" {material.abstract.casefold()} "
    spoken_first = sorted(returning, key=lambda phrase: phrase.casefold() not in abstract)
    for name in [wording for part in ranked for wording in (part, *_rewordings(part))] + spoken_first:
        # "on" belongs to some titles, and stands before the topic in most of the prompts
        if len(name.split()) <= 2 * _MOST_WORDS and not material.reveals(f"the research on {name}"):
            yield name


def _belonging(head: str, owner: str) -> str:
    """Return "their classification" for a head that names what its owner has; a head with an article stays."""
    if len(head.split()) > 2 or head.split()[0] in ("the", "a", "an"):
        return head
    named = re.split(r" (?:for|in|of|on|to|with|from|used|by|at)\b", owner)[0]
    return f"{'their' if named.endswith('s') or ' and ' in named else 'its'} {head}"


def _subject(part: str) -> tuple[str, bool]:
    """Return what a part of a title names, with its article, and whether it is a working group's."""
    latin = re.sub(r"\([^()]*\)", " ", re.sub(r"[^\x00-\u024f\u0370-\u03ff\u2010-\u2027]+", " ", part))
    latin = _NUMBERED_PART.sub("", _NEW_ERA.sub("", " ".join(latin.replace("&", " and ").split())).strip(" ,.;:-!?"))
    whole = _ITS_USES.sub("", latin) + " "
    bare = _OPENERS.sub("", whole)
    article = re.search(r"\b(an?|the) $", whole[: len(whole) - len(bare)], re.IGNORECASE)
    bare = _DANGLING.sub("", bare.strip())
    subject = _DANGLING.sub("", _ORGANISED.sub("", bare).strip(" ,-"))
    named = article and not _FINITE.search(subject) and " " in subject
    return (f"{article[1].lower()} {subject}" if article and named else subject), subject != bare


def _rewordings(topic: str) -> Iterator[str]:
    """Yield the parts of a topic joined by other words: by the links in it, else the last word before the others."""
    topic_words = topic.split()
    inner = [(place, word) for place, word in enumerate(topic_words) if 0 < place < len(topic_words) - 1]
    for place, word in sorted(inner, key=lambda link: link[1] == "of"):
        head, tail = " ".join(topic_words[:place]), " ".join(topic_words[place + 1 :])
        if word == "to" and topic_words[place + 1].casefold() in _INFINITIVES:
            yield head
        if (word == "from" and " to " in tail) or (word == "of" and _NO_HEAD.search(head)):
            continue
        if _PLACE_OF_USE.match(tail) or (head.endswith("ing") and " " not in head):
            continue
        if word in _LINKS and not topic_words[place - 1].endswith("ed") and topic_words[place + 1] not in _INFINITIVES:
            acts = word == "with" and topic_words[0].endswith("ing")
            yield f"{head} {'by means of' if acts else _LINKS[word]} {tail}"
        elif word == "in" or (word == "for" and not head.endswith("ed") and " using " not in tail):
            yield f"{tail}, in particular {head}"
        elif word == "of" and place == 2 and topic_words[0] == "the" and len(topic_words) == 4:
            yield f"the {tail} {topic_words[1].casefold()}"
        elif word == "of":
            yield f"{tail}, in particular {_belonging(head, tail)}"
    parts = re.split(r",? and |, ", topic)
    if "," in topic:
        yield _listed([*parts[1:], parts[0]])
    else:
        yield topic.replace(" and ", " as well as ", 1)
    if shorter := _PURPOSE.match(topic):
        yield shorter["field"]
    plain = len(topic_words) > 2 and not any(word in STOP_WORDS for word in topic_words)
    if len(topic_words) > 2 and topic_words[0].endswith("ing") and topic_words[1] not in STOP_WORDS:
        yield f"the {topic_words[0]} of {' '.join(topic_words[1:])}"
    elif plain and _ACTIVITY.match(topic_words[-1]):
        yield f"the {topic_words[-1]} of {' '.join(topic_words[:-1])}"
    for place, word in inner:
        if word in ("in", "for") and place > 1:  # the field alone, or what is looked at in it
            yield from (" ".join(topic_words[place + 1 :]), " ".join(topic_words[:place]))


def _headings(material: Material, spelled: Callable[[str], str]) -> list[str]:
    """Section titles that name a subject of which title or abstract speaks; without an abstract, a subject at all."""
    titled = stems(" ".join(material.subjects))
    spoken = stems(material.abstract) | titled
    headings = []
    for line in material.outline.splitlines():
        title = _told(_OPENERS.sub("", _NUMBER.sub("", line.strip())).strip(" .:"))
        telling = {stem for stem in stems(title) - ROUTINE if len(stem) > 2}
        if not telling - HEADS and not telling & titled:
            continue  # "Algorithm Details"
        plain = title.isascii() and title.count("(") == title.count(")") and not _UNFIT.search(title)
        fits = 1 <= len(title.split()) <= _MOST_WORDS and not _DANGLING.search(title) and not material.reveals(title)
        if " " not in title and title.istitle() and not telling & titled:
            continue  # "Joining", "Community": a subject only where the title names it
        covered = 2 * len(telling & spoken) >= len(telling) or not material.abstract
        if plain and fits and telling and covered and _NAMED_WORD.search(title):
            headings.append(spelled(title))
    return headings


def _told(heading: str) -> str:
    """Return what a heading names beside what every paper has: "Conclusion - Hive Sounds", "Scope and Hive Sounds"."""
    parts = re.split(r"( - |, and | and |, | & )", heading)
    plain = [not stems(part) - ROUTINE - HEADS for part in parts[::2]]
    if not any(plain):
        return heading
    return next((part for part, routine in zip(parts[::2], plain, strict=True) if not routine), "")


def _terms(text: str) -> list[str]:
    """Return the terms that the text defines an abbreviation for and uses again, checked by their initials."""
    terms: dict[str, str] = {}
    for match in _DEFINED.finditer(text):
        letters, tokens = match[2].casefold(), re.findall(r"[A-Za-z]\w*|[\s-]+", match[1].rstrip())
        tail = tokens[-(2 * len(letters) - 1) :]
        if "".join(word[0] for word in tail[::2]).casefold() == letters and not stems("".join(tail)) & _INSTITUTION:
            terms.setdefault(match[2], f"{''.join(tail)} ({match[2]})")
    word_counts = Counter(re.findall(r"\w+", text)) if terms else Counter[str]()
    uses = {short: word_counts[short] + word_counts[f"{short}s"] for short in terms}
    return sorted(
        (terms[short] for short in terms if uses[short] > 1), key=lambda term: -uses[term.split("(")[-1][:-1]]
    )


def _systems(text: str) -> list[str]:
    """Names with capitals inside ("TextGCN") that the text uses three times or more, most used first, at most five."""
    counts = Counter(match[0] for match in _SYSTEM.finditer(text))
    return [name for name, count in counts.most_common(20) if count > 2 and name not in _NO_SYSTEMS][:5]


def _fresh(phrases: Sequence[str], topic: str, most: int) -> list[str]:
    """Return the first phrases that repeat neither the topic nor one another."""
    fresh: list[str] = []
    for phrase in phrases:
        if len(fresh) == most:
            break
        own = stems(phrase)
        if not own <= stems(topic) and not any(own <= stems(other) or stems(other) <= own for other in fresh):
            fresh.append(phrase)
    return fresh


def _listed(items: Sequence[str]) -> str:
    if len(items) < 2:
        return "".join(items)
    joint = "; " if any("," in item for item in items) else ", "
    return f"{joint.join(items[:-1])}{joint if len(items) > 2 else ' '}and {items[-1]}"


def _latin(text: str) -> str:
    """Return the lines in Latin script."""
    return "\n".join(line for line in text.split("\n") if sum(map(str.isascii, line)) >= 0.8 * len(line))
