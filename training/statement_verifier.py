"""Learns the weights of the local verifier (`litgauge/tasks/offline/verifier_weights.json`) on published verdicts.

`python -m training.statement_verifier [DATA] [--embeddings] [--write]`. DATA is the folder of real inputs. Prints the
agreement with verdicts that were not seen, beside that of simpler judges:

- a deep-research system's report with its published verdicts (`reports/dls`). The pages are dealt into two halves a
  hundred times; weights and thresholds are learnt on each half and tried on the other.
- STORM's two reports, of another system and other fields, labelled by one person (perf/offline_judge.py), by weights
  and thresholds learnt on all published verdicts. A page that says a part of a statement does not bear it out.

Intervals draw the pages anew. `--embeddings` adds the rows with MiniLM (the extra `embeddings`; minutes). With
`--write` the weights of all published verdicts are written.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np
from scipy import optimize

from litgauge.tasks.offline.support import find_quotes, support
from litgauge.tasks.offline.verifier import WEIGHTS, Evidence, evidence
from litgauge.tasks.retrieval.embedding import MINILM, Embedder, open_embedder
from litgauge.tasks.statistics.resampling import Floats
from litgauge.tasks.text.sentences import sentences
from litgauge.tasks.text.words import stems
from litgauge.tasks.web.passages import best_passages
from perf.offline_judge import DEFAULT, storm
from perf.published_verdicts import FILE, LABELS

HALVINGS = 100
RIDGE = 1.0
_BOUNDS = {"length": (None, None)}
CERTAINTIES = (0.6, 0.7, 0.8, 0.9)
LIKENESS = "likeness"  # of the statement and the passage, by embeddings
WINDOW = "window"  # share of the statement's rare words in the best three sentences
EMBEDDED = 24  # sentences of a page: embedding all of them takes a minute a page


@dataclass(frozen=True)
class Pair:
    """A statement and its page, with the verdict of others."""

    page: str
    evidence: Evidence
    by_rules: bool
    supported: bool
    likeness: float = 0.0


@dataclass
class Pairs:
    """Pairs as columns."""

    of: list[Pair]
    labels: Floats = field(init=False)
    pages: Floats = field(init=False)
    opposed: Floats = field(init=False)

    def __post_init__(self) -> None:
        self.labels = np.array([float(pair.supported) for pair in self.of])
        self.pages = np.array([pair.page for pair in self.of])
        self.opposed = np.array([pair.evidence.opposed for pair in self.of])

    def inputs(self, names: Sequence[str]) -> Floats:
        """Return a row a pair, a column a feature."""
        return np.array(
            [
                [pair.likeness if name == LIKENESS else pair.evidence.features[name] for name in names]
                for pair in self.of
            ]
        )


def published(path: Path, embedder: Embedder | None) -> Iterator[Pair]:
    """Every pair with a published verdict and a text."""
    for line in path.read_text(encoding="utf-8").splitlines():
        for url, page in json.loads(line)["citations_deduped"].items():
            for verdict in page.get("validate_res") or ():
                if verdict["result"] in LABELS and page["url_content"]:
                    statement, supported = page["facts"][verdict["idx"]], verdict["result"] == "supported"
                    yield from _pair(url, statement, page["url_content"], embedder, supported=supported)


def labelled(folder: Path, embedder: Embedder | None) -> Iterator[Pair]:
    """Every pair of STORM's reports that a person labelled."""
    for case in storm(folder):
        yield from _pair(case.title, case.statement, case.text, embedder, supported=case.label == "y")


def _pair(page: str, statement: str, text: str, embedder: Embedder | None, *, supported: bool) -> Iterator[Pair]:
    if seen := evidence(statement, text):
        alike = likeness(statement, text, embedder) if embedder else 0.0
        yield Pair(page, seen, _by_rules(statement, text), supported, alike)


def _by_rules(statement: str, text: str) -> bool:
    shown = [passage.text for passage in best_passages(statement, text, 6, 4_000)]
    quotes = find_quotes(statement, shown)
    return bool(quotes) and support(statement, " ".join(quotes)).supported


def likeness(statement: str, text: str, embedder: Embedder) -> float:
    """Return the highest cosine of the statement and three sentences around those that share most words with it."""
    places = _places(text)
    mine = stems(statement)
    shared = sorted(range(len(places)), key=lambda place: (-len(mine & stems(text[slice(*places[place])])), place))
    windows = [
        text[places[max(0, place - 1)][0] : places[min(place + 1, len(places) - 1)][1]] for place in shared[:EMBEDDED]
    ]
    return float((embedder.documents(windows) @ embedder.queries([statement])[0]).max())


@cache
def _places(text: str) -> list[tuple[int, int]]:
    return sentences(text)


def learn(names: Sequence[str], inputs: Floats, labels: Floats) -> Floats:
    """Weights and bias by ridge logistic regression on scaled features; both labels weigh the same.

    What speaks for a statement cannot weigh against it, whatever a small sample says.
    """
    mean, scale = inputs.mean(axis=0), inputs.std(axis=0) + 1e-6
    scaled = np.column_stack([(inputs - mean) / scale, np.ones(len(inputs))])
    weight = np.where(labels > 0, 0.5 / max(labels.mean(), 1e-9), 0.5 / max(1 - labels.mean(), 1e-9))

    def loss(weights: Floats) -> float:
        margins = (2 * labels - 1) * (scaled @ weights)
        return float(weight @ np.logaddexp(0, -margins) + RIDGE * weights[:-1] @ weights[:-1])

    bounds = [_BOUNDS.get(name, (0.0, None)) for name in names] + [(None, None)]
    found = optimize.minimize(loss, np.zeros(scaled.shape[1]), method="L-BFGS-B", bounds=bounds).x
    own = found[:-1] / scale
    return np.append(own, found[-1] - own @ mean)


