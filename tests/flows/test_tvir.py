"""Reports with figures from folder to ledger: by rules, and by a vision model on loopback that fails now and then."""

from __future__ import annotations

import base64
import hashlib
import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw, PngImagePlugin
from typer.testing import CliRunner

from litgauge.flows.cli.commands import app
from litgauge.flows.cli.scoring import write_report
from litgauge.flows.configs import score_config
from litgauge.flows.tvir.score import score_tvir
from litgauge.tasks.benchmarks.tvir.benchmark import TVIR
from litgauge.tasks.benchmarks.tvir.importing import import_published
from litgauge.tasks.benchmarks.tvir.judging import questions as textual
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.figures import questions as visual
from litgauge.tasks.ledger import append_agent_run, load_score_run
from litgauge.tasks.llm.question import Question
from litgauge.tasks.records import AgentRun, AnswerFile
from litgauge.tasks.records.trajectories import NOT_RUN, AgentCall, AgentOutcome
from litgauge.tasks.releases.release import load
from tests.flows.live import KEY_ENV
from tests.judge.judges import data_in
from tests.llm.openai_server import KEY, Asked, Faults, OpenAIServer
from tests.llm.received_pictures import text_in

pytestmark = [pytest.mark.prefect, pytest.mark.usefixtures("temporary_prefect")]

TASKS = [
    {
        "id": f"10000{number}",
        "query": f"As a warden of valley {number}, I need a report on the owls there, with a chart of counts.",
        "checklist": {"Owls": ["Is the number of owls given?", "Is there a chart of the counts?"]},
    }
    for number in (1, 2)
]
PAGE = (
    "<html><head><title>Owls of the valley</title></head><body><p>In 2020 wardens counted 40 owls in the northern "
    "valley, most of them in old barns. The owls live in old barns.</p></body></html>"
)
REPORT = """# Owls of the valley

Wardens counted 40 owls in the northern valley in 2020 [1]. The owls live in old barns [1].

![counts](charts/counts.png)

*Figure 1: Owls counted in the northern valley from 2018 to 2020 [1].*

As Figure 1 shows, the number of owls in the northern valley grew in each year.

![an owl](images/owl.jpg)

Owls are seldom seen by day, and leave the barns at dusk.

![gone](images/gone.png)

*Figure 3: A picture that is not there.*

The old barn was photographed in the same year.

![the barn](https://owls.example/barn.png)

*Figure 4: The barn in which the owls live.*

![nobody has it](https://owls.example/gone.png)

A map of the valley is part of the page itself.

![a map](data:image/png;base64,INLINE)

## References

[1] Owls of the valley. https://owls.example/valley
"""


def chart() -> bytes:
    """A drawn chart that says by which program it was drawn."""
    picture = Image.new("RGB", (640, 480), "white")
    draw = ImageDraw.Draw(picture)
    for number in range(3):
        draw.rectangle((100 + 150 * number, 400 - 90 * (number + 1), 180 + 150 * number, 400), fill="navy")
    said = PngImagePlugin.PngInfo()
    said.add_text("Software", "Matplotlib version3.10.0, https://matplotlib.org/")
    file = io.BytesIO()
    picture.save(file, "PNG", pnginfo=said)
    return file.getvalue()


def inline() -> bytes:
    """A small picture."""
    file = io.BytesIO()
    Image.effect_noise((120, 110), 40).convert("RGB").save(file, "PNG")
    return file.getvalue()


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tasks, an agent's reports, and the page that they cite."""
    folder = tmp_path_factory.mktemp("tvir")
    (folder / "query.json").write_text(json.dumps(TASKS))
    report = folder / "reports" / "100001"
    (report / "charts").mkdir(parents=True)
    (report / "images").mkdir()
    (report / "report.md").write_text(REPORT.replace("INLINE", base64.b64encode(inline()).decode()))
    (report / "charts" / "counts.png").write_bytes(chart())
    Image.effect_noise((500, 400), 60).convert("RGB").save(report / "images" / "owl.jpg")
    (folder / "reports" / "100002.md").write_text("# Owls\n\nThere are owls in the southern valley.\n")
    pages = folder / "pages"
    pages.mkdir()
    (pages / "valley.html").write_text(PAGE)
    Image.effect_noise((300, 300), 90).convert("RGB").save(pages / "barn.png")
    page = {"status": 200, "content_type": "text/html; charset=utf-8", "file": "valley.html"}
    (pages / "index.json").write_text(
        json.dumps(
            {
                "https://owls.example/valley": page,
                "https://owls.example/barn.png": {"status": 200, "content_type": "image/png", "file": "barn.png"},
                "https://owls.example/gone.png": {"status": 404, "content_type": "text/html", "file": "valley.html"},
            }
        )
    )
    return folder


