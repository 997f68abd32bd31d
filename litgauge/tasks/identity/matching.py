"""Matching of cited works and references."""

from __future__ import annotations

import string
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from litgauge.tasks.identity.assignment import assign
from litgauge.tasks.identity.candidates import candidates, spelled_alike
from litgauge.tasks.identity.distinct_works import Repeat, Rows, merged, repeats
from litgauge.tasks.identity.rules import CERTAIN, SAME_EDITION, UNCERTAIN, Likeness, Rule, likeness, refusal
from litgauge.tasks.identity.traits import DescribedWork, Traits, by_every_title, traits_of
from litgauge.tasks.records import Reference, ReferenceMatch

Mode = Literal["ours", "released"]
REPEATED = "repeated"
"""Rule of the row of a cited work that was cited before."""
NOT_LISTED = "no reference has its identifiers or its title"
SURER_MATCH = "the reference like it is another cited work, with surer evidence"
_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)
_NOTHING = DescribedWork()


@dataclass(frozen=True, slots=True)
class Match:
    """A cited work and the reference that it is, by their positions in the lists."""

    cited: int
    reference: int
    rule: Rule
    evidence: str
    strength: int = 0  # of the evidence, see `Likeness`; lower is surer


@dataclass(frozen=True, slots=True)
class Matching:
    """Works that a report cites, paired with those that a survey lists, by their positions in the lists."""

    pairs: tuple[Match, ...]  # in the order of the cited works
    unmatched_cited: tuple[int, ...]
    unmatched_references: tuple[int, ...]
    repeated_cited: tuple[Repeat, ...]  # the same work as an earlier one: counts once
    repeated_references: tuple[Repeat, ...]
    refusals: tuple[tuple[int, str], ...] = ()  # unmatched cited works that resemble a reference, and why they differ

    def reason(self, cited: int) -> str:
        """Return why an unmatched cited work is no reference."""
        return dict(self.refusals).get(cited, NOT_LISTED)

    @property
    def matched(self) -> int:
        """Distinct works that are on both sides."""
        return len(self.pairs)

    @property
    def cited(self) -> int:
        """Distinct works cited."""
        return len(self.pairs) + len(self.unmatched_cited)

    @property
    def listed(self) -> int:
        """Distinct works in the survey's list."""
        return len(self.pairs) + len(self.unmatched_references)


def match_works(
    cited: Sequence[DescribedWork], references: Sequence[Reference | DescribedWork], mode: Mode = "ours"
) -> Matching:
    """Match the cited works to the references, one to one.

    "ours": DOI, arXiv id, title told apart by author and year, guarded fuzzy title, subtitle (see `rules`); the surest
    pairs first, and as many as possible. A work with several titles is matched by the surest, and repeated rows of
    either list count once. "released": the published rule,
    equality of normalised titles and nothing else, for comparison with published tables (specs: ReportBench, 2.2).
    The pairs do not depend on the order of either list.
    """
    if mode == "released":
        return _match_released(cited, references)
    return _match_ours(cited, [traits_of(row) for row in references])


def match_rows(matching: Matching, report_id: str, references: Sequence[Reference]) -> Iterator[ReferenceMatch]:
    """Yield one row per cited work, in order; a repeated one has the rule "repeated" and the key of the first."""
    pairs = {pair.cited: pair for pair in matching.pairs}
    repeats = {repeat.position: repeat for repeat in matching.repeated_cited}
    for number in sorted({*pairs, *repeats, *matching.unmatched_cited}):
        repeat = repeats.get(number)
        pair = pairs.get(repeat.first if repeat else number)
        key = references[pair.reference].key if pair else ""
        if repeat:
            evidence = f"cited before as work {repeat.first}: {repeat.evidence}"
            yield ReferenceMatch(report_id, number, key, REPEATED, evidence)
        else:
            why = pair.evidence if pair else matching.reason(number)
            yield ReferenceMatch(report_id, number, key, pair.rule if pair else "", why)


def _match_ours(cited: Sequence[DescribedWork], references: Sequence[Traits]) -> Matching:
    titled = [(position, variant) for position, work in enumerate(cited) for variant in by_every_title(work)]
    owners = [position for position, _ in titled]
    ours = [traits_of(variant) for _, variant in titled]
    lefts = merged(ours, _entries(cited, owners), CERTAIN)
    rights = merged(references, [(position,) for position in range(len(references))], SAME_EDITION)
    pairs = _surest_pairs(ours, references, lefts, rights)
    # Two rows of one title, vague or years apart, are one work unless the list knows of two.
    works = merged(ours, lefts, UNCERTAIN, settled={lefts[left][0] for left, _, _ in pairs})
    first = {row: work[0] for work in works for row in work}
    again = {
        owners[repeat.position]: replace(repeat, position=owners[repeat.position], first=owners[repeat.first])
        for repeat in reversed(repeats(ours, works))
        if owners[repeat.position] != owners[repeat.first]
    }
    matching = _matching(
        [(owners[first[lefts[left][0]]], rights[right][0], why) for left, right, why in pairs],
        (len(cited), tuple(again[position] for position in sorted(again))),
        (len(references), repeats(references, rights)),
    )
    return replace(matching, refusals=tuple(_refusals(matching, titled, ours, references)))


