"""Files that ship with litgauge: the configs, the sample, and Prefect's settings.

A checkout has them beside the package, a wheel inside it. A path as the docs write it (configs/judges/paper.yaml,
data/sample/agents/careful) means the file of the working directory, if it is there, and else the one that ships.
"""

from __future__ import annotations

from pathlib import Path, PurePath
from typing import Annotated

from pydantic import AfterValidator

PACKAGE = Path(__file__).resolve().parents[2]
_CHECKOUT = PACKAGE.parent

IS_WHEEL = (PACKAGE / "configs").is_dir()
CONFIGS = PACKAGE / "configs" if IS_WHEEL else _CHECKOUT / "configs"
PROMPTS = CONFIGS / "prompts"
SAMPLE = PACKAGE / "sample" if IS_WHEEL else _CHECKOUT / "data" / "sample"
PREFECT_SETTINGS = (PACKAGE if IS_WHEEL else _CHECKOUT) / "prefect.toml"

_PLACES = {("configs",): CONFIGS, ("data", "sample"): SAMPLE}


def own_or_shipped(path: str) -> str:
    """Return the path; where nothing is there, and a file that ships is called so, the path of that.

    >>> own_or_shipped("https://a.example/configs"), own_or_shipped("configs/no such file")
    ('https://a.example/configs', 'configs/no such file')
    """
    parts = PurePath(path).parts
    for beginning, folder in _PLACES.items():
        if parts[: len(beginning)] == beginning and not Path(path).exists():
            shipped = folder.joinpath(*parts[len(beginning) :])
            return str(shipped) if shipped.exists() and ".." not in parts else path
    return path


def own_or_shipped_config(name: str) -> Path:
    """Return a file of configs/ by its name below it, such as prices.yaml: one's own, or the one that ships."""
    own = Path("configs", name)
    return own if own.is_file() else CONFIGS / name


def config_folders() -> tuple[Path, ...]:
    """Return the folders of configs: `configs` in the working directory, if it is another one, and what ships."""
    own = Path("configs")
    return (own, CONFIGS) if own.is_dir() and not own.samefile(CONFIGS) else (CONFIGS,)


OwnOrShippedPath = Annotated[str, AfterValidator(own_or_shipped)]
"""A path or an address in a config; see `own_or_shipped`."""
