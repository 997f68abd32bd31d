"""Fonts of chart code: matplotlib's list, prepared once, and families with CJK characters."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version

from litgauge.tasks.base.errors import Failed
from litgauge.tasks.base.user_cache import cache_folder
from litgauge.tasks.fences.sandbox import Fastening, run_sandboxed

_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts")
_CJK = ("cjk", "noto sans sc", "noto serif sc", "source han", "wenquanyi", "simhei", "simsun", "microsoft yahei",
        "pingfang", "heiti", "droid sans fallback", "ar pl", "sarasa", "lxgw", "unifont", "ipagothic", "ipaexgothic",
        "takao", "nanum", "baekmuk", "hiragino")  # fmt: skip
_PLACE = "fonts"  # folder of the list while it is made
_HIDDEN = ".matplotlib"
_LISTING = "import matplotlib.font_manager"
_RULES = "svg.hashsalt: litgauge\n"  # otherwise the names in an SVG are random


@dataclass(frozen=True, slots=True)
class ChartFonts:
    """Matplotlib's own list of the fonts that the sandbox can read."""

    name: str  # of its file
    data: bytes

    @property
    def cjk(self) -> tuple[str, ...]:
        """Return families with Chinese, Japanese or Korean characters, judged by their names."""
        families = {str(font["name"]) for font in json.loads(self.data)["ttflist"]}
        return tuple(sorted(family for family in families if any(word in family.lower() for word in _CJK)))

    @property
    def files(self) -> Mapping[str, bytes]:
        """Return matplotlib's settings files, which save it the search for fonts; see `environment`."""
        families = ", ".join(("DejaVu Sans", *self.cjk[:3]))
        rules = _RULES + (f"font.family: {families}\n" if self.cjk else "")
        return {f"{_HIDDEN}/{self.name}": self.data, f"{_HIDDEN}/matplotlibrc": rules.encode()}


def environment(folder: str = _HIDDEN) -> dict[str, str]:
    """Return environment variables that point matplotlib to its settings, relative to the folder of the code."""
    return {"MPLBACKEND": "Agg", "MPLCONFIGDIR": folder}


async def chart_fonts(*, allow_none: bool = False, fastening: Fastening | None = None) -> ChartFonts:
    """Return the fonts, from the user's cache unless fonts were installed since; making the list takes 2 s.

    Each run of chart code gets a copy, so that none can change it for the next. Raises as `run_sandboxed`.
    """
    key = _fingerprint()
    if key in _prepared:
        return _prepared[key]
    cache_file = cache_folder() / f"chart-fonts-{key}.json"
    with contextlib.suppress(OSError, ValueError, KeyError):
        name, listing = json.loads(cache_file.read_text())
        _prepared[key] = ChartFonts(name, listing.encode())
        return _prepared[key]
    run = await run_sandboxed(_LISTING, {}, environment=environment(_PLACE), allow_none=allow_none, fastening=fastening)
    lists = [(name, data) for name, data in run.written.files if name.startswith(f"{_PLACE}/fontlist")]
    if not lists:
        raise Failed("sandbox", f"matplotlib could not list its fonts ({run.error.decode('utf-8', 'replace')[-300:]})")
    fonts = _prepared[key] = ChartFonts(lists[0][0].partition("/")[2], lists[0][1])
    with contextlib.suppress(OSError):  # without a writable home, the next process spends 2 s again
        cache_file.parent.mkdir(parents=True, exist_ok=True)
        partial_file = cache_file.with_suffix(f".{os.getpid()}")
        partial_file.write_text(json.dumps([fonts.name, fonts.data.decode()]))
        partial_file.replace(cache_file)
    return fonts


_prepared: dict[str, ChartFonts] = {}


def _fingerprint() -> str:
    """Return a digest that changes when fonts or matplotlib are installed."""
    facts = [version("matplotlib"), sys.prefix]
    for folder in _FOLDERS:
        facts += [f"{path}:{os.stat(path).st_mtime_ns}" for path, _, _ in os.walk(folder)]  # noqa: PTH116
    return hashlib.sha256("\n".join(sorted(facts)).encode()).hexdigest()[:16]
