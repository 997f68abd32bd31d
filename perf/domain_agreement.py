"""How often the offline domain rule agrees with the 100 published labels: `python -m perf.domain_agreement`.

Whole surveys, then titles alone, each in two halves by the hash of the id. Blind is neither: the rule's first words
were written with all rows in sight, later ones without a look at the second half. Needs the real data
(LITGAUGE_REAL_DATA).
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPOSITORY))


def main() -> None:
    from litgauge.tasks.benchmarks.reportbench.build.domains import DOMAIN_QUESTION
    from litgauge.tasks.benchmarks.reportbench.build.domains.classify import inputs_of
    from litgauge.tasks.benchmarks.reportbench.build.domains.settings import DomainSettings
    from litgauge.tasks.benchmarks.reportbench.published.importing import import_published
    from litgauge.tasks.benchmarks.reportbench.rows import DomainLabel
    from litgauge.tasks.engine.storage import Storage
    from litgauge.tasks.releases.release import load

    real = Path(os.environ.get("LITGAUGE_REAL_DATA", REPOSITORY.parent / "shared" / "data"))
    with tempfile.TemporaryDirectory() as folder:
        frozen, _ = import_published(Storage(folder), real / "reportbench_v1.1")
        release = load(Storage(folder), frozen.release)
        surveys = list(read_published(release))
        published = list(release.rows("domains", DomainLabel))

    def label(survey):
        answer = DOMAIN_QUESTION.offline(inputs_of(survey, DomainSettings()))
        return DomainLabel(survey.survey_id, answer.domain, answer.reason, "offline", DOMAIN_QUESTION.label)

    labels = [label(survey) for survey in surveys]
    titles = [label(replace(survey, abstract=None, categories=())) for survey in surveys]
    for seen, labelled in (("title, abstract and categories", labels), ("title alone", titles)):
        for half, name in ((0, "first half"), (1, "second half, held out")):
            print(f"{seen}, {name}: {agreement(by_id(published, half), by_id(labelled, half))}")
    print(f"whole surveys: {agreement(by_id(published), by_id(labels))}")
    confused = Counter(pairs_of(by_id(published), by_id(labels)))
    for (domain, label), surveys in confused.most_common():
        if domain != label:
            print(f"{surveys} of {domain} labelled {label}")


def agreement(published, labels):
    """Return the surveys whose domains agree, beside Cohen's kappa and the majority baseline."""
    from litgauge.tasks.statistics import cohen_kappa

    pairs = pairs_of(published, labels)
    domains, given = zip(*pairs, strict=True)
    (_, majority), *_ = Counter(domains).most_common(1)
    agreed = sum(domain == label for domain, label in pairs)
    unknown = given.count("Unknown")
    return (
        f"{agreed} of {len(pairs)}, kappa {cohen_kappa(domains, given):.2f}, {unknown} Unknown; "
        f"always the commonest domain: {majority}"
    )


def pairs_of(published, labels):
    """Return the published and the new domain of each survey in both."""
    from litgauge.tasks.benchmarks.reportbench.build.domains.catalog import canonical

    def name(spelling):
        return canonical(spelling) or spelling

    return [(name(published[survey]), name(labels[survey])) for survey in sorted(published.keys() & labels.keys())]


def by_id(labels, half=None):
    return {label.survey_id: label.domain for label in labels if half in (None, half_of(label.survey_id))}


def half_of(survey_id):
    return hashlib.sha256(survey_id.encode()).digest()[0] % 2


def read_published(release):
    from litgauge.tasks.records import PublishedSurvey, Survey

    for row in release.rows("surveys", PublishedSurvey):
        yield Survey(
            row.survey_id,
            row.title,
            row.abstract,
            row.authors,
            row.categories,
            row.license,
            None,
            None,
            row.doi,
            row.submitted,
            row.updated,
            row.version,
            None,
            "snapshot",
        )


if __name__ == "__main__":
    main()
