"""Observations on one reading of a printed reference, and names of its features.

A sight is one of the functions below with what it looks at. References of one list look alike, so most sights have
been seen before and their weights summed (`reading`); the names are made for new ones, and for learning.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Sight = tuple[Any, ...]
"""A function of this module and its arguments."""
FIRST_MARKS = "Nqleg:."
"""The marks of which the first one in a reference counts."""


def features(sight: Sight) -> list[str]:
    """Return the features that one sight speaks for."""
    function: Callable[..., list[str]] = sight[0]
    return function(*sight[1:])


def front(mark: str, following: str, here: str, after: str, look: str, words: str) -> list[str]:
    """Return the reference begins with its title."""
    return ["0", f"0 {mark}", f"0 {here} {after}", f"0 {look} {following}", f"0w {words}"]


def start(mark: str, before: str, here: str, after: str, dated: str) -> list[str]:
    """Return the boundary before a title, and the pieces around it."""
    return [
        f"s {mark}",
        f"k {before} {here}",
        f"k {mark} {before} {here[0]}",
        f"k {here} {after}",
        f"d {dated} {mark}",
        f"d {bool(dated)} {before[0]}",
    ]


def people(share: str, count: str, before: str, last: str, here: str, mark: str) -> list[str]:
    """Return how much of what stands before a title is names, and where their last conjunction stands."""
    return [f"n {share} {count}", f"n {share} {before} {last}", f"& {last} {here} {mark}"]


def words(look: str, mark: str, count: str, here: str, soft: bool) -> list[str]:
    """Return the first piece of a title."""
    return [f"l {look} {mark}", f"w {count} {here}", f"~ {soft} {here} {look}"]


def coming(count: int, last: str, opened: str) -> list[str]:
    """Names after the beginning of a title, and the markup that is open there."""
    return [f"c {count} {last}", f"o {opened}"]


def firsts(*places: int | None) -> list[str]:
    """Return whether the first of each of FIRST_MARKS stands before a boundary (-1), there (0), or after it (1)."""
    words = {-1: "before", 0: "is", 1: "after"}
    return [f"1{mark} {words[place]}" for mark, place in zip(FIRST_MARKS, places, strict=True) if place is not None]


def quoted_again(mark: str, undated: bool) -> list[str]:
    """A quotation that is not the first one."""
    return ["q again", f"q again {mark}", f"q again {undated}"]


def end(mark: str, following: str, last: str, look: str, later: str, here: str) -> list[str]:
    """Return the boundary after a title, and the pieces around it."""
    return [
        f"e {mark}",
        f"e {mark} {look}",
        f"e {look} {following} {later}",
        f"e {mark} {here}",
        f"e {last} {mark[:2]} {look}",
    ]


def span(pieces: int, words: str, look: str, kind: str) -> list[str]:
    """Return how long a title is, and how it begins."""
    count = pieces if pieces < 4 else "many"
    features = [f"t {words}", f"t {look} {words}", f"t {count} {words}"]
    return [*features, f"t {kind} {words}"] if pieces == 1 else features


def last(several: bool, look: str, closing: str) -> list[str]:
    """Return the last piece of a title, or its only one."""
    return [f"t {'last' if several else 'only'} {look} {closing}"]


def markup(opening: str, inner: str, closing: str, opened: str, still_open: str) -> list[str]:
    """Return the marks before, in and after a title: whether what opens is closed."""
    features = [f"o {opened} {still_open}"]
    features += [f"x {mark} {min(inner.count(mark), 2)}" for mark in set(inner)]
    for begin, finish in ("qQ", "eE", "lL", "gG"):
        if begin in opening or begin in inner or finish in inner or finish in closing:
            depth = opening.count(begin) + inner.count(begin) - inner.count(finish)
            features.append(f"p {begin}{begin in opening}{finish in closing}{min(max(depth, -1), 2)}{begin in inner}")
    return features


def inside(looks: frozenset[str], people: int) -> list[str]:
    """Return the pieces of a title after its first, and how many of all look like names; -1 if it is one piece."""
    return [*(f"i {look}" for look in looks), *([f"i names {people}"] if people >= 0 else [])]


def stops(dot: int, comma: int, opening: str) -> list[str]:
    """Return whether a title ends before (-1), at (0) or after (1) the first stop and the first comma in it."""
    return [f"f . {dot} {opening}", f"f , {comma} {opening}"]


def people_follow(kind: str, mark: str, run: int, words: str) -> list[str]:
    """Return what follows a title that comes first: the names, and how many of them."""
    return [f"0e {kind}", f"0e {kind} {mark}", f"0e run {run} {kind}", f"0e {run} {words}"]


def only_people(kind: str) -> list[str]:
    """There is nothing but names."""
    return ["none", "none all", f"none all {kind}"]


def nothing(mark: str, following: str, look: str, later: str) -> list[str]:
    """No title is printed: what follows the names."""
    return ["none", f"none {mark} {look}", f"none {look} {later}", f"none {mark} {following}"]


def no_prose(rest: str, words: str, prose: bool) -> list[str]:
    """No title is printed: how much follows the names."""
    return [f"none {rest} {prose}", f"none {words} {prose}"]


def no_run(count: int, kind: str, mark: str) -> list[str]:
    """No title is printed: the names that may follow, and what follows them."""
    return [f"none run {count} {kind} {mark}"]


def no_book(mark: str, look: str, later: str) -> list[str]:
    """No title is printed, though emphasised words follow the names: what stands after these."""
    return [f"none e {mark}", f"none e {mark} {look}", f"none e {look} {later}"]
