"""Agreement of judges: several runs, people who labelled a sample, and votes within one run."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from litgauge.tasks.statistics.coefficients import agreement, cohen_kappa

Item = tuple[str, ...]
Row = Sequence[str | None]  # the labels of one item; None for one that was not given


@dataclass(frozen=True, slots=True)
class JudgedItem:
    """One label that one rater gave."""

    kind: str  # of question: labels of two kinds are never compared
    item: Item  # what was judged
    label: str | None  # None: the rater failed on it, or gave none
    text: str = ""  # of what was judged, so that two things under one number are told apart; "" where it is not known


@dataclass(frozen=True, slots=True)
class Voting:
    """All votes on one item, and who cast each; None for a vote that failed."""

    models: tuple[str, ...]
    votes: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class TwoRaters:
    """Two raters on the items that both labelled."""

    one: str
    other: str
    items: int
    raw: float | None  # share of equal labels, [0, 1]
    kappa: float | None  # Cohen's
    linear: float | None  # the same, weighted by the distance of grades; None where labels are no whole numbers
    quadratic: float | None  # by its square
    confusion: tuple[tuple[str, str, int], ...]  # one's label, the other's, items; the commonest first


@dataclass(frozen=True, slots=True)
class KindAgreement:
    """All raters on one kind of question; the coefficients are those of `litgauge.tasks.statistics.coefficients`."""

    kind: str
    raters: tuple[str, ...]
    items: int  # with two labels or more
    raw: float | None
    fleiss: float | None  # over the items with all labels
    fleiss_items: int
    krippendorff: float | None
    between: tuple[TwoRaters, ...]


def agreements(labels: Mapping[str, Iterable[JudgedItem]]) -> tuple[KindAgreement, ...]:
    """Return the agreement of raters, by their names, on every kind of which two of them labelled the same item.

    An item that raters read differently (its texts differ) is left out.
    """
    labelled: dict[str, dict[Item, dict[str, str | None]]] = defaultdict(lambda: defaultdict(dict))
    texts: dict[tuple[str, Item], set[str]] = defaultdict(set)
    for rater, label in labels.items():
        for judged in label:
            labelled[judged.kind][judged.item][rater] = judged.label
            texts[judged.kind, judged.item].add(judged.text)
    kinds = []
    for kind, items in sorted(labelled.items()):
        alike = [of for item, of in sorted(items.items()) if len(texts[kind, item] - {""}) < 2]
        raters = [rater for rater in labels if any(of.get(rater) is not None for of in alike)]
        rows = [[of.get(rater) for rater in raters] for of in alike]
        kinds.append(_kind(kind, raters, rows, rows))
    return tuple(kind for kind in kinds if kind.items)


def vote_agreements(votings: Iterable[Voting]) -> tuple[KindAgreement, ...]:
    """Return the agreement of all votes on the same items, and of each model with itself where it votes more than once.

    Two models are compared by their majorities; a tie is none.
    """
    cast = list(votings)
    models = list(dict.fromkeys(model for voting in cast for model in voting.models))
    majorities = [[_majority(_of_model(voting, model)) for model in models] for voting in cast]
    kinds = [_kind("votes", models, [voting.votes for voting in cast], majorities)]
    if len(models) > 1:
        kinds += [
            _kind(f"votes of {model}", [model], [_of_model(voting, model) for voting in cast], ()) for model in models
        ]
    return tuple(kind for kind in kinds if kind.items)


def _kind(kind: str, raters: Sequence[str], rows: Sequence[Row], by_rater: Sequence[Row]) -> KindAgreement:
    """`rows` are all labels of each item, `by_rater` one label of each rater."""
    of_all = agreement(rows)
    pairs = combinations(range(len(raters)), 2) if by_rater else ()
    return KindAgreement(
        kind=kind,
        raters=tuple(raters),
        items=of_all.items,
        raw=of_all.raw,
        fleiss=of_all.fleiss,
        fleiss_items=of_all.fleiss_items,
        krippendorff=of_all.krippendorff,
        between=tuple(
            _two(raters[a], raters[b], [(row[a], row[b]) for row in by_rater if None not in (row[a], row[b])])
            for a, b in pairs
        ),
    )


def _two(first: str, second: str, labels: Sequence[tuple[str | None, str | None]]) -> TwoRaters:
    counts = Counter((str(a), str(b)) for a, b in labels)
    grades = [(int(str(a)), int(str(b))) for a, b in labels if _is_grade(a) and _is_grade(b)]
    weighted: list[float | None] = [None, None]
    if grades and len(grades) == len(labels):
        from litgauge.tasks.statistics.kappas import weighted_kappa  # loads numpy

        firsts, seconds = zip(*grades, strict=True)
        weighted = [weighted_kappa(firsts, seconds, "linear"), weighted_kappa(firsts, seconds, "quadratic")]
    return TwoRaters(
        one=first,
        other=second,
        items=len(labels),
        raw=sum(a == b for a, b in labels) / len(labels) if labels else None,
        kappa=cohen_kappa([a for a, _ in labels], [b for _, b in labels]),
        linear=weighted[0],
        quadratic=weighted[1],
        confusion=tuple(
            (*pair, count) for pair, count in sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
        ),
    )


def _is_grade(label: str | None) -> bool:
    return label is not None and label.isdecimal()


def _of_model(voting: Voting, model: str) -> list[str | None]:
    return [vote for by, vote in zip(voting.models, voting.votes, strict=True) if by == model]


def _majority(votes: Row) -> str | None:
    """Return the label that more votes have than any other; None for a tie or no vote."""
    ranked = Counter(vote for vote in votes if vote is not None).most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]
