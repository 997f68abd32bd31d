"""Offline prompts for the 48 real sources, from their own full texts."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.benchmarks.reportbench.build.prompts import PromptSettings, validate, write_prompts
from litgauge.tasks.benchmarks.reportbench.rows import Prompt
from litgauge.tasks.latex import open_path
from litgauge.tasks.papers.latex_text import latex_fulltext
from litgauge.tasks.records import Survey
from litgauge.tasks.text import clean_text, clean_title
from tests.benchmarks.reportbench.build.prompts.examples import OfflineAsker

UNTITLED = {"local/slr-scbw": "prompt-title"}  # neither the corpus nor its source says what it is called


@pytest.mark.real
async def test_all_but_the_untitled_one_get_three_valid_prompts(real_data: Path) -> None:
    written: dict[str, tuple[Prompt, ...]] = {}
    rejected: dict[str, str] = {}
    for line in (real_data / "arxiv" / "local_corpus.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        text = latex_fulltext(open_path(real_data / row["source"]), row["id"])
        survey = local_survey(row).completed(text.title, text.abstract)
        try:
            prompts = await write_prompts(survey, text, OfflineAsker(), PromptSettings(max_attempts=1))
        except Rejected as error:
            rejected[survey.survey_id] = error.rule
            continue
        written[survey.survey_id] = prompts
        assert validate(prompts, survey) == ()
    assert rejected == UNTITLED
    assert len(written) == 47
    assert "cross-device EEG data fusion" in written["local/eeg-fusion-cn"][0].body
    assert len({prompt.body for prompts in written.values() for prompt in prompts}) == 3 * 47


def local_survey(row: dict[str, str | None]) -> Survey:
    """A row of the local corpus, in which much is null."""
    updated = date.fromisoformat(str(row["update_date"]))
    abstract = clean_text(row["abstract"]) if row["abstract"] else None
    return Survey(
        str(row["id"]),
        clean_title(row["title"] or ""),
        abstract,
        (),
        (),
        None,
        None,
        None,
        None,
        updated,
        updated,
        1,
        row["source"],
        "local",
    )
