"""What a document has said so far of the things that its conditionals ask for."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Conditional:
    r"""An open \if…: whether a branch of it has been taken (None: nobody knows, all are read)."""

    taken: bool | None
    cases: int = 0  # \\ifcase: how many \\or come before the branch that is wanted


@dataclass(slots=True)
class Facts:
    """Flags, numbers and names, as they stand where the machine reads; None is a value that only TeX knows."""

    switches: dict[str, bool | None] = field(default_factory=dict)  # of \\newif and \\newboolean, by name: "ifdraft"
    toggles: dict[str, bool | None] = field(default_factory=dict)
    numbers: dict[str, int | None] = field(default_factory=dict)  # counters ("c@part"), registers, constants
    meanings: dict[str, str] = field(default_factory=dict)  # control words that were \\let to commands of TeX's
    packages: dict[str, str] = field(default_factory=dict)  # those that were loaded, with their options
    classes: dict[str, str] = field(default_factory=dict)
    open: list[Conditional] = field(default_factory=list)
    undecided: int = 0  # how many of the open conditionals are read with all branches

    def set_switch(self, name: str, value: bool | None) -> None:
        """A flag gets a value; between branches that are all read, nobody knows which value stays."""
        known = self.switches.get(name, value)
        self.switches[name] = value if not self.undecided or known == value else None

    def set_toggle(self, name: str, value: bool | None) -> None:
        """As `set_switch`."""
        known = self.toggles.get(name, value)
        self.toggles[name] = value if not self.undecided or known == value else None

    def set_number(self, name: str, value: int | None) -> None:
        """As `set_switch`."""
        known = self.numbers.get(name, value)
        self.numbers[name] = value if not self.undecided or known == value else None

    def enter(self, conditional: Conditional) -> None:
        """A conditional opens."""
        self.open.append(conditional)
        self.undecided += conditional.taken is None

    def leave(self) -> None:
        """The innermost conditional closes, if there is one."""
        if self.open:
            self.undecided -= self.open.pop().taken is None
