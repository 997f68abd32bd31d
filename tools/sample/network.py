"""Writes data/sample/scinetbench/: a small snapshot of works that do not exist, texts of some, and two agents' answers.

python -m tools.sample.network            write it all
python -m tools.sample.network --check    exit 1 and name the files that differ (but for the agents)
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "sample" / "scinetbench"
FIRST_YEAR, LAST_YEAR = 2004, 2026
WORKS = 300
FIRST = 9_900_000_000  # numbers that OpenAlex has not given
TOPICS = ("folding robots", "crease patterns", "paper sensors", "origami materials")
_HOW = ("Learning", "Planning", "Rethinking", "Measuring", "Bounding", "Printing", "Simulating", "Teaching")
_WHAT = (
    "gentle", "modular", "brittle", "adaptive", "layered", "scalable", "noisy", "curved", "soft", "distributed",
    "self-locking", "hinged",
)  # fmt: skip
_BY = ("graph search", "hinge calculus", "thin-shell models", "tactile feedback", "paper grammars", "swarm voting")
_VENUES = (
    ("Journal of Folded Matter", "journal"), ("Creases and Hinges", "journal"), ("Robotics of Paper", "journal"),
    ("Symposium on Flat Foldability", "conference"), ("Letters on Thin Shells", "journal"),
    ("Sensors in Sheets", "journal"), ("Workshop on Pulp Computing", "conference"), ("Preprints of Pulp", "repository"),
    ("Annals of Stiffness", "journal"), ("Hinge Transactions", "journal"),
)  # fmt: skip
_PEOPLE = ("Ada Falz", "Bo Knick", "Cleo Bogen", "Dan Papier", "Eva Rand", "Finn Kante", "Gro Lage", "Hal Ecke")
_ADDRESS = "https://openalex.org/"
_STANCES = (
    "We build on the elegant method of {cite}, which we extend to wet sheets.",
    "The model of {cite} fails for thick paper, a limitation that nobody has mended.",
    "Sheets were first listed by {cite}.",
    "Our results confirm those of {cite}, whose effective procedure we adopt.",
    "However, {cite} overlook the grain of the sheet, and their bounds are inaccurate.",
    "Related questions are treated in {cite} and in {other}.",
)


def works() -> list[dict[str, Any]]:
    """The rows of the snapshot, oldest first."""
    chance = random.Random(7)
    rows: list[dict[str, Any]] = []
    titles: set[str] = set()
    for number in range(WORKS):
        topic = TOPICS[number % len(TOPICS)]
        year = FIRST_YEAR + number * (LAST_YEAR - FIRST_YEAR + 1) // WORKS
        while True:
            title = f"{chance.choice(_HOW)} {chance.choice(_WHAT)} {topic} by {chance.choice(_BY)}"
            if title not in titles:
                break
        titles.add(title)
        rows.append(_row(number, title, topic, year, _cited(rows, number, chance), chance))
    return _odd(rows)


def _cited(rows: Sequence[Mapping[str, Any]], number: int, chance: random.Random) -> list[int]:
    """Works of the same topic above all, the cited ones sooner: references to copy, as people do."""
    found: list[int] = []
    for _ in range(min(number, chance.randint(4, 14))):
        older = chance.randrange(number)
        near = [one for one in range(max(0, older - 3), min(number, older + 4)) if one % 4 == number % 4]
        one = chance.choice(near) if near and chance.random() < 0.8 else older
        found.append(one)
        copied = [_number(name) for name in rows[one]["referenced_works"]]
        if copied and chance.random() < 0.5:
            found.append(chance.choice(copied))
    return list(dict.fromkeys(found))


def _number(name: str) -> int:
    return int(name.removeprefix(f"{_ADDRESS}W")) - FIRST


def _name(number: int) -> str:
    return f"{_ADDRESS}W{FIRST + number}"


def _row(number: int, title: str, topic: str, year: int, cited: Sequence[int], chance: random.Random) -> dict[str, Any]:
    venue = chance.randrange(len(_VENUES))
    name, kind = _VENUES[venue]
    words = f"{title}. We study {topic} and report what sheets of {number + 1} kinds do when they are folded".split()
    index: dict[str, list[int]] = {}
    for place, word in enumerate(words):
        index.setdefault(word, []).append(place)
    return {
        "id": _name(number),
        "doi": f"https://doi.org/10.5555/folded.{number + 1}",
        "title": title,
        "display_name": title,
        "publication_year": year,
        "publication_date": f"{year}-{1 + number % 12:02d}-{1 + number % 28:02d}",
        "type": "article",
        "authorships": [{"author": {"display_name": chance.choice(_PEOPLE)}}],
        "primary_location": {"source": {"id": f"{_ADDRESS}S{FIRST + venue}", "display_name": name, "type": kind}},
        "topics": [{"id": f"{_ADDRESS}T{90_001 + TOPICS.index(topic)}", "display_name": topic}],
        "is_paratext": False,
        "is_retracted": number == WORKS // 2,
        "cited_by_count": 0,
        "abstract_inverted_index": index if number % 3 else json.dumps(index),
        "referenced_works": [_name(one) for one in cited],
        "updated_date": "2026-01-05",
    }


def _odd(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """With what every snapshot has: works that cite themselves, the future, a merged work, and a cover."""
    rows[40]["referenced_works"].append(rows[40]["id"])
    rows[50]["referenced_works"].append(rows[90]["id"])
    rows[60]["referenced_works"].append(_name(WORKS + 1))  # merged into the tenth
    rows[70]["referenced_works"] += rows[70]["referenced_works"][:2]
    cover = {**rows[80], "id": _name(WORKS + 2), "title": "Front cover", "display_name": "Front cover"}
    return [*rows, {**cover, "is_paratext": True, "referenced_works": []}]


def texts(rows: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """LaTeX sources of some of the later works, which say in what spirit they cite: file name and text."""
    chance = random.Random(11)
    known = {row["id"]: row for row in rows}
    for row in rows[120:WORKS:9]:
        cited = [known[name] for name in dict.fromkeys(row["referenced_works"]) if name in known and name != row["id"]]
        if len(cited) > 2:
            yield f"W{row['id'].rpartition('W')[2]}.tex", _text(row, cited, chance)


def _text(row: Mapping[str, Any], cited: Sequence[Mapping[str, Any]], chance: random.Random) -> str:
    said = []
    for number, _ in enumerate(cited):
        stance = chance.choice(_STANCES)
        other = rf"\cite{{k{(number + 1) % len(cited)}}}"
        said.append(stance.format(cite=rf"\cite{{k{number}}}", other=other))
    half = len(said) // 2
    items = "\n".join(
        rf"\bibitem{{k{number}}} {one['authorships'][0]['author']['display_name']}. {one['title']}. "
        rf"\emph{{{one['primary_location']['source']['display_name']}}}, {one['publication_year']}. "
        rf"doi:{one['doi'].removeprefix('https://doi.org/')}"
        for number, one in enumerate(cited)
    )
    return "\n".join(
        [
            r"\documentclass{article}",
            rf"\title{{{row['title']}}}",
            r"\begin{document}",
            r"\maketitle",
            r"\section{Introduction}",
            " ".join(said[:half]),
            "",
            " ".join(said[half:]),
            r"\begin{thebibliography}{99}",
            items,
            r"\end{thebibliography}",
            r"\end{document}",
            "",
        ]
    )


def snapshot_files() -> dict[str, bytes]:
    """All files but the agents', by their path below the sample's folder."""
    rows = works()
    part = "updated_date=2026-01-05/part_0000.gz"
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()
    manifest = {"entries": [{"url": f"s3://openalex/data/jsonl/works/{part}", "meta": {"record_count": len(rows)}}]}
    merged = f"merge_date,id,merge_into_id\n2026-01-05,W{FIRST + WORKS + 1},W{FIRST + 10}\n"
    return {
        f"data/jsonl/works/{part}": gzip.compress(lines, mtime=0),
        "data/jsonl/works/manifest": json.dumps(manifest).encode(),
        "data/merged_ids/works/2026-01-05.csv.gz": gzip.compress(merged.encode(), mtime=0),
        **{f"texts/{name}": text.encode() for name, text in texts(rows)},
    }


def agents(store: str) -> dict[str, bytes]:
    """The answers of two made-up agents to the release in a storage: one knows much, one guesses by fame and date."""
    from litgauge.tasks.benchmarks.scinetbench.baselines import baseline_lists
    from litgauge.tasks.benchmarks.scinetbench.release import load_release_rows
    from litgauge.tasks.engine.storage import Storage
    from litgauge.tasks.releases.release import load

    release = load_release_rows(load(Storage(store), "scinetbench"))  # type: ignore[arg-type]
    named = {row["work"]: row for row in release.works.select(["work", "title", "year", "doi"]).to_pylist()}
    citers: dict[int, list[int]] = {}
    references = {row["work"]: row["references"] for row in release.citations.to_pylist()}
    for citing, cited_works in references.items():
        for cited in cited_works:
            citers.setdefault(cited, []).append(citing)
    paragraphs: dict[tuple[int, int], set[int]] = {}
    for row in release.mentions:
        paragraphs.setdefault((row.citing, row.paragraph), set()).add(row.cited)
    baselines = baseline_lists(release.tasks, release)
    usual, newest = baselines["most-cited"], baselines["newest"]
    careful: dict[str, list[dict[str, Any]]] = {}
    careless = ["task_id,rank,title"]
    for number, task in enumerate(release.tasks):
        truth = [row.work for row in release.truth.get(task.task_id, ())]
        good = truth or sorted(citers.get(task.subject or 0, ()))
        if task.relation == "together":
            cited_with = Counter(cited for citing in good for cited in references[citing] if cited != task.subject)
            beside = {work for cited in paragraphs.values() if task.subject in cited for work in cited}
            ranked = sorted(cited_with, key=lambda work: (work not in beside, -cited_with[work], work))
            good = ranked[: task.wanted]
        if task.kind != "path-wise":
            good = [*good[: len(good) * 2 // 3], *usual[task.task_id][number % 3 : 3]]
        elif number % 3 == 0:
            good = [*good[:1], *good[2:]]  # with a work left out
        works = list(dict.fromkeys(good))
        careful[task.task_id] = [{"title": named[one]["title"], "doi": named[one]["doi"]} for one in works]
        if task.kind == "pair-wise" or task.relation == "novel":
            guessed = newest[task.task_id]
        elif task.relation == "disruptive":
            guessed = usual[task.task_id]
        else:  # a chain of works on something else
            guessed = next(newest[other.task_id] for other in release.tasks if other.sub_field != task.sub_field)
        listed = [named[one]["title"] for one in guessed[:12]]
        listed.insert(number % 5, f"A complete theory of {task.sub_field.replace('-', ' ')}, volume {number + 1}")
        careless += [f'{task.task_id},{rank},"{title}"' for rank, title in enumerate(listed, start=1)]
    return {
        "agents/careful/answers.json": (json.dumps(careful, indent=1) + "\n").encode(),
        "agents/careless/answers.csv": ("\n".join(careless) + "\n").encode(),
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Write the sample, or say what differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a file differs")
    parser.add_argument("--agents", metavar="STORE", help="write the agents' answers to the release in this storage")
    asked = parser.parse_args(argv)
    wanted = agents(asked.agents) if asked.agents else snapshot_files()
    differ = [name for name, data in wanted.items() if not _is(SAMPLE / name, data)]
    if asked.check:
        sys.stdout.writelines(f"{name} differs\n" for name in differ)
        return int(bool(differ))
    for name in differ:
        path = SAMPLE / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(wanted[name])
    return 0


def _is(path: Path, data: bytes) -> bool:
    return path.is_file() and path.read_bytes() == data


if __name__ == "__main__":
    sys.exit(main())