def scored(folders: Path, store: Path, **values: Any) -> dict[str, Any]:
    """The reports, scored."""
    storage = Storage(str(store))
    if not storage.exists("releases/tvir/1/manifest.json"):
        import_published(storage, folders)
    given = {"release": "tvir", "run": str(folders / "reports"), "agent": "owl-writer", "pages": str(folders / "pages")}
    return score_tvir(config=score_config(TVIR, {**given, **values}), storage=str(store))


def test_rules_judge_every_part(folders: Path, tmp_path: Path) -> None:
    result = scored(folders, tmp_path, judge={})
    rows = load_score_run(Storage(str(tmp_path)), result["run"]).rows
    figures = {figure.number: figure for figure in rows["figures"]}
    assert [(figure.type, figure.type_reason) for figure in figures.values()] == [
        ("chart", "software"), ("image", "path"), ("image", "path"), ("image", "address"), ("image", "address"),
        ("unknown", ""),
    ]  # fmt: skip
    assert [(one.status, one.reason) for one in rows["figure_pictures"]] == [
        ("ok", ""), ("ok", ""), ("invalid", "missing"), ("ok", ""), ("invalid", "http-404"), ("ok", ""),
    ]  # fmt: skip
    assert {(one.statement, one.outcome) for one in rows["support"]} == {(0, "supported"), (1, "supported")}
    assert {one.figure for one in rows["figure_grades"]} == {0, 1, 3, 5}
    assert [one.outcome for one in rows["chart_sources"]] == ["judged"]
    assert {one.repeat for one in rows["report_grades"]} == {1}
    for table in TVIR.scoring.tables:
        keys = [tuple(getattr(row, name) for name in table.key) for row in rows[table.name] if table.key]
        assert len(keys) == len(set(keys)), table.name
    assert result["counts"]["figures"] == 6
    assert 0 < result["scores"]["overall"] < 100
    assert result["counts"]["text_only"] == 1


def test_nobody_judges_and_pixels_are_measured_all_the_same(folders: Path, tmp_path: Path) -> None:
    result = scored(folders, tmp_path)
    assert result["scores"]["ta"] is None
    assert result["scores"]["iq"] > 0


def test_independent_judgings_are_kept_apart(folders: Path, tmp_path: Path) -> None:
    once = scored(folders, tmp_path, judge={})
    thrice = scored(folders, tmp_path, judge={}, repeats=3)
    rows = load_score_run(Storage(str(tmp_path)), thrice["run"]).rows
    assert {one.repeat for one in rows["support"]} == {1, 2, 3}
    assert thrice["scores"] == once["scores"]


QUESTIONS = {one.name: one for of in (textual, visual) for one in vars(of).values() if isinstance(one, Question)}


def answered(name: str) -> Any:
    """What a model says that follows the rules as far as it sees what they need."""
    question = QUESTIONS[name]
    measures = {"ink": 0.2, "blank": False, "tofu": False, "short_side": 400}

    def answer(asked: Asked) -> Mapping[str, Any]:
        inputs = {
            "context": "",
            "label": "",
            "caption": "Owls",
            "image_kinds": ["photo"],
            "chart_kinds": ["bar"],
            **data_in(asked.user),
        }
        said = question.offline({**inputs, "measures": measures}).model_dump()
        if "picture_seen" in said:
            said["picture_seen"] = bool(asked.pictures)
        return said

    return answer


ANSWERS = {name: answered(name) for name in QUESTIONS}


def judge_of(server: OpenAIServer, **more: Any) -> dict[str, Any]:
    model = {
        "provider": "openai", "model": "gpt-6-luna", "base_url": server.url, "endpoint": "api.openai.com",
        "api_key_env": KEY_ENV, "parameters": {"max_output_tokens": 800}, "backoff_s": 0.01, "timeout_s": 5,
    }  # fmt: skip
    return {"model": model, **more}


