"""Each cited work once, with what its entry tells of it."""

from __future__ import annotations

from litgauge.tasks.citations.entry_words import entry_words
from litgauge.tasks.records import CitedWork, WorkIdentity
from litgauge.tasks.reports import cited_works
from tests.reports.writing import read
from tests.tables import each_row


def works(text: str) -> tuple[CitedWork, ...]:
    return cited_works(read(text))


def test_abstract_and_pdf_of_any_version_are_one_work() -> None:
    (work,) = works(
        "A [x](https://arxiv.org/abs/1706.03762v2). B (https://arxiv.org/pdf/1706.03762.pdf). C arXiv:1706.03762."
    )
    assert (work.identity.arxiv_id, work.statements) == ("1706.03762", (0, 1, 2))
    assert work.url == "https://arxiv.org/abs/1706.03762v2"


def test_two_openreview_forums_are_two() -> None:
    text = "A (https://openreview.net/forum?id=aaaa1). B (https://openreview.net/forum?id=bbbb2)."
    assert [work.identity.openreview_id for work in works(text)] == ["aaaa1", "bbbb2"]


def test_an_entry_with_two_addresses_joins_them() -> None:
    text = (
        "A [1]. B (https://arxiv.org/abs/1706.03762).\n\n## References\n"
        "[1] Vaswani, A., & Shazeer, N. (2017). Attention is all you need. https://doi.org/10.1000/a "
        "https://arxiv.org/abs/1706.03762\n"
    )
    (work,) = works(text)
    assert work.identity == WorkIdentity(doi="10.1000/a", arxiv_id="1706.03762", title="Attention is all you need")
    assert (work.title, work.authors, work.year) == ("Attention is all you need", ("Vaswani", "Shazeer"), 2017)


def test_the_list_comes_behind_the_text_and_needs_an_address_or_a_title() -> None:
    text = (
        "A [2].\n\n## References\n[1] https://never.example/cited\n[2] https://cited.example/\n"
        "[3] A Title That Nobody Cites\n[4] source.\n"
    )
    assert [(work.page, work.title, work.statements) for work in works(text)] == [
        ("https://cited.example", None, (0,)),
        ("https://never.example/cited", None, ()),
        (None, "A Title That Nobody Cites", ()),
    ]


def test_works_without_address_are_told_apart_by_title() -> None:
    text = (
        "A [1]. B [2]. C [3].\n\n## References\n[1] The same long title here\n"
        "[2] The Same Long Title, Here.\n[3] Another long title here\n"
    )
    assert [work.statements for work in works(text)] == [(0, 1), (2,)]


def test_links_that_say_source_are_told_apart_by_their_order() -> None:
    text = (
        "A ([source](https://a.example)). B ([source](https://b.example)).\n\n## References\n"
        "- source. *The first page of all*.\n- source. *The second page of all*.\n"
    )
    assert [work.title for work in works(text)] == ["The first page of all", "The second page of all"]


def test_a_mark_that_leads_nowhere_is_no_work() -> None:
    assert works("A [1]. B citeturn0search1.") == ()


@each_row(
    "entry, title, authors, year",
    [
        ("Ronneberger et al., 2015. U-Net: Networks for Images. http://x.example", "U-Net: Networks for Images",
         ("Ronneberger",), 2015),
        ("Vaswani et al., 2017. *Attention Is All You Need*.", "Attention Is All You Need", ("Vaswani",), 2017),
        ("Devlin, J., Chang, M.-W., & Lee, K. (2019). BERT: Pre-training of things. *NAACL*, 41-86.",
         "BERT: Pre-training of things", ("Devlin", "Chang", "Lee"), 2019),
        ('A. Vaswani, N. Shazeer, and N. Parmar, "Attention is all you need," in NeurIPS, 2017.',
         "Attention is all you need", ("Vaswani", "Shazeer", "Parmar"), 2017),
        ("OpenAI (2024). GPT-4 Technical Report. arXiv preprint arXiv:2303.08774.", "GPT-4 Technical Report",
         ("OpenAI",), 2024),
        ("Costa RJS, Snipe RMJ, Kitic CM. Systematic Review of Something: https://x.example",
         "Systematic Review of Something",
         ("Costa", "Snipe", "Kitic"), None),
        ("Planck 2018 results. VI. Cosmological parameters", "Planck 2018 results. VI. Cosmological parameters", (),
         2018),
        ("A Title On Its Own  And Nothing Else", "A Title On Its Own And Nothing Else", (), None),
        ("source. Web page.", None, (), None),
        ("academic.oup.com", None, (), None),
        ("https://x.example/", None, (), None),
    ],
)  # fmt: skip
def test_what_an_entry_tells(entry: str, title: str | None, authors: tuple[str, ...], year: int | None) -> None:
    words = entry_words(entry)
    assert (words.title, words.authors, words.year) == (title, authors, year)


def test_the_site_is_no_part_of_the_title() -> None:
    assert (
        entry_words("https://a.example - Aging of Japan - Wikipedia", "https://en.wikipedia.org/wiki/x").title
        == "Aging of Japan"
    )
    assert (
        entry_words("Reuters: Japan grows older every year", "https://www.reuters.com/x").title
        == "Japan grows older every year"
    )
