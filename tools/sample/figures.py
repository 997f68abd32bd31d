"""Draws the figures in data/sample/tvir/agents: charts of made-up numbers, and a drawing of a wall.

python -m tools.sample.figures            draw them all
python -m tools.sample.figures --check    exit 1 and name the files that are missing
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

AGENT = Path(__file__).resolve().parents[2] / "data" / "sample" / "tvir" / "agents" / "careful"
BARS: Mapping[str, tuple[str, Mapping[str, float]]] = {
    "104001/charts/pairs.png": ("Pairs of swifts", {"2022": 41, "2023": 45, "2024": 52, "2025": 58}),
    "110001/charts/range.png": ("Range in km", {"Capacitor": 1, "Titanate": 4, "Phosphate": 9}),
    "006001/charts/volumes.png": ("Volumes", {"2022": 120, "2023": 180, "2024": 250, "2025": 310}),
}
LINES: Mapping[str, tuple[str, Mapping[str, float]]] = {
    "110001/charts/price.png": (
        "Euros per kWh",
        {"2021": 900, "2022": 820, "2023": 740, "2024": 660, "2025": 610},
    ),
}
DRAWING = "104001/images/box.svg"
WALL = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 360" width="480" height="360">
<rect width="480" height="360" fill="#ffffff"/>
<g fill="#c97b5a" stroke="#7a4630">
<rect x="60" y="40" width="120" height="60"/><rect x="60" y="100" width="120" height="60"/>
<rect x="60" y="240" width="120" height="60"/>
</g>
<rect x="60" y="160" width="150" height="80" fill="#f2e2c4" stroke="#7a4630" stroke-width="3"/>
<rect x="52" y="205" width="14" height="26" fill="#222222"/>
<rect x="210" y="40" width="70" height="260" fill="#f7e58a" stroke="#b39b2d"/>
<g font-family="sans-serif" font-size="16" fill="#222222">
<text x="300" y="80">insulation</text><text x="300" y="200">nest chamber</text><text x="10" y="330">opening</text>
</g>
<g stroke="#222222"><path d="M295 75H280"/><path d="M295 195H200"/><path d="M45 318L58 232"/></g>
</svg>
"""


def draw() -> None:
    """Draw every figure."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    for named, line in ((BARS, False), (LINES, True)):
        for name, (title, values) in named.items():
            figure, axes = pyplot.subplots(figsize=(5.6, 4.2), dpi=100)
            if line:
                axes.plot(list(values), list(values.values()), marker="o", color="#0072b2")
            else:
                axes.bar(list(values), list(values.values()), color="#0072b2")
            axes.set_title(title)
            axes.set_ylim(bottom=0)
            file = AGENT / name
            file.parent.mkdir(parents=True, exist_ok=True)
            figure.savefig(file, metadata={"Software": "Matplotlib"}, pil_kwargs={"optimize": True})
            pyplot.close(figure)
    (AGENT / DRAWING).parent.mkdir(parents=True, exist_ok=True)
    (AGENT / DRAWING).write_text(WALL, encoding="utf-8")


def missing() -> list[str]:
    """Return the figures that are not there."""
    return [name for name in (*BARS, *LINES, DRAWING) if not (AGENT / name).is_file()]


def main() -> int:
    """Draw them, or check."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--check", action="store_true")
    if not parser.parse_args().check:
        draw()
        return 0
    for name in missing():
        print(name)  # noqa: T201 - the command's output
    return bool(missing())


if __name__ == "__main__":
    sys.exit(main())
