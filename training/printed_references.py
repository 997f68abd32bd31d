"""Learns the weights by which printed references are read (`litgauge/tasks/citations/printed/printed_weights.json`).

`python -m training.printed_references --folder KEEP [--held-out] [--examples N] [--out FILE]`. Real BibTeX prints the
.bib files of real papers in every style that TeX has, so the place of each title is known; a share of the references
is rewritten by chance as people write lists by hand. A log-linear model over all pairs of boundaries is fitted by
L-BFGS. With `--held-out` it learns from half of the papers and three quarters of the style families, and is graded on
the other papers and families; without, it learns from all and writes the weights.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import re
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
from scipy import optimize, sparse

from litgauge.tasks.citations.printed.features import Observations
from litgauge.tasks.citations.printed.markup import (
    BLOCK,
    BOLD,
    BOLD_END,
    EM,
    EM_END,
    GROUP,
    GROUP_END,
    LINK,
    LINK_END,
    MARKS,
    legible,
)
from litgauge.tasks.citations.printed.pieces import Pieces, cut
from litgauge.tasks.citations.printed.sights import Sight, features
from litgauge.tasks.latex.bibliography.bbl import read_bibliography
from litgauge.tasks.latex.bibliography.bibitem import Item
from litgauge.tasks.latex.bibliography.item_reading import body_to_read
from litgauge.tasks.latex.expansion.document import Place
from litgauge.tasks.text import compact_title
from perf.extraction_accuracy import DEFAULT
from perf.printed_styles import Paper, papers, print_with_bibtex, styles
from training.hand_written import Parts, Written, by_hand

WEIGHTS = Path(__file__).resolve().parents[1] / "litgauge" / "tasks" / "citations" / "printed" / "printed_weights.json"
STRUCTURED = re.compile(r"apaca|apacite|biblatex")
"""Styles that name all their parts."""
FEWEST = 15
"""A feature that is seen less often is left out."""
SMALLEST = 0.03
"""A weight that is smaller is left out."""


_features = cache(features)


def _names(sights: Sequence[Sight]) -> list[str]:
    return [name for sight in sights for name in _features(sight)]


@dataclass(frozen=True, slots=True)
class Example:
    """A printed reference with marks for its markup, and what its .bib entry says."""

    style: str
    paper: str
    text: str
    title: str
    authors: tuple[str, ...]
    named: bool = True  # whether the names are printed


@dataclass(frozen=True, slots=True)
class Choice:
    """The features of each way to read an example, and which ways are right."""

    features: list[list[str]]
    right: list[bool]


def examples(folder: Path, style: str, listed: Sequence[Paper], most: int, chance: random.Random) -> Iterator[Example]:
    """Some of what BibTeX prints of the papers' records in a style, in no order."""
    items = [
        (paper, item)
        for paper in listed
        for item in read_bibliography(print_with_bibtex(folder, style, paper) or "", lambda _: Place("", 1), "bbl")
        if isinstance(item, Item) and item.key in paper.records
    ]
    for paper, item in chance.sample(items, min(most, len(items))):
        record = paper.records[item.key]
        yield Example(
            style, paper.name, legible(body_to_read(item)[:20_000]), record["title"], tuple(record["authors"])
        )


def title_spans(pieces: Pieces, title: str) -> list[tuple[int, int]]:
    """Every span of pieces that holds just the title."""
    wanted = compact_title(title)
    parts = [compact_title(pieces[number]) for number in range(len(pieces))]
    spans = []
    for start, part in enumerate(parts):
        joined = ""
        for end in range(start, min(len(parts), start + 25)) if part and wanted.startswith(part) else ():
            joined += parts[end]
            if joined == wanted:
                spans.append((start, end + 1))
            if not wanted.startswith(joined):
                break
    return spans


def people_end(observations: Observations, authors: Sequence[str]) -> int | None:
    """Where the printed names end; None where they are not found at the beginning."""
    families = [compact_title(name) for name in authors]
    at, end = 0, 0
    for number in range(observations.count):
        part, position, before = compact_title(observations.pieces[number]), 0, at
        while at < len(families) and families[at] and (found := part.find(families[at], position)) >= 0:
            position, at = found + len(families[at]), at + 1
        if at > before:
            end = number + 1
        elif end and number > end + 1:
            break
    while end and end < observations.count and observations.kinds[end] in ("I", "I&", "A", "Y"):
        end += 1
    return end or None


def choice(example: Example) -> Choice | None:
    """The ways to read an example; None where no way is right, because its parts do not end at boundaries."""
    seen = Observations(cut(example.text))
    right = set(title_spans(seen.pieces, example.title))
    if not right and not example.named:
        right = {(0, 0)}
    elif not right and compact_title(example.title) not in compact_title(MARKS.sub(" ", example.text)):
        end = people_end(seen, example.authors)
        right = {(end, end)} if end is not None else set()
    features, labels = [], []
    ends = [_names([seen.at_end(end)]) for end in range(seen.count + 1)]
    for start in seen.starts:
        at_start = _names(seen.at_start(start))
        for end, of_title in seen.of_titles(start):
            features.append(at_start + (ends[end] if end > start else []) + _names(of_title))
            labels.append((start, end) in right)
    return Choice(features, labels) if any(labels) else None


def rewritten(example: Example, chance: random.Random) -> Example:
    """The example as somebody may have written it by hand, perhaps without the title; half of them stay as they are."""
    fate = chance.random()
    if fate < 0.45:
        return example
    if fate < 0.6:
        gone = chance.choice(_REMOVED)
        return replace(example, text=" ".join(re.sub(f"[{gone}]", " ", example.text).split()))
    written = _by_hand(example, chance)
    if written is None:
        return example
    return replace(example, text=written.text, title=written.title, named=written.named)


