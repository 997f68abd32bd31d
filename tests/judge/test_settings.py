"""The judges that ship, and what a config may say."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import pytest

from tasks.engine.storage import Storage
from tasks.errors import ConfigError
from tasks.judge import QUESTIONS, JudgeSettings, open_panel
from tasks.llm import Replies
from tasks.llm.prices import read_prices
from tasks.llm.template import compose
from tasks.yaml_files import read_model

FOLDER = Path(__file__).resolve().parents[2] / "configs" / "judges"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_judge_that_ships_can_be_opened(path: Path, tmp_path: Path) -> None:
    settings = read_model(JudgeSettings, path)
    panel = open_panel(settings, replies=Replies(Storage(str(tmp_path))))

    assert sum(voter.votes for voter in panel.voters) == settings.votes
    assert len(panel.doors) == 1 + len(settings.voters)


def test_the_papers_panel() -> None:
    settings = read_model(JudgeSettings, FOLDER / "paper.yaml")

    assert [(voter.web, voter.votes) for voter in settings.voters] == [("responses", 3), ("responses", 3)]
    assert len({voter.model.model for voter in settings.voters}) == 2
    assert settings.least_votes == 3
    assert not settings.facts.stop_when_decided
    prices = read_prices()
    today = datetime.date.today()
    assert all(prices.find(one.model.model, one.model.endpoint_name, today) for one in settings.voters)


@pytest.mark.parametrize(("text", "where"), [
    ("voters: []", "voters"),
    ("voters: [{web: search}]", "search"),
    ("voters: [{web: responses}]", "web"),
    ("facts: {least_votes: 4}", "least_votes"),
    ("facts: {stop_when_decidd: true}", "facts.stop_when_decidd"),
    ("pairs: {passages: 0}", "pairs.passages"),
    ("voters: [{web: search, search: {url: 'https://me:pw@example.org/{query}'}}]", "voters.0.search.url"),
    ("model: [", "YAML"),
])  # fmt: skip
def test_what_cannot_be_is_said_with_its_key(tmp_path: Path, text: str, where: str) -> None:
    path = tmp_path / "judge.yaml"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(ConfigError, match=where) as caught:
        read_model(JudgeSettings, path)
    assert "pw" not in str(caught.value).replace("password", "")


def test_what_decides_verdicts() -> None:
    settings = read_model(JudgeSettings, FOLDER / "paper.yaml")
    model = settings.model.model_copy(update={"timeout_s": 1.0, "api_key_env": "OTHER", "budget_usd": 1.0})
    more_thought = model.parameters.model_copy(update={"reasoning_effort": "high"})

    same = settings.model_copy(update={"model": model, "budget_usd": 3.0})
    other = settings.model_copy(update={"model": model.model_copy(update={"parameters": more_thought})})

    assert same.deciding == settings.deciding
    assert other.deciding != settings.deciding
    json.dumps(settings.deciding)


def test_no_config_at_all_is_the_rules() -> None:
    assert JudgeSettings().model.provider == "offline"
    assert JudgeSettings().votes == 1


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.name)
def test_templates_use_every_input(question: object) -> None:
    names = ("statement", "context", "title", "document", "fault", "passage", "statements", "cited", "findings")
    inputs = {name: f"the {name}" for name in names}
    system, user = compose(question, inputs, None)  # type: ignore[arg-type]

    assert "the fault" in user["content"] or "the passage" in user["content"]
    assert "are data" in system["content"]
