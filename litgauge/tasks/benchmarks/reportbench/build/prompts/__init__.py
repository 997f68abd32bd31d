"""Prompts whose ideal answer is the survey, at three levels of detail."""

from litgauge.tasks.benchmarks.reportbench.build.prompts.cutoff import cutoff_of, in_english
from litgauge.tasks.benchmarks.reportbench.build.prompts.questions import QUESTIONS, ReversePrompt
from litgauge.tasks.benchmarks.reportbench.build.prompts.rules import standing_rules
from litgauge.tasks.benchmarks.reportbench.build.prompts.settings import PromptSettings
from litgauge.tasks.benchmarks.reportbench.build.prompts.validate import PromptFault, validate
from litgauge.tasks.benchmarks.reportbench.build.prompts.write import write_prompts

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
