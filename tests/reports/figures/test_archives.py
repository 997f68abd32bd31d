"""Reports in a browser's archive (MHTML): the page is the report, its pictures are parts of the archive."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

from litgauge.tasks.reports import read_report
from litgauge.tasks.reports.figures import inline_picture
from litgauge.tasks.reports.ingest import ingest

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


def test_pictures_of_an_archive_are_in_its_report(tmp_path: Path) -> None:
    (tmp_path / "kites.mhtml").write_bytes(archive())
    (row,) = ingest(tmp_path, "a").reports
    found = read_report(row)
    assert [statement.text for statement in found.statements] == ["Kites fly high.", "Owls sleep."]
    assert [(figure.label, figure.caption) for figure in found.figures] == [("Figure 1", "Kites"), ("", "An owl")]
    assert [inline_picture(row.text, target) for target in found.figure_targets] == [b"PNG1", b"PNG2"]
    assert [target.target for target in found.figure_targets] == ["image/png inline"] * 2
