"""Surveys with their references: 200 invented ones, or the published ones of ReportBench."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

_TOPICS = """Graph Neural Networks|Federated Learning|Diffusion Models|Meta-Learning|Point Cloud Registration
Retrieval-Augmented Generation|Neural Architecture Search|Event-Based Vision|Knowledge Distillation|Speech Enhancement
Time Series Forecasting|Rényi Differential Privacy|Program Synthesis|Machine Unlearning|Entity Linking
$k$-Nearest Neighbour Search|Quantum Error Mitigation|Swarm Robotics|Table Understanding|Code-Switching
Causal Discovery|Visual SLAM|3D Human Pose Estimation|LLM-as-a-Judge|Opinion Dynamics|Spiking Neural Networks
Continual Learning|Metal–Organic Frameworks|Adversarial Robustness|Query Optimization|Serverless Computing
Music Generation|Protein Language Models|Anomaly Detection|Multi-Agent Path Finding|Data Augmentation"""
_FIELDS = """Medical Imaging|Autonomous Driving|Recommender Systems|Social Networks|Remote Sensing|Industry 4.0
Computational Biology|Edge Devices|Education|Smart Grids|Natural Language Processing|Software Engineering
the Internet of Things|Finance|Low-Resource Languages|Robot Manipulation"""
_PATTERNS = """A Survey of {t} for {f}|{t} in {f}: A Comprehensive Review|{t}: A Survey|Recent Advances in {t} for {f}
{t} Meets {f}: Taxonomy, Benchmarks, and Open Problems|A Systematic Literature Review on {t} in {f}
Towards {t} for {f}: Challenges & Opportunities|{t} for {f} — Past, Present, and Future|"Is It Solved?" {t} in {f}
What Do We Know about {t} in {f}? A Review|An Overview of {t} with Applications to {f}
{t}, from Theory to {f}: a Tutorial and Survey"""
_VERBS = "Learning|Rethinking|Scaling|Understanding|Accelerating|Bridging|Unifying|Probing|Revisiting|Calibrating"
_ADJECTIVES = "Sparse|Hierarchical|Contrastive|Robust|Latent|Adaptive|Equivariant|Self-Supervised|Modular|Bayesian"
_NOUNS = "Representations|Kernels|Prompts|Operators|Trajectories|Memories|Embeddings|Priors|Encoders|Policies|Codes"
_SYLLABLES = "ka lo mi ren tas vu dor pel sin gra hel ost bri mun cal wex tho zan fir que"
_PLAIN = """the of and we that for with this is are by which methods results show between when under data model these
two can both than most only first large small shared common early later within across their it as on from"""
_FIRST = "Ada|Tobias|Mei|Oluwaseun|José|Ingrid|Farid|Søren|Yuki|Katarzyna|Priya|Hamish"
_LAST = "Quillfeather|Inkwell|Zhang|Adeyemi|Peña|Lindqvist|Haddad|Ørsted|Tanaka|Wójcik|Raman|MacBride"


@dataclass(frozen=True)
class Paper:
    """A work as indexes know it."""

    title: str
    authors: tuple[str, ...] = ()
    year: int = 0
    arxiv: str = ""
    doi: str = ""
    published_abstract: str = ""  # else one is invented
    w: str = ""  # OpenAlex
    sha: str = ""  # Semantic Scholar
    forum: str = ""  # OpenReview

    @cached_property
    def abstract(self) -> str:
        """Six sentences, the same ones at every call."""
        return self.published_abstract or _prose(random.Random(self.title), 6)

    @cached_property
    def text(self) -> tuple[str, ...]:
        """The paragraphs of the paper."""
        rng = random.Random(self.title + "text")
        return (self.abstract, *(_prose(rng, 7) for _ in range(9)))


@dataclass(frozen=True)
class Case:
    """A survey that a task is made from, what it cites, and works that it could be taken for."""

    survey: Paper
    references: tuple[Paper, ...]
    similar: tuple[Paper, ...] = field(default=())


def invented_cases(most: int = 200) -> list[Case]:
    """Return as many cases, the same ones at every call."""
    rng = random.Random(7)
    topics, fields, patterns = (_listed(words) for words in (_TOPICS, _FIELDS, _PATTERNS))
    rng.shuffle(topics)
    found: dict[str, Case] = {}
    for number, (topic, area) in enumerate(itertools.cycle(itertools.product(topics, fields))):
        pattern = patterns[(number * 5 + number // len(fields)) % len(patterns)]
        title = pattern.format(t=topic, f=area)
        if title not in found and number % 2 == 0:
            found[title] = _case(title, topic, area, rng)
        if len(found) == most:
            break
    return list(found.values())


def published_cases(folder: Path, rows: Sequence[Path]) -> list[Case]:
    """Return the surveys of a ReportBench release with what they cite, and the nearest titles among all works."""
    surveys = [
        json.loads(line) for line in (folder / "ReportBench_v1.1.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    listed = {row["arxiv_id"]: _references(folder / "gt" / f"{row['arxiv_id']}.jsonl") for row in surveys}
    others = [_paper(json.loads(line)) for path in rows for line in path.read_text(encoding="utf-8").splitlines()]
    papers = {row["arxiv_id"]: _paper(row) for row in surveys}
    everything = {
        plain(paper.title): paper for paper in (*itertools.chain(*listed.values()), *others, *papers.values())
    }
    words = {key: frozenset(key.split()) for key in everything}
    cases = []
    for number, paper in papers.items():
        own = frozenset(plain(paper.title).split())
        nearest = sorted(words, key=lambda key: -len(words[key] & own) / (len(words[key] | own) or 1))
        similar = [everything[key] for key in nearest[:9] if key != plain(paper.title)]
        cases.append(Case(paper, listed[number], tuple(similar[:8])))
    return cases


def plain(title: str) -> str:
    """Return the words of a title, small and without signs."""
    return " ".join("".join(sign if sign.isalnum() else " " for sign in title.casefold()).split())


def _paper(row: dict[str, object]) -> Paper:
    authors = str(row.get("authors") or "").replace(" and ", ", ").split(", ")
    number = str(row.get("arxiv_id") or row.get("id") or "")
    year = 2000 + int(number[:2]) if number[:2].isdigit() else 0
    title, abstract = (" ".join(str(row.get(key) or "").split()) for key in ("title", "abstract"))
    return _numbered(Paper(title, tuple(authors), year, number, str(row.get("doi") or ""), abstract))


def _numbered(paper: Paper) -> Paper:
    """The paper with numbers of indexes that it has not in truth."""
    rng = random.Random(paper.title)
    return replace(paper, w=f"W{rng.randint(2 * 10**9, 5 * 10**9)}", sha=f"{rng.getrandbits(160):040x}")


def _references(path: Path) -> tuple[Paper, ...]:
    papers = []
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        more = row.get("meta_info") or {}
        year = str(more.get("year") or "")[:4]
        title = " ".join(str(row.get("title") or "").split())
        authors = tuple(str(row.get("author") or "").split(" and "))
        if len(plain(title)) > 8:
            paper = Paper(title, authors, int(year) if year.isdigit() else 0, doi=str(more.get("doi") or ""))
            papers.append(_numbered(paper))
    return tuple(papers)


def _listed(words: str) -> list[str]:
    return [word for line in words.splitlines() for word in line.split("|")]


def _case(title: str, topic: str, area: str, rng: random.Random) -> Case:
    year = rng.randint(2021, 2024)
    survey = _invented(title, year, rng)
    titles = {_reference_title(topic, area, rng) for _ in range(rng.randint(40, 140))} | {topic, f"{topic}: A Review"}
    references = [_invented(each, rng.randint(2012, year - 1), rng) for each in sorted(titles - {title})]
    similar = [
        f"A Survey of {topic} for Agriculture", f"{topic}: A Survey of Surveys",
        f"Recent Advances in {topic} for Games",
        f"{title} in Ancient Greece", f"{topic} in {area}", f"Lessons from {area}: {topic} in Practice",
    ]  # fmt: skip
    similar = [each for each in similar if plain(each) != plain(title)]
    return Case(survey, tuple(references), tuple(_invented(each, year - 1, rng) for each in similar))


def _reference_title(topic: str, area: str, rng: random.Random) -> str:
    verb, adjective, noun = (rng.choice(words.split("|")) for words in (_VERBS, _ADJECTIVES, _NOUNS))
    name = "".join(rng.choices(_SYLLABLES.split(), k=2)).capitalize()
    return rng.choice(
        [
            f"{verb} {adjective} {noun} for {topic}",
            f"{name}: {verb} {adjective} {noun}",
            f"{adjective} {noun} in {area}",
            f"{name}: {topic} with {adjective} {noun}",
            f"{verb} {topic}",
        ]
    )


def _invented(title: str, year: int, rng: random.Random) -> Paper:
    authors = tuple(f"{rng.choice(_FIRST.split('|'))} {rng.choice(_LAST.split('|'))}" for _ in range(rng.randint(1, 5)))
    number = f"{year % 100:02}{rng.randint(1, 12):02}.{rng.randint(1, 19999):05}"
    letters = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"
    return Paper(
        title, authors, year, number,
        doi=f"10.{rng.choice((1145, 1109, 1016, 1007))}/{rng.randint(10**6, 10**7)}.{rng.randint(10**6, 10**7)}",
        w=f"W{rng.randint(2 * 10**9, 5 * 10**9)}", sha=f"{rng.getrandbits(160):040x}",
        forum="".join(rng.choices(letters, k=10)),
    )  # fmt: skip


def _prose(rng: random.Random, sentences: int) -> str:
    """Sentences of common words with invented ones between them: no two texts share a run of eight words."""
    syllables, plain_words = _SYLLABLES.split(), _PLAIN.split()
    made = (
        " ".join(
            "".join(rng.choices(syllables, k=3)) if rng.random() < 0.45 else rng.choice(plain_words)
            for _ in range(rng.randint(9, 22))
        )
        for _ in range(sentences)
    )
    return " ".join(f"{sentence.capitalize()}." for sentence in made)
