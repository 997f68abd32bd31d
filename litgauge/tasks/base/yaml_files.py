"""Reader of YAML files; its errors name line and key of a problem and the allowed values."""

from __future__ import annotations

import difflib
import typing
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.base.yaml_loaders import BoundedLoader

Model = TypeVar("Model", bound=BaseModel)


_LARGEST = 10_000_000  # characters of a file
_MISREAD = (ValueError, TypeError, AttributeError, LookupError, OverflowError)  # of a value such as 2020-13-45


class _Loader(BoundedLoader):
    """Loads plain values only, and refuses duplicate keys, of which YAML silently drops one."""

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        """Return the keys and values of a mapping. Raises ConstructorError for a duplicate key."""
        keys: set[str] = set()
        for key, _ in node.value if isinstance(node, yaml.MappingNode) else ():
            if isinstance(key, yaml.ScalarNode) and key.tag != "tag:yaml.org,2002:merge":
                if key.value in keys:
                    raise yaml.constructor.ConstructorError(None, None, f"{key.value} stands twice", key.start_mark)
                keys.add(key.value)
        return super().construct_mapping(node, deep)


def read_yaml(path: Path, *, next_step: str = "") -> Any:
    """Return the content of a YAML file, None if it is empty. Raises ConfigError, with the line, if unreadable."""
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(_LARGEST + 1)
    except OSError as error:
        raise ConfigError(f"cannot be read ({error.strerror})", where=str(path), next_step=next_step) from None
    except UnicodeDecodeError as error:
        raise ConfigError(f"is not UTF-8 text: {error.reason}", where=str(path), next_step=next_step) from None
    if len(text) > _LARGEST:
        raise ConfigError("is too large to be a config", where=str(path), next_step=next_step)
    return parse_yaml(text, str(path), next_step=next_step)


def parse_yaml(text: str, where: str, *, next_step: str = "") -> Any:
    """Return the content of YAML text, None if it is empty. Raises ConfigError, with the line, if it is not YAML."""
    try:
        return yaml.load(text, Loader=_Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark else ""
        what = getattr(error, "problem", None) or str(error).splitlines()[0]
        raise ConfigError(f"is not YAML{line}: {what}", where=where, next_step=next_step) from None
    except RecursionError:
        raise ConfigError("is nested too deeply", where=where, next_step=next_step) from None
    except _MISREAD as error:
        raise ConfigError(f"holds a value that cannot be read: {error}", where=where, next_step=next_step) from None


def read_mapping(path: Path, *, next_step: str = "") -> dict[str, Any]:
    """Return the keys and values of a YAML file, {} if it is empty. Raises ConfigError if it is not a mapping."""
    values = read_yaml(path, next_step=next_step)
    if values is None:
        return {}
    if not isinstance(values, dict):
        raise ConfigError("must be a mapping of keys to values", where=str(path), next_step=next_step)
    return values


def read_config(path: Path, *, next_step: str = "") -> dict[str, Any]:
    """Return the keys and values of a YAML file that the user named. Raises ConfigError also if it is empty."""
    if values := read_mapping(path, next_step=next_step):
        return values
    raise ConfigError("is empty: no key is set in it", where=str(path), data="Nothing was run", next_step=next_step)


def read_model(kind: type[Model], path: Path, *, data: str = "", next_step: str = "") -> Model:
    """Return the model that a YAML file describes. Raises ConfigError with line and path of an invalid key."""
    return validated(kind, read_mapping(path, next_step=next_step), path, data=data, next_step=next_step)


def validated(kind: type[Model], values: Any, path: Path, *, data: str = "", next_step: str = "") -> Model:
    """Return the model of these values from the file at `path`, some of which may have been replaced.

    Raises ConfigError with all problems, the first with its line; values are not repeated, since they may be secret.
    """
    try:
        return kind.model_validate(values)
    except ValidationError as error:
        problems = list(problems_of(error, kind))
        more = f" ({len(problems) - 1} more: {'; '.join(problems[1:])})" if len(problems) > 1 else ""
        line = line_of(path, error.errors(include_url=False, include_input=False)[0]["loc"])
        where = f"{path}:{line}" if line else str(path)
        raise ConfigError(problems[0] + more, where=where, data=data, next_step=next_step) from None


def problems_of(error: ValidationError, kind: type[BaseModel]) -> Iterator[str]:
    """Yield every problem as `path.to.key: problem`; for an unknown key with the allowed keys."""
    for problem in error.errors(include_url=False, include_input=False):
        path = ".".join(str(part) for part in problem["loc"])
        if problem["type"] == "extra_forbidden":
            yield f"{path}: unknown key; {_allowed(kind, problem['loc'])}"
        else:
            message = problem["msg"].removeprefix("Value error, ")
            yield f"{path}: {message}" if path else message


def _allowed(kind: Any, location: Sequence[int | str]) -> str:
    for part in location[:-1]:
        field = getattr(kind, "model_fields", {}).get(part)
        kind = _model_in(field.annotation) if field is not None else _model_in(kind)
    fields = sorted(getattr(kind, "model_fields", {}))
    near = difflib.get_close_matches(str(location[-1]), fields, n=1)
    hint = f"did you mean {near[0]}? " if near else ""
    return f"{hint}allowed here: {', '.join(fields)}"


def _model_in(annotation: Any) -> Any:
    """Return the model in an annotation such as `tuple[Model, ...] | None`; the annotation itself if there is none."""
    if hasattr(annotation, "model_fields"):
        return annotation
    models = (_model_in(argument) for argument in typing.get_args(annotation))
    return next((model for model in models if hasattr(model, "model_fields")), annotation)


def line_of(path: Path, location: Sequence[int | str]) -> int:
    """Return the line, from 1, of the deepest part of a key's path that is in the file; 0 if none is."""
    try:
        node: Any = yaml.compose(path.read_text(encoding="utf-8"), Loader=yaml.SafeLoader)
    except (OSError, UnicodeDecodeError, yaml.YAMLError):
        return 0
    line = 0
    for part in location:
        pair = None
        if isinstance(node, yaml.MappingNode):
            pair = next(((key, value) for key, value in node.value if key.value == part), None)
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
            pair = (node.value[part], node.value[part])
        if pair is None:
            break
        line, node = pair[0].start_mark.line + 1, pair[1]
    return line
