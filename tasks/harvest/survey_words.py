"""The phrases by which the offline rule tells a survey of literature from its false friends."""

from __future__ import annotations

import re

_PEOPLE = (
    r"(?:developers|engineers|practitioners|students|teachers|educators|users|respondents|participants|researchers"
    r"|scientists|professionals|companies|firms|adults|adolescents|physicians|clinicians|doctors|nurses|patients"
    r"|households|citizens|consumers|employees|workers|maintainers|programmers|experts|authors|people|voters|drivers)"
)
_NO_PREPOSITION = r"(?:(?!for\b|of\b|to\b|in\b|by\b|from\b|with\b|on\b|and\b|as\b|at\b)[\w-]+\s+)"
_EARLIER_WORK = (
    r"(?:literature|works?|methods?|approaches|stud(?:y|ies)|research|papers|articles|publications|advances|progress"
    r"|techniques|algorithms|models|results|solutions|developments|efforts|state[- ]of[- ]the[- ]art)"
)

REVIEW_TOPIC = re.compile(
    r"\b(?:peer|code|design|security|app|product|customer|user|online|movie|film|hotel|restaurant|yelp|amazon|steam"
    r"|book|album|fake|spam|opinion|paper|manuscript|conference|merge[- ]request|pull[- ]request|double[- ]blind|open"
    r"|helpful|consumer|employee|patient|store|judicial|ethics)[- ]+review(?:s|ing|ers?)?\b"
    r"|\breviews?[- ](?:generation|summari[sz]ation|spam|ratings?|helpfulness|comments?|texts?|assignment|process"
    r"|bombing|mining|bots?|analysis|classification|data|dataset|platforms?|based recommend\w*|aware)\b"
    r"|\b(?:assign\w*|match\w*|select\w*)\s+(?:papers?\s+to\s+)?reviewers?\b"
    r"|\breviews?\s+of\s+(?:the\s+|a\s+)?(?:book|monograph|textbook)s?\b"
    r"|\b(?:automat\w+|generat\w+|writing|accelerat\w+|screening)\s+(?:of\s+|for\s+|in\s+)?"
    r"(?:systematic|literature|scientific|scoping)\s+(?:literature\s+)?(?:reviews?|surveys?)\b",
    re.IGNORECASE,
)
"""Reviews as what a paper is about."""

QUESTIONNAIRE = re.compile(
    r"\b(?:online|web|questionnaire|user|developers?|practitioners?|students?|household|population|health|panel|opinion"
    r"|employee|customer|national|community|probability|cross[- ]sectional)[- ]+surveys?\b"
    r"(?!\s+(?:of|on)\s+(?:the\s+)?(?:literature|recent|existing))"
    r"|\bsurveys?[- ](?:data|design|weights?|weighting|sampling|samples?|experiments?|respons\w+|respond\w+|questions?"
    r"|questionnaires?|instruments?|methodology|participants?|takers?|non-?response|estimates?|results)\b"
    rf"|\bsurveys?\s+(?:of|among|with|from)\s+(?:over\s+|about\s+|more\s+than\s+)?(?:\d[\d,.]*\+?\s+)?"
    rf"{_NO_PREPOSITION}{{0,3}}?{_PEOPLE}\b(?!['’])(?!\s+\w*(?:models?|methods?|systems?)\b)",
    re.IGNORECASE,
)
"""Surveys that ask people."""

OBSERVATION = re.compile(
    r"\b(?:data release|early release|DR\d+|first results from|survey telescope|survey catalog(?:ue)?s?"
    r"|survey speed|survey strateg\w+)\b"
    r"|\b(?:all[- ])?sky\s+surveys?\b"
    r"|\b(?:redshift|galaxy|galactic plane|quasar|stellar|supernova|lensing|spectroscopic|photometric|extragalactic"
    r"|exoplanet|pulsar|molecular line)\s+(?:\w+\s+)?surveys?\b"
    r"|\b(?:geological|seismic|gravity|magnetic|aerial|soil|land|topographic|hydrographic|cadastral|bathymetric|geodetic"
    r"|wildlife|trawl|site)\s+survey(?:s|ing)?\b"
    r"|\bsurveying\s+(?:instruments?|equipment)\b"
    r"|\b(?:SDSS|DES|LSST|DESI|2MASS|VST|VISTA|ALMA|VLA|Spitzer|Herschel|Hubble|Gaia|Chandra|XMM\S*|HST|JWST|Planck"
    r"|Euclid|Sloan|Dark Energy)\b[^:.?–—]{0,40}?(?<!\ba )\bsurveys?\b",
    re.IGNORECASE,
)
"""Surveys that observe."""

