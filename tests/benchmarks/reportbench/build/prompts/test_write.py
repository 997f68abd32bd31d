"""Writing prompts: three levels, asked again with their faults, and then rejected."""

from __future__ import annotations

from dataclasses import replace

import pytest

from litgauge.tasks.base.errors import Failed, Rejected
from litgauge.tasks.benchmarks.reportbench.build.prompts import QUESTIONS, PromptSettings, validate, write_prompts
from litgauge.tasks.benchmarks.reportbench.build.prompts.questions import ReversePrompt
from litgauge.tasks.benchmarks.reportbench.build.prompts.write import inputs_of
from litgauge.tasks.llm.reply import Unscored
from litgauge.tasks.llm.template import compose
from litgauge.tasks.records import FullText
from tests.benchmarks.reportbench.build.prompts.examples import BEES, BEES_TEXT, GOOD, OfflineAsker, ScriptedAsker
from tests.tables import each_row

VENUES = [
    "Proc. ICASSP 2019",
    "ICASSP",
    "In Proceedings of the 45th ICASSP",
    "Apidologie",
    "Apidologie, 2020",
    "Apidologie",
    "arXiv preprint arXiv:1234.5678",
] * 2


async def test_three_levels_come_out_and_hold_every_rule() -> None:
    prompts = await write_prompts(BEES, BEES_TEXT, OfflineAsker(), PromptSettings(), venues=VENUES)
    assert [prompt.level for prompt in prompts] == ["sentence", "paragraph", "detail"]
    assert validate(prompts, BEES) == ()
    assert {(prompt.cutoff, prompt.model) for prompt in prompts} == {("2023-05", "offline")}
    assert [prompt.question for prompt in prompts] == [question.label for question in QUESTIONS]
    assert all(BEES.title in prompt.rules and BEES.title in prompt.text for prompt in prompts)


async def test_the_offline_prompts_speak_of_the_survey() -> None:
    sentence, paragraph, detail = await write_prompts(BEES, BEES_TEXT, OfflineAsker(), PromptSettings(), venues=VENUES)
    assert "acoustic monitoring of honey bee colonies together with cheap sensors" in sentence.body
    assert "swarm prediction" in paragraph.body
    assert "queen detection" in detail.body
    assert "support vector machines (SVM)" in detail.body
    assert "BeeNet" in detail.body
    assert "venues such as Apidologie and ICASSP" in detail.body


async def test_the_same_survey_gives_the_same_prompts() -> None:
    first = await write_prompts(BEES, BEES_TEXT, OfflineAsker(), PromptSettings())
    assert first == await write_prompts(BEES, BEES_TEXT, OfflineAsker(), PromptSettings())


async def test_a_refused_prompt_is_asked_again_with_its_faults() -> None:
    asker = ScriptedAsker(
        lambda level, sample: (
            GOOD["paragraph"].replace("May 2023", "June 2023") if (level, sample) == ("paragraph", 0) else GOOD[level]
        )
    )  # type: ignore[index]
    prompts = await write_prompts(BEES, BEES_TEXT, asker, PromptSettings())
    assert [(level, sample) for level, sample, _ in asker.given] == [
        ("sentence", 0),
        ("paragraph", 0),
        ("paragraph", 1),
        ("detail", 0),
    ]
    assert asker.given[1][2]["faults"] == "none"
    assert "the cut-off is May 2023, not June 2023" in asker.given[2][2]["faults"]
    assert prompts[1].body == GOOD["paragraph"]
    assert prompts[1].model == "scribe-1"


async def test_after_the_last_attempt_the_survey_is_rejected() -> None:
    asker = ScriptedAsker(lambda _level, _sample: f"{GOOD['sentence']} As in {BEES.title}.")
    with pytest.raises(Rejected) as caught:
        await write_prompts(BEES, BEES_TEXT, asker, PromptSettings(max_attempts=2, sentence_max_words=90))
    assert caught.value.rule in ("prompt-title", "prompt-length")
    assert "2 attempts" in caught.value.what
    assert len(asker.given) == 2


async def test_a_level_that_repeats_the_shorter_one_is_refused() -> None:
    asker = ScriptedAsker(lambda _level, _sample: GOOD["sentence"])
    loose = PromptSettings(paragraph_min_words=5, max_attempts=1)
    with pytest.raises(Rejected) as caught:
        await write_prompts(BEES, BEES_TEXT, asker, loose)
    assert caught.value.rule == "prompt-levels"


