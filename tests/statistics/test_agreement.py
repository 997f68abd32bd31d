"""How far judges agree, by hand."""

from __future__ import annotations

import pytest

from litgauge.tasks.statistics import JudgedItem, Voting, agreements, vote_agreements


def labels(*given: str | None, kind: str = "cited", text: str = "") -> list[JudgedItem]:
    return [JudgedItem(kind, (str(number),), label, text) for number, label in enumerate(given)]


def test_two_judges_and_a_person() -> None:
    yes, no = "supported", "not-supported"
    found = agreements(
        {
            "one": [*labels(yes, yes, no, no, yes), *labels("true", kind="uncited")],
            "two": labels(yes, no, no, no, None),
            "person": labels(yes, yes, no),
        }
    )

    (cited,) = found  # nobody but one has judged anything of the other kind
    assert (cited.kind, cited.raters, cited.items) == ("cited", ("one", "two", "person"), 4)
    one_two, one_person, two_person = cited.between
    assert (one_two.items, one_two.raw, one_two.kappa) == (4, 0.75, 0.5)
    assert one_two.confusion == ((no, no, 2), (yes, no, 1), (yes, yes, 1))
    assert (one_person.raw, one_person.kappa) == (1.0, 1.0)
    assert two_person.raw == pytest.approx(2 / 3)
    assert cited.fleiss_items == 3
    assert cited.krippendorff is not None


def test_what_was_read_differently_is_not_compared() -> None:
    found = agreements({"one": labels("a", "b", text="It is so."), "two": labels("a", "b", text="It is not so.")})
    assert found == ()
    same = agreements({"one": labels("a", "b", text="It is so."), "two": labels("a", "b")})  # a file knows no text
    assert same[0].items == 2


def test_votes_that_failed_are_none() -> None:
    models = ("one", "one", "two", "two")
    votings = [
        Voting(models, ("true", "true", "true", None)),
        Voting(models, ("false", "false", "true", "false")),
        Voting(models, ("false", "true", "false", "false")),
    ]
    votes, one, two = vote_agreements(votings)

    assert (votes.kind, votes.items, votes.fleiss_items) == ("votes", 3, 2)
    assert (one.kind, one.raw) == ("votes of one", pytest.approx(2 / 3))
    assert (two.kind, two.items) == ("votes of two", 2)
    assert votes.between[0].items == 1  # their majorities are both known on one statement only
    assert votes.between[0].kappa is None


def test_one_vote_each_by_one_model_says_nothing() -> None:
    assert vote_agreements([Voting(("one",), ("true",))]) == ()
    assert vote_agreements([]) == ()
