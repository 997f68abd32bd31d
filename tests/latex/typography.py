"""Class and style code of the kinds that real publishers write, made up by chance, each beside a small paper."""

from __future__ import annotations

import random
import string
from collections.abc import Callable
from dataclasses import dataclass

KEYS = ("alpha", "beta", "gamma", "delta")
_WORDS = """
    section subsection paragraph chapter part appendix bfseries itshape normalsize small large rmfamily selectfont
    normalfont bf it tt maketitle title author thanks date and abstract keywords address email affiliation footnote
    caption label ref item pagestyle tableofcontents thispagestyle markboth marginpar
"""
_CITING = """
    cite citep citet citealp citeauthor citeyear nocite onlinecite shortcite parencite textcite footcite
"""
STANDARD, CITING = tuple(_WORDS.split()), tuple(_CITING.split())


@dataclass(frozen=True, slots=True)
class Bundle:
    """A paper with its class and styles, and the keys that it cites."""

    files: dict[str, str]
    keys: tuple[str, ...]


def bundles(seed: int) -> Bundle:
    """The bundle of this number: always the same."""
    chance = random.Random(seed)
    name = f"{_letters(chance)}{seed}"
    of_class = seed % 2 == 0
    extra = [(f"key{n}", _shorthand(chance, n)) for n in range(chance.randrange(4))]
    files = {f"{name}.{'cls' if of_class else 'sty'}": _code(chance, 40), f"{name}base.sty": _code(chance, 20)}
    main = next(iter(files))
    parts = [files[main], f"\\RequirePackage[{chance.choice(['', 'draft', 'a4paper'])}]{{{name}base}}\n"]
    parts += [definition for _, (definition, _) in extra]
    chance.shuffle(parts)
    files[main] = "".join(parts)
    calls = "".join(f" {call.replace('KEY', key)}" for key, (_, call) in extra)
    files["paper.tex"] = _paper(
        f"\\documentclass{{{name}}}" if of_class else f"\\documentclass{{article}}\\usepackage{{{name}}}", calls
    )
    files["refs.bib"] = "".join(
        f"@article{{{key}, title={{The {key} of things}}, author={{Ann Ames}}}}\n"
        for key in (*KEYS, *(key for key, _ in extra))
    )
    return Bundle(files, (*KEYS, *(key for key, _ in extra)))


def _paper(head: str, calls: str) -> str:
    return (
        f"{head}\n\\begin{{document}}\n\\title{{A paper}}\\author{{Ann Ames\\thanks{{Somewhere}}}}\\maketitle\n"
        "\\section{One}\nThings~\\cite{alpha} are \\textbf{old {\\bfseries and} \\emph{new}} \\citep[p.~2]{beta}.\n"
        "\\section{Two}\n\\begin{figure}\\caption{See \\citet[see][p. 3]{gamma}.}\\label{f}\\end{figure}\n"
        f"As in \\ref{{f}} \\footnote{{\\cite{{delta,alpha}}}}.{calls}\n\\bibliography{{refs}}\n\\end{{document}}\n"
    )


def _letters(chance: random.Random, most: int = 6) -> str:
    return "".join(chance.choices(string.ascii_lowercase, k=chance.randint(3, most)))


def _shorthand(chance: random.Random, number: int) -> tuple[str, str]:
    """A macro of the author's that cites, and a call of it."""
    name = f"my{_letters(chance)}{chr(97 + number)}"
    return chance.choice(
        [
            (f"\\newcommand{{\\{name}}}[1]{{(see \\citep{{#1}})}}\n", f"\\{name}{{KEY}}"),
            (f"\\def\\{name}#1#2{{#2~\\cite{{#1}}}}\n", f"\\{name}{{KEY}}{{Ames}}"),
            (f"\\newcommand{{\\{name}}}[2][]{{\\citet[#1]{{#2}}}}\n", f"\\{name}[p. 3]{{KEY}}"),
            (f"\\NewDocumentCommand\\{name}{{m}}{{\\emph{{\\cite{{#1}}}}}}\n", f"\\{name}{{KEY}}"),
            (f"\\let\\{name}\\citep\n", f"\\{name}{{KEY}}"),
        ]
    )


def _code(chance: random.Random, pieces: int) -> str:
    return "".join(chance.choice(KINDS)(chance) for _ in range(pieces))


def _typeset(chance: random.Random) -> str:
    """A body as classes have them."""
    parts = [
        "\\@ifstar{\\@sname}{\\@name}",
        "\\if@twocolumn \\onecolumn \\else \\newpage \\fi",
        "\\vskip 1em plus 2pt\\relax \\hskip -12pt",
        "\\begingroup \\def\\x##1{##1}\\endgroup",
        "\\csname the\\@name\\endcsname",
        "\\ifx\\@name\\@empty\\else \\@name \\fi",
        "\\global\\@namefalse \\setbox\\@tempboxa\\hbox{\\@name}",
        "\\@cite{\\@citea}\\@for\\@citeb:=\\x\\do{\\cite{\\@citeb}}",
        "% a comment with a { brace\n",
        "\\addcontentsline{toc}{section}{\\@name}",
    ]
    return " ".join(chance.sample(parts, chance.randint(1, 4))).replace("@name", f"@{_letters(chance)}")


