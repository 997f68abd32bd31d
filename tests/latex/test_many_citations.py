"""Sources that cite more than any paper does: the rest is left out with a diagnostic, and nothing fills up."""

from __future__ import annotations

import pickle

import pytest

from litgauge.tasks.latex import Extraction, ExtractionSettings, Job, citations, extract, extract_many, open_source
from tests.latex.sources import BIB, document, tarball

LIMITS = ExtractionSettings(time_limit_s=60, memory_limit_mb=1_000)
MANY = 120_000  # what a million does is measured in docs/notes/faults.md


def source(body: str, **files: str) -> bytes:
    """An e-print; files by their names with "_" for "."."""
    others = [(name.replace("_", "."), text.encode()) for name, text in files.items()]
    return tarball([("ms.tex", document(body).encode()), *others])


def cites(number: int, command: str = "cite", per: int = 1_000) -> str:
    """So many different keys."""
    groups = range(0, number, per)
    return "\n".join(f"\\{command}{{{','.join(f'k{key}' for key in range(one, one + per))}}}" for one in groups)


def codes(extraction: Extraction) -> set[str]:
    return {note.code for note in extraction.diagnostics}


def database(entries: int) -> str:
    return "".join(f"@misc{{k{key}, title={{T{key}}}, author={{A, B}}}}\n" for key in range(entries))


def printed(items: int) -> str:
    listed = "".join(f"\\bibitem{{k{key}}} A. Author. Work {key}. 2001.\n" for key in range(items))
    return f"\\begin{{thebibliography}}{{9}}{listed}\\end{{thebibliography}}"


@pytest.mark.slow
def test_many_of_anything_end_with_a_diagnostic_and_the_others_go_on() -> None:
    jobs = [
        Job("keys", source(cites(MANY))),
        Job("good", source("\\cite{a}", refs_bib=BIB)),
        Job("one command", source(f"\\cite{{{','.join(map(str, range(MANY)))}}} \\cite{{a}}", refs_bib=BIB)),
        Job("one key", source("\\cite{a}" * MANY, refs_bib=BIB)),
        Job("nocite", source("\\cite{a}" + cites(MANY, "nocite"), refs_bib=BIB)),
    ]
    keys, good, command, key, nocite = extract_many(jobs, 1, LIMITS)
    assert codes(good) == codes(extract(open_source(jobs[1].source, "x"), "x"))  # type: ignore[arg-type]
    assert [one.status for one in (good, command, key, nocite)] == ["ok"] * 4
    assert "citation-unread" in codes(command)
    assert all("too-many-citations" in codes(one) for one in (keys, key, nocite))
    assert all(len(one.references) == 1 for one in (good, command, key, nocite))
    assert max(len(pickle.dumps(one)) for one in (keys, command, key, nocite)) < 5_000_000


@pytest.mark.slow
def test_of_a_large_bibliography_what_is_cited_is_read() -> None:
    jobs = [
        Job("bib", source("\\cite{k1,k19999}", refs_bib=database(20_000))),
        Job("bbl", source("\\cite{k1,k19999}", ms_bbl=printed(20_000))),
    ]
    for extraction in extract_many(jobs, 2, LIMITS):
        assert (extraction.status, [one.key for one in extraction.references]) == ("ok", ["k1", "k19999"])


@pytest.mark.parametrize(("most", "rest"), [("MOST_CITATIONS", 0), ("MOST_WORKS", 2)])
def test_what_was_cited_before_the_limit_stays(monkeypatch: pytest.MonkeyPatch, most: str, rest: int) -> None:
    monkeypatch.setattr(citations, most, 3)
    body = "\\cite{k0,k1} \\cite{k2,k2,k2} \\section{End} \\cite{k4} \\nocite{k5}"
    found = extract(open_source(source(body, refs_bib=database(6)), "x"), "x")
    assert found.status == "ok"
    assert [one.key for one in found.citations] == ["k0", "k1", "k2"] + ["k2"] * rest
    assert [one.code for one in found.diagnostics].count("too-many-citations") == 1


def test_a_key_of_a_page_is_none_and_bad_keys_are_told_a_bounded_number_of_times() -> None:
    body = f"\\cite{{{'x' * 5_000},a}}" + "\\cite{b#}" * 2_000
    found = extract(open_source(source(body, refs_bib=BIB), "x"), "x")
    assert [one.key for one in found.citations] == ["a"]
    assert 1 < [one.code for one in found.diagnostics].count("key-unreadable") <= 500
