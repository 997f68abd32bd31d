"""Learns the weights of the local verifier (`litgauge/tasks/offline/verifier_weights.json`) on published verdicts.

`python -m training.statement_verifier [dls_validated.jsonl] [--write]`. Prints the agreement with verdicts that it has
not seen: the pages are dealt into two halves a hundred times, weights are learnt on each half and tried on the other.
The rules stand beside it on the same pairs. Intervals draw the pages anew. With `--write` the weights of all pairs are
written.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy import optimize

from litgauge.tasks.offline.support import find_quotes, support
from litgauge.tasks.offline.verifier import WEIGHTS, features
from litgauge.tasks.statistics.resampling import Floats
from litgauge.tasks.web.passages import best_passages
from perf.offline_judge import DEFAULT
from perf.published_verdicts import FILE, LABELS

HALVINGS = 100
RIDGE = 1.0
_BOUNDS = {"length": (None, None)}
CERTAINTIES = (0.5, 0.6, 0.7, 0.8, 0.9)


@dataclass(frozen=True)
class Pair:
    """A statement and its page, as they were published."""

    page: str
    features: dict[str, float]
    by_rules: bool
    supported: bool


def pairs(path: Path) -> Iterator[Pair]:
    """Every pair with a verdict and a text."""
    for line in path.read_text(encoding="utf-8").splitlines():
        for url, page in json.loads(line)["citations_deduped"].items():
            text = page["url_content"]
            for verdict in page.get("validate_res") or ():
                statement = page["facts"][verdict["idx"]]
                seen = features(statement, text) if text else None
                if seen and verdict["result"] in LABELS:
                    yield Pair(url, seen, _by_rules(statement, text), verdict["result"] == "supported")


def _by_rules(statement: str, text: str) -> bool:
    shown = [passage.text for passage in best_passages(statement, text, 6, 4_000)]
    quotes = find_quotes(statement, shown)
    return bool(quotes) and support(statement, " ".join(quotes)).supported


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


def unseen(names: Sequence[str], inputs: Floats, labels: Floats, pages: Floats) -> Floats:
    """Probabilities of each pair, a row a halving, by weights that were learnt on the other half of the pages."""
    rows = []
    for seed in range(HALVINGS):
        dealt = np.random.default_rng(seed).permutation(np.unique(pages))
        first = np.isin(pages, dealt[: len(dealt) // 2])
        if min(len(set(labels[first])), len(set(labels[~first]))) < 2:
            continue
        row = np.zeros(len(labels))
        for half in (first, ~first):
            weights = learn(names, inputs[half], labels[half])
            row[~half] = 1 / (1 + np.exp(-(inputs[~half] @ weights[:-1] + weights[-1])))
        rows.append(row)
    return np.array(rows)


def interval(labels: Floats, verdicts: Floats, pages: Floats) -> tuple[float, float]:
    """95 % percentile interval of the mean kappa over rows of verdicts, pages drawn anew."""
    generator, names = np.random.default_rng(0), np.unique(pages)
    places = {name: np.flatnonzero(pages == name) for name in names}
    drawn = []
    for _ in range(1_000):
        chosen = np.concatenate([places[name] for name in generator.choice(names, len(names))])
        row = verdicts[generator.integers(len(verdicts))]
        drawn.append(kappa(labels[chosen], row[chosen]))
    low, high = np.quantile(drawn, [0.025, 0.975])
    return float(low), float(high)


def main(path: Path, *, write: bool) -> None:
    """Print the agreement on unseen pairs; write the weights."""
    known = list(pairs(path))
    names = list(known[0].features)
    inputs = np.array([[pair.features[name] for name in names] for pair in known])
    labels = np.array([float(pair.supported) for pair in known])
    pages = np.array([pair.page for pair in known])
    likely = unseen(names, inputs, labels, pages)
    rules = np.array([[float(pair.by_rules) for pair in known]])
    print(f"{len(known)} pairs of {len(np.unique(pages))} pages, {labels.mean():.0%} supported\n")
    print("| judge | decides | agrees | kappa | 95 % interval |\n|---|---:|---:|---:|---:|")
    _line("rules", np.ones_like(rules, dtype=bool), rules, labels, pages)
    for least in CERTAINTIES:
        sure = np.maximum(likely, 1 - likely) >= least
        _line(f"verifier, at least {least:.0%} sure", sure, np.round(likely), labels, pages)
    if write:
        weights = learn(names, inputs, labels)
        values = {name: round(float(weight), 4) for name, weight in zip([*names, "bias"], weights, strict=True)}
        text = json.dumps({"learnt_on": f"{len(known)} published verdicts", "weights": values}, indent=1)
        WEIGHTS.write_text(f"{text}\n", encoding="utf-8")


def _line(name: str, sure: Floats, verdicts: Floats, labels: Floats, pages: Floats) -> None:
    kappas = [kappa(labels[kept], row[kept]) for row, kept in zip(verdicts, sure, strict=True) if kept.any()]
    agreed = np.mean([np.mean(labels[kept] == row[kept]) for row, kept in zip(verdicts, sure, strict=True)])
    whole = "{:.2f} to {:.2f}".format(*interval(labels, verdicts, pages)) if sure.all() else ""
    print(f"| {name} | {sure.mean():.0%} | {agreed:.0%} | {np.mean(kappas):.2f} | {whole} |")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=DEFAULT / FILE)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    main(options.file, write=options.write)