def kappa(labels: Floats, verdicts: Floats) -> float:
    """Cohen's kappa of two columns of 0 and 1."""
    agreed, first, second = (labels == verdicts).mean(), labels.mean(), verdicts.mean()
    chance = first * second + (1 - first) * (1 - second)
    return float((agreed - chance) / (1 - chance)) if chance < 1 else 0.0


def probabilities(weights: Floats, inputs: Floats, opposed: Floats) -> Floats:
    """Return how likely each pair is supported, as `Evidence.probability` has it."""
    score = inputs @ weights[:-1] + weights[-1]
    return 1 / (1 + np.exp(-np.where(opposed, np.minimum(score, 0.0), score)))


def unseen(names: Sequence[str], pairs: Pairs) -> Floats:
    """Probabilities of each pair, a row a halving, by weights that were learnt on the other half of the pages."""
    inputs, rows = pairs.inputs(names), []
    for seed in range(HALVINGS):
        dealt = np.random.default_rng(seed).permutation(np.unique(pairs.pages))
        first = np.isin(pairs.pages, dealt[: len(dealt) // 2])
        if min(len(set(pairs.labels[first])), len(set(pairs.labels[~first]))) < 2:
            continue
        row = np.zeros(len(pairs.labels))
        for half in (first, ~first):
            weights = learn(names, inputs[half], pairs.labels[half])
            row[~half] = probabilities(weights, inputs[~half], pairs.opposed[~half])
        rows.append(row)
    return np.array(rows)


def interval(verdicts: Floats, pairs: Pairs) -> tuple[float, float]:
    """95 % percentile interval of the mean kappa over rows of verdicts, pages drawn anew."""
    generator, names = np.random.default_rng(0), np.unique(pairs.pages)
    places = {name: np.flatnonzero(pairs.pages == name) for name in names}
    drawn = []
    for _ in range(1_000):
        chosen = np.concatenate([places[name] for name in generator.choice(names, len(names))])
        row = verdicts[generator.integers(len(verdicts))]
        drawn.append(kappa(pairs.labels[chosen], row[chosen]))
    low, high = np.quantile(drawn, [0.025, 0.975])
    return float(low), float(high)


def main(data: Path, *, embeddings: bool, write: bool) -> None:
    """Print the agreement on unseen pairs; write the weights."""
    embedder = open_embedder(MINILM) if embeddings else None
    known = Pairs(list(published(data / FILE, embedder)))
    others = Pairs(list(labelled(data / "reports/deepscholar/storm", embedder)))
    for name, pairs in (("published verdicts", known), ("labels of a person", others)):
        print(
            f"{name}: {len(pairs.of)} pairs, {len(np.unique(pairs.pages))} pages, {pairs.labels.mean():.0%} supported"
        )
    names = list(known.of[0].evidence.features)
    judges = {"best three sentences by IDF": [WINDOW], "verifier": names}
    if embedder:
        judges |= {"embeddings": [LIKENESS], "verifier with embeddings": [*names, LIKENESS]}
    rows = [_row("rules", _rules(known), _rules(others), known, others)]
    for name, own in judges.items():
        likely = unseen(own, known)
        weights = learn(own, known.inputs(own), known.labels)
        elsewhere = probabilities(weights, others.inputs(own), others.opposed)[np.newaxis]
        rows.append(_row(name, likely, elsewhere, known, others))
        if name == "verifier":
            rows += [_cascade(least, likely, elsewhere, known, others) for least in CERTAINTIES]
    print("\n| judge | passed on | agrees | kappa | passed on | agrees | kappa |\n|---|" + 6 * "---:|")
    print("\n".join(rows))
    if write:
        weights = learn(names, known.inputs(names), known.labels)
        values = {name: round(float(weight), 4) for name, weight in zip([*names, "bias"], weights, strict=True)}
        text = json.dumps({"learnt_on": f"{len(known.of)} published verdicts", "weights": values}, indent=1)
        WEIGHTS.write_text(f"{text}\n", encoding="utf-8")


def _rules(pairs: Pairs) -> Floats:
    return np.array([[float(pair.by_rules) for pair in pairs.of]])


def _row(name: str, likely: Floats, elsewhere: Floats, known: Pairs, others: Pairs) -> str:
    cells = []
    for verdicts, pairs in ((np.round(likely), known), (np.round(elsewhere), others)):
        mean = np.mean([kappa(pairs.labels, row) for row in verdicts])
        low, high = interval(verdicts, pairs)
        cells += ["0 %", f"{(verdicts == pairs.labels).mean():.0%}", f"{mean:.2f} ({low:.2f} to {high:.2f})"]
    return _line(name, cells)


def _cascade(least: float, likely: Floats, elsewhere: Floats, known: Pairs, others: Pairs) -> str:
    cells: list[str] = []
    for probability, pairs in ((likely, known), (elsewhere, others)):
        sure, verdicts = np.maximum(probability, 1 - probability) >= least, np.round(probability)
        decided = [(pairs.labels[own], row[own]) for row, own in zip(verdicts, sure, strict=True) if own.any()]
        agreed = np.mean([(labels == row).mean() for labels, row in decided])
        cells += [f"{1 - sure.mean():.0%}", f"{agreed:.0%}", f"{np.mean([kappa(*pair) for pair in decided]):.2f}"]
    return _line(f"… where at least {least:.0%} sure", cells)


def _line(name: str, cells: Iterable[str]) -> str:
    return f"| {name} | {' | '.join(cells)} |"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="?", type=Path, default=DEFAULT)
    parser.add_argument("--embeddings", action="store_true")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    main(options.data, embeddings=options.embeddings, write=options.write)
