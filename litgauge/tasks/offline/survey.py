"""Offline rule for whether a paper is a survey, by phrases of its title and abstract.

Phrases in which "survey" and "review" mean something else (a sky survey, peer review, a survey of 500 developers) are
taken out of the title, and the genre is looked for in what is left. A lone "survey" must then not stand beside an
abstract that speaks of telescopes or respondents, unless that abstract says that earlier work is what it surveys.
Phrases that are not listed here are taken at their word.
"""

from __future__ import annotations

import re

_PEOPLE = (
    r"(?:developers|engineers|practitioners|students|teachers|users|respondents|participants|researchers|scientists"
    r"|professionals|companies|adults|clinicians|patients|households|citizens|employees|workers|experts|people)"
)
_NO_PREPOSITION = r"(?:(?!(?:for|of|to|in|by|from|with|on|and|as|at)\b)[\w-]+\s+)"
_EARLIER_WORK = (
    r"(?:literature|works?|methods?|approaches|stud(?:y|ies)|research|papers|advances|progress|techniques|algorithms"
    r"|models|results|solutions|developments|efforts|state[- ]of[- ]the[- ]art)"
)


def _any_of(*phrases: str) -> re.Pattern[str]:
    return re.compile("|".join(phrases), re.IGNORECASE)


_REVIEW_TOPIC = _any_of(
    r"\b(?:peer|code|design|security|app|product|customer|user|online|movie|film|hotel|book|fake|spam|opinion"
    r"|paper|conference|merge[- ]request|pull[- ]request|double[- ]blind|open|consumer|employee|patient|ethics)"
    r"[- ]+review(?:s|ing|ers?)?\b",
    r"\breviews?[- ](?:generation|summari[sz]ation|spam|ratings?|helpfulness|comments?|texts?|assignment|process|mining"
    r"|analysis|classification|data|dataset|platforms?)\b",
    r"\b(?:assign\w*|match\w*|select\w*)\s+(?:papers?\s+to\s+)?reviewers?\b",
    r"\breviews?\s+of\s+(?:the\s+|a\s+)?(?:book|monograph|textbook)s?\b",
    r"\b(?:automat\w+|generat\w+|writing|accelerat\w+|screening)\s+(?:of\s+|for\s+|in\s+)?"
    r"(?:systematic|literature|scientific|scoping)\s+(?:literature\s+)?(?:reviews?|surveys?)\b",
)
_QUESTIONNAIRE = _any_of(
    r"\b(?:online|web|questionnaire|user|developers?|practitioners?|students?|household|population|health|panel|opinion"
    r"|employee|customer|national|community|probability|cross[- ]sectional)[- ]+surveys?\b"
    r"(?!\s+(?:of|on)\s+(?:the\s+)?(?:literature|recent|existing))",
    r"\bsurveys?[- ](?:data|design|weights?|weighting|sampling|samples?|experiments?|respons\w+|respond\w+|questions?"
    r"|questionnaires?|instruments?|methodology|participants?|estimates?|results)\b",
    rf"\bsurveys?\s+(?:of|among|with|from)\s+(?:over\s+|about\s+|more\s+than\s+)?(?:\d[\d,.]*\+?\s+)?"
    rf"{_NO_PREPOSITION}{{0,3}}?{_PEOPLE}\b(?!['’])(?!\s+\w*(?:models?|methods?|systems?)\b)",
)
_OBSERVATION = _any_of(
    r"\b(?:data release|early release|DR\d+|first results from|survey (?:telescope|catalog\w*|strateg\w+))\b",
    r"\b(?:sky|(?:redshift|galaxy|galactic plane|quasar|stellar|supernova|lensing|spectroscopic|photometric|exoplanet"
    r"|extragalactic|pulsar)(?: \w+)?)\s+surveys?\b",
    r"\b(?:geological|seismic|gravity|magnetic|aerial|soil|land|topographic|geodetic|wildlife|site)\s+survey(?:s|ing)?\b",
    r"\bsurveying\s+(?:instruments?|equipment)\b",
    r"\b(?:SDSS|DES|LSST|DESI|2MASS|ALMA|VLA|Spitzer|Herschel|Hubble|Gaia|Chandra|XMM\S*|HST|JWST|Planck|Euclid|Sloan"
    r"|Dark Energy)\b[^:.?–—]{0,40}?(?<!\ba )\bsurveys?\b",
)
_REVIEW = _any_of(r"\b(?:review|reviewing|meta-?analys[ei]s|literature|mapping study|bibliometric\w*|scoping)\b")
_SURVEY = _any_of(r"\bsurvey(?:ing)?\b")
_OVERVIEW = _any_of(r"\b(?:overviews?|state[- ]of[- ]the[- ]art|tutorial|primer|taxonom(?:y|ies)|recent advances)\b")
_EARLIER_WORK_TOLD = _any_of(
    r"\bliterature (?:review|survey)\b|\b(?:survey|review|body|overview) of (?:the )?(?:\w+ )?literature\b",
    r"\b(?:this|our|the present) (?:\w+ ){0,2}?(?:review|overview|tutorial)\b",
    r"\b(?:this|the|our) (?:paper|article|chapter|work|survey|study) (?:\w+ ){0,3}?"
    r"(?:surveys|reviews|summari[sz]es|categori[sz]es|outlines|overviews)\b",
    r"\bwe (?:\w+ ){0,3}?(?:review|overview|categori[sz]e|taxonomi[sz]e)\b",
    rf"\b(?:we|to) (?:\w+ ){{0,2}}?(?:survey|summari[sz]e) (?:[\w-]+ ){{0,4}}?{_EARLIER_WORK}\b",
    r"\b(?:survey|review|overview|summary) (?:of|on) (?:the )?(?:existing|recent|current|published|previous|various"
    r"|different|latest|major|main|key|most|state)\b",
    r"\btaxonom(?:y|ies)\b|\bsystematic(?:ally)? (?:mapping|review)\w*\b|\bopen (?:problems|challenges|issues)\b",
    r"\bfuture (?:research )?directions\b",
)
_GENRE_IN_ABSTRACT = _any_of(
    r"\b(?:this|our) (?:\w+ ){0,2}?(?:survey|review)\b|\bwe (?:survey|review) the literature\b"
)
_SKY = _any_of(
    r"\b(?:galax\w+|stars?|stellar|redshifts?|telescopes?|photometr\w+|quasars?|magnitudes?|parsecs?|kpc|Mpc|arcsec\w*"
    r"|square degrees?|cosmolog\w+|supernova\w*|exoplanets?|molecular clouds?|Milky Way|spectrograph\w*|dark energy"
    r"|lensing|pulsars?|sky)\b"
)
_PEOPLE_ASKED = _any_of(
    r"\b(?:respondents?|questionnaires?|interviewees?|Likert|survey (?:responses|participants)"
    r"|we (?:conducted|ran|designed|distributed|administered) (?:an? )?(?:\w+ )?survey"
    rf"|survey(?:ed|s? (?:of|with|among)) (?:over |more than )?\d[\d,]* {_NO_PREPOSITION}{{0,3}}?{_PEOPLE})\b"
)
_SKY_WORDS = 3


