"""Material for writers in each setting, from the ground truth of a release: works, pairs, paths (section 6)."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import pyarrow as pa
import pyarrow.compute as pc

from litgauge.tasks.benchmarks.literature_review.build.network import Mention, NetworkRelease, Query
from litgauge.tasks.benchmarks.literature_review.build.topics import Topic
from litgauge.tasks.benchmarks.literature_review.rows import Material
from litgauge.tasks.benchmarks.literature_review.settings import MaterialSettings, Setting
from litgauge.tasks.network.reference_lists import citers
from litgauge.tasks.records.grouping import rows_by
from litgauge.tasks.text.markdown import shorten

_SENTENCE, _PARAGRAPH = 600, 2_000  # characters of one
_SENTIMENTS = {"positive": "with approval", "negative": "critically", "neutral": "in passing", None: ""}


@dataclass(frozen=True, slots=True)
class KnownWork:
    """A work as a material names it."""

    title: str
    year: int
    abstract: str


@dataclass
class _Writing:
    """A material under construction: its lines, and the works that it has named."""

    lines: list[str] = field(default_factory=list)
    named: set[int] = field(default_factory=set)


class Materials:
    """Materials of some topics, with their data looked up once."""

    def __init__(self, release: NetworkRelease, topics: Sequence[Topic], settings: MaterialSettings) -> None:
        self._release, self._settings = release, settings
        self._tasks: dict[str, list[Query]] = defaultdict(list)
        sub_fields = {topic.sub_field for topic in topics if topic.sub_field}
        for task in release.tasks:
            if task.sub_field in sub_fields:
                self._tasks[task.sub_field].append(task)
        subjects = {task.subject for of in self._tasks.values() for task in self._pairs(of) if task.subject}
        self._cited_by = citers(release.citations, pa.array(sorted(subjects), pa.int64()))
        self._together = self._cited_with(subjects)
        self._mentions: dict[int, list[Mention]] = defaultdict(list)
        self._paragraphs: dict[tuple[int, int], list[Mention]] = defaultdict(list)
        for mention in release.mentions:
            self._paragraphs[mention.citing, mention.paragraph].append(mention)
            if mention.cited in subjects:
                self._mentions[mention.cited].append(mention)
        citing = {work for of in self._cited_by.values() for work in of}
        citing |= {mention.citing for of in self._mentions.values() for mention in of}
        self._counts = _citations(release, citing)
        self._works = self._described(topics)

    def work(self, work: int) -> KnownWork:
        """A work of the release."""
        return self._works.get(work, KnownWork("", 0, ""))

    def described(self, work: int, *, abstract: bool = True) -> str:
        """A work on a line, with its abstract where one is known.

        “Title” (2019, OpenAlex W12). Abstract …
        """
        shown = self.work(work)
        named = f"“{' '.join(shown.title.split()) or 'untitled'}” ({shown.year}, OpenAlex W{work})"
        text = shorten(shown.abstract, self._settings.abstract_characters) if self._settings.abstract_characters else ""
        return f"{named}. {text}" if abstract and text else named

    def of(self, topic: Topic, setting: Setting) -> Material:
        """Return the material of a setting for a topic; one without content has the reason why it does not apply."""
        writing = _Writing()
        if setting == "none":
            return Material(topic.topic, setting, True, "", "", _digest(""), 0)
        if not topic.sub_field:
            return _missing(topic, setting, "the release has no sub-field of this name")
        write = {"ego": self._ego, "pair": self._pair, "path": self._path}[setting]
        if why := write(topic, writing):
            return _missing(topic, setting, why)
        text = "\n".join(writing.lines).strip() + "\n"
        return Material(topic.topic, setting, True, "", text, _digest(text), len(writing.named))

    def _ego(self, topic: Topic, writing: _Writing) -> str:
        for relation in ("novel", "disruptive"):
            for task in self._tasks[topic.sub_field]:
                truth = self._release.truth.get(task.task_id, ())[: self._settings.works]
                if task.relation == relation and truth:
                    writing.lines.append(f"### The most {relation} works, the first one first\n")
                    self._list((row.work for row in truth), writing)
        return "" if writing.lines else "its sub-field has no ego-centric query with ranked works"

    def _path(self, topic: Topic, writing: _Writing) -> str:
        ends = (topic.newer, topic.older)
        for task in self._tasks[topic.sub_field]:
            if task.relation != "lineage" or (topic.newer is not None and (task.subject, task.target) != ends):
                continue
            truth = self._release.truth.get(task.task_id, ())
            if truth and sum(line.startswith("###") for line in writing.lines) < self._settings.paths:
                writing.lines.append("### A line of research, from its beginning: each work is cited by the next one\n")
                self._list((row.work for row in reversed(truth)), writing)
        if writing.lines:
            return ""
        between = "between its two works" if topic.newer is not None else "in its sub-field"
        return f"the release has no path-wise query {between}"

    def _pair(self, topic: Topic, writing: _Writing) -> str:
        for task in self._pairs(self._tasks[topic.sub_field]):
            if task.subject is not None:
                self._around(task.subject, writing)
        return "" if writing.lines else "its sub-field has no pair-wise query"

    def _pairs(self, tasks: Iterable[Query]) -> list[Query]:
        """Return the pair-wise queries, one per work."""
        by_subject = {task.subject: task for task in tasks if task.kind == "pair-wise"}
        return list(by_subject.values())[: self._settings.pairs]

    def _around(self, subject: int, writing: _Writing) -> None:
        """Collect the citations of a work, their wording, and the works mentioned beside it."""
        writing.lines.append(f"### Around one work\n\n{self.described(subject)}\n")
        writing.named.add(subject)
        if works := self._citers(subject):
            writing.lines.append("Cited by:\n")
            by_citing = rows_by(self._mentions[subject], lambda mention: mention.citing)
            self._list(works, writing, by_citing)
        paragraphs = list(self._paragraphs_on(subject))[: self._settings.paragraphs]
        if paragraphs:
            writing.lines.append("Mentioned together with others, in paragraphs of later works:\n")
            for mentions in paragraphs:
                self._paragraph(mentions, subject, writing)
        together = [work for work, _ in self._together.get(subject, Counter()).most_common(self._settings.works)]
        if together:
            writing.lines.append("Cited most often along with it, by the same works:\n")
            self._list(together, writing, {})

    def _list(
        self, works: Iterable[int], writing: _Writing, mentions: Mapping[int, Sequence[Mention]] | None = None
    ) -> None:
        """List works with their abstracts, or, for citing ones (`mentions`), with their words on the cited one."""
        for place, work in enumerate(works, 1):
            writing.named.add(work)
            words = "".join(f" {_quotation(mention)}" for mention in (mentions or {}).get(work, ())[:1])
            writing.lines.append(f"{place}. {self.described(work, abstract=mentions is None)}{words}")
        writing.lines.append("")

    def _paragraph(self, mentions: Sequence[Mention], subject: int, writing: _Writing) -> None:
        others = list(dict.fromkeys(mention.cited for mention in mentions if mention.cited != subject))[
            : self._settings.works
        ]
        writing.named.update((mentions[0].citing, *others))
        sentences = shorten(
            " ".join(dict.fromkeys(mention.sentence for mention in mentions if mention.sentence)), _PARAGRAPH
        )
        named = "; ".join(self.described(work, abstract=False) for work in others)
        writing.lines.append(f"- In {self.described(mentions[0].citing, abstract=False)}, with {named}: {sentences}")
        writing.lines.append("")

    def _paragraphs_on(self, subject: int) -> Iterator[list[Mention]]:
        """Yield the paragraphs that mention a work with another one, those of the most cited works first."""
        places = {(mention.citing, mention.paragraph) for mention in self._mentions[subject]}
        for place in sorted(places, key=lambda place: (-self._counts.get(place[0], 0), place)):
            mentions = sorted(self._paragraphs[place], key=lambda mention: mention.place)
            if any(mention.cited != subject for mention in mentions):
                yield mentions

    def _citers(self, subject: int) -> list[int]:
        """Return the works that cite a work: first those with known text, then the most cited."""
        read = {mention.citing for mention in self._mentions[subject]}
        works = self._cited_by.get(subject, frozenset())
        ordered = sorted(works, key=lambda work: (work not in read, -self._counts.get(work, 0), work))
        return ordered[: self._settings.works]

    def _cited_with(self, subjects: Iterable[int]) -> dict[int, Counter[int]]:
        """Return how often each work is cited along with each subject."""
        works = {citer for subject in subjects for citer in self._cited_by.get(subject, ())}
        cites = _references(self._release, works)
        works_of = {}
        for subject in subjects:
            counted: Counter[int] = Counter()
            for citer in sorted(self._cited_by.get(subject, ())):
                counted.update(work for work in cites.get(citer, ()) if work != subject)
            works_of[subject] = counted
        return works_of

    def _described(self, topics: Sequence[Topic]) -> dict[int, KnownWork]:
        """Return all works that a material may name."""
        works = {end for topic in topics for end in (topic.newer, topic.older) if end is not None}
        for of in self._tasks.values():
            works |= {row.work for task in of for row in self._release.truth.get(task.task_id, ())}
            for task in self._pairs(of):
                if (subject := task.subject) is not None:
                    works |= {subject, *self._citers(subject)}
                    works |= {work for work, _ in self._together[subject].most_common(self._settings.works)}
                    works |= {mention.citing for mention in self._mentions[subject]}
                    works |= {mention.cited for of_one in self._paragraphs_on(subject) for mention in of_one}
        return known_works(self._release, works)


def known_works(release: NetworkRelease, works: Iterable[int]) -> dict[int, KnownWork]:
    """Return the release's data on these works, without unknown ones."""
    numbers = pa.array(sorted(set(works)), pa.int64())
    abstracts: dict[int, str] = {}
    if release.abstracts is not None:
        chosen = release.abstracts.filter(pc.is_in(release.abstracts["work"], numbers))
        abstracts = dict(zip(chosen["work"].to_pylist(), chosen["abstract"].to_pylist(), strict=True))
    rows = release.works.filter(pc.is_in(release.works["work"], numbers)).select(["work", "title", "year"]).to_pylist()
    return {row["work"]: KnownWork(row["title"], row["year"], abstracts.get(row["work"], "")) for row in rows}


def _citations(release: NetworkRelease, works: Iterable[int]) -> dict[int, int]:
    rows = release.measures.filter(pc.is_in(release.measures["work"], pa.array(sorted(works), pa.int64())))
    return dict(zip(rows["work"].to_pylist(), rows["citations"].to_pylist(), strict=True))


def _references(release: NetworkRelease, works: Iterable[int]) -> dict[int, list[int]]:
    numbers = pa.array(sorted(works), pa.int64())
    rows = release.citations.filter(pc.is_in(release.citations["work"], numbers))
    return dict(zip(rows["work"].to_pylist(), rows["references"].to_pylist(), strict=True))


def _quotation(mention: Mention) -> str:
    spirit = _SENTIMENTS[mention.sentiment]
    return f"— {spirit + ': ' if spirit else ''}“{shorten(mention.sentence, _SENTENCE)}”"


def _missing(topic: Topic, setting: Setting, why: str) -> Material:
    return Material(topic.topic, setting, False, why, "", "", 0)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
