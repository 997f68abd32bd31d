"""Printed references rewritten by chance as people write lists by hand: other orders, names, marks, and no titles."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from litgauge.tasks.citations.printed.markup import (
    BLOCK,
    BOLD,
    BOLD_END,
    EM,
    EM_END,
    LINK,
    LINK_END,
    MARKS,
    QUOTE,
    QUOTE_END,
)

_GIVEN = """Ada Bea Carl Dana Emil Fay Georg Hana Igor Jun Kai Lea Mei Nils Olga Pau Qing Rosa Sven Tao Uma Vera Wei Xia
    Yann Zoe""".split()  # noqa: SIM905
_BODIES = ("KITE Collaboration", "ORION Collaboration", "Sail Working Group", "STRATUS Team")
_ROUND_TITLES = (
    *[("", "")] * 5,
    *[(QUOTE, QUOTE_END), (EM, EM_END)] * 3,
    (BOLD, BOLD_END),
    (LINK, LINK_END),
)
_VOLUME_AND_PAGE = re.compile(r"\d+\D{1,8}\d+")
"""What follows the journal in styles that print no titles."""
_OTHER_WORKS = (
    "; A. Other, Phys. Lett. B 5 (1999) 7",
    "; ibid. 12, 345 (2001)",
    f"; {EM}ibid.{EM_END} {BOLD}66{BOLD_END}, 092001 (2002)",
    f"; B. Another and C. Third, {QUOTE}More of the same,{QUOTE_END} J. Phys. A 7 (1984) 12",
    "; see also D. Fourth et al., arXiv:1205.1234",
    f". {BLOCK} Erratum: {EM}ibid.{EM_END} 7, 12",
)
_PRESSES = (
    "Springer, Berlin, 1999.",
    "(Cambridge University Press, Cambridge, 2003).",
    "(New York: Wiley)",
    "Oxford: Clarendon Press, 1987.",
    f"{BLOCK} Academic Press, 2nd edition, 1991.",
    "2nd ed. Princeton University Press; 2011.",
    "North-Holland, Amsterdam (1976).",
    f"vol. 12. {BLOCK} Cambridge, MA: MIT Press; 2001.",
    "Birkhäuser 1984",
    "PhD thesis, University of Leiden, 2004.",
    "Technical report, Sandia National Laboratories, 1996.",
    "talk given at the Workshop on Sails, Trieste, June 2007.",
    f"{BLOCK} https://example.org/a/b, 2019.",
    "Preprint, 2012.",
    "arXiv:1312.6114.",
)
_WITH_QUOTATIONS = (
    f"with links to {QUOTE}The Plan of the Working Group{QUOTE_END} {BLOCK} https://example.org/.",
    f"in {QUOTE}Sails and Mills{QUOTE_END}, edited by A. Other, Springer, 2001.",
    f"talk at {QUOTE}Kites 2012{QUOTE_END}, Trieste, June 2012.",
    f"Erratum, {QUOTE}More on the same{QUOTE_END}, J. Phys. A 7 (1984) 12.",
    f"See also {QUOTE}A first look at sails{QUOTE_END}.",
)
"""Quotations after the title, which are not it."""
_BEFORE_PEOPLE = (
    *[(", ", "")] * 5,
    *[(". ", "")] * 3,
    *[(joint, "") for joint in (" - ", " – ", ": ", "; ", " by ", ", by ", " / ", f" {BLOCK} ")],
    (" (", ")"),
)
"""What stands between a title that comes first and the names, and after these."""
_MOST_PEOPLE = 8


@dataclass(frozen=True, slots=True)
class Parts:
    """What a reference prints, without marks but for `rest`; `families` are the authors' family names."""

    who: str
    title: str
    rest: str
    families: Sequence[str]


@dataclass(frozen=True, slots=True)
class Written:
    """A reference as somebody writes it, and whether it says who."""

    text: str
    title: str
    named: bool = True


def by_hand(parts: Parts, chance: random.Random) -> Written:
    """The parts in one of the orders that people choose."""
    rest = parts.rest if chance.random() < 0.5 else MARKS.sub("", parts.rest)
    if (mark := MARKS.search(rest)) and mark.group() == EM_END:
        rest = f"{EM}{rest}"
    who = _people(parts.families[:_MOST_PEOPLE], chance) if chance.random() < 0.5 and parts.families else parts.who
    if chance.random() < 0.12:
        rest += chance.choice(_OTHER_WORKS)
    if chance.random() < 0.26 and _VOLUME_AND_PAGE.search(MARKS.sub("", rest)[:90]):
        named = chance.random() > 0.1
        return Written(_without_title(who, rest, chance) if named else rest, parts.title, named)
    title = parts.title
    order, kind = chance.random(), chance.random()
    if kind < 0.16 and not 0.18 <= order < 0.24:
        title, rest = _of_a_book(title, chance), chance.choice(_PRESSES)
    elif kind < 0.24:
        rest = chance.choice(_WITH_QUOTATIONS)
    shown = _title(title, chance)
    if order < 0.18 and who:
        return Written(_title_first(who, shown, rest, chance), title)
    if order < 0.24:
        return Written(f"{_shown(shown, chance)}{chance.choice(['', 'with ', 'see also '])}{rest}", title, named=False)
    return Written(_names_first(who, shown, rest, chance), title)


