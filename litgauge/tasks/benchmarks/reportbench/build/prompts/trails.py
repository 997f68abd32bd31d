"""Addresses, and directions to look the survey up, in a prompt."""

from __future__ import annotations

import re
import unicodedata

_ADDRESS = re.compile(
    r"\b(?:https?|hxxps?|ftp)\s?:\s?//\S*|\bwww\s?\.\s?\w\S*"
    r"|\b(?<![a-z\d][.-])(?<!--)[a-z\d][a-z\d-]*(?:\.[a-z\d-]+)*\.(?:org|com|io|net|edu|gov|info|cn|de|fr|eu|es|uk|ch|jp|ru)\b(?!\.\w)\S*"
    r"|(?<![\w.-])[\w-]+(?:\.[\w-]+)*\.[a-z]{2,6}/\S+"
    r"|\b\w+\s?(?:\[\.\]|\(\.\)|\[dot\]|\(dot\)|\sdot\s)\s?(?:org|com|io|net|edu)\b"
    r"|\b\w+\s+dot\s+\w+\s+dot\s+\w+|\b\w+/\d{6,}\b"
)
_ENGINE = (
    r"(?:google(?: scholar)?|semantic scholar|scholar|arxiv|scopus|web of science|dblp|github|search engine"
    r"|谷歌学术|知网)"
)
_TITLE = r"(?:titled?|exact phrase|intitulée?|titre|betitelt|titels?|título|titulad[ao]|标题|题为)"
_OWNER = r"(?:survey|review|overview|paper|article|authors?|preprint)(?:'s|s')?"
_PLACE = r"(?:github|repository|repo|website|web page|project page|companion (?:page|site|list)|reading list)"
_TRAIL = re.compile(
    rf"\b{_ENGINE}\b[^.\n]{{0,80}}{_TITLE}|{_TITLE}[^.\n]{{0,80}}\b{_ENGINE}\b|谷歌学术|知网"
    rf"|\b(?:type|enter|put|paste)\b[^.\n]{{0,80}}\b(?:into|in|at|on)\b (?:a |the )?{_ENGINE}\b"
    rf"|\bwhat {_ENGINE} (?:lists|shows|finds|returns|gives)\b"
    rf"|\b(?:search|look(?:ing)? (?:it )?up|google|type|enter|query)\b[^.\n]{{0,40}}\b(?:the|its|this|exact) title\b"
    rf"|\b{_OWNER}\s+(?:\w+\s+)?{_PLACE}\b"
    rf"|\b(?:its|this|the|their)\s+(?:\w+\s+){{0,2}}(?:github|companion|accompanying)\s+"
    rf"(?:list|repository|repo|page|website)\b"
    r"|\bgithub[- ](?:list|liste|lista)\b|\b(?:liste?|lista|verzeichnis)\s+(?:\w+\s+)?github\b"
    r"|github\s*(?:上的)?(?:列表|仓库|清单)"
    r"|\b(?:page|site|website|repository|repo|list) (?:that )?(?:accompan\w+|of|for) (?:the|this)"
    r" (?:paper|survey|review|article)\b"
    r"|\bawesome-[a-z]\w+"
    r"|\b(?:its|the) (?:supplement\w*|companion|accompanying) (?:\w+ )?(?:material|page|site|file|table)"
    r"|(?:^|[.;:,] |\band |\bplease |\bto )(?:google|look up|download|search for) it\b"
    r"|\b(?:first|top(?:most)?|best) (?:search )?(?:hit|match)\b",
    re.IGNORECASE,
)
_ORDINAL = r"(?:\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)"
_NAME = r"(?:[A-Z][\w&/-]*(?:['\u2019]s)?|on|of|for|in|and|the|[\u2019']\d\d|(?:19|20)\d\d)"
_MEETING = r"(?:[Ww]orkshop|[Cc]onference|[Ss]ymposium|[Cc]ongress|[Cc]olloquium|[Mm]eeting|[Ss]chool|[Ss]eminar)"
_REPORT = r"(?:seminar|internship|project|course|term) (?:report|paper)\b(?! (?:should|must|is to|has))"
_SESSION = r"(?i:special (?:session|issue|section)|(?:survey|tutorial|poster|demo) track)"
_OCCASION = re.compile(
    rf"\b(?:the|a|its) (?:{_NAME} ){{0,8}}{_SESSION}\b|\b(?:the|this) (?:[\w&-]+ ){{0,6}}?{_REPORT}"
    rf"|\b{_ORDINAL} (?:(?:[A-Z][\w/-]*|annual|international) ){{0,6}}{_MEETING}\b"
    r"|\b(?i:vol(?:ume|\.)?|issue) ?\d+\b|\b\d{1,4}\(\d{1,2}\)(?=[\s.,:;]|$)|\bpp?\. ?\d+|\bpages? \d+ ?[-\u2013]"
    r"|\b[Aa]rticle (?:no\. |number )?\d+(?= in\b|,)"
    r"|\b(?:as|what(?:ever)?(?: was)?) (?:given|held|presented|taught|published|printed) (?:at|in|for) (?:the )?[A-Z]"
)
"""Where and when one work was published or presented: its volume and pages, a special issue, a session, a workshop."""
_OF_MANY = re.compile(
    r"\s+(?:of|for|behind|with|to)\s+(?:each|every|any|all|the (?:cited|respective))\b", re.IGNORECASE
)


def address_in(text: str) -> str | None:
    """Return the first address of a page or host: a prompt needs none.

    >>> address_in("See https://example.org/list"), address_in("Cover Node.js and e.g. caching.")
    ('https://example.org/list', None)
    """
    match = _ADDRESS.search(re.sub(r"\s+slash\s+", "/", _shown(text)))
    return match[0].strip() if match else None


def trail_in(text: str) -> str | None:
    """Return the first words that tell where to look the survey up: a search for its title, its list on GitHub.

    >>> trail_in("Start from the survey's GitHub list."), trail_in("Compare bots that label issues on GitHub.")
    ("survey's GitHub", None)
    """
    shown = _shown(text).replace("\u2019", "'")
    if occasion := _OCCASION.search(shown):
        return occasion[0]
    return next((match[0].strip() for match in _TRAIL.finditer(shown) if not _OF_MANY.match(shown, match.end())), None)


def _shown(text: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFKC", text) if unicodedata.category(sign) != "Cf")
