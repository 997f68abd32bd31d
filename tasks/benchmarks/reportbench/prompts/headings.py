"""Section titles of a survey as themes that its prompt can ask about."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tasks.benchmarks.reportbench.prompts.casing import Casing
from tasks.benchmarks.reportbench.prompts.titles import fold, title_in

_NUMBER = re.compile(
    r"^(?:(?:appendix|section|chapter|part)\s+)?(?:[\dIVX]+(?:\.\d+)*|[A-Z]|\(?[a-z0-9]{1,2}\))[.):]*\s+"
    r"|^(?:\d+\.)+(?=[A-Za-z])|^\d+(?:\.\d+)+(?=[A-Z])"
)
_ROUTINE = frozenset(
    fold("""
    a an and the of for in on to with introduction background preliminary preliminaries motivation scope contribution
    contributions organization organisation outline structure paper survey review article related work works conclusion
    conclusions concluding remarks discussion discussions summary abstract keywords method methods methodology
    methodologies result results overview general conflict interest interests acknowledgement acknowledgements
    acknowledgment acknowledgments reference references bibliography appendix appendices supplementary material
    materials author authors note notes notation notations nomenclature abbreviations acronyms glossary definition
    definitions terminology goals goal objective objectives aims aim research question questions search strategy
    selection criteria inclusion exclusion data extraction synthesis analysis limitation limitations threat threats
    validity future directions direction outlook perspectives perspective challenge challenges opportunities open
    problem problems issues final thoughts recommendations recommendation lessons learned learnt key findings finding
    other others miscellaneous introductory further reading history historical literature previous existing basic
    basics concepts concept comparison comparisons taxonomy classification system design implementation experiment
    experiments experimental setup evaluation evaluations approach approaches techniques technique models model
    technical details example examples case study studies state art executive contents table figure list proof proofs
    theorem lemma main text document this our your how what why who when where is are use using do we proposed
    application applications tools tool development trend trends current status and/or vs versus part section
    ahead activities activity desired auxiliary elementary facts estimates miscellanea rationale
    foundations fundamentals description descriptions procedure statement statements availability data code
    funding support scholar xplore springerlink google web knowledge acm ieee
    purpose intended audience checklist categories category advantages disadvantages pros cons sources
    quality assessment planning conducting reporting impact process execution primary secondary step steps phase
""")
)
_LEAD_IN = re.compile(
    r"(?i)^(?:an? |the )?(?:brief )?(?:overview|introduction|review|discussion|summary|background|descriptions?|"
    r"definitions?|examples?|notes|remarks?|basics|case study|survey)(?: of| to| on)(?: the)?\s+"
)
_EVALUATION = re.compile(
    r"(?i)\b(?:datasets?|data sets?|benchmarks?|evaluations?|metrics?|performance|experiments?|comparisons?)\b"
)
_OPEN = re.compile(
    r"(?i)\b(?:challenges?|open (?:problems?|issues?|questions?)|future|limitations?|outlook|perspectives?|"
    r"opportunit(?:y|ies)|directions?)\b"
)
_UNFIT = re.compile(
    r"(?i)[?!:;=<>\\$@#|]|\d{4}|https?|^acknowledg"
    r"|\b(?:you|your|we|our|us|I|my|let|how to|vs\.?|etc\.?|et al|this paper|heading here)\b"
    r"|\b(?:will|should|must|be|needed|ahead)\b"
    r"|^(?:other|some|why|what|how|when|who|do|does|is|are|can|choosing|getting|making|using)\b"
)
_DANGLING = re.compile(r"\b(?:and|of|on|in|for|to|with|by|from|the|an?)$", re.IGNORECASE)
MOST_WORDS = 7


@dataclass(frozen=True, slots=True)
class Themes:
    """What the section titles say that the survey is about."""

    subjects: tuple[str, ...]  # noun phrases as they stand inside a sentence, in the survey's order
    evaluation: bool  # a section is about data sets, benchmarks or measures
    open_problems: bool  # a section is about what is left to do


def themes(outline: str, title: str, casing: Casing) -> Themes:
    """The subjects among the section titles (one a line, as in the outline), without the routine ones.

    Titles that repeat the survey's own, hold no English, or are no plain noun phrase are left out.
    """
    lines = [_LEAD_IN.sub("", _NUMBER.sub("", line.strip())).strip(" .:") for line in outline.splitlines()]
    subjects: dict[tuple[str, ...], str] = {}
    for line in lines:
        words = fold(line)
        if _is_subject(line, words) and title_in(line, title) is None and words != fold(title):
            subjects.setdefault(words, casing.apply(line))
    return Themes(
        tuple(subjects.values()),
        any(_EVALUATION.search(line) for line in lines),
        any(_OPEN.search(line) for line in lines),
    )


def _is_subject(line: str, words: tuple[str, ...]) -> bool:
    plain = line.isascii() and len(line) <= 60 and not _UNFIT.search(line) and line.count("(") == line.count(")")
    if not plain or not words or len(words) > MOST_WORDS:
        return False
    telling = [word for word in words if word not in _ROUTINE and len(word) > 2]
    return bool(telling) and (len(words) > 1 or len(words[0]) > 4 or line.isupper()) and not _DANGLING.search(line)
