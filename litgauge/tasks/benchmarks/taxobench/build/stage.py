"""Stages of a build: candidate trees, chosen trees, texts of papers, and the inputs drawn from them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.benchmarks.taxobench.build.candidates import candidate_rows, choose, taxonomies_in, titles_of
from litgauge.tasks.benchmarks.taxobench.build.known_papers import FoundPaper, WantedPaper, find_papers
from litgauge.tasks.benchmarks.taxobench.build.paper_questions import QUESTIONS, draw_inputs, first_inputs
from litgauge.tasks.benchmarks.taxobench.build.paper_text import PaperText, read_sections
from litgauge.tasks.benchmarks.taxobench.build.picture_trees import (
    TAXONOMY_PICTURE,
    FigurePicture,
    picture_file,
    seen_rows,
)
from litgauge.tasks.benchmarks.taxobench.build.rows import (
    CandidatePaper,
    CandidateTopic,
    CandidateTree,
    ChosenTree,
    SpokenOf,
)
from litgauge.tasks.benchmarks.taxobench.build.settings import PaperSettings, TaxonomySettings
from litgauge.tasks.benchmarks.taxobench.rows import InputPart, PaperInput
from litgauge.tasks.engine import AFTER_FAULTS, Asked, Context, ItemInput, Stage, Unsettled, each, each_async
from litgauge.tasks.engine.definition import Rows
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import write_rows
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.stage import run_stage
from litgauge.tasks.fences import Limits
from litgauge.tasks.fences.calling import fenced
from litgauge.tasks.harvest.corpus import sources_root
from litgauge.tasks.harvest.eprint import Fetched, fetch_eprint
from litgauge.tasks.harvest.local import read_local_source
from litgauge.tasks.harvest.settings import SourceSettings
from litgauge.tasks.latex import ExtractionSettings
from litgauge.tasks.llm.door import BudgetedDoor, asker
from litgauge.tasks.llm.pictures import PictureInput
from litgauge.tasks.llm.reply import Unscored
from litgauge.tasks.papers.documents import Documents
from litgauge.tasks.papers.fulltext import read_fulltext
from litgauge.tasks.papers.pdf import Grobid
from litgauge.tasks.papers.settings import FulltextSettings
from litgauge.tasks.pictures.showing import shown_picture
from litgauge.tasks.records import Reference, SourceFile, Survey


@dataclass(frozen=True, slots=True)
class SurveyTitle:
    """A survey's title, from its row or its source."""

    survey_id: str
    title: str


class ChoiceCall(BaseModel):
    """Settings of the choice of trees, and the known citation counts that are too low."""

    model_config = ConfigDict(frozen=True)

    taxonomies: TaxonomySettings
    counts: Mapping[str, int]


def read_candidates(
    run: Run, surveys: StageOutput, sources: StageOutput, references: StageOutput, settings: ExtractionSettings
) -> StageOutput:
    """Every tree in the surveys' sources that may be a taxonomy; a survey without references has none."""
    limits = [settings.time_limit_s, settings.memory_limit_mb]
    return run_stage(CANDIDATE_TREES, run, settings, [[surveys], [sources], [references]], deciding={"limits": limits})


def read_pictures(
    run: Run, candidates: StageOutput, sources: StageOutput, references: StageOutput, settings: ExtractionSettings
) -> StageOutput:
    """Return the candidates, those of figures that are pictures with what a model saw in them."""
    pictures = run_stage(PICTURES, run, settings, [[candidates], [sources]])
    deciding = run.lineage_of([TAXONOMY_PICTURE])
    return run_stage(PICTURE_TREES, run, None, [[candidates], [pictures], [references]], deciding=deciding)


def choose_trees(
    run: Run, candidates: StageOutput, settings: TaxonomySettings, counts: Mapping[str, int]
) -> StageOutput:
    """Return the tree of each survey that its taxonomy is made from.

    Others are rejected with the rule that they fail.
    """
    low = {name: count for name, count in sorted(counts.items()) if count < settings.min_citations}
    deciding = {"taxonomies": settings.model_dump(mode="json", exclude={"citation_counts"}), "cited too little": low}
    return run_stage(TREES, run, ChoiceCall(taxonomies=settings, counts=low), [[candidates]], deciding=deciding)


def _candidates(item: ItemInput, context: Context) -> dict[str, list[Any]]:
    settings: ExtractionSettings = context.settings
    survey, source, references = item.only_row(Survey), item.only_row(SourceFile), item.all(Reference)
    result = fenced(
        Limits(settings.time_limit_s, settings.memory_limit_mb),
        "reading its taxonomies",
        taxonomies_in,
        context.storage.read_checked(source.blob),
        survey.survey_id,
        survey.title,
        titles_of(references),
    )
    rows = candidate_rows(survey.survey_id, result, references)
    return {**rows, "titles": [SurveyTitle(survey.survey_id, result.title)]}


