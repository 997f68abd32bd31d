"""DOIs as exports write them: whole, or none."""

from __future__ import annotations

from tests.latex.sources import codes, read
from tests.tables import each_row


def doi_of(field: str, name: str = "doi") -> str | None:
    bib = f"@article{{k, title={{On kites}}, author={{Ann Ames}}, year=2001,\n  {name} = {{{field}}}}}\n"
    (reference,) = read("\\cite{k}", bib=bib).references
    return reference.doi


@each_row(
    "field, doi",
    [
        ("10.1103/{PhysRevE}.69.026113", "10.1103/physreve.69.026113"),
        ("10.1103/{{PhysRevE}}.69.026113", "10.1103/physreve.69.026113"),
        ("{10.1109/TIT.1980.1056159}", "10.1109/tit.1980.1056159"),
        ("10.1109/{CVPR}.2016.90", "10.1109/cvpr.2016.90"),
        (
            "10.1002/1097-0118(200008)34:4{\\textless}280::AID-JGT5{\\textgreater}3.0.CO;2-0",
            "10.1002/1097-0118(200008)34:4<280::aid-jgt5>3.0.co;2-0",
        ),
        (
            "10.1002/(SICI)1097-0037(199905)33:3$<$1::AID-NET1$>$3.0.CO;2-X",
            "10.1002/(sici)1097-0037(199905)33:3<1::aid-net1>3.0.co;2-x",
        ),
        (
            "10.1002/(SICI)1097-0037(199905)33:3\\textless{}1::AID-NET1\\textgreater{}3.0.CO;2-X",
            "10.1002/(sici)1097-0037(199905)33:3<1::aid-net1>3.0.co;2-x",
        ),
        (
            "https://doi.org/10.1002/(SICI)1097-0037(199905)33:3<1::AID-NET1>3.0.CO;2-X",
            "10.1002/(sici)1097-0037(199905)33:3<1::aid-net1>3.0.co;2-x",
        ),
        (
            "10.1002/(SICI)1097-0037(199905)33:3&lt;1::AID-NET1&gt;3.0.CO;2-X",
            "10.1002/(sici)1097-0037(199905)33:3<1::aid-net1>3.0.co;2-x",
        ),
        (
            "10.1002/%28SICI%291097-0037%28199905%2933%3A3%3C1%3A%3AAID-NET1%3E3.0.CO%3B2-X",
            "10.1002/(sici)1097-0037(199905)33:3<1::aid-net1>3.0.co;2-x",
        ),
        ("https://doi.org/10.1051/0004-6361/201731866", "10.1051/0004-6361/201731866"),
        ("http://dx.doi.org/10.1051/0004-6361:20011\\_7", "10.1051/0004-6361:20011_7"),
        ("https://www.doi.org/10.1051/0004-6361/201731866", "10.1051/0004-6361/201731866"),
        ("https://doi-org.proxy.example.edu/10.1051/0004-6361/201731866", "10.1051/0004-6361/201731866"),
        ("doi:10.1007/978-3-642-33718-5{\\_}43", "10.1007/978-3-642-33718-5_43"),
        ("DOI 10.1007/978-3-642-33718-5\\textunderscore 43", "10.1007/978-3-642-33718-5_43"),
        ("10.1007/978-3-642-33718-5$\\_$43", "10.1007/978-3-642-33718-5_43"),
        ("\\url{https://doi.org/10.1007/978-3-642-33718-5_43}", "10.1007/978-3-642-33718-5_43"),
        ("\\href{https://doi.org/10.1007/s00220-005-1331-0}{10.1007/s00220-005-1331-0}", "10.1007/s00220-005-1331-0"),
        ("\\doi{10.1007/s00220-005-1331-0}", "10.1007/s00220-005-1331-0"),
        ("\\path{10.1007/s00220-005-1331-0}", "10.1007/s00220-005-1331-0"),
        ("10.1145/\\allowbreak 3292500.3330701", "10.1145/3292500.3330701"),
        ("10.1145\\slash 3292500.3330701", "10.1145/3292500.3330701"),
        ("10.1145/3292500.\\-3330701", "10.1145/3292500.3330701"),
        ("10.1016/S0019-9958(65)90241-X", "10.1016/s0019-9958(65)90241-x"),
        ("10.1016/0370-2693(93)90001-Q, 10.1016/0370-2693(93)90002-R", "10.1016/0370-2693(93)90001-q"),
        ("10.1016/0370-2693(93)90001-Q; 10.1016/0370-2693(93)90002-R", "10.1016/0370-2693(93)90001-q"),
        ("<10.1007/s00220-005-1331-0>", "10.1007/s00220-005-1331-0"),
        ("(10.1007/s00220-005-1331-0)", "10.1007/s00220-005-1331-0"),
        ("10.1007/s00220-005-1331-0.", "10.1007/s00220-005-1331-0"),
        ("10.48550/arXiv.1706.03762", "10.48550/arxiv.1706.03762"),
        ("10.1103/7ptr-ks1n", "10.1103/7ptr-ks1n"),
        ("10.1103/Physics.9.17", "10.1103/physics.9.17"),
        ("10.1103/PRXQuantum.2.030345", "10.1103/prxquantum.2.030345"),
        ("10.1093/nar/gkab1038", "10.1093/nar/gkab1038"),
        ("10.1017/etds.2016.\n   12", "10.1017/etds.2016.12"),
        # cut, torn, or of no work: worse than none
        ("10.1103/PhysRevE", None),
        ("10.1103/PhysRevE.", None),
        ("10.1103/", None),
        ("10.1109/CVPR", None),
        ("10.1109/TPAMI.", None),
        ("10.1016/j.physletb", None),
        ("10.1016/S0019-9958(65", None),
        ("10.1002/(SICI)1097-0037(199905)33:3<1::AID", None),
        ("10.1145/", None),
        ("10.", None),
        ("in press", None),
    ],
)
def test_a_doi_is_whole_or_missing(field: str, doi: str | None) -> None:
    assert doi_of(field) == doi


