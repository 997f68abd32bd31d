"""Strings that were broken before they were published, and what they are again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.text import split_names
from litgauge.tasks.text.repairs import repair_broken, repair_names, repair_text
from tests.tables import each_row

TITLES = {
    "\\GS\\hard: Scaling Giant Models": "GShard: Scaling Giant Models",
    "Post-\\OCR\\ parsing via \\BIO\\ tagging": "Post-OCR parsing via BIO tagging",
    "$\\$CADE$\\$: Detecting Drift": "CADE: Detecting Drift",
    "Pangu-$\\$$\\backslash$Sigma$\\$: Towards": "Pangu-Σ: Towards",
    "from 360$\\backslash$textdegree Imagery": "from 360° Imagery",
    "$ınfty$-former": "∞-former",
    "an artificial $Łambda$-type system": "an artificial Λ-type system",
    "The \\ensuremathąppa-statistics approach": "The κ-statistics approach",
    "Is \\ensuremathγKLS-generalized theory complete?": "Is γKLS-generalized theory complete?",
    "with $\\mathcalV$-Usable Information": "with V-Usable Information",
    "\\textCIS2: A Simplified Evaluation": "CIS2: A Simplified Evaluation",
    "A\\textasciicircum3: Accelerating": "A³: Accelerating",
    "G3\u0302SR: Global Graph": "G³SR: Global Graph",
    "Nai\u0308ve Bayes.": "Naïve Bayes",
    "Naı\u0308ve Bayes": "Naïve Bayes",
    "``Transforming″ Delete": "“Transforming” Delete",
    "too big?\ufffd\ufffd": "too big?",
    "by \\$136 billion. Is it terrorism": "by $136 billion. Is it terrorism",
    "Two\nlines  and $H_0$.": "Two lines and H₀",
    "What about U.S.": "What about U.S.",
}
NAMES = {
    "Marti\u0301n, J": "Martín, J",
    "Martı\u0301n, J": "Martín, J",
    "D\\áz, Ismael": "Díaz, Ismael",
    "Mart\\ńez, Beatriz": "Martínez, Beatriz",
    "Otálora, Sebasti\\ń": "Otálora, Sebastián",
    "Sta\\ŉczak, Karolina": "Stańczak, Karolina",
    'Bj"\u0308orn, A': "Björn, A",
    "Orši\\,\u0301 Marin": "Oršić, Marin",
    "Šegvi\\' \u0301Siniša": "Šegvić, Siniša",
    "Konjovi\\'cŹora": "Konjović, Zora",
    "JÃ¡nos KramÃ¡r": "Kramár, János",
    "ıfmmode \\acuteC\\else Ć\\fiwikli, P": "Ćwikli, P",
    "N\\öth, Elmar": "Nöth, Elmar",
    "Déziel, Jean--Luc": "Déziel, Jean-Luc",
}


@each_row("raw", TITLES)
def test_titles(raw: str) -> None:
    assert repair_text(raw, title=True).text == TITLES[raw]


@each_row("raw", NAMES)
def test_names(raw: str) -> None:
    (person,), _ = split_names(repair_names(raw))
    assert f"{person.family}, {person.given}" == NAMES[raw]


def test_the_rules_that_did_it() -> None:
    assert repair_text("Fine as it is").rules == ()
    assert repair_text("A\nB").rules == ("line-break",)
    assert repair_text("On $x$.", title=True).rules == ("latex", "stray-ending")
    assert repair_text("Naı\u0308ve").rules == ("broken-decoding",)


def test_others_after_and() -> None:
    assert split_names(repair_names("Su, J. and et al."))[1]
    assert [person.family for person in split_names(repair_names("Su, J. and et al"))[0]] == ["Su"]


@given(st.text(alphabet=st.characters(blacklist_characters='\\$"Łŉąıe̊r̆ŗ“`″\ufffd', blacklist_categories=["Mn", "Cs"])))
def test_a_string_without_marks_of_the_breakage_stays(text: str) -> None:
    assert repair_broken(text) == text