def _cite(chance: random.Random) -> str:
    name = chance.choice(CITING)
    return chance.choice(
        [
            f"\\def\\{name}{{\\@ifnextchar[{{\\@tempswatrue\\@citex}}{{\\@tempswafalse\\@citex[]}}}}\n",
            f"\\DeclareRobustCommand\\{name}{{\\begingroup\\@ifstar{{\\let\\x\\@ne}}{{\\@{name}x}}}}\n",
            f"\\renewcommand{{\\{name}}}[2][]{{[#2\\if\\relax#1\\relax\\else, #1\\fi]}}\n",
            f"\\newcommand*\\{name}[1]{{#1}}\n",
            f"\\let\\old@{name}\\{name}\\def\\{name}#1{{\\textcolor{{blue}}{{\\old@{name}{{#1}}}}}}\n",
            f"\\AtBeginDocument{{\\let\\{name}\\cite@plain \\def\\{name}#1{{}}}}\n",
            f"\\@ifundefined{{{name}}}{{\\def\\{name}#1{{\\cite{{#1}}}}}}{{}}\n",
            f"\\expandafter\\def\\csname {name}\\space\\endcsname#1{{\\@{name}{{#1}}}}\n",
        ]
    )


def _standard(chance: random.Random) -> str:
    name = chance.choice(STANDARD)
    return chance.choice(
        [
            f"\\renewcommand\\{name}{{\\@startsection{{{name}}}{{1}}{{\\z@}}{{-3.5ex}}{{2.3ex}}{{\\normalfont}}}}\n",
            f"\\def\\{name}{{\\{name}\\{name}}}\n",
            f"\\renewcommand{{\\{name}}}[1]{{}}\n",
            f"\\DeclareRobustCommand\\{name}{{{_typeset(chance)}}}\n",
            f"\\let\\{name}@old\\{name}\\def\\{name}{{\\ifdim\\hsize>10pt \\{name}@old\\else \\cite{{x}}\\fi}}\n",
            f"\\long\\def\\{name}#1{{{_typeset(chance)}}}\n",
            f"\\newenvironment{{{name}}}{{\\setbox0\\vbox\\bgroup}}{{\\egroup}}\n",
        ]
    )


def _internal(chance: random.Random) -> str:
    name = f"{_letters(chance)}@{_letters(chance)}"
    return chance.choice(
        [
            f"\\def\\{name}#1{{\\cite{{#1}}{_typeset(chance)}}}\n",
            f"\\newcommand\\{name}[1]{{}}\n",
            f"\\def\\{name}{{\\{name}\\{name}}}\\def\\@{name}#1\\@nil{{\\cite{{{name}}}}}\n",
            f"\\edef\\{name}{{\\noexpand\\cite{{wrong}}}}\n",
            f"\\newif\\if{name}\\{name}true\n",
        ]
    )


def _conditional(chance: random.Random) -> str:
    name = _letters(chance)
    return chance.choice(
        [
            f"\\newif\\if@{name}\\@{name}false \\if@{name}{_typeset(chance)}\\fi\n",
            f"\\ifx\\{name}\\undefined \\newcommand{{\\words}}[1]{{}}\\else \\newcommand{{\\words}}[1]{{#1}}\\fi\n",
            f"\\DeclareOption{{{name}}}{{\\def\\emph#1{{}}\\let\\cite\\@gobble}}\\ProcessOptions\\relax\n",
            f"\\ifcase\\@{name} \\or \\def\\textbf#1{{}}\\or\\fi\n",
            "{\\ifnum0=`}\\fi\n",
            f"\\iffalse {name} \\ifx \\fi \\newcommand{{\\wrong}}{{\\cite{{wrong}}}} \\fi\n",
            f"\\let\\if{name}\\iffalse \\newif\\if{name}x\n",
        ]
    )


def _layout(chance: random.Random) -> str:
    return chance.choice(
        [
            "\\setlength{\\textwidth}{15cm} \\hyphenation{ci-te}\n",
            "\\newcounter{thing}\\newlength{\\mything}\\RequirePackage{graphicx,natbib}\n",
            f"\\newcommand{{\\{_letters(chance)}skip}}{{\\vskip 2pt}}\n",
            "\\begingroup\\catcode`\\%=12 \\endgroup\n",
            "\\AtBeginDocument{\\pagestyle{plain}\\@ifpackageloaded{cite}{\\let\\citep\\cite}{}}\n",
            "% \\newcommand{\\section}[1]{}\n",
        ]
    )


KINDS: tuple[Callable[[random.Random], str], ...] = (
    _cite,
    _cite,
    _standard,
    _standard,
    _internal,
    _conditional,
    _layout,
)
