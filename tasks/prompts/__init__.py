"""Prompts whose ideal answer is the survey, at three levels of detail."""

from tasks.prompts.cutoff import cutoff_of, in_english
from tasks.prompts.questions import QUESTIONS, ReversePrompt
from tasks.prompts.rules import standing_rules
from tasks.prompts.settings import PromptSettings
from tasks.prompts.validate import Fault, validate
from tasks.prompts.write import Asker, write_prompts

__all__ = [
    "QUESTIONS",
    "Asker",
    "Fault",
    "PromptSettings",
    "ReversePrompt",
    "cutoff_of",
    "in_english",
    "standing_rules",
    "validate",
    "write_prompts",
]
