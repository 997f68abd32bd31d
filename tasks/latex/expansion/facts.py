"""What a document has said so far of the things that its conditionals ask for."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Facts:
    """Numbers and names as they stand where the machine reads; None is a value that only TeX knows."""

    toggles: dict[str, bool | None] = field(default_factory=dict)
    numbers: dict[str, int | None] = field(default_factory=dict)  # counters ("c@part"), registers, constants
    meanings: dict[str, str] = field(default_factory=dict)  # control words that were \\let to commands of TeX's
    packages: dict[str, str] = field(default_factory=dict)  # those that were loaded, with their options
    classes: dict[str, str] = field(default_factory=dict)
    cases: dict[int, int] = field(default_factory=dict)  # \\ifcase: how many \\or are to come, by depth
    doubtful: dict[str, bool] = field(default_factory=dict)  # whether a text closes its unknown \\if...
    used: frozenset[str] | None = None  # control words that the source uses, once somebody asks
    tests_shown: int = 0  # conditionals of which it was said that only TeX can decide them
    names_in_making: int = 0  # \\csname inside \\csname
    looped: int = 0  # characters that loops put into the text
