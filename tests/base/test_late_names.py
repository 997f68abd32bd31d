"""Names and functions that are loaded when they are first asked for."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from litgauge.tasks import statistics
from litgauge.tasks.base.late_names import LateFunction, late_names
from litgauge.tasks.benchmark import known_benchmarks
from litgauge.tasks.engine.code_digest import code_digest
from litgauge.tasks.statistics.coefficients import cohen_kappa

KAPPA = LateFunction("litgauge.tasks.statistics.coefficients:cohen_kappa")


def test_a_package_loads_the_module_of_a_name_that_is_asked_for() -> None:
    code = "import sys, litgauge.tasks.statistics as s; before = 'numpy' in sys.modules; s.mean_interval; "
    code += "print(before, 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


def test_a_name_that_is_also_its_modules_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "__init__.py"
    source.write_text("if TYPE_CHECKING:\n    from litgauge.tasks.statistics.means import means as means\n")
    with pytest.raises(TypeError, match="means"):
        late_names("litgauge.tasks.statistics", str(source))("means")


def test_an_unknown_name_is_none_of_the_package() -> None:
    with pytest.raises(AttributeError, match="nothing"):
        statistics.nothing  # type: ignore[attr-defined] # noqa: B018


def test_a_late_function_is_the_function_for_callers_and_for_the_digest_of_code() -> None:
    assert KAPPA(["a", "b"], ["a", "b"]) == cohen_kappa(["a", "b"], ["a", "b"])
    assert code_digest(KAPPA) == code_digest(cohen_kappa)


def late_functions(value: object) -> Iterator[LateFunction]:
    """Yield those that a declaration holds, at any depth."""
    if isinstance(value, LateFunction):
        yield value
    elif is_dataclass(value):
        for field in fields(value):
            yield from late_functions(getattr(value, field.name))


def test_every_late_function_of_a_benchmark_is_there() -> None:
    found = [function for benchmark in known_benchmarks().values() for function in late_functions(benchmark)]
    assert found
    for function in found:
        assert callable(function.__wrapped__), function
