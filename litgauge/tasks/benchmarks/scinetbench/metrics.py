"""Metrics of SciNetBench (arXiv 2601.03260), in the order of its Tables 1 to 3, and ours beside them.

Works that an answer lists twice count once. Where the paper's words allow two readings, the second stands beside the
first under a name of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from statistics import fmean

from litgauge.tasks.benchmark import metric
from litgauge.tasks.benchmarks.scinetbench.outcome import Outcome, Ranks
from litgauge.tasks.benchmarks.scinetbench.rows import Sentiment
from litgauge.tasks.records import Unscored
from litgauge.tasks.statistics import Inapplicable, MetricValue, NotGiven, Ratio, Undefined

Grades = Sequence[int | Unscored]
"""A judge's grades of the listed works, or of the path."""

PAPER = "arXiv 2601.03260"
PATHS = f"{PAPER}, section 5.1"
OTHER_READING = f"{PAPER}, section 5.1; another reading"
NONE_LISTED = "the answer lists no work"
NONE_FOUND = "none of its works is in the network"
NO_TEXT = "no text that cites the work asked about was read"
NO_PATH = "there is no true path"

table_1 = partial(metric, source=f"{PAPER}, section 3.1", shown="paper", under="Table 1: works")
novel = partial(table_1, within=("relation", ("novel",)))
novel_points = partial(novel, unit="points", range=(0.0, 10.0))
disruptive = partial(table_1, within=("relation", ("disruptive",)))
disruptive_points = partial(disruptive, unit="points", range=(0.0, 10.0))

table_2 = partial(metric, source=f"{PAPER}, section 4.1", shown="paper", under="Table 2: pairs")
cites = partial(table_2, within=("relation", ("cites", "cites-positively", "cites-critically")))
cites_with_sentiment = partial(table_2, within=("relation", ("cites-positively", "cites-critically")))
together = partial(table_2, within=("relation", ("together",)))

table_3 = partial(metric, shown="paper", under="Table 3: paths", within=("relation", ("lineage",)))


@novel_points("Novelty-SoS", charted=True)
def novelty_sos(outcome: Outcome) -> MetricValue:
    """How novel the listed works are: ten times the share of the corpus that is less so.

    The mean over the works that are ranked; coverage says how many of the listed ones are in the network.
    """
    return _mean_rank(outcome, lambda ranks: ranks.novel)


@novel_points("Novelty-LLM", source=f"{PAPER}, section 3.1 and A.3")
def novelty_llm(outcome: Outcome, grades: Grades) -> MetricValue:
    """How novel the listed works are, by a judge's grades from 0 to 10.

    The judge reads title and abstract; works on which it failed are left out.
    """
    return _mean_grade(outcome, grades)


@novel("Novelty-Recall@50")
def novelty_recall(outcome: Outcome) -> MetricValue:
    """Share of the 50 most novel works of the sub-field that are listed.

    Where the truth has fewer than 50 works, the share of those.
    """
    return _recall_of_truth(outcome)


@novel_points("Novelty-SoS, 0 if unknown", source=f"ours, after {PAPER}, section 3.1", shown="detail")
def novelty_sos_zero(outcome: Outcome) -> MetricValue:
    """How novel the listed works are, 0 for those that are not ranked."""
    return _mean_rank_of_all(outcome, lambda ranks: ranks.novel)


@disruptive_points("Disruption-SoS", charted=True)
def disruption_sos(outcome: Outcome) -> MetricValue:
    """How disruptive the listed works are: ten times the share of the corpus that is less so.

    The mean over the works that are ranked; coverage says how many of the listed ones are in the network.
    """
    return _mean_rank(outcome, lambda ranks: ranks.disruptive)


@disruptive_points("Disruption-LLM", source=f"{PAPER}, section 3.1 and A.3")
def disruption_llm(outcome: Outcome, grades: Grades) -> MetricValue:
    """How disruptive the listed works are, by a judge's grades from 0 to 10.

    The judge reads title and abstract; works on which it failed are left out.
    """
    return _mean_grade(outcome, grades)


