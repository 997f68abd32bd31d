"""A tree of sources to the document that it means."""

from __future__ import annotations

from dataclasses import replace

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.latex.expansion import assignments, choices, conditions, environments, inputs, macros, primitives
from litgauge.tasks.latex.expansion.document import Document, Piece
from litgauge.tasks.latex.expansion.machine import Leave, Machine
from litgauge.tasks.latex.sources.main_file import MainFile, choose_main
from litgauge.tasks.latex.sources.tree import SourceTree
from litgauge.tasks.records.references import Diagnostic


def expand(tree: SourceTree, *, leave: Leave | None = None, packages: bool = True) -> Document:
    """Return the document that TeX would make of the tree, from the file that `choose_main` picks.

    Macros of the author's are expanded where they decide what is cited; with `leave`, all but the ones it is true of.
    Of classes and styles only what an author could have meant counts, and nothing without `packages`.
    Raises Rejected("no-latex") where the tree holds no TeX document. Limits on depth, inputs and output bound the
    work on hostile sources; passing one ends the expansion with a diagnostic.
    """
    return _expand_choice(tree, _choose(tree), None, leave, packages)


def _choose(tree: SourceTree) -> MainFile:
    return choose_main(tree, lambda path: _expand(tree, path).files)


def _expand_choice(
    tree: SourceTree, choice: MainFile, main: str | None, leave: Leave | None, packages: bool
) -> Document:
    chosen = main or choice.main
    if chosen is None or chosen not in tree.members:
        unread = f"; not read: {tree.left_out}" if tree.skipped else ""
        raise Rejected("no-latex", f"there is no TeX document in it{unread}", where=tree.name)
    return _expand(tree, chosen, choice.diagnostics, leave, packages, choice.reading)


def _expand(
    tree: SourceTree,
    main: str,
    diagnostics: tuple[Diagnostic, ...] = (),
    leave: Leave | None = None,
    packages: bool = True,
    reading: tuple[str, ...] = (),
) -> Document:
    rooms = (primitives, conditions, assignments, choices, environments, inputs, macros)
    handlers = {word: handler for room in rooms for word, handler in room.HANDLERS.items()}
    handlers.update(dict.fromkeys(reading, handlers["input"]))
    machine = Machine(tree.copy(), main, handlers, leave, packages, excluded=set(environments.VERBATIM))
    machine.run(inputs.open_main(machine))
    return Document(
        main,
        "".join(machine.out),
        machine.body_start,
        tuple(machine.pieces),
        tuple(dict.fromkeys(machine.files)),
        machine.macros,
        (*diagnostics, *machine.diagnostics),
        machine.tree,
    )


def expand_file(document: Document, path: str) -> Document:
    """Another file of the document's tree (a .bbl) read in the same way, with the document's macros known."""
    return _expand(document.tree, path)


def expand_with_supplements(tree: SourceTree, *, leave: Leave | None = None, packages: bool = True) -> Document:
    """Return the paper followed by the documents that are typeset beside it, which count as its appendix.

    `main` and the start of the body are the paper's; `leave` and `packages` as for `expand`. Raises what it raises.
    """
    choice = _choose(tree)
    document = _expand_choice(tree, choice, None, leave, packages)
    for path in choice.beside:
        document = _join(document, _expand_choice(document.tree, choice, path, leave, packages))
    return document


def _join(paper: Document, more: Document) -> Document:
    """Two documents as one; a macro that both define is the paper's."""
    text = f"{paper.text}\n\\appendix\n"
    shifted = (piece._replace(start=piece.start + len(text)) for piece in more.pieces)
    return replace(
        paper,
        text=text + more.text,
        pieces=(*paper.pieces, Piece(len(paper.text), more.main, 0, True), *shifted),
        files=tuple(dict.fromkeys((*paper.files, *more.files))),
        macros={**more.macros, **paper.macros},
        diagnostics=tuple(dict.fromkeys((*paper.diagnostics, *more.diagnostics))),
        tree=more.tree,
    )
