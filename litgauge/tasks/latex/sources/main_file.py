"""Main files of a source: the paper, and a supplement that is typeset beside it."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from litgauge.tasks.latex.sources.readme import Readme, read_readme
from litgauge.tasks.latex.sources.skim import Skimmed, calls_with_names, cited, skim
from litgauge.tasks.latex.sources.tree import TEXT_SUFFIXES, SourceTree
from litgauge.tasks.records.references import Diagnostic

TEX = (".tex", ".ltx", ".latex")
_PART_CLASSES = frozenset({"subfiles", "standalone"})
_SIDE_CLASSES = frozenset(
    """
    beamer beamerposter tikzposter a0poster sciposter baposter powerdot prosper seminar slides letter scrlttr2
    dinbrief moderncv ltxdoc l3doc ltxguide
    """.split()  # noqa: SIM905
)
"""Slides, posters, letters, and the manuals of packages."""
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_SUPPLEMENT = frozenset({"supp", "suppl", "sup", "supmat", "suppmat", "supinfo", "suppinfo", "esm", "esi", "appendix"})
_SUPPLEMENT_AT_END = frozenset({"si", "sm"})
_BESIDE = frozenset({"rebuttal", "coverletter", "poster", "slides"})
_DOUBTFUL = frozenset(
    """
    response reply cover letter template sample samples example examples diff latexdiff talk presentation old backup
    copy draft readme howto elsdoc notes
    """.split()  # noqa: SIM905
)
_USUAL = frozenset({"ms", "main", "paper", "article", "manuscript", "survey", "review", "arxiv"})
_INPUTS_BY_NAME = re.compile(
    r"(?!.*(?:pdf|graphic|listing|verbatim|code|label|ref|image|figure|url|link))"
    r"(?:include|input|import|load|read|chapter|paper|article|contribution)",
    re.IGNORECASE,
)
"""Names of commands by which classes of volumes read a chapter."""
_INPUTS_ARGUMENT = re.compile(r"\\(?:input|include|subfile|import)[a-zA-Z]*\*?\s*\{?[^{}#]{0,100}#1")
_MOST_FOLLOWED, _LONGEST_DEFINITION = 8, 2_000
_ANCILLARY = "/anc/"
_FEW, _MUCH_LESS = 8, 4
_MOST_TOPLEVELS = 20
_MOST_READ = 3_000
_NO_DOCUMENT = 4

Loaded = Callable[[str], Collection[str]]
"""Returns the files that a document reads once its macros are expanded."""


@dataclass(frozen=True, slots=True)
class MainFile:
    """Main file, None where there is no document; documents typeset beside it; what a person should know."""

    main: str | None
    beside: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    reading: tuple[str, ...] = ()  # commands that nobody in the source defines and that are taken for \\input


def choose_main(tree: SourceTree, loaded: Loaded | None = None) -> MainFile:
    """Return what arXiv's own note (00README) names first; then a complete document that no other file inputs.

    A parent stands for what it inputs. Of several documents one that cites goes first, then the one that is no
    slides, supplement or letter, has a .bbl of its name, does not cite far less than another, stands highest in the
    tree, has a usual name and cites most. Only what the note names is read beside it.

    `loaded` returns the files that a document reads by commands of its own; it is asked for those that name others.
    """
    readme = read_readme(tree)
    stated = [path for path in readme.toplevels if _may_be_tex(path)][:_MOST_TOPLEVELS]
    if stated:
        ordered = sorted(stated, key=lambda path: is_supplement(path) or not _words(path).isdisjoint(_BESIDE))
        return MainFile(ordered[0], tuple(ordered[1:]), (*readme.diagnostics, *_notes(ordered, ())))
    source = _Source(tree, _candidates(tree, readme), loaded)
    ranked = sorted(source.documents, key=source.rank)
    if not ranked:
        return MainFile(None, (), readme.diagnostics)
    main = ranked[0]
    rivals = [path for path in ranked[1:] if source.is_whole(path) and not source.is_part(path)]
    return MainFile(main, (), (*readme.diagnostics, *_notes([main], rivals)), source.reading.get(main, ()))


def is_supplement(path: str) -> bool:
    """True if a file's name says that it is a supplement, by whole words."""
    words = _split(path)
    return (
        not _SUPPLEMENT.isdisjoint(words)
        or any(word.startswith("supplement") for word in words)
        or (bool(words) and words[-1] in _SUPPLEMENT_AT_END)
    )