def test_a_field_with_a_cut_doi_does_not_hide_a_whole_one() -> None:
    assert doi_of("10.1103/PhysRevE},\n  url = {https://doi.org/10.1103/PhysRevE.69.026113") == (
        "10.1103/physreve.69.026113"
    )


def test_a_doi_that_different_works_share_is_an_alarm() -> None:
    bib = (
        "@article{a, title={Boundary layer climates}, author={Tim Oke}, year=1987, doi={10.1017/CBO9781107415324.004}}"
        "@article{b, title={Footprints of areas}, author={Al Voogt}, year=1998, doi={10.1017/CBO9781107415324.004}}"
    )
    found = read("\\cite{a,b}", bib=bib)
    assert [reference.title for reference in found.references] == [
        "Boundary layer climates",
        "Footprints of areas",
    ]
    assert ("doi-shared" in codes(found), [reference.doi for reference in found.references]) == (True, [None, None])


def test_editions_of_a_work_may_share_a_doi() -> None:
    bib = (
        "@article{a, title={Boundary layer climates}, author={Tim Oke}, year=1987, doi={10.1017/CBO978}}"
        "@article{b, title={{Boundary-Layer} Climates}, author={Oke, T.}, year=1987, doi={10.1017/CBO978}}"
    )
    assert "doi-shared" not in codes(read("\\cite{a,b}", bib=bib))


@each_row(
    "cut",
    [
        "10.3847/1538-4357",
        "10.1021/ja",
        "10.1007/978",
        "10.1007/978-3-642",
        "10.1063/1",
        "10.1088/0004-637X",
        "10.1088/0004-637X/700",
        "10.5281/zenodo",
    ],
)
def test_dois_cut_by_their_publishers_patterns_are_none(cut: str) -> None:
    assert doi_of(cut) is None


@each_row(
    "whole",
    [
        "10.3847/1538-4357/aa1234",
        "10.1021/ja01234a",
        "10.1007/978-3-642-33718-5_43",
        "10.1007/978-3-319-24277-4",
        "10.1007/b97541",
        "10.1063/1.1699114",
        "10.1063/1.53567",
        "10.1063/pt.3.1234",
        "10.1088/0004-637x/700/2/1097",
        "10.5281/zenodo.1234",
    ],
)
def test_whole_dois_of_these_publishers_stay(whole: str) -> None:
    assert doi_of(whole) == whole