def _choose(item: ItemInput, context: Context) -> dict[str, list[ChosenTree]]:
    call: ChoiceCall = context.settings
    title = item.only_row(SurveyTitle)
    if (count := call.counts.get(title.survey_id)) is not None:
        raise Rejected(
            "cited-too-little", f"cited {count} times by OpenAlex, at least {call.taxonomies.min_citations} are needed"
        )
    chosen = choose(
        title.survey_id,
        title.title,
        item.all(CandidateTree),
        item.all(CandidateTopic),
        item.all(CandidatePaper),
        item.all(SpokenOf),
        call.taxonomies,
    )
    return {"trees": [chosen]}


_ROWS: Mapping[str, type] = {
    "titles": SurveyTitle,
    "candidates": CandidateTree,
    "topics": CandidateTopic,
    "papers": CandidatePaper,
    "spoken": SpokenOf,
}
CANDIDATE_TREES = Stage(
    "candidate-trees",
    reads={"surveys": Survey, "sources": SourceFile, "references": Reference},
    writes=_ROWS,
    compute=each(_candidates),
    batch=25,
    at_once=os.cpu_count() or 1,  # each waits for a process
)
TREES = Stage("chosen-trees", reads=_ROWS, writes={"trees": ChosenTree}, compute=each(_choose))


def _pictures(item: ItemInput, context: Context) -> dict[str, list[FigurePicture]]:
    settings: ExtractionSettings = context.settings
    source = item.only_row(SourceFile)
    limits = Limits(settings.time_limit_s, settings.memory_limit_mb)
    rows = []
    for candidate in item.all(CandidateTree):
        if not candidate.picture:
            continue
        head = (candidate.survey_id, candidate.candidate)
        try:
            data = context.storage.read_checked(source.blob)
            file = fenced(limits, "finding its figure", picture_file, data, candidate.survey_id, candidate.picture)
            shown = shown_picture(file)
        except Rejected as reason:
            rows.append(FigurePicture(*head, "", "", 0, 0, 0, f"{reason.rule}: {reason.what}"))
            continue
        sha256 = context.storage.keep_blob(shown.data).rpartition("/")[2]
        rows.append(FigurePicture(*head, sha256, shown.media_type, len(shown.data), shown.width, shown.height, ""))
    return {"pictures": rows}


def _picture_questions(item: ItemInput, _context: Context) -> list[Asked]:
    captions = {candidate.candidate: candidate.caption for candidate in item.all(CandidateTree)}
    return [
        (TAXONOMY_PICTURE, _picture_inputs(picture, captions[picture.candidate]))
        for picture in item.all(FigurePicture)
        if not picture.reason
    ]


def _picture_inputs(picture: FigurePicture, caption: str) -> dict[str, Any]:
    shown = PictureInput(picture.sha256, picture.media_type, picture.size, picture.width, picture.height)
    return {"picture": shown, "caption": caption}


async def _see(item: ItemInput, context: Context) -> Rows | Unsettled:
    door = BudgetedDoor(asker(context))
    title, references = item.only_row(SurveyTitle), item.all(Reference)
    rows: dict[str, list[Any]] = {
        "titles": [title],
        "candidates": list(item.all(CandidateTree)),
        "topics": list(item.all(CandidateTopic)),
        "papers": list(item.all(CandidatePaper)),
        "spoken": list(item.all(SpokenOf)),
    }
    failed = False
    for picture in item.all(FigurePicture):
        at = next(place for place, row in enumerate(rows["candidates"]) if row.candidate == picture.candidate)
        candidate: CandidateTree = rows["candidates"][at]
        why = picture.reason
        if not why:
            reply = await door.ask(TAXONOMY_PICTURE, _picture_inputs(picture, candidate.caption))
            if isinstance(reply.answer, Unscored):
                why, failed = f"{reply.answer.reason}: {reply.answer.detail}", True
            else:
                candidate, topics, papers = seen_rows(candidate, title.title, reply.answer, references, reply.model)
                rows["topics"] += topics
                rows["papers"] += papers
        rows["candidates"][at] = replace(candidate, reasons=f"{candidate.reasons}; {why}") if why else candidate
    return Unsettled(rows) if failed else rows


