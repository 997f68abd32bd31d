"""Reports in a browser's archive (MHTML): the page is the report, its pictures are parts of the archive."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

from tasks.reports import read_report
from tasks.reports.ingest import ingest
from tasks.reports.ingest.formats.saved_page import archived_parts

PAGE = (
    "<html><body><h1>Kites</h1><p>Kites fly high.</p>"
    '<figure><img src="cid:k1@mhtml"><figcaption>Figure 1: Kites</figcaption></figure>'
    '<img src="https://p.example/report/images/owl.png" alt="An owl"><p>Owls sleep.</p></body></html>'
)


def archive() -> bytes:
    """A page with two pictures, one by its id and one by its address."""
    message = EmailMessage()
    message["Snapshot-Content-Location"] = "https://p.example/report/index.html"
    message.set_content(PAGE, subtype="html")
    message.make_related()
    message.add_attachment(b"PNG1", "image", "png", cid="<k1@mhtml>")
    message.add_attachment(
        b"PNG2", "image", "png", headers=["Content-Location: https://p.example/report/images/owl.png"]
    )
    return message.as_bytes()


def test_figures_of_an_archive_name_its_parts(tmp_path: Path) -> None:
    (tmp_path / "kites.mhtml").write_bytes(archive())
    (row,) = ingest(tmp_path, "a").reports
    found = read_report(row)
    assert [statement.text for statement in found.statements] == ["Kites fly high.", "Owls sleep."]
    assert [(figure.label, figure.caption) for figure in found.figures] == [("Figure 1", "Kites"), ("", "An owl")]
    parts = archived_parts((tmp_path / "kites.mhtml").read_bytes())
    assert [parts[target.target].data for target in found.figure_targets] == [b"PNG1", b"PNG2"]
    assert parts["images/owl.png"].media_type == "image/png"


def test_what_is_no_archive_has_no_parts() -> None:
    assert archived_parts(b"") == archived_parts(b"\xff\xfe no headers") == {}
