"""Numbers of charts against their data, and axes that leave out zero, in the notations that agents draw charts in."""

from __future__ import annotations

import json

from litgauge.tasks.figures.chart_data import (
    Drawn,
    chart_numbers,
    code_numbers,
    numbers_in_text,
    table_numbers,
    value_axis,
)
from tests.tables import each_row

VEGA = json.dumps(
    {
        "mark": {"type": "bar", "opacity": 0.7},
        "width": 300,
        "data": {"values": [{"year": 2020, "gw": 12.5}, {"year": 2021, "gw": 19}]},
        "encoding": {"y": {"field": "gw", "scale": {"domain": [10, 20]}}},
    }
)
ECHARTS = """option = {grid: {top: 40}, yAxis: {type: 'value', min: 30},
  series: [{type: 'bar', barWidth: 20, data: [41, 52.5, [7, 8]]}]};"""
CHART_JS = """new Chart(c, {type: 'bar', options: {scales: {y: {beginAtZero: true}}},
  data: {labels: ['2020', '2021'], datasets: [{data: [3, 4], borderWidth: 1}]}})"""
PLOTLY = json.dumps({"data": [{"type": "scatter", "x": [2019, 2020], "y": [1.5, 2.5], "opacity": 0.5}]})
PYTHON = """
import matplotlib.pyplot as plt
fig, ax = plt.subplots(figsize=(8, 4, 2))
ax.bar(["a", "b", "c"], [310, 325, -330], color=(0.1, 0.2, 0.3))
ax.set_yticks([300, 320, 340])
ax.set_ylim(bottom=300)
"""
D3 = """<script src="https://d3js.org/d3.v7.min.js"></script><p>Don't read [7, 8, 9].</p><script>
  const margin = {top: 20, right: 30}, ticks = [10, 20, 30, 40]
  // const data = [1, 2, 3]
  const shares = [
    { provider: 'A, 12', "launches": 98, share: 43.9, year: 2023, labelOffset: -5, color: '#0a4b8c', r: f(3) },
    { provider: `B: [5]`, "launches": 47, share: -21.1, position: { x: 0.75, y: 0.85 } }, /* 77 */
  ].reverse()
  const x = d3.scaleBand().domain(shares.map((d) => d.provider))
  const years = d3.scaleLinear().domain([2010, 2023]), y = d3.scaleLinear().domain([%s, 100]).range([height, 0])
  const y2 = d3.scaleLinear().domain([80, 90]), line = d3.line().y((d) => y2(d.share))
  svg.selectAll('rect').data(shares).join('rect').attr('height', (d) => height - y(d.share))
</script>"""


@each_row(
    "code, numbers, axis",
    [
        (VEGA, [12.5, 19.0], "truncated"),
        (ECHARTS, [41.0, 52.5, 7.0, 8.0], "truncated"),
        (CHART_JS, [3.0, 4.0], "full"),
        (PLOTLY, [1.5, 2.5], "unknown"),
        (PYTHON, [310.0, 325.0, -330.0], "truncated"),
        ("plt.barh(names, [5, 6, 7]); plt.ylim(2, 9)", [5.0, 6.0, 7.0], "full"),
        (D3 % 0, [98.0, 43.9, 47.0, -21.1], "full"),
        (D3.replace(" 77 */", "") % 20, [98.0, 43.9, 47.0, -21.1], "truncated"),
        ("const size = {w: 30, h: 40, pad: 5}; const d = {us: [{v: 1}, {v: 2}], n: [3]}", [1.0, 2.0, 3.0], "unknown"),
        (
            "const d = [1e999, 2, 3]; const y = d3.scaleLinear().domain([1"
            + "0" * 400
            + ", 2]); r.attr('height', y(1))",
            [float("inf"), 2.0, 3.0],
            "truncated",
        ),
        ('pie title Pets\n  "Dogs" : 386', [], "unknown"),
        ("", [], "unknown"),
        ("{" * 5000, [], "unknown"),
    ],
)
def test_data_and_axis_are_read(code: str, numbers: list[float], axis: str) -> None:
    assert code_numbers(code) == numbers
    assert value_axis(code)[0] == axis


@each_row(
    "table, numbers",
    [
        ("Jahr;GW\n2019;1.200\n2020;$1,300\n", [1.2, 1300.0]),
        ("国家\t产量\n德国\t12.5%\n法国\t−3\n", [12.5, -3.0]),
        ('name,"a, b"\nx,"1,000"\n', [1000.0]),
        ("\x00", []),
        ("", []),
    ],
)
def test_tables_are_read(table: str, numbers: list[float]) -> None:
    assert table_numbers(table) == numbers


def test_a_caption_may_state_what_follows_from_few_values() -> None:
    drawn = Drawn(table="year,gw\n2019,40\n2020,50\n")
    assert chart_numbers(drawn, "From 2019 to 2020 it grew by 25 % to 50 GW.").agreeing == 2
    wrong = chart_numbers(drawn, "It grew to 75 GW.")
    assert (wrong.compared, wrong.agreeing) == (1, 0)


def test_a_program_against_its_table_and_pages() -> None:
    found = chart_numbers(Drawn("plt.plot([1, 2, 4])", "x,y\na,1\nb,2\nc,3\n"), "")
    assert (found.compared, found.agreeing, found.origin) == (3, 2, "table")
    assert numbers_in_text((12.0, 1_500_000.0, 7.0), ["In all 12 pairs and 1.5 million eggs."]) == 2
