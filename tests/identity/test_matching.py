"""Cited works against a list: each rule, one to one, repeated rows, any order."""

from __future__ import annotations

import random
from dataclasses import replace
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgauge.tasks.identity import DescribedWork, Mode, match_rows, match_works
from litgauge.tasks.records import Reference
from tests.identity.works import cited, listed
from tests.tables import each_row

ATTENTION = listed(
    "Attention Is All You Need", "Ashish Vaswani", year=2017, arxiv_id="1706.03762", doi="10.5555/3295222.3295349"
)
LECUN = listed("Deep learning", "Yann LeCun", "Yoshua Bengio", "Geoffrey Hinton", key="lecun", year=2015)
GOODFELLOW = listed("Deep Learning", "Ian Goodfellow", "Yoshua Bengio", "Aaron Courville", key="goodfellow", year=2016)
LONE = cited("A title that nobody lists")


@each_row(
    "work, rule",
    [
        (cited(doi="https://doi.org/10.5555/3295222.3295349"), "doi"),
        (cited("Attention", doi="10.5555/3295222.3295349"), "doi"),
        (cited(arxiv_id="1706.03762v7"), "arxiv"),
        (cited("arXiv listing", url="https://arxiv.org/pdf/1706.03762v5.pdf"), "arxiv"),
        (cited(doi="10.48550/arXiv.1706.03762"), "arxiv"),
        (cited("attention is all you need."), "title"),
        (cited("Attention is\n  All-You-Need", "A. Vaswani", year=2023), "title"),
        (cited("Atention is all you need", "Ashish Vaswani", year=2018), "fuzzy"),
    ],
)
def test_each_rule(work: DescribedWork, rule: str) -> None:
    (pair,) = match_works([work], [ATTENTION]).pairs
    assert pair.rule == rule
    assert pair.evidence


@each_row(
    "work",
    [
        cited("Attention"),
        cited("Attention is all you need to know about transformers"),
        cited("Atention is all you need"),  # one letter off, and nobody says who wrote it
        cited("Atention is all you need", "Ashish Vaswani"),
        cited("Atention is all you need", "Ashish Vaswani", year=2020),
        cited("Atention is all you need", "Noam Shazeer", year=2017),
        cited("Attention is all you need 2", "Ashish Vaswani", year=2017),
        cited("Attention is all you need", "Jane Roe", year=2017),
        cited(arxiv_id="1706.03763"),
        cited(),
    ],
)
def test_what_only_resembles_is_no_match(work: DescribedWork) -> None:
    matching = match_works([work], [ATTENTION])
    assert matching.pairs == ()
    assert (matching.unmatched_cited, matching.unmatched_references) == ((0,), (0,))


@pytest.mark.parametrize("backwards", [False, True])
def test_equal_titles_are_told_apart_by_author_and_year(backwards: bool) -> None:
    references = [GOODFELLOW, LECUN] if backwards else [LECUN, GOODFELLOW]
    works = [cited("Deep learning", "I. Goodfellow"), cited("Deep learning", year=2015)]
    matching = match_works(works, references)
    assert [references[pair.reference].key for pair in matching.pairs] == ["goodfellow", "lecun"]


def test_a_namesake_of_another_author_is_not_in_the_list() -> None:
    assert match_works([cited("Deep learning", "Ian Goodfellow", year=2016)], [LECUN]).pairs == ()


def test_a_vague_work_is_the_one_that_the_list_still_has_or_a_repetition() -> None:
    works = [cited("Deep learning"), cited("Deep learning", "Yann LeCun", year=2015)]
    both = match_works(works, [LECUN, GOODFELLOW])
    assert {(pair.cited, pair.reference) for pair in both.pairs} == {(1, 0), (0, 1)}
    one = match_works(works, [LECUN])
    assert (one.cited, one.matched, len(one.repeated_cited)) == (1, 1, 1)


def test_authors_in_another_order_and_misspelt_names_are_the_same_people() -> None:
    semi = listed("Semi-supervised classification with GCNs", "Max Welling", "Thomas N. Kipf", year=2016)
    assert match_works([cited("Semi-Supervised Classification with GCNs", "T. Kipf", year=2017)], [semi]).matched == 1
    modern = listed("Artificial intelligence: a modern approach", "Stuart Russel", "Peter Norvig", year=2013)
    assert match_works([cited("Artificial Intelligence: A Modern Approach", "S. Russell")], [modern]).matched == 1


