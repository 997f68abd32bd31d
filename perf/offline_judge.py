"""What the offline rules catch and whom they wrong, on real text.

`python -m perf.offline_judge [FOLDER [EXAMPLES]]`

Three kinds of material, each judged as it stands and then altered:

- STORM's reports with the pages that they cite (abstracts), labelled by a person: does the page say all of it, a part,
  or nothing of it.
- Cited facts that a published extraction took out of real deep-research reports, about half of them reworded. Their
  page is the report itself, so what stands is supported by construction.
- Sentences of abstracts with a figure. Their page is the abstract, so as they stand they are the easiest case.

Alterations: another page; one figure changed; one verb denied; one word replaced by its opposite. The figures are
printed, not judged: no threshold depends on them.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.judge import PairSettings, judge_pair
from litgauge.tasks.llm import ModelSettings, Replies, open_door
from litgauge.tasks.llm.door import Door
from litgauge.tasks.offline.english import OPPOSITES, stem_set
from litgauge.tasks.offline.figures import figures
from litgauge.tasks.records import EvidencePage, Statement, WorkIdentity
from litgauge.tasks.text.sentences import sentences
from litgauge.tasks.text.words import stem

DEFAULT = Path(__file__).resolve().parents[1].parent / "shared" / "data"
ABSTRACTS = 400

# Does the page say the statement? y: all of it, h: a part (its sentence cites another page for the rest), n: no.
# In the order of the pairs, by one person who read statements and abstracts, and knew the rules.
STORM_LABELS = ("n n n n y n h h n y y y".split(), "h y y h n h h y y h h h h".split())  # noqa: SIM905


@dataclass(frozen=True)
class Case:
    """A statement and its page."""

    statement: str
    title: str
    text: str
    label: str


Alteration = Callable[[str, random.Random], str | None]


def storm(folder: Path) -> Iterator[Case]:
    """The pairs of STORM's two reports, with their labels."""
    for number, labels in enumerate(STORM_LABELS):
        found = json.loads((folder / f"{number}_url_to_info.json").read_text("utf-8"))
        pages = {place: found["url_to_info"][url] for url, place in found["url_to_unified_index"].items()}
        report = (folder / f"{number}_storm_gen_article_polished.md").read_text("utf-8")
        body = report.split("# Related Works")[1].split("## References")[0]
        pairs = [
            (re.sub(r"\s*\[\d+\]", "", sentence).strip(), pages[int(marker)])
            for sentence in re.split(r"(?<=\.)\s+(?=[A-Z])", body)
            for marker in re.findall(r"\[(\d+)\]", sentence)
            if int(marker) in pages
        ]
        for (statement, page), label in zip(pairs, labels, strict=True):
            yield Case(statement, page["title"], page["description"], label)


def extracted_facts(path: Path) -> Iterator[Case]:
    """Facts of real reports, with the report as their page."""
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        for fact in row["citations"]:
            if len(fact["fact"].split()) >= 5:
                yield Case(fact["fact"], "", row["article"], "y")


def abstract_sentences(path: Path) -> Iterator[Case]:
    """Sentences with a figure, with their abstracts as pages."""
    for line in path.read_text("utf-8").splitlines()[:ABSTRACTS]:
        row = json.loads(line)
        text = " ".join(row["abstract"].split())
        for start, end in sentences(text):
            if figures(text[start:end]) and len(text[start:end].split()) >= 6:
                yield Case(text[start:end], row["title"], text, "y")


def other_figure(statement: str, dice: random.Random) -> str | None:
    """One figure in digits changed; None if there is none."""
    found = [figure for figure in figures(statement) if re.match(r"\d", statement[figure.start :])]
    if not found:
        return None
    figure = dice.choice(found)
    digits = re.match(r"\d[\d,]*(?:\.\d+)?", statement[figure.start :])
    if digits is None:
        return None
    old = float(digits[0].replace(",", ""))
    if figure.kind == "year":
        new = f"{old + dice.choice([-9, -4, -2, 3, 5]):.0f}"
    elif "." in digits[0]:
        new = f"{old * dice.choice([0.4, 1.6, 2.3]) + 0.1:.{len(digits[0].split('.')[1])}f}"
    else:
        new = f"{round(old * dice.choice([3, 10, 0.5])) + dice.choice([2, 7]):,}"
    return statement[: figure.start] + new + statement[figure.start + len(digits[0]) :]


