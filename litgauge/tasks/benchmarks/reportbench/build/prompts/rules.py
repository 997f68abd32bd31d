"""Standing rules that go with every task (ReportBench, appendix A.3), in our own words."""

from __future__ import annotations

import re
import unicodedata

_RULES = """Two rules hold for your answer:
- Do not use or cite the survey titled "{title}", in any of its versions.
- Answer with a survey written in English. Give each citation as a link to the page of the cited work, \
right where the claim stands that it supports."""
_EXCLUDES = re.compile(r"\b(?:do not|don't|never|must not|without|leave out|exclude|refrain|avoid)\b", re.IGNORECASE)


def standing_rules(title: str) -> str:
    """Return the rules with the title of the survey that the agent must not use; apart from the prompt's body."""
    return _RULES.format(title=_one_line(title))


def fault_of_rules(rules: str, title: str) -> str | None:
    """Return what the rules lack: they exclude the survey by its title, in quotes, and ask for English and citations.

    Any wording will do, so that rules of imported prompts can be checked too.
    """
    text = _one_line(rules)
    if not text:
        return "there are no rules"
    if not _EXCLUDES.search(text):
        return "no rule excludes the survey"
    name = _one_line(title)
    if not name or not re.search(rf"[\"'`]\s*{re.escape(name)}\s*[\"'`]", text):
        return f'no rule names the survey titled "{name}"'
    rest = text.replace(name, "").casefold()
    missing = [word for word, root in (("English", "english"), ("citations", "cit")) if root not in rest]
    return f"no rule speaks of {' or '.join(missing)}" if missing else None


def _one_line(title: str) -> str:
    text = unicodedata.normalize("NFC", title).translate({0x201C: '"', 0x201D: '"', 0x2018: "'", 0x2019: "'"})
    return re.sub(r"\s+", " ", text).strip()