def _notes(read: Sequence[str], rivals: Sequence[str]) -> Iterator[Diagnostic]:
    if len(read) > 1:
        also = ", ".join(read[1:])
        message = f"{read[0]} is read as the paper, and with it what is typeset beside it: {also}"
        yield Diagnostic("info", "several-toplevels", message, read[0], 0)
    if rivals:
        message = f"{read[0]} is read; also complete documents: {', '.join(rivals[:5])}"
        yield Diagnostic("info", "several-documents", message, read[0], 0)


def _may_be_tex(path: str) -> bool:
    return path.lower().endswith((*TEX, ".txt", ".tx")) or not path.lower().endswith(TEXT_SUFFIXES)


def _candidates(tree: SourceTree, readme: Readme) -> dict[str, str]:
    """Return the texts that may be documents.

    Ancillary files, which arXiv never typesets, only if there is nothing else.
    """
    paths = [path for path in tree.members if _may_be_tex(path) and path not in readme.ignored]
    paths = [path for path in paths if not posixpath.basename(path).lower().startswith("00readme")]
    typeset = [path for path in paths if _ANCILLARY not in f"/{path}"]
    texts = {path: tree.text(path) for path in (typeset or paths)[:_MOST_READ]}
    return {path: text for path, text in texts.items() if not text.lstrip().startswith("%auto-ignore")}


def _split(path: str) -> list[str]:
    stem = posixpath.splitext(posixpath.basename(path))[0]
    return [word.lower() for word in _WORDS.findall(stem)]


def _stem(name: str) -> str:
    return posixpath.basename(name.strip()).removesuffix(".tex")


def _words(path: str) -> frozenset[str]:
    return frozenset(_split(path))


