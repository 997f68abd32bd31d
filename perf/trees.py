"""TaxoBench's metrics on trees of the published size: 72 surveys of 53 papers, answered by 19 systems.

`python -m perf.trees [--surveys N] [--systems N] [--write FOLDER] [--score]`. The trees are made up: topics of common
words, papers of longer titles; a system drops, doubles and invents papers, moves others, and renames topics, each to
its own degree. Every tree goes through reading, alignment and all metrics without a judge, the trivial trees once a
survey; one process, CPU seconds. MiniLM is measured where it is installed. `--write` leaves the surveys and the answers
as files that `litgauge import taxobench` and `litgauge score` take. `--score` does what these two do, all systems one
after the other in one process with a storage of its own, and then all of it again: CPU seconds of this process and of
its Prefect server.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from litgauge.tasks.benchmarks.taxobench.baselines import baseline_trees
from litgauge.tasks.benchmarks.taxobench.importing import import_published
from litgauge.tasks.benchmarks.taxobench.name_vectors import Kind, name_vectors
from litgauge.tasks.benchmarks.taxobench.tree_distances import measure
from litgauge.tasks.benchmarks.taxobench.trees import Tree, TreeBuilder, read_tree
from litgauge.tasks.benchmarks.taxobench.trees.tree import nested
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.retrieval.embedding import minilm_installed

PAPERS, CATEGORIES = 53, 12  # of a taxonomy (Table 1)
WORDS = (
    "retrieval", "planning", "memory", "alignment", "reward", "safety", "vision", "graph", "speech",
    "translation", "reasoning", "tool", "agent", "policy", "diffusion", "contrastive", "pretraining",
    "distillation", "pruning", "quantisation", "evaluation", "benchmark", "dialogue", "multimodal", "temporal",
    "causal", "federated", "robust", "sparse", "hierarchical", "generative", "symbolic", "neural", "online",
    "offline", "human", "feedback", "preference", "knowledge", "language", "image", "video", "audio", "code",
    "document", "table", "layout", "motion",
)  # fmt: skip


def title(source: random.Random, words: int) -> str:
    """Words at random, the first in capitals."""
    return " ".join(source.choices(WORDS, k=words)).capitalize()


def expert(source: random.Random) -> Tree:
    """A taxonomy of three levels, its papers dealt out over its leaves."""
    builder = TreeBuilder()
    root = builder.add(title(source, 6), -1)
    middle = [builder.add(title(source, 2), root) for _ in range(4)]
    leaves = [builder.add(title(source, 3), source.choice(middle)) for _ in range(CATEGORIES)]
    for number in range(PAPERS):
        builder.place(f"{title(source, 8)} {number}", source.choice(leaves))
    return builder.build()


def answer(tree: Tree, source: random.Random, error: float) -> str:
    """A system's answer: the published JSON of the tree with this share of errors of each kind."""
    builder = TreeBuilder()
    for name, parent in zip(tree.names, tree.parents, strict=True):
        builder.add(title(source, 3) if source.random() < error else name, parent)
    for placed in tree.papers:
        if source.random() < error / 2:
            continue
        node = source.choice(tree.categories) if source.random() < error else placed.node
        builder.place(placed.title.upper() if source.random() < error else placed.title, node)
    for _ in range(round(error * 6)):
        builder.place(title(source, 8), source.choice(tree.categories))
        builder.place(source.choice(tree.papers).title, source.choice(tree.categories))
    return json.dumps(nested(builder.build()))


def measured(experts: list[Tree], answers: list[list[str]], kind: Kind) -> Iterator[tuple[str, int, float, float]]:
    """What, trees, CPU seconds, mean of ARI."""
    started = time.process_time()
    names = name_vectors(kind)
    names.of(["warm"])
    yield f"{kind}: loading", 0, time.process_time() - started, 0.0
    started, found = time.process_time(), []
    for of_system in answers:
        for tree, text in zip(experts, of_system, strict=True):
            read = read_tree(text).tree
            assert read is not None
            found.append(measure(tree, read, names).values.ari)
    yield f"{kind}: answers", len(found), time.process_time() - started, statistics.fmean(found)
    started, found = time.process_time(), []
    for number, tree in enumerate(experts):
        for _, trivial in baseline_trees(tree, experts[number - 1], str(number)):
            found.append(measure(tree, trivial, names).values.ari)
    yield f"{kind}: trivial trees", len(found), time.process_time() - started, statistics.fmean(found)


def write(folder: Path, experts: list[Tree], answers: list[list[str]]) -> None:
    """The surveys in the published format, and a folder of answers a system."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = [{"id": number, "gt": nested(tree)} for number, tree in enumerate(experts, start=1)]
    (folder / "surveys.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    for system, of_system in enumerate(answers):
        lines = [json.dumps({"id": number, "tree": text}) for number, text in enumerate(of_system, start=1)]
        (folder / f"system-{system}.jsonl").write_text("\n".join(lines), encoding="utf-8")


def scored(experts: list[Tree], answers: list[list[str]], kind: Kind) -> Iterator[tuple[str, int, float, float]]:
    """Import, then every system scored, twice: what, trees, CPU seconds, ARI of the last system."""
    from litgauge.flows.runtime.temporary_server import have_prefect
    from litgauge.flows.taxobench.config import TaxoScoreConfig  # Prefect, for this measurement alone
    from litgauge.flows.taxobench.score import score_trees

    with tempfile.TemporaryDirectory() as name:
        folder, storage = Path(name) / "answers", str(Path(name) / "data")
        write(folder, experts, answers)
        import_published(Storage(storage), folder / "surveys.jsonl")
        have_prefect()
        for turn in ("first", "again"):
            for system, of_system in enumerate(answers):
                started = _cpu()
                config = TaxoScoreConfig(
                    release="taxobench",
                    run=str(folder / f"system-{system}.jsonl"),
                    agent=f"system-{system}",
                    embedding=kind,
                )
                ari = score_trees(config=config, storage=storage)["scores"]["ari"]
                yield f"{kind}: score {system}, {turn}", len(of_system), _cpu() - started, ari


def _cpu() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--surveys", type=int, default=72)
    parser.add_argument("--systems", type=int, default=19)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--score", action="store_true")
    asked = parser.parse_args()
    source = random.Random(0)
    experts = [expert(source) for _ in range(asked.surveys)]
    answers = [
        [answer(tree, source, (system + 1) / (asked.systems + 1)) for tree in experts]
        for system in range(asked.systems)
    ]
    if asked.write:
        write(asked.write, experts, answers)
    kinds: tuple[Kind, ...] = ("lexical", "minilm") if minilm_installed() else ("lexical",)
    print(f"{'what':28} {'trees':>6} {'CPU s':>8} {'ms a tree':>10} {'ARI':>6}")
    for kind in kinds[-1:] if asked.score else kinds:
        rows = scored(experts, answers, kind) if asked.score else measured(experts, answers, kind)
        for what, trees, seconds, ari in rows:
            each = f"{1000 * seconds / trees:10.1f} {ari:6.3f}" if trees else f"{'':10} {'':6}"
            print(f"{what:28} {trees:6} {seconds:8.1f} {each}")


if __name__ == "__main__":
    main()