def test_a_collaboration_speaks_neither_for_nor_against() -> None:
    report = listed("GPT-4 Technical Report", year=2023)
    by_people = cited("GPT-4 technical report", "Josh Achiam", "Steven Adler", year=2023)
    assert match_works([by_people], [report]).matched == 1


def test_an_identifier_of_another_work_is_not_believed() -> None:
    wrong = listed("Designing Effective Sparse Expert Models", "Barret Zoph", year=2022, arxiv_id="2202.07101")
    right = cited("A Survey on Dynamic Neural Networks", "Canwen Xu", year=2022, arxiv_id="2202.07101")
    assert match_works([right], [wrong]).matched == 0


def test_a_changed_title_under_one_identifier_is_one_work() -> None:
    first = listed("Toward robustness and privacy in federated learning", "Mohammad Naseri", arxiv_id="2009.03561")
    later = cited("Local and central differential privacy", "Mohammad Naseri", arxiv_id="2009.03561v5")
    assert match_works([later], [first]).matched == 1


def test_a_work_cited_by_two_addresses_counts_once() -> None:
    works = [
        cited("Attention is all you need", url="https://arxiv.org/abs/1706.03762"),
        cited("Something else"),
        cited("Attention Is All You Need", url="https://arxiv.org/pdf/1706.03762v7"),
    ]
    matching = match_works(works, [ATTENTION])
    assert (matching.cited, matching.matched, matching.listed) == (2, 1, 1)
    rows = list(match_rows(matching, "agent/2003.00653", [ATTENTION]))
    assert [(row.cited, row.rule, row.key) for row in rows] == [
        (0, "arxiv", ATTENTION.key),
        (1, "", ""),
        (2, "repeated", ATTENTION.key),
    ]
    assert "work 0" in rows[2].evidence


def test_a_page_of_which_only_the_address_is_known_counts_once_too() -> None:
    page = cited(url="https://example.org/paper")
    assert match_works([page, page, cited(url="https://example.org/other")], [ATTENTION]).cited == 2


def test_a_vague_row_of_a_list_does_not_make_one_work_of_two() -> None:
    assert match_works([], [LECUN, listed("Deep Learning", key="vague"), GOODFELLOW]).listed == 2


def test_a_preprints_doi_is_no_other_doi() -> None:
    journal = listed("Graph attention", doi="10.1109/ga.2018.1")
    assert match_works([cited("Graph attention", doi="10.48550/arXiv.1710.10903")], [journal]).matched == 1
    assert match_works([cited("Graph attention", doi="10.1109/other.2020.7")], [journal]).matched == 0


def test_editions_of_a_list_stay_two_works_and_two_preprints_one() -> None:
    first = listed("A theory of communication", "Claude Shannon", key="first", year=1948)
    again = listed("A theory of communication", "Claude Shannon", key="again", year=2001)
    assert match_works([], [first, again]).listed == 2
    (pair,) = match_works([cited("A Theory of Communication", "C. Shannon", year=2001)], [first, again]).pairs
    assert pair.reference == 1
    assert match_works([], [ATTENTION, listed("Attention is all you need", arxiv_id="1706.03762")]).listed == 1


def test_a_work_of_several_titles_is_one_work_and_taken_by_the_right_one() -> None:
    by_page = cited("Attention Is All You Need | Nature")
    works = [replace(by_page, other_titles=("Attention Is All You Need",)), cited("Attention is all you need"), LONE]
    matching = match_works(works, [LECUN, ATTENTION])
    assert [(pair.cited, pair.reference) for pair in matching.pairs] == [(0, 1)]
    assert ([one.position for one in matching.repeated_cited], matching.unmatched_cited) == ([1], (2,))


@pytest.mark.soak
@pytest.mark.soak
def test_long_lists_of_one_author_take_little_more_time_than_short_ones() -> None:
    """Doubling both lists may not take four times the time, as comparing each with each would."""
    seconds = {}
    for size in (500, 2000):
        words = [
            f"{one}{other}ing" for one in "abcdefghijklmnopqrstuvwxyz" for other in ("loop", "ring", "str", "bind")
        ]
        chance = random.Random(3)
        titles = [" ".join(chance.choices(words, k=9)) for _ in range(size)]
        references = [listed(title, "Ada Example", key=f"k{at}", year=2000) for at, title in enumerate(titles)]
        works = [cited(f"{title} again", "Ada Example", year=2000) for title in titles]
        tries = []
        for _ in range(3):
            started = process_time()
            assert match_works(works, references).matched == 0
            tries.append(process_time() - started)
        seconds[size] = min(tries)
    assert seconds[2000] < 10 * seconds[500]


