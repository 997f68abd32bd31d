"""Where sentences end, and where they do not."""

from __future__ import annotations

from tests.reports.writing import statements
from tests.tables import each_row


@each_row(
    "text",
    [
        "Dr. Smith et al. found 3.5 % in Fig. 3 of vol. 2, e.g. in the U.S. Department of Energy, i.e. a lot.",
        "It was 5 p.m. in St. Louis, approx. 3 km from J. R. R. Tolkien Inc. offices.",
        "They met (see Sec. 2. The end was near.) in Paris.",
        "See Nos. 3 and 4, cf. Art. 6 GDPR, vs. the rest.",
        "Version 2.0.1 of arxiv.org/abs came with v. 3.",
        "Yahoo! and others (why?) stayed.",
        "Results … were mixed.",
    ],
)
def test_one_sentence(text: str) -> None:
    assert len(statements(text)) == 1


@each_row(
    "text, count",
    [
        ("It is the state of the art. The method works.", 2),
        ("It grew in the U.S. The rest fell.", 2),
        ("It uses trees, nets, etc. However, it fails.", 2),
        ("V-Net works. nnU-Net works better. iPhones too.", 3),
        ("Is it so? Yes! It is.", 3),
        ('He said "yes." She left. (It rained.) Then all.', 4),
        ("In 2019. Later it was 3. Nothing more.", 3),
        ("下雨了。真的吗？是！好", 4),
        ("他说：“下雨了。”她走了。", 2),
        ("One line<br>another line<br/>a third", 3),
        ("Hard break.  \nNext line\\\nThird line", 3),
        ("A soft break\nis none. But this is.", 2),
        ("1. First item. Second sentence.\n2. Second item", 3),
    ],
)
def test_several_sentences(text: str, count: int) -> None:
    assert len(statements(text)) == count