@disruptive("Disruption-Recall@50")
def disruption_recall(outcome: Outcome) -> MetricValue:
    """Share of the 50 most disruptive works of the sub-field that are listed.

    Where the truth has fewer than 50 works, the share of those.
    """
    return _recall_of_truth(outcome)


@disruptive_points("Disruption-SoS, 0 if unknown", source=f"ours, after {PAPER}, section 3.1", shown="detail")
def disruption_sos_zero(outcome: Outcome) -> MetricValue:
    """How disruptive the listed works are, 0 for those that are not ranked."""
    return _mean_rank_of_all(outcome, lambda ranks: ranks.disruptive)


@cites("Cite-Acc", charted=True)
def cite_acc(outcome: Outcome) -> MetricValue:
    """Share of the listed works that cite the work asked about.

    Of those that are in the network.
    """
    subject = outcome.task.subject or 0
    return _share_of_others(outcome, lambda work: outcome.network.cite(work, subject))


@cites("Cite-Recall", source="ours", shown="beside")
def cite_recall(outcome: Outcome) -> MetricValue:
    """Share of the works that cite it in the network that are listed, of at most as many as the answer may list."""
    citers = outcome.network.cited_by.get(outcome.task.subject or 0, frozenset())
    possible = min(len(citers), outcome.task.wanted)
    return Ratio(len(citers & set(outcome.others)), possible) if possible else Undefined("nothing cites it")


@cites_with_sentiment("Cite-Sentiment")
def cite_sentiment(outcome: Outcome) -> MetricValue:
    """Share of the listed works whose text cites it in the spirit asked for.

    Once is enough. Works whose text was not read do not count, whether they cite it or not; nor do those of which
    nobody could say. Undefined where no text that cites the work asked about is known.
    """
    subject = outcome.task.subject or 0
    sentiments = outcome.network.sentiments
    if not any((work, subject) in sentiments for work in outcome.network.cited_by.get(subject, ())):
        return Undefined(NO_TEXT)
    sentiment: Sentiment = "negative" if outcome.task.relation == "cites-critically" else "positive"

    def holds(work: int) -> bool | None:
        if work not in outcome.network.read:
            return None
        stated = sentiments.get((work, subject))
        return sentiment in stated if stated is not None else None if outcome.network.cite(work, subject) else False

    return _share_of_others(outcome, holds)


@cites_with_sentiment("Texts read", source="ours", shown="beside")
def cite_sentiment_coverage(outcome: Outcome) -> MetricValue:
    """Share of the listed works whose text was read: those over which Cite-Sentiment counts."""
    return _share_of_others(outcome, lambda work: work in outcome.network.read)


@together("CoMention-Acc")
def comention_acc(outcome: Outcome) -> MetricValue:
    """Share of the listed works that some work cites together with the one asked about.

    Of those that are in the network.
    """
    subject = outcome.task.subject or 0
    return _share_of_others(outcome, lambda work: bool(outcome.network.sources_of(work, subject)))


@together("CoMention-Paragraph")
def comention_paragraph(outcome: Outcome) -> MetricValue:
    """Share of the listed works that some paragraph mentions together with the one asked about.

    Of those of which a text tells: one that cites both was read, or, where nobody cites both, one that cites the listed
    work. Undefined where no text that cites the work asked about is known.
    """
    subject = outcome.task.subject or 0
    if not outcome.network.cited_by.get(subject, frozenset()) & outcome.network.read:
        return Undefined(NO_TEXT)

    def holds(work: int) -> bool | None:
        together = (min(work, subject), max(work, subject)) in outcome.network.together
        return together if _told_by_text(outcome, work) else None

    return _share_of_others(outcome, holds)


@together("Texts that tell", source="ours", shown="beside")
def comention_paragraph_coverage(outcome: Outcome) -> MetricValue:
    """Share of the listed works of which a text tells: those over which CoMention-Paragraph counts."""
    return _share_of_others(outcome, lambda work: _told_by_text(outcome, work))


