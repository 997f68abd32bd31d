"""Detection of leftovers in a prompt: the model's small talk, its refusal, unfilled blanks, LaTeX."""

from __future__ import annotations

import re

_CHATTER = (
    r"^[^\w\n]*(?:certainly|sure|of course|absolutely|okay|ok|great|understood|got it)\b\s*[!,.:\u2014-]",
    r"^[^\w\n]*(?:here(?:'s| is| are)|below is|the following is)\b[^\n]{0,80}\b"
    r"(?:translations?|translated|prompts?|questions?|query|versions?|rewritten|revised|requested)\b",
    r"^[^\w\n]*(?:translation|translated (?:text|version)|prompt|output|answer|response|question)\W{0,3}:",
    r"\b(?:sentence|paragraph|detail)[- ](?:level|rich) prompt\b",
    r"\bas an (?:ai|artificial intelligence)(?= (?:language model|model|assistant|system|tool)\b|\s*,)"
    r"|\bas a (?:large )?language model, i\b",
    r"\bi(?:'m| am)(?: \w+)? sorry\b|^[^\w\n]*sorry\b|[.!?]\s+sorry\b|\bi apologi[sz]e\b|\b(?:my )?apologies\b",
    r"\bi (?:cannot|can't|can not|could not|couldn't|won't|will not|must decline|have to decline|must refuse"
    r"|decline)\b"
    r"|\bi(?:'m| am) (?:unable|not able|not allowed)\b"
    r"|\bi (?:do not|don't) have (?:access|enough|the (?:text|material|paper|survey|abstract))\b",
    r"(?:^|[.!?]\s+)unfortunately\b,? (?:i|the (?:material|text|survey|paper|abstract|given|provided))\b"
    r"|\bthe (?:material|text|abstract) (?:provided |given )?(?:does not|doesn't) (?:allow|permit|contain|suffice)\b",
    r"\b(?:it is|it's) (?:not possible|impossible) (?:for me )?to (?:write|create|produce|comply|generate|fulfil)"
    r"|\b(?:not able|unable) to (?:comply|assist|help|write|generate|produce|provide|create|fulfil)\b"
    r"|\bno (?:such )?prompt (?:can|could) be\b|\b(?:this|your|the) request (?:cannot|can't|can not|violates"
    r"|goes against)\b"
    r"|\b(?:against|violates?) (?:my|our) (?:guidelines|polic(?:y|ies))\b|\b(?:must"
    r"|have to) (?:\w+ )?(?:decline|refuse)\b"
    r"|\bi(?:'d| would) (?:rather not|prefer not to)\b|\bnot (?:something|a request) (?:that )?i can\b",
    r"\bje ne peux pas\b|\bje suis (?:d\u00e9sol\u00e9e?|incapable)|\bd\u00e9sol\u00e9e?\b"
    r"|\bich kann (?:leider |diese\w* |das )*"
    r"(?:nicht|keinen?)\b|\bes tut mir leid\b|\blo siento\b|\bno puedo\b|\bnon posso\b|\u62b1\u6b49"
    r"|\u5bf9\u4e0d\u8d77|\u6211(?:\u65e0\u6cd5|\u4e0d\u80fd)",
    r"\bi hope this (?:helps|meets|prompt|works)",
    r"\blet me know if\b|\bfeel free to (?:ask|adjust|modify)|\bwould you like me to\b",
    r"</?think(?:ing)?>|```",
)
_BLANK = (
    r"\{\{|\}\}|\{[a-z_ ]+\}",
    r"[\[<](?:insert|enter|your|the|topic|field|title|subject|area|name|month|year|date|cut-?off|venue)\b"
    r"[^\]>\n]{0,40}[\]>]",
    r"\bTBD\b|\bXX+\b|\blorem ipsum\b|\bTODO\b|_{3,}",
)
_LATEX = (
    r"\\[a-zA-Z]+|\\[%&$#_{}\"'`^~\\]",
    r"\$[^$\n]{0,80}[\\^_{}=<>][^$\n]{0,80}\$|\$[A-Za-z]{1,3}\$",
    r"``|(?<=\w)~(?=\w)|\{\s*[A-Z][\w-]*\s*\}|[\^_]\{",
)


def chatter_in(text: str) -> str | None:
    """Words of the model about its answer, or quotes around the whole of it."""
    for pattern in _CHATTER:
        match = re.search(pattern, text.replace("\u2019", "'"), re.IGNORECASE | re.MULTILINE)
        if match:
            return match[0].strip()
    bare = text.strip()
    whole = len(bare) > 1 and bare[0] in "\"\u201c'" and bare[-1] in "\"\u201d'" and '"' not in bare[1:-1]
    return f"{bare[:12]} … {bare[-12:]}" if whole else None


def blank_in(text: str) -> str | None:
    """A blank that was not filled in: "[topic]", "{{cutoff}}", "XX". A date in brackets is none."""
    return _first(_BLANK, text)


def latex_in(text: str) -> str | None:
    """A command, a formula or another sign of LaTeX. Markdown and sums of money are none."""
    return _first(_LATEX, text)


def _first(patterns: tuple[str, ...], text: str) -> str | None:
    for pattern in patterns:
        match = re.search(pattern, text)
        if match:
            return match[0]
    return None
