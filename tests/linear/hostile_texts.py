"""Texts that a careless scanner takes quadratic time for: one thing again and again, most of them never closed.

Some are what breaks scanners everywhere; others are made of a function's own patterns: what they look for, cut off
before its end, and stretched where they repeat.
"""

from __future__ import annotations

import random
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    from re import _parser as parser  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class Form:
    """A text of any length: `head`, then `unit` again and again, then `tail`, then `close` as often as `unit`."""

    unit: str
    head: str = ""
    tail: str = ""
    close: str = ""

    def __call__(self, size: int) -> str:
        times = max(1, size // len(self.unit + self.close))
        return f"{self.head}{self.unit * times}{self.tail}{self.close * times}"


@dataclass(frozen=True, slots=True)
class Chain:
    """A text of any length whose parts name each other: `head`, then `link` with its own number and the one before."""

    link: str
    head: str = ""

    def __call__(self, size: int) -> str:
        times = max(1, size // (len(self.link.format(1000, 1000))))
        return self.head + "".join(self.link.format(number, number - 1) for number in range(1, times + 1))


CHAINS = (
    Chain("a{},a{}\n", head="topic,paper\n"), Chain("a{},a{}\n", head="parent,child\n"),
    Chain("{},{},a\n", head="id,parent_id,name\n"), Chain("| a{} | a{} |\n", head="| Topic | Paper |\n|-|-|\n"),
    Chain("a{} --> a{}\n", head="graph TD\n"), Chain(" & a{} --> b & a{}", head="graph TD\nb"),
    Chain("a{} -> a{};", head="digraph {"), Chain("a{} b{} ", head="digraph {{c} -> {"), Chain("- a{}: a{}\n"),
    Chain('["a{}", "a{}"], ', head='{"edges": ['), Chain("[{}] A, {}. B.\n"), Chain("[a{}]: http://b.c/{}\n"),
    Chain("{}. A [{}].\n"), Chain("# {} A\n## {} B\n"),
)  # fmt: skip

UNITS = (
    ".", "...", ". ", ". A", "a. ", "A. ", ".\n", ",", ", ", ";", ":", "!", "?\"", "…", "。", "-", "--", " - ", "– ",
    "_", "*", "**", "__a", "`", "```\n", "``` ", "~~~\n", "$", "$$", "$a", "\\", "\\[", "\\(", "\\(a", "{", "}",
    "#", "# a\n", "##### ", ">", "> ", "|", "| a ", "|\n", "|a|b|\n", "|-|\n", "- ", "- a\n", "1. ", "1. a\n",
    "a\n-\n", "\n", "\n\n", " \n", "\n ", "\r\n", "\r", "\t", " ", "  ", "a ", "\u00a0", "\u200b", "\u3000", "\0",
    "(", ")", "()", "(a", "((a)", "[", "]", "[]", "[[", "](", "[a](", "[a](b", "[a](b) ", "![a](", "![", "[1]",
    "[1", "[1, ", "[1][", "[1] ", "[1]\n", "\n[1] a", "[1]: ", "[^1]", "[^1]: a\n", "[^", "([", "([a](b)", "【",
    "【1†", "【1†a】", "（", "）", "「", "<", ">", "<a", "<a ", "<a>", "<a href=\"", "<a href=\"b\">", "</a>", "<br>",
    "<br>x", "<br/>", "<p>", "<p>a", "<div>", "</div>", "<li>", "<li>a", "<ol>", "<td>", "<tr><td>", "<table>",
    "<sup>", "<sup>1</sup>", "<!--", "<!-- ", "-->", "<script>", "<style>", "<think>", "</think>\n",
    "<span class=\"", "<p hidden>", "<?xml ", "<![CDATA[", "<math>", "<meta ", "<html>", "&", "&amp;", "&#", "&a",
    "\"", "\"a", "a\"b ", "'", "'a ", "“", "”", "“a", "“a” ", "http://a.", "http://", "https://a.b/",
    "https://a.b/c ", "<https://a.b", "www.", "www.a.", "//", "/", "a/", "?a=", "&a=b", "%2", "%20", "@", "a@b.",
    "doi:10.", "10.1/", "10.1000/a ", "arxiv:", "arXiv:1234.", "1706.03762 ", "1", "12 ", "1.", "1,", "1,000 ",
    "2019", "2019 ", "(2019) ", "2019, ", "May 2019 ", "12 May 2019, ", "2019-01-", "0", "x" * 40 + " ", "a", "A",
    "Ab", "Ab ", "aB", "a-", "a-b-", "a'", "A. B., ", "A.", "A.B.", "Smith, A., ", "Smith and ", "Smith et al. ",
    "et al. ", "(Smith, 2019; ", "see ", "the ", "e.g. ", "Fig. 1", "References\n", "\n## References\n",
    "Sources:\n", "Contents\n", "source ", "(source", "citeturn0", "\ue200", "\ue200cite\ue202", "\uf8ea", "\uf8e7",
    "\uf8e7\uf8e8", "中", "中文", "中。", "é", "e\u0301", "\u0301", "ß", "İ", "ﬁ", "\U0001f600", "¹", "½", "\ud7a3",
    "\ufeff", "א", "\x0c", "{\"a\":", "{\"a\": [", "[{", "\"a\": ", "null,", "\\n", "\\u00", "\\\"", "\\cite{",
    "\\cite{a}", "\\url{", "\\item ", "%", "%\n", "~", "^", "=", "==", "===\n", "---\n", "***\n", "+", "a+",
    "  - a\n", "a |\n", "a:\n", "a:\n\n- b\n", "A Title\n\n", "Ab cd.\n\n", "Ab [1]. ", "Ab (https://a.b/c). ",
    "[1] Ab, C. (2019). D. https://a.b/c\n",
    "\x1b]", "\x1bP", "\n\n a rule:\n", "… ", "%25", "1901.00596",
)  # fmt: skip

NESTS = (
    ("(", ")"), ("[", "]"), ("{", "}"), ("((a) ", ")"), ("（", "）"), ("“", "”"), ("<div>", "</div>"),
    ("<b>", "</b>"), ("<ul><li>", "</ul>"), ("<table><tr><td>", "</table>"), ("<ol>", "</ol>"), ("<sup>", "</sup>"),
    ("[a", "](b)"), ("![", "](a)"), ("\"", "\""), ("> ", "\n"), ("{\"a\":", "}"), ("[1", "]"), ("```\n", "```\n"),
    ("<script>", "</script>"), ("<!--", "-->"), ("$", "$"), ("\\(", "\\)"), ("【", "】"), ("<a href=\"b\">", "</a>"),
)  # fmt: skip


def common_forms() -> Iterator[Form | Chain]:
    """What breaks scanners everywhere."""
    yield from CHAINS
    for unit in UNITS:
        yield Form(unit)
        yield Form(unit, head="A b [1](c", tail="\0x")
    for unit, close in NESTS:
        yield Form(unit, close=close)
    for unit in ("a", " ", "\n", ".", "1", "(", "[", "<a ", "Ab. ", "中", "|", "*"):
        yield Form(f"{unit * 30}\n", head="# A\n")
        yield Form(f"- {unit * 30}\n\n", head="A:\n")


def forms_of(module: ModuleType) -> Iterator[Form]:
    """What the patterns of a module look for, again and again: whole, cut off, and stretched at every place."""
    seen: set[Form] = set()
    for pattern in _patterns(module):
        for form in _of_pattern(pattern):
            if form.unit and form not in seen:
                seen.add(form)
                yield form


def _patterns(module: ModuleType) -> Iterator[re.Pattern[str]]:
    values: list[object] = [*vars(module).values()]
    for value in values:
        parts = value if isinstance(value, Sequence) and not isinstance(value, str) else (value,)
        for part in parts:
            for one in part if isinstance(part, tuple) else (part,):
                if isinstance(one, re.Pattern) and isinstance(one.pattern, str):
                    yield one


def _of_pattern(pattern: re.Pattern[str]) -> Iterator[Form]:
    draw = random.Random(repr(pattern.pattern))
    for _ in range(2):
        found = _example(parser.parse(pattern.pattern, pattern.flags), draw)
        yield Form(found)
        for cut in {len(found) - 1, len(found) // 2, draw.randrange(len(found) + 1)}:
            yield Form(found[:cut])
        for at in {0, *(draw.randrange(len(found)) for _ in range(3 if found else 0))}:
            yield Form(found[at : at + 1], head=found[:at], tail=found[at + 1 :] + "\0")
            yield Form(found[:at] + found[at : at + 1] * 30)


def _example(parts: Iterable[tuple[object, object]], draw: random.Random) -> str:
    """A text that a parsed pattern may match; what looks around counts for nothing."""
    return "".join(_one(kind, value, draw) for kind, value in parts)


def _one(kind: object, value: object, draw: random.Random) -> str:
    made = _MADE.get(str(kind))
    return made(value, draw) if made else ""


def _repeated(value: tuple[int, int, Iterable[tuple[object, object]]], draw: random.Random) -> str:
    least, most, inner = value
    return "".join(_example(inner, draw) for _ in range(min(int(most), max(least, draw.randrange(4)))))


def _in_set(value: Sequence[tuple[object, object]], draw: random.Random) -> str:
    if str(value[0][0]) == "NEGATE":
        return next((char for char in draw.sample("aA1 .-x\n", 8) if not _holds(value[1:], char)), "a")
    return _one(*draw.choice(value), draw)


def _holds(value: Sequence[tuple[object, object]], char: str) -> bool:
    return any(
        (str(kind) == "LITERAL" and chr(part) == char)  # type: ignore[call-overload]
        or (str(kind) == "RANGE" and part[0] <= ord(char) <= part[1])  # type: ignore[index]
        or (str(kind) == "CATEGORY" and _category(part, draw=random.Random(0)).isspace() == char.isspace())
        for kind, part in value
    )


def _category(value: object, draw: random.Random) -> str:
    kinds = {"DIGIT": "12", "SPACE": " \n", "WORD": "aA1"}
    name = str(value).removeprefix("CATEGORY_").removeprefix("UNI_")
    return draw.choice(kinds.get(name, ".-" if name.endswith("WORD") else "aA."))


_MADE: dict[str, Callable[..., str]] = {
    "LITERAL": lambda value, _: chr(value),
    "NOT_LITERAL": lambda value, _: "a" if value != ord("a") else "b",
    "ANY": lambda _, draw: draw.choice("aA1 ."),
    "IN": _in_set,
    "RANGE": lambda value, draw: chr(draw.choice(value)),
    "CATEGORY": _category,
    "BRANCH": lambda value, draw: _example(draw.choice(value[1]), draw),
    "SUBPATTERN": lambda value, draw: _example(value[-1], draw),
    "ATOMIC_GROUP": lambda value, draw: _example(value, draw),
    "MAX_REPEAT": _repeated,
    "MIN_REPEAT": _repeated,
    "POSSESSIVE_REPEAT": _repeated,
}