@cites("Cited by it", source=f"{PAPER}, section 4.1; the other reading", shown="detail")
def cited_by_acc(outcome: Outcome) -> MetricValue:
    """Share of the listed works that the work asked about cites.

    The paper's sentence on Cite-Acc can be read so, too; its queries and its step for sentiments say the reverse.
    """
    subject = outcome.task.subject or 0
    return _share_of_others(outcome, lambda work: outcome.network.cite(subject, work))


@table_3("Consistency", source=PATHS, charted=True)
def consistency(outcome: Outcome) -> MetricValue:
    """Share of the works between the ends of the true path that the answer has.

    The ends were given, so they do not count.
    """
    return _inner_share(outcome, outcome.truth)


@table_3("Consistency, mean", source="ours", shown="beside")
def consistency_mean(outcome: Outcome) -> MetricValue:
    """Share of the works between the ends that the answer has, of the path whose inner works are cited most on average.

    The paper's true path is that of the highest sum, which nearly always takes as many steps as it may.
    """
    return _inner_share(outcome, outcome.other_paths.get("mean", ()))


@table_3("Consistency, main path", source="ours, after Hummon and Doreian 1989", shown="beside")
def consistency_main_path(outcome: Outcome) -> MetricValue:
    """Share of the works between the ends that the answer has, of the main path by search path counts."""
    return _inner_share(outcome, outcome.other_paths.get("main-path", ()))


@table_3("Connectivity", source=PATHS, charted=True)
def connectivity(outcome: Outcome) -> MetricValue:
    """Share of the answers whose works form one chain of citations between the ends.

    Every work along the path must cite the next one, from the newer end to the older. An end that the answer leaves out
    is added, and a path may be given either way round. A work that is not in the network connects nothing.
    """
    return Ratio(all(_steps(outcome)), 1) if outcome.works else NotGiven(NONE_LISTED)


@table_3("Rationality", source=f"{PAPER}, section 5.1 and A.3", unit="points", range=(0.0, 10.0))
def rationality(outcome: Outcome, grades: Grades) -> MetricValue:
    """How sensible the path is, by a judge's grade from 0 to 10.

    The judge reads the titles and abstracts along the path.
    """
    return _mean_grade(outcome, grades)


@table_3("Steps", source=OTHER_READING, shown="beside")
def connected_pairs(outcome: Outcome) -> MetricValue:
    """Share of the steps along the path that are citations.

    Ends that the answer leaves out are added.
    """
    steps = _steps(outcome)
    return Ratio(sum(steps), len(steps)) if outcome.works else NotGiven(NONE_LISTED)


@table_3("With ends", source=OTHER_READING, shown="beside")
def consistency_ends(outcome: Outcome) -> MetricValue:
    """Share of the works of the true path, its ends among them, that the answer has."""
    truth = set(outcome.truth)
    return Ratio(len(truth & set(outcome.known_works)), len(truth)) if truth else Undefined(NO_PATH)


@table_3("In order", source=OTHER_READING, shown="detail")
def consistency_lcs(outcome: Outcome) -> MetricValue:
    """Share of the true path that the answer has in its order.

    The length of the longest common subsequence of both paths, ends added, over that of the true one.
    """
    truth = outcome.truth
    if not truth:
        return Undefined(NO_PATH)
    lengths = [0] * (len(truth) + 1)
    for work in outcome.path:
        before = 0
        for place, expected in enumerate(truth, start=1):
            above = lengths[place]
            lengths[place] = before + 1 if work == expected else max(above, lengths[place - 1])
            before = above
    return Ratio(lengths[-1], len(truth))


@table_3("Jaccard", source=OTHER_READING, shown="detail")
def consistency_jaccard(outcome: Outcome) -> MetricValue:
    """Works that both paths have, of those that either has.

    Ends that the answer leaves out are added; works that are not in the network count among its own.
    """
    truth, listed = set(outcome.truth), set(outcome.path) - {None}
    invented = sum(work is None for work in outcome.path)
    either = len(truth | listed) + invented
    return Ratio(len(truth & listed), either) if truth else Undefined(NO_PATH)


