"""Figures of real reports, marked by hand: every picture that a reader sees, with its label, and nothing else."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from litgauge.tasks.records import AgentReport
from litgauge.tasks.reports import ReadReport, read_report
from litgauge.tasks.reports.ingest import ingest
from litgauge.tasks.reports.structure import structural_errors

pytestmark = pytest.mark.real

PLANNING = "Memory-planning-and-reflection-loop-in-the-Generative-Agents-architecture34-Here-an"
GOLD: dict[str, tuple[tuple[str, str, int], ...]] = {
    "tvir/reports": (
        (f"images/{PLANNING}.png", "图 1", 1577),
        ("images/memgpt-system-diagram.png", "图 2", 2850),
        ("images/self-rag.png", "图 3", 6890),
        ("images/0_NR1-gUjV1HCgRKZM.png", "图 4", 7684),
        ("images/1_XidSDkMdbVuc7HJikmZJ6Q.webp", "图 5", 11549),
        ("images/67bef7aecbf9cbada21ccb0e_66b0ce0bba4e0933f5894467_asynccode.png", "图 6", 12515),
        ("charts/memory_evolution_roadmap_2026_2028.png", "图 7", 23663),
    ),
    "figures/ms-agent": tuple(
        (f"resources/{name}.png", label, start)
        for name, label, start in (
            ("d5a93ca4", "图1", 708), ("d5187120", "图2", 816), ("87e61895", "图5", 1084), ("3640209f", "图6", 1175),
            ("77ecc94b", "图8", 1336), ("5d44c98d", "图1", 1785), ("823501dd", "图2", 1874), ("e3a2373b", "图3", 2049),
            ("61978062", "图2", 2382), ("f6346135", "图1", 2840), ("b3065fd3", "图3", 3089), ("573eb3cc", "图4", 3179),
            ("ed4e6990", "图1", 3516), ("dcbef6ab", "图5", 3595), ("ecf4cc4a", "图4", 3837), ("740db2b6", "图1", 4191),
            ("e06784de", "图2", 4265), ("d0135908", "图1", 4627), ("59e1c78d", "图3", 4772), ("831e1ad4", "图1", 5134),
            ("d8a5f3ab", "图2", 5211), ("a5400f76", "图6", 5340), ("71fe47f0", "图9", 5404), ("73108d23", "图10", 5555),
            ("ccf39415", "图15", 5624),
        )
    ),
}  # fmt: skip
"""Target, label, first code point of the block."""

COMPONENTS = {
    "A-record-number-of-objects-went-into-space-in-2023": 10,
    "China-US-GDP-Comparison": 12,
    "Many-remote-workers-say-they-d-be-likely-to-leave-their-job-if-they-could-no-longer-work-from-home": 12,
    "One-third-of-the-world-s-assessed-fish-stocks-are-overexploited": 12,
    "The-world-has-probably-passed-“peak-air-pollution”": 14,
}
"""Charts of the reports of Multimodal DeepResearcher, in order: html_0.html and on; none has a label or a caption."""

REMOTE = {
    "ai-twin-insurance": (
        "benifit-of-ai-insurence.jpg", "Top-Use-Cases-of-AI-in-Insurance-Industry.jpg",
        "Benefits-And-Risks-Of-Artificial-Intelligence-AI.jpg",
    ),
    "china-food-delivery": (
        "20250218-5010d2f6634dbf80_600x5000.png", "20250218-046d008349504c67_600x5000.png",
        "v2_ea926a02e5cf44d9abd540a95a2c1b4e_img_000", "v2-7ebcb265eb86150b00b56fc77d4ff183_720w.jpg?source=172ae18b",
        "v2-1f19a64264d412ab64dd2ca6b6fc0b55_r.jpg", "20171107110759201.png", "360c51dce26249709f7fa42b549aa64e.png",
        "4819-a9fe27b4f59246b282104b8271d89b0e.jpg", "20210402112621f1ud_m.png",
    ),
    "eiffel-tower-vs-tallest-building": ("627250_0.jpeg",),
    "nanjing_tangbao": ("126cfc45688546f19620ac483dfaecb7.jpg", "Nanjing-China-Food_Tangbao3.jpg"),
    "rental-apartment-decoration": (
        "bcf69e8a342af8ad865ee9a6fa2330c5--hacks-space.jpg", "174.jpg", "Multi-Functional-Loft-11.jpg",
        "multi-functional-furniture-fold-down-bed-dining-table-benches-190420-1032-04-768x1381.jpg",
        "Ultra-small-student-apartment-living-with-loft-bed-above-and-steps-with-storage.jpg",
    ),
}  # fmt: skip
"""Pictures of DeerFlow's recorded runs: the last part of their addresses."""


def reports(folder: Path) -> dict[str, tuple[AgentReport, ReadReport]]:
    """The reports of a folder by name, as they are read."""
    return {row.report_id.partition("/")[2]: (row, read_report(row)) for row in ingest(folder, "").reports}


@pytest.mark.parametrize("place", GOLD)
def test_labelled_figures(real_data: Path, place: str) -> None:
    ((row, read),) = reports(real_data / place).values()
    targets = [target.target for target in read.figure_targets]
    figures = [(figure.label, figure.start) for figure in read.figures]
    assert list(zip(targets, figures, strict=True)) == [
        (target, (label, start)) for target, label, start in GOLD[place]
    ]
    for figure in read.figures:
        assert figure.caption in row.text[figure.start : figure.end]
        assert row.text[figure.caption_start : figure.caption_end].startswith(figure.caption[:8])
        assert not any(one.start < figure.end and figure.start < one.end for one in read.statements)


def test_charts_that_components_show(real_data: Path) -> None:
    found = reports(real_data / "figures" / "multimodal-deepresearcher")
    for name, count in COMPONENTS.items():
        _, read = found[f"{name}/{name}"]
        assert [target.target for target in read.figure_targets] == [f"html_{number}.html" for number in range(count)]
        assert {(figure.label, figure.caption, figure.type) for figure in read.figures} == {("", "", "chart")}


def test_remote_pictures_of_event_streams(real_data: Path) -> None:
    found = reports(real_data / "figures" / "deer-flow")
    assert {row.format for row, _ in found.values()} == {"event-stream", "markdown"}
    for name, pictures in REMOTE.items():
        _, read = found[name]
        assert [target.target.rpartition("/")[2] for target in read.figure_targets] == list(pictures)
        assert {figure.type for figure in read.figures} == {"image"}


def test_structural_errors_of_the_published_report_are_its_own(real_data: Path) -> None:
    """Read by eye: two figures that no sentence names, a book without address, a share without citation."""
    ((row, read),) = reports(real_data / "tvir" / "reports").values()
    found = Counter(error.code for error in structural_errors(row, read))
    assert found == {"figure-not-named": 2, "entry-without-address": 1, "uncited-data": 1}


def test_figures_cite_the_entries_of_their_report(real_data: Path) -> None:
    ((_, read),) = reports(real_data / "tvir" / "reports").values()
    assert [(link.figure, link.label.split(">")[1]) for link in read.figure_links] == [
        (0, "[9]</a"), (1, "[10]</a"), (2, "[16]</a"), (3, "[19]</a"), (4, "[25]</a"), (5, "[27]</a"),
        (6, "[47]</a"), (6, "[50]</a"), (6, "[51]</a"),
    ]  # fmt: skip
    assert all(link.page for link in read.figure_links)
    assert len(read.statements) == 405  # 416, of which 11 were captions
