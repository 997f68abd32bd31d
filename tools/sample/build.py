"""Packs data/sample/tex/<id>/ into data/sample/sources/ as arXiv hands e-prints out; the same bytes every time.

python -m tools.sample.build            write the archives
python -m tools.sample.build --check    exit 1 and name the archives that differ from what would be written
"""

from __future__ import annotations

import argparse
import gzip
import io
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

from tools.sample.pdf import pdf_of

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "sample"
MTIME = 1_640_995_200  # 2022-01-01, the time stamp of every member
ZIP_TIME = (2022, 1, 1, 0, 0, 0)
BOMB_BYTES = 21 << 20  # more than any text file of a paper, about 20 kB when packed


def tar_of(folder: Path) -> bytes:
    """A gzipped tar of the folder's files, sorted by path."""
    with _Tar() as tar:
        for path, data in _files(folder):
            tar.file(path, data)
        return tar.packed()


def gz_of(folder: Path) -> bytes:
    """The folder's only file, gzipped: what arXiv gives for a source of one file."""
    ((path, data),) = _files(folder)
    return _gzip(data, path)


def zip_of(folder: Path) -> bytes:
    """A zip of the folder's files, sorted by path."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, data in _files(folder):
            entry = zipfile.ZipInfo(path, ZIP_TIME)
            entry.compress_type, entry.create_system, entry.external_attr = zipfile.ZIP_DEFLATED, 3, 0o100644 << 16
            archive.writestr(entry, data)
    return buffer.getvalue()


def pdf_only(folder: Path) -> bytes:
    """The folder's review.txt as a PDF, for a paper that was submitted without LaTeX."""
    return pdf_of((folder / "review.txt").read_text(encoding="utf-8"))


def hostile_tar(folder: Path) -> bytes:
    """The paper under a path that leaves the archive, beside links, a device and a bomb."""
    with _Tar() as tar:
        for escape in ("../../sorting.tex", "/sorting.tex"):
            tar.file(escape, (folder / "sorting.tex").read_bytes())
        tar.special("main.tex", tarfile.SYMTYPE, "/etc/passwd")
        tar.special("main.bbl", tarfile.LNKTYPE, "../../sorting.tex")
        tar.special("pipe.tex", tarfile.FIFOTYPE)
        tar.special("null.tex", tarfile.CHRTYPE)
        tar.file("filler.tex", bytes(BOMB_BYTES))
        return tar.packed()


PACKERS: dict[str, tuple[str, Callable[[Path], bytes]]] = {
    "9912.00001": (".tar.gz", tar_of),
    "9912.00002": (".tar.gz", tar_of),
    "9912.00003": (".gz", gz_of),
    "9912.00004": (".tar.gz", tar_of),
    "9912.00005": (".zip", zip_of),
    "9912.00006": (".tar.gz", tar_of),
    "9912.00007": (".gz", gz_of),
    "9912.00008": (".tar.gz", tar_of),
    "9912.00009": (".tar.gz", tar_of),
    "9912.00010": (".tar.gz", tar_of),
    "9912.00011": (".tar.gz", tar_of),
    "9912.00012": (".tar.gz", tar_of),
    "9912.00013": (".pdf", pdf_only),
    "9912.00014": (".gz", gz_of),
    "9912.00015": (".tar.gz", hostile_tar),
}


def archives(sample: Path = SAMPLE) -> Iterator[tuple[str, bytes]]:
    """File name and bytes of each archive, in order of id."""
    for survey_id, (suffix, pack) in PACKERS.items():
        yield survey_id + suffix, pack(sample / "tex" / survey_id)


class _Tar:
    """A tar in memory whose members carry no trace of who packed them, when or where."""

    def __init__(self) -> None:
        self._buffer = io.BytesIO()
        self._tar = tarfile.open(fileobj=self._buffer, mode="w", format=tarfile.USTAR_FORMAT)  # noqa: SIM115

    def __enter__(self) -> _Tar:
        return self

    def __exit__(self, *_: object) -> None:
        self._tar.close()

    def file(self, path: str, data: bytes) -> None:
        member = self._member(path)
        member.size = len(data)
        self._tar.addfile(member, io.BytesIO(data))

    def special(self, path: str, kind: bytes, target: str = "") -> None:
        member = self._member(path)
        member.type, member.linkname = kind, target
        self._tar.addfile(member)

    def packed(self) -> bytes:
        self._tar.close()
        return _gzip(self._buffer.getvalue())

    @staticmethod
    def _member(path: str) -> tarfile.TarInfo:
        member = tarfile.TarInfo(path)
        member.mtime, member.mode = MTIME, 0o644
        return member


def _files(folder: Path) -> list[tuple[str, bytes]]:
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    if not found:
        raise FileNotFoundError(f"{folder} has no files: nothing to pack")
    return [(path.relative_to(folder).as_posix(), path.read_bytes()) for path in found]


def _gzip(data: bytes, name: str = "") -> bytes:
    buffer = io.BytesIO()
    with gzip.GzipFile(name, "wb", compresslevel=9, fileobj=buffer, mtime=0) as packed:
        packed.write(data)
    return buffer.getvalue()


def same(found: bytes, made: bytes) -> bool:
    """Whether two archives are equal: to the byte, or once unpacked where Python has another compressor than zlib."""
    if found == made or "zlib-ng" not in zlib.ZLIB_RUNTIME_VERSION:
        return found == made
    return unpacked(found) == unpacked(made)


def unpacked(data: bytes) -> object:
    """What an archive holds, whatever it was compressed with."""
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return [(entry.filename, entry.date_time, archive.read(entry)) for entry in archive.infolist()]
    return gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data


def main() -> int:
    """Writes or checks the archives; 1 if --check finds a difference."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    check = parser.parse_args().check
    target = SAMPLE / "sources"
    target.mkdir(exist_ok=True)
    stale = []
    for name, data in archives():
        path = target / name
        if path.is_file() and same(path.read_bytes(), data):
            continue
        stale.append(name)
        if not check:
            path.write_bytes(data)
    sys.stdout.write(f"{'differ' if check else 'written'}: {', '.join(stale) or 'none'}\n")
    return int(check and bool(stale))


if __name__ == "__main__":
    raise SystemExit(main())
