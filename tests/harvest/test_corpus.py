"""A corpus of one's own: a folder of whatever there is, or rows that name no more than a source."""

from __future__ import annotations

import gzip
import json
import re
from datetime import date
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.harvest.corpus import LONGEST_ROW, folder_digest, id_of
from litgauge.tasks.harvest.fingerprint import source_digest
from litgauge.tasks.harvest.local import read_local_source
from litgauge.tasks.harvest.papers import papers_in
from litgauge.tasks.harvest.settings import SelectionSettings, SourceSettings
from litgauge.tasks.harvest.snapshot import Harvested, harvest_snapshot
from litgauge.tasks.latex import open_source
from litgauge.tasks.records import PersonName, Survey
from tests.harvest.test_source_kind import TEX, tar

ANY = SelectionSettings(submitted_after=None, title_words=(), evidence_required=False, licenses=(), ask_model=False)
PDF = b"%PDF-1.5\n" + b"x" * 2000
DOCUMENT = rb"""\documentclass[11pt]{article}
\usepackage{house}
\begin{document}\input{parts/one}\includegraphics[width=1cm]{drawing}\bibliography{refs,../secret}\end{document}
"""


def make(root: Path, files: dict[str, bytes]) -> Path:
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)
    return root


def harvested(path: Path) -> tuple[list[Survey], dict[int, str]]:
    parts: list[Harvested] = list(harvest_snapshot(str(path), ANY, "local"))
    surveys = [survey for part in parts for survey in part.surveys]
    return surveys, {row.line_number: row.error for part in parts for row in part.broken}


