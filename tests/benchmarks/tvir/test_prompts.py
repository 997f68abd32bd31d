"""What agents are told: the same rules in each variant, and the task as it stands."""

from __future__ import annotations

import pytest

from litgauge.tasks.benchmarks.tvir.prompts import VARIANTS
from tests.benchmarks.tvir import judged


@pytest.mark.parametrize(
    ("variant", "says"),
    [
        ("markdown-matplotlib", ("in Markdown, with", "with Matplotlib")),
        ("markdown-chartjs", ("in Markdown, with", "with Chart.js")),
        ("html-chartjs", ("in HTML, as one page", "with Chart.js")),
    ],
)
def test_each_variant_says_its_format_and_its_tool(variant: str, says: tuple[str, ...]) -> None:
    (given,) = VARIANTS[variant](judged.release())
    assert all(words in given.text for words in says)
    assert given.text.endswith(judged.TASK.prompt)
    assert "{{" not in given.text
    assert "references" in given.text