PICTURES = Stage(
    "taxonomy-pictures",
    reads={"candidates": CandidateTree, "sources": SourceFile},
    writes={"pictures": FigurePicture},
    compute=each(_pictures),
    batch=10,
    at_once=os.cpu_count() or 1,  # each waits for processes
)
PICTURE_TREES = Stage(
    "picture-trees",
    reads={**_ROWS, "pictures": FigurePicture, "references": Reference},
    writes=_ROWS,
    compute=each_async(_see),
    batch=20,
    asks=_picture_questions,
    retries=AFTER_FAULTS,
)


class ReadingSettings(BaseModel):
    """How the papers are read."""

    model_config = ConfigDict(frozen=True)

    papers: PaperSettings
    sources: SourceSettings
    fulltext: FulltextSettings


@dataclass(frozen=True)
class _Parts:
    """Parts whose questions are asked."""

    draw: tuple[InputPart, ...]


def read_papers(run: Run, papers: Sequence[WantedPaper], settings: ReadingSettings) -> StageOutput:
    """Return the text of every paper, from its source where that is at hand or may be fetched, else abstract,
    else title.

    Raises UnusableInput if the papers that the config names cannot be read.
    """
    stored = write_rows(run.storage, "papers", "found", FoundPaper, find_papers(papers, settings.papers))
    deciding = {"fetch": settings.papers.fetch, "fulltext": settings.fulltext.deciding}
    return run_stage(PAPER_TEXTS, run, settings, [[stored]], deciding=deciding)


def draw_all_inputs(run: Run, texts: StageOutput, draw: tuple[InputPart, ...]) -> StageOutput:
    """Draw the inputs of every paper."""
    lineage = run.lineage_of([QUESTIONS[part] for part in draw])
    return run_stage(PAPER_INPUTS, run, _Parts(draw), [[texts]], deciding={"draw": list(draw), **lineage})


def _text(item: ItemInput, context: Context) -> dict[str, list[PaperText]]:
    settings: ReadingSettings = context.settings
    paper = item.only_row(FoundPaper)
    head = (paper.survey_id, paper.paper, paper.title)
    try:
        source = _source(paper, settings, context)
        grobid = Grobid(settings.fulltext.grobid) if settings.fulltext.grobid.url and source.kind == "pdf" else None
        full = read_fulltext(source.data, item.id, settings.fulltext, grobid, Documents(context.storage))
    except Rejected as reason:  # it is known by less, and the row says why
        remark = f"{reason.rule}: {reason.what}"
        best = "abstract" if paper.abstract else "title"
        return {"texts": [PaperText(*head, paper.abstract, (), (), best, remark)]}
    sections = read_sections(full.sections)
    abstract = paper.abstract or " ".join((full.abstract or "").split())
    headings, texts = tuple(section.title for section in sections), tuple(section.text for section in sections)
    best = "fulltext" if sections else "abstract" if abstract else "title"
    return {"texts": [PaperText(*head, abstract, headings, texts, best, "" if sections else "no-text")]}


def _source(paper: FoundPaper, settings: ReadingSettings, context: Context) -> Fetched:
    if paper.source is not None and settings.papers.path is not None:
        root = Path(sources_root(settings.papers.path, settings.papers.root))
        return read_local_source(root / paper.source, settings.sources, root)
    if settings.papers.fetch and paper.arxiv_id:
        return fetch_eprint(paper.arxiv_id, None, settings.sources, context.wait)
    raise Rejected("no-source", "its source is not at hand")


def _questions(item: ItemInput, context: Context) -> list[Asked]:
    paper = item.only_row(PaperText)
    parts: _Parts = context.settings
    if paper.read_from == "title":
        return []
    return [(QUESTIONS[part], first_inputs(part, paper)) for part in parts.draw]


async def _draw(item: ItemInput, context: Context) -> Rows | Unsettled:
    parts: _Parts = context.settings
    drawn = await draw_inputs(BudgetedDoor(asker(context)), item.only_row(PaperText), parts.draw)
    rows: dict[str, list[Any]] = {"inputs": list(drawn.rows)}
    return Unsettled(rows) if drawn.failed else rows


PAPER_TEXTS = Stage(
    "paper-texts",
    reads={"found": FoundPaper},
    writes={"texts": PaperText},
    compute=each(_text),
    batch=20,
    at_once=4,  # each waits for a process, or for arXiv
    retries=AFTER_FAULTS,
)
PAPER_INPUTS = Stage(
    "paper-inputs",
    reads={"texts": PaperText},
    writes={"inputs": PaperInput},
    compute=each_async(_draw),
    batch=20,
    asks=_questions,
    retries=AFTER_FAULTS,
)