def _refusals(
    matching: Matching,
    titled: Sequence[tuple[int, DescribedWork]],
    cited: Sequence[Traits],
    references: Sequence[Traits],
) -> Iterator[tuple[int, str]]:
    """Yield each unmatched cited work that resembles a reference, and why it is not that reference."""
    unmatched = set(matching.unmatched_cited)
    rows = [row for row, (position, _) in enumerate(titled) if position in unmatched]
    reasons: dict[int, str] = {}
    for row, reference in candidates([cited[row] for row in rows], references):
        position = titled[rows[row]][0]
        why = (
            SURER_MATCH
            if likeness(cited[rows[row]], references[reference])
            else refusal(cited[rows[row]], references[reference])
        )
        if why and (position not in reasons or why == SURER_MATCH):
            reasons[position] = why
    yield from sorted(reasons.items())


def _entries(cited: Sequence[DescribedWork], owners: Sequence[int]) -> list[Rows]:
    """Return the rows of each work: equal descriptions are one work.

    Each empty description is a work of its own.
    """
    works: dict[DescribedWork | int, int] = {}
    rows: dict[int, list[int]] = defaultdict(list)
    for row, position in enumerate(owners):
        work = cited[position]
        rows[works.setdefault(position if work == _NOTHING else work, position)].append(row)
    return [tuple(of) for of in rows.values()]


def _surest_pairs(
    cited: Sequence[Traits], references: Sequence[Traits], lefts: Sequence[Rows], rights: Sequence[Rows]
) -> list[tuple[int, int, Likeness]]:
    """Return the one-to-one assignment of works to works, with the surest evidence among their rows."""
    left_of = {position: number for number, work in enumerate(lefts) for position in work}
    right_of = {position: number for number, work in enumerate(rights) for position in work}
    evidence: dict[tuple[int, int], Likeness] = {}
    for first, second in {*candidates(cited, references), *spelled_alike(cited, references)}:
        why = likeness(cited[first], references[second])
        if why:
            pair = left_of[first], right_of[second]
            evidence[pair] = min(evidence.get(pair, why), why, key=lambda each: (each.strength, each.evidence))
    chosen = assign((why.strength, *pair) for pair, why in evidence.items())
    return [(left, right, evidence[left, right]) for left, right in chosen.items()]


def _match_released(cited: Sequence[DescribedWork], references: Sequence[Reference | DescribedWork]) -> Matching:
    left, left_repeats = _first_by_title([work.title for work in cited])
    right, right_repeats = _first_by_title([reference.title for reference in references])
    return _matching(
        [
            (left[title], right[title], Likeness("title", 0, f'normalised title "{title}"'))
            for title in (left.keys() & right.keys()) - {""}
        ],
        (len(cited), left_repeats),
        (len(references), right_repeats),
    )


def released_title(title: str) -> str:
    """Return the title in lower case, its ASCII punctuation deleted, its white space collapsed (released
    ReportBench code).

    Because "-" is deleted, a hyphen written as a space makes another title; typographic quotes and dashes stay.

    >>> released_title("  End-to-End:  Learning. ")
    'endtoend learning'
    """
    return " ".join(title.lower().translate(_NO_PUNCTUATION).split())


def _first_by_title(titles: Sequence[str | None]) -> tuple[dict[str, int], tuple[Repeat, ...]]:
    first: dict[str, int] = {}
    repeats = []
    for position, title in enumerate(titles):
        normal = released_title(title or "")
        if first.setdefault(normal, position) != position:
            repeats.append(Repeat(position, first[normal], "same normalised title"))
    return first, tuple(repeats)


def _matching(
    pairs: Sequence[tuple[int, int, Likeness]],
    cited: tuple[int, tuple[Repeat, ...]],
    references: tuple[int, tuple[Repeat, ...]],
) -> Matching:
    matches = sorted(
        (Match(left, right, why.rule, why.evidence, why.strength) for left, right, why in pairs), key=lambda m: m.cited
    )
    return Matching(
        tuple(matches),
        _rest(cited, {match.cited for match in matches}),
        _rest(references, {match.reference for match in matches}),
        cited[1],
        references[1],
    )


def _rest(works: tuple[int, tuple[Repeat, ...]], matched: set[int]) -> tuple[int, ...]:
    count, repeats = works
    out = matched | {repeat.position for repeat in repeats}
    return tuple(position for position in range(count) if position not in out)
