"""Reference lists without addresses, in the styles of bibliographies and of agents."""

from __future__ import annotations

from tests.reports.writing import read
from tests.tables import each_row

WORKS = [
    ("Amelie", "Ames", "Bela", "Boyle", "Kites in a steady wind and what they carry", 2019),
    ("Cora", "Clay", "Dirk", "Dunn", "Sails: a survey of cloth under load", 2020),
    ("Emil", "Ernst", "Flora", "Frey", "Learning to steer from noisy logs", 2017),
    ("Gil", "Graf", "Hanna", "Holt", "Do deep keels need to be deep?", 2021),
    ("Ida", "Imhof", "Jan", "Jung", "Rudder-free control of small boats", 2022),
    ("Karl", "Kern", "Lia", "Lang", "Waves, winds and other sources of noise", 2018),
]
STYLES = {
    "bold": "**{t}** – {g} {f} and {g2} {f2}, {y}",
    "et al.": "**{t}** – {g} {f} et al., {y}",
    "title, year": "{t}, {y}",
    "title (year)": "{t} ({y})",
    "credit": "{t} ({f} & {f2}, {y})",
    "quoted": "“{t}” – {f} et al. ({y})",
    "by": "{t}, by {g} {f} and {g2} {f2} ({y})",
    "apa": "{f}, {i}., & {f2}, {i2}. ({y}). {t}. *Journal of Sailing*, *12*(3), 1–9.",
    "mla": "{f}, {g}, and {g2} {f2}. “{t}.” *Journal of Sailing*, vol. 12, {y}, pp. 1-9.",
    "chicago": "{f}, {g}, and {g2} {f2}. {y}. “{t}.” *Journal of Sailing* 12: 1–9.",
    "ieee": "{i}. {f} and {i2}. {f2}, “{t},” *Journal of Sailing*, vol. 12, no. 3, pp. 1–9, {y}.",
    "harvard": "{f}, {i}. and {f2}, {i2}. ({y}) ‘{t}’, *Journal of Sailing*, 12(3), pp. 1–9.",
    "nature": "{f}, {i}. & {f2}, {i2}. {t}. *Journal of Sailing* **12**, 1–9 ({y}).",
    "vancouver": "{f} {i}, {f2} {i2}. {t}. J Sailing. {y};12(3):1-9.",
    "gb/t 7714": "{F} {i}, {F2} {i2}. {t}[J]. Journal of Sailing, {y}, 12(3): 1-9.",
    "acs": "{f}, {i}.; {f2}, {i2}. {t}. *J. Sailing* **{y}**, *12*, 1–9.",
    "acl": "{g} {f} and {g2} {f2}. {y}. {t}. In *Proceedings of Sailing*, pages 1–9.",
    "with a doi": "{f}, {i}. & {f2}, {i2}. {t}. *J. Sailing* **12**, 1–9 ({y}). https://doi.org/10.1000/{y}",
    "arxiv": "{g} {f}, {g2} {f2}. {t}. arXiv preprint arXiv:1901.01234, {y}.",
}


@each_row("label", ["[{}] ", "{}. ", "- "])
@each_row("style", STYLES)
def test_title_authors_and_year_of_each_style(style: str, label: str) -> None:
    lines = []
    for number, (g, f, g2, f2, t, y) in enumerate(WORKS, 1):
        names = {"g": g, "f": f, "g2": g2, "f2": f2, "F": f.upper(), "F2": f2.upper(), "i": g[0], "i2": g2[0]}
        lines.append(label.format(number) + STYLES[style].format(**names, t=t, y=y))
    entries = read("# Sailing\n\nBoats sail.\n\n## References\n\n" + "\n".join(lines) + "\n").entries
    assert len(entries) == len(WORKS)
    wrong = 0
    for entry, (_, f, _, _, t, y) in zip(entries, WORKS, strict=True):
        words = entry.words
        named = "{f" not in STYLES[style] or bool(words.authors and words.authors[0].casefold() == f.casefold())
        wrong += not (
            words.title is not None and words.title.rstrip("?") == t.rstrip("?") and words.year == y and named
        )
    assert wrong <= (1 if style in ("vancouver", "gb/t 7714") else 0)


def test_titles_of_pages_are_read_as_before() -> None:
    entries = read(
        "It rains [1].\n\n## References\n\n[1] Kites - Wikipedia https://en.wikipedia.org/wiki/Kite\n"
        "[2] Reuters (2024). Rain grows. https://www.reuters.com/a\n"
    ).entries
    assert [entry.words.title for entry in entries] == ["Kites - Wikipedia", "Rain grows"]


def test_a_venue_behind_a_title_is_nobody() -> None:
    entries = read(
        "# A\n\nIt rains.\n\n## References\n\n- **Kites at night**. Nature, 2019\n- **Rain**, 2020\n"
    ).entries
    assert [entry.words.authors for entry in entries] == [(), ()]
