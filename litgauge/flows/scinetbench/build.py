"""SciNetBench's construction: from a snapshot of OpenAlex to queries with their ground truth (sections 2.1 to 5.1)."""

from __future__ import annotations

import resource
from pathlib import Path
from typing import Any

from prefect import flow

from litgauge.flows.pipeline.build import run_build
from litgauge.flows.pipeline.freeze import Freezing, freeze
from litgauge.flows.pipeline.run import config_name
from litgauge.flows.scinetbench.config import NetworkBuildConfig
from litgauge.tasks.base.shipped_files import own_or_shipped
from litgauge.tasks.benchmarks.scinetbench.benchmark import ABOUT, SCINETBENCH
from litgauge.tasks.benchmarks.scinetbench.build.corpus import corpus_rule
from litgauge.tasks.benchmarks.scinetbench.build.queries.draw import QuerySources
from litgauge.tasks.benchmarks.scinetbench.build.snapshot import find_snapshot
from litgauge.tasks.benchmarks.scinetbench.build.stage import (
    QueryCall,
    assign_sub_fields,
    draw_queries,
    make_network,
    measure,
    read_snapshot,
)
from litgauge.tasks.benchmarks.scinetbench.build.sub_fields import read_sub_fields
from litgauge.tasks.benchmarks.scinetbench.build.texts.stage import judge_mentions, read_texts
from litgauge.tasks.benchmarks.scinetbench.people import NOTHING, read_review
from litgauge.tasks.benchmarks.scinetbench.release import NetworkOutputs
from litgauge.tasks.engine.progress import Note, tell
from litgauge.tasks.engine.run import Run

run_name = config_name(lambda config: f"{config['benchmark']} from {config['snapshot']['path']}")


@flow(name="build-scinetbench", flow_run_name=run_name, persist_result=False)
def build_scinetbench(
    config: NetworkBuildConfig = NetworkBuildConfig(),  # noqa: B008
    storage: str = "data",
) -> dict[str, Any]:
    """Build a release of queries from a snapshot of OpenAlex.

    Files of the snapshot that were read before are not read again, so a newer snapshot adds its new files.

    Args:
        config: which snapshot, which corpus, how it is measured and what is asked about it
        storage: where everything is kept, a folder or s3://bucket/path

    Returns {"release", "path", "digest", "new", "tables": {name: rows}, "peak_mb": memory at most}.
    """
    return run_build(build, config, storage, model=config.model)


def build(run: Run, config: NetworkBuildConfig) -> dict[str, Any]:
    """All stages, from the snapshot's files to the release."""
    snapshot = find_snapshot(own_or_shipped(config.snapshot.path), config.snapshot.format)
    rule = corpus_rule(config.corpus)
    review = read_review(Path(own_or_shipped(config.review))) if config.review else NOTHING
    sub_fields = read_sub_fields(Path(own_or_shipped(config.sub_fields.path)))
    # Section 2.1: the network
    network = make_network(run, read_snapshot(run, snapshot, rule), rule, config.machine)
    # Section 3.1: what it says of each work; sections 2.1 and A.2: its sub-fields
    measures = measure(run, network, config.measures, config.machine)
    members = assign_sub_fields(run, network, sub_fields, review, config.machine, config.sub_fields)
    # Section 4.1: in what words works are cited
    mentions = None
    if config.texts.path:
        texts = read_texts(run, Path(own_or_shipped(config.texts.path)))
        mentions = judge_mentions(run, texts, network, measures, config.queries.min_citers)
    # Sections 3.1, 4.1, 5.1: queries about works, pairs and paths
    call = QueryCall(queries=config.queries, measures=config.measures, min_works=config.sub_fields.min_works)
    queries = draw_queries(run, QuerySources(network, measures, members, mentions), call, review, config.machine)

    outputs = NetworkOutputs(network, measures, members, queries, mentions, config.abstracts)
    release = freeze(Freezing(run, SCINETBENCH, outputs, config.benchmark, ABOUT))
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    tell(Note("release", f"at most {peak_mb:,} MB of memory were used"))
    return {**release, "peak_mb": peak_mb}