@metric("Coverage", source="ours")
def coverage(outcome: Outcome) -> MetricValue:
    """Share of the listed works that are in the network."""
    return Ratio(len(outcome.known_works), len(outcome.works)) if outcome.works else NotGiven(NONE_LISTED)


@metric("Invented", source="ours", unit="works", range=(0.0, None), direction="lower", digits=1)
def invented_works(outcome: Outcome) -> MetricValue:
    """Listed works that are not in the network.

    They are looked for by identifiers and title.
    """
    return Ratio(len(outcome.works) - len(outcome.known_works), 1)


def _mean_rank(outcome: Outcome, rank: Callable[[Ranks], float | None]) -> MetricValue:
    """The mean rank, [0, 10], of the listed works that have one."""
    if ranks := _ranks(outcome, rank):
        return Ratio(sum(ranks), len(ranks))
    if not outcome.known_works:
        return NotGiven(NONE_FOUND)
    return Inapplicable("none of its works is ranked: they cite or are cited too little")


def _mean_rank_of_all(outcome: Outcome, rank: Callable[[Ranks], float | None]) -> MetricValue:
    """The mean rank, [0, 10], of all listed works, 0 for those that have none."""
    return Ratio(sum(_ranks(outcome, rank)), len(outcome.works)) if outcome.works else NotGiven(NONE_LISTED)


def _ranks(outcome: Outcome, rank: Callable[[Ranks], float | None]) -> list[float]:
    values = [rank(ranks) for work in outcome.known_works if (ranks := outcome.network.ranks.get(work)) is not None]
    return [value for value in values if value is not None]


def _recall_of_truth(outcome: Outcome) -> MetricValue:
    """Share of the truth's works that are listed."""
    hits = len(set(outcome.known_works) & set(outcome.truth))
    return Ratio(hits, len(outcome.truth)) if outcome.truth else Undefined("the sub-field has no such works")


def _inner_share(outcome: Outcome, path: Sequence[int]) -> MetricValue:
    """Share of the works between a path's ends that are listed."""
    inner = set(path[1:-1])
    return (
        Ratio(len(inner & set(outcome.known_works)), len(inner))
        if inner
        else Undefined("the true path has no inner work")
    )


def _told_by_text(outcome: Outcome, work: int) -> bool:
    """Return whether a text that was read says if a listed work is mentioned together with the one asked about."""
    sources = outcome.network.sources_of(work, outcome.task.subject or 0)
    return bool(sources & outcome.network.read) or (not sources and work in outcome.network.mentioned)


def _share_of_others(outcome: Outcome, criterion: Callable[[int], bool | None]) -> MetricValue:
    """Share of the listed works for which something holds, of those for which that is known (not None)."""
    if not outcome.others:
        return NotGiven(NONE_FOUND)
    decided = [value for work in outcome.others if (value := criterion(work)) is not None]
    return Ratio(sum(decided), len(decided)) if decided else Inapplicable("of none of its works the text is known")


def _mean_grade(outcome: Outcome, grades: Grades) -> MetricValue:
    """The mean of a judge's grades, [0, 10]; where it failed on some these are left out, on all it is unscored."""
    if not outcome.known_works:
        return NotGiven(NONE_FOUND)
    if scores := [grade for grade in grades if not isinstance(grade, Unscored)]:
        return Ratio(fmean(scores), 1)
    failed = next((grade for grade in grades if isinstance(grade, Unscored)), None)
    return failed or Unscored("the judge gave no grade")


def _steps(outcome: Outcome) -> list[bool]:
    """Of each step along the path whether the one work cites the next."""
    return [
        first is not None and second is not None and outcome.network.cite(first, second)
        for first, second in pairwise(outcome.path)
    ]