_REMOVED = (
    BLOCK,
    EM + EM_END + BOLD + BOLD_END,
    GROUP + GROUP_END,
    LINK + LINK_END,
    BLOCK + LINK + LINK_END,
    BLOCK + EM + EM_END + BOLD + BOLD_END + GROUP + GROUP_END + LINK + LINK_END,
)


def _by_hand(example: Example, chance: random.Random) -> Written | None:
    """Names, title and rest joined in another way; None where the style prints the title first."""
    seen = Observations(cut(example.text))
    spans = title_spans(seen.pieces, example.title)
    if not spans or spans[0][0] == 0:
        return None
    (start, end), pieces = spans[0], seen.pieces
    who = MARKS.sub("", pieces.span(0, seen.people(start)))
    rest = pieces.text[pieces.starts[end] :] if end < len(pieces) else ""
    return by_hand(Parts(who, MARKS.sub("", pieces.span(start, end)), rest, example.authors), chance)


def _choices(work: tuple[Path, str, Sequence[Paper], int, int, bool]) -> list[tuple[str, Choice]]:
    folder, style, listed, most, seed, rewrite = work
    chance = random.Random(f"{seed} {style}")
    found = []
    for example in examples(folder, style, listed, most, chance):
        made = choice(rewritten(example, chance) if rewrite else example)
        if made:
            found.append((style, made))
    return found


def gather(
    folder: Path, names: Sequence[str], listed: Sequence[Paper], most: int, seed: int, *, rewrite: bool
) -> list[tuple[str, Choice]]:
    """At most `most` choices of every style."""
    with multiprocessing.Pool() as pool:
        parts = pool.map(_choices, [(folder, style, listed, most, seed, rewrite) for style in names], chunksize=1)
    return [made for part in parts for made in part]


def fit(choices: Sequence[Choice], penalty: float = 1e-4, steps: int = 150) -> dict[str, float]:
    """The weights that make the right ways likeliest, with an L2 penalty."""
    counts = Counter(name for made in choices for features in made.features for name in features)
    names = [name for name, count in counts.items() if count >= FEWEST]
    number = {name: index for index, name in enumerate(names)}
    columns, ends, right, sizes = [], [0], [], []
    for made in choices:
        for seen in made.features:
            columns.extend(number[name] for name in seen if name in number)
            ends.append(len(columns))
        right.extend(made.right)
        sizes.append(len(made.right))
    matrix = sparse.csr_matrix(
        (np.ones(len(columns), np.float32), np.array(columns, np.int32), np.array(ends, np.int32)),
        shape=(len(ends) - 1, len(names)),
    )
    turned = matrix.T.tocsr()
    starts = np.concatenate(([0], np.cumsum(sizes)[:-1]))
    owner = np.repeat(np.arange(len(sizes)), sizes)
    wanted = np.array(right, np.float64)

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        scores = matrix @ weights
        powers = np.exp(scores - np.maximum.reduceat(scores, starts)[owner])
        total = np.add.reduceat(powers, starts)
        good = np.add.reduceat(powers * wanted, starts) + 1e-12
        slope = powers / total[owner] - powers * wanted / good[owner]
        value = float((np.log(total) - np.log(good)).mean() + penalty / 2 * (weights @ weights))
        return value, (turned @ slope) / len(sizes) + penalty * weights

    found = optimize.minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B", options={"maxiter": steps})
    return {
        name: round(float(weight), 2) for name, weight in zip(names, found.x, strict=True) if abs(weight) >= SMALLEST
    }


def accuracy(weights: dict[str, float], choices: Sequence[Choice]) -> float:
    """The share of choices in which a right way scores highest."""
    good = 0
    for made in choices:
        scores = [sum(weights.get(name, 0.0) for name in features) for features in made.features]
        good += made.right[scores.index(max(scores))]
    return good / len(choices)


def _family(style: str) -> int:
    return zlib.crc32(re.sub(r"[-_\d]*$", "", style)[:4].lower().encode()) % 4


def _report(weights: dict[str, float], folder: Path, names: Sequence[str], listed: Sequence[Paper]) -> None:
    for label, known in (("known styles", True), ("other styles", False)):
        kept = [style for style in names if bool(_family(style)) == known]
        for rewrite in (False, True):
            test = gather(folder, kept, listed, 30, 2, rewrite=rewrite)
            how = "half of them rewritten" if rewrite else "as printed"
            print(f"  {label}, {how}: {accuracy(weights, [made for _, made in test]):.4f} of {len(test)}")


def main() -> None:
    """Fit, grade or write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, required=True, help="where printed .bbl files are kept")
    parser.add_argument("--examples", type=int, default=120, help="of each style")
    parser.add_argument("--held-out", action="store_true", help="keep papers and styles back and grade on them")
    parser.add_argument("--out", type=Path, help="where the weights go: the package, or nowhere with --held-out")
    chosen = parser.parse_args()
    listed = papers(DEFAULT / "latex")
    names = [style for style in styles() if not STRUCTURED.match(style)]
    learnt = [style for style in names if not chosen.held_out or _family(style)]
    train = gather(chosen.folder, learnt, listed[::2] if chosen.held_out else listed, chosen.examples, 1, rewrite=True)
    weights = fit([made for _, made in train])
    print(f"{len(train)} references in {len({style for style, _ in train})} styles, {len(weights)} weights")
    print(f"  on a sample of them: {accuracy(weights, [made for _, made in train[::20]]):.4f}")
    if chosen.held_out:
        print("of other papers, in")
        _report(weights, chosen.folder, names, listed[1::2])
    out = chosen.out or (None if chosen.held_out else WEIGHTS)
    if out is None:
        return
    out.write_text(json.dumps(weights, ensure_ascii=False, indent=0, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
