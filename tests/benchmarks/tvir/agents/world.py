"""A small web in a folder, a release of two tasks, and a model that does every stage of the agent."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from litgauge.tasks.benchmarks.tvir.agents.settings import TvirAgentSettings
from litgauge.tasks.benchmarks.tvir.importing import import_published
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.release import StoredRelease, load
from tests.agents.models import results
from tests.llm.openai_server import Asked, OpenAIServer
from tests.llm.questions import KEY_ENV

WIND, KITES = "https://wind.example.org/report", "https://kites.example.org/history"
PICTURE, BROKEN = "https://kites.example.org/p/kite.png?sig=a1&w=800", "https://kites.example.org/p/broken.png"
TASKS = (
    {
        "id": "104001",
        "query": "As an engineer, explain wind power capacity by year, and plot a chart of it. "
        "Show a picture of a kite that makes wind power.",
        "checklist": {"Wind": ["Is there a chart of wind power capacity by year?"]},
    },
    {
        "id": "004001",
        "query": "请说明 wind power 的发展，并绘制图表。",
        "checklist": {"风": ["有图表吗？"]},
    },
)
PAGES = {
    WIND: "<title>Wind power report</title><h1>Wind power</h1><p>Wind power capacity grew in all years that we know. "
    "In 2019 wind power capacity was 12 GW in the country. By 2020 the wind power capacity had reached 15.5 GW. "
    "It rose to 21 GW of wind power capacity in 2021. Wind power is now the largest source of them all.</p>",
    KITES: "<title>A history of kites</title><h1>Kites</h1><figure><img src='/p/kite.png?sig=a1&amp;w=800' "
    "alt='A kite that makes wind power'><figcaption>Kite over the sea. Photo: A. Ames, CC BY 4.0</figcaption></figure>"
    "<img src='/p/broken.png' alt='wind power kite broken'><p>A kite makes wind power where the wind is strong and "
    "steady. Photo: A. Ames, CC BY 4.0. The kite was known two thousand years ago already.</p>",
}


def png(width: int = 320, height: int = 240) -> bytes:
    """A picture with something on it."""
    from PIL import Image, ImageDraw

    picture = Image.new("RGB", (width, height), "white")
    ImageDraw.Draw(picture).polygon([(20, 20), (width - 30, height // 2), (40, height - 20)], fill="red")
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def web_in(folder: Path) -> str:
    """The pages and pictures as a folder of stored pages."""
    folder.mkdir(parents=True)
    index: dict[str, Any] = {}
    for number, (url, html) in enumerate(PAGES.items()):
        (folder / f"{number}.html").write_text(html, encoding="utf-8")
        index[url] = {"status": 200, "content_type": "text/html; charset=utf-8", "file": f"{number}.html"}
    for name, url, data in (("kite.png", PICTURE, png()), ("broken.png", BROKEN, png()[:90])):
        (folder / name).write_bytes(data)
        index[url] = {"status": 200, "content_type": "image/png", "file": name}
    (folder / "index.json").write_text(json.dumps(index), encoding="utf-8")
    return str(folder)


def small_release(folder: Path) -> StoredRelease:
    """A release of both tasks in `folder`/store."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "query.json").write_text(json.dumps(TASKS, ensure_ascii=False), encoding="utf-8")
    storage = Storage(str(folder / "store"))
    import_published(storage, folder)
    return load(storage, "tvir")


def agent_for(server: OpenAIServer, pages: str, **changes: Any) -> TvirAgentSettings:
    """The agent with a model on loopback over the small web."""
    model = {
        "provider": "openai", "model": server.model, "base_url": server.url, "api_key_env": KEY_ENV,
        "timeout_s": 5.0, "backoff_s": 0.001, "backoff_max_s": 0.01, "retries": 12,
        **changes.pop("model", {}),
    }  # fmt: skip
    return TvirAgentSettings.model_validate({"model": model, "pages": pages, "most_sections": 4, **changes})


def offline_agent(pages: str | None, **changes: Any) -> TvirAgentSettings:
    """The agent without a model."""
    return TvirAgentSettings.model_validate({"pages": pages, "most_sections": 4, **changes})


