"""YAML whose aliases stand for billions of values: refused by all that read it, and at once."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from litgauge.tasks.answers.yaml_values import yaml_value
from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.base.yaml_files import parse_yaml
from litgauge.tasks.base.yaml_loaders import ForeignLoader
from litgauge.tasks.latex.sources.readme import read_readme
from litgauge.tasks.latex.sources.tree import SourceTree
from tests.tables import each_row


def levels(first: str, level: str) -> str:
    """YAML of ten levels, each of which repeats the one before ten times."""
    lines = [f"a0: &a0 {first}"]
    lines += [level.format(own=f"a{n}", below=", ".join([f"*a{n - 1}"] * 10)) for n in range(1, 10)]
    return "\n".join(lines) + "\n"


BOMBS = {
    "lists": levels("[owl]", "{own}: &{own} [{below}]"),
    "mappings": levels("{owl: 1}", "{own}: &{own} {{x: [{below}]}}"),
    "merged mappings": levels("{owl: 1}", "{own}: &{own} {{<<: [{below}]}}"),
    "itself": "a: &a [*a]\n",
    "itself below": "a: &a\n  b: &b\n    c: [*a, *b]\n",
}
REPEATED = "model: &judge {name: m, price: [1, 2]}\npanel:\n- *judge\n- {<<: *judge, name: n}\n"


@each_row("text", BOMBS.values())
def test_a_config_does_not_grow_by_its_aliases(text: str) -> None:
    with pytest.raises(ConfigError, match=r"config\.yaml: is not YAML, line [0-9]+: .*alias"):
        parse_yaml(text, "config.yaml")


def test_a_config_may_repeat_a_part_of_itself() -> None:
    judge = {"name": "m", "price": [1, 2]}
    assert parse_yaml(REPEATED, "here") == {"model": judge, "panel": [judge, {**judge, "name": "n"}]}
    many = "".join(f"- {n}\n" for n in range(2_000)) + "- &a {b: 1}\n" + "- *a\n" * 10
    assert len(parse_yaml(many, "here")) == 2_011


@each_row("text", [*BOMBS.values(), REPEATED])
def test_foreign_text_has_no_aliases(text: str) -> None:
    assert yaml_value(text) is None
    with pytest.raises(yaml.YAMLError):
        yaml.load(text, Loader=ForeignLoader)
    note = read_readme(SourceTree("owls", {"00README.yaml": f"{text}sources:\n- filename: a.tex\n".encode()}))
    assert [diagnostic.code for diagnostic in note.diagnostics] == ["readme-unreadable"]


@pytest.mark.parametrize(("text", "value"), [("a: 1\n", {"a": 1}), ("- x\n- [y]\n", ["x", ["y"]]), ("", None)])
def test_other_yaml_is_read_as_it_was(text: str, value: Any) -> None:
    assert yaml.load(text, Loader=ForeignLoader) == value == parse_yaml(text, "here")