def is_survey(title: str, abstract: str) -> tuple[bool, str]:
    """Tell whether the paper surveys literature, and the words that decided it, in a sentence; `abstract` may be ""."""
    remaining, friends = _without_false_friends(title)
    topic = f"In the title “{friends[0]}” is a topic, not a genre." if friends else ""
    if match := _REVIEW.search(remaining):
        return True, f"The title names the genre: “{match[0]}”."
    if not _EARLIER_WORK_TOLD.search(abstract):
        sky = sorted({hit[0].lower() for hit in _SKY.finditer(f"{title} {abstract}")})
        if len(sky) >= _SKY_WORDS:
            return False, f"It speaks of an observation: {', '.join(sky[:4])}."
        if people := _PEOPLE_ASKED.search(abstract):
            return False, f"It speaks of asking people: “{people[0]}”."
    if match := _SURVEY.search(remaining) or (None if friends else _OVERVIEW.search(remaining)):
        return True, f"The title names the genre: “{match[0]}”."
    if friends:
        return False, topic
    if match := _GENRE_IN_ABSTRACT.search(abstract):
        return True, f"The abstract names the genre: “{match[0]}”."
    return False, "Neither title nor abstract calls it a survey or a review."


def _without_false_friends(title: str) -> tuple[str, list[str]]:
    taken_out: list[str] = []
    for false_friend in (_REVIEW_TOPIC, _QUESTIONNAIRE, _OBSERVATION):
        taken_out += [hit[0] for hit in false_friend.finditer(title)]
        title = false_friend.sub(" | ", title)
    return title, taken_out
