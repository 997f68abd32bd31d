"""Which citations lead to a reference: exactly what comparing the folded keys one by one says."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import example, given
from hypothesis import strategies as st

from litgauge.tasks.benchmarks.reportbench.build.citation_keys import unresolved_keys
from litgauge.tasks.records import Citation, Reference, to_table
from tests.releases.rows import REFERENCE

# Letters that another letter, or two, equal whatever the case: ß ss, K (Kelvin) k, İ i with a dot, ſ s.
_KEYS = st.text("aAkK\u212asSſßẞİi", min_size=1, max_size=2)
_CITED = st.lists(st.tuples(st.sampled_from(["one", "two"]), _KEYS), max_size=8)


@given(own=_CITED, merged=_CITED, cited=_CITED)
@example(own=[("one", "ẞ")], merged=[], cited=[("one", "SS"), ("two", "ss")])
@example(own=[], merged=[("one", "k")], cited=[("one", "\u212a"), ("one", "K")])
def test_keys_are_found_whatever_their_case(
    own: list[tuple[str, str]], merged: list[tuple[str, str]], cited: list[tuple[str, str]]
) -> None:
    references = [replace(REFERENCE, survey_id=survey, key=key, aliases=()) for survey, key in own]
    references += [replace(REFERENCE, survey_id=survey, key="other", aliases=(key,)) for survey, key in merged]
    citations = [Citation(survey, key, "main.tex", 1, "cite", "", False) for survey, key in cited]
    known = {(survey, key.casefold()) for survey, key in [*own, *merged]}
    expected: dict[str, list[str]] = {}
    for survey, key in dict.fromkeys(cited):
        if (survey, key.casefold()) not in known:
            expected.setdefault(survey, []).append(key)
    found = unresolved_keys(to_table(Reference, references), to_table(Citation, citations))
    assert {survey: list(keys) for survey, keys in found.items()} == expected