async def test_no_answer_fails_for_now() -> None:
    asker = ScriptedAsker(lambda _level, _sample: Unscored("time-out", "no answer in 60 s"))
    with pytest.raises(Failed) as caught:
        await write_prompts(BEES, BEES_TEXT, asker, PromptSettings())
    assert caught.value.rule == "prompt-time-out"
    assert len(asker.given) == 1


async def test_an_obstacle_is_the_reason_of_the_rejection() -> None:
    asker = ScriptedAsker(lambda _level, _sample: ReversePrompt(prompt="", obstacle="this is no survey"))
    with pytest.raises(Rejected) as caught:
        await write_prompts(BEES, BEES_TEXT, asker, PromptSettings(max_attempts=1))
    assert (caught.value.rule, "this is no survey" in caught.value.what) == ("prompt-obstacle", True)


async def test_a_missing_title_is_taken_from_the_text() -> None:
    untitled = replace(BEES, title="", abstract=None)
    prompts = await write_prompts(untitled, BEES_TEXT, OfflineAsker(), PromptSettings())
    assert BEES.title in prompts[0].rules


async def test_without_any_title_nothing_can_be_excluded() -> None:
    untitled, text = replace(BEES, title=""), replace(BEES_TEXT, title=None)
    with pytest.raises(Rejected) as caught:
        await write_prompts(untitled, text, OfflineAsker(), PromptSettings())
    assert caught.value.rule == "prompt-title"


async def test_a_survey_without_abstract_and_sections_still_has_its_title() -> None:
    bare = FullText(BEES.survey_id, None, None, (), "pdf")
    prompts = await write_prompts(replace(BEES, abstract=None), bare, OfflineAsker(), PromptSettings())
    assert validate(prompts, BEES) == ()


async def test_a_chinese_survey_gets_english_prompts_from_its_english_words() -> None:
    survey = replace(
        BEES,
        title="蜂群声学监测综述 Acoustic Hive Monitoring: A Survey",
        abstract="蜂群监测对农业很重要。本文综述了方法。",
    )
    prompts = await write_prompts(
        survey, replace(BEES_TEXT, abstract=None, title=None), OfflineAsker(), PromptSettings()
    )
    assert validate(prompts, survey) == ()
    assert "acoustic hive monitoring" in prompts[0].body


async def test_without_a_word_of_english_the_survey_is_rejected() -> None:
    survey = replace(BEES, title="蜂群声学监测综述", abstract="蜂群监测对农业很重要。")
    with pytest.raises(Rejected) as caught:
        await write_prompts(survey, FullText("x", None, None, (), "pdf"), OfflineAsker(), PromptSettings())
    assert caught.value.rule == "prompt-obstacle"


async def test_an_author_in_the_text_stays_out_of_the_prompts() -> None:
    text = replace(BEES_TEXT, sections=(*BEES_TEXT.sections, *[replace(BEES_TEXT.sections[1], title="Long Field")]))
    prompts = await write_prompts(BEES, text, OfflineAsker(), PromptSettings())
    assert all("Long Field" not in prompt.body for prompt in prompts)


async def test_only_the_wanted_levels_are_written_from_short_to_long() -> None:
    asker = OfflineAsker()
    prompts = await write_prompts(BEES, BEES_TEXT, asker, PromptSettings(levels=("detail", "sentence")))
    assert [prompt.level for prompt in prompts] == ["sentence", "detail"]
    assert len(asker.asked) == 2


async def test_without_standing_rules_a_prompt_is_its_body() -> None:
    prompts = await write_prompts(BEES, BEES_TEXT, OfflineAsker(), PromptSettings(standing_rules=False))
    assert all(prompt.rules == "" and prompt.text == prompt.body for prompt in prompts)


def test_a_long_text_keeps_the_start_of_every_section() -> None:
    long = replace(
        BEES_TEXT,
        sections=tuple(replace(section, text=section.text + " words" * 5000) for section in BEES_TEXT.sections),
    )
    shown = inputs_of(BEES, long, PromptSettings(text_characters=2000))["text"]
    assert len(shown) <= 2000
    assert all(section.title in shown for section in BEES_TEXT.sections[:5])


@each_row("question", QUESTIONS)
def test_each_template_asks_for_what_is_given(question) -> None:  # type: ignore[no-untyped-def]
    system, user = compose(question, inputs_of(BEES, BEES_TEXT, PromptSettings()))
    assert "May 2023" in system["content"]
    assert BEES.title in user["content"]
