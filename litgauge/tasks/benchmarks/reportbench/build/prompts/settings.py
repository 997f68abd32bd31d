"""Settings of prompts."""

from __future__ import annotations

from typing import Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from litgauge.tasks.benchmarks.reportbench.rows import PromptLevel


class PromptSettings(BaseModel):
    """Levels, attempts and bounds of the prompts that are written from surveys (ReportBench, 2.1.2)."""

    model_config = ConfigDict(frozen=True, extra="forbid", title="Prompts")

    levels: tuple[PromptLevel, ...] = Field(
        default=("sentence", "paragraph", "detail"),
        min_length=1,
        title="Levels",
        description="Levels of prompts for each survey, from the shortest to the longest.",
    )
    max_attempts: int = Field(
        default=3,
        ge=1,
        le=10,
        title="Attempts",
        description="Attempts per level before the survey is rejected.",
    )
    standing_rules: bool = Field(
        default=True,
        title="Standing rules",
        description="Append the rules of every task: leave the survey itself out, answer in English with links.",
    )
    sentence_min_words: int = Field(
        default=8, ge=1, title="Sentence, fewest words", description="A shorter prompt is asked again."
    )
    sentence_max_words: int = Field(
        default=60, ge=1, title="Sentence, most words", description="A longer prompt is asked again."
    )
    paragraph_min_words: int = Field(
        default=35, ge=1, title="Paragraph, fewest words", description="A shorter prompt is asked again."
    )
    paragraph_max_words: int = Field(
        default=200, ge=1, title="Paragraph, most words", description="A longer prompt is asked again."
    )
    detail_min_words: int = Field(
        default=80, ge=1, title="Detail-rich, fewest words", description="A shorter prompt is asked again."
    )
    detail_max_words: int = Field(
        default=500, ge=1, title="Detail-rich, most words", description="A longer prompt is asked again."
    )
    text_characters: int = Field(
        default=40_000,
        ge=1_000,
        title="Characters of the survey shown",
        description="Characters of the survey's text for the model; longer texts keep the start of every section.",
    )
    undated: str = Field(
        default="reject",
        pattern=r"^(?:reject|references|(?:19|20)\d\d-(?:0[1-9]|1[0-2]))$",
        title="Papers without a date",
        description="Where neither metadata nor source name one. reject: they fall out. references: the cut-off is the "
        "end of the newest year that two of their references have. Or a month as 2026-11.",
    )
    venues: bool = Field(
        default=True,
        title="Ask for venues",
        description="The detail-rich prompt may ask for the venues that the survey cites most.",
    )
    leak_question: bool = Field(
        default=True,
        title="Ask whether a prompt leaks",
        description="Ask a model about every prompt that a model has written whether it gives its survey away. What "
        "rules write is not asked about.",
    )
    search_title_words: int = Field(
        default=6,
        ge=2,
        title="Leak search, fewest words of a title",
        description="A title with fewer words, those that say it is a survey aside, is the topic itself.",
    )
    search_title_share: float = Field(
        default=0.97,
        gt=0,
        le=1,
        title="Leak search, share of a title",
        description="A prompt gives its survey away if one stretch of it holds so much of the title, words weighted "
        "by how rare it is in the corpus, and a search for it finds the survey first.",
    )

    def words(self, level: PromptLevel) -> tuple[int, int]:
        """Fewest and most words of a prompt at this level."""
        return {
            "sentence": (self.sentence_min_words, self.sentence_max_words),
            "paragraph": (self.paragraph_min_words, self.paragraph_max_words),
            "detail": (self.detail_min_words, self.detail_max_words),
        }[level]

    @model_validator(mode="after")
    def _bounds_make_sense(self) -> Self:
        if len(set(self.levels)) < len(self.levels):
            raise ValueError("levels: each level may be named once")
        for level in self.levels:
            fewest, most = self.words(level)
            if fewest > most:
                raise ValueError(f"{level}_min_words ({fewest}) is more than {level}_max_words ({most})")
        return self
