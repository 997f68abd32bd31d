"""Bundles the classes and packages of an installed TeX with papers, one at a time and with all that they load.

`python -m perf.debian_tex [--tree DIR ...] [--every N] [--check] [--sources FOLDER ...] [NAME ...]`

Every .cls and .sty that TeX has (Debian: texlive-latex-extra, -publishers, -science, -humanities, -bibtex-extra) is put
beside a small paper that uses it and cites four works, as authors upload the files of their publishers. What should
come out is known: four keys in their order, their two sections and their titles, in little time and text. Exceptions
are listed; `--check` asks pdflatex which keys it cites there. `--sources` bundles real sources (folders with gold.json)
with the classes and styles that they load, and compares what comes out with and without.
"""

from __future__ import annotations

import argparse
import functools
import re
import statistics
import subprocess
import tempfile
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from litgauge.tasks.latex import Extraction, SourceTree, expand, extract, open_path

TREES = (Path("/usr/share/texlive/texmf-dist/tex"), Path("/usr/share/texmf/tex"))
LOADED = (".cls", ".sty", ".clo", ".def", ".cfg", ".ldf", ".fd", ".tex")
KEYS = ("alpha", "beta", "gamma", "delta")
SECTIONS = ("One", "One", "Two", "Two")
MOST_SECONDS = 1.0
MOST_TEXT = 3.0
"""Times the paper's own text."""
_LOADS = re.compile(
    r"\\(?P<how>documentclass|LoadClass(?:WithOptions)?|usepackage|RequirePackage(?:WithOptions)?|documentstyle"
    r"|input|@input|InputIfFileExists)\s*+(?:\[(?P<options>[^\]]{0,2000})\]\s*+)?\{?(?P<names>[^{}\\\s]{1,2000})"
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a paper beside a bundled file."""

    name: str
    files: int
    bytes: int
    keys: tuple[str, ...]
    wrong: tuple[str, ...]  # what is not as it should be
    seconds: float
    text: float  # times the paper's own text
    codes: tuple[str, ...]


@functools.cache
def installed(trees: tuple[Path, ...] = TREES) -> Mapping[str, Path]:
    """The files that TeX may load, by name."""
    return {
        path.name: path
        for tree in trees
        for path in sorted(tree.rglob("*"), reverse=True)
        if path.suffix in LOADED and path.is_file()
    }


def loaded(text: str) -> Iterator[str]:
    """The names of the files that a text loads."""
    for found in _LOADS.finditer(text):
        how, names = found["how"], found["names"].split(",")
        if how in ("documentclass", "LoadClass", "LoadClassWithOptions"):
            yield from (f"{name.strip()}.cls" for name in names)
        elif how == "documentstyle":
            yield from (f"{name.strip()}.sty" for name in (*names, *(found["options"] or "").split(",")))
        elif "ackage" in how:
            yield from (f"{name.strip()}.sty" for name in names)
        else:
            yield from (names[0], f"{names[0]}.tex")


def closure(names: Iterable[str], most: int = 60) -> dict[str, bytes]:
    """The installed files of these names and all that they load, nearest first."""
    members: dict[str, bytes] = {}
    waiting = list(names)
    while waiting and len(members) < most:
        name = waiting.pop(0)
        if name in installed() and name not in members and not name.startswith("expl3"):
            members[name] = installed()[name].read_bytes()
            waiting.extend(loaded(members[name].decode("latin-1")))
    return members


def small_paper(name: str, bundled: Mapping[str, bytes]) -> dict[str, bytes]:
    """A paper that uses the class or package and cites four works; its bibliography is of one of three kinds."""
    stem, _, kind = name.rpartition(".")
    head = f"\\documentclass{{{stem}}}" if kind == "cls" else f"\\documentclass{{article}}\n\\usepackage{{{stem}}}"
    natbib = any(b"natbib" in text or b"citep" in text for text in bundled.values())
    third = "\\citep[see][]{gamma}" if natbib else "\\cite[see]{gamma}"
    chosen = zlib.crc32(name.encode()) % 3
    items = "".join(f"\\bibitem{{{key}}} A. Ames, ``The {key} of things,'' J. Things 1 (2001) 2.\n" for key in KEYS)
    listed = f"\\begin{{thebibliography}}{{9}}\n{items}\\end{{thebibliography}}\n"
    text = (
        f"{head}\n\\begin{{document}}\n\\title{{A small paper}}\n\\author{{Ann Ames}}\n\\maketitle\n"
        "\\section{One}\nSome things~\\cite{alpha} are \\textbf{old}, some \\emph{new} \\cite[Section~2]{beta}.\n\n"
        f"\\section{{Two}}\n\\begin{{figure}}\\caption{{See {third}.}}\\end{{figure}}\n"
        "As in Section~\\ref{one}, $a^2$ \\footnote{\\cite{delta,alpha}}.\n"
        + (listed if chosen == 2 else "\\bibliographystyle{plain}\n\\bibliography{refs}\n")
        + "\\end{document}\n"
    )
    entries = "".join(f"@article{{{key}, title={{The {key} of things}}, author={{Ann Ames}}}}\n" for key in KEYS)
    beside = ({"refs.bib": entries.encode()}, {"paper.bbl": listed.encode()}, {})[chosen]
    return {"paper.tex": text.encode(), **beside}


def measure(name: str, bundled: Mapping[str, bytes]) -> Outcome:
    """What the extractor makes of a small paper beside these files."""
    paper = small_paper(name, bundled)
    members = {**bundled, **paper}
    start = time.process_time()
    extraction = extract(SourceTree(name, dict(members)), name)
    seconds = time.process_time() - start
    text = len(expand(SourceTree(name, dict(members))).text) / len(paper["paper.tex"])
    return Outcome(
        name,
        len(bundled),
        sum(map(len, bundled.values())),
        extraction.cited_keys,
        tuple(_wrong(extraction, seconds, text)),
        seconds,
        text,
        tuple(dict.fromkeys(note.code for note in extraction.diagnostics if note.severity != "info")),
    )


def _wrong(extraction: Extraction, seconds: float, text: float) -> Iterator[str]:
    if extraction.cited_keys != KEYS:
        yield f"keys {', '.join(extraction.cited_keys) or 'none'}"
    sections = {citation.key: citation.section for citation in reversed(extraction.citations)}
    if tuple(sections.get(key) for key in KEYS) != SECTIONS:
        yield f"sections {sections}"
    if [reference.title for reference in extraction.references] != [f"The {key} of things" for key in KEYS]:
        yield f"titles {[reference.title for reference in extraction.references]}"
    if seconds > MOST_SECONDS:
        yield f"{seconds:.1f} s"
    if text > MOST_TEXT:
        yield f"{text:.0f} times the text"


def keys_of_tex(name: str) -> str:
    """The keys that pdflatex cites in the small paper, in the order of its .aux, or why there are none."""
    with tempfile.TemporaryDirectory() as folder:
        for path, data in small_paper(name, closure([name])).items():
            (Path(folder) / path).write_bytes(data)
        try:
            run = subprocess.run(
                ["pdflatex", "-interaction=nonstopmode", "-no-shell-escape", "paper.tex"],
                cwd=folder,
                capture_output=True,
                timeout=60,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as reason:
            return f"no pdflatex: {reason}"
        aux = Path(folder) / "paper.aux"
        text = aux.read_text(encoding="latin-1") if aux.is_file() else ""
        cited = re.findall(r"\\(?:citation|abx@aux@cite\{0\})\{([^{}]*)\}", text)
        keys = [key for listed in cited for key in listed.split(",")]
        errors = re.findall(r"(?m)^! (.*)$", run.stdout.decode("latin-1"))
        return f"{', '.join(dict.fromkeys(keys)) or 'none'}{'; ' + errors[0] if errors else ''}"


def all_of(kind: str, every: int, names: Sequence[str]) -> list[str]:
    """The names of the installed classes (.cls) or packages (.sty), or every n-th of them."""
    found = sorted(name for name in installed() if name.endswith(kind) and (not names or name in names))
    return found[::every]


def report(label: str, outcomes: Sequence[Outcome], *, check: bool) -> None:
    """Print a line of counts and every exception."""
    keys = sum(outcome.keys == KEYS for outcome in outcomes)
    seconds = sorted(outcome.seconds for outcome in outcomes)
    print(
        f"{label}: {len(outcomes)} bundles, {sum(outcome.bytes for outcome in outcomes) / 1e6:.0f} MB; all four keys "
        f"in {keys}; nothing wrong in {sum(not outcome.wrong for outcome in outcomes)}; seconds: median "
        f"{statistics.median(seconds):.4f}, mean {statistics.mean(seconds):.4f}, most {seconds[-1]:.2f}; text at most "
        f"{max(outcome.text for outcome in outcomes):.1f} times the paper's; with a warning "
        f"{sum(bool(outcome.codes) for outcome in outcomes)}"
    )
    for outcome in outcomes:
        if outcome.wrong:
            tex = f" | pdflatex: {keys_of_tex(outcome.name)}" if check else ""
            print(f"    {outcome.name}: {'; '.join(outcome.wrong)} [{', '.join(outcome.codes)}]{tex}")


def compare_sources(folder: Path) -> None:
    """Print what real sources give with the installed classes and styles that they load, and without."""
    total = {"alone": 0.0, "bundled": 0.0}
    count = differing = files = 0
    for path in sorted(item for item in folder.iterdir() if (item / "gold.json").is_file()):
        tree = open_path(path)
        texts = [tree.text(member) for member in tree.members if member.endswith((".tex", ".ltx", ".cls", ".sty"))]
        present = {Path(member).name for member in tree.members}
        here = expand(tree).main.rpartition("/")[0]
        more = {
            f"{here}/{name}" if here else name: data
            for name, data in closure(name for text in texts for name in loaded(text)).items()
            if name not in present and not name.endswith(".tex")
        }
        seconds, results = {}, {}
        for label, members in (("alone", {}), ("bundled", more)):
            best = float("inf")
            for _ in range(3):
                start = time.process_time()
                results[label] = extract(SourceTree(tree.name, {**tree.members, **members}), path.name)
                best = min(best, time.process_time() - start)
            seconds[label] = best
            total[label] += best
        count, files = count + 1, files + len(more)
        same = results["alone"].references == results["bundled"].references and (
            results["alone"].citations == results["bundled"].citations
        )
        differing += not same
        print(
            f"    {path.name:30} {len(more):3} files {sum(map(len, more.values())) / 1e6:5.2f} MB  "
            f"{seconds['alone'] * 1e3:6.1f} ms alone {seconds['bundled'] * 1e3:6.1f} ms bundled"
            f"{'' if same else '  DIFFERENT: ' + _difference(results['alone'], results['bundled'])}"
        )
    print(
        f"{folder.name}: {count} sources, {files} files bundled, different in {differing}; {total['alone']:.2f} s "
        f"alone, {total['bundled']:.2f} s bundled ({total['bundled'] / total['alone']:.2f} times)"
    )


def _difference(alone: Extraction, bundled: Extraction) -> str:
    if alone.cited_keys != bundled.cited_keys:
        lost = [key for key in alone.cited_keys if key not in bundled.cited_keys]
        more = [key for key in bundled.cited_keys if key not in alone.cited_keys]
        return f"keys lost {lost[:5]}, more {more[:5]}"
    changed = [
        f"{one!r} / {other!r}" for one, other in zip(alone.references, bundled.references, strict=False) if one != other
    ]
    places = [(one, other) for one, other in zip(alone.citations, bundled.citations, strict=False) if one != other]
    return f"references {changed[:1]}, citations {places[:1]}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="only these files, such as elsarticle.cls")
    parser.add_argument("--every", type=int, default=1, help="only every n-th class and package")
    parser.add_argument("--kind", choices=(".cls", ".sty"), help="only classes, or only packages")
    parser.add_argument("--check", action="store_true", help="ask pdflatex what it cites where something is wrong")
    parser.add_argument("--sources", type=Path, nargs="+", default=(), help="real sources, bundled with what they load")
    given = parser.parse_args(arguments)
    if not installed():
        print(f"no TeX here: nothing under {', '.join(map(str, TREES))}")
        return
    for folder in given.sources:
        compare_sources(folder)
    if given.sources and not given.names:
        return
    for label, kind in (("classes", ".cls"), ("packages", ".sty")):
        if given.kind not in (None, kind):
            continue
        names = all_of(kind, given.every, given.names)
        if not names:
            continue
        alone = [measure(name, {name: installed()[name].read_bytes()}) for name in names]
        report(f"{label}, one at a time", alone, check=given.check)
        report(f"{label} with what they load", [measure(name, closure([name])) for name in names], check=given.check)


if __name__ == "__main__":
    main()
