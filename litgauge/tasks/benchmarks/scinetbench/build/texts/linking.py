"""Citations in texts, linked to works of the network."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from litgauge.tasks.benchmarks.scinetbench.build.texts.reading import TextMention, TextReference, TextWork
from litgauge.tasks.benchmarks.scinetbench.matching import find_in
from litgauge.tasks.benchmarks.scinetbench.rows import AnsweredWork
from litgauge.tasks.records.grouping import rows_by


@dataclass(frozen=True, slots=True)
class LinkedMention:
    """A place where a work of the network cites another."""

    cited: int
    title: str  # of the cited work
    place: int  # from 0
    paragraph: int
    sentence: str
    context: str
    asked: bool  # whether a judge is asked for the sentiment


@dataclass(frozen=True, slots=True)
class LinkedText:
    """All such places in the text of one work."""

    citing: int
    mentions: tuple[LinkedMention, ...]


def link_texts(
    works: Sequence[TextWork],
    references: Sequence[TextReference],
    mentions: Sequence[TextMention],
    network: pa.Table,
    asked_about: frozenset[int],
) -> Iterator[LinkedText]:
    """Yield the texts of works of the network, and where they cite others of them; of two texts of one work the first.

    Places that cite one of `asked_about` are marked as such.
    """
    of_file = _works_by_position([_of_work(number, work) for number, work in enumerate(works)], network)
    named = {works[number].file: work for number, work in of_file.items()}
    cited = _works_by_position(
        [_of_reference(number, reference) for number, reference in enumerate(references)], network
    )
    of_key = {(references[number].file, references[number].key): work for number, work in cited.items()}
    titles = _titles(set(of_key.values()), network)
    by_file = rows_by(mentions, lambda mention: mention.file)
    citing_works: set[int] = set()
    for file, citing in sorted(named.items()):
        if citing in citing_works:
            continue
        citing_works.add(citing)
        linked = [(of_key.get((file, citation.key)), citation) for citation in by_file[file]]
        resolved = [(work, citation) for work, citation in linked if work is not None and work != citing]
        yield LinkedText(
            citing,
            tuple(
                LinkedMention(
                    work,
                    titles[work],
                    place,
                    citation.paragraph,
                    citation.sentence,
                    citation.context,
                    work in asked_about,
                )
                for place, (work, citation) in enumerate(resolved)
            ),
        )


def _works_by_position(listed: Sequence[AnsweredWork], network: pa.Table) -> Mapping[int, int]:
    """Return the work of the network for each listed work that is one, by its position."""
    return {row.position: row.work for row in find_in(listed, network, {}) if row.work is not None}


def _of_work(number: int, work: TextWork) -> AnsweredWork:
    # Each by itself: two texts may be of one work, and a list would count it once.
    return AnsweredWork(work.file, number, work.title, "", None, work.doi, work.arxiv_id, work.openalex, "")


def _of_reference(number: int, reference: TextReference) -> AnsweredWork:
    return AnsweredWork(
        reference.file,
        number,
        reference.title,
        reference.author,
        reference.year,
        reference.doi,
        reference.arxiv_id,
        None,
        "",
    )


def _titles(works: set[int], network: pa.Table) -> dict[int, str]:
    chosen = network.filter(pc.is_in(network["work"], pa.array(sorted(works), pa.int64())))
    return dict(zip(chosen["work"].to_pylist(), chosen["title"].to_pylist(), strict=True))
