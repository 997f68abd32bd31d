"""The weights of image quality, fitted to people's ratings: least squares, normalised (B.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.sheets import Sheet, check_once, filled, read_shared, shown
from litgauge.tasks.sheets.columns import Grade
from litgauge.tasks.statistics import Interval
from litgauge.tasks.statistics.means import SEED

PARTS: Final = ("resolution", "aspect", "sharpness", "contrast")
PAPER: Final = (0.25, 0.15, 0.35, 0.25)
_SCALE: Final = Grade(1, 10)
PICTURE = shown("picture", "names the picture", required=True)
RATINGS = tuple(filled(name, f"your rating of the {name}, 1 to 10", _SCALE, required=True) for name in PARTS)
OVERALL = filled("overall", "your rating of the whole picture, 1 to 10", _SCALE, required=True)
SHEET = Sheet("the sheet of ratings", (PICTURE, *RATINGS, OVERALL), "No weight was fitted")
_LEAST = len(PARTS) + 2  # ratings: fewer than unknowns fit anything
_RESAMPLES = 2_000


@dataclass(frozen=True)
class FittedWeights:
    """Weights of the four parts, which add up to 1."""

    ratings: int
    pictures: int
    weights: tuple[float, ...]  # in the order of PARTS; below 0 where people rate against a part
    intervals: tuple[Interval | None, ...]  # 95 % bootstrap intervals over pictures
    r_squared: float  # share of the variance of the overall ratings that they explain


def read_weights(paths: Sequence[Path]) -> FittedWeights:
    """Return the weights that fit the ratings of some sheets.

    Each row has a person's four ratings of a picture and the overall one; rows with an empty cell are left out. Raises
    UnusableInput, with file and line, for what is no rating, and where ratings are too few or all alike.
    """
    entries = read_shared(SHEET, paths)
    check_once(entries, lambda entry: entry.text(PICTURE.name))
    rows = [
        (entry.text(PICTURE.name), *(float(value) for value in values if value is not None))
        for entry in entries
        if None not in (values := [entry[column] for column in (*RATINGS, OVERALL)])
    ]
    ratings = np.array([row[1:] for row in rows], dtype=np.float64).reshape(len(rows), len(PARTS) + 1)
    weights = _fitted(ratings)
    if weights is None:
        raise UnusableInput(
            f"{len(rows)} ratings do not tell the weights of {len(PARTS)} parts apart",
            where=", ".join(map(str, paths)),
            data=SHEET.unused,
            next_step=f"Rate more pictures that differ: {_LEAST} at least",
        )
    pictures = np.array([row[0] for row in rows])
    return FittedWeights(
        len(rows), len(set(pictures.tolist())), tuple(weights.tolist()), _intervals(ratings, pictures), _fit(ratings)
    )


def _coefficients(ratings: np.ndarray) -> np.ndarray:
    """The least-squares coefficients of the parts, and the constant."""
    design = np.column_stack([ratings[:, :-1], np.ones(len(ratings))])
    coefficients: np.ndarray = np.linalg.lstsq(design, ratings[:, -1], rcond=None)[0]
    return coefficients


def _fitted(ratings: np.ndarray) -> np.ndarray | None:
    design = np.column_stack([ratings[:, :-1], np.ones(len(ratings))])
    if len(ratings) < _LEAST or np.linalg.matrix_rank(design) < design.shape[1]:
        return None
    parts = _coefficients(ratings)[:-1]
    return parts / parts.sum() if parts.sum() > 1e-9 else None


def _fit(ratings: np.ndarray) -> float:
    coefficients = _coefficients(ratings)
    residuals = ratings[:, -1] - np.column_stack([ratings[:, :-1], np.ones(len(ratings))]) @ coefficients
    spread = ((ratings[:, -1] - ratings[:, -1].mean()) ** 2).sum()
    return float(1 - (residuals**2).sum() / spread) if spread else 0.0


def _intervals(ratings: np.ndarray, pictures: np.ndarray) -> tuple[Interval | None, ...]:
    generator = np.random.default_rng(SEED)
    groups = [np.flatnonzero(pictures == name) for name in sorted(set(pictures.tolist()))]
    drawn = []
    for _ in range(_RESAMPLES):
        chosen = generator.integers(0, len(groups), len(groups))
        fitted = _fitted(ratings[np.concatenate([groups[place] for place in chosen])])
        if fitted is not None:
            drawn.append(fitted)
    if len(groups) < 2 or not drawn:
        return (None,) * len(PARTS)
    low, high = np.quantile(np.array(drawn), [0.025, 0.975], axis=0)
    return tuple(Interval(float(a), float(b)) for a, b in zip(low, high, strict=True))
