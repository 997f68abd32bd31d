"""TEI made to harm its reader: refused, bounded, and nothing outside it is ever looked at."""

from __future__ import annotations

from pathlib import Path

import pytest

from litgauge.tasks.base.errors import Failed, ItemError
from litgauge.tasks.fences import Limits
from litgauge.tasks.fences.calling import fenced
from litgauge.tasks.papers.pdf import read_tei
from tests.papers.pdf.grobid_server import Script, grobid_server
from tests.papers.pdf.tei_samples import section, tei

LIMITS = Limits(time_s=15, memory_mb=400)
BODY = section("Lift", "It lifts. HERE")


def ended(xml: bytes) -> str:
    """The rule by which reading it ends, behind the fence; "" where it is read."""
    try:
        fenced(LIMITS, "reading GROBID's answer", read_tei, xml, "s")
    except ItemError as error:
        return error.rule
    return ""


def with_doctype(declared: str, used: str) -> bytes:
    whole = tei(BODY.replace("HERE", used)).decode()
    start, _, rest = whole.partition("?>")
    return f"{start}?><!DOCTYPE TEI [{declared}]>{rest}".encode()


@pytest.mark.slow
def test_entities_that_multiply() -> None:
    laughs = "".join(f'<!ENTITY l{level} "{f"&l{level - 1};" * 10}">' for level in range(1, 12))
    assert ended(with_doctype(f'<!ENTITY l0 "ha">{laughs}', "&l11;")) == "tei-malformed"
    assert ended(with_doctype(f'<!ENTITY big "{"x" * 100_000}">', "&big;" * 2_000)) == "tei-malformed"


def test_what_lies_outside_is_never_fetched(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret")
    script = Script([(200, b'<!ENTITY x "fetched">')])
    with grobid_server(script) as url:
        for place in (secret.as_uri(), f"{url}/x.dtd"):
            assert ended(with_doctype(f'<!ENTITY x SYSTEM "{place}">', "&x;")) == "tei-malformed"
            assert ended(with_doctype(f'<!ENTITY % x SYSTEM "{place}"> %x;', "")) == "tei-malformed"
        included = f'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="{secret.as_uri()}" parse="text"/>'
        text = read_tei(tei(BODY.replace("HERE", included)), "s").fulltext.sections[0].text
    assert "secret" not in text
    assert script.asked == []


@pytest.mark.parametrize("depth", [1_000, 100_000])
def test_elements_within_elements(depth: int) -> None:
    nested = "<p>" * depth + "x" + "</p>" * depth
    assert ended(tei(BODY.replace("HERE", nested))) == "tei-malformed"


@pytest.mark.slow
def test_texts_of_any_length() -> None:
    assert ended(tei(BODY.replace("HERE", "x" * 11_000_000))) in ("tei-malformed", "")
    assert ended(tei(BODY.replace("HERE", "x" * 51_000_000))) == "tei-too-large"


@pytest.mark.slow
def test_paragraphs_within_paragraphs_that_are_read_again_and_again_stay_within_the_limits() -> None:
    """200 levels of 100 kB each: every level repeats all below it."""
    deep = "".join(f"<p>{'word ' * 20_000}" for _ in range(200)) + "</p>" * 200
    assert ended(tei(f"<div><head>Lift</head>{deep}</div>")) in ("memory-limit", "time-limit", "result-limit")
    assert ended(tei(BODY)) == ""


@pytest.mark.slow
def test_a_hundred_thousand_entries_and_callouts() -> None:
    callouts = '<ref type="bibr" target="#b0">[1]</ref> ' * 100_000
    assert ended(tei(f"<div><head>Lift</head><p>{callouts}</p></div>")) in ("", "time-limit")


def test_a_file_that_is_no_tei_fails_for_now() -> None:
    for xml in (b"", b"<html/>", b"\xff\xfe\x00", tei(BODY)[:-30], b"<?xml version='1.0' encoding='x-none'?><TEI/>"):
        with pytest.raises(Failed):
            fenced(LIMITS, "reading GROBID's answer", read_tei, xml, "s")