REVIEW_GENRE = re.compile(
    r"(?<![^\W_])(?:review|reviewing|meta-?analys[ei]s|literature|mapping study|bibliometric\w*|scoping)(?![^\W_])",
    re.IGNORECASE,
)
"""The genre in a title; plurals ("learning from reviews") are topics."""

SURVEY_GENRE = re.compile(r"(?<![^\W_])(?:survey|surveying)(?![^\W_])", re.IGNORECASE)
"""The genre in a title, where nothing speaks against it."""

OVERVIEW_GENRE = re.compile(
    r"(?<![^\W_])(?:overviews?|state[- ]of[- ]the[- ]art|tutorial|primer|taxonom(?:y|ies)|recent advances)(?![^\W_])",
    re.IGNORECASE,
)
"""The genre in a title, if no false friend stands beside it ("Overview of the Legacy Survey")."""

ACCOUNT_OF_EARLIER_WORK = re.compile(
    r"\bliterature (?:review|survey)\b|\b(?:survey|review|body|overview) of (?:the )?(?:\w+ )?literature\b"
    r"|\b(?:this|our|the present) (?:\w+ ){0,2}?(?:review|overview|tutorial)\b"
    r"|\b(?:this|the|our) (?:paper|article|chapter|work|survey|study) (?:\w+ ){0,3}?"
    r"(?:surveys|reviews|summari[sz]es|categori[sz]es|outlines|overviews)\b"
    r"|\bwe (?:\w+ ){0,3}?(?:review|overview|categori[sz]e|taxonomi[sz]e)\b"
    rf"|\b(?:we|to) (?:\w+ ){{0,2}}?(?:survey|summari[sz]e) (?:[\w-]+ ){{0,4}}?{_EARLIER_WORK}\b"
    rf"|\b(?:survey|review|overview|summary) (?:of|on) (?:the )?(?:existing|recent|current|published|previous|various"
    rf"|different|latest|major|main|key|most|state)\b"
    r"|\btaxonom(?:y|ies)\b|\bsystematic(?:ally)? (?:mapping|review)\w*\b|\bopen (?:problems|challenges|issues)\b"
    r"|\bfuture (?:research )?directions\b",
    re.IGNORECASE,
)
"""What abstracts say whose subject is what others have published; "our survey" is not enough."""

GENRE_IN_ABSTRACT = re.compile(
    r"\b(?:this|our) (?:\w+ ){0,2}?(?:survey|review)\b|\bwe (?:survey|review) the literature\b", re.IGNORECASE
)

SKY = re.compile(
    r"\b(?:galax\w+|stars?|stellar|redshifts?|telescopes?|photometr\w+|quasars?|magnitudes?|parsecs?|kpc|Mpc|arcsec\w*"
    r"|arcmin\w*|square degrees?|deg2|cosmolog\w+|supernova\w*|exoplanets?|protostar\w*|YSOs?|molecular clouds?"
    r"|Milky Way|interstellar|spectrograph\w*|halos?|dark energy|lensing|pulsars?|brown dwarfs?|sky)\b",
    re.IGNORECASE,
)
PEOPLE_ASKED = re.compile(
    r"\b(?:respondents?|questionnaires?|interviewees?|Likert|survey (?:responses|participants)"
    r"|we (?:conducted|ran|designed|distributed|administered) (?:an? )?(?:\w+ )?survey"
    rf"|surveyed (?:over |more than )?\d[\d,]* {_NO_PREPOSITION}{{0,3}}?\w+"
    rf"|surveys? (?:of|with|among) (?:over |more than )?\d[\d,]* {_NO_PREPOSITION}{{0,3}}?{_PEOPLE})\b",
    re.IGNORECASE,
)
