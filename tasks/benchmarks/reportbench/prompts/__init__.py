"""Prompts whose ideal answer is the survey, at three levels of detail."""

from tasks.benchmarks.reportbench.prompts.cutoff import cutoff_of, in_english
from tasks.benchmarks.reportbench.prompts.questions import QUESTIONS, ReversePrompt
from tasks.benchmarks.reportbench.prompts.rules import standing_rules
from tasks.benchmarks.reportbench.prompts.settings import PromptSettings
from tasks.benchmarks.reportbench.prompts.validate import PromptFault, validate
from tasks.benchmarks.reportbench.prompts.write import write_prompts

__all__ = [
    "QUESTIONS",
    "PromptFault",
    "PromptSettings",
    "ReversePrompt",
    "cutoff_of",
    "in_english",
    "standing_rules",
    "validate",
    "write_prompts",
]
