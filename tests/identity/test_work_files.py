"""Files of references and cited works, in every shape that users have, and broken ones."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.identity.work_files import read_cited, read_truth
from litgauge.tasks.records import PersonName
from tests.identity.works import listed
from tests.tables import each_row


def written(folder: Path, *rows: object) -> Path:
    path = folder / "rows.jsonl"
    path.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows), encoding="utf-8")
    return path


def test_the_references_of_a_release(tmp_path: Path) -> None:
    reference = listed("Deep learning", "Yann LeCun", key="lecun", year=2015, doi="10.1038/nature14539")
    (read,) = read_truth(written(tmp_path, msgspec.to_builtins(reference))).works
    assert (read.key, read.title, read.authors, read.year, read.doi) == (
        "lecun",
        "Deep learning",
        (PersonName("LeCun", "Yann"),),
        2015,
        "10.1038/nature14539",
    )


def test_published_rows(tmp_path: Path) -> None:
    row = {
        "bib_id": "rl-s2v",
        "title": "Adversarial attack on graph structured data",
        "author": "Dai, Hanjun and Li, Hui and others",
        "meta_info": {"year": "2018", "journal": "arXiv preprint arXiv:1806.02371"},
    }
    (read,) = read_truth(written(tmp_path, row)).works
    assert (read.key, read.year, read.arxiv_id, read.et_al) == ("rl-s2v", 2018, "1806.02371", True)
    assert [name.family for name in read.authors] == ["Dai", "Li"]


@each_row(
    "authors",
    [
        ["Ian Goodfellow", "Yoshua Bengio"],
        ["Goodfellow, Ian", "Bengio, Yoshua"],
        [{"family": "Goodfellow", "given": "Ian"}, {"family": "Bengio", "given": "Yoshua"}],
        "Goodfellow, Ian and Bengio, Yoshua",
        "Ian Goodfellow; Yoshua Bengio",
    ],
)
def test_authors_in_many_shapes(tmp_path: Path, authors: object) -> None:
    (work,) = read_cited(written(tmp_path, {"title": "Deep learning", "authors": authors, "year": "2016-11"})).works
    assert work.authors == (PersonName("Goodfellow", "Ian"), PersonName("Bengio", "Yoshua"))
    assert work.year == 2016


@each_row(
    "raw, year",
    [(2016, 2016), (2016.0, 2016), ("2016a", 2016), ("n.d.", None), ("", None), (None, None), (850, 850)],
)
def test_years_in_many_shapes(tmp_path: Path, raw: object, year: int | None) -> None:
    (work,) = read_cited(written(tmp_path, {"title": "A", "year": raw})).works
    assert work.year == year


def test_blank_lines_and_a_byte_order_mark_are_no_rows(tmp_path: Path) -> None:
    path = written(tmp_path, '\ufeff{"title": "A"}', "", "  ", '{"title": "B", "year": 2016.0, "unknown": [1]}\r', "")
    read = read_cited(path)
    assert ([work.title for work in read.works], read.lines) == (["A", "B"], (1, 4))


def test_an_agent_may_cite_nothing_but_a_survey_may_not(tmp_path: Path) -> None:
    assert read_cited(written(tmp_path)).works == ()
    with pytest.raises(UnusableInput, match="no references"):
        read_truth(written(tmp_path))


@each_row(
    "line, message",
    [
        ('{"title": ', "cannot be read"),
        ("[]", "cannot be read"),
        ('{"title": 3}', "title"),
        ('{"title": "A", "authors": 7}', "authors"),
        ('{"title": "A", "year": [2016]}', "year"),
        ('{"year": 2016}', "no title, DOI, arXiv id or address"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str, message: str) -> None:
    path = written(tmp_path, {"title": "fine"}, line)
    with pytest.raises(UnusableInput, match=r"rows\.jsonl:2: ") as error:
        read_cited(path)
    assert message in str(error.value)
    assert error.value.exit_code == 2


def test_bad_truth_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnusableInput, match=r"rows\.jsonl:1: .*neither key nor bib_id"):
        read_truth(written(tmp_path, {"title": "A"}))
    two = [{"key": "a", "title": "A", "survey_id": survey} for survey in ("1", "2")]
    with pytest.raises(UnusableInput, match="of 2 surveys"):
        read_truth(written(tmp_path, *two))
    with pytest.raises(UnusableInput, match="cannot be read"):
        read_truth(tmp_path / "absent.jsonl")
    (tmp_path / "latin.jsonl").write_bytes(b'{"key": "a", "title": "\xe9"}')
    with pytest.raises(UnusableInput, match=r"latin\.jsonl:1"):
        read_truth(tmp_path / "latin.jsonl")
