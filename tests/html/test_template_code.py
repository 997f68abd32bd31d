"""Compiled templates are kept between runs, and only as long as they are what the templates say."""

from __future__ import annotations

from pathlib import Path

import jinja2
import pytest

from litgauge.tasks.html.template_code import TemplateCode


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "litgauge"


class Counting(jinja2.Environment):
    """Counts what it compiles."""

    compiled = 0

    def _generate(self, *args, **named):
        self.compiled += 1
        return super()._generate(*args, **named)


def page(text: str, **options: object) -> tuple[str, int]:
    """What a new process makes of a template, and how many it compiled."""
    jinja = Counting(loader=jinja2.DictLoader({"page": text}), bytecode_cache=TemplateCode(), **options)
    return jinja.get_template("page").render(name="Ada"), jinja.compiled


def test_a_template_is_compiled_once() -> None:
    assert page("Hello {{ name }}") == ("Hello Ada", 1)
    assert page("Hello {{ name }}") == ("Hello Ada", 0)
    assert page("Goodbye {{ name }}") == ("Goodbye Ada", 1)


def test_a_damaged_file_is_made_again(cache: Path) -> None:
    page("Hello {{ name }}")
    (kept,) = cache.iterdir()
    kept.write_bytes(kept.read_bytes()[:-10])
    assert page("Hello {{ name }}") == ("Hello Ada", 1)
    assert page("Hello {{ name }}") == ("Hello Ada", 0)


def test_without_a_cache_every_process_compiles(cache: Path) -> None:
    cache.write_text("a file where the folder should be")
    assert page("Hello {{ name }}") == page("Hello {{ name }}") == ("Hello Ada", 1)


def test_a_changed_filter_compiles_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    module = tmp_path / "filters.py"
    monkeypatch.setattr("litgauge.tasks.text.terminal.__file__", str(module))
    from litgauge.tasks.text import terminal

    for text, compiled in (("one = 1", 1), ("one = 1", 0), ("one = 2", 1)):
        module.write_text(text)
        assert page("{{ name }}", finalize=terminal.plain_lines)[1] == compiled