def _of_a_book(title: str, chance: random.Random) -> str:
    """A title as books have it: a few words, in capitals."""
    words = title.split()[: chance.choice([1, 2, 3, 3, 4, 5, 6])]
    while len(words) > 1 and len(words[-1]) < 4:
        words.pop()
    return " ".join(word if len(word) < 4 else word[0].upper() + word[1:] for word in words).strip(" ,.:;?!")


def _without_title(who: str, rest: str, chance: random.Random) -> str:
    dated = f"{who}{chance.choice(['', '', '', ' 2009', ' (2009)', ', 2009'])}"
    return f"{dated}{chance.choice([', ', ', ', '. ', ' '])}{rest}"


def _names_first(who: str, title: str, rest: str, chance: random.Random) -> str:
    year = chance.choice(["", "", "", " (2007)", ", 2011", " [1998]", " 2004"])
    lead = chance.choice(["(2012) ", "[2012] ", "2012, ", "2012. "]) if not year and chance.random() < 0.15 else ""
    shown = _shown(title, chance)
    marked = MARKS.match(shown) is not None
    tight = [f", {BLOCK} ", "; ", " ", " - ", f" {BLOCK} "] if year or marked else [f" {BLOCK} ", "; "]
    between = chance.choice([", ", ", ", ". ", ". ", ": ", f". {BLOCK} ", chance.choice(tight)])
    block = f"{BLOCK} " if BLOCK in between or chance.random() < 0.2 else ""
    return f"{lead}{who}{year}{between}{shown}{block}{chance.choice(['', '', '', 'in ', 'In ', 'In: '])}{rest}"


def _title_first(who: str, title: str, rest: str, chance: random.Random) -> str:
    """ "Using kites to fetch data, A Ames et al 2012 J. Phys. …": the title before the names, or these at the end."""
    opened, closed = chance.choice(_ROUND_TITLES)
    inside = chance.choice([",", "."]) if opened == QUOTE and chance.random() < 0.6 else ""
    shown = f"{opened}{title}{inside}{closed}"
    year = chance.choice(["", "", " 2012", " (2012)", ", 2012", "; 2012"])
    if chance.random() < 0.2:
        return f"{shown}{chance.choice([', ', '. '])}{rest.rstrip(' .')} ({who}{chance.choice(['', ', 2012'])})"
    before, after = chance.choice(_BEFORE_PEOPLE)
    joint = chance.choice([" ", ", ", ". ", "; "]) if year else chance.choice([", ", ", ", ". ", "; ", f". {BLOCK} "])
    return f"{shown}{before}{who}{year}{after}{joint}{rest}"


def _shown(title: str, chance: random.Random) -> str:
    """A title in its marks, with what closes it."""
    opened, closed = chance.choice(_ROUND_TITLES)
    kind = chance.choice(["", "", "", "", "[J]", " [J]", "[C]//", "[M]"]) if not opened else ""
    comma = chance.choice([", ", ". ", ". ", ", ", f" {BLOCK} ", "; "])
    if title.endswith("?") and comma.startswith("."):
        comma = " "
    inside = opened == QUOTE and chance.random() < 0.6
    return (
        f"{opened}{title}{comma.strip() if inside else ''}{closed}{kind}{' ' if inside or kind == '[C]//' else comma}"
    )


def _title(title: str, chance: random.Random) -> str:
    """The title, now and then with an emphasised word, or one in brackets."""
    words = title.split()
    if len(words) > 4 and (fate := chance.random()) < 0.16:
        number = chance.randrange(len(words))
        around = (EM, EM_END) if fate < 0.08 else ("[", "]") if fate < 0.12 else ("(", ")")
        words[number] = f"{around[0]}{words[number].strip('()[]')}{around[1]}"
    return " ".join(words)


def _people(families: Sequence[str], chance: random.Random) -> str:
    """The authors as somebody writes them: initials or names, before or after, all or the first."""
    initial = [chance.choice(_GIVEN) for _ in families]
    form = chance.choice(["A. B", "A. B", "A B", "Ada B", "Ada B", "B A", "B, A.", "B A."])
    capital = chance.random() < 0.06
    people = [
        _person(family.upper() if capital else family, given, form)
        for family, given in zip(families, initial, strict=True)
    ]
    if len(people) > 1 and chance.random() < 0.35:
        shown = people[0]
        listed = f"{shown}{chance.choice([' et al', ' et al.', ', et al.', ' et. al.', f' {EM}et al.{EM_END}'])}"
    else:
        last = chance.choice([" and ", " and ", " & ", ", and ", ", ", ", & "])
        apart = chance.choice([", ", ", ", ", ", "; "])
        listed = apart.join(people[:-1]) + (last if len(people) > 1 else "") + people[-1]
    if chance.random() < 0.06:
        body = chance.choice(_BODIES)
        listed += chance.choice([f" [{body}]", f" ({body})", f" for the {body}"])
    return f"{BOLD}{listed}{BOLD_END}" if chance.random() < 0.05 else listed


def _person(family: str, given: str, form: str) -> str:
    return (
        form.replace("Ada", "\0").replace("B", "\1").replace("A", given[0]).replace("\0", given).replace("\1", family)
    )
