"""A made-up agent's report as a script: one sentence per line, behind a mark that says what must come out for it.

    +  a cited statement that its page supports        !  a cited statement whose page cannot be reached
    -  a cited statement that its page does not support    (one mark per citation: "-+" for two)
    T, F  a factual statement without citation, true or false; what settles it stands behind "||"
    .  neither: transitions, opinions, the attempt to give the judge orders
    empty  the agent gave no report
    #, ##  headings        style NAME  how the report cites        invented TITLE  a work that does not exist

A citation is "@name" before the full stop: the key of a work, or an address of web.json ("blog:tulips", "self").
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Verdict = Literal["supported", "not supported", "unreachable"]
VERDICTS: dict[str, Verdict] = {"+": "supported", "-": "not supported", "!": "unreachable"}
_LINE = re.compile(r"(?P<mark>[+\-!]+|T|F|\.|##?|style|invented) (?P<text>.+)")
_CITED = re.compile(r"(?P<text>.+?) (?P<names>@\S+(?: @\S+)*)\.")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence without its citations, and what is known about it."""

    text: str  # with its full stop
    citations: tuple[tuple[str, Verdict], ...] = ()  # name, verdict
    truth: bool | None = None  # of a statement without citation
    evidence: str = ""  # what settles it
    heading: int = 0  # level, 0 for a sentence


@dataclass(frozen=True, slots=True)
class Script:
    """A report before it is rendered."""

    survey_id: str
    agent: str
    style: str
    sentences: tuple[Sentence, ...]
    invented: tuple[str, ...]

    @property
    def names(self) -> list[str]:
        """The names that are cited, in order of first citation."""
        return list(dict.fromkeys(name for sentence in self.sentences for name, _ in sentence.citations))


def read_script(path: Path) -> Script:
    """The script in "<agent>-<number>.txt". Raises ValueError with file and line for a line that is none."""
    agent, _, number = path.stem.partition("-")
    style, invented, sentences = "inline", [], []
    for line_number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line == "empty":
            continue
        found = _LINE.fullmatch(line)
        if not found:
            raise ValueError(f"{path.name}:{line_number}: a line begins with one of the marks: {line[:60]}")
        mark, text = found["mark"], found["text"]
        if mark == "style":
            style = text
        elif mark == "invented":
            invented.append(text)
        else:
            sentences.append(_sentence(mark, text, f"{path.name}:{line_number}"))
    return Script(f"9912.000{number}", agent, style, tuple(sentences), tuple(invented))


def _sentence(mark: str, text: str, place: str) -> Sentence:
    if mark.startswith("#"):
        return Sentence(text, heading=len(mark))
    if mark == ".":
        return Sentence(text)
    if mark in "TF":
        statement, _, evidence = text.partition(" || ")
        return Sentence(statement, truth=mark == "T", evidence=evidence)
    found = _CITED.fullmatch(text)
    names = found["names"].replace("@", "").split() if found else []
    if not found or len(names) != len(mark):
        raise ValueError(f"{place}: one mark for each citation, and citations before the full stop")
    return Sentence(found["text"] + ".", tuple(zip(names, (VERDICTS[sign] for sign in mark), strict=True)))
