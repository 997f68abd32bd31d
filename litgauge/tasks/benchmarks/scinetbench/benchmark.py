"""SciNetBench, declared (arXiv 2601.03260)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice

from litgauge.tasks.base.late_names import late_value
from litgauge.tasks.benchmark import About, Benchmark, Example, Flows, Scoring, grade_labels, metrics_in
from litgauge.tasks.benchmark.benchmark import not_done
from litgauge.tasks.benchmarks.scinetbench import metrics
from litgauge.tasks.benchmarks.scinetbench.answers import ANSWERS
from litgauge.tasks.benchmarks.scinetbench.build.snapshot.scan import BrokenWork
from litgauge.tasks.benchmarks.scinetbench.judging import GRADES
from litgauge.tasks.benchmarks.scinetbench.release import NetworkRows, assemble, load_release_rows, longest_paths
from litgauge.tasks.benchmarks.scinetbench.rows import RELEASE_TABLES, RUN_TABLES
from litgauge.tasks.benchmarks.scinetbench.scoring import count_rows, derive, readdress, task_results
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import read_rows
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import Quarantined

ABOUT = About(
    title="SciNetBench, rebuilt by litgauge",
    summary=(
        "Queries about how works relate: which are the most novel or disruptive of a sub-field, who cites a work and "
        "with what sentiment, what is co-cited with it, along which citations research got from one to another. "
        "The ground truth is a citation network made from OpenAlex."
    ),
    made=(
        "Works, citations and venues come from a snapshot of OpenAlex; works that OpenAlex merged are one. Disruption "
        "and novelty are computed on the network; a true path is the one whose works are cited most, within some hops, "
        "and beside it stand the one whose inner works are cited most on average, and the main path."
    ),
    limits=(
        "What OpenAlex does not know as a reference is no citation here: a missing reference makes a work look more "
        "disruptive than it is. Works that cite or are cited too little are not ranked.",
        "Sub-fields are told by phrases and topics; see how far people agree before you compare sub-fields.",
        "Queries were drawn by rule. Those that nobody has reviewed may be odd.",
    ),
)


def release_statistics(release: NetworkRows) -> dict[str, str]:
    """Works, citations, queries of each kind, and how many places of the truth rest on ties."""
    kinds = Counter(task.kind for task in release.tasks)
    ranked = [row for rows in release.truth.values() for row in rows if release.task[row.task_id].kind == "ego-centric"]
    tied = sum(row.tied for row in ranked)
    share = {"Ranks that ties decided": f"{tied / len(ranked):.1%} of {len(ranked):,}"} if ranked else {}
    reviews = {
        name.capitalize(): value for name, value in release.facts.items() if "review" in name or "likeness" in name
    }
    unseen = sum(not task.reviewed for task in release.tasks)
    return {
        "Network": release.facts.get("digest", "")[:16],
        "Works": f"{release.works.num_rows:,}",
        "Citations": f"{int(release.facts.get('citations', 0)):,}",
        "Sub-fields": f"{len(release.sub_fields):,}",
        **{f"{kind.capitalize()} queries": f"{count:,}" for kind, count in sorted(kinds.items())},
        **share,
        **longest_paths(release),
        "Queries that nobody has reviewed": f"{unseen:,}",
        **reviews,
    }


_MOST_ROWS = 1_000


def left_out(storage: Storage, outputs: Mapping[str, StageOutput]) -> Iterator[Quarantined]:
    """Every file and text that fell out, and of the rows that could not be read the first thousand."""
    yield from not_done(storage, outputs)
    if (scans := outputs.get("snapshot")) is not None:
        for row in islice(read_rows(storage, scans, "broken", BrokenWork), _MOST_ROWS):
            yield Quarantined(f"{row.file}:{row.line}", "snapshot", "rejected", "broken-row", row.error)


SCINETBENCH = Benchmark(
    name="scinetbench",
    title="SciNetBench",
    paper="arXiv 2601.03260",
    tables=RELEASE_TABLES,
    about=ABOUT,
    assemble=assemble,
    load=load_release_rows,
    answers=ANSWERS,
    scoring=Scoring(
        tables=RUN_TABLES,
        derive=derive,
        results=task_results,
        readdress=readdress,
        count=count_rows,
        verdicts=grade_labels(
            "grades",
            kind=lambda grade: grade.quality,
            item=lambda grade: grade.task_id if grade.work is None else f"W{grade.work}",
        ),
        metrics=metrics_in(metrics),
        headline=("novelty_sos", "cite_acc", "consistency"),
        judged={"grades": GRADES.role},
        groups=("kind", "relation"),
        paper_table="Tables 1 to 3 of the paper",
    ),
    flows=Flows(
        build="litgauge.flows.scinetbench.build:build_scinetbench",
        build_config="litgauge.flows.scinetbench.config:NetworkBuildConfig",
        score="litgauge.flows.scinetbench.score:score_lists",
        score_config="litgauge.flows.scinetbench.config:NetworkScoreConfig",
        commands="litgauge.flows.scinetbench.commands:app",
        demo="litgauge.flows.scinetbench.demo:run_demo",
    ),
    example=Example("data/sample/scinetbench/agents/careful", agent="bm25"),
    task_columns=("kind", "relation"),
    card_tags=("citation-network", "literature-retrieval"),
    statistics=release_statistics,
    quarantine=left_out,
    page=late_value("litgauge.tasks.benchmarks.scinetbench.page:PAGE"),
    agents={
        "retrieval-embeddings": "litgauge.tasks.benchmarks.scinetbench.agents.embeddings:EMBEDDINGS",
        "retrieval-bm25": "litgauge.tasks.benchmarks.scinetbench.agents.bm25:BM25",
        "retrieval-most-cited": "litgauge.tasks.benchmarks.scinetbench.agents.most_cited:MOST_CITED",
    },
)