OUTLINE = {
    "title": "Wind power",
    "sections": [
        {
            "id": "s1",
            "title": "Capacity",
            "summary": "How much there is.",
            "word_count": 50,
            "visual_elements": [{"tool": "chart", "type": "line", "description": "capacity by year"}],
            "research_notes": [{"citation": "Wind power report", "url": WIND, "key_findings": "12, 15.5, 21 GW"}],
        },
        {
            "id": "s2",
            "title": "Kites",
            "summary": "How kites make power.",
            "word_count": 50,
            "visual_elements": [
                {"tool": "image", "type": "photograph", "description": "a kite that makes wind power"},
                {"tool": "image", "type": "diagram", "description": "nothing like it"},
            ],
        },
    ],
}
CODE = "import csv\nprint('drawing')\nimport matplotlib\nmatplotlib.use('Agg')\nimport matplotlib.pyplot as plt\n" + (
    "rows = list(csv.reader(open('data.csv')))[1:]\n"
    "plt.plot([int(r[0]) for r in rows], [float(r[1]) for r in rows], marker='o')\nplt.savefig('chart.png')\n"
)
DATA = f"Year,GW,source\n2019,12,{WIND}\n2020,15.5,{WIND}\n2021,21,{WIND}\n"


def model(asked: Asked, messages: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What a good model says in each stage."""
    seen = results(messages)
    for mark, stage in (
        ("You plan", _plan),
        ("You find one", _image),
        ("You draw one", _chart),
        ("You write one", _write),
    ):
        if mark in asked.system:
            return stage(asked, seen)
    raise AssertionError(asked.system[:100])


def bad_model(asked: Asked, messages: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The same with an unknown tool, broken arguments, a call again, and a result that cannot be used at first."""
    turn = sum(message["role"] == "assistant" for message in messages)
    if turn == 0:
        return {"tool_calls": [("a", "browse!", "{}"), ("b", "read_page", '{"url": ')]}
    if turn == 1:
        return {"tool_calls": [("c", "search", "[]"), ("d", "look", '{"url": " "}')]}
    useless = ("error: there is no such tool", "error: the arguments", "error: you made")
    used = [message for message in messages if not str(message.get("content")).startswith(useless)]
    said = model(asked, used)
    if calls := said.get("tool_calls"):
        return {"tool_calls": [*calls, *((f"{one}-again", name, given) for one, name, given in calls[:1])]}
    if messages[-1]["role"] == "user":
        return said
    return _said("Well [9].") if "You write one" in asked.system else _said("Well, let me see.")


def _call(seen: Sequence[str], name: str, **arguments: str) -> dict[str, Any]:
    return {"tool_calls": [(f"call-{len(seen)}", name, json.dumps(arguments))]}


def _said(value: Any) -> dict[str, Any]:
    return {"content": value if isinstance(value, str) else "```json\n" + json.dumps(value) + "\n```"}


def _plan(_asked: Asked, seen: Sequence[str]) -> dict[str, Any]:
    if len(seen) < 1:
        return _call(seen, "search", query="wind power capacity")
    if len(seen) < 2:
        return _call(seen, "read_page", url=WIND)
    return _said(OUTLINE)


def _image(asked: Asked, seen: Sequence[str]) -> dict[str, Any]:
    if "nothing like it" in asked.user:
        return _said({"status": "none", "why": "there is no such diagram"})
    if len(seen) < 1:
        return _call(seen, "search_images", query="kite wind power")
    if len(seen) < 2:
        return _call(seen, "look", url=BROKEN, question="Is it a kite?")
    if len(seen) < 3:
        assert "no picture that can be used" in seen[-1], seen[-1]
        return _call(seen, "look", url=PICTURE, question="Is it a kite?")
    return _said({"status": "found", "url": PICTURE, "title": "A kite", "description": "A red kite"})


def _chart(_asked: Asked, seen: Sequence[str]) -> dict[str, Any]:
    if len(seen) < 1:
        return _call(seen, "draw_chart", code="print(1 / 0)", data=DATA)
    if len(seen) < 2:
        return _call(seen, "draw_chart", code=CODE, data=DATA)
    if seen[-1].startswith("error"):
        return _said({"status": "none", "why": seen[-1]})
    source = {"citation": "Wind power report", "url": WIND}
    return _said({"status": "drawn", "title": "Capacity", "description": "GW by year", "data_sources": [source]})


def _write(asked: Asked, seen: Sequence[str]) -> dict[str, Any]:
    if not seen:
        return _call(seen, "read_page", url=KITES)
    figures = re.findall(r"(?:images|charts)/[\w.-]+", asked.user.partition('name="figures"')[2])
    shown = "".join(
        f'\n\n<figure>\n<img src="{path}" alt="it">\n<figcaption id="fig{n}">Figure {n}: It. Source: [1]</figcaption>\n'
        f"</figure>\n\nFigure {n} shows it."
        for n, path in enumerate(figures, start=1)
    )
    return _said(
        f"Wind makes power [1], and kites fly [2].{shown}\n\n## References\n\n[1] Wind. {WIND}\n[2] Kites. {KITES}"
    )


ANSWERS = {"tvir_look": lambda _asked: {"answer": "A red kite."}}