def test_a_vision_model_that_fails_is_paid_once_and_gone_on_with(
    folders: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY_ENV, KEY)
    faults = Faults(0.3, kinds=("rate-limit", "server-error", "cut-body", "prose", "truncated"))
    with OpenAIServer(ANSWERS, model="*", faults=faults) as server:
        foreseen = scored(folders, tmp_path, judge=judge_of(server), forecast_only=True)["forecast"]
        assert server.log.requests == 0
        first = scored(folders, tmp_path, judge=judge_of(server, budget_usd=0.001), max_failed_share=1)
        second = scored(folders, tmp_path, judge=judge_of(server), max_failed_share=1)
        together = server.log.replies
        third = scored(folders, tmp_path, judge=judge_of(server), max_failed_share=1)
        assert server.log.replies == together
        texts = [text_in(message["content"]) for body in server.log.bodies for message in body["messages"]]
        pictures = {(one.media_type, one.width, one.height) for one in server.log.pictures}
    rows = load_score_run(Storage(str(tmp_path)), second["run"]).rows
    assert {question["question"] for question in foreseen["questions"]} == set(ANSWERS)
    assert first["counts"]["left_by_budget"] > 0
    assert second["counts"]["left_by_budget"] == 0
    assert len(list(tmp_path.glob("replies/*/*.json"))) == together
    assert pictures == {
        ("image/png", 640, 480),
        ("image/jpeg", 500, 400),
        ("image/png", 300, 300),
        ("image/png", 120, 110),
    }
    assert {one.outcome for one in rows["support"]} <= {"supported", "failed"}
    assert third["scores"] == second["scores"]
    graded = {(one.metric, one.figure) for one in rows["figure_grades"] if one.score is not None}
    assert {metric for metric, _ in graded} == {"fcq", "fci"}
    assert len(graded) >= 6  # of 8: the others' replies failed to the end
    stored = "".join(path.read_text() for path in tmp_path.glob("replies/*/*.json"))
    assert "base64" not in stored
    assert not [text for text in texts if "iVBOR" in text]
    assert "iVBOR" not in stored


def test_a_model_without_vision_ends_the_run_before_it_is_paid(
    folders: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from litgauge.tasks.base.errors import LitgaugeError

    monkeypatch.setenv(KEY_ENV, KEY)
    with OpenAIServer(ANSWERS, model="*", vision=False) as server:
        judge = judge_of(server)
        judge["model"]["vision"] = False
        with pytest.raises(LitgaugeError, match=r"picture|vision"):
            scored(folders, tmp_path, judge=judge)
        assert not [body for body in server.log.bodies if "image_url" in json.dumps(body)]


def call_of(task: str, number: int, role: str, tool: str) -> AgentCall:
    return AgentCall(task, number, tool, "{}", "ok", "", "", (), "", "", 0, 0, 0.0, 0.0, "", role=role)


def test_calls_of_a_stored_run_are_printed_by_component(folders: Path, tmp_path: Path) -> None:
    """Figure 6: of the tasks that the agent worked on; one that it was not asked is in no mean."""
    storage = Storage(str(tmp_path))
    import_published(storage, folders)
    release = load(storage, "tvir")
    calls = [
        call_of("100001", 1, "planner", "model"),
        call_of("100001", 2, "planner", "search"),
        call_of("100001", 3, "planner", "search"),
        call_of("100001", 4, "writer", "model"),
    ]
    outcomes = [
        AgentOutcome("100001", "answered", "", "100001.md", "", 9),
        AgentOutcome("100002", NOT_RUN, "", "", "", 0),
    ]
    data = b"# Owls\n\nThere are owls.\n"
    answer = AnswerFile("100001.md", hashlib.sha256(data).hexdigest(), len(data), storage.keep_blob(data))
    agent = AgentRun(
        "", "stages", release.name, release.digest, "run by litgauge: tvir-agent", 0, "", "2026-01-01",
        settings="{}", recorded="a",
    )  # fmt: skip
    run = append_agent_run(storage, agent, [answer], {"outcomes": outcomes, "calls": calls, "withheld": []})
    scored(folders, tmp_path, run=run.run_id, agent="stages")
    printed = CliRunner().invoke(app, ["analysis", "tvir", "--storage", str(tmp_path)])
    assert printed.exit_code == 0, printed.output
    figure = printed.stdout.partition("Figure 6")[2].partition("Figure 7")[0]
    words = " ".join(figure.replace("│", " ").replace("|", " ").split())
    assert "stages planner model 1.0, search 2.0" in words
    assert "stages writer model 1.0" in words
    page = write_report("tvir", tmp_path / "report.html", str(tmp_path)).read_text(encoding="utf-8")
    assert "model 1.0, search 2.0" in page
