"""Several works of the same names in one mark: "(Jones and Brown 2003a,b)", "(Müller et al. 2018; 2019)"."""

from __future__ import annotations

from tests.reports.writing import read
from tests.tables import each_row

OPENINGS = ("(", "[", "(see ", "(cf. ", "(e.g., ", "(see the meta\u2011analysis of ")


@each_row("opening", OPENINGS)
@each_row("names", ["Jones and Brown", "Jones & Brown,", "Jones et al.", "Jones et al.,", "Jones"])
@each_row(
    "years, works",
    [
        ("2003a,b", "ab"), ("2003a, b", "ab"), ("2003a,b,c", "abc"), ("2003a, 2003c", "ac"), ("2003a; 2003b", "ab"),
        ("2003b; 2009", "bd"), ("2003b;2009", "bd"), ("2003a,b; 2009", "abd"), ("2009", "d"), ("2003c & 2009", "cd"),
    ],
)  # fmt: skip
def test_each_year_and_letter_is_a_work(opening: str, names: str, years: str, works: str) -> None:
    entries = [
        f"- Jones, A., & Brown, B. ({year}). On the sleep of cats, part {work}. J. Sleep. https://e.example/{work}"
        for year, work in (("2003a", "a"), ("2003b", "b"), ("2003c", "c"), ("2009", "d"))
    ]
    closing = "]" if opening == "[" else ")"
    text = f"# Cats\n\nCats sleep long {opening}{names} {years}{closing}. Dogs bark (Lee & Kim 2001).\n\n"
    found = read(text + "## References\n\n" + "\n".join(entries) + "\n")
    assert sorted((link.url or "")[-1] for link in found.links if link.statement == 0) == list(works)
    assert found.statements[0].text == "Cats sleep long."
