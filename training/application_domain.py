"""Can a small classifier take the place of the rule for application domains? `python -m training.application_domain`.

Learns from title, abstract and arXiv categories of the 100 surveys with published labels and grades on those it has not
seen (eight folds, five times); the rule stands beside it. Nothing is written: nothing learnt is better than the rule
(docs/notes/domains.md). Published rows are read from LITGAUGE_REAL_DATA (default ../shared/data).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.model_selection import RepeatedStratifiedKFold
from sklearn.naive_bayes import ComplementNB
from sklearn.svm import LinearSVC

from litgauge.tasks.benchmarks.reportbench.build.domains import DomainSettings
from litgauge.tasks.benchmarks.reportbench.build.domains.catalog import DOMAIN_NAMES, canonical
from litgauge.tasks.benchmarks.reportbench.build.domains.classify import DOMAIN_QUESTION, inputs_of
from litgauge.tasks.records import Survey
from litgauge.tasks.retrieval.bm25 import stems
from litgauge.tasks.retrieval.embedding import minilm_installed, open_embedder
from perf.prompt_leaks import real_data
from tests.benchmarks.reportbench.build.prompts.examples import published_rows, published_survey

FOLDS, REPEATS = 8, 5
Matrix = NDArray[np.floating[Any]]


def main() -> None:
    rows = published_rows(real_data())
    surveys = [published_survey(row) for row in rows]
    labels = np.array([DOMAIN_NAMES.index(canonical(row["application_domain"]) or "Unknown") for row in rows])
    said = [
        DOMAIN_NAMES.index(DOMAIN_QUESTION.offline(inputs_of(survey, DomainSettings())).domain) for survey in surveys
    ]
    rule = np.eye(len(DOMAIN_NAMES))[said]
    words = _words([f"{survey.title} {survey.abstract or ''}" for survey in surveys])
    categories = _categories(surveys)
    print("| learnt from | right of 100, titles not seen |\n|---|---|")
    print(f"| nothing: the rule, its words chosen in sight of these titles | {int((labels == said).sum())} |")
    seen: dict[str, tuple[type, Matrix]] = {
        "words (support vectors)": (LinearSVC, words),
        "words (naive Bayes)": (ComplementNB, words),
        "arXiv categories": (LinearSVC, categories),
        "the rule's answer, categories and words": (LinearSVC, np.hstack([2 * rule, 0.5 * categories, words])),
        "the rule's answer": (LinearSVC, rule),
    }
    if minilm_installed():
        vectors = _vectors(surveys)
        seen["MiniLM of title and abstract"] = (LinearSVC, vectors)
        seen["the rule's answer and MiniLM"] = (LinearSVC, np.hstack([2 * rule, vectors]))
        print(f"| nothing: the label of the nearest other title (MiniLM) | {_nearest(surveys, labels)} |")
    for name, (model, features) in seen.items():
        print(f"| {name} | {_held_out(model, features, labels):.1f} |")


def _held_out(model: type, features: Matrix, labels: NDArray[np.int_]) -> float:
    """Return how many of all titles get their label from a model that has not seen them, on average."""
    folds = RepeatedStratifiedKFold(n_splits=FOLDS, n_repeats=REPEATS, random_state=1)
    right = 0
    for learnt, unseen in folds.split(features, labels):
        fitted = model().fit(features[learnt], labels[learnt])
        right += int((fitted.predict(features[unseen]) == labels[unseen]).sum())
    return right / REPEATS


def _words(texts: Sequence[str]) -> Matrix:
    return TfidfVectorizer(analyzer=stems, sublinear_tf=True, min_df=2, max_df=0.3).fit_transform(texts).toarray()


def _categories(surveys: Sequence[Survey]) -> Matrix:
    names = sorted({category for survey in surveys for category in survey.categories})
    return np.array([[float(name in survey.categories) for name in names] for survey in surveys])


def _vectors(surveys: Sequence[Survey]) -> Matrix:
    embedder = open_embedder()
    titles = embedder.documents([survey.title for survey in surveys])
    return np.hstack([titles, embedder.documents([survey.abstract or "" for survey in surveys])])


def _nearest(surveys: Sequence[Survey], labels: NDArray[np.int_]) -> int:
    titles = open_embedder().documents([survey.title for survey in surveys])
    near = titles @ titles.T
    np.fill_diagonal(near, -1)
    return int((labels[near.argmax(1)] == labels).sum())


if __name__ == "__main__":
    main()
