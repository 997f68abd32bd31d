"""Where the sentences of any text end."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.text.sentences import LONGEST_SENTENCE, sentences, sentences_around
from tests.tables import each_row


def parts(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@each_row(
    "text, expected",
    [
        ("It rose by 2.5 %, cf. Fig. 3. Then it fell.", ["It rose by 2.5 %, cf. Fig. 3.", "Then it fell."]),
        ("A. Smith et al. Met it. Doe, e.g. in 2020, no!", ["A. Smith et al. Met it.", "Doe, e.g. in 2020, no!"]),
        ("J. R. R. Tolkien of the U.S. Army wrote. It grew in the U.S. The rest fell.",
         ["J. R. R. Tolkien of the U.S. Army wrote.", "It grew in the U.S.", "The rest fell."]),
        ("It is in Proc. ICML and Trans. ACL, vol. 2. So be it.", ["It is in Proc. ICML and Trans. ACL, vol. 2.",
         "So be it."]),
        ("They met (see Sec. 2. The end was near.) in Paris.", ["They met (see Sec. 2. The end was near.) in Paris."]),
        ("It is the state of the art. In 2019. Why? Yes!",
         ["It is the state of the art.", "In 2019.", "Why?", "Yes!"]),
        ('He said "Go." She went.', ['He said "Go."', "She went."]),
        ("这是一句。这是另一句！", ["这是一句。", "这是另一句！"]),
        ("他说：“下雨了。”她走了。3.5 米", ["他说：“下雨了。”", "她走了。", "3.5 米"]),
        ("Heading\n\nA line\nand more\n- an item\n- two", ["Heading", "A line\nand more", "- an item", "- two"]),
        ("Hard break.  \nNext line\\\nThird", ["Hard break.", "Next line\\", "Third"]),
        (" \n ", []),
    ],
)  # fmt: skip
def test_where_a_sentence_ends(text: str, expected: list[str]) -> None:
    assert parts(text) == expected


@given(st.one_of(st.text(max_size=300), st.text(alphabet="ab .!?\n42。中,-()\\", max_size=400)))
def test_sentences_hold_the_whole_text_in_its_order(text: str) -> None:
    spans = sentences(text)
    covered = {place for start, end in spans for place in range(start, end)}

    assert all(text[place].isspace() for place in range(len(text)) if place not in covered)
    assert all(one[1] <= other[0] for one, other in pairwise(spans))
    assert all(start < end and text[start:end] == text[start:end].strip() for start, end in spans)


def test_what_has_no_end_is_cut() -> None:
    assert all(len(part) <= LONGEST_SENTENCE for part in parts("ab " * 5_000 + "c" * 5_000))
    assert "".join(parts("ab " * 5_000)).count("ab") == 5_000


@given(
    st.lists(st.sampled_from(["It rose. ", "It fell ", "\n\n", "\n- ", "\n1. ", "\n", " \n \n", "Fig. 3 ", "“So.” "])),
    st.integers(0, 60),
    st.integers(1, 40),
)
def test_sentences_around_a_part_are_those_of_the_whole(pieces: list[str], start: int, length: int) -> None:
    text = "".join(pieces)
    end = start + length
    assert sentences_around(text, start, end) == [
        span for span in sentences(text) if span[0] < end and span[1] > start
    ]  # fmt: skip
