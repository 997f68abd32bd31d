"""Several documents of one source that arXiv typesets together, as one."""

from __future__ import annotations

from dataclasses import replace

from tasks.latex.expansion.document import Document, Piece
from tasks.latex.expansion.expand import expand
from tasks.latex.sources.main_file import choose_main
from tasks.latex.sources.tree import SourceTree


def expand_with_supplements(tree: SourceTree, *, packages: bool = True) -> Document:
    """The paper followed by the documents that are typeset beside it, which count as its appendix.

    `main` and the start of the body are the paper's; `packages` as for `expand`. Raises Rejected as `expand` does.
    """
    document = expand(tree, packages=packages)
    for path in choose_main(tree).beside:
        document = _joined(document, expand(document.tree, path, packages=packages))
    return document


def _joined(paper: Document, more: Document) -> Document:
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
