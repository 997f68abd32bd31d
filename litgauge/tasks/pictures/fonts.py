"""Fonts that chart code draws with: matplotlib's list of them, prepared once, and those with CJK characters."""

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
_PLACE = "fonts"  # of the list while it is made: a name that is taken out of the folder
_HIDDEN = ".matplotlib"
_LISTING = "import matplotlib.font_manager"
_RULES = "svg.hashsalt: litgauge\n"  # else the names in an SVG are random


@dataclass(frozen=True, slots=True)
class ChartFonts:
    """Matplotlib's own list of the fonts that the sandbox can read."""

    name: str  # of its file
    data: bytes

    @property
    def cjk(self) -> tuple[str, ...]:
        """Families with Chinese, Japanese or Korean characters, by their names."""
        families = {str(font["name"]) for font in json.loads(self.data)["ttflist"]}
        return tuple(sorted(family for family in families if any(word in family.lower() for word in _CJK)))

    @property
    def files(self) -> Mapping[str, bytes]:
        """Files of the settings of matplotlib, with which it need not look for fonts; see `environment`."""
        families = ", ".join(("DejaVu Sans", *self.cjk[:3]))
        rules = _RULES + (f"font.family: {families}\n" if self.cjk else "")
        return {f"{_HIDDEN}/{self.name}": self.data, f"{_HIDDEN}/matplotlibrc": rules.encode()}


def environment(folder: str = _HIDDEN) -> dict[str, str]:
    """Return the variables that lead matplotlib to its settings, relative to the folder of the code."""
    return {"MPLBACKEND": "Agg", "MPLCONFIGDIR": folder}


async def chart_fonts(*, allow_none: bool = False, fastening: Fastening | None = None) -> ChartFonts:
    """Return the fonts, from the user's cache where nothing was installed since; making the list takes 2 s.

    Each run of chart code gets a copy, so that none can change it for the next. Raises as `run_sandboxed`.
    """
    key = _fingerprint()
    if key in _prepared:
        return _prepared[key]
    kept = cache_folder() / f"chart-fonts-{key}.json"
    with contextlib.suppress(OSError, ValueError, KeyError):
        name, listing = json.loads(kept.read_text())
        _prepared[key] = ChartFonts(name, listing.encode())
        return _prepared[key]
    run = await run_sandboxed(_LISTING, {}, environment=environment(_PLACE), allow_none=allow_none, fastening=fastening)
    lists = [(name, data) for name, data in run.written.files if name.startswith(f"{_PLACE}/fontlist")]
    if not lists:
        raise Failed("sandbox", f"matplotlib could not list its fonts ({run.error.decode('utf-8', 'replace')[-300:]})")
    fonts = _prepared[key] = ChartFonts(lists[0][0].partition("/")[2], lists[0][1])
    with contextlib.suppress(OSError):  # a home that cannot be written costs the next process 2 s
        kept.parent.mkdir(parents=True, exist_ok=True)
        made = kept.with_suffix(f".{os.getpid()}")
        made.write_text(json.dumps([fonts.name, fonts.data.decode()]))
        made.replace(kept)
    return fonts


_prepared: dict[str, ChartFonts] = {}


def _fingerprint() -> str:
    """Return what changes when fonts or matplotlib are installed."""
    facts = [version("matplotlib"), sys.prefix]
    for folder in _FOLDERS:
        facts += [f"{path}:{os.stat(path).st_mtime_ns}" for path, _, _ in os.walk(folder)]  # noqa: PTH116
    return hashlib.sha256("\n".join(sorted(facts)).encode()).hexdigest()[:16]
