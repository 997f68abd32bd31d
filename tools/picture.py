"""Makes the picture that README opens with, docs/report.png: `python -m tools.picture`, after `make demo`.

It shows the demo's report.html as Chromium draws it: the leaderboard, and below it a report as it was written beside
its statements with their verdicts.
"""

from __future__ import annotations

import base64
import io
import tempfile
from pathlib import Path

from PIL import Image

from tests.html.browser import Tab, open_browser

ROOT = Path(__file__).resolve().parents[1]
REPORT = ROOT / "data" / "demo" / "report.html"
PICTURE = ROOT / "docs" / "report.png"
LARGEST = 100_000  # bytes

_WIDTH = 1280
_LEADERBOARD, _STATEMENTS = 735, 510  # heights
_COLOURS = 40
_WRONG = "document.querySelector('.s.not-supported')"  # the first statement that its page does not support


def drawn(report: Path) -> bytes:
    """A PNG: the top of the page, and a report with such a statement in it."""
    with tempfile.TemporaryDirectory() as folder, open_browser(Path(folder) / "profile") as tab:
        parts = [_shot(tab, report, _LEADERBOARD, "true")]
        parts.append(
            _shot(
                tab,
                report,
                _STATEMENTS,
                f"location.hash = {_WRONG}.id; {_WRONG}.closest('.both')"
                ".querySelector('.written').open = true; scrollBy(0, 0)",
            )
        )
    whole = Image.new("RGB", (_WIDTH, sum(part.height for part in parts)))
    top = 0
    for part in parts:
        whole.paste(part, (0, top))
        top += part.height
    out = io.BytesIO()
    whole.quantize(_COLOURS, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def _shot(tab: Tab, report: Path, height: int, action: str) -> Image.Image:
    tab.open(report, width=_WIDTH, height=height)
    tab.evaluate(f"(() => {{ {action} }})()")
    tab.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 300)))")
    tab.evaluate("document.querySelector('.s:target')?.scrollIntoView({block: 'center'})")
    tab.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 300)))")
    shot = tab.call("Page.captureScreenshot", format="png")["data"]
    return Image.open(io.BytesIO(base64.b64decode(shot))).convert("RGB")


def main() -> None:
    """Draw it anew; it must stay small."""
    picture = drawn(REPORT)
    assert len(picture) < LARGEST, f"{len(picture):,} bytes are too many"
    PICTURE.write_bytes(picture)


if __name__ == "__main__":
    main()