def test_nothing_cited_and_nothing_listed() -> None:
    assert match_works([], [ATTENTION]).unmatched_references == (0,)
    assert match_works([cited("X")], []).unmatched_cited == (0,)
    for mode in ("ours", "released"):
        assert match_works([], [], mode).pairs == ()


def test_rows_without_a_title_are_no_pair_by_the_released_rule() -> None:
    assert match_works([cited(doi="10.1/a")], [listed(doi="10.1/a")], "released").pairs == ()


def test_released_knows_normalised_titles_only() -> None:
    works = [
        cited("ATTENTION  is all you need!"),
        cited("attention-is all you need"),
        cited(arxiv_id="1706.03762"),
        cited("Attention is all you need"),
    ]
    matching = match_works(works, [ATTENTION, LECUN, GOODFELLOW], "released")
    assert [(pair.cited, pair.reference) for pair in matching.pairs] == [(0, 0)]
    assert (matching.cited, matching.listed) == (3, 2)  # "Deep learning" twice is one title there


TITLES = st.sampled_from(
    ["Deep learning", "Deep Learning", "Deep-learning 2", "Graph attention networks", "", "深度学习"]
)
AUTHORS = st.sampled_from([(), ("Yann LeCun",), ("Ian Goodfellow", "Yoshua Bengio"), ("Wei Li",), ("Li Wei",)])
YEARS = st.sampled_from([None, 2014, 2015, 2016, 2019])
IDS = st.sampled_from([None, None, None, "1706.03762", "1312.6114"])
CITED = st.builds(
    lambda title, authors, year, arxiv: cited(title, *authors, year=year, arxiv_id=arxiv), TITLES, AUTHORS, YEARS, IDS
)
LISTED = st.builds(
    lambda title, authors, year, arxiv: listed(
        title, *authors, key=f"{title}{authors}{year}{arxiv}", year=year, arxiv_id=arxiv
    ),
    TITLES,
    AUTHORS,
    YEARS,
    IDS,
)
MODES: st.SearchStrategy[Mode] = st.sampled_from(["ours", "released"])


@pytest.mark.slow
@settings(deadline=None, max_examples=300)
@given(st.lists(CITED, max_size=7), st.lists(LISTED, max_size=7), MODES, st.randoms())
def test_counts_and_matched_works_do_not_depend_on_the_order(
    works: list[DescribedWork], references: list[Reference], mode: Mode, chance: random.Random
) -> None:
    def outcome(works: list[DescribedWork], references: list[Reference]) -> tuple[int, int, int, list[str]]:
        matching = match_works(works, references, mode)
        return matching.cited, matching.listed, matching.matched, sorted(pair.rule for pair in matching.pairs)

    shuffled = chance.sample(works, len(works)), chance.sample(references, len(references))
    assert outcome(*shuffled) == outcome(works, references)


@settings(deadline=None)
@given(st.lists(CITED, max_size=8), st.lists(LISTED, max_size=8), MODES)
def test_every_work_is_accounted_for_once(works: list[DescribedWork], references: list[Reference], mode: Mode) -> None:
    found = match_works(works, references, mode)
    left = (
        [pair.cited for pair in found.pairs] + [*found.unmatched_cited] + [one.position for one in found.repeated_cited]
    )
    right = [pair.reference for pair in found.pairs] + [*found.unmatched_references]
    right += [one.position for one in found.repeated_references]
    assert sorted(left) == list(range(len(works)))
    assert sorted(right) == list(range(len(references)))
    assert len(list(match_rows(found, "agent/task", references))) == len(works)


@pytest.mark.slow
@settings(deadline=None, max_examples=300)
@given(st.lists(LISTED.filter(lambda reference: bool(reference.title)), max_size=8), MODES, st.integers(1, 3))
def test_whoever_cites_the_list_however_often_finds_all_of_it(
    references: list[Reference], mode: Mode, times: int
) -> None:
    works = [DescribedWork(one.title, one.authors, one.year, one.doi, one.arxiv_id) for one in references]
    found = match_works(works * times, references, mode)
    assert found.cited == found.matched == found.listed
