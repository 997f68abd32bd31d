"""Rows about the figures of a report: the figure as a block of the text, its pictures, its citations."""

from __future__ import annotations

from typing import Literal

from litgauge.tasks.records.scoring import WorkIdentity
from litgauge.tasks.records.table import Table, column, row

FigureNotation = Literal[
    "markdown", "img", "figure", "picture", "svg", "canvas", "component", "fence", "embed", "ascii"
]
FigureType = Literal["image", "chart", "unknown"]
CaptionPlace = Literal["figcaption", "line", "above", "cell", "title", "alt", "none"]


@row
class Figure:
    """One figure of a report, as its text has it. Offsets are code points of the report's text."""

    report_id: str = column("the report")
    number: int = column("from 0, in the order of the text")
    start: int = column("first code point of the whole block: picture, caption, source line")
    end: int = column("behind the last code point")
    notation: FigureNotation = column("how the text puts it in")
    label: str = column("label that the text refers to it by: “Figure 3”; empty for none")
    caption: str = column("caption without label, citation marks and source; empty for none")
    caption_start: int = column("first code point of the caption's words, behind its label; -1 where the text has none")
    caption_end: int = column("behind its last word, before the source that it ends with; -1 where the text has none")
    caption_place: CaptionPlace = column(
        "figcaption; line: under the picture; above; cell: of its table; title, alt: only an attribute says it; none"
    )
    source: str = column("what its source line, or the end of its caption, says of where it is from; empty for none")
    source_start: int = column("first code point of that; -1 for none")
    source_end: int = column("behind its last code point; -1 for none")
    alt: str = column("alternative text of its first picture")
    context: tuple[str, ...] = column("paragraphs that name its label; else those next to it")
    type: FigureType = column("image: retrieved; chart: drawn by code")
    type_reason: str = column(
        "evidence for the type: record, software, notation, path, generator, address, judge;"
        " mixed: its pictures differ; empty for none"
    )


FIGURES = Table("figures", Figure, "a figure of a report", key=("report_id", "number"))


@row
class FigurePicture:
    """One picture of a figure: where the text says that it is, and its pixels as they were frozen."""

    report_id: str = column("the report")
    figure: int = column("number of the figure")
    part: int = column("from 0, in the order of the text")
    target: str = column("path or address as written; of an inline picture its media type and “inline”")
    target_start: int = column("first code point of the target")
    target_end: int = column("behind its last code point")
    status: Literal["ok", "invalid", "failed"] = column(
        "invalid: the agent gave no usable picture; failed: we could not get or read it"
    )
    reason: str = column("why there is no usable picture: missing, broken, empty, ascii-art, too-small, …; empty if ok")
    sha256: str = column("hash of the bytes as given, under which they are stored; empty for none")
    media_type: str = column("by its bytes: image/png, …; empty if unknown")
    size: int = column("bytes")
    width: int = column("pixels, upright; 0 if unknown")
    height: int = column("pixels, upright; 0 if unknown")
    frames: int = column("of an animation; 1 for a still picture, 0 if unknown")
    software: str = column("program that the file says it was written by; empty for none")
    shown_sha256: str = column("hash of the PNG or JPEG that judges and pages are shown, fitted; empty for none")
    shown_media_type: str = column("its media type")
    shown_size: int = column("its bytes")
    shown_width: int = column("its pixels")
    shown_height: int = column("its pixels")


FIGURE_PICTURES = Table("figure_pictures", FigurePicture, "a picture of a figure", key=("report_id", "figure", "part"))


@row
class FigureLink:
    """One citation of a figure: in its caption or its source line."""

    report_id: str = column("the report")
    figure: int = column("number of the figure")
    label: str = column("the marker as it stands: [3], (Smith, 2020), an address")
    start: int = column("first code point of the marker")
    end: int = column("behind its last code point")
    url: str | None = column("cleaned address; none where neither marker nor list has one")
    page: str | None = column("the address that stands for the page")
    identity: WorkIdentity = column("what identifies the cited work")
    entry: str | None = column("text of its entry in the report's list")


FIGURE_LINKS = Table("figure_links", FigureLink, "a citation of a figure", key=())


StructuralDimension = Literal["traceability", "consistency", "completeness"]
StructuralCode = Literal[
    "uncited-data", "number-without-entry", "entry-without-address", "page-gone", "figure-without-source",
    "numbers-missing", "number-doubled", "numbers-out-of-order", "cited-not-listed", "listed-not-cited",
    "one-page-two-numbers", "label-missing", "label-doubled", "labels-out-of-order", "figure-not-named",
    "picture-unusable", "figure-without-caption", "caption-without-figure", "figure-not-there", "section-empty",
    "placeholder",
]  # fmt: skip


@row
class StructuralError:
    """One structural error of a report, found by rule. Offsets are code points of the report's text."""

    report_id: str = column("the report")
    number: int = column("from 0, in the order of the text")
    dimension: StructuralDimension = column("what it harms: traceability, consistency or completeness")
    code: StructuralCode = column("the rule that found it; docs/reports.md says what each is")
    start: int = column("first code point of the place")
    end: int = column("behind its last code point")
    detail: str = column("what is wrong there: the number, the label, the address, the reason")


STRUCTURAL_ERRORS = Table(
    "structural_errors", StructuralError, "a structural error of a report", key=("report_id", "number")
)


@row
class PictureMeasures:
    """Measures of the pixels of one picture."""

    report_id: str = column("the report")
    figure: int = column("number of the figure")
    part: int = column("number of the picture in it")
    resolution: float = column("R, 0 to 1")
    aspect: float = column("A, 0 to 1")
    sharpness: float = column("S, 0 to 1")
    contrast: float = column("C, 0 to 1")
    quality: float = column("Q, 0 to 1: the four, weighted as in TVIR")
    quality_ours: float = column("Q with a sharpness that sees blur")
    edge_sharpness: float = column("mean |Laplacian| over mean gradient on the strongest edges; low if blurred")
    mean_grey: float = column("0 to 255")
    phash64: str = column("perceptual hash of 64 bits, hex")
    phash256: str = column("perceptual hash of 256 bits, hex")
    pixels_sha256: str = column("hash of the decoded pixels")
    ink: float = column("share of the pixels that differ from the ground, 0 to 1")
    blank: bool = column("whether next to nothing is drawn")
    tofu: bool = column("whether characters are drawn as boxes")


PICTURE_MEASURES = Table(
    "picture_measures", PictureMeasures, "the measures of a picture's pixels", key=("report_id", "figure", "part")
)