def denied(statement: str, _dice: random.Random) -> str | None:
    """The first auxiliary verb denied; None if there is none."""
    verb = re.search(r"\b(?:is|are|was|were|can|will|has been|have been|should|must)\b(?! not\b)", statement)
    return f"{statement[: verb.end()]} not{statement[verb.end() :]}" if verb else None


def opposite(statement: str, _dice: random.Random) -> str | None:
    """One word replaced by its opposite; None if no word has one."""
    for word in re.finditer(r"[A-Za-z]+", statement):
        for one, other in (*OPPOSITES, *(pair[::-1] for pair in OPPOSITES)):
            if stem(word[0]) in stem_set(one) and word[0] != "never":
                return statement[: word.start()] + other.split()[0] + statement[word.end() :]
    return None


async def outcome(door: Door, statement: str, title: str, text: str) -> tuple[str, str]:
    """The offline verdict and its reason."""
    page = EvidencePage("p", "p", "p", "ok", "", 200, "text/html", "", "", "", title or None, WorkIdentity(), "", None)
    verdict = await judge_pair(
        Statement("r", 0, 0, len(statement), statement, "", True, "rules"), page, text, door, PairSettings()
    )
    return verdict.outcome, verdict.reason


async def grade(name: str, cases: list[Case], door: Door, show: int) -> None:
    """Print the table of one material, and some of what went wrong."""
    dice = random.Random(20261120)
    print(f"\n{name}: {len(cases)} pairs")
    as_they_stand = [(case, *await outcome(door, case.statement, case.title, case.text)) for case in cases]
    for label, words in (("y", "said by the page"), ("h", "said in part"), ("n", "not said")):
        group = [row for row in as_they_stand if row[0].label == label]
        if group:
            _line(f"as they stand, {words}", [row[1] for row in group])
    stood = [case for case, got, _ in as_they_stand if got == "supported"]
    swapped = [_far_off(cases, place) for place in range(len(cases))]
    outcomes = [
        (await outcome(door, case.statement, other.title, other.text))[0]
        for case, other in zip(cases, swapped, strict=True)
    ]
    _line("another page", outcomes)
    missed: list[tuple[str, str]] = []
    alterations: tuple[tuple[str, Alteration], ...] = (
        ("one figure changed", other_figure),
        ("one verb denied", denied),
        ("one word turned round", opposite),
    )
    for words, alter in alterations:
        changed = [(altered, case) for case in stood if (altered := alter(case.statement, dice))]
        got = [(altered, *await outcome(door, altered, case.title, case.text)) for altered, case in changed]
        missed += [(words, altered) for altered, verdict, _ in got if verdict == "supported"][:show]
        if got:
            _line(f"of those supported, {words}", [verdict for _, verdict, _ in got])
    for case, _, reason in [row for row in as_they_stand if row[0].label == "y" and row[1] != "supported"][:show]:
        print(f"    wronged: {case.statement[:160]}\n        {reason[:200]}")
    for words, altered in missed:
        print(f"    missed ({words}): {altered[:200]}")


def _far_off(cases: list[Case], place: int) -> Case:
    """A case half-way round with another page, which is not the other page that the same sentence cites."""
    turned = cases[place + len(cases) // 2 :] + cases
    own = {case.text for case in cases if case.statement == cases[place].statement}
    return next(case for case in turned if case.text not in own)


def _line(words: str, outcomes: list[str]) -> None:
    count = Counter(outcomes)
    share = count["supported"] / len(outcomes)
    print(
        f"  {words:46} n {len(outcomes):5}   supported {count['supported']:5} ({share:6.1%})   "
        f"not supported {count['not-supported']:5} ({1 - share:6.1%})"
    )


async def main(data: Path, show: int) -> None:
    """Print all tables."""
    with tempfile.TemporaryDirectory() as folder:
        door = open_door(ModelSettings(), replies=Replies(Storage(folder)))
        await grade("STORM with its pages", list(storm(data / "reports/deepscholar/storm")), door, show)
        facts = list(extracted_facts(data / "reports/openai_deep_research/fact_extracted.jsonl"))
        await grade("extracted facts against their own report", facts, door, show)
        abstracts = data / "arxiv/DERIVED_oai_arXivRaw_cs_2019-10_as_snapshot.jsonl"
        await grade("abstract sentences with figures", list(abstract_sentences(abstracts)), door, show)


if __name__ == "__main__":
    given = sys.argv[1:]
    asyncio.run(main(Path(given[0]) if given else DEFAULT, show=int(given[1]) if len(given) > 1 else 0))
