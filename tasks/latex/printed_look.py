"""How the parts of printed references look: years, dates, volumes, journals, links, the ends of sentences."""

from __future__ import annotations

import re

from tasks.latex.markup import BOLD, GROUP_END

YEAR_MARK = r"[(\[]?(?:19|20|18|17|16)\d\d[a-z]?[)\]]?"
LEADING_YEAR = re.compile(rf"^[\s,.:;]*{YEAR_MARK}[\s.,:;]*(?=\W|$)[\s.,:;]*")
YEAR_AFTER_AUTHORS = re.compile(
    r"^(?P<who>[^\ue010-\ue016]{2,6000}?)[\s,.:;]*[(\[,:\s.](?:(?:19|20|18)\d\d[a-z]?|n\.\s?d\.)[)\]]?[.,:;)\s]+(?=\S)"
)
COLON = re.compile(r"^(?P<who>[^:\ue010-\ue016]{2,6000}?)\s*:\s+")
STOP = re.compile(
    r"(?<!\b[A-ZÀ-Þ])(?<!\bvs)(?<!\bSt)(?<!\bNo)(?<!\bVol)(?<!\bDr)(?<!\bal)(?<!\bvol)(?<!\bno)(?<!\bJr)(?<!\bpp)[.?!][\"”’\ue018\ue013]*"
    r"(?=\s+(?:[\"“(\[A-Z0-9À-Þ\ue010-\ue017]|ar[Xx]iv|bioRxiv|http|doi)|\s*$|\s*[\ue010\ue014])"
)
MEDIUM = re.compile(r"\s*\[(?:[A-Z]{1,2}(?:/[A-Z]{2})?|Computer software|Dataset|Internet)\].*$", re.DOTALL)
DATE_END = re.compile(
    r"(?:[,.;]\s*(?:[A-Z][a-zé]{2,8}\.?,?\s*|\d{1,2}\s*|[A-Z][a-z]+\s*[–-]\s*[A-Z][a-z]+\s*)?(?:\d{1,2},?\s+)?(?:19|20)\d\d[a-z]?"
    r"|\s*\((?:[A-Z][a-zé]{2,8}\.?,?\s+|\d{1,2}\s+)?(?:19|20)\d\d[a-z]?\))[\s.;,]*$"
)
SERIES = re.compile(r";\s*(?:19|20)\d\d\b.*$|[.,]\s*[Vv]ol(?:ume)?\.?\s*\w{1,6}\s+of\b.*$", re.DOTALL)
VOLUME = re.compile(
    rf"^[\s,/.;{GROUP_END}]*(?:{BOLD}|\(?(?:19|20)\d\d\b\)?[\s,;:.]*(?:{BOLD}|\d|vol\b|pp?\b)|vol\b|v\.|(?!(?:19|20)\d\d\b)\d+(?!\d|nd|rd|st|th|\w)|[A-Z]\d)",
    re.IGNORECASE,
)
LINKISH = re.compile(
    r"https?:|www\.|^\s*(?:url|doi|arxiv|available|online|accessed|retrieved|note|cited by)\b", re.IGNORECASE
)
ONLY_LINK = re.compile(
    r"(?:url|doi|arxiv|available (?:from|at|online)?|\[?online\]?|eprint|cited by|isbn|issn|[\s:.,])*(?:https?://|10\.\d{4,}/|arxiv[:.]|\d{4}\.\d{4,5})",
    re.IGNORECASE,
)
NOTE = re.compile(
    r"(?:available (?:from|at|online)|accessed|cited|last accessed|retrieved|url|doi|online)\b[\w\s:.,/-]{0,60}",
    re.IGNORECASE,
)
JOURNAL_TAIL = re.compile(
    rf",\s(?:(?P<in>[Ii]n:?\s|(?=ar[Xx]iv))|(?P<journal>(?:(?!\. |In: )[^,]){{2,120}}?)\s?(?:{BOLD}|[A-Z]?\d+[A-Z]?"
    rf"\s?(?:\([\w\s/–-]+\)\s)?\((?:[A-Z][a-z.]+\s)?(?:19|20)\d\d\)|[A-Z]?\d+[A-Z]?\s?\(\d|\d+(?:,\s|:)(?:no\b|pp?\b|\d+\s?[-–])))"
)
JOURNAL_LIKE = re.compile(
    r",\s*[A-Z]{0,2}\d+[A-Z]?,\s*(?:pp?\.\s*)?[A-Za-z]{0,3}\.?\d+|\(\d{4}\)\s*[A-Z]?\d+|^\S+\s+\d+[,:]\s*[A-Z]?"
    r"\d+|,\s*(?:in press|submitted|in prep)\b|,\s*[a-z]\w+$"
)
VENUE = re.compile(
    r"(?:arxiv|corr\b|biorxiv|medrxiv|ph\.?\s?d\.?\s+thesis|master'?s?'?\s+thesis|(?:in\s)?proceedings\b|proc"
    r"\.|journal of|j\.\s|ieee trans|advances in neural|"
    r"physical review|phys\.\s|international conference on|lecture notes|astronomical society|technical report|tec"
    r"h\.\s|\W)",
    re.IGNORECASE,
)
NO_TITLE = re.compile(
    r"(?:in|and|ed|eds|edited by|see|url|accessed|available|online|ibid|et al|to appear|in press|submitted)[.:]?",
    re.IGNORECASE,
)
