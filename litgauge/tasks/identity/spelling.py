"""Titles that differ only in spelling, not by a word or sign that makes them another work."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from rapidfuzz.distance import OSA, Indel, Opcodes
from rapidfuzz.distance import Levenshtein as Edits

from litgauge.tasks.text.words import one_spelling

# Not "towards": a paper "towards" a goal is not the paper that reaches it.
_FILLERS = frozenset({"a", "an", "and", "at", "by", "for", "in", "its", "of", "on", "the", "to"})
_LONG_ENOUGH = 5
_SPELLINGS = {frozenset("sz"), frozenset("ck"), frozenset("iy")}  # optimise, optimize
_WORD = re.compile(r"[^\W_]+")
_SIGNS = re.compile(
    r"\+{2,}|(?<=[\w)])\+(?!\w)|(?<=[\w)])[^\w\s+(\[]{1,4}\+(?!\w)|(?<=[\w)])[^\w\s+(\[]{0,3}\s\+(?=\s*(?:[:.,]|$))|(?<![^\W_])[^\W\d_]\*(?=\W{0,3}\w)|(?<![^\W_])[a-z]#",
    re.IGNORECASE,
)
_LETTERS = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "æ": "ae", "œ": "oe"}
)
_DIGRAPHS = re.compile(r"(?<![aeiou])[ao]e")  # anaemia, foetus, Schroedinger
_NUMERAL = re.compile(r"[ivxlcdm]{1,8}")
_GREEK_NAME = re.compile(r"GREEK SMALL LETTER (?:FINAL )?(\w+)")


def differ_by_spelling(left: Sequence[str], right: Sequence[str]) -> bool:
    """Return whether the aligned words of two titles differ only in word breaks, in small words, or by one letter.

    A letter more or less, two swapped letters, or "s" for "z" in a longer word is spelling; another letter
    ("proton", "photon"), a prefix ("unsupervised"), a number ("Qwen2"), a numeral ("Part II") or a further word makes
    another title.

    >>> differ_by_spelling("optimisation of data base layouts".split(), "optimization of database layouts".split())
    True
    >>> differ_by_spelling("supervised learning part i".split(), "supervised learning part ii".split())
    False
    """
    return all(_harmless(left[a:b], right[c:d]) for tag, a, b, c, d in _opcodes(left, right) if tag != "equal")


def drops_a_letter(left: Sequence[str], right: Sequence[str]) -> bool:
    """Return whether exactly one letter of one title's words is missing in the other, in no numeral.

    This holds for words of any length, so it is evidence only together with author and year.

    >>> drops_a_letter("why do cts purr".split(), "why do cats purr".split())
    True
    >>> drops_a_letter("cats part i".split(), "cats part ii".split())
    False
    """
    pairs = [(first, second) for first, second in zip(left, right, strict=False) if first != second]
    if len(left) != len(right) or len(pairs) != 1:
        return False
    shorter, longer = sorted(pairs[0], key=len)
    numerals = _NUMERAL.fullmatch(shorter) and _NUMERAL.fullmatch(longer)
    return not numerals and len(shorter) > 1 and (shorter + longer).isalpha() and Indel.distance(shorter, longer) == 1


def signs_of(title: str) -> tuple[str, ...]:
    """Return the signs that change the name of a word, in order: "VoxNet++" is not VoxNet, "A*" is not a letter.

    A plus that joins two words or letters is left out, and so is a footnote's star at the end of a title.

    >>> signs_of("From C to C++: D* in K+ channels, e+e- at Belle*")
    ('++', 'd*', '+')
    >>> signs_of("“Call me, but...”+: Psychological Scales"), signs_of("Grafcet +: Theory"), signs_of("Cats + Dogs")
    (('+',), ('+',), ())
    """
    names = _SIGNS.findall(unicodedata.normalize("NFKC", title))
    return tuple("".join(sign for sign in signs if sign.isalnum() or sign in "+*#").casefold() for signs in names)


def folded_title(title: str) -> str:
    """Return the title's letters and digits in one spelling: Greek letters by name, "&" as "and", British as American.

    >>> folded_title("β-VAE & Schrödinger's colours") == folded_title("Beta-VAE and Schroedingers Colors")
    True
    """
    text = title.replace("&", " and ")
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).casefold().translate(_LETTERS)
        text = unicodedata.normalize("NFKD", "".join(map(_named, text)))
        text = "".join(sign for sign in text if not unicodedata.combining(sign))
    return "".join(one_spelling(_DIGRAPHS.sub("e", word)) for word in _WORD.findall(text.casefold()))


def _named(letter: str) -> str:
    """Return a Greek letter's name; titles in Greek stay comparable, as all titles are converted."""
    if "\u0370" <= letter <= "\u03ff" or "\u1f00" <= letter <= "\u1fff":
        match = _GREEK_NAME.match(unicodedata.name(unicodedata.normalize("NFD", letter)[0], ""))
        return match[1].lower().replace("lamda", "lambda") if match else letter
    return letter


def _opcodes(left: Sequence[str], right: Sequence[str]) -> list[tuple[str, int, int, int, int]]:
    """Return the edit blocks between two word lists, with adjacent changes merged."""
    blocks: list[tuple[str, int, int, int, int]] = []
    codes: Opcodes = Edits.opcodes(list(left), list(right))
    for code in codes:
        tag = "equal" if code.tag == "equal" else "replace"
        block = (tag, code.src_start, code.src_end, code.dest_start, code.dest_end)
        if blocks and blocks[-1][0] == tag == "replace":
            block = (tag, blocks[-1][1], block[2], blocks[-1][3], block[4])
            blocks.pop()
        blocks.append(block)
    return blocks


def _harmless(left: Sequence[str], right: Sequence[str]) -> bool:
    left = [word for word in left if word not in _FILLERS]
    right = [word for word in right if word not in _FILLERS]
    if "".join(left) == "".join(right):
        return True
    return len(left) == len(right) and all(map(_one_letter, left, right))


def _one_letter(left: str, right: str) -> bool:
    if left == right:
        return True
    if min(len(left), len(right)) < _LONG_ENOUGH or left[0] != right[0] or not (left + right).isalpha():
        return False
    if Indel.distance(left, right) == 1:
        return True
    differing = [frozenset(pair) for pair in zip(left, right, strict=False) if pair[0] != pair[1]]
    if len(left) != len(right) or not differing:
        return False
    turned_round = len(differing) == 2 and differing[0] == differing[1] and OSA.distance(left, right) == 1
    return turned_round or (len(differing) == 1 and differing[0] in _SPELLINGS)