def of_lines(tmp_path: Path, *lines: bytes) -> tuple[list[Survey], dict[int, str]]:
    (tmp_path / "corpus.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    return harvested(tmp_path / "corpus.jsonl")


def test_a_folder_of_all_sorts_is_a_corpus(tmp_path: Path) -> None:
    folder = make(
        tmp_path,
        {
            "Über uns (v2).tar.gz": gzip.compress(tar(main=TEX)),
            "2003.00653": gzip.compress(TEX),
            "single paper.tex": DOCUMENT,
            "single paper.pdf": PDF,  # what it makes
            "drawing.pdf": PDF,  # what it shows
            "refs.bib": b"@misc{a}",
            "house.sty": b"",
            "parts/one.tex": b"one",
            "scan.pdf": PDF,
            "a book/main.tex": DOCUMENT,
            "a book/figures/plot.pdf": PDF,
            "by topic/nlp/old.zip": b"PK\x03\x04",
            "scans/second.pdf": PDF,
            "minutes.docx": b"PK\x03\x04",
            ".DS_Store": b"x",
            "notes.txt": b"x",
        },
    )
    assert papers_in(folder) == [
        "2003.00653",
        "a book",
        "by topic/nlp/old.zip",
        "minutes.docx",
        "scan.pdf",
        "scans/second.pdf",
        "single paper.tex",
        "Über uns (v2).tar.gz",
    ]
    surveys, broken = harvested(folder)
    assert not broken
    assert [survey.survey_id for survey in surveys] == [
        "2003.00653",
        "a-book",
        "by-topic-nlp-old",
        "minutes.docx",
        "scan",
        "scans-second",
        "single-paper",
        "Über-uns-v2",
    ]
    assert {survey.origin for survey in surveys} == {"local"}


def test_the_folder_of_one_paper_is_one_paper(tmp_path: Path) -> None:
    make(tmp_path, {"main.tex": DOCUMENT, "main.pdf": PDF, "refs.bib": b"", "figures/plot.pdf": PDF})
    assert papers_in(tmp_path) == ["."]
    assert harvested(tmp_path)[0][0].survey_id == "paper"


def test_an_empty_folder_is_no_corpus(tmp_path: Path) -> None:
    with pytest.raises(UnusableInput, match="there is no paper in this folder"):
        harvested(tmp_path)


def test_links_lead_nowhere(tmp_path: Path) -> None:
    make(tmp_path / "outside", {"main.tex": DOCUMENT})
    make(tmp_path / "papers", {"own.tex": DOCUMENT, "other.tex": DOCUMENT})
    (tmp_path / "papers" / "linked.tex").symlink_to(tmp_path / "outside" / "main.tex")
    (tmp_path / "papers" / "folder").symlink_to(tmp_path / "outside", target_is_directory=True)
    assert papers_in(tmp_path / "papers") == ["other.tex", "own.tex"]


def test_a_paper_that_comes_changes_the_folder(tmp_path: Path) -> None:
    make(tmp_path, {"a.zip": b"1"})
    before = folder_digest(str(tmp_path))
    make(tmp_path, {"a.zip": b"2", "notes.txt": b"x"})
    assert folder_digest(str(tmp_path)) == before
    make(tmp_path, {"b.zip": b"1"})
    assert folder_digest(str(tmp_path)) != before
    assert folder_digest(str(tmp_path / "a.zip")) is None


def test_a_single_tex_file_brings_what_it_names(tmp_path: Path) -> None:
    folder = make(
        tmp_path / "papers",
        {"own.tex": DOCUMENT, "refs.bib": b"@misc{a}", "parts/one.tex": rb"\input{two}", "two.tex": b"2", "x.bib": b""},
    )
    make(tmp_path, {"secret.bib": b"not theirs"})
    source = read_local_source(folder / "own.tex", SourceSettings(), folder)
    assert sorted(open_source(source.data, "x").members) == ["own.tex", "parts/one.tex", "refs.bib", "two.tex"]
    before = source_digest(folder / "own.tex")
    (folder / "refs.bib").write_bytes(b"@misc{b}")
    assert source_digest(folder / "own.tex") != before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b'{"source": "a", "abstract": "' + b"x" * LONGEST_ROW + b'"}', "more than 16 MB"),
        (b'{"source": ', "malformed|truncated"),
        (b'{"source": "\xff"}', "utf-8"),
        (b'["source"]', "object"),
        (b"[" * 100_000, "object|recursion"),
        (b'{"title": "t"}', "neither id nor source"),
        (b'{"id": 7, "source": "a"}', "no text"),
        (b'{"id": "good", "source": "b"}', "that of line 1"),
        (b'{"id": "../x", "source": "a"}', "is a path"),
        (b'{"id": "/etc/passwd", "source": "a"}', "is a path"),
        (b'{"id": "a\\\\b", "source": "a"}', "cannot name a file"),
        (b'{"id": "' + b"y" * 300 + b'", "source": "a"}', "cannot name a file"),
        (b'{"source": "a", "date": "spring"}', "neither a day"),
        (b'{"source": "a", "authors": [1]}', "authors"),
        (b'{"source": "a", "title": 3}', "title"),
    ],
)
def test_a_row_that_is_wrong_is_told_with_its_line_and_the_rest_goes_on(tmp_path: Path, line: bytes, said: str) -> None:
    surveys, broken = of_lines(tmp_path, b'{"id": "good", "source": "a"}', line, b"", b'{"source": "last"}')
    assert [survey.survey_id for survey in surveys] == ["good", "last"]
    assert list(broken) == [2]
    assert re.search(said, broken[2])


def test_a_row_needs_a_source_alone_and_may_say_more(tmp_path: Path) -> None:
    rows = [
        {"source": "x/a b.tar.gz"},
        {"source": "x/a b.pdf"},
        {"id": "local/own", "source": "c", "date": "2024-05", "authors": ["Müller, Hans", "Ann van Dyke"]},
        {"id": "dated", "source": "d", "date": "2024-05-31"},
    ]
    surveys, broken = of_lines(tmp_path, *(json.dumps(row).encode() for row in rows))
    assert not broken
    assert [survey.survey_id for survey in surveys] == ["x-a-b", "x-a-b-2", "local/own", "dated"]
    assert surveys[2].authors == (PersonName("Müller", "Hans"), PersonName("van Dyke", "Ann"))
    assert [survey.updated for survey in surveys] == [None, None, date(2024, 5, 1), date(2024, 5, 31)]


def test_ids_are_names_of_files_in_any_script() -> None:
    assert id_of("./综述 2024.pdf") == "综述-2024"
    assert id_of("../up/.hidden.tex") == "up-.hidden"
    assert len(id_of("ü" * 500 + ".pdf").encode()) <= 120
