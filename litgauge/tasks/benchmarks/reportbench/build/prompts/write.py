"""Reverse prompts: from a survey and its text to questions whose ideal answer it is (ReportBench, 2.1.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from litgauge.tasks.base.errors import Failed, Rejected
from litgauge.tasks.benchmarks.reportbench.build.prompts.cutoff import cutoff_of, in_english
from litgauge.tasks.benchmarks.reportbench.build.prompts.leak_question import leaking_words
from litgauge.tasks.benchmarks.reportbench.build.prompts.questions import NOTHING, ReversePrompt, question_at
from litgauge.tasks.benchmarks.reportbench.build.prompts.rules import standing_rules
from litgauge.tasks.benchmarks.reportbench.build.prompts.search import CorpusIndex
from litgauge.tasks.benchmarks.reportbench.build.prompts.settings import PromptSettings
from litgauge.tasks.benchmarks.reportbench.build.prompts.validate import LONGEST_FIRST, PromptFault, validate
from litgauge.tasks.benchmarks.reportbench.build.prompts.venues import frequent_venues
from litgauge.tasks.benchmarks.reportbench.rows import Prompt, PromptLevel
from litgauge.tasks.llm.reply import Asker, Reply, Unscored
from litgauge.tasks.records import FullText, Section, Survey


async def write_prompts(
    survey: Survey,
    text: FullText,
    asker: Asker,
    settings: PromptSettings,
    venues: Sequence[str] = (),
    corpus: CorpusIndex | None = None,
) -> tuple[Prompt, ...]:
    """One valid prompt for each level of the settings, from the shortest to the longest.

    `venues` are those of the survey's references, one each; the detail-rich prompt may ask for the frequent ones.
    Each prompt is searched in `corpus`, by default the survey alone.
    A refused prompt is asked again with its faults named, as another sample. A prompt that a model has written and that
    holds the rules is shown to a model (leak_question.py), unless the settings leave that out. A survey without a title
    or abstract of its own goes by those in its text.

    Raises Rejected("prompt-<rule>") when a level still breaks a rule after the last attempt (rules: validate.py;
    "leak" when a model finds the survey given away, "obstacle" when the answer says that no prompt can be written),
    Rejected("prompt-title") when the survey has no title that the standing rules could exclude,
    Rejected("prompt-cutoff") when it has no date, and Failed("prompt-<reason>") when the question went unanswered.
    """
    titled = survey.completed(text.title, text.abstract, text.authors, text.written)
    if settings.standing_rules and not titled.title.strip():
        raise Rejected(
            "prompt-title", "the survey has no title, so no standing rule can exclude it", where=survey.survey_id
        )
    inputs = inputs_of(titled, text, settings, venues)
    written: list[Prompt] = []
    for level in sorted(settings.levels, key=LONGEST_FIRST.index, reverse=True):
        written.append(await _write_level(titled, level, written, inputs, asker, settings, corpus))
    return tuple(written)


def inputs_of(survey: Survey, text: FullText, settings: PromptSettings, venues: Sequence[str] = ()) -> dict[str, str]:
    """Return what each of the three questions is given; "none" stands for what there is not."""
    frequent = frequent_venues(venues) if settings.venues else ()
    return {
        "title": survey.title or NOTHING,
        "abstract": survey.abstract or NOTHING,
        "cutoff": in_english(cutoff_of(survey)),
        "outline": "\n".join("  " * (section.level - 1) + section.title for section in text.sections) or NOTHING,
        "text": _outline(text.sections, settings.text_characters) or NOTHING,
        "venues": "; ".join(frequent) or NOTHING,
        "faults": NOTHING,
    }


async def _write_level(
    survey: Survey,
    level: PromptLevel,
    shorter: Sequence[Prompt],
    inputs: Mapping[str, str],
    asker: Asker,
    settings: PromptSettings,
    corpus: CorpusIndex | None,
) -> Prompt:
    question, faults = question_at(level), tuple[PromptFault, ...]()
    for attempt in range(settings.max_attempts):
        values = {**inputs, "faults": "\n".join(f"- {fault.detail}" for fault in faults) or NOTHING}
        reply = await asker.ask(question, values, sample=attempt)
        if isinstance(reply.answer, Unscored):
            raise Failed(
                f"prompt-{reply.answer.reason}", f"{level} prompt: {reply.answer.detail}", where=survey.survey_id
            )
        prompt = _prompt(survey, level, reply, settings)
        faults = _faults(prompt, reply.answer, shorter, survey, settings, corpus)
        if not faults and settings.leak_question and reply.provider != "offline":
            faults = await _leaks(prompt, survey, asker)
        if not faults:
            return prompt
    raise Rejected(
        f"prompt-{faults[0].rule}", f"{faults[0].detail} ({settings.max_attempts} attempts)", where=survey.survey_id
    )


def _prompt(survey: Survey, level: PromptLevel, reply: Reply[ReversePrompt], settings: PromptSettings) -> Prompt:
    body = "" if isinstance(reply.answer, Unscored) else reply.answer.prompt.strip()
    rules = standing_rules(survey.title) if settings.standing_rules else ""
    return Prompt(survey.survey_id, level, body, rules, cutoff_of(survey), reply.model, reply.question)


def _faults(
    prompt: Prompt,
    answer: ReversePrompt,
    shorter: Sequence[Prompt],
    survey: Survey,
    settings: PromptSettings,
    corpus: CorpusIndex | None,
) -> tuple[PromptFault, ...]:
    if not prompt.body and answer.obstacle.strip():
        return (PromptFault("obstacle", prompt.level, answer.obstacle.strip()),)
    return tuple(
        fault for fault in validate([*shorter, prompt], survey, settings, corpus) if fault.level == prompt.level
    )


async def _leaks(prompt: Prompt, survey: Survey, asker: Asker) -> tuple[PromptFault, ...]:
    words = await leaking_words(asker, survey, prompt.body)
    detail = f'the prompt shows that its survey is there, or which ("{words}"); ask for the subject itself'
    return (PromptFault("leak", prompt.level, detail),) if words else ()


def _outline(sections: Sequence[Section], characters: int) -> str:
    """Return the text in full where it fits, else the start of every section, each cut by the same measure."""
    whole = sum(len(section.text) for section in sections)
    share = min(1.0, characters / whole) if whole else 1.0
    parts = [f"{section.title}\n\n{section.text[: int(len(section.text) * share)]}".strip() for section in sections]
    return "\n\n".join(part for part in parts if part)[:characters]
