"""Scanners whose call cannot be told from their parameters, and functions with texts that are none."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace

from pydantic import BaseModel

from litgauge.tasks.answers.attached import AttachedFile, find_attached
from litgauge.tasks.answers.door import Answer, resolve
from litgauge.tasks.answers.files import AnswerFile
from litgauge.tasks.answers.rows import listed_rows
from litgauge.tasks.benchmarks.literature_review.judging import Placed, Ranking, ranking_fault, shown_orders
from litgauge.tasks.benchmarks.reportbench.build.prompts.authors import LONGEST_TEXT
from litgauge.tasks.benchmarks.reportbench.build.prompts.validate import validate
from litgauge.tasks.benchmarks.reportbench.published.cleaning import clean_references
from litgauge.tasks.benchmarks.taxobench.answers import task_spellings
from litgauge.tasks.benchmarks.taxobench.build.paper_text import PaperText, find_span
from litgauge.tasks.benchmarks.taxobench.paper_inputs import describe_paper
from litgauge.tasks.benchmarks.taxobench.published import GivenPaper
from litgauge.tasks.benchmarks.taxobench.release_tables import bottom_up_prompt, part_given_prompt
from litgauge.tasks.benchmarks.taxobench.trees.known_titles import KnownTitles
from litgauge.tasks.benchmarks.taxobench.trees.record_trees import record_assignments
from litgauge.tasks.benchmarks.tvir.build.checks import faults, is_in, task_length
from litgauge.tasks.citations.identifiers import together
from litgauge.tasks.citations.printed.name_lists import with_families
from litgauge.tasks.citations.printed_entries import families_of
from litgauge.tasks.citations.printed_work import PrintedWork, with_identifiers
from litgauge.tasks.figures.chart_data import Drawn, chart_numbers, numbers_in_text
from litgauge.tasks.harvest.rules import Rules, seen_in_head
from litgauge.tasks.harvest.settings import SelectionSettings
from litgauge.tasks.harvest.sifting import sift
from litgauge.tasks.identity.candidates import MOST_SHARING
from litgauge.tasks.identity.distinct_works import merged, repeats
from litgauge.tasks.identity.matching import match_rows, match_works
from litgauge.tasks.identity.traits import traits_of
from litgauge.tasks.identity.violations import the_survey_itself
from litgauge.tasks.judge.citing_report import distinct_pairs
from litgauge.tasks.llm.answers import read_answer
from litgauge.tasks.llm.faults import json_of, of_status
from litgauge.tasks.llm.template import compose, fence_of, repair, with_schema
from litgauge.tasks.offline.domain import Clues, domain_of
from litgauge.tasks.offline.facts import vote_by_sources
from litgauge.tasks.offline.prompt import write_prompt
from litgauge.tasks.offline.reviews import review_ranks
from litgauge.tasks.offline.support import LONGEST_STATEMENT
from litgauge.tasks.offline.wording import phrases, subjects_in
from litgauge.tasks.papers.pdf.local_reader import read_pdf, unbroken
from litgauge.tasks.papers.pdf.page_lines import read_lines
from litgauge.tasks.papers.pdf.settings import PdfSettings
from litgauge.tasks.records import WorkIdentity
from litgauge.tasks.reports.diagnostics import diagnose
from litgauge.tasks.reports.figures.drawn_text import fenced_pictures, plain_drawings
from litgauge.tasks.reports.figures.figure_blocks import blanked
from litgauge.tasks.reports.figures.html_pictures import html_pictures
from litgauge.tasks.reports.figures.invalid import invalid_reason
from litgauge.tasks.reports.figures.markdown_pictures import markdown_pictures
from litgauge.tasks.reports.figures.overlay import caption_revision
from litgauge.tasks.reports.figures.targets import FigureTarget, TargetForm, inline_picture
from litgauge.tasks.reports.ingest.formats import event_stream, json_rows, plain_text, saved_page, storm
from litgauge.tasks.reports.ingest.formats.cited_text import annotations_of, cited_text
from litgauge.tasks.reports.model_boundaries import MOST_PARTS, STATEMENTS_QUESTION
from litgauge.tasks.reports.polishing import polish
from litgauge.tasks.reports.read_json import read_json
from litgauge.tasks.reports.reading.block_types import lines_of
from litgauge.tasks.text.encodings import json_without_halves
from litgauge.tasks.text.markdown import table
from tests.linear.agent_calls import AGENT_CALLS, AGENT_LEFT_OUT
from tests.linear.growth import Call, Prepare
from tests.linear.made import MADE, PIECE, pieces, prompt, read, references, report, survey, works
from tests.papers.pdf.pdf_samples import column, pdf

FOLDER = tempfile.TemporaryDirectory(prefix="litgauge-linear-")
ATTACHED = (AttachedFile("images/a.png", "", 0),)
CLUES = (Clues("A", {"cs": 1.0}, {1: ("kite*", "wind")}), Clues("B", {"math": 1.0}, {2: ("a*",)}))


class Said(BaseModel):
    """An answer of some question."""

    a: str


def annotated(text: str) -> Call:
    """A text with an annotation for every piece."""
    given = [{"start_index": at, "end_index": at + 9, "url": "https://a.b"} for at in range(0, len(text), PIECE)]
    return lambda: annotations_of({"annotations": given}, text)


def in_file(name: str, outcomes: Callable[[AnswerFile], Iterator[object]]) -> Prepare:
    """A text in a file of this name."""

    def prepare(text: str) -> Call:
        path = Path(FOLDER.name) / name
        path.write_text(text, encoding="utf-8", errors="replace")
        return lambda: list(outcomes(AnswerFile(path, name)))

    return prepare


def printed(text: str) -> bytes:
    """A PDF with the text in lines of 80 characters."""
    shown = text.encode("latin-1", "replace").decode("latin-1").translate(dict.fromkeys(range(32), " "))
    lines = [shown[at : at + 80] for at in range(0, len(shown), 80)]
    return pdf([column(lines[at : at + 50], 72.0, 760.0) for at in range(0, len(lines), 50)])


def merging(text: str) -> Call:
    """Many works, all much alike."""
    traits = [traits_of(one) for one in works(text)]
    return lambda: merged(traits, [(number,) for number in range(len(traits))], range(10))


def repeating(text: str) -> Call:
    """One work with very many rows."""
    traits = [traits_of(one) for one in works(text)]
    return lambda: repeats(traits, [tuple(range(len(traits)))])


def matching(text: str) -> Call:
    """What a matching says of each reference."""
    found = match_works(works(text), references(text))
    return lambda: match_rows(found, "agent/report", references(text))


def shown_json(text: str) -> Call:
    """A reading as JSON."""
    given = report(text)
    found = read(text)
    return lambda: read_json("a", given, found, diagnose(given, found))


def drawn(text: str) -> Call:
    """The text in a fence without language."""
    fenced = f"```\n{text.replace('`', ' ')}\n```"
    lines = lines_of(fenced)
    return lambda: list(fenced_pictures(fenced, lines, {0: len(lines) - 1}))


def pointing(text: str) -> list[FigureTarget]:
    """The whole text as a target of each form."""
    forms: tuple[TargetForm, ...] = ("path", "address", "data", "svg", "code")
    return [FigureTarget(0, 0, text, 0, len(text), form, "", "") for form in forms]


def without_thinking(text: str) -> PaperText:
    """A paper that says it."""
    return PaperText("s", 1, text, text, (), (), "abstract", "")


CALLS: dict[str, Prepare] = {
    **AGENT_CALLS,
    "figures.chart_data.chart_numbers": lambda text: lambda: chart_numbers(Drawn(text, text, text), text),
    "figures.chart_data.numbers_in_text": lambda text: lambda: numbers_in_text([float(n) for n in range(99)], [text]),
    "papers.pdf.local_reader.unbroken": lambda text: lambda: unbroken(text, Counter(text.split())),
    "reports.polishing.polisher.polish": lambda text: lambda: polish([text, text]),
    "benchmarks.reportbench.build.prompts.validate.validate": lambda text: lambda: validate(prompt(text), survey(text)),
    "benchmarks.reportbench.published.cleaning.clean_references": lambda text: (
        lambda: list(clean_references(references(text), {}))
    ),
    "benchmarks.tvir.build.checks.faults": lambda text: lambda: list(faults(text, "en", "high", "2026-01-15")),
    "citations.printed_work.with_identifiers": lambda text: lambda: with_identifiers(PrintedWork(text), text, text),
    "benchmarks.tvir.build.checks.is_in": lambda text: lambda: is_in(text, "zh"),
    "benchmarks.tvir.build.checks.task_length": lambda text: lambda: task_length(text, "en"),
    "answers.attached.find_attached": lambda text: (
        lambda: find_attached(tuple(AttachedFile(piece, "", 0) for piece in pieces(text)), pieces(text)[:3], text)
    ),
    "answers.door.resolve": lambda text: lambda: resolve(Answer("a.md", text, files=ATTACHED), text),
    "answers.rows.listed_rows": lambda text: lambda: listed_rows([{text: text}], text),
    "benchmarks.literature_review.judging.shown_orders": lambda text: lambda: shown_orders(pieces(text), text, 3, 7),
    "benchmarks.literature_review.judging.ranking_fault": lambda text: (
        lambda: ranking_fault(
            Ranking(reason=text, ranks=[Placed(letter=piece[:20], rank=1) for piece in pieces(text)]), text
        )
    ),
    "benchmarks.taxobench.answers.task_spellings": lambda text: lambda: list(task_spellings(text, {"mode": text})),
    "benchmarks.taxobench.trees.record_trees.record_assignments": lambda text: (
        lambda: record_assignments(text, KnownTitles(pieces(text)[:20]))
    ),
    "citations.printed.name_lists.with_families": lambda text: (
        lambda: with_families(tuple(MADE["Iterable[PersonName]"](text)), text)
    ),
    "citations.printed_entries.families_of": lambda text: lambda: [families_of(text, year) for year in (None, 2019)],
    "text.encodings.json_without_halves": lambda text: lambda: json_without_halves({text: text}, text + r"\ud83e"),
    "harvest.rules.seen_in_head": lambda text: lambda: seen_in_head("title", SimpleNamespace(title=text)),  # type: ignore[arg-type]
    "harvest.sifting.sift": lambda text: lambda: sift(MADE["Iterable[bytes]"](text), Rules(SelectionSettings())),
    "identity.distinct_works.merged": merging,
    "identity.distinct_works.repeats": repeating,
    "identity.matching.match_rows": matching,
    "identity.matching.match_works": lambda text: lambda: match_works(works(text), references(text)),
    "identity.violations.the_survey_itself": lambda text: lambda: the_survey_itself(works(text), survey(text)),
    "judge.citing_report.distinct_pairs": lambda text: (
        lambda: distinct_pairs(MADE["Sequence[StatementLink]"](text), {})
    ),
    "benchmarks.taxobench.release_tables.bottom_up_prompt": lambda text: (
        lambda: bottom_up_prompt(text, [GivenPaper(text, text)])
    ),
    "benchmarks.taxobench.release_tables.part_given_prompt": lambda text: (
        lambda: part_given_prompt(text, [GivenPaper(text, text)])
    ),
    "benchmarks.taxobench.build.paper_text.find_span": lambda text: lambda: find_span(text, without_thinking(text)),
    "benchmarks.taxobench.paper_inputs.describe_paper": lambda text: lambda: describe_paper(text, text, (), "summary"),
    "llm.answers.read_answer": lambda text: lambda: read_answer(text, Said),
    "llm.faults.json_of": lambda text: lambda: json_of(text, {"content-type": "application/json"}),
    "llm.faults.of_status": lambda text: lambda: of_status(400, {}, text, pictures=True),
    "llm.template.compose": lambda text: lambda: compose(STATEMENTS_QUESTION, {"passage": text}),
    "llm.template.fence_of": lambda text: lambda: fence_of([text]),
    "llm.template.with_schema": lambda text: (
        lambda: with_schema(compose(STATEMENTS_QUESTION, {"passage": text}), text, {})
    ),
    "llm.template.repair": lambda text: lambda: repair([], text, text, {}),
    "offline.domain.domain_of": lambda text: lambda: domain_of(text, text, pieces(text), CLUES),
    "offline.facts.vote_by_sources": lambda text: lambda: vote_by_sources(text, [("https://a.b", text, text)]),
    "offline.reviews.review_ranks": lambda text: lambda: review_ranks(text, {"A": text, "B": text}),
    "offline.wording.phrases": lambda text: lambda: phrases(text, str),
    "offline.wording.subjects_in": lambda text: lambda: subjects_in(text, text, str),
    "offline.prompt.write_prompt": lambda text: lambda: write_prompt("detail", MADE["Material"](text)),
    "papers.pdf.local_reader.read_pdf": lambda text: partial(read_pdf, printed(text), "s", PdfSettings()),
    "papers.pdf.page_lines.read_lines": lambda text: partial(read_lines, printed(text), PdfSettings()),
    "reports.ingest.formats.cited_text.annotations_of": annotated,
    "reports.ingest.formats.cited_text.cited_text": lambda text: lambda: cited_text(text),
    "reports.figures.drawn_text.fenced_pictures": drawn,
    "reports.figures.drawn_text.plain_drawings": lambda text: lambda: plain_drawings(text, lines_of(text), {}),
    "reports.figures.figure_blocks.blanked": lambda text: (
        lambda: blanked(text, [(at, at + 2) for at in range(0, len(text), 3)])
    ),
    "reports.figures.html_pictures.html_pictures": lambda text: lambda: html_pictures(text, lambda _: True),
    "reports.figures.invalid.invalid_reason": lambda text: (
        lambda: [invalid_reason(text, one) for one in pointing(text)]
    ),
    "reports.figures.markdown_pictures.markdown_pictures": lambda text: lambda: markdown_pictures(text, lambda _: True),
    "reports.figures.overlay.caption_revision": lambda text: (
        lambda: [caption_revision(text, one, text) for one in read(text + PICTURE).figures[-1:]]
    ),
    "reports.figures.targets.inline_picture": lambda text: (
        lambda: [inline_picture(text, one) for one in pointing(text)]
    ),
    "reports.ingest.formats.event_stream.outcomes": in_file("a.txt", event_stream.outcomes),
    "reports.ingest.formats.json_rows.json_report": lambda text: (
        lambda: json_rows.json_report({"report": text}, "a.json")
    ),
    "reports.ingest.formats.json_rows.outcomes": in_file("a.jsonl", json_rows.outcomes),
    "reports.ingest.formats.plain_text.outcomes": in_file("a.md", plain_text.outcomes),
    "reports.ingest.formats.saved_page.outcomes": in_file("a.html", saved_page.outcomes),
    "reports.ingest.formats.storm.outcomes": in_file("storm_gen_article_polished.txt", storm.outcomes),
    "reports.read_json.read_json": shown_json,
    "citations.identifiers.together": lambda text: (
        lambda: together([WorkIdentity(title=piece, doi=piece) for piece in pieces(text)], text)
    ),
    "text.markdown.table": lambda text: lambda: table(pieces(text)[:3], [[piece] * 3 for piece in pieces(text)]),
}
"""By name, how a scanner is called with what is made of a text."""

LIMITS: dict[str, int] = {
    "benchmarks.reportbench.build.prompts.authors.author_in": LONGEST_TEXT,
    "benchmarks.reportbench.build.prompts.validate.author": LONGEST_TEXT,
    "benchmarks.reportbench.build.prompts.validate.validate": LONGEST_TEXT,
    "identity.candidates.candidates": MOST_SHARING * PIECE,
    "identity.distinct_works.merged": MOST_SHARING * PIECE,
    "identity.matching.match_works": MOST_SHARING * PIECE,
    "offline.support.find_quotes": LONGEST_STATEMENT,
    "offline.support.support": LONGEST_STATEMENT,
    "offline.verifier.evidence": LONGEST_STATEMENT,
    "offline.verifier.verify": LONGEST_STATEMENT,
    "reports.model_boundaries.redraw": MOST_PARTS * PIECE,
}
"""By name, the characters up to which a scanner compares all with all, as its own module says."""

_NAME = "its texts are names of ours: of a file, a setting, a stage"
_JOINED = "joins what other scanners have read"
_CORPUS = "searches a prompt in an index, a look at each of its words"
_ENTRY = "works.read_printed calls it with LONGEST_ENTRY characters at most"
PICTURE = "\n\n![a](b.png)\n\n"
LEFT_OUT: dict[str, str] = {
    "reports.figures.overlay.shows_revisions": _NAME,
    "reports.figures.reading.read_figures": "called by read_report",
    **AGENT_LEFT_OUT,
    "answers.archives.unpack": _NAME,
    "citations.agent_entries.is_credit": _ENTRY,
    "citations.agent_entries.work_before": _ENTRY,
    "citations.agent_entries.work_of_agent": _ENTRY,
    "text.wordings.pattern": _NAME,
    "text.wordings.wordings": _NAME,
    "text.wordings.patterns": _NAME,
    "text.wordings.alternatives": _NAME,
    "answers.door.collect_answers": "reads files with what the parsers and readers here read",
    "answers.files.agent_folder": _NAME,
    "answers.folders.answer_of": _NAME,
    "reports.ingest.collecting.collect_reports": "reads files with reports.ingest",
    "reports.ingest.folder.ingest_files": "reads files with the readers of formats here",
    "reports.polishing.renumbering.renumbered": "called by polish",
    "benchmarks.literature_review.build.topics.chosen_topics": _NAME,
    "html.picture_pages.picture_page": _NAME,
    "llm.picture_tokens.tokens_of": _NAME,
    "benchmarks.reportbench.answers.collect": "reads files with reports.ingest",
    "benchmarks.tvir.answers.collect": "reads files with reports.ingest",
    "benchmarks.tvir.build.questions.sound_checklist": "asks find_quote",
    "benchmarks.tvir.build.review.chosen_drafts": _NAME,
    "benchmarks.tvir.build.review.review_rows": _NAME,
    "agents.inspect.logs.read_log": "its text is a path: inspect_ai reads the log",
    "benchmarks.reportbench.build.prompts.search.coined_name_in": _CORPUS,
    "benchmarks.reportbench.build.prompts.search.motto_in": _CORPUS,
    "benchmarks.reportbench.build.prompts.search.own_number_in": _JOINED,
    "benchmarks.reportbench.build.prompts.search.quoted_in": _JOINED,
    "benchmarks.reportbench.build.prompts.search.own_venue_in": _JOINED,
    "benchmarks.reportbench.build.prompts.search.reveals_title": _CORPUS,
    "benchmarks.reportbench.build.prompts.search.title_words_in": _CORPUS,
    "benchmarks.tvir.distinct_facts.distinct_facts": _JOINED,
    "benchmarks.tvir.prompts.with_rules": _JOINED,
    "benchmarks.tvir.tables.by_group": _NAME,
    "figures.facts.figure_facts": _JOINED,
    "figures.gradings.absent_grades": _JOINED,
    "figures.means.absent": _NAME,
    "figures.means.mean": _NAME,
    "figures.means.over_figures": _NAME,
    "figures.gradings.better_caption": _JOINED,
    "judge.cited_passages.cited_passages": "asks best_passages",
    "reports.figure_pictures.frozen_figures": "reads bytes, in the fence",
    "benchmarks.scinetbench.build.network.engine.local_files": _NAME,
    "benchmarks.scinetbench.build.network.engine.materialise": _NAME,
    "benchmarks.scinetbench.build.network.engine.read_parts": _NAME,
    "benchmarks.scinetbench.build.network.engine.store_batches": _NAME,
    "benchmarks.scinetbench.build.network.engine.store_relation": _NAME,
    "benchmarks.scinetbench.build.queries.prompts.list_prompt": _JOINED,
    "benchmarks.scinetbench.build.queries.relations.top_works": _NAME,
    "benchmarks.scinetbench.build.snapshot.rows.scanned": _NAME,
    "benchmarks.scinetbench.build.texts.reading.read_text": _NAME,
    "benchmarks.scinetbench.build.snapshot.files.find_snapshot": _NAME,
    "benchmarks.taxobench.about.about_built": _NAME,
    "benchmarks.taxobench.match_papers.align_papers": "takes lists of titles: of a text each sign would be one",
    "benchmarks.taxobench.bottom_up.check_tree": "asks align_papers",
    "benchmarks.taxobench.bottom_up.organising_inputs": _JOINED,
    "benchmarks.taxobench.agents.too_long": "counts characters",
    "benchmarks.taxobench.trees.names_in_one.with_papers_apart": "asks align_papers of at most 3,000 titles",
    "benchmarks.taxobench.trees.known_leaves.leaves_as_papers": "takes a tree: read_tree asks it",
    "benchmarks.taxobench.trees.own_keys.keys_in": "takes known keys: read_tree asks it",
    "benchmarks.taxobench.trees.titled_lines.named_beside": "takes known titles: read_tree asks it",
    "benchmarks.taxobench.trees.json_rows.tree_by_parents": "takes rows of JSON: read_tree asks it",
    "benchmarks.taxobench.build.candidates.choose": _NAME,
    "benchmarks.taxobench.build.candidates.candidate_rows": _JOINED,
    "benchmarks.taxobench.build.candidates.taxonomies_in": "reads LaTeX: tests/benchmarks/taxobench/drawings",
    "llm.schema.strict_format": "takes a type",
    "benchmarks.taxobench.build.picture_trees.seen_rows": "asks align_papers for each work that a model names",
    "benchmarks.taxobench.drawings.grid.table_rows": "reads LaTeX: tests/benchmarks/taxobench/drawings",
    "benchmarks.taxobench.drawings.taxonomies.read_taxonomies": "reads LaTeX: tests/benchmarks/taxobench/drawings",
    "benchmarks.taxobench.drawings.tables.tables": "reads LaTeX: tests/benchmarks/taxobench/drawings",
    "papers.latex_text.paper.latex_fulltext": "reads LaTeX: tests/latex/test_linear.py",
    "benchmarks.taxobench.folders.folder_item": _NAME,
    "benchmarks.taxobench.judging.judged_inputs": "writes out trees, a line a node",
    "benchmarks.taxobench.page.by_mode.named": _NAME,
    "benchmarks.taxobench.page.losses.label": _NAME,
    "benchmarks.taxobench.build.review.form.read_form": _NAME,
    "benchmarks.taxobench.build.review.form.write_form": _NAME,
    "judge.failed_share.check_failed_share": _NAME,
    "judge.forecast.forecast_questions": _NAME,
    "llm.turns.result_turn": _JOINED,
    "benchmarks.reportbench.judging.check_judging": _NAME,
    "judge.stored_pages.digest_of_pages": _NAME,
    "releases.references.references_of": _NAME,
    "benchmarks.taxobench.baselines.baseline_trees": "its text is a seed",
    "benchmarks.taxobench.tree_distances.leaves_as_papers": "asks align_papers",
    "benchmarks.taxobench.judging.quality_inputs": "writes out trees, a line a node",
    "fences.calling.fenced": _NAME,
    "benchmarks.reportbench.build.prompts.review.prompt_rows": "writes out prompts, a row each",
    "papers.fulltext.tei_of": "asks GROBID",
    "harvest.corpus.corpus_lines": _NAME,
    "harvest.corpus.folder_digest": _NAME,
    "harvest.increments.check_increment": _NAME,
    "identity.work_files.of_one_survey": _NAME,
    "retrieval.embedding.check_installed": _NAME,
    "text.user_files.read_inside": _NAME,
    "benchmarks.reportbench.about.about_local": _NAME,
    "judge.stored_pages.fetcher_of": _NAME,
    "judge.stored_pages.recorded_search": _NAME,
    "benchmarks.reportbench.work_kind.works_listed_only": "asks match_works",
    "harvest.eprint.fetch_eprint": _NAME,
    "harvest.fingerprint.file_digest": _NAME,
    "harvest.fingerprint.known_digest": _NAME,
    "harvest.json_lines.read_lines": _NAME,
    "harvest.sifting.sift_input": _NAME,
    "harvest.snapshot.harvest_snapshot": _NAME,
    "judge.account.judge_of": _NAME,
    "llm.chat_api.estimated_usage": "counts characters",
    "llm.reply.unanswered": _JOINED,
    "html.extraction.extraction_page": "shows what tests/latex/test_linear.py has read, a line each",
    "releases.funnel.stage_fallouts": _NAME,
    "html.plain_pages.write_pages": _NAME,
    "html.leaderboard.leaderboard_markdown": "shows what a run has stored",
    "html.leaderboard.leaderboard_table": "shows what a run has stored",
    "html.report.framed": _NAME,
    "html.report.release_results": _NAME,
    "html.report.render_report": _NAME,
    "html.report.render_results": _NAME,
    "html.report.rendered": _NAME,
    "html.results.release_entry": _NAME,
    "html.results.render_contents": _NAME,
    "html.results.render_running": _NAME,
    "html.results.render_task": _NAME,
    "html.trajectories.trajectory_rows": _NAME,
    "llm.searching_api.completion": _JOINED,
    "reports.reading.work_records.lines_by_label": "called by read_report",
    "reports.reading.work_records.record_lines": "called by read_report",
    "html.report_views.column_values": _NAME,
    "papers.pdf.tei.xml.find": _NAME,
    "reports.ingest.folder.ingest": _NAME,
    "web.fetching.page.fetched_page": _JOINED,
    "web.fetching.page.no_page": _JOINED,
}
"""By name, why a function is no scanner."""
