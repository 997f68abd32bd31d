"""DOIs and arXiv ids, wherever they stand."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from litgauge.tasks.text import normalise_arxiv_id, normalise_doi
from tests.tables import each_row


@each_row(
    "raw, doi",
    [
        ("10.1103/PhysRevD.76.013009", "10.1103/physrevd.76.013009"),
        ("https://doi.org/10.1000/ABC.", "10.1000/abc"),
        ("doi:10.1000/a\\_b", "10.1000/a_b"),
        ("http://dx.doi.org/10.1016/0370-2693(91)90061-Y", "10.1016/0370-2693(91)90061-y"),
        ("(see 10.1000/xyz)", "10.1000/xyz"),
        (
            "10.1002/(SICI)1096-987X(199805)19:7<726::AID-JCC4>3.0.CO;2-S",
            "10.1002/(sici)1096-987x(199805)19:7<726::aid-jcc4>3.0.co;2-s",
        ),
        ("https://doi.org/10.1000%2Fabc", "10.1000/abc"),
        ("\\href{https://doi.org/10.1103/PhysRev.47.777}{Phys. Rev.}", "10.1103/physrev.47.777"),
        ("https://link.springer.com/10.1007/s00214-009-0617-x.pdf", "10.1007/s00214-009-0617-x"),
        ("0.1073/pnas.1", None),
        ("no doi", None),
        ("", None),
    ],
)
def test_doi(raw: str, doi: str | None) -> None:
    assert normalise_doi(raw) == doi


@each_row(
    "raw, found",
    [
        ("1706.03762", "1706.03762"),
        ("1706.03762v5", "1706.03762"),
        ("arXiv:1706.03762 [cs.CL]", "1706.03762"),
        ("cs/0112017", "cs/0112017"),
        ("cs.DL/0112017v1", "cs/0112017"),
        ("math.GT/0309136", "math/0309136"),
        ("https://arxiv.org/abs/1706.03762v2", "1706.03762"),
        ("https://arxiv.org/pdf/hep-ph/9901234.pdf", "hep-ph/9901234"),
        ("arXiv preprint arXiv:1412.6980", "1412.6980"),
        ("CoRR, abs/1301.3781", "1301.3781"),
        ("10.48550/arXiv.2005.14165", "2005.14165"),
        ("https://doi.org/10.48550/ARXIV.2005.14165", "2005.14165"),
        ("Phys. Rev. D [hep-ph/9901234]", "hep-ph/9901234"),
        ("{arXiv}:0905.2979", "0905.2979"),
        ("vol. 1706.03762 of", None),
        ("1234.5678 pages", None),
        ("12.3456", None),
        ("1799.12345", None),
        ("", None),
    ],
)
def test_arxiv_id(raw: str, found: str | None) -> None:
    assert normalise_arxiv_id(raw) == found


@given(
    st.integers(7, 30),
    st.integers(1, 12),
    st.integers(1, 99_999),
    st.integers(1, 9),
    st.sampled_from(["arXiv:{}", "https://arxiv.org/abs/{}", "{}", "CoRR abs/{}"]),
)
@settings(deadline=None)
def test_every_new_style_id_is_found_in_every_wrapping(
    year: int, month: int, number: int, version: int, wrapping: str
) -> None:
    plain = f"{year:02}{month:02}.{number:05}"
    assert normalise_arxiv_id(wrapping.format(f"{plain}v{version}")) == plain
