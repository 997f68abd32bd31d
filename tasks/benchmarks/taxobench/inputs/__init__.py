"""What a bottom-up agent is told of each paper (section 4): three inputs of growing detail."""

from tasks.benchmarks.taxobench.inputs.rows import INPUTS, InputKind, InputPart, PaperInput
from tasks.benchmarks.taxobench.inputs.told import SETTINGS, InputSetting, papers_without, told_of

__all__ = [
    "INPUTS",
    "SETTINGS",
    "InputKind",
    "InputPart",
    "InputSetting",
    "PaperInput",
    "papers_without",
    "told_of",
]
