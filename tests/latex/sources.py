"""Small sources to test with."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile

from litgauge.tasks.latex import Extraction, ExtractionSettings, SourceTree, extract

BIB = """@article{a, title={Alpha of things}, author={Ann Ames}, year=2001}
@article{b, title={Beta of things}, author={Bob Boyle}, year=2002}
@article{c, title={Gamma of things}, author={Cleo Cole}, year=2003}
"""


def tree(**files: str | bytes) -> SourceTree:
    """A source tree; "__" in a name is a dot, "___" a slash."""
    return of({name.replace("___", "/").replace("__", "."): content for name, content in files.items()})


def of(files: dict[str, str | bytes]) -> SourceTree:
    return SourceTree(
        "test", {name: text if isinstance(text, bytes) else text.encode() for name, text in files.items()}
    )


def document(body: str, preamble: str = "", ending: str = "\\bibliography{refs}") -> str:
    return f"\\documentclass{{article}}\n{preamble}\n\\begin{{document}}\n{body}\n{ending}\n\\end{{document}}\n"


def read(
    body: str,
    preamble: str = "",
    bib: str = BIB,
    settings: ExtractionSettings = ExtractionSettings(),  # noqa: B008
    **more: str | bytes,
) -> Extraction:
    """The extraction of a document with this body beside refs.bib."""
    return extract(tree(main__tex=document(body, preamble), refs__bib=bib, **more), "test", settings)


def cited(body: str, preamble: str = "", **more: str | bytes) -> list[str]:
    return list(read(body, preamble, **more).cited_keys)


def codes(extraction: Extraction) -> set[str]:
    return {note.code for note in extraction.diagnostics}


def tarball(members: list[tuple[str, bytes]], mode: str = "w:gz") -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode=mode) as archive:  # type: ignore[call-overload]
        for name, data in members:
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return stream.getvalue()


def zipped(members: list[tuple[str, bytes]]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return stream.getvalue()


def gzipped(data: bytes) -> bytes:
    return gzip.compress(data)
