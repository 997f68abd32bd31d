"""Coefficients of agreement: raw, Cohen's and Fleiss's kappa, Krippendorff's alpha. Labels have no order (nominal).

A label of None is one that was not given; it is left out, never taken for a label of its own. All three coefficients
are 1 for full agreement and 0 for what chance alone would give; they can be negative. They have no value where all
labels are the same: chance agreement is then certain, and there is nothing to tell from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

Label = Hashable | None


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement on items that were labelled more than once."""

    items: int  # with at least two labels
    labels: int  # on those items
    raw: float | None  # share of agreeing pairs of labels of one item, [0, 1]
    fleiss: float | None  # over the items that everybody labelled
    fleiss_items: int
    krippendorff: float | None


def agreement(items: Sequence[Sequence[Label]]) -> Agreement:
    """All coefficients at once for items that each have one label per judge (None where it gave none)."""
    labelled = [labels for item in items if len(labels := _labels_of(item)) > 1]
    judges = max((len(item) for item in items), default=0)
    complete = [item for item in labelled if len(item) == judges]
    return Agreement(
        items=len(labelled),
        labels=sum(map(len, labelled)),
        raw=raw_agreement(items),
        fleiss=fleiss_kappa(complete),
        fleiss_items=len(complete),
        krippendorff=krippendorff_alpha(items),
    )


def raw_agreement(items: Sequence[Sequence[Label]]) -> float | None:
    """Share of agreeing pairs of labels of the same item, mean over items with two labels or more, [0, 1].

    >>> raw_agreement([["yes", "yes"], ["yes", "no"], ["no", None]])
    0.5
    """
    shares = [_agreeing(labels) for item in items if len(labels := _labels_of(item)) > 1]
    return sum(shares) / len(shares) if shares else None


def cohen_kappa(first: Sequence[Label], second: Sequence[Label]) -> float | None:
    """Cohen's kappa of two judges over the items that both labelled, (-1, 1]; None if that is undefined.

    Raises ValueError if the sequences are not of one length. Source: Cohen (1960), Educational and Psychological
    Measurement 20, 37-46. The example: 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no.

    >>> round(cohen_kappa(["y"] * 25 + ["n"] * 25, ["y"] * 20 + ["n"] * 5 + ["y"] * 10 + ["n"] * 15), 6)
    0.4
    """
    pairs = [(a, b) for a, b in zip(first, second, strict=True) if a is not None and b is not None]
    if not pairs:
        return None
    left, right = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    chance = sum(left[label] * right[label] for label in left) / len(pairs) ** 2
    return _beyond_chance(sum(a == b for a, b in pairs) / len(pairs), chance)


def fleiss_kappa(items: Sequence[Sequence[Label]]) -> float | None:
    """Fleiss's kappa of items that have the same number of labels each, two or more, [-1, 1]; None if undefined.

    Raises ValueError if the numbers of labels differ. Source: Fleiss (1971), Psychological Bulletin 76, 378-382. The
    example: 14 judges sort 10 items into 5 categories.

    >>> counts = [(0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1),
    ...           (7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7)]
    >>> round(fleiss_kappa([[label for label, n in enumerate(row) for _ in range(n)] for row in counts]), 3)
    0.21
    """
    labelled = [_labels_of(item) for item in items]
    sizes = {len(item) for item in labelled}
    if len(sizes) > 1:
        raise ValueError(f"Fleiss's kappa needs the same number of labels on each item, not {sorted(sizes)}")
    if not sizes or sizes.pop() < 2:
        return None
    totals = Counter(label for item in labelled for label in item)
    chance = sum((count / totals.total()) ** 2 for count in totals.values())
    return _beyond_chance(sum(map(_agreeing, labelled)) / len(labelled), chance)


def krippendorff_alpha(items: Sequence[Sequence[Label]]) -> float | None:
    """Krippendorff's alpha for nominal labels, any number of judges, labels may be missing; None if undefined.

    Source: Krippendorff (2011), Computing Krippendorff's Alpha-Reliability, example C (four judges, twelve items).

    >>> a = [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None]
    >>> b = [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3]
    >>> c = [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None]
    >>> d = [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None]
    >>> round(krippendorff_alpha(list(zip(a, b, c, d))), 3)
    0.743
    """
    labelled = [labels for item in items if len(labels := _labels_of(item)) > 1]
    totals = Counter(label for item in labelled for label in item)
    number = totals.total()
    if len(totals) < 2:
        return None
    observed = sum(len(item) * (1 - _agreeing(item)) for item in labelled) / number
    expected = 1 - sum(count * (count - 1) for count in totals.values()) / (number * (number - 1))
    return 1 - observed / expected


def _labels_of(item: Sequence[Label]) -> list[Hashable]:
    return [label for label in item if label is not None]


def _agreeing(item: Sequence[Hashable]) -> float:
    """Share of agreeing pairs of the labels of one item."""
    counts = Counter(item)
    return sum(count * (count - 1) for count in counts.values()) / (len(item) * (len(item) - 1))


def _beyond_chance(observed: float, chance: float) -> float | None:
    return (observed - chance) / (1 - chance) if chance < 1 else None