class _Source:
    """Candidates of a source with what they input."""

    def __init__(self, tree: SourceTree, texts: Mapping[str, str], loaded: Loaded | None) -> None:
        self.tree, self.texts = tree, texts
        self.skimmed = {path: skim(text) for path, text in texts.items()}
        self.inputs = {path: self._inputs(path, skimmed) for path, skimmed in self.skimmed.items()}
        self.reading: dict[str, tuple[str, ...]] = {}
        if loaded:
            self._follow(loaded)
        self.cited: dict[str, Counter[str]] = {}  # with all that a document inputs
        self.cited_in: dict[str, Counter[str]] = {}  # in one file

    def _follow(self, loaded: Loaded) -> None:
        """Add what whole documents read by commands of their own, or of a class that the source does not hold."""
        whole = {path for path, skimmed in self.skimmed.items() if skimmed.class_name is not None and skimmed.begins}
        if len(whole) < 2:
            return
        stems = {posixpath.splitext(posixpath.basename(path))[0] for path in whole}
        followed = 0
        for path in sorted(whole):
            calls = calls_with_names(self.texts[path], stems)
            others = [name for _, name in calls if self._member(path, name) not in (None, path, *self.inputs[path])]
            mentioned = any(
                f"{mark}{stem}{end}" in self.texts[path]
                for stem in stems - {_stem(path)}
                for mark, end in (("{", "}"), ("{", ","), (",", ","), (",", "}"))
            )
            if followed >= _MOST_FOLLOWED or not (others or mentioned):
                continue
            followed += 1
            read = [part for part in loaded(path) if part != path and part in self.texts]
            words = dict.fromkeys(word for word, name in calls if self._reads(path, word, name, whole, read))
            if words:
                self.reading[path] = tuple(words)
                members = (self._member(path, name) for word, name in calls if word in words)
                read += [member for member in members if member]
            self.inputs[path] = list(dict.fromkeys((*self.inputs[path], *read)))

    def _reads(self, path: str, word: str, name: str, whole: Collection[str], read: Collection[str]) -> bool:
        """True if a command names another whole document as one does that inputs it, and no definition speaks against.

        Expansion has not read it: a class that the source lacks defines it, or one by commands that we do not follow.
        """
        member = self._member(path, name)
        if member not in whole or member == path or member in read or not _INPUTS_BY_NAME.search(word):
            return False
        defines = re.compile(rf"(?:[dD]ef|[cC]ommand\*?|let)[ \t]*\{{?[ \t]*\\{word}(?![a-zA-Z@])")
        code = (self.tree.text(file) for file in self.tree.members if file.endswith((*TEX, ".sty", ".cls")))
        definitions = [
            text[at.end() : at.end() + _LONGEST_DEFINITION] for text in code for at in defines.finditer(text)
        ]
        return not definitions or any(_INPUTS_ARGUMENT.search(text) for text in definitions)

    def _member(self, path: str, name: str) -> str | None:
        return self.tree.find(name.strip(), TEX, (posixpath.dirname(path), ""))

    @cached_property
    def documents(self) -> list[str]:
        """Return what may be the document: the files that no other inputs, and of those that input each other one."""
        inner = {child for path, children in self.inputs.items() for child in children if child != path}
        wholeness = {path: skimmed.class_name is None or not skimmed.begins for path, skimmed in self.skimmed.items()}
        covered: set[str] = set()
        paths: list[str] = []
        for path in sorted(self.texts, key=lambda path: (path in inner, wholeness[path])):
            if path not in covered:
                paths.append(path)
                covered.update(self._reach(path))
        return [path for path in paths if self.tier(path) < _NO_DOCUMENT]

    @cached_property
    def _most_cited(self) -> int:
        return max(self.weight(path) for path in self.documents)

    def tier(self, path: str) -> int:
        """0: a whole LaTeX document, with what it inputs; 1: a whole plain one; 2: half of one; 3: some text."""
        parts = [self.skimmed[part] for part in self._reach(path) if part in self.skimmed]
        opened = any(part.class_name is not None for part in parts)
        begins = any(part.begins for part in parts)
        if opened and begins:
            return 0
        if any(part.plain for part in parts):
            return 1
        if opened or begins:
            return 2
        return 3 if self.weight(path) or self.inputs[path] else _NO_DOCUMENT

    def is_whole(self, path: str) -> bool:
        """True if it is a complete document."""
        return self.tier(path) <= 1

    def is_part(self, path: str) -> bool:
        """True if its class says that it is a part of another document."""
        return self.skimmed[path].class_name in _PART_CLASSES

    def weight(self, path: str) -> int:
        """Return how many works the document cites with all that it inputs, roughly."""
        return len(self._cited(path))

    def _cited(self, path: str) -> Counter[str]:
        """Return the keys that a document cites, and how often; an input whose name only TeX knows may cite too."""
        if path not in self.cited:
            total: Counter[str] = Counter()
            for part in self._reach(path):
                if part not in self.cited_in:
                    named = self.skimmed[part].inputs if part in self.skimmed else ()
                    self.cited_in[part] = cited(self.tree.text(part)) + Counter(
                        name for _, name in named if "\\" in name
                    )
                total.update(self.cited_in[part])
            self.cited[path] = total
        return self.cited[path]

    def rank(self, path: str) -> tuple[int | str, ...]:
        """Sort key of the documents, the best first."""
        if len(self.documents) == 1:
            return (path,)
        skimmed, words = self.skimmed[path], _words(path)
        has_bbl = f"{posixpath.splitext(path)[0]}.bbl" in self.tree.members
        return (
            int(not self.is_whole(path)),
            int(self.is_part(path)),
            int(self.weight(path) == 0),
            self.tier(path),
            int(skimmed.class_name in _SIDE_CLASSES or not words.isdisjoint(_BESIDE) or skimmed.latexdiff),
            int(is_supplement(path)),
            int(not path.lower().endswith(TEX)),
            int(not has_bbl),
            int(not has_bbl and self._cites_little(path)),
            int(not words.isdisjoint(_DOUBTFUL)),
            path.count("/"),
            int(words.isdisjoint(_USUAL)),
            -self._cited(path).total(),
            path,
        )

    def _cites_little(self, path: str) -> bool:
        weight = self.weight(path)
        return weight * _MUCH_LESS < self._most_cited and self._most_cited - weight >= _FEW

    def _inputs(self, path: str, skimmed: Skimmed) -> list[str]:
        own = posixpath.dirname(path)
        members = []
        for folder, name in dict.fromkeys(skimmed.inputs):
            folders = (posixpath.join(own, folder), folder) if folder else (own, "")
            if (member := self.tree.find(name, TEX, folders)) and member not in members:
                members.append(member)
        return members

    def _reach(self, path: str) -> list[str]:
        """Return the file and all that it inputs, directly or through others."""
        reached = {path: None}
        waiting = [path]
        while waiting:
            for child in self.inputs.get(waiting.pop(), ()):
                if child not in reached:
                    reached[child] = None
                    waiting.append(child)
        return list(reached)
