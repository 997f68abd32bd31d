"""Are rewritten titles still recognised, and are other works' titles kept apart? On the published lists.

    python -m perf.title_pairs [FOLDER of the lists] [--every N]

Every N-th title of the 100 published lists is cited against its row in rewritings that leave it the same work
(typography, spelling, what a site adds) and in such that make it another ("X++", "Towards X", "X: Part II"): once as
a plain link gives it, the title alone, and once with the authors and year that a page's metadata add. Then all titles
are compared with all: what is taken for one work by its title alone must be the same title.
"""

from __future__ import annotations

import argparse
import random
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from litgauge.tasks.identity import DescribedWork, likeness, match_works, traits_of
from litgauge.tasks.identity.candidates import candidates
from litgauge.tasks.identity.page_titles import titles_of_page
from litgauge.tasks.identity.work_files import read_truth
from litgauge.tasks.records import Reference

Rewriting = Callable[[str, random.Random], str]
_LISTS = "../shared/data/reportbench_v1.1/gt"
_GREEK = {"alpha": "α", "beta": "β", "gamma": "γ", "lambda": "λ", "sigma": "σ", "epsilon": "ε"}
_BRITISH = {"ization": "isation", "izing": "ising", "ized": "ised", "behavior": "behaviour", "modeling": "modelling"}


def _swapped(table: Mapping[str, str]) -> Rewriting:
    def swap(title: str, _chance: random.Random) -> str:
        for old, new in table.items():
            title = title.replace(old, new).replace(old.capitalize(), new.capitalize())
        return title

    return swap


def _typo(title: str, chance: random.Random) -> str:
    """One letter of a long word doubled."""
    words = title.split(" ")
    places = [at for at, word in enumerate(words) if len(word) > 6 and word.isalpha()]
    if not places:
        return title
    at = chance.choice(places)
    letter = chance.randrange(2, len(words[at]) - 1)
    words[at] = words[at][:letter] + words[at][letter] + words[at][letter:]
    return " ".join(words)


def _dropped(title: str, chance: random.Random) -> str:
    """One letter of a long word left out."""
    words = title.split(" ")
    places = [at for at, word in enumerate(words) if len(word) > 5 and word.isalpha()]
    if not places:
        return title
    at = chance.choice(places)
    letter = chance.randrange(1, len(words[at]) - 1)
    words[at] = words[at][:letter] + words[at][letter + 1 :]
    return " ".join(words)


def _first_word(suffix: str) -> Rewriting:
    return lambda title, _: f"{title.split(':')[0]}{suffix}{title[len(title.split(':')[0]) :]}"


SAME: Mapping[str, Rewriting] = {
    "dashes": lambda title, _: title.replace("-", "–").replace(": ", " — "),
    "quotes": lambda title, _: f"“{title.replace(chr(39), chr(0x2019))}”",
    "ligatures": lambda title, _: title.replace("fi", "ﬁ").replace("fl", "ﬂ"),
    "capitals": lambda title, _: title.upper(),
    "decomposed": lambda title, _: unicodedata.normalize("NFD", title),
    "without accents": lambda title, _: "".join(
        sign for sign in unicodedata.normalize("NFD", title) if not unicodedata.combining(sign)
    ),
    "Greek letters": _swapped(_GREEK),
    "British": _swapped(_BRITISH),
    "ampersand": lambda title, _: title.replace(" and ", " & "),
    "LaTeX": lambda title, _: f"{{{title}}}".replace(" and ", r" \textit{and} "),
    "bar and journal": lambda title, _: f"{title} | Nature Medicine",
    "two bars": lambda title, _: f"{title} | IEEE Conference Publication | IEEE Xplore",
    "dash and site": lambda title, _: f"{title} - ScienceDirect",
    "arXiv number": lambda title, _: f"[2301.00001] {title}",
    "(PDF)": lambda title, _: f"(PDF) {title}",
    "one letter more": _typo,
    "one letter less": _dropped,
}
OTHER: Mapping[str, Rewriting] = {
    "X+": _first_word("+"),
    "X++": _first_word("++"),
    "X 2": _first_word(" 2"),
    "Towards X": lambda title, _: f"Towards {title}",
    "Revisiting X": lambda title, _: f"Revisiting {title}",
    "X: Part II": lambda title, _: f"{title}: Part II",
    "X II": lambda title, _: f"{title} II",
    "Comment on X": lambda title, _: f"Comment on “{title}”",
    "Un-": lambda title, _: (
        title.replace("upervised", "nsupervised") if "upervised" in title else f"{title}, revisited"
    ),
}


def matched(references: Sequence[Reference], rewriting: Rewriting, *, metadata: bool) -> tuple[int, int]:
    """How many rewritten titles differ from what they were, and how many of them are matched with their row."""
    chance, tried, found = random.Random(7), 0, 0
    for reference in references:
        title = rewriting(reference.title or "", chance)
        if title == reference.title or not reference.title:
            continue
        tried += 1
        names = titles_of_page(title, None)
        work = DescribedWork(
            names[0] if names else title, reference.authors if metadata else (), reference.year if metadata else None,
            other_titles=names[1:],
        )  # fmt: skip
        found += bool(match_works([work], [reference]).pairs)
    return tried, found


def strangers(references: Sequence[Reference]) -> Iterator[tuple[str, str, str]]:
    """Titles that, alone, are taken for others of any list: rule and both titles."""
    titles = list(dict.fromkeys(one.title for one in references if one.title))
    alone = [traits_of(DescribedWork(title)) for title in titles]
    listed = [traits_of(one) for one in references]
    for one, other in candidates(alone, listed):
        why = likeness(alone[one], listed[other])
        if why and alone[one].compact != listed[other].compact:
            yield why.rule, titles[one], references[other].title or ""


def main() -> None:
    """Print one line a rewriting."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=Path(_LISTS))
    parser.add_argument("--every", type=int, default=8)
    given = parser.parse_args()
    everything = [work for path in sorted(given.folder.glob("*.jsonl")) for work in read_truth(path).works]
    totals = Counter[str]()
    for kind, rewritings in (("same", SAME), ("other", OTHER)):
        for name, rewriting in rewritings.items():
            (tried, plain), (_, told) = (
                matched(everything[:: given.every], rewriting, metadata=metadata) for metadata in (False, True)
            )
            totals.update({f"{kind} tried": tried, f"{kind} plain": plain, f"{kind} told": told})
            sys.stdout.write(f"{kind:6} {name:16} {tried:6} titles, matched {plain:6} alone, {told:6} with metadata\n")
    for kind in ("same", "other"):
        tried, plain, told = (totals[f"{kind} {what}"] for what in ("tried", "plain", "told"))
        shares = f"{plain / tried:.4f} alone, {told / tried:.4f} with metadata"
        sys.stdout.write(f"{kind:6} {'all':16} {tried:6} titles, {shares}\n")
    for rule, one, other in sorted(set(strangers(everything))):
        sys.stdout.write(f"{rule}: {one[:100]} = {other[:100]}\n")


if __name__ == "__main__":
    main()
